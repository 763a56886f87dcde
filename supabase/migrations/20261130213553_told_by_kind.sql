SET local check_function_bodies = off;

DROP FUNCTION "private"."mark_all_notifications_read"();

DROP FUNCTION "public"."mark_all_notifications_read"();

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
  -- Nobody may miss these, however many there were; what they tell has limits of its own, `quote` and `quote_decision`.
  v_decisions constant text[] := array['quote', 'quote_shortlisted', 'quote_accepted', 'quote_declined', 'quote_reopened', 'quote_withdrawn',
    'quote_revised', 'deal_cancelled'];
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
  -- Of a kind, so that nobody hides a closing or a review behind messages. Posts that are deleted are no state of a post.
  select count(*), array_agg(n.id) filter (where n.read_at is null and n.data - 'messageId' = new.data - 'messageId'),
    array_agg(n.id) filter (where n.data = new.data and n.quote_id is not distinct from new.quote_id and n.read_at is null and n.created_at > now() - interval '10 minutes'
      and n.data ->> 'type' = any (array_remove(v_decisions, 'quote') || array['post_closed', 'post_changed', 'review']))
  into v_sent, v_alike, v_told
  from public.notifications n
  where n.user_id = new.user_id and n.actor_id = new.actor_id and n.created_at > now() - interval '1 hour'
    and n.data ->> 'type' is not distinct from new.data ->> 'type' and n.data ? 'postId' is not distinct from new.data ? 'postId';
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

CREATE OR REPLACE FUNCTION public.mark_all_notifications_read (
  up_to bigint DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.mark_all_notifications_read(up_to) $function$;

REVOKE ALL ON FUNCTION "public"."mark_all_notifications_read"(bigint) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp with time zone, bigint) IS 'Queues a mail; answers whether it will leave. One cause makes one mail in ten minutes per receiver, with its last state or with all its items; one user causes at most 20 mails an hour for another, an admin 60 of a kind, and all together 20 to an address of nobody.';

COMMENT ON FUNCTION "private"."limit_notification"() IS 'What one user causes for another: at most 60 notifications of a kind an hour, 200 by an admin, of decisions on quotes all; more replace what is unread of the same thing. One unread about the state of a quote or post within ten minutes, with its last words. Whoever gets 120 about messages in an hour, from whomever, gets one of each conversation.';

COMMENT ON FUNCTION "public"."mark_all_notifications_read"(bigint) IS 'Marks all notifications of the caller as read, up to the newest that was shown: nobody has read what came meanwhile.';

REVOKE ALL ON FUNCTION "private"."mark_all_notifications_read"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_all_notifications_read"(bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mark_all_notifications_read"(bigint) TO "authenticated";
