-- Saved searches: searches of the feed of whose new hits a user is told. A job compares new posts with all of them, by the
-- condition of the feed.

create function private.url_encoded(p_text text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select coalesce(string_agg(case when c.sign ~ '^[A-Za-z0-9_.-]$' then c.sign
    else regexp_replace(upper(encode(convert_to(c.sign, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end, '' order by c.n), '')
  from regexp_split_to_table(p_text, '') with ordinality as c (sign, n)
$$;
comment on function private.url_encoded is 'A text as part of the query of an address.';

create function private.shape_of_search(p_search text, p_country text, p_categories text[], p_unquoted boolean, p_open boolean,
  p_closing integer, p_posted integer) returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select (p_search is not null)::integer + 2 * (p_country is not null)::integer + 4 * p_unquoted::integer + 8 * p_open::integer
    + 16 * (p_closing is not null)::integer + 32 * (p_posted is not null)::integer
    + 64 * least(coalesce(cardinality(private.equivalent_categories(p_categories)), 0), 2)
$$;
comment on function private.shape_of_search is 'Searches of one shape, which filter by the same things, have one condition of the feed.';

create table private.saved_searches (
  id bigint generated always as identity primary key,
  user_id bigint not null references public.profiles (id) on delete cascade,
  name text not null,
  search text,
  country text,
  categories text[] not null default '{}',
  unquoted boolean not null default false,
  open boolean not null default false,
  closing integer,
  posted integer,
  sort text,
  pace text not null default 'now',
  query tsquery generated always as (private.search_query(search)) stored,
  equivalents text[] generated always as (private.equivalent_categories(categories)) stored,
  created_at timestamptz not null default now(),
  shape integer generated always as (private.shape_of_search(search, country, categories, unquoted, open, closing, posted)) stored,
  constraint saved_searches_name_length check (char_length(name) <= 80 and not private.is_blank(name)),
  constraint saved_searches_search_length check (char_length(search) <= 100),
  constraint saved_searches_search_has_words check (search is null or query is not null),
  constraint saved_searches_country_length check (char_length(country) between 1 and 60),
  constraint saved_searches_categories_count check (cardinality(categories) <= 30 and octet_length(categories::text) <= 1000),
  constraint saved_searches_closing_is_days check (closing between 1 and 365),
  constraint saved_searches_posted_is_days check (posted between 1 and 365),
  constraint saved_searches_sort_is_known check (sort in ('newest', 'fewest_quotes', 'closing')),
  constraint saved_searches_pace_is_known check (pace in ('now', 'daily', 'weekly', 'off')),
  constraint saved_searches_look_for_something check (
    num_nonnulls(search, country, closing, posted) > 0 or categories <> '{}' or unquoted or open),
  constraint saved_searches_are_different unique nulls not distinct (
    user_id, search, country, categories, unquoted, open, closing, posted, sort)
);
comment on table private.saved_searches is 'Searches of the feed that users saved, each once.';
comment on column private.saved_searches.pace is 'When mails about new hits come; the page tells at once.';

create index saved_searches_shape_idx on private.saved_searches (shape);

revoke all on table private.saved_searches from anon, authenticated, service_role;

create table private.saved_search_hits (
  search_id bigint not null references private.saved_searches (id) on delete cascade,
  post_id bigint not null references public.posts (id) on delete cascade,
  told_at timestamptz,
  primary key (search_id, post_id)
);
comment on table private.saved_search_hits is 'Which post was found for which saved search, so that it is told once.';

create index saved_search_hits_post_idx on private.saved_search_hits (post_id);
create index saved_search_hits_told_idx on private.saved_search_hits (search_id, told_at desc, post_id desc) where told_at is not null;
create index saved_search_hits_untold_idx on private.saved_search_hits (search_id) where told_at is null;

revoke all on table private.saved_search_hits from anon, authenticated, service_role;

create table private.posts_to_match (
  post_id bigint primary key references public.posts (id) on delete cascade,
  noted_at timestamptz not null default clock_timestamp(),
  before jsonb
);
comment on table private.posts_to_match is 'Posts that are new or have changed, until the job has compared them with saved searches.';
comment on column private.posts_to_match.before is 'What a search could find of the post before it changed: a search that found it then has no new hit. Null for a new post.';

create index posts_to_match_noted_idx on private.posts_to_match (noted_at);

revoke all on table private.posts_to_match from anon, authenticated, service_role;

-- Saving -------------------------------------------------------------------------------------------------------------

create function private.path_of_search(p_saved private.saved_searches) returns text
language sql immutable set search_path = ''
as $$
  select '/?' || string_agg(a.name || '=' || private.url_encoded(a.value), '&' order by a.place, a.value)
  from (
    values (1, 'q', p_saved.search), (2, 'country', p_saved.country), (4, 'unquoted', case when p_saved.unquoted then '1' end),
      (5, 'open', case when p_saved.open then '1' end), (6, 'closing', p_saved.closing::text), (7, 'posted', p_saved.posted::text),
      (8, 'sort', p_saved.sort)
    union all
    select 3, 'category', c.category from unnest(p_saved.categories) as c (category)) as a (place, name, value)
  where a.value is not null
$$;
comment on function private.path_of_search is 'The address of a saved search on the page.';

create function private.path_of_hits(p_search private.saved_searches, p_since timestamptz) returns text
language sql stable set search_path = ''
as $$ select private.path_of_search(p_search) || '&saved=' || p_search.id || '&since=' || floor(extract(epoch from p_since))::bigint $$;
comment on function private.path_of_hits is 'The address of a saved search that names its newest hits: since when they were told, in seconds.';

create function private.is_hit(p_post public.posts) returns boolean
language sql stable set search_path = ''
as $$ select not p_post.is_hidden and private.is_open(p_post) and not private.is_suspended(p_post.user_id) $$;
comment on function private.is_hit is 'Whether a post that a saved search found is one to tell of.';

create function private.hits_since(p_search_id bigint, p_since timestamptz) returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from (
    select from private.saved_search_hits h join public.posts p on p.id = h.post_id
    where h.search_id = p_search_id and h.told_at >= p_since and private.is_hit(p) limit 100) as n
$$;
comment on function private.hits_since is
  'How many of the hits of a saved search that were told since then are still there to see; 100, as many as list_search_hits() lists, says that there are many.';

create function private.list_saved_searches() returns table (id bigint, name text, path text, pace text, hits bigint, created_at timestamptz)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  return query
    select s.id, s.name, private.path_of_search(s), s.pace,
      (select count(*) from private.saved_search_hits h where h.search_id = s.id), s.created_at
    from private.saved_searches s where s.user_id = v_me order by s.id desc;
end $$;

create function public.list_saved_searches() returns table (id bigint, name text, path text, pace text, hits bigint, created_at timestamptz)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_saved_searches() $$;
comment on function public.list_saved_searches is 'The saved searches of the caller with the number of posts found since, newest first.';
grant execute on function private.list_saved_searches, public.list_saved_searches to authenticated;

create function private.list_search_hits(p_id bigint) returns table (post_id bigint, told_at timestamptz)
language plpgsql stable rows 100 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  if not exists (select 1 from private.saved_searches s where s.id = p_id and s.user_id = v_me) then
    perform private.refuse(404, 'not_found', 'Saved search not found');
  end if;
  return query
    select h.post_id, h.told_at from private.saved_search_hits h where h.search_id = p_id and h.told_at is not null
    order by h.told_at desc, h.post_id desc limit 100;
end $$;

create function public.list_search_hits(id bigint) returns table (post_id bigint, told_at timestamptz)
language sql stable rows 100 security invoker set search_path = ''
as $$ select * from private.list_search_hits(id) $$;
comment on function public.list_search_hits is 'The newest 100 posts that a saved search of the caller found and told of.';
grant execute on function private.list_search_hits, public.list_search_hits to authenticated;

create function private.save_search(p_name text, p_pace text, p_search text, p_country text, p_categories text[], p_unquoted boolean,
  p_open boolean, p_closing integer, p_posted integer, p_sort text) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_max constant integer := 20;
  v_me bigint := private.require_profile_id();
  v_new private.saved_searches;
  v_id bigint;
begin
  perform private.assert_not_suspended();
  v_new.search := nullif(btrim(p_search), '');
  v_new.country := nullif(p_country, '');
  v_new.categories := coalesce((select array_agg(distinct c.category order by c.category)
    from (select u.category from unnest(p_categories) as u (category) limit 100) as c where c.category is not null), '{}');
  v_new.unquoted := coalesce(p_unquoted, false);
  v_new.open := coalesce(p_open, false);
  -- Two calls of a user wait for each other, since together they could pass the maximum.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  select s.id into v_id from private.saved_searches s
  where s.user_id = v_me and (s.search, s.country, s.categories, s.unquoted, s.open, s.closing, s.posted, s.sort)
    is not distinct from (v_new.search, v_new.country, v_new.categories, v_new.unquoted, v_new.open, p_closing, p_posted, p_sort);
  if found then
    -- Another device saved it first; what this one was told holds as well.
    perform private.change_saved_search(v_id, p_name, p_pace);
    return v_id;
  elsif (select count(*) from private.saved_searches s where s.user_id = v_me) >= v_max then
    perform private.refuse(409, 'conflict', 'You have saved 20 searches, which is the most');
  end if;
  insert into private.saved_searches (user_id, name, pace, search, country, categories, unquoted, open, closing, posted, sort)
  values (v_me, btrim(p_name), coalesce(p_pace, 'now'), v_new.search, v_new.country, v_new.categories, v_new.unquoted, v_new.open,
    p_closing, p_posted, p_sort)
  returning saved_searches.id into v_id;
  return v_id;
end $$;

create function public.save_search(name text, pace text default null, search text default null, country text default null,
  categories text[] default null, unquoted boolean default false, open boolean default false, closing integer default null,
  posted integer default null, sort text default null)
returns bigint
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.save_search(name, pace, search, country, categories, unquoted, open, closing, posted, sort);
$$;
comment on function public.save_search is
  'Saves a search of the feed and answers its id; the same search again keeps its id and takes the name, and the pace if one is given (now for a new one). At most 20.';
grant execute on function private.save_search, public.save_search to authenticated;

create function private.change_saved_search(p_id bigint, p_name text, p_pace text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  update private.saved_searches s set name = coalesce(btrim(p_name), s.name), pace = coalesce(p_pace, s.pace)
  where s.id = p_id and s.user_id = v_me;
  if not found then
    perform private.refuse(404, 'not_found', 'Saved search not found');
  elsif p_pace = 'off' then
    perform private.drop_mail_items(v_me, array['saved search ' || p_id]);
  end if;
end $$;

create function public.change_saved_search(id bigint, name text default null, pace text default null) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.change_saved_search(id, name, pace);
$$;
comment on function public.change_saved_search is 'Renames a saved search of the caller or changes when its mails come; null keeps either.';
grant execute on function private.change_saved_search, public.change_saved_search to authenticated;

create function private.delete_saved_search(p_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  delete from private.saved_searches s where s.id = p_id and s.user_id = v_me;
  if not found then
    perform private.refuse(404, 'not_found', 'Saved search not found');
  end if;
  perform private.drop_mail_items(v_me, array['saved search ' || p_id]);
end $$;

create function public.delete_saved_search(id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.delete_saved_search(id);
$$;
comment on function public.delete_saved_search is 'Deletes a saved search of the caller.';
grant execute on function private.delete_saved_search, public.delete_saved_search to authenticated;

create function private.end_search_mails(p_user_id bigint, p_template text, p_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_about text[];
begin
  with ended as (
    update private.saved_searches s set pace = 'off'
    where s.user_id = p_user_id and (s.id = p_id or p_template = 'digest' and s.pace in ('daily', 'weekly'))
    returning s.id)
  select array_agg('saved search ' || e.id) into v_about from ended e;
  perform private.drop_mail_items(p_user_id, v_about);
end $$;
comment on function private.end_search_mails is
  'Ends the mails of one saved search, or those that come in the digest, as the link of such a mail asks for.';

-- Matching -----------------------------------------------------------------------------------------------------------

create function private.note_post_to_match() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.posts_to_match (post_id, before)
  values (new.id, case when tg_op = 'UPDATE' then jsonb_build_object('id', old.id, 'user_id', old.user_id, 'search', old.search, 'category', old.category,
    'country', old.country, 'is_hidden', old.is_hidden, 'closed_at', old.closed_at, 'quote_deadline', old.quote_deadline, 'created_at', old.created_at) end)
  -- Another time, so that a job that has just read the post looks at it once more.
  on conflict (post_id) do update set noted_at = clock_timestamp();
  return null;
end $$;

create function private.filter_of_search(p_saved private.saved_searches) returns private.feed_filter
language sql immutable set search_path = ''
as $$
  select row(p_saved.user_id, p_saved.country, p_saved.equivalents, p_saved.unquoted, p_saved.query, null, p_saved.open, p_saved.closing,
    p_saved.posted, null)::private.feed_filter
$$;
comment on function private.filter_of_search is 'A saved search as the filter of the feed of its user.';

create function private.match_posts(p_posts bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_example private.saved_searches;
  v_condition text;
begin
  for v_example in
    select distinct on (s.shape) s.* from private.saved_searches s order by s.shape
  loop
    v_condition := replace(private.feed_condition(case when v_example.query is null then 'all' else 'words' end,
      private.filter_of_search(v_example)), '($1)', '(w.filter)');
    execute format($match$
      with wanted as materialized (
        select s.id, s.user_id, s.created_at, private.filter_of_search(s) as filter from private.saved_searches s
        where s.shape = $2),
      found as materialized (
        select w.id as search_id, p.id as post_id
        from private.posts_to_match n
        join public.posts p on p.id = n.post_id
        cross join wanted w
        where n.post_id = any ($1) and n.noted_at >= w.created_at and p.user_id <> w.user_id and not p.is_hidden and private.is_open(p)
          and not private.is_suspended(p.user_id) and %1$s
          and (n.before is null or not exists (
            select 1 from jsonb_populate_record(null::public.posts, n.before) as p where not p.is_hidden and private.is_open(p) and %1$s)))
      insert into private.saved_search_hits (search_id, post_id)
      select h.search_id, h.post_id
      -- With the search, whose deletion takes its hits with it.
      from (select f.search_id, f.post_id from found f join private.saved_searches s on s.id = f.search_id
        where not private.is_suspended(s.user_id) order by 1, 2 for key share of s skip locked) as h
      on conflict do nothing$match$, v_condition)
    using p_posts, v_example.shape;
  end loop;
end $$;
comment on function private.match_posts is
  'Notes which saved searches find these posts, by the condition of the feed: open posts of others that everybody sees and that the search did not find before, each once.';

create function private.match_saved_searches(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_posts bigint[];
  v_times timestamptz[];
begin
  -- With the post, whose deletion takes the rest with it. Who writes a note does not wait for the comparison. So few that a
  -- call ends in time with 100,000 searches: docs/speed.md.
  select array_agg(n.post_id), array_agg(n.noted_at) into v_posts, v_times
  from (
    select m.post_id, m.noted_at from private.posts_to_match m join public.posts p on p.id = m.post_id
    order by m.noted_at limit least(p_limit, 20) for key share of p skip locked) as n;
  if v_posts is null then
    return 0;
  end if;
  perform private.match_posts(v_posts);
  -- A post that changed meanwhile, or is changing now, stays.
  delete from private.posts_to_match m where m.post_id in (
    select o.post_id from private.posts_to_match o join unnest(v_posts, v_times) as r (post_id, noted_at) using (post_id, noted_at)
    order by o.post_id for update of o skip locked);
  return cardinality(v_posts);
end $$;
comment on function private.match_saved_searches is 'Compares the next posts with all saved searches; answers how many posts.';

create function private.tell_of_hits(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer := 0;
  v_search private.saved_searches;
  v_since timestamptz;
  v_hits integer;
  v_notification_id bigint;
begin
  for v_search in
    select s.* from private.saved_searches s
    where s.id in (select h.search_id from private.saved_search_hits h where h.told_at is null)
    order by s.user_id, s.id limit least(p_limit, 200) for no key update skip locked
  loop
    v_count := v_count + 1;
    delete from private.saved_search_hits h using public.posts p
    where h.search_id = v_search.id and h.told_at is null and p.id = h.post_id
      and not private.is_hit(p);
    update private.saved_search_hits h set told_at = now() where h.search_id = v_search.id and h.told_at is null;
    continue when not found;
    -- One row for each search: the newest replaces the one that was not read, and counts on. A row that its receiver is
    -- marking as read is left alone.
    with replaced as (
      delete from public.notifications n where n.id in (
        select o.id from public.notifications o
        where o.user_id = v_search.user_id and o.read_at is null and o.data ->> 'type' = 'saved_search'
          and o.data ->> 'path' like '%&saved=' || v_search.id || '&%' for update skip locked)
      returning n.data)
    select least(now(), min(to_timestamp(substring(r.data ->> 'path' from '&since=(\d{1,12})')::bigint))) into v_since from replaced r;
    v_hits := private.hits_since(v_search.id, v_since);
    -- Hidden a moment ago.
    continue when v_hits = 0;
    v_notification_id := null;
    insert into public.notifications (user_id, message, data)
    values (v_search.user_id, private.text_of_hits(v_search.name, v_hits),
      jsonb_build_object('type', 'saved_search', 'path', private.path_of_hits(v_search, v_since)))
    returning id into v_notification_id;
    perform private.mail_of_hits(v_search, v_notification_id);
  end loop;
  return v_count;
end $$;
comment on function private.tell_of_hits is 'Tells users of new hits of their saved searches; answers of how many searches.';

create function private.text_of_hits(p_name text, p_hits integer) returns text
language sql immutable set search_path = ''
as $$
  select case p_hits when 1 then format('%s new request matches "%s"', p_hits, p_name) else format('%s new requests match "%s"', p_hits, p_name) end
$$;

create function private.mail_of_hits(p_search private.saved_searches, p_notification_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_about constant text := 'saved search ' || p_search.id;
  v_since timestamptz;
  v_last timestamptz;
begin
  if p_search.pace = 'off' then
    return;
  end if;
  -- What waits in a mail and was not read counts on.
  with mails as (
    select o.data from private.mail_outbox o
    where o.user_id = p_search.user_id and o.status = 'queued' and o.attempts = 0
      and o.cause = case p_search.pace when 'now' then 'saved searches' else 'digest ' || p_search.pace end
    for update)
  select least(now(), min(coalesce((i.item ->> 'since')::timestamptz,
    to_timestamp(substring(i.item ->> 'path' from '&since=(\d{1,12})')::bigint)))) into v_since
  from mails m cross join jsonb_array_elements(m.data -> 'items') as i (item)
  where i.item ->> 'about' = v_about and not exists (
    select 1 from public.notifications n where n.id = (i.item ->> 'notificationId')::bigint and n.read_at is not null);
  select max(coalesce(o.sent_at, o.created_at)) into v_last from private.mail_outbox o
  where o.user_id = p_search.user_id and o.template = 'saved_search' and o.status <> 'queued' and o.created_at > now() - interval '2 hours';
  perform private.queue_mail(p_search.user_id, 'saved_search', private.collected(jsonb_build_object('kind', 'saved_search',
      'message', private.text_of_hits(p_search.name, private.hits_since(p_search.id, v_since)), 'since', v_since,
      'path', private.path_of_hits(p_search, v_since),
      'notificationId', p_notification_id, 'about', v_about, 'cause', v_about))
    || jsonb_build_object('path', private.path_of_hits(p_search, v_since), 'pathOfMany', '/notifications'),
    'saved searches', p_notification_id, p_pace => p_search.pace, p_at => greatest(now(), v_last + interval '1 hour'));
end $$;
comment on function private.mail_of_hits is
  'Queues the mail about new hits of a saved search at its pace. All searches of a user share one mail, of which at most one an hour leaves.';
