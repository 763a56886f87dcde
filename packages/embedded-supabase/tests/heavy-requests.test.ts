/**
 * What is parsed before anybody asks for rights: the largest body and address that each door takes, made of runs of each
 * sign and of lists, never hold up the thread of the server. What takes the square of its length takes seconds here.
 */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedSupabase, type EmbeddedSupabase } from '../src/server.ts';
import { makeProject, PASSWORD, signedIn } from './project.ts';

const project = makeProject();
let server: EmbeddedSupabase;
let member: { id: string; token: string };
const logged: string[] = [];

beforeAll(async () => {
  server = await startEmbeddedSupabase({
    ...project,
    requireEmailVerification: false,
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

/** Milliseconds of the processor for some requests: the hash of a password takes a tenth of that. */
const WORK_MS = 1_000;

/** A request as it stands. */
function send(method: string, path: string, body: string, type = 'application/json'): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      apikey: server.publishableKey,
      authorization: `Bearer ${member.token}`,
      'content-type': type,
      'content-length': String(Buffer.byteLength(body)),
    };
    request(server.supabaseUrl, { method, path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end(body);
  });
}

/** Requests at a time: together they end sooner. */
const AT_A_TIME = 4;

/** Sends requests and expects that none is a failure of the server or keeps it busy, whatever else this machine does. */
async function expectAnswers(sent: { what: string; ask: () => Promise<number> }[]): Promise<void> {
  for (let first = 0; first < sent.length; first += AT_A_TIME) {
    const some = sent.slice(first, first + AT_A_TIME);
    const before = process.cpuUsage();
    const statuses = await Promise.all(some.map(({ ask }) => ask()));
    const work = process.cpuUsage(before).user / 1_000;
    const names = some.map(({ what }) => what);
    // A request that a limit refuses would prove nothing.
    expect(names.filter((_, n) => (statuses[n] ?? 500) >= 429)).toEqual([]);
    expect(work < WORK_MS ? [] : [`${String(work)} ms`, ...names]).toEqual([]);
  }
}

const SIGNS = [...'a@.-/\\( [{",:%0á\u0301\n', '😀', 'a.', 'a.a@', 'a/', '../', '\\"', '1,', '(),'];
const fill = (sign: string, length: number) => sign.repeat(Math.floor(length / Buffer.byteLength(sign)));

/** Types of a body. Auth and Storage read each as JSON. */
const typesOf = (path: string) =>
  path.startsWith('/rest/')
    ? ['application/json', 'application/x-www-form-urlencoded', 'text/csv', '']
    : ['application/json'];

/** Fields that each route reads, with values that it takes. */
const ROUTES: Record<string, Record<string, unknown>> = {
  'POST /rest/v1/notes': { body: 'a', tags: ['a'] },
  'PATCH /rest/v1/notes?id=eq.1': { body: 'a', tags: ['a'] },
  'POST /rest/v1/rpc/refuse': { code: '22023' },
  'POST /auth/v1/signup': {
    email: 'new@example.com',
    password: PASSWORD,
    data: {},
    code_challenge: 'a',
    code_challenge_method: 's256',
  },
  'POST /auth/v1/token?grant_type=password': { email: 'member@example.com', password: 'Wrong 12345' },
  'POST /auth/v1/token?grant_type=refresh_token': { refresh_token: 'a' },
  'POST /auth/v1/token?grant_type=pkce': { auth_code: 'a', code_verifier: 'a' },
  'POST /auth/v1/verify': { type: 'signup', email: 'member@example.com', token: '123456', token_hash: 'a' },
  'POST /auth/v1/resend': { type: 'signup', email: 'new@example.com' },
  'POST /auth/v1/recover': { email: 'new@example.com', code_challenge: 'a' },
  'POST /auth/v1/otp': { email: 'new@example.com', create_user: false, data: {} },
  'POST /auth/v1/magiclink': { email: 'new@example.com' },
  'POST /auth/v1/factors': { factor_type: 'totp', friendly_name: 'a', issuer: 'a' },
  'POST /auth/v1/factors/a/verify': { challenge_id: 'a', code: '123456' },
  'PUT /auth/v1/user': { email: 'new@example.com', password: 'a', data: {}, nonce: 'a', current_password: 'a' },
  'POST /auth/v1/logout?scope=others': { scope: 'others' },
  'POST /auth/v1/callback': { code: 'a', state: 'a' },
  'POST /storage/v1/object/list/papers': { prefix: '', search: 'a', sortBy: { column: 'name' }, limit: 1 },
  'POST /storage/v1/object/sign/papers': { expiresIn: 1, paths: ['a'] },
  'POST /storage/v1/object/sign/papers/a.pdf': { expiresIn: 1, transform: {} },
  'POST /storage/v1/object/upload/sign/papers/a.pdf': { upsert: false },
  'POST /storage/v1/object/copy': { bucketId: 'papers', sourceKey: 'a', destinationKey: 'b' },
  'POST /storage/v1/object/move': { bucketId: 'papers', sourceKey: 'a', destinationKey: 'b' },
  'DELETE /storage/v1/object/papers': { prefixes: ['a'] },
  'POST /storage/v1/bucket': { id: 'a', name: 'a', allowed_mime_types: ['a'], file_size_limit: 1 },
};

const bytesOf = (path: string) => (path.startsWith('/rest/') ? 100_000 : 60_000);
/** Just below the limits of values and levels of any door. */
const LISTS = ['1', '""', '{}', '[]', '{"a":1}', '"á"', 'null', `"${'a'.repeat(100)}"`].map((value) =>
  JSON.parse(`[${Array.from({ length: 160 }, () => value).join()}]`),
);
const NAMES = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`name${String(n)}`, 1]));
const TOWER = JSON.parse(`${'['.repeat(95)}${']'.repeat(95)}`);

