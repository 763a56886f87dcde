import { dataOf } from '@/shared/backend/data-of.ts';
import { untilUnchanged, type BulkInput } from '@/shared/backend/in-parts.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

type Input = Pick<BulkInput, 'reason' | 'clientId'> & { id: number };

async function hidePostsOfUser({ id, reason, clientId }: Input): Promise<number> {
  const batch = await untilUnchanged(async () =>
    dataOf(
      await supabase
        .rpc('hide_posts_of_user', { user_id: id, reason, client_id: clientId })
        .select('post_count')
        .maybeSingle(),
    ),
  );
  return batch?.post_count ?? 0;
}

/** Hides all visible posts of a user. Resolves to their number. */
export const useHidePostsOfUser = () => useUserAction(hidePostsOfUser);
