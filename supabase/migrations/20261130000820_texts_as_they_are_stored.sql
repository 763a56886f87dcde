SET local check_function_bodies = off;

DROP FUNCTION "private"."blocked_in_profile"(jsonb);

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
  v_texts jsonb := private.profile_texts(p_data);
  v_username text := v_texts ->> 'username';
  v_blocked text[];
begin
  -- People who come by a sign-in provider are asked for what is missing on their first page; nobody else may leave it out.
  if p_provider in ('email', 'phone') and (v_username is null or private.terms_version_in_force(p_data ->> 'termsVersion') is null) then
    perform private.refuse(400, 'invalid_input', 'A username and the accepted terms are needed');
  end if;
  if p_provider in ('email', 'phone') and octet_length(p_data::text) > private.user_data_max() then
    perform private.refuse(400, 'invalid_input', 'Data too large', '{"path": "data"}');
  end if;
  if not private.is_clear_name(v_username) then
    perform private.refuse(400, 'invalid_input', 'Username contains invisible characters', '{"path": "username"}');
  elsif v_username ~ '[@<>]' or char_length(v_username) not between 3 and 50 then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "username"}');
  end if;
  if private.is_username_taken(v_username, p_email) then
    perform private.refuse(409, 'conflict', 'Username already exists');
  end if;
  v_blocked := private.blocked_in_profile(v_texts);
  if v_blocked is not null then
    perform private.refuse(400, 'content_not_allowed', 'Your text contains content that is not allowed',
      jsonb_build_object('path', v_blocked[1], 'paths', v_blocked));
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
  if not private.is_clear_name(p_username) then
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

CREATE OR REPLACE FUNCTION private.blocked_in_profile (
  p_texts jsonb
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array_agg(f.key order by f.key) from jsonb_each_text(p_texts) as f
  where exists (
    select 1 from private.find_content_hits('profile', f.value, 'profiles') as h
    -- A masked name is not the one that its user signs in with.
    where h.action = 'block' or f.key = 'username' and h.action = 'mask')
$function$;

CREATE OR REPLACE FUNCTION private.create_profile_of_new_user()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_data jsonb := coalesce(new.raw_user_meta_data, '{}');
  v_texts jsonb := private.profile_texts(v_data);
  v_username text := v_texts ->> 'username';
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
  -- Held until the commit: of two registrations of look-alikes at the same moment the second one sees the first.
  perform pg_advisory_xact_lock(hashtextextended('username ' || private.name_skeleton(v_username), 0));
  perform private.assert_new_user(new.raw_app_meta_data ->> 'provider', v_data || jsonb_build_object('username', v_username));

  insert into public.profiles (auth_id, username, avatar_path, country, company_name, bio)
  values (new.id, v_username,
    -- People who register write this data themselves; whether it comes from a provider is what Auth says of the account.
    case when coalesce(new.raw_app_meta_data ->> 'provider', 'email') not in ('email', 'phone')
      and v_avatar ~ '^https://[^[:space:]]+$' and char_length(v_avatar) <= 500 then v_avatar end,
    v_texts ->> 'country', v_texts ->> 'companyName', v_texts ->> 'bio')
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

CREATE OR REPLACE FUNCTION private.is_clear_name (
  p_name text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  -- Control characters by their numbers as well: not every locale of a database knows all of them.
  select p_name !~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]' and p_name = private.without_invisible(p_name) and not private.is_blank(private.fold(p_name))
$function$;

CREATE OR REPLACE FUNCTION private.profile_texts (
  p_data jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_strip_nulls(jsonb_build_object('username', normalize(nullif(btrim(p_data ->> 'username'), ''), nfc))
    || private.trimmed(jsonb_build_object(
      'country', left(private.clean_line(btrim(p_data ->> 'country')), 60),
      'companyName', left(private.clean_line(btrim(p_data ->> 'companyName')), 100),
      'bio', left(private.without_directions(btrim(p_data ->> 'bio')), 500))))
$function$;

COMMENT ON FUNCTION "private"."blocked_in_profile"(jsonb) IS 'Which texts, of those that profile_texts() answers, have something that a rule blocks in profiles, or masks in a username; null for none.';

COMMENT ON FUNCTION "private"."is_clear_name"(text) IS 'Whether a name shows all that it consists of: it has no character that nobody sees, and more than blanks and accents.';

COMMENT ON FUNCTION "private"."profile_texts"(jsonb) IS 'The texts of a registration as its profile stores them, for who stores them and who reads them before; those that are not given are left out.';

REVOKE ALL ON FUNCTION "private"."blocked_in_profile"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_clear_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."profile_texts"(jsonb) FROM PUBLIC;
