import type { Page } from '@playwright/test';

/** At which height the first elements of these selectors stand and how high they are; a place of zeros for what is not there. */
export const placesOf = (page: Page, parts: readonly string[]) =>
  page.evaluate(
    (selectors) =>
      selectors.map((part) => {
        const { y, height } = document.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
        return { part, y, height };
      }),
    parts,
  );
