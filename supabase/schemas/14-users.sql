-- Users in the admin area: suspension, the list, notes.

-- Suspension ----------------------------------------------------------------------------------------------------------
--
-- A suspended user can sign in and read, but all tables that users write to refuse their writes (trigger
-- a_refuse_suspended). A suspension ends automatically.

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
comment on function private.assert_not_suspended is 'PT403 with the reason and the end when the caller is suspended.';

create function private.refuse_suspended() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Policies show such a session no rows: its update would change none and look like a success.
  if (select auth.uid()) is not null and private.current_profile_id() is null then
    perform private.refuse_stranger();
  end if;
  perform private.assert_not_suspended();
  return null;
end $$;
comment on function private.refuse_suspended is
  'Trigger of every table that people write: neither suspended users may, nor a session that is nobody''s, as before its second step.';

-- List ----------------------------------------------------------------------------------------------------------------

create type private.user_filter as (search text, role text, status text, verified boolean, account_type text, country text,
  since timestamptz, before timestamptz);

comment on type private.user_filter is 'Which users to list: null for what does not matter; since and before are times of registration.';

create function private.user_condition(p_filter private.user_filter) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    -- Two questions to two indexes.
    case when not private.is_blank(p_filter.search) then $c$a.profile_id = any (array(
      select w.id from public.profiles w where w.folded like any ($1)
      union
      select w.profile_id from public.accounts w
      where private.fold(w.email || ' ' || coalesce(w.organization, '') || ' ' || coalesce(w.tax_code, '')) like any ($1)))$c$ end,
    case when p_filter.role is not null then 'a.role = ($2).role' end,
    case p_filter.status
      when 'deleted' then 'a.deleted_at is not null'
      when 'suspended' then 'a.deleted_at is null and a.suspended_until > now()'
      when 'unverified' then 'a.deleted_at is null and (a.suspended_until is null or a.suspended_until <= now()) and a.email_confirmed_at is null'
      when 'active' then 'a.deleted_at is null and (a.suspended_until is null or a.suspended_until <= now()) and a.email_confirmed_at is not null' end,
    case when p_filter.verified then 'a.email_confirmed_at is not null' when not p_filter.verified then 'a.email_confirmed_at is null' end,
    case p_filter.account_type
      when 'organization' then 'not private.is_blank(a.organization) and not private.is_blank(a.tax_code)'
      when 'individual' then '(private.is_blank(a.organization) or private.is_blank(a.tax_code))' end,
    case when p_filter.country is not null then 'p.country = ($2).country' end,
    case when p_filter.since is not null then 'a.created_at >= ($2).since' end,
    case when p_filter.before is not null then 'a.created_at < ($2).before' end)
$$;
comment on function private.user_condition is
  'SQL condition on accounts a and profiles p, where $1 are the patterns of the search and $2 is the filter.';

create function private.user_patterns(p_search text) returns text[]
language sql stable set search_path = ''
as $$
  -- Of fewer than three letters only the beginning of a word counts, where words have blanks between them.
  select case when char_length(w.word) >= 3 or (private.text_parts(w.word)).runs is not null then array['%' || w.word || '%'] else array[w.word || '%', '% ' || w.word || '%'] end
  from (select regexp_replace(private.fold(btrim(left(p_search, 100))), '([\\%_])', '\\\1', 'g') as word) as w
$$;

create function private.note_accounts_read(p_count integer, p_filter jsonb, p_is_export boolean default false) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if p_is_export or not private.take_room('account_read', private.current_profile_id()::text, p_count) then
    perform private.audit('export_users', 'user', null, null, p_filter);
  end if;
end $$;
comment on function private.note_accounts_read is
  'Writes to the audit log that an admin takes accounts away: an export, and what they read beyond the limit account_read.';

-- `rows 1`: a plan that joins to these rows then uses a nested loop, which keeps their order.
create function private.list_users(p_filter private.user_filter, p_sort text, p_direction text, p_page integer, p_page_size integer, p_after bigint)
returns setof public.accounts
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_page integer := greatest(coalesce(p_page, 1), 1);
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 500);
  v_direction text := case when p_direction = 'asc' then 'asc' else 'desc' end;
  v_count integer;
