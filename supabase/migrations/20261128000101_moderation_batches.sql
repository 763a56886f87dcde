SET local check_function_bodies = off;

CREATE TABLE "private"."moderation_changes" (
  "batch_id"   bigint                   NOT NULL,
  "kind"       text                     NOT NULL,
  "subject_id" bigint                   NOT NULL,
  "user_id"    bigint,
  "before"     jsonb,
  "changed_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "moderation_changes_kind_is_known" CHECK ((kind = ANY (ARRAY['user'::text, 'post'::text, 'question'::text, 'review'::text]))),
  CONSTRAINT "moderation_changes_pkey" PRIMARY KEY (batch_id, kind, subject_id)
);

CREATE TABLE "public"."moderation_batches" (
  "id"             bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "action"         text                     NOT NULL,
  "actor_id"       bigint                   NOT NULL,
  "reason"         text,
  "user_count"     integer                  NOT NULL DEFAULT 0,
  "post_count"     integer                  NOT NULL DEFAULT 0,
  "other_count"    integer                  NOT NULL DEFAULT 0,
  "client_id"      uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "created_at"     timestamp with time zone NOT NULL DEFAULT now(),
  "undone_at"      timestamp with time zone,
  "undone_by"      bigint,
  "restored_count" integer                  NOT NULL DEFAULT 0,
  CONSTRAINT "moderation_batches_action_is_known" CHECK ((action = ANY (ARRAY['spam'::text, 'hide_posts_of_user'::text]))),
  CONSTRAINT "moderation_batches_client_id_is_unique" UNIQUE (actor_id, client_id),
  CONSTRAINT "moderation_batches_counts_are_not_negative" CHECK (((user_count >= 0) AND (post_count >= 0) AND (other_count >= 0) AND (restored_count >= 0))),
  CONSTRAINT "moderation_batches_pkey" PRIMARY KEY (id),
  CONSTRAINT "moderation_batches_reason_length" CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500)))
);

ALTER TABLE "public"."moderation_batches"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."moderation_batches" FROM "anon", "service_role";

ALTER TABLE "public"."accounts"
  ADD COLUMN "suspended_at" timestamp WITH time zone;

REVOKE ALL ON SEQUENCE "public"."moderation_batches_id_seq" FROM "anon";

REVOKE ALL ON SEQUENCE "public"."moderation_batches_id_seq" FROM "authenticated";

REVOKE ALL ON SEQUENCE "public"."moderation_batches_id_seq" FROM "service_role";

CREATE OR REPLACE FUNCTION private.count_batch (
  p_batch_id bigint
)
  RETURNS SETOF public.moderation_batches
  LANGUAGE sql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  update public.moderation_batches b
  set user_count = c.users, post_count = c.posts, other_count = c.others
  from (
    select count(*) filter (where m.kind = 'user') as users, count(*) filter (where m.kind = 'post') as posts,
      count(*) filter (where m.kind not in ('user', 'post')) as others
    from private.moderation_changes m where m.batch_id = p_batch_id) as c
  where b.id = p_batch_id returning b.*
$function$;

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

CREATE OR REPLACE FUNCTION private.hide_in_batch (
  p_batch_id  bigint,
  p_post_ids  bigint[],
  p_reason    text,
  p_is_silent boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id)
  select p_batch_id, 'post', p.id, p.user_id from public.posts p where p.id = any (p_post_ids) and not p.is_hidden
  on conflict (batch_id, kind, subject_id) do update set changed_at = excluded.changed_at;
  perform set_config('app.moderation_is_silent', p_is_silent::text, true);
  update public.posts p set is_hidden = true, hidden_by = private.current_profile_id(), hidden_reason = p_reason, hidden_at = now()
  where p.id = any (p_post_ids) and not p.is_hidden;
  perform set_config('app.moderation_is_silent', 'false', true);
end $function$;

