import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { fetchAhead } from '@/shared/lazy/fetch-ahead.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import type { RareName } from './rare-pages.ts';

type LoadModule<Name extends string> = () => Promise<Record<Name, ComponentType>>;

/**
 * The route of a page from its path, component name and module, which is loaded on navigation. Offline, the previous
 * page stays on screen.
 */
export function page<Name extends string>(path: string, name: Name, load: LoadModule<Name>): RouteObject {
  return { path, lazy: async () => ({ Component: (await loadCode(load))[name] }) };
}

/** The route of a page that is likely to follow the feed: its code is prefetched while the browser is idle. */
export function likelyPage<Name extends string>(path: string, name: Name, load: LoadModule<Name>): RouteObject {
  fetchAhead(load);
  return page(path, name, load);
}

/** The `lazy` of a route for a rarely opened page, whose list of files is loaded on demand, too. */
export const rareCode = (name: RareName) => async () => ({
  Component: await loadCode(async () => (await import('./rare-pages.ts')).loadRare(name)),
});

/** The route of a rarely opened page. */
export const rarePage = (path: string, name: RareName): RouteObject => ({ path, lazy: rareCode(name) });
