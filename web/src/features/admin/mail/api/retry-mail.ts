import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function retryMail(id: number): Promise<void> {
  dataOf(await supabase.rpc('retry_mail', { mail_id: id }));
}

/** Queues a failed or bounced mail once more. */
export function useRetryMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: retryMail,
    onSettled: () => client.invalidateQueries({ queryKey: keys.emailSettings.logs }),
  });
}
