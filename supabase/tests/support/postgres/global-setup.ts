/** Real Postgres servers for all tests of a Vitest project: a plain one, and one with the roles of hosted Supabase. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the maintenance database of the plain Postgres, as superuser. */
    postgresUrl: string;
    /** Likewise, for the Postgres whose migrations were applied by a `postgres` without superuser rights. */
    hostedPostgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [plain, hosted] = await Promise.all([startPostgres(), startPostgres({ hosted: true })]);
  project.provide('postgresUrl', plain.url);
  project.provide('hostedPostgresUrl', hosted.url);
  return async () => {
    await Promise.all([plain.stop(), hosted.stop()]);
  };
}
