-- Counts of posts: likes and quotes on the card, totals of pager and filters, and blocks that make deep pages of the
-- feed cheap.

-- Counters change with every like and quote, so they are not part of the wide, heavily indexed row of the post.
create table public.post_counters (
  post_id bigint primary key references public.posts (id) on delete cascade,
  likes integer not null default 0,
  quotes integer not null default 0,
  is_hidden boolean not null default false,
  hidden_owner_id bigint,
  constraint post_counters_are_not_negative check (likes >= 0 and quotes >= 0)
) with (fillfactor = 70);
comment on table public.post_counters is 'Likes and quotes of each post, kept by triggers.';
comment on column public.post_counters.is_hidden is 'Whether the post is hidden, kept by triggers: counters are shown to who sees the post.';
comment on column public.post_counters.hidden_owner_id is 'Owner of the post while it is hidden, kept by triggers; else null.';

create index post_counters_unquoted_idx on public.post_counters (post_id) where quotes = 0;

revoke all on table public.post_counters from anon, authenticated, service_role;
grant select on table public.post_counters to anon, authenticated;

alter table public.post_counters enable row level security;
create policy "guests read counters of visible posts" on public.post_counters for select to anon
  using (not is_hidden);
create policy "users read counters of posts they see" on public.post_counters for select to authenticated
  using (not is_hidden or hidden_owner_id = (select private.current_profile_id()) or (select private.is_admin()));

