/** Passwords guessed past the login of the page: at Auth itself, from many addresses, at many names. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startEmbedded } from '../support/embedded/start-embedded.ts';
import { createWorld, PASSWORD, type World } from '../support/world.ts';
import { ApiClient } from './api-client.ts';

let world: World;
let stop: () => Promise<void>;
let base: string;

beforeAll(async () => {
  const embedded = await startEmbedded({ authLimits: true });
  stop = embedded.stop;
  world = createWorld(embedded.backend);
  base = `${world.supabaseUrl}/functions/v1`;
});
beforeEach(() => world.reset());
afterAll(() => stop());

const limit = (action: string, max: number) =>
  world.sql(
    `update private.app_settings set value = jsonb_set(value, array[$1, 'max'], to_jsonb($2::int)) where key = 'rate_limits' returning 1`,
    [action, max],
  );
/** A sign-in at Auth, from an address that a function names; the name counts with the secret key alone. */
async function atAuth(
  password: string,
  address = '203.0.113.1',
  apikey = world.secretKey,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${world.supabaseUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'Content-Type': 'application/json', 'Sb-Forwarded-For': address },
    body: JSON.stringify({ email: 'anna@example.com', password }),
  });
  return { status: answer.status, text: await answer.text() };
}

test('wrong passwords of an account are counted from all addresses together; then the right one is refused too, until it is a new one', async () => {
  const anna = await world.person('anna');
  await limit('password', 3);
  for (const address of ['203.0.113.2', '203.0.113.3', '203.0.113.4'])
    expect((await atAuth('wrong', address)).status).toBe(400);
  const right = await atAuth(PASSWORD, '203.0.113.5');
  expect([right.status, right.text]).toEqual([400, expect.stringContaining('Too many wrong passwords')]);
  expect((await world.person('bob')).id).toBeGreaterThan(0);
  expect((await anna.client.auth.updateUser({ password: 'Another1!' })).error).toBeNull();
  expect((await atAuth('Another1!', '203.0.113.5')).status).toBe(200);
});

test('who empties the bucket of one address keeps nobody else out, at Auth or at /api', async () => {
  const anna = await world.person('anna');
  const flood = await Promise.all(Array.from({ length: 60 }, () => atAuth('wrong', '198.51.100.7')));
  const refused = flood.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(20);
  expect(refused[0]?.text).toContain('over_request_rate_limit');
  expect((await atAuth(PASSWORD, '198.51.100.8')).status).toBe(200);
  const login = await new ApiClient({ base }).post('/api/login', { username: anna.username, password: PASSWORD });
  expect(login.status).toBe(200);
});

test('an address that a client names itself counts for nothing', async () => {
  await world.person('anna');
  const flood = await Promise.all(
    Array.from({ length: 60 }, (_, n) => atAuth('wrong', `198.51.100.${n}`, world.publishableKey)),
  );
  expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThan(20);
});

test('the login refuses an address after wrong passwords for many names, with the time to wait, and no other', async () => {
  await world.person('anna');
  await limit('login_address', 5);
  const client = new ApiClient({ base });
  const logIn = (username: string, password = 'wrong') => client.post('/api/login', { username, password });
  const answers = [];
  for (const name of ['anna', 'name1', 'name2', 'name3', 'name4']) answers.push((await logIn(name)).status);
  expect(answers).toEqual([401, 401, 401, 401, 401]);
  const sixth = await logIn('name5');
  expect([sixth.status, Number(sixth.headers.get('Retry-After'))]).toEqual([429, expect.closeTo(900, -2)]);
  // Else a guesser would just go on: the right password tells nothing either.
  expect((await logIn('anna', PASSWORD)).status).toBe(429);
});

test('whoever knows the cron secret sees how a call arrives; nobody else learns that there is such a call', async () => {
  const ask = (secret: string) =>
    new ApiClient({ base }).get('/api/forwarded-for', { headers: { Authorization: `Bearer ${secret}` } });
  expect((await ask('wrong')).status).toBe(404);
  expect((await ask(world.cronSecret)).body).toEqual({
    forwardedFor: expect.stringMatching(/127\.0\.0\.1/),
    trustedHops: 1,
    address: expect.stringMatching(/127\.0\.0\.1/),
  });
});
