import { startTransition, Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { Text, Title } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { POSTS_PER_PAGE } from '@domain/limits.ts';
import { usePosts } from '@/features/posts/feed/list-posts.ts';
import { PostCardSkeleton } from '@/features/posts/card/post-card-skeleton.tsx';
import { isCounted, reachable, totalText } from '@/pages/home/total-text.ts';
import { reloadPage } from '@/shared/backend/connection.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { hasFilters, writeSearch } from '@/shared/search/search-state.ts';
import type { PostSearch } from '@/shared/search/use-post-search.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { useKeptChoice } from '@/shared/ui/use-kept-choice.ts';
import { FeedCard } from '@/compositions/feed-card.tsx';
import { PartItem } from '@/shared/ui/state/part.tsx';
import { useOwnStates } from './use-own-states.ts';
import { useStepwise } from './use-stepwise.ts';
import classes from './home-page.module.css';

const SKELETON_CARDS = 5;

// Only needed for searches and empty results.
const EmptyFeed = lazyPart(async () => (await import('./empty-feed.tsx')).EmptyFeed);
const ActiveFilters = lazyPart(async () => (await import('./active-filters.tsx')).ActiveFilters);
// Not needed before there are posts.
const FeedTools = lazyPart(async () => (await import('./feed-tools.tsx')).FeedTools);
// Stands below the last card.
const Pager = lazyPart(async () => (await import('@/shared/ui/pager/pager.tsx')).Pager);
const SearchHelp = lazyPart(async () => (await import('./search-help.tsx')).SearchHelp);

type FeedProps = { search: PostSearch; filterButton: ReactNode; onCreate: () => void };

/** Number of cards above the fold. */
const CARDS_ABOVE_FOLD = 3;
const ROWS_ABOVE_FOLD = 6;

function FeedSkeleton() {
  const { t } = useLanguage();
  return (
    <div className={classes.list} role="status" aria-label={t('Loading posts')}>
      {Array.from({ length: SKELETON_CARDS }, (_, index) => (
        <PostCardSkeleton key={index} />
      ))}
    </div>
  );
}

/** One page of search results with a pager; otherwise skeletons, a hint or an error. */
export function Feed({ search, filterButton, onCreate }: FeedProps) {
  const { t } = useLanguage();
  const { query, filters, page, setPage } = search;
  const language = useLanguage();
  const navigate = useNavigate();
  const summary = useRef<HTMLDivElement>(null);
  const key = useMemo(() => ({ query, ...filters, page }), [query, filters, page]);
  const { posts, total } = usePosts(key);
  const [layout, setLayout] = useKeptChoice('feedLayout', ['cards', 'compact']);
  const isCompact = layout === 'compact';
  const aboveFold = isCompact ? ROWS_ABOVE_FOLD : CARDS_ABOVE_FOLD;
  const drawn = useStepwise(posts.data?.length ?? 0, aboveFold);
  useOwnStates(posts.data);
  const isPageGone = posts.data?.length === 0 && page > 1;

  useEffect(() => {
    if (isPageGone) void navigate(paths.home + writeSearch({ query, filters, page: 1 }), { replace: true });
  }, [isPageGone, navigate, query, filters]);

  const isNarrowed = query !== '' || hasFilters(filters);
  const head = (
    <>
      <div className={classes.summary} ref={summary} tabIndex={-1}>
        <Title order={2} size="h3">
          {t('Purchase requests')}
        </Title>
        {total.data !== undefined && !isPageGone && (
          <Text size="sm" c="dimmed" role="status">
            {totalText(total.data, isCounted(key), language)}
          </Text>
        )}
        <div className={classes.tools}>
          {filterButton}
          {posts.isPending ? (
            <div className={classes.toolsToCome} />
          ) : (
            <Suspense fallback={<div className={classes.toolsToCome} />}>
              <FeedTools
                search={search}
                isCompact={isCompact}
                // A transition keeps the cards on screen until the code of the list is loaded.
                onCompact={() => startTransition(() => setLayout(isCompact ? 'cards' : 'compact'))}
              />
            </Suspense>
          )}
        </div>
      </div>
      {isNarrowed && (
        <Suspense fallback={<div className={classes.activeToCome} />}>
          <ActiveFilters
            search={search}
            // An empty feed has its own.
            hasClear={posts.data?.length !== 0}
            onRemove={() => summary.current?.focus({ preventScroll: true })}
          />
        </Suspense>
      )}
    </>
  );
  if (posts.isPending || isPageGone) {
    return (
      <>
        {head}
        <FeedSkeleton />
      </>
    );
  }
  if (posts.isError && !(posts.data && posts.data.length > 0)) {
    return (
      <>
        {head}
        <ErrorState title={t('Failed to load posts')} message={posts.error.message} onRetry={reloadPage} />
      </>
    );
  }
  if (posts.data.length === 0) {
    return (
      <>
        {head}
        <Suspense fallback={<FeedSkeleton />}>
          <EmptyFeed search={search} onCreate={onCreate} />
        </Suspense>
      </>
    );
  }
  const pageCount = Math.ceil(reachable(total.data ?? 0, isCounted(key)) / POSTS_PER_PAGE);
  const handlePage = (next: number) => {
    setPage(next);
    summary.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {head}
      {query && (
        <Suspense>
          <SearchHelp search={search} />
        </Suspense>
      )}
      <Suspense fallback={<FeedSkeleton />}>
        <ul className={classes.list} data-layout={layout}>
          {posts.data.map((post, index) => (
            <PartItem key={post.id}>
              {() => index < drawn && <FeedCard post={post} isCompact={isCompact} isAboveFold={index < aboveFold} />}
            </PartItem>
          ))}
        </ul>
      </Suspense>
      {drawn === posts.data.length && pageCount > 1 && (
        <Suspense fallback={<div className={classes.pagerToCome} />}>
          <Pager page={page} pageCount={pageCount} onChange={handlePage} label={t('Pages of posts')} />
        </Suspense>
      )}
    </>
  );
}
