import { startPostgres } from '../../../supabase/tests/support/postgres/start-postgres.ts';
import { POSTGRES_URL } from '../../../supabase/tests/support/postgres/own-database.ts';
import { build } from './build.ts';

/** Builds the page; with `TEST_DATABASE=postgres` starts a Postgres for the backends of all workers, and answers how to end it. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  build();
  if (process.env['TEST_DATABASE'] !== 'postgres') return undefined;
  const postgres = await startPostgres();
  // Workers inherit it.
  process.env[POSTGRES_URL] = postgres.url;
  return postgres.stop;
}
