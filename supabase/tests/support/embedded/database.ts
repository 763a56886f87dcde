/**
 * For Vitest: `world` is the embedded Supabase that all files of a project share. Tests start with
 * `beforeEach(() => world.reset())`, or `beforeAll` where the tests of a file tell one story.
 */
import { inject } from 'vitest';
import { connectBackend } from './remote-backend.ts';
import { createWorld } from '../world.ts';

export const world = createWorld(connectBackend(inject('backend')));
