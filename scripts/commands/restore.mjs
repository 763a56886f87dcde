/** `npm run restore -- <file.tar.gz>`: restores a backup of a data folder into an empty one (DATA_DIR); `npm start` continues with it. */
import { resolve } from 'node:path';
import { root } from '../checks/project-files.mjs';
import { prepareTypeScript, runCommand } from '../machine/command.mjs';

await runCommand(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new Error('Name one file: npm run restore -- <file.tar.gz>');
  if (process.env.DATABASE_URL)
    throw new Error('With DATABASE_URL the data is in that database: use deploy/restore.sh (docs/operate.md).');
  await prepareTypeScript();
  const { releaseOf, restoreFolder } = await import('embedded-supabase/backup');
  const dataDir = resolve(root, process.env.DATA_DIR || 'supabase/.temp/data');
  await restoreFolder(dataDir, resolve(file));
  const release = (await releaseOf(dataDir)) ?? 'before 1.1';
  console.log(`Restored ${dataDir} of release ${release} from ${resolve(file)}.`);
});
