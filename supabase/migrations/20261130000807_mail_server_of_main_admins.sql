SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.save_email_settings (
  p_settings    jsonb,
  p_smtp_secret text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  -- Whoever names the server reads what it is given: the messages and quotes of others, and all addresses.
  if v_secret is not null or (v_before.smtp_host, v_before.smtp_port, v_before.smtp_security, v_before.smtp_user)
      is distinct from (v_after.smtp_host, v_after.smtp_port, v_after.smtp_security, v_after.smtp_user) then
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
end $function$;

COMMENT ON FUNCTION "public"."save_email_settings"(jsonb, text) IS 'For admins: stores how mail is sent, all fields named like their columns. Only main admins change the server, its user or its password. Without a password the stored one stays, unless server or user change.';
