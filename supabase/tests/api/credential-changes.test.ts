/** Changes of password and address: a stolen token alone makes none, at any door, and each door that makes one is listed here. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ownWorld } from '../support/embedded/own-world.ts';
import { codeOf, enterCode, halfSignedIn, turnOn } from '../support/second-factor.ts';
import { PASSWORD, type Client, type Person } from '../support/world.ts';
import { ApiClient } from './api-client.ts';

const world = await ownWorld({ requireEmailVerification: true });
const base = `${world.supabaseUrl}/functions/v1`;
let anna: Person;
let bob: Person;

beforeEach(async () => {
  await world.reset();
  [anna, bob] = [await world.person('anna'), await world.person('bob')];
  await world.mails.clear();
});

const NEW = 'Another1!';
const asUser = ({ accessToken }: Person) =>
  new ApiClient({ base, headers: { Authorization: `Bearer ${accessToken}` } });
const suspend = ({ id }: Person) =>
  world.sql(
    `update public.accounts set suspended_until = 'infinity', suspension_reason = 'x' where profile_id = $1 returning 1`,
    [id],
  );
const takePassword = ({ authId }: Person) =>
  world.sql(`update auth.users set encrypted_password = '' where id = $1 returning 1`, [authId]);
const RESET_TOKEN = /reset-password\?token=([0-9a-f]+)/;
const credentialsOf = async ({ authId }: Person) =>
  world.sql('select email, email_change, encrypted_password from auth.users where id = $1', [authId]);
const logIn = async (password: string) =>
  (await new ApiClient({ base }).post('/api/login', { username: 'anna', password })).status;

/** A change that is sent to Auth itself with a token, as anybody who has stolen it can. */
async function atAuth(person: Person, body: object, path = 'user', headers: object = {}): Promise<number> {
  const answer = await fetch(`${world.supabaseUrl}/auth/v1/${path}`, {
    method: 'PUT',
    headers: {
      apikey: world.publishableKey,
      Authorization: `Bearer ${person.accessToken}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  await answer.body?.cancel();
  return answer.status;
}

describe('a token alone', () => {
  const CHANGES = [
    { password: NEW },
    { password: NEW, current_password: PASSWORD },
    { password: NEW, nonce: '123456' },
    { email: 'thief@example.com' },
    { email: 'THIEF@example.com', password: NEW, current_password: PASSWORD },
    { email: 'bob@example.com' },
    { data: { x: 1 }, email: 'thief@example.com' },
  ];
  const SPELLINGS = ['user', 'user/', '%75ser', '/user', './user', 'user?x=1', 'user#x'];

  test.each(['active', 'suspended', 'passwordless'])(
    'a token alone changes neither password nor address of an %s account',
    async (state) => {
      if (state === 'suspended') await suspend(anna);
      if (state === 'passwordless') await takePassword(anna);
      const before = await credentialsOf(anna);
      for (const change of CHANGES)
        for (const path of SPELLINGS) {
          const status = await atAuth(anna, change, path);
          expect([status >= 400, status < 500], `${path} ${JSON.stringify(change)}`).toEqual([true, true]);
        }
      expect(await credentialsOf(anna)).toEqual(before);
      expect(await world.mails.list()).toEqual([]);
    },
  );

  test('a token alone turns on no second step of an account without a password', async () => {
    await takePassword(anna);
    const { data, error } = await anna.client.auth.mfa.enroll({ factorType: 'totp' });
    if (error) throw error;
    for (const currentPassword of [undefined, '', PASSWORD]) {
      const body = { factorId: data.id, currentPassword };
      expect(await asUser(anna).post('/api/user/second-factor', body)).toAnswer(400);
    }
    await expect(enterCode(anna.client, data.id, codeOf(data.totp.secret))).rejects.toThrow(
      'Factors are not changed by a token alone',
    );
    expect(await world.sql(`select 1 from auth.mfa_factors where status = 'verified'`)).toEqual([]);
  });

  test('an account without a password gets its first one by the link of a mail alone', async () => {
    await takePassword(anna);
    for (const currentPassword of [undefined, '', PASSWORD]) {
      expect(await asUser(anna).post('/api/user/password', { currentPassword, newPassword: NEW })).toAnswer(400);
      expect(await asUser(anna).post('/api/user/email', { currentPassword, email: 'thief@example.com' })).toAnswer(400);
    }
    const proof = { auth_id: anna.authId };
    expect(await world.service.rpc('prove_password_change', proof)).toMatchObject({ error: { code: 'PT403' } });
    const factor = { ...proof, factor_id: '00000000-0000-4000-8000-000000000000' };
    expect(await world.service.rpc('prove_factor', factor)).toMatchObject({ error: { code: 'PT403' } });
    await new ApiClient({ base }).post('/api/forgot_password', { email: anna.email });
    const [, token] = RESET_TOKEN.exec((await world.mailTo(anna.email, /reset/i)).html) ?? [];
    expect(await new ApiClient({ base }).post('/api/reset_password', { token, password: NEW })).toAnswer(200);
    expect(await logIn(NEW)).toBe(200);
  });

  test('a token alone gets the same refusal for an address with an account and one without', async () => {
    const answers = await Promise.all(
      ['bob@example.com', 'nobody@example.com'].map((email) => atAuth(anna, { email })),
    );
    expect(new Set(answers).size).toBe(1);
  });

  test('a token alone still changes other user data', async () => {
    expect(await atAuth(anna, { data: { username: 'another' } })).toBe(200);
  });
});

describe('the data of a user at Auth', () => {
  const bytes = (count: number) => 'x'.repeat(count);
  const stored = async () => {
    const [row] = await world.sql<{ bytes: number }>(
      'select octet_length(raw_user_meta_data::text) as bytes from auth.users where id = $1',
      [anna.authId],
    );
    return row?.bytes ?? 0;
  };

  test('the data of a user cannot grow, by one change or by many', async () => {
    expect(await atAuth(anna, { data: { registrationMark: bytes(12_000) } })).toBe(200);
    expect(await atAuth(anna, { data: { username: bytes(12_000) } })).toBe(422);
    expect(await atAuth(anna, { data: { username: bytes(50_000) } })).toBe(422);
    expect(await stored()).toBeLessThan(16_000);
    expect(await atAuth(anna, { data: { registrationMark: null } })).toBe(200);
    expect(await atAuth(anna, { data: { username: bytes(12_000) } })).toBe(200);
    // A name that is not that of the profile.
    expect(await stored()).toBeLessThan(1_000);
    expect(await atAuth(anna, { data: { registrationMark: bytes(12_000) } })).toBe(200);
  });

  test('the database refuses what Auth would add to the data of a user', async () => {
    const add = world.sql(
      `update auth.users set raw_user_meta_data = raw_user_meta_data || jsonb_build_object('username', repeat('x', 16000))
      where id = $1 returning 1`,
      [anna.authId],
    );
    await expect(add).rejects.toThrow('Data too large');
  });

  test('a registration with too much data is refused', async () => {
    const signUp = async (more: object) => {
      const answer = await fetch(`${world.supabaseUrl}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: world.publishableKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          email: 'eve@example.com',
          password: PASSWORD,
          data: { username: 'eve-1', termsVersion: '2026-11-01', ...more },
        }),
      });
      await answer.body?.cancel();
      return answer.status;
    };
    expect(await signUp({ more: bytes(16_000) })).toBe(400);
    expect(await signUp({ bio: bytes(500) })).toBe(200);
  });
});

