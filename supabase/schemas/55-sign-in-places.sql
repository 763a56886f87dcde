-- Where users signed in, by which admins find accounts of the same person.

create table private.sign_in_places (
  session_id uuid primary key,
  profile_id bigint not null references public.profiles (id) on delete cascade,
  network cidr not null,
  program uuid not null,
  last_at timestamptz not null default now()
);
comment on table private.sign_in_places is
  'Network and browser of each session of 90 days, ended ones too, at most 50 of a user. Admins see which accounts share one, not the network.';
comment on column private.sign_in_places.network is 'The address; of IPv6 the /64 network, of which a household or an office has one.';
comment on column private.sign_in_places.program is 'MD5 of what the browser calls itself: enough to compare.';

create index sign_in_places_profile_idx on private.sign_in_places (profile_id, last_at desc);
create index sign_in_places_network_idx on private.sign_in_places (network, profile_id);
create index sign_in_places_last_idx on private.sign_in_places (last_at);

revoke all on table private.sign_in_places from anon, authenticated, service_role;

-- The address of a machine itself or of a private network is that of a proxy, which all users share. IPv4 within IPv6 is in ::/64, too.
create function private.is_public_address(p_address inet) returns boolean
language sql immutable set search_path = ''
as $$
  select not p_address <<= any (array['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16',
    '::/64', 'fc00::/7', 'fe80::/10']::inet[])
$$;

create function private.note_sign_in_place() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_profile_id bigint;
begin
  if not private.is_public_address(new.ip) then
    return null;
  end if;
  -- The place of a session changes: it moves, and a session that a function made has that of the function at first (`note_device`).
  insert into private.sign_in_places as s (session_id, profile_id, network, program)
  select new.id, p.id, network(set_masklen(new.ip, case family(new.ip) when 4 then 32 else 64 end)), md5(coalesce(new.user_agent, ''))::uuid
  from public.profiles p join public.accounts a on a.profile_id = p.id
  where p.auth_id = new.user_id and a.deleted_at is null
  on conflict (session_id) do update set network = excluded.network, program = excluded.program, last_at = excluded.last_at
  returning s.profile_id into v_profile_id;
  delete from private.sign_in_places s
  where s.session_id in (
    select o.session_id from private.sign_in_places o where o.profile_id = v_profile_id order by o.last_at desc, o.session_id offset 50);
  return null;
end $$;

create function private.linked_accounts(p_user_id bigint)
returns table (user_id bigint, username text, email_confirmed_at timestamptz, suspended_until timestamptz, deleted_at timestamptz,
  same_program boolean, accounts integer, last_at timestamptz)
language plpgsql stable rows 5 security definer set search_path = ''
as $$
declare
  -- A network with more is that of an operator of mobile phones, or of a whole town.
  v_shared_max constant integer := 100;
begin
  perform private.require_admin();
  if not exists (select 1 from public.profiles p where p.id = p_user_id) then
    perform private.refuse(404, 'not_found', 'User not found');
  end if;
  return query
    with places as materialized (
      select s.network, array_agg(s.program) as programs,
        (select count(*)::integer from (
          select distinct o.profile_id from private.sign_in_places o where o.network = s.network limit v_shared_max + 1) as c) as accounts
      from private.sign_in_places s where s.profile_id = p_user_id group by s.network)
    select p.id, p.username, a.email_confirmed_at, a.suspended_until, a.deleted_at,
      bool_or(o.program = any (l.programs)), min(l.accounts), max(o.last_at)
    from places l
    join private.sign_in_places o on o.network = l.network and o.profile_id <> p_user_id
    join public.profiles p on p.id = o.profile_id
    join public.accounts a on a.profile_id = p.id
    where l.accounts <= v_shared_max
    group by p.id, a.profile_id
    order by 6 desc, 7, 8 desc, 1 limit 50;
end $$;

create function public.linked_accounts(user_id bigint)
returns table (user_id bigint, username text, email_confirmed_at timestamptz, suspended_until timestamptz, deleted_at timestamptz,
  same_program boolean, accounts integer, last_at timestamptz)
language sql stable rows 5 security invoker set search_path = ''
as $$ select * from private.linked_accounts($1) $$;
comment on function public.linked_accounts is
  'For admins: up to 50 accounts that signed in from a network of a user within 90 days, first those with the same browser, then those of networks with the fewest accounts. Networks of more than 100 accounts do not count.';
grant execute on function private.linked_accounts, public.linked_accounts to authenticated;
