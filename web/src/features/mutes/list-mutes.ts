import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

/** Target of a mute: the conversation of a quote, or a request with all its conversations. */
export type Mutable = { quoteId: number } | { postId: number };

async function listMutes(signal: AbortSignal) {
  const rows = dataOf(
    await supabase
      .from('mutes')
      .select('quote_id, post_id, quote:quotes!mutes_quote_id_fkey(post_title), post:posts!mutes_post_id_fkey(title)')
      .order('created_at', { ascending: false })
      .abortSignal(signal),
  );
  return rows.map((row) => ({
    quoteId: row.quote_id,
    postId: row.post_id,
    /** Null if the request is hidden. */
    title: row.quote?.post_title ?? row.post?.title ?? null,
  }));
}

/** The signed-in user's mutes, the latest first. */
export const mutesQueryOptions = queryOptions({ queryKey: keys.mutes, queryFn: ({ signal }) => listMutes(signal) });

export type MuteItem = Awaited<ReturnType<typeof listMutes>>[number];

/** Mutes a conversation or request, or no longer. */
export const useSetMute = (of: Mutable) =>
  useWrite(
    async (isOn: boolean) => {
      const { quoteId, postId } = { quoteId: undefined, postId: undefined, ...of };
      dataOf(await supabase.rpc('set_mute', { quote_id: quoteId, post_id: postId, is_on: isOn }));
    },
    [keys.mutes, keys.messages.unread, keys.messages.inboxes, keys.notifications.all],
  );