describe('a proof for a new password', () => {
  const prove = async (session: string | null = null, age = '0 s') => {
    await world.sql('select private.prove_password_change($1, $2::uuid)', [anna.authId, session]);
    await world.sql(
      'update private.password_proofs set made_at = now() - $2::interval where auth_id = $1 returning 1',
      [anna.authId, age],
    );
  };

  test('a proof for a new password works once, for its account, together with the current password', async () => {
    await prove();
    expect(await atAuth(bob, { password: NEW, current_password: PASSWORD })).toBe(403);
    expect(await atAuth(anna, { password: NEW, current_password: PASSWORD })).toBe(200);
    expect(await atAuth(anna, { password: 'Third-One-1', current_password: NEW })).toBe(403);
    expect(await logIn(NEW)).toBe(200);
  });

  test('a proof for a new password does not replace the current password', async () => {
    for (const current_password of [undefined, '', 'wrong']) {
      await prove();
      expect(await atAuth(anna, { password: NEW, current_password })).toBe(403);
    }
    expect(await logIn(PASSWORD)).toBe(200);
  });

  test('a wrong current password leaves a proof to who knows the right one', async () => {
    await prove();
    expect(await atAuth(anna, { password: 'Thief123!', current_password: 'wrong' })).toBe(403);
    expect(await atAuth(anna, { password: NEW, current_password: PASSWORD })).toBe(200);
    expect(await logIn(NEW)).toBe(200);
  });

  test('a proof for a new password expires after 30 seconds', async () => {
    await prove(null, '30 s');
    expect(await atAuth(anna, { password: NEW, current_password: PASSWORD })).toBe(403);
  });

  test('a proof by mail is valid only for the session that its link opened', async () => {
    await prove('00000000-0000-4000-8000-000000000000');
    expect(await atAuth(anna, { password: NEW, current_password: PASSWORD })).toBe(403);
    const [session] = await world.sql<{ id: string }>('select id from auth.sessions where user_id = $1', [anna.authId]);
    await prove(session?.id ?? null);
    expect(await atAuth(anna, { password: NEW })).toBe(200);
  });

  test('only functions write a proof for a new password or ask for an address', async () => {
    for (const client of [world.guest, anna.client]) {
      const { error } = await client.rpc('prove_password_change', { auth_id: anna.authId });
      expect(error?.code).toBe('42501');
      const factor = { auth_id: anna.authId, factor_id: '00000000-0000-4000-8000-000000000000' };
      expect((await client.rpc('prove_factor', factor)).error?.code).toBe('42501');
      expect((await client.rpc('ask_for_email', { auth_id: anna.authId, address: 'x@example.com' })).error?.code).toBe(
        '42501',
      );
    }
  });
});

