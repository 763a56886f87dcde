-- Administration of content rules: validation, saving, deleting, importing, listing and testing.

create function private.refuse_pattern(p_message text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(400, 'invalid_input', p_message, '{"path": "pattern"}');
end $$;

create function private.assert_simple_pattern(p_pattern text) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  v_letters text[] := string_to_array(p_pattern, null);
  v_count integer := cardinality(v_letters);
  v_nr integer := 1;
  -- Per open group: whether something in it repeats, and its steps, each as often as it repeats.
  v_repeats boolean[] := array[false];
  v_steps integer[] := array[0];
  -- Of the last letter, set or group.
  v_last_steps integer := 0;
  v_depth integer := 1;
  v_closed boolean := false;
  v_letter text;
  v_bounds text[];
  v_most numeric;
begin
  if p_pattern ~ '^\*\*\*' or p_pattern ~ '\(\?[^:]' or p_pattern ~ '\(\?$' then
    perform private.refuse_pattern('Look-around and options are not supported in a pattern');
  end if;
  while v_nr <= v_count loop
    v_letter := v_letters[v_nr];
    if v_letter = '\' then
      if v_letters[v_nr + 1] ~ '[0-9]' then
        perform private.refuse_pattern('Back references are not supported in a pattern');
      end if;
      v_nr := v_nr + 1;
      v_closed := false;
      v_last_steps := 1;
      v_steps[v_depth] := v_steps[v_depth] + 1;
    elsif v_letter = '[' then
      -- To the closing bracket; one that stands first belongs to the set.
      v_nr := v_nr + case when v_letters[v_nr + 1] = '^' then 2 else 1 end;
      loop
        v_nr := v_nr + case when v_letters[v_nr] = '\' then 2 else 1 end;
        exit when v_nr > v_count or v_letters[v_nr] = ']';
      end loop;
      v_closed := false;
      v_last_steps := 1;
      v_steps[v_depth] := v_steps[v_depth] + 1;
    elsif v_letter = '(' then
      v_depth := v_depth + 1;
      v_repeats[v_depth] := false;
      v_steps[v_depth] := 0;
      if v_letters[v_nr + 1] = '?' then
        v_nr := v_nr + 2;
      end if;
      v_closed := false;
    elsif v_letter = ')' and v_depth > 1 then
      v_closed := v_repeats[v_depth];
      v_last_steps := v_steps[v_depth];
      v_depth := v_depth - 1;
      v_repeats[v_depth] := v_repeats[v_depth] or v_closed;
      v_steps[v_depth] := v_steps[v_depth] + v_last_steps;
    elsif v_letter in ('*', '+', '{') then
      if v_closed then
        perform private.refuse_pattern('A repetition within a repetition is not supported in a pattern');
      end if;
      if v_letter = '{' then
        v_bounds := regexp_match(array_to_string(v_letters[v_nr:], ''), '^\{(\d+)(?:,(\d*))?\}');
        v_most := greatest(v_bounds[1]::numeric, nullif(v_bounds[2], '')::numeric);
        v_steps[v_depth] := v_steps[v_depth] + v_last_steps * (least(coalesce(v_most, 1), 1000)::integer - 1);
        v_nr := v_nr + coalesce(position('}' in array_to_string(v_letters[v_nr:], '')), 1) - 1;
      end if;
      v_repeats[v_depth] := true;
      v_closed := true;
    elsif v_letter <> '?' then
      v_closed := false;
      v_last_steps := 1;
      v_steps[v_depth] := v_steps[v_depth] + 1;
    end if;
    v_nr := v_nr + 1;
  end loop;
  -- To compile a pattern takes a time that grows with the cube of its steps: more than a second for 400 that may be left out.
  if v_steps[1] > 100 then
    perform private.refuse_pattern('A pattern may have at most 100 steps, repetitions counted');
  end if;
end $$;
comment on function private.assert_simple_pattern is
  'PT400 for a pattern with look-around, back references, repeated repetitions or more than 100 steps: these can take any time.';

create function private.pattern_needle(p_pattern text) returns text
language sql immutable set search_path = ''
as $$
  -- Whatever may be left out or is not plain is cut away; sets within sets and alternatives are too much to think about.
  select case when position('|' in p_pattern) = 0 and position('[[' in p_pattern) = 0 then (
    select n.part from regexp_split_to_table(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(lower(p_pattern), '\\(?:[xuc0-9][0-9a-f]*|.)', '.', 'g'),
            '\[[^]]*\]', '.', 'g'),
          '\(.*\)', '.'),
        '[a-z0-9 ](?:[*?]|\{[^}]*\})', '.', 'g'),
      '[^a-z0-9 ]+') as n (part)
    where char_length(n.part) >= 3 order by char_length(n.part) desc limit 1) end
