-- Requests without a quote: their owners are told once, 48 hours after publication, with what they can do.

create table private.unquoted_posts_told (
  is_only_row boolean primary key default true,
  created_at timestamptz not null default now() - interval '48 hours',
  post_id bigint not null default 0,
  constraint unquoted_posts_told_is_one_row check (is_only_row)
);
comment on table private.unquoted_posts_told is
  'The last post that the job has looked at, by its time and id: it looks at each once, in this order. Older ones than the installation are left alone.';

revoke all on table private.unquoted_posts_told from anon, authenticated, service_role;

insert into private.unquoted_posts_told default values;

create function private.text_of_unquoted(p_post_id bigint, p_title text) returns text
language sql stable security definer set search_path = ''
as $$
  select left(format(case
    when exists (select 1 from public.post_questions k where k.post_id = p_post_id and k.answered_at is null and k.hidden_at is null)
      then 'No quote on "%s" for 48 hours: suppliers wait for your answer'
    else 'No quote on "%s" for 48 hours: add details or photos, or share its link' end, p_title), 600)
$$;
comment on function private.text_of_unquoted is 'What the owner of a request without quotes can do for it now.';

create function private.tell_of_unquoted(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_last private.unquoted_posts_told;
  v_count integer;
begin
  select * into v_last from private.unquoted_posts_told u for update skip locked;
  if not found then
    return 0;
  end if;
  with looked as materialized (
    select p.id, p.user_id, p.title, p.created_at, private.is_open(p) and not p.is_hidden as is_shown from public.posts p
    where (p.created_at, p.id) > (v_last.created_at, v_last.post_id) and p.created_at <= now() - interval '48 hours'
    order by p.created_at, p.id limit least(p_limit, 500)
  ), told as (
    insert into public.notifications (user_id, message, data)
    select l.user_id, private.text_of_unquoted(l.id, l.title), jsonb_build_object('type', 'request_unquoted', 'path', '/post/post-' || l.id)
    from looked l join public.post_counters c on c.post_id = l.id
    where l.is_shown and c.quotes = 0 and not private.is_suspended(l.user_id)
    order by l.user_id, l.id
  ), noted as (
    update private.unquoted_posts_told u set created_at = n.created_at, post_id = n.id
    from (select l.created_at, l.id from looked l order by l.created_at desc, l.id desc limit 1) as n where u.is_only_row)
  select count(*) into v_count from looked;
  return v_count;
end $$;
comment on function private.tell_of_unquoted is
  'Tells owners of open posts that have had no quote for 48 hours, each post once; answers how many posts it looked at.';
