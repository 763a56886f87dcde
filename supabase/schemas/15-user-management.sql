-- Managing users: roles, verification, suspension.

-- At least one main admin always remains, however the table is changed.
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

create function private.assert_can_be_admin(p_account public.accounts) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_account.email_confirmed_at is null then
    perform private.refuse(409, 'conflict', 'This address is not confirmed yet');
  elsif p_account.suspended_until > now() then
    perform private.refuse(409, 'conflict', 'This account is suspended');
  end if;
end $$;
comment on function private.assert_can_be_admin is 'PT409 for an account that is suspended or unconfirmed: nobody could lift or confirm that of a main admin.';

-- The operator of the installation appoints a registered user as the first main admin. Later, main admins give and take the role; the
-- operator helps again where the only one is lost.
create function private.appoint_main_admin(p_email text, p_instead_of text default null) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts;
  v_former public.accounts;
begin
  -- Rows first, in the order of ids, and then the key: as a main admin who takes the role from another one.
  perform 1 from public.accounts a where lower(a.email) in (lower(p_email), lower(p_instead_of)) order by a.profile_id for update;
  perform pg_advisory_xact_lock(hashtext('private.keep_a_main_admin'));
  if p_instead_of is not null then
    select * into v_former from public.accounts a
    where lower(a.email) = lower(p_instead_of) and a.role = 'main_admin' and a.deleted_at is null;
    if v_former.profile_id is null then
      perform private.refuse(404, 'not_found', 'No main admin has the address whose role is to end');
    end if;
  end if;
  if exists (select 1 from public.accounts a
    where a.role = 'main_admin' and a.deleted_at is null and a.profile_id is distinct from v_former.profile_id) then
    perform private.refuse(409, 'conflict', 'There is a main admin already. Main admins give the role on the page, under Users.');
  end if;
  select * into v_account from public.accounts a where lower(a.email) = lower(p_email) and a.deleted_at is null;
  if v_account.profile_id is null then
    perform private.refuse(404, 'not_found', 'Nobody has registered with this address');
  elsif v_account.profile_id = v_former.profile_id then
    perform private.refuse(409, 'conflict', 'This person is the main admin already');
  end if;
  perform private.assert_can_be_admin(v_account);
  update public.accounts a set role = 'main_admin' where a.profile_id = v_account.profile_id;
  perform private.audit('appoint_main_admin', 'user', v_account.profile_id::text,
    jsonb_build_object('role', v_account.role), jsonb_build_object('role', 'main_admin'));
  if v_former.profile_id is not null then
    update public.accounts a set role = 'user' where a.profile_id = v_former.profile_id;
    perform private.audit('change_role', 'user', v_former.profile_id::text,
      jsonb_build_object('role', 'main_admin'), jsonb_build_object('role', 'user'));
  end if;
  return (select p.username from public.profiles p where p.id = v_account.profile_id);
end $$;
comment on function private.appoint_main_admin is
  'Makes the person with this confirmed address the first main admin, or the only one instead of another, who becomes a user, and answers the username; refused where there is a further one.';

create function public.appoint_main_admin(email text, instead_of text default null) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.appoint_main_admin(email, instead_of) $$;
comment on function public.appoint_main_admin is
  'For holders of the secret key only: makes the person with this confirmed address the first main admin, or the only one instead of another.';
grant execute on function private.appoint_main_admin, public.appoint_main_admin to service_role;

create function private.account_to_manage(p_user_id bigint, p_main_admins_too boolean default false) returns public.accounts
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
  elsif v_account.profile_id = v_me or v_account.deleted_at is not null or (v_account.role = 'main_admin' and not p_main_admins_too) then
    perform private.refuse(409, 'conflict', 'You cannot change this account');
  end if;
  return v_account;
end $$;
comment on function private.account_to_manage is
  'Locks an account that the calling admin may change; PT409 for their own, deleted accounts and, unless asked for, main admins.';

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
  -- The admin takes the registration as it is.
  perform private.exchange_proof(p.auth_id, 'verify_email') from public.profiles p where p.id = p_user_id;
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
  v_me bigint := private.require_admin();
  v_account public.accounts;
  v_reason text;
  v_until timestamptz := case when p_days is null then 'infinity' else now() + make_interval(days => p_days) end;
