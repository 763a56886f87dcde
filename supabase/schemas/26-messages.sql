-- Messages: the conversation between the two parties of a quote. Only the functions below write them.

create table public.messages (
  id bigint generated always as identity primary key,
  quote_id bigint not null references public.quotes (id) on delete cascade,
  sender_id bigint not null references public.profiles (id) on delete cascade,
  recipient_id bigint references public.profiles (id) on delete set null,
  content text not null,
  client_id uuid not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  read_at timestamptz,
  constraint messages_content_length check (char_length(content) <= 2000),
  constraint messages_content_is_given_until_deleted check ((deleted_at is null) = (not private.is_blank(content))),
  constraint messages_are_to_others check (recipient_id <> sender_id),
  constraint messages_client_id_is_unique unique (sender_id, client_id)
);
comment on table public.messages is 'Messages on a quote, seen by its two parties only. Oldest first means lowest id first.';
comment on column public.messages.content is 'Emptied when the message is deleted: nobody can read it any more.';
comment on column public.messages.client_id is 'Made by the client, so that a repeated request sends nothing twice.';
comment on column public.messages.read_at is 'When the recipient read it.';

create index messages_quote_idx on public.messages (quote_id, id desc);
-- Also used to count the unread messages of a user.
create index messages_recipient_idx on public.messages (recipient_id, read_at);
create index messages_created_idx on public.messages (created_at);

revoke all on table public.messages from anon, authenticated, service_role;
grant select on table public.messages to authenticated;

alter table public.messages enable row level security;
create policy "sender and recipient read their messages" on public.messages for select to authenticated
  using (nullif((select private.current_profile_id()) = any (array[sender_id, recipient_id]), false) is not null);

create table public.message_attachments (
  id bigint generated always as identity primary key,
  message_id bigint not null references public.messages (id) on delete cascade,
  path text not null,
  name text not null,
  size_bytes bigint not null,
  constraint message_attachments_path_is_unique unique (path),
  constraint message_attachments_name_length check (char_length(name) between 1 and 255)
);
comment on table public.message_attachments is 'Files of a message: path in the bucket `message-files` and the name they had.';

create index message_attachments_message_idx on public.message_attachments (message_id);

revoke all on table public.message_attachments from anon, authenticated, service_role;
grant select on table public.message_attachments to authenticated;

alter table public.message_attachments enable row level security;
create policy "readers of a message read its attachments" on public.message_attachments for select to authenticated
  using (exists (select 1 from public.messages m where m.id = message_id));

-- Parties of a conversation -------------------------------------------------------------------------------------------

create function private.conversation_closed_reason(p_quote public.quotes, p_me bigint) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when p_quote.post_id is null then 'The request was deleted, so this conversation is closed'
    when private.is_deleted(o.id) then 'The other account was deleted, so this conversation is closed'
    when p_quote.status = 'withdrawn' then 'This quote was withdrawn, so this conversation is closed'
    when private.is_suspended(p_me) then 'Your account is suspended, so you cannot send messages'
    when private.is_suspended(o.id) then 'The other account is suspended, so this conversation is closed'
  end
  from (select case when p_quote.supplier_id = p_me then p_quote.post_owner_id else p_quote.supplier_id end as id) as o
$$;
comment on function private.conversation_closed_reason(public.quotes, bigint) is
  'Why nobody writes on a quote any more, as a sentence for the person who asks; null while both parties may.';

create function private.quote_of_party(p_quote_id bigint, p_me bigint) returns public.quotes
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_quote public.quotes;
begin
  select * into v_quote from public.quotes q
  where q.id = p_quote_id and p_me in (q.supplier_id, q.post_owner_id);
  if not found then
    -- The same answer for a quote of others and for none: nobody finds out which ids exist.
    perform private.refuse(403, 'forbidden', 'You are not a party of this quote');
  end if;
  return v_quote;
end $$;
comment on function private.quote_of_party is 'A quote for one of its two parties; PT403 for everybody else.';

