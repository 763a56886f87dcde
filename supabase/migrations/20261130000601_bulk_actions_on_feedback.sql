SET local check_function_bodies = off;

DROP POLICY "admins read feedback" ON "public"."feedback";

DROP POLICY "admins read entries of feedback" ON "public"."feedback_entries";

DROP TRIGGER "forget_bulk_changes" ON "public"."posts";

DROP INDEX "private"."moderation_changes_post_idx";

DROP INDEX "public"."feedback_created_idx";

ALTER TABLE "private"."moderation_changes"
  DROP CONSTRAINT "moderation_changes_kind_is_known";

ALTER TABLE "public"."moderation_batches"
  DROP CONSTRAINT "moderation_batches_action_is_known";

ALTER TABLE "public"."feedback"
  ADD COLUMN "deleted_at" timestamp WITH time zone;

CREATE OR REPLACE FUNCTION private.bulk_delete_feedback (
  p_feedback_ids bigint[],
  p_note         text,
  p_client_id    uuid
)
  RETURNS SETOF public.moderation_batches
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_batch_id bigint := private.open_batch('delete_feedback', private.note_to_owner(p_note), p_client_id);
  v_feedback bigint[] := private.feedback_to_change(p_feedback_ids);
begin
  perform private.audit('delete_feedback', 'feedback', f.id::text, private.feedback_for_log(f), jsonb_build_object('batch', v_batch_id))
  from public.feedback f where f.id = any (v_feedback) order by f.id;
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id)
  select v_batch_id, 'feedback', f.id, f.user_id from public.feedback f where f.id = any (v_feedback);
  update public.feedback f set deleted_at = now() where f.id = any (v_feedback);
  return query select b.* from private.close_part(v_batch_id) as b;
end $function$;

CREATE OR REPLACE FUNCTION private.bulk_set_feedback_status (
  p_feedback_ids bigint[],
  p_status       text,
  p_note         text,
  p_client_id    uuid
)
  RETURNS SETOF public.moderation_batches
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_batch_id bigint := private.open_batch('feedback_' || p_status, private.note_to_owner(p_note), p_client_id);
  v_feedback bigint[] := private.feedback_to_change(p_feedback_ids);
begin
  with changed as (
    insert into private.moderation_changes (batch_id, kind, subject_id, user_id, before)
    select v_batch_id, 'feedback', f.id, f.user_id, jsonb_build_object('status', f.status)
    from public.feedback f where f.id = any (v_feedback) and f.status <> p_status
    on conflict (batch_id, kind, subject_id) do update set changed_at = excluded.changed_at, before = excluded.before
    returning subject_id, before)
  select array_agg(c.subject_id) into v_feedback from changed c
  cross join lateral private.audit('set_feedback_status', 'feedback', c.subject_id::text, c.before,
    jsonb_build_object('status', p_status, 'batch', v_batch_id));
  update public.feedback f set status = p_status where f.id = any (v_feedback);
  return query select b.* from private.close_part(v_batch_id) as b;
end $function$;

CREATE OR REPLACE FUNCTION private.close_part (
  p_batch_id bigint
)
  RETURNS SETOF public.moderation_batches
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
begin
  delete from public.moderation_batches b where b.id = p_batch_id and b.post_count = 0 and b.other_count = 0
    and not exists (select 1 from private.moderation_changes c where c.batch_id = p_batch_id);
  return query select b.* from private.count_batch(p_batch_id) as b;
end $function$;

