import { inject } from 'vitest';
import { createWorld, type World } from '../world.ts';
import { connectBackend, openBeside } from './remote-backend.ts';
import type { EmbeddedOptions } from './start-embedded.ts';

/**
 * The empty world of a backend with other options. Files with the same options share it, one after the other. Used at
 * the top of a file: `const world = await ownWorld({ requireEmailVerification: true })`.
 */
export async function ownWorld(options: EmbeddedOptions): Promise<World> {
  const world = createWorld(connectBackend(await openBeside(inject('backend'), options)));
  await world.reset();
  return world;
}
