import { describe, expect } from 'vitest';
import { lastDays, statsWithStockSchema, type Stats } from '../../functions/_shared/domain/stats.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { outcome, value } from './support.ts';

/* The statistics agree with what is stored to the last unit, and only admins see them. */

/** A month of everything: rows of 70 days, in uneven numbers, so that no two counts are the same by chance. */

const test = fileTest.extend(
  'stats',
  ({ adam }) =>
    async (from: string, to: string): Promise<Stats> =>
      statsWithStockSchema.parse(await value(adam.client.rpc('admin_stats', { from_day: from, to_day: to }))),
);

test.beforeAll(async () => {
  const [anna, bob, adam] = [await world.person('anna'), await world.person('bob'), await world.person('adam')];
  await world.sql(`do $$ begin
    set local session_replication_role = replica;
    update public.profiles set created_at = now() - interval '3 days' where username <> 'bob';
    update public.profiles set created_at = now() - interval '40 days' where username = 'bob';
    update auth.users set email_confirmed_at = null where email = 'anna@example.com';
    insert into public.posts (user_id, title, description, category, country, delivery_address, search, created_at, is_hidden, hidden_at)
    select ${anna.id}, 'Post ' || n, 'x', (array['food', 'energy', 'other'])[1 + n % 3], (array['vn', 'de'])[1 + n % 2], 'x', private.title_vector('Post ' || n),
      now() - n * interval '17 hours', n % 5 = 0, case when n % 5 = 0 then now() - n * interval '7 hours' end
    from generate_series(0, 97) as n;
    insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, description, price_text, quantity_text, delivery_time, created_at)
    select case when n % 11 > 0 then p.id end, 'x', ${anna.id}, (array[${bob.id}, ${adam.id}])[1 + (n % 3) / 2], 'x', '1', '1', 'x',
      p.created_at + (n % 7) * interval '12 hours'
    from (select id, created_at, row_number() over (order by id) as n from public.posts) as p where n % 4 > 0;
    insert into public.messages (quote_id, sender_id, recipient_id, content, client_id, created_at)
    select q.id, ${bob.id}, ${anna.id}, 'x', gen_random_uuid(), q.created_at + interval '1 hour' from public.quotes q where q.id % 3 > 0;
    insert into public.reviews (reviewed_user_id, reviewer_id, rating, comment, created_at)
    values (${anna.id}, ${bob.id}, 5, 'x', now() - interval '2 days'), (${bob.id}, ${anna.id}, 4, 'x', now() - interval '45 days');
    insert into public.feedback (email, category, subject, message, page_path, user_agent, status, created_at)
    select 'x@example.com', 'other', 'Subject', 'A message of some length', '/', 'x', (array['new', 'in_progress', 'resolved', 'spam'])[1 + n % 4], now() - n * interval '29 hours'
    from generate_series(0, 30) as n;
    insert into public.guest_visits (session_id, page_path, referrer, created_at)
    select 'session-' || n, (array['/', '/post/steel-1', '/news?x=1'])[1 + n % 3], (array['direct', 'https://www.google.com/search?q=steel', 'https://www.google.com/', 'https://example.org'])[1 + n % 4],
      now() - n * interval '5 hours'
    from generate_series(0, 211) as n;
    insert into private.empty_searches (day, term, searches)
    select (now() at time zone 'utc')::date - n, (array['tungsten', 'mica'])[1 + n % 2], n + 1 from generate_series(0, 60) as n;
  end $$`);
});

const DAY_MS = 86_400_000;
const daysBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** One number straight from the rows; $1 and $2 are the moments between which a row counts. */
async function count(query: string, from: string, to: string): Promise<number> {
  const [row] = await world.sql<{ count: number }>(`select (${query})::int as count`, [
    `${from}T00:00:00Z`,
    `${daysBefore(to, -1)}T00:00:00Z`,
  ]);
  return row?.count ?? -1;
}

