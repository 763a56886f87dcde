/** The files of the project. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const OUTSIDE = new Set(['node_modules', 'dist', '.git', '.test-results', '.temp', '.branches']);

/** @param {string} root @param {string} [folder] @returns {string[]} paths of the files below it, from `root` */
function walk(root, folder = root) {
  return readdirSync(folder)
    .filter((name) => !OUTSIDE.has(name))
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? walk(root, path) : [relative(root, path).split(sep).join('/')];
    });
}

/** Those that git tracks or would add, or all files outside of a clone. */
export function projectFiles(folder = root) {
  const command = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  try {
    const list = execFileSync('git', command, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return list.split('\0').filter((path) => path && statSync(join(folder, path), { throwIfNoEntry: false })?.isFile());
  } catch {
    return walk(folder);
  }
}

/** Files with their texts. @param {readonly string[]} files */
export const readFiles = (files, folder = root) =>
  files.map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));

/** The files whose paths match, with their texts. @param {RegExp} pattern */
export const filesLike = (pattern) => readFiles(projectFiles().filter((file) => pattern.test(file)));

/** The sources of the page without its tests, each with its path from `web/src`. */
export const pageSources = () =>
  filesLike(/^web\/src\/.*(?<!\.test)\.tsx?$/).map(({ file, text }) => ({ file: file.slice('web/src/'.length), text }));
