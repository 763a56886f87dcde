-- Broadcasts: notifications from admins to many users, sent in batches by the job `broadcasts`.

create table private.broadcasts (
  id bigint generated always as identity primary key,
  message text not null,
  link_kind text not null default 'none',
  link_id bigint,
  audience text not null,
  audience_values text[] not null default '{}',
  with_email boolean not null default false,
  status text not null default 'scheduled',
  send_at timestamptz not null default now(),
  receivers integer not null,
  delivered integer not null default 0,
  read_count integer not null default 0,
  last_user_id bigint not null default 0,
  is_cleared boolean not null default false,
  created_by bigint references public.profiles (id) on delete set null,
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint broadcasts_message_length check (char_length(message) <= 300 and not private.is_blank(message)),
  constraint broadcasts_link_kind_is_known check (link_kind in ('none', 'post', 'quote', 'news')),
  constraint broadcasts_link_is_whole check ((link_kind = 'none') = (link_id is null)),
  constraint broadcasts_audience_is_known check (audience in ('all', 'role', 'country', 'category', 'usernames')),
  constraint broadcasts_audience_is_whole check ((audience = 'all') = (cardinality(audience_values) = 0)),
  constraint broadcasts_audience_values_count check (cardinality(audience_values) <= 1000),
  constraint broadcasts_status_is_known check (status in ('scheduled', 'sending', 'sent', 'cancelled', 'deleted')),
  constraint broadcasts_are_counted check (delivered >= 0 and read_count >= 0),
  constraint broadcasts_client_id_is_unique unique (created_by, client_id)
);
comment on table private.broadcasts is 'What admins sent to many. A job sends it in batches, so that no request waits for 100,000 receivers.';
comment on column private.broadcasts.last_user_id is 'How far the sending is: receivers come in the order of their ids.';
comment on column private.broadcasts.is_cleared is 'Of a deleted one: its unread copies are gone.';

create index broadcasts_due_idx on private.broadcasts (send_at, id) where status in ('scheduled', 'sending');
create index broadcasts_to_clear_idx on private.broadcasts (id) where status = 'deleted' and not is_cleared;

revoke all on table private.broadcasts from anon, authenticated, service_role;

-- Receivers ----------------------------------------------------------------------------------------------------------

-- Each audience has its own query for its receivers; with one common condition, each call could scan all users.
create function private.broadcast_receivers(p_audience text, p_values text[], p_after bigint, p_limit integer) returns setof bigint
language plpgsql stable rows 500 security definer set search_path = ''
as $$
begin
  case
    when p_audience = 'all' or (p_audience = 'role' and 'user' = any (p_values)) then
      return query
        select a.profile_id from public.accounts a
        where a.profile_id > p_after and a.deleted_at is null and (p_audience = 'all' or a.role = any (p_values))
        order by a.profile_id limit p_limit;
    when p_audience = 'role' then
      return query
        select a.profile_id from public.accounts a
        where a.role <> 'user' and a.role = any (p_values) and a.profile_id > p_after and a.deleted_at is null
        order by a.profile_id limit p_limit;
    when p_audience = 'country' then
      return query
        select r.id from (select distinct v from unnest(p_values) as v) as c
        cross join lateral (
          select p.id from public.profiles p join public.accounts a on a.profile_id = p.id and a.deleted_at is null
          where p.country = c.v and p.id > p_after order by p.id limit p_limit) as r
        order by r.id limit p_limit;
    when p_audience = 'usernames' then
      return query
        select p.id from public.profiles p join public.accounts a on a.profile_id = p.id and a.deleted_at is null
        where lower(p.username) = any (p_values) and p.id > p_after order by p.id limit p_limit;
    when p_audience = 'category' then
      -- People who posted, quoted or liked something of a category are interested in it.
      return query
        select p.id from public.profiles p join public.accounts a on a.profile_id = p.id and a.deleted_at is null
        where p.id > p_after and (
          exists (select 1 from public.posts x where x.user_id = p.id and x.category = any (p_values))
          or exists (select 1 from public.quotes q join public.posts x on x.id = q.post_id where q.supplier_id = p.id and x.category = any (p_values))
          or exists (select 1 from public.post_likes l join public.posts x on x.id = l.post_id where l.user_id = p.id and x.category = any (p_values)))
        order by p.id limit p_limit;
    else
      return;
  end case;
end $$;
comment on function private.broadcast_receivers is 'Receivers of an audience behind a given id, in the order of their ids.';

create function private.audience_values(p_audience text, p_values text[]) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  if cardinality(p_values) > 1000 then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "audienceValues"}');
  end if;
  return (
    select case when p_audience = 'all' then '{}' else coalesce(array_agg(distinct case when p_audience = 'usernames' then lower(btrim(v)) else btrim(v) end)
      filter (where not private.is_blank(v)), '{}') end
    from unnest(p_values) as v);
