import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function getMailQueue(signal: AbortSignal) {
  return dataOf(await supabase.rpc('mail_queue').abortSignal(signal).single());
}

export type MailQueueState = Awaited<ReturnType<typeof getMailQueue>>;

/** How many mails wait or failed, the last error, and why no mail leaves. Admins only. */
export const mailQueueQueryOptions = queryOptions({
  // Whatever changes the log changes the queue.
  queryKey: keys.emailSettings.log({ isQueue: true }),
  queryFn: ({ signal }) => getMailQueue(signal),
});
