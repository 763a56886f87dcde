import { useSyncExternalStore } from 'react';
import { retryDelay } from './retry-delay.ts';

/** The known state of the connection; "waiting" if a request is held back until it returns. */
export type Connection = 'online' | 'offline' | 'waiting';

let waiting = 0;
const listeners = new Set<() => void>();

const tell = () => listeners.forEach((listener) => listener());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function current(): Connection {
  if (waiting > 0) return 'waiting';
  return navigator.onLine ? 'online' : 'offline';
}

/** Subscribes to the state of the connection. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, current);
}

/** Sets the state to "waiting" until `work` settles. Resolves and rejects like it. */
export async function whileWaiting<Result>(work: Promise<Result>): Promise<Result> {
  waiting += 1;
  tell();
  try {
    return await work;
  } finally {
    waiting -= 1;
    tell();
  }
}

/** A request in flight during a network change might never settle. */
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Whether the site answers. `navigator.onLine` cannot tell: it is true while the site is down, and false on a machine
 * without a network that serves the site itself.
 */
export const isSiteThere = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }).then(
    // A short outage of the host does not count as offline.
    ({ ok }) => ok,
    () => false,
  );

/** Resolves when the browser is online again, or after a pause that grows with the number of tries. */
export const untilNextTry = (tries: number): Promise<unknown> =>
  new Promise((resolve) => {
    window.addEventListener('online', resolve, { once: true });
    setTimeout(resolve, retryDelay(tries));
  });

/** Resolves once the site answers. */
export async function untilSiteIsThere(): Promise<void> {
  for (let tries = 0; !(await isSiteThere()); tries += 1) await untilNextTry(tries);
}

/** Reloads the page once the site answers; earlier, the reload would end in a browser error. */
export const reloadPage = (): void => void untilSiteIsThere().then(() => window.location.reload());
