SET local check_function_bodies = off;

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
  v_rules bigint[];
  v_texts integer[];
  v_read integer;
begin
  for v_set in
    select r.fields, array_agg(r.id) as ids from public.content_rules r
    where r.id = any (p_rule_ids) and r.is_enabled and r.trial_since is null group by r.fields, r.action
  loop
    select coalesce(array_agg(u.id) filter (where u.id is not null), '{}'), coalesce(array_agg(t.nr) filter (where u.id is not null), '{}'),
      coalesce(max(t.nr), 0)
    into v_rules, v_texts, v_read
    from private.judged_texts(v_set.fields, v_set.ids, v_end) as t left join lateral unnest(t.rule_ids) as u (id) on true;
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
        select h.id, count(*) as found from hits h group by h.id having count(*) > private.few_hits() and count(*) * 100 > v_read
      ), rare as (
        select count(distinct h.text) as found from hits h where h.id not in (select c.id from common c)
      )
      select c.id, round(100.0 * c.found / v_read, 1), v_read from common c
      union all
      select i, round(100.0 * r.found / v_read, 1), v_read from rare r cross join unnest(v_set.ids) as i
      where cardinality(v_set.ids) > 1 and r.found > private.few_hits() and r.found * 20 > v_read and i not in (select c.id from common c);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.few_hits()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 10 $function$;

CREATE OR REPLACE FUNCTION private.filter_content()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_new jsonb := to_jsonb(new);
  v_old jsonb := coalesce(to_jsonb(old), '{}');
  v_id bigint := coalesce(v_new ->> 'id', v_old ->> 'id')::bigint;
  v_entity text := rtrim(tg_table_name, 's');
  v_field text[];
  v_text text;
  v_found record;
  v_changes jsonb := '{}';
  v_originals jsonb := '[]';
  v_hits jsonb := '[]';
  v_refused jsonb := '[]';
  v_paths text[] := '{}';
begin
  if tg_op = 'DELETE' then
    delete from private.masked_texts m where m.entity = tg_table_name and m.entity_id = v_id;
    return old;
  elsif private.restores_text() then
    return new;
  end if;
  foreach v_text in array tg_argv loop
    v_field := string_to_array(v_text, ' ');
    v_text := v_new ->> v_field[2];
    continue when v_text is not distinct from v_old ->> v_field[2];
    if tg_op = 'UPDATE' then
      v_text := private.edit_of_original(tg_table_name, v_id, v_field[2], v_old ->> v_field[2], v_text);
      if v_text is distinct from v_new ->> v_field[2] then
        v_changes := v_changes || jsonb_build_object(v_field[2], v_text);
      end if;
    end if;
    continue when private.is_blank(v_text);
    for v_found in
      select h.action, array_agg(h.start_at order by h.start_at) as starts, array_agg(h.length order by h.start_at) as lengths,
        jsonb_agg(distinct h.rule_id) as rule_ids,
        jsonb_agg(distinct jsonb_build_object('rule_id', h.rule_id, 'action', h.action, 'context', v_field[1])) as rules,
        -- Each rule counts once; of the text is kept what stands around the first hit, and nothing of what is masked.
        jsonb_agg(jsonb_build_object('rule_id', h.rule_id, 'action', h.action, 'context', v_field[1],
          'excerpt', case when h.nr = 1 and h.action <> 'mask' then substr(v_text, greatest(1, h.start_at - (60 - least(h.length, 60)) / 2), 60) end)
          order by h.start_at) filter (where h.nr_of_rule = 1) as hits
      from (
        select f.*, row_number() over (partition by f.action = 'mask', f.action = 'trial' order by f.start_at, f.length, f.rule_id) as nr,
          row_number() over (partition by f.rule_id order by f.start_at, f.length) as nr_of_rule
        from private.find_content_hits(v_field[1], v_text) as f) as h
      group by h.action
    loop
      -- A registration cannot say which field is wrong, so it passes and is looked at instead.
      if v_found.action = 'block' and not (tg_table_name = 'profiles' and tg_op = 'INSERT') then
        v_refused := v_refused || v_found.rules;
        v_paths := v_paths || v_field[3];
      else
        v_hits := v_hits || replace(v_found.hits::text, '"action": "block"', '"action": "flag"')::jsonb;
      end if;
      if v_found.action = 'mask' then
        v_changes := v_changes || jsonb_build_object(v_field[2], private.mask_content(v_text, v_found.starts, v_found.lengths));
        v_originals := v_originals || jsonb_build_object('field', v_field[2], 'context', v_field[1], 'original', v_text, 'rule_ids', v_found.rule_ids);
      end if;
    end loop;
  end loop;
  if v_refused <> '[]' then
    perform private.refuse_content(v_refused, v_paths, v_entity);
  end if;
  if v_hits <> '[]' then
    perform private.record_content_hits(v_hits, v_entity, v_id, private.current_profile_id(), null);
  end if;
  if v_originals <> '[]' then
    perform private.keep_originals(v_originals, tg_table_name, v_id);
  end if;
  if v_changes <> '{}' then
    new := jsonb_populate_record(new, v_changes);
  end if;
  return new;
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
  v_id bigint;
  v_rule public.content_rules;
  v_preview jsonb;
