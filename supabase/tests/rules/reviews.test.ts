import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import type { Person, World } from '../support/world.ts';
import { judged, notificationsOf, outcome, sendQuote, value } from './support.ts';

const test = fileTest
  .extend('rating', ({ bob }) => async (person: Person) => {
    const [row] = await value(bob.client.from('profiles').select('rating_count, rating_average').eq('id', person.id));
    return [row?.rating_count, row?.rating_average];
  })
  .extend('stored', ({ adam }) => async (id: number) => {
    const [row] = await value(adam.client.from('reviews').select('*').eq('id', id));
    return row;
  });

test.beforeEach(async ({ world }) => {
  await world.sql('delete from public.reviews');
  await world.sql('delete from public.notifications');
  await world.sql('delete from private.mail_outbox');
  await world.sql('delete from private.rate_limit_uses');
});

const submit = (person: Person, reviewed: Person, rating = 5, comment = 'Good') =>
  person.client.rpc('submit_review', { reviewed_user_id: reviewed.id, rating, comment });
const update = (person: Person, id: number, rating = 2, comment = 'Changed') =>
  person.client.rpc('update_review', { review_id: id, rating, comment });
const remove = (person: Person, id: number) => person.client.rpc('delete_review', { review_id: id });
const reply = (person: Person, id: number, text = 'Thank you') =>
  person.client.rpc('reply_to_review', { review_id: id, reply: text });
/** Mails about reviews that wait for somebody. */
const mailsOf = (world: World, { id }: Person) =>
  world.sql<{ message: string }>(
    `select data ->> 'message' as message from private.mail_outbox where user_id = $1 and template = 'review_received' order by id`,
    [id],
  );
const takeBack = (person: Person, id: number) => person.client.rpc('delete_review_reply', { review_id: id });
const hide = (person: Person, id: number, reason = 'Insult') =>
  person.client.rpc('hide_review', { review_id: id, reason });
const unhide = (person: Person, id: number) => person.client.rpc('unhide_review', { review_id: id });