end $$;

create function private.count_broadcast_receivers(p_audience text, p_values text[]) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select count(*)::integer from private.broadcast_receivers(p_audience, private.audience_values(p_audience, p_values), 0, null));
end $$;

create function public.count_broadcast_receivers(audience text, audience_values text[] default '{}') returns integer
language sql stable security invoker set search_path = ''
as $$ select private.count_broadcast_receivers(audience, audience_values) $$;
comment on function public.count_broadcast_receivers is 'For admins: how many users an audience has.';
grant execute on function private.count_broadcast_receivers, public.count_broadcast_receivers to authenticated;

-- Sending ------------------------------------------------------------------------------------------------------------

create function private.broadcast_path(p_broadcast private.broadcasts) returns text
language sql immutable set search_path = ''
as $$
  select case p_broadcast.link_kind
    when 'post' then '/post/post-' || p_broadcast.link_id
    when 'quote' then '/my-quotes?quote=' || p_broadcast.link_id
    when 'news' then '/news/' || p_broadcast.link_id
    else '/' end
$$;

-- A quote opens in the account of its supplier; notifications about a post or news item link to its page.
create function private.broadcast_data(p_broadcast private.broadcasts) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('type', 'broadcast') || case p_broadcast.link_kind
    when 'quote' then jsonb_build_object('quoteId', p_broadcast.link_id)
    when 'none' then '{}'
    else jsonb_build_object('path', private.broadcast_path(p_broadcast)) end
$$;

