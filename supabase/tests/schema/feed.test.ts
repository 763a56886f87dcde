import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type pg from 'pg';
import { CATEGORIES, categoryLabel, withEquivalentCategories } from '../../functions/_shared/domain/categories.ts';
import { COUNTRIES } from '../../functions/_shared/domain/countries.ts';
import { fold } from '../../functions/_shared/domain/fold.ts';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';

/*
 * The feed functions run with the rights of their owner and repeat the policies in their own words. Here they are compared
 * with the policies themselves, for a guest, an owner of hidden posts, another user and an admin.
 */
const POSTS = 5000;

let database: RealDatabase;
let anna: SqlPerson;
let adam: SqlPerson;
let viewers: { name: string; client: pg.Client; id: number | null }[];

beforeAll(async () => {
  database = await openRealDatabase();
  anna = await database.person('anna');
  const bob = await database.person('bob');
  await database.sql(`update public.profiles set company_name = 'Kestrel Trading' where id = $1`, [bob.id]);
  adam = await database.person('adam', 'admin');
  // Blocks so small that a marketplace of this size has many.
  await database.sql(`create or replace function private.post_block_spans() returns table (by_country boolean, by_category boolean, span integer)
    language sql immutable rows 5 as $$ values (false, false, 700), (false, false, 70), (true, false, 270), (true, false, 90), (false, true, 110), (true, true, 300) $$`);
  // Words of different rarity, with accents, in all searched fields; one post in ten is hidden, one in three is anna's.
  await database.sql(
    `insert into public.posts (user_id, title, description, category, country, delivery_address, area, port, is_hidden, hidden_by, hidden_at)
     select case when n % 3 = 0 then $1::bigint else $2::bigint end,
       (array['Thép tấm', 'Steel pipes', 'Cà phê rang', 'Gạo ST25', 'Laptop'])[1 + n % 5] || ' ' || n,
       'lot ' || n % 50 || case when n % 97 = 0 then ' Đặc Biệt' else '' end,
       (array['food', 'industrial', 'agriculture', 'agricultural', 'textile', 'textiles', 'other'])[1 + n % 7],
       (array['vn', 'us', 'de', 'Utopia'])[1 + n % 4], 'street ' || n % 11,
       case when n % 13 = 0 then 'Hải Phòng' end, case when n % 17 = 0 then 'Rotterdam' end,
       n % 10 = 0, case when n % 10 = 0 then case when n % 20 = 0 then $3::bigint when n % 3 = 0 then $1 else $2 end end, case when n % 10 = 0 then now() end
     from generate_series(1, ${POSTS}) as n`,
    [anna.id, bob.id, adam.id],
  );
  // Gaps, also a whole block of them.
  await database.sql('delete from public.posts where id % 41 = 0 or id between 1500 and 3200');
  await database.sql('analyze');
  viewers = [];
  for (const [name, who] of [
    ['guest', 'anon'],
    ['owner', anna],
    ['other', await database.person('carl')],
    ['admin', adam],
  ] as const) {
    viewers.push({ name, client: await database.connectAs(who), id: typeof who === 'string' ? null : who.id });
  }
});

afterAll(() => database.close());

interface Filters {
  search: string | null;
  country: string | null;
  categories: string[] | null;
}
interface Seen {
  id: number;
  words: string[];
  country: string;
  category: string;
}

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const alike = [
  ['agriculture', 'agricultural'],
  ['textile', 'textiles'],
];

const COUNTRY_NAMES: Readonly<Record<string, string>> = {
  vn: 'Vietnam Viet Nam VN',
  us: 'United States of America USA US',
  de: 'Germany Deutschland',
};

