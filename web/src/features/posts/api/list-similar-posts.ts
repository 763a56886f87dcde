import { queryOptions } from '@tanstack/react-query';
import { withEquivalentCategories } from '@domain/categories.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { selectPosts, toShownPost, type Post } from '../post.ts';
import { postsCaching, postsLoadError } from './posts-caching.ts';

const SIMILAR_POSTS = 3;

type Subject = Pick<Post, 'id' | 'category'>;

async function listSimilarPosts({ id, category }: Subject, signal: AbortSignal) {
  const { data, error, status, statusText } = await selectPosts()
    .in('category', withEquivalentCategories([category]))
    .eq('is_hidden', false)
    .neq('id', id)
    .order('id', { ascending: false })
    .range(0, SIMILAR_POSTS - 1)
    .abortSignal(signal);
  if (error) throw postsLoadError(error, status, statusText);
  return data.map(toShownPost);
}

/** Up to three visible posts of the same category, newest first ("Similar requests"). */
export const similarPostsQueryOptions = (post: Subject) =>
  queryOptions({
    ...postsCaching,
    queryKey: keys.posts.similar(post.id),
    queryFn: ({ signal }) => listSimilarPosts(post, signal),
  });
