/** `npm run bench -- alerts`: how long new posts take until they are compared with all saved searches and told of (docs/speed.md). */
import { cpus } from 'node:os';
import { startLocalSupabase } from '../supabase/local/server.ts';
import { CATEGORIES } from '../supabase/functions/_shared/domain/categories.ts';
import type { AlertOptions } from './options.ts';
import { inMilliseconds, table } from './table.ts';
import { temporaryFolder, withUndo } from './undo.ts';
import { COUNTRIES, GOODS, WORDS } from './words.ts';

/** As many as a user can save. */
const SEARCHES_A_PERSON = 20;
/** The job runs each minute. */
const WANTED_MS = 60_000;
/** A statement of a function is ended after this time. */
const CALL_MS = 8_000;

/** Without triggers, like a restore. */
const people = (count: number) => `do $$
  begin
    perform set_config('session_replication_role', 'replica', true);
    insert into public.profiles (auth_id, username) select gen_random_uuid(), 'person' || n from generate_series(1, ${count}) as n;
    insert into public.accounts (profile_id, email, email_confirmed_at) select p.id, p.username || '@example.com', now() from public.profiles p;
  end $$`;

/** One in two looks for words, in a country or not; the others for a category in a country. */
const SAVE = `insert into private.saved_searches (user_id, name, search, country, categories, open)
  select p.id, 'Search', case when d[1] % 2 = 0 then ($2::text[])[1 + d[2] % cardinality($2::text[])] || ' ' || ($3::text[])[1 + d[3] % cardinality($3::text[])] end,
    case when d[1] % 2 = 1 or d[4] % 2 = 0 then ($4::text[])[1 + d[5] % cardinality($4::text[])] end,
    case when d[1] % 2 = 1 then array[($5::text[])[1 + d[6] % cardinality($5::text[])]] else '{}' end, d[7] % 2 = 0
  from generate_series(1::bigint, $1::integer) as n
  cross join lateral (
    select array_agg((hashint8extended(n, salt) & 1073741823)::integer order by salt) from generate_series(1, 7) as salt) as r (d)
  join (select id, row_number() over (order by id) as place from public.profiles) as p on p.place = 1 + n % $6::integer
  on conflict do nothing`;

const POST = `insert into public.posts (user_id, title, description, category, country, delivery_address)
  select (select min(id) from public.profiles), ($2::text[])[1 + n * 7 % cardinality($2::text[])] || ' ' || ($3::text[])[1 + n * 5 % cardinality($3::text[])],
    'For the bench.', ($5::text[])[1 + n % cardinality($5::text[])], ($4::text[])[1 + n % cardinality($4::text[])], 'Street'
  from generate_series(1, $1::integer) as n`;

/** Measures the job `saved-searches` on the embedded database; removes everything afterwards. */
export async function benchAlerts({ searches, posts }: AlertOptions): Promise<void> {
  await withUndo(async (undo) => {
    const dataDir = await temporaryFolder(undo);
    const server = await startLocalSupabase({ web: 'none', cron: false, quiet: true, dataDir, sendsMails: false });
    undo(() => server.stop());
    const count = Math.ceil(searches / SEARCHES_A_PERSON);
    await server.sql(people(count));
    await server.sql(SAVE, [searches, WORDS, GOODS, COUNTRIES, CATEGORIES, count]);
    await server.sql('analyze');
    await server.sql(POST, [posts, GOODS, WORDS, COUNTRIES, CATEGORIES]);
    const calls: number[] = [];
    for (let left = 1; left > 0;) {
      const started = performance.now();
      const [row] = await server.sql<{ count: number }>(`select public.housekeep('saved-searches') as count`);
      calls.push(performance.now() - started);
      left = row?.count ?? 0;
    }
    const [kept] = await server.sql<{ searches: number; hits: number }>(
      `select (select count(*) from private.saved_searches)::integer as searches, (select count(*) from private.saved_search_hits)::integer as hits`,
    );
    const all = calls.reduce((sum, each) => sum + each, 0);
    const longest = Math.max(...calls);
    console.log(
      `Measured ${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`,
    );
    console.log(
      table(
        ['saved searches', 'new posts', 'hits', 'calls', 'longest call (ms)', 'all calls (ms)'],
        [
          [
            ...[kept?.searches, posts, kept?.hits, calls.length].map(String),
            inMilliseconds(longest),
            inMilliseconds(all),
          ],
        ],
      ),
    );
    const isReached = all < WANTED_MS && longest < CALL_MS;
    console.log(
      `\n${isReached ? 'reached' : 'NOT REACHED'}: ${(all / 1000).toFixed(1)} s of a minute, the longest call ${(longest / 1000).toFixed(1)} s of ${CALL_MS / 1000} s`,
    );
  });
}
