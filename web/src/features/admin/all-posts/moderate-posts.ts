import { dataOf } from '@/shared/backend/data-of.ts';
import { inParts, type BulkInput } from '@/shared/backend/in-parts.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useModeration } from '@/shared/backend/use-moderation.ts';

async function bulkHidePosts({ reason, clientId, ...selection }: BulkInput): Promise<number> {
  const batch = await inParts(selection, async (part) =>
    dataOf(
      await supabase
        .rpc('bulk_hide_posts', { post_ids: part, reason, client_id: clientId })
        .select('post_count')
        .maybeSingle(),
    ),
  );
  return batch?.post_count ?? 0;
}

/** Hides posts and tells their owners why. Resolves to how many it hid. */
export const useBulkHidePosts = () => useModeration(bulkHidePosts);

async function bulkUnhidePosts({ reason: note, clientId, ...selection }: BulkInput): Promise<number> {
  const batch = await inParts(selection, async (part) =>
    dataOf(
      await supabase
        .rpc('bulk_unhide_posts', { post_ids: part, note: note || undefined, client_id: clientId })
        .select('post_count')
        .maybeSingle(),
    ),
  );
  return batch?.post_count ?? 0;
}

/** Unhides posts that admins have hidden, with a note to their owners. Resolves to how many. */
export const useBulkUnhidePosts = () => useModeration(bulkUnhidePosts);
