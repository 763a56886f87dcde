-- The roles of the API, and what the owner of this database needs in order to act as them. Safe to repeat. A superuser runs it in
-- the database before the first start; when DATABASE_URL names a superuser, the server does it.
do $roles$
declare
  v_owner name := (select pg_get_userbyid(datdba) from pg_database where datname = current_database());
  v_role name;
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then create role authenticator noinherit; end if;
  foreach v_role in array array['anon', 'authenticated', 'service_role'] loop
    if not pg_has_role('authenticator', v_role, 'member') then execute format('grant %I to authenticator', v_role); end if;
    -- The server switches to the role of each request.
    if not pg_has_role(v_owner, v_role, 'member') then execute format('grant %I to %I', v_role, v_owner); end if;
  end loop;
  -- As on hosted Supabase. They apply to logins; requests, which switch roles, set the same for themselves.
  foreach v_role in array array['anon', 'authenticated', 'service_role', 'authenticator'] loop
    if not exists (select from pg_roles r, unnest(r.rolconfig) s where r.rolname = v_role and s like 'statement_timeout=%') then
      execute format('alter role %I set statement_timeout = %L', v_role, case v_role when 'anon' then '3s' else '8s' end);
    end if;
  end loop;
  -- A restore inserts rows without running their triggers.
  if not has_parameter_privilege(v_owner, 'session_replication_role', 'set') then
    execute format('grant set on parameter session_replication_role to %I', v_owner);
  end if;
end $roles$;
