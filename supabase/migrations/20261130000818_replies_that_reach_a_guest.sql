SET local check_function_bodies = off;

DROP FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp WITH time zone, bigint);

DROP FUNCTION "private"."queue_mail_to"(text, text, jsonb);

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
      where o.user_id = p_user_id and o.actor_id = v_actor and o.created_at > now() - interval '1 hour';
    end if;
    if v_caused >= v_max and private.setting('rate_limits_enabled') = 'true'
      and (p_user_id is null or v_caused >= v_max_of_admins or not private.is_admin()) then
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

CREATE OR REPLACE FUNCTION private.queue_mail_to (
  p_email    text,
  p_template text,
  p_data     jsonb
)
  RETURNS boolean
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.add_mail(null, p_email, p_template, p_data) $function$;

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
    -- A guest has no name to be greeted by, and reads the reply nowhere else.
    if not private.queue_mail_to(v_feedback.email, 'feedback_answered', v_mail || jsonb_build_object('username', 'there')) then
      perform private.refuse(409, 'conflict', 'No mail can be sent to this address now, and a guest reads the reply nowhere else');
    end if;
  else
    perform private.notify(v_feedback.user_id, format('We answered your feedback "%s": %s', v_feedback.subject, v_body),
      jsonb_build_object('type', 'feedback', 'feedbackId', v_feedback.id));
    perform private.queue_mail(v_feedback.user_id, 'feedback_answered', v_mail);
  end if;
  perform private.audit('reply_to_feedback', 'feedback', p_feedback_id::text, null, jsonb_build_object('reply', v_body));
end $function$;

CREATE OR REPLACE FUNCTION private.retry_mail (
  p_mail_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_mail private.mail_outbox;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  select * into v_mail from private.mail_outbox o where o.id = p_mail_id for update;
  if v_mail.id is null then
    perform private.refuse(404, 'not_found', 'Mail not found');
  elsif v_mail.status not in ('failed', 'bounced') then
    perform private.refuse(409, 'conflict', 'This mail is not one that failed');
  end if;
  -- One try counts as used: a collection of messages that went out stays closed.
  update private.mail_outbox o set status = 'queued', attempts = 1, next_attempt_at = now(), lease = null, lease_until = null
  where o.id = p_mail_id;
  perform private.audit('retry_mail', 'mail', p_mail_id::text, jsonb_build_object('status', v_mail.status), '{"status": "queued"}');
end $function$;

COMMENT ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp with time zone, bigint) IS 'Queues a mail; answers whether it will leave. One cause makes one mail in ten minutes per receiver, with its last state or with all its items; one user causes at most 20 mails an hour for another, an admin 60, and all together 20 to an address of nobody.';

COMMENT ON FUNCTION "private"."queue_mail_to"(text, text, jsonb) IS 'Queues a mail to an address that need not be of a user; answers whether it will leave.';

REVOKE ALL ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp WITH time zone, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_mail_to"(text, text, jsonb) FROM PUBLIC;
