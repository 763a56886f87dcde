SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.may_change_factor (
  p_auth_id uuid,
  p_is_new  boolean
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return case
    -- Factors go with their user.
    when not exists (select 1 from auth.users u where u.id = p_auth_id) then true
    when p_is_new then coalesce(private.take_password_proof(p_auth_id) = 'password', false)
    else exists (
      select 1 from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id
      where s.user_id = p_auth_id and c.authentication_method = 'totp' and c.updated_at > now() - interval '5 minutes') end;
end $function$;

CREATE OR REPLACE FUNCTION private.prove_password_change (
  p_auth_id    uuid,
  p_session_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_has_password boolean;
begin
  -- The user before the proof, as Auth takes them.
  select coalesce(u.encrypted_password, '') <> '' into v_has_password from auth.users u where u.id = p_auth_id for key share;
  -- Nobody has checked a password that is not there: the first one takes the link of a mail.
  if p_session_id is null and v_has_password is false then
    perform private.refuse(403, 'forbidden', 'You are not allowed to do this');
  end if;
  insert into private.password_proofs as p (auth_id, session_id) values (p_auth_id, p_session_id)
  on conflict (auth_id) do update set session_id = excluded.session_id, made_at = now();
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_ended_session()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.jwt() ->> 'session_id' is not null
    and not exists (select 1 from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid) then
    perform private.refuse(401, 'unauthorized', 'Authentication required');
  end if;
end $function$;

COMMENT ON FUNCTION "private"."refuse_ended_session"() IS 'PT401 for a token that outlives its session. PostgREST calls it before each request; the embedded gateway asks the same.';

REVOKE ALL ON FUNCTION "private"."refuse_ended_session"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_ended_session"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."refuse_ended_session"() TO "service_role";

-- By hand: settings of roles are not compared.
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
