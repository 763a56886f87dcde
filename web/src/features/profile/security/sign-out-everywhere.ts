import { useMutation, useQueryClient } from '@tanstack/react-query';
import { successOf } from '@/shared/backend/data-of.ts';
import { signOut } from '@/shared/backend/auth.ts';
import { syncSession } from '@/shared/session/sync-session.ts';

async function signOutEverywhere(): Promise<void> {
  successOf(await signOut('global'));
}

/** Ends all sessions of the user, including this one. */
export function useSignOutEverywhere() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: signOutEverywhere, onSuccess: () => syncSession(queryClient) });
}
