import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { conversationQueryOptions } from '@/features/messages/get-conversation.ts';
import { ConversationSection } from '@/features/messages/read/conversation-section.tsx';
import { MuteButton } from '@/features/mutes/mute-button.tsx';
import { PostChanges } from '@/features/posts/detail/post-changes.tsx';
import { QuoteDrawer } from '@/features/quotes/read/quote-drawer.tsx';
import { useBelow } from '@/shared/ui/use-below.ts';
import { ReviewOfParty } from './review-of-party.tsx';
import type { Quote } from '@/features/quotes/facts/shown-quote.ts';
import type { OpenQuote, QuoteView } from '@/features/quotes/read/use-open-quote.ts';

type QuoteDrawerWithConversationProps = {
  userId: number;
  opened: OpenQuote | null;
  onClose: () => void;
  onView: (quoteId: number, view: QuoteView) => void;
  /** Called once the requested message was shown. */
  onMessageShown: (quoteId: number) => void;
};

/** The drawer of a quote with its messages and a button to review the other party. */
export function QuoteDrawerWithConversation({
  userId,
  opened,
  onClose,
  onView,
  onMessageShown,
}: QuoteDrawerWithConversationProps) {
  const { data: conversation } = useQuery({
    ...conversationQueryOptions(opened?.quoteId ?? 0),
    enabled: opened !== null,
  });
  const isPhone = useBelow('phone');
  const mute = ({ id, postId }: Quote) => <MuteButton of={{ quoteId: id }} requestId={postId} isSign={isPhone} />;
  // Somebody who came for the messages writes at once; who walks through the tabs keeps the focus there.
  const [cameFor, setCameFor] = useState(opened);
  if (opened?.quoteId !== cameFor?.quoteId) setCameFor(opened);
  return (
    <QuoteDrawer
      opened={opened}
      userId={userId}
      onClose={onClose}
      onView={onView}
      messageCount={conversation && `${conversation.messages.length}${conversation.hasEarlier ? '+' : ''}`}
      renderMute={mute}
      renderActions={(quote) => {
        const { postId, createdAt, revisedAt, supplier, owner } = quote;
        const other = supplier.id === userId ? owner : supplier;
        return (
          <>
            {postId !== null && supplier.id === userId && (
              <PostChanges postId={postId} since={revisedAt ?? createdAt} />
            )}
            {other && <ReviewOfParty quote={quote} userId={userId} other={other} />}
          </>
        );
      }}
      renderConversation={(quote) => (
        <ConversationSection
          key={quote.id}
          userId={userId}
          quoteId={quote.id}
          other={quote.supplier.id === userId ? quote.owner : quote.supplier}
          mute={!isPhone && mute(quote)}
          isWriting={cameFor?.view === 'messages' && cameFor.messageId === null}
          highlightedId={opened?.messageId ?? null}
          onHighlightEnd={() => onMessageShown(quote.id)}
        />
      )}
    />
  );
}
