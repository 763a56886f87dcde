/**
 * Parses supabase/schemas, and finds problems that need no database. The files describe the database declaratively: each
 * object is created once, and no statement changes or replaces an earlier one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type * as Parser from '@libpg-query/parser';
import type { AlterTableStmt, CreateFunctionStmt, CreateTrigStmt, Node, RangeVar, TypeName } from '@libpg-query/parser';
import type { Finding } from './source-rules.ts';

// Its ES module does not load in Node (a CommonJS module has no named export there); the CommonJS one does.
export const parser: typeof Parser = createRequire(import.meta.url)('@libpg-query/parser');

export type SchemaFile = { file: string; text: string };
export type Statement = { file: string; line: number; text: string; node: Node };

/** The SQL files of a folder in loading order, each with its path from the project's folder. */
export function readSqlFiles(folder: string): SchemaFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({
      file: `supabase/${basename(folder)}/${name}`,
      text: readFileSync(join(folder, name), 'utf8'),
    }));
}

/** White space and comments before a statement. */
const LEADING = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/;

/**
 * The statements of a file, without the comments in front of them.
 * @throws if the file is not valid SQL; the message names it
 */
export async function statementsOf({ file, text }: SchemaFile): Promise<Statement[]> {
  const { stmts = [] } = await parser.parse(text).catch((error: unknown) => {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });
  // The parser counts bytes.
  const bytes = Buffer.from(text);
  return stmts.flatMap(({ stmt, stmt_location: start = 0, stmt_len: length }) => {
    if (!stmt) return [];
    const whole = bytes.subarray(start, length === undefined ? undefined : start + length).toString();
    const [leading = ''] = LEADING.exec(whole) ?? [];
    const line = `${bytes.subarray(0, start).toString()}${leading}`.split('\n').length;
    return [{ file, line, text: whole.slice(leading.length), node: stmt }];
  });
}

const stringOf = (node: Node | undefined) => (node && 'String' in node ? (node.String.sval ?? '') : '');

const dotted = (nodes: Node[] | undefined = []) => nodes.map(stringOf).join('.');

const relationName = (relation: RangeVar | undefined) =>
  [relation?.schemaname, relation?.relname].filter(Boolean).join('.');

const typeName = (type: TypeName | undefined) =>
  `${(type?.names ?? [])
    .map(stringOf)
    .filter((name) => name !== 'pg_catalog')
    .join('.')}${'[]'.repeat(type?.arrayBounds?.length ?? 0)}`;

/** Name and argument types of a function, which distinguish overloads. */
function signature({ funcname, parameters = [] }: CreateFunctionStmt) {
  const types = parameters.flatMap((node) => {
    if (!('FunctionParameter' in node)) return [];
    const { mode, argType } = node.FunctionParameter;
    return mode === 'FUNC_PARAM_OUT' || mode === 'FUNC_PARAM_TABLE' ? [] : [typeName(argType)];
  });
  return `${dotted(funcname)}(${types.join(', ')})`;
}

/** The name of the object that a comment describes. */
function commented(node: Node | undefined) {
  if (!node) return '';
  if ('List' in node) return dotted(node.List.items);
  if ('TypeName' in node) return typeName(node.TypeName);
  if (!('ObjectWithArgs' in node)) return stringOf(node);
  const { objname, objargs = [], args_unspecified: isBare } = node.ObjectWithArgs;
  const types = objargs.map((item) => ('TypeName' in item ? typeName(item.TypeName) : ''));
  return `${dotted(objname)}${isBare ? '' : `(${types.join(', ')})`}`;
}

/**
 * The objects that a statement creates, each under a unique name. Rows are none: the primary key of their table refuses the
 * second one when the files are loaded.
 */
export function objectsOf(node: Node): string[] {
  if ('CreateStmt' in node) return [`relation ${relationName(node.CreateStmt.relation)}`];
  if ('ViewStmt' in node) return [`relation ${relationName(node.ViewStmt.view)}`];
  if ('CreateTableAsStmt' in node) return [`relation ${relationName(node.CreateTableAsStmt.into?.rel)}`];
  if ('CreateSeqStmt' in node) return [`relation ${relationName(node.CreateSeqStmt.sequence)}`];
  if ('IndexStmt' in node) {
    const { relation, idxname } = node.IndexStmt;
    return [`index ${[relation?.schemaname, idxname].filter(Boolean).join('.')}`];
  }
  if ('CreateFunctionStmt' in node) return [`function ${signature(node.CreateFunctionStmt)}`];
  if ('CreateTrigStmt' in node)
    return [`trigger ${node.CreateTrigStmt.trigname} on ${relationName(node.CreateTrigStmt.relation)}`];
  if ('CreatePolicyStmt' in node)
    return [`policy "${node.CreatePolicyStmt.policy_name}" on ${relationName(node.CreatePolicyStmt.table)}`];
  if ('CreateEnumStmt' in node) return [`type ${dotted(node.CreateEnumStmt.typeName)}`];
  if ('CompositeTypeStmt' in node) return [`type ${relationName(node.CompositeTypeStmt.typevar)}`];
  if ('CreateDomainStmt' in node) return [`type ${dotted(node.CreateDomainStmt.domainname)}`];
  if ('CreateStatsStmt' in node) return [`statistics ${dotted(node.CreateStatsStmt.defnames)}`];
  if ('CreateSchemaStmt' in node) return [`schema ${node.CreateSchemaStmt.schemaname}`];
  if ('CreateExtensionStmt' in node) return [`extension ${node.CreateExtensionStmt.extname}`];
  if ('CommentStmt' in node) {
    const { objtype = '', object } = node.CommentStmt;
    return [`comment on ${objtype.replace('OBJECT_', '').toLowerCase()} ${commented(object)}`];
  }
  if ('AlterTableStmt' in node)
    return alterationsOf(node.AlterTableStmt).map(
      (command) => `${ALTERATIONS.get(command) ?? command} of ${relationName(node.AlterTableStmt.relation)}`,
    );
  return [];
}

