/**
 * Generates supabase/functions/_shared/rows/database.types.ts from the migrations: applies them to a temporary Postgres,
 * which the supabase CLI reads. With `--check` nothing is written; the exit code is 1 if the file is stale.
 */
import '../machine/quiet-tools.mjs';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { prepareTypeScript } from '../machine/command.mjs';

const run = promisify(execFile);
const supabase = fileURLToPath(new URL('../../node_modules/supabase/dist/supabase.js', import.meta.url));
const target = fileURLToPath(new URL('../../supabase/functions/_shared/rows/database.types.ts', import.meta.url));

await prepareTypeScript();
const { startPostgres } = await import('../../supabase/tests/support/postgres/start-postgres.ts');

const postgres = await startPostgres();
// An empty folder, because the types only depend on the database and not on config.toml.
const workdir = await mkdtemp(join(tmpdir(), 'types-'));
try {
  const { stdout } = await run(
    process.execPath,
    [
      supabase,
      '--workdir',
      workdir,
      'gen',
      'types',
      '--schema',
      'public',
      `--remote=${await postgres.createDatabase()}`,
    ],
    { maxBuffer: 50_000_000 },
  );
  const header = '// Generated from supabase/migrations by `npm run types`. Do not edit.\n';
  const generated = `${header}${stdout.trim()}\n`;
  const current = await readFile(target, 'utf8').catch(() => '');
  if (generated === current) {
    console.log('database.types.ts is up to date');
  } else if (process.argv.includes('--check')) {
    console.error('supabase/functions/_shared/rows/database.types.ts is stale. Run: npm run types');
    process.exitCode = 1;
  } else {
    await writeFile(target, generated);
    console.log('database.types.ts written');
  }
} finally {
  await postgres.stop();
  await rm(workdir, { recursive: true, force: true });
}
