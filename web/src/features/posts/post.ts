import type { QueryData } from '@supabase/supabase-js';
import { supabase } from '@/shared/backend/supabase.ts';

/** What a card needs of a post: its columns, its owner and its counters. A literal, so that the type of the answer is inferred. */
export const POST_COLUMNS =
  'id, user_id, title, description, category, country, area, delivery_address, port, images, is_hidden, hidden_reason, hidden_by, created_at, updated_at, owner:profiles!posts_user_id_fkey(id, username, avatar_path), counters:post_counters(likes, quotes)';

/** Starts a request for posts in the shape of a card; add filters and an order. */
export function selectPosts() {
  return supabase.from('posts').select(POST_COLUMNS);
}

type PostRow = QueryData<ReturnType<typeof selectPosts>>[number];

/** A row as the page uses it (§3 Post). */
export function toPost(row: PostRow) {
  return {
    id: row.id,
    userId: row.user_id,
    /** Null when the owner's profile is not there; cards then say "User #{userId}". */
    username: row.owner?.username || null,
    avatarPath: row.owner?.avatar_path ?? null,
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
    isHidden: row.is_hidden,
    hiddenReason: row.hidden_reason,
    hiddenBy: row.hidden_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export type Post = ReturnType<typeof toPost>;

/** How the owner is called on a card (§2). */
export function ownerName(post: Pick<Post, 'userId' | 'username'>): string {
  return post.username || `User #${post.userId}`;
}
