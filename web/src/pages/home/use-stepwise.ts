import { startTransition, useEffect, useState } from 'react';

/** How many entries are added at once. */
const STEP = 2;

/** Whether a whole list was drawn since the page was loaded: from then on, lists appear whole, so that going back finds its place. */
let wasDrawn = false;

/**
 * How many entries of a list to draw: on the first visit those that are seen, then the others a few at a time, each in a task
 * of its own, so that a slow processor answers presses and keys in between.
 */
export function useStepwise(count: number, first: number): number {
  const [drawn, setDrawn] = useState(() => (wasDrawn ? Infinity : first));
  const isWhole = count > 0 && drawn >= count;
  useEffect(() => {
    if (isWhole) wasDrawn = true;
    if (isWhole || count === 0) return undefined;
    // A frame for each step: one that has to place many entries is as long as drawing them at once.
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(drawn + STEP)));
    return () => cancelAnimationFrame(frame);
  }, [isWhole, count, drawn]);
  return Math.min(count, drawn);
}
