SET local check_function_bodies = off;

ALTER TABLE "private"."mail_texts"
  DROP CONSTRAINT "mail_texts_body_length";

ALTER TABLE "private"."mail_texts"
  DROP CONSTRAINT "mail_texts_subject_is_clean";

ALTER TABLE "public"."post_questions"
  DROP CONSTRAINT "post_questions_answer_length";

ALTER TABLE "public"."posts"
  DROP CONSTRAINT "posts_unit_is_clean";

ALTER TABLE "public"."profiles"
  DROP CONSTRAINT "profiles_company_name_length";

DROP FUNCTION "private"."assert_rare_flag"(bigint, numeric);

DROP FUNCTION "private"."list_content_rules"(text, text, text, boolean, text, text, integer, integer);

DROP FUNCTION "private"."save_content_rule"(bigint, jsonb, numeric);

DROP FUNCTION "public"."list_content_rules"(text, text, text, boolean, text, text, integer, integer);

ALTER TABLE "public"."content_rules"
  ADD COLUMN "stopped_share" numeric(4,1);

CREATE OR REPLACE FUNCTION private.assert_rare_flag (
  p_rule_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_common record;
begin
  select * into v_common from private.common_flags(array[p_rule_id], 4000);
  if found then
    perform private.refuse_pattern(private.too_common(v_common.share, v_common.texts));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.common_flags (
  p_rule_ids  bigint[],
  p_budget_ms numeric
)
  RETURNS TABLE (
    rule_id bigint,
    share   numeric,
    texts   integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  AS $function$
declare
  v_end timestamptz := clock_timestamp() + make_interval(secs => p_budget_ms / 1000);
  v_set record;
  v_text text;
  v_rule public.content_rules;
  v_found bigint[];
  v_rules bigint[];
  v_texts integer[];
  v_read integer;
begin
  for v_set in
    select r.fields, array_agg(r.id) as ids, array_agg(r) filter (where r.terms is null) as patterns, bool_or(r.terms is not null) as has_words
    from public.content_rules r where r.id = any (p_rule_ids) and r.is_enabled and r.action = 'flag' group by r.fields
  loop
    v_rules := '{}';
    v_texts := '{}';
    v_read := 0;
    for v_text in select t.content from private.recent_texts(v_set.fields, 2000) as t loop
      exit when clock_timestamp() > v_end;
      v_read := v_read + 1;
      v_found := case when v_set.has_words then array(
        select distinct h.rule_id from private.word_hits(v_set.fields[1], private.without_invisible(left(v_text, 5000))) as h
        where h.rule_id = any (v_set.ids)) else '{}' end;
      foreach v_rule in array coalesce(v_set.patterns, '{}') loop
        if private.rule_finds(v_rule, v_text) then
          v_found := v_found || v_rule.id;
        end if;
      end loop;
      v_rules := v_rules || v_found;
      v_texts := v_texts || array_fill(v_read, array[cardinality(v_found)]);
    end loop;
    -- The newest 500 say enough; fewer say nothing, so the rules are not accepted.
    if clock_timestamp() > v_end and v_read < 500 then
      return query select i, null::numeric, v_read from unnest(v_set.ids) as i;
      continue;
    end if;
    -- A handful says nothing in a marketplace that has just begun. Many rare rules find as much as a common one, so the others are
    -- judged together as well.
    return query
      with hits as (
        select h.id, h.text from unnest(v_rules, v_texts) as h (id, text)
      ), common as (
        select h.id, count(*) as found from hits h group by h.id having count(*) > 10 and count(*) * 100 > v_read
      ), rare as (
        select count(distinct h.text) as found from hits h where h.id not in (select c.id from common c)
      )
      select c.id, round(100.0 * c.found / v_read, 1), v_read from common c
      union all
      select i, round(100.0 * r.found / v_read, 1), v_read from rare r cross join unnest(v_set.ids) as i
      where cardinality(v_set.ids) > 1 and r.found > 10 and r.found * 20 > v_read and i not in (select c.id from common c);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.create_profile_of_new_user()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_data jsonb := coalesce(new.raw_user_meta_data, '{}');
  v_username text := nullif(btrim(v_data ->> 'username'), '');
  v_phone text := nullif(btrim(v_data ->> 'phoneNumber'), '');
  v_avatar text := v_data ->> 'avatar_url';
  v_terms text := private.terms_version_in_force(v_data ->> 'termsVersion');
  v_id bigint;
begin
  -- People who come by a sign-in provider are asked for what is missing on their first page; nobody else may leave it out.
  if new.raw_app_meta_data ->> 'provider' in ('email', 'phone') and (v_username is null or v_terms is null) then
    perform private.refuse(400, 'invalid_input', 'A username and the accepted terms are needed');
  end if;
  if v_username is null then
    v_username := private.free_username(
      coalesce(v_data ->> 'preferred_username', v_data ->> 'user_name', split_part(new.email, '@', 1)));
  elsif v_username <> private.without_invisible(v_username) or private.is_blank(v_username) then
    perform private.refuse(400, 'invalid_input', 'Username contains invisible characters', '{"path": "username"}');
  end if;
  v_username := normalize(v_username, nfc);
  -- Held until the commit: of two registrations of look-alikes at the same moment the second one sees the first.
  perform pg_advisory_xact_lock(hashtextextended('username ' || private.name_skeleton(v_username), 0));
  if private.is_username_taken(v_username) then
    perform private.refuse(409, 'conflict', 'Username already exists');
  end if;

  insert into public.profiles (auth_id, username, avatar_path, country, company_name, bio)
  values (new.id, v_username,
    -- People who register write this data themselves; whether it comes from a provider is what Auth says of the account.
    case when coalesce(new.raw_app_meta_data ->> 'provider', 'email') not in ('email', 'phone')
      and v_avatar ~ '^https://[^[:space:]]+$' and char_length(v_avatar) <= 500 then v_avatar end,
    left(nullif(btrim(v_data ->> 'country'), ''), 60),
    case when not private.is_blank(v_data ->> 'companyName') then left(btrim(v_data ->> 'companyName'), 100) end,
    left(nullif(btrim(v_data ->> 'bio'), ''), 500))
  returning id into v_id;

  insert into public.accounts (profile_id, email, first_name, last_name, phone_number, address, organization, tax_code,
    terms_version, terms_accepted_at, email_confirmed_at, last_seen_at)
  values (v_id, coalesce(new.email, ''),
    left(nullif(btrim(v_data ->> 'firstName'), ''), 50),
    left(nullif(btrim(v_data ->> 'lastName'), ''), 50),
    case when v_phone ~ '^\+?[0-9 ()-]{6,20}$' then v_phone end,
    left(nullif(btrim(v_data ->> 'address'), ''), 200),
    left(nullif(btrim(v_data ->> 'organization'), ''), 100),
    left(nullif(btrim(v_data ->> 'taxCode'), ''), 20),
    v_terms, case when v_terms is not null then now() end, new.email_confirmed_at, new.last_sign_in_at);
  return new;
exception when unique_violation then
  -- Two registrations of one name at the same moment: the index decides, the answer is the same.
  perform private.refuse(409, 'conflict', 'Username already exists');
end $function$;

CREATE OR REPLACE FUNCTION private.free_username (
  p_wish text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_base text := left(regexp_replace(private.fold(coalesce(p_wish, '')), '[^a-z0-9.-]+', '-', 'g'), 16);
  v_candidate text;
  v_number integer := 1;
begin
  v_base := btrim(v_base, '-.');
  if char_length(v_base) < 3 then
    v_base := 'user-' || v_base;
    v_base := rtrim(v_base, '-');
  end if;
  v_candidate := v_base;
  while private.is_username_taken(v_candidate) loop
    v_number := v_number + 1;
    v_candidate := v_base || '-' || v_number;
  end loop;
  return v_candidate;
end $function$;

CREATE OR REPLACE FUNCTION private.housekeep (
  p_job   text,
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_count integer;
begin
  case p_job
    when 'notifications' then
      delete from public.notifications n where n.id in (
        select o.id from public.notifications o where o.created_at < now() - interval '90 days' limit p_limit for update skip locked);
    when 'guest-visits' then
      delete from public.guest_visits g where g.id in (
        select o.id from public.guest_visits o where o.created_at < now() - interval '90 days' limit p_limit for update skip locked);
    when 'rate-limits' then
      -- The longest window is a day.
      delete from private.rate_limit_uses r where (r.action, r.subject) in (
        select o.action, o.subject from private.rate_limit_uses o where o.window_started_at < now() - interval '2 days'
        limit p_limit for update skip locked);
    when 'content-hits' then
      delete from public.content_hits h where h.id in (
        select o.id from public.content_hits o where o.created_at < now() - interval '30 days' limit p_limit for update skip locked);
    when 'empty-searches' then
      delete from private.empty_searches e where (e.day, e.term) in (
        select o.day, o.term from private.empty_searches o where o.day < (now() at time zone 'utc')::date - 90
        limit p_limit for update skip locked);
    when 'audit-log' then
      delete from public.audit_log a where a.id in (
        select o.id from public.audit_log o where o.created_at < now() - interval '2 years' limit p_limit for update skip locked);
    when 'mail-log' then
      delete from private.mail_days d where d.day < (now() at time zone 'utc')::date - 30;
      delete from private.mail_outbox m where m.id in (
        select o.id from private.mail_outbox o
        where o.created_at < now() - interval '30 days' and o.status in ('sent', 'bounced', 'failed') limit p_limit for update skip locked);
    when 'suspensions' then
      -- Over they are by themselves; this takes the mark away and says so in the log. Few at a time: accounts have many indexes.
      with ended as (
        update public.accounts a set suspended_until = null, suspension_reason = null
        where a.profile_id in (
          select o.profile_id from public.accounts o where o.suspended_until <= now() limit least(p_limit, 500) for update skip locked)
        returning a.profile_id)
      select count(*) into v_count from ended e
      cross join lateral private.audit('end_suspension', 'user', e.profile_id::text, null, null);
      return v_count;
    when 'repeated-writes' then
      return private.sweep_idempotent_writes(p_limit);
    when 'vocabulary' then
      return private.forget_words(p_limit);
    when 'broadcasts' then
      return private.work_on_broadcasts(p_limit);
    when 'flag-rules' then
      return private.stop_common_flags();
    else
      perform private.refuse(404, 'not_found', 'There is no such job');
  end case;
  get diagnostics v_count = row_count;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.import_content_rules (
  p_rules jsonb
)
  RETURNS TABLE (
    line    integer,
    status  text,
    message text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 100
  SET search_path TO ''
  AS $function$
declare
  v_rule jsonb;
  v_id bigint;
  v_line integer;
  v_saved jsonb := jsonb_build_array();
begin
  perform private.require_admin();
  if jsonb_typeof(p_rules) <> 'array' or jsonb_array_length(p_rules) > 2000 then
    perform private.refuse(400, 'invalid_input', 'At most 2,000 rules can be imported at once');
  end if;
  for v_rule, v_line in select r.value, r.ordinality from jsonb_array_elements(p_rules) with ordinality as r loop
    begin
      v_rule := private.trimmed(v_rule);
      select r.id into v_id from public.content_rules r
      where r.kind = v_rule ->> 'kind' and r.pattern = v_rule ->> 'pattern'
        and r.is_case_sensitive = coalesce((v_rule ->> 'is_case_sensitive')::boolean, false);
      v_saved := v_saved || jsonb_build_object('line', v_line, 'status', case when v_id is null then 'created' else 'updated' end,
        'id', private.save_content_rule(v_id, v_rule, false));
    exception
      when sqlstate 'PT400' or sqlstate 'PT409' then
        v_saved := v_saved || jsonb_build_object('line', v_line, 'status', 'failed', 'message', sqlerrm);
      when data_exception or integrity_constraint_violation then
        v_saved := v_saved || jsonb_build_object('line', v_line, 'status', 'failed', 'message', 'Invalid input');
    end;
  end loop;
  -- All together, on the whole sample: cut into many rules, a common one would pass.
  return query
    with saved as (
      select s.* from jsonb_to_recordset(v_saved) as s (line integer, status text, message text, id bigint)
    ), common as (
      select c.rule_id, c.share, c.texts
      from private.common_flags(array(select s.id from saved s where s.id is not null), 5000) as c
    ), stopped as (
      update public.content_rules r set is_enabled = false, stopped_share = c.share from common c where r.id = c.rule_id
    )
    select s.line, case when c.rule_id is null then s.status else 'failed' end,
      coalesce(s.message, case when c.rule_id is not null then private.too_common(c.share, c.texts) end)
    from saved s left join common c on c.rule_id = s.id order by s.line;
end $function$;

CREATE OR REPLACE FUNCTION private.is_blank (
  value text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select value is null or private.without_invisible(value) !~ '[^[:space:]\u00a0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]' $function$;

CREATE OR REPLACE FUNCTION private.is_reserved_name (
  p_name text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  select regexp_replace(private.fold(private.name_skeleton(p_name)), '[^[:alnum:]]+', '', 'g') in (
      'admin', 'admins', 'administrator', 'administrators', 'mainadmin', 'marketplace', 'marketplaceplatform', 'moderator', 'moderators', 'official',
      'postmaster', 'root', 'security', 'staff', 'support', 'system', 'team', 'webmaster')
    -- Deleted accounts are called this, and the page calls users without a name so.
    or btrim(p_name) ~* '^(deleted-[0-9]+|user *#.*)$'
$function$;

CREATE OR REPLACE FUNCTION private.is_username_taken (
  p_username text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.is_reserved_name(p_username)
    or exists (select 1 from public.profiles p where private.name_skeleton(p.username) = private.name_skeleton(btrim(p_username)))
$function$;

CREATE OR REPLACE FUNCTION private.jobs()
  RETURNS TABLE (
    path     text,
    schedule text
  )
  LANGUAGE sql
  IMMUTABLE
  ROWS 18
  SET search_path TO ''
  AS $function$
  values
    ('mail', '* * * * *'),
    ('housekeeping/broadcasts', '* * * * *'),
    ('housekeeping/inspection', '* * * * *'),
    ('housekeeping/thumbnails', '* * * * *'),
    ('housekeeping/suspensions', '*/15 * * * *'),
    ('housekeeping/quote-deadlines', '*/15 * * * *'),
    ('housekeeping/uploads', '20 * * * *'),
    ('housekeeping/repeated-writes', '30 * * * *'),
    ('housekeeping/flag-rules', '40 * * * *'),
    ('housekeeping/vocabulary', '50 * * * *'),
    ('housekeeping/notifications', '5 3 * * *'),
    ('housekeeping/guest-visits', '10 3 * * *'),
    ('housekeeping/rate-limits', '15 3 * * *'),
    ('housekeeping/mail-log', '25 3 * * *'),
    ('housekeeping/content-hits', '35 3 * * *'),
    ('housekeeping/empty-searches', '40 3 * * *'),
    ('housekeeping/audit-log', '45 3 * * *'),
    ('housekeeping/exchange-rates', '30 16 * * *')
$function$;

CREATE OR REPLACE FUNCTION private.list_content_rules (
  p_search     text,
  p_kind       text,
  p_action     text,
  p_is_enabled boolean,
  p_sort       text,
  p_order      text,
  p_page       integer,
  p_page_size  integer
)
  RETURNS TABLE (
    id                bigint,
    kind              text,
    pattern           text,
    action            text,
    fields            text[],
    is_case_sensitive boolean,
    is_enabled        boolean,
    cost_ms           numeric,
    stopped_share     numeric,
    hits              bigint,
    updated_at        timestamp with time zone,
    total             bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 1000);
  v_is_descending boolean := coalesce(p_order, 'desc') <> 'asc';
begin
  perform private.require_admin();
  return query
    select r.id, r.kind, r.pattern, r.action, r.fields, r.is_case_sensitive, r.is_enabled, r.cost_ms, r.stopped_share, coalesce(c.hits, 0),
      r.updated_at, count(*) over ()
    from public.content_rules r
    left join (
      select h.rule_id, count(*) as hits from public.content_hits h
      where h.created_at >= now() - interval '30 days' group by h.rule_id) as c on c.rule_id = r.id
    where (private.is_blank(p_search) or position(private.fold(btrim(p_search)) in private.fold(r.pattern)) > 0)
      and (p_kind is null or r.kind = p_kind) and (p_action is null or r.action = p_action)
      and (p_is_enabled is null or r.is_enabled = p_is_enabled)
    order by
      case when not v_is_descending then case p_sort when 'pattern' then r.pattern when 'kind' then r.kind when 'action' then r.action end end,
      case when v_is_descending then case p_sort when 'pattern' then r.pattern when 'kind' then r.kind when 'action' then r.action end end desc,
      case when p_sort = 'hits' then coalesce(c.hits, 0) * case when v_is_descending then -1 else 1 end end,
      case when v_is_descending then -r.id else r.id end
    limit v_size offset (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
end $function$;

CREATE OR REPLACE FUNCTION private.name_skeleton (
  p_name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  select translate(lower(normalize(private.without_invisible(p_name), nfkc)),
    'аеорсухіјѕһԁԛԝкмтвнгӏёαορντυικχηεβ', 'aeopcyxijshdqwkmtbhrleaopvtuikxneb')
$function$;

CREATE OR REPLACE FUNCTION private.save_content_rule (
  p_rule_id   bigint,
  p_rule      jsonb,
  p_is_judged boolean DEFAULT true
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_before public.content_rules;
  v_rule public.content_rules;
  v_after public.content_rules;
begin
  perform private.require_admin();
  v_rule := jsonb_populate_record(null::public.content_rules, '{"is_case_sensitive": false, "is_enabled": true}'
    || private.known_fields(p_rule, array['kind', 'pattern', 'action', 'fields', 'is_case_sensitive', 'is_enabled']));
  if coalesce(p_rule_id, 0) = 0 then
    insert into public.content_rules (kind, pattern, action, fields, is_case_sensitive, is_enabled)
    values (v_rule.kind, v_rule.pattern, v_rule.action, v_rule.fields, v_rule.is_case_sensitive, v_rule.is_enabled)
    returning * into v_after;
    if p_is_judged then
      perform private.assert_rare_flag(v_after.id);
    end if;
    perform private.audit('create_content_rule', 'content_rule', v_after.id::text, null, to_jsonb(v_after));
  else
    select * into v_before from public.content_rules r where r.id = p_rule_id for update;
    if v_before.id is null then
      perform private.refuse(404, 'not_found', 'Rule not found');
    end if;
    update public.content_rules r set kind = v_rule.kind, pattern = v_rule.pattern, action = v_rule.action, fields = v_rule.fields,
      is_case_sensitive = v_rule.is_case_sensitive, is_enabled = v_rule.is_enabled, stopped_share = null
    where r.id = p_rule_id returning * into v_after;
    if p_is_judged and (v_after.kind, v_after.pattern, v_after.action, v_after.fields, v_after.is_case_sensitive, v_after.is_enabled) is distinct from
        (v_before.kind, v_before.pattern, v_before.action, v_before.fields, v_before.is_case_sensitive, v_before.is_enabled) then
      perform private.assert_rare_flag(v_after.id);
    end if;
    perform private.audit('update_content_rule', 'content_rule', p_rule_id::text, to_jsonb(v_before), to_jsonb(v_after));
  end if;
  return v_after.id;
exception when unique_violation then
  perform private.refuse(409, 'conflict', 'There is a rule with this pattern already', '{"path": "pattern"}');
  -- Not reached.
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.stop_common_flags()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_stopped integer;
begin
  -- Only rules with hits can be common; each alone, so that a new one does not stop the others.
  with suspects as (
    select h.rule_id as id from public.content_hits h
    where h.action = 'flag' and h.created_at > now() - interval '30 days' and h.rule_id is not null
    group by h.rule_id having count(*) > 10
  ), stopped as (
    update public.content_rules r set is_enabled = false, stopped_share = c.share
    from suspects s cross join lateral private.common_flags(array[s.id], 4000) as c
    where r.id = s.id and r.kind <> 'built_in' and c.share is not null
    returning r.id, r.stopped_share
  )
  select count(private.audit('stop_content_rule', 'content_rule', s.id::text, null, jsonb_build_object('stopped_share', s.stopped_share)))
  into v_stopped from stopped s;
  return v_stopped;
end $function$;

CREATE OR REPLACE FUNCTION private.too_common (
  p_share numeric,
  p_texts integer
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when p_share is null then 'This rule takes too long to check against the last texts. Make it simpler.'
    else format('This would flag %s %% of the last %s texts. A rule that flags may find 1 %% at most.', p_share, p_texts) end
$function$;

CREATE OR REPLACE FUNCTION private.trimmed (
  p_fields jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(t.key, t.value), '{}')
  from (
    select f.key, case jsonb_typeof(f.value) when 'string' then to_jsonb(btrim(f.value #>> '{}')) else f.value end as value
    from jsonb_each(p_fields) as f) as t
  where jsonb_typeof(t.value) <> 'string' or not private.is_blank(t.value #>> '{}')
$function$;

CREATE OR REPLACE FUNCTION public.list_content_rules (
  search     text    DEFAULT NULL::text,
  kind       text    DEFAULT NULL::text,
  action     text    DEFAULT NULL::text,
  is_enabled boolean DEFAULT NULL::boolean,
  sort       text    DEFAULT NULL::text,
  sort_order text    DEFAULT NULL::text,
  page       integer DEFAULT 1,
  page_size  integer DEFAULT 20
)
  RETURNS TABLE (
    id                bigint,
    kind              text,
    pattern           text,
    action            text,
    fields            text[],
    is_case_sensitive boolean,
    is_enabled        boolean,
    cost_ms           numeric,
    stopped_share     numeric,
    hits              bigint,
    updated_at        timestamp with time zone,
    total             bigint
  )
  LANGUAGE sql
  STABLE
  ROWS 20
  SET search_path TO ''
  AS $function$ select * from private.list_content_rules(search, kind, action, is_enabled, sort, sort_order, page, page_size) $function$;

REVOKE ALL ON FUNCTION "public"."list_content_rules"(text, text, text, boolean, text, text, integer, integer) FROM PUBLIC, "anon", "service_role";

COMMENT ON COLUMN "public"."content_rules"."stopped_share" IS 'Percentage of the last texts for which a flag rule was switched off by itself; null for all others.';

COMMENT ON FUNCTION "private"."assert_rare_flag"(bigint) IS 'PT400 with the share when a rule flags too many of the last texts, or when the time does not suffice to tell.';

COMMENT ON FUNCTION "private"."common_flags"(bigint[], numeric) IS 'Those of the rules that flag more than 1 % of the last 2,000 texts of their fields, or together more than 5 %, with the share; a null share means that the time ran out before 500 texts were read.';

COMMENT ON FUNCTION "private"."import_content_rules"(jsonb) IS 'As the public function; flag rules that turn out to be too common count as failed and are stored switched off.';

COMMENT ON FUNCTION "private"."is_blank"(text) IS 'True for null and for a text that shows nothing: white space and invisible characters only.';

COMMENT ON FUNCTION "private"."is_reserved_name"(text) IS 'True for names that would pass for the marketplace itself, or for a user who is gone.';

COMMENT ON FUNCTION "private"."name_skeleton"(text) IS 'The form in which usernames are compared: composed, lower case, look-alikes as Latin letters.';

COMMENT ON FUNCTION "private"."stop_common_flags"() IS 'Switches off rules of admins that flag more than 1 % of the last texts by now, and says so in the audit log. Answers how many.';

COMMENT ON FUNCTION "public"."list_content_rules"(text, text, text, boolean, text, text, integer, integer) IS 'For admins: one page of the rules with their hits in 30 days; each row carries the total.';

REVOKE ALL ON FUNCTION "private"."assert_rare_flag"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."common_flags"(bigint[], numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_reserved_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_content_rules"(text, text, text, boolean, text, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_content_rules"(text, text, text, boolean, text, text, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."name_skeleton"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."save_content_rule"(bigint, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_content_rule"(bigint, jsonb, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."stop_common_flags"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."too_common"(numeric, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."without_invisible"(text) FROM "anon";

GRANT EXECUTE ON FUNCTION "private"."without_invisible"(text) TO "anon";

REVOKE ALL ON FUNCTION "private"."without_invisible"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."without_invisible"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."without_invisible"(text) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."without_invisible"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."list_content_rules"(text, text, text, boolean, text, text, integer, integer) TO "authenticated";

-- Texts that show nothing were accepted before.
update private.mail_texts set subject = null where private.is_blank(subject);
update private.mail_texts set body = null where private.is_blank(body);
update public.post_questions set answer = '…' where answer is not null and private.is_blank(answer);
update public.posts set unit = '…' where unit is not null and private.is_blank(unit);
update public.profiles set company_name = null where company_name is not null and private.is_blank(company_name);

ALTER TABLE "private"."mail_texts"
  ADD CONSTRAINT "mail_texts_body_length" CHECK (((char_length(body) <= 5000) AND ((body IS NULL) OR (NOT private.is_blank(body)))));

ALTER TABLE "private"."mail_texts"
  ADD CONSTRAINT "mail_texts_subject_is_clean"
    CHECK (((char_length(subject) <= 200) AND ((subject IS NULL) OR (NOT private.is_blank(subject))) AND (subject !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."post_questions"
  ADD CONSTRAINT "post_questions_answer_length" CHECK (((char_length(answer) <= 1000) AND ((answer IS NULL) OR (NOT private.is_blank(answer)))));

ALTER TABLE "public"."posts"
  ADD CONSTRAINT "posts_unit_is_clean" CHECK (((char_length(unit) <= 20) AND ((unit IS NULL) OR (NOT private.is_blank(unit))) AND (unit !~~ '%@%'::text)));

ALTER TABLE "public"."profiles"
  ADD CONSTRAINT "profiles_company_name_length" CHECK (((char_length(company_name) <= 100) AND ((company_name IS NULL) OR (NOT private.is_blank(company_name)))));

CREATE INDEX profiles_name_skeleton_idx ON public.profiles USING btree (private.name_skeleton(username));

select private.schedule_jobs();
