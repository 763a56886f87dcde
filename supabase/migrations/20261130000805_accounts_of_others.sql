SET local check_function_bodies = off;

DROP POLICY "users read their own account, admins all" ON "public"."accounts";

CREATE OR REPLACE FUNCTION private.default_rate_limits()
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
    'account_read',        jsonb_build_object('max', 2000, 'seconds', 3600),
    'rule_preview',        jsonb_build_object('max', 300, 'seconds', 3600),
    'content_report',      jsonb_build_object('max', 60,  'seconds', 3600),
    'idempotent_write',    jsonb_build_object('max', 3600, 'seconds', 3600),
    'empty_search',        jsonb_build_object('max', 600, 'seconds', 3600),
    'guest_access',        jsonb_build_object('max', 120, 'seconds', 3600))
$function$;

CREATE OR REPLACE FUNCTION private.get_user (
  p_user_id bigint
)
  RETURNS SETOF public.accounts
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
begin
  perform private.require_admin();
  perform private.note_accounts_read(1, jsonb_build_object('user', p_user_id));
  return query select a.* from public.accounts a where a.profile_id = p_user_id;
end $function$;

CREATE OR REPLACE FUNCTION private.list_staff()
  RETURNS SETOF public.profiles
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
begin
  perform private.require_admin();
  return query
    select p.* from public.accounts a join public.profiles p on p.id = a.profile_id
    where a.role <> 'user';
end $function$;

CREATE OR REPLACE FUNCTION private.list_users (
  p_filter    private.user_filter,
  p_sort      text,
  p_direction text,
  p_page      integer,
  p_page_size integer
)
  RETURNS SETOF public.accounts
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_page integer := greatest(coalesce(p_page, 1), 1);
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 500);
  v_direction text := case when p_direction = 'asc' then 'asc' else 'desc' end;
  v_count integer;
begin
  perform private.require_admin();
  return query execute format(
    'select a.* from public.accounts a join public.profiles p on p.id = a.profile_id where %s order by %s %s %s, a.profile_id %s offset $3 limit $4',
    private.user_condition(p_filter),
    case p_sort when 'username' then 'lower(p.username)' when 'posts' then 'a.post_count' when 'quotes' then 'a.quote_count'
      when 'rating' then 'p.rating_average' when 'lastSeen' then 'a.last_seen_at' else 'a.profile_id' end,
    v_direction,
    case when p_sort in ('rating', 'lastSeen') then case v_direction when 'asc' then 'nulls first' else 'nulls last' end end,
    v_direction)
    using private.user_patterns(p_filter.search), p_filter, (v_page - 1)::bigint * v_size, v_size;
  get diagnostics v_count = row_count;
  perform private.note_accounts_read(v_count, jsonb_strip_nulls(jsonb_build_object('search', nullif(btrim(p_filter.search), ''),
    'role', p_filter.role, 'status', p_filter.status, 'verified', p_filter.verified, 'accountType', p_filter.account_type,
    'country', p_filter.country, 'since', p_filter.since, 'before', p_filter.before, 'page', v_page, 'pageSize', v_size)),
    -- More than a page shows is taken away in a file.
    p_is_export => v_size > 100);
end $function$;

CREATE OR REPLACE FUNCTION private.note_accounts_read (
  p_count     integer,
  p_filter    jsonb,
  p_is_export boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if p_is_export or not private.take_room('account_read', private.current_profile_id()::text, p_count) then
    perform private.audit('export_users', 'user', null, null, p_filter);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.get_user (
  user_id bigint
)
  RETURNS SETOF public.accounts
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.get_user(user_id) $function$;

REVOKE ALL ON FUNCTION "public"."get_user"(bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_staff()
  RETURNS SETOF public.profiles
  LANGUAGE sql
  STABLE
  ROWS 20
  SET search_path TO ''
  AS $function$ select * from private.list_staff() $function$;

REVOKE ALL ON FUNCTION "public"."list_staff"() FROM PUBLIC, "anon", "service_role";

CREATE POLICY "users read their own account" ON "public"."accounts"
  FOR SELECT
  TO "authenticated"
  USING ((profile_id = ( SELECT private.current_profile_id() AS current_profile_id)));

COMMENT ON FUNCTION "private"."note_accounts_read"(integer, jsonb, boolean) IS 'Writes to the audit log that an admin takes accounts away: an export, and what they read beyond the limit account_read.';

COMMENT ON FUNCTION "public"."get_user"(bigint) IS 'For admins: the account of one user.';

COMMENT ON FUNCTION "public"."list_staff"() IS 'For admins: the profiles of all admins.';

COMMENT ON FUNCTION "public"."list_users"(text, text, text, boolean, text, text, timestamp with time zone, timestamp
  with time zone, text, text, integer, integer) IS 'For admins: one page of the users, sorted by registered, username, posts, quotes, rating or lastSeen. Pages of more than 100 are an export, which is in the audit log, as is what an admin reads beyond the limit account_read.';

REVOKE ALL ON FUNCTION "private"."get_user"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."get_user"(bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_staff"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_staff"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."note_accounts_read"(integer, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_user"(bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list_staff"() TO "authenticated";

update private.app_settings s set value = s.value || jsonb_build_object('account_read', private.default_rate_limits() -> 'account_read') where s.key = 'rate_limits';
