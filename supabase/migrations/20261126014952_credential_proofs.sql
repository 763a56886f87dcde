SET local check_function_bodies = off;

CREATE TABLE "private"."password_proofs" (
  "auth_id"    uuid                     NOT NULL,
  "session_id" uuid,
  "made_at"    timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "password_proofs_pkey" PRIMARY KEY (auth_id)
);

CREATE OR REPLACE FUNCTION private.ask_for_email (
  p_auth_id uuid,
  p_address text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_address text := lower(btrim(p_address));
begin
  update auth.users u set email_change = v_address, email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0
  where u.id = p_auth_id and lower(u.email) <> v_address;
  -- What was mailed to another address proves nothing about this one.
  if found then
    delete from private.mail_proofs p where p.auth_id = p_auth_id and p.kind = 'confirm_email' and lower(p.address) <> v_address;
  end if;
end $function$;

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
  if p_kind = 'confirm_email' and private.email_exists(p_address) then
    return;
  end if;
  begin
    perform private.consume_rate_limit('mail_of_auth', concat_ws(' ', p_kind, p_auth_id));
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

CREATE OR REPLACE FUNCTION private.guard_credentials()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.email is distinct from old.email
      -- A token that only use_mail_link() and use_mail_code() make, for the address that the mail went to.
      and (new.email is distinct from old.email_change or not starts_with(coalesce(old.email_change_token_new, ''), 'once_'))
    or coalesce(new.email_change, '') not in ('', coalesce(old.email_change, ''))
    or new.encrypted_password is distinct from old.encrypted_password
      and coalesce(new.encrypted_password, '') <> ''
      -- At a sign-in Auth encrypts the same password with a newer key.
      and private.key_of_password(new.encrypted_password) is not distinct from private.key_of_password(old.encrypted_password)
      and private.take_password_proof(new.id) is null
  then
    perform private.refuse(403, 'forbidden', 'You are not allowed to do this');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.key_of_password (
  p_stored text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select case when starts_with(p_stored, '{') then p_stored::jsonb ->> 'key_id' end $function$;

CREATE OR REPLACE FUNCTION private.prove_password_change (
  p_auth_id    uuid,
  p_session_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- The user before the proof, as Auth takes them.
  perform 1 from auth.users u where u.id = p_auth_id for key share;
  insert into private.password_proofs as p (auth_id, session_id) values (p_auth_id, p_session_id)
  on conflict (auth_id) do update set session_id = excluded.session_id, made_at = now();
end $function$;

CREATE OR REPLACE FUNCTION private.take_password_proof (
  p_auth_id    uuid,
  p_session_id uuid DEFAULT NULL::uuid
)
  RETURNS text
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  delete from private.password_proofs p
  where p.auth_id = p_auth_id and p.made_at > now() - interval '30 seconds'
    and (p.session_id is null or p_session_id is null or p.session_id = p_session_id)
  returning case when p.session_id is null then 'password' else 'mail' end
$function$;

CREATE OR REPLACE FUNCTION public.ask_for_email (
  auth_id uuid,
  address text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.ask_for_email(auth_id, address) $function$;

REVOKE ALL ON FUNCTION "public"."ask_for_email"(uuid, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.prove_password_change (
  auth_id    uuid,
  session_id uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.prove_password_change(auth_id, session_id) $function$;

REVOKE ALL ON FUNCTION "public"."prove_password_change"(uuid, uuid) FROM PUBLIC, "anon", "authenticated";

ALTER TABLE "private"."password_proofs"
  ADD CONSTRAINT "password_proofs_auth_id_fkey" FOREIGN KEY (auth_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE TRIGGER a_guard_credentials
  BEFORE UPDATE OF encrypted_password, email, email_change ON auth.users
  FOR EACH ROW
  WHEN ((CURRENT_USER = 'supabase_auth_admin'::name))
  EXECUTE FUNCTION private.guard_credentials();

COMMENT ON COLUMN "private"."password_proofs"."session_id" IS 'The only session that may change it, which the link of a mail has opened; null after the current password was checked.';

COMMENT ON FUNCTION "private"."ask_for_proof"(uuid, text, text) IS 'Queues the mail with which a person proves that an address of an account is theirs: once a minute, twenty times a day, and five times a day to one new address.';

COMMENT ON FUNCTION "private"."guard_credentials"() IS 'PT403 when Auth changes a password without a proof, or an address that no mail has proved.';

COMMENT ON FUNCTION "private"."key_of_password"(text) IS 'The key that Auth has encrypted a stored password with, or null.';

COMMENT ON FUNCTION "private"."take_password_proof"(uuid, uuid) IS 'Uses up the proof for a new password; answers what was checked, or null without a proof for this session (null where the session is unknown).';

COMMENT ON FUNCTION "public"."ask_for_email"(uuid, text) IS 'For edge functions only: notes the address that a user wants instead of theirs, once their password was checked. Tells nothing about the address.';

COMMENT ON FUNCTION "public"."prove_password_change"(uuid, uuid) IS 'For edge functions only: lets Auth change the password of a user once within 30 seconds, after the current one or the link of a mail was checked.';

COMMENT ON TABLE "private"."password_proofs" IS 'Accounts whose password Auth may change, because a function has checked the current one or the link of a mail. A proof lives 30 seconds and works once.';

REVOKE ALL ON FUNCTION "private"."ask_for_email"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ask_for_email"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."guard_credentials"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."key_of_password"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."prove_password_change"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prove_password_change"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."take_password_proof"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_for_email"(uuid, text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."prove_password_change"(uuid, uuid) TO "service_role";
