-- Notifications: only written by the database; read, and marked as read, by their receiver.

create function private.notification_topic(p_data jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_data ->> 'type' ~ '^(quote|deal)' then 'quotes'
    when p_data ->> 'type' ~ '^message' then 'messages'
    when p_data ->> 'type' ~ '^question' then 'questions'
    when p_data ->> 'type' ~ '^(post|request|deadline|saved_search)' then 'requests'
    when p_data ->> 'type' ~ '^review' then 'reviews'
    else 'other' end
$$;
comment on function private.notification_topic is 'The group of kinds, chosen between on /notifications, that a notification belongs to.';

create table public.notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references public.profiles (id) on delete cascade,
  message text not null,
  data jsonb,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  broadcast_id bigint references private.broadcasts (id) on delete cascade,
  actor_id bigint,
  quote_id bigint,
  topic text not null generated always as (private.notification_topic(data)) stored,
  constraint notifications_message_length check (char_length(message) between 1 and 600),
  constraint notifications_data_is_an_object check (jsonb_typeof(data) = 'object')
);
comment on table public.notifications is 'What happened to a user. `data` says where a click leads.';
comment on column public.notifications.broadcast_id is 'The broadcast that this is a copy of.';
comment on column public.notifications.actor_id is
  'The user who caused it, for limits per sender and receiver; null for what nobody caused. No reference: an id that is gone matches nobody. Never read by clients.';
comment on column public.notifications.quote_id is
  'The quote that it is about, where `data` names only the post. No reference.';

create index notifications_user_idx on public.notifications (user_id, id desc);
create index notifications_topic_idx on public.notifications (user_id, topic, id desc);
create index notifications_created_idx on public.notifications (created_at);
-- What one user causes for another, which every notification counts.
create index notifications_actor_idx on public.notifications (user_id, actor_id, created_at) where actor_id is not null;
-- A user gets a broadcast at most once, even if the job runs twice.
create unique index notifications_broadcast_is_one on public.notifications (broadcast_id, user_id) where broadcast_id is not null;
create index notifications_unread_copies_idx on public.notifications (broadcast_id) where read_at is null;

revoke all on table public.notifications from anon, authenticated, service_role;
grant select (id, user_id, message, data, read_at, created_at, broadcast_id, quote_id, topic) on table public.notifications to authenticated;

alter table public.notifications enable row level security;
create policy "users read their own notifications" on public.notifications for select to authenticated
  using (user_id = (select private.current_profile_id()));

create function private.notify(p_user_id bigint, p_message text, p_data jsonb, p_quote_id bigint default null) returns void
language sql volatile security definer set search_path = ''
as $$ insert into public.notifications (user_id, message, data, quote_id) values (p_user_id, left(p_message, 600), p_data, p_quote_id) $$;
comment on function private.notify is 'Writes a notification, with the quote that its mail leads to; for rules of the database only.';

