/** What one user can cause for another: notifications and mails, whichever function writes them. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, postsOf, sendQuote, value } from './support.ts';

let quote: number;

test.beforeEach(async ({ anna, bob }) => {
  await world.sql('delete from public.quotes');
  const { id: post } = await world.createPost(anna, { title: 'Steel pipes' });
  quote = (await value(sendQuote(bob.client, post)))[0]?.quote_id ?? 0;
  for (const table of ['public.notifications', 'private.mail_outbox', 'private.rate_limit_uses'])
    await world.sql(`delete from ${table}`);
});

const decline = ({ client }: Person, reason: string) => client.rpc('decline_quote', { quote_id: quote, reason });
const reopen = ({ client }: Person) => client.rpc('reopen_quote', { quote_id: quote });
const mails = () =>
  world.sql<{ template: string; message: string; is_late: boolean }>(
    `select template, coalesce(data ->> 'message', data #>> '{items,-1,message}') as message,
       next_attempt_at > now() + interval '5 minutes' as is_late
     from private.mail_outbox where status = 'queued' order by id`,
  );
/** As if the sender of mails had run. */
const sendAll = () =>
  world.sql(`update private.mail_outbox set status = 'sent', sent_at = now() where status = 'queued'`);

test('decisions on several quotes are as many notifications and mails, whatever became of their requests', async ({
  anna,
  bob,
}) => {
  const quotes = [];
  for (const title of ['First', 'Second']) {
    const { id: post } = await world.createPost(anna, { title });
    const quote_id = (await value(sendQuote(bob.client, post)))[0]?.quote_id ?? 0;
    await value(anna.client.rpc('accept_quote', { quote_id, close_request: false, expected_version: 1 }));
    await anna.client.from('posts').delete().eq('id', post);
    quotes.push(quote_id);
  }
  await world.sql('delete from public.notifications');
  await world.sql('delete from private.mail_outbox');
  for (const quote_id of quotes) await value(bob.client.rpc('cancel_deal', { quote_id, reason: 'No stock' }));
  await value(bob.client.rpc('withdraw_quote', { quote_id: quote, reason: 'Sold' }));
  expect((await notificationsOf(anna)).map(({ message }) => message)).toEqual([
    'bob cancelled the deal on "First": No stock',
    'bob cancelled the deal on "Second": No stock',
    'bob withdrew the quote on "Steel pipes"',
  ]);
  expect((await mails()).map(({ template }) => template)).toEqual(['quote_changed', 'quote_changed', 'quote_changed']);
});

describe('decisions that flip', () => {
  test('a decision that is taken back before its mail left is not mailed', async ({ anna }) => {
    await value(decline(anna, 'Too dear'));
    expect(await mails()).toHaveLength(1);
    await value(reopen(anna));
    expect(await mails()).toEqual([]);
  });

  test('the supplier gets one mail in ten minutes, with the last decision', async ({ anna }) => {
    for (const reason of ['first', 'second', 'third']) {
      await value(decline(anna, reason));
      if (reason === 'first') await sendAll();
      if (reason !== 'third') await value(reopen(anna));
    }
    expect(await mails()).toEqual([
      { template: 'quote_declined', message: expect.stringContaining('third'), is_late: true },
    ]);
  });

  test('an unread notification about the same thing is replaced by its last words', async ({ anna, bob }) => {
    for (const reason of ['first', 'second', 'third']) {
      await value(decline(anna, reason));
      await value(reopen(anna));
    }
    expect((await notificationsOf(bob)).map(({ message }) => message)).toEqual([
      'Your quote on "Steel pipes" was declined: third',
      'Your quote on "Steel pipes" is pending again',
    ]);
  });

  test('a notification that was read is not replaced', async ({ anna, bob }) => {
    await value(decline(anna, 'first'));
    await bob.client.rpc('mark_all_notifications_read');
    await value(reopen(anna));
    await value(decline(anna, 'second'));
    expect(await notificationsOf(bob)).toHaveLength(3);
  });
});

/** Notifications of a kind that one user has caused for another within the hour, about different things. */
const fill = (to: Person, by: Person, data: Record<string, unknown>, count = 60) =>
  world.sql(
    `insert into public.notifications (user_id, message, data, actor_id)
     select $1, 'x', $3::jsonb || jsonb_build_object('n', n), $2 from generate_series(1, $4::int) n`,
    [to.id, by.id, data, count],
  );
