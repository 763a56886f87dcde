import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkLoad } from '../support/postgres/bulk-load.ts';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';

/*
 * What the statistics read is bounded by their range, not by what is stored. Times depend on the machine, so nothing is
 * timed: the database itself counts what each table had to give.
 */
const ROWS = 16_000;
const DAYS = 400;

let database: RealDatabase;
let admin: pg.Client;

beforeAll(async () => {
  database = await openRealDatabase();
  const adam = await database.person('adam', 'admin');
  // Forty rows a day, in the order in which they would have come.
  const moment = `now() - (${ROWS} - n) * interval '${(DAYS * 86_400) / ROWS} seconds'`;
  await bulkLoad(database.sql, () =>
    database.sql(`do $$ begin
    insert into auth.users (id, email) select gen_random_uuid(), 'user' || n || '@example.com' from generate_series(1, ${ROWS}) as n;
    insert into public.profiles (auth_id, username, created_at)
    select u.id, split_part(u.email, '@', 1), now() - (row_number() over ()) * interval '${(DAYS * 86_400) / ROWS} seconds' from auth.users u where u.email like 'user%';
    insert into public.posts (user_id, title, description, category, country, delivery_address, created_at, is_hidden, hidden_at)
    select ${adam.id}, 'x', repeat('x', 500), (array['food', 'energy'])[1 + n % 2], (array['vn', 'de'])[1 + n % 2], 'x', ${moment}, n % 50 = 0, case when n % 50 = 0 then ${moment} end
    from generate_series(1, ${ROWS}) as n;
    insert into public.quotes (post_id, post_title, supplier_id, description, price_text, quantity_text, delivery_time, created_at)
    select n, 'x', (select min(id) from public.profiles) + n, 'x', '1', '1', 'x', ${moment} from generate_series(1, ${ROWS} - 1) as n;
    insert into public.messages (quote_id, sender_id, content, client_id, created_at)
    select n, ${adam.id}, 'x', gen_random_uuid(), ${moment} from generate_series(1, ${ROWS}) as n;
    insert into public.reviews (reviewed_user_id, reviewer_id, rating, comment, created_at)
    select n, ${adam.id}, 5, 'x', ${moment} from generate_series(1, ${ROWS}) as n where n <> ${adam.id};
    insert into public.feedback (email, category, subject, message, page_path, user_agent, created_at)
    select 'x@example.com', 'other', 'Subject', 'A message of some length', '/', 'x', ${moment} from generate_series(1, ${ROWS}) as n;
    insert into public.guest_visits (session_id, page_path, referrer, created_at)
    select 'session-' || n, '/', 'direct', ${moment} from generate_series(1, ${ROWS}) as n;
  end $$`),
  );
  await database.sql('checkpoint');
  await database.sql('vacuum analyze');
  admin = await database.connectAs(adam);
});

afterAll(() => database.close());

test('the statistics read no whole table, and at most a few times the rows of both ranges', async () => {
  await admin.query('begin');
  await admin.query(`select public.admin_stats((now() - interval '6 days')::date, now()::date)`);
  await admin.query('reset role');
  const { rows } = await admin.query<{ name: string; whole: number; fetched: number }>(`
    select t.relname as name, t.seq_scan::int as whole,
      (t.idx_tup_fetch + (select sum(pg_stat_get_xact_tuples_returned(i.indexrelid)) from pg_index i where i.indrelid = t.relid))::int as fetched
    from pg_stat_xact_all_tables t
    where t.schemaname in ('public', 'auth')
      and t.relname in ('posts', 'quotes', 'messages', 'reviews', 'feedback', 'guest_visits', 'profiles', 'users')
    order by 1`);
  await admin.query('rollback');
  expect(rows.map(({ name }) => name)).toEqual([
    'feedback',
    'guest_visits',
    'messages',
    'posts',
    'profiles',
    'quotes',
    'reviews',
    'users',
  ]);
  for (const { name, whole, fetched } of rows) {
    expect([name, whole]).toEqual([name, 0]);
    // 560 rows of two weeks, some of them counted several times.
    expect(fetched, name).toBeLessThan(8_000);
  }
});
