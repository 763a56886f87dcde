import { callerClient, dataOf } from '../../_shared/clients.ts';
import { likeAnswerSchema, likeStateSchema } from '../../_shared/domain/post.ts';
import type { ApiContext } from '../../_shared/http/context.ts';
import { fetchPost } from '../post-rows.ts';
import { ApiRoutes } from '../router.ts';

/** Likes. */
export const likeRoutes = new ApiRoutes('Likes');

likeRoutes.operation(
  {
    method: 'get',
    path: '/posts/{id}/like',
    summary: 'Check whether I like a post',
    access: 'user',
    ids: { id: 'Post' },
    answer: likeStateSchema,
  },
  async ({ client, ids }) => {
    await fetchPost(client, ids.id);
    // Callers can only read their own likes.
    const likes = dataOf(await client.from('post_likes').select('post_id').eq('post_id', ids.id).limit(1));
    return { hasLiked: likes.length > 0 };
  },
);

async function setLike(c: ApiContext, id: number, isLiked: boolean) {
  const client = await callerClient(c);
  const likes = dataOf(await client.rpc('set_post_like', { post_id: id, liked: isLiked }));
  return { hasLiked: isLiked, likes };
}

likeRoutes.operation(
  {
    method: 'post',
    path: '/posts/{id}/like',
    summary: 'Like a post; liking it again changes nothing',
    access: 'user',
    ids: { id: 'Post' },
    answer: likeAnswerSchema,
  },
  ({ c, ids }) => setLike(c, ids.id, true),
);

likeRoutes.operation(
  {
    method: 'post',
    path: '/posts/{id}/unlike',
    summary: 'Unlike a post',
    access: 'user',
    ids: { id: 'Post' },
    answer: likeAnswerSchema,
  },
  ({ c, ids }) => setLike(c, ids.id, false),
);