-- Skips copies that are being marked as read: that waits for the counter of the broadcast, so waiting for it would be a deadlock.
create function private.clear_broadcast(p_id bigint, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mails integer;
  v_copies integer;
begin
  delete from private.mail_outbox o where o.id in (
    select m.id from private.mail_outbox m where m.broadcast_id = p_id and m.status = 'queued' limit p_limit for update skip locked);
  get diagnostics v_mails = row_count;
  delete from public.notifications n where n.id in (
    select c.id from public.notifications c where c.broadcast_id = p_id and c.read_at is null limit p_limit for update skip locked);
  get diagnostics v_copies = row_count;
  update private.broadcasts b set is_cleared = true
  where b.id = p_id and not exists (select 1 from private.mail_outbox m where m.broadcast_id = p_id and m.status = 'queued')
    and not exists (select 1 from public.notifications c where c.broadcast_id = p_id and c.read_at is null);
  return v_mails + v_copies;
end $$;

create function private.work_on_broadcasts(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_broadcast private.broadcasts;
  v_receivers bigint[];
  v_delivered integer;
  v_data jsonb;
  v_id bigint;
begin
  select b.id into v_id from private.broadcasts b where b.status = 'deleted' and not b.is_cleared order by b.id limit 1 for update skip locked;
  if v_id is not null then
    return greatest(1, private.clear_broadcast(v_id, p_limit));
  end if;

  -- Another job that looks for work at the same moment takes the next one.
  select * into v_broadcast from private.broadcasts b
  where b.status in ('scheduled', 'sending') and b.send_at <= now()
  order by b.send_at, b.id limit 1 for update skip locked;
  if v_broadcast.id is null then
    return 0;
  end if;
  v_receivers := array(select private.broadcast_receivers(v_broadcast.audience, v_broadcast.audience_values, v_broadcast.last_user_id, p_limit));

  v_data := private.broadcast_data(v_broadcast);
  insert into public.notifications (user_id, message, data, broadcast_id)
  select r, v_broadcast.message, v_data, v_broadcast.id from unnest(v_receivers) as r
  on conflict do nothing;
  get diagnostics v_delivered = row_count;

  if v_broadcast.with_email then
    v_data := jsonb_build_object('message', v_broadcast.message, 'path', private.broadcast_path(v_broadcast));
    insert into private.mail_outbox (user_id, recipient, template, data, broadcast_id)
    select a.profile_id, a.email, 'broadcast', v_data, v_broadcast.id
    from unnest(v_receivers) as r
    join public.accounts a on a.profile_id = r and private.is_mail_address(a.email)
    join public.profiles p on p.id = r
    join auth.users u on u.id = p.auth_id and u.email_confirmed_at is not null
    where (select t.is_enabled from private.mail_templates t where t.template = 'broadcast')
      and not exists (select 1 from private.mail_unsubscribes x where x.user_id = r and x.template = 'broadcast');
  end if;

  update private.broadcasts b set delivered = b.delivered + v_delivered,
    last_user_id = coalesce(v_receivers[cardinality(v_receivers)], b.last_user_id),
    status = case when cardinality(v_receivers) < p_limit then 'sent' else 'sending' end,
    finished_at = case when cardinality(v_receivers) < p_limit then now() end
  where b.id = v_broadcast.id;
  return greatest(1, v_delivered);
end $$;
comment on function private.work_on_broadcasts is
  'One batch of what is due: sends copies, or removes unread ones of a deleted broadcast. 0 when there is nothing to do.';

-- Readers of a broadcast are counted when they read it, because counting a hundred thousand copies is slow.
create function private.count_broadcast_reads() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_read record;
begin
  for v_read in
    select a.broadcast_id as id, count(*)::integer as n from read_after a join read_before b on b.id = a.id
    where a.broadcast_id is not null and b.read_at is null and a.read_at is not null
    group by 1 order by 1
  loop
    update private.broadcasts b set read_count = b.read_count + v_read.n where b.id = v_read.id;
  end loop;
  return null;
end $$;

-- Administration -----------------------------------------------------------------------------------------------------

create function private.create_broadcast(p_broadcast jsonb) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_new private.broadcasts := jsonb_populate_record(null::private.broadcasts, jsonb_build_object('link_kind', 'none',
    'with_email', false, 'send_at', now(), 'client_id', gen_random_uuid()) || private.trimmed(private.known_fields(p_broadcast,
      array['message', 'audience', 'audience_values', 'link_kind', 'link_id', 'with_email', 'send_at', 'client_id'])));
  v_unknown text;
begin
  select b.id into v_new.id from private.broadcasts b where b.created_by = v_me and b.client_id = v_new.client_id;
  if v_new.id is not null then
    perform private.assert_same_content('broadcast ' || v_me, v_new.client_id, p_broadcast, v_new.id);
    return v_new.id;
  end if;
  v_new.audience_values := private.audience_values(v_new.audience, v_new.audience_values);
  v_new.send_at := greatest(v_new.send_at, now());
  if v_new.audience <> 'all' and cardinality(v_new.audience_values) = 0 then
    perform private.refuse(400, 'invalid_input', 'Choose who gets it', '{"path": "audienceValues"}');
  elsif v_new.send_at > now() + interval '1 year' then
    perform private.refuse(400, 'invalid_input', 'The time must be within a year', '{"path": "sendAt"}');
  elsif (v_new.link_kind = 'post' and not exists (select 1 from public.posts p where p.id = v_new.link_id and not p.is_hidden))
    or (v_new.link_kind = 'quote' and not exists (select 1 from public.quotes q where q.id = v_new.link_id))
    or (v_new.link_kind = 'news' and not exists (select 1 from public.news_items n where n.id = v_new.link_id and n.status = 'published')) then
    perform private.refuse(400, 'invalid_input', format('There is no %s with this number', v_new.link_kind), '{"path": "linkId"}');
  end if;
  if v_new.audience = 'usernames' then
    select string_agg(v, ', ') into v_unknown from (
      select v from unnest(v_new.audience_values) as v where not exists (select 1 from public.profiles p where lower(p.username) = v) limit 5) as x;
    if v_unknown is not null then
      perform private.refuse(400, 'invalid_input', format('There is no user %s', v_unknown), '{"path": "audienceValues"}');
    end if;
  end if;
  v_new.receivers := private.count_broadcast_receivers(v_new.audience, v_new.audience_values);
  if v_new.receivers = 0 then
    perform private.refuse(400, 'invalid_input', 'No user matches this audience', '{"path": "audienceValues"}');
  end if;
  -- Of all admins together.
  perform private.consume_rate_limit('broadcast', 'all');
  insert into private.broadcasts (message, link_kind, link_id, audience, audience_values, with_email, send_at, receivers, created_by, client_id)
  values (v_new.message, v_new.link_kind, v_new.link_id, v_new.audience, v_new.audience_values, v_new.with_email, v_new.send_at,
    v_new.receivers, v_me, v_new.client_id)
  returning id into v_new.id;
  perform private.remember_content('broadcast ' || v_me, v_new.client_id, p_broadcast);
  perform private.audit('create_broadcast', 'broadcast', v_new.id::text, null, jsonb_build_object('message', v_new.message,
    'audience', v_new.audience, 'audience_values', v_new.audience_values, 'receivers', v_new.receivers, 'send_at', v_new.send_at,
    'with_email', v_new.with_email));
  -- A small one is there at once; the rest of a large one is the work of the job.
  if v_new.send_at <= now() then
    perform private.work_on_broadcasts(500);
  end if;
  return v_new.id;
end $$;

create function public.create_broadcast(broadcast jsonb) returns bigint
language sql volatile security invoker set search_path = ''
as $$ select private.create_broadcast(broadcast) $$;
comment on function public.create_broadcast is
  'For admins: sends a notification to many, now or at a time, its fields named like their columns; 10 a day. Answers its id at once, a job does the sending.';
grant execute on function private.create_broadcast, public.create_broadcast to authenticated;

create function private.cancel_broadcast(p_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_status text;
begin
  perform private.require_admin();
  select b.status into v_status from private.broadcasts b where b.id = p_id and b.status <> 'deleted' for update;
  if v_status is null then
    perform private.refuse(404, 'not_found', 'Broadcast not found');
  elsif v_status not in ('scheduled', 'cancelled') then
    perform private.refuse(409, 'conflict', 'This broadcast is being sent already');
  end if;
  update private.broadcasts b set status = 'cancelled' where b.id = p_id;
  perform private.audit('cancel_broadcast', 'broadcast', p_id::text, jsonb_build_object('status', v_status), '{"status": "cancelled"}');
end $$;

create function public.cancel_broadcast(broadcast_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.cancel_broadcast(broadcast_id) $$;
comment on function public.cancel_broadcast is 'For admins: stops a broadcast that has not begun; PT409 later.';
grant execute on function private.cancel_broadcast, public.cancel_broadcast to authenticated;

create function private.delete_broadcast(p_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before private.broadcasts;
begin
  perform private.require_admin();
  update private.broadcasts b set status = 'deleted' where b.id = p_id and b.status <> 'deleted' returning * into v_before;
  if v_before.id is null then
    perform private.refuse(404, 'not_found', 'Broadcast not found');
  end if;
  perform private.clear_broadcast(p_id, 500);
  perform private.audit('delete_broadcast', 'broadcast', p_id::text, jsonb_build_object('message', v_before.message, 'delivered', v_before.delivered), null);
end $$;

create function public.delete_broadcast(broadcast_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.delete_broadcast(broadcast_id) $$;
comment on function public.delete_broadcast is 'For admins: removes a broadcast from the history, and its copies that nobody has read yet.';
grant execute on function private.delete_broadcast, public.delete_broadcast to authenticated;

create function private.list_broadcasts(p_page integer, p_page_size integer, p_status text, p_q text, p_sort text, p_order text)
returns table (id bigint, message text, link_kind text, link_id bigint, audience text, audience_values text[], with_email boolean,
  status text, send_at timestamptz, receivers integer, delivered integer, read_count integer, sent_by text, created_at timestamptz,
  finished_at timestamptz, total integer, mails integer, mails_sent integer)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
begin
  perform private.require_admin();
  return query
    select b.id, b.message, b.link_kind, b.link_id, b.audience, b.audience_values[:20], b.with_email, b.status, b.send_at, b.receivers,
      b.delivered, b.read_count, p.username, b.created_at, b.finished_at, (count(*) over ())::integer,
      case when m.is_known then (select count(*)::integer from private.mail_outbox o where o.broadcast_id = b.id) end,
      case when m.is_known then (select count(*)::integer from private.mail_outbox o where o.broadcast_id = b.id and o.status = 'sent') end
    from private.broadcasts b left join public.profiles p on p.id = b.created_by
    -- The log of mails forgets them.
    cross join lateral (select b.with_email and b.send_at > now() - interval '29 days') as m (is_known)
    where b.status <> 'deleted' and (p_status is null or b.status = p_status)
      and (p_q is null or position(private.fold(left(p_q, 100)) in private.fold(b.message)) > 0)
    order by case when p_sort = 'delivered' then b.delivered * case when p_order = 'asc' then 1 else -1 end end,
      case when p_order = 'asc' then b.send_at end, case when p_order is distinct from 'asc' then b.send_at end desc, b.id desc
    limit v_size offset (least(greatest(coalesce(p_page, 1), 1), 1000000) - 1)::bigint * v_size;
end $$;

create function public.list_broadcasts(page integer default 1, page_size integer default 20, only_status text default null, q text default null,
  sort text default 'when', sort_order text default 'desc')
returns table (id bigint, message text, link_kind text, link_id bigint, audience text, audience_values text[], with_email boolean,
  status text, send_at timestamptz, receivers integer, delivered integer, read_count integer, sent_by text, created_at timestamptz,
  finished_at timestamptz, total integer, mails integer, mails_sent integer)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_broadcasts(page, page_size, only_status, q, sort, sort_order) $$;
comment on function public.list_broadcasts is 'For admins: broadcasts, newest first, with how many got and read them, how many mails they made and how many of these have left; null where the log of mails does not know.';
grant execute on function private.list_broadcasts, public.list_broadcasts to authenticated;
