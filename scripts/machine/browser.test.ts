import { expect, test, vi } from 'vitest';
import { findBrowser, findFirefox, findWebKitDriver } from './browser.mjs';

test('Firefox and WebKit are not found, and named, on a machine without them', async () => {
  vi.stubEnv('PATH', '/nowhere');
  expect([findFirefox(), findWebKitDriver()]).toEqual([undefined, undefined]);
  for (const name of ['firefox', 'webkit'])
    await expect(findBrowser({ BROWSER_NAME: name })).rejects.toThrow(`This machine has no ${name}.`);
  vi.unstubAllEnvs();
});