CREATE OR REPLACE FUNCTION private.delete_feedback (
  p_feedback_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
begin
  delete from public.feedback f where f.id = v_feedback.id;
  insert into private.doomed_uploads (bucket_id, name)
  select 'feedback-images', i from unnest(v_feedback.images) as i on conflict do nothing;
  perform private.audit('delete_feedback', 'feedback', p_feedback_id::text, private.feedback_for_log(v_feedback), null);
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
  perform 1 from public.feedback f where f.user_id = p_user_id order by f.id for update;
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
  perform private.remove_second_factor(v_profile.auth_id);
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

CREATE OR REPLACE FUNCTION private.feedback_for_log (
  p_feedback public.feedback
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select to_jsonb(p_feedback) - array['client_id', 'user_agent', 'images', 'updated_at', 'deleted_at', 'folded'] $function$;

CREATE OR REPLACE FUNCTION private.feedback_to_change (
  p_feedback_ids bigint[]
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_feedback bigint[];
begin
  if coalesce(cardinality(p_feedback_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 messages', '{"path": "feedbackIds"}');
  end if;
  v_feedback := array(
    select f.id from public.feedback f where f.id = any (p_feedback_ids) and f.deleted_at is null order by f.id for update);
  perform 1 from public.accounts a where a.profile_id = v_me for share;
  perform private.require_admin();
  return v_feedback;
end $function$;

CREATE OR REPLACE FUNCTION private.feedback_to_manage (
  p_feedback_id bigint
)
  RETURNS public.feedback
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_feedback public.feedback;
begin
  perform private.require_admin();
  select * into v_feedback from public.feedback f where f.id = p_feedback_id and f.deleted_at is null for update;
  if v_feedback.id is null then
    perform private.refuse(404, 'not_found', 'Feedback not found');
  end if;
  return v_feedback;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_bulk_changes()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.moderation_changes c where c.kind = tg_argv[0] and c.subject_id = new.id and c.changed_at < now();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.hidden_with_suspension (
  p_user_id bigint
)
  RETURNS private.moderation_changes[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(
    select c from private.moderation_changes c join public.moderation_batches b on b.id = c.batch_id
    where c.user_id = p_user_id and c.kind in ('post', 'question', 'review') and b.action <> 'unhide_posts' and b.undone_at is null and c.changed_at > now() - interval '30 days'
    order by c.batch_id, c.kind, c.subject_id)
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
end $function$;

CREATE OR REPLACE FUNCTION private.may_read_file (
  p_bucket text,
  p_path   text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.current_profile_id();
begin
  return v_me is not null and case
    when p_bucket in ('quote-documents', 'message-files', 'post-documents') and split_part(p_path, '/', 1) = private.own_folder() then true
    when p_bucket = 'quote-documents' then exists (
      select 1 from public.quote_attachments a join public.quotes q on q.id = a.quote_id
      where a.path = p_path and v_me in (q.supplier_id, q.post_owner_id))
    when p_bucket = 'message-files' then exists (
      select 1 from public.message_attachments a join public.messages m on m.id = a.message_id
      where a.path = p_path and v_me in (m.sender_id, m.recipient_id))
    when p_bucket = 'post-documents' then exists (
      select 1 from public.post_attachments a join public.posts p on p.id = a.post_id
      where a.path = p_path and (not p.is_hidden or p.user_id = v_me or private.is_admin()))
    when p_bucket = 'feedback-images' then private.is_admin() and exists (
      select 1 from public.feedback f where f.deleted_at is null and cardinality(f.images) > 0 and f.images @> array[p_path])
    else false end;
end $function$;

CREATE OR REPLACE FUNCTION private.recent_texts (
  p_fields text[],
  p_limit  integer
)
  RETURNS TABLE (
    content text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 10000
  SET search_path TO ''
  AS $function$
  select t.content from (
    (select p.created_at, p.title as content from public.posts p where 'post_title' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, p.description from public.posts p where 'post_description' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, concat_ws(E'\n', p.area, p.delivery_address, p.port) from public.posts p
      where 'post_place' = any (p_fields) order by p.id desc limit p_limit)
    union all (select q.created_at, concat_ws(E'\n', q.description, q.price_text, q.quantity_text, q.payment_method, q.shipping_method,
        q.delivery_time, q.delivery_from, q.delivery_to, q.organization_name) from public.quotes q
      where 'quote' = any (p_fields) order by q.id desc limit p_limit)
    union all (select k.created_at, concat_ws(E'\n', k.question, k.answer) from public.post_questions k
      where 'post_description' = any (p_fields) order by k.id desc limit p_limit)
    union all (select m.created_at, m.content from public.messages m where 'message' = any (p_fields) and m.content <> '' order by m.id desc limit p_limit)
    union all (select r.created_at, concat_ws(E'\n', r.comment, r.reply) from public.reviews r where 'review' = any (p_fields) order by r.id desc limit p_limit)
    union all (select p.created_at, concat_ws(E'\n', p.username, p.company_name, p.bio, p.country) from public.profiles p
      where 'profile' = any (p_fields) order by p.id desc limit p_limit)
    union all (select f.created_at, concat_ws(E'\n', f.subject, f.message) from public.feedback f
      where 'feedback' = any (p_fields) and f.deleted_at is null order by f.id desc limit p_limit)
  ) as t
  order by t.created_at desc limit p_limit
$function$;

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
  v_feedback bigint[] := array(select c.subject_id from unnest(p_changes) as c where c.kind = 'feedback');
  v_me bigint := private.require_admin();
  v_restored integer := 0;
  v_count integer;
begin
  perform 1 from public.profiles p
  where p.id in (select r.reviewed_user_id from public.reviews r where r.id = any (v_reviews)) order by p.id for no key update;
  perform 1 from public.posts p where p.id = any (v_posts) order by p.id for no key update;
  perform private.hold_counters(v_posts);
  perform 1 from public.reviews r where r.id = any (v_reviews) order by r.id for no key update;
  perform 1 from public.post_questions k where k.id = any (v_questions) order by k.id for no key update;
  perform 1 from public.feedback f where f.id = any (v_feedback) order by f.id for update;
  perform 1 from public.accounts a
  where a.profile_id = v_me or a.profile_id in (select c.user_id from unnest(p_changes) as c) order by a.profile_id for update;
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
  update public.feedback f set deleted_at = null
  from unnest(p_changes) as c where c.kind = 'feedback' and f.id = c.subject_id and c.before is null and f.deleted_at = c.changed_at;
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  -- Whoever has set another status since has taken the change away.
  update public.feedback f set status = m.before ->> 'status'
  from unnest(p_changes) as c join private.moderation_changes m on (m.batch_id, m.kind, m.subject_id) = (c.batch_id, c.kind, c.subject_id)
  where c.kind = 'feedback' and f.id = c.subject_id and m.before is not null and f.deleted_at is null;
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
  -- Whoever has hidden and unhidden the post since has taken the change away.
  update public.posts p set is_hidden = true, hidden_by = (select o.id from public.profiles o where o.id = e.by), hidden_reason = e.reason, hidden_at = e.at
  from unnest(p_changes) as c join private.moderation_changes m on (m.batch_id, m.kind, m.subject_id) = (c.batch_id, c.kind, c.subject_id)
    join public.moderation_batches b on b.id = c.batch_id and b.action = 'unhide_posts'
    cross join lateral jsonb_to_record(c.before) as e (by bigint, reason text, at timestamptz)
  where c.kind = 'post' and p.id = c.subject_id and not p.is_hidden;
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  perform set_config('app.moderation_is_silent', 'false', true);
  delete from private.moderation_changes m using unnest(p_changes) as c
  where (m.batch_id, m.kind, m.subject_id) = (c.batch_id, c.kind, c.subject_id);
  return v_restored;
end $function$;

CREATE OR REPLACE FUNCTION private.stats_totals (
  p_from timestamp with time zone,
  p_to   timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'visitors', (select count(*) from public.guest_visits v where v.created_at >= p_from and v.created_at < p_to),
    'registrations', r.registrations,
    'verified', r.verified,
    'posts', (select count(*) from public.posts p where p.created_at >= p_from and p.created_at < p_to),
    'quotes', (select count(*) from public.quotes q where q.created_at >= p_from and q.created_at < p_to),
    -- From the quotes of the range and of two days more, instead of asking for each post.
    'quotedWithin48h', (
      select count(distinct p.id)
      from public.quotes q join public.posts p on p.id = q.post_id
      where q.created_at >= p_from and q.created_at <= p_to + interval '48 hours'
        and p.created_at >= p_from and p.created_at < p_to and q.created_at <= p.created_at + interval '48 hours'),
    'messages', (select count(*) from public.messages m where m.created_at >= p_from and m.created_at < p_to),
    'reviews', (select count(*) from public.reviews v where v.created_at >= p_from and v.created_at < p_to),
    'hiddenPosts', (select count(*) from public.posts p where p.is_hidden and p.hidden_at >= p_from and p.hidden_at < p_to),
    'openFeedback', (
      select count(*) from public.feedback f
      where f.created_at >= p_from and f.created_at < p_to and f.status in ('new', 'in_progress') and f.deleted_at is null))
  from (
    select count(*) as registrations, count(u.email_confirmed_at) as verified
    from auth.users u
    where u.id = any (array(select p.auth_id from public.profiles p where p.created_at >= p_from and p.created_at < p_to))) as r
$function$;

CREATE OR REPLACE FUNCTION public.bulk_delete_feedback (
  feedback_ids bigint[],
  note         text     DEFAULT NULL::text,
  client_id    uuid     DEFAULT NULL::uuid
)
  RETURNS SETOF public.moderation_batches
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.bulk_delete_feedback(feedback_ids, note, client_id) $function$;

REVOKE ALL ON FUNCTION "public"."bulk_delete_feedback"(bigint[], text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.bulk_set_feedback_status (
  feedback_ids bigint[],
  status       text,
  note         text     DEFAULT NULL::text,
  client_id    uuid     DEFAULT NULL::uuid
)
  RETURNS SETOF public.moderation_batches
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.bulk_set_feedback_status(feedback_ids, status, note, client_id) $function$;

REVOKE ALL ON FUNCTION "public"."bulk_set_feedback_status"(bigint[], text, text, uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."moderation_changes"
  ADD CONSTRAINT "moderation_changes_kind_is_known" CHECK ((kind = ANY (ARRAY['user'::text, 'post'::text, 'question'::text, 'review'::text, 'feedback'::text])));

ALTER TABLE "public"."moderation_batches"
  ADD CONSTRAINT "moderation_batches_action_is_known"
    CHECK
    ((action = ANY (ARRAY['spam'::text, 'hide_posts_of_user'::text, 'hide_posts'::text, 'unhide_posts'::text, 'feedback_new'::text, 'feedback_in_progress'::text,
    'feedback_resolved'::text, 'feedback_spam'::text, 'delete_feedback'::text])));

CREATE INDEX moderation_changes_subject_idx ON private.moderation_changes USING btree (subject_id, kind);

CREATE INDEX feedback_created_idx ON public.feedback USING btree (created_at) INCLUDE (status, deleted_at);

CREATE INDEX feedback_deleted_idx ON public.feedback USING btree (deleted_at)
  WHERE (deleted_at IS NOT NULL);

CREATE TRIGGER forget_bulk_changes
  AFTER UPDATE OF status ON public.feedback
  FOR EACH ROW
  WHEN ((old.status IS DISTINCT FROM new.status))
  EXECUTE FUNCTION private.forget_bulk_changes('feedback');

CREATE TRIGGER forget_bulk_changes
  AFTER UPDATE OF is_hidden ON public.posts
  FOR EACH ROW
  WHEN ((old.is_hidden IS DISTINCT FROM new.is_hidden))
  EXECUTE FUNCTION private.forget_bulk_changes('post');

CREATE POLICY "admins read feedback" ON "public"."feedback"
  FOR SELECT
  TO "authenticated"
  USING (((deleted_at IS NULL) AND ( SELECT private.is_admin() AS is_admin)));

CREATE POLICY "admins read entries of feedback" ON "public"."feedback_entries"
  FOR SELECT
  TO "authenticated"
  USING ((EXISTS ( SELECT 1
   FROM public.feedback f
  WHERE (f.id = feedback_entries.feedback_id))));

COMMENT ON COLUMN "private"."moderation_changes"."before" IS 'State before the change; null where the thing was just visible, or not deleted.';

COMMENT ON COLUMN "public"."feedback"."deleted_at" IS 'When a bulk action deleted it: nobody sees it from then on, and for 30 days it can come back.';

COMMENT ON COLUMN "public"."moderation_batches"."other_count" IS 'Questions and reviews that were hidden, or feedback that was changed.';

COMMENT ON COLUMN "public"."moderation_batches"."reason" IS 'What its users are told; of posts that are unhidden, the note to their owners; of feedback, what other admins read.';

COMMENT ON FUNCTION "private"."feedback_for_log"(public.feedback) IS 'What the audit log keeps of feedback that is deleted.';

COMMENT ON FUNCTION "private"."feedback_to_change"(bigint[]) IS 'Locks what is there of up to 50 ids.';

COMMENT ON FUNCTION "private"."forget_bulk_changes"() IS 'Who hides or unhides a post, or sets the status of feedback, decides anew: the undo of an earlier bulk action leaves it as it is.';

COMMENT ON FUNCTION "private"."note_to_owner"(text) IS 'A note, such as that to the owners of posts that are unhidden; null for none, PT400 for one of more than 300 characters.';

COMMENT ON FUNCTION "public"."bulk_delete_feedback"(bigint[], text, uuid) IS 'For admins: deletes feedback of up to 50 ids, for good after 30 days, with a note for other admins; what is gone is skipped. Calls with one client id are one batch, which is answered; nothing is when nothing was there.';

COMMENT ON FUNCTION "public"."bulk_set_feedback_status"(bigint[], text, text, uuid) IS 'For admins: moves feedback of up to 50 ids to new, in_progress, resolved or spam, with a note for other admins; what has the status or is gone is skipped. Calls with one client id are one batch, which is answered; nothing is when nothing changed.';

REVOKE ALL ON FUNCTION "private"."bulk_delete_feedback"(bigint[], text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bulk_delete_feedback"(bigint[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."bulk_set_feedback_status"(bigint[], text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bulk_set_feedback_status"(bigint[], text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."feedback_for_log"(public.feedback) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."feedback_to_change"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."bulk_delete_feedback"(bigint[], text, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."bulk_set_feedback_status"(bigint[], text, text, uuid) TO "authenticated";
