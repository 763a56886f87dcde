import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, outcome, value } from './support.ts';

/* Bulk actions of admins: one batch each, which can be undone for 30 days. */

let count = 0;
const somebody = (options?: Parameters<typeof world.person>[1]) => {
  count += 1;
  return world.person(`spammer${count}`, options);
};
const spam = (by: Person, users: readonly Person[], client_id: string = randomUUID(), reason = 'Spam') =>
  by.client
    .rpc('mark_spam', { user_ids: users.map(({ id }) => id), reason, client_id })
    .select('id, user_count, post_count, other_count');
const marked = async (by: Person, users: readonly Person[], client_id?: string) => {
  const [batch] = await value(spam(by, users, client_id));
  if (!batch) throw new Error('There is no batch');
  return batch;
};
const hideAll = (by: Person, { id: user_id }: Person, client_id: string = randomUUID()) =>
  by.client.rpc('hide_posts_of_user', { user_id, reason: 'Spam', client_id }).select('id, post_count');
/** Posts of one user, more than a call changes. */
const postMany = ({ id }: Person, count: number) =>
  world.sql(
    `insert into public.posts (user_id, title, description, category, country, delivery_address)
     select $1, 'Pills', 'x', 'food', 'vn', 'x' from generate_series(1, $2)`,
    [id, count],
  );
const undo = (by: Person, batch_id: number) => by.client.rpc('undo_moderation', { batch_id });
const state = async (person: Person) => {
  const [row] = await world.sql<{ until: string | null; reason: string | null }>(
    `select case suspended_until when 'infinity' then 'infinity' when null then null else suspended_until::date::text end as until,
       suspension_reason as reason from public.accounts where profile_id = $1`,
    [person.id],
  );
  return row;
};
const hiddenPosts = (...people: Person[]) =>
  world.sql<{ title: string; reason: string }>(
    'select title, hidden_reason as reason from public.posts where user_id = any ($1) and is_hidden order by id',
    [people.map(({ id }) => id)],
  );
const FREE = { until: null, reason: null };

describe('"this is spam"', () => {
  test('spam suspends several accounts for good, hides what they published, and tells them nothing', async ({
    anna,
    adam,
  }) => {
    const spammers = [await somebody(), await somebody()] as const;
    for (const spammer of spammers)
      for (const title of ['Cheap pills', 'Casino']) await world.createPost(spammer, { title });
    const post = await world.createPost(anna, { title: 'Rice' });
    const [first] = spammers;
    const question = await value(first.client.rpc('ask_question', { post_id: post.id, question: 'Buy my pills?' }));
    await value(first.client.rpc('submit_review', { reviewed_user_id: anna.id, rating: 1, comment: 'Buy my pills' }));
    expect(await marked(adam, spammers)).toMatchObject({ user_count: 2, post_count: 4, other_count: 2 });
    for (const spammer of spammers) {
      expect(await state(spammer)).toEqual({ until: 'infinity', reason: 'Spam' });
      expect(await notificationsOf(spammer)).toEqual([]);
      expect(
        await world.sql(`select template from private.mail_outbox where user_id = $1 and status = 'queued'`, [
          spammer.id,
        ]),
      ).toEqual([]);
    }
    expect(await hiddenPosts(...spammers)).toHaveLength(4);
    expect(await value(anna.client.from('profiles').select('rating_average').eq('id', anna.id))).toEqual([
      { rating_average: null },
    ]);
    expect(
      await world.sql('select hidden_reason from public.post_questions where id = $1', [Number(question)]),
    ).toEqual([{ hidden_reason: 'Spam' }]);
    expect(
      await world.sql(
        `select action, count(*)::int as entries from public.audit_log where actor_username = 'adam' and action in ('mark_spam', 'hide_post') group by action order by action`,
      ),
    ).toEqual([
      { action: 'hide_post', entries: 4 },
      { action: 'mark_spam', entries: 2 },
    ]);
  });

  test('spam skips admins, main admins and deleted accounts of a selection, and refuses one alone', async ({
    bob,
    adam,
    mona,
  }) => {
    const spammer = await somebody();
    const gone = await somebody();
    const staff = await somebody({ role: 'admin' });
    await world.createPost(staff, { title: 'By an admin' });
    expect(await outcome(mona.client.rpc('delete_user', { user_id: gone.id, username: gone.username }))).toEqual([200]);
    for (const other of [gone, staff, mona, adam])
      expect(await outcome(spam(adam, [other]))).toEqual([409, 'You cannot change this account']);
    expect(await outcome(spam(adam, [{ ...bob, id: 999_999 }]))).toEqual([404, 'User not found']);
    expect(await marked(adam, [gone, staff, mona, adam, spammer])).toMatchObject({ user_count: 1 });
    for (const other of [staff, mona, adam]) expect(await state(other)).toEqual(FREE);
    expect(await hiddenPosts(staff)).toEqual([]);
    // A later part of a selection, all of whom are skipped.
    const client_id = randomUUID();
    expect(await marked(adam, [await somebody()], client_id)).toMatchObject({ user_count: 1 });
    expect(await marked(adam, [gone, staff], client_id)).toMatchObject({ user_count: 1 });
  });

  test('spam is refused to users and guests, without a reason, for no user and for more than 50', async ({
    anna,
    bob,
    adam,
  }) => {
    expect(await outcome(spam(bob, [anna]))).toEqual([403, 'You are not allowed to do this']);
    expect(await world.guest.rpc('mark_spam', { user_ids: [anna.id], reason: 'Spam' })).toAnswer(401);
    expect(await outcome(spam(adam, [anna], randomUUID(), ' '))).toEqual([400, 'Reason is required']);
    for (const people of [[], Array.from({ length: 51 }, () => anna)])
      expect(await outcome(spam(adam, people))).toEqual([400, 'Choose 1 to 50 users']);
    for (const client of [bob.client, world.guest]) expect((await client.rpc('list_user_ids')).error).not.toBeNull();
    expect(await value(bob.client.from('moderation_batches').select('id'))).toEqual([]);
    expect(await state(anna)).toEqual(FREE);
  });

  test('parts of one selection are one batch, and a repeated part counts once', async ({ adam }) => {
    const [one, two] = [await somebody(), await somebody()];
    await world.createPost(one);
    const id = randomUUID();
    const first = await marked(adam, [one], id);
    expect(await marked(adam, [one], id)).toEqual(first);
    expect(await marked(adam, [two], id)).toEqual({ ...first, user_count: 2 });
    expect(await outcome(spam(adam, [two], id, 'Another reason'))).toEqual([
      409,
      'An earlier version of this is stored already. Look at it before you send again.',
    ]);
  });
});

