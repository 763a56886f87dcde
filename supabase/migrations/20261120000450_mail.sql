-- Mail: settings, templates, the queue with its delivery log, and the optional mails that people do not want.
-- Every mail is put into the queue by a rule of the database and sent by the edge function `mail`, also what Auth wants to
-- be sent: Auth itself sends nothing. All of it is private: clients come in through the functions below.

create function private.is_mail_address(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  -- Lengths are counted: a pattern with counts takes five times as long, and a broadcast asks this of each receiver.
  select value ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9][A-Za-z0-9.-]*$'
    and strpos(value, '@') <= 65 and char_length(value) - strpos(value, '@') <= 253
$$;
comment on function private.is_mail_address is
  'True for one plain address. Nothing else gets near a header: no second address, no line break, no quoting.';

create table private.mail_settings (
  is_only_row boolean primary key default true,
  from_name text not null default 'Marketplace Platform',
  from_address text,
  reply_to text,
  smtp_host text,
  smtp_port integer not null default 587,
  smtp_security text not null default 'starttls',
  smtp_user text,
  daily_cap integer not null default 50000,
  footer_address text not null default '',
  updated_at timestamptz not null default now(),
  constraint mail_settings_is_one_row check (is_only_row),
  constraint mail_settings_from_name_is_clean check (char_length(from_name) between 1 and 100 and from_name !~ '[[:cntrl:]]'),
  constraint mail_settings_from_address_is_one check (private.is_mail_address(from_address)),
  constraint mail_settings_reply_to_is_one check (private.is_mail_address(reply_to)),
  constraint mail_settings_smtp_host_is_a_name check (smtp_host ~ '^[A-Za-z0-9.:-]{1,253}$'),
  constraint mail_settings_smtp_port_is_one check (smtp_port between 1 and 65535),
  constraint mail_settings_smtp_security_is_known check (smtp_security in ('none', 'starttls', 'tls')),
  constraint mail_settings_smtp_user_is_clean check (char_length(smtp_user) <= 200 and smtp_user !~ '[[:cntrl:]]'),
  constraint mail_settings_daily_cap_is_positive check (daily_cap between 1 and 10000000),
  constraint mail_settings_footer_address_is_clean check
    (char_length(footer_address) <= 300 and replace(footer_address, E'\n', '') !~ '[[:cntrl:]]')
);
comment on table private.mail_settings is
  'How mail is sent. Without a host, host, port and sender of the environment of the edge function are used.';
insert into private.mail_settings default values;

-- Apart from the settings, so that no answer and no audit entry can carry them by mistake.
create table private.mail_secrets (
  name text primary key,
  value text not null,
  constraint mail_secrets_name_is_known check (name in ('smtp', 'unsubscribe')),
  constraint mail_secrets_value_length check (char_length(value) between 1 and 500)
);
comment on table private.mail_secrets is 'Password of the mail server and key of the links that unsubscribe: written, never read back by a client.';

create table private.mail_templates (
  template text primary key,
  is_optional boolean not null default false,
  is_enabled boolean not null default true,
  subject text,
  body text,
  updated_at timestamptz not null default now(),
  constraint mail_templates_account_mails_are_on check
    (is_enabled or template not in ('verify_email', 'reset_password', 'confirm_email')),
  constraint mail_templates_subject_is_clean check
    (char_length(subject) <= 200 and subject ~ '[^[:space:]]' and subject !~ '[[:cntrl:]]'),
  constraint mail_templates_body_length check (char_length(body) <= 5000 and body ~ '[^[:space:]]')
);
comment on table private.mail_templates is 'The mails that exist. Subject and body are null as long as the default of the code is used.';
comment on column private.mail_templates.is_optional is 'Can be unsubscribed from. What concerns the security of an account or a decision about it cannot.';

insert into private.mail_templates (template, is_optional) values
  ('verify_email', false), ('reset_password', false), ('confirm_email', false),
  ('password_changed', false), ('email_changed', false), ('account_suspended', false), ('post_hidden', false),
  ('post_unhidden', false), ('feedback_answered', false), ('test', false),
  ('quote_received', true), ('message_received', true), ('review_received', true), ('broadcast', true);

