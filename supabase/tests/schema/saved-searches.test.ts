import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';

/*
 * What the job tells of saved searches is compared with what `list_posts` lists: random posts and random searches, then
 * random changes of the posts.
 */
const POSTS = 500;
const SEARCHES = 1000;
const SEED = 736;

let database: RealDatabase;
let anna: SqlPerson;
let bob: SqlPerson;

beforeAll(async () => {
  database = await openRealDatabase();
  anna = await database.person('anna');
  bob = await database.person('bob');
});

afterAll(() => database.close());

const WORDS = ['steel', 'pipes', 'cashew', 'Thép', 'tấm', 'Gạo', 'ST25', '304L', 'organic', 'chairs', '鋼管', 'café'];
const words = (max: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: max }).map((some) => some.join(' '));
const country = fc.constantFrom('vn', 'us', 'de', 'Utopia');
const category = fc.constantFrom('food', 'industrial', 'agriculture', 'agricultural', 'textile', 'textiles');
const days = fc.integer({ min: 1, max: 60 });
const maybe = <T>(value: fc.Arbitrary<T>, freq = 2) => fc.option(value, { nil: null, freq });

const post = fc.record({
  title: words(3),
  description: words(4),
  category,
  country,
  is_hidden: fc.constantFrom(false, false, false, true),
  is_closed: fc.constantFrom(false, false, false, true),
  deadline_days: maybe(fc.integer({ min: -3, max: 40 })),
  age_days: fc.integer({ min: 0, max: 40 }),
});

const search = fc
  .record({
    search: maybe(words(2)),
    country: maybe(country, 1),
    categories: fc.uniqueArray(category, { maxLength: 2 }).map((some) => some.toSorted()),
    unquoted: fc.constantFrom(false, false, true),
    open: fc.boolean(),
    closing: maybe(days, 1),
    posted: maybe(days, 1),
    sort: fc.constantFrom(null, 'newest', 'fewest_quotes', 'closing'),
  })
  .filter(
    ({ search: typed, country: of, categories, unquoted, open, closing, posted }) =>
      typed !== null || of !== null || categories.length > 0 || unquoted || open || closing !== null || posted !== null,
  );

const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) => fc.sample(arbitrary, { seed: SEED, numRuns });

async function runJob() {
  for (;;) {
    const [row] = await database.sql<{ count: number }>(`select public.housekeep('saved-searches') as count`);
    if (!row?.count) return;
  }
}

/** Pairs of search and post, as text. */
async function pairs(query: string) {
  const rows = await database.sql<pg.QueryResultRow & { pair: string }>(query);
  return new Set(rows.map(({ pair }) => pair));
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) => [...some].filter((one) => !others.has(one));

function expectSame(found: ReadonlySet<string>, expected: ReadonlySet<string>) {
  expect({ tooMuch: without(found, expected), missing: without(expected, found) }).toEqual({
    tooMuch: [],
    missing: [],
  });
}

const told = () =>
  pairs(`select search_id || '/' || post_id as pair from private.saved_search_hits where told_at is not null`);
const listed = () =>
  pairs(`select s.id || '/' || p.id as pair from private.saved_searches s
    cross join lateral public.list_posts(s.search, s.country, s.categories, 1, 1000, s.unquoted, s.sort, false, s.open, s.closing, s.posted) as l
    join public.posts p on p.id = l.id where private.is_open(p)`);

/** The pairs before the posts change. */
let first: ReadonlySet<string>;

test('[A736] a saved search tells of exactly the open posts that the feed lists for it, each once', async () => {
  const searches = [...new Map(sample(search, 2 * SEARCHES).map((one) => [JSON.stringify(one), one])).values()];
  expect(searches.length).toBeGreaterThanOrEqual(SEARCHES);
  await database.sql(
    `insert into private.saved_searches (user_id, name, search, country, categories, unquoted, open, closing, posted, sort, created_at)
     select $1, 'x', search, country, categories, unquoted, open, closing, posted, sort, now() - interval '1 minute'
     from jsonb_to_recordset($2) as s (search text, country text, categories text[], unquoted boolean, open boolean, closing integer, posted integer, sort text)`,
    [bob.id, JSON.stringify(searches.slice(0, SEARCHES))],
  );
  await database.sql(
    `with given as (
       select nextval(pg_get_serial_sequence('public.posts', 'id')) as id, g.*
       from jsonb_to_recordset($2) as g (title text, description text, category text, country text, is_hidden boolean, is_closed boolean,
         deadline_days integer, age_days integer)), stored as (
       insert into public.posts (id, user_id, title, description, category, country, delivery_address, is_hidden, hidden_by, hidden_at, closed_at,
         closed_reason, quote_deadline, created_at)
       overriding system value
       select id, $1, title, description, category, country, 'street', is_hidden, case when is_hidden then $1::bigint end, case when is_hidden then now() end,
         case when is_closed then now() end, case when is_closed then 'no_need' end, now() + make_interval(days => deadline_days),
         now() - make_interval(days => age_days)
       from given returning id)
     select count(*) from stored`,
    [anna.id, JSON.stringify(sample(post, POSTS))],
  );
  await database.sql(
    'update public.post_counters set quotes = 1 where post_id in (select id from public.posts where id % 2 = 0)',
  );
  await database.sql('analyze');
  await runJob();
  first = await listed();
  expect(first.size).toBeGreaterThan(SEARCHES);
  expectSame(await told(), first);
});

test('[A736] a saved search tells of a changed post that the feed lists for it, if it did not before', async () => {
  // Half of the posts change in one thing or another; what was told stays told.
  const changes = sample(post, POSTS / 2).map((one, index) => ({ ...one, id: index * 2 + 1 }));
  await database.sql(
    `update public.posts p set
       title = case p.id % 5 when 0 then c.title else p.title end,
       category = case p.id % 5 when 1 then c.category else p.category end,
       country = case p.id % 5 when 2 then c.country else p.country end,
       quote_deadline = case p.id % 5 when 3 then now() + make_interval(days => c.deadline_days) else p.quote_deadline end,
       is_hidden = case p.id % 5 when 4 then not p.is_hidden else p.is_hidden end,
       hidden_by = case when p.id % 5 <> 4 then p.hidden_by when not p.is_hidden then p.user_id end,
       hidden_at = case when p.id % 5 <> 4 then p.hidden_at when not p.is_hidden then now() end
     from jsonb_to_recordset($1) as c (id bigint, title text, category text, country text, deadline_days integer) where p.id = c.id`,
    [JSON.stringify(changes)],
  );
  await runJob();
  const second = await listed();
  expect(without(second, first).length).toBeGreaterThan(100);
  expectSame(await told(), new Set([...first, ...second]));
});
