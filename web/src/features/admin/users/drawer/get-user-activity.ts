import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

const NEWEST = 5;

async function getUserActivity(id: number, signal: AbortSignal) {
  const [posts, quotes, reviews] = await Promise.all([
    supabase
      .from('posts')
      .select('id, title, is_hidden, created_at')
      .eq('user_id', id)
      .order('id', { ascending: false })
      .limit(NEWEST)
      .abortSignal(signal),
    supabase.rpc('list_quotes_of_user', { user_id: id }).abortSignal(signal),
    supabase
      .from('reviews')
      .select('id, rating, comment, created_at, reviewer:profiles!reviews_reviewer_id_fkey(username)')
      .eq('reviewed_user_id', id)
      .order('id', { ascending: false })
      .limit(NEWEST)
      .abortSignal(signal),
  ]);
  return { posts: dataOf(posts), quotes: dataOf(quotes), reviews: dataOf(reviews) };
}

/**
 * A user's latest posts, received reviews and sent quotes, without the offers themselves
 * (docs/decisions.md#quotes-are-read-by-their-two-parties).
 */
export const userActivityQueryOptions = (id: number) =>
  queryOptions({
    queryKey: keys.adminUsers.activity(id),
    queryFn: ({ signal }) => getUserActivity(id, signal),
    staleTime: 0,
  });
