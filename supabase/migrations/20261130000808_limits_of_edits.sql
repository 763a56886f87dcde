SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.check_post_write()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_auth_id uuid := (select auth.uid());
  v_old public.posts;
  v_content jsonb;
  v_stored_id bigint;
begin
  -- The constraints are asked after the words of the search, which take seconds of a text of a megabyte.
  if char_length(concat(new.title, new.description, new.country, new.area, new.delivery_address, new.port, new.unit)) > 10000 then
    perform private.refuse(400, 'invalid_input', 'Text too long');
  end if;
  if tg_op = 'INSERT' then
    v_old.images := '{}';
    if v_auth_id is not null then
      v_content := private.post_facts(new) || jsonb_build_object('category', new.category, 'images', new.images);
      select p.id into v_stored_id from public.posts p where p.user_id = new.user_id and p.client_id = new.client_id;
      if v_stored_id is null then
        perform private.consume_rate_limit('post', new.user_id::text);
        perform private.remember_content('post ' || new.user_id, new.client_id, v_content);
      else
        -- An equal repeat fails at the unique constraint, which tells the client to read what is stored.
        perform private.assert_same_content('post ' || new.user_id, new.client_id, v_content, v_stored_id);
      end if;
    end if;
    -- Held, so that names which change meanwhile change here as well.
    select concat_ws(' ', p.username, p.company_name) into new.owner_names from public.profiles p where p.id = new.user_id for share;
  else
    v_old := old;
  end if;
  if v_auth_id is not null then
    perform private.assert_own_images('post-images', new.images, v_old.images);
    -- What was in time when it was written stays valid.
    if new.quote_deadline is distinct from v_old.quote_deadline then
      if new.quote_deadline <= now() then
        perform private.refuse(400, 'invalid_input', 'The deadline is in the past', '{"path": "quoteDeadline"}');
      elsif new.quote_deadline > now() + interval '1 year' then
        perform private.refuse(400, 'invalid_input', 'The deadline must be within a year', '{"path": "quoteDeadline"}');
      end if;
    end if;
    if new.needed_by is distinct from v_old.needed_by then
      -- The day on which it still is today somewhere.
      if new.needed_by < (now() at time zone 'utc' - interval '12 hours')::date then
        perform private.refuse(400, 'invalid_input', 'The day is in the past', '{"path": "neededBy"}');
      elsif new.needed_by > now() at time zone 'utc' + interval '5 years' then
        perform private.refuse(400, 'invalid_input', 'The day must be within five years', '{"path": "neededBy"}');
      end if;
    end if;
  end if;
  if tg_op = 'UPDATE' and not private.restores_text() and (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port,
      new.images, new.quantity, new.unit, new.target_price, new.target_currency, new.needed_by, new.quote_deadline, new.incoterm)
      is distinct from
      (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port,
      old.images, old.quantity, old.unit, old.target_price, old.target_currency, old.needed_by, old.quote_deadline, old.incoterm) then
    new.updated_at := now();
    -- Each edit is told to the open pages of everybody who has quoted.
    if v_auth_id is not null then
      perform private.consume_rate_limit('post_edit', new.user_id::text);
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.count_upload()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Anybody can send feedback, so all of its images together have a limit.
  v_owner uuid := case when new.owner_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then new.owner_id::uuid end;
  v_subject text := case when new.bucket_id = 'feedback-images' then 'feedback' else (
    select p.id::text from public.profiles p where p.auth_id = v_owner) end;
  v_bytes bigint := coalesce((new.metadata ->> 'size')::bigint, (new.metadata ->> 'contentLength')::bigint, 0);
  v_is_thumbnail boolean := new.name like '%.thumb.%';
begin
  -- A link for an upload works for two hours, whatever becomes of its user.
  if tg_op = 'INSERT' and v_owner is not null and not exists (
      select 1 from public.profiles p join public.accounts a on a.profile_id = p.id
      where p.auth_id = v_owner and a.deleted_at is null and (a.suspended_until is null or a.suspended_until <= now())) then
    raise exception using errcode = '42501', message = 'new row violates row-level security policy for table "objects"';
  end if;
  -- Jobs write smaller files over those of users, whose owner stays.
  if v_subject is null or (tg_op = 'UPDATE' and v_bytes <= (old.metadata ->> 'size')::bigint) then
    return null;
  end if;
  -- An image and its thumbnail are two files of one upload, so images and thumbnails are counted apart.
  if (v_is_thumbnail and v_bytes > 15000) or (private.setting('rate_limits_enabled') = 'true' and not (
      (v_subject = 'feedback' or private.take_room('upload', v_subject || case when v_is_thumbnail then ' thumbnails' else '' end, 1))
      and private.take_room('upload_kilobytes', v_subject, greatest(1, ceil(v_bytes / 1000.0))::integer))) then
    -- Storage answers any other error with 500.
    raise exception using errcode = '42501', message = 'new row violates row-level security policy for table "objects"';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.default_rate_limits()
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
    'empty_search',        jsonb_build_object('max', 600, 'seconds', 3600),
    'guest_access',        jsonb_build_object('max', 120, 'seconds', 3600))
$function$;

