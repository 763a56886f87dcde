import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

async function hidePostsOfUser({ id, reason }: { id: number; reason: string }): Promise<number> {
  return dataOf(await supabase.rpc('hide_posts_of_user', { user_id: id, reason }));
}

/** Hides all visible posts of a user. Resolves to their number. */
export const useHidePostsOfUser = () => useUserAction(hidePostsOfUser);
