/**
 * For Vitest: `world` is the embedded Supabase that all files of a project share. Tests get it from test.ts, which
 * empties it; helpers outside of a test import it from here.
 */
import { inject } from 'vitest';
import { connectBackend } from './remote-backend.ts';
import { createWorld } from '../world.ts';

export const world = createWorld(connectBackend(inject('backend')));
