-- Mail queue: every mail, including those of Auth, is queued by a rule of the database and sent by the edge function
-- `mail`; with the delivery log. Who wants which mail, and when: 46-notification-preferences.

create table private.mail_outbox (
  id bigint generated always as identity primary key,
  user_id bigint references public.profiles (id) on delete cascade,
  recipient text not null,
  template text not null references private.mail_templates (template),
  data jsonb not null default '{}',
  status text not null default 'queued',
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease uuid,
  lease_until timestamptz,
  error text,
  provider_answer text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  broadcast_id bigint references private.broadcasts (id) on delete set null,
  cause text,
  actor_id bigint,
  constraint mail_outbox_recipient_is_one_address check (private.is_mail_address(recipient)),
  constraint mail_outbox_data_is_an_object check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 60000),
  constraint mail_outbox_status_is_known check (status in ('queued', 'sending', 'sent', 'bounced', 'failed')),
  constraint mail_outbox_lease_is_whole check (status <> 'sending' or (lease is not null and lease_until is not null)),
  constraint mail_outbox_sent_has_time check ((status = 'sent') = (sent_at is not null)),
  constraint mail_outbox_error_length check (char_length(error) <= 1000),
  constraint mail_outbox_provider_answer_length check (char_length(provider_answer) <= 1000),
  constraint mail_outbox_cause_length check (char_length(cause) <= 100)
);
comment on table private.mail_outbox is 'The queue of mails, and what became of them for 30 days.';
comment on column private.mail_outbox.cause is 'What the mail is about, such as "quote 7": one cause makes one mail in ten minutes per receiver.';
comment on column private.mail_outbox.actor_id is 'The user who caused the mail, for limits per sender and receiver.';
comment on column private.mail_outbox.lease is 'Which sender has the mail; it has until `lease_until` to say what became of it.';

-- Finds what waits of kinds that are switched off.
create index mail_outbox_queued_idx on private.mail_outbox (template) where status = 'queued';
-- Broadcasts have the lowest priority.
create index mail_outbox_queue_idx on private.mail_outbox ((template = 'broadcast'), next_attempt_at, id) where status = 'queued';
create index mail_outbox_lease_idx on private.mail_outbox (lease_until) where status = 'sending';
create index mail_outbox_user_idx on private.mail_outbox (user_id);
create index mail_outbox_template_idx on private.mail_outbox (template, id desc);
create index mail_outbox_status_idx on private.mail_outbox (status, id desc);
create index mail_outbox_created_idx on private.mail_outbox (created_at);
-- One open mail of messages per receiver: messages within its 10 minutes are added to it.
create unique index mail_outbox_batch_is_one on private.mail_outbox (user_id)
  where template = 'message_received' and status = 'queued' and attempts = 0;
create unique index mail_outbox_cause_is_one on private.mail_outbox (user_id, cause)
  where cause is not null and status = 'queued' and attempts = 0;
-- Mails with codes and links are never delayed, not even by the daily cap.
create index mail_outbox_secrets_idx on private.mail_outbox (next_attempt_at, id)
  where status = 'queued' and template in ('verify_email', 'reset_password', 'confirm_email');
create index mail_outbox_broadcast_idx on private.mail_outbox (broadcast_id, status) where broadcast_id is not null;
create index mail_outbox_error_idx on private.mail_outbox (id desc) where error is not null and status in ('queued', 'failed');
-- Finds the waiting mails of a deleted broadcast without reading the million sent ones.
create index mail_outbox_unsent_copies_idx on private.mail_outbox (broadcast_id) where status = 'queued';

revoke all on table private.mail_outbox from anon, authenticated, service_role;

create table private.mail_days (
  day date primary key,
  sent integer not null,
  constraint mail_days_are_counted check (sent >= 0)
);
comment on table private.mail_days is 'Mails per day (UTC), for the daily cap.';

revoke all on table private.mail_days from anon, authenticated, service_role;

-- Queueing ------------------------------------------------------------------------------------------------------------

