/**
 * `npm test`: runs everything. Installs missing packages, finds a browser, runs all suites and writes
 * .test-results/results.json. With names (`npm test -- unit browser`), only those suites run. `npm test -- changed [base]`
 * runs what a change can turn red, see scripts/checks/changed-suites.ts.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findBrowser, findFirefox, findWebKitDriver } from '../machine/browser.mjs';
import { hasCheckingPostgres } from '../machine/checking-postgres.ts';
import { hasProxies } from '../machine/proxies.ts';
import { suitesOfChange } from '../checks/changed-suites.ts';
import { conclude, resultsFolder, runSuites, suites } from '../checks/suites.ts';

/** Suites that need programs from Debian's packages, and checks whether this machine has them or can get them. */
const NEEDS: Record<string, { programs: string; canRun: () => boolean }> = {
  'database lint': { programs: 'plpgsql_check', canRun: hasCheckingPostgres },
  deploy: { programs: 'pg_dump, nginx and Caddy', canRun: () => hasCheckingPostgres() && hasProxies() },
  firefox: { programs: 'firefox-esr', canRun: () => findFirefox() !== undefined },
  webkit: { programs: 'webkit2gtk-driver and xvfb', canRun: () => findWebKitDriver() !== undefined },
};

/** The suites of these names; without a name all. */
function namedSuites(names: string[]) {
  const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    const known = suites.map(({ name }) => name).join(', ');
    throw new Error(`There is no suite ${unknown.join(', ')}. There are: ${known}, and: changed [base]`);
  }
  return suites.filter(({ name }) => names.length === 0 || names.includes(name));
}

async function changedSuites(base: string | undefined) {
  const { suites: list, lines } = await suitesOfChange(base);
  console.log(`${lines.join('\n')}\n`);
  return list;
}

const started = Date.now();
const names = process.argv.slice(2);
const isChange = names[0] === 'changed';
const wanted = (isChange ? await changedSuites(names[1]) : namedSuites(names)).filter(({ name }) => {
  const need = NEEDS[name];
  if (!need || need.canRun()) return true;
  console.log(`- ${name}: not run, this machine has no ${need.programs}`);
  return false;
});

if (names.length === 0) rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });

// One more at a time than there are processors, because many of them wait for timers or a database.
const results = await runSuites(
  wanted.filter(({ isBrowser }) => !isBrowser),
  Math.min(5, Math.max(3, availableParallelism() + 1)),
);
// The browser tests run alone, because they use all processors. They build the page themselves unless the suite `build`
// has.
const isBuilt: Record<string, string> = wanted.some(({ name }) => name === 'build') ? { E2E_IS_BUILT: '1' } : {};
for (const suite of wanted.filter(({ isBrowser }) => isBrowser)) {
  try {
    const path = await findBrowser({ ...process.env, ...suite.env });
    console.log(`browser: ${path}`);
    results.push(...(await runSuites([{ ...suite, env: { ...suite.env, CHROMIUM_PATH: path, ...isBuilt } }], 1)));
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    results.push({ name: suite.name, kind: suite.kind, seconds: 0, tests: [], failure });
    console.log(`✗ ${suite.name}: ${failure}`);
  }
}

// The report of proved checks is about the tests of a whole run.
if (!isChange)
  writeFileSync(
    join(resultsFolder, 'results.json'),
    `${JSON.stringify({ isComplete: names.length === 0, suites: results }, null, 1)}\n`,
  );
console.log(`\nAll suites took ${((Date.now() - started) / 60_000).toFixed(1)} minutes.`);
conclude(results);