describe('a repeat of "this is spam"', () => {
  test('a repeat leaves who was let go, or suspended by another admin, and what was brought back', async ({
    anna,
    adam,
    mona,
  }) => {
    const [free, other, still] = [await somebody(), await somebody(), await somebody()];
    await value(still.client.rpc('submit_review', { reviewed_user_id: anna.id, rating: 1, comment: 'Buy my pills' }));
    const id = randomUUID();
    const first = await marked(adam, [free, other, still], id);
    for (const { id: user_id } of [free, other]) await value(mona.client.rpc('lift_suspension', { user_id }));
    expect(await mona.client.rpc('suspend_user', { user_id: other.id, reason: 'For a week', days: 7 })).toAnswer(204);
    await world.sql(
      'update public.reviews set hidden_at = null, hidden_by = null, hidden_reason = null where reviewer_id = $1',
      [still.id],
    );
    for (const person of [free, other, still]) await postMany(person, 1);
    const entries = () =>
      world.sql<{ n: number }>(
        `select count(*)::int as n from public.audit_log where action in ('mark_spam', 'suspend_user')`,
      );
    const before = await entries();
    expect(await marked(adam, [free, other, still], id)).toEqual({ ...first, post_count: 1 });
    expect(await entries()).toEqual(before);
    expect(await state(free)).toEqual(FREE);
    expect(await state(other)).toMatchObject({ reason: 'For a week' });
    expect(await state(still)).toMatchObject({ until: 'infinity' });
    expect(await hiddenPosts(free, other, still)).toHaveLength(1);
    expect(await world.sql('select hidden_at from public.reviews where reviewer_id = $1', [still.id])).toEqual([
      { hidden_at: null },
    ]);
    expect(await outcome(undo(adam, first.id))).toEqual([200]);
    for (const person of [free, still]) expect(await state(person)).toEqual(FREE);
    expect(await state(other)).toMatchObject({ reason: 'For a week' });
    expect(await hiddenPosts(free, other, still)).toEqual([]);
  });
});

