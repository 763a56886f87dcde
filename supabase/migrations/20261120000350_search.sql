-- The feed and its search: which posts a person sees, in which order, and what helps a search that finds nothing.
--
-- `@@` is not leakproof, so under a policy it would run after the policy, without its index. The functions below run as
-- their owner and repeat the visibility rule of the feed instead: visible posts, and the caller's own hidden ones. They
-- plan dynamically, because the best plan for a rare word is the worst for a common one.

create function private.equivalent_categories(p_categories text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select case when cardinality(p_categories) > 0 then
    (select array_agg(distinct e.category)
     from unnest(p_categories) as c (category)
     cross join lateral unnest(case
       when c.category in ('agriculture', 'agricultural') then array['agriculture', 'agricultural']
       when c.category in ('textile', 'textiles') then array['textile', 'textiles']
       else array[c.category] end) as e (category)) end
$$;
comment on function private.equivalent_categories is 'Categories to filter by, each with its other spelling; null when none is chosen.';

create function private.search_words(p_search text) returns tsquery[]
language sql immutable set search_path = ''
as $$
  -- Words of three letters and more also match as beginnings: who types "stee" means steel.
  select array_agg((quote_literal(w.lexeme) || case when char_length(w.lexeme) >= 3 then ':*' else '' end)::tsquery)
  from (select l.lexeme from unnest(to_tsvector('simple', private.fold(left(p_search, 100)))) as l limit 12) as w
$$;
comment on function private.search_words is 'Text queries for the words that a person typed; null when there is none.';

create function private.search_query(p_search text) returns tsquery
language sql immutable set search_path = ''
as $$ select string_agg(w.word::text, ' & ')::tsquery from unnest(private.search_words(p_search)) as w (word) $$;
comment on function private.search_query is 'Text query for what a person typed; null when it holds no word.';

create function private.rare_words(p_search text) returns tsquery
language sql stable security definer set search_path = ''
as $$
  -- The word index would collect every post with a common word, only to throw most of them away. Which words are common, the
  -- newest posts tell; when all are, it has to.
  with newest as materialized (select p.search from public.posts p order by p.id desc limit 1000),
  words as (
    select w.word, cardinality(s.words) = 1 or (select count(*) from newest n where n.search @@ w.word) <= 10 as is_rare
    from (select private.search_words(p_search)) as s (words), unnest(s.words) as w (word))
  select coalesce(string_agg(w.word::text, ' & ') filter (where w.is_rare), string_agg(w.word::text, ' & '))::tsquery from words w
$$;
comment on function private.rare_words is 'Text query for those words of a search that are in 1% of the posts at most, or for all of them.';

-- What the functions below look for, handed on as a whole.
create type private.feed_filter as (me bigint, country text, categories text[], unquoted boolean, query tsquery, search text);
comment on type private.feed_filter is
  'Whose feed, and which posts of it: of a country, of categories, without quotes, with the words of a query; `search` is what was typed, folded.';

create function private.whole_feed(p_me bigint, p_query tsquery, p_search text) returns private.feed_filter
language sql immutable set search_path = ''
as $$ select row(p_me, null, null, false, p_query, private.fold(left(p_search, 100)))::private.feed_filter $$;
comment on function private.whole_feed is 'The filter for a search in the whole feed of a person, or of a guest for null.';

create function private.feed_condition(p_mode text, p_filter private.feed_filter) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ',
    case when p_filter.me is null then 'not p.is_hidden' else '(not p.is_hidden or p.user_id = ($1).me)' end,
    case when p_filter.country is not null then 'p.country = ($1).country' end,
    -- Of one category the index has the ids in order, of several it has not.
    case when cardinality(p_filter.categories) = 1 then 'p.category = (($1).categories)[1]'
      when p_filter.categories is not null then 'p.category = any (($1).categories)' end,
    case p_mode
      when 'words' then 'p.search @@ ($1).query'
      -- A function is not asked of the index, as the operator would be.
      when 'rare words' then 'p.search @@ (select private.rare_words(($1).search)) and ts_match_vq(p.search, ($1).query)' end,
    -- The few posts that have the words are asked one by one; of all posts those without quotes have an index.
    case when p_filter.unquoted and p_mode = 'all' then 'exists (select 1 from public.post_counters c where c.post_id = p.id and c.quotes = 0)'
      when p_filter.unquoted then '(select c.quotes from public.post_counters c where c.post_id = p.id) = 0' end)
