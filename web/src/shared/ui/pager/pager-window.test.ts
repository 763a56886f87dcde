import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUTTONS, BUTTONS_NARROW, pagerWindow } from './pager-window.ts';

describe('the page buttons', () => {
  test('the page buttons are 5, and 3 on phones', () => {
    expect([BUTTONS, BUTTONS_NARROW]).toEqual([5, 3]);
  });

  test('the page buttons are all pages when there is room', () => {
    expect(pagerWindow(2, 5, 5)).toEqual({ pages: [1, 2, 3, 4, 5], skipsBefore: false, skipsAfter: false });
    expect(pagerWindow(1, 2, 3)).toEqual({ pages: [1, 2], skipsBefore: false, skipsAfter: false });
  });

  test('the page buttons surround the current page', () => {
    expect(pagerWindow(1, 12, 5)).toEqual({ pages: [1, 2, 3, 4, 5], skipsBefore: false, skipsAfter: true });
    expect(pagerWindow(6, 12, 5)).toEqual({ pages: [4, 5, 6, 7, 8], skipsBefore: true, skipsAfter: true });
    expect(pagerWindow(12, 12, 5)).toEqual({ pages: [8, 9, 10, 11, 12], skipsBefore: true, skipsAfter: false });
    expect(pagerWindow(6, 12, 3)).toEqual({ pages: [5, 6, 7], skipsBefore: true, skipsAfter: true });
  });

  test('the page buttons hold the current page, are consecutive and in range, whatever the numbers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.constantFrom(3, 5),
        (a, b, buttons) => {
          const [page, pageCount] = [Math.min(a, b), Math.max(a, b)];
          const { pages, skipsBefore, skipsAfter } = pagerWindow(page, pageCount, buttons);
          const first = pages[0] ?? 0;
          const last = pages.at(-1) ?? 0;
          expect(pages).toHaveLength(Math.min(buttons, pageCount));
          expect(pages).toContain(page);
          expect(last - first).toBe(pages.length - 1);
          expect(skipsBefore).toBe(first > 1);
          expect(skipsAfter).toBe(last < pageCount);
          expect(first).toBeGreaterThanOrEqual(1);
          expect(last).toBeLessThanOrEqual(pageCount);
        },
      ),
    );
  });
});
