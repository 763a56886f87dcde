alter table public.accounts
  add column time_zone text,
  add column digest_hour smallint not null default 7,
  add constraint accounts_time_zone_is_a_name check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$' and char_length(time_zone) <= 64),
  add constraint accounts_digest_hour_is_of_a_day check (digest_hour between 0 and 23);

comment on column public.accounts.time_zone is
  'Time zone of the browser in which the person chose when digests come, as "Europe/Rome". Null until they choose: UTC.';

comment on column public.accounts.digest_hour is 'The hour in that zone at which digests come.';

alter table private.mail_templates
  drop constraint mail_templates_default_pace_is_known,
  add constraint mail_templates_default_pace_is_known check (default_pace in ('now', 'daily', 'off') and (is_optional or default_pace = 'now'));

drop trigger forget_locale_of_deleted on public.accounts;

drop function private.forget_locale_of_deleted();

create function private.forget_choices_of_deleted() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.locale := null;
  new.time_zone := null;
  new.digest_hour := 7;
  return new;
end $$;

drop trigger b_refuse_deleted on public.accounts;

create trigger b_refuse_deleted before update of first_name, last_name, phone_number, address, organization, tax_code, locale, time_zone,
  digest_hour on public.accounts
  for each row execute function private.refuse_deleted();

create trigger forget_choices_of_deleted before update of deleted_at on public.accounts
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_choices_of_deleted();

-- The digest ----------------------------------------------------------------------------------------------------------

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

