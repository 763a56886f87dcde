import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useModeration } from '@/shared/backend/use-moderation.ts';

type ReasonChange = { id: number; reason: string; expected: string | undefined };

async function editHideReason({ id, ...reasons }: ReasonChange): Promise<void> {
  dataOf(await supabase.rpc('edit_hide_reason', { post_id: id, ...reasons }));
}

/** Changes the reason for which an admin hid a post, unless it is no longer the expected one. */
export const useEditHideReason = () => useModeration(editHideReason);
