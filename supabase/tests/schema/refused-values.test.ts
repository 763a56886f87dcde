/**
 * Every function of `public` that a guest or user can execute, called with values that the forms and `/api` refuse. The database
 * is the last guard: each call is refused or answered, never a failure of the server, and stores nothing of them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { postgrestStatus } from 'embedded-supabase/request-errors';
import { CAST, FIXTURE } from '../permissions/fixture.ts';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';

interface PublicFunction {
  name: string;
  roles: string[];
  args: { name: string; type: string }[];
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
    (select coalesce(json_agg(json_build_object('name', p.proargnames[i], 'type', format_type(t, null)) order by i), '[]')
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

async function outcomesOf(calls: readonly Call[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (const { role, authId, statement } of calls) {
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ role, ...(authId !== null && { sub: authId }) }),
    ]);
    await client.query(`set local role ${role}`);
    const { rows } = await client.query<{ outcome: string }>('select probe.call($1) as outcome', [statement]);
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
