-- The content filter: every text is checked when it is written, and matches are kept for 30 days.

create function private.is_private_context(p_context text) returns boolean
language sql immutable set search_path = ''
as $$ select p_context in ('message', 'quote') $$;
comment on function private.is_private_context is 'Whether only two people read what is written there.';

create table public.content_hits (
  id bigint generated always as identity primary key,
  rule_id bigint references public.content_rules (id) on delete set null,
  rule_name text not null,
  action text not null,
  context text not null,
  entity text not null,
  entity_id bigint,
  user_id bigint references public.profiles (id) on delete cascade,
  excerpt text,
  refusal_id uuid,
  created_at timestamptz not null default now(),
  reviewed_at timestamptz,
  reviewed_by bigint references public.profiles (id) on delete set null,
  constraint content_hits_action_is_known check (action in ('block', 'mask', 'flag', 'trial')),
  constraint content_hits_rule_name_length check (char_length(rule_name) <= 120),
  constraint content_hits_excerpt_length check (char_length(excerpt) <= 60),
  constraint content_hits_of_trials_are_public check (action <> 'trial' or not private.is_private_context(context)),
  constraint content_hits_refusal_counts_once unique (refusal_id, rule_id)
);
comment on table public.content_hits is 'Hits of the content filter in the last 30 days; of a refused text only that it was refused.';
comment on column public.content_hits.excerpt is
  'Around the first hit of a flagged text, or of a trial in a public one, once for each text: admins read it through functions, which log it for private texts.';

create index content_hits_created_idx on public.content_hits (created_at desc);
create index content_hits_rule_idx on public.content_hits (rule_id, created_at) include (action);
create index content_hits_action_idx on public.content_hits (action, created_at desc);
create index content_hits_of_nobody_idx on public.content_hits (entity_id) where user_id is null;
create index content_hits_user_idx on public.content_hits (user_id);
create index content_hits_reviewer_idx on public.content_hits (reviewed_by) where reviewed_by is not null;
create index content_hits_waiting_idx on public.content_hits (created_at desc) where action = 'flag' and reviewed_at is null and excerpt is not null;

revoke all on table public.content_hits from anon, authenticated, service_role;
grant select (id, rule_id, rule_name, action, context, entity, entity_id, user_id, created_at, reviewed_at, reviewed_by)
  on table public.content_hits to authenticated;

alter table public.content_hits enable row level security;
create policy "admins read what the filter found" on public.content_hits for select to authenticated
  using ((select private.is_admin()));

-- A refusal carries a sealed note of the matching rules, so that it can be counted after the rollback and cannot be
-- forged.
insert into private.app_settings (key, value)
values ('content_refusal_secret', to_jsonb(encode(extensions.gen_random_bytes(32), 'hex')));

-- Locked, so that the rule exists until its match is stored, or until it has not matched.
create function private.record_content_hits(p_hits jsonb, p_entity text, p_entity_id bigint, p_user_id bigint, p_refusal_id uuid)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  with added as (
  insert into public.content_hits (rule_id, rule_name, action, context, entity, entity_id, user_id, excerpt, refusal_id)
  select r.id, r.kind || ': ' || r.pattern, x.action, x.context, p_entity, p_entity_id, p_user_id, left(x.excerpt, 60), p_refusal_id
  from jsonb_to_recordset(p_hits) as x (rule_id bigint, action text, context text, excerpt text)
  join public.content_rules r on r.id = x.rule_id
  -- Trials are free, so many could spell out what somebody writes, word by word.
  where x.action <> 'trial' or not private.is_private_context(x.context)
  order by r.id for key share of r
  on conflict (refusal_id, rule_id) do nothing
  returning id, rule_id, action, context
  )
  -- A text that is edited again and again is one thing to look at: its last state.
  delete from public.content_hits h using added a
  where h.id <> a.id and (h.rule_id, h.action, h.context) = (a.rule_id, a.action, a.context) and h.reviewed_at is null
    and h.user_id = p_user_id and h.entity = p_entity and h.entity_id = p_entity_id and h.created_at > now() - interval '1 day';
end $$;

