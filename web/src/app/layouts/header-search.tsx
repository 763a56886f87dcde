import { useLocation } from 'react-router-dom';
import { useNewsSearch } from '@/shared/search/use-news-search.ts';
import { usePostSearch } from '@/shared/search/use-post-search.ts';
import { searchOn } from './nav-entries.ts';
import { SearchBox } from './search-box.tsx';

function PostSearchBox() {
  return <SearchBox search={usePostSearch()} placeholder="Search purchase requests" />;
}

function NewsSearchBox() {
  return <SearchBox search={useNewsSearch()} placeholder="Search news and events" />;
}

/** The search box that fits the page: posts, news or none. */
export function HeaderSearch() {
  const { pathname } = useLocation();
  const target = searchOn(pathname);
  if (target === 'none') return null;
  return target === 'news' ? <NewsSearchBox /> : <PostSearchBox />;
}
