-- Two-step sign-in: Auth has the factors and checks their codes; this has what Auth does not: recovery codes, a reset by
-- a main admin, limits on wrong codes, and who must use it. docs/decisions.md#two-step-sign-in.

create function private.lacks_staff_factor() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.setting('staff_second_factor') = 'true' and not private.has_second_factor() and exists (
    select 1 from public.accounts a where a.profile_id = private.current_profile_id() and a.role <> 'user')
$$;
comment on function private.lacks_staff_factor is 'True for admins who have to turn on two-step sign-in before they are admins again.';

-- Wrong codes ----------------------------------------------------------------------------------------------------------

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

-- Changes with a stolen token -----------------------------------------------------------------------------------------
--
-- A token alone neither locks its owner out with a factor of the thief nor removes the owner's:
-- docs/decisions.md#a-token-changes-no-credentials.

create function private.prove_factor(p_auth_id uuid, p_factor_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_has_password boolean;
begin
  -- The user before the proof, as Auth takes them.
  select coalesce(u.encrypted_password, '') <> '' into v_has_password from auth.users u where u.id = p_auth_id for key share;
  if v_has_password is false then
    perform private.refuse(403, 'forbidden', 'You are not allowed to do this');
  elsif not exists (select 1 from auth.mfa_factors f where f.id = p_factor_id and f.user_id = p_auth_id) then
    perform private.refuse(404, 'not_found', 'Item not found');
  end if;
  insert into private.password_proofs as p (auth_id, factor_id) values (p_auth_id, p_factor_id)
  on conflict (auth_id) do update set session_id = null, factor_id = excluded.factor_id, made_at = now();
end $$;

create function public.prove_factor(auth_id uuid, factor_id uuid) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.prove_factor(auth_id, factor_id) $$;
comment on function public.prove_factor is
  'For edge functions only: lets Auth count this new factor of a user within 30 seconds, after the current password was checked. No other factor: a thief may have one waiting. PT404 for a factor of somebody else.';
grant execute on function private.prove_factor, public.prove_factor to service_role;

create function private.take_factor_proof(p_auth_id uuid, p_factor_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.password_proofs p
  where p.auth_id = p_auth_id and p.factor_id = p_factor_id and p.made_at > now() - interval '30 seconds';
  return found;
end $$;
comment on function private.take_factor_proof is 'Uses up the proof for a new factor; true if there was one.';

create function private.has_fresh_code(p_session_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from auth.mfa_amr_claims c
    where c.session_id = p_session_id and c.authentication_method = 'totp' and c.updated_at > now() - interval '5 minutes')
$$;
comment on function private.has_fresh_code is
  'Whether a code was entered in a session within the last five minutes, as the removal of a factor and new recovery codes take it.';

create function private.guard_factor() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not (tg_op = 'UPDATE' and private.take_factor_proof(new.user_id, new.id)
    -- Factors go with their user. The session is unknown here: docs/decisions.md#a-token-changes-no-credentials.
    or tg_op = 'DELETE' and (not exists (select 1 from auth.users u where u.id = old.user_id)
      or exists (select 1 from auth.sessions s where s.user_id = old.user_id and private.has_fresh_code(s.id))))
  then
    perform private.refuse(403, 'forbidden', 'You are not allowed to do this');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- Recovery codes -------------------------------------------------------------------------------------------------------

create table private.recovery_codes (
  user_id bigint not null references public.profiles (id) on delete cascade,
  hash text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, hash)
);
comment on table private.recovery_codes is
  'Codes that turn two-step sign-in off for a user who has lost their device, as hashes. The first one that is used ends the others.';

revoke all on table private.recovery_codes from anon, authenticated, service_role;

-- 64 random bits each, so a plain hash is safe. What is longer than any way to type one is not looked at.
create function private.recovery_hash(p_code text) returns text
language sql immutable set search_path = ''
as $$ select encode(extensions.digest(regexp_replace(lower(left(p_code, 100)), '[^0-9a-f]', '', 'g'), 'sha256'), 'hex') $$;
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
  -- Or a token alone would make itself a code that turns it off, with the code that its owner enters elsewhere.
  elsif not private.has_fresh_code((auth.jwt() ->> 'session_id')::uuid) then
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
  'Gives the caller ten new recovery codes in place of the earlier ones; they are answered this once. PT409 without two-step sign-in, PT403 unless a code of the app was entered in this session in the last five minutes.';
grant execute on function private.make_recovery_codes, public.make_recovery_codes to authenticated;

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
grant execute on function private.my_second_factor, public.my_second_factor to authenticated;

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
  -- Auth, and an admin who turns it off, take the factors before the codes.
  perform private.hold_user_of_auth(v_user_id);
  perform 1 from auth.mfa_factors f where f.user_id = v_auth_id order by f.id for update;
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
grant execute on function private.use_recovery_code, public.use_recovery_code to authenticated;

-- Changes --------------------------------------------------------------------------------------------------------------

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
    perform private.queue_mail(v_user_id, 'second_factor_on', '{}', 'second factor on');
  elsif not exists (select 1 from auth.mfa_factors f where f.user_id = v_auth_id and f.status = 'verified') then
    delete from private.recovery_codes r where r.user_id = v_user_id;
    if current_setting('app.second_factor_is_reset', true) is distinct from 'true' then
      perform private.queue_mail(v_user_id, 'second_factor_off', '{}', 'second factor off');
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
  perform private.consume_rate_limit('bulk_action', private.current_profile_id()::text);
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
  perform private.queue_mail(p_user_id, 'second_factor_reset', jsonb_build_object('reason', v_reason), 'second factor reset');
  perform private.notify(p_user_id, format('Your two-step sign-in was turned off by an administrator: %s', v_reason),
    jsonb_build_object('type', 'second_factor_reset', 'path', '/profile?tab=security'));
  perform private.audit('reset_second_factor', 'user', p_user_id::text, null, jsonb_build_object('reason', v_reason));
end $$;

create function public.reset_second_factor(user_id bigint, reason text) returns void
language sql volatile security invoker set search_path = '' as $$ select private.reset_second_factor(user_id, reason) $$;
comment on function public.reset_second_factor is
  'For main admins: turns two-step sign-in of somebody off who has lost their device and recovery codes, ends their sessions, and tells them.';
grant execute on function private.reset_second_factor, public.reset_second_factor to authenticated;
