-- Administration: the audit log, and what admins may do to accounts and hidden posts (B15, B16, B20).

-- Audit log ----------------------------------------------------------------------------------------------------------

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id bigint,
  actor_username text,
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  constraint audit_log_action_length check (char_length(action) between 1 and 60),
  constraint audit_log_entity_length check (char_length(entity) between 1 and 60),
  constraint audit_log_entity_id_length check (char_length(entity_id) <= 200)
);
comment on table public.audit_log is
  'Every act of an admin: who, what, when, before and after. Rows are added by the database and never change (B15).';
comment on column public.audit_log.actor_id is
  'Id of the profile; no foreign key, because the log outlives accounts. Null for what no person did.';
comment on column public.audit_log.actor_username is 'Name of the actor at that time.';
create index audit_log_actor_idx on public.audit_log (actor_username, id desc);
create index audit_log_action_idx on public.audit_log (action, id desc);
create index audit_log_entity_idx on public.audit_log (entity_id, id desc);
create index audit_log_created_idx on public.audit_log (created_at);

revoke all on table public.audit_log from anon, authenticated, service_role;
grant select on table public.audit_log to authenticated;

alter table public.audit_log enable row level security;
create policy "admins read the audit log" on public.audit_log for select to authenticated using ((select private.is_admin()));

-- Not a matter of rights alone: what runs with the rights of the owner, such as a function with a mistake, is refused too.
create function private.refuse_audit_log_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '42501', message = 'The audit log cannot be changed';
end $$;
create trigger audit_log_is_append_only before update or truncate on public.audit_log
  for each statement execute function private.refuse_audit_log_change();
-- What is older than that has had its time (B7); nobody but housekeeping has the right to remove it.
create trigger audit_log_is_kept_two_years before delete on public.audit_log
  for each row when (old.created_at > now() - interval '2 years') execute function private.refuse_audit_log_change();

create function private.audit(p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_username, action, entity, entity_id, before, after)
  select me.id, (select p.username from public.profiles p where p.id = me.id), p_action, p_entity, p_entity_id, p_before, p_after
  from (select private.current_profile_id() as id) as me
$$;
comment on function private.audit(text, text, text, jsonb, jsonb) is
  'Writes what the caller did to the audit log, for rules of the database only: audit(''suspend_user'', ''user'', id, before, after). Leave secrets out.';

-- A session begins at whatever door somebody comes in: password, provider, or a link of a mail. Renewing its token makes none.
create function private.audit_sign_in() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.audit_log (actor_id, actor_username, action, entity, entity_id)
  select p.id, p.username, 'sign_in', 'user', p.id::text
  from public.profiles p join public.accounts a on a.profile_id = p.id
  where p.auth_id = new.user_id and a.role <> 'user';
  return null;
end $$;
create trigger audit_sign_in after insert on auth.sessions for each row execute function private.audit_sign_in();

create function private.require_admin() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', 'You are not allowed to do this');
  end if;
  return v_me;
end $$;
comment on function private.require_admin() is 'Public id of the calling admin; PT401 for a visitor, PT403 for everybody else.';

create function private.audit_actions() returns setof text
language plpgsql stable rows 40 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- From one action to the next along the index: a few steps, however long the log is.
  return query
    with recursive actions (action) as (
      (select a.action from public.audit_log a order by a.action limit 1)
      union all
      select (select a.action from public.audit_log a where a.action > actions.action order by a.action limit 1)
      from actions where actions.action is not null)
    select actions.action from actions where actions.action is not null;
end $$;

create function public.audit_actions() returns setof text
language sql stable rows 40 security invoker set search_path = ''
as $$ select * from private.audit_actions() $$;
comment on function public.audit_actions() is 'For admins: every action that the audit log holds, to filter by.';
grant execute on function private.audit_actions(), public.audit_actions() to authenticated;

-- Moderation in the log: whichever way an admin hides, shows or deletes a post of somebody else ------------------------

