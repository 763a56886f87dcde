import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

/**
 * Packs what is committed, with the page as it is built, so that a small machine need not build it.
 * @param root folder of the repository
 * @param name name of the folder in the archive
 * @param target path of the archive, a .tar.gz
 */
export function packRelease(root: string, name: string, target: string) {
  const files = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const built = files.flatMap((file) => [`--prefix=${name}/${posix.dirname(file)}/`, `--add-file=${file}`]);
  execFileSync('git', ['archive', '--format=tar.gz', `--output=${target}`, ...built, `--prefix=${name}/`, 'HEAD'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
