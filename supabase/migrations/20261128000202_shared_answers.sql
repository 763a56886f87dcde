SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.let_guests_share()
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select set_config('response.headers',
    '[{"Cache-Control": "public, max-age=15, stale-while-revalidate=60"}, {"Vary": "Authorization"}]', true)
  where current_user = 'anon' and current_setting('request.method', true) = 'GET'
$function$;

CREATE OR REPLACE FUNCTION public.count_posts (
  search     text    DEFAULT NULL::text,
  country    text    DEFAULT NULL::text,
  categories text[]  DEFAULT NULL::text[],
  unquoted   boolean DEFAULT false,
  open       boolean DEFAULT false,
  closing    integer DEFAULT NULL::integer,
  posted     integer DEFAULT NULL::integer
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select private.let_guests_share();
  select private.count_posts(search, country, categories, unquoted, open, closing, posted)
$function$;

CREATE OR REPLACE FUNCTION public.list_posts (
  search     text    DEFAULT NULL::text,
  country    text    DEFAULT NULL::text,
  categories text[]  DEFAULT NULL::text[],
  page       integer DEFAULT 1,
  page_size  integer DEFAULT 10,
  unquoted   boolean DEFAULT false,
  sort       text    DEFAULT 'newest'::text,
  as_user    boolean DEFAULT false,
  open       boolean DEFAULT false,
  closing    integer DEFAULT NULL::integer,
  posted     integer DEFAULT NULL::integer
)
  RETURNS SETOF public.posts
  LANGUAGE sql
  STABLE
  ROWS 10
  SET search_path TO ''
  AS $function$
  select private.let_guests_share();
  select * from private.list_posts(search, country, categories, page, page_size, unquoted, sort, open, closing, posted)
  where case when as_user then private.require_profile_id() is not null else true end
$function$;

COMMENT ON FUNCTION "private"."let_guests_share"() IS 'Lets shared caches keep the answer to a guest who reads by GET; of anybody else''s answer it says nothing, so that none is kept.';

REVOKE ALL ON FUNCTION "private"."let_guests_share"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."let_guests_share"() TO "anon", "authenticated";
