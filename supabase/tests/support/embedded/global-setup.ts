/** One embedded Supabase for all tests of a Vitest project; on a real Postgres where its `env` says `TEST_DATABASE: 'postgres'`. */
import type { TestProject } from 'vitest/node';
import { startEmbedded } from './start-embedded.ts';
import { POSTGRES_URL } from '../postgres/own-database.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { serveBackend, type RemoteBackend } from './remote-backend.ts';

const DATABASE_KIND = 'TEST_DATABASE';

declare module 'vitest' {
  interface ProvidedContext {
    backend: RemoteBackend;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Vitest sets the `env` of a project for its workers alone; the server runs here.
  const { [DATABASE_KIND]: kind, ...env } = project.config.env;
  Object.assign(process.env, env);
  const postgres = kind === 'postgres' ? await startPostgres() : undefined;
  // Files that start a backend of their own run in workers.
  if (postgres) project.config.env[POSTGRES_URL] = postgres.url;
  // The contract is held on the Deno inside hosted Supabase; everything else runs on the newest.
  const embedded = await startEmbedded({
    postgresUrl: postgres?.url,
    runtime: project.name === 'api' ? 'hosted' : 'newest',
  });
  const service = await serveBackend(embedded.backend);
  project.provide('backend', service.remote);
  return async () => {
    await service.stop();
    await embedded.stop();
    await postgres?.stop();
  };
}
