import { afterAll } from 'vitest';
import { createWorld, type World } from '../world.ts';
import { startEmbedded } from './start-embedded.ts';

/**
 * The world of a backend that a file has for itself, started with these options; it ends with the file. For the top of a file:
 * `const world = await ownWorld({ requireEmailVerification: true })`.
 */
export async function ownWorld(
  options: Parameters<typeof startEmbedded>[0] = {},
): Promise<World & { jwtSecret: string }> {
  const { backend, jwtSecret, stop } = await startEmbedded(options);
  afterAll(stop);
  return { ...createWorld(backend), jwtSecret };
}
