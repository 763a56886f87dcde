/** The files of the project. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

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

/** Files of the project: those that git tracks or would add, or all files outside of a clone. @param {string} root */
export function projectFiles(root) {
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
