import { queryOptions } from '@tanstack/react-query';
import { toAppError } from '@/shared/lib/app-error.ts';
import { supabase } from '@/shared/lib/supabase.ts';
import { keys } from '@/shared/query-keys.ts';

async function getMyQuoteOnPost(userId: number, postId: number, signal: AbortSignal) {
  const { data, error, status, statusText } = await supabase
    .from('quotes')
    .select('id, created_at')
    .eq('supplier_id', userId)
    .eq('post_id', postId)
    .order('id', { ascending: false })
    .limit(1)
    .abortSignal(signal)
    .maybeSingle();
  if (error) throw toAppError(error, status, statusText);
  return data && { id: data.id, createdAt: data.created_at };
}

/** The newest quote of the signed-in user on a post, or null (B4). */
export const myQuoteOnPostQueryOptions = (userId: number, postId: number) =>
  queryOptions({
    queryKey: keys.quotes.mineOnPost(postId),
    queryFn: ({ signal }) => getMyQuoteOnPost(userId, postId, signal),
  });
