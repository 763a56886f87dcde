import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';
import { queue, type Finish } from './race.ts';

/*
 * Two who change the same rows, the one from this end, the other from that: held up where each has its first lock, they would wait
 * for each other (40P01) if they took them in another order.
 */
let database: RealDatabase;
let anna: SqlPerson;
let bob: SqlPerson;
let adam: SqlPerson;
let mona: SqlPerson;

beforeEach(async () => {
  database = await openRealDatabase();
  anna = await database.person('anna');
  bob = await database.person('bob');
  adam = await database.person('adam', 'admin');
  mona = await database.person('mona', 'main_admin');
});
afterEach(() => database.close());

async function postOf(owner: SqlPerson): Promise<number> {
  const [post] = await database.sql<{ id: number }>(
    `insert into public.posts (user_id, title, description, category, country, delivery_address)
     values ($1, 'Steel', 'x', 'food', 'vn', 'x') returning id`,
    [owner.id],
  );
  return post?.id ?? 0;
}

const codes = (ends: readonly Finish<unknown>[]) => ends.map(({ code = 'ok' }) => code);
const as = async (who: SqlPerson, statement: string) => ({ client: await database.connectAs(who), statement });
/** A connection with the rights of Auth. */
async function auth(): Promise<pg.Client> {
  const client = await database.connectAs('service_role');
  await client.query('reset role');
  return client;
}
const holdAccount = ({ id }: SqlPerson) => `select 1 from public.accounts where profile_id = ${id} for update`;
const holdCounters = (post: number) => `select 1 from public.post_counters where post_id = ${post} for update`;
const deletion = ({ id, username }: SqlPerson) => `select public.delete_user(${id}, '${username}')`;
const facts = `"description": "x", "price_text": "1", "quantity_text": "1", "delivery_time": "x"`;
const newPost = `insert into public.posts (title, description, category, country, delivery_address) values ('x', 'x', 'food', 'vn', 'x')`;

async function expectRightCounts(): Promise<void> {
  expect(await database.sql('select visible_count from public.post_totals')).toEqual(
    await database.sql(
      `select count(*)::int as visible_count from public.posts where not is_hidden having count(*) filter (where not is_hidden) > 0`,
    ),
  );
  expect(
    await database.sql(
      `select country, category, span, block, sum(visible_count)::int as visible_count, sum(hidden_count)::int as hidden_count
       from private.post_blocks group by 1, 2, 3, 4 having sum(visible_count) <> 0 or sum(hidden_count) <> 0 order by 1, 2, 3, 4`,
    ),
  ).toEqual(await database.sql('select * from private.counted_post_blocks order by 1, 2, 3, 4'));
  expect(
    await database.sql(
      `select c.post_id from public.post_counters c where c.likes <> (select count(*) from public.post_likes l where l.post_id = c.post_id)`,
    ),
  ).toEqual([]);
  expect(
    await database.sql(
      `select a.profile_id from public.accounts a where a.post_count <> (select count(*) from public.posts p where p.user_id = a.profile_id)`,
    ),
  ).toEqual([]);
}

