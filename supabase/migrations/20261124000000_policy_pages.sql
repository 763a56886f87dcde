-- What row-level security costs: at most ten pages beside those that the answer itself takes.

-- Who asks is looked up once or twice per statement. By a hash, which has no levels to descend; and among the accounts that were
-- deleted, of which there are few, because each profile has an account, made with it and gone with it.
create index profiles_auth_id_idx on public.profiles using hash (auth_id);

create or replace function private.current_profile_id() returns bigint
language sql stable security definer set search_path = ''
as $$
  select p.id from public.profiles p
  where p.auth_id = (select auth.uid())
    and not exists (select 1 from public.accounts a where a.profile_id = p.id and a.deleted_at is not null)
    -- A token outlives its session by up to an hour: who was signed out, or got a new password, is out at once.
    and (select auth.jwt() ->> 'session_id' is null or exists (
      select 1 from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid))
$$;

-- Whoever lists their quotes asks for those that are theirs, and so does the policy. The planner takes the two for independent,
-- expects one row where there are many, and reads all of them to sort ten. That a comparison is not unknown it takes for nearly certain,
-- so these policies leave its estimate as it is. Neither is true where the caller is unknown.
alter policy "suppliers and post owners read their quotes" on public.quotes
  using (nullif((select private.current_profile_id()) = any (array[supplier_id, post_owner_id]), false) is not null);
alter policy "sender and recipient read their messages" on public.messages
  using (nullif((select private.current_profile_id()) = any (array[sender_id, recipient_id]), false) is not null);

-- With both parties in it an index counts the quotes of a list without reading them.
drop index public.quotes_post_idx, public.quotes_owner_idx, public.quotes_supplier_idx;
create index quotes_post_idx on public.quotes (post_id, id desc) include (supplier_id, post_owner_id);
create index quotes_owner_idx on public.quotes (post_owner_id, id desc) include (supplier_id);
create index quotes_supplier_idx on public.quotes (supplier_id, id desc) include (post_owner_id);

-- The counters of hidden posts are shown to the owner, whom they name themselves. The policy looked up the post, and by that once more
-- who asks.
alter table public.post_counters add column hidden_owner_id bigint;
comment on column public.post_counters.hidden_owner_id is 'Owner of the post while it is hidden, kept by triggers; else null.';
update public.post_counters c set hidden_owner_id = p.user_id from public.posts p where p.id = c.post_id and p.is_hidden;

create or replace function private.create_post_counters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.post_counters (post_id, is_hidden, hidden_owner_id)
  select n.id, n.is_hidden, case when n.is_hidden then n.user_id end from posts_after n;
  return null;
end $$;

create or replace function private.hide_post_counters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.post_counters c set is_hidden = new.is_hidden, hidden_owner_id = case when new.is_hidden then new.user_id end
  where c.post_id = new.id;
  return null;
end $$;

alter policy "users read counters of posts they see" on public.post_counters
  using (not is_hidden or hidden_owner_id = (select private.current_profile_id()) or (select private.is_admin()));
