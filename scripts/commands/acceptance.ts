/**
 * `npm run acceptance`: lists which checks of docs/acceptance.md the last `npm test` did not prove. A test proves the
 * numbers in its title, as in `[A12]` or `[A12,A13]`; a number only counts if no test with it failed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate, readChecks } from '../checks/acceptance.ts';
import { root } from '../checks/project-files.mjs';
import { resultsFolder } from '../checks/suites.ts';

const results = join(resultsFolder, 'results.json');
if (!existsSync(results)) throw new Error('There are no results yet. Run: npm test');
const checks = readChecks(readFileSync(join(root, 'docs/acceptance.md'), 'utf8'));
const { isComplete, suites } = JSON.parse(readFileSync(results, 'utf8'));
const { proved, broken, unknown } = evaluate(checks, suites);

const open = checks.filter(({ number }) => !proved.has(number));
for (const [index, { number, section, text }] of open.entries()) {
  if (section !== open[index - 1]?.section) console.log(`\n${section}`);
  console.log(`  A${number}${broken.has(number) ? ' (its test fails)' : ''} ${text}`);
}
if (!isComplete) console.log('\nThe last run was of some suites only.');
console.log(`\n${checks.length - open.length} of ${checks.length} checks proved`);
if (unknown.size > 0) throw new Error(`Titles carry numbers that do not exist: ${[...unknown].join(', ')}`);
