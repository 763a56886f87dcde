import { useMutation, useQueryClient } from '@tanstack/react-query';
import { successOf } from '@/shared/backend/data-of.ts';
import { auth } from '@/shared/backend/auth.ts';
import { syncSession } from '@/shared/session/sync-session.ts';

async function signOut(): Promise<void> {
  // Only this browser: signing out everywhere is an own action of the profile page.
  successOf(await auth.signOut({ scope: 'local' }));
}

/** Ends the session of this browser and forgets everything cached. */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: signOut, onSuccess: () => syncSession(queryClient) });
}
