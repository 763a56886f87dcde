SET local check_function_bodies = off;

DROP FUNCTION "private"."begin_registration"(text, text);

DROP FUNCTION "private"."is_username_taken"(text);

DROP FUNCTION "public"."begin_registration"(text, text);

CREATE OR REPLACE FUNCTION private.assert_new_user (
  p_provider text,
  p_data     jsonb,
  p_email    text  DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_username text := nullif(btrim(p_data ->> 'username'), '');
begin
  -- People who come by a sign-in provider are asked for what is missing on their first page; nobody else may leave it out.
  if p_provider in ('email', 'phone') and (v_username is null or private.terms_version_in_force(p_data ->> 'termsVersion') is null) then
    perform private.refuse(400, 'invalid_input', 'A username and the accepted terms are needed');
  end if;
  if v_username <> private.without_invisible(v_username) or (v_username is not null and private.is_blank(v_username)) then
    perform private.refuse(400, 'invalid_input', 'Username contains invisible characters', '{"path": "username"}');
  end if;
  if private.is_username_taken(normalize(v_username, nfc), p_email) then
    perform private.refuse(409, 'conflict', 'Username already exists');
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
  return private.refusal_of_new_user(event);
exception when sqlstate 'PT429' then
  return jsonb_build_object('error', jsonb_build_object('http_code', 429, 'message', sqlerrm));
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
  -- Answered instead of raised, which would not count. Refused registrations replace nothing.
  if p_username <> private.without_invisible(p_username) or private.is_blank(p_username) then
    return 'invisible';
  elsif private.is_username_taken(p_username, p_email) then
    return 'username';
  elsif private.email_exists(p_email) then
    return 'email';
  end if;
  insert into private.registration_passes as p (email) values (lower(btrim(p_email)))
  on conflict (email) do update set made_at = now();
  -- A minute keeps two who register one address in turn from mailing it all the time.
  perform private.end_registrations(interval '60 seconds', 1, p_email);
  return null;
end $function$;

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
  return new;
exception when unique_violation then
  -- Two registrations of one name at the same moment: the index decides, the answer is the same.
  perform private.refuse(409, 'conflict', 'Username already exists');
end $function$;

CREATE OR REPLACE FUNCTION private.is_username_taken (
  p_username text,
  p_email    text DEFAULT NULL::text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.is_reserved_name(p_username)
    or exists (
      select 1 from public.profiles p
      where private.name_skeleton(p.username) = private.name_skeleton(btrim(p_username))
        and not coalesce(p_email is not null and p.auth_id in (select private.unverified_users(interval '0', p_email)), false))
$function$;

CREATE OR REPLACE FUNCTION private.refusal_of_new_user (
  event jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.assert_new_user(event #>> '{user,app_metadata,provider}', coalesce(event #> '{user,user_metadata}', '{}'), event #>> '{user,email}');
  return '{}'::jsonb;
exception when sqlstate 'PT400' or sqlstate 'PT409' then
  return jsonb_build_object('error', jsonb_build_object('http_code', right(sqlstate, 3)::integer, 'message', sqlerrm));
end $function$;

CREATE OR REPLACE FUNCTION public.begin_registration (
  address  text,
  email    text,
  username text
)
  RETURNS text
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.begin_registration(address, email, username) $function$;

REVOKE ALL ON FUNCTION "public"."begin_registration"(text, text, text) FROM PUBLIC, "anon", "authenticated";

COMMENT ON FUNCTION "private"."assert_new_user"(text, jsonb, text) IS 'PT400 without a clean username and accepted terms, PT409 for a taken username.';

COMMENT ON FUNCTION "private"."before_user_created"(jsonb) IS 'The hook of Auth before it creates a user: counts registrations at Auth itself together with those of `/api`, and refuses names.';

COMMENT ON FUNCTION "private"."is_username_taken"(text, text) IS 'Whether a name is reserved or belongs to somebody. With an address, its own unverified registration does not count, which a new one replaces.';

COMMENT ON FUNCTION "private"."refusal_of_new_user"(jsonb) IS 'The answer of the hook before_user_created to the name and terms of a new user, without counting.';

COMMENT ON FUNCTION "public"."begin_registration"(text, text, text) IS 'For edge functions only: counts a registration (PT429), answers what refuses it (`username` or `email` if taken, `invisible` characters, or null), and ends an earlier one of the same address that was never verified.';

REVOKE ALL ON FUNCTION "private"."assert_new_user"(text, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_registration"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_registration"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_username_taken"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refusal_of_new_user"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_registration"(text, text, text) TO "service_role";
