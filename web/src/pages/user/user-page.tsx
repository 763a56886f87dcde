import { Suspense } from 'react';
import { Button, Group, Skeleton, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { ProfileCardSkeleton } from '@/features/profile/details/profile-card-skeleton.tsx';
import { publicProfileQueryOptions, type PublicProfile } from '@/features/profile/details/get-public-profile.ts';
import { ratingBarsQueryOptions } from '@/features/reviews/rating/count-reviews.ts';
import { id as idParam, oneOf } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { readForFirstDraw } from '@/shared/lazy/first-draw.ts';
import { PostCardSkeleton } from '@/features/posts/card/post-card-skeleton.tsx';
import { userPostsQueryOptions } from '@/features/posts/feed/list-user-posts.ts';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { paths } from '@/shared/paths.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { LateSpinner } from '@/shared/ui/state/late-spinner.tsx';
import { NotAvailable } from '@/shared/ui/state/not-available.tsx';
import { useDocumentTitle } from '@/shared/ui/page-title.tsx';
import { UserCard } from './user-card.tsx';
import { UserPosts } from './user-posts.tsx';
import classes from './user-page.module.css';

readForFirstDraw(async (queryClient) => {
  const id = idParam.read(window.location.pathname.split('/')[2] ?? '');
  if (id === null) return;
  await Promise.all([
    queryClient.prefetchQuery(publicProfileQueryOptions(id)),
    window.location.search === '' && queryClient.prefetchQuery(userPostsQueryOptions(id, 1)),
  ]);
});

// Not on the first tab, and with forms.
const UserReviews = lazyPart(async () => (await import('./user-reviews.tsx')).UserReviews);

/** Of `Tabs.List`, in pixels. */
const TABS_HEIGHT = 38;

const userAddress = { tab: oneOf(['posts', 'reviews'], 'posts') };

/** The public page of a user: profile, posts and reviews. */
export function UserPage() {
  const id = idParam.read(useParams().id ?? '');
  return id === null ? <UserNotFound /> : <UserById key={id} id={id} />;
}

function UserById({ id }: { id: number }) {
  const { t } = useLanguage();
  const { data: profile, isPending, error, refetch } = useQuery(publicProfileQueryOptions(id));
  if (isPending) {
    return (
      <div className={classes.layout} role="status" aria-label={t('Loading user')}>
        <ProfileCardSkeleton />
        <div className={classes.main}>
          <Group gap="lg" h={TABS_HEIGHT} mb="md">
            <Skeleton height={14} width={72} />
            <Skeleton height={14} width={72} />
          </Group>
          <PostCardSkeleton />
        </div>
      </div>
    );
  }
  if (profile) return <UserContent profile={profile} />;
  if (error)
    return (
      <ErrorState isPage title={t('Failed to load user')} message={error.message} onRetry={() => void refetch()} />
    );
  return <UserNotFound />;
}

function UserNotFound() {
  const { t } = useLanguage();
  return (
    <NotAvailable
      title={t('User not found')}
      action={
        <Button component={Link} to={paths.home} mt="xs">
          {t('Back to posts')}
        </Button>
      }
    >
      {t('There is no such user, or the account has been deleted.')}
    </NotAvailable>
  );
}

function UserContent({ profile }: { profile: PublicProfile }) {
  const { t } = useLanguage();
  const [{ tab }, change] = useAddress(userAddress);
  const { status } = useCurrentUser();
  const { data: rating } = useQuery({ ...ratingBarsQueryOptions(profile.id), enabled: status === 'user' });
  useDocumentTitle(profile.username);
  return (
    <div className={classes.layout}>
      <aside className={classes.aside} aria-label={t('About {username}', { username: profile.username })}>
        <UserCard profile={profile} rating={rating} />
      </aside>
      <Tabs
        value={tab}
        keepMounted={false}
        className={classes.main}
        onChange={(value) =>
          change({ tab: userAddress.tab.read(value ?? '') }, { isAlone: true, replace: true, preventScrollReset: true })
        }
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="posts">{t('Posts ({n})', { n: profile.postCount })}</Tabs.Tab>
          <Tabs.Tab value="reviews">{rating ? t('Reviews ({n})', { n: rating.total }) : t('Reviews')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="posts">
          <UserPosts profile={profile} />
        </Tabs.Panel>
        <Tabs.Panel value="reviews">
          <Suspense fallback={<LateSpinner />}>
            <UserReviews profile={profile} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
