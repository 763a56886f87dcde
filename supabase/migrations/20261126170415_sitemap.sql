SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.sitemap_pages()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('page', n.page, 'changed_at', c.changed_at) order by n.page), '[]')
  from generate_series(0, (select p.id / 1000 from public.posts p order by p.id desc limit 1)) as n (page)
  cross join lateral (
    select max(p.updated_at) as changed_at from public.posts p where p.id / 1000 = n.page and not p.is_hidden) as c
  where c.changed_at is not null
$function$;

CREATE OR REPLACE FUNCTION public.sitemap_pages()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.sitemap_pages() $function$;

REVOKE ALL ON FUNCTION "public"."sitemap_pages"() FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.sitemap_posts (
  page integer
)
  RETURNS TABLE (
    id         bigint,
    title      text,
    updated_at timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  ROWS 500
  SET search_path TO ''
  AS $function$
  select p.id, p.title, p.updated_at from public.posts p
  where p.id >= page * 1000::bigint and p.id < (page + 1::bigint) * 1000 and not p.is_hidden order by p.id
$function$;

REVOKE ALL ON FUNCTION "public"."sitemap_posts"(integer) FROM PUBLIC, "service_role";

CREATE INDEX posts_sitemap_idx ON public.posts USING btree (((id / 1000)), updated_at)
  WHERE (NOT is_hidden);

COMMENT ON FUNCTION "public"."sitemap_pages"() IS 'The pages of the sitemap that have posts, and the latest change on each.';

COMMENT ON FUNCTION "public"."sitemap_posts"(integer) IS 'The visible posts of a page of the sitemap: at most 1,000.';

REVOKE ALL ON FUNCTION "private"."sitemap_pages"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sitemap_pages"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."sitemap_pages"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."sitemap_posts"(integer) TO "anon", "authenticated";
