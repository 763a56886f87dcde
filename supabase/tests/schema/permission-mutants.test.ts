import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CAST, FIXTURE } from '../permissions/fixture.ts';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';
import { columnMatrix, functionMatrix, rowMatrix, type Actor } from './permission-matrix.ts';

/*
 * The matrix is worth what it notices: every policy, grant and helper is broken here, one at a time, and each break must
 * change a matrix.
 */
let database: RealDatabase;
let client: pg.Client;
const actors: Actor[] = [{ name: 'guest' }];
let columns: string;
let rows: string;
let functions: string;

beforeAll(async () => {
  database = await openRealDatabase();
  for (const { username, role } of CAST) {
    const { authId } = await database.person(username, role);
    actors.push({ name: username, authId });
  }
  await database.sql(FIXTURE);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const expectation = (name: string) => readFile(new URL(`../permissions/${name}.md`, import.meta.url), 'utf8');
  columns = await expectation('columns');
  rows = await expectation('rows');
  functions = await expectation('functions');
});

afterAll(async () => {
  await client.end();
  await database.close();
});

/** The matrix as it would be after `statement`, which is undone. */
async function after(statement: string, matrix: () => Promise<string>): Promise<string> {
  await client.query('begin');
  try {
    await client.query(statement);
    return await matrix();
  } finally {
    await client.query('rollback');
  }
}

/** Section of one table in a matrix. */
function section(matrix: string, table: string): string {
  return `## ${matrix.split(/^## /m).find((each) => each.startsWith(`${table}\n`)) ?? ''}`.trim();
}

async function survivors(
  mutants: readonly { statement: string; table?: string }[],
  before: string,
  matrix: (table?: string) => Promise<string>,
) {
  const alive: string[] = [];
  for (const { statement, table } of mutants) {
    const changed = await after(statement, () => matrix(table));
    const isSame = table === undefined ? changed === before : section(changed, table) === section(before, table);
    if (isSame) alive.push(statement);
  }
  return alive;
}

/**
 * A write that names its rows also needs the policy for reading, and nobody reads the account or the files of somebody else;
 * of their own files, a trigger keeps those that are in use.
 */
const GUARDED_TWICE = [
  'alter policy "users remove their own unused files" on storage.objects using (true)',
  'alter policy "users edit their own account" on accounts using (true)',
];

const rowMatrixOf = (table?: string) => rowMatrix(client, actors, table);

