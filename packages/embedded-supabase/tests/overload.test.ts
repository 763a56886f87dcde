/** What one client sends keeps nobody else waiting: costly requests are refused, slow ones end. */
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedSupabase, type EmbeddedSupabase } from '../src/server.ts';
import { clientOf, makeProject, signedIn } from './project.ts';

const CALLER_HEADER = 'X-Caller';
const CALLER_PROOF_HEADER = 'X-Caller-Proof';
const callerProof = (secretKey: string, address: string) => `${secretKey} ${address}`;

/** A function whose calls can wait for another one of them, or for a call of their own. */
const API = `
let begun = 0;
let { promise, resolve } = Promise.withResolvers();
Deno.serve(async (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === '/api/wait') {
    begun += 1;
    await promise;
  }
  if (pathname === '/api/release') {
    resolve();
    ({ promise, resolve } = Promise.withResolvers());
  }
  if (pathname === '/api/nested') await fetch(Deno.env.get('SUPABASE_URL') + '/functions/v1/api/x');
  return Response.json({ answered: true, begun });
});
`;
const project = makeProject({ api: API });
let server: EmbeddedSupabase;

/** A tree to embed in itself, and statements that take as long as a test wants. */
const TREE = `
create table public.nodes (id integer primary key, parent_id integer references public.nodes, label text not null);
grant select on public.nodes to anon;
grant insert on public.nodes to service_role;
alter table public.nodes enable row level security;
create policy "all read" on public.nodes for select to anon using (true);
insert into public.nodes values (1, null, 'root'), (2, 1, 'child');
create function public.endless(rounds bigint) returns bigint language sql as $$ select count(*) from generate_series(1, rounds) $$;
create function public.begin_endless() returns bigint language plpgsql as $$
begin
  insert into public.nodes values (100, 1, 'never there');
  return public.endless(100000000000);
end $$;
create function public.list_nodes() returns setof public.nodes language sql stable as $$ select * from public.nodes $$;
create function public.shared_nodes() returns text language sql stable as $$
  select set_config('response.headers', '[{"Cache-Control": "public, max-age=15"}]', true)
$$;
create function public.timeout() returns text language sql stable as $$ select current_setting('statement_timeout') $$;
create function public.recursion(depth integer) returns integer language plpgsql as $$
begin
  return public.recursion(depth + 1);
end $$;
create function public.keep(value json) returns text language sql as $$ select json_typeof(value) $$;
create function public.read_json(value text) returns text language sql as $$ select json_typeof(value::json) $$;
create function public.repeat_json(levels integer) returns text language sql as $$ select json_typeof(repeat('[', levels)::json) $$;
`;

beforeAll(async () => {
  project.write('supabase/migrations/20260101000200_nodes.sql', TREE);
  server = await startEmbeddedSupabase({
    ...project,
    project: {
      ...project.project,
      page: () => ({ app: new Hono<{ Bindings: HttpBindings }>().get('/', (c) => c.text('a page')) }),
      callerOf: async (headers, secretKey) => {
        const address = headers.get(CALLER_HEADER) ?? undefined;
        return headers.get(CALLER_PROOF_HEADER) === callerProof(secretKey, address ?? '') ? address : undefined;
      },
    },
    requireEmailVerification: false,
    quiet: true,
  });
});
afterAll(async () => {
  await server?.stop();
  project.remove();
});

const rest = (path: string, init: RequestInit = {}) =>
  fetch(`${server.supabaseUrl}/rest/v1/${path}`, {
    ...init,
    headers: { apikey: server.publishableKey, 'Content-Type': 'application/json', ...init.headers },
  });

