import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { OWN_FOLDER } from '../platform/own-modes.ts';

/** One step from an empty data folder to a usable one. Its hash covers all its inputs. */
export interface Level {
  name: string;
  hash: string;
  /** Changes the given data folder, and closes all its files. */
  apply: (dataDir: string) => Promise<void>;
}

const UNUSED_MS = 3 * 24 * 3600 * 1000;

/**
 * Fills the new data folder `dataDir` with the database and files of the levels. Each level is computed once and cached
 * in `cacheDir`, because creating a database takes seconds and copying one a fraction.
 */
export async function fillFolder(dataDir: string, levels: readonly Level[], cacheDir: string): Promise<void> {
  const template = await templateFor(levels, cacheDir);
  await copyParts(template, dataDir);
}

/** Whether a data folder has a database, which only appears when it is complete. */
export function hasDatabase(dataDir: string): Promise<boolean> {
  return exists(join(dataDir, 'db'));
}

/** A hash of all files below a folder, including their names. */
export async function hashFolder(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort())
    hash
      .update(file.slice(folder.length))
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  return hash.digest('hex');
}

async function templateFor(levels: readonly Level[], cacheDir: string): Promise<string> {
  const last = levels.at(-1);
  if (!last) throw new Error('A template needs a level');
  const key = createHash('sha256')
    .update(levels.map((level) => level.hash).join('\n'))
    .digest('hex')
    .slice(0, 16);
  const folder = join(cacheDir, `${last.name}-${key}`);
  if (await hasDatabase(folder)) {
    const now = new Date();
    await utimes(folder, now, now);
    return folder;
  }
  const draft = `${folder}.${randomUUID()}`;
  try {
    await mkdir(draft, { recursive: true });
    const below = levels.slice(0, -1);
    if (below.length > 0) await copyParts(await templateFor(below, cacheDir), draft);
    await last.apply(draft);
    // Another process can have been faster; its result is the same.
    await rename(draft, folder).catch(async (error: unknown) => {
      if (!(await hasDatabase(folder))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await removeUnused(cacheDir);
  return folder;
}

/** Copies database and stored files, completely or not at all; stored files that are there stay. */
async function copyParts(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: OWN_FOLDER });
  const [storage, newStorage] = [join(to, 'storage'), join(to, `storage.${randomUUID()}`)];
  const newDatabase = join(to, `db.${randomUUID()}`);
  const isThere = await exists(storage);
  try {
    await copyFolder(join(from, 'db'), newDatabase);
    if (await exists(join(from, 'storage'))) {
      await copyFolder(join(from, 'storage'), isThere ? storage : newStorage);
      if (!isThere) await rename(newStorage, storage);
    }
    await rename(newDatabase, join(to, 'db'));
  } catch (error) {
    // What stays would take the room that the next try needs.
    for (const part of [newDatabase, newStorage, ...(isThere ? [] : [storage])])
      await rm(part, { recursive: true, force: true });
    throw error;
  }
}

const exists = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined;

/**
 * Copies a folder of plain files and folders, overwriting existing ones. This takes half as long as `cp`, which stats
 * each of the 1,300 files several times. If one copy fails, it still waits for the others.
 */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: OWN_FOLDER });
  const entries = await readdir(from, { withFileTypes: true });
  const copies = entries.map((entry) => {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    return entry.isDirectory() ? copyFolder(source, target) : copyFile(source, target, constants.COPYFILE_FICLONE);
  });
  const failed = (await Promise.allSettled(copies)).find((copy) => copy.status === 'rejected');
  if (failed) throw failed.reason;
}

async function removeUnused(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    const folder = join(cacheDir, name);
    const info = await stat(folder).catch(() => undefined);
    if (info && Date.now() - info.mtimeMs > UNUSED_MS) await rm(folder, { recursive: true, force: true });
  }
}
