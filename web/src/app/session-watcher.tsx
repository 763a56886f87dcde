import { lazy, Suspense, useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { startSessionSync } from '@/shared/session/sync-session.ts';
import { writeProfileCopy } from '@/shared/session/profile-copy.ts';
import { originOf } from '@/shared/session/sign-in-origin.ts';
import { awaitsSecondStep, currentUserQueryOptions } from '@/shared/session/use-current-user.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { paths } from '@/shared/paths.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { router } from './routes.tsx';

/**
 * Redirects to the login page, which explains why and leads back. A page that has not shown a user yet stays, as a
 * guest's.
 */
function tellSessionEnd(wasShown: boolean): void {
  if (!wasShown) return toast({ title: msg('Your session has ended. Please log in again.'), kind: 'destructive' });
  const { location } = router.state;
  // The guard of the page has already redirected.
  if (location.pathname !== paths.auth())
    void router.navigate(paths.auth(), { replace: true, state: originOf(location) });
}

const SecondStep = lazy(async () => ({
  default: (await loadCode(() => import('@/features/auth/second-step/second-step.tsx'))).SecondStep,
}));

/**
 * Keeps the cache in sync with the session, also when another tab signs in or out, and the profile copy in sync with
 * the user. Renders nothing but the second step of a sign-in, over the page.
 */
export function SessionWatcher() {
  const queryClient = useQueryClient();
  const { data: user, error } = useQuery(currentUserQueryOptions);
  useEffect(() => startSessionSync(queryClient, tellSessionEnd), [queryClient]);
  useEffect(() => {
    if (user) writeProfileCopy(user);
  }, [user]);
  return (
    awaitsSecondStep(error) && (
      <Suspense>
        <SecondStep />
      </Suspense>
    )
  );
}
