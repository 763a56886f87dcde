-- Suspension of accounts.
--
-- A suspended user signs in and reads as before, but every table that people write refuses their writes, whether they come
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
comment on function private.assert_not_suspended is 'PT403 with the reason and the end when the caller is suspended.';

create function private.refuse_suspended() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.assert_not_suspended();
  return null;
end $$;
comment on function private.refuse_suspended is 'Trigger of every table that people write: suspended users may not.';

create trigger a_refuse_suspended before insert or update of avatar_path, country, company_name, bio or delete on public.profiles
  for each statement execute function private.refuse_suspended();
-- New terms may be accepted.
create trigger a_refuse_suspended before insert or update of first_name, last_name, phone_number, address, organization, tax_code
  or delete on public.accounts for each statement execute function private.refuse_suspended();
