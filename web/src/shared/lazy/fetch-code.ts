/** What has been fetched once is there without a network, too. */
const fetched = new WeakSet<() => Promise<unknown>>();

/** Resolves when the browser finds a network again. */
export const untilOnline = (): Promise<unknown> =>
  new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));

/**
 * Fetches code, and remembers that it is here. Without a network it is not asked for before there is one: most browsers keep the failure
 * of an `import()`, Chromium up to 153 among them, and answer with it until the page is reloaded. Rejects as `load` does.
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  if (!navigator.onLine && !fetched.has(load)) await untilOnline();
  const code = await load();
  fetched.add(load);
  return code;
}
