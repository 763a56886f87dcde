import { readFileSync } from 'node:fs';

/**
 * What a hosted Supabase database has before the first migration and `@supabase/lite` would make otherwise: the API
 * roles. Repeatable.
 */
export const rolesSql = `
${readFileSync(new URL('../../../deploy/roles.sql', import.meta.url), 'utf8')}
create schema if not exists extensions;
grant usage on schema public, extensions to anon, authenticated, service_role;
`;

/**
 * The caller's identity inside policies, as hosted Supabase defines it, and the grants of the schemas `auth` and
 * `storage`: everybody may call the helpers, row-level security alone decides about objects. Repeatable; runs after
 * `App.ensureSystemSchema()` made the tables.
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
