-- Deletion of users.
--
-- Somebody who has traded for years has more than one statement can delete, and the embedded database serves nobody else
-- meanwhile. So a call deletes a part as long as there is more than that, and the account with the last one.

create function private.deletion_part() returns integer
language sql immutable set search_path = '' as $$ select 500 $$;
comment on function private.deletion_part is 'How many posts with their quotes, or else quotes, one call of delete_user() deletes or changes at most.';

-- Counters are read once for all: a user can have tens of thousands of posts.
create function private.posts_to_delete(p_user_id bigint) returns bigint[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select w.id
    from (
      select p.id, row_number() over newest_first as n, sum(1 + coalesce(c.quotes, 0)) over newest_first as work
      from public.posts p left join public.post_counters c on c.post_id = p.id where p.user_id = p_user_id
      window newest_first as (order by p.id desc)) as w
    where w.n = 1 or w.work <= private.deletion_part() order by w.id)
$$;
comment on function private.posts_to_delete is 'The newest posts of a user, as many as one call deletes: at least one, however many quotes it has.';

create function private.names_in_quotes() returns text[]
language sql immutable set search_path = ''
as $$ select array['contact_address', 'images', 'account_type', 'organization_name', 'tax_code', 'attachments'] $$;
comment on function private.names_in_quotes is
  'What names the person, in a quote and in its history. The rest is the agreement, which stays with the other side.';

create function private.quotes_to_end(p_user_id bigint, p_limit integer) returns bigint[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select q.id from public.quotes q
    where q.supplier_id = p_user_id and (private.is_undecided(q)
        or num_nonnulls(q.contact_address, q.organization_name, q.tax_code) > 0 or q.images <> '{}' or q.account_type <> 'individual'
        or exists (select 1 from public.quote_attachments t where t.quote_id = q.id)
        or exists (select 1 from public.quote_events e
          where e.quote_id = q.id and (e.before ?| private.names_in_quotes() or e.after ?| private.names_in_quotes())))
      or q.post_owner_id = p_user_id and q.post_id is null and q.quoted_request ? 'delivery_address'
    order by q.id limit p_limit)
$$;
comment on function private.quotes_to_end is
  'Quotes of a user that are undecided or name the person, and deals on deleted requests of theirs, which keep the address; without a limit all of them.';

