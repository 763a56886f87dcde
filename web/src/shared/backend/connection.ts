import { useSyncExternalStore } from 'react';
import { retryDelay } from './retry-delay.ts';

/** Whether something can be fetched, as far as is known, and whether something that was asked for waits until it can. */
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

/** The state of the connection, followed. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, current);
}

/** Shows that something waits for the connection as long as `work` lasts. Resolves and rejects as it does. */
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

/** A question that was on its way when the network changed may never be answered. */
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Whether the site answers. Asked of the site and not of `navigator.onLine`, which knows nothing of it: it is true where the site is
 * down, and false on a machine without a network that serves the site itself.
 */
export const isSiteThere = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }).then(
    // A host that is down for a moment has lost nothing.
    ({ ok }) => ok,
    () => false,
  );

/** Resolves when the browser finds a network again, and after a pause that grows with the tries. */
export const untilNextTry = (tries: number): Promise<unknown> =>
  new Promise((resolve) => {
    window.addEventListener('online', resolve, { once: true });
    setTimeout(resolve, retryDelay(tries));
  });

/** Resolves when the site answers. */
export async function untilSiteIsThere(): Promise<void> {
  for (let tries = 0; !(await isSiteThere()); tries += 1) await untilNextTry(tries);
}

/** Reloads the page, as soon as that does not lose it. */
export const reloadPage = (): void => void untilSiteIsThere().then(() => window.location.reload());
