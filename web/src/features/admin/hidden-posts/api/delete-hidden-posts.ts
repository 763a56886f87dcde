import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useModeration } from './use-moderation.ts';

async function deleteHiddenPosts({ ids, reason }: { ids: number[]; reason: string }): Promise<number> {
  const { data, error, status, statusText } = await supabase.rpc('delete_hidden_posts', { post_ids: ids, reason });
  if (error) throw toAppError(error, status, statusText);
  return data;
}

/** Deletes up to 50 hidden posts for a reason that their owners hear; resolves to how many were still hidden. */
export const useDeleteHiddenPosts = () => useModeration(deleteHiddenPosts);