begin
  perform private.consume_rate_limit('rule_preview', private.require_admin()::text);
  begin
    -- Saved as a trial and taken back: so it is checked, read and compared as it will be.
    v_id := private.save_content_rule(p_rule_id, p_rule || '{"is_enabled": true, "is_trial": true}', false);
    select * into v_rule from public.content_rules r where r.id = v_id;
    with judged as materialized (
      select t.* from private.judged_texts(v_rule.fields, array[v_rule.id], clock_timestamp() + interval '2 s') as t
    ), counted as (
      select j.field, count(*) as texts, private.told_hits(j.field, count(*) filter (where j.rule_ids <> '{}')) as hits
      from judged j group by j.field
    ), examples as (
      select j.field, translate(substr(j.content, greatest(1, h.start_at - (60 - least(h.length, 60)) / 2), 60), E'\r\n', '  ') as excerpt
      from (
        select * from judged e where e.rule_ids <> '{}' and not private.is_private_context(e.field) order by e.nr limit 5) as j
      cross join lateral (
        select f.start_at, f.length from private.find_content_hits(j.field, j.content) as f where f.rule_id = v_rule.id
        order by f.start_at limit 1) as h
      order by j.nr
    )
    -- Totals leave out the fields whose hits are not told, which could be reckoned from them.
    select jsonb_build_object('texts', coalesce(sum(c.texts) filter (where c.hits is not null), 0), 'hits', coalesce(sum(c.hits), 0),
      'fields', coalesce(jsonb_agg(jsonb_build_object('field', c.field, 'texts', c.texts, 'hits', c.hits)
        order by c.hits desc nulls last, c.field), '[]'),
      'examples', (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from examples e))
    into v_preview from counted c;
    raise exception using errcode = 'UNDO1';
  exception when sqlstate 'UNDO1' then
    null;
  end;
  if exists (select 1 from unnest(v_rule.fields) as f (field) where private.is_private_context(f.field)) then
    perform private.audit('preview_content_rule', 'content_rule', nullif(p_rule_id, 0)::text, null, private.content_rule_facts(v_rule));
  end if;
  return v_preview;
end $function$;

CREATE OR REPLACE FUNCTION private.record_content_hits (
  p_hits       jsonb,
  p_entity     text,
  p_entity_id  bigint,
  p_user_id    bigint,
  p_refusal_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Trials are free, so many could spell out what somebody writes: of a private text they tell the day only.
  insert into public.content_hits (rule_id, rule_name, action, context, entity, entity_id, user_id, excerpt, refusal_id, created_at)
  select r.id, r.kind || ': ' || r.pattern, x.action, x.context, p_entity, case when not h.is_hidden then p_entity_id end,
    case when not h.is_hidden then p_user_id end, case when not h.is_hidden then left(x.excerpt, 60) end, p_refusal_id,
    case when h.is_hidden then greatest(date_trunc('day', now(), 'UTC'), r.trial_since) else now() end
  from jsonb_to_recordset(p_hits) as x (rule_id bigint, action text, context text, excerpt text)
  cross join lateral (select x.action = 'trial' and private.is_private_context(x.context) as is_hidden) as h
  join public.content_rules r on r.id = x.rule_id
  order by r.id for key share of r
  on conflict (refusal_id, rule_id) do nothing;
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
    group by h.rule_id having count(*) > private.few_hits()
  ), stopped as (
    update public.content_rules r set is_enabled = false, stopped_share = c.share
    from suspects s cross join lateral private.common_rules(array[s.id], 4000) as c
    where r.id = s.id and r.kind <> 'built_in' and r.action = 'flag' and c.share is not null
    returning r.id, r.stopped_share
  )
  select count(private.audit('stop_content_rule', 'content_rule', s.id::text, null, jsonb_build_object('stopped_share', s.stopped_share)))
  into v_stopped from stopped s;
  return v_stopped;
end $function$;

CREATE OR REPLACE FUNCTION private.told_hits (
  p_context text,
  p_hits    bigint
)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select case when p_hits > private.few_hits() or not private.is_private_context(p_context) then p_hits end $function$;

COMMENT ON COLUMN "public"."content_hits"."created_at" IS 'The time; of a hit of a trial in a private text only the day, or when the trial began on it.';

COMMENT ON FUNCTION "private"."few_hits"() IS 'So many hits say nothing of a rule, and too much of a private text.';

COMMENT ON FUNCTION "private"."told_hits"(text, bigint) IS 'The hits in a field, as admins may know them: null for 10 or fewer in private texts, also for none.';

COMMENT ON FUNCTION "public"."list_content_hits"(text, bigint, integer, integer) IS 'For admins: what rules blocked, masked, flagged or found on trial in the last 30 days, newest first, without person and place for a trial in private texts; pages end with the 10,000th hit. Each row carries the total, where 10001 stands for "more than 10,000".';

COMMENT ON FUNCTION "public"."preview_content_rule"(jsonb, bigint) IS 'For admins: how many of the last texts a rule would find, by field, with up to five examples that are not private. Of private fields, fewer than 11 hits are null and left out of the totals, and the preview is in the audit log; nothing else is stored.';

REVOKE ALL ON FUNCTION "private"."few_hits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."told_hits"(text, bigint) FROM PUBLIC;

-- What trials have told of private texts before.
update public.content_hits h set entity_id = null, user_id = null, excerpt = null,
  created_at = greatest(date_trunc('day', h.created_at, 'UTC'), (select r.trial_since from public.content_rules r where r.id = h.rule_id and r.trial_since <= h.created_at))
where h.action = 'trial' and private.is_private_context(h.context);

ALTER TABLE "public"."content_hits"
  ADD CONSTRAINT "content_hits_of_trials_tell_nothing_private"
    CHECK (((action <> 'trial'::text) OR (NOT private.is_private_context(context)) OR (COALESCE((entity_id)::text, (user_id)::text, excerpt) IS NULL)));
