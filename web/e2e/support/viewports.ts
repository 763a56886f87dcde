import { expect, type Page } from '@playwright/test';

/** The widths that the product is made for. */
export const VIEWPORTS = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
} as const;

/** The page fits its width: nothing has to be scrolled sideways. `timeout` (ms) as elsewhere, unless given. */
export async function expectNoSidewaysScroll(page: Page, timeout?: number): Promise<void> {
  // What the page draws otherwise for another width follows a moment after the width.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: 'pixels of content beyond the width',
      timeout,
    })
    .toBeLessThanOrEqual(0);
}