interface Sent {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** A request of a stranger at an address of their own, `127.0.0.2` to `127.255.255.254`. */
const fromAddress = (localAddress: string, path: string, { method = 'GET', body, headers }: Sent = {}) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const sent = request(
      new URL(path, server.supabaseUrl),
      {
        method,
        localAddress,
        agent: false,
        headers: { apikey: server.publishableKey, 'Content-Type': 'application/json', ...headers },
      },
      (answer) => {
        let text = '';
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    sent.on('error', reject).end(body);
  });

const ENDLESS = { method: 'POST', body: '{"rounds":100000000000}' };
const endlessOf = (address: string) => fromAddress(address, '/rest/v1/rpc/endless', ENDLESS);
const asService = () => ({ apikey: server.secretKey });

/** Embeds the tree in itself that many times. */
const nested = (depth: number): string => (depth === 0 ? 'id' : `id,child:nodes!parent_id(${nested(depth - 1)})`);

const refusal = (message: string) => [400, { code: 'PGRST100', message, details: null, hint: null }];
const unlisted = (use: string) => refusal(`Queries with this are not answered: ${use}`);

/** Every operator of PostgREST, with a value that it takes, and how its list names it. */
const OPERATORS: [condition: string, use: string][] = [
  ['id=eq.1', 'eq'],
  ['id=gt.1', 'gt'],
  ['id=lt.1', 'lt'],
  ['id=in.(1,2)', 'in'],
  ['id=is.null', 'is'],
  ['label=ilike.*a*', 'ilike nodes.label'],
  ['id=gte.1', 'gte'],
  ['id=lte.1', 'lte'],
  ['id=neq.1', 'neq'],
  ['id=eq(any).{1,2}', 'eqAny'],
  ['id=isdistinct.1', 'isDistinct'],
  ['label=like.*a*', 'like nodes.label'],
  ['label=like(any).{a,b}', 'likeAny nodes.label'],
  ['label=ilike(all).{a,b}', 'ilikeAll nodes.label'],
  ['label=match.(.*)(.*)\\1\\2Q', 'regex nodes.label'],
  ['label=imatch.(a+)+b', 'iregex nodes.label'],
  ['label=match(any).{x,(a+)+b}', 'regexAny nodes.label'],
  ['label=fts.a', 'textSearch nodes.label'],
  ['label=plfts.a', 'textSearch nodes.label'],
  ['label=phfts(english).a', 'textSearch nodes.label'],
  ['label=wfts.a', 'textSearch nodes.label'],
  ['label=ov.{a}', 'overlaps'],
  ['label=cd.{a}', 'containedBy'],
  ['label=sl.[1,2]', 'rangeLt'],
  ['label=sr.[1,2]', 'rangeGt'],
  ['label=nxr.[1,2]', 'rangeLte'],
  ['label=nxl.[1,2]', 'rangeGte'],
  ['label=adj.[1,2]', 'rangeAdjacent'],
];
const LISTED = ['eq', 'gt', 'lt', 'in', 'is', 'ilike nodes.label'];

describe('a query that uses what the list of its role has not is refused before the database sees it', () => {
  test.each(OPERATORS)('each operator alone: %s', async (condition, use) => {
    const answer = await rest(`nodes?select=id&${encodeURI(condition)}`);
    const body: unknown = await answer.json();
    if (LISTED.includes(use)) expect(answer).toAnswer(200);
    else expect([answer.status, body]).toEqual(unlisted(use));
  });

  const OF_REGEX = unlisted('regex nodes.label');
  test.each([
    ['label=not.match.x', OF_REGEX],
    ['or=(id.eq.1,label.match.x)', OF_REGEX],
    ['or=(id.eq.1,and(id.eq.2,label.not.imatch.x))', unlisted('iregex nodes.label')],
    ['not.and=(id.eq.1,or(id.eq.2,label.match(all).{x}))', unlisted('regexAll nodes.label')],
    ['select=id,child:nodes!parent_id(id)&child.label=match.x', unlisted('regex nodes>nodes!parent_id.label')],
    ['select=id,child:nodes!parent_id(id)&child.label=ilike.x', unlisted('ilike nodes>nodes!parent_id.label')],
    [
      'select=id,child:nodes!parent_id(id)&child.or=(label.like.x,id.eq.1)',
      unlisted('like nodes>nodes!parent_id.label'),
    ],
    [`select=${nested(3)}`, unlisted('embed nodes>nodes!parent_id>nodes!parent_id>nodes!parent_id')],
    [`select=${nested(30)}`, refusal('More than 20 embedded tables are not accepted')],
    ['select=id,parent:nodes!nodes_parent_id_fkey(id)', unlisted('embed nodes>nodes!nodes_parent_id_fkey')],
    ['select=id,...nodes!nodes_parent_id_fkey(label)', unlisted('embed nodes>nodes!nodes_parent_id_fkey')],
    ['select=id,a:nodes!parent_id(id),b:nodes!parent_id(id)', unlisted('the same column twice')],
    ['select=id,a:label,b:label', unlisted('the same column twice')],
    ['select=id,child:nodes!parent_id(a:label,b:label)', unlisted('the same column twice')],
    ['select=id::text', unlisted('cast')],
    ['select=id.sum()', unlisted('aggregate')],
    ['select=count()', unlisted('aggregate')],
    ['select=label->a', unlisted('path into JSON')],
    ['label->>a=eq.1', unlisted('path into JSON')],
    ['order=label->>a', unlisted('path into JSON')],
    ['order=id,label,parent_id', refusal('More than 2 columns to order by are not accepted')],
    [
      'select=id,child:nodes!parent_id(id)&order=id&child.order=id,label',
      refusal('More than 2 columns to order by are not accepted'),
    ],
    ['or=(id.eq.1,id.eq.2,and(id.eq.3,id.eq.4))', refusal('More than 3 conditions are not accepted')],
    ['id=gt.1&id=lt.5&label=eq.a&parent_id=eq.1', refusal('More than 3 conditions are not accepted')],
    [
      'select=id,child:nodes!parent_id(id)&id=gt.1&id=lt.5&child.id=eq.2&child.label=eq.a',
      refusal('More than 3 conditions are not accepted'),
    ],
    [
      `or=(${Array.from({ length: 190 }, (_, n) => `label.wfts.a${String(n)}`).join(',')})`,
      refusal('More than 50 conditions are not accepted'),
    ],
    [`and=${'(and'.repeat(60)}(id.eq.1)${')'.repeat(60)}`, refusal('More than 50 conditions are not accepted')],
    [`and=${'(and '.repeat(60)}(id.eq.1)${')'.repeat(60)}`, refusal('More than 50 conditions are not accepted')],
  ])('a query with an unlisted feature is refused wherever it stands: %s', async (query, refused) => {
    const answer = await rest(`nodes?${query.includes('select=') ? '' : 'select=id&'}${encodeURI(query)}`);
    expect([answer.status, await answer.json()]).toEqual(refused);
  });

  test.each([
    ['HEAD', 'nodes?label=match.x', {}],
    ['PATCH', 'nodes?label=match.x', {}],
    ['DELETE', 'nodes?label=match.x', {}],
    ['POST', 'nodes?select=id,a:nodes!nodes_parent_id_fkey(id)', { Prefer: 'return=representation' }],
    ['PUT', 'nodes?id=eq.1&label=match.x', {}],
    ['GET', 'rpc/list_nodes?label=match.x', {}],
    ['POST', 'rpc/list_nodes?label=match.x', {}],
    ['GET', 'nodes?select=id', { Prefer: 'count=exact' }],
    ['GET', 'nodes?select=id', { Prefer: 'count=planned' }],
    ['GET', 'nodes?select=id', { Accept: 'application/vnd.pgrst.plan+json' }],
  ])('a query with an unlisted feature is refused by any method: %s %s', async (method, path, headers) => {
    const body = ['GET', 'HEAD', 'DELETE'].includes(method) ? undefined : '{"id":9,"label":"x"}';
    expect(await rest(path, { method, headers, body })).toAnswer(400);
  });

  test('each role has a list of its own', async () => {
    const { client } = await signedIn(server, 'listed@example.com');
    const [guest, user, service] = await Promise.all(
      [clientOf(server), client, clientOf(server, server.secretKey)].map((caller) =>
        caller.from('nodes').select('id').ilike('label', 'root'),
      ),
    );
    expect(guest?.data).toEqual([{ id: 1 }]);
    expect(user?.error?.code).toBe('42501');
    expect(service?.error?.message).toBe('Queries with this are not answered: ilike nodes.label');
  });

  test('a text that only looks like an operator is searched for', async () => {
    const answer = await rest(`nodes?select=id&or=(label.eq."label.match.x",label.ilike.*imatch.*,label.eq.root)`);
    expect([answer.status, await answer.json()]).toEqual([200, [{ id: 1 }]]);
  });

  test('a query of listed features is answered up to its bounds', async () => {
    expect(await rest(`nodes?select=${nested(2)}&order=id,label&or=(id.eq.1,id.eq.2,id.eq.3)`)).toAnswer(200);
    const counted = await rest('numbers?select=n&limit=1', { headers: { Prefer: 'count=exact' } });
    expect([counted.status, counted.headers.get('content-range')]).toEqual([206, '0-0/1500']);
  });

  test.each([
    ['rest/v1/rpc/timeout', 1024],
    ['auth/v1/signup', 64],
    ['auth/v1/token?grant_type=password', 64],
  ])(
    'a body of the largest size is read, one byte more is 413, with its length and without: %s, %i kB',
    async (path, kilobytes) => {
      const send = (bytes: number, chunked: boolean) => {
        const text = `{"email":"${'x'.repeat(bytes - 12)}"}`;
        return fetch(`${server.supabaseUrl}/${path}`, {
          method: 'POST',
          headers: { apikey: server.publishableKey, 'Content-Type': 'application/json' },
          body: chunked ? new Blob([text]).stream() : text,
          duplex: 'half',
        } as RequestInit);
      };
      for (const chunked of [false, true]) {
        const read = await send(kilobytes * 1024, chunked);
        expect([400, 404, 422]).toContain(read.status);
        await read.arrayBuffer();
        const refused = await send(kilobytes * 1024 + 1, chunked);
        expect([refused.status, await refused.json()]).toMatchObject([413, { message: 'The request is too large' }]);
      }
    },
  );
});

describe('a statement that takes too long', () => {
  test('a too slow statement of a guest ends after three seconds and holds up no page, mailbox or function', async () => {
    const began = performance.now();
    let ended = false;
    const slow = endlessOf('127.0.0.3').finally(() => (ended = true));
    const next = rest('numbers?select=n&limit=1');
    const meanwhile = await Promise.all([
      fetch(server.webUrl),
      fetch(server.mailboxUrl),
      fetch(`${server.webUrl}/api/x`),
      rest('nodes?label=match.x'),
    ]);
    expect(ended).toBe(false);
    expect(meanwhile.map(({ status }) => status)).toEqual([200, 200, 200, 400]);

    const answer = await slow;
    expect(performance.now() - began).toBeGreaterThanOrEqual(2_900);
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
      503,
      { code: '57014', message: 'canceling statement due to statement timeout', details: null, hint: null },
    ]);
    expect([(await next).status, await (await next).json()]).toEqual([200, [{ n: 1 }]]);
  });