create function private.refuse_content(p_hits jsonb, p_paths text[], p_entity text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_note text := jsonb_build_object('hits', p_hits, 'entity', p_entity, 'user', private.current_profile_id(), 'at', now(),
    'id', gen_random_uuid())::text;
begin
  perform private.refuse(400, 'content_not_allowed', 'Your text contains content that is not allowed',
    jsonb_build_object('path', p_paths[1], 'paths', p_paths,
      'refusal', translate(encode(convert_to(v_note, 'utf8'), 'base64'), E'\n', '')
        || '.' || encode(extensions.hmac(v_note, private.setting('content_refusal_secret') #>> '{}', 'sha256'), 'hex')));
end $$;
comment on function private.refuse_content is
  'Refuses a write: PT400 with the fields in the detail, and a sealed note of the rules for report_refused_content().';

create function private.filtered_text(p_new jsonb, p_old jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case jsonb_typeof(p_new)
    when 'array' then (
      -- A constraint refuses more images.
      select string_agg(i.image, E'\n') from (select e.image from jsonb_array_elements_text(p_new) as e (image) limit 5) as i
      where i.image like 'https:%' and not coalesce(p_old ? i.image, false))
    else private.without_directions(p_new #>> '{}') end
$$;
comment on function private.filtered_text is 'What the rules read of a column: its text without signs that turn the direction, or the new addresses on other sites of a list of images.';

-- Arguments: "context column path" each; the path is the field's name in forms and in `/api`.
create function private.filter_content() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_new jsonb := to_jsonb(new);
  v_old jsonb := coalesce(to_jsonb(old), '{}');
  v_id bigint := coalesce(v_new ->> 'id', v_old ->> 'id')::bigint;
  v_entity text := rtrim(tg_table_name, 's');
  v_field text[];
  v_text text;
  v_is_list boolean;
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
  -- The constraints are asked after the rules and after the columns that are made of a text, which take seconds of many long ones.
  if (select sum(char_length(v_new ->> c)) from (select split_part(a, ' ', 2) as c from unnest(tg_argv) as a) as columns
      where jsonb_typeof(v_new -> c) = 'string') > 10000 then
    perform private.refuse(400, 'invalid_input', 'Text too long');
  end if;
  foreach v_text in array tg_argv loop
    v_field := string_to_array(v_text, ' ');
    continue when v_new -> v_field[2] is not distinct from v_old -> v_field[2]
      or v_field[2] = 'username' and private.is_given_name(v_new ->> 'username');
    v_text := private.filtered_text(v_new -> v_field[2], v_old -> v_field[2]);
    v_is_list := coalesce(jsonb_typeof(v_new -> v_field[2]) = 'array', false);
    if not v_is_list then
      if tg_op = 'UPDATE' then
        v_text := private.edit_of_original(tg_table_name, v_id, v_field[2], v_old ->> v_field[2], v_text);
      end if;
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
        from private.find_content_hits(v_field[1], v_text, tg_table_name) as f) as h
      group by h.action
    loop
      -- Half an address is none.
      if v_found.action = 'block' or v_found.action = 'mask' and v_is_list then
        v_refused := v_refused || v_found.rules;
        v_paths := v_paths || v_field[3];
      else
        v_hits := v_hits || v_found.hits;
      end if;
      if v_found.action = 'mask' and not v_is_list then
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
end $$;
comment on function private.filter_content is
  'Checks the named columns when they are written: refuses, masks and keeps the original, or lets pass and notes it for review.';

create function private.blocked_in_profile(p_texts jsonb) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(f.key order by f.key) from jsonb_each_text(p_texts) as f
  where not (f.key = 'username' and private.is_given_name(f.value)) and exists (
    select 1 from private.find_content_hits('profile', f.value, 'profiles') as h
    -- A masked name is not the one that its user signs in with.
    where h.action = 'block' or f.key = 'username' and h.action = 'mask')
$$;
comment on function private.blocked_in_profile is
  'Which texts, of those that profile_texts() answers, have something that a rule blocks in profiles, or masks in a username; null for none.';

create function private.report_refused_content(p_refusal text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
  v_note text;
  v_facts jsonb;
begin
  begin
    v_note := convert_from(decode(split_part(p_refusal, '.', 1), 'base64'), 'utf8');
  exception when others then
    v_note := null;
  end;
  if v_note is null or encode(extensions.hmac(v_note, private.setting('content_refusal_secret') #>> '{}', 'sha256'), 'hex')
      <> split_part(p_refusal, '.', 2) then
    perform private.refuse(400, 'invalid_input', 'Invalid input');
  end if;
  v_facts := v_note::jsonb;
  -- A text that an edge function writes, such as the feedback of a guest, names nobody.
  if (v_facts ->> 'user')::bigint <> coalesce(v_me, 0) or (v_facts ->> 'at')::timestamptz < now() - interval '1 hour' then
    perform private.refuse(400, 'invalid_input', 'Invalid input');
  end if;
  perform private.consume_rate_limit('content_report', coalesce(v_me::text, 'guests'));
  perform private.record_content_hits(v_facts -> 'hits', v_facts ->> 'entity', null, v_me, (v_facts ->> 'id')::uuid);
end $$;

create function public.report_refused_content(refusal text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.report_refused_content(refusal) $$;
comment on function public.report_refused_content is
  'Counts a refusal that the caller was answered; the refusal itself had to undo everything, its count included.';
grant execute on function private.report_refused_content, public.report_refused_content to anon, authenticated;

-- Flagged texts -------------------------------------------------------------------------------------------------------

create function private.list_flagged_content(p_page integer, p_page_size integer)
returns table (id bigint, rule_name text, context text, entity text, entity_id bigint, user_id bigint, username text, excerpt text,
  created_at timestamptz, total bigint)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
begin
  perform private.require_admin();
  return query
    select h.id, h.rule_name, h.context, h.entity, h.entity_id, h.user_id, p.username,
      case when private.is_private_context(h.context) then null else h.excerpt end, h.created_at, count(*) over ()
    from public.content_hits h left join public.profiles p on p.id = h.user_id
    where h.action = 'flag' and h.reviewed_at is null and h.excerpt is not null and h.created_at >= now() - interval '30 days'
    order by h.created_at desc, h.id desc
    limit v_size offset (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
end $$;

create function public.list_flagged_content(page integer default 1, page_size integer default 20)
returns table (id bigint, rule_name text, context text, entity text, entity_id bigint, user_id bigint, username text, excerpt text,
  created_at timestamptz, total bigint)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_flagged_content(page, page_size) $$;
comment on function public.list_flagged_content is
  'For admins: what rules flagged in the last 30 days and nobody has looked at, newest first; each row carries the total.';
grant execute on function private.list_flagged_content, public.list_flagged_content to authenticated;

create function private.list_content_hits(p_action text, p_rule_id bigint, p_page integer, p_page_size integer)
returns table (id bigint, rule_id bigint, rule_name text, action text, context text, entity text, entity_id bigint, user_id bigint, username text,
  excerpt text, has_private_text boolean, created_at timestamptz, reviewed_at timestamptz, total bigint)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
  v_first bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
  v_condition text := concat_ws(' and ', 'h.created_at >= now() - interval ''30 days''',
    case when p_action is not null then 'h.action = $1' end, case when p_rule_id is not null then 'h.rule_id = $2' end);
  v_total bigint;
  v_ids bigint[];
begin
  perform private.require_admin();
  execute format('select count(*) from (select 1 from public.content_hits h where %s limit 10001) as c', v_condition)
  into v_total using p_action, p_rule_id;
  execute format('select array(select h.id from public.content_hits h where %s order by h.created_at desc, h.id desc limit $3 offset $4)', v_condition)
  into v_ids using p_action, p_rule_id, greatest(least(v_size, 10000 - v_first), 0), v_first;
  -- Of what is private, only flagged texts have words, which are read one by one.
  return query
    select h.id, h.rule_id, h.rule_name, h.action, h.context, h.entity, h.entity_id, h.user_id, p.username,
      case when not private.is_private_context(h.context) then h.excerpt end,
      private.is_private_context(h.context) and h.excerpt is not null, h.created_at, h.reviewed_at, v_total
    from public.content_hits h left join public.profiles p on p.id = h.user_id
    where h.id = any (v_ids)
    order by h.created_at desc, h.id desc;
end $$;

create function public.list_content_hits(action text default null, rule_id bigint default null, page integer default 1, page_size integer default 20)
returns table (id bigint, rule_id bigint, rule_name text, action text, context text, entity text, entity_id bigint, user_id bigint, username text,
  excerpt text, has_private_text boolean, created_at timestamptz, reviewed_at timestamptz, total bigint)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_content_hits($1, $2, page, page_size) $$;
comment on function public.list_content_hits is
  'For admins: what rules blocked, masked, flagged or found on trial in the last 30 days, newest first; pages end with the 10,000th hit. Each row carries the total, where 10001 stands for "more than 10,000".';
grant execute on function private.list_content_hits, public.list_content_hits to authenticated;

create function private.read_flagged_content(p_hit_id bigint) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_hit public.content_hits;
begin
  perform private.require_admin();
  select * into v_hit from public.content_hits h
  where h.id = p_hit_id and h.action = 'flag' and h.excerpt is not null and h.created_at >= now() - interval '30 days';
  if v_hit.id is null then
    perform private.refuse(404, 'not_found', 'Flagged text not found');
  end if;
  if private.is_private_context(v_hit.context) then
    perform private.audit('read_private_text', v_hit.entity, v_hit.entity_id::text, null,
      jsonb_build_object('finding', v_hit.id, 'rule', v_hit.rule_name));
  end if;
  return v_hit.excerpt;
end $$;

create function public.read_flagged_content(hit_id bigint) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.read_flagged_content(hit_id) $$;
comment on function public.read_flagged_content is
  'For admins: at most 60 characters around what a rule flagged; each look at a private text is in the audit log.';
grant execute on function private.read_flagged_content, public.read_flagged_content to authenticated;

create function private.review_flagged_content(p_hit_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_reviewed bigint[];
begin
  if cardinality(p_hit_ids) > 100 then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "hitIds"}');
  end if;
  with reviewed as (
    update public.content_hits h set reviewed_at = now(), reviewed_by = v_me
    where h.id = any (p_hit_ids) and h.action = 'flag' and h.reviewed_at is null returning h.id)
  select array_agg(r.id order by r.id) into v_reviewed from reviewed r;
  if v_reviewed is not null then
    perform private.audit('review_flagged_content', 'content_hit', v_reviewed[1]::text, null, jsonb_build_object('ids', v_reviewed));
  end if;
end $$;

create function public.review_flagged_content(hit_ids bigint[]) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.review_flagged_content(hit_ids) $$;
comment on function public.review_flagged_content is 'For admins: takes flagged texts off the list; up to 100 at once.';
grant execute on function private.review_flagged_content, public.review_flagged_content to authenticated;

-- Rare flags ----------------------------------------------------------------------------------------------------------
--
-- A flag rule must match rarely: one that matches every other text would show private messages to admins. One that blocks or masks
-- more than that may be meant, so it is asked for. A trial is free: it shows nothing private and changes nothing.

create function private.few_hits() returns integer
language sql immutable set search_path = ''
as $$ select 10 $$;
comment on function private.few_hits is 'So many hits say nothing of a rule.';

create function private.content_rule_facts(p_rule public.content_rules) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('kind', p_rule.kind, 'pattern', p_rule.pattern, 'action', p_rule.action, 'fields', p_rule.fields,
    'is_case_sensitive', p_rule.is_case_sensitive)
$$;
comment on function private.content_rule_facts is 'A rule without its state: what it looks for, where, and what it does.';

-- Private texts -------------------------------------------------------------------------------------------------------
--
-- A rule can ask for any words, so what admins are told of it could spell out what people write to each other: docs/decisions.md#no-rule-reads-private-texts.

insert into private.app_settings (key, value)
values ('content_sample_secret', to_jsonb(encode(extensions.gen_random_bytes(32), 'hex')));

create function private.fields_of_rule(p_fields text[], p_is_private boolean) returns text[]
language sql immutable set search_path = ''
as $$ select array(select f.field from unnest(p_fields) as f (field) where private.is_private_context(f.field) = p_is_private) $$;

create table private.judgings (
  actor_id bigint not null references public.profiles (id) on delete cascade,
  rule jsonb not null,
  is_common boolean,
  judged_at timestamptz not null default now(),
  primary key (actor_id, rule)
);
comment on table private.judgings is
  'What rules of admins have found of private texts, entered in the audit log and counted: told once, by the next call within a minute.';
comment on column private.judgings.is_common is 'Null when the time ran out.';

revoke all on table private.judgings from anon, authenticated, service_role;

create function private.unjudged_rules(p_rule_ids bigint[]) returns setof public.content_rules
language sql stable rows 10 security definer set search_path = ''
as $$
  select r.* from public.content_rules r
  where r.id = any (p_rule_ids) and private.fields_of_rule(r.fields, true) <> '{}'
    and not exists (
      select 1 from private.judgings j
      where j.actor_id = private.current_profile_id() and j.rule = private.content_rule_facts(r)
        -- Of an earlier transaction: one of this one would be undone with it.
        and j.judged_at < now() and j.judged_at > now() - interval '1 minute')
$$;
comment on function private.unjudged_rules is
  'Those of the rules that read private texts and have not just been judged on them for the caller.';

create function private.judge_in_private(p_rules public.content_rules[], p_end timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_set record;
  v_verdicts jsonb := jsonb_build_array();
begin
  perform private.assert_rate_limit('rule_preview', private.require_admin()::text);
  for v_set in select r.fields, array_agg(r.id) as ids from unnest(p_rules) as r group by r.fields, r.action loop
    v_verdicts := v_verdicts || (
      select jsonb_agg(jsonb_build_object('rule', private.content_rule_facts(r),
        'is_common', case when c.rule_id is null then false when c.share is not null then true end))
      from unnest(p_rules) as r
      left join private.common_rules_in(private.fields_of_rule(v_set.fields, true), v_set.ids, p_end) as c on c.rule_id = r.id
      where r.id = any (v_set.ids));
  end loop;
  return v_verdicts;
end $$;
comment on function private.judge_in_private is
  'Whether rules are common in private texts. Nobody is told before enter_judging() has stored it: clients can make a call fail, which would undo its entry.';

create function private.enter_judging(p_rules public.content_rules[], p_verdicts jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_rule public.content_rules;
begin
  -- As previews, ten rules of an import as one: a list of 2,000 words can still be imported.
  for v_previews in 1 .. ceil(cardinality(p_rules) / 10.0) loop
    perform private.consume_rate_limit('rule_preview', v_me::text);
  end loop;
  foreach v_rule in array p_rules loop
    -- A new rule has no id before it is saved.
    perform private.audit('judge_content_rule', 'content_rule', (select r.id::text from public.content_rules r where r.id = v_rule.id), null,
      private.content_rule_facts(v_rule));
  end loop;
  insert into private.judgings as j (actor_id, rule, is_common)
  select v_me, v.rule, v.is_common from jsonb_to_recordset(p_verdicts) as v (rule jsonb, is_common boolean) order by v.rule
  on conflict (actor_id, rule) do update set is_common = excluded.is_common, judged_at = excluded.judged_at;
  delete from private.judgings j where j.actor_id = v_me and j.judged_at <= now() - interval '1 minute';
end $$;
comment on function private.enter_judging is
  'Counts rules that have been judged on private texts, enters them in the audit log and keeps what was found for the next call.';

create function private.forget_judgings(p_rules jsonb[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
begin
  perform 1 from private.judgings j where j.actor_id = v_me and j.rule = any (p_rules) order by j.rule for update;
  delete from private.judgings j where j.actor_id = v_me and j.rule = any (p_rules);
end $$;
comment on function private.forget_judgings is 'One judging is told once.';

create function private.judging_end(p_max_ms numeric) returns timestamptz
language sql volatile set search_path = ''
as $$
  -- A statement is cut off after eight seconds.
  select least(clock_timestamp() + make_interval(secs => p_max_ms / 1000), statement_timestamp() + interval '6.5 s')
$$;
comment on function private.judging_end is 'Until when rules may be judged: so long, or what is left of the time of the statement.';

create function private.is_sampled(p_rule public.content_rules, p_text_key text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select get_byte(extensions.hmac((private.content_rule_facts(p_rule) - 'action')::text || p_text_key,
    private.setting('content_sample_secret') #>> '{}', 'sha256'), 0) < 128
$$;
comment on function private.is_sampled is
  'Whether a rule is judged on a private text: about half of them, other ones for each rule, so that two rules that differ in one text tell nothing of it.';

create function private.text_of_row(p_entity text, p_id bigint, p_field text) returns text
language sql stable security definer set search_path = ''
as $$
  -- As it was written: a rule that masks would find nothing in what it has masked. The originals first, because only the
  -- beginning of a long text is read.
  select concat_ws(E'\n', (
      select string_agg(m.original, E'\n') from private.masked_texts m where m.entity = p_entity and m.entity_id = p_id and m.context = p_field),
    case p_entity
      when 'posts' then (
        select case p_field when 'post_title' then p.title when 'post_description' then concat_ws(E'\n', p.description, p.unit, private.filtered_text(to_jsonb(p.images), '[]'))
          else concat_ws(E'\n', p.country, p.area, p.delivery_address, p.port) end
        from public.posts p where p.id = p_id)
      when 'quotes' then (
        select concat_ws(E'\n', q.description, q.price_text, q.quantity_text, q.payment_method, q.shipping_method, q.delivery_time,
          q.delivery_from, q.delivery_to, q.organization_name, q.status_reason, private.filtered_text(to_jsonb(q.images), '[]'))
        from public.quotes q where q.id = p_id)
      when 'post_questions' then (select concat_ws(E'\n', k.question, k.answer) from public.post_questions k where k.id = p_id)
      when 'messages' then (select m.content from public.messages m where m.id = p_id)
      when 'post_attachments' then (select a.name from public.post_attachments a where a.id = p_id)
      when 'quote_attachments' then (select a.name from public.quote_attachments a where a.id = p_id)
      when 'message_attachments' then (select a.name from public.message_attachments a where a.id = p_id)
      when 'reviews' then (select concat_ws(E'\n', r.comment, r.reply) from public.reviews r where r.id = p_id)
      when 'profiles' then (select concat_ws(E'\n', p.username, p.company_name, p.bio, p.country) from public.profiles p where p.id = p_id)
      when 'feedback' then (select concat_ws(E'\n', f.subject, f.message) from public.feedback f where f.id = p_id) end)
$$;
comment on function private.text_of_row is 'The text of a row that rules for a field read.';

create function private.recent_texts(p_fields text[], p_limit integer, p_of_author integer) returns table (entity text, id bigint, field text)
language sql stable rows 2000 security definer set search_path = ''
as $$
  select n.entity, n.id, n.field
  from (
    -- Nobody who writes much decides alone which rules are common, nor how long it takes to tell.
    select a.*, row_number() over (partition by a.author order by a.created_at desc, a.id desc) as nr
    from (
      (select p.created_at, 'posts' as entity, p.id, 'post_title' as field, p.user_id::text as author from public.posts p
        where 'post_title' = any (p_fields) order by p.id desc limit p_limit * 5)
      union all (select p.created_at, 'posts', p.id, 'post_description', p.user_id::text from public.posts p
        where 'post_description' = any (p_fields) order by p.id desc limit p_limit * 5)
      union all (select p.created_at, 'posts', p.id, 'post_place', p.user_id::text from public.posts p
        where 'post_place' = any (p_fields) order by p.id desc limit p_limit * 5)
      union all (select q.created_at, 'quotes', q.id, 'quote', q.supplier_id::text from public.quotes q
        where 'quote' = any (p_fields) order by q.id desc limit p_limit * 5)
      union all (select k.created_at, 'post_questions', k.id, 'post_description', k.asker_id::text from public.post_questions k
        where 'post_description' = any (p_fields) order by k.id desc limit p_limit * 5)
      union all (select m.created_at, 'messages', m.id, 'message', m.sender_id::text from public.messages m
        where 'message' = any (p_fields) and m.content <> '' order by m.id desc limit p_limit * 5)
      union all (select p.created_at, 'post_attachments', a.id, 'post_description', p.user_id::text
        from public.post_attachments a join public.posts p on p.id = a.post_id where 'post_description' = any (p_fields) order by a.id desc limit p_limit * 5)
      union all (select q.created_at, 'quote_attachments', a.id, 'quote', q.supplier_id::text
        from public.quote_attachments a join public.quotes q on q.id = a.quote_id where 'quote' = any (p_fields) order by a.id desc limit p_limit * 5)
      union all (select m.created_at, 'message_attachments', a.id, 'message', m.sender_id::text
        from public.message_attachments a join public.messages m on m.id = a.message_id where 'message' = any (p_fields) order by a.id desc limit p_limit * 5)
      union all (select r.created_at, 'reviews', r.id, 'review', r.reviewer_id::text from public.reviews r
        where 'review' = any (p_fields) order by r.id desc limit p_limit * 5)
      union all (select p.created_at, 'profiles', p.id, 'profile', p.id::text from public.profiles p
        where 'profile' = any (p_fields) order by p.id desc limit p_limit * 5)
      union all (select f.created_at, 'feedback', f.id, 'feedback', coalesce(f.user_id::text, lower(f.email)) from public.feedback f
        where 'feedback' = any (p_fields) and f.deleted_at is null order by f.id desc limit p_limit * 5)) as a) as n
  where n.nr <= p_of_author
  order by n.created_at desc, n.id desc limit p_limit
$$;
comment on function private.recent_texts is 'The newest texts of fields, at most so many and of each author at most so many.';

create function private.rule_finds(p_rule public.content_rules, p_text text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_plain text := private.without_invisible(left(p_text, 5000));
begin
  if p_rule.terms is not null then
    return exists (select 1 from private.word_hits(p_rule.fields[1], v_plain) as h where h.rule_id = p_rule.id);
  elsif p_rule.kind = 'regex' then
    return case when p_rule.is_case_sensitive then v_plain ~ p_rule.pattern else v_plain ~* p_rule.pattern end;
  elsif p_rule.pattern = 'look_alike' then
    return left(p_text, 5000) ~ private.built_in_pattern(p_rule.pattern);
  end if;
  return v_plain ~* private.built_in_needle(p_rule.pattern) and v_plain ~* private.built_in_pattern(p_rule.pattern);
end $$;

create function private.judged_texts(p_fields text[], p_rule_ids bigint[], p_end timestamptz)
returns table (nr integer, field text, content text, rule_ids bigint[])
language plpgsql stable rows 2000 security definer set search_path = ''
as $$
declare
  v_patterns public.content_rules[];
  v_has_words boolean;
  v_is_private boolean := private.fields_of_rule(p_fields, true) <> '{}';
  v_text record;
begin
  select array_agg(r) filter (where r.terms is null), coalesce(bool_or(r.terms is not null), false) into v_patterns, v_has_words
  from public.content_rules r where r.id = any (p_rule_ids);
  nr := 0;
  for v_text in
    -- So few of one author that they say nothing alone, also when those of a sample count twice.
    select t.* from private.recent_texts(p_fields, 2000, private.few_hits() / case when v_is_private then 2 else 1 end) as t
  loop
    exit when clock_timestamp() > p_end;
    nr := nr + 1;
    field := v_text.field;
    content := private.text_of_row(v_text.entity, v_text.id, v_text.field);
    -- A pattern can ask how long a text is.
    rule_ids := array(
      select r.id from unnest(v_patterns) as r where private.suits(r, v_text.entity) and private.rule_finds(r, content));
    if v_has_words then
      -- Words take longest, and stand in the beginning as well.
      rule_ids := rule_ids || array(
        select distinct h.rule_id from private.word_hits(field, private.without_invisible(left(content, 500))) as h
        where h.rule_id = any (p_rule_ids));
    end if;
    if v_is_private and rule_ids <> '{}' then
      rule_ids := array(select r.id from public.content_rules r where r.id = any (rule_ids) and private.is_sampled(r, v_text.entity || ' ' || v_text.id));
    end if;
    return next;
  end loop;
end $$;
comment on function private.judged_texts is
  'The last 2,000 texts of the fields, ten of an author, or as many as there is time for, each with those of the rules that find something in it; a private one, of which five are of an author, only with those whose sample it is in.';

create function private.common_rules_in(p_fields text[], p_rule_ids bigint[], p_end timestamptz)
returns table (rule_id bigint, share numeric, texts integer)
language plpgsql stable rows 10 security definer set search_path = ''
as $$
declare
  v_is_private boolean := private.fields_of_rule(p_fields, true) <> '{}';
  v_rules bigint[];
  v_texts integer[];
  v_read integer := 0;
  -- Of private texts, every rule has a sample of its own, of about half of them.
  v_scale integer := case when v_is_private then 2 else 1 end;
begin
  if clock_timestamp() <= p_end then
    select coalesce(array_agg(u.id) filter (where u.id is not null), '{}'), coalesce(array_agg(t.nr) filter (where u.id is not null), '{}'),
      coalesce(max(t.nr), 0)
    into v_rules, v_texts, v_read
    from private.judged_texts(p_fields, p_rule_ids, p_end) as t left join lateral unnest(t.rule_ids) as u (id) on true;
  end if;
  -- The newest 500 say enough; fewer say nothing.
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
end $$;
comment on function private.common_rules_in is
  'Those of the rules that find more than 1 % of the last 2,000 texts of these fields, public or private ones, or together more than 5 %, with the share and the number of texts; of private ones, 1 and null stand for every answer. A null share means that the time ran out before 500 texts were read.';

create function private.common_rules(p_rule_ids bigint[], p_end timestamptz)
returns table (rule_id bigint, share numeric, texts integer)
language plpgsql stable rows 10 security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
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
          p_end - case when v_me is null and v_fields <> v_set.fields then (p_end - clock_timestamp()) / 2 else interval '0' end) as c
      loop
        v_common := v_common || rule_id;
        return next;
      end loop;
    end if;
    v_fields := private.fields_of_rule(v_set.fields, true);
    if v_fields <> '{}' and v_me is null then
      -- Housekeeping is nobody who is told anything.
      return query select c.* from private.common_rules_in(v_fields, v_set.ids, p_end) as c where c.rule_id <> all (v_common);
    elsif v_fields <> '{}' then
      if exists (select 1 from private.unjudged_rules(v_set.ids)) then
        raise exception 'unjudged rule';
      end if;
      return query
        select r.id, case when j.is_common then 1.0 end, null::integer
        from public.content_rules r join private.judgings j on j.actor_id = v_me and j.rule = private.content_rule_facts(r)
        where r.id = any (v_set.ids) and r.id <> all (v_common) and j.is_common is distinct from false;
    end if;
  end loop;
end $$;
comment on function private.common_rules is
  'Those of the rules in force that are common in their public fields, with the share, or else in their private ones, as it was judged before. A null share: the time ran out.';

create function private.too_common(p_action text, p_share numeric, p_texts integer) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_share is null and p_action = 'flag' then 'This rule takes too long to check against the last texts. Make it simpler.'
    when p_share is null then 'The last texts could not be checked in time. Confirm the rule, or try it first.'
    when p_texts is null and p_action = 'flag' then 'This would flag too many messages or quotes. A rule that flags may find 1 % at most.'
    when p_texts is null then 'This would change or refuse many messages or quotes. Confirm it, or try the rule first.'
    when p_action = 'flag' then format('This would flag %s %% of the last %s texts. A rule that flags may find 1 %% at most.', p_share, p_texts)
    else format('This would change or refuse %s %% of the last %s texts. Confirm it, or try the rule first.', p_share, p_texts) end
$$;

create function private.assert_rare(p_rule public.content_rules, p_is_confirmed boolean) returns numeric
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_common record;
begin
  select * into v_common from private.common_rules(array[p_rule.id], private.judging_end(4000));
  if not found or p_rule.action <> 'flag' and p_is_confirmed then
    return v_common.share;
  elsif p_rule.action = 'flag' then
    perform private.refuse_pattern(private.too_common(p_rule.action, v_common.share, v_common.texts));
  end if;
  perform private.refuse(409, 'confirmation_needed', private.too_common(p_rule.action, v_common.share, v_common.texts),
    case when v_common.texts is null then '{}' else jsonb_build_object('share', v_common.share, 'texts', v_common.texts) end);
  -- Not reached.
  return null;
end $$;
comment on function private.assert_rare is
  'Refuses a rule that finds more than 1 % of the last texts, or takes too long to tell: a flag rule always, any other until it is confirmed. Answers the share that was confirmed, if it is known.';

create function private.stop_common_flags() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_end constant timestamptz := clock_timestamp() + interval '5 s';
  v_rule public.content_rules;
  v_share numeric;
  v_stopped integer := 0;
begin
  for v_rule in
    -- Only rules with hits can be common; each alone, so that a new one does not stop the others.
    select r.* from (
      select w.rule_id as id
      from (
        -- Nobody stops the rule that finds them by writing more of it.
        select h.rule_id, least(count(*), 3) as counted from public.content_hits h
        where h.action = 'flag' and h.created_at > now() - interval '30 days' and h.rule_id is not null
        group by h.rule_id, h.user_id) as w
      group by w.rule_id having sum(w.counted) > private.few_hits()) as s
    join public.content_rules r on r.id = s.id and r.kind <> 'built_in' and r.action = 'flag' and r.is_enabled
    -- There is not always time for all, so that each has its turn.
    order by random()
  loop
    exit when clock_timestamp() > v_end;
    select c.share into v_share from private.common_rules(array[v_rule.id], v_end) as c;
    -- An admin may have changed it meanwhile.
    update public.content_rules r set is_enabled = false, stopped_share = v_share
    where r.id = v_rule.id and r.updated_at = v_rule.updated_at and v_share is not null;
    if found then
      perform private.audit('stop_content_rule', 'content_rule', v_rule.id::text, null, jsonb_build_object('stopped_share', v_share));
      v_stopped := v_stopped + 1;
    end if;
  end loop;
  return v_stopped;
end $$;
comment on function private.stop_common_flags is
  'Switches off rules of admins that flag more than 1 % of the last texts by now, and says so in the audit log. Answers how many.';
