/** How users choose to be notified: per kind, on the page and by mail. */
import { describe, expect } from 'vitest';
import type { Json } from '../../functions/_shared/rows/database.types.ts';
import { world } from '../support/embedded/database.ts';
import { test as base } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, outcome, sendQuote, value } from './support.ts';

const test = base.extend('quote', ({ anna, bob }) => async () => {
  const { id: post } = await world.createPost(anna, { title: 'Steel' });
  const quote = (await value(sendQuote(bob.client, post)))[0]?.quote_id ?? 0;
  for (const table of ['public.notifications', 'private.mail_outbox']) await world.sql(`delete from ${table}`);
  return { post, quote };
});

const prefer = ({ client }: Person, preferences: Json) =>
  outcome(client.rpc('set_notification_preferences', { preferences }));
const preferencesOf = async ({ client }: Person) =>
  Object.fromEntries(
    (await value(client.rpc('list_notification_preferences'))).map(({ kind, is_on_page, mail }) => [
      kind,
      [is_on_page, mail],
    ]),
  );
const messagesTo = async (person: Person) => (await notificationsOf(person)).map(({ message }) => message);
const mails = () =>
  world.sql<{ template: string; lines: string[] | null }>(
    `select o.template, (select array_agg(i ->> 'message') from jsonb_array_elements(o.data -> 'items') i) as lines
     from private.mail_outbox o where o.status = 'queued' order by o.id`,
  );
const claimDigests = async () => {
  await world.sql(`update private.mail_outbox set next_attempt_at = now() where template = 'digest'`);
  return world.sql<{ template: string; data: Json }>('select template, data from private.claim_mail(null)');
};
const review = (from: Person, to: Person) =>
  value(from.client.rpc('submit_review', { reviewed_user_id: to.id, rating: 5, comment: 'Good' }));

describe('preferences', () => {
  test('[A740] without a choice all kinds are on the page, and all mails but two come at once', async ({ anna }) => {
    const defaults = await preferencesOf(anna);
    expect(Object.keys(defaults).length).toBeGreaterThan(12);
    for (const [kind, choice] of Object.entries(defaults))
      expect(choice, kind).toEqual([true, { quote_shortlisted: 'off', request_unquoted: 'daily' }[kind] ?? 'now']);
  });

  test('[A740] each optional mail and each kind of notification is one that can be chosen, or always comes', async ({
    anna,
  }) => {
    const optional = await world.sql<{ template: string }>(
      'select template from private.mail_templates where is_optional order by template',
    );
    const choices = Object.keys(await preferencesOf(anna));
    expect(choices).toEqual(optional.map(({ template }) => template));
    const kinds = await world.sql<{ kind: string; preference: string }>(
      'select k.kind, private.preference_of(k.kind) as preference from private.notification_kinds k order by k.kind',
    );
    expect(kinds.filter(({ preference }) => !choices.includes(preference)).map(({ kind }) => kind)).toEqual([
      'feedback_answered',
      'post_hidden',
      'post_unhidden',
      // The confirmation of one's own act.
      'quote_sent',
      'second_factor_reset',
    ]);
  });

  test('[A740] decisions stay on the page, moderation and security in the mail, and nothing else is taken', async ({
    anna,
  }) => {
    const refused: [Json, path: string][] = [
      [[{ kind: 'quote_accepted', page: false }], 'page'],
      [[{ kind: 'quote_declined', page: false }], 'page'],
      [[{ kind: 'quote_reopened', page: false }], 'page'],
      [[{ kind: 'quote_changed', page: false }], 'page'],
      [[{ kind: 'broadcast', page: false }], 'page'],
      [[{ kind: 'broadcast', mail: 'daily' }], 'mail'],
      [[{ kind: 'review_received', mail: 'hourly' }], 'mail'],
      [[{ kind: 'post_hidden', mail: 'off' }], 'kind'],
      [[{ kind: 'password_changed', mail: 'off' }], 'kind'],
      [[{ kind: 'digest', mail: 'off' }], 'kind'],
      [[{ kind: 'nothing', mail: 'off' }], 'kind'],
      [[{}], 'kind'],
      [[{ kind: 'review_received', user_id: 1 }], 'user_id'],
      [{ kind: 'review_received' }, 'preferences'],
      [Array.from({ length: 51 }, () => ({ kind: 'review_received' })), 'preferences'],
    ];
    for (const [preferences, path] of refused)
      expect(
        await anna.client.rpc('set_notification_preferences', { preferences }),
        JSON.stringify(preferences),
      ).toMatchObject({ status: 400, error: { details: expect.stringContaining(`"path": "${path}"`) } });
    // One refused choice leaves the others undone.
    await prefer(anna, [{ kind: 'review_received', mail: 'off' }, { kind: 'z' }]);
    expect((await preferencesOf(anna)).review_received).toEqual([true, 'now']);
  });

  test('[A740] a choice changes what it names, for its user only; two devices that toggle leave the last', async ({
    anna,
    bob,
    guest,
  }) => {
    expect(await prefer(anna, [{ kind: 'review_received', page: false }])).toEqual([204]);
    expect(await prefer(anna, [{ kind: 'review_received', mail: 'weekly' }])).toEqual([204]);
    expect((await preferencesOf(anna)).review_received).toEqual([false, 'weekly']);
    expect((await preferencesOf(bob)).review_received).toEqual([true, 'now']);
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        prefer(anna, [
          { kind: 'question_asked', page: n % 2 === 0 },
          { kind: 'review_received', page: n % 2 === 0 },
        ]),
      ),
    );
    await prefer(anna, [{ kind: 'question_asked', page: true }]);
    expect((await preferencesOf(anna)).question_asked).toEqual([true, 'now']);
    expect(await guest.rpc('list_notification_preferences')).toAnswer(401);
    expect(await guest.rpc('set_notification_preferences', { preferences: [] })).toAnswer(401);
  });
});