create or replace function private.queue_mail(
  p_user_id bigint, p_template text, p_data jsonb, p_cause text default null, p_notification_id bigint default null,
  p_actor bigint default null, p_pace text default null, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email text := (select a.email from public.accounts a where a.profile_id = p_user_id);
  v_pace text := coalesce(private.mail_pace(p_user_id, p_template), 'now');
begin
  if v_pace <> 'off' then
    v_pace := coalesce(p_pace, v_pace);
  end if;
  if v_pace = 'now' then
    perform private.add_mail(p_user_id, v_email, p_template, p_data, p_cause, p_at, p_actor);
  elsif v_pace <> 'off' and (select t.is_enabled from private.mail_templates t where t.template = p_template) then
    -- Of a cause that collects nothing, the digest says the last state, as a mail of its own would.
    perform private.add_mail(p_user_id, v_email, 'digest', private.collected(jsonb_build_object('kind', p_template,
      'message', coalesce(p_data ->> 'message', p_data #>> '{items,0,message}'), 'notificationId', p_notification_id,
      'about', coalesce(p_data #>> '{items,0,about}', p_cause), 'path', p_data ->> 'path',
      'cause', case when p_data ? 'items' then p_data #>> '{items,0,cause}' else p_cause end)), 'digest ' || v_pace, private.next_digest(p_user_id, v_pace), p_actor);
  end if;
end $$;

drop function private.next_digest(text);

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
    where o.user_id = v_me and o.template = 'digest' and o.status = 'queued' and o.attempts = 0 order by o.id for update);
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

-- Requests without a quote --------------------------------------------------------------------------------------------

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
    select l.user_id, left(case
        when exists (select 1 from public.post_questions k where k.post_id = l.id and k.answered_at is null and k.hidden_at is null)
          then format('No quote on "%s" for 48 hours: suppliers wait for your answer', l.title)
        else format('No quote on "%s" for 48 hours: add details or photos, or share its link', l.title) end, 600),
      jsonb_build_object('type', 'request_unquoted', 'path', '/post/post-' || l.id)
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

create or replace function private.mail_of_notification() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
  v_data jsonb := jsonb_build_object('message', new.message);
  v_item jsonb;
  v_page text;
begin
  select * into v_post from public.posts p
  where p.id = coalesce(new.data ->> 'postId', substring(new.data ->> 'path' from '^/post/post-(\d{1,18})$'))::bigint;
  v_page := '/post/post-' || v_post.id;
  if new.data ?| array['postId', 'path'] then
    v_data := v_data || jsonb_build_object('title', v_post.title);
  end if;
  case new.data ->> 'type'
    when 'quote' then
      if new.data ? 'postId' then
        perform private.queue_mail(new.user_id, 'quote_received', private.collected(private.item_of_quote(new.quote_id, new.message))
          || jsonb_build_object('title', v_post.title, 'path', '/account?tab=posts&quote=' || new.quote_id, 'pathOfMany', '/compare/' || v_post.id),
          'quotes on post ' || v_post.id, new.id);
      end if;
    when 'message' then
      perform private.queue_mail(new.user_id, 'message_received',
        private.collected(v_data || jsonb_build_object('notificationId', new.id, 'about',
          'message on quote ' || (select m.quote_id from public.messages m where m.id = (new.data ->> 'messageId')::bigint))), null, new.id);
    when 'post' then
      if v_post.is_hidden then
        perform private.queue_mail(new.user_id, 'post_hidden', v_data || jsonb_build_object('reason', v_post.hidden_reason));
      elsif v_post.id is not null then
        perform private.queue_mail(new.user_id, 'post_unhidden', v_data);
      end if;
    when 'question_asked' then
      select jsonb_build_object('message', new.message, 'asker', p.username, 'question', k.question) into v_item
      from public.post_questions k join public.profiles p on p.id = k.asker_id
      where k.post_id = v_post.id and k.asker_id = coalesce(new.actor_id, k.asker_id) order by k.id desc limit 1;
      perform private.queue_mail(new.user_id, 'question_asked',
        private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'questions on post ' || v_post.id, new.id);
    when 'question_answered' then
      -- Suppliers who quoted are told as well; only the asker waits for it.
      select jsonb_build_object('message', new.message, 'question', k.question, 'answer', k.answer) into v_item from public.post_questions k
      where k.post_id = v_post.id and k.asker_id = new.user_id and k.answered_at = now() order by k.id desc limit 1;
      if found then
        perform private.queue_mail(new.user_id, 'question_answered',
          private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'answers on post ' || v_post.id, new.id);
      end if;
    when 'post_changed' then
      -- Only a quote that waits or binds may have to change as well.
      if exists (select 1 from public.quotes q where q.post_id = v_post.id and q.supplier_id = new.user_id
          and (private.is_undecided(q) or q.status = 'accepted')) then
        -- Owners seldom stop at one change.
        perform private.queue_mail(new.user_id, 'request_changed', v_data || jsonb_build_object('path', v_page),
          'changes of post ' || v_post.id, new.id, p_at => now() + interval '10 minutes');
      end if;
    when 'request_watched' then
      v_item := jsonb_build_object('kind', 'request_watched', 'message', new.message, 'cause',
        case when new.data ->> 'topic' in ('closed', 'opened') then 'state' else new.data ->> 'topic' end || ' of post ' || v_post.id);
      perform private.queue_mail(new.user_id, 'request_watched',
        private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'watch of post ' || v_post.id, new.id, new.actor_id);
    when 'deadline_near' then
      perform private.queue_mail(new.user_id, 'deadline_near', v_data || jsonb_build_object('path', v_page),
        'deadline of post ' || v_post.id, new.id, new.actor_id);
    when 'deadline_passed' then
      perform private.queue_mail(new.user_id, 'deadline_passed', v_data || jsonb_build_object('path', v_page),
        'end of post ' || v_post.id, new.id);
    when 'request_unquoted' then
      perform private.queue_mail(new.user_id, 'request_unquoted', v_data || jsonb_build_object('path', v_page),
        'quotes missing on post ' || v_post.id, new.id);
    else
      perform private.queue_mail(new.user_id, 'review_received', v_data, null, new.id);
  end case;
  return new;
end $$;

drop trigger mail_of_notification on public.notifications;

create trigger mail_of_notification before insert on public.notifications
  for each row when (new.data ->> 'type' in ('quote', 'message', 'post', 'review', 'question_asked', 'question_answered', 'post_changed', 'deadline_passed',
    'request_watched', 'deadline_near', 'request_unquoted'))
  execute function private.mail_of_notification();

create or replace function private.is_muted(p_notification public.notifications) returns boolean
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

create or replace function private.housekeep(p_job text, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  case p_job
    when 'notifications' then
      delete from public.notifications n where n.id in (
        select o.id from public.notifications o where o.created_at < now() - interval '90 days' limit p_limit for update skip locked);
    when 'guest-visits' then
      delete from public.guest_visits g where g.id in (
        select o.id from public.guest_visits o where o.created_at < now() - interval '90 days' limit p_limit for update skip locked);
    when 'rate-limits' then
      -- The longest window is a day.
      delete from private.rate_limit_uses r where (r.action, r.subject) in (
        select o.action, o.subject from private.rate_limit_uses o where o.window_started_at < now() - interval '2 days'
        limit p_limit for update skip locked);
    when 'registrations' then
      delete from private.registration_passes r where r.email in (
        select o.email from private.registration_passes o where o.made_at < now() - interval '1 minute' for update skip locked);
      delete from private.ended_registrations r where r.auth_id in (
        select o.auth_id from private.ended_registrations o where o.ended_at < now() - interval '48 hours' for update skip locked);
      return private.end_registrations(interval '48 hours', least(p_limit, 500));
    when 'content-hits' then
      delete from public.content_hits h where h.id in (
        select o.id from public.content_hits o where o.created_at < now() - interval '30 days' limit p_limit for update skip locked);
    when 'bulk-actions' then
      delete from private.moderation_changes m where (m.batch_id, m.kind, m.subject_id) in (
        select o.batch_id, o.kind, o.subject_id from private.moderation_changes o where o.changed_at < now() - interval '30 days'
        limit p_limit for update skip locked);
      get diagnostics v_count = row_count;
      -- A batch goes after what it changed.
      if v_count = 0 then
        delete from public.moderation_batches b where b.id in (
          select o.id from public.moderation_batches o
          where o.created_at < now() - interval '30 days'
            and not exists (select 1 from private.moderation_changes c where c.batch_id = o.id)
          limit p_limit for update skip locked);
      else
        return v_count;
      end if;
    when 'empty-searches' then
      delete from private.empty_searches e where (e.day, e.term) in (
        select o.day, o.term from private.empty_searches o where o.day < (now() at time zone 'utc')::date - 90
        limit p_limit for update skip locked);
    when 'audit-log' then
      delete from public.audit_log a where a.id in (
        select o.id from public.audit_log o where o.created_at < now() - interval '2 years' limit p_limit for update skip locked);
    when 'mail-log' then
      delete from private.mail_days d where d.day < (now() at time zone 'utc')::date - 30;
      delete from private.mail_outbox m where m.id in (
        select o.id from private.mail_outbox o
        where o.created_at < now() - interval '30 days' and o.status in ('sent', 'bounced', 'failed') limit p_limit for update skip locked);
    when 'suspensions' then
      -- Over they are by themselves; this takes the mark away and says so in the log. Few at a time: accounts have many indexes.
      with ended as (
        update public.accounts a set suspended_until = null, suspension_reason = null, suspended_at = null
        where a.profile_id in (
          select o.profile_id from public.accounts o where o.suspended_until <= now() limit least(p_limit, 500) for update skip locked)
        returning a.profile_id)
      select count(*) into v_count from ended e
      cross join lateral private.audit('end_suspension', 'user', e.profile_id::text, null, null);
      return v_count;
    when 'repeated-writes' then
      return private.sweep_idempotent_writes(p_limit);
    when 'vocabulary' then
      return private.forget_words(p_limit);
    when 'broadcasts' then
      return private.work_on_broadcasts(p_limit);
    when 'watches' then
      v_count := private.tell_watchers(p_limit);
      return case v_count when 0 then private.remind_watchers(p_limit) else v_count end;
    when 'saved-searches' then
      v_count := private.match_saved_searches(p_limit);
      return case v_count when 0 then private.tell_of_hits(p_limit) else v_count end;
    when 'unquoted-posts' then
      return private.tell_of_unquoted(p_limit);
    when 'flag-rules' then
      return private.stop_common_flags();
    else
      perform private.refuse(404, 'not_found', 'There is no such job');
  end case;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

create or replace function private.jobs() returns table (path text, schedule text)
language sql immutable rows 23 set search_path = ''
as $$
  values
    ('mail', '* * * * *'),
    ('housekeeping/broadcasts', '* * * * *'),
    ('housekeeping/inspection', '* * * * *'),
    ('housekeeping/thumbnails', '* * * * *'),
    ('housekeeping/watches', '* * * * *'),
    ('housekeeping/saved-searches', '* * * * *'),
    ('housekeeping/suspensions', '*/15 * * * *'),
    ('housekeeping/quote-deadlines', '*/15 * * * *'),
    ('housekeeping/uploads', '20 * * * *'),
    ('housekeeping/repeated-writes', '30 * * * *'),
    ('housekeeping/unquoted-posts', '35 * * * *'),
    ('housekeeping/flag-rules', '40 * * * *'),
    ('housekeeping/registrations', '45 * * * *'),
    ('housekeeping/vocabulary', '50 * * * *'),
    ('housekeeping/notifications', '5 3 * * *'),
    ('housekeeping/guest-visits', '10 3 * * *'),
    ('housekeeping/rate-limits', '15 3 * * *'),
    ('housekeeping/mail-log', '25 3 * * *'),
    ('housekeeping/content-hits', '35 3 * * *'),
    ('housekeeping/bulk-actions', '55 3 * * *'),
    ('housekeeping/empty-searches', '40 3 * * *'),
    ('housekeeping/audit-log', '45 3 * * *'),
    ('housekeeping/exchange-rates', '30 16 * * *')
$$;

insert into private.notification_kinds (kind) values ('request_unquoted');

insert into private.mail_templates (template, is_optional, placeholders, is_page_optional, default_pace) values
  ('request_unquoted', true, '{username,title,message}', true, 'daily');

select private.schedule_jobs();
