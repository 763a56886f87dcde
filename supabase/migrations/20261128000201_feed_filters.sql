SET local check_function_bodies = off;

DROP FUNCTION "private"."count_posts"(text, text, text[], boolean);

DROP FUNCTION "private"."feed_filter"(text, text, text[], boolean);

DROP FUNCTION "private"."list_posts"(text, text, text[], integer, integer, boolean, text);

DROP FUNCTION "public"."count_posts"(text, text, text[], boolean);

DROP FUNCTION "public"."list_posts"(text, text, text[], integer, integer, boolean, text, boolean);

ALTER TYPE "private"."feed_filter" ADD ATTRIBUTE "open" boolean CASCADE;

ALTER TYPE "private"."feed_filter" ADD ATTRIBUTE "closing" integer CASCADE;

ALTER TYPE "private"."feed_filter" ADD ATTRIBUTE "posted" integer CASCADE;

CREATE OR REPLACE FUNCTION private.by_closing (
  p_ids    bigint[],
  p_offset bigint,
  p_size   integer
)
  RETURNS bigint[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(
    select p.id from public.posts p where p.id = any (p_ids)
    order by case when private.is_open(p) then coalesce(p.quote_deadline, 'infinity') end nulls last, p.id desc
    offset p_offset limit p_size)
$function$;

CREATE OR REPLACE FUNCTION private.closing_ids (
  p_filter private.feed_filter,
  p_size   integer
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_above bigint := private.id_before_posted(p_filter.posted);
  v_ids bigint[] := array[]::bigint[];
  v_more bigint[];
  v_part text[];
  -- Each in the order of an index.
  v_parts text[] := array[
    array['p.closed_at is null and p.quote_deadline > now()', 'p.quote_deadline, p.id desc'],
    array['p.closed_at is null and p.quote_deadline is null', 'p.id desc'],
    array['(p.closed_at is not null or p.quote_deadline <= now())', 'p.id desc']];
begin
  -- The filter leaves some of the parts empty.
  foreach v_part slice 1 in array v_parts[1:case when p_filter.closing is not null then 1 when p_filter.open then 2 else 3 end] loop
    execute format('select array(select p.id from public.posts p where p.id > $2 and %s and %s order by %s limit $3)',
        v_part[1], private.feed_condition('all', p_filter), v_part[2])
      into v_more using p_filter, v_above, p_size - cardinality(v_ids);
    v_ids := v_ids || v_more;
    exit when cardinality(v_ids) = p_size;
  end loop;
  return v_ids;
end $function$;

CREATE OR REPLACE FUNCTION private.count_posts (
  p_search     text,
  p_country    text,
  p_categories text[],
  p_unquoted   boolean,
  p_open       boolean,
  p_closing    integer,
  p_posted     integer
)
  RETURNS bigint
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_filter private.feed_filter := private.feed_filter(p_search, p_country, p_categories, p_unquoted, p_open, p_closing, p_posted);
  v_mode text := private.search_mode(p_search, v_filter.query);
  v_meant private.feed_filter;
  v_count bigint;
begin
  if v_mode = 'all' and private.is_counted_in_part(v_mode, v_filter) then
    return cardinality(private.feed_ids('all', v_filter, 0, 1001));
  elsif v_mode = 'all' then
    return private.narrowed_posts(v_filter) + (
      select count(*) from public.posts p
      where p.is_hidden and p.user_id = v_filter.me
        and (p_country is null or p.country = p_country) and (v_filter.categories is null or p.category = any (v_filter.categories)));
  end if;
  -- Counting a common word to the end would cost more than finding it: 1001 stands for "more than 1,000".
  if v_mode = 'words' then
    v_count := cardinality(private.search_ids(v_filter, 0, 1001));
    if v_count = 0 then
      v_meant := private.meant_search(p_search, v_filter, true);
      v_count := case when v_meant.query is not null then cardinality(private.search_ids(v_meant, 0, 1001)) else 0 end;
    end if;
  end if;
  return coalesce(v_count, 0);
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
    case when p_filter.me is null then 'not p.is_hidden' else '(not p.is_hidden or p.user_id = ($1).me)' end,
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
    case when p_closing between 1 and 365 then p_closing end, case when p_posted between 1 and 365 then p_posted end)::private.feed_filter
$function$;

CREATE OR REPLACE FUNCTION private.feed_ids (
  p_mode   text,
  p_filter private.feed_filter,
  p_offset bigint,
  p_size   integer,
  p_above  bigint              DEFAULT 0,
  p_below  bigint              DEFAULT '9223372036854775807'::bigint
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ids bigint[];
begin
  execute format(
      'select array(select p.id from public.posts p where p.id > $2 and p.id < $3 and %s order by p.id desc offset $4 limit $5)',
      private.feed_condition(p_mode, p_filter))
    into v_ids using p_filter, greatest(p_above, private.id_before_posted(p_filter.posted)), p_below, p_offset, p_size;
  return v_ids;
end $function$;

CREATE OR REPLACE FUNCTION private.id_before_posted (
  p_days integer
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Ids and times ascend together, except for posts that were written at the same time.
  select case when p_days is null then 0 else coalesce((
    select p.id from public.posts p where p.created_at > now() - make_interval(days => p_days) order by p.created_at limit 1)
    - 1000, 9223372036854775807) end
$function$;

CREATE OR REPLACE FUNCTION private.is_counted_in_part (
  p_mode   text,
  p_filter private.feed_filter
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select p_mode <> 'all' or p_filter.unquoted or p_filter.open or p_filter.closing is not null or p_filter.posted is not null
$function$;

CREATE OR REPLACE FUNCTION private.list_posts (
  p_search     text,
  p_country    text,
  p_categories text[],
  p_page       integer,
  p_page_size  integer,
  p_unquoted   boolean,
  p_sort       text,
  p_open       boolean,
  p_closing    integer,
  p_posted     integer
)
  RETURNS SETOF public.posts
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  AS $function$
declare
  v_filter private.feed_filter := private.feed_filter(p_search, p_country, p_categories, p_unquoted, p_open, p_closing, p_posted);
  v_mode text := private.search_mode(p_search, v_filter.query);
  v_by_quotes boolean := coalesce(p_sort, '') = 'fewest_quotes';
  v_by_closing boolean := coalesce(p_sort, '') = 'closing';
  v_is_sorted boolean := v_by_quotes or v_by_closing;
  v_is_in_part boolean := v_is_sorted or private.is_counted_in_part(v_mode, v_filter);
  -- Only the newest hits are put in order of relevance; the others follow as they lie. So a page of a frequent word reads no more
  -- than its count does, and each hit is on one page.
  v_ranked constant integer := 100;
  v_by_words boolean := coalesce(p_sort, '') = 'relevance' and v_mode = 'words';
  v_size integer := least(greatest(coalesce(p_page_size, 10), 1), 1000);
  v_offset bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
  -- Sorted otherwise than they lie, the newest thousand are put in order.
  v_read bigint := case when v_is_sorted or v_by_words and v_offset < v_ranked then 0 else v_offset end;
  v_read_size integer := case when v_is_sorted then 1000 when v_by_words and v_read = 0 then greatest(v_ranked, v_offset + v_size) else v_size end;
  v_above bigint := 0;
  v_below bigint := 9223372036854775807;
  v_meant private.feed_filter;
  v_ids bigint[];
  v_place integer := 0;
  v_post public.posts;
begin
  if v_is_in_part and v_offset >= 1000 then
    return;
  elsif not v_is_in_part and v_offset > (case when v_filter.categories is not null and (p_country is not null or cardinality(v_filter.categories) > 1)
        then 100 else 1000 end) then
    -- A deep page: the counts per block tell where it begins.
    select f.above, f.below, f.skip into v_above, v_below, v_read from private.feed_place(v_filter, v_offset) f;
    if v_below is null then
      return;
    end if;
  end if;
  -- Ids first: for the unsearched feed an index-only scan; the wide rows of one page only afterwards.
  if v_mode = 'all' and v_by_closing then
    v_ids := private.closing_ids(v_filter, least(v_offset + v_size, 1000)::integer);
  elsif v_mode = 'all' then
    -- Of several categories no index has the ids in order, but the few of one block are soon sorted. A page may go on below it.
    if v_above > 0 and cardinality(v_filter.categories) > 1 then
      v_ids := private.feed_ids('all', v_filter, v_read, v_read_size, v_above, v_below);
    end if;
    if v_ids is null or cardinality(v_ids) < v_read_size then
      v_ids := private.feed_ids('all', v_filter, v_read, v_read_size, p_below => v_below);
    end if;
  elsif v_mode = 'words' then
    v_ids := private.search_ids(v_filter, v_read, v_read_size);
    if v_ids = '{}' then
      v_meant := private.meant_search(p_search, v_filter, v_read = 0);
      v_ids := case when v_meant.query is not null then private.search_ids(v_meant, v_read, v_read_size) else '{}' end;
      v_filter := v_meant;
    end if;
  end if;
  if v_by_words and v_offset < v_ranked then
    v_ids := private.by_relevance(v_ids, v_filter.search, v_ranked, v_offset, v_size);
  elsif v_by_closing then
    v_ids := private.by_closing(v_ids, v_offset, v_size);
  elsif v_by_quotes then
    v_ids := array(
      select c.post_id from public.post_counters c where c.post_id = any (v_ids) order by c.quotes, c.post_id desc offset v_offset limit v_size);
  end if;
  for v_post in
    select p.* from public.posts p where p.id = any (v_ids)
    order by array_position(v_ids, p.id)
  loop
    -- Columns that callers have no right to read from the table are not given to them here either. The search tells the place in the
    -- list, to order by: a join of the answer may lose the order of its rows.
    v_place := v_place + 1;
    v_post.client_id := null;
    v_post.owner_names := null;
    v_post.search := lpad(v_place::text, 4, '0')::tsvector;
    return next v_post;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.meant_search (
  p_search   text,
  p_filter   private.feed_filter,
  p_is_empty boolean
)
  RETURNS private.feed_filter
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_meant text;
  v_filter private.feed_filter := p_filter;
begin
  -- Of a search in the whole feed that is known already.
  if p_is_empty and p_filter.country is null and p_filter.categories is null and not private.is_counted_in_part('all', p_filter)
      or private.search_ids(private.whole_feed(p_filter.me, p_filter.query, p_search), 0, 1) = '{}' then
    v_meant := private.correct_search(p_search);
  end if;
  if v_meant is null then
    return null;
  end if;
  v_filter.query := private.search_query(v_meant);
  v_filter.search := private.fold(left(v_meant, 100));
  return v_filter;
end $function$;

CREATE OR REPLACE FUNCTION private.report_empty_search (
  p_search text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_term text := left(regexp_replace(private.fold(btrim(left(p_search, 200))), '\s+', ' ', 'g'), 60);
  v_subject text := coalesce(private.current_profile_id()::text, 'guests');
  v_has_posts boolean;
begin
  -- A term that may be somebody's address or number is not kept, nor is one that has a result after all.
  if char_length(v_term) < 2 or v_term ~* private.built_in_pattern('email') or v_term ~ '([0-9][^0-9]{0,3}){7}' then
    return;
  end if;
  begin
    perform private.assert_rate_limit('empty_search', v_subject);
    v_has_posts := private.count_posts(v_term, null, null, false, false, null, null) > 0;
    -- Only now: all guests count in one row, which nobody should hold while searching.
    perform private.consume_rate_limit('empty_search', v_subject);
  exception when sqlstate 'PT429' then
    -- Nobody waits for this report, so nobody hears that there were too many.
    return;
  end;
  if v_has_posts then
    return;
  end if;
  -- A list that a person can read: new terms are no longer taken once a day has a thousand.
  update private.empty_searches e set searches = e.searches + 1 where e.day = (now() at time zone 'utc')::date and e.term = v_term;
  if not found and (select count(*) from private.empty_searches e where e.day = (now() at time zone 'utc')::date) < 1000 then
    insert into private.empty_searches as e (day, term) values ((now() at time zone 'utc')::date, v_term)
    on conflict (day, term) do update set searches = e.searches + 1;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.search_ids (
  p_filter private.feed_filter,
  p_offset bigint,
  p_size   integer
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_first constant bigint := 500;
  v_newest constant bigint := 2000;
  v_few constant bigint := 5000;
  v_wanted bigint := p_offset + p_size;
  v_is_first boolean := v_wanted * 100 <= v_newest;
  v_is_narrowed boolean := p_filter.country is not null or p_filter.categories is not null;
  v_read bigint;
  v_ids bigint[];
begin
  -- Where nearly every post has quotes, the few without are looked at instead of all that have a common word.
  if p_filter.unquoted and not exists (select 1 from public.post_counters c where c.quotes = 0 order by c.post_id desc offset v_few limit 1) then
    return private.newest_unquoted_ids(p_filter, v_few, p_offset, p_size);
  end if;
  -- So are the few that were posted or that close within some days.
  if private.id_before_posted(p_filter.posted) > (select max(p.id) - v_few from public.posts p)
      or p_filter.closing is not null and not exists (
        select 1 from public.posts p
        where p.closed_at is null and p.quote_deadline > now() and p.quote_deadline <= now() + make_interval(days => p_filter.closing)
        order by p.quote_deadline offset v_few limit 1) then
    return private.feed_ids('words', p_filter, p_offset, p_size);
  end if;
  -- A common word fills the page from the newest posts; for all others the word index is quicker. A few posts show words that
  -- nearly all have, and those that hardly one has.
  if v_is_first and not v_is_narrowed and not p_filter.unquoted and p_size > 1 then
    v_ids := private.feed_ids_of_newest(p_filter, v_first, p_offset, p_size);
    if cardinality(v_ids) = p_size then
      return v_ids;
    elsif v_ids = '{}' and p_offset = 0 then
      return private.feed_ids_by_word(p_filter, p_offset, p_size);
    end if;
  end if;
  if v_is_narrowed then
    v_read := private.newest_worth_reading(p_filter, v_wanted);
    if v_read is not null then
      v_ids := private.newest_of_narrowed_ids(p_filter, v_read, p_offset, p_size);
      if cardinality(v_ids) = p_size or v_read = 9223372036854775807 then
        return v_ids;
      end if;
    end if;
  -- Whether many newest posts are worth a look, the first of them tell.
  elsif v_is_first or cardinality(private.feed_ids_of_newest(p_filter, v_newest, 0, 10)) = 10 then
    v_ids := private.feed_ids_of_newest(p_filter, greatest(v_newest, v_wanted * 100), p_offset, p_size);
    if cardinality(v_ids) = p_size then
      return v_ids;
    end if;
  end if;
  return private.feed_ids_by_word(p_filter, p_offset, p_size);
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
  AS $function$ select row(p_me, null, null, false, p_query, private.fold(left(p_search, 100)), false, null, null)::private.feed_filter $function$;

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
  AS $function$ select private.count_posts(search, country, categories, unquoted, open, closing, posted) $function$;

REVOKE ALL ON FUNCTION "public"."count_posts"(text, text, text[], boolean, boolean, integer, integer) FROM PUBLIC, "service_role";

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
  select * from private.list_posts(search, country, categories, page, page_size, unquoted, sort, open, closing, posted)
  where case when as_user then private.require_profile_id() is not null else true end
$function$;

REVOKE ALL ON FUNCTION "public"."list_posts"(text, text, text[], integer, integer, boolean, text, boolean, boolean, integer, integer) FROM PUBLIC, "service_role";

CREATE INDEX posts_deadline_idx ON public.posts USING btree (quote_deadline, id DESC) INCLUDE (user_id, is_hidden, country, category, closed_at)
  WHERE ((closed_at IS NULL) AND (quote_deadline IS NOT NULL));

CREATE INDEX posts_open_idx ON public.posts USING btree (id DESC) INCLUDE (user_id, is_hidden, country, category, quote_deadline, closed_at)
  WHERE (closed_at IS NULL);

COMMENT ON FUNCTION "private"."by_closing"(bigint[], bigint, integer) IS 'One page of found posts: those that close first, then those without a deadline, then those that take no quotes any more.';

COMMENT ON FUNCTION "private"."closing_ids"(private.feed_filter, integer) IS 'Ids of the first posts of the feed in the order of by_closing().';

COMMENT ON FUNCTION "private"."feed_filter"(text, text, text[], boolean, boolean, integer, integer) IS 'What the caller looks for, from the arguments of list_posts() and count_posts(). Days outside of 1 to 365 filter nothing.';

COMMENT ON FUNCTION "private"."id_before_posted"(integer) IS 'An id before those of all posts of the last days; 0 for null, the greatest number when there are none.';

COMMENT ON FUNCTION "private"."is_counted_in_part"(text, private.feed_filter) IS 'Whether no totals are kept of what a filter finds, so that at most 1,000 are counted and listed.';

COMMENT ON FUNCTION "public"."count_posts"(text, text, text[], boolean, boolean, integer, integer) IS 'Number of posts in the feed with these filters; with more than a country and categories, 1001 stands for "more than 1,000".';

COMMENT ON FUNCTION "public"."list_posts"(text, text, text[], integer, integer, boolean, text, boolean, boolean, integer, integer) IS 'One page of the feed, newest first: visible posts and the caller''s own hidden ones; all, or only those without quotes, open, closing or posted within days. The sort "fewest_quotes" puts the newest 1,000 in order, "relevance" the newest 100 that a search finds; "closing" lists the first 1,000 to close, of a search those of the newest 1,000. `search` tells the place. With as_user PT401, whatever is found, unless the caller''s session is one.';

COMMENT ON TYPE "private"."feed_filter" IS 'Whose feed, and which posts of it: of a country, of categories, without quotes, with the words of a query, open ones, closing or posted within so many days; `search` is what was typed, folded.';

REVOKE ALL ON FUNCTION "private"."by_closing"(bigint[], bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."closing_ids"(private.feed_filter, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_posts"(text, text, text[], boolean, boolean, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_posts"(text, text, text[], boolean, boolean, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."feed_filter"(text, text, text[], boolean, boolean, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."id_before_posted"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_counted_in_part"(text, private.feed_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_posts"(text, text, text[], integer, integer, boolean, text, boolean, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_posts"(text, text, text[], integer, integer, boolean, text, boolean, integer, integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."count_posts"(text, text, text[], boolean, boolean, integer, integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list_posts"(text, text, text[], integer, integer, boolean, text, boolean, boolean, integer, integer) TO "anon", "authenticated";
