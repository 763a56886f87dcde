import { beforeAll, describe, expect, test } from 'vitest';
import { world } from './open-world.ts';
import type { Person } from '../support/world.ts';
import { expectation, expectedColumns, expectedRows, type Rights } from './expectation.ts';
import { type CAST, FIXTURE, LABELS } from './fixture.ts';
import { isDenied, rest, type Sender } from './http.ts';
import { renderColumns, ROLE_NAMES, ROLES, type ColumnCell } from './markdown.ts';

/*
 * The permission matrix once more, through PostgREST: what the columns and rows files say holds for every way in which the
 * REST dialect can name a column or a row. Nobody changes anything here, so all tests share one fixture.
 */
type Row = Readonly<Record<string, unknown>>;
interface Relation {
  child: string;
  parent: string;
  name: string;
}

let people: Record<(typeof CAST)[number]['username'], Person>;
let columns: Map<string, Map<string, Rights>>;
let rowsOf: Awaited<ReturnType<typeof expectedRows>>;
let primaryKeys: Map<string, string[]>;
let relations: Relation[];
/** All rows of each table with their labels. */
let stored: Map<string, { label: string; row: Row }[]>;
let before: string;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;
const tables = () => [...columns.keys()];
const columnNames = (table: string) => [...(columns.get(table)?.keys() ?? [])].filter((column) => column !== '(row)');
const rightsOf = (sender: Sender): keyof Rights => (typeof sender === 'object' ? 'user' : sender);
const nameOf = (sender: Sender) => (typeof sender === 'object' ? sender.username : sender);
const may = (sender: Sender, verb: string, table: string, column: string) =>
  columns.get(table)?.get(column)?.[rightsOf(sender)].includes(verb) ?? false;
const readable = (sender: Sender, table: string) =>
  columnNames(table).filter((column) => may(sender, 'read', table, column));
const everybody = (): Sender[] => ['guest', ...Object.values(people)];

/** Filter of PostgREST for one row by its primary key. */
const filter = (table: string, row: Row) =>
  (primaryKeys.get(table) ?? []).map((column) => `${column}=eq.${encodeURIComponent(String(row[column]))}`).join('&');

/** Everything that the tables hold. */
async function digest(): Promise<string> {
  const parts = [...tables(), 'storage.objects', 'auth.users'].map(
    (table) => `select '${table}' as name, md5(string_agg(t::text, '|' order by t::text)) as content from ${table} t`,
  );
  return JSON.stringify(await world.sql(parts.join(' union all ')));
}

/** Labels of rows that came over HTTP with their primary keys. */
function labelsOf(table: string, found: unknown): string[] {
  if (!Array.isArray(found)) throw new Error(`${table}: not a list: ${JSON.stringify(found)}`);
  const keys = primaryKeys.get(table) ?? [];
  return found
    .map((row: Row) => {
      const match = stored.get(table)?.find((each) => keys.every((key) => each.row[key] === row[key]));
      if (!match) throw new Error(`${table}: unknown row ${JSON.stringify(row)}`);
      return match.label;
    })
    .sort();
}

/** A value of the right type for a column: what another row holds. */
function sample(table: string, column: string): unknown {
  return (
    stored
      .get(table)
      ?.map(({ row }) => row[column])
      .find((value) => value !== null) ?? null
  );
}

beforeAll(async () => {
  await world.reset();
  const [anna, bob, carl, adam] = [
    await world.person('anna'),
    await world.person('bob'),
    await world.person('carl'),
    await world.person('adam', { role: 'admin' }),
  ];
  people = { anna, bob, carl, adam };
  await world.sql(FIXTURE);

  columns = await expectedColumns();
  primaryKeys = new Map(
    (
      await world.sql<{ table: string; keys: string[] }>(`
      select c.relname as table, array(select a.attname from unnest(k.conkey) as n join pg_attribute a on a.attrelid = c.oid and a.attnum = n) as keys
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'p' and c.relnamespace = 'public'::regnamespace`)
    ).map(({ table, keys }) => [table, keys]),
  );
  relations = await world.sql<Relation>(`
    select c.relname as child, p.relname as parent, k.conname as name
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and p.relnamespace = 'public'::regnamespace`);
  stored = new Map();
  for (const table of tables()) {
    stored.set(
      table,
      await world.sql(`select ${LABELS[table]} as label, to_json(t) as row from public.${table} t order by 1`),
    );
  }
  rowsOf = await expectedRows(new Map([...stored].map(([table, rows]) => [table, rows.map(({ label }) => label)])));
  before = await digest();
});