begin
  -- The counter before the accounts, as in bulk actions.
  perform private.consume_rate_limit('bulk_action', v_me::text);
  v_account := private.account_to_manage(p_user_id);
  v_reason := private.required_reason(p_reason);
  if p_days not in (1, 7, 14, 30) then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "days"}');
  elsif v_account.suspended_until > now() then
    perform private.refuse(409, 'conflict', 'This account is already suspended');
  end if;
  update public.accounts a set suspended_until = v_until, suspension_reason = v_reason, suspended_at = now() where a.profile_id = p_user_id;
  perform private.queue_mail(p_user_id, 'account_suspended',
    jsonb_build_object('reason', v_reason, 'until', case when p_days is not null then to_jsonb(v_until) end), 'suspension');
  perform private.audit('suspend_user', 'user', p_user_id::text, null,
    jsonb_build_object('until', case when p_days is null then '"permanent"' else to_jsonb(v_until) end, 'reason', v_reason));
end $$;

create function public.suspend_user(user_id bigint, reason text, days integer default null) returns void
language sql volatile security invoker set search_path = '' as $$ select private.suspend_user(user_id, reason, days) $$;
comment on function public.suspend_user is 'For admins: suspends a user for 1, 7, 14 or 30 days, without days for good, and mails them the reason.';
grant execute on function private.suspend_user, public.suspend_user to authenticated;

create function private.change_user_role(p_user_id bigint, p_role text, p_expected text, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts;
  v_reason text;
begin
  perform private.require_main_admin();
  v_account := private.account_to_manage(p_user_id, p_main_admins_too => true);
  -- Again behind the lock, as account_to_manage() asks for an admin again.
  perform private.require_main_admin();
  if p_role is null or p_role not in ('user', 'admin', 'main_admin') then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "role"}');
  elsif v_account.role is distinct from p_expected then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this account. Please look again.');
  elsif v_account.role = p_role then
    return;
  elsif p_role <> 'user' and v_account.role <> 'main_admin' then
    perform private.assert_can_be_admin(v_account);
  end if;
  if v_account.role = 'main_admin' or p_reason is not null then
    v_reason := private.required_reason(p_reason);
  end if;
  update public.accounts a set role = p_role where a.profile_id = p_user_id;
  perform private.audit('change_role', 'user', p_user_id::text, jsonb_build_object('role', v_account.role),
    jsonb_strip_nulls(jsonb_build_object('role', p_role, 'reason', v_reason)));
end $$;

create function public.change_user_role(user_id bigint, role text, expected text, reason text default null) returns void
language sql volatile security invoker set search_path = '' as $$ select private.change_user_role(user_id, role, expected, reason) $$;
comment on function public.change_user_role is
  'For main admins: gives somebody else a role, a main admin with a reason, unless it is no longer the expected one because another admin was faster, or a suspended or unconfirmed account would become admin (PT409).';
grant execute on function private.change_user_role, public.change_user_role to authenticated;

create function private.forget_choices_of_deleted() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.locale := null;
  new.time_zone := null;
  new.digest_hour := 7;
  return new;
end $$;

-- Account lock --------------------------------------------------------------------------------------------------------
--
-- Every write of a user takes this lock first, and so does the deletion of the account: an earlier write is deleted
-- with the account, and a later one is refused. Otherwise a deletion would deadlock with the writes, or leave rows
-- without an owner.
-- Lock order: docs/decisions.md#everybody-takes-rows-in-one-order.

-- Posts lock the profile, the first row that a deletion locks. Other writes would lock it in another order than
-- reviews, which store their rating there, so they take an advisory lock for the account instead of a row lock.
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

-- Auth already holds its row of the user when it copies a change to the account.
-- Not `for update`: a profile that is written twice in a transaction asks whether its user exists, with a lock on it.
create function private.hold_user_of_auth(p_user_id bigint) returns void
language sql volatile security definer set search_path = ''
as $$ select 1 from auth.users u where u.id = (select p.auth_id from public.profiles p where p.id = p_user_id) for no key update $$;
comment on function private.hold_user_of_auth is 'Locks what Auth knows of a user, for who changes it; before the account.';

-- A profile saved during the deletion would restore personal data in the deleted account.
create function private.refuse_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null and private.current_profile_id() is null then
    perform private.refuse_stranger();
  end if;
  return new;
end $$;
comment on function private.refuse_deleted is 'Refuses who was deleted while they waited for the row that they write.';
