/** What is not well formed is the fault of who sent it: 4xx, never 500, and nobody else notices. */
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startEmbeddedSupabase, type EmbeddedSupabase } from '../src/server.ts';
import { makeProject, signedIn } from './project.ts';

const project = makeProject();
let server: EmbeddedSupabase;
let member: { id: string; token: string };
const logged: string[] = [];

beforeAll(async () => {
  server = await startEmbeddedSupabase({
    ...project,
    requireEmailVerification: false,
    // What is asked here is what is refused for its form.
    addressLimits: false,
    logLevel: 'warn',
    logTo: { write: (line) => logged.push(line) },
  });
  member = await signedIn(server, 'member@example.com');
});
afterAll(async () => {
  await server?.stop();
  project.remove();
});

/** A request as it stands, without the tidying of fetch. */
function send(
  method: string,
  path: string,
  body: string,
  type: string,
  { base = server.supabaseUrl, ...more }: { base?: string; [header: string]: string | undefined } = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      apikey: server.publishableKey,
      authorization: `Bearer ${member.token}`,
      'content-type': type,
      'content-length': String(Buffer.byteLength(body)),
      ...more,
    };
    request(base, { method, path, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .once('error', reject)
      .end(body);
  });
}

const PIECES = [
  '"',
  '"(',
  '%00',
  '%22%00',
  '%',
  '%ff',
  '%E0%A4%A',
  '(',
  ')',
  ',',
  '.',
  'id(',
  'id::"',
  '->',
  '{}',
  '[',
  '-1',
  '99999999999999999999',
  '\\',
];
const PLACES = [
  'GET /rest/v1/notes?select=X',
  'GET /rest/v1/notes?select=id,X',
  'GET /rest/v1/notes?order=X',
  'GET /rest/v1/notes?limit=X',
  'GET /rest/v1/notes?offset=X',
  'GET /rest/v1/notes?id=X',
  'GET /rest/v1/notes?id=eq.X',
  'GET /rest/v1/notes?id=in.(X)',
  'GET /rest/v1/notes?id=is.X',
  'GET /rest/v1/notes?body=fts.X',
  'GET /rest/v1/notes?created_at=gt.X',
  'GET /rest/v1/notes?or=(X)',
  'GET /rest/v1/notes?tags=neq.X',
  'GET /rest/v1/notes?tags=cs.X',
  'GET /rest/v1/notes?tags=in.(X)',
  'GET /rest/v1/notes?X=eq.1',
  'GET /rest/v1/X',
  'GET /rest/v1/rpc/X',
  'GET /rest/v1/rpc/refuse?code=X',
  'GET /auth/v1/verify?type=signup&token=X',
  'GET /auth/v1/X',
  'GET /storage/v1/object/papers/X',
  'GET /storage/v1/object/public/pictures/X',
  'GET /storage/v1/object/sign/papers/X?token=a',
  'GET /storage/v1/bucket/X',
  'POST /storage/v1/object/pictures/X',
  'POST /storage/v1/object/pictures/ID/a.pngX.html',
  'DELETE /storage/v1/object/papers/X',
];

test.each(PLACES)('no malformed piece of a path causes a server error: %s', async (place) => {
  const [method = '', path = ''] = place.replace('ID', member.id).split(' ');
  for (const piece of PIECES) {
    const { status, text } = await send(method, path.replace('X', piece), method === 'POST' ? 'x' : '', 'image/png');
    expect([piece, status < 500, status]).toEqual([piece, true, status]);
    expect(text).not.toMatch(/\n {4}at /);
  }
});

