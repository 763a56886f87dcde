/** Live events, heard with the client that pages use: what each write tells whom, and that it tells no text. */
import { listen as listenTo, type RealtimeListener } from 'embedded-supabase/realtime-listener';
import { afterEach, describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test as base } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { outcome, sendQuote, value } from './support.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const listeners: RealtimeListener[] = [];
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
});

/** Listens as a user, or tries to listen to another one. */
async function listen({ accessToken: token }: Person, to: Person) {
  const topic = `user:${to.id}`;
  const listener = await listenTo({ ...world, token, topic });
  listeners.push(listener);
  let read = 0;
  /** Kinds and ids that have been heard since the last call, each once. */
  const heard = async () => {
    // Events of a user arrive in the order of their commits.
    await world.sql(`select realtime.send('{}', 'mark', $1, true)`, [topic]);
    await expect.poll(() => listener.heard.slice(read).map(({ event }) => event)).toContain('mark');
    const events = listener.heard.slice(read).filter(({ event }) => event !== 'mark');
    read = listener.heard.length;
    const inWords = events.map(({ event, payload: { id: _id, ...ids } }) =>
      [event, ...Object.entries(ids).flat()].join(' '),
    );
    return [...new Set(inWords)].sort();
  };
  if (listener.states.at(-1) === 'SUBSCRIBED') {
    // What was written before may still be on its way, and is not what a test asks for.
    await heard();
    listener.heard.length = 0;
    read = 0;
  }
  return { states: listener.states, all: listener.heard, heard };
}

const ears = (person: Person) => listen(person, person);

/** anna's request with a quote of bob. */
const test = base
  .extend('post', async ({ anna }) => (await world.createPost(anna, { title: 'Steel' })).id)
  .extend('quote', async ({ bob, post }) => (await value(sendQuote(bob.client, post)))[0]?.quote_id ?? 0);

const say = (person: Person, quote_id: number, content = 'Hello') =>
  outcome(person.client.rpc('send_message', { quote_id, content }));

test('both parties hear of a message, of its being seen, and of their bells [A731]', async ({
  anna,
  bob,
  carl,
  quote,
}) => {
  const [owner, supplier, other] = [await ears(anna), await ears(bob), await ears(carl)];
  expect(await say(bob, quote)).toEqual([200]);
  expect(await owner.heard()).toEqual([`messages quoteId ${quote}`, 'notifications']);
  expect(await supplier.heard()).toEqual([`messages quoteId ${quote}`]);
  await value(anna.client.rpc('mark_messages_read', { quote_id: quote }));
  expect(await supplier.heard()).toEqual([`messages quoteId ${quote}`]);
  expect(await owner.heard()).toEqual([`messages quoteId ${quote}`, 'notifications']);
  expect(await other.heard()).toEqual([]);
});

test('quotes, decisions, questions, answers and hiding are heard by those concerned, without any text [A731] [A733]', async ({
  anna,
  bob,
  carl,
  adam,
  post,
}) => {
  const all = { anna: await ears(anna), bob: await ears(bob), carl: await ears(carl) };
  const heard = async () => ({
    anna: await all.anna.heard(),
    bob: await all.bob.heard(),
    carl: await all.carl.heard(),
  });

  const [sent] = await value(sendQuote(bob.client, post));
  const quote = sent?.quote_id ?? 0;
  const ofQuote = `quotes postId ${post} quoteId ${quote}`;
  expect(await heard()).toEqual({ anna: ['notifications', ofQuote], bob: ['notifications', ofQuote], carl: [] });

  await value(anna.client.rpc('accept_quote', { quote_id: quote, close_request: false, expected_version: 1 }));
  expect(await heard()).toEqual({ anna: [ofQuote], bob: ['notifications', ofQuote], carl: [] });

  const question = await value(carl.client.rpc('ask_question', { post_id: post, question: 'Which steel?' }));
  expect(await heard()).toEqual({
    anna: ['notifications', `questions postId ${post}`],
    bob: [],
    carl: [`questions postId ${post}`],
  });
  await anna.client.rpc('answer_question', { question_id: question, answer: 'Stainless' });
  expect(await heard()).toMatchObject({
    anna: [`questions postId ${post}`],
    carl: ['notifications', `questions postId ${post}`],
  });

  expect(await outcome(adam.client.rpc('hide_post', { post_id: post, reason: 'Duplicate' }))).toEqual([204]);
  expect(await heard()).toMatchObject({
    anna: ['notifications', `posts postId ${post}`],
    bob: [`posts postId ${post}`],
  });

  const events = Object.values(all).flatMap((each) => each.all);
  expect(events.length).toBeGreaterThan(10);
  for (const { payload } of events) {
    const { id, ...ids } = payload;
    expect(id).toMatch(UUID);
    for (const [name, each] of Object.entries(ids))
      expect([name, typeof each]).toEqual([expect.stringMatching(/^(quote|post)Id$/), 'number']);
  }
});

