SET local check_function_bodies = off;

DROP FUNCTION "private"."take_room"(text, text, integer);

CREATE OR REPLACE FUNCTION private.ask_question (
  p_post_id   bigint,
  p_question  text,
  p_client_id uuid
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_text text;
  v_post public.posts;
  v_id bigint;
begin
  -- One after the other for each person, so that neither a repeat nor the sixth question slips through beside another.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  select k.id into v_id from public.post_questions k where k.asker_id = v_me and k.client_id = p_client_id;
  if v_id is not null then
    perform private.assert_same_content('question ' || v_me, p_client_id, jsonb_build_array(p_post_id, p_question), v_id);
    return v_id;
  end if;
  select * into v_post from public.posts p where p.id = p_post_id for key share;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
    perform private.refuse(404, 'not_found', 'Post not found');
  elsif v_post.user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot ask about your own post');
  elsif v_post.is_hidden or not private.is_open(v_post) then
    perform private.refuse(409, 'conflict', 'This request is closed');
  end if;
  perform private.assert_other_can_act(v_post.user_id);
  v_text := private.text_of_question(p_question, 'question', 3, 500, 'Question is required', 'Question too long');
  if (select count(*) from public.post_questions k
      where k.post_id = p_post_id and k.asker_id = v_me and k.answered_at is null) >= 5 then
    perform private.refuse(400, 'invalid_input', 'You have five open questions on this request. Please wait for an answer.', '{"path": "question"}');
  end if;
  perform private.consume_rate_limit('question', v_me::text);
  insert into public.post_questions (post_id, asker_id, question, client_id)
  values (p_post_id, v_me, v_text, coalesce(p_client_id, gen_random_uuid())) returning id into v_id;
  perform private.remember_content('question ' || v_me, p_client_id, jsonb_build_array(p_post_id, p_question));
  perform private.notify(v_post.user_id,
    format('%s asks about "%s"', (select p.username from public.profiles p where p.id = v_me), v_post.title),
    jsonb_build_object('type', 'question_asked', 'postId', p_post_id));
  return v_id;
end $function$;

CREATE OR REPLACE FUNCTION private.assert_other_can_act (
  p_profile_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.is_deleted(p_profile_id) then
    perform private.refuse(409, 'conflict', 'The other account was deleted');
  elsif private.is_suspended(p_profile_id) then
    perform private.refuse(409, 'conflict', 'The other account is suspended');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.audit (
  p_action    text,
  p_entity    text,
  p_entity_id text,
  p_before    jsonb,
  p_after     jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.audit_log (actor_id, actor_username, action, entity, entity_id, before, after)
  select me.id, (select p.username from public.profiles p where p.id = me.id), p_action, p_entity, p_entity_id, p_before, p_after
  from (select private.current_profile_id() as id) as me
  -- Whoever saves what is there has changed nothing.
  where p_before is null or p_before - 'updated_at' is distinct from p_after - 'updated_at'
$function$;

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
    v_mail.data := private.shown_part(v_mail.user_id, v_mail.cause, v_mail.data);
    exit when case
      when v_mail.data is null then false
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

CREATE OR REPLACE FUNCTION private.housekeep (
  p_job   text,
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
    when 'masks' then
      return private.work_on_masks(p_limit);
    when 'names' then
      return private.copy_next_names();
    when 'bulk-actions' then
      -- Its files are left to the job 'uploads'.
      delete from public.feedback f where f.id in (
        select o.id from public.feedback o where o.deleted_at < now() - interval '30 days' limit p_limit for update skip locked);
      get diagnostics v_count = row_count;
      if v_count > 0 then
        return v_count;
      end if;
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
    when 'sign-in-places' then
      delete from private.sign_in_places s where s.session_id in (
        select o.session_id from private.sign_in_places o where o.last_at < now() - interval '90 days'
        order by o.last_at limit p_limit for update skip locked);
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
        where o.created_at < now() - interval '30 days'
          and (o.status in ('sent', 'bounced', 'failed') or (o.status = 'queued' and private.is_stale_mail(o)))
        limit p_limit for update skip locked);
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
end $function$;

CREATE OR REPLACE FUNCTION private.is_stale_mail (
  p_mail private.mail_outbox
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select p_mail.template <> 'broadcast' and p_mail.next_attempt_at < now() - interval '7 days' $function$;

CREATE OR REPLACE FUNCTION private.item_of_quote (
  p_quote_id bigint,
  p_message  text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('message', p_message, 'quoteId', q.id, 'quote', jsonb_build_object('supplier', p.username, 'price', q.price_text,
    'currency', q.currency, 'quantity', q.quantity_text, 'deliveryTime', q.delivery_time, 'validUntil', q.valid_until))
  from public.quotes q join public.profiles p on p.id = q.supplier_id where q.id = p_quote_id and q.status <> 'withdrawn'
$function$;

CREATE OR REPLACE FUNCTION private.keep_vocabulary()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max_a_day constant integer := 5000;
  v_me bigint := private.current_profile_id();
  v_words text[];
begin
  execute format('select array_agg(w.word order by w.word) from (
      select distinct u.word from posts_after n %s cross join lateral unnest(tsvector_to_array(n.search)) as u (word)
      where not n.is_hidden and char_length(u.word) between 3 and 30 and u.word !~ ''[^[:alpha:]]'') as w
    where not exists (select 1 from private.vocabulary v where v.word = w.word)',
    case when tg_op = 'UPDATE' then 'join posts_before o on o.id = n.id and (o.is_hidden or o.search <> n.search)' end) into v_words;
  -- A word stays for days and fills a page of its index: who makes words up with each edit would fill the disk. Nobody who
  -- writes needs so many, and a correction is only a help.
  if cardinality(v_words) > 0 and (v_me is null or private.setting('rate_limits_enabled') is distinct from 'true'
      or private.take_room('new_words', v_me::text, cardinality(v_words), v_max_a_day, interval '1 day')) then
    insert into private.vocabulary (word) select w.word from unnest(v_words) as w (word) on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.quote_to_act_on (
  p_quote_id bigint,
  p_me       bigint,
  p_action   text
)
  RETURNS public.quotes
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_quote public.quotes := private.quote_of_party(p_quote_id, p_me);
  v_other_id bigint;
  v_post public.posts;
begin
  perform private.assert_not_suspended();
  if p_action = 'accept' then
    select * into v_post from public.posts p where p.id = v_quote.post_id for no key update;
    perform 1 from public.quotes q
    where q.post_id = v_post.id and (q.id = p_quote_id or private.is_undecided(q)) order by q.id for update;
  else
    select * into v_post from public.posts p where p.id = v_quote.post_id for share;
  end if;
  perform 1 from public.quotes q where q.id = p_quote_id for update;
  -- As it is behind the lock, and still the caller's.
  v_quote := private.quote_of_party(p_quote_id, p_me);
  perform private.assert_transition(v_quote, p_action, case v_quote.supplier_id when p_me then 'supplier' else 'owner' end);
  perform private.consume_rate_limit('quote_decision', p_me::text);

  v_other_id := case v_quote.supplier_id when p_me then v_quote.post_owner_id else v_quote.supplier_id end;
  -- What ends a quote is always possible; what keeps it under way needs a request and two people who can go on.
  if p_action in ('decline', 'withdraw', 'cancel') then
    return v_quote;
  elsif v_quote.post_id is null or v_post.id is null then
    perform private.refuse(409, 'conflict', 'The request was deleted');
  elsif v_post.is_hidden then
    perform private.refuse(409, 'conflict', 'This request is hidden');
  elsif v_post.closed_at is not null or (p_action = 'revise' and not private.is_open(v_post)) then
    perform private.refuse(409, 'conflict', 'This request is closed');
  end if;
  perform private.assert_other_can_act(v_other_id);
  return v_quote;
end $function$;

CREATE OR REPLACE FUNCTION private.remind_watchers (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_count integer;
begin
  with due as materialized (
    select w.post_id, w.user_id, p.user_id as owner_id, p.title, p.quote_deadline,
      ceil(extract(epoch from p.quote_deadline - now()) / 3600)::integer as hours,
      jsonb_build_object('type', 'deadline_near', 'path', '/post/post-' || p.id) as data
    from private.deadlines_to_tell d
    join public.posts p on p.id = d.post_id
    join private.watches w on w.post_id = d.post_id
    where d.quote_deadline > now() and d.quote_deadline <= now() + interval '48 hours' and p.closed_at is null and not p.is_hidden
      and (w.reminded_of is distinct from p.quote_deadline or w.reminded_hours > private.reminder_hours(p.quote_deadline))
      and not exists (
        select 1 from public.quotes q
        where q.post_id = w.post_id and q.supplier_id = w.user_id and q.status not in ('withdrawn', 'cancelled'))
      -- They can send no quote, or none to this owner; when the suspension ends in time, they are reminded then.
      and not private.is_suspended(w.user_id) and not private.is_suspended(p.user_id)
    order by d.quote_deadline, w.post_id, w.user_id limit least(p_limit, 500)
    for update of w skip locked for key share of p skip locked
  ), noted as (
    update private.watches w set reminded_of = d.quote_deadline, reminded_hours = private.reminder_hours(d.quote_deadline)
    from due d where w.post_id = d.post_id and w.user_id = d.user_id
  ), replaced as (
    delete from public.notifications n where n.id in (
      select o.id from public.notifications o join due d on o.user_id = d.user_id and o.data = d.data
      where o.read_at is null for update of o skip locked)
  ), told as (
    insert into public.notifications (user_id, message, data, actor_id)
    select d.user_id, left(case d.hours when 1 then format('The request "%s" closes within %s hour', d.title, d.hours)
        else format('The request "%s" closes within %s hours', d.title, d.hours) end, 600),
      d.data, d.owner_id
    from due d order by d.user_id, d.post_id
  )
  select count(*) into v_count from due;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.set_notification_kind (
  p_kind       text,
  p_is_enabled boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.shown_part (
  p_user_id bigint,
  p_cause   text,
  p_data    jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when not private.may_be_mailed(p_user_id, p_cause, null) then null
    when not p_data ? 'items' then p_data
    else (
      select case when i.items is not null then private.with_items(p_data, i.items) end
      from (
        select jsonb_agg(c.item order by e.n) as items from jsonb_array_elements(p_data -> 'items') with ordinality as e (item, n)
        cross join lateral (select case when e.item ? 'quoteId'
          then jsonb_strip_nulls(private.item_of_quote((e.item ->> 'quoteId')::bigint, e.item ->> 'message')) else e.item end) as c (item)
        where c.item is not null and private.may_be_mailed(p_user_id, e.item ->> 'about', (e.item ->> 'questionId')::bigint)) as i) end
$function$;

CREATE OR REPLACE FUNCTION private.submit_quote (
  p_quote jsonb
)
  RETURNS TABLE (
    quote_id            bigint,
    post_title          text,
    post_owner_username text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_given jsonb := private.known_fields(p_quote, private.quote_fields() || 'expected_request'::text);
  v_fields jsonb := v_given - 'expected_request';
  -- What a repetition has to repeat: by then, the request may have changed.
  v_content jsonb := p_quote - 'expected_request';
  v_quote public.quotes := jsonb_populate_record(null::public.quotes, jsonb_build_object('images', '{}'::text[],
    'client_id', gen_random_uuid(), 'status', 'pending', 'revision', 0, 'version', 1));
  v_post public.posts;
  v_quote_id bigint;
begin
  v_quote := private.with_facts(v_quote, v_fields);
  select q.id into v_quote_id from public.quotes q where q.supplier_id = v_me and q.client_id = v_quote.client_id;
  if v_quote_id is null then
    -- Held, so that the request is open until the quote is stored.
    select * into v_post from public.posts p where p.id = v_quote.post_id for share;
    if v_post.id is null then
      perform private.refuse(404, 'not_found', 'Post not found');
    elsif v_post.user_id = v_me then
      perform private.refuse(403, 'forbidden', 'You cannot send a quote on your own post');
    elsif v_post.is_hidden then
      perform private.refuse(409, 'conflict', 'This post is not accepting quotes');
    elsif not private.is_open(v_post) then
      perform private.refuse(409, 'conflict', 'This request is closed');
    end if;
    perform private.assert_other_can_act(v_post.user_id);
    if v_given ? 'expected_request' then
      perform private.assert_request_read(v_post, v_given -> 'expected_request');
    end if;
    perform private.assert_organization(v_quote, v_me);
    begin
      perform private.assert_quote_wait(v_me, v_quote.post_id);
    exception when sqlstate 'PT429' then
      -- The same request twice at the same moment: the other one has just been stored, so answer it again.
      select q.id into v_quote_id from public.quotes q where q.supplier_id = v_me and q.client_id = v_quote.client_id;
      if v_quote_id is null then
        raise;
      end if;
    end;
  end if;

  if v_quote_id is not null then
    perform private.assert_same_content('quote ' || v_me, v_quote.client_id, v_content, v_quote_id);
  else
    perform private.consume_rate_limit('quote', v_me::text);
    perform private.assert_own_images('post-images', v_quote.images);
    v_quote.supplier_id := v_me;
    v_quote.post_title := v_post.title;
    v_quote.post_owner_id := v_post.user_id;
    v_quote.quoted_request := private.request_facts(v_post);
    -- Behind the lock of the post: what is compared with changes of the request is in the order in which they happened.
    v_quote.created_at := clock_timestamp();
    v_quote.changed_at := v_quote.created_at;
    -- All columns that a new row has: those that are generated or made by triggers take no value.
    insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, product_match, description, price_text, quantity_text,
      currency, payment_method, shipping_method, delivery_time, delivery_from, delivery_to, images, contact_address, account_type,
      organization_name, tax_code, client_id, created_at, status, changed_at, valid_until, revision, version, quoted_request)
    select q.post_id, q.post_title, q.post_owner_id, q.supplier_id, q.product_match, q.description, q.price_text,
      q.quantity_text, q.currency, q.payment_method, q.shipping_method, q.delivery_time, q.delivery_from,
      q.delivery_to, q.images, q.contact_address, q.account_type, q.organization_name, q.tax_code, q.client_id, q.created_at,
      q.status, q.changed_at, q.valid_until, q.revision, q.version, q.quoted_request
    from (select v_quote.*) as q returning quotes.id into v_quote_id;
    perform private.attach_to_quote(v_quote_id, coalesce(v_fields -> 'attachments', '[]'));
    perform private.remember_content('quote ' || v_me, v_quote.client_id, v_content);
  end if;

  return query
    select q.id, q.post_title, p.username
    from public.quotes q left join public.profiles p on p.id = q.post_owner_id
    where q.id = v_quote_id;
end $function$;

CREATE OR REPLACE FUNCTION private.take_room (
  p_action  text,
  p_subject text,
  p_amount  integer
)
  RETURNS boolean
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.take_room(p_action, p_subject, p_amount, (r.rule ->> 'max')::integer, make_interval(secs => (r.rule ->> 'seconds')::integer))
  from (select private.setting('rate_limits') -> p_action) as r (rule)
$function$;

CREATE OR REPLACE FUNCTION private.take_room (
  p_action  text,
  p_subject text,
  p_amount  integer,
  p_max     integer,
  p_window  interval
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.rate_limit_uses as u (action, subject, window_started_at, used)
  select p_action, p_subject, now(), p_amount where p_amount <= p_max
  on conflict (action, subject) do update set
    window_started_at = case when u.window_started_at <= now() - p_window then now() else u.window_started_at end,
    used = case when u.window_started_at <= now() - p_window then p_amount else u.used + p_amount end
  where u.used + p_amount <= p_max or u.window_started_at <= now() - p_window;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_watchers (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_news record;
  v_users bigint[];
  v_data jsonb;
  v_size constant integer := least(p_limit, 500);
begin
  -- With the post, whose deletion takes the rest with it.
  select n.*, p.user_id as owner_id, p.is_hidden or private.is_suspended(p.user_id) as is_silent into v_news from private.news_of_watched n join public.posts p on p.id = n.post_id
  order by n.id limit 1 for update of n skip locked for key share of p skip locked;
  if not found then
    return 0;
  end if;
  v_data := jsonb_build_object('type', 'request_watched', 'path', '/post/post-' || v_news.post_id, 'topic', v_news.topic);
  -- Locked before notifications and mails, as by the deletion of a user.
  v_users := array(
    select w.user_id from private.watches w where w.post_id = v_news.post_id and w.user_id > v_news.last_user_id
    order by w.user_id limit v_size for key share);
  if not v_news.is_silent then
    -- The newest replaces the one that was not read. A row that its receiver is marking as read is left alone.
    delete from public.notifications n where n.id in (
      select o.id from public.notifications o
      where o.user_id = any (v_users) and o.read_at is null and o.data = v_data for update skip locked);
    insert into public.notifications (user_id, message, data, actor_id)
    select u.id, v_news.message, v_data, v_news.owner_id from unnest(v_users) as u (id)
    where u.id is distinct from v_news.but_user_id
      -- Suppliers are told by their quote.
      and not exists (
        select 1 from public.quotes q where q.post_id = v_news.post_id and q.supplier_id = u.id
          and case v_news.topic when 'opened' then false when 'closed' then private.is_undecided(q) or q.status = 'accepted'
            else q.status not in ('withdrawn', 'cancelled') end)
    order by u.id;
  end if;
  if cardinality(v_users) < v_size then
    delete from private.news_of_watched n where n.id = v_news.id;
  else
    update private.news_of_watched n set last_user_id = v_users[v_size] where n.id = v_news.id;
  end if;
  return greatest(cardinality(v_users), 1);
end $function$;

CREATE OR REPLACE FUNCTION private.update_review (
  p_review_id bigint,
  p_rating    integer,
  p_comment   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.own_review_to_change(p_review_id, v_me);
  v_comment text := btrim(p_comment);
begin
  if v_review.rating = p_rating and private.is_same_text('reviews', v_review.id, 'comment', v_review.comment, v_comment) then
    return;
  end if;
  if private.is_deleted(v_review.reviewed_user_id) then
    perform private.refuse(404, 'not_found', 'User not found');
  end if;
  perform private.consume_rate_limit('post_edit', v_me::text);
  update public.reviews r set rating = p_rating, comment = v_comment where r.id = v_review.id returning r.* into v_review;
  perform private.tell_of_review(v_review);
end $function$;

CREATE OR REPLACE FUNCTION private.work_on_masks (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ended record;
  v_next record;
  v_is_held boolean;
  v_count integer;
begin
  select array_agg(e.id) as ids, array_agg(distinct e.rule_id) as rule_ids into v_ended
  from (select * from private.ended_masks m order by m.id limit 100 for update skip locked) as e;
  if v_ended.ids is not null then
    update private.masked_texts m set is_due = true
    where (m.entity, m.entity_id, m.field) in (
      select o.entity, o.entity_id, o.field from private.masked_texts o
      where o.rule_ids && v_ended.rule_ids and not o.is_due limit p_limit for update skip locked);
    get diagnostics v_count = row_count;
    if v_count > 0 then
      return v_count;
    elsif not exists (select 1 from private.masked_texts m where m.rule_ids && v_ended.rule_ids and not m.is_due) then
      delete from private.ended_masks e where e.id = any (v_ended.ids);
    end if;
  end if;

  -- One row a call: it locks as its author would, and waits for nobody but who changes one of its rules.
  for v_next in
    select distinct m.entity, m.entity_id from private.masked_texts m where m.is_due order by m.entity, m.entity_id limit 10
  loop
    execute format('select true from public.%I t where t.id = $1 for no key update skip locked', v_next.entity)
    into v_is_held using v_next.entity_id;
    if v_is_held then
      perform private.mask_again(v_next.entity, v_next.entity_id);
      return 1;
    end if;
    -- A write that ended as something else, such as the repeat of another, leaves an original of no row.
    execute format('delete from private.masked_texts m where m.entity = $1 and m.entity_id = $2
      and not exists (select 1 from public.%I t where t.id = $2)', v_next.entity) using v_next.entity, v_next.entity_id;
    -- What is executed does not set `found`.
    get diagnostics v_count = row_count;
    if v_count > 0 then
      return 1;
    end if;
  end loop;

  delete from private.masked_texts m where (m.entity, m.entity_id, m.field) in (
    select o.entity, o.entity_id, o.field from private.masked_texts o
    where o.masked_at < now() - interval '30 days' limit p_limit for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end $function$;

COMMENT ON FUNCTION "private"."assert_other_can_act"(bigint) IS 'PT409 where the user who would have to answer cannot: for all that begins or continues something with them.';

COMMENT ON FUNCTION "private"."audit"(text, text, text, jsonb, jsonb) IS 'Writes what the caller changed to the audit log, for rules of the database only: audit(''suspend_user'', ''user'', id, before, after). Leave secrets out.';

COMMENT ON FUNCTION "private"."is_stale_mail"(private.mail_outbox) IS 'Whether a mail was due a week ago: news of then would mislead, as after mails were switched off for a month. Broadcasts wait for the daily cap as long as it takes.';

COMMENT ON FUNCTION "private"."item_of_quote"(bigint, text) IS 'What the mail of a new quote says of it; null when it is withdrawn or gone.';

COMMENT ON FUNCTION "private"."shown_part"(bigint, text, jsonb) IS 'The data of a mail that waits without what is hidden or gone by now, and with the terms that quotes have by now; null when nothing is left.';

COMMENT ON FUNCTION "private"."take_room"(text, text, integer) IS 'Counts an amount, such as the size of an upload, and says whether it was within the limit; what was not is not counted.';

COMMENT ON FUNCTION "private"."take_room"(text, text, integer, integer, interval) IS 'Counts an amount and says whether it was within a limit that admins need not change; what was not is not counted.';

REVOKE ALL ON FUNCTION "private"."assert_other_can_act"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_stale_mail"(private.mail_outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_room"(text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_room"(text, text, integer, integer, interval) FROM PUBLIC;
