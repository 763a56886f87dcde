import type { Page } from '@playwright/test';

/** Tells whether code was asked for, on a page whose time only passes when it is told to. */
export async function watchCode(page: Page): Promise<() => Promise<boolean>> {
  let hasRequest = false;
  page.on('request', (request) => (hasRequest ||= /\/assets\/(?!start-).*\.js$/.test(request.url())));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  // A request is heard of a moment after it was made, a link is there at once.
  return async () => hasRequest || (await page.locator('link[rel=modulepreload]').count()) > 0;
}
