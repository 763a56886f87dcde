import { useSyncExternalStore } from 'react';

export const TOAST_DURATION_MS = 5_000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = 'F8';

export type ToastOptions = {
  title: string;
  message?: string;
  kind?: 'default' | 'destructive';
  action?: { label: string; onClick: () => void };
};
export type ToastEntry = ToastOptions & { id: number };

let current: ToastEntry | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: ToastEntry | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a toast, replacing the current one: people wait for the result of their last action. */
export function toast(options: ToastOptions): void {
  lastId += 1;
  set({ ...options, id: lastId });
}

/** Removes the toast with this id, or the current one. */
export function dismissToast(id?: number): void {
  if (current !== null && (id === undefined || current.id === id)) set(null);
}

/** The current toast, or null. */
export function useCurrentToast(): ToastEntry | null {
  return useSyncExternalStore(subscribe, () => current);
}
