/**
 * Every function of `public` that a guest or user can execute, called with values that the forms and `/api` refuse. The database
 * is the last guard: each call is refused or answered soon, never a failure of the server, and stores nothing of them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { postgrestStatus } from 'embedded-supabase/request-errors';
import { CAST, FIXTURE } from '../permissions/fixture.ts';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';

interface PublicFunction {
  name: string;
  roles: string[];
  args: { name: string; type: string; isOptional: boolean }[];
}
interface Call {
  role: string;
  authId: string | null;
  statement: string;
}

/** An invisible character, of which blank texts are made here, and the size of a row that holds an overlong text. */
const FILLER = '\\u3164';
const OVERLONG = 50_000;
/** A refused number, with digits that no row of the fixture has. */
const NUMBER = '-98765431';

const TEXTS = [`repeat('refused ', 20000)`, `E'\\u200b${FILLER}'`, `''`, 'null'];
const REFUSED: Record<string, readonly string[]> = {
  text: TEXTS,
  bigint: [NUMBER, '9223372036854775807', 'null'],
  integer: [NUMBER, '2147483647', 'null'],
  smallint: ['-32768', '32767', 'null'],
  numeric: [NUMBER, `'NaN'`, `'Infinity'`, '1e300', 'null'],
  'double precision': [NUMBER, `'NaN'`, `'Infinity'`, 'null'],
  boolean: ['null'],
  date: [`'-infinity'`, `'infinity'`, `'4713-01-01 BC'`, `'5874897-12-31'`, 'null'],
  'timestamp with time zone': [`'-infinity'`, `'infinity'`, `'4713-01-01 BC'`, 'null'],
  'timestamp with time zone[]': [`'{}'`, `'{{-infinity},{infinity}}'`, `array[null]::timestamptz[]`, 'null'],
  uuid: [`'00000000-0000-0000-0000-000000000000'`, 'null'],
  jsonb: ['null', `'null'`, `'[]'`, `'{}'`, `'"refused"'`, `'[[null]]'`, `'${NUMBER}'`, `'{"a": {"b": [1, null]}}'`],
  'text[]': [
    ...TEXTS.map((text) => `array[${text}]::text[]`),
    `'{}'`,
    `array[['a'], ['b']]`,
    `array_fill('refused-text'::text, array[5000])`,
    'null',
  ],
  'bigint[]': [
    `'{}'`,
    `array[${NUMBER}]`,
    `'{{1,2},{3,4}}'`,
    `array[null]::bigint[]`,
    `array_fill(1::bigint, array[5000])`,
    'null',
  ],
  'jsonb[]': [`'{}'`, `array['null'::jsonb]`, `array['{}'::jsonb, null]`, 'null'],
};

/** As much as a request carries: a megabyte, of texts that are hard to read for one reason each. */
const LONG = [
  `repeat('a', 1000000)`,
  `repeat(' ', 999999) || 'x'`,
  `repeat('ab cd ', 160000)`,
  `repeat('1234567890', 100000)`,
  `repeat('a@b.c ', 160000)`,
  `repeat('https://a.b/', 80000)`,
  `'a' || repeat(U&'\\0301', 450000)`,
  `repeat(U&'\\FDFA', 330000)`,
  `repeat('%_\\', 330000)`,
  `repeat('-', 1000000)`,
];
/** Those of one field among many. */
const LONG_FIELDS = LONG.slice(-3);
/** Milliseconds of a processor that a call with them may take. */
const LONGEST_MS = 500;

/** A value that a function could accept, next to the refused one. */
function fitting({ name, type }: PublicFunction['args'][number]): string {
  const table = /^(post|quote|message|feedback|notification|review|question|broadcast|news_item)_id$/.exec(name)?.[1];
  const tables: Record<string, string> = {
    feedback: 'feedback',
    question: 'post_questions',
    news_item: 'news_items',
  };
  if (table !== undefined && table !== 'broadcast')
    return `(select min(id) from public.${tables[table] ?? `${table}s`})`;
  if (name === 'user_id' || name.endsWith('_user_id'))
    return `(select id from public.profiles where username = 'carl')`;
  const values: Record<string, string> = {
    text: `'en'`,
    boolean: 'true',
    date: `'2026-01-01'`,
    'timestamp with time zone': `now() + interval '1 day'`,
    uuid: 'gen_random_uuid()',
    jsonb: `'{}'`,
  };
  return values[type] ?? (type.endsWith('[]') ? `'{}'` : '1');
}

let database: RealDatabase;
let client: pg.Client;
const actors: { role: string; authId: string | null }[] = [{ role: 'anon', authId: null }];

beforeAll(async () => {
  database = await openRealDatabase();
  for (const { username, role } of [...CAST, { username: 'mona', role: 'main_admin' } as const]) {
    const { authId } = await database.person(username, role);
    if (['anna', 'bob', 'adam', 'mona'].includes(username)) actors.push({ role: 'authenticated', authId });
  }
  await database.sql(FIXTURE);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.close();
});

