import { z } from 'zod';
import { attachmentSchema } from '@domain/document-files.ts';
import { clientIdSchema } from '@/shared/form/send-once.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { Message } from '../shown-message.ts';

const unsentMessageSchema = z.object({
  clientId: clientIdSchema,
  content: z.string(),
  attachments: z.array(attachmentSchema),
  createdAt: z.string(),
});

/** A message that is not stored yet: being sent (`failure` is null) or waiting for a retry. */
export type UnsentMessage = z.infer<typeof unsentMessageSchema> & { failure: string | null };

const key = (userId: number, quoteId: number) => `draft_outbox_${userId}_${quoteId}`;

/** Unsent messages of an earlier visit. Resending is safe: the client id makes the server return the stored message. */
export function readUnsentMessages(userId: number, quoteId: number): UnsentMessage[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key(userId, quoteId)) ?? '[]');
    return z
      .array(unsentMessageSchema)
      .parse(stored)
      .map((message) => ({ ...message, failure: msg('Not sent yet') }));
  } catch {
    return [];
  }
}

/** Stores unsent messages in the browser, so that they survive a reload. */
export function writeUnsentMessages(userId: number, quoteId: number, unsent: readonly UnsentMessage[]): void {
  if (unsent.length === 0) localStorage.removeItem(key(userId, quoteId));
  else localStorage.setItem(key(userId, quoteId), JSON.stringify(z.array(unsentMessageSchema).parse(unsent)));
}

/**
 * Unsent messages that the conversation does not contain yet; a refetch can bring a message before the answer to its
 * request.
 */
export function notArrived(unsent: readonly UnsentMessage[], messages: readonly Message[]): UnsentMessage[] {
  const arrived = new Set(messages.map(({ clientId }) => clientId));
  return unsent.filter(({ clientId }) => !arrived.has(clientId));
}