$$;
comment on function private.feed_condition is 'SQL condition on posts p, where $1 is the filter.';

create function private.feed_filter(p_search text, p_country text, p_categories text[], p_unquoted boolean) returns private.feed_filter
language sql stable security definer set search_path = ''
as $$
  select row(private.current_profile_id(), p_country, private.equivalent_categories(p_categories), coalesce(p_unquoted, false),
    private.search_query(p_search), private.fold(left(p_search, 100)))::private.feed_filter
$$;
comment on function private.feed_filter is 'What the caller looks for, from the arguments of list_posts() and count_posts().';

create function private.search_mode(p_search text, p_query tsquery) returns text
language sql immutable set search_path = ''
as $$ select case when private.is_blank(p_search) then 'all' when p_query is null then 'nothing' else 'words' end $$;

create function private.feed_ids(p_mode text, p_filter private.feed_filter, p_offset bigint, p_size integer, p_above bigint default 0,
  p_below bigint default 9223372036854775807, p_order text default 'desc') returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids bigint[];
begin
  execute format(
      'select array(select p.id from public.posts p where p.id > $2 and p.id < $3 and %s order by p.id %s offset $4 limit $5)',
      private.feed_condition(p_mode, p_filter), p_order)
    into v_ids using p_filter, p_above, p_below, p_offset, p_size;
  return v_ids;
end $$;
comment on function private.feed_ids is 'Ids of one stretch of the feed between two ids, in the given order of ids.';

-- The planner guesses that any beginning of a word is in 0.5% of the posts: it would walk the whole feed to find ten of a rare
-- one, and collect half of the posts for a common one. So these two say which way to go: by the word index, or from the
-- newest post down. A plan of a kind that is switched off looks so dear that it would be compiled first, which takes far longer
-- than running it: no compiling.
create function private.feed_ids_by_word(p_filter private.feed_filter, p_offset bigint, p_size integer) returns bigint[]
language sql stable security definer set search_path = '' set enable_seqscan = off set enable_indexscan = off
  set enable_indexonlyscan = off set jit = off
as $$ select private.feed_ids('rare words', p_filter, p_offset, p_size) $$;

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
  v_newest constant bigint := 2000;
  v_unquoted constant bigint := 5000;
  v_wanted bigint := p_offset + p_size;
  v_ids bigint[];
begin
  -- Where nearly every post has quotes, the few without are looked at instead of all that have a common word.
  if p_filter.unquoted and not exists (select 1 from public.post_counters c where c.quotes = 0 order by c.post_id desc offset v_unquoted limit 1) then
    return private.newest_unquoted_ids(p_filter, v_unquoted, p_offset, p_size);
  end if;
  -- A common word fills the page from the newest posts; for all others the word index is quicker. Whether many newest
  -- posts are worth a look, the first of them tell.
  if v_wanted * 100 <= v_newest or cardinality(private.feed_ids_of_newest(p_filter, v_newest, 0, 10)) = 10 then
    v_ids := private.feed_ids_of_newest(p_filter, greatest(v_newest, v_wanted * 100), p_offset, p_size);
  end if;
  if v_ids is null or cardinality(v_ids) < p_size then
    v_ids := private.feed_ids_by_word(p_filter, p_offset, p_size);
  end if;
  return v_ids;
end $$;

-- Typing errors --------------------------------------------------------------------------------------------------------
--
-- Only when no post of the whole feed has the words they are taken for misspelt. A correction, and fewer words, are offered only
-- when posts that everybody sees have them: nothing is said of what is in hidden ones.

create function private.similar_words(p_word text) returns table (word text, distance numeric)
language sql stable rows 5 security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with near as materialized (
    select v.word from private.vocabulary v
    where private.spellings(v.word) && private.spellings(p_word)
      and char_length(v.word) between char_length(p_word) - 2 and char_length(p_word) + 3
    limit 200),
  -- As it was typed, and with each pair of neighbours swapped: two swapped letters are one error.
  typed as (
    select p_word as text, 0 as errors
    union all
    select overlay(p_word placing reverse(substr(p_word, i, 2)) from i for 2), 1 from generate_series(1, char_length(p_word) - 1) as i),
  -- The beginning of a word may stand for the whole, but that is less likely.
  parts as (
    select n.word, n.word as part, 0 as ending from near n
    union all
    select n.word, left(n.word, l), 0.4 from near n
    cross join lateral generate_series(char_length(p_word) - 1, least(char_length(p_word) + 1, char_length(n.word) - 1)) as l)
  select p.word, min(extensions.levenshtein_less_equal(t.text, p.part, 2) + t.errors + p.ending) as distance
  from parts p cross join typed t
  group by p.word
  having min(extensions.levenshtein_less_equal(t.text, p.part, 2) + t.errors + p.ending) < case when char_length(p_word) < 7 then 2 else 3 end
  order by distance, left(p.word, 1) <> left(p_word, 1), p.word
  limit 5
