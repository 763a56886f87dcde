/** A database that is busy for longer than requests wait for it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedSupabase, type EmbeddedSupabase } from '../src/server.ts';
import { alike, askAll, doorsOf } from './doors.ts';
import { makeProject, signedIn } from './project.ts';

const project = makeProject();
let server: EmbeddedSupabase;

beforeAll(async () => {
  server = await startEmbeddedSupabase({
    ...project,
    requireEmailVerification: false,
    databaseLimits: { turnMs: 300 },
    addressLimits: false,
    quiet: true,
  });
});
afterAll(async () => {
  await server?.stop();
  project.remove();
});

test('no door blames its client when the database is busy', async () => {
  const email = 'waiting@example.com';
  const { client, token } = await signedIn(server, email);
  const { data } = await client.auth.getSession();
  const doors = doorsOf(email, data.session?.refresh_token ?? '');
  let isBusy = true;
  const busy = server.sql('select pg_sleep(8)').finally(() => (isBusy = false));
  const answers = await askAll(server, doors, token);
  expect(isBusy).toBe(true);
  expect(answers).toEqual(alike(doors, { status: 504, retryAfter: '1', code: 'PGRST003' }));
  await busy;
  expect((await client.auth.refreshSession()).error).toBeNull();
});
