SET local check_function_bodies = off;

DROP FUNCTION "private"."delete_feedback"(bigint);

DROP FUNCTION "private"."submit_review"(bigint, integer, text);

DROP FUNCTION "public"."delete_feedback"(bigint);

DROP FUNCTION "public"."submit_review"(bigint, integer, text);

CREATE OR REPLACE FUNCTION private.add_feedback_note (
  p_feedback_id bigint,
  p_body        text,
  p_client_id   uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
begin
  insert into public.feedback_entries (feedback_id, author_id, kind, body, client_id)
  values (v_feedback.id, private.current_profile_id(), 'note', btrim(p_body), p_client_id)
  on conflict (author_id, client_id) do nothing;
  if not found then
    perform private.assert_same_entry(p_feedback_id, 'note', p_body, p_client_id);
  else
    perform private.remember_content('feedback entry ' || private.current_profile_id(), p_client_id, jsonb_build_array(p_feedback_id, 'note', p_body));
    -- For delete_feedback().
    update public.feedback f set updated_at = now() where f.id = v_feedback.id;
    perform private.audit('add_feedback_note', 'feedback', p_feedback_id::text, null, jsonb_build_object('note', btrim(p_body)));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.delete_feedback (
  p_feedback_id         bigint,
  p_expected_updated_at timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
begin
  perform private.assert_unchanged(v_feedback.updated_at, p_expected_updated_at);
  delete from public.feedback f where f.id = v_feedback.id;
  insert into private.doomed_uploads (bucket_id, name)
  select 'feedback-images', i from unnest(v_feedback.images) as i on conflict do nothing;
  perform private.audit('delete_feedback', 'feedback', p_feedback_id::text, private.feedback_for_log(v_feedback), null);
end $function$;

CREATE OR REPLACE FUNCTION private.hide_post (
  p_post_id bigint,
  p_reason  text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_is_admin boolean := private.is_admin();
  v_post public.posts := private.post_to_moderate(p_post_id, v_me, v_is_admin, 'You are not allowed to hide this post');
  v_is_owner boolean := v_post.user_id = v_me;
  v_reason text := case when private.is_blank(p_reason) then null else btrim(p_reason) end;
begin
  if char_length(v_reason) > 500 then
    perform private.refuse(400, 'invalid_input', 'Reason too long');
  end if;
  -- Hiding twice is harmless. Neither replaces the hiding of the other, whose end would then publish the post against the other's will.
  if v_post.is_hidden and v_is_owner and v_post.hidden_by <> v_post.user_id then
    perform private.refuse(403, 'forbidden', 'This post was hidden by an administrator');
  elsif v_post.is_hidden and not v_is_owner and v_post.hidden_by = v_post.user_id then
    perform private.refuse(409, 'conflict', 'This post was hidden by its owner');
  elsif v_post.is_hidden then
    return;
  end if;
  update public.posts p set
    is_hidden = true,
    hidden_by = v_me,
    hidden_reason = coalesce(v_reason, case when not v_is_owner then 'Violation of the marketplace rules' end),
    hidden_at = now()
  where p.id = p_post_id;
end $function$;

CREATE OR REPLACE FUNCTION private.reply_to_feedback (
  p_feedback_id bigint,
  p_body        text,
  p_client_id   uuid,
  p_last_reply  bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_feedback public.feedback;
  v_body text := btrim(p_body);
  v_mail jsonb;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  v_feedback := private.feedback_to_manage(p_feedback_id);
  insert into public.feedback_entries (feedback_id, author_id, kind, body, client_id)
  values (v_feedback.id, v_me, 'reply', v_body, p_client_id)
  on conflict (author_id, client_id) do nothing;
  -- A repeat must not write to the sender again.
  if not found then
    perform private.assert_same_entry(p_feedback_id, 'reply', p_body, p_client_id);
    return;
  elsif exists (
    select 1 from public.feedback_entries e
    where e.feedback_id = v_feedback.id and e.kind = 'reply' and e.id > p_last_reply and (e.author_id, e.client_id) is distinct from (v_me, p_client_id)) then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
  perform private.remember_content('feedback entry ' || v_me, p_client_id, jsonb_build_array(p_feedback_id, 'reply', p_body));
  update public.feedback f set status = case f.status when 'new' then 'in_progress' else f.status end where f.id = v_feedback.id;
  v_mail := jsonb_build_object('reference', 'FB-' || lpad(v_feedback.id::text, greatest(6, char_length(v_feedback.id::text)), '0'), 'subject', v_feedback.subject,
    'message', v_feedback.message, 'reply', v_body);
  if v_feedback.user_id is null then
    -- A guest has no name to be greeted by, and reads the reply nowhere else.
    if not private.queue_mail_to(v_feedback.email, 'feedback_answered', v_mail || jsonb_build_object('username', 'there')) then
      perform private.refuse(409, 'conflict', 'No mail can be sent to this address now, and a guest reads the reply nowhere else');
    end if;
  else
    perform private.notify(v_feedback.user_id, format('We answered your feedback "%s": %s', v_feedback.subject, v_body),
      jsonb_build_object('type', 'feedback', 'feedbackId', v_feedback.id));
    perform private.queue_mail(v_feedback.user_id, 'feedback_answered', v_mail);
    if not private.hears_of_reply(v_feedback) then
      perform private.refuse(409, 'conflict', 'Nobody would read this reply, as its account is deleted or is told neither on the page nor by mail');
    end if;
  end if;
  perform private.audit('reply_to_feedback', 'feedback', p_feedback_id::text, null, jsonb_build_object('reply', v_body));
end $function$;

CREATE OR REPLACE FUNCTION private.submit_review (
  p_reviewed_user_id    bigint,
  p_rating              integer,
  p_comment             text,
  p_expected_updated_at timestamp with time zone
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_comment text := btrim(p_comment);
  v_before public.reviews;
  v_after public.reviews;
begin
  if p_reviewed_user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot review yourself');
  elsif not exists (select 1 from public.accounts a where a.profile_id = p_reviewed_user_id and a.deleted_at is null) then
    perform private.refuse(404, 'not_found', 'User not found');
  end if;
  -- One review of a person at a time: the row and the rate limit would otherwise be locked in either order.
  perform pg_advisory_xact_lock(hashtextextended('submit_review', v_me));
  select * into v_before from public.reviews r
  where r.reviewer_id = v_me and r.reviewed_user_id = p_reviewed_user_id for update;
  if v_before.hidden_at is not null then
    perform private.refuse(403, 'forbidden', 'This review was hidden by an administrator');
  elsif v_before.rating = p_rating and private.is_same_text('reviews', v_before.id, 'comment', v_before.comment, v_comment)
      and private.is_changeable(v_before) then
    -- The same request again: nothing is written twice and nobody hears of it twice (docs/decisions.md#every-write-can-be-repeated).
    return v_before.id;
  end if;
  perform private.assert_unchanged(coalesce(v_before.updated_at, '-infinity'), p_expected_updated_at);
  perform private.consume_rate_limit('review', v_me::text);
  -- Not `on conflict`: the content filter would read the text as one of a new row, and again as it has masked it.
  if v_before.id is null then
    insert into public.reviews (reviewed_user_id, reviewer_id, rating, comment)
    values (p_reviewed_user_id, v_me, p_rating, v_comment) returning * into v_after;
  else
    update public.reviews r set rating = p_rating, comment = v_comment,
      -- A review that can no longer be edited is replaced by a new one, which has no reply yet.
      created_at = case when private.is_changeable(r) then r.created_at else now() end,
      reply = case when private.is_changeable(r) then r.reply end,
      replied_at = case when private.is_changeable(r) then r.replied_at end
    where r.id = v_before.id returning r.* into v_after;
  end if;
  perform private.tell_of_review(v_after);
  return v_after.id;
end $function$;

CREATE OR REPLACE FUNCTION private.unhide_post (
  p_post_id   bigint,
  p_hidden_at timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_is_admin boolean := private.is_admin();
  v_post public.posts := private.post_to_moderate(p_post_id, v_me, v_is_admin, 'You are not allowed to unhide this post');
begin
  if (not v_is_admin or v_post.user_id = v_me) and v_post.hidden_by is not null and v_post.hidden_by <> v_post.user_id then
    perform private.refuse(403, 'forbidden', 'This post was hidden by an administrator');
  elsif v_post.is_hidden and v_post.user_id <> v_me and v_post.hidden_by = v_post.user_id and p_hidden_at is null then
    perform private.refuse(409, 'conflict', 'This post was hidden by its owner');
  elsif v_post.user_id <> v_me then
    perform private.assert_unchanged(v_post.hidden_at, p_hidden_at);
  end if;
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null
  where p.id = p_post_id and p.is_hidden;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_feedback (
  feedback_id         bigint,
  expected_updated_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.delete_feedback(feedback_id, expected_updated_at) $function$;

REVOKE ALL ON FUNCTION "public"."delete_feedback"(bigint, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.submit_review (
  reviewed_user_id    bigint,
  rating              integer,
  comment             text,
  expected_updated_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS bigint
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select private.hold_account();
  select private.hold_profile(reviewed_user_id);
  select private.submit_review(reviewed_user_id, rating, comment, expected_updated_at);
$function$;

REVOKE ALL ON FUNCTION "public"."submit_review"(bigint, integer, text, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE TRIGGER read_notification_of_hidden_review
  AFTER UPDATE OF hidden_at ON public.reviews
  FOR EACH ROW
  WHEN (((old.hidden_at IS NULL) AND (new.hidden_at IS NOT NULL)))
  EXECUTE FUNCTION private.read_notification_of_review();

COMMENT ON FUNCTION "public"."delete_feedback"(bigint, timestamp with time zone) IS 'For admins: deletes feedback for good, unless it has changed or was answered since the given time (PT409); the next run of housekeeping removes its files.';

COMMENT ON FUNCTION "public"."hide_post"(bigint, text) IS 'Hides a post: by its owner, or by an admin for a violation of the rules. Refused where the other has hidden it: PT403 for the owner, PT409 for an admin.';

COMMENT ON FUNCTION "public"."submit_review"(bigint, integer, text, timestamp with time zone) IS 'Writes the caller''s review of another user, or replaces the earlier one and drops its reply; answers its id. PT409 when the earlier one was changed at another time than the given one, -infinity for none.';

COMMENT ON FUNCTION "public"."unhide_post"(bigint, timestamp with time zone) IS 'Unhides a post; its owner cannot undo what an admin did. PT409 for an admin who names another time of hiding than the stored one, or none of a post that its owner has hidden.';

REVOKE ALL ON FUNCTION "private"."delete_feedback"(bigint, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_feedback"(bigint, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."submit_review"(bigint, integer, text, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."submit_review"(bigint, integer, text, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."delete_feedback"(bigint, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."submit_review"(bigint, integer, text, timestamp WITH time zone) TO "authenticated";
