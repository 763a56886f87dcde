/** Registrations: counted together whatever door they come by, replaced while nobody has verified them, and no advertisement. */
import { beforeEach, describe, expect, test } from 'vitest';
import { TERMS_VERSION } from '../../functions/_shared/domain/terms.ts';
import { networkOf } from '../../functions/_shared/http/network.ts';
import { ownWorld } from '../support/embedded/own-world.ts';
import { PASSWORD } from '../support/world.ts';
import { ApiClient } from './api-client.ts';

const world = await ownWorld({ requireEmailVerification: true, authLimits: true });
const base = `${world.supabaseUrl}/functions/v1`;

beforeEach(async () => {
  await world.reset();
  await world.mails.clear();
});

type Registration = { username: string; email: string; password?: string };

/** Every door that makes an account for an address and a password. */
const DOORS: Record<string, (registration: Registration) => Promise<number>> = {
  '/api/register': async ({ password = PASSWORD, ...names }) =>
    (await new ApiClient({ base }).post('/api/register', { ...names, password })).status,
  '/auth/v1/signup': async ({ username, email, password = PASSWORD }) => {
    const answer = await fetch(`${world.supabaseUrl}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: world.publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password, data: { username, termsVersion: TERMS_VERSION } }),
    });
    await answer.body?.cancel();
    return answer.status;
  },
};
/** As the page does, which asks for room before it registers at Auth. */
DOORS['the page'] = async (registration) => {
  const { status } = await new ApiClient({ base }).post('/api/registration', registration);
  if (status !== 200) return status;
  return (await DOORS['/auth/v1/signup']?.(registration)) ?? NaN;
};
const doors = Object.entries(DOORS);
const person = (n: number) => ({ username: `person-${n}`, email: `person-${n}@example.com` });
const logIn = async (username: string, password: string) =>
  (await new ApiClient({ base }).post('/api/login', { username, password })).status;
const letPass = (time: string) =>
  world.sql('update public.profiles set created_at = created_at - $1::interval returning 1', [time]);

test('registrations of one address count together at all doors, 20 an hour', async () => {
  for (const [n, [, register]] of doors.entries()) expect(await register(person(n))).toBeLessThan(300);
  const counted = `update private.rate_limit_uses set used = used + 16 where action = 'register' returning used`;
  expect(await world.sql(counted)).toEqual([{ used: 16 + doors.length }]);
  expect(await doors[0]?.[1](person(10))).toBeLessThan(300);
  for (const [n, [, register]] of doors.entries()) expect(await register(person(20 + n))).toBe(429);
  expect(await world.sql('select count(*)::int as users from auth.users')).toEqual([{ users: doors.length + 1 }]);
});

test.each(['192.0.2.7', '2001:db8:0:1::5', '2001:db8::7', 'fe80::1%eth0', '::ffff:192.0.2.7', 'unknown'])(
  'an address is the same subject in the form of the functions and in that of Auth: %s',
  async (address) => {
    const [forms] = await world.sql<{ auth: string; functions: string }>(
      'select private.network_of($1) as auth, private.network_of($2) as functions',
      [address, networkOf(address)],
    );
    expect(forms?.auth).toBe(forms?.functions);
  },
);

test('a caller of Auth cannot use the pass of a registration that a function has counted', async () => {
  const register = DOORS['/auth/v1/signup'];
  await world.sql(`select private.begin_registration('192.0.2.7', 'person-1@example.com', 'person-1')`);
  await world.sql(`update private.registration_passes set made_at = made_at - interval '30 seconds' returning 1`);
  expect(await register?.(person(1))).toBe(200);
  expect(
    await world.sql(`select sum(used)::int as used from private.rate_limit_uses where action = 'register'`),
  ).toEqual([{ used: 2 }]);
});

describe.each(doors)('%s', (_door, register) => {
  test('a registration replaces name and password of an unverified account', async () => {
    const email = 'owner@example.com';
    expect(await register({ username: 'thief', email, password: 'Thief123!' })).toBeLessThan(300);
    await letPass('61 seconds');
    await world.mails.clear();
    expect(await register({ username: 'owner', email })).toBeLessThan(300);
    const code = /\b\d{6}\b/.exec((await world.mailTo(email)).text)?.[0];
    expect(await new ApiClient({ base }).post('/api/verify-email', { email, code })).toAnswer(200);
    expect([await logIn('thief', 'Thief123!'), await logIn(email, 'Thief123!')]).toEqual([401, 401]);
    expect(await logIn('owner', PASSWORD)).toBe(200);
  });

  test('a registration replaces nothing within a minute', async () => {
    const email = 'owner@example.com';
    await register({ username: 'first', email });
    await register({ username: 'second', email, password: 'Second12!' });
    expect(await world.sql('select username from public.profiles')).toEqual([{ username: 'first' }]);
  });

  test.each(['anna', 'Admin', 'AN\u200bNA', 'new\u3164'])(
    'a registration that is refused for its name %j ends no earlier one',
    async (username) => {
      await world.person('anna');
      const email = 'owner@example.com';
      await register({ username: 'first', email });
      await letPass('61 seconds');
      expect([400, 409]).toContain(await register({ username, email }));
      expect(await logIn('first', PASSWORD)).toBe(403);
    },
  );

  test('a registration of the same name and address replaces the earlier one', async () => {
    const email = 'owner@example.com';
    await register({ username: 'owner', email, password: 'Thief123!' });
    await letPass('61 seconds');
    expect(await register({ username: 'Owner', email })).toBeLessThan(300);
    expect([await logIn('owner', 'Thief123!'), await logIn('owner', PASSWORD)]).toEqual([401, 403]);
  });

  test('a registration leaves a verified account as it is', async () => {
    const anna = await world.person('anna');
    await letPass('3 days');
    await register({ username: 'thief', email: anna.email, password: 'Thief123!' });
    expect([await logIn('anna', PASSWORD), await logIn(anna.email, 'Thief123!')]).toEqual([200, 401]);
  });

  test('one address gets 20 mails a day, however often it is registered', async () => {
    const email = 'stranger@example.com';
    await register({ username: 'first', email });
    await world.sql(`update private.rate_limit_uses set used = 20 where action = 'mail_of_auth' returning 1`);
    await letPass('61 seconds');
    await world.mails.clear();
    await register({ username: 'second', email });
    expect(await world.mails.list(email)).toEqual([]);
  });
});

test('a code of a later registration does not verify the account that a browser has registered', async () => {
  const email = 'owner@example.com';
  const register = DOORS['/auth/v1/signup'];
  const accountOf = async () =>
    (await world.sql<{ id: string }>('select id from auth.users where email = $1', [email]))[0]?.id;
  const verify = async (registration: string | undefined) => {
    const code = /\b\d{6}\b/.exec((await world.mailTo(email)).text)?.[0];
    return (await new ApiClient({ base }).post('/api/session/verify-email', { email, code, registration })).status;
  };
  await register?.({ username: 'owner', email });
  const own = await accountOf();
  await letPass('61 seconds');
  await world.mails.clear();
  await register?.({ username: 'thief', email, password: 'Thief123!' });
  expect(await verify(own)).toBe(400);
  expect(await logIn('thief', 'Thief123!')).toBe(403);
  expect(await verify(await accountOf())).toBe(200);
});

describe('the mail to an address that nobody has verified', () => {
  test.each([
    'visit evil.example now',
    'http://evil',
    'www.evil',
    'EVIL.EXAMPLE',
    'evil.рф',
    'evil.xn--p1ai',
    // Compatibility characters that browsers and mail programs read as the same address.
    'evil．com',
    'evil。com',
    'evil｡com',
    'ｅｖｉｌ．ｃｏｍ',
    'evil․com',
    'http：／／evil',
    'ｗｗｗ．evil',
  ])('a mail of Auth greets no name with a link: %s', async (username) => {
    await DOORS['/api/register']?.({ username, email: 'stranger@example.com' });
    const { subject, text, html } = await world.mailTo('stranger@example.com');
    expect(`${subject} ${text} ${html}`.toLowerCase()).not.toContain('evil');
    expect(text).toMatch(/^Hello User #\d+,/);
  });

  test('a mail of Auth greets any other name', async () => {
    await DOORS['/api/register']?.({ username: 'Nora Comer', email: 'nora@example.com' });
    expect((await world.mailTo('nora@example.com')).text).toMatch(/^Hello Nora Comer,/);
  });
});
