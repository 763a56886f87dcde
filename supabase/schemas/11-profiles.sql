-- Profiles: the public part of a user (profiles), the part that only they and admins see (accounts), and who is calling.

-- The caller ----------------------------------------------------------------------------------------------------------

-- The session too: a token says for up to an hour what was true when it was made.
create function private.has_second_factor() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and exists (
    select 1 from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid and s.aal = 'aal2')
$$;
comment on function private.has_second_factor is 'True for a session in which the user has entered a code of their authenticator app.';

create function private.current_profile_id() returns bigint
language sql stable security definer set search_path = ''
as $$
  select p.id from public.profiles p
  where p.auth_id = (select auth.uid())
    and not exists (select 1 from public.accounts a where a.profile_id = p.id and a.deleted_at is not null)
    -- A token outlives its session by up to an hour: who was signed out, or got a new password, is out at once.
    and (select auth.jwt() ->> 'session_id' is null or exists (
      select 1 from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid))
    -- Whoever has turned two-step sign-in on is signed in after both steps.
    and (not exists (select 1 from auth.mfa_factors f where f.user_id = p.auth_id and f.status = 'verified')
      or private.has_second_factor())
$$;
comment on function private.current_profile_id is
  'Public id of the signed-in user; null for a guest, for a token that outlives its session or its account, and before the second step of a sign-in.';
grant execute on function private.current_profile_id to authenticated;

create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.accounts a
    where a.profile_id = (select private.current_profile_id()) and a.role in ('admin', 'main_admin')
      and (a.suspended_until is null or a.suspended_until <= now())
      and ((select private.setting('staff_second_factor')) is distinct from 'true' or (select private.has_second_factor())))
$$;
comment on function private.is_admin is
  'True for admins and main admins, read from the table so that a demotion or suspension counts at once; with `staff_second_factor` only after both steps of a sign-in.';
grant execute on function private.is_admin to authenticated;

create function private.is_suspended(p_profile_id bigint) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.accounts a where a.profile_id = p_profile_id and a.suspended_until > now()) $$;
comment on function private.is_suspended is 'True while a user may read but not write. Ends by itself.';

create function private.is_deleted(p_profile_id bigint) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.accounts a where a.profile_id = p_profile_id and a.deleted_at is not null) $$;
comment on function private.is_deleted is 'True for a user whose account was deleted: nobody reads or writes for them any more.';

create function private.assert_other_can_act(p_profile_id bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_deleted(p_profile_id) then
    perform private.refuse(409, 'conflict', 'The other account was deleted');
  elsif private.is_suspended(p_profile_id) then
    perform private.refuse(409, 'conflict', 'The other account is suspended');
  end if;
end $$;
comment on function private.assert_other_can_act is
  'PT409 where the user who would have to answer cannot: for all that begins or continues something with them.';

create function private.refuse_stranger() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- The session goes on, so it is no 401, after which clients sign in again.
  if not private.has_second_factor()
    and exists (select 1 from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid)
    and exists (select 1 from auth.mfa_factors f where f.user_id = (select auth.uid()) and f.status = 'verified') then
    perform private.refuse(403, 'second_factor_required', 'Enter the code of your authenticator app');
  end if;
  perform private.refuse(401, 'unauthorized', 'Authentication required');
end $$;
comment on function private.refuse_stranger is 'Refuses a caller without a profile: PT403 before the second step of a sign-in, else PT401.';

-- Row-level security answers a token that outlives its session with empty lists, which the page would show as the truth.
create function private.refuse_ended_session() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.jwt() ->> 'session_id' is not null
    and not exists (select 1 from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid) then
    perform private.refuse(401, 'unauthorized', 'Authentication required');
  end if;
end $$;
comment on function private.refuse_ended_session is
  'PT401 for a token that outlives its session. PostgREST calls it before each request; the embedded gateway asks the same.';
grant execute on function private.refuse_ended_session to anon, authenticated, service_role;

do $postgrest$ begin
  if exists (select 1 from pg_roles where rolname = 'authenticator') then
    execute format('alter role authenticator in database %I set pgrst.db_pre_request = %L',
      current_database(), 'private.refuse_ended_session');
    notify pgrst, 'reload config';
  end if;
exception when insufficient_privilege then
  -- docs/deploy.md tells how to look and to set it by hand.
  raise warning 'PostgREST does not refuse ended sessions: pgrst.db_pre_request cannot be set';
end $postgrest$;

create function private.require_profile_id() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_id bigint := private.current_profile_id();
begin
  if v_id is null then
    perform private.refuse_stranger();
  end if;
  return v_id;
end $$;
comment on function private.require_profile_id is 'Public id of the signed-in user; PT401 for a guest, PT403 before the second step of a sign-in.';
grant execute on function private.require_profile_id to anon, authenticated;

create function private.require_admin() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  if not private.is_admin() then
    if private.lacks_staff_factor() then
      perform private.refuse(403, 'second_factor_required', 'Turn on two-step sign-in to use the admin area');
    end if;
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
  folded text not null generated always as (private.fold(username || ' ' || coalesce(company_name, ''))) stored,
  constraint profiles_auth_id_is_unique unique (auth_id),
  constraint profiles_username_length check (char_length(username) between 3 and 50),
  -- No markup, no invisible characters, and no "@", with which a name could pass for somebody's address at sign-in.
  constraint profiles_username_is_clean check
    (username = btrim(username) and username !~ '[[:cntrl:]@<>\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]'),
  constraint profiles_avatar_path_length check (char_length(avatar_path) <= 500),
  constraint profiles_avatar_is_own_file_or_address check
    (avatar_path ~ '^https://[^[:space:]]+$'
      or avatar_path ~ ('^' || auth_id::text || '/[0-9a-f-]{36}\.(png|jpe?g|gif|webp)$')),
  constraint profiles_country_length check (char_length(country) between 1 and 60),
  constraint profiles_company_name_length check (char_length(company_name) <= 100 and (company_name is null or not private.is_blank(company_name))),
  constraint profiles_bio_length check (char_length(bio) <= 500),
  constraint profiles_rating_is_counted check (rating_count >= 0 and rating_sum >= 0)
);
comment on table public.profiles is 'What everybody may see of a user.';
comment on column public.profiles.avatar_path is 'Path in the bucket `avatars`, or an https address given by a sign-in provider.';
comment on column public.profiles.folded is 'What lists find a user by.';
comment on column public.profiles.country is 'Two-letter lower-case code of a known country, else the text as typed.';

