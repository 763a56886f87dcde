SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.audit (
  p_action    text,
  p_entity    text,
  p_entity_id text,
  p_before    jsonb,
  p_after     jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.audit_log (actor_id, actor_username, action, entity, entity_id, before, after)
  select me.id, (select p.username from public.profiles p where p.id = me.id), p_action, p_entity, p_entity_id, p_before, p_after
  from (select private.current_profile_id() as id) as me
  -- Whoever saves what is there has changed nothing.
  where p_before is null or p_before - 'updated_at' is distinct from p_after - 'updated_at'
$function$;

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
    when 'masks' then
      return private.work_on_masks(p_limit);
    when 'names' then
      return private.copy_next_names();
    when 'bulk-actions' then
      -- Its files are left to the job 'uploads'.
      delete from public.feedback f where f.id in (
        select o.id from public.feedback o where o.deleted_at < now() - interval '30 days' limit p_limit for update skip locked);
      get diagnostics v_count = row_count;
      if v_count > 0 then
        return v_count;
      end if;
      delete from private.moderation_changes m where (m.batch_id, m.kind, m.subject_id) in (
        select o.batch_id, o.kind, o.subject_id from private.moderation_changes o where o.changed_at < now() - interval '30 days'
        limit p_limit for update skip locked);
      get diagnostics v_count = row_count;
      -- A batch goes after what it changed.
      if v_count = 0 then
        delete from public.moderation_batches b where b.id in (
          select o.id from public.moderation_batches o
          where o.created_at < now() - interval '30 days'
            and not exists (select 1 from private.moderation_changes c where c.batch_id = o.id)
          limit p_limit for update skip locked);
      else
        return v_count;
      end if;
    when 'sign-in-places' then
      delete from private.sign_in_places s where s.session_id in (
        select o.session_id from private.sign_in_places o where o.last_at < now() - interval '90 days'
        order by o.last_at limit p_limit for update skip locked);
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
        where o.created_at < now() - interval '30 days'
          and (o.status in ('sent', 'bounced', 'failed') or (o.status = 'queued' and private.is_stale_mail(o)))
        limit p_limit for update skip locked);
    when 'suspensions' then
      -- Over they are by themselves; this takes the mark away and says so in the log. Few at a time: accounts have many indexes.
      with ended as (
        update public.accounts a set suspended_until = null, suspension_reason = null, suspended_at = null
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
    when 'saved-searches' then
      v_count := private.match_saved_searches(p_limit);
      return case v_count when 0 then private.tell_of_hits(p_limit) else v_count end;
    when 'unquoted-posts' then
      return private.tell_of_unquoted(p_limit);
    when 'flag-rules' then
      return private.stop_common_flags();
    else
      perform private.refuse(404, 'not_found', 'There is no such job');
  end case;
  get diagnostics v_count = row_count;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.is_stale_mail (
  p_mail private.mail_outbox
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select p_mail.template <> 'broadcast' and p_mail.next_attempt_at < now() - interval '7 days' $function$;

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
  select jsonb_build_object('message', p_message, 'quoteId', q.id, 'quote', jsonb_build_object('supplier', p.username, 'price', q.price_text,
    'currency', q.currency, 'quantity', q.quantity_text, 'deliveryTime', q.delivery_time, 'validUntil', q.valid_until))
  from public.quotes q join public.profiles p on p.id = q.supplier_id where q.id = p_quote_id and q.status <> 'withdrawn'
$function$;

CREATE OR REPLACE FUNCTION private.set_notification_kind (
  p_kind       text,
  p_is_enabled boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_before boolean;
begin
  perform private.require_admin();
  select k.is_enabled into v_before from private.notification_kinds k where k.kind = p_kind for update;
  if not found then
    perform private.refuse(404, 'not_found', 'Notification not found');
  end if;
  update private.notification_kinds k set is_enabled = p_is_enabled where k.kind = p_kind;
  perform private.audit('set_notification_kind', 'notification_kind', p_kind, jsonb_build_object('is_enabled', v_before),
    jsonb_build_object('is_enabled', p_is_enabled));
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
        select jsonb_agg(c.item order by e.n) as items from jsonb_array_elements(p_data -> 'items') with ordinality as e (item, n)
        cross join lateral (select case when e.item ? 'quoteId'
          then jsonb_strip_nulls(private.item_of_quote((e.item ->> 'quoteId')::bigint, e.item ->> 'message')) else e.item end) as c (item)
        where c.item is not null and private.may_be_mailed(p_user_id, e.item ->> 'about', (e.item ->> 'questionId')::bigint)) as i) end
$function$;

COMMENT ON FUNCTION "private"."audit"(text, text, text, jsonb, jsonb) IS 'Writes what the caller changed to the audit log, for rules of the database only: audit(''suspend_user'', ''user'', id, before, after). Leave secrets out.';

COMMENT ON FUNCTION "private"."is_stale_mail"(private.mail_outbox) IS 'Whether a mail was due a week ago: news of then would mislead, as after mails were switched off for a month. Broadcasts wait for the daily cap as long as it takes.';

COMMENT ON FUNCTION "private"."item_of_quote"(bigint, text) IS 'What the mail of a new quote says of it; null when it is withdrawn or gone.';

COMMENT ON FUNCTION "private"."shown_part"(bigint, text, jsonb) IS 'The data of a mail that waits without what is hidden or gone by now, and with the terms that quotes have by now; null when nothing is left.';

REVOKE ALL ON FUNCTION "private"."is_stale_mail"(private.mail_outbox) FROM PUBLIC;
