SET local check_function_bodies = off;

DROP FUNCTION "private"."text_of_closing"(public.posts);

CREATE OR REPLACE FUNCTION private.answer_question (
  p_question_id bigint,
  p_answer      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_question public.post_questions;
  v_post public.posts;
  v_text text;
begin
  -- The post first, as its deletion takes both; who watches it is told, which holds the post as well.
  select p.* into v_post from public.posts p join public.post_questions k on k.post_id = p.id where k.id = p_question_id for key share of p;
  select * into v_question from public.post_questions k where k.id = p_question_id for update;
  if v_post.id is null or v_question.id is null or (v_post.user_id <> v_me and not private.is_admin() and (v_post.is_hidden
      or (v_question.asker_id <> v_me and (v_question.answered_at is null or v_question.hidden_at is not null)))) then
    perform private.refuse(404, 'not_found', 'Question not found');
  elsif v_post.user_id <> v_me then
    perform private.refuse(403, 'forbidden', 'Only the owner of the request can answer');
  end if;
  v_text := private.text_of_question(p_answer, 'answer', 1, 1000, 'Answer is required', 'Answer too long');
  if v_question.answer = v_text then
    return;
  elsif v_question.hidden_at is not null then
    perform private.refuse(409, 'conflict', 'This question was hidden by an administrator');
  elsif v_post.is_hidden then
    -- Asker and suppliers would be sent what nobody may read on the page.
    perform private.refuse(409, 'conflict', 'This request is hidden');
  elsif v_question.answered_at <= now() - interval '15 minutes' then
    perform private.refuse(409, 'conflict', 'This question has been answered');
  elsif v_question.answered_at is not null then
    -- The open pages of the asker hear of each correction.
    perform private.consume_rate_limit('post_edit', v_me::text);
  end if;
  update public.post_questions k set answer = v_text, answered_at = coalesce(k.answered_at, now()) where k.id = p_question_id;
  -- A mistake that is corrected is no second answer.
  if v_question.answered_at is null then
    perform private.note_news(v_post, 'answered', format('A question about "%s" was answered', v_post.title), v_question.asker_id);
    perform private.notify(v_question.asker_id, format('Your question about "%s" was answered', v_post.title),
      jsonb_build_object('type', 'question_answered', 'path', '/post/post-' || v_post.id));
    perform private.tell_suppliers(v_post.id, 'question_answered', format('A question about "%s" was answered', v_post.title),
      v_question.asker_id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.attach_to_quote (
  p_quote_id    bigint,
  p_attachments jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_file record;
  v_kept text[] := array(select a.path from public.quote_attachments a where a.quote_id = p_quote_id);
begin
  for v_file in select * from private.attachments_to_take('quote-documents', p_attachments) loop
    if v_file.path = any (v_kept) then
      update public.quote_attachments a set name = v_file.name where a.path = v_file.path and a.name <> v_file.name
        and private.is_named(p_attachments, a.path);
      continue;
    end if;
    insert into public.quote_attachments (quote_id, path, name, size_bytes)
    values (p_quote_id, v_file.path, v_file.name, v_file.size_bytes) on conflict (path) do nothing;
    if not found then
      perform private.refuse_attachment(v_file.path);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.claim_mail (
  p_mail_id     bigint,
  p_site        text    DEFAULT NULL::text,
  p_has_mailbox boolean DEFAULT false
)
  RETURNS TABLE (
    mail_id           bigint,
    lease             uuid,
    recipient         text,
    template          text,
    data              jsonb,
    username          text,
    subject           text,
    body              text,
    unsubscribe_token text,
    locale            text,
    local_subject     text,
    local_body        text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_mail private.mail_outbox;
  v_lease uuid := gen_random_uuid();
  v_left integer;
  v_reserve integer;
  v_held_by text := private.hold_mails(p_site, p_has_mailbox);
begin
  -- Mails with secrets use no server but that of the installation, which is the mailbox.
  if v_held_by = 'off' or (v_held_by is not null and not p_has_mailbox) then
    return;
  end if;
  -- Its sender stopped while it spoke with the mail server, so it may have arrived. A mail that comes twice is worse than one
  -- that an admin sends again.
  update private.mail_outbox o set status = 'failed', error = 'The sender stopped before it knew whether the mail was taken.'
  where o.status = 'sending' and o.lease_until < now();

  select s.daily_cap - coalesce((select d.sent from private.mail_days d where d.day = (now() at time zone 'utc')::date), 0),
    s.daily_cap / 10 into v_left, v_reserve
  from private.mail_settings s;
  loop
    select * into v_mail from private.mail_outbox o
    where o.status = 'queued' and o.next_attempt_at <= now() and (p_mail_id is null or o.id = p_mail_id)
      and o.template in ('verify_email', 'reset_password', 'confirm_email')
    order by o.next_attempt_at, o.id
    limit 1 for update skip locked;
    if v_mail.id is null and v_held_by is null then
      select * into v_mail from private.mail_outbox o
      where o.status = 'queued' and o.next_attempt_at <= now() and (p_mail_id is null or o.id = p_mail_id)
        and (o.template <> 'broadcast' or v_left > v_reserve) and (v_left > 0 or private.is_always_sent(o.template))
      order by o.template = 'broadcast', o.next_attempt_at, o.id
      limit 1 for update skip locked;
    end if;
    if v_mail.id is null then
      return;
    end if;
    if v_mail.template in ('digest', 'saved_search') then
      v_mail.data := private.unread_digest(v_mail.user_id, v_mail.data);
    end if;
    -- Here, where every mail passes once more, whichever way its subject was hidden or deleted.
    v_mail.data := private.shown_part(v_mail.user_id, v_mail.cause, v_mail.data);
    exit when case
      when v_mail.data is null then false
      -- Nobody asks for it any more, or not for this address.
      when private.proof_life(v_mail.template) is not null then exists (
        select 1 from private.mail_proofs m join public.profiles p on p.auth_id = m.auth_id
        where p.id = v_mail.user_id and m.kind = v_mail.template and m.address = v_mail.recipient)
      -- People who have read their messages meanwhile need no mail about them.
      when v_mail.template = 'message_received' then v_mail.attempts > 0 or exists (
        select 1 from jsonb_array_elements(v_mail.data -> 'items') as i (item)
        left join public.notifications n on n.id = (i.item ->> 'notificationId')::bigint
        where n.read_at is null)
      when v_mail.template in ('digest', 'saved_search') then v_mail.data -> 'items' <> '[]'
      else true end;
    delete from private.mail_outbox o where o.id = v_mail.id;
  end loop;

  insert into private.mail_days as d (day, sent) values ((now() at time zone 'utc')::date, 1)
  -- A mail about the security of an account counts, but is never kept back by the others.
  on conflict (day) do update set sent = d.sent + 1
  where d.sent < (select s.daily_cap from private.mail_settings s) or private.is_always_sent(v_mail.template);
  if not found then
    return;
  end if;

  update private.mail_outbox o set status = 'sending', attempts = o.attempts + 1, lease = v_lease, lease_until = now() + interval '5 minutes'
  where o.id = v_mail.id;
  return query
    select v_mail.id, v_lease, v_mail.recipient, t.template,
      case when private.proof_life(t.template) is null then v_mail.data else private.make_proof(v_mail.user_id, t.template, v_mail.recipient) end,
      coalesce((select private.name_in_mail(p.id, p.username, t.template in ('verify_email', 'confirm_email') or a.email_confirmed_at is null)
        from public.profiles p join public.accounts a on a.profile_id = p.id where p.id = v_mail.user_id), v_mail.data ->> 'username'),
      english.subject, english.body,
      case when (t.is_optional or t.template = 'digest') and v_mail.user_id is not null then private.unsubscribe_token(v_mail.user_id, t.template
        -- A mail about one saved search ends that one.
        || case when jsonb_array_length(v_mail.data -> 'items') = 1 then coalesce('-' || substring(v_mail.data #>> '{items,0,about}' from '^saved search (\d+)$'), '') else '' end) end,
      l.locale, own.subject, own.body
    from private.mail_templates t
    -- The language that the receiver reads now, whenever the mail was queued; the mail itself names one if nobody's account does.
    cross join (select coalesce(v_mail.data ->> 'locale', (select a.locale from public.accounts a where a.profile_id = v_mail.user_id), 'en')) as l (locale)
    left join private.mail_texts english on english.template = t.template and english.locale = 'en'
    left join private.mail_texts own on own.template = t.template and own.locale = l.locale and l.locale <> 'en'
    where t.template = v_mail.template;
end $function$;

CREATE OR REPLACE FUNCTION private.clean_fields (
  p_fields jsonb,
  p_lines  text[]
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(f.key, case when f.key = any (p_lines) and jsonb_typeof(f.value) = 'string'
    then to_jsonb(private.clean_line(f.value #>> '{}')) else f.value end), '{}')
  from jsonb_each(p_fields) as f
$function$;

CREATE OR REPLACE FUNCTION private.clean_line (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when p_text ~ '[[:cntrl:]\u202a-\u202e\u2066-\u2069]'
    then btrim(regexp_replace(regexp_replace(p_text, '[\u202a-\u202e\u2066-\u2069]+', '', 'g'), '[[:cntrl:]]+', ' ', 'g')) else p_text end
$function$;

CREATE OR REPLACE FUNCTION private.clean_lines()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  v_new jsonb := to_jsonb(new);
  v_changes jsonb;
begin
  -- Where nothing is left, nothing was given.
  select jsonb_object_agg(c.name, case when x.line <> '' or exists (
      select 1 from pg_catalog.pg_attribute a where a.attrelid = tg_relid and a.attname = c.name and a.attnotnull) then x.line end)
  into v_changes
  from unnest(tg_argv) as c (name) cross join lateral private.clean_line(v_new ->> c.name) as x (line)
  where x.line is distinct from v_new ->> c.name;
  return case when v_changes is null then new else jsonb_populate_record(new, v_changes) end;
end $function$;

CREATE OR REPLACE FUNCTION private.delete_review_reply (
  p_review_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.received_review(p_review_id, v_me);
begin
  if v_review.reply is null then
    return;
  end if;
  perform private.consume_rate_limit('post_edit', v_me::text);
  update public.reviews r set reply = null, replied_at = null where r.id = v_review.id;
end $function$;

CREATE OR REPLACE FUNCTION private.is_named (
  p_attachments jsonb,
  p_path        text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select exists (
    select 1 from jsonb_array_elements(p_attachments) as a (file)
    where a.file ->> 'path' = p_path and not private.is_blank(a.file ->> 'name'))
$function$;

CREATE OR REPLACE FUNCTION private.limit_notification()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 60;
  v_max_of_messages constant integer := 120;
  v_sent integer;
  v_told bigint[];
begin
  -- Jobs name whose act they tell.
  new.actor_id := coalesce(private.current_profile_id(), new.actor_id);
  if new.actor_id is null or new.actor_id = new.user_id then
    return new;
  end if;
  select count(*), array_agg(n.id) filter (where n.data = new.data and n.read_at is null and n.created_at > now() - interval '10 minutes'
    and n.data ->> 'type' in ('quote_shortlisted', 'quote_accepted', 'quote_declined', 'quote_reopened', 'quote_withdrawn', 'quote_revised',
      'deal_cancelled', 'post_closed', 'post_changed', 'review'))
  into v_sent, v_told
  from public.notifications n
  where n.user_id = new.user_id and n.actor_id = new.actor_id and n.created_at > now() - interval '1 hour';
  -- Many accounts together: one row for each conversation is enough, which counts its messages itself.
  if new.data ->> 'type' = 'message' and (
      select n.created_at from public.notifications n
      where n.user_id = new.user_id and n.topic = 'messages' order by n.id desc offset v_max_of_messages - 1 limit 1) > now() - interval '1 hour' then
    v_told := array(
      select n.id from public.notifications n
      where n.user_id = new.user_id and n.actor_id = new.actor_id and n.created_at > now() - interval '1 hour' and n.read_at is null
        and n.data ->> 'type' = 'message' and n.data - 'messageId' = new.data - 'messageId');
    v_told := nullif(v_told, '{}');
  end if;
  -- The last state replaces the one that was not read yet. A row that its receiver is marking as read is left alone.
  if v_told is not null then
    delete from public.notifications n where n.id in (
      select t.id from public.notifications t where t.id = any (v_told) for update skip locked);
  elsif v_sent >= v_max and private.setting('rate_limits_enabled') = 'true'
    -- Of what admins do, only that posts are hidden and unhidden, hundreds at once.
    and (not private.is_admin() or new.data ->> 'type' = 'post') then
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

CREATE OR REPLACE FUNCTION private.may_be_mailed (
  p_user_id     bigint,
  p_about       text,
  p_question_id bigint
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Owners hear of their hidden posts. Decisions have the title that was quoted on.
  select case when p_about ~ '^(answers on|changes of|watch of|deadline of) post \d{1,18}$'
      then exists (select 1 from public.posts p where p.id = substring(p_about from '\d+$')::bigint and (not p.is_hidden or p.user_id = p_user_id))
    when p_about ~ '^review of \d{1,18}$' then exists (
      select 1 from public.reviews r
      where r.reviewer_id = substring(p_about from '\d+$')::bigint and r.reviewed_user_id = p_user_id and r.hidden_at is null)
    else true end
    and (p_question_id is null or exists (select 1 from public.post_questions k where k.id = p_question_id and k.hidden_at is null))
$function$;

CREATE OR REPLACE FUNCTION private.note_state_of_watched()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.is_open(new) and not private.is_open(old) then
    perform private.note_news(new, 'opened', format('The request "%s" is open again', new.title));
  elsif new.closed_at is not null and old.closed_at is null then
    perform private.note_news(new, 'closed', private.text_of_closing(new.title, new.closed_reason));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.queue_mail (
  p_user_id         bigint,
  p_template        text,
  p_data            jsonb,
  p_cause           text                     DEFAULT NULL::text,
  p_notification_id bigint                   DEFAULT NULL::bigint,
  p_actor           bigint                   DEFAULT NULL::bigint,
  p_pace            text                     DEFAULT NULL::text,
  p_at              timestamp with time zone DEFAULT now()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_email text := (select a.email from public.accounts a where a.profile_id = p_user_id);
  v_pace text := coalesce(private.mail_pace(p_user_id, p_template), 'now');
begin
  if v_pace <> 'off' then
    v_pace := coalesce(p_pace, v_pace);
  end if;
  if v_pace = 'now' then
    perform private.add_mail(p_user_id, v_email, p_template, p_data, p_cause, p_at, p_actor);
  elsif v_pace <> 'off' and (select t.is_enabled from private.mail_templates t where t.template = p_template) then
    -- Of a cause that collects nothing, the digest says the last state, as a mail of its own would.
    perform private.add_mail(p_user_id, v_email, 'digest', private.collected(jsonb_build_object('kind', p_template,
      'message', coalesce(p_data ->> 'message', p_data #>> '{items,0,message}'), 'notificationId', p_notification_id,
      'about', coalesce(p_data #>> '{items,0,about}', p_cause), 'path', p_data ->> 'path', 'questionId', p_data #> '{items,0,questionId}',
      'cause', case when p_data ? 'items' then p_data #>> '{items,0,cause}' else p_cause end)), 'digest ' || v_pace, private.next_digest(p_user_id, v_pace), p_actor);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.reply_to_review (
  p_review_id bigint,
  p_reply     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.received_review(p_review_id, v_me);
begin
  if private.is_blank(p_reply) then
    perform private.refuse(400, 'invalid_input', 'Reply is required');
  elsif v_review.reply = btrim(p_reply) then
    return;
  elsif v_review.reply is not null then
    perform private.refuse(409, 'conflict', 'You have already replied to this review');
  end if;
  perform private.consume_rate_limit('post_edit', v_me::text);
  update public.reviews r set reply = btrim(p_reply), replied_at = now() where r.id = v_review.id;
end $function$;

CREATE OR REPLACE FUNCTION private.set_post_documents (
  p_post_id   bigint,
  p_documents jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_post public.posts := private.post_to_moderate(p_post_id, private.require_profile_id(), false, 'You are not allowed to change this post');
  v_before jsonb;
  v_new jsonb;
  v_file record;
  v_is_changed boolean;
begin
  if jsonb_typeof(p_documents) is distinct from 'array' or jsonb_array_length(p_documents) > 5 then
    perform private.refuse(400, 'invalid_input', 'File limit exceeded: Maximum 5 files can be attached', '{"path": "documents"}');
  end if;
  select coalesce(jsonb_agg(a.name order by a.id), '[]') into v_before from public.post_attachments a where a.post_id = v_post.id;
  delete from public.post_attachments a
  where a.post_id = v_post.id and not p_documents @> jsonb_build_array(jsonb_build_object('path', a.path));
  v_is_changed := found;
  -- Of those that it has already, only what they are called may change.
  for v_file in
    select a.id, private.attachment_name(d.value ->> 'name', a.path) as name
    from jsonb_array_elements(p_documents) as d join public.post_attachments a on a.post_id = v_post.id and a.path = d.value ->> 'path'
    where private.is_named(p_documents, a.path)
  loop
    update public.post_attachments a set name = v_file.name where a.id = v_file.id and a.name <> v_file.name;
    v_is_changed := v_is_changed or found;
  end loop;
  select coalesce(jsonb_agg(d.value), '[]') into v_new from jsonb_array_elements(p_documents) as d
  where not exists (select 1 from public.post_attachments a where a.post_id = v_post.id and a.path = d.value ->> 'path');
  for v_file in select * from private.attachments_to_take('post-documents', v_new) loop
    insert into public.post_attachments (post_id, path, name, size_bytes)
    values (v_post.id, v_file.path, v_file.name, v_file.size_bytes) on conflict (path) do nothing;
    if not found then
      perform private.refuse_attachment(v_file.path);
    end if;
    v_is_changed := true;
  end loop;
  -- Told to suppliers and watchers, as each edit is.
  if v_is_changed then
    perform private.consume_rate_limit('post_edit', v_post.user_id::text);
  end if;
  perform private.record_post_change(v_post.id, jsonb_build_object('documents', v_before), jsonb_build_object('documents',
    (select coalesce(jsonb_agg(a.name order by a.id), '[]') from public.post_attachments a where a.post_id = v_post.id)));
end $function$;

CREATE OR REPLACE FUNCTION private.shown_part (
  p_user_id bigint,
  p_cause   text,
  p_data    jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when not private.may_be_mailed(p_user_id, p_cause, null) then null
    when not p_data ? 'items' then p_data
    else (
      select case when i.items is not null then private.with_items(p_data, i.items) end
      from (
        select jsonb_agg(e.item order by e.n) as items from jsonb_array_elements(p_data -> 'items') with ordinality as e (item, n)
        where private.may_be_mailed(p_user_id, e.item ->> 'about', (e.item ->> 'questionId')::bigint)) as i) end
$function$;

CREATE OR REPLACE FUNCTION private.submit_review (
  p_reviewed_user_id bigint,
  p_rating           integer,
  p_comment          text
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_comment text := btrim(p_comment);
  v_before public.reviews;
  v_id bigint;
begin
  if p_reviewed_user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot review yourself');
  elsif not exists (select 1 from public.accounts a where a.profile_id = p_reviewed_user_id and a.deleted_at is null) then
    perform private.refuse(404, 'not_found', 'User not found');
  end if;
  -- One review of a person at a time: the row and the rate limit would otherwise be locked in either order.
  perform pg_advisory_xact_lock(hashtextextended('submit_review', v_me));
  select * into v_before from public.reviews r
  where r.reviewer_id = v_me and r.reviewed_user_id = p_reviewed_user_id for update;
  if v_before.hidden_at is not null then
    perform private.refuse(403, 'forbidden', 'This review was hidden by an administrator');
  elsif v_before.rating = p_rating and v_before.comment = v_comment and private.is_changeable(v_before) then
    -- The same request again: nothing is written twice and nobody hears of it twice (docs/decisions.md#every-write-can-be-repeated).
    return v_before.id;
  end if;
  perform private.consume_rate_limit('review', v_me::text);
  -- Not `on conflict`: the content filter would read the text as one of a new row, and again as it has masked it.
  if v_before.id is null then
    insert into public.reviews (reviewed_user_id, reviewer_id, rating, comment)
    values (p_reviewed_user_id, v_me, p_rating, v_comment) returning id into v_id;
  else
    update public.reviews r set rating = p_rating, comment = v_comment,
      -- A review that can no longer be edited is replaced by a new one, which has no reply yet.
      created_at = case when private.is_changeable(r) then r.created_at else now() end,
      reply = case when private.is_changeable(r) then r.reply end,
      replied_at = case when private.is_changeable(r) then r.replied_at end
    where r.id = v_before.id returning r.id into v_id;
  end if;
  perform private.notify(p_reviewed_user_id,
    format('%s left you a %s-star review', (select p.username from public.profiles p where p.id = v_me), p_rating),
    jsonb_build_object('type', 'review'));
  return v_id;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_closed (
  p_post public.posts
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.notifications (user_id, message, data)
  -- With the title that they quoted on, as in decisions: a title of now may be one of a hidden post, or of one that is about to be hidden.
  select n.supplier_id, private.text_of_closing(n.post_title, p_post.closed_reason),
    jsonb_build_object('type', 'post_closed', 'quoteId', n.id)
  from (
    select distinct on (q.supplier_id) q.supplier_id, q.id, q.post_title from public.quotes q
    where q.post_id = p_post.id and private.is_undecided(q) order by q.supplier_id, q.id desc) as n
  order by n.supplier_id
$function$;

CREATE OR REPLACE FUNCTION private.terms_version_in_force (
  p_version text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select p_version
  -- The first of its month plus the other days is the same text only for a day that exists.
  where case when p_version ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-[0-9]{2}$'
      then to_char((left(p_version, 7) || '-01')::date + right(p_version, 2)::integer - 1, 'YYYY-MM-DD') = p_version end
    and p_version <= to_char(now() at time zone 'utc', 'YYYY-MM-DD')
$function$;

CREATE OR REPLACE FUNCTION private.text_of_closing (
  p_title  text,
  p_reason text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select left(format('The request "%s" was closed: %s', p_title, case p_reason
    when 'awarded' then 'Awarded' when 'found_elsewhere' then 'Found elsewhere' else 'No need any more' end), 600)
$function$;

CREATE OR REPLACE FUNCTION private.update_review (
  p_review_id bigint,
  p_rating    integer,
  p_comment   text
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
  if v_review.rating = p_rating and v_review.comment = v_comment then
    return;
  end if;
  perform private.consume_rate_limit('post_edit', v_me::text);
  update public.reviews r set rating = p_rating, comment = v_comment where r.id = v_review.id;
end $function$;

CREATE OR REPLACE FUNCTION private.with_facts (
  p_quote  public.quotes,
  p_fields jsonb
)
  RETURNS public.quotes
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_fields jsonb := private.clean_fields(p_fields, array['price_text', 'quantity_text', 'payment_method', 'shipping_method', 'delivery_time',
    'delivery_from', 'delivery_to', 'organization_name', 'tax_code']);
  -- Images, which the form does not have, stay unless they are given; everything else is what is given.
  v_quote public.quotes := jsonb_populate_record(p_quote,
    (select jsonb_object_agg(f, null) from unnest(private.quote_fields()) as f
      where f not in ('post_id', 'client_id', 'images', 'attachments'))
    || '{"description": "", "currency": "USD"}' || private.trimmed(v_fields));
  v_missing record;
begin
  -- Chosen from a list, so nothing is trimmed.
  v_quote.product_match := p_fields ->> 'product_match';
  v_quote.account_type := coalesce(p_fields ->> 'account_type', 'individual');
  -- docs/decisions.md#the-session-says-who-quotes.
  v_quote.contact_address := (
    select nullif(btrim(a.address), '') from public.accounts a where a.profile_id = private.current_profile_id());
  v_quote.valid_until := private.valid_until(v_quote.valid_until, p_quote.valid_until);
  v_quote.price_value := private.plain_number(v_quote.price_text);
  v_quote.quantity_value := private.plain_number(v_quote.quantity_text);
  v_quote.currency := upper(v_quote.currency);
  if v_quote.account_type <> 'organization' then
    v_quote.organization_name := null;
    v_quote.tax_code := null;
  end if;
  -- docs/decisions.md#two-kinds-of-clients-send-quotes.
  if p_fields ?| array['product_match', 'account_type'] then
    select * into v_missing from (values (v_quote.payment_method, 'paymentMethod', 'Payment method is required'),
      (v_quote.shipping_method, 'shippingMethod', 'Shipping method is required'),
      (v_quote.delivery_from, 'deliveryFrom', 'Delivery from location is required'),
      (v_quote.delivery_to, 'deliveryTo', 'Delivery to location is required')) as f (value, path, sentence)
    where f.value is null limit 1;
    if found then
      perform private.refuse(400, 'invalid_input', v_missing.sentence, jsonb_build_object('path', v_missing.path));
    end if;
  end if;
  return v_quote;
end $function$;

CREATE OR REPLACE FUNCTION public.update_profile (
  profile jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.current_profile_id();
  v_names constant text[] := array['first_name', 'last_name', 'phone_number', 'country', 'address', 'company_name', 'organization',
    'tax_code', 'bio'];
  v_fields jsonb := private.trimmed(private.clean_fields(private.known_fields(profile, v_names), array_remove(v_names, 'bio')));
  v_profile public.profiles := jsonb_populate_record(null::public.profiles, v_fields);
  v_account public.accounts := jsonb_populate_record(null::public.accounts, v_fields);
begin
  -- A field that is left out was forgotten; one that is to be emptied is sent empty.
  if not profile ?& v_names then
    perform private.refuse(400, 'invalid_input', 'Invalid input');
  end if;
  update public.profiles p set
    country = v_profile.country, company_name = v_profile.company_name, bio = v_profile.bio
  where p.id = v_me;
  update public.accounts a set
    first_name = v_account.first_name, last_name = v_account.last_name, phone_number = v_account.phone_number,
    address = v_account.address, organization = v_account.organization, tax_code = v_account.tax_code
  where a.profile_id = v_me;
end $function$;

CREATE INDEX notifications_actor_idx ON public.notifications USING btree (user_id, actor_id, created_at)
  WHERE (actor_id IS NOT NULL);

COMMENT ON FUNCTION "private"."clean_fields"(jsonb, text[]) IS 'The fields with their texts of one line as they are stored, for who reads them before they are.';

COMMENT ON FUNCTION "private"."clean_line"(text) IS 'A text of one line without signs that turn the direction, and with blanks in place of control characters.';

COMMENT ON FUNCTION "private"."clean_lines"() IS 'Takes signs that turn the direction out of the texts of one line that are written, and makes control characters blanks; nothing left is null.';

COMMENT ON FUNCTION "private"."is_named"(jsonb, text) IS 'Whether a list of attachments says what a file is called; one that is kept without a name has the one it had.';

COMMENT ON FUNCTION "private"."limit_notification"() IS 'What one user causes for another: at most 60 notifications an hour, and one unread about the state of a quote or post within ten minutes, with its last words. Whoever gets 120 about messages in an hour, from whomever, gets one of each conversation.';

COMMENT ON FUNCTION "private"."may_be_mailed"(bigint, text, bigint) IS 'Whether a mail may still say what it is about: not of posts, questions and reviews that are hidden or gone by now, whichever way.';

COMMENT ON FUNCTION "private"."shown_part"(bigint, text, jsonb) IS 'The data of a mail that waits without what is hidden or gone by now; null when nothing is left.';

COMMENT ON FUNCTION "private"."with_facts"(public.quotes, jsonb) IS 'A quote with the facts that its supplier gives, as they are stored; PT400 when a client of the whole form leaves a part of it out.';

REVOKE ALL ON FUNCTION "private"."clean_fields"(jsonb, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clean_fields"(jsonb, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."clean_line"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clean_line"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."clean_line"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_named"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_be_mailed"(bigint, text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_part"(bigint, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_of_closing"(text, text) FROM PUBLIC;
