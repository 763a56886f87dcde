import { z } from 'zod';
import { attachmentSchema } from '@domain/document-files.ts';
import { clientIdSchema } from '@/shared/form/send-once.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { Message } from './message.ts';

const unsentMessageSchema = z.object({
  clientId: clientIdSchema,
  content: z.string(),
  attachments: z.array(attachmentSchema),
  createdAt: z.string(),
});

/** A message that has not been stored yet: on its way (`failure` null), or waiting for a retry. */
export type UnsentMessage = z.infer<typeof unsentMessageSchema> & { failure: string | null };

const key = (userId: number, quoteId: number) => `draft_outbox_${userId}_${quoteId}`;

/** Messages that an earlier visit could not send. Sending one again is safe: its client id makes the server answer the first. */
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

/** Keeps unsent messages in the browser, so that a reload loses nothing. */
export function writeUnsentMessages(userId: number, quoteId: number, unsent: readonly UnsentMessage[]): void {
  if (unsent.length === 0) localStorage.removeItem(key(userId, quoteId));
  else localStorage.setItem(key(userId, quoteId), JSON.stringify(z.array(unsentMessageSchema).parse(unsent)));
}

/** The unsent messages that are not among the messages yet; the conversation may know a message before its sender has the answer. */
export function notArrived(unsent: readonly UnsentMessage[], messages: readonly Message[]): UnsentMessage[] {
  const arrived = new Set(messages.map(({ clientId }) => clientId));
  return unsent.filter(({ clientId }) => !arrived.has(clientId));
}
