/** Applies a style sheet that is only fetched, or loaded and not applied. Resolves also when it cannot be had: a page without style is better than none. */
const apply = (link: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    link.media = '';
    if (link.sheet) return resolve();
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
    if (link.rel !== 'stylesheet') link.rel = 'stylesheet';
  });

/** Resolves when the style sheets that index.html asked for hold; its loading screen did not wait for them. */
export const sheetsApplied: Promise<unknown> = Promise.all(
  [...document.querySelectorAll<HTMLLinkElement>('link[data-sheet]')].map(apply),
);
