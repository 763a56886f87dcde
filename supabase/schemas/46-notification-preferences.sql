-- Notification preferences: how a user hears of each kind, on the page and by mail. A kind is called like its mail.

create table private.notification_preferences (
  user_id bigint not null references public.profiles (id) on delete cascade,
  kind text not null references private.mail_templates (template),
  is_on_page boolean not null default true,
  mail text not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, kind),
  constraint notification_preferences_mail_is_a_pace check (mail in ('now', 'daily', 'weekly', 'off'))
);
comment on table private.notification_preferences is
  'What users chose. Without a row, a kind is on the page and its mail comes at `mail_templates.default_pace`.';

create index notification_preferences_kind_idx on private.notification_preferences (kind);

revoke all on table private.notification_preferences from anon, authenticated, service_role;

create view private.mail_unsubscribes as
  select n.user_id, n.kind as template from private.notification_preferences n where n.mail = 'off';
comment on view private.mail_unsubscribes is 'Optional mails that people do not want.';

revoke all on table private.mail_unsubscribes from anon, authenticated, service_role;

-- Reading ------------------------------------------------------------------------------------------------------------

create function private.preference_of(p_kind text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_kind in ('quote_withdrawn', 'quote_revised', 'deal_cancelled') then 'quote_changed'
    when p_kind = 'post_changed' then 'request_changed'
    when p_kind = 'post_closed' then 'request_closed'
    else p_kind end
$$;
comment on function private.preference_of is 'The kind, called like its mail, under which users choose how they hear of a kind of notification.';

create function private.mail_pace(p_user_id bigint, p_kind text) returns text
language sql stable security definer set search_path = ''
as $$
  select case when t.is_optional then coalesce(n.mail, t.default_pace) else 'now' end
  from private.mail_templates t
  left join private.notification_preferences n on n.kind = t.template and n.user_id = p_user_id
  where t.template = p_kind
$$;
comment on function private.mail_pace is 'When a user gets mails of a kind: now, daily, weekly or off. Null for a mail that there is not.';

create function private.paces_of(p_template private.mail_templates) returns text[]
language sql immutable set search_path = ''
as $$
  select case
    when not p_template.is_optional then array['now']
    -- One broadcast is many mails, which are queued together; each saved search has its own pace.
    when p_template.template in ('broadcast', 'saved_search') then array['now', 'off']
    else array['now', 'daily', 'weekly', 'off'] end
$$;
comment on function private.paces_of is 'What a user can choose between for a kind of mail.';

create function private.next_digest(p_pace text, p_zone text, p_hour integer, p_after timestamptz) returns timestamptz
language sql stable set search_path = ''
as $$
  -- An hour that a change of clocks skips is the first moment after it; one that comes twice is in standard time.
  select min(d.at)
  from (values ('daily', 'day', interval '1 day'), ('weekly', 'week', interval '7 days')) as u (pace, unit, step)
  cross join generate_series(-1, 2) as n
  cross join lateral (
    select (date_trunc(u.unit, p_after at time zone p_zone) + n * u.step + make_interval(hours => p_hour)) at time zone p_zone) as d (at)
  where u.pace = p_pace and d.at > p_after
$$;
comment on function private.next_digest(text, text, integer, timestamptz) is
  'When the first digest after a moment leaves: at an hour in a time zone, a weekly one on Monday.';

create function private.next_digest(p_user_id bigint, p_pace text) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account public.accounts;
begin
  select * into v_account from public.accounts a where a.profile_id = p_user_id;
  return private.next_digest(p_pace, coalesce(v_account.time_zone, 'UTC'), v_account.digest_hour, now());
exception when invalid_parameter_value then
  -- A database that was moved may not know the zone any more, which must not fail what causes a mail.
  return private.next_digest(p_pace, 'UTC', v_account.digest_hour, now());
end $$;
comment on function private.next_digest(bigint, text) is 'When the next digest of a user leaves.';

create function private.unread_part(p_user_id bigint, p_data jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.with_items(p_data, (
    select jsonb_agg(i.item order by i.n) from jsonb_array_elements(p_data -> 'items') with ordinality as i (item, n)
    where private.mail_pace(p_user_id, i.item ->> 'kind') is distinct from 'off'
      and not exists (
        select 1 from public.notifications n where n.id = (i.item ->> 'notificationId')::bigint and n.read_at is not null)
      and not exists (
        select 1 from public.messages m where m.id = (i.item ->> 'messageId')::bigint and m.read_at is not null)))
$$;
comment on function private.unread_part is 'The data of a mail that collects without what its reader has read on the page, or does not want any more.';

create function private.list_notification_preferences()
returns table (kind text, is_on_page boolean, mail text, is_page_optional boolean, paces text[])
language plpgsql stable rows 15 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  return query
    select t.template, coalesce(n.is_on_page, true), private.mail_pace(v_me, t.template), t.is_page_optional, private.paces_of(t)
    from private.mail_templates t
    left join private.notification_preferences n on n.kind = t.template and n.user_id = v_me
    where t.is_optional order by t.template;
end $$;

create function public.list_notification_preferences()
returns table (kind text, is_on_page boolean, mail text, is_page_optional boolean, paces text[])
language sql stable rows 15 security invoker set search_path = ''
as $$ select * from private.list_notification_preferences() $$;
comment on function public.list_notification_preferences is
  'How the caller hears of each kind of notification that leaves a choice, and the choices.';
grant execute on function private.list_notification_preferences, public.list_notification_preferences to authenticated;

-- Choosing -----------------------------------------------------------------------------------------------------------

create function private.prefer(p_user_id bigint, p_kind text, p_is_on_page boolean, p_mail text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.notification_preferences as n (user_id, kind, is_on_page, mail)
  select p_user_id, p_kind, coalesce(p_is_on_page, true), coalesce(p_mail, private.mail_pace(p_user_id, p_kind))
  from public.accounts a where a.profile_id = p_user_id and a.deleted_at is null
  on conflict (user_id, kind) do update set
    is_on_page = coalesce(p_is_on_page, n.is_on_page), mail = coalesce(p_mail, n.mail), updated_at = now();
  -- Mails that already wait are not wanted either.
  if p_mail = 'off' then
    delete from private.mail_outbox o where o.user_id = p_user_id and o.template = p_kind and o.status = 'queued';
  end if;
end $$;
comment on function private.prefer is 'Stores the choice of a user for a kind; null keeps what they had. The only writer: the page, /api and the links of mails use it.';

create function private.set_notification_preferences(p_preferences jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_choice record;
  v_template private.mail_templates;
begin
  if jsonb_typeof(p_preferences) is distinct from 'array' or jsonb_array_length(p_preferences) > 50 then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "preferences"}');
  end if;
  -- In one order, so that two devices of a user do not deadlock.
  for v_choice in
    select c.kind, c.page, c.mail
    from jsonb_array_elements(p_preferences) with ordinality as p (fields, n)
    cross join lateral jsonb_to_record(private.known_fields(p.fields, array['kind', 'page', 'mail'])) as c (kind text, page boolean, mail text)
    order by c.kind, p.n
  loop
    select * into v_template from private.mail_templates t where t.template = v_choice.kind and t.is_optional;
    if v_template.template is null or (v_choice.page is false and not v_template.is_page_optional)
      or v_choice.mail <> all (private.paces_of(v_template)) then
      perform private.refuse(400, 'invalid_input', 'This notification leaves no such choice', jsonb_build_object('path',
        case when v_template.template is null then 'kind' when v_choice.page is false and not v_template.is_page_optional then 'page' else 'mail' end));
    end if;
    perform private.prefer(v_me, v_template.template, v_choice.page, v_choice.mail);
  end loop;
end $$;

create function public.set_notification_preferences(preferences jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.set_notification_preferences(preferences);
$$;
comment on function public.set_notification_preferences is
  'Stores how the caller hears of kinds of notification: a list of {"kind", "page", "mail"}. Kinds and fields that it does not name stay; PT400 for what cannot be chosen.';
grant execute on function private.set_notification_preferences, public.set_notification_preferences to authenticated;

create function private.digest_time() returns table (hour smallint, time_zone text)
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  return query select a.digest_hour, a.time_zone from public.accounts a where a.profile_id = v_me;
end $$;

create function public.digest_time() returns table (hour smallint, time_zone text)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.digest_time() $$;
comment on function public.digest_time is 'At which hour, in which time zone, the digests of the caller come; null is UTC, until they choose.';
grant execute on function private.digest_time, public.digest_time to authenticated;

create function private.set_digest_time(p_hour integer, p_time_zone text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_mails bigint[];
begin
  if p_hour between 0 and 23 is not true then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "hour"}');
  elsif not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = p_time_zone) then
    perform private.refuse(400, 'invalid_input', 'This time zone is not known', '{"path": "timeZone"}');
  end if;
  -- Before the account, as everywhere.
  v_mails := array(
    select o.id from private.mail_outbox o
    where o.user_id = v_me and o.cause in ('digest daily', 'digest weekly') and o.status = 'queued' and o.attempts = 0 order by o.id for update);
  update public.accounts a set digest_hour = p_hour, time_zone = p_time_zone where a.profile_id = v_me;
  update private.mail_outbox o set next_attempt_at = private.next_digest(v_me, replace(o.cause, 'digest ', '')) where o.id = any (v_mails);
end $$;

create function public.set_digest_time(hour integer, time_zone text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.set_digest_time(hour, time_zone);
$$;
comment on function public.set_digest_time is
  'Stores at which hour, in which time zone, the digests of the caller come, also those that wait. PT400 for a zone that the database does not know.';
grant execute on function private.set_digest_time, public.set_digest_time to authenticated;
