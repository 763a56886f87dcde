import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

async function undoBulkAction({ id }: { id: number }): Promise<void> {
  let left = 1;
  while (left > 0) left = dataOf(await supabase.rpc('undo_moderation', { batch_id: id }));
}

/** Takes back what a bulk action changed and nobody has changed since. A repeat after a lost answer would be refused: no retry. */
export const useUndoBulkAction = () =>
  useWrite(
    undoBulkAction,
    [keys.adminUsers.all, keys.auditLog.all, keys.posts.all, keys.reviews.all, keys.ratings.all, keys.feedback.all],
    false,
  );
