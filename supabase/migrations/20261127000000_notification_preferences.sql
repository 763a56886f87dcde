alter table private.mail_templates
  add column is_page_optional boolean not null default false,
  add column default_pace text not null default 'now',
  add constraint mail_templates_default_pace_is_known check (default_pace in ('now', 'off') and (is_optional or default_pace = 'now'));

comment on column private.mail_templates.is_page_optional is
  'Whether a user can keep notifications of this kind off the page. Decisions on quotes and on an account always stand there.';

comment on column private.mail_templates.default_pace is 'When the mail comes to a user who has chosen nothing.';

update private.mail_templates t set is_page_optional = true
where t.template in ('quote_received', 'message_received', 'review_received', 'question_asked', 'question_answered', 'request_changed',
  'request_closed', 'deadline_passed');

insert into private.mail_templates (template, is_optional, placeholders, is_page_optional, default_pace) values
  ('post_deleted', false, '{username,title,reason}', false, 'now'),
  ('digest', false, '{username,messages,count}', false, 'now'),
  ('quote_reopened', true, '{username,title,message}', false, 'now'),
  ('quote_shortlisted', true, '{username,title,message}', true, 'off');

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

insert into private.notification_preferences (user_id, kind, mail, updated_at)
select u.user_id, u.template, 'off', u.created_at from private.mail_unsubscribes u
-- "Pending again" was mailed as `quote_changed`.
union all select u.user_id, 'quote_reopened', 'off', u.created_at from private.mail_unsubscribes u where u.template = 'quote_changed';

drop table private.mail_unsubscribes;

create view private.mail_unsubscribes as
  select n.user_id, n.kind as template from private.notification_preferences n where n.mail = 'off';
comment on view private.mail_unsubscribes is 'Optional mails that people do not want.';

revoke all on table private.mail_unsubscribes from anon, authenticated, service_role;

