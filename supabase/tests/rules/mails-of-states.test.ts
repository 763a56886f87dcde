/** A mail that waits says what is so when it leaves: who mails a state names what ends it, or it is an event. */
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, outcome, sendQuote, value } from './support.ts';

/** Mails of what has happened, which stays true. */
const EVENTS = [
  'account_suspended',
  'broadcast',
  'confirm_email',
  'email_changed',
  'feedback_answered',
  'password_changed',
  'post_deleted',
  'post_hidden',
  'post_unhidden',
  'quote_changed',
  'reset_password',
  'second_factor_off',
  'second_factor_on',
  'second_factor_reset',
  'suspension_lifted',
  'test',
  'verify_email',
];

/** Mails that hidden-texts.test.ts, notifications and notification-preferences see fall silent, item by item. */
const ITEMS = ['digest', 'question_asked', 'question_answered', 'request_changed', 'review_received'];

let post: number;
let quote: number;
let carls: number;
let message: number;

type People = Record<'anna' | 'bob' | 'carl', Person>;
type Act = (people: People) => PromiseLike<unknown>;

const job = (name: string) => async () => {
  while ((await world.sql<{ count: number }>('select public.housekeep($1, 500)::int as count', [name]))[0]?.count);
};
const setDeadline = (from: string) =>
  world.sql('update public.posts set quote_deadline = now() + $2::interval where id = $1', [post, from]);
const accept: Act = ({ anna }) =>
  value(anna.client.rpc('accept_quote', { quote_id: quote, close_request: false, expected_version: 1 }));
const cancel: Act = ({ bob }) => value(bob.client.rpc('cancel_deal', { quote_id: quote, reason: 'No stock' }));
const shortlist =
  (is_on: boolean): Act =>
  ({ anna }) =>
    value(anna.client.rpc('shortlist_quote', { quote_id: quote, is_on }));
const decline: Act = ({ anna }) => value(anna.client.rpc('decline_quote', { quote_id: quote, reason: 'Too dear' }));
const takeBack: Act = ({ anna }) => value(anna.client.rpc('reopen_quote', { quote_id: quote }));
const withdraw: Act = ({ bob }) => value(bob.client.rpc('withdraw_quote', { quote_id: quote, reason: 'Sold' }));
const close: Act = ({ anna }) => anna.client.rpc('close_post', { post_id: post, reason: 'no_need' });
const open: Act = ({ anna }) => anna.client.rpc('reopen_post', { post_id: post });
const hide: Act = ({ anna }) => anna.client.rpc('hide_post', { post_id: post });
const move: Act = ({ anna }) =>
  anna.client.rpc('reopen_post', {
    post_id: post,
    quote_deadline: new Date(Date.now() + 9 * 86_400_000).toISOString(),
  });
const inTurn =
  (...acts: Act[]): Act =>
  async (people) => {
    for (const act of acts) await act(people);
  };
/** The job has not looked at the post, which is old and has no quote. */
const unquoted = async () => {
  await world.sql('delete from public.quotes');
  await world.sql(`update public.posts set created_at = now() - interval '49 hours' where id = $1`, [post]);
  await world.sql(`update private.unquoted_posts_told set created_at = now() - interval '50 hours', post_id = 0`);
  await job('unquoted-posts')();
};
const near = async () => {
  await setDeadline('1 hour');
  await world.sql('update private.watches set reminded_of = null');
  await job('watches')();
};
const pass = async () => {
  await setDeadline('-1 minute');
  await world.sql('select public.tell_deadlines(500)');
};
const watched: Act = ({ carl }) => carl.client.rpc('set_watch', { post_id: post, is_on: true });
const stops: Act = ({ carl }) => carl.client.rpc('set_watch', { post_id: post, is_on: false });
const quotes: Act = async ({ carl }) => {
  carls = (await value(sendQuote(carl.client, post)))[0]?.quote_id ?? 0;
};
const withdraws: Act = ({ carl }) => carl.client.rpc('withdraw_quote', { quote_id: carls });
const writes: Act = async ({ bob }) => {
  message = await value(bob.client.rpc('send_message', { quote_id: quote, content: 'Hello' }));
};
const deletes: Act = ({ bob }) => bob.client.rpc('delete_message', { message_id: message });
/** The job has found two posts for the search of a user. */
const finds: Act = async ({ anna, carl }) => {
  await value(carl.client.rpc('save_search', { name: 'Copper', search: 'copper' }));
  await world.sql(
    'update private.saved_searches s set pace = coalesce((select n.mail from private.notification_preferences n limit 1), $1)',
    ['now'],
  );
  for (const title of ['Copper wire', 'Copper tube']) await world.createPost(anna, { title });
  await job('saved-searches')();
};
const hidesAll: Act = async ({ anna }) => {
  for (const { id } of await world.sql<{ id: number }>(`select id::int from public.posts where title like 'Copper%'`))
    await anna.client.rpc('hide_post', { post_id: id });
};
/** As if its mails had been sent. */
const send = () =>
  world.sql(`update private.mail_outbox set status = 'sent', sent_at = clock_timestamp() where status = 'queued'`);

