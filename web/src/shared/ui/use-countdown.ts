import { useEffect, useState } from 'react';

const SECOND = 1000;

/** Counts down to zero in seconds, initially from `initialSeconds()`; `start(n)` restarts it. */
export function useCountdown(initialSeconds: () => number): { seconds: number; start: (seconds: number) => void } {
  const [endsAt, setEndsAt] = useState(() => Date.now() + initialSeconds() * SECOND);
  const [now, setNow] = useState(() => Date.now());
  const seconds = Math.max(0, Math.ceil((endsAt - now) / SECOND));
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [isRunning, endsAt]);
  const start = (length: number) => {
    setNow(Date.now());
    setEndsAt(Date.now() + length * SECOND);
  };
  return { seconds, start };
}
