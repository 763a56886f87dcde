import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOldAuthRecords } from '../src/platform/old-auth-records.ts';
import { startEmbeddedSupabase, type EmbeddedSupabase } from '../src/server.ts';
import { makeProject, signedIn } from './project.ts';

const project = makeProject();
let server: EmbeddedSupabase;

beforeAll(async () => {
  server = await startEmbeddedSupabase({ ...project, requireEmailVerification: false, quiet: true });
});
afterAll(async () => {
  await server?.stop();
  project.remove();
});

const counts = async () => {
  const [row] = await server.sql<{ states: number; entries: number }>(
    `select (select count(*)::int from auth.flow_state) as states,
      (select count(*)::int from auth.audit_log_entries) as entries`,
  );
  if (!row) throw new Error('No row');
  return row;
};

test('log entries of Auth are kept for 90 days, flow states for a day, however many are older', async () => {
  await signedIn(server, 'anna@example.com');
  const { entries } = await counts();
  expect(entries).toBeGreaterThan(0);
  await server.sql(`insert into auth.audit_log_entries (id, created_at)
    select gen_random_uuid(), now() - interval '91 days' from generate_series(1, 2500)
    union all select gen_random_uuid(), now() - interval '89 days' from generate_series(1, 3)`);
  await server.sql(`insert into auth.flow_state (id, authentication_method, provider_type, created_at)
    select gen_random_uuid(), 'otp', 'email', now() - interval '25 hours' from generate_series(1, 2500)
    union all select gen_random_uuid(), 'otp', 'email', now() - interval '23 hours' from generate_series(1, 2)`);
  await deleteOldAuthRecords(server.sql);
  expect(await counts()).toEqual({ states: 2, entries: entries + 3 });
});

test('what a user does again within a minute is one entry of the log', async () => {
  const { client } = await signedIn(server, 'bob@example.com');
  const before = await counts();
  for (let n = 0; n < 5; n += 1)
    expect(await client.auth.updateUser({ data: { turn: n } })).toMatchObject({ error: null });
  for (let n = 0; n < 5; n += 1) expect(await client.auth.refreshSession()).toMatchObject({ error: null });
  // The change, a used token and a new one.
  expect((await counts()).entries - before.entries).toBeLessThanOrEqual(3);
  expect((await counts()).entries).toBeGreaterThan(before.entries);
  await server.sql(`update auth.audit_log_entries set created_at = created_at - interval '1 minute'`);
  await client.auth.updateUser({ data: { turn: 5 } });
  const [last] = await server.sql<{ action: string }>(
    `select payload ->> 'action' as action from auth.audit_log_entries order by created_at desc limit 1`,
  );
  expect(last).toEqual({ action: 'user_modified' });
});
