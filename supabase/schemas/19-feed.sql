-- Feed: the posts that a user can see, their order, and pages.
--
-- `@@` is not leakproof, so under a policy it would run after the policy, without its index. So these functions run as
-- their owner and repeat the visibility rule of the feed: visible posts, and the caller's own hidden ones. They use
-- dynamic SQL, because the best plan for a rare word is the worst for a common one.

-- The criteria of a search, passed to the functions below as one value.
create type private.feed_filter as (me bigint, country text, categories text[], unquoted boolean, query tsquery, search text, open boolean,
  closing integer, posted integer, state text);

comment on type private.feed_filter is
  'Whose feed, and which posts of it: of a country, of categories, without quotes, with the words of a query, open ones, closing or posted within so many days; `search` is what was typed, folded. Lists of admins have a state instead of a reader: all, hidden, overdue or closed.';

create function private.whole_feed(p_me bigint, p_query tsquery, p_search text) returns private.feed_filter
language sql immutable set search_path = ''
as $$ select row(p_me, null, null, false, p_query, private.fold(left(p_search, 100)), false, null, null, null)::private.feed_filter $$;
comment on function private.whole_feed is 'The filter for a search in the whole feed of a person, or of a guest for null.';

create function private.feed_condition(p_mode text, p_filter private.feed_filter) returns text
language sql immutable set search_path = ''
as $$
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
$$;
comment on function private.feed_condition is 'SQL condition on posts p, where $1 is the filter.';

create function private.feed_filter(p_search text, p_country text, p_categories text[], p_unquoted boolean, p_open boolean, p_closing integer,
  p_posted integer) returns private.feed_filter
language sql stable security definer set search_path = ''
as $$
  select row(private.current_profile_id(), p_country, private.equivalent_categories(p_categories), coalesce(p_unquoted, false),
    private.search_query(p_search), private.fold(left(p_search, 100)), coalesce(p_open, false),
    case when p_closing between 1 and 365 then p_closing end, case when p_posted between 1 and 365 then p_posted end,
    null)::private.feed_filter
$$;
comment on function private.feed_filter is
  'What the caller looks for, from the arguments of list_posts() and count_posts(). Days outside of 1 to 365 filter nothing.';

create function private.is_counted_in_part(p_mode text, p_filter private.feed_filter) returns boolean
language sql immutable set search_path = ''
as $$
  select p_mode <> 'all' or p_filter.unquoted or p_filter.open or p_filter.closing is not null or p_filter.posted is not null
$$;
comment on function private.is_counted_in_part is
  'Whether no totals are kept of what a filter finds, so that at most 1,000 are counted and listed.';

create function private.id_before_posted(p_days integer) returns bigint
language sql stable security definer set search_path = ''
as $$
  -- Ids and times ascend together, except for posts that were written at the same time.
  select case when p_days is null then 0 else coalesce((
    select p.id from public.posts p where p.created_at > now() - make_interval(days => p_days) order by p.created_at limit 1)
    - 1000, 9223372036854775807) end
$$;
comment on function private.id_before_posted is 'An id before those of all posts of the last days; 0 for null, the greatest number when there are none.';

create function private.feed_ids(p_mode text, p_filter private.feed_filter, p_offset bigint, p_size integer, p_above bigint default 0,
  p_below bigint default 9223372036854775807) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids bigint[];
begin
  execute format(
      'select array(select p.id from public.posts p where p.id > $2 and p.id < $3 and %s order by p.id desc offset $4 limit $5)',
      private.feed_condition(p_mode, p_filter))
    into v_ids using p_filter, greatest(p_above, private.id_before_posted(p_filter.posted)), p_below, p_offset, p_size;
  return v_ids;
end $$;
comment on function private.feed_ids is 'Ids of one stretch of the feed between two ids, the newest first.';

-- For a country and category with few posts: the index finds them all, and each is checked for the words. Looking up a
-- frequent word would take longer than reading the posts.
create function private.feed_ids_by_word(p_filter private.feed_filter, p_offset bigint, p_size integer) returns bigint[]
language sql stable security definer set search_path = '' set enable_seqscan = off set enable_indexscan = off
  set enable_indexonlyscan = off set jit = off