$$;
comment on function private.pattern_needle is 'The longest plain part that every match of a pattern holds; null without one.';

create function private.pattern_cost(p_pattern text, p_is_case_sensitive boolean) returns numeric
language plpgsql volatile set search_path = ''
as $$
declare
  v_literal text := regexp_replace(p_pattern, '\\.|[][(){}|*+?^$.]', '', 'g');
  v_seeds text[] := array['a', '0', ' ', 'a ', 'a0', '0-', 'ab@cd.', 'The quick brown fox 0912 345 678. ',
      coalesce(nullif(v_literal, ''), 'x'), coalesce(nullif(v_literal, ''), 'x') || ' ']
    || array(select distinct l from unnest(string_to_array(v_literal, null)) as l limit 12);
  v_seed text;
  v_text text;
  v_started timestamptz;
  v_took numeric;
  v_worst numeric := 0;
begin
  -- Short texts first: what is slow there is refused before it can be slow for long. What takes its time is measured again,
  -- because the machine may have been busy with something else.
  foreach v_seed in array v_seeds loop
    for v_size in 1..3 loop
      v_text := left(repeat(v_seed, 5000), (array[200, 1000, 4999])[v_size]) || '!';
      v_took := null;
      for v_try in 1..3 loop
        v_started := clock_timestamp();
        perform private.pattern_hits(v_text, p_pattern, p_is_case_sensitive);
        v_took := least(v_took, extract(epoch from clock_timestamp() - v_started) * 1000);
        exit when v_took <= 1;
      end loop;
      if v_took > 50 then
        perform private.refuse_pattern('The pattern takes longer than 50 ms');
      end if;
      v_worst := greatest(v_worst, v_took);
    end loop;
  end loop;
  return round(v_worst, 2);
end $$;
comment on function private.pattern_cost is
  'Longest time in ms that a pattern takes for texts that are hard for it; PT400 above 50 ms.';

