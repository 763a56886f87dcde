/** What a server takes of a small machine: `NEEDED_MB` of scripts/machine/memory.mjs, which every start asks for. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NEEDED_MB } from '../../../scripts/machine/memory.mjs';
import { createOwnDatabase } from '../support/postgres/own-database.ts';
import { startPostgres } from '../support/postgres/start-postgres.ts';
import { makeProduct } from './start-product.ts';

/** Memory of a process in kB, of which it counts its part of what it shares with others; where the system cannot tell, all. */
function memoryOfOne(pid: number, resident: number): number {
  try {
    return Number(/^Pss:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]);
  } catch {
    // Another system than Linux, or the process has ended.
    return resident;
  }
}

/** Memory of a process and all that it started, in MB. */
function memoryOf(root: number): number {
  const rows = execFileSync('ps', ['-axo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = new Set([root]);
  for (let size = 0; size < tree.size;) {
    size = tree.size;
    for (const [pid = 0, parent = 0] of rows) if (tree.has(parent)) tree.add(pid);
  }
  const kilobytes = rows.reduce((sum, [pid = 0, , rss = 0]) => sum + (tree.has(pid) ? memoryOfOne(pid, rss) : 0), 0);
  return kilobytes / 1024;
}

/** Starts the product, uses it, and measures. The demo takes no more memory, but longer to load. */
async function memoryInUse(variables: Record<string, string>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'memory-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const product = await makeProduct({ DATA_DIR: folder, LOG_LEVEL: 'warn', ...variables });
  const { output, stop, pid } = await product.start(['--no-demo']);
  onTestFinished(stop);
  expect(output).toContain('ready in');
  for (const path of ['/', '/news', '/api/posts', '/api/news', '/sitemap.xml'])
    expect((await fetch(product.page + path)).status).toBe(200);
  return memoryOf(pid);
}

test('the embedded database leaves a machine of 1 GB enough', async () => {
  expect(await memoryInUse({})).toBeLessThan(NEEDED_MB.embedded);
});

test('a server beside a Postgres leaves a machine of 512 MB enough', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  expect(await memoryInUse({ DATABASE_URL: await createOwnDatabase(postgres.url) })).toBeLessThan(NEEDED_MB.postgres);
});