const countOf = async (person: Person) => (await notificationsOf(person)).length;

test('one user causes at most sixty notifications of a kind an hour for another', async ({ anna, bob }) => {
  await fill(bob, anna, { type: 'message' }, 59);
  const send = (content: string) => value(anna.client.rpc('send_message', { quote_id: quote, content }));
  await send('sixtieth');
  expect(await countOf(bob)).toBe(60);
  const newest = async () => (await notificationsOf(bob)).at(-1)?.data;
  const before = await newest();
  await send('replaces what is unread of the conversation');
  expect(await countOf(bob)).toBe(60);
  expect(await newest()).not.toEqual(before);
  await bob.client.rpc('mark_all_notifications_read');
  const read = await newest();
  await send('replaces one that was read');
  expect(await countOf(bob)).toBe(60);
  expect(await newest()).not.toEqual(read);
  await world.sql(`update public.notifications set created_at = created_at - interval '1 hour'`);
  await send('later');
  expect(await countOf(bob)).toBe(61);
});

test('sixty notifications of a kind, read or not, do not silence the next one', async ({ anna, bob }) => {
  const types = await world.sql<{ type: string }>(
    String.raw`select kind as type from private.notification_kinds
     union select (regexp_matches(p.prosrc, '''type'', ''(\w+)''', 'g'))[1] from pg_proc p where p.pronamespace = 'private'::regnamespace
     union select (regexp_matches(pg_get_triggerdef(t.oid), '''(\w+)''::text', 'g'))[1] from pg_trigger t
       where t.tgname in ('mail_of_decision', 'mail_of_notification') order by 1`,
  );
  const [limit] = await world.sql<{ source: string }>(
    `select prosrc as source from pg_proc where oid = 'private.limit_notification'::regproc`,
  );
  const decisions = /v_decisions constant text\[\] := array\[([^\]]+)\]/.exec(limit?.source ?? '')?.[1] ?? '';
  expect(types.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['message', 'post', 'post_changed', 'question_answered', 'request_watched', 'review']),
  );
  const silenced: unknown[] = [];
  for (const { type } of types)
    for (const isRead of [true, false]) {
      await world.sql('delete from public.notifications');
      await fill(bob, anna, { type });
      if (isRead) await bob.client.rpc('mark_all_notifications_read');
      await fill(bob, anna, { type, last: true }, 2);
      const told = await notificationsOf(bob);
      const last = told.slice(-2).map(({ data, read_at }) => [Object(data).last === true, read_at]);
      const isAllTold = last.every(([isLast, read_at]) => isLast && read_at === null);
      if (!isAllTold || told.length !== (decisions.includes(`'${type}'`) ? 62 : 60))
        silenced.push([type, isRead, told.length]);
    }
  expect(silenced).toEqual([]);
});

test('after sixty messages that were read, the next ones of each conversation are told, also by mail', async ({
  anna,
  bob,
}) => {
  const { id: post } = await world.createPost(anna, { title: 'Nuts' });
  const another = (await value(sendQuote(bob.client, post)))[0]?.quote_id ?? 0;
  await world.sql('delete from private.mail_outbox');
  await fill(bob, anna, { type: 'message' });
  await bob.client.rpc('mark_all_notifications_read');
  const sent = [];
  for (const quote_id of [quote, another])
    sent.push(await value(anna.client.rpc('send_message', { quote_id, content: 'Hello' })));
  const told = (await notificationsOf(bob)).filter(({ read_at }) => read_at === null);
  expect(told.map(({ data }) => Object(data).messageId)).toEqual(sent);
  expect(await claimed()).toMatchObject([
    { template: 'message_received', data: { count: 2, items: sent.map((messageId) => ({ messageId })) } },
  ]);
});

/** Sends more messages than notifications of them are kept. */
async function flood(anna: Person) {
  for (let n = 0; n < 62; n += 1) {
    if (n % 25 === 0) await world.sql('delete from private.rate_limit_uses');
    await value(anna.client.rpc('send_message', { quote_id: quote, content: `Message ${n}` }));
  }
}
/** The mails that a sender is given now. */
async function claimed() {
  await world.sql(`update private.mail_outbox set next_attempt_at = now() where status = 'queued'`);
  const found: { template: string; data: unknown }[] = [];
  for (;;) {
    const [mail] = await world.sql<(typeof found)[number]>('select template, data from private.claim_mail(null)');
    if (!mail) return found;
    found.push(mail);
  }
}

