/** One embedded Supabase for all tests of a Vitest project. */
import type { TestProject } from 'vitest/node';
import { startEmbedded } from './embedded.ts';
import { serveBackend, type RemoteBackend } from './remote-backend.ts';

declare module 'vitest' {
  interface ProvidedContext {
    backend: RemoteBackend;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Vitest sets the `env` of a project for its workers alone; the server runs here.
  Object.assign(process.env, project.config.env);
  const embedded = await startEmbedded();
  const service = await serveBackend(embedded.backend);
  project.provide('backend', service.remote);
  return async () => {
    await service.stop();
    await embedded.stop();
  };
}
