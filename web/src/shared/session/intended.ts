import type { Intent } from './intent.ts';
import { useIntent } from './use-intent.ts';

type IntendedProps = { id: number; actions: Partial<Record<Intent, () => void>>; isReady?: boolean };

/** `useIntent` as an element, for the one entry of a list that something was asked for about. Shows nothing. */
export function Intended({ id, actions, isReady }: IntendedProps) {
  useIntent(id, actions, isReady);
  return null;
}
