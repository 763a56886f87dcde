-- Notifications: written by rules of the database only, read and marked as read by their receiver.

create table public.notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references public.profiles (id) on delete cascade,
  message text not null,
  data jsonb,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  constraint notifications_message_length check (char_length(message) between 1 and 600),
  constraint notifications_data_is_an_object check (jsonb_typeof(data) = 'object')
);
comment on table public.notifications is 'What happened to a user. `data` says where a click leads.';
create index notifications_user_idx on public.notifications (user_id, id desc);
create index notifications_created_idx on public.notifications (created_at);

revoke all on table public.notifications from anon, authenticated, service_role;
grant select on table public.notifications to authenticated;

alter table public.notifications enable row level security;
create policy "users read their own notifications" on public.notifications for select to authenticated
  using (user_id = (select private.current_profile_id()));

create function private.notify(p_user_id bigint, p_message text, p_data jsonb) returns void
language sql volatile security definer set search_path = ''
as $$ insert into public.notifications (user_id, message, data) values (p_user_id, left(p_message, 600), p_data) $$;
comment on function private.notify is 'Writes a notification; for rules of the database only.';

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

create function private.mark_all_notifications_read() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  update public.notifications n set read_at = now() where n.user_id = v_me and n.read_at is null;
end $$;

create function public.mark_notification_read(notification_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.mark_notification_read(notification_id) $$;
comment on function public.mark_notification_read is 'Marks one notification of the caller as read; PT404 for others'' ids.';

create function public.mark_all_notifications_read() returns void
language sql volatile security invoker set search_path = ''
as $$ select private.mark_all_notifications_read() $$;
comment on function public.mark_all_notifications_read is 'Marks all notifications of the caller as read.';

grant execute on function private.mark_notification_read, private.mark_all_notifications_read,
  public.mark_notification_read, public.mark_all_notifications_read to authenticated;

-- Hidden and unhidden posts: owners hear of what an admin did, not of their own acts --------------------------------------

create function private.notify_of_moderation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
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
create trigger notify_of_moderation after update of is_hidden, hidden_by on public.posts
  for each row execute function private.notify_of_moderation();
