/** `npm run release`: packs what is committed with the built page, as marketplace-<version>.tar.gz (docs/operate.md). */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from '../checks/project-files.mjs';
import { ensureInstall } from '../machine/ensure-install.mjs';
import { runCommand } from '../machine/command.mjs';
import { buildIfStale } from '../machine/launch.mjs';
import { packRelease } from '../machine/pack-release.mjs';

await runCommand(async () => {
  if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '')
    throw new Error('Commit your changes first: a release is what is committed.');
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const tags = execFileSync('git', ['tag', '--points-at', 'HEAD'], { cwd: root, encoding: 'utf8' }).split('\n');
  if (!tags.includes(`v${version}`))
    throw new Error(
      `This commit is not release ${version}, because it has no tag v${version}: check out the tag of a release.`,
    );
  ensureInstall();
  await buildIfStale();
  const name = `marketplace-${version}`;
  packRelease(root, name, `${name}.tar.gz`);
  console.log(`${name}.tar.gz is written.`);
});
