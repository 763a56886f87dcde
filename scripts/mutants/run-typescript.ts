/** Breaks TypeScript with StrykerJS, which runs only the tests that reach a mutant. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Stryker } from '@stryker-mutator/core';
import { projectFiles, root } from '../checks/project-files.mjs';
import type { Outcome } from './survivors.ts';

/** The files to break and the tests that should notice: paths and globs relative to the project. */
type Area = { isBroken: (file: string) => boolean; tests: string[] };

/** Lists of words and mails, which are data. */
const DATA = /\/domain\/(?:categories|countries|units|trade-terms|mail-(?:messages|templates)-\w+)\.ts$/;

const TESTS_OF_FUNCTIONS = ['supabase/functions/**/*.test.ts'];

export const AREAS: Record<string, Area> = {
  domain: {
    isBroken: (file) => file.startsWith('supabase/functions/_shared/domain/') && !DATA.test(file),
    tests: TESTS_OF_FUNCTIONS,
  },
  // Components are tested in a browser.
  page: { isBroken: (file) => file.startsWith('web/src/') && file.endsWith('.ts'), tests: ['web/src/**/*.test.ts'] },
  // Routes are tested through `/api`, on a server.
  functions: {
    isBroken: (file) => /^supabase\/functions\/(?!_shared\/domain\/|api\/routes\/)/.test(file),
    tests: TESTS_OF_FUNCTIONS,
  },
};

/** Mutants of texts and lists of words, which are data. */
const EXCLUDED = ['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration'];

/** Ends of a mutant that is noticed: by a test, because the code runs forever, or because it cannot be loaded. */
const KILLED = new Set(['Killed', 'Timeout', 'RuntimeError']);
const SURVIVED = new Set(['Survived', 'NoCoverage']);

/**
 * The code at a place.
 * @param location counted from 1
 */
function codeAt(
  file: string,
  { start, end }: { start: { line: number; column: number }; end: { line: number; column: number } },
) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join('\n');
}

/**
 * Breaks an area.
 * @param area a key of {@link AREAS}
 * @param files parts of paths; none: the whole area
 */
export async function breakTypeScript(area: string, files: readonly string[]): Promise<Outcome> {
  const { isBroken, tests } = AREAS[area] ?? { isBroken: () => false, tests: [] };
  process.env['MUTANTS_TESTS'] = tests.join(',');
  const stryker = new Stryker({
    mutate: projectFiles().filter(
      (file) =>
        isBroken(file) &&
        /(?<!\.test|\.d|database\.types)\.ts$/.test(file) &&
        (files.length === 0 || files.some((part) => file.includes(part))),
    ),
    mutator: { plugins: [], excludedMutations: EXCLUDED },
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: true },
    // Stryker would rewrite it through an interface that TypeScript 7 no longer has.
    tsconfigFile: 'none',
    tempDirName: '.test-results/mutants',
    ignorePatterns: ['dist', '.test-results', 'docs', 'supabase/migrations'],
    reporters: ['progress-append-only'],
    allowEmpty: true,
    // On a busy machine, a shorter time would count slow tests as noticed.
    timeoutMS: 60_000,
    concurrency: Math.max(1, availableParallelism() - 1),
  });
  const results = await stryker.runMutationTest();
  return {
    killed: results.filter(({ status }) => KILLED.has(status)).length,
    survivors: results
      .filter(({ status }) => SURVIVED.has(status))
      .map(({ fileName, location, replacement }) => ({
        area,
        file: fileName.replace(root, ''),
        line: location.start.line,
        from: codeAt(fileName, location),
        to: replacement,
      })),
  };
}
