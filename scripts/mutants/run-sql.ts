/**
 * Breaks the database while its tests run: one server for all mutants, in which each is applied and undone. The tests of
 * a mutant are those that name the objects and texts around it, as for `npm test -- changed`.
 */
import { join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { connectBackend } from '../../supabase/tests/support/embedded/remote-backend.ts';
import { runSql } from '../../supabase/tests/support/postgres/own-database.ts';
import { databaseUrl, MIGRATED_TEMPLATE } from '../../supabase/tests/support/postgres/start-postgres.ts';
import { domainOf, termsOfStatements, testsThatName } from '../checks/changed.ts';
import { projectFiles, readFiles, root } from '../checks/project-files.mjs';
import { readSqlFiles, statementsOf } from '../checks/schema-files.ts';
import { mutantsOf, spread } from './sql-mutants.ts';
import type { Outcome, Survivor } from './survivors.ts';

/** Test files of each kind that a mutant has to pass: rules and `/api`, then races and what is only tested in SQL. */
const KINDS = [
  { project: 'on-postgres', folder: /\/tests\/(?:rules|storage|api)\/(?!fuzz)/, most: 5 },
  { project: 'races', folder: /\/tests\/races\//, most: 2 },
  { project: 'postgres', folder: /\/tests\/schema\/(?!bench|catalog|permission|schemas|upgrade|.*plans)/, most: 2 },
];

/**
 * Runs test files, up to the first failure.
 * @returns the title of the test that failed
 */
async function failureIn(vitest: Vitest, files: readonly string[]): Promise<string | undefined> {
  const specifications = vitest.projects.flatMap((project) =>
    files
      .map((file) => join(root, file))
      .filter((path) => project.matchesTestGlob(path))
      .map((path) => project.createSpecification(path)),
  );
  for (const specification of specifications) {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
    if (unhandledErrors.length > 0) return 'an error outside of tests';
    for (const module of testModules) {
      const [failed] = module.children.allTests('failed');
      if (failed) return failed.fullName;
      if (module.state() === 'failed') return module.relativeModuleId;
    }
  }
  return undefined;
}

/** Runs a statement in all databases that the tests use. */
async function runEverywhere(vitest: Vitest, statement: string) {
  for (const project of vitest.projects) {
    const { backend, postgresUrl, hostedPostgresUrl } = project.getProvidedContext();
    if (backend) await connectBackend(backend).sql(statement);
    for (const url of [postgresUrl, hostedPostgresUrl])
      if (url) await runSql(databaseUrl(url, MIGRATED_TEMPLATE), statement);
  }
}

/**
 * Breaks the functions, triggers and constraints of schema files.
 * @param files parts of their names; none: all
 * @param sample how many mutants at most, evenly spread
 * @throws if the tests fail before anything is broken
 */
export async function breakSql(files: readonly string[], sample: number = Infinity): Promise<Outcome> {
  const statements = (await Promise.all(readSqlFiles(join(root, 'supabase/schemas')).map(statementsOf))).flat();
  const paths = projectFiles().filter((file) => /^supabase\/tests\/.*\.ts$/.test(file));
  const tests = readFiles(paths.filter((file) => file.endsWith('.test.ts')));
  const helpers = readFiles(paths.filter((file) => !file.endsWith('.test.ts') && !file.includes('/support/')));
  const chosen = statements.filter(({ file }) => files.length === 0 || files.some((part) => file.includes(part)));
  const mutants = spread(
    chosen.flatMap((statement) => mutantsOf(statement).map((mutant) => ({ mutant, statement }))),
    sample,
  );
  const testsOf = ({ mutant, statement }: (typeof mutants)[number]) => {
    const named = testsThatName(
      termsOfStatements([statement, { ...statement, text: mutant.broken }], statements),
      tests,
      helpers,
      domainOf(statement.file),
    ).map(({ file }) => file);
    return KINDS.flatMap(({ folder, most }) => named.filter((file) => folder.test(file)).slice(0, most));
  };
  const vitest = await createVitest('test', {
    project: KINDS.map(({ project }) => project),
    watch: false,
    bail: 1,
    reporters: [{}],
  });
  try {
    const baseline = await failureIn(vitest, [...new Set(mutants.flatMap(testsOf))]);
    if (baseline !== undefined) throw new Error(`Before anything is broken, this fails: ${baseline}`);
    let killed = 0;
    const survivors: Survivor[] = [];
    for (const [index, each] of mutants.entries()) {
      const { file, line, from, to, apply, restore } = each.mutant;
      await runEverywhere(vitest, apply);
      const failure = await failureIn(vitest, testsOf(each));
      await runEverywhere(vitest, restore);
      if (failure === undefined) survivors.push({ area: 'sql', file, line, from, to });
      else killed += 1;
      console.log(
        `${index + 1}/${mutants.length} ${file}:${line} ${failure === undefined ? `SURVIVED ${to}` : `killed by: ${failure}`}`,
      );
    }
    return { killed, survivors };
  } finally {
    await vitest.close();
  }
}
