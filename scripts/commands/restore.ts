/** `npm run restore -- <file.tar.gz>`: restores a backup of a data folder into an empty one (DATA_DIR); `npm start` continues with it. */
import { restoreFolder } from 'embedded-supabase/backup';
import { withDataFolder } from '../machine/data-folder.ts';

const { dataDir, file, release } = await withDataFolder('restore', restoreFolder);
console.log(`Restored ${dataDir} of release ${release} from ${file}.`);
