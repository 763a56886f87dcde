import { isNetworkFailure } from '@/shared/errors/app-error.ts';
import { isSiteThere, untilNextTry, whileWaiting } from '@/shared/backend/connection.ts';
import { fetchCode } from './fetch-code.ts';

const RELOADED_AT = 'reloadedAt';
const RELOAD_AGAIN_MS = 10_000;

/** Refetches style sheets that failed: the bundler requests each only once, and the code would render unstyled. */
async function renewStyleSheets(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    (link) => link.sheet === null,
  );
  await Promise.all(
    failed.map((link) => {
      const again = link.cloneNode();
      const settled = new Promise((resolve, reject) => {
        again.addEventListener('load', resolve);
        again.addEventListener('error', () => reject(new TypeError(`Failed to fetch ${link.href}`)));
      });
      link.replaceWith(again);
      return settled;
    }),
  );
}

/** Whether to reload the page: not if a recent reload did not help. */
function mayReload(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_AGAIN_MS) return false;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  return true;
}

async function tryAgain<Code>(load: () => Promise<Code>, failure: unknown): Promise<Code> {
  let error = failure;
  let misses = 0;
  for (let tries = 0; ; tries += 1) {
    if (!isNetworkFailure(error)) throw error;
    if (!(await isSiteThere())) await untilNextTry(tries);
    else if ((misses += 1) > 1) {
      if (!mayReload()) throw error;
      window.location.reload();
      return new Promise(() => undefined);
    }
    try {
      await renewStyleSheets();
      return await fetchCode(load);
    } catch (next) {
      error = next;
    }
  }
}

/**
 * Loads code; offline it waits for the connection while the page stays as it is. If the site answers but the file is
 * gone, a new version was deployed: the page is reloaded, at most once in 10 s. Rejects if that did not help or the
 * code itself fails.
 */
export function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  const fetching = fetchCode(load);
  return (navigator.onLine ? fetching : whileWaiting(fetching)).catch((error: unknown) =>
    whileWaiting(tryAgain(load, error)),
  );
}
