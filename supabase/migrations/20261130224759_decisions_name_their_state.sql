SET local check_function_bodies = off;

DROP FUNCTION "private"."assign_feedback"(bigint, boolean);

DROP FUNCTION "private"."choose_mails"(text, text[]);

DROP FUNCTION "private"."delete_content_rule"(bigint);

DROP FUNCTION "private"."delete_exchange_rate"(text, date);

DROP FUNCTION "private"."delete_hidden_posts"(bigint[], text);

DROP FUNCTION "private"."edit_hide_reason"(bigint, text);

DROP FUNCTION "private"."lift_suspension"(bigint, boolean);

DROP FUNCTION "private"."list_users"(private.user_filter, text, text, integer, integer);

DROP FUNCTION "private"."lock_hidden_posts"(bigint[]);

DROP FUNCTION "private"."mark_all_notifications_read"();

DROP FUNCTION "private"."reply_to_feedback"(bigint, text, uuid);

DROP FUNCTION "private"."set_feedback_status"(bigint, text);

DROP FUNCTION "private"."set_question_hidden"(bigint, text);

DROP FUNCTION "private"."set_review_hidden"(bigint, boolean, text);

DROP FUNCTION "private"."unhide_post"(bigint);

DROP FUNCTION "private"."unhide_posts"(bigint[], text);

DROP FUNCTION "private"."unhide_question"(bigint);

DROP FUNCTION "private"."update_review"(bigint, integer, text);

DROP FUNCTION "public"."assign_feedback"(bigint, boolean);

DROP FUNCTION "public"."choose_mails"(text, text[]);

DROP FUNCTION "public"."delete_content_rule"(bigint);

DROP FUNCTION "public"."delete_exchange_rate"(text, date);

DROP FUNCTION "public"."delete_hidden_posts"(bigint[], text);

DROP FUNCTION "public"."edit_hide_reason"(bigint, text);

DROP FUNCTION "public"."lift_suspension"(bigint, boolean);

DROP FUNCTION "public"."list_users"(text, text, text, boolean, text, text, timestamp WITH time zone, timestamp WITH time zone, text, text, integer, integer);

DROP FUNCTION "public"."mark_all_notifications_read"();

DROP FUNCTION "public"."reply_to_feedback"(bigint, text, uuid);

DROP FUNCTION "public"."save_search"(text, text, text, text, text[], boolean, boolean, integer, integer, text);

DROP FUNCTION "public"."set_feedback_status"(bigint, text);

DROP FUNCTION "public"."unhide_post"(bigint);

DROP FUNCTION "public"."unhide_posts"(bigint[], text);

DROP FUNCTION "public"."unhide_question"(bigint);

DROP FUNCTION "public"."unhide_review"(bigint);

DROP FUNCTION "public"."update_review"(bigint, integer, text);

