import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { world } from '../support/embedded/database.ts';
import { test as base } from '../support/embedded/test.ts';
import { type Answer, ApiClient, POST, withToken } from './api-client.ts';

const test = base.extend('asAdam', ({ adam }) => withToken(adam)).extend('asMona', ({ mona }) => withToken(mona));

const code = ({ status, body }: Answer) => [status, z.object({ code: z.string() }).parse(body).code];
const audited = async () =>
  (await world.sql<{ action: string }>('select action from public.audit_log order by id')).map(({ action }) => action);

describe('what admins do with accounts', () => {
  test('an admin suspends an account and ends the suspension; meanwhile its user is refused', async ({
    bob,
    asAdam,
  }) => {
    const path = `/api/admin/users/${bob.id}/suspension`;
    expect((await asAdam.put(path, { reason: 'Spam', days: 7 })).body).toEqual({ message: 'Account suspended' });
    expect(code(await withToken(bob).post('/api/posts', POST))).toEqual([403, 'account_suspended']);
    expect(code(await asAdam.put(path, { reason: 'Spam', days: 7 }))).toEqual([409, 'conflict']);
    expect(await asAdam.delete(path)).toAnswer(200);
    expect(await withToken(bob).post('/api/posts', POST)).toAnswer(201);
    expect((await asAdam.put(path, { reason: ' ', days: 7 })).body).toMatchObject({
      errors: [{ path: 'reason', message: 'Reason is required' }],
    });
    expect(await asAdam.put(path, { reason: 'Spam', days: 2 })).toAnswer(400);
    expect(await audited()).toEqual(expect.arrayContaining(['suspend_user', 'lift_suspension']));
  });

  test('roles are given by main admins only, and a concurrent change is reported', async ({ bob, asAdam, asMona }) => {
    const path = `/api/admin/users/${bob.id}/role`;
    expect(code(await asAdam.put(path, { role: 'admin', expected: 'user' }))).toEqual([403, 'forbidden']);
    expect(await asMona.put(path, { role: 'admin', expected: 'user' })).toAnswer(200);
    expect(code(await asMona.put(path, { role: 'user', expected: 'user' }))).toEqual([409, 'changed_meanwhile']);
    expect((await withToken(bob).get('/api/user')).body).toMatchObject({ role: 'admin' });
  });

  test('a main admin deletes an account after repeating its name', async ({ bob, asMona, asAdam }) => {
    const path = `/api/admin/users/${bob.id}`;
    expect(await asMona.delete(`${path}?username=anna`)).toAnswer(400);
    expect(code(await asAdam.delete(`${path}?username=${bob.username}`))).toEqual([403, 'forbidden']);
    expect(await asMona.delete(`${path}?username=${bob.username}`)).toAnswer(200);
    expect(await withToken(bob).get('/api/user')).toAnswer(401);
  });

  test('an admin adds notes that the user never sees, and verifies an address', async ({ bob, asAdam }) => {
    const path = `/api/admin/users/${bob.id}/notes`;
    expect(await asAdam.post(path, { note: 'Called on Monday' })).toAnswer(201);
    expect((await asAdam.get(path)).body).toMatchObject([{ note: 'Called on Monday', author: 'adam' }]);
    const key = { headers: { 'Idempotency-Key': 'note-1' } };
    expect(await asAdam.post(path, { note: 'Called on Friday' }, key)).toAnswer(201);
    // As after an answer that was lost before it was kept.
    await world.sql(`delete from private.idempotent_writes where subject <> ''`);
    expect(await asAdam.post(path, { note: 'Called on Friday' }, key)).toAnswer(201);
    expect((await asAdam.get(path)).body).toHaveLength(2);
    expect(await asAdam.post('/api/admin/users/999999/notes', { note: 'Nobody' })).toAnswer(404);
    expect(await withToken(bob).get(path)).toAnswer(403);
    await world.sql('update auth.users set email_confirmed_at = null where id = $1 returning id', [bob.authId]);
    expect(await asAdam.post(`/api/admin/users/${bob.id}/verify-email`)).toAnswer(200);
    expect(code(await asAdam.post(`/api/admin/users/${bob.id}/verify-email`))).toEqual([409, 'conflict']);
  });

  test('an admin marks users as spam in parts of one bulk action, lists it and undoes it', async ({
    anna,
    bob,
    asAdam,
  }) => {
    await world.createPost(bob);
    const clientId = '0f2c6f5a-2a3e-4a52-9a4c-0a1b2c3d4e5f';
    const mark = (userIds: number[]) => asAdam.post('/api/admin/users/spam', { userIds, reason: 'Spam', clientId });
    expect((await mark([bob.id])).body).toMatchObject({ users: 1, posts: 1, others: 0 });
    const { body } = await mark([anna.id]);
    expect(body).toMatchObject({ users: 2, posts: 1, others: 0 });
    expect(await withToken(bob).post('/api/admin/users/spam', { userIds: [anna.id], reason: 'x' })).toAnswer(403);
    expect(await mark(Array.from({ length: 51 }, (_, index) => index + 1))).toAnswer(400);
    expect((await asAdam.get('/api/admin/bulk-actions')).body).toMatchObject({
      total: 1,
      items: [{ action: 'spam', actorUsername: 'adam', users: 2, posts: 1, undoneAt: null }],
    });
    const path = `/api/admin/bulk-actions/${z.object({ id: z.number() }).parse(body).id}/undo`;
    expect(await withToken(bob).post(path)).toAnswer(403);
    expect((await asAdam.post(path)).body).toEqual({ left: 0 });
    expect(code(await asAdam.post(path))).toEqual([409, 'conflict']);
    expect(await asAdam.post('/api/admin/bulk-actions/999999/undo')).toAnswer(404);
    expect(await withToken(bob).post('/api/posts', POST)).toAnswer(201);
    const suspension = `/api/admin/users/${bob.id}/suspension`;
    expect(await asAdam.post('/api/admin/users/spam', { userIds: [bob.id], reason: 'Spam' })).toAnswer(200);
    expect(await asAdam.delete(`${suspension}?bringBack=perhaps`)).toAnswer(400);
    expect(await asAdam.delete(`${suspension}?bringBack=true`)).toAnswer(200);
    expect(await world.sql('select 1 from public.posts where is_hidden')).toEqual([]);
  });

  test('an admin hides and unhides posts in parts of one bulk action each, and undoes it', async ({ bob, asAdam }) => {
    const posts = [await world.createPost(bob), await world.createPost(bob)];
    const [first = 0, second = 0] = posts.map(({ id }) => id);
    const clientId = '7d7a1f0e-5b58-4b6f-8a53-1f2e3d4c5b6a';
    const hide = (postIds: number[], reason = 'Spam') =>
      asAdam.post('/api/admin/posts/hide', { postIds, reason, clientId });
    expect((await hide([first])).body).toEqual({ id: expect.any(Number), posts: 1 });
    const { body } = await hide([second]);
    expect(body).toEqual({ id: expect.any(Number), posts: 2 });
    expect(code(await hide([second], 'Fraud'))).toEqual([409, 'already_sent_differently']);
    expect((await asAdam.post('/api/admin/posts/hide', { postIds: [first], reason: 'Spam' })).body).toEqual({
      id: null,
      posts: 0,
    });
    const unhide = await asAdam.post('/api/admin/posts/unhide', { postIds: [first], note: 'Our mistake' });
    expect(unhide.body).toEqual({ id: expect.any(Number), posts: 1 });
    for (const [action, rest] of [
      ['hide', { reason: 'Spam' }],
      ['unhide', {}],
    ] as const) {
      const path = `/api/admin/posts/${action}`;
      expect(await withToken(bob).post(path, { postIds: [first], ...rest })).toAnswer(403);
      for (const postIds of [[], Array.from({ length: 51 }, (_, index) => index + 1)])
        expect(await asAdam.post(path, { postIds, ...rest })).toAnswer(400);
    }
    expect(await asAdam.post('/api/admin/posts/hide', { postIds: [first] })).toAnswer(400);
    // What the first did with the post was decided anew since.
    const { id } = z.object({ id: z.number() }).parse(body);
    expect((await asAdam.post(`/api/admin/bulk-actions/${id}/undo`)).body).toEqual({ left: 0 });
    expect(await world.sql('select 1 from public.posts where is_hidden')).toEqual([]);
  });

  test('an admin sets the status of selected feedback in parts of one bulk action, deletes and undoes it', async ({
    bob,
    asAdam,
  }) => {
    const sent = await world.sql<{ id: number }>(
      `insert into public.feedback (email, category, subject, message, page_path, user_agent)
       select 'x@example.com', 'bug', 'Broken map', 'The map does not open.', '/', 'x' from generate_series(1, 2) returning id::int`,
    );
    const [first = 0, second = 0] = sent.map(({ id }) => id);
    const clientId = 'c0a3c0de-2f5b-4d7e-9a51-0b1c2d3e4f50';
    const set = (feedbackIds: number[], status = 'spam') =>
      asAdam.post('/api/admin/feedback/status', { feedbackIds, status, note: 'A flood', clientId });
    expect((await set([first, first])).body).toEqual({ id: expect.any(Number), feedback: 1 });
    expect((await set([second, 999_999])).body).toEqual({ id: expect.any(Number), feedback: 2 });
    expect(code(await set([second], 'new'))).toEqual([409, 'already_sent_differently']);
    const path = '/api/admin/feedback/delete';
    const { body } = await asAdam.post(path, { feedbackIds: [first, second] });
    expect(body).toEqual({ id: expect.any(Number), feedback: 2 });
    expect((await asAdam.post(path, { feedbackIds: [first] })).body).toEqual({ id: null, feedback: 0 });
    expect((await asAdam.get('/api/admin/feedback')).body).toMatchObject({ total: 0 });
    expect((await asAdam.get('/api/admin/bulk-actions')).body).toMatchObject({
      items: [
        { action: 'delete_feedback', reason: null, others: 2 },
        { action: 'feedback_spam', reason: 'A flood', others: 2 },
      ],
    });
    expect(await withToken(bob).post(path, { feedbackIds: [first] })).toAnswer(403);
    for (const feedbackIds of [[], Array.from({ length: 51 }, (_, index) => index + 1), ['x']])
      expect(await asAdam.post(path, { feedbackIds })).toAnswer(400);
    expect(code(await set([first], 'deleted'))).toEqual([400, 'invalid_input']);
    const { id } = z.object({ id: z.number() }).parse(body);
    expect((await asAdam.post(`/api/admin/bulk-actions/${id}/undo`)).body).toEqual({ left: 0 });
    expect((await asAdam.get('/api/admin/feedback?status=spam')).body).toMatchObject({ total: 2 });
  });

  test('an admin hides all posts of a user, then shows, explains and deletes them in one go', async ({
    bob,
    asAdam,
  }) => {
    const posts = [await world.createPost(bob), await world.createPost(bob), await world.createPost(bob)];
    const [first, second, third] = posts.map(({ id }) => id);
    expect((await asAdam.post(`/api/admin/users/${bob.id}/hide-posts`, { reason: 'Spam' })).body).toEqual({
      hidden: 3,
    });
    expect(await asAdam.put(`/api/admin/hidden-posts/${first}/reason`, { reason: 'Advertising' })).toAnswer(200);
    expect((await withToken(bob).get(`/api/posts/${first}`)).body).toMatchObject({ hiddenReason: 'Advertising' });
    expect(
      (await asAdam.post('/api/admin/hidden-posts/unhide', { postIds: [first], note: 'Our mistake' })).body,
    ).toEqual({ unhidden: 1 });
    expect(
      (await asAdam.post('/api/admin/hidden-posts/delete', { postIds: [second, third], reason: 'Spam' })).body,
    ).toEqual({ deleted: 2 });
    expect(code(await asAdam.post('/api/admin/hidden-posts/delete', { postIds: [first], reason: 'Spam' }))).toEqual([
      409,
      'changed_meanwhile',
    ]);
    expect(
      await asAdam.post('/api/admin/hidden-posts/unhide', {
        postIds: Array.from({ length: 51 }, (_, index) => index + 1),
      }),
    ).toAnswer(400);
  });
});

