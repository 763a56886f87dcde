/** The suites of `npm test -- changed`: what changed since a commit, and what has to run for it. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  changedStatements,
  partsOf,
  storiesAt,
  termsOfFunctions,
  termsOfStatements,
  testsThatName,
  touchesLocks,
  type SourceFile,
} from './changed.ts';
import { projectFiles, readFiles, root } from './project-files.mjs';
import { readSqlFiles, statementsOf } from './schema-files.ts';
import { bin, check, stories, suites, vitest, type Suite } from './suites.ts';

/** Test files that read the schema as a whole: they name nothing of it, and notice any change that is not meant. */
export const WHOLE_SCHEMA: readonly string[] = [
  'supabase/tests/schema/schemas.test.ts',
  'supabase/tests/schema/permission-matrix.test.ts',
];

/**
 * Where tests of servers and databases stand, and how many files fit into two minutes on two cores next to the rest; most
 * take 5 to 20 seconds. Races take longer, and run when locks change. Other projects only run tests that changed themselves.
 */
export const SERVERS: readonly { project: string; folder: RegExp; most: number }[] = [
  { project: 'on-postgres', folder: /^supabase\/tests\/(?:rules|storage|api)\//, most: 4 },
  { project: 'postgres', folder: /^supabase\/tests\/schema\//, most: 0 },
  { project: 'races', folder: /^supabase\/tests\/races\//, most: 1 },
  { project: 'database', folder: /^supabase\/tests\/permissions\//, most: 0 },
  { project: 'local', folder: /^supabase\/(?:tests\/local|local|demo)\//, most: 0 },
  { project: 'embedded', folder: /^packages\//, most: 0 },
  { project: 'deploy', folder: /^supabase\/tests\/deploy\//, most: 0 },
];

/** Tests that draw their requests draw fewer. */
const FEWER = { FUZZ_REQUESTS: '200' };

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const filesOf = (...args: string[]) =>
  git(...args, '-z')
    .split('\0')
    .filter(Boolean);

/**
 * The commit to compare with: where this branch left origin/main. On main itself, HEAD if something is not committed,
 * else the commit before.
 */
export function defaultBase() {
  const head = git('rev-parse', 'HEAD').trim();
  try {
    const base = git('merge-base', 'origin/main', 'HEAD').trim();
    if (base !== head) return base;
  } catch {
    // A clone without origin/main.
  }
  return git('status', '--porcelain').trim() === '' ? git('rev-parse', 'HEAD~1').trim() : head;
}

/** Changed, new and deleted files since a commit, committed or not. */
const changedSince = (base: string) => {
  const tracked = filesOf('diff', '--name-only', '--no-renames', base);
  return [...new Set([...tracked, ...filesOf('ls-files', '--others', '--exclude-standard')])].sort();
};

/** The schema files as they were. */
const schemasAt = (base: string): SourceFile[] =>
  filesOf('ls-tree', '-r', '--name-only', base, 'supabase/schemas')
    .filter((file) => file.endsWith('.sql'))
    .map((file) => ({ file, text: git('show', `${base}:${file}`) }));

/**
 * The changed statements of the schema, and what tests would name to reach them and the changed edge functions.
 * @param files all files of the project
 */
async function reachOf(base: string, parts: ReturnType<typeof partsOf>, files: readonly string[]) {
  const terms = termsOfFunctions(
    parts.functions,
    readFiles(files.filter((file) => /^supabase\/functions\/.*(?<!\.test)\.ts$/.test(file))),
  );
  if (parts.schemas.length === 0) return { statements: [], terms };
  const schemas = readSqlFiles(join(root, 'supabase/schemas'));
  const all = (await Promise.all(schemas.map(statementsOf))).flat();
  const statements = await changedStatements(schemasAt(base), schemas);
  return { statements, terms: new Map([...terms, ...termsOfStatements(statements, all)]) };
}

const names = (files: readonly string[]) => files.map((file) => file.replace('supabase/tests/', '')).join(', ');

/**
 * @param base a commit; default: see {@link defaultBase}
 * @returns the suites, and what runs for which reason
 * @throws if git does not know the commit
 */
export async function suitesOfChange(base: string = defaultBase()): Promise<{ suites: Suite[]; lines: string[] }> {
  try {
    git('rev-parse', '--verify', `${base}^{commit}`);
  } catch {
    throw new Error(`git knows no commit ${base}`);
  }
  const changed = changedSince(base);
  const present = changed.filter((file) => existsSync(join(root, file)));
  const parts = partsOf(changed);
  const files = projectFiles(root);
  const lines = [`${changed.length} files changed since ${git('log', '-1', '--format=%h %s', base).trim()}`];
  const chosen: Suite[] = [];
  const add = (reason: string, ...list: Suite[]) => {
    lines.push(`- ${list.map(({ name }) => name).join(', ')}: ${reason}`);
    chosen.push(...list);
  };
  const addKnown = (reason: string, ...names: string[]) =>
    add(reason, ...suites.filter(({ name }) => names.includes(name)));

  const formatted = partsOf(present);
  const isCode = formatted.code.length > 0;
  const areFoundations = parts.foundations.length > 0;
  if (present.length > 0)
    add(
      'of the changed files',
      check('format', [bin('oxfmt'), '--check', '--no-error-on-unmatched-pattern', ...present]),
    );
  if (parts.code.length > 0 || areFoundations) addKnown('code changed', 'types');
  if (isCode)
    add('of the changed files', check('lint', [bin('oxlint'), '--deny-warnings', '--type-aware', ...formatted.code]));
  if (present.length > 0) addKnown('rules of all files', 'source');
  if (parts.product.some((file) => file.startsWith('web/'))) addKnown('the page changed', 'texts');

  if (areFoundations) addKnown(`${parts.foundations.join(', ')} can change every test`, 'unit', 'components');
  else if (isCode) {
    const projects = ['unit', 'components', ...(parts.local.length > 0 ? ['local', 'embedded'] : [])];
    // Tests that start a whole server import all of it.
    const servers = ['--exclude', '{packages/*/tests,supabase/tests/local}/**'];
    const args = ['related', ...formatted.code, '--run', '--passWithNoTests', ...servers];
    add('tests that import a changed file', { ...vitest('related', 'T', projects, args), canBeEmpty: true });
  }
  if (parts.functions.length > 0) addKnown('types of the edge functions', 'deno');

  const tests = readFiles(files.filter((file) => /^supabase\/tests\/.*\.test\.ts$/.test(file)));
  const helpers = readFiles(
    files.filter((file) => /^supabase\/tests\/(?:rules|races|api)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts')),
  );
  const { statements, terms } = await reachOf(base, parts, files);
  for (const { project, folder, most } of SERVERS) {
    const own = parts.tests.filter((file) => folder.test(file) && present.includes(file));
    const found = testsThatName(terms, tests, helpers, parts.domains).filter(
      ({ file }) => most > 0 && folder.test(file) && !own.includes(file),
    );
    const always = parts.schemas.length > 0 ? WHOLE_SCHEMA.filter((file) => folder.test(file)) : [];
    const ranked = project === 'races' && !touchesLocks(statements) ? [] : found.slice(0, most);
    const all = [...new Set([...own, ...ranked.map(({ file }) => file), ...always])];
    if (all.length === 0) continue;
    if (own.length > 0) lines.push(`- ${project}: ${names(own)} changed`);
    for (const { file, terms: named } of ranked) {
      const more = named.length > 1 ? ` and ${named.length - 1} more` : '';
      lines.push(`- ${project}: ${names([file])} names ${named[0]}${more}`);
    }
    if (always.length > 0) lines.push(`- ${project}: ${names(always)} read the whole schema`);
    const left = found.slice(ranked.length);
    if (left.length > 0) lines.push(`  left to npm test, they name less of it: ${names(left.map(({ file }) => file))}`);
    // They take longest, so they start first.
    chosen.unshift({ ...vitest(project, 'H', [project], ['run', ...all]), env: FEWER });
  }
  const changedStories = readFiles(formatted.stories).flatMap((source) =>
    storiesAt(source, git('diff', '--unified=0', '--no-color', base, '--', source.file)),
  );
  if (parts.product.length + changedStories.length > 0) addKnown('the page of the stories', 'build');
  if (parts.product.length > 0) add('the product changed', stories('smoke', ['--grep', '@smoke']));
  if (changedStories.length > 0) add(changedStories.join(', '), stories('changed stories', changedStories));
  return { suites: chosen, lines };
}
