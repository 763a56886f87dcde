SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.assert_not_own (
  p_user_ids bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.current_profile_id() = any (p_user_ids) then
    perform private.refuse(403, 'forbidden', 'Another admin decides about what is yours');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.conversation_closed_reason (
  p_quote public.quotes,
  p_me    bigint
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when p_quote.post_id is null then 'The request was deleted, so this conversation is closed'
    when private.is_deleted(o.id) then 'The other account was deleted, so this conversation is closed'
    when p_quote.status = 'withdrawn' then 'This quote was withdrawn, so this conversation is closed'
    when private.is_suspended(p_me) then 'Your account is suspended, so you cannot send messages'
    when private.is_suspended(o.id) then 'The other account is suspended, so this conversation is closed'
  end
  from (select case when p_quote.supplier_id = p_me then p_quote.post_owner_id else p_quote.supplier_id end as id) as o
$function$;

CREATE OR REPLACE FUNCTION private.is_deleted (
  p_profile_id bigint
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select exists (select 1 from public.accounts a where a.profile_id = p_profile_id and a.deleted_at is not null) $function$;

CREATE OR REPLACE FUNCTION private.lock_hidden_posts (
  p_post_ids bigint[]
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ids bigint[];
begin
  perform private.require_admin();
  if coalesce(cardinality(p_post_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 posts');
  end if;
  -- In the order of ids, so that two admins with overlapping choices cannot wait for each other.
  perform 1 from public.posts p where p.id = any (p_post_ids) order by p.id for update;
  perform private.assert_not_own(array(
    select p.user_id from public.posts p where p.id = any (p_post_ids) and p.is_hidden and p.hidden_by is distinct from p.user_id));
  v_ids := array(select p.id from public.posts p where p.id = any (p_post_ids) and p.is_hidden order by p.id);
  if v_ids = '{}' then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
  perform private.hold_counters(v_ids);
  return v_ids;
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
  elsif private.is_deleted(v_other_id) then
    perform private.refuse(409, 'conflict', 'The other account was deleted');
  elsif private.is_suspended(v_other_id) then
    perform private.refuse(409, 'conflict', 'The other account is suspended');
  end if;
  return v_quote;
end $function$;

CREATE OR REPLACE FUNCTION private.save_email_settings (
  p_settings    jsonb,
  p_smtp_secret text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_before private.mail_settings;
  v_after private.mail_settings;
  v_secret text := nullif(p_smtp_secret, '');
begin
  perform private.require_admin();
  v_after := jsonb_populate_record(null::private.mail_settings, '{"footer_address": ""}' || private.trimmed(private.known_fields(
    p_settings, array['from_name', 'from_address', 'reply_to', 'smtp_host', 'smtp_port', 'smtp_security', 'smtp_user', 'daily_cap',
      'footer_address'])));
  select * into v_before from private.mail_settings for update;
  update private.mail_settings s set from_name = v_after.from_name, from_address = v_after.from_address, reply_to = v_after.reply_to,
    smtp_host = v_after.smtp_host, smtp_port = v_after.smtp_port, smtp_security = v_after.smtp_security,
    smtp_user = v_after.smtp_user, daily_cap = v_after.daily_cap, footer_address = v_after.footer_address, updated_at = now()
  where s.is_only_row returning * into v_after;
  -- Whoever names the server reads what it is given: the messages and quotes of others, and all addresses. Sender and footer
  -- are in mails that open an account as well.
  if v_secret is not null or (v_before.smtp_host, v_before.smtp_port, v_before.smtp_security, v_before.smtp_user,
        v_before.from_name, v_before.from_address, v_before.reply_to, v_before.footer_address)
      is distinct from (v_after.smtp_host, v_after.smtp_port, v_after.smtp_security, v_after.smtp_user,
        v_after.from_name, v_after.from_address, v_after.reply_to, v_after.footer_address) then
    perform private.require_main_admin();
  end if;
  if v_secret is not null then
    insert into private.mail_secrets as x (name, value) values ('smtp', v_secret)
    on conflict (name) do update set value = excluded.value;
  -- The password was given for one server: it is never shown to another.
  elsif (v_before.smtp_host, v_before.smtp_user) is distinct from (v_after.smtp_host, v_after.smtp_user)
    or (v_before.smtp_security <> 'none' and v_after.smtp_security = 'none') then
    delete from private.mail_secrets x where x.name = 'smtp';
  end if;
  perform private.audit('save_email_settings', 'email_settings', null, to_jsonb(v_before) - 'is_only_row',
    to_jsonb(v_after) - 'is_only_row' || case when v_secret is not null then '{"smtp_secret": "changed"}'::jsonb else '{}' end);
end $function$;

CREATE OR REPLACE FUNCTION private.set_question_hidden (
  p_question_id bigint,
  p_reason      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_before public.post_questions;
begin
  perform private.require_admin();
  select * into v_before from public.post_questions k where k.id = p_question_id for update;
  if v_before.id is null then
    perform private.refuse(404, 'not_found', 'Question not found');
  elsif (v_before.hidden_at is not null) = (p_reason is not null) then
    -- Doing it twice is harmless: a repeat does not rewrite the first decision.
    return;
  end if;
  perform private.assert_not_own(array[v_before.asker_id, (select p.user_id from public.posts p where p.id = v_before.post_id)]);
  update public.post_questions k set hidden_at = case when p_reason is not null then now() end, hidden_reason = p_reason
  where k.id = p_question_id;
  perform private.audit(case when p_reason is null then 'unhide_question' else 'hide_question' end, 'question', p_question_id::text,
    jsonb_build_object('reason', v_before.hidden_reason), jsonb_build_object('reason', p_reason));
end $function$;

CREATE OR REPLACE FUNCTION private.set_review_hidden (
  p_review_id bigint,
  p_is_hidden boolean,
  p_reason    text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_before public.reviews;
begin
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', 'You are not allowed to hide reviews');
  elsif p_is_hidden and private.is_blank(p_reason) then
    perform private.refuse(400, 'invalid_input', 'Reason is required');
  elsif char_length(btrim(p_reason)) > 500 then
    perform private.refuse(400, 'invalid_input', 'Reason too long');
  end if;
  select * into v_before from public.reviews r where r.id = p_review_id for update;
  if v_before.id is null then
    perform private.refuse(404, 'not_found', 'Review not found');
  elsif (v_before.hidden_at is not null) = p_is_hidden then
    -- Doing it twice is harmless: a repeat does not rewrite the first decision.
    return;
  end if;
  perform private.assert_not_own(array[v_before.reviewer_id, v_before.reviewed_user_id]);
  update public.reviews r set
    hidden_at = case when p_is_hidden then now() end,
    hidden_by = case when p_is_hidden then v_me end,
    hidden_reason = case when p_is_hidden then btrim(p_reason) end
  where r.id = p_review_id;
  perform private.audit(case when p_is_hidden then 'hide_review' else 'unhide_review' end, 'review', p_review_id::text,
    jsonb_build_object('reason', v_before.hidden_reason), jsonb_build_object('reason', case when p_is_hidden then btrim(p_reason) end));
end $function$;

CREATE OR REPLACE FUNCTION private.unhide_post (
  p_post_id bigint
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
  end if;
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null
  where p.id = p_post_id and p.is_hidden;
end $function$;

COMMENT ON FUNCTION "private"."assert_not_own"(bigint[]) IS 'PT403 for an admin who moderates what one of these users has written or received, and is that user.';

COMMENT ON FUNCTION "private"."is_deleted"(bigint) IS 'True for a user whose account was deleted: nobody reads or writes for them any more.';

COMMENT ON FUNCTION "public"."save_email_settings"(jsonb, text) IS 'For admins: stores how mail is sent, all fields named like their columns. Only main admins change sender, footer, the server, its user or its password. Without a password the stored one stays, unless server or user change.';

REVOKE ALL ON FUNCTION "private"."assert_not_own"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_deleted"(bigint) FROM PUBLIC;
