import { readFileSync } from 'node:fs';
import { ensureHistoryTable, getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite';
import type { Database } from '../database/database.ts';

/**
 * What a hosted Supabase database has before the first migration and what `@supabase/lite` would make
 * differently: the roles of the API. Repeatable.
 */
export const rolesSql = `
${readFileSync(new URL('../../../deploy/roles.sql', import.meta.url), 'utf8')}
create schema if not exists extensions;
grant usage on schema public, extensions to anon, authenticated, service_role;
`;

/**
 * The caller's identity inside policies, as hosted Supabase defines it, and the grants of the schemas `auth` and
 * `storage`: everybody may call the helpers, row-level security alone decides about objects. Repeatable; runs when the
 * tables of both are there.
 */
export const platformSql = `
grant usage on schema auth, storage to anon, authenticated, service_role;

create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'))::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'))::text
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'))::text
$$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), ''))::jsonb
$$;
grant execute on function auth.uid(), auth.role(), auth.email(), auth.jwt() to public;

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant execute on all functions in schema storage to public;
`;

/**
 * Makes the schemas that the platform owns, with the roles first and without any grant on tables. Repeatable.
 * @throws when the roles are missing and the user of the database may not make them.
 */
export async function provisionPlatform(database: Database): Promise<void> {
  await database.exec(rolesSql).catch((error: unknown) => {
    throw new Error(
      `The roles of the API cannot be made: ${error instanceof Error ? error.message : String(error)}. Let a superuser run once in this database: psql -f deploy/roles.sql`,
      { cause: error },
    );
  });
  await database.exec(getAuthSchemaSql());
  await database.exec(getStorageSchemaSql());
  await ensureHistoryTable(database.connection);
  await database.exec(platformSql);
}