describe('undo of a bulk action', () => {
  test('an undo restores exactly what the batch changed, and nothing that was changed before or since', async ({
    anna,
    adam,
    mona,
  }) => {
    const [spammer, suspended, lifted] = [await somebody(), await somebody(), await somebody()];
    const before = await world.createPost(spammer, { title: 'Hidden before' });
    await adam.client.rpc('hide_post', { post_id: before.id, reason: 'Job' });
    await world.createPost(spammer, { title: 'Restored' });
    const since = await world.createPost(spammer, { title: 'Changed since' });
    await value(spammer.client.rpc('submit_review', { reviewed_user_id: anna.id, rating: 2, comment: 'Restored' }));
    await adam.client.rpc('suspend_user', { user_id: suspended.id, reason: 'Rude', days: 7 });
    const earlier = await state(suspended);
    const { id } = await marked(adam, [spammer, suspended, lifted]);
    await mona.client.rpc('edit_hide_reason', { post_id: since.id, reason: 'Fraud' });
    expect(await outcome(mona.client.rpc('lift_suspension', { user_id: lifted.id }))).toEqual([200]);
    expect(await outcome(mona.client.rpc('suspend_user', { user_id: lifted.id, reason: 'Spam' }))).toEqual([204]);
    await world.sql('delete from public.notifications');

    expect(await value(undo(mona, id))).toBe(0);
    expect(await state(spammer)).toEqual(FREE);
    expect(await state(suspended)).toEqual(earlier);
    expect(await state(lifted)).toEqual({ until: 'infinity', reason: 'Spam' });
    expect(await hiddenPosts(spammer)).toEqual([
      { title: 'Hidden before', reason: 'Job' },
      { title: 'Changed since', reason: 'Fraud' },
    ]);
    expect(await value(anna.client.from('reviews').select('comment').eq('reviewer_id', spammer.id))).toEqual([
      { comment: 'Restored' },
    ]);
    // Who was not told of the first is not told of the second.
    expect(await notificationsOf(spammer)).toEqual([]);
    expect(
      await value(
        adam.client
          .from('moderation_batches')
          .select('restored_count, undoer:profiles!moderation_batches_undone_by_fkey(username)')
          .eq('id', id),
      ),
    ).toEqual([{ restored_count: 4, undoer: { username: 'mona' } }]);
    expect(await outcome(undo(adam, id))).toEqual([409, 'This has been undone already']);
  });

  test('hiding all posts of a user can be undone, and the owner is told of both', async ({ adam }) => {
    const owner = await somebody();
    for (const title of ['One', 'Two']) await world.createPost(owner, { title });
    const [batch] = await value(hideAll(adam, owner));
    expect(batch).toMatchObject({ post_count: 2 });
    expect(await value(undo(adam, batch?.id ?? 0))).toBe(0);
    expect(await hiddenPosts(owner)).toEqual([]);
    expect(await notificationsOf(owner)).toHaveLength(4);
  });

  test('lifting a suspension brings back on demand what bulk actions have hidden, and one mail says so', async ({
    bob,
    adam,
    mona,
  }) => {
    const [wronged, other] = [await somebody(), await somebody()];
    const own = await world.createPost(wronged, { title: 'Hidden by its owner' });
    await wronged.client.rpc('hide_post', { post_id: own.id });
    for (const person of [wronged, other]) await world.createPost(person, { title: 'Tea' });
    await marked(adam, [wronged, other]);
    const lift = (by: Person, brings_back?: boolean, person = wronged) =>
      outcome(by.client.rpc('lift_suspension', { user_id: person.id, brings_back }));
    const offered = (by: Person) => by.client.rpc('count_hidden_with_suspension', { user_id: wronged.id });
    expect(await value(offered(mona))).toBe(1);
    expect(await outcome(offered(bob))).toEqual([403, 'You are not allowed to do this']);
    expect(await lift(bob, true)).toEqual([403, 'You are not allowed to do this']);
    expect(await lift(mona, true)).toEqual([200]);
    expect(await state(wronged)).toEqual(FREE);
    expect((await hiddenPosts(wronged)).map(({ title }) => title)).toEqual(['Hidden by its owner']);
    expect(await notificationsOf(wronged)).toEqual([]);
    const mails = (person: Person) =>
      world.sql('select template, data from private.mail_outbox where user_id = $1 order by id', [person.id]);
    expect(await mails(wronged)).toEqual([{ template: 'suspension_lifted', data: { restored: 1 } }]);
    // Neither another user nor what is not suspended any more.
    expect(await hiddenPosts(other)).toHaveLength(1);
    expect(await lift(mona, true)).toEqual([409, 'This account is not suspended']);
    expect(await lift(mona, undefined, other)).toEqual([200]);
    expect(await hiddenPosts(other)).toHaveLength(1);
    expect(await mails(other)).toEqual([{ template: 'suspension_lifted', data: { restored: 0 } }]);
  });

  test('spam, hiding all posts and lifting a suspension work in parts of 200, as one batch and one mail', async ({
    adam,
    mona,
  }) => {
    const [spammer, owner] = [await somebody(), await somebody()];
    for (const person of [spammer, owner]) await postMany(person, 250);
    const [clientId, ofOwner] = [randomUUID(), randomUUID()];
    const { id } = await marked(adam, [spammer], clientId);
    for (const posts of [250, 250])
      expect(await marked(adam, [spammer], clientId)).toMatchObject({ id, user_count: 1, post_count: posts });
    expect(await hiddenPosts(spammer)).toHaveLength(250);
    expect(
      await world.sql(`select id from public.audit_log where action = 'mark_spam' and entity_id = $1`, [
        String(spammer.id),
      ]),
    ).toHaveLength(1);

    for (const posts of [200, 250, 250])
      expect(await value(hideAll(adam, owner, ofOwner))).toMatchObject([{ post_count: posts }]);
    // Of many, an hour's worth of notifications.
    expect(await notificationsOf(owner)).toHaveLength(60);

    const lift = () => mona.client.rpc('lift_suspension', { user_id: spammer.id, brings_back: true });
    expect(await value(lift())).toBe(50);
    expect(await state(spammer)).toMatchObject({ until: 'infinity' });
    expect(await value(lift())).toBe(0);
    expect(await state(spammer)).toEqual(FREE);
    expect(await hiddenPosts(spammer)).toEqual([]);
    expect(await outcome(lift())).toEqual([409, 'This account is not suspended']);
    expect(await world.sql('select data from private.mail_outbox where user_id = $1', [spammer.id])).toEqual([
      { data: { restored: 250 } },
    ]);
  });

  test('an undo works in parts, for 30 days, for admins alone', async ({ bob, adam }) => {
    const spammer = await somebody();
    await postMany(spammer, 250);
    const clientId = randomUUID();
    await marked(adam, [spammer], clientId);
    const { id } = await marked(adam, [spammer], clientId);
    expect(await outcome(undo(bob, id))).toEqual([403, 'You are not allowed to do this']);
    expect(await world.guest.rpc('undo_moderation', { batch_id: id })).toAnswer(401);
    expect(await outcome(undo(adam, 999_999))).toEqual([404, 'Bulk action not found']);
    const age = (interval: string) =>
      world.sql(`update public.moderation_batches set created_at = now() - $1::interval where id = $2`, [interval, id]);
    await age('30 days');
    expect(await outcome(undo(adam, id))).toEqual([409, 'A bulk action can be undone for 30 days']);
    await age('29 days 23 hours');
    expect(await value(undo(adam, id))).toBe(51);
    expect(await state(spammer)).toMatchObject({ until: 'infinity' });
    expect(await value(undo(adam, id))).toBe(0);
    expect(await state(spammer)).toEqual(FREE);
    expect(await hiddenPosts(spammer)).toEqual([]);
  });

  test('a lift brings nothing back of somebody who is not suspended', async ({ adam }) => {
    const owner = await somebody();
    await world.createPost(owner);
    await value(hideAll(adam, owner));
    expect(await outcome(adam.client.rpc('lift_suspension', { user_id: owner.id, brings_back: true }))).toEqual([
      409,
      'This account is not suspended',
    ]);
    expect(await hiddenPosts(owner)).toHaveLength(1);
  });

  test('what a deleted account wrote takes no place in a part', async ({ anna, adam, mona }) => {
    const [gone, spammer, post] = [await somebody(), await somebody(), await world.createPost(anna)];
    await value(spammer.client.rpc('ask_question', { post_id: post.id, question: 'Buy my pills?' }));
    await world.sql(
      `insert into public.post_questions (post_id, asker_id, question, client_id)
       select $1, $2, 'Pills?', gen_random_uuid() from generate_series(1, 200)`,
      [post.id, gone.id],
    );
    await outcome(mona.client.rpc('delete_user', { user_id: gone.id, username: gone.username }));
    expect(await marked(adam, [gone, spammer])).toMatchObject({ user_count: 1, other_count: 1 });
  });

  test('what users wrote about an admin is hidden and brought back by another one', async ({ adam, mona }) => {
    const writer = await somebody();
    const post = await world.createPost(adam);
    await value(writer.client.rpc('ask_question', { post_id: post.id, question: 'Is this real?' }));
    await value(writer.client.rpc('submit_review', { reviewed_user_id: adam.id, rating: 1, comment: 'Rude' }));
    expect(await marked(adam, [writer])).toMatchObject({ user_count: 1, other_count: 0 });
    const { id } = await marked(mona, [writer]);
    expect(await outcome(undo(adam, id))).toEqual([403, 'Another admin decides about what is yours']);
    const lift = (by: Person) => outcome(by.client.rpc('lift_suspension', { user_id: writer.id, brings_back: true }));
    expect(await lift(adam)).toEqual([403, 'Another admin decides about what is yours']);
    expect(await value(adam.client.rpc('count_hidden_with_suspension', { user_id: writer.id }))).toBe(2);
    expect(await lift(mona)).toEqual([200]);
    expect(await value(adam.client.rpc('count_hidden_with_suspension', { user_id: writer.id }))).toBe(0);
  });

  test('an admin does not bring back what was hidden of them', async ({ adam, mona }) => {
    const owner = await somebody();
    await world.createPost(owner);
    const [batch] = await value(hideAll(adam, owner));
    await mona.client.rpc('change_user_role', { user_id: owner.id, role: 'admin', expected: 'user' });
    expect(await outcome(undo(owner, batch?.id ?? 0))).toEqual([403, 'Another admin decides about what is yours']);
    expect(await hiddenPosts(owner)).toHaveLength(1);
    expect(await value(undo(mona, batch?.id ?? 0))).toBe(0);
  });
});

