/**
 * Supabase's own checks on the database that the migrations make, each proved to fail on a bad schema; and the migrations
 * themselves as `supabase db push` applies them.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyMigrations, PLATFORM_TEMPLATE } from '../support/postgres/start-postgres.ts';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';
import { catalogOf, differences } from '../support/postgres/catalog.ts';
import { supabaseCli } from '../support/postgres/supabase-cli.ts';

/** Findings of the advisor that are meant to be so: cache key → reason. */
const EXCEPTIONS: Record<string, string> = {
  rls_enabled_no_policy_public_guest_visits:
    'Written by the edge function alone and read by nobody through the API: no policy is the policy.',
};

/** Lints that say nothing about an empty database. */
const OF_RUNNING_DATABASES = new Set(['unused_index']);

interface Advice {
  name: string;
  level: 'INFO' | 'WARN' | 'ERROR';
  detail: string;
  cacheKey: string;
}

async function advice(url: string): Promise<Advice[]> {
  const { code, stdout, stderr } = await supabaseCli(
    'db',
    'advisors',
    `--remote=${url}`,
    '--level',
    'info',
    '--fail-on',
    'none',
    '--output-format',
    'json',
  );
  expect(code, stderr).toBe(0);
  const answer: { results: Advice[] } = JSON.parse(stdout);
  return answer.results;
}

const databases: RealDatabase[] = [];
async function open(template?: string): Promise<RealDatabase> {
  const database = await openRealDatabase(template);
  databases.push(database);
  return database;
}
afterAll(() => Promise.all(databases.map((database) => database.close())));

describe('supabase db advisors', () => {
  test('the advisors find nothing in the migrated database but the listed exceptions', async () => {
    const { url } = await open();
    const findings = (await advice(url)).filter(({ name }) => !OF_RUNNING_DATABASES.has(name));
    const unexpected = findings
      .filter(({ cacheKey }) => !(cacheKey in EXCEPTIONS))
      .map(({ level, detail, cacheKey }) => `${level} ${cacheKey}: ${detail}`);
    expect(unexpected).toEqual([]);
    const stale = Object.keys(EXCEPTIONS).filter((key) => !findings.some(({ cacheKey }) => cacheKey === key));
    expect(stale, 'exceptions that are not needed any more').toEqual([]);
    expect((await supabaseCli('db', 'advisors', `--remote=${url}`, '--fail-on', 'error')).code).toBe(0);
  });

  test('the advisors find the faults of a bad schema', async () => {
    const { url, sql } = await open(PLATFORM_TEMPLATE);
    await sql(await readFile(fileURLToPath(new URL('bad-schema.sql', import.meta.url)), 'utf8'));
    const names = (await advice(url)).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'auth_rls_initplan',
        'auth_users_exposed',
        'duplicate_index',
        'function_search_path_mutable',
        'multiple_permissive_policies',
        'no_primary_key',
        'policy_exists_rls_disabled',
        'rls_disabled_in_public',
        'rls_references_user_metadata',
        'security_definer_view',
        'unindexed_foreign_keys',
      ]),
    );
    expect((await supabaseCli('db', 'advisors', `--remote=${url}`, '--fail-on', 'warn')).code).not.toBe(0);
  });
});

describe('migrations', () => {
  let reference: string[];
  beforeAll(async () => {
    // Not a copy of the template, which leaves the settings of roles in it behind.
    const database = await open(PLATFORM_TEMPLATE);
    await applyMigrations(database.url);
    reference = await catalogOf(database.sql);
  });

  test('migrations make the same schema each time', async () => {
    const database = await open(PLATFORM_TEMPLATE);
    await applyMigrations(database.url);
    expect(differences(await catalogOf(database.sql), reference)).toEqual([]);
  });

  test('migrations make the same schema through `supabase db push`, whose second run changes nothing', async () => {
    const database = await open(PLATFORM_TEMPLATE);
    const first = await supabaseCli('db', 'push', '--yes', `--remote=${database.url}`);
    expect(first.code, first.stderr).toBe(0);
    expect(differences(await catalogOf(database.sql), reference)).toEqual([]);
    const second = await supabaseCli('db', 'push', '--yes', `--remote=${database.url}`);
    expect(second.stdout).toContain('up to date');
    expect(differences(await catalogOf(database.sql), reference)).toEqual([]);
  });
});