describe('a proof is good for the one act that its owner has confirmed', () => {
  const enrolled = async (client: Client, friendlyName: string) => {
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
    if (error) throw error;
    return { id: data.id, verify: () => enterCode(client, data.id, codeOf(data.totp.secret)) };
  };
  /** Somebody with a stolen token and a factor of their own, who tries on and on. */
  const thief = async () => enrolled((await halfSignedIn(world, anna)).client, 'Of a thief');
  const REFUSAL = 'Factors are not changed by a token alone';

  test('the proof for a factor counts for no other one, and the refusal leaves it', async () => {
    const stolen = await thief();
    const own = await enrolled(anna.client, 'App');
    const prove = (factorId?: string) =>
      asUser(anna).post('/api/user/second-factor', { factorId, currentPassword: PASSWORD });
    expect(await prove()).toAnswer(400);
    expect(await prove((await enrolled(bob.client, 'App')).id)).toAnswer(404);
    expect(await prove(own.id)).toAnswer(200);
    await expect(stolen.verify()).rejects.toThrow(REFUSAL);
    await own.verify();
  });

  test('the proof for a factor changes no password, and the refusal leaves it', async () => {
    const own = await enrolled(anna.client, 'App');
    const body = { factorId: own.id, currentPassword: PASSWORD };
    expect(await asUser(anna).post('/api/user/second-factor', body)).toAnswer(200);
    expect(await atAuth(anna, { password: NEW, current_password: PASSWORD })).toBe(403);
    await own.verify();
  });

  test('the proof for a new password counts for no factor, and the refusal leaves it', async () => {
    const stolen = await thief();
    const [session] = await world.sql<{ id: string }>(
      'select id from auth.sessions where user_id = $1 order by created_at limit 1',
      [anna.authId],
    );
    for (const [by, password, current_password] of [
      [null, NEW, PASSWORD],
      [session?.id ?? '', PASSWORD, undefined],
    ] as const) {
      await world.sql('select private.prove_password_change($1, $2::uuid)', [anna.authId, by]);
      await expect(stolen.verify()).rejects.toThrow(REFUSAL);
      expect(await atAuth(anna, { password, current_password })).toBe(200);
    }
    expect(await world.sql(`select 1 from auth.mfa_factors where status = 'verified'`)).toEqual([]);
  });

  test('another session uses up no proof by mail', async () => {
    const { token } = await halfSignedIn(world, anna);
    const [session] = await world.sql<{ id: string }>(
      'select id from auth.sessions where user_id = $1 order by created_at limit 1',
      [anna.authId],
    );
    await world.sql('select private.prove_password_change($1, $2::uuid)', [anna.authId, session?.id ?? '']);
    expect(await atAuth({ ...anna, accessToken: token }, { password: NEW, current_password: PASSWORD })).toBe(403);
    expect(await atAuth(anna, { password: NEW })).toBe(200);
  });
});

