import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { callApi } from '@/shared/backend/api.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { msg } from '@/shared/i18n/msg.ts';

const answerSchema = z.object({ message: z.string() });

/** Requests a mail with a reset link. The answer never reveals whether the account exists. */
export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (email: string) =>
      callApi('/api/forgot_password', {
        method: 'POST',
        body: { email },
        schema: answerSchema,
        fallback: msg('Failed to send reset email'),
      }),
    retry: retryUnlessRefused,
  });
}
