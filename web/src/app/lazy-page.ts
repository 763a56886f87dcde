import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { fetchAhead } from '@/shared/lazy/fetch-ahead.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import type { RareName } from './rare-pages.ts';

type LoadModule<Name extends string> = () => Promise<Record<Name, ComponentType>>;

/**
 * The route of a page: its path, the name of the component, and the module that exports it, which is loaded when the page is
 * opened. As long as there is no connection, the page before it stays on the screen.
 */
export function page<Name extends string>(path: string, name: Name, load: LoadModule<Name>): RouteObject {
  return { path, lazy: async () => ({ Component: (await loadCode(load))[name] }) };
}

/** The route of a page where people go from the feed: its code comes while the browser is idle. */
export function likelyPage<Name extends string>(path: string, name: Name, load: LoadModule<Name>): RouteObject {
  fetchAhead(load);
  return page(path, name, load);
}

/** For `lazy` of a route: what few people open, and of which files it consists is known once it is. */
export const rareCode = (name: RareName) => async () => ({
  Component: await loadCode(async () => (await import('./rare-pages.ts')).loadRare(name)),
});

/** The route of a page that few people open. */
export const rarePage = (path: string, name: RareName): RouteObject => ({ path, lazy: rareCode(name) });
