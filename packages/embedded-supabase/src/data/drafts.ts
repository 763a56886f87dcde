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

const UPLOAD = new RegExp(`^[0-9a-f]{64}\\.${ID}$`);

/**
 * Removes what processes that were killed have left half-written in a data folder: each of them can be as large as the
 * database. Only for the process that holds the folder.
 */
export async function removeDrafts(dataDir: string): Promise<void> {
  for (const [folder, name] of DRAFTS) await removeNamed(join(dataDir, folder), name);
}

/** Removes the drafts of uploads. It reads the names of all stored files, so only after an end without a stop. */
export async function removeUploads(dataDir: string): Promise<void> {
  const storage = join(dataDir, 'storage');
  const folders = await readdir(storage).catch(() => []);
  for (const folder of folders.filter((each) => /^[0-9a-f]{2}$/.test(each)))
    await removeNamed(join(storage, folder), UPLOAD);
}

async function removeNamed(path: string, name: RegExp): Promise<void> {
  const names = await readdir(path).catch(() => []);
  for (const draft of names.filter((each) => name.test(each)))
    await rm(join(path, draft), { recursive: true, force: true });
}
