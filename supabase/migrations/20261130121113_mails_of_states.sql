SET local check_function_bodies = off;

DROP FUNCTION "private"."is_still_so"(text, boolean);

DROP FUNCTION "private"."shown_part"(bigint, text, jsonb);

CREATE OR REPLACE FUNCTION private.add_mail (
  p_user_id  bigint,
  p_email    text,
  p_template text,
  p_data     jsonb,
  p_cause    text                     DEFAULT NULL::text,
  p_at       timestamp with time zone DEFAULT now(),
  p_actor    bigint                   DEFAULT NULL::bigint
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
    or (v_actor <> p_user_id and p_template <> 'message_received'
      and not (p_cause is not null and private.is_always_sent(p_template) and private.is_admin())) then
    if p_user_id is null then
      select count(*) into v_caused from private.mail_outbox o
      where o.user_id is null and lower(o.recipient) = lower(p_email) and o.created_at > now() - interval '1 hour';
    else
      select count(*) into v_caused from private.mail_outbox o
      where o.user_id = p_user_id and o.actor_id = v_actor and o.created_at > now() - interval '1 hour';
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
end $function$;

CREATE OR REPLACE FUNCTION private.claim_mail (
  p_mail_id     bigint,
  p_site        text    DEFAULT NULL::text,
  p_has_mailbox boolean DEFAULT false
)
  RETURNS TABLE (
    mail_id           bigint,
    lease             uuid,
    recipient         text,
    template          text,
    data              jsonb,
    username          text,
    subject           text,
    body              text,
    unsubscribe_token text,
    locale            text,
    local_subject     text,
    local_body        text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_mail private.mail_outbox;
  v_lease uuid := gen_random_uuid();
  v_left integer;
  v_reserve integer;
  v_held_by text := private.hold_mails(p_site, p_has_mailbox);
begin
  -- Mails with secrets use no server but that of the installation, which is the mailbox.
  if v_held_by = 'off' or (v_held_by is not null and not p_has_mailbox) then
    return;
  end if;
  -- Its sender stopped while it spoke with the mail server, so it may have arrived. A mail that comes twice is worse than one
  -- that an admin sends again.
  update private.mail_outbox o set status = 'failed', error = 'The sender stopped before it knew whether the mail was taken.'
  where o.status = 'sending' and o.lease_until < now();
  -- In parts: mails may have been off for long.
  delete from private.mail_outbox m where m.id in (
    select o.id from private.mail_outbox o where o.status = 'queued' and o.next_attempt_at <= now() and private.is_stale_mail(o)
    limit 10000 for update skip locked);

  select s.daily_cap - coalesce((select d.sent from private.mail_days d where d.day = (now() at time zone 'utc')::date), 0),
    s.daily_cap / 10 into v_left, v_reserve
  from private.mail_settings s;
  loop
    select * into v_mail from private.mail_outbox o
    where o.status = 'queued' and o.next_attempt_at <= now() and not private.is_stale_mail(o) and (p_mail_id is null or o.id = p_mail_id)
      and o.template in ('verify_email', 'reset_password', 'confirm_email')
    order by o.next_attempt_at, o.id
    limit 1 for update skip locked;
    if v_mail.id is null and v_held_by is null then
      select * into v_mail from private.mail_outbox o
      where o.status = 'queued' and o.next_attempt_at <= now() and not private.is_stale_mail(o) and (p_mail_id is null or o.id = p_mail_id)
        and (o.template <> 'broadcast' or v_left > v_reserve) and (v_left > 0 or private.is_always_sent(o.template))
      order by o.template = 'broadcast', o.next_attempt_at, o.id
      limit 1 for update skip locked;
    end if;
    if v_mail.id is null then
      return;
    end if;
    if v_mail.template in ('digest', 'saved_search') then
      v_mail.data := private.unread_digest(v_mail.user_id, v_mail.data);
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
      -- People who have read their messages meanwhile need no mail about them.
      when v_mail.template = 'message_received' then v_mail.attempts > 0 or exists (
        select 1 from jsonb_array_elements(v_mail.data -> 'items') as i (item)
        left join public.notifications n on n.id = (i.item ->> 'notificationId')::bigint
        where n.read_at is null)
      when v_mail.template in ('digest', 'saved_search') then v_mail.data -> 'items' <> '[]'
      else true end;
    delete from private.mail_outbox o where o.id = v_mail.id;
  end loop;

  insert into private.mail_days as d (day, sent) values ((now() at time zone 'utc')::date, 1)
  -- A mail about the security of an account counts, but is never kept back by the others.
  on conflict (day) do update set sent = d.sent + 1
  where d.sent < (select s.daily_cap from private.mail_settings s) or private.is_always_sent(v_mail.template);
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
      case when (t.is_optional or t.template = 'digest') and v_mail.user_id is not null then private.unsubscribe_token(v_mail.user_id, t.template
        -- A mail about one saved search ends that one.
        || case when jsonb_array_length(v_mail.data -> 'items') = 1 then coalesce('-' || substring(v_mail.data #>> '{items,0,about}' from '^saved search (\d+)$'), '') else '' end) end,
      l.locale, own.subject, own.body
    from private.mail_templates t
    -- The language that the receiver reads now, whenever the mail was queued; the mail itself names one if nobody's account does.
    cross join (select coalesce(v_mail.data ->> 'locale', (select a.locale from public.accounts a where a.profile_id = v_mail.user_id), 'en')) as l (locale)
    left join private.mail_texts english on english.template = t.template and english.locale = 'en'
    left join private.mail_texts own on own.template = t.template and own.locale = l.locale and l.locale <> 'en'
    where t.template = v_mail.template;
end $function$;

CREATE OR REPLACE FUNCTION private.is_still_so (
  p_user_id bigint,
  p_kind    text,
  p_about   text,
  p_is_open boolean
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when p_kind in ('quote_accepted', 'quote_declined', 'quote_shortlisted', 'quote_reopened') then exists (
      select 1 from public.quotes q where q.id = substring(p_about from '^quote (\d{1,18})$')::bigint
        and case when p_kind = 'quote_reopened' then private.is_undecided(q) else p_kind = 'quote_' || q.status end)
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
$function$;

CREATE OR REPLACE FUNCTION private.may_be_mailed (
  p_user_id     bigint,
  p_about       text,
  p_question_id bigint
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Owners hear of their hidden posts. Decisions have the title that was quoted on.
  select case when p_about ~ '^(answers on|changes of|watch of|deadline of) post \d{1,18}$'
      then exists (
        select 1 from public.posts p where p.id = substring(p_about from '\d+$')::bigint and (not p.is_hidden or p.user_id = p_user_id))
    when p_about ~ '^review of \d{1,18}$' then exists (
      select 1 from public.reviews r
      where r.reviewer_id = substring(p_about from '\d+$')::bigint and r.reviewed_user_id = p_user_id and r.hidden_at is null)
    else true end
    and (p_question_id is null or exists (select 1 from public.post_questions k where k.id = p_question_id and k.hidden_at is null))
$function$;

CREATE OR REPLACE FUNCTION private.shown_part (
  p_user_id  bigint,
  p_template text,
  p_cause    text,
  p_data     jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when not private.may_be_mailed(p_user_id, p_cause, null) or not private.is_still_so(p_user_id, p_template, p_cause, (p_data ->> 'isOpen')::boolean) then null
    when not p_data ? 'items' then p_data
    else (
      select case when i.items is not null then private.with_items(p_data, i.items) end
      from (
        select jsonb_agg(c.item order by e.n) as items from jsonb_array_elements(p_data -> 'items') with ordinality as e (item, n)
        left join public.post_questions k on k.id = (e.item ->> 'questionId')::bigint
        cross join lateral (select case
          when e.item ? 'quoteId' then jsonb_strip_nulls(private.item_of_quote((e.item ->> 'quoteId')::bigint, e.item ->> 'message'))
          else e.item || jsonb_strip_nulls(jsonb_build_object('question', case when e.item ? 'question' then k.question end,
            'answer', case when e.item ? 'answer' then k.answer end)) end) as c (item)
        where c.item is not null and private.may_be_mailed(p_user_id, e.item ->> 'about', (e.item ->> 'questionId')::bigint)
          and private.is_still_so(p_user_id, coalesce(e.item ->> 'kind', p_template), e.item ->> 'about', (e.item ->> 'isOpen')::boolean)) as i) end
$function$;

CREATE OR REPLACE FUNCTION private.take_closing_back (
  p_post public.posts
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with told as materialized (
    select n.id, n.user_id, n.read_at from public.notifications n
    where n.created_at = p_post.closed_at and n.data ->> 'type' = 'post_closed'
      and (n.data ->> 'quoteId')::bigint in (select q.id from public.quotes q where q.post_id = p_post.id)
    order by n.id for update skip locked),
  dropped as (delete from public.notifications n where n.id in (select t.id from told t where t.read_at is null)),
  -- A mail leaves whether or not its notification is read, and also where the page shows none.
  mailed as (
    select o.user_id from public.quotes q cross join concat('quote ', q.id, ' closed') as c (cause)
    join private.mail_outbox o on o.user_id = q.supplier_id and o.status in ('sending', 'sent') and coalesce(o.sent_at, now()) >= p_post.closed_at
      and (o.cause = c.cause or o.data -> 'items' @> jsonb_build_array(jsonb_build_object('about', c.cause)))
    where q.post_id = p_post.id)
  insert into public.notifications (user_id, message, data)
  select t.user_id, private.text_of_opening(p_post.title),
    jsonb_build_object('type', 'request_watched', 'path', '/post/post-' || p_post.id, 'topic', 'opened')
  from (select t.user_id from told t where t.read_at is not null union select m.user_id from mailed m) as t
  -- Those who watch it hear of it from the job, if it has told anybody of the closing.
  where not p_post.is_hidden
    and not exists (
      select 1 from private.news_of_watched n join private.watches w on w.post_id = n.post_id and w.user_id = t.user_id
      where n.post_id = p_post.id and n.topic = 'opened')
  order by t.user_id
$function$;

COMMENT ON FUNCTION "private"."is_still_so"(bigint, text, text, boolean) IS 'Whether a quote or a request still is as a mail of this kind to a user says of it; true of kinds that tell an event. What names a state as open or closed says so.';

COMMENT ON FUNCTION "private"."may_be_mailed"(bigint, text, bigint) IS 'Whether a mail may still say what it is about: not of posts, questions and reviews that are hidden or gone by now, whichever way.';

COMMENT ON FUNCTION "private"."shown_part"(bigint, text, text, jsonb) IS 'The data of a mail that waits without what is hidden, gone or not so any more, and with the terms of quotes and the words of questions of now; null when nothing is left.';

COMMENT ON FUNCTION "private"."take_closing_back"(public.posts) IS 'Drops the notifications of the last closing of a post, given as it was closed, that nobody has read, and tells whoever has read of it, on the page or in a mail, that it is open again.';

REVOKE ALL ON FUNCTION "private"."is_still_so"(bigint, text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_part"(bigint, text, text, jsonb) FROM PUBLIC;
