/**
 * Type check of the edge functions by Deno, as in `supabase functions deploy`, and a check of them by the Deno version
 * of hosted Supabase.
 */
import '../machine/quiet-tools.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const functions = fileURLToPath(new URL('../../supabase/functions', import.meta.url));
/** @param {string} name */
const deno = (name) => fileURLToPath(new URL(`../../node_modules/${name}/bin.cjs`, import.meta.url));
const entries = readdirSync(functions)
  .map((name) => `${name}/index.ts`)
  .filter((path) => existsSync(`${functions}/${path}`));
/** @param {string} name @param {string[]} args */
const run = (name, ...args) =>
  spawnSync(process.execPath, [deno(name), ...args, ...entries], { cwd: functions, stdio: 'inherit' }).status ?? 1;

// Without files, Deno would report success.
if (entries.length === 0) {
  console.error(`There is no function in ${functions}.`);
  process.exit(1);
}

// The Deno of hosted Supabase is older: it must be able to read the lock file and the imports of the functions. It
// checks no types.
process.exit(
  run('deno', 'check', '--quiet') ||
    run('deno-of-hosted', 'cache', '--quiet', '--no-check', '--node-modules-dir=manual'),
);
