/** Applies a style sheet that is only fetched. Resolves also when it cannot be had: a page without style is better than none. */
const apply = (link: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
    link.rel = 'stylesheet';
  });

/** Resolves when the style sheets of index.html hold, which the loading screen did not wait for (web/build/late-sheets.ts). */
export const sheetsApplied: Promise<unknown> = Promise.all(
  [...document.querySelectorAll<HTMLLinkElement>('link[data-sheet]')].map(apply),
);
