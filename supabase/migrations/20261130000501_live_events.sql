-- Live events: open pages are told of changes by Realtime.

-- A session that has ended has no topic, and neither has a suspended user.
create function private.own_topic() returns text
language sql stable security definer set search_path = ''
as $$ select 'user:' || m.id from (select private.current_profile_id() as id) as m where not private.is_suspended(m.id) $$;
comment on function private.own_topic is 'The channel on which the caller hears of changes; null for guests and suspended users.';
grant execute on function private.own_topic to authenticated;

-- A database without Realtime has no such table. Without a policy for insert, clients can send nothing.
do $policy$ begin
  if to_regclass('realtime.messages') is not null then
    create policy "users receive their own events" on realtime.messages for select to authenticated
      using (extension = 'broadcast' and (select realtime.topic()) = (select private.own_topic()));
  end if;
end $policy$;

create function private.send_event(p_user_id bigint, p_kind text, p_ids jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- What reaches more users at once is left to the clocks of their pages.
  v_max constant integer := 50;
  v_event text := concat_ws(' ', p_kind, p_user_id, p_ids);
  v_sent text[] := coalesce(nullif(current_setting('app.sent_events', true), ''), '{}')::text[];
begin
  if p_user_id is null or v_event = any (v_sent) or cardinality(v_sent) >= v_max
    or to_regprocedure('realtime.send(jsonb, text, text, boolean)') is null
    -- The last event of an account tells its pages to look at their session.
    or (p_kind <> 'account' and exists (
      select 1 from public.accounts a where a.profile_id = p_user_id and (a.deleted_at is not null or a.suspended_until > now()))) then
    return;
  end if;
  perform set_config('app.sent_events', (v_sent || v_event)::text, true);
  -- A write never waits for Realtime.
  lock table realtime.messages in row exclusive mode nowait;
  perform realtime.send(p_ids, p_kind, 'user:' || p_user_id, true);
exception when others then
  raise warning '%', sqlerrm;
end $$;
comment on function private.send_event is
  'Tells the open pages of a user what changed, once it is committed: each event once per transaction, and at most 50 of them. Never fails.';

-- Which writes tell whom ----------------------------------------------------------------------------------------------

create function private.send_event_of_notification() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.send_event(case tg_op when 'DELETE' then old.user_id else new.user_id end, 'notifications');
  return null;
end $$;

create function private.send_event_of_message() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.send_event(u.id, 'messages', jsonb_build_object('quoteId', new.quote_id))
  from unnest(array[new.sender_id, new.recipient_id]) as u (id);
  return null;
end $$;

create function private.send_event_of_quote() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.send_event(u.id, 'quotes', jsonb_build_object('quoteId', new.id, 'postId', new.post_id))
  from unnest(array[new.supplier_id, new.post_owner_id]) as u (id);
  return null;
end $$;

create function private.send_event_of_question() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_question public.post_questions := case tg_op when 'DELETE' then old else new end;
begin
  perform private.send_event(u.id, 'questions', jsonb_build_object('postId', v_question.post_id))
  from unnest(array[v_question.asker_id, (select p.user_id from public.posts p where p.id = v_question.post_id)]) as u (id);
  return null;
end $$;

create function private.send_event_of_post() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts := case tg_op when 'DELETE' then old else new end;
begin
  perform private.send_event(u.id, 'posts', jsonb_build_object('postId', v_post.id))
  from (select v_post.user_id union (select q.supplier_id from public.quotes q where q.post_id = v_post.id order by q.id desc limit 50)) as u (id);
  return null;
end $$;

create function private.send_event_of_account() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.send_event(new.profile_id, 'account');
  return null;
end $$;

create function private.send_event_of_session() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.send_event((select p.id from public.profiles p where p.auth_id = old.user_id), 'account');
  return null;
end $$;

-- Open pages look at their session when the rights of their user change.
create trigger send_event_of_account after update of role, suspended_until, deleted_at on public.accounts
  for each row when ((old.role, old.suspended_until, old.deleted_at) is distinct from (new.role, new.suspended_until, new.deleted_at)) execute function private.send_event_of_account();

-- Open pages of a session that has ended notice it.
create trigger send_event_of_session after delete on auth.sessions
  for each row execute function private.send_event_of_session();

-- Open pages of the owner and of suppliers who quoted show the change.
create trigger send_event_of_post after update of title, description, quantity, unit, target_price, target_currency, needed_by, quote_deadline,
  incoterm, country, area, delivery_address, port, is_hidden, closed_at or delete on public.posts
  for each row execute function private.send_event_of_post();

-- Open pages of both parties show a quote and every change of it; a message alone is none.
create trigger send_event_of_quote after insert or update of status, status_reason, changed_at, version on public.quotes
  for each row execute function private.send_event_of_quote();

-- Open pages of both parties show new, changed and read messages.
create trigger send_event_of_message after insert or update of content, deleted_at, read_at on public.messages
  for each row execute function private.send_event_of_message();

-- The bell counts no more what is gone; broadcasts are left to the clocks of the pages.
create trigger send_event_of_dropped after delete on public.notifications
  for each row when (old.read_at is null and old.broadcast_id is null) execute function private.send_event_of_notification();

-- The bell shows new notifications; broadcasts, which reach many at once, are left to the clocks of the pages.
create trigger send_event_of_new after insert on public.notifications
  for each row when (new.broadcast_id is null) execute function private.send_event_of_notification();

-- The bells of all pages of a user count the same.
create trigger send_event_of_read after update of read_at on public.notifications
  for each row when (old.read_at is distinct from new.read_at) execute function private.send_event_of_notification();

-- Open pages of asker and owner show questions and answers.
create trigger send_event_of_question after insert or update or delete on public.post_questions
  for each row execute function private.send_event_of_question();

revoke all on function private.own_topic() from public;
revoke all on function private.send_event(bigint, text, jsonb) from public;
revoke all on function private.send_event_of_notification() from public;
revoke all on function private.send_event_of_message() from public;
revoke all on function private.send_event_of_quote() from public;
revoke all on function private.send_event_of_question() from public;
revoke all on function private.send_event_of_post() from public;
revoke all on function private.send_event_of_account() from public;
revoke all on function private.send_event_of_session() from public;
