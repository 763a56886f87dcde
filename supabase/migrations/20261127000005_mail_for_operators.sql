SET local check_function_bodies = off;

DROP INDEX "private"."mail_outbox_broadcast_idx";

DROP FUNCTION "private"."claim_mail"(bigint);

DROP FUNCTION "private"."list_broadcasts"(integer, integer, text, text, text, text);

DROP FUNCTION "private"."mail_delivery"();

DROP FUNCTION "public"."claim_mail"(bigint);

DROP FUNCTION "public"."list_broadcasts"(integer, integer, text, text, text, text);

DROP FUNCTION "public"."mail_delivery"();

ALTER TABLE "private"."mail_settings"
  ADD COLUMN "site_url" text;

ALTER TABLE "private"."mail_settings"
  ADD COLUMN "held_by" text;

CREATE OR REPLACE FUNCTION private.assert_mail_text (
  p_template private.mail_templates,
  p_path     text,
  p_text     text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  v_unknown text;
begin
  select m[1] into v_unknown from regexp_matches(p_text, '\{\{\s*(\w+)\s*\}\}', 'g') as m where m[1] <> all (p_template.placeholders) limit 1;
  if v_unknown is not null then
    perform private.refuse(400, 'invalid_input', format('There is no value {{%s}} in this mail', v_unknown), jsonb_build_object('path', p_path));
  end if;
  if p_path = 'body' and 'code' = any (p_template.placeholders) and p_text !~ '\{\{\s*code\s*\}\}' then
    perform private.refuse(400, 'invalid_input', 'The text lacks the code of this mail', '{"path": "body"}');
  end if;
  if private.proof_life(p_template.template) is not null and private.has_link(p_text) then
    perform private.refuse(400, 'invalid_input', 'A mail that opens an account carries no other link', jsonb_build_object('path', p_path));
  end if;
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
    if v_mail.id is null and v_left > 0 and v_held_by is null then
      select * into v_mail from private.mail_outbox o
      where o.status = 'queued' and o.next_attempt_at <= now() and (p_mail_id is null or o.id = p_mail_id)
        and (o.template <> 'broadcast' or v_left > v_reserve)
      order by o.template = 'broadcast', o.next_attempt_at, o.id
      limit 1 for update skip locked;
    end if;
    if v_mail.id is null then
      return;
    end if;
    if v_mail.template = 'digest' then
      v_mail.data := private.unread_digest(v_mail.user_id, v_mail.data);
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
      when v_mail.template = 'digest' then v_mail.data -> 'items' <> '[]'
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
      coalesce((select private.name_in_mail(p.id, p.username, t.template in ('verify_email', 'confirm_email') or a.email_confirmed_at is null)
        from public.profiles p join public.accounts a on a.profile_id = p.id where p.id = v_mail.user_id), v_mail.data ->> 'username'),
      english.subject, english.body,
      case when (t.is_optional or t.template = 'digest') and v_mail.user_id is not null then private.unsubscribe_token(v_mail.user_id, t.template) end,
      l.locale, own.subject, own.body
    from private.mail_templates t
    -- The language that the receiver reads now, whenever the mail was queued; the mail itself names one if nobody's account does.
    cross join (select coalesce(v_mail.data ->> 'locale', (select a.locale from public.accounts a where a.profile_id = v_mail.user_id), 'en')) as l (locale)
    left join private.mail_texts english on english.template = t.template and english.locale = 'en'
    left join private.mail_texts own on own.template = t.template and own.locale = l.locale and l.locale <> 'en'
    where t.template = v_mail.template;
end $function$;

CREATE OR REPLACE FUNCTION private.hold_mails (
  p_site        text,
  p_has_mailbox boolean
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_settings private.mail_settings;
  v_held_by text;
begin
  select * into v_settings from private.mail_settings;
  -- Without a server in the settings, all mails go to the mailbox.
  if p_site = 'off' then
    v_held_by := 'off';
  elsif p_site is null or p_site = v_settings.site_url or (p_has_mailbox and v_settings.smtp_host is null) then
    v_held_by := null;
  -- A marketplace that nobody leads yet has no copy, and finds its address.
  elsif v_settings.site_url is null or not exists (select 1 from public.accounts a where a.role = 'main_admin' and a.deleted_at is null) then
    update private.mail_settings s set site_url = p_site where s.is_only_row;
    v_held_by := null;
  else
    v_held_by := p_site;
  end if;
  if p_site is not null and v_held_by is distinct from v_settings.held_by then
    update private.mail_settings s set held_by = v_held_by where s.is_only_row;
  end if;
  return v_held_by;
end $function$;

CREATE OR REPLACE FUNCTION private.list_broadcasts (
  p_page      integer,
  p_page_size integer,
  p_status    text,
  p_q         text,
  p_sort      text,
  p_order     text
)
  RETURNS TABLE (
    id              bigint,
    message         text,
    link_kind       text,
    link_id         bigint,
    audience        text,
    audience_values text[],
    with_email      boolean,
    status          text,
    send_at         timestamp with time zone,
    receivers       integer,
    delivered       integer,
    read_count      integer,
    sent_by         text,
    created_at      timestamp with time zone,
    finished_at     timestamp with time zone,
    total           integer,
    mails           integer,
    mails_sent      integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
begin
  perform private.require_admin();
  return query
    select b.id, b.message, b.link_kind, b.link_id, b.audience, b.audience_values[:20], b.with_email, b.status, b.send_at, b.receivers,
      b.delivered, b.read_count, p.username, b.created_at, b.finished_at, (count(*) over ())::integer,
      case when m.is_known then (select count(*)::integer from private.mail_outbox o where o.broadcast_id = b.id) end,
      case when m.is_known then (select count(*)::integer from private.mail_outbox o where o.broadcast_id = b.id and o.status = 'sent') end
    from private.broadcasts b left join public.profiles p on p.id = b.created_by
    -- The log of mails forgets them.
    cross join lateral (select b.with_email and b.send_at > now() - interval '29 days') as m (is_known)
    where b.status <> 'deleted' and (p_status is null or b.status = p_status)
      and (p_q is null or position(private.fold(p_q) in private.fold(b.message)) > 0)
    order by case when p_sort = 'delivered' then b.delivered * case when p_order = 'asc' then 1 else -1 end end,
      case when p_order = 'asc' then b.send_at end, case when p_order is distinct from 'asc' then b.send_at end desc, b.id desc
    limit v_size offset (least(greatest(coalesce(p_page, 1), 1), 1000000) - 1)::bigint * v_size;
end $function$;

CREATE OR REPLACE FUNCTION private.mail_delivery()
  RETURNS TABLE (
    from_name      text,
    from_address   text,
    reply_to       text,
    smtp_host      text,
    smtp_port      integer,
    smtp_security  text,
    smtp_user      text,
    smtp_secret    text,
    footer_address text,
    site_url       text,
    held_by        text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  select s.from_name, s.from_address, s.reply_to, s.smtp_host, s.smtp_port, s.smtp_security, s.smtp_user,
    (select x.value from private.mail_secrets x where x.name = 'smtp'), s.footer_address, s.site_url, s.held_by
  from private.mail_settings s
$function$;

CREATE OR REPLACE FUNCTION private.mail_queue()
  RETURNS TABLE (
    waiting    integer,
    oldest_at  timestamp with time zone,
    failed     integer,
    last_error text,
    site_url   text,
    held_by    text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
begin
  perform private.require_admin();
  return query
    select w.n, w.oldest_at, (select count(*)::integer from private.mail_outbox o where o.status = 'failed' and o.template <> 'test' and o.created_at > now() - interval '7 days'),
      (select o.error from private.mail_outbox o where o.error is not null and o.status in ('queued', 'failed') and o.template <> 'test'
        and o.created_at > now() - interval '7 days' order by o.id desc limit 1),
      s.site_url, s.held_by
    from private.mail_settings s cross join (
      -- Mails that still collect, and digests, are not late.
      select count(*)::integer as n, min(case when o.attempts = 0 then o.next_attempt_at else o.created_at end) as oldest_at
      from private.mail_outbox o where o.status = 'queued' and o.template <> 'test' and (o.attempts > 0 or o.next_attempt_at <= now())) as w;
end $function$;

CREATE OR REPLACE FUNCTION private.retry_mails (
  p_failed boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_status text := case when p_failed then 'failed' else 'queued' end;
  v_count integer;
begin
  perform private.consume_rate_limit('test_mail', v_me::text);
  update private.mail_outbox o set status = 'queued', attempts = case when p_failed then 1 else o.attempts end,
    next_attempt_at = now(), lease = null, lease_until = null
  where o.id in (
    select m.id from private.mail_outbox m where m.status = v_status and m.template <> 'test' and case when p_failed then m.created_at > now() - interval '7 days' else m.attempts > 0 end
    order by m.id limit 10000 for update skip locked);
  get diagnostics v_count = row_count;
  perform private.audit('retry_mails', 'mail', null, jsonb_build_object('status', v_status),
    jsonb_build_object('status', 'queued', 'count', v_count));
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.send_mails_from (
  p_site text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_before private.mail_settings;
begin
  perform private.require_main_admin();
  select * into v_before from private.mail_settings for update;
  -- Another server may have asked since the page was loaded.
  if v_before.held_by is distinct from p_site or p_site = 'off' then
    perform private.refuse(409, 'conflict', 'No mails are held for this address');
  end if;
  update private.mail_settings s set site_url = p_site, held_by = null where s.is_only_row;
  perform private.audit('send_mails_from', 'email_settings', null, jsonb_build_object('site_url', v_before.site_url),
    jsonb_build_object('site_url', p_site));
end $function$;

CREATE OR REPLACE FUNCTION public.claim_mail (
  only_id     bigint  DEFAULT NULL::bigint,
  site        text    DEFAULT NULL::text,
  has_mailbox boolean DEFAULT false
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
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.claim_mail(only_id, site, has_mailbox) $function$;

REVOKE ALL ON FUNCTION "public"."claim_mail"(bigint, text, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_broadcasts (
  page        integer DEFAULT 1,
  page_size   integer DEFAULT 20,
  only_status text    DEFAULT NULL::text,
  q           text    DEFAULT NULL::text,
  sort        text    DEFAULT 'when'::text,
  sort_order  text    DEFAULT 'desc'::text
)
  RETURNS TABLE (
    id              bigint,
    message         text,
    link_kind       text,
    link_id         bigint,
    audience        text,
    audience_values text[],
    with_email      boolean,
    status          text,
    send_at         timestamp with time zone,
    receivers       integer,
    delivered       integer,
    read_count      integer,
    sent_by         text,
    created_at      timestamp with time zone,
    finished_at     timestamp with time zone,
    total           integer,
    mails           integer,
    mails_sent      integer
  )
  LANGUAGE sql
  STABLE
  ROWS 20
  SET search_path TO ''
  AS $function$ select * from private.list_broadcasts(page, page_size, only_status, q, sort, sort_order) $function$;

REVOKE ALL ON FUNCTION "public"."list_broadcasts"(integer, integer, text, text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mail_delivery()
  RETURNS TABLE (
    from_name      text,
    from_address   text,
    reply_to       text,
    smtp_host      text,
    smtp_port      integer,
    smtp_security  text,
    smtp_user      text,
    smtp_secret    text,
    footer_address text,
    site_url       text,
    held_by        text
  )
  LANGUAGE sql
  STABLE
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.mail_delivery() $function$;

REVOKE ALL ON FUNCTION "public"."mail_delivery"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.mail_queue()
  RETURNS TABLE (
    waiting    integer,
    oldest_at  timestamp with time zone,
    failed     integer,
    last_error text,
    site_url   text,
    held_by    text
  )
  LANGUAGE sql
  STABLE
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.mail_queue() $function$;

REVOKE ALL ON FUNCTION "public"."mail_queue"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.retry_mails (
  failed boolean
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.retry_mails(failed) $function$;

REVOKE ALL ON FUNCTION "public"."retry_mails"(boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.send_mails_from (
  site text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.send_mails_from(site) $function$;

REVOKE ALL ON FUNCTION "public"."send_mails_from"(text) FROM PUBLIC, "anon", "service_role";

CREATE INDEX mail_outbox_broadcast_idx ON private.mail_outbox USING btree (broadcast_id, status)
  WHERE (broadcast_id IS NOT NULL);

CREATE INDEX mail_outbox_error_idx ON private.mail_outbox USING btree (id DESC)
  WHERE ((error IS NOT NULL) AND (status = ANY (ARRAY['queued'::text, 'failed'::text])));

COMMENT ON COLUMN "private"."mail_settings"."held_by" IS 'Why no mail leaves: the other address of the server that last asked for one, or "off" by its setting MAILS. Null while mails leave.';

COMMENT ON COLUMN "private"."mail_settings"."site_url" IS 'Address of the marketplace whose mails may leave; null before the first one.';

COMMENT ON FUNCTION "private"."assert_mail_text"(private.mail_templates, text, text) IS 'PT400 for a subject or text that names a value which its mail does not have, lacks the code of its mail, or has a link in a mail that opens an account.';

COMMENT ON FUNCTION "private"."hold_mails"(text, boolean) IS 'Why a sender at an address must not send, or null: a restored or copied marketplace would write to the users of the real one.';

COMMENT ON FUNCTION "public"."claim_mail"(bigint, text, boolean) IS 'For the edge function `mail` only: the next mail to send, or the named one, for its sender alone for 5 minutes, with its English text, its language and its text in that. None when `site`, the address of the page or "off", is not that of the marketplace, except those for a mailbox on the same machine.';

COMMENT ON FUNCTION "public"."list_broadcasts"(integer, integer, text, text, text, text) IS 'For admins: broadcasts, newest first, with how many got and read them, how many mails they made and how many of these have left; null where the log of mails does not know.';

COMMENT ON FUNCTION "public"."mail_delivery"() IS 'For the edge function `mail` only: how to reach the mail server, with its password, and why no mail leaves.';

COMMENT ON FUNCTION "public"."mail_queue"() IS 'For admins: how many mails wait and since when, how many failed in the last 7 days, the last answer of a mail server to one of these, and why no mail leaves. Test mails do not count.';

COMMENT ON FUNCTION "public"."retry_mails"(boolean) IS 'For admins: makes all mails that failed in the last 7 days, or all that wait for another try, due at once, 10,000 a call. Answers how many.';

COMMENT ON FUNCTION "public"."send_mails_from"(text) IS 'For main admins: names the address whose mails were held as that of the marketplace, so that they leave; PT409 when none are held for it.';

REVOKE ALL ON FUNCTION "private"."claim_mail"(bigint, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_mail"(bigint, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."hold_mails"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_broadcasts"(integer, integer, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_broadcasts"(integer, integer, text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."mail_delivery"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mail_delivery"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."mail_queue"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mail_queue"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."retry_mails"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."retry_mails"(boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."send_mails_from"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_mails_from"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."claim_mail"(bigint, text, boolean) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."list_broadcasts"(integer, integer, text, text, text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mail_delivery"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."mail_queue"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."retry_mails"(boolean) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."send_mails_from"(text) TO "authenticated";
