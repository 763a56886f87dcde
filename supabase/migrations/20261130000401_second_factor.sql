SET local check_function_bodies = off;

create function private.has_second_factor() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and exists (
    select 1 from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid and s.aal = 'aal2')
$$;

comment on function private.has_second_factor is 'True for a session in which the user has entered a code of their authenticator app.';

revoke all on function private.has_second_factor() from public;

create or replace function private.current_profile_id() returns bigint
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

create or replace function private.is_admin() returns boolean
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

revoke all on function private.refuse_stranger() from public;

create or replace function private.require_profile_id() returns bigint
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

create or replace function private.require_admin() returns bigint
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

create or replace function private.default_rate_limits() returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'post',                jsonb_build_object('max', 100, 'seconds', 86400),
    'quote',               jsonb_build_object('max', 100, 'seconds', 86400),
    'quote_decision',      jsonb_build_object('max', 300, 'seconds', 3600),
    'accept',              jsonb_build_object('max', 50,  'seconds', 86400),
    'question',            jsonb_build_object('max', 20,  'seconds', 86400),
    'message',             jsonb_build_object('max', 30,  'seconds', 60),
    'like',                jsonb_build_object('max', 120, 'seconds', 60),
    'upload',              jsonb_build_object('max', 120, 'seconds', 3600),
    'upload_kilobytes',    jsonb_build_object('max', 300000, 'seconds', 86400),
    'review',              jsonb_build_object('max', 20,  'seconds', 86400),
    'feedback',            jsonb_build_object('max', 10,  'seconds', 86400),
    'login',               jsonb_build_object('max', 10,  'seconds', 900),
    'login_address',       jsonb_build_object('max', 50,  'seconds', 900),
    'password',            jsonb_build_object('max', 300, 'seconds', 3600),
    'second_factor',       jsonb_build_object('max', 10,  'seconds', 3600),
    'register',            jsonb_build_object('max', 20,  'seconds', 3600),
    'availability',        jsonb_build_object('max', 120, 'seconds', 60),
    'forgot_password',     jsonb_build_object('max', 5,   'seconds', 3600),
    'verify_email',        jsonb_build_object('max', 5,   'seconds', 900),
    'mail_proof',          jsonb_build_object('max', 30,  'seconds', 900),
    'mail_of_auth',        jsonb_build_object('max', 20,  'seconds', 86400),
    'resend_verification', jsonb_build_object('max', 1,   'seconds', 60),
    'resend_verification_daily', jsonb_build_object('max', 5, 'seconds', 86400),
    'broadcast',           jsonb_build_object('max', 10,  'seconds', 86400),
    'test_mail',           jsonb_build_object('max', 20,  'seconds', 3600),
    'bulk_action',         jsonb_build_object('max', 300, 'seconds', 3600),
    'content_report',      jsonb_build_object('max', 60,  'seconds', 3600),
    'idempotent_write',    jsonb_build_object('max', 3600, 'seconds', 3600),
    'empty_search',        jsonb_build_object('max', 600, 'seconds', 3600),
    'guest_access',        jsonb_build_object('max', 120, 'seconds', 3600))
$$;

