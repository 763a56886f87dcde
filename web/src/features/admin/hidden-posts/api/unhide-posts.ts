import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useModeration } from './use-moderation.ts';

async function unhidePosts({ ids, note }: { ids: number[]; note: string }): Promise<number> {
  const { data, error, status, statusText } = await supabase.rpc('unhide_posts', {
    post_ids: ids,
    note: note || undefined,
  });
  if (error) throw toAppError(error, status, statusText);
  return data;
}

/** Shows up to 50 hidden posts again, with a note to their owners; resolves to how many were still hidden. */
export const useUnhidePosts = () => useModeration(unhidePosts);
