SET local check_function_bodies = off;

DROP POLICY "users read their own files" ON "storage"."objects";

DROP POLICY "users remove their own unused files" ON "storage"."objects";

DROP FUNCTION "private"."audience_values"(text, text[]);

DROP FUNCTION "private"."finish_drawing"(text, text);

DROP FUNCTION "public"."finish_drawing"(text, text);

CREATE OR REPLACE FUNCTION private.audience_values (
  p_audience text,
  p_values   text[]
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if cardinality(p_values) > 1000 then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "audienceValues"}');
  end if;
  return (
    select case when p_audience = 'all' then '{}' else coalesce(array_agg(distinct case when p_audience = 'usernames' then lower(btrim(v)) else btrim(v) end)
      filter (where not private.is_blank(v)), '{}') end
    from unnest(p_values) as v);
end $function$;

CREATE OR REPLACE FUNCTION private.begin_idempotent_write (
  p_subject      text,
  p_key          text,
  p_request_hash text
)
  RETURNS TABLE (
    outcome text,
    lease   uuid,
    status  smallint,
    answer  text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_first private.idempotent_writes;
begin
  -- One statement decides who runs, so that of many repeats at the same moment exactly one does.
  insert into private.idempotent_writes as w (subject, key, request_hash, lease, leased_until)
  values (p_subject, p_key, p_request_hash, gen_random_uuid(), now() + interval '2 minutes')
  on conflict (subject, key) do update set
    request_hash = excluded.request_hash, lease = excluded.lease, leased_until = excluded.leased_until,
    status = null, answer = null, created_at = now()
  where w.created_at <= now() - interval '24 hours'
    or (w.status is null and w.leased_until <= now() and w.request_hash = excluded.request_hash)
  returning w.* into v_first;
  if v_first.lease is not null then
    perform private.assert_rate_limit('idempotent_kilobytes', p_subject);
    perform private.consume_rate_limit('idempotent_write', p_subject);
    return query select 'run', v_first.lease, null::smallint, null::text;
    return;
  end if;
  select * into v_first from private.idempotent_writes w where w.subject = p_subject and w.key = p_key;
  return query select
    case
      when v_first.request_hash <> p_request_hash then 'other_request'
      when v_first.status is not null then 'answered'
      else 'running'
    end, null::uuid, v_first.status, v_first.answer;
end $function$;

CREATE OR REPLACE FUNCTION private.check_account_note()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_content jsonb := jsonb_build_array(new.profile_id, new.note);
  v_stored_id bigint;
begin
  if (select auth.uid()) is not null then
    select n.id into v_stored_id from public.account_notes n where n.author_id = new.author_id and n.client_id = new.client_id;
    if v_stored_id is null then
      perform private.remember_content('account note ' || new.author_id, new.client_id, v_content);
    else
      perform private.assert_same_content('account note ' || new.author_id, new.client_id, v_content, v_stored_id);
      perform private.refuse_repeat('account_notes_client_id_is_unique');
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.check_news_write()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_content jsonb;
  v_stored_id bigint;
begin
  -- Policies and constraints are asked after the words of the search, which take seconds of a text of a megabyte.
  if char_length(concat(new.title, new.summary, new.body, new.location, new.external_url)) > 30000 then
    perform private.refuse(400, 'invalid_input', 'Text too long');
  end if;
  if (select auth.uid()) is not null then
    if tg_op = 'INSERT' then
      v_content := to_jsonb(new) - array['id', 'search', 'folded', 'client_id', 'author_id', 'created_at', 'updated_at', 'published_at'];
      select n.id into v_stored_id from public.news_items n where n.author_id = new.author_id and n.client_id = new.client_id;
      if v_stored_id is null then
        perform private.remember_content('news ' || new.author_id, new.client_id, v_content);
      else
        perform private.assert_same_content('news ' || new.author_id, new.client_id, v_content, v_stored_id);
        perform private.refuse_repeat('news_items_client_id_is_unique');
      end if;
    end if;
    perform private.assert_own_images('news-images', new.images, case when tg_op = 'UPDATE' then old.images else '{}'::text[] end);
  end if;
  -- A client that does not know of the zone may make news of an event.
  if new.type <> 'event' then
    new.event_zone := null;
  end if;
  -- An item that comes back from the archive keeps its place.
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, now());
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end $function$;

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
  v_is_edit boolean;
