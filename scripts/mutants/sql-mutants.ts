/** Small faults of the kind that a tired engineer makes, one at a time, in functions, triggers and constraints. */
import type { Node } from '@libpg-query/parser';

/** A part of a text, and what replaces it */
export type Edit = { start: number; end: number; to: string };
/** The statement of the schema file as it would be, and statements that break the database and mend it again */
export type SqlMutant = {
  file: string;
  line: number;
  from: string;
  to: string;
  broken: string;
  apply: string;
  restore: string;
};

/** The same text with blanks in place of comments and the content of strings. */
function masked(sql: string) {
  return sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, (text) =>
    text.startsWith("'") ? `'${' '.repeat(text.length - 2)}'` : text.replaceAll(/[^\n]/g, ' '),
  );
}

/** Words that begin a condition, and those that begin a clause in which `=` is not a comparison. */
const CLAUSES =
  /\b(?:where|and|or|on|if|elsif|when|having|not|filter|set|values|select|return|returning|then|loop|declare|using)\b|:=/g;
const CONDITIONS = new Set('where and or on if elsif when having not select return :='.split(' '));

/** Whether an `=` at this place compares. @param code masked */
const isComparison = (code: string, index: number) => CONDITIONS.has(code.slice(0, index).match(CLAUSES)?.at(-1) ?? '');

/** A line of code around a place. */
const lineAt = (text: string, start: number) =>
  text
    .slice(text.lastIndexOf('\n', start - 1) + 1)
    .split('\n', 1)[0]
    ?.trim() ?? '';

/** A text whose number is one more. */
const more = (text: string) => text.replace(/\d+/, (digits) => String(Number(digits) + 1));

/** Whether an edge can be hit: two moments are never equal. @param code masked */
const isExact = (code: string, index: number) => !lineAt(code, index).includes('now()');

/** A replacement wherever a pattern matches: of its group `at`, else of the whole match. */
export type Fault = {
  pattern: RegExp;
  to: string | ((text: string) => string);
  accepts?: (code: string, index: number) => boolean;
};
const FAULTS: readonly Fault[] = [
  // Guards, limits, refusals and locks that are functions.
  { pattern: /\bperform\s[^;]*;/dg, to: 'null;' },
  {
    pattern: /\s(?<at>for (?:no key update|update|key share|share)(?: of \w+)?(?: skip locked| nowait)?)(?=[\s;)])/dg,
    to: '',
  },
  { pattern: /\b(?<at>on conflict[^;]*?do nothing)\b/dg, to: '' },
  // Edges.
  { pattern: /\s(?<at><=)\s/dg, to: '<', accepts: isExact },
  { pattern: /\s(?<at>>=)\s/dg, to: '>', accepts: isExact },
  { pattern: /\s(?<at><)\s/dg, to: '<=', accepts: isExact },
  { pattern: /\s(?<at>>)\s/dg, to: '>=', accepts: isExact },
  { pattern: /\binterval (?<at>' *')/dg, to: more },
  { pattern: /\blimit (?<at>\d+)\b/dg, to: more },
  { pattern: /[<>]=? (?<at>[1-9]\d*)\b/dg, to: more },
  // Conditions.
  { pattern: /\s(?<at>=)\s/dg, to: '<>', accepts: isComparison },
  { pattern: /\s(?<at><>)\s/dg, to: '=' },
  { pattern: /\bis (?<at>not distinct)\b/dg, to: 'distinct' },
  { pattern: /\bis (?<at>distinct)\b/dg, to: 'not distinct' },
  { pattern: /\bis (?<at>not null)\b/dg, to: 'null' },
  { pattern: /\bis (?<at>null)\b/dg, to: 'not null' },
  { pattern: /(?<!\bis )\b(?<at>not )(?!null|distinct)/dg, to: '' },
  { pattern: /(?<!\bbetween \S+ )\b(?<at>and)\b/dg, to: 'or' },
  { pattern: /\b(?<at>or)\b/dg, to: 'and' },
  { pattern: /\bwhere(?<at>) /dg, to: ' true or' },
];

/** Faults in the body of a function. @param sql the statement that creates it */
export function faultsIn(sql: string): Edit[] {
  const body = sql.search(/\bas \$\w*\$/);
  const code = masked(sql);
  return FAULTS.flatMap(({ pattern, to, accepts = () => true }) =>
    [...code.matchAll(pattern)].flatMap((match) => {
      const [start = 0, end = 0] = match.indices?.groups?.['at'] ?? match.indices?.[0] ?? [];
      if (start < body || !accepts(code, start)) return [];
      return [{ start, end, to: typeof to === 'string' ? to : to(sql.slice(start, end)) }];
    }),
  ).sort((a, b) => a.start - b.start);
}

/**
 * The mutants of a statement: each fault of a function, a trigger that is missing, each check constraint that is missing.
 */
export function mutantsOf({
  file,
  line,
  text,
  node,
}: {
  file: string;
  line: number;
  text: string;
  node: Node;
}): SqlMutant[] {
  const lineOf = (start: number) => line + text.slice(0, start).split('\n').length - 1;
  if ('CreateFunctionStmt' in node) {
    const replacing = (sql: string) => sql.replace(/^create function/, 'create or replace function');
    return faultsIn(text).map(({ start, end, to }) => {
      const broken = text.slice(0, start) + to + text.slice(end);
      return {
        file,
        line: lineOf(start),
        from: lineAt(text, start),
        to: lineAt(broken, start),
        broken,
        apply: replacing(broken),
        restore: replacing(text),
      };
    });
  }
  if ('CreateTrigStmt' in node) {
    const { trigname = '', relation } = node.CreateTrigStmt;
    const table = `${relation?.schemaname}.${relation?.relname}`;
    const apply = `drop trigger ${trigname} on ${table}`;
    return [{ file, line, from: text.split('\n', 1)[0] ?? '', to: apply, broken: '', apply, restore: text }];
  }
  if (!('CreateStmt' in node)) return [];
  const table = `${node.CreateStmt.relation?.schemaname}.${node.CreateStmt.relation?.relname}`;
  return [...text.matchAll(/^ {2}(constraint (\w+)\s+check [\s\S]*?),?$(?=\n {2}(?:\w|--)|\n\))/gm)].map((match) => {
    const [, definition = '', name = ''] = match;
    const apply = `alter table ${table} drop constraint ${name}`;
    return {
      file,
      line: lineOf(match.index),
      from: lineAt(definition, 0),
      to: apply,
      broken: text.replace(definition, ''),
      apply,
      restore: `alter table ${table} add ${definition}`,
    };
  });
}

/** At most `count` elements, evenly spread. */
export function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)]).filter(
    (element) => element !== undefined,
  );
}
