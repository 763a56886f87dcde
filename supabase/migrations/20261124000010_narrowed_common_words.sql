-- Common words of a country and a category: instead of collecting every post with the words, those of the country and the category
-- are read from the newest down, as long as that is less work.

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

create or replace function private.search_ids(p_filter private.feed_filter, p_offset bigint, p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_first constant bigint := 500;
  v_newest constant bigint := 2000;
  v_unquoted constant bigint := 5000;
  v_wanted bigint := p_offset + p_size;
  v_is_first boolean := v_wanted * 100 <= v_newest;
  v_is_narrowed boolean := p_filter.country is not null or p_filter.categories is not null;
  v_read bigint;
  v_ids bigint[];
begin
  -- Where nearly every post has quotes, the few without are looked at instead of all that have a common word.
  if p_filter.unquoted and not exists (select 1 from public.post_counters c where c.quotes = 0 order by c.post_id desc offset v_unquoted limit 1) then
    return private.newest_unquoted_ids(p_filter, v_unquoted, p_offset, p_size);
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
