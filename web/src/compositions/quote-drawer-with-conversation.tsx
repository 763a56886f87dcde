import { ConversationSection } from '@/features/messages/read/conversation-section.tsx';
import { PostChanges } from '@/features/posts/detail/post-changes.tsx';
import { QuoteDrawer } from '@/features/quotes/read/quote-drawer.tsx';
import { ReviewButton } from '@/features/reviews/write/review-button.tsx';
import type { OpenQuote } from '@/features/quotes/read/use-open-quote.ts';

type QuoteDrawerWithConversationProps = {
  userId: number;
  opened: OpenQuote | null;
  onClose: () => void;
  /** Called once the requested message was shown. */
  onMessageShown: (quoteId: number) => void;
};

/** The drawer of a quote with its messages and a button to review the other party. */
export function QuoteDrawerWithConversation({
  userId,
  opened,
  onClose,
  onMessageShown,
}: QuoteDrawerWithConversationProps) {
  return (
    <QuoteDrawer
      quoteId={opened?.quoteId ?? null}
      userId={userId}
      onClose={onClose}
      renderActions={({ postId, createdAt, revisedAt, supplier, owner }) => {
        const other = supplier.id === userId ? owner : supplier;
        return (
          <>
            {postId !== null && supplier.id === userId && (
              <PostChanges postId={postId} since={revisedAt ?? createdAt} />
            )}
            {other && <ReviewButton user={other} w="fit-content" />}
          </>
        );
      }}
      renderConversation={(quote) => (
        <ConversationSection
          key={quote.id}
          userId={userId}
          quoteId={quote.id}
          other={quote.supplier.id === userId ? quote.owner : quote.supplier}
          startsAtEnd={opened?.isAtMessages ?? false}
          highlightedId={opened?.messageId ?? null}
          onHighlightEnd={() => onMessageShown(quote.id)}
        />
      )}
    />
  );
}
