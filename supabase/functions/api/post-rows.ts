import type { QueryData } from '@supabase/supabase-js';
import { dataOf, type Client } from '../_shared/clients.ts';
import type { Post } from '../_shared/domain/post.ts';
import { notFound } from '../_shared/http/api-error.ts';
import { POST_COLUMNS, toPost } from '../_shared/rows/post-row.ts';

export const POST_ANSWER_COLUMNS = `${POST_COLUMNS}, owner:profiles!posts_user_id_fkey(username)` as const;

/** Columns of posts for their answer. */
export const selectPosts = (client: Client, options: { count?: 'exact' } = {}) =>
  client.from('posts').select(POST_ANSWER_COLUMNS, options);

type PostRow = QueryData<ReturnType<typeof selectPosts>>[number];

/** A post as answered by `/api`. */
export const toPostAnswer = (row: PostRow): Post => ({ ...toPost(row), username: row.owner.username });

/** One post that is visible to the caller; 404 otherwise. */
export async function fetchPost(client: Client, id: number): Promise<Post> {
  const row = dataOf(await selectPosts(client).eq('id', id).maybeSingle());
  if (!row) throw notFound('Post');
  return toPostAnswer(row);
}
