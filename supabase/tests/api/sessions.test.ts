/** Tokens that are not, or no longer, good, at every route that reads a session: the list of routes is that of the router. */
import { createHmac } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { world } from '../support/embedded/database.ts';
import { PASSWORD, type Person } from '../support/world.ts';
import { ApiClient, POST, QUOTE, signedIn } from './api-client.ts';
import { readDocument, type ApiOperation } from './openapi-document.ts';

/** Bodies for the calls that anyone may make: what they refuse is then the token, if anything. A new call needs one here. */
const BODIES: Record<string, unknown> = {
  'POST /api/feedback': { category: 'bug', subject: 'Hello', message: 'In the name of anna', email: 'x@example.com' },
  'POST /api/session': { username: 'anna', password: PASSWORD },
  'POST /api/login': { username: 'anna', password: PASSWORD },
  'POST /api/session/refresh': { refresh_token: 'x' },
  'POST /api/logout': undefined,
  'POST /api/register': {
    username: 'somebody',
    email: 'somebody@example.com',
    password: PASSWORD,
    confirmPassword: PASSWORD,
  },
  'POST /api/forgot_password': { email: 'nobody@example.com' },
  'POST /api/session/register': { username: 'x' },
  'POST /api/reset_password': { token: 'x', password: PASSWORD },
  'POST /api/reset_password/check': { token: 'x' },
  'POST /api/verify-email': { token: 'x' },
  'POST /api/session/verify-email': { token: 'x' },
  'POST /api/session/confirm-email': { email: 'x@example.com', code: '123456' },
  'POST /api/resend-verification': { email: 'nobody@example.com' },
  'POST /api/guest-access': { sessionId: 'a2f8f1a4-7d6c-4b3e-9f00-000000000001', pagePath: '/' },
  'PUT /api/mail-choices': { token: 'x', wanted: [] },
};
/** Calls that start a session, end one, prove something by a secret of their own, or answer all alike: they ask nothing of a token. */
const WITHOUT_SESSION = [
  'POST /api/session',
  'POST /api/login',
  'POST /api/logout',
  'POST /api/register',
  'POST /api/forgot_password',
  'POST /api/reset_password',
  'POST /api/reset_password/check',
  'POST /api/verify-email',
  'POST /api/session/verify-email',
  'POST /api/resend-verification',
  'POST /api/guest-access',
  'POST /api/session/register',
  'GET /api/check_username',
  'GET /api/check-email',
  'GET /api/mail-choices',
  'PUT /api/mail-choices',
  'GET /api/version',
];

let operations: ApiOperation[];
let tokens: Record<string, string>;
let anna: Person;

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
function forged(header: object, claims: object, secret?: string): string {
  const head = `${base64(header)}.${base64(claims)}`;
  return `${head}.${secret === undefined ? '' : createHmac('sha256', secret).update(head).digest('base64url')}`;
}

const claimsOf = (token: string): object =>
  z.looseObject({}).parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));

beforeAll(async () => {
  await world.reset();
  operations = readDocument((await new ApiClient().get('/api/openapi.json')).body).operations;
  anna = await world.person('anna');
  const [carl, dora, mona] = [await world.person('carl'), await world.person('dora'), await world.person('mona')];
  await world.createPost(anna);
  await carl.client.auth.signOut();
  expect((await mona.client.rpc('delete_user', { user_id: dora.id, username: 'dora' })).error).toBeNull();
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub: anna.authId, role: 'authenticated', aud: 'authenticated', exp };
  tokens = {
    'without a signature': forged({ alg: 'HS256' }, claims),
    'with alg none': forged({ alg: 'none' }, claims),
    'signed by somebody else': forged({ alg: 'HS256', typ: 'JWT' }, claims, 'another secret of thirty-two characters'),
    'with the claims of another': [
      anna.accessToken.split('.')[0],
      base64({ ...claims, sub: mona.authId }),
      anna.accessToken.split('.')[2],
    ].join('.'),
    'of a session that has ended': carl.accessToken,
    'of a deleted account': dora.accessToken,
    'that has run out': forged(
      { alg: 'HS256', typ: 'JWT' },
      { ...claimsOf(anna.accessToken), exp: Math.floor(Date.now() / 1000) - 1 },
      world.jwtSecret,
    ),
    'that is none': 'abc.def.ghi',
  };
  await world.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled' returning key`);
});

