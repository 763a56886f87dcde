/** Passwords guessed past the login of the page: at Auth itself and from many addresses, with Auth's own limits. */
import { beforeEach, expect, test } from 'vitest';
import { ownWorld } from '../support/embedded/own-world.ts';
import { PASSWORD } from '../support/world.ts';
import { ApiClient } from './api-client.ts';

const world = await ownWorld({ addressLimits: true });
const base = `${world.supabaseUrl}/functions/v1`;

beforeEach(() => world.reset());

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

test('wrong passwords count from all addresses together; then the right one is refused until it is changed', async () => {
  const anna = await world.person('anna');
  await limit('password', 3);
  for (const address of ['203.0.113.2', '203.0.113.3', '203.0.113.4'])
    expect(await atAuth('wrong', address)).toAnswer(400);
  const right = await atAuth(PASSWORD, '203.0.113.5');
  expect([right.status, right.text]).toEqual([400, expect.stringContaining('Too many wrong passwords')]);
  expect((await world.person('bob')).id).toBeGreaterThan(0);
  // Set as the link of a mail sets it.
  await world.sql(
    `update auth.users set encrypted_password = extensions.crypt('Another1!', extensions.gen_salt('bf', 4)) where id = $1 returning 1`,
    [anna.authId],
  );
  expect(await atAuth('Another1!', '203.0.113.5')).toAnswer(200);
});

test('wrong passwords sent to Auth at once are counted one after the other', async () => {
  await world.person('anna');
  await limit('password', 4);
  const tries = Array.from({ length: 20 }, (_, n) => atAuth('wrong', `203.0.113.${n + 10}`));
  const answers = await Promise.all(tries);
  expect(answers.filter(({ text }) => !text.includes('Too many wrong passwords'))).toHaveLength(4);
});

test('a flood from one address locks nobody else out, at Auth or at /api', async () => {
  const anna = await world.person('anna');
  const flood = await Promise.all(Array.from({ length: 120 }, () => atAuth('wrong', '198.51.100.7')));
  const refused = flood.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(20);
  expect(refused[0]?.text).toContain('over_request_rate_limit');
  expect(await atAuth(PASSWORD, '198.51.100.8')).toAnswer(200);
  const login = await new ApiClient({ base }).post('/api/login', { username: anna.username, password: PASSWORD });
  expect(login).toAnswer(200);
});

test('an address that a client names itself counts for nothing', async () => {
  await world.person('anna');
  const flood = await Promise.all(
    Array.from({ length: 120 }, (_, n) => atAuth('wrong', `198.51.100.${n}`, world.publishableKey)),
  );
  expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThan(20);
});

test('the cron secret shows how a call arrives; without it there is no such call', async () => {
  const ask = (secret: string) =>
    new ApiClient({ base }).get('/api/forwarded-for', { headers: { Authorization: `Bearer ${secret}` } });
  expect(await ask('wrong')).toAnswer(404);
  expect((await ask(world.cronSecret)).body).toEqual({
    forwardedFor: expect.stringMatching(/127\.0\.0\.1/),
    trustedHops: 1,
    isFromHost: false,
    address: expect.stringMatching(/127\.0\.0\.1/),
  });
});
