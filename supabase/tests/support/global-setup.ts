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
  const embedded = await startEmbedded();
  const service = await serveBackend(embedded.backend);
  project.provide('backend', service.remote);
  return async () => {
    await service.stop();
    await embedded.stop();
  };
}
