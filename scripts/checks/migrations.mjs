/**
 * Holds the migrations of a release as they are: a database that has run a chapter never runs it again, so a change of it would
 * reach new databases only. `node scripts/checks/migrations.mjs --release` writes down, at a release, what each chapter holds;
 * from then on a changed or missing chapter is a finding, and so is a new one that would run before a released one.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** @typedef {Record<string, string>} Chapters a chapter's file name → the hash of what it holds */

const FOLDER = 'supabase/migrations';
/** Beside the folder and not in it: the supabase CLI reads every file there. */
const RELEASED = 'supabase/released-migrations.json';

/**
 * What has become of the released chapters.
 * @param {Chapters} released
 * @param {Chapters} present
 * @returns {string[]}
 */
export function chapterProblems(released, present) {
  const last = Object.keys(released).sort().at(-1) ?? '';
  const lost = Object.entries(released).flatMap(([file, hash]) => {
    if (present[file] === undefined) return [`${FOLDER}/${file} was released and is gone`];
    return present[file] === hash
      ? []
      : [`${FOLDER}/${file} was released and has changed: write a new chapter instead`];
  });
  const early = Object.keys(present)
    .filter((file) => released[file] === undefined && file < last)
    .map((file) => `${FOLDER}/${file} would run before ${last}, which is released: give it a later time`);
  return [...lost, ...early];
}

/**
 * The chapters that are there.
 * @param {string} root
 * @returns {Chapters}
 */
export function readChapters(root) {
  const files = readdirSync(join(root, FOLDER)).filter((file) => file.endsWith('.sql'));
  const hashOf = (/** @type {string} */ file) =>
    createHash('sha256')
      .update(readFileSync(join(root, FOLDER, file), 'utf8').replaceAll('\r\n', '\n'))
      .digest('hex');
  return Object.fromEntries(files.sort().map((file) => [file, hashOf(file)]));
}

/**
 * The chapters of the last release; none before the first.
 * @param {string} root
 * @returns {Chapters}
 */
export function readReleased(root) {
  const path = join(root, RELEASED);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/**
 * Writes down the chapters that are there as those of a release.
 * @param {string} root
 * @throws when a released chapter is not what it was
 */
export function release(root) {
  const present = readChapters(root);
  const problems = chapterProblems(readReleased(root), present);
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
