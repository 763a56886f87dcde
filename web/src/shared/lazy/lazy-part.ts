import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { fetchAhead } from './fetch-ahead.ts';
import { loadCode } from './load-code.ts';

/**
 * A part of a page whose code comes when the part is first shown, or before that while the browser is idle. Without a connection
 * it stays pending until there is one.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  fetchAhead(load);
  return lazy(async () => ({ default: await loadCode(load) }));
}
