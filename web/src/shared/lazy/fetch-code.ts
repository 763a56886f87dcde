import { untilSiteIsThere } from '@/shared/backend/connection.ts';

/** Code that is in the browser and needs no network. */
const fetched = new WeakSet<() => Promise<unknown>>();

/** Whether the service worker answers for the files of the page: those that it keeps, others when there is a network. */
const hasWorker = (): boolean => Boolean(navigator.serviceWorker?.controller);

/**
 * Fetches code and remembers that it is loaded. While the browser is offline it waits for the site to answer: most
 * browsers, including Chromium up to 153, cache a failed `import()` until the page is reloaded. Rejects like `load`.
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  if (!navigator.onLine && !hasWorker() && !fetched.has(load)) await untilSiteIsThere();
  const code = await load();
  fetched.add(load);
  return code;
}