test.for<[string, (bob: Person) => PromiseLike<unknown>]>([
  ['in the conversation', (bob) => bob.client.rpc('mark_messages_read', { quote_id: quote })],
  ['in the bell', (bob) => bob.client.rpc('mark_all_notifications_read')],
])('a flood of messages that was read %s before its mail left is not mailed', async ([, read], { anna, bob }) => {
  await flood(anna);
  await read(bob);
  expect(await claimed()).toEqual([]);
  const messageId = await value(anna.client.rpc('send_message', { quote_id: quote, content: 'New' }));
  expect(await claimed()).toMatchObject([{ template: 'message_received', data: { items: [{ messageId }] } }]);
});

test.for(['now', 'daily'])(
  'messages that were read are not mailed (%s) to those who see no notification',
  async (mail, { anna, bob }) => {
    const prefer = (page: boolean, pace: string) =>
      bob.client.rpc('set_notification_preferences', { preferences: [{ kind: 'message_received', page, mail: pace }] });
    expect(await prefer(false, mail)).toAnswer(204);
    const send = (content: string) => value(anna.client.rpc('send_message', { quote_id: quote, content }));
    await send('Read');
    await value(bob.client.rpc('mark_messages_read', { quote_id: quote }));
    expect(await claimed()).toEqual([]);
    await send('Read as well');
    await value(bob.client.rpc('mark_messages_read', { quote_id: quote }));
    const messageId = await send('Unread');
    expect(await claimed()).toMatchObject([{ data: { count: 1, items: [{ messageId }] } }]);
    expect(await prefer(true, 'now')).toAnswer(204);
  },
);

test('a flood of messages that nobody read is mailed', async ({ anna }) => {
  await flood(anna);
  expect(await claimed()).toMatchObject([{ template: 'message_received', data: { count: 62 } }]);
});

test('a mail that waits keeps what is unread of the notifications that were replaced', async ({ anna }) => {
  const ids = (
    await world.sql<{ id: number }>(
      `insert into public.notifications (user_id, message, read_at) values ($1, 'read', now()), ($1, 'unread', null) returning id::int`,
      [anna.id],
    )
  ).map(({ id }) => id);
  const replaced = async (by: number | null) => {
    await world.sql(
      `insert into private.mail_outbox (user_id, recipient, template, data)
       select $1, 'anna@example.com', 'digest', jsonb_build_object('count', 5, 'items', jsonb_agg(jsonb_build_object('notificationId', n)))
       from unnest($2::bigint[] || 1::bigint) n`,
      [anna.id, ids],
    );
    await world.sql('begin');
    await world.sql('select private.replace_notifications($1, $2, $3)', [anna.id, ids, by]);
    const [mail] = await world.sql<{ data: unknown }>('select data from private.mail_outbox');
    await world.sql('rollback');
    await world.sql('delete from private.mail_outbox');
    return mail?.data;
  };
  const item = (notificationId: number | undefined) => ({ notificationId });
  expect(await replaced(9_000_001)).toEqual({ count: 4, items: [item(9_000_001), item(1)] });
  expect(await replaced(null)).toEqual({ count: 4, items: [item(ids[1]), item(1)] });
});

test('what is muted replaces no notification', async ({ anna, bob }) => {
  await fill(bob, anna, { type: 'message' });
  await value(
    bob.client.rpc('set_mute', { is_on: true, quote_id: quote }).then(({ error }) => ({ data: true, error })),
  );
  const before = await notificationsOf(bob);
  await value(anna.client.rpc('send_message', { quote_id: quote, content: 'Hello' }));
  expect(await notificationsOf(bob)).toEqual(before);
});

