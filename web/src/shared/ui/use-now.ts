import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** The present moment in milliseconds, kept up to date by the minute until `until` has come and exactly at that moment; null needs no clock. */
export function useNow(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null || now >= until) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(until - now, MINUTE));
    return () => clearTimeout(timer);
  }, [until, now]);
  return now;
}
