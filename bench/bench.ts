/** `npm run bench`: measures the goals of docs/speed.md on a temporary Postgres. */
import { cpus } from 'node:os';
import { startPostgres } from '../supabase/tests/support/postgres/start-postgres.ts';
import { Caller } from './caller.ts';
import { fill, type Market, type Size } from './fill.ts';
import { growing, narrowing, paging, searching, securing, type Result } from './goals.ts';
import { quarterOfMemory, sizesBetween, type Options } from './options.ts';
import { inMilliseconds } from './table.ts';
import { inTurns, type Effort } from './turns.ts';
import { withUndo } from './undo.ts';

/** The machine and the server, and the cost of an empty query. */
export async function surroundings(market: Market, effort: Effort): Promise<string> {
  const caller = await Caller.connect(market.url, 'anon');
  try {
    const { answers } = await caller.ask([
      {
        text: `select current_setting('server_version'), current_setting('shared_buffers'), pg_size_pretty(pg_database_size(current_database())), current_setting('fsync')`,
      },
    ]);
    const [version, buffers, size, fsync] = answers;
    const [empty] = await inTurns([async () => (await caller.ask([{ text: 'select 1' }])).milliseconds], effort);
    return (
      `PostgreSQL ${version}, shared_buffers ${buffers}, fsync ${fsync}; ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}; ${size} of data; ` +
      `an empty question takes ${inMilliseconds(empty?.median ?? NaN)} ms`
    );
  } finally {
    await caller.close();
  }
}

/** Measures all goals one after the other, and reports each when it is done. */
export async function measure(
  large: Market,
  smaller: readonly Market[],
  effort: Effort,
  report: (text: string) => void,
): Promise<Result[]> {
  report(await surroundings(large, effort));
  const results: Result[] = [];
  for (const goal of [
    () => searching(large, effort),
    () => paging(large, effort),
    () => narrowing(large, effort),
    () => growing([...smaller, large], effort),
    () => securing(large, effort),
  ]) {
    const result = await goal();
    results.push(result);
    report(
      [
        `\n${result.title}\n`,
        result.table,
        '',
        ...result.verdicts.map(({ text, isReached }) => `${isReached ? 'reached' : 'NOT REACHED'}: ${text}`),
      ].join('\n'),
    );
  }
  return results;
}

/** Starts a Postgres with these settings and lets `run` create databases on it; removes everything afterwards, also after an interrupt. */
export async function withServer(
  settings: Record<string, string>,
  run: (createDatabase: () => Promise<string>) => Promise<void>,
): Promise<void> {
  await withUndo(async (undo) => {
    const starting = startPostgres({ settings: { shared_buffers: `${quarterOfMemory()}MB`, ...settings } });
    undo(() =>
      starting.then(
        (postgres) => postgres.stop(),
        () => undefined,
      ),
    );
    const postgres = await starting;
    await run(() => postgres.createDatabase());
  });
}

/** Lets `run` fill marketplaces on a Postgres of its own. */
export function withPostgres(
  settings: Record<string, string>,
  run: (filled: (size: Size) => Promise<Market>) => Promise<void>,
): Promise<void> {
  return withServer(settings, (createDatabase) =>
    run(async (size) => {
      console.log(`\nFilling ${size.posts.toLocaleString('en-US')} posts with ${size.quotesPerPost} quotes each`);
      const started = performance.now();
      const market = await fill(await createDatabase(), size, (line) => console.log(`  ${line}`));
      console.log(`  all: ${((performance.now() - started) / 1000).toFixed(0)} s`);
      return market;
    }),
  );
}

/** Fills marketplaces of all sizes on a temporary Postgres and measures. */
export function bench({ posts, small, quotesPerPost, rounds, buffers }: Options): Promise<void> {
  return withPostgres({ shared_buffers: `${buffers}MB` }, async (filled) => {
    const smaller: Market[] = [];
    for (const size of sizesBetween(small, posts)) smaller.push(await filled({ posts: size, quotesPerPost }));
    const largest = await filled({ posts, quotesPerPost });
    console.log(`\nMeasured ${new Date().toISOString().slice(0, 10)}`);
    await measure(largest, smaller, { rounds, runs: 10, samples: 200, milliseconds: 4000 }, console.log);
  });
}