// Hundreds of requests each, which takes a while on a busy machine.
describe('permission matrix over HTTP', { timeout: 180_000 }, () => {
  // Where a role has no right to a verb in a whole table, one column stands for all; the matrix in SQL tries each.
  test('each column of each table is granted as written down', async () => {
    const senders: Record<(typeof ROLES)[number], Sender> = {
      anon: 'guest',
      authenticated: people.anna,
      service_role: 'edge function',
    };
    const cells: ColumnCell[] = [];
    for (const role of ROLES) {
      const sender = senders[role];
      for (const table of tables()) {
        const nothing = `${primaryKeys.get(table)?.[0]}=is.null`;
        const attempts: Record<string, (column: string, body: Row) => ReturnType<typeof rest>> = {
          read: (column) => rest(sender, 'GET', `${table}?select=${column}&limit=0`),
          insert: (_column, body) => rest(sender, 'POST', table, body),
          update: (_column, body) => rest(sender, 'PATCH', `${table}?${nothing}`, body),
        };
        const granted = new Map<string, string[]>(columnNames(table).map((column) => [column, []]));
        for (const [verb, attempt] of Object.entries(attempts)) {
          const isClosed = !columnNames(table).some((column) => may(sender, verb, table, column));
          for (const column of isClosed ? columnNames(table).slice(-1) : columnNames(table)) {
            const answer = await attempt(column, { [column]: sample(table, column) });
            if (!isDenied(answer)) granted.get(column)?.push(verb);
          }
        }
        cells.push(...[...granted].map(([column, verbs]) => ({ table, column, role, verbs })));
        const removal = await rest(sender, 'DELETE', `${table}?${nothing}`);
        cells.push({ table, column: '(row)', role, verbs: isDenied(removal) ? [] : ['delete'] });
      }
    }
    expect(renderColumns(cells)).toBe(await expectation('columns'));
    expect(await digest()).toBe(before);
  });

  test('each person reads exactly the rows that the policies name, and counts no others [A596]', async () => {
    for (const sender of everybody()) {
      for (const table of tables().filter((each) => readable(sender, each).length > 0)) {
        const expected = [...rowsOf(table, nameOf(sender), 'read')].sort();
        const { body, headers } = await rest(
          sender,
          'GET',
          `${table}?select=${readable(sender, table).join()}`,
          undefined,
          { Prefer: 'count=exact' },
        );
        expect(labelsOf(table, body), `${nameOf(sender)} reads ${table}`).toEqual(expected);
        expect(headers.get('Content-Range')?.split('/')[1], `${nameOf(sender)} counts ${table}`).toBe(
          String(expected.length),
        );
        if (typeof sender === 'object' && sender !== people.carl) continue;
        const head = await rest(sender, 'HEAD', `${table}?select=${readable(sender, table)[0]}`, undefined, {
          Prefer: 'count=exact',
        });
        expect(head.headers.get('Content-Range')?.split('/')[1], `${nameOf(sender)} counts ${table} by HEAD`).toBe(
          String(expected.length),
        );
      }
    }
  });

  test('select=*, a filter or an order on a column that is not granted is refused', async () => {
    for (const sender of ['guest', people.carl] as const) {
      for (const table of tables().filter((each) => readable(sender, each).length > 0)) {
        const [visible] = readable(sender, table);
        for (const hidden of columnNames(table).filter((column) => !may(sender, 'read', table, column))) {
          for (const query of [
            'select=*',
            `select=${visible}&${hidden}=not.is.null`,
            `select=${visible}&or=(${hidden}.not.is.null,${visible}.not.is.null)`,
            `select=${visible}&order=${hidden}`,
            `select=n:${hidden}`,
            `select=${hidden}::text`,
            `select=${visible},${hidden}.count()`,
          ]) {
            const answer = await rest(sender, 'GET', `${table}?${query}`);
            expect(
              answer.status,
              `${nameOf(sender)}: ${table}?${query}: ${JSON.stringify(answer.body)}`,
            ).toBeGreaterThanOrEqual(400);
          }
        }
      }
    }
  });

  /** Embedded resources beside the first; a request may have 20 in all. */
  const STEPS_AT_ONCE = 15;

  test('embedded relations leak neither row nor column, two deep', async () => {
    const neighbours = (table: string) => [
      ...relations.filter(({ child }) => child === table).map(({ parent, name }) => ({ to: parent, name })),
      ...relations.filter(({ parent }) => parent === table).map(({ child, name }) => ({ to: child, name })),
    ];
    const keys = (table: string) => primaryKeys.get(table)?.join() ?? '';
    const inside = (value: unknown): Row[] => [value].flat().filter(isRow);
    let seen = 0;
    for (const sender of ['guest', people.carl] as const) {
      const isOpen = (table: string) => readable(sender, table).length > 0;
      const expectVisible = (table: string, rows: Row[], path: string) => {
        for (const label of labelsOf(table, rows)) {
          seen += 1;
          expect(rowsOf(table, nameOf(sender), 'read'), `${nameOf(sender)}: ${path}`).toContain(label);
        }
      };
      for (const from of tables().filter(isOpen)) {
        for (const first of neighbours(from)) {
          const seconds = isOpen(first.to)
            ? neighbours(first.to).map((each, place) => ({ ...each, as: `second_${place}` }))
            : [];
          const allOpen = seconds.filter(({ to }) => isOpen(to));
          // One request for as many second steps of a path as one may ask for.
          for (let start = 0; start === 0 || start < allOpen.length; start += STEPS_AT_ONCE) {
            const open = allOpen.slice(start, start + STEPS_AT_ONCE);
            const second = open.map(({ to, name, as }) => `,${as}:${to}!${name}(${keys(to)})`).join('');
            const path = `${from}?select=${keys(from)},first:${first.to}!${first.name}(${keys(first.to)}${second})`;
            const { status, body } = await rest(sender, 'GET', path);
            if (!isOpen(first.to)) {
              expect(status, path).toBeGreaterThanOrEqual(400);
              continue;
            }
            expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200);
            expectVisible(from, inside(body), path);
            for (const row of inside(body)) {
              const embedded = inside(row['first']);
              expectVisible(first.to, embedded, path);
              for (const inner of embedded) {
                for (const { to, as } of open) expectVisible(to, inside(inner[as]), path);
              }
            }
          }
          if (!isOpen(first.to)) continue;
          const closed = [
            ...columnNames(first.to).filter((column) => !may(sender, 'read', first.to, column)),
            ...seconds.filter(({ to }) => !isOpen(to)).map(({ to, name }) => `${to}!${name}(${keys(to)})`),
          ];
          for (const column of closed) {
            const answer = await rest(
              sender,
              'GET',
              `${from}?select=${keys(from)},first:${first.to}!${first.name}(${column})`,
            );
            expect(answer.status, `${nameOf(sender)}: ${from} → ${first.to}(${column})`).toBeGreaterThanOrEqual(400);
          }
        }
      }
    }
    expect(seen).toBeGreaterThan(150);
  });

  test('rows of others cannot be changed or deleted', async () => {
    for (const sender of everybody()) {
      for (const table of tables()) {
        const isHis = (label: string, verb: 'update' | 'delete') => rowsOf(table, nameOf(sender), verb).includes(label);
        const others = (stored.get(table) ?? []).filter(({ label }) => !isHis(label, 'update'));
        for (const column of columnNames(table).filter((each) => may(sender, 'update', table, each))) {
          for (const { row } of others.slice(0, 2)) {
            await rest(sender, 'PATCH', `${table}?${filter(table, row)}`, { [column]: sample(table, column) });
          }
        }
        if (!may(sender, 'delete', table, '(row)')) continue;
        for (const { label, row } of stored.get(table) ?? []) {
          if (!isHis(label, 'delete')) await rest(sender, 'DELETE', `${table}?${filter(table, row)}`);
        }
      }
      expect(await digest(), nameOf(sender)).toBe(before);
    }
  });

  test('a change of one forged column among honest ones is refused, on own rows too [A201]', async () => {
    for (const sender of [people.anna, people.adam]) {
      for (const table of tables()) {
        const honest = columnNames(table).filter((column) => may(sender, 'update', table, column));
        const row = (stored.get(table) ?? []).find(({ label }) =>
          rowsOf(table, nameOf(sender), 'update').includes(label),
        )?.row;
        if (honest.length === 0 || !row) continue;
        const body = Object.fromEntries(honest.map((column) => [column, row[column]]));
        for (const column of columnNames(table).filter((each) => !honest.includes(each))) {
          const answer = await rest(sender, 'PATCH', `${table}?${filter(table, row)}`, {
            ...body,
            [column]: sample(table, column),
          });
          expect(isDenied(answer), `${nameOf(sender)} ${table}.${column}: ${answer.status}`).toBe(true);
        }
      }
    }
    expect(await digest()).toBe(before);
  });

  test('a new row stores no forged column: alone, in bulk, named by columns=, or as an upsert', async () => {
    for (const sender of ['guest', people.anna] as const) {
      for (const table of tables()) {
        const model = stored.get(table)?.[0]?.row ?? {};
        const honest = columnNames(table).filter(
          (column) => may(sender, 'insert', table, column) && column !== 'client_id' && column !== 'images',
        );
        const forgeable = columnNames(table).filter((column) => !may(sender, 'insert', table, column));
        for (const column of honest.length === 0 ? forgeable.slice(0, 1) : forgeable) {
          const body = Object.fromEntries(
            [...honest, column].map((each) => [each, each === column ? sample(table, column) : model[each]]),
          );
          const answer = await rest(sender, 'POST', table, body);
          expect(isDenied(answer), `${nameOf(sender)} ${table}.${column}: ${answer.status}`).toBe(true);
        }
        const key = primaryKeys.get(table)?.join();
        const ways: [path: string, prefer: string][] = [
          [table, 'return=minimal'],
          [`${table}?columns=${columnNames(table).join()}`, 'missing=default'],
          [`${table}?on_conflict=${key}`, 'resolution=merge-duplicates'],
          [`${table}?on_conflict=${key}`, 'resolution=ignore-duplicates'],
        ];
        for (const [path, prefer] of ways) {
          const answer = await rest(sender, 'POST', path, [model, model], { Prefer: prefer });
          expect(answer.status, `${nameOf(sender)} ${path}`).toBeGreaterThanOrEqual(400);
        }
        await rest(sender, 'PUT', `${table}?${filter(table, model)}`, model);
      }
    }
    // Anna may write posts, but not over the row of somebody else.
    const bobs = stored.get('posts')?.find(({ label }) => label === 'visible of bob')?.row;
    const { id: _id, user_id: _owner, ...content } = bobs ?? {};
    await rest(people.anna, 'POST', 'posts?on_conflict=user_id,client_id', content, {
      Prefer: 'resolution=merge-duplicates',
    });
    expect(await digest()).toBe(before);
  });

  test('a role runs no function without the right to it, and none of private', async () => {
    const functions = await world.sql<{ schema: string; name: string; names: string[] | null; roles: string[] }>(`
      select n.nspname as schema, p.proname as name, p.proargnames as names,
        array(select r from unnest(array['anon', 'authenticated', 'service_role']) as r where has_function_privilege(r, p.oid, 'execute')) as roles
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`);
    const senders: Record<string, Sender> = {
      anon: 'guest',
      authenticated: people.carl,
      service_role: 'edge function',
    };
    const isPublic = new Set(functions.filter(({ schema }) => schema === 'public').map(({ name }) => name));
    for (const { schema, name, names, roles } of functions) {
      for (const role of schema === 'public' ? ROLES : (['authenticated'] as const)) {
        if (schema === 'public' ? roles.includes(role) : isPublic.has(name)) continue;
        const body = Object.fromEntries((names ?? []).map((each) => [each, null]));
        const answer = await rest(senders[role] ?? 'guest', 'POST', `rpc/${name}`, body);
        expect(
          [401, 403, 404],
          `${ROLE_NAMES[role]} ${schema}.${name}: ${answer.status} ${JSON.stringify(answer.body)}`,
        ).toContain(answer.status);
      }
    }
    expect(await digest()).toBe(before);
  });

  test.each([
    ['list_posts', 'posts', 'guest'],
    ['list_news', 'news_items', 'guest'],
    ['list_all_posts', 'posts', 'adam'],
    ['list_hidden_posts', 'posts', 'adam'],
  ] as const)('%s returns no hidden columns', async (name, table, reader) => {
    const sender = reader === 'guest' ? reader : people[reader];
    const { body } = await rest(sender, 'POST', `rpc/${name}`, {});
    if (!Array.isArray(body) || body.length === 0) throw new Error(`${name} is no list`);
    if (sender === 'guest') expect(labelsOf(table, body)).toEqual([...rowsOf(table, sender, 'read')].sort());
    for (const column of columnNames(table).filter((each) => !may(sender, 'read', table, each))) {
      expect(
        body.map((row: Row) => row[column] ?? null),
        column,
        // The place in the list, which clients order by.
      ).toEqual(body.map((_, index) => (column === 'search' ? `'${String(index + 1).padStart(4, '0')}'` : null)));
    }
  });

  test('no other schema, GraphQL or list of private relations is exposed', async () => {
    for (const [schema, table] of [
      ['private', 'app_settings'],
      ['auth', 'users'],
      ['storage', 'objects'],
      ['pg_catalog', 'pg_roles'],
    ]) {
      for (const [method, header] of [
        ['GET', 'Accept-Profile'],
        ['POST', 'Content-Profile'],
      ] as const) {
        const answer = await rest(people.adam, method, table ?? '', method === 'POST' ? {} : undefined, {
          [header]: schema ?? '',
        });
        expect([404, 406], `${method} ${schema}.${table}`).toContain(answer.status);
      }
    }
    for (const path of ['', '?select=*']) {
      const { body } = await rest('guest', 'GET', path);
      for (const table of tables().filter((each) => readable('guest', each).length === 0)) {
        expect(JSON.stringify(body)).not.toContain(table);
      }
    }
    const graphql = await fetch(`${world.supabaseUrl}/graphql/v1`, {
      method: 'POST',
      headers: { apikey: world.publishableKey },
      body: '{}',
    });
    expect(graphql).toAnswer(404);
  });

  test('a request answers at most 1,000 rows, however many are asked for', async () => {
    await world.sql(`insert into public.post_totals select 'xx' || n, 'food', 1 from generate_series(1, 1100) as n`);
    const { body } = await rest('guest', 'GET', 'post_totals?select=country&limit=1000000000');
    await world.sql(`delete from public.post_totals where country like 'xx%'`);
    expect(body).toHaveLength(1000);
  });

  test('a token with a made-up signature or role gets no access', async () => {
    const [head, , signature] = people.anna.accessToken.split('.');
    const forged = Buffer.from(
      JSON.stringify({ sub: people.adam.authId, role: 'service_role', exp: 9_999_999_999 }),
    ).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    for (const accessToken of [
      `${head}.${forged}.${signature}`,
      `${none}.${forged}.`,
      `${none}.${forged}.${signature}`,
      'x.y.z',
      '',
    ]) {
      const { status, body } = await rest({ ...people.anna, accessToken }, 'GET', 'accounts?select=email');
      expect([401, 403], `${accessToken}: ${JSON.stringify(body)}`).toContain(status);
    }
  });
});
