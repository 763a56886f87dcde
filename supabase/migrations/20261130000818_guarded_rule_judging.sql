SET local check_function_bodies = off;

DROP FUNCTION "private"."recent_texts"(text[], integer);

DROP FUNCTION "private"."told_hits"(text, bigint);

CREATE OR REPLACE FUNCTION private.assert_rare (
  p_rule         public.content_rules,
  p_is_confirmed boolean
)
  RETURNS numeric
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_common record;
begin
  select * into v_common from private.common_rules(array[p_rule.id], 4000);
  if not found or v_common.share is not null and p_rule.action <> 'flag' and p_is_confirmed then
    return v_common.share;
  elsif v_common.share is null or p_rule.action = 'flag' then
    perform private.refuse_pattern(private.too_common(p_rule.action, v_common.share, v_common.texts));
  end if;
  perform private.refuse(409, 'confirmation_needed', private.too_common(p_rule.action, v_common.share, v_common.texts),
    case when v_common.texts is null then '{}' else jsonb_build_object('share', v_common.share, 'texts', v_common.texts) end);
  -- Not reached.
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.common_rules (
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
  v_fields text[];
  v_common bigint[];
begin
  for v_set in
    select r.fields, array_agg(r.id) as ids from public.content_rules r
    where r.id = any (p_rule_ids) and r.is_enabled and r.trial_since is null group by r.fields, r.action
  loop
    v_common := '{}';
    v_fields := private.fields_of_rule(v_set.fields, false);
    if v_fields <> '{}' then
      for rule_id, share, texts in
        select c.* from private.common_rules_in(v_fields, v_set.ids,
          -- Half of the time is for the private ones.
          v_end - case when v_fields <> v_set.fields then (v_end - clock_timestamp()) / 2 else interval '0' end) as c
      loop
        v_common := v_common || rule_id;
        return next;
      end loop;
    end if;
    v_fields := private.fields_of_rule(v_set.fields, true);
    if v_fields <> '{}' then
      return query select c.* from private.common_rules_in(v_fields, v_set.ids, v_end) as c where c.rule_id <> all (v_common);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.common_rules_in (
  p_fields   text[],
  p_rule_ids bigint[],
  p_end      timestamp with time zone
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
  v_is_private boolean := private.fields_of_rule(p_fields, true) <> '{}';
  v_rules bigint[];
  v_texts integer[];
  v_read integer;
  -- Of private texts, every rule has a sample of its own, of about half of them.
  v_scale integer := case when v_is_private then 2 else 1 end;
begin
  select coalesce(array_agg(u.id) filter (where u.id is not null), '{}'), coalesce(array_agg(t.nr) filter (where u.id is not null), '{}'),
    coalesce(max(t.nr), 0)
  into v_rules, v_texts, v_read
  from private.judged_texts(p_fields, p_rule_ids, p_end) as t left join lateral unnest(t.rule_ids) as u (id) on true;
  -- The newest 500 say enough; fewer say nothing, so the rules are not accepted.
  if clock_timestamp() > p_end and v_read < 500 then
    return query select i, null::numeric, null::integer from unnest(p_rule_ids) as i;
    return;
  end if;
  -- A handful says nothing in a marketplace that has just begun. Many rare rules find as much as a common one, so the others are
  -- judged together as well.
  return query
    with hits as (
      select h.id, h.text from unnest(v_rules, v_texts) as h (id, text)
    ), common as (
      select h.id, v_scale * count(*) as found from hits h
      group by h.id having v_scale * count(*) > private.few_hits() and v_scale * count(*) * 100 > v_read
    ), rare as (
      select v_scale * count(distinct h.text) as found from hits h where h.id not in (select c.id from common c)
    ), found as (
      select c.id, c.found from common c
      union all
      select i, r.found from rare r cross join unnest(p_rule_ids) as i
      where cardinality(p_rule_ids) > 1 and r.found > private.few_hits() and r.found * 20 > v_read and i not in (select c.id from common c)
    )
    select f.id, case when v_is_private then 1.0 else round(100.0 * f.found / v_read, 1) end, case when not v_is_private then v_read end
    from found f;
end $function$;

CREATE OR REPLACE FUNCTION private.enter_judging (
  p_rules public.content_rules[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_rule public.content_rules;
begin
  foreach v_rule in array p_rules loop
    perform private.consume_rate_limit('rule_preview', v_me::text);
    -- A new rule has no id before it is saved.
    perform private.audit('judge_content_rule', 'content_rule', (select r.id::text from public.content_rules r where r.id = v_rule.id), null,
      private.content_rule_facts(v_rule));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.fields_of_rule (
  p_fields     text[],
  p_is_private boolean
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array(select f.field from unnest(p_fields) as f (field) where private.is_private_context(f.field) = p_is_private) $function$;

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
  v_before public.content_rules;
  v_line integer;
  v_id bigint;
  v_saved jsonb := jsonb_build_array();
  v_unentered public.content_rules[];
begin
  perform private.require_admin();
  if jsonb_typeof(p_rules) <> 'array' or jsonb_array_length(p_rules) > 2000 then
    perform private.refuse(400, 'invalid_input', 'At most 2,000 rules can be imported at once');
  end if;
  begin
    for v_rule, v_line in select r.value, r.ordinality from jsonb_array_elements(p_rules) with ordinality as r loop
      begin
        v_rule := private.trimmed(v_rule);
        select * into v_before from public.content_rules r
        where r.kind = v_rule ->> 'kind' and r.pattern = v_rule ->> 'pattern'
          and r.is_case_sensitive = coalesce((v_rule ->> 'is_case_sensitive')::boolean, false);
        v_id := private.save_content_rule(v_before.id, v_rule, false, false);
        v_saved := v_saved || (
          select jsonb_build_object('line', v_line, 'status', case when v_before.id is null then 'created' else 'updated' end, 'id', v_id,
            -- What is in force already and stays the same has been confirmed; flag rules are judged whenever they come.
            'is_judged', r.action = 'flag' or not coalesce(v_before.is_enabled and v_before.trial_since is null
              and private.content_rule_facts(v_before) = private.content_rule_facts(r), false))
          from public.content_rules r where r.id = v_id);
      exception
        when sqlstate 'PT400' or sqlstate 'PT409' then
          v_saved := v_saved || jsonb_build_object('line', v_line, 'status', 'failed', 'message', sqlerrm);
        when data_exception or integrity_constraint_violation then
          v_saved := v_saved || jsonb_build_object('line', v_line, 'status', 'failed', 'message', 'Invalid input');
      end;
    end loop;
    v_unentered := array(
      select u from private.unentered_rules(array(
        select r.id from jsonb_to_recordset(v_saved) as s (id bigint, is_judged boolean) join public.content_rules r on r.id = s.id
        where s.is_judged and r.is_enabled and r.trial_since is null)) as u);
    if cardinality(v_unentered) > 0 then
      raise exception using errcode = 'UNDO1';
    end if;
    -- All together, on the whole sample: cut into many rules, a common one would pass.
    return query
      with saved as (
        select s.* from jsonb_to_recordset(v_saved) as s (line integer, status text, message text, id bigint, is_judged boolean)
      ), common as (
        select c.rule_id, c.share, c.texts, r.action
        from private.common_rules(array(select s.id from saved s where s.is_judged), 5000) as c join public.content_rules r on r.id = c.rule_id
      ), stopped as (
        update public.content_rules r set is_enabled = false, stopped_share = c.share from common c where r.id = c.rule_id
      )
      select s.line, case when c.rule_id is null then s.status else 'failed' end,
        coalesce(s.message, case when c.rule_id is not null then private.too_common(c.action, c.share, c.texts) end)
      from saved s left join common c on c.rule_id = s.id order by s.line;
  exception when sqlstate 'UNDO1' then
    perform private.enter_judging(v_unentered);
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.is_sampled (
  p_rule     public.content_rules,
  p_text_key text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select get_byte(extensions.hmac((private.content_rule_facts(p_rule) - 'action')::text || p_text_key,
    private.setting('content_sample_secret') #>> '{}', 'sha256'), 0) < 128
$function$;

CREATE OR REPLACE FUNCTION private.judged_texts (
  p_fields   text[],
  p_rule_ids bigint[],
  p_end      timestamp with time zone
)
  RETURNS TABLE (
    nr       integer,
    field    text,
    content  text,
    rule_ids bigint[]
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 2000
  SET search_path TO ''
  AS $function$
declare
  v_patterns public.content_rules[];
  v_has_words boolean;
  v_is_private boolean := private.fields_of_rule(p_fields, true) <> '{}';
  v_key text;
begin
  -- Housekeeping is nobody who is told anything.
  if v_is_private and private.current_profile_id() is not null and exists (select 1 from private.unentered_rules(p_rule_ids)) then
    raise exception 'unentered rule';
  end if;
  select array_agg(r) filter (where r.terms is null), coalesce(bool_or(r.terms is not null), false) into v_patterns, v_has_words
  from public.content_rules r where r.id = any (p_rule_ids);
  nr := 0;
  for field, content, v_key in select t.field, t.content, t.key from private.recent_texts(p_fields, 2000) as t loop
    exit when clock_timestamp() > p_end;
    nr := nr + 1;
    rule_ids := array(select r.id from unnest(v_patterns) as r where private.rule_finds(r, content));
    if v_has_words then
      rule_ids := rule_ids || array(
        select distinct h.rule_id from private.word_hits(field, private.without_invisible(left(content, 5000))) as h
        where h.rule_id = any (p_rule_ids));
    end if;
    if v_is_private and rule_ids <> '{}' then
      rule_ids := array(select r.id from public.content_rules r where r.id = any (rule_ids) and private.is_sampled(r, v_key));
    end if;
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.preview_content_rule (
  p_rule_id bigint,
  p_rule    jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_id bigint;
  v_rule public.content_rules;
  v_private text[];
  v_unentered public.content_rules[];
  v_preview jsonb;
begin
  -- Those with private fields are counted where they are entered.
  if not exists (select 1 from jsonb_path_query(p_rule, 'lax $.fields[*]') as f (field) where private.is_private_context(f.field #>> '{}')) then
    perform private.consume_rate_limit('rule_preview', v_me::text);
  end if;
  begin
    -- Saved as a trial and taken back: so it is checked, read and compared as it will be.
    v_id := private.save_content_rule(p_rule_id, p_rule || '{"is_enabled": true, "is_trial": true}', false);
    select * into v_rule from public.content_rules r where r.id = v_id;
    v_unentered := array(select u from private.unentered_rules(array[v_rule.id]) as u);
    if cardinality(v_unentered) > 0 then
      raise exception using errcode = 'UNDO1';
    end if;
    v_private := private.fields_of_rule(v_rule.fields, true);
    with judged as materialized (
      select t.* from private.judged_texts(private.fields_of_rule(v_rule.fields, false), array[v_rule.id], clock_timestamp() + interval '2 s') as t
    ), counted as (
      select j.field, count(*) as texts, count(*) filter (where j.rule_ids <> '{}') as hits from judged j group by j.field
    ), examples as (
      select j.field, translate(substr(j.content, greatest(1, h.start_at - (60 - least(h.length, 60)) / 2), 60), E'\r\n', '  ') as excerpt
      from (select * from judged e where e.rule_ids <> '{}' order by e.nr limit 5) as j
      cross join lateral (
        select f.start_at, f.length from private.find_content_hits(j.field, j.content) as f where f.rule_id = v_rule.id
        order by f.start_at limit 1) as h
      order by j.nr
    )
    select jsonb_build_object('texts', coalesce(sum(c.texts), 0), 'hits', coalesce(sum(c.hits), 0),
      'fields', coalesce(jsonb_agg(to_jsonb(c) order by c.hits desc, c.field), '[]'),
      'examples', (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from examples e))
    into v_preview from counted c;
    -- Unknown when the time ran out.
    v_preview := v_preview || jsonb_build_object('isCommonInPrivate', (
      select case when count(*) = 0 then false when bool_and(c.share is not null) then true end
      from private.common_rules_in(v_private, array[v_rule.id], clock_timestamp() + interval '2 s') as c
      having v_private <> '{}'));
    raise exception using errcode = 'UNDO1';
  exception when sqlstate 'UNDO1' then
    null;
  end;
  if cardinality(v_unentered) > 0 then
    perform private.enter_judging(v_unentered);
  end if;
  return v_preview;
end $function$;

CREATE OR REPLACE FUNCTION private.recent_texts (
  p_fields text[],
  p_limit  integer
)
  RETURNS TABLE (
    field   text,
    content text,
    key     text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 10000
  SET search_path TO ''
  AS $function$
  -- As they were written: a rule that masks would find nothing in what it has masked. The originals first, because only the
  -- beginning of a long text is read.
  select t.field, concat_ws(E'\n', (
      select string_agg(m.original, E'\n') from private.masked_texts m where m.entity = t.entity and m.entity_id = t.id and m.context = t.field),
    t.content), t.entity || ' ' || t.id
  from (
    (select p.created_at, 'posts' as entity, p.id, 'post_title' as field, p.title as content from public.posts p
      where 'post_title' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, 'posts', p.id, 'post_description', concat_ws(E'\n', p.description, p.unit) from public.posts p
      where 'post_description' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, 'posts', p.id, 'post_place', concat_ws(E'\n', p.country, p.area, p.delivery_address, p.port) from public.posts p
      where 'post_place' = any (p_fields) order by p.id desc limit p_limit)
    union all (select q.created_at, 'quotes', q.id, 'quote', concat_ws(E'\n', q.description, q.price_text, q.quantity_text, q.payment_method,
        q.shipping_method, q.delivery_time, q.delivery_from, q.delivery_to, q.organization_name, q.status_reason) from public.quotes q
      where 'quote' = any (p_fields) order by q.id desc limit p_limit)
    union all (select k.created_at, 'post_questions', k.id, 'post_description', concat_ws(E'\n', k.question, k.answer) from public.post_questions k
      where 'post_description' = any (p_fields) order by k.id desc limit p_limit)
    union all (select m.created_at, 'messages', m.id, 'message', m.content from public.messages m
      where 'message' = any (p_fields) and m.content <> '' order by m.id desc limit p_limit)
    union all (select p.created_at, 'post_attachments', a.id, 'post_description', a.name
      from public.post_attachments a join public.posts p on p.id = a.post_id where 'post_description' = any (p_fields) order by a.id desc limit p_limit)
    union all (select q.created_at, 'quote_attachments', a.id, 'quote', a.name
      from public.quote_attachments a join public.quotes q on q.id = a.quote_id where 'quote' = any (p_fields) order by a.id desc limit p_limit)
    union all (select m.created_at, 'message_attachments', a.id, 'message', a.name
      from public.message_attachments a join public.messages m on m.id = a.message_id where 'message' = any (p_fields) order by a.id desc limit p_limit)
    union all (select r.created_at, 'reviews', r.id, 'review', concat_ws(E'\n', r.comment, r.reply) from public.reviews r
      where 'review' = any (p_fields) order by r.id desc limit p_limit)
    union all (select p.created_at, 'profiles', p.id, 'profile', concat_ws(E'\n', p.username, p.company_name, p.bio, p.country) from public.profiles p
      where 'profile' = any (p_fields) order by p.id desc limit p_limit)
    union all (select f.created_at, 'feedback', f.id, 'feedback', concat_ws(E'\n', f.subject, f.message) from public.feedback f
      where 'feedback' = any (p_fields) and f.deleted_at is null order by f.id desc limit p_limit)
    order by 1 desc limit p_limit
  ) as t
  order by t.created_at desc
$function$;

CREATE OR REPLACE FUNCTION private.save_content_rule (
  p_rule_id      bigint,
  p_rule         jsonb,
  p_is_confirmed boolean,
  p_is_judged    boolean DEFAULT true
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
  v_trial_since timestamptz;
  v_unentered public.content_rules[];
  v_share numeric;
begin
  perform private.require_admin();
  v_rule := jsonb_populate_record(null::public.content_rules, '{"is_case_sensitive": false, "is_enabled": true}'
    || private.known_fields(p_rule, array['kind', 'pattern', 'action', 'fields', 'is_case_sensitive', 'is_enabled', 'is_trial']));
  v_trial_since := case when (p_rule ->> 'is_trial')::boolean then now() end;
  if coalesce(p_rule_id, 0) = 0 then
    insert into public.content_rules (kind, pattern, action, fields, is_case_sensitive, is_enabled, trial_since)
    values (v_rule.kind, v_rule.pattern, v_rule.action, v_rule.fields, v_rule.is_case_sensitive, v_rule.is_enabled, v_trial_since)
    returning * into v_after;
  else
    select * into v_before from public.content_rules r where r.id = p_rule_id for update;
    if v_before.id is null then
      perform private.refuse(404, 'not_found', 'Rule not found');
    end if;
    update public.content_rules r set kind = v_rule.kind, pattern = v_rule.pattern, action = v_rule.action, fields = v_rule.fields,
      is_case_sensitive = v_rule.is_case_sensitive, is_enabled = v_rule.is_enabled, stopped_share = null, trial_since = v_trial_since
    where r.id = p_rule_id returning * into v_after;
    -- The hits of a trial are those of the rule as it is.
    if v_trial_since is not null and v_before.trial_since is not null
        and private.content_rule_facts(v_before) = private.content_rule_facts(v_after) then
      update public.content_rules r set trial_since = v_before.trial_since where r.id = p_rule_id returning * into v_after;
    end if;
  end if;
  if p_is_judged and v_after.is_enabled and v_after.trial_since is null
      and (v_before.is_enabled, v_before.trial_since, private.content_rule_facts(v_before))
        is distinct from (true, null::timestamptz, private.content_rule_facts(v_after)) then
    v_unentered := array(select u from private.unentered_rules(array[v_after.id]) as u);
    if cardinality(v_unentered) > 0 then
      raise exception using errcode = 'UNDO1';
    end if;
    v_share := private.assert_rare(v_after, p_is_confirmed);
  end if;
  perform private.audit(case when v_before.id is null then 'create_content_rule' else 'update_content_rule' end, 'content_rule',
    v_after.id::text, case when v_before.id is not null then to_jsonb(v_before) end,
    to_jsonb(v_after) || case when v_share is null then '{}' else jsonb_build_object('confirmed_share', v_share) end);
  return v_after.id;
exception
  when sqlstate 'UNDO1' then
    perform private.enter_judging(v_unentered);
    return null;
  when unique_violation then
    perform private.refuse(409, 'conflict', 'There is a rule with this pattern already', '{"path": "pattern"}');
    -- Not reached.
    return null;
end $function$;

CREATE OR REPLACE FUNCTION private.too_common (
  p_action text,
  p_share  numeric,
  p_texts  integer
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when p_share is null then 'This rule takes too long to check against the last texts. Make it simpler.'
    when p_texts is null and p_action = 'flag' then 'This would flag too many messages or quotes. A rule that flags may find 1 % at most.'
    when p_texts is null then 'This would change or refuse many messages or quotes. Confirm it, or try the rule first.'
    when p_action = 'flag' then format('This would flag %s %% of the last %s texts. A rule that flags may find 1 %% at most.', p_share, p_texts)
    else format('This would change or refuse %s %% of the last %s texts. Confirm it, or try the rule first.', p_share, p_texts) end
$function$;

CREATE OR REPLACE FUNCTION private.unentered_rules (
  p_rule_ids bigint[]
)
  RETURNS SETOF public.content_rules
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  AS $function$
  select r.* from public.content_rules r
  where r.id = any (p_rule_ids) and private.fields_of_rule(r.fields, true) <> '{}'
    and not exists (
      select 1 from public.audit_log a
      where a.action = 'judge_content_rule' and a.actor_id = private.current_profile_id() and a.after = private.content_rule_facts(r)
        -- Of an earlier transaction: one of this one would be undone with it.
        and a.created_at < now() and a.created_at > now() - interval '1 minute')
$function$;

COMMENT ON FUNCTION "private"."common_rules"(bigint[], numeric) IS 'Those of the rules in force that are common in their public fields, with the share, or else in their private ones, as common_rules_in() tells it.';

COMMENT ON FUNCTION "private"."common_rules_in"(text[], bigint[], timestamp with time zone) IS 'Those of the rules that find more than 1 % of the last 2,000 texts of these fields, public or private ones, or together more than 5 %, with the share and the number of texts; of private ones, 1 and null stand for every answer. A null share means that the time ran out before 500 texts were read.';

COMMENT ON FUNCTION "private"."enter_judging"(public.content_rules[]) IS 'Counts rules and enters them in the audit log; called again within a minute, what called this may judge them on private texts.';

COMMENT ON FUNCTION "private"."few_hits"() IS 'So many hits say nothing of a rule.';

COMMENT ON FUNCTION "private"."is_sampled"(public.content_rules, text) IS 'Whether a rule is judged on a private text: about half of them, other ones for each rule, so that two rules that differ in one text tell nothing of it.';

COMMENT ON FUNCTION "private"."judged_texts"(text[], bigint[], timestamp with time zone) IS 'The last 2,000 texts of the fields, or as many as there is time for, each with those of the rules that find something in it; a private one only with those whose sample it is in.';

COMMENT ON FUNCTION "private"."save_content_rule"(bigint, jsonb, boolean, boolean) IS 'As the public function; a rule that is not judged is never entered.';

COMMENT ON FUNCTION "private"."unentered_rules"(bigint[]) IS 'Those of the rules that read private texts and that the caller has not just entered in the audit log to be judged.';

COMMENT ON FUNCTION "public"."import_content_rules"(jsonb) IS 'For admins: saves up to 2,000 rules and says of each whether it was created, updated or failed, and why. No rows when some would be judged on messages or quotes and have only been entered in the audit log: called again within a minute, they are judged and saved.';

COMMENT ON FUNCTION "public"."preview_content_rule"(jsonb, bigint) IS 'For admins: how many of the last public texts a rule would find, by field, with up to five examples, and of messages and quotes only whether it is common there. Null when it would be judged on those and has only been entered in the audit log, to be called again within a minute; nothing else is stored.';

COMMENT ON FUNCTION "public"."save_content_rule"(jsonb, bigint, boolean) IS 'For admins: changes a rule of the content filter, or creates one when no id is given; its fields are named like their columns, and is_trial makes it count only. PT409 confirmation_needed when it would change or refuse more than 1 % of the last texts and is not confirmed. Answers its id; null when it would be judged on messages or quotes and has only been entered in the audit log: called again within a minute, it is judged and saved.';

REVOKE ALL ON FUNCTION "private"."common_rules_in"(text[], bigint[], timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."enter_judging"(public.content_rules[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fields_of_rule"(text[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_sampled"(public.content_rules, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recent_texts"(text[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unentered_rules"(bigint[]) FROM PUBLIC;

insert into private.app_settings (key, value)
values ('content_sample_secret', to_jsonb(encode(extensions.gen_random_bytes(32), 'hex')));