/** What makes each mail of a state, what ends the state before the mail leaves, and whom it would have misled. */
const STATES: [mail: string, reader: keyof People, ending: string, begin: Act, end: Act][] = [
  ['quote_accepted', 'bob', 'cancelled by its reader', accept, cancel],
  ['quote_shortlisted', 'bob', 'taken off the shortlist', shortlist(true), shortlist(false)],
  ['quote_declined', 'bob', 'taken back', decline, takeBack],
  ['quote_reopened', 'bob', 'withdrawn by its reader', inTurn(decline, send, takeBack), withdraw],
  ['request_closed', 'bob', 'opened again', close, open],
  ['request_watched', 'carl', 'opened again', inTurn(watched, close, job('watches')), open],
  ['request_watched', 'carl', 'no longer watched', inTurn(watched, close, job('watches')), stops],
  ['deadline_near', 'carl', 'closed', inTurn(watched, near), close],
  ['deadline_near', 'carl', 'no longer watched', inTurn(watched, near), stops],
  ['deadline_near', 'carl', 'given more time', inTurn(watched, near), move],
  [
    'deadline_near',
    'carl',
    'quoted by its reader',
    inTurn(watched, near),
    ({ carl }) => value(sendQuote(carl.client, post)),
  ],
  ['deadline_passed', 'anna', 'given more time', pass, move],
  ['request_unquoted', 'anna', 'quoted', unquoted, ({ carl }) => value(sendQuote(carl.client, post))],
  ['request_unquoted', 'anna', 'closed', unquoted, close],
  ['request_unquoted', 'anna', 'hidden', unquoted, hide],
  ['quote_received', 'anna', 'withdrawn', quotes, withdraws],
  ['message_received', 'anna', 'deleted', writes, deletes],
  ['saved_search', 'carl', 'hidden', finds, hidesAll],
];

