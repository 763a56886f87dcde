import { useEffect, useRef, type RefObject } from 'react';
import { useReducedMotion } from '@mantine/hooks';
import classes from './highlight.module.css';

const LIT_MS = 3_000;

/**
 * Brings an element into view and outlines it for 3 s (B3). Give `ref` and `className` to the element; `onDone` is called
 * when the outline has to go.
 */
export function useLightUp<Element extends HTMLElement>(
  isLit: boolean,
  onDone: () => void,
): { ref: RefObject<Element | null>; className: string | undefined } {
  const ref = useRef<Element>(null);
  const done = useRef(onDone);
  const isMotionReduced = useReducedMotion();
  useEffect(() => {
    done.current = onDone;
  }, [onDone]);
  useEffect(() => {
    if (!isLit) return undefined;
    ref.current?.scrollIntoView({ block: 'center', behavior: isMotionReduced ? 'auto' : 'smooth' });
    const timer = setTimeout(() => done.current(), LIT_MS);
    return () => clearTimeout(timer);
  }, [isLit, isMotionReduced]);
  return { ref, className: isLit ? classes.lit : undefined };
}
