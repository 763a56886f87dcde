/** The REST API answers as hosted Supabase does where the embedded one would not by itself. */
import { readFileSync } from 'node:fs';
import { sign } from 'hono/jwt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedSupabase, type EmbeddedSupabase } from '../src/server.ts';
import { clientOf, makeProject, signedIn } from './project.ts';

const project = makeProject();
let server: EmbeddedSupabase;

beforeAll(async () => {
  server = await startEmbeddedSupabase({ ...project, requireEmailVerification: false, quiet: true });
});
afterAll(async () => {
  await server?.stop();
  project.remove();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.supabaseUrl}/rest/v1/${path}`, { headers: { apikey: server.publishableKey, ...headers } });

describe('rights', () => {
  test('a first request does not widen them: forged columns stay refused', async () => {
    const { client } = await signedIn(server, 'forger@example.com');
    expect(await client.from('notes').insert({ body: 'mine' })).toAnswer(201);
    for (const forged of [
      { is_approved: true },
      { owner: '00000000-0000-4000-8000-000000000000' },
      { created_at: '2020-01-01' },
    ]) {
      const insert = await client.from('notes').insert({ body: 'x', ...forged });
      expect([insert.status, insert.error?.code]).toEqual([403, '42501']);
      const update = await client.from('notes').update(forged).eq('body', 'mine');
      expect([update.status, update.error?.code]).toEqual([403, '42501']);
    }
    expect((await client.from('notes').delete().eq('body', 'mine')).error?.code).toBe('42501');
  });

  test('anon and authenticated hold no right that a migration did not give', async () => {
    await clientOf(server).from('numbers').select();
    const rights = await server.sql<{ table: string; privilege: string }>(
      `select distinct table_schema || '.' || table_name as table, privilege_type as privilege
       from information_schema.role_table_grants
       where grantee in ('anon', 'authenticated') and table_schema not in ('pg_catalog', 'information_schema', 'storage', 'realtime')
       order by 1, 2`,
    );
    expect(rights).toEqual([
      { table: 'public.notes', privilege: 'SELECT' },
      { table: 'public.numbers', privilege: 'SELECT' },
    ]);
  });

  test('strangers get 401 where members get 403', async () => {
    const answer = await clientOf(server).from('notes').select('id');
    expect([answer.status, answer.error?.code]).toEqual([401, '42501']);
  });

  test('requests at the same time never run under the role of another', async () => {
    const people = await Promise.all(['a', 'b', 'c', 'd'].map((name) => signedIn(server, `${name}@example.com`)));
    const service = clientOf(server, server.secretKey);
    const guest = clientOf(server);
    const rounds = Array.from({ length: 6 }, () => [
      ...people.map(async ({ client, id }) => ({ is: (await client.rpc('who')).data, should: id })),
      (async () => ({ is: (await service.rpc('who')).data, should: 'service_role' }))(),
      (async () => ({ is: (await guest.rpc('who')).data, should: 'anon' }))(),
      ...people.map(async ({ client, id }) => {
        const { data } = await client.from('notes').insert({ body: 'at once' }).select('owner').single();
        return { is: data?.owner, should: id };
      }),
    ]).flat();
    for (const { is, should } of await Promise.all(rounds)) expect(is).toBe(should);
    const counts = await server.sql<{ owner: string; n: number }>(
      `select owner::text, count(*)::int as n from public.notes where body = 'at once' group by 1`,
    );
    expect(counts.map(({ n }) => n)).toEqual([6, 6, 6, 6]);
    for (const { client, id } of people) {
      const { data } = await client.from('notes').select('owner');
      expect(new Set(data?.map(({ owner }) => owner))).toEqual(new Set([id]));
    }
  });
});

describe('tokens', () => {
  test('a request without a key is refused, also from this machine', async () => {
    expect(await fetch(`${server.supabaseUrl}/rest/v1/notes`)).toAnswer(401);
    expect(await get('numbers?limit=1')).toAnswer(200);
  });

  test('a token that is not ours is refused instead of ignored', async () => {
    const foreign = await sign({ sub: '1', role: 'service_role', exp: 4_000_000_000 }, 'another secret', 'HS256');
    for (const token of ['abc', foreign]) {
      const answer = await get('numbers?limit=1', { authorization: `Bearer ${token}` });
      expect([answer.status, (await answer.json()).code]).toEqual([401, 'PGRST301']);
    }
  });

  test('claims that nobody signed read nothing of whom they name, however the token is dressed', async () => {
    const named = await signedIn(server, 'named@example.com');
    expect(await named.client.from('notes').insert({ body: 'secret' })).toAnswer(201);
    const thief = await signedIn(server, 'thief@example.com');
    const [header, , signature] = thief.token.split('.');
    const [, claims] = named.token.split('.');
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const read = (authorization: string) => get('notes?select=body', { authorization });
    for (const authorization of [
      `Bearer ${header}.${claims}.${signature}`,
      `Bearer ${unsigned}.${claims}.`,
      // What begins as a key does is no token to the gateway.
      `Bearer sb_${header}.${claims}.${signature}`,
      `Bearer sb_.${claims}.${signature}`,
      `bearer ${header}.${claims}.${signature}`,
      `Bearer ${thief.token}, Bearer ${header}.${claims}.${signature}`,
    ])
      expect(await read(authorization), authorization).toAnswer(401);
    expect(await (await read(`Bearer ${thief.token}`)).json()).toEqual([]);
    expect(await (await read(`Bearer ${named.token}`)).json()).toEqual([{ body: 'secret' }]);
  });

  test('of the used refresh tokens of a session the newest are kept', async () => {
    const { client, id } = await signedIn(server, 'renewing@example.com');
    await server.sql(
      `insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, created_at)
       select 'old ' || n, 'old ' || n, t.user_id, t.session_id, true, now() - make_interval(mins => n)
       from auth.refresh_tokens t, generate_series(1, 300) as n where t.user_id = $1::uuid`,
      [id],
    );
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(
      await server.sql('select count(*)::int as count from auth.refresh_tokens where user_id = $1::uuid', [id]),
    ).toEqual([{ count: 101 }]);
  });

  test('an expired token is refused as expired', async () => {
    const { token } = await signedIn(server, 'late@example.com');
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const keys = JSON.parse(readFileSync(`${project.dataDir}/keys.json`, 'utf8'));
    const expired = await sign({ ...payload, exp: Math.floor(Date.now() / 1000) - 60 }, keys.jwtSecret, 'HS256');
    const answer = await get('numbers?limit=1', { authorization: `Bearer ${expired}` });
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { code: 'PGRST303', message: 'JWT expired', details: null, hint: null },
    ]);
  });
});

describe('answers', () => {
  test('a request answers at most 1,000 rows, with the exact count', async () => {
    const { data, count } = await clientOf(server).from('numbers').select('n', { count: 'exact' });
    expect([data?.length, count]).toEqual([1000, 1500]);
  });

  test('times are ISO, fractions are numbers', async () => {
    const { client, id } = await signedIn(server, 'types@example.com');
    await server.sql(
      `insert into public.notes (owner, body, score, created_at) values ($1, 'typed', 4.50, '2026-01-02 03:04:05.6+00')`,
      [id],
    );
    const { data } = await client.from('notes').select('score, created_at').single();
    expect(data).toEqual({ score: 4.5, created_at: '2026-01-02T03:04:05.6+00:00' });
  });

  test.each([
    ['PT429', 429],
    ['PT403', 403],
    ['PT404', 404],
    ['PT409', 409],
    ['P0001', 400],
    ['23514', 400],
    ['23P01', 400],
    ['40001', 503],
  ])('an error %s of the database answers %i', async (code, status) => {
    const answer = await clientOf(server).rpc('refuse', { code });
    expect(answer).toAnswer(status);
    expect(answer.error).toMatchObject({ code, message: 'Refused', details: '{"daysToWait":3}' });
  });

  test('a broken check constraint answers 400', async () => {
    const { client } = await signedIn(server, 'long@example.com');
    const answer = await client.from('notes').insert({ body: 'x'.repeat(101) });
    expect([answer.status, answer.error?.code]).toEqual([400, '23514']);
  });

  test('pages of any origin may call it', async () => {
    for (const path of ['/rest/v1/numbers', '/auth/v1/token', '/storage/v1/bucket']) {
      const answer = await fetch(server.supabaseUrl + path, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://localhost:3000',
          'access-control-request-method': 'POST',
          'access-control-request-headers':
            'authorization,apikey,content-type,x-client-info,x-supabase-api-version,prefer',
        },
      });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-headers')).toContain('x-supabase-api-version');
    }
    expect((await get('numbers?limit=1')).headers.get('access-control-allow-origin')).toBe('*');
  });
});
