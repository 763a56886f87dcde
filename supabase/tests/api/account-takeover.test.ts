/** Somebody who knows an address, and perhaps even what Auth stores for it, tries to get into the account behind it. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { ownWorld } from '../support/embedded/own-world.ts';
import { PASSWORD, type Person } from '../support/world.ts';
import { ApiClient, signedIn } from './api-client.ts';

const world = await ownWorld({ requireEmailVerification: true });
const base = `${world.supabaseUrl}/functions/v1`;
let anna: Person;

beforeEach(async () => {
  await world.reset();
  anna = await world.person('anna');
  await world.mails.clear();
});

const NEW_PASSWORD = 'Another1!';
const client = () => new ApiClient({ base });
const check = (token: string) => client().post('/api/reset_password/check', { token });
const reset = (token: string) => client().post('/api/reset_password', { token, password: NEW_PASSWORD });
const logIn = async (password: string) => (await client().post('/api/login', { username: 'anna', password })).status;
/** A minute goes by: another mail of the same kind may be asked for. */
const aMinutePasses = () =>
  world.sql(`update private.mail_proofs set asked_at = asked_at - interval '60 seconds' returning 1`);
const tokenIn = (html: string) => /\?token=([0-9a-f]+)/.exec(html)?.[1] ?? '';

async function askForLink(): Promise<string> {
  await client().post('/api/forgot_password', { email: anna.email });
  return tokenIn((await world.mailTo(anna.email, /^Reset your/)).html);
}

/** A request to Auth as anybody can send it. */
async function atAuth(path: string, body?: object): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${world.supabaseUrl}/auth/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { apikey: world.publishableKey, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, text: `${answer.headers.get('location') ?? ''} ${await answer.text()}` };
}

test('a reset link carries 256 random bits, of which the database has only the hash', async () => {
  const token = await askForLink();
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  const [{ rows } = { rows: '' }] = await world.sql<{ rows: string }>(
    `select concat((select json_agg(t) from private.mail_proofs t), (select json_agg(t) from private.mail_outbox t), (select json_agg(t) from auth.users t)) as rows`,
  );
  expect(rows).not.toContain(token);
  expect(rows).toContain(createHash('sha256').update(token).digest('hex'));
  expect(await reset(token)).toAnswer(200);
});

test('thirty requests of a client block even the right reset link, but it stays valid for its owner', async () => {
  const token = await askForLink();
  const digests = Array.from({ length: 20 }, (_, code) =>
    createHash('sha256')
      .update(`${anna.email}${String(code).padStart(6, '0')}`)
      .digest('hex'),
  );
  const guesses = await Promise.all([...digests.map((guess) => check(guess)), ...digests.map((guess) => reset(guess))]);
  // The link was asked for, then "not good" in the other answers, and then no answer to the question any more.
  const told = guesses.filter(({ status, text }) => text === '{"isValid":false}' || status === 400);
  expect([told.length, guesses.filter(({ status }) => status === 429).length]).toEqual([29, 11]);
  for (const answer of [await check(token), await reset(token)]) {
    expect([answer.status, Number(answer.headers.get('Retry-After'))]).toEqual([429, expect.closeTo(900, -2)]);
  }
  for (const path of ['/api/verify-email', '/api/session/verify-email', '/api/session/confirm-email']) {
    expect(await client().post(path, { token }), path).toAnswer(429);
  }
  await world.sql(
    `update private.rate_limit_uses set window_started_at = window_started_at - interval '15 minutes' returning 1`,
  );
  expect((await check(token)).body).toEqual({ isValid: true });
});

test('the token that Auth stores for a forgotten password opens no session', async () => {
  for (const door of ['recover', 'otp', 'magiclink']) {
    await atAuth(door, { email: anna.email });
    const [{ token } = { token: '' }] = await world.sql<{ token: string }>(
      'select recovery_token as token from auth.users where email = $1',
      [anna.email],
    );
    expect(token, door).not.toBe('');
    for (const type of ['recovery', 'magiclink', 'email']) {
      const answer = await atAuth('verify', { type, token_hash: token });
      expect([answer.status >= 400, answer.text.includes('access_token')], `${door} ${type}`).toEqual([true, false]);
      expect((await atAuth(`verify?${new URLSearchParams({ type, token }).toString()}`)).text).not.toContain(
        'access_token',
      );
    }
    expect(await reset(token)).toAnswer(400);
  }
  expect(await logIn(PASSWORD)).toBe(200);
});

