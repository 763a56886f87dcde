/**
 * One embedded Supabase for all tests of a Vitest project, and one for each set of other options; on a real Postgres if
 * the project's `env` has `TEST_DATABASE: 'postgres'`.
 */
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../postgres/start-postgres.ts';
import { serveBackend, type OpenBackend, type RemoteBackend } from './remote-backend.ts';
import { startEmbedded, type EmbeddedOptions } from './start-embedded.ts';

const DATABASE_KIND = 'TEST_DATABASE';

declare module 'vitest' {
  interface ProvidedContext {
    backend: RemoteBackend;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Vitest sets the `env` of a project only for its workers, but the server runs here.
  const { [DATABASE_KIND]: kind, ...env } = project.config.env;
  Object.assign(process.env, env);
  const postgres = kind === 'postgres' ? await startPostgres() : undefined;
  const started = new Map<string, Promise<{ remote: RemoteBackend; stop: () => Promise<void> }>>();
  const start = async (options: EmbeddedOptions) => {
    const embedded = await startEmbedded({ ...options, postgresUrl: postgres?.url });
    const service = await serveBackend(embedded.backend, open);
    const stop = async () => {
      await service.stop();
      await embedded.stop();
    };
    return { remote: service.remote, stop };
  };
  const open: OpenBackend = async (options) => {
    const key = JSON.stringify(options);
    const backend = started.get(key) ?? start(options);
    started.set(key, backend);
    return (await backend).remote;
  };
  // The contract is tested on the Deno of hosted Supabase; everything else runs on the newest.
  project.provide('backend', await open({ runtime: project.name === 'on-postgres' ? 'hosted' : 'newest' }));
  return async () => {
    for (const backend of started.values()) await (await backend).stop();
    await postgres?.stop();
  };
}
