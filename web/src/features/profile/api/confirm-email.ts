import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EmailProof } from '@domain/verification.ts';
import { toAppError } from '@/shared/lib/app-error.ts';
import { retryUnlessRefused } from '@/shared/lib/query-client.ts';
import { supabase } from '@/shared/lib/supabase.ts';
import { keys } from '@/shared/query-keys.ts';
import { syncSession } from '@/shared/session/session-sync.ts';

async function confirmEmail(proof: EmailProof): Promise<void> {
  const { error } = await supabase.auth.verifyOtp(
    'token' in proof
      ? { token_hash: proof.token, type: 'email_change' }
      : { email: proof.email, token: proof.code, type: 'email_change' },
  );
  if (error) throw toAppError(error, error.status);
}

/** Confirms a new e-mail address by the code or the link that was sent there (B2). */
export function useConfirmEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: confirmEmail,
    // A wrong code counts as a try on the server, so it is asked once.
    retry: retryUnlessRefused,
    onSuccess: async () => {
      await syncSession(queryClient);
      await queryClient.invalidateQueries({ queryKey: keys.session.all });
    },
  });
}
