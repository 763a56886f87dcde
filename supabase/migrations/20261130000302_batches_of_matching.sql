create or replace function private.match_posts(p_posts bigint[]) returns void
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

create or replace function private.match_saved_searches(p_limit integer) returns integer
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
  -- A post that changed meanwhile stays.
  delete from private.posts_to_match m where m.post_id in (
    select o.post_id from private.posts_to_match o join unnest(v_posts, v_times) as r (post_id, noted_at) using (post_id, noted_at)
    order by o.post_id for update of o);
  return cardinality(v_posts);
end $$;
