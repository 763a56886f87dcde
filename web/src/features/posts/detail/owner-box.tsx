import type { ReactNode } from 'react';
import { Anchor, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import { ownerName, type Post } from '../shown-post.ts';
import classes from './owner-box.module.css';

type OwnerBoxProps = {
  post: Post;
  /** Public profile of the owner; undefined while loading, null if there is none. */
  owner: { companyName: string; country: string; createdAt: string; postCount: number } | null | undefined;
  isPending: boolean;
  /** The rating of the owner. */
  rating: ReactNode;
};

type FactProps = { label: string; value: string | number | null | undefined; isPending: boolean };

function Fact({ label, value, isPending }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      {isPending ? <Skeleton component="dd" height={12} my="auto" width="4rem" /> : <dd dir="auto">{value ?? '–'}</dd>}
    </div>
  );
}

/** The owner of a post: company, country, rating, member since, number of posts. */
export function OwnerBox({ post, owner, isPending, rating }: OwnerBoxProps) {
  const language = useLanguage();
  const { t, country, date } = language;
  const place = owner?.country ? country(owner.country) : null;
  return (
    <Paper withBorder shadow="xs" className={classes.box}>
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap">
          <UserAvatar username={post.username} avatarPath={post.avatarPath} size={48} />
          <div className={classes.name}>
            <Anchor component={Link} to={paths.user(post.userId)} c="bright" fw={600} truncate="end" display="block">
              {ownerName(post, language)}
            </Anchor>
            <Text size="sm" c="dimmed" lineClamp={2}>
              {isPending ? (
                <Skeleton component="span" display="block" height={12} my={5} w="70%" />
              ) : (
                owner?.companyName || (place ?? t('Buyer'))
              )}
            </Text>
          </div>
        </Group>
        {rating}
        <dl className={classes.facts} aria-busy={isPending}>
          {/* Most owners have a country, so its line is reserved to avoid a layout shift. */}
          {(isPending || (owner?.companyName && place)) && (
            <Fact label={t('Country')} value={place} isPending={isPending} />
          )}
          <Fact
            label={t('Member since')}
            value={owner && date(owner.createdAt, { month: 'short', year: 'numeric' })}
            isPending={isPending}
          />
          <Fact label={t('Posts')} value={owner?.postCount} isPending={isPending} />
        </dl>
        <Anchor component={Link} to={paths.user(post.userId)} size="sm">
          {t('View profile')}
        </Anchor>
      </Stack>
    </Paper>
  );
}