create function private.audit_moderation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
begin
  if v_me is null or v_me = new.user_id then
    return null;
  end if;
  perform private.audit(
    case when not new.is_hidden then 'unhide_post' when old.is_hidden and old.hidden_by = new.hidden_by then 'edit_hide_reason' else 'hide_post' end,
    'post', new.id::text,
    jsonb_build_object('title', old.title, 'hidden', old.is_hidden, 'reason', old.hidden_reason),
    jsonb_build_object('title', new.title, 'hidden', new.is_hidden, 'reason', new.hidden_reason));
  return null;
end $$;
create trigger audit_moderation after update of is_hidden, hidden_by, hidden_reason on public.posts
  for each row when ((old.is_hidden, old.hidden_by, old.hidden_reason) is distinct from (new.is_hidden, new.hidden_by, new.hidden_reason))
  execute function private.audit_moderation();

-- Suspension -----------------------------------------------------------------------------------------------------------
--
-- A suspended user signs in and reads as before, but every table that people write refuses his writes, whether they come
-- through a policy or a function. It ends by itself: nobody has to run anything.

create function private.assert_not_suspended() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account public.accounts;
begin
  select a.* into v_account from public.accounts a
  where a.profile_id = private.current_profile_id() and a.suspended_until > now();
  if found then
    perform private.refuse(403, 'account_suspended', format('Your account is suspended%s. Reason: %s',
      case when v_account.suspended_until <> 'infinity' then to_char(v_account.suspended_until at time zone 'utc', '" until "Mon FMDD, YYYY') end,
      v_account.suspension_reason));
  end if;
end $$;
comment on function private.assert_not_suspended() is 'PT403 with the reason and the end when the caller is suspended.';

create function private.refuse_suspended() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.assert_not_suspended();
  return null;
end $$;
comment on function private.refuse_suspended() is 'Trigger of every table that people write: suspended users may not.';

create trigger a_refuse_suspended before insert or update of avatar_path, country, company_name, bio or delete on public.profiles
  for each statement execute function private.refuse_suspended();
-- New terms may be accepted.
create trigger a_refuse_suspended before insert or update of first_name, last_name, phone_number, address, organization, tax_code
  or delete on public.accounts for each statement execute function private.refuse_suspended();
create trigger a_refuse_suspended before insert or update or delete on public.posts for each statement execute function private.refuse_suspended();
create trigger a_refuse_suspended before insert or update or delete on public.post_likes for each statement execute function private.refuse_suspended();
create trigger a_refuse_suspended before insert or update or delete on public.quotes for each statement execute function private.refuse_suspended();
create trigger a_refuse_suspended before insert or update or delete on public.reviews for each statement execute function private.refuse_suspended();
create trigger a_refuse_suspended before insert or update or delete on public.news_items for each statement execute function private.refuse_suspended();
-- Reading a message marks it, which is no writing.
create trigger a_refuse_suspended before insert or update of content, deleted_at or delete on public.messages
  for each statement execute function private.refuse_suspended();

-- Users: how many posts and quotes each has, so that the list can be sorted by them -------------------------------------

create function private.count_posts_of_users() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_change record;
begin
  -- In the order of ids, so that two statements cannot wait for each other.
  for v_change in execute format('select c.user_id, count(*)::integer as posts from %s as c group by c.user_id order by 1',
      case tg_op when 'INSERT' then 'posts_after' else 'posts_before' end) loop
    update public.accounts a set post_count = a.post_count + case tg_op when 'INSERT' then v_change.posts else -v_change.posts end
    where a.profile_id = v_change.user_id;
  end loop;
  return null;
end $$;
create trigger count_new_posts_of_users after insert on public.posts
  referencing new table as posts_after for each statement execute function private.count_posts_of_users();
create trigger count_deleted_posts_of_users after delete on public.posts
  referencing old table as posts_before for each statement execute function private.count_posts_of_users();

create function private.count_quotes_of_users() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_change record;
begin
  for v_change in execute format('select c.supplier_id, count(*)::integer as quotes from %s as c group by c.supplier_id order by 1',
      case tg_op when 'INSERT' then 'quotes_after' else 'quotes_before' end) loop
    update public.accounts a set quote_count = a.quote_count + case tg_op when 'INSERT' then v_change.quotes else -v_change.quotes end
    where a.profile_id = v_change.supplier_id;
  end loop;
  return null;
