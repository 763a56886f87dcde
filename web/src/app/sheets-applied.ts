import { readStartValues } from '@/shared/start-values.ts';

/** Applies a style sheet that is only fetched, or loaded and not applied. Resolves also when it cannot be had: a page without style is better than none. */
const apply = (link: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    link.media = '';
    if (link.sheet) return resolve();
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
    if (link.rel !== 'stylesheet') link.rel = 'stylesheet';
  });

/** Those that index.html asked for; and those that it could not ask for, before all others, so that those of pages hold over them. */
function sheetsOfEveryPage(): HTMLLinkElement[] {
  const asked = [...document.querySelectorAll<HTMLLinkElement>('link[data-sheet]')];
  const { sheets = [] } = readStartValues();
  const missing = sheets
    .filter((href) => asked.every((link) => link.getAttribute('href') !== href))
    .map((href) => Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href }));
  document.head.prepend(...missing);
  return [...missing, ...asked];
}

/** Resolves when the style sheets of every page hold; the loading screen did not wait for them. */
export const sheetsApplied: Promise<unknown> = Promise.all(sheetsOfEveryPage().map(apply));
