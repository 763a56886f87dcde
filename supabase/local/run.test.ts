import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from './run.ts';

test('--reset deletes the data and drafts of earlier starts, nothing else, and only with valid settings', async () => {
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
  const start = (env: Record<string, string>) =>
    run({
      projectDir: dataDir,
      web: 'build',
      reset: true,
      demo: undefined,
      env: { DATA_DIR: dataDir, ...env },
      build: () => Promise.resolve(),
    });
  const gone = (paths: string[]) => paths.filter((path) => !existsSync(path));
  await expect(start({ SITE_URL: 'no address' })).rejects.toThrow('SITE_URL=no address');
  expect(gone(data), 'by a start with a wrong setting').toEqual([]);
  await expect(start({}), 'without a project').rejects.toThrow('config.toml');
  expect(gone(data)).toEqual(data);
  expect(gone(others)).toEqual([]);
});
