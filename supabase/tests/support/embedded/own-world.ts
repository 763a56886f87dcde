import { inject } from 'vitest';
import { createWorld, type World } from '../world.ts';
import { connectBackend, openBeside } from './remote-backend.ts';
import type { EmbeddedOptions } from './start-embedded.ts';

/**
 * The world of a backend with options of its own, empty now. Files that name the same options share it, one after the other.
 * For the top of a file: `const world = await ownWorld({ requireEmailVerification: true })`.
 */
export async function ownWorld(options: EmbeddedOptions): Promise<World> {
  const world = createWorld(connectBackend(await openBeside(inject('backend'), options)));
  await world.reset();
  return world;
}