describe('mutants of the permissions', () => {
  test('the matrix notices each policy dropped, opened or closed, and each table without row-level security', async () => {
    const { rows: policies } = await client.query<{
      table: string;
      name: string;
      using: string | null;
      check: string | null;
    }>(`
      select case schemaname when 'public' then '' else 'storage.' end || tablename as table, quote_ident(policyname) as name,
        qual as using, with_check as check
      from pg_policies where schemaname in ('public', 'storage') order by schemaname desc, tablename, policyname`);
    const mutants = policies.flatMap(({ table, name, using, check }) => [
      { table, statement: `drop policy ${name} on ${table}` },
      ...(using === null
        ? []
        : [{ table, statement: `alter policy ${name} on ${table} using (${using === 'true' ? 'false' : 'true'})` }]),
      ...(check === null ? [] : [{ table, statement: `alter policy ${name} on ${table} with check (true)` }]),
    ]);
    for (const table of new Set(policies.map((policy) => policy.table))) {
      mutants.push({ table, statement: `alter table ${table} disable row level security` });
    }
    expect(mutants.length).toBeGreaterThan(50);
    expect(await survivors(mutants, rows, rowMatrixOf)).toEqual(GUARDED_TWICE);
  });

  test.each([
    [
      'posts',
      `alter policy "users read visible and own posts, admins all" on posts using (not is_hidden or (select private.is_admin()))`,
    ],
    [
      'posts',
      `alter policy "users read visible and own posts, admins all" on posts using (not is_hidden or user_id = (select private.current_profile_id()))`,
    ],
    [
      'posts',
      `alter policy "owners edit their posts" on posts using (not is_hidden and user_id = (select private.current_profile_id()))`,
    ],
    [
      'posts',
      `alter policy "owners delete their posts" on posts using (user_id = (select private.current_profile_id()) or (select private.is_admin()))`,
    ],
    ['posts', `create policy "everybody reads" on posts for select to public using (true)`],
    [
      'quotes',
      `alter policy "suppliers and post owners read their quotes" on quotes using (supplier_id = (select private.current_profile_id()))`,
    ],
    [
      'quotes',
      `alter policy "suppliers and post owners read their quotes" on quotes using (post_owner_id = (select private.current_profile_id()))`,
    ],
    [
      'messages',
      `alter policy "sender and recipient read their messages" on messages using (sender_id = (select private.current_profile_id()))`,
    ],
    [
      'messages',
      `alter policy "sender and recipient read their messages" on messages using (recipient_id = (select private.current_profile_id()))`,
    ],
    [
      'message_attachments',
      `alter policy "readers of a message read its attachments" on message_attachments using (exists (select 1 from messages))`,
    ],
    [
      'accounts',
      `alter policy "users read their own account" on accounts using (profile_id = (select private.current_profile_id()) or (select private.is_admin()))`,
    ],
    [
      'notifications',
      `create policy "own" on notifications for all to authenticated using (user_id = (select private.current_profile_id()))`,
    ],
    [
      'post_likes',
      `create policy "own" on post_likes for insert to authenticated with check (user_id = (select private.current_profile_id()))`,
    ],
    [
      'storage.objects',
      `drop trigger keep_used_file on storage.objects;
      alter policy "users remove their own unused files" on storage.objects using ((storage.foldername(name))[1] = (select auth.uid())::text)`,
    ],
    [
      'storage.objects',
      `create policy "overwrite" on storage.objects for update to authenticated using ((storage.foldername(name))[1] = (select auth.uid())::text)`,
    ],
    ['news_items', `alter policy "guests read published news" on news_items using (status <> 'draft')`],
    [
      'news_items',
      `alter policy "users read published news, admins all" on news_items using (status <> 'draft' or (select private.is_admin()))`,
    ],
    ['news_items', `alter policy "users read published news, admins all" on news_items using (status = 'published')`],
    [
      'news_items',
      `alter policy "admins edit news" on news_items using (author_id = (select private.current_profile_id()) or status = 'published')`,
    ],
    ['news_items', `create policy "everybody reads" on news_items for select to anon using (true)`],
    [
      'feedback',
      `create policy "own" on feedback for select to authenticated using (user_id = (select private.current_profile_id()))`,
    ],
    [
      'feedback_entries',
      `create policy "replies" on feedback_entries for select to authenticated using (kind = 'reply')`,
    ],
    [
      'account_notes',
      `create or replace function private.is_admin() returns boolean language sql stable security definer set search_path = '' as 'select true'`,
    ],
    [
      'posts',
      `create or replace function private.is_admin() returns boolean language sql stable security definer set search_path = '' as 'select false'`,
    ],
    [
      'posts',
      `create or replace function private.current_profile_id() returns bigint language sql stable security definer set search_path = '' as 'select 1::bigint'`,
    ],
    [
      'storage.objects',
      `create or replace function private.may_upload(p_bucket text, p_name text) returns boolean language sql stable security definer set search_path = '' as 'select true'`,
    ],
    [
      'storage.objects',
      `create or replace function private.is_file_in_use(p_bucket text, p_name text) returns boolean language sql stable security definer set search_path = '' as 'select false'`,
    ],
  ])('the matrix notices a changed function in %s: %s', async (table, statement) => {
    expect(await survivors([{ table, statement }], rows, rowMatrixOf)).toEqual([]);
  });

  test('the matrix notices each added grant of a verb or column, and each that is taken away', async () => {
    const { rows: grants } = await client.query<{ statement: string }>(`
      select format('grant %s (%I) on public.%I to %s', v.verb, a.attname, c.relname, r.role) as statement
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      cross join unnest(array['select', 'insert', 'update']) as v (verb) cross join unnest(array['anon', 'authenticated']) as r (role)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and not has_column_privilege(r.role, c.oid, a.attnum, v.verb)
      order by md5(a.attname || c.relname || v.verb || r.role) limit 100`);
    const { rows: tables } = await client.query<{ statement: string }>(`
      select format('%s on public.%I %s', v.verb, c.relname, r.who) as statement
      from pg_class c cross join unnest(array['grant select', 'grant insert', 'grant update', 'grant delete', 'revoke all']) as v (verb)
      cross join unnest(array['anon', 'authenticated']) as x (role)
      cross join lateral (select case when v.verb = 'revoke all' then 'from ' else 'to ' end || x.role as who) as r
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (
        v.verb = 'grant delete' and not has_table_privilege(x.role, c.oid, 'delete')
        -- Where each column is granted by its name, the grant of the whole table would change nothing.
        or v.verb in ('grant select', 'grant insert', 'grant update') and exists (
          select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and not has_column_privilege(x.role, c.oid, a.attnum, split_part(v.verb, ' ', 2)))
        or v.verb = 'revoke all' and has_any_column_privilege(x.role, c.oid, 'select'))`);
    const mutants = [...grants, ...tables];
    expect(mutants.length).toBeGreaterThan(100);
    expect(await survivors(mutants, columns, () => columnMatrix(client))).toEqual([]);
  });

  test('the matrix notices a new table and a new column', async () => {
    const mutants = [
      { statement: 'create table public.secrets (id bigint primary key)' },
      { statement: 'alter table public.posts add column budget numeric' },
    ];
    expect(await survivors(mutants, columns, () => columnMatrix(client))).toEqual([]);
  });

  test('the matrix notices each function that one more role can run', async () => {
    const { rows: mutants } = await client.query<{ statement: string }>(`
      select format('grant execute on function %s to %s', p.oid::regprocedure, r.role) as statement
      from pg_proc p cross join unnest(array['anon', 'authenticated']) as r (role)
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and not has_function_privilege(r.role, p.oid, 'execute')`);
    expect(mutants.length).toBeGreaterThan(20);
    expect(await survivors(mutants, functions, () => functionMatrix(client))).toEqual([]);
  });
});