describe('the largest bodies', () => {
  test.each(Object.entries(ROUTES))('no value of a field holds up the server: %s', async (route, fields) => {
    const [method = '', path = ''] = route.split(' ');
    // A pattern goes back over a run when what follows does not fit.
    const runs = SIGNS.map((sign) =>
      sign.repeat(bytesOf(path) / (Buffer.byteLength(JSON.stringify(sign)) - 2)),
    ).flatMap((run) => [run, `a@${run}@\n`]);
    const bodies = Object.keys(fields).flatMap((field) =>
      [...runs, ...LISTS, NAMES, TOWER].map((value) => ({
        field,
        body: JSON.stringify({ ...fields, [field]: value }),
      })),
    );
    await expectAnswers(
      bodies.map(({ field, body }) => ({
        what: `${field}: ${body.slice(0, 200)}`,
        ask: () => send(method, path, body),
      })),
    );
  });

  test.each(Object.keys(ROUTES))('no body of one sign holds up the server: %s', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    await expectAnswers(
      typesOf(path).flatMap((type) =>
        [...SIGNS, 'a&', 'a=1&'].map((sign) => ({
          what: `${type}: ${sign}`,
          ask: () => send(method, path, fill(sign, bytesOf(path)), type),
        })),
      ),
    );
  });
});

/** Below the limit of a path of REST, of another path, and of a parameter. */
const LENGTHS = [180, 1_900, 3_900];
const ADDRESSES = [
  'GET /rest/v1/X',
  'GET /rest/v1/rpc/X',
  'GET /rest/v1/notes?X=1',
  ...['select', 'order', 'id', 'or', 'columns', 'on_conflict', 'limit', 'offset', 'apikey'].map(
    (name) => `GET /rest/v1/notes?${name}=X`,
  ),
  ...['id=eq.', 'id=in.', 'tags=cs.', 'body=ilike.', 'body=fts.'].map((start) => `GET /rest/v1/notes?${start}X`),
  'GET /rest/v1/rpc/refuse?code=X',
  'GET /auth/v1/X',
  'GET /auth/v1/user?X=1',
  'GET /auth/v1/verify?type=signup&token=X',
  'GET /auth/v1/verify?type=signup&token=1&redirect_to=X',
  'GET /auth/v1/authorize?provider=X',
  'GET /auth/v1/authorize?provider=google&redirect_to=X',
  'GET /auth/v1/callback?code=X&state=X',
  'GET /storage/v1/object/papers/X',
  'GET /storage/v1/object/public/pictures/X',
  'GET /storage/v1/object/public/pictures/a.png?download=X',
  'GET /storage/v1/object/sign/papers/a.pdf?token=X',
  'GET /storage/v1/bucket/X',
  'POST /storage/v1/object/papers/X',
  'DELETE /storage/v1/object/papers/X',
];

test.each(ADDRESSES)('no run of a sign in an address holds up the server: %s', async (address) => {
  const [method = '', path = ''] = address.split(' ');
  await expectAnswers(
    SIGNS.map(encodeURIComponent).flatMap((sign) =>
      LENGTHS.map((length) => ({
        what: `${String(length)} characters of ${sign}`,
        ask: () =>
          send(
            method,
            path.replaceAll('X', () => fill(sign, length)),
            '',
          ),
      })),
    ),
  );
});

test('no heavy request fills the log', () => {
  expect(logged).toEqual([]);
});
