/**
 * Keeps released migrations unchanged: a database never applies a migration twice, so a change would only reach new
 * databases. `node scripts/checks/migrations.mjs --release` stores the hash of each migration at a release; from then on
 * a changed or missing one is a finding, and so is a new one that sorts before a released one.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** @typedef {Record<string, string>} Hashes file name of a migration → hash of its content */

const FOLDER = 'supabase/migrations';
/** Next to the folder, not in it, because the Supabase CLI reads every file there. */
const RELEASED = 'supabase/released-migrations.json';

/**
 * Findings about released migrations, one sentence each.
 * @param {Hashes} released
 * @param {Hashes} present
 * @returns {string[]}
 */
export function migrationProblems(released, present) {
  const last = Object.keys(released).sort().at(-1) ?? '';
  const lost = Object.entries(released).flatMap(([file, hash]) => {
    if (present[file] === undefined) return [`${FOLDER}/${file} was released and is gone`];
    return present[file] === hash
      ? []
      : [`${FOLDER}/${file} was released and has changed: undo the change and run: npm run migration -- <name>`];
  });
  const early = Object.keys(present)
    .filter((file) => released[file] === undefined && file < last)
    .map((file) => `${FOLDER}/${file} would run before ${last}, which is released: give it a later time`);
  return [...lost, ...early];
}

/**
 * The existing migrations.
 * @param {string} root
 * @returns {Hashes}
 */
export function readMigrations(root) {
  const files = readdirSync(join(root, FOLDER)).filter((file) => file.endsWith('.sql'));
  const hashOf = (/** @type {string} */ file) =>
    createHash('sha256')
      .update(readFileSync(join(root, FOLDER, file), 'utf8').replaceAll('\r\n', '\n'))
      .digest('hex');
  return Object.fromEntries(files.sort().map((file) => [file, hashOf(file)]));
}

/**
 * The migrations of the last release; empty before the first.
 * @param {string} root
 * @returns {Hashes}
 */
export function readReleased(root) {
  const path = join(root, RELEASED);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/**
 * Stores the existing migrations as those of a release.
 * @param {string} root
 * @throws when a released migration was changed
 */
export function release(root) {
  const present = readMigrations(root);
  const problems = migrationProblems(readReleased(root), present);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  writeFileSync(join(root, RELEASED), `${JSON.stringify(present, null, 2)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  try {
    if (process.argv[2] !== '--release') throw new Error('With --release it writes supabase/released-migrations.json.');
    release(root);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
