SET local check_function_bodies = off;

DROP FUNCTION "private"."hide_posts_of_user"(bigint, text);

DROP FUNCTION "private"."lift_suspension"(bigint, boolean);

DROP FUNCTION "public"."hide_posts_of_user"(bigint, text);

DROP FUNCTION "public"."lift_suspension"(bigint, boolean);

CREATE OR REPLACE FUNCTION private.accept_quote (
  p_quote_id         bigint,
  p_close_request    boolean,
  p_expected_version integer
)
  RETURNS TABLE (
    status  text,
    version integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'accept');
begin
  -- Without a version the caller accepts what they read last, so a quote that changed a moment ago is refused.
  if p_expected_version is not null then
    perform private.assert_version(v_quote, p_expected_version, 'The supplier has just changed this quote. Please look again.');
  elsif exists (
    select 1 from public.quote_events e where e.quote_id = v_quote.id and e.kind in ('revise', 'correct')
      and e.created_at > now() - interval '15 minutes') then
    perform private.refuse(409, 'changed_meanwhile', 'The supplier has just changed this quote. Please look again.');
  end if;
  if v_quote.valid_until < private.today() then
    perform private.refuse(409, 'conflict', format('This quote expired on %s', to_char(v_quote.valid_until, 'Mon FMDD, YYYY')));
  end if;
  -- Each accepted quote shows its parties to each other: nobody collects the data of a whole trade in a day.
  perform private.consume_rate_limit('accept', v_me::text);
  if p_close_request then
    perform private.hold_digests(array(select q.supplier_id from public.quotes q where q.post_id = v_quote.post_id));
  end if;
  v_quote := private.set_quote_status(v_quote, v_me, 'accept', 'accepted', null);
  perform private.tell_party(v_quote, v_quote.supplier_id, 'quote_accepted', format('Your quote on "%s" was accepted', v_quote.post_title));
  -- The others are declined first: closing tells those whose quotes are undecided.
  if p_close_request then
    perform private.decline_undecided(v_quote.post_id, v_me, v_quote.supplier_id);
    perform private.close_post_row(v_quote.post_id, 'awarded');
  end if;
  return query select v_quote.status, v_quote.version;
end $function$;