test('the code that Auth makes for a registration verifies nothing, though the right one is known', async () => {
  await atAuth('signup', {
    email: 'victim@example.com',
    password: PASSWORD,
    data: { username: 'attacker', termsVersion: '2026-11-20' },
  });
  const [{ token } = { token: '' }] = await world.sql<{ token: string }>(
    `select confirmation_token as token from auth.users where email = 'victim@example.com'`,
  );
  expect(token).not.toBe('');
  for (const type of ['signup', 'magiclink', 'email'])
    expect((await atAuth('verify', { type, token_hash: token })).text).not.toContain('access_token');
  // Five of the million codes, for each code that is mailed.
  const code = /\b\d{6}\b/.exec((await world.mailTo('victim@example.com')).text)?.[0] ?? '';
  expect(await atAuth('verify', { type: 'signup', email: 'victim@example.com', token: code })).toAnswer(403);
});

test('the tokens that Auth stores for a new address do not change it, even when they are known', async () => {
  await world.askForEmail(anna, 'thief@example.com');
  const [stored] = await world.sql<{ fresh: string; current: string | null }>(
    'select email_change_token_new as fresh, email_change_token_current as current from auth.users where id = $1',
    [anna.authId],
  );
  expect(stored?.fresh).not.toBe('');
  for (const token of [stored?.fresh, stored?.current]) {
    if (!token) continue;
    expect((await atAuth('verify', { type: 'email_change', token_hash: token })).text).not.toContain('access_token');
    expect(
      (await atAuth(`verify?${new URLSearchParams({ type: 'email_change', token }).toString()}`)).text,
    ).not.toContain('access_token');
  }
  expect(await world.sql('select email from auth.users where id = $1', [anna.authId])).toEqual([{ email: anna.email }]);
});

test('a reset link ends with a newer one, with another address and with another password', async () => {
  const first = await askForLink();
  await aMinutePasses();
  await world.mails.clear();
  const second = await askForLink();
  expect([(await check(first)).body, (await check(second)).body]).toEqual([{ isValid: false }, { isValid: true }]);
  await world.sql(`update auth.users set email = 'anna@new.example' where email = $1 returning 1`, [anna.email]);
  expect([(await check(second)).body, (await reset(second)).status]).toEqual([{ isValid: false }, 400]);

  await world.sql(`update auth.users set email = $1 where email = 'anna@new.example' returning 1`, [anna.email]);
  await world.mails.clear();
  const third = await askForLink();
  const change = { currentPassword: PASSWORD, newPassword: 'Changed12!' };
  expect(await (await signedIn(anna, { base })).post('/api/user/password', change)).toAnswer(200);
  expect((await check(third)).body).toEqual({ isValid: false });
});

test('a new password ends a pending change of the address, and no mail of it is sent again', async () => {
  await world.askForEmail(anna, 'thief@example.com');
  const stolen = tokenIn((await world.mailTo('thief@example.com')).html);
  expect(await reset(await askForLink())).toAnswer(200);
  await world.mails.clear();
  await aMinutePasses();
  await atAuth('resend', { type: 'email_change', email: anna.email });
  expect(await world.mails.list('thief@example.com')).toEqual([]);
  expect(await client().post('/api/session/confirm-email', { token: stolen })).toAnswer(400);
  expect(await logIn(NEW_PASSWORD)).toBe(200);
});

