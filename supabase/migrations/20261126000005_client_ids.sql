SET local check_function_bodies = off;

CREATE TABLE "private"."sent_contents" (
  "sender"     text                     NOT NULL,
  "client_id"  uuid                     NOT NULL,
  "hash"       text                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "sent_contents_pkey" PRIMARY KEY (sender, client_id),
  CONSTRAINT "sent_contents_sender_is_short" CHECK ((char_length(sender) <= 40))
);

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
    perform private.audit('add_feedback_note', 'feedback', p_feedback_id::text, null, jsonb_build_object('note', btrim(p_body)));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.ask_question (
  p_post_id   bigint,
  p_question  text,
  p_client_id uuid
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_text text;
  v_post public.posts;
  v_id bigint;
begin
  -- One after the other for each person, so that neither a repeat nor the sixth question slips through beside another.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  select k.id into v_id from public.post_questions k where k.asker_id = v_me and k.client_id = p_client_id;
  if v_id is not null then
    perform private.assert_same_content('question ' || v_me, p_client_id, jsonb_build_array(p_post_id, p_question), v_id);
    return v_id;
  end if;
  select * into v_post from public.posts p where p.id = p_post_id for key share;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
    perform private.refuse(404, 'not_found', 'Post not found');
  elsif v_post.user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot ask about your own post');
  elsif v_post.is_hidden or not private.is_open(v_post) then
    perform private.refuse(409, 'conflict', 'This request is closed');
  end if;
  v_text := private.text_of_question(p_question, 'question', 3, 500, 'Question is required', 'Question too long');
  if (select count(*) from public.post_questions k
      where k.post_id = p_post_id and k.asker_id = v_me and k.answered_at is null) >= 5 then
    perform private.refuse(400, 'invalid_input', 'You have five open questions on this request. Please wait for an answer.', '{"path": "question"}');
  end if;
  perform private.consume_rate_limit('question', v_me::text);
  insert into public.post_questions (post_id, asker_id, question, client_id)
  values (p_post_id, v_me, v_text, coalesce(p_client_id, gen_random_uuid())) returning id into v_id;
  perform private.remember_content('question ' || v_me, p_client_id, jsonb_build_array(p_post_id, p_question));
  perform private.notify(v_post.user_id,
    format('%s asks about "%s"', (select p.username from public.profiles p where p.id = v_me), v_post.title),
    jsonb_build_object('type', 'question_asked', 'postId', p_post_id));
  return v_id;
end $function$;

CREATE OR REPLACE FUNCTION private.assert_same_content (
  p_sender    text,
  p_client_id uuid,
  p_content   jsonb,
  p_stored_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (
    select 1 from private.sent_contents s where s.sender = p_sender and s.client_id = p_client_id
      and s.hash <> encode(extensions.digest(p_content::text, 'sha256'), 'hex')) then
    perform private.refuse(409, 'already_sent_differently', 'An earlier version of this is stored already. Look at it before you send again.',
      jsonb_build_object('storedId', p_stored_id));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.assert_same_entry (
  p_feedback_id bigint,
  p_kind        text,
  p_body        text,
  p_client_id   uuid
)
  RETURNS void
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.assert_same_content('feedback entry ' || e.author_id, p_client_id, jsonb_build_array(p_feedback_id, p_kind, p_body), e.id)
  from public.feedback_entries e where e.author_id = private.current_profile_id() and e.client_id = p_client_id
$function$;

CREATE OR REPLACE FUNCTION private.check_news_write()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_content jsonb;
  v_stored_id bigint;
begin
  if (select auth.uid()) is not null then
    if tg_op = 'INSERT' then
      v_content := to_jsonb(new) - array['id', 'search', 'client_id', 'author_id', 'created_at', 'updated_at', 'published_at'];
      select n.id into v_stored_id from public.news_items n where n.author_id = new.author_id and n.client_id = new.client_id;
      if v_stored_id is null then
        perform private.remember_content('news ' || new.author_id, new.client_id, v_content);
      else
        -- An equal repeat fails at the unique constraint, which tells the client to read what is stored.
        perform private.assert_same_content('news ' || new.author_id, new.client_id, v_content, v_stored_id);
      end if;
    end if;
    perform private.assert_own_images('news-images', new.images, case when tg_op = 'UPDATE' then old.images else '{}'::text[] end);
  end if;
  -- A client that does not know of the zone may make news of an event.
  if new.type <> 'event' then
    new.event_zone := null;
  end if;
  -- An item that comes back from the archive keeps its place.
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, now());
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.check_post_write()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_auth_id uuid := (select auth.uid());
  v_old public.posts;
  v_content jsonb;
  v_stored_id bigint;
begin
  if tg_op = 'INSERT' then
    v_old.images := '{}';
    if v_auth_id is not null then
      v_content := private.post_facts(new) || jsonb_build_object('category', new.category, 'images', new.images);
      select p.id into v_stored_id from public.posts p where p.user_id = new.user_id and p.client_id = new.client_id;
      if v_stored_id is null then
        perform private.consume_rate_limit('post', new.user_id::text);
        perform private.remember_content('post ' || new.user_id, new.client_id, v_content);
      else
        -- An equal repeat fails at the unique constraint, which tells the client to read what is stored.
        perform private.assert_same_content('post ' || new.user_id, new.client_id, v_content, v_stored_id);
      end if;
    end if;
    -- Held, so that a company which changes meanwhile changes here as well.
    select p.company_name into new.owner_company from public.profiles p where p.id = new.user_id for share;
  else
    v_old := old;
  end if;
  if v_auth_id is not null then
    perform private.assert_own_images('post-images', new.images, v_old.images);
    -- What was in time when it was written stays valid.
    if new.quote_deadline is distinct from v_old.quote_deadline then
      if new.quote_deadline <= now() then
        perform private.refuse(400, 'invalid_input', 'The deadline is in the past', '{"path": "quoteDeadline"}');
      elsif new.quote_deadline > now() + interval '1 year' then
        perform private.refuse(400, 'invalid_input', 'The deadline must be within a year', '{"path": "quoteDeadline"}');
      end if;
    end if;
    if new.needed_by is distinct from v_old.needed_by then
      -- The day on which it still is today somewhere.
      if new.needed_by < (now() at time zone 'utc' - interval '12 hours')::date then
        perform private.refuse(400, 'invalid_input', 'The day is in the past', '{"path": "neededBy"}');
      elsif new.needed_by > now() at time zone 'utc' + interval '5 years' then
        perform private.refuse(400, 'invalid_input', 'The day must be within five years', '{"path": "neededBy"}');
      end if;
    end if;
  end if;
  if tg_op = 'UPDATE' and (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port,
      new.images, new.quantity, new.unit, new.target_price, new.target_currency, new.needed_by, new.quote_deadline, new.incoterm)
      is distinct from
      (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port,
      old.images, old.quantity, old.unit, old.target_price, old.target_currency, old.needed_by, old.quote_deadline, old.incoterm) then
    new.updated_at := now();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.create_broadcast (
  p_broadcast jsonb
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_new private.broadcasts := jsonb_populate_record(null::private.broadcasts, jsonb_build_object('link_kind', 'none',
    'with_email', false, 'send_at', now(), 'client_id', gen_random_uuid()) || private.trimmed(private.known_fields(p_broadcast,
      array['message', 'audience', 'audience_values', 'link_kind', 'link_id', 'with_email', 'send_at', 'client_id'])));
  v_unknown text;
begin
  select b.id into v_new.id from private.broadcasts b where b.created_by = v_me and b.client_id = v_new.client_id;
  if v_new.id is not null then
    perform private.assert_same_content('broadcast ' || v_me, v_new.client_id, p_broadcast, v_new.id);
    return v_new.id;
  end if;
  v_new.audience_values := private.audience_values(v_new.audience, v_new.audience_values);
  v_new.send_at := greatest(v_new.send_at, now());
  if v_new.audience <> 'all' and cardinality(v_new.audience_values) = 0 then
    perform private.refuse(400, 'invalid_input', 'Choose who gets it', '{"path": "audienceValues"}');
  elsif v_new.send_at > now() + interval '1 year' then
    perform private.refuse(400, 'invalid_input', 'The time must be within a year', '{"path": "sendAt"}');
  elsif (v_new.link_kind = 'post' and not exists (select 1 from public.posts p where p.id = v_new.link_id and not p.is_hidden))
    or (v_new.link_kind = 'quote' and not exists (select 1 from public.quotes q where q.id = v_new.link_id))
    or (v_new.link_kind = 'news' and not exists (select 1 from public.news_items n where n.id = v_new.link_id and n.status = 'published')) then
    perform private.refuse(400, 'invalid_input', format('There is no %s with this number', v_new.link_kind), '{"path": "linkId"}');
  end if;
  if v_new.audience = 'usernames' then
    select string_agg(v, ', ') into v_unknown from (
      select v from unnest(v_new.audience_values) as v where not exists (select 1 from public.profiles p where lower(p.username) = v) limit 5) as x;
    if v_unknown is not null then
      perform private.refuse(400, 'invalid_input', format('There is no user %s', v_unknown), '{"path": "audienceValues"}');
    end if;
  end if;
  v_new.receivers := private.count_broadcast_receivers(v_new.audience, v_new.audience_values);
  if v_new.receivers = 0 then
    perform private.refuse(400, 'invalid_input', 'No user matches this audience', '{"path": "audienceValues"}');
  end if;
  -- Of all admins together.
  perform private.consume_rate_limit('broadcast', 'all');
  insert into private.broadcasts (message, link_kind, link_id, audience, audience_values, with_email, send_at, receivers, created_by, client_id)
  values (v_new.message, v_new.link_kind, v_new.link_id, v_new.audience, v_new.audience_values, v_new.with_email, v_new.send_at,
    v_new.receivers, v_me, v_new.client_id)
  returning id into v_new.id;
  perform private.remember_content('broadcast ' || v_me, v_new.client_id, p_broadcast);
  perform private.audit('create_broadcast', 'broadcast', v_new.id::text, null, jsonb_build_object('message', v_new.message,
    'audience', v_new.audience, 'audience_values', v_new.audience_values, 'receivers', v_new.receivers, 'send_at', v_new.send_at,
    'with_email', v_new.with_email));
  -- A small one is there at once; the rest of a large one is the work of the job.
  if v_new.send_at <= now() then
    perform private.work_on_broadcasts(500);
  end if;
  return v_new.id;
end $function$;

CREATE OR REPLACE FUNCTION private.record_feedback (
  p_feedback jsonb,
  p_auth_id  uuid,
  p_is_spam  boolean
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_feedback public.feedback := jsonb_populate_record(null::public.feedback,
    '{"images": [], "page_path": "", "user_agent": ""}' || private.trimmed(private.known_fields(p_feedback,
      array['email', 'category', 'subject', 'message', 'images', 'page_path', 'user_agent', 'client_id'])));
  v_content jsonb;
begin
  if p_auth_id is not null then
    -- The address of a user is the one of the account, whatever was sent.
    select a.profile_id, a.email into v_feedback.user_id, v_feedback.email
    from public.profiles p join public.accounts a on a.profile_id = p.id
    where p.auth_id = p_auth_id and a.deleted_at is null;
    if v_feedback.user_id is null then
      perform private.refuse(401, 'unauthorized', 'Authentication required');
    end if;
  end if;
  insert into public.feedback as f (user_id, email, category, subject, message, images, page_path, user_agent, status, client_id)
  values (v_feedback.user_id, v_feedback.email, v_feedback.category, v_feedback.subject, v_feedback.message, v_feedback.images,
    left(v_feedback.page_path, 500), left(v_feedback.user_agent, 500), case when p_is_spam then 'spam' else 'new' end,
    v_feedback.client_id)
  on conflict (client_id) do nothing
  returning f.id into v_feedback.id;
  v_content := jsonb_build_array(v_feedback.user_id, v_feedback.email, v_feedback.category, v_feedback.subject, v_feedback.message);
  if v_feedback.id is null then
    select f.id into v_feedback.id from public.feedback f where f.client_id = v_feedback.client_id;
    perform private.assert_same_content('feedback', v_feedback.client_id, v_content, v_feedback.id);
  else
    perform private.remember_content('feedback', v_feedback.client_id, v_content);
  end if;
  return v_feedback.id;
end $function$;

CREATE OR REPLACE FUNCTION private.remember_content (
  p_sender    text,
  p_client_id uuid,
  p_content   jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.sent_contents (sender, client_id, hash)
  select p_sender, p_client_id, encode(extensions.digest(p_content::text, 'sha256'), 'hex') where p_client_id is not null
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.reply_to_feedback (
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
  v_body text := btrim(p_body);
  v_mail jsonb;
begin
  insert into public.feedback_entries (feedback_id, author_id, kind, body, client_id)
  values (v_feedback.id, private.current_profile_id(), 'reply', v_body, p_client_id)
  on conflict (author_id, client_id) do nothing;
  -- A repeat must not write to the sender again.
  if not found then
    perform private.assert_same_entry(p_feedback_id, 'reply', p_body, p_client_id);
    return;
  end if;
  perform private.remember_content('feedback entry ' || private.current_profile_id(), p_client_id, jsonb_build_array(p_feedback_id, 'reply', p_body));
  if v_feedback.status = 'new' then
    update public.feedback f set status = 'in_progress' where f.id = v_feedback.id;
  end if;
  v_mail := jsonb_build_object('reference', 'FB-' || lpad(v_feedback.id::text, greatest(6, char_length(v_feedback.id::text)), '0'), 'subject', v_feedback.subject,
    'message', v_feedback.message, 'reply', v_body);
  if v_feedback.user_id is null then
    -- A guest has no name to be greeted by.
    perform private.queue_mail_to(v_feedback.email, 'feedback_answered', v_mail || jsonb_build_object('username', 'there'));
  else
    perform private.notify(v_feedback.user_id, format('We answered your feedback "%s": %s', v_feedback.subject, v_body),
      jsonb_build_object('type', 'feedback', 'feedbackId', v_feedback.id));
    perform private.queue_mail(v_feedback.user_id, 'feedback_answered', v_mail);
  end if;
  perform private.audit('reply_to_feedback', 'feedback', p_feedback_id::text, null, jsonb_build_object('reply', v_body));
end $function$;

CREATE OR REPLACE FUNCTION private.send_message (
  p_quote_id    bigint,
  p_content     text,
  p_client_id   uuid,
  p_attachments jsonb
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_client_id uuid := coalesce(p_client_id, gen_random_uuid());
  v_content jsonb := jsonb_build_array(p_quote_id, p_content, p_attachments);
  v_quote public.quotes;
  v_id bigint;
begin
  -- A repeat answers the first message, also when the conversation has been closed since.
  select m.id into v_id from public.messages m where m.sender_id = v_me and m.client_id = v_client_id;
  if v_id is not null then
    perform private.assert_same_content('message ' || v_me, v_client_id, v_content, v_id);
    return v_id;
  end if;
  v_quote := private.quote_of_party(p_quote_id, v_me);
  perform private.assert_conversation_open(v_quote, v_me);

  insert into public.messages (quote_id, sender_id, recipient_id, content, client_id)
  values (v_quote.id, v_me, case when v_quote.supplier_id = v_me then v_quote.post_owner_id else v_quote.supplier_id end,
    private.message_text(p_content), v_client_id)
  on conflict (sender_id, client_id) do nothing
  returning id into v_id;
  if v_id is null then
    -- The same request twice at the same moment: the other one has just been stored.
    select m.id into v_id from public.messages m where m.sender_id = v_me and m.client_id = v_client_id;
    perform private.assert_same_content('message ' || v_me, v_client_id, v_content, v_id);
    return v_id;
  end if;

  perform private.consume_rate_limit('message', v_me::text);
  perform private.attach_to_message(v_id, p_attachments);
  perform private.remember_content('message ' || v_me, p_client_id, v_content);
  return v_id;
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
  v_fields jsonb := private.known_fields(p_quote, private.quote_fields());
  v_quote public.quotes := jsonb_populate_record(null::public.quotes, jsonb_build_object('images', '{}'::text[],
    'client_id', gen_random_uuid(), 'created_at', now(), 'status', 'pending', 'changed_at', now(), 'revision', 0, 'version', 1));
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
    perform private.assert_same_content('quote ' || v_me, v_quote.client_id, p_quote, v_quote_id);
  else
    perform private.consume_rate_limit('quote', v_me::text);
    perform private.assert_own_images('post-images', v_quote.images);
    v_quote.supplier_id := v_me;
    v_quote.post_title := v_post.title;
    v_quote.post_owner_id := v_post.user_id;
    -- All columns of the row: one that is added later is stored as null here unless v_quote gives it a value, whatever its default.
    insert into public.quotes overriding user value values (v_quote.*) returning id into v_quote_id;
    perform private.attach_to_quote(v_quote_id, coalesce(v_fields -> 'attachments', '[]'));
    perform private.remember_content('quote ' || v_me, v_quote.client_id, p_quote);
  end if;

  return query
    select q.id, q.post_title, p.username
    from public.quotes q left join public.profiles p on p.id = q.post_owner_id
    where q.id = v_quote_id;
end $function$;

CREATE OR REPLACE FUNCTION private.sweep_idempotent_writes (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_count integer;
  v_deleted integer;
begin
  delete from private.idempotent_writes w where (w.subject, w.key) in (
    select o.subject, o.key from private.idempotent_writes o where o.created_at <= now() - interval '24 hours'
    limit p_limit for update skip locked);
  get diagnostics v_count = row_count;
  delete from private.sent_contents s where (s.sender, s.client_id) in (
    select o.sender, o.client_id from private.sent_contents o where o.created_at <= now() - interval '7 days'
    limit p_limit for update skip locked);
  get diagnostics v_deleted = row_count;
  return v_count + v_deleted;
end $function$;

CREATE INDEX sent_contents_created_idx ON private.sent_contents USING btree (created_at);

COMMENT ON FUNCTION "private"."assert_same_content"(text, uuid, jsonb, bigint) IS 'PT409 with the id of what is stored when another content was sent under this client id.';

COMMENT ON FUNCTION "private"."assert_same_entry"(bigint, text, text, uuid) IS 'PT409 when the caller sent another note or reply under this client id.';

COMMENT ON FUNCTION "private"."remember_content"(text, uuid, jsonb) IS 'Keeps what is being stored under a client id, for later repeats.';

COMMENT ON TABLE "private"."sent_contents" IS 'What was sent under a client id, as a hash, for a week: texts are edited and masked later.';

REVOKE ALL ON FUNCTION "private"."assert_same_content"(text, uuid, jsonb, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."assert_same_entry"(bigint, text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remember_content"(text, uuid, jsonb) FROM PUBLIC;