create function private.with_items(p_data jsonb, p_items jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select p_data || jsonb_build_object('items', coalesce(p_items, '[]'),
    'count', (p_data ->> 'count')::integer - jsonb_array_length(p_data -> 'items') + jsonb_array_length(coalesce(p_items, '[]')))
$$;
comment on function private.with_items is 'The data of a mail with some of its items only. Those that are too many to list still count.';

create function private.joined_mail(p_waiting jsonb, p_new jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when not (p_waiting ? 'items' and p_new ? 'items') then p_new
    else p_new || jsonb_build_object('count', (w.data ->> 'count')::integer + 1, 'items', l.items || case
      when jsonb_array_length(l.items) < 100 and octet_length(l.items::text) < 45000 then p_new -> 'items' else '[]' end) end
  from (select private.with_items(p_waiting, (
    select jsonb_agg(i.item order by i.n) from jsonb_array_elements(p_waiting -> 'items') with ordinality as i (item, n)
    where (p_new #>> '{items,0,cause}' = i.item ->> 'cause') is not true))) as w (data)
  -- Messages can be deleted: nobody fills the list and takes all of it back, for the last ten of a conversation say enough.
  cross join lateral (
    select coalesce(jsonb_agg(o.item order by o.n), '[]') from (
      select i.item, i.n, count(*) over (partition by i.item ->> 'about' order by i.n desc) as place
      from jsonb_array_elements(w.data -> 'items') with ordinality as i (item, n)) as o
    where (o.place >= 10 and o.item ->> 'about' like 'message on quote %' and o.item ->> 'about' = p_new #>> '{items,0,about}') is not true
  ) as l (items)
$$;
comment on function private.joined_mail is
  'The data of a mail that waits and of the next one of its cause as those of one mail: what has items collects them, one of each cause that they name; else the newer counts.';

create function private.add_mail(
  p_user_id bigint, p_email text, p_template text, p_data jsonb, p_cause text default null, p_at timestamptz default now(),
  p_actor bigint default null) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_max constant integer := 20;
  v_max_of_admins constant integer := 60;
  v_template private.mail_templates;
  v_data jsonb := coalesce(p_data, '{}');
  v_actor bigint := coalesce(private.current_profile_id(), p_actor);
  v_caused integer;
  v_last timestamptz;
begin
  select * into v_template from private.mail_templates t where t.template = p_template;
  if v_template.template is null then
    raise exception using errcode = '22023', message = format('unknown mail template "%s"', p_template);
  end if;
  -- The event stands whether or not there is somebody to write to.
  if not v_template.is_enabled or private.is_mail_address(p_email) is not true then
    return false;
  end if;
  -- An admin can be kept from anything but the mails about an account, of which their cause makes one in ten minutes.
  if (p_user_id is null and v_actor is not null and not private.is_always_sent(p_template))
    or (v_actor <> p_user_id and p_template not in ('message_received', 'digest')
      and not (p_cause is not null and private.is_always_sent(p_template) and private.is_admin())) then
    if p_user_id is null then
      select count(*) into v_caused from private.mail_outbox o
      where o.user_id is null and lower(o.recipient) = lower(p_email) and o.created_at > now() - interval '1 hour';
    else
      select count(*) into v_caused from private.mail_outbox o
      where o.user_id = p_user_id and o.actor_id = v_actor and o.created_at > now() - interval '1 hour'
        -- Posts that are hidden do not keep their owner from hearing that one is deleted.
        and (o.template = p_template or not private.is_admin());
    end if;
    -- What joins a mail that waits is no further one; without it, that one would say what is not so any more.
    if v_caused >= v_max and private.setting('rate_limits_enabled') = 'true'
      and (p_user_id is null or v_caused >= v_max_of_admins or not private.is_admin())
      and not exists (
        select 1 from private.mail_outbox o where o.user_id = p_user_id and o.cause = p_cause and o.status = 'queued' and o.attempts = 0) then
      return false;
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
    return true;
  elsif p_template <> 'message_received' then
    insert into private.mail_outbox (user_id, recipient, template, data, actor_id) values (p_user_id, p_email, p_template, v_data, v_actor);
    return true;
  end if;
  insert into private.mail_outbox as o (user_id, recipient, template, data, next_attempt_at)
  values (p_user_id, p_email, p_template, v_data, now() + interval '10 minutes')
  on conflict (user_id) where template = 'message_received' and status = 'queued' and attempts = 0 do update
  set data = private.joined_mail(o.data, excluded.data);
  return true;
end $$;
comment on function private.add_mail is
  'Queues a mail; answers whether it will leave. One cause makes one mail in ten minutes per receiver, with its last state or with all its items; one user causes at most 20 mails an hour for another, an admin 60 of a kind, and all together 20 to an address of nobody. Messages and digests, which collect, do not count to their limit.';

create function private.hold_digests(p_user_ids bigint[]) returns void
language sql volatile security definer set search_path = ''
as $$
  select 1 from private.mail_outbox o where o.template = 'digest' and o.status = 'queued' and o.user_id = any (p_user_ids)
  order by o.user_id, o.id for update
$$;
comment on function private.hold_digests is
  'Locks the digests that wait for these users, for who is about to write to several of them: in the order of ids, whatever the order of the events.';

create function private.queue_mail(
  p_user_id bigint, p_template text, p_data jsonb, p_cause text default null, p_notification_id bigint default null,
  p_actor bigint default null, p_pace text default null, p_at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Nobody but Auth writes to an address that is not verified: it may be a stranger's.
  v_email text := (
    select a.email from public.accounts a
    where a.profile_id = p_user_id and (a.email_confirmed_at is not null or private.is_always_sent(p_template)));
  v_pace text := coalesce(private.mail_pace(p_user_id, p_template), 'now');
  -- The words of the notification; of a reply to feedback, `message` is what it replies to.
  v_message text := case when p_data ? 'reply' then left(format('We answered your feedback "%s": %s', p_data ->> 'subject', p_data ->> 'reply'), 600)
    else coalesce(p_data ->> 'message', p_data #>> '{items,0,message}') end;
begin
  if v_pace <> 'off' then
    v_pace := coalesce(p_pace, v_pace);
  end if;
  if v_pace = 'now' and private.add_mail(p_user_id, v_email, p_template, p_data, p_cause, p_at, p_actor) then
    return;
  end if;
  if v_pace <> 'off' and (select t.is_enabled from private.mail_templates t where t.template = p_template) and v_message is not null then
    -- Of a cause that collects nothing, the digest says the last state, as a mail of its own would.
    perform private.add_mail(p_user_id, v_email, 'digest', private.collected(jsonb_build_object('kind', p_template,
      'message', v_message, 'notificationId', p_notification_id,
      'about', coalesce(p_data #>> '{items,0,about}', p_cause), 'path', p_data ->> 'path', 'questionId', p_data #> '{items,0,questionId}',
      'quoteId', p_data #> '{items,0,quoteId}', 'messageId', p_data #> '{items,0,messageId}', 'since', p_data #> '{items,0,since}',
      'isOpen', coalesce(p_data -> 'isOpen', p_data #> '{items,0,isOpen}'),
      'cause', case when p_data ? 'items' then p_data #>> '{items,0,cause}' else p_cause end)),
      -- What is above the limit of mails comes together, so that the last state is always mailed.
      case v_pace when 'now' then 'above the limit' else 'digest ' || v_pace end,
      case v_pace when 'now' then now() + interval '10 minutes' else private.next_digest(p_user_id, v_pace) end, p_actor);
  end if;
end $$;
comment on function private.queue_mail is
  'Queues a mail to a user when they want mails of its kind: at once or in their next digest, or what is above the limits in one that leaves after ten minutes, or at the pace of the one thing that it is about. What the data may hold stands beside each template in the code.';

create function private.drop_mail_items(p_user_id bigint, p_about text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.mail_outbox o set data = private.with_items(o.data, (
    select jsonb_agg(i.item order by i.n) from jsonb_array_elements(o.data -> 'items') with ordinality as i (item, n)
    where i.item ->> 'about' like any (p_about) is not true))
  where o.user_id = p_user_id and o.status = 'queued' and o.template in ('message_received', 'saved_search', 'digest');
  delete from private.mail_outbox o
  where o.user_id = p_user_id and o.status = 'queued' and o.template in ('message_received', 'saved_search', 'digest') and o.data -> 'items' = '[]';
end $$;
comment on function private.drop_mail_items is 'Takes what is about some things out of the collected mails that wait for a user; an empty one is dropped.';

create function private.drop_mails_about(p_user_id bigint, p_about text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.mail_outbox o where o.user_id = p_user_id and o.status = 'queued' and o.cause like any (p_about);
  perform private.drop_mail_items(p_user_id, p_about);
end $$;
comment on function private.drop_mails_about is 'Drops the mails that wait for a user about some things, and takes these out of the collected ones.';

create function private.may_be_mailed(p_user_id bigint, p_about text) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- Owners hear of their hidden posts. Decisions have the title that was quoted on.
  select case when p_about ~ '^(answers on|changes of|watch of|deadline of) post \d{1,18}$'
      then exists (
        select 1 from public.posts p where p.id = substring(p_about from '\d+$')::bigint and (not p.is_hidden or p.user_id = p_user_id))
    when p_about ~ '^review of \d{1,18}$' then exists (
      select 1 from public.reviews r
      where r.reviewer_id = substring(p_about from '\d+$')::bigint and r.reviewed_user_id = p_user_id and r.hidden_at is null)
    else true end
$$;
comment on function private.may_be_mailed is
  'Whether a mail may still say what it is about: not of posts and reviews that are hidden or gone by now, whichever way.';

create function private.is_still_so(p_user_id bigint, p_kind text, p_about text, p_is_open boolean) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when p_kind in ('quote_accepted', 'quote_declined', 'quote_shortlisted', 'quote_reopened') then exists (
      select 1 from public.quotes q where q.id = substring(p_about from '^quote (\d{1,18})$')::bigint
        and case when p_kind = 'quote_reopened' then private.is_undecided(q) else p_kind = 'quote_' || q.status end)
    when p_kind in ('post_hidden', 'post_unhidden') then p_about is null or exists (
      select 1 from public.posts p where p.id = substring(p_about from ' post (\d{1,18})$')::bigint and p.is_hidden = (p_kind = 'post_hidden'))
    when p_kind in ('deadline_near', 'deadline_passed', 'request_unquoted') then exists (
      select 1 from public.posts p join public.post_counters c on c.post_id = p.id
      where p.id = substring(p_about from ' post (\d{1,18})$')::bigint and case p_kind
        when 'deadline_passed' then p.quote_deadline <= now()
        when 'deadline_near' then private.is_open(p) and p.quote_deadline <= now() + interval '48 hours' and not exists (
          select 1 from public.quotes q where q.post_id = p.id and q.supplier_id = p_user_id and private.is_undecided(q))
        else private.is_open(p) and not p.is_hidden and c.quotes = 0 end)
    else p_is_open is null or coalesce((
      select case when p_is_open then private.is_open(p) else p.closed_at is not null end from public.posts p
      where p.id = coalesce(substring(p_about from ' post (\d{1,18})$')::bigint,
        (select q.post_id from public.quotes q where q.id = substring(p_about from '^quote (\d{1,18})')::bigint))), true) end
$$;
comment on function private.is_still_so is
  'Whether a quote or a request still is as a mail of this kind to a user says of it; true of kinds that tell an event. What names a state as open or closed says so.';

create function private.item_of_quote(p_quote_id bigint, p_message text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('message', p_message, 'quoteId', q.id, 'quote', jsonb_build_object('supplier', p.username, 'price', q.price_text,
    'currency', q.currency, 'quantity', q.quantity_text, 'deliveryTime', q.delivery_time, 'validUntil', q.valid_until))
  from public.quotes q join public.profiles p on p.id = q.supplier_id where q.id = p_quote_id and q.status <> 'withdrawn'
$$;
comment on function private.item_of_quote is 'What the mail of a new quote says of it; null when it is withdrawn or gone.';

create function private.item_of_now(p_item jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when p_item ? 'quote' then jsonb_strip_nulls(private.item_of_quote((p_item ->> 'quoteId')::bigint, p_item ->> 'message')
      || jsonb_build_object('path', p_item -> 'path'))
    when p_item ? 'quoteId' then (
      select p_item from public.quotes q where q.id = (p_item ->> 'quoteId')::bigint and q.status <> 'withdrawn')
    when p_item ? 'messageId' then (
      select p_item from public.messages m where m.id = (p_item ->> 'messageId')::bigint and m.deleted_at is null)
    when p_item ? 'since' then (
      select p_item || jsonb_build_object('message', private.text_of_hits(s.name, n.hits))
      from private.saved_searches s cross join lateral private.hits_since(s.id, (p_item ->> 'since')::timestamptz) as n (hits)
      where s.id = substring(p_item ->> 'about' from '^saved search (\d{1,18})$')::bigint and n.hits > 0)
    when p_item ? 'questionId' then (
      select p_item || jsonb_strip_nulls(jsonb_build_object('question', case when p_item ? 'question' then k.question end,
        'answer', case when p_item ? 'answer' then k.answer end))
      from public.post_questions k where k.id = (p_item ->> 'questionId')::bigint and k.hidden_at is null)
    when p_item ->> 'kind' = 'request_unquoted' then (
      select p_item || jsonb_build_object('message', private.text_of_unquoted(p.id, p.title))
      from public.posts p where p.id = substring(p_item ->> 'about' from ' post (\d{1,18})$')::bigint)
    else p_item end
$$;
comment on function private.item_of_now is
  'What an item of a mail says now, with the terms of its quote, the words of its question, the number of hits of its search and what a request without quotes waits for; null when it is withdrawn, deleted, hidden or gone.';

create function private.shown_part(p_user_id bigint, p_template text, p_cause text, p_data jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when not private.may_be_mailed(p_user_id, p_cause) or not private.is_still_so(p_user_id, p_template, p_cause, (p_data ->> 'isOpen')::boolean) then null
    when not p_data ? 'items' then p_data
    else (
      -- What is left alone leads to itself.
      select case when i.items is not null then private.with_items(p_data, i.items) || case
        when p_data ? 'path' and jsonb_array_length(i.items) = 1 and i.items -> 0 ? 'path' then jsonb_build_object('path', i.items #> '{0,path}')
        else '{}' end end
      from (
        select jsonb_agg(c.item order by e.n) as items from jsonb_array_elements(p_data -> 'items') with ordinality as e (item, n)
        cross join lateral private.item_of_now(e.item) as c (item)
        where c.item is not null and private.may_be_mailed(p_user_id, e.item ->> 'about')
          and private.is_still_so(p_user_id, coalesce(e.item ->> 'kind', p_template), e.item ->> 'about', (e.item ->> 'isOpen')::boolean)) as i) end
$$;
comment on function private.shown_part is
  'The data of a mail that waits without what is hidden, gone or not so any more; null when nothing is left.';

create function private.queue_mail_to(p_email text, p_template text, p_data jsonb) returns boolean
language sql volatile security definer set search_path = ''
as $$ select private.add_mail(null, p_email, p_template, p_data) $$;
comment on function private.queue_mail_to is 'Queues a mail to an address that need not be of a user; answers whether it will leave.';

create function private.collected(p_item jsonb) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('count', 1, 'items', jsonb_build_array(jsonb_strip_nulls(p_item))) $$;
comment on function private.collected is 'The data of a mail that collects what comes of its cause within ten minutes, with the first item.';

-- Turns notifications into mails; mail_of_decision() does so for decisions. Broadcasts queue their own mails. Kinds
-- without a mail: docs/decisions.md#kinds-of-notification-without-a-mail.
create function private.mail_of_notification() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
  v_data jsonb := jsonb_build_object('message', new.message);
  v_item jsonb;
  v_page text;
  v_cause text;
  v_waits boolean;
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
        perform private.queue_mail(new.user_id, 'quote_received', private.collected(private.item_of_quote(new.quote_id, new.message)
            || jsonb_build_object('path', '/account?tab=posts&quote=' || new.quote_id))
          || jsonb_build_object('title', v_post.title, 'path', '/account?tab=posts&quote=' || new.quote_id, 'pathOfMany', '/compare/' || v_post.id),
          'quotes on post ' || v_post.id, new.id);
      end if;
    when 'message' then
      perform private.queue_mail(new.user_id, 'message_received',
        private.collected(v_data || jsonb_build_object('notificationId', new.id, 'messageId', new.data -> 'messageId', 'about',
          'message on quote ' || (select m.quote_id from public.messages m where m.id = (new.data ->> 'messageId')::bigint))), null, new.id);
    when 'post' then
      v_cause := 'hiding of post ' || v_post.id;
      if v_post.is_hidden then
        perform private.queue_mail(new.user_id, 'post_hidden', v_data || jsonb_build_object('reason', v_post.hidden_reason), v_cause);
      elsif v_post.id is not null then
        -- A hiding that was taken back before its mail left is not mailed; one that was mailed is taken back by mail.
        delete from private.mail_outbox o where o.user_id = new.user_id and o.cause = v_cause and o.status = 'queued';
        v_waits := found or exists (
          select 1 from private.mail_outbox o
          where o.user_id = new.user_id and o.status = 'queued' and o.data -> 'items' @> jsonb_build_array(jsonb_build_object('about', v_cause)));
        if not v_waits or (
            select coalesce(i.kind, o.template) from private.mail_outbox o
            left join lateral (
              select e.item ->> 'kind' as kind from jsonb_array_elements(o.data -> 'items') with ordinality as e (item, n)
              where e.item ->> 'about' = v_cause order by e.n desc limit 1) as i on true
            where o.user_id = new.user_id and o.status in ('sending', 'sent') and (o.cause = v_cause or i.kind is not null)
            order by coalesce(o.sent_at, now()) desc, o.id desc limit 1) = 'post_hidden' then
          perform private.queue_mail(new.user_id, 'post_unhidden', v_data, v_cause);
        end if;
      end if;
    when 'question_asked' then
      select jsonb_build_object('message', new.message, 'asker', p.username, 'question', k.question, 'questionId', k.id) into v_item
      from public.post_questions k join public.profiles p on p.id = k.asker_id
      where k.post_id = v_post.id and k.asker_id = coalesce(new.actor_id, k.asker_id) order by k.id desc limit 1;
      perform private.queue_mail(new.user_id, 'question_asked',
        private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'questions on post ' || v_post.id, new.id);
    when 'question_answered' then
      -- Suppliers who quoted are told as well; only the asker waits for it.
      select jsonb_build_object('message', new.message, 'question', k.question, 'answer', k.answer, 'questionId', k.id) into v_item
      from public.post_questions k
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
      v_cause := 'watch of post ' || v_post.id;
      v_item := jsonb_build_object('kind', 'request_watched', 'message', new.message, 'cause',
        case when new.data ->> 'topic' in ('closed', 'opened') then 'state' else new.data ->> 'topic' end || ' of post ' || v_post.id,
        'about', v_cause, 'isOpen', case new.data ->> 'topic' when 'closed' then false when 'opened' then true end);
      perform private.queue_mail(new.user_id, 'request_watched',
        private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), v_cause, new.id, new.actor_id);
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
      -- A rating that is changed is one mail.
      perform private.queue_mail(new.user_id, 'review_received', v_data, 'review of ' || new.actor_id, new.id);
  end case;
  return new;
end $$;

-- Users wait for these mails: they are sent at once if the database can call a function, else with the next run of the
-- queue.
create function private.send_at_once() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_url text;
  v_secret text;
begin
  if to_regclass('vault.decrypted_secrets') is null or to_regnamespace('net') is null then
    return null;
  end if;
  execute $call$
    select (select decrypted_secret from vault.decrypted_secrets where name = 'functions_url'),
      (select decrypted_secret from vault.decrypted_secrets where name = 'cron_secret')$call$ into v_url, v_secret;
  if v_url is not null and v_secret is not null then
    execute 'select net.http_post(url := $1, headers := $2)'
      using format('%s/mail/%s', v_url, new.id), jsonb_build_object('Authorization', 'Bearer ' || v_secret);
  end if;
  return null;
end $$;

-- Sending -------------------------------------------------------------------------------------------------------------

create function private.unsubscribe_token(p_user_id bigint, p_template text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text := (select s.value from private.mail_secrets s where s.name = 'unsubscribe ' || p_user_id);
begin
  if v_key is null then
    insert into private.mail_secrets (name, value) values ('unsubscribe', encode(extensions.gen_random_bytes(32), 'hex')) on conflict do nothing;
    select s.value into v_key from private.mail_secrets s where s.name = 'unsubscribe';
  end if;
  return format('%s.%s.%s', p_user_id, p_template,
    encode(extensions.hmac(format('%s.%s', p_user_id, p_template), v_key, 'sha256'), 'hex'));
end $$;
comment on function private.unsubscribe_token is 'What a link needs to end one kind of mail to one user; nobody can make it up.';

create function private.name_in_mail(p_user_id bigint, p_username text, p_is_for_stranger boolean) returns text
language sql immutable set search_path = ''
as $$
  select case when p_is_for_stranger and private.has_link(p_username) or private.is_blank(p_username)
    then 'User #' || p_user_id else p_username end
$$;
comment on function private.name_in_mail is
  'The name that a mail greets a user by. A name with a link would be an advertisement to people who never registered.';

create function private.hold_mails(p_site text, p_has_mailbox boolean) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_settings private.mail_settings;
  v_held_by text;
begin
  select * into v_settings from private.mail_settings;
  -- Without a server in the settings, all mails go to the mailbox.
  if p_site = 'off' then
    v_held_by := 'off';
  elsif p_site is null or p_site = v_settings.site_url or (p_has_mailbox and v_settings.smtp_host is null) then
    v_held_by := null;
  -- A marketplace that nobody leads yet has no copy, and finds its address.
  elsif v_settings.site_url is null or not exists (select 1 from public.accounts a where a.role = 'main_admin' and a.deleted_at is null) then
    update private.mail_settings s set site_url = p_site where s.is_only_row;
    v_held_by := null;
  else
    v_held_by := p_site;
  end if;
  if p_site is not null and v_held_by is distinct from v_settings.held_by then
    update private.mail_settings s set held_by = v_held_by where s.is_only_row;
  end if;
  return v_held_by;
end $$;
comment on function private.hold_mails is
  'Why a sender at an address must not send, or null: a restored or copied marketplace would write to the users of the real one.';

create function private.stale_before() returns timestamptz
language sql stable set search_path = ''
as $$ select now() - interval '7 days' $$;
comment on function private.stale_before is
  'Mails that were due before are not sent: news of then would mislead, as after mails were switched off for a month. Broadcasts wait for the daily cap as long as it takes.';

create function private.claim_mail(p_mail_id bigint, p_site text default null, p_has_mailbox boolean default false) returns table (
  mail_id bigint, lease uuid, recipient text, template text, data jsonb, username text, subject text, body text, unsubscribe_token text,
  locale text, local_subject text, local_body text)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_mail private.mail_outbox;
  v_lease uuid := gen_random_uuid();
  v_left integer;
  v_reserve integer;
  v_held_by text := private.hold_mails(p_site, p_has_mailbox);
  v_off constant text[] := array(select t.template from private.mail_templates t where not t.is_enabled);
  v_dropped integer := 0;
begin
  -- Mails with secrets use no server but that of the installation, which is the mailbox.
  if v_held_by = 'off' or (v_held_by is not null and not p_has_mailbox) then
    return;
  end if;
  -- Its sender stopped while it spoke with the mail server, so it may have arrived. A mail that comes twice is worse than one
  -- that an admin sends again.
  update private.mail_outbox o set status = 'failed', error = 'The sender stopped before it knew whether the mail was taken.'
  where o.status = 'sending' and o.lease_until < now();
  -- In parts: mails may have been off for long, and many may wait of a kind that an admin has switched off.
  delete from private.mail_outbox m where m.id in (
    select o.id from private.mail_outbox o
    where o.status = 'queued' and not (o.template = 'broadcast') and o.next_attempt_at < private.stale_before()
    limit 10000 for update skip locked);
  delete from private.mail_outbox m where m.id in (
    select o.id from private.mail_outbox o where o.status = 'queued' and o.template = any (v_off) limit 10000 for update skip locked);

  select s.daily_cap - coalesce((select d.sent from private.mail_days d where d.day = (now() at time zone 'utc')::date), 0),
    s.daily_cap / 10 into v_left, v_reserve
  from private.mail_settings s;
  loop
    select * into v_mail from private.mail_outbox o
    where o.status = 'queued' and o.next_attempt_at between private.stale_before() and now() and (p_mail_id is null or o.id = p_mail_id)
      and o.template in ('verify_email', 'reset_password', 'confirm_email')
    order by o.next_attempt_at, o.id
    limit 1 for update skip locked;
    if v_mail.id is null and v_held_by is null then
      select * into v_mail from private.mail_outbox o
      -- As a range of the index, so that a million copies of a broadcast that wait for tomorrow are not walked.
      where o.status = 'queued' and (o.template = 'broadcast') <= (v_left > v_reserve) and o.next_attempt_at <= now()
        and (o.template = 'broadcast' or o.next_attempt_at >= private.stale_before()) and (p_mail_id is null or o.id = p_mail_id)
        and o.template <> all (v_off) and (v_left > 0 or private.is_always_sent(o.template))
      order by o.template = 'broadcast', o.next_attempt_at, o.id
      limit 1 for update skip locked;
    end if;
    if v_mail.id is null then
      return;
    end if;
    -- People who have read their messages meanwhile need no mail about them, unless it was tried before.
    if v_mail.template in ('digest', 'saved_search') or (v_mail.template = 'message_received' and v_mail.attempts = 0) then
      v_mail.data := private.unread_part(v_mail.user_id, v_mail.data);
    end if;
    -- Here, where every mail passes once more, whichever way its subject was hidden or deleted.
    v_mail.data := private.shown_part(v_mail.user_id, v_mail.template, v_mail.cause, v_mail.data);
    exit when case
      when v_mail.data is null then false
      -- Copies that had failed, or were being sent, when it was taken back.
      when v_mail.broadcast_id is not null then not exists (
        select 1 from private.broadcasts b where b.id = v_mail.broadcast_id and b.status = 'deleted')
      -- Nobody asks for it any more, or not for this address.
      when private.proof_life(v_mail.template) is not null then exists (
        select 1 from private.mail_proofs m join public.profiles p on p.auth_id = m.auth_id
        where p.id = v_mail.user_id and m.kind = v_mail.template and m.address = v_mail.recipient)
      when v_mail.template in ('digest', 'saved_search') then v_mail.data -> 'items' <> '[]'
      else true end;
    delete from private.mail_outbox o where o.id = v_mail.id;
    v_dropped := v_dropped + 1;
    -- The next run goes on: a statement that is cut off has dropped nothing.
    if v_dropped = 500 then
      return;
    end if;
  end loop;
  -- Few messages of a conversation are items; those that are there to read are counted.
  if v_mail.template = 'message_received' then
    v_mail.data := v_mail.data || jsonb_build_object('count', greatest(jsonb_array_length(v_mail.data -> 'items'), (
      select count(*) from public.messages m
      where m.recipient_id = v_mail.user_id and m.read_at is null and m.deleted_at is null and m.created_at >= v_mail.created_at
        and m.quote_id in (
          select substring(i.item ->> 'about' from '^message on quote (\d{1,18})$')::bigint
          from jsonb_array_elements(v_mail.data -> 'items') as i (item)))));
  end if;
  -- A list of twenty says enough; the count says the rest.
  if v_mail.data ? 'items' then
    v_mail.data := v_mail.data || jsonb_build_object('items', jsonb_path_query_array(v_mail.data, '$.items[0 to 19]'));
  end if;

  insert into private.mail_days as d (day, sent) values ((now() at time zone 'utc')::date, 1)
  -- A mail about the security of an account counts, but is never kept back by the others.
  on conflict (day) do update set sent = d.sent + 1
  where d.sent < (select s.daily_cap from private.mail_settings s) or private.is_always_sent(v_mail.template);
  if not found then
    return;
  end if;

  -- To the address of now, which may be another than when it began to wait. What guards an account goes where it was queued for.
  if not private.is_always_sent(v_mail.template) then
    v_mail.recipient := coalesce((
      select a.email from public.accounts a where a.profile_id = v_mail.user_id and private.is_mail_address(a.email)), v_mail.recipient);
  end if;
  update private.mail_outbox o set status = 'sending', recipient = v_mail.recipient, attempts = o.attempts + 1, lease = v_lease,
    lease_until = now() + interval '5 minutes'
  where o.id = v_mail.id;
  return query
    select v_mail.id, v_lease, v_mail.recipient, t.template,
      case when private.proof_life(t.template) is null then v_mail.data else private.make_proof(v_mail.user_id, t.template, v_mail.recipient) end,
      coalesce((select private.name_in_mail(p.id, p.username, t.template in ('verify_email', 'confirm_email') or a.email_confirmed_at is null)
        from public.profiles p join public.accounts a on a.profile_id = p.id where p.id = v_mail.user_id), v_mail.data ->> 'username'),
      english.subject, english.body,
      case when (t.is_optional or t.template = 'digest') and v_mail.user_id is not null
        and (v_mail.cause is distinct from 'above the limit' or private.kinds_of_mail(v_mail.user_id, v_mail.id) <> '{}') then private.unsubscribe_token(v_mail.user_id, t.template
        -- A mail about one saved search ends that one; what is above the limits comes at no pace of its own, and ends what is in it:
        -- a zero tells its id from that of a search.
        || case when v_mail.cause = 'above the limit' then '-0' || v_mail.id when jsonb_array_length(v_mail.data -> 'items') = 1 then coalesce('-' || substring(v_mail.data #>> '{items,0,about}' from '^saved search (\d+)$'), '') else '' end) end,
      l.locale, own.subject, own.body
    from private.mail_templates t
    -- The language that the receiver reads now, whenever the mail was queued; the mail itself names one if nobody's account does.
    cross join (select coalesce(v_mail.data ->> 'locale', (select a.locale from public.accounts a where a.profile_id = v_mail.user_id), 'en')) as l (locale)
    left join private.mail_texts english on english.template = t.template and english.locale = 'en'
    left join private.mail_texts own on own.template = t.template and own.locale = l.locale and l.locale <> 'en'
    where t.template = v_mail.template;
end $$;

create function public.claim_mail(only_id bigint default null, site text default null, has_mailbox boolean default false) returns table (
  mail_id bigint, lease uuid, recipient text, template text, data jsonb, username text, subject text, body text, unsubscribe_token text,
  locale text, local_subject text, local_body text)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.claim_mail(only_id, site, has_mailbox) $$;
comment on function public.claim_mail is
  'For the edge function `mail` only: the next mail to send, or the named one, for its sender alone for 5 minutes, with its English text, its language and its text in that. None when `site`, the address of the page or "off", is not that of the marketplace, except those for a mailbox on the same machine.';
grant execute on function private.claim_mail, public.claim_mail to service_role;

create function private.finish_mail(p_mail_id bigint, p_lease uuid, p_outcome text, p_answer text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_tries constant smallint := 8;
  v_answer text := left(p_answer, 1000);
begin
  if p_outcome not in ('sent', 'bounced', 'retry', 'failed') then
    raise exception using errcode = '22023', message = format('unknown outcome "%s"', p_outcome);
  end if;
  -- A sender that took longer than its lease may still say what became of the mail, unless it was given to another.
  update private.mail_outbox o set
    status = case when p_outcome <> 'retry' then p_outcome when o.attempts < v_tries then 'queued' else 'failed' end,
    -- After 1, 4, 16, 64 and 256 minutes, then every 6 hours.
    next_attempt_at = now() + make_interval(secs => least(60 * 4 ^ (o.attempts - 1), 21600)),
    sent_at = case when p_outcome = 'sent' then now() end,
    error = case when p_outcome <> 'sent' then v_answer end,
    provider_answer = case when p_outcome = 'sent' then v_answer end,
    lease = null, lease_until = null
  where o.id = p_mail_id and o.lease = p_lease and o.status in ('sending', 'failed');
  if not found then
    return false;
  end if;
  if p_outcome <> 'sent' then
    update private.mail_days d set sent = greatest(0, d.sent - 1) where d.day = (now() at time zone 'utc')::date;
  end if;
  return true;
end $$;

create function public.finish_mail(mail_id bigint, lease uuid, outcome text, answer text) returns boolean
language sql volatile security invoker set search_path = ''
as $$ select private.finish_mail(mail_id, lease, outcome, answer) $$;
comment on function public.finish_mail is
  'For the edge function `mail` only: what became of a claimed mail (sent, bounced, retry, failed). False when it is not the caller''s any more.';
grant execute on function private.finish_mail, public.finish_mail to service_role;

create function private.mail_delivery() returns table (
  from_name text, from_address text, reply_to text, smtp_host text, smtp_port integer, smtp_security text, smtp_user text,
  smtp_secret text, footer_address text, site_url text, held_by text)
language sql stable rows 1 security definer set search_path = ''
as $$
  select s.from_name, s.from_address, s.reply_to, s.smtp_host, s.smtp_port, s.smtp_security, s.smtp_user,
    (select x.value from private.mail_secrets x where x.name = 'smtp'), s.footer_address, s.site_url, s.held_by
  from private.mail_settings s
$$;

create function public.mail_delivery() returns table (
  from_name text, from_address text, reply_to text, smtp_host text, smtp_port integer, smtp_security text, smtp_user text,
  smtp_secret text, footer_address text, site_url text, held_by text)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.mail_delivery() $$;
comment on function public.mail_delivery is 'For the edge function `mail` only: how to reach the mail server, with its password, and why no mail leaves.';
grant execute on function private.mail_delivery, public.mail_delivery to service_role;

-- Choice of mails -----------------------------------------------------------------------------------------------------

create function private.reader_of_token(p_token text) returns table (user_id bigint, template text, mail_id bigint)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_parts text[] := regexp_match(p_token, '^([0-9]{1,18})\.(([a-z_]{1,40})(?:-[0-9]{1,18})?)\.[0-9a-f]{64}$');
begin
  -- Digests are compared, so that the time it takes tells nothing of the signature.
  if v_parts is null or extensions.digest(private.unsubscribe_token(v_parts[1]::bigint, v_parts[2]), 'sha256') <> extensions.digest(p_token, 'sha256')
    or not exists (select 1 from public.profiles p where p.id = v_parts[1]::bigint)
    or not exists (select 1 from private.mail_templates t where t.template = v_parts[3] and (t.is_optional or t.template = 'digest')) then
    perform private.refuse(404, 'not_found', 'This link is not valid');
  end if;
  return query select v_parts[1]::bigint, v_parts[3], substring(p_token from '^\d+\.digest-0(\d+)\.')::bigint;
end $$;
comment on function private.reader_of_token is 'Whom and which mail the token of a link is about; PT404 when it was made up.';

create function private.kinds_of_mail(p_user_id bigint, p_mail_id bigint) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select distinct t.template from private.mail_outbox o, jsonb_array_elements(o.data -> 'items') as i (item)
    join private.mail_templates t on t.template = i.item ->> 'kind' and t.is_optional
    where o.id = p_mail_id and o.user_id = p_user_id)
$$;
comment on function private.kinds_of_mail is 'The optional kinds that a mail to a user has collected.';

create function private.mail_choices(p_token text) returns table (username text, template text, is_wanted boolean, is_of_link boolean)
language plpgsql volatile rows 10 security definer set search_path = ''
as $$
declare
  v_reader record;
begin
  -- By itself: a join need not run what refuses.
  select * into v_reader from private.reader_of_token(p_token);
  return query
    select p.username, t.template, private.mail_pace(p.id, t.template) <> 'off',
      t.template = any (v_reader.template || private.kinds_of_mail(v_reader.user_id, v_reader.mail_id))
    from public.profiles p cross join private.mail_templates t
    where p.id = v_reader.user_id and t.is_optional
    order by t.template;
end $$;

create function public.mail_choices(token text) returns table (username text, template text, is_wanted boolean, is_of_link boolean)
language sql volatile rows 10 security invoker set search_path = ''
as $$ select * from private.mail_choices(token) $$;
comment on function public.mail_choices is 'For edge functions only: which optional mails the receiver of a link wants; PT404 for a link that was made up.';
grant execute on function private.mail_choices, public.mail_choices to service_role;

create function private.choose_mails(p_token text, p_wanted text[], p_shown text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_search_id bigint := substring(p_token from '^\d+\.saved_search-(\d{1,18})\.')::bigint;
  v_reader record;
  v_kind record;
  v_kinds text[];
begin
  select * into v_reader from private.reader_of_token(p_token);
  v_kinds := private.kinds_of_mail(v_reader.user_id, v_reader.mail_id);
  perform private.hold_account(p.auth_id) from public.profiles p where p.id = v_reader.user_id;
  if p_wanted is null and v_reader.mail_id is not null and v_kinds = '{}' then
    perform private.refuse(404, 'not_found', 'This link is not valid');
  elsif p_wanted is null and v_reader.mail_id is null then
    perform private.end_search_mails(v_reader.user_id, v_reader.template, v_search_id);
    if v_search_id is not null then
      return;
    end if;
  end if;
  for v_kind in
    select t.template, private.mail_pace(v_reader.user_id, t.template) as pace from private.mail_templates t
    where t.is_optional order by t.template
  loop
    -- What the reader did not change can have changed elsewhere since it was shown.
    continue when (v_kind.template = any (p_wanted)) = (v_kind.template = any (p_shown));
    if v_kind.pace <> 'off' and (case
      when p_wanted is not null then v_kind.template <> all (p_wanted)
      when v_reader.mail_id is not null then v_kind.template = any (v_kinds)
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

create function public.choose_mails(token text, wanted text[] default null, shown text[] default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.choose_mails(token, wanted, shown) $$;
comment on function public.choose_mails is
  'For edge functions only: ends the kind of mail, or the mails of one saved search, that a link is about (that of a digest: what comes in it) or, with a list, sets all that its receiver wants; with what they were shown as wanted, the differences alone.';
grant execute on function private.choose_mails, public.choose_mails to service_role;

create function private.list_mail_log(p_page integer, p_page_size integer, p_status text, p_template text, p_q text, p_order text)
returns table (id bigint, recipient text, template text, status text, attempts smallint, error text, provider_answer text,
  created_at timestamptz, sent_at timestamptz, next_attempt_at timestamptz, total integer)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
begin
  perform private.require_admin();
  return query
    with found as (
      select o.id from private.mail_outbox o
      where (p_status is null or o.status = p_status) and (p_template is null or o.template = p_template)
        and (p_q is null or starts_with(lower(o.recipient), lower(p_q))) and o.created_at > now() - interval '30 days')
    -- A log of a hundred thousand mails is not counted to its end for one page.
    , counted as (select count(*)::integer as n from (select 1 from found limit 10001) as c)
    , shown as (
      select f.id from found f
      order by case when p_order = 'asc' then f.id end, case when p_order is distinct from 'asc' then f.id end desc
      limit v_size offset least(greatest(coalesce(p_page, 1), 1) - 1, 1000000)::bigint * v_size)
    select o.id, regexp_replace(o.recipient, '^(.)[^@]*', '\1•••'), o.template, o.status, o.attempts, o.error, o.provider_answer,
      o.created_at, o.sent_at, o.next_attempt_at, counted.n
    from shown join private.mail_outbox o on o.id = shown.id cross join counted
    order by case when p_order = 'asc' then o.id end, case when p_order is distinct from 'asc' then o.id end desc;
end $$;

create function public.list_mail_log(
  page integer default 1, page_size integer default 20, only_status text default null, only_template text default null,
  q text default null, sort_order text default 'desc')
returns table (id bigint, recipient text, template text, status text, attempts smallint, error text, provider_answer text,
  created_at timestamptz, sent_at timestamptz, next_attempt_at timestamptz, total integer)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_mail_log(page, page_size, only_status, only_template, q, sort_order) $$;
comment on function public.list_mail_log is
  'For admins: mails of the last 30 days, newest first, receivers masked. `total` stops at 10,001.';
grant execute on function private.list_mail_log, public.list_mail_log to authenticated;

create function private.retry_mail(p_mail_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_mail private.mail_outbox;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  select * into v_mail from private.mail_outbox o where o.id = p_mail_id for update;
  if v_mail.id is null then
    perform private.refuse(404, 'not_found', 'Mail not found');
  elsif v_mail.status not in ('failed', 'bounced') then
    perform private.refuse(409, 'conflict', 'This mail is not one that failed');
  end if;
  -- One try counts as used: a collection of messages that went out stays closed.
  update private.mail_outbox o set status = 'queued', attempts = 1, next_attempt_at = now(), lease = null, lease_until = null
  where o.id = p_mail_id;
  perform private.audit('retry_mail', 'mail', p_mail_id::text, jsonb_build_object('status', v_mail.status), '{"status": "queued"}');
end $$;

create function public.retry_mail(mail_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.retry_mail(mail_id) $$;
comment on function public.retry_mail is 'For admins: queues a failed or bounced mail once more.';
grant execute on function private.retry_mail, public.retry_mail to authenticated;

create function private.mail_queue() returns table (
  waiting integer, oldest_at timestamptz, failed integer, last_error text, site_url text, held_by text)
language plpgsql stable rows 1 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select w.n, w.oldest_at, (select count(*)::integer from private.mail_outbox o where o.status = 'failed' and o.template <> 'test' and o.created_at > now() - interval '7 days'),
      (select o.error from private.mail_outbox o where o.error is not null and o.status in ('queued', 'failed') and o.template <> 'test'
        and o.created_at > now() - interval '7 days' order by o.id desc limit 1),
      s.site_url, s.held_by
    from private.mail_settings s cross join (
      -- Mails that still collect, and digests, are not late.
      select count(*)::integer as n, min(case when o.attempts = 0 then o.next_attempt_at else o.created_at end) as oldest_at
      from private.mail_outbox o where o.status = 'queued' and o.template <> 'test' and (o.attempts > 0 or o.next_attempt_at <= now())) as w;
end $$;

create function public.mail_queue() returns table (
  waiting integer, oldest_at timestamptz, failed integer, last_error text, site_url text, held_by text)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.mail_queue() $$;
comment on function public.mail_queue is
  'For admins: how many mails wait and since when, how many failed in the last 7 days, the last answer of a mail server to one of these, and why no mail leaves. Test mails do not count.';
grant execute on function private.mail_queue, public.mail_queue to authenticated;

create function private.retry_mails(p_failed boolean) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_status text := case when p_failed then 'failed' else 'queued' end;
  v_count integer;
begin
  perform private.consume_rate_limit('test_mail', v_me::text);
  update private.mail_outbox o set status = 'queued', attempts = case when p_failed then 1 else o.attempts end,
    next_attempt_at = now(), lease = null, lease_until = null
  where o.id in (
    select m.id from private.mail_outbox m where m.status = v_status and m.template <> 'test' and case when p_failed then m.created_at > now() - interval '7 days' else m.attempts > 0 end
    order by m.id limit 10000 for update skip locked);
  get diagnostics v_count = row_count;
  perform private.audit('retry_mails', 'mail', null, jsonb_build_object('status', v_status),
    jsonb_build_object('status', 'queued', 'count', v_count));
  return v_count;
end $$;

create function public.retry_mails(failed boolean) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.retry_mails(failed) $$;
comment on function public.retry_mails is
  'For admins: makes all mails that failed in the last 7 days, or all that wait for another try, due at once, 10,000 a call. Answers how many.';
grant execute on function private.retry_mails, public.retry_mails to authenticated;

create function private.mail_of_decision() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_is_of_supplier boolean := new.data ? 'quoteId';
  v_quote_id bigint := coalesce((new.data ->> 'quoteId')::bigint, new.quote_id);
  v_template text := private.preference_of(new.data ->> 'type');
  v_is_open boolean := case when new.data ->> 'type' = 'post_closed' then new.data ? 'topic' end;
  -- A closing is taken back apart from what was decided on the quote.
  v_cause text := concat('quote ', v_quote_id,
    case when v_is_open then ' opened' when not v_is_open then ' closed' when not v_is_of_supplier then ' to its owner' end);
begin
  -- A decision that was taken back before its mail left is not mailed; one that was mailed is taken back by mail.
  if new.data ->> 'type' = 'quote_reopened' then
    delete from private.mail_outbox o where o.user_id = new.user_id and o.cause = v_cause and o.status = 'queued' and o.attempts = 0;
    if private.mail_pace(new.user_id, 'quote_declined') in ('now', 'off') then
      perform private.drop_mail_items(new.user_id, array[v_cause]);
    end if;
    -- Where a digest collects the decisions, this one takes the place of the decline.
    if private.mail_pace(new.user_id, 'quote_declined') in ('now', 'off') and (
        select coalesce(i.kind, o.template) from private.mail_outbox o
        left join lateral (
          select e.item ->> 'kind' as kind from jsonb_array_elements(o.data -> 'items') with ordinality as e (item, n)
          where e.item ->> 'about' = v_cause order by e.n desc limit 1) as i on true
        where o.user_id = new.user_id and (o.cause = v_cause or o.cause = 'above the limit' and i.kind is not null)
        order by o.id desc limit 1) is distinct from 'quote_declined' then
      return new;
    end if;
  end if;
  perform private.queue_mail(new.user_id, v_template, jsonb_strip_nulls(jsonb_build_object('message', new.message,
    'title', (select q.post_title from public.quotes q where q.id = v_quote_id),
    'path', case when v_is_of_supplier then '/my-quotes?quote=' else '/account?tab=posts&quote=' end || v_quote_id,
    'isOpen', v_is_open)), v_cause, new.id);
  return new;
end $$;