-- Nobody can be held to the quote of a deleted user, nor decide on it.
create function private.end_quotes(p_user_id bigint, p_quote_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.set_quote_status(q, p_user_id, 'withdraw', 'withdrawn', (private.reasons_of_the_rules())[4])
  from (
    select q from public.quotes q
    where q.id = any (p_quote_ids) and q.supplier_id = p_user_id and private.is_undecided(q) order by q.id) as undecided;
  update public.quotes q set contact_address = null, account_type = 'individual', tax_code = null
  where q.id = any (p_quote_ids) and q.supplier_id = p_user_id
    and (num_nonnulls(q.contact_address, q.tax_code) > 0 or q.account_type <> 'individual');
  -- Files carry names, stamps and bank accounts. The job `uploads` removes what no row names.
  update public.quotes q set images = '{}', organization_name = null
  where q.id = any (p_quote_ids) and q.supplier_id = p_user_id and (q.organization_name is not null or q.images <> '{}');
  delete from public.quote_attachments t using public.quotes q
  where t.quote_id = any (p_quote_ids) and q.id = t.quote_id and q.supplier_id = p_user_id;
  update public.quote_events e set before = e.before - private.names_in_quotes(), after = e.after - private.names_in_quotes()
  from public.quotes q
  where e.quote_id = any (p_quote_ids) and e.before is not null and q.id = e.quote_id and q.supplier_id = p_user_id;
  update public.quotes q set quoted_request = q.quoted_request - 'delivery_address'
  where q.id = any (p_quote_ids) and q.post_owner_id = p_user_id;
end $$;
comment on function private.end_quotes is
  'Withdraws those of these quotes that are undecided, and takes out of them, and out of deals of the user, what names the person.';

create function private.user_to_delete(p_user_id bigint, p_username text) returns public.accounts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts := private.account_to_manage(p_user_id);
begin
  perform private.require_main_admin();
  if not exists (select 1 from public.profiles p where p.id = p_user_id and p.username = p_username) then
    perform private.refuse(400, 'invalid_input', 'Type the username to confirm', '{"path": "username"}');
  end if;
  return v_account;
end $$;
comment on function private.user_to_delete is 'Locks an account that the calling main admin may delete, whose username was typed.';

create function private.delete_part_of_user(p_user_id bigint, p_username text, p_post_ids bigint[], p_quote_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason constant text := (private.reasons_of_the_rules())[4];
  v_account public.accounts;
begin
  perform 1 from public.posts p
  where p.id = any (p_post_ids) or p.id in (select q.post_id from public.quotes q where q.id = any (p_quote_ids)) order by p.id for update;
  perform 1 from public.quotes q where q.id = any (p_quote_ids) or q.post_id = any (p_post_ids) order by q.id for update;
  perform private.hold_counters(p_post_ids);
  perform 1 from public.post_questions k where k.post_id = any (p_post_ids) order by k.id for update;
  perform private.hold_digests(array(select q.supplier_id from public.quotes q where q.post_id = any (p_post_ids)));
  v_account := private.user_to_delete(p_user_id, p_username);
  -- Nothing is begun between the parts, also where the last one does not come.
  if v_account.suspended_until is distinct from 'infinity' then
    update public.accounts a set suspended_until = 'infinity', suspension_reason = v_reason, suspended_at = now()
    where a.profile_id = p_user_id;
    perform private.audit('suspend_user', 'user', p_user_id::text, null, jsonb_build_object('until', 'permanent', 'reason', v_reason));
  end if;
  delete from public.posts p where p.id = any (p_post_ids);
  perform private.end_quotes(p_user_id, p_quote_ids);
end $$;
comment on function private.delete_part_of_user is 'Deletes these posts of a user and ends these quotes; suspends the user for good, until the rest is deleted.';

-- Locks questions too, because the deletion of a post locks its questions before the account that counts the post.
create function private.delete_user(p_user_id bigint, p_username text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_posts bigint[];
  v_quotes bigint[];
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
  v_posts := private.posts_to_delete(p_user_id);
  if exists (select 1 from public.posts p where p.user_id = p_user_id and p.id <> all (v_posts)) then
    perform private.delete_part_of_user(p_user_id, p_username, v_posts, '{}');
    return false;
  end if;
  v_quotes := private.quotes_to_end(p_user_id, private.deletion_part());
  if cardinality(v_quotes) = private.deletion_part() then
    perform private.delete_part_of_user(p_user_id, p_username, '{}', v_quotes);
    return false;
  end if;
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
  v_account := private.user_to_delete(p_user_id, p_username);
  select * into v_profile from public.profiles p where p.id = p_user_id;
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
  perform private.end_quotes(p_user_id, private.quotes_to_end(p_user_id, null));
  delete from public.message_attachments t using public.messages m where m.id = t.message_id and m.sender_id = p_user_id;
  delete from public.content_hits h where h.user_id = p_user_id;
  -- What a registration wrote was nobody's yet.
  delete from public.content_hits h where h.user_id is null and h.entity = 'profile' and h.entity_id = p_user_id;
  -- What was masked stays so.
  delete from private.masked_texts m where m.user_id = p_user_id;
  delete from private.moderation_changes m where m.user_id = p_user_id;
  delete from private.mail_secrets s where s.name = 'unsubscribe ' || p_user_id;
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
  return true;
end $$;

create function public.delete_user(user_id bigint, username text) returns boolean
language sql volatile security invoker set search_path = '' as $$ select private.delete_user(user_id, username) $$;
comment on function public.delete_user is
  'For main admins: deletes a user whose name was typed. Posts and files go; quotes, messages and reviews stay with their readers, without the name. Answers false after a part, which suspends a user with thousands of posts or quotes: repeated until it answers true.';
grant execute on function private.delete_user, public.delete_user to authenticated;