/** Alterations that `create table` cannot express. */
const ALTERATIONS: ReadonlyMap<string, string> = new Map([
  ['AT_EnableRowSecurity', 'row-level security'],
  ['AT_ForceRowSecurity', 'forced row-level security'],
]);

/** The subcommands of an `alter table`, by their names in the parser. */
export const alterationsOf = ({ cmds = [] }: AlterTableStmt) =>
  cmds.map((command) => ('AlterTableCmd' in command ? (command.AlterTableCmd.subtype ?? '') : ''));

/** Further statements that are allowed in a schema file; they create nothing that could be duplicated. */
const FURTHER = new Set(['GrantStmt', 'AlterDefaultPrivilegesStmt', 'DoStmt', 'SelectStmt', 'InsertStmt']);

/** The reason why a statement does not belong in a schema file; undefined if it does. */
function refusalOf(node: Node): string | undefined {
  if ('AlterTableStmt' in node) {
    const isAllowed = alterationsOf(node.AlterTableStmt).every((command) => ALTERATIONS.has(command));
    return isAllowed
      ? undefined
      : `alters ${relationName(node.AlterTableStmt.relation)}: write it where that is created`;
  }
  const [kind = '', statement] = Object.entries(node)[0] ?? [];
  const objects = objectsOf(node);
  if (statement && 'replace' in statement && statement.replace)
    return `replaces ${objects[0]}: change it where it is created`;
  if ('UpdateStmt' in node)
    return `updates ${relationName(node.UpdateStmt.relation)}: write the row as it is where it is inserted`;
  if ('DeleteStmt' in node)
    return `deletes from ${relationName(node.DeleteStmt.relation)}: leave the row out where it is inserted`;
  if ('IndexStmt' in node && node.IndexStmt.idxname === undefined)
    return `creates an index of ${relationName(node.IndexStmt.relation)} without a name`;
  return objects.length > 0 || FURTHER.has(kind)
    ? undefined
    : `has a ${kind}: a schema file only creates, grants, comments and inserts`;
}

/** The parser's bit in `timing` for `before`. */
const BEFORE = 2;

/**
 * The position of a trigger among those of its table. Postgres fires them in four groups, each by name: before the
 * statement, before each row, after each row, after the statement.
 */
const firingPlace = ({ timing = 0, row = false, trigname = '' }: CreateTrigStmt) =>
  `${timing & BEFORE ? Number(row) : 3 - Number(row)} ${trigname}`;

/** Problems of the schema files that need no database. */
export async function schemaProblems(files: readonly SchemaFile[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const numbers = new Map();
  for (const { file } of files) {
    const [, number] = /\/(\d\d)-[a-z0-9_-]+\.sql$/.exec(file) ?? [];
    if (number === undefined)
      findings.push({ file, line: 1, message: 'the name must be <2 digits>-<name>.sql: the number is the order' });
    else if (numbers.has(number))
      findings.push({ file, line: 1, message: `has the number of ${numbers.get(number)}: their order is undefined` });
    numbers.set(number, file);
  }
  const statements = (await Promise.all(files.map(statementsOf))).flat();
  const places = new Map<string, string>();
  /** Table → position of its last trigger. */
  const fired = new Map<string, string>();
  for (const { file, line, node } of statements) {
    const refusal = refusalOf(node);
    if (refusal !== undefined) {
      findings.push({ file, line, message: refusal });
      continue;
    }
    if ('CreateTrigStmt' in node) {
      const [table, place] = [relationName(node.CreateTrigStmt.relation), firingPlace(node.CreateTrigStmt)];
      const last = fired.get(table) ?? '';
      const message = `trigger ${place.slice(2)} on ${table} fires before ${last.slice(2)}: write it above`;
      if (place < last) findings.push({ file, line, message });
      fired.set(table, place);
    }
    for (const object of objectsOf(node)) {
      const first = places.get(object);
      if (first !== undefined) findings.push({ file, line, message: `${object} stands in ${first} already` });
      else places.set(object, `${file}:${line}`);
    }
  }
  return findings;
}
