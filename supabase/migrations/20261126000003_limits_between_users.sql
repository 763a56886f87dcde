SET local check_function_bodies = off;

REVOKE ALL ON TABLE "public"."notifications" FROM "authenticated";

DROP TRIGGER "mail_of_decision" ON "public"."notifications";

DROP FUNCTION "private"."add_mail"(bigint, text, text, jsonb);

DROP FUNCTION "private"."queue_mail"(bigint, text, jsonb);

DROP FUNCTION "public"."accept_quote"(bigint, boolean, integer);

ALTER TABLE "private"."mail_outbox"
  ADD COLUMN "cause" text;

ALTER TABLE "private"."mail_outbox"
  ADD COLUMN "actor_id" bigint;

ALTER TABLE "public"."notifications"
  ADD COLUMN "actor_id" bigint;

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
    perform private.decline_others(v_quote, v_me);
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
    set template = excluded.template, data = excluded.data, actor_id = excluded.actor_id;
    return;
  elsif p_template <> 'message_received' then
    insert into private.mail_outbox (user_id, recipient, template, data, actor_id) values (p_user_id, p_email, p_template, v_data, v_actor);
    return;
  end if;
  insert into private.mail_outbox as o (user_id, recipient, template, data, next_attempt_at)
  values (p_user_id, p_email, p_template, jsonb_build_object('count', 1, 'items', jsonb_build_array(v_data)), now() + interval '10 minutes')
  on conflict (user_id) where template = 'message_received' and status = 'queued' and attempts = 0 do update
  set data = jsonb_build_object('count', (o.data ->> 'count')::integer + 1,
    -- A list of twenty says enough; the count says the rest.
    'items', case when jsonb_array_length(o.data -> 'items') < 20 then (o.data -> 'items') || v_data else o.data -> 'items' end);
end $function$;

