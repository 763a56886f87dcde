import type { Message } from './shown-message.ts';

/** The loaded part of a conversation: its latest messages, oldest first, without gaps. */
export type Conversation = { messages: Message[]; hasEarlier: boolean };

function union(older: readonly Message[], newer: readonly Message[]): Message[] {
  const known = new Map([...older, ...newer].map((message) => [message.id, message]));
  return [...known.values()].sort((a, b) => a.id - b.id);
}

/**
 * Merges a refetched latest page. Loaded earlier messages stay, unless more than a page was written since; then only
 * the page is kept, to avoid a gap.
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

/** Prepends the page before the first message. */
export function withEarlier(known: Conversation, page: Conversation): Conversation {
  return { messages: union(page.messages, known.messages), hasEarlier: page.hasEarlier };
}

/** Adds a message, or replaces it if it is present. */
export function withMessage(known: Conversation, message: Message): Conversation {
  return { ...known, messages: union(known.messages, [message]) };
}

/** Changes one message. */
export function withChange(known: Conversation, id: number, change: Partial<Message>): Conversation {
  return {
    ...known,
    messages: known.messages.map((message) => (message.id === id ? { ...message, ...change } : message)),
  };
}

/** Marks received messages as read, up to `upTo`. */
export function withRead(known: Conversation, userId: number, upTo: number, readAt: string): Conversation {
  return {
    ...known,
    messages: known.messages.map((message) =>
      message.senderId === userId || message.readAt !== null || message.id > upTo ? message : { ...message, readAt },
    ),
  };
}

/** The latest unread message that the user received, or null. */
export function newestUnread(messages: readonly Message[], userId: number): number | null {
  return messages.findLast(({ senderId, readAt }) => senderId !== userId && readAt === null)?.id ?? null;
}

/** The last own message that the other party has read, or null. It shows "Seen". */
export function lastSeen(messages: readonly Message[], userId: number): number | null {
  return (
    messages.findLast(({ senderId, readAt, deletedAt }) => senderId === userId && readAt !== null && deletedAt === null)
      ?.id ?? null
  );
}
