import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

async function retryMails(status: 'queued' | 'failed'): Promise<void> {
  dataOf(await supabase.rpc('retry_mails', { failed: status === 'failed' }));
}

/** Makes all mails that failed, or that wait for another try, due now. */
export const useRetryMails = () => useWrite(retryMails, [keys.emailSettings.logs], false);
