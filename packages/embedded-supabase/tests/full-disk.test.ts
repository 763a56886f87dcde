/** What a data folder has after a full disk, a kill or a power loss: whole parts, and nothing that takes room in vain. */
import { execFile } from 'node:child_process';
import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedSupabase } from '../src/server.ts';
import { makeProject } from './project.ts';

const run = promisify(execFile);

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Calls `name` of a module in a process that can make files, but write nothing into them. */
function callWithoutRoom(module: string, name: string, argument: string): Promise<unknown> {
  const call = `import(${JSON.stringify(new URL(module, import.meta.url).href)}).then((all) => all[${JSON.stringify(name)}](process.argv[1]))`;
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', call, argument];
  return run('sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...node], { cwd: import.meta.dirname });
}

test.each([
  ['the lock', '../src/data/folder-lock.ts', 'lockFolder'],
  ['the keys', '../src/platform/keys.ts', 'loadKeys'],
])('%s cannot be written: nothing stays', async (_part, module, name) => {
  const folder = makeFolder();
  await expect(callWithoutRoom(module, name, folder)).rejects.toThrow('EFBIG');
  expect(readdirSync(folder)).toEqual([]);
});

test('the release is written when it changes, and not into the file that is there', async () => {
  const made = makeProject();
  onTestFinished(() => made.remove());
  const file = join(made.dataDir, 'release');
  const startOf = async (release: string) => {
    const server = await startEmbeddedSupabase({
      project: { ...made.project, release },
      dataDir: made.dataDir,
      quiet: true,
    });
    await server.stop();
  };
  await startOf('1.0.0');
  const before = join(made.projectDir, 'release-before');
  linkSync(file, before);
  await startOf('1.1.0');
  expect([readFileSync(before, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['1.0.0', '1.1.0']);
  const { mtimeMs } = statSync(file);
  await startOf('1.1.0');
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
});
