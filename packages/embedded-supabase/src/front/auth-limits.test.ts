import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { limitAuth } from './auth-limits.ts';

const SECRET = 'sb_secret_x';
/** Nothing is granted again while a test runs. */
const NONE = { email_sent: 0, token_refresh: 0, sign_in_sign_ups: 0, token_verifications: 0 };

/** A server of Auth that answers everything. @returns the status of `method path` from an address */
function makeAuth() {
  const auth = new Hono();
  auth.use('/auth/v1/*', limitAuth(NONE, { secretKey: SECRET, proxies: 0 }));
  auth.all('/auth/v1/*', (c) => c.text(''));
  return async (request: string, address = '203.0.113.1') => {
    const [method = '', path = ''] = request.split(' ');
    const headers = { apikey: SECRET, 'sb-forwarded-for': address };
    return (await auth.request(`/auth/v1${path}`, { method, headers })).status;
  };
}

test.each([
  'POST /token',
  'POST /signup',
  'POST /recover',
  'POST /resend',
  'POST /verify',
  'GET /verify',
  'GET /reauthenticate',
  'PUT /user',
  'POST /factors',
  'POST /factors/1/challenge',
  'DELETE /factors/1',
  'GET /authorize',
  'DELETE /user/identities/1',
  'POST /a-door-of-tomorrow',
])('%s is refused after thirty at once, and from another address it is not', async (request) => {
  const ask = makeAuth();
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) statuses.push(await ask(request));
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
  expect(await ask(request, '203.0.113.2')).toBe(200);
});

test.each(['GET /user', 'GET /settings', 'POST /logout', 'DELETE /admin/users/1'])(
  '%s is never refused',
  async (request) => {
    const ask = makeAuth();
    for (let n = 0; n < 100; n += 1) expect(await ask(request)).toBe(200);
  },
);