test('nothing is heard of a write that was refused or rolled back [A733]', async ({ anna, bob, quote }) => {
  const { heard } = await ears(anna);
  expect((await say(bob, quote, 'x'.repeat(2_001)))[0]).toBe(400);
  await expect(
    world.sql(
      `do $$ begin
        insert into public.messages (quote_id, sender_id, recipient_id, content, client_id)
        values (${quote}, ${bob.id}, ${anna.id}, 'Undone', gen_random_uuid());
        raise exception 'undo';
      end $$`,
    ),
  ).rejects.toThrow('undo');
  expect(await heard()).toEqual([]);
});

describe('nobody hears', () => {
  test('another user, an admin included [A733]', async ({ anna, bob, mona }) => {
    expect((await listen(bob, anna)).states).toEqual(['CHANNEL_ERROR']);
    expect((await listen(mona, anna)).states).toEqual(['CHANNEL_ERROR']);
  });

  test('anything after a suspension, and comes back when it is lifted [A733]', async ({ bob, mona, anna, quote }) => {
    const { states, all } = await ears(bob);
    expect(await outcome(mona.client.rpc('suspend_user', { user_id: bob.id, reason: 'Spam', days: 7 }))).toEqual([204]);
    await expect.poll(() => states.at(-1)).toBe('CLOSED');
    expect(all).toEqual([]);
    expect(await say(anna, quote)).toEqual([409, 'The other account is suspended, so this conversation is closed']);
    expect((await ears(bob)).states).toEqual(['CHANNEL_ERROR']);
    await mona.client.rpc('lift_suspension', { user_id: bob.id });
    expect((await ears(bob)).states).toEqual(['SUBSCRIBED']);
  });

  test('anything after the account was deleted [A733]', async ({ bob, mona }) => {
    const { states, all } = await ears(bob);
    expect(await outcome(mona.client.rpc('delete_user', { user_id: bob.id, username: bob.username }))).toEqual([200]);
    await expect.poll(() => states.at(-1)).toBe('CLOSED');
    expect(all).toEqual([]);
    expect((await ears(bob)).states).toEqual(['CHANNEL_ERROR']);
  });

  test('anything after a sign-out [A733]', async ({ bob }) => {
    const { states, all } = await ears(bob);
    await bob.client.auth.signOut();
    await expect.poll(() => states.at(-1)).toBe('CLOSED');
    expect(all).toEqual([]);
  });
});

test('open pages of an admin hear of a demotion, and go on as those of a user [A733]', async ({ adam, mona }) => {
  const { states, heard } = await ears(adam);
  expect(
    await outcome(
      mona.client.rpc('change_user_role', { user_id: adam.id, role: 'user', expected: 'admin', reason: 'Left' }),
    ),
  ).toEqual([204]);
  expect(await heard()).toContain('account');
  expect(states).toEqual(['SUBSCRIBED']);
});

test('clients cannot send events through REST [A733]', async ({ anna }) => {
  for (const token of [anna.accessToken, world.publishableKey]) {
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${world.supabaseUrl}/rest/v1/${path}`, {
        ...init,
        headers: {
          apikey: world.publishableKey,
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Accept-Profile': 'realtime',
          'Content-Profile': 'realtime',
        },
      });
    const body = JSON.stringify({ payload: {}, event: 'forged', topic: `user:${anna.id}` });
    expect((await ask('rpc/send', { method: 'POST', body })).status).toBeGreaterThanOrEqual(400);
    expect((await ask('messages?select=id')).status).toBeGreaterThanOrEqual(400);
  }
});