const functionsQuery = `
  select p.proname as name,
    array(select r from unnest(array['anon', 'authenticated']) as r where has_function_privilege(r, p.oid, 'execute')) as roles,
    (select coalesce(json_agg(json_build_object('name', p.proargnames[i], 'type', format_type(t, null),
        'isOptional', i > p.pronargs - p.pronargdefaults) order by i), '[]')
      from unnest(p.proargtypes::oid[]) with ordinality as a (t, i)) as args
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
  order by 1`;

/** Makes `probe.call(statement)`, which runs a statement, undoes it, and answers its error or the table that stores a refused value. */
async function prepareProbe(): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const stored = rows
    .map(
      ({ name }) =>
        `select '${name}' from public.${name} t where t::text ~ '${FILLER}|${NUMBER}' or length(t::text) > ${OVERLONG}`,
    )
    .join(' union all ');
  await client.query(`
    create schema probe;
    create function probe.stored() returns text language sql security definer as $$ select string_agg(distinct s.name, ', ') from (${stored}) as s (name) $$;
    create function probe.call(statement text) returns text language plpgsql as $$
    begin
      execute statement;
      raise exception using errcode = 'ZZ000', message = coalesce('stored in ' || probe.stored(), '');
    exception when others then
      return case when sqlstate = 'ZZ000' then sqlerrm else sqlstate || ' ' || sqlerrm end;
    end $$;
    grant usage on schema probe to anon, authenticated;
    grant execute on all functions in schema probe to anon, authenticated`);
}

async function outcomesOf(calls: readonly Call[], probe = 'call'): Promise<string[]> {
  const outcomes: string[] = [];
  for (const { role, authId, statement } of calls) {
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ role, ...(authId !== null && { sub: authId }) }),
    ]);
    await client.query(`set local role ${role}`);
    const { rows } = await client.query<{ outcome: string }>(`select probe.${probe}($1) as outcome`, [statement]);
    await client.query('reset role');
    outcomes.push(rows[0]?.outcome ?? 'no answer');
  }
  return outcomes;
}

test('a function called with a refused value neither fails nor stores it', { timeout: 120_000 }, async () => {
  const { rows: functions } = await client.query<PublicFunction>(functionsQuery);
  const types = new Set(functions.flatMap(({ args }) => args.map(({ type }) => type)));
  expect([...types].filter((type) => REFUSED[type] === undefined)).toEqual([]);
  const calls = functions.flatMap(({ name, roles, args }) =>
    actors
      .filter(({ role }) => roles.includes(role))
      .flatMap((actor) =>
        args.flatMap((refused) =>
          (REFUSED[refused.type] ?? []).map((value) => {
            const values = args.map((arg) => `${arg.name} => (${arg === refused ? value : fitting(arg)})::${arg.type}`);
            return { ...actor, statement: `select * from public.${name}(${values.join(', ')})` };
          }),
        ),
      ),
  );
  await client.query('begin');
  await prepareProbe();
  const outcomes = await outcomesOf(calls);
  await client.query('rollback');
  const isFailure = (outcome: string) =>
    /^[0-9A-Z]{5} /.test(outcome) ? postgrestStatus(outcome.slice(0, 5)) >= 500 : outcome !== '';
  const failures = calls.flatMap(({ role, statement }, place) => {
    const outcome = outcomes[place] ?? 'no answer';
    return isFailure(outcome) ? [`${role}: ${statement.slice(0, 300)} → ${outcome.slice(0, 200)}`] : [];
  });
  expect(failures).toEqual([]);
  expect(functions.length).toBeGreaterThan(80);
  // A test that every guard refuses beforehand would show little.
  expect(outcomes.filter((outcome) => outcome === '').length).toBeGreaterThan(calls.length / 20);
});

/** Milliseconds of a processor that the server of the connection has used so far; where that is not told, the time. */
function usedMs(pid: number): number {
  const path = `/proc/${String(pid)}/stat`;
  if (!existsSync(path)) return performance.now();
  // After the name, which can have blanks: utime and stime are the 14th and 15th of all, in hundredths of a second.
  const [, rest = ''] = /\) (.*)/.exec(readFileSync(path, 'utf8')) ?? [];
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Of each function with fields as JSON, their names: quoted in its source, or in a list of fields that it calls. */
async function fieldsOfFunctions(): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; source: string }>(
    `select proname as name, prosrc as source from pg_proc where pronamespace = 'private'::regnamespace`,
  );
  const sources = new Map(rows.map(({ name, source }) => [name, source]));
  const quoted = (text: string) => [...text.matchAll(/'([a-z_]{2,30})'/g)].map(([, name = '']) => name);
  return new Map(
    rows
      .filter(({ source }) => source.includes('known_fields'))
      .map(({ name, source }) => {
        const lists = [...source.matchAll(/private\.(\w+_fields)\(\)/g)].map(
          ([, list = '']) => sources.get(list) ?? '',
        );
        return [name, [...new Set([source, ...lists].flatMap(quoted))]];
      }),
  );
}

