-- Managing users: roles, suspension, deletion, and the notes of admins.

-- There is always somebody who can give roles, whoever changes the table and how.
create function private.keep_a_main_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- One after the other: two main admins who end each other's role at the same moment both see the other still there.
  perform pg_advisory_xact_lock(hashtext('private.keep_a_main_admin'));
  if not exists (select 1 from public.accounts a where a.role = 'main_admin' and a.deleted_at is null) then
    perform private.refuse(409, 'conflict', 'The last main admin cannot be changed');
  end if;
  return null;
end $$;
create trigger keep_a_main_admin_by_role after update of role, deleted_at on public.accounts
  for each row when (old.role = 'main_admin' and old.deleted_at is null and (new.role <> 'main_admin' or new.deleted_at is not null))
  execute function private.keep_a_main_admin();

-- The first main admin: whoever runs the installation names a registered person, once. Afterwards main admins give the role.
create function private.appoint_main_admin(p_email text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts;
begin
  perform pg_advisory_xact_lock(hashtext('private.keep_a_main_admin'));
  if exists (select 1 from public.accounts a where a.role = 'main_admin' and a.deleted_at is null) then
    perform private.refuse(409, 'conflict', 'There is a main admin already. Main admins give the role on the page, under Users.');
  end if;
  select * into v_account from public.accounts a where lower(a.email) = lower(p_email) and a.deleted_at is null for update;
  if v_account.profile_id is null then
    perform private.refuse(404, 'not_found', 'Nobody has registered with this address');
  elsif v_account.email_confirmed_at is null then
    perform private.refuse(409, 'conflict', 'This address is not confirmed yet');
  elsif v_account.suspended_until > now() then
    perform private.refuse(409, 'conflict', 'This account is suspended');
  end if;
  update public.accounts a set role = 'main_admin' where a.profile_id = v_account.profile_id;
  perform private.audit('appoint_main_admin', 'user', v_account.profile_id::text,
    jsonb_build_object('role', v_account.role), jsonb_build_object('role', 'main_admin'));
  return (select p.username from public.profiles p where p.id = v_account.profile_id);
end $$;
comment on function private.appoint_main_admin is
  'Makes the person with this confirmed address the first main admin and answers the username; refused where there is one already.';

create function public.appoint_main_admin(email text) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.appoint_main_admin(email) $$;
comment on function public.appoint_main_admin is 'For holders of the secret key only: makes the person with this confirmed address the first main admin.';
grant execute on function private.appoint_main_admin, public.appoint_main_admin to service_role;

create function private.account_to_manage(p_user_id bigint) returns public.accounts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_account public.accounts;
begin
  -- The caller's own row too, and in the order of ids: of two admins who act on one account, or on each other, the second sees
  -- what the first did.
  perform 1 from public.accounts a where a.profile_id in (p_user_id, v_me) order by a.profile_id for update;
  perform private.require_admin();
  select * into v_account from public.accounts a where a.profile_id = p_user_id;
  if v_account.profile_id is null then
    perform private.refuse(404, 'not_found', 'User not found');
  elsif v_account.profile_id = v_me or v_account.role = 'main_admin' or v_account.deleted_at is not null then
    perform private.refuse(409, 'conflict', 'You cannot change this account');
  end if;
  return v_account;
end $$;
comment on function private.account_to_manage is
  'Locks an account that the calling admin may change; PT409 for their own, main admins and deleted accounts.';

create function private.required_reason(p_reason text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if private.is_blank(p_reason) then
    perform private.refuse(400, 'invalid_input', 'Reason is required', '{"path": "reason"}');
  elsif char_length(btrim(p_reason)) > 500 then
    perform private.refuse(400, 'invalid_input', 'Reason too long', '{"path": "reason"}');
  end if;
  return btrim(p_reason);
end $$;

create function private.verify_user_email(p_user_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts := private.account_to_manage(p_user_id);
begin
  if v_account.email_confirmed_at is not null then
    perform private.refuse(409, 'conflict', 'This email is already verified');
  end if;
  update auth.users u set email_confirmed_at = now()
  from public.profiles p where p.id = p_user_id and u.id = p.auth_id;
  perform private.audit('verify_email', 'user', p_user_id::text, '{"verified": false}', '{"verified": true}');
end $$;

create function private.note_reset_link(p_user_id bigint) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts := private.account_to_manage(p_user_id);
begin
  perform private.consume_rate_limit('forgot_password', lower(v_account.email));
  perform private.audit('send_reset_link', 'user', p_user_id::text, null, null);
  return v_account.email;
end $$;

create function private.suspend_user(p_user_id bigint, p_reason text, p_days integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts := private.account_to_manage(p_user_id);
  v_reason text := private.required_reason(p_reason);
  v_until timestamptz := case when p_days is null then 'infinity' else now() + make_interval(days => p_days) end;
begin
  if p_days not in (1, 7, 14, 30) then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "days"}');
  elsif v_account.suspended_until > now() then
    perform private.refuse(409, 'conflict', 'This account is already suspended');
  end if;
  update public.accounts a set suspended_until = v_until, suspension_reason = v_reason where a.profile_id = p_user_id;
  perform private.queue_mail(p_user_id, 'account_suspended',
    jsonb_build_object('reason', v_reason, 'until', case when p_days is not null then to_jsonb(v_until) end));
  perform private.audit('suspend_user', 'user', p_user_id::text, null,
    jsonb_build_object('until', case when p_days is null then '"permanent"' else to_jsonb(v_until) end, 'reason', v_reason));
end $$;

create function private.lift_suspension(p_user_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts := private.account_to_manage(p_user_id);
begin
  if v_account.suspended_until is null or v_account.suspended_until <= now() then
    perform private.refuse(409, 'conflict', 'This account is not suspended');
  end if;
  update public.accounts a set suspended_until = null, suspension_reason = null where a.profile_id = p_user_id;
  perform private.audit('lift_suspension', 'user', p_user_id::text,
    jsonb_build_object('until', case when v_account.suspended_until = 'infinity' then '"permanent"' else to_jsonb(v_account.suspended_until) end,
      'reason', v_account.suspension_reason), null);
end $$;

create function private.change_user_role(p_user_id bigint, p_role text, p_expected text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts;
begin
  perform private.require_main_admin();
  v_account := private.account_to_manage(p_user_id);
  -- Again behind the lock, as account_to_manage() asks for an admin again.
  perform private.require_main_admin();
  if p_role is null or p_role not in ('user', 'admin', 'main_admin') then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "role"}');
  elsif v_account.role is distinct from p_expected then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this account. Please look again.');
  elsif v_account.role = p_role then
    return;
  end if;
  update public.accounts a set role = p_role where a.profile_id = p_user_id;
  perform private.audit('change_role', 'user', p_user_id::text, jsonb_build_object('role', v_account.role), jsonb_build_object('role', p_role));
end $$;

create function private.hide_posts_of_user(p_user_id bigint, p_reason text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts := private.account_to_manage(p_user_id);
  v_me bigint := private.current_profile_id();
  v_reason text := private.required_reason(p_reason);
  v_hidden integer;
begin
  update public.posts p set is_hidden = true, hidden_by = v_me, hidden_reason = v_reason, hidden_at = now()
  where p.user_id = v_account.profile_id and not p.is_hidden;
  get diagnostics v_hidden = row_count;
  perform private.audit('hide_all_posts', 'user', p_user_id::text, null, jsonb_build_object('posts', v_hidden, 'reason', v_reason));
  return v_hidden;
end $$;

create function private.delete_user(p_user_id bigint, p_username text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts;
  v_profile public.profiles;
  v_name text := 'deleted-' || p_user_id;
begin
  perform private.require_main_admin();
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

create function public.verify_user_email(user_id bigint) returns void
language sql volatile security invoker set search_path = '' as $$ select private.verify_user_email(user_id) $$;
comment on function public.verify_user_email is 'For admins: takes the address of a user as verified.';
create function public.note_reset_link(user_id bigint) returns text
language sql volatile security invoker set search_path = '' as $$ select private.note_reset_link(user_id) $$;
comment on function public.note_reset_link is
  'For admins: logs that a reset link is sent to a user and answers the address; Auth sends it when asked as anybody may ask.';
create function public.suspend_user(user_id bigint, reason text, days integer default null) returns void
language sql volatile security invoker set search_path = '' as $$ select private.suspend_user(user_id, reason, days) $$;
comment on function public.suspend_user is 'For admins: suspends a user for 1, 7, 14 or 30 days, without days for good, and mails them the reason.';
create function public.lift_suspension(user_id bigint) returns void
language sql volatile security invoker set search_path = '' as $$ select private.lift_suspension(user_id) $$;
comment on function public.lift_suspension is 'For admins: ends a suspension before its time.';
create function public.change_user_role(user_id bigint, role text, expected text) returns void
language sql volatile security invoker set search_path = '' as $$ select private.change_user_role(user_id, role, expected) $$;
comment on function public.change_user_role is
  'For main admins: gives a user a role, unless it is no longer the expected one because another admin was faster (PT409).';
create function public.hide_posts_of_user(user_id bigint, reason text) returns integer
language sql volatile security invoker set search_path = '' as $$ select private.hide_posts_of_user(user_id, reason) $$;
comment on function public.hide_posts_of_user is 'For admins: hides every visible post of a user and answers how many.';
create function public.delete_user(user_id bigint, username text) returns void
language sql volatile security invoker set search_path = '' as $$ select private.delete_user(user_id, username) $$;
comment on function public.delete_user is
  'For main admins: deletes a user whose name was typed. Posts and files go; quotes, messages and reviews stay with their readers, without the name.';

grant execute on function private.verify_user_email, private.note_reset_link, private.suspend_user,
  private.lift_suspension, private.change_user_role, private.hide_posts_of_user, private.delete_user,
  public.verify_user_email, public.note_reset_link, public.suspend_user, public.lift_suspension,
  public.change_user_role, public.hide_posts_of_user, public.delete_user to authenticated;

-- Users: notes of the admins, and what a user sent -----------------------------------------------------------------------

create table public.account_notes (
  id bigint generated always as identity primary key,
  profile_id bigint not null references public.profiles (id) on delete cascade,
  author_id bigint default private.current_profile_id() references public.profiles (id) on delete set null,
  note text not null,
  created_at timestamptz not null default now(),
  constraint account_notes_note_length check (char_length(note) <= 2000 and not private.is_blank(note))
);
comment on table public.account_notes is 'What admins write about a user for each other.';
create index account_notes_profile_idx on public.account_notes (profile_id, id desc);
create index account_notes_author_idx on public.account_notes (author_id);

revoke all on table public.account_notes from anon, authenticated, service_role;
grant select on table public.account_notes to authenticated;
grant insert (profile_id, note) on table public.account_notes to authenticated;

alter table public.account_notes enable row level security;
create trigger a_refuse_suspended before insert or update or delete on public.account_notes for each statement execute function private.refuse_suspended();

create policy "admins read notes" on public.account_notes for select to authenticated using ((select private.is_admin()));
create policy "admins write notes" on public.account_notes for insert to authenticated
  with check ((select private.is_admin()) and author_id = (select private.current_profile_id()));

create function private.audit_account_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit('add_note', 'user', new.profile_id::text, null, jsonb_build_object('note', new.note));
  return null;
end $$;
create trigger audit_account_note after insert on public.account_notes for each row execute function private.audit_account_note();

-- What a quote offers is between its two parties (docs/decisions.md#quotes-are-read-by-their-two-parties); an admin sees that there was one.
create function private.list_quotes_of_user(p_user_id bigint) returns table (quote_id bigint, post_id bigint, post_title text, created_at timestamptz)
language plpgsql stable rows 5 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select q.id, q.post_id, q.post_title, q.created_at from public.quotes q
    where q.supplier_id = p_user_id order by q.id desc limit 5;
end $$;
create function public.list_quotes_of_user(user_id bigint)
returns table (quote_id bigint, post_id bigint, post_title text, created_at timestamptz)
language sql stable rows 5 security invoker set search_path = '' as $$ select * from private.list_quotes_of_user(user_id) $$;
comment on function public.list_quotes_of_user is 'For admins: the five newest quotes of a user, without what they offer.';
grant execute on function private.list_quotes_of_user, public.list_quotes_of_user to authenticated;