/** What the policies let the viewer see, newest first; an admin's feed holds no hidden posts of others: docs/decisions.md#who-sees-hidden-posts. */
async function seenBy({ client, id }: (typeof viewers)[number]): Promise<Seen[]> {
  const { rows } = await client.query<Omit<Seen, 'words'> & { text: string }>(
    `select p.id, p.country, p.category, concat_ws(' ', title, description, category, area, delivery_address, port, o.username, o.company_name) as text
     from public.posts p join public.profiles o on o.id = p.user_id where not is_hidden or user_id = $1 order by p.id desc`,
    [id],
  );
  return rows.map(({ text, ...row }) => ({
    ...row,
    words: wordsOf(
      [
        text,
        COUNTRY_NAMES[row.country] ?? row.country,
        ...withEquivalentCategories([row.category]).map(categoryLabel),
      ].join(' '),
    ),
  }));
}

function matching(posts: readonly Seen[], { search, country, categories }: Filters): number[] {
  const wanted = wordsOf(search ?? '');
  const all = (categories ?? []).flatMap((category) => alike.find((pair) => pair.includes(category)) ?? [category]);
  return posts
    .filter(
      (post) => (country === null || post.country === country) && (all.length === 0 || all.includes(post.category)),
    )
    .filter((post) =>
      wanted.every((word) => post.words.some((each) => (word.length >= 3 ? each.startsWith(word) : each === word))),
    )
    .map(({ id }) => id);
}

async function listed(
  client: pg.Client,
  { search, country, categories }: Filters,
  page: number,
  size: number,
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>('select id from public.list_posts($1, $2, $3, $4, $5)', [
    search,
    country,
    categories,
    page,
    size,
  ]);
  return rows.map(({ id }) => id);
}

async function counted(client: pg.Client, { search, country, categories }: Filters): Promise<number | undefined> {
  const { rows } = await client.query<{ count: number }>('select public.count_posts($1, $2, $3) as count', [
    search,
    country,
    categories,
  ]);
  return rows[0]?.count;
}

async function hinted(
  client: pg.Client,
  search: string,
): Promise<{ corrected: string | null; fewer: string | null } | undefined> {
  return (
    await client.query<{ corrected: string | null; fewer: string | null }>(
      'select corrected, fewer from public.search_hints($1)',
      [search],
    )
  ).rows[0];
}

const NO_FILTER: Filters = { search: null, country: null, categories: null };

test('of a list of categories that nobody chooses by hand, the first hundred count', async () => {
  const [row] = await database.sql<{ count: number }>(
    'select cardinality(private.equivalent_categories(array(select n::text from generate_series(1, 1000) as n))) as count',
  );
  expect(row).toEqual({ count: 100 });
});

