SET local check_function_bodies = off;

DROP FUNCTION "private"."queue_mail"(bigint, text, jsonb, text, bigint, bigint);

CREATE TABLE "private"."posts_to_match" (
  "post_id"  bigint                   NOT NULL,
  "noted_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "before"   jsonb,
  CONSTRAINT "posts_to_match_pkey" PRIMARY KEY (post_id)
);

CREATE TABLE "private"."saved_search_hits" (
  "search_id" bigint                   NOT NULL,
  "post_id"   bigint                   NOT NULL,
  "told_at"   timestamp with time zone,
  CONSTRAINT "saved_search_hits_pkey" PRIMARY KEY (search_id, post_id)
);

CREATE TABLE "private"."saved_searches" (
  "id"          bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "user_id"     bigint                   NOT NULL,
  "name"        text                     NOT NULL,
  "search"      text,
  "country"     text,
  "categories"  text[]                   NOT NULL DEFAULT '{}'::text[],
  "unquoted"    boolean                  NOT NULL DEFAULT false,
  "open"        boolean                  NOT NULL DEFAULT false,
  "closing"     integer,
  "posted"      integer,
  "sort"        text,
  "pace"        text                     NOT NULL DEFAULT 'now'::text,
  CONSTRAINT "saved_searches_are_different" UNIQUE NULLS NOT DISTINCT (user_id, search, country, categories, unquoted, open, closing, posted, sort),
  CONSTRAINT "saved_searches_categories_count" CHECK (((cardinality(categories) <= 30) AND (octet_length((categories)::text) <= 1000))),
  CONSTRAINT "saved_searches_closing_is_days" CHECK (((closing >= 1) AND (closing <= 365))),
  CONSTRAINT "saved_searches_country_length" CHECK (((char_length(country) >= 1) AND (char_length(country) <= 60))),
  CONSTRAINT "saved_searches_look_for_something" CHECK (((num_nonnulls(search, country, closing, posted) > 0) OR (categories <> '{}'::text[]) OR unquoted OR open)),
  CONSTRAINT "saved_searches_pace_is_known" CHECK ((pace = ANY (ARRAY['now'::text, 'daily'::text, 'weekly'::text, 'off'::text]))),
  CONSTRAINT "saved_searches_pkey" PRIMARY KEY (id),
  CONSTRAINT "saved_searches_posted_is_days" CHECK (((posted >= 1) AND (posted <= 365))),
  CONSTRAINT "saved_searches_sort_is_known" CHECK ((sort = ANY (ARRAY['newest'::text, 'fewest_quotes'::text, 'closing'::text]))),
  "query"       tsquery                  GENERATED ALWAYS AS (private.search_query(search)) STORED,
  "equivalents" text[]                   GENERATED ALWAYS AS (private.equivalent_categories(categories)) STORED,
  "created_at"  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "saved_searches_name_length" CHECK (((char_length(name) <= 80) AND (NOT private.is_blank(name)))),
  CONSTRAINT "saved_searches_search_has_words" CHECK (((search IS NULL) OR (query IS NOT NULL))),
  CONSTRAINT "saved_searches_search_length" CHECK ((char_length(search) <= 100))
);

