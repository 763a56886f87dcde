/**
 * Programs from Debian's packages, for tests that need more than npm offers. They are fetched into node_modules/.cache
 * and unpacked into a folder of the test: nothing is installed, and root is not needed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../node_modules/.cache/debian', import.meta.url));

/** The output of a command. @throws when it fails or is not there */
export function output(command: string, ...args: string[]) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 180_000 });
}

/**
 * Fetches packages and their dependencies, except those installed on this machine.
 * @returns the folder with them
 * @throws without apt, or if it cannot get them
 */
export function fetchPackages(...names: string[]) {
  const archives = join(cache, names.join('+'));
  mkdirSync(join(archives, 'partial'), { recursive: true });
  const isThere = readdirSync(archives).some((file) => file.endsWith('.deb'));
  if (!isThere) {
    const options = [`Dir::Cache::archives=${archives}/`, 'Debug::NoLocking=1', 'APT::Sandbox::User=root'];
    const flags = ['-qq', '-y', ...options.flatMap((option) => ['-o', option]), '--download-only'];
    output('apt-get', ...flags, '--no-install-recommends', 'install', ...names);
  }
  return archives;
}

/** Unpacks what `fetchPackages` returned. */
export function unpackPackages(archives: string, folder: string) {
  for (const name of readdirSync(archives))
    if (name.endsWith('.deb')) output('dpkg', '-x', join(archives, name), folder);
}
