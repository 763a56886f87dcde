import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../functions/_shared/http/error-code.ts';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';

/* Rules that hold for everything in the database, whatever is added to it. Each query finds what breaks the rule. */
let database: RealDatabase;

beforeAll(async () => {
  database = await openRealDatabase();
});

afterAll(() => database.close());

interface Rule {
  rule: string;
  /** Finds what breaks the rule. */
  find: string;
  /** Breaks it, to see that it would be found. */
  breakIt: string;
}

/** Short texts that nobody reads as a line of somebody else, or that take no such signs anyway. */
const NOT_OF_ONE_LINE = [
  'accounts.time_zone',
  'audit_log.action',
  'audit_log.entity',
  'audit_log.entity_id',
  'content_hits.excerpt',
  'content_hits.rule_name',
  'content_rules.pattern',
  'feedback.email',
  'guest_visits.session_id',
  'news_items.event_zone',
  'private.empty_searches.term',
  'private.idempotent_writes.key',
  'private.idempotent_writes.request_hash',
  'private.idempotent_writes.subject',
  'private.mail_outbox.cause',
  'private.mail_settings.smtp_user',
  'private.saved_searches.country',
  'private.saved_searches.search',
  'private.sent_contents.sender',
  'private.vocabulary.word',
  'profiles.username',
];

/** Columns that the content filter leaves alone: addresses and codes, reasons of who hides, and what programs write. */
const NOT_FILTERED = [
  'feedback.email',
  'feedback.page_path',
  'feedback.user_agent',
  'post_questions.hidden_reason',
  'posts.hidden_reason',
  'profiles.avatar_path',
  'quotes.contact_address',
  'quotes.tax_code',
  'reviews.hidden_reason',
];

const TABLES_OF_FILTER = `select tgrelid from pg_trigger where tgfoid = 'private.filter_content()'::regprocedure`;
/** The columns that the content filter reads: each argument of its triggers is context, column and name. */
const FILTERED = `
  select t.tgrelid, split_part(a, ' ', 2) as name
  from pg_trigger t cross join unnest(string_to_array(encode(t.tgargs, 'escape'), '\\000')) as a
  where t.tgfoid = 'private.filter_content()'::regprocedure and a <> ''`;

