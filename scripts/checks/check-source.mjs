/** Applies source-rules.mjs to every file of the project and checks the lock file. Exits with 1 on a finding. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingEntries, unverifiedEntries } from './lockfile.mjs';
import { findingsIn } from './source-rules.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const OUTSIDE = new Set(['node_modules', 'dist', '.git', '.test-results', '.temp', '.branches']);
const BINARY = /\.(png|jpe?g|gif|webp|avif|ico|woff2?|pdf|zip|docx?|xlsx?|pptx?)$/i;

/**
 * Values that look like secrets and are none.
 * @type {string[]}
 */
const FIXTURES = [];

/**
 * @param {string} folder
 * @returns {string[]} paths of the files below it, from the project's folder
 */
function walk(folder) {
  return readdirSync(folder)
    .filter((name) => !OUTSIDE.has(name))
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? walk(path) : [relative(root, path).split(sep).join('/')];
    });
}

/** Files of the project: what git knows or would add, or everything when this is no clone. */
function files() {
  try {
    const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return list
      .split('\0')
      .filter((path) => path !== '' && statSync(join(root, path), { throwIfNoEntry: false })?.isFile());
  } catch {
    return walk(root);
  }
}

const findings = files()
  .filter((file) => !BINARY.test(file))
  .flatMap((file) => findingsIn(file, readFileSync(join(root, file), 'utf8'), FIXTURES));

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const missing = missingEntries(lock);
if (missing.size > 0)
  findings.push({
    file: 'package-lock.json',
    line: 1,
    message: `${missing.size} platform packages are missing. Run: node scripts/checks/lockfile.mjs --fix`,
  });
for (const place of unverifiedEntries(lock))
  findings.push({ file: 'package-lock.json', line: 1, message: `${place} has no integrity` });

for (const { file, line, message } of findings) console.error(`${file}:${line}: ${message}`);
if (findings.length > 0) process.exit(1);
