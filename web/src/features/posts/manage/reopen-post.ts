import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import { cachesOfPost } from '../refresh-posts.ts';

type Reopening = {
  id: number;
  /** Required if the present deadline has passed; otherwise the present one stays. */ quoteDeadline?: string;
};

async function reopenPost({ id, quoteDeadline }: Reopening) {
  dataOf(await supabase.rpc('reopen_post', { post_id: id, quote_deadline: quoteDeadline }));
}

/** Reopens an own request for quotes, until a new deadline if one is given. Then refreshes all queries that show it. */
export const useReopenPost = () => useWrite(reopenPost, ({ id }) => [...cachesOfPost(id), keys.quotes.all]);
