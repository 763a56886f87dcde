/** What moderation hid reaches nobody by another way: not by notifications, not by mails, not by those that wait already. */
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, outcome, sendQuote, value } from './support.ts';

const ADVERT = 'Cheap pills at pills dot example';

/** Every function that notifies or mails, by the reason why it tells others nothing hidden. */
const WRITERS = {
  'tells a user of their own post, account, feedback or search': [
    'ask_for_proof',
    'finish_inspection',
    'mail_of_account_change',
    'mail_of_hits',
    'queue_test_mail',
    'reply_to_feedback',
    'second_factor_changed',
    'tell_deadlines',
    'tell_of_hits',
    'tell_of_unquoted',
  ],
  'asks whether the post is hidden': [
    'answer_question',
    'ask_question',
    'note_news',
    'note_post_change',
    'note_state_of_watched',
    'record_document_change',
    'record_post_change',
    'remind_watchers',
    'tell_watchers',
  ],
  'names a quote by the title that it was sent for': [
    'accept_quote',
    'announce_message',
    'announce_quote',
    'cancel_deal',
    'close_post',
    'close_post_row',
    'decline_quote',
    'decline_undecided',
    'end_quotes_of_post',
    'mail_of_decision',
    'reopen_quote',
    'revise_quote',
    'shortlist_quote',
    'take_closing_back',
    'tell_closed',
    'tell_of_removed_file',
    'withdraw_quote',
  ],
  'tells no text of a post, quote, question or review': ['tell_of_review'],
  'tells of moderation': [
    'delete_hidden_posts',
    'lift_suspension',
    'notify_of_moderation',
    'reset_second_factor',
    'suspend_user',
  ],
  'carries what others write': [
    'add_mail',
    'mail_of_notification',
    'notify',
    'queue_mail',
    'queue_mail_to',
    'tell_party',
    'tell_suppliers',
  ],
  'is sent by admins': ['work_on_broadcasts'],
};

let post: number;
let quote: number;
let question: number;

