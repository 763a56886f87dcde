/** A packed release: what is committed, with its page. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { buildIfStale } from '../../../scripts/machine/launch.mjs';
import { packRelease } from '../../../scripts/machine/pack-release.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('a release brings its page, which a start serves without building it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await buildIfStale();
  const archive = join(folder, 'release.tar.gz');
  packRelease(root, 'release', archive);
  execFileSync('tar', ['xzf', archive, '-C', folder]);
  const release = join(folder, 'release');
  expect(await readFile(join(release, 'dist/index.html'), 'utf8')).toBe(
    await readFile(join(root, 'dist/index.html'), 'utf8'),
  );
  expect(existsSync(join(release, 'package-lock.json'))).toBe(true);
  // Nothing is installed there, so a build would fail.
  const start = `import { buildIfStale } from './scripts/machine/launch.mjs'; await buildIfStale();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', start], { cwd: release });
});
