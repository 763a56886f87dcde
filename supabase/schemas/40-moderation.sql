-- Moderation: the admins' lists of all posts and of hidden ones, and the audit log of their actions on posts of others.

create type private.hidden_post_filter as (search text, hidden_by text, category text, since timestamptz, before timestamptz);

comment on type private.hidden_post_filter is 'Which hidden posts to list: null for what does not matter; since and before are times of hiding.';

create function private.hidden_post_condition(p_filter private.hidden_post_filter) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ', 'p.is_hidden',
    case when not private.is_blank(p_filter.search) then $c$p.id = any (array(
      select w.id from public.posts w where w.is_hidden and private.fold(w.title) like any ($1)
      union
      select w.id from public.posts w where w.is_hidden and w.user_id in (
        select o.id from public.profiles o where o.folded like any ($1))))$c$ end,
    case p_filter.hidden_by
      when 'owner' then '(p.hidden_by is null or p.hidden_by = p.user_id)'
      when 'admin' then 'p.hidden_by <> p.user_id' end,
    case when p_filter.category is not null then 'p.category = ($2).category' end,
    case when p_filter.since is not null then 'p.hidden_at >= ($2).since' end,
    case when p_filter.before is not null then 'p.hidden_at < ($2).before' end)
$$;
comment on function private.hidden_post_condition is
  'SQL condition on posts p, where $1 are the patterns of the search and $2 is the filter.';

create function private.posts_in_order(p_ids bigint[]) returns setof public.posts
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_place integer := 0;
  v_post public.posts;
begin
  for v_post in
    select p.* from unnest(p_ids) with ordinality as o (id, place) join public.posts p on p.id = o.id order by o.place
  loop
    -- As in list_posts(), `search` tells the place in the list.
    v_place := v_place + 1;
    v_post.client_id := null;
    v_post.owner_names := null;
    v_post.search := lpad(v_place::text, 4, '0')::tsvector;
    return next v_post;
  end loop;
end $$;
comment on function private.posts_in_order is 'Posts as a list answers them: without columns that nobody reads, and with their place.';

create function private.list_hidden_posts(p_filter private.hidden_post_filter, p_sort text, p_direction text, p_page integer,
  p_page_size integer) returns setof public.posts
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
  v_direction text := case when p_direction = 'asc' then 'asc' else 'desc' end;
  v_ids bigint[];
