import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type pg from 'pg';
import { bulkLoad } from '../support/postgres/bulk-load.ts';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';

/*
 * The lists of the admin area with 100,000 users, 200,000 posts of which half are hidden, and 100,000 entries in the log: no page may take
 * noticeably longer than with 100. What is measured is work (pages of memory touched), which does not depend on the machine.
 */
const PEOPLE = 100_000;

let database: RealDatabase;
let admin: pg.Client;

beforeAll(async () => {
  database = await openRealDatabase();
  const adam = await database.person('adam', 'admin');
  await bulkLoad(database.sql, () =>
    database.sql(`do $$ begin
    insert into auth.users (id, email) select gen_random_uuid(), 'user' || n || '@example.com' from generate_series(1, ${PEOPLE}) as n;
    insert into public.profiles (auth_id, username, country, company_name, rating_count, rating_sum)
    select id, split_part(email, '@', 1), (array['vn', 'us', 'de', 'fr'])[1 + (random() * 3)::int], 'Company of ' || split_part(email, '@', 1), 1, 1 + (random() * 4)::int
    from auth.users where email like 'user%';
    insert into public.accounts (profile_id, email, email_confirmed_at, post_count, quote_count, last_seen_at, suspended_until, suspension_reason, created_at)
    select id, username || '@example.com', case when id % 1000 > 0 then now() end, id % 97, id % 89, now() - make_interval(mins => id::int),
      case when id % 5000 = 1 then now() + interval '1 day' end, case when id % 5000 = 1 then 'x' end, now() - make_interval(mins => ${PEOPLE} - id::int)
    from public.profiles where username like 'user%';
    insert into public.posts (user_id, title, description, category, country, delivery_address, is_hidden, hidden_by, hidden_reason, hidden_at)
    select n, (array['steel', 'coffee', 'rice', 'laptop', 'cotton'])[1 + n % 5] || ' lot ' || n, 'x', 'food', 'vn', 'x', true,
      case when n % 2 = 0 then n else ${adam.id} end, 'x', now() - make_interval(mins => n)
    from generate_series(2, ${PEOPLE}) as n;
    insert into public.posts (user_id, title, description, category, country, delivery_address, quote_deadline, closed_at, closed_reason)
    select n, (array['steel', 'coffee', 'rice', 'laptop', 'cotton'])[1 + n % 5] || ' order ' || n, 'x', 'energy', (array['vn', 'us', 'de'])[1 + n % 3], 'x',
      case when n % 4 = 0 then now() + make_interval(mins => n - ${PEOPLE} / 2) end, case when n % 7 = 0 then now() end, case when n % 7 = 0 then 'awarded' end
    from generate_series(2, ${PEOPLE}) as n;
    insert into public.post_counters (post_id) select id from public.posts;
    insert into private.post_blocks select * from private.counted_post_blocks;
    insert into public.audit_log (actor_id, actor_username, action, entity, entity_id, created_at)
    select 1, 'admin' || n % 20, (array['hide_post', 'suspend_user', 'lift_suspension'])[1 + n % 3], 'user', n::text, now() - make_interval(mins => ${PEOPLE} - n)
    from generate_series(1, ${PEOPLE}) as n;
    insert into public.content_rules (kind, pattern, action, fields) select 'word', 'w' || n, 'block', '{quote}' from generate_series(1, 100) as n;
    insert into public.content_hits (rule_id, rule_name, action, context, entity, user_id, created_at)
    select r.id, 'word: w', case when n % 1000 = 0 then 'mask' when n % 3 = 0 then 'trial' else 'block' end, 'review', 'review', n,
      now() - make_interval(secs => ${PEOPLE} - n)
    from generate_series(2, ${PEOPLE}) as n
    join (select id, row_number() over (order by id) as nr from public.content_rules where kind = 'word') as r on r.nr = 1 + n % 100;
  end $$`),
  );
  await database.sql('vacuum analyze');
  admin = await database.connectAs(adam);
});

afterAll(() => database.close());

