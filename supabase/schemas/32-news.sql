-- News and events: written by admins, public once they are published.

create table public.news_items (
  id bigint generated always as identity primary key,
  author_id bigint default private.current_profile_id() references public.profiles (id) on delete set null,
  type text not null default 'news',
  title text not null,
  summary text not null default '',
  body text not null default '',
  images text[] not null default '{}',
  event_start timestamptz,
  event_end timestamptz,
  event_zone text,
  location text,
  external_url text,
  is_pinned boolean not null default false,
  status text not null default 'draft',
  published_at timestamptz,
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null generated always as (
    private.search_vector(title || ' ' || summary || ' ' || body)) stored,
  folded text not null generated always as (private.fold(title || E'\n' || summary)) stored,
  constraint news_items_type_is_known check (type in ('news', 'event')),
  constraint news_items_title_length check (char_length(title) <= 200 and not private.is_blank(title)),
  constraint news_items_summary_length check (char_length(summary) <= 300),
  constraint news_items_body_length check (char_length(body) <= 20000),
  constraint news_items_images_count check (cardinality(images) <= 5),
  constraint news_items_images_are_a_list check (coalesce(array_ndims(images), 1) = 1),
  constraint news_items_event_is_whole check (
    case type when 'event' then event_start is not null and (event_end is null or event_end >= event_start)
      else event_start is null and event_end is null and event_zone is null and location is null end),
  constraint news_items_event_zone_is_a_name check (
    event_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$' and char_length(event_zone) <= 64),
  constraint news_items_location_length check (char_length(location) between 1 and 100),
  constraint news_items_external_url_is_https check (external_url ~ '^https://[^[:space:]]+$' and char_length(external_url) <= 500),
  constraint news_items_status_is_known check (status in ('draft', 'published', 'archived')),
  constraint news_items_published_have_a_time check (status <> 'published' or published_at is not null),
  constraint news_items_client_id_is_unique unique (author_id, client_id)
);
comment on table public.news_items is 'News and events. Newest first means by the time of publication.';
comment on column public.news_items.body is 'Markdown; shown without any HTML in it.';
comment on column public.news_items.images is 'At most five paths in the bucket `news-images`; the first is the cover.';
comment on column public.news_items.folded is 'What the list of admins finds it by.';
comment on column public.news_items.event_zone is 'The time zone of the venue, as "Europe/Rome"; null where nobody said it, as for what is online.';
comment on column public.news_items.published_at is 'When it was first published, set by a trigger; null for what never was.';
comment on column public.news_items.client_id is 'Made by the client, so that a repeated request creates nothing twice.';

create index news_items_feed_idx on public.news_items (status, is_pinned desc, published_at desc, id desc);
create index news_items_events_idx on public.news_items (event_start) where type = 'event';
create index news_items_author_idx on public.news_items (author_id);
create index news_items_search_idx on public.news_items using gin (search);

revoke all on table public.news_items from anon, authenticated, service_role;
grant select (id, author_id, type, title, summary, body, images, event_start, event_end, event_zone, location, external_url, is_pinned,
  status, published_at, created_at, updated_at) on table public.news_items to anon;
grant select (id, author_id, type, title, summary, body, images, event_start, event_end, event_zone, location, external_url, is_pinned,
  status, published_at, client_id, created_at, updated_at, folded) on table public.news_items to authenticated;
grant insert (type, title, summary, body, images, event_start, event_end, event_zone, location, external_url, is_pinned, status, client_id)
  on table public.news_items to authenticated;
grant update (type, title, summary, body, images, event_start, event_end, event_zone, location, external_url, is_pinned, status)
  on table public.news_items to authenticated;
grant delete on table public.news_items to authenticated;

alter table public.news_items enable row level security;
create policy "guests read published news" on public.news_items for select to anon using (status = 'published');
create policy "users read published news, admins all" on public.news_items for select to authenticated
  using (status = 'published' or (select private.is_admin()));
create policy "admins write news" on public.news_items for insert to authenticated
  with check ((select private.is_admin()) and author_id = (select private.current_profile_id()));
create policy "admins edit news" on public.news_items for update to authenticated
  using ((select private.is_admin()) and private.is_only_row(tableoid, id));
create policy "admins delete news" on public.news_items for delete to authenticated
  using ((select private.is_admin()) and private.is_only_row(tableoid, id));

-- Rules of each write -------------------------------------------------------------------------------------------------

create function private.check_news_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_content jsonb;
  v_stored_id bigint;
begin
  -- Policies and constraints are asked after the words of the search, which take seconds of a text of a megabyte.
  if char_length(concat(new.title, new.summary, new.body, new.location, new.external_url)) > 30000 then
    perform private.refuse(400, 'invalid_input', 'Text too long');
  end if;
  if (select auth.uid()) is not null then
    if tg_op = 'INSERT' then
      v_content := to_jsonb(new) - array['id', 'search', 'folded', 'client_id', 'author_id', 'created_at', 'updated_at', 'published_at'];
      select n.id into v_stored_id from public.news_items n where n.author_id = new.author_id and n.client_id = new.client_id;
      if v_stored_id is null then
        perform private.remember_content('news ' || new.author_id, new.client_id, v_content);
      else
        perform private.assert_same_content('news ' || new.author_id, new.client_id, v_content, v_stored_id);
        perform private.refuse_repeat('news_items_client_id_is_unique');
      end if;
    end if;
    perform private.assert_own_images('news-images', new.images, case when tg_op = 'UPDATE' then old.images else '{}'::text[] end);
  end if;
  -- A client that does not know of the zone may make news of an event.
  if new.type <> 'event' then
    new.event_zone := null;
  end if;
  -- An item that comes back from the archive keeps its place.
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, now());
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end $$;

