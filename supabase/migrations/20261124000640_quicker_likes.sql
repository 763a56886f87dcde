-- Only who takes a like back holds the counters first: a new like is no row that a deletion of its post waits for, and the counters of
-- a post that many like at once are free until the like is written.

create or replace function private.set_post_like(p_post_id bigint, p_liked boolean) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  if not exists (select 1 from public.posts p where p.id = p_post_id
      and (not p.is_hidden or p.user_id = v_me or private.is_admin())) then
    perform private.refuse(404, 'not_found', 'Post not found');
  end if;
  perform private.consume_rate_limit('like', v_me::text);
  perform 1 from public.posts p where p.id = p_post_id for key share;
  if not found then
    perform private.refuse(404, 'not_found', 'Post not found');
  elsif p_liked then
    insert into public.post_likes (post_id, user_id) values (p_post_id, v_me) on conflict do nothing;
  else
    perform 1 from public.post_counters c where c.post_id = p_post_id for no key update;
    delete from public.post_likes l where l.post_id = p_post_id and l.user_id = v_me;
  end if;
  return (select c.likes from public.post_counters c where c.post_id = p_post_id);
end $$;
