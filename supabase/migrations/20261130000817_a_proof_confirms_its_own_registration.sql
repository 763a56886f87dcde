SET local check_function_bodies = off;

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
  delete from public.quote_attachments t using public.quotes q where q.id = t.quote_id and q.supplier_id = p_user_id;
  delete from public.message_attachments t using public.messages m where m.id = t.message_id and m.sender_id = p_user_id;
  delete from public.content_hits h where h.user_id = p_user_id;
  -- What a registration wrote was nobody's yet.
  delete from public.content_hits h where h.user_id is null and h.entity = 'profile' and h.entity_id = p_user_id;
  -- What was masked stays so.
  delete from private.masked_texts m where m.user_id = p_user_id;
  delete from private.moderation_changes m where m.user_id = p_user_id;
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

CREATE OR REPLACE FUNCTION private.forget_registration()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_profile_id bigint;
  v_username text := split_part(new.email, '@', 1);
begin
  -- exchange_proof() alone leaves a time that Auth's own tokens never have.
  if new.confirmation_sent_at > now() - private.proof_life('verify_email') then
    return null;
  end if;
  -- Who is confirmed in the transaction that makes the account has it from the provider that proves the address.
  select p.id into v_profile_id from public.profiles p where p.auth_id = new.id and p.created_at <> now() for no key update;
  if v_profile_id is null then
    return null;
  end if;
  delete from auth.sessions s where s.user_id = new.id;
  -- Auth has linked in this transaction the identity that proves the address now.
  perform private.unlink_providers(new.id, array(
    select i.id from auth.identities i where i.user_id = new.id and i.xmin <> pg_current_xact_id()::xid));
  update auth.users u set encrypted_password = null, raw_user_meta_data = '{}' where u.id = new.id;
  delete from private.masked_texts m where m.entity = 'profiles' and m.entity_id = v_profile_id;
  delete from public.content_hits h where h.entity = 'profile' and h.entity_id = v_profile_id;
  -- A name that a rule refuses would refuse the proof.
  if exists (select 1 from private.find_content_hits('profile', v_username, 'profiles')) then
    v_username := 'user';
  end if;
  loop
    v_username := private.free_username(v_username);
    perform pg_advisory_xact_lock(hashtextextended('username ' || private.name_skeleton(v_username), 0));
    exit when not private.is_username_taken(v_username);
  end loop;
  update public.profiles p set username = v_username, avatar_path = null, country = null, company_name = null, bio = null
  where p.id = v_profile_id;
  update public.accounts a set first_name = null, last_name = null, phone_number = null, address = null, organization = null,
    tax_code = null, terms_version = null, terms_accepted_at = null, locale = null, time_zone = null, digest_hour = 7
  where a.profile_id = v_profile_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_user_data()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if coalesce(new.raw_app_meta_data ->> 'provider', 'email') in ('email', 'phone') and octet_length(new.raw_user_meta_data::text)
      > greatest(private.user_data_max(), coalesce(octet_length(old.raw_user_meta_data::text), 0)) then
    perform private.refuse(400, 'invalid_input', 'Data too large', '{"path": "data"}');
  end if;
  -- Read after the registration: the mark by /api, the name by the page of a verified address.
  new.raw_user_meta_data := private.only_fields(new.raw_user_meta_data, '{username, registrationMark}');
  -- Auth writes again what it has read before a registration was forgotten.
  if not exists (select 1 from public.profiles p where p.auth_id = new.id and p.username = new.raw_user_meta_data ->> 'username') then
    new.raw_user_meta_data := new.raw_user_meta_data - 'username';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.unlink_providers (
  p_auth_id    uuid,
  p_identities uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_providers jsonb;
begin
  delete from auth.identities i where i.user_id = p_auth_id and i.provider <> 'email' and i.id = any (p_identities);
  if found then
    select coalesce(jsonb_agg(distinct i.provider), '["email"]') into v_providers from auth.identities i where i.user_id = p_auth_id;
    update auth.users u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}')
      || jsonb_build_object('provider', v_providers -> 0, 'providers', v_providers)
    where u.id = p_auth_id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.unlink_providers_of_old_address()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.unlink_providers(new.id, array(
    select i.id from auth.identities i
    where i.user_id = new.id and lower(i.identity_data ->> 'email') is distinct from lower(new.email)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.verify_user_email (
  p_user_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_account public.accounts;
begin
  perform private.require_admin();
  perform private.hold_user_of_auth(p_user_id);
  v_account := private.account_to_manage(p_user_id);
  if v_account.email_confirmed_at is not null then
    perform private.refuse(409, 'conflict', 'This email is already verified');
  end if;
  -- The admin takes the registration as it is.
  perform private.exchange_proof(p.auth_id, 'verify_email') from public.profiles p where p.id = p_user_id;
  update auth.users u set email_confirmed_at = now()
  from public.profiles p where p.id = p_user_id and u.id = p.auth_id;
  perform private.audit('verify_email', 'user', p_user_id::text, '{"verified": false}', '{"verified": true}');
end $function$;

CREATE TRIGGER a_forget_registration
  AFTER UPDATE OF email_confirmed_at ON auth.users
  FOR EACH ROW
  WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL)))
  EXECUTE FUNCTION private.forget_registration();

CREATE TRIGGER unlink_providers_of_old_address
  AFTER UPDATE OF email ON auth.users
  FOR EACH ROW
  WHEN ((lower((new.email)::text) IS DISTINCT FROM lower((old.email)::text)))
  EXECUTE FUNCTION private.unlink_providers_of_old_address();

COMMENT ON FUNCTION "private"."forget_registration"() IS 'Leaves nothing of a registration that somebody else than its maker may have confirmed: who reads the mails of an address, or signs in by a provider, has proved the address alone.';

COMMENT ON FUNCTION "private"."unlink_providers"(uuid, uuid[]) IS 'Ends sign-ins to an account by these identities of providers, and no longer names them as its own.';

COMMENT ON FUNCTION "private"."unlink_providers_of_old_address"() IS 'The owner of the old address, an employer perhaps, must not get in by a provider that knows it.';

REVOKE ALL ON FUNCTION "private"."forget_registration"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unlink_providers"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unlink_providers_of_old_address"() FROM PUBLIC;
