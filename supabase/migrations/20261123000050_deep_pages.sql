-- Deep pages of the feed, also of a country or a category, at the cost of the first one: visible posts are counted per block of ids,
-- so that a few counts tell where a page begins. The hidden ones are counted with them.

create function private.post_block_spans() returns table (by_country boolean, by_category boolean, span integer)
language sql immutable rows 7 set search_path = ''
as $$
  values (false, false, 50000), (false, false, 1000), (true, false, 50000), (true, false, 5000),
    (false, true, 50000), (false, true, 5000), (true, true, 20000)
$$;
comment on function private.post_block_spans is
  'Ids in a block of the whole feed, of a country, of a category, and of both; where there are two sizes, the small ones lie within the large.';

drop table private.post_blocks;
drop function private.change_post_block, private.feed_blocks;

create table private.post_blocks (
  country text not null,
  category text not null,
  span integer not null,
  block bigint not null,
  visible_count integer not null,
  hidden_count integer not null,
  primary key (country, category, span, block)
) with (fillfactor = 70);
comment on table private.post_blocks is
  'Number of posts per block of ids, kept by triggers: where a deep page of the feed begins. Block n has the ids from n times the span; an empty country or category stands for all.';

create view private.counted_post_blocks as
select case when s.by_country then p.country else '' end as country, case when s.by_category then p.category else '' end as category,
  s.span, p.id / s.span as block, count(*) filter (where not p.is_hidden)::integer as visible_count,
  count(*) filter (where p.is_hidden)::integer as hidden_count
from public.posts p cross join private.post_block_spans() s
group by 1, 2, 3, 4;
comment on view private.counted_post_blocks is 'What post_blocks has to hold, counted anew.';
revoke all on private.post_blocks, private.counted_post_blocks from public, anon, authenticated, service_role;

insert into private.post_blocks select * from private.counted_post_blocks order by 1, 2, 3, 4;

-- Once per statement, so that a large load is fast, and in a fixed order, so that two edits that swap countries cannot
-- wait for each other.
create or replace function private.keep_post_totals() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_changes text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select id, country, category, is_hidden, 1 as change from posts_after' end,
    case when tg_op <> 'INSERT' then 'select id, country, category, is_hidden, -1 as change from posts_before' end);
  v_change record;
begin
  for v_change in execute format('
      with changes as materialized (
        select case when s.by_country then c.country else '''' end as country, case when s.by_category then c.category else '''' end as category,
          s.span, c.id / s.span as block, coalesce(sum(c.change) filter (where not c.is_hidden), 0)::integer as visible,
          coalesce(sum(c.change) filter (where c.is_hidden), 0)::integer as hidden
        from (%s) as c cross join (select * from private.post_block_spans() union all values (true, true, null::integer)) as s
        group by 1, 2, 3, 4),
      blocks as (
        insert into private.post_blocks as b (country, category, span, block, visible_count, hidden_count)
        select * from changes c where c.span is not null and (c.visible <> 0 or c.hidden <> 0) order by 1, 2, 3, 4
        on conflict (country, category, span, block) do update
          set visible_count = b.visible_count + excluded.visible_count, hidden_count = b.hidden_count + excluded.hidden_count)
      select c.country, c.category, c.visible from changes c where c.span is null and c.visible <> 0 order by 1, 2', v_changes) loop
    perform private.change_post_total(v_change.country, v_change.category, v_change.visible);
  end loop;
  return null;
end $$;

-- The plan is the same whoever asks for what; making one each time would take longer than running it.
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

-- Nothing is read from the end any more.
drop function private.feed_ids;
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
    into v_ids using p_filter, p_above, p_below, p_offset, p_size;
  return v_ids;
end $$;
comment on function private.feed_ids is 'Ids of one stretch of the feed between two ids, the newest first.';

drop function private.meant_search;
create function private.meant_search(p_search text, p_filter private.feed_filter, p_is_empty boolean) returns private.feed_filter
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_meant text;
  v_filter private.feed_filter := p_filter;
begin
  -- Of a search in the whole feed that is known already.
  if p_is_empty and p_filter.country is null and p_filter.categories is null and not p_filter.unquoted
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

create or replace function private.count_posts(p_search text, p_country text, p_categories text[], p_unquoted boolean) returns bigint
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

create or replace function private.list_posts(p_search text, p_country text, p_categories text[], p_page integer, p_page_size integer,
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
  v_above bigint := 0;
  v_below bigint := 9223372036854775807;
  v_meant private.feed_filter;
  v_ids bigint[];
  v_post public.posts;
begin
  if (v_mode <> 'all' or v_filter.unquoted or v_by_quotes) and v_offset >= 1000 then
    return;
  elsif v_mode = 'all' and not v_filter.unquoted and not v_by_quotes
      and v_offset > (case when v_filter.categories is not null and (p_country is not null or cardinality(v_filter.categories) > 1)
        then 100 else 1000 end) then
    -- A deep page: the counts per block tell where it begins.
    select f.above, f.below, f.skip into v_above, v_below, v_read from private.feed_place(v_filter, v_offset) f;
    if v_below is null then
      return;
    end if;
  end if;
  -- Ids first: for the unsearched feed an index-only scan; the wide rows of one page only afterwards.
  if v_mode = 'all' then
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

create or replace function private.count_hidden_posts(p_filter private.hidden_post_filter) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_count bigint;
begin
  perform private.require_admin();
  -- All of them, or those of a category, are counted already.
  if private.is_blank(p_filter.search) and (p_filter.hidden_by, p_filter.since, p_filter.before) is null then
    return least(10001, (
      select coalesce(sum(b.hidden_count), 0) from private.post_blocks b
      where b.country = '' and b.category = coalesce(p_filter.category, '')
        and b.span = (select max(s.span) from private.post_block_spans() s where not s.by_country and s.by_category = (p_filter.category is not null))));
  end if;
  execute format('select count(*) from (select 1 from public.posts p where %s limit 10001) as c',
      private.hidden_post_condition(p_filter))
    into v_count using private.user_patterns(p_filter.search), p_filter;
  return v_count;
end $$;
