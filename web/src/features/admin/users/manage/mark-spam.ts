import { BULK_USERS_MAX } from '@domain/limits.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import type { ClientId } from '@/shared/form/send-once.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

type SpamInput = {
  ids: readonly number[];
  reason: string;
  /** The same id makes a repeat continue the same bulk action. */
  clientId: ClientId;
  onProgress: (done: number) => void;
};

async function markSpam({ ids, reason, clientId, onProgress }: SpamInput) {
  let marked = { user_count: 0, post_count: 0 };
  // In parts, so that thousands of accounts keep no transaction open.
  for (let first = 0; first < ids.length; first += BULK_USERS_MAX) {
    onProgress(first);
    marked = dataOf(
      await supabase
        .rpc('mark_spam', { user_ids: ids.slice(first, first + BULK_USERS_MAX), reason, client_id: clientId })
        .select('user_count, post_count')
        .single(),
    );
  }
  return { users: marked.user_count, posts: marked.post_count };
}

/** Suspends users for good and hides what they published, without telling them. Resolves to the numbers of both. */
export const useMarkSpam = () =>
  useWrite(
    markSpam,
    [keys.adminUsers.all, keys.auditLog.all, keys.posts.all, keys.reviews.all, keys.ratings.all],
    retryUnlessRefused,
  );
