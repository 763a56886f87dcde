/**
 * `npm run acceptance`: lists which checks of docs/acceptance.md the last `npm test` proved. A test proves the numbers
 * in its title, as in `[A12]` or `[A12,A13]`; a number only counts if no test with it failed. `-- --kinds` also lists
 * checks that are only proved by tests of another kind (U browser, H HTTP, D database, T unit). `-- --strict` exits with
 * 1 if a number is missing.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../checks/project-files.mjs';

/**
 * @typedef {{ number: number, section: string, kinds: string[], text: string }} Check
 * @typedef {{ name: string, tests: { title: string, status: string }[] }} SuiteResult
 */

/** Kinds of checks that a suite's tests can prove. @type {Record<string, string[]>} */
const PROVES = {
  browser: ['U'],
  'browser-elsewhere': ['U'],
  firefox: ['U'],
  api: ['H', 'D'],
  local: ['H', 'D'],
  deploy: ['H'],
  database: ['D', 'H'],
  postgres: ['D'],
  'on-postgres': ['H', 'D'],
  unit: ['T'],
  components: ['T'],
};

/** Numbered checks of docs/acceptance.md. @param {string} markdown */
export function readChecks(markdown) {
  /** @type {Check[]} */
  const checks = [];
  let section = '';
  for (const line of markdown.split('\n')) {
    [, section = section] = /^#{2,3} (.+)/.exec(line) ?? [];
    const [, number, rest = ''] = /^(\d+)\. (.+)/.exec(line) ?? [];
    if (!number) continue;
    const [kinds = ''] = /^(?:[UHDT] )+/.exec(rest) ?? [];
    checks.push({ number: Number(number), section, kinds: kinds.trim().split(' '), text: rest });
  }
  return checks;
}

/** Numbers in a title: `[A12,A13]` → [12, 13]. @param {string} title */
export function numbersIn(title) {
  return [...title.matchAll(/\[(A\d+(?:\s*,\s*A\d+)*)\]/g)].flatMap(([, list = '']) =>
    (list.match(/\d+/g) ?? []).map(Number),
  );
}

/**
 * Per number, the kinds of the passing tests; numbers with a failing test, and unknown numbers.
 * @param {Check[]} checks @param {SuiteResult[]} suites
 */
export function evaluate(checks, suites) {
  const proved = new Map();
  const broken = new Set();
  const unknown = new Set();
  const known = new Set(checks.map(({ number }) => number));
  for (const { name, tests } of suites) {
    for (const { title, status } of tests) {
      for (const number of numbersIn(title)) {
        if (!known.has(number)) unknown.add(number);
        if (status !== 'passed') broken.add(number);
        proved.set(number, new Set([...(proved.get(number) ?? []), ...(PROVES[name] ?? [])]));
      }
    }
  }
  for (const number of broken) proved.delete(number);
  return { proved, broken, unknown };
}

function main() {
  const results = join(root, '.test-results/results.json');
  if (!existsSync(results)) {
    console.error('There are no results yet. Run: npm test');
    process.exit(1);
  }
  const checks = readChecks(readFileSync(join(root, 'docs/acceptance.md'), 'utf8'));
  const { isComplete, suites } = JSON.parse(readFileSync(results, 'utf8'));
  const { proved, broken, unknown } = evaluate(checks, suites);

  let section = '';
  /** @param {Check} check @param {string} remark */
  const print = (check, remark) => {
    if (check.section !== section) console.log(`\n${check.section}`);
    section = check.section;
    console.log(`  A${check.number}${remark} ${check.text}`);
  };
  for (const check of checks) {
    const kinds = proved.get(check.number);
    if (!kinds) {
      print(check, broken.has(check.number) ? ' (its test fails)' : '');
    } else if (process.argv.includes('--kinds')) {
      const missing = check.kinds.filter((kind) => !kinds.has(kind));
      if (missing.length > 0) print(check, ` (no test of kind ${missing.join(', ')})`);
    }
  }
  if (unknown.size > 0) console.log(`\nTitles carry numbers that do not exist: ${[...unknown].join(', ')}`);
  if (!isComplete) console.log('\nThe last run was of some suites only.');
  console.log(`\n${proved.size} of ${checks.length} checks proved`);
  if (unknown.size > 0 || (process.argv.includes('--strict') && proved.size < checks.length)) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
