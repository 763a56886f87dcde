-- Mail proofs: the codes and links of mails that prove an address or open an account.
--
-- Auth's tokens are digests of an address and six digits, so they can be brute-forced by anybody who knows the address.
-- They are therefore invalidated as soon as they are stored, and the mails carry secrets of their own: 256 random bits
-- in the link, of which only the hash is kept, and six digits with five attempts. A proven secret is exchanged for an
-- unguessable token of Auth that never leaves the server: docs/decisions.md#secrets-in-mails-are-the-products-own.

create table private.mail_proofs (
  auth_id uuid not null references auth.users (id) on delete cascade,
  kind text not null references private.mail_templates (template),
  address text not null,
  asked_at timestamptz not null default now(),
  sent_at timestamptz,
  token_hash text,
  code_hash text,
  tries smallint not null default 0,
  primary key (auth_id, kind),
  constraint mail_proofs_kind_is_known check (kind in ('verify_email', 'reset_password', 'confirm_email')),
  constraint mail_proofs_sent_is_whole check ((sent_at is null) = (token_hash is null)),
  constraint mail_proofs_tries_are_few check (tries between 0 and 5)
);
comment on table private.mail_proofs is
  'What the newest mail of each kind to an account can prove: that its address is read by whoever comes with the secret.';
comment on column private.mail_proofs.address is 'The address that is proved; the secret is dead once the account has another.';
comment on column private.mail_proofs.sent_at is 'When the secrets were made, which is when the mail left; before, there are none.';
comment on column private.mail_proofs.code_hash is 'Slow to compute: trying all six digits takes longer than the code lives.';

create unique index mail_proofs_token_idx on private.mail_proofs (token_hash);
create index mail_proofs_address_idx on private.mail_proofs (kind, lower(address));
create index mail_proofs_kind_idx on private.mail_proofs (kind);

revoke all on table private.mail_proofs from anon, authenticated, service_role;

create function private.proof_life(p_kind text) returns interval
language sql immutable set search_path = ''
as $$
  select case p_kind when 'verify_email' then interval '15 minutes' when 'reset_password' then interval '60 minutes'
    when 'confirm_email' then interval '60 minutes' end
$$;
comment on function private.proof_life is 'How long code and link of a mail are good; null for mails that carry none.';

create function private.hash_of_secret(p_secret text) returns text
language sql immutable set search_path = ''
as $$ select encode(extensions.digest(p_secret, 'sha256'), 'hex') $$;