test('the code for a new address counts for the account that asked, five times at most', async () => {
  const bob = await world.person('bob');
  const confirm = async (person: Person, code: string) =>
    (
      await new ApiClient({ base, headers: { Authorization: `Bearer ${person.accessToken}` } }).post(
        '/api/session/confirm-email',
        { email: 'shared@example.com', code },
      )
    ).status;
  await world.askForEmail(anna, 'shared@example.com');
  const code = /\b\d{6}\b/.exec((await world.mailTo('shared@example.com')).text)?.[0] ?? '';
  expect(await client().post('/api/session/confirm-email', { email: 'shared@example.com', code })).toAnswer(401);
  expect(await confirm(bob, code)).toBe(400);
  const wrong = code === '000000' ? '111111' : '000000';
  for (let n = 0; n < 5; n += 1) expect(await confirm(anna, wrong)).toBe(400);
  expect(await confirm(anna, code)).toBe(429);
  const [account] = await world.sql('select email from public.accounts where profile_id = $1', [anna.id]);
  expect(account).toEqual({ email: anna.email });
});

test('a code bears five tries also where no limit per time is set', async () => {
  await world.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled' returning key`);
  await atAuth('signup', {
    email: 'new@example.com',
    password: PASSWORD,
    data: { username: 'newcomer', termsVersion: '2026-11-20' },
  });
  const code = /\b\d{6}\b/.exec((await world.mailTo('new@example.com')).text)?.[0] ?? '';
  const verify = async (guess: string) =>
    (await client().post('/api/verify-email', { email: 'new@example.com', code: guess })).status;
  for (let n = 0; n < 5; n += 1) expect(await verify(code === '000000' ? '111111' : '000000')).toBe(400);
  expect(await verify(code)).toBe(429);
});

test('mails with a secret do not go to a mail server that a main admin names', async () => {
  const mona = await signedIn(await world.person('mona'), { base });
  const settings = {
    fromName: 'M',
    fromAddress: 'me@evil.example',
    replyTo: 'me@evil.example',
    smtpHost: 'smtp.evil.example',
    smtpPort: 465,
    smtpSecurity: 'tls',
    smtpUser: 'me',
    smtpSecret: 'mine',
    dailyCap: 1000,
    footerAddress: '',
  };
  expect(await mona.put('/api/admin/email-settings', settings)).toAnswer(200);
  expect(await askForLink()).toMatch(/^[0-9a-f]{64}$/);
});

test('one account is mailed once a minute and twenty times a day, whoever asks at whatever door', async () => {
  for (let n = 0; n < 25; n += 1) {
    await atAuth('recover', { email: anna.email });
    await atAuth('recover', { email: anna.email });
    await aMinutePasses();
  }
  expect(await world.mails.list(anna.email)).toHaveLength(20);
});

test('the link of a new address opens a session for the user of the account alone, and leaves none behind', async () => {
  const bob = await world.person('bob');
  const asPerson = ({ accessToken }: Person) =>
    new ApiClient({ base, headers: { Authorization: `Bearer ${accessToken}` } });
  const linkTo = async (email: string) => {
    await world.askForEmail(anna, email);
    return tokenIn((await world.mailTo(email)).html);
  };
  const confirm = async (email: string, caller: ApiClient) =>
    caller.post('/api/session/confirm-email', { token: await linkTo(email) });
  for (const [email, caller] of [
    ['first@example.com', client()],
    ['second@example.com', asPerson(bob)],
  ] as const)
    expect(await confirm(email, caller)).toAnswer(200, { username: 'anna', email });
  expect(await world.sql('select 1 from auth.sessions where user_id = $1', [anna.authId])).toHaveLength(1);
  const own = asPerson(anna);
  expect(await confirm('third@example.com', own)).toAnswer(
    200,
    expect.objectContaining({
      email: 'third@example.com',
      session: expect.objectContaining({ access_token: expect.any(String) }),
    }),
  );
});