test('the audit log has each sign-in of an admin once, at any door, but no renewals and nobody else', async ({
  anna,
  adam,
  mona,
}) => {
  const credentials = { username: adam.username, email: adam.email, password: adam.password };
  const entries = () =>
    world.sql(
      `select actor_id::int as actor, actor_username, entity, entity_id from public.audit_log where action = 'sign_in'`,
    );
  const doors = {
    'Auth itself': async () => (await world.guest.auth.signInWithPassword(credentials)).error?.status ?? 200,
    '/api/login': async () => (await new ApiClient().post('/api/login', credentials)).status,
    '/api/session': async () => (await new ApiClient().post('/api/session', credentials)).status,
    'the link of a mail': async () => {
      await new ApiClient().post('/api/forgot_password', { email: adam.email });
      const token = /\?token=([0-9a-f]+)/.exec((await world.mailTo(adam.email, /^Reset your/)).html)?.[1] ?? '';
      return (await new ApiClient().post('/api/reset_password', { token, password: 'Another1!' })).status;
    },
  };
  let count = 0;
  for (const [door, comeIn] of Object.entries(doors)) {
    expect(await comeIn(), door).toBe(200);
    count += 1;
    expect(await entries(), door).toEqual(
      Array.from({ length: count }, () => ({
        actor: adam.id,
        actor_username: 'adam',
        entity: 'user',
        entity_id: String(adam.id),
      })),
    );
  }
  const { data } = await world.guest.auth.signInWithPassword({ ...credentials, password: 'Another1!' });
  expect(
    (await world.guest.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })).error,
  ).toBeNull();
  await world.guest.auth.signOut();
  for (const username of [anna.username, 'nobody'])
    await new ApiClient().post('/api/login', { username, password: anna.password });
  expect(await new ApiClient().post('/api/login', { username: mona.username, password: 'wrong' })).toAnswer(401);
  expect(await entries()).toHaveLength(count + 1);
});

