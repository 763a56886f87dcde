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

create function private.hold_account_alone(p_user_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_main_admin();
  perform pg_advisory_xact_lock(private.account_key(p.auth_id)) from public.profiles p where p.id = p_user_id;
end $$;
comment on function private.hold_account_alone is
  'Waits for all who write for a user, and lets nobody begin until the transaction ends.';

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

create or replace function public.submit_review(reviewed_user_id bigint, rating integer, comment text) returns bigint
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.submit_review(reviewed_user_id, rating, comment);
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

create or replace function public.delete_user(user_id bigint, username text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account_alone(user_id);
  select private.delete_user(user_id, username);
$$;

grant execute on function private.hold_account to authenticated, service_role;
grant execute on function private.hold_account_alone to authenticated;

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