describe.each(['/api/register', '/api/session/register', '/auth/v1/signup'])(
  'a stranger who registers at %s',
  (door) => {
    const email = 'victim@example.com';
    const registration = {
      username: 'victim-co',
      firstName: 'Mallory',
      lastName: 'Evil',
      phoneNumber: '+84 900 000 666',
      address: 'Thief street 6',
      organization: 'Victim Ltd',
      taxCode: '666',
      companyName: 'Victim Ltd',
      bio: 'Pay to XX66',
      country: 'vn',
    };

    test.each(['api/forgot_password', 'recover', 'otp', 'magiclink'])(
      'leaves nothing to the owner of the address who asks %s for a password',
      async (asked) => {
        const answer = await fetch(`${door.startsWith('/api') ? base : world.supabaseUrl}${door}`, {
          method: 'POST',
          headers: { apikey: world.publishableKey, 'Content-Type': 'application/json' },
          body: JSON.stringify({
            ...registration,
            email,
            password: PASSWORD,
            ...(!door.startsWith('/api') && { data: { ...registration, termsVersion: '2026-11-20' } }),
          }),
        });
        expect(answer.ok, await answer.text()).toBe(true);
        if (asked.startsWith('api')) await client().post(`/${asked}`, { email });
        else await atAuth(asked, { email });
        expect(await reset(tokenIn((await world.mailTo(email, /^Reset your/)).html))).toAnswer(200);
        const logInAs = async (username: string, password: string) =>
          (await client().post('/api/login', { username, password })).status;
        expect([
          await logInAs(email, NEW_PASSWORD),
          await logInAs(email, PASSWORD),
          await logInAs('victim-co', NEW_PASSWORD),
        ]).toEqual([200, 401, 401]);
        expect(
          await world.sql(
            `select p.username, p.company_name, p.bio, p.country, a.first_name, a.last_name, a.phone_number, a.address, a.organization, a.tax_code,
            a.terms_version, a.terms_accepted_at, a.email_confirmed_at is not null as verified
           from public.profiles p join public.accounts a on a.profile_id = p.id where a.email = $1`,
            [email],
          ),
        ).toEqual([
          {
            username: 'victim',
            company_name: null,
            bio: null,
            country: null,
            first_name: null,
            last_name: null,
            phone_number: null,
            address: null,
            organization: null,
            tax_code: null,
            terms_version: null,
            terms_accepted_at: null,
            verified: true,
          },
        ]);
      },
    );
  },
);

test('an account that was verified before keeps its profile and terms with a new password', async () => {
  const stored = () =>
    world.sql(
      `select p.username, p.country, a.first_name, a.terms_version from public.profiles p join public.accounts a on a.profile_id = p.id where a.email = $1`,
      [anna.email],
    );
  const before = await stored();
  expect(await reset(await askForLink())).toAnswer(200);
  expect([before, await stored()]).toEqual([before, before]);
  expect(before).toEqual([expect.objectContaining({ username: 'anna', terms_version: expect.any(String) })]);
});

test('a new address leaves no sign-in by a provider that knows the old one', async () => {
  await world.sql(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     values (gen_random_uuid(), 'google', 'google-1', $1::uuid, jsonb_build_object('sub', 'google-1', 'email', $2::text)) returning id`,
    [anna.authId, anna.email],
  );
  await world.askForEmail(anna, 'private@example.com');
  const token = tokenIn((await world.mailTo('private@example.com')).html);
  expect(await client().post('/api/session/confirm-email', { token })).toAnswer(200);
  expect(
    await world.sql(
      `select i.provider, i.identity_data ->> 'email' as email, u.raw_app_meta_data -> 'providers' as providers
       from auth.identities i join auth.users u on u.id = i.user_id where u.id = $1`,
      [anna.authId],
    ),
  ).toEqual([{ provider: 'email', email: 'private@example.com', providers: ['email'] }]);
});

test('a new password is no success while sessions that it should end go on', async () => {
  const token = await askForLink();
  const owner = await signedIn(anna, { base });
  await world.sql(
    `create function public.keep_sessions() returns trigger language plpgsql as $$ begin raise exception 'kept'; end $$`,
  );
  await world.sql(
    'create trigger keep_sessions before delete on auth.sessions for each row execute function public.keep_sessions()',
  );
  try {
    const change = { currentPassword: PASSWORD, newPassword: 'Changed12!' };
    expect((await owner.post('/api/user/password', change)).status).toBeGreaterThanOrEqual(500);
    await aMinutePasses();
    await world.mails.clear();
    expect((await reset(await askForLink())).status).toBeGreaterThanOrEqual(500);
  } finally {
    await world.sql('drop trigger keep_sessions on auth.sessions');
    await world.sql('drop function public.keep_sessions()');
  }
  expect((await check(token)).body).toEqual({ isValid: false });
});
