SET local check_function_bodies = off;

-- By hand: all other quotes are on the request as it is known today.
update public.quotes q set agreed_request = private.request_as_quoted(q) where q.agreed_request is null and q.post_id is not null;

DROP TRIGGER "keep_agreed_request" ON "public"."quotes";

ALTER TABLE "public"."quote_events"
  DROP CONSTRAINT "quote_events_facts_are_of_changes";

ALTER TABLE "public"."quote_events"
  DROP CONSTRAINT "quote_events_kind_is_known";

DROP FUNCTION "private"."email_settings"();

DROP FUNCTION "private"."keep_agreed_request"();

DROP FUNCTION "private"."may_change_factor"(uuid, boolean);

DROP FUNCTION "private"."request_as_quoted"(public.quotes);

DROP FUNCTION "private"."save_content_rule"(bigint, jsonb, boolean, boolean);

DROP FUNCTION "private"."save_email_settings"(jsonb, text);

DROP FUNCTION "private"."save_mail_template"(text, boolean, text, text, text);

DROP FUNCTION "private"."take_password_proof"(uuid, uuid);

DROP FUNCTION "public"."email_settings"();

DROP FUNCTION "public"."save_content_rule"(jsonb, bigint, boolean);

DROP FUNCTION "public"."save_email_settings"(jsonb, text);

DROP FUNCTION "public"."save_mail_template"(text, boolean, text, text, text);

ALTER TABLE "private"."password_proofs"
  ADD COLUMN "factor_id" uuid;

-- By hand: renamed, so that deals keep what they are about.
ALTER TABLE "public"."quotes"
  RENAME COLUMN "agreed_request" TO "quoted_request";

ALTER TABLE "public"."quote_events"
  ALTER COLUMN "created_at" SET DEFAULT clock_timestamp();

ALTER TABLE "public"."quotes"
  ALTER COLUMN "created_at" SET DEFAULT clock_timestamp();

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
  if private.is_same_text('post_questions', v_question.id, 'answer', v_question.answer, v_text) then
    return;
  elsif v_question.hidden_at is not null then
    perform private.refuse(409, 'conflict', 'This question was hidden by an administrator');
  elsif v_post.is_hidden then
    -- Asker and suppliers would be sent what nobody may read on the page.
    perform private.refuse(409, 'conflict', 'This request is hidden');
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

