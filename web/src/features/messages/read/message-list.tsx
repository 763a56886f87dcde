import { useEffect, useRef } from 'react';
import { Button, Text } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { Part } from '@/shared/ui/state/part.tsx';
import { byDay } from '../days.ts';
import type { UnsentMessage } from '../send/unsent-messages.ts';
import { lastSeen } from '../conversation.ts';
import type { Message, OtherParty } from '../shown-message.ts';
import { UnsentMessageBubble } from '../send/unsent-message-bubble.tsx';
import { MessageBubble } from './message-bubble.tsx';
import classes from '../messages.module.css';

type MessageListProps = {
  userId: number;
  quoteId: number;
  other: OtherParty;
  messages: readonly Message[];
  unsentMessages: readonly UnsentMessage[];
  /** Whether the conversation is open, so that messages can be edited. */
  isOpen: boolean;
  startsAtEnd: boolean;
  highlightedId: number | null;
  onHighlightEnd: () => void;
  /** Null if the first message is loaded. */
  earlier: { isLoading: boolean; error: Error | null; onLoad: () => void } | null;
  onRetry: (message: UnsentMessage) => void;
  /** Null if no field takes the text back. */
  onEdit: ((message: UnsentMessage) => void) | null;
  onDiscard: (message: UnsentMessage) => void;
};

/** Scrolls to the end of the conversation, where the field for a new message covers nothing. */
const scrollToEnd = (end: HTMLElement | null) => end?.parentElement?.scrollIntoView({ block: 'end' });

/**
 * Keeps the newest message in view above the field for a new one: initially on request, later if it was in view before
 * or the user wrote it, also while anything around it changes its height.
 * @returns the element below the messages
 */
function useFollowEnd(newest: string | undefined, isOwn: boolean, startsAtEnd: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const isInView = useRef(startsAtEnd);
  const last = useRef(startsAtEnd ? undefined : newest);
  useEffect(() => {
    if (!end.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      isInView.current = entry?.isIntersecting ?? false;
    });
    observer.observe(end.current);
    // It runs before the observer above knows that the end has moved out of view.
    const resizing = new ResizeObserver(() => {
      if (isInView.current) scrollToEnd(end.current);
    });
    // The messages and the field, what stands above them, and the room for all of it.
    for (let part = end.current.parentElement; part; part = part.parentElement) resizing.observe(part);
    return () => {
      observer.disconnect();
      resizing.disconnect();
    };
  }, []);
  useEffect(() => {
    if (newest === last.current) return;
    const isFirst = last.current === undefined;
    last.current = newest;
    if (isFirst ? startsAtEnd : isInView.current || isOwn) {
      isInView.current = true;
      scrollToEnd(end.current);
    }
  }, [newest, isOwn, startsAtEnd]);
  return end;
}

/** Messages by day, oldest first, followed by unsent ones. */
export function MessageList({
  userId,
  quoteId,
  other,
  messages,
  unsentMessages,
  isOpen,
  highlightedId,
  onHighlightEnd,
  onEdit,
  ...list
}: MessageListProps) {
  const language = useLanguage();
  const { t } = language;
  const seenId = lastSeen(messages, userId);
  const lastMessage = messages.at(-1);
  const lastUnsent = unsentMessages.at(-1);
  const end = useFollowEnd(
    lastUnsent?.clientId ?? lastMessage?.clientId,
    lastUnsent !== undefined || lastMessage?.senderId === userId,
    list.startsAtEnd,
  );
  return (
    <>
      {list.earlier && (
        <div className={classes.earlier}>
          <Button variant="subtle" size="compact-sm" loading={list.earlier.isLoading} onClick={list.earlier.onLoad}>
            {t('Show earlier messages')}
          </Button>
          {list.earlier.error && (
            <Text size="xs" c="var(--mantine-color-error)" role="alert">
              {language.message(list.earlier.error.message)}
            </Text>
          )}
        </div>
      )}
      <div
        role="log"
        aria-live="polite"
        aria-label={t('Messages with {username}', { username: other?.username ?? t('a deleted account') })}
        className={classes.log}
      >
        {messages.length + unsentMessages.length === 0 && (
          <EmptyState isSmall title={t('No messages yet. Ask a question or discuss the terms.')} />
        )}
        {byDay(messages, language).map((day) => (
          <div key={day.label} className={classes.day}>
            <Text size="xs" className={classes.dayName}>
              {day.label}
            </Text>
            <ul className={classes.list}>
              {day.messages.map((message) => (
                <Part key={message.id} fallback={<li dir="auto">{message.content}</li>}>
                  {() => (
                    <MessageBubble
                      quoteId={quoteId}
                      message={message}
                      sender={message.senderId === userId ? 'me' : other}
                      isSeen={message.id === seenId}
                      isOpen={isOpen}
                      isHighlighted={message.id === highlightedId}
                      onHighlightEnd={onHighlightEnd}
                    />
                  )}
                </Part>
              ))}
            </ul>
          </div>
        ))}
        {unsentMessages.length > 0 && (
          <ul className={classes.list}>
            {unsentMessages.map((unsent) => (
              <Part key={unsent.clientId} fallback={<li dir="auto">{unsent.content}</li>}>
                {() => (
                  <UnsentMessageBubble
                    unsent={unsent}
                    onRetry={() => list.onRetry(unsent)}
                    onEdit={onEdit && (() => onEdit(unsent))}
                    onDiscard={() => list.onDiscard(unsent)}
                  />
                )}
              </Part>
            ))}
          </ul>
        )}
      </div>
      <div ref={end} />
    </>
  );
}