describe('a kind', () => {
  test('[A740] a kind that is off the page is still mailed, and one without mail still stands on the page', async ({
    anna,
    bob,
    carl,
  }) => {
    await prefer(anna, [{ kind: 'review_received', page: false }]);
    await prefer(bob, [{ kind: 'review_received', mail: 'off' }]);
    await review(carl, anna);
    await review(carl, bob);
    expect(await messagesTo(anna)).toEqual([]);
    expect(await messagesTo(bob)).toEqual(['carl left you a 5-star review']);
    expect(await mails()).toMatchObject([{ template: 'review_received' }]);
    // Mails that wait are not wanted either.
    await prefer(anna, [{ kind: 'review_received', mail: 'off' }]);
    expect(await mails()).toEqual([]);
  });

  test('[A740] a kind that is off the page is off for everything that causes it', async ({ anna, bob, quote }) => {
    const { post } = await quote();
    await prefer(bob, [{ kind: 'request_changed', page: false }]);
    await anna.client.from('posts').update({ description: 'DN 200' }).eq('id', post);
    expect(await messagesTo(bob)).toEqual([]);
    await prefer(bob, [{ kind: 'request_changed', page: true }]);
    await anna.client.from('posts').update({ description: 'DN 300' }).eq('id', post);
    expect(await messagesTo(bob)).toEqual(['The request "Steel" changed']);
  });

  test('[A739] a mail about the shortlist comes to those who want it', async ({ anna, bob, quote }) => {
    const { quote: quote_id } = await quote();
    const shortlist = (is_on: boolean) => value(anna.client.rpc('shortlist_quote', { quote_id, is_on }));
    await shortlist(true);
    expect(await mails()).toEqual([]);
    await shortlist(false);
    await prefer(bob, [{ kind: 'quote_shortlisted', mail: 'now' }]);
    await shortlist(true);
    expect(await mails()).toMatchObject([{ template: 'quote_shortlisted' }]);
  });
});