begin
  perform private.require_admin();
  return query execute format(
    'select a.* from public.accounts a join public.profiles p on p.id = a.profile_id where %s order by %s limit $4',
    concat_ws(' and ', private.user_condition(p_filter), case when p_after is not null then 'a.profile_id > $5' end),
    case when p_after is not null then 'a.profile_id' else concat_ws(' ',
      case p_sort when 'username' then 'lower(p.username)' when 'posts' then 'a.post_count' when 'quotes' then 'a.quote_count'
        when 'rating' then 'p.rating_average' when 'lastSeen' then 'a.last_seen_at' else 'a.created_at' end,
      v_direction,
      case when p_sort in ('rating', 'lastSeen') then case v_direction when 'asc' then 'nulls first' else 'nulls last' end end,
      ', a.profile_id', v_direction, 'offset $3') end)
    using private.user_patterns(p_filter.search), p_filter, (v_page - 1)::bigint * v_size, v_size, p_after;
  get diagnostics v_count = row_count;
  perform private.note_accounts_read(v_count, jsonb_strip_nulls(jsonb_build_object('search', nullif(btrim(p_filter.search), ''),
    'role', p_filter.role, 'status', p_filter.status, 'verified', p_filter.verified, 'accountType', p_filter.account_type,
    'country', p_filter.country, 'since', p_filter.since, 'before', p_filter.before, 'page', case when p_after is null then v_page end, 'after', p_after, 'pageSize', v_size)),
    -- More than a page shows is taken away in a file.
    p_is_export => v_size > 100);
end $$;

create function public.list_users(search text default null, role text default null, status text default null, verified boolean default null,
  account_type text default null, country text default null, since timestamptz default null, before timestamptz default null,
  sort text default 'registered', direction text default 'desc', page integer default 1, page_size integer default 20, after bigint default null)
returns setof public.accounts
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.list_users(row(search, role, status, verified, account_type, country, since, before), sort, direction, page, page_size, after) $$;
comment on function public.list_users is
  'For admins: one page of the users, sorted by registered, username, posts, quotes, rating or lastSeen, or those after an id in the order of ids, so that an export misses nobody. Pages of more than 100 are an export, which is in the audit log, as is what an admin reads beyond the limit account_read.';
grant execute on function private.list_users, public.list_users to authenticated;

create function private.count_users(p_filter private.user_filter) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_condition text := private.user_condition(p_filter);
  v_count bigint;
begin
  perform private.require_admin();
  if v_condition = 'true' then
    return (select count(*) from public.accounts);
  end if;
  -- 10,001 stands for "more than 10,000": nobody pages so far, and counting to the end would cost more than the page.
  execute format('select count(*) from (select 1 from public.accounts a join public.profiles p on p.id = a.profile_id where %s limit 10001) as c',
      v_condition)
    into v_count using private.user_patterns(p_filter.search), p_filter;
  return v_count;
end $$;

create function public.count_users(search text default null, role text default null, status text default null, verified boolean default null,
  account_type text default null, country text default null, since timestamptz default null, before timestamptz default null)
returns bigint
language sql stable security invoker set search_path = ''
as $$ select private.count_users(row(search, role, status, verified, account_type, country, since, before)) $$;
comment on function public.count_users is
  'For admins: how many users list_users() would list; with a filter 10001 stands for "more than 10,000".';
grant execute on function private.count_users, public.count_users to authenticated;

create function private.list_user_ids(p_filter private.user_filter) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_max constant integer := 5000;
  v_ids bigint[];
