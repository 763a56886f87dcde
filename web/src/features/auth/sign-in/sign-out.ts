import { useMutation, useQueryClient } from '@tanstack/react-query';
import { successOf } from '@/shared/backend/data-of.ts';
import { signOut } from '@/shared/backend/auth.ts';
import { syncSession } from '@/shared/session/sync-session.ts';

async function signOutHere(): Promise<void> {
  // This browser only; the profile page has an action to sign out everywhere.
  successOf(await signOut('local'));
}

/** Signs out in this browser and clears the cache. */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: signOutHere, onSuccess: () => syncSession(queryClient) });
}
