/**
 * The actual permissions, tested in SQL: every public table, column and row of the fixture, for every role and user. It
 * runs in the caller's transaction, so that a change can be tested and rolled back.
 */
import type pg from 'pg';
import { LABELS } from '../permissions/fixture.ts';
import { listOf, renderColumns, ROLE_NAMES, ROLES, table, type ColumnCell } from '../permissions/markdown.ts';

interface Column {
  /** The name in statements: without schema for `public`. */
  table: string;
  column: string;
  /** Whether an insert or update can name it at all (not generated). */
  writable: boolean;
  /** Whether it references a profile. */
  person: boolean;
  /** Whether the database numbers it. */
  identity: boolean;
}

/** The actor of a test: a guest, or a user by their id in Auth. */
export interface Actor {
  name: string;
  authId?: string;
}

const columnsQuery = `
  select case when c.relnamespace = 'public'::regnamespace then '' else 'storage.' end || c.relname as table, a.attname as column,
    a.attgenerated = '' and a.attidentity = '' as writable, a.attidentity <> '' as identity,
    exists (select 1 from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
      and f.confrelid = 'public.profiles'::regclass and f.conkey = array[a.attnum]) as person
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') or c.oid = 'storage.objects'::regclass
  order by 1, a.attnum`;

async function columnsOf(client: pg.ClientBase): Promise<Column[]> {
  return (await client.query<Column>(columnsQuery)).rows;
}

const isRefusal = (outcome: string) => /^(42501|PT4)/.test(outcome);

const isPublic = ({ table: name }: Column) => !name.includes('.');

/** Creates `probe.attempt(statement)`: runs it, rolls it back, and returns the number of rows or the error. */
async function prepareProbe(client: pg.ClientBase): Promise<void> {
  await client.query(`
    create schema if not exists probe;
    grant usage on schema probe to anon, authenticated, service_role;
    create or replace function probe.attempt(statement text) returns text language plpgsql as $$
    declare
      v_rows bigint;
    begin
      execute statement;
      get diagnostics v_rows = row_count;
      raise exception using errcode = 'ZZ000', message = v_rows::text;
    exception when others then
      return case when sqlstate = 'ZZ000' then sqlerrm else sqlstate || ' ' || sqlerrm end;
    end $$;
    grant execute on function probe.attempt(text) to anon, authenticated, service_role`);
}

async function attemptAs(
  client: pg.ClientBase,
  role: string,
  claims: object,
  statements: readonly string[],
): Promise<string[]> {
  await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ role, ...claims })]);
  await client.query(`set local role ${role}`);
  const { rows } = await client.query<{ outcome: string }>(
    'select probe.attempt(s.statement) as outcome from unnest($1::text[]) with ordinality as s (statement, place) order by place',
    [statements],
  );
  await client.query(`reset role; select set_config('request.jwt.claims', '', true)`);
  return rows.map((row) => row.outcome);
}

