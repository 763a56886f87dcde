import { untilSiteIsThere } from '@/shared/backend/connection.ts';

/** What has been fetched once is there without a network, too. */
const fetched = new WeakSet<() => Promise<unknown>>();

/**
 * Fetches code, and remembers that it is here. Where the browser sees no network it is not asked for before the site answers: most
 * browsers keep the failure of an `import()`, Chromium up to 153 among them, and answer with it until the page is reloaded. Rejects as
 * `load` does.
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  if (!navigator.onLine && !fetched.has(load)) await untilSiteIsThere();
  const code = await load();
  fetched.add(load);
  return code;
}