test.beforeEach(async ({ anna, bob }) => {
  await world.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`);
  await world.sql('delete from public.posts');
  ({ id: post } = await world.createPost(anna, { title: 'Steel' }));
  quote = (await value(sendQuote(bob.client, post)))[0]?.quote_id ?? 0;
  for (const table of ['public.notifications', 'private.mail_outbox', 'private.notification_preferences'])
    await world.sql(`delete from ${table}`);
});

/** Kinds of mail, or of lines of a digest, that a sender is given for a person. */
async function sentTo(person: Person) {
  await world.sql('update private.mail_outbox set next_attempt_at = now()');
  const kinds: string[] = [];
  for (;;) {
    const [mail] = await world.sql<{ template: string; user_id: number; data: { items?: { kind?: string }[] } }>(
      `select c.template, o.user_id::int, c.data from private.claim_mail(null) c join private.mail_outbox o on o.id = c.mail_id`,
    );
    if (!mail) return kinds;
    const of = mail.template === 'digest' ? (mail.data.items ?? []).map(({ kind }) => kind ?? '') : [mail.template];
    if (mail.user_id === person.id) kinds.push(...of);
  }
}

describe.for(['now', 'daily'])('where mails come %s', (mail) => {
  const choose = (person: Person, kind: string) =>
    world.sql(
      `insert into private.notification_preferences (user_id, kind, mail) values ($1, $2, $3)
       on conflict (user_id, kind) do update set mail = excluded.mail`,
      [person.id, kind, mail],
    );

  test.for(STATES)(
    '%s is not mailed to %s of what is %s by then',
    async ([kind, reader, , begin, end], { anna, bob, carl }) => {
      const everybody = { anna, bob, carl };
      await choose(everybody[reader], kind);
      await begin(everybody);
      expect(JSON.stringify(await world.sql('select template, data from private.mail_outbox'))).toContain(kind);
      await end(everybody);
      expect(await sentTo(everybody[reader])).not.toContain(kind);
    },
  );

  test.for(STATES.filter(([kind], n) => STATES.findIndex((other) => other[0] === kind) === n))(
    '%s is mailed to %s of what is still so',
    async ([kind, reader, , begin], { anna, bob, carl }) => {
      const everybody = { anna, bob, carl };
      await choose(everybody[reader], kind);
      await begin(everybody);
      expect(await sentTo(everybody[reader])).toContain(kind);
    },
  );
});

test('each kind of mail tells a state that is asked again, items that are, or an event', async () => {
  const kinds = await world.sql<{ template: string }>('select template from private.mail_templates order by template');
  const states = new Set(STATES.map(([kind]) => kind));
  expect([...states, ...ITEMS, ...EVENTS].sort()).toEqual(kinds.map(({ template }) => template));
});

describe('a closing of which a supplier was told', () => {
  const closed = 'The request "Steel" was closed: No need any more';
  const opened = 'The request "Steel" is open again';
  const news = async (person: Person) => (await notificationsOf(person)).map(({ message }) => message);
  const mails = async () =>
    (
      await world.sql<{ template: string; data: { message?: string; items?: { message: string }[] } }>(
        `select template, data from private.mail_outbox where status = 'queued' order by id`,
      )
    ).map(({ template, data }) => [template, ...(data.items ?? [data]).map(({ message }) => message)]);
  const prefer = (bob: Person, ...preferences: { kind: string; page?: boolean; mail?: string }[]) =>
    outcome(bob.client.rpc('set_notification_preferences', { preferences }));
  const NOT_WATCHED = { kind: 'request_watched', page: false, mail: 'off' };

  test.for<[string, { kind: string; page?: boolean; mail?: string }[], page: string[], mails: string[][]]>([
    ['at once', [], [opened], [['request_closed', opened]]],
    ['in a digest', [{ kind: 'request_closed', mail: 'daily' }], [opened], [['digest', opened]]],
    ['by mail alone', [{ kind: 'request_closed', page: false }], [], [['request_closed', opened]]],
    ['in a digest alone', [{ kind: 'request_closed', page: false, mail: 'daily' }], [], [['digest', opened]]],
    ['as it was told of, without news of what is watched', [NOT_WATCHED], [opened], [['request_closed', opened]]],
  ])('its end is told %s', async ([, preferences, page, mailed], { anna, bob, carl }) => {
    if (preferences.length > 0) expect(await prefer(bob, ...preferences)).toEqual([204]);
    await close({ anna, bob, carl });
    await job('watches')();
    await send();
    await open({ anna, bob, carl });
    await job('watches')();
    expect(await news(bob)).toEqual(page);
    expect(await mails()).toEqual(mailed);
    await close({ anna, bob, carl });
    await open({ anna, bob, carl });
    await job('watches')();
    expect(await news(bob), 'a second closing that nobody was told of').toEqual(page);
    expect(await news(bob)).not.toContain(closed);
  });

  test('its end is told once, also of a request that was hidden and is shown again', async ({ anna, bob, carl }) => {
    await prefer(bob, { kind: 'request_closed', mail: 'off' });
    await close({ anna, bob, carl });
    await world.sql('update public.notifications set read_at = now()');
    await world.sql(`update private.news_of_watched set last_user_id = 1`);
    await hide({ anna, bob, carl });
    await open({ anna, bob, carl });
    await anna.client.rpc('unhide_post', { post_id: post });
    await job('watches')();
    expect((await news(bob)).filter((message) => message === opened)).toEqual([opened]);
  });
});

test('the end of a closing is told and mailed, though the request is hidden and muted', async ({ anna, bob, carl }) => {
  await hide({ anna, bob, carl });
  await close({ anna, bob, carl });
  await send();
  await open({ anna, bob, carl });
  await bob.client.rpc('set_mute', { is_on: true, post_id: post });
  await world.sql(`update public.posts set title = 'Hidden words'`);
  const message = 'The request "Steel" is open again';
  expect(await notificationsOf(bob)).toMatchObject([{ message, data: { type: 'post_closed', quoteId: quote } }]);
  await world.sql('update private.mail_outbox set next_attempt_at = now()');
  expect(await world.sql('select template, data from private.claim_mail(null)')).toMatchObject([
    { template: 'request_closed', data: { title: 'Steel', path: `/my-quotes?quote=${quote}`, message } },
  ]);
});

test('a mail that waits takes the next state, also beyond the number of mails of one user for another', async ({
  anna,
  bob,
  carl,
}) => {
  await world.sql(`update private.app_settings set value = 'true' where key = 'rate_limits_enabled'`);
  await bob.client.rpc('set_notification_preferences', { preferences: [{ kind: 'quote_shortlisted', mail: 'now' }] });
  await shortlist(true)({ anna, bob, carl });
  await world.sql(
    `insert into private.mail_outbox (user_id, recipient, template, status, sent_at, actor_id)
     select $1, 'bob@example.com', 'quote_declined', 'sent', now(), $2 from generate_series(1, 20)`,
    [bob.id, anna.id],
  );
  await accept({ anna, bob, carl });
  expect(await sentTo(bob)).toEqual(['quote_accepted']);
});

test('the mail of a saved search counts what is still there to see, and so does the next notification', async ({
  anna,
  bob,
  carl,
}) => {
  await finds({ anna, bob, carl });
  await world.sql(`update public.posts set is_hidden = true, hidden_at = now() where title = 'Copper wire'`);
  await world.sql('update private.mail_outbox set next_attempt_at = now()');
  expect(await world.sql(`select data #>> '{items,0,message}' as message from private.claim_mail(null)`)).toEqual([
    { message: '1 new request matches "Copper"' },
  ]);
  await world.createPost(anna, { title: 'Copper foil' });
  await job('saved-searches')();
  expect((await notificationsOf(carl)).map((told) => told.message)).toEqual(['2 new requests match "Copper"']);
});

