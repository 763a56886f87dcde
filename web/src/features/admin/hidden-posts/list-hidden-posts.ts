import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { HIDDEN_POST_COLUMNS, toHiddenPost } from '@rows/hidden-post-row.ts';
import type { Row } from '@rows/row.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { dayBounds } from '@/shared/ui/data-table/table-state.ts';
import type { HiddenPostState } from './hidden-post-table.ts';

/** The database stops counting here. */
const COUNTED_MAX = 10_000;

function toShownHiddenPost(row: Parameters<typeof toHiddenPost>[0] & Row<'posts', 'images'>) {
  const { userId, username, hiddenBy, hiddenByUsername, hiddenReason, ...post } = toHiddenPost(row);
  return {
    ...post,
    image: row.images[0] ?? null,
    ownerId: userId,
    owner: username,
    /** Null if the account of that admin is deleted. */
    hiddenBy: hiddenByUsername,
    isHiddenByOwner: hiddenBy === null || hiddenBy === userId,
    reason: hiddenReason,
  };
}

async function listHiddenPosts({ q, filters, sort, order, page, pageSize }: HiddenPostState, signal: AbortSignal) {
  const { since, before } = dayBounds(filters);
  const narrowed = {
    search: q || undefined,
    hidden_by: filters.hiddenBy || undefined,
    category: filters.category || undefined,
    since,
    before,
  };
  const [posts, count] = await Promise.all([
    supabase
      .rpc('list_hidden_posts', { ...narrowed, sort, direction: order, page, page_size: pageSize })
      .select(`${HIDDEN_POST_COLUMNS}, images`)
      // The place in the list, in this function's answer.
      .order('search')
      .abortSignal(signal),
    supabase.rpc('count_hidden_posts', narrowed).abortSignal(signal),
  ]);
  const rows = dataOf(posts);
  const total = dataOf(count);
  const isCapped = total > COUNTED_MAX;
  return {
    items: rows.map(toShownHiddenPost),
    total: isCapped ? COUNTED_MAX : total,
    isCapped,
  };
}

export type HiddenPost = Awaited<ReturnType<typeof listHiddenPosts>>['items'][number];

/** A page of hidden posts and their number. The previous page stays on screen while the next one loads. */
export const hiddenPostsQueryOptions = (state: HiddenPostState) =>
  queryOptions({
    queryKey: keys.posts.moderatedList('hidden', state),
    queryFn: ({ signal }) => listHiddenPosts(state, signal),
    placeholderData: keepPreviousData,
    // Other admins act too, so every visit refetches.
    staleTime: 0,
  });
