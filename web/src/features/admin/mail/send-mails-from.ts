import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

async function sendMailsFrom(site: string): Promise<void> {
  dataOf(await supabase.rpc('send_mails_from', { site }));
}

/** Names the address whose mails are held as that of the marketplace. Main admins only. */
export const useSendMailsFrom = () => useWrite(sendMailsFrom, [keys.emailSettings.logs], false);
