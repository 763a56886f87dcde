import { useSyncExternalStore } from 'react';
import { todayUtc } from '@domain/quote-status.ts';

const DAY_MS = 86_400_000;

/** Tells at each midnight UTC, and when the tab is seen again: a computer that slept has missed some. */
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

/** The day that counts for how long quotes are valid, as "2026-11-22"; the next one comes by itself. */
export const useToday = (): string => useSyncExternalStore(onNewDay, today);