begin
  perform private.require_admin();
  execute format(
    $q$select array(select a.profile_id from public.accounts a join public.profiles p on p.id = a.profile_id
      where %s and a.role = 'user' and a.deleted_at is null order by a.profile_id limit $3)$q$, private.user_condition(p_filter))
    into v_ids using private.user_patterns(p_filter.search), p_filter, v_max + 1;
  if cardinality(v_ids) > v_max then
    perform private.refuse(400, 'invalid_input', 'More than 5,000 match. Please narrow the list first.');
  end if;
  return v_ids;
end $$;

create function public.list_user_ids(search text default null, role text default null, status text default null, verified boolean default null,
  account_type text default null, country text default null, since timestamptz default null, before timestamptz default null)
returns bigint[]
language sql stable security invoker set search_path = ''
as $$ select private.list_user_ids(row(search, role, status, verified, account_type, country, since, before)) $$;
comment on function public.list_user_ids is
  'For admins: the ids of those users of list_users() on whom a bulk action is possible, neither admins nor deleted; PT400 when there are more than 5,000.';
grant execute on function private.list_user_ids, public.list_user_ids to authenticated;

-- One user ------------------------------------------------------------------------------------------------------------

create function private.get_user(p_user_id bigint) returns setof public.accounts
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.note_accounts_read(1, jsonb_build_object('user', p_user_id));
  return query select a.* from public.accounts a where a.profile_id = p_user_id;
end $$;

create function public.get_user(user_id bigint) returns setof public.accounts
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.get_user(user_id) $$;
comment on function public.get_user is 'For admins: the account of one user.';
grant execute on function private.get_user, public.get_user to authenticated;

create function private.list_staff() returns setof public.profiles
language plpgsql stable rows 20 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select p.* from public.accounts a join public.profiles p on p.id = a.profile_id
    where a.role <> 'user';
end $$;

create function public.list_staff() returns setof public.profiles
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_staff() $$;
comment on function public.list_staff is 'For admins: the profiles of all admins.';
grant execute on function private.list_staff, public.list_staff to authenticated;

-- Notes ---------------------------------------------------------------------------------------------------------------

create table public.account_notes (
  id bigint generated always as identity primary key,
  profile_id bigint not null references public.profiles (id) on delete cascade,
  author_id bigint default private.current_profile_id() references public.profiles (id) on delete set null,
  note text not null,
  created_at timestamptz not null default now(),
  client_id uuid not null default gen_random_uuid(),
  constraint account_notes_note_length check (char_length(note) <= 2000 and not private.is_blank(note)),
  constraint account_notes_client_id_is_unique unique (author_id, client_id)
);
comment on table public.account_notes is 'What admins write about a user for each other; deleted with the account.';
comment on column public.account_notes.client_id is 'Made by the client, so that a repeated request creates nothing twice.';

create index account_notes_profile_idx on public.account_notes (profile_id, id desc);

revoke all on table public.account_notes from anon, authenticated, service_role;
grant select on table public.account_notes to authenticated;
grant insert (profile_id, note, client_id) on table public.account_notes to authenticated;

alter table public.account_notes enable row level security;
create policy "admins read notes" on public.account_notes for select to authenticated using ((select private.is_admin()));
create policy "admins write notes" on public.account_notes for insert to authenticated
  with check ((select private.is_admin()) and author_id = (select private.current_profile_id()));

create function private.check_account_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_content jsonb := jsonb_build_array(new.profile_id, new.note);
  v_stored_id bigint;
begin
  if (select auth.uid()) is not null then
    select n.id into v_stored_id from public.account_notes n where n.author_id = new.author_id and n.client_id = new.client_id;
    if v_stored_id is null then
      perform private.remember_content('account note ' || new.author_id, new.client_id, v_content);
    else
      perform private.assert_same_content('account note ' || new.author_id, new.client_id, v_content, v_stored_id);
      perform private.refuse_repeat('account_notes_client_id_is_unique');
    end if;
  end if;
  return new;
end $$;

create function private.audit_account_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit('add_note', 'user', new.profile_id::text, null, jsonb_build_object('note', new.note));
  return null;
end $$;

-- Admins see that a quote existed, but not its content: docs/decisions.md#quotes-are-read-by-their-two-parties.
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
