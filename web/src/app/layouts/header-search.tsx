import { useLocation } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useNewsSearch } from '@/shared/search/use-news-search.ts';
import { usePostSearch } from '@/shared/search/use-post-search.ts';
import { searchOn } from './nav-entries.ts';
import { SearchBox } from './search-box.tsx';

function PostSearchBox() {
  const { t } = useLanguage();
  return <SearchBox search={usePostSearch()} placeholder={t('Search purchase requests')} />;
}

function NewsSearchBox() {
  const { t } = useLanguage();
  return <SearchBox search={useNewsSearch()} placeholder={t('Search news and events')} />;
}

/** The search box for the current page: posts, news or none. */
export function HeaderSearch() {
  const { pathname } = useLocation();
  const target = searchOn(pathname);
  if (target === 'none') return null;
  return target === 'news' ? <NewsSearchBox /> : <PostSearchBox />;
}