/** Two hundred rows of every table that can have as many, so that what is read again for each of them shows. */
const ROWS = `
  set local session_replication_role = replica;
  do $$
  declare
    source record;
  begin
    for source in
      select a.attrelid::regclass as name, string_agg(quote_ident(a.attname), ', ') as columns, string_agg(case
          when a.attidentity <> '' then format('t.%I + n * 1000000', a.attname)
          when a.atttypid = 'uuid'::regtype and u.attnum is not null then 'gen_random_uuid()'
          when a.atttypid = 'text'::regtype and u.attnum is not null then format('t.%I || n', a.attname)
          else format('t.%I', a.attname) end, ', ') as values
      from pg_attribute a left join lateral (
        select a.attnum from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any (i.indkey)
          and not exists (
            select 1 from pg_constraint c where c.conrelid = a.attrelid and a.attnum = any (c.conkey) and c.conname like '%is_known') limit 1) as u on true
      where a.attrelid in (select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r')
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by a.attrelid
    loop
      begin
        execute format('insert into %s (%s) overriding system value select %s from (select * from %1$s limit 2) as t, generate_series(1, 100) as n on conflict do nothing',
          source.name, source.columns, source.values);
      exception when check_violation then
        -- Of codes there are no two hundred.
        null;
      end;
    end loop;
  end $$;
  set local session_replication_role = origin`;

test('a function or a write with a megabyte takes less than half a second', { timeout: 300_000 }, async () => {
  const { rows: functions } = await client.query<PublicFunction>(functionsQuery);
  const fields = await fieldsOfFunctions();
  const longValues = (name: string, type: string): string[] => {
    if (type === 'text') return LONG;
    if (type === 'text[]')
      return LONG.map((text) => `array[${text}]`).concat(`array_fill('ab cd'::text, array[100000])`);
    if (type !== 'jsonb') return [];
    const known = fields.get(name) ?? [];
    const rest = known.includes('post_id')
      ? `jsonb_build_object('post_id', (select min(id) from public.posts)) || `
      : '';
    const values = known.flatMap((field) =>
      LONG_FIELDS.map((text) => `${rest}jsonb_build_object('${field}', ${text})`),
    );
    return [
      ...values,
      ...LONG.map((text) => `to_jsonb(${text})`),
      `to_jsonb(array_fill('ab cd'::text, array[100000]))`,
    ];
  };
  const { rows: columns } = await client.query<{ table: string; name: string; type: string; write: string }>(
    `select table_name as table, column_name as name, privilege_type as write,
       (select format_type(a.atttypid, null) from pg_attribute a where a.attrelid = format('public.%I', table_name)::regclass and a.attname = column_name) as type
     from information_schema.column_privileges
     where table_schema = 'public' and grantee = 'authenticated' and privilege_type in ('INSERT', 'UPDATE') order by 1, 2, 3`,
  );
  const writes = columns.flatMap(({ table, name, type, write }) =>
    longValues('', type).map((value) => ({
      ...(actors[1] ?? { role: 'authenticated', authId: null }),
      statement:
        write === 'INSERT'
          ? `insert into public.${table} (${name}) values (${value})`
          : `update public.${table} set ${name} = ${value}`,
    })),
  );
  expect(writes.length).toBeGreaterThan(100);
  const calls = functions.flatMap(({ name, roles, args }) =>
    actors
      .filter((actor) => roles.includes(actor.role) && [actors[0], actors.at(-1)].includes(actor))
      .flatMap((actor) =>
        args.flatMap((long) =>
          longValues(name, long.type).flatMap((value) => {
            const values = args.map((arg) => `${arg.name} => (${arg === long ? value : fitting(arg)})::${arg.type}`);
            // Alone as well, by who sees most: what does not fit the rest is not compared with it.
            const needed = values.filter((_, place) => args[place] === long || args[place]?.isOptional === false);
            const given = actor === actors.at(-1) && long.type === 'text' ? [values, needed] : [values];
            return given.map((list) => ({ ...actor, statement: `select * from public.${name}(${list.join(', ')})` }));
          }),
        ),
      ),
  );
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  await client.query('begin');
  await client.query(ROWS);
  await client.query(`
    create schema probe;
    create function probe.attempt(statement text) returns text language plpgsql as $$
    begin
      execute statement;
      raise exception using errcode = 'ZZ000';
    exception when others then
      return sqlstate;
    end $$;
    grant usage on schema probe to anon, authenticated;
    grant execute on all functions in schema probe to anon, authenticated;
    set local statement_timeout = '20s';
    -- As before Postgres 18, which reads what depends on the arguments alone once in a function of SQL.
    set local plan_cache_mode = force_generic_plan`);
  const slow: string[] = [];
  for (const call of [...calls, ...writes]) {
    const before = usedMs(pid);
    await outcomesOf([call], 'attempt');
    const took = usedMs(pid) - before;
    if (took > LONGEST_MS) slow.push(`${String(took)} ms, ${call.role}: ${call.statement.slice(0, 300)}`);
  }
  const { rows: tables } = await client.query<{ count: number }>(
    `select count(*)::int from public.posts union all select count(*) from public.news_items union all select count(*) from public.content_rules`,
  );
  await client.query('rollback');
  expect(Math.min(...tables.map(({ count }) => Number(count)))).toBeGreaterThan(100);
  expect(slow).toEqual([]);
  expect(calls.length).toBeGreaterThan(1_000);
});
