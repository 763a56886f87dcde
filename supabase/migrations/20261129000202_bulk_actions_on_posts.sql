SET local check_function_bodies = off;

ALTER TABLE "public"."moderation_batches"
  DROP CONSTRAINT "moderation_batches_action_is_known";

CREATE OR REPLACE FUNCTION private.bulk_hide_posts (
  p_post_ids  bigint[],
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
  v_reason text := private.required_reason(p_reason);
  v_batch_id bigint := private.open_batch('hide_posts', v_reason, p_client_id);
begin
  perform private.hide_in_batch(v_batch_id, private.posts_to_moderate(p_post_ids, false), v_reason, false);
  return query select b.* from private.close_part(v_batch_id) as b;
end $function$;

CREATE OR REPLACE FUNCTION private.bulk_unhide_posts (
  p_post_ids  bigint[],
  p_note      text,
  p_client_id uuid
)
  RETURNS SETOF public.moderation_batches
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_note text := private.note_to_owner(p_note);
  v_batch_id bigint := private.open_batch('unhide_posts', v_note, p_client_id);
begin
  perform private.unhide_in_batch(v_batch_id, private.posts_to_moderate(p_post_ids, true), v_note);
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
  delete from public.moderation_batches b where b.id = p_batch_id and b.post_count = 0
    and not exists (select 1 from private.moderation_changes c where c.batch_id = p_batch_id);
  return query select b.* from private.count_batch(p_batch_id) as b;
end $function$;

CREATE OR REPLACE FUNCTION private.default_rate_limits()
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'post',                jsonb_build_object('max', 100, 'seconds', 86400),
    'quote',               jsonb_build_object('max', 100, 'seconds', 86400),
    'quote_decision',      jsonb_build_object('max', 300, 'seconds', 3600),
    'accept',              jsonb_build_object('max', 50,  'seconds', 86400),
    'question',            jsonb_build_object('max', 20,  'seconds', 86400),
    'message',             jsonb_build_object('max', 30,  'seconds', 60),
    'like',                jsonb_build_object('max', 120, 'seconds', 60),
    'upload',              jsonb_build_object('max', 120, 'seconds', 3600),
    'upload_kilobytes',    jsonb_build_object('max', 300000, 'seconds', 86400),
    'review',              jsonb_build_object('max', 20,  'seconds', 86400),
    'feedback',            jsonb_build_object('max', 10,  'seconds', 86400),
    'login',               jsonb_build_object('max', 10,  'seconds', 900),
    'login_address',       jsonb_build_object('max', 50,  'seconds', 900),
    'password',            jsonb_build_object('max', 300, 'seconds', 3600),
    'register',            jsonb_build_object('max', 20,  'seconds', 3600),
    'availability',        jsonb_build_object('max', 120, 'seconds', 60),
    'forgot_password',     jsonb_build_object('max', 5,   'seconds', 3600),
    'verify_email',        jsonb_build_object('max', 5,   'seconds', 900),
    'mail_proof',          jsonb_build_object('max', 30,  'seconds', 900),
    'mail_of_auth',        jsonb_build_object('max', 20,  'seconds', 86400),
    'resend_verification', jsonb_build_object('max', 1,   'seconds', 60),
    'resend_verification_daily', jsonb_build_object('max', 5, 'seconds', 86400),
    'broadcast',           jsonb_build_object('max', 10,  'seconds', 86400),
    'test_mail',           jsonb_build_object('max', 20,  'seconds', 3600),
    'bulk_action',         jsonb_build_object('max', 300, 'seconds', 3600),
    'content_report',      jsonb_build_object('max', 60,  'seconds', 3600),
    'idempotent_write',    jsonb_build_object('max', 3600, 'seconds', 3600),
    'empty_search',        jsonb_build_object('max', 600, 'seconds', 3600),
    'guest_access',        jsonb_build_object('max', 120, 'seconds', 3600))
$function$;

CREATE OR REPLACE FUNCTION private.forget_bulk_changes()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.moderation_changes c where c.kind = 'post' and c.subject_id = new.id and c.changed_at < now();
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
    where c.user_id = p_user_id and c.kind <> 'user' and b.action <> 'unhide_posts' and b.undone_at is null and c.changed_at > now() - interval '30 days'
    order by c.batch_id, c.kind, c.subject_id)