test('nobody hides a decision, a closing, an answer or a review behind messages', async ({ anna, bob }) => {
  const { id: post } = await world.createPost(anna, { title: 'Nuts' });
  await value(sendQuote(bob.client, post));
  const asked = await value(bob.client.rpc('ask_question', { post_id: post, question: 'Shelled?' }));
  await fill(bob, anna, { type: 'message' });
  await bob.client.rpc('mark_all_notifications_read');
  await value(decline(anna, 'Too dear'));
  expect(await anna.client.rpc('answer_question', { question_id: asked, answer: 'Yes' })).toAnswer(204);
  expect(await anna.client.rpc('close_post', { post_id: post, reason: 'found_elsewhere' })).toAnswer(204);
  await value(anna.client.rpc('submit_review', { reviewed_user_id: bob.id, rating: 1, comment: 'Late' }));
  expect((await notificationsOf(bob)).slice(-4).map(({ message }) => message)).toEqual([
    'Your quote on "Steel pipes" was declined: Too dear',
    expect.stringContaining('answered'),
    'The request "Nuts" was closed: Found elsewhere',
    expect.stringContaining('1-star review'),
  ]);
  expect((await mails()).map(({ template }) => template).slice(-4)).toEqual([
    'quote_declined',
    'question_answered',
    'request_closed',
    'review_received',
  ]);
});

test('a post that is hidden again and again leaves its last state, and its deletion is told', async ({
  anna,
  adam,
}) => {
  const { id: post } = await world.createPost(anna, { title: 'Nuts' });
  for (let turn = 0; turn < 31; turn += 1) {
    expect(await adam.client.rpc('hide_post', { post_id: post, reason: `Reason ${turn}` })).toAnswer(204);
    if (turn < 30) expect(await adam.client.rpc('unhide_post', { post_id: post })).toAnswer(204);
  }
  const told = async () => (await notificationsOf(anna)).map(({ message }) => message);
  expect(await told()).toEqual(['Your post "Nuts" was hidden: Reason 30']);
  expect((await mails()).map(({ message }) => message)).toEqual(['Your post "Nuts" was hidden: Reason 30']);
  await fill(anna, adam, { type: 'post', postId: post });
  await value(adam.client.rpc('delete_hidden_posts', { post_ids: [post], reason: 'Fraud' }));
  expect((await told()).at(-1)).toBe('Your post "Nuts" was deleted: Fraud');
});

test('of posts that an admin deletes, the owner reads of the last sixty', async ({ anna, adam }) => {
  await world.sql(
    `insert into public.notifications (user_id, message, data, actor_id)
     select $1, 'Your post was deleted: ' || n, '{"type": "post"}', $2 from generate_series(1, 70) n`,
    [anna.id, adam.id],
  );
  const told = (await notificationsOf(anna)).map(({ message }) => message);
  expect(told).toEqual(Array.from({ length: 60 }, (_, n) => `Your post was deleted: ${n + 11}`));
});

test('an owner hears that each of more than sixty hidden posts is visible again', async ({ anna, adam }) => {
  const posts = await postsOf(anna, 64);
  const parts = [posts.slice(0, 50), posts.slice(50)];
  for (const post_ids of parts) await value(adam.client.rpc('bulk_hide_posts', { post_ids, reason: 'Doubtful' }));
  expect(await countOf(anna)).toBe(60);
  const mailed = async () =>
    (await claimed()).flatMap(({ template, data }) =>
      template === 'digest' ? Object(data).items.map(({ kind }: { kind: string }) => `${kind} in one`) : [template],
    );
  const expected = (kind: string) => [...Array<string>(60).fill(kind), ...Array<string>(4).fill(`${kind} in one`)];
  expect(await mailed()).toEqual(expected('post_hidden'));
  await world.sql(`update private.mail_outbox set status = 'sent', sent_at = now() where status = 'sending'`);
  await anna.client.rpc('mark_all_notifications_read');
  for (const post_ids of parts) await value(adam.client.rpc('bulk_unhide_posts', { post_ids }));
  const told = await notificationsOf(anna);
  expect(told.filter(({ message, read_at }) => message.endsWith('visible again') && read_at === null)).toHaveLength(60);
  expect(told).toHaveLength(60);
  expect(await mailed()).toEqual(expected('post_unhidden'));
});