as $$
  select private.feed_ids(
    case when (p_filter.country is not null or p_filter.categories is not null) and private.narrowed_posts(p_filter) <= 2000
      then 'few posts' else 'rare words' end,
    p_filter, p_offset, p_size)
$$;

create function private.feed_ids_of_newest(p_filter private.feed_filter, p_newest bigint, p_offset bigint, p_size integer) returns bigint[]
language sql stable security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off
  set jit = off
as $$
  select private.feed_ids('words', p_filter, p_offset, p_size, (select max(p.id) from public.posts p) - p_newest)
$$;

create function private.newest_unquoted_ids(p_filter private.feed_filter, p_newest bigint, p_offset bigint, p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off set jit = off
as $$
declare
  v_filter private.feed_filter := p_filter;
  v_ids bigint[];
begin
  -- The join below asks for posts without quotes already.
  v_filter.unquoted := false;
  execute format(
      'select array(select p.id from (
         select c.post_id from public.post_counters c where c.quotes = 0 order by c.post_id desc limit $2) as u
       join public.posts p on p.id = u.post_id where %s order by p.id desc offset $3 limit $4)',
      private.feed_condition('words', v_filter))
    into v_ids using v_filter, p_newest, p_offset, p_size;
  return v_ids;
end $$;
comment on function private.newest_unquoted_ids is 'Ids of those of the newest posts without quotes that have the words.';

