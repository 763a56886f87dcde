import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { doIntent, forgetIntent, type Intent } from './intent.ts';
import { originOf } from './sign-in-origin.ts';
import { useCurrentUser } from './use-current-user.ts';

/**
 * Does what was asked for here about a post or a user (`id`, 0 for none) before signing in, once `isReady`. A guest who is back
 * without having signed in has given it up.
 */
export function useIntent(id: number, actions: Partial<Record<Intent, () => void>>, isReady = true): void {
  const { status } = useCurrentUser();
  const { from } = originOf(useLocation());
  const hasLooked = useRef(false);
  // Where a guest went on looking while signing in in another tab, nothing opens: it does so there.
  const [wasGuest, setWasGuest] = useState(false);
  if (status === 'guest' && !wasGuest) setWasGuest(true);
  useEffect(() => {
    if (wasGuest) forgetIntent();
  }, [wasGuest]);
  useEffect(() => {
    // A tab behind the one in which somebody has just verified an address comes here as well.
    if (status !== 'user' || wasGuest || !isReady || hasLooked.current || document.visibilityState === 'hidden') return;
    hasLooked.current = true;
    doIntent(from, id, actions);
  });
}
