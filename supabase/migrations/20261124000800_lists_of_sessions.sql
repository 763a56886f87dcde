-- Lists that vouch for the session of who asks: whoever reads them for somebody else need not ask Auth beside it.

-- The check stands in a CASE, so that it is made with `as_user` alone, and reads no row, so that it is made once for the list and also
-- where the list is empty.
drop function public.list_posts;
create function public.list_posts(search text default null, country text default null, categories text[] default null,
  page integer default 1, page_size integer default 10, unquoted boolean default false, sort text default 'newest',
  as_user boolean default false)
returns setof public.posts
language sql stable rows 10 security invoker set search_path = ''
as $$
  select * from private.list_posts(search, country, categories, page, page_size, unquoted, sort)
  where case when as_user then private.require_profile_id() is not null else true end
$$;
comment on function public.list_posts is
  'One page of the feed, newest first: visible posts and the caller''s own hidden ones; all, or only those without quotes. The sort "fewest_quotes" puts the newest 1,000 in order. With as_user PT401, whatever is found, unless the caller''s session is one.';
grant execute on function public.list_posts, private.require_profile_id to anon, authenticated;