  test('a too slow statement blocks its client for a while at REST, Auth and Storage, and nobody else', async () => {
    const address = '127.0.0.4';
    expect(await endlessOf(address)).toAnswer(503);
    for (const path of ['/rest/v1/nodes?select=id', '/auth/v1/settings', '/storage/v1/object/public/pictures/x.png']) {
      const refused = await fromAddress(address, path);
      expect([refused.status, refused.headers['retry-after'], refused.headers['access-control-allow-origin']]).toEqual([
        429,
        expect.stringMatching(/^[1-5]$/),
        '*',
      ]);
      expect(JSON.parse(refused.text)).toMatchObject({
        code: 'PT429',
        error_code: 'over_request_rate_limit',
        statusCode: '429',
        message: 'Too many requests. Please try again in 1 minute.',
      });
    }
    expect(await fromAddress('127.0.0.5', '/rest/v1/nodes?select=id')).toAnswer(200);
  });

  test('a too slow statement loses no acknowledged write, and leaves nothing of its transaction or role', async () => {
    const { client, id } = await signedIn(server, 'kept@example.com');
    expect(await client.from('notes').insert({ body: 'acknowledged' })).toAnswer(201);
    const writes = Array.from({ length: 5 }, (_, n) =>
      rest('nodes', {
        method: 'POST',
        body: JSON.stringify({ id: 200 + n, parent_id: 1, label: 'kept' }),
        headers: asService(),
      }),
    );
    const [slow, ...written] = await Promise.all([
      rest('rpc/begin_endless', { method: 'POST', body: '{}', headers: asService() }),
      ...writes,
    ]);
    expect([slow?.status, ...written.map(({ status }) => status)]).toEqual([503, 201, 201, 201, 201, 201]);

    expect((await client.from('notes').select('body, owner')).data).toEqual([{ body: 'acknowledged', owner: id }]);
    const nodes = await server.sql<{ id: number }>('select id from public.nodes where id >= 100 order by id');
    expect(nodes.map((node) => node.id)).toEqual([200, 201, 202, 203, 204]);
    expect(await clientOf(server).rpc('who')).toMatchObject({ data: 'anon' });
    expect(await server.sql('select current_user::text as name')).toEqual([{ name: 'postgres' }]);
  }, 60_000);