$$;
comment on function private.similar_words is
  'Words of the vocabulary that a misspelt one may stand for, the nearest first: one error in short words, two in long ones.';

create function private.typed_words(p_search text) returns table (nr bigint, typed text, word text)
language sql immutable rows 10 set search_path = ''
as $$
  select t.nr, t.typed, btrim(private.fold(t.typed), '.,;:!?"''()')
  from regexp_split_to_table(btrim(left(p_search, 100)), '\s+') with ordinality as t (typed, nr)
  where t.typed <> ''
$$;
comment on function private.typed_words is 'The words of a search as they were typed, each with what is looked up of it.';

create function private.correct_search(p_search text) returns text
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  v_texts text[];
  v_text text;
begin
  with words as materialized (
    select w.nr, w.typed, w.word,
      char_length(w.word) between 4 and 30 and w.word !~ '[^[:alpha:]]' as is_word,
      exists (select 1 from private.vocabulary v where v.word >= w.word collate "C" and v.word < w.word || chr(1114109) collate "C") as is_known
    from private.typed_words(p_search) w),
  -- Words that nobody uses; when there is none, one of the others must be meant otherwise. More than a few are no typing errors.
  doubted as materialized (
    select w.nr, w.word, w.is_known from words w
    where w.is_word and w.is_known = not exists (select 1 from words u where u.is_word and not u.is_known)
    order by w.nr limit 4),
  similar_ones as materialized (
    select d.nr, d.is_known, s.word, s.distance from doubted d cross join lateral private.similar_words(d.word) s where s.word <> d.word),
  newest as materialized (select p.search from public.posts p where not p.is_hidden order by p.id desc limit 1000),
  -- The likelier of two that are as near is the one that more of the newest posts have.
  ranked as materialized (
    select s.nr, s.is_known, s.word, s.distance, row_number() over (
      partition by s.nr order by s.distance, (select count(*) from newest n where n.search @@ quote_literal(s.word)::tsquery) desc, s.word) as place
    from similar_ones s),
  -- The best for each word; one of them replaced by its second best; of known words one at a time.
  choices as (
    select 0 as choice, 0 as changed, 0 as rank where not exists (select 1 from ranked r where r.is_known)
    union all
    select r.place::integer, r.nr::integer, (r.distance * 10 + r.place)::integer from ranked r where r.is_known or r.place = 2
    order by 3 limit 3)
  select array_agg(c.text order by c.rank) into v_texts
  from (
    select c.rank, (
      select string_agg(coalesce((
        select r.word from ranked r
        where r.nr = w.nr and case when r.is_known then w.nr = c.changed and r.place = c.choice
          else r.place = case when w.nr = c.changed then c.choice else 1 end end), w.typed), ' ' order by w.nr)
      from words w) as text
    from choices c) as c
  where exists (select 1 from ranked);
  foreach v_text in array coalesce(v_texts, '{}') loop
    if private.search_ids(private.whole_feed(null, private.search_query(v_text), v_text), 0, 1) <> '{}' then
      return v_text;
    end if;
  end loop;
  return null;
end $$;
comment on function private.correct_search is
  'What a search without results was probably meant to be, with results that everybody sees; null when there is no such thing.';

create function private.fewer_words(p_search text) returns text
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with words as materialized (
    select min(w.nr) as nr, min(w.typed) as typed, private.search_query(w.word) as query
    from private.typed_words(p_search) w where private.search_query(w.word) is not null
    group by w.word order by 1 limit 8),
  newest as materialized (select p.id, p.search from public.posts p where not p.is_hidden order by p.id desc limit 1000),
  -- A word that few of the newest have is rare: its index knows some others.
  looked as (
    select n.id, n.search from newest n
    union
    select f.id, f.search from words w
    cross join lateral (select p.id, p.search from public.posts p where p.search @@ w.query and not p.is_hidden limit 50) as f
    where (select count(*) from newest n where n.search @@ w.query) <= 10),
  best as (
    select l.id, array_agg(w.nr) as words from looked l join words w on l.search @@ w.query
    group by l.id order by count(*) desc, l.id desc limit 1)
  select string_agg(w.typed, ' ' order by w.nr) from best b join words w on w.nr = any (b.words)
  where (select count(*) from private.typed_words(p_search)) > 1
