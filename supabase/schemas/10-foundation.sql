-- Foundation: schemas, extensions, default privileges, refusals, and the limits of use.
-- Objects that browsers can reach are in `public`; all others are in `private`, which no API exposes.

create schema if not exists extensions;

create extension if not exists unaccent with schema extensions;

create extension if not exists pg_trgm with schema extensions;

create extension if not exists fuzzystrmatch with schema extensions;

create extension if not exists pgcrypto with schema extensions;

grant usage on schema extensions to anon, authenticated, service_role;

create schema if not exists private;

comment on schema private is 'Helpers and rules behind the API; never exposed by it.';

revoke all on schema private from public;

grant usage on schema private to anon, authenticated, service_role;

-- Deny by default. Only the form without `in schema` revokes the built-in right of all roles to execute new functions;
-- the others revoke default grants of a hosted project on new objects of `public`.
alter default privileges revoke execute on functions from public;

alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;

alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- Text folding -------------------------------------------------------------------------------------------------------

-- The page folds in the same way (_shared/domain/fold.ts); a test compares the two for every letter. Marks that form
-- another letter, as in Japanese, Thai and Hindi, stay. Letters that Unicode does not decompose are listed, also in
-- upper case: in some locales lower() leaves non-ASCII letters unchanged.
create function private.fold(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  if octet_length(value) = char_length(value) then
    return lower(value);
  end if;
  value := normalize(regexp_replace(value, '([0-9])([\u00bc-\u00be\u2150-\u215e])', '\1 \2', 'g'), nfkd);
  value := regexp_replace(value, '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f'
    || '\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]+', '', 'g');
  value := translate(lower(normalize(value, nfc)), 'đĐðÐøØłŁıħĦŧŦςÆŒÞẞ⁄', 'ddddoollihhttσæœþß/');
  return replace(replace(replace(replace(value, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss');
end $$;
comment on function private.fold is
  'A text as it is compared and searched: without case, accents, invisible characters and compatibility forms. Immutable, so that indexes may use it.';
grant execute on function private.fold to anon, authenticated, service_role;

-- Every symbol ends a word; numbers such as "10.5" and "1/2" stay whole. Scripts without blanks form runs: Thai, Lao,
-- Burmese, Khmer, Chinese, Japanese, Korean.
create function private.text_parts(p_text text, out words text[], out numbers text[], out runs text[])
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_signs constant text := '\s!-/:-@\[-`{-~\u0001-\u0020\u007f-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3006\u3008-\u303f\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\ufffc\ufffd\U0001f000-\U0001faff';
  v_run constant text := '[\u0e01-\u0e3a\u0e40-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]+';
  v_number constant text := '(?<![^' || v_signs || '])[0-9]+(?:[.,/][0-9]+)+';
  -- A letter can fold to eighteen, which no real text needs.
  v_text text := left(private.fold(p_text), 1000 + 2 * char_length(p_text));
begin
  if octet_length(v_text) > char_length(v_text) and v_text ~ v_run then
    runs := array(select m.part[1] from regexp_matches(v_text, v_run, 'g') as m (part));
    v_text := regexp_replace(v_text, v_run, ' ', 'g');
  end if;
  if v_text ~ '[0-9][.,/][0-9]' then
    numbers := array(select translate(m.part[1], ',/', '..') from regexp_matches(v_text, v_number, 'g') as m (part));
    v_text := regexp_replace(v_text, v_number, ' ', 'g');
  end if;
  words := array_remove(string_to_array(regexp_replace(v_text, '[' || v_signs || ']+', ' ', 'g'), ' '), '');
end $$;
comment on function private.text_parts is 'The words, numbers and runs of a text, folded; the signs in numbers are dots.';

create function private.search_vector(p_text text) returns tsvector
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_parts record := private.text_parts(p_text);
  v_words text[] := v_parts.words;
begin
  -- "5kg" is found by "kg", "304/316" by "316".
  if array_to_string(v_words, ' ') ~ '[0-9][^0-9 ]' then
    v_words := v_words || array(
      select u.part from unnest(v_words) as w (word)
      cross join lateral unnest(array[substring(w.word from '^[0-9]+'), substring(w.word from '[^0-9]+$')]) as u (part)
      where w.word ~ '^[0-9]+[^0-9]+$');
  end if;
  if v_parts.numbers is not null then
    v_words := v_words || v_parts.numbers || string_to_array(array_to_string(v_parts.numbers, '.'), '.');
  end if;
  -- Each character of a run with the next one; the last stands alone.
  if v_parts.runs is not null then
    v_words := v_words || array(
      select distinct c.letter || lead(c.letter, 1, '') over (partition by r.nr order by c.nr)
      from unnest(v_parts.runs) with ordinality as r (run, nr)
      cross join lateral unnest(string_to_array(r.run, null)) with ordinality as c (letter, nr));
  end if;
  return array_to_tsvector(array(select left(w.word, 100) from unnest(v_words) as w (word)));
end $$;
comment on function private.search_vector is 'The words that a text is found by; search_words() asks for them.';

create function private.title_vector(p_title text) returns tsvector
language sql immutable strict parallel safe set search_path = ''
as $$
  -- Only a word with a position can have a weight.
  select coalesce(string_agg(quote_literal(w.lexeme) || ':1A', ' '), '')::tsvector from unnest(private.search_vector(p_title)) as w
$$;
comment on function private.title_vector is 'The words of a title, with the weight A.';
grant execute on function private.text_parts, private.search_vector, private.title_vector to anon, authenticated, service_role;

-- Zero-width, direction and filler characters, variation selectors and tags: they are invisible and hide words from a
-- filter.
create function private.without_invisible(p_text text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case when octet_length(p_text) = char_length(p_text) then p_text
    else regexp_replace(p_text, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]+', '', 'g') end
$$;
comment on function private.without_invisible is 'The text without characters that nobody sees.';
grant execute on function private.without_invisible to anon, authenticated, service_role;

-- Signs that override or isolate a direction let a text read backwards. Removed instead of refused: telephones put them
-- around names by themselves. The marks U+200E and U+200F stay, which such names need.
create function private.without_directions(p_text text) returns text
language sql immutable set search_path = ''
as $$ select regexp_replace(p_text, '[\u202a-\u202e\u2066-\u2069]+', '', 'g') $$;
comment on function private.without_directions is 'A text without signs that turn the direction, in which it could be read as other words than are stored.';
grant execute on function private.without_directions to authenticated, service_role;

create function private.clean_line(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select case when p_text ~ '[[:cntrl:]\u202a-\u202e\u2066-\u2069]'
    then btrim(regexp_replace(private.without_directions(p_text), '[[:cntrl:]]+', ' ', 'g')) else p_text end
$$;
comment on function private.clean_line is 'A text of one line without signs that turn the direction, and with blanks in place of control characters.';
grant execute on function private.clean_line to authenticated, service_role;

create function private.clean_fields(p_fields jsonb, p_lines text[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.key, case when f.key = any (p_lines) and jsonb_typeof(f.value) = 'string'
    then to_jsonb(private.clean_line(f.value #>> '{}')) else f.value end), '{}')
  from jsonb_each(p_fields) as f
$$;
comment on function private.clean_fields is 'The fields with their texts of one line as they are stored, for who reads them before they are.';
grant execute on function private.clean_fields to authenticated;

-- Arguments: the columns.
create function private.clean_lines() returns trigger
language plpgsql set search_path = ''
as $$
declare
  v_new jsonb := to_jsonb(new);
  v_changes jsonb;
begin
  -- Where nothing is left, nothing was given.
  select jsonb_object_agg(c.name, case when x.line <> '' or exists (
      select 1 from pg_catalog.pg_attribute a where a.attrelid = tg_relid and a.attname = c.name and a.attnotnull) then x.line end)
  into v_changes
  from unnest(tg_argv) as c (name) cross join lateral private.clean_line(v_new ->> c.name) as x (line)
  where x.line is distinct from v_new ->> c.name;
  return case when v_changes is null then new else jsonb_populate_record(new, v_changes) end;
end $$;
comment on function private.clean_lines is
  'Takes signs that turn the direction out of the texts of one line that are written, and makes control characters blanks; nothing left is null.';

create function private.is_blank(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select value is null or private.without_invisible(value) !~ '[^[:space:]\u00a0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]' $$;
comment on function private.is_blank is 'True for null and for a text that shows nothing: white space and invisible characters only.';
grant execute on function private.is_blank to anon, authenticated, service_role;

-- NFKC leaves the full stop of Chinese and Japanese, which browsers and mail programs take for a dot of an address.
create function private.has_link(p_text text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select translate(normalize(private.without_invisible(p_text), nfkc), '。', '.')
    ~* '://|\mwww\.|([[:alnum:]_-]|[^\u0001-\u007f])\.([[:alpha:]]|[^\u0001-\u007f]){2,}'
$$;
comment on function private.has_link is 'True for a text in which a mail program finds an address of the web, also in compatibility characters.';

-- Refusals -----------------------------------------------------------------------------------------------------------

-- Volatile: otherwise, checking the functions that call it with constants would call it as well.
create function private.refuse(p_status integer, p_code text, p_message text, p_detail jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'PT' || p_status, message = p_message,
    detail = (jsonb_build_object('code', p_code) || p_detail)::text;
end $$;
comment on function private.refuse is
  'Refuses what the caller asks for: an HTTP status, a code for programs, a sentence for people, and what else belongs to it, such as the path of a field.';
grant execute on function private.refuse to authenticated;

-- JSON arguments ------------------------------------------------------------------------------------------------------
--
-- A function with more than a handful of fields takes them as one JSON object with the names of their columns, and
-- reads it with jsonb_populate_record(), which refuses a value of the wrong type like an argument.

create function private.assert_unchanged(p_stored timestamptz, p_read timestamptz) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_read <> p_stored then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
end $$;
comment on function private.assert_unchanged is
  'PT409 when a row was changed after its reader has read it, or saving a form would undo that; null takes it as it is.';

create function private.known_fields(p_fields jsonb, p_known text[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_unknown text;
begin
  if jsonb_typeof(p_fields) is distinct from 'object' then
    perform private.refuse(400, 'invalid_input', 'Invalid input');
  end if;
  select k into v_unknown from jsonb_object_keys(p_fields) as k where k <> all (p_known) order by k limit 1;
  if v_unknown is not null then
    perform private.refuse(400, 'invalid_input', 'Invalid input', jsonb_build_object('path', v_unknown));
  end if;
  return (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_fields) as f where f.value <> 'null');
end $$;
comment on function private.known_fields is
  'The fields that have a value; PT400 when another field is given than those that are known: callers write no other column.';
grant execute on function private.known_fields to authenticated;

create function private.trimmed(p_fields jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(t.key, t.value), '{}')
  from (
    select f.key, case jsonb_typeof(f.value) when 'string' then to_jsonb(btrim(f.value #>> '{}')) else f.value end as value
    from jsonb_each(p_fields) as f) as t
  where jsonb_typeof(t.value) <> 'string' or not private.is_blank(t.value #>> '{}')
$$;
comment on function private.trimmed is 'The fields with their texts trimmed; a blank text counts as not given.';
grant execute on function private.trimmed to authenticated;

-- Settings -----------------------------------------------------------------------------------------------------------

create table private.app_settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
comment on table private.app_settings is 'Limits and switches that operators may change without a release.';

create function private.default_rate_limits() returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'post',                jsonb_build_object('max', 100, 'seconds', 86400),
    'post_edit',           jsonb_build_object('max', 60,  'seconds', 600),
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
    'idempotent_kilobytes', jsonb_build_object('max', 100000, 'seconds', 86400),
    'empty_search',        jsonb_build_object('max', 600, 'seconds', 3600),
    'guest_access',        jsonb_build_object('max', 120, 'seconds', 3600))
$$;
comment on function private.default_rate_limits is 'How often each limited action may be used: "max" times in so many "seconds".';

insert into private.app_settings (key, value) values
  ('rate_limits_enabled', 'true'),
  ('staff_second_factor', 'false'),
  ('rate_limits', private.default_rate_limits());

create function private.setting(p_key text) returns jsonb
language sql stable security definer set search_path = ''
as $$ select s.value from private.app_settings s where s.key = p_key $$;

-- Rate limits --------------------------------------------------------------------------------------------------------

create table private.rate_limit_uses (
  action text not null,
  subject text not null,
  window_started_at timestamptz not null,
  used integer not null,
  primary key (action, subject),
  constraint rate_limit_uses_subject_is_short check (char_length(subject) <= 320)
);
comment on table private.rate_limit_uses is 'How often a subject (user, address, e-mail) used a limited action in its window.';

create index rate_limit_uses_window_idx on private.rate_limit_uses (window_started_at);

create function private.refuse_rate_limit(p_action text, p_seconds numeric) returns void
language plpgsql stable set search_path = ''
as $$
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
end $$;

create function private.tell_rate_limit(p_action text, p_used integer, p_seconds numeric) returns void
language plpgsql volatile set search_path = ''
as $$
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
end $$;
comment on function private.tell_rate_limit is
  'Adds a limit to the RateLimit headers of the answer, which PostgREST takes from a setting: how many uses are left, and the seconds until all are back.';

create function private.consume_rate_limit(p_action text, p_subject text) returns void
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
comment on function private.consume_rate_limit is
  'Counts one use of an action, and tells users what is left of theirs; raises PT429 with {"retryAfter": seconds} in the detail once the limit is used up.';

create function public.consume_rate_limit(action text, subject text) returns void
language sql security invoker set search_path = ''
as $$ select private.consume_rate_limit(action, subject) $$;
comment on function public.consume_rate_limit is 'For edge functions only: counts one use of a limited action.';
grant execute on function private.consume_rate_limit, public.consume_rate_limit to service_role;

create function private.assert_rate_limit(p_action text, p_subject text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rule jsonb := private.setting('rate_limits') -> p_action;
  v_window interval := make_interval(secs => (v_rule ->> 'seconds')::integer);
  v_seconds numeric;
begin
  if private.setting('rate_limits_enabled') <> 'true' then
    return;
  end if;
  select extract(epoch from u.window_started_at + v_window - now()) into v_seconds
  from private.rate_limit_uses u
  where u.action = p_action and u.subject = left(p_subject, 320)
    and u.used >= (v_rule ->> 'max')::integer and u.window_started_at > now() - v_window;
  if found then
    perform private.refuse_rate_limit(p_action, v_seconds);
  end if;
end $$;
comment on function private.assert_rate_limit is
  'Raises PT429 when an action is used up, without counting: for limits on failures, such as sign-ins.';

create function public.assert_rate_limit(action text, subject text) returns void
language sql stable security invoker set search_path = ''
as $$ select private.assert_rate_limit(action, subject) $$;
comment on function public.assert_rate_limit is 'For edge functions only: refuses when a limit is used up.';
grant execute on function private.assert_rate_limit, public.assert_rate_limit to service_role;

create function private.take_room(p_action text, p_subject text, p_amount integer, p_max integer, p_window interval) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.rate_limit_uses as u (action, subject, window_started_at, used)
  select p_action, p_subject, now(), p_amount where p_amount <= p_max
  on conflict (action, subject) do update set
    window_started_at = case when u.window_started_at <= now() - p_window then now() else u.window_started_at end,
    used = case when u.window_started_at <= now() - p_window then p_amount else u.used + p_amount end
  where u.used + p_amount <= p_max or u.window_started_at <= now() - p_window;
  return found;
end $$;
comment on function private.take_room(text, text, integer, integer, interval) is
  'Counts an amount and says whether it was within a limit that admins need not change; what was not is not counted.';

create function private.take_room(p_action text, p_subject text, p_amount integer) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select private.take_room(p_action, p_subject, p_amount, (r.rule ->> 'max')::integer, make_interval(secs => (r.rule ->> 'seconds')::integer))
  from (select private.setting('rate_limits') -> p_action) as r (rule)
$$;
comment on function private.take_room(text, text, integer) is 'Counts an amount, such as the size of an upload, and says whether it was within the limit; what was not is not counted.';

-- Client ids ---------------------------------------------------------------------------------------------------------
--
-- Clients send an id with each new row, so that a repeat is stored once. The id belongs to one content: a repeat with
-- another content is refused, because the stored row would be taken for the sent one.

create table private.sent_contents (
  sender text not null,
  client_id uuid not null,
  hash text not null,
  created_at timestamptz not null default now(),
  primary key (sender, client_id),
  constraint sent_contents_sender_is_short check (char_length(sender) <= 40)
);
comment on table private.sent_contents is 'What was sent under a client id, as a hash, for a week: texts are edited and masked later.';

create index sent_contents_created_idx on private.sent_contents (created_at);

revoke all on table private.sent_contents from anon, authenticated, service_role;

create function private.remember_content(p_sender text, p_client_id uuid, p_content jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.sent_contents (sender, client_id, hash)
  select p_sender, p_client_id, encode(extensions.digest(p_content::text, 'sha256'), 'hex') where p_client_id is not null
  on conflict do nothing
$$;
comment on function private.remember_content is 'Keeps what is being stored under a client id, for later repeats.';

create function private.assert_same_content(p_sender text, p_client_id uuid, p_content jsonb, p_stored_id bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select 1 from private.sent_contents s where s.sender = p_sender and s.client_id = p_client_id
      and s.hash <> encode(extensions.digest(p_content::text, 'sha256'), 'hex')) then
    perform private.refuse(409, 'already_sent_differently', 'An earlier version of this is stored already. Look at it before you send again.',
      jsonb_build_object('storedId', p_stored_id));
  end if;
end $$;
comment on function private.assert_same_content is 'PT409 with the id of what is stored when another content was sent under this client id.';

create function private.refuse_repeat(p_constraint text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  raise exception using errcode = '23505', message = format('duplicate key value violates unique constraint "%s"', p_constraint),
    constraint = p_constraint;
end $$;
comment on function private.refuse_repeat is
  'Fails for a client id that is stored, which tells the client to read the row. The constraint itself stops no request that ignores duplicates, and what the triggers before it wrote would stay.';

-- Triggers of many tables ---------------------------------------------------------------------------------------------

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not private.restores_text() then
    new.updated_at := now();
  end if;
  return new;
end $$;

-- What fails later in the request is rolled back, and no limit counts it: one row bounds the work of a request. Policies ask for rows that
-- are changed: a client that changed several would lock them as they lie on the disk, unlike functions, which lock them by id, and the two
-- could wait for each other. A policy refuses the second row before it is locked, a trigger only after. A row that somebody else has just
-- changed is asked for twice, hence its id instead of a count. Costly, so that the planner asks after everything else.
create function private.is_only_row(p_table oid, p_id bigint) returns boolean
language plpgsql volatile cost 10000 set search_path = ''
as $$
declare
  v_setting text := 'private.row_of_' || p_table;
begin
  case coalesce(current_setting(v_setting, true), '')
    when '' then perform set_config(v_setting, p_id::text, true);
    when p_id::text then null;
    else perform private.refuse(400, 'invalid_input', 'One request writes one row');
  end case;
  return true;
end $$;
comment on function private.is_only_row is 'PT400 for the second row of a table that a client writes in one request; true for the first.';
grant execute on function private.is_only_row to authenticated;

-- Not `security definer`: the triggers ask for the role that writes, so that functions and jobs are free.
create function private.limit_rows() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.is_only_row(tg_relid, new.id);
  return new;
end $$;
comment on function private.limit_rows is 'Trigger of every table that clients fill: PT400 for the second new row of a request, before anything is done for it.';

create function private.refuse_truncate() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '55000', message = 'What is counted elsewhere is deleted row by row, not truncated';
end $$;
comment on function private.refuse_truncate is 'For tables whose rows triggers count; a restored backup brings rows and counts together, and runs no triggers.';