test('the digest says of a request without quotes what it waits for by then', async ({ anna, carl }) => {
  await anna.client.rpc('set_notification_preferences', { preferences: [{ kind: 'request_unquoted', mail: 'daily' }] });
  const question_id = await value(carl.client.rpc('ask_question', { post_id: post, question: 'Which steel?' }));
  await unquoted();
  expect((await notificationsOf(anna)).map(({ message }) => message)).toContain(
    'No quote on "Steel" for 48 hours: suppliers wait for your answer',
  );
  expect(await anna.client.rpc('answer_question', { question_id, answer: 'Any' })).toAnswer(204);
  await world.sql('update private.mail_outbox set next_attempt_at = now()');
  expect(
    await world.sql(
      `select c.data #>> '{items,0,message}' as message
       from private.mail_outbox o cross join lateral private.claim_mail(o.id) c where o.template = 'digest'`,
    ),
  ).toEqual([{ message: 'No quote on "Steel" for 48 hours: add details or photos, or share its link' }]);
});

test('a mail goes to the address of now, and those that guard an account to the one they were queued for', async ({
  carl,
}) => {
  const dora = await world.person('dora');
  const link = () => world.sql<{ token: string }>(`select private.unsubscribe_token($1, 'digest') as token`, [dora.id]);
  const [before] = await link();
  expect(await world.sql('select 1 from private.reader_of_token($1)', [before?.token])).toHaveLength(1);
  await value(carl.client.rpc('submit_review', { reviewed_user_id: dora.id, rating: 4, comment: 'Fine' }));
  await world.sql(`update auth.users set encrypted_password = 'x' where id = $1`, [dora.authId]);
  await world.sql(`update auth.users set email = 'dora@new.example' where id = $1`, [dora.authId]);
  await world.sql('update private.mail_outbox set next_attempt_at = now()');
  const sent: { template: string; recipient: string }[] = [];
  for (;;) {
    const [mail] = await world.sql<(typeof sent)[number]>('select template, recipient from private.claim_mail(null)');
    if (!mail) break;
    sent.push({ template: mail.template, recipient: mail.recipient });
  }
  expect(sent.filter(({ template }) => template !== 'email_changed')).toEqual(
    expect.arrayContaining([
      { template: 'review_received', recipient: 'dora@new.example' },
      { template: 'password_changed', recipient: dora.email },
    ]),
  );
  await expect(world.sql('select 1 from private.reader_of_token($1)', [before?.token])).rejects.toThrow('not valid');
  const [after] = await link();
  expect(await world.sql('select 1 from private.reader_of_token($1)', [after?.token])).toHaveLength(1);
});

