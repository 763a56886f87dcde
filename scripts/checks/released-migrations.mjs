/** Migrations of a release, which is a git tag `v…`, never change: databases have run them. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'supabase/migrations';

/**
 * The migrations that a release has and the work tree has not, or differently.
 * @param {string} root folder of the repository; a copy without its history has no releases
 * @returns {string[]} "v1.1.0: supabase/migrations/…" each
 */
export function changedMigrations(root) {
  if (!existsSync(join(root, '.git'))) return [];
  /** @param {string[]} args */
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return git('tag', '--list', 'v[0-9]*', '--merged').flatMap((tag) =>
    git('diff', '--no-renames', '--name-only', '--diff-filter=a', tag, '--', FOLDER).map((file) => `${tag}: ${file}`),
  );
}
