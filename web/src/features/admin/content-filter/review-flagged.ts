import { dataOf } from '@/shared/backend/data-of.ts';
import { inParts } from '@/shared/backend/in-parts.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

async function reviewFlagged(ids: readonly number[]): Promise<void> {
  await inParts({ ids, onProgress: () => undefined }, async (part) =>
    dataOf(await supabase.rpc('review_flagged_content', { hit_ids: part })),
  );
}

/** Marks flagged texts as reviewed, in parts, since the server takes no more than 100 at once. */
export const useReviewFlagged = () => useWrite(reviewFlagged, [keys.contentFilter.all]);