create table private.mail_unsubscribes (
  user_id bigint not null references public.profiles (id) on delete cascade,
  template text not null references private.mail_templates (template),
  created_at timestamptz not null default now(),
  primary key (user_id, template)
);
comment on table private.mail_unsubscribes is 'Optional mails that people do not want.';
create index mail_unsubscribes_template_idx on private.mail_unsubscribes (template);

create table private.mail_outbox (
  id bigint generated always as identity primary key,
  user_id bigint references public.profiles (id) on delete cascade,
  recipient text not null,
  template text not null references private.mail_templates (template),
  data jsonb not null default '{}',
  status text not null default 'queued',
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease uuid,
  lease_until timestamptz,
  error text,
  provider_answer text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint mail_outbox_recipient_is_one_address check (private.is_mail_address(recipient)),
  constraint mail_outbox_data_is_an_object check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 60000),
  constraint mail_outbox_status_is_known check (status in ('queued', 'sending', 'sent', 'bounced', 'failed')),
  constraint mail_outbox_lease_is_whole check (status <> 'sending' or (lease is not null and lease_until is not null)),
  constraint mail_outbox_sent_has_time check ((status = 'sent') = (sent_at is not null)),
  constraint mail_outbox_error_length check (char_length(error) <= 1000),
  constraint mail_outbox_provider_answer_length check (char_length(provider_answer) <= 1000)
);
comment on table private.mail_outbox is 'The queue of mails, and what became of them for 30 days.';
comment on column private.mail_outbox.lease is 'Which sender has the mail; it has until `lease_until` to say what became of it.';
-- Broadcasts wait for everything else.
create index mail_outbox_queue_idx on private.mail_outbox ((template = 'broadcast'), next_attempt_at, id) where status = 'queued';
create index mail_outbox_lease_idx on private.mail_outbox (lease_until) where status = 'sending';
create index mail_outbox_user_idx on private.mail_outbox (user_id);
create index mail_outbox_template_idx on private.mail_outbox (template, id desc);
create index mail_outbox_status_idx on private.mail_outbox (status, id desc);
create index mail_outbox_created_idx on private.mail_outbox (created_at);
-- One open mail of messages per receiver: what comes within its 10 minutes joins it.
create unique index mail_outbox_batch_is_one on private.mail_outbox (user_id)
  where template = 'message_received' and status = 'queued' and attempts = 0;

create table private.mail_days (
  day date primary key,
  sent integer not null,
  constraint mail_days_are_counted check (sent >= 0)
);
comment on table private.mail_days is 'Mails per day (UTC), for the daily cap.';

revoke all on table private.mail_settings, private.mail_secrets, private.mail_templates, private.mail_unsubscribes,
  private.mail_outbox, private.mail_days from anon, authenticated, service_role;

-- Into the queue -----------------------------------------------------------------------------------------------------

