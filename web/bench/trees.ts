/** Serves the sides of a measurement: this tree, another commit, the floor. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { z } from 'zod';
import { listen } from 'embedded-supabase/listeners';
import { createPageApp } from '../../supabase/local/page-app.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const addressesSchema = z.object({ webUrl: z.string(), supabaseUrl: z.string(), publishableKey: z.string() });

/** URLs of a side and its backend. */
export type Addresses = z.infer<typeof addressesSchema>;

/** Cleanup steps, last one first. */
export type Undo = (() => unknown)[];

function buildPage(tree: string, args: string[] = []): void {
  execFileSync(
    process.execPath,
    [join(tree, 'node_modules/vite/bin/vite.js'), 'build', ...args, '--logLevel', 'error'],
    {
      cwd: tree,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, VITE_SUPABASE_URL: '', VITE_SUPABASE_PUBLISHABLE_KEY: '' },
    },
  );
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** The short name of a commit. Throws if it does not exist. */
export function nameOf(commit: string): string {
  try {
    return git('rev-parse', '--verify', '--short', `${commit}^{commit}`);
  } catch {
    throw new Error(`There is no commit ${commit}.`);
  }
}

function temporaryFolder(undo: Undo): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-page-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Checks out a commit into its own folder with its packages, or with those of this tree if both have the same. */
export function checkOut(commit: string, undo: Undo): string {
  const tree = join(temporaryFolder(undo), 'tree');
  git('worktree', 'add', '--detach', tree, commit);
  undo.push(() => git('worktree', 'remove', '--force', tree));
  // The packages of the workspace are links into this tree.
  if (git('diff', '--name-only', commit, '--', 'package-lock.json', 'packages') === '')
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] });
  return tree;
}

async function stopped(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.stdin?.end();
  await ended;
}

/** Builds a tree and serves it with demo data. */
export async function serveTree(tree: string, undo: Undo): Promise<Addresses> {
  buildPage(tree);
  const program = fileURLToPath(new URL('serve.mjs', import.meta.url));
  const server = spawn(process.execPath, [program, tree, temporaryFolder(undo)], {
    cwd: tree,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  undo.push(() => (server.exitCode === null ? stopped(server) : undefined));
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith('{')) return addressesSchema.parse(JSON.parse(line));
  }
  throw new Error(`The server of ${tree} did not start.`);
}

/** Builds the floor with the configuration of the page and serves it in the same way. */
export async function serveFloor(undo: Undo): Promise<string> {
  const distDir = temporaryFolder(undo);
  const floor = fileURLToPath(new URL('floor', import.meta.url));
  buildPage(root, [floor, '--config', join(root, 'vite.config.ts'), '--outDir', distDir]);
  if (!existsSync(join(distDir, 'index.html'))) throw new Error('The floor could not be built.');
  const listener = await listen(0, '127.0.0.1', 'the floor', 'PORT', () => false);
  undo.push(() => listener.close());
  const call = () => Promise.resolve(new Response('There are no functions', { status: 404 }));
  const app = createPageApp({ distDir, supabaseUrl: 'http://127.0.0.1', publishableKey: '', realtime: false, call });
  listener.serve(getRequestListener(app.fetch));
  return `http://localhost:${String(listener.port)}`;
}
