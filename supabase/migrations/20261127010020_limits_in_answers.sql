SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.consume_rate_limit (
  p_action  text,
  p_subject text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  returning u.window_started_at, u.used into v_started, v_used;
  if v_started is null then
    perform private.assert_rate_limit(p_action, p_subject);
  -- What others have used of a limit, for instance of mails to an address, is not the caller's to know.
  elsif p_subject = private.current_profile_id()::text then
    perform private.tell_rate_limit(p_action, v_used, extract(epoch from v_started + v_window - now()));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_rate_limit (
  p_action  text,
  p_used    integer,
  p_seconds numeric
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  v_rule jsonb := private.setting('rate_limits') -> p_action;
  -- One write can use several limits, and HTTP has one header for all of them.
  v_told jsonb := coalesce(nullif(current_setting('private.told_limits', true), ''), '{}')::jsonb || jsonb_build_object(p_action,
    jsonb_build_array(
      concat('"', p_action, '";q=', v_rule ->> 'max', ';w=', v_rule ->> 'seconds'),
      concat('"', p_action, '";r=', (v_rule ->> 'max')::integer - p_used, ';t=', ceil(p_seconds))));
begin
  perform set_config('private.told_limits', v_told::text, true);
  perform set_config('response.headers', (
    select jsonb_build_array(
      jsonb_build_object('RateLimit-Policy', string_agg(t.value ->> 0, ', ' order by t.key)),
      jsonb_build_object('RateLimit', string_agg(t.value ->> 1, ', ' order by t.key)))::text
    from jsonb_each(v_told) t), true);
end $function$;

COMMENT ON FUNCTION "private"."consume_rate_limit"(text, text) IS 'Counts one use of an action, and tells users what is left of theirs; raises PT429 with {"retryAfter": seconds} in the detail once the limit is used up.';

COMMENT ON FUNCTION "private"."tell_rate_limit"(text, integer, numeric) IS 'Adds a limit to the RateLimit headers of the answer, which PostgREST takes from a setting: how many uses are left, and the seconds until all are back.';

REVOKE ALL ON FUNCTION "private"."tell_rate_limit"(text, integer, numeric) FROM PUBLIC;
