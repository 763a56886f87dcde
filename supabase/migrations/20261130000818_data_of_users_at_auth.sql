SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.create_profile_of_new_user()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_data jsonb := coalesce(new.raw_user_meta_data, '{}');
  v_username text := nullif(btrim(v_data ->> 'username'), '');
  v_phone text := nullif(btrim(v_data ->> 'phoneNumber'), '');
  v_avatar text := v_data ->> 'avatar_url';
  v_terms text := private.terms_version_in_force(v_data ->> 'termsVersion');
  v_id bigint;
begin
  if v_username is null then
    perform private.assert_new_user(new.raw_app_meta_data ->> 'provider', v_data);
    v_username := private.free_username(
      coalesce(v_data ->> 'preferred_username', v_data ->> 'user_name', split_part(new.email, '@', 1)));
  end if;
  v_username := normalize(v_username, nfc);
  -- Held until the commit: of two registrations of look-alikes at the same moment the second one sees the first.
  perform pg_advisory_xact_lock(hashtextextended('username ' || private.name_skeleton(v_username), 0));
  perform private.assert_new_user(new.raw_app_meta_data ->> 'provider', v_data || jsonb_build_object('username', v_username));

  insert into public.profiles (auth_id, username, avatar_path, country, company_name, bio)
  values (new.id, v_username,
    -- People who register write this data themselves; whether it comes from a provider is what Auth says of the account.
    case when coalesce(new.raw_app_meta_data ->> 'provider', 'email') not in ('email', 'phone')
      and v_avatar ~ '^https://[^[:space:]]+$' and char_length(v_avatar) <= 500 then v_avatar end,
    left(nullif(btrim(v_data ->> 'country'), ''), 60),
    case when not private.is_blank(v_data ->> 'companyName') then left(btrim(v_data ->> 'companyName'), 100) end,
    left(nullif(btrim(v_data ->> 'bio'), ''), 500))
  returning id into v_id;

  insert into public.accounts (profile_id, email, first_name, last_name, phone_number, address, organization, tax_code,
    terms_version, terms_accepted_at, email_confirmed_at, last_seen_at)
  values (v_id, coalesce(new.email, ''),
    left(nullif(btrim(v_data ->> 'firstName'), ''), 50),
    left(nullif(btrim(v_data ->> 'lastName'), ''), 50),
    case when v_phone ~ '^\+?[0-9 ()-]{6,20}$' then v_phone end,
    left(nullif(btrim(v_data ->> 'address'), ''), 200),
    left(nullif(btrim(v_data ->> 'organization'), ''), 100),
    left(nullif(btrim(v_data ->> 'taxCode'), ''), 20),
    v_terms, case when v_terms is not null then now() end, new.email_confirmed_at, new.last_sign_in_at);
  -- limit_user_data() takes out what profile and account have now.
  update auth.users u set raw_user_meta_data = v_data where u.id = new.id;
  return new;
exception when unique_violation then
  -- Two registrations of one name at the same moment: the index decides, the answer is the same.
  perform private.refuse(409, 'conflict', 'Username already exists');
end $function$;

CREATE OR REPLACE FUNCTION private.limit_identity_data()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  new.identity_data := private.only_fields(new.identity_data, '{sub, email, phone, email_verified, phone_verified}');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_user_data()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if octet_length(new.raw_user_meta_data::text)
      > greatest(private.user_data_max(), coalesce(octet_length(old.raw_user_meta_data::text), 0)) then
    perform private.refuse(400, 'invalid_input', 'Data too large', '{"path": "data"}');
  end if;
  -- Read after the registration: the mark by /api, the name by the page of a verified address.
  new.raw_user_meta_data := private.only_fields(new.raw_user_meta_data, '{username, registrationMark}');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.only_fields (
  p_data  jsonb,
  p_names text[]
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_data) as f where f.key = any (p_names) $function$;

CREATE TRIGGER limit_identity_data
  BEFORE INSERT OR UPDATE OF identity_data ON auth.identities
  FOR EACH ROW
  WHEN ((new.provider = ANY (ARRAY['email'::text, 'phone'::text])))
  EXECUTE FUNCTION private.limit_identity_data();

COMMENT ON FUNCTION "private"."limit_identity_data"() IS 'Keeps what Auth itself says of a user who registered; it copies there all that they sent.';

COMMENT ON FUNCTION "private"."limit_user_data"() IS 'Keeps what is read later of the data that Auth has of a user; PT400 when it adds more to them than they may have.';

REVOKE ALL ON FUNCTION "private"."limit_identity_data"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."only_fields"(jsonb, text[]) FROM PUBLIC;

-- The triggers take out what profiles and accounts have.
UPDATE auth.users u SET raw_user_meta_data = u.raw_user_meta_data
WHERE u.raw_user_meta_data - ARRAY['username', 'registrationMark'] <> '{}';

UPDATE auth.identities i SET identity_data = i.identity_data
WHERE i.provider IN ('email', 'phone')
  AND i.identity_data - ARRAY['sub', 'email', 'phone', 'email_verified', 'phone_verified'] <> '{}';
