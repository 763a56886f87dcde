import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureHistoryTable, getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite';
import type { Database } from '../database/database.ts';
import { mfaSql } from './mfa-schema.ts';
import { oldAuthRecordsSql } from './old-auth-records.ts';

/** A file for a superuser, where the owner of the database cannot create roles. */
const ROLES_FILE = fileURLToPath(new URL('../../roles.sql', import.meta.url));

/**
 * The API roles, which a hosted Supabase database has before the first migration and which `@supabase/lite` would create
 * differently. Repeatable.
 */
export const rolesSql = `
${readFileSync(ROLES_FILE, 'utf8')}
create schema if not exists extensions;
grant usage on schema public, extensions to anon, authenticated, service_role;
`;

/**
 * Realtime for messages that the database sends: `realtime.send` notifies this server after the commit, and stores
 * nothing. The table is there for its policies, which decide who can read a topic. Repeatable.
 */
const realtimeSql = `
create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;
create table if not exists realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now()
);
alter table realtime.messages enable row level security;
grant select on realtime.messages to anon, authenticated;
-- The row about which policies decide; the topic is that of realtime.topic().
insert into realtime.messages (id, topic, extension, private) values ('00000000-0000-0000-0000-000000000000', '', 'broadcast', true)
on conflict do nothing;

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
begin
  perform pg_notify('realtime', jsonb_build_object('topic', topic, 'event', event, 'private', private,
    'payload', jsonb_build_object('id', gen_random_uuid()) || payload)::text);
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;

-- Whether the policies let the holder of these claims read what is sent to a topic. Writes nothing that a vacuum
-- would have to remove; the exception gives the role back.
create or replace function realtime.may_read(p_topic text, p_claims jsonb) returns boolean language plpgsql as $$
declare
  v_may boolean;
begin
  perform set_config('realtime.topic', p_topic, true), set_config('request.jwt.claims', p_claims::text, true),
    set_config('request.jwt.claim.sub', '', true), set_config('role', p_claims ->> 'role', true);
  v_may := exists (select from realtime.messages m where m.extension = 'broadcast');
  raise exception using errcode = 'RT001';
exception when sqlstate 'RT001' then
  return v_may;
end $$;
grant execute on function realtime.topic() to public;
revoke execute on function realtime.send(jsonb, text, text, boolean), realtime.may_read(text, jsonb) from public;
`;

/**
 * The caller's identity in policies, as hosted Supabase defines it, and the grants of the schemas `auth` and `storage`:
 * all roles can call the helpers, and only row-level security decides about objects. Repeatable; runs after both have
 * their tables.
 */
export const platformSql = `
${mfaSql}
${oldAuthRecordsSql}
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
${realtimeSql}`;

/** All statements that give a plain Postgres what Supabase gives every project, for one run as a superuser. */
export const platformStatements = [rolesSql, getAuthSchemaSql(), getStorageSchemaSql(), platformSql].join(';\n');

/**
 * Creates the schemas owned by the platform, after the roles and without any grant on tables. Repeatable.
 * @throws if roles are missing and the database user cannot create them
 */
export async function provisionPlatform(database: Database): Promise<void> {
  await database.exec(rolesSql).catch((error: unknown) => {
    throw new Error(
      `The roles of the API cannot be made: ${error instanceof Error ? error.message : String(error)}. Let a superuser run once in this database: psql -f ${ROLES_FILE}`,
      { cause: error },
    );
  });
  await database.exec(getAuthSchemaSql());
  await database.exec(getStorageSchemaSql());
  await ensureHistoryTable(database.connection);
  await database.exec(platformSql);
}
