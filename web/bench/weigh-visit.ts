import type { Page } from '@playwright/test';
import type { Weighed } from './figures.ts';
import type { PageName } from './options.ts';

/** The phone of Lighthouse. */
export const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** What has to be seen before a page is of use. */
export const STANDING: Record<PageName, string> = {
  home: 'main article',
  'signed-in': 'main article',
  post: 'main article',
  auth: 'main input[type=password]',
};

/** The session of an account of the demo data, and the key under which the page finds it in the storage of the browser. */
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

/** Notes when the page first shows `selector`. Runs in the page, where what tsx gives functions with names is missing. */
function watchFor([selector, name]: readonly [string, string]): void {
  new MutationObserver((_changes, watcher) => {
    if (!document.querySelector(selector)) return;
    Reflect.set(window, name, performance.timeOrigin + performance.now());
    watcher.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

const STANDS_AT = 'standsAt';

/** Kinds of requests, as the protocol of Chromium names them; everything else is an answer. */
const KINDS: Partial<Record<string, 'code' | 'styles' | 'fonts' | 'images'>> = {
  Script: 'code',
  Stylesheet: 'styles',
  Font: 'fonts',
  Image: 'images',
};

/** What belongs to the page that is shown although it may come once that stands; code of other pages comes later, too. */
const COMES_LATER = new Set(['fonts', 'images']);

/**
 * Opens `url` and weighs everything that it loads until the network is quiet: requests (those that browsers make to ask for permission
 * count too), bytes as they were sent, and elements. The page stands when `standing` is in it. The page must be a new one.
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
    (name): [number, number] => [Number(Reflect.get(window, name)), document.querySelectorAll('*').length],
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
