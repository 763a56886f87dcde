import { readFileSync } from 'node:fs';
import type { Connection } from '@supabase/lite';
import { z } from 'zod';
import { databaseError } from './database-error.ts';

/** Maximum rows of one write. A megabyte has room for a hundred thousand: making a statement of them takes seconds of the thread. */
const ROWS_MAX = 100;
/**
 * Arguments of a function, or columns of a row, and characters of a name, as in Postgres. For names that no function has,
 * similar ones are looked for, which takes seconds of a megabyte; of a table that is not there, the whole statement is made.
 */
const NAMES_MAX = 100;
const NAME_MAX = 63;

const roleSchema = z.strictObject({
  /** Maximum number of conditions in one request, and of columns to order by. */
  conditions: z.int(),
  orders: z.int(),
  uses: z.array(z.string()),
});
const listSchema = z.strictObject({ anon: roleSchema, authenticated: roleSchema, service_role: roleSchema });

/** Query features that each role can use. */
type QueryList = z.infer<typeof listSchema>;

/** Features of one query. */
interface QueryUses {
  conditions: number;
  orders: number;
  uses: Set<string>;
}

type Query = Parameters<Connection['onPostgrestAST']>[0];
type Joins = Query['join'];

const contextSchema = z.object({
  auth: z.object({ role: z.enum(listSchema.keyof().options).catch('anon') }).default({ role: 'anon' }),
  storage: z.unknown().optional(),
});

/** @throws if the file is not a valid list; the message has the reason */
export function readQueryList(file: string): QueryList {
  const result = listSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`);
  return result.data;
}

/**
 * The same connection for external requests: it only runs queries whose features are listed for their role. It checks
 * the query as parsed by `@supabase/lite`, so that there is only one interpretation. A refusal reaches the client as a
 * PostgREST error. Queries of Storage come from the server itself.
 */
export function withQueryList(connection: Connection, list: QueryList): Connection {
  const onPostgrestAST: Connection['onPostgrestAST'] = (query, vars) => {
    const { auth, storage } = contextSchema.parse(vars ?? {});
    if (storage === undefined) {
      const refusal = refusalOf(usesOf(query), list[auth.role]) ?? refusalOfValues(query);
      if (refusal !== undefined) throw databaseError('PGRST100', refusal);
    }
    return connection.onPostgrestAST(query, vars);
  };
  return Object.create(connection, { onPostgrestAST: { value: onPostgrestAST } });
}

function refusalOf({ conditions, orders, uses }: QueryUses, allowed: QueryList[keyof QueryList]): string | undefined {
  const unlisted = [...uses].find((use) => !allowed.uses.includes(use));
  if (unlisted !== undefined) return `Queries with this are not answered: ${unlisted}`;
  if (conditions > allowed.conditions) return `More than ${String(allowed.conditions)} conditions are not accepted`;
  if (orders > allowed.orders) return `More than ${String(allowed.orders)} columns to order by are not accepted`;
  return undefined;
}

function refusalOfValues({ values, args }: Query): string | undefined {
  if (Array.isArray(values) && values.length > ROWS_MAX) return `More than ${String(ROWS_MAX)} rows are not accepted`;
  // Each would become a parameter of the statement, and a megabyte has room for half a million.
  if (Array.isArray(args)) return 'Arguments are accepted by name only';
  if ([args, ...[values].flat()].some(hasManyNames))
    return `More than ${String(NAMES_MAX)} names, or ones of more than ${String(NAME_MAX)} characters, are not accepted`;
  return undefined;
}

function hasManyNames(named: unknown): boolean {
  const names = entriesOf(named).map(([name]) => name);
  return names.length > NAMES_MAX || names.some((name) => name.length > NAME_MAX);
}

/** Features of a query beyond plain columns and values, as named in the list. */
function usesOf(query: Query): QueryUses {
  const found: QueryUses = { conditions: 0, orders: 0, uses: new Set() };
  const root = query.from ?? `rpc/${query.function ?? ''}`;
  if (query.$meta?.count !== undefined) found.uses.add(`count ${root}`);
  if (query.$meta?.explain !== undefined) found.uses.add('plan');
  if (query.group !== undefined) found.uses.add('group');
  noteTable(found, root, query);
  return found;
}

function noteTable(found: QueryUses, path: string, part: Pick<Query, 'select' | 'join' | 'where' | 'order'>): void {
  noteWhere(found, path, part.where);
  for (const { column } of part.order ?? []) noteColumn(found, column);
  found.orders += part.order?.length ?? 0;
  const seen = new Set<string>();
  for (const entry of part.select ?? []) {
    for (const [name, column] of typeof entry === 'string'
      ? [[entry, { column: entry }] as const]
      : Object.entries(entry)) {
      const key = isEmbed(column) ? noteEmbed(found, path, name, column, part.join) : noteSelected(found, column);
      // Selecting a column under a thousand names would create an answer of gigabytes.
      if (seen.has(key)) found.uses.add('the same column twice');
      seen.add(key);
    }
  }
}

type Selected = Exclude<NonNullable<Query['select']>[number], string>[string];
type Embed = Extract<Selected, { select?: unknown }>;

const isEmbed = (column: Selected): column is Embed => 'select' in column;

function noteEmbed(found: QueryUses, path: string, alias: string, embed: Embed, joins: Joins): string {
  const { from = alias, hint } = joins?.[alias] ?? {};
  const inner = `${path}>${from}${hint === undefined ? '' : `!${hint}`}`;
  found.uses.add(`embed ${inner}`);
  noteTable(found, inner, embed);
  return inner;
}

function noteSelected(found: QueryUses, selected: Exclude<Selected, Embed>): string {
  const { column = '', cast, preCast, aggregate, bareCount, path } = selected;
  if (cast !== undefined || preCast !== undefined) found.uses.add('cast');
  if (aggregate !== undefined || bareCount !== undefined) found.uses.add('aggregate');
  if (path !== undefined) found.uses.add('path into JSON');
  return column;
}

function noteColumn(found: QueryUses, column: string): void {
  if (column.includes('->')) found.uses.add('path into JSON');
}

/** The cost of a text search depends on the text, so it is listed by column; other operators are allowed on every column. */
const SEARCHES = /^(not)?(i?like|i?regex|textsearch|i?match)/i;

function noteWhere(found: QueryUses, path: string, where: unknown): void {
  for (const [key, value] of entriesOf(where)) {
    if (/^\$(and|or|not)$/.test(key)) for (const each of [value].flat()) noteWhere(found, path, each);
    else {
      noteColumn(found, key);
      noteOperators(found, `${path}.${key}`, value);
    }
  }
}

function noteOperators(found: QueryUses, column: string, operators: unknown): void {
  for (const [key, value] of entriesOf(operators)) {
    if (/^\$(and|or|not)$/.test(key)) for (const each of [value].flat()) noteOperators(found, column, each);
    else {
      found.conditions += 1;
      const operator = key.replace('$', '');
      found.uses.add(SEARCHES.test(operator) ? `${operator} ${column}` : operator);
    }
  }
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];
