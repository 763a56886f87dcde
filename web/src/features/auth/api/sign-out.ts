import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { syncSession } from '@/shared/session/session-sync.ts';

async function signOut(): Promise<void> {
  // Only this browser: signing out everywhere is an own action of the profile page.
  const { error } = await supabase.auth.signOut({ scope: 'local' });
  if (error) throw toAppError(error);
}

/** Ends the session of this browser and forgets everything cached (§4 Auth). */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: signOut, onSuccess: () => syncSession(queryClient) });
}