describe('a digest', () => {
  test('[A740] daily mails come together in one digest at seven, weekly ones in another on Monday', async ({
    anna,
    bob,
    carl,
    quote,
  }) => {
    const { post, quote: quote_id } = await quote();
    await prefer(bob, [
      { kind: 'review_received', mail: 'daily' },
      { kind: 'request_changed', mail: 'daily' },
      { kind: 'quote_declined', mail: 'weekly' },
    ]);
    await review(carl, bob);
    // Of one request the last state is enough.
    for (const description of ['DN 200', 'DN 300'])
      await anna.client.from('posts').update({ description }).eq('id', post);
    await value(anna.client.rpc('decline_quote', { quote_id, reason: 'Too dear' }));
    expect(await mails()).toEqual([
      { template: 'digest', lines: ['carl left you a 5-star review', 'The request "Steel" changed'] },
      { template: 'digest', lines: ['Your quote on "Steel" was declined: Too dear'] },
    ]);
    const times = await world.sql(
      `select cause, (next_attempt_at at time zone 'utc')::time::text as at, next_attempt_at > now() as is_later,
         next_attempt_at <= now() + case cause when 'digest daily' then interval '1 day' else interval '7 days' end as is_next,
         extract(isodow from next_attempt_at at time zone 'utc') = 1 or cause = 'digest daily' as is_its_day
       from private.mail_outbox order by id`,
    );
    expect(times).toEqual(
      ['digest daily', 'digest weekly'].map((cause) => ({
        cause,
        at: '07:00:00',
        is_later: true,
        is_next: true,
        is_its_day: true,
      })),
    );
  });

  test('[A740] a decline that is taken back is replaced in the digest', async ({ anna, bob, quote }) => {
    const { quote: quote_id } = await quote();
    await prefer(bob, [
      { kind: 'quote_declined', mail: 'daily' },
      { kind: 'quote_reopened', mail: 'daily' },
    ]);
    await value(anna.client.rpc('decline_quote', { quote_id, reason: 'Too dear' }));
    await value(anna.client.rpc('reopen_quote', { quote_id }));
    expect(await mails()).toEqual([{ template: 'digest', lines: ['Your quote on "Steel" is pending again'] }]);
  });

  test('[A740] a digest holds what is unread and still wanted, and one with nothing to say is not sent', async ({
    anna,
    bob,
    carl,
    quote,
  }) => {
    const { post } = await quote();
    await prefer(anna, [
      { kind: 'review_received', mail: 'daily' },
      { kind: 'question_asked', mail: 'daily' },
      { kind: 'quote_received', mail: 'daily', page: false },
    ]);
    await review(carl, anna);
    await value(carl.client.rpc('ask_question', { post_id: post, question: 'Which port?' }));
    await value(sendQuote(carl.client, post));
    await world.sql(`update public.notifications set read_at = now() where message like '%review'`);
    expect(await claimDigests()).toMatchObject([
      {
        template: 'digest',
        data: {
          count: 2,
          items: [
            { message: 'carl asks about "Steel"' },
            { message: 'You have a new quote on your post "Steel" from carl' },
          ],
        },
      },
    ]);
    expect(await claimDigests()).toEqual([]);

    await world.sql('delete from private.mail_outbox');
    await value(bob.client.rpc('ask_question', { post_id: post, question: 'Which size?' }));
    await anna.client.rpc('mark_all_notifications_read');
    expect(await claimDigests()).toEqual([]);
    await review(bob, anna);
    await prefer(anna, [{ kind: 'review_received', mail: 'off' }]);
    expect(await claimDigests()).toEqual([]);
    expect(await world.sql('select * from private.mail_outbox')).toEqual([]);
  });

  test('[A740] a flood is one digest, which lists twenty and counts the rest', async ({ anna }) => {
    await prefer(anna, [{ kind: 'review_received', mail: 'daily' }]);
    await world.sql(
      `select private.queue_mail($1, 'review_received', jsonb_build_object('message', 'Line ' || n)) from generate_series(1, 30) n`,
      [anna.id],
    );
    const [digest] = await claimDigests();
    expect(digest?.data).toHaveProperty('count', 30);
    expect(digest?.data).toHaveProperty('items.length', 20);
    expect(await claimDigests()).toEqual([]);
  });
});

