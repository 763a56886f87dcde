import { Suspense, useEffect } from 'react';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { idFromSlug } from '@domain/slug.ts';
import { postQueryOptions, usePost } from '@/features/posts/detail/get-post.ts';
import { postDocumentsQueryOptions } from '@/features/posts/detail/list-post-documents.ts';
import { similarPostsQueryOptions } from '@/features/posts/detail/list-similar-posts.ts';
import { ActionBox } from '@/features/posts/detail/action-box.tsx';
import { GallerySkeleton } from '@/features/posts/gallery/gallery-skeleton.tsx';
import { OwnerBox } from '@/features/posts/detail/owner-box.tsx';
import { PostBreadcrumb } from '@/features/posts/detail/post-breadcrumb.tsx';
import { PostDocuments } from '@/features/posts/detail/post-documents.tsx';
import { PostCardSkeleton } from '@/features/posts/card/post-card-skeleton.tsx';
import { RequirementFacts } from '@/features/posts/detail/requirement-facts.tsx';
import { SimilarPosts } from '@/features/posts/detail/similar-posts.tsx';
import { isOwner } from '@/features/posts/manage/menu-actions.ts';
import type { Post } from '@/features/posts/shown-post.ts';
import { myQuoteOnPostQueryOptions } from '@/features/quotes/send/get-my-quote-on-post.ts';
import { QuestionsSection } from '@/features/questions/questions-section.tsx';
import { MyQuoteNotice } from '@/features/quotes/send/my-quote-notice.tsx';
import { publicProfileQueryOptions } from '@/features/profile/details/get-public-profile.ts';
import { UserRating } from '@/features/reviews/rating/user-rating.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { readForFirstDraw } from '@/shared/lazy/first-draw.ts';
import { paths } from '@/shared/paths.ts';
import { ViewerProvider } from '@/shared/session/viewer.tsx';
import { currentUserQueryOptions, useCurrentUser } from '@/shared/session/use-current-user.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { useDocumentTitle } from '@/shared/ui/page-title.tsx';
import { useBelow } from '@/shared/ui/use-below.ts';
import { FeedCard } from '@/compositions/feed-card.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ChangesSinceMyQuote } from './changes-since-my-quote.tsx';
import { OwnerStepToCome } from './owner-step-to-come.tsx';
import { PostNotAvailable } from './post-not-available.tsx';
import { PostQuotesSection } from './post-quotes-section.tsx';
import classes from './post-page.module.css';

readForFirstDraw(async (queryClient) => {
  const id = idFromSlug(window.location.pathname);
  if (id === null) return;
  const [user] = await Promise.all([
    queryClient.ensureQueryData(currentUserQueryOptions),
    queryClient.prefetchQuery(postQueryOptions(id)),
  ]);
  if (!user) return;
  await Promise.all([
    queryClient.prefetchQuery(myQuoteOnPostQueryOptions(user.id, id)),
    queryClient.prefetchQuery(postDocumentsQueryOptions(id)),
  ]);
});

const OwnerStep = lazyPart(async () => (await import('./owner-step.tsx')).OwnerStep);
const WatchAndMute = lazyPart(async () => (await import('@/compositions/watch-and-mute.tsx')).WatchAndMute);

/** Replaces the URL by the canonical one if only its slug is wrong. */
function useCanonicalAddress(post: Post): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const canonical = paths.post(post);
  useEffect(() => {
    if (pathname !== canonical) void navigate(canonical + search + hash, { replace: true });
  }, [pathname, canonical, search, hash, navigate]);
}

