SET local check_function_bodies = off;

ALTER TABLE "private"."mail_templates"
  ADD COLUMN "placeholders" text[] NOT NULL DEFAULT '{username}'::text[];

CREATE OR REPLACE FUNCTION private.assert_mail_text (
  p_template private.mail_templates,
  p_path     text,
  p_text     text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  v_unknown text;
begin
  select m[1] into v_unknown from regexp_matches(p_text, '\{\{\s*(\w+)\s*\}\}', 'g') as m where m[1] <> all (p_template.placeholders) limit 1;
  if v_unknown is not null then
    perform private.refuse(400, 'invalid_input', format('There is no value {{%s}} in this mail', v_unknown), jsonb_build_object('path', p_path));
  end if;
  if private.proof_life(p_template.template) is not null and p_text ~* '(://|\w\.[a-z]{2,})' then
    perform private.refuse(400, 'invalid_input', 'A mail that opens an account carries no other link', jsonb_build_object('path', p_path));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.save_mail_template (
  p_template   text,
  p_is_enabled boolean,
  p_subject    text,
  p_body       text,
  p_locale     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  select * into v_text_before from private.mail_texts x where x.template = p_template and x.locale = p_locale;
  if private.proof_life(p_template) is not null
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
end $function$;

COMMENT ON COLUMN "private"."mail_templates"."placeholders" IS 'The values that a text of this mail can name in {{}}. The link that opens an account is none of them: the mail adds it by itself.';

COMMENT ON FUNCTION "private"."assert_mail_text"(private.mail_templates, text, text) IS 'PT400 for a subject or text that names a value which its mail does not have, or a link in a mail that opens an account.';

COMMENT ON FUNCTION "public"."save_mail_template"(text, boolean, text, text, text) IS 'For admins: switches a mail on or off in all languages and stores its text in one; without subject or body the default of that language comes back. Only main admins change the text of mails that open an account.';

REVOKE ALL ON FUNCTION "private"."assert_mail_text"(private.mail_templates, text, text) FROM PUBLIC;

update private.mail_templates t set placeholders = v.placeholders::text[]
from (values
  ('verify_email', '{username,code,email}'), ('reset_password', '{username,email}'), ('confirm_email', '{username,code,newEmail}'),
  ('email_changed', '{username,oldEmail,newEmail}'), ('account_suspended', '{username,reason,until}'),
  ('post_hidden', '{username,title,reason}'), ('post_unhidden', '{username,title}'),
  ('feedback_answered', '{username,reference,subject,message,reply}'), ('quote_received', '{username,title,message}'),
  ('quote_accepted', '{username,title,message}'), ('quote_declined', '{username,title,message}'),
  ('quote_changed', '{username,title,message}'), ('message_received', '{username,summary,messages,count}'),
  ('review_received', '{username,message}'), ('broadcast', '{username,message}')) as v (template, placeholders)
where t.template = v.template;
