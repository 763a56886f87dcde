/** Migrations of a release, which is a git tag `v…`, never change: databases have run them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = 'supabase/migrations';

/**
 * The migrations that a release has and the work tree has not, or differently.
 * @param root folder of the repository; a copy without its history has no releases
 * @returns "v1.1.0: supabase/migrations/…" each
 */
function changedMigrations(root: string): string[] {
  if (!existsSync(join(root, '.git'))) return [];
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return git('tag', '--list', 'v[0-9]*', '--merged').flatMap((tag) =>
    git('diff', '--no-renames', '--name-only', '--diff-filter=a', tag, '--', FOLDER).map((file) => `${tag}: ${file}`),
  );
}

test('no migration of a release has changed', () => {
  expect(changedMigrations(process.cwd())).toEqual([]);
});

test('a released migration that is changed, renamed or deleted is named, and a new one is not', () => {
  const root = mkdtempSync(join(tmpdir(), 'released-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd: root });
  const file = (name: string) => join(root, 'supabase/migrations', name);
  try {
    git('init', '--quiet');
    mkdirSync(join(root, 'supabase/migrations'), { recursive: true });
    for (const name of ['1.sql', '2.sql', '3.sql', '4.sql']) writeFileSync(file(name), `select ${name[0]};`);
    git('add', '.');
    git('commit', '--quiet', '--message', 'x');
    git('tag', 'v1.1.0');
    expect(changedMigrations(root)).toEqual([]);
    writeFileSync(file('1.sql'), 'select 0;');
    rmSync(file('2.sql'));
    renameSync(file('3.sql'), file('5.sql'));
    git('add', '.');
    expect(changedMigrations(root)).toEqual(['1', '2', '3'].map((name) => `v1.1.0: supabase/migrations/${name}.sql`));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
