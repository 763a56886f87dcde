import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** More edits than a request ever gets between two quotes; older ones are left out. */
const CHANGES_MAX = 200;

async function listPostChanges(postId: number, signal: AbortSignal) {
  const data = dataOf(
    await supabase
      .from('post_changes')
      .select('id, before, after, created_at')
      .eq('post_id', postId)
      .order('id', { ascending: false })
      .range(0, CHANGES_MAX - 1)
      .abortSignal(signal),
  );
  return data.map(({ before, after, created_at }) => ({ before, after, createdAt: created_at })).reverse();
}

/**
 * Edits of a request since its first quote, oldest first; for its owner and for suppliers who quoted. Throws an
 * AppError.
 */
export const postChangesQueryOptions = (postId: number) =>
  queryOptions({
    queryKey: keys.posts.changes(postId),
    queryFn: ({ signal }) => listPostChanges(postId, signal),
    // A supplier must see the current request before writing.
    staleTime: 0,
  });
