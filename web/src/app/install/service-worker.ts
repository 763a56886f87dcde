/**
 * The service worker of the installed page, which is /sw.js (web/build/service-worker.ts). It keeps the files of the
 * build, and the page itself without anything of anybody; every other request passes it by.
 */

declare const self: ServiceWorkerGlobalScope;
/** Written by the build: what tells two builds apart, and the files that index.html names. */
declare const BUILD: { version: string; files: readonly string[] };

const { version, files } = BUILD;
const CACHE = `page-${version}`;
/** An address whose page has no head of its own (deploy/page-head.mjs), so that no content is kept with it. */
const SHELL = '/profile';
const ASSETS = '/assets/';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([SHELL, ...files])));
});

// A new version waits until no page of the old one is open, whose files it deletes.
self.addEventListener('activate', (event) => {
  const activate = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(activate());
});

// Files that a page had loaded before its worker was there.
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  if (!Array.isArray(event.data)) return;
  const named = event.data.map(String).filter(isAsset);
  event.waitUntil(Promise.allSettled(named.map((file) => assetOf(event, new Request(file)))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(pageOf(event));
  else if (isAsset(request.url)) event.respondWith(assetOf(event, request));
});

/** The page of the site, so that a new version is there at the next start; without a network the one that was kept. */
async function pageOf({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    const preloaded: unknown = await preloadResponse;
    return preloaded instanceof Response ? preloaded : await fetch(request);
  } catch (error) {
    const kept = await caches.match(SHELL);
    if (kept) return kept;
    throw error;
  }
}

function isAsset(address: string): boolean {
  const { origin, pathname } = new URL(address, self.location.origin);
  return origin === self.location.origin && pathname.startsWith(ASSETS);
}

const NEXT_TRY_MS = 2_000;

/** Fetches a file, offline as soon as there is a network: a failed `import()` would fail until the page is reloaded. */
async function fetchOnceOnline(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (navigator.onLine) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, NEXT_TRY_MS));
  return fetchOnceOnline(request);
}

/** Keeps a file. A full disk refuses it, which is no reason to refuse the page its file. */
async function keep(address: string, answer: Response): Promise<void> {
  try {
    await (await caches.open(CACHE)).put(address, answer);
  } catch {
    // Fetched again the next time.
  }
}

/** A file of the build. It never changes under its name. */
async function assetOf(event: ExtendableEvent, request: Request): Promise<Response> {
  // Without a cache, too, the page gets its files.
  const kept = await caches.match(request.url).catch(() => undefined);
  if (kept) return kept;
  const answer = await fetchOnceOnline(request);
  if (answer.status === 200) event.waitUntil(keep(request.url, answer.clone()));
  return answer;
}
