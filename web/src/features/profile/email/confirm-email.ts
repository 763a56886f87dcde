import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { confirmedEmailSchema } from '@domain/login.ts';
import type { EmailProof } from '@domain/verification.ts';
import { callApi } from '@/shared/backend/api.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { auth } from '@/shared/backend/auth.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { syncSession } from '@/shared/session/sync-session.ts';

type ConfirmedEmail = z.infer<typeof confirmedEmailSchema>;

/**
 * The server returns a session only to the owner of the account; for anyone else who opens the link, the current
 * session stays.
 */
async function confirmEmail(proof: EmailProof): Promise<ConfirmedEmail> {
  const confirmed = await callApi('/api/session/confirm-email', {
    method: 'POST',
    body: proof,
    schema: confirmedEmailSchema,
  });
  if (confirmed.session) dataOf(await auth.setSession(confirmed.session));
  return confirmed;
}

/**
 * Confirms a new email address by code or link. Takes `onConfirmed` here instead of in `mutate`: the new address
 * unmounts the form, which would drop callbacks given to `mutate`.
 */
export function useConfirmEmail(onConfirmed: (confirmed: ConfirmedEmail) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: confirmEmail,
    // The first request uses the code or link up, so a repeat after a lost answer would be refused.
    retry: false,
    onSuccess: async (confirmed) => {
      onConfirmed(confirmed);
      await syncSession(queryClient);
      await queryClient.invalidateQueries({ queryKey: keys.session.all });
    },
    // The change could be gone, because a new password ends it, or done, because only the answer was lost.
    onError: () => void queryClient.invalidateQueries({ queryKey: keys.session.all }),
  });
}