describe('the feed', () => {
  test('the feed shows what the policies show, for any search, filter and page', async () => {
    const filters: fc.Arbitrary<Filters> = fc.record({
      search: fc.option(
        fc
          .array(
            fc.constantFrom(
              'thep',
              'THÉP',
              'tấm',
              'steel',
              'stee',
              'st',
              'pipes',
              'ca phe',
              'đặc biệt',
              'dac',
              'gao',
              'st25',
              'lot 7',
              'rotterdam',
              'hai phong',
              'Việt Nam',
              'germany',
              'usa',
              'kestrel',
              'beverage',
              'clothing',
              '  ',
            ),
            { minLength: 1, maxLength: 2 },
          )
          .map((words) => words.join(' ')),
        { nil: null },
      ),
      country: fc.option(fc.constantFrom('vn', 'us', 'de', 'Utopia', 'zz'), { nil: null }),
      categories: fc.option(
        fc.uniqueArray(
          fc.constantFrom('food', 'industrial', 'agriculture', 'agricultural', 'textile', 'other', 'travel'),
          { maxLength: 3 },
        ),
        { nil: null },
      ),
    });
    const seen = await Promise.all(viewers.map(async (viewer) => ({ viewer, posts: await seenBy(viewer) })));
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.nat({ max: 3 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(1, 7, 10, 100),
        async (filter, who, page, size) => {
          const { viewer, posts } = seen[who] ?? seen[0] ?? { viewer: undefined, posts: [] };
          if (!viewer) throw new Error('nobody looks');
          const expected = matching(posts, filter);
          // A search without a hit is taken for misspelt, which has a test of its own.
          if (filter.search?.trim() && matching(posts, { ...NO_FILTER, search: filter.search }).length === 0) return;
          const start = (page - 1) * size;
          // Of a search at most 1,000 are counted, and no page begins behind them.
          const isListed = !filter.search?.trim() || start < 1000;
          expect(await listed(viewer.client, filter, page, size)).toEqual(
            isListed ? expected.slice(start, start + size) : [],
          );
          expect(await counted(viewer.client, filter)).toBe(
            filter.search?.trim() ? Math.min(1001, expected.length) : expected.length,
          );
        },
      ),
      {
        numRuns: 200,
        examples: [
          [{ ...NO_FILTER, search: 'kestrel' }, 0, 10, 100],
          [{ ...NO_FILTER, search: 'kestrel' }, 0, 11, 100],
        ],
      },
    );
  });

  test('the feed finds the same posts by each way of searching for words', async () => {
    const seen = await Promise.all(viewers.map(async (viewer) => ({ viewer, posts: await seenBy(viewer) })));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          search: fc.constantFrom('thep', 'stee', 'lot 7', 'dac street', 'hai phong', 'laptop lot', 'beverage', 'zzz'),
          country: fc.option(fc.constantFrom('vn', 'Utopia', 'zz'), { nil: null }),
          categories: fc.option(
            fc.uniqueArray(fc.constantFrom('food', 'agriculture', 'textile', 'travel'), { minLength: 1, maxLength: 3 }),
            { nil: null },
          ),
        }),
        fc.nat({ max: 3 }),
        fc.integer({ min: 0, max: 30 }),
        fc.constantFrom(1, 10, 1001),
        async (filter, who, offset, size) => {
          const { viewer, posts } = seen[who] ?? seen[0] ?? { viewer: undefined, posts: [] };
          if (!viewer) throw new Error('nobody looks');
          const expected = matching(posts, filter).slice(offset, offset + size);
          const ways = await database.sql<{ way: string; ids: number[] }>(
            `select m.way, to_json(private.feed_ids(m.way, f.filter, $5, $6)) as ids
             from unnest(array['words', 'rare words', 'few posts']) as m (way), (
               select row($1::bigint, $2::text, private.equivalent_categories($3::text[]), false, private.search_query($4), private.fold($4), false, null, null, null)::private.feed_filter as filter) as f
             union all
             select 'any', to_json(private.search_ids(row($1::bigint, $2::text, private.equivalent_categories($3::text[]), false, private.search_query($4),
               private.fold($4), false, null, null, null)::private.feed_filter, $5, $6))`,
            [viewer.id, filter.country, filter.categories, filter.search, offset, size],
          );
          expect(ways).toEqual(['words', 'rare words', 'few posts', 'any'].map((way) => ({ way, ids: expected })));
        },
      ),
      { numRuns: 100 },
    );
  });

  test.each([
    ['the whole feed', NO_FILTER],
    ['a country', { ...NO_FILTER, country: 'vn' }],
    ['a category with its other spelling', { ...NO_FILTER, categories: ['textile', 'food', 'industrial', 'other'] }],
  ])('the feed has neither gap nor repeat from the first page of %s to the last', async (_what, filter) => {
    for (const viewer of viewers) {
      const expected = matching(await seenBy(viewer), filter);
      for (const size of [97, 1000]) {
        const walked: number[] = [];
        const pages = Math.ceil(expected.length / size);
        for (let page = 1; page <= pages; page += 1) walked.push(...(await listed(viewer.client, filter, page, size)));
        expect(walked, `${viewer.name}, pages of ${size}`).toEqual(expected);
        expect(await listed(viewer.client, filter, pages + 1, size)).toEqual([]);
      }
    }
  });

  test('the feed knows from its block counts where any page begins, and that none follows the last', async () => {
    const seen = await Promise.all(viewers.map(async (viewer) => ({ viewer, posts: await seenBy(viewer) })));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          search: fc.constant(null),
          country: fc.option(fc.constantFrom('vn', 'Utopia', 'zz'), { nil: null }),
          categories: fc.option(
            fc.uniqueArray(fc.constantFrom('food', 'agriculture', 'textile', 'travel'), { minLength: 1, maxLength: 3 }),
            { nil: null },
          ),
        }),
        fc.nat({ max: 3 }),
        fc.double({ min: 0, max: 1.1, noNaN: true }),
        async (filter, who, share) => {
          const { viewer, posts } = seen[who] ?? seen[0] ?? { viewer: undefined, posts: [] };
          if (!viewer) throw new Error('nobody looks');
          const all = matching(posts, filter);
          const offset = Math.floor(share * all.length);
          const [page] = await database.sql<{ ids: number[] | null }>(
            `select case when l.below is not null then to_json(private.feed_ids('all', f.filter, l.skip, 10, p_below => l.below)) end as ids
             from (select row($1::bigint, $2::text, private.equivalent_categories($3::text[]), false, null, '', false, null, null, null)::private.feed_filter as filter) as f
             cross join lateral private.feed_place(f.filter, $4) as l`,
            [viewer.id, filter.country, filter.categories, offset],
          );
          expect(page?.ids ?? null).toEqual(offset < all.length ? all.slice(offset, offset + 10) : null);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('the feed finds words with and without accents, prefixes, and all words in any field', async () => {
    const [guest] = viewers;
    if (!guest) throw new Error('nobody looks');
    const count = (search: string) => counted(guest.client, { ...NO_FILTER, search });
    expect(await count('dac biet')).toBeGreaterThan(0);
    expect(await count('ĐẶC BIỆT')).toBe(await count('dac biet'));
    expect(await count('đặc biệt'.normalize('NFD'))).toBe(await count('dac biet'));
    expect(await count('rotterd street')).toBe(await count('rotterdam street'));
    expect(await count('thep rotterdam nowhere')).toBe(0);
  });

  test.each([
    ['Vietnam', 'vn'],
    ['Việt Nam', 'vn'],
    ['viet nam', 'vn'],
    ['VN', 'vn'],
    ['USA', 'us'],
    ['United States', 'us'],
    ['Deutschland', 'de'],
  ])('the feed finds every post of a country by a common name: %s', async (name, country) => {
    const [guest] = viewers;
    if (!guest) throw new Error('nobody looks');
    expect(await counted(guest.client, { ...NO_FILTER, search: name })).toBe(
      await counted(guest.client, { ...NO_FILTER, country }),
    );
  });

  test('the feed finds posts by every name that the page shows of a country and of a category', async () => {
    const missing = await database.sql<{ name: string }>(
      `select name from json_to_recordset($1) as n (value text, name text, kind text) where not
         private.search_vector(case kind when 'country' then private.country_words(value) else private.category_words(value) end)
         @@ private.search_query(name)`,
      [
        JSON.stringify([
          ...COUNTRIES.map(({ code, name }) => ({ value: code, name, kind: 'country' })),
          ...CATEGORIES.flatMap((value) =>
            withEquivalentCategories([value]).map((one) => ({ value, name: categoryLabel(one), kind: 'category' })),
          ),
        ]),
      ],
    );
    expect(missing).toEqual([]);
  });

  test('the feed finds the posts of a user and of a company, also after it changes its name', async () => {
    const carl = await database.person('carla');
    const client = await database.connectAs(carl);
    const count = (search: string) => counted(client, { ...NO_FILTER, search });
    await client.query(
      `insert into public.posts (title, description, category, country, delivery_address) values ('Ropes', 'Long', 'other', 'de', 'x')`,
    );
    expect(await count('carla')).toBe(1);
    expect(await count('albatross')).toBe(0);
    await client.query(`update public.profiles set company_name = 'Albatross Shipping' where id = $1`, [carl.id]);
    expect(await count('albatross ropes')).toBe(1);
    await client.query(
      `insert into public.posts (title, description, category, country, delivery_address) values ('Sails', 'Wide', 'other', 'de', 'x')`,
    );
    expect(await count('albatross')).toBe(2);
    await client.query(`update public.profiles set company_name = null where id = $1`, [carl.id]);
    expect(await count('albatross')).toBe(0);
    for (const title of ['Ropes', 'Sails'])
      await client.query('delete from public.posts where user_id = $1 and title = $2', [carl.id, title]);
  });

  test('the feed corrects typing errors when no post has the words, in titles and descriptions', async () => {
    const [guest] = viewers;
    if (!guest) throw new Error('nobody looks');
    for (const [typed, meant] of [
      ['lapptop', 'laptop'],
      ['steeel pipes', 'steel pipes'],
      ['Rotetrdam', 'rotterdam'],
      ['stele', 'steel'],
      ['đặc baiệt', 'đặc biet'],
      ['vietmam', 'vietnam'],
      ['kestral', 'kestrel'],
      ['stele piep', 'steel pipes'],
      ['Bevreage, stele', 'beverage steel'],
    ] as const) {
      expect(await hinted(guest.client, typed), typed).toEqual({ corrected: meant, fewer: null });
      expect(await listed(guest.client, { ...NO_FILTER, search: typed }, 1, 10), typed).toEqual(
        await listed(guest.client, { ...NO_FILTER, search: meant }, 1, 10),
      );
      expect(await counted(guest.client, { ...NO_FILTER, search: typed }), typed).toBe(
        await counted(guest.client, { ...NO_FILTER, search: meant }),
      );
    }
    for (const typed of ['qqqqqqqq', 'zz', 'stxxl', '12345678']) {
      expect(await listed(guest.client, { ...NO_FILTER, search: typed }, 1, 10)).toEqual([]);
    }
    for (const found of ['laptop', 'stee', 'steel pipes']) expect(await hinted(guest.client, found)).toBeUndefined();
  });

  test('the feed suggests which words have results together when all have none', async () => {
    const [guest] = viewers;
    if (!guest) throw new Error('nobody looks');
    expect(await hinted(guest.client, 'Laptop qqqqqqqq')).toEqual({ corrected: null, fewer: 'Laptop' });
    expect(await hinted(guest.client, 'steel laptop street')).toEqual({
      corrected: null,
      fewer: expect.stringMatching(/^(steel|laptop) street$/),
    });
    expect(await hinted(guest.client, 'thep rotterdam nowhere')).toEqual({
      corrected: null,
      fewer: 'thep rotterdam',
    });
    expect(await hinted(guest.client, 'qqqqqqqq wwwwwwww')).toEqual({ corrected: null, fewer: null });
    expect(await hinted(guest.client, 'qqqqqqqq')).toEqual({ corrected: null, fewer: null });
  });

  test('the feed never suggests a word of hidden posts, not even to their owner or an admin', async () => {
    const [post] = await database.sql<{ id: number }>(
      `insert into public.posts (user_id, title, description, category, country, delivery_address)
       values ($1, 'Zeppelin hangar', 'Zeppelin', 'other', 'de', 'x') returning id`,
      [anna.id],
    );
    const [guest] = viewers;
    if (!guest || !post) throw new Error('nobody looks');
    expect(await hinted(guest.client, 'zepelin')).toEqual({ corrected: 'zeppelin', fewer: null });
    expect(await hinted(guest.client, 'zeppelin qqqqqqqq')).toEqual({ corrected: null, fewer: 'zeppelin' });
    await database.sql('update public.posts set is_hidden = true, hidden_by = $2 where id = $1', [post.id, adam.id]);
    for (const { client, name } of viewers) {
      expect(await hinted(client, 'zepelin'), name).toEqual({ corrected: null, fewer: null });
      expect(await hinted(client, 'zeppelin qqqqqqqq'), name).toEqual({ corrected: null, fewer: null });
      expect(await listed(client, { ...NO_FILTER, search: 'zepelin' }, 1, 10), name).toEqual([]);
    }
    await database.sql(
      `update private.vocabulary set checked_at = now() - interval '8 days' where word in ('zeppelin', 'steel')`,
    );
    await database.sql(`select private.housekeep('vocabulary', 500)`);
    expect(await database.sql(`select word from private.vocabulary where word in ('zeppelin', 'steel')`)).toEqual([
      { word: 'steel' },
    ]);
    await database.sql('update public.posts set is_hidden = false, hidden_by = null where id = $1', [post.id]);
    expect(await hinted(guest.client, 'zepelin')).toEqual({ corrected: 'zeppelin', fewer: null });
    await database.sql('delete from public.posts where id = $1', [post.id]);
  });

  test('the feed lists posts without quotes, and those with the fewest first, as the policies show them', async () => {
    await database.sql('update public.post_counters set quotes = (post_id * 7 % 5)::integer');
    const filters = fc.record({
      search: fc.option(fc.constantFrom('thep', 'steel', 'lot 7', 'rotterdam', 'vietnam'), { nil: null }),
      country: fc.option(fc.constantFrom('vn', 'Utopia', 'zz'), { nil: null }),
      categories: fc.option(
        fc.uniqueArray(fc.constantFrom('food', 'agriculture', 'textile'), { minLength: 1, maxLength: 2 }),
        { nil: null },
      ),
    });
    const quotes = (id: number) => (id * 7) % 5;
    const seen = await Promise.all(viewers.map(async (viewer) => ({ viewer, posts: await seenBy(viewer) })));
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.nat({ max: 3 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(1, 10, 100),
        fc.boolean(),
        fc.boolean(),
        async (filter, who, page, size, isUnquoted, isSorted) => {
          const { viewer, posts } = seen[who] ?? seen[0] ?? { viewer: undefined, posts: [] };
          if (!viewer) throw new Error('nobody looks');
          const all = matching(posts, filter).filter((id) => !isUnquoted || quotes(id) === 0);
          const ordered = isSorted ? all.slice(0, 1000).sort((a, b) => quotes(a) - quotes(b) || b - a) : all;
          const isBounded = isUnquoted || isSorted || filter.search !== null;
          const { rows } = await viewer.client.query<{ id: number }>(
            'select id from public.list_posts($1, $2, $3, $4, $5, $6, $7)',
            [
              filter.search,
              filter.country,
              filter.categories,
              page,
              size,
              isUnquoted,
              isSorted ? 'fewest_quotes' : 'newest',
            ],
          );
          expect(rows.map(({ id }) => id)).toEqual(
            isBounded && (page - 1) * size >= 1000 ? [] : ordered.slice((page - 1) * size, page * size),
          );
          const counts = await viewer.client.query<{ count: number }>(
            'select public.count_posts($1, $2, $3, $4) as count',
            [filter.search, filter.country, filter.categories, isUnquoted],
          );
          expect(counts.rows[0]?.count).toBe(
            isUnquoted || filter.search !== null ? Math.min(1001, all.length) : all.length,
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  test('[A737] the feed filters by deadline and age and sorts by deadline, as the policies show it', async () => {
    const DAY = 86_400_000;
    await database.sql(`update public.posts set created_at = now() - (6001 - id) * interval '1 hour',
      quote_deadline = case when id % 3 > 0 then now() + (id * 7 % 61 - 30 + 0.5) * interval '1 day' end,
      closed_at = case when id % 5 = 0 then now() end, closed_reason = case when id % 5 = 0 then 'no_need' end`);
    const deadline = (id: number) => (id % 3 > 0 ? ((id * 7) % 61) - 30 + 0.5 : null);
    const isOpen = (id: number) => id % 5 > 0 && (deadline(id) ?? 1) > 0;
    const rank = (id: number) => (isOpen(id) ? (deadline(id) ?? 1_000) : 2_000);
    const age = (id: number) => ((6001 - id) * DAY) / 24;
    const days = fc.option(fc.constantFrom(1, 3, 30, 200, 365), { nil: null });
    const seen = await Promise.all(viewers.map(async (viewer) => ({ viewer, posts: await seenBy(viewer) })));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          search: fc.option(fc.constantFrom('thep', 'steel', 'lot 7', 'rotterdam', 'vietnam'), { nil: null }),
          country: fc.option(fc.constantFrom('vn', 'Utopia', 'zz'), { nil: null }),
          categories: fc.option(
            fc.uniqueArray(fc.constantFrom('food', 'agriculture', 'textile'), { minLength: 1, maxLength: 2 }),
            { nil: null },
          ),
        }),
        fc.record({ open: fc.boolean(), closing: days, posted: days, isSorted: fc.boolean() }),
        fc.nat({ max: 3 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(1, 10, 100),
        async (filter, { open, closing, posted, isSorted }, who, page, size) => {
          const { viewer, posts } = seen[who] ?? seen[0] ?? { viewer: undefined, posts: [] };
          if (!viewer) throw new Error('nobody looks');
          const all = matching(posts, filter).filter(
            (id) =>
              (!open || isOpen(id)) &&
              (closing === null || (isOpen(id) && (deadline(id) ?? 1_000) <= closing)) &&
              (posted === null || age(id) < posted * DAY),
          );
          // Of a search, the newest thousand are put in order.
          const first = filter.search === null ? all : all.slice(0, 1000);
          const ordered = isSorted ? first.toSorted((a, b) => rank(a) - rank(b) || b - a) : all;
          const { rows } = await viewer.client.query<{ id: number }>(
            `select id from public.list_posts($1, $2, $3, $4, $5, sort => $6, open => $7, closing => $8, posted => $9)`,
            [
              filter.search,
              filter.country,
              filter.categories,
              page,
              size,
              isSorted ? 'closing' : 'newest',
              open,
              closing,
              posted,
            ],
          );
          const isNarrow = open || closing !== null || posted !== null || filter.search !== null;
          expect(rows.map(({ id }) => id)).toEqual(
            (isNarrow || isSorted) && (page - 1) * size >= 1000 ? [] : ordered.slice((page - 1) * size, page * size),
          );
          const counts = await viewer.client.query<{ count: number }>(
            'select public.count_posts($1, $2, $3, open => $4, closing => $5, posted => $6) as count',
            [filter.search, filter.country, filter.categories, open, closing, posted],
          );
          expect(counts.rows[0]?.count).toBe(isNarrow ? Math.min(1001, all.length) : all.length);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('[A737] days that are no number of days filter nothing', async () => {
    const [guest] = viewers;
    if (!guest) throw new Error('nobody looks');
    const all = await counted(guest.client, NO_FILTER);
    for (const days of [0, -1, 366, 2_147_483_647])
      expect(
        (await guest.client.query('select public.count_posts(closing => $1, posted => $1) as count', [days])).rows,
      ).toEqual([{ count: all }]);
  });

  test('the feed answers any text that a person can type', async () => {
    const [guest] = viewers;
    if (!guest) throw new Error('nobody looks');
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.string({ unit: fc.constantFrom(...`'"\\:*&|!()<>%_- .,/@#é`), maxLength: 40 }),
      fc.constantFrom(
        "'); drop table posts; --",
        'a & b | !c',
        'x:*',
        "''''",
        '\\',
        'http://example.com/a?b=c',
        'a@b.co',
        '%',
        '-1',
        '1e5',
        'C:\\dir',
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        odd.filter((text) => !text.includes('\0')),
        async (search) => {
          const ids = await listed(guest.client, { ...NO_FILTER, search }, 1, 5);
          expect(ids.length).toBeLessThanOrEqual(5);
        },
      ),
      { numRuns: 120 },
    );
  });

  test('the feed answers odd pages and sizes', async () => {
    const [guest] = viewers;
    if (!guest) throw new Error('nobody looks');
    const first = await listed(guest.client, NO_FILTER, 1, 10);
    expect(await listed(guest.client, NO_FILTER, 0, 10)).toEqual(first);
    expect(await listed(guest.client, NO_FILTER, -5, 10)).toEqual(first);
    expect(await listed(guest.client, NO_FILTER, 1, 0)).toEqual(first.slice(0, 1));
    expect(await listed(guest.client, NO_FILTER, 1, 1_000_000)).toHaveLength(1000);
    expect(await listed(guest.client, NO_FILTER, 2_147_483_647, 1000)).toEqual([]);
    expect(await listed(guest.client, { ...NO_FILTER, search: 'steel' }, 2_147_483_647, 10)).toEqual([]);
  });
});
