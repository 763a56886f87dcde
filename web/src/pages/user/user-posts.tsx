import { Button, Stack, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { POSTS_PER_PAGE } from '@domain/limits.ts';
import { userPostsQueryOptions } from '@/features/posts/feed/list-user-posts.ts';
import { PostCardSkeleton } from '@/features/posts/card/post-card-skeleton.tsx';
import type { PublicProfile } from '@/features/profile/details/get-public-profile.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { Pager } from '@/shared/ui/pager/pager.tsx';
import { FeedCard } from '@/compositions/feed-card.tsx';
import { page as pageParam } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { ViewerProvider } from '@/shared/session/viewer.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PartItem } from '@/shared/ui/state/part.tsx';
import classes from './user-page.module.css';

const userPostsAddress = { page: pageParam };

/** A user's visible posts. */
export function UserPosts({ profile }: { profile: PublicProfile }) {
  const { t } = useLanguage();
  const [{ page }, change] = useAddress(userPostsAddress);
  const goTo = (next: number) => change({ page: next });
  const { data: posts, isPending, error, refetch } = useQuery(userPostsQueryOptions(profile.id, page));
  if (isPending) return <PostCardSkeleton />;
  if (!posts || (error && posts.length === 0))
    return <ErrorState title={t('Failed to load posts')} message={error?.message} onRetry={() => void refetch()} />;
  if (posts.length === 0) {
    return (
      <EmptyState
        title={t('No posts yet')}
        action={page > 1 && <Button onClick={() => goTo(1)}>{t('Go to the first page')}</Button>}
      >
        {t('{username} has no purchase requests at the moment.', { username: profile.username })}
      </EmptyState>
    );
  }
  return (
    <Stack gap="md">
      <VisuallyHidden component="h2">{t('Posts of {username}', { username: profile.username })}</VisuallyHidden>
      <ViewerProvider>
        <ul className={classes.list}>
          {posts.map((post) => (
            <PartItem key={post.id}>{() => <FeedCard post={post} />}</PartItem>
          ))}
        </ul>
      </ViewerProvider>
      <Pager page={page} pageCount={Math.ceil(profile.postCount / POSTS_PER_PAGE)} onChange={goTo} />
    </Stack>
  );
}