describe('the time of a digest', () => {
  const choose = ({ client }: Person, hour: number, time_zone: string) =>
    outcome(client.rpc('set_digest_time', { hour, time_zone }));
  const chosen = ({ client }: Person) => value(client.rpc('digest_time').single());
  /** The local times at which digests leave. */
  const leaving = (zone: string) =>
    world.sql<{ cause: string; at: string; is_monday: boolean; is_later: boolean }>(
      `select cause, to_char(next_attempt_at at time zone $1, 'HH24:MI') as at, next_attempt_at > now() as is_later,
         extract(isodow from next_attempt_at at time zone $1) = 1 as is_monday
       from private.mail_outbox where template = 'digest' order by id`,
      [zone],
    );

  test('[A741] a digest comes at the chosen hour in the chosen zone, also one that waits', async ({
    anna,
    bob,
    carl,
  }) => {
    expect(await chosen(anna)).toEqual({ hour: 7, time_zone: null });
    await prefer(anna, [{ kind: 'review_received', mail: 'weekly' }]);
    await review(bob, anna);
    expect(await choose(anna, 20, 'Asia/Ho_Chi_Minh')).toEqual([204]);
    expect(await chosen(anna)).toEqual({ hour: 20, time_zone: 'Asia/Ho_Chi_Minh' });
    await prefer(anna, [{ kind: 'review_received', mail: 'daily' }]);
    await review(carl, anna);
    expect(await leaving('Asia/Ho_Chi_Minh')).toMatchObject([
      { cause: 'digest weekly', at: '20:00', is_monday: true, is_later: true },
      { cause: 'digest daily', at: '20:00', is_later: true },
    ]);
    expect(await chosen(bob)).toEqual({ hour: 7, time_zone: null });
  });

  test('[A741] a zone or hour that does not exist is refused, and guests choose none', async ({ anna, guest }) => {
    const unknown = [400, 'This time zone is not known'];
    for (const zone of ['Mars/Base', '', 'utc', "UTC'", '+07', 'EST5EDT4,M3.2.0,M11.1.0', '../UTC', 'x'.repeat(5000)])
      expect(await choose(anna, 7, zone), zone).toEqual(unknown);
    for (const hour of [24, -1, 25, 32768]) expect(await choose(anna, hour, 'UTC')).toEqual([400, 'Invalid input']);
    expect(await chosen(anna)).toEqual({ hour: 7, time_zone: null });
    expect(await guest.rpc('digest_time')).toAnswer(401);
    expect(await guest.rpc('set_digest_time', { hour: 7, time_zone: 'UTC' })).toAnswer(401);
  });

  test('[A741] a database that does not know the zone any more sends the digest in UTC', async ({ anna, bob }) => {
    await choose(anna, 9, 'Europe/Rome');
    await world.sql(`update public.accounts set time_zone = 'Mars/Base' where profile_id = $1`, [anna.id]);
    await prefer(anna, [{ kind: 'review_received', mail: 'daily' }]);
    await review(bob, anna);
    expect(await leaving('UTC')).toMatchObject([{ at: '09:00' }]);
  });

  test('[A741] the digest of a sender that died is not sent again, nor what it held', async ({ anna, bob, carl }) => {
    await prefer(anna, [{ kind: 'review_received', mail: 'daily' }]);
    await review(bob, anna);
    expect(await claimDigests()).toHaveLength(1);
    await world.sql(`update private.mail_outbox set lease_until = now() - interval '1 second'`);
    expect(await claimDigests()).toEqual([]);
    await review(carl, anna);
    expect(await claimDigests()).toMatchObject([
      { data: { count: 1, items: [{ message: 'carl left you a 5-star review' }] } },
    ]);
  });

  test('[A741] a deleted account keeps neither zone nor hour', async ({ bob, mona }) => {
    await choose(bob, 9, 'Europe/Rome');
    await mona.client.rpc('delete_user', { user_id: bob.id, username: 'bob' });
    expect(
      await world.sql('select time_zone, digest_hour from public.accounts where profile_id = $1', [bob.id]),
    ).toEqual([{ time_zone: null, digest_hour: 7 }]);
  });
});

