/** Realtime with the client that a page uses: who hears what the database sends, and who does not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sign } from 'hono/jwt';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../src/platform/free-port.ts';
import { startEmbeddedSupabase, type EmbeddedSupabase } from '../src/server.ts';
import { makeProject, PASSWORD, signedIn } from './project.ts';
import { listen as listenTo, type RealtimeListener } from './realtime-listener.ts';

const POLICY = `
create function public.has_session() returns boolean language sql stable security definer set search_path = ''
as $$ select exists (select from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid) $$;
create policy "users read their own topic" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and realtime.topic() = 'user:' || (select auth.uid()) and public.has_session());
`;

const project = makeProject();
let server: EmbeddedSupabase;
let supabasePort: number;
let anna: Awaited<ReturnType<typeof signedIn>>;
let bob: Awaited<ReturnType<typeof signedIn>>;
const listeners: RealtimeListener[] = [];

const start = () => startEmbeddedSupabase({ ...project, supabasePort, requireEmailVerification: false, quiet: true });

beforeAll(async () => {
  project.write('supabase/migrations/20260101000200_topics.sql', POLICY);
  supabasePort = await freePort();
  server = await start();
  anna = await signedIn(server, 'anna@example.com');
  bob = await signedIn(server, 'bob@example.com');
});
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
});
afterAll(async () => {
  await server?.stop();
  project.remove();
});

/** Joins a topic, and waits for the answer. */
async function listen(token: string | null, topic: string, isPrivate = true): Promise<RealtimeListener> {
  const listener = await listenTo({ ...server, token, topic, isPrivate });
  listeners.push(listener);
  return listener;
}

const eventsOf = ({ heard }: RealtimeListener) => heard.map(({ event }) => event);

const send = (to: string, event: string) =>
  server.sql(`select realtime.send('{"quoteId": 7}', $1, $2, true)`, [event, `user:${to}`]);

test('a user hears what is sent to their topic once it is committed, and nobody else does [A734]', async () => {
  const [one, two, other] = [
    await listen(anna.token, `user:${anna.id}`),
    await listen(anna.token, `user:${anna.id}`),
    await listen(bob.token, `user:${bob.id}`),
  ];
  await expect(
    server.sql(`do $$ begin perform realtime.send('{}', 'undone', 'user:${anna.id}', true); raise 'undo'; end $$`),
  ).rejects.toThrow('undo');
  await send(anna.id, 'told');
  await send(bob.id, 'told bob');
  await expect.poll(() => [one, two, other].map(eventsOf)).toEqual([['told'], ['told'], ['told bob']]);
  expect(one.heard[0]?.payload).toEqual({ quoteId: 7, id: expect.any(String) });
});

describe('a channel is refused', () => {
  const refusedWith = async (token: string | null, topic = `user:${anna.id}`, isPrivate = true) =>
    (await listen(token, topic, isPrivate)).states[0];

  test('for the topic of somebody else, or one of nobody', async () => {
    expect(await refusedWith(anna.token, `user:${bob.id}`)).toBe('CHANNEL_ERROR');
    expect(await refusedWith(anna.token, 'user:')).toBe('CHANNEL_ERROR');
    expect(await refusedWith(anna.token, `user:${anna.id}' or true --`)).toBe('CHANNEL_ERROR');
  });

  test('without a token, and with an old, a forged or a borrowed one [A734]', async () => {
    const claims = { sub: anna.id, role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 60 };
    const { jwtSecret } = JSON.parse(readFileSync(join(project.dataDir, 'keys.json'), 'utf8'));
    expect(await refusedWith(null)).toBe('CHANNEL_ERROR');
    expect(await refusedWith(await sign(claims, 'another secret', 'HS256'))).toBe('CHANNEL_ERROR');
    expect(await refusedWith(await sign({ ...claims, exp: 1 }, jwtSecret, 'HS256'))).toBe('CHANNEL_ERROR');
    expect(await refusedWith(await sign({ ...claims, role: 'service_role' }, jwtSecret, 'HS256'))).toBe(
      'CHANNEL_ERROR',
    );
    expect(await refusedWith(server.publishableKey)).toBe('CHANNEL_ERROR');
  });

  test('that is public, since everybody could hear it', async () => {
    expect(await refusedWith(anna.token, `user:${anna.id}`, false)).toBe('CHANNEL_ERROR');
  });
});

test('a renewed token keeps the channel, and one of somebody else ends it', async () => {
  const listener = await listen(anna.token, `user:${anna.id}`);
  const { data } = await anna.client.auth.signInWithPassword({ email: 'anna@example.com', password: PASSWORD });
  await listener.client.setAuth(data.session?.access_token ?? '');
  await send(anna.id, 'told');
  await expect.poll(() => eventsOf(listener)).toEqual(['told']);
  await listener.client.setAuth(bob.token);
  await expect.poll(() => listener.states.at(-1)).toBe('CLOSED');
});

test('a session that has ended hears nothing more [A733]', async () => {
  const { data } = await bob.client.auth.signInWithPassword({ email: 'bob@example.com', password: PASSWORD });
  const ended = await listen(data.session?.access_token ?? '', `user:${bob.id}`);
  const other = await listen(bob.token, `user:${bob.id}`);
  await send(bob.id, 'before');
  await expect.poll(() => eventsOf(ended)).toEqual(['before']);
  await bob.client.auth.signOut({ scope: 'local' });
  await send(bob.id, 'after');
  await expect.poll(() => eventsOf(other)).toEqual(['before', 'after']);
  await expect.poll(() => ended.states.at(-1)).toBe('CLOSED');
  expect(eventsOf(ended)).toEqual(['before']);
});

test('clients can send nothing [A733]', async () => {
  const [one, two] = [await listen(anna.token, `user:${anna.id}`), await listen(anna.token, `user:${anna.id}`)];
  await one.say('forged');
  // The answer to the leave comes after that frame was read.
  await one.close();
  await send(anna.id, 'last');
  await expect.poll(() => eventsOf(two)).toEqual(['last']);
});

test('a message that is too large is not sent, and the write goes on', async () => {
  const listener = await listen(anna.token, `user:${anna.id}`);
  await server.sql(`select realtime.send(jsonb_build_object('text', repeat('x', 9000)), 'large', $1, true)`, [
    `user:${anna.id}`,
  ]);
  await send(anna.id, 'small');
  await expect.poll(() => eventsOf(listener)).toEqual(['small']);
});

test('channels come back when the database thread has to be replaced', async () => {
  const listener = await listen(anna.token, `user:${anna.id}`);
  await server.sql(
    'create or replace function public.deep(n integer) returns integer language plpgsql as $$ begin return public.deep(n + 1); end $$',
  );
  await server.sql('select public.deep(1)').catch(() => undefined);
  await send(anna.id, 'told');
  await expect.poll(() => listener.states.at(-1), { timeout: 15_000 }).toBe('SUBSCRIBED');
  await send(anna.id, 'told again');
  await expect.poll(() => eventsOf(listener).at(-1)).toBe('told again');
});

test('a client rejoins within 15 s after a restart, and hears again [A734]', async () => {
  const listener = await listen(anna.token, `user:${anna.id}`);
  await server.stop();
  await expect.poll(() => listener.states.at(-1)).toBe('CHANNEL_ERROR');
  server = await start();
  const began = performance.now();
  await expect.poll(() => listener.states.at(-1), { timeout: 15_000 }).toBe('SUBSCRIBED');
  expect(performance.now() - began).toBeLessThan(15_000);
  await send(anna.id, 'told');
  await expect.poll(() => eventsOf(listener)).toEqual(['told']);
});
