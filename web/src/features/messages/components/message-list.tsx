import { useEffect, useRef } from 'react';
import { Button, Text } from '@mantine/core';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { byDay } from '../days.ts';
import type { Letter } from '../outbox.ts';
import { lastSeen } from '../thread.ts';
import type { Message, OtherParty } from '../message.ts';
import { LetterBubble } from './letter-bubble.tsx';
import { MessageBubble } from './message-bubble.tsx';
import classes from './messages.module.css';

type MessageListProps = {
  userId: number;
  quoteId: number;
  other: OtherParty;
  messages: readonly Message[];
  letters: readonly Letter[];
  /** Whether anything may be written, and so changed. */
  isOpen: boolean;
  startsAtEnd: boolean;
  highlightedId: number | null;
  onHighlightEnd: () => void;
  /** Null when the first message is there. */
  earlier: { isLoading: boolean; error: Error | null; onLoad: () => void } | null;
  onRetry: (letter: Letter) => void;
  onEdit: (letter: Letter) => void;
  onDiscard: (letter: Letter) => void;
};

/** Keeps the newest message in view: on request at first, after that whenever it was in view before or the user wrote it. */
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
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (newest === last.current) return;
    const isFirst = last.current === undefined;
    last.current = newest;
    if (isFirst ? startsAtEnd : isInView.current || isOwn) end.current?.scrollIntoView({ block: 'end' });
  }, [newest, isOwn, startsAtEnd]);
  return end;
}

/** Messages by day, oldest first, and below them what is still on its way. */
export function MessageList({
  userId,
  quoteId,
  other,
  messages,
  letters,
  isOpen,
  highlightedId,
  onHighlightEnd,
  ...list
}: MessageListProps) {
  const seenId = lastSeen(messages, userId);
  const lastMessage = messages.at(-1);
  const lastLetter = letters.at(-1);
  const end = useFollowEnd(
    lastLetter?.clientId ?? lastMessage?.clientId,
    lastLetter !== undefined || lastMessage?.senderId === userId,
    list.startsAtEnd,
  );
  return (
    <>
      {list.earlier && (
        <div className={classes.earlier}>
          <Button variant="subtle" size="compact-sm" loading={list.earlier.isLoading} onClick={list.earlier.onLoad}>
            Show earlier messages
          </Button>
          {list.earlier.error && (
            <Text size="xs" c="var(--mantine-color-error)" role="alert">
              {list.earlier.error.message}
            </Text>
          )}
        </div>
      )}
      <div
        role="log"
        aria-live="polite"
        aria-label={`Messages with ${other?.username ?? 'a deleted account'}`}
        className={classes.log}
      >
        {messages.length + letters.length === 0 && (
          <EmptyState isSmall title="No messages yet. Ask a question or discuss the terms." />
        )}
        {byDay(messages).map((day) => (
          <div key={day.label} className={classes.day}>
            <Text size="xs" className={classes.dayName}>
              {day.label}
            </Text>
            <ul className={classes.list}>
              {day.messages.map((message) => (
                <MessageBubble
                  key={message.id}
                  quoteId={quoteId}
                  message={message}
                  sender={message.senderId === userId ? 'me' : other}
                  isSeen={message.id === seenId}
                  isOpen={isOpen}
                  isHighlighted={message.id === highlightedId}
                  onHighlightEnd={onHighlightEnd}
                />
              ))}
            </ul>
          </div>
        ))}
        {letters.length > 0 && (
          <ul className={classes.list}>
            {letters.map((letter) => (
              <LetterBubble
                key={letter.clientId}
                letter={letter}
                onRetry={() => list.onRetry(letter)}
                onEdit={() => list.onEdit(letter)}
                onDiscard={() => list.onDiscard(letter)}
              />
            ))}
          </ul>
        )}
      </div>
      <div ref={end} className={classes.end} />
    </>
  );
}