create or replace function private.consume_rate_limit(p_action text, p_subject text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_rule jsonb := private.setting('rate_limits') -> p_action;
  v_max integer := (v_rule ->> 'max')::integer;
  v_window interval := make_interval(secs => (v_rule ->> 'seconds')::integer);
  v_started timestamptz;
  v_used integer;
begin
  if v_rule is null then
    raise exception using errcode = '22023', message = format('unknown rate limit "%s"', p_action);
  elsif p_subject is null then
    -- A token that outlived its account: nobody who could be counted. The constraint below would tell more than that.
    perform private.refuse_stranger();
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
  returning u.window_started_at, u.used into v_started, v_used;
  if v_started is null then
    perform private.assert_rate_limit(p_action, p_subject);
  -- What others have used of a limit, for instance of mails to an address, is not the caller's to know.
  elsif p_subject = private.current_profile_id()::text then
    perform private.tell_rate_limit(p_action, v_used, extract(epoch from v_started + v_window - now()));
  end if;
end $$;

create or replace function private.delete_user(p_user_id bigint, p_username text) returns void
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
  perform 1 from public.post_questions k
  where k.asker_id = p_user_id or k.post_id in (select p.id from public.posts p where p.user_id = p_user_id) order by k.id for update;
  perform 1 from private.watches w where w.user_id = p_user_id order by w.post_id for update;
  perform 1 from public.mutes m where m.user_id = p_user_id order by m.id for update;
  perform 1 from private.saved_searches s where s.user_id = p_user_id order by s.id for update;
  perform 1 from private.notification_preferences n where n.user_id = p_user_id order by n.kind for update;
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
  delete from private.notification_preferences n where n.user_id = p_user_id;
  delete from private.watches w where w.user_id = p_user_id;
  delete from public.mutes m where m.user_id = p_user_id;
  delete from private.saved_searches s where s.user_id = p_user_id;
  perform private.remove_second_factor(v_profile.auth_id);
  -- The agreement stays with the other side: the facts of quotes and the text of messages. Files go: they carry names, stamps and
  -- bank accounts. The job `uploads` removes what no row names.
  update public.quotes q set contact_address = null, images = '{}', account_type = 'individual', organization_name = null, tax_code = null
  where q.supplier_id = p_user_id;
  delete from public.quote_attachments t using public.quotes q where q.id = t.quote_id and q.supplier_id = p_user_id;
  delete from public.message_attachments t using public.messages m where m.id = t.message_id and m.sender_id = p_user_id;
  delete from public.content_hits h where h.user_id = p_user_id;
  delete from private.moderation_changes m where m.user_id = p_user_id;
  update public.feedback f set email = format('deleted-%s@deleted.invalid', p_user_id) where f.user_id = p_user_id;
  update public.profiles p set username = v_name, avatar_path = null, country = null, company_name = null, bio = null where p.id = p_user_id;
  update public.accounts a set role = 'user', first_name = null, last_name = null, phone_number = null, address = null, organization = null,
    tax_code = null, suspended_until = null, suspension_reason = null, suspended_at = null, deleted_at = now() where a.profile_id = p_user_id;

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

create or replace function private.refuse_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null and private.current_profile_id() is null then
    perform private.refuse_stranger();
  end if;
  return new;
end $$;

create or replace function private.list_app_settings() returns table (key text, value jsonb, updated_at timestamptz, default_value jsonb)
language plpgsql stable rows 30 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select s.key, s.value, s.updated_at, to_jsonb(s.key = 'rate_limits_enabled') from private.app_settings s
    where s.key in ('rate_limits_enabled', 'staff_second_factor')
    union all
    select 'rate_limits.' || r.key, r.value, s.updated_at, private.default_rate_limits() -> r.key
    from private.app_settings s cross join lateral jsonb_each(s.value) as r where s.key = 'rate_limits'
    order by 1;
end $$;

create or replace function private.save_app_setting(p_key text, p_value jsonb, p_expected jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text := split_part(p_key, '.', 1);
  v_is_switch boolean := p_key in ('rate_limits_enabled', 'staff_second_factor');
  v_limit text := nullif(substr(p_key, char_length('rate_limits.') + 1), '');
  v_stored jsonb;
  v_before jsonb;
  v_after jsonb;
begin
  -- A main admin: whoever takes the limits away may try passwords without end.
  perform private.require_main_admin();
  select s.value into v_stored from private.app_settings s where s.key = v_key for update;
  v_before := case when v_is_switch then v_stored when v_key = 'rate_limits' then v_stored -> v_limit end;
  if v_before is null then
    perform private.refuse(404, 'not_found', 'Setting not found');
  elsif v_is_switch then
    if jsonb_typeof(p_value) is distinct from 'boolean' then
      perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "value"}');
    elsif p_key = 'staff_second_factor' and p_value = 'true' and not private.has_second_factor() then
      -- Nobody locks themselves out.
      perform private.refuse(409, 'conflict', 'Turn on two-step sign-in for your own account first');
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
  set value = case when v_is_switch then v_after else jsonb_set(s.value, array[v_limit], v_after) end, updated_at = now()
  where s.key = v_key;
  perform private.audit('save_setting', 'setting', p_key, jsonb_build_object('value', v_before), jsonb_build_object('value', v_after));
end $$;

create function private.lacks_staff_factor() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.setting('staff_second_factor') = 'true' and not private.has_second_factor() and exists (
    select 1 from public.accounts a where a.profile_id = private.current_profile_id() and a.role <> 'user')
$$;
comment on function private.lacks_staff_factor is 'True for admins who have to turn on two-step sign-in before they are admins again.';

create function private.mfa_verification_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- A limit that is used up refuses the right code too, or a guesser would just go on.
  if (event ->> 'valid')::boolean then
    perform private.assert_rate_limit('second_factor', event ->> 'user_id');
  else
    perform private.consume_rate_limit('second_factor', event ->> 'user_id');
  end if;
  return jsonb_build_object('decision', 'continue');
exception when sqlstate 'PT429' then
  return jsonb_build_object('decision', 'reject', 'message', 'Too many wrong codes. Please try again later.');
end $$;
comment on function private.mfa_verification_attempt is
  'The hook of Auth after it has looked at a code: counts the wrong ones of an account from all addresses together.';

do $hook$ begin
  if exists (select 1 from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.mfa_verification_attempt(jsonb) to supabase_auth_admin;
  end if;
end $hook$;

create function private.may_change_factor(p_auth_id uuid, p_is_new boolean) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_has_password boolean;
begin
  select u.encrypted_password <> '' into v_has_password from auth.users u where u.id = p_auth_id;
  -- Factors go with their user.
  return case
    when not found then true
    when p_is_new then v_has_password is not true or coalesce(private.take_password_proof(p_auth_id) = 'password', false)
    else exists (
      select 1 from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id
      where s.user_id = p_auth_id and c.authentication_method = 'totp' and c.updated_at > now() - interval '5 minutes') end;
end $$;
comment on function private.may_change_factor is
  'Whether Auth may count a new factor of a user, which takes a proof of their password, or remove one, which takes a code of the last five minutes.';

create function private.guard_factor() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.may_change_factor(case tg_op when 'DELETE' then old.user_id else new.user_id end, tg_op = 'UPDATE') then
    perform private.refuse(403, 'forbidden', 'You are not allowed to do this');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create table private.recovery_codes (
  user_id bigint not null references public.profiles (id) on delete cascade,
  hash text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, hash)
);
comment on table private.recovery_codes is
  'Codes that turn two-step sign-in off for a user who has lost their device, as hashes. The first one that is used ends the others.';

revoke all on table private.recovery_codes from anon, authenticated, service_role;

-- 64 random bits each, so a plain hash is safe.
create function private.recovery_hash(p_code text) returns text
language sql immutable set search_path = ''
as $$ select encode(extensions.digest(regexp_replace(lower(p_code), '[^0-9a-f]', '', 'g'), 'sha256'), 'hex') $$;
comment on function private.recovery_hash is 'What is stored of a recovery code, however it is typed.';

create function private.make_recovery_codes() returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_codes text[];
begin
  if not private.has_second_factor() then
    perform private.refuse(409, 'conflict', 'Two-step sign-in is not on');
  -- Or a token alone would make itself a code that turns it off.
  elsif not private.may_change_factor((select auth.uid()), false) then
    perform private.refuse(403, 'second_factor_required', 'Enter the code of your authenticator app');
  end if;
  -- Two at once: the codes of the second count.
  perform 1 from public.accounts a where a.profile_id = v_me for no key update;
  v_codes := array(
    select regexp_replace(encode(extensions.gen_random_bytes(8), 'hex'), '(....)(....)(....)(....)', '\1-\2-\3-\4')
    from generate_series(1, 10));
  delete from private.recovery_codes r where r.user_id = v_me;
  insert into private.recovery_codes (user_id, hash) select v_me, private.recovery_hash(c.code) from unnest(v_codes) as c (code);
  return v_codes;
end $$;

create function public.make_recovery_codes() returns text[]
language sql volatile security invoker set search_path = ''
as $$ select private.make_recovery_codes() $$;
comment on function public.make_recovery_codes is
  'Gives the caller ten new recovery codes in place of the earlier ones; they are answered this once. PT409 without two-step sign-in, PT403 unless a code of the app was entered in the last five minutes.';

create function private.my_second_factor() returns table (recovery_codes integer, is_missing boolean)
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  return query
    select (select count(*)::integer from private.recovery_codes r where r.user_id = v_me), private.lacks_staff_factor();
end $$;

create function public.my_second_factor() returns table (recovery_codes integer, is_missing boolean)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.my_second_factor() $$;
comment on function public.my_second_factor is
  'What Auth does not know of the caller''s two-step sign-in: how many recovery codes are left, and whether it is missing though their role requires it.';

create function private.remove_second_factor(p_auth_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_had_one boolean := exists (select 1 from auth.mfa_factors f where f.user_id = p_auth_id and f.status = 'verified');
begin
  delete from auth.mfa_amr_claims c using auth.sessions s
  where s.id = c.session_id and s.user_id = p_auth_id and c.authentication_method = 'totp';
  update auth.sessions s set aal = 'aal1', factor_id = null where s.user_id = p_auth_id and s.factor_id is not null;
  delete from auth.mfa_factors f where f.user_id = p_auth_id;
  return v_had_one;
end $$;
comment on function private.remove_second_factor is 'Turns two-step sign-in of a user off, in their sessions too. Answers whether it was on.';

create function private.use_recovery_code(p_code text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_auth_id uuid := auth.uid();
  v_session_id uuid := (auth.jwt() ->> 'session_id')::uuid;
  v_user_id bigint;
begin
  -- The caller has done the first step only, so they have no profile yet. The account lock keeps a deletion out.
  perform private.hold_account(v_auth_id);
  select p.id into v_user_id
  from public.profiles p join public.accounts a on a.profile_id = p.id
  where p.auth_id = v_auth_id and a.deleted_at is null
    and exists (select 1 from auth.sessions s where s.id = v_session_id and s.user_id = v_auth_id);
  if v_user_id is null then
    perform private.refuse(401, 'unauthorized', 'Authentication required');
  end if;
  -- A right code counts whatever was guessed before: nobody can guess it, and it lets its owner in past a guesser.
  delete from private.recovery_codes r where r.user_id = v_user_id and r.hash = private.recovery_hash(p_code);
  -- Answered instead of raised, which would not count.
  if not found then
    perform private.consume_rate_limit('second_factor', v_auth_id::text);
    return false;
  end if;
  -- The lost device may still be signed in.
  delete from auth.sessions s where s.user_id = v_auth_id and s.id <> v_session_id;
  perform private.remove_second_factor(v_auth_id);
  return true;
end $$;

create function public.use_recovery_code(code text) returns boolean
language sql volatile security invoker set search_path = ''
as $$ select private.use_recovery_code(code) $$;
comment on function public.use_recovery_code is
  'The second step of a sign-in without the device: a right code turns two-step sign-in of the caller off and ends their other sessions. False for a wrong one, which is counted (PT429).';

create function private.second_factor_changed() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_auth_id uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
  v_user_id bigint := (
    select p.id from public.profiles p join public.accounts a on a.profile_id = p.id where p.auth_id = v_auth_id and a.deleted_at is null);
begin
  if v_user_id is null then
    return null;
  elsif tg_op = 'UPDATE' then
    perform private.queue_mail(v_user_id, 'second_factor_on', '{}');
  elsif not exists (select 1 from auth.mfa_factors f where f.user_id = v_auth_id and f.status = 'verified') then
    delete from private.recovery_codes r where r.user_id = v_user_id;
    if current_setting('app.second_factor_is_reset', true) is distinct from 'true' then
      perform private.queue_mail(v_user_id, 'second_factor_off', '{}');
    end if;
  end if;
  return null;
end $$;

create function private.reset_second_factor(p_user_id bigint, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_auth_id uuid := (select p.auth_id from public.profiles p where p.id = p_user_id);
  v_reason text;
begin
  perform private.require_main_admin();
  v_reason := private.required_reason(p_reason);
  perform private.hold_user_of_auth(p_user_id);
  perform private.account_to_manage(p_user_id, p_main_admins_too => true);
  -- Again behind the lock, as account_to_manage() asks for an admin again.
  perform private.require_main_admin();
  perform set_config('app.second_factor_is_reset', 'true', true);
  if not private.remove_second_factor(v_auth_id) then
    perform private.refuse(409, 'conflict', 'This user has no two-step sign-in');
  end if;
  perform set_config('app.second_factor_is_reset', '', true);
  -- The lost device may still be signed in.
  delete from auth.sessions s where s.user_id = v_auth_id;
  perform private.queue_mail(p_user_id, 'second_factor_reset', jsonb_build_object('reason', v_reason));
  perform private.notify(p_user_id, format('Your two-step sign-in was turned off by an administrator: %s', v_reason),
    jsonb_build_object('type', 'second_factor_reset', 'path', '/profile?tab=security'));
  perform private.audit('reset_second_factor', 'user', p_user_id::text, null, jsonb_build_object('reason', v_reason));
end $$;

create function public.reset_second_factor(user_id bigint, reason text) returns void
language sql volatile security invoker set search_path = '' as $$ select private.reset_second_factor(user_id, reason) $$;
comment on function public.reset_second_factor is
  'For main admins: turns two-step sign-in of somebody off who has lost their device and recovery codes, ends their sessions, and tells them.';

revoke all on function private.lacks_staff_factor() from public;
revoke all on function private.mfa_verification_attempt(jsonb) from public;
revoke all on function private.may_change_factor(uuid, boolean) from public;
revoke all on function private.guard_factor() from public;
revoke all on function private.recovery_hash(text) from public;
revoke all on function private.make_recovery_codes() from public;
revoke all on function public.make_recovery_codes() from public;
revoke all on function private.my_second_factor() from public;
revoke all on function public.my_second_factor() from public;
revoke all on function private.remove_second_factor(uuid) from public;
revoke all on function private.use_recovery_code(text) from public;
revoke all on function public.use_recovery_code(text) from public;
revoke all on function private.second_factor_changed() from public;
revoke all on function private.reset_second_factor(bigint, text) from public;
revoke all on function public.reset_second_factor(bigint, text) from public;

grant execute on function private.make_recovery_codes, public.make_recovery_codes to authenticated;
grant execute on function private.my_second_factor, public.my_second_factor to authenticated;
grant execute on function private.use_recovery_code, public.use_recovery_code to authenticated;
grant execute on function private.reset_second_factor, public.reset_second_factor to authenticated;

create trigger a_guard_new_factor before update of status on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin' and new.status = 'verified' and old.status <> 'verified')
  execute function private.guard_factor();
create trigger a_guard_removed_factor before delete on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin' and old.status = 'verified') execute function private.guard_factor();

create trigger second_factor_was_removed after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function private.second_factor_changed();
create trigger second_factor_was_verified after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified') execute function private.second_factor_changed();

insert into private.app_settings (key, value) values ('staff_second_factor', 'false');

update private.app_settings s set value = jsonb_build_object('second_factor', private.default_rate_limits() -> 'second_factor') || s.value where s.key = 'rate_limits';

insert into private.notification_kinds (kind) values ('second_factor_reset');

insert into private.mail_templates (template, is_optional, placeholders, is_page_optional) values
  ('second_factor_on', false, '{username}', false),
  ('second_factor_off', false, '{username}', false),
  ('second_factor_reset', false, '{username,reason}', false);
