import { describe, expect } from 'vitest';
import { CLOSED_REASONS, INCOTERMS } from '../../functions/_shared/domain/requirements.ts';
import { REQUIREMENT_COLUMNS } from '../../functions/_shared/rows/post-row.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Client, Person, PostInput } from '../support/world.ts';
import { notificationsOf, outcome, sendQuote, value } from './support.ts';

test.beforeAll(() => world.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`));
test.beforeEach(async () => {
  await world.sql('delete from public.posts');
  await world.sql('delete from public.notifications');
});

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const YEAR = 365 * DAY;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const dayAt = (ms: number) => at(ms).slice(0, 10);

const input = (fields: PostInput = {}) => ({
  title: 'Steel pipes',
  description: 'DN 100',
  category: 'industrial',
  country: 'vn',
  delivery_address: 'Hai Phong',
  ...fields,
});
const insert = (person: Person, fields: PostInput) => person.client.from('posts').insert(input(fields)).select('id');
/** Status, text and field of a refusal; the status alone where there is none. */
async function refusal(
  query: PromiseLike<{ status: number; error: { message: string; details?: string | null } | null }>,
) {
  const { status, error } = await query;
  if (!error) return [status];
  const path: unknown = error.details?.startsWith('{') ? Object(JSON.parse(error.details)).path : undefined;
  return [status, error.message, path];
}
const requirementsOf = (client: Client, id: number) =>
  value(client.from('posts').select(REQUIREMENT_COLUMNS).eq('id', id).single());
const close = (person: Person, post_id: number, reason = 'no_need') =>
  person.client.rpc('close_post', { post_id, reason });
const reopen = (person: Person, post_id: number, quote_deadline?: string) =>
  person.client.rpc('reopen_post', { post_id, quote_deadline });
/** As if the deadline had been written in time and had passed since. */
const setDeadline = (id: number, interval: string) =>
  world.sql('update public.posts set quote_deadline = now() + $2::interval where id = $1', [id, interval]);

const NONE = {
  quantity: null,
  unit: null,
  target_price: null,
  target_currency: null,
  needed_by: null,
  quote_deadline: null,
  incoterm: null,
  closed_at: null,
  closed_reason: null,
};

describe('[A620] requirements of a request', () => {
  test('a post without requirements has none', async ({ anna }) => {
    const { id } = await world.createPost(anna);
    expect(await requirementsOf(world.guest, id)).toEqual(NONE);
  });

  test('requirements are written by the owner, visible to everybody who sees the post, and count as an edit', async ({
    anna,
    bob,
    carl,
    adam,
  }) => {
    const given = {
      quantity: 20.5,
      unit: 'tons',
      target_price: 1_200,
      target_currency: 'USD',
      needed_by: dayAt(40 * DAY),
      incoterm: 'FOB',
    };
    const { id } = await world.createPost(anna, { ...given, quote_deadline: at(30 * DAY) });
    for (const client of [world.guest, anna.client, bob.client, adam.client]) {
      expect(await requirementsOf(client, id)).toEqual({ ...NONE, ...given, quote_deadline: expect.any(String) });
    }
    await world.sql(`update public.posts set updated_at = now() - interval '1 day' where id = $1`, [id]);
    for (const [person, changed] of [
      [carl, 0],
      [adam, 0],
      [anna, 1],
    ] as const) {
      const rows = await value(person.client.from('posts').update({ quantity: 21 }).eq('id', id).select('id'));
      expect(rows, person.username).toHaveLength(changed);
    }
    expect(await world.guest.from('posts').update({ quantity: 22 }).eq('id', id)).toAnswer(401);
    expect(
      await world.sql(
        `select quantity::int, updated_at > now() - interval '1 minute' as is_edited from public.posts where id = $1`,
        [id],
      ),
    ).toEqual([{ quantity: 21, is_edited: true }]);
    await anna.client.rpc('hide_post', { post_id: id });
    expect(await value(bob.client.from('posts').select('quantity').eq('id', id))).toEqual([]);
  });

  test.for<[string, PostInput]>([
    ['a quantity of 0', { quantity: 0 }],
    ['a negative quantity', { quantity: -1 }],
    ['a quantity of 1e30', { quantity: 1e30 }],
    ['a quantity above 1e12', { quantity: 1_000_000_000_001 }],
    ['seven decimals', { quantity: 0.0000001 }],
    ['a blank unit', { unit: ' ' }],
    ['a unit of 21 characters', { unit: 'x'.repeat(21) }],
    ['a unit with "@"', { unit: 'me@x' }],
    ['a target price without a currency', { target_price: 5 }],
    ['a currency without a target price', { target_currency: 'USD' }],
    ['a target price of 0', { target_price: 0, target_currency: 'USD' }],
    ['a currency that is no code', { target_price: 5, target_currency: 'usd' }],
    ['an Incoterm that is none', { incoterm: 'XXX' }],
    ['a day without end', { needed_by: 'infinity' }],
    ['a time without end', { quote_deadline: 'infinity' }],
  ])('a request with %s is refused', async ([, fields], { anna }) => {
    expect(await insert(anna, fields)).toAnswer(400);
  });

  test('quantity and unit are accepted at their limits, with every Incoterm', async ({ anna }) => {
    for (const fields of [
      { quantity: 1_000_000_000_000 },
      { quantity: 0.000001 },
      { unit: 'x'.repeat(20) },
      ...INCOTERMS.map((incoterm) => ({ incoterm })),
    ])
      expect(await insert(anna, fields)).toAnswer(201);
    // What JSON cannot say, SQL can.
    for (const number of ['NaN', 'Infinity']) {
      await expect(
        world.sql(`update public.posts set quantity = $1::numeric where user_id = $2`, [number, anna.id]),
      ).rejects.toThrow('posts_quantity_is_positive');
    }
  });

  test('the deadline and the needed-by day are checked against the clock of the server', async ({ anna }) => {
    const deadline = (quote_deadline: string) => refusal(insert(anna, { quote_deadline }));
    expect(await deadline(at(-SECOND))).toEqual([400, 'The deadline is in the past', 'quoteDeadline']);
    // A client whose clock is a day late.
    expect(await deadline(at(-DAY + 60 * SECOND))).toEqual([400, 'The deadline is in the past', 'quoteDeadline']);
    expect(await deadline(at(30 * SECOND))).toEqual([201]);
    expect(await deadline(at(YEAR - DAY))).toEqual([201]);
    expect(await deadline(at(YEAR + 2 * DAY))).toEqual([400, 'The deadline must be within a year', 'quoteDeadline']);
    const needed = (needed_by: string) => refusal(insert(anna, { needed_by }));
    expect(await needed(dayAt(-2 * DAY))).toEqual([400, 'The day is in the past', 'neededBy']);
    expect(await needed(dayAt(0))).toEqual([201]);
    expect(await needed(dayAt(6 * YEAR))).toEqual([400, 'The day must be within five years', 'neededBy']);
    // Earlier than the deadline is strange, not wrong.
    expect(await insert(anna, { needed_by: dayAt(DAY), quote_deadline: at(5 * DAY) })).toAnswer(201);
  });

  test('requirements that were in time when they were written stay valid', async ({ anna }) => {
    const { id } = await world.createPost(anna, { quote_deadline: at(DAY), needed_by: dayAt(DAY) });
    await setDeadline(id, '-1 day');
    const [post] = await value(anna.client.from('posts').select('quote_deadline, needed_by').eq('id', id));
    expect(
      await anna.client
        .from('posts')
        .update({ ...post, title: 'Other' })
        .eq('id', id),
    ).toAnswer(204);
    expect(
      await refusal(
        anna.client
          .from('posts')
          .update({ quote_deadline: at(-2 * DAY) })
          .eq('id', id),
      ),
    ).toEqual([400, 'The deadline is in the past', 'quoteDeadline']);
  });

  test('a word that is blocked in descriptions is blocked in the unit too', async ({ anna }) => {
    await world.sql(
      `insert into public.content_rules (kind, pattern, action, fields) values ('word', 'whisky', 'block', array['post_description'])`,
    );
    expect(await refusal(insert(anna, { unit: 'whisky' }))).toEqual([400, expect.any(String), 'unit']);
  });
});

describe('[A621,A622] a request ends', () => {
  test('only the owner closes a request, once, for a reason of the list', async ({ anna, bob, adam }) => {
    const { id } = await world.createPost(anna);
    expect(await close({ ...anna, client: world.guest }, id)).toAnswer(401);
    for (const person of [bob, adam]) {
      expect(await refusal(close(person, id))).toEqual([403, 'You are not allowed to close this post', undefined]);
      expect(await refusal(reopen(person, id))).toEqual([403, 'You are not allowed to re-open this post', undefined]);
    }
    expect(await refusal(close(anna, 999_999))).toEqual([404, 'Post not found', undefined]);
    expect(await refusal(close(anna, id, 'deadline'))).toEqual([400, 'Choose a reason', 'reason']);
    expect(await requirementsOf(world.guest, id)).toEqual(NONE);
    for (const reason of CLOSED_REASONS) expect(await close(anna, id, reason)).toAnswer(204);
    expect(await requirementsOf(world.guest, id)).toEqual({
      ...NONE,
      closed_reason: 'awarded',
      closed_at: expect.any(String),
    });
    for (let times = 0; times < 2; times += 1) expect(await reopen(anna, id)).toAnswer(204);
    expect(await requirementsOf(world.guest, id)).toEqual(NONE);
  });

  test('a hidden request can be closed and stays hidden; others do not learn of it', async ({ anna, bob }) => {
    const { id } = await world.createPost(anna);
    await anna.client.rpc('hide_post', { post_id: id });
    expect(await refusal(close(bob, id))).toEqual([404, 'Post not found', undefined]);
    expect(await close(anna, id)).toAnswer(204);
    expect(await world.sql('select is_hidden, closed_reason from public.posts where id = $1', [id])).toEqual([
      { is_hidden: true, closed_reason: 'no_need' },
    ]);
  });

  test('a request cannot be closed past the functions', async ({ anna }) => {
    const { id } = await world.createPost(anna);
    for (const row of [{ closed_at: at(0) }, { closed_reason: 'awarded' }]) {
      expect(await anna.client.from('posts').update(row).eq('id', id)).toAnswer(403);
      expect(await insert(anna, row)).toAnswer(403);
    }
    expect(await requirementsOf(anna.client, id)).toEqual(NONE);
  });

  test('a suspended owner cannot close or reopen a request', async ({ anna }) => {
    const { id } = await world.createPost(anna);
    const suspend = (until: string | null) =>
      world.sql(
        `update public.accounts set suspended_until = now() + $2::interval, suspension_reason = case when $2 is not null then 'x' end where profile_id = $1`,
        [anna.id, until],
      );
    await suspend('1 day');
    expect(await close(anna, id)).toAnswer(403);
    await suspend(null);
    await close(anna, id);
    await suspend('1 day');
    expect(await reopen(anna, id)).toAnswer(403);
    await suspend(null);
  });

  test('a request whose owner cannot answer takes no quotes and no questions', async ({ anna, bob }) => {
    const post_id = (await world.createPost(anna)).id;
    const begin = async () => [
      (await refusal(sendQuote(bob.client, post_id))).slice(0, 2),
      (await refusal(bob.client.rpc('ask_question', { post_id, question: 'Which size?' }))).slice(0, 2),
    ];
    const suspend = (until: string | null, why: string | null) =>
      world.sql('update public.accounts set suspended_until = $2, suspension_reason = $3 where profile_id = $1', [
        anna.id,
        until,
        why,
      ]);
    await suspend('infinity', 'Spam');
    const refused = [409, 'The other account is suspended'];
    expect(await begin()).toEqual([refused, refused]);
    await suspend(null, null);
    expect(await begin()).toEqual([[200], [200]]);
  });

  test('whatever asks whether a request is open, to begin something with its owner, asks for them too', async () => {
    const doors = await world.sql<{ name: string; asks: boolean }>(
      `select p.proname as name, p.prosrc ~ 'assert_other_can_act|is_suspended' as asks from pg_proc p
       where p.pronamespace = 'private'::regnamespace and p.prosrc ~ 'is_open\\(' and p.prosrc ~ 'refuse\\(|assert_|insert into'
       order by 1`,
    );
    expect(doors.filter(({ asks }) => !asks).map(({ name }) => name)).toEqual([]);
    expect(doors.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ask_question', 'quote_to_act_on', 'submit_quote']),
    );
  });

  test('a closed request takes no quotes until it is opened again', async ({ anna, bob }) => {
    const { id } = await world.createPost(anna);
    await close(anna, id);
    expect(await outcome(sendQuote(bob.client, id))).toEqual([409, 'This request is closed']);
    await reopen(anna, id);
    await setDeadline(id, '-1 second');
    expect(await outcome(sendQuote(bob.client, id))).toEqual([409, 'This request is closed']);
    expect(await world.sql('select 1 from private.quote_waits where post_id = $1', [id])).toEqual([]);
    await setDeadline(id, '1 minute');
    expect(await outcome(sendQuote(bob.client, id))).toEqual([200]);
  });

  describe('a closing that is taken back', () => {
    const closed = 'The request "Steel pipes" was closed: No need any more';
    const opened = 'The request "Steel pipes" is open again';
    const news = async (person: Person) =>
      (await notificationsOf(person))
        .map(({ message }) => message)
        .filter((message) => message.startsWith('The request'));
    const runJob = () => world.sql(`select public.housekeep('watches', 500)`);
    const quoted = async (anna: Person, bob: Person) => {
      const { id } = await world.createPost(anna, { title: 'Steel pipes' });
      await value(sendQuote(bob.client, id));
      await world.sql('delete from private.mail_outbox');
      return id;
    };
    /** What the mails that are due say. */
    const mailed = async () => {
      await world.sql(`update private.mail_outbox set next_attempt_at = now()`);
      const claimed = [];
      for (;;) {
        const [mail] = await world.sql<{ data: unknown }>(`select data from public.claim_mail()`);
        if (!mail) return JSON.stringify(claimed);
        claimed.push(mail.data);
      }
    };

    test('a supplier who has not read of it keeps no notice, one who has reads that the request is open', async ({
      anna,
      bob,
      carl,
    }) => {
      const id = await quoted(anna, bob);
      await value(sendQuote(carl.client, id));
      await close(anna, id);
      expect([await news(bob), await news(carl)]).toEqual([[closed], [closed]]);
      await carl.client.rpc('mark_all_notifications_read');
      expect(await reopen(anna, id)).toAnswer(204);
      await runJob();
      expect([await news(bob), await news(carl)]).toEqual([[], [closed, opened]]);
    });

    test('a supplier who has read of it and watches no more reads that it is open, whoever else watches', async ({
      anna,
      bob,
      carl,
    }) => {
      const id = await quoted(anna, bob);
      await bob.client.rpc('set_watch', { post_id: id, is_on: false });
      await carl.client.rpc('set_watch', { post_id: id, is_on: true });
      await close(anna, id);
      await runJob();
      await bob.client.rpc('mark_all_notifications_read');
      await reopen(anna, id);
      await runJob();
      expect([await news(bob), await news(carl)]).toEqual([
        [closed, opened],
        [closed, opened],
      ]);
    });

    test.for([true, false])(
      'who muted it reads of the closing and of its end, watching: %s',
      async (is_on, { anna, bob }) => {
        const id = await quoted(anna, bob);
        expect(await bob.client.rpc('set_watch', { post_id: id, is_on })).toAnswer(204);
        expect(await bob.client.rpc('set_mute', { is_on: true, post_id: id })).toAnswer(204);
        await close(anna, id);
        await bob.client.rpc('mark_all_notifications_read');
        await runJob();
        await reopen(anna, id);
        await runJob();
        expect(await news(bob)).toEqual([closed, opened]);
      },
    );

    test.for(['now', 'daily'])('no mail tells of it, where mails come %s', async (mail, { anna, bob }) => {
      await bob.client.rpc('set_notification_preferences', { preferences: [{ kind: 'request_closed', mail }] });
      const id = await quoted(anna, bob);
      await close(anna, id);
      await reopen(anna, id);
      expect(await mailed()).not.toContain('closed');
    });

    test('hiding the request in between leaves no news of another state', async ({ anna, bob, carl }) => {
      const id = await quoted(anna, bob);
      await carl.client.rpc('set_watch', { post_id: id, is_on: true });
      await close(anna, id);
      await anna.client.rpc('hide_post', { post_id: id });
      await reopen(anna, id);
      await anna.client.rpc('unhide_post', { post_id: id });
      await runJob();
      expect(await news(carl)).toEqual([]);
    });
  });

  test('a request is closed at its deadline and needs a new one to open again', async ({ anna }) => {
    const { id } = await world.createPost(anna, { quote_deadline: at(DAY) });
    expect(await reopen(anna, id)).toAnswer(204);
    await setDeadline(id, '-1 second');
    expect(await refusal(reopen(anna, id))).toEqual([
      400,
      'The deadline has passed. Choose a new one.',
      'quoteDeadline',
    ]);
    expect(await refusal(reopen(anna, id, at(-DAY)))).toEqual([400, 'The deadline is in the past', 'quoteDeadline']);
    expect(await refusal(reopen(anna, id, at(2 * YEAR)))).toEqual([
      400,
      'The deadline must be within a year',
      'quoteDeadline',
    ]);
    expect(await reopen(anna, id, at(3 * DAY))).toAnswer(204);
    await close(anna, id);
    expect(await reopen(anna, id, at(4 * DAY))).toAnswer(204);
    expect((await requirementsOf(anna.client, id)).quote_deadline?.slice(0, 10)).toBe(dayAt(4 * DAY));
  });

  test('a request is open until the very moment of its deadline', async () => {
    // In one statement, in which time stands still.
    const [row] = await world.sql<{ open: boolean[] }>(`
      select array_agg(private.is_open(jsonb_populate_record(null::public.posts,
        jsonb_build_object('quote_deadline', now() + s * interval '1 microsecond'))) order by s) as open
      from unnest(array[-1, 0, 1]) as s`);
    expect(row?.open).toEqual([false, false, true]);
  });

  test('suppliers with an undecided quote are notified once that the request was closed', async ({
    anna,
    bob,
    carl,
  }) => {
    const { id } = await world.createPost(anna, { title: 'Steel' });
    await value(sendQuote(bob.client, id));
    const [declined] = await value(sendQuote(carl.client, id));
    await anna.client.rpc('decline_quote', { quote_id: declined?.quote_id ?? 0 });
    await world.sql('delete from public.notifications');
    await close(anna, id, 'found_elsewhere');
    await close(anna, id);
    expect(await notificationsOf(bob)).toEqual([
      {
        message: 'The request "Steel" was closed: Found elsewhere',
        data: { type: 'post_closed', quoteId: expect.any(Number) },
        read_at: null,
      },
    ]);
    for (const person of [anna, carl]) expect(await notificationsOf(person)).toEqual([]);
  });
});

describe('[A621] a deadline that passes', () => {
  const tell = () => world.sql<{ count: number }>('select private.tell_deadlines(1000) as count');

  test('the owner is told once that a deadline has passed, with the number of quotes', async ({ anna, bob, carl }) => {
    const { id } = await world.createPost(anna, { title: 'Steel', quote_deadline: at(DAY) });
    for (const person of [bob, carl]) await value(sendQuote(person.client, id));
    await world.sql('delete from public.notifications');
    await tell();
    expect(await notificationsOf(anna)).toEqual([]);
    await setDeadline(id, '-1 second');
    for (let times = 0; times < 2; times += 1) await tell();
    const told = {
      message: 'The deadline of "Steel" has passed: 2 quotes',
      data: { type: 'deadline_passed', postId: id },
      read_at: null,
    };
    expect(await notificationsOf(anna)).toEqual([told]);
    expect((await notificationsOf(bob)).filter(({ data }) => Object(data).type === 'deadline_passed')).toEqual([]);
    // A new one is another one.
    await reopen(anna, id, at(DAY));
    await tell();
    await setDeadline(id, '-1 second');
    await tell();
    expect((await notificationsOf(anna)).filter(({ data }) => Object(data).type === 'deadline_passed')).toEqual([
      told,
      told,
    ]);
  });

  test('the owner is told of no deadline after closing the post, removing the deadline or deleting the post', async ({
    anna,
  }) => {
    const posts = [];
    for (let n = 0; n < 3; n += 1) posts.push((await world.createPost(anna, { quote_deadline: at(DAY) })).id);
    const [closed = 0, free = 0, gone = 0] = posts;
    await close(anna, closed);
    for (const id of posts) await setDeadline(id, '-1 second');
    await anna.client.from('posts').update({ quote_deadline: null }).eq('id', free);
    await anna.client.from('posts').delete().eq('id', gone);
    await tell();
    expect(await notificationsOf(anna)).toEqual([]);
    expect(await world.sql('select 1 from private.deadlines_to_tell')).toEqual([]);
  });

  test('only the job can tell of passed deadlines', async ({ anna, adam }) => {
    for (const client of [world.guest, anna.client, adam.client]) {
      expect((await client.rpc('tell_deadlines')).error).not.toBeNull();
    }
  });
});