describe('nobody waits in a circle', () => {
  afterEach(expectRightCounts);

  test('hiding all posts of a user who deletes one does not deadlock', async () => {
    const post = await postOf(anna);
    const ends = await queue(database, holdAccount(anna), [
      await as(adam, `select public.hide_posts_of_user(${anna.id}, 'Spam')`),
      await as(anna, `delete from public.posts where id = ${post}`),
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
  });

  test('bulk actions on posts of somebody who deletes one, from this end and from that, do not deadlock', async () => {
    const posts = [await postOf(anna), await postOf(anna), await postOf(bob)];
    const hide = (ids: number[]) => `select public.bulk_hide_posts(array[${ids.join()}]::bigint[], 'Spam')`;
    const unhide = (ids: number[]) => `select public.bulk_unhide_posts(array[${ids.join()}]::bigint[])`;
    const holdPost = `select 1 from public.posts where id = ${posts[0]} for update`;
    const ends = await queue(database, holdPost, [
      await as(adam, hide(posts)),
      await as(mona, hide(posts.toReversed())),
      await as(anna, `delete from public.posts where id = ${posts[1]}`),
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok', 'ok']);
    const [batch] = await database.sql<{ id: number }>('select id::int from public.moderation_batches');
    const undoing = await queue(database, holdPost, [
      await as(adam, unhide(posts.toReversed())),
      await as(mona, `select public.undo_moderation(${batch?.id})`),
      await as(anna, `delete from public.posts where id = ${posts[0]}`),
    ]);
    expect(codes(undoing)).toEqual(['ok', 'ok', 'ok']);
    expect(await database.sql('select id::int, is_hidden from public.posts')).toEqual([
      { id: posts[2], is_hidden: false },
    ]);
  });

  test.each([`update public.posts set description = 'y'`, 'delete from public.posts'])(
    'one request for all posts of an owner, %s, is refused before it can deadlock with moderation',
    async (statement) => {
      const posts = [await postOf(anna), await postOf(anna)];
      // From now on it lies behind the other on the disk.
      await database.sql(`update public.posts set description = 'z' where id = ${posts[0]}`);
      const ends = await queue(database, `select 1 from public.posts where id = ${posts[0]} for update`, [
        await as(adam, `select public.bulk_hide_posts(array[${posts.join()}]::bigint[], 'Spam')`),
        await as(anna, statement),
      ]);
      expect(codes(ends)).toEqual(['ok', 'PT400']);
    },
  );

  test('hiding the posts of somebody who chooses the hour of the digest, and undoing it, does not deadlock', async () => {
    await database.sql(`select private.prefer($1, 'deadline_passed', null, 'daily')`, [anna.id]);
    await database.sql(`select private.queue_mail($1, 'deadline_passed', '{"message": "x"}', 'x')`, [anna.id]);
    await postOf(anna);
    for (const statement of [
      `select public.hide_posts_of_user(${anna.id}, 'Spam')`,
      'select public.undo_moderation((select max(id) from public.moderation_batches))',
    ]) {
      const ends = await queue(database, holdAccount(anna), [
        await as(adam, statement),
        await as(anna, `select public.set_digest_time(7, 'UTC')`),
      ]);
      expect(codes(ends)).toEqual(['ok', 'ok']);
    }
  });

  test('answering a question on a post that is deleted, alone or with a user, does not deadlock', async () => {
    const [carl, eve] = [await database.person('carl'), await database.person('eve')];
    for (const [who, statement, answered, supplier = bob] of [
      [anna, (post: number) => `delete from public.posts where id = ${post}`, 'PT404'],
      [mona, () => deletion(bob), 'ok'],
      [mona, () => deletion(anna), 'PT401', eve],
    ] as const) {
      const post = await postOf(anna);
      await database.sql(
        `insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, description, price_text, quantity_text, delivery_time)
         values ($1, 'Steel', $2, $3, 'x', '1', '1', 'x')`,
        [post, anna.id, supplier.id],
      );
      await (await database.connectAs(carl)).query(`select public.ask_question(${post}, 'How much?')`);
      const ends = await queue(database, holdCounters(post), [
        await as(who, statement(post)),
        await as(anna, `select public.answer_question(max(id), 'Ten') from public.post_questions`),
      ]);
      expect(codes(ends), statement(post)).toEqual(['ok', answered]);
    }
  });

  test('a change of the password of a user who is deleted does not deadlock', async () => {
    await database.sql(`select private.queue_mail($1, 'password_changed', '{}', 'password')`, [bob.id]);
    await database.sql(
      `insert into private.mail_proofs (auth_id, kind, address) values ($1, 'reset_password', 'bob@example.com')`,
      [bob.authId],
    );
    const ends = await queue(database, 'select 1 from private.mail_proofs for update', [
      {
        client: await auth(),
        statement: `update auth.users set encrypted_password = '${randomUUID()}' where id = '${bob.authId}'`,
      },
      await as(mona, deletion(bob)),
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
  });

  const sessionOf = async ({ authId }: SqlPerson) => {
    const id = randomUUID();
    await database.sql(
      `insert into auth.sessions (id, user_id, created_at, updated_at, ip, user_agent) values ($1, $2, now(), now(), '1.2.3.4', 'x')`,
      [id, authId],
    );
    return id;
  };

  test('a session that is renewed while its user is deleted does not deadlock', async () => {
    const id = await sessionOf(bob);
    const ends = await queue(database, 'select 1 from private.sign_in_places for update', [
      await as(mona, deletion(bob)),
      { client: await auth(), statement: `update auth.sessions set ip = '1.2.3.5' where id = '${id}'` },
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
  });

  test('a sign-in that ends an old session while Auth ends all of them does not deadlock', async () => {
    await database.sql(
      `insert into auth.sessions (id, user_id, created_at, updated_at)
      select gen_random_uuid(), $1, now(), now() from generate_series(1, 100)`,
      [bob.authId],
    );
    const change = `update auth.users set last_sign_in_at = now() where id = '${bob.authId}'`;
    const holdUser = `select 1 from auth.users where id = '${bob.authId}' for no key update`;
    const ends = await queue(database, holdUser, [
      { client: await auth(), statement: `${change}; delete from auth.sessions where user_id = '${bob.authId}'` },
      {
        client: await auth(),
        statement: `insert into auth.sessions (id, user_id, created_at, updated_at)
          values (gen_random_uuid(), '${bob.authId}', now(), now()); ${change}`,
      },
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
  });

  test('a recovery code that is used while the second factor is turned off does not deadlock', async () => {
    for (const unenrols of [false, true]) {
      const id = await sessionOf(bob);
      await database.sql(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
         values ($1, $2, 'x', 'totp', 'verified', now(), now(), 's')`,
        [randomUUID(), bob.authId],
      );
      await database.sql(
        `insert into private.recovery_codes (user_id, hash) values ($1, private.recovery_hash('aaaa')) on conflict do nothing`,
        [bob.id],
      );
      const client = await database.connectAs(bob);
      await client.query(
        `select set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb || $1::jsonb)::text, false)`,
        [JSON.stringify({ session_id: id })],
      );
      const ends = await queue(database, 'select 1 from private.recovery_codes for update', [
        { client, statement: `select public.use_recovery_code('aaaa')` },
        unenrols
          ? { client: await auth(), statement: `delete from auth.mfa_factors where user_id = '${bob.authId}'` }
          : await as(mona, `select public.reset_second_factor(${bob.id}, 'Lost')`),
      ]);
      expect(codes(ends)).toEqual(['ok', unenrols ? 'ok' : 'PT409']);
    }
  });

  test('two who write to the same people, whose mails come in digests, do not deadlock', async () => {
    const [carl, mike, eve] = [
      await database.person('carl'),
      await database.person('mike'),
      await database.person('eve'),
    ];
    for (const { id } of [bob, mike, eve])
      for (const kind of ['quote_accepted', 'quote_declined', 'deadline_passed', 'request_closed']) {
        await database.sql(`select private.prefer($1, $2, null, 'daily')`, [id, kind]);
        await database.sql(`select private.queue_mail($1, $2, '{"message": "x"}', 'x')`, [id, kind]);
      }
    const quoteOf = async (post: number, owner: SqlPerson, supplier: SqlPerson) => {
      const [quote] = await database.sql<{ id: number }>(
        `insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, description, price_text, quantity_text, delivery_time)
         values ($1, 'Steel', $2, $3, 'x', '1', '1', 'x') returning id::int`,
        [post, owner.id, supplier.id],
      );
      return quote?.id ?? 0;
    };
    const digest = `select 1 from private.mail_outbox where user_id = ${mike.id} and template = 'digest' for update`;
    const [ofAnna, ofCarl] = [await postOf(anna), await postOf(carl)];
    const [first] = [
      await quoteOf(ofAnna, anna, bob),
      await quoteOf(ofAnna, anna, mike),
      await quoteOf(ofAnna, anna, eve),
    ];
    const [second] = [await quoteOf(ofCarl, carl, eve), await quoteOf(ofCarl, carl, bob)];
    const accepting = await queue(database, digest, [
      await as(anna, `select public.accept_quote(${first}, true, 1)`),
      await as(carl, `select public.accept_quote(${second}, true, 1)`),
    ]);
    expect(codes(accepting)).toEqual(['ok', 'ok']);

    const posts = [await postOf(eve), await postOf(mike), await postOf(bob)];
    await database.sql(`update public.posts set quote_deadline = now() - interval '1 minute' where id = any ($1)`, [
      posts,
    ]);
    await database.sql(`update private.deadlines_to_tell set quote_deadline = now() - interval '1 minute'`);
    const closed = await postOf(anna);
    for (const supplier of [bob, eve]) await quoteOf(closed, anna, supplier);
    const closing = await queue(database, digest, [
      { client: await database.connectAs('service_role'), statement: 'select public.tell_deadlines()' },
      await as(anna, `select public.close_post(${closed}, 'no_need')`),
    ]);
    expect(codes(closing)).toEqual(['ok', 'ok']);
  });

  test('lifting a suspension and giving another one at once does not deadlock', async () => {
    await database.sql(
      `update public.accounts set suspended_until = 'infinity', suspended_at = now(), suspension_reason = 'Spam'
      where profile_id = $1`,
      [anna.id],
    );
    const ends = await queue(database, holdAccount(anna), [
      await as(adam, `select public.suspend_user(${anna.id}, 'Spam', 7)`),
      await as(adam, `select public.lift_suspension(${anna.id}, true)`),
    ]);
    expect(codes(ends)).toEqual(['PT409', 'ok']);
  });

  test('bulk actions on feedback of somebody who is deleted, from this end and from that, do not deadlock', async () => {
    const sent = await database.sql<{ id: number }>(
      `insert into public.feedback (user_id, email, category, subject, message, page_path, user_agent)
       select $1, 'x@example.com', 'bug', 'Broken map', 'The map does not open.', '/', 'x' from generate_series(1, 3) returning id::int`,
      [anna.id],
    );
    const ids = sent.map(({ id }) => id);
    const set = (of: number[], status: string) =>
      `select public.bulk_set_feedback_status(array[${of.join()}]::bigint[], '${status}')`;
    const remove = `select public.bulk_delete_feedback(array[${ids.join()}]::bigint[])`;
    const hold = (id = 0) => `select 1 from public.feedback where id = ${id} for update`;
    const ends = await queue(database, hold(ids[1]), [
      await as(adam, set(ids, 'spam')),
      await as(mona, set(ids.toReversed(), 'resolved')),
      await as(adam, `select public.set_feedback_status(${ids[2]}, 'new')`),
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok', 'ok']);
    const [batch] = await database.sql<{ id: number }>('select max(id)::int as id from public.moderation_batches');
    const undoing = await queue(database, hold(ids[1]), [
      await as(mona, `select public.undo_moderation(${batch?.id})`),
      await as(adam, remove),
      await as(mona, deletion(anna)),
    ]);
    expect(codes(undoing)).toEqual(['ok', 'ok', 'ok']);
  });

  test('bulk actions of an admin on their own feedback while they are deleted do not deadlock', async () => {
    const [sent] = await database.sql<{ id: number }>(
      `insert into public.feedback (user_id, email, category, subject, message, page_path, user_agent)
       values ($1, 'x@example.com', 'bug', 'Broken map', 'The map does not open.', '/', 'x') returning id::int`,
      [adam.id],
    );
    const ends = await queue(database, `select 1 from public.feedback where id = ${sent?.id} for update`, [
      await as(mona, deletion(adam)),
      await as(adam, `select public.bulk_delete_feedback(array[${sent?.id}]::bigint[])`),
    ]);
    expect(codes(ends)).toEqual(['ok', 'PT401']);
  });

  test('hiding all posts of a user who unhides and deletes one does not deadlock', async () => {
    const post = await postOf(anna);
    const hidden = await postOf(anna);
    const owner = await database.connectAs(anna);
    await owner.query(`select public.hide_post(${hidden})`);
    const ends = await queue(database, holdAccount(anna), [
      await as(adam, `select public.hide_posts_of_user(${anna.id}, 'Spam')`),
      await as(anna, `select public.unhide_post(${hidden})`),
      { client: owner, statement: `delete from public.posts where id = ${hidden}` },
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok', 'ok']);
    expect(await database.sql('select id, is_hidden from public.posts')).toEqual([{ id: post, is_hidden: true }]);
  });

  const company = `select public.update_profile('{"first_name": "Anna", "last_name": "Example", "phone_number": "", "country": "vn",
    "address": "", "company_name": "Acme", "organization": "", "tax_code": "", "bio": ""}')`;
  const hiddenOfAcme = { is_hidden: true, owner_names: 'anna Acme' };

  test('hiding all posts of a user who saves another company does not deadlock', async () => {
    await postOf(anna);
    const ends = await queue(database, holdAccount(anna), [
      await as(adam, `select public.hide_posts_of_user(${anna.id}, 'Spam')`),
      await as(anna, company),
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
    expect(await database.sql('select is_hidden, owner_names from public.posts')).toEqual([hiddenOfAcme]);
  });

  test('saving a company on many posts that an admin hides does not deadlock', async () => {
    const posts = [await postOf(anna), await postOf(anna), await postOf(anna)];
    const steps = [await as(adam, `select public.hide_posts_of_user(${anna.id}, 'Spam')`), await as(anna, company)];
    // By an index, which has the newest first.
    for (const { client } of steps) await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
    const ends = await queue(database, `select 1 from public.posts where id = ${posts[1]} for update`, steps);
    expect(codes(ends)).toEqual(['ok', 'ok']);
    expect(await database.sql('select distinct is_hidden, owner_names from public.posts')).toEqual([hiddenOfAcme]);
  });

  test('a profile saved while its user is deleted leaves nothing behind, without a deadlock', async () => {
    const ends = await queue(database, holdAccount(anna), [await as(mona, deletion(anna)), await as(anna, company)]);
    expect(codes(ends)).toEqual(['ok', 'PT401']);
    expect(await database.sql('select company_name from public.profiles where id = $1', [anna.id])).toEqual([
      { company_name: null },
    ]);
  });

  test('an account changed while its user is deleted leaves nothing behind, without a deadlock', async () => {
    const phone = `update public.accounts set phone_number = '123456' where profile_id = ${anna.id}`;
    const ends = await queue(database, holdAccount(anna), [await as(mona, deletion(anna)), await as(anna, phone)]);
    expect(codes(ends)).toEqual(['ok', 'PT401']);
    expect(await database.sql('select phone_number from public.accounts where profile_id = $1', [anna.id])).toEqual([
      { phone_number: null },
    ]);
  });

  test('deleting a user who deletes a post does not deadlock', async () => {
    const post = await postOf(bob);
    const ends = await queue(database, holdAccount(bob), [
      await as(mona, deletion(bob)),
      await as(bob, `delete from public.posts where id = ${post}`),
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
  });

  test('deleting a part of a user who deletes a post, or whose quote is declined, does not deadlock', async () => {
    await database.sql(
      `insert into public.posts (user_id, title, description, category, country, delivery_address)
       select $1, 'Steel', 'x', 'food', 'vn', 'x' from generate_series(1, 501)`,
      [bob.id],
    );
    const own = await postOf(bob);
    expect(
      codes(
        await queue(database, holdAccount(bob), [
          await as(mona, deletion(bob)),
          await as(bob, `delete from public.posts where id = ${own}`),
        ]),
      ),
    ).toEqual(['ok', 'ok']);
    expect(await database.sql('select count(*)::int from public.posts')).toEqual([{ count: 2 }]);

    const quoted = await postOf(anna);
    const [quote] = await database.sql<{ id: number }>(
      `insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, description, price_text, quantity_text, delivery_time)
       select $1, 'Steel', $2, $3, 'x', '5', '1', 'soon' from generate_series(1, 501) returning id::int`,
      [quoted, anna.id, bob.id],
    );
    expect(
      codes(
        await queue(database, holdAccount(bob), [
          await as(mona, deletion(bob)),
          await as(anna, `select public.decline_quote(${quote?.id})`),
        ]),
      ),
    ).toEqual(['ok', 'PT409']);
    expect(await database.sql(`select count(*)::int from public.quotes where status = 'pending'`)).toEqual([
      { count: 1 },
    ]);
  });

  test('a post written while its user is deleted is refused, without a deadlock', async () => {
    const ends = await queue(database, holdAccount(bob), [await as(mona, deletion(bob)), await as(bob, newPost)]);
    expect(codes(ends)).toEqual(['ok', 'PT401']);
    expect(await database.sql('select id from public.posts')).toEqual([]);
  });

  test('deleting a user who asked about a post that is deleted too does not deadlock', async () => {
    const post = await postOf(anna);
    await postOf(bob);
    await (await database.connectAs(bob)).query(`select public.ask_question(${post}, 'How much?')`);
    const ends = await queue(database, 'select 1 from public.post_totals for update', [
      await as(mona, deletion(bob)),
      await as(anna, `delete from public.posts where id = ${post}`),
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
  });

  test('all writes of a user who is being deleted are refused, without a deadlock', async () => {
    const post = await postOf(anna);
    await (await database.connectAs(bob)).query(`select public.submit_quote('{"post_id": ${post}, ${facts}}')`);
    const [quote] = await database.sql<{ id: number }>('select id from public.quotes');
    const other = await postOf(anna);
    const words: [statement: string, table: string][] = [
      [`select public.set_post_like(${post}, true)`, 'post_likes'],
      [`select public.submit_quote('{"post_id": ${other}, ${facts}}')`, `quotes where post_id = ${other}`],
      [`select public.submit_review(${anna.id}, 5, 'Good partner')`, 'reviews'],
      [`select public.send_message(${quote?.id}, 'x')`, 'messages'],
      [`select public.ask_question(${post}, 'How much?')`, 'post_questions'],
    ];
    const feedback = `select public.record_feedback('{"category": "other", "subject": "Hello", "message": "How are you?", "client_id": "${randomUUID()}"}', '${bob.authId}')`;
    // What a deletion has first, so that it has begun and nothing of it is done.
    const ends = await queue(database, `select 1 from public.profiles where id = ${bob.id} for no key update`, [
      await as(mona, deletion(bob)),
      ...(await Promise.all(words.map(([statement]) => as(bob, statement)))),
      { client: await database.connectAs('service_role'), statement: feedback },
    ]);
    expect(codes(ends)).toEqual(['ok', ...words.map(() => 'PT401'), 'PT401']);
    for (const table of [...words.map(([, name]) => name), 'feedback'])
      expect(await database.sql(`select 1 from public.${table}`), table).toEqual([]);
  });

  test('deleting a user who quotes a post again does not deadlock', async () => {
    const post = await postOf(anna);
    await database.sql(
      `insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, description, price_text, quantity_text, delivery_time)
       values ($1, 'Steel', $2, $3, 'x', '1', '1', 'x')`,
      [post, anna.id, bob.id],
    );
    const quote = `select quote_id from public.submit_quote('{"post_id": ${post}, ${facts}}')`;
    const ends = await queue(database, holdCounters(post), [await as(bob, quote), await as(mona, deletion(bob))]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
    expect(await database.sql('select quotes from public.post_counters')).toEqual([{ quotes: 2 }]);
  });

  test('deleting a user who liked a post that is hidden does not deadlock', async () => {
    await postOf(bob);
    const post = await postOf(anna);
    await database.sql('insert into public.post_likes (post_id, user_id) values ($1, $2)', [post, bob.id]);
    const ends = await queue(database, `select 1 from public.post_likes for update`, [
      await as(mona, deletion(bob)),
      await as(anna, `select public.hide_post(${post})`),
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
  });

  test('deleting two users who liked the same posts in different orders does not deadlock', async () => {
    const posts = [await postOf(anna), await postOf(anna), await postOf(anna)];
    const liked = [
      [bob, posts],
      [adam, posts.toReversed()],
    ] as const;
    for (const [{ id }, each] of liked)
      for (const post of each)
        await database.sql('insert into public.post_likes (post_id, user_id) values ($1, $2)', [post, id]);
    const steps = [await as(mona, deletion(bob)), await as(await database.person('eve', 'main_admin'), deletion(adam))];
    // As the rows lie.
    for (const { client } of steps) await client.query('set enable_indexscan = off; set enable_bitmapscan = off');
    expect(codes(await queue(database, holdCounters(posts[1] ?? 0), steps))).toEqual(['ok', 'ok']);
  });

  test('deleting a user about whom another review is written does not deadlock', async () => {
    const review = (rating: number) => `select public.submit_review(${anna.id}, ${rating}, 'Good partner')`;
    await (await database.connectAs(bob)).query(review(5));
    const ends = await queue(database, 'select 1 from public.reviews for update', [
      await as(bob, review(1)),
      await as(mona, deletion(anna)),
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
  });

  test('no function locks a user of Auth against those who only ask whether it exists', async () => {
    const sources = await database.sql<{ name: string }>(
      `select p.proname as name from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and p.prosrc ~* 'auth\\.users [^;]*\\mfor update' and p.prosrc !~* 'delete from auth\\.users'`,
    );
    expect(sources).toEqual([]);
  });

  test('hiding a review whose author quotes to an owner who saves another company does not deadlock', async () => {
    const [first, second] = [await postOf(anna), await postOf(anna)];
    await (await database.connectAs(bob)).query(`select public.submit_review(${anna.id}, 5, 'Good partner')`);
    const ends = await queue(database, `select 1 from public.posts where id = ${first} for update`, [
      await as(anna, company),
      await as(adam, `select public.hide_review(id, 'Spam') from public.reviews`),
      await as(bob, `select public.submit_quote('{"post_id": ${second}, ${facts}}')`),
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok', 'ok']);
    expect(await database.sql('select rating_count from public.profiles where id = $1', [anna.id])).toEqual([
      { rating_count: 0 },
    ]);
  });

  test.each([
    ['is deleted', () => deletion(bob)],
    ['is verified by an admin', () => `select public.verify_user_email(${bob.id})`],
  ])('a user who %s while signing in causes no deadlock', async (_, change) => {
    await database.sql('update auth.users set email_confirmed_at = null where id = $1', [bob.authId]);
    const ends = await queue(database, holdAccount(bob), [
      await as(mona, change()),
      { client: await auth(), statement: `update auth.users set last_sign_in_at = now() where id = '${bob.authId}'` },
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
  });

  test('deleting a user whose registration a proof of the address empties does not deadlock', async () => {
    const post = await postOf(bob);
    await database.sql('update auth.users set email_confirmed_at = null where id = $1', [bob.authId]);
    const ends = await queue(database, `select 1 from public.posts where id = ${post} for update`, [
      await as(mona, deletion(bob)),
      {
        client: await auth(),
        statement: `update auth.users set email_confirmed_at = now() where id = '${bob.authId}'`,
      },
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
  });

  describe('with a mail that proves an address', () => {
    const asked = () => `update auth.users set confirmation_token = '${randomUUID()}' where id = '${bob.authId}'`;

    beforeEach(async () => {
      await database.sql('update auth.users set email_confirmed_at = null where id = $1', [bob.authId]);
      await database.sql(asked());
      await database.sql(`update private.mail_proofs set asked_at = now() - interval '2 minutes'`);
    });

    test.each([
      ['link', (token: string) => `select public.use_mail_link('${token}', 'verify_email', '${bob.id}') as ticket`],
      [
        'code',
        (_: string, code: string) =>
          `select public.use_mail_code('bob@example.com', '${code}', 'verify_email') as ticket`,
      ],
    ])('the %s of a mail is used while another is asked for, without a deadlock', async (_, used) => {
      const [proof] = await database.sql<{ token: string; code: string }>(
        `select split_part(proof ->> 'path', '=', 2) as token, proof ->> 'code' as code
         from private.make_proof($1, 'verify_email', 'bob@example.com') as proof`,
        [bob.id],
      );
      const ends = await queue(database, `select 1 from auth.users where id = '${bob.authId}' for update`, [
        { client: await auth(), statement: asked() },
        { client: await database.connectAs('service_role'), statement: used(proof?.token ?? '', proof?.code ?? '') },
      ]);
      expect(codes(ends)).toEqual(['ok', 'ok']);
      expect(ends[1]?.rows).toEqual([{ ticket: expect.stringMatching(/^once_/) }]);
    });

    test('deleting a user while their mail is sent does not deadlock, and no mail is left', async () => {
      const ends = await queue(database, 'select 1 from private.mail_proofs for update', [
        await as(mona, deletion(bob)),
        { client: await database.connectAs('service_role'), statement: 'select mail_id from public.claim_mail()' },
      ]);
      expect(codes(ends)).toEqual(['ok', 'ok']);
      expect(await database.sql('select 1 from private.mail_outbox')).toEqual([]);
    });
  });

  test('deleting a user who ends mails by a link does not deadlock, and no choice is left', async () => {
    await database.sql(`select private.prefer($1, 'review_received', false, null)`, [bob.id]);
    await database.sql(`select private.queue_mail($1, 'message_received', private.collected('{"message": "x"}'))`, [
      bob.id,
    ]);
    const [link] = await database.sql<{ token: string }>(
      `select private.unsubscribe_token($1, 'review_received') as token`,
      [bob.id],
    );
    const ends = await queue(database, 'select 1 from private.notification_preferences for update', [
      await as(mona, deletion(bob)),
      {
        client: await database.connectAs('service_role'),
        statement: `select public.choose_mails('${link?.token}', '{}')`,
      },
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
    expect(await database.sql('select 1 from private.notification_preferences')).toEqual([]);
  });

  test('deleting a user who chooses the hour of the digest does not deadlock, whichever is first', async () => {
    await database.sql(`select private.prefer($1, 'review_received', null, 'daily')`, [bob.id]);
    await database.sql(`select private.queue_mail($1, 'review_received', '{"message": "x"}')`, [bob.id]);
    const choose = `select public.set_digest_time(9, 'Europe/Rome')`;
    const digest = `select 1 from private.mail_outbox where template = 'digest' for update`;
    const twice = await queue(database, digest, [await as(bob, choose), await as(bob, choose)]);
    expect(codes(twice)).toEqual(['ok', 'ok']);
    const ends = await queue(database, holdAccount(bob), [await as(bob, choose), await as(mona, deletion(bob))]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
    expect(await database.sql('select time_zone from public.accounts where profile_id = $1', [bob.id])).toEqual([
      { time_zone: null },
    ]);
  });

  test('a user who mutes while they are deleted leaves no mute, and muting twice at once is one', async () => {
    const post = await postOf(anna);
    await database.sql('insert into public.notifications (user_id, message, data) values ($1, $2, $3)', [
      bob.id,
      'x',
      { type: 'deadline_near', path: `/post/post-${post}` },
    ]);
    const mute = `select public.set_mute(true, post_id => ${post})`;
    const twice = await queue(database, `select 1 from public.posts where id = ${post} for update`, [
      await as(bob, mute),
      await as(bob, mute),
    ]);
    expect(codes(twice)).toEqual(['ok', 'ok']);
    expect(await database.sql('select user_id from public.mutes')).toEqual([{ user_id: bob.id }]);
    const ends = await queue(database, `select 1 from public.mutes for update`, [
      await as(mona, deletion(bob)),
      await as(bob, mute),
    ]);
    expect(codes(ends)).toEqual(['ok', 'PT401']);
    expect(await database.sql('select user_id from public.mutes')).toEqual([]);
  });

  test('telling watchers deadlocks neither with the deletion of one nor with the next change', async () => {
    const post = await postOf(anna);
    const job = `select public.housekeep('watches')`;
    const change = (description: string) => `update public.posts set description = '${description}' where id = ${post}`;
    await database.sql('insert into private.watches (post_id, user_id) values ($1, $2), ($1, $3)', [
      post,
      bob.id,
      adam.id,
    ]);
    await database.sql(change('y'));
    await database.sql(job);
    await database.sql(change('z'));
    // A deletion has the watches and mails of its user when it asks for what Auth knows.
    const ends = await queue(database, `select 1 from auth.users where id = '${bob.authId}' for update`, [
      await as(mona, deletion(bob)),
      { client: await database.connectAs('service_role'), statement: job },
      await as(anna, change('last')),
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok', 'ok']);
    expect(await database.sql('select user_id from private.watches')).toEqual([{ user_id: adam.id }]);
    expect(await database.sql('select user_id from public.notifications')).toEqual([{ user_id: adam.id }]);
    expect(await database.sql('select topic from private.news_of_watched')).toEqual([{ topic: 'changed' }]);
  });

  test('deleting a broadcast that somebody is reading does not deadlock, and what is read stays', async () => {
    const admin = await database.connectAs(adam);
    await admin.query(`select public.create_broadcast('{"message": "Maintenance", "audience": "all"}')`);
    const [broadcast] = await database.sql<{ id: number }>('select id from private.broadcasts');
    const ends = await queue(database, 'select 1 from private.broadcasts for update', [
      { client: admin, statement: `select public.delete_broadcast(${broadcast?.id})` },
      await as(bob, 'select public.mark_all_notifications_read()'),
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
    expect(await database.sql('select user_id from public.notifications')).toEqual([{ user_id: bob.id }]);
    await database.sql(`select public.housekeep('broadcasts')`);
    expect(await database.sql('select is_cleared, read_count from private.broadcasts')).toEqual([
      { is_cleared: true, read_count: 1 },
    ]);
  });

  test('deleting a rule while it checks a text does not deadlock, and the rule finds nothing', async () => {
    const [rule] = await database.sql<{ id: number }>(
      `insert into public.content_rules (kind, pattern, action, fields) values ('word', 'spam', 'flag', '{post_title}') returning id`,
    );
    const ends = await queue(database, `delete from public.content_rules where id = ${rule?.id}`, [
      await as(bob, newPost.replace(`('x'`, `('spam'`)),
    ]);
    expect(codes(ends)).toEqual(['ok']);
    expect(await database.sql('select 1 from public.content_hits')).toEqual([]);
  });

  test.each([
    ['delete from public.content_rules where id = $1', 'deleted'],
    [
      `with held as (select id from public.content_rules where id = $1 for update)
       update public.content_rules r set is_enabled = false from held where r.id = held.id`,
      'switched off',
    ],
  ])('a text that a rule masks while it is %s comes back', async (statement) => {
    const [rule] = await database.sql<{ id: number }>(
      `insert into public.content_rules (kind, pattern, action, fields) values ('word', 'spam', 'mask', '{post_title}') returning id`,
    );
    const ends = await queue(database, statement.replace('$1', String(rule?.id)), [
      await as(bob, newPost.replace(`('x'`, `('spam'`)),
    ]);
    expect(codes(ends)).toEqual(['ok']);
    // As if the job had looked for its masks before the text was stored.
    await database.sql('delete from private.ended_masks');
    for (let turn = 0; turn < 4; turn += 1) await database.sql(`select public.housekeep('masks')`);
    expect(await database.sql(`select title from public.posts where title ~ '[*]|spam'`)).toEqual([{ title: 'spam' }]);
    expect(await database.sql('select 1 from private.masked_texts')).toEqual([]);
  });

  test('masks that go and an edit of the text do not deadlock, and nothing is lost', async () => {
    const [rule] = await database.sql<{ id: number }>(
      `insert into public.content_rules (kind, pattern, action, fields) values ('word', 'spam', 'mask', '{post_title}') returning id`,
    );
    const post = await postOf(bob);
    await database.sql(`update public.posts set title = 'Much spam' where id = ${post}`);
    await database.sql(`delete from public.content_rules where id = ${rule?.id}`);
    await database.sql(`select public.housekeep('masks')`);
    const ends = await queue(database, `select 1 from public.posts where id = ${post} for update`, [
      await as(bob, `update public.posts set title = 'Much ****!' where id = ${post}`),
      { client: await auth(), statement: `select public.housekeep('masks')` },
    ]);
    expect(codes(ends)).toEqual(['ok', 'ok']);
    for (let turn = 0; turn < 4; turn += 1) await database.sql(`select public.housekeep('masks')`);
    expect(await database.sql(`select title from public.posts where id = ${post}`)).toEqual([{ title: 'Much spam!' }]);
  });

  test('a text that is being changed keeps no mask of another text', async () => {
    const [rule] = await database.sql<{ id: number }>(
      `insert into public.content_rules (kind, pattern, action, fields) values ('word', 'spam', 'mask', '{post_title}') returning id`,
    );
    const [held, other] = [await postOf(bob), await postOf(bob)];
    await database.sql(`update public.posts set title = 'Much spam' where id in (${held}, ${other})`);
    await database.sql(`delete from public.content_rules where id = ${rule?.id}`);
    await database.sql(`select public.housekeep('masks')`);
    const work = { client: await auth(), statement: `select public.housekeep('masks') as done` };
    const hold = `select 1 from public.posts where id = ${held} for update`;
    const ends = await queue(database, hold, [work, work, work]);
    expect(ends.map(({ rows }) => rows)).toEqual([[{ done: 1 }], [{ done: 0 }], [{ done: 0 }]]);
    expect(await database.sql(`select title from public.posts where id = ${other}`)).toEqual([{ title: 'Much spam' }]);
  });

  test('deleting a post that somebody asks about does not deadlock', async () => {
    const post = await postOf(anna);
    const ends = await queue(database, holdCounters(post), [
      await as(anna, `delete from public.posts where id = ${post}`),
      await as(bob, `select public.ask_question(${post}, 'How much?')`),
    ]);
    expect(codes(ends)).toEqual(['ok', 'PT404']);
  });

  test('deleting a post that somebody stops liking does not deadlock', async () => {
    const post = await postOf(anna);
    await database.sql('insert into public.post_likes (post_id, user_id) values ($1, $2)', [post, bob.id]);
    const ends = await queue(database, holdCounters(post), [
      await as(anna, `delete from public.posts where id = ${post}`),
      await as(bob, `select public.set_post_like(${post}, false)`),
    ]);
    expect(codes(ends)).toEqual(['ok', 'PT404']);
  });
});