const nameOf = ({ method, path }: ApiOperation) => `${method} ${path}`;
const call = (operation: ApiOperation, token: string) => {
  const path = operation.path.replace(/\{\w+\}/g, '1');
  const query = operation.path.startsWith('/api/files') ? '?path=x/1.png&bucket=quote-documents' : '';
  return new ApiClient({ headers: { Authorization: `Bearer ${token}` } }).call(operation.method, path + query, {
    json: BODIES[nameOf(operation)],
  });
};

test('each call that anyone may make with a body has one here', () => {
  const missing = operations
    .filter((each) => each['x-access'] === 'anyone' && each.method !== 'GET' && !(nameOf(each) in BODIES))
    .map(nameOf);
  expect(missing).toEqual([]);
});

test('a token that is not good is refused by every call that reads a session', async () => {
  const readers = operations.filter((each) => !WITHOUT_SESSION.includes(nameOf(each)));
  expect(readers.length).toBeGreaterThan(50);
  const before = await world.sql('select count(*)::int as n from public.feedback');
  for (const [what, token] of Object.entries(tokens)) {
    const accepted: string[] = [];
    for (let at = 0; at < readers.length; at += 8) {
      const answers = await Promise.all(
        readers.slice(at, at + 8).map(async (each) => [nameOf(each), (await call(each, token)).status] as const),
      );
      accepted.push(...answers.filter(([, status]) => status !== 401).map(([name, status]) => `${name} ${status}`));
    }
    expect(accepted, `a token ${what}`).toEqual([]);
  }
  expect(await world.sql('select count(*)::int as n from public.feedback')).toEqual(before);
});

test('invalid cookies read posts as a guest: a hidden one is not there', async () => {
  const owner = await signedIn(anna);
  const { id } = z.object({ id: z.number() }).parse((await owner.post('/api/posts', POST)).body);
  expect(await owner.patch(`/api/posts/${id}/hide`)).toAnswer(200);
  const isListed = async (client: ApiClient) =>
    z
      .array(z.object({ id: z.number() }))
      .parse((await client.get('/api/posts')).body)
      .some((post) => post.id === id);
  expect(await owner.get(`/api/posts/${id}`)).toAnswer(200);
  expect(await isListed(owner)).toBe(true);
  const good = [...owner.cookies];
  expect(await owner.post('/api/logout')).toAnswer(200);
  const [name = ''] = good[0] ?? [];
  const cookies = Object.entries(tokens).map(([what, token]) => [what, [[name, `0~x~${token}`]]] as const);
  for (const [what, sent] of [...cookies, ['of a session that is over', good] as const]) {
    const [one, list] = [new ApiClient(), new ApiClient()];
    for (const [key, value] of sent) for (const client of [one, list]) client.cookies.set(key, value);
    expect(await one.get(`/api/posts/${id}`), what).toAnswer(404);
    expect(await isListed(list), what).toBe(false);
    expect([one.cookies.size, list.cookies.size], what).toEqual([0, 0]);
  }
});

test('a write with an Idempotency-Key reads the session as well', async () => {
  for (const [what, token] of Object.entries(tokens)) {
    const client = new ApiClient({ headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'once' } });
    expect(await client.post('/api/guest-access', BODIES['POST /api/guest-access']), what).toAnswer(401);
    expect(await client.post('/api/posts', POST), what).toAnswer(401);
    expect(await client.post('/api/quotes', { ...QUOTE, postId: 1 }), what).toAnswer(401);
  }
});

test('a token outlives its session nowhere: also past /api it reads and writes nothing of its person', async () => {
  const bob = await world.person('bob');
  const elsewhere = await signedIn(bob);
  expect((await bob.client.from('accounts').select('email')).data).toHaveLength(1);
  await bob.client.auth.signOut({ scope: 'global' });
  const rest = (path: string, init: RequestInit = {}) =>
    fetch(`${world.supabaseUrl}/rest/v1/${path}`, {
      ...init,
      headers: {
        apikey: world.publishableKey,
        Authorization: `Bearer ${bob.accessToken}`,
        'Content-Type': 'application/json',
      },
    });
  // Refused and not empty: a list without rows would tell them that they have none.
  for (const path of ['accounts?select=email', 'quotes?select=id', 'notifications?select=id', 'posts?select=id'])
    expect(await rest(path), path).toAnswer(401);
  expect(await rest('rpc/accept_terms', { method: 'POST', body: '{"version":"2026-11-20"}' })).toAnswer(401);
  expect(await elsewhere.get('/api/user')).toAnswer(401);
});
