import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

async function hidePostsOfUser({ id, reason }: { id: number; reason: string }): Promise<number> {
  const { data, error, status, statusText } = await supabase.rpc('hide_posts_of_user', { user_id: id, reason });
  if (error) throw toAppError(error, status, statusText);
  return data;
}

/** Hides every visible post of a user; resolves to how many. */
export const useHidePostsOfUser = () => useUserAction(hidePostsOfUser);
