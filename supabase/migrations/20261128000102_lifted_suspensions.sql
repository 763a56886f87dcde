SET local check_function_bodies = off;

DROP FUNCTION "private"."lift_suspension"(bigint);

DROP FUNCTION "public"."lift_suspension"(bigint);

CREATE OR REPLACE FUNCTION private.count_hidden_with_suspension (
  p_user_id bigint
)
  RETURNS integer
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_admin();
  return cardinality(private.hidden_with_suspension(p_user_id));
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
    where c.user_id = p_user_id and c.kind <> 'user' and b.undone_at is null and c.changed_at > now() - interval '30 days'
    order by c.batch_id, c.kind, c.subject_id)
$function$;

CREATE OR REPLACE FUNCTION private.lift_suspension (
  p_user_id     bigint,
  p_brings_back boolean
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_account public.accounts;
  v_restored integer := 0;
begin
  perform private.require_admin();
  -- Before the account, as posts are. One mail tells of all of it.
  if p_brings_back then
    v_restored := private.restore_changes(private.hidden_with_suspension(p_user_id), true);
  end if;
  v_account := private.account_to_manage(p_user_id);
  if v_account.suspended_until is null or v_account.suspended_until <= now() then
    perform private.refuse(409, 'conflict', 'This account is not suspended');
  end if;
  update public.accounts a set suspended_until = null, suspension_reason = null, suspended_at = null where a.profile_id = p_user_id;
  perform private.queue_mail(p_user_id, 'suspension_lifted', jsonb_build_object('restored', v_restored));
  perform private.audit('lift_suspension', 'user', p_user_id::text,
    jsonb_build_object('until', case when v_account.suspended_until = 'infinity' then '"permanent"' else to_jsonb(v_account.suspended_until) end,
      'reason', v_account.suspension_reason), case when p_brings_back then jsonb_build_object('restored', v_restored) end);
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
  perform set_config('app.moderation_is_silent', 'false', true);
  delete from private.moderation_changes m using unnest(p_changes) as c
  where (m.batch_id, m.kind, m.subject_id) = (c.batch_id, c.kind, c.subject_id);
  return v_restored;
end $function$;

CREATE OR REPLACE FUNCTION public.count_hidden_with_suspension (
  user_id bigint
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.count_hidden_with_suspension(user_id) $function$;

REVOKE ALL ON FUNCTION "public"."count_hidden_with_suspension"(bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.lift_suspension (
  user_id     bigint,
  brings_back boolean DEFAULT false
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.lift_suspension(user_id, brings_back) $function$;

REVOKE ALL ON FUNCTION "public"."lift_suspension"(bigint, boolean) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "private"."hidden_with_suspension"(bigint) IS 'What bulk actions of the last 30 days have hidden of a user.';

COMMENT ON FUNCTION "public"."count_hidden_with_suspension"(bigint) IS 'For admins: how many posts, questions and reviews of a user lift_suspension() can bring back at most.';

COMMENT ON FUNCTION "public"."lift_suspension"(bigint, boolean) IS 'For admins: ends a suspension before its time and mails the user; on demand brings back what bulk actions of the last 30 days have hidden of them.';

REVOKE ALL ON FUNCTION "private"."count_hidden_with_suspension"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_hidden_with_suspension"(bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."hidden_with_suspension"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lift_suspension"(bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lift_suspension"(bigint, boolean) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."count_hidden_with_suspension"(bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."lift_suspension"(bigint, boolean) TO "authenticated";

insert into private.mail_templates (template, is_optional, placeholders, is_page_optional) values
  ('suspension_lifted', false, '{username,restored}', false);
