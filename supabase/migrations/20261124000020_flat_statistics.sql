-- Statistics that read what their range holds, however many people and posts there are. People who registered, posts that were quoted
-- and those who quoted most are asked for by a list of ids, which reads a page of the index once, instead of for each quote, or by
-- reading all.

create or replace function private.stats_totals(p_from timestamptz, p_to timestamptz) returns jsonb
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
    from auth.users u
    where u.id = any (array(select p.auth_id from public.profiles p where p.created_at >= p_from and p.created_at < p_to))) as r
$$;

-- One list per table of the page: what it is about, its counts, the greatest first; at most 1,000 rows.
create or replace function private.stats_tables(p_from timestamptz, p_to timestamptz) returns jsonb
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