create function private.search_ids(p_filter private.feed_filter, p_offset bigint, p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
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
end $$;

create function private.meant_search(p_search text, p_filter private.feed_filter, p_is_empty boolean) returns private.feed_filter
language plpgsql stable security definer set search_path = ''
as $$
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
end $$;
comment on function private.meant_search is
  'The filter with the correction of a search that has no result in the whole feed; null for all others. Whether it has none with its filter is said.';

create function private.count_posts(p_search text, p_country text, p_categories text[], p_unquoted boolean, p_open boolean, p_closing integer,
  p_posted integer) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
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
end $$;

create function private.let_guests_share() returns void
language sql volatile security invoker set search_path = ''
as $$
  select set_config('response.headers',
    '[{"Cache-Control": "public, max-age=15, stale-while-revalidate=60"}, {"Vary": "Authorization"}]', true)
  where current_user = 'anon' and current_setting('request.method', true) = 'GET'
$$;
comment on function private.let_guests_share is
  'Lets shared caches keep the answer to a guest who reads by GET; of anybody else''s answer it says nothing, so that none is kept.';
grant execute on function private.let_guests_share to anon, authenticated;

create function public.count_posts(search text default null, country text default null, categories text[] default null,
  unquoted boolean default false, open boolean default false, closing integer default null, posted integer default null)
returns bigint
language sql stable security invoker set search_path = ''
as $$
  select private.let_guests_share();
  select private.count_posts(search, country, categories, unquoted, open, closing, posted)
$$;
comment on function public.count_posts is
  'Number of posts in the feed with these filters; with more than a country and categories, 1001 stands for "more than 1,000".';
grant execute on function private.count_posts, public.count_posts to anon, authenticated;

create function private.by_relevance(p_ids bigint[], p_search text, p_ranked integer, p_offset bigint, p_size integer) returns bigint[]
language sql stable security definer set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set jit = off
as $$
  -- Each word counts: in the title three times, as a whole word once more.
  select array(
    select i.id from unnest(p_ids) with ordinality as i (id, place) join public.posts p on p.id = i.id
    order by case when i.place <= p_ranked then (
        select sum(case when t.title @@ w.word then 3 else 0 end + case when p.search @@ w.whole then 1 else 0 end)
        from unnest(private.search_words(p_search), private.search_words(p_search, true)) as w (word, whole)
        cross join ts_filter(p.search, '{a}') as t (title)) end desc nulls last,
      i.place
    offset p_offset limit p_size)
$$;
comment on function private.by_relevance is
  'One page of found posts, of which the first ones are put in order: words in titles before others, whole words before beginnings, then as they came.';

create function private.by_closing(p_ids bigint[], p_offset bigint, p_size integer) returns bigint[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select p.id from public.posts p where p.id = any (p_ids)
    order by case when private.is_open(p) then coalesce(p.quote_deadline, 'infinity') end nulls last, p.id desc
    offset p_offset limit p_size)
$$;
comment on function private.by_closing is
  'One page of found posts: those that close first, then those without a deadline, then those that take no quotes any more.';

create function private.closing_ids(p_filter private.feed_filter, p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
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
end $$;
comment on function private.closing_ids is 'Ids of the first posts of the feed in the order of by_closing().';

create function private.list_posts(p_search text, p_country text, p_categories text[], p_page integer, p_page_size integer,
  p_unquoted boolean, p_sort text, p_open boolean, p_closing integer, p_posted integer)
returns setof public.posts
language plpgsql stable rows 10 security definer set search_path = ''
as $$
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
end $$;

create function public.list_posts(search text default null, country text default null, categories text[] default null,
  page integer default 1, page_size integer default 10, unquoted boolean default false, sort text default 'newest',
  as_user boolean default false, open boolean default false, closing integer default null, posted integer default null)
returns setof public.posts
language sql stable rows 10 security invoker set search_path = ''
as $$
  select private.let_guests_share();
  select * from private.list_posts(search, country, categories, page, page_size, unquoted, sort, open, closing, posted)
  where case when as_user then private.require_profile_id() is not null else true end
$$;
comment on function public.list_posts is
  'One page of the feed, newest first: visible posts and the caller''s own hidden ones; all, or only those without quotes, open, closing or posted within days. The sort "fewest_quotes" puts the newest 1,000 in order, "relevance" the newest 100 that a search finds; "closing" lists the first 1,000 to close, of a search those of the newest 1,000. `search` tells the place. With as_user PT401, whatever is found, unless the caller''s session is one.';
grant execute on function private.list_posts, public.list_posts to anon, authenticated;

create function private.narrowed_posts(p_filter private.feed_filter) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(t.visible_count), 0)::bigint from public.post_totals t
  where (p_filter.country is null or t.country = p_filter.country)
    and (p_filter.categories is null or t.category = any (p_filter.categories))
$$;
comment on function private.narrowed_posts is 'Number of visible posts of the country and the categories of a filter, whatever their words.';

-- All calls have the same plan; planning each time would take longer than the execution.
create function private.feed_place(p_filter private.feed_filter, p_offset bigint, out above bigint, out below bigint, out skip bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  v_country text := coalesce(p_filter.country, '');
  v_categories text[] := coalesce(p_filter.categories, array['']);
  v_span integer;
  v_block bigint;
  v_before bigint;
begin
  above := 0;
  below := 9223372036854775807;
  skip := p_offset;
  for v_span in
    select s.span from private.post_block_spans() s
    where s.by_country = (p_filter.country is not null) and s.by_category = (p_filter.categories is not null) order by s.span desc
  loop
    select d.block, d.before into v_block, v_before
    from (
      select c.block, c.posts, sum(c.posts) over (order by c.block desc) - c.posts as before
      from (
        select o.block, sum(o.posts)::integer as posts
        from (
          select b.block, b.visible_count as posts from private.post_blocks b
          where b.country = v_country and b.category = any (v_categories) and b.span = v_span
            and b.block between (above + 1) / v_span and (below - 1) / v_span
          union all
          -- What its owner alone sees.
          select p.id / v_span, 1 from public.posts p
          where p.is_hidden and p.user_id = p_filter.me and p.id > above and p.id < below
            and (p_filter.country is null or p.country = p_filter.country)
            and (p_filter.categories is null or p.category = any (p_filter.categories))) as o
        group by o.block) as c) as d
    where d.before <= skip and d.before + d.posts > skip;
    if not found then
      above := null;
      below := null;
      return;
    end if;
    above := v_block * v_span - 1;
    below := above + v_span + 1;
    skip := skip - v_before;
  end loop;
end $$;
comment on function private.feed_place is
  'Where in the feed the post after so many lies: between which ids, and how many to skip from there; null when there are not so many.';

-- Common words of a country and a category ----------------------------------------------------------------------------
--
-- Posts of the country and category are read from the newest on, as long as that is less work than collecting all posts
-- with the words.

create function private.newest_of_narrowed_ids(p_filter private.feed_filter, p_newest bigint, p_offset bigint, p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  v_narrowed private.feed_filter := p_filter;
  v_ids bigint[];
begin
  -- Whether they have quotes is asked of those that have the words.
  v_narrowed.unquoted := false;
  execute format(
      'select array(select p.id from (select p.id from public.posts p where %s order by p.id desc limit $2) as n
       join public.posts p on p.id = n.id where %s order by p.id desc offset $3 limit $4)',
      private.feed_condition('all', v_narrowed), private.feed_condition('words', p_filter))
    into v_ids using p_filter, p_newest, p_offset, p_size;
  return v_ids;
end $$;
comment on function private.newest_of_narrowed_ids is 'Ids of those of the newest posts of a country or a category that have the words.';

create function private.newest_worth_reading(p_filter private.feed_filter, p_wanted bigint) returns bigint
language sql stable security definer set search_path = ''
as $$
  with newest as materialized (select p.search from public.posts p order by p.id desc limit 500),
  words as (
    select (select count(*) from newest n where n.search @@ w.word) as posts from unnest(private.search_words(p_filter.search)) as w (word)),
  estimate as (
    select p_wanted * 500 / nullif((select count(*) from newest n where n.search @@ p_filter.query), 0) as to_read,
      private.narrowed_posts(p_filter) as narrowed,
      -- What the word index would collect, of the rare words if there are any; a dozen entries take as long as a post.
      (select coalesce(sum(w.posts) filter (where w.posts <= 5), sum(w.posts)) from words w) / 500
        * (select max(p.id) from public.posts p) / 12 as collected)
  -- Reading stops when there are enough; three times as many may be read, because the newest posts tell it roughly.
  select case when 3 * e.to_read < e.narrowed then 3 * e.to_read else 9223372036854775807 end
  from estimate e
  where least(e.to_read, e.narrowed) < case when e.narrowed <= 2000 then e.narrowed else e.collected end and e.to_read is not null
$$;
comment on function private.newest_worth_reading is
  'How many of the newest posts of a country or a category to read at most for as many with the words as are wanted, the greatest number for all; null where the word index is quicker.';

-- Sitemap -------------------------------------------------------------------------------------------------------------
--
-- A page is a range of ids, so that an address stays on its page whatever is posted, hidden or deleted.

create function private.sitemap_pages() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('page', n.page, 'changed_at', c.changed_at) order by n.page), '[]')
  from generate_series(0, (select p.id / 1000 from public.posts p order by p.id desc limit 1)) as n (page)
  cross join lateral (
    select max(p.updated_at) as changed_at from public.posts p where p.id / 1000 = n.page and not p.is_hidden) as c
  where c.changed_at is not null
$$;

create function public.sitemap_pages() returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.sitemap_pages() $$;
comment on function public.sitemap_pages is 'The pages of the sitemap that have posts, and the latest change on each.';
grant execute on function private.sitemap_pages, public.sitemap_pages to anon, authenticated;

create function public.sitemap_posts(page integer) returns table (id bigint, title text, updated_at timestamptz)
language sql stable rows 500 security invoker set search_path = ''
as $$
  select p.id, p.title, p.updated_at from public.posts p
  where p.id >= page * 1000::bigint and p.id < (page + 1::bigint) * 1000 and not p.is_hidden order by p.id
$$;
comment on function public.sitemap_posts is 'The visible posts of a page of the sitemap: at most 1,000.';
grant execute on function public.sitemap_posts to anon, authenticated;
