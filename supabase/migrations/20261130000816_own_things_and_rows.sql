SET local check_function_bodies = off;

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
  end if;
  -- With nothing to bring back, it would take the caller's account before that of the user, whatever their order.
  if v_hidden <> '{}' then
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

CREATE OR REPLACE FUNCTION private.limit_rows()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  v_setting text := 'private.rows_of_' || tg_table_name;
  v_count integer := coalesce(nullif(current_setting(v_setting, true), ''), '0')::integer + 1;
begin
  if v_count > 1 and tg_op <> 'INSERT' then
    perform private.refuse(400, 'invalid_input', 'One request changes one row');
  elsif v_count > 10 then
    perform private.refuse(400, 'invalid_input', 'One request writes at most 10 rows');
  end if;
  perform set_config(v_setting, v_count::text, true);
  if tg_op = 'DELETE' then
    return old;
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
  -- What is about the caller is left to another admin, as one by one.
  v_reviews := array(
    select r.id from public.reviews r where r.reviewer_id = any (v_users) and r.hidden_at is null and r.reviewed_user_id <> v_me
    order by r.id desc limit private.bulk_part());
  v_questions := array(
    select k.id from public.post_questions k join public.posts p on p.id = k.post_id
    where k.asker_id = any (v_users) and k.hidden_at is null and p.user_id <> v_me
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
  -- With the post, whose deletion takes the rest with it. Who writes a note does not wait for the comparison. So few that a
  -- call ends in time with 100,000 searches: docs/speed.md.
  select array_agg(n.post_id), array_agg(n.noted_at) into v_posts, v_times
  from (
    select m.post_id, m.noted_at from private.posts_to_match m join public.posts p on p.id = m.post_id
    order by m.noted_at limit least(p_limit, 20) for key share of p skip locked) as n;
  if v_posts is null then
    return 0;
  end if;
  perform private.match_posts(v_posts);
  -- A post that changed meanwhile, or is changing now, stays.
  delete from private.posts_to_match m where m.post_id in (
    select o.post_id from private.posts_to_match o join unnest(v_posts, v_times) as r (post_id, noted_at) using (post_id, noted_at)
    order by o.post_id for update of o skip locked);
  return cardinality(v_posts);
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
  perform private.assert_not_own(array(
    select p.user_id from public.posts p where p.id = any (v_posts)
    union select u from public.reviews r, unnest(array[r.reviewer_id, r.reviewed_user_id]) as u where r.id = any (v_reviews)
    union select u from public.post_questions k join public.posts p on p.id = k.post_id, unnest(array[k.asker_id, p.user_id]) as u
    where k.id = any (v_questions)));

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
  v_new.categories := coalesce((select array_agg(distinct c.category order by c.category)
    from (select u.category from unnest(p_categories) as u (category) limit 100) as c where c.category is not null), '{}');
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

COMMENT ON FUNCTION "private"."limit_rows"() IS 'Trigger of every table that clients write: PT400 for the eleventh new row of a table in a request, and for the second that is changed or deleted, before anything is done for it.';

COMMENT ON FUNCTION "private"."restore_changes"(private.moderation_changes[], boolean) IS 'Takes changes of batches back, except what somebody has changed since; forgets the changes and answers how many it took back. PT403 for what is the caller''s or about them.';

COMMENT ON FUNCTION "public"."mark_spam"(bigint[], text, uuid) IS 'For admins: suspends up to 50 users for good and hides their newest 200 posts, questions and reviews each, without telling them; repeated with its client id, which makes it one batch, the next, until the answered counts stay as they are. Admins, deleted accounts and what is about the caller are skipped.';
