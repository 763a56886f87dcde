import { startTransition, useEffect, useState } from 'react';

/** Number of entries per step. */
const STEP = 2;

/**
 * Whether a full list has rendered since the page was loaded. From then on lists render at once, so that Back finds its
 * scroll position.
 */
let wasDrawn = false;

/**
 * How many entries of a list to render: on the first visit those above the fold, then a few more per step. Each step is
 * a task of its own, so that a slow CPU handles input in between.
 */
export function useStepwise(count: number, first: number): number {
  const [drawn, setDrawn] = useState(() => (wasDrawn ? Infinity : first));
  const isWhole = count > 0 && drawn >= count;
  useEffect(() => {
    if (isWhole) wasDrawn = true;
    if (isWhole || count === 0) return undefined;
    // One frame per step: a frame that lays out many entries would take as long as rendering them at once.
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(drawn + STEP)));
    return () => cancelAnimationFrame(frame);
  }, [isWhole, count, drawn]);
  return Math.min(count, drawn);
}
