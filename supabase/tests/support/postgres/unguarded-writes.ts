/**
 * Finds `update` and `delete` without `where` in functions, by parsing them like Postgres. Hosted Supabase loads
 * safeupdate for every session of the Data API: there, and only there, it refuses such a statement anywhere in a
 * function.
 */
import { parser } from '../../../../scripts/checks/schema-files.ts';
import type { RealDatabase } from './real-database.ts';

const UNGUARDED: Readonly<Record<string, string>> = { UpdateStmt: 'update', DeleteStmt: 'delete' };

/** All objects of a parse tree, including the root, with the property name of each. */
function* nodesOf(value: unknown, name = ''): Generator<[name: string, node: Record<string, unknown>]> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesOf(item, name);
  } else if (typeof value === 'object' && value !== null) {
    const node = Object.fromEntries(Object.entries(value));
    yield [name, node];
    for (const [key, item] of Object.entries(node)) yield* nodesOf(item, key);
  }
}

function tableOf(statement: Record<string, unknown>): string {
  const [, relation] = [...nodesOf(statement['relation'])][0] ?? [];
  return [relation?.['schemaname'], relation?.['relname']].filter(Boolean).join('.');
}

function unguardedIn(sql: string): string[] {
  return [...nodesOf(parser.parseSync(sql))].flatMap(([name, node]) =>
    UNGUARDED[name] !== undefined && node['whereClause'] === undefined ? [`${UNGUARDED[name]} ${tableOf(node)}`] : [],
  );
}

function parses(sql: string): boolean {
  try {
    parser.parseSync(sql);
    return true;
  } catch {
    return false;
  }
}

/** Converts PL/pgSQL's SQL fragment (a statement, an expression or an assignment) to a statement that the parser accepts. */
function asStatement(query: string): string {
  const forms = [query, `select ${query}`, `select ${query.replace(/^[^:=]*:?=/, '')}`];
  const statement = forms.find(parses);
  if (statement === undefined) throw new Error(`This is no SQL: ${query}`);
  return statement;
}

/** Statements in a string of a function, for `execute`: a string that starts like a write and cannot be parsed counts as one. */
function unguardedInText(text: string): string[] {
  if (!/^\s*(update|delete|with)\s/i.test(text)) return [];
  const sql = text
    .replace(/%\d*\$?[IL]/g, 'placeholder')
    .replace(/\(%\d*\$?s\)/g, '(select true)') // as good where a value stands, and all that can stand behind `from`
    .replace(/%\d*\$?s/g, 'true');
  return parses(sql) ? unguardedIn(sql) : [`unreadable: ${text}`];
}

/** The parser knows no tables, so a variable of a table's row type is declared as a record. */
const withRecords = (definition: string) =>
  definition.replace(/^(\s+\w+ )(?:public|private)\.\w+(?=;| :=)/gm, '$1record');

/** Writes without `where` in one function; throws if its body cannot be parsed. */
export function unguardedWrites(language: string, definition: string, body: string): string[] {
  if (language !== 'plpgsql') return unguardedIn(body === '' ? definition : body);
  const queries = [...nodesOf(parser.parsePlPgSQLSync(withRecords(definition)))].flatMap(([, { query }]) =>
    typeof query === 'string' ? [asStatement(query)] : [],
  );
  if (queries.length === 0) throw new Error(`Nothing was read of ${definition}`);
  const texts = queries.flatMap((query) =>
    [...nodesOf(parser.parseSync(query))].flatMap(([, { sval }]) => (typeof sval === 'string' ? [sval] : [])),
  );
  return [...queries.flatMap(unguardedIn), ...texts.flatMap(unguardedInText)];
}

/** The statements in functions of a database that safeupdate would refuse, each with its function. */
export async function unguardedWritesOf({
  sql,
}: Pick<RealDatabase, 'sql'>): Promise<{ looked: number; found: string[] }> {
  const functions = await sql<{ name: string; language: string; definition: string; body: string }>(`
    select p.oid::regprocedure::text as name, l.lanname as language, pg_get_functiondef(p.oid) as definition, p.prosrc as body
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind in ('f', 'p') and l.lanname in ('sql', 'plpgsql')
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`);
  await parser.loadModule();
  const found = functions.flatMap(({ name, language, definition, body }) =>
    unguardedWrites(language, definition, body).map((write) => `${name}: ${write}`),
  );
  return { looked: functions.length, found };
}
