SET local check_function_bodies = off;

DROP FUNCTION "private"."list_app_settings"();

DROP FUNCTION "private"."set_exchange_rate"(text, date, numeric);

DROP FUNCTION "public"."list_app_settings"();

DROP FUNCTION "public"."set_exchange_rate"(text, date, numeric);

CREATE OR REPLACE FUNCTION private.accept_quote (
  p_quote_id         bigint,
  p_close_request    boolean,
  p_expected_version integer
)
  RETURNS TABLE (
    status  text,
    version integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'accept');
begin
  -- Without a version the caller accepts what they read last, so a quote that changed a moment ago is refused.
  if p_expected_version is not null then
    perform private.assert_version(v_quote, p_expected_version, 'The supplier has just changed this quote. Please look again.');
  elsif exists (
    select 1 from public.quote_events e where e.quote_id = v_quote.id and e.kind in ('revise', 'correct')
      and e.created_at > now() - interval '15 minutes') then
    perform private.refuse(409, 'changed_meanwhile', 'The supplier has just changed this quote. Please look again.');
  end if;
  if v_quote.valid_until < private.today() then
    perform private.refuse(409, 'conflict', format('This quote expired on %s', to_char(v_quote.valid_until, 'Mon FMDD, YYYY')));
  end if;
  -- Each accepted quote shows its parties to each other: nobody collects the data of a whole trade in a day.
  perform private.consume_rate_limit('accept', v_me::text);
  v_quote := private.set_quote_status(v_quote, v_me, 'accept', 'accepted', null);
  perform private.tell_party(v_quote, v_quote.supplier_id, 'quote_accepted', format('Your quote on "%s" was accepted', v_quote.post_title));
  -- The others are declined first: closing tells those whose quotes are undecided.
  if p_close_request then
    perform private.decline_undecided(v_quote.post_id, v_me, v_quote.supplier_id);
    perform private.close_post_row(v_quote.post_id, 'awarded');
  end if;
  return query select v_quote.status, v_quote.version;
end $function$;

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
    'content_report',      jsonb_build_object('max', 60,  'seconds', 3600),
    'idempotent_write',    jsonb_build_object('max', 3600, 'seconds', 3600),
    'empty_search',        jsonb_build_object('max', 600, 'seconds', 3600),
    'guest_access',        jsonb_build_object('max', 120, 'seconds', 3600))
$function$;

