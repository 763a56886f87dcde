/**
 * `npm run mutants -- domain | page | functions | sql [files]`: breaks the code in one place at a time and runs the
 * tests that should notice. Exits with 1 if they notice less than 90 %. Prints survivors; those in docs/mutants.md have a
 * reason. With files, only those are broken. `--sample=N` breaks at most N places of the SQL, evenly spread.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../checks/project-files.mjs';
import { breakSql } from '../mutants/run-sql.ts';
import { AREAS, breakTypeScript } from '../mutants/run-typescript.ts';
import { rowOf, sortSurvivors } from '../mutants/survivors.ts';

const LEAST = 0.9;

const { values, positionals } = parseArgs({ options: { sample: { type: 'string' } }, allowPositionals: true });
const [area = '', ...files] = positionals;
const areas = [...Object.keys(AREAS), 'sql'];
if (!areas.includes(area)) throw new Error(`Usage: npm run mutants -- ${areas.join(' | ')} [files] [--sample=N]`);
const { killed, survivors } =
  area === 'sql'
    ? await breakSql(files, values.sample === undefined ? undefined : Number(values.sample))
    : await breakTypeScript(area, files);
const { known, unknown } = sortSurvivors(survivors, readFileSync(join(root, 'docs/mutants.md'), 'utf8'));
for (const survivor of unknown) console.log(`${survivor.file}:${survivor.line}\n${rowOf(survivor)}`);
const all = killed + survivors.length;
if (all === 0) throw new Error('There was nothing to break');
console.log(
  `\n${all} mutants: ${killed} killed (${((100 * killed) / all).toFixed(1)} %), ${known.length} survivors with a reason, ${unknown.length} without`,
);
if (killed / all < LEAST) process.exitCode = 1;
