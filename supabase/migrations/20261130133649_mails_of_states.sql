SET local check_function_bodies = off;

ALTER TABLE "private"."mail_secrets"
  DROP CONSTRAINT "mail_secrets_name_is_known";

DROP FUNCTION "private"."is_stale_mail"(private.mail_outbox);

DROP FUNCTION "private"."is_still_so"(text, boolean);

DROP FUNCTION "private"."mail_of_hits"(private.saved_searches, integer, bigint);

DROP FUNCTION "private"."may_be_mailed"(bigint, text, bigint);

DROP FUNCTION "private"."path_of_hits"(private.saved_searches, integer);

DROP FUNCTION "private"."shown_part"(bigint, text, jsonb);

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
    if v_mail.template in ('digest', 'saved_search') then
      v_mail.data := private.unread_digest(v_mail.user_id, v_mail.data);
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
      -- People who have read their messages meanwhile need no mail about them.
      when v_mail.template = 'message_received' then v_mail.attempts > 0 or exists (
        select 1 from jsonb_array_elements(v_mail.data -> 'items') as i (item)
        left join public.notifications n on n.id = (i.item ->> 'notificationId')::bigint
        where n.read_at is null)
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

CREATE OR REPLACE FUNCTION private.delete_message (
  p_message_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_message public.messages := private.message_to_change(p_message_id, private.require_profile_id());
begin
  -- Deleting twice is harmless.
  if v_message.deleted_at is null then
    update public.messages m set content = '', deleted_at = now() where m.id = p_message_id;
    delete from public.message_attachments a where a.message_id = p_message_id;
    -- There is nothing to read any more, unless its notification stands for others of a flood. It stays, for the limit of its sender.
    update public.notifications n set read_at = now() where n.id in (
      select o.id from public.notifications o
      where o.user_id = v_message.recipient_id and o.read_at is null and o.data ->> 'type' = 'message'
        and (o.data ->> 'messageId')::bigint = p_message_id for update skip locked)
      and (not exists (
          select 1 from public.messages m
          where m.quote_id = v_message.quote_id and m.recipient_id = v_message.recipient_id and m.read_at is null and m.deleted_at is null)
        or exists (
          select 1 from public.notifications x
          where x.user_id = n.user_id and x.read_at is null and x.id <> n.id and x.actor_id is not distinct from n.actor_id
            and x.data - 'messageId' = n.data - 'messageId'));
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
  -- Before the profile, like Auth when a proof empties a registration.
  perform private.hold_user_of_auth(p_user_id);
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
  perform 1 from public.feedback f where f.user_id = p_user_id order by f.id for update;
  perform 1 from private.watches w where w.user_id = p_user_id order by w.post_id for update;
  perform 1 from public.mutes m where m.user_id = p_user_id order by m.id for update;
  perform 1 from private.saved_searches s where s.user_id = p_user_id order by s.id for update;
  perform 1 from private.notification_preferences n where n.user_id = p_user_id order by n.kind for update;
  perform 1 from auth.sessions s join public.profiles p on p.auth_id = s.user_id where p.id = p_user_id order by s.id for update of s;
  -- A sender that has one of these asks whether anybody still waits for it, which a new address ends.
  perform 1 from private.mail_outbox o where o.status = 'queued' and o.user_id = p_user_id order by o.id for update;
  -- Each of the posts tells its suppliers.
  perform private.hold_digests(array(select q.supplier_id from public.quotes q where q.post_owner_id = p_user_id));
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
  delete from public.mutes m where m.user_id = p_user_id;
  delete from private.saved_searches s where s.user_id = p_user_id;
  delete from private.sign_in_places s where s.profile_id = p_user_id;
  delete from public.account_notes n where n.profile_id = p_user_id;
  perform private.remove_second_factor(v_profile.auth_id);
  -- The agreement stays with the other side: the facts of quotes and the text of messages. Files go: they carry names, stamps and
  -- bank accounts. The job `uploads` removes what no row names.
  update public.quotes q set contact_address = null, images = '{}', account_type = 'individual', organization_name = null, tax_code = null
  where q.supplier_id = p_user_id;
  update public.quotes q set quoted_request = q.quoted_request - 'delivery_address' where q.post_owner_id = p_user_id;
  delete from public.quote_attachments t using public.quotes q where q.id = t.quote_id and q.supplier_id = p_user_id;
  delete from public.message_attachments t using public.messages m where m.id = t.message_id and m.sender_id = p_user_id;
  delete from public.content_hits h where h.user_id = p_user_id;
  -- What a registration wrote was nobody's yet.
  delete from public.content_hits h where h.user_id is null and h.entity = 'profile' and h.entity_id = p_user_id;
  -- What was masked stays so.
  delete from private.masked_texts m where m.user_id = p_user_id;
  delete from private.moderation_changes m where m.user_id = p_user_id;
  delete from private.mail_secrets s where s.name = 'unsubscribe ' || p_user_id;
  update public.feedback f set email = format('deleted-%s@deleted.invalid', p_user_id) where f.user_id = p_user_id;
  update public.profiles p set username = v_name, avatar_path = null, country = null, company_name = null, bio = null where p.id = p_user_id;
  update public.accounts a set role = 'user', first_name = null, last_name = null, phone_number = null, address = null, organization = null,
    tax_code = null, suspended_until = null, suspension_reason = null, suspended_at = null, deleted_at = now() where a.profile_id = p_user_id;

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
      or (exists (select 1 from public.accounts a where a.profile_id = p_feedback.user_id and a.email_confirmed_at is not null)
        and coalesce(private.mail_pace(p_feedback.user_id, 'feedback_answered'), 'now') <> 'off'
        and exists (select 1 from private.mail_templates t where t.template = 'feedback_answered' and t.is_enabled)))
