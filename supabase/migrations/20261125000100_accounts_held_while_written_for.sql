-- Who hides or deletes what a user has takes it before the account (order_of_locks). What the user wrote in between was not taken, and was
-- waited for the wrong way round; and what was on its way while the account went stayed as the word, file or address of nobody.

-- Posts hold the profile, which is the first row that a deletion takes. All else would hold it in another order than reviews, which count
-- their rating there: so it holds no row, but what stands for the account.
create function private.account_key(p_auth_id uuid) returns bigint
language sql immutable set search_path = ''
as $$ select hashtextextended('account ' || p_auth_id, 0) $$;
comment on function private.account_key is 'What stands for an account in a lock, by its Auth id.';

create function private.hold_account(p_auth_id uuid default auth.uid()) returns void
language sql volatile security definer set search_path = ''
as $$ select pg_advisory_xact_lock_shared(private.account_key(p_auth_id)) $$;
comment on function private.hold_account is
  'Keeps an account from being deleted until the transaction ends, or waits until it is. Comes before everything else that is held.';

-- Whoever had to wait is asked anew who they are: PT401.
create or replace function public.set_post_like(post_id bigint, liked boolean) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.set_post_like(post_id, liked);
$$;

create or replace function public.submit_quote(quote jsonb)
returns table (quote_id bigint, post_title text, post_owner_username text)
language sql volatile rows 1 security invoker set search_path = ''
as $$
  select private.hold_account();
  select * from private.submit_quote(quote);
$$;

create or replace function public.send_message(quote_id bigint, content text, client_id uuid default null, attachments jsonb default null)
returns bigint
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.send_message(quote_id, content, client_id, attachments);
$$;

create or replace function public.ask_question(post_id bigint, question text, client_id uuid default null) returns bigint
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.ask_question(post_id, question, client_id);
$$;

create or replace function public.record_feedback(feedback jsonb, auth_id uuid default null, is_spam boolean default false) returns bigint
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account(auth_id);
  select private.record_feedback(feedback, auth_id, is_spam);
$$;

grant execute on function private.hold_account to authenticated, service_role;

-- Hides what could be seen when it began. A post that comes or is unhidden a moment later can be seen.
create or replace function private.hide_posts_of_user(p_user_id bigint, p_reason text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_reason text;
  v_ids bigint[];
begin
  -- Before the account: who deletes one of these posts has it, and counts it there.
  v_ids := array(select p.id from public.posts p where p.user_id = p_user_id and not p.is_hidden order by p.id for no key update);
  perform private.hold_counters(v_ids);
  perform private.account_to_manage(p_user_id);
  v_reason := private.required_reason(p_reason);
  update public.posts p set is_hidden = true, hidden_by = v_me, hidden_reason = v_reason, hidden_at = now() where p.id = any (v_ids);
  perform private.audit('hide_all_posts', 'user', p_user_id::text, null, jsonb_build_object('posts', cardinality(v_ids), 'reason', v_reason));
  return cardinality(v_ids);
end $$;

-- Auth holds its row of a user when it writes to the account what it changed there.
create function private.hold_user_of_auth(p_user_id bigint) returns void
language sql volatile security definer set search_path = ''
as $$ select 1 from auth.users u where u.id = (select p.auth_id from public.profiles p where p.id = p_user_id) for update $$;
comment on function private.hold_user_of_auth is 'Locks what Auth knows of a user, for who changes it; before the account.';

create or replace function private.verify_user_email(p_user_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts;
begin
  perform private.require_admin();
  perform private.hold_user_of_auth(p_user_id);
  v_account := private.account_to_manage(p_user_id);
  if v_account.email_confirmed_at is not null then
    perform private.refuse(409, 'conflict', 'This email is already verified');
  end if;
  update auth.users u set email_confirmed_at = now()
  from public.profiles p where p.id = p_user_id and u.id = p.auth_id;
  perform private.audit('verify_email', 'user', p_user_id::text, '{"verified": false}', '{"verified": true}');
end $$;

-- Questions as well: a post that is deleted with one of them has it, and counts the post in its place.
create or replace function private.delete_user(p_user_id bigint, p_username text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
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
  perform 1 from public.post_questions k where k.asker_id = p_user_id order by k.id for update;
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
end $$;

-- Of a post that is being deleted it hears that it is gone.
create or replace function private.ask_question(p_post_id bigint, p_question text, p_client_id uuid) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
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
  perform private.notify(v_post.user_id,
    format('%s asks about "%s"', (select p.username from public.profiles p where p.id = v_me), v_post.title),
    jsonb_build_object('type', 'question_asked', 'postId', p_post_id));
  return v_id;
end $$;
