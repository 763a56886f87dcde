import { describe, expect } from 'vitest';
import { z } from 'zod';
import { userSchema } from '../../functions/_shared/domain/user.ts';
import { fileTest } from '../support/embedded/test.ts';
import { PASSWORD } from '../support/world.ts';
import { ApiClient, signedIn, withToken } from './api-client.ts';

const test = fileTest.extend('anna', ({ world }) =>
  world.person('anna', { organization: 'Acme', taxCode: '0101', country: 'vn', companyName: 'Acme Ltd' }),
);

/** A token of the same shape that ended an hour ago. */
function expired(token: string): string {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const old = { ...Object(claims), exp: Math.floor(Date.now() / 1000) - 3600 };
  return [head, Buffer.from(JSON.stringify(old)).toString('base64url'), signature].join('.');
}

describe('POST /api/login', () => {
  test('[A411,A410,A401,A239] a login by username answers the user, and its cookies are enough for every call', async ({
    anna,
  }) => {
    const client = new ApiClient();
    const answer = await client.post('/api/login', { username: anna.username, password: PASSWORD, rememberMe: false });
    expect(answer).toAnswer(200);
    expect(answer.body).toMatchObject({ id: anna.id, username: 'anna', email: 'anna@example.com' });
    expect(answer.setCookies.length).toBeGreaterThan(0);
    const user = await client.get('/api/user');
    expect(user).toAnswer(200, answer.body);
    for (const path of [
      '/api/user/posts',
      '/api/user/posts/quotes',
      '/api/my-quotes',
      '/api/notifications',
      '/api/posts',
    ]) {
      expect(await client.get(path), path).toAnswer(200);
    }
  });

  test('[A412] a login by e-mail ignores case', async ({ anna }) => {
    for (const username of [anna.email, 'Anna@Example.com', 'ANNA']) {
      const answer = await new ApiClient().post('/api/login', { username, password: PASSWORD });
      expect(answer, username).toAnswer(200, expect.objectContaining({ username: 'anna' }));
    }
  });

  test('[A197,A198,A199] the user has the specified fields, no password and no rememberMe', async ({ anna }) => {
    const answer = await new ApiClient().post('/api/login', {
      username: anna.username,
      password: PASSWORD,
      rememberMe: true,
    });
    expect(userSchema.strict().parse(answer.body)).toMatchObject({
      firstName: 'Anna',
      country: 'vn',
      companyName: 'Acme Ltd',
      organization: 'Acme',
      taxCode: '0101',
      role: 'user',
      isAdmin: false,
      avatar: null,
    });
    expect(answer.text).not.toMatch(/password|rememberMe/i);
  });

  test('isAdmin follows the role', async ({ world }) => {
    for (const name of ['adam', 'mona']) {
      const client = await signedIn(await world.person(name));
      expect((await client.get('/api/user')).body).toMatchObject({ isAdmin: true });
    }
  });

  test('[A415,A287] rememberMe decides how long the cookies live', async ({ anna }) => {
    const cookiesFor = async (rememberMe?: boolean) =>
      (await new ApiClient().post('/api/login', { username: anna.username, password: PASSWORD, rememberMe }))
        .setCookies;
    for (const line of await cookiesFor(true)) expect(line).toMatch(/Max-Age=2592000/);
    for (const rememberMe of [false, undefined]) {
      const lines = await cookiesFor(rememberMe);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).not.toMatch(/Max-Age|Expires/i);
    }
  });

  test('cookies are HttpOnly, SameSite=Lax, for the whole site and below 4096 bytes, also for a full profile', async ({
    world,
  }) => {
    const full = await world.person('full', {
      bio: 'ệ'.repeat(500),
      address: 'ữ'.repeat(200),
      companyName: 'Đ'.repeat(100),
      organization: 'ộ'.repeat(100),
    });
    const client = new ApiClient();
    const { setCookies } = await client.post('/api/login', { username: full.username, password: PASSWORD });
    for (const line of setCookies) {
      expect(line).toMatch(/; ?HttpOnly/);
      expect(line).toMatch(/; ?SameSite=Lax/);
      expect(line).toMatch(/; ?Path=\//);
      expect(Buffer.byteLength(line)).toBeLessThan(4096);
    }
    expect((await client.get('/api/user')).body).toMatchObject({ bio: 'ệ'.repeat(500) });
  });

  test('[A413] a wrong password: JSON message, no cookie; an unknown name says the same', async ({ anna }) => {
    const wrong = await new ApiClient().post('/api/login', { username: anna.username, password: 'Wrong1234!' });
    const unknown = await new ApiClient().post('/api/login', { username: 'nobody-here', password: 'Wrong1234!' });
    const address = await new ApiClient().post('/api/login', { username: 'no@example.com', password: 'Wrong1234!' });
    expect(wrong).toAnswer(401, { message: 'Invalid username or password', code: 'invalid_credentials' });
    expect([wrong.setCookies, unknown.setCookies]).toEqual([[], []]);
    expect(unknown).toAnswer(wrong.status, wrong.body);
    expect(address).toAnswer(wrong.status, wrong.body);
  });

  test('empty fields are named', async () => {
    const answer = await new ApiClient().post('/api/login', { username: ' ', password: '' });
    expect(answer).toAnswer(400, {
      message: 'Username is required',
      code: 'invalid_input',
      errors: [
        { path: 'username', message: 'Username is required' },
        { path: 'password', message: 'Password is required' },
      ],
    });
  });

  test('ten failures make the right password wait too, whatever address the caller claims', async ({ world, anna }) => {
    await world.person('guessed');
    const tryOnce = (password: string, forwarded: string) =>
      new ApiClient().post(
        '/api/login',
        { username: 'guessed', password },
        { headers: { 'X-Forwarded-For': forwarded } },
      );
    const failures = await Promise.all(
      Array.from({ length: 10 }, (_, index) => tryOnce('Wrong1234!', `10.0.0.${index}`)),
    );
    expect(failures.map(({ status }) => status)).toEqual(Array(10).fill(401));
    const blocked = await tryOnce(PASSWORD, '10.9.9.9');
    expect(blocked).toAnswer(
      429,
      expect.objectContaining({
        message: expect.stringMatching(/^Too many requests\. Please try again in (1 minute|\d+ minutes)\.$/),
      }),
    );
    expect(Number(blocked.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await new ApiClient().post('/api/login', { username: anna.username, password: PASSWORD })).toAnswer(200);
  });
});

describe('POST /api/session, the sign-in of the page', () => {
  test('the sign-in of the page answers the tokens and sets no cookie', async ({ anna }) => {
    const answer = await new ApiClient().post('/api/session', { username: anna.username, password: PASSWORD });
    expect([answer.status, answer.setCookies]).toEqual([200, []]);
    expect(answer.body).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
  });

  test('the sign-in of the page refuses a wrong password like the login', async ({ anna }) => {
    const answer = await new ApiClient().post('/api/session', { username: anna.username, password: 'x' });
    expect(answer).toAnswer(401, { message: 'Invalid username or password', code: 'invalid_credentials' });
  });
});

describe('POST /api/session/refresh', () => {
  const tokensOf = ({ body }: { body: unknown }) =>
    z.object({ access_token: z.string(), refresh_token: z.string() }).parse(body);

  test('a refresh renews the tokens of a session, and they work', async ({ anna }) => {
    const first = tokensOf(
      await new ApiClient().post('/api/session', { username: anna.username, password: anna.password }),
    );
    const answer = await new ApiClient().post('/api/session/refresh', { refresh_token: first.refresh_token });
    const renewed = tokensOf(answer);
    expect([answer.status, answer.setCookies]).toEqual([200, []]);
    expect(renewed.refresh_token).not.toBe(first.refresh_token);
    const user = await new ApiClient({ headers: { Authorization: `Bearer ${renewed.access_token}` } }).get('/api/user');
    expect(user.body).toMatchObject({ username: 'anna' });
  });

  test('a made-up token or one of an ended session is not refreshed', async ({ anna }) => {
    const { access_token, refresh_token } = tokensOf(
      await new ApiClient().post('/api/session', { username: anna.username, password: anna.password }),
    );
    await new ApiClient({ headers: { Authorization: `Bearer ${access_token}` } }).post('/api/logout');
    for (const token of [refresh_token, 'made-up', access_token]) {
      const answer = await new ApiClient().post('/api/session/refresh', { refresh_token: token });
      expect(answer, token).toAnswer(401, { message: 'Authentication required', code: 'unauthorized' });
    }
    expect(await new ApiClient().post('/api/session/refresh', {})).toAnswer(400);
  });
});

describe('GET /api/user', () => {
  test('[A240,A410] a request without a session answers 401', async () => {
    const answer = await new ApiClient().get('/api/user');
    expect(answer).toAnswer(401, { message: 'Authentication required', code: 'unauthorized' });
  });

  test('a request with the token of the page answers 200', async ({ anna }) => {
    expect((await withToken(anna).get('/api/user')).body).toMatchObject({ username: 'anna' });
  });

  test('a forged, broken or ended token is nobody', async ({ world, anna }) => {
    const [head, , signature] = anna.accessToken.split('.');
    const { authId: adamId } = await world.person('adam');
    const claims = { sub: adamId, role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600 };
    const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    const unsigned = [
      Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url'),
      Buffer.from(JSON.stringify(claims)).toString('base64url'),
      '',
    ].join('.');
    for (const token of [forged, unsigned, 'abc', 'a.b.c', expired(anna.accessToken), '%00']) {
      const answer = await new ApiClient({ headers: { Authorization: `Bearer ${token}` } }).get('/api/user');
      expect(answer, token).toAnswer(401);
    }
  });

  test('forged cookies are ignored and removed', async ({ anna }) => {
    const client = await signedIn(anna);
    const [name = ''] = client.cookies.keys();
    for (const value of ['1~abc~def', 'x', '~~', `0~refresh~${expired(anna.accessToken)}`]) {
      client.cookies.clear();
      client.cookies.set(name, value);
      expect(await client.get('/api/user'), value).toAnswer(401);
      expect(await client.get('/api/posts'), value).toAnswer(200);
    }
    expect(client.cookies.size).toBe(0);
  });
});

describe('an access token that has ended', () => {
  test('an expired access token is renewed transparently, and the new cookies keep their lifetime', async ({
    anna,
  }) => {
    for (const rememberMe of [true, false]) {
      const client = await signedIn(anna, { rememberMe });
      const [name = '', value = ''] = [...client.cookies][0] ?? [];
      const [remembered, refreshToken, accessToken = ''] = [...client.cookies.values()].join('').split('~');
      expect(value.startsWith(rememberMe ? '1~' : '0~')).toBe(true);
      client.cookies.clear();
      client.cookies.set(name, [remembered, refreshToken, expired(accessToken)].join('~'));
      const answer = await client.get('/api/user');
      expect(answer).toAnswer(200, expect.objectContaining({ username: 'anna' }));
      expect(answer.setCookies.length).toBeGreaterThan(0);
      expect(/Max-Age/.test(answer.setCookies[0] ?? '')).toBe(rememberMe);
      const later = await client.get('/api/user');
      expect([later.status, later.setCookies]).toEqual([200, []]);
    }
  });
});

describe('POST /api/logout', () => {
  test('[A419] a logout ends the session: the cookies are removed, and a copy of them is worthless', async ({
    anna,
  }) => {
    const client = await signedIn(anna);
    const copy = new Map(client.cookies);
    expect(await client.post('/api/logout')).toAnswer(200);
    expect(client.cookies.size).toBe(0);
    expect(await client.get('/api/user')).toAnswer(401);
    for (const [name, value] of copy) client.cookies.set(name, value);
    expect(await client.get('/api/user')).toAnswer(401);
  });

  test('a logout leaves the other sessions of the user alone', async ({ anna }) => {
    const [first, second] = [await signedIn(anna), await signedIn(anna)];
    await first.post('/api/logout');
    expect(await second.get('/api/user')).toAnswer(200);
  });

  test.for([
    [
      'Auth cannot read sessions',
      'alter table auth.sessions rename to sessions_away',
      'alter table auth.sessions_away rename to sessions',
    ],
    [
      'Auth cannot delete sessions',
      `create function public.refuse_deletion() returns trigger language plpgsql as $$ begin raise 'out'; end $$;
       create trigger out before delete on auth.sessions for each row execute function public.refuse_deletion()`,
      'drop function public.refuse_deletion() cascade',
    ],
  ] as const)('a logout while %s answers 503 and removes the cookies', async ([, breaks, mends], { world, anna }) => {
    const [client, page] = [await signedIn(anna), withToken(anna)];
    const copy = new Map(client.cookies);
    await world.sql(breaks);
    try {
      for (const each of [client, page]) {
        const answer = await each.post('/api/logout');
        expect(answer).toAnswer(503, expect.objectContaining({ code: 'unavailable' }));
        expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
      }
      expect(client.cookies.size).toBe(0);
    } finally {
      await world.sql(mends);
    }
    expect(await page.get('/api/user')).toAnswer(200);
    for (const [name, value] of copy) client.cookies.set(name, value);
    expect(await client.post('/api/logout')).toAnswer(200);
    for (const [name, value] of copy) client.cookies.set(name, value);
    expect(await client.get('/api/user')).toAnswer(401);
  });

  test('a logout without a session is harmless', async () => {
    expect(await new ApiClient().post('/api/logout')).toAnswer(200);
  });
});