end $$;
create trigger count_new_quotes_of_users after insert on public.quotes
  referencing new table as quotes_after for each statement execute function private.count_quotes_of_users();
create trigger count_deleted_quotes_of_users after delete on public.quotes
  referencing old table as quotes_before for each statement execute function private.count_quotes_of_users();

-- What an admin looks for among 100,000 users: part of a name, address, company or tax code.
create index profiles_words_idx on public.profiles
  using gin (private.fold(username || ' ' || coalesce(company_name, '')) extensions.gin_trgm_ops);
create index accounts_words_idx on public.accounts
  using gin (private.fold(email || ' ' || coalesce(organization, '') || ' ' || coalesce(tax_code, '')) extensions.gin_trgm_ops);
create index profiles_country_idx on public.profiles (country, id desc);
create index profiles_rating_idx on public.profiles (rating_average desc nulls last, id desc);
create index accounts_created_idx on public.accounts (created_at);
create index accounts_last_seen_idx on public.accounts (last_seen_at desc nulls last, profile_id desc);
create index accounts_posts_idx on public.accounts (post_count desc, profile_id desc);
create index accounts_quotes_idx on public.accounts (quote_count desc, profile_id desc);
create index accounts_staff_idx on public.accounts (role, profile_id desc) where role <> 'user';
create index accounts_unverified_idx on public.accounts (profile_id desc) where email_confirmed_at is null;
create index accounts_suspended_idx on public.accounts (suspended_until) where suspended_until is not null;
create index accounts_deleted_idx on public.accounts (profile_id desc) where deleted_at is not null;

create function private.user_condition(p_search text, p_role text, p_status text, p_verified boolean, p_account_type text, p_country text,
  p_since timestamptz, p_before timestamptz) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    -- Two questions to two indexes. Of fewer than three letters only the beginning of a word counts.
    case when not private.is_blank(p_search) then $c$a.profile_id = any (array(
      select w.id from public.profiles w where private.fold(w.username || ' ' || coalesce(w.company_name, '')) like any ($1)
      union
      select w.profile_id from public.accounts w
      where private.fold(w.email || ' ' || coalesce(w.organization, '') || ' ' || coalesce(w.tax_code, '')) like any ($1)))$c$ end,
    case when p_role is not null then 'a.role = $2' end,
    case p_status
      when 'deleted' then 'a.deleted_at is not null'
      when 'suspended' then 'a.deleted_at is null and a.suspended_until > now()'
      when 'unverified' then 'a.deleted_at is null and (a.suspended_until is null or a.suspended_until <= now()) and a.email_confirmed_at is null'
      when 'active' then 'a.deleted_at is null and (a.suspended_until is null or a.suspended_until <= now()) and a.email_confirmed_at is not null' end,
    case when p_verified then 'a.email_confirmed_at is not null' when not p_verified then 'a.email_confirmed_at is null' end,
    case p_account_type
      when 'organization' then 'not private.is_blank(a.organization) and not private.is_blank(a.tax_code)'
      when 'individual' then '(private.is_blank(a.organization) or private.is_blank(a.tax_code))' end,
    case when p_country is not null then 'p.country = $3' end,
    case when p_since is not null then 'a.created_at >= $4' end,
    case when p_before is not null then 'a.created_at < $5' end)
$$;
comment on function private.user_condition(text, text, text, boolean, text, text, timestamptz, timestamptz) is
  'SQL condition on accounts a and profiles p with $1 patterns, $2 role, $3 country, $4 and $5 times of registration.';

create function private.user_patterns(p_search text) returns text[]
language sql stable set search_path = ''
as $$
  select case when char_length(w.word) >= 3 then array['%' || w.word || '%'] else array[w.word || '%', '% ' || w.word || '%'] end
  from (select regexp_replace(private.fold(btrim(left(p_search, 100))), '([\\%_])', '\\\1', 'g') as word) as w
$$;

-- One row is said to come, so that a plan that joins others to these goes through them one by one and keeps their order.
create function private.list_users(p_search text, p_role text, p_status text, p_verified boolean, p_account_type text, p_country text,
  p_since timestamptz, p_before timestamptz, p_sort text, p_direction text, p_page integer, p_page_size integer) returns setof public.accounts
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 500);
  v_direction text := case when p_direction = 'asc' then 'asc' else 'desc' end;
