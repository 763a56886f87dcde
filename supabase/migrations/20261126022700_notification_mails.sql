SET local check_function_bodies = off;

DROP TRIGGER "mail_of_decision" ON "public"."notifications";

DROP TRIGGER "mail_of_notification" ON "public"."notifications";

DROP FUNCTION "private"."decline_others"(public.quotes, bigint);

DROP FUNCTION "private"."notify"(bigint, text, jsonb);

ALTER TABLE "public"."notifications"
  ADD COLUMN "quote_id" bigint;

CREATE OR REPLACE FUNCTION private.accept_quote (
  p_quote_id         bigint,
  p_close_request    boolean,
  p_expected_version integer
)
  RETURNS TABLE (
    status  text,
    version integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'accept');
begin
  -- Without a version the caller accepts what they read last, so a quote that changed a moment ago is refused.
  if p_expected_version is not null then
    perform private.assert_version(v_quote, p_expected_version, 'The supplier has just changed this quote. Please look again.');
  elsif exists (
    select 1 from public.quote_events e where e.quote_id = v_quote.id and e.kind in ('revise', 'correct')
      and e.created_at > now() - interval '15 minutes') then
    perform private.refuse(409, 'changed_meanwhile', 'The supplier has just changed this quote. Please look again.');
  end if;
  if v_quote.valid_until < private.today() then
    perform private.refuse(409, 'conflict', format('This quote expired on %s', to_char(v_quote.valid_until, 'Mon FMDD, YYYY')));
  end if;
  v_quote := private.set_quote_status(v_quote, v_me, 'accept', 'accepted', null);
  perform private.tell_party(v_quote, v_quote.supplier_id, 'quote_accepted', format('Your quote on "%s" was accepted', v_quote.post_title));
  -- The others are declined first: closing tells those whose quotes are undecided.
  if p_close_request then
    perform private.decline_undecided(v_quote.post_id, v_me, v_quote.supplier_id);
    perform private.close_post_row(v_quote.post_id, 'awarded');
  end if;
  return query select v_quote.status, v_quote.version;
end $function$;

