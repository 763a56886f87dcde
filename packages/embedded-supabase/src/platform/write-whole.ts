import { randomUUID } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';

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
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
