import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { startSessionSync } from '@/shared/session/sync-session.ts';
import { writeProfileCopy } from '@/shared/session/profile-copy.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';

/** Its code is wanted by few visits. */
const tellSessionEnd = (wasShown: boolean) =>
  void loadCode(() => import('./tell-session-end.ts')).then((code) => code.tellSessionEnd(wasShown));

/** Keeps the cache in step with the session, also when another tab signs in or out, and the profile copy in step with the user. Shows nothing. */
export function SessionWatcher() {
  const queryClient = useQueryClient();
  const current = useCurrentUser();
  const user = current.status === 'user' ? current.user : null;
  useEffect(() => startSessionSync(queryClient, tellSessionEnd), [queryClient]);
  useEffect(() => {
    if (user) writeProfileCopy(user);
  }, [user]);
  return null;
}
