import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/**
 * Where a data folder has drafts, and their names. That of a lock is not among them: it can be of a start that does not
 * hold the folder yet.
 */
const DRAFTS: readonly (readonly [folder: string, name: RegExp])[] = [
  ['.', new RegExp(`^(?:db|storage|restore|keys\\.json|folder-id|release)\\.${ID}$`)],
  ['backups', new RegExp(`^before-.+\\.tar\\.gz\\.${ID}$`)],
  ['mails', new RegExp(`^\\d+-${ID}\\.json\\.${ID}$`)],
];

/**
 * Removes what processes that were killed have left half-written in a data folder: each of them can be as large as the
 * database. Only for the process that holds the folder.
 */
export async function removeDrafts(dataDir: string): Promise<void> {
  for (const [folder, name] of DRAFTS) {
    const path = join(dataDir, folder);
    const names = await readdir(path).catch(() => []);
    for (const draft of names.filter((each) => name.test(each)))
      await rm(join(path, draft), { recursive: true, force: true });
  }
}