CREATE OR REPLACE FUNCTION private.add_mail (
  p_user_id  bigint,
  p_email    text,
  p_template text,
  p_data     jsonb,
  p_cause    text   DEFAULT NULL::text
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
  v_actor bigint := private.current_profile_id();
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
    values (p_user_id, p_email, p_template, v_data, p_cause, v_actor, greatest(now(), v_last + interval '10 minutes'))
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

CREATE OR REPLACE FUNCTION private.announce_quote()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_supplier text := (select p.username from public.profiles p where p.id = new.supplier_id);
  v_owner text := (select p.username from public.profiles p where p.id = new.post_owner_id);
begin
  perform private.notify(new.post_owner_id,
    format('You have a new quote on your post "%s" from %s', new.post_title, v_supplier),
    jsonb_build_object('type', 'quote', 'postId', new.post_id), new.id);
  perform private.notify(new.supplier_id,
    format('You sent a quote to "%s" of %s', new.post_title, v_owner),
    jsonb_build_object('type', 'quote', 'quoteId', new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.collected (
  p_item jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select jsonb_build_object('count', 1, 'items', jsonb_build_array(jsonb_strip_nulls(p_item))) $function$;

CREATE OR REPLACE FUNCTION private.decline_undecided (
  p_post_id   bigint,
  p_actor_id  bigint,
  p_chosen_id bigint
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with others as materialized (
    select q.id, q.status, case when p_chosen_id is null then 'The request was deleted'
      when q.supplier_id = p_chosen_id then 'Another quote of yours was accepted' else 'Another supplier was chosen' end as reason
    from public.quotes q where q.post_id = p_post_id and private.is_undecided(q) order by q.id for update
  ), declined as (
    update public.quotes q set status = 'declined', status_reason = o.reason, changed_at = now()
    from others o where q.id = o.id returning q.id, q.supplier_id, q.post_title, q.status_reason, o.status as from_status
  ), noted as (
    insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, reason)
    select d.id, p_actor_id, 'decline', d.from_status, 'declined', d.status_reason from declined d order by d.id
  )
  -- One for each supplier; who was chosen has heard of that already.
  insert into public.notifications (user_id, message, data)
  select n.supplier_id, left(format('Your quote on "%s" was declined: %s', n.post_title, n.status_reason), 600),
    jsonb_build_object('type', 'quote_declined', 'quoteId', n.id)
  from (select distinct on (d.supplier_id) d.* from declined d order by d.supplier_id, d.id desc) as n
  where n.supplier_id is distinct from p_chosen_id
  order by n.supplier_id
$function$;

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

CREATE OR REPLACE FUNCTION private.end_quotes_of_post()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (select 1 from public.quotes q where q.post_id = old.id and private.is_undecided(q)) then
    perform 1 from public.quotes q where q.post_id = old.id order by q.id for update;
    perform private.hold_counters(array[old.id]);
    perform 1 from public.post_questions k where k.post_id = old.id order by k.id for update;
    -- Without a profile the post goes with its owner.
    perform private.decline_undecided(old.id, (select p.id from public.profiles p where p.id = old.user_id), null);
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.item_of_quote (
  p_quote_id bigint,
  p_message  text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('message', p_message, 'quote', jsonb_build_object('supplier', p.username, 'price', q.price_text,
    'currency', q.currency, 'quantity', q.quantity_text, 'deliveryTime', q.delivery_time, 'validUntil', q.valid_until))
  from public.quotes q join public.profiles p on p.id = q.supplier_id where q.id = p_quote_id
$function$;

CREATE OR REPLACE FUNCTION private.joined_mail (
  p_waiting jsonb,
  p_new     jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when not (p_waiting ? 'items' and p_new ? 'items') then p_new
    else p_new || jsonb_build_object('count', (p_waiting ->> 'count')::integer + 1, 'items', p_waiting -> 'items' || case
      -- A list of twenty says enough; the count says the rest.
      when jsonb_array_length(p_waiting -> 'items') < 20 and octet_length(p_waiting::text) < 45000 then p_new -> 'items' else '[]' end) end
$function$;

CREATE OR REPLACE FUNCTION private.mail_of_decision()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_is_of_supplier boolean := new.data ? 'quoteId';
  v_quote_id bigint := coalesce((new.data ->> 'quoteId')::bigint, new.quote_id);
  v_template text := case new.data ->> 'type' when 'quote_accepted' then 'quote_accepted' when 'quote_declined' then 'quote_declined'
    when 'post_closed' then 'request_closed' else 'quote_changed' end;
  v_cause text := case when v_is_of_supplier then 'quote ' || v_quote_id else format('post %s of %s', new.data ->> 'postId', new.actor_id) end;
begin
  -- A decision that was taken back before its mail left is not mailed; one that was mailed is taken back by mail.
  if new.data ->> 'type' = 'quote_reopened' then
    delete from private.mail_outbox o where o.user_id = new.user_id and o.cause = v_cause and o.status = 'queued' and o.attempts = 0;
    if (select o.template from private.mail_outbox o where o.user_id = new.user_id and o.cause = v_cause order by o.id desc limit 1)
        is distinct from 'quote_declined' then
      return new;
    end if;
  end if;
  perform private.queue_mail(new.user_id, v_template, jsonb_build_object('message', new.message,
    'title', (select q.post_title from public.quotes q where q.id = v_quote_id),
    'path', case when v_is_of_supplier then '/my-quotes?quote=' else '/account?tab=posts&quote=' end || v_quote_id), v_cause);
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
          'quotes on post ' || v_post.id);
      end if;
    when 'message' then
      perform private.queue_mail(new.user_id, 'message_received',
        private.collected(v_data || jsonb_build_object('notificationId', new.id)));
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
        private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'questions on post ' || v_post.id);
    when 'question_answered' then
      -- Suppliers who quoted are told as well; only the asker waits for it.
      select jsonb_build_object('question', k.question, 'answer', k.answer) into v_item from public.post_questions k
      where k.post_id = v_post.id and k.asker_id = new.user_id and k.answered_at = now() order by k.id desc limit 1;
      if found then
        perform private.queue_mail(new.user_id, 'question_answered',
          private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'answers on post ' || v_post.id);
      end if;
    when 'post_changed' then
      -- Only a quote that waits or binds may have to change as well.
      if exists (select 1 from public.quotes q where q.post_id = v_post.id and q.supplier_id = new.user_id
          and (private.is_undecided(q) or q.status = 'accepted')) then
        perform private.queue_mail(new.user_id, 'request_changed', v_data || jsonb_build_object('path', v_page), 'changes of post ' || v_post.id);
      end if;
    when 'deadline_passed' then
      perform private.queue_mail(new.user_id, 'deadline_passed', v_data || jsonb_build_object('path', v_page));
    else
      perform private.queue_mail(new.user_id, 'review_received', v_data);
  end case;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.notify (
  p_user_id  bigint,
  p_message  text,
  p_data     jsonb,
  p_quote_id bigint DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ insert into public.notifications (user_id, message, data, quote_id) values (p_user_id, left(p_message, 600), p_data, p_quote_id) $function$;

CREATE OR REPLACE FUNCTION private.reopen_post (
  p_post_id        bigint,
  p_quote_deadline timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_post public.posts := private.post_to_moderate(p_post_id, private.require_profile_id(), false, 'You are not allowed to re-open this post');
begin
  if p_quote_deadline is null and v_post.quote_deadline <= now() then
    perform private.refuse(400, 'invalid_input', 'The deadline has passed. Choose a new one.', '{"path": "quoteDeadline"}');
  end if;
  perform private.assert_not_suspended();
  update public.posts p set closed_at = null, closed_reason = null, quote_deadline = coalesce(p_quote_deadline, p.quote_deadline)
  where p.id = v_post.id and (p.closed_at is not null or p.quote_deadline is distinct from coalesce(p_quote_deadline, p.quote_deadline));
  -- A closing that was taken back before its mail left is not mailed.
  delete from private.mail_outbox m where m.id in (
    select o.id from private.mail_outbox o join public.quotes q on o.user_id = q.supplier_id and o.cause = 'quote ' || q.id
    where q.post_id = v_post.id and o.template = 'request_closed' and o.status = 'queued' and o.attempts = 0 order by o.id for update of o);
end $function$;

CREATE OR REPLACE FUNCTION private.tell_party (
  p_quote   public.quotes,
  p_user_id bigint,
  p_kind    text,
  p_message text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- The quote leads to the tab of its supplier, the post to that of its owner.
  select private.notify(p_user_id, p_message, jsonb_strip_nulls(jsonb_build_object('type', p_kind,
    case when p_user_id = p_quote.supplier_id then 'quoteId' else 'postId' end,
    case when p_user_id = p_quote.supplier_id then p_quote.id else p_quote.post_id end)), p_quote.id)
$function$;

CREATE OR REPLACE FUNCTION private.tell_suppliers (
  p_post_id bigint,
  p_type    text,
  p_message text,
  p_but     bigint DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- The newest replaces those that were not read, so that its mail is queued. A row that its receiver is marking as read is left alone.
  delete from public.notifications n where n.id in (
    select o.id from public.notifications o
    where o.user_id in (select q.supplier_id from public.quotes q where q.post_id = p_post_id) and o.user_id is distinct from p_but
      and o.read_at is null and o.data = jsonb_build_object('type', p_type, 'path', '/post/post-' || p_post_id)
    for update skip locked);
  insert into public.notifications (user_id, message, data)
  select distinct q.supplier_id, left(p_message, 600), jsonb_build_object('type', p_type, 'path', '/post/post-' || p_post_id)
  from public.quotes q
  where q.post_id = p_post_id and q.status not in ('withdrawn', 'cancelled') and q.supplier_id is distinct from p_but
  order by q.supplier_id
$function$;

CREATE TRIGGER mail_of_decision
  BEFORE INSERT ON public.notifications
  FOR EACH ROW
  WHEN
    (((new.data ->> 'type'::text) = ANY (ARRAY['quote_accepted'::text, 'quote_declined'::text, 'quote_reopened'::text, 'quote_withdrawn'::text, 'quote_revised'::text,
    'deal_cancelled'::text, 'post_closed'::text])))
  EXECUTE FUNCTION private.mail_of_decision();

CREATE TRIGGER mail_of_notification
  BEFORE INSERT ON public.notifications
  FOR EACH ROW
  WHEN
    (((new.data ->> 'type'::text) = ANY (ARRAY['quote'::text, 'message'::text, 'post'::text, 'review'::text, 'question_asked'::text, 'question_answered'::text,
    'post_changed'::text, 'deadline_passed'::text])))
  EXECUTE FUNCTION private.mail_of_notification();

CREATE TRIGGER end_quotes_of_post
  BEFORE DELETE ON public.posts
  FOR EACH ROW
  EXECUTE FUNCTION private.end_quotes_of_post();

COMMENT ON COLUMN "public"."notifications"."quote_id" IS 'The quote that its mail is about, where `data` names only the post. No reference, and never read by clients.';

COMMENT ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text) IS 'Queues a mail. One cause makes one mail in ten minutes per receiver, with its last state or with all its items; one user causes at most 20 mails an hour for another.';

COMMENT ON FUNCTION "private"."collected"(jsonb) IS 'The data of a mail that collects what comes of its cause within ten minutes, with the first item.';

COMMENT ON FUNCTION "private"."decline_undecided"(bigint, bigint, bigint) IS 'Declines every undecided quote on a post, of which one supplier was chosen or which is deleted, and tells each other supplier once.';

COMMENT ON FUNCTION "private"."item_of_quote"(bigint, text) IS 'What the mail of a new quote says of it.';

COMMENT ON FUNCTION "private"."joined_mail"(jsonb, jsonb) IS 'The data of a mail that waits and of the next one of its cause as those of one mail: what has items collects them, else the newer counts.';

COMMENT ON FUNCTION "private"."notify"(bigint, text, jsonb, bigint) IS 'Writes a notification, with the quote that its mail leads to; for rules of the database only.';

COMMENT ON FUNCTION "private"."tell_suppliers"(bigint, text, text, bigint) IS 'Notifies every supplier whose quote on a post can still come to something, except one; each has at most one unread notification of it.';

REVOKE ALL ON FUNCTION "private"."collected"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decline_undecided"(bigint, bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_quotes_of_post"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."item_of_quote"(bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."joined_mail"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify"(bigint, text, jsonb, bigint) FROM PUBLIC;

insert into private.mail_templates (template, is_optional, placeholders) values
  ('question_asked', true, '{username,title,message,summary,questions,count}'),
  ('question_answered', true, '{username,title,answers,count}'),
  ('request_changed', true, '{username,title,message}'),
  ('request_closed', true, '{username,title,message}'),
  ('deadline_passed', true, '{username,title,message}');

update private.mail_templates t set placeholders = '{username,title,message,summary,quotes,count}' where t.template = 'quote_received';

-- Quotes whose request was deleted before: nobody can decide on them. Their suppliers are not notified of what may be years old.
with ended as materialized (
  select q.id, q.status from public.quotes q where q.post_id is null and q.status in ('pending', 'shortlisted')
), declined as (
  update public.quotes q set status = 'declined', status_reason = 'The request was deleted', changed_at = now() from ended e where q.id = e.id
)
insert into public.quote_events (quote_id, kind, from_status, to_status, reason)
select e.id, 'decline', e.status, 'declined', 'The request was deleted' from ended e order by e.id;