const between = (column: string) => `${column} >= $1::timestamptz and ${column} < $2::timestamptz`;
const totals: Record<keyof Stats['current'], string> = {
  visitors: `select count(*) from public.guest_visits where ${between('created_at')}`,
  registrations: `select count(*) from public.profiles where ${between('created_at')}`,
  verified: `select count(*) from public.profiles p join auth.users u on u.id = p.auth_id where ${between('p.created_at')} and u.email_confirmed_at is not null`,
  posts: `select count(*) from public.posts where ${between('created_at')}`,
  quotes: `select count(*) from public.quotes where ${between('created_at')}`,
  quotedWithin48h: `select count(*) from public.posts p where ${between('p.created_at')} and exists (
    select 1 from public.quotes q where q.post_id = p.id and q.created_at - p.created_at <= interval '48 hours')`,
  messages: `select count(*) from public.messages where ${between('created_at')}`,
  reviews: `select count(*) from public.reviews where ${between('created_at')}`,
  hiddenPosts: `select count(*) from public.posts where is_hidden and ${between('hidden_at')}`,
  openFeedback: `select count(*) from public.feedback where status in ('new', 'in_progress') and ${between('created_at')}`,
};

const { to: today } = lastDays(1);
const ranges: [string, string, string][] = [
  ['7 days', daysBefore(today, 6), today],
  ['30 days', daysBefore(today, 29), today],
  ['90 days', daysBefore(today, 89), today],
  ['one day', daysBefore(today, 3), daysBefore(today, 3)],
  ['a custom range', daysBefore(today, 37), daysBefore(today, 12)],
];

describe.each(ranges)('the statistics of %s', (_name, from, to) => {
  test('the statistics count the posts that are visible now, whatever the range', async ({ bob, stats }) => {
    const visible = async () => (await stats(from, to)).stock.visiblePosts;
    const before = await visible();
    const posts = await world.sql<{ id: number }>(
      `insert into public.posts (user_id, title, description, category, country, delivery_address, is_hidden, hidden_at, created_at)
       select $1, 'x', 'x', 'food', 'vn', 'x', n = 3, case when n = 3 then now() end, now() - interval '300 days' from generate_series(1, 3) as n returning id`,
      [bob.id],
    );
    expect(await visible()).toBe(before + 2);
    await world.sql('delete from public.posts where id = any ($1) returning id', [posts.map(({ id }) => id)]);
    expect(await visible()).toBe(before);
  });

  test('the statistics have the totals of the rows, and of the same number of days before [A587]', async ({
    stats,
  }) => {
    const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    const { current, previous } = await stats(from, to);
    for (const [name, query] of Object.entries(totals)) {
      expect([name, current[name as keyof typeof totals]]).toEqual([name, await count(query, from, to)]);
      expect([name, previous[name as keyof typeof totals]]).toEqual([
        name,
        await count(query, daysBefore(from, length), daysBefore(from, 1)),
      ]);
    }
  });

  test('the statistics have each day once, and its counts add up to the totals [A587]', async ({ stats }) => {
    const { current, days } = await stats(from, to);
    expect(days.map(({ day }) => day)).toEqual(
      Array.from({ length: days.length }, (_, index) => daysBefore(from, -index)),
    );
    expect(days.at(-1)?.day).toBe(to);
    for (const name of ['visitors', 'registrations', 'posts', 'quotes'] as const) {
      expect(days.reduce((sum, day) => sum + day[name], 0)).toBe(current[name]);
      for (const each of [days[0], days[Math.floor(days.length / 2)], days.at(-1)]) {
        if (each) expect(each[name]).toBe(await count(totals[name], each.day, each.day));
      }
    }
  });

  test('the rows of the tables in the statistics agree with the data [A587]', async ({ stats }) => {
    const { tables, current } = await stats(from, to);
    for (const { category, posts, quotes } of tables.categories) {
      expect(posts).toBe(
        await count(
          `select count(*) from public.posts where category = '${category}' and ${between('created_at')}`,
          from,
          to,
        ),
      );
      expect(quotes).toBe(
        await count(
          `select count(*) from public.quotes q join public.posts p on p.id = q.post_id where p.category = '${category}' and ${between('q.created_at')}`,
          from,
          to,
        ),
      );
    }
    for (const { country, posts } of tables.countries) {
      expect(posts).toBe(
        await count(
          `select count(*) from public.posts where country = '${country}' and ${between('created_at')}`,
          from,
          to,
        ),
      );
    }
    for (const { userId, quotes } of tables.suppliers) {
      expect(quotes).toBe(
        await count(
          `select count(*) from public.quotes where supplier_id = ${userId} and ${between('created_at')}`,
          from,
          to,
        ),
      );
    }
    for (const { term, searches } of tables.emptySearches) {
      expect(searches).toBe(
        await count(
          `select sum(searches) from private.empty_searches where term = '${term}' and day >= $1::timestamptz::date and day < $2::timestamptz::date`,
          from,
          to,
        ),
      );
    }
    const sum = (rows: readonly object[], name: string) =>
      rows.reduce((all, row) => all + Number(Object.entries(row).find(([key]) => key === name)?.[1]), 0);
    expect([sum(tables.categories, 'posts'), sum(tables.countries, 'posts'), sum(tables.suppliers, 'quotes')]).toEqual([
      current.posts,
      current.posts,
      current.quotes,
    ]);
    expect(sum(tables.emptySearches, 'searches')).toBe(
      await count(
        'select coalesce(sum(searches), 0) from private.empty_searches where day >= $1::timestamptz::date and day < $2::timestamptz::date',
        from,
        to,
      ),
    );
    expect([sum(tables.landingPages, 'visitors'), sum(tables.referrers, 'visitors')]).toEqual([
      current.visitors,
      current.visitors,
    ]);
    expect(
      tables.referrers.every(({ referrer }) => ['direct', 'www.google.com', 'example.org'].includes(referrer)),
    ).toBe(true);
    expect(tables.landingPages.every(({ page }) => ['/', '/post/steel-1', '/news'].includes(page))).toBe(true);
  });
});