create function private.is_account(p_auth_id uuid, p_account text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(p_account in (p_auth_id::text, (select p.id::text from public.profiles p where p.auth_id = p_auth_id)), false)
$$;
comment on function private.is_account is 'Whether an id, that of Auth or that of the profile, is the id of this account.';

create function private.refuse_other_registration() returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform private.refuse(409, 'other_registration', 'This mail belongs to a registration that was made elsewhere');
end $$;

create function private.ask_for_proof(p_auth_id uuid, p_kind text, p_address text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user_id bigint := (select p.id from public.profiles p where p.auth_id = p_auth_id);
begin
  -- Too much of it is silence: Auth would answer a refusal as a failure, and it would tell who has an account.
  if coalesce(p_address, '') = '' or exists (
    select 1 from private.mail_proofs p
    where p.auth_id = p_auth_id and p.kind = p_kind and p.address = p_address and p.asked_at > now() - interval '60 seconds') then
    return;
  end if;
  -- A registration that is about to be replaced: Auth treats the new one as a request for another mail.
  if p_kind = 'verify_email' and exists (
    select 1 from private.registration_passes r join auth.users u on u.id = p_auth_id
    where r.email = lower(p_address) and r.made_at > now() - interval '30 seconds' and u.created_at < r.made_at) then
    return;
  end if;
  -- The address of somebody else: what its owner reads would tell the asker, too, that there is an account.
  if p_kind = 'confirm_email' and exists (select 1 from public.accounts a where lower(a.email) = lower(p_address)) then
    return;
  end if;
  begin
    -- Per address where it is the account's own: registering it again makes another account.
    perform private.consume_rate_limit('mail_of_auth',
      concat_ws(' ', p_kind, case when p_kind = 'confirm_email' then p_auth_id::text else lower(p_address) end));
    -- Nobody has asked for this mail in the name of its receiver.
    if p_kind = 'confirm_email' then
      perform private.consume_rate_limit('resend_verification_daily', concat_ws(' ', p_kind, lower(p_address)));
    end if;
  exception when sqlstate 'PT429' then
    return;
  end;
  -- An earlier secret ends when the new mail leaves; one that was mailed to another address ends now.
  insert into private.mail_proofs as p (auth_id, kind, address) values (p_auth_id, p_kind, p_address)
  on conflict (auth_id, kind) do update set address = excluded.address, asked_at = now(), tries = case when p.address = excluded.address then p.tries else 0 end,
    sent_at = case when p.address = excluded.address then p.sent_at end,
    token_hash = case when p.address = excluded.address then p.token_hash end,
    code_hash = case when p.address = excluded.address then p.code_hash end;
  if not exists (
    select 1 from private.mail_outbox o
    where o.user_id = v_user_id and o.template = p_kind and o.recipient = p_address and o.status = 'queued') then
    perform private.add_mail(v_user_id, p_address, p_kind, '{}');
  end if;
end $$;
comment on function private.ask_for_proof is
  'Queues the mail with which a person proves that an address of an account is theirs: once a minute, twenty times a day, and five times a day to one new address.';

-- Written here and not by Auth, whose answer would reveal whether the address has an account. Auth mails requests of
-- `resend`.
create function private.ask_for_email(p_auth_id uuid, p_address text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_address text := lower(btrim(p_address));
begin
  update auth.users u set email_change = v_address, email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0
  where u.id = p_auth_id and lower(u.email) <> v_address;
  -- What was mailed to another address proves nothing about this one.
  if found then
    delete from private.mail_proofs p where p.auth_id = p_auth_id and p.kind = 'confirm_email' and lower(p.address) <> v_address;
  end if;
end $$;

create function public.ask_for_email(auth_id uuid, address text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.ask_for_email(auth_id, address) $$;
comment on function public.ask_for_email is
  'For edge functions only: notes the address that a user wants instead of theirs, once their password was checked. Tells nothing about the address.';
grant execute on function private.ask_for_email, public.ask_for_email to service_role;

create function private.make_proof(p_user_id bigint, p_kind text, p_recipient text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_token text := encode(extensions.gen_random_bytes(32), 'hex');
  v_code text := lpad(((('x' || encode(extensions.gen_random_bytes(6), 'hex'))::bit(48)::bigint) % 1000000)::text, 6, '0');
begin
  update private.mail_proofs m set token_hash = private.hash_of_secret(v_token), sent_at = now(), tries = 0,
    code_hash = case when p_kind <> 'reset_password' then extensions.crypt(v_code, extensions.gen_salt('bf', 8)) end
  from public.profiles p
  where p.id = p_user_id and m.auth_id = p.auth_id and m.kind = p_kind and m.address = p_recipient;
  if not found then
    return null;
  end if;
  return case p_kind
    when 'verify_email' then jsonb_build_object('code', v_code, 'email', p_recipient, 'path', '/verify-email?token=' || v_token)
    when 'confirm_email' then jsonb_build_object('code', v_code, 'newEmail', p_recipient, 'path', '/verify-email?token=' || v_token || '&type=email_change')
    else jsonb_build_object('email', p_recipient, 'path', '/reset-password?token=' || v_token) end;
end $$;
comment on function private.make_proof is
  'Makes the secrets of a mail that is about to leave, and ends those of the mail before it. Null when nothing asks for them any more.';

create function private.exchange_proof(p_auth_id uuid, p_kind text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ticket text := 'once_' || encode(extensions.gen_random_bytes(32), 'hex');
  v_type text := case p_kind when 'verify_email' then 'confirmation_token' when 'reset_password' then 'recovery_token' else 'email_change_token_new' end;
  v_address text;
begin
  update auth.users u set
    confirmation_token = case when p_kind = 'verify_email' then v_ticket else u.confirmation_token end,
    confirmation_sent_at = case when p_kind = 'verify_email' then now() else u.confirmation_sent_at end,
    recovery_token = case when p_kind = 'reset_password' then v_ticket else u.recovery_token end,
    recovery_sent_at = case when p_kind = 'reset_password' then now() else u.recovery_sent_at end,
    email_change_token_new = case when p_kind = 'confirm_email' then v_ticket else u.email_change_token_new end,
    email_change_sent_at = case when p_kind = 'confirm_email' then now() else u.email_change_sent_at end
  where u.id = p_auth_id
  returning case when p_kind = 'confirm_email' then u.email_change else u.email end into v_address;
  -- Where Auth looks tokens up in a table of their own.
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens where user_id = $1 and token_type::text = $2' using p_auth_id, v_type;
    execute 'insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (gen_random_uuid(), $1, $2::auth.one_time_token_type, $3, lower($4))' using p_auth_id, v_type, v_ticket, v_address;
  end if;
  return v_ticket;
end $$;
comment on function private.exchange_proof is
  'A token that Auth takes once, for a person who has proved an address: 256 random bits, to be used by an edge function at once.';

create function private.use_mail_link(p_token text, p_kind text, p_account text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_hash constant text := private.hash_of_secret(p_token);
  v_auth_id uuid;
begin
  perform 1 from auth.users u where u.id = (select p.auth_id from private.mail_proofs p where p.token_hash = v_hash) for no key update;
  delete from private.mail_proofs p
  where p.token_hash = v_hash and p.kind = p_kind and p.sent_at > now() - private.proof_life(p_kind)
  returning p.auth_id into v_auth_id;
  if v_auth_id is null then
    if exists (select 1 from private.ended_registrations e where e.token_hash = v_hash and e.ended_at > now() - interval '48 hours') then
      perform private.refuse(409, 'earlier_registration',
        'This link belongs to an earlier registration of your address. Use the newest mail, or register again.');
    end if;
    return null;
  end if;
  -- Refusing undoes the deletion above, so the link stays good.
  if p_kind = 'verify_email' and not private.is_account(v_auth_id, p_account) then
    perform private.refuse_other_registration();
  end if;
  return private.exchange_proof(v_auth_id, p_kind);
end $$;

create function public.use_mail_link(token text, kind text, account text default null) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.use_mail_link(token, kind, account) $$;
comment on function public.use_mail_link is
  'For edge functions only: uses up the link of a mail and answers a token that Auth takes once; null for a link that is not good. PT409 for the link of another registration than that of `account`, an id of Auth or of a profile, and for one that was replaced.';
grant execute on function private.use_mail_link, public.use_mail_link to service_role;

create function private.use_mail_code(p_email text, p_code text, p_kind text, p_account text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email text := lower(btrim(p_email));
  v_proof private.mail_proofs;
begin
  select * into v_proof from private.mail_proofs p
  where p.kind = p_kind and lower(p.address) = v_email and p.sent_at is not null
    -- An address belongs to one account; a new one may be asked for by several, so there the account has to be known.
    and (private.is_account(p.auth_id, p_account) or (p_kind = 'verify_email' and p_account is null));
  -- Per code: a new one brings new tries. An address that waits for nothing has them too, so that it tells nothing.
  perform private.consume_rate_limit('verify_email', concat_ws(' ', v_email, extract(epoch from v_proof.sent_at)));
  if v_proof.auth_id is null or v_proof.sent_at <= now() - private.proof_life(p_kind) then
    return null;
  end if;
  perform 1 from auth.users u where u.id = v_proof.auth_id for no key update;
  update private.mail_proofs p set tries = p.tries + 1
  where p.auth_id = v_proof.auth_id and p.kind = p_kind and p.code_hash = v_proof.code_hash and p.tries < 5;
  if not found then
    perform private.refuse_rate_limit('verify_email', 900);
  end if;
  if v_proof.code_hash <> extensions.crypt(p_code, v_proof.code_hash) then
    return null;
  end if;
  -- The client may have made the earlier one, with another password.
  if p_account is null and exists (
    select 1 from private.ended_registrations e where e.email = v_email and e.ended_at > now() - interval '48 hours') then
    perform private.refuse_other_registration();
  end if;
  delete from private.mail_proofs p where p.auth_id = v_proof.auth_id and p.kind = p_kind and p.code_hash = v_proof.code_hash;
  return case when found then private.exchange_proof(v_proof.auth_id, p_kind) end;
end $$;

create function public.use_mail_code(email text, code text, kind text, account text default null) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.use_mail_code(email, code, kind, account) $$;
comment on function public.use_mail_code is
  'For edge functions only: tries the code of a mail, five times at most (PT429); answers a token that Auth takes once, or null. PT409 without an account where the address was registered again.';
grant execute on function private.use_mail_code, public.use_mail_code to service_role;

create function private.address_of_link(p_token text, p_kind text) returns text
language sql stable security definer set search_path = ''
as $$
  select p.address from private.mail_proofs p
  where p.token_hash = private.hash_of_secret(p_token) and p.kind = p_kind and p.sent_at > now() - private.proof_life(p_kind)
$$;

create function public.address_of_link(token text, kind text) returns text
language sql stable security invoker set search_path = ''
as $$ select private.address_of_link(token, kind) $$;
comment on function public.address_of_link is
  'For edge functions only: the address that the link of a mail was sent to; null unless the link is unused and young enough. Uses nothing up.';
grant execute on function private.address_of_link, public.address_of_link to service_role;

-- Mails of Auth -------------------------------------------------------------------------------------------------------

create function private.is_made_by_auth(p_token text) returns boolean
language sql immutable set search_path = ''
as $$ select coalesce(p_token, '') <> '' and not starts_with(p_token, 'once_') $$;

create function private.kill_tokens_of_auth() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_dead constant timestamptz := '2000-01-01 00:00:00+00';
begin
  if private.is_made_by_auth(new.confirmation_token) then
    new.confirmation_sent_at := v_dead;
  end if;
  if private.is_made_by_auth(new.recovery_token) then
    new.recovery_sent_at := v_dead;
  end if;
  -- A new password, set perhaps because somebody else was in, ends a change of the address that is under way.
  if tg_op = 'UPDATE' and new.encrypted_password is distinct from old.encrypted_password and new.email_change is not distinct from old.email_change then
    new.email_change := '';
    new.email_change_token_new := '';
    new.email_change_token_current := '';
  end if;
  if private.is_made_by_auth(new.email_change_token_new) or private.is_made_by_auth(new.email_change_token_current) then
    new.email_change_sent_at := v_dead;
  end if;
  return new;
end $$;
comment on function private.kill_tokens_of_auth is
  'Lets no token of Auth open anything: to Auth it has run out before anybody can try it. What it was to be mailed for is mailed by the product.';

create function private.mail_of_auth() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.is_made_by_auth(new.confirmation_token) and new.confirmation_token is distinct from old.confirmation_token and new.email_confirmed_at is null then
    perform private.ask_for_proof(new.id, 'verify_email', new.email);
  end if;
  if private.is_made_by_auth(new.recovery_token) and new.recovery_token is distinct from old.recovery_token then
    perform private.ask_for_proof(new.id, 'reset_password', new.email);
  end if;
  if private.is_made_by_auth(new.email_change_token_new) and new.email_change_token_new is distinct from old.email_change_token_new then
    perform private.ask_for_proof(new.id, 'confirm_email', new.email_change);
  end if;
  return null;
end $$;

create function private.send_no_mail(event jsonb) returns jsonb
language sql immutable set search_path = ''
as $$ select '{}'::jsonb $$;
comment on function private.send_no_mail is 'The hook of Auth in place of its own mails: the queue has them already.';

do $hook$ begin
  if exists (select 1 from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.send_no_mail(jsonb) to supabase_auth_admin;
  end if;
end $hook$;

-- The mails to both addresses of a user have no account as receiver, so they state the user's language themselves.
create function private.mail_of_account_change() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_profile public.profiles;
  v_data jsonb;
begin
  select * into v_profile from public.profiles p where p.auth_id = new.id;
  -- Earlier mails prove nothing any more: neither those to the old address nor those asked for before the new password.
  if (new.email, new.encrypted_password) is distinct from (old.email, old.encrypted_password) then
    delete from private.mail_proofs p where p.auth_id = new.id;
  end if;
  if new.encrypted_password is distinct from old.encrypted_password and new.encrypted_password is not null then
    -- One cause: whoever changes it again and again uses up the mails of a day for everybody.
    perform private.queue_mail(v_profile.id, 'password_changed', '{}', 'password');
  end if;
  -- Both addresses hear of it: the old one may be all that the real owner still has.
  if new.email is distinct from old.email and old.email is not null then
    -- Links of mails to the old address choose nothing any more.
    insert into private.mail_secrets (name, value)
    select 'unsubscribe ' || p.id, encode(extensions.gen_random_bytes(32), 'hex') from public.profiles p
    where p.auth_id = new.id and new.email not like 'deleted-%@deleted.invalid'
    on conflict (name) do update set value = excluded.value;
    v_data := jsonb_strip_nulls(jsonb_build_object('username', v_profile.username, 'oldEmail', old.email, 'newEmail', new.email,
      'locale', (select a.locale from public.accounts a where a.profile_id = v_profile.id)));
    perform private.queue_mail_to(old.email, 'email_changed', v_data);
    perform private.queue_mail_to(new.email, 'email_changed', v_data);
  end if;
  return null;
end $$;
