SET local check_function_bodies = off;

CREATE TABLE "private"."registration_passes" (
  "email"   text                     NOT NULL,
  "made_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "registration_passes_pkey" PRIMARY KEY (email)
);

CREATE OR REPLACE FUNCTION private.ask_for_proof (
  p_auth_id uuid,
  p_kind    text,
  p_address text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_user_id bigint := (select p.id from public.profiles p where p.auth_id = p_auth_id);
begin
  -- Too much of it is silence: Auth would answer a refusal as a failure, and it would tell who has an account.
  if coalesce(p_address, '') = '' or exists (
    select 1 from private.mail_proofs p
    where p.auth_id = p_auth_id and p.kind = p_kind and p.address = p_address and p.asked_at > now() - interval '60 seconds') then
    return;
  end if;
  -- The address of somebody else: what its owner reads would tell the asker, too, that there is an account.
  if p_kind = 'confirm_email' and exists (select 1 from public.accounts a where lower(a.email) = lower(p_address)) then
    return;
  end if;
  begin
    -- Per address where it is the account's own: registering it again makes another account.
    perform private.consume_rate_limit('mail_of_auth',
      concat_ws(' ', p_kind, case when p_kind = 'confirm_email' then p_auth_id::text else lower(p_address) end));
    -- Nobody has asked for this mail in the name of its receiver.
    if p_kind = 'confirm_email' then
      perform private.consume_rate_limit('resend_verification_daily', concat_ws(' ', p_kind, lower(p_address)));
    end if;
  exception when sqlstate 'PT429' then
    return;
  end;
  -- An earlier secret ends when the new mail leaves; one that was mailed to another address ends now.
  insert into private.mail_proofs as p (auth_id, kind, address) values (p_auth_id, p_kind, p_address)
  on conflict (auth_id, kind) do update set address = excluded.address, asked_at = now(), tries = case when p.address = excluded.address then p.tries else 0 end,
    sent_at = case when p.address = excluded.address then p.sent_at end,
    token_hash = case when p.address = excluded.address then p.token_hash end,
    code_hash = case when p.address = excluded.address then p.code_hash end;
  if not exists (
    select 1 from private.mail_outbox o
    where o.user_id = v_user_id and o.template = p_kind and o.recipient = p_address and o.status = 'queued') then
    perform private.add_mail(v_user_id, p_address, p_kind, '{}');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.before_user_created (
  event jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if event #>> '{user,app_metadata,provider}' = 'email' then
    delete from private.registration_passes p
    where p.email = lower(event #>> '{user,email}') and p.made_at > now() - interval '30 seconds';
    if not found then
      perform private.consume_rate_limit('register', private.network_of(coalesce(event #>> '{metadata,ip_address}', 'unknown')));
    end if;
  end if;
  return '{}'::jsonb;
exception when sqlstate 'PT429' then
  return jsonb_build_object('error', jsonb_build_object('http_code', 429, 'message', sqlerrm));
end $function$;

CREATE OR REPLACE FUNCTION private.begin_registration (
  p_address text,
  p_email   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.consume_rate_limit('register', private.network_of(p_address));
  insert into private.registration_passes as p (email) values (lower(btrim(p_email)))
  on conflict (email) do update set made_at = now();
  -- A minute keeps two who register one address in turn from mailing it all the time.
  perform private.end_registrations(interval '60 seconds', 1, p_email);
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
      coalesce((select private.name_in_mail(p.id, p.username, t.template in ('verify_email', 'confirm_email') or a.email_confirmed_at is null)
        from public.profiles p join public.accounts a on a.profile_id = p.id where p.id = v_mail.user_id), v_mail.data ->> 'username'),
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

CREATE OR REPLACE FUNCTION private.unverified_users (
  p_older_than interval,
  p_email      text DEFAULT NULL::text
)
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 100
  SET search_path TO ''
  AS $function$
  select u.id from public.accounts a
  join public.profiles p on p.id = a.profile_id
  join auth.users u on u.id = p.auth_id
  where a.email_confirmed_at is null and a.deleted_at is null and p.created_at < now() - p_older_than
    and (p_email is null or lower(a.email) = lower(btrim(p_email)))
    and u.email_confirmed_at is null and u.last_sign_in_at is null and coalesce(u.encrypted_password, '') <> ''
$function$;

CREATE OR REPLACE FUNCTION private.end_registrations (
  p_older_than interval,
  p_limit      integer,
  p_email      text     DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_count integer;
begin
  delete from auth.users u where u.id in (
    select o.id from auth.users o
    where o.id in (select private.unverified_users(p_older_than, p_email)) and o.email_confirmed_at is null
    limit p_limit for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.email_exists (
  p_email text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select 1 from public.accounts a where lower(a.email) = lower(btrim(p_email)))
    -- A registration replaces these.
    and not exists (select private.unverified_users(interval '60 seconds', p_email))
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
  ROWS 19
  SET search_path TO ''
  AS $function$
  values
    ('mail', '* * * * *'),
    ('housekeeping/broadcasts', '* * * * *'),
    ('housekeeping/inspection', '* * * * *'),
    ('housekeeping/thumbnails', '* * * * *'),
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

CREATE OR REPLACE FUNCTION private.name_in_mail (
  p_user_id         bigint,
  p_username        text,
  p_is_for_stranger boolean
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when p_is_for_stranger and p_username ~* '://|\mwww\.|[[:alnum:]-]\.[[:alpha:]]{2,}' or private.is_blank(p_username)
    then 'User #' || p_user_id else p_username end
$function$;

CREATE OR REPLACE FUNCTION private.network_of (
  p_address text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  v_address inet;
begin
  v_address := regexp_replace(split_part(p_address, '%', 1), '^::ffff:([0-9]+[.])', '\1', 'i')::inet;
  return case when family(v_address) = 6 then host(network(set_masklen(v_address, 64))) else host(v_address) end;
exception when invalid_text_representation then
  return p_address;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_registration (
  address text,
  email   text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.begin_registration(address, email) $function$;

REVOKE ALL ON FUNCTION "public"."begin_registration"(text, text) FROM PUBLIC, "anon", "authenticated";

COMMENT ON FUNCTION "private"."before_user_created"(jsonb) IS 'The hook of Auth before it creates a user: counts registrations at Auth itself together with those of `/api`.';

COMMENT ON FUNCTION "private"."end_registrations"(interval, integer, text) IS 'Deletes accounts that are older than an interval and whose address was never verified, all or those of one address. Answers how many.';

COMMENT ON FUNCTION "private"."name_in_mail"(bigint, text, boolean) IS 'The name that a mail greets a user by. A name with a link would be an advertisement to people who never registered.';

COMMENT ON FUNCTION "private"."network_of"(text) IS 'The subject of a limit per address: an IPv4 address, or the /64 network of an IPv6 address. Anything else stays as it is.';

COMMENT ON FUNCTION "public"."begin_registration"(text, text) IS 'For edge functions only: counts a registration (PT429), and ends an earlier one of the same address that was never verified.';

COMMENT ON TABLE "private"."registration_passes" IS 'Addresses whose registration a function has counted, so that Auth does not count it again. A pass lives 30 seconds and works once.';

REVOKE ALL ON FUNCTION "private"."before_user_created"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_registration"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_registration"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_registrations"(interval, integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_in_mail"(bigint, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."network_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unverified_users"(interval, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_registration"(text, text) TO "service_role";

do $hook$ begin
  if exists (select 1 from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
  end if;
end $hook$;

select private.schedule_jobs();
