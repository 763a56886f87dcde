import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/**
 * The current time in milliseconds, updated every minute until `until` and exactly at that instant; null needs no
 * timer.
 */
export function useNow(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null || now >= until) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(until - now, MINUTE));
    return () => clearTimeout(timer);
  }, [until, now]);
  return now;
}
