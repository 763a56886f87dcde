-- Counters say themselves whether all may see them. Their policy looked up the post of every row, which is a second visit to each of
-- the ten posts of a page, more than everything else that row-level security costs there.

alter table public.post_counters add column is_hidden boolean not null default false;
comment on column public.post_counters.is_hidden is 'Whether the post is hidden, kept by triggers: counters are shown to who sees the post.';
update public.post_counters c set is_hidden = true from public.posts p where p.id = c.post_id and p.is_hidden;

create or replace function private.create_post_counters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.post_counters (post_id, is_hidden) select n.id, n.is_hidden from posts_after n;
  return null;
end $$;

create function private.hide_post_counters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.post_counters c set is_hidden = new.is_hidden where c.post_id = new.id;
  return null;
end $$;
comment on function private.hide_post_counters is 'Hides and shows the counters of a post with it.';
create trigger hide_post_counters after update of is_hidden on public.posts
  for each row when (old.is_hidden is distinct from new.is_hidden) execute function private.hide_post_counters();

alter policy "guests read counters of visible posts" on public.post_counters using (not is_hidden);
alter policy "users read counters of posts they see" on public.post_counters
  using (not is_hidden or (select private.is_admin()) or exists (select 1 from public.posts p where p.id = post_id));