const BODIES = [
  '',
  '{',
  'null',
  '1',
  '[[]]',
  '{"":1}',
  '{"body":"\\u0000"}',
  '{"body":{"a":1}}',
  '{"body":[1]}',
  '{"body":"a","tags":{}}',
  '{"body":"a","tags":[{}]}',
  '{"email":"\\u0000@example.com","password":"Passw0rd!"}',
  '{"email":{"a":1},"password":2}',
  '{"email":["a@example.com"],"password":"Long enough 1"}',
  '{"refresh_token":"\\u0000"}',
  ...['[]', '[1,2]', '{}'].map((value) => `{"auth_code":${value},"code_verifier":${value},"refresh_token":${value}}`),
  '{"type":"signup","token":"\\u0000","email":"member@example.com"}',
  '{"prefix":"\\u0000"}',
  '{"expiresIn":"x","paths":1}',
  '{"prefix":"","sortBy":{"column":""}}',
  '{"prefix":"","sortBy":{"column":"name","order":"up"}}',
  '{"prefix":"","limit":-1,"offset":-1}',
  JSON.stringify({ prefixes: Array.from({ length: 101 }, () => 'a.png') }),
];
const ROUTES = [
  'POST /rest/v1/notes',
  'PATCH /rest/v1/notes?id=eq.1',
  'POST /rest/v1/rpc/refuse',
  'POST /auth/v1/signup',
  'POST /auth/v1/token?grant_type=password',
  'POST /auth/v1/token?grant_type=refresh_token',
  'POST /auth/v1/token?grant_type=pkce',
  'POST /auth/v1/verify',
  'POST /auth/v1/resend',
  'POST /auth/v1/recover',
  'PUT /auth/v1/user',
  'POST /storage/v1/object/list/papers',
  'POST /storage/v1/object/sign/papers',
  'POST /storage/v1/object/copy',
  'POST /storage/v1/object/move',
  'DELETE /storage/v1/object/papers',
];

const codeSchema = z.union(
  ['code', 'error_code', 'error'].map((name) => z.looseObject({ [name]: z.union([z.string(), z.number()]) })),
);
const hasCode = (answer: unknown) => codeSchema.safeParse(answer).success;

test.each(ROUTES)('no malformed body causes a server error: %s', async (route) => {
  const [method = '', path = ''] = route.split(' ');
  for (const body of BODIES) {
    const { status, text } = await send(method, path, body, 'application/json');
    expect([body, status < 500, status]).toEqual([body, true, status]);
    if (status >= 400) expect([body, JSON.parse(text)]).toEqual([body, expect.toSatisfy(hasCode)]);
  }
});

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
  'an unknown path or method of Auth is refused in JSON with a code: %s',
  async (method) => {
    const paths = ['nothing', 'signup', 'token', 'user', 'verify', 'logout', 'settings', 'health', 'admin/users', ''];
    for (const path of paths) {
      const { status, text } = await send(method, `/auth/v1/${path}`, '', 'application/json');
      if (status >= 400) expect([path, JSON.parse(text)]).toEqual([path, expect.toSatisfy(hasCode)]);
    }
  },
);

test('an expectation other than 100-continue is refused in JSON with a code on every port', async () => {
  for (const base of [server.supabaseUrl, server.webUrl, server.mailboxUrl]) {
    const refused = await send('POST', '/auth/v1/signup', '{}', 'application/json', { base, expect: 'x' });
    expect([refused.status, JSON.parse(refused.text)]).toEqual([417, expect.toSatisfy(hasCode)]);
  }
  expect(await send('GET', '/auth/v1/health', '', 'text/plain')).toMatchObject({ status: 200 });
});

test('a header with a long gap is refused at once on every port', async () => {
  const gap = { 'access-control-request-headers': `a${' '.repeat(15_000)}b` };
  for (const base of [server.supabaseUrl, server.webUrl, server.mailboxUrl]) {
    const refused = await send('OPTIONS', '/rest/v1/notes', '', 'text/plain', { base, ...gap });
    expect([refused.status, JSON.parse(refused.text)]).toEqual([400, expect.toSatisfy(hasCode)]);
  }
  const narrow = { 'access-control-request-headers': 'apikey,   authorization' };
  expect(await send('OPTIONS', '/rest/v1/notes', '', 'text/plain', narrow)).toMatchObject({ status: 204 });
});

test('a whole address with a name and password in the request line is refused in JSON on every port', async () => {
  for (const base of [server.supabaseUrl, server.webUrl, server.mailboxUrl]) {
    const { host } = new URL(base);
    for (const path of ['rest/v1/notes', 'auth/v1/health', 'api/posts', '']) {
      const refused = await send('GET', `http://a:b@${host}/${path}`, '', 'text/plain', { base });
      expect([refused.status, JSON.parse(refused.text)]).toEqual([400, expect.toSatisfy(hasCode)]);
    }
  }
});