begin
  if tg_op = 'INSERT' then
    v_old.images := '{}';
    if v_auth_id is not null then
      v_content := private.post_facts(new) || jsonb_build_object('category', new.category, 'images', new.images);
      select p.id into v_stored_id from public.posts p where p.user_id = new.user_id and p.client_id = new.client_id;
      if v_stored_id is null then
        perform private.consume_rate_limit('post', new.user_id::text);
        perform private.remember_content('post ' || new.user_id, new.client_id, v_content);
      else
        perform private.assert_same_content('post ' || new.user_id, new.client_id, v_content, v_stored_id);
        perform private.refuse_repeat('posts_client_id_is_unique');
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
  v_is_edit := tg_op = 'UPDATE' and not private.restores_text() and (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port,
      new.images, new.quantity, new.unit, new.target_price, new.target_currency, new.needed_by, new.quote_deadline, new.incoterm)
      is distinct from
      (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port,
      old.images, old.quantity, old.unit, old.target_price, old.target_currency, old.needed_by, old.quote_deadline, old.incoterm);
  if v_is_edit then
    new.updated_at := now();
  end if;
  -- Each edit, closing and hiding is told to the open pages of everybody who has quoted. What admins hide is limited otherwise.
  if (v_is_edit or tg_op = 'UPDATE' and (new.closed_at, new.is_hidden) is distinct from (old.closed_at, old.is_hidden))
      and new.user_id = private.current_profile_id() then
    perform private.consume_rate_limit('post_edit', new.user_id::text);
  end if;
  return new;
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
  -- In parts: mails may have been off for long.
  delete from private.mail_outbox m where m.id in (
    select o.id from private.mail_outbox o where o.status = 'queued' and o.next_attempt_at <= now() and private.is_stale_mail(o)
    limit 10000 for update skip locked);

  select s.daily_cap - coalesce((select d.sent from private.mail_days d where d.day = (now() at time zone 'utc')::date), 0),
    s.daily_cap / 10 into v_left, v_reserve
  from private.mail_settings s;
  loop
    select * into v_mail from private.mail_outbox o
    where o.status = 'queued' and o.next_attempt_at <= now() and not private.is_stale_mail(o) and (p_mail_id is null or o.id = p_mail_id)
      and o.template in ('verify_email', 'reset_password', 'confirm_email')
    order by o.next_attempt_at, o.id
    limit 1 for update skip locked;
    if v_mail.id is null and v_held_by is null then
      select * into v_mail from private.mail_outbox o
      where o.status = 'queued' and o.next_attempt_at <= now() and not private.is_stale_mail(o) and (p_mail_id is null or o.id = p_mail_id)
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
      -- Copies that had failed, or were being sent, when it was taken back.
      when v_mail.broadcast_id is not null then not exists (
        select 1 from private.broadcasts b where b.id = v_mail.broadcast_id and b.status = 'deleted')
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
    'idempotent_kilobytes', jsonb_build_object('max', 100000, 'seconds', 86400),
    'empty_search',        jsonb_build_object('max', 600, 'seconds', 3600),
    'guest_access',        jsonb_build_object('max', 120, 'seconds', 3600))
$function$;

