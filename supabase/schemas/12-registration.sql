-- Registration and sign-in: every user of Auth gets a profile and an account, and wrong passwords are counted.

create function private.has_password() returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce((select u.encrypted_password <> '' from auth.users u where u.id = (select auth.uid())), false) $$;

create function public.has_password() returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.has_password() $$;
comment on function public.has_password is
  'Whether the caller can sign in with a password; people who came by a sign-in provider have none at first.';
grant execute on function private.has_password, public.has_password to authenticated;

-- Sessions -------------------------------------------------------------------------------------------------------------

create function private.sessions_max() returns integer
language sql immutable set search_path = ''
as $$ select 100 $$;
comment on function private.sessions_max is 'Sessions of a user, in which a sign-in ends the one that was not used for the longest time.';

create function private.limit_sessions() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Before the second step of a sign-in last: who knows the password alone ends no session that has done it. No more than
  -- a sign-in can wait for, where there are more from before this limit.
  v_surplus uuid[] := array(
    select s.id from auth.sessions s
    where s.user_id = new.user_id and s.id <> new.id
    order by s.aal is not distinct from 'aal2' desc,
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc') desc, s.id
    offset private.sessions_max() - 1 limit 100);
begin
  if v_surplus <> '{}' then
    -- Auth takes the user after its session, everybody else before. A session that is in use stays.
    perform 1 from auth.users u where u.id = new.user_id for no key update;
    delete from auth.sessions s where s.id in (
      select o.id from auth.sessions o where o.id = any (v_surplus) order by o.id for update skip locked);
  end if;
  return null;
end $$;
comment on function private.limit_sessions is 'Ends the sessions of a user that are too many after a sign-in.';

create function private.my_sessions() returns table (
  id uuid, user_agent text, address text, started_at timestamptz, used_at timestamptz, is_current boolean)
language plpgsql stable rows 5 security definer set search_path = ''
as $$
begin
  perform private.require_profile_id();
  return query
    select s.id, left(s.user_agent, 500), host(s.ip), s.created_at,
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'),
      s.id is not distinct from (select (auth.jwt() ->> 'session_id')::uuid)
    from auth.sessions s
    where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
    order by 6 desc, 5 desc, 1 limit private.sessions_max();
end $$;

create function public.my_sessions() returns table (
  id uuid, user_agent text, address text, started_at timestamptz, used_at timestamptz, is_current boolean)
language sql stable rows 5 security invoker set search_path = ''
as $$ select * from private.my_sessions() $$;
comment on function public.my_sessions is
  'Where the caller is signed in: this session first, then the last used ones, up to 100. A session counts as used when it is renewed, once an hour.';
grant execute on function private.my_sessions, public.my_sessions to authenticated;

create function private.note_device(p_session_id uuid, p_user_agent text, p_address text) returns void
language sql volatile security definer set search_path = ''
as $$
  update auth.sessions s set user_agent = left(p_user_agent, 500), ip = nullif(p_address, 'unknown')::inet where s.id = p_session_id;
$$;

create function public.note_device(session_id uuid, user_agent text, address text) returns void
language sql volatile security invoker set search_path = '' as $$ select private.note_device(session_id, user_agent, address) $$;
comment on function public.note_device is
  'For edge functions only: stores which program a session was made for. Auth knows the function that asked; it takes no secret key from what names itself a browser.';
grant execute on function private.note_device, public.note_device to service_role;

