/** `npm run migration -- <name> [--drops]`: proposes the migration from the existing migrations to supabase/schemas. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { proposeMigration } from '../../supabase/tests/support/postgres/propose-migration.ts';
import { startPostgres } from '../../supabase/tests/support/postgres/start-postgres.ts';
import { root } from '../checks/project-files.mjs';

const { values, positionals } = parseArgs({ options: { drops: { type: 'boolean' } }, allowPositionals: true });
const [name, ...others] = positionals;
if (name === undefined || others.length > 0) throw new Error('Usage: npm run migration -- <name> [--drops]');
const postgres = await startPostgres({ migrated: false });
try {
  const { file, missing } = await proposeMigration({
    server: postgres.url,
    supabase: join(root, 'supabase'),
    name,
    drops: values.drops ?? false,
  });
  if (file === undefined) console.log('supabase/migrations gives what supabase/schemas declares: nothing to do.');
  else console.log(`supabase/migrations/${file} written. Read it before you commit it.`);
  if (missing.length > 0) throw new Error(`It still lacks, to be added by hand:\n${missing.join('\n')}`);
} finally {
  await postgres.stop();
}