describe('a review', () => {
  test('changes of a review, replies and their deletions count as edits, repeats do not', async ({
    anna,
    bob,
    world,
  }) => {
    const id = await value(submit(bob, anna));
    await world.sql(
      `update private.app_settings set value = jsonb_set(value, '{post_edit}', '{"max": 2, "seconds": 600}') where key = 'rate_limits'`,
    );
    await world.sql('delete from private.rate_limit_uses');
    const statuses = async (acts: (() => PromiseLike<{ status: number }>)[]) => {
      const answers: number[] = [];
      for (const act of acts) answers.push((await act()).status);
      return answers;
    };
    expect(await statuses([1, 1, 2, 2, 3].map((rating) => () => update(bob, id, rating)))).toEqual([
      204, 204, 204, 204, 429,
    ]);
    expect(
      await statuses([
        () => takeBack(anna, id),
        () => reply(anna, id),
        () => reply(anna, id),
        () => takeBack(anna, id),
        () => reply(anna, id),
      ]),
    ).toEqual([204, 204, 204, 204, 429]);
    await world.sql(`update private.app_settings set value = private.default_rate_limits() where key = 'rate_limits'`);
  });

  test('a deleted account is not reviewed, as an unknown one is not, nor is its review changed', async ({
    anna,
    bob,
    world,
  }) => {
    const id = await value(submit(anna, bob));
    await world.sql('update public.accounts set deleted_at = now() where profile_id = $1', [bob.id]);
    expect(await outcome(submit(anna, bob))).toEqual([404, 'User not found']);
    expect(await outcome(update(anna, id, 1))).toEqual([404, 'User not found']);
    expect(await outcome(remove(anna, id))).toEqual([204]);
    await world.sql('update public.accounts set deleted_at = null where profile_id = $1', [bob.id]);
  });

  test('any other signed-in user can write a review, which counts and notifies the reviewed user', async ({
    anna,
    bob,
    stored,
    rating,
  }) => {
    const id = await value(submit(bob, anna, 4, ' Fair '));
    expect(await stored(id)).toMatchObject({
      reviewer_id: bob.id,
      rating: 4,
      comment: 'Fair',
      reply: null,
      is_verified_deal: false,
    });
    expect(await rating(anna)).toEqual([1, 4]);
    expect(await notificationsOf(anna)).toEqual([
      { message: 'bob left you a 4-star review', data: { type: 'review' }, read_at: null },
    ]);
    expect(await notificationsOf(bob)).toEqual([]);
  });

  test('a second review of a pair updates the first one, and the same one again changes nothing', async ({
    world,
    anna,
    bob,
    rating,
  }) => {
    await world.sql('delete from private.mail_outbox');
    const id = await value(submit(bob, anna, 4));
    expect(await value(submit(bob, anna, 2, 'Worse'))).toBe(id);
    expect(await value(submit(bob, anna, 2, 'Worse'))).toBe(id);
    expect(await rating(anna)).toEqual([1, 2]);
    // Nobody gets a notification or a mail for each change of a rating.
    const last = 'bob left you a 2-star review';
    expect((await notificationsOf(anna)).map(({ message }) => message)).toEqual([last]);
    expect((await mailsOf(world, anna)).map(({ message }) => message)).toEqual([last]);
  });

  test('a review older than 30 days is replaced by a new one without the reply', async ({
    world,
    anna,
    bob,
    stored,
  }) => {
    const id = await value(submit(bob, anna));
    await reply(anna, id);
    await world.age('reviews', id, 31);
    await submit(bob, anna, 3, 'A year later');
    const review = await stored(id);
    expect(review).toMatchObject({ rating: 3, reply: null, replied_at: null });
    expect(Date.now() - Date.parse(review?.created_at ?? '')).toBeLessThan(60_000);
  });

  test('a review of oneself, of nobody or by a guest is refused', async ({ world, anna, bob }) => {
    expect(await outcome(submit(bob, bob))).toEqual([403, 'You cannot review yourself']);
    expect(await outcome(submit(bob, { ...anna, id: 999_999 }))).toEqual([404, 'User not found']);
    expect(await world.guest.rpc('submit_review', { reviewed_user_id: anna.id, rating: 5, comment: 'x' })).toAnswer(
      401,
    );
  });

  test.for([
    [0, 'x'],
    [6, 'x'],
    [3, ' '],
    [3, 'x'.repeat(1001)],
  ] as const)(
    'a review with %s stars and such a comment is refused',
    async ([stars, comment], { anna, bob, rating }) => {
      expect(await submit(bob, anna, stars, comment)).toAnswer(400);
      expect(await rating(anna)).toEqual([0, null]);
    },
  );

  test('the table of reviews cannot be written by anybody', async ({ world, anna, bob, carl, adam }) => {
    const id = await value(submit(bob, anna));
    const row = { reviewed_user_id: anna.id, reviewer_id: carl.id, rating: 1, comment: 'x' };
    for (const { client } of [anna, bob, carl, adam]) {
      expect(await client.from('reviews').insert(row)).toAnswer(403);
      expect(await client.from('reviews').update({ rating: 1 }).eq('id', id)).toAnswer(403);
      expect(await client.from('reviews').delete().eq('id', id)).toAnswer(403);
    }
    expect(await world.guest.from('reviews').select('id')).toAnswer(401);
  });
});

