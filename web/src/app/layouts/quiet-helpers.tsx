import { useEffect } from 'react';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { keepFocus } from '@/shared/ui/keep-focus.ts';
import { reportGuestVisit } from '@/shared/visit/guest-visit.ts';

/**
 * What goes on beside every page and shows nothing: keeps the focus in place, and reports a guest's visit once per browser session.
 */
export function QuietHelpers() {
  const { status } = useCurrentUser();
  useEffect(keepFocus, []);
  useEffect(() => {
    if (status === 'guest') void reportGuestVisit();
  }, [status]);
  return null;
}
