SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.limit_rows()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  v_count integer := coalesce(nullif(current_setting('private.rows_written', true), ''), '0')::integer + 1;
begin
  if v_count > 10 then
    perform private.refuse(400, 'invalid_input', 'One request writes at most 10 rows');
  end if;
  perform set_config('private.rows_written', v_count::text, true);
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $function$;

CREATE TRIGGER a_limit_rows
  BEFORE INSERT OR DELETE OR UPDATE ON public.account_notes
  FOR EACH ROW
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.limit_rows();

CREATE TRIGGER a_limit_rows
  BEFORE INSERT OR DELETE OR UPDATE ON public.accounts
  FOR EACH ROW
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.limit_rows();

CREATE TRIGGER a_limit_rows
  BEFORE INSERT OR DELETE OR UPDATE ON public.news_items
  FOR EACH ROW
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.limit_rows();

CREATE TRIGGER a_limit_rows
  BEFORE INSERT OR DELETE OR UPDATE ON public.posts
  FOR EACH ROW
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.limit_rows();

CREATE TRIGGER a_limit_rows
  BEFORE INSERT OR DELETE OR UPDATE ON public.profiles
  FOR EACH ROW
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.limit_rows();

COMMENT ON FUNCTION "private"."limit_rows"() IS 'Trigger of every table that clients write: PT400 for the eleventh row of a request, before anything is done for it.';

REVOKE ALL ON FUNCTION "private"."limit_rows"() FROM PUBLIC;
