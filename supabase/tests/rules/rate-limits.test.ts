import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import { outcome, postsOf, sendQuote, value } from './support.ts';

const test = fileTest.extend(
  'post',
  ({ anna }) =>
    () =>
      anna.client
        .from('posts')
        .insert({ title: 'x', description: 'x', category: 'food', country: 'vn', delivery_address: 'x' }),
);

test.beforeEach(async () => {
  await world.sql('delete from private.rate_limit_uses');
});

/** Sets a limit for the time of a test; the ages of its uses are moved, not the clock. */
const limit = (action: string, max: number, seconds: number) =>
  world.sql(
    `update private.app_settings set value = jsonb_set(value, array[$1], jsonb_build_object('max', $2::int, 'seconds', $3::int)) where key = 'rate_limits'`,
    [action, max, seconds],
  );
const timePasses = (seconds: number) =>
  world.sql(
    'update private.rate_limit_uses set window_started_at = window_started_at - make_interval(secs => $1::int) returning action',
    [seconds],
  );

describe('limits on how often', () => {
  test('posts are limited, with the wait in minutes for people and in seconds for clients', async ({ bob, post }) => {
    await limit('post', 2, 600);
    expect([(await post()).status, (await post()).status]).toEqual([201, 201]);
    const { status, error } = await post();
    expect([status, error?.message]).toEqual([429, 'Too many requests. Please try again in 10 minutes.']);
    expect(JSON.parse(error?.details ?? '')).toEqual({
      code: 'rate_limit',
      retryAfter: expect.toSatisfy((wait: number) => wait > 590 && wait <= 600),
      limit: { name: 'post', max: 2, seconds: 600 },
    });
    await timePasses(539);
    expect((await post()).error?.message).toBe('Too many requests. Please try again in 2 minutes.');
    await timePasses(60);
    expect((await post()).error?.message).toBe('Too many requests. Please try again in 1 minute.');
    await timePasses(1);
    expect(await post()).toAnswer(201);
    // Of others it takes nothing.
    await world.createPost(bob);
  });

  test('a request writes one row of a table, and a second one undoes the first', async () => {
    const ella = await world.person('ella');
    const posts = () => ella.client.from('posts');
    const row = { title: 'x', description: 'x', category: 'food', country: 'vn', delivery_address: 'x' };
    const refused = [400, 'One request writes one row'];
    // The texts of the second row are not looked at.
    expect(await outcome(posts().insert([row, { ...row, title: 'x'.repeat(500_000) }]))).toEqual(refused);
    expect(await value(posts().select('id').eq('user_id', ella.id))).toEqual([]);
    const ids = await postsOf(ella, 2);
    expect(await outcome(posts().update({ description: 'y' }).eq('user_id', ella.id))).toEqual(refused);
    expect(await outcome(posts().delete().eq('user_id', ella.id))).toEqual(refused);
    expect(await value(posts().select('id, description').eq('user_id', ella.id).order('id'))).toEqual(
      ids.map((id) => ({ id, description: '20 tons' })),
    );
  });

  test('a function that a user calls writes as many rows as it needs', async ({ anna, adam }) => {
    const ids = await postsOf(anna, 11);
    expect(await adam.client.rpc('bulk_hide_posts', { post_ids: ids, reason: 'x' })).toAnswer(200);
  });

  test('edits of a post are limited, and one that changes nothing is not counted', async ({ anna }) => {
    const { id } = await world.createPost(anna);
    await limit('post_edit', 2, 600);
    const edit = (description: string) => outcome(anna.client.from('posts').update({ description }).eq('id', id));
    const statuses: (number | undefined)[] = [];
    for (const text of ['1', '1', '2', '2', '3']) statuses.push((await edit(text))[0]);
    expect(statuses).toEqual([204, 204, 204, 204, 429]);
    // Neither is what an admin or a job changes.
    await world.sql(`update public.posts set description = 'x' where id = $1`, [id]);
  });

  test('words that somebody makes up are learnt 5,000 a day, whatever is written is stored', async ({ anna, post }) => {
    const { data } = await post().select('id').single();
    await limit('post_edit', 20, 600);
    let made = 0;
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const word = () => `zq${[17_576, 676, 26, 1].map((each) => letters[Math.floor(made / each) % 26]).join('')}`;
    const write = async () => {
      const description = Array.from({ length: 700 }, () => [word(), made++][0]).join(' ');
      expect(
        (
          await anna.client
            .from('posts')
            .update({ description })
            .eq('id', data?.id ?? 0)
        ).status,
      ).toBe(204);
    };
    const learnt = async () =>
      (await world.sql<{ n: number }>(`select count(*)::int as n from private.vocabulary where word like 'zq____'`))[0]
        ?.n;
    for (let edit = 0; edit < 8; edit += 1) await write();
    expect(await learnt()).toBe(4_900);
    await timePasses(86_401);
    await write();
    expect(await learnt()).toBe(5_600);
  });

  test('closing, hiding and their reversals count as edits, those of admins do not', async ({ anna, adam }) => {
    const { id: post_id } = await world.createPost(anna);
    await limit('post_edit', 4, 600);
    const { client } = anna;
    const acts = [
      () => client.rpc('close_post', { post_id, reason: 'no_need' }),
      () => client.rpc('close_post', { post_id, reason: 'no_need' }),
      () => client.rpc('reopen_post', { post_id }),
      () => client.rpc('hide_post', { post_id }),
      () => client.rpc('unhide_post', { post_id }),
      () => client.rpc('hide_post', { post_id }),
    ];
    const statuses: number[] = [];
    for (const act of acts) statuses.push((await act()).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    for (const act of ['hide_post', 'unhide_post'] as const)
      expect(await adam.client.rpc(act, { post_id })).toAnswer(204);
  });

  test('other documents of a post count as an edit, the same ones do not', async ({ anna }) => {
    const { id: post_id } = await world.createPost(anna);
    const path = `${anna.authId}/${randomUUID()}.pdf`;
    const file = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
    expect((await anna.client.storage.from('post-documents').upload(path, file)).error).toBeNull();
    await limit('post_edit', 1, 600);
    const statuses: number[] = [];
    for (const documents of [[{ path, name: 'a.pdf' }], [{ path, name: 'a.pdf' }], []])
      statuses.push((await anna.client.rpc('set_post_documents', { post_id, documents })).status);
    expect(statuses).toEqual([204, 204, 429]);
  });

  test('corrections of an answer count as edits, the answer does not', async ({ anna, bob }) => {
    const { id: post_id } = await world.createPost(anna);
    const question_id = await value(bob.client.rpc('ask_question', { post_id, question: 'Which size?' }));
    await limit('post_edit', 1, 600);
    const statuses: number[] = [];
    for (const answer of ['1', '1', '2', '2', '3'])
      statuses.push((await anna.client.rpc('answer_question', { question_id, answer })).status);
    expect(statuses).toEqual([204, 204, 204, 204, 429]);
  });

  test('edits of a message count as messages, and one that changes nothing does not', async ({ anna, bob }) => {
    const post = await world.createPost(anna);
    const [sent] = await value(sendQuote(bob.client, post.id));
    const quote_id = sent?.quote_id ?? 0;
    const message_id = await value(bob.client.rpc('send_message', { quote_id, content: 'Hello' }));
    await world.sql('delete from private.rate_limit_uses');
    await limit('message', 2, 600);
    const statuses: (number | undefined)[] = [];
    for (const content of ['1', '1', '2', '2', '3'])
      statuses.push((await outcome(bob.client.rpc('edit_message', { message_id, content })))[0]);
    expect(statuses).toEqual([204, 204, 204, 204, 429]);
  });

  test('likes given and taken are limited', async ({ anna, bob }) => {
    const { id } = await world.createPost(anna);
    await limit('like', 2, 60);
    const like = (liked: boolean) => outcome(bob.client.rpc('set_post_like', { post_id: id, liked }));
    expect([await like(true), await like(false)]).toEqual([[200], [200]]);
    expect(await like(true)).toEqual([429, 'Too many requests. Please try again in 1 minute.']);
  });

  test('quotes are limited, with a wait in days', async ({ anna, bob }) => {
    await limit('post', 100, 600);
    await limit('quote', 1, 86_400);
    expect(await sendQuote(bob.client, (await world.createPost(anna)).id)).toAnswer(200);
    const { status, error } = await sendQuote(bob.client, (await world.createPost(anna)).id);
    expect([status, JSON.parse(error?.details ?? '')]).toMatchObject([429, { daysToWait: 1 }]);
  });

  test('edge functions count against limits by their own subjects, and can look without counting', async ({ anna }) => {
    await limit('login', 1, 60);
    const consume = (subject: string) => world.service.rpc('consume_rate_limit', { action: 'login', subject });
    const assert = (subject: string) => world.service.rpc('assert_rate_limit', { action: 'login', subject });
    expect([
      (await assert('a')).status,
      (await consume('a')).status,
      (await assert('a')).status,
      (await consume('a')).status,
    ]).toEqual([204, 204, 429, 429]);
    expect(await consume('b')).toAnswer(204);
    expect(await consume('x'.repeat(10_000))).toAnswer(204);
    expect(await world.service.rpc('consume_rate_limit', { action: 'unknown', subject: 'a' })).toAnswer(400);
    for (const client of [anna.client, world.guest])
      expect((await client.rpc('consume_rate_limit', { action: 'login', subject: 'c' })).error).not.toBeNull();
  });

  test('rate limits can be switched off', async ({ post }) => {
    await limit('post', 1, 600);
    await world.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`);
    expect([(await post()).status, (await post()).status]).toEqual([201, 201]);
    await world.sql(`update private.app_settings set value = 'true' where key = 'rate_limits_enabled'`);
  });
});

describe('a guest visit', () => {
  test('a guest visit is stored once per session, by edge functions only', async () => {
    const visit = { session_id: 'session-1', page_path: '/', referrer: '' };
    expect((await world.guest.rpc('record_guest_visit', visit)).error).not.toBeNull();
    for (let n = 0; n < 2; n += 1)
      await value(world.service.rpc('record_guest_visit', visit).then(({ error }) => ({ data: true, error })));
    expect(await world.sql('select session_id, page_path, referrer from public.guest_visits')).toEqual([
      { session_id: 'session-1', page_path: '/', referrer: 'direct' },
    ]);
  });
});