CREATE OR REPLACE FUNCTION private.claim_mail (
  p_mail_id bigint
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
begin
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
    if v_mail.id is null and v_left > 0 then
      select * into v_mail from private.mail_outbox o
      where o.status = 'queued' and o.next_attempt_at <= now() and (p_mail_id is null or o.id = p_mail_id)
        and (o.template <> 'broadcast' or v_left > v_reserve)
      order by o.template = 'broadcast', o.next_attempt_at, o.id
      limit 1 for update skip locked;
    end if;
    if v_mail.id is null then
      return;
    end if;
    exit when case
      -- Nobody asks for it any more, or not for this address.
      when private.proof_life(v_mail.template) is not null then exists (
        select 1 from private.mail_proofs m join public.profiles p on p.auth_id = m.auth_id
        where p.id = v_mail.user_id and m.kind = v_mail.template and m.address = v_mail.recipient)
      -- People who have read their messages meanwhile need no mail about them.
      when v_mail.template = 'message_received' then v_mail.attempts > 0 or exists (
        select 1 from jsonb_array_elements(v_mail.data -> 'items') as i (item)
        left join public.notifications n on n.id = (i.item ->> 'notificationId')::bigint
        where n.read_at is null)
      else true end;
    delete from private.mail_outbox o where o.id = v_mail.id;
  end loop;

  insert into private.mail_days as d (day, sent) values ((now() at time zone 'utc')::date, 1)
  -- A mail that somebody waits for counts, but is never kept back by the others.
  on conflict (day) do update set sent = d.sent + 1
  where d.sent < (select s.daily_cap from private.mail_settings s) or private.proof_life(v_mail.template) is not null;
  if not found then
    return;
  end if;

  update private.mail_outbox o set status = 'sending', attempts = o.attempts + 1, lease = v_lease, lease_until = now() + interval '5 minutes'
  where o.id = v_mail.id;
  return query
    select v_mail.id, v_lease, v_mail.recipient, t.template,
      case when private.proof_life(t.template) is null then v_mail.data else private.make_proof(v_mail.user_id, t.template, v_mail.recipient) end,
      coalesce((select p.username from public.profiles p where p.id = v_mail.user_id), v_mail.data ->> 'username'),
      english.subject, english.body,
      case when t.is_optional and v_mail.user_id is not null then private.unsubscribe_token(v_mail.user_id, t.template) end,
      l.locale, own.subject, own.body
    from private.mail_templates t
    -- The language that the receiver reads now, whenever the mail was queued; the mail itself names one if nobody's account does.
    cross join (select coalesce(v_mail.data ->> 'locale', (select a.locale from public.accounts a where a.profile_id = v_mail.user_id), 'en')) as l (locale)
    left join private.mail_texts english on english.template = t.template and english.locale = 'en'
    left join private.mail_texts own on own.template = t.template and own.locale = l.locale and l.locale <> 'en'
    where t.template = v_mail.template;
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
  new.actor_id := private.current_profile_id();
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

CREATE OR REPLACE FUNCTION private.mail_of_decision()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_quote_id text := new.data ->> 'quoteId';
  v_template text := case when new.data ->> 'type' in ('quote_accepted', 'quote_declined') then new.data ->> 'type' else 'quote_changed' end;
  v_cause text := coalesce('quote ' || v_quote_id, format('post %s of %s', new.data ->> 'postId', new.actor_id));
begin
  -- A decision that was taken back before its mail left is not mailed.
  if new.data ->> 'type' = 'quote_reopened' then
    delete from private.mail_outbox o where o.user_id = new.user_id and o.cause = v_cause and o.status = 'queued' and o.attempts = 0;
    return new;
  end if;
  perform private.queue_mail(new.user_id, v_template, jsonb_build_object('message', new.message,
    'title', coalesce((select q.post_title from public.quotes q where q.id = v_quote_id::bigint),
      (select p.title from public.posts p where p.id = (new.data ->> 'postId')::bigint), ''),
    'path', coalesce('/my-quotes?quote=' || v_quote_id, '/account?tab=posts')), v_cause);
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
begin
  if new.data ? 'postId' then
    select * into v_post from public.posts p where p.id = (new.data ->> 'postId')::bigint;
    v_data := v_data || jsonb_build_object('title', v_post.title);
  end if;
  case new.data ->> 'type'
    when 'quote' then
      if new.data ? 'postId' then
        perform private.queue_mail(new.user_id, 'quote_received', v_data);
      end if;
    when 'message' then
      perform private.queue_mail(new.user_id, 'message_received', v_data || jsonb_build_object('notificationId', new.id));
    when 'post' then
      if v_post.is_hidden then
        perform private.queue_mail(new.user_id, 'post_hidden', v_data || jsonb_build_object('reason', v_post.hidden_reason));
      elsif v_post.id is not null then
        perform private.queue_mail(new.user_id, 'post_unhidden', v_data);
      end if;
    else
      perform private.queue_mail(new.user_id, 'review_received', v_data);
  end case;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.queue_mail (
  p_user_id  bigint,
  p_template text,
  p_data     jsonb,
  p_cause    text   DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (select 1 from private.mail_unsubscribes u where u.user_id = p_user_id and u.template = p_template) then
    return;
  end if;
  perform private.add_mail(p_user_id, (select a.email from public.accounts a where a.profile_id = p_user_id), p_template, p_data, p_cause);
end $function$;

CREATE OR REPLACE FUNCTION private.revise_quote (
  p_quote_id         bigint,
  p_quote            jsonb,
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
  v_fields jsonb := private.known_fields(p_quote, array_remove(array_remove(private.quote_fields(), 'post_id'), 'client_id'));
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'revise');
  v_new public.quotes := private.with_facts(v_quote, v_fields);
  v_before jsonb := private.quote_facts(v_quote);
  v_after jsonb;
  v_facts jsonb;
  v_since timestamptz := coalesce(v_quote.revised_at, v_quote.created_at);
  v_is_correction boolean;
begin
  perform private.assert_version(v_quote, p_expected_version, 'This quote has just been changed. Please look again.');
  perform private.assert_organization(v_new, v_me);
  perform private.assert_own_images('post-images', v_new.images, v_quote.images);
  update public.quotes q set product_match = v_new.product_match, description = v_new.description, price_text = v_new.price_text,
    price_value = v_new.price_value, quantity_text = v_new.quantity_text, quantity_value = v_new.quantity_value, currency = v_new.currency,
    payment_method = v_new.payment_method, shipping_method = v_new.shipping_method, delivery_time = v_new.delivery_time,
    delivery_from = v_new.delivery_from, delivery_to = v_new.delivery_to, images = v_new.images, contact_address = v_new.contact_address,
    account_type = v_new.account_type, organization_name = v_new.organization_name, tax_code = v_new.tax_code, valid_until = v_new.valid_until
  where q.id = v_quote.id returning q.* into v_new;
  -- Attachments stay where none are given, so that a client that knows nothing of them takes none away.
  if v_fields ? 'attachments' then
    delete from public.quote_attachments a where a.quote_id = v_quote.id
      and not v_fields -> 'attachments' @> jsonb_build_array(jsonb_build_object('path', a.path));
    perform private.attach_to_quote(v_quote.id, v_fields -> 'attachments');
  end if;
  v_after := private.quote_facts(v_new);
  select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, v_after -> b.key) into v_before, v_after
  from jsonb_each(v_before) as b where b.value is distinct from v_after -> b.key;
  if v_before is null then
    return query select v_quote.status, v_quote.version;
    return;
  end if;

  v_is_correction := v_since > now() - interval '15 minutes' and not exists (
    select 1 from public.quote_events e where e.quote_id = v_quote.id and e.actor_id = v_quote.post_owner_id and e.created_at >= v_since);
  if not v_is_correction and v_quote.revision >= 3 then
    perform private.refuse(409, 'conflict', format('This quote is %s and has been revised three times, which is the most', v_quote.status),
      jsonb_build_object('status', v_quote.status));
  end if;
  update public.quotes q set version = q.version + 1,
    revision = case when v_is_correction then q.revision else q.revision + 1 end,
    revised_at = case when v_is_correction then q.revised_at else now() end,
    changed_at = case when v_is_correction then q.changed_at else now() end
  where q.id = v_quote.id returning q.* into v_new;
  insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, before, after)
  values (v_new.id, v_me, case when v_is_correction then 'correct' else 'revise' end, v_quote.status, v_new.status, v_before, v_after);
  -- A new quote is read with its corrected facts. A revision was told with its figures, so its correction is told as well: against
  -- what the owner knew before the revision, or, where it takes the revision back, against the revision.
  if v_is_correction and v_quote.revised_at is not null then
    v_facts := private.quote_facts(v_new);
    select coalesce(jsonb_object_agg(k.key, k.value), v_before) into v_before
    from (
      select v_before || e.before as known from public.quote_events e
      where e.quote_id = v_quote.id and e.kind = 'revise' order by e.id desc limit 1) as t
    cross join lateral jsonb_each(t.known) as k where k.value is distinct from v_facts -> k.key;
    v_after := v_facts;
  end if;
  if not v_is_correction or v_quote.revised_at is not null then
    perform private.tell_party(v_new, v_new.post_owner_id, 'quote_revised', format('%s revised the quote on "%s": %s',
      (select p.username from public.profiles p where p.id = v_me), v_new.post_title, private.facts_as_words(v_before, v_after)));
  end if;
  return query select v_new.status, v_new.version;