CREATE OR REPLACE FUNCTION private.assert_unchanged (
  p_stored timestamp with time zone,
  p_read   timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  if p_read <> p_stored then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.deal_of_quote (
  p_quote_id bigint
)
  RETURNS TABLE (
    email            text,
    first_name       text,
    last_name        text,
    phone_number     text,
    address          text,
    country          text,
    company_name     text,
    organization     text,
    tax_code         text,
    delivery_country text,
    delivery_area    text,
    delivery_address text,
    delivery_port    text,
    incoterm         text,
    needed_by        date,
    quantity         numeric,
    unit             text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_of_party(p_quote_id, v_me);
begin
  if v_quote.status <> 'accepted' then
    perform private.refuse(409, 'conflict', 'This quote is not accepted', jsonb_build_object('status', v_quote.status));
  end if;
  return query
    select a.email, a.first_name, a.last_name, a.phone_number, a.address, u.country, u.company_name, a.organization,
      a.tax_code, d.country, d.area, d.delivery_address, d.port, d.incoterm, d.needed_by, d.quantity, d.unit
    from (values (case v_quote.supplier_id when v_me then v_quote.post_owner_id else v_quote.supplier_id end)) as other (id)
    left join public.accounts a on a.profile_id = other.id and a.deleted_at is null and not private.is_suspended(other.id)
    left join public.profiles u on u.id = a.profile_id
    left join lateral jsonb_to_record(v_quote.quoted_request) as d (country text, area text, delivery_address text, port text, incoterm text,
      needed_by date, quantity numeric, unit text) on true;
end $function$;

CREATE OR REPLACE FUNCTION private.decline_undecided (
  p_post_id   bigint,
  p_actor_id  bigint,
  p_chosen_id bigint
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with others as materialized (
    select q.id, q.status, case when p_chosen_id is null then 'The request was deleted'
      when q.supplier_id = p_chosen_id then 'Another quote of yours was accepted' else 'Another supplier was chosen' end as reason
    from public.quotes q where q.post_id = p_post_id and private.is_undecided(q) order by q.id for update
  ), declined as (
    update public.quotes q set status = 'declined', status_reason = o.reason, changed_at = clock_timestamp()
    from others o where q.id = o.id returning q.id, q.supplier_id, q.post_title, q.status_reason, o.status as from_status
  ), noted as (
    insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, reason)
    select d.id, p_actor_id, 'decline', d.from_status, 'declined', d.status_reason from declined d order by d.id
  )
  -- One for each supplier; who was chosen has heard of that already.
  insert into public.notifications (user_id, message, data)
  select n.supplier_id, left(format('Your quote on "%s" was declined: %s', n.post_title, n.status_reason), 600),
    jsonb_build_object('type', 'quote_declined', 'quoteId', n.id)
  from (select distinct on (d.supplier_id) d.* from declined d order by d.supplier_id, d.id desc) as n
  where n.supplier_id is distinct from p_chosen_id
  order by n.supplier_id
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
  -- Before the profile, like Auth when a proof empties a registration.
  perform private.hold_user_of_auth(p_user_id);
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
  update public.quotes q set quoted_request = q.quoted_request - 'delivery_address' where q.post_owner_id = p_user_id;
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

CREATE OR REPLACE FUNCTION private.edit_message (
  p_message_id bigint,
  p_content    text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_message public.messages := private.message_to_change(p_message_id, private.require_profile_id());
  v_text text := private.message_text(p_content);
begin
  if v_message.deleted_at is not null then
    perform private.refuse(409, 'conflict', 'This message was deleted');
  elsif private.is_same_text('messages', v_message.id, 'content', v_message.content, v_text) then
    return;
  end if;
  -- The other party's open pages hear of it as of a new one.
  perform private.consume_rate_limit('message', v_message.sender_id::text);
  update public.messages m set content = v_text, edited_at = now() where m.id = p_message_id;
end $function$;

CREATE OR REPLACE FUNCTION private.email_settings()
  RETURNS TABLE (
    from_name      text,
    from_address   text,
    reply_to       text,
    smtp_host      text,
    smtp_port      integer,
    smtp_security  text,
    smtp_user      text,
    has_secret     boolean,
    daily_cap      integer,
    footer_address text,
    sent_today     integer,
    updated_at     timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
begin
  perform private.require_admin();
  return query
    select s.from_name, s.from_address, s.reply_to, s.smtp_host, s.smtp_port, s.smtp_security, s.smtp_user,
      exists (select 1 from private.mail_secrets x where x.name = 'smtp'), s.daily_cap, s.footer_address,
      coalesce((select d.sent from private.mail_days d where d.day = (now() at time zone 'utc')::date), 0), s.updated_at
    from private.mail_settings s;
end $function$;

CREATE OR REPLACE FUNCTION private.finish_inspection (
  p_inspected bigint[],
  p_refused   jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_file record;
  v_row record;
  v_owner bigint;
  v_post_id bigint;
  v_message_id bigint;
  v_before jsonb;
  v_count integer := 0;
begin
  -- Before the file, as those who add files to what they hold.
  perform 1 from public.posts p where p.id in (
    select a.post_id from public.post_attachments a join jsonb_to_recordset(p_refused) as x (bucket_id text, name text)
      on x.bucket_id = 'post-documents' and x.name = a.path) order by p.id for no key update;
  perform 1 from public.quotes q where q.id in (
    select a.quote_id from public.quote_attachments a join jsonb_to_recordset(p_refused) as x (bucket_id text, name text)
      on x.bucket_id = 'quote-documents' and x.name = a.path) order by q.id for no key update;
  for v_file in
    select x.bucket_id, x.name, case when split_part(x.name, '/', 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then split_part(x.name, '/', 1)::uuid end as folder
    from jsonb_to_recordset(p_refused) as x (bucket_id text, name text)
    join storage.objects o on o.bucket_id = x.bucket_id and o.name = x.name
    order by x.bucket_id, x.name for update of o
  loop
    v_count := v_count + 1;
    -- From now on no row may name it; a writer who is doing so holds the lock of the file until the row is there.
    insert into private.doomed_uploads (bucket_id, name) values (v_file.bucket_id, v_file.name) on conflict do nothing;
    select p.id into v_owner from public.profiles p where p.auth_id = v_file.folder;
    case v_file.bucket_id
      when 'post-images' then
        perform 1 from public.posts p where p.user_id = v_owner and v_file.name = any (p.images) order by p.id for no key update;
        for v_row in
          update public.posts p set images = array_remove(p.images, v_file.name)
          where p.user_id = v_owner and v_file.name = any (p.images) returning p.id, p.title
        loop
          perform private.notify(v_owner, format('A picture was removed from "%s": it is too large or no picture', v_row.title),
            jsonb_build_object('type', 'picture', 'postId', v_row.id));
        end loop;
        perform 1 from public.quotes q where q.supplier_id = v_owner and v_file.name = any (q.images) order by q.id for no key update;
        perform private.remove_file_of_quote(q.id, v_file.name) from public.quotes q
        where q.supplier_id = v_owner and v_file.name = any (q.images);
      when 'news-images' then
        update public.news_items n set images = array_remove(n.images, v_file.name) where v_file.name = any (n.images);
      when 'avatars' then
        update public.profiles p set avatar_path = null where p.id = v_owner and p.avatar_path = v_file.name;
      when 'quote-documents' then
        perform private.remove_file_of_quote(a.quote_id, v_file.name) from public.quote_attachments a where a.path = v_file.name;
      when 'post-documents' then
        select a.post_id into v_post_id from public.post_attachments a where a.path = v_file.name;
        if found then
          perform 1 from public.posts p where p.id = v_post_id for no key update;
          v_before := private.documents_of_post(v_post_id);
          delete from public.post_attachments a where a.path = v_file.name;
          perform private.record_document_change(v_post_id, v_before);
          perform private.tell_of_removed_file(p.user_id, p.title, jsonb_build_object('postId', p.id)) from public.posts p where p.id = v_post_id;
        end if;
      when 'message-files' then
        delete from public.message_attachments a where a.path = v_file.name returning a.message_id into v_message_id;
        if found then
          perform private.tell_of_removed_file(m.sender_id, q.post_title, jsonb_build_object('quoteId', q.id, 'messageId', m.id), q.id)
          from public.messages m join public.quotes q on q.id = m.quote_id where m.id = v_message_id;
        end if;
      else
        update public.feedback f set images = array_remove(f.images, v_file.name)
        where cardinality(f.images) > 0 and f.images @> array[v_file.name];
    end case;
  end loop;
  delete from private.new_uploads u where u.id = any (p_inspected);
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_address()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.status = 'cancelled' or (new.post_id is null and new.status <> 'accepted') then
    new.quoted_request := new.quoted_request - 'delivery_address';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_bulk_changes()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Not those of this transaction. Their time would not tell: one that began earlier can have waited for the bulk action.
  delete from private.moderation_changes c
  where c.kind = tg_argv[0] and c.subject_id = new.id and c.xmin <> pg_current_xact_id()::xid;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_credentials()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.email is distinct from old.email
      -- A token that only use_mail_link() and use_mail_code() make, for the address that the mail went to.
      and (new.email is distinct from old.email_change or not starts_with(coalesce(old.email_change_token_new, ''), 'once_'))
    or coalesce(new.email_change, '') not in ('', coalesce(old.email_change, ''))
    or new.encrypted_password is distinct from old.encrypted_password
      and coalesce(new.encrypted_password, '') <> ''
      -- At a sign-in Auth encrypts the same password with a newer key.
      and private.key_of_password(new.encrypted_password) is not distinct from private.key_of_password(old.encrypted_password)
      and not private.take_password_proof(new.id)
  then
    perform private.refuse(403, 'forbidden', 'You are not allowed to do this');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_factor()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not (tg_op = 'UPDATE' and private.take_factor_proof(new.user_id, new.id)
    -- Factors go with their user. The session is unknown here: docs/decisions.md#a-token-changes-no-credentials.
    or tg_op = 'DELETE' and (not exists (select 1 from auth.users u where u.id = old.user_id)
      or exists (select 1 from auth.sessions s where s.user_id = old.user_id and private.has_fresh_code(s.id))))
  then
    perform private.refuse(403, 'forbidden', 'You are not allowed to do this');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION private.has_fresh_code (
  p_session_id uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select 1 from auth.mfa_amr_claims c
    where c.session_id = p_session_id and c.authentication_method = 'totp' and c.updated_at > now() - interval '5 minutes')
$function$;

CREATE OR REPLACE FUNCTION private.is_same_text (
  p_entity    text,
  p_entity_id bigint,
  p_field     text,
  p_stored    text,
  p_given     text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(g.text = p_stored, false) or exists (
    select 1 from private.masked_texts m
    where m.entity = p_entity and m.entity_id = p_entity_id and m.field = p_field and m.original = g.text)
  from (values (private.without_directions(p_given))) as g (text)
$function$;

CREATE OR REPLACE FUNCTION private.limit_sessions()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Before the second step of a sign-in last: who knows the password alone ends no session that has done it. No more than
  -- a sign-in can wait for, where there are more from before this limit.
  v_surplus uuid[] := array(
    select s.id from auth.sessions s
    where s.user_id = new.user_id and s.id <> new.id
    order by s.aal is not distinct from 'aal2' desc,
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc') desc, s.id
    offset private.sessions_max() - 1 limit 100);
begin
  if v_surplus <> '{}' then
    -- Auth takes the user after its session, everybody else before. A session that is in use stays.
    perform 1 from auth.users u where u.id = new.user_id for no key update;
    delete from auth.sessions s where s.id in (
      select o.id from auth.sessions o where o.id = any (v_surplus) order by o.id for update skip locked);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.make_recovery_codes()
  RETURNS text[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_codes text[];
begin
  if not private.has_second_factor() then
    perform private.refuse(409, 'conflict', 'Two-step sign-in is not on');
  -- Or a token alone would make itself a code that turns it off, with the code that its owner enters elsewhere.
  elsif not private.has_fresh_code((auth.jwt() ->> 'session_id')::uuid) then
    perform private.refuse(403, 'second_factor_required', 'Enter the code of your authenticator app');
  end if;
  -- Two at once: the codes of the second count.
  perform 1 from public.accounts a where a.profile_id = v_me for no key update;
  v_codes := array(
    select regexp_replace(encode(extensions.gen_random_bytes(8), 'hex'), '(....)(....)(....)(....)', '\1-\2-\3-\4')
    from generate_series(1, 10));
  delete from private.recovery_codes r where r.user_id = v_me;
  insert into private.recovery_codes (user_id, hash) select v_me, private.recovery_hash(c.code) from unnest(v_codes) as c (code);
  return v_codes;
end $function$;

CREATE OR REPLACE FUNCTION private.my_sessions()
  RETURNS TABLE (
    id         uuid,
    user_agent text,
    address    text,
    started_at timestamp with time zone,
    used_at    timestamp with time zone,
    is_current boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 5
  SET search_path TO ''
  AS $function$
begin
  perform private.require_profile_id();
  return query
    select s.id, left(s.user_agent, 500), host(s.ip), s.created_at,
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'),
      s.id is not distinct from (select (auth.jwt() ->> 'session_id')::uuid)
    from auth.sessions s
    where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
    order by 6 desc, 5 desc, 1 limit private.sessions_max();
end $function$;

CREATE OR REPLACE FUNCTION private.prove_factor (
  p_auth_id   uuid,
  p_factor_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_has_password boolean;
begin
  -- The user before the proof, as Auth takes them.
  select coalesce(u.encrypted_password, '') <> '' into v_has_password from auth.users u where u.id = p_auth_id for key share;
  if v_has_password is false then
    perform private.refuse(403, 'forbidden', 'You are not allowed to do this');
  elsif not exists (select 1 from auth.mfa_factors f where f.id = p_factor_id and f.user_id = p_auth_id) then
    perform private.refuse(404, 'not_found', 'Item not found');
  end if;
  insert into private.password_proofs as p (auth_id, factor_id) values (p_auth_id, p_factor_id)
  on conflict (auth_id) do update set session_id = null, factor_id = excluded.factor_id, made_at = now();
end $function$;

CREATE OR REPLACE FUNCTION private.prove_password_change (
  p_auth_id    uuid,
  p_session_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_has_password boolean;
begin
  -- The user before the proof, as Auth takes them.
  select coalesce(u.encrypted_password, '') <> '' into v_has_password from auth.users u where u.id = p_auth_id for key share;
  -- Nobody has checked a password that is not there: the first one takes the link of a mail.
  if p_session_id is null and v_has_password is false then
    perform private.refuse(403, 'forbidden', 'You are not allowed to do this');
  end if;
  insert into private.password_proofs as p (auth_id, session_id) values (p_auth_id, p_session_id)
  on conflict (auth_id) do update set session_id = excluded.session_id, factor_id = null, made_at = now();
end $function$;

CREATE OR REPLACE FUNCTION private.record_post_change (
  p_post_id bigint,
  p_before  jsonb,
  p_after   jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_post public.posts;
  v_last public.post_changes;
  v_before jsonb := p_before;
  v_after jsonb := p_after;
begin
  if private.differences(p_before, p_after) = '{}' then
    return;
  end if;
  select * into v_post from public.posts p where p.id = p_post_id;
  perform private.note_news(v_post, 'changed', format('The request "%s" changed', v_post.title));
  if not exists (select 1 from public.quotes q where q.post_id = p_post_id) then
    return;
  end if;
  select * into v_last from public.post_changes c where c.post_id = p_post_id order by c.id desc limit 1;
  if v_last.created_at > now() - interval '15 minutes' and not exists (
      select 1 from public.quotes q where q.post_id = p_post_id and private.quoted_at(q.id) >= v_last.created_at) then
    delete from public.post_changes c where c.id = v_last.id;
    v_before := p_before || v_last.before;
    v_after := v_last.after || p_after;
  else
    v_last := null;
  end if;
  if private.differences(v_before, v_after) <> '{}' then
    insert into public.post_changes (post_id, before, after, created_at)
    values (p_post_id, private.differences(v_before, v_after), private.differences(v_after, v_before),
      coalesce(v_last.created_at, clock_timestamp()));
  end if;
  if not v_post.is_hidden then
    perform private.tell_suppliers(p_post_id, 'post_changed', format('The request "%s" changed', v_post.title));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.remove_file_of_quote (
  p_quote_id bigint,
  p_path     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_quote public.quotes;
  v_before jsonb;
  v_after jsonb;
begin
  select * into v_quote from public.quotes q where q.id = p_quote_id for no key update;
  v_before := private.quote_facts(v_quote);
  delete from public.quote_attachments a where a.path = p_path;
  update public.quotes q set images = array_remove(q.images, p_path), version = q.version + 1
  where q.id = v_quote.id returning q.* into v_quote;
  v_after := private.quote_facts(v_quote);
  v_before := private.differences(v_before, v_after);
  insert into public.quote_events (quote_id, kind, from_status, to_status, before, after)
  values (v_quote.id, 'remove_file', v_quote.status, v_quote.status, v_before,
    (select jsonb_object_agg(b.key, v_after -> b.key) from jsonb_each(v_before) as b));
  perform private.tell_of_removed_file(v_quote.supplier_id, v_quote.post_title, jsonb_build_object('quoteId', v_quote.id), v_quote.id);
end $function$;

CREATE OR REPLACE FUNCTION private.reply_to_review (
  p_review_id           bigint,
  p_reply               text,
  p_expected_updated_at timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.received_review(p_review_id, v_me);
begin
  if private.is_blank(p_reply) then
    perform private.refuse(400, 'invalid_input', 'Reply is required');
  elsif private.is_same_text('reviews', v_review.id, 'reply', v_review.reply, btrim(p_reply)) then
    return;
  elsif v_review.reply is not null then
    perform private.refuse(409, 'conflict', 'You have already replied to this review');
  end if;
  perform private.assert_unchanged(v_review.updated_at, p_expected_updated_at);
  perform private.consume_rate_limit('post_edit', v_me::text);
  update public.reviews r set reply = btrim(p_reply), replied_at = now() where r.id = v_review.id;
end $function$;

CREATE OR REPLACE FUNCTION private.request_facts (
  p_post public.posts
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_object_agg(f.key, f.value) from jsonb_each(private.post_facts(p_post)) as f
  where f.key in ('quantity', 'unit', 'incoterm', 'needed_by', 'country', 'area', 'delivery_address', 'port')
$function$;

CREATE OR REPLACE FUNCTION private.revise_quote (
  p_quote_id         bigint,
  p_quote            jsonb,
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
  v_given jsonb := private.known_fields(p_quote,
    array_remove(array_remove(private.quote_fields(), 'post_id'), 'client_id') || 'expected_request'::text);
  v_fields jsonb := v_given - 'expected_request';
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'revise');
  v_post public.posts;
  v_new public.quotes := private.with_facts(v_quote, v_fields);
  v_before jsonb := private.quote_facts(v_quote);
  v_after jsonb;
  v_facts jsonb;
  v_since timestamptz := coalesce(v_quote.revised_at, v_quote.created_at);
  v_is_correction boolean;
begin
  perform private.assert_version(v_quote, p_expected_version, 'This quote has just been changed. Please look again.');
  select * into v_post from public.posts p where p.id = v_quote.post_id;
  if v_given ? 'expected_request' then
    perform private.assert_request_read(v_post, v_given -> 'expected_request');
  end if;
  perform private.assert_organization(v_new, v_me);
  perform private.assert_own_images('post-images', v_new.images, v_quote.images);
  update public.quotes q set product_match = v_new.product_match, description = v_new.description, price_text = v_new.price_text,
    quantity_text = v_new.quantity_text, currency = v_new.currency,
    payment_method = v_new.payment_method, shipping_method = v_new.shipping_method, delivery_time = v_new.delivery_time,
    delivery_from = v_new.delivery_from, delivery_to = v_new.delivery_to, images = v_new.images, contact_address = v_new.contact_address,
    account_type = v_new.account_type, organization_name = v_new.organization_name, tax_code = v_new.tax_code, valid_until = v_new.valid_until
  where q.id = v_quote.id returning q.* into v_new;
  -- Attachments stay where none are given, so that a client that knows nothing of them takes none away.
  if v_fields ? 'attachments' then
    delete from public.quote_attachments a where a.quote_id = v_quote.id
      and not v_fields -> 'attachments' @> jsonb_build_array(jsonb_build_object('path', a.path));
    perform private.attach_to_quote(v_quote.id, v_fields -> 'attachments');
  end if;
  v_after := private.quote_facts(v_new);
  select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, v_after -> b.key) into v_before, v_after
  from jsonb_each(v_before) as b where b.value is distinct from v_after -> b.key;
  if v_before is null then
    return query select v_quote.status, v_quote.version;
    return;
  end if;

  v_is_correction := v_since > now() - interval '15 minutes' and not exists (
    select 1 from public.quote_events e where e.quote_id = v_quote.id and e.actor_id = v_quote.post_owner_id and e.created_at >= v_since);
  if not v_is_correction and v_quote.revision >= 3 then
    perform private.refuse(409, 'conflict', format('This quote is %s and has been revised three times, which is the most', v_quote.status),
      jsonb_build_object('status', v_quote.status));
  end if;
  update public.quotes q set version = q.version + 1, quoted_request = private.request_facts(v_post),
    revision = case when v_is_correction then q.revision else q.revision + 1 end,
    revised_at = case when v_is_correction then q.revised_at else clock_timestamp() end,
    changed_at = case when v_is_correction then q.changed_at else clock_timestamp() end
  where q.id = v_quote.id returning q.* into v_new;
  insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, before, after)
  values (v_new.id, v_me, case when v_is_correction then 'correct' else 'revise' end, v_quote.status, v_new.status, v_before, v_after);
  -- A new quote is read with its corrected facts. A revision was told with its figures, so its correction is told as well: against
  -- what the owner knew before the revision, or, where it takes the revision back, against the revision.
  if v_is_correction and v_quote.revised_at is not null then
    v_facts := private.quote_facts(v_new);
    select coalesce(jsonb_object_agg(k.key, k.value), v_before) into v_before
    from (
      select v_before || e.before as known from public.quote_events e
      where e.quote_id = v_quote.id and e.kind = 'revise' order by e.id desc limit 1) as t
    cross join lateral jsonb_each(t.known) as k where k.value is distinct from v_facts -> k.key;
    v_after := v_facts;
  end if;
  if not v_is_correction or v_quote.revised_at is not null then
    perform private.tell_party(v_new, v_new.post_owner_id, 'quote_revised', format('%s revised the quote on "%s": %s',
      (select p.username from public.profiles p where p.id = v_me), v_new.post_title, private.facts_as_words(v_before, v_after)));
  end if;
  return query select v_new.status, v_new.version;
end $function$;

CREATE OR REPLACE FUNCTION private.save_content_rule (
  p_rule_id             bigint,
  p_rule                jsonb,
  p_is_confirmed        boolean,
  p_is_judged           boolean                  DEFAULT true,
  p_expected_updated_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_before public.content_rules;
  v_rule public.content_rules;
  v_after public.content_rules;
  v_trial_since timestamptz;
  v_unjudged public.content_rules[];
  v_verdicts jsonb;
  v_share numeric;
begin
  perform private.require_admin();
  v_rule := jsonb_populate_record(null::public.content_rules, '{"is_case_sensitive": false, "is_enabled": true}'
    || private.known_fields(p_rule, array['kind', 'pattern', 'action', 'fields', 'is_case_sensitive', 'is_enabled', 'is_trial']));
  v_trial_since := case when (p_rule ->> 'is_trial')::boolean then now() end;
  if coalesce(p_rule_id, 0) = 0 then
    insert into public.content_rules (kind, pattern, action, fields, is_case_sensitive, is_enabled, trial_since)
    values (v_rule.kind, v_rule.pattern, v_rule.action, v_rule.fields, v_rule.is_case_sensitive, v_rule.is_enabled, v_trial_since)
    returning * into v_after;
  else
    select * into v_before from public.content_rules r where r.id = p_rule_id for update;
    if v_before.id is null then
      perform private.refuse(404, 'not_found', 'Rule not found');
    end if;
    perform private.assert_unchanged(v_before.updated_at, p_expected_updated_at);
    update public.content_rules r set kind = v_rule.kind, pattern = v_rule.pattern, action = v_rule.action, fields = v_rule.fields,
      is_case_sensitive = v_rule.is_case_sensitive, is_enabled = v_rule.is_enabled, stopped_share = null, trial_since = v_trial_since
    where r.id = p_rule_id returning * into v_after;
    -- The hits of a trial are those of the rule as it is.
    if v_trial_since is not null and v_before.trial_since is not null
        and private.content_rule_facts(v_before) = private.content_rule_facts(v_after) then
      update public.content_rules r set trial_since = v_before.trial_since where r.id = p_rule_id returning * into v_after;
    end if;
  end if;
  if p_is_judged and v_after.is_enabled and v_after.trial_since is null
      and (v_before.is_enabled, v_before.trial_since, private.content_rule_facts(v_before))
        is distinct from (true, null::timestamptz, private.content_rule_facts(v_after)) then
    v_unjudged := array(select u from private.unjudged_rules(array[v_after.id]) as u);
    if cardinality(v_unjudged) > 0 then
      v_verdicts := private.judge_in_private(v_unjudged, private.judging_end(4000));
      raise exception using errcode = 'UNDO1';
    end if;
    v_share := private.assert_rare(v_after, p_is_confirmed);
    perform private.forget_judgings(array[private.content_rule_facts(v_after)]);
  end if;
  perform private.audit(case when v_before.id is null then 'create_content_rule' else 'update_content_rule' end, 'content_rule',
    v_after.id::text, case when v_before.id is not null then to_jsonb(v_before) end,
    to_jsonb(v_after) || case when v_share is null then '{}' else jsonb_build_object('confirmed_share', v_share) end);
  return v_after.id;
exception
  when sqlstate 'UNDO1' then
    perform private.enter_judging(v_unjudged, v_verdicts);
    return null;
  when unique_violation then
    perform private.refuse(409, 'conflict', 'There is a rule with this pattern already', '{"path": "pattern"}');
    -- Not reached.
    return null;
end $function$;

CREATE OR REPLACE FUNCTION private.save_email_settings (
  p_settings            jsonb,
  p_smtp_secret         text,
  p_expected_updated_at timestamp with time zone
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
  perform private.assert_unchanged(v_before.updated_at, p_expected_updated_at);
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

CREATE OR REPLACE FUNCTION private.save_mail_template (
  p_template            text,
  p_is_enabled          boolean,
  p_subject             text,
  p_body                text,
  p_locale              text,
  p_expected_updated_at timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_before private.mail_templates;
  v_after private.mail_templates;
  v_text_before private.mail_texts;
  v_subject text := nullif(btrim(p_subject), '');
  v_body text := nullif(btrim(p_body, E' \n\t'), '');
begin
  perform private.require_admin();
  perform private.assert_language(p_locale);
  select * into v_before from private.mail_templates t where t.template = p_template for update;
  if v_before.template is null then
    perform private.refuse(404, 'not_found', 'Template not found');
  elsif p_is_enabled is false and private.is_always_sent(p_template) then
    perform private.refuse(400, 'invalid_input', 'This mail is always sent', '{"path": "isEnabled"}');
  end if;
  select * into v_text_before from private.mail_texts x where x.template = p_template and x.locale = p_locale;
  perform private.assert_unchanged(greatest(v_before.updated_at, v_text_before.updated_at), p_expected_updated_at);
  if private.is_always_sent(p_template)
      and (v_subject, v_body) is distinct from (v_text_before.subject, v_text_before.body) then
    perform private.require_main_admin();
  end if;
  perform private.assert_mail_text(v_before, 'subject', v_subject);
  perform private.assert_mail_text(v_before, 'body', v_body);
  update private.mail_templates t set is_enabled = coalesce(p_is_enabled, t.is_enabled), updated_at = now()
  where t.template = p_template returning * into v_after;
  if v_subject is null and v_body is null then
    delete from private.mail_texts x where x.template = p_template and x.locale = p_locale;
  else
    insert into private.mail_texts as x (template, locale, subject, body) values (p_template, p_locale, v_subject, v_body)
    on conflict (template, locale) do update set subject = excluded.subject, body = excluded.body, updated_at = now();
  end if;
  perform private.audit('save_mail_template', 'mail_template', p_template,
    to_jsonb(v_before) || jsonb_build_object('locale', p_locale, 'subject', v_text_before.subject, 'body', v_text_before.body),
    to_jsonb(v_after) || jsonb_build_object('locale', p_locale, 'subject', v_subject, 'body', v_body));
end $function$;

CREATE OR REPLACE FUNCTION private.sessions_max()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 100 $function$;

CREATE OR REPLACE FUNCTION private.set_quote_status (
  p_quote    public.quotes,
  p_actor_id bigint,
  p_action   text,
  p_status   text,
  p_reason   text
)
  RETURNS public.quotes
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_quote public.quotes;
begin
  update public.quotes q set status = p_status, status_reason = p_reason, changed_at = clock_timestamp()
  where q.id = p_quote.id returning q.* into v_quote;
  -- The reason as it is stored: the content filter may have masked parts of it.
  insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, reason)
  values (v_quote.id, p_actor_id, p_action, p_quote.status, v_quote.status, v_quote.status_reason);
  return v_quote;
end $function$;

CREATE OR REPLACE FUNCTION private.submit_quote (
  p_quote jsonb
)
  RETURNS TABLE (
    quote_id            bigint,
    post_title          text,
    post_owner_username text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_given jsonb := private.known_fields(p_quote, private.quote_fields() || 'expected_request'::text);
  v_fields jsonb := v_given - 'expected_request';
  -- What a repetition has to repeat: by then, the request may have changed.
  v_content jsonb := p_quote - 'expected_request';
  v_quote public.quotes := jsonb_populate_record(null::public.quotes, jsonb_build_object('images', '{}'::text[],
    'client_id', gen_random_uuid(), 'status', 'pending', 'revision', 0, 'version', 1));
  v_post public.posts;
  v_quote_id bigint;
begin
  v_quote := private.with_facts(v_quote, v_fields);
  select q.id into v_quote_id from public.quotes q where q.supplier_id = v_me and q.client_id = v_quote.client_id;
  if v_quote_id is null then
    -- Held, so that the request is open until the quote is stored.
    select * into v_post from public.posts p where p.id = v_quote.post_id for share;
    if v_post.id is null then
      perform private.refuse(404, 'not_found', 'Post not found');
    elsif v_post.user_id = v_me then
      perform private.refuse(403, 'forbidden', 'You cannot send a quote on your own post');
    elsif v_post.is_hidden then
      perform private.refuse(409, 'conflict', 'This post is not accepting quotes');
    elsif not private.is_open(v_post) then
      perform private.refuse(409, 'conflict', 'This request is closed');
    end if;
    if v_given ? 'expected_request' then
      perform private.assert_request_read(v_post, v_given -> 'expected_request');
    end if;
    perform private.assert_organization(v_quote, v_me);
    begin
      perform private.assert_quote_wait(v_me, v_quote.post_id);
    exception when sqlstate 'PT429' then
      -- The same request twice at the same moment: the other one has just been stored, so answer it again.
      select q.id into v_quote_id from public.quotes q where q.supplier_id = v_me and q.client_id = v_quote.client_id;
      if v_quote_id is null then
        raise;
      end if;
    end;
  end if;

  if v_quote_id is not null then
    perform private.assert_same_content('quote ' || v_me, v_quote.client_id, v_content, v_quote_id);
  else
    perform private.consume_rate_limit('quote', v_me::text);
    perform private.assert_own_images('post-images', v_quote.images);
    v_quote.supplier_id := v_me;
    v_quote.post_title := v_post.title;
    v_quote.post_owner_id := v_post.user_id;
    v_quote.quoted_request := private.request_facts(v_post);
    -- Behind the lock of the post: what is compared with changes of the request is in the order in which they happened.
    v_quote.created_at := clock_timestamp();
    v_quote.changed_at := v_quote.created_at;
    -- All columns that a new row has: those that are generated or made by triggers take no value.
    insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, product_match, description, price_text, quantity_text,
      currency, payment_method, shipping_method, delivery_time, delivery_from, delivery_to, images, contact_address, account_type,
      organization_name, tax_code, client_id, created_at, status, changed_at, valid_until, revision, version, quoted_request)
    select q.post_id, q.post_title, q.post_owner_id, q.supplier_id, q.product_match, q.description, q.price_text,
      q.quantity_text, q.currency, q.payment_method, q.shipping_method, q.delivery_time, q.delivery_from,
      q.delivery_to, q.images, q.contact_address, q.account_type, q.organization_name, q.tax_code, q.client_id, q.created_at,
      q.status, q.changed_at, q.valid_until, q.revision, q.version, q.quoted_request
    from (select v_quote.*) as q returning quotes.id into v_quote_id;
    perform private.attach_to_quote(v_quote_id, coalesce(v_fields -> 'attachments', '[]'));
    perform private.remember_content('quote ' || v_me, v_quote.client_id, v_content);
  end if;

  return query
    select q.id, q.post_title, p.username
    from public.quotes q left join public.profiles p on p.id = q.post_owner_id
    where q.id = v_quote_id;
end $function$;

CREATE OR REPLACE FUNCTION private.submit_review (
  p_reviewed_user_id bigint,
  p_rating           integer,
  p_comment          text
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

CREATE OR REPLACE FUNCTION private.take_factor_proof (
  p_auth_id   uuid,
  p_factor_id uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.password_proofs p
  where p.auth_id = p_auth_id and p.factor_id = p_factor_id and p.made_at > now() - interval '30 seconds';
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.take_password_proof (
  p_auth_id    uuid,
  p_by_mail    boolean DEFAULT NULL::boolean,
  p_session_id uuid    DEFAULT NULL::uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.password_proofs p
  where p.auth_id = p_auth_id and p.factor_id is null and p.made_at > now() - interval '30 seconds'
    and (p_by_mail is null or p_by_mail = (p.session_id is not null))
    and (p_session_id is null or p.session_id is null or p.session_id = p_session_id);
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_removed_file (
  p_user_id  bigint,
  p_title    text,
  p_target   jsonb,
  p_quote_id bigint DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.notify(p_user_id, format('A file was removed from "%s": it is too large or not of its type', p_title),
    p_target || '{"type": "picture"}', p_quote_id)
$function$;

CREATE OR REPLACE FUNCTION private.update_review (
  p_review_id bigint,
  p_rating    integer,
  p_comment   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.own_review_to_change(p_review_id, v_me);
  v_comment text := btrim(p_comment);
begin
  if v_review.rating = p_rating and private.is_same_text('reviews', v_review.id, 'comment', v_review.comment, v_comment) then
    return;
  end if;
  perform private.consume_rate_limit('post_edit', v_me::text);
  update public.reviews r set rating = p_rating, comment = v_comment where r.id = v_review.id returning r.* into v_review;
  perform private.tell_of_review(v_review);
end $function$;

CREATE OR REPLACE FUNCTION public.email_settings()
  RETURNS TABLE (
    from_name      text,
    from_address   text,
    reply_to       text,
    smtp_host      text,
    smtp_port      integer,
    smtp_security  text,
    smtp_user      text,
    has_secret     boolean,
    daily_cap      integer,
    footer_address text,
    sent_today     integer,
    updated_at     timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.email_settings() $function$;

REVOKE ALL ON FUNCTION "public"."email_settings"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.prove_factor (
  auth_id   uuid,
  factor_id uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.prove_factor(auth_id, factor_id) $function$;

REVOKE ALL ON FUNCTION "public"."prove_factor"(uuid, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.save_content_rule (
  rule                jsonb,
  rule_id             bigint                   DEFAULT NULL::bigint,
  is_confirmed        boolean                  DEFAULT false,
  expected_updated_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS bigint
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.save_content_rule(rule_id, rule, is_confirmed, true, expected_updated_at) $function$;

REVOKE ALL ON FUNCTION "public"."save_content_rule"(jsonb, bigint, boolean, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.save_email_settings (
  settings            jsonb,
  smtp_secret         text                     DEFAULT NULL::text,
  expected_updated_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.save_email_settings(settings, smtp_secret, expected_updated_at) $function$;

REVOKE ALL ON FUNCTION "public"."save_email_settings"(jsonb, text, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.save_mail_template (
  template            text,
  is_enabled          boolean,
  subject             text                     DEFAULT NULL::text,
  body                text                     DEFAULT NULL::text,
  locale              text                     DEFAULT 'en'::text,
  expected_updated_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.save_mail_template(template, is_enabled, subject, body, locale, expected_updated_at) $function$;

REVOKE ALL ON FUNCTION "public"."save_mail_template"(text, boolean, text, text, text, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."quote_events"
  ADD CONSTRAINT "quote_events_facts_are_of_changes" CHECK ((((kind = ANY (ARRAY['revise'::text, 'correct'::text, 'remove_file'::text])) = (before IS
    NOT NULL)) AND ((before IS NULL) = (after IS NULL))));

ALTER TABLE "public"."quote_events"
  ADD CONSTRAINT "quote_events_kind_is_known"
    CHECK
    ((kind = ANY (ARRAY['shortlist'::text, 'unshortlist'::text, 'accept'::text, 'decline'::text, 'reopen'::text, 'withdraw'::text, 'revise'::text, 'correct'::text, 'cancel'::text,
    'remove_file'::text])));

CREATE TRIGGER a_limit_sessions
  AFTER INSERT ON auth.sessions
  FOR EACH ROW
  EXECUTE FUNCTION private.limit_sessions();

CREATE TRIGGER forget_address
  BEFORE UPDATE OF status, post_id ON public.quotes
  FOR EACH ROW
  EXECUTE FUNCTION private.forget_address();

COMMENT ON COLUMN "private"."password_proofs"."factor_id" IS 'The only factor that may count; null in the proof for a new password.';

COMMENT ON COLUMN "private"."password_proofs"."session_id" IS 'The only session that may change the password, which the link of a mail has opened; null after the current password was checked.';

COMMENT ON COLUMN "public"."quotes"."quoted_request" IS 'Quantity, unit, term, day and place of the request when the supplier last wrote the quote, named like its columns: a deal is about these, whatever becomes of the request.';

COMMENT ON FUNCTION "private"."assert_unchanged"(timestamp with time zone, timestamp with time zone) IS 'PT409 when a row was changed after its reader has read it, or saving a form would undo that; null takes it as it is.';

COMMENT ON FUNCTION "private"."forget_address"() IS 'A quote has no address left once its deal is cancelled, or its request deleted without a deal.';

COMMENT ON FUNCTION "private"."has_fresh_code"(uuid) IS 'Whether a code was entered in a session within the last five minutes, as the removal of a factor and new recovery codes take it.';

COMMENT ON FUNCTION "private"."is_same_text"(text, bigint, text, text, text) IS 'Whether a text that is sent for a column repeats what is there: as it is read, or as its author wrote it before signs of direction were taken out and parts masked.';

COMMENT ON FUNCTION "private"."limit_sessions"() IS 'Ends the sessions of a user that are too many after a sign-in.';

COMMENT ON FUNCTION "private"."remove_file_of_quote"(bigint, text) IS 'Takes a refused file out of a quote. Both parties read in the history that it was there; who has read the quote with it decides on another version.';

COMMENT ON FUNCTION "private"."request_facts"(public.posts) IS 'How much of what, where to, by when and on which term: what a deal is about.';

COMMENT ON FUNCTION "private"."save_content_rule"(bigint, jsonb, boolean, boolean, timestamp with time zone) IS 'As the public function; a rule that is not judged is never entered.';

COMMENT ON FUNCTION "private"."sessions_max"() IS 'Sessions of a user, in which a sign-in ends the one that was not used for the longest time.';

COMMENT ON FUNCTION "private"."take_factor_proof"(uuid, uuid) IS 'Uses up the proof for a new factor; true if there was one.';

COMMENT ON FUNCTION "private"."take_password_proof"(uuid, boolean, uuid) IS 'Uses up the proof for a new password, that of the current password or of the link of a mail in its session; true if there was one. Null where Auth tells neither.';

COMMENT ON FUNCTION "public"."email_settings"() IS 'For admins: how mail is sent; of the password only whether there is one.';

COMMENT ON FUNCTION "public"."make_recovery_codes"() IS 'Gives the caller ten new recovery codes in place of the earlier ones; they are answered this once. PT409 without two-step sign-in, PT403 unless a code of the app was entered in this session in the last five minutes.';

COMMENT ON FUNCTION "public"."my_sessions"() IS 'Where the caller is signed in: this session first, then the last used ones, up to 100. A session counts as used when it is renewed, once an hour.';

COMMENT ON FUNCTION "public"."prove_factor"(uuid, uuid) IS 'For edge functions only: lets Auth count this new factor of a user within 30 seconds, after the current password was checked. No other factor: a thief may have one waiting. PT404 for a factor of somebody else.';

COMMENT ON FUNCTION "public"."revise_quote"(bigint, jsonb, integer) IS 'Gives an undecided quote of the caller other facts: the fields of submit_quote() without `post_id` and `client_id`, `expected_request` included. Three times; corrections within 15 minutes do not count, equal facts change nothing.';

COMMENT ON FUNCTION "public"."save_content_rule"(jsonb, bigint, boolean, timestamp with time zone) IS 'For admins: changes a rule of the content filter, or creates one when no id is given; its fields are named like their columns, and is_trial makes it count only. PT409 changed_meanwhile when it was last changed at another time than the given one, confirmation_needed when it would change or refuse more than 1 % of the last texts and is not confirmed. Answers its id; null when it has been judged on messages or quotes, which is entered in the audit log: called again within a minute, it tells what was found, or is saved.';

COMMENT ON FUNCTION "public"."save_email_settings"(jsonb, text, timestamp with time zone) IS 'For admins: stores how mail is sent, all fields named like their columns. Only main admins change sender, footer, the server, its user or its password. Without a password the stored one stays, unless server or user change. PT409 when they were last changed at another time than the given one.';

COMMENT ON FUNCTION "public"."save_mail_template"(text, boolean, text, text, text, timestamp with time zone) IS 'For admins: switches a mail on or off in all languages and stores its text in one; without subject or body the default of that language comes back. Only main admins change the text of mails that are always sent. PT409 when it was last changed at another time than the given one.';

COMMENT ON TABLE "private"."password_proofs" IS 'Accounts of which Auth may change the password or count a new factor, because a function has checked the current password or the link of a mail. A proof is for one of both, lives 30 seconds and works once.';

REVOKE ALL ON FUNCTION "private"."assert_unchanged"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."email_settings"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."email_settings"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."forget_address"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_fresh_code"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_same_text"(text, bigint, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_sessions"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."prove_factor"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prove_factor"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."remove_file_of_quote"(bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_facts"(public.posts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."save_content_rule"(bigint, jsonb, boolean, boolean, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_content_rule"(bigint, jsonb, boolean, boolean, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."save_email_settings"(jsonb, text, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_email_settings"(jsonb, text, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."save_mail_template"(text, boolean, text, text, text, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_mail_template"(text, boolean, text, text, text, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."sessions_max"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_factor_proof"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_password_proof"(uuid, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_removed_file"(bigint, text, jsonb, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."email_settings"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."prove_factor"(uuid, uuid) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."save_content_rule"(jsonb, bigint, boolean, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."save_email_settings"(jsonb, text, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."save_mail_template"(text, boolean, text, text, text, timestamp WITH time zone) TO "authenticated";
