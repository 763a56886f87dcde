SET local check_function_bodies = off;

DROP FUNCTION "public"."list_conversations"(text, integer);

CREATE TABLE "public"."mutes" (
  "id"         bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "user_id"    bigint                   NOT NULL,
  "quote_id"   bigint,
  "post_id"    bigint,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "mutes_are_of_one_thing" CHECK ((num_nonnulls(quote_id, post_id) = 1)),
  CONSTRAINT "mutes_of_posts_are_unique" UNIQUE (user_id, post_id),
  CONSTRAINT "mutes_of_quotes_are_unique" UNIQUE (user_id, quote_id),
  CONSTRAINT "mutes_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."mutes"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."mutes" FROM "anon", "service_role";

REVOKE ALL ON SEQUENCE "public"."mutes_id_seq" FROM "anon";

REVOKE ALL ON SEQUENCE "public"."mutes_id_seq" FROM "authenticated";

REVOKE ALL ON SEQUENCE "public"."mutes_id_seq" FROM "service_role";

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
  perform 1 from private.watches w where w.user_id = p_user_id order by w.post_id for update;
  perform 1 from public.mutes m where m.user_id = p_user_id order by m.id for update;
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
  -- The agreement stays with the other side: the facts of quotes and the text of messages. Files go: they carry names, stamps and
  -- bank accounts. The job `uploads` removes what no row names.
  update public.quotes q set contact_address = null, images = '{}', account_type = 'individual', organization_name = null, tax_code = null
  where q.supplier_id = p_user_id;
  delete from public.quote_attachments t using public.quotes q where q.id = t.quote_id and q.supplier_id = p_user_id;
  delete from public.message_attachments t using public.messages m where m.id = t.message_id and m.sender_id = p_user_id;
  delete from public.content_hits h where h.user_id = p_user_id;
  update public.feedback f set email = format('deleted-%s@deleted.invalid', p_user_id) where f.user_id = p_user_id;
  update public.profiles p set username = v_name, avatar_path = null, country = null, company_name = null, bio = null where p.id = p_user_id;
  update public.accounts a set role = 'user', first_name = null, last_name = null, phone_number = null, address = null, organization = null,
    tax_code = null, suspended_until = null, suspension_reason = null, deleted_at = now() where a.profile_id = p_user_id;

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

CREATE OR REPLACE FUNCTION private.drop_mails_of_muted (
  p_user_id  bigint,
  p_quote_id bigint,
  p_post_id  bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Decisions are called by the quote or post alone, so they stay.
  v_about text[] := array(
    select '% quote ' || q.id from public.quotes q
    where p_user_id in (q.supplier_id, q.post_owner_id) and (q.id = p_quote_id or q.post_id = p_post_id))
    || ('% post ' || p_post_id);
begin
  delete from private.mail_outbox o where o.user_id = p_user_id and o.status = 'queued' and o.cause like any (v_about);
  update private.mail_outbox o set data = private.with_items(o.data, (
    select jsonb_agg(i.item order by i.n) from jsonb_array_elements(o.data -> 'items') with ordinality as i (item, n)
    where i.item ->> 'about' like any (v_about) is not true))
  where o.user_id = p_user_id and o.status = 'queued' and o.template in ('message_received', 'digest');
  delete from private.mail_outbox o
  where o.user_id = p_user_id and o.status = 'queued' and o.template in ('message_received', 'digest') and o.data -> 'items' = '[]';
end $function$;

CREATE OR REPLACE FUNCTION private.is_muted (
  p_notification public.notifications
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Kinds that are not named are heard: decisions, moderation, security, what is about no request.
  select coalesce(n.data ->> 'type' in ('quote', 'message', 'question_asked', 'question_answered', 'post_changed', 'deadline_passed',
      'request_watched', 'deadline_near')
    and private.is_muted(n.user_id, q.id,
      coalesce(q.post_id, (n.data ->> 'postId')::bigint, substring(n.data ->> 'path' from '^/post/post-(\d{1,18})$')::bigint)), false)
  from (select (p_notification).*) as n
  left join public.quotes q on q.id = case when n.data ->> 'type' = 'message'
    then (select m.quote_id from public.messages m where m.id = (n.data ->> 'messageId')::bigint)
    else coalesce((n.data ->> 'quoteId')::bigint, n.quote_id) end
$function$;

CREATE OR REPLACE FUNCTION private.is_muted (
  p_user_id  bigint,
  p_quote_id bigint,
  p_post_id  bigint
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select 1 from public.mutes m where m.user_id = p_user_id and (m.quote_id = p_quote_id or m.post_id = p_post_id))
$function$;

CREATE OR REPLACE FUNCTION private.mail_of_notification()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_post public.posts;
  v_data jsonb := jsonb_build_object('message', new.message);
  v_item jsonb;
  v_page text;
begin
  select * into v_post from public.posts p
  where p.id = coalesce(new.data ->> 'postId', substring(new.data ->> 'path' from '^/post/post-(\d{1,18})$'))::bigint;
  v_page := '/post/post-' || v_post.id;
  if new.data ?| array['postId', 'path'] then
    v_data := v_data || jsonb_build_object('title', v_post.title);
  end if;
  case new.data ->> 'type'
    when 'quote' then
      if new.data ? 'postId' then
        perform private.queue_mail(new.user_id, 'quote_received', private.collected(private.item_of_quote(new.quote_id, new.message))
          || jsonb_build_object('title', v_post.title, 'path', '/account?tab=posts&quote=' || new.quote_id, 'pathOfMany', '/compare/' || v_post.id),
          'quotes on post ' || v_post.id, new.id);
      end if;
    when 'message' then
      perform private.queue_mail(new.user_id, 'message_received',
        private.collected(v_data || jsonb_build_object('notificationId', new.id, 'about',
          'message on quote ' || (select m.quote_id from public.messages m where m.id = (new.data ->> 'messageId')::bigint))), null, new.id);
    when 'post' then
      if v_post.is_hidden then
        perform private.queue_mail(new.user_id, 'post_hidden', v_data || jsonb_build_object('reason', v_post.hidden_reason));
      elsif v_post.id is not null then
        perform private.queue_mail(new.user_id, 'post_unhidden', v_data);
      end if;
    when 'question_asked' then
      select jsonb_build_object('message', new.message, 'asker', p.username, 'question', k.question) into v_item
      from public.post_questions k join public.profiles p on p.id = k.asker_id
      where k.post_id = v_post.id and k.asker_id = coalesce(new.actor_id, k.asker_id) order by k.id desc limit 1;
      perform private.queue_mail(new.user_id, 'question_asked',
        private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'questions on post ' || v_post.id, new.id);
    when 'question_answered' then
      -- Suppliers who quoted are told as well; only the asker waits for it.
      select jsonb_build_object('message', new.message, 'question', k.question, 'answer', k.answer) into v_item from public.post_questions k
      where k.post_id = v_post.id and k.asker_id = new.user_id and k.answered_at = now() order by k.id desc limit 1;
      if found then
        perform private.queue_mail(new.user_id, 'question_answered',
          private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'answers on post ' || v_post.id, new.id);
      end if;
    when 'post_changed' then
      -- Only a quote that waits or binds may have to change as well.
      if exists (select 1 from public.quotes q where q.post_id = v_post.id and q.supplier_id = new.user_id
          and (private.is_undecided(q) or q.status = 'accepted')) then
        perform private.queue_mail(new.user_id, 'request_changed', v_data || jsonb_build_object('path', v_page),
          'changes of post ' || v_post.id, new.id);
      end if;
    when 'request_watched' then
      v_item := jsonb_build_object('kind', 'request_watched', 'message', new.message, 'cause',
        case when new.data ->> 'topic' in ('closed', 'opened') then 'state' else new.data ->> 'topic' end || ' of post ' || v_post.id);
      perform private.queue_mail(new.user_id, 'request_watched',
        private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'watch of post ' || v_post.id, new.id, new.actor_id);
    when 'deadline_near' then
      perform private.queue_mail(new.user_id, 'deadline_near', v_data || jsonb_build_object('path', v_page),
        'deadline of post ' || v_post.id, new.id, new.actor_id);
    when 'deadline_passed' then
      perform private.queue_mail(new.user_id, 'deadline_passed', v_data || jsonb_build_object('path', v_page),
        'end of post ' || v_post.id, new.id);
    else
      perform private.queue_mail(new.user_id, 'review_received', v_data, null, new.id);
  end case;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.queue_mail (
  p_user_id         bigint,
  p_template        text,
  p_data            jsonb,
  p_cause           text   DEFAULT NULL::text,
  p_notification_id bigint DEFAULT NULL::bigint,
  p_actor           bigint DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_email text := (select a.email from public.accounts a where a.profile_id = p_user_id);
  v_pace text := coalesce(private.mail_pace(p_user_id, p_template), 'now');
begin
  if v_pace = 'now' then
    perform private.add_mail(p_user_id, v_email, p_template, p_data, p_cause, p_actor => p_actor);
  elsif v_pace <> 'off' and (select t.is_enabled from private.mail_templates t where t.template = p_template) then
    -- Of a cause that collects nothing, the digest says the last state, as a mail of its own would.
    perform private.add_mail(p_user_id, v_email, 'digest', private.collected(jsonb_build_object('kind', p_template,
      'message', coalesce(p_data ->> 'message', p_data #>> '{items,0,message}'), 'notificationId', p_notification_id,
      'about', coalesce(p_data #>> '{items,0,about}', p_cause),
      'cause', case when p_data ? 'items' then p_data #>> '{items,0,cause}' else p_cause end)), 'digest ' || v_pace, private.next_digest(v_pace), p_actor);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.set_mute (
  p_is_on    boolean,
  p_quote_id bigint,
  p_post_id  bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 500;
  v_me bigint := private.require_profile_id();
  v_post public.posts;
begin
  if num_nonnulls(p_quote_id, p_post_id) <> 1 then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "quote_id"}');
  end if;
  -- Two calls of a user wait for each other, since together they could pass the maximum.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  if p_is_on is not true then
    delete from public.mutes m where m.user_id = v_me and (m.quote_id = p_quote_id or m.post_id = p_post_id);
    -- Also of a request that was hidden meanwhile.
    if found then
      return;
    end if;
  end if;
  if p_quote_id is not null then
    perform private.quote_of_party(p_quote_id, v_me);
  else
    select * into v_post from public.posts p where p.id = p_post_id for key share;
    if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
      perform private.refuse(404, 'not_found', 'Post not found');
    end if;
  end if;
  if p_is_on is not true then
    return;
  end if;
  perform private.assert_not_suspended();
  if (select count(*) from public.mutes m where m.user_id = v_me and (m.quote_id = p_quote_id or m.post_id = p_post_id) is not true) >= v_max then
    perform private.refuse(409, 'conflict', 'You have muted 500 conversations and requests, which is the most');
  end if;
  insert into public.mutes (user_id, quote_id, post_id) values (v_me, p_quote_id, p_post_id) on conflict do nothing;
  -- Nothing of it counts any more, neither in the bell nor in a mail that waits.
  update public.notifications n set read_at = now() where n.id in (
    select o.id from public.notifications o where o.user_id = v_me and o.read_at is null and private.is_muted(o) for update skip locked);
  perform private.drop_mails_of_muted(v_me, p_quote_id, p_post_id);
end $function$;

CREATE OR REPLACE FUNCTION private.skip_muted()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.is_muted(new) then
    return null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.unread_messages()
  RETURNS TABLE (
    quote_id bigint,
    post_id  bigint,
    is_sent  boolean,
    unread   integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
  select q.id, q.post_id, q.supplier_id = m.recipient_id, count(*)::integer
  from public.messages m join public.quotes q on q.id = m.quote_id
  where m.recipient_id = (select private.current_profile_id()) and m.read_at is null and m.deleted_at is null
  group by q.id, q.post_id, q.supplier_id = m.recipient_id
  having not private.is_muted((select private.current_profile_id()), q.id, q.post_id)
$function$;

CREATE OR REPLACE FUNCTION public.list_conversations (
  search text    DEFAULT NULL::text,
  page   integer DEFAULT 1
)
  RETURNS TABLE (
    quote_id    bigint,
    post_title  text,
    user_id     bigint,
    username    text,
    avatar_path text,
    message     text,
    is_own      boolean,
    is_deleted  boolean,
    is_muted    boolean,
    sent_at     timestamp with time zone,
    total       integer
  )
  LANGUAGE sql
  STABLE
  ROWS 20
  SET search_path TO ''
  AS $function$
  with me as (select private.current_profile_id() as id),
    found as (
      select q.id, q.post_id, q.post_title, q.last_message_at, o.id as user_id, o.username, o.avatar_path, count(*) over ()::integer as total
      from public.quotes q
      left join public.profiles o on o.id = case when q.supplier_id = (select me.id from me) then q.post_owner_id else q.supplier_id end
      where (q.supplier_id = (select me.id from me) or q.post_owner_id = (select me.id from me)) and q.last_message_at is not null
        and (search is null or position(private.fold(btrim(search)) in q.folded) > 0
          or position(private.fold(btrim(search)) in o.folded) > 0)
      order by q.last_message_at desc, q.id desc
      limit 20 offset (greatest(coalesce(page, 1), 1) - 1)::bigint * 20)
  select f.id, f.post_title, f.user_id, f.username, f.avatar_path, l.content, l.sender_id = (select me.id from me),
    l.deleted_at is not null, exists (select 1 from public.mutes m where m.quote_id = f.id or m.post_id = f.post_id), l.created_at, f.total
  from found f
  cross join lateral (
    select m.content, m.sender_id, m.deleted_at, m.created_at from public.messages m where m.quote_id = f.id order by m.id desc limit 1) as l
  order by f.last_message_at desc, f.id desc
$function$;

REVOKE ALL ON FUNCTION "public"."list_conversations"(text, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.set_mute (
  is_on    boolean,
  quote_id bigint  DEFAULT NULL::bigint,
  post_id  bigint  DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select private.hold_account();
  select private.set_mute(is_on, quote_id, post_id);
$function$;

REVOKE ALL ON FUNCTION "public"."set_mute"(boolean, bigint, bigint) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."mutes"
  ADD CONSTRAINT "mutes_post_id_fkey" FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;

ALTER TABLE "public"."mutes"
  ADD CONSTRAINT "mutes_quote_id_fkey" FOREIGN KEY (quote_id) REFERENCES public.quotes(id) ON DELETE CASCADE;

ALTER TABLE "public"."mutes"
  ADD CONSTRAINT "mutes_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX mutes_post_idx ON public.mutes USING btree (post_id)
  WHERE (post_id IS NOT NULL);

CREATE INDEX mutes_quote_idx ON public.mutes USING btree (quote_id)
  WHERE (quote_id IS NOT NULL);

CREATE TRIGGER c_skip_muted
  BEFORE INSERT ON public.notifications
  FOR EACH ROW
  WHEN ((new.broadcast_id IS NULL))
  EXECUTE FUNCTION private.skip_muted();

CREATE POLICY "users read their own mutes" ON "public"."mutes"
  FOR SELECT
  TO "authenticated"
  USING ((user_id = ( SELECT private.current_profile_id() AS current_profile_id)));

COMMENT ON FUNCTION "private"."drop_mails_of_muted"(bigint, bigint, bigint) IS 'Takes what was muted out of the mails that wait for a user.';

COMMENT ON FUNCTION "private"."is_muted"(public.notifications) IS 'Whether the receiver of a notification muted what it is about.';

COMMENT ON FUNCTION "private"."is_muted"(bigint, bigint, bigint) IS 'Whether a user muted a conversation or its request.';

COMMENT ON FUNCTION "public"."list_conversations"(text, integer) IS 'A page of 20 conversations of the caller with the last message of each, newest first; all, or those whose request or other party contains the words.';

COMMENT ON FUNCTION "public"."set_mute"(boolean, bigint, bigint) IS 'Mutes the conversation of a quote, or a request with all conversations on its quotes, or no longer, however often it is said; at most 500.';

COMMENT ON FUNCTION "public"."unread_messages"() IS 'Unread messages of the caller per quote that is not muted, `is_sent` where the caller is its supplier: the one source of every unread number.';

COMMENT ON TABLE "public"."mutes" IS 'Which conversations (by their quote) and requests (posts) users have muted: they count nowhere and come in no mail; decisions still do.';

REVOKE ALL ON FUNCTION "private"."drop_mails_of_muted"(bigint, bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_muted"(public.notifications) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_muted"(bigint, bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_mute"(boolean, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_mute"(boolean, bigint, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."skip_muted"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_conversations"(text, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."set_mute"(boolean, bigint, bigint) TO "authenticated";

REVOKE ALL ON TABLE "public"."mutes" FROM "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."mutes" FROM "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."mutes" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."mutes" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."mutes" TO "authenticated";

REVOKE ALL ("post_id") ON TABLE "public"."mutes" FROM "authenticated";

GRANT SELECT ("post_id") ON TABLE "public"."mutes" TO "authenticated";

REVOKE ALL ("quote_id") ON TABLE "public"."mutes" FROM "authenticated";

GRANT SELECT ("quote_id") ON TABLE "public"."mutes" TO "authenticated";

REVOKE ALL ("user_id") ON TABLE "public"."mutes" FROM "authenticated";

GRANT SELECT ("user_id") ON TABLE "public"."mutes" TO "authenticated";
