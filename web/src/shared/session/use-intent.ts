import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { doIntent, forgetEarlierIntent, type Intent } from './intent.ts';
import { originOf } from './sign-in-origin.ts';
import { useCurrentUser } from './use-current-user.ts';

/**
 * Runs the stored intent for a post or user (`id`, 0 for none) after the sign-in, once `isReady`. For a guest it deletes
 * the intent of an earlier page.
 */
export function useIntent(id: number, actions: Partial<Record<Intent, () => void>>, isReady = true): void {
  const { status } = useCurrentUser();
  const { from } = originOf(useLocation());
  const hasLooked = useRef(false);
  // If the guest signs in in another tab, the intent runs there, not in the page they left open.
  const [wasGuest, setWasGuest] = useState(false);
  if (status === 'guest' && !wasGuest) setWasGuest(true);
  useEffect(() => {
    if (wasGuest) forgetEarlierIntent();
  }, [wasGuest]);
  useEffect(() => {
    // A background tab also gets here when its user verifies an address in another tab.
    if (status !== 'user' || wasGuest || !isReady || hasLooked.current || document.visibilityState === 'hidden') return;
    hasLooked.current = true;
    doIntent(from, id, actions);
  });
}
