import type { ClosedReason } from '@domain/requirements.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import { cachesOfPost } from '../refresh-posts.ts';

type Closing = { id: number; reason: ClosedReason };

async function closePost({ id, reason }: Closing) {
  dataOf(await supabase.rpc('close_post', { post_id: id, reason }));
}

/**
 * Closes an own request: no more quotes can be sent, and suppliers with a pending quote are notified. Then refreshes
 * all queries that show it.
 */
export const useClosePost = () => useWrite(closePost, ({ id }) => [...cachesOfPost(id), keys.quotes.all]);
