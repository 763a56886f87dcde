-- Posts (purchase requests) with their counters, likes, totals, feed and search.

create table public.posts (
  id bigint generated always as identity primary key,
  user_id bigint not null default private.current_profile_id() references public.profiles (id) on delete cascade,
  title text not null,
  description text not null,
  category text not null,
  country text not null,
  area text,
  delivery_address text not null,
  port text,
  images text[] not null default '{}',
  is_hidden boolean not null default false,
  hidden_reason text,
  hidden_by bigint references public.profiles (id) on delete set null,
  hidden_at timestamptz,
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null generated always as (
    to_tsvector('simple', private.fold(
      title || ' ' || description || ' ' || category || ' ' || coalesce(area, '') || ' ' || delivery_address
      || ' ' || coalesce(port, '')))) stored,
  constraint posts_title_length check (char_length(title) <= 200 and not private.is_blank(title)),
  constraint posts_description_length check (char_length(description) <= 5000 and not private.is_blank(description)),
  constraint posts_category_is_known check (category in (
    'service', 'technology', 'industrial', 'agriculture', 'food', 'textile', 'electronics', 'automotive', 'construction',
    'energy', 'healthcare', 'education', 'finance', 'retail', 'logistics', 'entertainment', 'travel', 'real_estate',
    'legal', 'consulting', 'other', 'agricultural', 'textiles', 'chemicals', 'furniture', 'manufacturing')),
  constraint posts_country_length check (char_length(country) <= 60 and not private.is_blank(country)),
  constraint posts_area_length check (char_length(area) <= 30),
  constraint posts_delivery_address_length check (char_length(delivery_address) <= 100 and not private.is_blank(delivery_address)),
  constraint posts_port_length check (char_length(port) <= 50),
  constraint posts_images_count check (cardinality(images) <= 5),
  constraint posts_images_are_a_list check (coalesce(array_ndims(images), 1) = 1),
  constraint posts_hidden_reason_length check (char_length(hidden_reason) <= 500),
  constraint posts_hidden_state_is_whole check (is_hidden or (hidden_reason is null and hidden_by is null and hidden_at is null)),
  constraint posts_client_id_is_unique unique (user_id, client_id)
);
comment on table public.posts is 'Purchase requests. Newest first means highest id first.';
comment on column public.posts.images is 'At most five: paths in the bucket `post-images`, or https addresses.';
comment on column public.posts.client_id is 'Made by the client, so that a repeated request creates nothing twice.';
comment on column public.posts.hidden_by is 'Who hid the post: its owner or an admin.';

-- The feed index answers every page of the unsearched feed by itself, whatever is filtered.
create index posts_feed_idx on public.posts (id desc) include (user_id, is_hidden, country, category);
create index posts_country_idx on public.posts (country, id desc) include (user_id, is_hidden, category);
create index posts_category_idx on public.posts (category, id desc) include (user_id, is_hidden, country);
create index posts_user_idx on public.posts (user_id, id desc);
create index posts_hidden_idx on public.posts (user_id, id desc) include (country, category) where is_hidden;
create index posts_hidden_by_idx on public.posts (hidden_by) where hidden_by is not null;
create index posts_search_idx on public.posts using gin (search);
create index posts_title_trigram_idx on public.posts using gin (private.fold(title) extensions.gin_trgm_ops);

-- Counters change with every like and quote: apart from the wide, much indexed row of the post.
create table public.post_counters (
  post_id bigint primary key references public.posts (id) on delete cascade,
  likes integer not null default 0,
  quotes integer not null default 0,
  constraint post_counters_are_not_negative check (likes >= 0 and quotes >= 0)
) with (fillfactor = 70);
comment on table public.post_counters is 'Likes and quotes of each post, kept by triggers.';

