-- Statistics for admins. Everything is counted from the rows themselves, so that it agrees with them to the last unit; what
-- a count reads is bounded by its range of days through an index on the time.

create index posts_created_idx on public.posts (created_at) include (category, country);
create index quotes_created_idx on public.quotes (created_at) include (post_id, supplier_id);
create index feedback_created_idx on public.feedback (created_at) include (status);
create index messages_created_idx on public.messages (created_at);
create index profiles_created_idx on public.profiles (created_at) include (auth_id);
create index reviews_created_idx on public.reviews (created_at);

-- Searches without results -----------------------------------------------------------------------------------------------------

create table private.empty_searches (
  day date not null,
  term text not null,
  searches integer not null default 1,
  primary key (day, term),
  constraint empty_searches_term_length check (char_length(term) between 2 and 60)
);
comment on table private.empty_searches is
  'What was searched and not found, per day, without a trace of who searched; kept 90 days.';

update private.app_settings s
set value = s.value || jsonb_build_object('empty_search', jsonb_build_object('max', 600, 'seconds', 3600))
where s.key = 'rate_limits';

create function private.report_empty_search(p_search text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_term text := left(regexp_replace(private.fold(btrim(left(p_search, 200))), '\s+', ' ', 'g'), 60);
begin
  -- A term that may be somebody's address or number is not kept, nor is one that has a result after all.
  if char_length(v_term) < 2 or v_term ~* private.built_in_pattern('email') or v_term ~ '([0-9][^0-9]{0,3}){7}'
    or private.count_posts(v_term, null, null, false) > 0 then
    return;
  end if;
  begin
    perform private.consume_rate_limit('empty_search', coalesce(private.current_profile_id()::text, 'guests'));
  exception when sqlstate 'PT429' then
    -- Nobody waits for this report, so nobody hears that there were too many.
    return;
  end;
  -- A list that a person can read: new terms are no longer taken once a day has a thousand.
  update private.empty_searches e set searches = e.searches + 1 where e.day = (now() at time zone 'utc')::date and e.term = v_term;
  if not found and (select count(*) from private.empty_searches e where e.day = (now() at time zone 'utc')::date) < 1000 then
    insert into private.empty_searches as e (day, term) values ((now() at time zone 'utc')::date, v_term)
    on conflict (day, term) do update set searches = e.searches + 1;
  end if;
end $$;

create function public.report_empty_search(search text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.report_empty_search(search) $$;
comment on function public.report_empty_search is 'Counts a search that found nothing, for the statistics; without who searched.';
grant execute on function private.report_empty_search, public.report_empty_search to anon, authenticated;

-- Counts -----------------------------------------------------------------------------------------------------------------------

create function private.stats_totals(p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'visitors', (select count(*) from public.guest_visits v where v.created_at >= p_from and v.created_at < p_to),
    'registrations', r.registrations,
    'verified', r.verified,
    'posts', (select count(*) from public.posts p where p.created_at >= p_from and p.created_at < p_to),
    'quotes', (select count(*) from public.quotes q where q.created_at >= p_from and q.created_at < p_to),
    -- From the quotes of the range and of two days more, instead of asking for each post.
    'quotedWithin48h', (
      select count(distinct p.id)
      from public.quotes q join public.posts p on p.id = q.post_id
      where q.created_at >= p_from and q.created_at <= p_to + interval '48 hours'
        and p.created_at >= p_from and p.created_at < p_to and q.created_at <= p.created_at + interval '48 hours'),
    'messages', (select count(*) from public.messages m where m.created_at >= p_from and m.created_at < p_to),
    'reviews', (select count(*) from public.reviews v where v.created_at >= p_from and v.created_at < p_to),
    'hiddenPosts', (select count(*) from public.posts p where p.is_hidden and p.hidden_at >= p_from and p.hidden_at < p_to),
    'openFeedback', (
      select count(*) from public.feedback f
      where f.created_at >= p_from and f.created_at < p_to and f.status in ('new', 'in_progress')))
  from (
    select count(*) as registrations, count(u.email_confirmed_at) as verified
    from public.profiles p left join auth.users u on u.id = p.auth_id
    where p.created_at >= p_from and p.created_at < p_to) as r
$$;

create function private.stats_days(p_from date, p_to date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with counted as (
    select 'visitors' as what, (v.created_at at time zone 'utc')::date as day, count(*) as count from public.guest_visits v
    where v.created_at >= p_from::timestamp at time zone 'utc' and v.created_at < (p_to + 1)::timestamp at time zone 'utc' group by 2
    union all
    select 'registrations', (p.created_at at time zone 'utc')::date, count(*) from public.profiles p
    where p.created_at >= p_from::timestamp at time zone 'utc' and p.created_at < (p_to + 1)::timestamp at time zone 'utc' group by 2
    union all
    select 'posts', (p.created_at at time zone 'utc')::date, count(*) from public.posts p
    where p.created_at >= p_from::timestamp at time zone 'utc' and p.created_at < (p_to + 1)::timestamp at time zone 'utc' group by 2
    union all
    select 'quotes', (q.created_at at time zone 'utc')::date, count(*) from public.quotes q
    where q.created_at >= p_from::timestamp at time zone 'utc' and q.created_at < (p_to + 1)::timestamp at time zone 'utc' group by 2)
  select jsonb_agg(jsonb_build_object('day', d.day, 'visitors', d.visitors, 'registrations', d.registrations, 'posts', d.posts,
    'quotes', d.quotes) order by d.day)
  from (
    select g.day::date as day,
      coalesce(sum(c.count) filter (where c.what = 'visitors'), 0) as visitors,
      coalesce(sum(c.count) filter (where c.what = 'registrations'), 0) as registrations,
      coalesce(sum(c.count) filter (where c.what = 'posts'), 0) as posts,
      coalesce(sum(c.count) filter (where c.what = 'quotes'), 0) as quotes
    from generate_series(p_from::timestamp, p_to::timestamp, interval '1 day') as g (day)
    left join counted c on c.day = g.day::date
    group by g.day) as d
$$;

-- One list per table of the page: what it is about, its counts, the greatest first; at most 1,000 rows.
create function private.stats_tables(p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with new_posts as (
    select p.category, p.country, count(*) as posts from public.posts p
    where p.created_at >= p_from and p.created_at < p_to group by 1, 2),
  new_quotes as (
    select p.category, p.country, count(*) as quotes from public.quotes q join public.posts p on p.id = q.post_id
    where q.created_at >= p_from and q.created_at < p_to group by 1, 2),
  both_counts as (
    select n.category, n.country, n.posts, 0 as quotes from new_posts n
    union all select n.category, n.country, 0, n.quotes from new_quotes n)
  select jsonb_build_object(
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('category', t.category, 'posts', t.posts, 'quotes', t.quotes)
        order by t.posts desc, t.quotes desc, t.category), '[]')
      from (select b.category, sum(b.posts) as posts, sum(b.quotes) as quotes from both_counts b group by 1) as t),
    'countries', (
      select coalesce(jsonb_agg(jsonb_build_object('country', t.country, 'posts', t.posts, 'quotes', t.quotes)
        order by t.posts desc, t.quotes desc, t.country), '[]')
      from (
        select b.country, sum(b.posts) as posts, sum(b.quotes) as quotes from both_counts b
        group by 1 order by 2 desc, 3 desc, 1 limit 1000) as t),
    'suppliers', (
      select coalesce(jsonb_agg(jsonb_build_object('userId', t.supplier_id, 'username', u.username, 'quotes', t.quotes)
        order by t.quotes desc, t.supplier_id), '[]')
      from (
        select q.supplier_id, count(*) as quotes from public.quotes q
        where q.created_at >= p_from and q.created_at < p_to group by 1 order by 2 desc, 1 limit 1000) as t
      join public.profiles u on u.id = t.supplier_id),
    'emptySearches', (
      select coalesce(jsonb_agg(jsonb_build_object('term', t.term, 'searches', t.searches) order by t.searches desc, t.term), '[]')
      from (
        select e.term, sum(e.searches) as searches from private.empty_searches e
        where e.day >= (p_from at time zone 'utc')::date and e.day < (p_to at time zone 'utc')::date
        group by 1 order by 2 desc, 1 limit 1000) as t),
    'landingPages', (
      select coalesce(jsonb_agg(jsonb_build_object('page', t.page, 'visitors', t.visitors) order by t.visitors desc, t.page), '[]')
      from (
        select split_part(v.page_path, '?', 1) as page, count(*) as visitors from public.guest_visits v
        where v.created_at >= p_from and v.created_at < p_to group by 1 order by 2 desc, 1 limit 1000) as t),
    -- The site alone: what stands behind its name may be about a person.
    'referrers', (
      select coalesce(jsonb_agg(jsonb_build_object('referrer', t.referrer, 'visitors', t.visitors) order by t.visitors desc, t.referrer), '[]')
      from (
        select coalesce(substring(v.referrer from '^[a-zA-Z]+://([^/?#]+)'), v.referrer) as referrer, count(*) as visitors
        from public.guest_visits v
        where v.created_at >= p_from and v.created_at < p_to group by 1 order by 2 desc, 1 limit 1000) as t))
$$;

create function private.admin_stats(p_from date, p_to date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_from timestamptz := p_from::timestamp at time zone 'utc';
  v_to timestamptz := (p_to + 1)::timestamp at time zone 'utc';
begin
  perform private.require_admin();
  if p_from is null or p_to is null or p_from > p_to or p_to - p_from > 365 then
    perform private.refuse(400, 'invalid_input', 'A range has 1 to 366 days', '{"path": "from"}');
  end if;
  return jsonb_build_object('from', p_from, 'to', p_to,
    'current', private.stats_totals(v_from, v_to),
    'previous', private.stats_totals(v_from - (v_to - v_from), v_from),
    -- Of what is there now, only what triggers count anyway: no count reads a whole table.
    'stock', jsonb_build_object('visiblePosts', (select coalesce(sum(t.visible_count), 0) from public.post_totals t)),
    'days', private.stats_days(p_from, p_to),
    'tables', private.stats_tables(v_from, v_to));
end $$;

create function public.admin_stats(from_day date, to_day date) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.admin_stats(from_day, to_day) $$;
comment on function public.admin_stats is
  'For admins: totals of a range of UTC days and of as many days before, counts per day, and the tables of the page.';
grant execute on function private.admin_stats, public.admin_stats to authenticated;
