/**
 * Selection of `npm test -- changed`: the tests that a change can turn red, found in the code instead of a list. The
 * module graph finds tests that import a file. Database and edge functions are not imported: their tests are those that
 * name the objects, paths and texts of the changed code.
 */
import { posix } from 'node:path';
import { loadedBy, reachedFrom } from './only-through.ts';
import { objectsOf, statementsOf } from './schema-files.ts';

export type SourceFile = { file: string; text: string };
export type Statement = Awaited<ReturnType<typeof statementsOf>>[number];
/** Names and texts, each with its weight */
export type Terms = Map<string, number>;
/** A test file, and what it names, the rarest first */
export type Named = { file: string; terms: string[] };

/** A string of SQL or TypeScript on one line, and its quote. */
const STRINGS = /(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g;

/** Texts that a test would expect, and paths that it would call. */
function textsIn(code: string): string[] {
  return [...code.matchAll(STRINGS)]
    .map(([, , text = '']) => text)
    .filter(
      (text) => (/^\/[a-z{][\w/{}-]*$/.test(text) || (text.length >= 12 && text.includes(' '))) && !/[$%]/.test(text),
    )
    .map((text) => text.replace(/\/?\{.*/, ''))
    .filter((text) => text.length > 1);
}

/** @param object for example `function private.hide_post(bigint, text)` */
const nameOf = (object: string) => /([\w]+)(?:\(.*)?$/.exec(object.replace(/^(trigger|policy) .* on /, ''))?.[1] ?? '';

const namesOf = ({ node }: Statement) => ('IndexStmt' in node ? [] : objectsOf(node).map(nameOf).filter(Boolean));

/** Statements that only one of two states has; comments are not tested. */
export async function changedStatements(
  before: readonly SourceFile[],
  after: readonly SourceFile[],
): Promise<Statement[]> {
  const [old, current] = await Promise.all(
    [before, after].map(async (files) => (await Promise.all(files.map(statementsOf))).flat()),
  );
  const texts = (list: Statement[] = []) => new Set(list.map(({ text }) => text));
  const [oldTexts, currentTexts] = [texts(old), texts(current)];
  return [
    ...(current ?? []).filter(({ text }) => !oldTexts.has(text)),
    ...(old ?? []).filter(({ text }) => !currentTexts.has(text)),
  ].filter(({ node }) => !('CommentStmt' in node));
}

/** Lines in which old and new statements differ. */
function differingLines(changed: readonly Statement[]) {
  const lines = changed.flatMap(({ text }) => text.split('\n'));
  return lines.filter((line) => lines.indexOf(line) === lines.lastIndexOf(line));
}

/** Whether a change touches locks, which only races show. */
export const touchesLocks = (changed: readonly Statement[]) =>
  differingLines(changed).some((line) => /\bfor (?:no key update|update|key share|share)\b|lock|\bhold_/.test(line));

/** Words of the lines in which two versions of a table differ: columns and constraints. */
function wordsOfTables(changed: readonly Statement[]) {
  return differingLines(changed.filter(({ node }) => 'CreateStmt' in node)).flatMap(
    (line) => line.replaceAll(/'[^']*'/g, '').match(/\b[a-z]\w{3,}\b/g) ?? [],
  );
}

/** A name says more than a text, which many functions can have. */
const NAME = 4;

/** Calls are followed that far: from a rule to the function that checks it, and to the one that clients call. */
const HOPS = 3;

/**
 * What tests would name to reach changed statements: the objects, the columns and constraints that differ, the texts in
 * them, and the functions, views and triggers that use changed functions, each hop with half the weight.
 * @param all every statement of the schema
 */
export function termsOfStatements(changed: readonly Statement[], all: readonly Statement[]): Terms {
  const terms: Terms = new Map();
  for (const term of [...changed.flatMap(({ text }) => textsIn(text)), ...wordsOfTables(changed)]) terms.set(term, 1);
  for (const name of changed.flatMap(namesOf)) terms.set(name, NAME);
  const users = all.filter(
    ({ node }) => 'CreateFunctionStmt' in node || 'ViewStmt' in node || 'CreateTrigStmt' in node,
  );
  let functions = changed.filter(({ node }) => 'CreateFunctionStmt' in node).flatMap(namesOf);
  for (let hop = 1; hop <= HOPS && functions.length > 0; hop += 1) {
    const calls = new RegExp(String.raw`\b(?:private|public)\.(?:${functions.join('|')})\b`);
    const found = users
      .filter(({ text }) => calls.test(text))
      .map((user) => ({ user, names: namesOf(user).filter((name) => !terms.has(name)) }));
    for (const { names } of found) for (const name of names) terms.set(name, NAME / 2 ** hop);
    functions = found.filter(({ user }) => 'CreateFunctionStmt' in user.node).flatMap(({ names }) => names);
  }
  return terms;
}

/** Files that import one of `files`, directly or through others, and those files themselves. */
export function importersOf(files: readonly string[], sources: readonly SourceFile[]): SourceFile[] {
  const imports = sources.map((source) => ({ file: source.file, paths: loadedBy(source) }));
  const reached = reachedFrom(files, (target) =>
    imports.filter(({ paths }) => paths.includes(target)).map(({ file }) => file),
  );
  return sources.filter(({ file }) => reached.has(file));
}

/**
 * What tests would name to reach changed edge functions: paths and texts of the changed files, the paths of the routes
 * that import them with half the weight, and the names of their functions.
 * @param sources all files of the functions
 */
export function termsOfFunctions(changed: readonly string[], sources: readonly SourceFile[]): Terms {
  const terms: Terms = new Map();
  for (const { file, text } of importersOf(changed, sources)) {
    const [, name = ''] = /^supabase\/functions\/(\w+)\/index\.ts$/.exec(file) ?? [];
    if (name !== '' && name !== 'api') terms.set(`/${name}`, 1);
    const isChanged = changed.includes(file);
    for (const term of textsIn(text))
      if (isChanged) terms.set(term, 1);
      else if (term.startsWith('/')) terms.set(term, terms.get(term) ?? 1 / 2);
  }
  return terms;
}

/** A top-level declaration of a helper and everything up to the next. */
const DECLARATIONS =
  /^(?:export )?(?:async )?(?:function|const|class) (\w+)[\s\S]*?(?=^(?:export )?(?:async )?(?:function|const|class) |(?![\s\S]))/gm;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/**
 * How code names a term: texts and paths as they are, objects of the database in quotes, behind their schema or as keys.
 */
const patternOf = (term: string) => {
  if (/^\w+$/.test(term)) return String.raw`['"\`.]${term}\b|\b${term}:`;
  return term.startsWith('/') ? String.raw`${escaped(term)}\b` : escaped(term);
};

/**
 * Test files that name the terms: first those with the name of a changed domain, then those that name most and rarest.
 * A helper that names a term stands for it.
 * @param helpers modules next to the tests
 * @param domains for example `posts`
 */
export function testsThatName(
  terms: Terms,
  tests: readonly SourceFile[],
  helpers: readonly SourceFile[],
  domains: readonly string[] = [],
): Named[] {
  const declared = helpers.flatMap(({ text }) =>
    [...text.matchAll(DECLARATIONS)].map(([code, name = '']) => ({ code, name })),
  );
  const found = new Map<string, { score: number; terms: { term: string; weight: number }[] }>();
  for (const [term, importance] of terms) {
    const named = new RegExp(patternOf(term), 'g');
    const aliases = declared.filter(({ code }) => code.search(named) >= 0).map(({ name }) => String.raw`\b${name}\(`);
    const pattern = new RegExp([patternOf(term), ...aliases].join('|'), 'g');
    const hits = tests.flatMap(({ file, text }) => {
      const count = [...text.matchAll(pattern)].length;
      return count === 0 ? [] : [{ file, count }];
    });
    const rarity = Math.log((tests.length + 1) / Math.max(hits.length, 1));
    for (const { file, count } of hits) {
      const weight = importance * rarity * (1 + Math.log2(count));
      const entry = found.get(file) ?? { score: 0, terms: [] };
      found.set(file, { score: entry.score + weight, terms: [...entry.terms, { term, weight }] });
    }
  }
  const isOfDomain = (file: string) => domains.includes(posix.basename(file, '.test.ts'));
  return [...found]
    .sort(([a, x], [b, y]) => Number(isOfDomain(b)) - Number(isOfDomain(a)) || y.score - x.score || a.localeCompare(b))
    .map(([file, entry]) => ({ file, terms: entry.terms.sort((a, b) => b.weight - a.weight).map(({ term }) => term) }));
}

/**
 * Stories around changed lines, as Playwright selects them: `file:line` of their first line; the whole file if something
 * changed in front of the first.
 * @param source as it is now
 * @param diff of this file, without context
 */
export function storiesAt({ file, text }: SourceFile, diff: string): string[] {
  const starts = text.split('\n').flatMap((line, index) => (/^\s*test(?:\.describe)?\(/.test(line) ? [index + 1] : []));
  const changed = [...diff.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, first, count = '1']) =>
    Array.from({ length: Math.max(Number(count), 1) }, (_, index) => Number(first) + index),
  );
  const around = changed.map((line) => starts.findLast((start) => start <= line));
  if (around.length === 0 || around.includes(undefined)) return [file];
  return [...new Set(around)].map((line) => `${file}:${line}`);
}

/** The domain of a schema file or of a route: `posts` of `16-posts.sql`. */
export const domainOf = (file: string): string[] => {
  const [, domain] = /^supabase\/(?:schemas\/\d+-|functions\/api\/routes\/)([\w-]+)\./.exec(file) ?? [];
  return domain === undefined ? [] : [domain];
};

/** The parts of a change, each of which is tested in another way. */
export function partsOf(changed: readonly string[]) {
  const those = (pattern: RegExp) => changed.filter((file) => pattern.test(file));
  return {
    /** They can change every result. */
    foundations: those(/^(?:package-lock\.json|(?:[\w-]+\/)*package\.json|tsconfig[\w.]*\.json|\w+\.config\.ts)$/),
    code: those(/\.(?:[cm]?[jt]s|tsx)$/),
    schemas: those(/^supabase\/(?:schemas|migrations)\/.*\.sql$/),
    functions: those(/^supabase\/functions\/.*(?<!\.test)\.ts$/),
    local: those(/^(?:packages|supabase\/local)\//),
    domains: changed.flatMap(domainOf),
    tests: those(/^(?:packages|supabase\/(?:tests|local|demo))\/.*\.test\.ts$/),
    stories: those(/^web\/e2e\/.*\.spec\.ts$/),
    product: those(
      /^(?:web\/(?!e2e|bench)|packages\/|supabase\/(?:functions|local|schemas|migrations)\/).*(?<!\.test\.tsx?|\.md)$/,
    ),
  };
}
