import { valueAt } from '@/shared/text/text-at.ts';

/** Key in session storage of the scroll positions per history entry. */
export const PLACES = 'places';

/** Maximum time for which late content can still arrive. */
const COMING_MS = 5000;

const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

const nameOfEntry = () => valueAt(window.history.state, 'key');

/**
 * Restores the scroll position of a reloaded page (phones reload pages from the background) and holds it while the page
 * grows. The router scrolls only once, while placeholders are shorter than the content. Stops on user input, on
 * navigation, or after a timeout.
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
