import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { lateCode } from './late-code.ts';

/** A lazy component that is prefetched while the browser is idle. Offline it suspends until the connection returns. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const loadPart = lateCode(load);
  return lazy(async () => ({ default: await loadPart() }));
}
