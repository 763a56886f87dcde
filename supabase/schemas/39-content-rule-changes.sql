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
  -- Per open group: whether something in it repeats.
  v_repeats boolean[] := array[false];
  v_depth integer := 1;
  v_closed boolean := false;
  v_letter text;
  v_bounds text[];
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
    elsif v_letter = '[' then
      -- To the closing bracket; one that stands first belongs to the set.
      v_nr := v_nr + case when v_letters[v_nr + 1] = '^' then 2 else 1 end;
      loop
        v_nr := v_nr + case when v_letters[v_nr] = '\' then 2 else 1 end;
        exit when v_nr > v_count or v_letters[v_nr] = ']';
      end loop;
      v_closed := false;
    elsif v_letter = '(' then
      v_depth := v_depth + 1;
      v_repeats[v_depth] := false;
      if v_letters[v_nr + 1] = '?' then
        v_nr := v_nr + 2;
      end if;
      v_closed := false;
    elsif v_letter = ')' and v_depth > 1 then
      v_closed := v_repeats[v_depth];
      v_depth := v_depth - 1;
      v_repeats[v_depth] := v_repeats[v_depth] or v_closed;
    elsif v_letter in ('*', '+', '{') then
      if v_closed then
        perform private.refuse_pattern('A repetition within a repetition is not supported in a pattern');
      end if;
      if v_letter = '{' then
        v_bounds := regexp_match(array_to_string(v_letters[v_nr:], ''), '^\{(\d+)(?:,(\d*))?\}');
        if greatest(v_bounds[1]::integer, nullif(v_bounds[2], '')::integer) > 50 then
          perform private.refuse_pattern('A repetition may have at most 50 steps');
        end if;
        v_nr := v_nr + coalesce(position('}' in array_to_string(v_letters[v_nr:], '')), 1) - 1;
      end if;
      v_repeats[v_depth] := true;
      v_closed := true;
    elsif v_letter <> '?' then
      v_closed := false;
    end if;
    v_nr := v_nr + 1;
  end loop;
end $$;
comment on function private.assert_simple_pattern is
  'PT400 for a pattern with look-around, back references, repeated repetitions or more than 50 steps: these can take any time.';

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
  new.terms := null;
  new.lookup := null;
  new.needle := case when tg_op = 'UPDATE' and new.kind = 'regex' then old.needle end;
  new.cost_ms := case when tg_op = 'UPDATE' then old.cost_ms else 0 end;
  if new.kind in ('word', 'phrase') then
    new.pattern := btrim(new.pattern);
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

create function private.save_content_rule(p_rule_id bigint, p_rule jsonb, p_is_judged boolean default true) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
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
end $$;

create function public.save_content_rule(rule jsonb, rule_id bigint default null) returns bigint
language sql volatile security invoker set search_path = ''
as $$ select private.save_content_rule(rule_id, rule) $$;
comment on function public.save_content_rule is
  'For admins: changes a rule of the content filter, or creates one when no id is given; its fields are named like their columns. Answers its id.';
grant execute on function private.save_content_rule, public.save_content_rule to authenticated;

create function private.delete_content_rule(p_rule_id bigint) returns void
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
  perform private.audit('delete_content_rule', 'content_rule', p_rule_id::text, to_jsonb(v_before), null);
end $$;

create function public.delete_content_rule(rule_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.delete_content_rule(rule_id) $$;
comment on function public.delete_content_rule is 'For admins: deletes a rule of the content filter; what it found stays listed.';
grant execute on function private.delete_content_rule, public.delete_content_rule to authenticated;

create function private.import_content_rules(p_rules jsonb) returns table (line integer, status text, message text)
language plpgsql volatile rows 100 security definer set search_path = ''
as $$
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
end $$;
comment on function private.import_content_rules is
  'As the public function; flag rules that turn out to be too common count as failed and are stored switched off.';

create function public.import_content_rules(rules jsonb) returns table (line integer, status text, message text)
language sql volatile rows 100 security invoker set search_path = ''
as $$ select * from private.import_content_rules(rules) $$;
comment on function public.import_content_rules is
  'For admins: saves up to 2,000 rules and says of each whether it was created, updated or failed, and why.';
grant execute on function private.import_content_rules, public.import_content_rules to authenticated;

create function private.list_content_rules(p_search text, p_kind text, p_action text, p_is_enabled boolean, p_sort text,
  p_order text, p_page integer, p_page_size integer)
returns table (id bigint, kind text, pattern text, action text, fields text[], is_case_sensitive boolean, is_enabled boolean,
  cost_ms numeric, stopped_share numeric, hits bigint, updated_at timestamptz, total bigint)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
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
end $$;

create function public.list_content_rules(search text default null, kind text default null, action text default null,
  is_enabled boolean default null, sort text default null, sort_order text default null, page integer default 1, page_size integer default 20)
returns table (id bigint, kind text, pattern text, action text, fields text[], is_case_sensitive boolean, is_enabled boolean,
  cost_ms numeric, stopped_share numeric, hits bigint, updated_at timestamptz, total bigint)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_content_rules(search, kind, action, is_enabled, sort, sort_order, page, page_size) $$;
comment on function public.list_content_rules is
  'For admins: one page of the rules with their hits in 30 days; each row carries the total.';
grant execute on function private.list_content_rules, public.list_content_rules to authenticated;

create function private.test_content(p_context text, p_text text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_hits jsonb;
  v_masked text := p_text;
begin
  perform private.require_admin();
  if char_length(p_text) > 5000 then
    perform private.refuse(400, 'invalid_input', 'Text too long', '{"path": "text"}');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('ruleId', h.rule_id, 'kind', h.kind, 'pattern', h.pattern, 'action', h.action,
      'start', h.start_at, 'length', h.length) order by h.start_at, h.length), '[]'),
    private.mask_content(p_text, array_agg(h.start_at) filter (where h.action = 'mask'), array_agg(h.length) filter (where h.action = 'mask'))
  into v_hits, v_masked from private.find_content_hits(p_context, p_text) as h;
  return jsonb_build_object(
    'verdict', case when v_hits @> '[{"action": "block"}]' then 'blocked' when v_hits @> '[{"action": "flag"}]' then 'flagged' else 'allowed' end,
    'hits', v_hits, 'masked', v_masked);
end $$;

create function public.test_content(context text, content text) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.test_content(context, content) $$;
comment on function public.test_content is
  'For admins: what the filter would make of a text: verdict, hits with their positions, masked text. Nothing is stored.';
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
