/** Starts the product from source. Plain Node without dependencies, until they are installed. */
import './quiet-tools.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareTypeScript } from './command.mjs';
import { requireMemory } from './memory.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const dist = join(root, 'dist');
const OPTIONS = ['--reset', '--demo', '--no-demo'];
const SOURCES = [
  'web/index.html',
  'web/public',
  'web/src',
  'supabase/functions/_shared/domain',
  'supabase/functions/_shared/rows',
  'vite.config.ts',
  'package-lock.json',
];

/**
 * The time of the latest change below a path, in milliseconds; 0 if it does not exist.
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .reduce((latest, entry) => Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs), info.mtimeMs);
}

/** Whether the static build is missing or older than its sources. */
function isBuildStale() {
  const built = statSync(join(dist, 'index.html'), { throwIfNoEntry: false });
  return !built || SOURCES.some((source) => newest(join(root, source)) > built.mtimeMs);
}

/**
 * Builds without an address of Supabase: the server fills in its own. It serves the old page until the new one is complete.
 * @returns {Promise<void>}
 */
async function build() {
  requireMemory('build');
  console.log('Building the page, about a minute ...');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const draft = join(root, 'node_modules', '.cache', `page-${process.pid}`);
  const running = spawn(process.execPath, [vite, 'build', '--outDir', draft, '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { VITE_SUPABASE_URL: '', VITE_SUPABASE_PUBLISHABLE_KEY: '', VITE_REALTIME: '', ...process.env },
  });
  const clean = () => rmSync(draft, { recursive: true, force: true });
  process.once('exit', () => {
    running.kill();
    clean();
  });
  try {
    const [code] = await once(running, 'exit');
    if (code !== 0) throw new Error('The page could not be built; see above.');
    rmSync(dist, { recursive: true, force: true });
    renameSync(draft, dist);
  } finally {
    clean();
  }
}

/** Builds the page if its sources are newer than the build. */
export async function buildIfStale() {
  if (isBuildStale()) await build();
}

/** Runs the product. Exits with 1 if it fails. @param {'build' | 'dev'} web the static build, or hot reload */
export async function launch(web) {
  try {
    const given = process.argv.slice(2);
    const unknown = given.filter((argument) => !OPTIONS.includes(argument));
    if (unknown.length > 0)
      throw new Error(
        `Unknown option ${unknown.join(' ')}. There are --reset (begins with new data), --demo and --no-demo (with or without demo data).`,
      );
    const [demo, noDemo] = [given.includes('--demo'), given.includes('--no-demo')];
    if (demo && noDemo) throw new Error('--demo and --no-demo do not go together.');
    await prepareTypeScript();
    process.chdir(root);
    requireMemory(process.env.DATABASE_URL ? 'postgres' : 'embedded');
    const { run } = await import('../../supabase/local/run.ts');
    await run({
      projectDir: root,
      web,
      reset: given.includes('--reset'),
      demo: demo || noDemo ? demo : undefined,
      env: process.env,
      build: web === 'build' ? buildIfStale : async () => undefined,
    });
  } catch (error) {
    console.error(process.env.DEBUG ? error : `\n${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
