import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from './run.ts';

test('--reset deletes the data and what earlier starts left half-written, and nothing else', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reset-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const at = (path: string) => join(dataDir, path);
  const draft = 'db.5f0c1a52-3b0e-4f57-9d0b-6a4c2f1e8d90/1';
  const data = ['db/1', 'storage/aa/1', 'keys.json', 'server.lock', draft].map(at);
  const others = ['folder-id', 'backups/own.tar.gz', 'db.old/1', 'notes.txt'].map(at);
  for (const path of [...data, ...others]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
  const refused = run({
    projectDir: dataDir,
    web: 'build',
    reset: true,
    demo: undefined,
    // Ends the start once the data are deleted.
    env: { DATA_DIR: dataDir, SITE_URL: 'no address' },
    build: () => Promise.resolve(),
  });
  await expect(refused).rejects.toThrow('SITE_URL=no address');
  expect(data.filter((path) => existsSync(path))).toEqual([]);
  expect(others.filter((path) => !existsSync(path))).toEqual([]);
});
