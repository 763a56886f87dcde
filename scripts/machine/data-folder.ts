import { resolve } from 'node:path';
import { releaseOf } from 'embedded-supabase/backup';
import { root } from '../checks/project-files.mjs';

/**
 * Saves or restores the data folder of the local server (DATA_DIR) with the file that the command line names.
 * @throws if it names no file or several, or the data is in a database of its own
 */
export async function withDataFolder(
  command: 'backup' | 'restore',
  work: (dataDir: string, file: string) => Promise<void>,
): Promise<{ dataDir: string; file: string; release: string }> {
  const [given, ...rest] = process.argv.slice(2);
  if (!given || rest.length > 0) throw new Error(`Name one file: npm run ${command} -- <file.tar.gz>`);
  if (process.env.DATABASE_URL)
    throw new Error(`With DATABASE_URL the data is in that database: use deploy/${command}.sh (docs/operate.md).`);
  const [dataDir, file] = [resolve(root, process.env.DATA_DIR || 'supabase/.temp/data'), resolve(given)];
  await work(dataDir, file);
  return { dataDir, file, release: (await releaseOf(dataDir)) ?? 'before 1.1' };
}
