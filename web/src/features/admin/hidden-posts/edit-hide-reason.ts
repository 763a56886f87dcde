import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useModeration } from '@/shared/backend/use-moderation.ts';

async function editHideReason({ id, reason }: { id: number; reason: string }): Promise<void> {
  dataOf(await supabase.rpc('edit_hide_reason', { post_id: id, reason }));
}

/** Changes the reason for which an admin hid a post. */
export const useEditHideReason = () => useModeration(editHideReason);