describe('bulk actions on posts', () => {
  const hide = (by: Person, post_ids: number[], reason = 'Spam', client_id: string = randomUUID()) =>
    by.client.rpc('bulk_hide_posts', { post_ids, reason, client_id }).select('id, post_count');
  const unhide = (by: Person, post_ids: number[], note?: string) =>
    by.client.rpc('bulk_unhide_posts', { post_ids, note }).select('id, post_count');
  const messages = async (person: Person) => (await notificationsOf(person)).map(({ message }) => message);

  test('hiding tells the owners why, and its undo leaves what somebody changed since', async ({ adam, mona }) => {
    const owner = await somebody();
    const [one, two, three] = [
      await world.createPost(owner, { title: 'One' }),
      await world.createPost(owner, { title: 'Two' }),
      await world.createPost(owner, { title: 'Three' }),
    ];
    const own = await world.createPost(adam, { title: 'Own' });
    const client_id = randomUUID();
    const [part] = await value(hide(adam, [one.id, own.id], 'Spam', client_id));
    expect(part).toMatchObject({ post_count: 1 });
    const [batch] = await value(hide(adam, [two.id, three.id], 'Spam', client_id));
    expect(batch).toEqual({ id: part?.id, post_count: 3 });
    expect(await hiddenPosts(owner, adam)).toHaveLength(3);
    expect(await messages(owner)).toContain('Your post "One" was hidden: Spam');
    // Nothing to hide is no batch.
    expect(await value(hide(adam, [one.id]))).toEqual([]);
    await mona.client.rpc('unhide_post', { post_id: two.id });
    await mona.client.rpc('hide_post', { post_id: two.id, reason: 'Spam' });
    expect(await value(undo(mona, batch?.id ?? 0))).toBe(0);
    expect((await hiddenPosts(owner)).map(({ title }) => title)).toEqual(['Two']);
  });

  test('unhiding leaves what owners hid; its undo hides again for the old reason, unless decided since', async ({
    adam,
    mona,
  }) => {
    const owner = await somebody();
    const [one, two, own] = [
      await world.createPost(owner, { title: 'One' }),
      await world.createPost(owner, { title: 'Two' }),
      await world.createPost(owner, { title: 'Own' }),
    ];
    await value(hide(adam, [one.id, two.id], 'Not a request'));
    await owner.client.rpc('hide_post', { post_id: own.id });
    const [batch] = await value(unhide(adam, [one.id, two.id, own.id], 'Our mistake'));
    expect(batch).toMatchObject({ post_count: 2 });
    expect((await hiddenPosts(owner)).map(({ title }) => title)).toEqual(['Own']);
    expect(await messages(owner)).toContain('Your post "One" is visible again: Our mistake');
    await owner.client.rpc('hide_post', { post_id: two.id });
    await owner.client.rpc('unhide_post', { post_id: two.id });
    // What was shown is nothing that lifting a suspension could bring back.
    expect(await value(adam.client.rpc('count_hidden_with_suspension', { user_id: owner.id }))).toBe(0);
    expect(await value(undo(mona, batch?.id ?? 0))).toBe(0);
    expect(await hiddenPosts(owner)).toEqual([
      { title: 'One', reason: 'Not a request' },
      { title: 'Own', reason: null },
    ]);
  });

  test('unhiding in the list of hidden posts is a bulk action as well, also of what owners hid', async ({ adam }) => {
    const owner = await somebody();
    const { id } = await world.createPost(owner, { title: 'Own' });
    await owner.client.rpc('hide_post', { post_id: id });
    const { hidden_at } = await value(adam.client.from('posts').select('hidden_at').eq('id', id).single());
    expect(await value(adam.client.rpc('unhide_posts', { post_ids: [id], hidden_at: [hidden_at ?? ''] }))).toBe(1);
    const [batch] = await value(
      adam.client
        .from('moderation_batches')
        .select('id, action, post_count')
        .order('id', { ascending: false })
        .limit(1),
    );
    expect(batch).toMatchObject({ action: 'unhide_posts', post_count: 1 });
    expect(await value(undo(adam, batch?.id ?? 0))).toBe(0);
    expect(await world.sql('select hidden_by::int as by from public.posts where id = $1', [id])).toEqual([
      { by: owner.id },
    ]);
  });

  test('they are refused to users and guests, for no post, for more than 50, and after 300 in an hour', async ({
    bob,
    adam,
  }) => {
    const { id } = await world.createPost(bob);
    for (const call of [hide, unhide]) {
      expect(await outcome(call(bob, [id]))).toEqual([403, 'You are not allowed to do this']);
      for (const ids of [[], Array.from({ length: 51 }, (_, n) => n + 1)])
        expect(await outcome(call(adam, ids))).toEqual([400, 'Choose 1 to 50 posts']);
    }
    expect(await world.guest.rpc('bulk_hide_posts', { post_ids: [id], reason: 'Spam' })).toAnswer(401);
    expect(await world.guest.rpc('bulk_unhide_posts', { post_ids: [id] })).toAnswer(401);
    for (const client of [bob.client, world.guest]) {
      for (const name of ['list_all_posts', 'count_all_posts', 'list_post_ids'] as const)
        expect((await client.rpc(name)).error, name).not.toBeNull();
    }
    expect(await outcome(hide(adam, [id], ' '))).toEqual([400, 'Reason is required']);
    expect(await outcome(unhide(adam, [id], 'x'.repeat(301)))).toEqual([400, 'Note too long']);
    expect(await value(adam.client.rpc('list_post_ids', { search: 'casino', state: 'closed' }))).toEqual([]);
    await world.sql(
      `insert into private.rate_limit_uses (action, subject, window_started_at, used) values ('bulk_action', $1, now(), 300)
       on conflict (action, subject) do update set used = 300`,
      [String(adam.id)],
    );
    const spammer = await somebody();
    for (const call of [hide(adam, [id]), unhide(adam, [id]), spam(adam, [spammer])])
      expect((await call).status).toBe(429);
    expect(await hiddenPosts(bob)).toEqual([]);
    await world.sql(`delete from private.rate_limit_uses where action = 'bulk_action'`);
  });
});