/** Pages of memory that a query touches, and its rows. */
async function work(query: string, client = admin): Promise<{ pages: number; rows: number }> {
  const { rows } = await client.query<{
    'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number; 'Actual Rows': number } }];
  }>(`explain (analyze, buffers, format json) ${query}`);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  return {
    pages: (plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN),
    rows: plan?.['Actual Rows'] ?? 0,
  };
}

const users = (options = '') => `select * from public.list_users(${options})`;
const hits = (options = '') => `select * from public.list_content_hits(${options})`;
const posts = (options = '') => `select * from public.list_all_posts(${options})`;
const hidden = (options = '') => `select * from public.list_hidden_posts(${options})`;

describe('a page of 100,000', () => {
  test.each([
    ['users, newest first', users()],
    ['users by name', users(`sort => 'username', direction => 'asc'`)],
    ['users by posts', users(`sort => 'posts'`)],
    ['users by quotes', users(`sort => 'quotes'`)],
    ['users by rating', users(`sort => 'rating'`)],
    ['users by last seen', users(`sort => 'lastSeen'`)],
    ['users found by a part of the name', users(`search => 'ser9912'`)],
    ['users found by company', users(`search => 'company of user777'`)],
    ['users found by address', users(`search => 'USER99123@example'`)],
    ['suspended users', users(`status => 'suspended'`)],
    ['unverified users', users(`status => 'unverified'`)],
    ['admins', users(`role => 'admin'`)],
    ['users of a country', users(`country => 'de'`)],
    ['users of some days', users(`since => now() - interval '2 hours'`)],
    ['hits of the content filter', hits()],
    ['hits of a frequent kind', hits(`action => 'block'`)],
    ['hits of a rare kind', hits(`action => 'mask'`)],
    ['hits of one rule', hits(`rule_id => (select max(id) from public.content_rules)`)],
    ['the last page of hits', hits('page => 500')],
    ['rules with their hits', 'select * from public.list_content_rules()'],
    ['posts, newest first', posts()],
    ['posts, oldest first', posts(`direction => 'asc'`)],
    ['the last page of posts', posts('page => 500')],
    ['posts by deadline', posts(`sort => 'deadline', direction => 'asc'`)],
    ['posts of a country', posts(`country => 'de'`)],
    ['posts found by a common word', posts(`search => 'steel'`)],
    ['posts found by a rare word', posts(`search => '99123'`)],
    ...['open', 'overdue', 'closed', 'hidden'].flatMap((state): [string, string][] => [
      [`${state} posts`, posts(`state => '${state}'`)],
      [`${state} posts of a country`, posts(`state => '${state}', country => 'vn'`)],
      [`${state} posts by deadline`, posts(`state => '${state}', sort => 'deadline'`)],
      [`the number of ${state} posts`, `select public.count_all_posts(state => '${state}')`],
    ]),
    ['the number of posts', 'select public.count_all_posts()'],
    ['hidden posts, last hidden first', hidden()],
    ['hidden posts found by title', hidden(`search => 'lot 9912'`)],
    ['hidden posts found by owner', hidden(`search => 'user9912'`)],
    ['the audit log', 'select * from public.audit_log order by id desc limit 20'],
    [
      'the audit log of one admin',
      `select * from public.audit_log where actor_username = 'admin7' or entity_id = 'admin7' order by id desc limit 20`,
    ],
    [
      'the audit log of one action',
      `select * from public.audit_log where action = 'hide_post' order by id desc limit 20`,
    ],
    ['the actions in the audit log', 'select * from public.audit_actions()'],
  ])('a page of 100,000 reads little: %s', async (_what, query) => {
    await work(query);
    const { pages, rows } = await work(query);
    expect(rows).toBeGreaterThan(0);
    // The whole of the accounts alone are more than 1,500 pages.
    expect(pages).toBeLessThan(1200);
  });

  test('the job that gives masked texts back reads little, however many are masked', async () => {
    await database.sql(
      `insert into private.masked_texts (entity, entity_id, field, context, original, rule_ids)
       select 'posts', p.id, 'description', 'post_description', 'back', array[p.id % 50] from public.posts p where p.id % 2 = 0`,
    );
    await database.sql('vacuum analyze private.masked_texts');
    const job = await database.connectAs('service_role');
    const pages = async () => (await work(`select public.housekeep('masks')`, job)).pages;
    await pages();
    expect(await pages()).toBeLessThan(100);
    const due = async (which: 'min' | 'max') =>
      (
        await database.sql<{ id: number }>(
          `update private.masked_texts set is_due = true
           where entity_id = (select ${which}(entity_id) from private.masked_texts) returning entity_id::int as id`,
        )
      )[0]?.id;
    await due('max');
    await pages();
    const id = await due('min');
    expect(await pages()).toBeLessThan(1200);
    expect(await database.sql('select description from public.posts where id = $1', [id])).toEqual([
      { description: 'back' },
    ]);
  });

  test('the list of users finds the right ones', async () => {
    const { rows } = await admin.query<{ email: string }>(
      users(`search => 'ser9912', sort => 'username', direction => 'asc'`),
    );
    expect(rows.map(({ email }) => email)).toEqual(
      ['user9912', ...Array.from({ length: 10 }, (_, n) => `user9912${n}`)].map((name) => `${name}@example.com`),
    );
  });

  test('users by registered stand in the order of their days, whatever their ids', async () => {
    const newest = `update public.accounts a set created_at = $1 from public.profiles p where p.id = a.profile_id and p.username = 'user7'`;
    const [before] = await database.sql<{ created_at: Date }>(
      `select a.created_at from public.accounts a join public.profiles p on p.id = a.profile_id where p.username = 'user7'`,
    );
    await database.sql(newest, [new Date(Date.now() + 60_000)]);
    const { rows } = await admin.query<{ email: string }>(users('page_size => 1'));
    await database.sql(newest, [before?.created_at]);
    expect(rows.map(({ email }) => email)).toEqual(['user7@example.com']);
  });

  test.each(['registered', 'username', 'posts', 'quotes', 'rating', 'lastSeen'])(
    'users by %s stay in their order when their profiles are joined',
    async (sort) => {
      const options = `sort => '${sort}', page_size => 500`;
      const list = await admin.query(`select profile_id from public.list_users(${options})`);
      const joined = await admin.query<{ profile_id: string; username: string }>(
        `select u.profile_id, p.username from public.list_users(${options}) u
         left join lateral (select o.username from public.profiles o where o.id = u.profile_id) as p on true`,
      );
      expect(joined.rows.map(({ profile_id }) => ({ profile_id }))).toEqual(list.rows);
    },
  );

  test.each(['hiddenAt', 'title', 'quotes'])(
    'hidden posts by %s tell their place, whatever joins them',
    async (sort) => {
      const options = `sort => '${sort}', page_size => 100`;
      const list = await admin.query(`select id from public.list_hidden_posts(${options})`);
      await admin.query('set enable_nestloop = off');
      const joined = await admin.query<{ id: string; username: string }>(
        `select l.id, o.username from public.list_hidden_posts(${options}) l join public.profiles o on o.id = l.user_id order by l.search`,
      );
      await admin.query('reset enable_nestloop');
      expect(joined.rows.map(({ id }) => ({ id }))).toEqual(list.rows);
    },
  );

  test('users are counted exactly, and up to 10,000 when filtered', async () => {
    const count = async (options = '') =>
      (await admin.query<{ count: number }>(`select public.count_users(${options}) as count`)).rows[0]?.count;
    expect(await count()).toBe(PEOPLE + 1);
    expect(await count(`status => 'active'`)).toBe(10_001);
    expect(await count(`status => 'suspended'`)).toBe(20);
    expect(await count(`search => 'ser9912'`)).toBe(11);
  });

  test('hidden posts are counted up to 10,000, in all and by category, from the counters', async () => {
    for (const options of ['', `category => 'food'`]) {
      const query = `select public.count_hidden_posts(${options}) as count`;
      expect((await admin.query<{ count: number }>(query)).rows).toEqual([{ count: 10_001 }]);
      expect((await work(query)).pages).toBeLessThan(60);
    }
    const { rows } = await admin.query(`select public.count_hidden_posts(category => 'energy') as count`);
    expect(rows).toEqual([{ count: 0 }]);
  });
});
