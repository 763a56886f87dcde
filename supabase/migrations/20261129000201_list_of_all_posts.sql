SET local check_function_bodies = off;

ALTER TYPE "private"."feed_filter" ADD ATTRIBUTE "state" text CASCADE;

CREATE OR REPLACE FUNCTION private.all_posts_filter (
  p_search  text,
  p_state   text,
  p_country text
)
  RETURNS private.feed_filter
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_filter private.feed_filter := private.whole_feed(null, private.search_query(p_search), coalesce(p_search, ''));
begin
  perform private.require_admin();
  v_filter.country := p_country;
  -- Open ones are those that a guest finds open in the feed.
  v_filter.open := p_state is not distinct from 'open';
  v_filter.state := case when not v_filter.open then coalesce(p_state, 'all') end;
  return v_filter;
end $function$;

CREATE OR REPLACE FUNCTION private.all_posts_max (
  p_search text
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select case when private.is_blank(p_search) then 10000 else 1000 end $function$;

CREATE OR REPLACE FUNCTION private.count_all_posts (
  p_search  text,
  p_state   text,
  p_country text
)
  RETURNS bigint
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return cardinality(private.found_post_ids(p_search, private.all_posts_filter(p_search, p_state, p_country),
    array[array['true', 'p.id desc']], private.all_posts_max(p_search) + 1));
end $function$;

CREATE OR REPLACE FUNCTION private.feed_condition (
  p_mode   text,
  p_filter private.feed_filter
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select concat_ws(' and ',
    case p_filter.state
      when 'all' then 'true'
      when 'hidden' then 'p.is_hidden'
      when 'overdue' then 'not p.is_hidden and p.closed_at is null and p.quote_deadline <= now()'
      when 'closed' then 'not p.is_hidden and p.closed_at is not null'
      else case when p_filter.me is null then 'not p.is_hidden' else '(not p.is_hidden or p.user_id = ($1).me)' end end,
    -- Said so that only the word index answers: that of a country or category would collect every post there is in it.
    case when p_filter.country is null then null
      when p_mode in ('rare words', 'few posts') then 'array[p.country] @> array[($1).country]'
      else 'p.country = ($1).country' end,
    -- Of one category the index has the ids in order, of several it has not.
    case when p_filter.categories is null then null
      when p_mode in ('rare words', 'few posts') then 'array[p.category] && ($1).categories'
      when cardinality(p_filter.categories) = 1 then 'p.category = (($1).categories)[1]'
      else 'p.category = any (($1).categories)' end,
    case p_mode
      -- A function is not asked of the index, as the operator would be; nor is it looked up in the statistics, which takes longer than
      -- reading some of the posts.
      when 'rare words' then 'p.search @@ (select private.rare_words(($1).search)) and ts_match_vq(p.search, ($1).query)'
      when 'words' then 'ts_match_vq(p.search, ($1).query)'
      when 'few posts' then 'ts_match_vq(p.search, ($1).query)' end,
    -- The few posts that have the words are asked one by one; of all posts those without quotes have an index.
    case when p_filter.unquoted and p_mode = 'all' then 'exists (select 1 from public.post_counters c where c.post_id = p.id and c.quotes = 0)'
      when p_filter.unquoted then '(select c.quotes from public.post_counters c where c.post_id = p.id) = 0' end,
    -- As is_open() says, in words that indexes know.
    case when p_filter.closing is not null then 'p.closed_at is null and p.quote_deadline > now() and p.quote_deadline <= now() + make_interval(days => ($1).closing)'
      when p_filter.open then 'p.closed_at is null and (p.quote_deadline is null or p.quote_deadline > now())' end,
    case when p_filter.posted is not null then 'p.created_at > now() - make_interval(days => ($1).posted)' end)
$function$;

CREATE OR REPLACE FUNCTION private.feed_filter (
  p_search     text,
  p_country    text,
  p_categories text[],
  p_unquoted   boolean,
  p_open       boolean,
  p_closing    integer,
  p_posted     integer
)
  RETURNS private.feed_filter
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select row(private.current_profile_id(), p_country, private.equivalent_categories(p_categories), coalesce(p_unquoted, false),
    private.search_query(p_search), private.fold(left(p_search, 100)), coalesce(p_open, false),
    case when p_closing between 1 and 365 then p_closing end, case when p_posted between 1 and 365 then p_posted end,
    null)::private.feed_filter
$function$;

CREATE OR REPLACE FUNCTION private.found_post_ids (
  p_search text,
  p_filter private.feed_filter,
  p_order  text[],
  p_size   integer
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_mode text := private.search_mode(p_search, p_filter.query);
  v_ids bigint[] := array[]::bigint[];
  v_more bigint[];
  v_part text[];
begin
  if v_mode = 'nothing' then
    return v_ids;
  elsif v_mode = 'words' then
    return private.search_ids(p_filter, 0, p_size);
  end if;
  foreach v_part slice 1 in array p_order loop
    execute format('select array(select p.id from public.posts p where %s and %s order by %s limit $2)',
        private.feed_condition('all', p_filter), v_part[1], v_part[2])
      into v_more using p_filter, p_size - cardinality(v_ids);
    v_ids := v_ids || v_more;
    exit when cardinality(v_ids) = p_size;
  end loop;
  return v_ids;
end $function$;

CREATE OR REPLACE FUNCTION private.list_all_posts (
  p_search    text,
  p_state     text,
  p_country   text,
  p_sort      text,
  p_direction text,
  p_page      integer,
  p_page_size integer
)
  RETURNS SETOF public.posts
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_filter private.feed_filter := private.all_posts_filter(p_search, p_state, p_country);
  v_max integer := private.all_posts_max(p_search);
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
  v_first bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
  v_direction text := case when p_direction = 'asc' then 'asc' else 'desc' end;
  v_by_deadline boolean := p_sort is not distinct from 'deadline';
  v_ids bigint[];
begin
  if v_first >= v_max then
    return;
  end if;
  -- A closed post has no deadline any more. Each part in the order of an index.
  v_ids := private.found_post_ids(p_search, v_filter, case
      when not v_by_deadline then array[array['true', 'p.id ' || v_direction]]
      when p_state = 'closed' then array[array['true', 'p.id desc']]
      else array[array['p.closed_at is null and p.quote_deadline is not null',
          format('p.quote_deadline %s, p.id %s', v_direction, case v_direction when 'asc' then 'desc' else 'asc' end)]]
        -- Overdue ones all have a deadline.
        || case when p_state is distinct from 'overdue' then array[array['(p.closed_at is not null or p.quote_deadline is null)', 'p.id desc']] end end,
    case when private.is_blank(p_search) then least(v_first + v_size, v_max) else v_max end::integer);
  if not private.is_blank(p_search) then
    execute format('select array(select p.id from public.posts p where p.id = any ($1) order by %s)',
        case when v_by_deadline then format('case when p.closed_at is null then p.quote_deadline end %s nulls last, p.id desc', v_direction)
          else 'p.id ' || v_direction end)
      into v_ids using v_ids;
  end if;
  return query select * from private.posts_in_order(v_ids[v_first + 1 : v_first + v_size]);
end $function$;

CREATE OR REPLACE FUNCTION private.list_hidden_posts (
  p_filter    private.hidden_post_filter,
  p_sort      text,
  p_direction text,
  p_page      integer,
  p_page_size integer
)
  RETURNS SETOF public.posts
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
  v_direction text := case when p_direction = 'asc' then 'asc' else 'desc' end;
  v_ids bigint[];
begin
  perform private.require_admin();
  execute format('select array(select p.id from public.posts p %s where %s order by %s %s, p.id %s offset $3 limit $4)',
      case p_sort when 'quotes' then 'join public.post_counters c on c.post_id = p.id' end,
      private.hidden_post_condition(p_filter),
      case p_sort when 'title' then 'lower(p.title)' when 'quotes' then 'c.quotes' else 'p.hidden_at' end, v_direction, v_direction)
    into v_ids
    using private.user_patterns(p_filter.search), p_filter, (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size, v_size;
  return query select * from private.posts_in_order(v_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.list_post_ids (
  p_search  text,
  p_state   text,
  p_country text
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 5000;
  v_ids bigint[] := private.found_post_ids(p_search, private.all_posts_filter(p_search, p_state, p_country), array[array['true', 'p.id desc']], v_max + 1);
begin
  if cardinality(v_ids) > v_max then
    perform private.refuse(400, 'invalid_input', 'More than 5,000 match. Please narrow the list first.');
  end if;
  return v_ids;
end $function$;

CREATE OR REPLACE FUNCTION private.list_user_ids (
  p_filter private.user_filter
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 5000;
  v_ids bigint[];
begin
  perform private.require_admin();
  execute format(
    $q$select array(select a.profile_id from public.accounts a join public.profiles p on p.id = a.profile_id
      where %s and a.role = 'user' and a.deleted_at is null order by a.profile_id limit $3)$q$, private.user_condition(p_filter))
    into v_ids using private.user_patterns(p_filter.search), p_filter, v_max + 1;
  if cardinality(v_ids) > v_max then
    perform private.refuse(400, 'invalid_input', 'More than 5,000 match. Please narrow the list first.');
  end if;
  return v_ids;
end $function$;

CREATE OR REPLACE FUNCTION private.posts_in_order (
  p_ids bigint[]
)
  RETURNS SETOF public.posts
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_place integer := 0;
  v_post public.posts;
begin
  for v_post in
    select p.* from unnest(p_ids) with ordinality as o (id, place) join public.posts p on p.id = o.id order by o.place
  loop
    -- As in list_posts(), `search` tells the place in the list.
    v_place := v_place + 1;
    v_post.client_id := null;
    v_post.owner_names := null;
    v_post.search := lpad(v_place::text, 4, '0')::tsvector;
    return next v_post;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.whole_feed (
  p_me     bigint,
  p_query  tsquery,
  p_search text
)
  RETURNS private.feed_filter
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select row(p_me, null, null, false, p_query, private.fold(left(p_search, 100)), false, null, null, null)::private.feed_filter $function$;

CREATE OR REPLACE FUNCTION public.count_all_posts (
  search  text DEFAULT NULL::text,
  state   text DEFAULT NULL::text,
  country text DEFAULT NULL::text
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.count_all_posts(search, state, country) $function$;

REVOKE ALL ON FUNCTION "public"."count_all_posts"(text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_all_posts (
  search    text    DEFAULT NULL::text,
  state     text    DEFAULT NULL::text,
  country   text    DEFAULT NULL::text,
  sort      text    DEFAULT 'posted'::text,
  direction text    DEFAULT 'desc'::text,
  page      integer DEFAULT 1,
  page_size integer DEFAULT 20
)
  RETURNS SETOF public.posts
  LANGUAGE sql
  STABLE
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.list_all_posts(search, state, country, sort, direction, page, page_size) $function$;

REVOKE ALL ON FUNCTION "public"."list_all_posts"(text, text, text, text, text, integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_post_ids (
  search  text DEFAULT NULL::text,
  state   text DEFAULT NULL::text,
  country text DEFAULT NULL::text
)
  RETURNS bigint[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.list_post_ids(search, state, country) $function$;

REVOKE ALL ON FUNCTION "public"."list_post_ids"(text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE INDEX posts_all_hidden_idx ON public.posts USING btree (id DESC) INCLUDE (country)
  WHERE is_hidden;

CREATE INDEX posts_closed_idx ON public.posts USING btree (id DESC) INCLUDE (country, is_hidden)
  WHERE (closed_at IS NOT NULL);

COMMENT ON FUNCTION "private"."all_posts_filter"(text, text, text) IS 'Which posts an admin lists: with words, of a country, and hidden, open, overdue or closed.';

COMMENT ON FUNCTION "private"."all_posts_max"(text) IS 'How many posts an admin can page through: to list and count more would take longer the more there are.';

COMMENT ON FUNCTION "private"."found_post_ids"(text, private.feed_filter, text[], integer) IS 'Ids of the first posts for an admin: with words the newest, else in the given order, whose parts are a condition and what to sort by.';

COMMENT ON FUNCTION "private"."posts_in_order"(bigint[]) IS 'Posts as a list answers them: without columns that nobody reads, and with their place.';

COMMENT ON FUNCTION "public"."count_all_posts"(text, text, text) IS 'For admins: how many posts list_all_posts() would list; 10001 stands for "more than 10,000", with a search 1001 for "more than 1,000".';

COMMENT ON FUNCTION "public"."list_all_posts"(text, text, text, text, text, integer, integer) IS 'For admins: one page of all posts, or of those that are hidden, open, overdue or closed, sorted by posted or deadline; of a search the newest 1,000 are put in order, and pages end with the 10,000th post. `search` tells the place.';

COMMENT ON FUNCTION "public"."list_post_ids"(text, text, text) IS 'For admins: the ids of all posts of list_all_posts(), for a bulk action; PT400 when there are more than 5,000.';

COMMENT ON TYPE "private"."feed_filter" IS 'Whose feed, and which posts of it: of a country, of categories, without quotes, with the words of a query, open ones, closing or posted within so many days; `search` is what was typed, folded. Lists of admins have a state instead of a reader: all, hidden, overdue or closed.';

REVOKE ALL ON FUNCTION "private"."all_posts_filter"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."all_posts_max"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_all_posts"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_all_posts"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."found_post_ids"(text, private.feed_filter, text[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_all_posts"(text, text, text, text, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_all_posts"(text, text, text, text, text, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_post_ids"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_post_ids"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."posts_in_order"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_all_posts"(text, text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list_all_posts"(text, text, text, text, text, integer, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list_post_ids"(text, text, text) TO "authenticated";
