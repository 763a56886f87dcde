-- New posts do not wait for each other: the count of a block may lie in several rows, of which each transaction changes one of its own.

alter table private.post_blocks add column part smallint not null default 0,
  drop constraint post_blocks_pkey, add primary key (country, category, span, block, part);
comment on table private.post_blocks is
  'Number of posts per block of ids, kept by triggers: where a deep page of the feed begins. Block n has the ids from n times the span; an empty country or category stands for all. The count is the sum of its parts, one of which alone may be negative.';
comment on column private.post_blocks.part is
  'Transactions that write posts at the same time count in different parts, from 1 on; 0 is what was added up of them.';

create function private.free_part() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_parts constant integer := 8;
begin
  for v_part in 1 .. v_parts loop
    if pg_try_advisory_xact_lock(hashtext('private.post_blocks'), v_part) then
      return v_part;
    end if;
  end loop;
  -- All are in use: this one waits for the row of another.
  return 1 + pg_backend_pid() % v_parts;
end $$;
comment on function private.free_part is
  'A part of the counts that no other transaction uses until this one ends, the lowest there is; that of another when all are in use.';
revoke all on function private.free_part from public, anon, authenticated, service_role;

-- Parts of finished blocks, to be found without the others.
create index post_blocks_parts_idx on private.post_blocks (span, block) where part > 0;

create function private.fold_post_blocks(p_limit integer) returns void
language sql volatile security definer set search_path = ''
as $$
  -- A part that somebody writes to is left for the next time. Nothing else writes to part 0, and always in this order.
  with finished as (
    select b.country, b.category, b.span, b.block, b.part from private.post_blocks b
    where b.part > 0 and b.block < (select max(p.id) from public.posts p) / b.span
    order by 1, 2, 3, 4, 5 limit p_limit for update skip locked),
  gone as (
    delete from private.post_blocks b using finished f
    where (b.country, b.category, b.span, b.block, b.part) = (f.country, f.category, f.span, f.block, f.part)
    returning b.country, b.category, b.span, b.block, b.visible_count, b.hidden_count)
  insert into private.post_blocks as b (country, category, span, block, visible_count, hidden_count)
  select g.country, g.category, g.span, g.block, sum(g.visible_count)::integer, sum(g.hidden_count)::integer from gone g group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (country, category, span, block, part) do update
    set visible_count = b.visible_count + excluded.visible_count, hidden_count = b.hidden_count + excluded.hidden_count
$$;
comment on function private.fold_post_blocks is
  'Adds up the parts of blocks to which no new post comes any more, so that pages are found with few rows; so many parts at most.';
revoke all on function private.fold_post_blocks from public, anon, authenticated, service_role;

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
        insert into private.post_blocks as b (country, category, span, block, visible_count, hidden_count, part)
        select c.*, $1 from changes c where c.span is not null and (c.visible <> 0 or c.hidden <> 0) order by 1, 2, 3, 4
        on conflict (country, category, span, block, part) do update
          set visible_count = b.visible_count + excluded.visible_count, hidden_count = b.hidden_count + excluded.hidden_count)
      select c.country, c.category, c.visible from changes c where c.span is null and c.visible <> 0 order by 1, 2', v_changes)
    using private.free_part() loop
    perform private.change_post_total(v_change.country, v_change.category, v_change.visible);
  end loop;
  -- A thousand posts leave fewer parts behind.
  if tg_op = 'INSERT' then
    if exists (select 1 from posts_after n where n.id % 1000 = 0) then
      perform private.fold_post_blocks(1000);
    end if;
  end if;
  return null;
end $$;
