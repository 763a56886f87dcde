-- Mails in the language of whoever gets them: texts of admins per language, and the queue says in which one a mail is to be written.

create table private.mail_texts (
  template text not null references private.mail_templates (template),
  locale text not null,
  subject text,
  body text,
  updated_at timestamptz not null default now(),
  primary key (template, locale),
  constraint mail_texts_locale_is_a_language check (private.is_language_code(locale)),
  constraint mail_texts_subject_is_clean check
    (char_length(subject) <= 200 and subject ~ '[^[:space:]]' and subject !~ '[[:cntrl:]]'),
  constraint mail_texts_body_length check (char_length(body) <= 5000 and body ~ '[^[:space:]]')
);
comment on table private.mail_texts is
  'What admins made of the text of a mail in one language. Without a row, and where subject or body is null, the default of the code is used.';
revoke all on table private.mail_texts from anon, authenticated, service_role;

insert into private.mail_texts (template, locale, subject, body, updated_at)
select t.template, 'en', t.subject, t.body, t.updated_at from private.mail_templates t where t.subject is not null or t.body is not null;
alter table private.mail_templates drop column subject, drop column body;
comment on table private.mail_templates is 'The mails that exist, whatever their language; what admins changed of their texts stands in `mail_texts`.';

-- Out of the queue ---------------------------------------------------------------------------------------------------

drop function public.claim_mail(bigint);
drop function private.claim_mail(bigint);

create function private.claim_mail(p_mail_id bigint) returns table (
  mail_id bigint, lease uuid, recipient text, template text, data jsonb, username text, subject text, body text, unsubscribe_token text,
  locale text, local_subject text, local_body text)
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
      english.subject, english.body,
      case when t.is_optional and v_mail.user_id is not null then private.unsubscribe_token(v_mail.user_id, t.template) end,
      l.locale, own.subject, own.body
    from private.mail_templates t
    -- The language that the receiver reads now, whenever the mail was queued; the mail itself names one if nobody's account does.
    cross join (select coalesce(v_mail.data ->> 'locale', (select a.locale from public.accounts a where a.profile_id = v_mail.user_id), 'en')) as l (locale)
    left join private.mail_texts english on english.template = t.template and english.locale = 'en'
    left join private.mail_texts own on own.template = t.template and own.locale = l.locale and l.locale <> 'en'
    where t.template = v_mail.template;
end $$;

create function public.claim_mail(only_id bigint default null) returns table (
  mail_id bigint, lease uuid, recipient text, template text, data jsonb, username text, subject text, body text, unsubscribe_token text,
  locale text, local_subject text, local_body text)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.claim_mail(only_id) $$;
comment on function public.claim_mail is
  'For the edge function `mail` only: the next mail to send, or the named one, for its sender alone for 5 minutes, with its English text, its language and its text in that.';
grant execute on function private.claim_mail, public.claim_mail to service_role;

-- Into the queue -----------------------------------------------------------------------------------------------------

-- The mails to both addresses of a person go to no account, so they say themselves in which language the person reads.
create or replace function private.mail_of_account_change() returns trigger
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
    v_data := jsonb_strip_nulls(jsonb_build_object('username', v_profile.username, 'oldEmail', old.email, 'newEmail', new.email,
      'locale', (select a.locale from public.accounts a where a.profile_id = v_profile.id)));
    perform private.queue_mail_to(old.email, 'email_changed', v_data);
    perform private.queue_mail_to(new.email, 'email_changed', v_data);
  end if;
  return null;
end $$;

-- Administration -----------------------------------------------------------------------------------------------------

drop function public.list_mail_templates();
drop function private.list_mail_templates();

create function private.list_mail_templates(p_locale text) returns table (
  template text, is_optional boolean, is_enabled boolean, subject text, body text, updated_at timestamptz)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.assert_language(p_locale);
  return query
    select t.template, t.is_optional, t.is_enabled, x.subject, x.body, greatest(t.updated_at, x.updated_at)
    from private.mail_templates t left join private.mail_texts x on x.template = t.template and x.locale = p_locale
    order by t.template;
end $$;

drop function public.save_mail_template(text, boolean, text, text);
drop function private.save_mail_template(text, boolean, text, text);

create function private.save_mail_template(p_template text, p_is_enabled boolean, p_subject text, p_body text, p_locale text) returns void
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
  elsif p_is_enabled is false and private.proof_life(p_template) is not null then
    perform private.refuse(400, 'invalid_input', 'Nobody could register or sign in again without this mail',
      '{"path": "isEnabled"}');
  end if;
  update private.mail_templates t set is_enabled = coalesce(p_is_enabled, t.is_enabled), updated_at = now()
  where t.template = p_template returning * into v_after;
  select * into v_text_before from private.mail_texts x where x.template = p_template and x.locale = p_locale;
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

drop function public.queue_test_mail();
drop function private.queue_test_mail();

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

create function public.list_mail_templates(locale text default 'en') returns table (
  template text, is_optional boolean, is_enabled boolean, subject text, body text, updated_at timestamptz)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_mail_templates(locale) $$;
comment on function public.list_mail_templates is
  'For admins: every mail, with what was changed of its text in a language; null is the default.';

create function public.save_mail_template(template text, is_enabled boolean, subject text default null, body text default null, locale text default 'en')
returns void
language sql volatile security invoker set search_path = ''
as $$ select private.save_mail_template(template, is_enabled, subject, body, locale) $$;
comment on function public.save_mail_template is
  'For admins: switches a mail on or off in all languages and stores its text in one; without subject or body the default of that language comes back.';

create function public.queue_test_mail(locale text default null) returns bigint
language sql volatile security invoker set search_path = ''
as $$ select private.queue_test_mail(locale) $$;
comment on function public.queue_test_mail is
  'For admins: queues a test mail to the caller''s own address, in a language or else in the caller''s; answers its id.';

grant execute on function private.list_mail_templates, public.list_mail_templates, private.save_mail_template,
  public.save_mail_template, private.queue_test_mail, public.queue_test_mail to authenticated;