describe('the mark of an exchanged quote', () => {
  test('reviews between two users with a quote are marked, whoever sent it and whichever came first', async ({
    world,
    anna,
    bob,
    carl,
    stored,
  }) => {
    const early = await value(submit(bob, anna));
    const others = await value(submit(carl, anna));
    await value(sendQuote(bob.client, (await world.createPost(anna)).id));
    const late = await value(submit(anna, bob));
    for (const [id, isVerified] of [
      [early, true],
      [late, true],
      [others, false],
    ] as const) {
      expect((await stored(id))?.is_verified_deal).toBe(isVerified);
    }
  });

  test('reviews are marked as a deal while a quote between the two is accepted [A627]', async ({
    world,
    anna,
    bob,
    carl,
    stored,
  }) => {
    const quoteOf = async (supplier: Person) => {
      const [sent] = await value(sendQuote(supplier.client, (await world.createPost(anna)).id));
      return { quote_id: sent?.quote_id ?? 0 };
    };
    const accept = async (quote: { quote_id: number }) =>
      value(anna.client.rpc('accept_quote', { ...quote, close_request: false, expected_version: 1 }));
    const early = await value(submit(bob, anna));
    const other = await value(submit(carl, anna));
    await quoteOf(carl);
    const [first, second] = [await quoteOf(bob), await quoteOf(bob)];
    await accept(first);
    await accept(second);
    const late = await value(submit(anna, bob));
    const deals = async () => [
      (await stored(early))?.has_deal,
      (await stored(late))?.has_deal,
      (await stored(other))?.has_deal,
    ];
    expect(await deals()).toEqual([true, true, false]);
    await value(bob.client.rpc('cancel_deal', { ...first, reason: 'No ship' }));
    expect(await deals()).toEqual([true, true, false]);
    await value(bob.client.rpc('cancel_deal', { ...second, reason: 'No ship' }));
    expect(await deals()).toEqual([false, false, false]);
    expect((await stored(early))?.is_verified_deal).toBe(true);
  });
});

describe('editing and deleting a review', () => {
  test('the author edits and deletes a review for 30 days', async ({ world, anna, bob, rating }) => {
    const id = await value(submit(bob, anna));
    expect(await outcome(update(bob, id))).toEqual([204]);
    expect(await rating(anna)).toEqual([1, 2]);
    await world.age('reviews', id, 29);
    expect(await outcome(update(bob, id, 4))).toEqual([204]);
    await world.age('reviews', id, 1);
    expect(await outcome(update(bob, id, 1))).toEqual([403, 'A review can be changed for 30 days']);
    expect(await outcome(remove(bob, id))).toEqual([403, 'A review can be changed for 30 days']);
    expect(await rating(anna)).toEqual([1, 4]);
  });

  test('a deleted review no longer counts in the rating', async ({ anna, bob, carl, rating }) => {
    const id = await value(submit(bob, anna));
    await submit(carl, anna, 1);
    expect(await outcome(remove(bob, id))).toEqual([204]);
    expect(await rating(anna)).toEqual([1, 1]);
    expect(await outcome(remove(bob, id))).toEqual([404, 'Review not found']);
  });

  test.for(['deleted', 'hidden'])(
    'the notification of a %s review is read, its mail not sent',
    async (end, { world, anna, bob, carl, adam }) => {
      const id = await value(submit(bob, anna, 1));
      await submit(carl, anna);
      await submit(anna, bob);
      const hide = () => adam.client.rpc('hide_review', { review_id: id, reason: 'Insult' });
      expect(await outcome(end === 'hidden' ? hide() : remove(bob, id))).toEqual([204]);
      const unread = await world.sql(
        `select p.username, n.message from public.notifications n join public.profiles p on p.id = n.user_id
       where n.read_at is null order by n.id`,
      );
      expect(unread).toEqual([
        { username: 'anna', message: 'carl left you a 5-star review' },
        { username: 'bob', message: 'anna left you a 5-star review' },
      ]);
      const claim = () =>
        world.sql<{ message: string }>(`select data ->> 'message' as message from public.claim_mail()`);
      const claimed = [...(await claim()), ...(await claim()), ...(await claim())];
      expect(claimed).toEqual([
        { message: 'carl left you a 5-star review' },
        { message: 'anna left you a 5-star review' },
      ]);
    },
  );

  test('a review cannot be edited or deleted by others, and strangers do not learn of a hidden one', async ({
    world,
    anna,
    bob,
    carl,
    adam,
  }) => {
    const id = await value(submit(bob, anna));
    for (const person of [anna, carl, adam]) {
      expect(await outcome(update(person, id))).toEqual([403, 'You are not allowed to change this review']);
      expect(await outcome(remove(person, id))).toEqual([403, 'You are not allowed to change this review']);
    }
    await hide(adam, id);
    expect(await outcome(remove(carl, id))).toEqual([404, 'Review not found']);
    expect(await world.guest.rpc('update_review', { review_id: id, rating: 1, comment: 'x' })).toAnswer(401);
    expect(await world.guest.rpc('delete_review', { review_id: id })).toAnswer(401);
  });
});

