/**
 * `supabase db lint` on a migrated database: finds queries in functions that cannot run. Exits with 1 on a finding, or
 * if it misses the error in an intentionally wrong function.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSql } from '../../supabase/tests/support/postgres/own-database.ts';
import { startPostgres } from '../../supabase/tests/support/postgres/start-postgres.ts';
import { supabaseCliIn } from '../../supabase/tests/support/postgres/supabase-cli.ts';
import { checkingPostgres } from '../machine/checking-postgres.ts';

const BROKEN = `create function public.broken() returns integer language plpgsql set search_path = ''
  as $$ begin return (select missing_column from public.profiles limit 1); end $$`;

/** A table of Auth on hosted Supabase that the embedded one lacks; functions write to it if it exists. */
const TABLES_OF_HOSTED = `create type auth.one_time_token_type as enum ('confirmation_token', 'recovery_token', 'email_change_token_new');
  create table auth.one_time_tokens (id uuid primary key, user_id uuid not null, token_type auth.one_time_token_type not null,
    token_hash text not null, relates_to text not null)`;

const checking = checkingPostgres();
if (!checking) throw new Error('There is no plpgsql_check for this machine.');
const workdir = mkdtempSync(join(tmpdir(), 'lint-'));
const postgres = await startPostgres(checking);

/** @returns whether the CLI found nothing, and what it said */
async function lint(url: string) {
  const schemas = ['--schema', 'public,private', '--level', 'warning', '--fail-on', 'warning'];
  const { code, stdout, stderr } = await supabaseCliIn(workdir, 'db', 'lint', `--remote=${url}`, ...schemas);
  return { isClean: code === 0, text: `${stdout}${stderr}` };
}

try {
  const url = await postgres.createDatabase();
  await runSql(url, TABLES_OF_HOSTED);
  const product = await lint(url);
  if (!product.isClean) throw new Error(product.text);
  await runSql(url, BROKEN);
  const proof = await lint(url);
  if (proof.isClean || !proof.text.includes('missing_column'))
    throw new Error(`The lint does not find a broken function:\n${proof.text}`);
} finally {
  await postgres.stop();
  checking.remove();
  rmSync(workdir, { recursive: true, force: true });
}