CREATE OR REPLACE FUNCTION private.finish_drawing (
  p_bucket  text,
  p_target  text,
  p_is_over boolean
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update private.images_to_draw d set tries = d.tries - 1 where not p_is_over and d.bucket_id = p_bucket and d.target = p_target;
  delete from private.images_to_draw d where p_is_over and d.bucket_id = p_bucket and d.target = p_target;
$function$;

CREATE OR REPLACE FUNCTION private.finish_idempotent_write (
  p_subject text,
  p_key     text,
  p_lease   uuid,
  p_status  smallint,
  p_answer  text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_kilobytes integer := greatest(1, ceil(octet_length(p_answer) / 1000.0));
begin
  if p_status is null then
    delete from private.idempotent_writes w where w.subject = p_subject and w.key = p_key and w.lease = p_lease;
  else
    update private.idempotent_writes w set status = p_status, answer = p_answer
    where w.subject = p_subject and w.key = p_key and w.lease = p_lease;
    -- The write is done, so its answer is kept even where it exceeds the limit; the next key is refused.
    perform private.take_room('idempotent_kilobytes', p_subject, v_kilobytes, (r.rule ->> 'max')::integer + v_kilobytes,
      make_interval(secs => (r.rule ->> 'seconds')::integer))
    from (select private.setting('rate_limits') -> 'idempotent_kilobytes') as r (rule);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.hears_of_reply (
  p_feedback public.feedback
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select 1 from public.accounts a where a.profile_id = p_feedback.user_id and a.deleted_at is null)
    and (exists (
        select 1 from public.notifications n
        where n.user_id = p_feedback.user_id and n.created_at = now() and (n.data ->> 'feedbackId')::bigint = p_feedback.id)
      or (coalesce(private.mail_pace(p_feedback.user_id, 'feedback_answered'), 'now') <> 'off'
        and exists (select 1 from private.mail_templates t where t.template = 'feedback_answered' and t.is_enabled)))
$function$;

CREATE OR REPLACE FUNCTION private.is_still_so (
  p_about   text,
  p_is_open boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_is_open is null or coalesce((
    select case when p_is_open then private.is_open(p) else p.closed_at is not null end from public.posts p
    where p.id = coalesce(substring(p_about from ' post (\d{1,18})$')::bigint,
      (select q.post_id from public.quotes q where q.id = substring(p_about from '^quote (\d{1,18})')::bigint))), true)
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
  -- Nobody may miss these, however much else there was; what they tell has limits of its own, `quote` and `quote_decision`.
  v_decisions constant text[] := array['quote', 'quote_shortlisted', 'quote_accepted', 'quote_declined', 'quote_reopened', 'quote_withdrawn',
    'quote_revised', 'deal_cancelled'];
  v_sent integer;
  v_told bigint[];
begin
  -- Jobs name whose act they tell.
  new.actor_id := coalesce(private.current_profile_id(), new.actor_id);
  if new.actor_id is null or new.actor_id = new.user_id then
    return new;
  end if;
  select count(*) filter (where coalesce(n.data ->> 'type' <> all (v_decisions), true)),
    array_agg(n.id) filter (where n.data = new.data and n.quote_id is not distinct from new.quote_id and n.read_at is null and n.created_at > now() - interval '10 minutes'
      and n.data ->> 'type' = any (array_remove(v_decisions, 'quote') || array['post_closed', 'post_changed', 'review']))
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
  elsif v_sent >= v_max and coalesce(new.data ->> 'type' <> all (v_decisions), true) and private.setting('rate_limits_enabled') = 'true'
    -- Posts are hidden and unhidden hundreds at once.
    and (v_sent >= v_max_of_admins or not private.is_admin() or new.data ->> 'type' = 'post') then
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
  v_is_of_supplier boolean := new.data ? 'quoteId';
  v_quote_id bigint := coalesce((new.data ->> 'quoteId')::bigint, new.quote_id);
  v_template text := private.preference_of(new.data ->> 'type');
  -- A closing is taken back apart from what was decided on the quote.
  v_cause text := concat('quote ', v_quote_id, case when new.data ->> 'type' = 'post_closed' then ' closed' when not v_is_of_supplier then ' to its owner' end);
begin
  -- A decision that was taken back before its mail left is not mailed; one that was mailed is taken back by mail.
  if new.data ->> 'type' = 'quote_reopened' then
    delete from private.mail_outbox o where o.user_id = new.user_id and o.cause = v_cause and o.status = 'queued' and o.attempts = 0;
    -- Where a digest collects the decisions, this one takes the place of the decline.
    if private.mail_pace(new.user_id, 'quote_declined') in ('now', 'off') and (
        select o.template from private.mail_outbox o where o.user_id = new.user_id and o.cause = v_cause order by o.id desc limit 1)
        is distinct from 'quote_declined' then
      return new;
    end if;
  end if;
  perform private.queue_mail(new.user_id, v_template, jsonb_strip_nulls(jsonb_build_object('message', new.message,
    'title', (select q.post_title from public.quotes q where q.id = v_quote_id),
    'path', case when v_is_of_supplier then '/my-quotes?quote=' else '/account?tab=posts&quote=' end || v_quote_id,
    'isOpen', case when new.data ->> 'type' = 'post_closed' then false end)), v_cause, new.id);
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
        case when new.data ->> 'topic' in ('closed', 'opened') then 'state' else new.data ->> 'topic' end || ' of post ' || v_post.id,
        'about', 'watch of post ' || v_post.id, 'isOpen', case new.data ->> 'topic' when 'closed' then false when 'opened' then true end);
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

CREATE OR REPLACE FUNCTION private.mark_deal_of_reviews()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.status = 'accepted' or (tg_op = 'UPDATE' and old.status = 'accepted') then
    -- Of two deals that begin or end at once, the second sees what became of the first. Not the lock of first reviews, who wait for
    -- the quote that is held here.
    perform pg_advisory_xact_lock(hashtext('private.have_deal'), private.pair_key(new.supplier_id, new.post_owner_id));
    update public.reviews r set has_deal = not r.has_deal
    where r.id = any (array(
      select x.id from public.reviews x
      where (x.reviewer_id, x.reviewed_user_id) in ((new.supplier_id, new.post_owner_id), (new.post_owner_id, new.supplier_id))
        and x.has_deal <> private.have_deal(x.reviewer_id, x.reviewed_user_id)
      order by x.id for update));
  end if;
  return null;
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
  -- Of several, those that cannot be changed are skipped, in a later part of a run all of them.
  if v_users = '{}' and not exists (select 1 from private.moderation_changes c where c.batch_id = v_batch_id) then
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
      then exists (
        select 1 from public.posts p where p.id = substring(p_about from '\d+$')::bigint and (not p.is_hidden or p.user_id = p_user_id)
          -- It was near when the mail was queued.
          and (p_about !~ '^deadline' or private.is_open(p) and p.quote_deadline <= now() + interval '48 hours'))
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
    perform private.note_news(new, 'opened', private.text_of_opening(new.title));
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
      'isOpen', coalesce(p_data -> 'isOpen', p_data #> '{items,0,isOpen}'),
      'cause', case when p_data ? 'items' then p_data #>> '{items,0,cause}' else p_cause end)), 'digest ' || v_pace, private.next_digest(p_user_id, v_pace), p_actor);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_repeat (
  p_constraint text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  raise exception using errcode = '23505', message = format('duplicate key value violates unique constraint "%s"', p_constraint),
    constraint = p_constraint;
end $function$;

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
  perform private.take_closing_back(v_post);
end $function$;

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
    if not private.hears_of_reply(v_feedback) then
      perform private.refuse(409, 'conflict', 'Nobody would read this reply, as its account is deleted or is told neither on the page nor by mail');
    end if;
  end if;
  perform private.audit('reply_to_feedback', 'feedback', p_feedback_id::text, null, jsonb_build_object('reply', v_body));
end $function$;

CREATE OR REPLACE FUNCTION private.review_flagged_content (
  p_hit_ids bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_reviewed bigint[];
begin
  if cardinality(p_hit_ids) > 100 then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "hitIds"}');
  end if;
  with reviewed as (
    update public.content_hits h set reviewed_at = now(), reviewed_by = v_me
    where h.id = any (p_hit_ids) and h.action = 'flag' and h.reviewed_at is null returning h.id)
  select array_agg(r.id order by r.id) into v_reviewed from reviewed r;
  if v_reviewed is not null then
    perform private.audit('review_flagged_content', 'content_hit', v_reviewed[1]::text, null, jsonb_build_object('ids', v_reviewed));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.set_mute (
  p_is_on    boolean,
  p_quote_id bigint,
  p_post_id  bigint
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
  if num_nonnulls(p_quote_id, p_post_id) <> 1 then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "quote_id"}');
  end if;
  -- Two calls of a user wait for each other, since together they could pass the maximum.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  if p_is_on is not true then
    delete from public.mutes m where m.user_id = v_me and (m.quote_id = p_quote_id or m.post_id = p_post_id);
    -- Also of a request that was hidden meanwhile.
    if found then
      return;
    end if;
  end if;
  if p_quote_id is not null then
    perform private.quote_of_party(p_quote_id, v_me);
  else
    select * into v_post from public.posts p where p.id = p_post_id for key share;
    if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
      perform private.refuse(404, 'not_found', 'Post not found');
    end if;
  end if;
  if p_is_on is not true then
    return;
  end if;
  perform private.assert_not_suspended();
  if (select count(*) from public.mutes m where m.user_id = v_me and (m.quote_id = p_quote_id or m.post_id = p_post_id) is not true) >= v_max then
    perform private.refuse(409, 'conflict', 'You have muted 500 conversations and requests, which is the most');
  end if;
  insert into public.mutes (user_id, quote_id, post_id) values (v_me, p_quote_id, p_post_id) on conflict do nothing;
  -- Nothing of it counts any more, neither in the bell nor in a mail that waits. Looked for among the newest that are
  -- unread: who lets ninety days of them lie could keep the database at it.
  update public.notifications n set read_at = now() where n.id in (
    select o.id from public.notifications o
    where o.id in (select u.id from public.notifications u where u.user_id = v_me and u.read_at is null order by u.id desc limit 5000)
      and private.is_muted(o) for update skip locked);
  perform private.drop_mails_of_muted(v_me, p_quote_id, p_post_id);
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
  select case when not private.may_be_mailed(p_user_id, p_cause, null) or not private.is_still_so(p_cause, (p_data ->> 'isOpen')::boolean) then null
    when not p_data ? 'items' then p_data
    else (
      select case when i.items is not null then private.with_items(p_data, i.items) end
      from (
        select jsonb_agg(c.item order by e.n) as items from jsonb_array_elements(p_data -> 'items') with ordinality as e (item, n)
        left join public.post_questions k on k.id = (e.item ->> 'questionId')::bigint
        cross join lateral (select case
          when e.item ? 'quoteId' then jsonb_strip_nulls(private.item_of_quote((e.item ->> 'quoteId')::bigint, e.item ->> 'message'))
          else e.item || jsonb_strip_nulls(jsonb_build_object('question', case when e.item ? 'question' then k.question end,
            'answer', case when e.item ? 'answer' then k.answer end)) end) as c (item)
        where c.item is not null and private.may_be_mailed(p_user_id, e.item ->> 'about', (e.item ->> 'questionId')::bigint)
          and private.is_still_so(e.item ->> 'about', (e.item ->> 'isOpen')::boolean)) as i) end
$function$;

CREATE OR REPLACE FUNCTION private.take_closing_back (
  p_post public.posts
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with told as materialized (
    select n.id, n.user_id, n.read_at from public.notifications n
    where n.created_at = p_post.closed_at and n.data ->> 'type' = 'post_closed'
      and (n.data ->> 'quoteId')::bigint in (select q.id from public.quotes q where q.post_id = p_post.id)
    order by n.id for update skip locked),
  dropped as (delete from public.notifications n where n.id in (select t.id from told t where t.read_at is null))
  insert into public.notifications (user_id, message, data)
  select t.user_id, private.text_of_opening(p_post.title),
    jsonb_build_object('type', 'request_watched', 'path', '/post/post-' || p_post.id, 'topic', 'opened')
  from told t
  -- Those who watch it hear of it from the job, if it has told anybody of the closing.
  where t.read_at is not null and not p_post.is_hidden
    and not exists (
      select 1 from private.news_of_watched n join private.watches w on w.post_id = n.post_id and w.user_id = t.user_id
      where n.post_id = p_post.id and n.topic = 'opened')
  order by t.user_id
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
  select n.*, p.user_id as owner_id, p.is_hidden or private.is_suspended(p.user_id)
    -- While a post is hidden, nothing is noted of it, so the last news can be of another state.
    or n.topic = 'closed' and p.closed_at is null or n.topic = 'opened' and not private.is_open(p) as is_silent into v_news from private.news_of_watched n join public.posts p on p.id = n.post_id
  order by n.id limit 1 for update of n skip locked for key share of p skip locked;
  if not found then
    return 0;
  end if;
  v_data := jsonb_build_object('type', 'request_watched', 'path', '/post/post-' || v_news.post_id, 'topic', v_news.topic);
  -- Locked before notifications and mails, as by the deletion of a user.
  v_users := array(
    select w.user_id from private.watches w where w.post_id = v_news.post_id and w.user_id > v_news.last_user_id
    order by w.user_id limit v_size for key share);
  if not v_news.is_silent then
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

CREATE OR REPLACE FUNCTION private.text_of_opening (
  p_title text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select left(format('The request "%s" is open again', p_title), 600) $function$;

CREATE OR REPLACE FUNCTION public.account_desk()
  RETURNS TABLE (
    quotes_to_decide    integer,
    questions_to_answer integer,
    asked_post_ids      bigint[],
    closing_post_ids    bigint[]
  )
  LANGUAGE sql
  STABLE
  ROWS 1
  SET search_path TO ''
  AS $function$
  with me as (select private.current_profile_id() as id),
    asked as (
      select k.post_id, count(*) as questions from public.post_questions k
      where k.answered_at is null and k.hidden_at is null
        -- Nobody answers on a hidden request.
        and k.post_id in (select p.id from public.posts p where p.user_id = (select me.id from me) and not p.is_hidden)
      group by k.post_id)
  select
    (select count(*)::integer from public.quotes q join public.posts p on p.id = q.post_id
      where q.post_owner_id = (select me.id from me) and q.status in ('pending', 'shortlisted')
        and (q.valid_until is null or q.valid_until >= (now() at time zone 'utc')::date)
        and p.closed_at is null and not p.is_hidden),
    coalesce((select sum(a.questions)::integer from asked a), 0),
    coalesce((select array_agg(a.post_id order by a.post_id) from asked a), '{}'),
    coalesce((select array_agg(p.id order by p.id) from public.posts p
      where p.user_id = (select me.id from me) and p.closed_at is null and not p.is_hidden
        and p.quote_deadline > now() and p.quote_deadline <= now() + interval '7 days'), '{}')
$function$;

CREATE OR REPLACE FUNCTION public.finish_drawing (
  bucket  text,
  target  text,
  is_over boolean DEFAULT true
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.finish_drawing(bucket, target, is_over) $function$;

REVOKE ALL ON FUNCTION "public"."finish_drawing"(text, text, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE POLICY "users read their own files" ON "storage"."objects"
  FOR SELECT
  TO "authenticated"
  USING
    (((bucket_id = ANY (ARRAY['post-images'::text, 'avatars'::text, 'news-images'::text, 'quote-documents'::text, 'message-files'::text, 'post-documents'::text])) AND (name ~>=~ (
    SELECT (private.own_folder() || '/'::text))) AND (name ~<~ ( SELECT (private.own_folder() || '0'::text)))));

CREATE POLICY "users remove their own unused files" ON "storage"."objects"
  FOR DELETE
  TO "authenticated"
  USING
    (((bucket_id = ANY (ARRAY['post-images'::text, 'avatars'::text, 'news-images'::text, 'quote-documents'::text, 'message-files'::text, 'post-documents'::text])) AND (name ~>=~ (
    SELECT (private.own_folder() || '/'::text))) AND (name ~<~ ( SELECT (private.own_folder() || '0'::text))) AND (NOT private.is_file_in_use(bucket_id, name))));

COMMENT ON FUNCTION "private"."finish_idempotent_write"(text, text, uuid, smallint, text) IS 'Keeps the answer of a write, and counts its size; without a status the key is free again, as after a failure that a repeat may mend.';

COMMENT ON FUNCTION "private"."hears_of_reply"(public.feedback) IS 'Whether the user who sent feedback is told of the reply that this transaction has written.';

COMMENT ON FUNCTION "private"."is_still_so"(text, boolean) IS 'Whether a request still is as a mail says of it, open or closed; true of what says nothing of that, and of a request that is gone.';

COMMENT ON FUNCTION "private"."may_be_mailed"(bigint, text, bigint) IS 'Whether a mail may still say what it is about: not of posts, questions and reviews that are hidden or gone by now, whichever way, nor of a deadline that is not near any more.';

COMMENT ON FUNCTION "private"."refuse_repeat"(text) IS 'Fails for a client id that is stored, which tells the client to read the row. The constraint itself stops no request that ignores duplicates, and what the triggers before it wrote would stay.';

COMMENT ON FUNCTION "private"."shown_part"(bigint, text, jsonb) IS 'The data of a mail that waits without what is hidden, gone or not so any more, and with the terms of quotes and the words of questions of now; null when nothing is left.';

COMMENT ON FUNCTION "private"."take_closing_back"(public.posts) IS 'Drops the notifications of the last closing of a post, given as it was closed, that nobody has read, and tells whoever has read theirs that it is open again.';

COMMENT ON FUNCTION "public"."finish_drawing"(text, text, boolean) IS 'For the edge function `housekeeping` only: an image that is drawn, or that nobody can draw, is not offered again; one that could not be stored has not been tried.';

REVOKE ALL ON FUNCTION "private"."audience_values"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."finish_drawing"(text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_drawing"(text, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."hears_of_reply"(public.feedback) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_still_so"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_repeat"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_closing_back"(public.posts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_of_opening"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_drawing"(text, text, boolean) TO "service_role";

update private.app_settings
set value = value || jsonb_build_object('idempotent_kilobytes', private.default_rate_limits() -> 'idempotent_kilobytes') where key = 'rate_limits';
