/** Muted conversations and requests: what is silent, what is still heard, and who sees it. */
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test as base } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, outcome, sendQuote, value } from './support.ts';

/** anna's request with a quote of bob and another of carl, of which everybody has heard. */
const test = base
  .extend('post', async ({ anna }) => (await world.createPost(anna, { title: 'Steel' })).id)
  .extend('quotes', async ({ bob, carl, post }) => {
    const ids = [];
    for (const { client } of [bob, carl]) ids.push((await value(sendQuote(client, post)))[0]?.quote_id ?? 0);
    await world.sql('delete from public.notifications');
    await world.sql('delete from private.mail_outbox');
    return ids;
  })
  .extend('quote', ({ quotes }) => quotes[0] ?? 0)
  .extend('other', ({ quotes }) => quotes[1] ?? 0);

const mute = ({ client }: Person, of: { quote_id: number } | { post_id: number }, is_on = true) =>
  outcome(client.rpc('set_mute', { ...of, is_on }));
const mutesOf = ({ client }: Person) => value(client.from('mutes').select('quote_id, post_id'));
const say = ({ client }: Person, quote_id: number, content: string) =>
  value(client.rpc('send_message', { quote_id, content }));
const unreadOf = async ({ client }: Person) =>
  (await value(client.rpc('unread_messages'))).map(({ quote_id, unread }) => [quote_id, unread]);
const told = async (person: Person) => (await notificationsOf(person)).map(({ message }) => message);
const mailsOf = async (person: Person) =>
  (
    await world.sql<{ template: string; lines: string[] | null }>(
      `select o.template, (select array_agg(i ->> 'message') from jsonb_array_elements(o.data -> 'items') i) as lines
       from private.mail_outbox o where o.status = 'queued' and o.user_id = $1 order by o.id`,
      [person.id],
    )
  ).map(({ template, lines }) => [template, ...(lines ?? [])]);
const runJob = () => world.sql(`select public.housekeep('watches', 500)`);
const collectDaily = (person: Person, kind: string, page: boolean) =>
  person.client.rpc('set_notification_preferences', { preferences: [{ kind, page, mail: 'daily' }] });

