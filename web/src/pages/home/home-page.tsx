import { useState } from 'react';
import { useIntent } from '@/shared/session/use-intent.ts';
import { ViewerProvider } from '@/shared/session/viewer.tsx';
import { useRequireSignIn } from '@/shared/session/use-require-sign-in.ts';
import { searchOf } from '@/shared/search/search-of.ts';
import { hasFilters } from '@/shared/search/search-state.ts';
import { usePostSearch } from '@/shared/search/use-post-search.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { readForFirstDraw } from '@/shared/lazy/first-draw.ts';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { useDocumentTitle } from '@/shared/ui/page-title.tsx';
import { prefetchPosts } from '@/features/posts/feed/list-posts.ts';
import { PromptCard } from '@/features/posts/feed/prompt-card.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { Feed } from './feed.tsx';
import { FilterButton, FilterSidebar, SkipToFilters } from './filters.tsx';
import classes from './home-page.module.css';

const PostFormDialog = lazyPart(
  async () => (await import('@/features/posts/form/post-form-dialog.tsx')).PostFormDialog,
);

readForFirstDraw((queryClient) => {
  const { query, filters, page } = searchOf(window.location.search);
  return prefetchPosts(queryClient, { query, ...filters, page });
});

/** The feed of purchase requests with its filters. */
export function HomePage() {
  const { t } = useLanguage();
  const search = usePostSearch();
  const requireSignIn = useRequireSignIn();
  const [isCreating, setIsCreating] = useState(false);
  useDocumentTitle(search.query ? t('Search: {query}', { query: search.query }) : t('Purchase requests'));
  const create = () => requireSignIn(() => setIsCreating(true), { intent: 'post' });
  useIntent(0, { post: () => setIsCreating(true) });
  return (
    <div className={classes.layout}>
      <SkipToFilters />
      {/* The feed comes first for keyboards and screen readers: the filters have some thirty controls. */}
      <div className={classes.feed}>
        <PromptCard isShort={search.query !== '' || hasFilters(search.filters)} onCreate={create} />
        <ViewerProvider>
          <Feed search={search} onCreate={create} filterButton={<FilterButton search={search} />} />
        </ViewerProvider>
      </div>
      <FilterSidebar search={search} />
      <LazyDialog opened={isCreating}>
        {(opened) => <PostFormDialog opened={opened} onClose={() => setIsCreating(false)} />}
      </LazyDialog>
    </div>
  );
}
