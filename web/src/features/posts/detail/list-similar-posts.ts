import { queryOptions } from '@tanstack/react-query';
import { withEquivalentCategories } from '@domain/categories.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { selectPosts, toShownPost, type Post } from '../shown-post.ts';
import { postsCaching, postsLoadError } from '../posts-caching.ts';

const SIMILAR_POSTS = 3;

type Subject = Pick<Post, 'id' | 'category'>;

/**
 * The order matches the category index. Ordered by id alone, the generic plan for all categories scans posts from the
 * newest down: for a category with fewer than three posts, to the end of the feed.
 */
async function listNewestOf(category: string, but: number, signal: AbortSignal) {
  const { data, error, status, statusText } = await selectPosts()
    .in('category', [category])
    .eq('is_hidden', false)
    .neq('id', but)
    .order('category')
    .order('id', { ascending: false })
    .range(0, SIMILAR_POSTS - 1)
    .abortSignal(signal);
  if (error) throw postsLoadError(error, status, statusText);
  return data.map(toShownPost);
}

async function listSimilarPosts({ id, category }: Subject, signal: AbortSignal) {
  const spellings = withEquivalentCategories([category]);
  const found = await Promise.all(spellings.map((spelling) => listNewestOf(spelling, id, signal)));
  return found
    .flat()
    .sort((a, b) => b.id - a.id)
    .slice(0, SIMILAR_POSTS);
}

/** Up to three visible posts of the same category, newest first ("Similar requests"). */
export const similarPostsQueryOptions = (post: Subject) =>
  queryOptions({
    ...postsCaching,
    queryKey: keys.posts.similar(post.id),
    queryFn: ({ signal }) => listSimilarPosts(post, signal),
  });
