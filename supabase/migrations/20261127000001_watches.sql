SET local check_function_bodies = off;

DROP TRIGGER "mail_of_notification" ON "public"."notifications";

DROP FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp WITH time zone);

DROP FUNCTION "private"."queue_mail"(bigint, text, jsonb, text, bigint);

CREATE TABLE "private"."news_of_watched" (
  "id"           bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  "post_id"      bigint NOT NULL,
  "topic"        text   NOT NULL,
  "message"      text   NOT NULL,
  "but_user_id"  bigint,
  "last_user_id" bigint NOT NULL DEFAULT 0,
  CONSTRAINT "news_of_watched_pkey" PRIMARY KEY (id),
  CONSTRAINT "news_of_watched_topic_is_known" CHECK ((topic = ANY (ARRAY['changed'::text, 'answered'::text, 'closed'::text, 'opened'::text])))
);

CREATE TABLE "private"."watches" (
  "post_id"        bigint                   NOT NULL,
  "user_id"        bigint                   NOT NULL,
  "created_at"     timestamp with time zone NOT NULL DEFAULT now(),
  "reminded_of"    timestamp with time zone,
  "reminded_hours" smallint,
  CONSTRAINT "watches_pkey" PRIMARY KEY (post_id, user_id)
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
  if v_actor <> p_user_id and p_template <> 'message_received' and not private.is_admin() then
    select count(*) into v_caused from private.mail_outbox o
    where o.user_id = p_user_id and o.actor_id = v_actor and o.created_at > now() - interval '1 hour';
    if v_caused >= v_max and private.setting('rate_limits_enabled') = 'true' then
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
  select * into v_question from public.post_questions k where k.id = p_question_id for update;
  select * into v_post from public.posts p where p.id = v_question.post_id;
  if v_post.id is null or (v_post.user_id <> v_me and not private.is_admin() and (v_post.is_hidden
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
  elsif v_question.answered_at <= now() - interval '15 minutes' then
    perform private.refuse(409, 'conflict', 'This question has been answered');
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

CREATE OR REPLACE FUNCTION private.delete_user (
  p_user_id  bigint,
  p_username text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_account public.accounts;
  v_profile public.profiles;
  v_name text := 'deleted-' || p_user_id;
begin
  perform private.require_main_admin();
  -- Waits for all who write for the user, and lets nobody begin.
  perform pg_advisory_xact_lock(private.account_key(p.auth_id)) from public.profiles p where p.id = p_user_id;
  -- What this changes, in the order in which everybody takes it: what follows would take it in any order. The counters of what the
  -- user liked, too, which change after the counts of the marketplace have.
  perform 1 from public.profiles p where p.id = p_user_id for no key update;
  perform 1 from public.posts p
  where p.user_id = p_user_id or p.id in (select q.post_id from public.quotes q where q.supplier_id = p_user_id) order by p.id
  for update;
  perform 1 from public.quotes q where q.supplier_id = p_user_id or q.post_owner_id = p_user_id order by q.id for update;
  perform private.hold_counters(array(
    select p.id from public.posts p where p.user_id = p_user_id
    union select l.post_id from public.post_likes l where l.user_id = p_user_id));
  perform 1 from public.post_questions k
  where k.asker_id = p_user_id or k.post_id in (select p.id from public.posts p where p.user_id = p_user_id) order by k.id for update;
  perform 1 from private.watches w where w.user_id = p_user_id order by w.post_id for update;
  perform 1 from private.notification_preferences n where n.user_id = p_user_id order by n.kind for update;
  -- A sender that has one of these asks whether anybody still waits for it, which a new address ends.
  perform 1 from private.mail_outbox o where o.status = 'queued' and o.user_id = p_user_id order by o.id for update;
  perform private.hold_user_of_auth(p_user_id);
  v_account := private.account_to_manage(p_user_id);
  perform private.require_main_admin();
  select * into v_profile from public.profiles p where p.id = p_user_id;
  if v_profile.username is distinct from p_username then
    perform private.refuse(400, 'invalid_input', 'Type the username to confirm', '{"path": "username"}');
  end if;
  if exists (select 1 from public.profiles p where lower(p.username) = v_name) then
    v_name := private.free_username(v_name);
  end if;
  -- Written before the names are gone; what else was known of the person does not go into the log.
  perform private.audit('delete_user', 'user', p_user_id::text, jsonb_build_object('username', v_profile.username, 'role', v_account.role), null);

  delete from public.posts p where p.user_id = p_user_id;
  delete from public.post_likes l where l.user_id = p_user_id;
  delete from public.notifications n where n.user_id = p_user_id;
  delete from private.notification_preferences n where n.user_id = p_user_id;
  delete from private.watches w where w.user_id = p_user_id;
  -- The agreement stays with the other side: the facts of quotes and the text of messages. Files go: they carry names, stamps and
  -- bank accounts. The job `uploads` removes what no row names.
  update public.quotes q set contact_address = null, images = '{}', account_type = 'individual', organization_name = null, tax_code = null
  where q.supplier_id = p_user_id;
  delete from public.quote_attachments t using public.quotes q where q.id = t.quote_id and q.supplier_id = p_user_id;
  delete from public.message_attachments t using public.messages m where m.id = t.message_id and m.sender_id = p_user_id;
  delete from public.content_hits h where h.user_id = p_user_id;
  update public.feedback f set email = format('deleted-%s@deleted.invalid', p_user_id) where f.user_id = p_user_id;
  update public.profiles p set username = v_name, avatar_path = null, country = null, company_name = null, bio = null where p.id = p_user_id;
  update public.accounts a set role = 'user', first_name = null, last_name = null, phone_number = null, address = null, organization = null,
    tax_code = null, suspended_until = null, suspension_reason = null, deleted_at = now() where a.profile_id = p_user_id;

  -- Nobody can sign in as this user any more, and the address is free for a new registration.
  delete from auth.identities i where i.user_id = v_profile.auth_id;
  delete from auth.sessions s where s.user_id = v_profile.auth_id;
  update auth.users u set email = format('deleted-%s@deleted.invalid', p_user_id), raw_user_meta_data = '{}',
    encrypted_password = extensions.crypt(gen_random_uuid()::text, extensions.gen_salt('bf')), banned_until = '9999-12-31'
  where u.id = v_profile.auth_id;
  -- Neither the mails that wait for the user nor the news of this change go out.
  delete from private.mail_outbox o
  where o.status = 'queued' and (o.user_id = p_user_id or o.recipient in (v_account.email, format('deleted-%s@deleted.invalid', p_user_id)));
end $function$;

CREATE OR REPLACE FUNCTION private.housekeep (
  p_job   text,
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_count integer;
begin
  case p_job
    when 'notifications' then
      delete from public.notifications n where n.id in (
        select o.id from public.notifications o where o.created_at < now() - interval '90 days' limit p_limit for update skip locked);
    when 'guest-visits' then
      delete from public.guest_visits g where g.id in (
        select o.id from public.guest_visits o where o.created_at < now() - interval '90 days' limit p_limit for update skip locked);
    when 'rate-limits' then
      -- The longest window is a day.
      delete from private.rate_limit_uses r where (r.action, r.subject) in (
        select o.action, o.subject from private.rate_limit_uses o where o.window_started_at < now() - interval '2 days'
        limit p_limit for update skip locked);
    when 'registrations' then
      delete from private.registration_passes r where r.email in (
        select o.email from private.registration_passes o where o.made_at < now() - interval '1 minute' for update skip locked);
      delete from private.ended_registrations r where r.auth_id in (
        select o.auth_id from private.ended_registrations o where o.ended_at < now() - interval '48 hours' for update skip locked);
      return private.end_registrations(interval '48 hours', least(p_limit, 500));
    when 'content-hits' then
      delete from public.content_hits h where h.id in (
        select o.id from public.content_hits o where o.created_at < now() - interval '30 days' limit p_limit for update skip locked);
    when 'empty-searches' then
      delete from private.empty_searches e where (e.day, e.term) in (
        select o.day, o.term from private.empty_searches o where o.day < (now() at time zone 'utc')::date - 90
        limit p_limit for update skip locked);
    when 'audit-log' then
      delete from public.audit_log a where a.id in (
        select o.id from public.audit_log o where o.created_at < now() - interval '2 years' limit p_limit for update skip locked);
    when 'mail-log' then
      delete from private.mail_days d where d.day < (now() at time zone 'utc')::date - 30;
      delete from private.mail_outbox m where m.id in (
        select o.id from private.mail_outbox o
        where o.created_at < now() - interval '30 days' and o.status in ('sent', 'bounced', 'failed') limit p_limit for update skip locked);
    when 'suspensions' then
      -- Over they are by themselves; this takes the mark away and says so in the log. Few at a time: accounts have many indexes.
      with ended as (
        update public.accounts a set suspended_until = null, suspension_reason = null
        where a.profile_id in (
          select o.profile_id from public.accounts o where o.suspended_until <= now() limit least(p_limit, 500) for update skip locked)
        returning a.profile_id)
      select count(*) into v_count from ended e
      cross join lateral private.audit('end_suspension', 'user', e.profile_id::text, null, null);
      return v_count;
    when 'repeated-writes' then
      return private.sweep_idempotent_writes(p_limit);
    when 'vocabulary' then
      return private.forget_words(p_limit);
    when 'broadcasts' then
      return private.work_on_broadcasts(p_limit);
    when 'watches' then
      v_count := private.tell_watchers(p_limit);
      return case v_count when 0 then private.remind_watchers(p_limit) else v_count end;
    when 'flag-rules' then
      return private.stop_common_flags();
    else
      perform private.refuse(404, 'not_found', 'There is no such job');
  end case;
  get diagnostics v_count = row_count;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.jobs()
  RETURNS TABLE (
    path     text,
    schedule text
  )
  LANGUAGE sql
  IMMUTABLE
  ROWS 20
  SET search_path TO ''
  AS $function$
  values
    ('mail', '* * * * *'),
    ('housekeeping/broadcasts', '* * * * *'),
    ('housekeeping/inspection', '* * * * *'),
    ('housekeeping/thumbnails', '* * * * *'),
    ('housekeeping/watches', '* * * * *'),
    ('housekeeping/suspensions', '*/15 * * * *'),
    ('housekeeping/quote-deadlines', '*/15 * * * *'),
    ('housekeeping/uploads', '20 * * * *'),
    ('housekeeping/repeated-writes', '30 * * * *'),
    ('housekeeping/flag-rules', '40 * * * *'),
    ('housekeeping/registrations', '45 * * * *'),
    ('housekeeping/vocabulary', '50 * * * *'),
    ('housekeeping/notifications', '5 3 * * *'),
    ('housekeeping/guest-visits', '10 3 * * *'),
    ('housekeeping/rate-limits', '15 3 * * *'),
    ('housekeeping/mail-log', '25 3 * * *'),
    ('housekeeping/content-hits', '35 3 * * *'),
    ('housekeeping/empty-searches', '40 3 * * *'),
    ('housekeeping/audit-log', '45 3 * * *'),
    ('housekeeping/exchange-rates', '30 16 * * *')
$function$;

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
      'deal_cancelled', 'post_closed', 'post_changed'))
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
        private.collected(v_data || jsonb_build_object('notificationId', new.id)), null, new.id);
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
        perform private.queue_mail(new.user_id, 'request_changed', v_data || jsonb_build_object('path', v_page),
          'changes of post ' || v_post.id, new.id);
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
      perform private.queue_mail(new.user_id, 'deadline_passed', v_data || jsonb_build_object('path', v_page), null, new.id);
    else
      perform private.queue_mail(new.user_id, 'review_received', v_data, null, new.id);
  end case;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.note_news (
  p_post    public.posts,
  p_topic   text,
  p_message text,
  p_but     bigint       DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_reverse constant text := case p_topic when 'closed' then 'opened' when 'opened' then 'closed' end;
  v_told bigint;
begin
  if p_post.is_hidden or not exists (select 1 from private.watches w where w.post_id = p_post.id) then
    return;
  end if;
  -- News that the job is telling are left alone: waiting for it could be a deadlock.
  with replaced as (
    delete from private.news_of_watched n where n.id in (
      select o.id from private.news_of_watched o
      where o.post_id = p_post.id and o.topic in (p_topic, v_reverse) for update skip locked)
    returning n.topic, n.last_user_id)
  select r.last_user_id into v_told from replaced r where r.topic = v_reverse;
  -- What is taken back before anybody was told is no news.
  if v_told = 0 then
    return;
  end if;
  insert into private.news_of_watched (post_id, topic, message, but_user_id) values (p_post.id, p_topic, left(p_message, 600), p_but);
end $function$;

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
    perform private.note_news(new, 'closed', private.text_of_closing(new));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.queue_mail (
  p_user_id         bigint,
  p_template        text,
  p_data            jsonb,
  p_cause           text   DEFAULT NULL::text,
  p_notification_id bigint DEFAULT NULL::bigint,
  p_actor           bigint DEFAULT NULL::bigint
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
  if v_pace = 'now' then
    perform private.add_mail(p_user_id, v_email, p_template, p_data, p_cause, p_actor => p_actor);
  elsif v_pace <> 'off' and (select t.is_enabled from private.mail_templates t where t.template = p_template) then
    -- Of a cause that collects nothing, the digest says the last state, as a mail of its own would.
    perform private.add_mail(p_user_id, v_email, 'digest', private.collected(jsonb_build_object('kind', p_template,
      'message', coalesce(p_data ->> 'message', p_data #>> '{items,0,message}'), 'notificationId', p_notification_id,
      'cause', case when p_data ? 'items' then p_data #>> '{items,0,cause}' else p_cause end)), 'digest ' || v_pace, private.next_digest(v_pace), p_actor);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.record_post_change (
  p_post_id bigint,
  p_before  jsonb,
  p_after   jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_post public.posts;
  v_last public.post_changes;
  v_before jsonb := p_before;
  v_after jsonb := p_after;
begin
  if private.differences(p_before, p_after) = '{}' then
    return;
  end if;
  select * into v_post from public.posts p where p.id = p_post_id;
  perform private.note_news(v_post, 'changed', format('The request "%s" changed', v_post.title));
  if not exists (select 1 from public.quotes q where q.post_id = p_post_id) then
    return;
  end if;
  select * into v_last from public.post_changes c where c.post_id = p_post_id order by c.id desc limit 1;
  if v_last.created_at > now() - interval '15 minutes' and not exists (
      select 1 from public.quotes q where q.post_id = p_post_id and q.created_at >= v_last.created_at) then
    delete from public.post_changes c where c.id = v_last.id;
    v_before := p_before || v_last.before;
    v_after := v_last.after || p_after;
  else
    v_last := null;
  end if;
  if private.differences(v_before, v_after) <> '{}' then
    insert into public.post_changes (post_id, before, after, created_at)
    values (p_post_id, private.differences(v_before, v_after), private.differences(v_after, v_before), coalesce(v_last.created_at, now()));
  end if;
  if not v_post.is_hidden then
    perform private.tell_suppliers(p_post_id, 'post_changed', format('The request "%s" changed', v_post.title));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.remind_watchers (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_count integer;
begin
  with due as materialized (
    select w.post_id, w.user_id, p.user_id as owner_id, p.title, p.quote_deadline,
      ceil(extract(epoch from p.quote_deadline - now()) / 3600)::integer as hours,
      jsonb_build_object('type', 'deadline_near', 'path', '/post/post-' || p.id) as data
    from private.deadlines_to_tell d
    join public.posts p on p.id = d.post_id
    join private.watches w on w.post_id = d.post_id
    where d.quote_deadline > now() and d.quote_deadline <= now() + interval '48 hours' and p.closed_at is null and not p.is_hidden
      and (w.reminded_of is distinct from p.quote_deadline or w.reminded_hours > private.reminder_hours(p.quote_deadline))
      and not exists (
        select 1 from public.quotes q
        where q.post_id = w.post_id and q.supplier_id = w.user_id and q.status not in ('withdrawn', 'cancelled'))
      -- They can send no quote; when their suspension ends in time, they are reminded then.
      and not private.is_suspended(w.user_id)
    order by d.quote_deadline, w.post_id, w.user_id limit least(p_limit, 500)
    for update of w skip locked for key share of p skip locked
  ), noted as (
    update private.watches w set reminded_of = d.quote_deadline, reminded_hours = private.reminder_hours(d.quote_deadline)
    from due d where w.post_id = d.post_id and w.user_id = d.user_id
  ), replaced as (
    delete from public.notifications n where n.id in (
      select o.id from public.notifications o join due d on o.user_id = d.user_id and o.data = d.data
      where o.read_at is null for update of o skip locked)
  ), told as (
    insert into public.notifications (user_id, message, data, actor_id)
    select d.user_id, left(case d.hours when 1 then format('The request "%s" closes within %s hour', d.title, d.hours)
        else format('The request "%s" closes within %s hours', d.title, d.hours) end, 600),
      d.data, d.owner_id
    from due d order by d.user_id, d.post_id
  )
  select count(*) into v_count from due;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.reminder_hours (
  p_deadline timestamp with time zone
)
  RETURNS smallint
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when p_deadline <= now() + interval '6 hours' then 6 when p_deadline <= now() + interval '48 hours' then 48 end::smallint
$function$;

CREATE OR REPLACE FUNCTION private.set_watch (
  p_post_id bigint,
  p_is_on   boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 500;
  v_me bigint := private.require_profile_id();
  v_post public.posts;
begin
  -- Two calls of a user wait for each other, since together they could pass the maximum.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  if p_is_on is not true then
    delete from private.watches w where w.post_id = p_post_id and w.user_id = v_me;
    -- Also of a request that was hidden meanwhile.
    if found then
      return;
    end if;
  end if;
  select * into v_post from public.posts p where p.id = p_post_id for key share;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
    perform private.refuse(404, 'not_found', 'Post not found');
  elsif p_is_on is not true then
    return;
  elsif v_post.user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot watch your own post');
  end if;
  perform private.assert_not_suspended();
  -- Neither requests that have ended count nor those that were watched by quoting: nobody can know of them all.
  if (select count(*) from private.watches w join public.posts p on p.id = w.post_id
      where w.user_id = v_me and w.post_id <> p_post_id and p.closed_at is null and (p.quote_deadline is null or p.quote_deadline > now())
        and not exists (select 1 from public.quotes q where q.post_id = w.post_id and q.supplier_id = v_me)) >= v_max then
    perform private.refuse(409, 'conflict', 'You watch 500 open requests, which is the most');
  end if;
  perform private.watch(v_post, v_me);
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
  select q.supplier_id, private.text_of_closing(p_post),
    jsonb_build_object('type', 'post_closed', 'quoteId', max(q.id))
  from public.quotes q where q.post_id = p_post.id and private.is_undecided(q)
  group by q.supplier_id order by q.supplier_id
$function$;

CREATE OR REPLACE FUNCTION private.tell_watchers (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_news record;
  v_users bigint[];
  v_data jsonb;
  v_size constant integer := least(p_limit, 500);
begin
  -- With the post, whose deletion takes the rest with it.
  select n.*, p.user_id as owner_id, p.is_hidden into v_news from private.news_of_watched n join public.posts p on p.id = n.post_id
  order by n.id limit 1 for update of n skip locked for key share of p skip locked;
  if not found then
    return 0;
  end if;
  v_data := jsonb_build_object('type', 'request_watched', 'path', '/post/post-' || v_news.post_id, 'topic', v_news.topic);
  -- Locked before notifications and mails, as by the deletion of a user.
  v_users := array(
    select w.user_id from private.watches w where w.post_id = v_news.post_id and w.user_id > v_news.last_user_id
    order by w.user_id limit v_size for key share);
  if not v_news.is_hidden then
    -- The newest replaces the one that was not read. A row that its receiver is marking as read is left alone.
    delete from public.notifications n where n.id in (
      select o.id from public.notifications o
      where o.user_id = any (v_users) and o.read_at is null and o.data = v_data for update skip locked);
    insert into public.notifications (user_id, message, data, actor_id)
    select u.id, v_news.message, v_data, v_news.owner_id from unnest(v_users) as u (id)
    where u.id is distinct from v_news.but_user_id
      -- Suppliers are told by their quote.
      and not exists (
        select 1 from public.quotes q where q.post_id = v_news.post_id and q.supplier_id = u.id
          and case v_news.topic when 'opened' then false when 'closed' then private.is_undecided(q) or q.status = 'accepted'
            else q.status not in ('withdrawn', 'cancelled') end)
    order by u.id;
  end if;
  if cardinality(v_users) < v_size then
    delete from private.news_of_watched n where n.id = v_news.id;
  else
    update private.news_of_watched n set last_user_id = v_users[v_size] where n.id = v_news.id;
  end if;
  return greatest(cardinality(v_users), 1);
end $function$;

CREATE OR REPLACE FUNCTION private.text_of_closing (
  p_post public.posts
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select left(format('The request "%s" was closed: %s', p_post.title, case p_post.closed_reason
    when 'awarded' then 'Awarded' when 'found_elsewhere' then 'Found elsewhere' else 'No need any more' end), 600)
$function$;

CREATE OR REPLACE FUNCTION private.watch (
  p_post    public.posts,
  p_user_id bigint
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.watches (post_id, user_id, reminded_of, reminded_hours)
  values (p_post.id, p_user_id, case when private.reminder_hours(p_post.quote_deadline) is not null then p_post.quote_deadline end,
    private.reminder_hours(p_post.quote_deadline))
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.watch_of_post (
  p_post_id bigint
)
  RETURNS TABLE (
    is_watching boolean,
    watchers    integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_post public.posts;
begin
  select * into v_post from public.posts p where p.id = p_post_id;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
    perform private.refuse(404, 'not_found', 'Post not found');
  end if;
  return query select exists (select 1 from private.watches w where w.post_id = p_post_id and w.user_id = v_me),
    case when v_post.user_id = v_me then (select count(*)::integer from private.watches w where w.post_id = p_post_id) end;
end $function$;

CREATE OR REPLACE FUNCTION private.watch_quoted_post()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.watch(p, new.supplier_id) from public.posts p where p.id = new.post_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.set_watch (
  post_id bigint,
  is_on   boolean
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select private.hold_account();
  select private.set_watch(post_id, is_on);
$function$;

REVOKE ALL ON FUNCTION "public"."set_watch"(bigint, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.watch_of_post (
  post_id bigint
)
  RETURNS TABLE (
    is_watching boolean,
    watchers    integer
  )
  LANGUAGE sql
  STABLE
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.watch_of_post(post_id) $function$;

REVOKE ALL ON FUNCTION "public"."watch_of_post"(bigint) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."news_of_watched"
  ADD CONSTRAINT "news_of_watched_post_id_fkey" FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;

ALTER TABLE "private"."watches"
  ADD CONSTRAINT "watches_post_id_fkey" FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;

ALTER TABLE "private"."watches"
  ADD CONSTRAINT "watches_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX news_of_watched_post_idx ON private.news_of_watched USING btree (post_id);

CREATE INDEX watches_user_idx ON private.watches USING btree (user_id);

CREATE TRIGGER mail_of_notification
  BEFORE INSERT ON public.notifications
  FOR EACH ROW
  WHEN
    (((new.data ->> 'type'::text) = ANY (ARRAY['quote'::text, 'message'::text, 'post'::text, 'review'::text, 'question_asked'::text, 'question_answered'::text,
    'post_changed'::text, 'deadline_passed'::text, 'request_watched'::text, 'deadline_near'::text])))
  EXECUTE FUNCTION private.mail_of_notification();

CREATE TRIGGER note_state_of_watched
  AFTER UPDATE OF closed_at, quote_deadline ON public.posts
  FOR EACH ROW
  WHEN (((old.closed_at IS DISTINCT FROM new.closed_at) OR (old.quote_deadline IS DISTINCT FROM new.quote_deadline)))
  EXECUTE FUNCTION private.note_state_of_watched();

CREATE TRIGGER watch_quoted_post
  AFTER INSERT ON public.quotes
  FOR EACH ROW
  EXECUTE FUNCTION private.watch_quoted_post();

COMMENT ON COLUMN "private"."news_of_watched"."but_user_id" IS 'Who is told otherwise. No reference: an id that is gone matches nobody.';

COMMENT ON COLUMN "private"."news_of_watched"."last_user_id" IS 'Watchers up to this one have been told.';

COMMENT ON COLUMN "private"."watches"."reminded_hours" IS 'How many hours before `reminded_of` that was: 48 or 6.';

COMMENT ON COLUMN "private"."watches"."reminded_of" IS 'The deadline of which the user was last reminded, or that was near when they began to watch; another one is another reminder.';

COMMENT ON COLUMN "public"."notifications"."actor_id" IS 'The user who caused it, for limits per sender and receiver; null for what nobody caused. No reference: an id that is gone matches nobody. Never read by clients.';

COMMENT ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp with time zone, bigint) IS 'Queues a mail. One cause makes one mail in ten minutes per receiver, with its last state or with all its items; one user causes at most 20 mails an hour for another.';

COMMENT ON FUNCTION "private"."note_news"(public.posts, text, text, bigint) IS 'Notes what the watchers of a request will be told by the job `watches`, except one of them. It waits for nobody.';

COMMENT ON FUNCTION "private"."queue_mail"(bigint, text, jsonb, text, bigint, bigint) IS 'Queues a mail to a user when they want mails of its kind: at once or in their next digest. What the data may hold stands beside each template in the code.';

COMMENT ON FUNCTION "private"."record_post_change"(bigint, jsonb, jsonb) IS 'Keeps what changed of a post that has quotes, and tells those who quoted or watch.';

COMMENT ON FUNCTION "private"."remind_watchers"(integer) IS 'Reminds who watches and has not quoted 48 and 6 hours before the deadline, each once, later if a run fell out; answers how many.';

COMMENT ON FUNCTION "private"."reminder_hours"(timestamp with time zone) IS 'The reminder that a deadline is due for: 48 or 6 hours before; null until then.';

COMMENT ON FUNCTION "private"."tell_watchers"(integer) IS 'Tells up to 500 watchers of one request its news; answers how many it looked at, 0 when there are no news.';

COMMENT ON FUNCTION "private"."watch"(public.posts, bigint) IS 'Begins to watch. Who sees a deadline that is near is not reminded of what they have just read.';

COMMENT ON FUNCTION "public"."set_watch"(bigint, boolean) IS 'Watches a request of somebody else, or no longer, however often it is said; at most 500 open ones without a quote.';

COMMENT ON FUNCTION "public"."watch_of_post"(bigint) IS 'Whether the caller watches a request and, for its owner, how many do.';

COMMENT ON TABLE "private"."news_of_watched" IS 'What watchers are not told yet: of each topic of a request the last.';

COMMENT ON TABLE "private"."watches" IS 'Who watches which request, each pair once.';

REVOKE ALL ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp WITH time zone, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_news"(public.posts, text, text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_state_of_watched"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_mail"(bigint, text, jsonb, text, bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remind_watchers"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reminder_hours"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_watch"(bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_watch"(bigint, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."tell_watchers"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_of_closing"(public.posts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."watch"(public.posts, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."watch_of_post"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."watch_of_post"(bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."watch_quoted_post"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_watch"(bigint, boolean) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."watch_of_post"(bigint) TO "authenticated";

select private.schedule_jobs();

insert into private.notification_kinds (kind) values ('request_watched'), ('deadline_near');

insert into private.mail_templates (template, is_optional, placeholders, is_page_optional) values
  ('request_watched', true, '{username,title,messages,count}', true),
  ('deadline_near', true, '{username,title,message}', true);

-- Suppliers watch what they have quoted on. Who sees a deadline that is near is not reminded at once.
insert into private.watches (post_id, user_id, reminded_of, reminded_hours)
select distinct p.id, q.supplier_id, case when private.reminder_hours(p.quote_deadline) is not null then p.quote_deadline end,
  private.reminder_hours(p.quote_deadline)
from public.quotes q join public.posts p on p.id = q.post_id join public.accounts a on a.profile_id = q.supplier_id
where a.deleted_at is null;

select private.schedule_jobs();
