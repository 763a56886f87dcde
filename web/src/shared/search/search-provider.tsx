import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation, type Location } from 'react-router-dom';
import { search as searchText } from '@/shared/address/param.ts';
import { paths } from '@/shared/paths.ts';
import { NewsSearchInputContext, PostSearchInputContext } from './search-input.ts';

const q = searchText();

type Place = Pick<Location, 'pathname' | 'search'>;

/** The submitted search of a page; empty on every other page. */
function queryOn(page: string, { pathname, search }: Place): string {
  return pathname === page ? q.read(...new URLSearchParams(search).getAll('q')) : '';
}

/** The typed text. It follows the submitted one whenever navigation changes that (a link, back, forward). */
function useInputFollowing(page: string, place: Place) {
  const query = queryOn(page, place);
  const [input, setInput] = useState(query);
  const [followed, setFollowed] = useState(query);
  if (followed !== query) {
    setFollowed(query);
    setInput(query);
  }
  // Going back before the page has rendered the previous step leaves the query unchanged, but the typed text must still
  // follow.
  useEffect(() => {
    const follow = () => setInput(queryOn(page, window.location));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [page]);
  return useMemo(() => ({ input, setInput }), [input]);
}

/**
 * Holds the typed text of both searches above the pages; the submitted state lives in the URL, where it can be shared
 * and left by the back button.
 */
export function SearchProvider({ children }: { children: ReactNode }) {
  const place = useLocation();
  const posts = useInputFollowing(paths.home, place);
  const news = useInputFollowing(paths.news, place);
  return (
    <PostSearchInputContext value={posts}>
      <NewsSearchInputContext value={news}>{children}</NewsSearchInputContext>
    </PostSearchInputContext>
  );
}
