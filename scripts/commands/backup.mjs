/**
 * `npm run backup -- <file.tar.gz>`: backs up the data folder of the local server (DATA_DIR): database, stored files,
 * mails and keys. Stop the server first.
 */
import { resolve } from 'node:path';
import { root } from '../checks/project-files.mjs';
import { prepareTypeScript, runCommand } from '../machine/command.mjs';

await runCommand(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || rest.length > 0) throw new Error('Name one file: npm run backup -- <file.tar.gz>');
  if (process.env.DATABASE_URL)
    throw new Error('With DATABASE_URL the data is in that database: use deploy/backup.sh (docs/operate.md).');
  await prepareTypeScript();
  const { releaseOf, saveFolder } = await import('embedded-supabase/backup');
  const dataDir = resolve(root, process.env.DATA_DIR || 'supabase/.temp/data');
  await saveFolder(dataDir, resolve(file));
  const release = (await releaseOf(dataDir)) ?? 'before 1.1';
  console.log(`Saved ${dataDir} of release ${release} in ${resolve(file)}.`);
});
