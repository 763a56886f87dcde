SET local check_function_bodies = off;

ALTER TABLE "private"."mail_templates"
  DROP CONSTRAINT "mail_templates_account_mails_are_on";

DROP FUNCTION "private"."list_mail_templates"(text);

DROP FUNCTION "public"."list_mail_templates"(text);

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

CREATE OR REPLACE FUNCTION private.is_always_sent (
  p_template text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select p_template in ('verify_email', 'reset_password', 'confirm_email', 'password_changed', 'email_changed', 'second_factor_on',
    'second_factor_off', 'second_factor_reset', 'account_suspended', 'suspension_lifted')
$function$;

CREATE OR REPLACE FUNCTION private.list_mail_templates (
  p_locale text
)
  RETURNS TABLE (
    template       text,
    is_optional    boolean,
    is_always_sent boolean,
    is_enabled     boolean,
    subject        text,
    body           text,
    updated_at     timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
begin
  perform private.require_admin();
  perform private.assert_language(p_locale);
  return query
    select t.template, t.is_optional, private.is_always_sent(t.template), t.is_enabled, x.subject, x.body, greatest(t.updated_at, x.updated_at)
    from private.mail_templates t left join private.mail_texts x on x.template = t.template and x.locale = p_locale
    order by t.template;
end $function$;

CREATE OR REPLACE FUNCTION private.save_mail_template (
  p_template   text,
  p_is_enabled boolean,
  p_subject    text,
  p_body       text,
  p_locale     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_before private.mail_templates;
  v_after private.mail_templates;
  v_text_before private.mail_texts;
  v_subject text := nullif(btrim(p_subject), '');
  v_body text := nullif(btrim(p_body, E' \n\t'), '');
begin
  perform private.require_admin();
  perform private.assert_language(p_locale);
  select * into v_before from private.mail_templates t where t.template = p_template for update;
  if v_before.template is null then
    perform private.refuse(404, 'not_found', 'Template not found');
  elsif p_is_enabled is false and private.is_always_sent(p_template) then
    perform private.refuse(400, 'invalid_input', 'This mail is always sent', '{"path": "isEnabled"}');
  end if;
  select * into v_text_before from private.mail_texts x where x.template = p_template and x.locale = p_locale;
  if private.is_always_sent(p_template)
      and (v_subject, v_body) is distinct from (v_text_before.subject, v_text_before.body) then
    perform private.require_main_admin();
  end if;
  perform private.assert_mail_text(v_before, 'subject', v_subject);
  perform private.assert_mail_text(v_before, 'body', v_body);
  update private.mail_templates t set is_enabled = coalesce(p_is_enabled, t.is_enabled), updated_at = now()
  where t.template = p_template returning * into v_after;
  if v_subject is null and v_body is null then
    delete from private.mail_texts x where x.template = p_template and x.locale = p_locale;
  else
    insert into private.mail_texts as x (template, locale, subject, body) values (p_template, p_locale, v_subject, v_body)
    on conflict (template, locale) do update set subject = excluded.subject, body = excluded.body, updated_at = now();
  end if;
  perform private.audit('save_mail_template', 'mail_template', p_template,
    to_jsonb(v_before) || jsonb_build_object('locale', p_locale, 'subject', v_text_before.subject, 'body', v_text_before.body),
    to_jsonb(v_after) || jsonb_build_object('locale', p_locale, 'subject', v_subject, 'body', v_body));
end $function$;

CREATE OR REPLACE FUNCTION public.list_mail_templates (
  locale text DEFAULT 'en'::text
)
  RETURNS TABLE (
    template       text,
    is_optional    boolean,
    is_always_sent boolean,
    is_enabled     boolean,
    subject        text,
    body           text,
    updated_at     timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  ROWS 20
  SET search_path TO ''
  AS $function$ select * from private.list_mail_templates(locale) $function$;

REVOKE ALL ON FUNCTION "public"."list_mail_templates"(text) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "private"."is_always_sent"(text) IS 'True for mails about the security of an account, or a decision about it: no switch and no cap holds them back, and main admins write them.';

COMMENT ON FUNCTION "public"."list_mail_templates"(text) IS 'For admins: every mail, with what was changed of its text in a language; null is the default.';

COMMENT ON FUNCTION "public"."save_mail_template"(text, boolean, text, text, text) IS 'For admins: switches a mail on or off in all languages and stores its text in one; without subject or body the default of that language comes back. Only main admins change the text of mails that are always sent.';

REVOKE ALL ON FUNCTION "private"."is_always_sent"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_mail_templates"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_mail_templates"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list_mail_templates"(text) TO "authenticated";

UPDATE private.mail_templates SET is_enabled = TRUE WHERE private.is_always_sent(template) AND NOT is_enabled;

ALTER TABLE "private"."mail_templates"
  ADD CONSTRAINT "mail_templates_account_mails_are_on" CHECK ((is_enabled OR (NOT private.is_always_sent(template))));
