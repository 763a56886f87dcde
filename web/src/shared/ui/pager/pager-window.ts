/** Number of page buttons, and their number on phones. */
export const BUTTONS = 5;
export const BUTTONS_NARROW = 3;

/** The page buttons to show, ascending, and whether pages before or after them are skipped. */
export type PagerWindow = { pages: number[]; skipsBefore: boolean; skipsAfter: boolean };

/** The page buttons of a pager: up to `buttons` around the current page. Pages start at 1. */
export function pagerWindow(page: number, pageCount: number, buttons: number): PagerWindow {
  const shown = Math.min(buttons, pageCount);
  const first = Math.min(Math.max(1, page - Math.floor(shown / 2)), pageCount - shown + 1);
  const pages = Array.from({ length: shown }, (_, index) => first + index);
  return { pages, skipsBefore: first > 1, skipsAfter: first + shown - 1 < pageCount };
}