create or replace function private.with_items(p_data jsonb, p_items jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select p_data || jsonb_build_object('items', coalesce(p_items, '[]'),
    'count', (p_data ->> 'count')::integer - jsonb_array_length(p_data -> 'items') + jsonb_array_length(coalesce(p_items, '[]')))
$$;
comment on function private.with_items is 'The data of a mail with some of its items only. Those that are too many to list still count.';

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
    -- One broadcast is many mails, which are queued together.
    when p_template.template = 'broadcast' then array['now', 'off']
    else array['now', 'daily', 'weekly', 'off'] end
$$;
comment on function private.paces_of is 'What a user can choose between for a kind of mail.';

create function private.next_digest(p_pace text) returns timestamptz
language sql stable set search_path = ''
as $$
  select case when s.starts_at > now() then s.starts_at else s.starts_at + s.step end
  from (
    select (date_trunc(u.unit, now() at time zone 'utc') + interval '7 hours') at time zone 'utc' as starts_at, u.step
    from (values ('daily', 'day', interval '1 day'), ('weekly', 'week', interval '7 days')) as u (pace, unit, step)
    where u.pace = p_pace) as s
$$;
comment on function private.next_digest is 'When the next digest leaves: at 07:00 UTC, a weekly one on Monday.';

create function private.unread_digest(p_user_id bigint, p_data jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.with_items(p_data, (
    select jsonb_agg(i.item order by i.n) from jsonb_array_elements(p_data -> 'items') with ordinality as i (item, n)
    where private.mail_pace(p_user_id, i.item ->> 'kind') <> 'off'
      and not exists (
        select 1 from public.notifications n where n.id = (i.item ->> 'notificationId')::bigint and n.read_at is not null)))
$$;
comment on function private.unread_digest is 'The data of a digest without what its reader has read on the page, or does not want any more.';

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

drop function private.add_mail(bigint, text, text, jsonb, text);

drop function private.queue_mail(bigint, text, jsonb, text);

create or replace function private.joined_mail(p_waiting jsonb, p_new jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when not (p_waiting ? 'items' and p_new ? 'items') then p_new
    else p_new || jsonb_build_object('count', (w.data ->> 'count')::integer + 1, 'items', w.data -> 'items' || case
      -- A list of twenty says enough; the count says the rest.
      when jsonb_array_length(w.data -> 'items') < 20 and octet_length(w.data::text) < 45000 then p_new -> 'items' else '[]' end) end
  from (select private.with_items(p_waiting, (
    select jsonb_agg(i.item order by i.n) from jsonb_array_elements(p_waiting -> 'items') with ordinality as i (item, n)
    where (p_new #>> '{items,0,cause}' = i.item ->> 'cause') is not true))) as w (data)
$$;
comment on function private.joined_mail is
  'The data of a mail that waits and of the next one of its cause as those of one mail: what has items collects them, one of each cause that they name; else the newer counts.';

create or replace function private.add_mail(
  p_user_id bigint, p_email text, p_template text, p_data jsonb, p_cause text default null, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_max constant integer := 20;
  v_template private.mail_templates;
  v_data jsonb := coalesce(p_data, '{}');
  v_actor bigint := private.current_profile_id();
  v_caused integer;
  v_last timestamptz;
begin
  select * into v_template from private.mail_templates t where t.template = p_template;
  if v_template.template is null then
    raise exception using errcode = '22023', message = format('unknown mail template "%s"', p_template);
  end if;
  -- The event stands whether or not there is somebody to write to.
  if not v_template.is_enabled or private.is_mail_address(p_email) is not true then
    return;
  end if;
  if v_actor <> p_user_id and p_template <> 'message_received' and not private.is_admin() then
    select count(*) into v_caused from private.mail_outbox o
    where o.user_id = p_user_id and o.actor_id = v_actor and o.created_at > now() - interval '1 hour';
    if v_caused >= v_max and private.setting('rate_limits_enabled') = 'true' then
      return;
    end if;
  end if;
  if p_cause is not null then
    select max(coalesce(o.sent_at, o.created_at)) into v_last from private.mail_outbox o
    where o.user_id = p_user_id and o.cause = p_cause and o.status <> 'queued' and o.created_at > now() - interval '20 minutes';
    insert into private.mail_outbox as o (user_id, recipient, template, data, cause, actor_id, next_attempt_at)
    values (p_user_id, p_email, p_template, v_data, p_cause, v_actor, greatest(p_at, v_last + interval '10 minutes'))
    on conflict (user_id, cause) where cause is not null and status = 'queued' and attempts = 0 do update
    set template = excluded.template, actor_id = excluded.actor_id,
      data = case when o.template = excluded.template then private.joined_mail(o.data, excluded.data) else excluded.data end;
    return;
  elsif p_template <> 'message_received' then
    insert into private.mail_outbox (user_id, recipient, template, data, actor_id) values (p_user_id, p_email, p_template, v_data, v_actor);
    return;
  end if;
  insert into private.mail_outbox as o (user_id, recipient, template, data, next_attempt_at)
  values (p_user_id, p_email, p_template, v_data, now() + interval '10 minutes')
  on conflict (user_id) where template = 'message_received' and status = 'queued' and attempts = 0 do update
  set data = private.joined_mail(o.data, excluded.data);
end $$;
comment on function private.add_mail is
  'Queues a mail. One cause makes one mail in ten minutes per receiver, with its last state or with all its items; one user causes at most 20 mails an hour for another.';

create or replace function private.queue_mail(
  p_user_id bigint, p_template text, p_data jsonb, p_cause text default null, p_notification_id bigint default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email text := (select a.email from public.accounts a where a.profile_id = p_user_id);
  v_pace text := coalesce(private.mail_pace(p_user_id, p_template), 'now');
begin
  if v_pace = 'now' then
    perform private.add_mail(p_user_id, v_email, p_template, p_data, p_cause);
  elsif v_pace <> 'off' and (select t.is_enabled from private.mail_templates t where t.template = p_template) then
    -- Of a cause that collects nothing, the digest says the last state, as a mail of its own would.
    perform private.add_mail(p_user_id, v_email, 'digest', private.collected(jsonb_build_object('kind', p_template,
      'message', coalesce(p_data ->> 'message', p_data #>> '{items,0,message}'), 'notificationId', p_notification_id,
      'cause', case when not p_data ? 'items' then p_cause end)), 'digest ' || v_pace, private.next_digest(v_pace));
  end if;
end $$;
comment on function private.queue_mail is
  'Queues a mail to a user when they want mails of its kind: at once or in their next digest. What the data may hold stands beside each template in the code.';

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
        private.collected(v_data || jsonb_build_object('notificationId', new.id)), null, new.id);
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
        perform private.queue_mail(new.user_id, 'request_changed', v_data || jsonb_build_object('path', v_page),
          'changes of post ' || v_post.id, new.id);
      end if;
    when 'deadline_passed' then
      perform private.queue_mail(new.user_id, 'deadline_passed', v_data || jsonb_build_object('path', v_page), null, new.id);
    else
      perform private.queue_mail(new.user_id, 'review_received', v_data, null, new.id);
  end case;
  return new;
end $$;

create or replace function private.claim_mail(p_mail_id bigint) returns table (
  mail_id bigint, lease uuid, recipient text, template text, data jsonb, username text, subject text, body text, unsubscribe_token text,
  locale text, local_subject text, local_body text)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_mail private.mail_outbox;
  v_lease uuid := gen_random_uuid();
  v_left integer;
  v_reserve integer;
begin
  -- Its sender stopped while it spoke with the mail server, so it may have arrived. A mail that comes twice is worse than one
  -- that an admin sends again.
  update private.mail_outbox o set status = 'failed', error = 'The sender stopped before it knew whether the mail was taken.'
  where o.status = 'sending' and o.lease_until < now();

  select s.daily_cap - coalesce((select d.sent from private.mail_days d where d.day = (now() at time zone 'utc')::date), 0),
    s.daily_cap / 10 into v_left, v_reserve
  from private.mail_settings s;
  loop
    select * into v_mail from private.mail_outbox o
    where o.status = 'queued' and o.next_attempt_at <= now() and (p_mail_id is null or o.id = p_mail_id)
      and o.template in ('verify_email', 'reset_password', 'confirm_email')
    order by o.next_attempt_at, o.id
    limit 1 for update skip locked;
    if v_mail.id is null and v_left > 0 then
      select * into v_mail from private.mail_outbox o
      where o.status = 'queued' and o.next_attempt_at <= now() and (p_mail_id is null or o.id = p_mail_id)
        and (o.template <> 'broadcast' or v_left > v_reserve)
      order by o.template = 'broadcast', o.next_attempt_at, o.id
      limit 1 for update skip locked;
    end if;
    if v_mail.id is null then
      return;
    end if;
    if v_mail.template = 'digest' then
      v_mail.data := private.unread_digest(v_mail.user_id, v_mail.data);
    end if;
    exit when case
      -- Nobody asks for it any more, or not for this address.
      when private.proof_life(v_mail.template) is not null then exists (
        select 1 from private.mail_proofs m join public.profiles p on p.auth_id = m.auth_id
        where p.id = v_mail.user_id and m.kind = v_mail.template and m.address = v_mail.recipient)
      -- People who have read their messages meanwhile need no mail about them.
      when v_mail.template = 'message_received' then v_mail.attempts > 0 or exists (
        select 1 from jsonb_array_elements(v_mail.data -> 'items') as i (item)
        left join public.notifications n on n.id = (i.item ->> 'notificationId')::bigint
        where n.read_at is null)
      when v_mail.template = 'digest' then v_mail.data -> 'items' <> '[]'
      else true end;
    delete from private.mail_outbox o where o.id = v_mail.id;
  end loop;

  insert into private.mail_days as d (day, sent) values ((now() at time zone 'utc')::date, 1)
  -- A mail that somebody waits for counts, but is never kept back by the others.
  on conflict (day) do update set sent = d.sent + 1
  where d.sent < (select s.daily_cap from private.mail_settings s) or private.proof_life(v_mail.template) is not null;
  if not found then
    return;
  end if;

  update private.mail_outbox o set status = 'sending', attempts = o.attempts + 1, lease = v_lease, lease_until = now() + interval '5 minutes'
  where o.id = v_mail.id;
  return query
    select v_mail.id, v_lease, v_mail.recipient, t.template,
      case when private.proof_life(t.template) is null then v_mail.data else private.make_proof(v_mail.user_id, t.template, v_mail.recipient) end,
      coalesce((select private.name_in_mail(p.id, p.username, t.template in ('verify_email', 'confirm_email') or a.email_confirmed_at is null)
        from public.profiles p join public.accounts a on a.profile_id = p.id where p.id = v_mail.user_id), v_mail.data ->> 'username'),
      english.subject, english.body,
      case when (t.is_optional or t.template = 'digest') and v_mail.user_id is not null then private.unsubscribe_token(v_mail.user_id, t.template) end,
      l.locale, own.subject, own.body
    from private.mail_templates t
    -- The language that the receiver reads now, whenever the mail was queued; the mail itself names one if nobody's account does.
    cross join (select coalesce(v_mail.data ->> 'locale', (select a.locale from public.accounts a where a.profile_id = v_mail.user_id), 'en')) as l (locale)
    left join private.mail_texts english on english.template = t.template and english.locale = 'en'
    left join private.mail_texts own on own.template = t.template and own.locale = l.locale and l.locale <> 'en'
    where t.template = v_mail.template;
end $$;

create or replace function private.reader_of_token(p_token text) returns table (user_id bigint, template text)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_parts text[] := regexp_match(p_token, '^([0-9]{1,18})\.([a-z_]{1,40})\.[0-9a-f]{64}$');
begin
  -- Digests are compared, so that the time it takes tells nothing of the signature.
  if v_parts is null or extensions.digest(private.unsubscribe_token(v_parts[1]::bigint, v_parts[2]), 'sha256') <> extensions.digest(p_token, 'sha256')
    or not exists (select 1 from public.profiles p where p.id = v_parts[1]::bigint)
    or not exists (select 1 from private.mail_templates t where t.template = v_parts[2] and (t.is_optional or t.template = 'digest')) then
    perform private.refuse(404, 'not_found', 'This link is not valid');
  end if;
  return query select v_parts[1]::bigint, v_parts[2];
end $$;
comment on function private.reader_of_token is 'Whom and which mail the token of a link is about; PT404 when it was made up.';

create or replace function private.mail_choices(p_token text) returns table (username text, template text, is_wanted boolean, is_of_link boolean)
language sql volatile rows 10 security definer set search_path = ''
as $$
  select p.username, t.template, private.mail_pace(r.user_id, t.template) <> 'off', t.template = r.template
  from private.reader_of_token(p_token) r join public.profiles p on p.id = r.user_id cross join private.mail_templates t
  where t.is_optional
  order by t.template
$$;

create or replace function private.choose_mails(p_token text, p_wanted text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reader record;
  v_kind record;
begin
  select * into v_reader from private.reader_of_token(p_token);
  perform private.hold_account(p.auth_id) from public.profiles p where p.id = v_reader.user_id;
  for v_kind in
    select t.template, private.mail_pace(v_reader.user_id, t.template) as pace from private.mail_templates t
    where t.is_optional order by t.template
  loop
    if v_kind.pace <> 'off' and (case
      when p_wanted is not null then v_kind.template <> all (p_wanted)
      -- The link of a digest ends what it collects.
      when v_reader.template = 'digest' then v_kind.pace in ('daily', 'weekly')
      else v_kind.template = v_reader.template end)
    then
      perform private.prefer(v_reader.user_id, v_kind.template, null, 'off');
    -- A kind that comes in the digest stays there.
    elsif v_kind.pace = 'off' and v_kind.template = any (p_wanted) then
      perform private.prefer(v_reader.user_id, v_kind.template, null, 'now');
    end if;
  end loop;
end $$;

create or replace function private.mail_of_decision() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_is_of_supplier boolean := new.data ? 'quoteId';
  v_quote_id bigint := coalesce((new.data ->> 'quoteId')::bigint, new.quote_id);
  v_template text := private.preference_of(new.data ->> 'type');
  v_cause text := case when v_is_of_supplier then 'quote ' || v_quote_id else format('post %s of %s', new.data ->> 'postId', new.actor_id) end;
begin
  -- A decision that was taken back before its mail left is not mailed; one that was mailed is taken back by mail.
  if new.data ->> 'type' = 'quote_reopened' then
    delete from private.mail_outbox o where o.user_id = new.user_id and o.cause = v_cause and o.status = 'queued' and o.attempts = 0;
    -- Where a digest collects the decisions, this one takes the place of the decline.
    if private.mail_pace(new.user_id, 'quote_declined') in ('now', 'off') and (
        select o.template from private.mail_outbox o where o.user_id = new.user_id and o.cause = v_cause order by o.id desc limit 1)
        is distinct from 'quote_declined' then
      return new;
    end if;
  end if;
  perform private.queue_mail(new.user_id, v_template, jsonb_build_object('message', new.message,
    'title', (select q.post_title from public.quotes q where q.id = v_quote_id),
    'path', case when v_is_of_supplier then '/my-quotes?quote=' else '/account?tab=posts&quote=' end || v_quote_id), v_cause, new.id);
  return new;
end $$;

create or replace function private.skip_switched_off() returns trigger
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

create or replace function private.delete_hidden_posts(p_post_ids bigint[], p_reason text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text := private.required_reason(p_reason);
  v_ids bigint[] := private.lock_hidden_posts(p_post_ids);
  v_post public.posts;
begin
  for v_post in select p.* from public.posts p where p.id = any (v_ids) order by p.id loop
    perform private.audit('delete_post', 'post', v_post.id::text,
      jsonb_build_object('title', v_post.title, 'owner', (select o.username from public.profiles o where o.id = v_post.user_id)),
      jsonb_build_object('reason', v_reason));
    if v_post.user_id <> private.current_profile_id() then
      perform private.notify(v_post.user_id, format('Your post "%s" was deleted: %s', v_post.title, v_reason), '{"type": "post"}');
      perform private.queue_mail(v_post.user_id, 'post_deleted', jsonb_build_object('title', v_post.title, 'reason', v_reason));
    end if;
  end loop;
  delete from public.posts p where p.id = any (v_ids);
  return cardinality(v_ids);
end $$;

create or replace function private.delete_user(p_user_id bigint, p_username text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts;
  v_profile public.profiles;
  v_name text := 'deleted-' || p_user_id;
begin
  perform private.require_main_admin();
  -- Waits for all who write for the user, and lets nobody begin.
  perform pg_advisory_xact_lock(private.account_key(p.auth_id)) from public.profiles p where p.id = p_user_id;
  -- What this changes, in the order in which everybody takes it: what follows would take it in any order. The counters of what the
  -- user liked, too, which change after the counts of the marketplace have.
  perform 1 from public.profiles p where p.id = p_user_id for no key update;
  perform 1 from public.posts p
  where p.user_id = p_user_id or p.id in (select q.post_id from public.quotes q where q.supplier_id = p_user_id) order by p.id
  for update;
  perform 1 from public.quotes q where q.supplier_id = p_user_id or q.post_owner_id = p_user_id order by q.id for update;
  perform private.hold_counters(array(
    select p.id from public.posts p where p.user_id = p_user_id
    union select l.post_id from public.post_likes l where l.user_id = p_user_id));
  perform 1 from public.post_questions k
  where k.asker_id = p_user_id or k.post_id in (select p.id from public.posts p where p.user_id = p_user_id) order by k.id for update;
  perform 1 from private.notification_preferences n where n.user_id = p_user_id order by n.kind for update;
  -- A sender that has one of these asks whether anybody still waits for it, which a new address ends.
  perform 1 from private.mail_outbox o where o.status = 'queued' and o.user_id = p_user_id order by o.id for update;
  perform private.hold_user_of_auth(p_user_id);
  v_account := private.account_to_manage(p_user_id);
  perform private.require_main_admin();
  select * into v_profile from public.profiles p where p.id = p_user_id;
  if v_profile.username is distinct from p_username then
    perform private.refuse(400, 'invalid_input', 'Type the username to confirm', '{"path": "username"}');
  end if;
  if exists (select 1 from public.profiles p where lower(p.username) = v_name) then
    v_name := private.free_username(v_name);
  end if;
  -- Written before the names are gone; what else was known of the person does not go into the log.
  perform private.audit('delete_user', 'user', p_user_id::text, jsonb_build_object('username', v_profile.username, 'role', v_account.role), null);

  delete from public.posts p where p.user_id = p_user_id;
  delete from public.post_likes l where l.user_id = p_user_id;
  delete from public.notifications n where n.user_id = p_user_id;
  delete from private.notification_preferences n where n.user_id = p_user_id;
  -- The agreement stays with the other side: the facts of quotes and the text of messages. Files go: they carry names, stamps and
  -- bank accounts. The job `uploads` removes what no row names.
  update public.quotes q set contact_address = null, images = '{}', account_type = 'individual', organization_name = null, tax_code = null
  where q.supplier_id = p_user_id;
  delete from public.quote_attachments t using public.quotes q where q.id = t.quote_id and q.supplier_id = p_user_id;
  delete from public.message_attachments t using public.messages m where m.id = t.message_id and m.sender_id = p_user_id;
  delete from public.content_hits h where h.user_id = p_user_id;
  update public.feedback f set email = format('deleted-%s@deleted.invalid', p_user_id) where f.user_id = p_user_id;
  update public.profiles p set username = v_name, avatar_path = null, country = null, company_name = null, bio = null where p.id = p_user_id;
  update public.accounts a set role = 'user', first_name = null, last_name = null, phone_number = null, address = null, organization = null,
    tax_code = null, suspended_until = null, suspension_reason = null, deleted_at = now() where a.profile_id = p_user_id;

  -- Nobody can sign in as this user any more, and the address is free for a new registration.
  delete from auth.identities i where i.user_id = v_profile.auth_id;
  delete from auth.sessions s where s.user_id = v_profile.auth_id;
  update auth.users u set email = format('deleted-%s@deleted.invalid', p_user_id), raw_user_meta_data = '{}',
    encrypted_password = extensions.crypt(gen_random_uuid()::text, extensions.gen_salt('bf')), banned_until = '9999-12-31'
  where u.id = v_profile.auth_id;
  -- Neither the mails that wait for the user nor the news of this change go out.
  delete from private.mail_outbox o
  where o.status = 'queued' and (o.user_id = p_user_id or o.recipient in (v_account.email, format('deleted-%s@deleted.invalid', p_user_id)));
end $$;

comment on function public.choose_mails is
  'For edge functions only: ends the kind of mail that a link is about (that of a digest: the kinds in it) or, with a list, sets all that its receiver wants.';

drop trigger mail_of_decision on public.notifications;

create trigger mail_of_decision before insert on public.notifications
  for each row when (new.data ->> 'type' in ('quote_shortlisted', 'quote_accepted', 'quote_declined', 'quote_reopened', 'quote_withdrawn',
    'quote_revised', 'deal_cancelled', 'post_closed'))
  execute function private.mail_of_decision();
