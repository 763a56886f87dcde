import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** Nobody edits a request more often than this between two quotes; older edits are left out. */
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

/** What was changed of a request since it has quotes, oldest first; for its owner and those who quoted. Throws an AppError. */
export const postChangesQueryOptions = (postId: number) =>
  queryOptions({
    queryKey: keys.posts.changes(postId),
    queryFn: ({ signal }) => listPostChanges(postId, signal),
    // What the supplier reads before they write: as it is now.
    staleTime: 0,
  });
