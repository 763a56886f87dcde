SET local check_function_bodies = off;

DROP TRIGGER "c_skip_muted" ON "public"."notifications";

DROP FUNCTION "private"."delete_feedback"(bigint);

DROP FUNCTION "private"."mark_all_notifications_read"(bigint);

DROP FUNCTION "private"."reader_of_token"(text);

DROP FUNCTION "private"."submit_review"(bigint, integer, text);

DROP FUNCTION "private"."unread_digest"(bigint, jsonb);

DROP FUNCTION "public"."delete_feedback"(bigint);

DROP FUNCTION "public"."mark_all_notifications_read"(bigint);

DROP FUNCTION "public"."submit_review"(bigint, integer, text);

CREATE OR REPLACE FUNCTION private.add_feedback_note (
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
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
begin
  insert into public.feedback_entries (feedback_id, author_id, kind, body, client_id)
  values (v_feedback.id, private.current_profile_id(), 'note', btrim(p_body), p_client_id)
  on conflict (author_id, client_id) do nothing;
  if not found then
    perform private.assert_same_entry(p_feedback_id, 'note', p_body, p_client_id);
  else
    perform private.remember_content('feedback entry ' || private.current_profile_id(), p_client_id, jsonb_build_array(p_feedback_id, 'note', p_body));
    -- For delete_feedback().
    update public.feedback f set updated_at = now() where f.id = v_feedback.id;
    perform private.audit('add_feedback_note', 'feedback', p_feedback_id::text, null, jsonb_build_object('note', btrim(p_body)));
  end if;
end $function$;

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
    or (v_actor <> p_user_id and p_template not in ('message_received', 'digest')
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
  if private.is_same_text('post_questions', v_question.id, 'answer', v_question.answer, v_text) then
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
      -- Named, as the answer of another question must not replace it.
      jsonb_build_object('type', 'question_answered', 'path', '/post/post-' || v_post.id, 'questionId', v_question.id));
    perform private.tell_suppliers(v_post.id, 'question_answered', format('A question about "%s" was answered', v_post.title),
      v_question.asker_id);
  end if;
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
  v_kinds text[];
begin
  select * into v_reader from private.reader_of_token(p_token);
  v_kinds := private.kinds_of_mail(v_reader.user_id, v_reader.mail_id);
  perform private.hold_account(p.auth_id) from public.profiles p where p.id = v_reader.user_id;
  if p_wanted is null and v_reader.mail_id is not null and v_kinds = '{}' then
    perform private.refuse(404, 'not_found', 'This link is not valid');
  elsif p_wanted is null and v_reader.mail_id is null then
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
      when v_reader.mail_id is not null then v_kind.template = any (v_kinds)
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
  v_off constant text[] := array(select t.template from private.mail_templates t where not t.is_enabled);
  v_dropped integer := 0;
begin
  -- Mails with secrets use no server but that of the installation, which is the mailbox.
  if v_held_by = 'off' or (v_held_by is not null and not p_has_mailbox) then
    return;
  end if;
  -- Its sender stopped while it spoke with the mail server, so it may have arrived. A mail that comes twice is worse than one
  -- that an admin sends again.
  update private.mail_outbox o set status = 'failed', error = 'The sender stopped before it knew whether the mail was taken.'
  where o.status = 'sending' and o.lease_until < now();
  -- In parts: mails may have been off for long, and many may wait of a kind that an admin has switched off.
  delete from private.mail_outbox m where m.id in (
    select o.id from private.mail_outbox o
    where o.status = 'queued' and not (o.template = 'broadcast') and o.next_attempt_at < private.stale_before()
    limit 10000 for update skip locked);
  delete from private.mail_outbox m where m.id in (
    select o.id from private.mail_outbox o where o.status = 'queued' and o.template = any (v_off) limit 10000 for update skip locked);

  select s.daily_cap - coalesce((select d.sent from private.mail_days d where d.day = (now() at time zone 'utc')::date), 0),
    s.daily_cap / 10 into v_left, v_reserve
  from private.mail_settings s;
  loop
    select * into v_mail from private.mail_outbox o
    where o.status = 'queued' and o.next_attempt_at between private.stale_before() and now() and (p_mail_id is null or o.id = p_mail_id)
      and o.template in ('verify_email', 'reset_password', 'confirm_email')
    order by o.next_attempt_at, o.id
    limit 1 for update skip locked;
    if v_mail.id is null and v_held_by is null then
      select * into v_mail from private.mail_outbox o
      -- As a range of the index, so that a million copies of a broadcast that wait for tomorrow are not walked.
      where o.status = 'queued' and (o.template = 'broadcast') <= (v_left > v_reserve) and o.next_attempt_at <= now()
        and (o.template = 'broadcast' or o.next_attempt_at >= private.stale_before()) and (p_mail_id is null or o.id = p_mail_id)
        and o.template <> all (v_off) and (v_left > 0 or private.is_always_sent(o.template))
      order by o.template = 'broadcast', o.next_attempt_at, o.id
      limit 1 for update skip locked;
    end if;
    if v_mail.id is null then
      return;
    end if;
    -- People who have read their messages meanwhile need no mail about them, unless it was tried before.
    if v_mail.template in ('digest', 'saved_search') or (v_mail.template = 'message_received' and v_mail.attempts = 0) then
      v_mail.data := private.unread_part(v_mail.user_id, v_mail.data);
    end if;
    -- Here, where every mail passes once more, whichever way its subject was hidden or deleted.
    v_mail.data := private.shown_part(v_mail.user_id, v_mail.template, v_mail.cause, v_mail.data);
    exit when case
      when v_mail.data is null then false
      -- Copies that had failed, or were being sent, when it was taken back.
      when v_mail.broadcast_id is not null then not exists (
        select 1 from private.broadcasts b where b.id = v_mail.broadcast_id and b.status = 'deleted')
      -- Nobody asks for it any more, or not for this address.
      when private.proof_life(v_mail.template) is not null then exists (
        select 1 from private.mail_proofs m join public.profiles p on p.auth_id = m.auth_id
        where p.id = v_mail.user_id and m.kind = v_mail.template and m.address = v_mail.recipient)
      when v_mail.template in ('digest', 'saved_search') then v_mail.data -> 'items' <> '[]'
      else true end;
    delete from private.mail_outbox o where o.id = v_mail.id;
    v_dropped := v_dropped + 1;
    -- The next run goes on: a statement that is cut off has dropped nothing.
    if v_dropped = 500 then
      return;
    end if;
  end loop;
  -- Few messages of a conversation are items; those that are there to read are counted.
  if v_mail.template = 'message_received' then
    v_mail.data := v_mail.data || jsonb_build_object('count', greatest(jsonb_array_length(v_mail.data -> 'items'), (
      select count(*) from public.messages m
      where m.recipient_id = v_mail.user_id and m.read_at is null and m.deleted_at is null and m.created_at >= v_mail.created_at
        and m.quote_id in (
          select substring(i.item ->> 'about' from '^message on quote (\d{1,18})$')::bigint
          from jsonb_array_elements(v_mail.data -> 'items') as i (item)))));
  end if;
  -- A list of twenty says enough; the count says the rest.
  if v_mail.data ? 'items' then
    v_mail.data := v_mail.data || jsonb_build_object('items', jsonb_path_query_array(v_mail.data, '$.items[0 to 19]'));
  end if;

  insert into private.mail_days as d (day, sent) values ((now() at time zone 'utc')::date, 1)
  -- A mail about the security of an account counts, but is never kept back by the others.
  on conflict (day) do update set sent = d.sent + 1
  where d.sent < (select s.daily_cap from private.mail_settings s) or private.is_always_sent(v_mail.template);
  if not found then
    return;
  end if;

  -- To the address of now, which may be another than when it began to wait. What guards an account goes where it was queued for.
  if not private.is_always_sent(v_mail.template) then
    v_mail.recipient := coalesce((
      select a.email from public.accounts a where a.profile_id = v_mail.user_id and private.is_mail_address(a.email)), v_mail.recipient);
  end if;
  update private.mail_outbox o set status = 'sending', recipient = v_mail.recipient, attempts = o.attempts + 1, lease = v_lease,
    lease_until = now() + interval '5 minutes'
  where o.id = v_mail.id;
  return query
    select v_mail.id, v_lease, v_mail.recipient, t.template,
      case when private.proof_life(t.template) is null then v_mail.data else private.make_proof(v_mail.user_id, t.template, v_mail.recipient) end,
      coalesce((select private.name_in_mail(p.id, p.username, t.template in ('verify_email', 'confirm_email') or a.email_confirmed_at is null)
        from public.profiles p join public.accounts a on a.profile_id = p.id where p.id = v_mail.user_id), v_mail.data ->> 'username'),
      english.subject, english.body,
      case when (t.is_optional or t.template = 'digest') and v_mail.user_id is not null
        and (v_mail.cause is distinct from 'above the limit' or private.kinds_of_mail(v_mail.user_id, v_mail.id) <> '{}') then private.unsubscribe_token(v_mail.user_id, t.template
        -- A mail about one saved search ends that one; what is above the limits comes at no pace of its own, and ends what is in it:
        -- a zero tells its id from that of a search.
        || case when v_mail.cause = 'above the limit' then '-0' || v_mail.id when jsonb_array_length(v_mail.data -> 'items') = 1 then coalesce('-' || substring(v_mail.data #>> '{items,0,about}' from '^saved search (\d+)$'), '') else '' end) end,
      l.locale, own.subject, own.body
    from private.mail_templates t
    -- The language that the receiver reads now, whenever the mail was queued; the mail itself names one if nobody's account does.
    cross join (select coalesce(v_mail.data ->> 'locale', (select a.locale from public.accounts a where a.profile_id = v_mail.user_id), 'en')) as l (locale)
    left join private.mail_texts english on english.template = t.template and english.locale = 'en'
    left join private.mail_texts own on own.template = t.template and own.locale = l.locale and l.locale <> 'en'
    where t.template = v_mail.template;
end $function$;

CREATE OR REPLACE FUNCTION private.delete_feedback (
  p_feedback_id         bigint,
  p_expected_updated_at timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
begin
  perform private.assert_unchanged(v_feedback.updated_at, p_expected_updated_at);
  delete from public.feedback f where f.id = v_feedback.id;
  insert into private.doomed_uploads (bucket_id, name)
  select 'feedback-images', i from unnest(v_feedback.images) as i on conflict do nothing;
  perform private.audit('delete_feedback', 'feedback', p_feedback_id::text, private.feedback_for_log(v_feedback), null);
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
  v_message text;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  v_ids := private.lock_hidden_posts(p_post_ids, p_hidden_at);
  for v_post in select p.* from public.posts p where p.id = any (v_ids) order by p.id loop
    perform private.audit('delete_post', 'post', v_post.id::text,
      jsonb_build_object('title', v_post.title, 'owner', (select o.username from public.profiles o where o.id = v_post.user_id)),
      jsonb_build_object('reason', v_reason));
    if v_post.user_id <> v_me then
      v_message := left(format('Your post "%s" was deleted: %s', v_post.title, v_reason), 600);
      perform private.notify(v_post.user_id, v_message, '{"type": "post"}');
      perform private.queue_mail(v_post.user_id, 'post_deleted',
        jsonb_build_object('title', v_post.title, 'reason', v_reason, 'message', v_message));
    end if;
  end loop;
  delete from public.posts p where p.id = any (v_ids);
  return cardinality(v_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.hide_post (
  p_post_id bigint,
  p_reason  text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_is_admin boolean := private.is_admin();
  v_post public.posts := private.post_to_moderate(p_post_id, v_me, v_is_admin, 'You are not allowed to hide this post');
  v_is_owner boolean := v_post.user_id = v_me;
  v_reason text := case when private.is_blank(p_reason) then null else btrim(p_reason) end;
begin
  if char_length(v_reason) > 500 then
    perform private.refuse(400, 'invalid_input', 'Reason too long');
  end if;
  -- Hiding twice is harmless. Neither replaces the hiding of the other, whose end would then publish the post against the other's will.
  if v_post.is_hidden and v_is_owner and v_post.hidden_by <> v_post.user_id then
    perform private.refuse(403, 'forbidden', 'This post was hidden by an administrator');
  elsif v_post.is_hidden and not v_is_owner and v_post.hidden_by = v_post.user_id then
    perform private.refuse(409, 'conflict', 'This post was hidden by its owner');
  elsif v_post.is_hidden then
    return;
  end if;
  update public.posts p set
    is_hidden = true,
    hidden_by = v_me,
    hidden_reason = coalesce(v_reason, case when not v_is_owner then 'Violation of the marketplace rules' end),
    hidden_at = now()
  where p.id = p_post_id;
end $function$;

CREATE OR REPLACE FUNCTION private.hold_user_of_auth (
  p_user_id bigint
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select 1 from auth.users u where u.id = (select p.auth_id from public.profiles p where p.id = p_user_id) for no key update $function$;

CREATE OR REPLACE FUNCTION private.kinds_of_mail (
  p_user_id bigint,
  p_mail_id bigint
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(
    select distinct t.template from private.mail_outbox o, jsonb_array_elements(o.data -> 'items') as i (item)
    join private.mail_templates t on t.template = i.item ->> 'kind' and t.is_optional
    where o.id = p_mail_id and o.user_id = p_user_id)
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
  v_max_of_admins constant integer := 200;
  -- Nobody may miss these, however many there were; what they tell has limits of its own, such as `quote` and `quote_decision`.
  v_decisions constant text[] := array['quote', 'quote_shortlisted', 'quote_accepted', 'quote_declined', 'quote_reopened', 'quote_withdrawn',
    'quote_revised', 'deal_cancelled', 'post_closed'];
  v_is_decision boolean := coalesce(new.data ->> 'type' = any (v_decisions), false);
  v_sent integer;
  v_alike bigint[];
  v_oldest bigint[];
  v_told bigint[];
  v_is_same boolean := true;
begin
  -- Jobs name whose act they tell.
  new.actor_id := coalesce(private.current_profile_id(), new.actor_id);
  if new.actor_id is null or new.actor_id = new.user_id then
    return new;
  end if;
  -- Of a kind, so that nobody hides a closing or a review behind messages. Each deletion of a post is another thing, in the same data.
  select count(*),
    array_agg(n.id) filter (where n.read_at is null and n.data - 'messageId' = new.data - 'messageId' and n.data <> '{"type": "post"}'),
    array_agg(n.id) filter (where n.data = new.data and n.quote_id is not distinct from new.quote_id and n.read_at is null and n.created_at > now() - interval '10 minutes'
      and n.data ->> 'type' = any (array_remove(v_decisions, 'quote') || array['post_changed', 'review'])),
    (array_agg(n.id order by n.read_at is null, n.id))[1:1]
  into v_sent, v_alike, v_told, v_oldest
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
    -- Never nothing: what was heard last would be what is not so any more.
    v_is_same := v_alike is not null;
    v_told := coalesce(v_alike, v_oldest);
  end if;
  if v_told is not null then
    perform private.replace_notifications(new.user_id, v_told, case when v_is_same then new.id end);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.mail_choices (
  p_token text
)
  RETURNS TABLE (
    username   text,
    template   text,
    is_wanted  boolean,
    is_of_link boolean
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  AS $function$
declare
  v_reader record;
begin
  -- By itself: a join need not run what refuses.
  select * into v_reader from private.reader_of_token(p_token);
  return query
    select p.username, t.template, private.mail_pace(p.id, t.template) <> 'off',
      t.template = any (v_reader.template || private.kinds_of_mail(v_reader.user_id, v_reader.mail_id))
    from public.profiles p cross join private.mail_templates t
    where p.id = v_reader.user_id and t.is_optional
    order by t.template;
end $function$;

CREATE OR REPLACE FUNCTION private.mail_of_decision()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_is_of_supplier boolean := new.data ? 'quoteId';
  v_quote_id bigint := coalesce((new.data ->> 'quoteId')::bigint, new.quote_id);
  v_template text := private.preference_of(new.data ->> 'type');
  v_is_open boolean := case when new.data ->> 'type' = 'post_closed' then new.data ? 'topic' end;
  -- A closing is taken back apart from what was decided on the quote.
  v_cause text := concat('quote ', v_quote_id,
    case when v_is_open then ' opened' when not v_is_open then ' closed' when not v_is_of_supplier then ' to its owner' end);
begin
  -- A decision that was taken back before its mail left is not mailed; one that was mailed is taken back by mail.
  if new.data ->> 'type' = 'quote_reopened' then
    delete from private.mail_outbox o where o.user_id = new.user_id and o.cause = v_cause and o.status = 'queued' and o.attempts = 0;
    if private.mail_pace(new.user_id, 'quote_declined') in ('now', 'off') then
      perform private.drop_mail_items(new.user_id, array[v_cause]);
    end if;
    -- Where a digest collects the decisions, this one takes the place of the decline.
    if private.mail_pace(new.user_id, 'quote_declined') in ('now', 'off') and (
        select coalesce(i.kind, o.template) from private.mail_outbox o
        left join lateral (
          select e.item ->> 'kind' as kind from jsonb_array_elements(o.data -> 'items') with ordinality as e (item, n)
          where e.item ->> 'about' = v_cause order by e.n desc limit 1) as i on true
        where o.user_id = new.user_id and (o.cause = v_cause or o.cause = 'above the limit' and i.kind is not null)
        order by o.id desc limit 1) is distinct from 'quote_declined' then
      return new;
    end if;
  end if;
  perform private.queue_mail(new.user_id, v_template, jsonb_strip_nulls(jsonb_build_object('message', new.message,
    'title', (select q.post_title from public.quotes q where q.id = v_quote_id),
    'path', case when v_is_of_supplier then '/my-quotes?quote=' else '/account?tab=posts&quote=' end || v_quote_id,
    'isOpen', v_is_open)), v_cause, new.id);
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
  v_waits boolean;
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
      v_cause := 'hiding of post ' || v_post.id;
      if v_post.is_hidden then
        perform private.queue_mail(new.user_id, 'post_hidden', v_data || jsonb_build_object('reason', v_post.hidden_reason), v_cause);
      elsif v_post.id is not null then
        -- A hiding that was taken back before its mail left is not mailed; one that was mailed is taken back by mail.
        delete from private.mail_outbox o where o.user_id = new.user_id and o.cause = v_cause and o.status = 'queued';
        v_waits := found or exists (
          select 1 from private.mail_outbox o
          where o.user_id = new.user_id and o.status = 'queued' and o.data -> 'items' @> jsonb_build_array(jsonb_build_object('about', v_cause)));
        if not v_waits or (
            select coalesce(i.kind, o.template) from private.mail_outbox o
            left join lateral (
              select e.item ->> 'kind' as kind from jsonb_array_elements(o.data -> 'items') with ordinality as e (item, n)
              where e.item ->> 'about' = v_cause order by e.n desc limit 1) as i on true
            where o.user_id = new.user_id and o.status in ('sending', 'sent') and (o.cause = v_cause or i.kind is not null)
            order by coalesce(o.sent_at, now()) desc, o.id desc limit 1) = 'post_hidden' then
          perform private.queue_mail(new.user_id, 'post_unhidden', v_data, v_cause);
        end if;
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
  p_up_to bigint,
  p_shown bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
begin
  -- Ids are given before transactions end: a long one can add an older id than the newest that was shown.
  update public.notifications n set read_at = now()
  where n.user_id = v_me and n.read_at is null and n.id <= coalesce(p_up_to, n.id)
    and (p_shown is null or n.id = any (p_shown) or n.id < (select min(s.id) from unnest(p_shown) as s (id)));
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
  -- Nobody but Auth writes to an address that is not verified: it may be a stranger's.
  v_email text := (
    select a.email from public.accounts a
    where a.profile_id = p_user_id and (a.email_confirmed_at is not null or private.is_always_sent(p_template)));
  v_pace text := coalesce(private.mail_pace(p_user_id, p_template), 'now');
  -- The words of the notification; of a reply to feedback, `message` is what it replies to.
  v_message text := case when p_data ? 'reply' then left(format('We answered your feedback "%s": %s', p_data ->> 'subject', p_data ->> 'reply'), 600)
    else coalesce(p_data ->> 'message', p_data #>> '{items,0,message}') end;
begin
  if v_pace <> 'off' then
    v_pace := coalesce(p_pace, v_pace);
  end if;
  if v_pace = 'now' and private.add_mail(p_user_id, v_email, p_template, p_data, p_cause, p_at, p_actor) then
    return;
  end if;
  if v_pace <> 'off' and (select t.is_enabled from private.mail_templates t where t.template = p_template) and v_message is not null then
    -- Of a cause that collects nothing, the digest says the last state, as a mail of its own would.
    perform private.add_mail(p_user_id, v_email, 'digest', private.collected(jsonb_build_object('kind', p_template,
      'message', v_message, 'notificationId', p_notification_id,
      'about', coalesce(p_data #>> '{items,0,about}', p_cause), 'path', p_data ->> 'path', 'questionId', p_data #> '{items,0,questionId}',
      'quoteId', p_data #> '{items,0,quoteId}', 'messageId', p_data #> '{items,0,messageId}', 'since', p_data #> '{items,0,since}',
      'isOpen', coalesce(p_data -> 'isOpen', p_data #> '{items,0,isOpen}'),
      'cause', case when p_data ? 'items' then p_data #>> '{items,0,cause}' else p_cause end)),
      -- What is above the limit of mails comes together, so that the last state is always mailed.
      case v_pace when 'now' then 'above the limit' else 'digest ' || v_pace end,
      case v_pace when 'now' then now() + interval '10 minutes' else private.next_digest(p_user_id, v_pace) end, p_actor);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.reader_of_token (
  p_token text
)
  RETURNS TABLE (
    user_id  bigint,
    template text,
    mail_id  bigint
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_parts text[] := regexp_match(p_token, '^([0-9]{1,18})\.(([a-z_]{1,40})(?:-[0-9]{1,18})?)\.[0-9a-f]{64}$');
begin
  -- Digests are compared, so that the time it takes tells nothing of the signature.
  if v_parts is null or extensions.digest(private.unsubscribe_token(v_parts[1]::bigint, v_parts[2]), 'sha256') <> extensions.digest(p_token, 'sha256')
    or not exists (select 1 from public.profiles p where p.id = v_parts[1]::bigint)
    or not exists (select 1 from private.mail_templates t where t.template = v_parts[3] and (t.is_optional or t.template = 'digest')) then
    perform private.refuse(404, 'not_found', 'This link is not valid');
  end if;
  return query select v_parts[1]::bigint, v_parts[3], substring(p_token from '^\d+\.digest-0(\d+)\.')::bigint;
end $function$;

CREATE OR REPLACE FUNCTION private.replace_notifications (
  p_user_id bigint,
  p_ids     bigint[],
  p_by      bigint
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- A row that its receiver is marking as read is left alone.
  with gone as (
    delete from public.notifications n where n.id in (
      select o.id from public.notifications o where o.id = any (p_ids) for update skip locked)
    returning n.id, n.read_at
  ), mails as (
    select o.id from private.mail_outbox o
    where o.user_id = p_user_id and o.status = 'queued' and exists (
      select 1 from jsonb_array_elements(o.data -> 'items') as i (item) join gone g on g.id = (i.item ->> 'notificationId')::bigint)
    order by o.id for update)
  update private.mail_outbox o set data = private.with_items(o.data, (
    select jsonb_agg(case when g.id is null then i.item else i.item || jsonb_build_object('notificationId', coalesce(p_by, g.id)) end order by i.n)
    from jsonb_array_elements(o.data -> 'items') with ordinality as i (item, n) left join gone g on g.id = (i.item ->> 'notificationId')::bigint
    where g.read_at is null))
  where o.id in (select m.id from mails m)
$function$;

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
  update public.feedback f set status = case f.status when 'new' then 'in_progress' else f.status end where f.id = v_feedback.id;
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

CREATE OR REPLACE FUNCTION private.set_digest_time (
  p_hour      integer,
  p_time_zone text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_mails bigint[];
begin
  if p_hour between 0 and 23 is not true then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "hour"}');
  elsif not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = p_time_zone) then
    perform private.refuse(400, 'invalid_input', 'This time zone is not known', '{"path": "timeZone"}');
  end if;
  -- Before the account, as everywhere.
  v_mails := array(
    select o.id from private.mail_outbox o
    where o.user_id = v_me and o.cause in ('digest daily', 'digest weekly') and o.status = 'queued' and o.attempts = 0 order by o.id for update);
  update public.accounts a set digest_hour = p_hour, time_zone = p_time_zone where a.profile_id = v_me;
  update private.mail_outbox o set next_attempt_at = private.next_digest(v_me, replace(o.cause, 'digest ', '')) where o.id = any (v_mails);
end $function$;

CREATE OR REPLACE FUNCTION private.submit_review (
  p_reviewed_user_id    bigint,
  p_rating              integer,
  p_comment             text,
  p_expected_updated_at timestamp with time zone
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
  v_after public.reviews;
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
  elsif v_before.rating = p_rating and private.is_same_text('reviews', v_before.id, 'comment', v_before.comment, v_comment)
      and private.is_changeable(v_before) then
    -- The same request again: nothing is written twice and nobody hears of it twice (docs/decisions.md#every-write-can-be-repeated).
    return v_before.id;
  end if;
  perform private.assert_unchanged(coalesce(v_before.updated_at, '-infinity'), p_expected_updated_at);
  perform private.consume_rate_limit('review', v_me::text);
  -- Not `on conflict`: the content filter would read the text as one of a new row, and again as it has masked it.
  if v_before.id is null then
    insert into public.reviews (reviewed_user_id, reviewer_id, rating, comment)
    values (p_reviewed_user_id, v_me, p_rating, v_comment) returning * into v_after;
  else
    update public.reviews r set rating = p_rating, comment = v_comment,
      -- A review that can no longer be edited is replaced by a new one, which has no reply yet.
      created_at = case when private.is_changeable(r) then r.created_at else now() end,
      reply = case when private.is_changeable(r) then r.reply end,
      replied_at = case when private.is_changeable(r) then r.replied_at end
    where r.id = v_before.id returning r.* into v_after;
  end if;
  perform private.tell_of_review(v_after);
  return v_after.id;
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
  elsif v_post.is_hidden and v_post.user_id <> v_me and v_post.hidden_by = v_post.user_id and p_hidden_at is null then
    perform private.refuse(409, 'conflict', 'This post was hidden by its owner');
  elsif v_post.user_id <> v_me then
    perform private.assert_unchanged(v_post.hidden_at, p_hidden_at);
  end if;
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null
  where p.id = p_post_id and p.is_hidden;
end $function$;

CREATE OR REPLACE FUNCTION private.unread_part (
  p_user_id bigint,
  p_data    jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.with_items(p_data, (
    select jsonb_agg(i.item order by i.n) from jsonb_array_elements(p_data -> 'items') with ordinality as i (item, n)
    where private.mail_pace(p_user_id, i.item ->> 'kind') is distinct from 'off'
      and not exists (
        select 1 from public.notifications n where n.id = (i.item ->> 'notificationId')::bigint and n.read_at is not null)
      and not exists (
        select 1 from public.messages m where m.id = (i.item ->> 'messageId')::bigint and m.read_at is not null)))
$function$;

CREATE OR REPLACE FUNCTION private.use_mail_code (
  p_email   text,
  p_code    text,
  p_kind    text,
  p_account text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_email text := lower(btrim(p_email));
  v_proof private.mail_proofs;
begin
  select * into v_proof from private.mail_proofs p
  where p.kind = p_kind and lower(p.address) = v_email and p.sent_at is not null
    -- An address belongs to one account; a new one may be asked for by several, so there the account has to be known.
    and (private.is_account(p.auth_id, p_account) or (p_kind = 'verify_email' and p_account is null));
  -- Per code: a new one brings new tries. An address that waits for nothing has them too, so that it tells nothing.
  perform private.consume_rate_limit('verify_email', concat_ws(' ', v_email, extract(epoch from v_proof.sent_at)));
  if v_proof.auth_id is null or v_proof.sent_at <= now() - private.proof_life(p_kind) then
    return null;
  end if;
  perform 1 from auth.users u where u.id = v_proof.auth_id for no key update;
  update private.mail_proofs p set tries = p.tries + 1
  where p.auth_id = v_proof.auth_id and p.kind = p_kind and p.code_hash = v_proof.code_hash and p.tries < 5;
  if not found then
    perform private.refuse_rate_limit('verify_email', 900);
  end if;
  if v_proof.code_hash <> extensions.crypt(p_code, v_proof.code_hash) then
    return null;
  end if;
  -- The client may have made the earlier one, with another password.
  if p_account is null and exists (
    select 1 from private.ended_registrations e where e.email = v_email and e.ended_at > now() - interval '48 hours') then
    perform private.refuse_other_registration();
  end if;
  delete from private.mail_proofs p where p.auth_id = v_proof.auth_id and p.kind = p_kind and p.code_hash = v_proof.code_hash;
  return case when found then private.exchange_proof(v_proof.auth_id, p_kind) end;
end $function$;

CREATE OR REPLACE FUNCTION private.use_mail_link (
  p_token   text,
  p_kind    text,
  p_account text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_hash constant text := private.hash_of_secret(p_token);
  v_auth_id uuid;
begin
  perform 1 from auth.users u where u.id = (select p.auth_id from private.mail_proofs p where p.token_hash = v_hash) for no key update;
  delete from private.mail_proofs p
  where p.token_hash = v_hash and p.kind = p_kind and p.sent_at > now() - private.proof_life(p_kind)
  returning p.auth_id into v_auth_id;
  if v_auth_id is null then
    if exists (select 1 from private.ended_registrations e where e.token_hash = v_hash and e.ended_at > now() - interval '48 hours') then
      perform private.refuse(409, 'earlier_registration',
        'This link belongs to an earlier registration of your address. Use the newest mail, or register again.');
    end if;
    return null;
  end if;
  -- Refusing undoes the deletion above, so the link stays good.
  if p_kind = 'verify_email' and not private.is_account(v_auth_id, p_account) then
    perform private.refuse_other_registration();
  end if;
  return private.exchange_proof(v_auth_id, p_kind);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_feedback (
  feedback_id         bigint,
  expected_updated_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.delete_feedback(feedback_id, expected_updated_at) $function$;

REVOKE ALL ON FUNCTION "public"."delete_feedback"(bigint, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mark_all_notifications_read (
  up_to bigint   DEFAULT NULL::bigint,
  shown bigint[] DEFAULT NULL::bigint[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.mark_all_notifications_read(up_to, shown) $function$;

REVOKE ALL ON FUNCTION "public"."mark_all_notifications_read"(bigint, bigint[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.submit_review (
  reviewed_user_id    bigint,
  rating              integer,
  comment             text,
  expected_updated_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS bigint
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select private.hold_account();
  select private.hold_profile(reviewed_user_id);
  select private.submit_review(reviewed_user_id, rating, comment, expected_updated_at);
$function$;

REVOKE ALL ON FUNCTION "public"."submit_review"(bigint, integer, text, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE TRIGGER a_skip_muted
  BEFORE INSERT ON public.notifications
  FOR EACH ROW
  WHEN ((new.broadcast_id IS NULL))
  EXECUTE FUNCTION private.skip_muted();

CREATE TRIGGER read_notification_of_hidden_review
  AFTER UPDATE OF hidden_at ON public.reviews
  FOR EACH ROW
  WHEN (((old.hidden_at IS NULL) AND (new.hidden_at IS NOT NULL)))
  EXECUTE FUNCTION private.read_notification_of_review();

COMMENT ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp with time zone, bigint) IS 'Queues a mail; answers whether it will leave. One cause makes one mail in ten minutes per receiver, with its last state or with all its items; one user causes at most 20 mails an hour for another, an admin 60 of a kind, and all together 20 to an address of nobody. Messages and digests, which collect, do not count to their limit.';

COMMENT ON FUNCTION "private"."kinds_of_mail"(bigint, bigint) IS 'The optional kinds that a mail to a user has collected.';

COMMENT ON FUNCTION "private"."limit_notification"() IS 'What one user causes for another: at most 60 notifications of a kind an hour, 200 by an admin, of quotes, decisions and closings all; more replace what is unread of the same thing, else the oldest of the kind, read ones first. One unread about the state of a quote or post within ten minutes, with its last words. Whoever gets 120 about messages in an hour, from whomever, gets one of each conversation.';

COMMENT ON FUNCTION "private"."queue_mail"(bigint, text, jsonb, text, bigint, bigint, text, timestamp with time zone) IS 'Queues a mail to a user when they want mails of its kind: at once or in their next digest, or what is above the limits in one that leaves after ten minutes, or at the pace of the one thing that it is about. What the data may hold stands beside each template in the code.';

COMMENT ON FUNCTION "private"."reader_of_token"(text) IS 'Whom and which mail the token of a link is about; PT404 when it was made up.';

COMMENT ON FUNCTION "private"."replace_notifications"(bigint, bigint[], bigint) IS 'Deletes notifications of a user. Mails that wait lose what was read of them; the rest is read with the notification that stands for them now, if there is one.';

COMMENT ON FUNCTION "private"."unread_part"(bigint, jsonb) IS 'The data of a mail that collects without what its reader has read on the page, or does not want any more.';

COMMENT ON FUNCTION "public"."delete_feedback"(bigint, timestamp with time zone) IS 'For admins: deletes feedback for good, unless it has changed or was answered since the given time (PT409); the next run of housekeeping removes its files.';

COMMENT ON FUNCTION "public"."hide_post"(bigint, text) IS 'Hides a post: by its owner, or by an admin for a violation of the rules. Refused where the other has hidden it: PT403 for the owner, PT409 for an admin.';

COMMENT ON FUNCTION "public"."mark_all_notifications_read"(bigint, bigint[]) IS 'Marks all notifications of the caller as read, up to the newest that was shown: nobody has read what came meanwhile. With the newest that were shown, none that is missing between these.';

COMMENT ON FUNCTION "public"."submit_review"(bigint, integer, text, timestamp with time zone) IS 'Writes the caller''s review of another user, or replaces the earlier one and drops its reply; answers its id. PT409 when the earlier one was changed at another time than the given one, -infinity for none.';

COMMENT ON FUNCTION "public"."unhide_post"(bigint, timestamp with time zone) IS 'Unhides a post; its owner cannot undo what an admin did. PT409 for an admin who names another time of hiding than the stored one, or none of a post that its owner has hidden.';

REVOKE ALL ON FUNCTION "private"."delete_feedback"(bigint, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_feedback"(bigint, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."kinds_of_mail"(bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_all_notifications_read"(bigint, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_all_notifications_read"(bigint, bigint[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."reader_of_token"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replace_notifications"(bigint, bigint[], bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."submit_review"(bigint, integer, text, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."submit_review"(bigint, integer, text, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."unread_part"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_feedback"(bigint, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mark_all_notifications_read"(bigint, bigint[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."submit_review"(bigint, integer, text, timestamp WITH time zone) TO "authenticated";
