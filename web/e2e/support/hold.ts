import type { Page } from '@playwright/test';

/** Holds back every request that matches until the returned function is called; then they go on. */
export async function hold(page: Page, pattern: string | RegExp): Promise<() => void> {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
