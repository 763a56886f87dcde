import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { fetchAhead, startFetchingAhead } from '@/shared/code/fetch-ahead.ts';
import { loadCode } from '@/shared/code/load-code.ts';

type PageModule = { default: ComponentType };

const pages = import.meta.glob<PageModule>('../pages/*/*-page.tsx');

const moduleOf = (name: string) => pages[`../pages/${name}/${name}-page.tsx`];

/** Whether the page of this name exists, so that navigation never leads nowhere. */
export function hasPage(name: string): boolean {
  return moduleOf(name) !== undefined;
}

/** A lazily loaded page, which leaves the one before on the screen as long as there is no connection; a page that does not exist yet has no route, so its path is an unknown one. */
export function page(path: string, name: string): RouteObject[] {
  const load = moduleOf(name);
  return load ? [{ path, lazy: async () => ({ Component: (await loadCode(load)).default }) }] : [];
}

/** Where people go from the feed. */
const LIKELY_PAGES = ['post', 'auth', 'account', 'news', 'user', 'feedback', 'profile'];

/** Fetches the code of likely pages and dialogs from now on, while the browser is idle. */
export function fetchLikelyPages(): void {
  startFetchingAhead();
  for (const name of LIKELY_PAGES) {
    const load = moduleOf(name);
    if (load) fetchAhead(load);
  }
}
