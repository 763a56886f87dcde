import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPosts } from '../../demo/data/posts.ts';
import { postIdOf } from '../../demo/load/demo-ids.ts';
import { loadAccounts } from '../../demo/load/load-accounts.ts';
import { hidePosts, loadPosts } from '../../demo/load/load-posts.ts';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';

/*
 * Searches over the requests of the demo, with what a guest sees first in the order of relevance. If no request has
 * all words, those of the correction or of fewer words are seen, as on the page.
 */
let database: RealDatabase;

beforeAll(async () => {
  database = await openRealDatabase();
  const sql = <T>(text: string, params?: readonly unknown[]) => database.sql<T & pg.QueryResultRow>(text, params);
  const target = { sql, putObject: () => Promise.resolve() };
  const now = new Date();
  await loadAccounts(target, now);
  await loadPosts(target, now);
  await hidePosts(sql, now);
  await sql('analyze');
});

afterAll(() => database.close());

const keys = new Map(demoPosts.map(({ key }) => [postIdOf(key), key]));

/** Keys of the found requests in the order of the page. */
async function found(search: string, page = 1, size = 10): Promise<(string | undefined)[]> {
  const rows = await database.sql<{ client_id: string }>(
    `select p.client_id from public.list_posts($1, page => $2, page_size => $3, sort => 'relevance') l
     join public.posts p on p.id = l.id order by l.search`,
    [search, page, size],
  );
  return rows.map(({ client_id }) => keys.get(client_id));
}

async function hint(search: string) {
  const [row] = await database.sql<{ corrected: string | null; fewer: string | null }>(
    'select corrected, fewer from public.search_hints($1)',
    [search],
  );
  return { corrected: row?.corrected ?? null, fewer: row?.fewer ?? null };
}

describe('a search that has results', () => {
  test.each([
    // Singular and plural.
    ['chair', 'oak-dining-chairs', 'teak-garden-benches'],
    ['chairs', 'oak-dining-chairs', 'teak-garden-benches'],
    ['oak chairs', 'oak-dining-chairs'],
    ['stools', 'oak-bar-stools'],
    ['box', 'corrugated-boxes-mailers'],
    ['boxes', 'corrugated-boxes-mailers'],
    ['mailer box', 'corrugated-boxes-mailers'],
    ['battery', 'cnc-aluminium-brackets', 'rugged-tablets-field'],
    ['batteries', 'cnc-aluminium-brackets', 'rugged-tablets-field'],
    ['bus', 'bus-seats-electric', 'ev-chargers-depot'],
    ['buses', 'bus-seats-electric', 'ev-chargers-depot'],
    ['benches', 'school-desks-nairobi', 'teak-garden-benches'],
    ['tyres', 'alloy-wheels-vans'],
    ['jar', 'glass-jars-honey'],
    // Titles first, whole words before beginnings.
    ['coffee', 'pouches-coffee-valve', 'black-pepper-550'],
    ['paper', 'paper-bags-twisted'],
    ['office', 'office-desks-warsaw', 'greenery-office-plants'],
    ['valve', 'ball-valves-cooling', 'pouches-coffee-valve', 'masks-ffp2-dust'],
    ['tea', 'black-tea-ctc-bp1', 'teak-garden-benches'],
    ['lights', 'led-highbay-warehouse', 'brake-discs-aftermarket'],
    ['rotterdam', 'reefer-freight-avocado'],
    ['solar', 'smart-meters-cape'],
    // In descriptions only.
    ['demurrage', 'isopropanol-ibc'],
    ['fumigation', 'rice-jasmine-accra', 'sea-freight-consolidation'],
    ['traceability', 'pcba-gateway-board', 'rugged-tablets-field'],
    // Vietnamese, with accents and without.
    ['xi măng', 'xi-mang-pcb40'],
    ['xi mang', 'xi-mang-pcb40'],
    ['THÉP HÌNH', 'thep-hinh-nha-xuong'],
    ['thep hinh', 'thep-hinh-nha-xuong'],
    ['cửa sổ nhôm', 'aluminium-windows-school'],
    ['cua so nhom', 'aluminium-windows-school'],
    ['tôm', 'tom-dong-lanh-hosO'],
    ['gỗ', 'wooden-toys-montessori'],
    // Users and companies.
    ['anna', 'oak-bar-stools', 'customs-brokerage-nordic'],
    ['bob', 'sea-freight-consolidation', 'scooter-tyres-vn', 'bot-mau-masterbatch'],
    ['gulfbridge', 'water-treatment-uz', 'greenhouse-tomato-jordan'],
    ['lotus.garment', 'rooftop-solar-factory-vn', 'wooden-toys-montessori'],
    ['Lindqvist Home', 'oak-bar-stools', 'customs-brokerage-nordic'],
    ['Hanse Stahlhandel', 'facing-bricks-copenhagen', 'road-freight-de-at'],
    ['may hoa sen', 'rooftop-solar-factory-vn'],
    ['anna chairs', 'oak-dining-chairs'],
    // Grades, sizes, and signs.
    ['304', 'stainless-tubes-food'],
    ['304L tubes', 'stainless-tubes-food'],
    ['S355', 'hot-rolled-coil-s355'],
    ['M6', 'hex-bolts-mro-frame'],
    ['DN150', 'ball-valves-cooling'],
    ['"oak" (chair)', 'oak-dining-chairs'],
    ['oak & chair!', 'oak-dining-chairs'],
    ['coffee | valve:*', 'pouches-coffee-valve'],
  ])('%s', async (search, ...first) => {
    expect((await found(search)).slice(0, first.length)).toEqual(first);
    expect(await hint(search)).toEqual({ corrected: null, fewer: null });
  });
});

