import { useSyncExternalStore } from 'react';

let isLive = false;
const listeners = new Set<() => void>();

/** Says whether changes arrive by themselves; called by the live connection. */
export function setLive(next: boolean): void {
  isLive = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether changes arrive by themselves, so that clocks can be slow. */
export const useIsLive = (): boolean => useSyncExternalStore(subscribe, () => isLive);
