import { z } from 'zod';
import { attachmentSchema } from '@domain/document-files.ts';
import { keepText } from '@/shared/backend/keep-text.ts';
import { clientIdSchema } from '@/shared/form/send-once.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { Message } from '../shown-message.ts';

const unsentMessageSchema = z.object({
  clientId: clientIdSchema,
  content: z.string(),
  attachments: z.array(attachmentSchema),
  createdAt: z.string(),
  failure: z.string().nullable().default(null),
});

/** A message that is not stored yet: being sent (`failure` is null) or waiting for a retry. */
export type UnsentMessage = z.output<typeof unsentMessageSchema>;

/** Key in local storage, which all tabs share. */
export const unsentKey = (userId: number, quoteId: number) => `draft_outbox_${userId}_${quoteId}`;

/** Unsent messages of all tabs, as the tab that sends them left them. */
export function readUnsentOfAllTabs(userId: number, quoteId: number): UnsentMessage[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(unsentKey(userId, quoteId)) ?? '[]');
    return z.array(unsentMessageSchema).parse(stored);
  } catch {
    return [];
  }
}

/** Unsent messages of an earlier visit. Resending is safe: the client id makes the server return the stored message. */
export function readUnsentMessages(userId: number, quoteId: number): UnsentMessage[] {
  return readUnsentOfAllTabs(userId, quoteId).map((message) => ({ ...message, failure: msg('Not sent yet') }));
}

/** Stores unsent messages in the browser, so that they survive a reload. */
export function writeUnsentMessages(userId: number, quoteId: number, unsent: readonly UnsentMessage[]): void {
  if (unsent.length === 0) localStorage.removeItem(unsentKey(userId, quoteId));
  else keepText(unsentKey(userId, quoteId), JSON.stringify(z.array(unsentMessageSchema).parse(unsent)));
}

/**
 * The unsent messages of this tab after another tab changed those in storage: without those that it sent or discarded, and
 * with those that it could not send. What either tab is sending stays with that tab.
 */
export function withOtherTabs(held: readonly UnsentMessage[], stored: readonly UnsentMessage[]): UnsentMessage[] {
  const idsOf = (messages: readonly UnsentMessage[]) => new Set(messages.map(({ clientId }) => clientId));
  const [heldIds, storedIds] = [idsOf(held), idsOf(stored)];
  return [
    ...held.filter(({ clientId, failure }) => failure === null || storedIds.has(clientId)),
    ...stored.filter(({ clientId, failure }) => failure !== null && !heldIds.has(clientId)),
  ];
}

/**
 * Unsent messages that the conversation does not contain yet; a refetch can bring a message before the answer to its
 * request.
 */
export function notArrived(unsent: readonly UnsentMessage[], messages: readonly Message[]): UnsentMessage[] {
  const arrived = new Set(messages.map(({ clientId }) => clientId));
  return unsent.filter(({ clientId }) => !arrived.has(clientId));
}
