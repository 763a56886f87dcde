SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.end_session (
  p_session_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_profile_id();
  delete from auth.sessions s where s.id = p_session_id and s.user_id = (select auth.uid());
  if not found then
    perform private.refuse(404, 'not_found', 'Session not found');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.my_sessions()
  RETURNS TABLE (
    id         uuid,
    user_agent text,
    address    text,
    started_at timestamp with time zone,
    used_at    timestamp with time zone,
    is_current boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 5
  SET search_path TO ''
  AS $function$
begin
  perform private.require_profile_id();
  return query
    select s.id, left(s.user_agent, 500), host(s.ip), s.created_at,
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'),
      s.id is not distinct from (select (auth.jwt() ->> 'session_id')::uuid)
    from auth.sessions s
    where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
    order by 6 desc, 5 desc, 1 limit 50;
end $function$;

CREATE OR REPLACE FUNCTION private.note_device (
  p_session_id uuid,
  p_user_agent text,
  p_address    text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update auth.sessions s set user_agent = left(p_user_agent, 500), ip = nullif(p_address, 'unknown')::inet where s.id = p_session_id;
$function$;

CREATE OR REPLACE FUNCTION public.end_session (
  session_id uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.end_session(session_id) $function$;

REVOKE ALL ON FUNCTION "public"."end_session"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.my_sessions()
  RETURNS TABLE (
    id         uuid,
    user_agent text,
    address    text,
    started_at timestamp with time zone,
    used_at    timestamp with time zone,
    is_current boolean
  )
  LANGUAGE sql
  STABLE
  ROWS 5
  SET search_path TO ''
  AS $function$ select * from private.my_sessions() $function$;

REVOKE ALL ON FUNCTION "public"."my_sessions"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.note_device (
  session_id uuid,
  user_agent text,
  address    text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.note_device(session_id, user_agent, address) $function$;

REVOKE ALL ON FUNCTION "public"."note_device"(uuid, text, text) FROM PUBLIC, "anon", "authenticated";

COMMENT ON FUNCTION "public"."end_session"(uuid) IS 'Signs the caller out on one device, at once.';

COMMENT ON FUNCTION "public"."my_sessions"() IS 'Where the caller is signed in: this session first, then the last used ones, up to 50. A session counts as used when it is renewed, once an hour.';

COMMENT ON FUNCTION "public"."note_device"(uuid, text, text) IS 'For edge functions only: stores which program a session was made for. Auth knows the function that asked; it takes no secret key from what names itself a browser.';

REVOKE ALL ON FUNCTION "private"."end_session"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_session"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."my_sessions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."my_sessions"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."note_device"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_device"(uuid, text, text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."end_session"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."my_sessions"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."note_device"(uuid, text, text) TO "service_role";
