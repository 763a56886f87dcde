import type { QueryKey } from '@tanstack/react-query';
import { keys } from '@/shared/backend/query-keys.ts';
import { valueAt } from '@/shared/text/text-at.ts';

/** The id under a name of an event; 0 without one, which is the key of nothing. */
function idAt(payload: unknown, name: string): number {
  const id = valueAt(payload, name);
  return typeof id === 'number' ? id : 0;
}

const KEYS_OF_EVENT: Readonly<Record<string, (quoteId: number, postId: number) => readonly QueryKey[]>> = {
  notifications: () => [keys.notifications.all],
  messages: (quoteId) => [
    keys.messages.conversation(quoteId),
    keys.messages.unread,
    keys.messages.inboxes,
    keys.notifications.all,
  ],
  quotes: (quoteId, postId) => [
    keys.quotes.all,
    keys.posts.quotes(postId),
    keys.posts.detail(postId),
    keys.posts.mine,
    keys.messages.closedReason(quoteId),
  ],
  questions: (_quoteId, postId) => [keys.posts.questions(postId)],
  posts: (_quoteId, postId) => [
    keys.posts.detail(postId),
    keys.posts.quotes(postId),
    keys.posts.questions(postId),
    keys.posts.changes(postId),
    keys.posts.mine,
    keys.quotes.all,
    keys.messages.closedReasons,
  ],
  account: () => [keys.session.user],
};

/** The kinds of events that the page knows; a test compares them with those that the database sends. */
export const EVENT_KINDS = Object.keys(KEYS_OF_EVENT);

/** The queries that an event makes stale; none for an event of a newer release. */
export function keysOfEvent(kind: string, payload: unknown): readonly QueryKey[] {
  const keysOf = Object.hasOwn(KEYS_OF_EVENT, kind) ? KEYS_OF_EVENT[kind] : undefined;
  return keysOf?.(idAt(payload, 'quoteId'), idAt(payload, 'postId')) ?? [];
}
