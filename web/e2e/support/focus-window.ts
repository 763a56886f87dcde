import type { Page } from '@playwright/test';

/** Tells the page that its window is looked at again, as a browser does for somebody who comes back from another tab. */
export async function focusWindow(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    window.dispatchEvent(new Event('focus'));
  });
}
