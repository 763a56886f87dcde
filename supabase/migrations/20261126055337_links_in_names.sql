SET local check_function_bodies = off;

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
  if private.proof_life(p_template.template) is not null and private.has_link(p_text) then
    perform private.refuse(400, 'invalid_input', 'A mail that opens an account carries no other link', jsonb_build_object('path', p_path));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.has_link (
  p_text text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select translate(normalize(private.without_invisible(p_text), nfkc), '。', '.')
    ~* '://|\mwww\.|([[:alnum:]_-]|[^\u0001-\u007f])\.([[:alpha:]]|[^\u0001-\u007f]){2,}'
$function$;

CREATE OR REPLACE FUNCTION private.name_in_mail (
  p_user_id         bigint,
  p_username        text,
  p_is_for_stranger boolean
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when p_is_for_stranger and private.has_link(p_username) or private.is_blank(p_username)
    then 'User #' || p_user_id else p_username end
$function$;

COMMENT ON FUNCTION "private"."has_link"(text) IS 'True for a text in which a mail program finds an address of the web, also in compatibility characters.';

REVOKE ALL ON FUNCTION "private"."has_link"(text) FROM PUBLIC;
