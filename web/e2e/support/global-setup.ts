import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../../supabase/tests/support/postgres/start-postgres.ts';
import { POSTGRES_URL } from '../../../supabase/tests/support/postgres/own-database.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Builds the page, unless `npm test` has done so when its suite `build` ran; with `TEST_DATABASE=postgres` starts a Postgres
 * for the backends of all workers, and answers how to end it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!process.env['E2E_IS_BUILT'])
    execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
      cwd: root,
      stdio: 'inherit',
    });
  if (process.env['TEST_DATABASE'] !== 'postgres') return undefined;
  const postgres = await startPostgres();
  // Workers inherit it.
  process.env[POSTGRES_URL] = postgres.url;
  return postgres.stop;
}
