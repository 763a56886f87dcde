-- Live events: what changed, told to the open pages of a user by a private channel of Supabase Realtime. An event has a
-- kind and ids, never a text: the page reads again what it shows, with the rights of its user.

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
  v_known text := current_setting('app.sent_events', true);
  v_sent text[];
begin
  -- Thousands of rows can follow, and reading the list takes longer than the rest.
  if v_known = 'full' then
    return;
  end if;
  v_sent := coalesce(nullif(v_known, ''), '{}')::text[];
  if p_user_id is null or v_event = any (v_sent)
    or to_regprocedure('realtime.send(jsonb, text, text, boolean)') is null
    -- The last event of an account tells its pages to look at their session.
    or (p_kind <> 'account' and exists (
      select 1 from public.accounts a where a.profile_id = p_user_id and (a.deleted_at is not null or a.suspended_until > now()))) then
    return;
  end if;
  perform set_config('app.sent_events', case when cardinality(v_sent) + 1 >= v_max then 'full' else (v_sent || v_event)::text end, true);
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