create function private.end_session(p_session_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_profile_id();
  delete from auth.sessions s where s.id = p_session_id and s.user_id = (select auth.uid());
  if not found then
    perform private.refuse(404, 'not_found', 'Session not found');
  end if;
end $$;

create function public.end_session(session_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$ select private.end_session(session_id) $$;
comment on function public.end_session is 'Signs the caller out on one device, at once.';
grant execute on function private.end_session, public.end_session to authenticated;

-- Changes of password and address -------------------------------------------------------------------------------------
--
-- A token alone changes neither: docs/decisions.md#a-token-changes-no-credentials.

create table private.password_proofs (
  auth_id uuid primary key references auth.users (id) on delete cascade,
  session_id uuid,
  made_at timestamptz not null default now(),
  factor_id uuid
);
comment on table private.password_proofs is
  'Accounts of which Auth may change the password or count a new factor, because a function has checked the current password or the link of a mail. A proof is for one of both, lives 30 seconds and works once.';
comment on column private.password_proofs.session_id is
  'The only session that may change the password, which the link of a mail has opened; null after the current password was checked.';
comment on column private.password_proofs.factor_id is 'The only factor that may count; null in the proof for a new password.';

revoke all on table private.password_proofs from anon, authenticated, service_role;

create function private.prove_password_change(p_auth_id uuid, p_session_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_has_password boolean;
begin
  -- The user before the proof, as Auth takes them.
  select coalesce(u.encrypted_password, '') <> '' into v_has_password from auth.users u where u.id = p_auth_id for key share;
  -- Nobody has checked a password that is not there: the first one takes the link of a mail.
  if p_session_id is null and v_has_password is false then
    perform private.refuse(403, 'forbidden', 'You are not allowed to do this');
  end if;
  insert into private.password_proofs as p (auth_id, session_id) values (p_auth_id, p_session_id)
  on conflict (auth_id) do update set session_id = excluded.session_id, factor_id = null, made_at = now();
end $$;

create function public.prove_password_change(auth_id uuid, session_id uuid default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.prove_password_change(auth_id, session_id) $$;
comment on function public.prove_password_change is
  'For edge functions only: lets Auth change the password of a user once within 30 seconds, after the current one or the link of a mail was checked.';
grant execute on function private.prove_password_change, public.prove_password_change to service_role;

-- What is not what the caller asks for stays, or a thief would use up the proofs of the owner.
create function private.take_password_proof(p_auth_id uuid, p_by_mail boolean default null, p_session_id uuid default null) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.password_proofs p
  where p.auth_id = p_auth_id and p.factor_id is null and p.made_at > now() - interval '30 seconds'
    and (p_by_mail is null or p_by_mail = (p.session_id is not null))
    and (p_session_id is null or p.session_id is null or p.session_id = p_session_id);
  return found;
end $$;
comment on function private.take_password_proof is
  'Uses up the proof for a new password, that of the current password or of the link of a mail in its session; true if there was one. Null where Auth tells neither.';

create function private.key_of_password(p_stored text) returns text
language sql immutable set search_path = ''
as $$ select case when starts_with(p_stored, '{') then p_stored::jsonb ->> 'key_id' end $$;
comment on function private.key_of_password is 'The key that Auth has encrypted a stored password with, or null.';

create function private.guard_credentials() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if new.email is distinct from old.email
      -- A token that only use_mail_link() and use_mail_code() make, for the address that the mail went to.
      and (new.email is distinct from old.email_change or not starts_with(coalesce(old.email_change_token_new, ''), 'once_'))
    or coalesce(new.email_change, '') not in ('', coalesce(old.email_change, ''))
    or new.encrypted_password is distinct from old.encrypted_password
      and coalesce(new.encrypted_password, '') <> ''
      -- At a sign-in Auth encrypts the same password with a newer key.
      and private.key_of_password(new.encrypted_password) is not distinct from private.key_of_password(old.encrypted_password)
      and not private.take_password_proof(new.id)
  then
    perform private.refuse(403, 'forbidden', 'You are not allowed to do this');
  end if;
  return new;
end $$;
comment on function private.guard_credentials is
  'PT403 when Auth changes a password without a proof, or an address that no mail has proved.';

-- Data of users -------------------------------------------------------------------------------------------------------

create function private.user_data_max() returns integer
language sql immutable set search_path = ''
as $$ select 16000 $$;
comment on function private.user_data_max is
  'Bytes of the data that a user has at Auth, several times what a registration sends: Auth adds to them without a limit, and answers them all each time.';

create function private.only_fields(p_data jsonb, p_names text[]) returns jsonb
language sql immutable set search_path = ''
as $$ select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_data) as f where f.key = any (p_names) $$;

-- Auth answers its data of a user before the second step of a sign-in too: docs/decisions.md#two-step-sign-in.
create function private.limit_user_data() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if coalesce(new.raw_app_meta_data ->> 'provider', 'email') in ('email', 'phone') and octet_length(new.raw_user_meta_data::text)
      > greatest(private.user_data_max(), coalesce(octet_length(old.raw_user_meta_data::text), 0)) then
    perform private.refuse(400, 'invalid_input', 'Data too large', '{"path": "data"}');
  end if;
  -- Read after the registration: the mark by /api, the name by the page of a verified address.
  new.raw_user_meta_data := private.only_fields(new.raw_user_meta_data, '{username, registrationMark}');
  -- Auth writes again what it has read before a registration was forgotten.
  if not exists (select 1 from public.profiles p where p.auth_id = new.id and p.username = new.raw_user_meta_data ->> 'username') then
    new.raw_user_meta_data := new.raw_user_meta_data - 'username';
  end if;
  return new;
end $$;
comment on function private.limit_user_data is
  'Keeps what is read later of the data that Auth has of a user; PT400 when it adds more to them than they may have.';

create function private.limit_identity_data() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  new.identity_data := private.only_fields(new.identity_data, '{sub, email, phone, email_verified, phone_verified}');
  return new;
end $$;
comment on function private.limit_identity_data is
  'Keeps what Auth itself says of a user who registered; it copies there all that they sent.';

-- New users of Auth ---------------------------------------------------------------------------------------------------

-- Names that look alike must not belong to two users, so Cyrillic, Greek and Armenian letters, small capitals and other forms of
-- letters are mapped to similar Latin ones.
create function private.with_latin_letters(p_text text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select translate(p_text,
    'ɑᴀʙᴄᴅᴇꜰɡɢʜıɩɪȷᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢօսոհցյѵүɋ' || 'ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ',
    'aabcdefgghiiijjklmnoprstuvwyzounhgjvyq' || 'abcdefghijklmnoprstuvwxyz')
$$;
comment on function private.with_latin_letters is 'Small capitals, Lisu and single letters of other scripts as the Latin ones that they look like.';
grant execute on function private.with_latin_letters to anon, authenticated, service_role;

create function private.with_latin_look(p_name text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  -- Cherokee in both cases: not every locale of a database has the small ones.
  select translate(private.with_latin_letters(private.fold(private.without_invisible(p_name))),
    'аеорсухіјѕһԁԛԝкмтвнгӏпαορντυικχηεβσωγμ' || 'ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏂᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴ' || 'ꭰꭱꭲꭵꭹꭺꭻꭼꮃꮇꮋꮍꮐꮓꮟꮒꮢꮤꮩꮪꮮꮯꮲꮶꮷᏼ',
    'aeopcyxijshdqwkmtbhrlnaopvtuikxnebowyu' || 'drtiyajewmhygzbhrwvslcpkdb' || 'drtiyajewmhygzbhrwvslcpkdb')
$$;
comment on function private.with_latin_look is 'A name without case and accents, look-alikes as Latin letters.';
grant execute on function private.with_latin_look to anon, authenticated, service_role;

create function private.name_skeleton(p_name text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select coalesce(nullif(regexp_replace(n.name, '[\s\u00a0\u00b7\u1680\u2000-\u2015\u2022\u2028\u2029\u202f\u205f\u2212\u3000._-]+', '', 'g'), ''), n.name)
  -- A capital i, a small L and a one are one stroke in many fonts, and all letters are small here.
  from (select translate(private.with_latin_look(p_name), '01i', 'oll') as name) as n
$$;
comment on function private.name_skeleton is
  'The form in which usernames are compared: as with_latin_look() makes it, without blanks, dots, underscores and dashes, with 0 as o, and 1 and i as l.';
grant execute on function private.name_skeleton to anon, authenticated, service_role;
create index profiles_name_skeleton_idx on public.profiles (private.name_skeleton(username));

create function private.is_clear_name(p_name text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  -- Control characters by their numbers as well: not every locale of a database knows all of them.
  select p_name !~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]' and p_name = private.without_invisible(p_name) and not private.is_blank(private.fold(p_name))
$$;
comment on function private.is_clear_name is
  'Whether a name shows all that it consists of: it has no character that nobody sees, and more than blanks and accents.';

create function private.is_reserved_name(p_name text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  -- A word that nobody else needs, or nothing but words of the marketplace; a number at a word changes nothing. A small L
  -- reads as an i, and an r with an n as an m, here and in the words.
  select exists (
      select 1 from (values (translate(n.name, 'l', 'i')), (translate(n.name, '013l|5$', 'oieiiss'))) as look (name)
      cross join lateral (values (look.name), (replace(look.name, 'rn', 'm'))) as read (name)
      where read.name
          ~ '(^|[^[:alpha:]])(admins?|administrators?|biiiing|marketpiace|moderators?|officiai|postmaster|staff|support|webmaster)($|[^[:alpha:]])'
        or regexp_replace(read.name, '[^[:alpha:]]+', '', 'g')
          ~ '^(admins?|administrators?|biiiing|desk|heip|hotro|kiemduyet|main|marketpiace|moderators?|officiai|piatform|postmaster|quantri(vien)?|root|security|staff|support|system|team|the|webmaster)+$')
    -- Deleted accounts are called this, and the page calls users without a name so.
    or btrim(p_name) ~* '^(deleted-[0-9]+|user *#.*)$'
  from (select private.with_latin_look(left(p_name, 200)) as name) as n
$$;
comment on function private.is_reserved_name is 'True for names that would pass for the marketplace itself, or for a user who is gone.';

create function private.is_given_name(p_username text) returns boolean
language sql immutable set search_path = ''
as $$ select p_username ~ '^(user(-[1-9][0-9]{0,5})?|deleted-[0-9]+)$' $$;
comment on function private.is_given_name is
  'Whether the product gives this name, to a user who has none or is gone: no rule refuses it. It is too short for a telephone number, and the other is reserved.';

create function private.free_username(p_wish text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_base text := left(regexp_replace(private.fold(coalesce(p_wish, '')), '[^a-z0-9.-]+', '-', 'g'), 16);
  v_candidate text;
  v_number integer := 1;
begin
  v_base := btrim(v_base, '-.');
  if char_length(v_base) < 3 then
    v_base := 'user-' || v_base;
    v_base := rtrim(v_base, '-');
  end if;
  -- No number makes these free.
  if private.is_reserved_name(v_base) or private.is_reserved_name(v_base || '-2')
      or private.blocked_in_profile(jsonb_build_object('username', v_base)) is not null then
    v_base := 'user';
  end if;
  v_candidate := v_base;
  while private.is_username_taken(v_candidate) loop
    v_number := v_number + 1;
    -- Two who ask at once, or one who took the first numbers, cost nobody anything.
    v_candidate := v_base || '-' || case when v_number < 5 then v_number else 1000 + floor(random() * 999000) end;
  end loop;
  return v_candidate;
end $$;
comment on function private.free_username is 'A free username near the wish, for people who come from a sign-in provider.';

create function private.is_username_taken(p_username text, p_email text default null) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_reserved_name(p_username)
    or exists (
      select 1 from public.profiles p
      where private.name_skeleton(p.username) = private.name_skeleton(btrim(p_username))
        and not coalesce(p_email is not null and p.auth_id in (select private.unverified_users(interval '0', p_email)), false))
$$;
comment on function private.is_username_taken is
  'Whether a name is reserved or belongs to somebody. With an address, its own unverified registration does not count, which a new one replaces.';

create function private.profile_texts(p_data jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  -- Cut before their signs are put in order, which takes the square of thousands of accents. 200 of them are more than a name has.
  select jsonb_strip_nulls(jsonb_build_object('username', normalize(left(nullif(btrim(p_data ->> 'username'), ''), 200), nfc))
    || private.trimmed(jsonb_build_object(
      'country', left(private.clean_line(left(btrim(p_data ->> 'country'), 1000)), 60),
      'companyName', left(private.clean_line(left(btrim(p_data ->> 'companyName'), 1000)), 100),
      'bio', left(private.without_directions(left(btrim(p_data ->> 'bio'), 1000)), 500))))
$$;
comment on function private.profile_texts is
  'The texts of a registration as its profile stores them, for who stores them and who reads them before; those that are not given are left out.';

-- The checks of a new user, which Auth's hook makes before it creates one: a failing trigger is a 500 to its clients.
create function private.assert_new_user(p_provider text, p_data jsonb, p_email text default null) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_texts jsonb := private.profile_texts(p_data);
  v_username text := v_texts ->> 'username';
  v_blocked text[];
begin
  -- People who come by a sign-in provider are asked for what is missing on their first page; nobody else may leave it out.
  if p_provider in ('email', 'phone') and (v_username is null or private.terms_version_in_force(p_data ->> 'termsVersion') is null) then
    perform private.refuse(400, 'invalid_input', 'A username and the accepted terms are needed');
  end if;
  if p_provider in ('email', 'phone') and octet_length(p_data::text) > private.user_data_max() then
    perform private.refuse(400, 'invalid_input', 'Data too large', '{"path": "data"}');
  end if;
  if not private.is_clear_name(v_username) then
    perform private.refuse(400, 'invalid_input', 'Username contains invisible characters', '{"path": "username"}');
  elsif v_username ~ '[@<>]' or char_length(v_username) not between 3 and 50 then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "username"}');
  end if;
  if private.is_username_taken(v_username, p_email) then
    perform private.refuse(409, 'conflict', 'Username already exists');
  end if;
  v_blocked := private.blocked_in_profile(v_texts);
  if v_blocked is not null then
    perform private.refuse(400, 'content_not_allowed', 'Your text contains content that is not allowed',
      jsonb_build_object('path', v_blocked[1], 'paths', v_blocked));
  end if;
end $$;
comment on function private.assert_new_user is
  'PT400 without a clean username and accepted terms, and for a text that a rule blocks; PT409 for a taken username.';

create function private.create_profile_of_new_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_data jsonb := coalesce(new.raw_user_meta_data, '{}');
  v_texts jsonb := private.profile_texts(v_data);
  v_username text := v_texts ->> 'username';
  v_phone text := nullif(btrim(v_data ->> 'phoneNumber'), '');
  v_avatar text := v_data ->> 'avatar_url';
  v_terms text := private.terms_version_in_force(v_data ->> 'termsVersion');
  v_id bigint;
begin
  if v_username is null then
    perform private.assert_new_user(new.raw_app_meta_data ->> 'provider', v_data);
    v_username := private.free_username(
      coalesce(v_data ->> 'preferred_username', v_data ->> 'user_name', split_part(new.email, '@', 1)));
  end if;
  -- Held until the commit: of two registrations of look-alikes at the same moment the second one sees the first.
  perform pg_advisory_xact_lock(hashtextextended('username ' || private.name_skeleton(v_username), 0));
  perform private.assert_new_user(new.raw_app_meta_data ->> 'provider', v_data || jsonb_build_object('username', v_username));

  insert into public.profiles (auth_id, username, avatar_path, country, company_name, bio)
  values (new.id, v_username,
    -- People who register write this data themselves; whether it comes from a provider is what Auth says of the account.
    case when coalesce(new.raw_app_meta_data ->> 'provider', 'email') not in ('email', 'phone')
      and v_avatar ~ '^https://[^[:space:]]+$' and char_length(v_avatar) <= 500 then v_avatar end,
    v_texts ->> 'country', v_texts ->> 'companyName', v_texts ->> 'bio')
  returning id into v_id;

  insert into public.accounts (profile_id, email, first_name, last_name, phone_number, address, organization, tax_code,
    terms_version, terms_accepted_at, email_confirmed_at, last_seen_at)
  values (v_id, coalesce(new.email, ''),
    left(nullif(btrim(v_data ->> 'firstName'), ''), 50),
    left(nullif(btrim(v_data ->> 'lastName'), ''), 50),
    case when v_phone ~ '^\+?[0-9 ()-]{6,20}$' then v_phone end,
    left(nullif(btrim(v_data ->> 'address'), ''), 200),
    left(nullif(btrim(v_data ->> 'organization'), ''), 100),
    left(nullif(btrim(v_data ->> 'taxCode'), ''), 20),
    v_terms, case when v_terms is not null then now() end, new.email_confirmed_at, new.last_sign_in_at);
  -- limit_user_data() takes out what profile and account have now.
  update auth.users u set raw_user_meta_data = v_data where u.id = new.id;
  return new;
exception when unique_violation then
  -- Two registrations of one name at the same moment: the index decides, the answer is the same.
  perform private.refuse(409, 'conflict', 'Username already exists');
end $$;

create function private.copy_state_of_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.accounts a set email = coalesce(new.email, ''), email_confirmed_at = new.email_confirmed_at,
    last_seen_at = coalesce(new.last_sign_in_at, a.last_seen_at)
  from public.profiles p where p.auth_id = new.id and a.profile_id = p.id;
  return new;
end $$;

create function private.unlink_providers(p_auth_id uuid, p_identities uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_providers jsonb;
begin
  delete from auth.identities i where i.user_id = p_auth_id and i.provider <> 'email' and i.id = any (p_identities);
  if found then
    select coalesce(jsonb_agg(distinct i.provider), '["email"]') into v_providers from auth.identities i where i.user_id = p_auth_id;
    update auth.users u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}')
      || jsonb_build_object('provider', v_providers -> 0, 'providers', v_providers)
    where u.id = p_auth_id;
  end if;
end $$;
comment on function private.unlink_providers is 'Ends sign-ins to an account by these identities of providers, and no longer names them as its own.';

-- docs/decisions.md#links-verify-the-registration-of-their-reader
create function private.forget_registration() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_profile_id bigint;
  v_username text := split_part(new.email, '@', 1);
begin
  -- exchange_proof() alone leaves a time that Auth's own tokens never have.
  if new.confirmation_sent_at > now() - private.proof_life('verify_email') then
    return null;
  end if;
  -- Who is confirmed in the transaction that makes the account has it from the provider that proves the address.
  select p.id into v_profile_id from public.profiles p where p.auth_id = new.id and p.created_at <> now() for no key update;
  if v_profile_id is null then
    return null;
  end if;
  delete from auth.sessions s where s.user_id = new.id;
  -- Auth has linked in this transaction the identity that proves the address now.
  perform private.unlink_providers(new.id, array(
    select i.id from auth.identities i where i.user_id = new.id and i.xmin <> pg_current_xact_id()::xid));
  update auth.users u set encrypted_password = null, raw_user_meta_data = '{}' where u.id = new.id;
  delete from private.masked_texts m where m.entity = 'profiles' and m.entity_id = v_profile_id;
  delete from public.content_hits h where h.entity = 'profile' and h.entity_id = v_profile_id;
  -- A name that a rule refuses would refuse the proof.
  if exists (select 1 from private.find_content_hits('profile', v_username, 'profiles')) then
    v_username := 'user';
  end if;
  loop
    v_username := private.free_username(v_username);
    perform pg_advisory_xact_lock(hashtextextended('username ' || private.name_skeleton(v_username), 0));
    exit when not private.is_username_taken(v_username);
  end loop;
  update public.profiles p set username = v_username, avatar_path = null, country = null, company_name = null, bio = null
  where p.id = v_profile_id;
  update public.accounts a set first_name = null, last_name = null, phone_number = null, address = null, organization = null,
    tax_code = null, terms_version = null, terms_accepted_at = null, locale = null, time_zone = null, digest_hour = 7
  where a.profile_id = v_profile_id;
  return null;
end $$;
comment on function private.forget_registration is
  'Leaves nothing of a registration that somebody else than its maker may have confirmed: who reads the mails of an address, or signs in by a provider, has proved the address alone.';

create function private.unlink_providers_of_old_address() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.unlink_providers(new.id, array(
    select i.id from auth.identities i
    where i.user_id = new.id and lower(i.identity_data ->> 'email') is distinct from lower(new.email)));
  return null;
end $$;
comment on function private.unlink_providers_of_old_address is
  'The owner of the old address, an employer perhaps, must not get in by a provider that knows it.';

-- Counting and replacing registrations --------------------------------------------------------------------------------

create table private.registration_passes (
  email text primary key,
  made_at timestamptz not null default now()
);
comment on table private.registration_passes is
  'Addresses whose registration a function has counted, so that Auth does not count it again. A pass lives 30 seconds and works once.';

revoke all on table private.registration_passes from anon, authenticated, service_role;

create function private.network_of(p_address text) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  v_address inet;
begin
  v_address := regexp_replace(split_part(p_address, '%', 1), '^::ffff:([0-9]+[.])', '\1', 'i')::inet;
  return case when family(v_address) = 6 then host(network(set_masklen(v_address, 64))) else host(v_address) end;
exception when invalid_text_representation then
  return p_address;
end $$;
comment on function private.network_of is
  'The subject of a limit per address: an IPv4 address, or the /64 network of an IPv6 address. Anything else stays as it is.';

-- These addresses are unproven, so their accounts have neither sessions nor content.
create function private.unverified_users(p_older_than interval, p_email text default null) returns setof uuid
language sql stable rows 100 security definer set search_path = ''
as $$
  select u.id from public.accounts a
  join public.profiles p on p.id = a.profile_id
  join auth.users u on u.id = p.auth_id
  where a.email_confirmed_at is null and a.deleted_at is null and p.created_at < now() - p_older_than
    and (p_email is null or lower(a.email) = lower(btrim(p_email)))
    and u.email_confirmed_at is null and u.last_sign_in_at is null and coalesce(u.encrypted_password, '') <> ''
$$;

create function private.end_registrations(p_older_than interval, p_limit integer, p_email text default null) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from auth.users u where u.id in (
    select o.id from auth.users o
    where o.id in (select private.unverified_users(p_older_than, p_email)) and o.email_confirmed_at is null
    limit p_limit for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function private.end_registrations is
  'Deletes accounts that are older than an interval and whose address was never verified, all or those of one address. Answers how many.';

create function private.begin_registration(p_address text, p_email text, p_username text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.consume_rate_limit('register', private.network_of(p_address));
  -- Answered instead of raised, which would not count.
  if not private.is_clear_name(p_username) then
    return 'invisible';
  elsif private.is_username_taken(p_username, p_email) then
    return 'username';
  elsif private.email_exists(p_email) then
    return 'email';
  end if;
  insert into private.registration_passes as p (email) values (lower(btrim(p_email)))
  on conflict (email) do update set made_at = now();
  return null;
end $$;

create function public.begin_registration(address text, email text, username text) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.begin_registration(address, email, username) $$;
comment on function public.begin_registration is
  'For edge functions only: counts a registration (PT429), and answers what refuses it: `username` or `email` if taken, `invisible` characters, or null.';
grant execute on function private.begin_registration, public.begin_registration to service_role;

create table private.ended_registrations (
  auth_id uuid primary key,
  email text not null,
  token_hash text,
  ended_at timestamptz not null default now()
);
comment on table private.ended_registrations is
  'Unverified registrations that a later one of the same address has replaced, with the hash of the link in their mail; kept for 48 hours.';
create index ended_registrations_email_idx on private.ended_registrations (email);
create index ended_registrations_token_idx on private.ended_registrations (token_hash);

revoke all on table private.ended_registrations from anon, authenticated, service_role;

create function private.replace_registration(p_email text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ended private.ended_registrations;
begin
  -- A minute keeps two who register one address in turn from mailing it all the time.
  select r.auth_id, lower(btrim(p_email)), m.token_hash, now() into v_ended
  from private.unverified_users(interval '60 seconds', p_email) as r(auth_id)
  left join private.mail_proofs m on m.auth_id = r.auth_id and m.kind = 'verify_email';
  if private.end_registrations(interval '60 seconds', 1, p_email) = 0 then
    return false;
  end if;
  insert into private.ended_registrations select v_ended.*;
  return true;
end $$;

create function public.replace_registration(email text) returns boolean
language sql volatile security invoker set search_path = ''
as $$ select private.replace_registration(email) $$;
comment on function public.replace_registration is
  'For edge functions only: ends a registration of an address that is older than a minute and was never verified, for another that Auth has accepted. Answers whether there was one.';
grant execute on function private.replace_registration, public.replace_registration to service_role;

create function private.refusal_of_new_user(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.assert_new_user(event #>> '{user,app_metadata,provider}', coalesce(event #> '{user,user_metadata}', '{}'), event #>> '{user,email}');
  return '{}'::jsonb;
exception when sqlstate 'PT400' or sqlstate 'PT409' then
  return jsonb_build_object('error', jsonb_build_object('http_code', right(sqlstate, 3)::integer, 'message', sqlerrm));
end $$;
comment on function private.refusal_of_new_user is 'The answer of the hook before_user_created to the name and terms of a new user, without counting.';

create function private.before_user_created(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if event #>> '{user,app_metadata,provider}' = 'email' then
    delete from private.registration_passes p
    where p.email = lower(event #>> '{user,email}') and p.made_at > now() - interval '30 seconds';
    if not found then
      perform private.consume_rate_limit('register', private.network_of(coalesce(event #>> '{metadata,ip_address}', 'unknown')));
    end if;
  end if;
  return private.refusal_of_new_user(event);
exception when sqlstate 'PT429' then
  return jsonb_build_object('error', jsonb_build_object('http_code', 429, 'message', sqlerrm));
end $$;
comment on function private.before_user_created is
  'The hook of Auth before it creates a user: counts registrations at Auth itself together with those of `/api`, and refuses names.';

do $hook$ begin
  if exists (select 1 from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
  end if;
end $hook$;

-- Lookups -------------------------------------------------------------------------------------------------------------
--
-- For edge functions only: the answers reveal which accounts exist.

create function private.username_exists(p_username text) returns boolean
language sql stable security definer set search_path = ''
as $$ select private.is_username_taken(p_username) $$;

create function public.username_exists(username text) returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.username_exists(username) $$;
comment on function public.username_exists is 'For edge functions only: whether a username is taken, ignoring case.';
grant execute on function private.username_exists, public.username_exists to service_role;

create function private.email_exists(p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.accounts a where lower(a.email) = lower(btrim(p_email)))
    -- A registration replaces these.
    and not exists (select private.unverified_users(interval '60 seconds', p_email))
$$;

create function public.email_exists(email text) returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.email_exists(email) $$;
comment on function public.email_exists is 'For edge functions only: whether an e-mail address has an account.';
grant execute on function private.email_exists, public.email_exists to service_role;

create function private.resolve_sign_in(p_login text)
returns table (profile_id bigint, email text, username text, country text, company_name text, bio text)
language sql stable rows 1 security definer set search_path = ''
as $$
  -- Two branches, so that each can use its index.
  select p.id, a.email, p.username, p.country, p.company_name, p.bio
  from public.accounts a join public.profiles p on p.id = a.profile_id
  where position('@' in p_login) > 0 and lower(a.email) = lower(btrim(p_login))
  union all
  select p.id, a.email, p.username, p.country, p.company_name, p.bio
  from public.profiles p join public.accounts a on a.profile_id = p.id
  where position('@' in p_login) = 0 and lower(p.username) = lower(btrim(p_login))
$$;

create function public.resolve_sign_in(login text)
returns table (profile_id bigint, email text, username text, country text, company_name text, bio text)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.resolve_sign_in(login) $$;
comment on function public.resolve_sign_in is
  'For edge functions only: the account behind a username or e-mail address, with what its profile stores.';
grant execute on function private.resolve_sign_in, public.resolve_sign_in to service_role;

-- Password guesses at Auth --------------------------------------------------------------------------------------------

create function private.password_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- A limit that is used up refuses the right password too, or a guesser would just go on.
  if (event ->> 'valid')::boolean then
    perform private.assert_rate_limit('password', event ->> 'user_id');
  else
    perform private.consume_rate_limit('password', event ->> 'user_id');
  end if;
  return jsonb_build_object('decision', 'continue');
exception when sqlstate 'PT429' then
  return jsonb_build_object('decision', 'reject', 'message', 'Too many wrong passwords. Please try again later, or reset your password.',
    'should_logout_user', false);
end $$;
comment on function private.password_attempt is
  'The hook of Auth after it has looked at a password: counts the wrong ones of an account from all addresses together.';

create function private.forget_password_attempts() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.rate_limit_uses u where u.action = 'password' and u.subject = new.id::text;
  return null;
end $$;

do $hook$ begin
  if exists (select 1 from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.password_attempt(jsonb) to supabase_auth_admin;
  end if;
end $hook$;

create function private.take_locale_of_registration() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What a sign-in provider says of a person is no choice of theirs.
  select case when private.is_language_code(u.raw_user_meta_data ->> 'locale') then u.raw_user_meta_data ->> 'locale' end into new.locale
  from public.profiles p join auth.users u on u.id = p.auth_id
  where p.id = new.profile_id and coalesce(u.raw_app_meta_data ->> 'provider', 'email') in ('email', 'phone');
  return new;
end $$;
comment on function private.take_locale_of_registration is
  'The language in which somebody registered, from the data that the page sent with it; anything else than a language is none.';
