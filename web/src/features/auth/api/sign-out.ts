import { useMutation, useQueryClient } from '@tanstack/react-query';
import { successOf } from '@/shared/backend/data-of.ts';
import { signOut } from '@/shared/backend/auth.ts';
import { syncSession } from '@/shared/session/sync-session.ts';

async function signOutHere(): Promise<void> {
  // Only this browser: signing out everywhere is an own action of the profile page.
  successOf(await signOut('local'));
}

/** Ends the session of this browser and forgets everything cached. */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: signOutHere, onSuccess: () => syncSession(queryClient) });
}
