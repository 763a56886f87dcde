/** What one client sends keeps nobody else waiting: costly requests are refused, slow ones end. */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLocalSupabase, type LocalSupabase } from '../../local/server.ts';
import { clientOf, makeProject, signedIn } from './project.ts';

const project = makeProject({ api: `Deno.serve(() => Response.json({ answered: true }));` });
let server: LocalSupabase;

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
create function public.timeout() returns text language sql stable as $$ select current_setting('statement_timeout') $$;
create function public.recursion(depth integer) returns integer language plpgsql as $$
begin
  return public.recursion(depth + 1);
end $$;
create function public.keep(value json) returns text language sql as $$ select json_typeof(value) $$;
create function public.read_json(value text) returns text language sql as $$ select json_typeof(value::json) $$;
`;

beforeAll(async () => {
  project.write('supabase/migrations/20260101000200_nodes.sql', TREE);
  project.write('dist/index.html', '<!doctype html><title>b2b</title>');
  server = await startLocalSupabase({ ...project, web: 'build', requireEmailVerification: false, quiet: true });
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
const endless = (headers: Record<string, string> = {}, name = 'endless', args = '{"rounds":100000000000}') =>
  rest(`rpc/${name}`, { method: 'POST', body: args, headers });
const asService = () => ({ apikey: server.secretKey });

/** Embeds the tree in itself that many times. */
const nested = (depth: number): string => (depth === 0 ? 'id' : `id,child:nodes!parent_id(${nested(depth - 1)})`);

describe('a costly request is refused before the database sees it', () => {
  test.each([
    ['label=match.(.*)(.*)(.*)(.*)(.*)\\1\\2\\3\\4\\5Q'],
    ['label=imatch.(a+)+b'],
    ['label=not.match.(a+)+b'],
    ['label=match(any).{x,(a+)+b}'],
    ['or=(id.eq.1,label.match.x)'],
    ['or=(id.eq.1,and(id.eq.2,label.not.imatch.x))'],
    ['not.and=(id.eq.1,or(id.eq.2,label.match(all).{x}))'],
    ['select=id,child:nodes!parent_id(id)&child.label=match.x'],
    ['select=id,child:nodes!parent_id(id)&child.or=(label.match.x,id.eq.1)'],
  ])('a regular expression: %s', async (query) => {
    const answer = await rest(`nodes?${query.includes('select=') ? '' : 'select=id&'}${encodeURI(query)}`);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 'PGRST100', message: 'Regular expressions (match, imatch) are not accepted', details: null, hint: null },
    ]);
  });

  test('a text that only looks like one is searched for', async () => {
    const answer = await rest(`nodes?select=id&or=(label.eq."label.match.x",label.ilike.*imatch.*,label.eq.root)`);
    expect([answer.status, await answer.json()]).toEqual([200, [{ id: 1 }]]);
  });

  test('four levels of embedded tables are answered, five are refused, and so are twenty-one side by side', async () => {
    expect(await rest(`nodes?select=${nested(4)}`)).toAnswer(200);
    const deep = await rest(`nodes?select=${nested(5)}`);
    expect([deep.status, await deep.json()]).toMatchObject([
      400,
      { code: 'PGRST100', message: 'More than 4 levels of embedded resources are not accepted' },
    ]);
    const side = (count: number) =>
      Array.from({ length: count }, (_, n) => `c${String(n)}:nodes!parent_id(id)`).join(',');
    expect(await rest(`nodes?select=id,${side(20)}`)).toAnswer(200);
    const wide = await rest(`nodes?select=id,${side(21)}`);
    expect([wide.status, await wide.json()]).toMatchObject([
      400,
      { code: 'PGRST100', message: 'More than 20 embedded resources are not accepted' },
    ]);
  });

  test('two hundred conditions are answered, one more is refused', async () => {
    const some = (count: number) =>
      rest(`nodes?select=id&or=(${Array.from({ length: count }, (_, n) => `id.eq.${String(n)}`).join(',')})`);
    expect(await some(200)).toAnswer(200);
    const answer = await some(201);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: 'PGRST100', message: 'More than 200 conditions are not accepted' },
    ]);
  });

  test.each(['rest/v1/rpc/timeout', 'auth/v1/signup', 'auth/v1/token?grant_type=password'])(
    'a body of a megabyte is read, one byte more is 413, with its length and without: %s',
    async (path) => {
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
        const read = await send(1024 * 1024, chunked);
        expect([400, 404, 422]).toContain(read.status);
        await read.arrayBuffer();
        const refused = await send(1024 * 1024 + 1, chunked);
        expect([refused.status, await refused.json()]).toMatchObject([413, { message: 'The request is too large' }]);
      }
    },
  );
});

describe('a statement that takes too long', () => {
  test('ends for a stranger after three seconds, while page, mailbox and functions go on answering', async () => {
    const began = performance.now();
    let ended = false;
    const slow = endless().finally(() => (ended = true));
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
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { code: '57014', message: 'canceling statement due to statement timeout', details: null, hint: null },
    ]);
    expect([(await next).status, await (await next).json()]).toEqual([200, [{ n: 1 }]]);
  });

  test('takes nothing with it that was acknowledged, and leaves nothing of its transaction or role', async () => {
    const { client, id } = await signedIn(server, 'kept@example.com');
    expect(await client.from('notes').insert({ body: 'acknowledged' })).toAnswer(201);
    const writes = Array.from({ length: 5 }, (_, n) =>
      rest('nodes', {
        method: 'POST',
        body: JSON.stringify({ id: 200 + n, parent_id: 1, label: 'kept' }),
        headers: asService(),
      }),
    );
    const [slow, ...written] = await Promise.all([endless(asService(), 'begin_endless', '{}'), ...writes]);
    expect([slow?.status, ...written.map(({ status }) => status)]).toEqual([503, 201, 201, 201, 201, 201]);

    expect((await client.from('notes').select('body, owner')).data).toEqual([{ body: 'acknowledged', owner: id }]);
    const nodes = await server.sql<{ id: number }>('select id from public.nodes where id >= 100 order by id');
    expect(nodes.map((node) => node.id)).toEqual([200, 201, 202, 203, 204]);
    expect(await clientOf(server).rpc('who')).toMatchObject({ data: 'anon' });
    expect(await server.sql('select current_user::text as name')).toEqual([{ name: 'postgres' }]);
  }, 60_000);

  test('is measured by the role: three seconds for strangers, eight for members and the service', async () => {
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
  /** A request of a stranger at another address than everybody else's. */
  const fromElsewhere = (path: string, body: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const url = new URL(`/rest/v1/${path}`, server.supabaseUrl);
      const sent = request(
        url,
        {
          method: 'POST',
          localAddress: '127.0.0.2',
          agent: false,
          headers: { apikey: server.publishableKey, 'Content-Type': 'application/json' },
        },
        (answer) => {
          let text = '';
          answer
            .setEncoding('utf8')
            .on('data', (part: string) => (text += part))
            .on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        },
      );
      sent.on('error', reject).end(body);
    });

  test('a thousand slow statements hold up others for one of them at most, and end after waiting 10 s', async () => {
    const { client } = await signedIn(server, 'patient@example.com');
    const flood = Array.from({ length: 1_000 }, () => fromElsewhere('rpc/endless', '{"rounds":100000000000}'));
    const [first] = await Promise.all([Promise.race(flood), rest('nodes?select=id&limit=1')]);
    expect(first).toAnswer(503);
    // One after the other, as a page that needs the answer of the first for the second.
    const others: number[] = [];
    for (let n = 0; n < 2; n += 1) {
      others.push((await rest('nodes?select=id&limit=1')).status, (await client.from('notes').select('id')).status);
    }
    const answers = await Promise.all(flood);
    expect(others).toEqual([200, 200, 200, 200]);
    const refused = answers.filter(({ status }) => status === 504);
    expect(refused.length).toBeGreaterThan(900);
    expect(JSON.parse(refused[0]?.text ?? '')).toEqual({
      code: 'PGRST003',
      message: 'Timed out acquiring connection from connection pool.',
      details: null,
      hint: null,
    });
    expect(await rest('nodes?select=id&limit=1')).toAnswer(200);
  }, 60_000);
});

describe('what one client sends badly', () => {
  test('five hundred requests that never end keep nobody waiting', async () => {
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
    ['a function that calls itself for ever', () => endless({}, 'recursion', '{"depth":1}')],
    ['JSON within a text', () => endless({}, 'read_json', JSON.stringify({ value: tower(200_000) }))],
  ])('%s is refused when the stack of the database is full, and the next request is answered', async (_what, send) => {
    expect(await rest('nodes', { method: 'POST', body: '{"id":300,"label":"before"}', headers: asService() })).toAnswer(
      201,
    );
    const answer = await send();
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: '54001', message: 'stack depth limit exceeded', details: null, hint: null },
    ]);
    const next = await rest('nodes?id=eq.300&select=label');
    expect([next.status, await next.json()]).toEqual([200, [{ label: 'before' }]]);
    await server.sql('delete from public.nodes where id = 300');
  });
});
