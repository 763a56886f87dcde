-- Watched requests: users who are told what becomes of a request, and reminded before its deadline. A supplier who quotes
-- watches by itself. Nobody sees who watches; the owner sees how many do.

create table private.watches (
  post_id bigint not null references public.posts (id) on delete cascade,
  user_id bigint not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  reminded_of timestamptz,
  reminded_hours smallint,
  primary key (post_id, user_id)
);
comment on table private.watches is 'Who watches which request, each pair once.';
comment on column private.watches.reminded_of is
  'The deadline of which the user was last reminded, or that was near when they began to watch; another one is another reminder.';
comment on column private.watches.reminded_hours is 'How many hours before `reminded_of` that was: 48 or 6.';

create index watches_user_idx on private.watches (user_id);

revoke all on table private.watches from anon, authenticated, service_role;

-- Written with the change and worked off by a job, so that a request with many watchers costs its owner nothing.
create table private.news_of_watched (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  topic text not null,
  message text not null,
  but_user_id bigint,
  last_user_id bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint news_of_watched_topic_is_known check (topic in ('changed', 'answered', 'closed', 'opened'))
);
comment on table private.news_of_watched is 'What watchers are not told yet: of each topic of a request the last.';
comment on column private.news_of_watched.but_user_id is 'Who is told otherwise. No reference: an id that is gone matches nobody.';
comment on column private.news_of_watched.last_user_id is 'Watchers up to this one have been told.';

create index news_of_watched_post_idx on private.news_of_watched (post_id);

revoke all on table private.news_of_watched from anon, authenticated, service_role;

-- Watching -----------------------------------------------------------------------------------------------------------

create function private.reminder_hours(p_deadline timestamptz) returns smallint
language sql stable set search_path = ''
as $$
  select case when p_deadline <= now() + interval '6 hours' then 6 when p_deadline <= now() + interval '48 hours' then 48 end::smallint
$$;
comment on function private.reminder_hours is 'The reminder that a deadline is due for: 48 or 6 hours before; null until then.';