describe('who mutes what', () => {
  test('[A742] both parties mute a conversation, each for themselves, however often they say it', async ({
    anna,
    bob,
    quote,
  }) => {
    for (const _ of ['once', 'again']) expect(await mute(bob, { quote_id: quote })).toEqual([204]);
    expect(await mutesOf(bob)).toEqual([{ quote_id: quote, post_id: null }]);
    expect(await mutesOf(anna)).toEqual([]);
    expect(await mute(anna, { quote_id: quote })).toEqual([204]);
    for (const _ of ['once', 'again']) expect(await mute(bob, { quote_id: quote }, false)).toEqual([204]);
    expect(await mutesOf(bob)).toEqual([]);
    expect(await mutesOf(anna)).toEqual([{ quote_id: quote, post_id: null }]);
  });

  test('[A742] nobody mutes the conversation of others, and guests mute nothing', async ({
    guest,
    carl,
    adam,
    mona,
    post,
    quote,
  }) => {
    for (const person of [carl, adam, mona])
      for (const is_on of [true, false])
        for (const quote_id of [quote, 999_999])
          expect(await mute(person, { quote_id }, is_on)).toEqual([403, 'You are not a party of this quote']);
    expect(await guest.rpc('set_mute', { is_on: true, quote_id: quote })).toAnswer(401);
    expect(await guest.rpc('set_mute', { is_on: true, post_id: post })).toAnswer(401);
    expect(await guest.from('mutes').select('quote_id')).toAnswer(401);
  });

  test('[A742] everybody mutes a request that they see, its owner too, and unmutes it when it is hidden', async ({
    anna,
    bob,
    carl,
    adam,
    post,
  }) => {
    for (const person of [anna, bob, adam]) expect(await mute(person, { post_id: post })).toEqual([204]);
    await anna.client.rpc('hide_post', { post_id: post });
    expect(await mute(carl, { post_id: post })).toEqual([404, 'Post not found']);
    expect(await mute(bob, { post_id: 999_999 }, false)).toEqual([404, 'Post not found']);
    expect(await mute(bob, { post_id: post }, false)).toEqual([204]);
    expect(await mutesOf(bob)).toEqual([]);
  });

  test('[A742] a mute names one thing, and nobody writes the table', async ({ anna, bob, post, quote }) => {
    for (const of of [{ quote_id: quote, post_id: post }, {}])
      expect(await outcome(bob.client.rpc('set_mute', { ...of, is_on: true }))).toEqual([400, 'Invalid input']);
    await mute(bob, { post_id: post });
    const row = { user_id: anna.id, post_id: post };
    expect((await outcome(bob.client.from('mutes').insert(row)))[0]).toBe(403);
    expect((await outcome(bob.client.from('mutes').update(row).eq('post_id', post)))[0]).toBe(403);
    expect((await outcome(bob.client.from('mutes').delete().eq('post_id', post)))[0]).toBe(403);
  });

  test('[A742] a user mutes at most 500 things; a suspended one only unmutes', async ({ anna, bob, post, quote }) => {
    await world.sql(
      `with posts as (
         insert into public.posts (user_id, title, description, category, country, delivery_address)
         select $1, 'Iron', 'x', 'food', 'vn', 'Hai Phong' from generate_series(1, 500) returning id)
       insert into public.mutes (post_id, user_id) select id, $2 from posts`,
      [anna.id, bob.id],
    );
    const full = [409, 'You have muted 500 conversations and requests, which is the most'];
    expect(await mute(bob, { post_id: post })).toEqual(full);
    expect(await mute(bob, { quote_id: quote })).toEqual(full);
    const [last] = await world.sql<{ id: number }>('select max(post_id)::int as id from public.mutes');
    expect(await mute(bob, { post_id: last?.id ?? 0 })).toEqual([204]);
    await world.sql(
      `update public.accounts set suspended_until = now() + interval '1 day', suspension_reason = 'Spam' where profile_id = $1`,
      [bob.id],
    );
    expect(await mute(bob, { post_id: last?.id ?? 0 }, false)).toEqual([204]);
    expect((await mute(bob, { quote_id: quote }))[0]).toBe(403);
  });

  test('[A742] a mute is deleted with its user, quote or request', async ({ anna, bob, carl, mona, post, other }) => {
    await mute(bob, { post_id: post });
    await mute(carl, { quote_id: other });
    await mute(carl, { post_id: post });
    expect(await outcome(mona.client.rpc('delete_user', { user_id: bob.id, username: bob.username }))).toEqual([200]);
    expect(await world.sql('select 1 from public.mutes where user_id = $1', [bob.id])).toEqual([]);
    await anna.client.from('posts').delete().eq('id', post);
    expect(await mutesOf(carl)).toEqual([{ quote_id: other, post_id: null }]);
    await world.sql('delete from public.quotes where id = $1', [other]);
    expect(await mutesOf(carl)).toEqual([]);
  });
});

