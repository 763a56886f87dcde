import type { Page } from '@playwright/test';
import type { Weighed } from './figures.ts';
import type { PageName } from './options.ts';

/** Lighthouse's phone. */
export const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Selector of the content that makes each page usable. */
export const STANDING: Record<PageName, string> = {
  home: 'main article',
  'signed-in': 'main article',
  post: 'main article',
  auth: 'main input[type=password]',
  news: 'main article',
  'news-item': 'main article',
  user: 'main article',
  feedback: 'main form',
};

/** A session of a demo account, and its key in the browser's storage. */
export async function sessionOf(
  { supabaseUrl, publishableKey }: { supabaseUrl: string; publishableKey: string },
  email: string,
): Promise<{ key: string; session: string }> {
  const response = await fetch(`${supabaseUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: 'Demo1234!' }),
  });
  if (!response.ok) throw new Error(`${email} cannot sign in: ${await response.text()}`);
  return {
    key: `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`,
    session: await response.text(),
  };
}

/**
 * Records when the page first shows `selector`. Runs in the page, without tsx's helpers, so it must not define named
 * functions.
 */
function watchFor([selector, name]: readonly [string, string]): void {
  new MutationObserver((_changes, watcher) => {
    if (!document.querySelector(selector)) return;
    Reflect.set(window, name, performance.timeOrigin + performance.now());
    watcher.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

const STANDS_AT = 'standsAt';

/** Request types of Chromium's protocol; all others count as answers. */
const KINDS: Partial<Record<string, 'code' | 'styles' | 'fonts' | 'images'>> = {
  Script: 'code',
  Stylesheet: 'styles',
  Font: 'fonts',
  Image: 'images',
};

/** Resources of the current page that can load after it is usable; code of other pages comes later, too. */
const COMES_LATER = new Set(['fonts', 'images']);

/**
 * Opens `url` and weighs everything that it loads until the network is idle: requests (including CORS preflights),
 * transferred bytes, and elements. The page is usable once `standing` matches. It must be a new page.
 */
export async function weighVisit(page: Page, url: string, standing: string): Promise<Weighed & { urls: string[] }> {
  const session = await page.context().newCDPSession(page);
  const begun = new Map<string, { at: number; kind: keyof typeof bytes; bytes: number; url: string }>();
  const bytes = { code: 0, styles: 0, fonts: 0, images: 0, answers: 0 };
  session.on('Network.requestWillBeSent', ({ requestId, request: { url: address }, type = '', wallTime }) => {
    if (address.startsWith('http'))
      begun.set(requestId, {
        at: wallTime * 1000,
        kind: KINDS[type] ?? 'answers',
        bytes: 0,
        url: `${type} ${address}`,
      });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = begun.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await session.send('Network.enable');
  await page.addInitScript(watchFor, [standing, STANDS_AT] as const);
  await page.goto(url);
  await page.waitForFunction((name) => Reflect.has(window, name), STANDS_AT, { polling: 50 });
  await page.waitForLoadState('networkidle');
  const [standsAt, elements] = await page.evaluate(
    // A slow machine has already fetched more of the later files by then.
    (name): [number, number] => [
      Number(Reflect.get(window, name)),
      document.querySelectorAll('*:not(link[rel="modulepreload"])').length,
    ],
    STANDS_AT,
  );
  await session.detach();
  const requests = [...begun.values()];
  for (const { at, kind, bytes: size } of requests) if (at < standsAt || COMES_LATER.has(kind)) bytes[kind] += size;
  return {
    requestsBefore: requests.filter(({ at }) => at < standsAt).length,
    requests: requests.length,
    ...bytes,
    elements,
    urls: requests.map(({ url: each, bytes: size }) => `${each} ${size}`),
  };
}