  test('the time limit depends on the role: three seconds for guests, eight for users and the service', async () => {
    const { client } = await signedIn(server, 'timed@example.com');
    const timeouts = [clientOf(server), client, clientOf(server, server.secretKey)].map((caller) =>
      caller.rpc('timeout'),
    );
    expect((await Promise.all(timeouts)).map(({ data }) => data)).toEqual(['3s', '8s', '8s']);
    expect(
      await server.sql(
        `select rolname::text as role, rolconfig[1] as setting from pg_roles
        where rolname in ('anon', 'authenticated', 'authenticator', 'service_role') order by 1`,
      ),
    ).toEqual([
      { role: 'anon', setting: 'statement_timeout=3s' },
      { role: 'authenticated', setting: 'statement_timeout=8s' },
      { role: 'authenticator', setting: 'statement_timeout=8s' },
      { role: 'service_role', setting: 'statement_timeout=8s' },
    ]);
  });
});

describe('many requests of one client', () => {
  test('three hundred slow statements hold up others for one of them; those behind it are refused', async () => {
    const { client } = await signedIn(server, 'patient@example.com');
    const flood = Array.from({ length: 300 }, () => endlessOf('127.0.0.2'));
    await Promise.all([Promise.race(flood), rest('nodes?select=id&limit=1')]);
    // One after the other, as a page that needs the answer of the first for the second.
    const others: number[] = [];
    for (let n = 0; n < 2; n += 1) {
      others.push((await rest('nodes?select=id&limit=1')).status, (await client.from('notes').select('id')).status);
    }
    const answers = await Promise.all(flood);
    expect(others).toEqual([200, 200, 200, 200]);
    const cutOff = answers.filter(({ status }) => status === 503).length;
    // One that arrives after the first five seconds runs again; the next one has to come ten seconds later.
    expect(cutOff).toBeLessThanOrEqual(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(300 - cutOff);
    expect(await rest('nodes?select=id&limit=1')).toAnswer(200);
  }, 60_000);

  test.each(['webUrl', 'supabaseUrl'] as const)(
    'two hundred calls of a function hold up nobody else at %s: six of a client run, in their order',
    async (port) => {
      const api = `${server[port].replace('localhost', '127.0.0.1')}${port === 'webUrl' ? '' : '/functions/v1'}/api`;
      const before = JSON.parse((await fromAddress('127.0.6.1', `${api}/x`)).text).begun;
      const flood = Array.from({ length: 200 }, () => fromAddress('127.0.6.2', `${api}/wait`));
      const other = () => fromAddress('127.0.6.3', `${api}/x`);
      await expect.poll(async () => JSON.parse((await other()).text).begun - before).toBe(6);
      expect(await other()).toAnswer(200);
      expect(JSON.parse((await other()).text).begun - before).toBe(6);
      const released = setInterval(() => void fromAddress('127.0.6.3', `${api}/release`), 10);
      onTestFinished(() => clearInterval(released));
      expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
    },
  );

  test('functions that call functions wait for no turn, and bodies that never come keep none', async () => {
    const api = '/functions/v1/api';
    const stalled = Array.from({ length: 10 }, () => {
      const sent = request(new URL(`${api}/x`, server.supabaseUrl), {
        method: 'POST',
        localAddress: '127.0.0.1',
        agent: false,
        headers: { 'Content-Length': '10' },
      }).on('error', () => undefined);
      sent.write('x');
      return sent;
    });
    const nested = Array.from({ length: 12 }, () => fromAddress('127.0.0.1', `${api}/nested`));
    expect(new Set((await Promise.all(nested)).map(({ status }) => status))).toEqual(new Set([200]));
    for (const sent of stalled) sent.destroy();
  });

  test('a request of a function counts for the caller that it names, with a valid proof only', async () => {
    const address = '203.0.113.7';
    const named = { [CALLER_HEADER]: address, [CALLER_PROOF_HEADER]: callerProof(server.secretKey, address) };
    const forged = { ...named, [CALLER_HEADER]: '203.0.113.8' };
    const says = (from: string, headers: Record<string, string>) => fromAddress(from, '/rest/v1/rpc/who', { headers });
    // Who is cut off, is refused: so whom a request counts for shows.
    const slow = await fromAddress('127.0.0.6', '/rest/v1/rpc/endless', { ...ENDLESS, headers: named });
    expect(slow).toAnswer(503);
    // Both at once, while the refusal lasts. The secret key does not hide who asks.
    const refused = await Promise.all([says('127.0.0.7', named), says('127.0.0.6', { ...asService(), ...named })]);
    expect(refused.map(({ status }) => status)).toEqual([429, 429]);
    const others: Record<string, string>[] = [
      {},
      forged,
      { [CALLER_HEADER]: address },
      { ...named, [CALLER_PROOF_HEADER]: 'x' },
    ];
    for (const headers of others) expect(await says('127.0.0.6', headers)).toAnswer(200);
    expect(await says('127.0.0.6', asService())).toAnswer(200);
  });
});

describe('what one client sends badly', () => {
  test('two large bodies of one client are read at a time; the third waits, and those of others do not', async () => {
    const size = 100 * 1024;
    const path = '/storage/v1/object/pictures/a.png';
    const headers = { 'Content-Type': 'image/png', 'Content-Length': String(size) };
    const whole = (address: string) => fromAddress(address, path, { method: 'POST', headers, body: 'x'.repeat(size) });
    const stalled = [1, 2].map(() => {
      const sent = request(new URL(path, server.supabaseUrl), {
        method: 'POST',
        localAddress: '127.0.0.8',
        agent: false,
        headers: { apikey: server.publishableKey, ...headers },
      }).on('error', () => undefined);
      sent.write('x');
      return sent;
    });
    await fromAddress('127.0.0.8', '/rest/v1/nodes?select=id');
    let answered = false;
    const third = whole('127.0.0.8').finally(() => (answered = true));
    expect((await whole('127.0.0.9')).status).toBe(400);
    expect(await fromAddress('127.0.0.8', '/rest/v1/nodes?select=id')).toAnswer(200);
    expect(answered).toBe(false);
    for (const sent of stalled) sent.destroy();
    expect((await third).status).toBe(400);
  });

  test('a body that never comes keeps nobody from shared answers', async () => {
    const headers = { apikey: server.publishableKey, 'Content-Type': 'application/json', 'Content-Length': '10' };
    const url = new URL('/rest/v1/rpc/timeout', server.supabaseUrl);
    const stalled = request(url, { method: 'POST', agent: false, headers }).on('error', () => undefined);
    stalled.write('{');
    const ages = async () => (await rest('rpc/shared_nodes')).headers.get('age');
    await ages();
    expect(await ages()).toBe('0');
    stalled.destroy();
  });

  test('five hundred requests that never end delay nobody', async () => {
    const { port } = new URL(server.supabaseUrl);
    const head = `POST /rest/v1/rpc/timeout HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\napikey: ${server.publishableKey}\r\nContent-Type: application/json\r\n`;
    const sockets = Array.from({ length: 500 }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined));
    // Half of them stop within the head, the others within the body.
    const send = (socket: Socket, n: number) =>
      new Promise((sent) =>
        socket.once('connect', () => socket.write(n % 2 === 0 ? head : `${head}Content-Length: 1000\r\n\r\n{`, sent)),
      );
    try {
      await Promise.all(sockets.map(send));
      expect(await rest('nodes?select=id&limit=1')).toAnswer(200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });

  test('a body that says it is compressed is never unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '));
    for (const path of ['rest/v1/rpc/timeout', 'auth/v1/signup', 'functions/v1/api']) {
      const before = process.memoryUsage().rss;
      const answer = await fetch(`${server.supabaseUrl}/${path}`, {
        method: 'POST',
        body: bomb,
        headers: { apikey: server.publishableKey, 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      });
      expect(answer.status, path).toBeLessThan(500);
      expect(process.memoryUsage().rss - before, path).toBeLessThan(40 * 1024 * 1024);
    }
  });

  test('arguments without names, and names that nothing can have, are refused at once', async () => {
    const named = (names: string[]) => JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
    for (const [path, body] of [
      ['rpc/keep', named(['valuex', 'value'.repeat(100_000)])],
      ['rpc/keep', `[${named(['value'.repeat(100_000)])}]`],
      ['rpc/keep', JSON.stringify(Array.from({ length: 500_000 }, () => 1))],
      ['rpc/keep', named(Array.from({ length: 101 }, (_, n) => `value${String(n)}`))],
      [`rpc/${'keep'.repeat(1_000)}`, '{}'],
      ['nodes'.repeat(1_000), '{}'],
    ] as const) {
      const answer = await rest(path, { method: 'POST', body });
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'PGRST100' }]);
    }
  });

  test('no JSON, more than a hundred rows, and rows of more names are refused at once', async () => {
    const noJson = { code: 'PGRST102', message: 'A body is accepted as JSON only' };
    const tooMany = (what: string) => ({ code: 'PGRST100', message: expect.stringContaining(`More than 100 ${what}`) });
    const rows = JSON.stringify(Array.from({ length: 101 }, () => ({ id: 9 })));
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`name${String(n)}`, 1])));
    for (const path of ['nodes', 'nowhere', 'rpc/keep']) {
      for (const [type, body, refused] of [
        ['text/csv', `,${'\n'.repeat(500_000)}`, noJson],
        ['application/x-www-form-urlencoded', 'a&'.repeat(400_000), noJson],
        ['application/json, application/x-www-form-urlencoded', 'a&b', noJson],
        ['text/plain', 'a', noJson],
        ...(path === 'rpc/keep' ? [] : [['application/json', rows, tooMany('rows')] as const]),
        ['application/json; charset=utf-8', wide, tooMany('names')],
      ] as const) {
        const answer = await rest(path, { method: 'POST', headers: { 'Content-Type': type }, body });
        expect([type, answer.status, await answer.json()]).toMatchObject([type, 400, refused]);
      }
    }
  });

  test('no body for Storage larger than an upload is held', async () => {
    for (const [method, path] of [
      ['POST', 'list/pictures'],
      ['POST', 'sign/pictures'],
      ['POST', 'copy'],
      ['DELETE', 'pictures'],
    ] as const) {
      const answer = await fetch(`${server.supabaseUrl}/storage/v1/object/${path}`, {
        method,
        body: `{"prefix":"${'x'.repeat(6 * 1024 * 1024)}"}`,
        headers: { apikey: server.publishableKey, 'Content-Type': 'application/json' },
      });
      expect([answer.status, await answer.json()], path).toMatchObject([400, { statusCode: '413' }]);
    }
  });

  test('no JSON for Storage is longer than a hundred names, and guests send none about buckets', async () => {
    const send = async (method: string, path: string, body: unknown) => {
      const answer = await fetch(`${server.supabaseUrl}/storage/v1/${path}`, {
        method,
        body: JSON.stringify(body),
        headers: { apikey: server.publishableKey, 'Content-Type': 'application/json' },
      });
      return [answer.status, await answer.json()];
    };
    const long = { expiresIn: 1, prefixes: [], paths: ['x'.repeat(70_000)] };
    for (const [method, path] of [
      ['POST', 'object/list/pictures'],
      ['POST', 'object/sign/pictures'],
      ['POST', 'object/sign/pictures/a.png'],
      ['POST', 'object/copy'],
      ['POST', 'object/move'],
      ['DELETE', 'object/pictures'],
      ['POST', 'bucket'],
      ['PUT', 'bucket/pictures'],
    ] as const)
      expect(await send(method, path, long), path).toMatchObject([400, { statusCode: '413' }]);
    const types = { id: 'a', name: 'a', allowed_mime_types: Array.from({ length: 400 }, () => '') };
    for (const [method, path] of [
      ['POST', 'bucket'],
      ['PUT', 'bucket/pictures'],
      ['POST', 'bucket/pictures/empty'],
      ['DELETE', 'bucket/pictures'],
    ] as const)
      expect(await send(method, path, types), path).toMatchObject([400, { statusCode: '403' }]);
    const names = Array.from({ length: 101 }, () => 'a.png');
    expect(await send('DELETE', 'object/pictures', { prefixes: names })).toMatchObject([400, { statusCode: '400' }]);
  });

  test('[A756] a crawler that asks without a pause is refused after two hundred reads, and nobody else', async () => {
    const named = (address: string) => ({
      [CALLER_HEADER]: address,
      [CALLER_PROOF_HEADER]: callerProof(server.secretKey, address),
    });
    const read = (address: string) => rest('rpc/list_nodes', { headers: named(address) });
    const began = performance.now();
    let firstRefusal = Infinity;
    const crawl = async () => {
      const answer = await read('203.0.113.20');
      if (answer.status === 429) firstRefusal = Math.min(firstRefusal, performance.now() - began);
      return answer;
    };
    const crawled = await Promise.all(Array.from({ length: 300 }, crawl));
    // Or refusals alone would keep the server busy.
    expect(firstRefusal).toBeGreaterThan(990);
    const refused = crawled.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(50);
    expect(crawled.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(200);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(await refused[0]?.json()).toMatchObject({ code: 'PT429', message: expect.any(String) });
    expect((await read('203.0.113.21')).status).toBe(200);
  });

  test('lists and links of Storage are refused after two hundred, and files are not', async () => {
    const headers = {
      [CALLER_HEADER]: '203.0.113.22',
      [CALLER_PROOF_HEADER]: callerProof(server.secretKey, '203.0.113.22'),
    };
    const ask = async (path: string, init: RequestInit) => {
      const answer = await fetch(`${server.supabaseUrl}/storage/v1/object/${path}`, {
        ...init,
        headers: { apikey: server.publishableKey, 'Content-Type': 'application/json', ...headers },
      });
      await answer.body?.cancel();
      return answer.status;
    };
    // Refused before it is looked at, so it costs nothing.
    const lists = Array.from({ length: 400 }, () => ask('list/none', { method: 'POST', body: '{"limit":0}' }));
    expect((await Promise.all(lists)).filter((status) => status === 429).length).toBeGreaterThan(10);
    expect(await ask('public/none/a.png', {})).not.toBe(429);
  });

  test('a list of a thousand values is answered', async () => {
    const ids = Array.from({ length: 1_000 }, (_, n) => n + 1).join(',');
    const answer = await rest(`nodes?select=id&id=in.(${ids})&order=id`);
    expect([answer.status, await answer.json()]).toEqual([200, expect.arrayContaining([{ id: 1 }, { id: 2 }])]);
  });
});

