/**
 * `npm run backup -- <file.tar.gz>`: backs up the data folder of the local server (DATA_DIR): database, stored files,
 * mails and keys. Stop the server first.
 */
import { saveFolder } from 'embedded-supabase/backup';
import { withDataFolder } from '../machine/data-folder.ts';

const { dataDir, file, release } = await withDataFolder('backup', saveFolder);
console.log(`Saved ${dataDir} of release ${release} in ${file}.`);