describe('the reply', () => {
  test('the reviewed user writes one reply and can delete it', async ({ anna, bob, stored }) => {
    const id = await value(submit(bob, anna));
    expect(await outcome(reply(anna, id, ' Thanks '))).toEqual([204]);
    expect(await outcome(reply(anna, id, 'Thanks'))).toEqual([204]);
    expect(await outcome(reply(anna, id, 'Another'))).toEqual([409, 'You have already replied to this review']);
    expect((await stored(id))?.reply).toBe('Thanks');
    expect(await outcome(takeBack(anna, id))).toEqual([204]);
    expect(await stored(id)).toMatchObject({ reply: null, replied_at: null });
  });

  test('a reply is refused from others, if it is blank or too long, and on a missing review', async ({
    world,
    anna,
    bob,
    carl,
    adam,
  }) => {
    const id = await value(submit(bob, anna));
    for (const person of [bob, carl, adam]) {
      expect(await outcome(reply(person, id))).toEqual([403, 'You can reply to reviews of yourself only']);
      expect(await outcome(takeBack(person, id))).toEqual([403, 'You can reply to reviews of yourself only']);
    }
    expect(await outcome(reply(anna, id, ' '))).toEqual([400, 'Reply is required']);
    expect(await reply(anna, id, 'x'.repeat(501))).toAnswer(400);
    expect(await outcome(reply(anna, id, 'x'.repeat(500)))).toEqual([204]);
    expect(await outcome(reply(anna, 999_999))).toEqual([404, 'Review not found']);
    expect(await world.guest.rpc('reply_to_review', { review_id: id, reply: 'x' })).toAnswer(401);
    expect(await world.guest.rpc('delete_review_reply', { review_id: id })).toAnswer(401);
  });
});

test('a reply to words that were changed meanwhile is refused', async ({ anna, bob, stored }) => {
  const id = await value(submit(bob, anna));
  const read = (await stored(id))?.updated_at;
  const replyTo = (expected_updated_at: string | undefined) =>
    outcome(anna.client.rpc('reply_to_review', { review_id: id, reply: 'Thank you', expected_updated_at }));
  await value(submit(bob, anna, 1, 'He sold stolen goods'));
  expect(await replyTo(read)).toEqual([409, 'Somebody else has just changed this. Please look again.']);
  expect((await stored(id))?.reply).toBeNull();
  expect(await replyTo((await stored(id))?.updated_at)).toEqual([204]);
  expect((await stored(id))?.reply).toBe('Thank you');
});

