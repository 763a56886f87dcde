import { valueAt } from '@/shared/text/text-at.ts';

/** Under which the session's storage keeps where each entry of the history was scrolled to. */
export const PLACES = 'places';

/** For how long what a page shows may still be coming. */
const COMING_MS = 5000;

const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

const nameOfEntry = () => valueAt(window.history.state, 'key');

/**
 * Brings a page that is loaded again, as phones do with one that was out of sight, to where it was left, and holds it there while it
 * grows: the router scrolls once, when the places of what comes are shorter than what comes. It ends when the person acts, another
 * page is opened or all must have come.
 */
export function keepPlace(): void {
  const name = nameOfEntry();
  const place = valueAt(JSON.parse(sessionStorage.getItem(PLACES) ?? 'null'), String(name));
  if (typeof place !== 'number' || place === 0) return;
  const observer = new ResizeObserver(() => {
    if (nameOfEntry() === name) window.scrollTo(0, place);
    else stop();
  });
  const stop = () => observer.disconnect();
  observer.observe(document.body);
  for (const act of ACTS) window.addEventListener(act, stop, { once: true, capture: true, passive: true });
  setTimeout(stop, COMING_MS);
}
