-- Mutes: conversations and requests of which a user wants to hear nothing but decisions. Muting a request mutes the
-- conversations on its quotes as well.

create table public.mutes (
  id bigint generated always as identity primary key,
  user_id bigint not null references public.profiles (id) on delete cascade,
  quote_id bigint references public.quotes (id) on delete cascade,
  post_id bigint references public.posts (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint mutes_are_of_one_thing check (num_nonnulls(quote_id, post_id) = 1),
  constraint mutes_of_quotes_are_unique unique (user_id, quote_id),
  constraint mutes_of_posts_are_unique unique (user_id, post_id)
);
comment on table public.mutes is
  'Which conversations (by their quote) and requests (posts) users have muted: they count nowhere and come in no mail; decisions still do.';

create index mutes_quote_idx on public.mutes (quote_id) where quote_id is not null;
create index mutes_post_idx on public.mutes (post_id) where post_id is not null;

revoke all on table public.mutes from anon, authenticated, service_role;
grant select (id, user_id, quote_id, post_id, created_at) on table public.mutes to authenticated;

alter table public.mutes enable row level security;
create policy "users read their own mutes" on public.mutes for select to authenticated
  using (user_id = (select private.current_profile_id()));

-- What is muted ------------------------------------------------------------------------------------------------------

create function private.is_muted(p_user_id bigint, p_quote_id bigint, p_post_id bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.mutes m where m.user_id = p_user_id and (m.quote_id = p_quote_id or m.post_id = p_post_id))
$$;
comment on function private.is_muted(bigint, bigint, bigint) is 'Whether a user muted a conversation or its request.';

create function private.is_muted(p_notification public.notifications) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- Kinds that are not named are heard: decisions, moderation, security, what is about no request.
  select coalesce(n.data ->> 'type' in ('quote', 'message', 'question_asked', 'question_answered', 'post_changed', 'deadline_passed',
      'request_watched', 'deadline_near', 'request_unquoted')
    and private.is_muted(n.user_id, q.id,
      coalesce(q.post_id, (n.data ->> 'postId')::bigint, substring(n.data ->> 'path' from '^/post/post-(\d{1,18})$')::bigint)), false)
  from (select (p_notification).*) as n
  left join public.quotes q on q.id = case when n.data ->> 'type' = 'message'
    then (select m.quote_id from public.messages m where m.id = (n.data ->> 'messageId')::bigint)
    else coalesce((n.data ->> 'quoteId')::bigint, n.quote_id) end
$$;
comment on function private.is_muted(public.notifications) is 'Whether the receiver of a notification muted what it is about.';

create function private.skip_muted() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.is_muted(new) then
    return null;
  end if;
  return new;
end $$;

-- Muting -------------------------------------------------------------------------------------------------------------

create function private.drop_mails_of_muted(p_user_id bigint, p_quote_id bigint, p_post_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Decisions are called by the quote or post alone, so they stay.
  v_about text[] := array(
    select '% quote ' || q.id from public.quotes q
    where p_user_id in (q.supplier_id, q.post_owner_id) and (q.id = p_quote_id or q.post_id = p_post_id))
    || ('% post ' || p_post_id);
begin
  perform private.drop_mails_about(p_user_id, v_about);
end $$;
comment on function private.drop_mails_of_muted is 'Takes what was muted out of the mails that wait for a user.';

create function private.set_mute(p_is_on boolean, p_quote_id bigint, p_post_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_max constant integer := 500;
  v_me bigint := private.require_profile_id();
  v_post public.posts;
begin
  if num_nonnulls(p_quote_id, p_post_id) <> 1 then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "quote_id"}');
  end if;
  -- Two calls of a user wait for each other, since together they could pass the maximum.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  if p_is_on is not true then
    delete from public.mutes m where m.user_id = v_me and (m.quote_id = p_quote_id or m.post_id = p_post_id);
    -- Also of a request that was hidden meanwhile.
    if found then
      return;
    end if;
  end if;
  if p_quote_id is not null then
    perform private.quote_of_party(p_quote_id, v_me);
  else
    select * into v_post from public.posts p where p.id = p_post_id for key share;
    if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
      perform private.refuse(404, 'not_found', 'Post not found');
    end if;
  end if;
  if p_is_on is not true then
    return;
  end if;
  perform private.assert_not_suspended();
  if (select count(*) from public.mutes m where m.user_id = v_me and (m.quote_id = p_quote_id or m.post_id = p_post_id) is not true) >= v_max then
    perform private.refuse(409, 'conflict', 'You have muted 500 conversations and requests, which is the most');
  end if;
  insert into public.mutes (user_id, quote_id, post_id) values (v_me, p_quote_id, p_post_id) on conflict do nothing;
  -- Nothing of it counts any more, neither in the bell nor in a mail that waits. Looked for among the newest that are
  -- unread: who lets ninety days of them lie could keep the database at it.
  update public.notifications n set read_at = now() where n.id in (
    select o.id from public.notifications o
    where o.id in (select u.id from public.notifications u where u.user_id = v_me and u.read_at is null order by u.id desc limit 5000)
      and private.is_muted(o) for update skip locked);
  perform private.drop_mails_of_muted(v_me, p_quote_id, p_post_id);
end $$;

create function public.set_mute(is_on boolean, quote_id bigint default null, post_id bigint default null) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.set_mute(is_on, quote_id, post_id);
$$;
comment on function public.set_mute is
  'Mutes the conversation of a quote, or a request with all conversations on its quotes, or no longer, however often it is said; at most 500.';
grant execute on function private.set_mute, public.set_mute to authenticated;
