/** The addresses of the files that the page has loaded so far. */
const loaded = () => performance.getEntriesByType('resource').map(({ name }) => name);

/** Resolves once the worker runs, or once its installation has failed: `ready` would then wait forever. */
const settled = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve();
    };
    worker.addEventListener('statechange', look);
    look();
  });

/**
 * Lets browsers offer to install the page, and starts its service worker, with which it opens without a network. A first
 * visit has no use for either, so index.html names neither. Resolves also when the worker cannot be installed.
 */
export async function makeInstallable(): Promise<void> {
  const manifest = document.createElement('link');
  manifest.rel = 'manifest';
  manifest.href = '/manifest.json';
  document.head.append(manifest);
  // Not over plain http, nor in some private windows.
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register('/sw.js');
  const first = registration.active ? null : (registration.installing ?? registration.waiting);
  if (first) await settled(first);
  registration.active?.postMessage(loaded());
}
