/** `npm run migration -- <name> [--drops]`: proposes the migration from the existing migrations to supabase/schemas. */
import '../machine/quiet-tools.mjs';
import { fileURLToPath } from 'node:url';
import { prepareTypeScript, runCommand } from '../machine/command.mjs';

await runCommand(async () => {
  const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
  const [name, ...others] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  if (name === undefined || others.length > 0 || options.some((option) => option !== '--drops'))
    throw new Error('Usage: npm run migration -- <name> [--drops]');
  await prepareTypeScript();
  const { startPostgres } = await import('../../supabase/tests/support/postgres/start-postgres.ts');
  const { proposeMigration } = await import('../../supabase/tests/support/postgres/propose-migration.ts');
  const postgres = await startPostgres({ migrated: false });
  try {
    const { file, missing } = await proposeMigration({
      server: postgres.url,
      supabase: fileURLToPath(new URL('../../supabase', import.meta.url)),
      name,
      drops: options.includes('--drops'),
    });
    if (file === undefined) console.log('supabase/migrations gives what supabase/schemas declares: nothing to do.');
    else console.log(`supabase/migrations/${file} written. Read it before you commit it.`);
    if (missing.length > 0) throw new Error(`It still lacks, to be added by hand:\n${missing.join('\n')}`);
  } finally {
    await postgres.stop();
  }
});
