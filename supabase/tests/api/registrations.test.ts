/** Registrations: replaced while nobody has verified them, and no advertisement. */
import { beforeEach, describe, expect, test } from 'vitest';
import { networkOf } from '../../functions/_shared/http/network.ts';
import { ownWorld } from '../support/embedded/own-world.ts';
import { PASSWORD } from '../support/world.ts';
import { ApiClient } from './api-client.ts';
import { AT_AUTH, findDoors, registerIn } from './registration-doors.ts';

// Without the limits of Auth: the file registers more often than they let one address.
const world = await ownWorld({ requireEmailVerification: true });
const base = `${world.supabaseUrl}/functions/v1`;

beforeEach(async () => {
  await world.reset();
  await world.mails.clear();
});

const register = registerIn(world);
const { paths: PATHS, doors: DOORS } = await findDoors(world);
/** Auth itself replaces no registration, here as where it is hosted. */
const REPLACING = DOORS.filter((path) => path.startsWith('/api/'));

const codeTo = async (email: string) => /\b\d{6}\b/.exec((await world.mailTo(email)).text)?.[0];
const tokenTo = async (email: string) => /verify-email\?token=([0-9a-f]+)/.exec((await world.mailTo(email)).text)?.[1];
const idOf = async (email: string) =>
  (await world.sql<{ id: string }>('select id from auth.users where email = $1', [email]))[0]?.id;
const logIn = async (username: string, password: string) =>
  (await new ApiClient({ base }).post('/api/login', { username, password })).status;
const letPass = (time: string) =>
  world.sql('update public.profiles set created_at = created_at - $1::interval returning 1', [time]);