end $function$;

CREATE OR REPLACE FUNCTION public.accept_quote (
  quote_id         bigint,
  close_request    boolean,
  expected_version integer DEFAULT NULL::integer
)
  RETURNS TABLE (
    status  text,
    version integer
  )
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.accept_quote(quote_id, close_request, expected_version) $function$;

REVOKE ALL ON FUNCTION "public"."accept_quote"(bigint, boolean, integer) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."mail_outbox"
  ADD CONSTRAINT "mail_outbox_cause_length" CHECK ((char_length(cause) <= 100));

CREATE UNIQUE INDEX mail_outbox_cause_is_one ON private.mail_outbox USING btree (user_id, cause)
  WHERE ((cause IS NOT NULL) AND (status = 'queued'::text) AND (attempts = 0));

CREATE INDEX mail_outbox_secrets_idx ON private.mail_outbox USING btree (next_attempt_at, id)
  WHERE ((status = 'queued'::text) AND (template = ANY (ARRAY['verify_email'::text, 'reset_password'::text, 'confirm_email'::text])));

CREATE TRIGGER b_limit_notification
  BEFORE INSERT ON public.notifications
  FOR EACH ROW
  WHEN ((new.broadcast_id IS NULL))
  EXECUTE FUNCTION private.limit_notification();