create table public.post_likes (
  post_id bigint not null references public.posts (id) on delete cascade,
  user_id bigint not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
comment on table public.post_likes is 'Who likes which post, each pair once.';
create index post_likes_post_idx on public.post_likes (post_id);

create table public.post_totals (
  country text not null,
  category text not null,
  visible_count integer not null,
  primary key (country, category),
  constraint post_totals_are_not_negative check (visible_count >= 0)
) with (fillfactor = 70);
comment on table public.post_totals is
  'Number of visible posts per country and category, kept by triggers: exact totals for the pager and values for the filters.';

create table private.post_blocks (
  block bigint primary key,
  visible_count integer not null,
  constraint post_blocks_are_not_negative check (visible_count >= 0)
) with (fillfactor = 70);
comment on table private.post_blocks is
  'Number of visible posts per 1,000 ids, kept by triggers: where a deep page of the whole feed begins.';

-- Grants -------------------------------------------------------------------------------------------------------------

revoke all on table public.posts, public.post_counters, public.post_likes, public.post_totals
  from anon, authenticated, service_role;
grant select (id, user_id, title, description, category, country, area, delivery_address, port, images, is_hidden,
  hidden_reason, hidden_by, hidden_at, created_at, updated_at) on table public.posts to anon;
grant select (id, user_id, title, description, category, country, area, delivery_address, port, images, is_hidden,
  hidden_reason, hidden_by, hidden_at, client_id, created_at, updated_at) on table public.posts to authenticated;
grant insert (title, description, category, country, area, delivery_address, port, images, client_id)
  on table public.posts to authenticated;
grant update (title, description, category, country, area, delivery_address, port, images)
  on table public.posts to authenticated;
grant delete on table public.posts to authenticated;
grant select on table public.post_counters, public.post_totals to anon, authenticated;
grant select on table public.post_likes to authenticated;

-- Row-level security -------------------------------------------------------------------------------------------------

alter table public.posts enable row level security;
create policy "visitors read visible posts" on public.posts for select to anon using (not is_hidden);
create policy "users read visible and own posts, admins all" on public.posts for select to authenticated
  using (not is_hidden or user_id = (select private.current_profile_id()) or (select private.is_admin()));
create policy "users create their own posts" on public.posts for insert to authenticated
  with check (user_id = (select private.current_profile_id()));
create policy "owners edit their posts" on public.posts for update to authenticated
  using (user_id = (select private.current_profile_id())) with check (user_id = (select private.current_profile_id()));
create policy "owners delete their posts" on public.posts for delete to authenticated
  using (user_id = (select private.current_profile_id()));

-- The counters of a post are seen by whoever sees the post: the subquery obeys the policies above.
alter table public.post_counters enable row level security;
create policy "visitors read counters of visible posts" on public.post_counters for select to anon
  using (exists (select 1 from public.posts p where p.id = post_id));
create policy "users read counters of posts they see" on public.post_counters for select to authenticated
  using (exists (select 1 from public.posts p where p.id = post_id));

alter table public.post_likes enable row level security;
create policy "users read their own likes" on public.post_likes for select to authenticated
  using (user_id = (select private.current_profile_id()));

alter table public.post_totals enable row level security;
create policy "visitors read totals" on public.post_totals for select to anon using (true);
create policy "users read totals" on public.post_totals for select to authenticated using (true);

-- Triggers -----------------------------------------------------------------------------------------------------------

create function private.check_post_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_auth_id uuid := (select auth.uid());
  v_old_images text[] := case when tg_op = 'UPDATE' then old.images else '{}'::text[] end;
  v_image text;
begin
  if tg_op = 'INSERT' and v_auth_id is not null then
    perform private.consume_rate_limit('post', new.user_id::text);
  end if;
  -- Clients may name only pictures that they uploaded themselves; those of the stored post stay valid. A constraint
  -- refuses more than five, so no more are looked at.
  if v_auth_id is not null then
    foreach v_image in array new.images[:5] loop
      if v_image is null or not (v_image = any (v_old_images)
        or (v_image ~ '^https://[^[:space:]]+$' and char_length(v_image) <= 500)
        or private.is_own_upload('post-images', v_image)) then
        raise exception using errcode = 'PT400', message = 'Unknown image',
          detail = jsonb_build_object('path', 'images', 'value', left(v_image, 200))::text;
      end if;
    end loop;
  end if;
  if tg_op = 'UPDATE' and (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port,
      new.images) is distinct from
      (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port, old.images) then
    new.updated_at := now();
  end if;
  return new;
end $$;

create function private.is_own_upload(p_bucket text, p_path text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_path not like (select auth.uid())::text || '/%' then
    return false;
  end if;
  -- Held until the row that names the file is stored: meanwhile no housekeeping takes it for unused.
  perform 1 from storage.objects o where o.bucket_id = p_bucket and o.name = p_path for key share;
  return found and not exists (select 1 from private.doomed_uploads d where d.bucket_id = p_bucket and d.name = p_path);
end $$;
comment on function private.is_own_upload(text, text) is 'Whether the caller uploaded this file and it is really there.';

create trigger check_post_write before insert or update of title, description, category, country, area, delivery_address,
  port, images on public.posts for each row execute function private.check_post_write();

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

create function private.change_post_block(p_block bigint, p_change integer) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.post_blocks as b (block, visible_count) values (p_block, greatest(p_change, 0))
  on conflict (block) do update set visible_count = b.visible_count + p_change
$$;

-- Once per statement, so that a large load is fast, and in a fixed order, so that two edits that swap countries cannot
-- wait for each other.
create function private.keep_post_totals() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_changes text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select id, country, category, 1 as change from posts_after where not is_hidden' end,
    case when tg_op <> 'INSERT' then 'select id, country, category, -1 as change from posts_before where not is_hidden' end);
  v_change record;
begin
  for v_change in execute format('select c.id / 1000 as block, sum(c.change)::integer as change from (%s) as c
      group by c.id / 1000 having sum(c.change) <> 0 order by 1', v_changes) loop
    perform private.change_post_block(v_change.block, v_change.change);
  end loop;
  for v_change in execute format('select c.country, c.category, sum(c.change)::integer as change from (%s) as c
      group by c.country, c.category having sum(c.change) <> 0 order by 1, 2', v_changes) loop
    perform private.change_post_total(v_change.country, v_change.category, v_change.change);
  end loop;
  return null;
end $$;
create trigger keep_post_totals_of_new after insert on public.posts
  referencing new table as posts_after for each statement execute function private.keep_post_totals();
create trigger keep_post_totals_of_changed after update on public.posts
  referencing old table as posts_before new table as posts_after for each statement execute function private.keep_post_totals();
create trigger keep_post_totals_of_deleted after delete on public.posts
  referencing old table as posts_before for each statement execute function private.keep_post_totals();

create function private.create_post_counters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.post_counters (post_id) select n.id from posts_after n;
  return null;
end $$;
create trigger create_post_counters after insert on public.posts
  referencing new table as posts_after for each statement execute function private.create_post_counters();

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
create trigger count_post_like after insert or delete on public.post_likes
  for each row execute function private.count_post_like();

-- Like ---------------------------------------------------------------------------------------------------------------

create function private.set_post_like(p_post_id bigint, p_liked boolean) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  if not exists (select 1 from public.posts p where p.id = p_post_id
      and (not p.is_hidden or p.user_id = v_me or private.is_admin())) then
    raise exception using errcode = 'PT404', message = 'Post not found';
  end if;
  perform private.consume_rate_limit('like', v_me::text);
  if p_liked then
    insert into public.post_likes (post_id, user_id) values (p_post_id, v_me) on conflict do nothing;
  else
    delete from public.post_likes l where l.post_id = p_post_id and l.user_id = v_me;
  end if;
  return (select c.likes from public.post_counters c where c.post_id = p_post_id);
end $$;

create function public.set_post_like(post_id bigint, liked boolean) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.set_post_like($1, $2) $$;
comment on function public.set_post_like(bigint, boolean) is 'Likes or unlikes a post for the caller, however often it is said; answers the new number of likes.';
grant execute on function private.set_post_like(bigint, boolean), public.set_post_like(bigint, boolean) to authenticated;

-- Hide and unhide ----------------------------------------------------------------------------------------------------

create function private.post_to_moderate(p_post_id bigint, p_me bigint, p_is_admin boolean, p_refusal text) returns public.posts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
begin
  select * into v_post from public.posts p where p.id = p_post_id for update;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> p_me and not p_is_admin) then
    raise exception using errcode = 'PT404', message = 'Post not found';
  end if;
  if v_post.user_id <> p_me and not p_is_admin then
    raise exception using errcode = 'PT403', message = p_refusal;
  end if;
  return v_post;
end $$;
comment on function private.post_to_moderate(bigint, bigint, boolean, text) is
  'Locks a post for its owner or an admin; PT404 for whoever may not see it, PT403 for others.';

create function private.hide_post(p_post_id bigint, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_is_admin boolean := private.is_admin();
  v_post public.posts := private.post_to_moderate(p_post_id, v_me, v_is_admin, 'You are not allowed to hide this post');
  v_is_owner boolean := v_post.user_id = v_me;
  v_reason text := case when private.is_blank(p_reason) then null else btrim(p_reason) end;
begin
  if char_length(v_reason) > 500 then
    raise exception using errcode = 'PT400', message = 'Reason too long';
  end if;
  -- Hiding twice is harmless: neither may an owner replace an admin's decision, nor does a repeat rewrite the first.
  if v_post.is_hidden and (v_is_owner or v_post.hidden_by is distinct from v_post.user_id) then
    return;
  end if;
  update public.posts p set
    is_hidden = true,
    hidden_by = v_me,
    hidden_reason = coalesce(v_reason, case when not v_is_owner then 'Violation of the marketplace rules' end),
    hidden_at = now()
  where p.id = p_post_id;
end $$;

create function private.unhide_post(p_post_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_is_admin boolean := private.is_admin();
  v_post public.posts := private.post_to_moderate(p_post_id, v_me, v_is_admin, 'You are not allowed to unhide this post');
begin
  if not v_is_admin and v_post.hidden_by is not null and v_post.hidden_by <> v_post.user_id then
    raise exception using errcode = 'PT403', message = 'This post was hidden by an administrator';
  end if;
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null
  where p.id = p_post_id and p.is_hidden;
end $$;

create function public.hide_post(post_id bigint, reason text default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.hide_post($1, $2) $$;
comment on function public.hide_post(bigint, text) is 'Hides a post: by its owner, or by an admin for a violation (table B10).';

create function public.unhide_post(post_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.unhide_post($1) $$;
comment on function public.unhide_post(bigint) is 'Shows a hidden post again; its owner cannot undo what an admin did (table B10).';

grant execute on function private.hide_post(bigint, text), private.unhide_post(bigint),
  public.hide_post(bigint, text), public.unhide_post(bigint) to authenticated;

-- Feed and search ----------------------------------------------------------------------------------------------------
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
comment on function private.equivalent_categories(text[]) is 'Categories to filter by, each with its other spelling; null when none is chosen.';

create function private.search_words(p_search text) returns tsquery[]
language sql immutable set search_path = ''
as $$
  -- Words of three letters and more also match as beginnings: who types "stee" means steel.
  select array_agg((quote_literal(w.lexeme) || case when char_length(w.lexeme) >= 3 then ':*' else '' end)::tsquery)
  from (select l.lexeme from unnest(to_tsvector('simple', private.fold(left(p_search, 100)))) as l limit 12) as w
$$;
comment on function private.search_words(text) is 'Text queries for the words that a person typed; null when there is none.';

create function private.search_query(p_search text) returns tsquery
language sql immutable set search_path = ''
as $$ select string_agg(w.word::text, ' & ')::tsquery from unnest(private.search_words(p_search)) as w (word) $$;
comment on function private.search_query(text) is 'Text query for what a person typed; null when it holds no word.';

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
comment on function private.rare_words(text) is 'Text query for those words of a search that are in 1% of the posts at most, or for all of them.';

create function private.feed_condition(p_mode text, p_me bigint, p_country text, p_categories text[]) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ',
    case when p_me is null then 'not p.is_hidden' else '(not p.is_hidden or p.user_id = $1)' end,
    case when p_country is not null then 'p.country = $2' end,
    -- Of one category the index has the ids in order, of several it has not.
    case when cardinality(p_categories) = 1 then 'p.category = ($3)[1]' when p_categories is not null then 'p.category = any ($3)' end,
    case p_mode
      when 'words' then 'p.search @@ $4'
      -- A function is not asked of the index, as the operator would be.
      when 'rare words' then 'p.search @@ (select private.rare_words($5)) and ts_match_vq(p.search, $4)'
      when 'similar' then 'private.fold(p.title) operator(extensions.%>) $5' end)
$$;
comment on function private.feed_condition(text, bigint, text, text[]) is
  'SQL condition on posts p with $1 caller, $2 country, $3 categories, $4 query, $5 folded search.';

create function private.search_mode(p_search text, p_query tsquery) returns text
language sql immutable set search_path = ''
as $$ select case when private.is_blank(p_search) then 'all' when p_query is null then 'nothing' else 'words' end $$;

create function private.feed_ids(p_mode text, p_me bigint, p_country text, p_categories text[], p_query tsquery, p_search text,
  p_above bigint, p_below bigint, p_order text, p_offset bigint, p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids bigint[];
begin
  execute format(
      'select array(select p.id from public.posts p where p.id > $6 and p.id < $7 and %s order by p.id %s offset $8 limit $9)',
      private.feed_condition(p_mode, p_me, p_country, p_categories), p_order)
    into v_ids
    using p_me, p_country, p_categories, p_query, private.fold(left(p_search, 100)), p_above, p_below, p_offset, p_size;
  return v_ids;
end $$;
comment on function private.feed_ids(text, bigint, text, text[], tsquery, text, bigint, bigint, text, bigint, integer) is
  'Ids of one stretch of the feed between two ids, in the given order of ids.';

-- The planner guesses that any beginning of a word is in 0.5% of the posts: it would walk the whole feed to find ten of a rare
-- one, and collect half of the posts for a common one. So these two say which way to go: by the word index, or from the
-- newest post down. A plan of a kind that is switched off looks so dear that it would be compiled first, which takes far longer
-- than running it: no compiling.
create function private.feed_ids_by_word(p_mode text, p_me bigint, p_country text, p_categories text[], p_query tsquery,
  p_search text, p_above bigint, p_offset bigint, p_size integer) returns bigint[]
language sql stable security definer set search_path = '' set enable_seqscan = off set enable_indexscan = off
  set enable_indexonlyscan = off set jit = off
as $$
  select private.feed_ids(p_mode, p_me, p_country, p_categories, p_query, p_search, p_above, 9223372036854775807, 'desc', p_offset, p_size)
$$;

create function private.feed_ids_of_newest(p_me bigint, p_country text, p_categories text[], p_query tsquery, p_search text,
  p_newest bigint, p_offset bigint, p_size integer) returns bigint[]
language sql stable security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off
  set jit = off
as $$
  select private.feed_ids('words', p_me, p_country, p_categories, p_query, p_search,
    (select max(p.id) from public.posts p) - p_newest, 9223372036854775807, 'desc', p_offset, p_size)
$$;

create function private.search_ids(p_me bigint, p_country text, p_categories text[], p_query tsquery, p_search text,
  p_offset bigint, p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_newest constant bigint := 2000;
  v_wanted bigint := p_offset + p_size;
  v_ids bigint[];
begin
  -- A common word fills the page from the newest posts; for all others the word index is quicker. Whether many newest
  -- posts are worth a look, the first of them tell.
  if v_wanted * 100 <= v_newest
    or cardinality(private.feed_ids_of_newest(p_me, p_country, p_categories, p_query, p_search, v_newest, 0, 10)) = 10 then
    v_ids := private.feed_ids_of_newest(p_me, p_country, p_categories, p_query, p_search,
      greatest(v_newest, v_wanted * 100), p_offset, p_size);
  end if;
  if v_ids is null or cardinality(v_ids) < p_size then
    v_ids := private.feed_ids_by_word('rare words', p_me, p_country, p_categories, p_query, p_search, 0, p_offset, p_size);
  end if;
  return v_ids;
end $$;

create function private.similar_ids(p_me bigint, p_country text, p_categories text[], p_search text, p_offset bigint, p_size integer)
returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_above bigint := (select max(p.id) from public.posts p) - greatest(20000, (p_offset + p_size) * 1000);
  v_ids bigint[] := private.feed_ids_by_word('similar', p_me, p_country, p_categories, null, p_search, v_above, p_offset, p_size);
begin
  -- Comparing many titles is slow, and the newest ones are wanted: they come first.
  if cardinality(v_ids) < p_size and v_above > 0 then
    v_ids := private.feed_ids_by_word('similar', p_me, p_country, p_categories, null, p_search, 0, p_offset, p_size);
  end if;
  return v_ids;
end $$;

create function private.is_misspelt(p_search text, p_query tsquery, p_me bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- Only when no post of the whole feed has the words do similar titles help: then it was a typing error. Of very short
  -- texts every title is similar.
  select char_length(btrim(p_search)) >= 4
    and private.search_ids(p_me, null, null, p_query, p_search, 0, 1) = '{}'
$$;

create function private.count_posts(p_search text, p_country text, p_categories text[]) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
  v_categories text[] := private.equivalent_categories(p_categories);
  v_query tsquery := private.search_query(p_search);
  v_mode text := private.search_mode(p_search, v_query);
  v_count bigint;
begin
  if v_mode = 'all' then
    select coalesce(sum(t.visible_count), 0) into v_count from public.post_totals t
    where (p_country is null or t.country = p_country) and (v_categories is null or t.category = any (v_categories));
    return v_count + (
      select count(*) from public.posts p
      where p.is_hidden and p.user_id = v_me
        and (p_country is null or p.country = p_country) and (v_categories is null or p.category = any (v_categories)));
  end if;
  -- Counting a common word to the end would cost more than finding it: 1001 stands for "more than 1,000".
  if v_mode = 'words' then
    v_count := cardinality(private.search_ids(v_me, p_country, v_categories, v_query, p_search, 0, 1001));
    if v_count = 0 and private.is_misspelt(p_search, v_query, v_me) then
      v_count := cardinality(private.similar_ids(v_me, p_country, v_categories, p_search, 0, 1001));
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
comment on function private.feed_blocks(bigint) is
  'Blocks of the caller''s feed: posts in each, and how many newer posts lie before it.';

create function private.list_posts(p_search text, p_country text, p_categories text[], p_page integer, p_page_size integer)
returns setof public.posts
language plpgsql stable rows 10 security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
  v_categories text[] := private.equivalent_categories(p_categories);
  v_query tsquery := private.search_query(p_search);
  v_mode text := private.search_mode(p_search, v_query);
  v_size integer := least(greatest(coalesce(p_page_size, 10), 1), 1000);
  v_offset bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
  v_total bigint;
  v_below bigint := 9223372036854775807;
  v_order text := 'desc';
  v_ids bigint[];
  v_post public.posts;
begin
  if v_mode <> 'all' and v_offset >= 1000 then
    return;
  elsif v_mode = 'all' and v_offset > 1000 and p_country is null and v_categories is null then
    -- A deep page of the whole feed: the counts per block tell where it begins.
    select (f.block + 1) * 1000, v_offset - f.skipped into v_below, v_offset
    from private.feed_blocks(v_me) f
    where f.skipped <= v_offset and f.skipped + f.in_block > v_offset;
    if not found then
      return;
    end if;
  elsif v_mode = 'all' and v_offset > 1000 then
    -- A deep page of a filtered feed is read from the nearer end.
    v_total := private.count_posts(null, p_country, p_categories);
    if v_offset >= v_total then
      return;
    elsif v_offset > v_total / 2 then
      v_order := 'asc';
      v_size := least(v_size, v_total - v_offset);
      v_offset := v_total - v_offset - v_size;
    end if;
  end if;
  -- Ids first: for the unsearched feed an index-only scan; the wide rows of one page only afterwards.
  if v_mode = 'all' then
    v_ids := private.feed_ids('all', v_me, p_country, v_categories, null, null, 0, v_below, v_order, v_offset, v_size);
  elsif v_mode = 'words' then
    v_ids := private.search_ids(v_me, p_country, v_categories, v_query, p_search, v_offset, v_size);
    if v_ids = '{}' and private.is_misspelt(p_search, v_query, v_me) then
      v_ids := private.similar_ids(v_me, p_country, v_categories, p_search, v_offset, v_size);
    end if;
  end if;
  for v_post in select p.* from public.posts p where p.id = any (v_ids) order by p.id desc loop
    -- What callers have no right to read from the table, they do not get here either.
    v_post.client_id := null;
    v_post.search := null;
    return next v_post;
  end loop;
end $$;

create function public.count_posts(search text default null, country text default null, categories text[] default null)
returns bigint
language sql stable security invoker set search_path = ''
as $$ select private.count_posts($1, $2, $3) $$;
comment on function public.count_posts(text, text, text[]) is
  'Number of posts in the feed with these filters; with a search 1001 stands for "more than 1,000".';

create function public.list_posts(search text default null, country text default null, categories text[] default null,
  page integer default 1, page_size integer default 10)
returns setof public.posts
language sql stable rows 10 security invoker set search_path = ''
as $$ select * from private.list_posts($1, $2, $3, $4, $5) $$;
comment on function public.list_posts(text, text, text[], integer, integer) is
  'One page of the feed, newest first: visible posts and the caller''s own hidden ones (§2 Home, C21, C26).';

grant execute on function private.count_posts(text, text, text[]), private.list_posts(text, text, text[], integer, integer),
  public.count_posts(text, text, text[]), public.list_posts(text, text, text[], integer, integer) to anon, authenticated;
