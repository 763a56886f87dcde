import { queryOptions } from '@tanstack/react-query';
import { countOf, dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

async function getPostOwner(userId: number, signal: AbortSignal) {
  const [profile, posts] = await Promise.all([
    supabase
      .from('profiles')
      .select('id, username, avatar_path, country, company_name, created_at')
      .eq('id', userId)
      .abortSignal(signal)
      .maybeSingle(),
    supabase
      .from('posts')
      .select('id', { count: 'exact', head: true })
      .eq('user_id', userId)
      .eq('is_hidden', false)
      .abortSignal(signal),
  ]);
  const row = dataOf(profile);
  const postCount = countOf(posts);
  return row && { ...row, postCount };
}

/** The owner of a post for the box beside it: public profile and number of visible posts; null when there is none. */
export const postOwnerQueryOptions = (userId: number) =>
  queryOptions({
    queryKey: keys.posts.owner(userId),
    queryFn: ({ signal }) => getPostOwner(userId, signal),
  });
