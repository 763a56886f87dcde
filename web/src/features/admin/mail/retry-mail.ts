import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

async function retryMail(id: number): Promise<void> {
  dataOf(await supabase.rpc('retry_mail', { mail_id: id }));
}

/** Requeues a failed or bounced mail. A repeat after a lost answer would be refused, as it is queued: no retry. */
export const useRetryMail = () => useWrite(retryMail, [keys.emailSettings.logs], false);