test('feedback is answered once per key, noted, taken over, closed and deleted', async ({ anna, asAdam }) => {
  const sent = await withToken(anna).post('/api/feedback', {
    category: 'bug',
    subject: 'The page is empty',
    message: 'After the login the page stays empty.',
    pagePath: '/',
    clientId: '0f2c6f5a-2a3e-4a52-9a4c-0a1b2c3d4e5f',
  });
  expect(sent).toAnswer(201);
  const [{ id } = { id: 0 }] = await world.sql<{ id: number }>('select id::int as id from public.feedback');
  const path = `/api/admin/feedback/${id}`;
  const key = { headers: { 'Idempotency-Key': 'answer-1' } };
  expect(await asAdam.post(`${path}/replies`, { body: 'Thank you, it is mended' }, key)).toAnswer(201);
  expect(await asAdam.post(`${path}/replies`, { body: 'Thank you, it is mended' }, key)).toAnswer(201);
  expect(await asAdam.post(`${path}/notes`, { body: 'Seen on Android as well' })).toAnswer(201);
  expect((await asAdam.get(`${path}/entries`)).body).toMatchObject([
    { kind: 'reply', body: 'Thank you, it is mended', author: 'adam' },
    { kind: 'note', body: 'Seen on Android as well', author: 'adam' },
  ]);
  expect(await asAdam.put(`${path}/assignee`, { toMe: true })).toAnswer(200);
  expect(await asAdam.put(`${path}/status`, { status: 'resolved' })).toAnswer(200);
  expect((await asAdam.get('/api/admin/feedback')).body).toMatchObject({
    items: [{ status: 'resolved', assigneeUsername: 'adam' }],
  });
  expect(await withToken(anna).get(`${path}/entries`)).toAnswer(403);
  expect(await asAdam.delete(path)).toAnswer(200);
  expect(await asAdam.get(`${path}/entries`)).toAnswer(404);
});