create function private.assert_conversation_open(p_quote public.quotes, p_me bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_reason text := private.conversation_closed_reason(p_quote, p_me);
begin
  if v_reason is not null then
    perform private.refuse(409, 'conflict', v_reason);
  end if;
end $$;

create function private.message_text(p_content text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_text text := btrim(coalesce(p_content, ''), E' \t\r\n');
begin
  if private.is_blank(v_text) then
    perform private.refuse(400, 'invalid_input', 'Message is required', '{"path": "content"}');
  elsif char_length(v_text) > 2000 then
    perform private.refuse(400, 'invalid_input', 'Message too long', '{"path": "content"}');
  end if;
  return v_text;
end $$;
comment on function private.message_text is 'The text of a message without blanks around it; PT400 when it is empty or longer than 2000.';

-- Send ---------------------------------------------------------------------------------------------------------------

create function private.attach_to_message(p_message_id bigint, p_attachments jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_file record;
begin
  for v_file in select * from private.attachments_to_take('message-files', coalesce(p_attachments, '[]')) loop
    insert into public.message_attachments (message_id, path, name, size_bytes)
    values (p_message_id, v_file.path, v_file.name, v_file.size_bytes) on conflict (path) do nothing;
    if not found then
      perform private.refuse_attachment(v_file.path);
    end if;
  end loop;
end $$;
comment on function private.attach_to_message is
  'Gives a message up to five files that the caller uploaded and has not sent yet; PT400 for any other.';

create function private.send_message(p_quote_id bigint, p_content text, p_client_id uuid, p_attachments jsonb) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_client_id uuid := coalesce(p_client_id, gen_random_uuid());
  v_content jsonb := jsonb_build_array(p_quote_id, p_content, p_attachments);
  v_quote public.quotes;
  v_id bigint;
begin
  -- A repeat answers the first message, also when the conversation has been closed since.
  select m.id into v_id from public.messages m where m.sender_id = v_me and m.client_id = v_client_id;
  if v_id is not null then
    perform private.assert_same_content('message ' || v_me, v_client_id, v_content, v_id);
    return v_id;
  end if;
  v_quote := private.quote_of_party(p_quote_id, v_me);
  perform private.assert_conversation_open(v_quote, v_me);

  insert into public.messages (quote_id, sender_id, recipient_id, content, client_id)
  values (v_quote.id, v_me, case when v_quote.supplier_id = v_me then v_quote.post_owner_id else v_quote.supplier_id end,
    private.message_text(p_content), v_client_id)
  on conflict (sender_id, client_id) do nothing
  returning id into v_id;
  if v_id is null then
    -- The same request twice at the same moment: the other one has just been stored.
    select m.id into v_id from public.messages m where m.sender_id = v_me and m.client_id = v_client_id;
    perform private.assert_same_content('message ' || v_me, v_client_id, v_content, v_id);
    return v_id;
  end if;

  perform private.consume_rate_limit('message', v_me::text);
  perform private.attach_to_message(v_id, p_attachments);
  perform private.remember_content('message ' || v_me, p_client_id, v_content);
  return v_id;
end $$;

create function public.send_message(quote_id bigint, content text, client_id uuid default null, attachments jsonb default null)
returns bigint
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.send_message(quote_id, content, client_id, attachments);
$$;
comment on function public.send_message is
  'Sends a message to the other party of a quote; answers its id, for a repeated client_id that of the first.';
grant execute on function private.send_message, public.send_message to authenticated;

-- Side effects --------------------------------------------------------------------------------------------------------

create function private.announce_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_quote public.quotes;
begin
  update public.quotes q set last_message_at = greatest(q.last_message_at, new.created_at)
  where q.id = new.quote_id returning * into v_quote;
  if new.recipient_id is not null then
    perform private.notify(new.recipient_id,
      format('New message from %s about "%s"',
        (select p.username from public.profiles p where p.id = new.sender_id), v_quote.post_title),
      jsonb_build_object('type', 'message', 'messageId', new.id)
        || case when new.recipient_id = v_quote.supplier_id then jsonb_build_object('quoteId', v_quote.id)
           else jsonb_build_object('postId', v_quote.post_id) end);
  end if;
  return null;
end $$;

-- Edit and delete ----------------------------------------------------------------------------------------------------

create function private.message_to_change(p_message_id bigint, p_me bigint) returns public.messages
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.messages;
begin
  select * into v_message from public.messages m where m.id = p_message_id for update;
  if v_message.id is null or p_me not in (v_message.sender_id, coalesce(v_message.recipient_id, v_message.sender_id)) then
    perform private.refuse(404, 'not_found', 'Message not found');
  elsif v_message.sender_id <> p_me then
    perform private.refuse(403, 'forbidden', 'You can only change your own messages');
  end if;
  if v_message.deleted_at is null then
    if v_message.created_at <= now() - interval '15 minutes' then
      perform private.refuse(403, 'forbidden', 'Messages can be changed for 15 minutes only');
    end if;
    perform private.assert_conversation_open(private.quote_of_party(v_message.quote_id, p_me), p_me);
  end if;
  return v_message;
end $$;
comment on function private.message_to_change is
  'Locks a message for its sender within 15 minutes; a deleted one is given too, for the calling function to refuse.';

create function private.edit_message(p_message_id bigint, p_content text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.messages := private.message_to_change(p_message_id, private.require_profile_id());
  v_text text := private.message_text(p_content);
begin
  if v_message.deleted_at is not null then
    perform private.refuse(409, 'conflict', 'This message was deleted');
  elsif private.is_same_text('messages', v_message.id, 'content', v_message.content, v_text) then
    return;
  end if;
  -- The other party's open pages hear of it as of a new one.
  perform private.consume_rate_limit('message', v_message.sender_id::text);
  update public.messages m set content = v_text, edited_at = now() where m.id = p_message_id;
end $$;

create function public.edit_message(message_id bigint, content text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.edit_message(message_id, content) $$;
comment on function public.edit_message is 'Changes the text of a message of the caller''s own within 15 minutes.';
grant execute on function private.edit_message, public.edit_message to authenticated;

create function private.delete_message(p_message_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.messages := private.message_to_change(p_message_id, private.require_profile_id());
begin
  -- Deleting twice is harmless.
  if v_message.deleted_at is null then
    update public.messages m set content = '', deleted_at = now() where m.id = p_message_id;
    delete from public.message_attachments a where a.message_id = p_message_id;
    -- There is nothing to read any more, unless its notification stands for others of a flood. It stays, for the limit of its sender.
    update public.notifications n set read_at = now() where n.id in (
      select o.id from public.notifications o
      where o.user_id = v_message.recipient_id and o.read_at is null and o.data ->> 'type' = 'message'
        and (o.data ->> 'messageId')::bigint = p_message_id for update skip locked)
      and (not exists (
          select 1 from public.messages m
          where m.quote_id = v_message.quote_id and m.recipient_id = v_message.recipient_id and m.read_at is null and m.deleted_at is null)
        or exists (
          select 1 from public.notifications x
          where x.user_id = n.user_id and x.read_at is null and x.id <> n.id and x.actor_id is not distinct from n.actor_id
            and x.data - 'messageId' = n.data - 'messageId'));
  end if;
end $$;

create function public.delete_message(message_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.delete_message(message_id) $$;
comment on function public.delete_message is
  'Deletes a message of the caller''s own within 15 minutes: its place stays, its text and files are gone.';
grant execute on function private.delete_message, public.delete_message to authenticated;

-- Read state ---------------------------------------------------------------------------------------------------------

create function private.mark_messages_read(p_quote_id bigint, p_up_to bigint) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_of_party(p_quote_id, v_me);
  v_read text[];
begin
  with marked as (
    update public.messages m set read_at = now() where m.id in (
      -- Whoever is sent thousands reads them in as many steps; all at once would take longer than a statement may.
      select o.id from public.messages o
      where o.quote_id = v_quote.id and o.recipient_id = v_me and o.read_at is null and o.id <= coalesce(p_up_to, o.id)
      order by o.id desc limit 2000)
      and m.read_at is null
    returning m.id)
  select array_agg(marked.id::text) into v_read from marked;
  -- A message that has been read needs no notification.
  if v_read is not null then
    update public.notifications n set read_at = now() from unnest(v_read) as r (id)
    where n.user_id = v_me and n.read_at is null and n.data ->> 'type' = 'message' and n.data ->> 'messageId' = r.id;
  end if;
  return coalesce(cardinality(v_read), 0);
end $$;

create function public.mark_messages_read(quote_id bigint, up_to bigint default null) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.mark_messages_read(quote_id, up_to) $$;
comment on function public.mark_messages_read is
  'Marks the newest 2,000 unread messages that the caller received on a quote as read, those up to an id when one is given, and their notifications; answers how many: 2,000 mean that there may be more.';
grant execute on function private.mark_messages_read, public.mark_messages_read to authenticated;

create function private.unread_messages() returns table (quote_id bigint, post_id bigint, is_sent boolean, unread integer)
language sql stable rows 20 security definer set search_path = ''
as $$
  select q.id, q.post_id, q.supplier_id = m.recipient_id, count(*)::integer
  from public.messages m join public.quotes q on q.id = m.quote_id
  where m.recipient_id = (select private.current_profile_id()) and m.read_at is null and m.deleted_at is null
  group by q.id, q.post_id, q.supplier_id = m.recipient_id
  having not private.is_muted((select private.current_profile_id()), q.id, q.post_id)
$$;

create function public.unread_messages() returns table (quote_id bigint, post_id bigint, is_sent boolean, unread integer)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.unread_messages() $$;
comment on function public.unread_messages is
  'Unread messages of the caller per quote that is not muted, `is_sent` where the caller is its supplier: the one source of every unread number.';
grant execute on function private.unread_messages, public.unread_messages to authenticated;

create function private.conversation_closed_reason(p_quote_id bigint) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  return private.conversation_closed_reason(private.quote_of_party(p_quote_id, v_me), v_me);
end $$;

create function public.conversation_closed_reason(quote_id bigint) returns text
language sql stable security invoker set search_path = ''
as $$ select private.conversation_closed_reason(quote_id) $$;
comment on function public.conversation_closed_reason is
  'Why no message can be sent on a quote, as a sentence; null while it can. PT403 for whoever is no party of it.';
grant execute on function private.conversation_closed_reason(bigint), public.conversation_closed_reason to authenticated;

-- Inbox --------------------------------------------------------------------------------------------------------------

-- Reads as the caller, so that row-level security bounds what is listed.
create function public.list_conversations(search text default null, page integer default 1)
returns table (quote_id bigint, post_title text, user_id bigint, username text, avatar_path text, message text, is_own boolean,
  is_deleted boolean, is_muted boolean, sent_at timestamptz, total integer)
language sql stable rows 20 security invoker set search_path = ''
as $$
  -- Folded once, not for each conversation.
  with me as materialized (select private.current_profile_id() as id, private.fold(btrim(left(search, 100))) as words),
    found as (
      select q.id, q.post_id, q.post_title, q.last_message_at, o.id as user_id, o.username, o.avatar_path, count(*) over ()::integer as total
      from public.quotes q
      left join public.profiles o on o.id = case when q.supplier_id = (select me.id from me) then q.post_owner_id else q.supplier_id end
      where (q.supplier_id = (select me.id from me) or q.post_owner_id = (select me.id from me)) and q.last_message_at is not null
        and (search is null or position((select me.words from me) in q.folded) > 0
          or position((select me.words from me) in o.folded) > 0)
      order by q.last_message_at desc, q.id desc
      limit 20 offset (greatest(coalesce(page, 1), 1) - 1)::bigint * 20)
  select f.id, f.post_title, f.user_id, f.username, f.avatar_path, l.content, l.sender_id = (select me.id from me),
    l.deleted_at is not null, exists (select 1 from public.mutes m where m.quote_id = f.id or m.post_id = f.post_id), l.created_at, f.total
  from found f
  cross join lateral (
    select m.content, m.sender_id, m.deleted_at, m.created_at from public.messages m where m.quote_id = f.id order by m.id desc limit 1) as l
  order by f.last_message_at desc, f.id desc
$$;
comment on function public.list_conversations is
  'A page of 20 conversations of the caller with the last message of each, newest first; all, or those whose request or other party contains the words.';
grant execute on function public.list_conversations to authenticated;