begin
  perform private.require_admin();
  -- More than a page shows is taken away in a file.
  if v_size > 100 then
    perform private.audit('export_users', 'user', null, null, jsonb_strip_nulls(jsonb_build_object('search', nullif(btrim(p_search), ''),
      'role', p_role, 'status', p_status, 'verified', p_verified, 'accountType', p_account_type, 'country', p_country,
      'since', p_since, 'before', p_before, 'page', greatest(coalesce(p_page, 1), 1), 'pageSize', v_size)));
  end if;
  return query execute format(
    'select a.* from public.accounts a join public.profiles p on p.id = a.profile_id where %s order by %s %s %s, a.profile_id %s offset $6 limit $7',
    private.user_condition(p_search, p_role, p_status, p_verified, p_account_type, p_country, p_since, p_before),
    case p_sort when 'username' then 'lower(p.username)' when 'posts' then 'a.post_count' when 'quotes' then 'a.quote_count'
      when 'rating' then 'p.rating_average' when 'lastSeen' then 'a.last_seen_at' else 'a.profile_id' end,
    v_direction,
    case when p_sort in ('rating', 'lastSeen') then case v_direction when 'asc' then 'nulls first' else 'nulls last' end end,
    v_direction)
    using private.user_patterns(p_search), p_role, p_country, p_since, p_before,
      (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size, v_size;
end $$;

create function private.count_users(p_search text, p_role text, p_status text, p_verified boolean, p_account_type text, p_country text,
  p_since timestamptz, p_before timestamptz) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_condition text := private.user_condition(p_search, p_role, p_status, p_verified, p_account_type, p_country, p_since, p_before);
  v_count bigint;
begin
  perform private.require_admin();
  if v_condition = 'true' then
    return (select count(*) from public.accounts);
  end if;
  -- 10,001 stands for "more than 10,000": nobody pages so far, and counting to the end would cost more than the page.
  execute format('select count(*) from (select 1 from public.accounts a join public.profiles p on p.id = a.profile_id where %s limit 10001) as c',
      v_condition)
    into v_count using private.user_patterns(p_search), p_role, p_country, p_since, p_before;
  return v_count;
end $$;

create function public.list_users(search text default null, role text default null, status text default null, verified boolean default null,
  account_type text default null, country text default null, since timestamptz default null, before timestamptz default null,
  sort text default 'registered', direction text default 'desc', page integer default 1, page_size integer default 20)
returns setof public.accounts
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.list_users($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) $$;
comment on function public.list_users(text, text, text, boolean, text, text, timestamptz, timestamptz, text, text, integer, integer) is
  'For admins: one page of the users (B16), sorted by registered, username, posts, quotes, rating or lastSeen. Pages of more than 100 are an export, which is in the audit log.';

create function public.count_users(search text default null, role text default null, status text default null, verified boolean default null,
  account_type text default null, country text default null, since timestamptz default null, before timestamptz default null)
returns bigint
language sql stable security invoker set search_path = ''
as $$ select private.count_users($1, $2, $3, $4, $5, $6, $7, $8) $$;
comment on function public.count_users(text, text, text, boolean, text, text, timestamptz, timestamptz) is
  'For admins: how many users list_users() would list; with a filter 10001 stands for "more than 10,000".';

grant execute on function
  private.list_users(text, text, text, boolean, text, text, timestamptz, timestamptz, text, text, integer, integer),
  private.count_users(text, text, text, boolean, text, text, timestamptz, timestamptz),
  public.list_users(text, text, text, boolean, text, text, timestamptz, timestamptz, text, text, integer, integer),
  public.count_users(text, text, text, boolean, text, text, timestamptz, timestamptz) to authenticated;

-- Users: what admins do to an account ------------------------------------------------------------------------------------

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
comment on function private.appoint_main_admin(text) is
  'Makes the person with this confirmed address the first main admin and answers the username; refused where there is one already.';

create function public.appoint_main_admin(email text) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.appoint_main_admin($1) $$;
comment on function public.appoint_main_admin(text) is 'For who holds the secret key only: see private.appoint_main_admin().';
grant execute on function private.appoint_main_admin(text), public.appoint_main_admin(text) to service_role;

create function private.account_to_manage(p_user_id bigint) returns public.accounts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_account public.accounts;
begin
  -- His own row too, and in the order of ids: of two admins who act on one account, or on each other, the second sees what
  -- the first did.
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
comment on function private.account_to_manage(bigint) is
  'Locks an account that the calling admin may change; PT409 for himself, main admins and deleted accounts (B16).';

create function private.require_main_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
begin
  if not exists (select 1 from public.accounts a where a.profile_id = v_me and a.role = 'main_admin') then
    perform private.refuse(403, 'forbidden', 'Only a main admin may do this');
  end if;
end $$;

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
  -- What was agreed stays with the other side: the terms of quotes and the text of messages. Files go: they carry names, stamps and
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

  -- Nobody can sign in as him any more, and his address is free for a new registration.
  delete from auth.identities i where i.user_id = v_profile.auth_id;
  delete from auth.sessions s where s.user_id = v_profile.auth_id;
  update auth.users u set email = format('deleted-%s@deleted.invalid', p_user_id), raw_user_meta_data = '{}',
    encrypted_password = extensions.crypt(gen_random_uuid()::text, extensions.gen_salt('bf')), banned_until = '9999-12-31'
  where u.id = v_profile.auth_id;
  -- Neither what waited for him nor the news of this change goes out.
  delete from private.mail_outbox o
  where o.status = 'queued' and (o.user_id = p_user_id or o.recipient in (v_account.email, format('deleted-%s@deleted.invalid', p_user_id)));
end $$;

create function public.verify_user_email(user_id bigint) returns void
language sql volatile security invoker set search_path = '' as $$ select private.verify_user_email($1) $$;
comment on function public.verify_user_email(bigint) is 'For admins: takes the address of a user as verified.';
create function public.note_reset_link(user_id bigint) returns text
language sql volatile security invoker set search_path = '' as $$ select private.note_reset_link($1) $$;
comment on function public.note_reset_link(bigint) is
  'For admins: logs that a reset link is sent to a user and answers the address; Auth sends it when asked as anybody may ask.';
create function public.suspend_user(user_id bigint, reason text, days integer default null) returns void
language sql volatile security invoker set search_path = '' as $$ select private.suspend_user($1, $2, $3) $$;
comment on function public.suspend_user(bigint, text, integer) is 'For admins: suspends a user for 1, 7, 14 or 30 days, without days for good, and mails him the reason.';
create function public.lift_suspension(user_id bigint) returns void
language sql volatile security invoker set search_path = '' as $$ select private.lift_suspension($1) $$;
comment on function public.lift_suspension(bigint) is 'For admins: ends a suspension before its time.';
create function public.change_user_role(user_id bigint, role text, expected text) returns void
language sql volatile security invoker set search_path = '' as $$ select private.change_user_role($1, $2, $3) $$;
comment on function public.change_user_role(bigint, text, text) is
  'For main admins: gives a user a role, unless it is no longer the expected one because another admin was faster (PT409).';
create function public.hide_posts_of_user(user_id bigint, reason text) returns integer
language sql volatile security invoker set search_path = '' as $$ select private.hide_posts_of_user($1, $2) $$;
comment on function public.hide_posts_of_user(bigint, text) is 'For admins: hides every visible post of a user and answers how many.';
create function public.delete_user(user_id bigint, username text) returns void
language sql volatile security invoker set search_path = '' as $$ select private.delete_user($1, $2) $$;
comment on function public.delete_user(bigint, text) is
  'For main admins: deletes a user whose name was typed. Posts and files go; the terms of quotes, messages and reviews stay with their readers, without the name.';

grant execute on function private.verify_user_email(bigint), private.note_reset_link(bigint), private.suspend_user(bigint, text, integer),
  private.lift_suspension(bigint), private.change_user_role(bigint, text, text), private.hide_posts_of_user(bigint, text),
  private.delete_user(bigint, text), public.verify_user_email(bigint), public.note_reset_link(bigint),
  public.suspend_user(bigint, text, integer), public.lift_suspension(bigint), public.change_user_role(bigint, text, text),
  public.hide_posts_of_user(bigint, text), public.delete_user(bigint, text) to authenticated;

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

-- What a quote offers is between its two parties (C11); an admin sees that there was one.
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
language sql stable rows 5 security invoker set search_path = '' as $$ select * from private.list_quotes_of_user($1) $$;
comment on function public.list_quotes_of_user(bigint) is 'For admins: the five newest quotes of a user, without what they offer.';
grant execute on function private.list_quotes_of_user(bigint), public.list_quotes_of_user(bigint) to authenticated;

-- Hidden posts (B20) -----------------------------------------------------------------------------------------------------

create index posts_hidden_at_idx on public.posts (hidden_at desc, id desc) where is_hidden;

create function private.hidden_post_condition(p_search text, p_hidden_by text, p_category text, p_since timestamptz, p_before timestamptz)
returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ', 'p.is_hidden',
    case when not private.is_blank(p_search) then $c$p.id = any (array(
      select w.id from public.posts w where w.is_hidden and private.fold(w.title) like any ($1)
      union
      select w.id from public.posts w where w.is_hidden and w.user_id in (
        select o.id from public.profiles o where private.fold(o.username || ' ' || coalesce(o.company_name, '')) like any ($1))))$c$ end,
    case p_hidden_by
      when 'owner' then '(p.hidden_by is null or p.hidden_by = p.user_id)'
      when 'admin' then 'p.hidden_by <> p.user_id' end,
    case when p_category is not null then 'p.category = $2' end,
    case when p_since is not null then 'p.hidden_at >= $3' end,
    case when p_before is not null then 'p.hidden_at < $4' end)
