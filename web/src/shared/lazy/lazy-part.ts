import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { lateCode } from './late-code.ts';

/**
 * A part of a page whose code comes when the part is first shown, or before that while the browser is idle. Without a connection
 * it stays pending until there is one.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const loadPart = lateCode(load);
  return lazy(async () => ({ default: await loadPart() }));
}
