import { cpus } from 'node:os';
import { startLocalSupabase, type LocalSupabase } from '../supabase/local/server.ts';
import { createOwnDatabase } from '../supabase/tests/support/postgres/own-database.ts';
import { startPostgres } from '../supabase/tests/support/postgres/start-postgres.ts';
import { fill } from './fill.ts';
import { temporaryFolder, withUndo } from './undo.ts';

/**
 * Runs a measurement on the embedded database with its demo data, then on a temporary Postgres with many posts; removes
 * everything afterwards.
 */
export async function onBothDatabases(
  { posts, web }: { posts: number; web: 'none' | 'build' },
  measure: (title: string, server: LocalSupabase) => Promise<void>,
): Promise<void> {
  const quiet = { web, cron: false, quiet: true, requireEmailVerification: false } as const;
  await withUndo(async (undo) => {
    console.log(
      `Measured ${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
    );
    const demo = await startLocalSupabase({ ...quiet, dataDir: await temporaryFolder(undo), demo: true });
    undo(() => demo.stop());
    await measure('The embedded database with its demo data', demo);
    await demo.stop();
    const postgres = await startPostgres();
    undo(() => postgres.stop());
    const databaseUrl = await createOwnDatabase(postgres.url);
    const server = await startLocalSupabase({ ...quiet, dataDir: await temporaryFolder(undo), databaseUrl });
    undo(() => server.stop());
    const asSuperuser = Object.assign(new URL(postgres.url), { pathname: new URL(databaseUrl).pathname }).href;
    await fill(asSuperuser, { posts, quotesPerPost: 2 }, (line) => console.log(`  ${line}`));
    await measure(`DATABASE_URL with ${posts.toLocaleString('en-US')} posts`, server);
  });
}
