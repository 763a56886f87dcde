import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';

type PageModule = { default: ComponentType };

const pages = import.meta.glob<PageModule>('../pages/*/*-page.tsx');

const moduleOf = (name: string) => pages[`../pages/${name}/${name}-page.tsx`];

/** Whether the page of this name exists, so that navigation never leads nowhere. */
export function hasPage(name: string): boolean {
  return moduleOf(name) !== undefined;
}

/** A lazily loaded page; a page that does not exist yet has no route, so its path is an unknown one. */
export function page(path: string, name: string): RouteObject[] {
  const load = moduleOf(name);
  return load ? [{ path, lazy: async () => ({ Component: (await load()).default }) }] : [];
}