CREATE OR REPLACE FUNCTION private.hide_posts_of_user (
  p_user_id bigint,
  p_reason  text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_reason text;
  v_ids bigint[];
  v_batch_id bigint;
begin
  perform private.require_admin();
  -- Before the account: who deletes one of these posts has it, and counts it there.
  v_ids := array(select p.id from public.posts p where p.user_id = p_user_id and not p.is_hidden order by p.id for no key update);
  perform private.hold_counters(v_ids);
  perform private.account_to_manage(p_user_id);
  v_reason := private.required_reason(p_reason);
  v_batch_id := private.open_batch('hide_posts_of_user', v_reason, null);
  perform private.hide_in_batch(v_batch_id, v_ids, v_reason, false);
  perform private.count_batch(v_batch_id);
  perform private.audit('hide_all_posts', 'user', p_user_id::text, null, jsonb_build_object('posts', cardinality(v_ids), 'reason', v_reason));
  return cardinality(v_ids);
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
  ROWS 20
  SET search_path TO ''
  AS $function$
  values
    ('mail', '* * * * *'),
    ('housekeeping/broadcasts', '* * * * *'),
    ('housekeeping/inspection', '* * * * *'),
    ('housekeeping/thumbnails', '* * * * *'),
    ('housekeeping/watches', '* * * * *'),
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

CREATE OR REPLACE FUNCTION private.list_user_ids (
  p_filter private.user_filter
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 5000;
  v_ids bigint[];
begin
  perform private.require_admin();
  execute format(
    $q$select array(select a.profile_id from public.accounts a join public.profiles p on p.id = a.profile_id
      where %s and a.role = 'user' and a.deleted_at is null order by a.profile_id limit $3)$q$, private.user_condition(p_filter))
    into v_ids using private.user_patterns(p_filter.search), p_filter, v_max + 1;
  if cardinality(v_ids) > v_max then
    perform private.refuse(400, 'invalid_input', 'More than 5,000 users match. Please narrow the list first.');
  end if;
  return v_ids;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_spam (
  p_user_ids  bigint[],
  p_reason    text,
  p_client_id uuid
)
  RETURNS SETOF public.moderation_batches
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_reason text := private.required_reason(p_reason);
  v_batch_id bigint;
  v_users bigint[];
  v_posts bigint[];
begin
  if coalesce(cardinality(p_user_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 users', '{"path": "userIds"}');
  end if;
  v_batch_id := private.open_batch('spam', v_reason, p_client_id);
  v_users := array(select a.profile_id from public.accounts a where a.profile_id = any (p_user_ids) and a.role = 'user');
  -- Profiles count their reviews.
  perform 1 from public.profiles p
  where p.id in (select r.reviewed_user_id from public.reviews r where r.reviewer_id = any (v_users)) order by p.id for no key update;
  v_posts := array(select p.id from public.posts p where p.user_id = any (v_users) and not p.is_hidden order by p.id for no key update);
  perform private.hold_counters(v_posts);
  perform 1 from public.reviews r where r.reviewer_id = any (v_users) order by r.id for no key update;
  perform 1 from public.post_questions k where k.asker_id = any (v_users) order by k.id for no key update;
  perform 1 from public.accounts a where a.profile_id = any (v_users || v_me) order by a.profile_id for update;
  perform private.require_admin();
  v_users := array(
    select a.profile_id from public.accounts a
    where a.profile_id = any (v_users) and a.role = 'user' and a.deleted_at is null order by a.profile_id);
  if v_users = '{}' then
    -- Of several, those that cannot be changed are skipped.
    perform private.account_to_manage(p_user_ids[1]);
    perform private.refuse(409, 'conflict', 'You cannot change this account');
  end if;

  with hidden as (
    update public.reviews r set hidden_at = now(), hidden_by = v_me, hidden_reason = v_reason
    where r.reviewer_id = any (v_users) and r.hidden_at is null returning r.id, r.reviewer_id)
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id)
  select v_batch_id, 'review', h.id, h.reviewer_id from hidden h on conflict (batch_id, kind, subject_id) do update set changed_at = excluded.changed_at;
  with hidden as (
    update public.post_questions k set hidden_at = now(), hidden_reason = v_reason
    where k.asker_id = any (v_users) and k.hidden_at is null returning k.id, k.asker_id)
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id)
  select v_batch_id, 'question', h.id, h.asker_id from hidden h on conflict (batch_id, kind, subject_id) do update set changed_at = excluded.changed_at;
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id, before)
  select v_batch_id, 'user', a.profile_id, a.profile_id,
    jsonb_build_object('until', a.suspended_until, 'reason', a.suspension_reason, 'at', a.suspended_at)
  from public.accounts a where a.profile_id = any (v_users) on conflict (batch_id, kind, subject_id) do nothing;
  update public.accounts a set suspended_until = 'infinity', suspension_reason = v_reason, suspended_at = now()
  where a.profile_id = any (v_users) and a.suspended_until is distinct from 'infinity';
  v_posts := array(select p.id from public.posts p where p.id = any (v_posts) and p.user_id = any (v_users) order by p.id);
  perform private.hide_in_batch(v_batch_id, v_posts, v_reason, true);
  perform private.audit('mark_spam', 'user', u.id::text, null, jsonb_build_object('reason', v_reason, 'batch', v_batch_id))
  from unnest(v_users) as u (id);
  return query select b.* from private.count_batch(v_batch_id) as b;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_of_moderation()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.open_batch (
  p_action    text,
  p_reason    text,
  p_client_id uuid
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_batch public.moderation_batches;
begin
  insert into public.moderation_batches (action, actor_id, reason, client_id)
  values (p_action, v_me, p_reason, coalesce(p_client_id, gen_random_uuid()))
  on conflict (actor_id, client_id) do nothing returning * into v_batch;
  if v_batch.id is null then
    select * into v_batch from public.moderation_batches b where b.actor_id = v_me and b.client_id = p_client_id for update;
    if (v_batch.action, v_batch.reason) is distinct from (p_action, p_reason) then
      perform private.refuse(409, 'already_sent_differently', 'An earlier version of this is stored already. Look at it before you send again.',
        jsonb_build_object('storedId', v_batch.id));
    elsif v_batch.undone_at is not null then
      perform private.refuse(409, 'conflict', 'This has been undone already');
    end if;
  end if;
  return v_batch.id;
end $function$;

CREATE OR REPLACE FUNCTION private.restore_changes (
  p_changes   private.moderation_changes[],
  p_is_silent boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_posts bigint[] := array(select c.subject_id from unnest(p_changes) as c where c.kind = 'post');
  v_reviews bigint[] := array(select c.subject_id from unnest(p_changes) as c where c.kind = 'review');
  v_questions bigint[] := array(select c.subject_id from unnest(p_changes) as c where c.kind = 'question');
  v_users bigint[] := array(select c.subject_id from unnest(p_changes) as c where c.kind = 'user');
  v_restored integer := 0;
  v_count integer;
begin
  perform 1 from public.profiles p
  where p.id in (select r.reviewed_user_id from public.reviews r where r.id = any (v_reviews)) order by p.id for no key update;
  perform 1 from public.posts p where p.id = any (v_posts) order by p.id for no key update;
  perform private.hold_counters(v_posts);
  perform 1 from public.reviews r where r.id = any (v_reviews) order by r.id for no key update;
  perform 1 from public.post_questions k where k.id = any (v_questions) order by k.id for no key update;
  perform 1 from public.accounts a where a.profile_id = any (v_users || private.require_admin()) order by a.profile_id for update;
  perform private.require_admin();

  update public.reviews r set hidden_at = null, hidden_by = null, hidden_reason = null
  from unnest(p_changes) as c join public.moderation_batches b on b.id = c.batch_id
  where c.kind = 'review' and r.id = c.subject_id
    and (r.hidden_at, r.hidden_by, r.hidden_reason) = (c.changed_at, b.actor_id, b.reason);
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  update public.post_questions k set hidden_at = null, hidden_reason = null
  from unnest(p_changes) as c join public.moderation_batches b on b.id = c.batch_id
  where c.kind = 'question' and k.id = c.subject_id and (k.hidden_at, k.hidden_reason) = (c.changed_at, b.reason);
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  -- An earlier suspension goes on until its own end.
  update public.accounts a set
    suspended_until = case when e.until > now() then e.until end,
    suspension_reason = case when e.until > now() then e.reason end,
    suspended_at = case when e.until > now() then e.at end
  from unnest(p_changes) as c cross join lateral jsonb_to_record(c.before) as e (until timestamptz, reason text, at timestamptz)
  where c.kind = 'user' and a.profile_id = c.subject_id and a.suspended_at = c.changed_at and a.suspended_until = 'infinity';
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  perform set_config('app.moderation_is_silent', p_is_silent::text, true);
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null
  from unnest(p_changes) as c join public.moderation_batches b on b.id = c.batch_id
  where c.kind = 'post' and p.id = c.subject_id and p.is_hidden
    and (p.hidden_at, p.hidden_by, p.hidden_reason) = (c.changed_at, b.actor_id, b.reason);
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  perform set_config('app.moderation_is_silent', 'false', true);
  delete from private.moderation_changes m using unnest(p_changes) as c
  where (m.batch_id, m.kind, m.subject_id) = (c.batch_id, c.kind, c.subject_id);
  return v_restored;
end $function$;

CREATE OR REPLACE FUNCTION private.suspend_user (
  p_user_id bigint,
  p_reason  text,
  p_days    integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_account public.accounts := private.account_to_manage(p_user_id);
  v_reason text := private.required_reason(p_reason);
  v_until timestamptz := case when p_days is null then 'infinity' else now() + make_interval(days => p_days) end;
begin
  if p_days not in (1, 7, 14, 30) then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "days"}');
  elsif v_account.suspended_until > now() then
    perform private.refuse(409, 'conflict', 'This account is already suspended');
  end if;
  update public.accounts a set suspended_until = v_until, suspension_reason = v_reason, suspended_at = now() where a.profile_id = p_user_id;
  perform private.queue_mail(p_user_id, 'account_suspended',
    jsonb_build_object('reason', v_reason, 'until', case when p_days is not null then to_jsonb(v_until) end));
  perform private.audit('suspend_user', 'user', p_user_id::text, null,
    jsonb_build_object('until', case when p_days is null then '"permanent"' else to_jsonb(v_until) end, 'reason', v_reason));
end $function$;

CREATE OR REPLACE FUNCTION private.undo_moderation (
  p_batch_id bigint
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_batch public.moderation_batches;
  v_restored integer;
  v_left integer;
begin
  select * into v_batch from public.moderation_batches b where b.id = p_batch_id for update;
  if v_batch.id is null then
    perform private.refuse(404, 'not_found', 'Bulk action not found');
  elsif v_batch.undone_at is not null then
    perform private.refuse(409, 'conflict', 'This has been undone already');
  elsif v_batch.created_at <= now() - interval '30 days' then
    perform private.refuse(409, 'conflict', 'A bulk action can be undone for 30 days');
  end if;
  v_restored := private.restore_changes(array(
      select c from private.moderation_changes c where c.batch_id = p_batch_id order by c.kind, c.subject_id limit 500),
    v_batch.action = 'spam');
  select count(*) into v_left from private.moderation_changes c where c.batch_id = p_batch_id;
  update public.moderation_batches b set restored_count = b.restored_count + v_restored,
    undone_at = case when v_left = 0 then now() end, undone_by = case when v_left = 0 then v_me end
  where b.id = p_batch_id;
  if v_left = 0 then
    perform private.audit('undo_bulk_action', 'bulk_action', p_batch_id::text,
      jsonb_build_object('action', v_batch.action, 'reason', v_batch.reason), jsonb_build_object('restored', v_batch.restored_count + v_restored));
  end if;
  return v_left;
end $function$;

CREATE OR REPLACE FUNCTION public.list_user_ids (
  search       text                     DEFAULT NULL::text,
  role         text                     DEFAULT NULL::text,
  status       text                     DEFAULT NULL::text,
  verified     boolean                  DEFAULT NULL::boolean,
  account_type text                     DEFAULT NULL::text,
  country      text                     DEFAULT NULL::text,
  since        timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  before       timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS bigint[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.list_user_ids(row(search, role, status, verified, account_type, country, since, before)) $function$;

REVOKE ALL ON FUNCTION "public"."list_user_ids"(text, text, text, boolean, text, text, timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mark_spam (
  user_ids  bigint[],
  reason    text,
  client_id uuid     DEFAULT NULL::uuid
)
  RETURNS SETOF public.moderation_batches
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.mark_spam(user_ids, reason, client_id) $function$;

REVOKE ALL ON FUNCTION "public"."mark_spam"(bigint[], text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.undo_moderation (
  batch_id bigint
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.undo_moderation(batch_id) $function$;

REVOKE ALL ON FUNCTION "public"."undo_moderation"(bigint) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."moderation_changes"
  ADD CONSTRAINT "moderation_changes_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."moderation_batches"
  ADD CONSTRAINT "moderation_batches_actor_id_fkey" FOREIGN KEY (actor_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."moderation_changes"
  ADD CONSTRAINT "moderation_changes_batch_id_fkey" FOREIGN KEY (batch_id) REFERENCES public.moderation_batches(id) ON DELETE CASCADE;

ALTER TABLE "public"."moderation_batches"
  ADD CONSTRAINT "moderation_batches_undone_by_fkey" FOREIGN KEY (undone_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

CREATE INDEX moderation_changes_changed_idx ON private.moderation_changes USING btree (changed_at);

CREATE INDEX moderation_changes_user_idx ON private.moderation_changes USING btree (user_id)
  WHERE (user_id IS NOT NULL);

CREATE INDEX moderation_batches_created_idx ON public.moderation_batches USING btree (created_at);

CREATE INDEX moderation_batches_undone_by_idx ON public.moderation_batches USING btree (undone_by)
  WHERE (undone_by IS NOT NULL);

CREATE POLICY "admins read bulk actions" ON "public"."moderation_batches"
  FOR SELECT
  TO "authenticated"
  USING (( SELECT private.is_admin() AS is_admin));

COMMENT ON COLUMN "private"."moderation_changes"."before" IS 'State before the change; null where the thing was just visible.';

COMMENT ON COLUMN "private"."moderation_changes"."changed_at" IS 'The time that the changed thing has stored as well: where it differs, somebody has changed the thing since.';

COMMENT ON COLUMN "private"."moderation_changes"."user_id" IS 'Whose thing it is.';

COMMENT ON COLUMN "public"."accounts"."suspended_at" IS 'When the last suspension began; null for those before this was stored.';

COMMENT ON COLUMN "public"."moderation_batches"."client_id" IS 'Made by the client: a large selection is sent in parts that belong to one batch, and a repeated part counts once.';

COMMENT ON COLUMN "public"."moderation_batches"."other_count" IS 'Questions and reviews that were hidden.';

COMMENT ON COLUMN "public"."moderation_batches"."restored_count" IS 'How many of its changes the undo took back; the others had been changed since.';

COMMENT ON FUNCTION "private"."count_batch"(bigint) IS 'Counts what a batch has changed so far.';

COMMENT ON FUNCTION "private"."hide_in_batch"(bigint, bigint[], text, boolean) IS 'Hides those posts of a batch that are visible, which the caller has locked; silently, or with a notification to each owner.';

COMMENT ON FUNCTION "private"."open_batch"(text, text, uuid) IS 'Begins a batch of the calling admin, or continues the one with this client id; locks it, before anything that it changes.';

COMMENT ON FUNCTION "private"."restore_changes"(private.moderation_changes[], boolean) IS 'Takes changes of batches back, except what somebody has changed since; forgets the changes and answers how many it took back.';

COMMENT ON FUNCTION "public"."hide_posts_of_user"(bigint, text) IS 'For admins: hides every visible post of a user, which can be undone for 30 days, and answers how many.';

COMMENT ON FUNCTION "public"."list_user_ids"(text, text, text, boolean, text, text, timestamp with time zone, timestamp with time zone) IS 'For admins: the ids of those users of list_users() on whom a bulk action is possible, neither admins nor deleted; PT400 when there are more than 5,000.';

COMMENT ON FUNCTION "public"."mark_spam"(bigint[], text, uuid) IS 'For admins: suspends up to 50 users for good and hides their posts, questions and reviews, without telling them. Admins and deleted accounts are skipped. Calls with one client id are one batch, which is answered.';

COMMENT ON FUNCTION "public"."undo_moderation"(bigint) IS 'For admins: takes up to 500 changes of a bulk action back, but none that somebody has changed since; answers how many are left for the next call.';

COMMENT ON TABLE "private"."moderation_changes" IS 'What a bulk action changed, one row a thing, until it is undone or 30 days are over.';

COMMENT ON TABLE "public"."moderation_batches" IS 'Bulk actions of admins of the last 30 days, with how much each changed.';

REVOKE ALL ON FUNCTION "private"."count_batch"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hide_in_batch"(bigint, bigint[], text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_user_ids"(private.user_filter) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_user_ids"(private.user_filter) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."mark_spam"(bigint[], text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_spam"(bigint[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."open_batch"(text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_changes"(private.moderation_changes[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_moderation"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_moderation"(bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list_user_ids"(text, text, text, boolean, text, text, timestamp WITH time zone, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mark_spam"(bigint[], text, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."undo_moderation"(bigint) TO "authenticated";

REVOKE ALL ON TABLE "public"."moderation_batches" FROM "authenticated";

REVOKE ALL ("action") ON TABLE "public"."moderation_batches" FROM "authenticated";

GRANT SELECT ("action") ON TABLE "public"."moderation_batches" TO "authenticated";

REVOKE ALL ("actor_id") ON TABLE "public"."moderation_batches" FROM "authenticated";

GRANT SELECT ("actor_id") ON TABLE "public"."moderation_batches" TO "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."moderation_batches" FROM "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."moderation_batches" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."moderation_batches" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."moderation_batches" TO "authenticated";

REVOKE ALL ("other_count") ON TABLE "public"."moderation_batches" FROM "authenticated";

GRANT SELECT ("other_count") ON TABLE "public"."moderation_batches" TO "authenticated";

REVOKE ALL ("post_count") ON TABLE "public"."moderation_batches" FROM "authenticated";

GRANT SELECT ("post_count") ON TABLE "public"."moderation_batches" TO "authenticated";

REVOKE ALL ("reason") ON TABLE "public"."moderation_batches" FROM "authenticated";

GRANT SELECT ("reason") ON TABLE "public"."moderation_batches" TO "authenticated";

REVOKE ALL ("restored_count") ON TABLE "public"."moderation_batches" FROM "authenticated";

GRANT SELECT ("restored_count") ON TABLE "public"."moderation_batches" TO "authenticated";

REVOKE ALL ("undone_at") ON TABLE "public"."moderation_batches" FROM "authenticated";

GRANT SELECT ("undone_at") ON TABLE "public"."moderation_batches" TO "authenticated";

REVOKE ALL ("undone_by") ON TABLE "public"."moderation_batches" FROM "authenticated";

GRANT SELECT ("undone_by") ON TABLE "public"."moderation_batches" TO "authenticated";

REVOKE ALL ("user_count") ON TABLE "public"."moderation_batches" FROM "authenticated";

GRANT SELECT ("user_count") ON TABLE "public"."moderation_batches" TO "authenticated";

select private.schedule_jobs();

-- The list of jobs has changed.
select private.schedule_jobs();
