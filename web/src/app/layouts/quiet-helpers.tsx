import { useEffect } from 'react';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { fetchAhead } from '@/shared/lazy/fetch-ahead.ts';
import { keepFocus } from '@/shared/ui/keep-focus.ts';
import { reportGuestVisit } from '@/shared/visit/report-guest-visit.ts';

const installable = async () => (await import('../install/make-installable.ts')).makeInstallable();
// With what a page fetches ahead: not on a first visit before it is used, nor for somebody who saves data. First, so that
// the rest is kept.
if (import.meta.env.PROD) fetchAhead(installable, true);

/** Invisible helpers of every page: they preserve the focus and report a guest's visit once per browser session. */
export function QuietHelpers() {
  const { status } = useCurrentUser();
  useEffect(keepFocus, []);
  useEffect(() => {
    if (status === 'guest') void reportGuestVisit();
  }, [status]);
  return null;
}
