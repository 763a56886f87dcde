/** Answers of Auth, also those of hosted Supabase, at a sign-out and at the second step of a sign-in. */
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toApiError } from '../../_shared/http/api-error.ts';
import type { ApiEnv } from '../../_shared/http/context.ts';
import { sessionRoutes } from './session.ts';

const ADDRESS = vi.hoisted(() => {
  // supabase-js needs one to exist, and Node 20 has none.
  vi.stubGlobal('WebSocket', class {});
  return 'http://127.0.0.1';
});
vi.mock('../../_shared/env.ts', () => ({
  env: { supabaseUrl: ADDRESS, siteUrl: ADDRESS, publishableKey: 'key', secretKey: 'secret', publicKeys: new Set() },
}));

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const CLAIMS = { exp: Math.floor(Date.now() / 1000) + 3_600, session_id: crypto.randomUUID(), aal: 'aal1' };
const TOKEN = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(CLAIMS)}.${part({})}`;
const USER = { id: crypto.randomUUID(), factors: [{ id: 'f', status: 'verified', factor_type: 'totp' }] };

/** What the platform answers, by the end of the path; 'out' breaks the connection. */
type Answers = Record<string, [status: number, body?: unknown] | 'out'>;
const asked: string[] = [];
function answerWith(answers: Answers) {
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    asked.push(pathname);
    const [, answer = [200, null] as const] = Object.entries(answers).find(([end]) => pathname.endsWith(end)) ?? [];
    if (answer === 'out') return Promise.reject(new TypeError('fetch failed'));
    return Promise.resolve(
      answer[0] === 204 ? new Response(null, { status: 204 }) : Response.json(answer[1] ?? {}, { status: answer[0] }),
    );
  });
}

const app = new Hono<ApiEnv>().onError((error) => toApiError(error).toResponse()).route('/', sessionRoutes);
const post = async (path: string, headers: Record<string, string>, body?: unknown) => {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } };
  const answer = await app.request(path, body === undefined ? init : { ...init, body: JSON.stringify(body) });
  return [answer.status, answer.headers.get('Retry-After'), await answer.json()];
};

beforeEach(() => {
  asked.length = 0;
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

const DONE = [200, null, { message: 'Logged out' }];
const BUSY = [503, '5', expect.objectContaining({ code: 'unavailable' })];
const LIMITED = [429, '60', expect.objectContaining({ code: 'rate_limit' })];

test.each<[what: string, answers: Answers, expected: unknown]>([
  ['ends', { '/user': [200, USER], '/logout': [204] }, DONE],
  ['has ended', { '/user': [403, { code: 'session_not_found' }] }, DONE],
  ['ends in the meantime', { '/user': [200, USER], '/logout': [403, { code: 'session_not_found' }] }, DONE],
  ['is of a deleted account', { '/user': [200, USER], '/logout': [404, { code: 'user_not_found' }] }, DONE],
  ['cannot be looked up', { '/user': [503] }, BUSY],
  ['cannot be asked for', { '/user': 'out' }, BUSY],
  ['is not looked up for now', { '/user': [429] }, LIMITED],
  ['cannot be ended', { '/user': [200, USER], '/logout': [500] }, BUSY],
  ['gets no answer', { '/user': [200, USER], '/logout': 'out' }, BUSY],
  ['is not ended in time', { '/user': [200, USER], '/logout': [504] }, BUSY],
  ['is not ended for now', { '/user': [200, USER], '/logout': [429] }, LIMITED],
  ['is not ended by its host', { '/user': [200, USER], '/logout': [408] }, BUSY],
])('a logout whose session %s answers what is true', async (_what, answers, expected) => {
  answerWith(answers);
  expect(await post('/logout', { Authorization: `Bearer ${TOKEN}` })).toEqual(expected);
  expect(await post('/logout', { Cookie: `session.0=0~refresh~${TOKEN}` })).toEqual(expected);
});

const SIGNED_IN: Answers = {
  '/resolve_sign_in': [200, { email: 'anna@example.com', profile_id: 1 }],
  '/token': [200, { access_token: TOKEN, refresh_token: 'r', token_type: 'bearer', expires_in: 3600, user: USER }],
  '/user': [200, USER],
  '/f/challenge': [200, { id: 'c', expires_at: 1 }],
  '/logout': [204],
};
const credentials = { username: 'anna', password: 'Demo1234!' };

test.each<[what: string, path: string, answers: Answers, code: string | undefined, expected: unknown]>([
  [
    'a wrong code',
    '/session',
    { '/f/verify': [422, { code: 'mfa_verification_failed' }] },
    '123456',
    'second_factor_refused',
  ],
  ['a code that cannot be checked', '/session', { '/f/verify': [503] }, '123456', 'unavailable'],
  ['a session that Auth cannot confirm', '/session', { '/user': [503] }, '123456', 'unavailable'],
  ['a recovery code of an outage', '/session', { '/use_recovery_code': [503, {}] }, 'abcd-efgh', 'unavailable'],
  ['no code', '/login', {}, undefined, 'second_factor_required'],
  ['no code and a failing sign-out', '/login', { '/logout': [500] }, undefined, 'second_factor_required'],
])('half a sign-in is ended after %s', async (_what, path, answers, code, expected) => {
  answerWith({ ...SIGNED_IN, ...answers });
  const [, , body] = await post(path, {}, { ...credentials, code });
  expect(body).toMatchObject({ code: expected });
  expect(asked.filter((each) => each.endsWith('/logout'))).toHaveLength(1);
});
