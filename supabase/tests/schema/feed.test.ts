import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/real-postgres.ts';

/*
 * The feed functions run with the rights of their owner and repeat the policies in their own words. Here they are compared
 * with the policies themselves, for a visitor, an owner of hidden posts, another user and an admin.
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
  adam = await database.person('adam', 'admin');
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
  for (const [name, who] of [['visitor', 'anon'], ['owner', anna], ['other', await database.person('carl')], ['admin', adam]] as const) {
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

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase();
const wordsOf = (text: string) => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const alike = [['agriculture', 'agricultural'], ['textile', 'textiles']];

/** What the policies let the viewer see, newest first; an admin's feed holds no hidden posts of others (C21). */
async function seenBy({ client, id }: (typeof viewers)[number]): Promise<Seen[]> {
  const { rows } = await client.query<Omit<Seen, 'words'> & { text: string }>(
    `select id, country, category, concat_ws(' ', title, description, category, area, delivery_address, port) as text
     from public.posts where not is_hidden or user_id = $1 order by id desc`,
    [id],
  );
  return rows.map(({ text, ...row }) => ({ ...row, words: wordsOf(text) }));
}

function matching(posts: readonly Seen[], { search, country, categories }: Filters): number[] {
  const wanted = wordsOf(search ?? '');
  const all = (categories ?? []).flatMap((category) => alike.find((pair) => pair.includes(category)) ?? [category]);
  return posts
    .filter((post) => (country === null || post.country === country) && (all.length === 0 || all.includes(post.category)))
    .filter((post) => wanted.every((word) => post.words.some((each) => (word.length >= 3 ? each.startsWith(word) : each === word))))
    .map(({ id }) => id);
}

async function listed(client: pg.Client, { search, country, categories }: Filters, page: number, size: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>('select id from public.list_posts($1, $2, $3, $4, $5)', [search, country, categories, page, size]);
  return rows.map(({ id }) => id);
}

async function counted(client: pg.Client, { search, country, categories }: Filters): Promise<number | undefined> {
  const { rows } = await client.query<{ count: number }>('select public.count_posts($1, $2, $3) as count', [search, country, categories]);
  return rows[0]?.count;
}

const NO_FILTER: Filters = { search: null, country: null, categories: null };

describe('the feed', () => {
  it('is what the policies show, whatever is searched, filtered and turned to', async () => {
    const filters = fc.record({
      search: fc.option(
        fc.array(fc.constantFrom('thep', 'THÉP', 'tấm', 'steel', 'stee', 'st', 'pipes', 'ca phe', 'đặc biệt', 'dac', 'gao', 'st25', 'lot 7', 'rotterdam', 'hai phong', '  '), { minLength: 1, maxLength: 2 }).map((words) => words.join(' ')),
        { nil: null },
      ),
      country: fc.option(fc.constantFrom('vn', 'us', 'de', 'Utopia', 'zz'), { nil: null }),
      categories: fc.option(fc.uniqueArray(fc.constantFrom('food', 'industrial', 'agriculture', 'agricultural', 'textile', 'other', 'travel'), { maxLength: 3 }), { nil: null }),
    });
    const seen = await Promise.all(viewers.map(async (viewer) => ({ viewer, posts: await seenBy(viewer) })));
    await fc.assert(
      fc.asyncProperty(filters, fc.nat({ max: 3 }), fc.integer({ min: 1, max: 12 }), fc.constantFrom(1, 7, 10, 100), async (filter, who, page, size) => {
        const { viewer, posts } = seen[who] ?? seen[0] ?? { viewer: undefined, posts: [] };
        if (!viewer) throw new Error('nobody looks');
        const expected = matching(posts, filter);
        // A search without a hit looks for similar titles, which has a test of its own.
        if (filter.search?.trim() && matching(posts, { ...NO_FILTER, search: filter.search }).length === 0) return;
        expect(await listed(viewer.client, filter, page, size)).toEqual(expected.slice((page - 1) * size, page * size));
        expect(await counted(viewer.client, filter)).toBe(filter.search?.trim() ? Math.min(1001, expected.length) : expected.length);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['the whole feed', NO_FILTER],
    ['a country', { ...NO_FILTER, country: 'vn' }],
    ['a category with its other spelling', { ...NO_FILTER, categories: ['textile', 'food', 'industrial', 'other'] }],
  ])('has neither gap nor repeat from the first page of %s to the last', async (_what, filter) => {
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

  it('finds without accents and with them, beginnings, and all words in any field', async () => {
    const [visitor] = viewers;
    if (!visitor) throw new Error('nobody looks');
    const count = (search: string) => counted(visitor.client, { ...NO_FILTER, search });
    expect(await count('dac biet')).toBeGreaterThan(0);
    expect(await count('ĐẶC BIỆT')).toBe(await count('dac biet'));
    expect(await count('đặc biệt'.normalize('NFD'))).toBe(await count('dac biet'));
    expect(await count('rotterd street')).toBe(await count('rotterdam street'));
    expect(await count('thep rotterdam nowhere')).toBe(0);
  });

  it('offers similar titles when no post has the words, which then was a typing error', async () => {
    const [visitor] = viewers;
    if (!visitor) throw new Error('nobody looks');
    const titles = async (search: string) =>
      (await visitor.client.query<{ title: string; is_hidden: boolean }>('select title, is_hidden from public.list_posts($1)', [search])).rows;
    for (const [typed, meant] of [['lapptop', 'Laptop'], ['steeel pipes', 'Steel pipes']] as const) {
      const found = await titles(typed);
      expect(found.length, typed).toBe(10);
      for (const { title, is_hidden } of found) expect([title.startsWith(meant), is_hidden], `${typed}: ${title}`).toEqual([true, false]);
    }
    expect(await titles('qqqqqqqq')).toEqual([]);
    expect(await titles('zz')).toEqual([]);
  });

  it('answers any text that a person can type', async () => {
    const [visitor] = viewers;
    if (!visitor) throw new Error('nobody looks');
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.string({ unit: fc.constantFrom(...`'"\\:*&|!()<>%_- .,/@#é`), maxLength: 40 }),
      fc.constantFrom("'); drop table posts; --", 'a & b | !c', 'x:*', "''''", '\\', 'http://example.com/a?b=c', 'a@b.co', '%', '-1', '1e5', 'C:\\dir'),
    );
    await fc.assert(
      fc.asyncProperty(odd.filter((text) => !text.includes('\0')), async (search) => {
        const ids = await listed(visitor.client, { ...NO_FILTER, search }, 1, 5);
        expect(ids.length).toBeLessThanOrEqual(5);
      }),
      { numRuns: 120 },
    );
  });

  it('bears odd pages and sizes', async () => {
    const [visitor] = viewers;
    if (!visitor) throw new Error('nobody looks');
    const first = await listed(visitor.client, NO_FILTER, 1, 10);
    expect(await listed(visitor.client, NO_FILTER, 0, 10)).toEqual(first);
    expect(await listed(visitor.client, NO_FILTER, -5, 10)).toEqual(first);
    expect(await listed(visitor.client, NO_FILTER, 1, 0)).toEqual(first.slice(0, 1));
    expect(await listed(visitor.client, NO_FILTER, 1, 1_000_000)).toHaveLength(1000);
    expect(await listed(visitor.client, NO_FILTER, 2_147_483_647, 1000)).toEqual([]);
    expect(await listed(visitor.client, { ...NO_FILTER, search: 'steel' }, 2_147_483_647, 10)).toEqual([]);
  });
});