create function private.add_mail(p_user_id bigint, p_email text, p_template text, p_data jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_template private.mail_templates;
  v_data jsonb := coalesce(p_data, '{}');
begin
  select * into v_template from private.mail_templates t where t.template = p_template;
  if v_template.template is null then
    raise exception using errcode = '22023', message = format('unknown mail template "%s"', p_template);
  end if;
  -- The event stands whether or not there is somebody to write to.
  if not v_template.is_enabled or private.is_mail_address(p_email) is not true then
    return;
  end if;
  if p_template <> 'message_received' then
    insert into private.mail_outbox (user_id, recipient, template, data) values (p_user_id, p_email, p_template, v_data);
    return;
  end if;
  insert into private.mail_outbox as o (user_id, recipient, template, data, next_attempt_at)
  values (p_user_id, p_email, p_template, jsonb_build_object('count', 1, 'items', jsonb_build_array(v_data)), now() + interval '10 minutes')
  on conflict (user_id) where template = 'message_received' and status = 'queued' and attempts = 0 do update
  set data = jsonb_build_object('count', (o.data ->> 'count')::integer + 1,
    -- A list of twenty says enough; the count says the rest.
    'items', case when jsonb_array_length(o.data -> 'items') < 20 then (o.data -> 'items') || v_data else o.data -> 'items' end);
end $$;

create function private.queue_mail(p_user_id bigint, p_template text, p_data jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select 1 from private.mail_unsubscribes u where u.user_id = p_user_id and u.template = p_template) then
    return;
  end if;
  perform private.add_mail(p_user_id, (select a.email from public.accounts a where a.profile_id = p_user_id), p_template, p_data);
end $$;
comment on function private.queue_mail is
  'Queues a mail to a user who has not unsubscribed from its kind. What the data may hold stands beside each template in the code.';

create function private.queue_mail_to(p_email text, p_template text, p_data jsonb) returns void
language sql volatile security definer set search_path = ''
as $$ select private.add_mail(null, p_email, p_template, p_data) $$;
comment on function private.queue_mail_to is 'Queues a mail to an address that need not be of a user.';

-- Codes and links of mails ------------------------------------------------------------------------------------------
--
-- The tokens that Auth makes are digests of an address and six digits: whoever knows the address can try them all. So they
-- are dead from the moment they are stored, and the mails carry secrets of their own: 256 random bits in the link, of which
-- only the hash is kept, and six digits with five tries. A secret that proves itself here is exchanged for a token of Auth that
-- nobody could guess and nobody ever sees: docs/decisions.md#secrets-in-mails-are-the-products-own.

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
  begin
    perform private.consume_rate_limit('mail_of_auth', concat_ws(' ', p_kind, p_auth_id));
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
  'Queues the mail with which a person proves that an address of an account is theirs: once a minute, twenty times a day.';

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

create function private.use_mail_link(p_token text, p_kind text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_auth_id uuid;
begin
  delete from private.mail_proofs p
  where p.token_hash = private.hash_of_secret(p_token) and p.kind = p_kind and p.sent_at > now() - private.proof_life(p_kind)
  returning p.auth_id into v_auth_id;
  return case when v_auth_id is not null then private.exchange_proof(v_auth_id, p_kind) end;
end $$;

create function private.use_mail_code(p_email text, p_code text, p_kind text, p_auth_id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email text := lower(btrim(p_email));
  v_proof private.mail_proofs;
begin
  select * into v_proof from private.mail_proofs p
  where p.kind = p_kind and lower(p.address) = v_email and p.sent_at is not null
    -- An address belongs to one account; a new one may be asked for by several, so there the account has to be known.
    and (p.auth_id = p_auth_id or p_kind = 'verify_email');
  -- Per code: a new one brings new tries. An address that waits for nothing has them too, so that it tells nothing.
  perform private.consume_rate_limit('verify_email', concat_ws(' ', v_email, extract(epoch from v_proof.sent_at)));
  if v_proof.auth_id is null or v_proof.sent_at <= now() - private.proof_life(p_kind) then
    return null;
  end if;
  update private.mail_proofs p set tries = p.tries + 1
  where p.auth_id = v_proof.auth_id and p.kind = p_kind and p.code_hash = v_proof.code_hash and p.tries < 5;
  if not found then
    perform private.refuse_rate_limit('verify_email', 900);
  end if;
  if v_proof.code_hash <> extensions.crypt(p_code, v_proof.code_hash) then
    return null;
  end if;
  delete from private.mail_proofs p where p.auth_id = v_proof.auth_id and p.kind = p_kind and p.code_hash = v_proof.code_hash;
  return case when found then private.exchange_proof(v_proof.auth_id, p_kind) end;
end $$;

create function private.mail_link_is_good(p_token text, p_kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from private.mail_proofs p
    where p.token_hash = private.hash_of_secret(p_token) and p.kind = p_kind and p.sent_at > now() - private.proof_life(p_kind))
$$;

create function public.use_mail_link(token text, kind text) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.use_mail_link(token, kind) $$;
comment on function public.use_mail_link is
  'For edge functions only: uses up the link of a mail and answers a token that Auth takes once; null for a link that is not good.';

create function public.use_mail_code(email text, code text, kind text, auth_id uuid default null) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.use_mail_code(email, code, kind, auth_id) $$;
comment on function public.use_mail_code is
  'For edge functions only: tries the code of a mail, five times at most (PT429); answers a token that Auth takes once, or null.';

create function public.mail_link_is_good(token text, kind text) returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.mail_link_is_good(token, kind) $$;
comment on function public.mail_link_is_good is
  'For edge functions only: whether the link of a mail is unused and young enough. Uses nothing up.';

grant execute on function private.use_mail_link, private.use_mail_code, private.mail_link_is_good,
  public.use_mail_link, public.use_mail_code, public.mail_link_is_good to service_role;

-- Auth and its mails ---------------------------------------------------------------------------------------------------

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
create trigger kill_tokens_of_auth before insert or update on auth.users
  for each row execute function private.kill_tokens_of_auth();

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
-- Its name comes after that of the trigger that makes the profile.
create trigger mail_of_auth after insert or update of confirmation_token, recovery_token, email_change_token_new on auth.users
  for each row execute function private.mail_of_auth();

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

-- The one place where notifications become mails. Broadcasts bring their own, and "You sent a quote" needs none.
create function private.mail_of_notification() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
  v_data jsonb := jsonb_build_object('message', new.message);
begin
  if new.data ? 'postId' then
    select * into v_post from public.posts p where p.id = (new.data ->> 'postId')::bigint;
    v_data := v_data || jsonb_build_object('title', v_post.title);
  end if;
  case new.data ->> 'type'
    when 'quote' then
      if new.data ? 'postId' then
        perform private.queue_mail(new.user_id, 'quote_received', v_data);
      end if;
    when 'message' then
      perform private.queue_mail(new.user_id, 'message_received', v_data || jsonb_build_object('notificationId', new.id));
    when 'post' then
      if v_post.is_hidden then
        perform private.queue_mail(new.user_id, 'post_hidden', v_data || jsonb_build_object('reason', v_post.hidden_reason));
      elsif v_post.id is not null then
        perform private.queue_mail(new.user_id, 'post_unhidden', v_data);
      end if;
    else
      perform private.queue_mail(new.user_id, 'review_received', v_data);
  end case;
  return new;
end $$;
-- Before, so that a kind of notification that is switched off can still be mailed.
create trigger mail_of_notification before insert on public.notifications
  for each row when (new.data ->> 'type' in ('quote', 'message', 'post', 'review')) execute function private.mail_of_notification();

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
    perform private.queue_mail(v_profile.id, 'password_changed', '{}');
  end if;
  -- Both addresses hear of it: the old one may be all that the real owner still has.
  if new.email is distinct from old.email and old.email is not null then
    v_data := jsonb_build_object('username', v_profile.username, 'oldEmail', old.email, 'newEmail', new.email);
    perform private.queue_mail_to(old.email, 'email_changed', v_data);
    perform private.queue_mail_to(new.email, 'email_changed', v_data);
  end if;
  return null;
end $$;
create trigger mail_of_account_change after update of email, encrypted_password on auth.users
  for each row execute function private.mail_of_account_change();

-- A person waits for these mails: they leave at once where the database can call a function, else with the next
-- run of the queue.
create function private.send_at_once() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_url text;
  v_secret text;
begin
  if to_regclass('vault.decrypted_secrets') is null or to_regnamespace('net') is null then
    return null;
  end if;
  execute $call$
    select (select decrypted_secret from vault.decrypted_secrets where name = 'functions_url'),
      (select decrypted_secret from vault.decrypted_secrets where name = 'cron_secret')$call$ into v_url, v_secret;
  if v_url is not null and v_secret is not null then
    execute 'select net.http_post(url := $1, headers := $2)'
      using format('%s/mail/%s', v_url, new.id), jsonb_build_object('Authorization', 'Bearer ' || v_secret);
  end if;
  return null;
end $$;
create trigger send_at_once after insert on private.mail_outbox
  for each row when (new.template in ('verify_email', 'reset_password', 'confirm_email')) execute function private.send_at_once();

-- Out of the queue ---------------------------------------------------------------------------------------------------

create function private.unsubscribe_token(p_user_id bigint, p_template text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text;
begin
  insert into private.mail_secrets (name, value) values ('unsubscribe', encode(extensions.gen_random_bytes(32), 'hex')) on conflict do nothing;
  select s.value into v_key from private.mail_secrets s where s.name = 'unsubscribe';
  return format('%s.%s.%s', p_user_id, p_template,
    encode(extensions.hmac(format('%s.%s', p_user_id, p_template), v_key, 'sha256'), 'hex'));
end $$;
comment on function private.unsubscribe_token is 'What a link needs to end one kind of mail to one user; nobody can make it up.';

create function private.claim_mail(p_mail_id bigint) returns table (
  mail_id bigint, lease uuid, recipient text, template text, data jsonb, username text, subject text, body text, unsubscribe_token text)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_mail private.mail_outbox;
  v_lease uuid := gen_random_uuid();
begin
  -- Its sender stopped while it spoke with the mail server, so it may have arrived. A mail that comes twice is worse than one
  -- that an admin sends again.
  update private.mail_outbox o set status = 'failed', error = 'The sender stopped before it knew whether the mail was taken.'
  where o.status = 'sending' and o.lease_until < now();

  loop
    select * into v_mail from private.mail_outbox o
    where o.status = 'queued' and o.next_attempt_at <= now() and (p_mail_id is null or o.id = p_mail_id)
    order by o.template = 'broadcast', o.next_attempt_at, o.id
    limit 1 for update skip locked;
    if v_mail.id is null then
      return;
    end if;
    exit when case
      -- Nobody asks for it any more, or not for this address.
      when private.proof_life(v_mail.template) is not null then exists (
        select 1 from private.mail_proofs m join public.profiles p on p.auth_id = m.auth_id
        where p.id = v_mail.user_id and m.kind = v_mail.template and m.address = v_mail.recipient)
      -- People who have read their messages meanwhile need no mail about them.
      when v_mail.template = 'message_received' then v_mail.attempts > 0 or exists (
        select 1 from jsonb_array_elements(v_mail.data -> 'items') as i (item)
        left join public.notifications n on n.id = (i.item ->> 'notificationId')::bigint
        where n.read_at is null)
      else true end;
    delete from private.mail_outbox o where o.id = v_mail.id;
  end loop;

  insert into private.mail_days as d (day, sent) values ((now() at time zone 'utc')::date, 1)
  on conflict (day) do update set sent = d.sent + 1 where d.sent < (select s.daily_cap from private.mail_settings s);
  if not found then
    return;
  end if;

  update private.mail_outbox o set status = 'sending', attempts = o.attempts + 1, lease = v_lease, lease_until = now() + interval '5 minutes'
  where o.id = v_mail.id;
  return query
    select v_mail.id, v_lease, v_mail.recipient, t.template,
      case when private.proof_life(t.template) is null then v_mail.data else private.make_proof(v_mail.user_id, t.template, v_mail.recipient) end,
      coalesce((select p.username from public.profiles p where p.id = v_mail.user_id), v_mail.data ->> 'username'),
      t.subject, t.body,
      case when t.is_optional and v_mail.user_id is not null then private.unsubscribe_token(v_mail.user_id, t.template) end
    from private.mail_templates t where t.template = v_mail.template;
end $$;

create function private.finish_mail(p_mail_id bigint, p_lease uuid, p_outcome text, p_answer text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_tries constant smallint := 8;
  v_answer text := left(p_answer, 1000);
begin
  if p_outcome not in ('sent', 'bounced', 'retry', 'failed') then
    raise exception using errcode = '22023', message = format('unknown outcome "%s"', p_outcome);
  end if;
  -- A sender that took longer than its lease may still say what became of the mail, unless it was given to another.
  update private.mail_outbox o set
    status = case when p_outcome <> 'retry' then p_outcome when o.attempts < v_tries then 'queued' else 'failed' end,
    -- After 1, 4, 16, 64 and 256 minutes, then every 6 hours.
    next_attempt_at = now() + make_interval(secs => least(60 * 4 ^ (o.attempts - 1), 21600)),
    sent_at = case when p_outcome = 'sent' then now() end,
    error = case when p_outcome <> 'sent' then v_answer end,
    provider_answer = case when p_outcome = 'sent' then v_answer end,
    lease = null, lease_until = null
  where o.id = p_mail_id and o.lease = p_lease and o.status in ('sending', 'failed');
  if not found then
    return false;
  end if;
  if p_outcome <> 'sent' then
    update private.mail_days d set sent = greatest(0, d.sent - 1) where d.day = (now() at time zone 'utc')::date;
  end if;
  return true;
end $$;

create function private.mail_delivery() returns table (
  from_name text, from_address text, reply_to text, smtp_host text, smtp_port integer, smtp_security text, smtp_user text,
  smtp_secret text, footer_address text)
language sql stable rows 1 security definer set search_path = ''
as $$
  select s.from_name, s.from_address, s.reply_to, s.smtp_host, s.smtp_port, s.smtp_security, s.smtp_user,
    (select x.value from private.mail_secrets x where x.name = 'smtp'), s.footer_address
  from private.mail_settings s
$$;

create function public.claim_mail(only_id bigint default null) returns table (
  mail_id bigint, lease uuid, recipient text, template text, data jsonb, username text, subject text, body text, unsubscribe_token text)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.claim_mail(only_id) $$;
comment on function public.claim_mail is
  'For the edge function `mail` only: the next mail to send, or the named one, for its sender alone for 5 minutes.';

create function public.finish_mail(mail_id bigint, lease uuid, outcome text, answer text) returns boolean
language sql volatile security invoker set search_path = ''
as $$ select private.finish_mail(mail_id, lease, outcome, answer) $$;
comment on function public.finish_mail is
  'For the edge function `mail` only: what became of a claimed mail (sent, bounced, retry, failed). False when it is not the caller''s any more.';

create function public.mail_delivery() returns table (
  from_name text, from_address text, reply_to text, smtp_host text, smtp_port integer, smtp_security text, smtp_user text,
  smtp_secret text, footer_address text)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.mail_delivery() $$;
comment on function public.mail_delivery is 'For the edge function `mail` only: how to reach the mail server, with its password.';

grant execute on function private.claim_mail, private.finish_mail, private.mail_delivery, public.claim_mail,
  public.finish_mail, public.mail_delivery to service_role;

-- Mails that people want ----------------------------------------------------------------------------------------------

create function private.reader_of_token(p_token text) returns table (user_id bigint, template text)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_parts text[] := regexp_match(p_token, '^([0-9]{1,18})\.([a-z_]{1,40})\.[0-9a-f]{64}$');
begin
  -- Digests are compared, so that the time it takes tells nothing of the signature.
  if v_parts is null or extensions.digest(private.unsubscribe_token(v_parts[1]::bigint, v_parts[2]), 'sha256') <> extensions.digest(p_token, 'sha256')
    or not exists (select 1 from public.profiles p where p.id = v_parts[1]::bigint)
    or not exists (select 1 from private.mail_templates t where t.template = v_parts[2] and t.is_optional) then
    perform private.refuse(404, 'not_found', 'This link is not valid');
  end if;
  return query select v_parts[1]::bigint, v_parts[2];
end $$;
comment on function private.reader_of_token is 'Whom and which mail the token of a link is about; PT404 when it was made up.';

create function private.mail_choices(p_token text) returns table (username text, template text, is_wanted boolean, is_of_link boolean)
language sql volatile rows 10 security definer set search_path = ''
as $$
  select p.username, t.template,
    not exists (select 1 from private.mail_unsubscribes u where u.user_id = r.user_id and u.template = t.template),
    t.template = r.template
  from private.reader_of_token(p_token) r join public.profiles p on p.id = r.user_id cross join private.mail_templates t
  where t.is_optional
  order by t.template
$$;

create function private.choose_mails(p_token text, p_wanted text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reader record;
begin
  select * into v_reader from private.reader_of_token(p_token);
  insert into private.mail_unsubscribes (user_id, template)
  select v_reader.user_id, t.template from private.mail_templates t
  where t.is_optional and case when p_wanted is null then t.template = v_reader.template else t.template <> all (p_wanted) end
  on conflict do nothing;
  delete from private.mail_unsubscribes u where u.user_id = v_reader.user_id and u.template = any (p_wanted);
  -- Mails that already wait are not wanted either.
  delete from private.mail_outbox o using private.mail_unsubscribes u
  where o.status = 'queued' and o.user_id = v_reader.user_id and u.user_id = o.user_id and u.template = o.template;
end $$;

create function public.mail_choices(token text) returns table (username text, template text, is_wanted boolean, is_of_link boolean)
language sql volatile rows 10 security invoker set search_path = ''
as $$ select * from private.mail_choices(token) $$;
comment on function public.mail_choices is 'For edge functions only: which optional mails the receiver of a link wants; PT404 for a link that was made up.';

create function public.choose_mails(token text, wanted text[] default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.choose_mails(token, wanted) $$;
comment on function public.choose_mails is
  'For edge functions only: ends the kind of mail that a link is about or, with a list, sets all that its receiver wants.';

grant execute on function private.mail_choices, private.choose_mails, public.mail_choices, public.choose_mails
  to service_role;

-- Administration -----------------------------------------------------------------------------------------------------

create function private.email_settings() returns table (
  from_name text, from_address text, reply_to text, smtp_host text, smtp_port integer, smtp_security text, smtp_user text,
  has_secret boolean, daily_cap integer, footer_address text, sent_today integer)
language plpgsql stable rows 1 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select s.from_name, s.from_address, s.reply_to, s.smtp_host, s.smtp_port, s.smtp_security, s.smtp_user,
      exists (select 1 from private.mail_secrets x where x.name = 'smtp'), s.daily_cap, s.footer_address,
      coalesce((select d.sent from private.mail_days d where d.day = (now() at time zone 'utc')::date), 0)
    from private.mail_settings s;
end $$;

create function private.save_email_settings(p_settings jsonb, p_smtp_secret text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before private.mail_settings;
  v_after private.mail_settings;
  v_secret text := nullif(p_smtp_secret, '');
begin
  perform private.require_admin();
  v_after := jsonb_populate_record(null::private.mail_settings, '{"footer_address": ""}' || private.trimmed(private.known_fields(
    p_settings, array['from_name', 'from_address', 'reply_to', 'smtp_host', 'smtp_port', 'smtp_security', 'smtp_user', 'daily_cap',
      'footer_address'])));
  select * into v_before from private.mail_settings for update;
  update private.mail_settings s set from_name = v_after.from_name, from_address = v_after.from_address, reply_to = v_after.reply_to,
    smtp_host = v_after.smtp_host, smtp_port = v_after.smtp_port, smtp_security = v_after.smtp_security,
    smtp_user = v_after.smtp_user, daily_cap = v_after.daily_cap, footer_address = v_after.footer_address, updated_at = now()
  where s.is_only_row returning * into v_after;
  if v_secret is not null then
    insert into private.mail_secrets as x (name, value) values ('smtp', v_secret)
    on conflict (name) do update set value = excluded.value;
  -- The password was given for one server: it is never shown to another.
  elsif (v_before.smtp_host, v_before.smtp_user) is distinct from (v_after.smtp_host, v_after.smtp_user)
    or (v_before.smtp_security <> 'none' and v_after.smtp_security = 'none') then
    delete from private.mail_secrets x where x.name = 'smtp';
  end if;
  perform private.audit('save_email_settings', 'email_settings', null, to_jsonb(v_before) - 'is_only_row',
    to_jsonb(v_after) - 'is_only_row' || case when v_secret is not null then '{"smtp_secret": "changed"}'::jsonb else '{}' end);
end $$;

create function private.list_mail_templates() returns table (
  template text, is_optional boolean, is_enabled boolean, subject text, body text, updated_at timestamptz)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select t.template, t.is_optional, t.is_enabled, t.subject, t.body, t.updated_at from private.mail_templates t order by t.template;
end $$;

create function private.save_mail_template(p_template text, p_is_enabled boolean, p_subject text, p_body text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before private.mail_templates;
  v_after private.mail_templates;
begin
  perform private.require_admin();
  select * into v_before from private.mail_templates t where t.template = p_template for update;
  if v_before.template is null then
    perform private.refuse(404, 'not_found', 'Template not found');
  elsif p_is_enabled is false and private.proof_life(p_template) is not null then
    perform private.refuse(400, 'invalid_input', 'Nobody could register or sign in again without this mail',
      '{"path": "isEnabled"}');
  end if;
  update private.mail_templates t set is_enabled = coalesce(p_is_enabled, t.is_enabled), subject = nullif(btrim(p_subject), ''),
    body = nullif(btrim(p_body, E' \n\t'), ''), updated_at = now()
  where t.template = p_template returning * into v_after;
  perform private.audit('save_mail_template', 'mail_template', p_template, to_jsonb(v_before), to_jsonb(v_after));
end $$;

create function private.list_mail_log(p_page integer, p_page_size integer, p_status text, p_template text, p_q text, p_order text)
returns table (id bigint, recipient text, template text, status text, attempts smallint, error text, provider_answer text,
  created_at timestamptz, sent_at timestamptz, next_attempt_at timestamptz, total integer)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
begin
  perform private.require_admin();
  return query
    with found as (
      select o.id from private.mail_outbox o
      where (p_status is null or o.status = p_status) and (p_template is null or o.template = p_template)
        and (p_q is null or starts_with(lower(o.recipient), lower(p_q))) and o.created_at > now() - interval '30 days')
    -- A log of a hundred thousand mails is not counted to its end for one page.
    , counted as (select count(*)::integer as n from (select 1 from found limit 10001) as c)
    , shown as (
      select f.id from found f
      order by case when p_order = 'asc' then f.id end, case when p_order is distinct from 'asc' then f.id end desc
      limit v_size offset least(greatest(coalesce(p_page, 1), 1) - 1, 1000000)::bigint * v_size)
    select o.id, regexp_replace(o.recipient, '^(.)[^@]*', '\1•••'), o.template, o.status, o.attempts, o.error, o.provider_answer,
      o.created_at, o.sent_at, o.next_attempt_at, counted.n
    from shown join private.mail_outbox o on o.id = shown.id cross join counted
    order by case when p_order = 'asc' then o.id end, case when p_order is distinct from 'asc' then o.id end desc;
end $$;

create function private.retry_mail(p_mail_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mail private.mail_outbox;
begin
  perform private.require_admin();
  select * into v_mail from private.mail_outbox o where o.id = p_mail_id for update;
  if v_mail.id is null then
    perform private.refuse(404, 'not_found', 'Mail not found');
  elsif v_mail.status not in ('failed', 'bounced') then
    perform private.refuse(409, 'conflict', 'This mail is not one that failed');
  end if;
  -- One try counts as used: a collection of messages that went out stays closed.
  update private.mail_outbox o set status = 'queued', attempts = 1, next_attempt_at = now(), lease = null, lease_until = null
  where o.id = p_mail_id;
  perform private.audit('retry_mail', 'mail', p_mail_id::text, jsonb_build_object('status', v_mail.status), '{"status": "queued"}');
end $$;

create function private.queue_test_mail() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_id bigint;
begin
  perform private.consume_rate_limit('test_mail', v_me::text);
  insert into private.mail_outbox (user_id, recipient, template)
  select v_me, a.email, 'test' from public.accounts a where a.profile_id = v_me
  returning id into v_id;
  perform private.audit('send_test_mail', 'mail', v_id::text, null, null);
  return v_id;
end $$;

create function public.email_settings() returns table (
  from_name text, from_address text, reply_to text, smtp_host text, smtp_port integer, smtp_security text, smtp_user text,
  has_secret boolean, daily_cap integer, footer_address text, sent_today integer)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.email_settings() $$;
comment on function public.email_settings is 'For admins: how mail is sent; of the password only whether there is one.';

create function public.save_email_settings(settings jsonb, smtp_secret text default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.save_email_settings(settings, smtp_secret) $$;
comment on function public.save_email_settings is
  'For admins: stores how mail is sent, all fields named like their columns. Without a password the stored one stays, unless server or user change.';

create function public.list_mail_templates() returns table (
  template text, is_optional boolean, is_enabled boolean, subject text, body text, updated_at timestamptz)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_mail_templates() $$;
comment on function public.list_mail_templates is 'For admins: every mail, with what was changed of its text; null is the default.';

create function public.save_mail_template(template text, is_enabled boolean, subject text default null, body text default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.save_mail_template(template, is_enabled, subject, body) $$;
comment on function public.save_mail_template is
  'For admins: switches a mail on or off and stores its text; without subject or body the default comes back.';

create function public.list_mail_log(
  page integer default 1, page_size integer default 20, only_status text default null, only_template text default null,
  q text default null, sort_order text default 'desc')
returns table (id bigint, recipient text, template text, status text, attempts smallint, error text, provider_answer text,
  created_at timestamptz, sent_at timestamptz, next_attempt_at timestamptz, total integer)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_mail_log(page, page_size, only_status, only_template, q, sort_order) $$;
comment on function public.list_mail_log is
  'For admins: mails of the last 30 days, newest first, receivers masked. `total` stops at 10,001.';

create function public.retry_mail(mail_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.retry_mail(mail_id) $$;
comment on function public.retry_mail is 'For admins: queues a failed or bounced mail once more.';

create function public.queue_test_mail() returns bigint
language sql volatile security invoker set search_path = ''
as $$ select private.queue_test_mail() $$;
comment on function public.queue_test_mail is 'For admins: queues a test mail to the caller''s own address; answers its id.';

grant execute on function private.email_settings, public.email_settings, private.save_email_settings,
  public.save_email_settings, private.list_mail_templates, public.list_mail_templates, private.save_mail_template,
  public.save_mail_template, private.list_mail_log, public.list_mail_log, private.retry_mail, public.retry_mail,
  private.queue_test_mail, public.queue_test_mail to authenticated;
