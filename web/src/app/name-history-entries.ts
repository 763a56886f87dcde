import { valueAt } from '@/shared/text/text-at.ts';

/** Gives the entry of the history that is shown a key, under which the router keeps where the page was scrolled to. */
function nameEntry(): void {
  if (valueAt(window.history.state, 'key')) return;
  window.history.replaceState({ ...window.history.state, key: Math.random().toString(36).slice(2) }, '');
}

/**
 * Names the entries that the router did not make: the first of each visit, and those of links within a page. It takes all of them
 * for the same one, so that a page would open where another had been left. Call it before the router is made.
 */
export function nameHistoryEntries(): void {
  nameEntry();
  window.addEventListener('popstate', nameEntry);
}