test.for<[string, number]>([
  ['a mail', 0],
  ['a mail above the limit', 60],
])(
  'a hiding that is taken back before %s of it left is mailed neither way',
  async ([, mailsBefore], { anna, adam }) => {
    const { id: post } = await world.createPost(anna, { title: 'Nuts' });
    await world.sql(
      `insert into private.mail_outbox (user_id, recipient, template, status, sent_at, actor_id)
     select $1, 'anna@example.com', 'post_hidden', 'sent', now(), $2 from generate_series(1, $3::int)`,
      [anna.id, adam.id, mailsBefore],
    );
    const hide = async () => {
      expect(await adam.client.rpc('hide_post', { post_id: post, reason: 'Fraud' })).toAnswer(204);
    };
    const unhide = async () => {
      expect(await adam.client.rpc('unhide_post', { post_id: post })).toAnswer(204);
    };
    await hide();
    await unhide();
    expect(await claimed()).toEqual([]);
    await hide();
    expect(await claimed()).toHaveLength(1);
    await unhide();
    await hide();
    await unhide();
    expect(await claimed()).toMatchObject([{ template: 'post_unhidden' }]);
    await world.sql(
      `update private.mail_outbox set status = 'sent', sent_at = clock_timestamp() where status = 'sending'`,
    );
    await hide();
    await unhide();
    expect(await claimed()).toEqual([]);
  },
);

test('a closing is not hidden behind other news of a watched request', async ({ anna, bob }) => {
  const closed = { type: 'request_watched', path: '/post/post-1', topic: 'closed' };
  await fill(bob, anna, { ...closed, topic: 'changed' });
  await fill(bob, anna, closed, 1);
  expect(await countOf(bob)).toBe(61);
});

test('more than sixty closings are all told', async ({ anna, bob }) => {
  await fill(bob, anna, { type: 'post_closed' }, 70);
  expect(await countOf(bob)).toBe(70);
});

test('a mail that waits about a hidden post says only what is still so', async ({ anna, adam }) => {
  const { id: post } = await world.createPost(anna, { title: 'Nuts' });
  const cause = `hiding of post ${post}`;
  const [hidden] = await world.sql<{ states: boolean[] }>(
    `select array(select private.is_still_so($1, k, c, null) from unnest('{post_hidden,post_unhidden}'::text[]) k,
       unnest(array[$2, null]) c) as states`,
    [anna.id, cause],
  );
  expect(hidden?.states).toEqual([false, true, true, true]);
  expect(await adam.client.rpc('hide_post', { post_id: post, reason: 'Fraud' })).toAnswer(204);
  expect(
    await world.sql(
      `select private.is_still_so($1, 'post_hidden', $2, null) as hidden, private.is_still_so($1, 'post_unhidden', $2, null) as shown`,
      [anna.id, cause],
    ),
  ).toEqual([{ hidden: true, shown: false }]);
});

test('sixty mails about hidden posts do not keep their owner from hearing that one is deleted', async ({
  anna,
  adam,
}) => {
  const { id: post } = await world.createPost(anna, { title: 'Nuts' });
  expect(await adam.client.rpc('hide_post', { post_id: post, reason: 'Fraud' })).toAnswer(204);
  await world.sql(
    `insert into private.mail_outbox (user_id, recipient, template, status, sent_at, actor_id)
     select $1, 'anna@example.com', 'post_hidden', 'sent', now(), $2 from generate_series(1, 60)`,
    [anna.id, adam.id],
  );
  await value(adam.client.rpc('delete_hidden_posts', { post_ids: [post], reason: 'Fraud' }));
  expect((await mails()).map(({ template }) => template)).toContain('post_deleted');
});

test('many accounts together cause no more each than one of them alone', async ({ bob }) => {
  await world.sql(
    `insert into public.notifications (user_id, message, data, actor_id)
     select $1, 'x', jsonb_build_object('type', 'x', 'n', n), 9000000 + n % 7 from generate_series(1, 630) n`,
    [bob.id],
  );
  expect(
    await world.sql('select count(*)::int as rows from public.notifications where user_id = $1 group by actor_id', [
      bob.id,
    ]),
  ).toEqual(Array.from({ length: 7 }, () => ({ rows: 60 })));
});

test('above 120 messages an hour a receiver has one notification of each conversation, the newest', async ({ bob }) => {
  await world.sql(
    `insert into public.notifications (user_id, message, data, actor_id)
     select $1, 'New message', jsonb_build_object('type', 'message', 'messageId', n, 'postId', 1 + n % 2), 9000000 + n % 7
     from generate_series(1, 630) n`,
    [bob.id],
  );
  const rows = await world.sql<{ rows: number; newest: number }>(
    `select count(*)::int as rows, max((data ->> 'messageId')::int) as newest from public.notifications
     where user_id = $1 group by actor_id, data ->> 'postId' order by 2`,
    [bob.id],
  );
  expect(rows.map(({ newest }) => newest)).toEqual(Array.from({ length: 14 }, (_, n) => 617 + n));
  expect(rows.reduce((sum, row) => sum + row.rows, 0)).toBeLessThanOrEqual(120 + 14);
});