test('an address of REST with a long gap is refused at once', async () => {
  for (const path of [
    `notes?select=id&order=${'+'.repeat(15_000)}id`,
    `${'/'.repeat(15_000)}notes`,
    `a${'%2F'.repeat(5_000)}notes`,
  ]) {
    const headers = { apikey: server.publishableKey };
    const refused = await fetch(`${server.supabaseUrl}/rest/v1/${path}`, { headers });
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'PGRST100' }]);
  }
});

test.each(['select', 'order', 'columns', 'on_conflict', 'id', 'or', 'limit', 'apikey', 'x'])(
  'a query of REST with too long a parameter, or with a hundred and one, is refused at once: %s',
  async (name) => {
    const long = ['@', '(', 'a', '1,', '.'].map((piece) => `${name}=${piece.repeat(6_000)}%0Ax`);
    const many = Array.from({ length: 101 }, () => `${name}=eq.1`).join('&');
    for (const query of [...long, many, `${'a'.repeat(6_000)}=${name}`]) {
      const headers = { apikey: server.publishableKey };
      const refused = await fetch(`${server.supabaseUrl}/rest/v1/notes?${query}`, { headers });
      expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'PGRST100' }]);
    }
  },
);

/** As a function that calls for an address, whose limits no other test has used. */
const fromElsewhere = () => ({ apikey: server.secretKey, 'sb-forwarded-for': '203.0.113.50' });

test('an address that no mail has is refused by Auth before it is searched', async () => {
  const email = `a@${'a.'.repeat(30_000)}@`;
  const began = performance.now();
  for (const [path, more] of Object.entries({
    signup: { password: 'Long enough 1' },
    recover: {},
    otp: { create_user: false },
    magiclink: {},
    resend: { type: 'recovery' },
    token: { password: 'x' },
  })) {
    const refused = await send(
      'POST',
      `/auth/v1/${path}`,
      JSON.stringify({ email, ...more }),
      'application/json',
      fromElsewhere(),
    );
    expect([path, refused.status, JSON.parse(refused.text)]).toEqual([path, 400, expect.toSatisfy(hasCode)]);
  }
  const listed = JSON.stringify({ email: [email], password: 'Long enough 1' });
  const signup = await send('POST', '/auth/v1/signup', listed, 'application/json', fromElsewhere());
  expect([signup.status, JSON.parse(signup.text)]).toEqual([400, expect.toSatisfy(hasCode)]);
  const changed = await send('PUT', '/auth/v1/user', JSON.stringify({ email }), 'application/json');
  expect([changed.status, JSON.parse(changed.text)]).toEqual([400, expect.toSatisfy(hasCode)]);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test.for(['/auth/v1/signup', '/auth/v1/user'])('data of a user that is no object is refused: %s', async (path) => {
  for (const data of ['a'.repeat(20_000), ['a'], 1, true]) {
    const body = JSON.stringify({ email: 'data@example.com', password: 'Long enough 1', data });
    const refused = await send(path.endsWith('user') ? 'PUT' : 'POST', path, body, 'application/json', fromElsewhere());
    expect([refused.status, JSON.parse(refused.text)]).toEqual([400, expect.toSatisfy(hasCode)]);
  }
});

test('registrations of one address at once make one account, and none fails', async () => {
  const body = JSON.stringify({ email: 'twice@example.com', password: 'Long enough 1' });
  const register = () => send('POST', '/auth/v1/signup', body, 'application/json', fromElsewhere());
  const statuses = (await Promise.all([1, 2, 3].map(register))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 422, 422]);
});

test('a form for the callback of a provider is refused before it is parsed', async () => {
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const form = `${part.repeat(1_000)}--x--\r\n`;
  const refused = await send('POST', '/auth/v1/callback', form, 'multipart/form-data; boundary=x');
  expect([refused.status, JSON.parse(refused.text)]).toEqual([405, expect.toSatisfy(hasCode)]);
});

test('a tower of JSON is refused by Auth', async () => {
  const data = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  for (const [method, path] of [
    ['POST', 'signup'],
    ['PUT', 'user'],
  ] as const) {
    const body = `{"email":"tower@example.com","password":"Long enough 1","data":${data}}`;
    const refused = await send(method, `/auth/v1/${path}`, body, 'application/json', fromElsewhere());
    expect([path, refused.status, JSON.parse(refused.text)]).toEqual([path, 400, expect.toSatisfy(hasCode)]);
  }
});

test('no malformed request ends the database or fills the log', () => {
  expect(logged).toEqual([]);
});
