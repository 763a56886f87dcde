-- Mail settings: the mail server, and the templates with the admins' texts per language. The tables are private; admins
-- use the functions below.

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
  site_url text,
  held_by text,
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
comment on column private.mail_settings.site_url is 'Address of the marketplace whose mails may leave; null before the first one.';
comment on column private.mail_settings.held_by is
  'Why no mail leaves: the other address of the server that last asked for one, or "off" by its setting MAILS. Null while mails leave.';

revoke all on table private.mail_settings from anon, authenticated, service_role;

insert into private.mail_settings default values;

-- Separate from the settings, so that no answer and no audit entry can include them by mistake.
create table private.mail_secrets (
  name text primary key,
  value text not null,
  constraint mail_secrets_name_is_known check (name ~ '^(smtp|unsubscribe( \d{1,18})?)$'),
  constraint mail_secrets_value_length check (char_length(value) between 1 and 500)
);
comment on table private.mail_secrets is
  'Password of the mail server and key of the links that unsubscribe, with one of its own for each user who has changed their address: written, never read back by a client.';

revoke all on table private.mail_secrets from anon, authenticated, service_role;

create function private.is_always_sent(p_template text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_template in ('verify_email', 'reset_password', 'confirm_email', 'password_changed', 'email_changed', 'second_factor_on',
    'second_factor_off', 'second_factor_reset', 'account_suspended', 'suspension_lifted')
$$;
comment on function private.is_always_sent is
  'True for mails about the security of an account, or a decision about it: no switch and no cap holds them back, and main admins write them.';

create table private.mail_templates (
  template text primary key,
  is_optional boolean not null default false,
  is_enabled boolean not null default true,
  updated_at timestamptz not null default now(),
  placeholders text[] not null default '{username}',
  is_page_optional boolean not null default false,
  default_pace text not null default 'now',
  constraint mail_templates_account_mails_are_on check
    (is_enabled or not private.is_always_sent(template)),
  constraint mail_templates_default_pace_is_known check (default_pace in ('now', 'daily', 'off') and (is_optional or default_pace = 'now'))
);
comment on table private.mail_templates is 'The mails that exist, whatever their language; what admins changed of their texts stands in `mail_texts`.';
comment on column private.mail_templates.placeholders is
  'The values that a text of this mail can name in {{}}. The link that opens an account is none of them: the mail adds it by itself.';
comment on column private.mail_templates.is_optional is 'Can be unsubscribed from. What concerns the security of an account or a decision about it cannot.';
comment on column private.mail_templates.is_page_optional is
  'Whether a user can keep notifications of this kind off the page. Decisions on quotes and on an account always stand there.';
comment on column private.mail_templates.default_pace is 'When the mail comes to a user who has chosen nothing.';

revoke all on table private.mail_templates from anon, authenticated, service_role;

insert into private.mail_templates (template, is_optional, placeholders, is_page_optional) values
  ('verify_email', false, '{username,code,email}', false),
  ('reset_password', false, '{username,email}', false),
  ('confirm_email', false, '{username,code,newEmail}', false),
  ('password_changed', false, '{username}', false),
  ('email_changed', false, '{username,oldEmail,newEmail}', false),
  ('second_factor_on', false, '{username}', false),
  ('second_factor_off', false, '{username}', false),
  ('second_factor_reset', false, '{username,reason}', false),
  ('account_suspended', false, '{username,reason,until}', false),
  ('suspension_lifted', false, '{username,restored}', false),
  ('post_hidden', false, '{username,title,reason}', false),
  ('post_unhidden', false, '{username,title}', false),
  ('post_deleted', false, '{username,title,reason}', false),
  ('feedback_answered', false, '{username,reference,subject,message,reply}', false),
  ('test', false, '{username}', false),
  ('digest', false, '{username,messages,count}', false),
  ('quote_received', true, '{username,title,message,summary,quotes,count}', true),
  ('quote_accepted', true, '{username,title,message}', false),
  ('quote_declined', true, '{username,title,message}', false),
  ('quote_reopened', true, '{username,title,message}', false),
  ('quote_changed', true, '{username,title,message}', false),
  ('message_received', true, '{username,summary,messages,count}', true),
  ('review_received', true, '{username,message}', true),
  ('question_asked', true, '{username,title,message,summary,questions,count}', true),
  ('question_answered', true, '{username,title,answers,count}', true),
  ('request_changed', true, '{username,title,message}', true),
  ('request_closed', true, '{username,title,message}', true),
  ('deadline_passed', true, '{username,title,message}', true),
  ('request_watched', true, '{username,title,messages,count}', true),
  ('deadline_near', true, '{username,title,message}', true),
  ('saved_search', true, '{username,messages,count}', true),
  ('broadcast', true, '{username,message}', false);

insert into private.mail_templates (template, is_optional, placeholders, is_page_optional, default_pace) values
  ('quote_shortlisted', true, '{username,title,message}', true, 'off'),
  ('request_unquoted', true, '{username,title,message}', true, 'daily');

-- Administration -----------------------------------------------------------------------------------------------------

create function private.email_settings() returns table (
  from_name text, from_address text, reply_to text, smtp_host text, smtp_port integer, smtp_security text, smtp_user text,
  has_secret boolean, daily_cap integer, footer_address text, sent_today integer, updated_at timestamptz)
language plpgsql stable rows 1 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select s.from_name, s.from_address, s.reply_to, s.smtp_host, s.smtp_port, s.smtp_security, s.smtp_user,
      exists (select 1 from private.mail_secrets x where x.name = 'smtp'), s.daily_cap, s.footer_address,
      coalesce((select d.sent from private.mail_days d where d.day = (now() at time zone 'utc')::date), 0), s.updated_at
    from private.mail_settings s;
end $$;

create function public.email_settings() returns table (
  from_name text, from_address text, reply_to text, smtp_host text, smtp_port integer, smtp_security text, smtp_user text,
  has_secret boolean, daily_cap integer, footer_address text, sent_today integer, updated_at timestamptz)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.email_settings() $$;
comment on function public.email_settings is 'For admins: how mail is sent; of the password only whether there is one.';
grant execute on function private.email_settings, public.email_settings to authenticated;

create function private.save_email_settings(p_settings jsonb, p_smtp_secret text, p_expected_updated_at timestamptz) returns void
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
  perform private.assert_unchanged(v_before.updated_at, p_expected_updated_at);
  update private.mail_settings s set from_name = v_after.from_name, from_address = v_after.from_address, reply_to = v_after.reply_to,
    smtp_host = v_after.smtp_host, smtp_port = v_after.smtp_port, smtp_security = v_after.smtp_security,
    smtp_user = v_after.smtp_user, daily_cap = v_after.daily_cap, footer_address = v_after.footer_address, updated_at = now()
  where s.is_only_row returning * into v_after;
  -- Whoever names the server reads what it is given: the messages and quotes of others, and all addresses. Sender and footer
  -- are in mails that open an account as well.
  if v_secret is not null or (v_before.smtp_host, v_before.smtp_port, v_before.smtp_security, v_before.smtp_user,
        v_before.from_name, v_before.from_address, v_before.reply_to, v_before.footer_address)
      is distinct from (v_after.smtp_host, v_after.smtp_port, v_after.smtp_security, v_after.smtp_user,
        v_after.from_name, v_after.from_address, v_after.reply_to, v_after.footer_address) then
    perform private.require_main_admin();
  end if;
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

create function public.save_email_settings(settings jsonb, smtp_secret text default null, expected_updated_at timestamptz default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.save_email_settings(settings, smtp_secret, expected_updated_at) $$;
comment on function public.save_email_settings is
  'For admins: stores how mail is sent, all fields named like their columns. Only main admins change sender, footer, the server, its user or its password. Without a password the stored one stays, unless server or user change. PT409 when they were last changed at another time than the given one.';
grant execute on function private.save_email_settings, public.save_email_settings to authenticated;

create function private.send_mails_from(p_site text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before private.mail_settings;
begin
  perform private.require_main_admin();
  select * into v_before from private.mail_settings for update;
  -- Another server may have asked since the page was loaded.
  if v_before.held_by is distinct from p_site or p_site = 'off' then
    perform private.refuse(409, 'conflict', 'No mails are held for this address');
  end if;
  update private.mail_settings s set site_url = p_site, held_by = null where s.is_only_row;
  perform private.audit('send_mails_from', 'email_settings', null, jsonb_build_object('site_url', v_before.site_url),
    jsonb_build_object('site_url', p_site));
end $$;

create function public.send_mails_from(site text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.send_mails_from(site) $$;
comment on function public.send_mails_from is
  'For main admins: names the address whose mails were held as that of the marketplace, so that they leave; PT409 when none are held for it.';
grant execute on function private.send_mails_from, public.send_mails_from to authenticated;

create function private.list_mail_templates(p_locale text) returns table (
  template text, is_optional boolean, is_always_sent boolean, is_enabled boolean, subject text, body text, updated_at timestamptz)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.assert_language(p_locale);
  return query
    select t.template, t.is_optional, private.is_always_sent(t.template), t.is_enabled, x.subject, x.body, greatest(t.updated_at, x.updated_at)
    from private.mail_templates t left join private.mail_texts x on x.template = t.template and x.locale = p_locale
    order by t.template;
end $$;

create function public.list_mail_templates(locale text default 'en') returns table (
  template text, is_optional boolean, is_always_sent boolean, is_enabled boolean, subject text, body text, updated_at timestamptz)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_mail_templates(locale) $$;
comment on function public.list_mail_templates is
  'For admins: every mail, with what was changed of its text in a language; null is the default.';
grant execute on function private.list_mail_templates, public.list_mail_templates to authenticated;

-- A mail that opens an account has one link, the product's own: a second one could lead its reader to another site and,
-- with a placeholder, leak the secret to it.
create function private.assert_mail_text(p_template private.mail_templates, p_path text, p_text text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_unknown text;
begin
  select m[1] into v_unknown from regexp_matches(p_text, '\{\{\s*(\w+)\s*\}\}', 'g') as m where m[1] <> all (p_template.placeholders) limit 1;
  if v_unknown is not null then
    perform private.refuse(400, 'invalid_input', format('There is no value {{%s}} in this mail', v_unknown), jsonb_build_object('path', p_path));
  end if;
  if p_path = 'body' and 'code' = any (p_template.placeholders) and p_text !~ '\{\{\s*code\s*\}\}' then
    perform private.refuse(400, 'invalid_input', 'The text lacks the code of this mail', '{"path": "body"}');
  end if;
  if private.proof_life(p_template.template) is not null and private.has_link(p_text) then
    perform private.refuse(400, 'invalid_input', 'A mail that opens an account carries no other link', jsonb_build_object('path', p_path));
  end if;
end $$;
comment on function private.assert_mail_text is
  'PT400 for a subject or text that names a value which its mail does not have, lacks the code of its mail, or has a link in a mail that opens an account.';

create function private.save_mail_template(
  p_template text, p_is_enabled boolean, p_subject text, p_body text, p_locale text, p_expected_updated_at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before private.mail_templates;
  v_after private.mail_templates;
  v_text_before private.mail_texts;
  v_subject text := nullif(btrim(p_subject), '');
  v_body text := nullif(btrim(p_body, E' \n\t'), '');
begin
  perform private.require_admin();
  perform private.assert_language(p_locale);
  select * into v_before from private.mail_templates t where t.template = p_template for update;
  if v_before.template is null then
    perform private.refuse(404, 'not_found', 'Template not found');
  elsif p_is_enabled is false and private.is_always_sent(p_template) then
    perform private.refuse(400, 'invalid_input', 'This mail is always sent', '{"path": "isEnabled"}');
  end if;
  select * into v_text_before from private.mail_texts x where x.template = p_template and x.locale = p_locale;
  perform private.assert_unchanged(greatest(v_before.updated_at, v_text_before.updated_at), p_expected_updated_at);
  if private.is_always_sent(p_template)
      and (v_subject, v_body) is distinct from (v_text_before.subject, v_text_before.body) then
    perform private.require_main_admin();
  end if;
  perform private.assert_mail_text(v_before, 'subject', v_subject);
  perform private.assert_mail_text(v_before, 'body', v_body);
  update private.mail_templates t set is_enabled = coalesce(p_is_enabled, t.is_enabled), updated_at = now()
  where t.template = p_template returning * into v_after;
  if v_subject is null and v_body is null then
    delete from private.mail_texts x where x.template = p_template and x.locale = p_locale;
  else
    insert into private.mail_texts as x (template, locale, subject, body) values (p_template, p_locale, v_subject, v_body)
    on conflict (template, locale) do update set subject = excluded.subject, body = excluded.body, updated_at = now();
  end if;
  perform private.audit('save_mail_template', 'mail_template', p_template,
    to_jsonb(v_before) || jsonb_build_object('locale', p_locale, 'subject', v_text_before.subject, 'body', v_text_before.body),
    to_jsonb(v_after) || jsonb_build_object('locale', p_locale, 'subject', v_subject, 'body', v_body));
end $$;

create function public.save_mail_template(
  template text, is_enabled boolean, subject text default null, body text default null, locale text default 'en',
  expected_updated_at timestamptz default null)
returns void
language sql volatile security invoker set search_path = ''
as $$ select private.save_mail_template(template, is_enabled, subject, body, locale, expected_updated_at) $$;
comment on function public.save_mail_template is
  'For admins: switches a mail on or off in all languages and stores its text in one; without subject or body the default of that language comes back. Only main admins change the text of mails that are always sent. PT409 when it was last changed at another time than the given one.';
grant execute on function private.save_mail_template, public.save_mail_template to authenticated;

create function private.queue_test_mail(p_locale text) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_id bigint;
begin
  if p_locale is not null then
    perform private.assert_language(p_locale);
  end if;
  perform private.consume_rate_limit('test_mail', v_me::text);
  insert into private.mail_outbox (user_id, recipient, template, data)
  select v_me, a.email, 'test', jsonb_strip_nulls(jsonb_build_object('locale', p_locale)) from public.accounts a where a.profile_id = v_me
  returning id into v_id;
  perform private.audit('send_test_mail', 'mail', v_id::text, null, null);
  return v_id;
end $$;

create function public.queue_test_mail(locale text default null) returns bigint
language sql volatile security invoker set search_path = ''
as $$ select private.queue_test_mail(locale) $$;
comment on function public.queue_test_mail is
  'For admins: queues a test mail to the caller''s own address, in a language or else in the caller''s; answers its id.';
grant execute on function private.queue_test_mail, public.queue_test_mail to authenticated;

create table private.mail_texts (
  template text not null references private.mail_templates (template),
  locale text not null,
  subject text,
  body text,
  updated_at timestamptz not null default now(),
  primary key (template, locale),
  constraint mail_texts_locale_is_a_language check (private.is_language_code(locale)),
  constraint mail_texts_subject_is_clean check
    (char_length(subject) <= 200 and (subject is null or not private.is_blank(subject)) and subject !~ '[[:cntrl:]]'),
  constraint mail_texts_body_length check (char_length(body) <= 5000 and (body is null or not private.is_blank(body)))
);
comment on table private.mail_texts is
  'What admins made of the text of a mail in one language. Without a row, and where subject or body is null, the default of the code is used.';

revoke all on table private.mail_texts from anon, authenticated, service_role;