describe('POST /api/user/email', () => {
  const ask = (person: Person, body: object) => asUser(person).post('/api/user/email', body);

  test.each(['active', 'suspended'])('a code is mailed to the new address of an %s account', async (state) => {
    if (state === 'suspended') await suspend(anna);
    expect(await ask(anna, { email: 'Fresh@Example.com', currentPassword: PASSWORD })).toAnswer(200);
    const code = /\b\d{6}\b/.exec((await world.mailTo('fresh@example.com')).text)?.[0] ?? '';
    const confirmed = await asUser(anna).post('/api/session/confirm-email', { email: 'fresh@example.com', code });
    expect(confirmed).toAnswer(200, expect.objectContaining({ email: 'fresh@example.com' }));
  });

  test('a wrong password is refused ten times, then even the right one has to wait', async () => {
    const before = await credentialsOf(anna);
    for (let n = 0; n < 10; n += 1)
      expect(await ask(anna, { email: 'fresh@example.com', currentPassword: 'wrong' })).toAnswer(
        400,
        expect.objectContaining({ errors: [{ path: 'currentPassword', message: 'Current password is incorrect' }] }),
      );
    expect(await ask(anna, { email: 'fresh@example.com', currentPassword: PASSWORD })).toAnswer(429);
    expect(await credentialsOf(anna)).toEqual(before);
  });

  test('a taken address gets the same answer as a free one, and no mail', async () => {
    const answers = [];
    for (const email of ['fresh@example.com', 'bob@example.com']) {
      const { status, text } = await ask(anna, { email, currentPassword: PASSWORD });
      answers.push({ status, text });
    }
    expect(answers[1]).toEqual(answers[0]);
    await anna.client.auth.resend({ type: 'email_change', email: anna.email });
    expect(await world.mails.list('bob@example.com')).toEqual([]);
  });

  test('a request for an address counts together with the other questions about addresses', async () => {
    const counted = `update private.rate_limit_uses set used = 120 where action = 'availability' returning 1`;
    expect(await asUser(anna).get('/api/check-email?email=fresh@example.com')).toAnswer(200);
    await world.sql(counted);
    expect(await ask(anna, { email: 'fresh@example.com', currentPassword: PASSWORD })).toAnswer(429);
    expect(await world.mails.list('fresh@example.com')).toEqual([]);
  });

  test('a new request for an address invalidates the mail to the previous one', async () => {
    await world.askForEmail(anna, 'first@example.com');
    const code = /\b\d{6}\b/.exec((await world.mailTo('first@example.com')).text)?.[0] ?? '';
    await world.askForEmail(anna, 'bob@example.com');
    expect(await asUser(anna).post('/api/session/confirm-email', { email: 'first@example.com', code })).toAnswer(400);
  });

  test('one address gets five mails a day, whoever asks', async () => {
    const people = await Promise.all(['p1', 'p2', 'p3', 'p4', 'p5', 'p6'].map((name) => world.person(`${name}-x`)));
    for (const person of people) await world.askForEmail(person, 'stranger@example.com');
    expect(await world.mails.list('stranger@example.com')).toHaveLength(5);
  });
});

