SET local check_function_bodies = off;

DROP FUNCTION "private"."hide_posts_of_user"(bigint, text);

DROP FUNCTION "private"."lift_suspension"(bigint, boolean);

DROP FUNCTION "public"."hide_posts_of_user"(bigint, text);

DROP FUNCTION "public"."lift_suspension"(bigint, boolean);

CREATE OR REPLACE FUNCTION private.bulk_part()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 200 $function$;

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
    where c.user_id = p_user_id and b.action <> 'unhide_posts' and b.undone_at is null and c.changed_at > now() - interval '30 days'
      and private.is_as_left(c)
    order by c.batch_id, c.kind, c.subject_id)
$function$;

CREATE OR REPLACE FUNCTION private.hide_posts_of_user (
  p_user_id   bigint,
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
  v_reason text;
  v_ids bigint[];
  v_batch_id bigint;
begin
  perform private.require_admin();
  v_reason := private.required_reason(p_reason);
  v_batch_id := private.open_batch('hide_posts_of_user', v_reason, p_client_id);
  -- Before the account: who deletes one of these posts has it, and counts it there.
  v_ids := private.visible_posts_of(array[p_user_id]);
  perform private.hold_counters(v_ids);
  perform private.account_to_manage(p_user_id);
  perform private.hide_in_batch(v_batch_id, v_ids, v_reason, false);
  if v_ids <> '{}' then
    perform private.audit('hide_all_posts', 'user', p_user_id::text, null, jsonb_build_object('posts', cardinality(v_ids), 'reason', v_reason));
  end if;
  return query select b.* from private.close_part(v_batch_id) as b;
end $function$;

CREATE OR REPLACE FUNCTION private.is_as_left (
  p_change private.moderation_changes
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case p_change.kind
    when 'post' then exists (
      select 1 from public.posts p join public.moderation_batches b on b.id = p_change.batch_id
      where p.id = p_change.subject_id and p.is_hidden
        and (p.hidden_at, p.hidden_by, p.hidden_reason) = (p_change.changed_at, b.actor_id, b.reason))
    when 'review' then exists (
      select 1 from public.reviews r join public.moderation_batches b on b.id = p_change.batch_id
      where r.id = p_change.subject_id and (r.hidden_at, r.hidden_by, r.hidden_reason) = (p_change.changed_at, b.actor_id, b.reason))
    when 'question' then exists (
      select 1 from public.post_questions k join public.moderation_batches b on b.id = p_change.batch_id
      where k.id = p_change.subject_id and (k.hidden_at, k.hidden_reason) = (p_change.changed_at, b.reason)) end
$function$;

CREATE OR REPLACE FUNCTION private.lift_suspension (
  p_user_id     bigint,
  p_brings_back boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_account public.accounts;
  v_hidden private.moderation_changes[] := '{}';
  v_restored integer := 0;
  v_left integer;
begin
  perform private.require_admin();
  -- Before the account, as posts are. One mail tells of all of it.
  if p_brings_back then
    v_hidden := private.hidden_with_suspension(p_user_id);
    v_restored := private.restore_changes(v_hidden[1:private.bulk_part()], true);
  end if;
  v_left := greatest(cardinality(v_hidden) - private.bulk_part(), 0);
  v_account := private.account_to_manage(p_user_id);
  if v_account.suspended_until is null or v_account.suspended_until <= now() then
    -- The call that lifted it had more to bring back than fits into one.
    if v_restored > 0 then
      return v_left;
    end if;
    perform private.refuse(409, 'conflict', 'This account is not suspended');
  end if;
  v_restored := v_restored + v_left;
  update public.accounts a set suspended_until = null, suspension_reason = null, suspended_at = null where a.profile_id = p_user_id;
  perform private.queue_mail(p_user_id, 'suspension_lifted', jsonb_build_object('restored', v_restored));
  perform private.audit('lift_suspension', 'user', p_user_id::text,
    jsonb_build_object('until', case when v_account.suspended_until = 'infinity' then '"permanent"' else to_jsonb(v_account.suspended_until) end,
      'reason', v_account.suspension_reason), case when p_brings_back then jsonb_build_object('restored', v_restored) end);
  return v_left;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_notification()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 60;
  v_sent integer;
  v_told bigint[];
begin
  -- Jobs name whose act they tell.
  new.actor_id := coalesce(private.current_profile_id(), new.actor_id);
  if new.actor_id is null or new.actor_id = new.user_id then
    return new;
  end if;
  -- The newest rows of the receiver are enough: whoever gets more within an hour is told by many.
  select count(*), array_agg(r.id) filter (where r.data = new.data and r.read_at is null and r.created_at > now() - interval '10 minutes'
    and r.data ->> 'type' in ('quote_shortlisted', 'quote_accepted', 'quote_declined', 'quote_reopened', 'quote_withdrawn', 'quote_revised',
      'deal_cancelled', 'post_closed', 'post_changed', 'review'))
  into v_sent, v_told
  from (
    select n.id, n.actor_id, n.data, n.read_at, n.created_at from public.notifications n
    where n.user_id = new.user_id order by n.id desc limit 300) as r
  where r.actor_id = new.actor_id and r.created_at > now() - interval '1 hour';
  -- The last state replaces the one that was not read yet. A row that its receiver is marking as read is left alone.
  if v_told is not null then
    delete from public.notifications n where n.id in (
      select t.id from public.notifications t where t.id = any (v_told) for update skip locked);
  elsif v_sent >= v_max and private.setting('rate_limits_enabled') = 'true' then
    return null;
  end if;
  return new;
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
  v_new_users bigint[];
  v_posts bigint[];
  v_reviews bigint[];
  v_questions bigint[];
begin
  if coalesce(cardinality(p_user_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 users', '{"path": "userIds"}');
  end if;
  v_batch_id := private.open_batch('spam', v_reason, p_client_id);
  v_users := array(select a.profile_id from public.accounts a where a.profile_id = any (p_user_ids) and a.role = 'user');
  v_reviews := array(
    select r.id from public.reviews r where r.reviewer_id = any (v_users) and r.hidden_at is null
    order by r.id desc limit private.bulk_part());
  v_questions := array(
    select k.id from public.post_questions k where k.asker_id = any (v_users) and k.hidden_at is null
    order by k.id desc limit private.bulk_part());
  -- Profiles count their reviews.
  perform 1 from public.profiles p
  where p.id in (select r.reviewed_user_id from public.reviews r where r.id = any (v_reviews)) order by p.id for no key update;
  v_posts := private.visible_posts_of(v_users);
  perform private.hold_counters(v_posts);
  perform 1 from public.reviews r where r.id = any (v_reviews) order by r.id for no key update;
  perform 1 from public.post_questions k where k.id = any (v_questions) order by k.id for no key update;
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
    where r.id = any (v_reviews) and r.reviewer_id = any (v_users) and r.hidden_at is null returning r.id, r.reviewer_id)
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id)
  select v_batch_id, 'review', h.id, h.reviewer_id from hidden h on conflict (batch_id, kind, subject_id) do update set changed_at = excluded.changed_at;
  with hidden as (
    update public.post_questions k set hidden_at = now(), hidden_reason = v_reason
    where k.id = any (v_questions) and k.asker_id = any (v_users) and k.hidden_at is null returning k.id, k.asker_id)
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id)
  select v_batch_id, 'question', h.id, h.asker_id from hidden h on conflict (batch_id, kind, subject_id) do update set changed_at = excluded.changed_at;
  with marked as (
    insert into private.moderation_changes (batch_id, kind, subject_id, user_id, before)
    select v_batch_id, 'user', a.profile_id, a.profile_id,
      jsonb_build_object('until', a.suspended_until, 'reason', a.suspension_reason, 'at', a.suspended_at)
    from public.accounts a where a.profile_id = any (v_users) on conflict (batch_id, kind, subject_id) do nothing
    returning subject_id)
  select array_agg(m.subject_id order by m.subject_id) into v_new_users from marked m;
  update public.accounts a set suspended_until = 'infinity', suspension_reason = v_reason, suspended_at = now()
  where a.profile_id = any (v_users) and a.suspended_until is distinct from 'infinity';
  v_posts := array(select p.id from public.posts p where p.id = any (v_posts) and p.user_id = any (v_users) order by p.id);
  perform private.hide_in_batch(v_batch_id, v_posts, v_reason, true);
  perform private.audit('mark_spam', 'user', u.id::text, null, jsonb_build_object('reason', v_reason, 'batch', v_batch_id))
  from unnest(v_new_users) as u (id);
  return query select b.* from private.count_batch(v_batch_id) as b;
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
  from unnest(p_changes) as c where c.kind = 'review' and r.id = c.subject_id and private.is_as_left(c);
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  update public.post_questions k set hidden_at = null, hidden_reason = null
  from unnest(p_changes) as c where c.kind = 'question' and k.id = c.subject_id and private.is_as_left(c);
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
  from unnest(p_changes) as c where c.kind = 'post' and p.id = c.subject_id and private.is_as_left(c);
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
  perform private.assert_not_own(array(
    select distinct c.user_id from private.moderation_changes c where c.batch_id = p_batch_id and c.kind in ('post', 'question', 'review')));
  v_restored := private.restore_changes(array(
      select c from private.moderation_changes c where c.batch_id = p_batch_id order by c.kind, c.subject_id limit private.bulk_part()),
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

CREATE OR REPLACE FUNCTION private.visible_posts_of (
  p_user_ids bigint[]
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ids bigint[] := array(
    select p.id from public.posts p where p.user_id = any (p_user_ids) and not p.is_hidden order by p.id desc limit private.bulk_part());
begin
  return array(select p.id from public.posts p where p.id = any (v_ids) and not p.is_hidden order by p.id for no key update);
end $function$;

CREATE OR REPLACE FUNCTION public.hide_posts_of_user (
  user_id   bigint,
  reason    text,
  client_id uuid   DEFAULT NULL::uuid
)
  RETURNS SETOF public.moderation_batches
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.hide_posts_of_user(user_id, reason, client_id) $function$;

REVOKE ALL ON FUNCTION "public"."hide_posts_of_user"(bigint, text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.lift_suspension (
  user_id     bigint,
  brings_back boolean DEFAULT false
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.lift_suspension(user_id, brings_back) $function$;

REVOKE ALL ON FUNCTION "public"."lift_suspension"(bigint, boolean) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "private"."bulk_part"() IS 'How many things of a kind one call of a bulk action changes at most.';

COMMENT ON FUNCTION "private"."is_as_left"(private.moderation_changes) IS 'Whether what a bulk action has hidden is hidden by it still, as nobody has changed it since.';

COMMENT ON FUNCTION "private"."visible_posts_of"(bigint[]) IS 'Locks the newest visible posts of users, as many as one call of a bulk action hides.';

COMMENT ON FUNCTION "public"."count_hidden_with_suspension"(bigint) IS 'For admins: how many posts, questions and reviews of a user lift_suspension() brings back.';

COMMENT ON FUNCTION "public"."hide_posts_of_user"(bigint, text, uuid) IS 'For admins: hides the newest 200 visible posts of a user and tells them why; repeated with its client id, which makes it one batch, the next, until the answered count stays as it is. Nothing is answered when nothing was visible.';

COMMENT ON FUNCTION "public"."lift_suspension"(bigint, boolean) IS 'For admins: ends a suspension before its time and mails the user; on demand brings back what bulk actions of the last 30 days have hidden of them, up to 200 things a call, and answers how many are left for the next.';

COMMENT ON FUNCTION "public"."mark_spam"(bigint[], text, uuid) IS 'For admins: suspends up to 50 users for good and hides their newest 200 posts, questions and reviews each, without telling them; repeated with its client id, which makes it one batch, the next, until the answered counts stay as they are. Admins and deleted accounts are skipped.';

COMMENT ON FUNCTION "public"."undo_moderation"(bigint) IS 'For admins: takes up to 200 changes of a bulk action back, but none that somebody has changed since; answers how many are left for the next call.';

REVOKE ALL ON FUNCTION "private"."bulk_part"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hide_posts_of_user"(bigint, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hide_posts_of_user"(bigint, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_as_left"(private.moderation_changes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lift_suspension"(bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lift_suspension"(bigint, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."visible_posts_of"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."hide_posts_of_user"(bigint, text, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."lift_suspension"(bigint, boolean) TO "authenticated";
