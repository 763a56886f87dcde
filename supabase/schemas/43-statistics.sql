-- Statistics for admins: visits, searches without results, and totals.

-- Guest visits --------------------------------------------------------------------------------------------------------
--
-- One row per browser session of a visitor, without personal data.

create table public.guest_visits (
  id bigint generated always as identity primary key,
  session_id text not null,
  page_path text not null,
  referrer text not null,
  created_at timestamptz not null default now(),
  constraint guest_visits_session_is_reported_once unique (session_id),
  constraint guest_visits_session_id_length check (char_length(session_id) between 8 and 64),
  constraint guest_visits_page_path_length check (char_length(page_path) between 1 and 500),
  constraint guest_visits_referrer_length check (char_length(referrer) between 1 and 500)
);
comment on table public.guest_visits is 'Where visitors land and come from; kept for 90 days.';

create index guest_visits_created_idx on public.guest_visits (created_at);

-- No role accesses rows directly; the edge function reports through the function below.
revoke all on table public.guest_visits from anon, authenticated, service_role;

alter table public.guest_visits enable row level security;

create function private.record_guest_visit(p_session_id text, p_page_path text, p_referrer text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.guest_visits (session_id, page_path, referrer)
  values (p_session_id, left(p_page_path, 500), left(coalesce(nullif(btrim(p_referrer), ''), 'direct'), 500))
  on conflict (session_id) do nothing
$$;

create function public.record_guest_visit(session_id text, page_path text, referrer text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.record_guest_visit(session_id, page_path, referrer) $$;
comment on function public.record_guest_visit is 'For edge functions only: stores the first page of a visitor''s session.';
grant execute on function private.record_guest_visit, public.record_guest_visit to service_role;

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

create function private.report_empty_search(p_search text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_term text := left(regexp_replace(private.fold(btrim(left(p_search, 200))), '\s+', ' ', 'g'), 60);
  v_subject text := coalesce(private.current_profile_id()::text, 'guests');
  v_has_posts boolean;
begin
  -- A term that may be somebody's address or number is not kept, nor is one that has a result after all.
  if char_length(v_term) < 2 or v_term ~* private.built_in_pattern('email') or v_term ~ '([0-9][^0-9]{0,3}){7}' then
    return;
  end if;
  begin
    perform private.assert_rate_limit('empty_search', v_subject);
    v_has_posts := private.count_posts(v_term, null, null, false, false, null, null) > 0;
    -- Only now: all guests count in one row, which nobody should hold while searching.
    perform private.consume_rate_limit('empty_search', v_subject);
  exception when sqlstate 'PT429' then
    -- Nobody waits for this report, so nobody hears that there were too many.
    return;
  end;
  if v_has_posts then
    return;
  end if;
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

-- Counts --------------------------------------------------------------------------------------------------------------
--
-- All figures are counted from the rows, so they agree with them. An index on the time limits the rows read for a
-- range.

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
      where f.created_at >= p_from and f.created_at < p_to and f.status in ('new', 'in_progress') and f.deleted_at is null))
  from (
    select count(*) as registrations, count(u.email_confirmed_at) as verified
    from auth.users u
    where u.id = any (array(select p.auth_id from public.profiles p where p.created_at >= p_from and p.created_at < p_to))) as r
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

-- One list per table of the page, with subject and counts, the greatest first; at most 1,000 rows.
create function private.stats_tables(p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with new_posts as (
    select p.category, p.country, count(*) as posts from public.posts p
    where p.created_at >= p_from and p.created_at < p_to group by 1, 2),
  quoted as materialized (
    select q.post_id, count(*) as quotes from public.quotes q where q.created_at >= p_from and q.created_at < p_to group by 1),
  new_quotes as (
    select p.category, p.country, sum(n.quotes) as quotes from public.posts p join quoted n on n.post_id = p.id
    where p.id = any (array(select n.post_id from quoted n)) group by 1, 2),
  top_suppliers as materialized (
    select q.supplier_id, count(*) as quotes from public.quotes q
    where q.created_at >= p_from and q.created_at < p_to group by 1 order by 2 desc, 1 limit 1000),
  both_counts as (
    select n.category, n.country, n.posts, 0::numeric as quotes from new_posts n
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
      from top_suppliers t join public.profiles u on u.id = t.supplier_id
      where u.id = any (array(select t.supplier_id from top_suppliers t))),
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
