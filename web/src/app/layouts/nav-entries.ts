import { msg } from '@/shared/i18n/msg.ts';
import { paths } from '@/shared/paths.ts';

/** The two entries of the main navigation. */
export const navEntries = [
  { label: msg('Home'), to: paths.home },
  { label: msg('News / Events'), to: paths.news },
] as const;

/** Whether an entry is active: Home on an exact match, News / Events also on its items. */
export function isActiveEntry(to: string, pathname: string): boolean {
  return to === paths.home ? pathname === to : pathname === to || pathname.startsWith(`${to}/`);
}

const pathsWithoutSearch: readonly string[] = [paths.terms, paths.privacy, paths.feedback];

/** The subject of the header search on a path: none, news or posts. */
export function searchOn(pathname: string): 'none' | 'news' | 'posts' {
  const path = pathname.replace(/\/+$/, '') || paths.home;
  if (path === paths.news) return 'news';
  if (pathsWithoutSearch.includes(path) || path.startsWith(`${paths.news}/`)) return 'none';
  return 'posts';
}
