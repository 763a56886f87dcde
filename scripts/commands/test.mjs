/**
 * `npm test`: everything. Installs what is missing, finds a browser, runs all suites and writes .test-results/results.json.
 * With names (`npm test -- unit browser`) only those suites run.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstall } from '../machine/ensure-install.mjs';
import { conclude, present, resultsFolder, runSuites, suites } from '../checks/suites.mjs';

const started = Date.now();
ensureInstall();
const { findBrowser } = await import('../machine/browser.mjs');
const { hasCheckingPostgres } = await import('../machine/checking-postgres.mjs');
const { hasNginx } = await import('../machine/nginx.mjs');

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.values(suites).some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no suite ${unknown.join(', ')}. There are: ${Object.values(suites)
      .map(({ name }) => name)
      .join(', ')}`,
  );
  process.exit(1);
}
const wanted = (list) => present(list).filter(({ name }) => names.length === 0 || names.includes(name));

if (names.length === 0) rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });

const results = [];
const { browser, browserOnPostgres } = suites;
// The longest from the beginning, beside it what is cheap and telling first. Three at a time on two processors, since many of
// these wait for time to pass or for a database. The browser alone, since it takes both.
const {
  types,
  format,
  lint,
  source,
  unused,
  unit,
  build,
  components,
  deno,
  api,
  onPostgres,
  database,
  postgres,
  local,
  databaseTypes,
} = suites;
const beside = [
  api,
  onPostgres,
  types,
  format,
  lint,
  source,
  unused,
  unit,
  build,
  components,
  deno,
  postgres,
  local,
  database,
  databaseTypes,
];
if (hasCheckingPostgres()) beside.push(suites.databaseLint);
else console.log('- database lint: not run, this machine cannot get plpgsql_check');
if (hasCheckingPostgres() && hasNginx()) beside.push(suites.deploy);
else console.log('- deploy: not run, this machine cannot get pg_dump and nginx');
results.push(...(await runSuites(wanted(beside), 3)));
for (const suite of wanted([browser, browserOnPostgres])) {
  try {
    const path = await findBrowser();
    console.log(`browser: ${path}`);
    results.push(
      ...(await runSuites([{ ...suite, env: { ...suite.env, CHROMIUM_PATH: path, E2E_IS_BUILT: '1' } }], 1)),
    );
  } catch (error) {
    results.push({ name: suite.name, kind: suite.kind, seconds: 0, tests: [], failure: error.message });
    console.log(`✗ ${suite.name}: ${error.message}`);
  }
}

writeFileSync(
  join(resultsFolder, 'results.json'),
  `${JSON.stringify({ isComplete: names.length === 0, suites: results }, null, 1)}\n`,
);
console.log(`\nAll suites took ${((Date.now() - started) / 60_000).toFixed(1)} minutes.`);
conclude(results);
