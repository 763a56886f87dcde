import { z } from 'zod';
import { attachmentSchema } from '@domain/document-files.ts';
import type { Message } from './message.ts';

const letterSchema = z.object({
  clientId: z.string(),
  content: z.string(),
  attachments: z.array(attachmentSchema),
  createdAt: z.string(),
});

/** A message that has not been stored yet: on its way (`failure` null), or waiting for a retry. */
export type Letter = z.infer<typeof letterSchema> & { failure: string | null };

const key = (userId: number, quoteId: number) => `draft_outbox_${userId}_${quoteId}`;

/** Messages that an earlier visit could not send. Sending one again is safe: its client id makes the server answer the first (C13). */
export function readOutbox(userId: number, quoteId: number): Letter[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key(userId, quoteId)) ?? '[]');
    return z
      .array(letterSchema)
      .parse(stored)
      .map((letter) => ({ ...letter, failure: 'Not sent yet' }));
  } catch {
    return [];
  }
}

/** Keeps unsent messages in the browser, so that a reload loses nothing. */
export function writeOutbox(userId: number, quoteId: number, letters: readonly Letter[]): void {
  if (letters.length === 0) localStorage.removeItem(key(userId, quoteId));
  else localStorage.setItem(key(userId, quoteId), JSON.stringify(z.array(letterSchema).parse(letters)));
}

/** The letters that are not among the messages yet; the thread may know a message before its sender has the answer. */
export function unsent(letters: readonly Letter[], messages: readonly Message[]): Letter[] {
  const arrived = new Set(messages.map(({ clientId }) => clientId));
  return letters.filter(({ clientId }) => !arrived.has(clientId));
}