begin
  perform private.require_admin();
  execute format('select array(select p.id from public.posts p %s where %s order by %s %s, p.id %s offset $3 limit $4)',
      case p_sort when 'quotes' then 'join public.post_counters c on c.post_id = p.id' end,
      private.hidden_post_condition(p_filter),
      case p_sort when 'title' then 'lower(p.title)' when 'quotes' then 'c.quotes' else 'p.hidden_at' end, v_direction, v_direction)
    into v_ids
    using private.user_patterns(p_filter.search), p_filter, (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size, v_size;
  return query select * from private.posts_in_order(v_ids);
end $$;

create function public.list_hidden_posts(search text default null, hidden_by text default null, category text default null,
  since timestamptz default null, before timestamptz default null, sort text default 'hiddenAt', direction text default 'desc',
  page integer default 1, page_size integer default 20) returns setof public.posts
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.list_hidden_posts(row(search, hidden_by, category, since, before), sort, direction, page, page_size) $$;
comment on function public.list_hidden_posts is
  'For admins: one page of the hidden posts, sorted by hiddenAt, title or quotes; hidden_by is owner or admin. `search` tells the place.';
grant execute on function private.list_hidden_posts, public.list_hidden_posts to authenticated;

create function private.count_hidden_posts(p_filter private.hidden_post_filter) returns bigint
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

create function public.count_hidden_posts(search text default null, hidden_by text default null, category text default null,
  since timestamptz default null, before timestamptz default null) returns bigint
language sql stable security invoker set search_path = ''
as $$ select private.count_hidden_posts(row(search, hidden_by, category, since, before)) $$;
comment on function public.count_hidden_posts is
  'For admins: how many posts list_hidden_posts() would list; 10001 stands for "more than 10,000".';
grant execute on function private.count_hidden_posts, public.count_hidden_posts to authenticated;

-- All posts -----------------------------------------------------------------------------------------------------------

create function private.all_posts_filter(p_search text, p_state text, p_country text) returns private.feed_filter
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_filter private.feed_filter := private.whole_feed(null, private.search_query(p_search), coalesce(p_search, ''));
begin
  perform private.require_admin();
  v_filter.country := p_country;
  -- Open ones are those that a guest finds open in the feed.
  v_filter.open := p_state is not distinct from 'open';
  v_filter.state := case when not v_filter.open then coalesce(p_state, 'all') end;
  return v_filter;
end $$;
comment on function private.all_posts_filter is 'Which posts an admin lists: with words, of a country, and hidden, open, overdue or closed.';

create function private.all_posts_max(p_search text) returns integer
language sql immutable set search_path = ''
as $$ select case when private.is_blank(p_search) then 10000 else 1000 end $$;
comment on function private.all_posts_max is 'How many posts an admin can page through: to list and count more would take longer the more there are.';

create function private.found_post_ids(p_search text, p_filter private.feed_filter, p_order text[], p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_mode text := private.search_mode(p_search, p_filter.query);
  v_ids bigint[] := array[]::bigint[];
  v_more bigint[];
  v_part text[];
begin
  if v_mode = 'nothing' then
    return v_ids;
  elsif v_mode = 'words' then
    return private.search_ids(p_filter, 0, p_size);
  end if;
  foreach v_part slice 1 in array p_order loop
    execute format('select array(select p.id from public.posts p where %s and %s order by %s limit $2)',
        private.feed_condition('all', p_filter), v_part[1], v_part[2])
      into v_more using p_filter, p_size - cardinality(v_ids);
    v_ids := v_ids || v_more;
    exit when cardinality(v_ids) = p_size;
  end loop;
  return v_ids;
end $$;
comment on function private.found_post_ids is
  'Ids of the first posts for an admin: with words the newest, else in the given order, whose parts are a condition and what to sort by.';

create function private.list_all_posts(p_search text, p_state text, p_country text, p_sort text, p_direction text, p_page integer, p_page_size integer)
returns setof public.posts
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_filter private.feed_filter := private.all_posts_filter(p_search, p_state, p_country);
  v_max integer := private.all_posts_max(p_search);
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
  v_first bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
  v_direction text := case when p_direction = 'asc' then 'asc' else 'desc' end;
  v_by_deadline boolean := p_sort is not distinct from 'deadline';
  v_ids bigint[];
begin
  if v_first >= v_max then
    return;
  end if;
  -- A closed post has no deadline any more. Each part in the order of an index.
  v_ids := private.found_post_ids(p_search, v_filter, case
      when not v_by_deadline then array[array['true', 'p.id ' || v_direction]]
      when p_state = 'closed' then array[array['true', 'p.id desc']]
      else array[array['p.closed_at is null and p.quote_deadline is not null',
          format('p.quote_deadline %s, p.id %s', v_direction, case v_direction when 'asc' then 'desc' else 'asc' end)]]
        -- Overdue ones all have a deadline.
        || case when p_state is distinct from 'overdue' then array[array['(p.closed_at is not null or p.quote_deadline is null)', 'p.id desc']] end end,
    case when private.is_blank(p_search) then least(v_first + v_size, v_max) else v_max end::integer);
  if not private.is_blank(p_search) then
    execute format('select array(select p.id from public.posts p where p.id = any ($1) order by %s)',
        case when v_by_deadline then format('case when p.closed_at is null then p.quote_deadline end %s nulls last, p.id desc', v_direction)
          else 'p.id ' || v_direction end)
      into v_ids using v_ids;
  end if;
  return query select * from private.posts_in_order(v_ids[v_first + 1 : v_first + v_size]);
end $$;

create function public.list_all_posts(search text default null, state text default null, country text default null, sort text default 'posted',
  direction text default 'desc', page integer default 1, page_size integer default 20) returns setof public.posts
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.list_all_posts(search, state, country, sort, direction, page, page_size) $$;
comment on function public.list_all_posts is
  'For admins: one page of all posts, or of those that are hidden, open, overdue or closed, sorted by posted or deadline; of a search the newest 1,000 are put in order, and pages end with the 10,000th post. `search` tells the place.';
grant execute on function private.list_all_posts, public.list_all_posts to authenticated;

create function private.count_all_posts(p_search text, p_state text, p_country text) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return cardinality(private.found_post_ids(p_search, private.all_posts_filter(p_search, p_state, p_country),
    array[array['true', 'p.id desc']], private.all_posts_max(p_search) + 1));
end $$;

create function public.count_all_posts(search text default null, state text default null, country text default null) returns bigint
language sql stable security invoker set search_path = ''
as $$ select private.count_all_posts(search, state, country) $$;
comment on function public.count_all_posts is
  'For admins: how many posts list_all_posts() would list; 10001 stands for "more than 10,000", with a search 1001 for "more than 1,000".';
grant execute on function private.count_all_posts, public.count_all_posts to authenticated;

create function private.list_post_ids(p_search text, p_state text, p_country text) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_max constant integer := 5000;
  v_ids bigint[] := private.found_post_ids(p_search, private.all_posts_filter(p_search, p_state, p_country), array[array['true', 'p.id desc']], v_max + 1);
begin
  if cardinality(v_ids) > v_max then
    perform private.refuse(400, 'invalid_input', 'More than 5,000 match. Please narrow the list first.');
  end if;
  return v_ids;
end $$;

create function public.list_post_ids(search text default null, state text default null, country text default null) returns bigint[]
language sql stable security invoker set search_path = '' as $$ select private.list_post_ids(search, state, country) $$;
comment on function public.list_post_ids is 'For admins: the ids of all posts of list_all_posts(), for a bulk action; PT400 when there are more than 5,000.';
grant execute on function private.list_post_ids, public.list_post_ids to authenticated;

create function private.lock_hidden_posts(p_post_ids bigint[], p_hidden_at timestamptz[] default null) returns bigint[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_ids bigint[];
begin
  if coalesce(cardinality(p_post_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 posts');
  elsif cardinality(p_hidden_at) <> cardinality(p_post_ids) then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "hiddenTimes"}');
  end if;
  -- In the order of ids, so that two admins with overlapping choices cannot wait for each other.
  perform 1 from public.posts p where p.id = any (p_post_ids) order by p.id for update;
  perform private.assert_not_own(array(
    select p.user_id from public.posts p where p.id = any (p_post_ids) and p.is_hidden and p.hidden_by is distinct from p.user_id));
  v_ids := array(
    select p.id from public.posts p
    where p.id = any (p_post_ids) and p.is_hidden
      and case when p_hidden_at is null then p.hidden_by is distinct from p.user_id or p.user_id = v_me
        else exists (select 1 from unnest(p_post_ids, p_hidden_at) as s (id, hidden_at) where s.id = p.id and coalesce(s.hidden_at, '-infinity') = coalesce(p.hidden_at, '-infinity')) end
    order by p.id);
  if v_ids = '{}' and p_hidden_at is null and exists (select 1 from public.posts p where p.id = any (p_post_ids) and p.is_hidden) then
    perform private.refuse(409, 'conflict', 'This post was hidden by its owner');
  elsif v_ids = '{}' then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
  perform 1 from public.quotes q where q.post_id = any (v_ids) order by q.id for no key update;
  perform private.hold_counters(v_ids);
  perform private.hold_digests(array(
    select p.user_id from public.posts p where p.id = any (v_ids)
    union select q.supplier_id from public.quotes q where q.post_id = any (v_ids)));
  return v_ids;
end $$;
comment on function private.lock_hidden_posts is 'Locks those of at most 50 posts that are hidden since the given times, or without times that admins have hidden; PT409 when none is any more.';

create function private.note_to_owner(p_note text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if char_length(p_note) > 300 then
    perform private.refuse(400, 'invalid_input', 'Note too long', '{"path": "note"}');
  end if;
  return case when not private.is_blank(p_note) then btrim(p_note) end;
end $$;
comment on function private.note_to_owner is 'A note, such as that to the owners of posts that are unhidden; null for none, PT400 for one of more than 300 characters.';

create function private.unhide_posts(p_post_ids bigint[], p_note text, p_hidden_at timestamptz[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_note text := private.note_to_owner(p_note);
  v_batch_id bigint := private.open_batch('unhide_posts', v_note, null);
  v_ids bigint[] := private.lock_hidden_posts(p_post_ids, p_hidden_at);
begin
  perform private.unhide_in_batch(v_batch_id, v_ids, v_note);
  perform private.count_batch(v_batch_id);
  return cardinality(v_ids);
end $$;

create function public.unhide_posts(post_ids bigint[], note text default null, hidden_at timestamptz[] default null) returns integer
language sql volatile security invoker set search_path = '' as $$ select private.unhide_posts(post_ids, note, hidden_at) $$;
comment on function public.unhide_posts is
  'For admins: unhides up to 50 posts as one bulk action, with a note to their owners; answers how many. With the time of hiding of each, those that have another one are left out; without, those that their owners have hidden.';
grant execute on function private.unhide_posts, public.unhide_posts to authenticated;

create function private.edit_hide_reason(p_post_id bigint, p_reason text, p_expected text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text := private.required_reason(p_reason);
  v_ids bigint[] := private.lock_hidden_posts(array[p_post_id]);
begin
  -- The same reason again is a repeat.
  if exists (select 1 from public.posts p where p.id = any (v_ids) and p.hidden_reason <> p_expected and p.hidden_reason <> v_reason) then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
  update public.posts p set hidden_reason = v_reason where p.id = any (v_ids) and p.hidden_by <> p.user_id;
  if not found then
    perform private.refuse(409, 'conflict', 'This post was hidden by its owner');
  end if;
end $$;

create function public.edit_hide_reason(post_id bigint, reason text, expected text default null) returns void
language sql volatile security invoker set search_path = '' as $$ select private.edit_hide_reason(post_id, reason, expected) $$;
comment on function public.edit_hide_reason is 'For admins: another reason for a post that an admin hid, unless it is no longer the expected one (PT409).';
grant execute on function private.edit_hide_reason, public.edit_hide_reason to authenticated;

create function private.delete_hidden_posts(p_post_ids bigint[], p_reason text, p_hidden_at timestamptz[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_reason text := private.required_reason(p_reason);
  v_ids bigint[];
  v_post public.posts;
  v_message text;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  v_ids := private.lock_hidden_posts(p_post_ids, p_hidden_at);
  for v_post in select p.* from public.posts p where p.id = any (v_ids) order by p.id loop
    perform private.audit('delete_post', 'post', v_post.id::text,
      jsonb_build_object('title', v_post.title, 'owner', (select o.username from public.profiles o where o.id = v_post.user_id)),
      jsonb_build_object('reason', v_reason));
    if v_post.user_id <> v_me then
      v_message := left(format('Your post "%s" was deleted: %s', v_post.title, v_reason), 600);
      perform private.notify(v_post.user_id, v_message, '{"type": "post"}');
      perform private.queue_mail(v_post.user_id, 'post_deleted',
        jsonb_build_object('title', v_post.title, 'reason', v_reason, 'message', v_message));
    end if;
  end loop;
  delete from public.posts p where p.id = any (v_ids);
  return cardinality(v_ids);
end $$;

create function public.delete_hidden_posts(post_ids bigint[], reason text, hidden_at timestamptz[] default null) returns integer
language sql volatile security invoker set search_path = '' as $$ select private.delete_hidden_posts(post_ids, reason, hidden_at) $$;
comment on function public.delete_hidden_posts is
  'For admins: deletes up to 50 hidden posts for a reason, of which their owners are notified; answers how many. With the time of hiding of each, those that have another one are left out; without, those that their owners have hidden.';
grant execute on function private.delete_hidden_posts, public.delete_hidden_posts to authenticated;

-- Audit log -----------------------------------------------------------------------------------------------------------

create function private.audit_moderation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
begin
  if v_me is null or v_me = new.user_id then
    return null;
  end if;
  perform private.audit(
    case when not new.is_hidden then 'unhide_post' when old.is_hidden and old.hidden_by = new.hidden_by then 'edit_hide_reason' else 'hide_post' end,
    'post', new.id::text,
    jsonb_build_object('title', old.title, 'hidden', old.is_hidden, 'reason', old.hidden_reason),
    jsonb_build_object('title', new.title, 'hidden', new.is_hidden, 'reason', new.hidden_reason));
  return null;
end $$;