describe('a review that is changed after its reply', () => {
  const NONE = { reply: null, replied_at: null };
  const KEPT = { reply: 'Thank you', replied_at: expect.any(String) };
  const by = (sql: string) => (_author: Person, id: number) =>
    world.sql(`update public.reviews set ${sql} where id = $1`, [id]);

  test.for([
    ['submit_review() with other stars', (author, _id, reviewed) => value(submit(author, reviewed, 1))],
    ['submit_review() with other words', (author, _id, reviewed) => value(submit(author, reviewed, 5, 'Bad'))],
    ['update_review() with other stars', (author, id) => update(author, id, 1, 'Good')],
    ['update_review() with other words', (author, id) => update(author, id, 5, 'Bad')],
    ['SQL with other stars', by('rating = 1')],
    ['SQL with other words', by(`comment = 'Bad'`)],
  ] as const satisfies [string, (author: Person, id: number, reviewed: Person) => PromiseLike<unknown>][])(
    'a change of a review by %s drops the reply, which is free again',
    async ([_door, change], { anna, bob, stored }) => {
      const id = await value(submit(bob, anna));
      await reply(anna, id);
      await change(bob, id, anna);
      expect(await stored(id)).toMatchObject(NONE);
      expect(await outcome(reply(anna, id))).toEqual([204]);
      expect(await stored(id)).toMatchObject(KEPT);
    },
  );

  test('the reply stays with the same review again, a mark of a deal and a hiding', async ({
    world,
    anna,
    bob,
    adam,
    stored,
  }) => {
    const id = await value(submit(bob, anna));
    await reply(anna, id);
    await value(submit(bob, anna, 5, ' Good '));
    expect(await outcome(update(bob, id, 5, 'Good '))).toEqual([204]);
    await value(sendQuote(bob.client, (await world.createPost(anna)).id));
    await hide(adam, id);
    await unhide(adam, id);
    expect(await stored(id)).toMatchObject({ ...KEPT, is_verified_deal: true });
  });

  test('the reply stays when a mask comes off the review, and goes with its original when the review changes', async ({
    world,
    anna,
    bob,
    adam,
    stored,
  }) => {
    const mask = (pattern: string) =>
      value(
        judged(() =>
          adam.client.rpc('save_content_rule', { rule: { kind: 'word', pattern, action: 'mask', fields: ['review'] } }),
        ),
      );
    const end = async (rule_id: number) => {
      expect(await adam.client.rpc('delete_content_rule', { rule_id })).toAnswer(204);
      for (let turn = 0; turn < 4; turn += 1) await world.sql(`select public.housekeep('masks')`);
    };
    const [inReview, inReply] = [await mask('rascal'), await mask('liar')];
    const id = await value(submit(bob, anna, 2, 'A rascal'));
    await reply(anna, id, 'You liar');
    const masked = { comment: 'A ******', reply: 'You ****' };
    expect(await stored(id)).toMatchObject(masked);
    // The same texts again, as they were written and as they are read.
    await world.sql('delete from public.notifications');
    for (const comment of ['A rascal', 'A ******', 'A \u202arascal\u202c']) {
      expect(await value(submit(bob, anna, 2, comment))).toBe(id);
      expect(await update(bob, id, 2, comment)).toAnswer(204);
    }
    for (const text of ['You liar', 'You ****', 'You \u2068liar\u2069'])
      expect(await reply(anna, id, text)).toAnswer(204);
    expect(await stored(id)).toMatchObject(masked);
    expect(await notificationsOf(anna)).toEqual([]);
    await end(inReview);
    expect(await stored(id)).toMatchObject({ comment: 'A rascal', reply: 'You ****' });
    await world.sql('update public.reviews set rating = 4 where id = $1', [id]);
    await end(inReply);
    expect(await stored(id)).toMatchObject({ comment: 'A rascal', ...NONE });
    expect(await world.sql('select 1 from private.masked_texts')).toEqual([]);
  });

  test('the reviewed user is told of a change by each door, once within ten minutes', async ({ world, anna, bob }) => {
    const id = await value(submit(bob, anna));
    await anna.client.rpc('mark_all_notifications_read');
    const unread = async () =>
      (await notificationsOf(anna)).filter(({ read_at }) => read_at === null).map(({ message }) => message);
    await update(bob, id, 1);
    await update(bob, id, 1);
    expect(await unread()).toEqual(['bob left you a 1-star review']);
    await value(submit(bob, anna, 3));
    await update(bob, id, 2);
    expect(await unread()).toEqual(['bob left you a 2-star review']);
    expect(await notificationsOf(anna)).toHaveLength(2);
    expect((await mailsOf(world, anna)).at(-1)).toEqual({ message: 'bob left you a 2-star review' });
  });
});

