/** What `GET /api/posts` asks of the backend: requests and statements, which are the same on every machine; times are in docs/speed.md. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { measureApi, registerReader } from '../../../bench/bench-api.ts';
import { CALLER_HEADER, CALLER_PROOF_HEADER, callerProof } from '../../functions/_shared/http/caller-proof.ts';
import { Session } from 'embedded-supabase/embedded-engine';
import { startLocalSupabase, type LocalSupabase } from '../../local/server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'cost-of-posts-'));
let server: LocalSupabase;
let token: string;
let post: number;

beforeAll(async () => {
  server = await startLocalSupabase({
    dataDir,
    web: 'none',
    demo: true,
    cron: false,
    addressLimits: false,
    requireEmailVerification: false,
    quiet: true,
  });
  token = await registerReader(server);
  const [newest] = await server.sql<{ id: number }>(
    'select id::int as id from public.posts where not is_hidden order by id desc limit 1',
  );
  post = newest?.id ?? NaN;
});
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The requests that meet this server while `path` is asked for, and how many statements they take. */
async function costOf(path: string, headers: Record<string, string>, status = 200) {
  const ask = async () => {
    const answer = await fetch(`${server.webUrl}${path}`, { headers });
    expect(answer.status).toBe(status);
    await answer.arrayBuffer();
  };
  // The first one of its kind may ask the catalog.
  await ask();
  const requests: string[] = [];
  const note = (message: unknown) => {
    const { request } = Object(message) as { request?: unknown };
    if (request instanceof IncomingMessage) requests.push((request.url ?? '').replace(/\?.*/, ''));
  };
  const statements: string[] = [];
  const run = vi.spyOn(Session.prototype, 'run');
  subscribe('http.server.request.start', note);
  try {
    await ask();
    statements.push(...run.mock.calls.map(([, text]) => text));
  } finally {
    unsubscribe('http.server.request.start', note);
    run.mockRestore();
  }
  return { requests: requests.sort(), statements };
}

const LIST = '/rest/v1/rpc/list_posts';
const COUNT = '/rest/v1/rpc/count_posts';
/** Statements around that of a call of a function and of a table: the transaction, the role, what the function may see of the request. */
const OF_FUNCTION = 6;
const OF_TABLE = 4;
/** What the Auth of the embedded Supabase reads of an account, its session and factors when it is asked; a token is taken at its word by REST. */
const OF_SESSION = 5;
/** The gateway of the embedded Supabase asks before each request of a person whether the session stands. */
const OF_STANDING = 1;

test.each([
  ['?page=1&limit=10', [LIST, COUNT]],
  ['?page=1&limit=10&country=vn&category=industrial', [LIST, COUNT]],
  ['?page=1&limit=10&search=steel', [LIST, COUNT]],
  ['', [LIST]],
])(
  'GET /api/posts%s asks once for its rows and once for a total, with a token no other request',
  async (query, asked) => {
    const path = `/api/posts${query}`;
    const ofGuest = await costOf(path, {});
    expect(ofGuest.requests).toEqual(['/api/posts', ...asked].sort());
    expect(ofGuest.statements).toHaveLength(asked.length * OF_FUNCTION);
    const ofUser = await costOf(path, { authorization: `Bearer ${token}` });
    expect(ofUser.requests).toEqual(ofGuest.requests);
    expect(ofUser.statements).toHaveLength(ofGuest.statements.length + asked.length * OF_STANDING);
  },
);

test('whatever /api asks of the platform for a caller, it says for whom, with a proof', async () => {
  const told: unknown[][] = [];
  const note = (message: unknown) => {
    const { request } = Object(message) as { request?: unknown };
    if (!(request instanceof IncomingMessage) || request.url?.startsWith('/api/')) return;
    told.push([request.headers[CALLER_HEADER.toLowerCase()], request.headers[CALLER_PROOF_HEADER.toLowerCase()]]);
  };
  const asUser = { authorization: `Bearer ${token}` };
  const write = (path: string, body: object) =>
    fetch(`${server.webUrl}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sb-forwarded-for': '192.0.2.1', 'sb-forwarded-proof': 'x' },
      body: JSON.stringify(body),
    });
  subscribe('http.server.request.start', note);
  try {
    for (const headers of [{}, asUser]) await fetch(`${server.webUrl}/api/posts?page=1`, { headers });
    await fetch(`${server.webUrl}/api/user`, { headers: asUser });
    expect(await write('/login', { username: 'nobody', password: 'wrong' })).toAnswer(401);
    expect(await write('/guest-access', { sessionId: 'visit-17', pagePath: '/' })).toAnswer(200);
  } finally {
    unsubscribe('http.server.request.start', note);
  }
  expect(told.length).toBeGreaterThan(10);
  const address = '127.0.0.1';
  expect(new Set(told.map((each) => each.join(' ')))).toEqual(
    new Set([`${address} ${await callerProof(server.secretKey, address)}`]),
  );
});

test('a token that has run out is asked about at Auth alone: PostgREST takes one for 30 seconds longer', async () => {
  const [head, , signature] = token.split('.');
  const claims = Buffer.from(JSON.stringify({ exp: Math.floor(Date.now() / 1000) - 1 })).toString('base64url');
  const { requests } = await costOf('/api/posts', { authorization: `Bearer ${head}.${claims}.${signature}` }, 401);
  expect(requests).toEqual(['/api/posts', '/auth/v1/user']);
});

test('GET /api/posts/{id} asks once for the post, with a token once for its session', async () => {
  const path = `/api/posts/${post}`;
  const ofGuest = await costOf(path, {});
  expect(ofGuest.requests).toEqual([path, '/rest/v1/posts'].sort());
  expect(ofGuest.statements).toHaveLength(OF_TABLE);
  const ofUser = await costOf(path, { authorization: `Bearer ${token}` });
  expect(ofUser.requests).toEqual([path, '/auth/v1/user', '/rest/v1/posts'].sort());
  expect(ofUser.statements).toHaveLength(OF_TABLE + OF_STANDING + OF_SESSION);
});

test('`npm run bench -- api` compares the same rows and totals for guests and users', async () => {
  const { table, worst } = await measureApi(server, token, {
    rounds: 1,
    calls: 1,
    milliseconds: 1_000,
    rateMilliseconds: 1,
  });
  expect(table.split('\n')).toHaveLength(2 + 8);
  expect(table).not.toContain('NaN');
  expect(Math.min(worst.lists, worst.post)).toBeGreaterThan(0);
});