const rules: readonly Rule[] = [
  {
    rule: 'every table has row-level security [A596]',
    find: `
    select relname as found from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity
    union all select 'storage.' || relname from pg_class
    where relnamespace = 'storage'::regnamespace and relname in ('objects', 'buckets') and not relrowsecurity`,
    breakIt: 'alter table public.quotes disable row level security',
  },
  {
    rule: 'there is one policy per table, command and role, and none for everybody',
    find: `
    select tablename || ' ' || cmd || ' ' || r as found from pg_policies cross join unnest(roles) as r
    where schemaname in ('public', 'storage')
    group by tablename, cmd, r having count(*) > 1 or r = 'public'
    union all select tablename || ': ' || policyname from pg_policies where schemaname in ('public', 'storage') and cmd = 'ALL'`,
    breakIt: 'create policy "second" on public.quotes for select to authenticated using (false)',
  },
  {
    rule: 'policies ask who the caller is once per statement, not once per row',
    find: `
    select tablename || ': ' || policyname as found
    from pg_policies cross join lateral (select concat_ws(' ', qual, with_check) as text) as x
    where schemaname in ('public', 'storage') and (
      regexp_replace(x.text, '\\(\\s*SELECT (private\\.|auth\\.)?(current_profile_id|is_admin|uid)\\(\\) AS \\w+\\)', '', 'g')
        ~ '(current_profile_id|is_admin|auth\\.uid|auth\\.jwt|current_setting)\\s*\\(')`,
    breakIt: 'alter policy "owners delete their posts" on public.posts using (user_id = private.current_profile_id())',
  },
  {
    rule: 'nobody takes a role from what users write about themselves',
    find: `
    select tablename || ': ' || policyname as found from pg_policies
    where concat(qual, with_check) ~ 'user_metadata'
    union all select proname from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosrc ~ 'user_meta_?data.*(role|admin)'`,
    breakIt: `alter policy "guests read totals" on public.post_totals using (auth.jwt() -> 'user_metadata' ->> 'role' = 'admin')`,
  },
  {
    rule: 'clients can neither truncate a table nor refer to it nor hang triggers on it',
    find: `
    select grantee || ' ' || privilege_type || ' ' || table_name as found from information_schema.role_table_grants
    where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC')
      and privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')`,
    breakIt: 'grant truncate on public.posts to authenticated',
  },
  {
    rule: 'clients have no rights on tables of private and on sequences',
    find: `
    select r || ' ' || c.oid::regclass as found from pg_class c cross join unnest(array['anon', 'authenticated', 'service_role']) as r
    where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and has_any_column_privilege(r, c.oid, 'select, insert, update')
    union all
    select r || ' ' || c.oid::regclass from pg_class c cross join unnest(array['anon', 'authenticated', 'service_role']) as r
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'S'
      and has_sequence_privilege(r, c.oid, 'usage, select, update')`,
    breakIt: 'grant select on private.app_settings to service_role',
  },
  {
    rule: 'views obey the policies of who asks, and none is materialized',
    find: `
    select relname as found from pg_class
    where relnamespace = 'public'::regnamespace and (relkind in ('m', 'f')
      or relkind = 'v' and not coalesce('security_invoker=true' = any (reloptions) or 'security_invoker=on' = any (reloptions), false))`,
    breakIt: 'create view public.feed as select id from public.posts',
  },
  {
    rule: 'every foreign key has an index',
    find: `
    select conrelid::regclass || ' ' || conname as found from pg_constraint f
    where f.contype = 'f' and f.connamespace in ('public'::regnamespace, 'private'::regnamespace) and not exists (
      select 1 from pg_index i where i.indrelid = f.conrelid and i.indisvalid
        and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey)`,
    breakIt: 'drop index public.quote_attachments_quote_idx',
  },
  {
    rule: 'every table has a primary key and a comment',
    find: `
    select c.oid::regclass::text as found from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p') and (
      obj_description(c.oid, 'pg_class') is null
      or not exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'p'))`,
    breakIt: 'comment on table public.posts is null',
  },
  {
    rule: 'functions with the rights of their owner live in private',
    find: `
    select p.oid::regprocedure::text as found from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace`,
    breakIt: 'alter function public.hide_post(bigint, text) security definer',
  },
  {
    rule: 'every function pins its search path',
    find: `
    select p.oid::regprocedure::text as found from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce('search_path=""' = any (p.proconfig), false)`,
    breakIt: 'alter function private.hide_post(bigint, text) reset search_path',
  },
  {
    rule: 'every public function says what it does',
    find: `
    select p.oid::regprocedure::text as found from pg_proc p
    where p.pronamespace = 'public'::regnamespace and obj_description(p.oid, 'pg_proc') is null`,
    breakIt: 'comment on function public.hide_post(bigint, text) is null',
  },
  {
    // Whoever joins the answer would prepare for 1,000 rows and read whole tables to name ten owners.
    rule: 'every function that answers rows says how many to expect',
    find: `
    select p.oid::regprocedure::text as found from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.proretset and p.prorows = 1000`,
    breakIt: 'alter function public.list_posts rows 1000',
  },
  {
    // A plan of a kind that is switched off seems dear enough to be compiled, which takes far longer than running it.
    rule: 'functions that switch kinds of plans off switch compiling off as well',
    find: `
    select p.oid::regprocedure::text as found from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and array_to_string(p.proconfig, ' ') ~ 'enable_\\w+=off' and not 'jit=off' = any (p.proconfig)`,
    breakIt: 'alter function private.feed_ids_by_word reset jit',
  },
  {
    rule: 'every bucket limits size and type, and no type can carry scripts',
    find: `
    select id as found from storage.buckets
    where file_size_limit is null or allowed_mime_types is null or array_to_string(allowed_mime_types, ' ') ~ '(svg|html|xml$|javascript|\\*)'`,
    breakIt: `update storage.buckets set allowed_mime_types = allowed_mime_types || array['image/svg+xml'] where id = 'avatars'`,
  },
  {
    rule: 'only the pictures are public',
    find: `
    select id as found from storage.buckets where public <> (id in ('post-images', 'avatars', 'news-images'))`,
    breakIt: `update storage.buckets set public = true where id = 'quote-documents'`,
  },
  {
    rule: 'nothing is broadcast',
    find: `select schemaname || '.' || tablename as found from pg_publication_tables`,
    breakIt: 'create publication everything for table public.quotes',
  },
  {
    rule: 'no index is a copy of another of its kind',
    find: `
    select a.indexrelid::regclass || ' = ' || b.indexrelid::regclass as found from pg_index a
    join pg_index b on b.indrelid = a.indrelid and b.indexrelid > a.indexrelid and b.indkey::text = a.indkey::text
      and coalesce(pg_get_expr(a.indexprs, a.indrelid), '') = coalesce(pg_get_expr(b.indexprs, b.indrelid), '')
      and coalesce(pg_get_expr(a.indpred, a.indrelid), '') = coalesce(pg_get_expr(b.indpred, b.indrelid), '')
    join pg_class c on c.oid = a.indrelid and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    join pg_class x on x.oid = a.indexrelid join pg_class y on y.oid = b.indexrelid and y.relam = x.relam`,
    breakIt: 'create index copy_idx on public.quotes (supplier_id, status, id desc)',
  },
  {
    // A policy without a check of its own checks the new row by the condition for the old one.
    rule: 'each update policy checks the new row as it checks the old one',
    find: `
    select tablename || ': ' || policyname as found from pg_policies
    where schemaname in ('public', 'storage') and cmd = 'UPDATE' and coalesce(with_check, qual) is distinct from qual`,
    breakIt: 'alter policy "owners edit their posts" on public.posts with check (true)',
  },
  {
    // Codes, addresses and what only programs write need none; a username and a path refuse the signs themselves.
    rule: 'every text of one line loses signs that turn its direction',
    find: `
    select k.conrelid::regclass || '.' || c[1] as found
    from pg_constraint k cross join regexp_matches(pg_get_constraintdef(k.oid), 'char_length\\((\\w+)\\) <= (\\d+)', 'g') as c
    where k.contype = 'c' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace) and c[2]::integer <= 255
      and k.conrelid::regclass || '.' || c[1] not in (${NOT_OF_ONE_LINE.map((column) => `'${column}'`).join(', ')})
      and not exists (
        select 1 from pg_trigger t where t.tgrelid = k.conrelid and t.tgfoid = 'private.clean_lines()'::regprocedure
          and c[1] = any (string_to_array(encode(t.tgargs, 'escape'), '\\000')))`,
    breakIt: 'alter table public.posts add brand text constraint posts_brand_length check (char_length(brand) <= 50)',
  },
  {
    rule: 'open pages hear of every change of a post that suppliers are told of',
    find: `
    select a.attname as found
    from pg_trigger told cross join unnest(told.tgattr::int2[]) as number
    join pg_attribute a on a.attrelid = told.tgrelid and a.attnum = number
    where told.tgname = 'note_post_change' and not exists (
      select 1 from pg_trigger sent where sent.tgname = 'send_event_of_post' and sent.tgrelid = told.tgrelid and number = any (sent.tgattr))`,
    breakIt: `create or replace trigger note_post_change after update of images on public.posts
      for each row execute function private.note_post_change()`,
  },
  {
    rule: 'the content filter reads every text of a table that it reads',
    find: `
    select k.conrelid::regclass || '.' || c[1] as found
    from pg_constraint k cross join regexp_matches(pg_get_constraintdef(k.oid), 'char_length\\((\\w+)\\) <=', 'g') as c
    where k.contype = 'c' and k.conrelid in (${TABLES_OF_FILTER})
      and k.conrelid::regclass || '.' || c[1] not in (${NOT_FILTERED.map((column) => `'${column}'`).join(', ')})
      and not exists (select 1 from (${FILTERED}) as f where f.tgrelid = k.conrelid and f.name = c[1])`,
    breakIt: 'alter table public.posts add brand text constraint posts_brand_length check (char_length(brand) <= 50)',
  },
  {
    rule: 'a rule is tried on every text that the content filter reads',
    find: `
    select f.tgrelid::regclass || '.' || f.name as found from (${FILTERED}) as f
    where not exists (
        select 1 from pg_proc p where p.oid = 'private.recent_texts'::regproc and p.prosrc ~ format('from public\\.%s ', f.tgrelid::regclass))
      or not exists (
        select 1 from pg_proc p cross join regexp_split_to_table(p.prosrc, 'when ''\\w+'' then \\(') as branch
        where p.oid = 'private.text_of_row'::regproc and branch ~ format('from public\\.%s ', f.tgrelid::regclass)
          and branch ~ format('\\.%s\\M', f.name))`,
    breakIt: `create trigger filter_reason_of_hiding before update of hidden_reason on public.posts
      for each row execute function private.filter_content('post_description hidden_reason reason')`,
  },
  {
    rule: 'every table that clients write refuses suspended users',
    find: `
    select c.relname as found from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (has_any_column_privilege('authenticated', c.oid, 'insert, update') or has_table_privilege('authenticated', c.oid, 'delete'))
      and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'private.refuse_suspended()'::regprocedure)`,
    breakIt: 'drop trigger a_refuse_suspended on public.posts',
  },
  {
    rule: 'every table that clients fill limits the new rows of a request before another trigger works for them',
    find: `
    select c.relname as found from pg_class c
    left join lateral (
      select t.* from pg_trigger t where t.tgrelid = c.oid and t.tgtype & 7 = 7 and not t.tgisinternal order by t.tgname limit 1) as t on true
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_any_column_privilege('authenticated', c.oid, 'insert')
      and not coalesce(t.tgfoid = 'private.limit_rows()'::regprocedure and t.tgenabled = 'O', false)`,
    breakIt:
      'create trigger a_before_all before insert on public.posts for each row execute function private.touch_updated_at()',
  },
  {
    rule: 'a client changes or deletes one row of a table in a request, and no second one is locked',
    find: `
    select tablename || ': ' || policyname as found from pg_policies
    where schemaname = 'public' and cmd in ('UPDATE', 'DELETE') and qual not like '% AND private.is_only_row(tableoid, %id))'`,
    breakIt:
      'alter policy "owners delete their posts" on public.posts using (user_id = (select private.current_profile_id()))',
  },
  {
    rule: 'only private.refuse() refuses, so no refusal goes without a code',
    find: `
    select p.oid::regprocedure::text as found from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and p.prosrc ~* 'raise[^;]*(errcode|sqlstate)[^;]*PT' and p.proname <> 'refuse'`,
    breakIt: `create function private.rude() returns void language plpgsql set search_path = ''
      as 'begin raise exception using errcode = ''PT404'', message = ''Nothing''; end'`,
  },
  {
    rule: 'every refusal has a code that /api publishes',
    find: `
    select p.oid::regprocedure || ': ' || r[1] as found
    from pg_proc p cross join regexp_matches(p.prosrc, 'private\\.refuse\\(([^)]{0,40})', 'g') as r
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and coalesce(substring(r[1] from $$^\\d{3}, '(\\w+)'$$), '') not in (${Object.keys(ERROR_CODES)
        .map((code) => `'${code}'`)
        .join(', ')})`,
    breakIt: `create function private.unheard() returns void language plpgsql set search_path = ''
      as 'begin perform private.refuse(404, ''gone_fishing'', ''Nothing''); end'`,
  },
  {
    rule: 'clients have no rights on what is created later',
    find: `
    select r as found from unnest(array['anon', 'authenticated', 'service_role']) as r
    where has_any_column_privilege(r, 'public.later', 'select, insert, update') or has_table_privilege(r, 'public.later', 'delete, truncate')
      or has_sequence_privilege(r, 'public.later_id_seq', 'usage, select, update')
      or has_function_privilege(r, 'public.later_function()', 'execute') or has_function_privilege(r, 'private.later_function()', 'execute')`,
    breakIt: 'grant select on public.later to anon',
  },
];

describe('rules of the database', () => {
  // What is created after the migrations shows what the default rights are.
  beforeAll(async () => {
    await database.sql('create table public.later (id bigint generated always as identity primary key)');
    await database.sql(`comment on table public.later is 'Comes later.'`);
    await database.sql('alter table public.later enable row level security');
    for (const schema of ['public', 'private']) {
      await database.sql(
        `create function ${schema}.later_function() returns int language sql set search_path = '' return 1`,
      );
    }
    await database.sql(`comment on function public.later_function() is 'Comes later.'`);
  });

  test.each(rules)('$rule', async ({ find }) => {
    expect(await database.sql(find)).toEqual([]);
  });

  test.each(rules)('the rule would notice: $breakIt', async ({ find, breakIt }) => {
    await database.sql('begin');
    try {
      await database.sql(breakIt);
      expect(await database.sql(find)).not.toEqual([]);
    } finally {
      await database.sql('rollback');
    }
  });
});
