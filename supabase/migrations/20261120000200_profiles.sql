-- Profiles: the public part of a person (profiles) and the part that only the person and admins may see (accounts).

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
  constraint accounts_counts_are_not_negative check (post_count >= 0 and quote_count >= 0)
);
comment on table public.accounts is 'What only the person and admins may see of a user.';
comment on column public.accounts.email is 'Copy of the address in auth.users, kept by a trigger, as are email_confirmed_at and last_seen_at (last sign-in).';
comment on column public.accounts.terms_version is
  'Version of the terms that the person accepted last: the ISO day on which it came into force. Null until they accept one.';
comment on column public.accounts.suspended_until is 'Until then the user may read but not write; infinity for good. A past moment means nothing.';
comment on column public.accounts.deleted_at is 'When an admin deleted the account: what named the person is gone, the row stays for those who dealt with them.';
comment on column public.accounts.post_count is 'Posts that the user has, kept by triggers, as is quote_count: quotes that they sent.';
create index accounts_email_idx on public.accounts (lower(email));

-- Grants: a client may write listed columns only. Owner, role, ratings and times are never in the list.
revoke all on table public.profiles, public.accounts from anon, authenticated, service_role;
grant select (id, username, avatar_path, country, company_name, bio, created_at) on table public.profiles to anon;
grant select (id, auth_id, username, avatar_path, country, company_name, bio, rating_count, rating_average, created_at)
  on table public.profiles to authenticated;
grant update (avatar_path, country, company_name, bio) on table public.profiles to authenticated;
grant select on table public.accounts to authenticated;
grant update (first_name, last_name, phone_number, address, organization, tax_code) on table public.accounts to authenticated;

-- Who is asking ------------------------------------------------------------------------------------------------------

create function private.current_profile_id() returns bigint
language sql stable security definer set search_path = ''
as $$
  select p.id from public.profiles p join public.accounts a on a.profile_id = p.id
  where p.auth_id = (select auth.uid()) and a.deleted_at is null
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

-- Row-level security -------------------------------------------------------------------------------------------------

alter table public.profiles enable row level security;
create policy "guests read public profiles" on public.profiles for select to anon using (true);
create policy "users read public profiles" on public.profiles for select to authenticated using (true);
create policy "users edit their own profile" on public.profiles for update to authenticated
  using (id = (select private.current_profile_id())) with check (id = (select private.current_profile_id()));

alter table public.accounts enable row level security;
create policy "users read their own account, admins all" on public.accounts for select to authenticated
  using (profile_id = (select private.current_profile_id()) or (select private.is_admin()));
create policy "users edit their own account" on public.accounts for update to authenticated
  using (profile_id = (select private.current_profile_id())) with check (profile_id = (select private.current_profile_id()));

-- What people say about themselves --------------------------------------------------------------------------------------

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

create function private.has_password() returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce((select u.encrypted_password <> '' from auth.users u where u.id = (select auth.uid())), false) $$;

create function public.has_password() returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.has_password() $$;
comment on function public.has_password is
  'Whether the caller can sign in with a password; people who came by a sign-in provider have none at first.';

grant execute on function public.update_profile, private.refuse, private.known_fields, private.trimmed,
  private.has_password, public.has_password to authenticated;

-- Times --------------------------------------------------------------------------------------------------------------

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;

create trigger profiles_touch_updated_at before update of avatar_path, country, company_name, bio on public.profiles
  for each row execute function private.touch_updated_at();
create trigger accounts_touch_updated_at before update of email, first_name, last_name, phone_number, address, organization,
  tax_code on public.accounts for each row execute function private.touch_updated_at();

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
create trigger check_avatar_write before update of avatar_path on public.profiles
  for each row execute function private.check_avatar_write();

-- Acceptance of the terms --------------------------------------------------------------------------------------------

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

-- A new user of Auth becomes a profile and an account ----------------------------------------------------------------

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
create trigger create_profile_of_new_user after insert on auth.users
  for each row execute function private.create_profile_of_new_user();

create function private.copy_state_of_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.accounts a set email = coalesce(new.email, ''), email_confirmed_at = new.email_confirmed_at,
    last_seen_at = coalesce(new.last_sign_in_at, a.last_seen_at)
  from public.profiles p where p.auth_id = new.id and a.profile_id = p.id;
  return new;
end $$;
create trigger copy_state_of_user after update of email, email_confirmed_at, last_sign_in_at on auth.users
  for each row when ((new.email, new.email_confirmed_at, new.last_sign_in_at) is distinct from
    (old.email, old.email_confirmed_at, old.last_sign_in_at))
  execute function private.copy_state_of_user();

-- Questions that only edge functions may ask, because their answers reveal who has an account ------------------------

create function private.username_exists(p_username text) returns boolean
language sql stable security definer set search_path = ''
as $$ select private.is_username_taken(p_username) $$;

create function private.email_exists(p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.accounts a where lower(a.email) = lower(btrim(p_email))) $$;

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

create function public.username_exists(username text) returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.username_exists(username) $$;
comment on function public.username_exists is 'For edge functions only: whether a username is taken, ignoring case.';

create function public.email_exists(email text) returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.email_exists(email) $$;
comment on function public.email_exists is 'For edge functions only: whether an e-mail address has an account.';

create function public.resolve_sign_in(login text) returns table (profile_id bigint, email text)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.resolve_sign_in(login) $$;
comment on function public.resolve_sign_in is 'For edge functions only: the account behind a username or e-mail address.';

grant execute on function private.username_exists, private.email_exists, private.resolve_sign_in,
  public.username_exists, public.email_exists, public.resolve_sign_in to service_role;

-- Passwords tried at Auth itself -----------------------------------------------------------------------------------------

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
-- A person who is locked out by the guesses of others gets in with a new password.
create trigger forget_password_attempts after update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password) execute function private.forget_password_attempts();

do $hook$ begin
  if exists (select 1 from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.password_attempt(jsonb) to supabase_auth_admin;
  end if;
end $hook$;