CREATE OR REPLACE FUNCTION private.delete_exchange_rate (
  p_currency text,
  p_day      date
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_before jsonb;
begin
  perform private.require_admin();
  delete from public.exchange_rates r where r.currency = p_currency and r.day = p_day
  returning jsonb_build_object('usd_per_unit', r.usd_per_unit, 'source', r.source) into v_before;
  if v_before is null then
    perform private.refuse(404, 'not_found', 'Exchange rate not found');
  end if;
  perform private.audit('delete_exchange_rate', 'exchange_rate', p_currency || ' ' || p_day, v_before, null);
end $function$;

CREATE OR REPLACE FUNCTION private.is_unlikely_rate (
  p_currency     text,
  p_day          date,
  p_usd_per_unit numeric
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((
    select abs(p_usd_per_unit / r.usd_per_unit - 1) > 0.2 from public.exchange_rates r
    where r.currency = p_currency and r.day between p_day - 30 and p_day + 30 order by abs(r.day - p_day), r.day limit 1), false)
$function$;

CREATE OR REPLACE FUNCTION private.list_app_settings()
  RETURNS TABLE (
    key           text,
    value         jsonb,
    updated_at    timestamp with time zone,
    default_value jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 30
  SET search_path TO ''
  AS $function$
begin
  perform private.require_admin();
  return query
    select s.key, s.value, s.updated_at, 'true'::jsonb from private.app_settings s where s.key = 'rate_limits_enabled'
    union all
    select 'rate_limits.' || r.key, r.value, s.updated_at, private.default_rate_limits() -> r.key
    from private.app_settings s cross join lateral jsonb_each(s.value) as r where s.key = 'rate_limits'
    order by 1;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_rate_limit (
  p_action  text,
  p_seconds numeric
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  perform private.refuse(429, 'rate_limit',
    case
      when p_seconds <= 60 then 'Too many requests. Please try again in 1 minute.'
      when p_seconds <= 2 * 3600 then format('Too many requests. Please try again in %s minutes.', ceil(p_seconds / 60))
      when p_seconds <= 2 * 86400 then format('Too many requests. Please try again in %s hours.', ceil(p_seconds / 3600))
      else format('Too many requests. Please try again in %s days.', ceil(p_seconds / 86400)) end,
    jsonb_build_object('retryAfter', greatest(1, ceil(p_seconds)),
        'limit', private.setting('rate_limits') -> p_action || jsonb_build_object('name', p_action))
      -- The quote form shows every 429 as a wait in days.
      || case when p_action = 'quote' then jsonb_build_object('daysToWait', greatest(1, ceil(p_seconds / 86400))) else '{}' end);
end $function$;

CREATE OR REPLACE FUNCTION private.set_exchange_rate (
  p_currency     text,
  p_day          date,
  p_usd_per_unit numeric,
  p_is_sure      boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_currency text := upper(btrim(p_currency));
  v_today date := (now() at time zone 'utc')::date;
  v_before jsonb;
begin
  perform private.require_admin();
  if v_currency is null or v_currency !~ '^[A-Z]{3}$' or v_currency = 'USD' then
    perform private.refuse(400, 'invalid_input', 'A currency code of three letters other than USD', '{"path": "currency"}');
  elsif p_day is null or p_day not between v_today - 366 and v_today + 1 then
    -- Where the day begins first it is tomorrow already.
    perform private.refuse(400, 'invalid_input', 'A day of the last year', '{"path": "day"}');
  elsif p_usd_per_unit is null or p_usd_per_unit not between 0.000000001 and 1000000 then
    perform private.refuse(400, 'invalid_input', 'A rate from 0.000000001 to 1,000,000', '{"path": "usdPerUnit"}');
  elsif not coalesce(p_is_sure, false) and private.is_unlikely_rate(v_currency, p_day, p_usd_per_unit) then
    perform private.refuse(409, 'conflict', 'This is more than 20 percent away from the last rate.');
  end if;
  select jsonb_build_object('usd_per_unit', r.usd_per_unit, 'source', r.source) into v_before
  from public.exchange_rates r where r.currency = v_currency and r.day = p_day for update;
  insert into public.exchange_rates as r (currency, day, usd_per_unit, source) values (v_currency, p_day, p_usd_per_unit, 'Admin')
  on conflict (currency, day) do update set usd_per_unit = excluded.usd_per_unit, source = excluded.source;
  perform private.audit('set_exchange_rate', 'exchange_rate', v_currency || ' ' || p_day, v_before,
    jsonb_build_object('usd_per_unit', p_usd_per_unit, 'source', 'Admin'));
end $function$;

CREATE OR REPLACE FUNCTION private.store_exchange_rates (
  p_rates  jsonb,
  p_day    date,
  p_source text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_today date := (now() at time zone 'utc')::date;
  v_count integer;
begin
  if p_day is null or p_day not between v_today - 31 and v_today + 1 then
    perform private.refuse(400, 'invalid_input', 'A day of the last month', '{"path": "day"}');
  elsif jsonb_typeof(p_rates) is distinct from 'object' then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "rates"}');
  end if;
  -- What an admin entered for the day stays.
  insert into public.exchange_rates as r (currency, day, usd_per_unit, source)
  select e.key, p_day, e.value::text::numeric, left(p_source, 200)
  from jsonb_each(p_rates) as e
  where e.key ~ '^[A-Z]{3}$' and e.key <> 'USD'
    and case when jsonb_typeof(e.value) = 'number'
      then e.value::text::numeric between 0.000000001 and 1000000
        and not private.is_unlikely_rate(e.key, p_day, e.value::text::numeric) else false end
  order by e.key limit 400
  on conflict (currency, day) do update set usd_per_unit = excluded.usd_per_unit, source = excluded.source
    where r.source <> 'Admin' and (r.usd_per_unit, r.source) is distinct from (excluded.usd_per_unit, excluded.source);
  get diagnostics v_count = row_count;
  delete from public.exchange_rates r
  where r.day < v_today - 366 and exists (select 1 from public.exchange_rates n where n.currency = r.currency and n.day > r.day);
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_exchange_rate (
  currency text,
  day      date
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.delete_exchange_rate(currency, day) $function$;

REVOKE ALL ON FUNCTION "public"."delete_exchange_rate"(text, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_app_settings()
  RETURNS TABLE (
    key           text,
    value         jsonb,
    updated_at    timestamp with time zone,
    default_value jsonb
  )
  LANGUAGE sql
  STABLE
  ROWS 30
  SET search_path TO ''
  AS $function$ select * from private.list_app_settings() $function$;

REVOKE ALL ON FUNCTION "public"."list_app_settings"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.set_exchange_rate (
  currency     text,
  day          date,
  usd_per_unit numeric,
  is_sure      boolean DEFAULT false
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.set_exchange_rate(currency, day, usd_per_unit, is_sure) $function$;

REVOKE ALL ON FUNCTION "public"."set_exchange_rate"(text, date, numeric, boolean) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "private"."default_rate_limits"() IS 'How often each limited action may be used: "max" times in so many "seconds".';

COMMENT ON FUNCTION "private"."is_unlikely_rate"(text, date, numeric) IS 'Whether a rate is more than 20 percent away from the nearest one within 30 days: more often a slip than a crash.';

COMMENT ON FUNCTION "public"."delete_exchange_rate"(text, date) IS 'For admins: takes the rate of a currency on a day away; the one before it is the newest then. Kept in the audit log.';

COMMENT ON FUNCTION "public"."list_app_settings"() IS 'For admins: the switches and limits that can be changed; a limit is {"max", "seconds"}. With the values that a new marketplace starts with.';

COMMENT ON FUNCTION "public"."set_exchange_rate"(text, date, numeric, boolean) IS 'For admins: what one unit of a currency is worth in US dollars on a day; replaces a rate of the same day. PT409 for an unlikely one unless `is_sure`. Kept in the audit log.';

COMMENT ON FUNCTION "public"."store_exchange_rates"(jsonb, date, text) IS 'For the edge function `housekeeping` only: the rates of a day as {"EUR": 1.16}, US dollars per unit, without unlikely ones; answers how many are new or changed. Forgets what is older than a year.';

REVOKE ALL ON FUNCTION "private"."default_rate_limits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_exchange_rate"(text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_exchange_rate"(text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_unlikely_rate"(text, date, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_app_settings"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_app_settings"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."set_exchange_rate"(text, date, numeric, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_exchange_rate"(text, date, numeric, boolean) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."delete_exchange_rate"(text, date) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list_app_settings"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."set_exchange_rate"(text, date, numeric, boolean) TO "authenticated";

update private.app_settings s set value = jsonb_build_object('accept', private.default_rate_limits() -> 'accept') || s.value where s.key = 'rate_limits';
