import { useSyncExternalStore } from 'react';
import { todayUtc } from '@domain/quote-status.ts';

const DAY_MS = 86_400_000;

/** Notifies at each UTC midnight, and when the tab becomes visible again: timers do not run while a computer sleeps. */
function onNewDay(tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        tell();
        wait();
      },
      DAY_MS - (Date.now() % DAY_MS),
    );
  };
  wait();
  document.addEventListener('visibilitychange', tell);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tell);
  };
}

const today = () => todayUtc();

/** The UTC day that decides which quotes are valid, as "2026-11-22"; updates at midnight. */
export const useToday = (): string => useSyncExternalStore(onNewDay, today);