create function private.prepare_content_rule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The table's constraints refuse these with less to say.
  if new.kind not in ('word', 'phrase', 'regex', 'built_in') or private.is_blank(new.pattern) or char_length(new.pattern) > 100 then
    return new;
  end if;
  -- Of a regular expression, a space at its end is a part.
  if new.kind <> 'regex' then
    new.pattern := btrim(new.pattern, E' \t\r\n\u00a0');
  end if;
  new.terms := null;
  new.lookup := null;
  new.needle := case when tg_op = 'UPDATE' and new.kind = 'regex' then old.needle end;
  new.cost_ms := case when tg_op = 'UPDATE' then old.cost_ms else 0 end;
  if new.kind in ('word', 'phrase') then
    new.cost_ms := 0;
    new.terms := private.content_terms(new.pattern, new.is_case_sensitive);
    new.lookup := array_to_string(new.terms[1:3], ' ');
    if new.terms is null then
      perform private.refuse_pattern('The pattern has no letter or digit');
    elsif new.kind = 'word' and new.pattern ~ '\s' then
      perform private.refuse_pattern('A word has no spaces. Use a phrase.');
    end if;
  elsif new.kind = 'built_in' then
    new.cost_ms := 0;
    new.is_case_sensitive := false;
    if private.built_in_pattern(new.pattern) is null then
      perform private.refuse_pattern('Unknown built-in kind');
    end if;
  elsif tg_op = 'INSERT' or (new.kind, new.pattern, new.is_case_sensitive) is distinct from (old.kind, old.pattern, old.is_case_sensitive) then
    perform private.assert_simple_pattern(new.pattern);
    begin
      if '' ~ new.pattern then
        perform private.refuse_pattern('The pattern matches an empty text');
      end if;
    exception when invalid_regular_expression then
      perform private.refuse_pattern('This is not a valid pattern');
    end;
    new.needle := private.pattern_needle(new.pattern);
    new.cost_ms := private.pattern_cost(new.pattern, new.is_case_sensitive);
  end if;
  if new.is_enabled and new.cost_ms > 0 and new.cost_ms + (
      select coalesce(sum(r.cost_ms), 0) from public.content_rules r where r.is_enabled and r.id <> new.id) > 500 then
    perform private.refuse_pattern('All patterns together would take longer than 500 ms. Disable another one first.');
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  elsif (select count(*) from public.content_rules) >= 2000 then
    perform private.refuse_pattern('There are 2,000 rules already. Delete another one first.');
  end if;
  return new;
end $$;

create function private.save_content_rule(
  p_rule_id bigint, p_rule jsonb, p_is_confirmed boolean, p_is_judged boolean default true, p_expected_updated_at timestamptz default null)
returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.content_rules;
  v_rule public.content_rules;
  v_after public.content_rules;
  v_trial_since timestamptz;
  v_unjudged public.content_rules[];
  v_verdicts jsonb;
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
    perform private.assert_unchanged(v_before.updated_at, p_expected_updated_at);
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
    v_unjudged := array(select u from private.unjudged_rules(array[v_after.id]) as u);
    if cardinality(v_unjudged) > 0 then
      v_verdicts := private.judge_in_private(v_unjudged, private.judging_end(4000));
      raise exception using errcode = 'UNDO1';
    end if;
    v_share := private.assert_rare(v_after, p_is_confirmed);
    perform private.forget_judgings(array[private.content_rule_facts(v_after)]);
  end if;
  perform private.audit(case when v_before.id is null then 'create_content_rule' else 'update_content_rule' end, 'content_rule',
    v_after.id::text, case when v_before.id is not null then to_jsonb(v_before) end,
    to_jsonb(v_after) || case when v_share is null then '{}' else jsonb_build_object('confirmed_share', v_share) end);
  return v_after.id;
exception
  when sqlstate 'UNDO1' then
    perform private.enter_judging(v_unjudged, v_verdicts);
    return null;
  when unique_violation then
    perform private.refuse(409, 'conflict', 'There is a rule with this pattern already', '{"path": "pattern"}');
    -- Not reached.
    return null;
end $$;
comment on function private.save_content_rule is 'As the public function; a rule that is not judged is never entered.';

create function public.save_content_rule(
  rule jsonb, rule_id bigint default null, is_confirmed boolean default false, expected_updated_at timestamptz default null) returns bigint
language sql volatile security invoker set search_path = ''
as $$ select private.save_content_rule(rule_id, rule, is_confirmed, true, expected_updated_at) $$;
comment on function public.save_content_rule is
  'For admins: changes a rule of the content filter, or creates one when no id is given; its fields are named like their columns, and is_trial makes it count only. PT409 changed_meanwhile when it was last changed at another time than the given one, confirmation_needed when it would change or refuse more than 1 % of the last texts and is not confirmed. Answers its id; null when it has been judged on messages or quotes, which is entered in the audit log: called again within a minute, it tells what was found, or is saved.';
grant execute on function private.save_content_rule, public.save_content_rule to authenticated;