describe('what is silent', () => {
  test('[A742] messages of a muted conversation count nowhere, until it is unmuted', async ({
    anna,
    bob,
    carl,
    other,
    quote,
  }) => {
    await mute(anna, { quote_id: quote });
    await say(bob, quote, 'Hello');
    await say(carl, other, 'Good morning');
    expect(await unreadOf(anna)).toEqual([[other, 1]]);
    expect(await told(anna)).toEqual(['New message from carl about "Steel"']);
    expect(await mailsOf(anna)).toEqual([['message_received', 'New message from carl about "Steel"']]);
    // The other party muted nothing.
    await say(anna, quote, 'Yes?');
    expect(await unreadOf(bob)).toEqual([[quote, 1]]);
    expect(await told(bob)).toHaveLength(1);
    await mute(anna, { quote_id: quote }, false);
    expect((await unreadOf(anna)).toSorted()).toEqual(
      [
        [quote, 1],
        [other, 1],
      ].toSorted(),
    );
    await say(bob, quote, 'Still there?');
    expect(await told(anna)).toHaveLength(2);
  });

  test('[A742] a muted request is silent with all its conversations, for its owner and for suppliers', async ({
    anna,
    bob,
    carl,
    adam,
    post,
    quote,
    other,
  }) => {
    await mute(anna, { post_id: post });
    await mute(carl, { post_id: post });
    await say(bob, quote, 'Hello');
    await value(adam.client.rpc('ask_question', { post_id: post, question: 'Which port?' }));
    await value(sendQuote(adam.client, post));
    await anna.client.from('posts').update({ description: 'DN 200' }).eq('id', post);
    await say(anna, other, 'Please see the change');
    await runJob();
    for (const person of [anna, carl])
      expect([await unreadOf(person), await told(person), await mailsOf(person)]).toEqual([[], [], []]);
    expect(await told(bob)).toEqual(['The request "Steel" changed']);
  });

  test('[A742] news and reminders of a muted request do not reach who watches it', async ({ anna, mona, post }) => {
    await mona.client.rpc('set_watch', { post_id: post, is_on: true });
    await mute(mona, { post_id: post });
    await anna.client.from('posts').update({ description: 'DN 200' }).eq('id', post);
    await world.sql(`update public.posts set quote_deadline = now() + interval '5 hours'`);
    await runJob();
    await runJob();
    expect([await told(mona), await mailsOf(mona)]).toEqual([[], []]);
  });

  test('[A742] muting takes what is unread off the bell and out of the mails that wait', async ({
    anna,
    bob,
    carl,
    post,
    other,
    quote,
  }) => {
    await say(bob, quote, 'Hello');
    await say(carl, other, 'Good morning');
    await mute(anna, { quote_id: quote });
    const ofCarl = 'New message from carl about "Steel"';
    expect(await mailsOf(anna)).toEqual([['message_received', ofCarl]]);
    const unread = async () =>
      (await notificationsOf(anna)).filter(({ read_at }) => !read_at).map(({ message }) => message);
    expect(await unread()).toEqual([ofCarl]);
    await mute(anna, { post_id: post });
    expect([await unread(), await mailsOf(anna)]).toEqual([[], []]);
    expect(await value(bob.client.from('messages').select('read_at'))).toEqual([{ read_at: null }]);
  });

  for (const page of [true, false])
    test(`[A742] a digest that waits loses what is muted, ${page ? 'on the page' : 'by mail alone'}`, async ({
      anna,
      bob,
      adam,
      post,
      quote,
    }) => {
      for (const kind of ['message_received', 'question_asked', 'quote_received']) await collectDaily(anna, kind, page);
      const { id: second } = await world.createPost(anna, { title: 'Iron' });
      await say(bob, quote, 'Hello');
      for (const post_id of [post, second])
        await value(adam.client.rpc('ask_question', { post_id, question: 'Which port?' }));
      await value(sendQuote(adam.client, post));
      await value(adam.client.rpc('withdraw_quote', { quote_id: (await lastQuote()).id }));
      await mute(anna, { quote_id: quote });
      expect((await mailsOf(anna))[0]).toEqual([
        'digest',
        'adam asks about "Steel"',
        'adam asks about "Iron"',
        'You have a new quote on your post "Steel" from adam',
      ]);
      await mute(anna, { post_id: post });
      expect((await mailsOf(anna))[0]).toEqual(['digest', 'adam asks about "Iron"']);
    });
});

const lastQuote = async () => {
  const [row] = await world.sql<{ id: number }>('select max(id)::int as id from public.quotes');
  if (!row) throw new Error('There is no quote');
  return row;
};

