import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ACCOUNT_REFRESH_MS, useLiveUpdates } from '@/shared/live/use-live-updates.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { closedReasonQueryOptions } from './get-closed-reason.ts';
import { useLoadEarlier } from './load-earlier.ts';
import { useMarkMessagesRead } from './mark-messages-read.ts';
import { conversationQueryOptions } from '../get-conversation.ts';
import { notArrived, type UnsentMessage } from '../send/unsent-messages.ts';
import { newestUnread } from '../conversation.ts';
import type { OtherParty } from '../shown-message.ts';
import { useUnsentMessages } from '../send/use-unsent-messages.ts';
import { Composer } from '../send/composer.tsx';
import { MessageList } from './message-list.tsx';
import classes from '../messages.module.css';

/** Polling interval of an open conversation. */
const CONVERSATION_REFRESH_MS = 4_000;

type ConversationSectionProps = {
  userId: number;
  quoteId: number;
  other: OtherParty;
  /** The button to mute the conversation, from another feature, unless it stands elsewhere. */
  mute: ReactNode;
  /** Starts in the field for a new message. */
  isWriting: boolean;
  /** Message that a notification linked to. */
  highlightedId: number | null;
  onHighlightEnd: () => void;
};

/** The conversation of the two parties of a quote; polls while it is visible. */
export function ConversationSection({
  userId,
  quoteId,
  other,
  mute,
  isWriting,
  highlightedId,
  onHighlightEnd,
}: ConversationSectionProps) {
  const { t, rich, message } = useLanguage();
  const titleId = useId();
  const conversation = useQuery(conversationQueryOptions(quoteId));
  const { data: closedReason } = useQuery(closedReasonQueryOptions(quoteId));
  const earlier = useLoadEarlier(quoteId);
  const unsent = useUnsentMessages(userId, quoteId);
  const [returned, setReturned] = useState<UnsentMessage | null>(null);
  useLiveUpdates([keys.messages.conversation(quoteId)], CONVERSATION_REFRESH_MS);
  useLiveUpdates([keys.messages.closedReason(quoteId)], ACCOUNT_REFRESH_MS);

  const { messages = [], hasEarlier = false } = conversation.data ?? {};
  const { mutate: markRead } = useMarkMessagesRead(userId, quoteId);
  const isSeen = useDocumentVisibility() === 'visible';
  const unreadId = newestUnread(messages, userId);
  /** Up to where this look has marked messages: one that could not be marked is unread again, and would be marked without end. */
  const markedTo = useRef(0);
  useEffect(() => {
    if (!isSeen) markedTo.current = 0;
    else if (unreadId !== null && unreadId > markedTo.current) {
      markedTo.current = unreadId;
      markRead(unreadId);
    }
  }, [isSeen, unreadId, markRead]);

  // The linked message can be older than the loaded ones.
  const firstId = messages[0]?.id;
  const isAway = highlightedId !== null && firstId !== undefined && highlightedId < firstId && hasEarlier;
  const seek = useEffectEvent((before: number) => earlier.mutate(before));
  useEffect(() => {
    if (isAway && firstId !== undefined) seek(firstId);
  }, [isAway, firstId]);

  if (conversation.isPending) {
    return (
      <Stack gap="sm" aria-busy aria-label={t('Loading messages')} role="status">
        <Skeleton height={48} width="60%" />
        <Skeleton height={48} width="45%" ml="auto" />
        <Skeleton height={48} width="70%" />
      </Stack>
    );
  }
  // After a failed refetch, cached messages stay on screen; a cached empty list could be stale.
  if (!conversation.data || (conversation.error && messages.length === 0)) {
    return (
      <ErrorState
        title={t('Failed to load messages')}
        message={conversation.error?.message}
        onRetry={() => void conversation.refetch()}
      />
    );
  }
  return (
    <section className={classes.conversation} aria-labelledby={titleId}>
      <div className={classes.head}>
        <Title order={4} size="h4" id={titleId} className={classes.title}>
          {t('Messages')}
          {other && (
            <span className={classes.with}> {rich('with {username}', { username: <bdi>{other.username}</bdi> })}</span>
          )}
        </Title>
        {mute}
      </div>
      <MessageList
        userId={userId}
        quoteId={quoteId}
        other={other}
        messages={messages}
        unsentMessages={notArrived(unsent.messages, messages)}
        isOpen={closedReason === null}
        startsAtEnd={highlightedId === null}
        highlightedId={highlightedId}
        onHighlightEnd={onHighlightEnd}
        earlier={
          hasEarlier && firstId !== undefined
            ? { isLoading: earlier.isPending, error: earlier.error, onLoad: () => earlier.mutate(firstId) }
            : null
        }
        onRetry={unsent.retry}
        onEdit={closedReason ? null : setReturned}
        onDiscard={unsent.discard}
      />
      {closedReason ? (
        <Text size="sm" className={classes.closed}>
          {message(closedReason)}.
        </Text>
      ) : (
        <Composer
          userId={userId}
          quoteId={quoteId}
          returned={returned}
          onReturned={(isTaken) => {
            if (isTaken && returned) unsent.discard(returned);
            setReturned(null);
          }}
          startsFocused={isWriting}
          onSend={unsent.send}
        />
      )}
    </section>
  );
}