CREATE OR REPLACE FUNCTION private.change_saved_search (
  p_id   bigint,
  p_name text,
  p_pace text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
begin
  update private.saved_searches s set name = coalesce(btrim(p_name), s.name), pace = coalesce(p_pace, s.pace)
  where s.id = p_id and s.user_id = v_me;
  if not found then
    perform private.refuse(404, 'not_found', 'Saved search not found');
  elsif p_pace = 'off' then
    perform private.drop_mail_items(v_me, array['saved search ' || p_id]);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.choose_mails (
  p_token  text,
  p_wanted text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_search_id bigint := substring(p_token from '^\d+\.saved_search-(\d{1,18})\.')::bigint;
  v_reader record;
  v_kind record;
begin
  select * into v_reader from private.reader_of_token(p_token);
  perform private.hold_account(p.auth_id) from public.profiles p where p.id = v_reader.user_id;
  if p_wanted is null then
    perform private.end_search_mails(v_reader.user_id, v_reader.template, v_search_id);
    if v_search_id is not null then
      return;
    end if;
  end if;
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

  select s.daily_cap - coalesce((select d.sent from private.mail_days d where d.day = (now() at time zone 'utc')::date), 0),
    s.daily_cap / 10 into v_left, v_reserve
  from private.mail_settings s;
  loop
    select * into v_mail from private.mail_outbox o
    where o.status = 'queued' and o.next_attempt_at <= now() and (p_mail_id is null or o.id = p_mail_id)
      and o.template in ('verify_email', 'reset_password', 'confirm_email')
    order by o.next_attempt_at, o.id
    limit 1 for update skip locked;
    if v_mail.id is null and v_left > 0 and v_held_by is null then
      select * into v_mail from private.mail_outbox o
      where o.status = 'queued' and o.next_attempt_at <= now() and (p_mail_id is null or o.id = p_mail_id)
        and (o.template <> 'broadcast' or v_left > v_reserve)
      order by o.template = 'broadcast', o.next_attempt_at, o.id
      limit 1 for update skip locked;
    end if;
    if v_mail.id is null then
      return;
    end if;
    if v_mail.template in ('digest', 'saved_search') then
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
      when v_mail.template in ('digest', 'saved_search') then v_mail.data -> 'items' <> '[]'
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

CREATE OR REPLACE FUNCTION private.delete_saved_search (
  p_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
begin
  delete from private.saved_searches s where s.id = p_id and s.user_id = v_me;
  if not found then
    perform private.refuse(404, 'not_found', 'Saved search not found');
  end if;
  perform private.drop_mail_items(v_me, array['saved search ' || p_id]);
end $function$;

CREATE OR REPLACE FUNCTION private.delete_user (
  p_user_id  bigint,
  p_username text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  perform 1 from private.watches w where w.user_id = p_user_id order by w.post_id for update;
  perform 1 from public.mutes m where m.user_id = p_user_id order by m.id for update;
  perform 1 from private.saved_searches s where s.user_id = p_user_id order by s.id for update;
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
  delete from private.watches w where w.user_id = p_user_id;
  delete from public.mutes m where m.user_id = p_user_id;
  delete from private.saved_searches s where s.user_id = p_user_id;
  -- The agreement stays with the other side: the facts of quotes and the text of messages. Files go: they carry names, stamps and
  -- bank accounts. The job `uploads` removes what no row names.
  update public.quotes q set contact_address = null, images = '{}', account_type = 'individual', organization_name = null, tax_code = null
  where q.supplier_id = p_user_id;
  delete from public.quote_attachments t using public.quotes q where q.id = t.quote_id and q.supplier_id = p_user_id;
  delete from public.message_attachments t using public.messages m where m.id = t.message_id and m.sender_id = p_user_id;
  delete from public.content_hits h where h.user_id = p_user_id;
  delete from private.moderation_changes m where m.user_id = p_user_id;
  update public.feedback f set email = format('deleted-%s@deleted.invalid', p_user_id) where f.user_id = p_user_id;
  update public.profiles p set username = v_name, avatar_path = null, country = null, company_name = null, bio = null where p.id = p_user_id;
  update public.accounts a set role = 'user', first_name = null, last_name = null, phone_number = null, address = null, organization = null,
    tax_code = null, suspended_until = null, suspension_reason = null, suspended_at = null, deleted_at = now() where a.profile_id = p_user_id;

  -- Nobody can sign in as this user any more, and the address is free for a new registration.
  delete from auth.identities i where i.user_id = v_profile.auth_id;
  delete from auth.sessions s where s.user_id = v_profile.auth_id;
  update auth.users u set email = format('deleted-%s@deleted.invalid', p_user_id), raw_user_meta_data = '{}',
    encrypted_password = extensions.crypt(gen_random_uuid()::text, extensions.gen_salt('bf')), banned_until = '9999-12-31'
  where u.id = v_profile.auth_id;
  -- Neither the mails that wait for the user nor the news of this change go out.
  delete from private.mail_outbox o
  where o.status = 'queued' and (o.user_id = p_user_id or o.recipient in (v_account.email, format('deleted-%s@deleted.invalid', p_user_id)));
end $function$;

CREATE OR REPLACE FUNCTION private.drop_mail_items (
  p_user_id bigint,
  p_about   text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.mail_outbox o set data = private.with_items(o.data, (
    select jsonb_agg(i.item order by i.n) from jsonb_array_elements(o.data -> 'items') with ordinality as i (item, n)
    where i.item ->> 'about' like any (p_about) is not true))
  where o.user_id = p_user_id and o.status = 'queued' and o.template in ('message_received', 'saved_search', 'digest');
  delete from private.mail_outbox o
  where o.user_id = p_user_id and o.status = 'queued' and o.template in ('message_received', 'saved_search', 'digest') and o.data -> 'items' = '[]';
end $function$;

CREATE OR REPLACE FUNCTION private.drop_mails_of_muted (
  p_user_id  bigint,
  p_quote_id bigint,
  p_post_id  bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Decisions are called by the quote or post alone, so they stay.
  v_about text[] := array(
    select '% quote ' || q.id from public.quotes q
    where p_user_id in (q.supplier_id, q.post_owner_id) and (q.id = p_quote_id or q.post_id = p_post_id))
    || ('% post ' || p_post_id);
begin
  delete from private.mail_outbox o where o.user_id = p_user_id and o.status = 'queued' and o.cause like any (v_about);
  perform private.drop_mail_items(p_user_id, v_about);
end $function$;

CREATE OR REPLACE FUNCTION private.end_search_mails (
  p_user_id  bigint,
  p_template text,
  p_id       bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_about text[];
begin
  with ended as (
    update private.saved_searches s set pace = 'off'
    where s.user_id = p_user_id and (s.id = p_id or p_template = 'digest' and s.pace in ('daily', 'weekly'))
    returning s.id)
  select array_agg('saved search ' || e.id) into v_about from ended e;
  perform private.drop_mail_items(p_user_id, v_about);
end $function$;

CREATE OR REPLACE FUNCTION private.filter_of_search (
  p_saved private.saved_searches
)
  RETURNS private.feed_filter
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select row(p_saved.user_id, p_saved.country, p_saved.equivalents, p_saved.unquoted, p_saved.query, null, p_saved.open, p_saved.closing,
    p_saved.posted, null)::private.feed_filter
$function$;

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
    when 'flag-rules' then
      return private.stop_common_flags();
    else
      perform private.refuse(404, 'not_found', 'There is no such job');
  end case;
  get diagnostics v_count = row_count;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.jobs()
  RETURNS TABLE (
    path     text,
    schedule text
  )
  LANGUAGE sql
  IMMUTABLE
  ROWS 21
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.list_saved_searches()
  RETURNS TABLE (
    id         bigint,
    name       text,
    path       text,
    pace       text,
    hits       bigint,
    created_at timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
begin
  return query
    select s.id, s.name, private.path_of_search(s), s.pace,
      (select count(*) from private.saved_search_hits h where h.search_id = s.id), s.created_at
    from private.saved_searches s where s.user_id = v_me order by s.id desc;
end $function$;

CREATE OR REPLACE FUNCTION private.mail_of_hits (
  p_search          private.saved_searches,
  p_hits            integer,
  p_notification_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_about constant text := 'saved search ' || p_search.id;
  v_waiting integer;
  v_last timestamptz;
begin
  if p_search.pace = 'off' then
    return;
  end if;
  -- What waits in a mail and was not read counts on.
  with mails as (
    select o.data from private.mail_outbox o
    where o.user_id = p_search.user_id and o.status = 'queued' and o.attempts = 0
      and o.cause = case p_search.pace when 'now' then 'saved searches' else 'digest ' || p_search.pace end
    for update)
  select coalesce(sum(substring(i.item ->> 'message' from '^\d+')::integer), 0) into v_waiting
  from mails m cross join jsonb_array_elements(m.data -> 'items') as i (item)
  where i.item ->> 'about' = v_about and not exists (
    select 1 from public.notifications n where n.id = (i.item ->> 'notificationId')::bigint and n.read_at is not null);
  select max(coalesce(o.sent_at, o.created_at)) into v_last from private.mail_outbox o
  where o.user_id = p_search.user_id and o.template = 'saved_search' and o.status <> 'queued' and o.created_at > now() - interval '2 hours';
  perform private.queue_mail(p_search.user_id, 'saved_search', private.collected(jsonb_build_object('kind', 'saved_search',
      'message', private.text_of_hits(p_search.name, p_hits + v_waiting), 'notificationId', p_notification_id, 'about', v_about, 'cause', v_about))
    || jsonb_build_object('path', private.path_of_search(p_search), 'pathOfMany', '/notifications'),
    'saved searches', p_notification_id, p_pace => p_search.pace, p_at => greatest(now(), v_last + interval '1 hour'));
end $function$;

CREATE OR REPLACE FUNCTION private.match_posts (
  p_posts bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_example private.saved_searches;
  v_condition text;
begin
  for v_example in
    select distinct on (private.shape_of_search(s)) s.* from private.saved_searches s order by private.shape_of_search(s)
  loop
    v_condition := replace(private.feed_condition(case when v_example.query is null then 'all' else 'words' end,
      private.filter_of_search(v_example)), '($1)', '(w.filter)');
    execute format($match$
      with wanted as materialized (
        select s.id, s.user_id, s.created_at, private.filter_of_search(s) as filter from private.saved_searches s
        where private.shape_of_search(s) = $2 and not private.is_suspended(s.user_id)),
      found as materialized (
        select w.id as search_id, p.id as post_id
        from private.posts_to_match n
        join public.posts p on p.id = n.post_id
        cross join wanted w
        where n.post_id = any ($1) and n.noted_at >= w.created_at and p.user_id <> w.user_id and not p.is_hidden and private.is_open(p)
          and not private.is_suspended(p.user_id) and %1$s
          and not exists (
            select 1 from jsonb_populate_record(null::public.posts, n.before) as p where not p.is_hidden and private.is_open(p) and %1$s))
      insert into private.saved_search_hits (search_id, post_id)
      select h.search_id, h.post_id
      -- With the search, whose deletion takes its hits with it.
      from (select f.search_id, f.post_id from found f join private.saved_searches s on s.id = f.search_id
        order by 1, 2 for key share of s skip locked) as h
      on conflict do nothing$match$, v_condition)
    using p_posts, private.shape_of_search(v_example);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.match_saved_searches (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_posts bigint[];
  v_times timestamptz[];
begin
  -- With the post, whose deletion takes the rest with it. Who writes a note does not wait for the comparison.
  select array_agg(n.post_id), array_agg(n.noted_at) into v_posts, v_times
  from (
    select m.post_id, m.noted_at from private.posts_to_match m join public.posts p on p.id = m.post_id
    order by m.noted_at limit least(p_limit, 100) for key share of p skip locked) as n;
  if v_posts is null then
    return 0;
  end if;
  perform private.match_posts(v_posts);
  -- A post that changed meanwhile stays.
  delete from private.posts_to_match m where m.post_id in (
    select o.post_id from private.posts_to_match o join unnest(v_posts, v_times) as r (post_id, noted_at) using (post_id, noted_at)
    order by o.post_id for update of o);
  return cardinality(v_posts);
end $function$;

CREATE OR REPLACE FUNCTION private.note_post_to_match()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.posts_to_match (post_id, before)
  values (new.id, case when tg_op = 'UPDATE' then jsonb_build_object('id', old.id, 'user_id', old.user_id, 'search', old.search, 'category', old.category,
    'country', old.country, 'is_hidden', old.is_hidden, 'closed_at', old.closed_at, 'quote_deadline', old.quote_deadline, 'created_at', old.created_at) end)
  -- Another time, so that a job that has just read the post looks at it once more.
  on conflict (post_id) do update set noted_at = clock_timestamp();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notification_topic (
  p_data jsonb
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when p_data ->> 'type' ~ '^(quote|deal)' then 'quotes'
    when p_data ->> 'type' ~ '^message' then 'messages'
    when p_data ->> 'type' ~ '^question' then 'questions'
    when p_data ->> 'type' ~ '^(post|request|deadline|saved_search)' then 'requests'
    when p_data ->> 'type' ~ '^review' then 'reviews'
    else 'other' end
$function$;

CREATE OR REPLACE FUNCTION private.paces_of (
  p_template private.mail_templates
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when not p_template.is_optional then array['now']
    -- One broadcast is many mails, which are queued together; each saved search has its own pace.
    when p_template.template in ('broadcast', 'saved_search') then array['now', 'off']
    else array['now', 'daily', 'weekly', 'off'] end
$function$;

CREATE OR REPLACE FUNCTION private.path_of_search (
  p_saved private.saved_searches
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select '/?' || string_agg(a.name || '=' || private.url_encoded(a.value), '&' order by a.place, a.value)
  from (
    values (1, 'q', p_saved.search), (2, 'country', p_saved.country), (4, 'unquoted', case when p_saved.unquoted then '1' end),
      (5, 'open', case when p_saved.open then '1' end), (6, 'closing', p_saved.closing::text), (7, 'posted', p_saved.posted::text),
      (8, 'sort', p_saved.sort)
    union all
    select 3, 'category', c.category from unnest(p_saved.categories) as c (category)) as a (place, name, value)
  where a.value is not null
$function$;

CREATE OR REPLACE FUNCTION private.queue_mail (
  p_user_id         bigint,
  p_template        text,
  p_data            jsonb,
  p_cause           text                     DEFAULT NULL::text,
  p_notification_id bigint                   DEFAULT NULL::bigint,
  p_actor           bigint                   DEFAULT NULL::bigint,
  p_pace            text                     DEFAULT NULL::text,
  p_at              timestamp with time zone DEFAULT now()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
      'about', coalesce(p_data #>> '{items,0,about}', p_cause),
      'cause', case when p_data ? 'items' then p_data #>> '{items,0,cause}' else p_cause end)), 'digest ' || v_pace, private.next_digest(v_pace), p_actor);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.reader_of_token (
  p_token text
)
  RETURNS TABLE (
    user_id  bigint,
    template text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_parts text[] := regexp_match(p_token, '^([0-9]{1,18})\.(([a-z_]{1,40})(?:-[0-9]{1,18})?)\.[0-9a-f]{64}$');
begin
  -- Digests are compared, so that the time it takes tells nothing of the signature.
  if v_parts is null or extensions.digest(private.unsubscribe_token(v_parts[1]::bigint, v_parts[2]), 'sha256') <> extensions.digest(p_token, 'sha256')
    or not exists (select 1 from public.profiles p where p.id = v_parts[1]::bigint)
    or not exists (select 1 from private.mail_templates t where t.template = v_parts[3] and (t.is_optional or t.template = 'digest')) then
    perform private.refuse(404, 'not_found', 'This link is not valid');
  end if;
  return query select v_parts[1]::bigint, v_parts[3];
end $function$;

CREATE OR REPLACE FUNCTION private.save_search (
  p_name       text,
  p_pace       text,
  p_search     text,
  p_country    text,
  p_categories text[],
  p_unquoted   boolean,
  p_open       boolean,
  p_closing    integer,
  p_posted     integer,
  p_sort       text
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 20;
  v_me bigint := private.require_profile_id();
  v_new private.saved_searches;
  v_id bigint;
begin
  perform private.assert_not_suspended();
  v_new.search := nullif(btrim(p_search), '');
  v_new.country := nullif(p_country, '');
  v_new.categories := coalesce((select array_agg(distinct c.category order by c.category) from unnest(p_categories) as c (category)
    where c.category is not null), '{}');
  v_new.unquoted := coalesce(p_unquoted, false);
  v_new.open := coalesce(p_open, false);
  -- Two calls of a user wait for each other, since together they could pass the maximum.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  select s.id into v_id from private.saved_searches s
  where s.user_id = v_me and (s.search, s.country, s.categories, s.unquoted, s.open, s.closing, s.posted, s.sort)
    is not distinct from (v_new.search, v_new.country, v_new.categories, v_new.unquoted, v_new.open, p_closing, p_posted, p_sort);
  if found then
    return v_id;
  elsif (select count(*) from private.saved_searches s where s.user_id = v_me) >= v_max then
    perform private.refuse(409, 'conflict', 'You have saved 20 searches, which is the most');
  end if;
  insert into private.saved_searches (user_id, name, pace, search, country, categories, unquoted, open, closing, posted, sort)
  values (v_me, btrim(p_name), coalesce(p_pace, 'now'), v_new.search, v_new.country, v_new.categories, v_new.unquoted, v_new.open,
    p_closing, p_posted, p_sort)
  returning saved_searches.id into v_id;
  return v_id;
end $function$;

CREATE OR REPLACE FUNCTION private.shape_of_search (
  p_saved private.saved_searches
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select concat_ws(' ', p_saved.query is null, p_saved.country is null, coalesce(cardinality(p_saved.equivalents) > 1, false),
    p_saved.equivalents is null, p_saved.unquoted, p_saved.open, p_saved.closing is null, p_saved.posted is null)
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_hits (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_count integer := 0;
  v_search private.saved_searches;
  v_hits integer;
  v_unread integer;
  v_notification_id bigint;
  v_data jsonb;
begin
  for v_search in
    select s.* from private.saved_searches s
    where s.id in (select h.search_id from private.saved_search_hits h where h.told_at is null)
    order by s.user_id, s.id limit least(p_limit, 200) for no key update skip locked
  loop
    v_count := v_count + 1;
    delete from private.saved_search_hits h using public.posts p
    where h.search_id = v_search.id and h.told_at is null and p.id = h.post_id
      and (p.is_hidden or not private.is_open(p) or private.is_suspended(p.user_id));
    update private.saved_search_hits h set told_at = now() where h.search_id = v_search.id and h.told_at is null;
    get diagnostics v_hits = row_count;
    continue when v_hits = 0;
    v_data := jsonb_build_object('type', 'saved_search', 'path', private.path_of_search(v_search));
    -- One row for each search: the newest replaces the one that was not read, and counts on. A row that its receiver is
    -- marking as read is left alone.
    with replaced as (
      delete from public.notifications n where n.id in (
        select o.id from public.notifications o
        where o.user_id = v_search.user_id and o.read_at is null and o.data = v_data for update skip locked)
      returning n.message)
    select coalesce(sum(substring(r.message from '^\d+')::integer), 0) into v_unread from replaced r;
    v_notification_id := null;
    insert into public.notifications (user_id, message, data)
    values (v_search.user_id, private.text_of_hits(v_search.name, v_hits + v_unread), v_data)
    returning id into v_notification_id;
    perform private.mail_of_hits(v_search, v_hits, v_notification_id);
  end loop;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.text_of_hits (
  p_name text,
  p_hits integer
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case p_hits when 1 then format('%s new request matches "%s"', p_hits, p_name) else format('%s new requests match "%s"', p_hits, p_name) end
$function$;

CREATE OR REPLACE FUNCTION private.url_encoded (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  select coalesce(string_agg(case when c.sign ~ '^[A-Za-z0-9_.-]$' then c.sign
    else regexp_replace(upper(encode(convert_to(c.sign, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end, '' order by c.n), '')
  from regexp_split_to_table(p_text, '') with ordinality as c (sign, n)
$function$;

CREATE OR REPLACE FUNCTION public.change_saved_search (
  id   bigint,
  name text   DEFAULT NULL::text,
  pace text   DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select private.hold_account();
  select private.change_saved_search(id, name, pace);
$function$;

REVOKE ALL ON FUNCTION "public"."change_saved_search"(bigint, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.delete_saved_search (
  id bigint
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select private.hold_account();
  select private.delete_saved_search(id);
$function$;

REVOKE ALL ON FUNCTION "public"."delete_saved_search"(bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_saved_searches()
  RETURNS TABLE (
    id         bigint,
    name       text,
    path       text,
    pace       text,
    hits       bigint,
    created_at timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  ROWS 20
  SET search_path TO ''
  AS $function$ select * from private.list_saved_searches() $function$;

REVOKE ALL ON FUNCTION "public"."list_saved_searches"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.save_search (
  name       text,
  pace       text    DEFAULT 'now'::text,
  search     text    DEFAULT NULL::text,
  country    text    DEFAULT NULL::text,
  categories text[]  DEFAULT NULL::text[],
  unquoted   boolean DEFAULT false,
  open       boolean DEFAULT false,
  closing    integer DEFAULT NULL::integer,
  posted     integer DEFAULT NULL::integer,
  sort       text    DEFAULT NULL::text
)
  RETURNS bigint
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select private.hold_account();
  select private.save_search(name, pace, search, country, categories, unquoted, open, closing, posted, sort);
$function$;

REVOKE ALL ON FUNCTION "public"."save_search"(text, text, text, text, text[], boolean, boolean, integer, integer, text) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."posts_to_match"
  ADD CONSTRAINT "posts_to_match_post_id_fkey" FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;

ALTER TABLE "private"."saved_search_hits"
  ADD CONSTRAINT "saved_search_hits_post_id_fkey" FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;

ALTER TABLE "private"."saved_search_hits"
  ADD CONSTRAINT "saved_search_hits_search_id_fkey" FOREIGN KEY (search_id) REFERENCES private.saved_searches(id) ON DELETE CASCADE;

ALTER TABLE "private"."saved_searches"
  ADD CONSTRAINT "saved_searches_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX posts_to_match_noted_idx ON private.posts_to_match USING btree (noted_at);

CREATE INDEX saved_search_hits_post_idx ON private.saved_search_hits USING btree (post_id);

CREATE INDEX saved_search_hits_untold_idx ON private.saved_search_hits USING btree (search_id)
  WHERE (told_at IS NULL);

-- Written as in the schema file: other parentheses would be another definition.
CREATE TRIGGER note_post_to_match_again
  AFTER UPDATE OF title, description, category, country, area, delivery_address, port, is_hidden, closed_at, quote_deadline ON public.posts
  FOR EACH ROW
  WHEN ((old.search, old.category, old.country, old.is_hidden, old.closed_at, old.quote_deadline)
    IS DISTINCT FROM (new.search, new.category, new.country, new.is_hidden, new.closed_at, new.quote_deadline))
  EXECUTE FUNCTION private.note_post_to_match();

CREATE TRIGGER note_post_to_match
  AFTER INSERT ON public.posts
  FOR EACH ROW
  EXECUTE FUNCTION private.note_post_to_match();

COMMENT ON COLUMN "private"."posts_to_match"."before" IS 'What a search could find of the post before it changed: a search that found it then has no new hit. Null for a new post.';

COMMENT ON COLUMN "private"."saved_searches"."pace" IS 'When mails about new hits come; the page tells at once.';

COMMENT ON FUNCTION "private"."drop_mail_items"(bigint, text[]) IS 'Takes what is about some things out of the collected mails that wait for a user; an empty one is dropped.';

COMMENT ON FUNCTION "private"."end_search_mails"(bigint, text, bigint) IS 'Ends the mails of one saved search, or those that come in the digest, as the link of such a mail asks for.';

COMMENT ON FUNCTION "private"."filter_of_search"(private.saved_searches) IS 'A saved search as the filter of the feed of its user.';

COMMENT ON FUNCTION "private"."mail_of_hits"(private.saved_searches, integer, bigint) IS 'Queues the mail about new hits of a saved search at its pace. All searches of a user share one mail, of which at most one an hour leaves.';

COMMENT ON FUNCTION "private"."match_posts"(bigint[]) IS 'Notes which saved searches find these posts, by the condition of the feed: open posts of others that everybody sees and that the search did not find before, each once.';

COMMENT ON FUNCTION "private"."match_saved_searches"(integer) IS 'Compares the next posts with all saved searches; answers how many posts.';

COMMENT ON FUNCTION "private"."path_of_search"(private.saved_searches) IS 'The address of a saved search on the page.';

COMMENT ON FUNCTION "private"."queue_mail"(bigint, text, jsonb, text, bigint, bigint, text, timestamp with time zone) IS 'Queues a mail to a user when they want mails of its kind: at once or in their next digest, or at the pace of the one thing that it is about. What the data may hold stands beside each template in the code.';

COMMENT ON FUNCTION "private"."shape_of_search"(private.saved_searches) IS 'Searches of one shape, which filter by the same things, have one condition of the feed.';

COMMENT ON FUNCTION "private"."tell_of_hits"(integer) IS 'Tells users of new hits of their saved searches; answers of how many searches.';

COMMENT ON FUNCTION "private"."url_encoded"(text) IS 'A text as part of the query of an address.';

COMMENT ON FUNCTION "public"."change_saved_search"(bigint, text, text) IS 'Renames a saved search of the caller or changes when its mails come; null keeps either.';

COMMENT ON FUNCTION "public"."choose_mails"(text, text[]) IS 'For edge functions only: ends the kind of mail, or the mails of one saved search, that a link is about (that of a digest: what comes in it) or, with a list, sets all that its receiver wants.';

COMMENT ON FUNCTION "public"."delete_saved_search"(bigint) IS 'Deletes a saved search of the caller.';

COMMENT ON FUNCTION "public"."list_saved_searches"() IS 'The saved searches of the caller with the number of posts found since, newest first.';

COMMENT ON FUNCTION "public"."save_search"(text, text, text, text, text[], boolean, boolean, integer, integer, text) IS 'Saves a search of the feed and answers its id; the same search again answers the id that it has. At most 20.';

COMMENT ON TABLE "private"."posts_to_match" IS 'Posts that are new or have changed, until the job has compared them with saved searches.';

COMMENT ON TABLE "private"."saved_search_hits" IS 'Which post was found for which saved search, so that it is told once.';

COMMENT ON TABLE "private"."saved_searches" IS 'Searches of the feed that users saved, each once.';

REVOKE ALL ON FUNCTION "private"."change_saved_search"(bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_saved_search"(bigint, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_saved_search"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_saved_search"(bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."drop_mail_items"(bigint, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_search_mails"(bigint, text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."filter_of_search"(private.saved_searches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_saved_searches"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_saved_searches"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."mail_of_hits"(private.saved_searches, integer, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."match_posts"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."match_saved_searches"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_post_to_match"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."path_of_search"(private.saved_searches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_mail"(bigint, text, jsonb, text, bigint, bigint, text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."save_search"(text, text, text, text, text[], boolean, boolean, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_search"(text, text, text, text, text[], boolean, boolean, integer, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."shape_of_search"(private.saved_searches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_hits"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_of_hits"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."url_encoded"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_saved_search"(bigint, text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."delete_saved_search"(bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list_saved_searches"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."save_search"(text, text, text, text, text[], boolean, boolean, integer, integer, text) TO "authenticated";

select private.schedule_jobs();

insert into private.notification_kinds (kind) values ('saved_search');

insert into private.mail_templates (template, is_optional, placeholders, is_page_optional) values
  ('saved_search', true, '{username,messages,count}', true);