test('nobody is mailed of others at an address that is not verified', async ({ carl }) => {
  const dora = await world.person('dora2');
  await world.sql('update public.accounts set email_confirmed_at = null where profile_id = $1', [dora.id]);
  await value(carl.client.rpc('submit_review', { reviewed_user_id: dora.id, rating: 4, comment: 'Fine' }));
  expect(await world.sql('select 1 from private.mail_outbox where user_id = $1', [dora.id])).toEqual([]);
});

test('nobody empties the mail of another by taking back what fills its list', async ({ anna, bob, carl }) => {
  await world.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`);
  const sent: number[] = [];
  for (let n = 0; n < 25; n += 1)
    sent.push(await value(bob.client.rpc('send_message', { quote_id: quote, content: `Flood ${n}` })));
  await quotes({ anna, bob, carl });
  await value(carl.client.rpc('send_message', { quote_id: carls, content: 'A real question' }));
  const last = await value(bob.client.rpc('send_message', { quote_id: quote, content: 'What is left' }));
  for (const message_id of sent) expect(await bob.client.rpc('delete_message', { message_id })).toAnswer(204);
  // What is deleted is read, and still counts in the limit of its sender.
  const told = (await notificationsOf(anna)).filter(({ data }) => sent.includes(Number(Object(data).messageId)));
  expect([told.length, told.filter(({ read_at }) => read_at === null).length]).toEqual([25, 0]);
  await world.sql('update private.mail_outbox set next_attempt_at = now()');
  const mails = await world.sql<{ data: unknown }>(
    `select c.data from private.mail_outbox o cross join lateral private.claim_mail(o.id) c where o.template = 'message_received'`,
  );
  expect(mails).toMatchObject([
    {
      data: {
        count: 2,
        items: [
          { message: 'New message from carl about "Steel"' },
          { message: 'New message from bob about "Steel"', messageId: last },
        ],
      },
    },
  ]);
});

test('a kind of mail that an admin switches off does not hold back the others, however many of it wait', async ({
  bob,
}) => {
  await world.sql(
    `insert into private.mail_outbox (user_id, recipient, template, data, next_attempt_at)
     select $1, 'bob@example.com', 'digest', '{"count": 1, "items": [{"message": "x"}]}', now() - interval '1 hour' from generate_series(1, 12000)`,
    [bob.id],
  );
  await world.sql(`update private.mail_templates set is_enabled = false where template = 'digest'`);
  await world.sql(`update auth.users set encrypted_password = 'y' where id = $1`, [bob.authId]);
  const claim = () => world.sql<{ template: string }>('select template from private.claim_mail(null)');
  expect(await claim()).toEqual([{ template: 'password_changed' }]);
  expect(await claim()).toEqual([]);
  expect(await world.sql(`select 1 from private.mail_outbox where status = 'queued'`)).toEqual([]);
  await world.sql(`update private.mail_templates set is_enabled = true where template = 'digest'`);
});

test('a run drops at most 500 mails, so that it ends in time, and the next one goes on', async ({ bob }) => {
  await world.sql(
    `insert into private.mail_outbox (user_id, recipient, template, data, cause, next_attempt_at)
     select $1, 'bob@example.com', 'quote_declined', '{"message": "x"}', 'quote ' || n, now() from generate_series(900001, 900600) n`,
    [bob.id],
  );
  const left = [];
  for (const _run of [1, 2]) {
    expect(await world.sql('select 1 from private.claim_mail(null)')).toEqual([]);
    left.push((await world.sql(`select 1 from private.mail_outbox where status = 'queued'`)).length);
  }
  expect(left).toEqual([100, 0]);
});

test('a kind of mail that an admin switches off leaves no more, also what waits', async ({ anna, bob, carl }) => {
  await decline({ anna, bob, carl });
  await world.sql(`update private.mail_templates set is_enabled = false where template = 'quote_declined'`);
  expect(await sentTo(bob)).toEqual([]);
  await world.sql(`update private.mail_templates set is_enabled = true where template = 'quote_declined'`);
});
