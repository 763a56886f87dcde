import type { QueryData } from '@supabase/supabase-js';
import { z } from 'zod';
import { dataOf, type Client } from '../../_shared/clients.ts';
import { MESSAGES_PER_PAGE } from '../../_shared/domain/limits.ts';
import {
  messageBodySchema,
  messageEditSchema,
  messageSchema,
  READ_AT_ONCE,
  type Message,
} from '../../_shared/domain/message.ts';
import { forbidden, notFound } from '../../_shared/http/api-error.ts';
import { idempotencyKey } from '../../_shared/http/body.ts';
import { MESSAGE_COLUMNS, toMessage } from '../../_shared/rows/message-row.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** Messages on quotes. Only the two parties of the quote can read and write them; the database decides who they are. */
export const messageRoutes = new ApiRoutes('Messages');

const MESSAGE_ANSWER_COLUMNS =
  `${MESSAGE_COLUMNS}, quote_id, sender:profiles!messages_sender_id_fkey(username, avatar_path)` as const;

const selectMessages = (client: Client) => client.from('messages').select(MESSAGE_ANSWER_COLUMNS);

type MessageRow = QueryData<ReturnType<typeof selectMessages>>[number];

const toMessageAnswer = (row: MessageRow): Message => ({
  ...toMessage(row),
  quoteId: row.quote_id,
  senderUsername: row.sender.username,
  senderAvatar: row.sender.avatar_path,
});

async function fetchMessage(client: Client, id: number): Promise<Message> {
  const row = dataOf(await selectMessages(client).eq('id', id).maybeSingle());
  if (!row) throw notFound('Message');
  return toMessageAnswer(row);
}

const NOT_A_PARTY = 'You are not a party to the quote';

messageRoutes.operation(
  {
    method: 'get',
    path: '/quotes/{id}/messages',
    summary: `List the latest ${MESSAGES_PER_PAGE} messages on a quote, oldest first`,
    description: 'To get earlier messages, pass the id of the oldest message that you have as `before`.',
    access: 'user',
    ids: { id: 'Quote' },
    query: z.object({ before: z.coerce.number().int().positive().optional() }),
    answer: z.array(messageSchema),
    refusals: { 403: NOT_A_PARTY },
  },
  async ({ client, ids, query: { before } }) => {
    const quote = dataOf(await client.from('quotes').select('id').eq('id', ids.id).maybeSingle());
    // The same answer for a foreign and a missing quote, so that it does not reveal which ids exist.
    if (!quote) throw forbidden('You are not a party of this quote');
    let query = selectMessages(client).eq('quote_id', quote.id);
    if (before !== undefined) query = query.lt('id', before);
    const rows = dataOf(await query.order('id', { ascending: false }).limit(MESSAGES_PER_PAGE));
    return rows.toReversed().map(toMessageAnswer);
  },
);

messageRoutes.operation(
  {
    method: 'post',
    path: '/quotes/{id}/messages',
    summary: 'Send a message to the other party of a quote',
    description: 'A repeat with the same `clientId` returns the first message.',
    access: 'user',
    ids: { id: 'Quote' },
    body: messageBodySchema,
    answer: messageSchema,
    status: 201,
    refusals: { 403: NOT_A_PARTY, 409: 'The conversation is closed: the post was deleted, or a party is suspended' },
  },
  async ({ c, client, ids, body: { content, attachments, clientId } }) => {
    const id = dataOf(
      await client.rpc('send_message', {
        quote_id: ids.id,
        content,
        attachments,
        client_id: clientId ?? (await idempotencyKey(c)) ?? undefined,
      }),
    );
    return fetchMessage(client, id);
  },
);

messageRoutes.operation(
  {
    method: 'patch',
    path: '/quotes/{id}/messages/read',
    summary: 'Mark the messages that I received on a quote as read',
    access: 'user',
    ids: { id: 'Quote' },
    answer: doneSchema,
    refusals: { 403: NOT_A_PARTY },
  },
  async ({ client, ids }) => {
    let marked = READ_AT_ONCE;
    while (marked === READ_AT_ONCE) marked = dataOf(await client.rpc('mark_messages_read', { quote_id: ids.id }));
    return { message: 'Messages read' };
  },
);

const change = {
  path: '/messages/{id}',
  access: 'user',
  ids: { id: 'Message' },
  refusals: {
    403: 'The message was sent by the other party, or more than 15 minutes ago',
    409: 'The message was deleted, or the conversation is closed',
  },
} as const;

messageRoutes.operation(
  {
    ...change,
    method: 'patch',
    summary: 'Edit my message, within 15 minutes',
    body: messageEditSchema,
    answer: messageSchema,
  },
  async ({ client, ids, body: { content } }) => {
    dataOf(await client.rpc('edit_message', { message_id: ids.id, content }));
    return fetchMessage(client, ids.id);
  },
);

messageRoutes.operation(
  { ...change, method: 'delete', summary: 'Delete my message, within 15 minutes', answer: doneSchema },
  async ({ client, ids }) => {
    dataOf(await client.rpc('delete_message', { message_id: ids.id }));
    return { message: 'Message deleted' };
  },
);
