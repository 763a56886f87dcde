import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { outcome, sendQuote, value } from './support.ts';

test.beforeAll(() => world.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`));
test.beforeEach(async () => {
  await world.sql('delete from public.quotes');
  await world.sql('delete from public.posts');
});

const post = async (owner: Person, title: string) => (await world.createPost(owner, { title })).id;
const quoteOf = async (supplier: Person, postId: number) =>
  (await value(sendQuote(supplier.client, postId)))[0]?.quote_id ?? 0;
const deskOf = async (person: Person) => value(person.client.rpc('account_desk').single());
const write = async (person: Person, quote_id: number, content: string) =>
  value(person.client.rpc('send_message', { quote_id, content }));
const inboxOf = async (person: Person, search?: string, page?: number) =>
  value(person.client.rpc('list_conversations', { search, page }));
const NOTHING = { quotes_to_decide: 0, questions_to_answer: 0, asked_post_ids: [], closing_post_ids: [] };

describe('the desk of an account', () => {
  test('the desk counts the quotes that their receiver can still decide, and no others', async ({ anna, bob }) => {
    const late = await post(anna, 'Late');
    await quoteOf(bob, late);
    await world.sql(`update public.posts set quote_deadline = now() - interval '1 day' where id = $1`, [late]);
    expect(await deskOf(anna)).toMatchObject({ quotes_to_decide: 1 });
    const shortlisted = await quoteOf(bob, await post(anna, 'Shortlisted'));
    expect(await outcome(anna.client.rpc('shortlist_quote', { quote_id: shortlisted, is_on: true }))).toEqual([200]);
    expect(await deskOf(anna)).toMatchObject({ quotes_to_decide: 2 });

    for (const change of [
      `update public.quotes set status = 'declined' where id = $1`,
      `update public.quotes set valid_until = (now() at time zone 'utc')::date - 1 where id = $1`,
      `update public.posts set closed_at = now(), closed_reason = 'no_need' where id = (select q.post_id from public.quotes q where q.id = $1)`,
      `update public.posts set is_hidden = true, hidden_at = now(), hidden_by = user_id, hidden_reason = 'x' where id = (select q.post_id from public.quotes q where q.id = $1)`,
      `delete from public.posts where id = (select q.post_id from public.quotes q where q.id = $1)`,
    ]) {
      await world.sql(change, [await quoteOf(bob, await post(anna, 'Decided'))]);
      expect(await deskOf(anna), change).toMatchObject({ quotes_to_decide: 2 });
    }
    expect(await deskOf(bob)).toEqual(NOTHING);
  });

  test('the desk counts open questions on own posts, and names the posts', async ({ anna, bob, carl }) => {
    const steel = await post(anna, 'Steel');
    const other = await post(bob, 'Rice');
    const ask = async (asker: Person, post_id: number, question: string) =>
      value(asker.client.rpc('ask_question', { post_id, question }));
    const first = await ask(bob, steel, 'Which grade?');
    await ask(bob, steel, 'Which port?');
    await ask(carl, other, 'Which year?');
    expect(await deskOf(anna)).toMatchObject({ questions_to_answer: 2, asked_post_ids: [steel] });
    await anna.client.rpc('answer_question', { question_id: first, answer: 'S235' });
    expect(await deskOf(anna)).toMatchObject({ questions_to_answer: 1, asked_post_ids: [steel] });
    await anna.client.rpc('hide_post', { post_id: steel });
    expect(await deskOf(anna)).toMatchObject({ questions_to_answer: 0, asked_post_ids: [] });
    await anna.client.rpc('unhide_post', { post_id: steel });
    expect(await deskOf(anna)).toMatchObject({ questions_to_answer: 1, asked_post_ids: [steel] });
    await world.sql(`update public.post_questions set hidden_at = now(), hidden_reason = 'Spam' where post_id = $1`, [
      steel,
    ]);
    expect(await deskOf(anna)).toMatchObject({ questions_to_answer: 0, asked_post_ids: [] });
    expect(await deskOf(carl)).toEqual(NOTHING);
  });

  test('the desk names own open posts that close within seven days', async ({ anna, bob }) => {
    const closing = await post(anna, 'Closing');
    const closes = (id: number, interval: string) =>
      world.sql('update public.posts set quote_deadline = now() + $2::interval where id = $1', [id, interval]);
    await closes(closing, '6 days');
    await closes(await post(anna, 'Later'), '8 days');
    await closes(await post(anna, 'Over'), '-1 day');
    await closes(await post(bob, 'Not hers'), '1 day');
    const closed = await post(anna, 'Closed');
    await closes(closed, '1 day');
    expect(await outcome(anna.client.rpc('close_post', { post_id: closed, reason: 'no_need' }))).toEqual([204]);
    expect(await deskOf(anna)).toMatchObject({ closing_post_ids: [closing] });
  });

  test('the desk and the inbox are closed to guests', async () => {
    expect(await world.guest.rpc('account_desk')).toAnswer(401);
    expect(await world.guest.rpc('list_conversations')).toAnswer(401);
  });
});

describe('the inbox', () => {
  test('the inbox looks for the first hundred characters of a search, however long it is', async ({ anna, bob }) => {
    const steel = await quoteOf(bob, await post(anna, 'Steel'));
    await write(bob, steel, 'Hello');
    const found = await inboxOf(anna, `stEEl${' '.repeat(100_000)}x`);
    expect(found.map(({ quote_id }) => quote_id)).toEqual([steel]);
  });

  test('the inbox lists the conversations of both parties with their last message, newest first', async ({
    anna,
    bob,
    carl,
  }) => {
    const steel = await quoteOf(bob, await post(anna, 'Steel'));
    const rice = await quoteOf(anna, await post(carl, 'Gạo'));
    await quoteOf(carl, await post(anna, 'Silent'));
    await write(bob, steel, 'Hello');
    await write(carl, rice, 'When?');
    const last = await write(anna, steel, 'In May');
    const inbox = await inboxOf(anna);
    expect(inbox).toMatchObject([
      { quote_id: steel, post_title: 'Steel', username: 'bob', message: 'In May', is_own: true, total: 2 },
      { quote_id: rice, post_title: 'Gạo', username: 'carl', message: 'When?', is_own: false, total: 2 },
    ]);
    expect(await inboxOf(bob)).toMatchObject([{ quote_id: steel, username: 'anna', is_own: false, is_deleted: false }]);
    expect(await outcome(anna.client.rpc('delete_message', { message_id: last }))).toEqual([204]);
    expect((await inboxOf(bob))[0]).toMatchObject({ message: '', is_deleted: true });
  });

  test('the inbox finds words of the request and the name of the other party, and has pages of 20', async ({
    anna,
    bob,
  }) => {
    const rice = await quoteOf(bob, await post(anna, 'Gạo 100% tấm'));
    await write(bob, rice, 'Hello');
    for (const [search, count] of [
      ['GAO', 1],
      [' bob ', 1],
      ['100%', 1],
      ['', 1],
      ['_', 0],
      ['anna', 0],
      ['Hello', 0],
    ] as const)
      expect(await inboxOf(anna, search), search).toHaveLength(count);
    for (let n = 0; n < 20; n += 1) await write(bob, await quoteOf(bob, await post(anna, `Post ${n}`)), 'Hi');
    expect(await inboxOf(anna)).toHaveLength(20);
    expect(await inboxOf(anna, undefined, 2)).toMatchObject([{ quote_id: rice, total: 21 }]);
    expect(await inboxOf(anna, undefined, 3)).toEqual([]);
  });
});
