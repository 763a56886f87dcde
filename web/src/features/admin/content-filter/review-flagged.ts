import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function reviewFlagged(ids: readonly number[]): Promise<void> {
  dataOf(await supabase.rpc('review_flagged_content', { hit_ids: [...ids] }));
}

/** Marks flagged texts as reviewed. */
export function useReviewFlagged() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: reviewFlagged,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.contentFilter.all }),
  });
}
