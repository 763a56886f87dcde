import { dataOf } from '@/shared/backend/data-of.ts';
import { inParts, untilUnchanged, type BulkInput } from '@/shared/backend/in-parts.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

async function markSpam({ reason, clientId, ...selection }: BulkInput) {
  const marked = await inParts(selection, (part) =>
    untilUnchanged(async () =>
      dataOf(
        await supabase
          .rpc('mark_spam', { user_ids: part, reason, client_id: clientId })
          .select('user_count, post_count, other_count')
          .single(),
      ),
    ),
  );
  return { users: marked?.user_count ?? 0, posts: marked?.post_count ?? 0 };
}

/** Suspends users for good and hides what they published, without telling them. Resolves to the numbers of both. */
export const useMarkSpam = () =>
  useWrite(
    markSpam,
    [keys.adminUsers.all, keys.auditLog.all, keys.posts.all, keys.reviews.all, keys.ratings.all],
    retryUnlessRefused,
  );