-- Every action of an admin is in the audit log, whichever way it was requested.
create function private.audit_news() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - array['search', 'folded', 'client_id', 'updated_at'] end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - array['search', 'folded', 'client_id', 'updated_at'] end;
begin
  if (select auth.uid()) is not null then
    perform private.audit(case tg_op when 'INSERT' then 'create_news' when 'UPDATE' then 'update_news' else 'delete_news' end,
      'news', coalesce(v_after, v_before) ->> 'id', v_before, v_after);
  end if;
  return null;
end $$;

-- List and search ------------------------------------------------------------------------------------------------------
--
-- Under a policy the search could not use its index, so these functions run as their owner and repeat the rule:
-- published news for everybody, all news for admins.

create function private.visible_news(p_search text, p_kind text, p_period text) returns setof public.news_items
language sql stable rows 100 security definer set search_path = ''
as $$
  -- Read once, not for each item.
  with q as materialized (
    select private.is_blank(left(p_search, 100)) as is_all, private.search_query(p_search) as words, private.is_admin() as is_admin)
  select n.*
  from public.news_items n cross join q
  where (n.status = 'published' or q.is_admin)
    and (q.is_all or n.search @@ q.words)
    and (p_kind is null or n.type = p_kind)
    and (p_period is null
      or n.type = 'event' and (coalesce(n.event_end, n.event_start) >= now()) = (p_period = 'upcoming'))
$$;
comment on function private.visible_news is
  'News that the caller may see: with words of the search in title, summary or body, of one kind, of upcoming or past events.';

create function private.list_news(p_search text, p_kind text, p_period text, p_page integer, p_page_size integer)
returns setof public.news_items
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 9), 1), 1000);
  v_offset bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
  v_place integer := 0;
  v_item public.news_items;
begin
  for v_item in
    select n.* from private.visible_news(p_search, p_kind, p_period) n
    order by
      case when p_period = 'upcoming' then n.event_start end,
      case when p_period = 'past' then n.event_start end desc,
      n.is_pinned desc, coalesce(n.published_at, n.created_at) desc, n.id desc
    offset v_offset limit v_size
  loop
    -- As in list_posts(), `search` tells the place in the list.
    v_place := v_place + 1;
    v_item.client_id := null;
    v_item.search := lpad(v_place::text, 4, '0')::tsvector;
    v_item.folded := null;
    return next v_item;
  end loop;
end $$;

create function public.list_news(search text default null, kind text default null, period text default null,
  page integer default 1, page_size integer default 9)
returns setof public.news_items
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.list_news(search, kind, period, page, page_size) $$;
comment on function public.list_news is
  'One page of news: pinned first, then newest; with the period "upcoming" or "past" only events, by their start. `search` tells the place.';
grant execute on function private.list_news, public.list_news to anon, authenticated;

create function private.count_news(p_search text, p_kind text, p_period text) returns bigint
language sql stable security definer set search_path = ''
as $$ select count(*) from private.visible_news(p_search, p_kind, p_period) $$;

create function public.count_news(search text default null, kind text default null, period text default null) returns bigint
language sql stable security invoker set search_path = ''
as $$ select private.count_news(search, kind, period) $$;
comment on function public.count_news is 'Number of news in the list with these filters.';
grant execute on function private.count_news, public.count_news to anon, authenticated;

create function public.news_neighbours(news_id bigint) returns table (direction text, id bigint, title text)
language sql stable rows 2 security invoker set search_path = ''
as $$
  -- Policies decide what is there to be a neighbour; admins too step through what is published only.
  with here as (select n.published_at, n.id from public.news_items n where n.id = $1)
  (select 'previous', n.id, n.title from public.news_items n, here h
   where n.status = 'published' and (n.published_at, n.id) < (h.published_at, h.id)
   order by n.published_at desc, n.id desc limit 1)
  union all
  (select 'next', n.id, n.title from public.news_items n, here h
   where n.status = 'published' and (n.published_at, n.id) > (h.published_at, h.id)
   order by n.published_at, n.id limit 1)
$$;
comment on function public.news_neighbours is 'The news published right before ("previous") and after ("next") this one.';
grant execute on function public.news_neighbours to anon, authenticated;