test('flagged content is listed for admins, and leaves the list once it was reviewed', async ({ bob, asAdam }) => {
  const rule = { kind: 'word', pattern: 'suspicious', action: 'flag', fields: ['post_title'] };
  expect(await asAdam.post('/api/admin/content-filter', rule)).toAnswer(201);
  await withToken(bob).post('/api/posts', { ...POST, title: 'A suspicious offer' });
  const flagged = await asAdam.get('/api/admin/content-filter/flagged');
  expect(flagged.body).toMatchObject({
    total: 1,
    items: [{ ruleName: expect.stringContaining('suspicious'), username: 'bob' }],
  });
  const { items } = z.object({ items: z.array(z.object({ id: z.number() })) }).parse(flagged.body);
  expect(await withToken(bob).get('/api/admin/content-filter/flagged')).toAnswer(403);
  expect(await asAdam.post('/api/admin/content-filter/flagged/review', { ids: items.map(({ id }) => id) })).toAnswer(
    200,
  );
  expect(await asAdam.get('/api/admin/content-filter/flagged')).toAnswer(200, { items: [], total: 0 });
});

describe('a client that names the state which it read', () => {
  const CHANGED = [409, 'changed_meanwhile'];

  test('a suspension that another admin has begun anew is not ended', async ({ bob, asAdam, asMona }) => {
    const path = `/api/admin/users/${bob.id}/suspension`;
    const list = z.object({ items: z.object({ id: z.number(), suspendedAt: z.string().nullable() }).array() });
    const suspendedAt = async () =>
      list.parse((await asAdam.get('/api/admin/users')).body).items.find(({ id }) => id === bob.id)?.suspendedAt ?? '';
    const lift = (at: string) => asAdam.delete(`${path}?suspendedAt=${encodeURIComponent(at)}`);
    expect(await suspendedAt()).toBe('');
    await asAdam.put(path, { reason: 'Spam', days: 1 });
    const early = await suspendedAt();
    await asMona.delete(path);
    await asMona.put(path, { reason: 'Fraud' });
    expect(code(await lift(early))).toEqual(CHANGED);
    expect(await lift(await suspendedAt())).toAnswer(200);
  });

  test('a post that is hidden anew is neither shown nor deleted, nor its reason replaced', async ({
    bob,
    asAdam,
    asMona,
  }) => {
    const { id } = await world.createPost(bob);
    const path = `/api/posts/${id}`;
    const list = z.object({ items: z.object({ hiddenAt: z.string() }).array() });
    const hiddenAt = async () =>
      list.parse((await asAdam.get('/api/admin/hidden-posts')).body).items[0]?.hiddenAt ?? '';
    const bulk = (action: string, time: string) =>
      asAdam.post(`/api/admin/hidden-posts/${action}`, { postIds: [id], hiddenTimes: [time], reason: 'Spam' });
    const show = (time: string) => asAdam.patch(`${path}/unhide?hiddenAt=${encodeURIComponent(time)}`);
    const reword = (expected: string) =>
      asAdam.put(`/api/admin/hidden-posts/${id}/reason`, { reason: 'Mistake', expected });
    await asAdam.patch(`${path}/hide`, { reason: 'Spam' });
    const early = await hiddenAt();
    await asMona.patch(`${path}/unhide`);
    await asMona.patch(`${path}/hide`, { reason: 'Fraud' });
    for (const stale of [
      await bulk('unhide', early),
      await bulk('delete', early),
      await show(early),
      await reword('Spam'),
    ])
      expect(code(stale)).toEqual(CHANGED);
    expect(await reword('Fraud')).toAnswer(200);
    expect(await show(await hiddenAt())).toAnswer(200);
    await withToken(bob).patch(`${path}/hide`);
    expect((await bulk('delete', await hiddenAt())).body).toEqual({ deleted: 1 });
  });

  test('feedback that a colleague has taken or answered is left to them', async ({ asAdam, asMona }) => {
    const feedback = {
      email: 'guest@example.com',
      category: 'bug',
      subject: 'Broken',
      message: 'It is broken.',
      client_id: randomUUID(),
    };
    const { data: id } = await world.service.rpc('record_feedback', { feedback });
    const path = `/api/admin/feedback/${id}`;
    const take = (expectedAssigneeId: number) => asAdam.put(`${path}/assignee`, { toMe: true, expectedAssigneeId });
    const reply = (lastReplyId: number) => asAdam.post(`${path}/replies`, { body: 'We look into it', lastReplyId });
    const move = (expected: string) => asAdam.put(`${path}/status`, { status: 'resolved', expected });
    await asMona.put(`${path}/assignee`, { toMe: true });
    await asMona.post(`${path}/replies`, { body: 'Fixed' });
    for (const stale of [await take(0), await reply(0), await move('new')]) expect(code(stale)).toEqual(CHANGED);
    const [entry] = z
      .object({ id: z.number() })
      .array()
      .parse((await asAdam.get(`${path}/entries`)).body);
    expect(await reply(entry?.id ?? 0)).toAnswer(201);
    expect(await move('in_progress')).toAnswer(200);
  });
});
