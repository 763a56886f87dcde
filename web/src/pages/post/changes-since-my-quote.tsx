import { skipToken, useQuery } from '@tanstack/react-query';
import { PostChanges } from '@/features/posts/detail/post-changes.tsx';
import { myQuoteOnPostQueryOptions } from '@/features/quotes/send/get-my-quote-on-post.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';

/**
 * Shows suppliers what changed in the request since they sent or revised their quote. Renders nothing for anyone else.
 */
export function ChangesSinceMyQuote({ postId }: { postId: number }) {
  const me = useCurrentUser();
  const userId = me.status === 'user' ? me.user.id : 0;
  const options = myQuoteOnPostQueryOptions(userId, postId);
  const { data: quote } = useQuery(userId ? options : { ...options, queryFn: skipToken });
  return quote && <PostChanges postId={postId} since={quote.revisedAt ?? quote.createdAt} />;
}