CREATE TRIGGER mail_of_decision
  BEFORE INSERT ON public.notifications
  FOR EACH ROW
  WHEN
    (((new.data ->> 'type'::text) = ANY (ARRAY['quote_accepted'::text, 'quote_declined'::text, 'quote_reopened'::text, 'quote_withdrawn'::text, 'quote_revised'::text,
    'deal_cancelled'::text])))
  EXECUTE FUNCTION private.mail_of_decision();

COMMENT ON COLUMN "private"."mail_outbox"."actor_id" IS 'The user who caused the mail, for limits per sender and receiver.';

COMMENT ON COLUMN "private"."mail_outbox"."cause" IS 'What the mail is about, such as "quote 7": one cause makes one mail in ten minutes per receiver.';

COMMENT ON COLUMN "public"."notifications"."actor_id" IS 'The user who caused it, for limits per sender and receiver; null for jobs. No reference: an id that is gone matches nobody. Never read by clients.';

COMMENT ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text) IS 'Queues a mail. One cause makes one mail in ten minutes per receiver, with its last state; one user causes at most 20 mails an hour for another.';

COMMENT ON FUNCTION "private"."limit_notification"() IS 'What one user causes for another: at most 60 notifications an hour, and one unread about the state of a quote or post within ten minutes, with its last words.';

COMMENT ON FUNCTION "private"."queue_mail"(bigint, text, jsonb, text) IS 'Queues a mail to a user who has not unsubscribed from its kind. What the data may hold stands beside each template in the code.';

COMMENT ON FUNCTION "public"."accept_quote"(bigint, boolean, integer) IS 'Accepts a quote on a post of the caller, in the version that they have read, or unchanged for 15 minutes; with `close_request` the post closes and all undecided quotes on it are declined.';

REVOKE ALL ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_notification"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_mail"(bigint, text, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_quote"(bigint, boolean, integer) TO "authenticated";

REVOKE ALL ("broadcast_id") ON TABLE "public"."notifications" FROM "authenticated";

GRANT SELECT ("broadcast_id") ON TABLE "public"."notifications" TO "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."notifications" FROM "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."notifications" TO "authenticated";

REVOKE ALL ("data") ON TABLE "public"."notifications" FROM "authenticated";

GRANT SELECT ("data") ON TABLE "public"."notifications" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."notifications" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."notifications" TO "authenticated";

REVOKE ALL ("message") ON TABLE "public"."notifications" FROM "authenticated";

GRANT SELECT ("message") ON TABLE "public"."notifications" TO "authenticated";

REVOKE ALL ("read_at") ON TABLE "public"."notifications" FROM "authenticated";

GRANT SELECT ("read_at") ON TABLE "public"."notifications" TO "authenticated";

REVOKE ALL ("user_id") ON TABLE "public"."notifications" FROM "authenticated";

GRANT SELECT ("user_id") ON TABLE "public"."notifications" TO "authenticated";

update private.app_settings set value = value - 'mail_proof_total' where key = 'rate_limits';