create unique index profiles_username_is_unique on public.profiles (lower(username));
-- Admins search 100,000 users by parts of name, address, company or tax code.
create index profiles_words_idx on public.profiles
  using gin (folded extensions.gin_trgm_ops);
create index profiles_country_idx on public.profiles (country, id desc);
create index profiles_rating_idx on public.profiles (rating_average desc nulls last, id desc);
-- The caller is looked up once or twice per statement: a hash index has no levels to descend.
create index profiles_auth_id_idx on public.profiles using hash (auth_id);
create index profiles_created_idx on public.profiles (created_at) include (auth_id);

-- Grants: clients can only write the listed columns, never owner, role, ratings and times.
revoke all on table public.profiles from anon, authenticated, service_role;
grant select (id, username, avatar_path, country, company_name, bio, created_at) on table public.profiles to anon;
grant select (id, auth_id, username, avatar_path, country, company_name, bio, rating_count, rating_average, created_at, folded)
  on table public.profiles to authenticated;
grant update (avatar_path, country, company_name, bio) on table public.profiles to authenticated;

alter table public.profiles enable row level security;
create policy "guests read public profiles" on public.profiles for select to anon using (true);
create policy "users read public profiles" on public.profiles for select to authenticated using (true);
create policy "users edit their own profile" on public.profiles for update to authenticated
  using (id = (select private.current_profile_id()) and private.is_only_row(tableoid, id));

-- Texts are translated by the page and in mails; stored texts and answers of `/api` are in English.

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
  suspended_at timestamptz,
  time_zone text,
  digest_hour smallint not null default 7,
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
  constraint accounts_locale_is_a_language check (private.is_language_code(locale)),
  constraint accounts_time_zone_is_a_name check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$' and char_length(time_zone) <= 64),
  constraint accounts_digest_hour_is_of_a_day check (digest_hour between 0 and 23)
);
comment on table public.accounts is 'What only the person and admins may see of a user.';
comment on column public.accounts.email is 'Copy of the address in auth.users, kept by a trigger, as are email_confirmed_at and last_seen_at (last sign-in).';
comment on column public.accounts.terms_version is
  'Version of the terms that the person accepted last: the ISO day on which it came into force. Null until they accept one.';
comment on column public.accounts.suspended_until is 'Until then the user may read but not write; infinity for good. A past moment means nothing.';
comment on column public.accounts.suspended_at is 'When the last suspension began; null for those before this was stored.';
comment on column public.accounts.deleted_at is 'When an admin deleted the account: what named the person is gone, the row stays for those who dealt with them.';
comment on column public.accounts.post_count is 'Posts that the user has, kept by triggers, as is quote_count: quotes that they sent.';
comment on column public.accounts.locale is
  'Language that the person chose to read the product and its mails in, as a code of ISO 639-1. Null until they choose: English.';
comment on column public.accounts.time_zone is
  'Time zone of the browser in which the person chose when digests come, as "Europe/Rome". Null until they choose: UTC.';
comment on column public.accounts.digest_hour is 'The hour in that zone at which digests come.';

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

-- Grants: clients can only write the listed columns, never owner, role, ratings and times.
revoke all on table public.accounts from anon, authenticated, service_role;
grant select on table public.accounts to authenticated;
grant update (first_name, last_name, phone_number, address, organization, tax_code) on table public.accounts to authenticated;

alter table public.accounts enable row level security;
-- Admins read other accounts by functions, which write exports to the audit log.
create policy "users read their own account" on public.accounts for select to authenticated
  using (profile_id = (select private.current_profile_id()));
create policy "users edit their own account" on public.accounts for update to authenticated
  using (profile_id = (select private.current_profile_id()) and private.is_only_row(tableoid, profile_id));

-- Profile form --------------------------------------------------------------------------------------------------------

-- One call for both tables, so that a form is stored completely or not at all. It runs with the caller's own rights, so
-- the grants and policies above apply.
create function public.update_profile(profile jsonb) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_names constant text[] := array['first_name', 'last_name', 'phone_number', 'country', 'address', 'company_name', 'organization',
    'tax_code', 'bio'];
  v_fields jsonb := private.trimmed(private.clean_fields(private.known_fields(profile, v_names), array_remove(v_names, 'bio')));
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

-- The browser of every viewer requests the image, so users can only name files that they uploaded.
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
  -- The first of its month plus the other days is the same text only for a day that exists.
  where case when p_version ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-[0-9]{2}$'
      then to_char((left(p_version, 7) || '-01')::date + right(p_version, 2)::integer - 1, 'YYYY-MM-DD') = p_version end
    and p_version <= to_char(now() at time zone 'utc', 'YYYY-MM-DD')
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
