/** `npm run release`: packs what is committed with the built page, as marketplace-<version>.tar.gz (docs/operate.md). */
import { execFileSync } from 'node:child_process';
import { VERSION } from '../../supabase/functions/_shared/version.ts';
import { root } from '../checks/project-files.mjs';
import { buildIfStale } from '../machine/launch.mjs';
import { packRelease } from '../machine/pack-release.ts';

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
if (git('status', '--porcelain') !== '') throw new Error('Commit your changes first: a release is what is committed.');
if (!git('tag', '--points-at', 'HEAD').split('\n').includes(`v${VERSION}`))
  throw new Error(
    `This commit is not release ${VERSION}, because it has no tag v${VERSION}: check out the tag of a release.`,
  );
await buildIfStale();
const name = `marketplace-${VERSION}`;
packRelease(root, name, `${name}.tar.gz`);
console.log(`${name}.tar.gz is written.`);