CREATE OR REPLACE FUNCTION private.edit_message (
  p_message_id bigint,
  p_content    text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_message public.messages := private.message_to_change(p_message_id, private.require_profile_id());
  v_text text := private.message_text(p_content);
begin
  if v_message.deleted_at is not null then
    perform private.refuse(409, 'conflict', 'This message was deleted');
  elsif v_message.content = v_text then
    return;
  end if;
  -- The other party's open pages hear of it as of a new one.
  perform private.consume_rate_limit('message', v_message.sender_id::text);
  update public.messages m set content = v_text, edited_at = now() where m.id = p_message_id;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_notification()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 60;
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
  elsif v_sent >= v_max and private.setting('rate_limits_enabled') = 'true' and not private.is_admin() then
    return null;
  end if;
  return new;
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
        perform private.queue_mail(new.user_id, 'quote_received', private.collected(private.item_of_quote(new.quote_id, new.message))
          || jsonb_build_object('title', v_post.title, 'path', '/account?tab=posts&quote=' || new.quote_id, 'pathOfMany', '/compare/' || v_post.id),
          'quotes on post ' || v_post.id, new.id);
      end if;
    when 'message' then
      perform private.queue_mail(new.user_id, 'message_received',
        private.collected(v_data || jsonb_build_object('notificationId', new.id, 'about',
          'message on quote ' || (select m.quote_id from public.messages m where m.id = (new.data ->> 'messageId')::bigint))), null, new.id);
    when 'post' then
      if v_post.is_hidden then
        perform private.queue_mail(new.user_id, 'post_hidden', v_data || jsonb_build_object('reason', v_post.hidden_reason));
      elsif v_post.id is not null then
        perform private.queue_mail(new.user_id, 'post_unhidden', v_data);
      end if;
    when 'question_asked' then
      select jsonb_build_object('message', new.message, 'asker', p.username, 'question', k.question) into v_item
      from public.post_questions k join public.profiles p on p.id = k.asker_id
      where k.post_id = v_post.id and k.asker_id = coalesce(new.actor_id, k.asker_id) order by k.id desc limit 1;
      perform private.queue_mail(new.user_id, 'question_asked',
        private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'questions on post ' || v_post.id, new.id);
    when 'question_answered' then
      -- Suppliers who quoted are told as well; only the asker waits for it.
      select jsonb_build_object('message', new.message, 'question', k.question, 'answer', k.answer) into v_item from public.post_questions k
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
      v_item := jsonb_build_object('kind', 'request_watched', 'message', new.message, 'cause',
        case when new.data ->> 'topic' in ('closed', 'opened') then 'state' else new.data ->> 'topic' end || ' of post ' || v_post.id);
      perform private.queue_mail(new.user_id, 'request_watched',
        private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'watch of post ' || v_post.id, new.id, new.actor_id);
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

CREATE OR REPLACE FUNCTION private.may_upload (
  p_bucket text,
  p_name   text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.current_profile_id() is not null and not private.is_suspended(private.current_profile_id())
    and p_name ~ ('^' || (select auth.uid())::text || case p_bucket
      when 'quote-documents' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?)$'
      when 'post-documents' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?)$'
      when 'message-files' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?|png|jpe?g)$'
      else '/[0-9a-f-]{36}(\.thumb)?\.(png|jpe?g|gif|webp)$' end)
    and (p_bucket <> 'news-images' or private.is_admin())
    -- Under the name of a file that was lost, another one would be shown.
    and (p_name like '%.thumb.%' or not private.is_file_in_use(p_bucket, p_name))
$function$;

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
  with added as (
  insert into public.content_hits (rule_id, rule_name, action, context, entity, entity_id, user_id, excerpt, refusal_id, created_at)
  select r.id, r.kind || ': ' || r.pattern, x.action, x.context, p_entity, case when not h.is_hidden then p_entity_id end,
    case when not h.is_hidden then p_user_id end, case when not h.is_hidden then left(x.excerpt, 60) end, p_refusal_id,
    case when h.is_hidden then greatest(date_trunc('day', now(), 'UTC'), r.trial_since) else now() end
  from jsonb_to_recordset(p_hits) as x (rule_id bigint, action text, context text, excerpt text)
  cross join lateral (select x.action = 'trial' and private.is_private_context(x.context) as is_hidden) as h
  join public.content_rules r on r.id = x.rule_id
  order by r.id for key share of r
  on conflict (refusal_id, rule_id) do nothing
  returning id, rule_id, action, context
  )
  -- A text that is edited again and again is one thing to look at: its last state.
  delete from public.content_hits h using added a
  where h.id <> a.id and (h.rule_id, h.action, h.context) = (a.rule_id, a.action, a.context) and h.reviewed_at is null
    and h.user_id = p_user_id and h.entity = p_entity and h.entity_id = p_entity_id and h.created_at > now() - interval '1 day';
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
    from suspects s cross join lateral private.common_rules(array[s.id], 4000) as c
    where r.id = s.id and r.kind <> 'built_in' and r.action = 'flag' and c.share is not null
    returning r.id, r.stopped_share
  )
  select count(private.audit('stop_content_rule', 'content_rule', s.id::text, null, jsonb_build_object('stopped_share', s.stopped_share)))
  into v_stopped from stopped s;
  return v_stopped;
end $function$;

COMMENT ON FUNCTION "private"."count_upload"() IS 'Refuses thumbnails that are too large, more files of a user in an hour and more bytes in a day than their limits, and more bytes of feedback of all; what is removed again stays counted.';

update private.app_settings set value = value || jsonb_build_object('post_edit', private.default_rate_limits() -> 'post_edit') where key = 'rate_limits';
