SET local check_function_bodies = off;

DROP FUNCTION "private"."account_to_manage"(bigint);

DROP FUNCTION "private"."appoint_main_admin"(text);

DROP FUNCTION "private"."change_user_role"(bigint, text, text);

DROP FUNCTION "public"."appoint_main_admin"(text);

DROP FUNCTION "public"."change_user_role"(bigint, text, text);

CREATE OR REPLACE FUNCTION private.account_to_manage (
  p_user_id         bigint,
  p_main_admins_too boolean DEFAULT false
)
  RETURNS public.accounts
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.appoint_main_admin (
  p_email      text,
  p_instead_of text DEFAULT NULL::text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  elsif v_account.email_confirmed_at is null then
    perform private.refuse(409, 'conflict', 'This address is not confirmed yet');
  elsif v_account.suspended_until > now() then
    perform private.refuse(409, 'conflict', 'This account is suspended');
  elsif v_account.profile_id = v_former.profile_id then
    perform private.refuse(409, 'conflict', 'This person is the main admin already');
  end if;
  update public.accounts a set role = 'main_admin' where a.profile_id = v_account.profile_id;
  perform private.audit('appoint_main_admin', 'user', v_account.profile_id::text,
    jsonb_build_object('role', v_account.role), jsonb_build_object('role', 'main_admin'));
  if v_former.profile_id is not null then
    update public.accounts a set role = 'user' where a.profile_id = v_former.profile_id;
    perform private.audit('change_role', 'user', v_former.profile_id::text,
      jsonb_build_object('role', 'main_admin'), jsonb_build_object('role', 'user'));
  end if;
  return (select p.username from public.profiles p where p.id = v_account.profile_id);
end $function$;

CREATE OR REPLACE FUNCTION private.change_user_role (
  p_user_id  bigint,
  p_role     text,
  p_expected text,
  p_reason   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  end if;
  if v_account.role = 'main_admin' or p_reason is not null then
    v_reason := private.required_reason(p_reason);
  end if;
  update public.accounts a set role = p_role where a.profile_id = p_user_id;
  perform private.audit('change_role', 'user', p_user_id::text, jsonb_build_object('role', v_account.role),
    jsonb_strip_nulls(jsonb_build_object('role', p_role, 'reason', v_reason)));
end $function$;

CREATE OR REPLACE FUNCTION public.appoint_main_admin (
  email      text,
  instead_of text DEFAULT NULL::text
)
  RETURNS text
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.appoint_main_admin(email, instead_of) $function$;

REVOKE ALL ON FUNCTION "public"."appoint_main_admin"(text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.change_user_role (
  user_id  bigint,
  role     text,
  expected text,
  reason   text   DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.change_user_role(user_id, role, expected, reason) $function$;

REVOKE ALL ON FUNCTION "public"."change_user_role"(bigint, text, text, text) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "private"."account_to_manage"(bigint, boolean) IS 'Locks an account that the calling admin may change; PT409 for their own, deleted accounts and, unless asked for, main admins.';

COMMENT ON FUNCTION "private"."appoint_main_admin"(text, text) IS 'Makes the person with this confirmed address the first main admin, or the only one instead of another, who becomes a user, and answers the username; refused where there is a further one.';

COMMENT ON FUNCTION "public"."appoint_main_admin"(text, text) IS 'For holders of the secret key only: makes the person with this confirmed address the first main admin, or the only one instead of another.';

COMMENT ON FUNCTION "public"."change_user_role"(bigint, text, text, text) IS 'For main admins: gives somebody else a role, a main admin with a reason, unless it is no longer the expected one because another admin was faster (PT409).';

REVOKE ALL ON FUNCTION "private"."account_to_manage"(bigint, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."appoint_main_admin"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."appoint_main_admin"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."change_user_role"(bigint, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_user_role"(bigint, text, text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."appoint_main_admin"(text, text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."change_user_role"(bigint, text, text, text) TO "authenticated";