$function$;

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
  v_reason := private.required_reason(p_reason);
  v_batch_id := private.open_batch('hide_posts_of_user', v_reason, null);
  -- Before the account: who deletes one of these posts has it, and counts it there.
  v_ids := array(select p.id from public.posts p where p.user_id = p_user_id and not p.is_hidden order by p.id for no key update);
  perform private.hold_counters(v_ids);
  perform private.account_to_manage(p_user_id);
  perform private.hide_in_batch(v_batch_id, v_ids, v_reason, false);
  perform private.count_batch(v_batch_id);
  perform private.audit('hide_all_posts', 'user', p_user_id::text, null, jsonb_build_object('posts', cardinality(v_ids), 'reason', v_reason));
  return cardinality(v_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.note_to_owner (
  p_note text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  if char_length(p_note) > 300 then
    perform private.refuse(400, 'invalid_input', 'Note too long', '{"path": "note"}');
  end if;
  return case when not private.is_blank(p_note) then btrim(p_note) end;
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
  perform private.consume_rate_limit('bulk_action', v_me::text);
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

CREATE OR REPLACE FUNCTION private.posts_to_moderate (
  p_post_ids  bigint[],
  p_is_hidden boolean
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_posts bigint[];
begin
  if coalesce(cardinality(p_post_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 posts', '{"path": "postIds"}');
  end if;
  v_posts := array(
    select p.id from public.posts p
    where p.id = any (p_post_ids) and p.user_id <> v_me and p.is_hidden = p_is_hidden and p.hidden_by is distinct from p.user_id
    order by p.id for no key update);
  perform private.hold_counters(v_posts);
  perform 1 from public.accounts a where a.profile_id = v_me for share;
  perform private.require_admin();
  return v_posts;
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

CREATE OR REPLACE FUNCTION private.unhide_in_batch (
  p_batch_id bigint,
  p_post_ids bigint[],
  p_note     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id, before)
  select p_batch_id, 'post', p.id, p.user_id, jsonb_build_object('by', p.hidden_by, 'reason', p.hidden_reason, 'at', p.hidden_at)
  from public.posts p where p.id = any (p_post_ids)
  on conflict (batch_id, kind, subject_id) do update set changed_at = excluded.changed_at, before = excluded.before;
  -- For notify_of_moderation(), which tells the owner.
  perform set_config('app.moderation_note', coalesce(p_note, ''), true);
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null where p.id = any (p_post_ids);
  perform set_config('app.moderation_note', '', true);
end $function$;

CREATE OR REPLACE FUNCTION private.unhide_posts (
  p_post_ids bigint[],
  p_note     text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_note text := private.note_to_owner(p_note);
  v_batch_id bigint := private.open_batch('unhide_posts', v_note, null);
  v_ids bigint[] := private.lock_hidden_posts(p_post_ids);
begin
  perform private.unhide_in_batch(v_batch_id, v_ids, v_note);
  perform private.count_batch(v_batch_id);
  return cardinality(v_ids);
end $function$;

CREATE OR REPLACE FUNCTION public.bulk_hide_posts (
  post_ids  bigint[],
  reason    text,
  client_id uuid     DEFAULT NULL::uuid
)
  RETURNS SETOF public.moderation_batches
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.bulk_hide_posts(post_ids, reason, client_id) $function$;

REVOKE ALL ON FUNCTION "public"."bulk_hide_posts"(bigint[], text, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.bulk_unhide_posts (
  post_ids  bigint[],
  note      text     DEFAULT NULL::text,
  client_id uuid     DEFAULT NULL::uuid
)
  RETURNS SETOF public.moderation_batches
  LANGUAGE sql
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.bulk_unhide_posts(post_ids, note, client_id) $function$;

REVOKE ALL ON FUNCTION "public"."bulk_unhide_posts"(bigint[], text, uuid) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."moderation_batches"
  ADD CONSTRAINT "moderation_batches_action_is_known" CHECK ((action = ANY (ARRAY['spam'::text, 'hide_posts_of_user'::text, 'hide_posts'::text, 'unhide_posts'::text])));

CREATE INDEX moderation_changes_post_idx ON private.moderation_changes USING btree (subject_id)
  WHERE (kind = 'post'::text);

CREATE TRIGGER forget_bulk_changes
  AFTER UPDATE OF is_hidden ON public.posts
  FOR EACH ROW
  WHEN ((old.is_hidden IS DISTINCT FROM new.is_hidden))
  EXECUTE FUNCTION private.forget_bulk_changes();

COMMENT ON COLUMN "public"."moderation_batches"."reason" IS 'What its users are told; of posts that are unhidden, the note to their owners.';

COMMENT ON FUNCTION "private"."close_part"(bigint) IS 'Counts what a batch has changed so far; one that has changed nothing is none.';

COMMENT ON FUNCTION "private"."forget_bulk_changes"() IS 'Who hides or unhides a post decides anew: the undo of an earlier bulk action leaves it as it is.';

COMMENT ON FUNCTION "private"."note_to_owner"(text) IS 'The note to the owners of posts that are unhidden; null for none, PT400 for one of more than 300 characters.';

COMMENT ON FUNCTION "private"."posts_to_moderate"(bigint[], boolean) IS 'Locks those of up to 50 posts of others that are visible, or that admins have hidden: what owners have hidden themselves stays hidden.';

COMMENT ON FUNCTION "private"."unhide_in_batch"(bigint, bigint[], text) IS 'Unhides hidden posts of a batch, which the caller has locked, with a note to each owner.';

COMMENT ON FUNCTION "public"."bulk_hide_posts"(bigint[], text, uuid) IS 'For admins: hides up to 50 posts of others and tells their owners why. Calls with one client id are one batch, which is answered; nothing is when nothing was visible.';

COMMENT ON FUNCTION "public"."bulk_unhide_posts"(bigint[], text, uuid) IS 'For admins: unhides those of up to 50 posts that admins have hidden, with a note to their owners. Calls with one client id are one batch, which is answered; nothing is when none was hidden.';

COMMENT ON FUNCTION "public"."unhide_posts"(bigint[], text) IS 'For admins: unhides up to 50 posts as one bulk action, with a note to their owners; answers how many.';

REVOKE ALL ON FUNCTION "private"."bulk_hide_posts"(bigint[], text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bulk_hide_posts"(bigint[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."bulk_unhide_posts"(bigint[], text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bulk_unhide_posts"(bigint[], text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."close_part"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_bulk_changes"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_to_owner"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."posts_to_moderate"(bigint[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unhide_in_batch"(bigint, bigint[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."bulk_hide_posts"(bigint[], text, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."bulk_unhide_posts"(bigint[], text, uuid) TO "authenticated";

update private.app_settings s set value = jsonb_build_object('bulk_action', private.default_rate_limits() -> 'bulk_action') || s.value where s.key = 'rate_limits';