describe('a request without a quote', () => {
  const runJob = async () =>
    (await world.sql<{ count: number }>(`select public.housekeep('unquoted-posts', 500)::int as count`))[0]?.count;
  /** As if the posts were published so long ago, and the marketplace before them. */
  const age = async (hours: number) => {
    await world.sql(`update private.unquoted_posts_told set created_at = now() - interval '30 days', post_id = 0`);
    await world.sql('update public.posts set created_at = now() - make_interval(hours => $1)', [hours]);
  };

  test('[A741] "No quote for 48 hours" stands once in the digest of the owner, with what they can do', async ({
    anna,
    bob,
  }) => {
    const { id: post } = await world.createPost(anna, { title: 'Steel' });
    await age(47);
    expect(await runJob()).toBe(0);
    await age(48);
    expect(await runJob()).toBe(1);
    const message = 'No quote on "Steel" for 48 hours: add details or photos, or share its link';
    expect(await notificationsOf(anna)).toMatchObject([
      { message, data: { type: 'request_unquoted', path: `/post/post-${post}` } },
    ]);
    expect(await mails()).toEqual([{ template: 'digest', lines: [message] }]);
    expect(await claimDigests()).toMatchObject([{ data: { items: [{ path: `/post/post-${post}` }] } }]);
    expect(await runJob()).toBe(0);
    await world.createPost(bob, { title: 'Iron' });
    await world.sql(
      `update public.posts set created_at = (select created_at + interval '1 millisecond' from private.unquoted_posts_told)
       where title = 'Iron'`,
    );
    expect(await runJob()).toBe(1);
    expect(await messagesTo(anna)).toHaveLength(1);
    expect(await messagesTo(bob)).toHaveLength(1);
  });

  test('[A741] a request with a question that waits says so', async ({ anna, bob }) => {
    const { id: post_id } = await world.createPost(anna, { title: 'Steel' });
    await value(bob.client.rpc('ask_question', { post_id, question: 'Which port?' }));
    await age(50);
    await runJob();
    expect((await messagesTo(anna)).toSorted()).toEqual([
      'No quote on "Steel" for 48 hours: suppliers wait for your answer',
      'bob asks about "Steel"',
    ]);
  });

  test('[A741] a request with a quote, closed, hidden or of a suspended owner is none of them', async ({
    anna,
    bob,
    carl,
  }) => {
    const quoted = await world.createPost(anna, { title: 'Quoted' });
    await value(sendQuote(bob.client, quoted.id));
    const closed = await world.createPost(anna, { title: 'Closed' });
    await anna.client.rpc('close_post', { post_id: closed.id, reason: 'no_need' });
    const hidden = await world.createPost(anna, { title: 'Hidden' });
    await anna.client.rpc('hide_post', { post_id: hidden.id });
    const late = await world.createPost(anna, { title: 'Late' });
    await world.createPost(carl, { title: 'Spam' });
    await world.sql(
      `update public.accounts set suspended_until = now() + interval '1 day', suspension_reason = 'Spam' where profile_id = $1`,
      [carl.id],
    );
    await age(60);
    await world.sql(`update public.posts set quote_deadline = now() - interval '1 minute' where id = $1`, [late.id]);
    expect(await runJob()).toBe(5);
    const told = [...(await messagesTo(anna)), ...(await messagesTo(carl))];
    expect(told.filter((message) => message.startsWith('No quote'))).toEqual([]);
  });

  test('[A741] an owner who wants it at once gets a mail of its own, and one who does not gets none', async ({
    anna,
    bob,
  }) => {
    await prefer(anna, [{ kind: 'request_unquoted', mail: 'now' }]);
    await prefer(bob, [{ kind: 'request_unquoted', mail: 'off', page: false }]);
    for (const owner of [anna, bob]) await world.createPost(owner, { title: 'Steel' });
    await age(48);
    await runJob();
    expect(await mails()).toMatchObject([{ template: 'request_unquoted' }]);
    expect(await messagesTo(bob)).toEqual([]);
  });
});

test('[A740] all mails to a user pass their preferences', async () => {
  const callers = await world.sql<{ name: string }>(
    `select distinct p.proname as name from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and p.prosrc ~ 'private\\.add_mail\\(' order by 1`,
  );
  expect(callers.map(({ name }) => name)).toEqual([
    // Codes and links of an account, which are always sent.
    'ask_for_proof',
    'queue_mail',
    // To an address that need not be of a user.
    'queue_mail_to',
  ]);
  const writers = await world.sql<{ name: string }>(
    `select distinct p.proname as name from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and p.prosrc ~ '(insert into|update|delete from) private\\.(notification_preferences|mail_unsubscribes)' order by 1`,
  );
  expect(writers.map(({ name }) => name)).toEqual(['delete_user', 'prefer']);
});
