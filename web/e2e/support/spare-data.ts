import type { BrowserContext } from '@playwright/test';

/** Pages of this browser belong to somebody who saves data: no code is fetched before it is needed. */
export const spareData = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
