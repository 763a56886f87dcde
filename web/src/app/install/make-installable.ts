/** The addresses of the files that the page has loaded so far. */
const loaded = () => performance.getEntriesByType('resource').map(({ name }) => name);

/**
 * Lets browsers offer to install the page, and starts its service worker, with which it opens without a network. A first
 * visit has no use for either, so index.html names neither.
 */
export async function makeInstallable(): Promise<void> {
  const manifest = document.createElement('link');
  manifest.rel = 'manifest';
  manifest.href = '/manifest.json';
  document.head.append(manifest);
  // Not over plain http, nor in some private windows.
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/sw.js');
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(loaded());
}
