import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { selectPosts, toShownPost, type Post } from '../shown-post.ts';

async function getPost(id: number, signal: AbortSignal) {
  const data = dataOf(await selectPosts().eq('id', id).abortSignal(signal).maybeSingle());
  return data && toShownPost(data);
}

/** One post, or null if it is missing or hidden from the user. */
export const postQueryOptions = (id: number) =>
  queryOptions({
    queryKey: keys.posts.detail(id),
    queryFn: ({ signal }) => getPost(id, signal),
  });

/** A post from a cached list, so that its page shows at once. */
function knownPost(queryClient: QueryClient, id: number): Post | undefined {
  const lists = queryClient.getQueriesData<Post[]>({ queryKey: keys.posts.lists });
  return lists.flatMap(([, posts]) => posts ?? []).find((post) => post.id === id);
}

/** One post for its page. While it loads, shows the copy from a list. */
export function usePost(id: number) {
  const queryClient = useQueryClient();
  return useQuery({ ...postQueryOptions(id), placeholderData: () => knownPost(queryClient, id) });
}
