import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { OWN_FILE, OWN_FOLDER } from '../platform/own-modes.ts';
import { syncNames } from '../platform/write-whole.ts';
import { removeDrafts, removeUploads } from './drafts.ts';
import { lockFolder } from './folder-lock.ts';
import { hasDatabase } from './prepared-folders.ts';

const run = promisify(execFile);

/** Names the release that last opened the folder. */
export const RELEASE_FILE = 'release';

/** The parts of a data folder. The database is restored last, because its presence marks a complete folder. */
export const KEPT = ['storage', 'mails', 'keys.json', RELEASE_FILE, 'db'];

/**
 * Packs a data folder (database, stored files, mails, keys) into `file`, which only its owner can read. No server can
 * write meanwhile.
 * @throws FolderInUseError if a server runs on the folder; an error if it is empty or `file` exists
 */
export async function saveFolder(dataDir: string, file: string): Promise<void> {
  if (!(await hasDatabase(dataDir)))
    throw new Error(`There is no database in ${dataDir}. Name its folder with DATA_DIR.`);
  if (existsSync(file)) throw new Error(`${file} exists already.`);
  const lock = await lockFolder(dataDir);
  try {
    if (lock.tookOver) await removeUploads(dataDir);
    await packFolder(dataDir, file);
  } finally {
    await lock.release();
  }
}

/** The parts that are folders. */
const FOLDERS = ['storage', 'mails', 'db'];

/**
 * Packs a data folder of which nobody writes to the database, completely or not at all. A part that is a link, such as
 * to another disk, is packed as what it leads to.
 */
export async function packFolder(dataDir: string, file: string): Promise<void> {
  const draft = `${resolve(file)}.${randomUUID()}`;
  const copies = join(dataDir, `restore.${randomUUID()}`);
  try {
    await writeFile(draft, '', { mode: OWN_FILE });
    const parts: string[] = [];
    const copied: string[] = [];
    for (const part of KEPT) {
      const path = join(dataDir, part);
      const entry = await lstat(path).catch(() => null);
      if (!entry) continue;
      const target = await stat(path).catch(() => {
        throw new Error(`${path} is a link to nothing. Is its disk there?`);
      });
      // The dot follows a link; `tar -h` would follow those inside as well, wherever they lead.
      if (!entry.isSymbolicLink()) parts.push(part);
      else if (target.isDirectory()) parts.push(`${part}/.`);
      else {
        await mkdir(copies, { recursive: true, mode: OWN_FOLDER });
        await copyFile(path, join(copies, part));
        copied.push(part);
      }
    }
    const others = copied.length === 0 ? [] : ['-C', resolve(copies), ...copied];
    await run('tar', ['-czf', draft, '-C', dataDir, ...parts, ...others]);
    const names = new Set(await namesIn(draft));
    const missing = [...parts, ...copied].find((part) => !names.has(part) && !names.has(`${part}/`));
    if (missing !== undefined) throw new Error(`${missing} of ${dataDir} did not get into the backup.`);
    await sync(draft);
    await rename(draft, file);
    await syncNames(dirname(resolve(file)));
  } finally {
    await rm(draft, { force: true });
    await rm(copies, { recursive: true, force: true });
  }
}

/** The names in an archive; those of folders end with a slash. */
async function namesIn(file: string): Promise<string[]> {
  const { stdout } = await run('tar', ['-tzf', file], { maxBuffer: 1_000_000_000 });
  return stdout.split('\n').filter((name) => name !== '');
}

/** Puts a file on the disk: a backup is what remains if the power goes while the data are changed. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The release that last opened a data folder; undefined if it named none. */
export const releaseOf = (dataDir: string): Promise<string | undefined> =>
  readFile(join(dataDir, RELEASE_FILE), 'utf8').catch(() => undefined);

/**
 * Unpacks a file of {@link saveFolder} into a folder without a database, completely or not at all.
 * @throws if there is a database, a running server, or unexpected content in the file
 */
export async function restoreFolder(dataDir: string, file: string): Promise<void> {
  const names = await namesIn(file).catch(() => {
    throw new Error(`${file} cannot be read as a backup.`);
  });
  const isForeign = (name: string) => name.split('/').includes('..') || !KEPT.includes(name.split('/')[0] ?? '');
  if (!names.some((name) => /^db(?:\/(?:\.\/)?)?$/.test(name)) || names.some(isForeign))
    throw new Error(`${basename(file)} is not a backup of a data folder.`);
  // As saved by earlier releases.
  const linked = FOLDERS.find((part) => names.includes(part));
  if (linked !== undefined)
    throw new Error(`${basename(file)} has only a link in place of ${linked}. Save the folder again.`);
  await mkdir(dataDir, { recursive: true, mode: OWN_FOLDER });
  const lock = await lockFolder(dataDir);
  const draft = join(dataDir, `restore.${randomUUID()}`);
  const restored: string[] = [];
  try {
    await removeDrafts(dataDir);
    const there = KEPT.find((part) => existsSync(join(dataDir, part)));
    if (there !== undefined)
      throw new Error(`${dataDir} has data already (${there}). Restore into a new folder: DATA_DIR=<folder>.`);
    await mkdir(draft);
    await run('tar', ['-xzf', file, '-C', draft]);
    await chmod(join(draft, 'db'), OWN_FOLDER);
    for (const part of KEPT.filter((each) => existsSync(join(draft, each)))) {
      await rename(join(draft, part), join(dataDir, part));
      restored.push(part);
    }
  } catch (error) {
    // A part alone would be refused as data by the next try, and be taken for its own by a new database.
    for (const part of restored) await rm(join(dataDir, part), { recursive: true, force: true });
    throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
    await lock.release();
  }
}