$$;
comment on function private.fewer_words is
  'Those of several words that posts which everybody sees have together: most of them, in the order typed; null when they have none.';

create function private.forget_words(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_words text[];
begin
  -- A few at a time, each once a week: one search tells whether a visible post has the word.
  with looked as (
    update private.vocabulary v set checked_at = now()
    where v.word in (
      select o.word from private.vocabulary o where o.checked_at < now() - interval '7 days'
      order by o.checked_at limit least(p_limit, 100) for update skip locked)
    returning v.word)
  select array_agg(l.word) into v_words from looked l;
  delete from private.vocabulary v where v.word = any (v_words)
    and private.search_ids(private.whole_feed(null, quote_literal(v.word)::tsquery, v.word), 0, 1) = '{}';
  return coalesce(cardinality(v_words), 0);
end $$;
comment on function private.forget_words is
  'Looks for posts with the next words and removes those that no visible post has any more; answers at how many it looked.';

create function private.meant_search(p_search text, p_filter private.feed_filter) returns private.feed_filter
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_meant text;
  v_filter private.feed_filter := p_filter;
begin
  if private.search_ids(private.whole_feed(p_filter.me, p_filter.query, p_search), 0, 1) = '{}' then
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
  'The filter with the correction of a search that has no result in the whole feed; null for all others.';

create function private.search_hints(p_search text) returns table (corrected text, fewer text)
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_query tsquery := private.search_query(p_search);
begin
  if v_query is null or private.search_ids(private.whole_feed(private.current_profile_id(), v_query, p_search), 0, 1) <> '{}' then
    return;
  end if;
  corrected := private.correct_search(p_search);
  fewer := case when corrected is null then private.fewer_words(p_search) end;
  return next;
end $$;

create function public.search_hints(search text) returns table (corrected text, fewer text)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.search_hints(search) $$;
comment on function public.search_hints is
  'What helps a search that finds nothing: how it was probably meant, else those of its words that have results together; no row for others.';
grant execute on function private.search_hints, public.search_hints to anon, authenticated;

create function private.count_posts(p_search text, p_country text, p_categories text[], p_unquoted boolean) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_filter private.feed_filter := private.feed_filter(p_search, p_country, p_categories, p_unquoted);
  v_mode text := private.search_mode(p_search, v_filter.query);
  v_meant private.feed_filter;
  v_count bigint;
begin
  if v_mode = 'all' and v_filter.unquoted then
    return cardinality(private.feed_ids('all', v_filter, 0, 1001));
  elsif v_mode = 'all' then
    select coalesce(sum(t.visible_count), 0) into v_count from public.post_totals t
    where (p_country is null or t.country = p_country) and (v_filter.categories is null or t.category = any (v_filter.categories));
    return v_count + (
      select count(*) from public.posts p
      where p.is_hidden and p.user_id = v_filter.me
        and (p_country is null or p.country = p_country) and (v_filter.categories is null or p.category = any (v_filter.categories)));
  end if;
  -- Counting a common word to the end would cost more than finding it: 1001 stands for "more than 1,000".
  if v_mode = 'words' then
    v_count := cardinality(private.search_ids(v_filter, 0, 1001));
    if v_count = 0 then
      v_meant := private.meant_search(p_search, v_filter);
      v_count := case when v_meant.query is not null then cardinality(private.search_ids(v_meant, 0, 1001)) else 0 end;
    end if;
  end if;
  return coalesce(v_count, 0);
end $$;

create function private.feed_blocks(p_me bigint) returns table (block bigint, in_block bigint, skipped bigint)
language sql stable rows 500 security definer set search_path = ''
as $$
  with counted as (
    select c.block, sum(c.posts)::bigint as in_block
    from (
      select b.block, b.visible_count as posts from private.post_blocks b
      union all
      select p.id / 1000, 1 from public.posts p where p.is_hidden and p.user_id = p_me) as c
    group by c.block)
  select c.block, c.in_block, (sum(c.in_block) over (order by c.block desc))::bigint - c.in_block
  from counted c
$$;
comment on function private.feed_blocks is
  'Blocks of the caller''s feed: posts in each, and how many newer posts lie before it.';

create function private.list_posts(p_search text, p_country text, p_categories text[], p_page integer, p_page_size integer,
  p_unquoted boolean, p_sort text)
returns setof public.posts
language plpgsql stable rows 10 security definer set search_path = ''
as $$
declare
  v_filter private.feed_filter := private.feed_filter(p_search, p_country, p_categories, p_unquoted);
  v_mode text := private.search_mode(p_search, v_filter.query);
  v_by_quotes boolean := coalesce(p_sort, '') = 'fewest_quotes';
  v_size integer := least(greatest(coalesce(p_page_size, 10), 1), 1000);
  v_offset bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
  -- Sorted otherwise than they lie, the newest thousand are put in order.
  v_read bigint := case when v_by_quotes then 0 else v_offset end;
  v_read_size integer := case when v_by_quotes then 1000 else v_size end;
  v_total bigint;
  v_below bigint := 9223372036854775807;
  v_order text := 'desc';
  v_meant private.feed_filter;
  v_ids bigint[];
  v_post public.posts;
begin
  if (v_mode <> 'all' or v_filter.unquoted or v_by_quotes) and v_offset >= 1000 then
    return;
  elsif v_mode = 'all' and v_offset > 1000 and p_country is null and v_filter.categories is null then
    -- A deep page of the whole feed: the counts per block tell where it begins.
    select (f.block + 1) * 1000, v_offset - f.skipped into v_below, v_read
    from private.feed_blocks(v_filter.me) f
    where f.skipped <= v_offset and f.skipped + f.in_block > v_offset;
    if not found then
      return;
    end if;
  elsif v_mode = 'all' and v_offset > 1000 then
    -- A deep page of a filtered feed is read from the nearer end.
    v_total := private.count_posts(null, p_country, p_categories, false);
    if v_offset >= v_total then
      return;
    elsif v_offset > v_total / 2 then
      v_order := 'asc';
      v_read_size := least(v_size, v_total - v_offset);
      v_read := v_total - v_offset - v_read_size;
    end if;
  end if;
  -- Ids first: for the unsearched feed an index-only scan; the wide rows of one page only afterwards.
  if v_mode = 'all' then
    v_ids := private.feed_ids('all', v_filter, v_read, v_read_size, p_below => v_below, p_order => v_order);
  elsif v_mode = 'words' then
    v_ids := private.search_ids(v_filter, v_read, v_read_size);
    if v_ids = '{}' then
      v_meant := private.meant_search(p_search, v_filter);
      v_ids := case when v_meant.query is not null then private.search_ids(v_meant, v_read, v_read_size) else '{}' end;
    end if;
  end if;
  if v_by_quotes then
    v_ids := array(
      select c.post_id from public.post_counters c where c.post_id = any (v_ids) order by c.quotes, c.post_id desc offset v_offset limit v_size);
  end if;
  for v_post in
    select p.* from public.posts p where p.id = any (v_ids)
    order by case when v_by_quotes then array_position(v_ids, p.id) end, p.id desc
  loop
    -- Columns that callers have no right to read from the table are not given to them here either.
    v_post.client_id := null;
    v_post.owner_company := null;
    v_post.search := null;
    return next v_post;
  end loop;
end $$;

create function public.count_posts(search text default null, country text default null, categories text[] default null,
  unquoted boolean default false)
returns bigint
language sql stable security invoker set search_path = ''
as $$ select private.count_posts(search, country, categories, unquoted) $$;
comment on function public.count_posts is
  'Number of posts in the feed with these filters; with a search, or without quotes, 1001 stands for "more than 1,000".';

create function public.list_posts(search text default null, country text default null, categories text[] default null,
  page integer default 1, page_size integer default 10, unquoted boolean default false, sort text default 'newest')
returns setof public.posts
language sql stable rows 10 security invoker set search_path = ''
as $$ select * from private.list_posts(search, country, categories, page, page_size, unquoted, sort) $$;
comment on function public.list_posts is
  'One page of the feed, newest first: visible posts and the caller''s own hidden ones; all, or only those without quotes. The sort "fewest_quotes" puts the newest 1,000 in order.';

grant execute on function private.count_posts, private.list_posts, public.count_posts, public.list_posts
  to anon, authenticated;
