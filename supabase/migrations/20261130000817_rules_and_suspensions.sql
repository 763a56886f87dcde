SET local check_function_bodies = off;

DROP FUNCTION "private"."common_rules"(bigint[], numeric);

DROP FUNCTION "private"."enter_judging"(public.content_rules[]);

DROP FUNCTION "private"."recent_texts"(text[], integer);

DROP FUNCTION "private"."unentered_rules"(bigint[]);

CREATE TABLE "private"."judgings" (
  "actor_id"  bigint                   NOT NULL,
  "rule"      jsonb                    NOT NULL,
  "is_common" boolean,
  "judged_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "judgings_pkey" PRIMARY KEY (actor_id, RULE)
);

CREATE OR REPLACE FUNCTION private.add_mail (
  p_user_id  bigint,
  p_email    text,
  p_template text,
  p_data     jsonb,
  p_cause    text                     DEFAULT NULL::text,
  p_at       timestamp with time zone DEFAULT now(),
  p_actor    bigint                   DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 20;
  v_max_of_admins constant integer := 60;
  v_template private.mail_templates;
  v_data jsonb := coalesce(p_data, '{}');
  v_actor bigint := coalesce(private.current_profile_id(), p_actor);
  v_caused integer;
  v_last timestamptz;
begin
  select * into v_template from private.mail_templates t where t.template = p_template;
  if v_template.template is null then
    raise exception using errcode = '22023', message = format('unknown mail template "%s"', p_template);
  end if;
  -- The event stands whether or not there is somebody to write to.
  if not v_template.is_enabled or private.is_mail_address(p_email) is not true then
    return;
  end if;
  -- An admin can be kept from anything but the mails about an account, of which their cause makes one in ten minutes.
  if (p_user_id is null and v_actor is not null and not private.is_always_sent(p_template))
    or (v_actor <> p_user_id and p_template <> 'message_received'
      and not (p_cause is not null and private.is_always_sent(p_template) and private.is_admin())) then
    if p_user_id is null then
      select count(*) into v_caused from private.mail_outbox o
      where o.user_id is null and lower(o.recipient) = lower(p_email) and o.created_at > now() - interval '1 hour';
    else
      select count(*) into v_caused from private.mail_outbox o
      where o.user_id = p_user_id and o.actor_id = v_actor and o.created_at > now() - interval '1 hour';
    end if;
    if v_caused >= v_max and private.setting('rate_limits_enabled') = 'true'
      and (p_user_id is null or v_caused >= v_max_of_admins or not private.is_admin()) then
      return;
    end if;
  end if;
  if p_cause is not null then
    select max(coalesce(o.sent_at, o.created_at)) into v_last from private.mail_outbox o
    where o.user_id = p_user_id and o.cause = p_cause and o.status <> 'queued' and o.created_at > now() - interval '20 minutes';
    insert into private.mail_outbox as o (user_id, recipient, template, data, cause, actor_id, next_attempt_at)
    values (p_user_id, p_email, p_template, v_data, p_cause, v_actor, greatest(p_at, v_last + interval '10 minutes'))
    on conflict (user_id, cause) where cause is not null and status = 'queued' and attempts = 0 do update
    set template = excluded.template, actor_id = excluded.actor_id,
      data = case when o.template = excluded.template then private.joined_mail(o.data, excluded.data) else excluded.data end;
    return;
  elsif p_template <> 'message_received' then
    insert into private.mail_outbox (user_id, recipient, template, data, actor_id) values (p_user_id, p_email, p_template, v_data, v_actor);
    return;
  end if;
  insert into private.mail_outbox as o (user_id, recipient, template, data, next_attempt_at)
  values (p_user_id, p_email, p_template, v_data, now() + interval '10 minutes')
  on conflict (user_id) where template = 'message_received' and status = 'queued' and attempts = 0 do update
  set data = private.joined_mail(o.data, excluded.data);
end $function$;

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
end $function$;

CREATE OR REPLACE FUNCTION private.common_rules (
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
end $function$;

CREATE OR REPLACE FUNCTION private.delete_hidden_posts (
  p_post_ids bigint[],
  p_reason   text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_reason text := private.required_reason(p_reason);
  v_ids bigint[];
  v_post public.posts;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  v_ids := private.lock_hidden_posts(p_post_ids);
  for v_post in select p.* from public.posts p where p.id = any (v_ids) order by p.id loop
    perform private.audit('delete_post', 'post', v_post.id::text,
      jsonb_build_object('title', v_post.title, 'owner', (select o.username from public.profiles o where o.id = v_post.user_id)),
      jsonb_build_object('reason', v_reason));
    if v_post.user_id <> v_me then
      perform private.notify(v_post.user_id, format('Your post "%s" was deleted: %s', v_post.title, v_reason), '{"type": "post"}');
      perform private.queue_mail(v_post.user_id, 'post_deleted', jsonb_build_object('title', v_post.title, 'reason', v_reason));
    end if;
  end loop;
  delete from public.posts p where p.id = any (v_ids);
  return cardinality(v_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.enter_judging (
  p_rules    public.content_rules[],
  p_verdicts jsonb
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
end $function$;

CREATE OR REPLACE FUNCTION private.forget_judgings (
  p_rules jsonb[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.current_profile_id();
begin
  perform 1 from private.judgings j where j.actor_id = v_me and j.rule = any (p_rules) order by j.rule for update;
  delete from private.judgings j where j.actor_id = v_me and j.rule = any (p_rules);
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
end $function$;

CREATE OR REPLACE FUNCTION private.is_in_batch (
  p_batch_id   bigint,
  p_kind       text,
  p_subject_id bigint
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select 1 from private.moderation_changes c where (c.batch_id, c.kind, c.subject_id) = (p_batch_id, p_kind, p_subject_id))
$function$;

CREATE OR REPLACE FUNCTION private.judge_in_private (
  p_rules public.content_rules[],
  p_end   timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_set record;
  v_verdicts jsonb := '[]';
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
end $function$;

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
end $function$;

CREATE OR REPLACE FUNCTION private.judging_end (
  p_max_ms numeric
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  -- A statement is cut off after eight seconds.
  select least(clock_timestamp() + make_interval(secs => p_max_ms / 1000), statement_timestamp() + interval '6.5 s')
$function$;

CREATE OR REPLACE FUNCTION private.let_go_since (
  p_batch_id bigint
)
  RETURNS bigint[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(
    select a.profile_id from private.moderation_changes c join public.accounts a on a.profile_id = c.subject_id
    where c.batch_id = p_batch_id and c.kind = 'user' and not coalesce(
      a.suspended_until = 'infinity' and a.suspended_at in (c.changed_at, (c.before ->> 'at')::timestamptz), false))
$function$;

CREATE OR REPLACE FUNCTION private.lift_suspension (
  p_user_id     bigint,
  p_brings_back boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_account public.accounts;
  v_hidden private.moderation_changes[] := array[]::private.moderation_changes[];
  v_restored integer := 0;
begin
  perform private.consume_rate_limit('bulk_action', private.require_admin()::text);
  -- Before the account, as posts are.
  if p_brings_back then
    v_hidden := private.hidden_with_suspension(p_user_id);
    perform private.assert_not_of_caller(v_hidden);
  end if;
  -- With nothing to bring back, it would take the caller's account before that of the user, whatever their order.
  if cardinality(v_hidden) > 0 then
    v_restored := private.restore_changes(v_hidden[1:private.bulk_part()], true);
  end if;
  v_account := private.account_to_manage(p_user_id);
  if v_account.suspended_until is null or v_account.suspended_until <= now() then
    perform private.refuse(409, 'conflict', 'This account is not suspended');
  elsif cardinality(v_hidden) > private.bulk_part() then
    perform private.audit('bring_back', 'user', p_user_id::text, null, jsonb_build_object('restored', v_restored));
    return cardinality(v_hidden) - private.bulk_part();
  end if;
  -- The suspension ends with the last call; one mail tells of all of them.
  select v_restored + coalesce(sum((g.after ->> 'restored')::integer), 0) into v_restored
  from public.audit_log g where g.entity_id = p_user_id::text and g.action = 'bring_back' and g.created_at >= v_account.suspended_at;
  update public.accounts a set suspended_until = null, suspension_reason = null, suspended_at = null where a.profile_id = p_user_id;
  perform private.queue_mail(p_user_id, 'suspension_lifted', jsonb_build_object('restored', v_restored), 'suspension');
  perform private.audit('lift_suspension', 'user', p_user_id::text,
    jsonb_build_object('until', case when v_account.suspended_until = 'infinity' then '"permanent"' else to_jsonb(v_account.suspended_until) end,
      'reason', v_account.suspension_reason), case when p_brings_back then jsonb_build_object('restored', v_restored) end);
  return 0;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_notification()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 60;
  v_max_of_admins constant integer := 200;
  v_sent integer;
  v_told bigint[];
begin
  -- Jobs name whose act they tell.
  new.actor_id := coalesce(private.current_profile_id(), new.actor_id);
  if new.actor_id is null or new.actor_id = new.user_id then
    return new;
  end if;
  -- The newest rows of the receiver are enough: whoever gets more within an hour is told by many.
  select count(*), array_agg(r.id) filter (where r.data = new.data and r.read_at is null and r.created_at > now() - interval '10 minutes'
    and r.data ->> 'type' in ('quote_shortlisted', 'quote_accepted', 'quote_declined', 'quote_reopened', 'quote_withdrawn', 'quote_revised',
      'deal_cancelled', 'post_closed', 'post_changed', 'review'))
  into v_sent, v_told
  from (
    select n.id, n.actor_id, n.data, n.read_at, n.created_at from public.notifications n
    where n.user_id = new.user_id order by n.id desc limit 300) as r
  where r.actor_id = new.actor_id and r.created_at > now() - interval '1 hour';
  -- The last state replaces the one that was not read yet. A row that its receiver is marking as read is left alone.
  if v_told is not null then
    delete from public.notifications n where n.id in (
      select t.id from public.notifications t where t.id = any (v_told) for update skip locked);
  elsif v_sent >= v_max and private.setting('rate_limits_enabled') = 'true'
    -- Posts are hidden and unhidden hundreds at once.
    and (v_sent >= v_max_of_admins or not private.is_admin() or new.data ->> 'type' = 'post') then
    return null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_spam (
  p_user_ids  bigint[],
  p_reason    text,
  p_client_id uuid
)
  RETURNS SETOF public.moderation_batches
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_reason text := private.required_reason(p_reason);
  v_batch_id bigint;
  v_users bigint[];
  v_new_users bigint[];
  v_let_go bigint[];
  v_posts bigint[];
  v_reviews bigint[];
  v_questions bigint[];
begin
  if coalesce(cardinality(p_user_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 users', '{"path": "userIds"}');
  end if;
  v_batch_id := private.open_batch('spam', v_reason, p_client_id);
  v_users := array(select a.profile_id from public.accounts a where a.profile_id = any (p_user_ids) and a.role = 'user' and a.deleted_at is null);
  v_let_go := private.let_go_since(v_batch_id);
  -- What is about the caller is left to another admin, as one by one.
  v_reviews := array(
    select r.id from public.reviews r
    where r.reviewer_id = any (v_users) and r.reviewer_id <> all (v_let_go) and r.hidden_at is null and r.reviewed_user_id <> v_me
      and not private.is_in_batch(v_batch_id, 'review', r.id)
    order by r.id desc limit private.bulk_part());
  v_questions := array(
    select k.id from public.post_questions k join public.posts p on p.id = k.post_id
    where k.asker_id = any (v_users) and k.asker_id <> all (v_let_go) and k.hidden_at is null and p.user_id <> v_me
      and not private.is_in_batch(v_batch_id, 'question', k.id)
    order by k.id desc limit private.bulk_part());
  -- Profiles count their reviews.
  perform 1 from public.profiles p
  where p.id in (select r.reviewed_user_id from public.reviews r where r.id = any (v_reviews)) order by p.id for no key update;
  v_posts := private.visible_posts_of(array(select u from unnest(v_users) as u where u <> all (v_let_go)));
  perform private.hold_counters(v_posts);
  perform 1 from public.reviews r where r.id = any (v_reviews) order by r.id for no key update;
  perform 1 from public.post_questions k where k.id = any (v_questions) order by k.id for no key update;
  perform 1 from public.accounts a where a.profile_id = any (v_users || v_me) order by a.profile_id for update;
  perform private.require_admin();
  v_users := array(
    select a.profile_id from public.accounts a
    where a.profile_id = any (v_users) and a.role = 'user' and a.deleted_at is null order by a.profile_id);
  if v_users = '{}' then
    -- Of several, those that cannot be changed are skipped.
    perform private.account_to_manage(p_user_ids[1]);
    perform private.refuse(409, 'conflict', 'You cannot change this account');
  end if;
  -- A repeat decides nothing anew: who was let go since, or suspended by somebody else, stays so, and what was brought back.
  v_let_go := private.let_go_since(v_batch_id);
  v_users := array(select u from unnest(v_users) as u where u <> all (v_let_go) order by u);

  with hidden as (
    update public.reviews r set hidden_at = now(), hidden_by = v_me, hidden_reason = v_reason
    where r.id = any (v_reviews) and r.reviewer_id = any (v_users) and r.hidden_at is null and not private.is_in_batch(v_batch_id, 'review', r.id)
    returning r.id, r.reviewer_id)
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id)
  select v_batch_id, 'review', h.id, h.reviewer_id from hidden h;
  with hidden as (
    update public.post_questions k set hidden_at = now(), hidden_reason = v_reason
    where k.id = any (v_questions) and k.asker_id = any (v_users) and k.hidden_at is null and not private.is_in_batch(v_batch_id, 'question', k.id)
    returning k.id, k.asker_id)
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id)
  select v_batch_id, 'question', h.id, h.asker_id from hidden h;
  with marked as (
    insert into private.moderation_changes (batch_id, kind, subject_id, user_id, before)
    select v_batch_id, 'user', a.profile_id, a.profile_id,
      jsonb_build_object('until', a.suspended_until, 'reason', a.suspension_reason, 'at', a.suspended_at)
    from public.accounts a where a.profile_id = any (v_users) on conflict (batch_id, kind, subject_id) do nothing
    returning subject_id)
  select array_agg(m.subject_id order by m.subject_id) into v_new_users from marked m;
  update public.accounts a set suspended_until = 'infinity', suspension_reason = v_reason, suspended_at = now()
  where a.profile_id = any (v_new_users) and a.suspended_until is distinct from 'infinity';
  v_posts := array(select p.id from public.posts p where p.id = any (v_posts) and p.user_id = any (v_users) order by p.id);
  perform private.hide_in_batch(v_batch_id, v_posts, v_reason, true);
  perform private.audit('mark_spam', 'user', u.id::text, null, jsonb_build_object('reason', v_reason, 'batch', v_batch_id))
  from unnest(v_new_users) as u (id);
  return query select b.* from private.count_batch(v_batch_id) as b;
end $function$;

CREATE OR REPLACE FUNCTION private.post_to_moderate (
  p_post_id  bigint,
  p_me       bigint,
  p_is_admin boolean,
  p_refusal  text
)
  RETURNS public.posts
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_post public.posts;
begin
  -- Its owner is told. The counter before the post, as in bulk actions.
  if p_is_admin and exists (select 1 from public.posts p where p.id = p_post_id and p.user_id <> p_me) then
    perform private.consume_rate_limit('bulk_action', p_me::text);
  end if;
  select * into v_post from public.posts p where p.id = p_post_id for update;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> p_me and not p_is_admin) then
    perform private.refuse(404, 'not_found', 'Post not found');
  end if;
  if v_post.user_id <> p_me and not p_is_admin then
    perform private.refuse(403, 'forbidden', p_refusal);
  end if;
  return v_post;
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
end $function$;

CREATE OR REPLACE FUNCTION private.recent_texts (
  p_fields    text[],
  p_limit     integer,
  p_of_author integer
)
  RETURNS TABLE (
    entity text,
    id     bigint,
    field  text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 2000
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.reply_to_feedback (
  p_feedback_id bigint,
  p_body        text,
  p_client_id   uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_feedback public.feedback;
  v_body text := btrim(p_body);
  v_mail jsonb;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  v_feedback := private.feedback_to_manage(p_feedback_id);
  insert into public.feedback_entries (feedback_id, author_id, kind, body, client_id)
  values (v_feedback.id, v_me, 'reply', v_body, p_client_id)
  on conflict (author_id, client_id) do nothing;
  -- A repeat must not write to the sender again.
  if not found then
    perform private.assert_same_entry(p_feedback_id, 'reply', p_body, p_client_id);
    return;
  end if;
  perform private.remember_content('feedback entry ' || v_me, p_client_id, jsonb_build_array(p_feedback_id, 'reply', p_body));
  if v_feedback.status = 'new' then
    update public.feedback f set status = 'in_progress' where f.id = v_feedback.id;
  end if;
  v_mail := jsonb_build_object('reference', 'FB-' || lpad(v_feedback.id::text, greatest(6, char_length(v_feedback.id::text)), '0'), 'subject', v_feedback.subject,
    'message', v_feedback.message, 'reply', v_body);
  if v_feedback.user_id is null then
    -- A guest has no name to be greeted by.
    perform private.queue_mail_to(v_feedback.email, 'feedback_answered', v_mail || jsonb_build_object('username', 'there'));
  else
    perform private.notify(v_feedback.user_id, format('We answered your feedback "%s": %s', v_feedback.subject, v_body),
      jsonb_build_object('type', 'feedback', 'feedbackId', v_feedback.id));
    perform private.queue_mail(v_feedback.user_id, 'feedback_answered', v_mail);
  end if;
  perform private.audit('reply_to_feedback', 'feedback', p_feedback_id::text, null, jsonb_build_object('reply', v_body));
end $function$;

CREATE OR REPLACE FUNCTION private.reset_second_factor (
  p_user_id bigint,
  p_reason  text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_auth_id uuid := (select p.auth_id from public.profiles p where p.id = p_user_id);
  v_reason text;
begin
  perform private.require_main_admin();
  v_reason := private.required_reason(p_reason);
  perform private.consume_rate_limit('bulk_action', private.current_profile_id()::text);
  perform private.hold_user_of_auth(p_user_id);
  perform private.account_to_manage(p_user_id, p_main_admins_too => true);
  -- Again behind the lock, as account_to_manage() asks for an admin again.
  perform private.require_main_admin();
  perform set_config('app.second_factor_is_reset', 'true', true);
  if not private.remove_second_factor(v_auth_id) then
    perform private.refuse(409, 'conflict', 'This user has no two-step sign-in');
  end if;
  perform set_config('app.second_factor_is_reset', '', true);
  -- The lost device may still be signed in.
  delete from auth.sessions s where s.user_id = v_auth_id;
  perform private.queue_mail(p_user_id, 'second_factor_reset', jsonb_build_object('reason', v_reason), 'second factor reset');
  perform private.notify(p_user_id, format('Your two-step sign-in was turned off by an administrator: %s', v_reason),
    jsonb_build_object('type', 'second_factor_reset', 'path', '/profile?tab=security'));
  perform private.audit('reset_second_factor', 'user', p_user_id::text, null, jsonb_build_object('reason', v_reason));
end $function$;

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
    -- Nobody stops the rule that finds them by writing more of it.
    select w.rule_id as id
    from (
      select h.rule_id, least(count(*), 3) as counted from public.content_hits h
      where h.action = 'flag' and h.created_at > now() - interval '30 days' and h.rule_id is not null
      group by h.rule_id, h.user_id) as w
    group by w.rule_id having sum(w.counted) > private.few_hits()
  ), stopped as (
    update public.content_rules r set is_enabled = false, stopped_share = c.share
    from suspects s cross join lateral private.common_rules(array[s.id], clock_timestamp() + interval '4 s') as c
    where r.id = s.id and r.kind <> 'built_in' and r.action = 'flag' and c.share is not null
    returning r.id, r.stopped_share
  )
  select count(private.audit('stop_content_rule', 'content_rule', s.id::text, null, jsonb_build_object('stopped_share', s.stopped_share)))
  into v_stopped from stopped s;
  return v_stopped;
end $function$;

CREATE OR REPLACE FUNCTION private.suspend_user (
  p_user_id bigint,
  p_reason  text,
  p_days    integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_account public.accounts;
  v_reason text;
  v_until timestamptz := case when p_days is null then 'infinity' else now() + make_interval(days => p_days) end;
begin
  -- The counter before the accounts, as in bulk actions.
  perform private.consume_rate_limit('bulk_action', v_me::text);
  v_account := private.account_to_manage(p_user_id);
  v_reason := private.required_reason(p_reason);
  if p_days not in (1, 7, 14, 30) then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "days"}');
  elsif v_account.suspended_until > now() then
    perform private.refuse(409, 'conflict', 'This account is already suspended');
  end if;
  update public.accounts a set suspended_until = v_until, suspension_reason = v_reason, suspended_at = now() where a.profile_id = p_user_id;
  perform private.queue_mail(p_user_id, 'account_suspended',
    jsonb_build_object('reason', v_reason, 'until', case when p_days is not null then to_jsonb(v_until) end), 'suspension');
  perform private.audit('suspend_user', 'user', p_user_id::text, null,
    jsonb_build_object('until', case when p_days is null then '"permanent"' else to_jsonb(v_until) end, 'reason', v_reason));
end $function$;

CREATE OR REPLACE FUNCTION private.text_of_row (
  p_entity text,
  p_id     bigint,
  p_field  text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- As it was written: a rule that masks would find nothing in what it has masked. The originals first, because only the
  -- beginning of a long text is read.
  select concat_ws(E'\n', (
      select string_agg(m.original, E'\n') from private.masked_texts m where m.entity = p_entity and m.entity_id = p_id and m.context = p_field),
    case p_entity
      when 'posts' then (
        select case p_field when 'post_title' then p.title when 'post_description' then concat_ws(E'\n', p.description, p.unit)
          else concat_ws(E'\n', p.country, p.area, p.delivery_address, p.port) end
        from public.posts p where p.id = p_id)
      when 'quotes' then (
        select concat_ws(E'\n', q.description, q.price_text, q.quantity_text, q.payment_method, q.shipping_method, q.delivery_time,
          q.delivery_from, q.delivery_to, q.organization_name, q.status_reason)
        from public.quotes q where q.id = p_id)
      when 'post_questions' then (select concat_ws(E'\n', k.question, k.answer) from public.post_questions k where k.id = p_id)
      when 'messages' then (select m.content from public.messages m where m.id = p_id)
      when 'post_attachments' then (select a.name from public.post_attachments a where a.id = p_id)
      when 'quote_attachments' then (select a.name from public.quote_attachments a where a.id = p_id)
      when 'message_attachments' then (select a.name from public.message_attachments a where a.id = p_id)
      when 'reviews' then (select concat_ws(E'\n', r.comment, r.reply) from public.reviews r where r.id = p_id)
      when 'profiles' then (select concat_ws(E'\n', p.username, p.company_name, p.bio, p.country) from public.profiles p where p.id = p_id)
      when 'feedback' then (select concat_ws(E'\n', f.subject, f.message) from public.feedback f where f.id = p_id) end)
$function$;

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
    when p_share is null and p_action = 'flag' then 'This rule takes too long to check against the last texts. Make it simpler.'
    when p_share is null then 'The last texts could not be checked in time. Confirm the rule, or try it first.'
    when p_texts is null and p_action = 'flag' then 'This would flag too many messages or quotes. A rule that flags may find 1 % at most.'
    when p_texts is null then 'This would change or refuse many messages or quotes. Confirm it, or try the rule first.'
    when p_action = 'flag' then format('This would flag %s %% of the last %s texts. A rule that flags may find 1 %% at most.', p_share, p_texts)
    else format('This would change or refuse %s %% of the last %s texts. Confirm it, or try the rule first.', p_share, p_texts) end
$function$;

CREATE OR REPLACE FUNCTION private.undo_moderation (
  p_batch_id bigint
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_batch public.moderation_batches;
  v_restored integer;
  v_left integer;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  select * into v_batch from public.moderation_batches b where b.id = p_batch_id for update;
  if v_batch.id is null then
    perform private.refuse(404, 'not_found', 'Bulk action not found');
  elsif v_batch.undone_at is not null then
    perform private.refuse(409, 'conflict', 'This has been undone already');
  elsif v_batch.created_at <= now() - interval '30 days' then
    perform private.refuse(409, 'conflict', 'A bulk action can be undone for 30 days');
  end if;
  perform private.assert_not_of_caller(array(select c from private.moderation_changes c where c.batch_id = p_batch_id));
  v_restored := private.restore_changes(array(
      select c from private.moderation_changes c where c.batch_id = p_batch_id order by c.kind, c.subject_id limit private.bulk_part()),
    v_batch.action = 'spam');
  select count(*) into v_left from private.moderation_changes c where c.batch_id = p_batch_id;
  update public.moderation_batches b set restored_count = b.restored_count + v_restored,
    undone_at = case when v_left = 0 then now() end, undone_by = case when v_left = 0 then v_me end
  where b.id = p_batch_id;
  if v_left = 0 then
    perform private.audit('undo_bulk_action', 'bulk_action', p_batch_id::text,
      jsonb_build_object('action', v_batch.action, 'reason', v_batch.reason), jsonb_build_object('restored', v_batch.restored_count + v_restored));
  end if;
  return v_left;
end $function$;

CREATE OR REPLACE FUNCTION private.unjudged_rules (
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
      select 1 from private.judgings j
      where j.actor_id = private.current_profile_id() and j.rule = private.content_rule_facts(r)
        -- Of an earlier transaction: one of this one would be undone with it.
        and j.judged_at < now() and j.judged_at > now() - interval '1 minute')
$function$;

ALTER TABLE "private"."judgings"
  ADD CONSTRAINT "judgings_actor_id_fkey" FOREIGN KEY (actor_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

COMMENT ON COLUMN "private"."judgings"."is_common" IS 'Null when the time ran out.';

COMMENT ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp with time zone, bigint) IS 'Queues a mail. One cause makes one mail in ten minutes per receiver, with its last state or with all its items; one user causes at most 20 mails an hour for another, an admin 60, and all together 20 to an address of nobody.';

COMMENT ON FUNCTION "private"."assert_rare"(public.content_rules, boolean) IS 'Refuses a rule that finds more than 1 % of the last texts, or takes too long to tell: a flag rule always, any other until it is confirmed. Answers the share that was confirmed, if it is known.';

COMMENT ON FUNCTION "private"."common_rules"(bigint[], timestamp with time zone) IS 'Those of the rules in force that are common in their public fields, with the share, or else in their private ones, as it was judged before. A null share: the time ran out.';

COMMENT ON FUNCTION "private"."enter_judging"(public.content_rules[], jsonb) IS 'Counts rules that have been judged on private texts, enters them in the audit log and keeps what was found for the next call.';

COMMENT ON FUNCTION "private"."forget_judgings"(jsonb[]) IS 'One judging is told once.';

COMMENT ON FUNCTION "private"."import_content_rules"(jsonb) IS 'As the public function; rules that turn out to be too common, or for which the time does not suffice, count as failed and are stored switched off.';

COMMENT ON FUNCTION "private"."is_in_batch"(bigint, text, bigint) IS 'Whether an earlier part of a batch has changed a thing: a repeat leaves what somebody has changed back.';

COMMENT ON FUNCTION "private"."judge_in_private"(public.content_rules[], timestamp with time zone) IS 'Whether rules are common in private texts. Nobody is told before enter_judging() has stored it: clients can make a call fail, which would undo its entry.';

COMMENT ON FUNCTION "private"."judged_texts"(text[], bigint[], timestamp with time zone) IS 'The last 2,000 texts of the fields, ten of an author, or as many as there is time for, each with those of the rules that find something in it; a private one, of which five are of an author, only with those whose sample it is in.';

COMMENT ON FUNCTION "private"."judging_end"(numeric) IS 'Until when rules may be judged: so long, or what is left of the time of the statement.';

COMMENT ON FUNCTION "private"."let_go_since"(bigint) IS 'The users of a batch whose suspension is no longer the one that it left.';

COMMENT ON FUNCTION "private"."limit_notification"() IS 'What one user causes for another: at most 60 notifications an hour, 200 by an admin, and one unread about the state of a quote or post within ten minutes, with its last words.';

COMMENT ON FUNCTION "private"."recent_texts"(text[], integer, integer) IS 'The newest texts of fields, at most so many and of each author at most so many.';

COMMENT ON FUNCTION "private"."text_of_row"(text, bigint, text) IS 'The text of a row that rules for a field read.';

COMMENT ON FUNCTION "private"."unjudged_rules"(bigint[]) IS 'Those of the rules that read private texts and have not just been judged on them for the caller.';

COMMENT ON FUNCTION "public"."import_content_rules"(jsonb) IS 'For admins: saves up to 200 rules and says of each whether it was created, updated or failed, and why. No rows when some have been judged on messages or quotes, which is entered in the audit log: called again within a minute, all are saved.';

COMMENT ON FUNCTION "public"."preview_content_rule"(jsonb, bigint) IS 'For admins: how many of the last public texts a rule would find, by field, with up to five examples, and of messages and quotes only whether it is common there. Null when it has been judged on those, which is entered in the audit log, to be called again within a minute; nothing else is stored.';

COMMENT ON FUNCTION "public"."save_content_rule"(jsonb, bigint, boolean) IS 'For admins: changes a rule of the content filter, or creates one when no id is given; its fields are named like their columns, and is_trial makes it count only. PT409 confirmation_needed when it would change or refuse more than 1 % of the last texts and is not confirmed. Answers its id; null when it has been judged on messages or quotes, which is entered in the audit log: called again within a minute, it tells what was found, or is saved.';

COMMENT ON TABLE "private"."judgings" IS 'What rules of admins have found of private texts, entered in the audit log and counted: told once, by the next call within a minute.';

REVOKE ALL ON FUNCTION "private"."common_rules"(bigint[], timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."enter_judging"(public.content_rules[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_judgings"(jsonb[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_in_batch"(bigint, text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."judge_in_private"(public.content_rules[], timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."judging_end"(numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."let_go_since"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recent_texts"(text[], integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_of_row"(text, bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unjudged_rules"(bigint[]) FROM PUBLIC;