CREATE OR REPLACE FUNCTION private.answer_question (
  p_question_id bigint,
  p_answer      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_question public.post_questions;
  v_post public.posts;
  v_text text;
begin
  -- The post first, as its deletion takes both; who watches it is told, which holds the post as well.
  select p.* into v_post from public.posts p join public.post_questions k on k.post_id = p.id where k.id = p_question_id for key share of p;
  select * into v_question from public.post_questions k where k.id = p_question_id for update;
  if v_post.id is null or v_question.id is null or (v_post.user_id <> v_me and not private.is_admin() and (v_post.is_hidden
      or (v_question.asker_id <> v_me and (v_question.answered_at is null or v_question.hidden_at is not null)))) then
    perform private.refuse(404, 'not_found', 'Question not found');
  elsif v_post.user_id <> v_me then
    perform private.refuse(403, 'forbidden', 'Only the owner of the request can answer');
  end if;
  v_text := private.text_of_question(p_answer, 'answer', 1, 1000, 'Answer is required', 'Answer too long');
  if v_question.answer = v_text then
    return;
  elsif v_question.hidden_at is not null then
    perform private.refuse(409, 'conflict', 'This question was hidden by an administrator');
  elsif v_question.answered_at <= now() - interval '15 minutes' then
    perform private.refuse(409, 'conflict', 'This question has been answered');
  elsif v_question.answered_at is not null then
    -- The open pages of the asker hear of each correction.
    perform private.consume_rate_limit('post_edit', v_me::text);
  end if;
  update public.post_questions k set answer = v_text, answered_at = coalesce(k.answered_at, now()) where k.id = p_question_id;
  -- A mistake that is corrected is no second answer.
  if v_question.answered_at is null then
    perform private.note_news(v_post, 'answered', format('A question about "%s" was answered', v_post.title), v_question.asker_id);
    perform private.notify(v_question.asker_id, format('Your question about "%s" was answered', v_post.title),
      jsonb_build_object('type', 'question_answered', 'path', '/post/post-' || v_post.id));
    perform private.tell_suppliers(v_post.id, 'question_answered', format('A question about "%s" was answered', v_post.title),
      v_question.asker_id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.assert_not_of_caller (
  p_changes private.moderation_changes[]
)
  RETURNS void
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.assert_not_own(array(
    select p.user_id from unnest(p_changes) as c join public.posts p on p.id = c.subject_id where c.kind = 'post'
    union select u from unnest(p_changes) as c join public.reviews r on r.id = c.subject_id, unnest(array[r.reviewer_id, r.reviewed_user_id]) as u
    where c.kind = 'review'
    union select u from unnest(p_changes) as c join public.post_questions k on k.id = c.subject_id join public.posts p on p.id = k.post_id,
      unnest(array[k.asker_id, p.user_id]) as u
    where c.kind = 'question'))
$function$;

CREATE OR REPLACE FUNCTION private.bulk_part()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 200 $function$;

CREATE OR REPLACE FUNCTION private.content_key (
  p_word text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  v_key text := p_word;
begin
  if octet_length(v_key) > char_length(v_key) then
    -- Letters of other scripts that look Latin, lower and upper case.
    v_key := translate(private.with_latin_letters(normalize(v_key, nfkc)),
      'аеорсухіѕјһԁԛԝёкмтнвАВЕКМНОРСТУХІЅЈЁΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαειυρκντ',
      'aeopcyxisjhdqwekmthbabekmhopctyxisjeabezhikmnoptyxoaeiupkvt');
    v_key := private.fold(v_key);
  end if;
  v_key := lower(v_key);
  -- Digits for letters ("v1agra", "c4s1n0"), where letters are the greater part, or half and one comes first: product codes and
  -- numbers stay as they are.
  if char_length(v_key) >= 4 and v_key ~ '[013457]'
    and char_length(translate(v_key, '0123456789', '')) * 2 >= char_length(v_key) + (v_key ~ '^[0-9]')::integer then
    v_key := translate(v_key, '013457', 'oieast');
  end if;
  return v_key;
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
  perform private.hold_user_of_auth(p_user_id);
  perform 1 from auth.sessions s join public.profiles p on p.auth_id = s.user_id where p.id = p_user_id order by s.id for update of s;
  -- A sender that has one of these asks whether anybody still waits for it, which a new address ends.
  perform 1 from private.mail_outbox o where o.status = 'queued' and o.user_id = p_user_id order by o.id for update;
  -- Each of the posts tells its suppliers.
  perform private.hold_digests(array(select q.supplier_id from public.quotes q where q.post_owner_id = p_user_id));
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
  delete from private.sign_in_places s where s.profile_id = p_user_id;
  delete from public.account_notes n where n.profile_id = p_user_id;
  perform private.remove_second_factor(v_profile.auth_id);
  -- The agreement stays with the other side: the facts of quotes and the text of messages. Files go: they carry names, stamps and
  -- bank accounts. The job `uploads` removes what no row names.
  update public.quotes q set contact_address = null, images = '{}', account_type = 'individual', organization_name = null, tax_code = null
  where q.supplier_id = p_user_id;
  delete from public.quote_attachments t using public.quotes q where q.id = t.quote_id and q.supplier_id = p_user_id;
  delete from public.message_attachments t using public.messages m where m.id = t.message_id and m.sender_id = p_user_id;
  delete from public.content_hits h where h.user_id = p_user_id;
  -- What a registration wrote was nobody's yet.
  delete from public.content_hits h where h.user_id is null and h.entity = 'profile' and h.entity_id = p_user_id;
  -- What was masked stays so.
  delete from private.masked_texts m where m.user_id = p_user_id;
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

CREATE OR REPLACE FUNCTION private.find_content_hits (
  p_context text,
  p_text    text
)
  RETURNS TABLE (
    rule_id  bigint,
    kind     text,
    pattern  text,
    action   text,
    start_at integer,
    length   integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 5
  SET search_path TO ''
  AS $function$
  -- No checked column is longer; what a constraint is going to refuse need not be read to its end.
  select r.id, r.kind, r.pattern, case when r.trial_since is null then r.action else 'trial' end, h.start_at, h.length
  from private.rule_hits(p_context, left(p_text, 5000)) as h join public.content_rules r on r.id = h.rule_id
$function$;

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
  if not p_is_silent then
    perform private.hold_digests(array(select p.user_id from public.posts p where p.id = any (p_post_ids)));
  end if;
  perform set_config('app.moderation_is_silent', p_is_silent::text, true);
  update public.posts p set is_hidden = true, hidden_by = private.current_profile_id(), hidden_reason = p_reason, hidden_at = now()
  where p.id = any (p_post_ids) and not p.is_hidden;
  perform set_config('app.moderation_is_silent', 'false', true);
end $function$;

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

CREATE OR REPLACE FUNCTION private.hold_digests (
  p_user_ids bigint[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select 1 from private.mail_outbox o where o.template = 'digest' and o.status = 'queued' and o.user_id = any (p_user_ids)
  order by o.user_id, o.id for update
$function$;

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
  v_hidden private.moderation_changes[] := array[]::private.moderation_changes[];
  v_restored integer := 0;
begin
  perform private.require_admin();
  -- Before the account, as posts are.
  if p_brings_back then
    v_hidden := private.hidden_with_suspension(p_user_id);
    perform private.assert_not_of_caller(v_hidden);
  end if;
  -- With nothing to bring back, it would take the caller's account before that of the user, whatever their order.
  if cardinality(v_hidden) > 0 then
    v_restored := private.restore_changes(v_hidden[1:private.bulk_part()], true);
  end if;
  v_account := private.account_to_manage(p_user_id);
  if v_account.suspended_until is null or v_account.suspended_until <= now() then
    perform private.refuse(409, 'conflict', 'This account is not suspended');
  elsif cardinality(v_hidden) > private.bulk_part() then
    perform private.audit('bring_back', 'user', p_user_id::text, null, jsonb_build_object('restored', v_restored));
    return cardinality(v_hidden) - private.bulk_part();
  end if;
  -- The suspension ends with the last call; one mail tells of all of them.
  select v_restored + coalesce(sum((g.after ->> 'restored')::integer), 0) into v_restored
  from public.audit_log g where g.entity_id = p_user_id::text and g.action = 'bring_back' and g.created_at >= v_account.suspended_at;
  update public.accounts a set suspended_until = null, suspension_reason = null, suspended_at = null where a.profile_id = p_user_id;
  perform private.queue_mail(p_user_id, 'suspension_lifted', jsonb_build_object('restored', v_restored));
  perform private.audit('lift_suspension', 'user', p_user_id::text,
    jsonb_build_object('until', case when v_account.suspended_until = 'infinity' then '"permanent"' else to_jsonb(v_account.suspended_until) end,
      'reason', v_account.suspension_reason), case when p_brings_back then jsonb_build_object('restored', v_restored) end);
  return 0;
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
  elsif v_sent >= v_max and private.setting('rate_limits_enabled') = 'true'
    -- Of what admins do, only that posts are hidden and unhidden, hundreds at once.
    and (not private.is_admin() or new.data ->> 'type' = 'post') then
    return null;
  end if;
  return new;
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
  perform 1 from public.quotes q where q.post_id = any (v_ids) order by q.id for no key update;
  perform private.hold_counters(v_ids);
  perform private.hold_digests(array(
    select p.user_id from public.posts p where p.id = any (v_ids)
    union select q.supplier_id from public.quotes q where q.post_id = any (v_ids)));
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
  v_new_users bigint[];
  v_posts bigint[];
  v_reviews bigint[];
  v_questions bigint[];
begin
  if coalesce(cardinality(p_user_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 users', '{"path": "userIds"}');
  end if;
  v_batch_id := private.open_batch('spam', v_reason, p_client_id);
  v_users := array(select a.profile_id from public.accounts a where a.profile_id = any (p_user_ids) and a.role = 'user' and a.deleted_at is null);
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

CREATE OR REPLACE FUNCTION private.name_skeleton (
  p_name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  select translate(private.with_latin_letters(lower(btrim(regexp_replace(normalize(private.without_invisible(p_name), nfkc), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')))),
    'аеорсухіјѕһԁԛԝкмтвнгӏёαορντυικχηεβ', 'aeopcyxijshdqwkmtbhrleaopvtuikxneb')
$function$;

CREATE OR REPLACE FUNCTION private.pattern_hits (
  p_text              text,
  p_pattern           text,
  p_is_case_sensitive boolean
)
  RETURNS TABLE (
    start_at integer,
    length   integer
  )
  LANGUAGE plpgsql
  IMMUTABLE
  ROWS 5
  SET search_path TO ''
  AS $function$
declare
  -- A hit is put between two control characters, which no text has, and these tell where it is: the functions that answer
  -- positions search the text to its end each time.
  v_marked text := regexp_replace(translate(p_text, U&'\0001\0002', '  '), p_pattern, U&'\0001\\&\0002',
    case when p_is_case_sensitive then 'g' else 'gi' end);
  v_piece text;
begin
  start_at := 1 + char_length(split_part(v_marked, U&'\0001', 1));
  -- Each piece is a hit and what follows it, up to the next one.
  for v_piece in select p.piece from string_to_table(v_marked, U&'\0001') with ordinality as p (piece, nr) where p.nr > 1 order by p.nr loop
    length := position(U&'\0002' in v_piece) - 1;
    if length > 0 then
      return next;
    end if;
    start_at := start_at + char_length(v_piece) - 1;
  end loop;
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
  if not p_is_silent then
    perform private.hold_digests(array(select p.user_id from public.posts p where p.id = any (v_posts)));
  end if;
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

CREATE OR REPLACE FUNCTION private.tell_deadlines (
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
  with due as (
    delete from private.deadlines_to_tell d where d.post_id in (
      select o.post_id from private.deadlines_to_tell o where o.quote_deadline <= now()
      order by o.quote_deadline limit least(p_limit, 500) for update skip locked)
    returning d.post_id
  ), told as (
    -- Whoever has closed the request themselves is told nothing that they do not know.
    insert into public.notifications (user_id, message, data)
    select p.user_id, left(format('The deadline of "%s" has passed: %s %s', p.title, c.quotes, case c.quotes when 1 then 'quote' else 'quotes' end), 600),
      jsonb_build_object('type', 'deadline_passed', 'postId', p.id)
    from due d join public.posts p on p.id = d.post_id join public.post_counters c on c.post_id = p.id
    where p.closed_at is null and p.quote_deadline <= now()
    -- Their digests are locked in this order.
    order by p.user_id, p.id
  )
  select count(*) into v_count from due;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.test_content (
  p_context text,
  p_text    text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- More than anybody reads.
  v_max constant integer := 200;
  v_hits jsonb;
  v_masked text := p_text;
  v_verdict text;
begin
  perform private.require_admin();
  if char_length(p_text) > 5000 then
    perform private.refuse(400, 'invalid_input', 'Text too long', '{"path": "text"}');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('ruleId', h.rule_id, 'kind', h.kind, 'pattern', h.pattern, 'action', h.action,
      'start', h.start_at, 'length', h.length) order by h.start_at, h.length, h.rule_id) filter (where h.nr <= v_max), '[]'),
    private.mask_content(p_text, array_agg(h.start_at) filter (where h.action = 'mask'), array_agg(h.length) filter (where h.action = 'mask')),
    case when bool_or(h.action = 'block') then 'blocked' when bool_or(h.action = 'flag') then 'flagged' else 'allowed' end
  into v_hits, v_masked, v_verdict
  from (
    select f.*, row_number() over (order by f.action <> 'block', f.start_at, f.length, f.rule_id) as nr
    from private.find_content_hits(p_context, p_text) as f) as h;
  return jsonb_build_object('verdict', v_verdict, 'hits', v_hits, 'masked', v_masked);
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
  perform private.assert_not_of_caller(array(select c from private.moderation_changes c where c.batch_id = p_batch_id));
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
  perform private.hold_digests(array(select p.user_id from public.posts p where p.id = any (p_post_ids)));
  -- For notify_of_moderation(), which tells the owner.
  perform set_config('app.moderation_note', coalesce(p_note, ''), true);
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null where p.id = any (p_post_ids);
  perform set_config('app.moderation_note', '', true);
end $function$;

CREATE OR REPLACE FUNCTION private.use_recovery_code (
  p_code text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_auth_id uuid := auth.uid();
  v_session_id uuid := (auth.jwt() ->> 'session_id')::uuid;
  v_user_id bigint;
begin
  -- The caller has done the first step only, so they have no profile yet. The account lock keeps a deletion out.
  perform private.hold_account(v_auth_id);
  select p.id into v_user_id
  from public.profiles p join public.accounts a on a.profile_id = p.id
  where p.auth_id = v_auth_id and a.deleted_at is null
    and exists (select 1 from auth.sessions s where s.id = v_session_id and s.user_id = v_auth_id);
  if v_user_id is null then
    perform private.refuse(401, 'unauthorized', 'Authentication required');
  end if;
  -- Auth, and an admin who turns it off, take the factors before the codes.
  perform private.hold_user_of_auth(v_user_id);
  perform 1 from auth.mfa_factors f where f.user_id = v_auth_id order by f.id for update;
  -- A right code counts whatever was guessed before: nobody can guess it, and it lets its owner in past a guesser.
  delete from private.recovery_codes r where r.user_id = v_user_id and r.hash = private.recovery_hash(p_code);
  -- Answered instead of raised, which would not count.
  if not found then
    perform private.consume_rate_limit('second_factor', v_auth_id::text);
    return false;
  end if;
  -- The lost device may still be signed in.
  delete from auth.sessions s where s.user_id = v_auth_id and s.id <> v_session_id;
  perform private.remove_second_factor(v_auth_id);
  return true;
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

CREATE OR REPLACE FUNCTION private.with_latin_letters (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  select translate(p_text,
    'ɑᴀʙᴄᴅᴇꜰɡɢʜıɩɪȷᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢօսոհցյѵүɋ' || 'ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ',
    'aabcdefgghiiijjklmnoprstuvwyzounhgjvyq' || 'abcdefghijklmnoprstuvwxyz')
$function$;

CREATE OR REPLACE FUNCTION public.answer_question (
  question_id bigint,
  answer      text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select private.hold_account();
  select private.answer_question(question_id, answer);
$function$;

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

COMMENT ON FUNCTION "private"."assert_not_of_caller"(private.moderation_changes[]) IS 'PT403 for an admin who would bring back what they have written, or what is about them.';

COMMENT ON FUNCTION "private"."bulk_part"() IS 'How many things of a kind one call of a bulk action changes at most.';

COMMENT ON FUNCTION "private"."find_content_hits"(text, text) IS 'All hits of the enabled rules of a context in a text, in no order, those of a trial with that as their action; positions count characters from 1. With a maximum, what stands behind many hits would pass.';

COMMENT ON FUNCTION "private"."hold_digests"(bigint[]) IS 'Locks the digests that wait for these users, for who is about to write to several of them: in the order of ids, whatever the order of the events.';

COMMENT ON FUNCTION "private"."is_as_left"(private.moderation_changes) IS 'Whether what a bulk action has hidden is hidden by it still, as nobody has changed it since.';

COMMENT ON FUNCTION "private"."limit_rows"() IS 'Trigger of every table that clients write: PT400 for the eleventh new row of a table in a request, and for the second that is changed or deleted, before anything is done for it.';

COMMENT ON FUNCTION "private"."visible_posts_of"(bigint[]) IS 'Locks the newest visible posts of users, as many as one call of a bulk action hides.';

COMMENT ON FUNCTION "private"."with_latin_letters"(text) IS 'Small capitals, Lisu and single letters of other scripts as the Latin ones that they look like.';

COMMENT ON FUNCTION "public"."count_hidden_with_suspension"(bigint) IS 'For admins: how many posts, questions and reviews of a user lift_suspension() brings back.';

COMMENT ON FUNCTION "public"."hide_posts_of_user"(bigint, text, uuid) IS 'For admins: hides the newest 200 visible posts of a user and tells them why, of 60 an hour; repeated with its client id, which makes it one batch, the next, until the answered count stays as it is. Nothing is answered when nothing was visible.';

COMMENT ON FUNCTION "public"."lift_suspension"(bigint, boolean) IS 'For admins: ends a suspension before its time and mails the user; on demand brings back what bulk actions of the last 30 days have hidden of them, 200 things a call. Answers how many are left: the suspension ends with the call that leaves none.';

COMMENT ON FUNCTION "public"."mark_spam"(bigint[], text, uuid) IS 'For admins: suspends up to 50 users for good and hides their newest 200 posts, questions and reviews each, without telling them; repeated with its client id, which makes it one batch, the next, until the answered counts stay as they are. Admins, deleted accounts and what is about the caller are skipped.';

COMMENT ON FUNCTION "public"."test_content"(text, text) IS 'For admins: what the filter would make of a text: verdict, the first 200 hits with their positions, masked text. Nothing is stored.';

COMMENT ON FUNCTION "public"."undo_moderation"(bigint) IS 'For admins: takes up to 200 changes of a bulk action back, but none that somebody has changed since; answers how many are left for the next call.';

REVOKE ALL ON FUNCTION "private"."assert_not_of_caller"(private.moderation_changes[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bulk_part"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hide_posts_of_user"(bigint, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hide_posts_of_user"(bigint, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."hold_digests"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_as_left"(private.moderation_changes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lift_suspension"(bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lift_suspension"(bigint, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."visible_posts_of"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_latin_letters"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."with_latin_letters"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."with_latin_letters"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."hide_posts_of_user"(bigint, text, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."lift_suspension"(bigint, boolean) TO "authenticated";

-- Of names with Lisu letters, the form in which they are compared is another one now.
REINDEX INDEX public.profiles_name_skeleton_idx;
