import { valueAt } from '@/shared/text/text-at.ts';

/** Gives the current history entry a key, under which the router stores its scroll position. */
function nameEntry(): void {
  if (valueAt(window.history.state, 'key')) return;
  window.history.replaceState({ ...window.history.state, key: Math.random().toString(36).slice(2) }, '');
}

/**
 * Names history entries that the router did not create: the first of each visit, and those of anchor links. The router
 * treats all of them as one, so that a page would open at the scroll position of another. Call it before creating the
 * router.
 */
export function nameHistoryEntries(): void {
  nameEntry();
  window.addEventListener('popstate', nameEntry);
}
