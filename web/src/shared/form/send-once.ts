import { useCallback, useRef } from 'react';
import { z } from 'zod';
import { AppError } from '@/shared/errors/app-error.ts';
import { newUuid } from '@/shared/text/new-uuid.ts';

/**
 * Names one content that a person sends, so that a repeat of it is stored once. Only this file makes one; nothing else is
 * of this type.
 */
export const clientIdSchema = z.uuid().brand<'ClientId'>();
export type ClientId = z.infer<typeof clientIdSchema>;

/** A new client id, for a content that never changes, such as a message in the outbox. Forms take `useSendOnce`. */
export const newClientId = (): ClientId => clientIdSchema.parse(newUuid());

/** A content as a text that is equal for equal contents. JSON shows nothing of a file. */
const textOf = (content: unknown) =>
  JSON.stringify(content, (_, value: unknown) =>
    value instanceof File ? [value.name, value.type, value.size, value.lastModified] : value,
  );

/**
 * Sends what a form holds, with a client id that belongs to this content: the same content once more keeps its id, and a
 * change gets a new one, because the server answers a known id with what it stored first. The ids live in memory only: a
 * draft that carried one would hand it to a second tab.
 *
 * @returns a function that takes all that is sent and how to send it. It resolves to the answer; after that the same content
 * is sent anew.
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
      // Refused for its id: another try, now that the person knows, is meant as another one.
      if (storedInstead(error) !== null) ids.current.delete(text);
      throw error;
    }
  }, []);
}

const detailsSchema = z.object({ code: z.literal('already_sent_differently'), storedId: z.number() });

/** The id of what is stored under the client id of a refused write, whose content was another; null for any other failure. */
export function storedInstead(error: unknown): number | null {
  const details = detailsSchema.safeParse(error instanceof AppError ? error.details : undefined);
  return details.success ? details.data.storedId : null;
}
