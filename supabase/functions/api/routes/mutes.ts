import { dataOf, type Client } from '../../_shared/clients.ts';
import { muteSchema, mutesSchema, type Mute } from '../../_shared/domain/notification-choices.ts';
import { ApiRoutes } from '../router.ts';

/** Muted conversations and requests. */
export const muteRoutes = new ApiRoutes('Notifications');

async function setMute(
  client: Client,
  of: { quote_id: number } | { post_id: number },
  isMuted: boolean,
): Promise<Mute> {
  dataOf(await client.rpc('set_mute', { ...of, is_on: isMuted }));
  return { isMuted };
}

muteRoutes.operation(
  {
    method: 'get',
    path: '/mutes',
    summary: 'List the conversations and posts that I have muted, newest first',
    access: 'user',
    answer: mutesSchema,
  },
  async ({ client }) => {
    const rows = dataOf(
      await client.from('mutes').select('quote_id, post_id, created_at').order('created_at', { ascending: false }),
    );
    return rows.map((row) => ({ quoteId: row.quote_id, postId: row.post_id, createdAt: row.created_at }));
  },
);

const refusals = { 409: 'You have muted 500 conversations and posts already' };

muteRoutes.operation(
  {
    method: 'put',
    path: '/quotes/{id}/mute',
    summary: 'Mute the conversation of a quote; muting it again changes nothing',
    description:
      'Its messages no longer notify the caller, count as unread or come by mail; the other party does not know. Decisions on the quote still do.',
    access: 'user',
    ids: { id: 'Quote' },
    answer: muteSchema,
    refusals,
  },
  ({ client, ids: { id } }) => setMute(client, { quote_id: id }, true),
);

muteRoutes.operation(
  {
    method: 'delete',
    path: '/quotes/{id}/mute',
    summary: 'Unmute the conversation of a quote',
    access: 'user',
    ids: { id: 'Quote' },
    answer: muteSchema,
  },
  ({ client, ids: { id } }) => setMute(client, { quote_id: id }, false),
);

muteRoutes.operation(
  {
    method: 'put',
    path: '/posts/{id}/mute',
    summary: 'Mute a post; muting it again changes nothing',
    description:
      'News, reminders, questions and new quotes of the request, and the conversations on its quotes, no longer notify the caller, count as unread or come by mail. Decisions on quotes and moderation still do.',
    access: 'user',
    ids: { id: 'Post' },
    answer: muteSchema,
    refusals,
  },
  ({ client, ids: { id } }) => setMute(client, { post_id: id }, true),
);

muteRoutes.operation(
  {
    method: 'delete',
    path: '/posts/{id}/mute',
    summary: 'Unmute a post',
    access: 'user',
    ids: { id: 'Post' },
    answer: muteSchema,
  },
  ({ client, ids: { id } }) => setMute(client, { post_id: id }, false),
);
