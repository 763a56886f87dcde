-- One order of locks for everybody: a profile, its posts, quotes and counters, each by their ids, then accounts, then the counts of the
-- marketplace. Who takes them otherwise could wait for somebody who waits for them, and one of the two would fail.

create function private.hold_counters(p_post_ids bigint[]) returns void
language sql volatile security definer set search_path = ''
as $$ select 1 from public.post_counters c where c.post_id = any (p_post_ids) order by c.post_id for no key update $$;
comment on function private.hold_counters is
  'Locks the counters of posts, for who changes those of several: row by row they would be taken in the order in which rows lie.';

-- Whoever deletes the post holds it and its counters, and waits for the like to be gone.
create or replace function private.set_post_like(p_post_id bigint, p_liked boolean) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  if not exists (select 1 from public.posts p where p.id = p_post_id
      and (not p.is_hidden or p.user_id = v_me or private.is_admin())) then
    perform private.refuse(404, 'not_found', 'Post not found');
  end if;
  perform private.consume_rate_limit('like', v_me::text);
  perform 1 from public.posts p where p.id = p_post_id for key share;
  if not found then
    perform private.refuse(404, 'not_found', 'Post not found');
  end if;
  perform private.hold_counters(array[p_post_id]);
  if p_liked then
    insert into public.post_likes (post_id, user_id) values (p_post_id, v_me) on conflict do nothing;
  else
    delete from public.post_likes l where l.post_id = p_post_id and l.user_id = v_me;
  end if;
  return (select c.likes from public.post_counters c where c.post_id = p_post_id);
end $$;

create or replace function private.copy_company_to_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.posts p where p.user_id = new.id order by p.id for no key update;
  update public.posts p set owner_company = new.company_name where p.user_id = new.id;
  return null;
end $$;

create or replace function private.lock_hidden_posts(p_post_ids bigint[]) returns bigint[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids bigint[];
begin
  perform private.require_admin();
  if coalesce(cardinality(p_post_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 posts');
  end if;
  -- In the order of ids, so that two admins with overlapping choices cannot wait for each other.
  perform 1 from public.posts p where p.id = any (p_post_ids) order by p.id for update;
  v_ids := array(select p.id from public.posts p where p.id = any (p_post_ids) and p.is_hidden order by p.id);
  if v_ids = '{}' then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
  perform private.hold_counters(v_ids);
  return v_ids;
end $$;

create or replace function private.hide_posts_of_user(p_user_id bigint, p_reason text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_account public.accounts;
  v_reason text;
  v_hidden integer;
begin
  -- Before the account: who deletes one of these posts has it, and counts it there.
  perform 1 from public.posts p where p.user_id = p_user_id and not p.is_hidden order by p.id for no key update;
  perform private.hold_counters(array(select p.id from public.posts p where p.user_id = p_user_id and not p.is_hidden));
  v_account := private.account_to_manage(p_user_id);
  v_reason := private.required_reason(p_reason);
  update public.posts p set is_hidden = true, hidden_by = v_me, hidden_reason = v_reason, hidden_at = now()
  where p.user_id = v_account.profile_id and not p.is_hidden;
  get diagnostics v_hidden = row_count;
  perform private.audit('hide_all_posts', 'user', p_user_id::text, null, jsonb_build_object('posts', v_hidden, 'reason', v_reason));
  return v_hidden;
end $$;

create or replace function private.delete_user(p_user_id bigint, p_username text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts;
  v_profile public.profiles;
  v_name text := 'deleted-' || p_user_id;
begin
  perform private.require_main_admin();
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

-- Who wrote while their account was deleted has waited for that here, and is nobody any more.
create or replace function private.count_posts_of_users() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_change record;
begin
  -- In the order of ids, so that two statements cannot wait for each other.
  for v_change in execute format('select c.user_id, count(*)::integer as posts from %s as c group by c.user_id order by 1',
      case tg_op when 'INSERT' then 'posts_after' else 'posts_before' end) loop
    update public.accounts a set post_count = a.post_count + case tg_op when 'INSERT' then v_change.posts else -v_change.posts end
    where a.profile_id = v_change.user_id and (tg_op = 'DELETE' or a.deleted_at is null);
    if tg_op = 'INSERT' and not found then
      perform private.refuse(401, 'unauthorized', 'Authentication required');
    end if;
  end loop;
  return null;
end $$;

create or replace function private.count_quotes_of_users() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_change record;
begin
  for v_change in execute format('select c.supplier_id, count(*)::integer as quotes from %s as c group by c.supplier_id order by 1',
      case tg_op when 'INSERT' then 'quotes_after' else 'quotes_before' end) loop
    update public.accounts a set quote_count = a.quote_count + case tg_op when 'INSERT' then v_change.quotes else -v_change.quotes end
    where a.profile_id = v_change.supplier_id and (tg_op = 'DELETE' or a.deleted_at is null);
    if tg_op = 'INSERT' and not found then
      perform private.refuse(401, 'unauthorized', 'Authentication required');
    end if;
  end loop;
  return null;
end $$;

-- So does who saves their profile meanwhile: what they typed would stand in the account that was to forget it.
create function private.refuse_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null and private.current_profile_id() is null then
    perform private.refuse(401, 'unauthorized', 'Authentication required');
  end if;
  return new;
end $$;
comment on function private.refuse_deleted is 'Refuses who was deleted while they waited for the row that they write.';
create trigger b_refuse_deleted before update of avatar_path, country, company_name, bio on public.profiles
  for each row execute function private.refuse_deleted();
create trigger b_refuse_deleted before update of first_name, last_name, phone_number, address, organization, tax_code, locale on public.accounts
  for each row execute function private.refuse_deleted();
