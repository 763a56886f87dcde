-- Generated: the schema files of its day, one behind the other. Read supabase/schemas.
set check_function_bodies = off;

-- Foundation: schemas, extensions, default privileges, refusals, and all limits.
-- Everything a browser can reach lives in `public`; everything else in `private`, which no API exposes.

create schema if not exists extensions;

create extension if not exists unaccent with schema extensions;

create extension if not exists pg_trgm with schema extensions;

create extension if not exists fuzzystrmatch with schema extensions;

create extension if not exists pgcrypto with schema extensions;

grant usage on schema extensions to anon, authenticated, service_role;

create schema if not exists private;

comment on schema private is 'Helpers and rules behind the API; never exposed by it.';

revoke all on schema private from public;

grant usage on schema private to anon, authenticated, service_role;

-- Deny by default. The form without `in schema` is the only one that removes the built-in right of everybody to
-- execute new functions; the others undo what a hosted project can grant on new objects of `public`.
alter default privileges revoke execute on functions from public;

alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;

alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- Text folding -------------------------------------------------------------------------------------------------------

-- Lower-case only after the accents are gone: lower() leaves letters such as Đ untouched in some locales.
create function private.fold(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select lower(extensions.unaccent('extensions.unaccent'::regdictionary, value)) $$;
comment on function private.fold is
  'Accent- and case-insensitive form of a text. Immutable, because it names its dictionary, so indexes may use it.';
grant execute on function private.fold to anon, authenticated, service_role;

create function private.is_blank(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select value is null or value !~ '[^[:space:]]' $$;
comment on function private.is_blank is 'True for null and for text of white space only.';
grant execute on function private.is_blank to anon, authenticated, service_role;

-- Zero-width, direction and filling characters, variation selectors and tags: they hide words from a filter and show nothing.
create function private.without_invisible(p_text text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case when octet_length(p_text) = char_length(p_text) then p_text
    else regexp_replace(p_text, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]+', '', 'g') end
$$;
comment on function private.without_invisible is 'The text without characters that nobody sees.';

-- Refusals -----------------------------------------------------------------------------------------------------------

-- Volatile, or a check of the functions that call it with constants would call it as well.
create function private.refuse(p_status integer, p_code text, p_message text, p_detail jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'PT' || p_status, message = p_message,
    detail = (jsonb_build_object('code', p_code) || p_detail)::text;
end $$;
comment on function private.refuse is
  'Refuses what the caller asks for: an HTTP status, a code for programs, a sentence for people, and what else belongs to it, such as the path of a field.';
grant execute on function private.refuse to authenticated;

-- JSON arguments ------------------------------------------------------------------------------------------------------
--
-- A function that stores more than a handful of fields takes them as one JSON object, named like the columns that they are stored
-- in, and reads it with jsonb_populate_record(), which refuses a value of the wrong type as it would be refused as an argument.

create function private.known_fields(p_fields jsonb, p_known text[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_unknown text;
begin
  if jsonb_typeof(p_fields) is distinct from 'object' then
    perform private.refuse(400, 'invalid_input', 'Invalid input');
  end if;
  select k into v_unknown from jsonb_object_keys(p_fields) as k where k <> all (p_known) order by k limit 1;
  if v_unknown is not null then
    perform private.refuse(400, 'invalid_input', 'Invalid input', jsonb_build_object('path', v_unknown));
  end if;
  return (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_fields) as f where f.value <> 'null');
end $$;
comment on function private.known_fields is
  'The fields that have a value; PT400 when another field is given than those that are known: callers write no other column.';
grant execute on function private.known_fields to authenticated;

create function private.trimmed(p_fields jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(t.key, t.value), '{}')
  from (
    select f.key, case jsonb_typeof(f.value) when 'string' then to_jsonb(btrim(f.value #>> '{}')) else f.value end as value
    from jsonb_each(p_fields) as f) as t
  where t.value <> '""'
$$;
comment on function private.trimmed is 'The fields with their texts trimmed; a blank text counts as not given.';
grant execute on function private.trimmed to authenticated;

-- Settings -----------------------------------------------------------------------------------------------------------

create table private.app_settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
comment on table private.app_settings is 'Limits and switches that operators may change without a release.';

insert into private.app_settings (key, value) values
  ('rate_limits_enabled', 'true'),
  ('rate_limits', jsonb_build_object(
    'post',                jsonb_build_object('max', 100, 'seconds', 86400),
    'quote',               jsonb_build_object('max', 100, 'seconds', 86400),
    'quote_decision',      jsonb_build_object('max', 300, 'seconds', 3600),
    'question',            jsonb_build_object('max', 20,  'seconds', 86400),
    'message',             jsonb_build_object('max', 30,  'seconds', 60),
    'like',                jsonb_build_object('max', 120, 'seconds', 60),
    'upload',              jsonb_build_object('max', 120, 'seconds', 3600),
    'review',              jsonb_build_object('max', 20,  'seconds', 86400),
    'feedback',            jsonb_build_object('max', 10,  'seconds', 86400),
    'login',               jsonb_build_object('max', 10,  'seconds', 900),
    'login_address',       jsonb_build_object('max', 50,  'seconds', 900),
    'password',            jsonb_build_object('max', 300, 'seconds', 3600),
    'register',            jsonb_build_object('max', 20,  'seconds', 3600),
    'availability',        jsonb_build_object('max', 120, 'seconds', 60),
    'forgot_password',     jsonb_build_object('max', 5,   'seconds', 3600),
    'verify_email',        jsonb_build_object('max', 5,   'seconds', 900),
    'mail_proof',          jsonb_build_object('max', 30,  'seconds', 900),
    'mail_proof_total',    jsonb_build_object('max', 600, 'seconds', 60),
    'mail_of_auth',        jsonb_build_object('max', 20,  'seconds', 86400),
    'resend_verification', jsonb_build_object('max', 1,   'seconds', 60),
    'resend_verification_daily', jsonb_build_object('max', 5, 'seconds', 86400),
    'broadcast',           jsonb_build_object('max', 10,  'seconds', 86400),
    'test_mail',           jsonb_build_object('max', 20,  'seconds', 3600),
    'content_report',      jsonb_build_object('max', 60,  'seconds', 3600),
    'idempotent_write',    jsonb_build_object('max', 3600, 'seconds', 3600),
    'empty_search',        jsonb_build_object('max', 600, 'seconds', 3600),
    'guest_access',        jsonb_build_object('max', 120, 'seconds', 3600)));

create function private.setting(p_key text) returns jsonb
language sql stable security definer set search_path = ''
as $$ select s.value from private.app_settings s where s.key = p_key $$;

-- Rate limits --------------------------------------------------------------------------------------------------------

create table private.rate_limit_uses (
  action text not null,
  subject text not null,
  window_started_at timestamptz not null,
  used integer not null,
  primary key (action, subject),
  constraint rate_limit_uses_subject_is_short check (char_length(subject) <= 320)
);
comment on table private.rate_limit_uses is 'How often a subject (user, address, e-mail) used a limited action in its window.';

create index rate_limit_uses_window_idx on private.rate_limit_uses (window_started_at);

create function private.refuse_rate_limit(p_action text, p_seconds numeric) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform private.refuse(429, 'rate_limit',
    format('Too many requests. Please try again in %s minutes.', greatest(1, ceil(p_seconds / 60))),
    jsonb_build_object('retryAfter', greatest(1, ceil(p_seconds)),
        'limit', private.setting('rate_limits') -> p_action || jsonb_build_object('name', p_action))
      -- The quote form shows every 429 as a wait in days.
      || case when p_action = 'quote' then jsonb_build_object('daysToWait', greatest(1, ceil(p_seconds / 86400))) else '{}' end);
end $$;

create function private.consume_rate_limit(p_action text, p_subject text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_rule jsonb := private.setting('rate_limits') -> p_action;
  v_max integer := (v_rule ->> 'max')::integer;
  v_window interval := make_interval(secs => (v_rule ->> 'seconds')::integer);
  v_started timestamptz;
begin
  if v_rule is null then
    raise exception using errcode = '22023', message = format('unknown rate limit "%s"', p_action);
  elsif p_subject is null then
    -- A token that outlived its account: nobody who could be counted. The constraint below would tell more than that.
    perform private.refuse(401, 'unauthorized', 'Authentication required');
  end if;
  if private.setting('rate_limits_enabled') <> 'true' then
    return;
  end if;
  -- One statement, so that two requests at once cannot both take the last place.
  insert into private.rate_limit_uses as u (action, subject, window_started_at, used)
  values (p_action, left(p_subject, 320), now(), 1)
  on conflict (action, subject) do update set
    window_started_at = case when u.window_started_at <= now() - v_window then now() else u.window_started_at end,
    used = case when u.window_started_at <= now() - v_window then 1 else u.used + 1 end
  where u.used < v_max or u.window_started_at <= now() - v_window
  returning u.window_started_at into v_started;
  if v_started is null then
    perform private.assert_rate_limit(p_action, p_subject);
  end if;
end $$;
comment on function private.consume_rate_limit is
  'Counts one use of an action; raises PT429 with {"retryAfter": seconds} in the detail once the limit is used up.';

create function public.consume_rate_limit(action text, subject text) returns void
language sql security invoker set search_path = ''
as $$ select private.consume_rate_limit(action, subject) $$;
comment on function public.consume_rate_limit is 'For edge functions only: counts one use of a limited action.';
grant execute on function private.consume_rate_limit, public.consume_rate_limit to service_role;

create function private.assert_rate_limit(p_action text, p_subject text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rule jsonb := private.setting('rate_limits') -> p_action;
  v_window interval := make_interval(secs => (v_rule ->> 'seconds')::integer);
  v_seconds numeric;
begin
  if private.setting('rate_limits_enabled') <> 'true' then
    return;
  end if;
  select extract(epoch from u.window_started_at + v_window - now()) into v_seconds
  from private.rate_limit_uses u
  where u.action = p_action and u.subject = left(p_subject, 320)
    and u.used >= (v_rule ->> 'max')::integer and u.window_started_at > now() - v_window;
  if found then
    perform private.refuse_rate_limit(p_action, v_seconds);
  end if;
end $$;
comment on function private.assert_rate_limit is
  'Raises PT429 when an action is used up, without counting: for limits on failures, such as sign-ins.';

create function public.assert_rate_limit(action text, subject text) returns void
language sql stable security invoker set search_path = ''
as $$ select private.assert_rate_limit(action, subject) $$;
comment on function public.assert_rate_limit is 'For edge functions only: refuses when a limit is used up.';
grant execute on function private.assert_rate_limit, public.assert_rate_limit to service_role;

-- Triggers of many tables ---------------------------------------------------------------------------------------------

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;

create function private.refuse_truncate() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '55000', message = 'What is counted elsewhere is deleted row by row, not truncated';
end $$;
comment on function private.refuse_truncate is 'For tables whose rows triggers count; a restored backup brings rows and counts together, and runs no triggers.';

-- Profiles: the public part of a user (profiles), the part that only they and admins see (accounts), and who is calling.

-- The caller ----------------------------------------------------------------------------------------------------------

create function private.current_profile_id() returns bigint
language sql stable security definer set search_path = ''
as $$
  select p.id from public.profiles p
  where p.auth_id = (select auth.uid())
    and not exists (select 1 from public.accounts a where a.profile_id = p.id and a.deleted_at is not null)
    -- A token outlives its session by up to an hour: who was signed out, or got a new password, is out at once.
    and (select auth.jwt() ->> 'session_id' is null or exists (
      select 1 from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid))
$$;
comment on function private.current_profile_id is
  'Public id of the signed-in user; null for a guest, and for a token that outlives its session or its account.';
grant execute on function private.current_profile_id to authenticated;

create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.accounts a
    where a.profile_id = (select private.current_profile_id()) and a.role in ('admin', 'main_admin')
      and (a.suspended_until is null or a.suspended_until <= now()))
$$;
comment on function private.is_admin is
  'True for admins and main admins, read from the table so that a demotion or suspension counts at once.';
grant execute on function private.is_admin to authenticated;

create function private.is_suspended(p_profile_id bigint) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.accounts a where a.profile_id = p_profile_id and a.suspended_until > now()) $$;
comment on function private.is_suspended is 'True while a user may read but not write. Ends by itself.';

create function private.require_profile_id() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_id bigint := private.current_profile_id();
begin
  if v_id is null then
    perform private.refuse(401, 'unauthorized', 'Authentication required');
  end if;
  return v_id;
end $$;
comment on function private.require_profile_id is 'Public id of the signed-in user; PT401 for a guest.';
grant execute on function private.require_profile_id to anon, authenticated;

create function private.require_admin() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', 'You are not allowed to do this');
  end if;
  return v_me;
end $$;
comment on function private.require_admin is 'Public id of the calling admin; PT401 for a guest, PT403 for everybody else.';

create function private.require_main_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
begin
  if not exists (select 1 from public.accounts a where a.profile_id = v_me and a.role = 'main_admin') then
    perform private.refuse(403, 'forbidden', 'Only a main admin may do this');
  end if;
end $$;

create table public.profiles (
  id bigint generated always as identity primary key,
  auth_id uuid not null references auth.users (id) on delete cascade,
  username text not null,
  avatar_path text,
  country text,
  company_name text,
  bio text,
  rating_count integer not null default 0,
  rating_sum integer not null default 0,
  rating_average numeric(3, 2) generated always as
    (case when rating_count > 0 then round(rating_sum::numeric / rating_count, 2) end) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_auth_id_is_unique unique (auth_id),
  constraint profiles_username_length check (char_length(username) between 3 and 50),
  -- No markup, nothing that cannot be seen, and no "@", which could pass for somebody's address at sign-in.
  constraint profiles_username_is_clean check
    (username = btrim(username) and username !~ '[[:cntrl:]@<>\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]'),
  constraint profiles_avatar_path_length check (char_length(avatar_path) <= 500),
  constraint profiles_avatar_is_own_file_or_address check
    (avatar_path ~ '^https://[^[:space:]]+$'
      or avatar_path ~ ('^' || auth_id::text || '/[0-9a-f-]{36}\.(png|jpe?g|gif|webp)$')),
  constraint profiles_country_length check (char_length(country) between 1 and 60),
  constraint profiles_company_name_length check (char_length(company_name) <= 100),
  constraint profiles_bio_length check (char_length(bio) <= 500),
  constraint profiles_rating_is_counted check (rating_count >= 0 and rating_sum >= 0)
);
comment on table public.profiles is 'What everybody may see of a user.';
comment on column public.profiles.avatar_path is 'Path in the bucket `avatars`, or an https address given by a sign-in provider.';
comment on column public.profiles.country is 'Two-letter lower-case code of a known country, else the text as typed.';

create unique index profiles_username_is_unique on public.profiles (lower(username));
-- An admin looks for one of 100,000 users by a part of a name, address, company or tax code.
create index profiles_words_idx on public.profiles
  using gin (private.fold(username || ' ' || coalesce(company_name, '')) extensions.gin_trgm_ops);
create index profiles_country_idx on public.profiles (country, id desc);
create index profiles_rating_idx on public.profiles (rating_average desc nulls last, id desc);
-- The caller is looked up once or twice per statement: a hash has no levels to descend.
create index profiles_auth_id_idx on public.profiles using hash (auth_id);
create index profiles_created_idx on public.profiles (created_at) include (auth_id);

-- Grants: a client may write listed columns only. Owner, role, ratings and times are never in the list.
revoke all on table public.profiles from anon, authenticated, service_role;
grant select (id, username, avatar_path, country, company_name, bio, created_at) on table public.profiles to anon;
grant select (id, auth_id, username, avatar_path, country, company_name, bio, rating_count, rating_average, created_at)
  on table public.profiles to authenticated;
grant update (avatar_path, country, company_name, bio) on table public.profiles to authenticated;

alter table public.profiles enable row level security;
create policy "guests read public profiles" on public.profiles for select to anon using (true);
create policy "users read public profiles" on public.profiles for select to authenticated using (true);
create policy "users edit their own profile" on public.profiles for update to authenticated
  using (id = (select private.current_profile_id())) with check (id = (select private.current_profile_id()));

-- Texts are translated by the page and in mails; stored texts and the answers of `/api` are English.

create function private.is_language_code(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value in (
    'aa', 'ab', 'ae', 'af', 'ak', 'am', 'an', 'ar', 'as', 'av', 'ay', 'az', 'ba', 'be', 'bg', 'bi', 'bm', 'bn', 'bo', 'br', 'bs', 'ca',
    'ce', 'ch', 'co', 'cr', 'cs', 'cu', 'cv', 'cy', 'da', 'de', 'dv', 'dz', 'ee', 'el', 'en', 'eo', 'es', 'et', 'eu', 'fa', 'ff', 'fi',
    'fj', 'fo', 'fr', 'fy', 'ga', 'gd', 'gl', 'gn', 'gu', 'gv', 'ha', 'he', 'hi', 'ho', 'hr', 'ht', 'hu', 'hy', 'hz', 'ia', 'id', 'ie',
    'ig', 'ii', 'ik', 'io', 'is', 'it', 'iu', 'ja', 'jv', 'ka', 'kg', 'ki', 'kj', 'kk', 'kl', 'km', 'kn', 'ko', 'kr', 'ks', 'ku', 'kv',
    'kw', 'ky', 'la', 'lb', 'lg', 'li', 'ln', 'lo', 'lt', 'lu', 'lv', 'mg', 'mh', 'mi', 'mk', 'ml', 'mn', 'mr', 'ms', 'mt', 'my', 'na',
    'nb', 'nd', 'ne', 'ng', 'nl', 'nn', 'no', 'nr', 'nv', 'ny', 'oc', 'oj', 'om', 'or', 'os', 'pa', 'pi', 'pl', 'ps', 'pt', 'qu', 'rm',
    'rn', 'ro', 'ru', 'rw', 'sa', 'sc', 'sd', 'se', 'sg', 'si', 'sk', 'sl', 'sm', 'sn', 'so', 'sq', 'sr', 'ss', 'st', 'su', 'sv', 'sw',
    'ta', 'te', 'tg', 'th', 'ti', 'tk', 'tl', 'tn', 'to', 'tr', 'ts', 'tt', 'tw', 'ty', 'ug', 'uk', 'ur', 'uz', 've', 'vi', 'vo', 'wa',
    'wo', 'xh', 'yi', 'yo', 'za', 'zh', 'zu')
$$;
comment on function private.is_language_code is
  'True for a language of ISO 639-1, whether or not the product speaks it: a further translation needs no new chapter.';
grant execute on function private.is_language_code to authenticated;

create table public.accounts (
  profile_id bigint primary key references public.profiles (id) on delete cascade,
  email text not null,
  first_name text,
  last_name text,
  phone_number text,
  address text,
  organization text,
  tax_code text,
  role text not null default 'user',
  terms_version text,
  terms_accepted_at timestamptz,
  email_confirmed_at timestamptz,
  last_seen_at timestamptz,
  suspended_until timestamptz,
  suspension_reason text,
  deleted_at timestamptz,
  post_count integer not null default 0,
  quote_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  locale text,
  constraint accounts_first_name_length check (char_length(first_name) <= 50),
  constraint accounts_last_name_length check (char_length(last_name) <= 50),
  constraint accounts_phone_number_is_valid check (phone_number ~ '^\+?[0-9 ()-]{6,20}$'),
  constraint accounts_address_length check (char_length(address) <= 200),
  constraint accounts_organization_length check (char_length(organization) <= 100),
  constraint accounts_tax_code_length check (char_length(tax_code) <= 20),
  constraint accounts_terms_version_is_a_day check (terms_version ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  constraint accounts_role_is_known check (role in ('user', 'admin', 'main_admin')),
  constraint accounts_suspension_is_whole check ((suspended_until is null) = (suspension_reason is null)),
  constraint accounts_suspension_reason_length check (char_length(suspension_reason) between 1 and 500),
  constraint accounts_counts_are_not_negative check (post_count >= 0 and quote_count >= 0),
  constraint accounts_locale_is_a_language check (private.is_language_code(locale))
);
comment on table public.accounts is 'What only the person and admins may see of a user.';
comment on column public.accounts.email is 'Copy of the address in auth.users, kept by a trigger, as are email_confirmed_at and last_seen_at (last sign-in).';
comment on column public.accounts.terms_version is
  'Version of the terms that the person accepted last: the ISO day on which it came into force. Null until they accept one.';
comment on column public.accounts.suspended_until is 'Until then the user may read but not write; infinity for good. A past moment means nothing.';
comment on column public.accounts.deleted_at is 'When an admin deleted the account: what named the person is gone, the row stays for those who dealt with them.';
comment on column public.accounts.post_count is 'Posts that the user has, kept by triggers, as is quote_count: quotes that they sent.';
comment on column public.accounts.locale is
  'Language that the person chose to read the product and its mails in, as a code of ISO 639-1. Null until they choose: English.';

create index accounts_email_idx on public.accounts (lower(email));
create index accounts_words_idx on public.accounts
  using gin (private.fold(email || ' ' || coalesce(organization, '') || ' ' || coalesce(tax_code, '')) extensions.gin_trgm_ops);
create index accounts_created_idx on public.accounts (created_at);
create index accounts_last_seen_idx on public.accounts (last_seen_at desc nulls last, profile_id desc);
create index accounts_posts_idx on public.accounts (post_count desc, profile_id desc);
create index accounts_quotes_idx on public.accounts (quote_count desc, profile_id desc);
create index accounts_staff_idx on public.accounts (role, profile_id desc) where role <> 'user';
create index accounts_unverified_idx on public.accounts (profile_id desc) where email_confirmed_at is null;
create index accounts_suspended_idx on public.accounts (suspended_until) where suspended_until is not null;
create index accounts_deleted_idx on public.accounts (profile_id desc) where deleted_at is not null;

-- Grants: a client may write listed columns only. Owner, role, ratings and times are never in the list.
revoke all on table public.accounts from anon, authenticated, service_role;
grant select on table public.accounts to authenticated;
grant update (first_name, last_name, phone_number, address, organization, tax_code) on table public.accounts to authenticated;

alter table public.accounts enable row level security;
create policy "users read their own account, admins all" on public.accounts for select to authenticated
  using (profile_id = (select private.current_profile_id()) or (select private.is_admin()));
create policy "users edit their own account" on public.accounts for update to authenticated
  using (profile_id = (select private.current_profile_id())) with check (profile_id = (select private.current_profile_id()));

-- Profile form --------------------------------------------------------------------------------------------------------

-- One call for both tables, so that a form is stored whole or not at all. It runs with the caller's own rights: the
-- grants and policies above decide what is written.
create function public.update_profile(profile jsonb) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
  v_names constant text[] := array['first_name', 'last_name', 'phone_number', 'country', 'address', 'company_name', 'organization',
    'tax_code', 'bio'];
  v_fields jsonb := private.trimmed(private.known_fields(profile, v_names));
  v_profile public.profiles := jsonb_populate_record(null::public.profiles, v_fields);
  v_account public.accounts := jsonb_populate_record(null::public.accounts, v_fields);
begin
  -- A field that is left out was forgotten; one that is to be emptied is sent empty.
  if not profile ?& v_names then
    perform private.refuse(400, 'invalid_input', 'Invalid input');
  end if;
  update public.profiles p set
    country = v_profile.country, company_name = v_profile.company_name, bio = v_profile.bio
  where p.id = v_me;
  update public.accounts a set
    first_name = v_account.first_name, last_name = v_account.last_name, phone_number = v_account.phone_number,
    address = v_account.address, organization = v_account.organization, tax_code = v_account.tax_code
  where a.profile_id = v_me;
end $$;
comment on function public.update_profile is
  'Stores all fields of the caller''s profile form, named like their columns; blank ones become null.';
grant execute on function public.update_profile to authenticated;

-- Avatar -------------------------------------------------------------------------------------------------------------

-- Every viewer's browser loads an image from its address, so people may name only files that they uploaded.
create function private.check_avatar_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null and new.avatar_path <> coalesce(old.avatar_path, '')
      and not private.is_own_upload('avatars', new.avatar_path) then
    perform private.refuse(400, 'invalid_input', 'Unknown image',
      jsonb_build_object('path', 'avatarPath', 'value', left(new.avatar_path, 200)));
  end if;
  return new;
end $$;

-- Terms of use --------------------------------------------------------------------------------------------------------

create function private.terms_version_in_force(p_version text) returns text
language sql stable set search_path = ''
as $$
  select p_version
  where p_version ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and p_version <= to_char(now() at time zone 'utc', 'YYYY-MM-DD')
$$;
comment on function private.terms_version_in_force is
  'The version if it is a day that has come, else null: nobody accepts terms that are not written yet.';

create function private.accept_terms(p_version text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_id bigint := private.require_profile_id();
begin
  if private.terms_version_in_force(p_version) is null then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "version"}');
  end if;
  -- A page that is older than the acceptance takes nothing back, and a repeat keeps the time of the first.
  update public.accounts a set terms_version = p_version, terms_accepted_at = now()
  where a.profile_id = v_id and (a.terms_version is null or a.terms_version < p_version);
end $$;

create function public.accept_terms(version text) returns void
language sql security invoker set search_path = ''
as $$ select private.accept_terms(version) $$;
comment on function public.accept_terms is
  'Records that the caller accepts this version of the terms, with the time of the server.';
grant execute on function private.accept_terms, public.accept_terms to authenticated;

create function private.assert_language(p_locale text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_language_code(p_locale) is not true then
    perform private.refuse(400, 'invalid_input', 'This language is not known', '{"path": "locale"}');
  end if;
end $$;
comment on function private.assert_language is 'PT400 for anything that is no language of ISO 639-1.';

create function private.set_locale(p_locale text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_id bigint := private.require_profile_id();
begin
  perform private.assert_language(p_locale);
  update public.accounts a set locale = p_locale where a.profile_id = v_id and a.locale is distinct from p_locale;
end $$;

create function public.set_locale(locale text) returns void
language sql security invoker set search_path = ''
as $$ select private.set_locale(locale) $$;
comment on function public.set_locale is
  'Keeps the language that the caller chose, a code of ISO 639-1; suspended users may choose too.';
grant execute on function private.set_locale, public.set_locale to authenticated;

-- Registration and sign-in: every user of Auth gets a profile and an account, and wrong passwords are counted.

create function private.has_password() returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce((select u.encrypted_password <> '' from auth.users u where u.id = (select auth.uid())), false) $$;

create function public.has_password() returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.has_password() $$;
comment on function public.has_password is
  'Whether the caller can sign in with a password; people who came by a sign-in provider have none at first.';
grant execute on function private.has_password, public.has_password to authenticated;

-- New users of Auth ---------------------------------------------------------------------------------------------------

create function private.free_username(p_wish text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_base text := left(regexp_replace(private.fold(coalesce(p_wish, '')), '[^a-z0-9.-]+', '-', 'g'), 16);
  v_candidate text;
  v_number integer := 1;
begin
  v_base := btrim(v_base, '-.');
  if char_length(v_base) < 3 then
    v_base := 'user-' || v_base;
    v_base := rtrim(v_base, '-');
  end if;
  v_candidate := v_base;
  while exists (select 1 from public.profiles p where lower(p.username) = v_candidate) loop
    v_number := v_number + 1;
    v_candidate := v_base || '-' || v_number;
  end loop;
  return v_candidate;
end $$;
comment on function private.free_username is 'A free username near the wish, for people who come from a sign-in provider.';

create function private.is_username_taken(p_username text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.profiles p where lower(p.username) = lower(btrim(p_username)))
    -- So are deleted accounts called.
    or btrim(p_username) ~* '^deleted-[0-9]+$'
$$;

create function private.create_profile_of_new_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_data jsonb := coalesce(new.raw_user_meta_data, '{}');
  v_username text := nullif(btrim(v_data ->> 'username'), '');
  v_phone text := nullif(btrim(v_data ->> 'phoneNumber'), '');
  v_avatar text := v_data ->> 'avatar_url';
  v_terms text := private.terms_version_in_force(v_data ->> 'termsVersion');
  v_id bigint;
begin
  -- People who come by a sign-in provider are asked for what is missing on their first page; nobody else may leave it out.
  if new.raw_app_meta_data ->> 'provider' in ('email', 'phone') and (v_username is null or v_terms is null) then
    perform private.refuse(400, 'invalid_input', 'A username and the accepted terms are needed');
  end if;
  if v_username is null then
    v_username := private.free_username(
      coalesce(v_data ->> 'preferred_username', v_data ->> 'user_name', split_part(new.email, '@', 1)));
  elsif private.is_username_taken(v_username) then
    perform private.refuse(409, 'conflict', 'Username already exists');
  end if;

  insert into public.profiles (auth_id, username, avatar_path, country, company_name, bio)
  values (new.id, v_username,
    -- People who register write this data themselves; whether it comes from a provider is what Auth says of the account.
    case when coalesce(new.raw_app_meta_data ->> 'provider', 'email') not in ('email', 'phone')
      and v_avatar ~ '^https://[^[:space:]]+$' and char_length(v_avatar) <= 500 then v_avatar end,
    left(nullif(btrim(v_data ->> 'country'), ''), 60),
    left(nullif(btrim(v_data ->> 'companyName'), ''), 100),
    left(nullif(btrim(v_data ->> 'bio'), ''), 500))
  returning id into v_id;

  insert into public.accounts (profile_id, email, first_name, last_name, phone_number, address, organization, tax_code,
    terms_version, terms_accepted_at, email_confirmed_at, last_seen_at)
  values (v_id, coalesce(new.email, ''),
    left(nullif(btrim(v_data ->> 'firstName'), ''), 50),
    left(nullif(btrim(v_data ->> 'lastName'), ''), 50),
    case when v_phone ~ '^\+?[0-9 ()-]{6,20}$' then v_phone end,
    left(nullif(btrim(v_data ->> 'address'), ''), 200),
    left(nullif(btrim(v_data ->> 'organization'), ''), 100),
    left(nullif(btrim(v_data ->> 'taxCode'), ''), 20),
    v_terms, case when v_terms is not null then now() end, new.email_confirmed_at, new.last_sign_in_at);
  return new;
exception when unique_violation then
  -- Two registrations of one name at the same moment: the index decides, the answer is the same.
  perform private.refuse(409, 'conflict', 'Username already exists');
end $$;

create function private.copy_state_of_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.accounts a set email = coalesce(new.email, ''), email_confirmed_at = new.email_confirmed_at,
    last_seen_at = coalesce(new.last_sign_in_at, a.last_seen_at)
  from public.profiles p where p.auth_id = new.id and a.profile_id = p.id;
  return new;
end $$;

-- Lookups -------------------------------------------------------------------------------------------------------------
--
-- For edge functions only: the answers reveal who has an account.

create function private.username_exists(p_username text) returns boolean
language sql stable security definer set search_path = ''
as $$ select private.is_username_taken(p_username) $$;

create function public.username_exists(username text) returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.username_exists(username) $$;
comment on function public.username_exists is 'For edge functions only: whether a username is taken, ignoring case.';
grant execute on function private.username_exists, public.username_exists to service_role;

create function private.email_exists(p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.accounts a where lower(a.email) = lower(btrim(p_email))) $$;

create function public.email_exists(email text) returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.email_exists(email) $$;
comment on function public.email_exists is 'For edge functions only: whether an e-mail address has an account.';
grant execute on function private.email_exists, public.email_exists to service_role;

create function private.resolve_sign_in(p_login text) returns table (profile_id bigint, email text)
language sql stable rows 1 security definer set search_path = ''
as $$
  -- Two branches, so that each can use its index.
  select p.id, a.email
  from public.accounts a join public.profiles p on p.id = a.profile_id
  where position('@' in p_login) > 0 and lower(a.email) = lower(btrim(p_login))
  union all
  select p.id, a.email
  from public.profiles p join public.accounts a on a.profile_id = p.id
  where position('@' in p_login) = 0 and lower(p.username) = lower(btrim(p_login))
$$;

create function public.resolve_sign_in(login text) returns table (profile_id bigint, email text)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.resolve_sign_in(login) $$;
comment on function public.resolve_sign_in is 'For edge functions only: the account behind a username or e-mail address.';
grant execute on function private.resolve_sign_in, public.resolve_sign_in to service_role;

-- Password guesses at Auth --------------------------------------------------------------------------------------------

create function private.password_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- A limit that is used up refuses the right password too, or a guesser would just go on.
  if (event ->> 'valid')::boolean then
    perform private.assert_rate_limit('password', event ->> 'user_id');
  else
    perform private.consume_rate_limit('password', event ->> 'user_id');
  end if;
  return jsonb_build_object('decision', 'continue');
exception when sqlstate 'PT429' then
  return jsonb_build_object('decision', 'reject', 'message', 'Too many wrong passwords. Please try again later, or reset your password.',
    'should_logout_user', false);
end $$;
comment on function private.password_attempt is
  'The hook of Auth after it has looked at a password: counts the wrong ones of an account from all addresses together.';

create function private.forget_password_attempts() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.rate_limit_uses u where u.action = 'password' and u.subject = new.id::text;
  return null;
end $$;

do $hook$ begin
  if exists (select 1 from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.password_attempt(jsonb) to supabase_auth_admin;
  end if;
end $hook$;

create function private.take_locale_of_registration() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What a sign-in provider says of a person is no choice of theirs.
  select case when private.is_language_code(u.raw_user_meta_data ->> 'locale') then u.raw_user_meta_data ->> 'locale' end into new.locale
  from public.profiles p join auth.users u on u.id = p.auth_id
  where p.id = new.profile_id and coalesce(u.raw_app_meta_data ->> 'provider', 'email') in ('email', 'phone');
  return new;
end $$;
comment on function private.take_locale_of_registration is
  'The language in which somebody registered, from the data that the page sent with it; anything else than a language is none.';

-- Audit log: every act of an admin, and the sign-ins of admins, written by private.audit().

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id bigint,
  actor_username text,
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  constraint audit_log_action_length check (char_length(action) between 1 and 60),
  constraint audit_log_entity_length check (char_length(entity) between 1 and 60),
  constraint audit_log_entity_id_length check (char_length(entity_id) <= 200)
);
comment on table public.audit_log is
  'Every act of an admin: who did what and when, the state before and after. Rows are added by the database and never change.';
comment on column public.audit_log.actor_id is
  'Id of the profile; no foreign key, because the log outlives accounts. Null for what no person did.';
comment on column public.audit_log.actor_username is 'Name of the actor at that time.';

create index audit_log_actor_idx on public.audit_log (actor_username, id desc);
create index audit_log_action_idx on public.audit_log (action, id desc);
create index audit_log_entity_idx on public.audit_log (entity_id, id desc);
create index audit_log_created_idx on public.audit_log (created_at);

revoke all on table public.audit_log from anon, authenticated, service_role;
grant select on table public.audit_log to authenticated;

alter table public.audit_log enable row level security;
create policy "admins read the audit log" on public.audit_log for select to authenticated using ((select private.is_admin()));

-- A trigger instead of missing rights: a faulty function that runs as the owner is refused too.
create function private.refuse_audit_log_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '42501', message = 'The audit log cannot be changed';
end $$;

create function private.audit(p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_username, action, entity, entity_id, before, after)
  select me.id, (select p.username from public.profiles p where p.id = me.id), p_action, p_entity, p_entity_id, p_before, p_after
  from (select private.current_profile_id() as id) as me
$$;
comment on function private.audit is
  'Writes what the caller did to the audit log, for rules of the database only: audit(''suspend_user'', ''user'', id, before, after). Leave secrets out.';

-- A session begins at whatever door somebody comes in: password, provider, or a link of a mail. Renewing its token makes none.
create function private.audit_sign_in() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.audit_log (actor_id, actor_username, action, entity, entity_id)
  select p.id, p.username, 'sign_in', 'user', p.id::text
  from public.profiles p join public.accounts a on a.profile_id = p.id
  where p.auth_id = new.user_id and a.role <> 'user';
  return null;
end $$;

create function private.audit_actions() returns setof text
language plpgsql stable rows 40 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- From one action to the next along the index: a few steps, however long the log is.
  return query
    with recursive actions (action) as (
      (select a.action from public.audit_log a order by a.action limit 1)
      union all
      select (select a.action from public.audit_log a where a.action > actions.action order by a.action limit 1)
      from actions where actions.action is not null)
    select actions.action from actions where actions.action is not null;
end $$;

create function public.audit_actions() returns setof text
language sql stable rows 40 security invoker set search_path = ''
as $$ select * from private.audit_actions() $$;
comment on function public.audit_actions is 'For admins: every action that the audit log holds, to filter by.';
grant execute on function private.audit_actions, public.audit_actions to authenticated;

-- Users as admins see them: suspension, the list, notes.

-- Suspension ----------------------------------------------------------------------------------------------------------
--
-- A suspended user signs in and reads, but every table that users write refuses their writes (trigger a_refuse_suspended).
-- A suspension ends by itself.

create function private.assert_not_suspended() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account public.accounts;
begin
  select a.* into v_account from public.accounts a
  where a.profile_id = private.current_profile_id() and a.suspended_until > now();
  if found then
    perform private.refuse(403, 'account_suspended', format('Your account is suspended%s. Reason: %s',
      case when v_account.suspended_until <> 'infinity' then to_char(v_account.suspended_until at time zone 'utc', '" until "Mon FMDD, YYYY') end,
      v_account.suspension_reason));
  end if;
end $$;
comment on function private.assert_not_suspended is 'PT403 with the reason and the end when the caller is suspended.';

create function private.refuse_suspended() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.assert_not_suspended();
  return null;
end $$;
comment on function private.refuse_suspended is 'Trigger of every table that people write: suspended users may not.';

-- List ----------------------------------------------------------------------------------------------------------------

create type private.user_filter as (search text, role text, status text, verified boolean, account_type text, country text,
  since timestamptz, before timestamptz);

comment on type private.user_filter is 'Which users to list: null for what does not matter; since and before are times of registration.';

create function private.user_condition(p_filter private.user_filter) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    -- Two questions to two indexes. Of fewer than three letters only the beginning of a word counts.
    case when not private.is_blank(p_filter.search) then $c$a.profile_id = any (array(
      select w.id from public.profiles w where private.fold(w.username || ' ' || coalesce(w.company_name, '')) like any ($1)
      union
      select w.profile_id from public.accounts w
      where private.fold(w.email || ' ' || coalesce(w.organization, '') || ' ' || coalesce(w.tax_code, '')) like any ($1)))$c$ end,
    case when p_filter.role is not null then 'a.role = ($2).role' end,
    case p_filter.status
      when 'deleted' then 'a.deleted_at is not null'
      when 'suspended' then 'a.deleted_at is null and a.suspended_until > now()'
      when 'unverified' then 'a.deleted_at is null and (a.suspended_until is null or a.suspended_until <= now()) and a.email_confirmed_at is null'
      when 'active' then 'a.deleted_at is null and (a.suspended_until is null or a.suspended_until <= now()) and a.email_confirmed_at is not null' end,
    case when p_filter.verified then 'a.email_confirmed_at is not null' when not p_filter.verified then 'a.email_confirmed_at is null' end,
    case p_filter.account_type
      when 'organization' then 'not private.is_blank(a.organization) and not private.is_blank(a.tax_code)'
      when 'individual' then '(private.is_blank(a.organization) or private.is_blank(a.tax_code))' end,
    case when p_filter.country is not null then 'p.country = ($2).country' end,
    case when p_filter.since is not null then 'a.created_at >= ($2).since' end,
    case when p_filter.before is not null then 'a.created_at < ($2).before' end)
$$;
comment on function private.user_condition is
  'SQL condition on accounts a and profiles p, where $1 are the patterns of the search and $2 is the filter.';

create function private.user_patterns(p_search text) returns text[]
language sql stable set search_path = ''
as $$
  select case when char_length(w.word) >= 3 then array['%' || w.word || '%'] else array[w.word || '%', '% ' || w.word || '%'] end
  from (select regexp_replace(private.fold(btrim(left(p_search, 100))), '([\\%_])', '\\\1', 'g') as word) as w
$$;

-- One row is said to come, so that a plan that joins others to these goes through them one by one and keeps their order.
create function private.list_users(p_filter private.user_filter, p_sort text, p_direction text, p_page integer, p_page_size integer)
returns setof public.accounts
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 500);
  v_direction text := case when p_direction = 'asc' then 'asc' else 'desc' end;
begin
  perform private.require_admin();
  -- More than a page shows is taken away in a file.
  if v_size > 100 then
    perform private.audit('export_users', 'user', null, null, jsonb_strip_nulls(jsonb_build_object('search', nullif(btrim(p_filter.search), ''),
      'role', p_filter.role, 'status', p_filter.status, 'verified', p_filter.verified, 'accountType', p_filter.account_type, 'country', p_filter.country,
      'since', p_filter.since, 'before', p_filter.before, 'page', greatest(coalesce(p_page, 1), 1), 'pageSize', v_size)));
  end if;
  return query execute format(
    'select a.* from public.accounts a join public.profiles p on p.id = a.profile_id where %s order by %s %s %s, a.profile_id %s offset $3 limit $4',
    private.user_condition(p_filter),
    case p_sort when 'username' then 'lower(p.username)' when 'posts' then 'a.post_count' when 'quotes' then 'a.quote_count'
      when 'rating' then 'p.rating_average' when 'lastSeen' then 'a.last_seen_at' else 'a.profile_id' end,
    v_direction,
    case when p_sort in ('rating', 'lastSeen') then case v_direction when 'asc' then 'nulls first' else 'nulls last' end end,
    v_direction)
    using private.user_patterns(p_filter.search), p_filter,
      (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size, v_size;
end $$;

create function public.list_users(search text default null, role text default null, status text default null, verified boolean default null,
  account_type text default null, country text default null, since timestamptz default null, before timestamptz default null,
  sort text default 'registered', direction text default 'desc', page integer default 1, page_size integer default 20)
returns setof public.accounts
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.list_users(row(search, role, status, verified, account_type, country, since, before), sort, direction, page, page_size) $$;
comment on function public.list_users is
  'For admins: one page of the users, sorted by registered, username, posts, quotes, rating or lastSeen. Pages of more than 100 are an export, which is in the audit log.';
grant execute on function private.list_users, public.list_users to authenticated;

create function private.count_users(p_filter private.user_filter) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_condition text := private.user_condition(p_filter);
  v_count bigint;
begin
  perform private.require_admin();
  if v_condition = 'true' then
    return (select count(*) from public.accounts);
  end if;
  -- 10,001 stands for "more than 10,000": nobody pages so far, and counting to the end would cost more than the page.
  execute format('select count(*) from (select 1 from public.accounts a join public.profiles p on p.id = a.profile_id where %s limit 10001) as c',
      v_condition)
    into v_count using private.user_patterns(p_filter.search), p_filter;
  return v_count;
end $$;

create function public.count_users(search text default null, role text default null, status text default null, verified boolean default null,
  account_type text default null, country text default null, since timestamptz default null, before timestamptz default null)
returns bigint
language sql stable security invoker set search_path = ''
as $$ select private.count_users(row(search, role, status, verified, account_type, country, since, before)) $$;
comment on function public.count_users is
  'For admins: how many users list_users() would list; with a filter 10001 stands for "more than 10,000".';
grant execute on function private.count_users, public.count_users to authenticated;

-- Notes ---------------------------------------------------------------------------------------------------------------

create table public.account_notes (
  id bigint generated always as identity primary key,
  profile_id bigint not null references public.profiles (id) on delete cascade,
  author_id bigint default private.current_profile_id() references public.profiles (id) on delete set null,
  note text not null,
  created_at timestamptz not null default now(),
  constraint account_notes_note_length check (char_length(note) <= 2000 and not private.is_blank(note))
);
comment on table public.account_notes is 'What admins write about a user for each other.';

create index account_notes_profile_idx on public.account_notes (profile_id, id desc);
create index account_notes_author_idx on public.account_notes (author_id);

revoke all on table public.account_notes from anon, authenticated, service_role;
grant select on table public.account_notes to authenticated;
grant insert (profile_id, note) on table public.account_notes to authenticated;

alter table public.account_notes enable row level security;
create policy "admins read notes" on public.account_notes for select to authenticated using ((select private.is_admin()));
create policy "admins write notes" on public.account_notes for insert to authenticated
  with check ((select private.is_admin()) and author_id = (select private.current_profile_id()));

create function private.audit_account_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit('add_note', 'user', new.profile_id::text, null, jsonb_build_object('note', new.note));
  return null;
end $$;

-- An admin sees that there was a quote, not what it offers: docs/decisions.md#quotes-are-read-by-their-two-parties.
create function private.list_quotes_of_user(p_user_id bigint) returns table (quote_id bigint, post_id bigint, post_title text, created_at timestamptz)
language plpgsql stable rows 5 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select q.id, q.post_id, q.post_title, q.created_at from public.quotes q
    where q.supplier_id = p_user_id order by q.id desc limit 5;
end $$;

create function public.list_quotes_of_user(user_id bigint)
returns table (quote_id bigint, post_id bigint, post_title text, created_at timestamptz)
language sql stable rows 5 security invoker set search_path = '' as $$ select * from private.list_quotes_of_user(user_id) $$;
comment on function public.list_quotes_of_user is 'For admins: the five newest quotes of a user, without what they offer.';
grant execute on function private.list_quotes_of_user, public.list_quotes_of_user to authenticated;

create function private.forget_locale_of_deleted() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.locale := null;
  return new;
end $$;

-- Managing users: roles, verification, suspension, deletion.

-- There is always somebody who can give roles, whoever changes the table and how.
create function private.keep_a_main_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- One after the other: two main admins who end each other's role at the same moment both see the other still there.
  perform pg_advisory_xact_lock(hashtext('private.keep_a_main_admin'));
  if not exists (select 1 from public.accounts a where a.role = 'main_admin' and a.deleted_at is null) then
    perform private.refuse(409, 'conflict', 'The last main admin cannot be changed');
  end if;
  return null;
end $$;

-- The first main admin: whoever runs the installation names a registered person, once. Afterwards main admins give the role.
create function private.appoint_main_admin(p_email text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts;
begin
  perform pg_advisory_xact_lock(hashtext('private.keep_a_main_admin'));
  if exists (select 1 from public.accounts a where a.role = 'main_admin' and a.deleted_at is null) then
    perform private.refuse(409, 'conflict', 'There is a main admin already. Main admins give the role on the page, under Users.');
  end if;
  select * into v_account from public.accounts a where lower(a.email) = lower(p_email) and a.deleted_at is null for update;
  if v_account.profile_id is null then
    perform private.refuse(404, 'not_found', 'Nobody has registered with this address');
  elsif v_account.email_confirmed_at is null then
    perform private.refuse(409, 'conflict', 'This address is not confirmed yet');
  elsif v_account.suspended_until > now() then
    perform private.refuse(409, 'conflict', 'This account is suspended');
  end if;
  update public.accounts a set role = 'main_admin' where a.profile_id = v_account.profile_id;
  perform private.audit('appoint_main_admin', 'user', v_account.profile_id::text,
    jsonb_build_object('role', v_account.role), jsonb_build_object('role', 'main_admin'));
  return (select p.username from public.profiles p where p.id = v_account.profile_id);
end $$;
comment on function private.appoint_main_admin is
  'Makes the person with this confirmed address the first main admin and answers the username; refused where there is one already.';

create function public.appoint_main_admin(email text) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.appoint_main_admin(email) $$;
comment on function public.appoint_main_admin is 'For holders of the secret key only: makes the person with this confirmed address the first main admin.';
grant execute on function private.appoint_main_admin, public.appoint_main_admin to service_role;

create function private.account_to_manage(p_user_id bigint) returns public.accounts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_account public.accounts;
begin
  -- The caller's own row too, and in the order of ids: of two admins who act on one account, or on each other, the second sees
  -- what the first did.
  perform 1 from public.accounts a where a.profile_id in (p_user_id, v_me) order by a.profile_id for update;
  perform private.require_admin();
  select * into v_account from public.accounts a where a.profile_id = p_user_id;
  if v_account.profile_id is null then
    perform private.refuse(404, 'not_found', 'User not found');
  elsif v_account.profile_id = v_me or v_account.role = 'main_admin' or v_account.deleted_at is not null then
    perform private.refuse(409, 'conflict', 'You cannot change this account');
  end if;
  return v_account;
end $$;
comment on function private.account_to_manage is
  'Locks an account that the calling admin may change; PT409 for their own, main admins and deleted accounts.';

create function private.required_reason(p_reason text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if private.is_blank(p_reason) then
    perform private.refuse(400, 'invalid_input', 'Reason is required', '{"path": "reason"}');
  elsif char_length(btrim(p_reason)) > 500 then
    perform private.refuse(400, 'invalid_input', 'Reason too long', '{"path": "reason"}');
  end if;
  return btrim(p_reason);
end $$;

create function private.verify_user_email(p_user_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts;
begin
  perform private.require_admin();
  perform private.hold_user_of_auth(p_user_id);
  v_account := private.account_to_manage(p_user_id);
  if v_account.email_confirmed_at is not null then
    perform private.refuse(409, 'conflict', 'This email is already verified');
  end if;
  update auth.users u set email_confirmed_at = now()
  from public.profiles p where p.id = p_user_id and u.id = p.auth_id;
  perform private.audit('verify_email', 'user', p_user_id::text, '{"verified": false}', '{"verified": true}');
end $$;

create function public.verify_user_email(user_id bigint) returns void
language sql volatile security invoker set search_path = '' as $$ select private.verify_user_email(user_id) $$;
comment on function public.verify_user_email is 'For admins: takes the address of a user as verified.';
grant execute on function private.verify_user_email, public.verify_user_email to authenticated;

create function private.note_reset_link(p_user_id bigint) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts := private.account_to_manage(p_user_id);
begin
  perform private.consume_rate_limit('forgot_password', lower(v_account.email));
  perform private.audit('send_reset_link', 'user', p_user_id::text, null, null);
  return v_account.email;
end $$;

create function public.note_reset_link(user_id bigint) returns text
language sql volatile security invoker set search_path = '' as $$ select private.note_reset_link(user_id) $$;
comment on function public.note_reset_link is
  'For admins: logs that a reset link is sent to a user and answers the address; Auth sends it when asked as anybody may ask.';
grant execute on function private.note_reset_link, public.note_reset_link to authenticated;

create function private.suspend_user(p_user_id bigint, p_reason text, p_days integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts := private.account_to_manage(p_user_id);
  v_reason text := private.required_reason(p_reason);
  v_until timestamptz := case when p_days is null then 'infinity' else now() + make_interval(days => p_days) end;
begin
  if p_days not in (1, 7, 14, 30) then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "days"}');
  elsif v_account.suspended_until > now() then
    perform private.refuse(409, 'conflict', 'This account is already suspended');
  end if;
  update public.accounts a set suspended_until = v_until, suspension_reason = v_reason where a.profile_id = p_user_id;
  perform private.queue_mail(p_user_id, 'account_suspended',
    jsonb_build_object('reason', v_reason, 'until', case when p_days is not null then to_jsonb(v_until) end));
  perform private.audit('suspend_user', 'user', p_user_id::text, null,
    jsonb_build_object('until', case when p_days is null then '"permanent"' else to_jsonb(v_until) end, 'reason', v_reason));
end $$;

create function public.suspend_user(user_id bigint, reason text, days integer default null) returns void
language sql volatile security invoker set search_path = '' as $$ select private.suspend_user(user_id, reason, days) $$;
comment on function public.suspend_user is 'For admins: suspends a user for 1, 7, 14 or 30 days, without days for good, and mails them the reason.';
grant execute on function private.suspend_user, public.suspend_user to authenticated;

create function private.lift_suspension(p_user_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts := private.account_to_manage(p_user_id);
begin
  if v_account.suspended_until is null or v_account.suspended_until <= now() then
    perform private.refuse(409, 'conflict', 'This account is not suspended');
  end if;
  update public.accounts a set suspended_until = null, suspension_reason = null where a.profile_id = p_user_id;
  perform private.audit('lift_suspension', 'user', p_user_id::text,
    jsonb_build_object('until', case when v_account.suspended_until = 'infinity' then '"permanent"' else to_jsonb(v_account.suspended_until) end,
      'reason', v_account.suspension_reason), null);
end $$;

create function public.lift_suspension(user_id bigint) returns void
language sql volatile security invoker set search_path = '' as $$ select private.lift_suspension(user_id) $$;
comment on function public.lift_suspension is 'For admins: ends a suspension before its time.';
grant execute on function private.lift_suspension, public.lift_suspension to authenticated;

create function private.change_user_role(p_user_id bigint, p_role text, p_expected text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts;
begin
  perform private.require_main_admin();
  v_account := private.account_to_manage(p_user_id);
  -- Again behind the lock, as account_to_manage() asks for an admin again.
  perform private.require_main_admin();
  if p_role is null or p_role not in ('user', 'admin', 'main_admin') then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "role"}');
  elsif v_account.role is distinct from p_expected then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this account. Please look again.');
  elsif v_account.role = p_role then
    return;
  end if;
  update public.accounts a set role = p_role where a.profile_id = p_user_id;
  perform private.audit('change_role', 'user', p_user_id::text, jsonb_build_object('role', v_account.role), jsonb_build_object('role', p_role));
end $$;

create function public.change_user_role(user_id bigint, role text, expected text) returns void
language sql volatile security invoker set search_path = '' as $$ select private.change_user_role(user_id, role, expected) $$;
comment on function public.change_user_role is
  'For main admins: gives a user a role, unless it is no longer the expected one because another admin was faster (PT409).';
grant execute on function private.change_user_role, public.change_user_role to authenticated;

-- Hides what could be seen when it began. A post that comes or is unhidden a moment later can be seen.
create function private.hide_posts_of_user(p_user_id bigint, p_reason text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_reason text;
  v_ids bigint[];
begin
  -- Before the account: who deletes one of these posts has it, and counts it there.
  v_ids := array(select p.id from public.posts p where p.user_id = p_user_id and not p.is_hidden order by p.id for no key update);
  perform private.hold_counters(v_ids);
  perform private.account_to_manage(p_user_id);
  v_reason := private.required_reason(p_reason);
  update public.posts p set is_hidden = true, hidden_by = v_me, hidden_reason = v_reason, hidden_at = now() where p.id = any (v_ids);
  perform private.audit('hide_all_posts', 'user', p_user_id::text, null, jsonb_build_object('posts', cardinality(v_ids), 'reason', v_reason));
  return cardinality(v_ids);
end $$;

create function public.hide_posts_of_user(user_id bigint, reason text) returns integer
language sql volatile security invoker set search_path = '' as $$ select private.hide_posts_of_user(user_id, reason) $$;
comment on function public.hide_posts_of_user is 'For admins: hides every visible post of a user and answers how many.';
grant execute on function private.hide_posts_of_user, public.hide_posts_of_user to authenticated;

-- Questions as well: a post that is deleted with one of them has it, and counts the post in its place.
create function private.delete_user(p_user_id bigint, p_username text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts;
  v_profile public.profiles;
  v_name text := 'deleted-' || p_user_id;
begin
  perform private.require_main_admin();
  -- Waits for all who write for the user, and lets nobody begin.
  perform pg_advisory_xact_lock(private.account_key(p.auth_id)) from public.profiles p where p.id = p_user_id;
  -- What this changes, in the order in which everybody takes it: what follows would take it in any order. The counters of what the
  -- user liked, too, which change after the counts of the marketplace have.
  perform 1 from public.profiles p where p.id = p_user_id for no key update;
  perform 1 from public.posts p
  where p.user_id = p_user_id or p.id in (select q.post_id from public.quotes q where q.supplier_id = p_user_id) order by p.id
  for update;
  perform 1 from public.quotes q where q.supplier_id = p_user_id or q.post_owner_id = p_user_id order by q.id for update;
  perform private.hold_counters(array(
    select p.id from public.posts p where p.user_id = p_user_id
    union select l.post_id from public.post_likes l where l.user_id = p_user_id));
  perform 1 from public.post_questions k where k.asker_id = p_user_id order by k.id for update;
  -- A sender that has one of these asks whether anybody still waits for it, which a new address ends.
  perform 1 from private.mail_outbox o where o.status = 'queued' and o.user_id = p_user_id order by o.id for update;
  perform private.hold_user_of_auth(p_user_id);
  v_account := private.account_to_manage(p_user_id);
  perform private.require_main_admin();
  select * into v_profile from public.profiles p where p.id = p_user_id;
  if v_profile.username is distinct from p_username then
    perform private.refuse(400, 'invalid_input', 'Type the username to confirm', '{"path": "username"}');
  end if;
  if exists (select 1 from public.profiles p where lower(p.username) = v_name) then
    v_name := private.free_username(v_name);
  end if;
  -- Written before the names are gone; what else was known of the person does not go into the log.
  perform private.audit('delete_user', 'user', p_user_id::text, jsonb_build_object('username', v_profile.username, 'role', v_account.role), null);

  delete from public.posts p where p.user_id = p_user_id;
  delete from public.post_likes l where l.user_id = p_user_id;
  delete from public.notifications n where n.user_id = p_user_id;
  -- The agreement stays with the other side: the facts of quotes and the text of messages. Files go: they carry names, stamps and
  -- bank accounts. The job `uploads` removes what no row names.
  update public.quotes q set contact_address = null, images = '{}', account_type = 'individual', organization_name = null, tax_code = null
  where q.supplier_id = p_user_id;
  delete from public.quote_attachments t using public.quotes q where q.id = t.quote_id and q.supplier_id = p_user_id;
  delete from public.message_attachments t using public.messages m where m.id = t.message_id and m.sender_id = p_user_id;
  delete from public.content_hits h where h.user_id = p_user_id;
  update public.feedback f set email = format('deleted-%s@deleted.invalid', p_user_id) where f.user_id = p_user_id;
  update public.profiles p set username = v_name, avatar_path = null, country = null, company_name = null, bio = null where p.id = p_user_id;
  update public.accounts a set role = 'user', first_name = null, last_name = null, phone_number = null, address = null, organization = null,
    tax_code = null, suspended_until = null, suspension_reason = null, deleted_at = now() where a.profile_id = p_user_id;

  -- Nobody can sign in as this user any more, and the address is free for a new registration.
  delete from auth.identities i where i.user_id = v_profile.auth_id;
  delete from auth.sessions s where s.user_id = v_profile.auth_id;
  update auth.users u set email = format('deleted-%s@deleted.invalid', p_user_id), raw_user_meta_data = '{}',
    encrypted_password = extensions.crypt(gen_random_uuid()::text, extensions.gen_salt('bf')), banned_until = '9999-12-31'
  where u.id = v_profile.auth_id;
  -- Neither the mails that wait for the user nor the news of this change go out.
  delete from private.mail_outbox o
  where o.status = 'queued' and (o.user_id = p_user_id or o.recipient in (v_account.email, format('deleted-%s@deleted.invalid', p_user_id)));
end $$;

create function public.delete_user(user_id bigint, username text) returns void
language sql volatile security invoker set search_path = '' as $$ select private.delete_user(user_id, username) $$;
comment on function public.delete_user is
  'For main admins: deletes a user whose name was typed. Posts and files go; quotes, messages and reviews stay with their readers, without the name.';
grant execute on function private.delete_user, public.delete_user to authenticated;

-- Account lock --------------------------------------------------------------------------------------------------------
--
-- Every write of a user takes this lock first, and so does the deletion of the account: a write that starts earlier is deleted with the
-- account, and a later one is refused. Without it a deletion would deadlock with the writes, or leave rows of nobody.
-- Lock order: docs/decisions.md#everybody-takes-rows-in-one-order.

-- Posts hold the profile, which is the first row that a deletion takes. All else would hold it in another order than reviews, which count
-- their rating there: so it holds no row, but what stands for the account.
create function private.account_key(p_auth_id uuid) returns bigint
language sql immutable set search_path = ''
as $$ select hashtextextended('account ' || p_auth_id, 0) $$;
comment on function private.account_key is 'What stands for an account in a lock, by its Auth id.';

create function private.hold_account(p_auth_id uuid default auth.uid()) returns void
language sql volatile security definer set search_path = ''
as $$ select pg_advisory_xact_lock_shared(private.account_key(p_auth_id)) $$;
comment on function private.hold_account is
  'Keeps an account from being deleted until the transaction ends, or waits until it is. Comes before everything else that is held.';
grant execute on function private.hold_account to authenticated, service_role;

-- Auth holds its row of a user when it writes to the account what it changed there.
create function private.hold_user_of_auth(p_user_id bigint) returns void
language sql volatile security definer set search_path = ''
as $$ select 1 from auth.users u where u.id = (select p.auth_id from public.profiles p where p.id = p_user_id) for update $$;
comment on function private.hold_user_of_auth is 'Locks what Auth knows of a user, for who changes it; before the account.';

-- A profile that is saved during the deletion would bring personal data back into the deleted account.
create function private.refuse_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null and private.current_profile_id() is null then
    perform private.refuse(401, 'unauthorized', 'Authentication required');
  end if;
  return new;
end $$;
comment on function private.refuse_deleted is 'Refuses who was deleted while they waited for the row that they write.';

-- Posts (purchase requests): what they hold, who sees and writes them, hiding, closing, deadlines.

-- Words of the search -------------------------------------------------------------------------------------------------

-- A post is also found by the names of its country and category. The generated column `search` needs immutable functions, so the names
-- stand here; a test compares them with those of the page.

create function private.country_words(p_country text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  -- As people write them, in English and at home. Words that mean something else as well, such as most codes and many names in
  -- other languages, would find every post of a country.
  select coalesce($names${
    "af": "Afghanistan", "al": "Albania", "dz": "Algeria", "ao": "Angola", "ar": "Argentina", "am": "Armenia",
    "au": "Australia", "at": "Austria Österreich", "az": "Azerbaijan", "bh": "Bahrain", "bd": "Bangladesh", "by": "Belarus",
    "be": "Belgium België Belgique", "bo": "Bolivia", "ba": "Bosnia and Herzegovina", "br": "Brazil Brasil", "bn": "Brunei",
    "bg": "Bulgaria", "kh": "Cambodia Kampuchea", "cm": "Cameroon", "ca": "Canada", "cl": "Chile", "cn": "China",
    "co": "Colombia", "cr": "Costa Rica", "hr": "Croatia Hrvatska", "cu": "Cuba", "cy": "Cyprus",
    "cz": "Czech Republic Czechia Česko", "cd": "Democratic Republic of the Congo DRC", "dk": "Denmark Danmark",
    "do": "Dominican Republic", "ec": "Ecuador", "eg": "Egypt", "sv": "El Salvador", "ee": "Estonia", "et": "Ethiopia",
    "fj": "Fiji", "fi": "Finland Suomi", "fr": "France", "ge": "Georgia", "de": "Germany Deutschland", "gh": "Ghana",
    "gr": "Greece Hellas", "gt": "Guatemala", "hn": "Honduras", "hk": "Hong Kong Hongkong", "hu": "Hungary Magyarország",
    "is": "Iceland", "in": "India Bharat", "id": "Indonesia", "ir": "Iran", "iq": "Iraq", "ie": "Ireland", "il": "Israel",
    "it": "Italy Italia", "ci": "Ivory Coast Côte d''Ivoire", "jm": "Jamaica", "jp": "Japan Nippon", "jo": "Jordan",
    "kz": "Kazakhstan", "ke": "Kenya", "kw": "Kuwait", "kg": "Kyrgyzstan", "la": "Laos", "lv": "Latvia", "lb": "Lebanon",
    "ly": "Libya", "lt": "Lithuania", "lu": "Luxembourg", "mo": "Macau Macao", "mg": "Madagascar", "my": "Malaysia",
    "mv": "Maldives", "mt": "Malta", "mu": "Mauritius", "mx": "Mexico México", "md": "Moldova", "mn": "Mongolia",
    "me": "Montenegro", "ma": "Morocco", "mz": "Mozambique", "mm": "Myanmar Burma", "na": "Namibia", "np": "Nepal",
    "nl": "Netherlands Holland Nederland", "nz": "New Zealand", "ni": "Nicaragua", "ng": "Nigeria", "mk": "North Macedonia",
    "no": "Norway Norge", "om": "Oman", "pk": "Pakistan", "ps": "Palestine", "pa": "Panama", "pg": "Papua New Guinea",
    "py": "Paraguay", "pe": "Peru", "ph": "Philippines", "pl": "Poland Polska", "pt": "Portugal", "qa": "Qatar",
    "ro": "Romania România", "ru": "Russia Russian Federation", "rw": "Rwanda", "sa": "Saudi Arabia KSA", "sn": "Senegal",
    "rs": "Serbia", "sg": "Singapore", "sk": "Slovakia", "si": "Slovenia", "za": "South Africa RSA",
    "kr": "South Korea Korea", "es": "Spain España", "lk": "Sri Lanka", "sd": "Sudan", "se": "Sweden Sverige",
    "ch": "Switzerland Schweiz Suisse Svizzera", "sy": "Syria", "tw": "Taiwan", "tj": "Tajikistan", "tz": "Tanzania",
    "th": "Thailand", "tn": "Tunisia", "tr": "Turkey Türkiye", "tm": "Turkmenistan", "ug": "Uganda", "ua": "Ukraine",
    "ae": "United Arab Emirates UAE Emirates", "gb": "United Kingdom UK Great Britain England Scotland Wales",
    "us": "United States United States of America USA US", "uy": "Uruguay", "uz": "Uzbekistan", "ve": "Venezuela",
    "vn": "Vietnam Viet Nam VN", "ye": "Yemen", "zm": "Zambia", "zw": "Zimbabwe"
  }$names$::jsonb ->> lower(p_country), p_country)
$$;
comment on function private.country_words is 'Names of a country, by its code; any other text as it is.';
grant execute on function private.country_words to anon, authenticated, service_role;

create function private.category_words(p_category text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select replace(p_category, '_', ' ') || coalesce(' ' || ($labels${
    "agriculture": "Agricultural", "agricultural": "Agriculture", "food": "Food & Beverage", "textile": "Textiles & Clothing",
    "textiles": "Textile & Clothing", "chemicals": "Chemicals & Plastics", "logistics": "Transport & Logistics",
    "furniture": "Furniture & Decor", "retail": "Retail & E-commerce", "energy": "Energy & Utilities"
  }$labels$::jsonb ->> p_category), '')
$$;
comment on function private.category_words is 'A category, its label and its other spelling.';
grant execute on function private.category_words to anon, authenticated, service_role;

-- Table ---------------------------------------------------------------------------------------------------------------

create table public.posts (
  id bigint generated always as identity primary key,
  user_id bigint not null default private.current_profile_id() references public.profiles (id) on delete cascade,
  title text not null,
  description text not null,
  category text not null,
  country text not null,
  area text,
  delivery_address text not null,
  port text,
  images text[] not null default '{}',
  is_hidden boolean not null default false,
  hidden_reason text,
  hidden_by bigint references public.profiles (id) on delete set null,
  hidden_at timestamptz,
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  owner_company text,
  search tsvector not null generated always as (
    to_tsvector('simple', private.fold(
      title || ' ' || description || ' ' || coalesce(area, '') || ' ' || delivery_address || ' ' || coalesce(port, '')
      || ' ' || coalesce(owner_company, '') || ' ' || private.category_words(category) || ' ' || private.country_words(country)))) stored,
  quantity numeric,
  unit text,
  target_price numeric,
  target_currency text,
  needed_by date,
  quote_deadline timestamptz,
  incoterm text,
  closed_at timestamptz,
  closed_reason text,
  constraint posts_title_length check (char_length(title) <= 200 and not private.is_blank(title)),
  constraint posts_description_length check (char_length(description) <= 5000 and not private.is_blank(description)),
  constraint posts_category_is_known check (category in (
    'service', 'technology', 'industrial', 'agriculture', 'food', 'textile', 'electronics', 'automotive', 'construction',
    'energy', 'healthcare', 'education', 'finance', 'retail', 'logistics', 'entertainment', 'travel', 'real_estate',
    'legal', 'consulting', 'other', 'agricultural', 'textiles', 'chemicals', 'furniture', 'manufacturing')),
  constraint posts_country_length check (char_length(country) <= 60 and not private.is_blank(country)),
  constraint posts_area_length check (char_length(area) <= 30),
  constraint posts_delivery_address_length check (char_length(delivery_address) <= 100 and not private.is_blank(delivery_address)),
  constraint posts_port_length check (char_length(port) <= 50),
  constraint posts_images_count check (cardinality(images) <= 5),
  constraint posts_images_are_a_list check (coalesce(array_ndims(images), 1) = 1),
  constraint posts_hidden_reason_length check (char_length(hidden_reason) <= 500),
  constraint posts_hidden_state_is_whole check (is_hidden or (hidden_reason is null and hidden_by is null and hidden_at is null)),
  constraint posts_client_id_is_unique unique (user_id, client_id),
  -- NaN and Infinity are greater than every number.
  constraint posts_quantity_is_positive check (quantity > 0 and quantity <= 1000000000000 and quantity = round(quantity, 6)),
  constraint posts_unit_is_clean check (char_length(unit) <= 20 and unit ~ '[^[:space:]]' and unit not like '%@%'),
  constraint posts_target_price_is_positive
    check (target_price > 0 and target_price <= 1000000000000 and target_price = round(target_price, 6)),
  constraint posts_target_currency_is_a_code check (target_currency ~ '^[A-Z]{3}$'),
  constraint posts_target_price_is_whole check ((target_price is null) = (target_currency is null)),
  constraint posts_needed_by_is_a_day check (needed_by between '2000-01-01' and '9999-12-31'),
  constraint posts_quote_deadline_is_a_time check (quote_deadline between '2000-01-01 00:00Z' and '9999-12-31 00:00Z'),
  constraint posts_incoterm_is_known
    check (incoterm in ('EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF')),
  constraint posts_closed_reason_is_known check (closed_reason in ('awarded', 'found_elsewhere', 'no_need')),
  constraint posts_closed_state_is_whole check ((closed_at is null) = (closed_reason is null))
);
comment on table public.posts is 'Purchase requests. Newest first means highest id first.';
comment on column public.posts.images is 'At most five: paths in the bucket `post-images`, or https addresses.';
comment on column public.posts.client_id is 'Made by the client, so that a repeated request creates nothing twice.';
comment on column public.posts.owner_company is 'Company of the owner, kept by triggers: a post is found by it.';
comment on column public.posts.hidden_by is 'Who hid the post: its owner or an admin.';
comment on column public.posts.target_price is 'For one of its unit, in `target_currency`.';
comment on column public.posts.quote_deadline is 'From this moment on no more quotes are taken.';
comment on column public.posts.closed_at is 'When its owner ended the request; null while they have not, also after the deadline.';

-- The feed index answers every page of the unsearched feed by itself, whatever is filtered.
create index posts_feed_idx on public.posts (id desc) include (user_id, is_hidden, country, category);
create index posts_country_idx on public.posts (country, id desc) include (user_id, is_hidden, category);
create index posts_category_idx on public.posts (category, id desc) include (user_id, is_hidden, country);
create index posts_user_idx on public.posts (user_id, id desc);
create index posts_hidden_idx on public.posts (user_id, id desc) include (country, category) where is_hidden;
create index posts_hidden_by_idx on public.posts (hidden_by) where hidden_by is not null;
create index posts_search_idx on public.posts using gin (search, (array[country]), (array[category]));
-- For admins, who look for a part of a title.
create index posts_title_trigram_idx on public.posts using gin (private.fold(title) extensions.gin_trgm_ops);
create index posts_hidden_at_idx on public.posts (hidden_at desc, id desc) where is_hidden;
create index posts_created_idx on public.posts (created_at) include (category, country);

revoke all on table public.posts from anon, authenticated, service_role;
grant select (id, user_id, title, description, category, country, area, delivery_address, port, images, is_hidden,
  hidden_reason, hidden_by, hidden_at, created_at, updated_at, quantity, unit, target_price, target_currency, needed_by,
  quote_deadline, incoterm, closed_at, closed_reason) on table public.posts to anon;
grant select (id, user_id, title, description, category, country, area, delivery_address, port, images, is_hidden,
  hidden_reason, hidden_by, hidden_at, client_id, created_at, updated_at, quantity, unit, target_price, target_currency,
  needed_by, quote_deadline, incoterm, closed_at, closed_reason) on table public.posts to authenticated;
grant insert (title, description, category, country, area, delivery_address, port, images, client_id, quantity, unit,
  target_price, target_currency, needed_by, quote_deadline, incoterm) on table public.posts to authenticated;
grant update (title, description, category, country, area, delivery_address, port, images, quantity, unit, target_price,
  target_currency, needed_by, quote_deadline, incoterm) on table public.posts to authenticated;
grant delete on table public.posts to authenticated;

alter table public.posts enable row level security;
create policy "guests read visible posts" on public.posts for select to anon using (not is_hidden);
create policy "users read visible and own posts, admins all" on public.posts for select to authenticated
  using (not is_hidden or user_id = (select private.current_profile_id()) or (select private.is_admin()));
create policy "users create their own posts" on public.posts for insert to authenticated
  with check (user_id = (select private.current_profile_id()));
create policy "owners edit their posts" on public.posts for update to authenticated
  using (user_id = (select private.current_profile_id())) with check (user_id = (select private.current_profile_id()));
create policy "owners delete their posts" on public.posts for delete to authenticated
  using (user_id = (select private.current_profile_id()));

-- Rules of each write -------------------------------------------------------------------------------------------------

create function private.check_post_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_auth_id uuid := (select auth.uid());
  v_old public.posts;
begin
  if tg_op = 'INSERT' then
    v_old.images := '{}';
    if v_auth_id is not null then
      perform private.consume_rate_limit('post', new.user_id::text);
    end if;
    -- Held, so that a company which changes meanwhile changes here as well.
    select p.company_name into new.owner_company from public.profiles p where p.id = new.user_id for share;
  else
    v_old := old;
  end if;
  if v_auth_id is not null then
    perform private.assert_own_images('post-images', new.images, v_old.images);
    -- What was in time when it was written stays valid.
    if new.quote_deadline is distinct from v_old.quote_deadline then
      if new.quote_deadline <= now() then
        perform private.refuse(400, 'invalid_input', 'The deadline is in the past', '{"path": "quoteDeadline"}');
      elsif new.quote_deadline > now() + interval '1 year' then
        perform private.refuse(400, 'invalid_input', 'The deadline must be within a year', '{"path": "quoteDeadline"}');
      end if;
    end if;
    if new.needed_by is distinct from v_old.needed_by then
      -- The day on which it still is today somewhere.
      if new.needed_by < (now() at time zone 'utc' - interval '12 hours')::date then
        perform private.refuse(400, 'invalid_input', 'The day is in the past', '{"path": "neededBy"}');
      elsif new.needed_by > now() at time zone 'utc' + interval '5 years' then
        perform private.refuse(400, 'invalid_input', 'The day must be within five years', '{"path": "neededBy"}');
      end if;
    end if;
  end if;
  if tg_op = 'UPDATE' and (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port,
      new.images, new.quantity, new.unit, new.target_price, new.target_currency, new.needed_by, new.quote_deadline, new.incoterm)
      is distinct from
      (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port,
      old.images, old.quantity, old.unit, old.target_price, old.target_currency, old.needed_by, old.quote_deadline, old.incoterm) then
    new.updated_at := now();
  end if;
  return new;
end $$;

create function private.copy_company_to_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.posts p where p.user_id = new.id order by p.id for no key update;
  update public.posts p set owner_company = new.company_name where p.user_id = new.id;
  return null;
end $$;

-- Hide and unhide ----------------------------------------------------------------------------------------------------

create function private.post_to_moderate(p_post_id bigint, p_me bigint, p_is_admin boolean, p_refusal text) returns public.posts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
begin
  select * into v_post from public.posts p where p.id = p_post_id for update;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> p_me and not p_is_admin) then
    perform private.refuse(404, 'not_found', 'Post not found');
  end if;
  if v_post.user_id <> p_me and not p_is_admin then
    perform private.refuse(403, 'forbidden', p_refusal);
  end if;
  return v_post;
end $$;
comment on function private.post_to_moderate is
  'Locks a post for its owner or an admin; PT404 for whoever may not see it, PT403 for others.';

create function private.hide_post(p_post_id bigint, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_is_admin boolean := private.is_admin();
  v_post public.posts := private.post_to_moderate(p_post_id, v_me, v_is_admin, 'You are not allowed to hide this post');
  v_is_owner boolean := v_post.user_id = v_me;
  v_reason text := case when private.is_blank(p_reason) then null else btrim(p_reason) end;
begin
  if char_length(v_reason) > 500 then
    perform private.refuse(400, 'invalid_input', 'Reason too long');
  end if;
  -- Hiding twice is harmless: neither may an owner replace an admin's decision, nor does a repeat rewrite the first.
  if v_post.is_hidden and (v_is_owner or v_post.hidden_by is distinct from v_post.user_id) then
    return;
  end if;
  update public.posts p set
    is_hidden = true,
    hidden_by = v_me,
    hidden_reason = coalesce(v_reason, case when not v_is_owner then 'Violation of the marketplace rules' end),
    hidden_at = now()
  where p.id = p_post_id;
end $$;

create function public.hide_post(post_id bigint, reason text default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.hide_post(post_id, reason) $$;
comment on function public.hide_post is 'Hides a post: by its owner, or by an admin for a violation of the rules.';
grant execute on function private.hide_post, public.hide_post to authenticated;

create function private.unhide_post(p_post_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_is_admin boolean := private.is_admin();
  v_post public.posts := private.post_to_moderate(p_post_id, v_me, v_is_admin, 'You are not allowed to unhide this post');
begin
  if not v_is_admin and v_post.hidden_by is not null and v_post.hidden_by <> v_post.user_id then
    perform private.refuse(403, 'forbidden', 'This post was hidden by an administrator');
  end if;
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null
  where p.id = p_post_id and p.is_hidden;
end $$;

create function public.unhide_post(post_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.unhide_post(post_id) $$;
comment on function public.unhide_post is 'Unhides a post; its owner cannot undo what an admin did.';
grant execute on function private.unhide_post, public.unhide_post to authenticated;

create function private.is_open(p_post public.posts) returns boolean
language sql stable set search_path = ''
as $$ select p_post.closed_at is null and (p_post.quote_deadline is null or p_post.quote_deadline > now()) $$;
comment on function private.is_open is 'Whether the request takes quotes: neither closed nor over its deadline.';

-- Close and reopen ----------------------------------------------------------------------------------------------------

-- Only those are told that a post is closed whose quote is undecided.
create function private.tell_closed(p_post public.posts) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.notifications (user_id, message, data)
  select q.supplier_id, left(format('The request "%s" was closed: %s', p_post.title, case p_post.closed_reason
      when 'awarded' then 'Awarded' when 'found_elsewhere' then 'Found elsewhere' else 'No need any more' end), 600),
    jsonb_build_object('type', 'post_closed', 'quoteId', max(q.id))
  from public.quotes q where q.post_id = p_post.id and private.is_undecided(q)
  group by q.supplier_id order by q.supplier_id
$$;
comment on function private.tell_closed is 'Tells everybody whose quote was not decided on that the request is closed, once each.';

create function private.close_post_row(p_post_id bigint, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
begin
  update public.posts p set closed_at = now(), closed_reason = p_reason
  where p.id = p_post_id and p.closed_at is null returning p.* into v_post;
  if found then
    perform private.tell_closed(v_post);
  end if;
end $$;
comment on function private.close_post_row is 'Closes a post that the caller has locked; one that is closed stays as it is.';

create function private.close_post(p_post_id bigint, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts := private.post_to_moderate(p_post_id, private.require_profile_id(), false, 'You are not allowed to close this post');
begin
  if p_reason is null or p_reason not in ('awarded', 'found_elsewhere', 'no_need') then
    perform private.refuse(400, 'invalid_input', 'Choose a reason', '{"path": "reason"}');
  end if;
  perform private.assert_not_suspended();
  perform private.close_post_row(v_post.id, p_reason);
end $$;

create function public.close_post(post_id bigint, reason text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.close_post(post_id, reason) $$;
comment on function public.close_post is
  'Closes a post of the caller, so that it takes no more quotes: awarded, found_elsewhere or no_need. One that is closed stays as it is.';
grant execute on function private.close_post, public.close_post to authenticated;

create function private.reopen_post(p_post_id bigint, p_quote_deadline timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts := private.post_to_moderate(p_post_id, private.require_profile_id(), false, 'You are not allowed to re-open this post');
begin
  if p_quote_deadline is null and v_post.quote_deadline <= now() then
    perform private.refuse(400, 'invalid_input', 'The deadline has passed. Choose a new one.', '{"path": "quoteDeadline"}');
  end if;
  perform private.assert_not_suspended();
  update public.posts p set closed_at = null, closed_reason = null, quote_deadline = coalesce(p_quote_deadline, p.quote_deadline)
  where p.id = v_post.id and (p.closed_at is not null or p.quote_deadline is distinct from coalesce(p_quote_deadline, p.quote_deadline));
end $$;

create function public.reopen_post(post_id bigint, quote_deadline timestamptz default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.reopen_post(post_id, quote_deadline) $$;
comment on function public.reopen_post is
  'Opens a closed post of the caller again, until a new deadline when one is given; PT400 without one where the old one has passed.';
grant execute on function private.reopen_post, public.reopen_post to authenticated;

-- Deadlines -----------------------------------------------------------------------------------------------------------

-- A list of its own: posts need no further index for it, and who takes a row from it is the one who tells.
create table private.deadlines_to_tell (
  post_id bigint primary key references public.posts (id) on delete cascade,
  quote_deadline timestamptz not null
);
comment on table private.deadlines_to_tell is 'Deadlines of whose end the owner has not been told.';

create index deadlines_to_tell_idx on private.deadlines_to_tell (quote_deadline);

revoke all on table private.deadlines_to_tell from anon, authenticated, service_role;

create function private.note_deadline() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.quote_deadline is null then
    delete from private.deadlines_to_tell d where d.post_id = new.id;
  else
    insert into private.deadlines_to_tell as d (post_id, quote_deadline) values (new.id, new.quote_deadline)
    on conflict (post_id) do update set quote_deadline = excluded.quote_deadline;
  end if;
  return null;
end $$;

create function private.tell_deadlines(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  with due as (
    delete from private.deadlines_to_tell d where d.post_id in (
      select o.post_id from private.deadlines_to_tell o where o.quote_deadline <= now()
      order by o.quote_deadline limit p_limit for update skip locked)
    returning d.post_id
  ), told as (
    -- Whoever has closed the request themselves is told nothing that they do not know.
    insert into public.notifications (user_id, message, data)
    select p.user_id, left(format('The deadline of "%s" has passed: %s %s', p.title, c.quotes, case c.quotes when 1 then 'quote' else 'quotes' end), 600),
      jsonb_build_object('type', 'deadline_passed', 'postId', p.id)
    from due d join public.posts p on p.id = d.post_id join public.post_counters c on c.post_id = p.id
    where p.closed_at is null and p.quote_deadline <= now()
    order by p.id
  )
  select count(*) into v_count from due;
  return v_count;
end $$;
comment on function private.tell_deadlines is
  'Tells owners that the deadline of their request has passed, each deadline once; answers how many deadlines it took from the list.';

create function public.tell_deadlines(batch integer default 1000) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.tell_deadlines(batch) $$;
comment on function public.tell_deadlines is
  'For the edge function `housekeeping` only: tells owners whose deadline has passed; answers how many deadlines it handled.';
grant execute on function private.tell_deadlines, public.tell_deadlines to service_role;

-- Counts of posts: likes and quotes on the card, totals of pager and filters, and blocks that make deep pages of the feed cheap.

-- Counters change with every like and quote, so they are not in the wide, much indexed row of the post.
create table public.post_counters (
  post_id bigint primary key references public.posts (id) on delete cascade,
  likes integer not null default 0,
  quotes integer not null default 0,
  is_hidden boolean not null default false,
  hidden_owner_id bigint,
  constraint post_counters_are_not_negative check (likes >= 0 and quotes >= 0)
) with (fillfactor = 70);
comment on table public.post_counters is 'Likes and quotes of each post, kept by triggers.';
comment on column public.post_counters.is_hidden is 'Whether the post is hidden, kept by triggers: counters are shown to who sees the post.';
comment on column public.post_counters.hidden_owner_id is 'Owner of the post while it is hidden, kept by triggers; else null.';

create index post_counters_unquoted_idx on public.post_counters (post_id) where quotes = 0;

revoke all on table public.post_counters from anon, authenticated, service_role;
grant select on table public.post_counters to anon, authenticated;

alter table public.post_counters enable row level security;
create policy "guests read counters of visible posts" on public.post_counters for select to anon
  using (not is_hidden);
create policy "users read counters of posts they see" on public.post_counters for select to authenticated
  using (not is_hidden or hidden_owner_id = (select private.current_profile_id()) or (select private.is_admin()));

create table public.post_likes (
  post_id bigint not null references public.posts (id) on delete cascade,
  user_id bigint not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
comment on table public.post_likes is 'Who likes which post, each pair once.';

create index post_likes_post_idx on public.post_likes (post_id);

revoke all on table public.post_likes from anon, authenticated, service_role;
grant select on table public.post_likes to authenticated;

alter table public.post_likes enable row level security;
create policy "users read their own likes" on public.post_likes for select to authenticated
  using (user_id = (select private.current_profile_id()));

create table public.post_totals (
  country text not null,
  category text not null,
  visible_count integer not null,
  primary key (country, category),
  constraint post_totals_are_not_negative check (visible_count >= 0)
) with (fillfactor = 70);
comment on table public.post_totals is
  'Number of visible posts per country and category, kept by triggers: exact totals for the pager and values for the filters.';

revoke all on table public.post_totals from anon, authenticated, service_role;
grant select on table public.post_totals to anon, authenticated;

alter table public.post_totals enable row level security;
create policy "guests read totals" on public.post_totals for select to anon using (true);
create policy "users read totals" on public.post_totals for select to authenticated using (true);

create table private.post_blocks (
  country text not null,
  category text not null,
  span integer not null,
  block bigint not null,
  visible_count integer not null,
  hidden_count integer not null,
  part smallint not null default 0,
  primary key (country, category, span, block, part)
) with (fillfactor = 70);
comment on table private.post_blocks is
  'Number of posts per block of ids, kept by triggers: where a deep page of the feed begins. Block n has the ids from n times the span; an empty country or category stands for all. The count is the sum of its parts, one of which alone may be negative.';
comment on column private.post_blocks.part is
  'Transactions that write posts at the same time count in different parts, from 1 on; 0 is what was added up of them.';

-- Parts of finished blocks, to be found without the others.
create index post_blocks_parts_idx on private.post_blocks (span, block) where part > 0;

revoke all on table private.post_blocks from public, anon, authenticated, service_role;

create function private.change_post_total(p_country text, p_category text, p_change integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.post_totals as t (country, category, visible_count) values (p_country, p_category, greatest(p_change, 0))
  on conflict (country, category) do update set visible_count = t.visible_count + p_change;
  if p_change < 0 then
    delete from public.post_totals t where t.country = p_country and t.category = p_category and t.visible_count = 0;
  end if;
end $$;

-- Once per statement, so that a large load is fast, and in a fixed order, so that two edits that swap countries cannot
-- wait for each other.
create function private.keep_post_totals() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_changes text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select id, country, category, is_hidden, 1 as change from posts_after' end,
    case when tg_op <> 'INSERT' then 'select id, country, category, is_hidden, -1 as change from posts_before' end);
  v_change record;
begin
  for v_change in execute format('
      with changes as materialized (
        select case when s.by_country then c.country else '''' end as country, case when s.by_category then c.category else '''' end as category,
          s.span, c.id / s.span as block, coalesce(sum(c.change) filter (where not c.is_hidden), 0)::integer as visible,
          coalesce(sum(c.change) filter (where c.is_hidden), 0)::integer as hidden
        from (%s) as c cross join (select * from private.post_block_spans() union all values (true, true, null::integer)) as s
        group by 1, 2, 3, 4),
      blocks as (
        insert into private.post_blocks as b (country, category, span, block, visible_count, hidden_count, part)
        select c.*, $1 from changes c where c.span is not null and (c.visible <> 0 or c.hidden <> 0) order by 1, 2, 3, 4
        on conflict (country, category, span, block, part) do update
          set visible_count = b.visible_count + excluded.visible_count, hidden_count = b.hidden_count + excluded.hidden_count)
      select c.country, c.category, c.visible from changes c where c.span is null and c.visible <> 0 order by 1, 2', v_changes)
    using private.free_part() loop
    perform private.change_post_total(v_change.country, v_change.category, v_change.visible);
  end loop;
  -- A thousand posts leave fewer parts behind.
  if tg_op = 'INSERT' then
    if exists (select 1 from posts_after n where n.id % 1000 = 0) then
      perform private.fold_post_blocks(1000);
    end if;
  end if;
  return null;
end $$;

create function private.create_post_counters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.post_counters (post_id, is_hidden, hidden_owner_id)
  select n.id, n.is_hidden, case when n.is_hidden then n.user_id end from posts_after n;
  return null;
end $$;

create function private.count_post_like() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.post_counters c set likes = c.likes + 1 where c.post_id = new.post_id;
  else
    update public.post_counters c set likes = c.likes - 1 where c.post_id = old.post_id;
  end if;
  return null;
end $$;

-- A user who is gone by now has waited here for the deletion of their account.
create function private.count_posts_of_users() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_change record;
begin
  -- In the order of ids, so that two statements cannot wait for each other.
  for v_change in execute format('select c.user_id, count(*)::integer as posts from %s as c group by c.user_id order by 1',
      case tg_op when 'INSERT' then 'posts_after' else 'posts_before' end) loop
    update public.accounts a set post_count = a.post_count + case tg_op when 'INSERT' then v_change.posts else -v_change.posts end
    where a.profile_id = v_change.user_id and (tg_op = 'DELETE' or a.deleted_at is null);
    if tg_op = 'INSERT' and not found then
      perform private.refuse(401, 'unauthorized', 'Authentication required');
    end if;
  end loop;
  return null;
end $$;

-- Like ---------------------------------------------------------------------------------------------------------------

-- Whoever deletes the post holds it and its counters, and waits for the like to be gone.
create function private.set_post_like(p_post_id bigint, p_liked boolean) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  if not exists (select 1 from public.posts p where p.id = p_post_id
      and (not p.is_hidden or p.user_id = v_me or private.is_admin())) then
    perform private.refuse(404, 'not_found', 'Post not found');
  end if;
  perform private.consume_rate_limit('like', v_me::text);
  perform 1 from public.posts p where p.id = p_post_id for key share;
  if not found then
    perform private.refuse(404, 'not_found', 'Post not found');
  elsif p_liked then
    insert into public.post_likes (post_id, user_id) values (p_post_id, v_me) on conflict do nothing;
  else
    perform 1 from public.post_counters c where c.post_id = p_post_id for no key update;
    delete from public.post_likes l where l.post_id = p_post_id and l.user_id = v_me;
  end if;
  return (select c.likes from public.post_counters c where c.post_id = p_post_id);
end $$;

-- The session is checked again after the wait: PT401 if the account is gone.
create function public.set_post_like(post_id bigint, liked boolean) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.set_post_like(post_id, liked);
$$;
comment on function public.set_post_like is 'Likes or unlikes a post for the caller, however often it is said; answers the new number of likes.';
grant execute on function private.set_post_like, public.set_post_like to authenticated;

create function private.hide_post_counters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.post_counters c set is_hidden = new.is_hidden, hidden_owner_id = case when new.is_hidden then new.user_id end
  where c.post_id = new.id;
  return null;
end $$;
comment on function private.hide_post_counters is 'Hides and shows the counters of a post with it.';

-- Locks ---------------------------------------------------------------------------------------------------------------
--
-- Lock order, to rule out deadlocks: a profile, its posts, quotes and counters, each by id, then accounts, then the totals.

create function private.hold_counters(p_post_ids bigint[]) returns void
language sql volatile security definer set search_path = ''
as $$ select 1 from public.post_counters c where c.post_id = any (p_post_ids) order by c.post_id for no key update $$;
comment on function private.hold_counters is
  'Locks the counters of posts, for who changes those of several: row by row they would be taken in the order in which rows lie.';

-- Blocks --------------------------------------------------------------------------------------------------------------
--
-- Visible and hidden posts are counted per block of ids, for the whole feed and per country and category, so that a few counts tell
-- where a deep page begins.

create function private.post_block_spans() returns table (by_country boolean, by_category boolean, span integer)
language sql immutable rows 7 set search_path = ''
as $$
  values (false, false, 50000), (false, false, 1000), (true, false, 50000), (true, false, 5000),
    (false, true, 50000), (false, true, 5000), (true, true, 20000)
$$;
comment on function private.post_block_spans is
  'Ids in a block of the whole feed, of a country, of a category, and of both; where there are two sizes, the small ones lie within the large.';

create view private.counted_post_blocks as
select case when s.by_country then p.country else '' end as country, case when s.by_category then p.category else '' end as category,
  s.span, p.id / s.span as block, count(
*
) filter (where not p.is_hidden)::integer as visible_count,
  count(*) filter (where p.is_hidden)::integer as hidden_count
from public.posts p cross join private.post_block_spans() s
group by 1, 2, 3, 4;
comment on view private.counted_post_blocks is 'What post_blocks has to hold, counted anew.';

revoke all on table private.counted_post_blocks from public, anon, authenticated, service_role;

create function private.free_part() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_parts constant integer := 8;
begin
  for v_part in 1 .. v_parts loop
    if pg_try_advisory_xact_lock(hashtext('private.post_blocks'), v_part) then
      return v_part;
    end if;
  end loop;
  -- All are in use: this one waits for the row of another.
  return 1 + pg_backend_pid() % v_parts;
end $$;
comment on function private.free_part is
  'A part of the counts that no other transaction uses until this one ends, the lowest there is; that of another when all are in use.';
revoke all on function private.free_part from public, anon, authenticated, service_role;

create function private.fold_post_blocks(p_limit integer) returns void
language sql volatile security definer set search_path = ''
as $$
  -- A part that somebody writes to is left for the next time. Nothing else writes to part 0, and always in this order.
  with finished as (
    select b.country, b.category, b.span, b.block, b.part from private.post_blocks b
    where b.part > 0 and b.block < (select max(p.id) from public.posts p) / b.span
    order by 1, 2, 3, 4, 5 limit p_limit for update skip locked),
  gone as (
    delete from private.post_blocks b using finished f
    where (b.country, b.category, b.span, b.block, b.part) = (f.country, f.category, f.span, f.block, f.part)
    returning b.country, b.category, b.span, b.block, b.visible_count, b.hidden_count)
  insert into private.post_blocks as b (country, category, span, block, visible_count, hidden_count)
  select g.country, g.category, g.span, g.block, sum(g.visible_count)::integer, sum(g.hidden_count)::integer from gone g group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (country, category, span, block, part) do update
    set visible_count = b.visible_count + excluded.visible_count, hidden_count = b.hidden_count + excluded.hidden_count
$$;
comment on function private.fold_post_blocks is
  'Adds up the parts of blocks to which no new post comes any more, so that pages are found with few rows; so many parts at most.';
revoke all on function private.fold_post_blocks from public, anon, authenticated, service_role;

-- Search: the words of a search, and what helps one that finds nothing.

-- Two words that differ by two typing errors at most (a letter missing, added or changed, or two swapped) have a spelling in
-- common, which an index finds however many words there are. The beginning of a word is enough to look for.
create function private.spellings(p_word text) returns text[]
language sql immutable strict parallel safe cost 5000 set search_path = ''
as $$
  select array_agg(distinct left(s.without_second, greatest(a - 1, 0)) || substr(s.without_second, a + 1))
  from (select left(p_word, 7)) as w (word)
  cross join lateral generate_series(0, char_length(w.word)) as b
  cross join lateral (select left(w.word, greatest(b - 1, 0)) || substr(w.word, b + 1)) as s (without_second)
  cross join lateral generate_series(0, greatest(b - 1, 0)) as a
  where char_length(w.word) >= 3 + sign(a) + sign(b)
$$;
comment on function private.spellings is 'The first seven letters of a word, whole and with up to two of them left out.';

create table private.vocabulary (
  word text collate "C" primary key,
  checked_at timestamptz not null default now(),
  constraint vocabulary_word_length check (char_length(word) between 3 and 30)
);
comment on table private.vocabulary is
  'Words of visible posts, to correct typing errors by. Triggers add, housekeeping removes; a correction is offered only when visible posts have it.';

create index vocabulary_spellings_idx on private.vocabulary using gin (private.spellings(word)) with (fastupdate = off);
create index vocabulary_checked_idx on private.vocabulary (checked_at);

-- Words are only added, in order, so that posts which share most of them do not wait for each other.
create function private.keep_vocabulary() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  execute format('insert into private.vocabulary (word)
    select w.word from (
      select distinct u.word from posts_after n %s cross join lateral unnest(tsvector_to_array(n.search)) as u (word)
      where not n.is_hidden and char_length(u.word) between 3 and 30 and u.word !~ ''[^[:alpha:]]'') as w
    where not exists (select 1 from private.vocabulary v where v.word = w.word)
    order by w.word on conflict do nothing',
    case when tg_op = 'UPDATE' then 'join posts_before o on o.id = n.id and (o.is_hidden or o.search <> n.search)' end);
  return null;
end $$;

-- Words ---------------------------------------------------------------------------------------------------------------

create function private.equivalent_categories(p_categories text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select case when cardinality(p_categories) > 0 then
    (select array_agg(distinct e.category)
     from unnest(p_categories) as c (category)
     cross join lateral unnest(case
       when c.category in ('agriculture', 'agricultural') then array['agriculture', 'agricultural']
       when c.category in ('textile', 'textiles') then array['textile', 'textiles']
       else array[c.category] end) as e (category)) end
$$;
comment on function private.equivalent_categories is 'Categories to filter by, each with its other spelling; null when none is chosen.';

create function private.search_words(p_search text) returns tsquery[]
language sql immutable set search_path = ''
as $$
  -- Words of three letters and more also match as beginnings: who types "stee" means steel.
  select array_agg((quote_literal(w.lexeme) || case when char_length(w.lexeme) >= 3 then ':*' else '' end)::tsquery)
  from (select l.lexeme from unnest(to_tsvector('simple', private.fold(left(p_search, 100)))) as l limit 12) as w
$$;
comment on function private.search_words is 'Text queries for the words that a person typed; null when there is none.';

create function private.search_query(p_search text) returns tsquery
language sql immutable set search_path = ''
as $$ select string_agg(w.word::text, ' & ')::tsquery from unnest(private.search_words(p_search)) as w (word) $$;
comment on function private.search_query is 'Text query for what a person typed; null when it holds no word.';

create function private.rare_words(p_search text) returns tsquery
language sql stable security definer set search_path = ''
as $$
  -- The word index would collect every post with a common word, only to throw most of them away. Which words are common, the
  -- newest posts tell; when all are, it has to. Beside a word that none of them has, one that some have is common.
  with newest as materialized (select p.search from public.posts p order by p.id desc limit 500),
  words as materialized (
    select w.word, case when cardinality(s.words) > 1 then (select count(*) from newest n where n.search @@ w.word) else 0 end as posts
    from (select private.search_words(p_search)) as s (words), unnest(s.words) as w (word)),
  judged as (select w.word, w.posts <= case when min(w.posts) over () = 0 then 1 else 5 end as is_rare from words w)
  select coalesce(string_agg(j.word::text, ' & ') filter (where j.is_rare), string_agg(j.word::text, ' & '))::tsquery from judged j
$$;
comment on function private.rare_words is 'Text query for those words of a search that are in 1% of the posts at most, or for all of them.';

create function private.search_mode(p_search text, p_query tsquery) returns text
language sql immutable set search_path = ''
as $$ select case when private.is_blank(p_search) then 'all' when p_query is null then 'nothing' else 'words' end $$;

-- Typo correction -----------------------------------------------------------------------------------------------------
--
-- Words count as misspelt when no post of the whole feed has them. A correction, or fewer words, are offered only when visible posts
-- have them: nothing is revealed of hidden ones.

create function private.similar_words(p_word text) returns table (word text, distance numeric)
language sql stable rows 5 security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with near as materialized (
    select v.word from private.vocabulary v
    where private.spellings(v.word) && private.spellings(p_word)
      and char_length(v.word) between char_length(p_word) - 2 and char_length(p_word) + 3
    limit 200),
  -- As it was typed, and with each pair of neighbours swapped: two swapped letters are one error.
  typed as (
    select p_word as text, 0 as errors
    union all
    select overlay(p_word placing reverse(substr(p_word, i, 2)) from i for 2), 1 from generate_series(1, char_length(p_word) - 1) as i),
  -- The beginning of a word may stand for the whole, but that is less likely.
  parts as (
    select n.word, n.word as part, 0 as ending from near n
    union all
    select n.word, left(n.word, l), 0.4 from near n
    cross join lateral generate_series(char_length(p_word) - 1, least(char_length(p_word) + 1, char_length(n.word) - 1)) as l)
  select p.word, min(extensions.levenshtein_less_equal(t.text, p.part, 2) + t.errors + p.ending) as distance
  from parts p cross join typed t
  group by p.word
  having min(extensions.levenshtein_less_equal(t.text, p.part, 2) + t.errors + p.ending) < case when char_length(p_word) < 7 then 2 else 3 end
  order by distance, left(p.word, 1) <> left(p_word, 1), p.word
  limit 5
$$;
comment on function private.similar_words is
  'Words of the vocabulary that a misspelt one may stand for, the nearest first: one error in short words, two in long ones.';

create function private.typed_words(p_search text) returns table (nr bigint, typed text, word text)
language sql immutable rows 10 set search_path = ''
as $$
  select t.nr, t.typed, btrim(private.fold(t.typed), '.,;:!?"''()')
  from regexp_split_to_table(btrim(left(p_search, 100)), '\s+') with ordinality as t (typed, nr)
  where t.typed <> ''
$$;
comment on function private.typed_words is 'The words of a search as they were typed, each with what is looked up of it.';

create function private.correct_search(p_search text) returns text
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  v_texts text[];
  v_text text;
begin
  with words as materialized (
    select w.nr, w.typed, w.word,
      char_length(w.word) between 4 and 30 and w.word !~ '[^[:alpha:]]' as is_word,
      exists (select 1 from private.vocabulary v where v.word >= w.word collate "C" and v.word < w.word || chr(1114109) collate "C") as is_known
    from private.typed_words(p_search) w),
  -- Words that nobody uses; when there is none, one of the others must be meant otherwise. More than a few are no typing errors.
  doubted as materialized (
    select w.nr, w.word, w.is_known from words w
    where w.is_word and w.is_known = not exists (select 1 from words u where u.is_word and not u.is_known)
    order by w.nr limit 4),
  similar_ones as materialized (
    select d.nr, d.is_known, s.word, s.distance from doubted d cross join lateral private.similar_words(d.word) s where s.word <> d.word),
  newest as materialized (select p.search from public.posts p where not p.is_hidden order by p.id desc limit 1000),
  -- The likelier of two that are as near is the one that more of the newest posts have.
  ranked as materialized (
    select s.nr, s.is_known, s.word, s.distance, row_number() over (
      partition by s.nr order by s.distance,
        case when s.rivals > 1 then (select count(*) from newest n where n.search @@ quote_literal(s.word)::tsquery) end desc, s.word) as place
    from (select o.*, count(*) over (partition by o.nr, o.distance) as rivals from similar_ones o) as s),
  -- The best for each word; one of them replaced by its second best; of known words one at a time.
  choices as (
    select 0 as choice, 0 as changed, 0 as rank where not exists (select 1 from ranked r where r.is_known)
    union all
    select r.place::integer, r.nr::integer, (r.distance * 10 + r.place)::integer from ranked r where r.is_known or r.place = 2
    order by 3 limit 3)
  select array_agg(c.text order by c.rank) into v_texts
  from (
    select c.rank, (
      select string_agg(coalesce((
        select r.word from ranked r
        where r.nr = w.nr and case when r.is_known then w.nr = c.changed and r.place = c.choice
          else r.place = case when w.nr = c.changed then c.choice else 1 end end), w.typed), ' ' order by w.nr)
      from words w) as text
    from choices c) as c
  where exists (select 1 from ranked);
  foreach v_text in array coalesce(v_texts, '{}') loop
    if private.search_ids(private.whole_feed(null, private.search_query(v_text), v_text), 0, 1) <> '{}' then
      return v_text;
    end if;
  end loop;
  return null;
end $$;
comment on function private.correct_search is
  'What a search without results was probably meant to be, with results that everybody sees; null when there is no such thing.';

create function private.fewer_words(p_search text) returns text
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with words as materialized (
    select min(w.nr) as nr, min(w.typed) as typed, private.search_query(w.word) as query
    from private.typed_words(p_search) w where private.search_query(w.word) is not null
    group by w.word order by 1 limit 8),
  newest as materialized (select p.id, p.search from public.posts p where not p.is_hidden order by p.id desc limit 1000),
  -- A word that few of the newest have is rare: its index knows some others.
  looked as (
    select n.id, n.search from newest n
    union
    select f.id, f.search from words w
    cross join lateral (select p.id, p.search from public.posts p where p.search @@ w.query and not p.is_hidden limit 50) as f
    where (select count(*) from newest n where n.search @@ w.query) <= 10),
  best as (
    select l.id, array_agg(w.nr) as words from looked l join words w on l.search @@ w.query
    group by l.id order by count(*) desc, l.id desc limit 1)
  select string_agg(w.typed, ' ' order by w.nr) from best b join words w on w.nr = any (b.words)
  where (select count(*) from private.typed_words(p_search)) > 1
$$;
comment on function private.fewer_words is
  'Those of several words that posts which everybody sees have together: most of them, in the order typed; null when they have none.';

create function private.forget_words(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_words text[];
begin
  -- A few at a time, each once a week: one search tells whether a visible post has the word.
  with looked as (
    update private.vocabulary v set checked_at = now()
    where v.word in (
      select o.word from private.vocabulary o where o.checked_at < now() - interval '7 days'
      order by o.checked_at limit least(p_limit, 100) for update skip locked)
    returning v.word)
  select array_agg(l.word) into v_words from looked l;
  delete from private.vocabulary v where v.word = any (v_words)
    and private.search_ids(private.whole_feed(null, quote_literal(v.word)::tsquery, v.word), 0, 1) = '{}';
  return coalesce(cardinality(v_words), 0);
end $$;
comment on function private.forget_words is
  'Looks for posts with the next words and removes those that no visible post has any more; answers at how many it looked.';

create function private.search_hints(p_search text) returns table (corrected text, fewer text)
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_query tsquery := private.search_query(p_search);
begin
  if v_query is null or private.search_ids(private.whole_feed(private.current_profile_id(), v_query, p_search), 0, 1) <> '{}' then
    return;
  end if;
  corrected := private.correct_search(p_search);
  fewer := case when corrected is null then private.fewer_words(p_search) end;
  return next;
end $$;

create function public.search_hints(search text) returns table (corrected text, fewer text)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.search_hints(search) $$;
comment on function public.search_hints is
  'What helps a search that finds nothing: how it was probably meant, else those of its words that have results together; no row for others.';
grant execute on function private.search_hints, public.search_hints to anon, authenticated;

-- Feed: which posts a user sees, in which order, page by page.
--
-- `@@` is not leakproof, so under a policy it would run after the policy, without its index. These functions run as their owner and
-- repeat the visibility rule of the feed instead: visible posts, and the caller's own hidden ones. They plan dynamically, because the
-- best plan for a rare word is the worst for a common one.

-- What the functions below look for, handed on as a whole.
create type private.feed_filter as (me bigint, country text, categories text[], unquoted boolean, query tsquery, search text);

comment on type private.feed_filter is
  'Whose feed, and which posts of it: of a country, of categories, without quotes, with the words of a query; `search` is what was typed, folded.';

create function private.whole_feed(p_me bigint, p_query tsquery, p_search text) returns private.feed_filter
language sql immutable set search_path = ''
as $$ select row(p_me, null, null, false, p_query, private.fold(left(p_search, 100)))::private.feed_filter $$;
comment on function private.whole_feed is 'The filter for a search in the whole feed of a person, or of a guest for null.';

create function private.feed_condition(p_mode text, p_filter private.feed_filter) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ',
    case when p_filter.me is null then 'not p.is_hidden' else '(not p.is_hidden or p.user_id = ($1).me)' end,
    -- Said so that only the word index answers: that of a country or category would collect every post there is in it.
    case when p_filter.country is null then null
      when p_mode in ('rare words', 'few posts') then 'array[p.country] @> array[($1).country]'
      else 'p.country = ($1).country' end,
    -- Of one category the index has the ids in order, of several it has not.
    case when p_filter.categories is null then null
      when p_mode in ('rare words', 'few posts') then 'array[p.category] && ($1).categories'
      when cardinality(p_filter.categories) = 1 then 'p.category = (($1).categories)[1]'
      else 'p.category = any (($1).categories)' end,
    case p_mode
      -- A function is not asked of the index, as the operator would be; nor is it looked up in the statistics, which takes longer than
      -- reading some of the posts.
      when 'rare words' then 'p.search @@ (select private.rare_words(($1).search)) and ts_match_vq(p.search, ($1).query)'
      when 'words' then 'ts_match_vq(p.search, ($1).query)'
      when 'few posts' then 'ts_match_vq(p.search, ($1).query)' end,
    -- The few posts that have the words are asked one by one; of all posts those without quotes have an index.
    case when p_filter.unquoted and p_mode = 'all' then 'exists (select 1 from public.post_counters c where c.post_id = p.id and c.quotes = 0)'
      when p_filter.unquoted then '(select c.quotes from public.post_counters c where c.post_id = p.id) = 0' end)
$$;
comment on function private.feed_condition is 'SQL condition on posts p, where $1 is the filter.';

create function private.feed_filter(p_search text, p_country text, p_categories text[], p_unquoted boolean) returns private.feed_filter
language sql stable security definer set search_path = ''
as $$
  select row(private.current_profile_id(), p_country, private.equivalent_categories(p_categories), coalesce(p_unquoted, false),
    private.search_query(p_search), private.fold(left(p_search, 100)))::private.feed_filter
$$;
comment on function private.feed_filter is 'What the caller looks for, from the arguments of list_posts() and count_posts().';

create function private.feed_ids(p_mode text, p_filter private.feed_filter, p_offset bigint, p_size integer, p_above bigint default 0,
  p_below bigint default 9223372036854775807) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids bigint[];
begin
  execute format(
      'select array(select p.id from public.posts p where p.id > $2 and p.id < $3 and %s order by p.id desc offset $4 limit $5)',
      private.feed_condition(p_mode, p_filter))
    into v_ids using p_filter, p_above, p_below, p_offset, p_size;
  return v_ids;
end $$;
comment on function private.feed_ids is 'Ids of one stretch of the feed between two ids, the newest first.';

-- A country and category with few posts: the index finds them all, and each is asked for the words. A word that most posts have
-- would take longer to look up than they take to read.
create function private.feed_ids_by_word(p_filter private.feed_filter, p_offset bigint, p_size integer) returns bigint[]
language sql stable security definer set search_path = '' set enable_seqscan = off set enable_indexscan = off
  set enable_indexonlyscan = off set jit = off
as $$
  select private.feed_ids(
    case when (p_filter.country is not null or p_filter.categories is not null) and private.narrowed_posts(p_filter) <= 2000
      then 'few posts' else 'rare words' end,
    p_filter, p_offset, p_size)
$$;

create function private.feed_ids_of_newest(p_filter private.feed_filter, p_newest bigint, p_offset bigint, p_size integer) returns bigint[]
language sql stable security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off
  set jit = off
as $$
  select private.feed_ids('words', p_filter, p_offset, p_size, (select max(p.id) from public.posts p) - p_newest)
$$;

create function private.newest_unquoted_ids(p_filter private.feed_filter, p_newest bigint, p_offset bigint, p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off set jit = off
as $$
declare
  v_filter private.feed_filter := p_filter;
  v_ids bigint[];
begin
  -- The join below asks for posts without quotes already.
  v_filter.unquoted := false;
  execute format(
      'select array(select p.id from (
         select c.post_id from public.post_counters c where c.quotes = 0 order by c.post_id desc limit $2) as u
       join public.posts p on p.id = u.post_id where %s order by p.id desc offset $3 limit $4)',
      private.feed_condition('words', v_filter))
    into v_ids using v_filter, p_newest, p_offset, p_size;
  return v_ids;
end $$;
comment on function private.newest_unquoted_ids is 'Ids of those of the newest posts without quotes that have the words.';

create function private.search_ids(p_filter private.feed_filter, p_offset bigint, p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_first constant bigint := 500;
  v_newest constant bigint := 2000;
  v_unquoted constant bigint := 5000;
  v_wanted bigint := p_offset + p_size;
  v_is_first boolean := v_wanted * 100 <= v_newest;
  v_is_narrowed boolean := p_filter.country is not null or p_filter.categories is not null;
  v_read bigint;
  v_ids bigint[];
begin
  -- Where nearly every post has quotes, the few without are looked at instead of all that have a common word.
  if p_filter.unquoted and not exists (select 1 from public.post_counters c where c.quotes = 0 order by c.post_id desc offset v_unquoted limit 1) then
    return private.newest_unquoted_ids(p_filter, v_unquoted, p_offset, p_size);
  end if;
  -- A common word fills the page from the newest posts; for all others the word index is quicker. A few posts show words that
  -- nearly all have, and those that hardly one has.
  if v_is_first and not v_is_narrowed and not p_filter.unquoted and p_size > 1 then
    v_ids := private.feed_ids_of_newest(p_filter, v_first, p_offset, p_size);
    if cardinality(v_ids) = p_size then
      return v_ids;
    elsif v_ids = '{}' and p_offset = 0 then
      return private.feed_ids_by_word(p_filter, p_offset, p_size);
    end if;
  end if;
  if v_is_narrowed then
    v_read := private.newest_worth_reading(p_filter, v_wanted);
    if v_read is not null then
      v_ids := private.newest_of_narrowed_ids(p_filter, v_read, p_offset, p_size);
      if cardinality(v_ids) = p_size or v_read = 9223372036854775807 then
        return v_ids;
      end if;
    end if;
  -- Whether many newest posts are worth a look, the first of them tell.
  elsif v_is_first or cardinality(private.feed_ids_of_newest(p_filter, v_newest, 0, 10)) = 10 then
    v_ids := private.feed_ids_of_newest(p_filter, greatest(v_newest, v_wanted * 100), p_offset, p_size);
    if cardinality(v_ids) = p_size then
      return v_ids;
    end if;
  end if;
  return private.feed_ids_by_word(p_filter, p_offset, p_size);
end $$;

create function private.meant_search(p_search text, p_filter private.feed_filter, p_is_empty boolean) returns private.feed_filter
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_meant text;
  v_filter private.feed_filter := p_filter;
begin
  -- Of a search in the whole feed that is known already.
  if p_is_empty and p_filter.country is null and p_filter.categories is null and not p_filter.unquoted
      or private.search_ids(private.whole_feed(p_filter.me, p_filter.query, p_search), 0, 1) = '{}' then
    v_meant := private.correct_search(p_search);
  end if;
  if v_meant is null then
    return null;
  end if;
  v_filter.query := private.search_query(v_meant);
  v_filter.search := private.fold(left(v_meant, 100));
  return v_filter;
end $$;
comment on function private.meant_search is
  'The filter with the correction of a search that has no result in the whole feed; null for all others. Whether it has none with its filter is said.';

create function private.count_posts(p_search text, p_country text, p_categories text[], p_unquoted boolean) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_filter private.feed_filter := private.feed_filter(p_search, p_country, p_categories, p_unquoted);
  v_mode text := private.search_mode(p_search, v_filter.query);
  v_meant private.feed_filter;
  v_count bigint;
begin
  if v_mode = 'all' and v_filter.unquoted then
    return cardinality(private.feed_ids('all', v_filter, 0, 1001));
  elsif v_mode = 'all' then
    return private.narrowed_posts(v_filter) + (
      select count(*) from public.posts p
      where p.is_hidden and p.user_id = v_filter.me
        and (p_country is null or p.country = p_country) and (v_filter.categories is null or p.category = any (v_filter.categories)));
  end if;
  -- Counting a common word to the end would cost more than finding it: 1001 stands for "more than 1,000".
  if v_mode = 'words' then
    v_count := cardinality(private.search_ids(v_filter, 0, 1001));
    if v_count = 0 then
      v_meant := private.meant_search(p_search, v_filter, true);
      v_count := case when v_meant.query is not null then cardinality(private.search_ids(v_meant, 0, 1001)) else 0 end;
    end if;
  end if;
  return coalesce(v_count, 0);
end $$;

create function public.count_posts(search text default null, country text default null, categories text[] default null,
  unquoted boolean default false)
returns bigint
language sql stable security invoker set search_path = ''
as $$ select private.count_posts(search, country, categories, unquoted) $$;
comment on function public.count_posts is
  'Number of posts in the feed with these filters; with a search, or without quotes, 1001 stands for "more than 1,000".';
grant execute on function private.count_posts, public.count_posts to anon, authenticated;

create function private.list_posts(p_search text, p_country text, p_categories text[], p_page integer, p_page_size integer,
  p_unquoted boolean, p_sort text)
returns setof public.posts
language plpgsql stable rows 10 security definer set search_path = ''
as $$
declare
  v_filter private.feed_filter := private.feed_filter(p_search, p_country, p_categories, p_unquoted);
  v_mode text := private.search_mode(p_search, v_filter.query);
  v_by_quotes boolean := coalesce(p_sort, '') = 'fewest_quotes';
  v_size integer := least(greatest(coalesce(p_page_size, 10), 1), 1000);
  v_offset bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
  -- Sorted otherwise than they lie, the newest thousand are put in order.
  v_read bigint := case when v_by_quotes then 0 else v_offset end;
  v_read_size integer := case when v_by_quotes then 1000 else v_size end;
  v_above bigint := 0;
  v_below bigint := 9223372036854775807;
  v_meant private.feed_filter;
  v_ids bigint[];
  v_post public.posts;
begin
  if (v_mode <> 'all' or v_filter.unquoted or v_by_quotes) and v_offset >= 1000 then
    return;
  elsif v_mode = 'all' and not v_filter.unquoted and not v_by_quotes
      and v_offset > (case when v_filter.categories is not null and (p_country is not null or cardinality(v_filter.categories) > 1)
        then 100 else 1000 end) then
    -- A deep page: the counts per block tell where it begins.
    select f.above, f.below, f.skip into v_above, v_below, v_read from private.feed_place(v_filter, v_offset) f;
    if v_below is null then
      return;
    end if;
  end if;
  -- Ids first: for the unsearched feed an index-only scan; the wide rows of one page only afterwards.
  if v_mode = 'all' then
    -- Of several categories no index has the ids in order, but the few of one block are soon sorted. A page may go on below it.
    if v_above > 0 and cardinality(v_filter.categories) > 1 then
      v_ids := private.feed_ids('all', v_filter, v_read, v_read_size, v_above, v_below);
    end if;
    if v_ids is null or cardinality(v_ids) < v_read_size then
      v_ids := private.feed_ids('all', v_filter, v_read, v_read_size, p_below => v_below);
    end if;
  elsif v_mode = 'words' then
    v_ids := private.search_ids(v_filter, v_read, v_read_size);
    if v_ids = '{}' then
      v_meant := private.meant_search(p_search, v_filter, v_read = 0);
      v_ids := case when v_meant.query is not null then private.search_ids(v_meant, v_read, v_read_size) else '{}' end;
    end if;
  end if;
  if v_by_quotes then
    v_ids := array(
      select c.post_id from public.post_counters c where c.post_id = any (v_ids) order by c.quotes, c.post_id desc offset v_offset limit v_size);
  end if;
  for v_post in
    select p.* from public.posts p where p.id = any (v_ids)
    order by case when v_by_quotes then array_position(v_ids, p.id) end, p.id desc
  loop
    -- Columns that callers have no right to read from the table are not given to them here either.
    v_post.client_id := null;
    v_post.owner_company := null;
    v_post.search := null;
    return next v_post;
  end loop;
end $$;

create function public.list_posts(search text default null, country text default null, categories text[] default null,
  page integer default 1, page_size integer default 10, unquoted boolean default false, sort text default 'newest',
  as_user boolean default false)
returns setof public.posts
language sql stable rows 10 security invoker set search_path = ''
as $$
  select * from private.list_posts(search, country, categories, page, page_size, unquoted, sort)
  where case when as_user then private.require_profile_id() is not null else true end
$$;
comment on function public.list_posts is
  'One page of the feed, newest first: visible posts and the caller''s own hidden ones; all, or only those without quotes. The sort "fewest_quotes" puts the newest 1,000 in order. With as_user PT401, whatever is found, unless the caller''s session is one.';
grant execute on function private.list_posts, public.list_posts to anon, authenticated;

create function private.narrowed_posts(p_filter private.feed_filter) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(t.visible_count), 0)::bigint from public.post_totals t
  where (p_filter.country is null or t.country = p_filter.country)
    and (p_filter.categories is null or t.category = any (p_filter.categories))
$$;
comment on function private.narrowed_posts is 'Number of visible posts of the country and the categories of a filter, whatever their words.';

-- The plan is the same whoever asks for what; making one each time would take longer than running it.
create function private.feed_place(p_filter private.feed_filter, p_offset bigint, out above bigint, out below bigint, out skip bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  v_country text := coalesce(p_filter.country, '');
  v_categories text[] := coalesce(p_filter.categories, array['']);
  v_span integer;
  v_block bigint;
  v_before bigint;
begin
  above := 0;
  below := 9223372036854775807;
  skip := p_offset;
  for v_span in
    select s.span from private.post_block_spans() s
    where s.by_country = (p_filter.country is not null) and s.by_category = (p_filter.categories is not null) order by s.span desc
  loop
    select d.block, d.before into v_block, v_before
    from (
      select c.block, c.posts, sum(c.posts) over (order by c.block desc) - c.posts as before
      from (
        select o.block, sum(o.posts)::integer as posts
        from (
          select b.block, b.visible_count as posts from private.post_blocks b
          where b.country = v_country and b.category = any (v_categories) and b.span = v_span
            and b.block between (above + 1) / v_span and (below - 1) / v_span
          union all
          -- What its owner alone sees.
          select p.id / v_span, 1 from public.posts p
          where p.is_hidden and p.user_id = p_filter.me and p.id > above and p.id < below
            and (p_filter.country is null or p.country = p_filter.country)
            and (p_filter.categories is null or p.category = any (p_filter.categories))) as o
        group by o.block) as c) as d
    where d.before <= skip and d.before + d.posts > skip;
    if not found then
      above := null;
      below := null;
      return;
    end if;
    above := v_block * v_span - 1;
    below := above + v_span + 1;
    skip := skip - v_before;
  end loop;
end $$;
comment on function private.feed_place is
  'Where in the feed the post after so many lies: between which ids, and how many to skip from there; null when there are not so many.';

-- Common words of a country and a category ----------------------------------------------------------------------------
--
-- Posts of the country and category are read from the newest down instead of collecting every post with the words, as long as that is
-- less work.

create function private.newest_of_narrowed_ids(p_filter private.feed_filter, p_newest bigint, p_offset bigint, p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  v_narrowed private.feed_filter := p_filter;
  v_ids bigint[];
begin
  -- Whether they have quotes is asked of those that have the words.
  v_narrowed.unquoted := false;
  execute format(
      'select array(select p.id from (select p.id from public.posts p where %s order by p.id desc limit $2) as n
       join public.posts p on p.id = n.id where %s order by p.id desc offset $3 limit $4)',
      private.feed_condition('all', v_narrowed), private.feed_condition('words', p_filter))
    into v_ids using p_filter, p_newest, p_offset, p_size;
  return v_ids;
end $$;
comment on function private.newest_of_narrowed_ids is 'Ids of those of the newest posts of a country or a category that have the words.';

create function private.newest_worth_reading(p_filter private.feed_filter, p_wanted bigint) returns bigint
language sql stable security definer set search_path = ''
as $$
  with newest as materialized (select p.search from public.posts p order by p.id desc limit 500),
  words as (
    select (select count(*) from newest n where n.search @@ w.word) as posts from unnest(private.search_words(p_filter.search)) as w (word)),
  estimate as (
    select p_wanted * 500 / nullif((select count(*) from newest n where n.search @@ p_filter.query), 0) as to_read,
      private.narrowed_posts(p_filter) as narrowed,
      -- What the word index would collect, of the rare words if there are any; a dozen entries take as long as a post.
      (select coalesce(sum(w.posts) filter (where w.posts <= 5), sum(w.posts)) from words w) / 500
        * (select max(p.id) from public.posts p) / 12 as collected)
  -- Reading stops when there are enough; three times as many may be read, because the newest posts tell it roughly.
  select case when 3 * e.to_read < e.narrowed then 3 * e.to_read else 9223372036854775807 end
  from estimate e
  where least(e.to_read, e.narrowed) < case when e.narrowed <= 2000 then e.narrowed else e.collected end and e.to_read is not null
$$;
comment on function private.newest_worth_reading is
  'How many of the newest posts of a country or a category to read at most for as many with the words as are wanted, the greatest number for all; null where the word index is quicker.';

-- Quotes: a supplier's answer to a post, with its documents. Only submit_quote() writes them.

create table public.quotes (
  id bigint generated always as identity primary key,
  post_id bigint references public.posts (id) on delete set null,
  post_title text not null,
  post_owner_id bigint references public.profiles (id) on delete set null,
  supplier_id bigint not null references public.profiles (id) on delete cascade,
  product_match text,
  description text not null default '',
  price_text text not null,
  price_value numeric,
  quantity_text text not null,
  quantity_value numeric,
  currency text not null default 'USD',
  payment_method text,
  shipping_method text,
  delivery_time text not null,
  delivery_from text,
  delivery_to text,
  images text[] not null default '{}',
  contact_address text,
  account_type text not null default 'individual',
  organization_name text,
  tax_code text,
  client_id uuid not null default gen_random_uuid(),
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  status text not null default 'pending',
  status_reason text,
  changed_at timestamptz not null default now(),
  valid_until date,
  revision smallint not null default 0,
  version integer not null default 1,
  revised_at timestamptz,
  constraint quotes_product_match_is_known check (product_match in ('high', 'medium', 'different')),
  constraint quotes_description_length check (char_length(description) <= 500),
  constraint quotes_description_is_given check (coalesce(product_match in ('high', 'medium'), false) or not private.is_blank(description)),
  constraint quotes_price_length check (char_length(price_text) <= 20 and not private.is_blank(price_text) and price_text not like '%@%'),
  constraint quotes_price_is_not_negative check (price_value >= 0),
  constraint quotes_quantity_length check (char_length(quantity_text) <= 20 and not private.is_blank(quantity_text)),
  constraint quotes_quantity_is_positive check (quantity_value >= 1),
  constraint quotes_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint quotes_payment_method_is_clean check (char_length(payment_method) <= 50 and payment_method not like '%@%'),
  constraint quotes_shipping_method_is_clean check (char_length(shipping_method) <= 20 and shipping_method not like '%@%'),
  constraint quotes_delivery_time_is_clean check (char_length(delivery_time) <= 20 and not private.is_blank(delivery_time) and delivery_time not like '%@%'),
  constraint quotes_delivery_from_is_clean check (char_length(delivery_from) <= 50 and delivery_from not like '%@%'),
  constraint quotes_delivery_to_is_clean check (char_length(delivery_to) <= 50 and delivery_to not like '%@%'),
  constraint quotes_images_count check (cardinality(images) <= 5),
  constraint quotes_images_are_a_list check (coalesce(array_ndims(images), 1) = 1),
  constraint quotes_contact_address_length check (char_length(contact_address) <= 200),
  constraint quotes_account_type_is_known check (account_type in ('individual', 'organization')),
  constraint quotes_organization_name_length check (char_length(organization_name) <= 100),
  constraint quotes_tax_code_length check (char_length(tax_code) <= 20),
  constraint quotes_organization_is_named check
    (account_type = 'individual' or (not private.is_blank(organization_name) and not private.is_blank(tax_code))),
  constraint quotes_client_id_is_unique unique (supplier_id, client_id),
  constraint quotes_status_is_known check (status in ('pending', 'shortlisted', 'accepted', 'declined', 'withdrawn', 'cancelled')),
  constraint quotes_status_reason_length check
    (status_reason is null or (char_length(status_reason) <= 500 and not private.is_blank(status_reason))),
  constraint quotes_valid_until_is_a_day check (valid_until between '2000-01-01' and '9999-12-31'),
  constraint quotes_revisions_are_few check (revision between 0 and 3),
  constraint quotes_version_is_counted check (version >= 1)
);
comment on table public.quotes is 'A supplier''s offer on one post, seen by the supplier and the owner of the post only.';
comment on column public.quotes.post_title is 'Title at the time of the quote; stays when the post is deleted.';
comment on column public.quotes.price_text is 'As typed; price_value holds the number when it is one.';
comment on column public.quotes.last_message_at is 'When its newest message was sent, kept by a trigger; null without any.';
comment on column public.quotes.status_reason is 'Why it has this status, as the other party reads it.';
comment on column public.quotes.changed_at is 'When its status or, but for corrections, its facts last changed.';
comment on column public.quotes.valid_until is 'Last day (UTC) on which it can be accepted; null without an end.';
comment on column public.quotes.revision is 'How often its supplier changed it, corrections of the first minutes not counted.';
comment on column public.quotes.version is 'Counts every change of its facts, so that nobody accepts what they have not read.';
comment on column public.quotes.revised_at is 'When it was last changed in a way that counts.';

create index quotes_post_idx on public.quotes (post_id, id desc) include (supplier_id, post_owner_id);
create index quotes_owner_idx on public.quotes (post_owner_id, id desc) include (supplier_id);
create index quotes_supplier_idx on public.quotes (supplier_id, id desc) include (post_owner_id);
create index quotes_latest_message_idx on public.quotes (supplier_id, last_message_at desc nulls last, id desc);
create index quotes_created_idx on public.quotes (created_at) include (post_id, supplier_id);
create index quotes_owner_status_idx on public.quotes (post_owner_id, status, id desc);
create index quotes_supplier_status_idx on public.quotes (supplier_id, status, id desc);

revoke all on table public.quotes from anon, authenticated, service_role;
grant select on table public.quotes to authenticated;

alter table public.quotes enable row level security;
-- Whoever lists their quotes asks for those that are theirs, and so does the policy. The planner takes the two for independent,
-- expects one row where there are many, and reads all of them to sort ten. That a comparison is not unknown it takes for nearly certain,
-- so these policies leave its estimate as it is. Neither is true where the caller is unknown.
create policy "suppliers and post owners read their quotes" on public.quotes for select to authenticated
  using (nullif((select private.current_profile_id()) = any (array[supplier_id, post_owner_id]), false) is not null);

create table public.quote_attachments (
  id bigint generated always as identity primary key,
  quote_id bigint not null references public.quotes (id) on delete cascade,
  path text not null,
  name text not null,
  size_bytes bigint not null,
  constraint quote_attachments_path_is_unique unique (path),
  constraint quote_attachments_name_length check (char_length(name) between 1 and 255)
);
comment on table public.quote_attachments is 'Documents of a quote: path in the bucket `quote-documents` and the name they had.';

create index quote_attachments_quote_idx on public.quote_attachments (quote_id);

revoke all on table public.quote_attachments from anon, authenticated, service_role;
grant select on table public.quote_attachments to authenticated;

alter table public.quote_attachments enable row level security;
create policy "readers of a quote read its attachments" on public.quote_attachments for select to authenticated
  using (exists (select 1 from public.quotes q where q.id = quote_id));

-- When a supplier last quoted a post. Outlives the quote itself, so that the wait stays when the quote is gone.
create table private.quote_waits (
  supplier_id bigint not null references public.profiles (id) on delete cascade,
  post_id bigint not null references public.posts (id) on delete cascade,
  quoted_at timestamptz not null,
  primary key (supplier_id, post_id)
);
comment on table private.quote_waits is 'Last quote per supplier and post, for the rule of one quote in 5 days.';

create index quote_waits_post_idx on private.quote_waits (post_id);

-- Side effects --------------------------------------------------------------------------------------------------------

create function private.announce_quote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_supplier text := (select p.username from public.profiles p where p.id = new.supplier_id);
  v_owner text := (select p.username from public.profiles p where p.id = new.post_owner_id);
begin
  perform private.notify(new.post_owner_id,
    format('You have a new quote on your post "%s" from %s', new.post_title, v_supplier),
    jsonb_build_object('type', 'quote', 'postId', new.post_id));
  perform private.notify(new.supplier_id,
    format('You sent a quote to "%s" of %s', new.post_title, v_owner),
    jsonb_build_object('type', 'quote', 'quoteId', new.id));
  return null;
end $$;

-- Quotes go when the account of their supplier is deleted.
create function private.count_quote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.post_counters c set quotes = c.quotes + 1 where c.post_id = new.post_id;
  else
    update public.post_counters c set quotes = c.quotes - 1 where c.post_id = old.post_id;
  end if;
  return null;
end $$;

create function private.count_quotes_of_users() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_change record;
begin
  for v_change in execute format('select c.supplier_id, count(*)::integer as quotes from %s as c group by c.supplier_id order by 1',
      case tg_op when 'INSERT' then 'quotes_after' else 'quotes_before' end) loop
    update public.accounts a set quote_count = a.quote_count + case tg_op when 'INSERT' then v_change.quotes else -v_change.quotes end
    where a.profile_id = v_change.supplier_id and (tg_op = 'DELETE' or a.deleted_at is null);
    if tg_op = 'INSERT' and not found then
      perform private.refuse(401, 'unauthorized', 'Authentication required');
    end if;
  end loop;
  return null;
end $$;

-- Submission ---------------------------------------------------------------------------------------------------------

create function private.plain_number(p_text text) returns numeric
language sql immutable set search_path = ''
as $$ select case when btrim(p_text) ~ '^-?[0-9]{1,15}(\.[0-9]{1,6})?$' then btrim(p_text)::numeric end $$;
comment on function private.plain_number is 'The number that a text is, or null when it is more than a plain number.';

create function private.assert_quote_wait(p_supplier_id bigint, p_post_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_wait constant interval := interval '5 days';
  v_quoted_at timestamptz;
begin
  -- One statement decides, so that of many quotes at the same moment exactly one passes.
  insert into private.quote_waits as w (supplier_id, post_id, quoted_at) values (p_supplier_id, p_post_id, now())
  on conflict (supplier_id, post_id) do update set quoted_at = now() where w.quoted_at <= now() - v_wait
  returning w.quoted_at into v_quoted_at;
  if v_quoted_at is null then
    select w.quoted_at into v_quoted_at from private.quote_waits w
    where w.supplier_id = p_supplier_id and w.post_id = p_post_id;
    perform private.refuse(429, 'quote_wait', 'Quote limit exceeded: you can send one quote per post every 5 days',
      jsonb_build_object('daysToWait', least(5, greatest(1, ceil(extract(epoch from v_quoted_at + v_wait - now()) / 86400)))));
  end if;
end $$;
comment on function private.assert_quote_wait is
  'Takes the supplier''s place for 5 days on this post; PT429 with {"daysToWait": 1..5} when it is taken.';

create function private.quote_fields() returns text[]
language sql immutable set search_path = ''
as $$
  select array['post_id', 'product_match', 'description', 'price_text', 'quantity_text', 'currency', 'payment_method', 'shipping_method',
    'delivery_time', 'delivery_from', 'delivery_to', 'images', 'contact_address', 'account_type', 'organization_name', 'tax_code',
    'valid_until', 'client_id', 'attachments']
$$;
comment on function private.quote_fields is
  'The fields that the sender of a quote may write, as grants list them for tables that clients write to: columns of quotes, and `attachments`.';

create function private.submit_quote(p_quote jsonb)
returns table (quote_id bigint, post_title text, post_owner_username text)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_fields jsonb := private.known_fields(p_quote, private.quote_fields());
  v_quote public.quotes := jsonb_populate_record(null::public.quotes, jsonb_build_object('images', '{}'::text[],
    'client_id', gen_random_uuid(), 'created_at', now(), 'status', 'pending', 'changed_at', now(), 'revision', 0, 'version', 1));
  v_post public.posts;
  v_quote_id bigint;
begin
  v_quote := private.with_facts(v_quote, v_fields);
  select q.id into v_quote_id from public.quotes q where q.supplier_id = v_me and q.client_id = v_quote.client_id;
  if v_quote_id is null then
    -- Held, so that the request is open until the quote is stored.
    select * into v_post from public.posts p where p.id = v_quote.post_id for share;
    if v_post.id is null then
      perform private.refuse(404, 'not_found', 'Post not found');
    elsif v_post.user_id = v_me then
      perform private.refuse(403, 'forbidden', 'You cannot send a quote on your own post');
    elsif v_post.is_hidden then
      perform private.refuse(409, 'conflict', 'This post is not accepting quotes');
    elsif not private.is_open(v_post) then
      perform private.refuse(409, 'conflict', 'This request is closed');
    end if;
    perform private.assert_organization(v_quote, v_me);
    begin
      perform private.assert_quote_wait(v_me, v_quote.post_id);
    exception when sqlstate 'PT429' then
      -- The same request twice at the same moment: the other one has just been stored, so answer it again.
      select q.id into v_quote_id from public.quotes q where q.supplier_id = v_me and q.client_id = v_quote.client_id;
      if v_quote_id is null then
        raise;
      end if;
    end;
  end if;

  if v_quote_id is null then
    perform private.consume_rate_limit('quote', v_me::text);
    perform private.assert_own_images('post-images', v_quote.images);
    v_quote.supplier_id := v_me;
    v_quote.post_title := v_post.title;
    v_quote.post_owner_id := v_post.user_id;
    -- All columns of the row: one that is added later is stored as null here unless v_quote gives it a value, whatever its default.
    insert into public.quotes overriding user value values (v_quote.*) returning id into v_quote_id;
    perform private.attach_to_quote(v_quote_id, coalesce(v_fields -> 'attachments', '[]'));
  end if;

  return query
    select q.id, q.post_title, p.username
    from public.quotes q left join public.profiles p on p.id = q.post_owner_id
    where q.id = v_quote_id;
end $$;

create function public.submit_quote(quote jsonb)
returns table (quote_id bigint, post_title text, post_owner_username text)
language sql volatile rows 1 security invoker set search_path = ''
as $$
  select private.hold_account();
  select * from private.submit_quote(quote);
$$;
comment on function public.submit_quote is
  'Sends a quote on somebody else''s visible post, once in 5 days: its fields named like their columns, `attachments` as a list of {"path", "name"}. A repeated client_id answers the first quote.';
grant execute on function private.submit_quote, public.submit_quote to authenticated;

-- Decisions on quotes: shortlist, accept, decline, reopen, withdraw, cancel, and the history that both parties read.
-- Only the functions below write any of it.

create table public.quote_events (
  id bigint generated always as identity primary key,
  quote_id bigint not null references public.quotes (id) on delete cascade,
  actor_id bigint references public.profiles (id) on delete set null,
  kind text not null,
  from_status text not null,
  to_status text not null,
  reason text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  constraint quote_events_kind_is_known check (kind in ('shortlist', 'unshortlist', 'accept', 'decline', 'reopen', 'withdraw', 'revise',
    'correct', 'cancel')),
  constraint quote_events_facts_are_of_changes check
    ((kind in ('revise', 'correct')) = (before is not null) and (before is null) = (after is null))
);
comment on table public.quote_events is 'What became of a quote, step by step; its two parties read it and nobody changes it.';
comment on column public.quote_events.before is 'The facts that changed, named like their columns, as they were; `after` has the same as they are since.';

create index quote_events_quote_idx on public.quote_events (quote_id, id);
create index quote_events_actor_idx on public.quote_events (actor_id);

revoke all on table public.quote_events from anon, authenticated, service_role;
grant select on table public.quote_events to authenticated;

alter table public.quote_events enable row level security;
create policy "readers of a quote read its history" on public.quote_events for select to authenticated
  using (exists (select 1 from public.quotes q where q.id = quote_id));

-- Transitions ---------------------------------------------------------------------------------------------------------

create function private.quote_transitions() returns table (action text, from_status text, to_status text, actor text)
language sql immutable rows 13 set search_path = ''
as $$
  values ('shortlist', 'pending', 'shortlisted', 'owner'),
    ('unshortlist', 'shortlisted', 'pending', 'owner'),
    ('accept', 'pending', 'accepted', 'owner'),
    ('accept', 'shortlisted', 'accepted', 'owner'),
    ('decline', 'pending', 'declined', 'owner'),
    ('decline', 'shortlisted', 'declined', 'owner'),
    ('reopen', 'declined', 'pending', 'owner'),
    ('withdraw', 'pending', 'withdrawn', 'supplier'),
    ('withdraw', 'shortlisted', 'withdrawn', 'supplier'),
    ('revise', 'pending', 'pending', 'supplier'),
    ('revise', 'shortlisted', 'shortlisted', 'supplier'),
    ('cancel', 'accepted', 'cancelled', 'owner'),
    ('cancel', 'accepted', 'cancelled', 'supplier')
$$;
comment on function private.quote_transitions is
  'Everything that may become of a quote, and by whose act; the page has the same list, which a test compares.';

create function private.decline_reasons() returns text[]
language sql immutable set search_path = ''
as $$
  select array['The price is too high', 'The delivery takes too long', 'The quality does not fit', 'Another supplier was chosen',
    'No longer needed']
$$;
comment on function private.decline_reasons is 'The reasons that are offered to who declines; own words may follow one behind a colon.';

create function private.today() returns date
language sql stable set search_path = ''
as $$ select (now() at time zone 'utc')::date $$;
comment on function private.today is 'The day that counts for everybody, wherever they are.';

create function private.is_undecided(p_quote public.quotes) returns boolean
language sql immutable set search_path = ''
as $$ select p_quote.status in ('pending', 'shortlisted') $$;

create function private.assert_transition(p_quote public.quotes, p_action text, p_actor text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_done text := case p_action when 'shortlist' then 'shortlisted' when 'unshortlist' then 'taken off the shortlist' when 'accept' then 'accepted'
    when 'decline' then 'declined' when 'reopen' then 'reopened' when 'withdraw' then 'withdrawn' when 'revise' then 'revised'
    when 'cancel' then 'cancelled' end;
  v_to text := (select t.to_status from private.quote_transitions() as t
    where t.action = p_action and t.from_status = p_quote.status and t.actor = p_actor);
begin
  if v_to is null then
    perform private.refuse(409, 'conflict', case
      when exists (select 1 from private.quote_transitions() as t where t.action = p_action and t.from_status = p_quote.status)
        then format('This quote is %s, and only %s can change that in this way', p_quote.status,
          case p_actor when 'owner' then 'its supplier' else 'the owner of the request' end)
      when v_done = p_quote.status then format('This quote is already %s', p_quote.status)
      else format('This quote is %s, so it cannot be %s', p_quote.status, v_done) end,
      jsonb_build_object('status', p_quote.status));
  end if;
  return v_to;
end $$;
comment on function private.assert_transition is
  'The status that an action of a party leads to; PT409 with the present one where the action is not possible.';

-- The post is locked before the quotes and these by their ids, in every function that locks both, so that no two can wait for each
-- other. With the post held, it is neither closed nor deleted before the decision is stored.
create function private.quote_to_act_on(p_quote_id bigint, p_me bigint, p_action text) returns public.quotes
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_quote public.quotes := private.quote_of_party(p_quote_id, p_me);
  v_post public.posts;
begin
  perform private.assert_not_suspended();
  if p_action = 'accept' then
    select * into v_post from public.posts p where p.id = v_quote.post_id for no key update;
    perform 1 from public.quotes q
    where q.post_id = v_post.id and (q.id = p_quote_id or private.is_undecided(q)) order by q.id for update;
  else
    select * into v_post from public.posts p where p.id = v_quote.post_id for share;
  end if;
  perform 1 from public.quotes q where q.id = p_quote_id for update;
  -- As it is behind the lock, and still the caller's.
  v_quote := private.quote_of_party(p_quote_id, p_me);
  perform private.assert_transition(v_quote, p_action, case v_quote.supplier_id when p_me then 'supplier' else 'owner' end);
  perform private.consume_rate_limit('quote_decision', p_me::text);

  -- What ends a quote is always possible; what keeps it under way needs a request and two people who can go on.
  if p_action in ('decline', 'withdraw', 'cancel') then
    return v_quote;
  elsif v_quote.post_id is null or v_post.id is null then
    perform private.refuse(409, 'conflict', 'The request was deleted');
  elsif v_post.is_hidden then
    perform private.refuse(409, 'conflict', 'This request is hidden');
  elsif v_post.closed_at is not null or (p_action = 'revise' and not private.is_open(v_post)) then
    perform private.refuse(409, 'conflict', 'This request is closed');
  elsif private.is_suspended(case v_quote.supplier_id when p_me then v_quote.post_owner_id else v_quote.supplier_id end) then
    perform private.refuse(409, 'conflict', 'The other account is suspended');
  end if;
  return v_quote;
end $$;
comment on function private.quote_to_act_on is
  'Locks the post and the quote for an action of a party and answers the quote; PT403 for strangers, PT409 where its status or its request does not allow the action.';

create function private.assert_version(p_quote public.quotes, p_expected integer, p_message text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_expected is null then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "expectedVersion"}');
  elsif p_expected <> p_quote.version then
    perform private.refuse(409, 'changed_meanwhile', p_message);
  end if;
end $$;

create function private.set_quote_status(p_quote public.quotes, p_actor_id bigint, p_action text, p_status text, p_reason text)
returns public.quotes
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_quote public.quotes;
begin
  update public.quotes q set status = p_status, status_reason = p_reason, changed_at = now()
  where q.id = p_quote.id returning q.* into v_quote;
  -- The reason as it is stored: the content filter may have masked parts of it.
  insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, reason)
  values (v_quote.id, p_actor_id, p_action, p_quote.status, v_quote.status, v_quote.status_reason);
  return v_quote;
end $$;
comment on function private.set_quote_status is 'Gives a locked quote another status and writes that into its history.';

create function private.tell_party(p_quote public.quotes, p_user_id bigint, p_kind text, p_message text) returns void
language sql volatile security definer set search_path = ''
as $$
  -- The quote leads to the tab of its supplier, the post to that of its owner.
  select private.notify(p_user_id, p_message, jsonb_strip_nulls(jsonb_build_object('type', p_kind,
    case when p_user_id = p_quote.supplier_id then 'quoteId' else 'postId' end,
    case when p_user_id = p_quote.supplier_id then p_quote.id else p_quote.post_id end)))
$$;
comment on function private.tell_party is 'Notifies a party of a quote, with a link to it where they find it.';

create function private.reason_of(p_reason text, p_max integer) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if char_length(btrim(p_reason)) > p_max then
    perform private.refuse(400, 'invalid_input', 'Reason too long', '{"path": "reason"}');
  end if;
  return case when not private.is_blank(p_reason) then btrim(p_reason) end;
end $$;
comment on function private.reason_of is 'An optional reason without blanks around it; null for a blank one, PT400 for one that is too long.';

-- Owner of the post ---------------------------------------------------------------------------------------------------

create function private.shortlist_quote(p_quote_id bigint, p_is_on boolean) returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_action text := case when p_is_on then 'shortlist' else 'unshortlist' end;
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, v_action);
begin
  v_quote := private.set_quote_status(v_quote, v_me, v_action, case when p_is_on then 'shortlisted' else 'pending' end, null);
  if p_is_on then
    perform private.tell_party(v_quote, v_quote.supplier_id, 'quote_shortlisted',
      format('Your quote on "%s" was shortlisted', v_quote.post_title));
  end if;
  return query select v_quote.status, v_quote.version;
end $$;

create function public.shortlist_quote(quote_id bigint, is_on boolean) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.shortlist_quote(quote_id, is_on) $$;
comment on function public.shortlist_quote is 'Puts a quote on a post of the caller on the shortlist, or takes it off. Answers its status, as all of these do.';
grant execute on function private.shortlist_quote, public.shortlist_quote to authenticated;

create function private.decline_others(p_accepted public.quotes, p_me bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  with others as materialized (
    select q.id, q.status, case when q.supplier_id = p_accepted.supplier_id then 'Another quote of yours was accepted'
      else 'Another supplier was chosen' end as reason
    from public.quotes q where q.post_id = p_accepted.post_id and private.is_undecided(q) order by q.id for update
  ), declined as (
    update public.quotes q set status = 'declined', status_reason = o.reason, changed_at = now()
    from others o where q.id = o.id returning q.id, q.supplier_id, q.post_title, q.status_reason, o.status as from_status
  ), noted as (
    insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, reason)
    select d.id, p_me, 'decline', d.from_status, 'declined', d.status_reason from declined d order by d.id
  )
  -- One for each supplier; who was chosen has heard of that already.
  insert into public.notifications (user_id, message, data)
  select n.supplier_id, left(format('Your quote on "%s" was declined: %s', n.post_title, n.status_reason), 600),
    jsonb_build_object('type', 'quote_declined', 'quoteId', n.id)
  from (select distinct on (d.supplier_id) d.* from declined d order by d.supplier_id, d.id desc) as n
  where n.supplier_id <> p_accepted.supplier_id
  order by n.supplier_id
$$;
comment on function private.decline_others is 'Declines every undecided quote on the post of an accepted one and tells each supplier once.';

create function private.accept_quote(p_quote_id bigint, p_close_request boolean, p_expected_version integer)
returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'accept');
begin
  perform private.assert_version(v_quote, p_expected_version, 'The supplier has just changed this quote. Please look again.');
  if v_quote.valid_until < private.today() then
    perform private.refuse(409, 'conflict', format('This quote expired on %s', to_char(v_quote.valid_until, 'Mon FMDD, YYYY')));
  end if;
  v_quote := private.set_quote_status(v_quote, v_me, 'accept', 'accepted', null);
  perform private.tell_party(v_quote, v_quote.supplier_id, 'quote_accepted', format('Your quote on "%s" was accepted', v_quote.post_title));
  -- The others are declined first: closing tells those whose quotes are undecided.
  if p_close_request then
    perform private.decline_others(v_quote, v_me);
    perform private.close_post_row(v_quote.post_id, 'awarded');
  end if;
  return query select v_quote.status, v_quote.version;
end $$;

create function public.accept_quote(quote_id bigint, close_request boolean, expected_version integer) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.accept_quote(quote_id, close_request, expected_version) $$;
comment on function public.accept_quote is
  'Accepts a quote on a post of the caller, in the version that they have read; with `close_request` the post closes and all undecided quotes on it are declined.';
grant execute on function private.accept_quote, public.accept_quote to authenticated;

create function private.decline_quote(p_quote_id bigint, p_reason text) returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  -- A reason of the list does not count: own words behind it may be as long as without it.
  v_chosen text := (select r from unnest(private.decline_reasons()) as r where btrim(p_reason) = r or btrim(p_reason) like r || ': %');
  v_reason text := private.reason_of(p_reason, 300 + case when btrim(p_reason) = v_chosen then 0 else coalesce(char_length(v_chosen) + 2, 0) end);
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'decline');
begin
  v_quote := private.set_quote_status(v_quote, v_me, 'decline', 'declined', v_reason);
  perform private.tell_party(v_quote, v_quote.supplier_id, 'quote_declined',
    concat_ws(': ', format('Your quote on "%s" was declined', v_quote.post_title), v_quote.status_reason));
  return query select v_quote.status, v_quote.version;
end $$;

create function public.decline_quote(quote_id bigint, reason text default null) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.decline_quote(quote_id, reason) $$;
comment on function public.decline_quote is 'Declines a quote on a post of the caller, with a reason that its supplier reads.';
grant execute on function private.decline_quote, public.decline_quote to authenticated;

create function private.reopen_quote(p_quote_id bigint) returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'reopen');
begin
  v_quote := private.set_quote_status(v_quote, v_me, 'reopen', 'pending', null);
  perform private.tell_party(v_quote, v_quote.supplier_id, 'quote_reopened', format('Your quote on "%s" is pending again', v_quote.post_title));
  return query select v_quote.status, v_quote.version;
end $$;

create function public.reopen_quote(quote_id bigint) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.reopen_quote(quote_id) $$;
comment on function public.reopen_quote is 'Makes a declined quote on a post of the caller pending again, unless the post is closed.';
grant execute on function private.reopen_quote, public.reopen_quote to authenticated;

-- Supplier, and both parties ------------------------------------------------------------------------------------------

create function private.withdraw_quote(p_quote_id bigint, p_reason text) returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_reason text := private.reason_of(p_reason, 300);
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'withdraw');
begin
  v_quote := private.set_quote_status(v_quote, v_me, 'withdraw', 'withdrawn', v_reason);
  perform private.tell_party(v_quote, v_quote.post_owner_id, 'quote_withdrawn', format('%s withdrew the quote on "%s"',
    (select p.username from public.profiles p where p.id = v_me), v_quote.post_title));
  return query select v_quote.status, v_quote.version;
end $$;

create function public.withdraw_quote(quote_id bigint, reason text default null) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.withdraw_quote(quote_id, reason) $$;
comment on function public.withdraw_quote is 'Withdraws an undecided quote of the caller for good; the wait until the next one is not shortened.';
grant execute on function private.withdraw_quote, public.withdraw_quote to authenticated;

create function private.cancel_deal(p_quote_id bigint, p_reason text) returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_reason text := private.required_reason(p_reason);
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'cancel');
begin
  v_quote := private.set_quote_status(v_quote, v_me, 'cancel', 'cancelled', v_reason);
  perform private.tell_party(v_quote, case v_quote.supplier_id when v_me then v_quote.post_owner_id else v_quote.supplier_id end, 'deal_cancelled',
    format('%s cancelled the deal on "%s": %s', (select p.username from public.profiles p where p.id = v_me), v_quote.post_title,
      v_quote.status_reason));
  return query select v_quote.status, v_quote.version;
end $$;

create function public.cancel_deal(quote_id bigint, reason text) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.cancel_deal(quote_id, reason) $$;
comment on function public.cancel_deal is 'Cancels an accepted quote, by either party and with a reason.';
grant execute on function private.cancel_deal, public.cancel_deal to authenticated;

-- Nobody can hold a deleted user to their quote; and their reasons in the history are deleted with them.
create function private.end_quotes_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_quote public.quotes;
begin
  for v_quote in select * from public.quotes q where q.supplier_id = new.profile_id and private.is_undecided(q) order by q.id for update loop
    perform private.set_quote_status(v_quote, new.profile_id, 'withdraw', 'withdrawn', 'The account was deleted');
  end loop;
  update public.quote_events e set before = e.before - v_private.facts, after = e.after - v_private.facts
  from public.quotes q, (values (array['contact_address', 'images', 'account_type', 'organization_name', 'tax_code', 'attachments'])) as v_private (facts)
  where q.id = e.quote_id and q.supplier_id = new.profile_id and e.before is not null;
  return null;
end $$;

-- Facts of a quote: price, quantity, delivery, validity; how a supplier revises them and what the other party is told.

create function private.valid_until(p_given date, p_stored date) returns date
language plpgsql stable set search_path = ''
as $$
begin
  if p_given < private.today() then
    perform private.refuse(400, 'invalid_input', 'The last day is in the past', '{"path": "validUntil"}');
  elsif p_given > private.today() + 365 then
    perform private.refuse(400, 'invalid_input', 'The last day must be within a year', '{"path": "validUntil"}');
  end if;
  return coalesce(p_given, case when p_stored >= private.today() then p_stored end, private.today() + 30);
end $$;
comment on function private.valid_until is
  'The last day of a quote that is sent or revised: the given one, else the stored one while it lasts, else in 30 days; PT400 outside a year.';

create function private.with_facts(p_quote public.quotes, p_fields jsonb) returns public.quotes
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Images and an address for contact, which the form does not have, stay unless they are given; everything else is what is given.
  v_quote public.quotes := jsonb_populate_record(p_quote,
    (select jsonb_object_agg(f, null) from unnest(private.quote_fields()) as f
      where f not in ('post_id', 'client_id', 'images', 'contact_address', 'attachments'))
    || '{"description": "", "currency": "USD"}' || private.trimmed(p_fields));
begin
  -- Chosen from a list, so nothing is trimmed.
  v_quote.product_match := p_fields ->> 'product_match';
  v_quote.account_type := coalesce(p_fields ->> 'account_type', 'individual');
  v_quote.valid_until := private.valid_until(v_quote.valid_until, p_quote.valid_until);
  v_quote.price_value := private.plain_number(v_quote.price_text);
  v_quote.quantity_value := private.plain_number(v_quote.quantity_text);
  v_quote.currency := upper(v_quote.currency);
  if v_quote.account_type <> 'organization' then
    v_quote.organization_name := null;
    v_quote.tax_code := null;
  end if;
  return v_quote;
end $$;
comment on function private.with_facts is 'A quote with the facts that its supplier gives, as they are stored.';

create function private.assert_organization(p_quote public.quotes, p_me bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_quote.account_type = 'organization' and exists (
      select 1 from public.accounts a
      where a.profile_id = p_me and (private.is_blank(a.organization) or private.is_blank(a.tax_code))) then
    perform private.refuse(400, 'invalid_input', 'Please update your organization details in My Profile before sending quotes');
  end if;
end $$;

create function private.attach_to_quote(p_quote_id bigint, p_attachments jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_file record;
  v_kept text[] := array(select a.path from public.quote_attachments a where a.quote_id = p_quote_id);
begin
  for v_file in select * from private.attachments_to_take('quote-documents', p_attachments) loop
    continue when v_file.path = any (v_kept);
    insert into public.quote_attachments (quote_id, path, name, size_bytes)
    values (p_quote_id, v_file.path, v_file.name, v_file.size_bytes) on conflict (path) do nothing;
    if not found then
      perform private.refuse_attachment(v_file.path);
    end if;
  end loop;
end $$;
comment on function private.attach_to_quote is
  'Gives a quote up to five files that the caller uploaded; PT400 for one that was sent already, unless this quote has it.';

create function private.quote_facts(p_quote public.quotes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(f.key, f.value)
    || jsonb_build_object('attachments', (
      select coalesce(jsonb_agg(jsonb_build_object('path', a.path, 'name', a.name) order by a.id), '[]')
      from public.quote_attachments a where a.quote_id = p_quote.id))
  from jsonb_each(to_jsonb(p_quote)) as f
  where f.key = any (private.quote_fields()) and f.key not in ('post_id', 'client_id')
$$;
comment on function private.quote_facts is 'What its supplier may revise of a quote, named like the fields that they send.';

create function private.facts_as_words(p_before jsonb, p_after jsonb) returns text
language sql stable set search_path = ''
as $$
  -- In the order of the form. Long ones, and the texts of documents, are only named.
  select string_agg(w.word || case when w.is_short then format(' (%s → %s)', coalesce(w.old, '–'), coalesce(w.new, '–')) else '' end, ', ' order by w.place)
  from (
    select f.place, f.word, f.is_short, x.key, case when x.key = 'valid_until' then to_char((x.value #>> '{}')::date, 'Mon FMDD, YYYY') else p_before ->> x.key end as old,
      case when x.key = 'valid_until' then to_char((p_after ->> x.key)::date, 'Mon FMDD, YYYY') else p_after ->> x.key end as new
    from jsonb_each(p_before) as x (key, value)
    join (values (1, 'product_match', 'match', false), (2, 'price_text', 'price', true), (3, 'currency', 'currency', true),
      (4, 'quantity_text', 'minimum quantity', true), (5, 'delivery_time', 'delivery time', true), (6, 'payment_method', 'payment', false),
      (7, 'shipping_method', 'shipping', false), (8, 'delivery_from', 'delivery from', false), (9, 'delivery_to', 'delivery to', false),
      (10, 'valid_until', 'valid until', true), (11, 'description', 'description', false), (12, 'attachments', 'attachments', false),
      (13, 'images', 'images', false), (14, 'account_type', 'account type', false), (15, 'organization_name', 'organization', false),
      (16, 'tax_code', 'tax code', false), (17, 'contact_address', 'contact address', false)) as f (place, key, word, is_short) on f.key = x.key
  ) as w
$$;
comment on function private.facts_as_words is 'What changed of a quote, for the notification of its owner: "price (12 → 11), description".';

create function private.revise_quote(p_quote_id bigint, p_quote jsonb, p_expected_version integer)
returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_fields jsonb := private.known_fields(p_quote, array_remove(array_remove(private.quote_fields(), 'post_id'), 'client_id'));
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'revise');
  v_new public.quotes := private.with_facts(v_quote, v_fields);
  v_before jsonb := private.quote_facts(v_quote);
  v_after jsonb;
  v_since timestamptz := coalesce(v_quote.revised_at, v_quote.created_at);
  v_is_correction boolean;
begin
  perform private.assert_version(v_quote, p_expected_version, 'This quote has just been changed. Please look again.');
  perform private.assert_organization(v_new, v_me);
  perform private.assert_own_images('post-images', v_new.images, v_quote.images);
  update public.quotes q set product_match = v_new.product_match, description = v_new.description, price_text = v_new.price_text,
    price_value = v_new.price_value, quantity_text = v_new.quantity_text, quantity_value = v_new.quantity_value, currency = v_new.currency,
    payment_method = v_new.payment_method, shipping_method = v_new.shipping_method, delivery_time = v_new.delivery_time,
    delivery_from = v_new.delivery_from, delivery_to = v_new.delivery_to, images = v_new.images, contact_address = v_new.contact_address,
    account_type = v_new.account_type, organization_name = v_new.organization_name, tax_code = v_new.tax_code, valid_until = v_new.valid_until
  where q.id = v_quote.id returning q.* into v_new;
  -- Attachments stay where none are given, so that a client that knows nothing of them takes none away.
  if v_fields ? 'attachments' then
    delete from public.quote_attachments a where a.quote_id = v_quote.id
      and not v_fields -> 'attachments' @> jsonb_build_array(jsonb_build_object('path', a.path));
    perform private.attach_to_quote(v_quote.id, v_fields -> 'attachments');
  end if;
  v_after := private.quote_facts(v_new);
  select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, v_after -> b.key) into v_before, v_after
  from jsonb_each(v_before) as b where b.value is distinct from v_after -> b.key;
  if v_before is null then
    return query select v_quote.status, v_quote.version;
    return;
  end if;

  v_is_correction := v_since > now() - interval '15 minutes' and not exists (
    select 1 from public.quote_events e where e.quote_id = v_quote.id and e.actor_id = v_quote.post_owner_id and e.created_at >= v_since);
  if not v_is_correction and v_quote.revision >= 3 then
    perform private.refuse(409, 'conflict', format('This quote is %s and has been revised three times, which is the most', v_quote.status),
      jsonb_build_object('status', v_quote.status));
  end if;
  update public.quotes q set version = q.version + 1,
    revision = case when v_is_correction then q.revision else q.revision + 1 end,
    revised_at = case when v_is_correction then q.revised_at else now() end,
    changed_at = case when v_is_correction then q.changed_at else now() end
  where q.id = v_quote.id returning q.* into v_new;
  insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, before, after)
  values (v_new.id, v_me, case when v_is_correction then 'correct' else 'revise' end, v_quote.status, v_new.status, v_before, v_after);
  -- Of a quote that the owner has just been told of, they read the corrected facts.
  if not v_is_correction then
    perform private.tell_party(v_new, v_new.post_owner_id, 'quote_revised', format('%s revised the quote on "%s": %s',
      (select p.username from public.profiles p where p.id = v_me), v_new.post_title, private.facts_as_words(v_before, v_after)));
  end if;
  return query select v_new.status, v_new.version;
end $$;

create function public.revise_quote(quote_id bigint, quote jsonb, expected_version integer) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.revise_quote(quote_id, quote, expected_version) $$;
comment on function public.revise_quote is
  'Gives an undecided quote of the caller other facts: the fields of submit_quote() without `post_id` and `client_id`. Three times; corrections within 15 minutes do not count, equal facts change nothing.';
grant execute on function private.revise_quote, public.revise_quote to authenticated;

-- Questions: asked publicly about a post, answered by its owner.

create table public.post_questions (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  asker_id bigint not null references public.profiles (id) on delete cascade,
  question text not null,
  answer text,
  answered_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text,
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  constraint post_questions_question_length check (char_length(question) between 3 and 500 and not private.is_blank(question)),
  constraint post_questions_answer_length check (char_length(answer) <= 1000 and answer ~ '[^[:space:]]'),
  constraint post_questions_answer_is_whole check ((answer is null) = (answered_at is null)),
  constraint post_questions_hidden_reason_length check (char_length(hidden_reason) <= 500),
  constraint post_questions_hidden_state_is_whole check ((hidden_at is null) = (hidden_reason is null)),
  constraint post_questions_client_id_is_unique unique (asker_id, client_id)
);
comment on table public.post_questions is
  'Questions on posts: until they are answered for asker, owner and admins only, then for all who see the post. Only functions write them.';
comment on column public.post_questions.client_id is 'Made by the client, so that a repeated request asks nothing twice.';

create index post_questions_post_idx on public.post_questions (post_id, id);

revoke all on table public.post_questions from anon, authenticated, service_role;
grant select (id, post_id, asker_id, question, answer, answered_at, created_at) on table public.post_questions to anon;
grant select (id, post_id, asker_id, question, answer, answered_at, hidden_at, hidden_reason, created_at)
  on table public.post_questions to authenticated;

-- Whether a post is seen is decided by its own policies, which the subqueries obey.
alter table public.post_questions enable row level security;
create policy "guests read answered questions" on public.post_questions for select to anon
  using (answered_at is not null and hidden_at is null and exists (select 1 from public.posts p where p.id = post_id));
create policy "users read answered questions, asker, owner and admins all" on public.post_questions for select to authenticated
  using (exists (
    select 1 from public.posts p where p.id = post_questions.post_id
      and ((post_questions.answered_at is not null and post_questions.hidden_at is null)
        or (select private.current_profile_id()) in (post_questions.asker_id, p.user_id) or (select private.is_admin()))));

-- Questions and answers -----------------------------------------------------------------------------------------------

create function private.text_of_question(p_text text, p_path text, p_min integer, p_max integer, p_required text, p_too_long text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_text text := btrim(coalesce(p_text, ''), E' \t\r\n');
begin
  if private.is_blank(v_text) then
    perform private.refuse(400, 'invalid_input', p_required, jsonb_build_object('path', p_path));
  elsif char_length(v_text) < p_min then
    perform private.refuse(400, 'invalid_input', format('At least %s characters', p_min), jsonb_build_object('path', p_path));
  elsif char_length(v_text) > p_max then
    perform private.refuse(400, 'invalid_input', p_too_long, jsonb_build_object('path', p_path));
  end if;
  return v_text;
end $$;
comment on function private.text_of_question is 'A question or answer without blanks around it; PT400 when it is empty, too short or too long.';

-- Of a post that is being deleted it hears that it is gone.
create function private.ask_question(p_post_id bigint, p_question text, p_client_id uuid) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_text text;
  v_post public.posts;
  v_id bigint;
begin
  -- One after the other for each person, so that neither a repeat nor the sixth question slips through beside another.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  select k.id into v_id from public.post_questions k where k.asker_id = v_me and k.client_id = p_client_id;
  if v_id is not null then
    return v_id;
  end if;
  select * into v_post from public.posts p where p.id = p_post_id for key share;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
    perform private.refuse(404, 'not_found', 'Post not found');
  elsif v_post.user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot ask about your own post');
  elsif v_post.is_hidden or not private.is_open(v_post) then
    perform private.refuse(409, 'conflict', 'This request is closed');
  end if;
  v_text := private.text_of_question(p_question, 'question', 3, 500, 'Question is required', 'Question too long');
  if (select count(*) from public.post_questions k
      where k.post_id = p_post_id and k.asker_id = v_me and k.answered_at is null) >= 5 then
    perform private.refuse(400, 'invalid_input', 'You have five open questions on this request. Please wait for an answer.', '{"path": "question"}');
  end if;
  perform private.consume_rate_limit('question', v_me::text);
  insert into public.post_questions (post_id, asker_id, question, client_id)
  values (p_post_id, v_me, v_text, coalesce(p_client_id, gen_random_uuid())) returning id into v_id;
  perform private.notify(v_post.user_id,
    format('%s asks about "%s"', (select p.username from public.profiles p where p.id = v_me), v_post.title),
    jsonb_build_object('type', 'question_asked', 'postId', p_post_id));
  return v_id;
end $$;

create function public.ask_question(post_id bigint, question text, client_id uuid default null) returns bigint
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.ask_question(post_id, question, client_id);
$$;
comment on function public.ask_question is
  'Asks the owner of an open post something; answers the id of the question. A repeated client_id answers the first. At most five open ones on a post.';
grant execute on function private.ask_question, public.ask_question to authenticated;

create function private.answer_question(p_question_id bigint, p_answer text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_question public.post_questions;
  v_post public.posts;
  v_text text;
begin
  select * into v_question from public.post_questions k where k.id = p_question_id for update;
  select * into v_post from public.posts p where p.id = v_question.post_id;
  if v_post.id is null or (v_post.user_id <> v_me and not private.is_admin() and (v_post.is_hidden
      or (v_question.asker_id <> v_me and (v_question.answered_at is null or v_question.hidden_at is not null)))) then
    perform private.refuse(404, 'not_found', 'Question not found');
  elsif v_post.user_id <> v_me then
    perform private.refuse(403, 'forbidden', 'Only the owner of the request can answer');
  end if;
  v_text := private.text_of_question(p_answer, 'answer', 1, 1000, 'Answer is required', 'Answer too long');
  if v_question.answer = v_text then
    return;
  elsif v_question.hidden_at is not null then
    perform private.refuse(409, 'conflict', 'This question was hidden by an administrator');
  elsif v_question.answered_at <= now() - interval '15 minutes' then
    perform private.refuse(409, 'conflict', 'This question has been answered');
  end if;
  update public.post_questions k set answer = v_text, answered_at = coalesce(k.answered_at, now()) where k.id = p_question_id;
  -- A mistake that is corrected is no second answer.
  if v_question.answered_at is null then
    perform private.notify(v_question.asker_id, format('Your question about "%s" was answered', v_post.title),
      jsonb_build_object('type', 'question_answered', 'path', '/post/post-' || v_post.id));
    perform private.tell_suppliers(v_post.id, 'question_answered', format('A question about "%s" was answered', v_post.title),
      v_question.asker_id);
  end if;
end $$;

create function public.answer_question(question_id bigint, answer text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.answer_question(question_id, answer) $$;
comment on function public.answer_question is
  'Answers a question on a post of the caller, for all who see the post; for 15 minutes the answer can be corrected.';
grant execute on function private.answer_question, public.answer_question to authenticated;

create function private.set_question_hidden(p_question_id bigint, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.post_questions;
begin
  perform private.require_admin();
  select * into v_before from public.post_questions k where k.id = p_question_id for update;
  if v_before.id is null then
    perform private.refuse(404, 'not_found', 'Question not found');
  elsif (v_before.hidden_at is not null) = (p_reason is not null) then
    -- Doing it twice is harmless: a repeat does not rewrite the first decision.
    return;
  end if;
  update public.post_questions k set hidden_at = case when p_reason is not null then now() end, hidden_reason = p_reason
  where k.id = p_question_id;
  perform private.audit(case when p_reason is null then 'unhide_question' else 'hide_question' end, 'question', p_question_id::text,
    jsonb_build_object('reason', v_before.hidden_reason), jsonb_build_object('reason', p_reason));
end $$;
comment on function private.set_question_hidden is 'Hides a question with a reason, or unhides it without one.';

create function private.hide_question(p_question_id bigint, p_reason text) returns void
language sql volatile security definer set search_path = ''
as $$ select private.set_question_hidden(p_question_id, private.required_reason(p_reason)) $$;

create function public.hide_question(question_id bigint, reason text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.hide_question(question_id, reason) $$;
comment on function public.hide_question is 'For admins: hides a question with its answer, for a reason that asker and owner read.';
grant execute on function private.hide_question, public.hide_question to authenticated;

create function private.unhide_question(p_question_id bigint) returns void
language sql volatile security definer set search_path = ''
as $$ select private.set_question_hidden(p_question_id, null) $$;

create function public.unhide_question(question_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.unhide_question(question_id) $$;
comment on function public.unhide_question is 'For admins: unhides a question.';
grant execute on function private.unhide_question, public.unhide_question to authenticated;

-- Nobody waits for the answers; answered questions stay for other readers.
create function private.drop_questions_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.post_questions k where k.asker_id = new.profile_id and k.answered_at is null;
  return null;
end $$;

-- Changes of a post since suppliers quoted, and its documents.

create table public.post_changes (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz not null default now()
);
comment on table public.post_changes is 'What owners changed of posts that had quotes, for themselves and for those who quoted. Only rules of the database write it.';
comment on column public.post_changes.before is
  'The facts that changed, named like their columns, as they were; `documents` are names. `after` has the same as they are since.';

create index post_changes_post_idx on public.post_changes (post_id, id);

revoke all on table public.post_changes from anon, authenticated, service_role;
grant select on table public.post_changes to authenticated;

alter table public.post_changes enable row level security;
create policy "parties of quotes on a post they see read its changes" on public.post_changes for select to authenticated
  using (exists (select 1 from public.posts p join public.quotes q on q.post_id = p.id where p.id = post_changes.post_id));

create table public.post_attachments (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  path text not null,
  name text not null,
  size_bytes bigint not null,
  constraint post_attachments_path_is_unique unique (path),
  constraint post_attachments_name_length check (char_length(name) between 1 and 255)
);
comment on table public.post_attachments is 'Documents of a post: path in the bucket `post-documents` and the name they had.';

create index post_attachments_post_idx on public.post_attachments (post_id);

revoke all on table public.post_attachments from anon, authenticated, service_role;
grant select on table public.post_attachments to authenticated;

alter table public.post_attachments enable row level security;
create policy "users read documents of posts they see" on public.post_attachments for select to authenticated
  using (exists (select 1 from public.posts p where p.id = post_id));

-- Notified suppliers --------------------------------------------------------------------------------------------------

create function private.tell_suppliers(p_post_id bigint, p_type text, p_message text, p_but bigint default null) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.notifications (user_id, message, data)
  select s.supplier_id, left(p_message, 600), d.data
  from (select distinct q.supplier_id from public.quotes q
    where q.post_id = p_post_id and q.status not in ('withdrawn', 'cancelled')) as s
  cross join (select jsonb_build_object('type', p_type, 'path', '/post/post-' || p_post_id) as data) as d
  where s.supplier_id is distinct from p_but and not exists (
    select 1 from public.notifications n where n.user_id = s.supplier_id and n.read_at is null and n.data = d.data)
  order by s.supplier_id
$$;
comment on function private.tell_suppliers is
  'Tells everybody whose quote on a post can still come to something, but for one, and but for those who have not read the last time yet.';

-- Changes -------------------------------------------------------------------------------------------------------------

create function private.post_facts(p_post public.posts) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('title', p_post.title, 'description', p_post.description, 'quantity', p_post.quantity, 'unit', p_post.unit,
    'target_price', p_post.target_price, 'target_currency', p_post.target_currency, 'needed_by', p_post.needed_by,
    'quote_deadline', p_post.quote_deadline, 'incoterm', p_post.incoterm, 'country', p_post.country, 'area', p_post.area,
    'delivery_address', p_post.delivery_address, 'port', p_post.port)
$$;
comment on function private.post_facts is 'What suppliers rely on when they quote, named like the columns.';

create function private.differences(p_from jsonb, p_to jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_from) as f where f.value is distinct from p_to -> f.key
$$;

-- What is edited in one go is one change: it grows for 15 minutes, until somebody quotes on it.
create function private.record_post_change(p_post_id bigint, p_before jsonb, p_after jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
  v_last public.post_changes;
  v_before jsonb := p_before;
  v_after jsonb := p_after;
begin
  if private.differences(p_before, p_after) = '{}' or not exists (select 1 from public.quotes q where q.post_id = p_post_id) then
    return;
  end if;
  select * into v_last from public.post_changes c where c.post_id = p_post_id order by c.id desc limit 1;
  if v_last.created_at > now() - interval '15 minutes' and not exists (
      select 1 from public.quotes q where q.post_id = p_post_id and q.created_at >= v_last.created_at) then
    delete from public.post_changes c where c.id = v_last.id;
    v_before := p_before || v_last.before;
    v_after := v_last.after || p_after;
  else
    v_last := null;
  end if;
  if private.differences(v_before, v_after) <> '{}' then
    insert into public.post_changes (post_id, before, after, created_at)
    values (p_post_id, private.differences(v_before, v_after), private.differences(v_after, v_before), coalesce(v_last.created_at, now()));
  end if;
  select * into v_post from public.posts p where p.id = p_post_id;
  if not v_post.is_hidden then
    perform private.tell_suppliers(p_post_id, 'post_changed', format('The request "%s" changed', v_post.title));
  end if;
end $$;
comment on function private.record_post_change is 'Keeps what changed of a post that has quotes, and tells those who quoted.';

create function private.note_post_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_post_change(new.id, private.post_facts(old), private.post_facts(new));
  return null;
end $$;

-- Documents -----------------------------------------------------------------------------------------------------------

create function private.set_post_documents(p_post_id bigint, p_documents jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts := private.post_to_moderate(p_post_id, private.require_profile_id(), false, 'You are not allowed to change this post');
  v_before jsonb;
  v_new jsonb;
  v_file record;
begin
  if jsonb_typeof(p_documents) is distinct from 'array' or jsonb_array_length(p_documents) > 5 then
    perform private.refuse(400, 'invalid_input', 'File limit exceeded: Maximum 5 files can be attached', '{"path": "documents"}');
  end if;
  select coalesce(jsonb_agg(a.name order by a.id), '[]') into v_before from public.post_attachments a where a.post_id = v_post.id;
  delete from public.post_attachments a
  where a.post_id = v_post.id and not p_documents @> jsonb_build_array(jsonb_build_object('path', a.path));
  -- Those that it has already stay as they are.
  select coalesce(jsonb_agg(d.value), '[]') into v_new from jsonb_array_elements(p_documents) as d
  where not exists (select 1 from public.post_attachments a where a.post_id = v_post.id and a.path = d.value ->> 'path');
  for v_file in select * from private.attachments_to_take('post-documents', v_new) loop
    insert into public.post_attachments (post_id, path, name, size_bytes)
    values (v_post.id, v_file.path, v_file.name, v_file.size_bytes) on conflict (path) do nothing;
    if not found then
      perform private.refuse_attachment(v_file.path);
    end if;
  end loop;
  perform private.record_post_change(v_post.id, jsonb_build_object('documents', v_before), jsonb_build_object('documents',
    (select coalesce(jsonb_agg(a.name order by a.id), '[]') from public.post_attachments a where a.post_id = v_post.id)));
end $$;

create function public.set_post_documents(post_id bigint, documents jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.set_post_documents(post_id, documents) $$;
comment on function public.set_post_documents is
  'Gives a post of the caller these documents and no others: up to five files of the bucket `post-documents` as a list of {"path", "name"}.';
grant execute on function private.set_post_documents, public.set_post_documents to authenticated;

-- Reviews: one per pair of users, with one reply; the rating of a user is the average of those received that are shown.

create table public.reviews (
  id bigint generated always as identity primary key,
  reviewed_user_id bigint not null references public.profiles (id) on delete cascade,
  reviewer_id bigint not null references public.profiles (id) on delete cascade,
  rating smallint not null,
  comment text not null,
  is_verified_deal boolean not null default false,
  reply text,
  replied_at timestamptz,
  hidden_at timestamptz,
  hidden_by bigint references public.profiles (id) on delete set null,
  hidden_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  has_deal boolean not null default false,
  constraint reviews_rating_is_one_to_five check (rating between 1 and 5),
  constraint reviews_comment_length check (char_length(comment) <= 1000 and not private.is_blank(comment)),
  constraint reviews_reply_length check (char_length(reply) <= 500 and (reply is null or not private.is_blank(reply))),
  constraint reviews_reply_has_its_time check ((reply is null) = (replied_at is null)),
  constraint reviews_hidden_reason_length check (char_length(hidden_reason) <= 500),
  constraint reviews_hidden_state_is_whole check
    ((hidden_at is null) = (hidden_reason is null) and (hidden_at is not null or hidden_by is null)),
  constraint reviews_are_of_others check (reviewed_user_id <> reviewer_id),
  constraint reviews_are_one_per_pair unique (reviewer_id, reviewed_user_id)
);
comment on table public.reviews is 'What one user says of another, and what the other replies.';
comment on column public.reviews.is_verified_deal is 'Whether the two exchanged a quote; kept by triggers. It does not say that they came to a deal.';
comment on column public.reviews.hidden_at is 'When an admin hid the review; a hidden one counts in no rating.';
comment on column public.reviews.has_deal is 'Whether one of the two has accepted a quote of the other that was not cancelled; kept by triggers.';

create index reviews_reviewed_user_idx on public.reviews (reviewed_user_id, created_at desc, id desc);
create index reviews_reviewer_idx on public.reviews (reviewer_id, created_at desc, id desc);
create index reviews_hidden_by_idx on public.reviews (hidden_by) where hidden_by is not null;
create index reviews_created_idx on public.reviews (created_at);

revoke all on table public.reviews from anon, authenticated, service_role;
grant select on table public.reviews to authenticated;

alter table public.reviews enable row level security;
create policy "users read shown and own reviews, admins all" on public.reviews for select to authenticated
  using (hidden_at is null or reviewer_id = (select private.current_profile_id()) or (select private.is_admin()));

-- Rating and dealings -------------------------------------------------------------------------------------------------

create function private.count_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op in ('UPDATE', 'DELETE') and old.hidden_at is null then
    update public.profiles p set rating_count = p.rating_count - 1, rating_sum = p.rating_sum - old.rating
    where p.id = old.reviewed_user_id;
  end if;
  if tg_op in ('INSERT', 'UPDATE') and new.hidden_at is null then
    update public.profiles p set rating_count = p.rating_count + 1, rating_sum = p.rating_sum + new.rating
    where p.id = new.reviewed_user_id;
  end if;
  return null;
end $$;

create function private.have_dealt(p_one bigint, p_other bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.quotes q where q.supplier_id = p_one and q.post_owner_id = p_other)
    or exists (select 1 from public.quotes q where q.supplier_id = p_other and q.post_owner_id = p_one)
$$;
comment on function private.have_dealt is 'Whether one of the two sent the other a quote.';

create function private.verify_deal_of_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A review that is replaced is there already for who sends or decides on a quote; its author holds it, so that waiting here could be
  -- for somebody who waits for it.
  if not exists (select 1 from public.reviews r where r.reviewer_id = new.reviewer_id and r.reviewed_user_id = new.reviewed_user_id) then
    -- Its rating is counted there, and who holds that may wait for whoever sends a quote to these two.
    perform 1 from public.profiles p where p.id = new.reviewed_user_id for no key update;
    -- Who sends the other a quote waits until this review is there for them to mark, or this one until the quote is.
    perform pg_advisory_xact_lock(hashtext('private.have_dealt'), private.pair_key(new.reviewer_id, new.reviewed_user_id));
    -- And who decides on one.
    perform 1 from public.quotes q
    where (q.supplier_id, q.post_owner_id) in ((new.reviewer_id, new.reviewed_user_id), (new.reviewed_user_id, new.reviewer_id))
    order by q.id for share;
  end if;
  new.is_verified_deal := private.have_dealt(new.reviewer_id, new.reviewed_user_id);
  new.has_deal := private.have_deal(new.reviewer_id, new.reviewed_user_id);
  return new;
end $$;

create function private.verify_reviews_of_quote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Quotes do not wait for each other.
  perform pg_advisory_xact_lock_shared(hashtext('private.have_dealt'), private.pair_key(new.supplier_id, new.post_owner_id));
  update public.reviews r set is_verified_deal = true
  where not r.is_verified_deal and ((r.reviewer_id = new.supplier_id and r.reviewed_user_id = new.post_owner_id)
    or (r.reviewer_id = new.post_owner_id and r.reviewed_user_id = new.supplier_id));
  return null;
end $$;

-- Writing ------------------------------------------------------------------------------------------------------------

create function private.is_changeable(p_review public.reviews) returns boolean
language sql stable set search_path = ''
as $$ select p_review.created_at > now() - interval '30 days' $$;
comment on function private.is_changeable is 'Whether the author may still edit or delete the review: for 30 days.';

create function private.submit_review(p_reviewed_user_id bigint, p_rating integer, p_comment text) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_comment text := btrim(p_comment);
  v_before public.reviews;
  v_id bigint;
begin
  if p_reviewed_user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot review yourself');
  elsif not exists (select 1 from public.profiles p where p.id = p_reviewed_user_id) then
    perform private.refuse(404, 'not_found', 'User not found');
  end if;
  -- One review of a person at a time: the row and the rate limit would otherwise be locked in either order.
  perform pg_advisory_xact_lock(hashtextextended('submit_review', v_me));
  select * into v_before from public.reviews r
  where r.reviewer_id = v_me and r.reviewed_user_id = p_reviewed_user_id for update;
  if v_before.hidden_at is not null then
    perform private.refuse(403, 'forbidden', 'This review was hidden by an administrator');
  elsif v_before.rating = p_rating and v_before.comment = v_comment and private.is_changeable(v_before) then
    -- The same request again: nothing is written twice and nobody hears of it twice (docs/decisions.md#every-write-can-be-repeated).
    return v_before.id;
  end if;
  perform private.consume_rate_limit('review', v_me::text);
  insert into public.reviews as r (reviewed_user_id, reviewer_id, rating, comment)
  values (p_reviewed_user_id, v_me, p_rating, v_comment)
  on conflict (reviewer_id, reviewed_user_id) do update set
    rating = excluded.rating,
    comment = excluded.comment,
    -- A review that can no longer be edited is replaced by a new one, which has no reply yet.
    created_at = case when private.is_changeable(r) then r.created_at else now() end,
    reply = case when private.is_changeable(r) then r.reply end,
    replied_at = case when private.is_changeable(r) then r.replied_at end
  returning r.id into v_id;
  perform private.notify(p_reviewed_user_id,
    format('%s left you a %s-star review', (select p.username from public.profiles p where p.id = v_me), p_rating),
    jsonb_build_object('type', 'review'));
  return v_id;
end $$;

create function public.submit_review(reviewed_user_id bigint, rating integer, comment text) returns bigint
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.hold_profile(reviewed_user_id);
  select private.submit_review(reviewed_user_id, rating, comment);
$$;
comment on function public.submit_review is
  'Writes the caller''s review of another user, or replaces the earlier one; answers its id.';
grant execute on function private.submit_review, public.submit_review to authenticated;

create function private.own_review_to_change(p_review_id bigint, p_me bigint) returns public.reviews
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_review public.reviews;
begin
  select * into v_review from public.reviews r where r.id = p_review_id for update;
  if v_review.id is null or (v_review.reviewer_id <> p_me and v_review.hidden_at is not null and not private.is_admin()) then
    perform private.refuse(404, 'not_found', 'Review not found');
  elsif v_review.reviewer_id <> p_me then
    perform private.refuse(403, 'forbidden', 'You are not allowed to change this review');
  elsif v_review.hidden_at is not null then
    perform private.refuse(403, 'forbidden', 'This review was hidden by an administrator');
  elsif not private.is_changeable(v_review) then
    perform private.refuse(403, 'forbidden', 'A review can be changed for 30 days');
  end if;
  return v_review;
end $$;
comment on function private.own_review_to_change is
  'Locks a review for its author; PT404 for whoever may not see it, PT403 for others, after 30 days and when it is hidden.';

create function private.update_review(p_review_id bigint, p_rating integer, p_comment text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.own_review_to_change(p_review_id, v_me);
begin
  update public.reviews r set rating = p_rating, comment = btrim(p_comment) where r.id = v_review.id;
end $$;

create function public.update_review(review_id bigint, rating integer, comment text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_profile(r.reviewed_user_id) from public.reviews r where r.id = review_id;
  select private.update_review(review_id, rating, comment);
$$;
comment on function public.update_review is 'Edits a review of the caller''s own within 30 days.';
grant execute on function private.update_review, public.update_review to authenticated;

create function private.delete_review(p_review_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.own_review_to_change(p_review_id, v_me);
begin
  delete from public.reviews r where r.id = v_review.id;
end $$;

create function public.delete_review(review_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_profile(r.reviewed_user_id) from public.reviews r where r.id = review_id;
  select private.delete_review(review_id);
$$;
comment on function public.delete_review is 'Deletes a review of the caller''s own within 30 days.';
grant execute on function private.delete_review, public.delete_review to authenticated;

create function private.received_review(p_review_id bigint, p_me bigint) returns public.reviews
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_review public.reviews;
begin
  select * into v_review from public.reviews r where r.id = p_review_id and r.hidden_at is null for update;
  if v_review.id is null then
    perform private.refuse(404, 'not_found', 'Review not found');
  elsif v_review.reviewed_user_id <> p_me then
    perform private.refuse(403, 'forbidden', 'You can reply to reviews of yourself only');
  end if;
  return v_review;
end $$;
comment on function private.received_review is
  'Locks a shown review for the user of whom it is; PT404 when there is none, PT403 for others.';

create function private.reply_to_review(p_review_id bigint, p_reply text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.received_review(p_review_id, v_me);
begin
  if private.is_blank(p_reply) then
    perform private.refuse(400, 'invalid_input', 'Reply is required');
  elsif v_review.reply = btrim(p_reply) then
    return;
  elsif v_review.reply is not null then
    perform private.refuse(409, 'conflict', 'You have already replied to this review');
  end if;
  update public.reviews r set reply = btrim(p_reply), replied_at = now() where r.id = v_review.id;
end $$;

create function public.reply_to_review(review_id bigint, reply text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.reply_to_review(review_id, reply) $$;
comment on function public.reply_to_review is 'Stores the one reply of the reviewed user; PT409 when there is one.';
grant execute on function private.reply_to_review, public.reply_to_review to authenticated;

create function private.delete_review_reply(p_review_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.received_review(p_review_id, v_me);
begin
  update public.reviews r set reply = null, replied_at = null where r.id = v_review.id;
end $$;

create function public.delete_review_reply(review_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.delete_review_reply(review_id) $$;
comment on function public.delete_review_reply is 'Deletes the caller''s reply to a review of themselves.';
grant execute on function private.delete_review_reply, public.delete_review_reply to authenticated;

-- Moderation ---------------------------------------------------------------------------------------------------------

create function private.set_review_hidden(p_review_id bigint, p_is_hidden boolean, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', 'You are not allowed to hide reviews');
  elsif p_is_hidden and private.is_blank(p_reason) then
    perform private.refuse(400, 'invalid_input', 'Reason is required');
  elsif char_length(btrim(p_reason)) > 500 then
    perform private.refuse(400, 'invalid_input', 'Reason too long');
  elsif not exists (select 1 from public.reviews r where r.id = p_review_id) then
    perform private.refuse(404, 'not_found', 'Review not found');
  end if;
  -- Doing it twice is harmless: a repeat does not rewrite the first decision.
  update public.reviews r set
    hidden_at = case when p_is_hidden then now() end,
    hidden_by = case when p_is_hidden then v_me end,
    hidden_reason = case when p_is_hidden then btrim(p_reason) end
  where r.id = p_review_id and (r.hidden_at is not null) <> p_is_hidden;
end $$;
grant execute on function private.set_review_hidden to authenticated;

create function public.hide_review(review_id bigint, reason text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_profile(r.reviewed_user_id) from public.reviews r where r.id = review_id;
  select private.set_review_hidden(review_id, true, reason);
$$;
comment on function public.hide_review is 'For admins: hides a review with a reason, which its author reads.';
grant execute on function public.hide_review to authenticated;

create function public.unhide_review(review_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_profile(r.reviewed_user_id) from public.reviews r where r.id = review_id;
  select private.set_review_hidden(review_id, false, null);
$$;
comment on function public.unhide_review is 'For admins: unhides a review.';
grant execute on function public.unhide_review to authenticated;

-- Totals -------------------------------------------------------------------------------------------------------------

create function public.count_reviews(user_id bigint) returns table (rating smallint, reviews bigint)
language sql stable rows 5 security invoker set search_path = ''
as $$
  select r.rating, count(*) from public.reviews r
  where r.reviewed_user_id = $1 and r.hidden_at is null
  group by r.rating order by r.rating desc
$$;
comment on function public.count_reviews is 'How many visible reviews a user has of each rating.';
grant execute on function public.count_reviews to authenticated;

-- Locks ---------------------------------------------------------------------------------------------------------------
--
-- A first quote between two users and a first review at the same moment would not see each other, and the review would not be verified.

create function private.pair_key(p_one bigint, p_other bigint) returns integer
language sql immutable set search_path = ''
as $$ select hashtext(format('%s %s', least(p_one, p_other), greatest(p_one, p_other))) & 1023 $$;
comment on function private.pair_key is
  'What stands for two people in a lock. Of a thousand, so that a load of many quotes fits into the memory for locks; who shares one waits a moment longer.';

-- Reviews are counted in the profile of the reviewed user, so the profile is locked before them: docs/decisions.md#everybody-takes-rows-in-one-order.

create function private.hold_profile(p_user_id bigint) returns void
language sql volatile security definer set search_path = ''
as $$ select 1 from public.profiles p where p.id = p_user_id for no key update $$;
comment on function private.hold_profile is 'Locks a profile for who changes a review of it, before the review.';
grant execute on function private.hold_profile to authenticated;

create function private.have_deal(p_one bigint, p_other bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.quotes q where q.supplier_id = p_one and q.post_owner_id = p_other and q.status = 'accepted')
    or exists (select 1 from public.quotes q where q.supplier_id = p_other and q.post_owner_id = p_one and q.status = 'accepted')
$$;

create function private.mark_deal_of_reviews() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'accepted' or (tg_op = 'UPDATE' and old.status = 'accepted') then
    update public.reviews r set has_deal = not r.has_deal
    where r.id = any (array(
      select x.id from public.reviews x
      where (x.reviewer_id, x.reviewed_user_id) in ((new.supplier_id, new.post_owner_id), (new.post_owner_id, new.supplier_id))
        and x.has_deal <> private.have_deal(x.reviewer_id, x.reviewed_user_id)
      order by x.id for update));
  end if;
  return null;
end $$;

-- Messages: the conversation between the two parties of a quote. Only the functions below write them.

create table public.messages (
  id bigint generated always as identity primary key,
  quote_id bigint not null references public.quotes (id) on delete cascade,
  sender_id bigint not null references public.profiles (id) on delete cascade,
  recipient_id bigint references public.profiles (id) on delete set null,
  content text not null,
  client_id uuid not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  read_at timestamptz,
  constraint messages_content_length check (char_length(content) <= 2000),
  constraint messages_content_is_given_until_deleted check ((deleted_at is null) = (not private.is_blank(content))),
  constraint messages_are_to_others check (recipient_id <> sender_id),
  constraint messages_client_id_is_unique unique (sender_id, client_id)
);
comment on table public.messages is 'Messages on a quote, seen by its two parties only. Oldest first means lowest id first.';
comment on column public.messages.content is 'Emptied when the message is deleted: nobody can read it any more.';
comment on column public.messages.client_id is 'Made by the client, so that a repeated request sends nothing twice.';
comment on column public.messages.read_at is 'When the recipient read it.';

create index messages_quote_idx on public.messages (quote_id, id desc);
-- Also what counts the unread messages of a person.
create index messages_recipient_idx on public.messages (recipient_id, read_at);
create index messages_created_idx on public.messages (created_at);

revoke all on table public.messages from anon, authenticated, service_role;
grant select on table public.messages to authenticated;

alter table public.messages enable row level security;
create policy "sender and recipient read their messages" on public.messages for select to authenticated
  using (nullif((select private.current_profile_id()) = any (array[sender_id, recipient_id]), false) is not null);

create table public.message_attachments (
  id bigint generated always as identity primary key,
  message_id bigint not null references public.messages (id) on delete cascade,
  path text not null,
  name text not null,
  size_bytes bigint not null,
  constraint message_attachments_path_is_unique unique (path),
  constraint message_attachments_name_length check (char_length(name) between 1 and 255)
);
comment on table public.message_attachments is 'Files of a message: path in the bucket `message-files` and the name they had.';

create index message_attachments_message_idx on public.message_attachments (message_id);

revoke all on table public.message_attachments from anon, authenticated, service_role;
grant select on table public.message_attachments to authenticated;

alter table public.message_attachments enable row level security;
create policy "readers of a message read its attachments" on public.message_attachments for select to authenticated
  using (exists (select 1 from public.messages m where m.id = message_id));

-- Parties of a conversation -------------------------------------------------------------------------------------------

create function private.conversation_closed_reason(p_quote public.quotes, p_me bigint) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when p_quote.post_id is null then 'The request was deleted, so this conversation is closed'
    when p_quote.status = 'withdrawn' then 'This quote was withdrawn, so this conversation is closed'
    when private.is_suspended(p_me) then 'Your account is suspended, so you cannot send messages'
    when private.is_suspended(case when p_quote.supplier_id = p_me then p_quote.post_owner_id else p_quote.supplier_id end)
      then 'The other account is suspended, so this conversation is closed'
  end
$$;
comment on function private.conversation_closed_reason(public.quotes, bigint) is
  'Why nobody writes on a quote any more, as a sentence for the person who asks; null while both parties may.';

create function private.quote_of_party(p_quote_id bigint, p_me bigint) returns public.quotes
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_quote public.quotes;
begin
  select * into v_quote from public.quotes q
  where q.id = p_quote_id and p_me in (q.supplier_id, q.post_owner_id);
  if not found then
    -- The same answer for a quote of others and for none: nobody finds out which ids exist.
    perform private.refuse(403, 'forbidden', 'You are not a party of this quote');
  end if;
  return v_quote;
end $$;
comment on function private.quote_of_party is 'A quote for one of its two parties; PT403 for everybody else.';

create function private.assert_conversation_open(p_quote public.quotes, p_me bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_reason text := private.conversation_closed_reason(p_quote, p_me);
begin
  if v_reason is not null then
    perform private.refuse(409, 'conflict', v_reason);
  end if;
end $$;

create function private.message_text(p_content text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_text text := btrim(coalesce(p_content, ''), E' \t\r\n');
begin
  if private.is_blank(v_text) then
    perform private.refuse(400, 'invalid_input', 'Message is required', '{"path": "content"}');
  elsif char_length(v_text) > 2000 then
    perform private.refuse(400, 'invalid_input', 'Message too long', '{"path": "content"}');
  end if;
  return v_text;
end $$;
comment on function private.message_text is 'The text of a message without blanks around it; PT400 when it is empty or longer than 2000.';

-- Send ---------------------------------------------------------------------------------------------------------------

create function private.attach_to_message(p_message_id bigint, p_attachments jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_file record;
begin
  for v_file in select * from private.attachments_to_take('message-files', coalesce(p_attachments, '[]')) loop
    insert into public.message_attachments (message_id, path, name, size_bytes)
    values (p_message_id, v_file.path, v_file.name, v_file.size_bytes) on conflict (path) do nothing;
    if not found then
      perform private.refuse_attachment(v_file.path);
    end if;
  end loop;
end $$;
comment on function private.attach_to_message is
  'Gives a message up to five files that the caller uploaded and has not sent yet; PT400 for any other.';

create function private.send_message(p_quote_id bigint, p_content text, p_client_id uuid, p_attachments jsonb) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_client_id uuid := coalesce(p_client_id, gen_random_uuid());
  v_quote public.quotes;
  v_id bigint;
begin
  -- A repeat answers the first message, also when the conversation has been closed since.
  select m.id into v_id from public.messages m where m.sender_id = v_me and m.client_id = v_client_id;
  if v_id is not null then
    return v_id;
  end if;
  v_quote := private.quote_of_party(p_quote_id, v_me);
  perform private.assert_conversation_open(v_quote, v_me);

  insert into public.messages (quote_id, sender_id, recipient_id, content, client_id)
  values (v_quote.id, v_me, case when v_quote.supplier_id = v_me then v_quote.post_owner_id else v_quote.supplier_id end,
    private.message_text(p_content), v_client_id)
  on conflict (sender_id, client_id) do nothing
  returning id into v_id;
  if v_id is null then
    -- The same request twice at the same moment: the other one has just been stored.
    select m.id into v_id from public.messages m where m.sender_id = v_me and m.client_id = v_client_id;
    return v_id;
  end if;

  perform private.consume_rate_limit('message', v_me::text);
  perform private.attach_to_message(v_id, p_attachments);
  return v_id;
end $$;

create function public.send_message(quote_id bigint, content text, client_id uuid default null, attachments jsonb default null)
returns bigint
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.send_message(quote_id, content, client_id, attachments);
$$;
comment on function public.send_message is
  'Sends a message to the other party of a quote; answers its id, for a repeated client_id that of the first.';
grant execute on function private.send_message, public.send_message to authenticated;

-- Side effects --------------------------------------------------------------------------------------------------------

create function private.announce_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_quote public.quotes;
begin
  update public.quotes q set last_message_at = greatest(q.last_message_at, new.created_at)
  where q.id = new.quote_id returning * into v_quote;
  if new.recipient_id is not null then
    perform private.notify(new.recipient_id,
      format('New message from %s about "%s"',
        (select p.username from public.profiles p where p.id = new.sender_id), v_quote.post_title),
      jsonb_build_object('type', 'message', 'messageId', new.id)
        || case when new.recipient_id = v_quote.supplier_id then jsonb_build_object('quoteId', v_quote.id)
           else jsonb_build_object('postId', v_quote.post_id) end);
  end if;
  return null;
end $$;

-- Edit and delete ----------------------------------------------------------------------------------------------------

create function private.message_to_change(p_message_id bigint, p_me bigint) returns public.messages
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.messages;
begin
  select * into v_message from public.messages m where m.id = p_message_id for update;
  if v_message.id is null or p_me not in (v_message.sender_id, coalesce(v_message.recipient_id, v_message.sender_id)) then
    perform private.refuse(404, 'not_found', 'Message not found');
  elsif v_message.sender_id <> p_me then
    perform private.refuse(403, 'forbidden', 'You can only change your own messages');
  end if;
  if v_message.deleted_at is null then
    if v_message.created_at <= now() - interval '15 minutes' then
      perform private.refuse(403, 'forbidden', 'Messages can be changed for 15 minutes only');
    end if;
    perform private.assert_conversation_open(private.quote_of_party(v_message.quote_id, p_me), p_me);
  end if;
  return v_message;
end $$;
comment on function private.message_to_change is
  'Locks a message for its sender within 15 minutes; a deleted one is given too, for the calling function to refuse.';

create function private.edit_message(p_message_id bigint, p_content text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.messages := private.message_to_change(p_message_id, private.require_profile_id());
  v_text text := private.message_text(p_content);
begin
  if v_message.deleted_at is not null then
    perform private.refuse(409, 'conflict', 'This message was deleted');
  end if;
  update public.messages m set content = v_text, edited_at = now() where m.id = p_message_id and m.content <> v_text;
end $$;

create function public.edit_message(message_id bigint, content text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.edit_message(message_id, content) $$;
comment on function public.edit_message is 'Changes the text of a message of the caller''s own within 15 minutes.';
grant execute on function private.edit_message, public.edit_message to authenticated;

create function private.delete_message(p_message_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.messages := private.message_to_change(p_message_id, private.require_profile_id());
begin
  -- Deleting twice is harmless.
  if v_message.deleted_at is null then
    update public.messages m set content = '', deleted_at = now() where m.id = p_message_id;
    delete from public.message_attachments a where a.message_id = p_message_id;
  end if;
end $$;

create function public.delete_message(message_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.delete_message(message_id) $$;
comment on function public.delete_message is
  'Deletes a message of the caller''s own within 15 minutes: its place stays, its text and files are gone.';
grant execute on function private.delete_message, public.delete_message to authenticated;

-- Read state ---------------------------------------------------------------------------------------------------------

create function private.mark_messages_read(p_quote_id bigint, p_up_to bigint) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_of_party(p_quote_id, v_me);
  v_read text[];
begin
  with marked as (
    update public.messages m set read_at = now()
    where m.quote_id = v_quote.id and m.recipient_id = v_me and m.read_at is null and m.id <= coalesce(p_up_to, m.id)
    returning m.id)
  select array_agg(marked.id::text) into v_read from marked;
  -- A message that has been read needs no notification.
  if v_read is not null then
    update public.notifications n set read_at = now()
    where n.user_id = v_me and n.read_at is null and n.data ->> 'type' = 'message' and n.data ->> 'messageId' = any (v_read);
  end if;
  return coalesce(cardinality(v_read), 0);
end $$;

create function public.mark_messages_read(quote_id bigint, up_to bigint default null) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.mark_messages_read(quote_id, up_to) $$;
comment on function public.mark_messages_read is
  'Marks the messages that the caller received on a quote as read, those up to an id when one is given, and their notifications; answers how many.';
grant execute on function private.mark_messages_read, public.mark_messages_read to authenticated;

create function private.unread_messages() returns table (quote_id bigint, post_id bigint, is_sent boolean, unread integer)
language sql stable rows 20 security definer set search_path = ''
as $$
  select q.id, q.post_id, q.supplier_id = m.recipient_id, count(*)::integer
  from public.messages m join public.quotes q on q.id = m.quote_id
  where m.recipient_id = (select private.current_profile_id()) and m.read_at is null and m.deleted_at is null
  group by q.id, q.post_id, q.supplier_id = m.recipient_id
$$;

create function public.unread_messages() returns table (quote_id bigint, post_id bigint, is_sent boolean, unread integer)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.unread_messages() $$;
comment on function public.unread_messages is
  'Unread messages of the caller per quote, `is_sent` where the caller is its supplier: the one source of every unread number.';
grant execute on function private.unread_messages, public.unread_messages to authenticated;

create function private.conversation_closed_reason(p_quote_id bigint) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  return private.conversation_closed_reason(private.quote_of_party(p_quote_id, v_me), v_me);
end $$;

create function public.conversation_closed_reason(quote_id bigint) returns text
language sql stable security invoker set search_path = ''
as $$ select private.conversation_closed_reason(quote_id) $$;
comment on function public.conversation_closed_reason is
  'Why no message can be sent on a quote, as a sentence; null while it can. PT403 for whoever is no party of it.';
grant execute on function private.conversation_closed_reason(bigint), public.conversation_closed_reason to authenticated;

-- Broadcasts: notifications from admins to many users, sent in batches by the job `broadcasts`.

create table private.broadcasts (
  id bigint generated always as identity primary key,
  message text not null,
  link_kind text not null default 'none',
  link_id bigint,
  audience text not null,
  audience_values text[] not null default '{}',
  with_email boolean not null default false,
  status text not null default 'scheduled',
  send_at timestamptz not null default now(),
  receivers integer not null,
  delivered integer not null default 0,
  read_count integer not null default 0,
  last_user_id bigint not null default 0,
  is_cleared boolean not null default false,
  created_by bigint references public.profiles (id) on delete set null,
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint broadcasts_message_length check (char_length(message) <= 300 and not private.is_blank(message)),
  constraint broadcasts_link_kind_is_known check (link_kind in ('none', 'post', 'quote', 'news')),
  constraint broadcasts_link_is_whole check ((link_kind = 'none') = (link_id is null)),
  constraint broadcasts_audience_is_known check (audience in ('all', 'role', 'country', 'category', 'usernames')),
  constraint broadcasts_audience_is_whole check ((audience = 'all') = (cardinality(audience_values) = 0)),
  constraint broadcasts_audience_values_count check (cardinality(audience_values) <= 1000),
  constraint broadcasts_status_is_known check (status in ('scheduled', 'sending', 'sent', 'cancelled', 'deleted')),
  constraint broadcasts_are_counted check (delivered >= 0 and read_count >= 0),
  constraint broadcasts_client_id_is_unique unique (created_by, client_id)
);
comment on table private.broadcasts is 'What admins sent to many. A job sends it in batches, so that no request waits for 100,000 receivers.';
comment on column private.broadcasts.last_user_id is 'How far the sending is: receivers come in the order of their ids.';
comment on column private.broadcasts.is_cleared is 'Of a deleted one: its unread copies are gone.';

create index broadcasts_due_idx on private.broadcasts (send_at, id) where status in ('scheduled', 'sending');
create index broadcasts_to_clear_idx on private.broadcasts (id) where status = 'deleted' and not is_cleared;

revoke all on table private.broadcasts from anon, authenticated, service_role;

-- Receivers ----------------------------------------------------------------------------------------------------------

-- Each audience has a way of its own to its receivers; behind one condition for all, each call could look at everybody.
create function private.broadcast_receivers(p_audience text, p_values text[], p_after bigint, p_limit integer) returns setof bigint
language plpgsql stable rows 500 security definer set search_path = ''
as $$
begin
  case
    when p_audience = 'all' or (p_audience = 'role' and 'user' = any (p_values)) then
      return query
        select a.profile_id from public.accounts a
        where a.profile_id > p_after and a.deleted_at is null and (p_audience = 'all' or a.role = any (p_values))
        order by a.profile_id limit p_limit;
    when p_audience = 'role' then
      return query
        select a.profile_id from public.accounts a
        where a.role <> 'user' and a.role = any (p_values) and a.profile_id > p_after and a.deleted_at is null
        order by a.profile_id limit p_limit;
    when p_audience = 'country' then
      return query
        select r.id from (select distinct v from unnest(p_values) as v) as c
        cross join lateral (
          select p.id from public.profiles p join public.accounts a on a.profile_id = p.id and a.deleted_at is null
          where p.country = c.v and p.id > p_after order by p.id limit p_limit) as r
        order by r.id limit p_limit;
    when p_audience = 'usernames' then
      return query
        select p.id from public.profiles p join public.accounts a on a.profile_id = p.id and a.deleted_at is null
        where lower(p.username) = any (p_values) and p.id > p_after order by p.id limit p_limit;
    when p_audience = 'category' then
      -- People who posted, quoted or liked something of a category are interested in it.
      return query
        select p.id from public.profiles p join public.accounts a on a.profile_id = p.id and a.deleted_at is null
        where p.id > p_after and (
          exists (select 1 from public.posts x where x.user_id = p.id and x.category = any (p_values))
          or exists (select 1 from public.quotes q join public.posts x on x.id = q.post_id where q.supplier_id = p.id and x.category = any (p_values))
          or exists (select 1 from public.post_likes l join public.posts x on x.id = l.post_id where l.user_id = p.id and x.category = any (p_values)))
        order by p.id limit p_limit;
    else
      return;
  end case;
end $$;
comment on function private.broadcast_receivers is 'Receivers of an audience behind a given id, in the order of their ids.';

create function private.audience_values(p_audience text, p_values text[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select case when p_audience = 'all' then '{}' else coalesce(array_agg(distinct case when p_audience = 'usernames' then lower(btrim(v)) else btrim(v) end)
    filter (where not private.is_blank(v)), '{}') end
  from unnest(p_values[:1000]) as v
$$;

create function private.count_broadcast_receivers(p_audience text, p_values text[]) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select count(*)::integer from private.broadcast_receivers(p_audience, private.audience_values(p_audience, p_values), 0, null));
end $$;

create function public.count_broadcast_receivers(audience text, audience_values text[] default '{}') returns integer
language sql stable security invoker set search_path = ''
as $$ select private.count_broadcast_receivers(audience, audience_values) $$;
comment on function public.count_broadcast_receivers is 'For admins: how many users an audience has.';
grant execute on function private.count_broadcast_receivers, public.count_broadcast_receivers to authenticated;

-- Sending ------------------------------------------------------------------------------------------------------------

create function private.broadcast_path(p_broadcast private.broadcasts) returns text
language sql immutable set search_path = ''
as $$
  select case p_broadcast.link_kind
    when 'post' then '/post/post-' || p_broadcast.link_id
    when 'quote' then '/my-quotes?quote=' || p_broadcast.link_id
    when 'news' then '/news/' || p_broadcast.link_id
    else '/' end
$$;

-- A quote opens in the account of its supplier; whoever is told of a post or of news is led to the page of it.
create function private.broadcast_data(p_broadcast private.broadcasts) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('type', 'broadcast') || case p_broadcast.link_kind
    when 'quote' then jsonb_build_object('quoteId', p_broadcast.link_id)
    when 'none' then '{}'
    else jsonb_build_object('path', private.broadcast_path(p_broadcast)) end
$$;

-- A copy that somebody is just reading is read, and not waited for: who reads it waits to be counted by the broadcast.
create function private.clear_broadcast(p_id bigint, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mails integer;
  v_copies integer;
begin
  delete from private.mail_outbox o where o.id in (
    select m.id from private.mail_outbox m where m.broadcast_id = p_id and m.status = 'queued' limit p_limit for update skip locked);
  get diagnostics v_mails = row_count;
  delete from public.notifications n where n.id in (
    select c.id from public.notifications c where c.broadcast_id = p_id and c.read_at is null limit p_limit for update skip locked);
  get diagnostics v_copies = row_count;
  update private.broadcasts b set is_cleared = true
  where b.id = p_id and not exists (select 1 from private.mail_outbox m where m.broadcast_id = p_id and m.status = 'queued')
    and not exists (select 1 from public.notifications c where c.broadcast_id = p_id and c.read_at is null);
  return v_mails + v_copies;
end $$;

create function private.work_on_broadcasts(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_broadcast private.broadcasts;
  v_receivers bigint[];
  v_delivered integer;
  v_data jsonb;
  v_id bigint;
begin
  select b.id into v_id from private.broadcasts b where b.status = 'deleted' and not b.is_cleared order by b.id limit 1 for update skip locked;
  if v_id is not null then
    return greatest(1, private.clear_broadcast(v_id, p_limit));
  end if;

  -- Another job that looks for work at the same moment takes the next one.
  select * into v_broadcast from private.broadcasts b
  where b.status in ('scheduled', 'sending') and b.send_at <= now()
  order by b.send_at, b.id limit 1 for update skip locked;
  if v_broadcast.id is null then
    return 0;
  end if;
  v_receivers := array(select private.broadcast_receivers(v_broadcast.audience, v_broadcast.audience_values, v_broadcast.last_user_id, p_limit));

  v_data := private.broadcast_data(v_broadcast);
  insert into public.notifications (user_id, message, data, broadcast_id)
  select r, v_broadcast.message, v_data, v_broadcast.id from unnest(v_receivers) as r
  on conflict do nothing;
  get diagnostics v_delivered = row_count;

  if v_broadcast.with_email then
    v_data := jsonb_build_object('message', v_broadcast.message, 'path', private.broadcast_path(v_broadcast));
    insert into private.mail_outbox (user_id, recipient, template, data, broadcast_id)
    select a.profile_id, a.email, 'broadcast', v_data, v_broadcast.id
    from unnest(v_receivers) as r
    join public.accounts a on a.profile_id = r and private.is_mail_address(a.email)
    join public.profiles p on p.id = r
    join auth.users u on u.id = p.auth_id and u.email_confirmed_at is not null
    where (select t.is_enabled from private.mail_templates t where t.template = 'broadcast')
      and not exists (select 1 from private.mail_unsubscribes x where x.user_id = r and x.template = 'broadcast');
  end if;

  update private.broadcasts b set delivered = b.delivered + v_delivered,
    last_user_id = coalesce(v_receivers[cardinality(v_receivers)], b.last_user_id),
    status = case when cardinality(v_receivers) < p_limit then 'sent' else 'sending' end,
    finished_at = case when cardinality(v_receivers) < p_limit then now() end
  where b.id = v_broadcast.id;
  return greatest(1, v_delivered);
end $$;
comment on function private.work_on_broadcasts is
  'One batch of what is due: sends copies, or removes unread ones of a deleted broadcast. 0 when there is nothing to do.';

-- How many read a broadcast is counted as they read, not by counting a hundred thousand copies.
create function private.count_broadcast_reads() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_read record;
begin
  for v_read in
    select a.broadcast_id as id, count(*)::integer as n from read_after a join read_before b on b.id = a.id
    where a.broadcast_id is not null and b.read_at is null and a.read_at is not null
    group by 1 order by 1
  loop
    update private.broadcasts b set read_count = b.read_count + v_read.n where b.id = v_read.id;
  end loop;
  return null;
end $$;

-- Administration -----------------------------------------------------------------------------------------------------

create function private.create_broadcast(p_broadcast jsonb) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_new private.broadcasts := jsonb_populate_record(null::private.broadcasts, jsonb_build_object('link_kind', 'none',
    'with_email', false, 'send_at', now(), 'client_id', gen_random_uuid()) || private.trimmed(private.known_fields(p_broadcast,
      array['message', 'audience', 'audience_values', 'link_kind', 'link_id', 'with_email', 'send_at', 'client_id'])));
  v_unknown text;
begin
  select b.id into v_new.id from private.broadcasts b where b.created_by = v_me and b.client_id = v_new.client_id;
  if v_new.id is not null then
    return v_new.id;
  end if;
  v_new.audience_values := private.audience_values(v_new.audience, v_new.audience_values);
  v_new.send_at := greatest(v_new.send_at, now());
  if v_new.audience <> 'all' and cardinality(v_new.audience_values) = 0 then
    perform private.refuse(400, 'invalid_input', 'Choose who gets it', '{"path": "audienceValues"}');
  elsif v_new.send_at > now() + interval '1 year' then
    perform private.refuse(400, 'invalid_input', 'The time must be within a year', '{"path": "sendAt"}');
  elsif (v_new.link_kind = 'post' and not exists (select 1 from public.posts p where p.id = v_new.link_id and not p.is_hidden))
    or (v_new.link_kind = 'quote' and not exists (select 1 from public.quotes q where q.id = v_new.link_id))
    or (v_new.link_kind = 'news' and not exists (select 1 from public.news_items n where n.id = v_new.link_id and n.status = 'published')) then
    perform private.refuse(400, 'invalid_input', format('There is no %s with this number', v_new.link_kind), '{"path": "linkId"}');
  end if;
  if v_new.audience = 'usernames' then
    select string_agg(v, ', ') into v_unknown from (
      select v from unnest(v_new.audience_values) as v where not exists (select 1 from public.profiles p where lower(p.username) = v) limit 5) as x;
    if v_unknown is not null then
      perform private.refuse(400, 'invalid_input', format('There is no user %s', v_unknown), '{"path": "audienceValues"}');
    end if;
  end if;
  v_new.receivers := private.count_broadcast_receivers(v_new.audience, v_new.audience_values);
  if v_new.receivers = 0 then
    perform private.refuse(400, 'invalid_input', 'No user matches this audience', '{"path": "audienceValues"}');
  end if;
  -- Of all admins together.
  perform private.consume_rate_limit('broadcast', 'all');
  insert into private.broadcasts (message, link_kind, link_id, audience, audience_values, with_email, send_at, receivers, created_by, client_id)
  values (v_new.message, v_new.link_kind, v_new.link_id, v_new.audience, v_new.audience_values, v_new.with_email, v_new.send_at,
    v_new.receivers, v_me, v_new.client_id)
  returning id into v_new.id;
  perform private.audit('create_broadcast', 'broadcast', v_new.id::text, null, jsonb_build_object('message', v_new.message,
    'audience', v_new.audience, 'audience_values', v_new.audience_values, 'receivers', v_new.receivers, 'send_at', v_new.send_at,
    'with_email', v_new.with_email));
  -- A small one is there at once; the rest of a large one is the work of the job.
  if v_new.send_at <= now() then
    perform private.work_on_broadcasts(500);
  end if;
  return v_new.id;
end $$;

create function public.create_broadcast(broadcast jsonb) returns bigint
language sql volatile security invoker set search_path = ''
as $$ select private.create_broadcast(broadcast) $$;
comment on function public.create_broadcast is
  'For admins: sends a notification to many, now or at a time, its fields named like their columns; 10 a day. Answers its id at once, a job does the sending.';
grant execute on function private.create_broadcast, public.create_broadcast to authenticated;

create function private.cancel_broadcast(p_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_status text;
begin
  perform private.require_admin();
  select b.status into v_status from private.broadcasts b where b.id = p_id and b.status <> 'deleted' for update;
  if v_status is null then
    perform private.refuse(404, 'not_found', 'Broadcast not found');
  elsif v_status not in ('scheduled', 'cancelled') then
    perform private.refuse(409, 'conflict', 'This broadcast is being sent already');
  end if;
  update private.broadcasts b set status = 'cancelled' where b.id = p_id;
  perform private.audit('cancel_broadcast', 'broadcast', p_id::text, jsonb_build_object('status', v_status), '{"status": "cancelled"}');
end $$;

create function public.cancel_broadcast(broadcast_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.cancel_broadcast(broadcast_id) $$;
comment on function public.cancel_broadcast is 'For admins: stops a broadcast that has not begun; PT409 later.';
grant execute on function private.cancel_broadcast, public.cancel_broadcast to authenticated;

create function private.delete_broadcast(p_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before private.broadcasts;
begin
  perform private.require_admin();
  update private.broadcasts b set status = 'deleted' where b.id = p_id and b.status <> 'deleted' returning * into v_before;
  if v_before.id is null then
    perform private.refuse(404, 'not_found', 'Broadcast not found');
  end if;
  perform private.clear_broadcast(p_id, 500);
  perform private.audit('delete_broadcast', 'broadcast', p_id::text, jsonb_build_object('message', v_before.message, 'delivered', v_before.delivered), null);
end $$;

create function public.delete_broadcast(broadcast_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.delete_broadcast(broadcast_id) $$;
comment on function public.delete_broadcast is 'For admins: removes a broadcast from the history, and its copies that nobody has read yet.';
grant execute on function private.delete_broadcast, public.delete_broadcast to authenticated;

create function private.list_broadcasts(p_page integer, p_page_size integer, p_status text, p_q text, p_sort text, p_order text)
returns table (id bigint, message text, link_kind text, link_id bigint, audience text, audience_values text[], with_email boolean,
  status text, send_at timestamptz, receivers integer, delivered integer, read_count integer, sent_by text, created_at timestamptz,
  finished_at timestamptz, total integer)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
begin
  perform private.require_admin();
  return query
    select b.id, b.message, b.link_kind, b.link_id, b.audience, b.audience_values[:20], b.with_email, b.status, b.send_at, b.receivers,
      b.delivered, b.read_count, p.username, b.created_at, b.finished_at, (count(*) over ())::integer
    from private.broadcasts b left join public.profiles p on p.id = b.created_by
    where b.status <> 'deleted' and (p_status is null or b.status = p_status)
      and (p_q is null or position(private.fold(p_q) in private.fold(b.message)) > 0)
    order by case when p_sort = 'delivered' then b.delivered * case when p_order = 'asc' then 1 else -1 end end,
      case when p_order = 'asc' then b.send_at end, case when p_order is distinct from 'asc' then b.send_at end desc, b.id desc
    limit v_size offset (least(greatest(coalesce(p_page, 1), 1), 1000000) - 1)::bigint * v_size;
end $$;

create function public.list_broadcasts(page integer default 1, page_size integer default 20, only_status text default null, q text default null,
  sort text default 'when', sort_order text default 'desc')
returns table (id bigint, message text, link_kind text, link_id bigint, audience text, audience_values text[], with_email boolean,
  status text, send_at timestamptz, receivers integer, delivered integer, read_count integer, sent_by text, created_at timestamptz,
  finished_at timestamptz, total integer)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_broadcasts(page, page_size, only_status, q, sort, sort_order) $$;
comment on function public.list_broadcasts is 'For admins: broadcasts, newest first, with how many got and read them.';
grant execute on function private.list_broadcasts, public.list_broadcasts to authenticated;

-- Notifications: written by the database only, read and marked as read by their receiver.

create table public.notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references public.profiles (id) on delete cascade,
  message text not null,
  data jsonb,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  broadcast_id bigint references private.broadcasts (id) on delete cascade,
  constraint notifications_message_length check (char_length(message) between 1 and 600),
  constraint notifications_data_is_an_object check (jsonb_typeof(data) = 'object')
);
comment on table public.notifications is 'What happened to a user. `data` says where a click leads.';
comment on column public.notifications.broadcast_id is 'The broadcast that this is a copy of.';

create index notifications_user_idx on public.notifications (user_id, id desc);
create index notifications_created_idx on public.notifications (created_at);
-- Nobody gets a broadcast twice, whatever the job does.
create unique index notifications_broadcast_is_one on public.notifications (broadcast_id, user_id) where broadcast_id is not null;
create index notifications_unread_copies_idx on public.notifications (broadcast_id) where read_at is null;

revoke all on table public.notifications from anon, authenticated, service_role;
grant select on table public.notifications to authenticated;

alter table public.notifications enable row level security;
create policy "users read their own notifications" on public.notifications for select to authenticated
  using (user_id = (select private.current_profile_id()));

create function private.notify(p_user_id bigint, p_message text, p_data jsonb) returns void
language sql volatile security definer set search_path = ''
as $$ insert into public.notifications (user_id, message, data) values (p_user_id, left(p_message, 600), p_data) $$;
comment on function private.notify is 'Writes a notification; for rules of the database only.';

create function private.mark_notification_read(p_notification_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  update public.notifications n set read_at = coalesce(n.read_at, now())
  where n.id = p_notification_id and n.user_id = v_me;
  if not found then
    perform private.refuse(404, 'not_found', 'Notification not found');
  end if;
end $$;

create function public.mark_notification_read(notification_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.mark_notification_read(notification_id) $$;
comment on function public.mark_notification_read is 'Marks one notification of the caller as read; PT404 for others'' ids.';
grant execute on function private.mark_notification_read, public.mark_notification_read to authenticated;

create function private.mark_all_notifications_read() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  update public.notifications n set read_at = now() where n.user_id = v_me and n.read_at is null;
end $$;

create function public.mark_all_notifications_read() returns void
language sql volatile security invoker set search_path = ''
as $$ select private.mark_all_notifications_read() $$;
comment on function public.mark_all_notifications_read is 'Marks all notifications of the caller as read.';
grant execute on function private.mark_all_notifications_read, public.mark_all_notifications_read to authenticated;

-- Hidden and unhidden posts -------------------------------------------------------------------------------------------

create function private.notify_of_moderation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- hidden_by becomes null when the account of that admin is deleted, which is no news.
  if new.is_hidden and new.hidden_by <> new.user_id
    and (not old.is_hidden or old.hidden_by is distinct from new.hidden_by) then
    perform private.notify(new.user_id, format('Your post "%s" was hidden: %s', new.title, new.hidden_reason),
      jsonb_build_object('type', 'post', 'postId', new.id));
  elsif old.is_hidden and not new.is_hidden and private.current_profile_id() is distinct from new.user_id then
    -- An admin may add a note.
    perform private.notify(new.user_id,
      concat_ws(': ', format('Your post "%s" is visible again', new.title), nullif(current_setting('app.moderation_note', true), '')),
      jsonb_build_object('type', 'post', 'postId', new.id));
  end if;
  return null;
end $$;

create table private.notification_kinds (
  kind text primary key,
  is_enabled boolean not null default true
);
comment on table private.notification_kinds is 'Which notifications the product writes by itself; one that is off can still be mailed.';

revoke all on table private.notification_kinds from anon, authenticated, service_role;

insert into private.notification_kinds (kind) values
  ('quote_received'), ('quote_sent'), ('quote_shortlisted'), ('quote_accepted'), ('quote_declined'), ('quote_reopened'),
  ('quote_withdrawn'), ('quote_revised'), ('deal_cancelled'), ('message_received'), ('review_received'),
  ('question_asked'), ('question_answered'), ('post_changed'), ('post_closed'), ('deadline_passed'), ('post_hidden'),
  ('post_unhidden'), ('feedback_answered');

-- Switches -----------------------------------------------------------------------------------------------------------

-- From now on the type of a notification is its kind.
create function private.notification_kind(p_message text, p_data jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case p_data ->> 'type'
    when 'quote' then case when p_data ? 'postId' then 'quote_received' else 'quote_sent' end
    when 'message' then 'message_received'
    when 'post' then case when p_message like '%" is visible again' then 'post_unhidden' else 'post_hidden' end
    when 'review' then 'review_received'
    when 'feedback' then 'feedback_answered'
    else p_data ->> 'type' end
$$;

create function private.skip_switched_off() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select 1 from private.notification_kinds k where k.kind = private.notification_kind(new.message, new.data) and not k.is_enabled) then
    return null;
  end if;
  return new;
end $$;

create function private.list_notification_kinds() returns table (kind text, is_enabled boolean)
language plpgsql stable rows 10 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select k.kind, k.is_enabled from private.notification_kinds k order by k.kind;
end $$;

create function public.list_notification_kinds() returns table (kind text, is_enabled boolean)
language sql stable rows 10 security invoker set search_path = ''
as $$ select * from private.list_notification_kinds() $$;
comment on function public.list_notification_kinds is 'For admins: which notifications the product writes by itself.';
grant execute on function private.list_notification_kinds, public.list_notification_kinds to authenticated;

create function private.set_notification_kind(p_kind text, p_is_enabled boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.notification_kinds k set is_enabled = p_is_enabled where k.kind = p_kind;
  if not found then
    perform private.refuse(404, 'not_found', 'Notification not found');
  end if;
  perform private.audit('set_notification_kind', 'notification_kind', p_kind, null, jsonb_build_object('is_enabled', p_is_enabled));
end $$;

create function public.set_notification_kind(kind text, is_enabled boolean) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.set_notification_kind(kind, is_enabled) $$;
comment on function public.set_notification_kind is 'For admins: switches a kind of notification on or off.';
grant execute on function private.set_notification_kind, public.set_notification_kind to authenticated;

-- First of the triggers, so that nobody mails an account that is gone either.
create function private.skip_deleted_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.accounts a where a.profile_id = new.user_id and a.deleted_at is not null) then
    return null;
  end if;
  return new;
end $$;

-- Mail settings: the mail server, and the templates with the texts of admins per language.
-- The tables are private; admins come in through the functions below.

create function private.is_mail_address(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  -- Lengths are counted: a pattern with counts takes five times as long, and a broadcast asks this of each receiver.
  select value ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9][A-Za-z0-9.-]*$'
    and strpos(value, '@') <= 65 and char_length(value) - strpos(value, '@') <= 253
$$;
comment on function private.is_mail_address is
  'True for one plain address. Nothing else gets near a header: no second address, no line break, no quoting.';

create table private.mail_settings (
  is_only_row boolean primary key default true,
  from_name text not null default 'Marketplace Platform',
  from_address text,
  reply_to text,
  smtp_host text,
  smtp_port integer not null default 587,
  smtp_security text not null default 'starttls',
  smtp_user text,
  daily_cap integer not null default 50000,
  footer_address text not null default '',
  updated_at timestamptz not null default now(),
  constraint mail_settings_is_one_row check (is_only_row),
  constraint mail_settings_from_name_is_clean check (char_length(from_name) between 1 and 100 and from_name !~ '[[:cntrl:]]'),
  constraint mail_settings_from_address_is_one check (private.is_mail_address(from_address)),
  constraint mail_settings_reply_to_is_one check (private.is_mail_address(reply_to)),
  constraint mail_settings_smtp_host_is_a_name check (smtp_host ~ '^[A-Za-z0-9.:-]{1,253}$'),
  constraint mail_settings_smtp_port_is_one check (smtp_port between 1 and 65535),
  constraint mail_settings_smtp_security_is_known check (smtp_security in ('none', 'starttls', 'tls')),
  constraint mail_settings_smtp_user_is_clean check (char_length(smtp_user) <= 200 and smtp_user !~ '[[:cntrl:]]'),
  constraint mail_settings_daily_cap_is_positive check (daily_cap between 1 and 10000000),
  constraint mail_settings_footer_address_is_clean check
    (char_length(footer_address) <= 300 and replace(footer_address, E'\n', '') !~ '[[:cntrl:]]')
);
comment on table private.mail_settings is
  'How mail is sent. Without a host, host, port and sender of the environment of the edge function are used.';

revoke all on table private.mail_settings from anon, authenticated, service_role;

insert into private.mail_settings default values;

-- Apart from the settings, so that no answer and no audit entry can carry them by mistake.
create table private.mail_secrets (
  name text primary key,
  value text not null,
  constraint mail_secrets_name_is_known check (name in ('smtp', 'unsubscribe')),
  constraint mail_secrets_value_length check (char_length(value) between 1 and 500)
);
comment on table private.mail_secrets is 'Password of the mail server and key of the links that unsubscribe: written, never read back by a client.';

revoke all on table private.mail_secrets from anon, authenticated, service_role;

create table private.mail_templates (
  template text primary key,
  is_optional boolean not null default false,
  is_enabled boolean not null default true,
  updated_at timestamptz not null default now(),
  constraint mail_templates_account_mails_are_on check
    (is_enabled or template not in ('verify_email', 'reset_password', 'confirm_email'))
);
comment on table private.mail_templates is 'The mails that exist, whatever their language; what admins changed of their texts stands in `mail_texts`.';
comment on column private.mail_templates.is_optional is 'Can be unsubscribed from. What concerns the security of an account or a decision about it cannot.';

revoke all on table private.mail_templates from anon, authenticated, service_role;

insert into private.mail_templates (template, is_optional) values
  ('verify_email', false), ('reset_password', false), ('confirm_email', false),
  ('password_changed', false), ('email_changed', false), ('account_suspended', false), ('post_hidden', false),
  ('post_unhidden', false), ('feedback_answered', false), ('test', false),
  ('quote_received', true), ('quote_accepted', true), ('quote_declined', true), ('quote_changed', true),
  ('message_received', true), ('review_received', true), ('broadcast', true);

-- Administration -----------------------------------------------------------------------------------------------------

create function private.email_settings() returns table (
  from_name text, from_address text, reply_to text, smtp_host text, smtp_port integer, smtp_security text, smtp_user text,
  has_secret boolean, daily_cap integer, footer_address text, sent_today integer)
language plpgsql stable rows 1 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select s.from_name, s.from_address, s.reply_to, s.smtp_host, s.smtp_port, s.smtp_security, s.smtp_user,
      exists (select 1 from private.mail_secrets x where x.name = 'smtp'), s.daily_cap, s.footer_address,
      coalesce((select d.sent from private.mail_days d where d.day = (now() at time zone 'utc')::date), 0)
    from private.mail_settings s;
end $$;

create function public.email_settings() returns table (
  from_name text, from_address text, reply_to text, smtp_host text, smtp_port integer, smtp_security text, smtp_user text,
  has_secret boolean, daily_cap integer, footer_address text, sent_today integer)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.email_settings() $$;
comment on function public.email_settings is 'For admins: how mail is sent; of the password only whether there is one.';
grant execute on function private.email_settings, public.email_settings to authenticated;

create function private.save_email_settings(p_settings jsonb, p_smtp_secret text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before private.mail_settings;
  v_after private.mail_settings;
  v_secret text := nullif(p_smtp_secret, '');
begin
  perform private.require_admin();
  v_after := jsonb_populate_record(null::private.mail_settings, '{"footer_address": ""}' || private.trimmed(private.known_fields(
    p_settings, array['from_name', 'from_address', 'reply_to', 'smtp_host', 'smtp_port', 'smtp_security', 'smtp_user', 'daily_cap',
      'footer_address'])));
  select * into v_before from private.mail_settings for update;
  update private.mail_settings s set from_name = v_after.from_name, from_address = v_after.from_address, reply_to = v_after.reply_to,
    smtp_host = v_after.smtp_host, smtp_port = v_after.smtp_port, smtp_security = v_after.smtp_security,
    smtp_user = v_after.smtp_user, daily_cap = v_after.daily_cap, footer_address = v_after.footer_address, updated_at = now()
  where s.is_only_row returning * into v_after;
  if v_secret is not null then
    insert into private.mail_secrets as x (name, value) values ('smtp', v_secret)
    on conflict (name) do update set value = excluded.value;
  -- The password was given for one server: it is never shown to another.
  elsif (v_before.smtp_host, v_before.smtp_user) is distinct from (v_after.smtp_host, v_after.smtp_user)
    or (v_before.smtp_security <> 'none' and v_after.smtp_security = 'none') then
    delete from private.mail_secrets x where x.name = 'smtp';
  end if;
  perform private.audit('save_email_settings', 'email_settings', null, to_jsonb(v_before) - 'is_only_row',
    to_jsonb(v_after) - 'is_only_row' || case when v_secret is not null then '{"smtp_secret": "changed"}'::jsonb else '{}' end);
end $$;

create function public.save_email_settings(settings jsonb, smtp_secret text default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.save_email_settings(settings, smtp_secret) $$;
comment on function public.save_email_settings is
  'For admins: stores how mail is sent, all fields named like their columns. Without a password the stored one stays, unless server or user change.';
grant execute on function private.save_email_settings, public.save_email_settings to authenticated;

create function private.list_mail_templates(p_locale text) returns table (
  template text, is_optional boolean, is_enabled boolean, subject text, body text, updated_at timestamptz)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.assert_language(p_locale);
  return query
    select t.template, t.is_optional, t.is_enabled, x.subject, x.body, greatest(t.updated_at, x.updated_at)
    from private.mail_templates t left join private.mail_texts x on x.template = t.template and x.locale = p_locale
    order by t.template;
end $$;

create function public.list_mail_templates(locale text default 'en') returns table (
  template text, is_optional boolean, is_enabled boolean, subject text, body text, updated_at timestamptz)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_mail_templates(locale) $$;
comment on function public.list_mail_templates is
  'For admins: every mail, with what was changed of its text in a language; null is the default.';
grant execute on function private.list_mail_templates, public.list_mail_templates to authenticated;

create function private.save_mail_template(p_template text, p_is_enabled boolean, p_subject text, p_body text, p_locale text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before private.mail_templates;
  v_after private.mail_templates;
  v_text_before private.mail_texts;
  v_subject text := nullif(btrim(p_subject), '');
  v_body text := nullif(btrim(p_body, E' \n\t'), '');
begin
  perform private.require_admin();
  perform private.assert_language(p_locale);
  select * into v_before from private.mail_templates t where t.template = p_template for update;
  if v_before.template is null then
    perform private.refuse(404, 'not_found', 'Template not found');
  elsif p_is_enabled is false and private.proof_life(p_template) is not null then
    perform private.refuse(400, 'invalid_input', 'Nobody could register or sign in again without this mail',
      '{"path": "isEnabled"}');
  end if;
  update private.mail_templates t set is_enabled = coalesce(p_is_enabled, t.is_enabled), updated_at = now()
  where t.template = p_template returning * into v_after;
  select * into v_text_before from private.mail_texts x where x.template = p_template and x.locale = p_locale;
  if v_subject is null and v_body is null then
    delete from private.mail_texts x where x.template = p_template and x.locale = p_locale;
  else
    insert into private.mail_texts as x (template, locale, subject, body) values (p_template, p_locale, v_subject, v_body)
    on conflict (template, locale) do update set subject = excluded.subject, body = excluded.body, updated_at = now();
  end if;
  perform private.audit('save_mail_template', 'mail_template', p_template,
    to_jsonb(v_before) || jsonb_build_object('locale', p_locale, 'subject', v_text_before.subject, 'body', v_text_before.body),
    to_jsonb(v_after) || jsonb_build_object('locale', p_locale, 'subject', v_subject, 'body', v_body));
end $$;

create function public.save_mail_template(template text, is_enabled boolean, subject text default null, body text default null, locale text default 'en')
returns void
language sql volatile security invoker set search_path = ''
as $$ select private.save_mail_template(template, is_enabled, subject, body, locale) $$;
comment on function public.save_mail_template is
  'For admins: switches a mail on or off in all languages and stores its text in one; without subject or body the default of that language comes back.';
grant execute on function private.save_mail_template, public.save_mail_template to authenticated;

create function private.queue_test_mail(p_locale text) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_id bigint;
begin
  if p_locale is not null then
    perform private.assert_language(p_locale);
  end if;
  perform private.consume_rate_limit('test_mail', v_me::text);
  insert into private.mail_outbox (user_id, recipient, template, data)
  select v_me, a.email, 'test', jsonb_strip_nulls(jsonb_build_object('locale', p_locale)) from public.accounts a where a.profile_id = v_me
  returning id into v_id;
  perform private.audit('send_test_mail', 'mail', v_id::text, null, null);
  return v_id;
end $$;

create function public.queue_test_mail(locale text default null) returns bigint
language sql volatile security invoker set search_path = ''
as $$ select private.queue_test_mail(locale) $$;
comment on function public.queue_test_mail is
  'For admins: queues a test mail to the caller''s own address, in a language or else in the caller''s; answers its id.';
grant execute on function private.queue_test_mail, public.queue_test_mail to authenticated;

create table private.mail_texts (
  template text not null references private.mail_templates (template),
  locale text not null,
  subject text,
  body text,
  updated_at timestamptz not null default now(),
  primary key (template, locale),
  constraint mail_texts_locale_is_a_language check (private.is_language_code(locale)),
  constraint mail_texts_subject_is_clean check
    (char_length(subject) <= 200 and subject ~ '[^[:space:]]' and subject !~ '[[:cntrl:]]'),
  constraint mail_texts_body_length check (char_length(body) <= 5000 and body ~ '[^[:space:]]')
);
comment on table private.mail_texts is
  'What admins made of the text of a mail in one language. Without a row, and where subject or body is null, the default of the code is used.';

revoke all on table private.mail_texts from anon, authenticated, service_role;

-- Mail queue: every mail is queued by a rule of the database and sent by the edge function `mail`, also those that Auth asks for;
-- with the delivery log, and the optional mails that users have turned off.

create table private.mail_unsubscribes (
  user_id bigint not null references public.profiles (id) on delete cascade,
  template text not null references private.mail_templates (template),
  created_at timestamptz not null default now(),
  primary key (user_id, template)
);
comment on table private.mail_unsubscribes is 'Optional mails that people do not want.';

create index mail_unsubscribes_template_idx on private.mail_unsubscribes (template);

revoke all on table private.mail_unsubscribes from anon, authenticated, service_role;

create table private.mail_outbox (
  id bigint generated always as identity primary key,
  user_id bigint references public.profiles (id) on delete cascade,
  recipient text not null,
  template text not null references private.mail_templates (template),
  data jsonb not null default '{}',
  status text not null default 'queued',
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease uuid,
  lease_until timestamptz,
  error text,
  provider_answer text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  broadcast_id bigint references private.broadcasts (id) on delete set null,
  constraint mail_outbox_recipient_is_one_address check (private.is_mail_address(recipient)),
  constraint mail_outbox_data_is_an_object check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 60000),
  constraint mail_outbox_status_is_known check (status in ('queued', 'sending', 'sent', 'bounced', 'failed')),
  constraint mail_outbox_lease_is_whole check (status <> 'sending' or (lease is not null and lease_until is not null)),
  constraint mail_outbox_sent_has_time check ((status = 'sent') = (sent_at is not null)),
  constraint mail_outbox_error_length check (char_length(error) <= 1000),
  constraint mail_outbox_provider_answer_length check (char_length(provider_answer) <= 1000)
);
comment on table private.mail_outbox is 'The queue of mails, and what became of them for 30 days.';
comment on column private.mail_outbox.lease is 'Which sender has the mail; it has until `lease_until` to say what became of it.';

-- Broadcasts wait for everything else.
create index mail_outbox_queue_idx on private.mail_outbox ((template = 'broadcast'), next_attempt_at, id) where status = 'queued';
create index mail_outbox_lease_idx on private.mail_outbox (lease_until) where status = 'sending';
create index mail_outbox_user_idx on private.mail_outbox (user_id);
create index mail_outbox_template_idx on private.mail_outbox (template, id desc);
create index mail_outbox_status_idx on private.mail_outbox (status, id desc);
create index mail_outbox_created_idx on private.mail_outbox (created_at);
-- One open mail of messages per receiver: what comes within its 10 minutes joins it.
create unique index mail_outbox_batch_is_one on private.mail_outbox (user_id)
  where template = 'message_received' and status = 'queued' and attempts = 0;
create index mail_outbox_broadcast_idx on private.mail_outbox (broadcast_id) where broadcast_id is not null;
-- Finds the waiting mails of a deleted broadcast without reading the million that were sent.
create index mail_outbox_unsent_copies_idx on private.mail_outbox (broadcast_id) where status = 'queued';

revoke all on table private.mail_outbox from anon, authenticated, service_role;

create table private.mail_days (
  day date primary key,
  sent integer not null,
  constraint mail_days_are_counted check (sent >= 0)
);
comment on table private.mail_days is 'Mails per day (UTC), for the daily cap.';

revoke all on table private.mail_days from anon, authenticated, service_role;

-- Queueing ------------------------------------------------------------------------------------------------------------

create function private.add_mail(p_user_id bigint, p_email text, p_template text, p_data jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_template private.mail_templates;
  v_data jsonb := coalesce(p_data, '{}');
begin
  select * into v_template from private.mail_templates t where t.template = p_template;
  if v_template.template is null then
    raise exception using errcode = '22023', message = format('unknown mail template "%s"', p_template);
  end if;
  -- The event stands whether or not there is somebody to write to.
  if not v_template.is_enabled or private.is_mail_address(p_email) is not true then
    return;
  end if;
  if p_template <> 'message_received' then
    insert into private.mail_outbox (user_id, recipient, template, data) values (p_user_id, p_email, p_template, v_data);
    return;
  end if;
  insert into private.mail_outbox as o (user_id, recipient, template, data, next_attempt_at)
  values (p_user_id, p_email, p_template, jsonb_build_object('count', 1, 'items', jsonb_build_array(v_data)), now() + interval '10 minutes')
  on conflict (user_id) where template = 'message_received' and status = 'queued' and attempts = 0 do update
  set data = jsonb_build_object('count', (o.data ->> 'count')::integer + 1,
    -- A list of twenty says enough; the count says the rest.
    'items', case when jsonb_array_length(o.data -> 'items') < 20 then (o.data -> 'items') || v_data else o.data -> 'items' end);
end $$;

create function private.queue_mail(p_user_id bigint, p_template text, p_data jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select 1 from private.mail_unsubscribes u where u.user_id = p_user_id and u.template = p_template) then
    return;
  end if;
  perform private.add_mail(p_user_id, (select a.email from public.accounts a where a.profile_id = p_user_id), p_template, p_data);
end $$;
comment on function private.queue_mail is
  'Queues a mail to a user who has not unsubscribed from its kind. What the data may hold stands beside each template in the code.';

create function private.queue_mail_to(p_email text, p_template text, p_data jsonb) returns void
language sql volatile security definer set search_path = ''
as $$ select private.add_mail(null, p_email, p_template, p_data) $$;
comment on function private.queue_mail_to is 'Queues a mail to an address that need not be of a user.';

-- The one place where notifications become mails. Broadcasts bring their own, and "You sent a quote" needs none.
create function private.mail_of_notification() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
  v_data jsonb := jsonb_build_object('message', new.message);
begin
  if new.data ? 'postId' then
    select * into v_post from public.posts p where p.id = (new.data ->> 'postId')::bigint;
    v_data := v_data || jsonb_build_object('title', v_post.title);
  end if;
  case new.data ->> 'type'
    when 'quote' then
      if new.data ? 'postId' then
        perform private.queue_mail(new.user_id, 'quote_received', v_data);
      end if;
    when 'message' then
      perform private.queue_mail(new.user_id, 'message_received', v_data || jsonb_build_object('notificationId', new.id));
    when 'post' then
      if v_post.is_hidden then
        perform private.queue_mail(new.user_id, 'post_hidden', v_data || jsonb_build_object('reason', v_post.hidden_reason));
      elsif v_post.id is not null then
        perform private.queue_mail(new.user_id, 'post_unhidden', v_data);
      end if;
    else
      perform private.queue_mail(new.user_id, 'review_received', v_data);
  end case;
  return new;
end $$;

-- A person waits for these mails: they leave at once where the database can call a function, else with the next
-- run of the queue.
create function private.send_at_once() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_url text;
  v_secret text;
begin
  if to_regclass('vault.decrypted_secrets') is null or to_regnamespace('net') is null then
    return null;
  end if;
  execute $call$
    select (select decrypted_secret from vault.decrypted_secrets where name = 'functions_url'),
      (select decrypted_secret from vault.decrypted_secrets where name = 'cron_secret')$call$ into v_url, v_secret;
  if v_url is not null and v_secret is not null then
    execute 'select net.http_post(url := $1, headers := $2)'
      using format('%s/mail/%s', v_url, new.id), jsonb_build_object('Authorization', 'Bearer ' || v_secret);
  end if;
  return null;
end $$;

-- Sending -------------------------------------------------------------------------------------------------------------

create function private.unsubscribe_token(p_user_id bigint, p_template text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text;
begin
  insert into private.mail_secrets (name, value) values ('unsubscribe', encode(extensions.gen_random_bytes(32), 'hex')) on conflict do nothing;
  select s.value into v_key from private.mail_secrets s where s.name = 'unsubscribe';
  return format('%s.%s.%s', p_user_id, p_template,
    encode(extensions.hmac(format('%s.%s', p_user_id, p_template), v_key, 'sha256'), 'hex'));
end $$;
comment on function private.unsubscribe_token is 'What a link needs to end one kind of mail to one user; nobody can make it up.';

create function private.claim_mail(p_mail_id bigint) returns table (
  mail_id bigint, lease uuid, recipient text, template text, data jsonb, username text, subject text, body text, unsubscribe_token text,
  locale text, local_subject text, local_body text)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_mail private.mail_outbox;
  v_lease uuid := gen_random_uuid();
begin
  -- Its sender stopped while it spoke with the mail server, so it may have arrived. A mail that comes twice is worse than one
  -- that an admin sends again.
  update private.mail_outbox o set status = 'failed', error = 'The sender stopped before it knew whether the mail was taken.'
  where o.status = 'sending' and o.lease_until < now();

  loop
    select * into v_mail from private.mail_outbox o
    where o.status = 'queued' and o.next_attempt_at <= now() and (p_mail_id is null or o.id = p_mail_id)
    order by o.template = 'broadcast', o.next_attempt_at, o.id
    limit 1 for update skip locked;
    if v_mail.id is null then
      return;
    end if;
    exit when case
      -- Nobody asks for it any more, or not for this address.
      when private.proof_life(v_mail.template) is not null then exists (
        select 1 from private.mail_proofs m join public.profiles p on p.auth_id = m.auth_id
        where p.id = v_mail.user_id and m.kind = v_mail.template and m.address = v_mail.recipient)
      -- People who have read their messages meanwhile need no mail about them.
      when v_mail.template = 'message_received' then v_mail.attempts > 0 or exists (
        select 1 from jsonb_array_elements(v_mail.data -> 'items') as i (item)
        left join public.notifications n on n.id = (i.item ->> 'notificationId')::bigint
        where n.read_at is null)
      else true end;
    delete from private.mail_outbox o where o.id = v_mail.id;
  end loop;

  insert into private.mail_days as d (day, sent) values ((now() at time zone 'utc')::date, 1)
  on conflict (day) do update set sent = d.sent + 1 where d.sent < (select s.daily_cap from private.mail_settings s);
  if not found then
    return;
  end if;

  update private.mail_outbox o set status = 'sending', attempts = o.attempts + 1, lease = v_lease, lease_until = now() + interval '5 minutes'
  where o.id = v_mail.id;
  return query
    select v_mail.id, v_lease, v_mail.recipient, t.template,
      case when private.proof_life(t.template) is null then v_mail.data else private.make_proof(v_mail.user_id, t.template, v_mail.recipient) end,
      coalesce((select p.username from public.profiles p where p.id = v_mail.user_id), v_mail.data ->> 'username'),
      english.subject, english.body,
      case when t.is_optional and v_mail.user_id is not null then private.unsubscribe_token(v_mail.user_id, t.template) end,
      l.locale, own.subject, own.body
    from private.mail_templates t
    -- The language that the receiver reads now, whenever the mail was queued; the mail itself names one if nobody's account does.
    cross join (select coalesce(v_mail.data ->> 'locale', (select a.locale from public.accounts a where a.profile_id = v_mail.user_id), 'en')) as l (locale)
    left join private.mail_texts english on english.template = t.template and english.locale = 'en'
    left join private.mail_texts own on own.template = t.template and own.locale = l.locale and l.locale <> 'en'
    where t.template = v_mail.template;
end $$;

create function public.claim_mail(only_id bigint default null) returns table (
  mail_id bigint, lease uuid, recipient text, template text, data jsonb, username text, subject text, body text, unsubscribe_token text,
  locale text, local_subject text, local_body text)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.claim_mail(only_id) $$;
comment on function public.claim_mail is
  'For the edge function `mail` only: the next mail to send, or the named one, for its sender alone for 5 minutes, with its English text, its language and its text in that.';
grant execute on function private.claim_mail, public.claim_mail to service_role;

create function private.finish_mail(p_mail_id bigint, p_lease uuid, p_outcome text, p_answer text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_tries constant smallint := 8;
  v_answer text := left(p_answer, 1000);
begin
  if p_outcome not in ('sent', 'bounced', 'retry', 'failed') then
    raise exception using errcode = '22023', message = format('unknown outcome "%s"', p_outcome);
  end if;
  -- A sender that took longer than its lease may still say what became of the mail, unless it was given to another.
  update private.mail_outbox o set
    status = case when p_outcome <> 'retry' then p_outcome when o.attempts < v_tries then 'queued' else 'failed' end,
    -- After 1, 4, 16, 64 and 256 minutes, then every 6 hours.
    next_attempt_at = now() + make_interval(secs => least(60 * 4 ^ (o.attempts - 1), 21600)),
    sent_at = case when p_outcome = 'sent' then now() end,
    error = case when p_outcome <> 'sent' then v_answer end,
    provider_answer = case when p_outcome = 'sent' then v_answer end,
    lease = null, lease_until = null
  where o.id = p_mail_id and o.lease = p_lease and o.status in ('sending', 'failed');
  if not found then
    return false;
  end if;
  if p_outcome <> 'sent' then
    update private.mail_days d set sent = greatest(0, d.sent - 1) where d.day = (now() at time zone 'utc')::date;
  end if;
  return true;
end $$;

create function public.finish_mail(mail_id bigint, lease uuid, outcome text, answer text) returns boolean
language sql volatile security invoker set search_path = ''
as $$ select private.finish_mail(mail_id, lease, outcome, answer) $$;
comment on function public.finish_mail is
  'For the edge function `mail` only: what became of a claimed mail (sent, bounced, retry, failed). False when it is not the caller''s any more.';
grant execute on function private.finish_mail, public.finish_mail to service_role;

create function private.mail_delivery() returns table (
  from_name text, from_address text, reply_to text, smtp_host text, smtp_port integer, smtp_security text, smtp_user text,
  smtp_secret text, footer_address text)
language sql stable rows 1 security definer set search_path = ''
as $$
  select s.from_name, s.from_address, s.reply_to, s.smtp_host, s.smtp_port, s.smtp_security, s.smtp_user,
    (select x.value from private.mail_secrets x where x.name = 'smtp'), s.footer_address
  from private.mail_settings s
$$;

create function public.mail_delivery() returns table (
  from_name text, from_address text, reply_to text, smtp_host text, smtp_port integer, smtp_security text, smtp_user text,
  smtp_secret text, footer_address text)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.mail_delivery() $$;
comment on function public.mail_delivery is 'For the edge function `mail` only: how to reach the mail server, with its password.';
grant execute on function private.mail_delivery, public.mail_delivery to service_role;

-- Choice of mails -----------------------------------------------------------------------------------------------------

create function private.reader_of_token(p_token text) returns table (user_id bigint, template text)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_parts text[] := regexp_match(p_token, '^([0-9]{1,18})\.([a-z_]{1,40})\.[0-9a-f]{64}$');
begin
  -- Digests are compared, so that the time it takes tells nothing of the signature.
  if v_parts is null or extensions.digest(private.unsubscribe_token(v_parts[1]::bigint, v_parts[2]), 'sha256') <> extensions.digest(p_token, 'sha256')
    or not exists (select 1 from public.profiles p where p.id = v_parts[1]::bigint)
    or not exists (select 1 from private.mail_templates t where t.template = v_parts[2] and t.is_optional) then
    perform private.refuse(404, 'not_found', 'This link is not valid');
  end if;
  return query select v_parts[1]::bigint, v_parts[2];
end $$;
comment on function private.reader_of_token is 'Whom and which mail the token of a link is about; PT404 when it was made up.';

create function private.mail_choices(p_token text) returns table (username text, template text, is_wanted boolean, is_of_link boolean)
language sql volatile rows 10 security definer set search_path = ''
as $$
  select p.username, t.template,
    not exists (select 1 from private.mail_unsubscribes u where u.user_id = r.user_id and u.template = t.template),
    t.template = r.template
  from private.reader_of_token(p_token) r join public.profiles p on p.id = r.user_id cross join private.mail_templates t
  where t.is_optional
  order by t.template
$$;

create function public.mail_choices(token text) returns table (username text, template text, is_wanted boolean, is_of_link boolean)
language sql volatile rows 10 security invoker set search_path = ''
as $$ select * from private.mail_choices(token) $$;
comment on function public.mail_choices is 'For edge functions only: which optional mails the receiver of a link wants; PT404 for a link that was made up.';
grant execute on function private.mail_choices, public.mail_choices to service_role;

create function private.choose_mails(p_token text, p_wanted text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reader record;
begin
  select * into v_reader from private.reader_of_token(p_token);
  insert into private.mail_unsubscribes (user_id, template)
  select v_reader.user_id, t.template from private.mail_templates t
  where t.is_optional and case when p_wanted is null then t.template = v_reader.template else t.template <> all (p_wanted) end
  on conflict do nothing;
  delete from private.mail_unsubscribes u where u.user_id = v_reader.user_id and u.template = any (p_wanted);
  -- Mails that already wait are not wanted either.
  delete from private.mail_outbox o using private.mail_unsubscribes u
  where o.status = 'queued' and o.user_id = v_reader.user_id and u.user_id = o.user_id and u.template = o.template;
end $$;

create function public.choose_mails(token text, wanted text[] default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.choose_mails(token, wanted) $$;
comment on function public.choose_mails is
  'For edge functions only: ends the kind of mail that a link is about or, with a list, sets all that its receiver wants.';
grant execute on function private.choose_mails, public.choose_mails to service_role;

create function private.list_mail_log(p_page integer, p_page_size integer, p_status text, p_template text, p_q text, p_order text)
returns table (id bigint, recipient text, template text, status text, attempts smallint, error text, provider_answer text,
  created_at timestamptz, sent_at timestamptz, next_attempt_at timestamptz, total integer)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
begin
  perform private.require_admin();
  return query
    with found as (
      select o.id from private.mail_outbox o
      where (p_status is null or o.status = p_status) and (p_template is null or o.template = p_template)
        and (p_q is null or starts_with(lower(o.recipient), lower(p_q))) and o.created_at > now() - interval '30 days')
    -- A log of a hundred thousand mails is not counted to its end for one page.
    , counted as (select count(*)::integer as n from (select 1 from found limit 10001) as c)
    , shown as (
      select f.id from found f
      order by case when p_order = 'asc' then f.id end, case when p_order is distinct from 'asc' then f.id end desc
      limit v_size offset least(greatest(coalesce(p_page, 1), 1) - 1, 1000000)::bigint * v_size)
    select o.id, regexp_replace(o.recipient, '^(.)[^@]*', '\1•••'), o.template, o.status, o.attempts, o.error, o.provider_answer,
      o.created_at, o.sent_at, o.next_attempt_at, counted.n
    from shown join private.mail_outbox o on o.id = shown.id cross join counted
    order by case when p_order = 'asc' then o.id end, case when p_order is distinct from 'asc' then o.id end desc;
end $$;

create function public.list_mail_log(
  page integer default 1, page_size integer default 20, only_status text default null, only_template text default null,
  q text default null, sort_order text default 'desc')
returns table (id bigint, recipient text, template text, status text, attempts smallint, error text, provider_answer text,
  created_at timestamptz, sent_at timestamptz, next_attempt_at timestamptz, total integer)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_mail_log(page, page_size, only_status, only_template, q, sort_order) $$;
comment on function public.list_mail_log is
  'For admins: mails of the last 30 days, newest first, receivers masked. `total` stops at 10,001.';
grant execute on function private.list_mail_log, public.list_mail_log to authenticated;

create function private.retry_mail(p_mail_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mail private.mail_outbox;
begin
  perform private.require_admin();
  select * into v_mail from private.mail_outbox o where o.id = p_mail_id for update;
  if v_mail.id is null then
    perform private.refuse(404, 'not_found', 'Mail not found');
  elsif v_mail.status not in ('failed', 'bounced') then
    perform private.refuse(409, 'conflict', 'This mail is not one that failed');
  end if;
  -- One try counts as used: a collection of messages that went out stays closed.
  update private.mail_outbox o set status = 'queued', attempts = 1, next_attempt_at = now(), lease = null, lease_until = null
  where o.id = p_mail_id;
  perform private.audit('retry_mail', 'mail', p_mail_id::text, jsonb_build_object('status', v_mail.status), '{"status": "queued"}');
end $$;

create function public.retry_mail(mail_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.retry_mail(mail_id) $$;
comment on function public.retry_mail is 'For admins: queues a failed or bounced mail once more.';
grant execute on function private.retry_mail, public.retry_mail to authenticated;

create function private.mail_of_decision() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_quote_id text := new.data ->> 'quoteId';
  v_template text := case when new.data ->> 'type' in ('quote_accepted', 'quote_declined') then new.data ->> 'type' else 'quote_changed' end;
begin
  perform private.queue_mail(new.user_id, v_template, jsonb_build_object('message', new.message,
    'title', coalesce((select q.post_title from public.quotes q where q.id = v_quote_id::bigint),
      (select p.title from public.posts p where p.id = (new.data ->> 'postId')::bigint), ''),
    'path', coalesce('/my-quotes?quote=' || v_quote_id, '/account?tab=posts')));
  return new;
end $$;

-- Mail proofs: the codes and links of mails that prove an address or open an account.
--
-- The tokens that Auth makes are digests of an address and six digits: whoever knows the address can try them all. So they
-- are dead from the moment they are stored, and the mails carry secrets of their own: 256 random bits in the link, of which
-- only the hash is kept, and six digits with five tries. A secret that proves itself here is exchanged for a token of Auth that
-- nobody could guess and nobody ever sees: docs/decisions.md#secrets-in-mails-are-the-products-own.

create table private.mail_proofs (
  auth_id uuid not null references auth.users (id) on delete cascade,
  kind text not null references private.mail_templates (template),
  address text not null,
  asked_at timestamptz not null default now(),
  sent_at timestamptz,
  token_hash text,
  code_hash text,
  tries smallint not null default 0,
  primary key (auth_id, kind),
  constraint mail_proofs_kind_is_known check (kind in ('verify_email', 'reset_password', 'confirm_email')),
  constraint mail_proofs_sent_is_whole check ((sent_at is null) = (token_hash is null)),
  constraint mail_proofs_tries_are_few check (tries between 0 and 5)
);
comment on table private.mail_proofs is
  'What the newest mail of each kind to an account can prove: that its address is read by whoever comes with the secret.';
comment on column private.mail_proofs.address is 'The address that is proved; the secret is dead once the account has another.';
comment on column private.mail_proofs.sent_at is 'When the secrets were made, which is when the mail left; before, there are none.';
comment on column private.mail_proofs.code_hash is 'Slow to compute: trying all six digits takes longer than the code lives.';

create unique index mail_proofs_token_idx on private.mail_proofs (token_hash);
create index mail_proofs_address_idx on private.mail_proofs (kind, lower(address));
create index mail_proofs_kind_idx on private.mail_proofs (kind);

revoke all on table private.mail_proofs from anon, authenticated, service_role;

create function private.proof_life(p_kind text) returns interval
language sql immutable set search_path = ''
as $$
  select case p_kind when 'verify_email' then interval '15 minutes' when 'reset_password' then interval '60 minutes'
    when 'confirm_email' then interval '60 minutes' end
$$;
comment on function private.proof_life is 'How long code and link of a mail are good; null for mails that carry none.';

create function private.hash_of_secret(p_secret text) returns text
language sql immutable set search_path = ''
as $$ select encode(extensions.digest(p_secret, 'sha256'), 'hex') $$;

create function private.ask_for_proof(p_auth_id uuid, p_kind text, p_address text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user_id bigint := (select p.id from public.profiles p where p.auth_id = p_auth_id);
begin
  -- Too much of it is silence: Auth would answer a refusal as a failure, and it would tell who has an account.
  if coalesce(p_address, '') = '' or exists (
    select 1 from private.mail_proofs p
    where p.auth_id = p_auth_id and p.kind = p_kind and p.address = p_address and p.asked_at > now() - interval '60 seconds') then
    return;
  end if;
  begin
    perform private.consume_rate_limit('mail_of_auth', concat_ws(' ', p_kind, p_auth_id));
  exception when sqlstate 'PT429' then
    return;
  end;
  -- An earlier secret ends when the new mail leaves; one that was mailed to another address ends now.
  insert into private.mail_proofs as p (auth_id, kind, address) values (p_auth_id, p_kind, p_address)
  on conflict (auth_id, kind) do update set address = excluded.address, asked_at = now(), tries = case when p.address = excluded.address then p.tries else 0 end,
    sent_at = case when p.address = excluded.address then p.sent_at end,
    token_hash = case when p.address = excluded.address then p.token_hash end,
    code_hash = case when p.address = excluded.address then p.code_hash end;
  if not exists (
    select 1 from private.mail_outbox o
    where o.user_id = v_user_id and o.template = p_kind and o.recipient = p_address and o.status = 'queued') then
    perform private.add_mail(v_user_id, p_address, p_kind, '{}');
  end if;
end $$;
comment on function private.ask_for_proof is
  'Queues the mail with which a person proves that an address of an account is theirs: once a minute, twenty times a day.';

create function private.make_proof(p_user_id bigint, p_kind text, p_recipient text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_token text := encode(extensions.gen_random_bytes(32), 'hex');
  v_code text := lpad(((('x' || encode(extensions.gen_random_bytes(6), 'hex'))::bit(48)::bigint) % 1000000)::text, 6, '0');
begin
  update private.mail_proofs m set token_hash = private.hash_of_secret(v_token), sent_at = now(), tries = 0,
    code_hash = case when p_kind <> 'reset_password' then extensions.crypt(v_code, extensions.gen_salt('bf', 8)) end
  from public.profiles p
  where p.id = p_user_id and m.auth_id = p.auth_id and m.kind = p_kind and m.address = p_recipient;
  if not found then
    return null;
  end if;
  return case p_kind
    when 'verify_email' then jsonb_build_object('code', v_code, 'email', p_recipient, 'path', '/verify-email?token=' || v_token)
    when 'confirm_email' then jsonb_build_object('code', v_code, 'newEmail', p_recipient, 'path', '/verify-email?token=' || v_token || '&type=email_change')
    else jsonb_build_object('email', p_recipient, 'path', '/reset-password?token=' || v_token) end;
end $$;
comment on function private.make_proof is
  'Makes the secrets of a mail that is about to leave, and ends those of the mail before it. Null when nothing asks for them any more.';

create function private.exchange_proof(p_auth_id uuid, p_kind text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ticket text := 'once_' || encode(extensions.gen_random_bytes(32), 'hex');
  v_type text := case p_kind when 'verify_email' then 'confirmation_token' when 'reset_password' then 'recovery_token' else 'email_change_token_new' end;
  v_address text;
begin
  update auth.users u set
    confirmation_token = case when p_kind = 'verify_email' then v_ticket else u.confirmation_token end,
    confirmation_sent_at = case when p_kind = 'verify_email' then now() else u.confirmation_sent_at end,
    recovery_token = case when p_kind = 'reset_password' then v_ticket else u.recovery_token end,
    recovery_sent_at = case when p_kind = 'reset_password' then now() else u.recovery_sent_at end,
    email_change_token_new = case when p_kind = 'confirm_email' then v_ticket else u.email_change_token_new end,
    email_change_sent_at = case when p_kind = 'confirm_email' then now() else u.email_change_sent_at end
  where u.id = p_auth_id
  returning case when p_kind = 'confirm_email' then u.email_change else u.email end into v_address;
  -- Where Auth looks tokens up in a table of their own.
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens where user_id = $1 and token_type::text = $2' using p_auth_id, v_type;
    execute 'insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (gen_random_uuid(), $1, $2::auth.one_time_token_type, $3, lower($4))' using p_auth_id, v_type, v_ticket, v_address;
  end if;
  return v_ticket;
end $$;
comment on function private.exchange_proof is
  'A token that Auth takes once, for a person who has proved an address: 256 random bits, to be used by an edge function at once.';

create function private.use_mail_link(p_token text, p_kind text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_auth_id uuid;
begin
  perform 1 from auth.users u
  where u.id = (select p.auth_id from private.mail_proofs p where p.token_hash = private.hash_of_secret(p_token)) for update;
  delete from private.mail_proofs p
  where p.token_hash = private.hash_of_secret(p_token) and p.kind = p_kind and p.sent_at > now() - private.proof_life(p_kind)
  returning p.auth_id into v_auth_id;
  return case when v_auth_id is not null then private.exchange_proof(v_auth_id, p_kind) end;
end $$;

create function public.use_mail_link(token text, kind text) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.use_mail_link(token, kind) $$;
comment on function public.use_mail_link is
  'For edge functions only: uses up the link of a mail and answers a token that Auth takes once; null for a link that is not good.';
grant execute on function private.use_mail_link, public.use_mail_link to service_role;

create function private.use_mail_code(p_email text, p_code text, p_kind text, p_auth_id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email text := lower(btrim(p_email));
  v_proof private.mail_proofs;
begin
  select * into v_proof from private.mail_proofs p
  where p.kind = p_kind and lower(p.address) = v_email and p.sent_at is not null
    -- An address belongs to one account; a new one may be asked for by several, so there the account has to be known.
    and (p.auth_id = p_auth_id or p_kind = 'verify_email');
  -- Per code: a new one brings new tries. An address that waits for nothing has them too, so that it tells nothing.
  perform private.consume_rate_limit('verify_email', concat_ws(' ', v_email, extract(epoch from v_proof.sent_at)));
  if v_proof.auth_id is null or v_proof.sent_at <= now() - private.proof_life(p_kind) then
    return null;
  end if;
  perform 1 from auth.users u where u.id = v_proof.auth_id for update;
  update private.mail_proofs p set tries = p.tries + 1
  where p.auth_id = v_proof.auth_id and p.kind = p_kind and p.code_hash = v_proof.code_hash and p.tries < 5;
  if not found then
    perform private.refuse_rate_limit('verify_email', 900);
  end if;
  if v_proof.code_hash <> extensions.crypt(p_code, v_proof.code_hash) then
    return null;
  end if;
  delete from private.mail_proofs p where p.auth_id = v_proof.auth_id and p.kind = p_kind and p.code_hash = v_proof.code_hash;
  return case when found then private.exchange_proof(v_proof.auth_id, p_kind) end;
end $$;

create function public.use_mail_code(email text, code text, kind text, auth_id uuid default null) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.use_mail_code(email, code, kind, auth_id) $$;
comment on function public.use_mail_code is
  'For edge functions only: tries the code of a mail, five times at most (PT429); answers a token that Auth takes once, or null.';
grant execute on function private.use_mail_code, public.use_mail_code to service_role;

create function private.mail_link_is_good(p_token text, p_kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from private.mail_proofs p
    where p.token_hash = private.hash_of_secret(p_token) and p.kind = p_kind and p.sent_at > now() - private.proof_life(p_kind))
$$;

create function public.mail_link_is_good(token text, kind text) returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.mail_link_is_good(token, kind) $$;
comment on function public.mail_link_is_good is
  'For edge functions only: whether the link of a mail is unused and young enough. Uses nothing up.';
grant execute on function private.mail_link_is_good, public.mail_link_is_good to service_role;

-- Mails of Auth -------------------------------------------------------------------------------------------------------

create function private.is_made_by_auth(p_token text) returns boolean
language sql immutable set search_path = ''
as $$ select coalesce(p_token, '') <> '' and not starts_with(p_token, 'once_') $$;

create function private.kill_tokens_of_auth() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_dead constant timestamptz := '2000-01-01 00:00:00+00';
begin
  if private.is_made_by_auth(new.confirmation_token) then
    new.confirmation_sent_at := v_dead;
  end if;
  if private.is_made_by_auth(new.recovery_token) then
    new.recovery_sent_at := v_dead;
  end if;
  -- A new password, set perhaps because somebody else was in, ends a change of the address that is under way.
  if tg_op = 'UPDATE' and new.encrypted_password is distinct from old.encrypted_password and new.email_change is not distinct from old.email_change then
    new.email_change := '';
    new.email_change_token_new := '';
    new.email_change_token_current := '';
  end if;
  if private.is_made_by_auth(new.email_change_token_new) or private.is_made_by_auth(new.email_change_token_current) then
    new.email_change_sent_at := v_dead;
  end if;
  return new;
end $$;
comment on function private.kill_tokens_of_auth is
  'Lets no token of Auth open anything: to Auth it has run out before anybody can try it. What it was to be mailed for is mailed by the product.';

create function private.mail_of_auth() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.is_made_by_auth(new.confirmation_token) and new.confirmation_token is distinct from old.confirmation_token and new.email_confirmed_at is null then
    perform private.ask_for_proof(new.id, 'verify_email', new.email);
  end if;
  if private.is_made_by_auth(new.recovery_token) and new.recovery_token is distinct from old.recovery_token then
    perform private.ask_for_proof(new.id, 'reset_password', new.email);
  end if;
  if private.is_made_by_auth(new.email_change_token_new) and new.email_change_token_new is distinct from old.email_change_token_new then
    perform private.ask_for_proof(new.id, 'confirm_email', new.email_change);
  end if;
  return null;
end $$;

create function private.send_no_mail(event jsonb) returns jsonb
language sql immutable set search_path = ''
as $$ select '{}'::jsonb $$;
comment on function private.send_no_mail is 'The hook of Auth in place of its own mails: the queue has them already.';

do $hook$ begin
  if exists (select 1 from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.send_no_mail(jsonb) to supabase_auth_admin;
  end if;
end $hook$;

-- The mails to both addresses of a person go to no account, so they say themselves in which language the person reads.
create function private.mail_of_account_change() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_profile public.profiles;
  v_data jsonb;
begin
  select * into v_profile from public.profiles p where p.auth_id = new.id;
  -- Earlier mails prove nothing any more: neither those to the old address nor those asked for before the new password.
  if (new.email, new.encrypted_password) is distinct from (old.email, old.encrypted_password) then
    delete from private.mail_proofs p where p.auth_id = new.id;
  end if;
  if new.encrypted_password is distinct from old.encrypted_password and new.encrypted_password is not null then
    perform private.queue_mail(v_profile.id, 'password_changed', '{}');
  end if;
  -- Both addresses hear of it: the old one may be all that the real owner still has.
  if new.email is distinct from old.email and old.email is not null then
    v_data := jsonb_strip_nulls(jsonb_build_object('username', v_profile.username, 'oldEmail', old.email, 'newEmail', new.email,
      'locale', (select a.locale from public.accounts a where a.profile_id = v_profile.id)));
    perform private.queue_mail_to(old.email, 'email_changed', v_data);
    perform private.queue_mail_to(new.email, 'email_changed', v_data);
  end if;
  return null;
end $$;

-- News and events: written by admins, read by everybody once they are published.

create table public.news_items (
  id bigint generated always as identity primary key,
  author_id bigint default private.current_profile_id() references public.profiles (id) on delete set null,
  type text not null default 'news',
  title text not null,
  summary text not null default '',
  body text not null default '',
  images text[] not null default '{}',
  event_start timestamptz,
  event_end timestamptz,
  event_zone text,
  location text,
  external_url text,
  is_pinned boolean not null default false,
  status text not null default 'draft',
  published_at timestamptz,
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null generated always as (
    to_tsvector('simple', private.fold(title || ' ' || summary || ' ' || body))) stored,
  constraint news_items_type_is_known check (type in ('news', 'event')),
  constraint news_items_title_length check (char_length(title) <= 200 and not private.is_blank(title)),
  constraint news_items_summary_length check (char_length(summary) <= 300),
  constraint news_items_body_length check (char_length(body) <= 20000),
  constraint news_items_images_count check (cardinality(images) <= 5),
  constraint news_items_images_are_a_list check (coalesce(array_ndims(images), 1) = 1),
  constraint news_items_event_is_whole check (
    case type when 'event' then event_start is not null and (event_end is null or event_end >= event_start)
      else event_start is null and event_end is null and event_zone is null and location is null end),
  constraint news_items_event_zone_is_a_name check (
    event_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$' and char_length(event_zone) <= 64),
  constraint news_items_location_length check (char_length(location) between 1 and 100),
  constraint news_items_external_url_is_https check (external_url ~ '^https://[^[:space:]]+$' and char_length(external_url) <= 500),
  constraint news_items_status_is_known check (status in ('draft', 'published', 'archived')),
  constraint news_items_published_have_a_time check (status <> 'published' or published_at is not null),
  constraint news_items_client_id_is_unique unique (author_id, client_id)
);
comment on table public.news_items is 'News and events. Newest first means by the time of publication.';
comment on column public.news_items.body is 'Markdown; shown without any HTML in it.';
comment on column public.news_items.images is 'At most five paths in the bucket `news-images`; the first is the cover.';
comment on column public.news_items.event_zone is 'The time zone of the venue, as "Europe/Rome"; null where nobody said it, as for what is online.';
comment on column public.news_items.published_at is 'When it was first published, set by a trigger; null for what never was.';
comment on column public.news_items.client_id is 'Made by the client, so that a repeated request creates nothing twice.';

create index news_items_feed_idx on public.news_items (status, is_pinned desc, published_at desc, id desc);
create index news_items_events_idx on public.news_items (event_start) where type = 'event';
create index news_items_author_idx on public.news_items (author_id);
create index news_items_search_idx on public.news_items using gin (search);

revoke all on table public.news_items from anon, authenticated, service_role;
grant select (id, author_id, type, title, summary, body, images, event_start, event_end, event_zone, location, external_url, is_pinned,
  status, published_at, created_at, updated_at) on table public.news_items to anon;
grant select (id, author_id, type, title, summary, body, images, event_start, event_end, event_zone, location, external_url, is_pinned,
  status, published_at, client_id, created_at, updated_at) on table public.news_items to authenticated;
grant insert (type, title, summary, body, images, event_start, event_end, event_zone, location, external_url, is_pinned, status, client_id)
  on table public.news_items to authenticated;
grant update (type, title, summary, body, images, event_start, event_end, event_zone, location, external_url, is_pinned, status)
  on table public.news_items to authenticated;
grant delete on table public.news_items to authenticated;

alter table public.news_items enable row level security;
create policy "guests read published news" on public.news_items for select to anon using (status = 'published');
create policy "users read published news, admins all" on public.news_items for select to authenticated
  using (status = 'published' or (select private.is_admin()));
create policy "admins write news" on public.news_items for insert to authenticated
  with check ((select private.is_admin()) and author_id = (select private.current_profile_id()));
create policy "admins edit news" on public.news_items for update to authenticated
  using ((select private.is_admin()));
create policy "admins delete news" on public.news_items for delete to authenticated
  using ((select private.is_admin()));

-- Rules of each write -------------------------------------------------------------------------------------------------

create function private.check_news_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.assert_own_images('news-images', new.images, case when tg_op = 'UPDATE' then old.images else '{}'::text[] end);
  end if;
  -- A client that does not know of the zone may make news of an event.
  if new.type <> 'event' then
    new.event_zone := null;
  end if;
  -- An item that comes back from the archive keeps its place.
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, now());
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end $$;

-- Every act of an admin is in the audit log, whichever way it came.
create function private.audit_news() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - array['search', 'client_id', 'updated_at'] end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - array['search', 'client_id', 'updated_at'] end;
begin
  if (select auth.uid()) is not null then
    perform private.audit(case tg_op when 'INSERT' then 'create_news' when 'UPDATE' then 'update_news' else 'delete_news' end,
      'news', coalesce(v_after, v_before) ->> 'id', v_before, v_after);
  end if;
  return null;
end $$;

-- List and search ------------------------------------------------------------------------------------------------------
--
-- Under a policy the search could not use its index, so these functions run as their owner and repeat the rule: published news for
-- everybody, all for admins.

create function private.visible_news(p_search text, p_kind text, p_period text) returns setof public.news_items
language sql stable rows 100 security definer set search_path = ''
as $$
  select n.*
  from public.news_items n
  cross join (select private.search_query(p_search) as words, private.is_admin() as is_admin) as q
  where (n.status = 'published' or q.is_admin)
    and (private.is_blank(p_search) or n.search @@ q.words)
    and (p_kind is null or n.type = p_kind)
    and (p_period is null
      or n.type = 'event' and (coalesce(n.event_end, n.event_start) >= now()) = (p_period = 'upcoming'))
$$;
comment on function private.visible_news is
  'News that the caller may see: with words of the search in title, summary or body, of one kind, of upcoming or past events.';

-- One row is said to come, so that a plan that joins others to these goes through them one by one and keeps their order.
create function private.list_news(p_search text, p_kind text, p_period text, p_page integer, p_page_size integer)
returns setof public.news_items
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 9), 1), 1000);
  v_offset bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
  v_item public.news_items;
begin
  for v_item in
    select n.* from private.visible_news(p_search, p_kind, p_period) n
    order by
      case when p_period = 'upcoming' then n.event_start end,
      case when p_period = 'past' then n.event_start end desc,
      n.is_pinned desc, coalesce(n.published_at, n.created_at) desc, n.id desc
    offset v_offset limit v_size
  loop
    -- Columns that callers have no right to read from the table are not given to them here either.
    v_item.client_id := null;
    v_item.search := null;
    return next v_item;
  end loop;
end $$;

create function public.list_news(search text default null, kind text default null, period text default null,
  page integer default 1, page_size integer default 9)
returns setof public.news_items
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.list_news(search, kind, period, page, page_size) $$;
comment on function public.list_news is
  'One page of news: pinned first, then newest; with the period "upcoming" or "past" only events, by their start.';
grant execute on function private.list_news, public.list_news to anon, authenticated;

create function private.count_news(p_search text, p_kind text, p_period text) returns bigint
language sql stable security definer set search_path = ''
as $$ select count(*) from private.visible_news(p_search, p_kind, p_period) $$;

create function public.count_news(search text default null, kind text default null, period text default null) returns bigint
language sql stable security invoker set search_path = ''
as $$ select private.count_news(search, kind, period) $$;
comment on function public.count_news is 'Number of news in the list with these filters.';
grant execute on function private.count_news, public.count_news to anon, authenticated;

create function public.news_neighbours(news_id bigint) returns table (direction text, id bigint, title text)
language sql stable rows 2 security invoker set search_path = ''
as $$
  -- Policies decide what is there to be a neighbour; admins too step through what is published only.
  with here as (select n.published_at, n.id from public.news_items n where n.id = $1)
  (select 'previous', n.id, n.title from public.news_items n, here h
   where n.status = 'published' and (n.published_at, n.id) < (h.published_at, h.id)
   order by n.published_at desc, n.id desc limit 1)
  union all
  (select 'next', n.id, n.title from public.news_items n, here h
   where n.status = 'published' and (n.published_at, n.id) > (h.published_at, h.id)
   order by n.published_at, n.id limit 1)
$$;
comment on function public.news_neighbours is 'The news published right before ("previous") and after ("next") this one.';
grant execute on function public.news_neighbours to anon, authenticated;

-- Feedback: sent by anybody through `/api/feedback`, read and worked on by admins only.

create table public.feedback (
  id bigint generated always as identity primary key,
  user_id bigint references public.profiles (id) on delete set null,
  email text not null,
  category text not null,
  subject text not null,
  message text not null,
  images text[] not null default '{}',
  page_path text not null,
  user_agent text not null,
  status text not null default 'new',
  assignee_id bigint references public.profiles (id) on delete set null,
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint feedback_email_length check (char_length(email) between 3 and 254),
  constraint feedback_category_is_known check (category in ('bug', 'suggestion', 'complaint', 'question', 'other')),
  constraint feedback_subject_length check (char_length(subject) between 3 and 100),
  constraint feedback_message_length check (char_length(message) between 10 and 2000),
  constraint feedback_images_count check (cardinality(images) <= 3 and coalesce(array_ndims(images), 1) = 1),
  constraint feedback_page_path_length check (char_length(page_path) <= 500),
  constraint feedback_user_agent_length check (char_length(user_agent) <= 500),
  constraint feedback_status_is_known check (status in ('new', 'in_progress', 'resolved', 'spam')),
  constraint feedback_client_id_is_unique unique (client_id)
);
comment on table public.feedback is 'What people write to the operators. The id is the reference number that they are told.';
comment on column public.feedback.images is 'Paths in the private bucket `feedback-images`.';
comment on column public.feedback.client_id is 'Made by the client, so that a repeated request creates nothing twice.';

create index feedback_status_idx on public.feedback (status, id desc);
create index feedback_user_idx on public.feedback (user_id) where user_id is not null;
create index feedback_assignee_idx on public.feedback (assignee_id) where assignee_id is not null;
create index feedback_created_idx on public.feedback (created_at) include (status);
create index feedback_images_idx on public.feedback using gin (images) where cardinality(images) > 0;

revoke all on table public.feedback from anon, authenticated, service_role;
grant select (id, user_id, email, category, subject, message, images, page_path, user_agent, status, assignee_id, created_at,
  updated_at) on table public.feedback to authenticated;

alter table public.feedback enable row level security;
create policy "admins read feedback" on public.feedback for select to authenticated using ((select private.is_admin()));

-- Guests send too, and nobody may name another sender: the function behind `/api/feedback` says who it is.
create function private.record_feedback(p_feedback jsonb, p_auth_id uuid, p_is_spam boolean) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_feedback public.feedback := jsonb_populate_record(null::public.feedback,
    '{"images": [], "page_path": "", "user_agent": ""}' || private.trimmed(private.known_fields(p_feedback,
      array['email', 'category', 'subject', 'message', 'images', 'page_path', 'user_agent', 'client_id'])));
begin
  if p_auth_id is not null then
    -- The address of a user is the one of the account, whatever was sent.
    select a.profile_id, a.email into v_feedback.user_id, v_feedback.email
    from public.profiles p join public.accounts a on a.profile_id = p.id
    where p.auth_id = p_auth_id and a.deleted_at is null;
    if v_feedback.user_id is null then
      perform private.refuse(401, 'unauthorized', 'Authentication required');
    end if;
  end if;
  insert into public.feedback as f (user_id, email, category, subject, message, images, page_path, user_agent, status, client_id)
  values (v_feedback.user_id, v_feedback.email, v_feedback.category, v_feedback.subject, v_feedback.message, v_feedback.images,
    left(v_feedback.page_path, 500), left(v_feedback.user_agent, 500), case when p_is_spam then 'spam' else 'new' end,
    v_feedback.client_id)
  on conflict (client_id) do nothing
  returning f.id into v_feedback.id;
  return coalesce(v_feedback.id, (select f.id from public.feedback f where f.client_id = v_feedback.client_id));
end $$;

create function public.record_feedback(feedback jsonb, auth_id uuid default null, is_spam boolean default false) returns bigint
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account(auth_id);
  select private.record_feedback(feedback, auth_id, is_spam);
$$;
comment on function public.record_feedback is
  'For edge functions only: stores feedback of a user (by Auth id) or a guest, its fields named like their columns; answers its reference number.';
grant execute on function private.record_feedback, public.record_feedback to service_role;

-- Administration ------------------------------------------------------------------------------------------------------

create table public.feedback_entries (
  id bigint generated always as identity primary key,
  feedback_id bigint not null references public.feedback (id) on delete cascade,
  author_id bigint references public.profiles (id) on delete set null,
  kind text not null,
  body text not null,
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  constraint feedback_entries_kind_is_known check (kind in ('note', 'reply')),
  constraint feedback_entries_body_length check (char_length(body) <= 2000 and not private.is_blank(body)),
  constraint feedback_entries_client_id_is_unique unique (author_id, client_id)
);
comment on table public.feedback_entries is 'Notes of admins among themselves, and replies that went to the sender.';

create index feedback_entries_feedback_idx on public.feedback_entries (feedback_id, id);

revoke all on table public.feedback_entries from anon, authenticated, service_role;
grant select (id, feedback_id, author_id, kind, body, created_at) on table public.feedback_entries to authenticated;

alter table public.feedback_entries enable row level security;
create policy "admins read entries of feedback" on public.feedback_entries for select to authenticated
  using ((select private.is_admin()));

create function private.feedback_to_manage(p_feedback_id bigint) returns public.feedback
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_feedback public.feedback;
begin
  perform private.require_admin();
  select * into v_feedback from public.feedback f where f.id = p_feedback_id for update;
  if v_feedback.id is null then
    perform private.refuse(404, 'not_found', 'Feedback not found');
  end if;
  return v_feedback;
end $$;
comment on function private.feedback_to_manage is
  'Locks one feedback for an admin; PT401 for a guest, PT403 for others, PT404 when there is none.';

create function private.set_feedback_status(p_feedback_id bigint, p_status text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
begin
  -- Said twice is harmless, and the log tells of changes only.
  if v_feedback.status is distinct from p_status then
    update public.feedback f set status = p_status where f.id = p_feedback_id;
    perform private.audit('set_feedback_status', 'feedback', p_feedback_id::text,
      jsonb_build_object('status', v_feedback.status), jsonb_build_object('status', p_status));
  end if;
end $$;

create function public.set_feedback_status(feedback_id bigint, status text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.set_feedback_status(feedback_id, status) $$;
comment on function public.set_feedback_status is 'For admins: moves feedback to new, in_progress, resolved or spam.';
grant execute on function private.set_feedback_status, public.set_feedback_status to authenticated;

create function private.assign_feedback(p_feedback_id bigint, p_to_me boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
  v_assignee bigint := case when p_to_me then private.current_profile_id() end;
begin
  if v_feedback.assignee_id is distinct from v_assignee then
    update public.feedback f set assignee_id = v_assignee where f.id = p_feedback_id;
    perform private.audit('assign_feedback', 'feedback', p_feedback_id::text,
      jsonb_build_object('assignee_id', v_feedback.assignee_id), jsonb_build_object('assignee_id', v_assignee));
  end if;
end $$;

create function public.assign_feedback(feedback_id bigint, to_me boolean) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.assign_feedback(feedback_id, to_me) $$;
comment on function public.assign_feedback is 'For admins: takes feedback over, or leaves it to nobody.';
grant execute on function private.assign_feedback, public.assign_feedback to authenticated;

create function private.add_feedback_note(p_feedback_id bigint, p_body text, p_client_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
begin
  insert into public.feedback_entries (feedback_id, author_id, kind, body, client_id)
  values (v_feedback.id, private.current_profile_id(), 'note', btrim(p_body), p_client_id)
  on conflict (author_id, client_id) do nothing;
  if found then
    perform private.audit('add_feedback_note', 'feedback', p_feedback_id::text, null, jsonb_build_object('note', btrim(p_body)));
  end if;
end $$;

create function public.add_feedback_note(feedback_id bigint, body text, client_id uuid) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.add_feedback_note(feedback_id, body, client_id) $$;
comment on function public.add_feedback_note is 'For admins: writes a note that only admins see; the same client id writes it once.';
grant execute on function private.add_feedback_note, public.add_feedback_note to authenticated;

create function private.reply_to_feedback(p_feedback_id bigint, p_body text, p_client_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
  v_body text := btrim(p_body);
  v_mail jsonb;
begin
  insert into public.feedback_entries (feedback_id, author_id, kind, body, client_id)
  values (v_feedback.id, private.current_profile_id(), 'reply', v_body, p_client_id)
  on conflict (author_id, client_id) do nothing;
  -- A repeat must not write to the sender again.
  if not found then
    return;
  end if;
  if v_feedback.status = 'new' then
    update public.feedback f set status = 'in_progress' where f.id = v_feedback.id;
  end if;
  v_mail := jsonb_build_object('reference', 'FB-' || lpad(v_feedback.id::text, greatest(6, char_length(v_feedback.id::text)), '0'), 'subject', v_feedback.subject,
    'message', v_feedback.message, 'reply', v_body);
  if v_feedback.user_id is null then
    -- A guest has no name to be greeted by.
    perform private.queue_mail_to(v_feedback.email, 'feedback_answered', v_mail || jsonb_build_object('username', 'there'));
  else
    perform private.notify(v_feedback.user_id, format('We answered your feedback "%s": %s', v_feedback.subject, v_body),
      jsonb_build_object('type', 'feedback', 'feedbackId', v_feedback.id));
    perform private.queue_mail(v_feedback.user_id, 'feedback_answered', v_mail);
  end if;
  perform private.audit('reply_to_feedback', 'feedback', p_feedback_id::text, null, jsonb_build_object('reply', v_body));
end $$;

create function public.reply_to_feedback(feedback_id bigint, body text, client_id uuid) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.reply_to_feedback(feedback_id, body, client_id) $$;
comment on function public.reply_to_feedback is
  'For admins: answers the sender by mail, and users by notification as well; the same client id writes once.';
grant execute on function private.reply_to_feedback, public.reply_to_feedback to authenticated;

create function private.delete_feedback(p_feedback_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
begin
  delete from public.feedback f where f.id = v_feedback.id;
  perform private.audit('delete_feedback', 'feedback', p_feedback_id::text,
    to_jsonb(v_feedback) - array['client_id', 'user_agent', 'images', 'updated_at'], null);
end $$;

create function public.delete_feedback(feedback_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.delete_feedback(feedback_id) $$;
comment on function public.delete_feedback is 'For admins: deletes feedback for good; its files are removed through Storage.';
grant execute on function private.delete_feedback, public.delete_feedback to authenticated;

-- Files: which uploads a row can name, the buckets, and who puts, reads and removes which file.

create table private.doomed_uploads (
  bucket_id text not null,
  name text not null,
  doomed_at timestamptz not null default now(),
  primary key (bucket_id, name)
);
comment on table private.doomed_uploads is
  'Files that nobody uses and that are about to be removed: from now on no row may name them, so none is left behind without its file.';

revoke all on table private.doomed_uploads from anon, authenticated, service_role;

create function private.is_own_upload(p_bucket text, p_path text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_path not like (select auth.uid())::text || '/%' then
    return false;
  end if;
  -- Held until the row that names the file is stored: meanwhile no housekeeping takes it for unused.
  perform 1 from storage.objects o where o.bucket_id = p_bucket and o.name = p_path for key share;
  return found and not exists (select 1 from private.doomed_uploads d where d.bucket_id = p_bucket and d.name = p_path);
end $$;
comment on function private.is_own_upload is 'Whether the caller uploaded this file and it is really there.';

-- The path of an upload ends as its type was allowed to; the name is what the receiver saves it under.
create function private.attachment_name(p_name text, p_path text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_ending text := substring(p_path from '\.[a-z0-9]+$');
  v_name text := btrim(regexp_replace(private.without_invisible(p_name), '[[:cntrl:]/\\]+', ' ', 'g'));
begin
  -- As the ending of the name, whatever that says, when it is not the one of the path.
  if v_name is null or regexp_replace(lower(v_name), '\.jpeg$', '.jpg') not like '%_' || replace(v_ending, '.jpeg', '.jpg') then
    v_name := coalesce(nullif(v_name, ''), 'document') || v_ending;
  end if;
  return case when char_length(v_name) <= 255 then v_name
    else left(v_name, 255 - char_length(v_ending)) || v_ending end;
end $$;
comment on function private.attachment_name is
  'What an attachment is called: the given name in one line, with the ending of its path, so that a program cannot come as "invoice.exe".';

create function private.assert_own_images(p_bucket text, p_images text[], p_stored text[] default '{}') returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_image text;
begin
  -- A constraint refuses more than five, so no more are looked at. Not a slice: a client may send a list that begins at 7.
  for v_image in select i from unnest(p_images) as i limit 5 loop
    if v_image is null or not (v_image = any (p_stored)
      or (p_bucket = 'post-images' and v_image ~ '^https://[^[:space:]]+$' and char_length(v_image) <= 500)
      or private.is_own_upload(p_bucket, v_image)) then
      perform private.refuse(400, 'invalid_input', 'Unknown image', jsonb_build_object('path', 'images', 'value', left(v_image, 200)));
    end if;
  end loop;
end $$;
comment on function private.assert_own_images is
  'PT400 for an image that the caller did not upload; the images of the stored row stay valid, and posts and quotes may name https addresses.';

create function private.refuse_attachment(p_path text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(400, 'invalid_input', 'Unknown attachment', jsonb_build_object('path', 'attachments', 'value', left(p_path, 200)));
end $$;

create function private.attachments_to_take(p_bucket text, p_attachments jsonb) returns table (path text, name text, size_bytes bigint)
language plpgsql volatile rows 5 security definer set search_path = ''
as $$
declare
  v_attachment jsonb;
begin
  if jsonb_typeof(p_attachments) <> 'array' or jsonb_array_length(p_attachments) > 5 then
    perform private.refuse(400, 'invalid_input', 'File limit exceeded: Maximum 5 files can be attached');
  end if;
  for v_attachment in select * from jsonb_array_elements(p_attachments) loop
    path := v_attachment ->> 'path';
    name := private.attachment_name(v_attachment ->> 'name', path);
    select coalesce((o.metadata ->> 'size')::bigint, 0) into size_bytes from storage.objects o
    where o.bucket_id = p_bucket and o.name = v_attachment ->> 'path' and private.is_own_upload(p_bucket, o.name);
    if size_bytes is null then
      perform private.refuse_attachment(path);
    end if;
    return next;
  end loop;
end $$;
comment on function private.attachments_to_take is
  'Up to five files that the caller uploaded and names as attachments, [{"path", "name"}]; PT400 for any other.';

-- Buckets -------------------------------------------------------------------------------------------------------------
--
-- Files live below the folder of their uploader's auth id and are never overwritten: {auth id}/{uuid}.{extension}.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('post-images', 'post-images', true, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  ('avatars', 'avatars', true, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  ('news-images', 'news-images', true, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  ('feedback-images', 'feedback-images', false, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  ('quote-documents', 'quote-documents', false, 3145728, array[
    'application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation']),
  ('post-documents', 'post-documents', false, 3145728, array[
    'application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation']),
  ('message-files', 'message-files', false, 3145728, array[
    'application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'image/png', 'image/jpeg'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.may_upload(p_bucket text, p_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.current_profile_id() is not null and not private.is_suspended(private.current_profile_id())
    and p_name ~ ('^' || (select auth.uid())::text || case p_bucket
      when 'quote-documents' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?)$'
      when 'post-documents' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?)$'
      when 'message-files' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?|png|jpe?g)$'
      else '/[0-9a-f-]{36}(\.thumb)?\.(png|jpe?g|gif|webp)$' end)
    and (p_bucket <> 'news-images' or private.is_admin())
    and (private.setting('rate_limits_enabled') <> 'true' or (
      -- An image and its thumbnail are two files of one upload, so images and thumbnails are counted apart.
      select count(*) from storage.objects o
      where o.bucket_id = p_bucket and o.name like (select auth.uid())::text || '/%'
        and (o.name like '%.thumb.%') = (p_name like '%.thumb.%')
        and o.created_at > now() - make_interval(secs => (private.setting('rate_limits') #>> '{upload,seconds}')::integer))
      < (private.setting('rate_limits') #>> '{upload,max}')::integer)
$$;
comment on function private.may_upload is 'Whether the caller may put a new file under this name.';
grant execute on function private.may_upload to authenticated;

create function private.may_read_document(p_bucket text, p_name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
begin
  return case p_bucket
    when 'quote-documents' then exists (
      select 1 from public.quote_attachments a join public.quotes q on q.id = a.quote_id
      where a.path = p_name and v_me in (q.supplier_id, q.post_owner_id))
    when 'message-files' then exists (
      select 1 from public.message_attachments a join public.messages m on m.id = a.message_id
      where a.path = p_name and v_me in (m.sender_id, m.recipient_id))
    when 'post-documents' then v_me is not null and exists (
      select 1 from public.post_attachments a join public.posts p on p.id = a.post_id
      where a.path = p_name and (not p.is_hidden or p.user_id = v_me or private.is_admin()))
    else false end;
end $$;
comment on function private.may_read_document is
  'Whether the caller is a party of the quote or message that this file belongs to, or sees its post.';
grant execute on function private.may_read_document to authenticated;

create function private.is_file_in_use(p_bucket text, p_name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case p_bucket
    when 'post-images' then
      exists (select 1 from public.posts p where p.user_id = private.current_profile_id()
        and (p_name = any (p.images) or exists (
          select 1 from unnest(p.images) as i (path) where regexp_replace(i.path, '\.[a-z]+$', '.thumb.webp') = p_name)))
      or exists (select 1 from public.quotes q where q.supplier_id = private.current_profile_id()
        and (p_name = any (q.images) or exists (
          select 1 from unnest(q.images) as i (path) where regexp_replace(i.path, '\.[a-z]+$', '.thumb.webp') = p_name)))
    -- Any admin may have put the image into an item.
    when 'news-images' then exists (select 1 from public.news_items n
      where p_name = any (n.images) or exists (
        select 1 from unnest(n.images) as i (path) where regexp_replace(i.path, '\.[a-z]+$', '.thumb.webp') = p_name))
    when 'quote-documents' then exists (select 1 from public.quote_attachments a where a.path = p_name)
    when 'message-files' then exists (select 1 from public.message_attachments a where a.path = p_name)
    when 'post-documents' then exists (select 1 from public.post_attachments a where a.path = p_name)
    when 'avatars' then exists (
      select 1 from public.profiles p where p.id = private.current_profile_id() and p.avatar_path = p_name)
    else false end;
end $$;
comment on function private.is_file_in_use is 'Whether a row still shows this file of the caller; such a file cannot be removed.';
grant execute on function private.is_file_in_use to authenticated;

create function private.own_folder() returns text
language sql stable security definer set search_path = ''
as $$ select (select auth.uid())::text where private.current_profile_id() is not null $$;
comment on function private.own_folder is
  'The folder of the caller in every bucket; null for a token that outlives its session or its account.';
grant execute on function private.own_folder to authenticated;

create policy "users upload below their own folder" on storage.objects for insert to authenticated
  with check (bucket_id in ('post-images', 'avatars', 'news-images', 'quote-documents', 'message-files', 'post-documents')
    and (select private.may_upload(bucket_id, name)));

-- Images of feedback come in through `/api/feedback`, which anybody may call; only admins see and remove them.
create policy "users read their own files, parties their documents" on storage.objects for select to authenticated
  using ((bucket_id in ('post-images', 'avatars', 'news-images', 'quote-documents', 'message-files', 'post-documents')
      and (storage.foldername(name))[1] = (select private.own_folder()))
    or (bucket_id in ('quote-documents', 'message-files', 'post-documents') and private.may_read_document(bucket_id, name))
    or (bucket_id = 'feedback-images' and (select private.is_admin())));

create policy "users remove their own unused files" on storage.objects for delete to authenticated
  using ((bucket_id in ('post-images', 'avatars', 'news-images', 'quote-documents', 'message-files', 'post-documents')
      and (storage.foldername(name))[1] = (select private.own_folder())
      and not private.is_file_in_use(bucket_id, name))
    or (bucket_id = 'feedback-images' and (select private.is_admin())));

-- Inspection: the database cannot look into files, and Storage takes them for what they say. So a job reads every new one, and
-- what is not what it says, or would fill the memory of whoever looks at it, is taken out of the rows that name it and removed.

-- A list of its own: no index of `storage.objects` knows what is new, and none may be added to it on hosted Supabase.
create table private.new_uploads (
  id bigint generated always as identity primary key,
  bucket_id text not null,
  name text not null
);
comment on table private.new_uploads is 'Files that nobody has looked into yet, in the order in which they came.';

revoke all on table private.new_uploads from anon, authenticated, service_role;

create function private.note_new_upload() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.new_uploads (bucket_id, name) values (new.bucket_id, new.name);
  return null;
end $$;

create function private.uploads_to_inspect(p_limit integer) returns table (id bigint, bucket_id text, name text)
language sql stable rows 100 security definer set search_path = ''
as $$
  select u.id, u.bucket_id, u.name from private.new_uploads u order by u.id limit least(greatest(p_limit, 1), 1000)
$$;

create function public.uploads_to_inspect(batch integer default 50)
returns table (id bigint, bucket_id text, name text)
language sql stable rows 100 security invoker set search_path = ''
as $$ select * from private.uploads_to_inspect(batch) $$;
comment on function public.uploads_to_inspect is
  'For the edge function `housekeeping` only: files that nobody has looked into yet, in the order in which they came.';
grant execute on function private.uploads_to_inspect, public.uploads_to_inspect to service_role;

-- In the order of their ids, in which others take several as well.
create function private.finish_inspection(p_inspected bigint[], p_refused jsonb) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_file record;
  v_row record;
  v_owner bigint;
  v_count integer := 0;
begin
  for v_file in
    select x.bucket_id, x.name, case when split_part(x.name, '/', 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then split_part(x.name, '/', 1)::uuid end as folder
    from jsonb_to_recordset(p_refused) as x (bucket_id text, name text)
    join storage.objects o on o.bucket_id = x.bucket_id and o.name = x.name
    order by x.bucket_id, x.name for update of o
  loop
    v_count := v_count + 1;
    -- From now on no row may name it; a writer who is doing so holds the lock of the file until the row is there.
    insert into private.doomed_uploads (bucket_id, name) values (v_file.bucket_id, v_file.name) on conflict do nothing;
    select p.id into v_owner from public.profiles p where p.auth_id = v_file.folder;
    case v_file.bucket_id
      when 'post-images' then
        perform 1 from public.posts p where p.user_id = v_owner and v_file.name = any (p.images) order by p.id for no key update;
        for v_row in
          update public.posts p set images = array_remove(p.images, v_file.name)
          where p.user_id = v_owner and v_file.name = any (p.images) returning p.id, p.title
        loop
          perform private.notify(v_owner, format('A picture was removed from "%s": it is too large or no picture', v_row.title),
            jsonb_build_object('type', 'picture', 'postId', v_row.id));
        end loop;
        perform 1 from public.quotes q where q.supplier_id = v_owner and v_file.name = any (q.images) order by q.id for no key update;
        update public.quotes q set images = array_remove(q.images, v_file.name)
        where q.supplier_id = v_owner and v_file.name = any (q.images);
      when 'news-images' then
        update public.news_items n set images = array_remove(n.images, v_file.name) where v_file.name = any (n.images);
      when 'avatars' then
        update public.profiles p set avatar_path = null where p.id = v_owner and p.avatar_path = v_file.name;
      when 'quote-documents' then
        delete from public.quote_attachments a where a.path = v_file.name;
      when 'post-documents' then
        delete from public.post_attachments a where a.path = v_file.name;
      when 'message-files' then
        delete from public.message_attachments a where a.path = v_file.name;
      else
        update public.feedback f set images = array_remove(f.images, v_file.name)
        where cardinality(f.images) > 0 and f.images @> array[v_file.name];
    end case;
  end loop;
  delete from private.new_uploads u where u.id = any (p_inspected);
  return v_count;
end $$;

create function public.finish_inspection(inspected bigint[], refused jsonb) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.finish_inspection(inspected, refused) $$;
comment on function public.finish_inspection is
  'For the edge function `housekeeping` only: notes which files were looked into, and takes those that were refused out of all rows.';
grant execute on function private.finish_inspection, public.finish_inspection to service_role;

-- Thumbnails of at most 15 kB, whoever uploaded an image and however: the page draws one beside its upload, but nobody has to, and
-- the database cannot. What the inspection finds without one, or too heavy for lists, waits here for the job `thumbnails`.

create table private.images_to_draw (
  id bigint generated always as identity primary key,
  bucket_id text not null,
  source text not null,
  target text not null,
  tries smallint not null default 0,
  turn bigint not null default 1,
  constraint images_to_draw_once unique (bucket_id, target)
);
comment on table private.images_to_draw is
  'Images to be drawn small enough for lists, from one file into another; an avatar, which is its own thumbnail, into itself.';
comment on column private.images_to_draw.tries is
  'How often somebody began: an image that ends the process which draws it is left alone after the third time.';
comment on column private.images_to_draw.turn is
  'Those of one turn are drawn before those of the next; each folder has one in each, as far as it has any.';

create index images_to_draw_next_idx on private.images_to_draw (turn, id);
create index images_to_draw_folder_idx on private.images_to_draw (split_part(target, '/', 1), turn);

revoke all on table private.images_to_draw from anon, authenticated, service_role;

-- Called where the inspection notes that it has looked into files: what it refused is doomed by then.
create function private.note_images_to_draw() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.images_to_draw (bucket_id, source, target)
  select s.bucket_id, o.name, s.target
  from (
    select distinct i.bucket_id, regexp_replace(i.name, '(\.thumb)?\.[a-z]+$', '') as stem,
      regexp_replace(i.name, '(\.thumb)?\.[a-z]+$', '.thumb.webp') as target
    from inspected i where i.bucket_id in ('post-images', 'news-images')
  ) as s
  cross join lateral (
    select f.name from storage.objects f
    where f.bucket_id = s.bucket_id and f.name = any (array[s.stem || '.gif', s.stem || '.jpeg', s.stem || '.jpg', s.stem || '.png', s.stem || '.webp'])
      and not exists (select 1 from private.doomed_uploads d where d.bucket_id = f.bucket_id and d.name = f.name)
    order by f.name limit 1
  ) as o
  where not exists (select 1 from storage.objects t where t.bucket_id = s.bucket_id and t.name = s.target)
    or exists (select 1 from private.doomed_uploads d where d.bucket_id = s.bucket_id and d.name = s.target)
  on conflict do nothing;
  insert into private.images_to_draw (bucket_id, source, target)
  select o.bucket_id, o.name, o.name
  from (select distinct i.name from inspected i where i.bucket_id = 'avatars') as s
  join storage.objects o on o.bucket_id = 'avatars' and o.name = s.name
  where (o.metadata ->> 'size')::bigint > 15000
    and not exists (select 1 from private.doomed_uploads d where d.bucket_id = o.bucket_id and d.name = o.name)
  on conflict do nothing;
  -- Whoever drew it, it is there.
  delete from private.images_to_draw d using inspected i
  where d.bucket_id = i.bucket_id and d.target = i.name and d.source <> d.target
    and exists (select 1 from storage.objects o where o.bucket_id = i.bucket_id and o.name = i.name)
    and not exists (select 1 from private.doomed_uploads x where x.bucket_id = i.bucket_id and x.name = i.name);
  return null;
end $$;
comment on function private.note_images_to_draw is
  'Remembers which of the inspected files are to be drawn: images without a thumbnail, or whose thumbnail was refused, and avatars of more than 15 kB.';

-- A thumbnail that was refused is drawn when it is gone: until then another run may still be removing it.
create function private.images_to_draw(p_limit integer) returns table (bucket_id text, source text, target text)
language sql stable rows 10 security definer set search_path = ''
as $$
  select d.bucket_id, d.source, d.target from private.images_to_draw d
  where d.source = d.target
    or not exists (select 1 from storage.objects o where o.bucket_id = d.bucket_id and o.name = d.target)
  order by d.turn, d.id limit least(greatest(p_limit, 1), 1000)
$$;

create function public.images_to_draw(batch integer default 10) returns table (bucket_id text, source text, target text)
language sql stable rows 10 security invoker set search_path = ''
as $$ select * from private.images_to_draw(batch) $$;
comment on function public.images_to_draw is
  'For the edge function `housekeeping` only: images to be drawn small enough for lists, one of each folder before the second of any.';
grant execute on function private.images_to_draw(integer), public.images_to_draw to service_role;

-- An image that ends the process which draws it goes behind the others of its folder, as if it had come now.
create function private.begin_drawing(p_bucket text, p_target text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_tries integer;
begin
  update private.images_to_draw d set tries = d.tries + 1, turn = private.turn_to_draw(p_target)
  where d.bucket_id = p_bucket and d.target = p_target
  returning d.tries into v_tries;
  -- The name of a thumbnail that was refused gets a file again, which nobody is to remove.
  delete from private.doomed_uploads d
  where v_tries is not null and d.bucket_id = p_bucket and d.name = p_target
    and not exists (select 1 from storage.objects o where o.bucket_id = p_bucket and o.name = p_target);
  return coalesce(v_tries, 0);
end $$;

create function public.begin_drawing(bucket text, target text) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.begin_drawing(bucket, target) $$;
comment on function public.begin_drawing is
  'For the edge function `housekeeping` only: counts a try to draw an image and answers how many there were; 0 when somebody else has drawn it.';
grant execute on function private.begin_drawing, public.begin_drawing to service_role;

create function private.finish_drawing(p_bucket text, p_target text) returns void
language sql volatile security definer set search_path = ''
as $$ delete from private.images_to_draw d where d.bucket_id = p_bucket and d.target = p_target $$;

create function public.finish_drawing(bucket text, target text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.finish_drawing(bucket, target) $$;
comment on function public.finish_drawing is
  'For the edge function `housekeeping` only: an image that is drawn, or that nobody can draw, is not offered again.';
grant execute on function private.finish_drawing, public.finish_drawing to service_role;

create function private.turn_to_draw(p_target text) returns bigint
language sql volatile security definer set search_path = ''
as $$
  select 1 + greatest(
    -- Whoever comes later starts with those who are at their turn now, and has none of the past ones.
    (select min(d.turn) - 1 from private.images_to_draw d),
    (select max(d.turn) from private.images_to_draw d where split_part(d.target, '/', 1) = split_part(p_target, '/', 1)), 0)
$$;

create function private.set_turn_to_draw() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  new.turn := private.turn_to_draw(new.target);
  return new;
end $$;

-- Rules of the content filter: what a rule is, and where in a text it finds something.
--
-- Words and phrases are compared word by word through an index, so 2,000 of them cost no more than one. Patterns are run one
-- after the other; what they may cost is bounded when they are saved: their form is restricted, each is timed on texts made to
-- be hard for it, and all together have a budget.

create table public.content_rules (
  id bigint generated always as identity primary key,
  kind text not null,
  pattern text not null,
  action text not null,
  fields text[] not null,
  is_case_sensitive boolean not null default false,
  is_enabled boolean not null default true,
  terms text[],
  lookup text,
  needle text,
  cost_ms numeric(8, 2) not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint content_rules_kind_is_known check (kind in ('word', 'phrase', 'regex', 'built_in')),
  constraint content_rules_pattern_length check (char_length(pattern) between 1 and 100 and not private.is_blank(pattern)),
  constraint content_rules_action_is_known check (action in ('block', 'mask', 'flag')),
  constraint content_rules_fields_are_known check (fields <@ array['post_title', 'post_description', 'post_place', 'quote',
    'message', 'review', 'profile', 'feedback'] and cardinality(fields) between 1 and 8),
  constraint content_rules_are_unique unique (kind, pattern, is_case_sensitive)
);
comment on table public.content_rules is 'Texts that may not be written, or not without being seen; changed by admins, through functions only.';
comment on column public.content_rules.terms is 'The words of a word or phrase in the form in which texts are compared.';
comment on column public.content_rules.lookup is 'The first three of the terms: what a text is searched for, by index.';
comment on column public.content_rules.needle is 'A part that every match of the pattern holds, lower case: texts without it need no search.';
comment on column public.content_rules.cost_ms is 'Longest time that a pattern took for a text of 5,000 characters when it was saved.';

create index content_rules_lookup_idx on public.content_rules (lookup) where is_enabled and terms is not null;
create index content_rules_pattern_idx on public.content_rules (id) where is_enabled and terms is null;

revoke all on table public.content_rules from anon, authenticated, service_role;
grant select on table public.content_rules to authenticated;

alter table public.content_rules enable row level security;
create policy "admins read the content rules" on public.content_rules for select to authenticated
  using ((select private.is_admin()));

-- The form in which texts are compared ---------------------------------------------------------------------------------

create function private.content_key(p_word text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  v_key text := p_word;
begin
  if octet_length(v_key) > char_length(v_key) then
    -- Letters of other scripts that look Latin, lower and upper case.
    v_key := translate(normalize(v_key, nfkc),
      'аеорсухіѕјһԁԛԝёкмтнвАВЕКМНОРСТУХІЅЈЁΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαειυρκντ',
      'aeopcyxisjhdqwekmthbabekmhopctyxisjeabezhikmnoptyxoaeiupkvt');
    v_key := translate(private.fold(regexp_replace(v_key, '[\u0300-\u036f]+', '', 'g')), U&'\0131\0307', 'i');
  end if;
  v_key := lower(v_key);
  -- Digits for letters ("v1agra", "c4s1n0"), where letters are the greater part, or half and one comes first: product codes and
  -- numbers stay as they are.
  if char_length(v_key) >= 4 and v_key ~ '[013457]'
    and char_length(translate(v_key, '0123456789', '')) * 2 >= char_length(v_key) + (v_key ~ '^[0-9]')::integer then
    v_key := translate(v_key, '013457', 'oieast');
  end if;
  return v_key;
end $$;
comment on function private.content_key is
  'One word as the filter compares it: lower case, without accents, look-alike letters and digits as the letters they stand for.';

create function private.content_words(p_text text) returns table (nr bigint, word text, start_at integer)
language sql immutable parallel safe rows 50 set search_path = ''
as $$
  -- Everything but white space, punctuation and symbols belongs to a word, in any script and whatever the locale; Chinese,
  -- Japanese and Korean characters, which stand without spaces, are each a word of their own.
  select row_number() over (order by s.nr), s.part, s.start_at
  from (
    select m.nr, m.part[1] as part, (sum(char_length(m.part[1])) over (order by m.nr) - char_length(m.part[1]) + 1)::integer as start_at
    from regexp_matches(p_text, '[\s!-/:-@\[-`{-~\u0001-\u0020\u007f-\u00bf\u00d7\u00f7\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\s!-/:-@\[-`{-~\u0001-\u0020\u007f-\u00bf\u00d7\u00f7\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+', 'g')
      with ordinality as m (part, nr)) as s
  where s.part !~ '^[\s!-/:-@\[-`{-~\u0001-\u0020\u007f-\u00bf\u00d7\u00f7\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]'
$$;
comment on function private.content_words is 'The words of a text in order, each with its position.';

create function private.content_terms(p_pattern text, p_is_case_sensitive boolean) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array_agg(case when p_is_case_sensitive then w.word else private.content_key(w.word) end order by w.nr)
  from private.content_words(private.without_invisible(p_pattern)) as w
$$;
comment on function private.content_terms is 'The words of a rule as texts are compared with them; null without any.';

-- The built-in kinds -----------------------------------------------------------------------------------------------------

create function private.built_in_pattern(p_name text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case p_name
    when 'email' then
      '[a-z0-9][a-z0-9._%+-]{0,63}(?:@|＠)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{2,24}){1,3}'
      || '|[a-z0-9][a-z0-9._%+-]{0,63}\s{0,2}[@＠]\s{0,2}[a-z0-9-]{1,63}\s?(?:\.|\(?dot\)?)\s?(?:com|net|org|vn|cn|io|ru|uk|de|fr|jp|kr|eu)(?![a-z0-9])'
      || '|[a-z0-9][a-z0-9._%+-]{0,63}\s{0,2}[(\[{<]\s?(?:at|a|@)\s?[)\]}>]\s{0,2}[a-z0-9-]{1,63}\s{0,2}(?:\.|[(\[{<]\s?(?:dot|\.)\s?[)\]}>]|\sdot\s)\s{0,2}[a-z]{2,24}'
      || '|[a-z0-9][a-z0-9._%+-]{0,63}\sat\s[a-z0-9-]{1,63}\sdot\s[a-z]{2,24}'
    when 'url' then
      'h(?:tt|xx)ps?\s?:\s?//[^\s,;"<>]{2,200}'
      || '|(?<![a-z0-9@.-])www\s?\.\s?[a-z0-9-]{1,63}[^\s,;"<>]{0,200}'
      || '|(?<![a-z0-9@._-])[a-z0-9-]{2,63}(?:\.[a-z0-9-]{2,63}){0,2}\.(?:com|net|org|info|biz|vn|cn|io|ru|eu|app|shop|store|xyz|online|site)(?![a-z0-9@-])(?:/[^\s,;"<>]{0,200})?'
      || '|(?<![a-z0-9@.-])[a-z0-9-]{2,63}\s?[(\[{]\s?(?:dot|\.)\s?[)\]}]\s?(?:com|net|org|info|biz|vn|cn|io|ru|eu)(?![a-z0-9])'
    when 'phone' then
      -- International, or with a leading zero, or after a word that announces a number. HS codes such as 0901.11.1000 stay.
      '(?<![0-9])(?:\+|00)\s?[1-9](?:[\s().·_-]{0,3}[0-9]){7,13}(?![0-9])'
      || '|(?<![0-9.])(?!0[0-9]{3}\.[0-9]{2}(?:\.[0-9]{2,4})?(?![0-9]))\(?0(?:[\s().·_-]{0,3}[0-9]){8,10}(?![0-9])'
      || '|(?<![0-9])\(?[2-9][0-9]{2}\)?[\s.-]{1,2}[0-9]{3}[.-][0-9]{4}(?![0-9])'
      || '|(?:tel|phone|call|mobile|mob|cell|hotline|sđt|sdt|đt)(?:ephone)?(?:\s?(?:no|number|nr))?\s{0,2}[.:#=]{0,2}\s{0,2}(?:\+|\()?[0-9](?:[\s().·_-]{0,3}[0-9]){6,13}(?![0-9])'
    when 'messenger' then
      '(?<![a-z0-9])(?:zalo|whats\s?app|we\s?chat|weixin|viber|telegram|skype|kakao\s?(?:talk)?|messenger|facebook|instagram)(?:\s?(?:id|no|nr|number|me|us|at|is))?\s{0,2}[:=@#(+-]\s{0,2}[@+]?[a-z0-9][a-z0-9_.+-]{2,40}'
      || '|(?<![a-z0-9])(?:zalo|whats\s?app|we\s?chat|weixin|viber|telegram|skype|kakao\s?(?:talk)?)\s?(?:id|no|nr|number|me|us|at|is)?\s?\+?[0-9](?:[\s().-]{0,3}[0-9]){5,14}'
      || '|(?<![a-z0-9])(?:line|qq|imo|signal)\s?id\s{0,2}[:=#]?\s{0,2}[a-z0-9_.@-]{3,40}'
      || '|(?<![a-z0-9.])(?:t|wa|m|fb)\.me/\S{2,100}'
      || '|(?<![a-z0-9._%+@-])@[a-z][a-z0-9_.]{3,30}'
    when 'look_alike' then
      '[A-Za-z\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf\u0400-\u04ff]{0,40}'
      || '(?:[A-Za-z][\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf\u0400-\u04ff]'
      || '|[\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf\u0400-\u04ff][A-Za-z]|[A-Za-z][\u200b\u2060\ufeff]{1,9}[A-Za-z])'
      || '[A-Za-z\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf\u0400-\u04ff]{0,40}'
    when 'accents' then
      '[^\s\u0300-\u036f]?[\u0300-\u036f]{3,40}'
  end
$$;
comment on function private.built_in_pattern is
  'Pattern of a built-in kind; null for an unknown name. `accents` finds letters buried under three accents and more.';

create function private.built_in_needle(p_name text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case p_name
    when 'email' then '[@＠]|(?:[(\[{<]\s?|\s)(?:at|a)(?:\s?[)\]}>]|\s)'
    when 'url' then 'https?|hxxp|www|[a-z0-9-]\.[a-z]|[(\[{]\s?(?:dot|\.)'
    when 'phone' then '[0-9][^0-9]?[^0-9]?[^0-9]?[0-9][^0-9]?[^0-9]?[^0-9]?[0-9]'
    when 'messenger' then 'zalo|whats|chat|weixin|viber|gram|skype|kakao|messenger|facebook|\sid|\.me/|@'
    when 'look_alike' then '[\u0391-\u03a7\u03bd\u03bf\u0400-\u04ff\u200b\u2060\ufeff]'
    when 'accents' then '[\u0300-\u036f]'
  end
$$;
comment on function private.built_in_needle is
  'A quick pattern that every match of a built-in kind holds: texts without it need no search.';

-- Hits in a text -------------------------------------------------------------------------------------------------------

create function private.pattern_hits(p_text text, p_pattern text, p_is_case_sensitive boolean)
returns table (start_at integer, length integer)
language plpgsql immutable rows 5 set search_path = ''
as $$
declare
  -- A hit is put between two control characters, which no text has, and these tell where it is: the functions that answer
  -- positions search the text to its end each time.
  v_text text := translate(p_text, U&'\0001\0002', '  ');
  v_flags text := case when p_is_case_sensitive then '' else 'i' end;
  v_marked text;
  v_from integer := 1;
begin
  -- Twenty hits of one pattern say enough.
  for v_hit in 1..20 loop
    exit when v_from > char_length(v_text);
    v_marked := regexp_replace(v_text, p_pattern, U&'\0001\\&\0002', v_from, 1, v_flags);
    start_at := position(U&'\0001' in v_marked);
    exit when start_at = 0;
    length := position(U&'\0002' in v_marked) - start_at - 1;
    if length > 0 then
      return next;
    end if;
    v_from := start_at + greatest(length, 1);
  end loop;
end $$;

create function private.singulars(p_words text) returns setof text
language sql immutable strict rows 2 set search_path = ''
as $$
  select left(p_words, -1) where p_words ~ '[^ ]{2}[^ s]s$' and p_words !~ '(?:^| )(?:news|lens|does|this)$'
  union all select left(p_words, -2) where p_words ~ '[^ ]{2}(?:s|x|z|ch|sh|o)es$'
  union all select left(p_words, -3) || 'y' where p_words ~ '[^ ]{3}ies$'
$$;
comment on function private.singulars is 'Of words whose last one may be an English plural, what they are in the singular.';

create function private.word_hits(p_context text, p_text text) returns table (rule_id bigint, start_at integer, length integer)
language plpgsql stable rows 5 security definer set search_path = ''
as $$
declare
  v_words text[];
  v_keys text[];
  v_starts integer[];
  -- Signs for letters ("c@sino"), one for one, so every position holds.
  v_signless text := case when p_text ~ '[[:alpha:]]\s?[@$€]|[@$€]\s?[[:alpha:]]|[[:alpha:]][!|][[:alpha:]]' then translate(p_text, '@$€!|', 'aseil') else p_text end;
  v_first integer := 1;
  v_last integer;
  v_key text;
begin
  select array_agg(w.word order by w.nr), array_agg(w.start_at order by w.nr),
    array_agg(case when w.word ~ '^[A-Za-z]+$' then lower(w.word) else private.content_key(w.word) end order by w.nr)
  into v_words, v_starts, v_keys from private.content_words(p_text) as w;
  -- Every one, two and three words in a row are looked up; only of longer phrases is the rest compared.
  return query
    with words as (
      select s.is_case_sensitive, t.nr::integer, t.term,
        lead(t.term) over next_ones as second, lead(t.term, 2) over next_ones as third
      from (values (false, v_keys), (true, v_words)) as s (is_case_sensitive, terms)
      cross join lateral unnest(s.terms) with ordinality as t (term, nr)
      where not s.is_case_sensitive or exists (
        select 1 from public.content_rules r where r.is_enabled and r.terms is not null and r.is_case_sensitive)
      window next_ones as (partition by s.is_case_sensitive order by t.nr)),
    lookups as (
      select w.is_case_sensitive, w.nr, 1 as count, w.term as lookup from words w
      union all select w.is_case_sensitive, w.nr, 2, w.term || ' ' || w.second from words w where w.second is not null
      union all select w.is_case_sensitive, w.nr, 3, w.term || ' ' || w.second || ' ' || w.third from words w where w.third is not null),
    with_singulars as (
      select l.is_case_sensitive, l.nr, l.count, l.lookup from lookups l
      union all select l.is_case_sensitive, l.nr, l.count, s.lookup from lookups l cross join lateral private.singulars(l.lookup) as s (lookup)
      where not l.is_case_sensitive and right(l.lookup, 1) = 's')
    select r.id, v_starts[l.nr], v_starts[l.nr + cardinality(r.terms) - 1]
      + char_length(v_words[l.nr + cardinality(r.terms) - 1]) - v_starts[l.nr]
    from with_singulars l
    join public.content_rules r on r.lookup = l.lookup and r.is_case_sensitive = l.is_case_sensitive
    where r.is_enabled and r.terms is not null and p_context = any (r.fields) and least(cardinality(r.terms), 3) = l.count
      and case when cardinality(r.terms) > 3
        then (case when r.is_case_sensitive then v_words else v_keys end)[l.nr:l.nr + cardinality(r.terms) - 1] = r.terms
        else true end;

  if v_signless <> p_text then
    return query
      select r.id, w.start_at, char_length(w.word)
      from private.content_words(v_signless) as w
      cross join lateral private.content_key(w.word) as k (key)
      join public.content_rules r on not r.is_case_sensitive and (r.lookup = k.key or r.lookup in (select private.singulars(k.key)))
      where substr(p_text, w.start_at, char_length(w.word)) <> w.word
        and r.is_enabled and cardinality(r.terms) = 1 and p_context = any (r.fields);
  end if;

  -- Four letters and more, each by itself: "c a s i n o", "c.a.s.i.n.o".
  if v_signless !~ '(?:^|[\s[:punct:]])[^\s[:punct:]](?:[\s[:punct:]]{1,3}[^\s[:punct:]]){3}(?:[\s[:punct:]]|$)' then
    return;
  end if;
  select array_agg(w.word order by w.nr), array_agg(w.start_at order by w.nr) into v_words, v_starts
  from private.content_words(v_signless) as w;
  while v_first <= cardinality(v_words) loop
    v_last := v_first;
    while v_last <= cardinality(v_words) and char_length(v_words[v_last]) = 1
      and v_words[v_last] !~ '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]' loop
      v_last := v_last + 1;
    end loop;
    if v_last - v_first >= 4 then
      v_key := private.content_key(array_to_string(v_words[v_first:v_last - 1], ''));
      -- One letter may become two in another script; then no position would hold.
      if char_length(v_key) = v_last - v_first then
        return query
          select r.id, v_starts[v_first + f.at - 1], v_starts[v_first + f.at + char_length(r.terms[1]) - 2] + 1 - v_starts[v_first + f.at - 1]
          from public.content_rules r cross join lateral (select position(r.terms[1] in v_key) as at) as f
          where r.is_enabled and cardinality(r.terms) = 1 and not r.is_case_sensitive and p_context = any (r.fields)
            and char_length(r.terms[1]) >= 4 and f.at > 0;
      end if;
    end if;
    v_first := greatest(v_last, v_first + 1);
  end loop;
end $$;
comment on function private.word_hits is
  'Where words and phrases of the rules stand in a text, also in the plural, with signs for letters, and one letter at a time.';

create function private.rule_hits(p_context text, p_text text) returns table (rule_id bigint, start_at integer, length integer)
language plpgsql stable rows 5 security definer set search_path = ''
as $$
declare
  v_plain text := private.without_invisible(p_text);
  v_lower text := lower(v_plain);
  v_positions integer[];
  v_rule public.content_rules;
  v_last integer;
begin
  if v_plain <> p_text then
    -- Where each visible character stands in the text as it was written.
    v_positions := array(
      select c.nr::integer from unnest(string_to_array(p_text, null)) with ordinality as c (letter, nr)
      where private.without_invisible(c.letter) <> '' order by c.nr);
  end if;
  if exists (select 1 from public.content_rules r where r.is_enabled and r.terms is not null and p_context = any (r.fields)) then
    for rule_id, start_at, length in select h.rule_id, h.start_at, h.length from private.word_hits(p_context, v_plain) as h loop
      v_last := start_at + length - 1;
      start_at := coalesce(v_positions[start_at], start_at);
      length := coalesce(v_positions[v_last], v_last) - start_at + 1;
      return next;
    end loop;
  end if;
  for v_rule in select r.* from public.content_rules r where r.is_enabled and r.terms is null and p_context = any (r.fields) loop
    rule_id := v_rule.id;
    if v_rule.kind = 'regex' then
      continue when v_rule.needle is not null and position(v_rule.needle in v_lower) = 0;
    else
      continue when (case when v_rule.pattern = 'look_alike' then p_text else v_plain end) !~* private.built_in_needle(v_rule.pattern);
      if v_rule.pattern = 'look_alike' then
        -- Hidden characters inside a word are what this kind looks for, so it reads the text as it was written.
        return query select v_rule.id, h.start_at, h.length
          from private.pattern_hits(p_text, private.built_in_pattern(v_rule.pattern), true) as h;
        continue;
      end if;
    end if;
    for start_at, length in
      select h.start_at, h.length from private.pattern_hits(v_plain,
        case v_rule.kind when 'regex' then v_rule.pattern else private.built_in_pattern(v_rule.pattern) end,
        v_rule.is_case_sensitive) as h
    loop
      v_last := start_at + length - 1;
      start_at := coalesce(v_positions[start_at], start_at);
      length := coalesce(v_positions[v_last], v_last) - start_at + 1;
      return next;
    end loop;
  end loop;
end $$;

create function private.find_content_hits(p_context text, p_text text)
returns table (rule_id bigint, kind text, pattern text, action text, start_at integer, length integer)
language sql stable rows 5 security definer set search_path = ''
as $$
  -- No checked column is longer; what a constraint is going to refuse need not be read to its end.
  select r.id, r.kind, r.pattern, r.action, h.start_at, h.length
  from private.rule_hits(p_context, left(p_text, 5000)) as h join public.content_rules r on r.id = h.rule_id
  order by h.start_at, h.length, r.id
  limit 200
$$;
comment on function private.find_content_hits is
  'Hits of the enabled rules of a context in a text; positions count characters from 1.';

create function private.mask_content(p_text text, p_starts integer[], p_lengths integer[]) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_text text := p_text;
begin
  -- As long as before, so that every position and every limit of a length still holds.
  for v_nr in 1..coalesce(cardinality(p_starts), 0) loop
    v_text := overlay(v_text placing regexp_replace(substr(p_text, p_starts[v_nr], p_lengths[v_nr]), '\S', '*', 'g')
      from p_starts[v_nr] for p_lengths[v_nr]);
  end loop;
  return v_text;
end $$;

-- The content filter: every text is checked when it is written, and what was found is kept for 30 days.

create table public.content_hits (
  id bigint generated always as identity primary key,
  rule_id bigint references public.content_rules (id) on delete set null,
  rule_name text not null,
  action text not null,
  context text not null,
  entity text not null,
  entity_id bigint,
  user_id bigint references public.profiles (id) on delete cascade,
  excerpt text,
  refusal_id uuid,
  created_at timestamptz not null default now(),
  reviewed_at timestamptz,
  reviewed_by bigint references public.profiles (id) on delete set null,
  constraint content_hits_action_is_known check (action in ('block', 'mask', 'flag')),
  constraint content_hits_rule_name_length check (char_length(rule_name) <= 120),
  constraint content_hits_excerpt_length check (char_length(excerpt) <= 60),
  constraint content_hits_refusal_counts_once unique (refusal_id, rule_id)
);
comment on table public.content_hits is 'Hits of the content filter in the last 30 days; of a refused text only that it was refused.';
comment on column public.content_hits.excerpt is
  'Around the first hit of a flagged text, once for each text: admins read it through functions, which log it for private texts.';

create index content_hits_created_idx on public.content_hits (created_at desc);
create index content_hits_rule_idx on public.content_hits (rule_id, created_at);
create index content_hits_user_idx on public.content_hits (user_id);
create index content_hits_reviewer_idx on public.content_hits (reviewed_by) where reviewed_by is not null;
create index content_hits_waiting_idx on public.content_hits (created_at desc) where action = 'flag' and reviewed_at is null and excerpt is not null;

revoke all on table public.content_hits from anon, authenticated, service_role;
grant select (id, rule_id, rule_name, action, context, entity, entity_id, user_id, created_at, reviewed_at, reviewed_by)
  on table public.content_hits to authenticated;

alter table public.content_hits enable row level security;
create policy "admins read what the filter found" on public.content_hits for select to authenticated
  using ((select private.is_admin()));

-- A refusal carries a sealed note of the rules that refused, so that its count survives the rollback and nobody can invent one.
insert into private.app_settings (key, value)
values ('content_refusal_secret', to_jsonb(encode(extensions.gen_random_bytes(32), 'hex')));

-- Held, so that the rule is there until its hit is stored, or has found nothing.
create function private.record_content_hits(p_hits jsonb, p_entity text, p_entity_id bigint, p_user_id bigint, p_refusal_id uuid)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.content_hits (rule_id, rule_name, action, context, entity, entity_id, user_id, excerpt, refusal_id)
  select r.id, r.kind || ': ' || r.pattern, x.action, x.context, p_entity, p_entity_id, p_user_id, left(x.excerpt, 60), p_refusal_id
  from jsonb_to_recordset(p_hits) as x (rule_id bigint, action text, context text, excerpt text)
  join public.content_rules r on r.id = x.rule_id
  order by r.id for key share of r
  on conflict (refusal_id, rule_id) do nothing;
end $$;

create function private.refuse_content(p_hits jsonb, p_paths text[], p_entity text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_note text := jsonb_build_object('hits', p_hits, 'entity', p_entity, 'user', private.current_profile_id(), 'at', now(),
    'id', gen_random_uuid())::text;
begin
  perform private.refuse(400, 'content_not_allowed', 'Your text contains content that is not allowed',
    jsonb_build_object('path', p_paths[1], 'paths', p_paths,
      'refusal', translate(encode(convert_to(v_note, 'utf8'), 'base64'), E'\n', '')
        || '.' || encode(extensions.hmac(v_note, private.setting('content_refusal_secret') #>> '{}', 'sha256'), 'hex')));
end $$;
comment on function private.refuse_content is
  'Refuses a write: PT400 with the fields in the detail, and a sealed note of the rules for report_refused_content().';

-- Arguments: "context column path" each; the path is the field's name in forms and in `/api`.
create function private.filter_content() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_new jsonb := to_jsonb(new);
  v_old jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  v_entity text := rtrim(tg_table_name, 's');
  v_field text[];
  v_text text;
  v_found record;
  v_changes jsonb := '{}';
  v_hits jsonb := '[]';
  v_refused jsonb := '[]';
  v_paths text[] := '{}';
begin
  foreach v_text in array tg_argv loop
    v_field := string_to_array(v_text, ' ');
    v_text := v_new ->> v_field[2];
    continue when private.is_blank(v_text) or v_text is not distinct from v_old ->> v_field[2];
    for v_found in
      select h.action, array_agg(h.start_at order by h.start_at) as starts, array_agg(h.length order by h.start_at) as lengths,
        jsonb_agg(distinct jsonb_build_object('rule_id', h.rule_id, 'action', h.action, 'context', v_field[1])) as rules,
        -- Each rule counts once; of the text is kept what stands around the first hit, and nothing of what is masked.
        jsonb_agg(jsonb_build_object('rule_id', h.rule_id, 'action', h.action, 'context', v_field[1],
          'excerpt', case when h.nr = 1 and h.action <> 'mask'
            then substr(v_text, greatest(1, h.start_at - (60 - least(h.length, 60)) / 2), 60) end)
          order by h.start_at) filter (where h.nr_of_rule = 1) as hits
      from (
        select f.*, row_number() over (partition by f.action = 'mask' order by f.start_at, f.length, f.rule_id) as nr,
          row_number() over (partition by f.rule_id order by f.start_at, f.length) as nr_of_rule
        from private.find_content_hits(v_field[1], v_text) as f) as h
      group by h.action
    loop
      -- A registration cannot say which field is wrong, so it passes and is looked at instead.
      if v_found.action = 'block' and not (tg_table_name = 'profiles' and tg_op = 'INSERT') then
        v_refused := v_refused || v_found.rules;
        v_paths := v_paths || v_field[3];
      else
        v_hits := v_hits || replace(v_found.hits::text, '"action": "block"', '"action": "flag"')::jsonb;
      end if;
      if v_found.action = 'mask' then
        v_changes := v_changes || jsonb_build_object(v_field[2], private.mask_content(v_text, v_found.starts, v_found.lengths));
      end if;
    end loop;
  end loop;
  if v_refused <> '[]' then
    perform private.refuse_content(v_refused, v_paths, v_entity);
  end if;
  if v_hits <> '[]' then
    perform private.record_content_hits(v_hits, v_entity, (v_new ->> 'id')::bigint, private.current_profile_id(), null);
  end if;
  if v_changes <> '{}' then
    new := jsonb_populate_record(new, v_changes);
  end if;
  return new;
end $$;
comment on function private.filter_content is
  'Checks the named columns when they are written: refuses, masks, or lets pass and notes it for review.';

create function private.report_refused_content(p_refusal text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
  v_note text;
  v_facts jsonb;
begin
  begin
    v_note := convert_from(decode(split_part(p_refusal, '.', 1), 'base64'), 'utf8');
  exception when others then
    v_note := null;
  end;
  if v_note is null or encode(extensions.hmac(v_note, private.setting('content_refusal_secret') #>> '{}', 'sha256'), 'hex')
      <> split_part(p_refusal, '.', 2) then
    perform private.refuse(400, 'invalid_input', 'Invalid input');
  end if;
  v_facts := v_note::jsonb;
  -- A text that an edge function writes, such as the feedback of a guest, names nobody.
  if (v_facts ->> 'user')::bigint <> coalesce(v_me, 0) or (v_facts ->> 'at')::timestamptz < now() - interval '1 hour' then
    perform private.refuse(400, 'invalid_input', 'Invalid input');
  end if;
  perform private.consume_rate_limit('content_report', coalesce(v_me::text, 'guests'));
  perform private.record_content_hits(v_facts -> 'hits', v_facts ->> 'entity', null, v_me, (v_facts ->> 'id')::uuid);
end $$;

create function public.report_refused_content(refusal text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.report_refused_content(refusal) $$;
comment on function public.report_refused_content is
  'Counts a refusal that the caller was answered; the refusal itself had to undo everything, its count included.';
grant execute on function private.report_refused_content, public.report_refused_content to anon, authenticated;

-- Flagged texts -------------------------------------------------------------------------------------------------------

create function private.is_private_context(p_context text) returns boolean
language sql immutable set search_path = ''
as $$ select p_context in ('message', 'quote') $$;
comment on function private.is_private_context is 'Whether only two people read what is written there.';

create function private.list_flagged_content(p_page integer, p_page_size integer)
returns table (id bigint, rule_name text, context text, entity text, entity_id bigint, user_id bigint, username text, excerpt text,
  created_at timestamptz, total bigint)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
begin
  perform private.require_admin();
  return query
    select h.id, h.rule_name, h.context, h.entity, h.entity_id, h.user_id, p.username,
      case when private.is_private_context(h.context) then null else h.excerpt end, h.created_at, count(*) over ()
    from public.content_hits h left join public.profiles p on p.id = h.user_id
    where h.action = 'flag' and h.reviewed_at is null and h.excerpt is not null and h.created_at >= now() - interval '30 days'
    order by h.created_at desc, h.id desc
    limit v_size offset (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
end $$;

create function public.list_flagged_content(page integer default 1, page_size integer default 20)
returns table (id bigint, rule_name text, context text, entity text, entity_id bigint, user_id bigint, username text, excerpt text,
  created_at timestamptz, total bigint)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_flagged_content(page, page_size) $$;
comment on function public.list_flagged_content is
  'For admins: what rules flagged in the last 30 days and nobody has looked at, newest first; each row carries the total.';
grant execute on function private.list_flagged_content, public.list_flagged_content to authenticated;

create function private.read_flagged_content(p_hit_id bigint) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_hit public.content_hits;
begin
  perform private.require_admin();
  select * into v_hit from public.content_hits h
  where h.id = p_hit_id and h.action = 'flag' and h.excerpt is not null and h.created_at >= now() - interval '30 days';
  if v_hit.id is null then
    perform private.refuse(404, 'not_found', 'Flagged text not found');
  end if;
  if private.is_private_context(v_hit.context) then
    perform private.audit('read_private_text', v_hit.entity, v_hit.entity_id::text, null,
      jsonb_build_object('finding', v_hit.id, 'rule', v_hit.rule_name));
  end if;
  return v_hit.excerpt;
end $$;

create function public.read_flagged_content(hit_id bigint) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.read_flagged_content(hit_id) $$;
comment on function public.read_flagged_content is
  'For admins: at most 60 characters around what a rule flagged; each look at a private text is in the audit log.';
grant execute on function private.read_flagged_content, public.read_flagged_content to authenticated;

create function private.review_flagged_content(p_hit_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_reviewed bigint[];
begin
  with reviewed as (
    update public.content_hits h set reviewed_at = now(), reviewed_by = v_me
    where h.id = any (p_hit_ids[:100]) and h.action = 'flag' and h.reviewed_at is null returning h.id)
  select array_agg(r.id order by r.id) into v_reviewed from reviewed r;
  if v_reviewed is not null then
    perform private.audit('review_flagged_content', 'content_hit', v_reviewed[1]::text, null, jsonb_build_object('ids', v_reviewed));
  end if;
end $$;

create function public.review_flagged_content(hit_ids bigint[]) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.review_flagged_content(hit_ids) $$;
comment on function public.review_flagged_content is 'For admins: takes flagged texts off the list; up to 100 at once.';
grant execute on function private.review_flagged_content, public.review_flagged_content to authenticated;

-- Administration of content rules: which rules are accepted, and saving, deleting, importing, listing, testing them.

create function private.refuse_pattern(p_message text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(400, 'invalid_input', p_message, '{"path": "pattern"}');
end $$;

create function private.assert_simple_pattern(p_pattern text) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  v_letters text[] := string_to_array(p_pattern, null);
  v_count integer := cardinality(v_letters);
  v_nr integer := 1;
  -- Per open group: whether something in it repeats.
  v_repeats boolean[] := array[false];
  v_depth integer := 1;
  v_closed boolean := false;
  v_letter text;
  v_bounds text[];
begin
  if p_pattern ~ '^\*\*\*' or p_pattern ~ '\(\?[^:]' or p_pattern ~ '\(\?$' then
    perform private.refuse_pattern('Look-around and options are not supported in a pattern');
  end if;
  while v_nr <= v_count loop
    v_letter := v_letters[v_nr];
    if v_letter = '\' then
      if v_letters[v_nr + 1] ~ '[0-9]' then
        perform private.refuse_pattern('Back references are not supported in a pattern');
      end if;
      v_nr := v_nr + 1;
      v_closed := false;
    elsif v_letter = '[' then
      -- To the closing bracket; one that stands first belongs to the set.
      v_nr := v_nr + case when v_letters[v_nr + 1] = '^' then 2 else 1 end;
      loop
        v_nr := v_nr + case when v_letters[v_nr] = '\' then 2 else 1 end;
        exit when v_nr > v_count or v_letters[v_nr] = ']';
      end loop;
      v_closed := false;
    elsif v_letter = '(' then
      v_depth := v_depth + 1;
      v_repeats[v_depth] := false;
      if v_letters[v_nr + 1] = '?' then
        v_nr := v_nr + 2;
      end if;
      v_closed := false;
    elsif v_letter = ')' and v_depth > 1 then
      v_closed := v_repeats[v_depth];
      v_depth := v_depth - 1;
      v_repeats[v_depth] := v_repeats[v_depth] or v_closed;
    elsif v_letter in ('*', '+', '{') then
      if v_closed then
        perform private.refuse_pattern('A repetition within a repetition is not supported in a pattern');
      end if;
      if v_letter = '{' then
        v_bounds := regexp_match(array_to_string(v_letters[v_nr:], ''), '^\{(\d+)(?:,(\d*))?\}');
        if greatest(v_bounds[1]::integer, nullif(v_bounds[2], '')::integer) > 50 then
          perform private.refuse_pattern('A repetition may have at most 50 steps');
        end if;
        v_nr := v_nr + coalesce(position('}' in array_to_string(v_letters[v_nr:], '')), 1) - 1;
      end if;
      v_repeats[v_depth] := true;
      v_closed := true;
    elsif v_letter <> '?' then
      v_closed := false;
    end if;
    v_nr := v_nr + 1;
  end loop;
end $$;
comment on function private.assert_simple_pattern is
  'PT400 for a pattern with look-around, back references, repeated repetitions or more than 50 steps: these can take any time.';

create function private.pattern_needle(p_pattern text) returns text
language sql immutable set search_path = ''
as $$
  -- Whatever may be left out or is not plain is cut away; sets within sets and alternatives are too much to think about.
  select case when position('|' in p_pattern) = 0 and position('[[' in p_pattern) = 0 then (
    select n.part from regexp_split_to_table(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(lower(p_pattern), '\\(?:[xuc0-9][0-9a-f]*|.)', '.', 'g'),
            '\[[^]]*\]', '.', 'g'),
          '\(.*\)', '.'),
        '[a-z0-9 ](?:[*?]|\{[^}]*\})', '.', 'g'),
      '[^a-z0-9 ]+') as n (part)
    where char_length(n.part) >= 3 order by char_length(n.part) desc limit 1) end
$$;
comment on function private.pattern_needle is 'The longest plain part that every match of a pattern holds; null without one.';

create function private.pattern_cost(p_pattern text, p_is_case_sensitive boolean) returns numeric
language plpgsql volatile set search_path = ''
as $$
declare
  v_literal text := regexp_replace(p_pattern, '\\.|[][(){}|*+?^$.]', '', 'g');
  v_seeds text[] := array['a', '0', ' ', 'a ', 'a0', '0-', 'ab@cd.', 'The quick brown fox 0912 345 678. ',
      coalesce(nullif(v_literal, ''), 'x'), coalesce(nullif(v_literal, ''), 'x') || ' ']
    || array(select distinct l from unnest(string_to_array(v_literal, null)) as l limit 12);
  v_seed text;
  v_text text;
  v_started timestamptz;
  v_took numeric;
  v_worst numeric := 0;
begin
  -- Short texts first: what is slow there is refused before it can be slow for long. What takes its time is measured again,
  -- because the machine may have been busy with something else.
  foreach v_seed in array v_seeds loop
    for v_size in 1..3 loop
      v_text := left(repeat(v_seed, 5000), (array[200, 1000, 4999])[v_size]) || '!';
      v_took := null;
      for v_try in 1..3 loop
        v_started := clock_timestamp();
        perform private.pattern_hits(v_text, p_pattern, p_is_case_sensitive);
        v_took := least(v_took, extract(epoch from clock_timestamp() - v_started) * 1000);
        exit when v_took <= 1;
      end loop;
      if v_took > 50 then
        perform private.refuse_pattern('The pattern takes longer than 50 ms');
      end if;
      v_worst := greatest(v_worst, v_took);
    end loop;
  end loop;
  return round(v_worst, 2);
end $$;
comment on function private.pattern_cost is
  'Longest time in ms that a pattern takes for texts that are hard for it; PT400 above 50 ms.';

create function private.prepare_content_rule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The table's constraints refuse these with less to say.
  if new.kind not in ('word', 'phrase', 'regex', 'built_in') or private.is_blank(new.pattern) or char_length(new.pattern) > 100 then
    return new;
  end if;
  new.terms := null;
  new.lookup := null;
  new.needle := case when tg_op = 'UPDATE' and new.kind = 'regex' then old.needle end;
  new.cost_ms := case when tg_op = 'UPDATE' then old.cost_ms else 0 end;
  if new.kind in ('word', 'phrase') then
    new.pattern := btrim(new.pattern);
    new.cost_ms := 0;
    new.terms := private.content_terms(new.pattern, new.is_case_sensitive);
    new.lookup := array_to_string(new.terms[1:3], ' ');
    if new.terms is null then
      perform private.refuse_pattern('The pattern has no letter or digit');
    elsif new.kind = 'word' and new.pattern ~ '\s' then
      perform private.refuse_pattern('A word has no spaces. Use a phrase.');
    end if;
  elsif new.kind = 'built_in' then
    new.cost_ms := 0;
    new.is_case_sensitive := false;
    if private.built_in_pattern(new.pattern) is null then
      perform private.refuse_pattern('Unknown built-in kind');
    end if;
  elsif tg_op = 'INSERT' or (new.kind, new.pattern, new.is_case_sensitive) is distinct from (old.kind, old.pattern, old.is_case_sensitive) then
    perform private.assert_simple_pattern(new.pattern);
    begin
      if '' ~ new.pattern then
        perform private.refuse_pattern('The pattern matches an empty text');
      end if;
    exception when invalid_regular_expression then
      perform private.refuse_pattern('This is not a valid pattern');
    end;
    new.needle := private.pattern_needle(new.pattern);
    new.cost_ms := private.pattern_cost(new.pattern, new.is_case_sensitive);
  end if;
  if new.is_enabled and new.cost_ms > 0 and new.cost_ms + (
      select coalesce(sum(r.cost_ms), 0) from public.content_rules r where r.is_enabled and r.id <> new.id) > 500 then
    perform private.refuse_pattern('All patterns together would take longer than 500 ms. Disable another one first.');
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  elsif (select count(*) from public.content_rules) >= 2000 then
    perform private.refuse_pattern('There are 2,000 rules already. Delete another one first.');
  end if;
  return new;
end $$;

-- Rare flags ----------------------------------------------------------------------------------------------------------
--
-- A flag rule must be rare: one that finds every other text would show private messages to admins.

create function private.recent_texts(p_fields text[], p_limit integer) returns table (content text)
language sql stable rows 10000 security definer set search_path = ''
as $$
  select t.content from (
    (select p.created_at, p.title as content from public.posts p where 'post_title' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, p.description from public.posts p where 'post_description' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, concat_ws(E'\n', p.area, p.delivery_address, p.port) from public.posts p
      where 'post_place' = any (p_fields) order by p.id desc limit p_limit)
    union all (select q.created_at, concat_ws(E'\n', q.description, q.price_text, q.quantity_text, q.payment_method, q.shipping_method,
        q.delivery_time, q.delivery_from, q.delivery_to, q.organization_name) from public.quotes q
      where 'quote' = any (p_fields) order by q.id desc limit p_limit)
    union all (select k.created_at, concat_ws(E'\n', k.question, k.answer) from public.post_questions k
      where 'post_description' = any (p_fields) order by k.id desc limit p_limit)
    union all (select m.created_at, m.content from public.messages m where 'message' = any (p_fields) and m.content <> '' order by m.id desc limit p_limit)
    union all (select r.created_at, concat_ws(E'\n', r.comment, r.reply) from public.reviews r where 'review' = any (p_fields) order by r.id desc limit p_limit)
    union all (select p.created_at, concat_ws(E'\n', p.username, p.company_name, p.bio, p.country) from public.profiles p
      where 'profile' = any (p_fields) order by p.id desc limit p_limit)
    union all (select f.created_at, concat_ws(E'\n', f.subject, f.message) from public.feedback f where 'feedback' = any (p_fields) order by f.id desc limit p_limit)
  ) as t
  order by t.created_at desc limit p_limit
$$;

create function private.rule_finds(p_rule public.content_rules, p_text text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_plain text := private.without_invisible(left(p_text, 5000));
begin
  if p_rule.terms is not null then
    return exists (select 1 from private.word_hits(p_rule.fields[1], v_plain) as h where h.rule_id = p_rule.id);
  elsif p_rule.kind = 'regex' then
    return case when p_rule.is_case_sensitive then v_plain ~ p_rule.pattern else v_plain ~* p_rule.pattern end;
  elsif p_rule.pattern = 'look_alike' then
    return left(p_text, 5000) ~ private.built_in_pattern(p_rule.pattern);
  end if;
  return v_plain ~* private.built_in_needle(p_rule.pattern) and v_plain ~* private.built_in_pattern(p_rule.pattern);
end $$;

create function private.assert_rare_flag(p_rule_id bigint, p_budget_ms numeric) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rule public.content_rules := (select r from public.content_rules r where r.id = p_rule_id and r.is_enabled and r.action = 'flag');
  v_end timestamptz := clock_timestamp() + make_interval(secs => p_budget_ms / 1000);
  v_text text;
  v_read integer := 0;
  v_found integer := 0;
begin
  if v_rule.id is null then
    return;
  end if;
  -- The newest first; where the time is not enough for all, as many as it is enough for, a few in any case.
  for v_text in select t.content from private.recent_texts(v_rule.fields, case when p_budget_ms < 200 then 20 else 10000 end) as t loop
    exit when v_read >= 20 and clock_timestamp() > v_end;
    v_read := v_read + 1;
    v_found := v_found + private.rule_finds(v_rule, v_text)::integer;
  end loop;
  -- A handful says nothing in a marketplace that has just begun.
  if v_found > 10 and v_found * 100 > v_read then
    perform private.refuse_pattern(format(
      'This would flag %s %% of the last %s texts. A rule that flags may find 1 %% at most.', round(100.0 * v_found / v_read, 1), v_read));
  end if;
end $$;
comment on function private.assert_rare_flag is
  'PT400 with the share when an enabled rule that flags would find more than 1 % of the last 10,000 texts of its fields; bounded in time.';

create function private.save_content_rule(p_rule_id bigint, p_rule jsonb, p_budget_ms numeric default 2000) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.content_rules;
  v_rule public.content_rules;
  v_after public.content_rules;
begin
  perform private.require_admin();
  v_rule := jsonb_populate_record(null::public.content_rules, '{"is_case_sensitive": false, "is_enabled": true}'
    || private.known_fields(p_rule, array['kind', 'pattern', 'action', 'fields', 'is_case_sensitive', 'is_enabled']));
  if coalesce(p_rule_id, 0) = 0 then
    insert into public.content_rules (kind, pattern, action, fields, is_case_sensitive, is_enabled)
    values (v_rule.kind, v_rule.pattern, v_rule.action, v_rule.fields, v_rule.is_case_sensitive, v_rule.is_enabled)
    returning * into v_after;
    perform private.assert_rare_flag(v_after.id, p_budget_ms);
    perform private.audit('create_content_rule', 'content_rule', v_after.id::text, null, to_jsonb(v_after));
  else
    select * into v_before from public.content_rules r where r.id = p_rule_id for update;
    if v_before.id is null then
      perform private.refuse(404, 'not_found', 'Rule not found');
    end if;
    update public.content_rules r set kind = v_rule.kind, pattern = v_rule.pattern, action = v_rule.action, fields = v_rule.fields,
      is_case_sensitive = v_rule.is_case_sensitive, is_enabled = v_rule.is_enabled
    where r.id = p_rule_id returning * into v_after;
    if (v_after.kind, v_after.pattern, v_after.action, v_after.fields, v_after.is_case_sensitive, v_after.is_enabled) is distinct from
        (v_before.kind, v_before.pattern, v_before.action, v_before.fields, v_before.is_case_sensitive, v_before.is_enabled) then
      perform private.assert_rare_flag(v_after.id, p_budget_ms);
    end if;
    perform private.audit('update_content_rule', 'content_rule', p_rule_id::text, to_jsonb(v_before), to_jsonb(v_after));
  end if;
  return v_after.id;
exception when unique_violation then
  perform private.refuse(409, 'conflict', 'There is a rule with this pattern already', '{"path": "pattern"}');
  -- Not reached.
  return null;
end $$;

create function public.save_content_rule(rule jsonb, rule_id bigint default null) returns bigint
language sql volatile security invoker set search_path = ''
as $$ select private.save_content_rule(rule_id, rule) $$;
comment on function public.save_content_rule is
  'For admins: changes a rule of the content filter, or creates one when no id is given; its fields are named like their columns. Answers its id.';
grant execute on function private.save_content_rule, public.save_content_rule to authenticated;

create function private.delete_content_rule(p_rule_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.content_rules;
begin
  perform private.require_admin();
  delete from public.content_rules r where r.id = p_rule_id returning * into v_before;
  if v_before.id is null then
    perform private.refuse(404, 'not_found', 'Rule not found');
  end if;
  perform private.audit('delete_content_rule', 'content_rule', p_rule_id::text, to_jsonb(v_before), null);
end $$;

create function public.delete_content_rule(rule_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.delete_content_rule(rule_id) $$;
comment on function public.delete_content_rule is 'For admins: deletes a rule of the content filter; what it found stays listed.';
grant execute on function private.delete_content_rule, public.delete_content_rule to authenticated;

create function private.import_content_rules(p_rules jsonb) returns table (line integer, status text, message text)
language plpgsql volatile rows 100 security definer set search_path = ''
as $$
declare
  v_rule jsonb;
  v_id bigint;
begin
  perform private.require_admin();
  if jsonb_typeof(p_rules) <> 'array' or jsonb_array_length(p_rules) > 2000 then
    perform private.refuse(400, 'invalid_input', 'At most 2,000 rules can be imported at once');
  end if;
  for v_rule, line in select r.value, r.ordinality from jsonb_array_elements(p_rules) with ordinality as r loop
    message := null;
    begin
      v_rule := private.trimmed(v_rule);
      select r.id into v_id from public.content_rules r
      where r.kind = v_rule ->> 'kind' and r.pattern = v_rule ->> 'pattern'
        and r.is_case_sensitive = coalesce((v_rule ->> 'is_case_sensitive')::boolean, false);
      status := case when v_id is null then 'created' else 'updated' end;
      perform private.save_content_rule(v_id, v_rule, 2000 / jsonb_array_length(p_rules));
    exception
      when sqlstate 'PT400' or sqlstate 'PT409' then
        status := 'failed';
        message := sqlerrm;
      when data_exception or integrity_constraint_violation then
        status := 'failed';
        message := 'Invalid input';
    end;
    return next;
  end loop;
end $$;

create function public.import_content_rules(rules jsonb) returns table (line integer, status text, message text)
language sql volatile rows 100 security invoker set search_path = ''
as $$ select * from private.import_content_rules(rules) $$;
comment on function public.import_content_rules is
  'For admins: saves up to 2,000 rules and says of each whether it was created, updated or failed, and why.';
grant execute on function private.import_content_rules, public.import_content_rules to authenticated;

create function private.list_content_rules(p_search text, p_kind text, p_action text, p_is_enabled boolean, p_sort text,
  p_order text, p_page integer, p_page_size integer)
returns table (id bigint, kind text, pattern text, action text, fields text[], is_case_sensitive boolean, is_enabled boolean,
  cost_ms numeric, hits bigint, updated_at timestamptz, total bigint)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 1000);
  v_is_descending boolean := coalesce(p_order, 'desc') <> 'asc';
begin
  perform private.require_admin();
  return query
    select r.id, r.kind, r.pattern, r.action, r.fields, r.is_case_sensitive, r.is_enabled, r.cost_ms, coalesce(c.hits, 0),
      r.updated_at, count(*) over ()
    from public.content_rules r
    left join (
      select h.rule_id, count(*) as hits from public.content_hits h
      where h.created_at >= now() - interval '30 days' group by h.rule_id) as c on c.rule_id = r.id
    where (private.is_blank(p_search) or position(private.fold(btrim(p_search)) in private.fold(r.pattern)) > 0)
      and (p_kind is null or r.kind = p_kind) and (p_action is null or r.action = p_action)
      and (p_is_enabled is null or r.is_enabled = p_is_enabled)
    order by
      case when not v_is_descending then case p_sort when 'pattern' then r.pattern when 'kind' then r.kind when 'action' then r.action end end,
      case when v_is_descending then case p_sort when 'pattern' then r.pattern when 'kind' then r.kind when 'action' then r.action end end desc,
      case when p_sort = 'hits' then coalesce(c.hits, 0) * case when v_is_descending then -1 else 1 end end,
      case when v_is_descending then -r.id else r.id end
    limit v_size offset (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
end $$;

create function public.list_content_rules(search text default null, kind text default null, action text default null,
  is_enabled boolean default null, sort text default null, sort_order text default null, page integer default 1, page_size integer default 20)
returns table (id bigint, kind text, pattern text, action text, fields text[], is_case_sensitive boolean, is_enabled boolean,
  cost_ms numeric, hits bigint, updated_at timestamptz, total bigint)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_content_rules(search, kind, action, is_enabled, sort, sort_order, page, page_size) $$;
comment on function public.list_content_rules is
  'For admins: one page of the rules with their hits in 30 days; each row carries the total.';
grant execute on function private.list_content_rules, public.list_content_rules to authenticated;

create function private.test_content(p_context text, p_text text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_hits jsonb;
  v_masked text := p_text;
begin
  perform private.require_admin();
  if char_length(p_text) > 5000 then
    perform private.refuse(400, 'invalid_input', 'Text too long', '{"path": "text"}');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('ruleId', h.rule_id, 'kind', h.kind, 'pattern', h.pattern, 'action', h.action,
      'start', h.start_at, 'length', h.length) order by h.start_at, h.length), '[]'),
    private.mask_content(p_text, array_agg(h.start_at) filter (where h.action = 'mask'), array_agg(h.length) filter (where h.action = 'mask'))
  into v_hits, v_masked from private.find_content_hits(p_context, p_text) as h;
  return jsonb_build_object(
    'verdict', case when v_hits @> '[{"action": "block"}]' then 'blocked' when v_hits @> '[{"action": "flag"}]' then 'flagged' else 'allowed' end,
    'hits', v_hits, 'masked', v_masked);
end $$;

create function public.test_content(context text, content text) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.test_content(context, content) $$;
comment on function public.test_content is
  'For admins: what the filter would make of a text: verdict, hits with their positions, masked text. Nothing is stored.';
grant execute on function private.test_content, public.test_content to authenticated;

-- First rules ---------------------------------------------------------------------------------------------------------

-- Nothing is refused or changed until an admin decides so: contact details in quotes and reviews, which the terms do not allow,
-- and disguised words anywhere are put on the list for review.
insert into public.content_rules (kind, pattern, action, fields) values
  ('built_in', 'email', 'flag', array['quote', 'review']),
  ('built_in', 'phone', 'flag', array['quote', 'review']),
  ('built_in', 'url', 'flag', array['quote', 'review']),
  ('built_in', 'messenger', 'flag', array['quote', 'review']),
  ('built_in', 'look_alike', 'flag', array['post_title', 'post_description', 'quote', 'review', 'profile']),
  ('built_in', 'accents', 'flag', array['post_title', 'post_description', 'quote', 'review', 'profile']);

-- Moderation: the list of hidden posts that admins work on, and the audit log of their acts on posts of others.

create type private.hidden_post_filter as (search text, hidden_by text, category text, since timestamptz, before timestamptz);

comment on type private.hidden_post_filter is 'Which hidden posts to list: null for what does not matter; since and before are times of hiding.';

create function private.hidden_post_condition(p_filter private.hidden_post_filter) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ', 'p.is_hidden',
    case when not private.is_blank(p_filter.search) then $c$p.id = any (array(
      select w.id from public.posts w where w.is_hidden and private.fold(w.title) like any ($1)
      union
      select w.id from public.posts w where w.is_hidden and w.user_id in (
        select o.id from public.profiles o where private.fold(o.username || ' ' || coalesce(o.company_name, '')) like any ($1))))$c$ end,
    case p_filter.hidden_by
      when 'owner' then '(p.hidden_by is null or p.hidden_by = p.user_id)'
      when 'admin' then 'p.hidden_by <> p.user_id' end,
    case when p_filter.category is not null then 'p.category = ($2).category' end,
    case when p_filter.since is not null then 'p.hidden_at >= ($2).since' end,
    case when p_filter.before is not null then 'p.hidden_at < ($2).before' end)
$$;
comment on function private.hidden_post_condition is
  'SQL condition on posts p, where $1 are the patterns of the search and $2 is the filter.';

-- One row is said to come, so that a plan that joins others to these goes through them one by one and keeps their order.
create function private.list_hidden_posts(p_filter private.hidden_post_filter, p_sort text, p_direction text, p_page integer,
  p_page_size integer) returns setof public.posts
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
  v_direction text := case when p_direction = 'asc' then 'asc' else 'desc' end;
  v_ids bigint[];
  v_post public.posts;
begin
  perform private.require_admin();
  execute format('select array(select p.id from public.posts p %s where %s order by %s %s, p.id %s offset $3 limit $4)',
      case p_sort when 'quotes' then 'join public.post_counters c on c.post_id = p.id' end,
      private.hidden_post_condition(p_filter),
      case p_sort when 'title' then 'lower(p.title)' when 'quotes' then 'c.quotes' else 'p.hidden_at' end, v_direction, v_direction)
    into v_ids
    using private.user_patterns(p_filter.search), p_filter, (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size, v_size;
  for v_post in
    select p.* from unnest(v_ids) with ordinality as o (id, place) join public.posts p on p.id = o.id order by o.place
  loop
    -- Columns that callers have no right to read from the table are not given to them here either.
    v_post.client_id := null;
    v_post.owner_company := null;
    v_post.search := null;
    return next v_post;
  end loop;
end $$;

create function public.list_hidden_posts(search text default null, hidden_by text default null, category text default null,
  since timestamptz default null, before timestamptz default null, sort text default 'hiddenAt', direction text default 'desc',
  page integer default 1, page_size integer default 20) returns setof public.posts
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.list_hidden_posts(row(search, hidden_by, category, since, before), sort, direction, page, page_size) $$;
comment on function public.list_hidden_posts is
  'For admins: one page of the hidden posts, sorted by hiddenAt, title or quotes; hidden_by is owner or admin.';
grant execute on function private.list_hidden_posts, public.list_hidden_posts to authenticated;

create function private.count_hidden_posts(p_filter private.hidden_post_filter) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_count bigint;
begin
  perform private.require_admin();
  -- All of them, or those of a category, are counted already.
  if private.is_blank(p_filter.search) and (p_filter.hidden_by, p_filter.since, p_filter.before) is null then
    return least(10001, (
      select coalesce(sum(b.hidden_count), 0) from private.post_blocks b
      where b.country = '' and b.category = coalesce(p_filter.category, '')
        and b.span = (select max(s.span) from private.post_block_spans() s where not s.by_country and s.by_category = (p_filter.category is not null))));
  end if;
  execute format('select count(*) from (select 1 from public.posts p where %s limit 10001) as c',
      private.hidden_post_condition(p_filter))
    into v_count using private.user_patterns(p_filter.search), p_filter;
  return v_count;
end $$;

create function public.count_hidden_posts(search text default null, hidden_by text default null, category text default null,
  since timestamptz default null, before timestamptz default null) returns bigint
language sql stable security invoker set search_path = ''
as $$ select private.count_hidden_posts(row(search, hidden_by, category, since, before)) $$;
comment on function public.count_hidden_posts is
  'For admins: how many posts list_hidden_posts() would list; 10001 stands for "more than 10,000".';
grant execute on function private.count_hidden_posts, public.count_hidden_posts to authenticated;

create function private.lock_hidden_posts(p_post_ids bigint[]) returns bigint[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids bigint[];
begin
  perform private.require_admin();
  if coalesce(cardinality(p_post_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 posts');
  end if;
  -- In the order of ids, so that two admins with overlapping choices cannot wait for each other.
  perform 1 from public.posts p where p.id = any (p_post_ids) order by p.id for update;
  v_ids := array(select p.id from public.posts p where p.id = any (p_post_ids) and p.is_hidden order by p.id);
  if v_ids = '{}' then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
  perform private.hold_counters(v_ids);
  return v_ids;
end $$;
comment on function private.lock_hidden_posts is 'Locks those of at most 50 posts that are hidden; PT409 when none is any more.';

create function private.unhide_posts(p_post_ids bigint[], p_note text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids bigint[] := private.lock_hidden_posts(p_post_ids);
begin
  if char_length(p_note) > 300 then
    perform private.refuse(400, 'invalid_input', 'Note too long', '{"path": "note"}');
  end if;
  -- For notify_of_moderation(), which tells the owner.
  perform set_config('app.moderation_note', coalesce(btrim(p_note), ''), true);
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null where p.id = any (v_ids);
  perform set_config('app.moderation_note', '', true);
  return cardinality(v_ids);
end $$;

create function public.unhide_posts(post_ids bigint[], note text default null) returns integer
language sql volatile security invoker set search_path = '' as $$ select private.unhide_posts(post_ids, note) $$;
comment on function public.unhide_posts is 'For admins: unhides up to 50 posts, with a note to their owners; answers how many.';
grant execute on function private.unhide_posts, public.unhide_posts to authenticated;

create function private.edit_hide_reason(p_post_id bigint, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text := private.required_reason(p_reason);
  v_ids bigint[] := private.lock_hidden_posts(array[p_post_id]);
begin
  update public.posts p set hidden_reason = v_reason where p.id = any (v_ids) and p.hidden_by <> p.user_id;
  if not found then
    perform private.refuse(409, 'conflict', 'This post was hidden by its owner');
  end if;
end $$;

create function public.edit_hide_reason(post_id bigint, reason text) returns void
language sql volatile security invoker set search_path = '' as $$ select private.edit_hide_reason(post_id, reason) $$;
comment on function public.edit_hide_reason is 'For admins: another reason for a post that an admin hid.';
grant execute on function private.edit_hide_reason, public.edit_hide_reason to authenticated;

create function private.delete_hidden_posts(p_post_ids bigint[], p_reason text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text := private.required_reason(p_reason);
  v_ids bigint[] := private.lock_hidden_posts(p_post_ids);
  v_post public.posts;
begin
  for v_post in select p.* from public.posts p where p.id = any (v_ids) order by p.id loop
    perform private.audit('delete_post', 'post', v_post.id::text,
      jsonb_build_object('title', v_post.title, 'owner', (select o.username from public.profiles o where o.id = v_post.user_id)),
      jsonb_build_object('reason', v_reason));
    if v_post.user_id <> private.current_profile_id() then
      perform private.notify(v_post.user_id, format('Your post "%s" was deleted: %s', v_post.title, v_reason), '{"type": "post"}');
    end if;
  end loop;
  delete from public.posts p where p.id = any (v_ids);
  return cardinality(v_ids);
end $$;

create function public.delete_hidden_posts(post_ids bigint[], reason text) returns integer
language sql volatile security invoker set search_path = '' as $$ select private.delete_hidden_posts(post_ids, reason) $$;
comment on function public.delete_hidden_posts is 'For admins: deletes up to 50 hidden posts for a reason, of which their owners are notified; answers how many.';
grant execute on function private.delete_hidden_posts, public.delete_hidden_posts to authenticated;

-- Audit log -----------------------------------------------------------------------------------------------------------

create function private.audit_moderation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
begin
  if v_me is null or v_me = new.user_id then
    return null;
  end if;
  perform private.audit(
    case when not new.is_hidden then 'unhide_post' when old.is_hidden and old.hidden_by = new.hidden_by then 'edit_hide_reason' else 'hide_post' end,
    'post', new.id::text,
    jsonb_build_object('title', old.title, 'hidden', old.is_hidden, 'reason', old.hidden_reason),
    jsonb_build_object('title', new.title, 'hidden', new.is_hidden, 'reason', new.hidden_reason));
  return null;
end $$;

-- Settings: limits and switches on the page of admins. Settings that are not named here, secrets among them, can neither be read nor
-- changed.

create function private.list_app_settings() returns table (key text, value jsonb, updated_at timestamptz)
language plpgsql stable rows 30 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select s.key, s.value, s.updated_at from private.app_settings s where s.key = 'rate_limits_enabled'
    union all
    select 'rate_limits.' || r.key, r.value, s.updated_at
    from private.app_settings s cross join lateral jsonb_each(s.value) as r where s.key = 'rate_limits'
    order by 1;
end $$;

create function public.list_app_settings() returns table (key text, value jsonb, updated_at timestamptz)
language sql stable rows 30 security invoker set search_path = ''
as $$ select * from private.list_app_settings() $$;
comment on function public.list_app_settings is 'For admins: the switches and limits that can be changed; a limit is {"max", "seconds"}.';
grant execute on function private.list_app_settings, public.list_app_settings to authenticated;

create function private.checked_rate_limit(p_value jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  -- A day at most: uses are forgotten after two. And at least one: none at all would lock out whoever could change it back.
  v_most constant jsonb := jsonb_build_object('max', 1000000, 'seconds', 86400);
  v_name text;
begin
  for v_name in select jsonb_object_keys(v_most) loop
    if jsonb_typeof(p_value -> v_name) is distinct from 'number'
      or (p_value ->> v_name)::numeric not between 1 and (v_most ->> v_name)::numeric
      or (p_value ->> v_name)::numeric % 1 <> 0 then
      perform private.refuse(400, 'invalid_input', format('A whole number from 1 to %s', v_most ->> v_name),
        jsonb_build_object('path', 'value.' || v_name));
    end if;
  end loop;
  return jsonb_build_object('max', (p_value ->> 'max')::numeric::integer, 'seconds', (p_value ->> 'seconds')::numeric::integer);
end $$;
comment on function private.checked_rate_limit is 'A limit with its two whole numbers and nothing else; PT400 for what is none.';

create function private.save_app_setting(p_key text, p_value jsonb, p_expected jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text := split_part(p_key, '.', 1);
  v_limit text := nullif(substr(p_key, char_length('rate_limits.') + 1), '');
  v_stored jsonb;
  v_before jsonb;
  v_after jsonb;
begin
  -- A main admin: whoever takes the limits away may try passwords without end.
  perform private.require_main_admin();
  select s.value into v_stored from private.app_settings s where s.key = v_key for update;
  v_before := case when p_key = 'rate_limits_enabled' then v_stored when v_key = 'rate_limits' then v_stored -> v_limit end;
  if v_before is null then
    perform private.refuse(404, 'not_found', 'Setting not found');
  elsif p_key = 'rate_limits_enabled' then
    if jsonb_typeof(p_value) is distinct from 'boolean' then
      perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "value"}');
    end if;
    v_after := p_value;
  else
    v_after := private.checked_rate_limit(p_value);
  end if;
  if v_before is distinct from p_expected then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  elsif v_before = v_after then
    return;
  end if;
  update private.app_settings s
  set value = case when p_key = 'rate_limits_enabled' then v_after else jsonb_set(s.value, array[v_limit], v_after) end, updated_at = now()
  where s.key = v_key;
  perform private.audit('save_setting', 'setting', p_key, jsonb_build_object('value', v_before), jsonb_build_object('value', v_after));
end $$;

create function public.save_app_setting(key text, value jsonb, expected jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.save_app_setting(key, value, expected) $$;
comment on function public.save_app_setting is
  'For main admins: changes a switch or limit; PT409 when it is no longer what the caller has seen.';
grant execute on function private.save_app_setting, public.save_app_setting to authenticated;

-- Idempotency: the first answer to a call of `/api` with an Idempotency-Key is kept for 24 hours, and a repeat gets it:
-- docs/decisions.md#every-write-can-be-repeated. Only the edge function `api` calls this, after it has authorised the caller.

create table private.idempotent_writes (
  subject text not null,
  key text not null,
  request_hash text not null,
  lease uuid not null,
  leased_until timestamptz not null,
  status smallint,
  answer text,
  created_at timestamptz not null default now(),
  primary key (subject, key),
  constraint idempotent_writes_subject_length check (char_length(subject) between 1 and 100),
  constraint idempotent_writes_key_length check (char_length(key) between 1 and 255),
  constraint idempotent_writes_request_hash_length check (char_length(request_hash) between 1 and 100),
  constraint idempotent_writes_answer_length check (char_length(answer) <= 100000),
  constraint idempotent_writes_answer_has_status check ((status is null) = (answer is null))
);
comment on table private.idempotent_writes is 'First answers to writes that named a key, for 24 hours. Without an answer the write is still running.';
comment on column private.idempotent_writes.subject is 'Whose key it is: an account, or the address of a guest. Nobody gets the answers of somebody else.';
comment on column private.idempotent_writes.request_hash is 'Keyed hash of method, path and body: the same key for another request is a mistake of the client.';
comment on column private.idempotent_writes.leased_until is 'A write that has not answered by then has died, and a repeat may run it again.';

create index idempotent_writes_created_idx on private.idempotent_writes (created_at);

create function private.begin_idempotent_write(p_subject text, p_key text, p_request_hash text)
returns table (outcome text, lease uuid, status smallint, answer text)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_first private.idempotent_writes;
begin
  -- One statement decides who runs, so that of many repeats at the same moment exactly one does.
  insert into private.idempotent_writes as w (subject, key, request_hash, lease, leased_until)
  values (p_subject, p_key, p_request_hash, gen_random_uuid(), now() + interval '2 minutes')
  on conflict (subject, key) do update set
    request_hash = excluded.request_hash, lease = excluded.lease, leased_until = excluded.leased_until,
    status = null, answer = null, created_at = now()
  where w.created_at <= now() - interval '24 hours'
    or (w.status is null and w.leased_until <= now() and w.request_hash = excluded.request_hash)
  returning w.* into v_first;
  if v_first.lease is not null then
    perform private.consume_rate_limit('idempotent_write', p_subject);
    return query select 'run', v_first.lease, null::smallint, null::text;
    return;
  end if;
  select * into v_first from private.idempotent_writes w where w.subject = p_subject and w.key = p_key;
  return query select
    case
      when v_first.request_hash <> p_request_hash then 'other_request'
      when v_first.status is not null then 'answered'
      else 'running'
    end, null::uuid, v_first.status, v_first.answer;
end $$;
comment on function private.begin_idempotent_write is
  'What to do with a write that names a key: "run" it under the lease, give the first answer ("answered"), wait ("running"), or refuse it ("other_request").';

create function public.begin_idempotent_write(subject text, key text, request_hash text)
returns table (outcome text, lease uuid, status smallint, answer text)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.begin_idempotent_write(subject, key, request_hash) $$;
comment on function public.begin_idempotent_write is 'For edge functions only: what to do with a write that names a key.';
grant execute on function private.begin_idempotent_write, public.begin_idempotent_write to service_role;

create function private.finish_idempotent_write(p_subject text, p_key text, p_lease uuid, p_status smallint, p_answer text)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_status is null then
    delete from private.idempotent_writes w where w.subject = p_subject and w.key = p_key and w.lease = p_lease;
  else
    update private.idempotent_writes w set status = p_status, answer = p_answer
    where w.subject = p_subject and w.key = p_key and w.lease = p_lease;
  end if;
end $$;
comment on function private.finish_idempotent_write is
  'Keeps the answer of a write; without a status the key is free again, as after a failure that a repeat may mend.';

create function public.finish_idempotent_write(subject text, key text, lease uuid, status smallint default null, answer text default null)
returns void
language sql volatile security invoker set search_path = ''
as $$ select private.finish_idempotent_write(subject, key, lease, status, answer) $$;
comment on function public.finish_idempotent_write is 'For edge functions only: keeps the answer of a write.';
grant execute on function private.finish_idempotent_write, public.finish_idempotent_write to service_role;

create function private.sweep_idempotent_writes(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from private.idempotent_writes w where (w.subject, w.key) in (
    select o.subject, o.key from private.idempotent_writes o where o.created_at <= now() - interval '24 hours'
    limit p_limit for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function private.sweep_idempotent_writes is 'Removes a batch of answers that are older than 24 hours; answers how many.';

-- Statistics for admins: visits, searches without results, and counts of everything.

-- Guest visits --------------------------------------------------------------------------------------------------------
--
-- One row per browser session of a visitor, without anything that names a person.

create table public.guest_visits (
  id bigint generated always as identity primary key,
  session_id text not null,
  page_path text not null,
  referrer text not null,
  created_at timestamptz not null default now(),
  constraint guest_visits_session_is_reported_once unique (session_id),
  constraint guest_visits_session_id_length check (char_length(session_id) between 8 and 64),
  constraint guest_visits_page_path_length check (char_length(page_path) between 1 and 500),
  constraint guest_visits_referrer_length check (char_length(referrer) between 1 and 500)
);
comment on table public.guest_visits is 'Where visitors land and come from; kept for 90 days.';

create index guest_visits_created_idx on public.guest_visits (created_at);

-- Nobody reads or writes rows directly; the edge function reports through the function below.
revoke all on table public.guest_visits from anon, authenticated, service_role;

alter table public.guest_visits enable row level security;

create function private.record_guest_visit(p_session_id text, p_page_path text, p_referrer text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.guest_visits (session_id, page_path, referrer)
  values (p_session_id, left(p_page_path, 500), left(coalesce(nullif(btrim(p_referrer), ''), 'direct'), 500))
  on conflict (session_id) do nothing
$$;

create function public.record_guest_visit(session_id text, page_path text, referrer text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.record_guest_visit(session_id, page_path, referrer) $$;
comment on function public.record_guest_visit is 'For edge functions only: stores the first page of a visitor''s session.';
grant execute on function private.record_guest_visit, public.record_guest_visit to service_role;

-- Searches without results -----------------------------------------------------------------------------------------------------

create table private.empty_searches (
  day date not null,
  term text not null,
  searches integer not null default 1,
  primary key (day, term),
  constraint empty_searches_term_length check (char_length(term) between 2 and 60)
);
comment on table private.empty_searches is
  'What was searched and not found, per day, without a trace of who searched; kept 90 days.';

create function private.report_empty_search(p_search text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_term text := left(regexp_replace(private.fold(btrim(left(p_search, 200))), '\s+', ' ', 'g'), 60);
  v_subject text := coalesce(private.current_profile_id()::text, 'guests');
  v_has_posts boolean;
begin
  -- A term that may be somebody's address or number is not kept, nor is one that has a result after all.
  if char_length(v_term) < 2 or v_term ~* private.built_in_pattern('email') or v_term ~ '([0-9][^0-9]{0,3}){7}' then
    return;
  end if;
  begin
    perform private.assert_rate_limit('empty_search', v_subject);
    v_has_posts := private.count_posts(v_term, null, null, false) > 0;
    -- Only now: all guests count in one row, which nobody should hold while searching.
    perform private.consume_rate_limit('empty_search', v_subject);
  exception when sqlstate 'PT429' then
    -- Nobody waits for this report, so nobody hears that there were too many.
    return;
  end;
  if v_has_posts then
    return;
  end if;
  -- A list that a person can read: new terms are no longer taken once a day has a thousand.
  update private.empty_searches e set searches = e.searches + 1 where e.day = (now() at time zone 'utc')::date and e.term = v_term;
  if not found and (select count(*) from private.empty_searches e where e.day = (now() at time zone 'utc')::date) < 1000 then
    insert into private.empty_searches as e (day, term) values ((now() at time zone 'utc')::date, v_term)
    on conflict (day, term) do update set searches = e.searches + 1;
  end if;
end $$;

create function public.report_empty_search(search text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.report_empty_search(search) $$;
comment on function public.report_empty_search is 'Counts a search that found nothing, for the statistics; without who searched.';
grant execute on function private.report_empty_search, public.report_empty_search to anon, authenticated;

-- Counts --------------------------------------------------------------------------------------------------------------
--
-- Everything is counted from the rows themselves, so the figures agree with them. An index on the time bounds what a range of days reads.

create function private.stats_totals(p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'visitors', (select count(*) from public.guest_visits v where v.created_at >= p_from and v.created_at < p_to),
    'registrations', r.registrations,
    'verified', r.verified,
    'posts', (select count(*) from public.posts p where p.created_at >= p_from and p.created_at < p_to),
    'quotes', (select count(*) from public.quotes q where q.created_at >= p_from and q.created_at < p_to),
    -- From the quotes of the range and of two days more, instead of asking for each post.
    'quotedWithin48h', (
      select count(distinct p.id)
      from public.quotes q join public.posts p on p.id = q.post_id
      where q.created_at >= p_from and q.created_at <= p_to + interval '48 hours'
        and p.created_at >= p_from and p.created_at < p_to and q.created_at <= p.created_at + interval '48 hours'),
    'messages', (select count(*) from public.messages m where m.created_at >= p_from and m.created_at < p_to),
    'reviews', (select count(*) from public.reviews v where v.created_at >= p_from and v.created_at < p_to),
    'hiddenPosts', (select count(*) from public.posts p where p.is_hidden and p.hidden_at >= p_from and p.hidden_at < p_to),
    'openFeedback', (
      select count(*) from public.feedback f
      where f.created_at >= p_from and f.created_at < p_to and f.status in ('new', 'in_progress')))
  from (
    select count(*) as registrations, count(u.email_confirmed_at) as verified
    from auth.users u
    where u.id = any (array(select p.auth_id from public.profiles p where p.created_at >= p_from and p.created_at < p_to))) as r
$$;

create function private.stats_days(p_from date, p_to date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with counted as (
    select 'visitors' as what, (v.created_at at time zone 'utc')::date as day, count(*) as count from public.guest_visits v
    where v.created_at >= p_from::timestamp at time zone 'utc' and v.created_at < (p_to + 1)::timestamp at time zone 'utc' group by 2
    union all
    select 'registrations', (p.created_at at time zone 'utc')::date, count(*) from public.profiles p
    where p.created_at >= p_from::timestamp at time zone 'utc' and p.created_at < (p_to + 1)::timestamp at time zone 'utc' group by 2
    union all
    select 'posts', (p.created_at at time zone 'utc')::date, count(*) from public.posts p
    where p.created_at >= p_from::timestamp at time zone 'utc' and p.created_at < (p_to + 1)::timestamp at time zone 'utc' group by 2
    union all
    select 'quotes', (q.created_at at time zone 'utc')::date, count(*) from public.quotes q
    where q.created_at >= p_from::timestamp at time zone 'utc' and q.created_at < (p_to + 1)::timestamp at time zone 'utc' group by 2)
  select jsonb_agg(jsonb_build_object('day', d.day, 'visitors', d.visitors, 'registrations', d.registrations, 'posts', d.posts,
    'quotes', d.quotes) order by d.day)
  from (
    select g.day::date as day,
      coalesce(sum(c.count) filter (where c.what = 'visitors'), 0) as visitors,
      coalesce(sum(c.count) filter (where c.what = 'registrations'), 0) as registrations,
      coalesce(sum(c.count) filter (where c.what = 'posts'), 0) as posts,
      coalesce(sum(c.count) filter (where c.what = 'quotes'), 0) as quotes
    from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') as g (day)
    left join counted c on c.day = g.day::date
    group by g.day) as d
$$;

-- One list per table of the page: what it is about, its counts, the greatest first; at most 1,000 rows.
create function private.stats_tables(p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with new_posts as (
    select p.category, p.country, count(*) as posts from public.posts p
    where p.created_at >= p_from and p.created_at < p_to group by 1, 2),
  quoted as materialized (
    select q.post_id, count(*) as quotes from public.quotes q where q.created_at >= p_from and q.created_at < p_to group by 1),
  new_quotes as (
    select p.category, p.country, sum(n.quotes) as quotes from public.posts p join quoted n on n.post_id = p.id
    where p.id = any (array(select n.post_id from quoted n)) group by 1, 2),
  top_suppliers as materialized (
    select q.supplier_id, count(*) as quotes from public.quotes q
    where q.created_at >= p_from and q.created_at < p_to group by 1 order by 2 desc, 1 limit 1000),
  both_counts as (
    select n.category, n.country, n.posts, 0::numeric as quotes from new_posts n
    union all select n.category, n.country, 0, n.quotes from new_quotes n)
  select jsonb_build_object(
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('category', t.category, 'posts', t.posts, 'quotes', t.quotes)
        order by t.posts desc, t.quotes desc, t.category), '[]')
      from (select b.category, sum(b.posts) as posts, sum(b.quotes) as quotes from both_counts b group by 1) as t),
    'countries', (
      select coalesce(jsonb_agg(jsonb_build_object('country', t.country, 'posts', t.posts, 'quotes', t.quotes)
        order by t.posts desc, t.quotes desc, t.country), '[]')
      from (
        select b.country, sum(b.posts) as posts, sum(b.quotes) as quotes from both_counts b
        group by 1 order by 2 desc, 3 desc, 1 limit 1000) as t),
    'suppliers', (
      select coalesce(jsonb_agg(jsonb_build_object('userId', t.supplier_id, 'username', u.username, 'quotes', t.quotes)
        order by t.quotes desc, t.supplier_id), '[]')
      from top_suppliers t join public.profiles u on u.id = t.supplier_id
      where u.id = any (array(select t.supplier_id from top_suppliers t))),
    'emptySearches', (
      select coalesce(jsonb_agg(jsonb_build_object('term', t.term, 'searches', t.searches) order by t.searches desc, t.term), '[]')
      from (
        select e.term, sum(e.searches) as searches from private.empty_searches e
        where e.day >= (p_from at time zone 'utc')::date and e.day < (p_to at time zone 'utc')::date
        group by 1 order by 2 desc, 1 limit 1000) as t),
    'landingPages', (
      select coalesce(jsonb_agg(jsonb_build_object('page', t.page, 'visitors', t.visitors) order by t.visitors desc, t.page), '[]')
      from (
        select split_part(v.page_path, '?', 1) as page, count(*) as visitors from public.guest_visits v
        where v.created_at >= p_from and v.created_at < p_to group by 1 order by 2 desc, 1 limit 1000) as t),
    -- The site alone: what stands behind its name may be about a person.
    'referrers', (
      select coalesce(jsonb_agg(jsonb_build_object('referrer', t.referrer, 'visitors', t.visitors) order by t.visitors desc, t.referrer), '[]')
      from (
        select coalesce(substring(v.referrer from '^[a-zA-Z]+://([^/?#]+)'), v.referrer) as referrer, count(*) as visitors
        from public.guest_visits v
        where v.created_at >= p_from and v.created_at < p_to group by 1 order by 2 desc, 1 limit 1000) as t))
$$;

create function private.admin_stats(p_from date, p_to date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_from timestamptz := p_from::timestamp at time zone 'utc';
  v_to timestamptz := (p_to + 1)::timestamp at time zone 'utc';
begin
  perform private.require_admin();
  if p_from is null or p_to is null or p_from > p_to or p_to - p_from > 365 then
    perform private.refuse(400, 'invalid_input', 'A range has 1 to 366 days', '{"path": "from"}');
  end if;
  return jsonb_build_object('from', p_from, 'to', p_to,
    'current', private.stats_totals(v_from, v_to),
    'previous', private.stats_totals(v_from - (v_to - v_from), v_from),
    -- Of what is there now, only what triggers count anyway: no count reads a whole table.
    'stock', jsonb_build_object('visiblePosts', (select coalesce(sum(t.visible_count), 0) from public.post_totals t)),
    'days', private.stats_days(p_from, p_to),
    'tables', private.stats_tables(v_from, v_to));
end $$;

create function public.admin_stats(from_day date, to_day date) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.admin_stats(from_day, to_day) $$;
comment on function public.admin_stats is
  'For admins: totals of a range of UTC days and of as many days before, counts per day, and the tables of the page.';
grant execute on function private.admin_stats, public.admin_stats to authenticated;

-- Housekeeping: deletes what is past its time, in small batches with short locks. The edge function `housekeeping` repeats a job until
-- nothing is left; every job is idempotent.

create table private.upload_sweep (
  is_only_row boolean primary key default true,
  bucket_id text not null default '',
  name text not null default '',
  constraint upload_sweep_is_one_row check (is_only_row)
);
comment on table private.upload_sweep is 'The last file that was looked at; the next run continues behind it, and starts over after the last file.';

revoke all on table private.upload_sweep from anon, authenticated, service_role;

insert into private.upload_sweep default values;

-- A file is in use when a row names it, or when it is the thumbnail of such a file. What the owners of the folders show is read once,
-- not once per file.
create function private.used_uploads(p_bucket text, p_names text[]) returns setof text
language plpgsql stable rows 500 security definer set search_path = ''
as $$
declare
  -- Images are shown by people of their folder; so the search stays within their rows.
  v_owners bigint[] := array(
    select p.id from public.profiles p
    where p.auth_id in (
      select f.folder::uuid from (select distinct split_part(n, '/', 1) as folder from unnest(p_names) as n) as f
      where f.folder ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'));
begin
  case p_bucket
    when 'feedback-images' then
      return query select i from public.feedback f, unnest(f.images) as i
        where cardinality(f.images) > 0 and f.images && p_names and i = any (p_names);
    when 'quote-documents' then
      return query select a.path from public.quote_attachments a where a.path = any (p_names);
    when 'post-documents' then
      return query select a.path from public.post_attachments a where a.path = any (p_names);
    when 'message-files' then
      return query select a.path from public.message_attachments a where a.path = any (p_names);
    when 'post-images', 'avatars', 'news-images' then
      return query
        with shown as (
          select unnest(p.images) as path from public.posts p where p_bucket = 'post-images' and p.user_id = any (v_owners)
          union all select unnest(q.images) from public.quotes q where p_bucket = 'post-images' and q.supplier_id = any (v_owners)
          union all select p.avatar_path from public.profiles p where p_bucket = 'avatars' and p.id = any (v_owners)
          union all select unnest(n.images) from public.news_items n where p_bucket = 'news-images'
        ), used as materialized (
          select s.path from shown s union select regexp_replace(s.path, '\.[a-z]+$', '.thumb.webp') from shown s)
        select n from unnest(p_names) as n join used u on u.path = n;
    else
      -- A bucket that this rule does not know is left alone.
      return query select unnest(p_names);
  end case;
end $$;
comment on function private.used_uploads is 'Those of the files of a bucket that a row shows, or that are thumbnails of such a file.';

create function private.doom_unused_uploads(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_from private.upload_sweep;
  v_last record;
  v_window record;
  v_looked integer := 0;
  v_names text[];
begin
  -- One run at a time; the next one goes on where this one was.
  select * into v_from from private.upload_sweep u for update skip locked;
  if not found then
    return 0;
  end if;
  for v_window in
    select w.bucket_id, array_agg(w.name) as names, count(*)::integer as files,
      coalesce(array_agg(w.name) filter (where w.created_at < now() - interval '24 hours'), '{}') as old
    from (
      select o.bucket_id, o.name, o.created_at from storage.objects o
      where (o.bucket_id, o.name) > (v_from.bucket_id, v_from.name)
      order by o.bucket_id, o.name limit p_limit) as w
    group by w.bucket_id order by w.bucket_id
  loop
    v_looked := v_looked + v_window.files;
    v_names := array(select unnest(v_window.old) except select private.used_uploads(v_window.bucket_id, v_window.old));
    -- Locked first and looked at once more: a row that takes a file holds the lock of `is_own_upload`.
    v_names := array(
      select o.name from storage.objects o where o.bucket_id = v_window.bucket_id and o.name = any (v_names)
      order by o.name for update skip locked);
    insert into private.doomed_uploads (bucket_id, name)
    select v_window.bucket_id, n from unnest(v_names) as n
    where n not in (select private.used_uploads(v_window.bucket_id, v_names))
    on conflict do nothing;
  end loop;
  select o.bucket_id, o.name into v_last from storage.objects o
  where (o.bucket_id, o.name) > (v_from.bucket_id, v_from.name)
  order by o.bucket_id, o.name offset greatest(v_looked, 1) - 1 limit 1;
  -- Files that are gone need not be remembered.
  delete from private.doomed_uploads d
  where (d.bucket_id, d.name) > (v_from.bucket_id, v_from.name)
    and (v_looked < p_limit or (d.bucket_id, d.name) <= (v_last.bucket_id, v_last.name))
    and not exists (select 1 from storage.objects o where o.bucket_id = d.bucket_id and o.name = d.name);
  update private.upload_sweep u set
    bucket_id = case when v_looked < p_limit then '' else v_last.bucket_id end,
    name = case when v_looked < p_limit then '' else v_last.name end
  where u.is_only_row;
  return v_looked;
end $$;
comment on function private.doom_unused_uploads is
  'Looks at the next files for those that are older than 24 hours and that no row shows; from then on none may. Answers how many it looked at: fewer than asked for at the end of all.';

create function public.doom_unused_uploads(batch integer default 1000) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.doom_unused_uploads(batch) $$;
comment on function public.doom_unused_uploads is
  'For the edge function `housekeeping` only: looks at the next files for unused ones; fewer than asked for are the last.';
grant execute on function private.doom_unused_uploads, public.doom_unused_uploads to service_role;

create function private.doomed_uploads(p_after_bucket text, p_after_name text, p_limit integer) returns table (bucket_id text, name text)
language sql stable rows 100 security definer set search_path = ''
as $$
  select d.bucket_id, d.name from private.doomed_uploads d
  where (d.bucket_id, d.name) > (p_after_bucket, p_after_name) order by d.bucket_id, d.name limit p_limit
$$;
comment on function private.doomed_uploads is
  'Files to be removed through the storage API, those that an earlier run left behind as well.';

create function public.doomed_uploads(after_bucket text default '', after_name text default '', batch integer default 100)
returns table (bucket_id text, name text)
language sql stable rows 100 security invoker set search_path = ''
as $$ select * from private.doomed_uploads(after_bucket, after_name, batch) $$;
comment on function public.doomed_uploads is
  'For the edge function `housekeeping` only: the next unused files older than 24 hours, which no row may name any more.';
grant execute on function private.doomed_uploads, public.doomed_uploads to service_role;

create function private.housekeep(p_job text, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  case p_job
    when 'notifications' then
      delete from public.notifications n where n.id in (
        select o.id from public.notifications o where o.created_at < now() - interval '90 days' limit p_limit for update skip locked);
    when 'guest-visits' then
      delete from public.guest_visits g where g.id in (
        select o.id from public.guest_visits o where o.created_at < now() - interval '90 days' limit p_limit for update skip locked);
    when 'rate-limits' then
      -- The longest window is a day.
      delete from private.rate_limit_uses r where (r.action, r.subject) in (
        select o.action, o.subject from private.rate_limit_uses o where o.window_started_at < now() - interval '2 days'
        limit p_limit for update skip locked);
    when 'content-hits' then
      delete from public.content_hits h where h.id in (
        select o.id from public.content_hits o where o.created_at < now() - interval '30 days' limit p_limit for update skip locked);
    when 'empty-searches' then
      delete from private.empty_searches e where (e.day, e.term) in (
        select o.day, o.term from private.empty_searches o where o.day < (now() at time zone 'utc')::date - 90
        limit p_limit for update skip locked);
    when 'audit-log' then
      delete from public.audit_log a where a.id in (
        select o.id from public.audit_log o where o.created_at < now() - interval '2 years' limit p_limit for update skip locked);
    when 'mail-log' then
      delete from private.mail_days d where d.day < (now() at time zone 'utc')::date - 30;
      delete from private.mail_outbox m where m.id in (
        select o.id from private.mail_outbox o
        where o.created_at < now() - interval '30 days' and o.status in ('sent', 'bounced', 'failed') limit p_limit for update skip locked);
    when 'suspensions' then
      -- Over they are by themselves; this takes the mark away and says so in the log. Few at a time: accounts have many indexes.
      with ended as (
        update public.accounts a set suspended_until = null, suspension_reason = null
        where a.profile_id in (
          select o.profile_id from public.accounts o where o.suspended_until <= now() limit least(p_limit, 500) for update skip locked)
        returning a.profile_id)
      select count(*) into v_count from ended e
      cross join lateral private.audit('end_suspension', 'user', e.profile_id::text, null, null);
      return v_count;
    when 'repeated-writes' then
      return private.sweep_idempotent_writes(p_limit);
    when 'vocabulary' then
      return private.forget_words(p_limit);
    when 'broadcasts' then
      return private.work_on_broadcasts(p_limit);
    else
      perform private.refuse(404, 'not_found', 'There is no such job');
  end case;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

create function public.housekeep(job text, batch integer default 5000) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.housekeep(job, batch) $$;
comment on function public.housekeep is 'For the edge function `housekeeping` only: one batch of a job; answers how many rows it handled.';
grant execute on function private.housekeep, public.housekeep to service_role;

-- Exchange rates for the comparison of quotes. Admins enter them, or a job reads them from an address that the operator configured.
-- Every rate has its day: old rates are shown as old and decide nothing.

create table public.exchange_rates (
  currency text not null,
  day date not null,
  usd_per_unit numeric not null,
  source text not null,
  primary key (currency, day),
  constraint exchange_rates_currency_is_a_code check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  constraint exchange_rates_day_is_plausible check (day between date '2000-01-01' and date '2199-12-31'),
  -- From the smallest money in use to the largest, with room for a thousand years of inflation. NaN is none of them.
  constraint exchange_rates_rate_is_plausible check (usd_per_unit between 0.000000001 and 1000000),
  constraint exchange_rates_source_length check (char_length(source) between 1 and 200)
);
comment on table public.exchange_rates is
  'How many US dollars one unit of a currency was worth on a day. Written by admins and by the job `housekeeping/exchange-rates`.';
comment on column public.exchange_rates.source is 'Where the rate comes from: "Admin" for one that an admin entered, else the host that answered.';

revoke all on table public.exchange_rates from anon, authenticated, service_role;
grant select on table public.exchange_rates to anon, authenticated;

alter table public.exchange_rates enable row level security;
create policy "everybody reads exchange rates" on public.exchange_rates for select to anon, authenticated using (true);

create function public.latest_exchange_rates() returns table (currency text, day date, usd_per_unit numeric, source text)
language sql stable rows 200 security invoker set search_path = ''
as $$
  -- From one currency to the next along the primary key: a few steps, however many days there are.
  with recursive latest as (
    (select r.currency, r.day from public.exchange_rates r order by r.currency desc, r.day desc limit 1)
    union all
    select n.currency, n.day from latest l cross join lateral (
      select r.currency, r.day from public.exchange_rates r where r.currency < l.currency
      order by r.currency desc, r.day desc limit 1) as n)
  select r.currency, r.day, r.usd_per_unit, r.source
  from latest l join public.exchange_rates r on r.currency = l.currency and r.day = l.day order by r.currency
$$;
comment on function public.latest_exchange_rates is 'The newest rate of each currency.';
grant execute on function public.latest_exchange_rates to anon, authenticated;

create function private.set_exchange_rate(p_currency text, p_day date, p_usd_per_unit numeric) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_currency text := upper(btrim(p_currency));
  v_today date := (now() at time zone 'utc')::date;
  v_before jsonb;
begin
  perform private.require_admin();
  if v_currency is null or v_currency !~ '^[A-Z]{3}$' or v_currency = 'USD' then
    perform private.refuse(400, 'invalid_input', 'A currency code of three letters other than USD', '{"path": "currency"}');
  elsif p_day is null or p_day not between v_today - 366 and v_today + 1 then
    -- Where the day begins first it is tomorrow already.
    perform private.refuse(400, 'invalid_input', 'A day of the last year', '{"path": "day"}');
  elsif p_usd_per_unit is null or p_usd_per_unit not between 0.000000001 and 1000000 then
    perform private.refuse(400, 'invalid_input', 'A rate from 0.000000001 to 1,000,000', '{"path": "usdPerUnit"}');
  end if;
  select jsonb_build_object('usd_per_unit', r.usd_per_unit, 'source', r.source) into v_before
  from public.exchange_rates r where r.currency = v_currency and r.day = p_day for update;
  insert into public.exchange_rates as r (currency, day, usd_per_unit, source) values (v_currency, p_day, p_usd_per_unit, 'Admin')
  on conflict (currency, day) do update set usd_per_unit = excluded.usd_per_unit, source = excluded.source;
  perform private.audit('set_exchange_rate', 'exchange_rate', v_currency || ' ' || p_day, v_before,
    jsonb_build_object('usd_per_unit', p_usd_per_unit, 'source', 'Admin'));
end $$;

create function public.set_exchange_rate(currency text, day date, usd_per_unit numeric) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.set_exchange_rate(currency, day, usd_per_unit) $$;
comment on function public.set_exchange_rate is
  'For admins: what one unit of a currency is worth in US dollars on a day; replaces a rate of the same day. Kept in the audit log.';
grant execute on function private.set_exchange_rate, public.set_exchange_rate to authenticated;

create function private.store_exchange_rates(p_rates jsonb, p_day date, p_source text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_today date := (now() at time zone 'utc')::date;
  v_count integer;
begin
  if p_day is null or p_day not between v_today - 31 and v_today + 1 then
    perform private.refuse(400, 'invalid_input', 'A day of the last month', '{"path": "day"}');
  elsif jsonb_typeof(p_rates) is distinct from 'object' then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "rates"}');
  end if;
  -- What an admin entered for the day stays.
  insert into public.exchange_rates as r (currency, day, usd_per_unit, source)
  select e.key, p_day, e.value::text::numeric, left(p_source, 200)
  from jsonb_each(p_rates) as e
  where e.key ~ '^[A-Z]{3}$' and e.key <> 'USD'
    and case when jsonb_typeof(e.value) = 'number' then e.value::text::numeric between 0.000000001 and 1000000 else false end
  order by e.key limit 400
  on conflict (currency, day) do update set usd_per_unit = excluded.usd_per_unit, source = excluded.source
    where r.source <> 'Admin' and (r.usd_per_unit, r.source) is distinct from (excluded.usd_per_unit, excluded.source);
  get diagnostics v_count = row_count;
  delete from public.exchange_rates r
  where r.day < v_today - 366 and exists (select 1 from public.exchange_rates n where n.currency = r.currency and n.day > r.day);
  return v_count;
end $$;

create function public.store_exchange_rates(rates jsonb, day date, source text) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.store_exchange_rates(rates, day, source) $$;
comment on function public.store_exchange_rates is
  'For the edge function `housekeeping` only: the rates of a day as {"EUR": 1.16}, US dollars per unit; answers how many are new or changed. Forgets what is older than a year.';
grant execute on function private.store_exchange_rates, public.store_exchange_rates to service_role;

-- Triggers: what every write sets off, table by table, in the order in which Postgres fires them: before the statement, before each row,
-- after each row, after the statement, each group by name.

-- public.profiles -----------------------------------------------------------------------------------------------------

-- A suspended user can read, not write. The counted rating is no writing of theirs, so the columns are listed.
create trigger a_refuse_suspended before insert or update of avatar_path, country, company_name, bio or delete on public.profiles
  for each statement execute function private.refuse_suspended();

-- Whoever waited for a row while their account was deleted must not write it.
create trigger b_refuse_deleted before update of avatar_path, country, company_name, bio on public.profiles
  for each row execute function private.refuse_deleted();

-- An avatar must be an own upload that still exists.
create trigger check_avatar_write before update of avatar_path on public.profiles
  for each row execute function private.check_avatar_write();

-- The content filter reads each listed column when it is written.
create trigger filter_content before insert or update of username, company_name, bio, country on public.profiles
  for each row execute function private.filter_content('profile username username', 'profile company_name companyName',
    'profile bio bio', 'profile country country');

-- Keeps `updated_at`; the counted rating does not change it.
create trigger profiles_touch_updated_at before update of avatar_path, country, company_name, bio on public.profiles
  for each row execute function private.touch_updated_at();

-- Posts carry the company name, so that the search finds it.
create trigger copy_company_to_posts after update of company_name on public.profiles
  for each row when (old.company_name is distinct from new.company_name) execute function private.copy_company_to_posts();

-- public.accounts -----------------------------------------------------------------------------------------------------

-- A suspended user can read, not write, but can still accept new terms.
create trigger a_refuse_suspended before insert or update of first_name, last_name, phone_number, address, organization, tax_code
  or delete on public.accounts for each statement execute function private.refuse_suspended();

-- Keeps `updated_at`.
create trigger accounts_touch_updated_at before update of email, first_name, last_name, phone_number, address, organization,
  tax_code on public.accounts for each row execute function private.touch_updated_at();

-- Whoever waited for a row while their account was deleted must not write it.
create trigger b_refuse_deleted before update of first_name, last_name, phone_number, address, organization, tax_code, locale on public.accounts
  for each row execute function private.refuse_deleted();

-- Nothing personal stays in a deleted account.
create trigger forget_locale_of_deleted before update of deleted_at on public.accounts
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_locale_of_deleted();

-- A new account starts in the language of the page it was registered on.
create trigger take_locale_of_registration before insert on public.accounts
  for each row when (new.locale is null) execute function private.take_locale_of_registration();

-- Unanswered questions of a deleted user are deleted.
create trigger drop_questions_of_deleted after update of deleted_at on public.accounts
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.drop_questions_of_deleted();

-- Open quotes of a deleted user end: no decision on them is possible.
create trigger end_quotes_of_deleted after update of deleted_at on public.accounts
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.end_quotes_of_deleted();

-- The last main admin can neither be demoted nor deleted.
create trigger keep_a_main_admin_by_role after update of role, deleted_at on public.accounts
  for each row when (old.role = 'main_admin' and old.deleted_at is null and (new.role <> 'main_admin' or new.deleted_at is not null))
  execute function private.keep_a_main_admin();

-- auth.users ----------------------------------------------------------------------------------------------------------

-- Tokens of Auth never open anything: the product mails its own proofs (31-mail-proofs).
create trigger kill_tokens_of_auth before insert or update on auth.users
  for each row execute function private.kill_tokens_of_auth();

-- Accounts mirror what admins see of Auth: address, verification, last sign-in.
create trigger copy_state_of_user after update of email, email_confirmed_at, last_sign_in_at on auth.users
  for each row when ((new.email, new.email_confirmed_at, new.last_sign_in_at) is distinct from
    (old.email, old.email_confirmed_at, old.last_sign_in_at))
  execute function private.copy_state_of_user();

-- Every user of Auth has a profile and an account from the first moment.
create trigger create_profile_of_new_user after insert on auth.users
  for each row execute function private.create_profile_of_new_user();

-- A new password ends the lockout that guesses of others caused.
create trigger forget_password_attempts after update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password) execute function private.forget_password_attempts();

-- Users are told by mail when their password or address changed.
create trigger mail_of_account_change after update of email, encrypted_password on auth.users
  for each row execute function private.mail_of_account_change();

-- Queues the product's mail for what Auth wanted to mail. Fires after `create_profile_of_new_user`: the mail needs the profile.
create trigger mail_of_auth after insert or update of confirmation_token, recovery_token, email_change_token_new on auth.users
  for each row execute function private.mail_of_auth();

-- public.account_notes ------------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.account_notes for each statement execute function private.refuse_suspended();

-- Notes of admins are in the audit log.
create trigger audit_account_note after insert on public.account_notes for each row execute function private.audit_account_note();

-- public.audit_log ----------------------------------------------------------------------------------------------------

-- The audit log is append-only, for its owner too.
create trigger audit_log_is_append_only before update or truncate on public.audit_log
  for each statement execute function private.refuse_audit_log_change();

-- Entries can be deleted after two years; only housekeeping has the right to.
create trigger audit_log_is_kept_two_years before delete on public.audit_log
  for each row when (old.created_at > now() - interval '2 years') execute function private.refuse_audit_log_change();

-- auth.sessions -------------------------------------------------------------------------------------------------------

-- Sign-ins of admins are in the audit log.
create trigger audit_sign_in after insert on auth.sessions for each row execute function private.audit_sign_in();

-- public.posts --------------------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.posts for each statement execute function private.refuse_suspended();

-- Counts are kept by row triggers, which a truncate would bypass.
create trigger refuse_truncate before truncate on public.posts for each statement execute function private.refuse_truncate();

-- Rules of a post that need other rows: rate limit, own images, deadline, not closed.
create trigger check_post_write before insert or update of title, description, category, country, area, delivery_address,
  port, images, quantity, unit, target_price, target_currency, needed_by, quote_deadline, incoterm on public.posts
  for each row execute function private.check_post_write();

-- The content filter reads each listed column when it is written.
create trigger filter_content before insert or update of title, description, area, delivery_address, port, unit on public.posts
  for each row execute function private.filter_content('post_title title title', 'post_description description description',
    'post_place area area', 'post_place delivery_address deliveryAddress', 'post_place port port', 'post_description unit unit');

-- An admin's act on somebody else's post is in the audit log, whichever function did it.
create trigger audit_moderation after update of is_hidden, hidden_by, hidden_reason on public.posts
  for each row when ((old.is_hidden, old.hidden_by, old.hidden_reason) is distinct from (new.is_hidden, new.hidden_by, new.hidden_reason))
  execute function private.audit_moderation();

-- Counters are shown to those who see the post; their policy reads this copy instead of the post.
create trigger hide_post_counters after update of is_hidden on public.posts
  for each row when (old.is_hidden is distinct from new.is_hidden) execute function private.hide_post_counters();

-- A moved deadline is told when it passes.
create trigger note_changed_deadline after update of quote_deadline on public.posts
  for each row when (old.quote_deadline is distinct from new.quote_deadline) execute function private.note_deadline();

-- The job `quote-deadlines` tells the owner when the deadline passes.
create trigger note_new_deadline after insert on public.posts
  for each row when (new.quote_deadline is not null) execute function private.note_deadline();

-- Suppliers who quoted are told what changed since.
create trigger note_post_change after update of title, description, quantity, unit, target_price, target_currency, needed_by,
  quote_deadline, incoterm, country, area, delivery_address, port on public.posts
  for each row execute function private.note_post_change();

-- The owner is notified of an admin's act, not of their own.
create trigger notify_of_moderation after update of is_hidden, hidden_by on public.posts
  for each row execute function private.notify_of_moderation();

-- Number of posts in the admins' list of users.
create trigger count_deleted_posts_of_users after delete on public.posts
  referencing old table as posts_before for each statement execute function private.count_posts_of_users();

-- Number of posts in the admins' list of users.
create trigger count_new_posts_of_users after insert on public.posts
  referencing new table as posts_after for each statement execute function private.count_posts_of_users();

-- Every post has its row of counters from the first moment.
create trigger create_post_counters after insert on public.posts
  referencing new table as posts_after for each statement execute function private.create_post_counters();

-- Words of visible posts, for corrections of the search.
create trigger keep_vocabulary_of_changed after update on public.posts
  referencing old table as posts_before new table as posts_after for each statement execute function private.keep_vocabulary();

-- Words of visible posts, for corrections of the search.
create trigger keep_vocabulary_of_new after insert on public.posts
  referencing new table as posts_after for each statement execute function private.keep_vocabulary();

-- Totals of pager and filters. Last, see `z_keep_post_totals_of_new`.
create trigger z_keep_post_totals_of_changed after update on public.posts
  referencing old table as posts_before new table as posts_after for each statement execute function private.keep_post_totals();

-- Totals of pager and filters. Last, see `z_keep_post_totals_of_new`.
create trigger z_keep_post_totals_of_deleted after delete on public.posts
  referencing old table as posts_before for each statement execute function private.keep_post_totals();

-- Totals of pager and filters. The total of a country and category is one row for all their posts, so it is locked last and for the
-- commit alone: hence the `z_`.
create trigger z_keep_post_totals_of_new after insert on public.posts
  referencing new table as posts_after for each statement execute function private.keep_post_totals();

-- public.post_likes ---------------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.post_likes for each statement execute function private.refuse_suspended();

-- Counts are kept by row triggers, which a truncate would bypass.
create trigger refuse_truncate before truncate on public.post_likes for each statement execute function private.refuse_truncate();

-- Number of likes on the card.
create trigger count_post_like after insert or delete on public.post_likes
  for each row execute function private.count_post_like();

-- public.quotes -------------------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.quotes for each statement execute function private.refuse_suspended();

-- Counts are kept by row triggers, which a truncate would bypass.
create trigger refuse_truncate before truncate on public.quotes for each statement execute function private.refuse_truncate();

-- The content filter reads each listed column when it is written.
create trigger filter_content before insert or update of description, price_text, quantity_text, payment_method, shipping_method,
  delivery_time, delivery_from, delivery_to, organization_name on public.quotes
  for each row execute function private.filter_content('quote description description', 'quote price_text price',
    'quote quantity_text quantity', 'quote payment_method paymentMethod', 'quote shipping_method shippingMethod',
    'quote delivery_time deliveryTime', 'quote delivery_from deliveryFrom', 'quote delivery_to deliveryTo',
    'quote organization_name organizationName');

-- Reasons are texts for the other party, like the facts.
create trigger filter_reason before update of status_reason on public.quotes
  for each row execute function private.filter_content('quote status_reason reason');

-- Notifies the owner of the post and confirms to the supplier.
create trigger announce_quote after insert on public.quotes for each row execute function private.announce_quote();

-- Number of quotes on the card.
create trigger count_quote after insert or delete on public.quotes for each row execute function private.count_quote();

-- Reviews between the two parties say whether there was a deal.
create trigger mark_deal_of_reviews after insert or update of status on public.quotes
  for each row execute function private.mark_deal_of_reviews();

-- A first quote makes earlier reviews between the two verified ones.
create trigger verify_reviews_of_quote after insert on public.quotes
  for each row execute function private.verify_reviews_of_quote();

-- Number of quotes in the admins' list of users.
create trigger count_deleted_quotes_of_users after delete on public.quotes
  referencing old table as quotes_before for each statement execute function private.count_quotes_of_users();

-- Number of quotes in the admins' list of users.
create trigger count_new_quotes_of_users after insert on public.quotes
  referencing new table as quotes_after for each statement execute function private.count_quotes_of_users();

-- public.reviews ------------------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.reviews for each statement execute function private.refuse_suspended();

-- Counts are kept by row triggers, which a truncate would bypass.
create trigger refuse_truncate before truncate on public.reviews for each statement execute function private.refuse_truncate();

-- The content filter reads each listed column when it is written.
create trigger filter_content before insert or update of comment, reply on public.reviews
  for each row execute function private.filter_content('review comment comment', 'review reply reply');

-- Keeps `updated_at`; a reply or a hide does not change it.
create trigger reviews_touch_updated_at before update of rating, comment on public.reviews
  for each row execute function private.touch_updated_at();

-- A new review says whether the two parties have dealt with each other.
create trigger verify_deal_of_review before insert on public.reviews
  for each row execute function private.verify_deal_of_review();

-- Rating and number of reviews of the profile: shown ones only.
create trigger count_review after insert or delete or update of rating, reviewed_user_id, hidden_at on public.reviews
  for each row execute function private.count_review();

-- public.messages -----------------------------------------------------------------------------------------------------

-- A suspended user can read, not write; marking a message as read is reading.
create trigger a_refuse_suspended before insert or update of content, deleted_at or delete on public.messages
  for each statement execute function private.refuse_suspended();

-- The content filter reads each listed column when it is written.
create trigger filter_content before insert or update of content on public.messages
  for each row execute function private.filter_content('message content content');

-- Notifies the other party and moves the conversation to the top.
create trigger announce_message after insert on public.messages for each row execute function private.announce_message();

-- public.notifications ------------------------------------------------------------------------------------------------

-- A deleted account is not notified. First: the mail is skipped with the row.
create trigger a_skip_deleted_account before insert on public.notifications
  for each row when (new.broadcast_id is null) execute function private.skip_deleted_account();

-- Queues the mail of a decision before `skip_switched_off`, so that a kind that is switched off is still mailed.
create trigger mail_of_decision before insert on public.notifications
  for each row when (new.data ->> 'type' in ('quote_accepted', 'quote_declined', 'quote_withdrawn', 'quote_revised', 'deal_cancelled'))
  execute function private.mail_of_decision();

-- Queues the mail before `skip_switched_off`, so that a kind that is switched off is still mailed.
create trigger mail_of_notification before insert on public.notifications
  for each row when (new.data ->> 'type' in ('quote', 'message', 'post', 'review')) execute function private.mail_of_notification();

-- Drops kinds that admins switched off. Last by name: the mails are queued before.
create trigger skip_switched_off before insert on public.notifications
  for each row when (new.broadcast_id is null) execute function private.skip_switched_off();

-- Number of reads in the history of broadcasts.
create trigger count_broadcast_reads after update on public.notifications
  referencing old table as read_before new table as read_after
  for each statement execute function private.count_broadcast_reads();

-- private.mail_outbox -------------------------------------------------------------------------------------------------

-- Mails that somebody waits for (codes, links) do not wait for the job of the minute.
create trigger send_at_once after insert on private.mail_outbox
  for each row when (new.template in ('verify_email', 'reset_password', 'confirm_email')) execute function private.send_at_once();

-- public.news_items ---------------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.news_items for each statement execute function private.refuse_suspended();

-- Rules of news that need other rows: own images, publication date.
create trigger check_news_write before insert or update of type, title, summary, body, images, event_start, event_end, event_zone, location,
  external_url, is_pinned, status on public.news_items for each row execute function private.check_news_write();

-- What admins write and publish is in the audit log.
create trigger audit_news after insert or update or delete on public.news_items
  for each row execute function private.audit_news();

-- public.feedback -----------------------------------------------------------------------------------------------------

-- Keeps `updated_at`.
create trigger feedback_touch_updated_at before update on public.feedback
  for each row execute function private.touch_updated_at();

-- The content filter reads each listed column when it is written.
create trigger filter_content before insert or update of subject, message on public.feedback
  for each row execute function private.filter_content('feedback subject subject', 'feedback message message');

-- public.content_rules ------------------------------------------------------------------------------------------------

-- Derives what a rule is looked up by, and refuses patterns that are too costly.
create trigger prepare_content_rule before insert or update on public.content_rules
  for each row execute function private.prepare_content_rule();

-- storage.objects -----------------------------------------------------------------------------------------------------

-- The job `inspection` reads every new or replaced file.
create trigger note_new_upload after insert or update of bucket_id, name, version on storage.objects
  for each row execute function private.note_new_upload();

-- public.post_questions -----------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.post_questions
  for each statement execute function private.refuse_suspended();

-- Questions stand below the description for the same readers, so its rules apply.
create trigger filter_content before insert or update of question, answer on public.post_questions
  for each row execute function private.filter_content('post_description question question', 'post_description answer answer');

-- public.post_attachments ---------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.post_attachments
  for each statement execute function private.refuse_suspended();

-- private.new_uploads -------------------------------------------------------------------------------------------------

-- Inspected images without a good thumbnail are queued for drawing.
create trigger note_images_to_draw after delete on private.new_uploads
  referencing old table as inspected for each statement execute function private.note_images_to_draw();

-- private.images_to_draw ----------------------------------------------------------------------------------------------

-- Takes turns between folders, so that no user's images keep others waiting.
create trigger set_turn_to_draw before insert on private.images_to_draw
  for each row execute function private.set_turn_to_draw();

-- The schedule, where the database can keep one: hosted Supabase has both extensions, the local server its own scheduler. The
-- address of the functions and the secret come from the Vault, under the names `functions_url` and `cron_secret`.
do $cron$
declare
  v_job record;
begin
  if not (exists (select 1 from pg_available_extensions where name = 'pg_cron') and exists (select 1 from pg_available_extensions where name = 'pg_net')
    and to_regclass('vault.decrypted_secrets') is not null) then
    return;
  end if;
  create extension if not exists pg_cron;
  -- Its functions have a schema of their own; what is left of it would land in `public`.
  create extension if not exists pg_net with schema extensions;
  for v_job in
    select * from (values
      ('mail', '* * * * *'), ('housekeeping/broadcasts', '* * * * *'), ('housekeeping/inspection', '* * * * *'), ('housekeeping/uploads', '20 * * * *'),
      ('housekeeping/notifications', '5 3 * * *'), ('housekeeping/guest-visits', '10 3 * * *'), ('housekeeping/rate-limits', '15 3 * * *'),
      ('housekeeping/suspensions', '*/15 * * * *'), ('housekeeping/mail-log', '25 3 * * *'), ('housekeeping/content-hits', '35 3 * * *'), ('housekeeping/empty-searches', '40 3 * * *'),
      ('housekeeping/audit-log', '45 3 * * *'), ('housekeeping/vocabulary', '50 * * * *'),
      ('housekeeping/repeated-writes', '30 * * * *')) as j (path, schedule)
  loop
    -- Without the two secrets there is nothing to call yet, which is no failure.
    execute format('select cron.schedule(%L, %L, %L)', v_job.path, v_job.schedule, format(
      $call$select net.http_post(url := u.decrypted_secret || '/%s',
        headers := jsonb_build_object('Authorization', 'Bearer ' || s.decrypted_secret), timeout_milliseconds := 120000)
      from vault.decrypted_secrets u, vault.decrypted_secrets s where u.name = 'functions_url' and s.name = 'cron_secret'$call$, v_job.path));
  end loop;
  -- pg_cron notes every call of every job and forgets none.
  perform cron.schedule('cron-log', '50 3 * * *', $call$delete from cron.job_run_details where end_time < now() - interval '7 days'$call$);
end $cron$;

do $cron$
begin
  if to_regclass('cron.job') is null or to_regclass('vault.decrypted_secrets') is null then
    return;
  end if;
  perform cron.schedule('housekeeping/quote-deadlines', '*/15 * * * *',
    $call$select net.http_post(url := u.decrypted_secret || '/housekeeping/quote-deadlines',
      headers := jsonb_build_object('Authorization', 'Bearer ' || s.decrypted_secret), timeout_milliseconds := 120000)
    from vault.decrypted_secrets u, vault.decrypted_secrets s where u.name = 'functions_url' and s.name = 'cron_secret'$call$);
end $cron$;

-- The schedule, where the database can keep one, as in the chapter housekeeping. The job does nothing without an address.
do $cron$
begin
  if not (exists (select 1 from pg_extension where extname = 'pg_cron') and to_regclass('vault.decrypted_secrets') is not null) then
    return;
  end if;
  perform cron.schedule('housekeeping/exchange-rates', '30 16 * * *',
    $call$select net.http_post(url := u.decrypted_secret || '/housekeeping/exchange-rates',
      headers := jsonb_build_object('Authorization', 'Bearer ' || s.decrypted_secret), timeout_milliseconds := 120000)
    from vault.decrypted_secrets u, vault.decrypted_secrets s where u.name = 'functions_url' and s.name = 'cron_secret'$call$);
end $cron$;

-- The schedule, where the database can keep one, as in the chapter housekeeping.
do $cron$
begin
  if not (exists (select 1 from pg_extension where extname = 'pg_cron') and to_regclass('vault.decrypted_secrets') is not null) then
    return;
  end if;
  perform cron.schedule('housekeeping/thumbnails', '* * * * *',
    $call$select net.http_post(url := u.decrypted_secret || '/housekeeping/thumbnails',
      headers := jsonb_build_object('Authorization', 'Bearer ' || s.decrypted_secret), timeout_milliseconds := 120000)
    from vault.decrypted_secrets u, vault.decrypted_secrets s where u.name = 'functions_url' and s.name = 'cron_secret'$call$);
end $cron$;

reset check_function_bodies;
