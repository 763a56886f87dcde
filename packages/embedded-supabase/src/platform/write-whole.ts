import { randomUUID } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file so that it is there whole or not at all, also after a power loss.
 * @param mode of the new file; default: what the process gives
 */
export async function writeWhole(
  path: string,
  content: string | AsyncIterable<Uint8Array>,
  mode?: number,
): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', mode);
  try {
    try {
      await writeFile(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
    await syncNames(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Puts the names of a folder on the disk. Windows does that by itself, and opens no folder. */
export async function syncNames(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
