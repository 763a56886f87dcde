import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { callApi } from '@/shared/backend/api.ts';

const answerSchema = z.object({ message: z.string() });

/** Sends a new code to an unverified address: once a minute and five times a day. */
export function useResendVerification() {
  return useMutation({
    mutationFn: (email: string) =>
      callApi('/api/resend-verification', { method: 'POST', body: { email }, schema: answerSchema }),
    // A repeat after a lost answer would be refused, as the code of this minute was sent.
    retry: false,
  });
}
