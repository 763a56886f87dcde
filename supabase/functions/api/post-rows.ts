import type { QueryData } from '@supabase/supabase-js';
import type { Post } from '../_shared/domain/post.ts';
import { dataOf, type Client } from '../_shared/clients.ts';
import { notFound } from '../_shared/http/api-error.ts';

export const POST_COLUMNS =
  'id, user_id, title, description, category, country, area, delivery_address, port, images, is_hidden, hidden_reason, hidden_by, created_at, updated_at, owner:profiles!posts_user_id_fkey(username), counters:post_counters(likes, quotes)';

/** Posts with what their answer needs. */
export const selectPosts = (client: Client, options: { count?: 'exact' } = {}) =>
  client.from('posts').select(POST_COLUMNS, options);

type PostRow = QueryData<ReturnType<typeof selectPosts>>[number];

/** A post as `/api` answers it (§3). */
export function toPostAnswer(row: PostRow): Post {
  return {
    id: row.id,
    userId: row.user_id,
    username: row.owner.username,
    title: row.title,
    description: row.description,
    category: row.category,
    country: row.country,
    area: row.area,
    deliveryAddress: row.delivery_address,
    port: row.port,
    images: row.images,
    likes: row.counters?.likes ?? 0,
    quoteCount: row.counters?.quotes ?? 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    isHidden: row.is_hidden,
    hiddenReason: row.hidden_reason,
    hiddenBy: row.hidden_by,
  };
}

/** One post that the caller may see; 404 otherwise. */
export async function fetchPost(client: Client, id: number): Promise<Post> {
  const row = dataOf(await selectPosts(client).eq('id', id).maybeSingle());
  if (!row) throw notFound('Post');
  return toPostAnswer(row);
}