describe('with two-step sign-in', () => {
  test('the link for a new password needs no code, and the sign-in after it does', async () => {
    const { secret } = await turnOn(world, anna);
    await new ApiClient({ base }).post('/api/forgot_password', { email: anna.email });
    const [, token = ''] = RESET_TOKEN.exec((await world.mailTo(anna.email, /reset/i)).html) ?? [];
    const body = { token, password: NEW, confirmPassword: NEW };
    expect(await new ApiClient({ base }).post('/api/reset_password', body)).toAnswer(200);
    expect(await world.sql('select 1 from auth.sessions where user_id = $1', [anna.authId])).toEqual([]);
    const login = (password: string, code?: string) =>
      new ApiClient({ base }).post('/api/login', { username: 'anna', password, ...(code && { code }) });
    expect(await login(PASSWORD)).toAnswer(401);
    expect(await login(NEW)).toAnswer(403, expect.objectContaining({ code: 'second_factor_required' }));
    expect(await login(NEW, codeOf(secret))).toAnswer(200);
  });

  test('password and address change after both steps, and not before the second', async () => {
    await turnOn(world, anna);
    const { token } = await halfSignedIn(world, anna);
    const { data } = await anna.client.auth.getSession();
    const whole = { ...anna, accessToken: data.session?.access_token ?? '' };
    const before = await credentialsOf(anna);
    const password = { currentPassword: PASSWORD, newPassword: NEW };
    const address = { currentPassword: PASSWORD, email: 'fresh@example.com' };
    const half = asUser({ ...anna, accessToken: token });
    expect(await half.post('/api/user/password', password)).toAnswer(403);
    expect(await half.post('/api/user/email', address)).toAnswer(403);
    for (const change of [{ password: NEW, current_password: PASSWORD }, { email: 'thief@example.com' }])
      expect(await atAuth({ ...anna, accessToken: token }, change)).toBe(401);
    expect(await credentialsOf(anna)).toEqual(before);
    expect(await asUser(whole).post('/api/user/email', address)).toAnswer(200);
    const code = /\b\d{6}\b/.exec((await world.mailTo('fresh@example.com')).text)?.[0] ?? '';
    const confirmed = await asUser(whole).post('/api/session/confirm-email', { email: 'fresh@example.com', code });
    expect(confirmed).toAnswer(200, { username: 'anna', email: 'fresh@example.com' });
    expect(await asUser(whole).get('/api/user')).toAnswer(200, expect.objectContaining({ email: 'fresh@example.com' }));
    expect(await asUser(whole).post('/api/user/password', password)).toAnswer(200);
  });
});

test('a suspended account changes its password with the current one', async () => {
  await suspend(anna);
  const change = { currentPassword: PASSWORD, newPassword: NEW };
  expect(await asUser(anna).post('/api/user/password', change)).toAnswer(200);
  expect(await logIn(NEW)).toBe(200);
});

/** Every place in the code that changes a password, an address or a factor, or lets Auth do so, and what has been checked there. */
const DOORS: Record<string, string> = {
  'functions/api/routes/password-reset.ts updateUser': 'the link of a mail, used up before',
  'functions/api/routes/password-reset.ts updateUserById': 'the link of a mail, used up before',
  'functions/api/routes/password-reset.ts prove_password_change': 'the link of a mail, used up before',
  'functions/api/routes/users.ts prove_password_change': 'the current password',
  'functions/api/routes/users.ts prove_factor': 'the current password',
  'functions/api/routes/users.ts setPassword': 'the current password',
  'functions/api/routes/users.ts ask_for_email': 'the current password',
  'schemas/12-registration.sql encrypted_password =': 'a proof of the address that is none of the registration',
  'schemas/56-user-deletion.sql email =': 'a main admin deletes the account',
  'schemas/56-user-deletion.sql encrypted_password =': 'a main admin deletes the account',
  'schemas/31-mail-proofs.sql email_change =': 'ask_for_email(), for functions alone',
};

test('every place in the code that changes a password or an address is known', () => {
  const root = join(import.meta.dirname, '../..');
  const found = ['functions', 'schemas', '../web/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test|\.types)\.(tsx?|sql)$/.test(file))
      .flatMap((file) => {
        const source = readFileSync(join(root, folder, file), 'utf8');
        const calls = source.matchAll(
          /\bupdateUser(?:ById)?(?=\()|(?<!function )\bsetPassword(?=\()|(?<=rpc\(')(?:prove_password_change|prove_factor|ask_for_email)\b/g,
        );
        const columns = [...source.matchAll(/\bupdate auth\.users\b[^;]*/g)].flatMap(([statement]) => [
          ...statement.matchAll(/\b(?:encrypted_password|email_change|email) =/g),
        ]);
        return [...calls, ...columns].map(([place]) => `${folder}/${file} ${place}`);
      }),
  );
  expect([...new Set(found)].sort()).toEqual(Object.keys(DOORS).sort());
});