describe('bulk actions on feedback', () => {
  const sent = async (user: Person | null = null, status = 'new') => {
    const [row] = await world.sql<{ id: number }>(
      `insert into public.feedback (user_id, email, category, subject, message, page_path, user_agent, status)
       values ($1, 'sender@example.com', 'bug', 'Broken map', 'The map does not open.', '/', 'x', $2) returning id::int`,
      [user?.id ?? null, status],
    );
    return row?.id ?? 0;
  };
  const setStatus = (by: Person, feedback_ids: number[], status: string, note?: string, client_id?: string) =>
    by.client
      .rpc('bulk_set_feedback_status', { feedback_ids, status, note, client_id })
      .select('id, action, reason, other_count');
  const remove = (by: Person, feedback_ids: number[], note?: string, client_id?: string) =>
    by.client.rpc('bulk_delete_feedback', { feedback_ids, note, client_id }).select('id, other_count');
  const statuses = async (ids: number[]) => {
    const rows = await world.sql<{ status: string }>(
      `select case when deleted_at is null then status else 'deleted' end as status from public.feedback where id = any ($1) order by id`,
      [ids],
    );
    return rows.map(({ status }) => status);
  };
  const logged = (ids: number[]) =>
    world.sql<{ action: string; before: unknown; after: unknown }>(
      `select action, before, after from public.audit_log where entity = 'feedback' and entity_id = any ($1) order by entity_id::bigint, id`,
      [ids.map(String)],
    );

  test('many get a status, which tells nobody, and its undo leaves what was decided since', async ({
    bob,
    adam,
    mona,
  }) => {
    const ids = [
      await sent(bob),
      await sent(),
      await sent(null, 'in_progress'),
      await sent(null, 'spam'),
      await sent(),
    ];
    const [one = 0, two = 0, three = 0, four = 0, five = 0] = ids;
    await world.sql('delete from public.notifications');
    await world.sql('delete from private.mail_outbox');
    const client_id = randomUUID();
    // Twice the same, an unknown one, and one that has the status.
    const [part] = await value(setStatus(adam, [two, one, one, 999_999, four], 'spam', ' Flood ', client_id));
    expect(part).toMatchObject({ action: 'feedback_spam', reason: 'Flood', other_count: 2 });
    const [batch] = await value(setStatus(adam, [three, five], 'spam', 'Flood', client_id));
    expect(batch).toMatchObject({ id: part?.id, other_count: 4 });
    expect(await value(setStatus(adam, [three, five], 'spam', 'Flood', client_id))).toEqual([batch]);
    expect(await statuses(ids)).toEqual(['spam', 'spam', 'spam', 'spam', 'spam']);
    expect(await notificationsOf(bob)).toEqual([]);
    expect(await world.sql('select 1 from private.mail_outbox')).toEqual([]);
    expect(await logged([three, four])).toEqual([
      { action: 'set_feedback_status', before: { status: 'in_progress' }, after: { status: 'spam', batch: batch?.id } },
    ]);
    // Nothing to change is no bulk action.
    expect(await value(setStatus(adam, [four], 'spam'))).toEqual([]);
    // Decided anew, though it is the same again; and gone for good.
    for (const status of ['resolved', 'spam'])
      expect(await outcome(mona.client.rpc('set_feedback_status', { feedback_id: two, status }))).toEqual([204]);
    expect(await outcome(mona.client.rpc('assign_feedback', { feedback_id: one, to_me: true }))).toEqual([204]);
    expect(await outcome(mona.client.rpc('delete_feedback', { feedback_id: five }))).toEqual([204]);
    expect(await value(undo(mona, batch?.id ?? 0))).toBe(0);
    expect(await statuses(ids)).toEqual(['new', 'spam', 'in_progress', 'spam']);
    expect(
      await value(
        adam.client
          .from('moderation_batches')
          .select('restored_count')
          .eq('id', batch?.id ?? 0),
      ),
    ).toEqual([{ restored_count: 2 }]);
    expect(await outcome(undo(adam, batch?.id ?? 0))).toEqual([409, 'This has been undone already']);
    expect(await outcome(setStatus(adam, [one], 'spam', 'Flood', client_id))).toEqual([
      409,
      'This has been undone already',
    ]);
  });

  test('many are deleted for everybody at once, and come back as they were for 30 days', async ({ adam, mona }) => {
    const ids = [await sent(), await sent()];
    const [one = 0, two = 0] = ids;
    const note = { feedback_id: one, body: 'Seen', client_id: randomUUID() };
    expect(await outcome(adam.client.rpc('add_feedback_note', note))).toEqual([204]);
    const path = `00/${one}.png`;
    await world.sql('update public.feedback set images = array[$2] where id = $1', [one, path]);
    const mayRead = () => value(adam.client.rpc('may_read_file', { bucket: 'feedback-images', path }));
    expect(await mayRead()).toBe(true);
    const [earlier] = await value(setStatus(adam, ids, 'resolved'));
    const [batch] = await value(remove(adam, [one, two, two, 999_999], 'Doubles'));
    expect(batch).toMatchObject({ other_count: 2 });
    expect(await value(remove(adam, ids))).toEqual([]);
    expect(await value(setStatus(adam, ids, 'new'))).toEqual([]);
    expect(await value(mona.client.from('feedback').select('id').in('id', ids))).toEqual([]);
    expect(await mayRead()).toBe(false);
    expect(await value(mona.client.from('feedback_entries').select('id').in('feedback_id', ids))).toEqual([]);
    for (const call of [
      mona.client.rpc('set_feedback_status', { feedback_id: one, status: 'new' }),
      mona.client.rpc('assign_feedback', { feedback_id: one, to_me: true }),
      mona.client.rpc('reply_to_feedback', { feedback_id: one, body: 'x', client_id: randomUUID() }),
      mona.client.rpc('delete_feedback', { feedback_id: one }),
    ])
      expect(await outcome(call)).toEqual([404, 'Feedback not found']);
    expect((await logged([two])).at(-1)).toMatchObject({
      action: 'delete_feedback',
      before: { subject: 'Broken map', status: 'resolved' },
      after: { batch: batch?.id },
    });
    // What is not there keeps the status that it had when it went.
    expect(await value(undo(mona, earlier?.id ?? 0))).toBe(0);
    expect(await value(undo(mona, batch?.id ?? 0))).toBe(0);
    expect(await statuses(ids)).toEqual(['resolved', 'resolved']);
    expect(await mayRead()).toBe(true);
    expect(await value(mona.client.from('feedback_entries').select('body').in('feedback_id', ids))).toEqual([
      { body: 'Seen' },
    ]);
  });

  test('a lifted suspension brings no feedback back, nor does the undo that of a deleted account', async ({
    adam,
    mona,
  }) => {
    const sender = await somebody();
    const ids = [await sent(sender), await sent()];
    const [batch] = await value(remove(adam, ids));
    await adam.client.rpc('suspend_user', { user_id: sender.id, reason: 'Rude', days: 7 });
    expect(await value(adam.client.rpc('count_hidden_with_suspension', { user_id: sender.id }))).toBe(0);
    expect(await outcome(mona.client.rpc('lift_suspension', { user_id: sender.id, brings_back: true }))).toEqual([200]);
    expect(await statuses(ids)).toEqual(['deleted', 'deleted']);
    expect(await outcome(mona.client.rpc('delete_user', { user_id: sender.id, username: sender.username }))).toEqual([
      200,
    ]);
    expect(await value(undo(adam, batch?.id ?? 0))).toBe(0);
    expect(await statuses(ids)).toEqual(['deleted', 'new']);
  });

  test('users and guests are refused; so are none, more than 50, an unknown status and 300 in an hour', async ({
    anna,
    bob,
    adam,
  }) => {
    const id = await sent(bob);
    const status = (by: Person, ids: number[]) => setStatus(by, ids, 'spam');
    for (const call of [status, remove]) {
      for (const person of [anna, bob])
        expect(await outcome(call(person, [id]))).toEqual([403, 'You are not allowed to do this']);
      for (const length of [0, 51, 5001])
        expect(
          await outcome(
            call(
              adam,
              Array.from({ length }, (_, n) => n + 1),
            ),
          ),
        ).toEqual([400, 'Choose 1 to 50 messages']);
    }
    expect(await world.guest.rpc('bulk_set_feedback_status', { feedback_ids: [id], status: 'spam' })).toAnswer(401);
    expect(await world.guest.rpc('bulk_delete_feedback', { feedback_ids: [id] })).toAnswer(401);
    for (const unknown of ['deleted', '', 'SPAM'])
      expect((await setStatus(adam, [id], unknown)).status, unknown).toBe(400);
    expect(await outcome(remove(adam, [id], 'x'.repeat(301)))).toEqual([400, 'Note too long']);
    await world.sql(
      `insert into private.rate_limit_uses (action, subject, window_started_at, used) values ('bulk_action', $1, now(), 300)
       on conflict (action, subject) do update set used = 300`,
      [String(adam.id)],
    );
    for (const call of [status, remove]) expect((await call(adam, [id])).status).toBe(429);
    expect(await statuses([id])).toEqual(['new']);
    await world.sql(`delete from private.rate_limit_uses where action = 'bulk_action'`);
  });
});

test('the ids of a list leave out admins and deleted accounts, and are 5,000 at most', async ({ adam }) => {
  const ids = await value(adam.client.rpc('list_user_ids', { search: 'spammer' }));
  expect(ids).not.toContain(adam.id);
  expect(ids.length).toBeGreaterThan(2);
  // Without the side effects of a registration, which take a second for every 500.
  await world.sql(`do $$ begin
    set local session_replication_role = replica;
    insert into auth.users (id, aud, role, email)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'flood' || n || '@example.com' from generate_series(1, 5001) as n;
    insert into public.profiles (auth_id, username) select u.id, split_part(u.email, '@', 1) from auth.users u where u.email like 'flood%';
    insert into public.accounts (profile_id, email) select p.id, p.username || '@example.com' from public.profiles p where p.username like 'flood%';
  end $$`);
  expect(await outcome(adam.client.rpc('list_user_ids', { search: 'flood' }))).toEqual([
    400,
    'More than 5,000 match. Please narrow the list first.',
  ]);
  await world.sql(`update public.accounts set deleted_at = now() where email = 'flood1@example.com'`);
  expect(await value(adam.client.rpc('list_user_ids', { search: 'flood' }))).toHaveLength(5000);
});
