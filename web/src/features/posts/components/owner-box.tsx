import type { ReactNode } from 'react';
import { Anchor, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { countryName } from '@domain/countries.ts';
import { paths } from '@/shared/paths.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import { postOwnerQueryOptions } from '../api/get-post-owner.ts';
import { ownerName, type Post } from '../post.ts';
import classes from './owner-box.module.css';

type OwnerBoxProps = { post: Post; /** The rating of the owner. */ rating: ReactNode };

function monthAndYear(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', { month: 'short', year: 'numeric' });
}

/** The owner of a post: company, country, rating, member since, number of posts. */
export function OwnerBox({ post, rating }: OwnerBoxProps) {
  const { data: owner, isPending } = useQuery(postOwnerQueryOptions(post.userId));
  const place = owner?.country ? countryName(owner.country) : null;
  return (
    <Paper withBorder shadow="xs" className={classes.box}>
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap">
          <UserAvatar username={post.username} avatarPath={post.avatarPath} size={48} />
          <div className={classes.name}>
            <Anchor component={Link} to={paths.user(post.userId)} c="bright" fw={600} truncate="end" display="block">
              {ownerName(post)}
            </Anchor>
            <Text size="sm" c="dimmed" lineClamp={2}>
              {isPending ? (
                <Skeleton component="span" display="block" height={12} my={5} w="70%" />
              ) : (
                (owner?.company_name ?? place ?? 'Buyer')
              )}
            </Text>
          </div>
        </Group>
        {rating}
        <dl className={classes.facts} aria-busy={isPending}>
          {/* Most have a country: its line is there from the start, so that little moves. */}
          {(isPending || (owner?.company_name && place)) && (
            <div>
              <dt>Country</dt>
              <dd dir="auto">{place ?? '…'}</dd>
            </div>
          )}
          <div>
            <dt>Member since</dt>
            <dd>{owner ? monthAndYear(owner.created_at) : '…'}</dd>
          </div>
          <div>
            <dt>Posts</dt>
            <dd>{owner ? owner.postCount : '…'}</dd>
          </div>
        </dl>
        <Anchor component={Link} to={paths.user(post.userId)} size="sm">
          View profile
        </Anchor>
      </Stack>
    </Paper>
  );
}
