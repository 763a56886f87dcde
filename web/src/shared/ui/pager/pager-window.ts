/** How many page buttons there are, and how many on phones. */
export const BUTTONS = 5;
export const BUTTONS_NARROW = 3;

/** The page buttons to show: numbers in order, and whether pages are skipped before and after them. */
export type PagerWindow = { pages: number[]; skipsBefore: boolean; skipsAfter: boolean };

/** Which page buttons a pager shows: up to `buttons` around the current page. Pages count from 1. */
export function pagerWindow(page: number, pageCount: number, buttons: number): PagerWindow {
  const shown = Math.min(buttons, pageCount);
  const first = Math.min(Math.max(1, page - Math.floor(shown / 2)), pageCount - shown + 1);
  const pages = Array.from({ length: shown }, (_, index) => first + index);
  return { pages, skipsBefore: first > 1, skipsAfter: first + shown - 1 < pageCount };
}
