import { useEffect, useRef, type RefObject } from 'react';
import { useReducedMotion } from '@mantine/hooks';
import classes from './highlight.module.css';

const HIGHLIGHT_MS = 3_000;

/**
 * Scrolls an element into view and outlines it for 3 s. Pass `ref` and `className` to the element; `onEnd` is called
 * when the outline should be removed.
 */
export function useHighlight<Element extends HTMLElement>(
  isHighlighted: boolean,
  onEnd: () => void,
): { ref: RefObject<Element | null>; className: string | undefined } {
  const ref = useRef<Element>(null);
  const end = useRef(onEnd);
  const isMotionReduced = useReducedMotion();
  useEffect(() => {
    end.current = onEnd;
  }, [onEnd]);
  useEffect(() => {
    if (!isHighlighted) return undefined;
    ref.current?.scrollIntoView({ block: 'center', behavior: isMotionReduced ? 'auto' : 'smooth' });
    const timer = setTimeout(() => end.current(), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [isHighlighted, isMotionReduced]);
  return { ref, className: isHighlighted ? classes.highlighted : undefined };
}
