import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function retryMail(id: number): Promise<void> {
  const { error, status, statusText } = await supabase.rpc('retry_mail', { mail_id: id });
  if (error) throw toAppError(error, status, statusText);
}

/** Queues a failed or bounced mail once more. */
export function useRetryMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: retryMail,
    onSettled: () => client.invalidateQueries({ queryKey: keys.emailSettings.logs }),
  });
}
