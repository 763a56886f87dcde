import { useNavigate } from 'react-router-dom';
import { SearchFilters } from '@/features/posts/feed/search-filters.tsx';
import { paths } from '@/shared/paths.ts';
import { emptySearch, writeSearch } from '@/shared/search/search-state.ts';
import type { PostSearch } from '@/shared/search/use-post-search.ts';
import classes from './home-page.module.css';

/** The filters of the feed, bound to the URL. */
export function HomeFilters({ search }: { search: PostSearch }) {
  const navigate = useNavigate();
  const handleClear = () => {
    void navigate(paths.home + writeSearch({ ...emptySearch, query: search.query }));
  };
  return (
    <SearchFilters
      filters={search.filters}
      query={search.query}
      placeholder={<div className={classes.filtersToCome} />}
      onCountryChange={search.setCountry}
      onCategoriesChange={search.setCategories}
      onMoreChange={search.setMore}
      onClear={handleClear}
    />
  );
}