describe('nesting', () => {
  const tower = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const keep = (levels: number) => rest('rpc/keep', { method: 'POST', body: `{"value":${tower(levels)}}` });

  test('a hundred levels of JSON are read, one more is refused, and so is a tower', async () => {
    expect(await keep(99)).toAnswer(200);
    for (const levels of [100, 400_000]) {
      const answer = await keep(levels);
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { code: 'PGRST100', message: 'More than 100 levels of JSON are not accepted' },
      ]);
    }
  });

  test.each([
    ['a function that calls itself for ever', '127.0.5.1', 'recursion', '{"depth":1}'],
    ['JSON that a function makes of a text', '127.0.5.2', 'repeat_json', '{"levels":200000}'],
  ])(
    '%s fills the stack and is refused, its client as well, and others are answered',
    async (_what, from, name, body) => {
      expect(
        await rest('nodes', { method: 'POST', body: '{"id":300,"label":"before"}', headers: asService() }),
      ).toAnswer(201);
      const answer = await fromAddress(from, `/rest/v1/rpc/${name}`, { method: 'POST', body });
      expect([answer.status, JSON.parse(answer.text)]).toEqual([
        400,
        { code: '54001', message: 'stack depth limit exceeded', details: null, hint: null },
      ]);
      const again = await fromAddress(from, '/rest/v1/nodes');
      expect([again.status, again.headers['retry-after']]).toEqual([429, '5']);
      const next = await rest('nodes?id=eq.300&select=label');
      expect([next.status, await next.json()]).toEqual([200, [{ label: 'before' }]]);
      await server.sql('delete from public.nodes where id = 300');
    },
  );

  test.each([
    ['brackets', '['.repeat(400_000)],
    ['a list', `{${'w,'.repeat(400_000)}}`],
  ])('JSON within a text is refused before the database reads it: %s', async (_what, value) => {
    for (const name of ['keep', 'read_json']) {
      const answer = await rest(`rpc/${name}`, { method: 'POST', body: JSON.stringify({ value }) });
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { code: 'PGRST100', message: 'More than 10000 brackets and commas in a text are not accepted' },
      ]);
    }
  });
});
