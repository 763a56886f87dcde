/**
 * `npm run mutants -- domain | page | functions | sql [files]`: breaks the code in one place at a time and runs the
 * tests that should notice. Exits with 1 if they notice less than 90 %. Prints survivors; those in docs/mutants.md have a
 * reason. With files, only those are broken. `--sample=N` breaks at most N places of the SQL, evenly spread.
 */
import '../machine/quiet-tools.mjs';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareTypeScript, runCommand } from '../machine/command.mjs';
import { AREAS } from '../mutants/areas.mjs';
import { rowOf, sortSurvivors } from '../mutants/survivors.mjs';

/** @typedef {import('../mutants/survivors.mjs').Survivor} Survivor */
/** @typedef {{ killed: number, survivors: Survivor[] }} Outcome */

const LEAST = 0.9;

await runCommand(async () => {
  const args = process.argv.slice(2);
  const [area = '', ...files] = args.filter((arg) => !arg.startsWith('--'));
  const [, sample] = /^--sample=(\d+)$/.exec(args.find((arg) => arg.startsWith('--')) ?? '') ?? [];
  const known = [...Object.keys(AREAS), 'sql'];
  if (!known.includes(area)) throw new Error(`Usage: npm run mutants -- ${known.join(' | ')} [files] [--sample=N]`);
  await prepareTypeScript();
  const { killed, survivors } =
    area === 'sql'
      ? await (
          await import('../mutants/run-sql.mjs')
        ).breakSql(files, sample === undefined ? undefined : Number(sample))
      : await (await import('../mutants/run-typescript.mjs')).breakTypeScript(area, files);
  const document = readFileSync(fileURLToPath(new URL('../../docs/mutants.md', import.meta.url)), 'utf8');
  const { known: explained, unknown } = sortSurvivors(survivors, document);
  for (const survivor of unknown) console.log(`${survivor.file}:${survivor.line}\n${rowOf(survivor)}`);
  const all = killed + survivors.length;
  if (all === 0) throw new Error('There was nothing to break');
  console.log(
    `\n${all} mutants: ${killed} killed (${((100 * killed) / all).toFixed(1)} %), ${explained.length} survivors with a reason, ${unknown.length} without`,
  );
  if (killed / all < LEAST) process.exitCode = 1;
});