test('the doors that make an account are found in the code', () => {
  expect(PATHS.length).toBeGreaterThan(20);
  expect(DOORS.toSorted()).toEqual(['/api/register', '/api/session/register', AT_AUTH]);
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

const email = 'owner@example.com';
/** Who has registered the address. */
const registered = () => world.sql('select username from public.profiles');

describe.each(DOORS)('%s', (door) => {
  test('a registration replaces nothing within a minute', async () => {
    await register(door, { username: 'first', email });
    await register(door, { username: 'second', email, password: 'Second12!' });
    expect(await registered()).toEqual([{ username: 'first' }]);
  });

  test.each(['anna', 'Admin', 'AN\u200bNA', 'new\u3164', 'x'.repeat(51), 'no'])(
    'a registration that is refused for its name %j ends no earlier one',
    async (username) => {
      await world.person('anna');
      await register(door, { username: 'first', email });
      await letPass('61 seconds');
      if (door !== AT_AUTH) expect([400, 409]).toContain(await register(door, { username, email }));
      else await register(door, { username, email });
      expect(await logIn('first', PASSWORD)).toBe(403);
    },
  );

  test('a registration that is refused for its password ends no earlier one', async () => {
    await register(door, { username: 'first', email });
    await letPass('61 seconds');
    await register(door, { username: 'second', email, password: 'short' });
    expect(await registered()).toEqual([{ username: 'first' }]);
  });

  test('a registration leaves a verified account as it is', async () => {
    const anna = await world.person('anna');
    await letPass('3 days');
    await register(door, { username: 'thief', email: anna.email, password: 'Thief123!' });
    expect([await logIn('anna', PASSWORD), await logIn(anna.email, 'Thief123!')]).toEqual([200, 401]);
  });

  test('one address gets 20 mails a day, however often it is registered', async () => {
    await register(door, { username: 'first', email });
    await world.sql(`update private.rate_limit_uses set used = 20 where action = 'mail_of_auth' returning 1`);
    await letPass('61 seconds');
    await world.mails.clear();
    await register(door, { username: 'second', email });
    expect(await world.mails.list(email)).toEqual([]);
  });
});

describe.each(REPLACING)('%s', (door) => {
  test('a registration replaces name and password of an unverified account, with one mail', async () => {
    expect(await register(door, { username: 'thief', email, password: 'Thief123!' })).toBe(201);
    await letPass('61 seconds');
    await world.mails.clear();
    expect(await register(door, { username: 'owner', email })).toBe(201);
    expect(await world.mails.list(email)).toHaveLength(1);
    const proof = { email, code: await codeTo(email), registration: await idOf(email) };
    expect(await new ApiClient({ base }).post('/api/verify-email', proof)).toAnswer(200);
    expect([await logIn('thief', 'Thief123!'), await logIn(email, 'Thief123!')]).toEqual([401, 401]);
    expect(await logIn('owner', PASSWORD)).toBe(200);
  });

  test('a registration of the same name and address replaces the earlier one', async () => {
    await register(door, { username: 'owner', email, password: 'Thief123!' });
    await letPass('61 seconds');
    expect(await register(door, { username: 'Owner', email })).toBe(201);
    expect([await logIn('owner', 'Thief123!'), await logIn('owner', PASSWORD)]).toEqual([401, 403]);
  });

  test('a registration that Auth does not take ends no earlier one', async () => {
    await register(door, { username: 'first', email });
    await letPass('61 seconds');
    await world.sql(
      'create trigger a_failure before insert or update on auth.users for each row execute function private.refuse_truncate()',
    );
    try {
      expect(await register(door, { username: 'second', email, password: 'Second12!' })).toBeGreaterThanOrEqual(500);
    } finally {
      await world.sql('drop trigger a_failure on auth.users');
    }
    expect(await registered()).toEqual([{ username: 'first' }]);
    expect(await register(door, { username: 'second', email, password: 'Second12!' })).toBe(201);
  });
});

test('a registration at Auth itself replaces no earlier one', async () => {
  await register(AT_AUTH, { username: 'first', email });
  await letPass('61 seconds');
  expect(await register(AT_AUTH, { username: 'second', email, password: 'Second12!' })).toBe(200);
  expect(await registered()).toEqual([{ username: 'first' }]);
});

describe.each(['/api/verify-email', '/api/session/verify-email'])('a proof at %s', (path) => {
  const prove = (proof: object) => new ApiClient({ base }).post(path, proof);
  const otherRegistration = expect.objectContaining({ code: 'other_registration' });
  /** The registration of the owner, and that of a thief who comes later, each with what their mail brings. */
  const registerTwice = async () => {
    const made = [];
    for (const [username, password] of [
      ['owner', PASSWORD],
      ['thief', 'Thief123!'],
    ] as const) {
      await world.mails.clear();
      expect(await register('/api/session/register', { username, email, password })).toBe(201);
      made.push({ id: await idOf(email), token: await tokenTo(email), code: await codeTo(email) });
      await letPass('61 seconds');
    }
    return { owner: made[0], thief: made[1] };
  };

  test('the link of a later registration verifies nothing for the one who registered before', async () => {
    const { owner, thief } = await registerTwice();
    const token = thief?.token;
    for (const proof of [{ token }, { token, registration: owner?.id }, { token, registration: 7_000_000 }]) {
      expect(await prove(proof)).toAnswer(409, otherRegistration);
    }
    expect(await prove({ token, password: PASSWORD })).toAnswer(401);
    expect(await logIn('thief', 'Thief123!')).toBe(403);
    // Nothing of it has used the link up.
    expect(await prove({ token, password: 'Thief123!' })).toAnswer(200);
    expect(await prove({ token, registration: thief?.id })).toAnswer(400);
  });

  test('the link of a registration that was replaced says so, for 48 hours', async () => {
    const { owner } = await registerTwice();
    const proof = { token: owner?.token, registration: owner?.id };
    expect(await prove(proof)).toAnswer(409, expect.objectContaining({ code: 'earlier_registration' }));
    expect(await prove({ ...proof, password: PASSWORD })).toAnswer(409);
    await world.sql(`update private.ended_registrations set ended_at = now() - interval '48 hours' returning 1`);
    expect(await prove(proof)).toAnswer(400, expect.objectContaining({ code: 'code_refused' }));
    expect(await logIn('thief', 'Thief123!')).toBe(403);
  });

  test('a code of a later registration verifies no account without its id', async () => {
    const { owner, thief } = await registerTwice();
    const proof = { email, code: thief?.code };
    expect(await prove({ ...proof, registration: owner?.id })).toAnswer(400);
    expect(await prove(proof)).toAnswer(409, otherRegistration);
    expect(await logIn('thief', 'Thief123!')).toBe(403);
    expect(await prove({ ...proof, registration: thief?.id })).toAnswer(200);
  });

  test('the link of the only registration needs its id or its password', async () => {
    await register('/api/session/register', { username: 'owner', email });
    const token = await tokenTo(email);
    expect(await prove({ token })).toAnswer(409, otherRegistration);
    expect(await prove({ token, password: 'Another1!' })).toAnswer(401);
    const [profile] = await world.sql<{ id: number }>('select id from public.profiles');
    expect(await prove({ token, registration: Number(profile?.id) })).toAnswer(200);
  });
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
    await register('/api/register', { username, email: 'stranger@example.com' });
    const { subject, text, html } = await world.mailTo('stranger@example.com');
    expect(`${subject} ${text} ${html}`.toLowerCase()).not.toContain('evil');
    expect(text).toMatch(/^Hello User #\d+,/);
  });

  test('a mail of Auth greets any other name', async () => {
    await register('/api/register', { username: 'Nora Comer', email: 'nora@example.com' });
    expect((await world.mailTo('nora@example.com')).text).toMatch(/^Hello Nora Comer,/);
  });
});
