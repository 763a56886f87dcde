import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import pg from 'pg';
import { benchAlerts } from '../../../bench/alerts.ts';
import { fill, type Market } from '../../../bench/fill.ts';
import { growing, narrowing, paging, searching, securing } from '../../../bench/goals.ts';
import { feeds, reads, sizes, writing } from '../../../bench/scale.ts';
import { createDatabase } from '../support/postgres/start-postgres.ts';

/*
 * `npm run bench` and its parts `scale` and `alerts` on a very small marketplace: that it still measures what it says. How fast something is, no test asks.
 */
const effort = { rounds: 1, runs: 1, samples: 0, milliseconds: 0 };

let market: Market;
let client: pg.Client;

beforeAll(async () => {
  market = await fill(await createDatabase(inject('postgresUrl')), { posts: 300, quotesPerPost: 2 }, () => undefined);
  client = new pg.Client({ connectionString: market.url });
  await client.connect();
});

afterAll(() => client.end());

test('the bench fills a marketplace with the counters and totals that triggers would have kept', async () => {
  const { rows } = await client.query<{ what: string; wrong: string }>(`
    select 'counters' as what, count(*) as wrong from public.posts p left join public.post_counters c on c.post_id = p.id
    where (c.likes, c.quotes, c.is_hidden, c.hidden_owner_id) is distinct from ((select count(*) from public.post_likes l where l.post_id = p.id),
      (select count(*) from public.quotes q where q.post_id = p.id), p.is_hidden, case when p.is_hidden then p.user_id end)
    union all
    select 'totals', abs((select sum(visible_count) from public.post_totals) - (select count(*) from public.posts where not is_hidden))
    union all
    select 'blocks', count(*) from (
      (select country, category, span, block, visible_count, hidden_count from private.post_blocks except select * from private.counted_post_blocks)
      union all (select * from private.counted_post_blocks except select country, category, span, block, visible_count, hidden_count from private.post_blocks)) as b
    union all
    select 'accounts', count(*) from public.accounts a where (a.post_count, a.quote_count) is distinct from
      ((select count(*) from public.posts p where p.user_id = a.profile_id), (select count(*) from public.quotes q where q.supplier_id = a.profile_id))
    union all
    select 'ratings', count(*) from public.profiles p where (p.rating_count, p.rating_sum) is distinct from
      ((select count(*) from public.reviews r where r.reviewed_user_id = p.id), (select sum(r.rating) from public.reviews r where r.reviewed_user_id = p.id))
    union all
    select 'posts', abs((select count(*) from public.posts) - 300)`);
  expect(rows).toEqual(
    ['counters', 'totals', 'blocks', 'accounts', 'ratings', 'posts'].map((what) => ({ what, wrong: '0' })),
  );
});

test('policies touch at most ten pages beside those of the answer', async () => {
  const size = { posts: 20_000, quotesPerPost: 2 };
  const larger = await fill(await createDatabase(inject('postgresUrl')), size, () => undefined);
  const { verdicts } = await securing(larger, effort);
  expect(verdicts.at(-1)).toEqual({
    text: 'every query touches at most 10 pages more than for the owner',
    isReached: true,
  });
});

test.each([
  ['search', 14, () => searching(market, effort)],
  ['deep pages', 5, () => paging(market, effort)],
  ['deep pages of a country and a category', 25, () => narrowing(market, effort)],
  ['growth', 18, () => growing([market, market, market], effort)],
  ['the cost of row-level security', 22, () => securing(market, effort)],
])('the bench measures %s', async (_what, rows, goal) => {
  const { table, verdicts } = await goal();
  expect(table.split('\n')).toHaveLength(2 + rows);
  expect(table).not.toContain('NaN');
  expect(verdicts.length).toBeGreaterThan(0);
});

test.each([
  ['bytes', /^\| all of these +\| +\| +\| +\| +[1-9][\d,]* \|$/m, () => sizes(market)],
  ['reads', /^\| first page of the feed +\| +[1-9]/m, () => reads(market, 0.02)],
  ['the feed on several connections', /^\| 16 +\| +[1-9]/m, () => feeds(market, 0.02)],
  ['writes', /^\| likes of one post +(\| +[1-9][\d,]* ){3}\|$/m, () => writing(market, 0.02)],
])('the bench measures what a server carries: %s', async (_what, row, measured) => {
  expect(await measured()).toMatch(row);
});

test('[A744] the bench of alerts tells saved searches of new posts', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  await benchAlerts({ searches: 1000, posts: 3 });
  // Searches, posts, hits and calls.
  expect(log.mock.calls.join('\n')).toMatch(/^\| [1-9]\d* +\| +3 \| +[1-9]\d* \| +[1-9]\d* \|/m);
});
