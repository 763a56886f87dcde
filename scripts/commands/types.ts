/**
 * Generates supabase/functions/_shared/rows/database.types.ts from the migrations: applies them to a temporary Postgres,
 * which the supabase CLI reads. With `--check` nothing is written; the exit code is 1 if the file is stale.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../supabase/tests/support/postgres/start-postgres.ts';
import { supabaseCliIn } from '../../supabase/tests/support/postgres/supabase-cli.ts';

const target = fileURLToPath(new URL('../../supabase/functions/_shared/rows/database.types.ts', import.meta.url));

const postgres = await startPostgres();
// An empty folder, because the types only depend on the database and not on config.toml.
const workdir = await mkdtemp(join(tmpdir(), 'types-'));
try {
  const remote = `--remote=${await postgres.createDatabase()}`;
  const { code, stdout, stderr } = await supabaseCliIn(workdir, 'gen', 'types', '--schema', 'public', remote);
  if (code !== 0) throw new Error(`supabase gen types failed: ${stderr}`);
  const header = '// Generated from supabase/migrations by `npm run types`. Do not edit.\n';
  const generated = `${header}${stdout.trim()}\n`;
  const current = await readFile(target, 'utf8').catch(() => '');
  if (generated === current) console.log('database.types.ts is up to date');
  else if (process.argv.includes('--check'))
    throw new Error('supabase/functions/_shared/rows/database.types.ts is stale. Run: npm run types');
  else {
    await writeFile(target, generated);
    console.log('database.types.ts written');
  }
} finally {
  await postgres.stop();
  await rm(workdir, { recursive: true, force: true });
}