create function private.preview_content_rule(p_rule_id bigint, p_rule jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_id bigint;
  v_rule public.content_rules;
  v_unjudged public.content_rules[];
  v_verdicts jsonb;
  v_preview jsonb;
begin
  perform private.assert_rate_limit('rule_preview', v_me::text);
  begin
    -- Saved as a trial and taken back: so it is checked, read and compared as it will be.
    v_id := private.save_content_rule(p_rule_id, p_rule || '{"is_enabled": true, "is_trial": true}', false);
    select * into v_rule from public.content_rules r where r.id = v_id;
    v_unjudged := array(select u from private.unjudged_rules(array[v_rule.id]) as u);
    if cardinality(v_unjudged) > 0 then
      v_verdicts := private.judge_in_private(v_unjudged, private.judging_end(2000));
      raise exception using errcode = 'UNDO1';
    end if;
    with judged as materialized (
      select t.* from private.judged_texts(private.fields_of_rule(v_rule.fields, false), array[v_rule.id], private.judging_end(2000)) as t
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
      select j.is_common from private.judgings j
      where j.actor_id = v_me and j.rule = private.content_rule_facts(v_rule) and private.fields_of_rule(v_rule.fields, true) <> '{}'));
    raise exception using errcode = 'UNDO1';
  exception when sqlstate 'UNDO1' then
    null;
  end;
  if cardinality(v_unjudged) > 0 then
    perform private.enter_judging(v_unjudged, v_verdicts);
  else
    perform private.consume_rate_limit('rule_preview', v_me::text);
    perform private.forget_judgings(array[private.content_rule_facts(v_rule)]);
  end if;
  return v_preview;
end $$;

create function public.preview_content_rule(rule jsonb, rule_id bigint default null) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select private.preview_content_rule(rule_id, rule) $$;
comment on function public.preview_content_rule is
  'For admins: how many of the last public texts a rule would find, by field, with up to five examples, and of messages and quotes only whether it is common there. Null when it has been judged on those, which is entered in the audit log, to be called again within a minute; nothing else is stored.';
grant execute on function private.preview_content_rule, public.preview_content_rule to authenticated;