describe('hiding a review', () => {
  test('an admin hides a review from all but its author and admins, and from the rating', async ({
    anna,
    bob,
    carl,
    adam,
    stored,
    rating,
  }) => {
    const id = await value(submit(bob, anna));
    expect(await outcome(hide(adam, id, ' Insult '))).toEqual([204]);
    expect(await outcome(hide(adam, id, 'Again'))).toEqual([204]);
    expect(await stored(id)).toMatchObject({ hidden_by: adam.id, hidden_reason: 'Insult' });
    expect(await rating(anna)).toEqual([0, null]);
    for (const [person, count] of [
      [anna, 0],
      [carl, 0],
      [bob, 1],
      [adam, 1],
    ] as const) {
      expect(await value(person.client.from('reviews').select('id').eq('id', id)), person.username).toHaveLength(count);
    }
    expect(await outcome(unhide(adam, id))).toEqual([204]);
    expect(await rating(anna)).toEqual([1, 5]);
    expect(await stored(id)).toMatchObject({ hidden_at: null, hidden_by: null, hidden_reason: null });
  });

  test('no admin decides about reviews by or of themselves, and each hiding is in the audit log once', async ({
    world,
    anna,
    adam,
    mona,
  }) => {
    const [received, written] = [await value(submit(anna, adam, 1)), await value(submit(adam, anna, 1))];
    for (const id of [received, written]) {
      expect(await outcome(hide(adam, id))).toEqual([403, 'Another admin decides about what is yours']);
      for (let times = 0; times < 2; times += 1) expect(await outcome(hide(mona, id, 'Insult'))).toEqual([204]);
      expect(await outcome(unhide(adam, id))).toEqual([403, 'Another admin decides about what is yours']);
    }
    expect(await outcome(unhide(mona, received))).toEqual([204]);
    expect(
      await world.sql(
        `select actor_id, action, entity_id, before, after from public.audit_log
        where entity = 'review' and entity_id = any ($1) order by id`,
        [[received, written].map(String)],
      ),
    ).toMatchObject(
      [
        ['hide_review', received, null, 'Insult'],
        ['hide_review', written, null, 'Insult'],
        ['unhide_review', received, 'Insult', null],
      ].map(([action, id, before, after]) => ({
        actor_id: mona.id,
        action,
        entity_id: String(id),
        before: { reason: before },
        after: { reason: after },
      })),
    );
  });

  test('the author cannot edit, replace or delete a hidden review', async ({ anna, bob, adam }) => {
    const id = await value(submit(bob, anna));
    await hide(adam, id);
    const refusal = [403, 'This review was hidden by an administrator'];
    expect(await outcome(update(bob, id))).toEqual(refusal);
    expect(await outcome(remove(bob, id))).toEqual(refusal);
    expect(await outcome(submit(bob, anna, 1))).toEqual(refusal);
    expect(await outcome(reply(anna, id))).toEqual([404, 'Review not found']);
    expect(await outcome(takeBack(anna, id))).toEqual([404, 'Review not found']);
  });

  test('hiding a review is refused to users, without a reason, and for a missing review', async ({
    world,
    anna,
    bob,
    carl,
    adam,
  }) => {
    const id = await value(submit(bob, anna));
    for (const person of [anna, bob, carl]) {
      expect(await outcome(hide(person, id))).toEqual([403, 'You are not allowed to hide reviews']);
      expect(await outcome(unhide(person, id))).toEqual([403, 'You are not allowed to hide reviews']);
    }
    expect(await outcome(hide(adam, id, ' '))).toEqual([400, 'Reason is required']);
    expect(await outcome(hide(adam, id, 'x'.repeat(501)))).toEqual([400, 'Reason too long']);
    expect(await outcome(hide(adam, 999_999))).toEqual([404, 'Review not found']);
    expect(await world.guest.rpc('hide_review', { review_id: id, reason: 'x' })).toAnswer(401);
    expect(await world.guest.rpc('unhide_review', { review_id: id })).toAnswer(401);
  });
});

describe('the bars of a user', () => {
  test('the bars of a user count the visible reviews by rating', async ({ world, anna, bob, carl, adam, mona }) => {
    await submit(bob, anna, 5);
    await submit(carl, anna, 3);
    const hidden = await value(submit(adam, anna, 1));
    await hide(mona, hidden);
    for (const person of [anna, adam]) {
      expect(await value(person.client.rpc('count_reviews', { user_id: anna.id }))).toEqual([
        { rating: 5, reviews: 1 },
        { rating: 3, reviews: 1 },
      ]);
    }
    expect(await world.guest.rpc('count_reviews', { user_id: anna.id })).toAnswer(401);
  });
});
