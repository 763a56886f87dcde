type Likeable = { id: number; likes: number };

function isLikeable(value: unknown): value is Likeable {
  return (
    typeof value === 'object' && value !== null && 'id' in value && 'likes' in value && typeof value.likes === 'number'
  );
}

/** The number of likes after the own like came or went; never below 0 (§4). */
export function likesAfter(likes: number, hasLiked: boolean): number {
  return Math.max(0, likes + (hasLiked ? 1 : -1));
}

/** Cached data (a post or a list of posts) with the number of likes of one post replaced; the same object when that post is not in it. */
export function withLikes(data: unknown, postId: number, likes: number): unknown {
  if (Array.isArray(data)) {
    const items: unknown[] = data;
    const next = items.map((item) => withLikes(item, postId, likes));
    return next.some((item, index) => item !== items[index]) ? next : data;
  }
  if (!isLikeable(data) || data.id !== postId || data.likes === likes) return data;
  return { ...data, likes };
}