create table public.post_likes (
  post_id bigint not null references public.posts (id) on delete cascade,
  user_id bigint not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
comment on table public.post_likes is 'Who likes which post, each pair once.';

create index post_likes_post_idx on public.post_likes (post_id);

revoke all on table public.post_likes from anon, authenticated, service_role;
grant select on table public.post_likes to authenticated;

alter table public.post_likes enable row level security;
create policy "users read their own likes" on public.post_likes for select to authenticated
  using (user_id = (select private.current_profile_id()));

create table public.post_totals (
  country text not null,
  category text not null,
  visible_count integer not null,
  primary key (country, category),
  constraint post_totals_are_not_negative check (visible_count >= 0)
) with (fillfactor = 70);
comment on table public.post_totals is
  'Number of visible posts per country and category, kept by triggers: exact totals for the pager and values for the filters.';

revoke all on table public.post_totals from anon, authenticated, service_role;
grant select on table public.post_totals to anon, authenticated;

alter table public.post_totals enable row level security;
create policy "guests read totals" on public.post_totals for select to anon using (true);
create policy "users read totals" on public.post_totals for select to authenticated using (true);

create table private.post_blocks (
  country text not null,
  category text not null,
  span integer not null,
  block bigint not null,
  visible_count integer not null,
  hidden_count integer not null,
  part smallint not null default 0,
  primary key (country, category, span, block, part)
) with (fillfactor = 70);
comment on table private.post_blocks is
  'Number of posts per block of ids, kept by triggers: where a deep page of the feed begins. Block n has the ids from n times the span; an empty country or category stands for all. The count is the sum of its parts, one of which alone may be negative.';
comment on column private.post_blocks.part is
  'Transactions that write posts at the same time count in different parts, from 1 on; 0 is what was added up of them.';

-- Parts of completed blocks, indexed separately.
create index post_blocks_parts_idx on private.post_blocks (span, block) where part > 0;

revoke all on table private.post_blocks from public, anon, authenticated, service_role;

create function private.change_post_total(p_country text, p_category text, p_change integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.post_totals as t (country, category, visible_count) values (p_country, p_category, greatest(p_change, 0))
  on conflict (country, category) do update set visible_count = t.visible_count + p_change;
  if p_change < 0 then
    delete from public.post_totals t where t.country = p_country and t.category = p_category and t.visible_count = 0;
  end if;
end $$;

-- Once per statement, so that a bulk load is fast, and in a fixed order, so that two edits that swap countries cannot
-- deadlock.
create function private.keep_post_totals() returns trigger
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

create function private.create_post_counters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.post_counters (post_id, is_hidden, hidden_owner_id)
  select n.id, n.is_hidden, case when n.is_hidden then n.user_id end from posts_after n;
  return null;
end $$;

create function private.count_post_like() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.post_counters c set likes = c.likes + 1 where c.post_id = new.post_id;
  else
    update public.post_counters c set likes = c.likes - 1 where c.post_id = old.post_id;
  end if;
  return null;
end $$;

-- If the user is gone now, this has waited for the deletion of their account.
create function private.count_posts_of_users() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_change record;
begin
  -- In the order of ids, so that two statements cannot wait for each other.
  for v_change in execute format('select c.user_id, count(*)::integer as posts from %s as c group by c.user_id order by 1',
      case tg_op when 'INSERT' then 'posts_after' else 'posts_before' end) loop
    update public.accounts a set post_count = a.post_count + case tg_op when 'INSERT' then v_change.posts else -v_change.posts end
    where a.profile_id = v_change.user_id and (tg_op = 'DELETE' or a.deleted_at is null);
    if tg_op = 'INSERT' and not found then
      perform private.refuse(401, 'unauthorized', 'Authentication required');
    end if;
  end loop;
  return null;
end $$;

-- Like ---------------------------------------------------------------------------------------------------------------

-- The deletion of a post locks the post and its counters, and waits for its likes.
create function private.set_post_like(p_post_id bigint, p_liked boolean) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  if not exists (select 1 from public.posts p where p.id = p_post_id
      and (not p.is_hidden or p.user_id = v_me or private.is_admin())) then
    perform private.refuse(404, 'not_found', 'Post not found');
  end if;
  perform private.consume_rate_limit('like', v_me::text);
  perform 1 from public.posts p where p.id = p_post_id for key share;
  if not found then
    perform private.refuse(404, 'not_found', 'Post not found');
  elsif p_liked then
    insert into public.post_likes (post_id, user_id) values (p_post_id, v_me) on conflict do nothing;
  else
    perform 1 from public.post_counters c where c.post_id = p_post_id for no key update;
    delete from public.post_likes l where l.post_id = p_post_id and l.user_id = v_me;
  end if;
  return (select c.likes from public.post_counters c where c.post_id = p_post_id);
end $$;

-- The session is checked again after the wait: PT401 if the account is gone.
create function public.set_post_like(post_id bigint, liked boolean) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.set_post_like(post_id, liked);
$$;
comment on function public.set_post_like is 'Likes or unlikes a post for the caller, however often it is said; answers the new number of likes.';
grant execute on function private.set_post_like, public.set_post_like to authenticated;

create function private.hide_post_counters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.post_counters c set is_hidden = new.is_hidden, hidden_owner_id = case when new.is_hidden then new.user_id end
  where c.post_id = new.id;
  return null;
end $$;
comment on function private.hide_post_counters is 'Hides and shows the counters of a post with it.';

-- Locks ---------------------------------------------------------------------------------------------------------------
--
-- Lock order, to prevent deadlocks: a profile, its posts, quotes and counters, each by id, then accounts, then the
-- totals.

create function private.hold_counters(p_post_ids bigint[]) returns void
language sql volatile security definer set search_path = ''
as $$ select 1 from public.post_counters c where c.post_id = any (p_post_ids) order by c.post_id for no key update $$;
comment on function private.hold_counters is
  'Locks the counters of posts, for who changes those of several: row by row they would be taken in the order in which rows lie.';

-- Blocks --------------------------------------------------------------------------------------------------------------
--
-- Visible and hidden posts are counted per block of ids, for the whole feed and per country and category, so that a few
-- counts locate the start of a deep page.

create function private.post_block_spans() returns table (by_country boolean, by_category boolean, span integer)
language sql immutable rows 7 set search_path = ''
as $$
  values (false, false, 50000), (false, false, 1000), (true, false, 50000), (true, false, 5000),
    (false, true, 50000), (false, true, 5000), (true, true, 20000)
$$;
comment on function private.post_block_spans is
  'Ids in a block of the whole feed, of a country, of a category, and of both; where there are two sizes, the small ones lie within the large.';

create view private.counted_post_blocks as
select case when s.by_country then p.country else '' end as country, case when s.by_category then p.category else '' end as category,
  s.span, p.id / s.span as block, count(
*
) filter (where not p.is_hidden)::integer as visible_count,
  count(*) filter (where p.is_hidden)::integer as hidden_count
from public.posts p cross join private.post_block_spans() s
group by 1, 2, 3, 4;
comment on view private.counted_post_blocks is 'What post_blocks has to hold, counted anew.';

revoke all on table private.counted_post_blocks from public, anon, authenticated, service_role;

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