test.beforeEach(async ({ anna, bob, carl }) => {
  await world.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`);
  await world.sql('delete from public.posts');
  await world.sql('delete from public.reviews');
  await world.sql(
    'update public.accounts set suspended_until = null, suspension_reason = null, suspended_at = null where suspended_at is not null',
  );
  ({ id: post } = await world.createPost(anna, { title: 'Steel' }));
  quote = (await value(sendQuote(bob.client, post)))[0]?.quote_id ?? 0;
  question = await value(carl.client.rpc('ask_question', { post_id: post, question: 'Which grade?' }));
  expect(await carl.client.rpc('set_watch', { post_id: post, is_on: true })).toAnswer(204);
  await forget();
});

async function forget() {
  for (const table of ['public.notifications', 'private.mail_outbox', 'private.notification_preferences'])
    await world.sql(`delete from ${table}`);
}

async function work() {
  await world.sql('update private.watches set reminded_of = null');
  await world.sql('select public.tell_deadlines(500)');
  for (const job of ['watches', 'saved-searches', 'unquoted-posts'])
    while ((await world.sql<{ count: number }>('select public.housekeep($1, 500)::int as count', [job]))[0]?.count);
}

/** Titles and texts that somebody is told, on the page and in mails. */
const told = async (person: Person) =>
  JSON.stringify([
    await notificationsOf(person),
    await world.sql('select template, data from private.mail_outbox where user_id = $1 order by id', [person.id]),
  ]);

/** What senders of mails are given, until nothing is due any more. */
async function sent() {
  await world.sql('update private.mail_outbox set next_attempt_at = now()');
  const mails: { template: string; user_id: number; data: { items?: unknown[] } }[] = [];
  for (;;) {
    const [mail] = await world.sql<(typeof mails)[number]>(
      `select c.template, o.user_id::int, c.data from private.claim_mail(null) c join private.mail_outbox o on o.id = c.mail_id`,
    );
    if (!mail) return mails;
    mails.push(mail);
  }
}
const sentTo = async (person: Person) => (await sent()).filter(({ user_id }) => user_id === person.id);
const templatesTo = async (person: Person) => (await sentTo(person)).map(({ template }) => template);

describe('a hidden post', () => {
  test('nobody is told the new title of a post that an admin hid, whatever its owner does', async ({
    anna,
    bob,
    carl,
    adam,
  }) => {
    expect(await adam.client.rpc('hide_post', { post_id: post, reason: 'Advert' })).toAnswer(204);
    await forget();
    const { client } = anna;
    const edit = (fields: object) => outcome(client.from('posts').update(fields).eq('id', post));
    expect(await edit({ title: ADVERT, description: ADVERT })).toEqual([204]);
    expect(await outcome(client.rpc('answer_question', { question_id: question, answer: ADVERT }))).toEqual([
      409,
      'This request is hidden',
    ]);
    for (const refused of [
      client.rpc('shortlist_quote', { quote_id: quote, is_on: true }),
      client.rpc('accept_quote', { quote_id: quote, close_request: true, expected_version: 1 }),
    ])
      expect(await outcome(refused)).toEqual([409, 'This request is hidden']);
    expect(await outcome(client.rpc('unhide_post', { post_id: post }))).toEqual([
      403,
      'This post was hidden by an administrator',
    ]);
    expect(await edit({ quote_deadline: new Date(Date.now() + 3_600_000).toISOString() })).toEqual([204]);
    await work();
    expect(await outcome(client.rpc('close_post', { post_id: post, reason: 'no_need' }))).toEqual([204]);
    expect((await notificationsOf(bob)).map(({ message }) => message)).toEqual([
      'The request "Steel" was closed: No need any more',
    ]);
    expect(await outcome(client.rpc('reopen_post', { post_id: post }))).toEqual([204]);
    expect(await outcome(client.rpc('decline_quote', { quote_id: quote, reason: 'The price is too high' }))).toEqual([
      200,
    ]);
    await work();
    expect(await outcome(client.from('posts').delete().eq('id', post))).toEqual([204]);
    expect((await notificationsOf(bob)).length).toBeGreaterThan(0);
    for (const person of [bob, carl]) expect(await told(person), person.username).not.toContain(ADVERT);
    expect(JSON.stringify(await sent())).not.toContain(ADVERT);
  });

  test('a supplier reads of a closing with the title that they quoted on', async ({ anna, bob }) => {
    await value(anna.client.from('posts').update({ title: ADVERT }).eq('id', post).select('id'));
    await forget();
    await anna.client.rpc('close_post', { post_id: post, reason: 'awarded' });
    expect((await notificationsOf(bob)).map(({ message }) => message)).toEqual([
      'The request "Steel" was closed: Awarded',
    ]);
  });

  test('each function that notifies or mails is one that tells others nothing hidden', async () => {
    const rows = await world.sql<{ name: string }>(
      `select distinct p.proname as name from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and p.prosrc ~* $1 order by 1`,
      [
        String.raw`private\.(notify|tell_suppliers|tell_party|tell_closed|decline_undecided|note_news|record_post_change|close_post_row|queue_mail|queue_mail_to|add_mail|mail_of_hits)\s*\(|insert\s+into\s+(public\.notifications|private\.(mail_outbox|news_of_watched))\M`,
      ],
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.values(WRITERS).flat().sort());
  });
});

describe('a mail that waits', () => {
  const hide = ({ client }: Person) => client.rpc('hide_post', { post_id: post, reason: 'Spam' });
  const spam = ({ client }: Person, user: Person) => client.rpc('mark_spam', { user_ids: [user.id], reason: 'Spam' });
  const away: [string, (people: { anna: Person; adam: Person }) => PromiseLike<unknown>][] = [
    ['hidden by an admin', ({ adam }) => hide(adam)],
    [
      'hidden with all of its owner',
      ({ adam, anna }) => adam.client.rpc('hide_posts_of_user', { user_id: anna.id, reason: 'Spam' }),
    ],
    ['hidden as spam', ({ adam, anna }) => spam(adam, anna)],
    ['hidden by its owner', ({ anna }) => anna.client.rpc('hide_post', { post_id: post })],
    [
      'deleted by an admin',
      async ({ adam }) => {
        await hide(adam);
        await adam.client.rpc('delete_hidden_posts', { post_ids: [post], reason: 'Spam' });
      },
    ],
    ['deleted by its owner', ({ anna }) => anna.client.from('posts').delete().eq('id', post)],
  ];
  const change = async ({ client }: Person) => {
    await client.rpc('answer_question', { question_id: question, answer: ADVERT });
    await value(client.from('posts').update({ title: ADVERT }).eq('id', post).select('id'));
    await work();
  };
  const collect = ({ client }: Person) =>
    client.rpc('set_notification_preferences', {
      preferences: ['question_answered', 'request_changed', 'request_watched'].map((kind) => ({ kind, mail: 'daily' })),
    });

  test.for(away)(
    'a post that is %s takes its mails and its lines of summaries along',
    async ([, act], { anna, adam, bob, carl }) => {
      expect(await collect(carl)).toAnswer(204);
      await change(anna);
      expect(
        await world.sql(`select 1 from private.mail_outbox where user_id = $1 and template = 'digest'`, [carl.id]),
      ).toHaveLength(1);
      expect(await told(bob)).toContain(ADVERT);
      await act({ anna, adam });
      const mails = await sent();
      expect(JSON.stringify(mails.filter(({ user_id }) => user_id !== anna.id))).not.toContain(ADVERT);
      expect(mails.filter(({ user_id }) => user_id === carl.id)).toEqual([]);
    },
  );

  test('a post that is visible again when its mails leave keeps them', async ({ anna, adam, bob, carl }) => {
    await change(anna);
    await hide(adam);
    await adam.client.rpc('unhide_post', { post_id: post });
    const mails = await sent();
    for (const [person, template] of [
      [bob, 'request_changed'],
      [carl, 'question_answered'],
      [carl, 'request_watched'],
    ] as const)
      expect(mails.map((mail) => [mail.user_id, mail.template])).toContainEqual([person.id, template]);
  });

  test('an owner is still mailed of what they have to know of a hidden post', async ({ anna, adam, carl }) => {
    await world.sql('update public.posts set quote_deadline = now() - $2::interval where id = $1', [post, '1 minute']);
    await carl.client.rpc('ask_question', { post_id: post, question: 'And the length?' });
    await world.sql('select public.tell_deadlines(500)');
    await hide(adam);
    expect((await templatesTo(anna)).sort()).toEqual(expect.arrayContaining(['deadline_passed', 'post_hidden']));
  });

  test.for<[string, (people: { adam: Person; carl: Person }, id: number) => PromiseLike<unknown>]>([
    ['hidden by an admin', ({ adam }, id) => adam.client.rpc('hide_question', { question_id: id, reason: 'Spam' })],
    ['hidden as spam', ({ adam, carl }) => spam(adam, carl)],
  ])(
    'a question that is %s is not mailed any more, the others of its mail are',
    async ([, act], { anna, bob, adam, carl }) => {
      for (const pace of ['now', 'daily']) {
        await world.sql('delete from private.mail_outbox');
        await world.sql(
          'update public.accounts set suspended_until = null, suspension_reason = null, suspended_at = null where profile_id = $1',
          [carl.id],
        );
        await anna.client.rpc('set_notification_preferences', {
          preferences: [{ kind: 'question_asked', mail: pace }],
        });
        await value(bob.client.rpc('ask_question', { post_id: post, question: 'Which length?' }));
        const id = await value(carl.client.rpc('ask_question', { post_id: post, question: ADVERT }));
        await act({ adam, carl }, id);
        const mails = await sentTo(anna);
        expect(
          mails.map(({ data }) => data),
          pace,
        ).toMatchObject([{ count: 1, items: [{ message: 'bob asks about "Steel"' }] }]);
        expect(JSON.stringify(mails)).not.toContain(ADVERT);
      }
    },
  );

  test.for<[string, (people: { adam: Person; carl: Person }, id: number) => PromiseLike<unknown>]>([
    ['hidden by an admin', ({ adam }, id) => adam.client.rpc('hide_review', { review_id: id, reason: 'Insult' })],
    ['hidden as spam', ({ adam, carl }) => spam(adam, carl)],
    ['deleted', ({ carl }, id) => carl.client.rpc('delete_review', { review_id: id })],
  ])('a review that is %s is not mailed any more', async ([, act], { bob, adam, carl }) => {
    const id = await value(carl.client.rpc('submit_review', { reviewed_user_id: bob.id, rating: 1, comment: ADVERT }));
    expect(await told(bob)).toContain('review');
    await act({ adam, carl }, id);
    expect(await templatesTo(bob)).toEqual([]);
  });

  test('every mail is claimed by the one function that asks what it may still say', async () => {
    expect(
      await world.sql(
        `select p.proname as name, p.prosrc like '%private.shown_part(%' as asks from pg_proc p
         where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosrc ~ $1`,
        [String.raw`set status = 'sending'`],
      ),
    ).toEqual([{ name: 'claim_mail', asks: true }]);
  });
});