describe('what is still heard', () => {
  test('[A742] decisions on a muted request or conversation are notified, counted and mailed', async ({
    anna,
    bob,
    carl,
    post,
    quote,
    other,
  }) => {
    await mute(bob, { post_id: post });
    await mute(bob, { quote_id: quote });
    await mute(anna, { post_id: post });
    await mute(carl, { quote_id: other });
    await value(anna.client.rpc('decline_quote', { quote_id: other, reason: 'Too dear' }));
    await value(anna.client.rpc('accept_quote', { quote_id: quote, close_request: false }));
    await value(bob.client.rpc('cancel_deal', { quote_id: quote, reason: 'No steel' }));
    expect(await told(carl)).toEqual(['Your quote on "Steel" was declined: Too dear']);
    expect(await told(bob)).toEqual(['Your quote on "Steel" was accepted']);
    expect(await told(anna)).toEqual(['bob cancelled the deal on "Steel": No steel']);
    for (const [person, template] of [
      [carl, 'quote_declined'],
      [bob, 'quote_accepted'],
      [anna, 'quote_changed'],
    ] as const)
      expect((await mailsOf(person)).map(([name]) => name)).toEqual([template]);
    // Neither does muting afterwards take them away.
    await mute(carl, { post_id: post });
    expect(await notificationsOf(carl)).toMatchObject([{ read_at: null }]);
    expect(await mailsOf(carl)).toHaveLength(1);
  });

  test('[A742] each kind of notification is either silent when muted or still heard', async ({
    anna,
    bob,
    post,
    quote,
  }) => {
    await mute(bob, { post_id: post });
    const messageId = await say(anna, quote, 'Hello');
    const data: Readonly<Record<string, object>> = {
      quote_received: { type: 'quote', postId: post },
      quote_sent: { type: 'quote', quoteId: quote },
      message_received: { type: 'message', messageId },
      post_hidden: { type: 'post', postId: post },
      post_unhidden: { type: 'post', postId: post },
      feedback_answered: { type: 'feedback', reference: 'F-1' },
      review_received: { type: 'review', postId: post },
    };
    const kinds = await world.sql<{ kind: string }>('select kind from private.notification_kinds order by kind');
    for (const { kind } of kinds)
      await world.sql('select private.notify($1, $2, $3)', [
        bob.id,
        kind,
        JSON.stringify(data[kind] ?? { type: kind, postId: post }),
      ]);
    const heard = await told(bob);
    expect(heard.toSorted()).toEqual([
      'deal_cancelled',
      'feedback_answered',
      'post_closed',
      'post_hidden',
      'post_unhidden',
      'quote_accepted',
      'quote_declined',
      'quote_reopened',
      'quote_revised',
      'quote_shortlisted',
      'quote_withdrawn',
      'review_received',
      'saved_search',
      'second_factor_reset',
    ]);
    expect(kinds.map(({ kind }) => kind).filter((kind) => !heard.includes(kind))).toEqual([
      'deadline_near',
      'deadline_passed',
      'message_received',
      'post_changed',
      'question_answered',
      'question_asked',
      'quote_received',
      'quote_sent',
      'request_unquoted',
      'request_watched',
    ]);
  });

  test('[A742] hiding, broadcasts and other requests are heard as before', async ({ anna, adam, post }) => {
    await mute(anna, { post_id: post });
    const { id: second } = await world.createPost(anna, { title: 'Iron' });
    await value(adam.client.rpc('ask_question', { post_id: second, question: 'Which port?' }));
    await adam.client.rpc('hide_post', { post_id: post, reason: 'Spam' });
    await world.sql(
      `with b as (insert into private.broadcasts (message, audience, receivers) values ('Hello', 'all', 1) returning id)
       insert into public.notifications (user_id, message, broadcast_id, data)
       select $1, 'Hello', b.id, jsonb_build_object('type', 'quote', 'postId', $2::bigint) from b`,
      [anna.id, post],
    );
    expect(await told(anna)).toEqual(['adam asks about "Iron"', 'Your post "Steel" was hidden: Spam', 'Hello']);
  });
});
