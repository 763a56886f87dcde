import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userSchema } from '../../functions/_shared/domain/user.ts';
import { world } from '../support/embedded/database.ts';
import { ownWorld } from '../support/embedded/own-world.ts';
import { PASSWORD } from '../support/world.ts';
import { ApiClient } from './api-client.ts';

/** Where addresses have to be confirmed. */
const strict = await ownWorld({ requireEmailVerification: true });

const NEW = { username: 'newcomer', email: 'newcomer@example.com', password: 'secret' };

describe('POST /api/register', () => {
  beforeEach(() => world.reset());

  const refused = async (change: Record<string, unknown>) => {
    const { status, body } = await new ApiClient().post('/api/register', { ...NEW, ...change });
    return { status, body };
  };

  test('[A416,A417,A293] username, email and password register, and the user is signed in at once', async () => {
    const client = new ApiClient();
    const answer = await client.post('/api/register', NEW);
    expect(answer).toAnswer(201, {
      user: expect.objectContaining({ username: 'newcomer', email: 'newcomer@example.com', role: 'user' }),
    });
    expect(await client.get('/api/user')).toAnswer(200);
    expect(await new ApiClient().post('/api/login', { username: 'newcomer', password: 'secret' })).toAnswer(200);
  });

  test('[A416] confirmPassword is accepted', async () => {
    expect(await refused({ confirmPassword: 'secret' })).toAnswer(201);
  });

  test('[A418] optional profile fields are stored', async () => {
    const profile = {
      firstName: 'Nora',
      lastName: 'Comer',
      phoneNumber: '+84 24 123456',
      address: '1 Long Road',
      country: 'Vietnam',
      companyName: 'Newco',
      bio: 'We buy steel',
      organization: 'Newco Ltd',
      taxCode: '0102',
    };
    const client = new ApiClient();
    await client.post('/api/register', { ...NEW, ...profile });
    expect(userSchema.parse((await client.get('/api/user')).body)).toMatchObject({ ...profile, country: 'vn' });
  });

  test('[A288,A289] a username has 3 to 50 characters', async () => {
    expect(await refused({ username: 'ab' })).toMatchObject({
      status: 400,
      body: { message: 'Username must be at least 3 characters', errors: [{ path: 'username' }] },
    });
    expect(await refused({ username: 'x'.repeat(51) })).toMatchObject({
      status: 400,
      body: { message: 'Username too long' },
    });
    expect(await refused({ username: 'x'.repeat(50) })).toAnswer(201);
  });

  test('[A290] an invalid email', async () => {
    expect(await refused({ email: 'x@' })).toMatchObject({ status: 400, body: { message: 'Invalid email format' } });
  });

  test('[A291] a password of 5 is too short, of 6 is not', async () => {
    expect(await refused({ password: '12345' })).toMatchObject({
      status: 400,
      body: { message: 'Password must be at least 6 characters' },
    });
    expect(await refused({ password: '123456' })).toAnswer(201);
  });

  test('[A292] confirmPassword has to match the password', async () => {
    expect(await refused({ confirmPassword: 'other1' })).toMatchObject({
      status: 400,
      body: {
        message: "Passwords don't match",
        errors: [{ path: 'confirmPassword', message: "Passwords don't match" }],
      },
    });
  });

  test('[A376] a rule without an own text says "Invalid input"', async () => {
    expect(await refused({ bio: 'x'.repeat(501) })).toMatchObject({
      status: 400,
      body: { message: 'Invalid input', errors: [{ path: 'bio', message: 'Invalid input' }] },
    });
  });

  test('[A486] taken names and addresses are told, ignoring case', async () => {
    await world.person('anna');
    for (const username of ['anna', 'ANNA', ' Anna ']) {
      expect(await refused({ username })).toMatchObject({
        status: 409,
        body: { message: 'Username already exists', errors: [{ path: 'username' }] },
      });
    }
    for (const email of ['anna@example.com', 'Anna@Example.COM']) {
      expect(await refused({ email })).toMatchObject({
        status: 409,
        body: { message: 'Email already exists', errors: [{ path: 'email' }] },
      });
    }
  });

  test('one of two registrations of one name at the same moment passes', async () => {
    const both = await Promise.all([
      refused({ username: 'twin', email: 'one@example.com' }),
      refused({ username: 'Twin', email: 'two@example.com' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ message: 'Username already exists' });
  });

  test('[A201] role, isAdmin and ids cannot be chosen', async () => {
    const client = new ApiClient();
    await client.post('/api/register', {
      ...NEW,
      role: 'main_admin',
      isAdmin: true,
      id: 1,
      user_metadata: { role: 'main_admin' },
      app_metadata: { role: 'main_admin' },
    });
    expect((await client.get('/api/user')).body).toMatchObject({ role: 'user', isAdmin: false });
    expect(await world.sql('select role from public.accounts')).toEqual([{ role: 'user' }]);
  });

  test('one address registers 20 times an hour, whatever address the caller claims', async () => {
    const attempt = async (index: number) => {
      const claimed = { 'X-Forwarded-For': `10.0.0.${index}`, 'X-Real-IP': `10.0.0.${index}` };
      const person = { ...NEW, username: `user-${index}`, email: `user-${index}@example.com` };
      return (await new ApiClient().post('/api/register', person, { headers: claimed })).status;
    };
    expect([await attempt(1), await attempt(2)]).toEqual([201, 201]);
    const counted = `update private.rate_limit_uses set used = used + 17 where action = 'register' returning used`;
    expect(await world.sql(counted)).toEqual([{ used: 19 }]);
    expect([await attempt(20), await attempt(21), await attempt(22)]).toEqual([201, 429, 429]);
  });
});

describe('availability', () => {
  beforeAll(async () => {
    await world.reset();
    await world.person('anna');
  });

  test('[A423] the availability of a username is told, ignoring case', async () => {
    const ask = async (username: string) =>
      (await new ApiClient().get(`/api/check_username?username=${encodeURIComponent(username)}`)).body;
    expect(await ask('anna')).toEqual({ exists: true });
    expect(await ask('ANNA')).toEqual({ exists: true });
    expect(await ask('free-name')).toEqual({ exists: false });
    expect(await ask("a' or 1=1 --")).toEqual({ exists: false });
  });

  test('[A424] the availability of an e-mail address is told', async () => {
    const ask = async (email: string) =>
      (await new ApiClient().get(`/api/check-email?email=${encodeURIComponent(email)}`)).body;
    expect(await ask('anna@example.com')).toEqual({ exists: true });
    expect(await ask('free@example.com')).toEqual({ exists: false });
  });

  test('an availability check without a value answers 400', async () => {
    expect(await new ApiClient().get('/api/check_username')).toAnswer(400);
    expect(await new ApiClient().get('/api/check-email?email=')).toAnswer(400);
  });
});

describe('POST /api/forgot_password', () => {
  beforeEach(() => world.reset());

  test('[A178,A421] known and unknown addresses get the same success, only the known one a mail', async () => {
    await world.person('anna');
    const ask = (email: string) => new ApiClient().post('/api/forgot_password', { email });
    const [known, unknown] = [await ask('anna@example.com'), await ask('nobody@example.com')];
    expect(known).toAnswer(200, { message: 'If an account exists for this email, a reset link has been sent' });
    expect(unknown).toAnswer(known.status, known.body);
    expect((await world.mailTo('anna@example.com', /reset/i)).html).toContain('/reset-password');
    expect(await world.mails.list('nobody@example.com')).toEqual([]);
  });

  test.for(['/api/forgot_password', '/api/resend-verification'])(
    'one client asks for thirty mails in a quarter of an hour, whomever for: %s',
    async (path) => {
      await world.sql(`update private.app_settings set value = 'true' where key = 'rate_limits_enabled'`);
      const client = new ApiClient();
      const ask = (number: number) => client.post(path, { email: `nobody${number}@example.com` });
      for (let number = 0; number < 30; number += 1) expect(await ask(number)).toAnswer(200);
      expect(await ask(30)).toAnswer(429);
      expect(await world.sql(`select 1 from private.rate_limit_uses where subject = 'nobody30@example.com'`)).toEqual(
        [],
      );
    },
  );

  test('an empty address is refused', async () => {
    const answer = await new ApiClient().post('/api/forgot_password', { email: ' ' });
    expect(answer).toAnswer(400, expect.objectContaining({ message: 'Please enter your email address' }));
  });
});

describe('with e-mail verification', () => {
  const base = `${strict.supabaseUrl}/functions/v1`;

  test('[A414,A416] an unverified account gets no session, and the pending id and e-mail only for the right password', async () => {
    const client = new ApiClient({ base });
    const registered = await client.post('/api/register', { ...NEW, firstName: 'Nora' });
    expect(registered).toAnswer(201, {
      requiresVerification: true,
      user: expect.objectContaining({ username: 'newcomer', email: NEW.email, firstName: 'Nora', role: 'user' }),
    });
    const [{ id } = { id: 0 }] = await strict.sql<{ id: number }>('select id::int as id from public.profiles');
    expect(registered.body).toMatchObject({ user: { id } });
    expect(client.cookies.size).toBe(0);

    for (const path of ['/api/login', '/api/session']) {
      for (const username of [NEW.username, NEW.email]) {
        const answer = await client.post(path, { username, password: NEW.password });
        expect(answer).toAnswer(403, {
          message: 'Please verify your email before logging in',
          code: 'requires_verification',
          requiresVerification: true,
          user: { id, email: NEW.email },
        });
        expect(answer.setCookies).toEqual([]);
        const wrong = await client.post(path, { username, password: PASSWORD });
        expect(wrong).toAnswer(401, { message: 'Invalid username or password', code: 'invalid_credentials' });
      }
    }
    expect(await strict.mailTo(NEW.email)).toMatchObject({ to: expect.stringContaining(NEW.email) });
  });

  test('the answer to a registration has what its profile stores: a country by its code, masked words masked', async () => {
    await strict.reset();
    await strict.sql(`insert into public.content_rules (kind, pattern, action, fields)
      values ('phrase', 'zorkmid', 'mask', '{profile}')`);
    const sent = { ...NEW, username: 'Newcomer', country: 'Vietnam', companyName: 'Zorkmid Ltd', taxCode: '0102' };
    const client = new ApiClient({ base });
    expect(await client.post('/api/register', sent)).toAnswer(201, {
      requiresVerification: true,
      user: expect.objectContaining({
        username: 'Newcomer',
        country: 'vn',
        companyName: '******* Ltd',
        taxCode: '0102',
      }),
    });
    expect(await client.post('/api/register', { ...sent, email: 'other@example.com', username: 'zorkmid' })).toAnswer(
      400,
      expect.objectContaining({ code: 'content_not_allowed' }),
    );
  });
});