/** Column rights according to the catalog. */
export async function columnMatrix(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<ColumnCell>(
    `
    select c.table, c.column, r.role, array_remove(array[
      case when has_column_privilege(r.role, format('public.%I', c.table), c.column, 'select') then 'read' end,
      case when has_column_privilege(r.role, format('public.%I', c.table), c.column, 'insert') then 'insert' end,
      case when has_column_privilege(r.role, format('public.%I', c.table), c.column, 'update') then 'update' end], null) as verbs
    from (${columnsQuery}) c cross join unnest($1::text[]) as r (role)
    where c.table not like 'storage.%'
    union all
    select c.relname, '(row)', r.role,
      case when has_table_privilege(r.role, c.oid, 'delete') then array['delete'] else '{}' end
    from pg_class c cross join unnest($1::text[]) as r (role)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
    [ROLES],
  );
  return renderColumns(rows);
}

/** The same matrix, from statements executed under each role. */
export async function triedColumnMatrix(client: pg.ClientBase): Promise<string> {
  await prepareProbe(client);
  const columns = (await columnsOf(client)).filter(isPublic);
  const tables = [...new Set(columns.map((column) => column.table))];
  const cells: ColumnCell[] = [];
  for (const role of ROLES) {
    const attempts = [
      ...columns.flatMap(({ table: name, column }) => [
        { table: name, column, verb: 'read', statement: `select ${column} from ${name} limit 0` },
        { table: name, column, verb: 'insert', statement: `insert into ${name} (${column}) values (default)` },
        { table: name, column, verb: 'update', statement: `update ${name} set ${column} = default where false` },
      ]),
      ...tables.map((name) => ({
        table: name,
        column: '(row)',
        verb: 'delete',
        statement: `delete from ${name} where false`,
      })),
    ];
    const outcomes = await attemptAs(
      client,
      role,
      {},
      attempts.map((attempt) => attempt.statement),
    );
    const isDenied = (outcome: string | undefined) => outcome?.startsWith('42501 permission denied for') ?? true;
    for (const { table: name, column } of [...columns, ...tables.map((each) => ({ table: each, column: '(row)' }))]) {
      const verbs = attempts.flatMap((attempt, place) =>
        attempt.table === name && attempt.column === column && !isDenied(outcomes[place]) ? [attempt.verb] : [],
      );
      cells.push({ table: name, column, role, verbs });
    }
  }
  return renderColumns(cells);
}

/**
 * Row rights by the policies alone: all privileges are granted first, to show that the policies suffice without them.
 * `inserts as` are the rows that the actor could insert again unchanged; `changes` are the user columns that they could
 * set to somebody else, and the ids that they could renumber. `only` renders a single table.
 */
export async function rowMatrix(client: pg.ClientBase, actors: readonly Actor[], only?: string): Promise<string> {
  await prepareProbe(client);
  const columns = await columnsOf(client);
  const tables = [...new Set(columns.map((column) => column.table))].filter(
    (name) => only === undefined || name === only,
  );
  const sections: string[] = [];
  await client.query('grant all on all tables in schema public to anon, authenticated');
  for (const name of tables) {
    const label = LABELS[name];
    if (!label) throw new Error(`The fixture has no label for the table ${name}`);
    const { rows } = await client.query<{ place: string; label: string; content: string }>(
      `select t.ctid::text as place, ${label} as label, to_json(t)::text as content from ${name} t order by 2`,
    );
    if (rows.length === 0) throw new Error(`The fixture has no rows of the table ${name}`);
    const own = columns.filter((column) => column.table === name);
    const writable = own.filter((column) => column.writable).map((column) => column.column);
    const insertable = (
      await client.query<{ names: string }>(
        `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [`${name}`],
      )
    ).rows[0]?.names;
    const changes = (actor: Actor) => [
      ...own
        .filter((column) => column.person)
        .map(({ column }) => ({
          column,
          value: `(select p.id from public.profiles p where p.username = '${actor.name === 'carl' ? 'bob' : 'carl'}')`,
        })),
      ...own.filter((column) => column.identity).map(({ column }) => ({ column, value: 'default' })),
    ];
    const lines: string[][] = [];
    for (const actor of actors) {
      const attempts = rows.flatMap(({ place, label: row, content }) => [
        { verb: 'read', what: row, statement: `select 1 from ${name} where ctid = '${place}'` },
        {
          verb: 'insert',
          what: row,
          // A client id that is stored is refused before the policies are asked.
          statement: `insert into ${name} (${insertable}) overriding system value
            select ${insertable} from jsonb_populate_record(null::${name},
              $row$${content}$row$::jsonb || jsonb_build_object('client_id', gen_random_uuid()))`,
        },
        {
          verb: 'update',
          what: row,
          statement: `update ${name} set ${writable[0]} = ${writable[0]} where ctid = '${place}'`,
        },
        { verb: 'delete', what: row, statement: `delete from ${name} where ctid = '${place}'` },
        ...changes(actor).map(({ column, value }) => ({
          verb: 'change',
          what: column,
          statement: `update ${name} set ${column} = ${value} where ctid = '${place}'`,
        })),
      ]);
      const outcomes = await attemptAs(
        client,
        actor.authId ? 'authenticated' : 'anon',
        actor.authId ? { sub: actor.authId } : {},
        attempts.map((attempt) => attempt.statement),
      );
      const done = (verb: string, isIt: (outcome: string) => boolean) =>
        attempts.flatMap((attempt, place) =>
          attempt.verb === verb && isIt(outcomes[place] ?? '') ? [attempt.what] : [],
        );
      const cell = (verb: string, all: number) => {
        const allowed = listOf(
          done(verb, (outcome) => outcome !== '0' && !isRefusal(outcome)),
          all,
        );
        const refused = verb === 'update' ? done(verb, isRefusal) : [];
        return refused.length === 0 ? allowed : `${allowed}; an error for ${listOf(refused, all)}`;
      };
      lines.push([
        actor.name,
        ...['read', 'insert', 'update', 'delete'].map((verb) => cell(verb, rows.length)),
        cell('change', Infinity),
      ]);
    }
    sections.push(`## ${name}\n\n${table(['who', 'reads', 'inserts as', 'updates', 'deletes', 'changes'], lines)}\n`);
  }
  return `# What the policies let each person do with each row, were everything granted\n\n${sections.join('\n')}`;
}

/** Functions of the project that roles other than the owner of the database can execute. */
export async function functionMatrix(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string; roles: string[]; definer: boolean }>(
    `
    select format('%I.%I(%s)', n.nspname, p.proname, replace(replace(replace(pg_get_function_identity_arguments(p.oid),
        'timestamp with time zone', 'timestamptz'), 'integer', 'int'), 'boolean', 'bool')) as name, p.prosecdef as definer,
      array(select r.role from unnest($1::text[]) as r (role) where has_function_privilege(r.role, p.oid, 'execute')) as roles
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') order by n.nspname desc, p.proname, 1`,
    [ROLES],
  );
  return `# Functions that a role may run\n\n${table(
    ['function', ...ROLES.map((role) => ROLE_NAMES[role]), 'rights'],
    rows
      .filter((row) => row.roles.length > 0)
      .map((row) => [
        `\`${row.name}\``,
        ...ROLES.map((role) => (row.roles.includes(role) ? 'run' : '–')),
        row.definer ? 'owner' : 'caller',
      ]),
  )}\n`;
}