create function private.watch(p_post public.posts, p_user_id bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.watches (post_id, user_id, reminded_of, reminded_hours)
  values (p_post.id, p_user_id, case when private.reminder_hours(p_post.quote_deadline) is not null then p_post.quote_deadline end,
    private.reminder_hours(p_post.quote_deadline))
  on conflict do nothing
$$;
comment on function private.watch is 'Begins to watch. Who sees a deadline that is near is not reminded of what they have just read.';

create function private.set_watch(p_post_id bigint, p_is_on boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_max constant integer := 500;
  v_me bigint := private.require_profile_id();
  v_post public.posts;
begin
  -- Two calls of a user wait for each other, since together they could pass the maximum.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  if p_is_on is not true then
    delete from private.watches w where w.post_id = p_post_id and w.user_id = v_me;
    -- Also of a request that was hidden meanwhile.
    if found then
      perform private.drop_mails_about(v_me, array['watch of post ' || p_post_id, 'deadline of post ' || p_post_id]);
      return;
    end if;
  end if;
  select * into v_post from public.posts p where p.id = p_post_id for key share;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
    perform private.refuse(404, 'not_found', 'Post not found');
  elsif p_is_on is not true then
    return;
  elsif v_post.user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot watch your own post');
  end if;
  perform private.assert_not_suspended();
  -- Neither requests that have ended count nor those that were watched by quoting: nobody can know of them all.
  if (select count(*) from private.watches w join public.posts p on p.id = w.post_id
      where w.user_id = v_me and w.post_id <> p_post_id and p.closed_at is null and (p.quote_deadline is null or p.quote_deadline > now())
        and not exists (select 1 from public.quotes q where q.post_id = w.post_id and q.supplier_id = v_me)) >= v_max then
    perform private.refuse(409, 'conflict', 'You watch 500 open requests, which is the most');
  end if;
  perform private.watch(v_post, v_me);
end $$;

create function public.set_watch(post_id bigint, is_on boolean) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.set_watch(post_id, is_on);
$$;
comment on function public.set_watch is 'Watches a request of somebody else, or no longer, however often it is said; at most 500 open ones without a quote.';
grant execute on function private.set_watch, public.set_watch to authenticated;

create function private.watch_of_post(p_post_id bigint) returns table (is_watching boolean, watchers integer)
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_post public.posts;
begin
  select * into v_post from public.posts p where p.id = p_post_id;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
    perform private.refuse(404, 'not_found', 'Post not found');
  end if;
  return query select exists (select 1 from private.watches w where w.post_id = p_post_id and w.user_id = v_me),
    case when v_post.user_id = v_me then (select count(*)::integer from private.watches w where w.post_id = p_post_id) end;
end $$;

create function public.watch_of_post(post_id bigint) returns table (is_watching boolean, watchers integer)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.watch_of_post(post_id) $$;
comment on function public.watch_of_post is 'Whether the caller watches a request and, for its owner, how many do.';
grant execute on function private.watch_of_post, public.watch_of_post to authenticated;

create function private.watch_quoted_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.watch(p, new.supplier_id) from public.posts p where p.id = new.post_id;
  return null;
end $$;

-- News ---------------------------------------------------------------------------------------------------------------

create function private.note_news(p_post public.posts, p_topic text, p_message text, p_but bigint default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reverse constant text := case p_topic when 'closed' then 'opened' when 'opened' then 'closed' end;
  v_told bigint;
begin
  -- How a request stands is told once it is shown again; what happened to it meanwhile is not.
  if p_post.is_hidden and v_reverse is null or not exists (select 1 from private.watches w where w.post_id = p_post.id) then
    return;
  end if;
  -- News that the job is telling are left alone: waiting for it could be a deadlock.
  with replaced as (
    delete from private.news_of_watched n where n.id in (
      select o.id from private.news_of_watched o
      where o.post_id = p_post.id and o.topic in (p_topic, v_reverse) for update skip locked)
    returning n.topic, n.last_user_id)
  select r.last_user_id into v_told from replaced r where r.topic = v_reverse;
  -- What is taken back before anybody was told is no news.
  if v_told = 0 then
    return;
  end if;
  -- Who hears that a request is open again reads it anew, with its new deadline.
  if p_topic = 'opened' then
    delete from private.news_of_watched n where n.id in (
      select o.id from private.news_of_watched o where o.post_id = p_post.id and o.topic = 'changed' for update skip locked);
  end if;
  insert into private.news_of_watched (post_id, topic, message, but_user_id) values (p_post.id, p_topic, left(p_message, 600), p_but);
end $$;
comment on function private.note_news is
  'Notes what the watchers of a request will be told by the job `watches`, except one of them. It waits for nobody.';

create function private.note_state_of_watched() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_open(new) and not private.is_open(old) then
    perform private.note_news(new, 'opened', private.text_of_opening(new.title));
  elsif new.closed_at is not null and old.closed_at is null then
    perform private.note_news(new, 'closed', private.text_of_closing(new.title, new.closed_reason));
  end if;
  return null;
end $$;

create function private.has_heard_of_opening(p_quote public.quotes, p_since timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
      select 1 from public.notifications n
      where n.user_id = p_quote.supplier_id and n.created_at >= p_since
        and n.data = jsonb_build_object('type', 'post_closed', 'quoteId', p_quote.id, 'topic', 'taken_back'))
    or exists (
      select 1 from concat('quote ', p_quote.id, ' opened') as c (cause) join private.mail_outbox o on o.user_id = p_quote.supplier_id
        and (o.cause = c.cause and o.created_at >= p_since
          -- A digest is older than what it has collected last.
          or (o.status = 'queued' or o.created_at >= p_since) and o.data -> 'items' @> jsonb_build_array(jsonb_build_object('about', c.cause))))
$$;
comment on function private.has_heard_of_opening is 'Whether a supplier was told by their quote that a request is open again.';

create function private.tell_watchers(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_news record;
  v_users bigint[];
  v_data jsonb;
  v_size constant integer := least(p_limit, 500);
begin
  -- With the post, whose deletion takes the rest with it.
  select n.id, n.post_id, n.topic, n.but_user_id, n.last_user_id, n.created_at, p.user_id as owner_id,
    -- As it stands now, in words that are shown now.
    case n.topic when 'closed' then private.text_of_closing(p.title, p.closed_reason) when 'opened' then private.text_of_opening(p.title) else n.message end as message,
    s.is_kept_back or n.topic = 'closed' and p.closed_at is null or n.topic = 'opened' and not private.is_open(p) as is_silent into v_news
  from private.news_of_watched n join public.posts p on p.id = n.post_id cross join lateral (
    select p.is_hidden or private.is_suspended(p.user_id) as is_kept_back) as s
  where n.topic not in ('closed', 'opened') or not s.is_kept_back
  order by n.id limit 1 for update of n skip locked for key share of p skip locked;
  if not found then
    return 0;
  end if;
  v_data := jsonb_build_object('type', 'request_watched', 'path', '/post/post-' || v_news.post_id, 'topic', v_news.topic);
  -- Locked before notifications and mails, as by the deletion of a user.
  v_users := array(
    select w.user_id from private.watches w where w.post_id = v_news.post_id and w.user_id > v_news.last_user_id
    order by w.user_id limit v_size for key share);
  if not v_news.is_silent then
    -- The newest replaces the one that was not read. A row that its receiver is marking as read is left alone.
    delete from public.notifications n where n.id in (
      select o.id from public.notifications o
      where o.user_id = any (v_users) and o.read_at is null and o.data = v_data for update skip locked);
    insert into public.notifications (user_id, message, data, actor_id)
    select u.id, v_news.message, v_data, v_news.owner_id from unnest(v_users) as u (id)
    where u.id is distinct from v_news.but_user_id
      -- Suppliers are told by their quote.
      and not exists (
        select 1 from public.quotes q where q.post_id = v_news.post_id and q.supplier_id = u.id
          and case v_news.topic when 'opened' then private.has_heard_of_opening(q, v_news.created_at) when 'closed' then private.is_undecided(q) or q.status = 'accepted'
            else q.status not in ('withdrawn', 'cancelled') end)
    order by u.id;
  end if;
  if cardinality(v_users) < v_size then
    delete from private.news_of_watched n where n.id = v_news.id;
  else
    update private.news_of_watched n set last_user_id = v_users[v_size] where n.id = v_news.id;
  end if;
  return greatest(cardinality(v_users), 1);
end $$;
comment on function private.tell_watchers is
  'Tells up to 500 watchers of one request its news; answers how many it looked at, 0 when there are no news.';

create function private.remind_watchers(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  with due as materialized (
    select w.post_id, w.user_id, p.user_id as owner_id, p.title, p.quote_deadline,
      ceil(extract(epoch from p.quote_deadline - now()) / 3600)::integer as hours,
      jsonb_build_object('type', 'deadline_near', 'path', '/post/post-' || p.id) as data
    from private.deadlines_to_tell d
    join public.posts p on p.id = d.post_id
    join private.watches w on w.post_id = d.post_id
    where d.quote_deadline > now() and d.quote_deadline <= now() + interval '48 hours' and p.closed_at is null and not p.is_hidden
      and (w.reminded_of is distinct from p.quote_deadline or w.reminded_hours > private.reminder_hours(p.quote_deadline))
      and not exists (
        select 1 from public.quotes q
        where q.post_id = w.post_id and q.supplier_id = w.user_id and q.status not in ('withdrawn', 'cancelled'))
      -- They can send no quote, or none to this owner; when the suspension ends in time, they are reminded then.
      and not private.is_suspended(w.user_id) and not private.is_suspended(p.user_id)
    order by d.quote_deadline, w.post_id, w.user_id limit least(p_limit, 500)
    for update of w skip locked for key share of p skip locked
  ), noted as (
    update private.watches w set reminded_of = d.quote_deadline, reminded_hours = private.reminder_hours(d.quote_deadline)
    from due d where w.post_id = d.post_id and w.user_id = d.user_id
  ), replaced as (
    delete from public.notifications n where n.id in (
      select o.id from public.notifications o join due d on o.user_id = d.user_id and o.data = d.data
      where o.read_at is null for update of o skip locked)
  ), told as (
    insert into public.notifications (user_id, message, data, actor_id)
    select d.user_id, left(case d.hours when 1 then format('The request "%s" closes within %s hour', d.title, d.hours)
        else format('The request "%s" closes within %s hours', d.title, d.hours) end, 600),
      d.data, d.owner_id
    from due d order by d.user_id, d.post_id
  )
  select count(*) into v_count from due;
  return v_count;
end $$;
comment on function private.remind_watchers is
  'Reminds who watches and has not quoted 48 and 6 hours before the deadline, each once, later if a run fell out; answers how many.';
