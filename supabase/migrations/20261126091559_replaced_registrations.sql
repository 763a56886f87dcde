SET local check_function_bodies = off;

DROP FUNCTION "private"."mail_link_is_good"(text, text);

DROP FUNCTION "private"."use_mail_code"(text, text, text, uuid);

DROP FUNCTION "private"."use_mail_link"(text, text);

DROP FUNCTION "public"."mail_link_is_good"(text, text);

DROP FUNCTION "public"."use_mail_code"(text, text, text, uuid);

DROP FUNCTION "public"."use_mail_link"(text, text);

CREATE TABLE "private"."ended_registrations" (
  "auth_id"    uuid                     NOT NULL,
  "email"      text                     NOT NULL,
  "token_hash" text,
  "ended_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "ended_registrations_pkey" PRIMARY KEY (auth_id)
);

CREATE OR REPLACE FUNCTION private.address_of_link (
  p_token text,
  p_kind  text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p.address from private.mail_proofs p
  where p.token_hash = private.hash_of_secret(p_token) and p.kind = p_kind and p.sent_at > now() - private.proof_life(p_kind)
$function$;

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
  -- A registration that is about to be replaced: Auth treats the new one as a request for another mail.
  if p_kind = 'verify_email' and exists (
    select 1 from private.registration_passes r join auth.users u on u.id = p_auth_id
    where r.email = lower(p_address) and r.made_at > now() - interval '30 seconds' and u.created_at < r.made_at) then
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

CREATE OR REPLACE FUNCTION private.begin_registration (
  p_address  text,
  p_email    text,
  p_username text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.consume_rate_limit('register', private.network_of(p_address));
  -- Answered instead of raised, which would not count.
  if p_username <> private.without_invisible(p_username) or private.is_blank(p_username) then
    return 'invisible';
  elsif private.is_username_taken(p_username, p_email) then
    return 'username';
  elsif private.email_exists(p_email) then
    return 'email';
  end if;
  insert into private.registration_passes as p (email) values (lower(btrim(p_email)))
  on conflict (email) do update set made_at = now();
  return null;
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
    when 'flag-rules' then
      return private.stop_common_flags();
    else
      perform private.refuse(404, 'not_found', 'There is no such job');
  end case;
  get diagnostics v_count = row_count;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.is_account (
  p_auth_id uuid,
  p_account text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(p_account in (p_auth_id::text, (select p.id::text from public.profiles p where p.auth_id = p_auth_id)), false)
$function$;

CREATE OR REPLACE FUNCTION private.refuse_other_registration()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  perform private.refuse(409, 'other_registration', 'This mail belongs to a registration that was made elsewhere');
end $function$;

CREATE OR REPLACE FUNCTION private.replace_registration (
  p_email text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ended private.ended_registrations;
begin
  -- A minute keeps two who register one address in turn from mailing it all the time.
  select r.auth_id, lower(btrim(p_email)), m.token_hash, now() into v_ended
  from private.unverified_users(interval '60 seconds', p_email) as r(auth_id)
  left join private.mail_proofs m on m.auth_id = r.auth_id and m.kind = 'verify_email';
  if private.end_registrations(interval '60 seconds', 1, p_email) = 0 then
    return false;
  end if;
  insert into private.ended_registrations select v_ended.*;
  return true;
end $function$;

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
  perform 1 from auth.users u where u.id = v_proof.auth_id for update;
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
  perform 1 from auth.users u where u.id = (select p.auth_id from private.mail_proofs p where p.token_hash = v_hash) for update;
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

CREATE OR REPLACE FUNCTION public.address_of_link (
  token text,
  kind  text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.address_of_link(token, kind) $function$;

REVOKE ALL ON FUNCTION "public"."address_of_link"(text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.replace_registration (
  email text
)
  RETURNS boolean
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.replace_registration(email) $function$;

REVOKE ALL ON FUNCTION "public"."replace_registration"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.use_mail_code (
  email   text,
  code    text,
  kind    text,
  account text DEFAULT NULL::text
)
  RETURNS text
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.use_mail_code(email, code, kind, account) $function$;

REVOKE ALL ON FUNCTION "public"."use_mail_code"(text, text, text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.use_mail_link (
  token   text,
  kind    text,
  account text DEFAULT NULL::text
)
  RETURNS text
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.use_mail_link(token, kind, account) $function$;

REVOKE ALL ON FUNCTION "public"."use_mail_link"(text, text, text) FROM PUBLIC, "anon", "authenticated";

CREATE INDEX ended_registrations_email_idx ON private.ended_registrations USING btree (email);

CREATE INDEX ended_registrations_token_idx ON private.ended_registrations USING btree (token_hash);

COMMENT ON FUNCTION "private"."is_account"(uuid, text) IS 'Whether an id, that of Auth or that of the profile, is the id of this account.';

COMMENT ON FUNCTION "public"."address_of_link"(text, text) IS 'For edge functions only: the address that the link of a mail was sent to; null unless the link is unused and young enough. Uses nothing up.';

COMMENT ON FUNCTION "public"."begin_registration"(text, text, text) IS 'For edge functions only: counts a registration (PT429), and answers what refuses it: `username` or `email` if taken, `invisible` characters, or null.';

COMMENT ON FUNCTION "public"."replace_registration"(text) IS 'For edge functions only: ends a registration of an address that is older than a minute and was never verified, for another that Auth has accepted. Answers whether there was one.';

COMMENT ON FUNCTION "public"."use_mail_code"(text, text, text, text) IS 'For edge functions only: tries the code of a mail, five times at most (PT429); answers a token that Auth takes once, or null. PT409 without an account where the address was registered again.';

COMMENT ON FUNCTION "public"."use_mail_link"(text, text, text) IS 'For edge functions only: uses up the link of a mail and answers a token that Auth takes once; null for a link that is not good. PT409 for the link of another registration than that of `account`, an id of Auth or of a profile, and for one that was replaced.';

COMMENT ON TABLE "private"."ended_registrations" IS 'Unverified registrations that a later one of the same address has replaced, with the hash of the link in their mail; kept for 48 hours.';

REVOKE ALL ON FUNCTION "private"."address_of_link"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."address_of_link"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_account"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_other_registration"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replace_registration"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."replace_registration"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."use_mail_code"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."use_mail_code"(text, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."use_mail_link"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."use_mail_link"(text, text, text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."address_of_link"(text, text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."replace_registration"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."use_mail_code"(text, text, text, text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."use_mail_link"(text, text, text) TO "service_role";