create function private.mark_notification_read(p_notification_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  update public.notifications n set read_at = coalesce(n.read_at, now())
  where n.id = p_notification_id and n.user_id = v_me;
  if not found then
    perform private.refuse(404, 'not_found', 'Notification not found');
  end if;
end $$;

create function public.mark_notification_read(notification_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.mark_notification_read(notification_id) $$;
comment on function public.mark_notification_read is 'Marks one notification of the caller as read; PT404 for others'' ids.';
grant execute on function private.mark_notification_read, public.mark_notification_read to authenticated;

create function private.mark_all_notifications_read(p_up_to bigint, p_shown bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  -- Ids are given before transactions end: a long one can add an older id than the newest that was shown.
  update public.notifications n set read_at = now()
  where n.user_id = v_me and n.read_at is null and n.id <= coalesce(p_up_to, n.id)
    and (p_shown is null or n.id = any (p_shown) or n.id < (select min(s.id) from unnest(p_shown) as s (id)));
end $$;

create function public.mark_all_notifications_read(up_to bigint default null, shown bigint[] default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.mark_all_notifications_read(up_to, shown) $$;
comment on function public.mark_all_notifications_read is
  'Marks all notifications of the caller as read, up to the newest that was shown: nobody has read what came meanwhile. With the newest that were shown, none that is missing between these.';
grant execute on function private.mark_all_notifications_read, public.mark_all_notifications_read to authenticated;

-- Limits per sender and receiver -------------------------------------------------------------------------------------
--
-- Every notification passes this trigger, whichever function writes it, and so does every mail about one.

create function private.replace_notifications(p_user_id bigint, p_ids bigint[], p_by bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  -- A row that its receiver is marking as read is left alone.
  with gone as (
    delete from public.notifications n where n.id in (
      select o.id from public.notifications o where o.id = any (p_ids) for update skip locked)
    returning n.id, n.read_at
  ), mails as (
    select o.id from private.mail_outbox o
    where o.user_id = p_user_id and o.status = 'queued' and exists (
      select 1 from jsonb_array_elements(o.data -> 'items') as i (item) join gone g on g.id = (i.item ->> 'notificationId')::bigint)
    order by o.id for update)
  update private.mail_outbox o set data = private.with_items(o.data, (
    select jsonb_agg(case when g.id is null then i.item else i.item || jsonb_build_object('notificationId', coalesce(p_by, g.id)) end order by i.n)
    from jsonb_array_elements(o.data -> 'items') with ordinality as i (item, n) left join gone g on g.id = (i.item ->> 'notificationId')::bigint
    where g.read_at is null))
  where o.id in (select m.id from mails m)
$$;
comment on function private.replace_notifications is
  'Deletes notifications of a user. Mails that wait lose what was read of them; the rest is read with the notification that stands for them now, if there is one.';

create function private.limit_notification() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_max constant integer := 60;
  v_max_of_messages constant integer := 120;
  v_max_of_admins constant integer := 200;
  -- Nobody may miss these, however many there were; what they tell has limits of its own, such as `quote` and `quote_decision`.
  v_decisions constant text[] := array['quote', 'quote_shortlisted', 'quote_accepted', 'quote_declined', 'quote_reopened', 'quote_withdrawn',
    'quote_revised', 'deal_cancelled', 'post_closed'];
  v_is_decision boolean := coalesce(new.data ->> 'type' = any (v_decisions), false);
  v_sent integer;
  v_alike bigint[];
  v_oldest bigint[];
  v_told bigint[];
  v_is_same boolean := true;
begin
  -- Jobs name whose act they tell.
  new.actor_id := coalesce(private.current_profile_id(), new.actor_id);
  if new.actor_id is null or new.actor_id = new.user_id then
    return new;
  end if;
  -- Of a kind, so that nobody hides a closing or a review behind messages. Each deletion of a post is another thing, in the same data.
  select count(*),
    array_agg(n.id) filter (where n.read_at is null and n.data - 'messageId' = new.data - 'messageId' and n.data <> '{"type": "post"}'),
    array_agg(n.id) filter (where n.data = new.data and n.quote_id is not distinct from new.quote_id and n.read_at is null and n.created_at > now() - interval '10 minutes'
      and n.data ->> 'type' = any (array_remove(v_decisions, 'quote') || array['post_changed', 'review'])),
    (array_agg(n.id order by n.read_at is null, n.id))[1:1]
  into v_sent, v_alike, v_told, v_oldest
  from public.notifications n
  where n.user_id = new.user_id and n.actor_id = new.actor_id and n.created_at > now() - interval '1 hour'
    and n.data ->> 'type' is not distinct from new.data ->> 'type' and n.data ->> 'topic' is not distinct from new.data ->> 'topic'
    and n.data ? 'postId' is not distinct from new.data ? 'postId';
  -- Many accounts together: one row for each conversation is enough, which counts its messages itself.
  if new.data ->> 'type' = 'message' and (
      select n.created_at from public.notifications n
      where n.user_id = new.user_id and n.topic = 'messages' order by n.id desc offset v_max_of_messages - 1 limit 1) > now() - interval '1 hour' then
    v_told := v_alike;
  end if;
  if v_told is null and v_sent >= v_max and not v_is_decision and private.setting('rate_limits_enabled') = 'true'
    -- Posts are hidden and unhidden hundreds at once.
    and (v_sent >= v_max_of_admins or not private.is_admin() or new.data ->> 'type' = 'post') then
    -- Never nothing: what was heard last would be what is not so any more.
    v_is_same := v_alike is not null;
    v_told := coalesce(v_alike, v_oldest);
  end if;
  if v_told is not null then
    perform private.replace_notifications(new.user_id, v_told, case when v_is_same then new.id end);
  end if;
  return new;
end $$;
comment on function private.limit_notification is
  'What one user causes for another: at most 60 notifications of a kind an hour, 200 by an admin, of quotes, decisions and closings all; more replace what is unread of the same thing, else the oldest of the kind, read ones first. One unread about the state of a quote or post within ten minutes, with its last words. Whoever gets 120 about messages in an hour, from whomever, gets one of each conversation.';

-- Hidden and unhidden posts -------------------------------------------------------------------------------------------

create function private.notify_of_moderation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Spammers are not told what was noticed.
  if current_setting('app.moderation_is_silent', true) = 'true' then
    return null;
  end if;
  -- hidden_by becomes null when the account of that admin is deleted, which is no news.
  if new.is_hidden and new.hidden_by <> new.user_id
    and (not old.is_hidden or old.hidden_by is distinct from new.hidden_by) then
    perform private.notify(new.user_id, format('Your post "%s" was hidden: %s', new.title, new.hidden_reason),
      jsonb_build_object('type', 'post', 'postId', new.id));
  elsif old.is_hidden and not new.is_hidden and private.current_profile_id() is distinct from new.user_id then
    -- An admin may add a note.
    perform private.notify(new.user_id,
      concat_ws(': ', format('Your post "%s" is visible again', new.title), nullif(current_setting('app.moderation_note', true), '')),
      jsonb_build_object('type', 'post', 'postId', new.id));
  end if;
  return null;
end $$;

create table private.notification_kinds (
  kind text primary key,
  is_enabled boolean not null default true
);
comment on table private.notification_kinds is 'Which notifications the product writes by itself; one that is off can still be mailed.';

revoke all on table private.notification_kinds from anon, authenticated, service_role;

insert into private.notification_kinds (kind) values
  ('quote_received'), ('quote_sent'), ('quote_shortlisted'), ('quote_accepted'), ('quote_declined'), ('quote_reopened'),
  ('quote_withdrawn'), ('quote_revised'), ('deal_cancelled'), ('message_received'), ('review_received'),
  ('question_asked'), ('question_answered'), ('post_changed'), ('post_closed'), ('deadline_passed'), ('post_hidden'),
  ('post_unhidden'), ('feedback_answered'), ('request_watched'), ('deadline_near'), ('saved_search'), ('request_unquoted'),
  ('second_factor_reset');

-- Switches -----------------------------------------------------------------------------------------------------------

-- The type of a notification is its kind, except for types that cover several.
create function private.notification_kind(p_message text, p_data jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case p_data ->> 'type'
    when 'quote' then case when p_data ? 'postId' then 'quote_received' else 'quote_sent' end
    when 'message' then 'message_received'
    -- A note can follow.
    when 'post' then case when p_message like '%" is visible again%' and p_message not like '%" was hidden: %' then 'post_unhidden' else 'post_hidden' end
    when 'review' then 'review_received'
    when 'feedback' then 'feedback_answered'
    else p_data ->> 'type' end
$$;

create function private.skip_switched_off() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_kind text := private.notification_kind(new.message, new.data);
begin
  if exists (select 1 from private.notification_kinds k where k.kind = v_kind and not k.is_enabled)
    or exists (
      select 1 from private.notification_preferences n
      where n.user_id = new.user_id and n.kind = private.preference_of(v_kind) and not n.is_on_page) then
    return null;
  end if;
  return new;
end $$;

create function private.list_notification_kinds() returns table (kind text, is_enabled boolean)
language plpgsql stable rows 10 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select k.kind, k.is_enabled from private.notification_kinds k order by k.kind;
end $$;

create function public.list_notification_kinds() returns table (kind text, is_enabled boolean)
language sql stable rows 10 security invoker set search_path = ''
as $$ select * from private.list_notification_kinds() $$;
comment on function public.list_notification_kinds is 'For admins: which notifications the product writes by itself.';
grant execute on function private.list_notification_kinds, public.list_notification_kinds to authenticated;

create function private.set_notification_kind(p_kind text, p_is_enabled boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before boolean;
begin
  perform private.require_admin();
  select k.is_enabled into v_before from private.notification_kinds k where k.kind = p_kind for update;
  if not found then
    perform private.refuse(404, 'not_found', 'Notification not found');
  end if;
  update private.notification_kinds k set is_enabled = p_is_enabled where k.kind = p_kind;
  perform private.audit('set_notification_kind', 'notification_kind', p_kind, jsonb_build_object('is_enabled', v_before),
    jsonb_build_object('is_enabled', p_is_enabled));
end $$;

create function public.set_notification_kind(kind text, is_enabled boolean) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.set_notification_kind(kind, is_enabled) $$;
comment on function public.set_notification_kind is 'For admins: switches a kind of notification on or off.';
grant execute on function private.set_notification_kind, public.set_notification_kind to authenticated;

-- Must be the first trigger, so that a deleted account gets no mail either.
create function private.skip_deleted_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.accounts a where a.profile_id = new.user_id and a.deleted_at is not null) then
    return null;
  end if;
  return new;
end $$;
