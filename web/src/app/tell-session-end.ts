import { originOf } from '@/shared/session/sign-in-origin.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { paths } from '@/shared/paths.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { router } from './router.tsx';

/** Leads to the login page, which says why, and back from there; a page that showed nobody yet goes on as a guest's. */
export function tellSessionEnd(wasShown: boolean): void {
  if (!wasShown) return toast({ title: msg('Your session has ended. Please log in again.'), kind: 'destructive' });
  const { location } = router.state;
  // A guarded page has left by itself.
  if (location.pathname !== paths.auth())
    void router.navigate(paths.auth(), { replace: true, state: originOf(location) });
}