create function private.delete_content_rule(p_rule_id bigint, p_expected_updated_at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.content_rules;
begin
  perform private.require_admin();
  delete from public.content_rules r where r.id = p_rule_id returning * into v_before;
  if v_before.id is null then
    perform private.refuse(404, 'not_found', 'Rule not found');
  end if;
  perform private.assert_unchanged(v_before.updated_at, p_expected_updated_at);
  perform private.audit('delete_content_rule', 'content_rule', p_rule_id::text, to_jsonb(v_before), null);
end $$;

create function public.delete_content_rule(rule_id bigint, expected_updated_at timestamptz default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.delete_content_rule(rule_id, expected_updated_at) $$;
comment on function public.delete_content_rule is
  'For admins: deletes a rule of the content filter, unless it was last changed at another time than the given one (PT409); what it found stays listed.';
grant execute on function private.delete_content_rule, public.delete_content_rule to authenticated;

create function private.import_content_rules(p_rules jsonb) returns table (line integer, status text, message text)
language plpgsql volatile rows 100 security definer set search_path = ''
as $$
declare
  v_rule jsonb;
  v_before public.content_rules;
  v_line integer;
  v_id bigint;
  v_saved jsonb := jsonb_build_array();
  v_unjudged public.content_rules[];
  v_verdicts jsonb;
begin
  perform private.require_admin();
  if jsonb_typeof(p_rules) <> 'array' or jsonb_array_length(p_rules) > 200 then
    perform private.refuse(400, 'invalid_input', 'At most 200 rules can be imported at once');
  end if;
  begin
    for v_rule, v_line in select r.value, r.ordinality from jsonb_array_elements(p_rules) with ordinality as r loop
      begin
        v_rule := private.trimmed(v_rule) || case when btrim(v_rule ->> 'kind') = 'regex' then jsonb_build_object('pattern', v_rule -> 'pattern') else '{}' end;
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
    v_unjudged := array(
      select r from public.content_rules r
      where r.id in (select s.id from jsonb_to_recordset(v_saved) as s (id bigint, is_judged boolean) where s.is_judged)
        and r.is_enabled and r.trial_since is null and private.fields_of_rule(r.fields, true) <> '{}'
      order by r.id);
    -- One that is new is judged with all of them, as below.
    if exists (select 1 from private.unjudged_rules(array(select u.id from unnest(v_unjudged) as u))) then
      v_verdicts := private.judge_in_private(v_unjudged, private.judging_end(8000));
      raise exception using errcode = 'UNDO1';
    end if;
    -- All together, on the whole sample: cut into many rules, a common one would pass.
    return query
      with saved as (
        select s.* from jsonb_to_recordset(v_saved) as s (line integer, status text, message text, id bigint, is_judged boolean)
      ), common as (
        select c.rule_id, c.share, c.texts, r.action
        from private.common_rules(array(select s.id from saved s where s.is_judged), private.judging_end(8000)) as c join public.content_rules r on r.id = c.rule_id
      ), stopped as (
        update public.content_rules r set is_enabled = false, stopped_share = c.share from common c where r.id = c.rule_id
      )
      select s.line, case when c.rule_id is null then s.status else 'failed' end,
        coalesce(s.message, case when c.rule_id is not null then private.too_common(c.action, c.share, c.texts) end)
      from saved s left join common c on c.rule_id = s.id order by s.line;
    perform private.forget_judgings(array(select private.content_rule_facts(u) from unnest(v_unjudged) as u));
  exception when sqlstate 'UNDO1' then
    perform private.enter_judging(v_unjudged, v_verdicts);
  end;
end $$;
comment on function private.import_content_rules is
  'As the public function; rules that turn out to be too common, or for which the time does not suffice, count as failed and are stored switched off.';

create function public.import_content_rules(rules jsonb) returns table (line integer, status text, message text)
language sql volatile rows 100 security invoker set search_path = ''
as $$ select * from private.import_content_rules(rules) $$;
comment on function public.import_content_rules is
  'For admins: saves up to 200 rules and says of each whether it was created, updated or failed, and why. No rows when some have been judged on messages or quotes, which is entered in the audit log: called again within a minute, all are saved.';
grant execute on function private.import_content_rules, public.import_content_rules to authenticated;

create function private.count_hits_of_rule(p_rule public.content_rules) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from (
    select 1 from public.content_hits h
    where h.rule_id = p_rule.id and h.created_at >= greatest(now() - interval '30 days', p_rule.trial_since)
      and (h.action = 'trial') = (p_rule.trial_since is not null)
    limit 10000) as c
$$;
comment on function private.count_hits_of_rule is 'Hits of a rule in the last 30 days, of a trial since it began; at most 10,000.';

create function private.list_content_rules(p_search text, p_kind text, p_action text, p_is_enabled boolean, p_is_trial boolean, p_sort text,
  p_order text, p_page integer, p_page_size integer)
returns table (id bigint, kind text, pattern text, action text, fields text[], is_case_sensitive boolean, is_enabled boolean,
  cost_ms numeric, stopped_share numeric, trial_since timestamptz, hits bigint, updated_at timestamptz, total bigint)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 1000);
  v_is_descending boolean := coalesce(p_order, 'desc') <> 'asc';
  v_part text := private.fold(btrim(left(p_search, 100)));
begin
  perform private.require_admin();
  -- Counted for the page only, unless the counts make the order.
  return query
    select (p.rule).id, (p.rule).kind, (p.rule).pattern, (p.rule).action, (p.rule).fields, (p.rule).is_case_sensitive, (p.rule).is_enabled,
      (p.rule).cost_ms, (p.rule).stopped_share, (p.rule).trial_since, coalesce(p.hits, private.count_hits_of_rule(p.rule)),
      (p.rule).updated_at, p.total
    from (
      select f.* from (
        select r as rule, case when p_sort = 'hits' then private.count_hits_of_rule(r) end as hits, count(*) over () as total
        from public.content_rules r
        where (private.is_blank(v_part) or position(v_part in private.fold(r.pattern)) > 0)
          and (p_kind is null or r.kind = p_kind) and (p_action is null or r.action = p_action)
          and (p_is_enabled is null or r.is_enabled = p_is_enabled) and (p_is_trial is null or (r.trial_since is not null) = p_is_trial)) as f
      order by
        case when not v_is_descending then case p_sort when 'pattern' then (f.rule).pattern when 'kind' then (f.rule).kind when 'action' then (f.rule).action end end,
        case when v_is_descending then case p_sort when 'pattern' then (f.rule).pattern when 'kind' then (f.rule).kind when 'action' then (f.rule).action end end desc,
        f.hits * case when v_is_descending then -1 else 1 end,
        case when v_is_descending then -(f.rule).id else (f.rule).id end
      limit v_size offset (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size) as p;
end $$;

create function public.list_content_rules(search text default null, kind text default null, action text default null,
  is_enabled boolean default null, is_trial boolean default null, sort text default null, sort_order text default null, page integer default 1, page_size integer default 20)
returns table (id bigint, kind text, pattern text, action text, fields text[], is_case_sensitive boolean, is_enabled boolean,
  cost_ms numeric, stopped_share numeric, trial_since timestamptz, hits bigint, updated_at timestamptz, total bigint)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_content_rules(search, kind, action, is_enabled, is_trial, sort, sort_order, page, page_size) $$;
comment on function public.list_content_rules is
  'For admins: one page of the rules with their hits in 30 days, of a trial since it began; each row carries the total.';
grant execute on function private.list_content_rules, public.list_content_rules to authenticated;

create function private.test_content(p_context text, p_text text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- More than anybody reads.
  v_max constant integer := 200;
  v_hits jsonb;
  v_masked text := p_text;
  v_verdict text;
begin
  perform private.require_admin();
  if char_length(p_text) > 5000 then
    perform private.refuse(400, 'invalid_input', 'Text too long', '{"path": "text"}');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('ruleId', h.rule_id, 'kind', h.kind, 'pattern', h.pattern, 'action', h.action,
      'start', h.start_at, 'length', h.length) order by h.start_at, h.length, h.rule_id) filter (where h.nr <= v_max), '[]'),
    private.mask_content(p_text, array_agg(h.start_at) filter (where h.action = 'mask'), array_agg(h.length) filter (where h.action = 'mask')),
    case when bool_or(h.action = 'block') then 'blocked' when bool_or(h.action = 'flag') then 'flagged' else 'allowed' end
  into v_hits, v_masked, v_verdict
  from (
    select f.*, row_number() over (order by f.action <> 'block', f.start_at, f.length, f.rule_id) as nr
    from private.find_content_hits(p_context, p_text) as f) as h;
  return jsonb_build_object('verdict', v_verdict, 'hits', v_hits, 'masked', v_masked);
end $$;

create function public.test_content(context text, content text) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.test_content(context, content) $$;
comment on function public.test_content is
  'For admins: what the filter would make of a text: verdict, the first 200 hits with their positions, masked text. Nothing is stored.';
grant execute on function private.test_content, public.test_content to authenticated;

-- First rules ---------------------------------------------------------------------------------------------------------

-- By default nothing is refused or changed: contact details in quotes and reviews, which the terms forbid, and
-- disguised words anywhere are only flagged for review.
insert into public.content_rules (kind, pattern, action, fields) values
  ('built_in', 'email', 'flag', array['quote', 'review']),
  ('built_in', 'phone', 'flag', array['quote', 'review']),
  ('built_in', 'url', 'flag', array['quote', 'review']),
  ('built_in', 'messenger', 'flag', array['quote', 'review']),
  ('built_in', 'look_alike', 'flag', array['post_title', 'post_description', 'quote', 'review', 'profile']),
  ('built_in', 'accents', 'flag', array['post_title', 'post_description', 'quote', 'review', 'profile']);
