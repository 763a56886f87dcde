import { readStartValues } from '@/shared/start-values.ts';

/**
 * Applies a style sheet that was preloaded, or loaded for another medium. Also resolves on failure: a page without
 * style is better than none.
 */
const apply = (link: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    link.media = '';
    if (link.sheet) return resolve();
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
    if (link.rel !== 'stylesheet') link.rel = 'stylesheet';
  });

/**
 * The sheets that index.html requested, then missing ones, inserted first so that the sheets of pages override them.
 */
function sheetsOfEveryPage(): HTMLLinkElement[] {
  const asked = [...document.querySelectorAll<HTMLLinkElement>('link[data-sheet]')];
  const { sheets = [] } = readStartValues();
  const missing = sheets
    .filter((href) => asked.every((link) => link.getAttribute('href') !== href))
    .map((href) => Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href }));
  document.head.prepend(...missing);
  return [...missing, ...asked];
}

/** Resolves once the style sheets of every page are applied; the loading screen did not wait for them. */
export const sheetsApplied: Promise<unknown> = Promise.all(sheetsOfEveryPage().map(apply));
