SET local check_function_bodies = off;

DROP FUNCTION "private"."resolve_sign_in"(text);

DROP FUNCTION "public"."resolve_sign_in"(text);

CREATE OR REPLACE FUNCTION private.blocked_in_profile (
  p_fields jsonb
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array_agg(f.key order by f.key) from jsonb_each_text(p_fields) as f
  where f.key in ('username', 'companyName', 'bio', 'country') and exists (
    select 1 from private.find_content_hits('profile', private.without_directions(left(f.value, 1000))) as h
    -- A masked name is not the one that its user signs in with.
    where h.action = 'block' or f.key = 'username' and h.action = 'mask')
$function$;

CREATE OR REPLACE FUNCTION private.resolve_sign_in (
  p_login text
)
  RETURNS TABLE (
    profile_id   bigint,
    email        text,
    username     text,
    country      text,
    company_name text,
    bio          text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  -- Two branches, so that each can use its index.
  select p.id, a.email, p.username, p.country, p.company_name, p.bio
  from public.accounts a join public.profiles p on p.id = a.profile_id
  where position('@' in p_login) > 0 and lower(a.email) = lower(btrim(p_login))
  union all
  select p.id, a.email, p.username, p.country, p.company_name, p.bio
  from public.profiles p join public.accounts a on a.profile_id = p.id
  where position('@' in p_login) = 0 and lower(p.username) = lower(btrim(p_login))
$function$;

CREATE OR REPLACE FUNCTION public.resolve_sign_in (
  login text
)
  RETURNS TABLE (
    profile_id   bigint,
    email        text,
    username     text,
    country      text,
    company_name text,
    bio          text
  )
  LANGUAGE sql
  STABLE
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.resolve_sign_in(login) $function$;

REVOKE ALL ON FUNCTION "public"."resolve_sign_in"(text) FROM PUBLIC, "anon", "authenticated";

COMMENT ON FUNCTION "private"."blocked_in_profile"(jsonb) IS 'Which fields of a registration have something that a rule blocks in profiles, or masks in their username; null for none.';

COMMENT ON FUNCTION "public"."resolve_sign_in"(text) IS 'For edge functions only: the account behind a username or e-mail address, with what its profile stores.';

REVOKE ALL ON FUNCTION "private"."resolve_sign_in"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_sign_in"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."resolve_sign_in"(text) TO "service_role";
