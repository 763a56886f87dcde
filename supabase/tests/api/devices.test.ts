/** Where a user is signed in, and how one session is ended without the others. */
import { expect } from 'vitest';
import { z } from 'zod';
import { test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { ApiClient, signedIn } from './api-client.ts';

const sessionsSchema = z.array(
  z.object({ id: z.uuid(), userAgent: z.string().nullable(), address: z.string().nullable(), isCurrent: z.boolean() }),
);
const sessionsOf = async (client: ApiClient) => {
  const answer = await client.get('/api/sessions');
  expect(answer).toAnswer(200);
  return sessionsSchema.parse(answer.body);
};

async function signedInWith(program: string, { username, password }: Person): Promise<ApiClient> {
  const client = new ApiClient({ headers: { 'User-Agent': program } });
  expect((await client.post('/api/login', { username, password })).status).toBe(200);
  return client;
}

test('a user sees each session with the program that made it, the own one first', async ({ anna, bob }) => {
  const phone = await signedInWith('Phone/1', anna);
  const desk = await signedInWith('Desk/2', anna);
  await signedInWith('Other/3', bob);
  expect((await sessionsOf(desk)).slice(0, 2)).toMatchObject([
    { userAgent: 'Desk/2', isCurrent: true },
    { userAgent: 'Phone/1', isCurrent: false },
  ]);
  // The third is that of the registration.
  expect((await sessionsOf(phone)).map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
});

test('a browser is known by its own name, not by that of the function that signs it in', async ({ anna }) => {
  const browser =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
  expect((await sessionsOf(await signedInWith(browser, anna)))[0]).toMatchObject({ userAgent: browser });
});

test('a session that the user ends is out at once, and can not be renewed; the others stay', async ({
  anna,
  world,
}) => {
  const desk = await signedInWith('Desk/2', anna);
  const lost = (await sessionsOf(desk)).find(({ userAgent, isCurrent }) => userAgent !== 'Desk/2' && !isCurrent);
  expect(await desk.post('/api/sessions/end', { id: lost?.id })).toAnswer(200);
  expect((await anna.client.rpc('my_sessions')).error?.code).toBe('PT401');
  expect(
    (await world.withToken(anna.accessToken).auth.refreshSession({ refresh_token: anna.refreshToken })).error,
  ).not.toBeNull();
  expect(await sessionsOf(desk)).toHaveLength(1);
  expect((await desk.post('/api/sessions/end', { id: lost?.id })).status).toBe(404);
});

test('a user has 100 sessions; a sign-in ends those that were not used for the longest time', async ({
  anna,
  bob,
  world,
}) => {
  const phone = await signedInWith('Phone/1', anna);
  const [own] = await world.sql<{ id: string }>(
    `update auth.sessions set aal = 'aal2', created_at = now() - interval '1 year', updated_at = now() - interval '1 year'
    where user_id = $1 and user_agent = 'Phone/1' returning id`,
    [anna.authId],
  );
  // More than the limit are from before it.
  await world.sql('alter table auth.sessions disable trigger a_limit_sessions');
  await world.sql(
    `insert into auth.sessions (id, user_id, created_at, updated_at, refreshed_at, user_agent)
    select gen_random_uuid(), u.id, now() - interval '1 day', now() - interval '1 day',
      (now() - interval '1 day' + n * interval '1 minute') at time zone 'utc', 'Old/' || n
    from generate_series(1, 150) as n, unnest($1::uuid[]) as u (id)`,
    [[anna.authId, bob.authId]],
  );
  await world.sql('alter table auth.sessions enable trigger a_limit_sessions');
  const desk = await signedInWith('Desk/2', anna);
  const left = await sessionsOf(desk);
  expect(left).toHaveLength(100);
  expect(left[0]).toMatchObject({ userAgent: 'Desk/2', isCurrent: true });
  const programs = left.map(({ userAgent }) => userAgent);
  // What has done the second step of its sign-in goes last.
  expect(left.map(({ id }) => id)).toContain(own?.id);
  expect([programs.includes('Old/150'), programs.includes('Old/53')]).toEqual([true, false]);
  expect(await sessionsOf(phone)).toHaveLength(100);
  const count = async ({ authId }: Person) =>
    (await world.sql('select 1 from auth.sessions where user_id = $1', [authId])).length;
  await signedInWith('Desk/3', anna);
  expect([await count(anna), await count(bob)]).toEqual([100, 151]);
});

test('nobody sees or ends the session of somebody else, and a guest has none', async ({ anna, bob, adam }) => {
  const hers = (await sessionsOf(await signedIn(anna)))[0]?.id;
  for (const person of [bob, adam]) {
    const client = await signedIn(person);
    expect((await sessionsOf(client)).map(({ id }) => id)).not.toContain(hers);
    expect(await client.post('/api/sessions/end', { id: hers })).toAnswer(404, {
      message: 'Session not found',
      code: 'not_found',
    });
  }
  expect(await sessionsOf(await signedIn(anna))).toHaveLength(3);
  for (const id of [hers, 'x', null])
    expect((await new ApiClient().post('/api/sessions/end', { id })).status).toBe(401);
  expect((await (await signedIn(bob)).post('/api/sessions/end', { id: 'x' })).status).toBe(400);
  expect((await new ApiClient().get('/api/sessions')).status).toBe(401);
});
