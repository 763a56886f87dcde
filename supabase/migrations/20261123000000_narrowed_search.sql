-- Searches narrowed by country or category: one index knows the words, the country and the category of each post, so that it alone
-- finds the posts which have them all. As arrays of one value each: GIN has no operators for plain text of its own.

drop index public.posts_search_idx;
create index posts_search_idx on public.posts using gin (search, (array[country]), (array[category]));

create or replace function private.feed_condition(p_mode text, p_filter private.feed_filter) returns text
language sql immutable set search_path = ''
as $$
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
      when 'words' then 'p.search @@ ($1).query'
      -- A function is not asked of the index, as the operator would be.
      when 'rare words' then 'p.search @@ (select private.rare_words(($1).search)) and ts_match_vq(p.search, ($1).query)'
      when 'few posts' then 'ts_match_vq(p.search, ($1).query)' end,
    -- The few posts that have the words are asked one by one; of all posts those without quotes have an index.
    case when p_filter.unquoted and p_mode = 'all' then 'exists (select 1 from public.post_counters c where c.post_id = p.id and c.quotes = 0)'
      when p_filter.unquoted then '(select c.quotes from public.post_counters c where c.post_id = p.id) = 0' end)
$$;

create function private.narrowed_posts(p_filter private.feed_filter) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(t.visible_count), 0)::bigint from public.post_totals t
  where (p_filter.country is null or t.country = p_filter.country)
    and (p_filter.categories is null or t.category = any (p_filter.categories))
$$;
comment on function private.narrowed_posts is 'Number of visible posts of the country and the categories of a filter, whatever their words.';

-- A country and category with few posts: the index finds them all, and each is asked for the words. A word that most posts have
-- would take longer to look up than they take to read.
create or replace function private.feed_ids_by_word(p_filter private.feed_filter, p_offset bigint, p_size integer) returns bigint[]
language sql stable security definer set search_path = '' set enable_seqscan = off set enable_indexscan = off
  set enable_indexonlyscan = off set jit = off
as $$
  select private.feed_ids(
    case when (p_filter.country is not null or p_filter.categories is not null) and private.narrowed_posts(p_filter) <= 2000
      then 'few posts' else 'rare words' end,
    p_filter, p_offset, p_size)
$$;

create or replace function private.rare_words(p_search text) returns tsquery
language sql stable security definer set search_path = ''
as $$
  -- The word index would collect every post with a common word, only to throw most of them away. Which words are common, the
  -- newest posts tell; when all are, it has to. Beside a word that none of them has, one that some have is common.
  with newest as materialized (select p.search from public.posts p order by p.id desc limit 500),
  words as materialized (
    select w.word, case when cardinality(s.words) > 1 then (select count(*) from newest n where n.search @@ w.word) else 0 end as posts
    from (select private.search_words(p_search)) as s (words), unnest(s.words) as w (word)),
  judged as (select w.word, w.posts <= case when min(w.posts) over () = 0 then 1 else 5 end as is_rare from words w)
  select coalesce(string_agg(j.word::text, ' & ') filter (where j.is_rare), string_agg(j.word::text, ' & '))::tsquery from judged j
$$;

create or replace function private.search_ids(p_filter private.feed_filter, p_offset bigint, p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_first constant bigint := 500;
  v_newest constant bigint := 2000;
  v_unquoted constant bigint := 5000;
  v_wanted bigint := p_offset + p_size;
  v_is_first boolean := v_wanted * 100 <= v_newest;
  v_is_whole boolean := p_filter.country is null and p_filter.categories is null and not p_filter.unquoted;
  v_has_index boolean := (p_filter.country is null) <> (p_filter.categories is null) and coalesce(cardinality(p_filter.categories), 1) = 1;
  v_ids bigint[];
begin
  -- Where nearly every post has quotes, the few without are looked at instead of all that have a common word.
  if p_filter.unquoted and not exists (select 1 from public.post_counters c where c.quotes = 0 order by c.post_id desc offset v_unquoted limit 1) then
    return private.newest_unquoted_ids(p_filter, v_unquoted, p_offset, p_size);
  end if;
  -- A common word fills the page from the newest posts; for all others the word index is quicker. A few posts show words that
  -- nearly all have, and those that hardly one has.
  if v_is_first and v_is_whole and p_size > 1 then
    v_ids := private.feed_ids_of_newest(p_filter, v_first, p_offset, p_size);
    if cardinality(v_ids) = p_size then
      return v_ids;
    elsif v_ids = '{}' and p_offset = 0 then
      return private.feed_ids_by_word(p_filter, p_offset, p_size);
    end if;
  end if;
  -- Whether many newest posts are worth a look, the first of them tell.
  if v_is_first or cardinality(private.feed_ids_of_newest(p_filter, v_newest, 0, 10)) = 10 then
    v_ids := private.feed_ids_of_newest(p_filter, greatest(v_newest, v_wanted * 100), p_offset, p_size);
    if cardinality(v_ids) = p_size then
      return v_ids;
    elsif v_is_first and v_has_index and v_ids <> '{}' then
      -- As many posts of the country or the category, whose index has them in order.
      v_ids := private.feed_ids_of_newest(p_filter,
        v_newest * (select max(p.id) from public.posts p) / greatest(private.narrowed_posts(p_filter), 1), p_offset, p_size);
      if cardinality(v_ids) = p_size then
        return v_ids;
      end if;
    end if;
  end if;
  return private.feed_ids_by_word(p_filter, p_offset, p_size);
end $$;

create or replace function private.correct_search(p_search text) returns text
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
      partition by s.nr order by s.distance,
        case when s.rivals > 1 then (select count(*) from newest n where n.search @@ quote_literal(s.word)::tsquery) end desc, s.word) as place
    from (select o.*, count(*) over (partition by o.nr, o.distance) as rivals from similar_ones o) as s),
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
