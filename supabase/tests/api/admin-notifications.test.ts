import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test as base } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { ApiClient, QUOTE, signedIn, withToken } from './api-client.ts';

const test = base
  .extend('bob', () => world.person('bob', { country: 'de' }))
  .extend('client', { auto: true }, ({ adam }) => withToken(adam))
  .extend(
    'send',
    ({ client }) =>
      (fields: Record<string, unknown> = {}) =>
        client.post('/api/admin/notifications', { ...ALL, ...fields }),
  );

const ALL = { message: 'Maintenance on Sunday', audience: 'all' };

const scheduler = () => new ApiClient({ headers: { Authorization: `Bearer ${world.cronSecret}` } });
const messagesOf = async (person: Person) => {
  const { data } = await person.client.from('notifications').select('message, data').order('id');
  return data ?? [];
};

test('[A65] every call is for admins only', async ({ bob }) => {
  const calls: [method: string, path: string, json?: unknown][] = [
    ['GET', '/api/admin/notifications'],
    ['POST', '/api/admin/notifications', ALL],
    ['POST', '/api/admin/notifications/receivers', ALL],
    ['POST', '/api/admin/notifications/1/cancel'],
    ['DELETE', '/api/admin/notifications/1'],
    ['GET', '/api/admin/notifications/kinds'],
    ['PUT', '/api/admin/notifications/kinds', { kind: 'quote_sent', isEnabled: false }],
  ];
  const [guest, user] = [new ApiClient(), await signedIn(bob)];
  for (const [method, path, json] of calls) {
    expect(
      [(await guest.call(method, path, { json })).status, (await user.call(method, path, { json })).status],
      `${method} ${path}`,
    ).toEqual([401, 403]);
  }
  for (const denied of [
    bob.client.rpc('create_broadcast', { broadcast: ALL }),
    bob.client.rpc('count_broadcast_receivers', { audience: 'all' }),
    bob.client.rpc('list_broadcasts'),
    bob.client.rpc('cancel_broadcast', { broadcast_id: 1 }),
    bob.client.rpc('delete_broadcast', { broadcast_id: 1 }),
    bob.client.rpc('list_notification_kinds'),
    bob.client.rpc('set_notification_kind', { kind: 'quote_sent', is_enabled: false }),
  ]) {
    expect(await denied).toAnswer(403);
  }
  expect(await messagesOf(bob)).toEqual([]);
});

test('a broadcast reaches its audience, with a mail to those who want one, and is counted as it is read', async ({
  anna,
  bob,
  adam,
  send,
  client,
}) => {
  const { id: postId } = await world.createPost(anna, { title: 'Steel', category: 'industrial' });
  await world.sql(`select private.prefer($1, 'broadcast', null, 'off')`, [bob.id]);
  expect(await send({ linkKind: 'post', linkId: postId, withEmail: true })).toMatchObject({
    status: 201,
    body: { id: expect.any(Number) },
  });
  for (const person of [anna, bob, adam])
    expect(await messagesOf(person)).toEqual([
      { message: ALL.message, data: { type: 'broadcast', path: `/post/post-${postId}` } },
    ]);
  await scheduler().post('/mail');
  const mail = await world.mailTo(anna.email, /^News from /);
  expect(mail.text).toContain(ALL.message);
  expect(mail.text).toContain(`${world.webUrl}/post/post-${postId}`);
  expect(await world.mails.list(bob.email)).toEqual([]);

  await anna.client.rpc('mark_all_notifications_read');
  await anna.client.rpc('mark_all_notifications_read');
  expect((await client.get('/api/admin/notifications')).body).toMatchObject({
    total: 1,
    items: [
      { message: ALL.message, audience: 'all', sentBy: 'adam', status: 'sent', receivers: 3, delivered: 3, read: 1 },
    ],
  });
  // Copies and mails are counted apart, while the log knows the mails.
  await world.sql(`update private.mail_outbox set status = 'failed', sent_at = null where user_id = $1 returning 1`, [
    adam.id,
  ]);
  const counts = async () => (await client.get('/api/admin/notifications')).body;
  expect(await counts()).toMatchObject({ items: [{ delivered: 3, mails: 2, mailsSent: 1 }] });
  await world.sql(`update private.broadcasts set send_at = send_at - interval '30 days' returning 1`);
  expect(await counts()).toMatchObject({ items: [{ delivered: 3, mails: null, mailsSent: null }] });
});

test('the receivers of each audience are counted: role, country, category, usernames and none', async ({
  anna,
  bob,
  client,
  send,
}) => {
  await world.createPost(anna, { category: 'industrial' });
  const receivers = async (audience: string, ...audienceValues: string[]) =>
    (await client.post('/api/admin/notifications/receivers', { audience, audienceValues })).body;
  expect(await receivers('all')).toEqual({ receivers: 3 });
  expect(await receivers('role', 'admin')).toEqual({ receivers: 1 });
  expect(await receivers('country', 'de')).toEqual({ receivers: 1 });
  expect(await receivers('category', 'industrial', 'energy')).toEqual({ receivers: 1 });
  expect(await receivers('usernames', 'Anna', 'BOB', 'nobody')).toEqual({ receivers: 2 });

  expect(await send({ audience: 'country', audienceValues: ['fr'] })).toMatchObject({
    status: 400,
    body: { message: 'No user matches this audience', errors: [{ path: 'audienceValues' }] },
  });
  expect(await send({ audience: 'usernames', audienceValues: ['anna', 'nobody'] })).toMatchObject({
    status: 400,
    body: { message: 'There is no user nobody' },
  });
  expect(await send({ audience: 'role' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'audienceValues' }] },
  });
  expect(await send({ linkKind: 'post', linkId: 999 })).toMatchObject({
    status: 400,
    body: { message: 'There is no post with this number' },
  });
  expect(await send({ message: 'x'.repeat(301) })).toMatchObject({ status: 400 });
  expect(await client.get('/api/admin/notifications')).toAnswer(200, { items: [], total: 0 });

  await send({ audience: 'usernames', audienceValues: ['anna'] });
  expect([(await messagesOf(anna)).length, (await messagesOf(bob)).length]).toEqual([1, 0]);
});