test('the count of what one user caused for another reads its own index', async ({ bob }) => {
  const plan = await world.sql(
    `explain select count(*) from public.notifications n
     where n.user_id = $1 and n.actor_id = $1 and n.created_at > now() - interval '1 hour'`.replaceAll(
      '$1',
      String(bob.id),
    ),
  );
  expect(JSON.stringify(plan)).toContain('notifications_actor_idx');
});

test('one user causes at most twenty mails an hour for another', async ({ anna, bob }) => {
  await world.sql(
    `insert into private.mail_outbox (user_id, recipient, template, status, sent_at, actor_id)
     select $1, 'bob@example.com', 'quote_declined', 'sent', now(), $2 from generate_series(1, 20)`,
    [bob.id, anna.id],
  );
  await world.sql('delete from public.reviews');
  await value(decline(anna, 'once more'));
  const review = (reviewer: Person, rating: number) =>
    value(reviewer.client.rpc('submit_review', { reviewed_user_id: bob.id, rating, comment: 'Late' }));
  await review(anna, 1);
  expect(await notificationsOf(bob)).toHaveLength(2);
  // What is above the limit is one mail in ten minutes.
  expect(await mails()).toEqual([{ template: 'digest', message: 'anna left you a 1-star review', is_late: true }]);
  await bob.client.rpc('set_digest_time', { hour: 7, time_zone: 'UTC' });
  expect(
    await world.sql(
      `select 1 from private.mail_outbox where next_attempt_at between now() and now() + interval '10 minutes'`,
    ),
  ).toHaveLength(1);
  expect(await claimed()).toMatchObject([
    { template: 'digest', data: { count: 2, items: [{ kind: 'quote_declined' }, { kind: 'review_received' }] } },
  ]);
  await world.sql(`update private.mail_outbox set status = 'sent', sent_at = now() where status = 'sending'`);
  await review(anna, 2);
  await review(anna, 3);
  expect(await mails()).toEqual([{ template: 'digest', message: 'anna left you a 3-star review', is_late: true }]);
});

describe('a mail above the limit', () => {
  test.beforeEach(async ({ anna, bob }) => {
    await world.sql(
      `insert into private.mail_outbox (user_id, recipient, template, status, sent_at, actor_id)
       select $1, 'bob@example.com', 'quote_declined', 'sent', now(), $2 from generate_series(1, 20)`,
      [bob.id, anna.id],
    );
  });

  const linkOf = async () => {
    await world.sql(`update private.mail_outbox set next_attempt_at = now() where status = 'queued'`);
    const [mail] = await world.sql<{ token: string }>('select unsubscribe_token as token from public.claim_mail()');
    await world.sql(`update private.mail_outbox set status = 'sent', sent_at = now() where status = 'sending'`);
    return mail?.token ?? '';
  };

  test('its link ends the kinds that are in it, and nothing else', async ({ anna, bob }) => {
    await value(decline(anna, 'Too dear'));
    const token = await linkOf();
    const choices = async () => {
      const all = await value(bob.client.rpc('list_notification_preferences'));
      return Object.fromEntries(all.map(({ kind, mail }) => [kind, mail]));
    };
    const before = await choices();
    await world.service.rpc('choose_mails', { token });
    expect(await choices()).toEqual({ ...before, quote_declined: 'off' });
    const shown = await value(world.service.rpc('mail_choices', { token }));
    expect(shown.filter(({ is_of_link }) => is_of_link).map(({ template }) => template)).toEqual(['quote_declined']);
    await world.sql('delete from private.mail_outbox');
    expect(await world.service.rpc('choose_mails', { token })).toAnswer(404);
    await world.sql('delete from private.notification_preferences');
  });

  test('a decline that it told is taken back by a mail, one that it did not is not', async ({ anna }) => {
    await value(decline(anna, 'Too dear'));
    await value(reopen(anna));
    expect(await mails()).toEqual([]);
    await value(decline(anna, 'Too dear'));
    await linkOf();
    await value(reopen(anna));
    expect(await mails()).toMatchObject([{ template: 'digest', message: expect.stringContaining('pending again') }]);
  });
});

