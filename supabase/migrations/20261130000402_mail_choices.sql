SET local check_function_bodies = off;

DROP FUNCTION "private"."mail_choices"(text);

CREATE OR REPLACE FUNCTION private.mail_choices (
  p_token text
)
  RETURNS TABLE (
    username   text,
    template   text,
    is_wanted  boolean,
    is_of_link boolean
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  AS $function$
declare
  v_reader record;
begin
  -- By itself: a join need not run what refuses.
  select * into v_reader from private.reader_of_token(p_token);
  return query
    select p.username, t.template, private.mail_pace(p.id, t.template) <> 'off', t.template = v_reader.template
    from public.profiles p cross join private.mail_templates t
    where p.id = v_reader.user_id and t.is_optional
    order by t.template;
end $function$;

REVOKE ALL ON FUNCTION "private"."mail_choices"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mail_choices"(text) TO "service_role";
