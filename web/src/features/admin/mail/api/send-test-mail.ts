import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { callApi } from '@/shared/backend/api.ts';
import { keys } from '@/shared/backend/query-keys.ts';

const answerSchema = z.object({
  outcome: z.enum(['sent', 'bounced', 'retry', 'failed', 'queued']),
  answer: z.string(),
});

/** Really sends a mail to the admin's own address; answers what the mail server said. */
export function useSendTestMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi('/api/admin/email-settings/test', { method: 'POST', schema: answerSchema }),
    retry: false,
    onSettled: () => client.invalidateQueries({ queryKey: keys.emailSettings.all }),
  });
}