$$;
comment on function private.hidden_post_condition(text, text, text, timestamptz, timestamptz) is
  'SQL condition on posts p with $1 patterns, $2 category, $3 and $4 times of hiding.';

-- One row is said to come, so that a plan that joins others to these goes through them one by one and keeps their order.
create function private.list_hidden_posts(p_search text, p_hidden_by text, p_category text, p_since timestamptz, p_before timestamptz,
  p_sort text, p_direction text, p_page integer, p_page_size integer) returns setof public.posts
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
  v_direction text := case when p_direction = 'asc' then 'asc' else 'desc' end;
  v_ids bigint[];
  v_post public.posts;
begin
  perform private.require_admin();
  execute format('select array(select p.id from public.posts p %s where %s order by %s %s, p.id %s offset $5 limit $6)',
      case p_sort when 'quotes' then 'join public.post_counters c on c.post_id = p.id' end,
      private.hidden_post_condition(p_search, p_hidden_by, p_category, p_since, p_before),
      case p_sort when 'title' then 'lower(p.title)' when 'quotes' then 'c.quotes' else 'p.hidden_at' end, v_direction, v_direction)
    into v_ids
    using private.user_patterns(p_search), p_category, p_since, p_before, (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size, v_size;
  for v_post in
    select p.* from unnest(v_ids) with ordinality as o (id, place) join public.posts p on p.id = o.id order by o.place
  loop
    -- What callers have no right to read from the table, they do not get here either.
    v_post.client_id := null;
    v_post.owner_company := null;
    v_post.search := null;
    return next v_post;
  end loop;
end $$;

create function private.count_hidden_posts(p_search text, p_hidden_by text, p_category text, p_since timestamptz, p_before timestamptz)
returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_count bigint;
begin
  perform private.require_admin();
  execute format('select count(*) from (select 1 from public.posts p where %s limit 10001) as c',
      private.hidden_post_condition(p_search, p_hidden_by, p_category, p_since, p_before))
    into v_count using private.user_patterns(p_search), p_category, p_since, p_before;
  return v_count;
end $$;

create function private.lock_hidden_posts(p_post_ids bigint[]) returns bigint[]
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
  return v_ids;
end $$;
comment on function private.lock_hidden_posts(bigint[]) is 'Locks those of at most 50 posts that are hidden; PT409 when none is any more.';

create function private.unhide_posts(p_post_ids bigint[], p_note text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids bigint[] := private.lock_hidden_posts(p_post_ids);
begin
  if char_length(p_note) > 300 then
    perform private.refuse(400, 'invalid_input', 'Note too long', '{"path": "note"}');
  end if;
  -- For notify_of_moderation(), which tells the owner.
  perform set_config('app.moderation_note', coalesce(btrim(p_note), ''), true);
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null where p.id = any (v_ids);
  perform set_config('app.moderation_note', '', true);
  return cardinality(v_ids);
end $$;

create function private.edit_hide_reason(p_post_id bigint, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text := private.required_reason(p_reason);
  v_ids bigint[] := private.lock_hidden_posts(array[p_post_id]);
begin
  update public.posts p set hidden_reason = v_reason where p.id = any (v_ids) and p.hidden_by <> p.user_id;
  if not found then
    perform private.refuse(409, 'conflict', 'This post was hidden by its owner');
  end if;
end $$;

create function private.delete_hidden_posts(p_post_ids bigint[], p_reason text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reason text := private.required_reason(p_reason);
  v_ids bigint[] := private.lock_hidden_posts(p_post_ids);
  v_post public.posts;
begin
  for v_post in select p.* from public.posts p where p.id = any (v_ids) order by p.id loop
    perform private.audit('delete_post', 'post', v_post.id::text,
      jsonb_build_object('title', v_post.title, 'owner', (select o.username from public.profiles o where o.id = v_post.user_id)),
      jsonb_build_object('reason', v_reason));
    if v_post.user_id <> private.current_profile_id() then
      perform private.notify(v_post.user_id, format('Your post "%s" was deleted: %s', v_post.title, v_reason), '{"type": "post"}');
    end if;
  end loop;
  delete from public.posts p where p.id = any (v_ids);
  return cardinality(v_ids);
end $$;

create function public.list_hidden_posts(search text default null, hidden_by text default null, category text default null,
  since timestamptz default null, before timestamptz default null, sort text default 'hiddenAt', direction text default 'desc',
  page integer default 1, page_size integer default 20) returns setof public.posts
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.list_hidden_posts($1, $2, $3, $4, $5, $6, $7, $8, $9) $$;
comment on function public.list_hidden_posts(text, text, text, timestamptz, timestamptz, text, text, integer, integer) is
  'For admins: one page of the hidden posts (B20), sorted by hiddenAt, title or quotes; hidden_by is owner or admin.';
create function public.count_hidden_posts(search text default null, hidden_by text default null, category text default null,
  since timestamptz default null, before timestamptz default null) returns bigint
language sql stable security invoker set search_path = ''
as $$ select private.count_hidden_posts($1, $2, $3, $4, $5) $$;
comment on function public.count_hidden_posts(text, text, text, timestamptz, timestamptz) is
  'For admins: how many posts list_hidden_posts() would list; 10001 stands for "more than 10,000".';
create function public.unhide_posts(post_ids bigint[], note text default null) returns integer
language sql volatile security invoker set search_path = '' as $$ select private.unhide_posts($1, $2) $$;
comment on function public.unhide_posts(bigint[], text) is 'For admins: shows up to 50 hidden posts again, with a note to their owners; answers how many.';
create function public.edit_hide_reason(post_id bigint, reason text) returns void
language sql volatile security invoker set search_path = '' as $$ select private.edit_hide_reason($1, $2) $$;
comment on function public.edit_hide_reason(bigint, text) is 'For admins: another reason for a post that an admin hid.';
create function public.delete_hidden_posts(post_ids bigint[], reason text) returns integer
language sql volatile security invoker set search_path = '' as $$ select private.delete_hidden_posts($1, $2) $$;
comment on function public.delete_hidden_posts(bigint[], text) is 'For admins: deletes up to 50 hidden posts for a reason, which their owners hear; answers how many (B10).';

grant execute on function
  private.list_hidden_posts(text, text, text, timestamptz, timestamptz, text, text, integer, integer),
  private.count_hidden_posts(text, text, text, timestamptz, timestamptz), private.unhide_posts(bigint[], text),
  private.edit_hide_reason(bigint, text), private.delete_hidden_posts(bigint[], text),
  public.list_hidden_posts(text, text, text, timestamptz, timestamptz, text, text, integer, integer),
  public.count_hidden_posts(text, text, text, timestamptz, timestamptz), public.unhide_posts(bigint[], text),
  public.edit_hide_reason(bigint, text), public.delete_hidden_posts(bigint[], text) to authenticated;

-- Limits and switches ----------------------------------------------------------------------------------------------------
--
-- What is listed is named here: other settings, the secrets among them, are neither shown nor changed.

create function private.list_app_settings() returns table (key text, value jsonb, updated_at timestamptz)
language plpgsql stable rows 30 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select s.key, s.value, s.updated_at from private.app_settings s where s.key = 'rate_limits_enabled'
    union all
    select 'rate_limits.' || r.key, r.value, s.updated_at
    from private.app_settings s cross join lateral jsonb_each(s.value) as r where s.key = 'rate_limits'
    order by 1;
end $$;

create function private.checked_rate_limit(p_value jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  -- Longer than two days no use is remembered; none at all would lock out everybody, and whoever could change it back.
  v_most constant jsonb := jsonb_build_object('max', 1000000, 'seconds', 86400);
  v_name text;
begin
  for v_name in select jsonb_object_keys(v_most) loop
    if jsonb_typeof(p_value -> v_name) is distinct from 'number'
      or (p_value ->> v_name)::numeric not between 1 and (v_most ->> v_name)::numeric
      or (p_value ->> v_name)::numeric % 1 <> 0 then
      perform private.refuse(400, 'invalid_input', format('A whole number from 1 to %s', v_most ->> v_name),
        jsonb_build_object('path', 'value.' || v_name));
    end if;
  end loop;
  return jsonb_build_object('max', (p_value ->> 'max')::numeric::integer, 'seconds', (p_value ->> 'seconds')::numeric::integer);
end $$;
comment on function private.checked_rate_limit(jsonb) is 'A limit with its two whole numbers and nothing else; PT400 for what is none.';

create function private.save_app_setting(p_key text, p_value jsonb, p_expected jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text := split_part(p_key, '.', 1);
  v_limit text := nullif(substr(p_key, char_length('rate_limits.') + 1), '');
  v_stored jsonb;
  v_before jsonb;
  v_after jsonb;
begin
  -- A main admin: whoever takes the limits away may try passwords without end.
  perform private.require_main_admin();
  select s.value into v_stored from private.app_settings s where s.key = v_key for update;
  v_before := case when p_key = 'rate_limits_enabled' then v_stored when v_key = 'rate_limits' then v_stored -> v_limit end;
  if v_before is null then
    perform private.refuse(404, 'not_found', 'Setting not found');
  elsif p_key = 'rate_limits_enabled' then
    if jsonb_typeof(p_value) is distinct from 'boolean' then
      perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "value"}');
    end if;
    v_after := p_value;
  else
    v_after := private.checked_rate_limit(p_value);
  end if;
  if v_before is distinct from p_expected then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  elsif v_before = v_after then
    return;
  end if;
  update private.app_settings s
  set value = case when p_key = 'rate_limits_enabled' then v_after else jsonb_set(s.value, array[v_limit], v_after) end, updated_at = now()
  where s.key = v_key;
  perform private.audit('save_setting', 'setting', p_key, jsonb_build_object('value', v_before), jsonb_build_object('value', v_after));
end $$;

create function public.list_app_settings() returns table (key text, value jsonb, updated_at timestamptz)
language sql stable rows 30 security invoker set search_path = ''
as $$ select * from private.list_app_settings() $$;
comment on function public.list_app_settings() is 'For admins: the switches and limits that can be changed; a limit is {"max", "seconds"}.';
create function public.save_app_setting(key text, value jsonb, expected jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.save_app_setting($1, $2, $3) $$;
comment on function public.save_app_setting(text, jsonb, jsonb) is
  'For main admins: changes a switch or limit; PT409 when it is no longer what the caller has seen.';
grant execute on function private.list_app_settings(), public.list_app_settings(),
  private.save_app_setting(text, jsonb, jsonb), public.save_app_setting(text, jsonb, jsonb) to authenticated;