$function$;

CREATE OR REPLACE FUNCTION private.hits_since (
  p_search_id bigint,
  p_since     timestamp with time zone
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select count(*)::integer from (
    select from private.saved_search_hits h join public.posts p on p.id = h.post_id
    where h.search_id = p_search_id and h.told_at >= p_since and private.is_hit(p) limit 100) as n
$function$;

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
          and (o.status in ('sent', 'bounced', 'failed') or (o.status = 'queued' and o.template <> 'broadcast' and o.next_attempt_at < private.stale_before()))
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

CREATE OR REPLACE FUNCTION private.is_hit (
  p_post public.posts
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select not p_post.is_hidden and private.is_open(p_post) and not private.is_suspended(p_post.user_id) $function$;

CREATE OR REPLACE FUNCTION private.is_muted (
  p_notification public.notifications
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Kinds that are not named are heard: decisions, moderation, security, what is about no request.
  select coalesce(n.data ->> 'type' in ('quote', 'message', 'question_asked', 'question_answered', 'post_changed', 'deadline_passed',
      'request_watched', 'deadline_near', 'request_unquoted')
    -- Whoever was told of a closing, which no mute holds back, is told of its end.
    and n.data ->> 'topic' is distinct from 'taken_back'
    and private.is_muted(n.user_id, q.id,
      coalesce(q.post_id, (n.data ->> 'postId')::bigint, substring(n.data ->> 'path' from '^/post/post-(\d{1,18})$')::bigint)), false)
  from (select (p_notification).*) as n
  left join public.quotes q on q.id = case when n.data ->> 'type' = 'message'
    then (select m.quote_id from public.messages m where m.id = (n.data ->> 'messageId')::bigint)
    else coalesce((n.data ->> 'quoteId')::bigint, n.quote_id) end
$function$;

CREATE OR REPLACE FUNCTION private.is_still_so (
  p_user_id bigint,
  p_kind    text,
  p_about   text,
  p_is_open boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when p_kind in ('quote_accepted', 'quote_declined', 'quote_shortlisted', 'quote_reopened') then exists (
      select 1 from public.quotes q where q.id = substring(p_about from '^quote (\d{1,18})$')::bigint
        and case when p_kind = 'quote_reopened' then private.is_undecided(q) else p_kind = 'quote_' || q.status end)
    when p_kind in ('deadline_near', 'deadline_passed', 'request_unquoted') then exists (
      select 1 from public.posts p join public.post_counters c on c.post_id = p.id
      where p.id = substring(p_about from ' post (\d{1,18})$')::bigint and case p_kind
        when 'deadline_passed' then p.quote_deadline <= now()
        when 'deadline_near' then private.is_open(p) and p.quote_deadline <= now() + interval '48 hours' and not exists (
          select 1 from public.quotes q where q.post_id = p.id and q.supplier_id = p_user_id and private.is_undecided(q))
        else private.is_open(p) and not p.is_hidden and c.quotes = 0 end)
    else p_is_open is null or coalesce((
      select case when p_is_open then private.is_open(p) else p.closed_at is not null end from public.posts p
      where p.id = coalesce(substring(p_about from ' post (\d{1,18})$')::bigint,
        (select q.post_id from public.quotes q where q.id = substring(p_about from '^quote (\d{1,18})')::bigint))), true) end
$function$;

CREATE OR REPLACE FUNCTION private.item_of_now (
  p_item jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when p_item ? 'quote' then jsonb_strip_nulls(private.item_of_quote((p_item ->> 'quoteId')::bigint, p_item ->> 'message')
      || jsonb_build_object('path', p_item -> 'path'))
    when p_item ? 'quoteId' then (
      select p_item from public.quotes q where q.id = (p_item ->> 'quoteId')::bigint and q.status <> 'withdrawn')
    when p_item ? 'messageId' then (
      select p_item from public.messages m where m.id = (p_item ->> 'messageId')::bigint and m.deleted_at is null)
    when p_item ? 'since' then (
      select p_item || jsonb_build_object('message', private.text_of_hits(s.name, n.hits))
      from private.saved_searches s cross join lateral private.hits_since(s.id, (p_item ->> 'since')::timestamptz) as n (hits)
      where s.id = substring(p_item ->> 'about' from '^saved search (\d{1,18})$')::bigint and n.hits > 0)
    when p_item ? 'questionId' then (
      select p_item || jsonb_strip_nulls(jsonb_build_object('question', case when p_item ? 'question' then k.question end,
        'answer', case when p_item ? 'answer' then k.answer end))
      from public.post_questions k where k.id = (p_item ->> 'questionId')::bigint and k.hidden_at is null)
    else p_item end
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
    else p_new || jsonb_build_object('count', (w.data ->> 'count')::integer + 1, 'items', l.items || case
      when jsonb_array_length(l.items) < 100 and octet_length(l.items::text) < 45000 then p_new -> 'items' else '[]' end) end
  from (select private.with_items(p_waiting, (
    select jsonb_agg(i.item order by i.n) from jsonb_array_elements(p_waiting -> 'items') with ordinality as i (item, n)
    where (p_new #>> '{items,0,cause}' = i.item ->> 'cause') is not true))) as w (data)
  -- Messages can be deleted: nobody fills the list and takes all of it back, for the last ten of a conversation say enough.
  cross join lateral (
    select coalesce(jsonb_agg(o.item order by o.n), '[]') from (
      select i.item, i.n, count(*) over (partition by i.item ->> 'about' order by i.n desc) as place
      from jsonb_array_elements(w.data -> 'items') with ordinality as i (item, n)) as o
    where (o.place >= 10 and o.item ->> 'about' like 'message on quote %' and o.item ->> 'about' = p_new #>> '{items,0,about}') is not true
  ) as l (items)
$function$;

CREATE OR REPLACE FUNCTION private.mail_of_account_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_profile public.profiles;
  v_data jsonb;
begin
  select * into v_profile from public.profiles p where p.auth_id = new.id;
  -- Earlier mails prove nothing any more: neither those to the old address nor those asked for before the new password.
  if (new.email, new.encrypted_password) is distinct from (old.email, old.encrypted_password) then
    delete from private.mail_proofs p where p.auth_id = new.id;
  end if;
  if new.encrypted_password is distinct from old.encrypted_password and new.encrypted_password is not null then
    -- One cause: whoever changes it again and again uses up the mails of a day for everybody.
    perform private.queue_mail(v_profile.id, 'password_changed', '{}', 'password');
  end if;
  -- Both addresses hear of it: the old one may be all that the real owner still has.
  if new.email is distinct from old.email and old.email is not null then
    -- Links of mails to the old address choose nothing any more.
    insert into private.mail_secrets (name, value)
    select 'unsubscribe ' || p.id, encode(extensions.gen_random_bytes(32), 'hex') from public.profiles p
    where p.auth_id = new.id and new.email not like 'deleted-%@deleted.invalid'
    on conflict (name) do update set value = excluded.value;
    v_data := jsonb_strip_nulls(jsonb_build_object('username', v_profile.username, 'oldEmail', old.email, 'newEmail', new.email,
      'locale', (select a.locale from public.accounts a where a.profile_id = v_profile.id)));
    perform private.queue_mail_to(old.email, 'email_changed', v_data);
    perform private.queue_mail_to(new.email, 'email_changed', v_data);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.mail_of_hits (
  p_search          private.saved_searches,
  p_notification_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_about constant text := 'saved search ' || p_search.id;
  v_since timestamptz;
  v_last timestamptz;
begin
  if p_search.pace = 'off' then
    return;
  end if;
  -- What waits in a mail and was not read counts on.
  with mails as (
    select o.data from private.mail_outbox o
    where o.user_id = p_search.user_id and o.status = 'queued' and o.attempts = 0
      and o.cause = case p_search.pace when 'now' then 'saved searches' else 'digest ' || p_search.pace end
    for update)
  select least(now(), min(coalesce((i.item ->> 'since')::timestamptz,
    to_timestamp(substring(i.item ->> 'path' from '&since=(\d{1,12})')::bigint)))) into v_since
  from mails m cross join jsonb_array_elements(m.data -> 'items') as i (item)
  where i.item ->> 'about' = v_about and not exists (
    select 1 from public.notifications n where n.id = (i.item ->> 'notificationId')::bigint and n.read_at is not null);
  select max(coalesce(o.sent_at, o.created_at)) into v_last from private.mail_outbox o
  where o.user_id = p_search.user_id and o.template = 'saved_search' and o.status <> 'queued' and o.created_at > now() - interval '2 hours';
  perform private.queue_mail(p_search.user_id, 'saved_search', private.collected(jsonb_build_object('kind', 'saved_search',
      'message', private.text_of_hits(p_search.name, private.hits_since(p_search.id, v_since)), 'since', v_since,
      'path', private.path_of_hits(p_search, v_since),
      'notificationId', p_notification_id, 'about', v_about, 'cause', v_about))
    || jsonb_build_object('path', private.path_of_hits(p_search, v_since), 'pathOfMany', '/notifications'),
    'saved searches', p_notification_id, p_pace => p_search.pace, p_at => greatest(now(), v_last + interval '1 hour'));
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
        case when new.data ->> 'topic' in ('closed', 'opened', 'taken_back') then 'state' else new.data ->> 'topic' end || ' of post ' || v_post.id,
        'about', 'watch of post ' || v_post.id, 'isOpen', case new.data ->> 'topic' when 'closed' then false when 'opened' then true when 'taken_back' then true end);
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

CREATE OR REPLACE FUNCTION private.mask_again (
  p_entity    text,
  p_entity_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_text private.masked_texts;
  v_hits record;
  v_content text;
  v_changed integer;
begin
  perform set_config('app.restores_text', 'true', true);
  for v_text in
    select * from private.masked_texts m where m.entity = p_entity and m.entity_id = p_entity_id order by m.field for update
  loop
    select array_agg(h.start_at) as starts, array_agg(h.length) as lengths, array_agg(distinct h.rule_id) as rule_ids into v_hits
    from private.find_content_hits(v_text.context, v_text.original, p_entity) as h where h.action = 'mask';
    v_content := private.mask_content(v_text.original, v_hits.starts, v_hits.lengths);
    begin
      if p_entity = 'posts' and v_text.field = 'title' then
        -- Quotes remember the title of their post.
        perform 1 from public.quotes q where q.post_id = p_entity_id order by q.id for no key update;
        update public.quotes q set post_title = v_content from public.posts p
        where p.id = p_entity_id and q.post_id = p.id and q.post_title = p.title;
      end if;
      execute format('update public.%I set %I = $1 where id = $2 and %I is distinct from $1', p_entity, v_text.field, v_text.field)
      using v_content, p_entity_id;
      get diagnostics v_changed = row_count;
      -- Nobody accepts a quote that reads otherwise than what they have read.
      update public.quotes q set version = q.version + 1 where p_entity = 'quotes' and q.id = p_entity_id and v_changed > 0;
    exception when integrity_constraint_violation then
      -- Somebody else has the name by now. The mask stays.
      v_hits.rule_ids := null;
    end;
    if v_hits.rule_ids is null then
      delete from private.masked_texts m where m.entity = p_entity and m.entity_id = p_entity_id and m.field = v_text.field;
    else
      update private.masked_texts m set rule_ids = v_hits.rule_ids, is_due = private.has_ended_mask(v_hits.rule_ids)
      where m.entity = p_entity and m.entity_id = p_entity_id and m.field = v_text.field;
    end if;
  end loop;
  perform set_config('app.restores_text', 'false', true);
end $function$;

CREATE OR REPLACE FUNCTION private.may_be_mailed (
  p_user_id bigint,
  p_about   text
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
        select 1 from public.posts p where p.id = substring(p_about from '\d+$')::bigint and (not p.is_hidden or p.user_id = p_user_id))
    when p_about ~ '^review of \d{1,18}$' then exists (
      select 1 from public.reviews r
      where r.reviewer_id = substring(p_about from '\d+$')::bigint and r.reviewed_user_id = p_user_id and r.hidden_at is null)
    else true end
$function$;

CREATE OR REPLACE FUNCTION private.path_of_hits (
  p_search private.saved_searches,
  p_since  timestamp with time zone
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.path_of_search(p_search) || '&saved=' || p_search.id || '&since=' || floor(extract(epoch from p_since))::bigint $function$;

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
      'quoteId', p_data #> '{items,0,quoteId}', 'messageId', p_data #> '{items,0,messageId}', 'since', p_data #> '{items,0,since}',
      'isOpen', coalesce(p_data -> 'isOpen', p_data #> '{items,0,isOpen}'),
      'cause', case when p_data ? 'items' then p_data #>> '{items,0,cause}' else p_cause end)), 'digest ' || v_pace, private.next_digest(p_user_id, v_pace), p_actor);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.shortlist_quote (
  p_quote_id bigint,
  p_is_on    boolean
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
  v_action text := case when p_is_on then 'shortlist' else 'unshortlist' end;
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, v_action);
begin
  v_quote := private.set_quote_status(v_quote, v_me, v_action, case when p_is_on then 'shortlisted' else 'pending' end, null);
  if p_is_on then
    perform private.tell_party(v_quote, v_quote.supplier_id, 'quote_shortlisted',
      format('Your quote on "%s" was shortlisted', v_quote.post_title));
  else
    delete from public.notifications n where n.id in (
      select o.id from public.notifications o
      where o.user_id = v_quote.supplier_id and o.read_at is null and o.data ->> 'type' = 'quote_shortlisted'
        and (o.data ->> 'quoteId')::bigint = v_quote.id for update skip locked);
  end if;
  return query select v_quote.status, v_quote.version;
end $function$;

CREATE OR REPLACE FUNCTION private.shown_part (
  p_user_id  bigint,
  p_template text,
  p_cause    text,
  p_data     jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when not private.may_be_mailed(p_user_id, p_cause) or not private.is_still_so(p_user_id, p_template, p_cause, (p_data ->> 'isOpen')::boolean) then null
    when not p_data ? 'items' then p_data
    else (
      -- What is left alone leads to itself.
      select case when i.items is not null then private.with_items(p_data, i.items) || case
        when p_data ? 'path' and jsonb_array_length(i.items) = 1 and i.items -> 0 ? 'path' then jsonb_build_object('path', i.items #> '{0,path}')
        else '{}' end end
      from (
        select jsonb_agg(c.item order by e.n) as items from jsonb_array_elements(p_data -> 'items') with ordinality as e (item, n)
        cross join lateral private.item_of_now(e.item) as c (item)
        where c.item is not null and private.may_be_mailed(p_user_id, e.item ->> 'about')
          and private.is_still_so(p_user_id, coalesce(e.item ->> 'kind', p_template), e.item ->> 'about', (e.item ->> 'isOpen')::boolean)) as i) end
$function$;

CREATE OR REPLACE FUNCTION private.stale_before()
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select now() - interval '7 days' $function$;

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
  dropped as (delete from public.notifications n where n.id in (select t.id from told t where t.read_at is null)),
  -- A mail leaves whether or not its notification is read, and also where the page shows none.
  mailed as (
    select o.user_id from public.quotes q cross join concat('quote ', q.id, ' closed') as c (cause)
    join private.mail_outbox o on o.user_id = q.supplier_id and o.status in ('sending', 'sent') and coalesce(o.sent_at, now()) >= p_post.closed_at
      and (o.cause = c.cause or o.data -> 'items' @> jsonb_build_array(jsonb_build_object('about', c.cause)))
    where q.post_id = p_post.id)
  insert into public.notifications (user_id, message, data)
  select t.user_id, private.text_of_opening(p_post.title),
    jsonb_build_object('type', 'request_watched', 'path', '/post/post-' || p_post.id, 'topic', 'taken_back')
  from (select t.user_id from told t where t.read_at is not null union select m.user_id from mailed m) as t
  -- Those who watch it hear of it from the job, if it has told anybody of the closing and they have not muted it.
  where not p_post.is_hidden
    and (private.is_muted(t.user_id, null, p_post.id) or not exists (
      select 1 from private.news_of_watched n join private.watches w on w.post_id = n.post_id and w.user_id = t.user_id
      where n.post_id = p_post.id and n.topic = 'opened'))
  order by t.user_id
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_hits (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_count integer := 0;
  v_search private.saved_searches;
  v_since timestamptz;
  v_hits integer;
  v_notification_id bigint;
begin
  for v_search in
    select s.* from private.saved_searches s
    where s.id in (select h.search_id from private.saved_search_hits h where h.told_at is null)
    order by s.user_id, s.id limit least(p_limit, 200) for no key update skip locked
  loop
    v_count := v_count + 1;
    delete from private.saved_search_hits h using public.posts p
    where h.search_id = v_search.id and h.told_at is null and p.id = h.post_id
      and not private.is_hit(p);
    update private.saved_search_hits h set told_at = now() where h.search_id = v_search.id and h.told_at is null;
    continue when not found;
    -- One row for each search: the newest replaces the one that was not read, and counts on. A row that its receiver is
    -- marking as read is left alone.
    with replaced as (
      delete from public.notifications n where n.id in (
        select o.id from public.notifications o
        where o.user_id = v_search.user_id and o.read_at is null and o.data ->> 'type' = 'saved_search'
          and o.data ->> 'path' like '%&saved=' || v_search.id || '&%' for update skip locked)
      returning n.data)
    select least(now(), min(to_timestamp(substring(r.data ->> 'path' from '&since=(\d{1,12})')::bigint))) into v_since from replaced r;
    v_hits := private.hits_since(v_search.id, v_since);
    -- Hidden a moment ago.
    continue when v_hits = 0;
    v_notification_id := null;
    insert into public.notifications (user_id, message, data)
    values (v_search.user_id, private.text_of_hits(v_search.name, v_hits),
      jsonb_build_object('type', 'saved_search', 'path', private.path_of_hits(v_search, v_since)))
    returning id into v_notification_id;
    perform private.mail_of_hits(v_search, v_notification_id);
  end loop;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.unsubscribe_token (
  p_user_id  bigint,
  p_template text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_key text := (select s.value from private.mail_secrets s where s.name = 'unsubscribe ' || p_user_id);
begin
  if v_key is null then
    insert into private.mail_secrets (name, value) values ('unsubscribe', encode(extensions.gen_random_bytes(32), 'hex')) on conflict do nothing;
    select s.value into v_key from private.mail_secrets s where s.name = 'unsubscribe';
  end if;
  return format('%s.%s.%s', p_user_id, p_template,
    encode(extensions.hmac(format('%s.%s', p_user_id, p_template), v_key, 'sha256'), 'hex'));
end $function$;

ALTER TABLE "private"."mail_secrets"
  ADD CONSTRAINT "mail_secrets_name_is_known" CHECK ((name ~ '^(smtp|unsubscribe( \d{1,18})?)$'::text));

CREATE INDEX mail_outbox_queued_idx ON private.mail_outbox USING btree (template)
  WHERE (status = 'queued'::text);

COMMENT ON FUNCTION "private"."hits_since"(bigint, timestamp with time zone) IS 'How many of the hits of a saved search that were told since then are still there to see; 100, as many as list_search_hits() lists, says that there are many.';

COMMENT ON FUNCTION "private"."is_hit"(public.posts) IS 'Whether a post that a saved search found is one to tell of.';

COMMENT ON FUNCTION "private"."is_still_so"(bigint, text, text, boolean) IS 'Whether a quote or a request still is as a mail of this kind to a user says of it; true of kinds that tell an event. What names a state as open or closed says so.';

COMMENT ON FUNCTION "private"."item_of_now"(jsonb) IS 'What an item of a mail says now, with the terms of its quote, the words of its question and the number of hits of its search; null when it is withdrawn, deleted, hidden or gone.';

COMMENT ON FUNCTION "private"."mail_of_hits"(private.saved_searches, bigint) IS 'Queues the mail about new hits of a saved search at its pace. All searches of a user share one mail, of which at most one an hour leaves.';

COMMENT ON FUNCTION "private"."may_be_mailed"(bigint, text) IS 'Whether a mail may still say what it is about: not of posts and reviews that are hidden or gone by now, whichever way.';

COMMENT ON FUNCTION "private"."path_of_hits"(private.saved_searches, timestamp with time zone) IS 'The address of a saved search that names its newest hits: since when they were told, in seconds.';

COMMENT ON FUNCTION "private"."shown_part"(bigint, text, text, jsonb) IS 'The data of a mail that waits without what is hidden, gone or not so any more; null when nothing is left.';

COMMENT ON FUNCTION "private"."stale_before"() IS 'Mails that were due before are not sent: news of then would mislead, as after mails were switched off for a month. Broadcasts wait for the daily cap as long as it takes.';

COMMENT ON FUNCTION "private"."take_closing_back"(public.posts) IS 'Drops the notifications of the last closing of a post, given as it was closed, that nobody has read, and tells whoever has read of it, on the page or in a mail, that it is open again.';

COMMENT ON TABLE "private"."mail_secrets" IS 'Password of the mail server and key of the links that unsubscribe, with one of its own for each user who has changed their address: written, never read back by a client.';

REVOKE ALL ON FUNCTION "private"."hits_since"(bigint, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_hit"(public.posts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_still_so"(bigint, text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."item_of_now"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_of_hits"(private.saved_searches, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_be_mailed"(bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."path_of_hits"(private.saved_searches, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_part"(bigint, text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stale_before"() FROM PUBLIC;
