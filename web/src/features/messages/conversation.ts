import type { Message } from './message.ts';

/** The known part of a conversation: its newest messages, oldest first, without a gap. */
export type Conversation = { messages: Message[]; hasEarlier: boolean };

function union(older: readonly Message[], newer: readonly Message[]): Message[] {
  const known = new Map([...older, ...newer].map((message) => [message.id, message]));
  return [...known.values()].sort((a, b) => a.id - b.id);
}

/**
 * The conversation after its newest page was read again. Earlier messages that were loaded stay; when so much has been written
 * since that there is a gap before the page, only the page is kept.
 */
export function withLatest(known: Conversation | undefined, page: Conversation): Conversation {
  const oldest = page.messages[0];
  const first = known?.messages[0];
  const last = known?.messages.at(-1);
  if (!known || !oldest || !first || !last || (page.hasEarlier && last.id < oldest.id)) return page;
  return {
    messages: union(known.messages, page.messages),
    hasEarlier: first.id < oldest.id ? known.hasEarlier : page.hasEarlier,
  };
}

/** The conversation with the page before its first message. */
export function withEarlier(known: Conversation, page: Conversation): Conversation {
  return { messages: union(page.messages, known.messages), hasEarlier: page.hasEarlier };
}

/** The conversation with one message added, or replaced when it is there already. */
export function withMessage(known: Conversation, message: Message): Conversation {
  return { ...known, messages: union(known.messages, [message]) };
}

/** The conversation with one message changed. */
export function withChange(known: Conversation, id: number, change: Partial<Message>): Conversation {
  return {
    ...known,
    messages: known.messages.map((message) => (message.id === id ? { ...message, ...change } : message)),
  };
}

/** The conversation after the user has read what they received, up to the message `upTo`. */
export function withRead(known: Conversation, userId: number, upTo: number, readAt: string): Conversation {
  return {
    ...known,
    messages: known.messages.map((message) =>
      message.senderId === userId || message.readAt !== null || message.id > upTo ? message : { ...message, readAt },
    ),
  };
}

/** The newest message that the user received and has not read, or null. */
export function newestUnread(messages: readonly Message[], userId: number): number | null {
  return messages.findLast(({ senderId, readAt }) => senderId !== userId && readAt === null)?.id ?? null;
}

/** The last own message that the other party has read, or null: it carries the mark "Seen". */
export function lastSeen(messages: readonly Message[], userId: number): number | null {
  return (
    messages.findLast(({ senderId, readAt, deletedAt }) => senderId === userId && readAt !== null && deletedAt === null)
      ?.id ?? null
  );
}
