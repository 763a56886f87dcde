import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useModeration } from './use-moderation.ts';

async function editHideReason({ id, reason }: { id: number; reason: string }): Promise<void> {
  const { error, status, statusText } = await supabase.rpc('edit_hide_reason', { post_id: id, reason });
  if (error) throw toAppError(error, status, statusText);
}

/** Gives a post that an admin hid another reason. */
export const useEditHideReason = () => useModeration(editHideReason);