describe('the statistics', () => {
  test('the statistics are for admins only [A65]', async ({ bob, adam }) => {
    const ask = (client: Person['client']) => outcome(client.rpc('admin_stats', { from_day: today, to_day: today }));
    expect(await ask(bob.client)).toEqual([403, 'You are not allowed to do this']);
    expect((await ask(world.guest))[0]).toBe(401);
    expect(await ask(adam.client)).toEqual([200]);
  });

  test('a range that ends before it begins or exceeds a year is refused', async ({ adam }) => {
    const ask = (from: string, to: string) => outcome(adam.client.rpc('admin_stats', { from_day: from, to_day: to }));
    expect(await ask('2026-02-02', '2026-02-01')).toEqual([400, 'A range has 1 to 366 days']);
    expect(await ask('2025-01-01', '2026-01-02')).toEqual([400, 'A range has 1 to 366 days']);
    expect(await ask('2024-01-01', '2024-12-31')).toEqual([200]);
  });
});

describe('a search that finds nothing', () => {
  const report = (search: string, client = world.guest) => outcome(client.rpc('report_empty_search', { search }));
  const terms = () =>
    world.sql(
      `select term, searches from private.empty_searches where day = (now() at time zone 'utc')::date order by term`,
    );

  test('a search without results is counted for everybody by its folded text, without the person', async ({ bob }) => {
    await world.sql('delete from private.empty_searches');
    expect(await report('  Thép   TẤM ')).toEqual([204]);
    expect(await report('thep tam', bob.client)).toEqual([204]);
    expect(await terms()).toEqual([{ term: 'thep tam', searches: 2 }]);
  });

  test.each(['Post 3', ' ', 'x', 'john@example.com', '0912 345 678'])(
    'a search that has results or may be about somebody is not counted: %j',
    async (search) => {
      await world.sql('delete from private.empty_searches');
      expect(await report(search)).toEqual([204]);
      expect(await terms()).toEqual([]);
    },
  );

  test('searches without results are counted up to the limit and up to 1,000 texts a day', async ({ bob }) => {
    await world.sql('delete from private.empty_searches');
    await world.sql('delete from private.rate_limit_uses');
    await world.sql(
      `update private.app_settings set value = jsonb_set(value, '{empty_search,max}', '2') where key = 'rate_limits'`,
    );
    for (const search of ['tungsten', 'mica', 'cobalt']) expect(await report(search)).toEqual([204]);
    expect(await terms()).toHaveLength(2);
    await world.sql(
      `insert into private.empty_searches (day, term) select (now() at time zone 'utc')::date, 'term ' || n from generate_series(1, 998) as n`,
    );
    await report('cobalt', bob.client);
    await report('mica', bob.client);
    expect(
      await world.sql(`select sum(searches)::int as sum, count(*)::int as count from private.empty_searches`),
    ).toEqual([{ sum: 1001, count: 1000 }]);
  });
});
