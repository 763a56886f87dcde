import { useMutation, useQueryClient } from '@tanstack/react-query';
import { successOf } from '@/shared/backend/data-of.ts';
import { signOut } from '@/shared/backend/auth.ts';
import { syncSession } from '@/shared/session/sync-session.ts';

async function signOutEverywhere(): Promise<void> {
  successOf(await signOut('global'));
}

/** Ends the sessions of the user on all devices, this one too. */
export function useSignOutEverywhere() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: signOutEverywhere, onSuccess: () => syncSession(queryClient) });
}