describe('a search that has no result is corrected', () => {
  test.each([
    ['cofee', 'coffee', 'pouches-coffee-valve'],
    ['cofffee bags', 'coffee bags', 'pouches-coffee-valve'],
    ['forklfit', 'forklifts', 'forklifts-lithium'],
    ['oak chiars', 'oak chairs', 'oak-dining-chairs'],
    ['cashw', 'cashew', 'cashew-ww320'],
    ['curtian', 'curtains', 'linen-curtains-nordic'],
    ['avocdo', 'avocado', 'drip-irrigation-avocado'],
    ['gulfbrigde', 'gulfbridge', 'water-treatment-uz'],
  ])('%s: %s', async (search, corrected, ...first) => {
    expect(await hint(search)).toEqual({ corrected, fewer: null });
    expect((await found(search)).slice(0, first.length)).toEqual(first);
  });
});

describe('a search that has no result keeps its words, the rarer of them if there are several', () => {
  test.each([
    ['office chair', 'chair', 'oak-dining-chairs'],
    ['chair for the office', 'chair for the', 'oak-dining-chairs'],
    ['office chairs', 'chairs', 'oak-dining-chairs'],
    ['wooden chair', 'chair', 'oak-dining-chairs'],
    ['rice vietnam', 'rice', 'rice-jasmine-accra'],
    ['steel pipe', 'steel'],
    ['stainless pipe', 'stainless', 'stainless-tubes-food'],
    ['pallet jack', 'pallet'],
    ['pipe', null],
    ['lens', null],
    ['knife', null],
    ['berries', null],
    ['M8', null],
  ])('%s: %s', async (search, fewer, ...first) => {
    expect(await hint(search)).toEqual({ corrected: null, fewer });
    expect(await found(search)).toEqual([]);
    if (fewer) expect((await found(fewer)).slice(0, first.length)).toEqual(first);
  });
});

describe('the pages of a search by relevance', () => {
  test('the first hundred are in order, the others follow newest first, and each is on one page', async () => {
    await database.sql(
      `insert into public.posts (user_id, title, description, category, country, delivery_address)
       select (select min(id) from public.profiles), case when n % 3 = 0 then 'Sprocket ' else 'Part ' end || n, 'A sprocket', 'other', 'de', 'x'
       from generate_series(1, 250) as n`,
    );
    const numbers = async (page: number, size: number) =>
      (
        await database.sql<{ nr: number; is_titled: boolean }>(
          `select split_part(title, ' ', 2)::integer as nr, title like 'Sprocket%' as is_titled
           from public.list_posts('sprocket', page => $1, page_size => $2, sort => 'relevance') order by search`,
          [page, size],
        )
      ).map(({ nr }) => nr);
    const all = Array.from({ length: 250 }, (_, index) => 250 - index);
    const [newest, rest] = [all.slice(0, 100), all.slice(100)];
    const expected = [...newest.filter((nr) => nr % 3 === 0), ...newest.filter((nr) => nr % 3 !== 0), ...rest];
    for (const size of [10, 70, 1000]) {
      const walked = [];
      for (let page = 1; page <= Math.ceil(250 / size); page += 1) walked.push(...(await numbers(page, size)));
      expect(walked, `pages of ${size}`).toEqual(expected);
    }
  });

  test('without a search there is no relevance: newest first', async () => {
    const ids = async (sort: string) =>
      database.sql('select id from public.list_posts(sort => $1) order by search', [sort]);
    expect(await ids('relevance')).toEqual(await ids('newest'));
  });
});