describe('what admins cause', () => {
  const suspend = (by: Person, { id: user_id }: Person) => by.client.rpc('suspend_user', { user_id, reason: 'Spam' });
  const lift = (by: Person, { id: user_id }: Person) => by.client.rpc('lift_suspension', { user_id });
  const feedback = async (email: string, user: Person | null = null) => {
    const [row] = await world.sql<{ id: number }>(
      `insert into public.feedback (user_id, email, category, subject, message, page_path, user_agent)
       values ($1, $2, 'bug', 'Broken map', 'The map does not open.', '/', 'x') returning id::int`,
      [user?.id ?? null, email],
    );
    return row?.id ?? 0;
  };
  const reply = (by: Person, feedback_id: number) =>
    by.client.rpc('reply_to_feedback', { feedback_id, body: 'Thank you', client_id: randomUUID() });

  test('suspensions that flip are one mail in ten minutes, with the last state', async ({ carl, adam }) => {
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await suspend(adam, carl)).toAnswer(204);
      if (turn === 0) await sendAll();
      await value(lift(adam, carl));
    }
    expect(await mails()).toMatchObject([{ template: 'suspension_lifted', is_late: true }]);
    expect(await world.sql('select status from private.mail_outbox order by id')).toEqual([
      { status: 'sent' },
      { status: 'queued' },
    ]);
  });

  test('an admin causes at most sixty mails an hour for a user, and twenty to the address of a guest', async ({
    bob,
    adam,
  }) => {
    const [ofUser, ofGuest, ofAnother] = [
      await feedback(bob.email, bob),
      await feedback('guest@example.com'),
      await feedback('Guest@Example.com'),
    ];
    for (let turn = 0; turn < 65; turn += 1) expect(await reply(adam, ofUser)).toAnswer(204);
    const answers: number[] = [];
    for (let turn = 0; turn < 11; turn += 1)
      for (const id of [ofGuest, ofAnother]) answers.push((await reply(adam, id)).status);
    // A guest reads a reply nowhere else, so it is refused and not stored.
    expect(answers).toEqual([...Array<number>(20).fill(204), 409, 409]);
    expect(
      await world.sql(
        `select feedback_id::int as id, count(*)::int from public.feedback_entries where kind = 'reply' group by 1 order by 1`,
      ),
    ).toEqual([
      { id: ofUser, count: 65 },
      { id: ofGuest, count: 10 },
      { id: ofAnother, count: 10 },
    ]);
    expect((await mails()).filter(({ template }) => template === 'digest')).toEqual([
      { template: 'digest', message: 'We answered your feedback "Broken map": Thank you', is_late: true },
    ]);
    expect(
      await world.sql(
        'select user_id is null as is_guest, count(*)::int as mails from private.mail_outbox group by 1 order by 1',
      ),
    ).toEqual([
      { is_guest: false, mails: 61 },
      { is_guest: true, mails: 20 },
    ]);
  });

  test('each act of an admin that mails somebody uses the limit of bulk actions', async ({ bob, carl, adam, anna }) => {
    const id = await feedback(bob.email, bob);
    expect(await reply(adam, id)).toAnswer(204);
    expect(await suspend(adam, carl)).toAnswer(204);
    await value(lift(adam, carl));
    const { id: post } = await world.createPost(anna);
    expect(await adam.client.rpc('hide_post', { post_id: post, reason: 'Spam' })).toAnswer(204);
    await value(adam.client.rpc('delete_hidden_posts', { post_ids: [post], reason: 'Spam' }));
    expect(await world.sql(`select used from private.rate_limit_uses where action = 'bulk_action'`)).toEqual([
      { used: 5 },
    ]);
    await world.sql(`update private.rate_limit_uses set used = 300 where action = 'bulk_action'`);
    for (const call of [reply(adam, id), suspend(adam, carl), lift(adam, carl)]) expect(await call).toAnswer(429);
  });

  test('every function by which an admin mails or notifies somebody is limited', async () => {
    const rows = await world.sql<{ schema: string; name: string; source: string; is_open: boolean }>(
      `select p.pronamespace::regnamespace::text as schema, p.proname as name, p.prosrc as source,
         p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute') as is_open
       from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    );
    const sources = new Map<string, string>();
    for (const { schema, name, source } of rows)
      sources.set(`${schema}.${name}`, `${sources.get(`${schema}.${name}`) ?? ''} ${source}`);
    /** What a function calls, and what these call; a post that is hidden or unhidden is told by its trigger, and a mail can be sent again. */
    const reach = (name: string, found = new Set<string>()): Set<string> => {
      // Their own limits are per receiver.
      if (name === 'private.queue_mail' || name === 'private.queue_mail_to' || name === 'private.notify') return found;
      const source = sources.get(name) ?? '';
      const calls = [...source.matchAll(/\b((?:private|public)\.\w+)\s*\(/g)].map(([, call]) => call ?? '');
      if (/set\s+is_hidden =/.test(source)) calls.push('private.notify_of_moderation');
      if (/update\s+private\.mail_outbox\b[^;]*status = 'queued'/.test(source)) calls.push('private.add_mail');
      for (const call of calls)
        if (sources.has(call) && !found.has(call)) {
          found.add(call);
          reach(call, found);
        }
      return found;
    };
    const telling = rows
      .filter(({ is_open }) => is_open)
      .map(({ name }) => ({ name, calls: reach(`public.${name}`) }))
      .filter(({ calls }) =>
        ['private.add_mail', 'private.queue_mail', 'private.queue_mail_to', 'private.notify'].some((call) =>
          calls.has(call),
        ),
      )
      .filter(({ calls }) =>
        ['private.require_admin', 'private.require_main_admin', 'private.post_to_moderate'].some((call) =>
          calls.has(call),
        ),
      );
    expect(telling.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'suspend_user',
        'lift_suspension',
        'reply_to_feedback',
        'delete_hidden_posts',
        'reset_second_factor',
        'mark_spam',
        'undo_moderation',
        'hide_post',
        'unhide_post',
        'bulk_hide_posts',
        'bulk_unhide_posts',
        'unhide_posts',
        'hide_posts_of_user',
        'retry_mail',
        'retry_mails',
      ]),
    );
    expect(telling.filter(({ calls }) => !calls.has('private.consume_rate_limit')).map(({ name }) => name)).toEqual([]);
  });
});

test('every way to notify or to mail passes the limits', async () => {
  const writers = (table: string) =>
    world.sql<{ name: string }>(
      `select distinct p.proname as name from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and p.prosrc ~* $1 order by 1`,
      [String.raw`insert\s+into\s+${table.replace('.', String.raw`\.`)}\M`],
    );
  // Notifications: the trigger sees each row, but for copies of broadcasts, which only admins send.
  expect((await writers('public.notifications')).length).toBeGreaterThan(4);
  expect(
    await world.sql(
      `select pg_get_triggerdef(oid) ~ 'BEFORE INSERT ON public.notifications FOR EACH ROW WHEN \\(\\(new.broadcast_id IS NULL\\)\\)' as is_whole, tgenabled
       from pg_trigger where tgname = 'b_limit_notification'`,
    ),
  ).toEqual([{ is_whole: true, tgenabled: 'O' }]);
  expect((await writers('private.mail_outbox')).map(({ name }) => name)).toEqual([
    // The limit itself, a test mail to oneself, and broadcasts of admins.
    'add_mail',
    'queue_test_mail',
    'work_on_broadcasts',
  ]);
});

test('a user keeps the newest 10,000 notifications', async ({ anna, bob }) => {
  await world.sql(`do $$ begin
    perform set_config('session_replication_role', 'replica', true);
    insert into public.notifications (user_id, message) select ${anna.id}, n::text from generate_series(1, 10050) as n;
    insert into public.notifications (user_id, message) select ${bob.id}, n::text from generate_series(1, 150) as n;
  end $$`);
  for (const handled of [40, 10, 0])
    expect(await world.sql(`select public.housekeep('notifications', 40) as handled`)).toEqual([{ handled }]);
  expect(
    await world.sql(
      'select user_id::int, count(*)::int, min(message::int) as first from public.notifications group by 1 order by 2',
    ),
  ).toEqual([
    { user_id: bob.id, count: 150, first: 1 },
    { user_id: anna.id, count: 10_000, first: 51 },
  ]);
});
