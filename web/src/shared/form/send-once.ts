import { useCallback, useRef } from 'react';
import { z } from 'zod';
import { AppError } from '@/shared/errors/app-error.ts';
import { newUuid } from '@/shared/text/new-uuid.ts';

/**
 * The idempotency key of one submission; the server stores each key once. Only this file creates values of this type.
 */
export const clientIdSchema = z.uuid().brand<'ClientId'>();
export type ClientId = z.infer<typeof clientIdSchema>;

/** A client id for content that never changes, such as a queued message. Forms use `useSendOnce`. */
export const newClientId = (): ClientId => clientIdSchema.parse(newUuid());

/** Serializes content for comparison. Files are described by name, type, size and date, because JSON drops them. */
const textOf = (content: unknown) =>
  JSON.stringify(content, (_, value: unknown) =>
    value instanceof File ? [value.name, value.type, value.size, value.lastModified] : value,
  );

/**
 * Submits form content with a client id per content. A retry keeps the id; changed content gets a new one, because the
 * server answers a known id with the stored row. The ids are kept in memory only: a draft would carry them into a
 * second tab.
 *
 * @returns a function that takes the content and how to send it, and resolves to the answer. After a success, the same
 * content counts as new.
 */
export function useSendOnce(): <Answer>(
  content: unknown,
  send: (clientId: ClientId) => Promise<Answer>,
) => Promise<Answer> {
  const ids = useRef(new Map<string, ClientId>());
  return useCallback(async (content, send) => {
    const text = textOf(content);
    const clientId = ids.current.get(text) ?? newClientId();
    ids.current.set(text, clientId);
    try {
      const answer = await send(clientId);
      ids.current.clear();
      return answer;
    } catch (error) {
      // The id belongs to other content. The user has been told, so the next attempt counts as new.
      if (storedInstead(error) !== null) ids.current.delete(text);
      throw error;
    }
  }, []);
}

const detailsSchema = z.object({ code: z.literal('already_sent_differently'), storedId: z.number() });

/** The id of the row that is stored under the client id of a refused write; null for any other failure. */
export function storedInstead(error: unknown): number | null {
  const details = detailsSchema.safeParse(error instanceof AppError ? error.details : undefined);
  return details.success ? details.data.storedId : null;
}
