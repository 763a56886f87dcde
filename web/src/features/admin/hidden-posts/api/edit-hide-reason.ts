import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useModeration } from './use-moderation.ts';

async function editHideReason({ id, reason }: { id: number; reason: string }): Promise<void> {
  dataOf(await supabase.rpc('edit_hide_reason', { post_id: id, reason }));
}

/** Gives a post that an admin hid another reason. */
export const useEditHideReason = () => useModeration(editHideReason);