CREATE OR REPLACE FUNCTION private.add_mail (
  p_user_id  bigint,
  p_email    text,
  p_template text,
  p_data     jsonb,
  p_cause    text                     DEFAULT NULL::text,
  p_at       timestamp with time zone DEFAULT now(),
  p_actor    bigint                   DEFAULT NULL::bigint
)
  RETURNS boolean
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
    return false;
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
      where o.user_id = p_user_id and o.actor_id = v_actor and o.created_at > now() - interval '1 hour'
        -- Posts that are hidden do not keep their owner from hearing that one is deleted.
        and (o.template = p_template or not private.is_admin());
    end if;
    -- What joins a mail that waits is no further one; without it, that one would say what is not so any more.
    if v_caused >= v_max and private.setting('rate_limits_enabled') = 'true'
      and (p_user_id is null or v_caused >= v_max_of_admins or not private.is_admin())
      and not exists (
        select 1 from private.mail_outbox o where o.user_id = p_user_id and o.cause = p_cause and o.status = 'queued' and o.attempts = 0) then
      return false;
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
    return true;
  elsif p_template <> 'message_received' then
    insert into private.mail_outbox (user_id, recipient, template, data, actor_id) values (p_user_id, p_email, p_template, v_data, v_actor);
    return true;
  end if;
  insert into private.mail_outbox as o (user_id, recipient, template, data, next_attempt_at)
  values (p_user_id, p_email, p_template, v_data, now() + interval '10 minutes')
  on conflict (user_id) where template = 'message_received' and status = 'queued' and attempts = 0 do update
  set data = private.joined_mail(o.data, excluded.data);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.appoint_main_admin (
  p_email      text,
  p_instead_of text DEFAULT NULL::text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_account public.accounts;
  v_former public.accounts;
begin
  -- Rows first, in the order of ids, and then the key: as a main admin who takes the role from another one.
  perform 1 from public.accounts a where lower(a.email) in (lower(p_email), lower(p_instead_of)) order by a.profile_id for update;
  perform pg_advisory_xact_lock(hashtext('private.keep_a_main_admin'));
  if p_instead_of is not null then
    select * into v_former from public.accounts a
    where lower(a.email) = lower(p_instead_of) and a.role = 'main_admin' and a.deleted_at is null;
    if v_former.profile_id is null then
      perform private.refuse(404, 'not_found', 'No main admin has the address whose role is to end');
    end if;
  end if;
  if exists (select 1 from public.accounts a
    where a.role = 'main_admin' and a.deleted_at is null and a.profile_id is distinct from v_former.profile_id) then
    perform private.refuse(409, 'conflict', 'There is a main admin already. Main admins give the role on the page, under Users.');
  end if;
  select * into v_account from public.accounts a where lower(a.email) = lower(p_email) and a.deleted_at is null;
  if v_account.profile_id is null then
    perform private.refuse(404, 'not_found', 'Nobody has registered with this address');
  elsif v_account.profile_id = v_former.profile_id then
    perform private.refuse(409, 'conflict', 'This person is the main admin already');
  end if;
  perform private.assert_can_be_admin(v_account);
  update public.accounts a set role = 'main_admin' where a.profile_id = v_account.profile_id;
  perform private.audit('appoint_main_admin', 'user', v_account.profile_id::text,
    jsonb_build_object('role', v_account.role), jsonb_build_object('role', 'main_admin'));
  if v_former.profile_id is not null then
    update public.accounts a set role = 'user' where a.profile_id = v_former.profile_id;
    perform private.audit('change_role', 'user', v_former.profile_id::text,
      jsonb_build_object('role', 'main_admin'), jsonb_build_object('role', 'user'));
  end if;
  return (select p.username from public.profiles p where p.id = v_account.profile_id);
end $function$;

CREATE OR REPLACE FUNCTION private.ask_question (
  p_post_id   bigint,
  p_question  text,
  p_client_id uuid
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_text text;
  v_post public.posts;
  v_id bigint;
begin
  -- One after the other for each person, so that neither a repeat nor the sixth question slips through beside another.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  select k.id into v_id from public.post_questions k where k.asker_id = v_me and k.client_id = p_client_id;
  if v_id is not null then
    perform private.assert_same_content('question ' || v_me, p_client_id, jsonb_build_array(p_post_id, p_question), v_id);
    return v_id;
  end if;
  select * into v_post from public.posts p where p.id = p_post_id for key share;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
    perform private.refuse(404, 'not_found', 'Post not found');
  elsif v_post.user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot ask about your own post');
  elsif v_post.is_hidden or not private.is_open(v_post) then
    perform private.refuse(409, 'conflict', 'This request is closed');
  end if;
  perform private.assert_other_can_act(v_post.user_id);
  v_text := private.text_of_question(p_question, 'question', 3, 500, 'Question is required', 'Question too long');
  if (select count(*) from public.post_questions k
      where k.post_id = p_post_id and k.asker_id = v_me and k.answered_at is null and k.hidden_at is null) >= 5 then
    perform private.refuse(400, 'invalid_input', 'You have five open questions on this request. Please wait for an answer.', '{"path": "question"}');
  end if;
  perform private.consume_rate_limit('question', v_me::text);
  insert into public.post_questions (post_id, asker_id, question, client_id)
  values (p_post_id, v_me, v_text, coalesce(p_client_id, gen_random_uuid())) returning id into v_id;
  perform private.remember_content('question ' || v_me, p_client_id, jsonb_build_array(p_post_id, p_question));
  perform private.notify(v_post.user_id,
    format('%s asks about "%s"', (select p.username from public.profiles p where p.id = v_me), v_post.title),
    jsonb_build_object('type', 'question_asked', 'postId', p_post_id));
  return v_id;
end $function$;

CREATE OR REPLACE FUNCTION private.assert_can_be_admin (
  p_account public.accounts
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  if p_account.email_confirmed_at is null then
    perform private.refuse(409, 'conflict', 'This address is not confirmed yet');
  elsif p_account.suspended_until > now() then
    perform private.refuse(409, 'conflict', 'This account is suspended');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.assign_feedback (
  p_feedback_id bigint,
  p_to_me       boolean,
  p_expected    bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
  v_assignee bigint := case when p_to_me then private.current_profile_id() end;
begin
  if v_feedback.assignee_id is distinct from v_assignee then
    if coalesce(v_feedback.assignee_id, 0) <> p_expected then
      perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
    end if;
    update public.feedback f set assignee_id = v_assignee where f.id = p_feedback_id;
    perform private.audit('assign_feedback', 'feedback', p_feedback_id::text,
      jsonb_build_object('assignee_id', v_feedback.assignee_id), jsonb_build_object('assignee_id', v_assignee));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.change_user_role (
  p_user_id  bigint,
  p_role     text,
  p_expected text,
  p_reason   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_account public.accounts;
  v_reason text;
begin
  perform private.require_main_admin();
  v_account := private.account_to_manage(p_user_id, p_main_admins_too => true);
  -- Again behind the lock, as account_to_manage() asks for an admin again.
  perform private.require_main_admin();
  if p_role is null or p_role not in ('user', 'admin', 'main_admin') then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "role"}');
  elsif v_account.role is distinct from p_expected then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this account. Please look again.');
  elsif v_account.role = p_role then
    return;
  elsif p_role <> 'user' and v_account.role <> 'main_admin' then
    perform private.assert_can_be_admin(v_account);
  end if;
  if v_account.role = 'main_admin' or p_reason is not null then
    v_reason := private.required_reason(p_reason);
  end if;
  update public.accounts a set role = p_role where a.profile_id = p_user_id;
  perform private.audit('change_role', 'user', p_user_id::text, jsonb_build_object('role', v_account.role),
    jsonb_strip_nulls(jsonb_build_object('role', p_role, 'reason', v_reason)));
end $function$;

CREATE OR REPLACE FUNCTION private.choose_mails (
  p_token  text,
  p_wanted text[],
  p_shown  text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_search_id bigint := substring(p_token from '^\d+\.saved_search-(\d{1,18})\.')::bigint;
  v_reader record;
  v_kind record;
begin
  select * into v_reader from private.reader_of_token(p_token);
  perform private.hold_account(p.auth_id) from public.profiles p where p.id = v_reader.user_id;
  if p_wanted is null then
    perform private.end_search_mails(v_reader.user_id, v_reader.template, v_search_id);
    if v_search_id is not null then
      return;
    end if;
  end if;
  for v_kind in
    select t.template, private.mail_pace(v_reader.user_id, t.template) as pace from private.mail_templates t
    where t.is_optional order by t.template
  loop
    -- What the reader did not change can have changed elsewhere since it was shown.
    continue when (v_kind.template = any (p_wanted)) = (v_kind.template = any (p_shown));
    if v_kind.pace <> 'off' and (case
      when p_wanted is not null then v_kind.template <> all (p_wanted)
      -- The link of a digest ends what it collects.
      when v_reader.template = 'digest' then v_kind.pace in ('daily', 'weekly')
      else v_kind.template = v_reader.template end)
    then
      perform private.prefer(v_reader.user_id, v_kind.template, null, 'off');
    -- A kind that comes in the digest stays there.
    elsif v_kind.pace = 'off' and v_kind.template = any (p_wanted) then
      perform private.prefer(v_reader.user_id, v_kind.template, null, 'now');
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.delete_content_rule (
  p_rule_id             bigint,
  p_expected_updated_at timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.delete_exchange_rate (
  p_currency text,
  p_day      date,
  p_expected double precision
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_before jsonb;
  v_rate numeric;
begin
  perform private.require_admin();
  delete from public.exchange_rates r where r.currency = p_currency and r.day = p_day
  returning jsonb_build_object('usd_per_unit', r.usd_per_unit, 'source', r.source), r.usd_per_unit into v_before, v_rate;
  if v_before is null then
    perform private.refuse(404, 'not_found', 'Exchange rate not found');
  -- As clients read it: JavaScript has no more digits.
  elsif v_rate::double precision <> p_expected then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
  perform private.audit('delete_exchange_rate', 'exchange_rate', p_currency || ' ' || p_day, v_before, null);
end $function$;

CREATE OR REPLACE FUNCTION private.delete_hidden_posts (
  p_post_ids  bigint[],
  p_reason    text,
  p_hidden_at timestamp with time zone[]
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
  v_ids := private.lock_hidden_posts(p_post_ids, p_hidden_at);
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

CREATE OR REPLACE FUNCTION private.edit_hide_reason (
  p_post_id  bigint,
  p_reason   text,
  p_expected text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_reason text := private.required_reason(p_reason);
  v_ids bigint[] := private.lock_hidden_posts(array[p_post_id]);
begin
  -- The same reason again is a repeat.
  if exists (select 1 from public.posts p where p.id = any (v_ids) and p.hidden_reason <> p_expected and p.hidden_reason <> v_reason) then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
  update public.posts p set hidden_reason = v_reason where p.id = any (v_ids) and p.hidden_by <> p.user_id;
  if not found then
    perform private.refuse(409, 'conflict', 'This post was hidden by its owner');
  end if;
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
end $function$;

CREATE OR REPLACE FUNCTION private.is_still_so (
  p_user_id bigint,
  p_kind    text,
  p_about   text,
  p_is_open boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when p_kind in ('quote_accepted', 'quote_declined', 'quote_shortlisted', 'quote_reopened') then exists (
      select 1 from public.quotes q where q.id = substring(p_about from '^quote (\d{1,18})$')::bigint
        and case when p_kind = 'quote_reopened' then private.is_undecided(q) else p_kind = 'quote_' || q.status end)
    when p_kind in ('post_hidden', 'post_unhidden') then p_about is null or exists (
      select 1 from public.posts p where p.id = substring(p_about from ' post (\d{1,18})$')::bigint and p.is_hidden = (p_kind = 'post_hidden'))
    when p_kind in ('deadline_near', 'deadline_passed', 'request_unquoted') then exists (
      select 1 from public.posts p join public.post_counters c on c.post_id = p.id
      where p.id = substring(p_about from ' post (\d{1,18})$')::bigint and case p_kind
        when 'deadline_passed' then p.quote_deadline <= now()
        when 'deadline_near' then private.is_open(p) and p.quote_deadline <= now() + interval '48 hours' and not exists (
          select 1 from public.quotes q where q.post_id = p.id and q.supplier_id = p_user_id and private.is_undecided(q))
        else private.is_open(p) and not p.is_hidden and c.quotes = 0 end)
    else p_is_open is null or coalesce((
      select case when p_is_open then private.is_open(p) else p.closed_at is not null end from public.posts p
      where p.id = coalesce(substring(p_about from ' post (\d{1,18})$')::bigint,
        (select q.post_id from public.quotes q where q.id = substring(p_about from '^quote (\d{1,18})')::bigint))), true) end
$function$;

CREATE OR REPLACE FUNCTION private.lift_suspension (
  p_user_id      bigint,
  p_brings_back  boolean,
  p_suspended_at timestamp with time zone
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
  end if;
  perform private.assert_unchanged(v_account.suspended_at, p_suspended_at);
  if cardinality(v_hidden) > private.bulk_part() then
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
  v_max_of_messages constant integer := 120;
  v_max_of_admins constant integer := 200;
  -- Nobody may miss these, however many there were; what they tell has limits of its own, such as `quote` and `quote_decision`.
  v_decisions constant text[] := array['quote', 'quote_shortlisted', 'quote_accepted', 'quote_declined', 'quote_reopened', 'quote_withdrawn',
    'quote_revised', 'deal_cancelled', 'post_closed'];
  v_is_decision boolean := coalesce(new.data ->> 'type' = any (v_decisions), false);
  v_sent integer;
  v_alike bigint[];
  v_told bigint[];
begin
  -- Jobs name whose act they tell.
  new.actor_id := coalesce(private.current_profile_id(), new.actor_id);
  if new.actor_id is null or new.actor_id = new.user_id then
    return new;
  end if;
  -- Of a kind, so that nobody hides a closing or a review behind messages. Posts that are deleted are told each.
  select count(*),
    array_agg(n.id) filter (where n.read_at is null and n.data - 'messageId' = new.data - 'messageId' and n.data <> '{"type": "post"}'),
    array_agg(n.id) filter (where n.data = new.data and n.quote_id is not distinct from new.quote_id and n.read_at is null and n.created_at > now() - interval '10 minutes'
      and n.data ->> 'type' = any (array_remove(v_decisions, 'quote') || array['post_changed', 'review']))
  into v_sent, v_alike, v_told
  from public.notifications n
  where n.user_id = new.user_id and n.actor_id = new.actor_id and n.created_at > now() - interval '1 hour'
    and n.data ->> 'type' is not distinct from new.data ->> 'type' and n.data ->> 'topic' is not distinct from new.data ->> 'topic'
    and n.data ? 'postId' is not distinct from new.data ? 'postId';
  -- Many accounts together: one row for each conversation is enough, which counts its messages itself.
  if new.data ->> 'type' = 'message' and (
      select n.created_at from public.notifications n
      where n.user_id = new.user_id and n.topic = 'messages' order by n.id desc offset v_max_of_messages - 1 limit 1) > now() - interval '1 hour' then
    v_told := v_alike;
  end if;
  if v_told is null and v_sent >= v_max and not v_is_decision and private.setting('rate_limits_enabled') = 'true'
    -- Posts are hidden and unhidden hundreds at once.
    and (v_sent >= v_max_of_admins or not private.is_admin() or new.data ->> 'type' = 'post') then
    if v_alike is null then
      return null;
    end if;
    v_told := v_alike;
  end if;
  -- The last state replaces the one that was not read yet. A row that its receiver is marking as read is left alone.
  if v_told is not null then
    delete from public.notifications n where n.id in (
      select t.id from public.notifications t where t.id = any (v_told) for update skip locked);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.list_users (
  p_filter    private.user_filter,
  p_sort      text,
  p_direction text,
  p_page      integer,
  p_page_size integer,
  p_after     bigint
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
    'select a.* from public.accounts a join public.profiles p on p.id = a.profile_id where %s order by %s limit $4',
    concat_ws(' and ', private.user_condition(p_filter), case when p_after is not null then 'a.profile_id > $5' end),
    case when p_after is not null then 'a.profile_id' else concat_ws(' ',
      case p_sort when 'username' then 'lower(p.username)' when 'posts' then 'a.post_count' when 'quotes' then 'a.quote_count'
        when 'rating' then 'p.rating_average' when 'lastSeen' then 'a.last_seen_at' else 'a.created_at' end,
      v_direction,
      case when p_sort in ('rating', 'lastSeen') then case v_direction when 'asc' then 'nulls first' else 'nulls last' end end,
      ', a.profile_id', v_direction, 'offset $3') end)
    using private.user_patterns(p_filter.search), p_filter, (v_page - 1)::bigint * v_size, v_size, p_after;
  get diagnostics v_count = row_count;
  perform private.note_accounts_read(v_count, jsonb_strip_nulls(jsonb_build_object('search', nullif(btrim(p_filter.search), ''),
    'role', p_filter.role, 'status', p_filter.status, 'verified', p_filter.verified, 'accountType', p_filter.account_type,
    'country', p_filter.country, 'since', p_filter.since, 'before', p_filter.before, 'page', case when p_after is null then v_page end, 'after', p_after, 'pageSize', v_size)),
    -- More than a page shows is taken away in a file.
    p_is_export => v_size > 100);
end $function$;

CREATE OR REPLACE FUNCTION private.lock_hidden_posts (
  p_post_ids  bigint[],
  p_hidden_at timestamp with time zone[] DEFAULT NULL::timestamp WITH time zone[]
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_ids bigint[];
begin
  if coalesce(cardinality(p_post_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 posts');
  elsif cardinality(p_hidden_at) <> cardinality(p_post_ids) then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "hiddenTimes"}');
  end if;
  -- In the order of ids, so that two admins with overlapping choices cannot wait for each other.
  perform 1 from public.posts p where p.id = any (p_post_ids) order by p.id for update;
  perform private.assert_not_own(array(
    select p.user_id from public.posts p where p.id = any (p_post_ids) and p.is_hidden and p.hidden_by is distinct from p.user_id));
  v_ids := array(
    select p.id from public.posts p
    where p.id = any (p_post_ids) and p.is_hidden
      and case when p_hidden_at is null then p.hidden_by is distinct from p.user_id or p.user_id = v_me
        else exists (select 1 from unnest(p_post_ids, p_hidden_at) as s (id, hidden_at) where s.id = p.id and coalesce(s.hidden_at, '-infinity') = coalesce(p.hidden_at, '-infinity')) end
    order by p.id);
  if v_ids = '{}' and p_hidden_at is null and exists (select 1 from public.posts p where p.id = any (p_post_ids) and p.is_hidden) then
    perform private.refuse(409, 'conflict', 'This post was hidden by its owner');
  elsif v_ids = '{}' then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
  perform 1 from public.quotes q where q.post_id = any (v_ids) order by q.id for no key update;
  perform private.hold_counters(v_ids);
  perform private.hold_digests(array(
    select p.user_id from public.posts p where p.id = any (v_ids)
    union select q.supplier_id from public.quotes q where q.post_id = any (v_ids)));
  return v_ids;
end $function$;

CREATE OR REPLACE FUNCTION private.mail_of_notification()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_post public.posts;
  v_data jsonb := jsonb_build_object('message', new.message);
  v_item jsonb;
  v_page text;
  v_cause text;
begin
  select * into v_post from public.posts p
  where p.id = coalesce(new.data ->> 'postId', substring(new.data ->> 'path' from '^/post/post-(\d{1,18})$'))::bigint;
  v_page := '/post/post-' || v_post.id;
  if new.data ?| array['postId', 'path'] then
    v_data := v_data || jsonb_build_object('title', v_post.title);
  end if;
  case new.data ->> 'type'
    when 'quote' then
      if new.data ? 'postId' then
        perform private.queue_mail(new.user_id, 'quote_received', private.collected(private.item_of_quote(new.quote_id, new.message)
            || jsonb_build_object('path', '/account?tab=posts&quote=' || new.quote_id))
          || jsonb_build_object('title', v_post.title, 'path', '/account?tab=posts&quote=' || new.quote_id, 'pathOfMany', '/compare/' || v_post.id),
          'quotes on post ' || v_post.id, new.id);
      end if;
    when 'message' then
      perform private.queue_mail(new.user_id, 'message_received',
        private.collected(v_data || jsonb_build_object('notificationId', new.id, 'messageId', new.data -> 'messageId', 'about',
          'message on quote ' || (select m.quote_id from public.messages m where m.id = (new.data ->> 'messageId')::bigint))), null, new.id);
    when 'post' then
      if v_post.is_hidden then
        perform private.queue_mail(new.user_id, 'post_hidden', v_data || jsonb_build_object('reason', v_post.hidden_reason), 'hiding of post ' || v_post.id);
      elsif v_post.id is not null then
        perform private.queue_mail(new.user_id, 'post_unhidden', v_data, 'hiding of post ' || v_post.id);
      end if;
    when 'question_asked' then
      select jsonb_build_object('message', new.message, 'asker', p.username, 'question', k.question, 'questionId', k.id) into v_item
      from public.post_questions k join public.profiles p on p.id = k.asker_id
      where k.post_id = v_post.id and k.asker_id = coalesce(new.actor_id, k.asker_id) order by k.id desc limit 1;
      perform private.queue_mail(new.user_id, 'question_asked',
        private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'questions on post ' || v_post.id, new.id);
    when 'question_answered' then
      -- Suppliers who quoted are told as well; only the asker waits for it.
      select jsonb_build_object('message', new.message, 'question', k.question, 'answer', k.answer, 'questionId', k.id) into v_item
      from public.post_questions k
      where k.post_id = v_post.id and k.asker_id = new.user_id and k.answered_at = now() order by k.id desc limit 1;
      if found then
        perform private.queue_mail(new.user_id, 'question_answered',
          private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'answers on post ' || v_post.id, new.id);
      end if;
    when 'post_changed' then
      -- Only a quote that waits or binds may have to change as well.
      if exists (select 1 from public.quotes q where q.post_id = v_post.id and q.supplier_id = new.user_id
          and (private.is_undecided(q) or q.status = 'accepted')) then
        -- Owners seldom stop at one change.
        perform private.queue_mail(new.user_id, 'request_changed', v_data || jsonb_build_object('path', v_page),
          'changes of post ' || v_post.id, new.id, p_at => now() + interval '10 minutes');
      end if;
    when 'request_watched' then
      v_cause := 'watch of post ' || v_post.id;
      v_item := jsonb_build_object('kind', 'request_watched', 'message', new.message, 'cause',
        case when new.data ->> 'topic' in ('closed', 'opened') then 'state' else new.data ->> 'topic' end || ' of post ' || v_post.id,
        'about', v_cause, 'isOpen', case new.data ->> 'topic' when 'closed' then false when 'opened' then true end);
      perform private.queue_mail(new.user_id, 'request_watched',
        private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), v_cause, new.id, new.actor_id);
    when 'deadline_near' then
      perform private.queue_mail(new.user_id, 'deadline_near', v_data || jsonb_build_object('path', v_page),
        'deadline of post ' || v_post.id, new.id, new.actor_id);
    when 'deadline_passed' then
      perform private.queue_mail(new.user_id, 'deadline_passed', v_data || jsonb_build_object('path', v_page),
        'end of post ' || v_post.id, new.id);
    when 'request_unquoted' then
      perform private.queue_mail(new.user_id, 'request_unquoted', v_data || jsonb_build_object('path', v_page),
        'quotes missing on post ' || v_post.id, new.id);
    else
      -- A rating that is changed is one mail.
      perform private.queue_mail(new.user_id, 'review_received', v_data, 'review of ' || new.actor_id, new.id);
  end case;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_all_notifications_read (
  p_up_to bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
begin
  update public.notifications n set read_at = now() where n.user_id = v_me and n.read_at is null and n.id <= coalesce(p_up_to, n.id);
end $function$;

CREATE OR REPLACE FUNCTION private.prepare_content_rule()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.read_notification_of_review()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.notifications n set read_at = now() where n.id in (
    select o.id from public.notifications o
    where o.user_id = old.reviewed_user_id and o.actor_id = old.reviewer_id and o.read_at is null and o.data ->> 'type' = 'review'
    for update skip locked);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.record_feedback (
  p_feedback jsonb,
  p_auth_id  uuid,
  p_is_spam  boolean
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_feedback public.feedback := jsonb_populate_record(null::public.feedback,
    '{"images": [], "page_path": "", "user_agent": ""}' || private.trimmed(private.known_fields(p_feedback,
      array['email', 'category', 'subject', 'message', 'images', 'page_path', 'user_agent', 'client_id', 'image_hashes'])));
  v_content jsonb;
begin
  if p_auth_id is not null then
    -- The address of a user is the one of the account, whatever was sent.
    select a.profile_id, a.email into v_feedback.user_id, v_feedback.email
    from public.profiles p join public.accounts a on a.profile_id = p.id
    where p.auth_id = p_auth_id and a.deleted_at is null;
    if v_feedback.user_id is null then
      perform private.refuse(401, 'unauthorized', 'Authentication required');
    end if;
  end if;
  insert into public.feedback as f (user_id, email, category, subject, message, images, page_path, user_agent, status, client_id)
  values (v_feedback.user_id, v_feedback.email, v_feedback.category, v_feedback.subject, v_feedback.message, v_feedback.images,
    left(v_feedback.page_path, 500), left(v_feedback.user_agent, 500), case when p_is_spam then 'spam' else 'new' end,
    v_feedback.client_id)
  on conflict (client_id) do nothing
  returning f.id into v_feedback.id;
  v_content := jsonb_build_array(v_feedback.user_id, v_feedback.email, v_feedback.category, v_feedback.subject, v_feedback.message,
    left(v_feedback.page_path, 500), p_feedback -> 'image_hashes');
  if v_feedback.id is null then
    select f.id into v_feedback.id from public.feedback f where f.client_id = v_feedback.client_id;
    perform private.assert_same_content('feedback', v_feedback.client_id, v_content, v_feedback.id);
  else
    perform private.remember_content('feedback', v_feedback.client_id, v_content);
  end if;
  return v_feedback.id;
end $function$;

CREATE OR REPLACE FUNCTION private.reply_to_feedback (
  p_feedback_id bigint,
  p_body        text,
  p_client_id   uuid,
  p_last_reply  bigint
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
  elsif exists (
    select 1 from public.feedback_entries e
    where e.feedback_id = v_feedback.id and e.kind = 'reply' and e.id > p_last_reply and (e.author_id, e.client_id) is distinct from (v_me, p_client_id)) then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
  perform private.remember_content('feedback entry ' || v_me, p_client_id, jsonb_build_array(p_feedback_id, 'reply', p_body));
  if v_feedback.status = 'new' then
    update public.feedback f set status = 'in_progress' where f.id = v_feedback.id;
  end if;
  v_mail := jsonb_build_object('reference', 'FB-' || lpad(v_feedback.id::text, greatest(6, char_length(v_feedback.id::text)), '0'), 'subject', v_feedback.subject,
    'message', v_feedback.message, 'reply', v_body);
  if v_feedback.user_id is null then
    -- A guest has no name to be greeted by, and reads the reply nowhere else.
    if not private.queue_mail_to(v_feedback.email, 'feedback_answered', v_mail || jsonb_build_object('username', 'there')) then
      perform private.refuse(409, 'conflict', 'No mail can be sent to this address now, and a guest reads the reply nowhere else');
    end if;
  else
    perform private.notify(v_feedback.user_id, format('We answered your feedback "%s": %s', v_feedback.subject, v_body),
      jsonb_build_object('type', 'feedback', 'feedbackId', v_feedback.id));
    perform private.queue_mail(v_feedback.user_id, 'feedback_answered', v_mail);
    if not private.hears_of_reply(v_feedback) then
      perform private.refuse(409, 'conflict', 'Nobody would read this reply, as its account is deleted or is told neither on the page nor by mail');
    end if;
  end if;
  perform private.audit('reply_to_feedback', 'feedback', p_feedback_id::text, null, jsonb_build_object('reply', v_body));
end $function$;

CREATE OR REPLACE FUNCTION private.save_search (
  p_name       text,
  p_pace       text,
  p_search     text,
  p_country    text,
  p_categories text[],
  p_unquoted   boolean,
  p_open       boolean,
  p_closing    integer,
  p_posted     integer,
  p_sort       text
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 20;
  v_me bigint := private.require_profile_id();
  v_new private.saved_searches;
  v_id bigint;
begin
  perform private.assert_not_suspended();
  v_new.search := nullif(btrim(p_search), '');
  v_new.country := nullif(p_country, '');
  v_new.categories := coalesce((select array_agg(distinct c.category order by c.category)
    from (select u.category from unnest(p_categories) as u (category) limit 100) as c where c.category is not null), '{}');
  v_new.unquoted := coalesce(p_unquoted, false);
  v_new.open := coalesce(p_open, false);
  -- Two calls of a user wait for each other, since together they could pass the maximum.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  select s.id into v_id from private.saved_searches s
  where s.user_id = v_me and (s.search, s.country, s.categories, s.unquoted, s.open, s.closing, s.posted, s.sort)
    is not distinct from (v_new.search, v_new.country, v_new.categories, v_new.unquoted, v_new.open, p_closing, p_posted, p_sort);
  if found then
    -- Another device saved it first; what this one was told holds as well.
    perform private.change_saved_search(v_id, p_name, p_pace);
    return v_id;
  elsif (select count(*) from private.saved_searches s where s.user_id = v_me) >= v_max then
    perform private.refuse(409, 'conflict', 'You have saved 20 searches, which is the most');
  end if;
  insert into private.saved_searches (user_id, name, pace, search, country, categories, unquoted, open, closing, posted, sort)
  values (v_me, btrim(p_name), coalesce(p_pace, 'now'), v_new.search, v_new.country, v_new.categories, v_new.unquoted, v_new.open,
    p_closing, p_posted, p_sort)
  returning saved_searches.id into v_id;
  return v_id;
end $function$;

CREATE OR REPLACE FUNCTION private.set_feedback_status (
  p_feedback_id bigint,
  p_status      text,
  p_expected    text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
begin
  -- Said twice is harmless, and the log tells of changes only.
  if v_feedback.status is distinct from p_status then
    if v_feedback.status <> p_expected then
      perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
    end if;
    update public.feedback f set status = p_status where f.id = p_feedback_id;
    perform private.audit('set_feedback_status', 'feedback', p_feedback_id::text,
      jsonb_build_object('status', v_feedback.status), jsonb_build_object('status', p_status));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.set_question_hidden (
  p_question_id bigint,
  p_reason      text,
  p_hidden_at   timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_before public.post_questions;
begin
  perform private.require_admin();
  select * into v_before from public.post_questions k where k.id = p_question_id for update;
  if v_before.id is null then
    perform private.refuse(404, 'not_found', 'Question not found');
  elsif (v_before.hidden_at is not null) = (p_reason is not null) then
    -- Doing it twice is harmless: a repeat does not rewrite the first decision.
    return;
  end if;
  perform private.assert_not_own(array[v_before.asker_id, (select p.user_id from public.posts p where p.id = v_before.post_id)]);
  perform private.assert_unchanged(v_before.hidden_at, p_hidden_at);
  update public.post_questions k set hidden_at = case when p_reason is not null then now() end, hidden_reason = p_reason
  where k.id = p_question_id;
  perform private.audit(case when p_reason is null then 'unhide_question' else 'hide_question' end, 'question', p_question_id::text,
    jsonb_build_object('reason', v_before.hidden_reason), jsonb_build_object('reason', p_reason));
end $function$;

CREATE OR REPLACE FUNCTION private.set_review_hidden (
  p_review_id bigint,
  p_is_hidden boolean,
  p_reason    text,
  p_hidden_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_before public.reviews;
begin
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', 'You are not allowed to hide reviews');
  elsif p_is_hidden and private.is_blank(p_reason) then
    perform private.refuse(400, 'invalid_input', 'Reason is required');
  elsif char_length(btrim(p_reason)) > 500 then
    perform private.refuse(400, 'invalid_input', 'Reason too long');
  end if;
  select * into v_before from public.reviews r where r.id = p_review_id for update;
  if v_before.id is null then
    perform private.refuse(404, 'not_found', 'Review not found');
  elsif (v_before.hidden_at is not null) = p_is_hidden then
    -- Doing it twice is harmless: a repeat does not rewrite the first decision.
    return;
  end if;
  perform private.assert_not_own(array[v_before.reviewer_id, v_before.reviewed_user_id]);
  perform private.assert_unchanged(v_before.hidden_at, p_hidden_at);
  update public.reviews r set
    hidden_at = case when p_is_hidden then now() end,
    hidden_by = case when p_is_hidden then v_me end,
    hidden_reason = case when p_is_hidden then btrim(p_reason) end
  where r.id = p_review_id;
  perform private.audit(case when p_is_hidden then 'hide_review' else 'unhide_review' end, 'review', p_review_id::text,
    jsonb_build_object('reason', v_before.hidden_reason), jsonb_build_object('reason', case when p_is_hidden then btrim(p_reason) end));
end $function$;

CREATE OR REPLACE FUNCTION private.unhide_post (
  p_post_id   bigint,
  p_hidden_at timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_is_admin boolean := private.is_admin();
  v_post public.posts := private.post_to_moderate(p_post_id, v_me, v_is_admin, 'You are not allowed to unhide this post');
begin
  if (not v_is_admin or v_post.user_id = v_me) and v_post.hidden_by is not null and v_post.hidden_by <> v_post.user_id then
    perform private.refuse(403, 'forbidden', 'This post was hidden by an administrator');
  elsif v_post.user_id <> v_me then
    perform private.assert_unchanged(v_post.hidden_at, p_hidden_at);
  end if;
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null
  where p.id = p_post_id and p.is_hidden;
end $function$;

CREATE OR REPLACE FUNCTION private.unhide_posts (
  p_post_ids  bigint[],
  p_note      text,
  p_hidden_at timestamp with time zone[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_note text := private.note_to_owner(p_note);
  v_batch_id bigint := private.open_batch('unhide_posts', v_note, null);
  v_ids bigint[] := private.lock_hidden_posts(p_post_ids, p_hidden_at);
begin
  perform private.unhide_in_batch(v_batch_id, v_ids, v_note);
  perform private.count_batch(v_batch_id);
  return cardinality(v_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.unhide_question (
  p_question_id bigint,
  p_hidden_at   timestamp with time zone
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.set_question_hidden(p_question_id, null, p_hidden_at) $function$;

CREATE OR REPLACE FUNCTION private.update_review (
  p_review_id           bigint,
  p_rating              integer,
  p_comment             text,
  p_expected_updated_at timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.own_review_to_change(p_review_id, v_me);
  v_comment text := btrim(p_comment);
begin
  if v_review.rating = p_rating and private.is_same_text('reviews', v_review.id, 'comment', v_review.comment, v_comment) then
    return;
  end if;
  perform private.assert_unchanged(v_review.updated_at, p_expected_updated_at);
  if private.is_deleted(v_review.reviewed_user_id) then
    perform private.refuse(404, 'not_found', 'User not found');
  end if;
  perform private.consume_rate_limit('post_edit', v_me::text);
  update public.reviews r set rating = p_rating, comment = v_comment where r.id = v_review.id returning r.* into v_review;
  perform private.tell_of_review(v_review);
end $function$;

CREATE OR REPLACE FUNCTION public.assign_feedback (
  feedback_id bigint,
  to_me       boolean,
  expected    bigint  DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.assign_feedback(feedback_id, to_me, expected) $function$;

REVOKE ALL ON FUNCTION "public"."assign_feedback"(bigint, boolean, bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.choose_mails (
  token  text,
  wanted text[] DEFAULT NULL::text[],
  shown  text[] DEFAULT NULL::text[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.choose_mails(token, wanted, shown) $function$;

REVOKE ALL ON FUNCTION "public"."choose_mails"(text, text[], text[]) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.delete_content_rule (
  rule_id             bigint,
  expected_updated_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.delete_content_rule(rule_id, expected_updated_at) $function$;

REVOKE ALL ON FUNCTION "public"."delete_content_rule"(bigint, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.delete_exchange_rate (
  currency text,
  day      date,
  expected double precision DEFAULT NULL::double precision
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.delete_exchange_rate(currency, day, expected) $function$;

REVOKE ALL ON FUNCTION "public"."delete_exchange_rate"(text, date, double precision) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.delete_hidden_posts (
  post_ids  bigint[],
  reason    text,
  hidden_at timestamp with time zone[] DEFAULT NULL::timestamp WITH time zone[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.delete_hidden_posts(post_ids, reason, hidden_at) $function$;

REVOKE ALL ON FUNCTION "public"."delete_hidden_posts"(bigint[], text, timestamp WITH time zone[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.edit_hide_reason (
  post_id  bigint,
  reason   text,
  expected text   DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.edit_hide_reason(post_id, reason, expected) $function$;

REVOKE ALL ON FUNCTION "public"."edit_hide_reason"(bigint, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.lift_suspension (
  user_id      bigint,
  brings_back  boolean                  DEFAULT false,
  suspended_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.lift_suspension(user_id, brings_back, suspended_at) $function$;

REVOKE ALL ON FUNCTION "public"."lift_suspension"(bigint, boolean, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_users (
  search       text                     DEFAULT NULL::text,
  role         text                     DEFAULT NULL::text,
  status       text                     DEFAULT NULL::text,
  verified     boolean                  DEFAULT NULL::boolean,
  account_type text                     DEFAULT NULL::text,
  country      text                     DEFAULT NULL::text,
  since        timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  before       timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  sort         text                     DEFAULT 'registered'::text,
  direction    text                     DEFAULT 'desc'::text,
  page         integer                  DEFAULT 1,
  page_size    integer                  DEFAULT 20,
  after        bigint                   DEFAULT NULL::bigint
)
  RETURNS SETOF public.accounts
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.list_users(row(search, role, status, verified, account_type, country, since, before), sort, direction, page, page_size, after) $function$;

REVOKE ALL
  ON FUNCTION "public"."list_users"(text, text, text, boolean, text, text, timestamp WITH time zone, timestamp WITH time zone, text, text, integer, integer, bigint)
  FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mark_all_notifications_read (
  up_to bigint DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.mark_all_notifications_read(up_to) $function$;

REVOKE ALL ON FUNCTION "public"."mark_all_notifications_read"(bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.reply_to_feedback (
  feedback_id bigint,
  body        text,
  client_id   uuid,
  last_reply  bigint DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.reply_to_feedback(feedback_id, body, client_id, last_reply) $function$;

REVOKE ALL ON FUNCTION "public"."reply_to_feedback"(bigint, text, uuid, bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.save_search (
  name       text,
  pace       text    DEFAULT NULL::text,
  search     text    DEFAULT NULL::text,
  country    text    DEFAULT NULL::text,
  categories text[]  DEFAULT NULL::text[],
  unquoted   boolean DEFAULT false,
  open       boolean DEFAULT false,
  closing    integer DEFAULT NULL::integer,
  posted     integer DEFAULT NULL::integer,
  sort       text    DEFAULT NULL::text
)
  RETURNS bigint
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select private.hold_account();
  select private.save_search(name, pace, search, country, categories, unquoted, open, closing, posted, sort);
$function$;

REVOKE ALL ON FUNCTION "public"."save_search"(text, text, text, text, text[], boolean, boolean, integer, integer, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.set_feedback_status (
  feedback_id bigint,
  status      text,
  expected    text   DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.set_feedback_status(feedback_id, status, expected) $function$;

REVOKE ALL ON FUNCTION "public"."set_feedback_status"(bigint, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.unhide_post (
  post_id   bigint,
  hidden_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.unhide_post(post_id, hidden_at) $function$;

REVOKE ALL ON FUNCTION "public"."unhide_post"(bigint, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.unhide_posts (
  post_ids  bigint[],
  note      text                       DEFAULT NULL::text,
  hidden_at timestamp with time zone[] DEFAULT NULL::timestamp WITH time zone[]
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.unhide_posts(post_ids, note, hidden_at) $function$;

REVOKE ALL ON FUNCTION "public"."unhide_posts"(bigint[], text, timestamp WITH time zone[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.unhide_question (
  question_id bigint,
  hidden_at   timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.unhide_question(question_id, hidden_at) $function$;

REVOKE ALL ON FUNCTION "public"."unhide_question"(bigint, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.unhide_review (
  review_id bigint,
  hidden_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select private.hold_profile(r.reviewed_user_id) from public.reviews r where r.id = review_id;
  select private.set_review_hidden(review_id, false, null, hidden_at);
$function$;

REVOKE ALL ON FUNCTION "public"."unhide_review"(bigint, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.update_review (
  review_id           bigint,
  rating              integer,
  comment             text,
  expected_updated_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select private.hold_profile(r.reviewed_user_id) from public.reviews r where r.id = review_id;
  select private.update_review(review_id, rating, comment, expected_updated_at);
$function$;

REVOKE ALL ON FUNCTION "public"."update_review"(bigint, integer, text, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE TRIGGER read_notification_of_review
  AFTER DELETE ON public.reviews
  FOR EACH ROW
  EXECUTE FUNCTION private.read_notification_of_review();

COMMENT ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp with time zone, bigint) IS 'Queues a mail; answers whether it will leave. One cause makes one mail in ten minutes per receiver, with its last state or with all its items; one user causes at most 20 mails an hour for another, an admin 60 of a kind, and all together 20 to an address of nobody.';

COMMENT ON FUNCTION "private"."assert_can_be_admin"(public.accounts) IS 'PT409 for an account that is suspended or unconfirmed: nobody could lift or confirm that of a main admin.';

COMMENT ON FUNCTION "private"."limit_notification"() IS 'What one user causes for another: at most 60 notifications of a kind an hour, 200 by an admin, of quotes, decisions and closings all; more replace what is unread of the same thing. One unread about the state of a quote or post within ten minutes, with its last words. Whoever gets 120 about messages in an hour, from whomever, gets one of each conversation.';

COMMENT ON FUNCTION "private"."lock_hidden_posts"(bigint[], timestamp with time zone[]) IS 'Locks those of at most 50 posts that are hidden since the given times, or without times that admins have hidden; PT409 when none is any more.';

COMMENT ON FUNCTION "private"."set_question_hidden"(bigint, text, timestamp with time zone) IS 'Hides a question with a reason, or unhides it without one.';

COMMENT ON FUNCTION "public"."assign_feedback"(bigint, boolean, bigint) IS 'For admins: takes feedback over, or leaves it to nobody, unless its assignee is no longer the expected one, 0 for nobody (PT409).';

COMMENT ON FUNCTION "public"."change_user_role"(bigint, text, text, text) IS 'For main admins: gives somebody else a role, a main admin with a reason, unless it is no longer the expected one because another admin was faster, or a suspended or unconfirmed account would become admin (PT409).';

COMMENT ON FUNCTION "public"."choose_mails"(text, text[], text[]) IS 'For edge functions only: ends the kind of mail, or the mails of one saved search, that a link is about (that of a digest: what comes in it) or, with a list, sets all that its receiver wants; with what they were shown as wanted, the differences alone.';

COMMENT ON FUNCTION "public"."delete_content_rule"(bigint, timestamp with time zone) IS 'For admins: deletes a rule of the content filter, unless it was last changed at another time than the given one (PT409); what it found stays listed.';

COMMENT ON FUNCTION "public"."delete_exchange_rate"(text, date, double precision) IS 'For admins: takes the rate of a currency on a day away; the one before it is the newest then. PT409 for another rate than the expected one. Kept in the audit log.';

COMMENT ON FUNCTION "public"."delete_hidden_posts"(bigint[], text, timestamp with time zone[]) IS 'For admins: deletes up to 50 hidden posts for a reason, of which their owners are notified; answers how many. With the time of hiding of each, those that have another one are left out; without, those that their owners have hidden.';

COMMENT ON FUNCTION "public"."edit_hide_reason"(bigint, text, text) IS 'For admins: another reason for a post that an admin hid, unless it is no longer the expected one (PT409).';

COMMENT ON FUNCTION "public"."lift_suspension"(bigint, boolean, timestamp with time zone) IS 'For admins: ends a suspension before its time and mails the user; on demand brings back what bulk actions of the last 30 days have hidden of them, 200 things a call. Answers how many are left: the suspension ends with the call that leaves none. PT409 for a suspension that began at another time than the given one.';

COMMENT ON FUNCTION "public"."list_users"(text, text, text, boolean, text, text, timestamp with time zone, timestamp
  with time zone, text, text, integer, integer, bigint) IS 'For admins: one page of the users, sorted by registered, username, posts, quotes, rating or lastSeen, or those after an id in the order of ids, so that an export misses nobody. Pages of more than 100 are an export, which is in the audit log, as is what an admin reads beyond the limit account_read.';

COMMENT ON FUNCTION "public"."mark_all_notifications_read"(bigint) IS 'Marks all notifications of the caller as read, up to the newest that was shown: nobody has read what came meanwhile.';

COMMENT ON FUNCTION "public"."record_feedback"(jsonb, uuid, boolean) IS 'For edge functions only: stores feedback of a user (by Auth id) or a guest, its fields named like their columns, with the hashes of its images, as a repeat stores them under other names; answers its reference number.';

COMMENT ON FUNCTION "public"."reply_to_feedback"(bigint, text, uuid, bigint) IS 'For admins: answers the sender by mail, and users by notification as well; the same client id writes once. PT409 when there is a reply after the given one, 0 for none.';

COMMENT ON FUNCTION "public"."save_search"(text, text, text, text, text[], boolean, boolean, integer, integer, text) IS 'Saves a search of the feed and answers its id; the same search again keeps its id and takes the name, and the pace if one is given (now for a new one). At most 20.';

COMMENT ON FUNCTION "public"."set_feedback_status"(bigint, text, text) IS 'For admins: moves feedback to new, in_progress, resolved or spam, unless its status is no longer the expected one (PT409).';

COMMENT ON FUNCTION "public"."unhide_post"(bigint, timestamp with time zone) IS 'Unhides a post; its owner cannot undo what an admin did. PT409 for an admin who names another time of hiding than the stored one.';

COMMENT ON FUNCTION "public"."unhide_posts"(bigint[], text, timestamp with time zone[]) IS 'For admins: unhides up to 50 posts as one bulk action, with a note to their owners; answers how many. With the time of hiding of each, those that have another one are left out; without, those that their owners have hidden.';

COMMENT ON FUNCTION "public"."unhide_question"(bigint, timestamp with time zone) IS 'For admins: unhides a question, unless it was hidden at another time than the given one (PT409).';

COMMENT ON FUNCTION "public"."unhide_review"(bigint, timestamp with time zone) IS 'For admins: unhides a review, unless it was hidden at another time than the given one (PT409).';

COMMENT ON FUNCTION "public"."update_review"(bigint, integer, text, timestamp with time zone) IS 'Edits a review of the caller''s own within 30 days. Its reply, which answered other words, is dropped. PT409 when it has changed since the caller read it.';

REVOKE ALL ON FUNCTION "private"."assert_can_be_admin"(public.accounts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."assign_feedback"(bigint, boolean, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."assign_feedback"(bigint, boolean, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."choose_mails"(text, text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."choose_mails"(text, text[], text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."delete_content_rule"(bigint, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_content_rule"(bigint, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_exchange_rate"(text, date, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_exchange_rate"(text, date, double precision) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_hidden_posts"(bigint[], text, timestamp WITH time zone[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_hidden_posts"(bigint[], text, timestamp WITH time zone[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."edit_hide_reason"(bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."edit_hide_reason"(bigint, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lift_suspension"(bigint, boolean, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lift_suspension"(bigint, boolean, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_users"(private.user_filter, text, text, integer, integer, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_users"(private.user_filter, text, text, integer, integer, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_hidden_posts"(bigint[], timestamp WITH time zone[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_all_notifications_read"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_all_notifications_read"(bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."read_notification_of_review"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reply_to_feedback"(bigint, text, uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reply_to_feedback"(bigint, text, uuid, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."set_feedback_status"(bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_feedback_status"(bigint, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."set_question_hidden"(bigint, text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_review_hidden"(bigint, boolean, text, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_review_hidden"(bigint, boolean, text, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."unhide_post"(bigint, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unhide_post"(bigint, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."unhide_posts"(bigint[], text, timestamp WITH time zone[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unhide_posts"(bigint[], text, timestamp WITH time zone[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."unhide_question"(bigint, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."unhide_question"(bigint, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."update_review"(bigint, integer, text, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."update_review"(bigint, integer, text, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."assign_feedback"(bigint, boolean, bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."choose_mails"(text, text[], text[]) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."delete_content_rule"(bigint, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."delete_exchange_rate"(text, date, double precision) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."delete_hidden_posts"(bigint[], text, timestamp WITH time zone[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."edit_hide_reason"(bigint, text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."lift_suspension"(bigint, boolean, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE
  ON FUNCTION "public"."list_users"(text, text, text, boolean, text, text, timestamp WITH time zone, timestamp WITH time zone, text, text, integer, integer, bigint)
  TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mark_all_notifications_read"(bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."reply_to_feedback"(bigint, text, uuid, bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."save_search"(text, text, text, text, text[], boolean, boolean, integer, integer, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."set_feedback_status"(bigint, text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."unhide_post"(bigint, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."unhide_posts"(bigint[], text, timestamp WITH time zone[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."unhide_question"(bigint, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."unhide_review"(bigint, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."update_review"(bigint, integer, text, timestamp WITH time zone) TO "authenticated";
