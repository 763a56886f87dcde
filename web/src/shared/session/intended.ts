import type { Intent } from './intent.ts';
import { useIntent } from './use-intent.ts';

type IntendedProps = { id: number; actions: Partial<Record<Intent, () => void>>; isReady?: boolean };

/** `useIntent` as an element, for the one list entry that an intent is about. Renders nothing. */
export function Intended({ id, actions, isReady }: IntendedProps) {
  useIntent(id, actions, isReady);
  return null;
}
