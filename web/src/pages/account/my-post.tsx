import type { Post } from '@/features/posts/shown-post.ts';
import type { QuoteMessages } from '@/features/quotes/facts/shown-quote.ts';
import { useHighlight } from '@/shared/ui/highlight/use-highlight.ts';
import { FeedCard } from '@/compositions/feed-card.tsx';
import { MyPostQuotes } from './my-post-quotes.tsx';

type MyPostProps = {
  post: Post;
  messages: QuoteMessages;
  /** Unread messages on the quotes of the post. */
  unread: number;
  /** Whether questions on the post wait for an answer. */
  isAsked: boolean;
  isHighlighted: boolean;
  onHighlightEnd: () => void;
};

/** One of the user's posts with its quotes, which are open if a notification linked to the post. */
export function MyPost({ post, messages, unread, isAsked, isHighlighted, onHighlightEnd }: MyPostProps) {
  const { ref, className } = useHighlight<HTMLLIElement>(isHighlighted, onHighlightEnd);
  return (
    <li ref={ref} className={className} data-post={post.id} data-highlighted={isHighlighted || undefined}>
      <FeedCard post={post} isCollapsible>
        <MyPostQuotes post={post} isWanted={isHighlighted} messages={messages} unread={unread} isAsked={isAsked} />
      </FeedCard>
    </li>
  );
}