test('a scheduled one waits for its time, can be cancelled before and not after', async ({
  anna,
  bob,
  send,
  client,
}) => {
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await send({ sendAt });
  const { id: later } = { id: Number(Object(body).id) };
  const second = Number(Object((await send({ sendAt })).body).id);
  expect((await scheduler().post('/housekeeping/broadcasts')).body).toMatchObject({
    handled: 0,
    message: 'No broadcast was due.',
  });
  expect(await messagesOf(anna)).toEqual([]);
  expect(await client.post(`/api/admin/notifications/${second}/cancel`)).toAnswer(200);
  await world.sql(`update private.broadcasts set send_at = now()`);
  expect((await scheduler().post('/housekeeping/broadcasts')).body).toMatchObject({ handled: 3 });
  expect((await scheduler().post('/housekeeping/broadcasts')).body).toMatchObject({ handled: 0 });
  expect(await messagesOf(anna)).toHaveLength(1);
  expect(await client.post(`/api/admin/notifications/${later}/cancel`)).toAnswer(409);

  await anna.client.rpc('mark_all_notifications_read');
  expect(await client.delete(`/api/admin/notifications/${later}`)).toAnswer(200);
  expect([(await messagesOf(anna)).length, (await messagesOf(bob)).length]).toEqual([1, 0]);
  expect(await client.delete(`/api/admin/notifications/${later}`)).toAnswer(404);
  expect((await client.get('/api/admin/notifications')).body).toMatchObject({
    total: 1,
    items: [{ id: second, status: 'cancelled' }],
  });
});

test('an admin sends ten notifications a day, and a repeated request sends nothing twice', async ({
  anna,
  client,
  send,
}) => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const first = await client.post('/api/admin/notifications', ALL, { headers });
  expect((await client.post('/api/admin/notifications', ALL, { headers })).body).toEqual(first.body);
  for (let n = 2; n <= 10; n += 1) expect(await send()).toAnswer(201);
  expect(await send()).toAnswer(429);
  expect(await messagesOf(anna)).toHaveLength(10);
});

test('no copy of a broadcast that was taken back leaves any more, whatever had become of it', async ({
  adam,
  send,
  client,
}) => {
  await send({ withEmail: true });
  await scheduler().post('/housekeeping/broadcasts');
  const [{ id } = { id: 0 }] = await world.sql<{ id: number }>('select id::int from private.broadcasts');
  await world.sql(
    `update private.mail_outbox set status = 'failed', attempts = 5, sent_at = null where broadcast_id = $1`,
    [id],
  );
  expect((await world.sql('select 1 from private.mail_outbox where broadcast_id = $1', [id])).length).toBeGreaterThan(
    0,
  );
  expect(await client.delete(`/api/admin/notifications/${id}`)).toAnswer(200);
  await scheduler().post('/housekeeping/broadcasts');
  expect(await adam.client.rpc('retry_mails', { failed: true })).toMatchObject({ error: null });
  expect(await world.sql('select mail_id from public.claim_mail() where template = $1', ['broadcast'])).toEqual([]);
  expect(await world.sql('select 1 from private.mail_outbox where broadcast_id = $1', [id])).toEqual([]);
});

test('an audience of more than a thousand names is refused, not cut', async ({ adam }) => {
  const names = Array.from({ length: 1001 }, () => 'anna');
  for (const call of [
    adam.client.rpc('count_broadcast_receivers', { audience: 'usernames', audience_values: names }),
    adam.client.rpc('create_broadcast', {
      broadcast: { ...ALL, audience: 'usernames', audience_values: names },
    }),
  ])
    expect(await call).toAnswer(400);
});

test('a kind of notification that is off is not written, and still mailed', async ({ anna, bob, client }) => {
  expect(await client.put('/api/admin/notifications/kinds', { kind: 'quote_received', isEnabled: false })).toAnswer(
    200,
  );
  expect(await client.put('/api/admin/notifications/kinds', { kind: 'nothing', isEnabled: false })).toAnswer(404);
  const { id: postId } = await world.createPost(anna);
  await (await signedIn(bob)).post('/api/quotes', { ...QUOTE, postId });
  expect(await messagesOf(anna)).toEqual([]);
  expect(await messagesOf(bob)).toHaveLength(1);
  expect(await world.sql('select template from private.mail_outbox')).toEqual([{ template: 'quote_received' }]);
  expect(await client.get('/api/admin/notifications/kinds')).toAnswer(
    200,
    expect.arrayContaining([
      { kind: 'quote_received', text: expect.stringContaining('You have a new quote'), isEnabled: false },
    ]),
  );
});
