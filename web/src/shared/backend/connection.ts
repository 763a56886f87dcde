import { useSyncExternalStore } from 'react';

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

/** Reloads the page; without a network, where that would lose the page, as soon as there is one. */
export function reloadPage(): void {
  if (navigator.onLine) window.location.reload();
  else window.addEventListener('online', () => window.location.reload(), { once: true });
}
