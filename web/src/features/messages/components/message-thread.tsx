import { useEffect, useEffectEvent, useId, useState } from 'react';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ACCOUNT_REFRESH_MS, THREAD_REFRESH_MS } from '@domain/limits.ts';
import { useLiveUpdates } from '@/shared/live/use-live-updates.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { closedReasonQueryOptions } from '../api/get-closed-reason.ts';
import { useLoadEarlier } from '../api/load-earlier.ts';
import { useMarkMessagesRead } from '../api/mark-read.ts';
import { threadQueryOptions } from '../api/read-thread.ts';
import { unsent, type Letter } from '../outbox.ts';
import { newestUnread } from '../thread.ts';
import type { OtherParty } from '../message.ts';
import { useOutbox } from '../use-outbox.ts';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import classes from './messages.module.css';

type MessageThreadProps = {
  userId: number;
  quoteId: number;
  other: OtherParty;
  /** Begins at the newest message instead of where the thread begins. */
  startsAtEnd: boolean;
  /** The message that a notification led to. */
  highlightedId: number | null;
  onHighlightEnd: () => void;
};

/** The conversation of the two parties of a quote (B9); refreshes itself while it is seen. */
export function MessageThread({
  userId,
  quoteId,
  other,
  startsAtEnd,
  highlightedId,
  onHighlightEnd,
}: MessageThreadProps) {
  const titleId = useId();
  const thread = useQuery(threadQueryOptions(quoteId));
  const { data: closedReason } = useQuery(closedReasonQueryOptions(quoteId));
  const earlier = useLoadEarlier(quoteId);
  const outbox = useOutbox(userId, quoteId);
  const [returned, setReturned] = useState<Letter | null>(null);
  useLiveUpdates([keys.messages.thread(quoteId)], THREAD_REFRESH_MS);
  useLiveUpdates([keys.messages.closedReason(quoteId)], ACCOUNT_REFRESH_MS);

  const { messages = [], hasEarlier = false } = thread.data ?? {};
  const { mutate: markRead } = useMarkMessagesRead(userId, quoteId);
  const isSeen = useDocumentVisibility() === 'visible';
  const unreadId = newestUnread(messages, userId);
  useEffect(() => {
    if (isSeen && unreadId !== null) markRead(unreadId);
  }, [isSeen, unreadId, markRead]);

  // The message that was asked for may be older than what is loaded.
  const firstId = messages[0]?.id;
  const isAway = highlightedId !== null && firstId !== undefined && highlightedId < firstId && hasEarlier;
  const seek = useEffectEvent((before: number) => earlier.mutate(before));
  useEffect(() => {
    if (isAway && firstId !== undefined) seek(firstId);
  }, [isAway, firstId]);

  if (thread.isPending) {
    return (
      <Stack gap="sm" aria-busy aria-label="Loading messages" role="status">
        <Skeleton height={48} width="60%" />
        <Skeleton height={48} width="45%" ml="auto" />
        <Skeleton height={48} width="70%" />
      </Stack>
    );
  }
  if (!thread.data) {
    return (
      <ErrorState
        title="Failed to load messages"
        message={thread.error.message}
        onRetry={() => void thread.refetch()}
      />
    );
  }
  return (
    <section className={classes.thread} aria-labelledby={titleId}>
      <Title order={4} size="h4" id={titleId}>
        Messages
        {other && (
          <span className={classes.with}>
            {' '}
            with <bdi>{other.username}</bdi>
          </span>
        )}
      </Title>
      <MessageList
        userId={userId}
        quoteId={quoteId}
        other={other}
        messages={messages}
        letters={unsent(outbox.letters, messages)}
        isOpen={closedReason === null}
        startsAtEnd={startsAtEnd && highlightedId === null}
        highlightedId={highlightedId}
        onHighlightEnd={onHighlightEnd}
        earlier={
          hasEarlier && firstId !== undefined
            ? { isLoading: earlier.isPending, error: earlier.error, onLoad: () => earlier.mutate(firstId) }
            : null
        }
        onRetry={outbox.retry}
        onEdit={(letter) => {
          setReturned(letter);
          outbox.discard(letter);
        }}
        onDiscard={outbox.discard}
      />
      {closedReason ? (
        <Text size="sm" className={classes.closed}>
          {closedReason}.
        </Text>
      ) : (
        <Composer userId={userId} quoteId={quoteId} returned={returned} onSend={outbox.send} />
      )}
    </section>
  );
}
