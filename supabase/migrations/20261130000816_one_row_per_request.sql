SET local check_function_bodies = off;

DROP POLICY "users edit their own account" ON "public"."accounts";

DROP POLICY "admins delete news" ON "public"."news_items";

DROP POLICY "admins edit news" ON "public"."news_items";

DROP POLICY "owners delete their posts" ON "public"."posts";

DROP POLICY "owners edit their posts" ON "public"."posts";

DROP POLICY "users edit their own profile" ON "public"."profiles";

DROP TRIGGER "a_limit_rows" ON "public"."account_notes";

DROP TRIGGER "a_limit_rows" ON "public"."accounts";

DROP TRIGGER "a_limit_rows" ON "public"."news_items";

DROP TRIGGER "a_limit_rows" ON "public"."posts";

DROP TRIGGER "a_limit_rows" ON "public"."profiles";

CREATE OR REPLACE FUNCTION private.is_only_row (
  p_table oid,
  p_id    bigint
)
  RETURNS boolean
  LANGUAGE plpgsql
  COST 10000
  SET search_path TO ''
  AS $function$
declare
  v_setting text := 'private.row_of_' || p_table;
begin
  case coalesce(current_setting(v_setting, true), '')
    when '' then perform set_config(v_setting, p_id::text, true);
    when p_id::text then null;
    else perform private.refuse(400, 'invalid_input', 'One request changes one row');
  end case;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_rows()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  v_setting text := 'private.new_rows_of_' || tg_table_name;
  v_count integer := coalesce(nullif(current_setting(v_setting, true), ''), '0')::integer + 1;
begin
  if v_count > 10 then
    perform private.refuse(400, 'invalid_input', 'One request writes at most 10 rows');
  end if;
  perform set_config(v_setting, v_count::text, true);
  return new;
end $function$;

CREATE TRIGGER a_limit_rows
  BEFORE INSERT ON public.account_notes
  FOR EACH ROW
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.limit_rows();

CREATE TRIGGER a_limit_rows
  BEFORE INSERT ON public.news_items
  FOR EACH ROW
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.limit_rows();

CREATE TRIGGER a_limit_rows
  BEFORE INSERT ON public.posts
  FOR EACH ROW
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.limit_rows();

CREATE POLICY "users edit their own account" ON "public"."accounts"
  FOR UPDATE
  TO "authenticated"
  USING (((profile_id = ( SELECT private.current_profile_id() AS current_profile_id)) AND private.is_only_row(tableoid, profile_id)));

CREATE POLICY "admins delete news" ON "public"."news_items"
  FOR DELETE
  TO "authenticated"
  USING ((( SELECT private.is_admin() AS is_admin) AND private.is_only_row(tableoid, id)));

CREATE POLICY "admins edit news" ON "public"."news_items"
  FOR UPDATE
  TO "authenticated"
  USING ((( SELECT private.is_admin() AS is_admin) AND private.is_only_row(tableoid, id)));

CREATE POLICY "owners delete their posts" ON "public"."posts"
  FOR DELETE
  TO "authenticated"
  USING (((user_id = ( SELECT private.current_profile_id() AS current_profile_id)) AND private.is_only_row(tableoid, id)));

CREATE POLICY "owners edit their posts" ON "public"."posts"
  FOR UPDATE
  TO "authenticated"
  USING (((user_id = ( SELECT private.current_profile_id() AS current_profile_id)) AND private.is_only_row(tableoid, id)));

CREATE POLICY "users edit their own profile" ON "public"."profiles"
  FOR UPDATE
  TO "authenticated"
  USING (((id = ( SELECT private.current_profile_id() AS current_profile_id)) AND private.is_only_row(tableoid, id)));

COMMENT ON FUNCTION "private"."is_only_row"(oid, bigint) IS 'PT400 for the second row of a table that a client changes or deletes in one request; true for the first.';

COMMENT ON FUNCTION "private"."limit_rows"() IS 'Trigger of every table that clients fill: PT400 for the eleventh new row of a table in a request, before anything is done for it.';

REVOKE ALL ON FUNCTION "private"."is_only_row"(oid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_only_row"(oid, bigint) TO "authenticated";
