import { Group, Paper, Skeleton, Stack } from '@mantine/core';
import classes from './post-card.module.css';

/** The shape of a card that is still on its way. */
export function PostCardSkeleton() {
  return (
    <Paper withBorder shadow="xs" className={classes.card} data-testid="post-skeleton" aria-hidden>
      <div className={classes.head}>
        <Skeleton circle height={40} className={classes.avatar} />
        <Stack gap={8} className={classes.byline}>
          <Skeleton height={12} width="8rem" />
          <Skeleton height={10} width="6rem" />
        </Stack>
        <Skeleton height={26} width="7rem" radius="xl" className={classes.category} />
      </div>
      <Skeleton height={18} width="70%" />
      <Group gap="xl">
        <Skeleton height={34} width="6rem" />
        <Skeleton height={34} width="12rem" />
      </Group>
      <Stack gap={8}>
        <Skeleton height={12} />
        <Skeleton height={12} />
        <Skeleton height={12} width="55%" />
      </Stack>
      <div className={classes.foot}>
        <Skeleton height={36} width="8rem" />
        <Skeleton height={36} width="12rem" />
      </div>
    </Paper>
  );
}