function PostContent({ post }: { post: Post }) {
  const { t } = useLanguage();
  const current = useCurrentUser();
  const navigate = useNavigate();
  const { data: similar = [] } = useQuery(similarPostsQueryOptions(post));
  const { data: owner, isPending: isOwnerPending } = useQuery(publicProfileQueryOptions(post.userId));
  useDocumentTitle(post.title);
  useCanonicalAddress(post);
  const hasOneColumn = useBelow('md');
  const isOwn = isOwner(post, current.status === 'user' ? current.user : null);
  return (
    <div className={classes.page}>
      <PostBreadcrumb post={post} />
      <div className={`${classes.layout} ${classes.content}`}>
        {!isOwn && <MyQuoteNotice post={post} />}
        {!isOwn && <ChangesSinceMyQuote postId={post.id} />}
        <ViewerProvider>
          <FeedCard
            post={post}
            isExpanded
            isAboveFold
            requirements={<RequirementFacts post={post} hasTimeElsewhere />}
            documents={<PostDocuments post={post} />}
            renderNext={(mainAction) => {
              const watch = current.status === 'user' && (
                <div className={classes.watch} data-own={isOwn || undefined}>
                  <Suspense>
                    <WatchAndMute postId={post.id} isOwn={isOwn} />
                  </Suspense>
                </div>
              );
              // In the bar of a phone or tablet there is no room for it.
              const isWatchInBox = !hasOneColumn;
              const action = (
                <ActionBox
                  post={post}
                  action={
                    <>
                      {isOwn && (
                        <Suspense fallback={<OwnerStepToCome post={post} />}>
                          <OwnerStep post={post} />
                        </Suspense>
                      )}
                      {mainAction}
                      {isWatchInBox && watch}
                    </>
                  }
                />
              );
              const quotes = isOwn && <PostQuotesSection key="quotes" post={post} />;
              const side = (
                <div key="side" className={classes.side}>
                  {/* It is about the request above, not about the buyer. */}
                  {isWatchInBox ? action : watch}
                  <aside aria-label={t('About the buyer')}>
                    <OwnerBox
                      post={post}
                      owner={owner}
                      isPending={isOwnerPending}
                      rating={<UserRating userId={post.userId} />}
                    />
                  </aside>
                </div>
              );
              // The action is a tab stop right after the post. Keys keep what is open when a tablet is turned.
              if (!hasOneColumn) return [side, quotes];
              return [
                <div key="action" className={classes.side}>
                  {action}
                </div>,
                quotes,
                side,
              ];
            }}
            onDeleted={() => void navigate(paths.home, { replace: true })}
          />
        </ViewerProvider>
        <QuestionsSection post={post} />
      </div>
      <SimilarPosts posts={similar} />
    </div>
  );
}

function PostPageSkeleton({ post }: { post?: Post }) {
  const { t } = useLanguage();
  return (
    <div role="status" aria-label={t('Loading post')}>
      <div className={classes.breadcrumb}>
        <Skeleton height={14} width="16rem" />
      </div>
      <div className={classes.layout}>
        <PostCardSkeleton gallery={<GallerySkeleton images={post?.images ?? []} />} post={post} />
        <Skeleton height={250} />
      </div>
    </div>
  );
}

/**
 * Whether the viewer's own quote or the documents are still loading. The notice of the quote is above the post, and
 * documents are inside it: both would push down what is below them. A failure of the documents is not waited for.
 */
function useIsAsking(postId: number): boolean {
  const current = useCurrentUser();
  const userId = current.status === 'user' ? current.user.id : 0;
  const quote = useQuery({ ...myQuoteOnPostQueryOptions(userId, postId), enabled: userId !== 0 });
  const documents = useQuery({ ...postDocumentsQueryOptions(postId), enabled: userId !== 0 });
  return quote.isLoading || (documents.isLoading && documents.failureCount === 0);
}

function PostById({ id }: { id: number }) {
  const { t } = useLanguage();
  const { data: post, isPending, error, refetch } = usePost(id);
  const isAsking = useIsAsking(id);
  if (isPending || isAsking) return <PostPageSkeleton post={post ?? undefined} />;
  if (post) return <PostContent post={post} />;
  if (error)
    return (
      <ErrorState isPage title={t('Failed to load post')} message={error.message} onRetry={() => void refetch()} />
    );
  return <PostNotAvailable />;
}

/** One purchase request. */
export function PostPage() {
  const { segment = '' } = useParams();
  const id = idFromSlug(segment);
  return id === null ? <PostNotAvailable /> : <PostById id={id} />;
}
