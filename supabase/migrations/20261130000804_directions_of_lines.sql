SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.clean_lines()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  v_new jsonb := to_jsonb(new);
  v_changes jsonb;
begin
  select jsonb_object_agg(c.name, regexp_replace(v_new ->> c.name, '[\u202a-\u202e\u2066-\u2069]+', '', 'g')) into v_changes
  from unnest(tg_argv) as c (name) where v_new ->> c.name ~ '[\u202a-\u202e\u2066-\u2069]';
  return case when v_changes is null then new else jsonb_populate_record(new, v_changes) end;
end $function$;

CREATE TRIGGER clean_lines
  BEFORE INSERT OR UPDATE OF from_name ON private.mail_settings
  FOR EACH ROW
  EXECUTE FUNCTION private.clean_lines('from_name');

CREATE TRIGGER clean_lines
  BEFORE INSERT OR UPDATE OF subject ON private.mail_texts
  FOR EACH ROW
  EXECUTE FUNCTION private.clean_lines('subject');

CREATE TRIGGER clean_lines
  BEFORE INSERT OR UPDATE OF name ON private.saved_searches
  FOR EACH ROW
  EXECUTE FUNCTION private.clean_lines('name');

CREATE TRIGGER clean_lines
  BEFORE INSERT OR UPDATE OF first_name, last_name, address, organization, tax_code ON public.accounts
  FOR EACH ROW
  EXECUTE FUNCTION private.clean_lines('first_name', 'last_name', 'address', 'organization', 'tax_code');

CREATE TRIGGER clean_lines
  BEFORE INSERT OR UPDATE OF source ON public.exchange_rates
  FOR EACH ROW
  EXECUTE FUNCTION private.clean_lines('source');

CREATE TRIGGER clean_lines
  BEFORE INSERT OR UPDATE OF subject ON public.feedback
  FOR EACH ROW
  EXECUTE FUNCTION private.clean_lines('subject');

CREATE TRIGGER clean_lines
  BEFORE INSERT OR UPDATE OF name ON public.message_attachments
  FOR EACH ROW
  EXECUTE FUNCTION private.clean_lines('name');

CREATE TRIGGER clean_lines
  BEFORE INSERT OR UPDATE OF title, location ON public.news_items
  FOR EACH ROW
  EXECUTE FUNCTION private.clean_lines('title', 'location');

CREATE TRIGGER clean_lines
  BEFORE INSERT OR UPDATE OF name ON public.post_attachments
  FOR EACH ROW
  EXECUTE FUNCTION private.clean_lines('name');

CREATE TRIGGER clean_lines
  BEFORE INSERT OR UPDATE OF title, country, area, delivery_address, port, unit ON public.posts
  FOR EACH ROW
  EXECUTE FUNCTION private.clean_lines('title', 'country', 'area', 'delivery_address', 'port', 'unit');

CREATE TRIGGER clean_lines
  BEFORE INSERT OR UPDATE OF country, company_name ON public.profiles
  FOR EACH ROW
  EXECUTE FUNCTION private.clean_lines('country', 'company_name');

CREATE TRIGGER clean_lines
  BEFORE INSERT OR UPDATE OF name ON public.quote_attachments
  FOR EACH ROW
  EXECUTE FUNCTION private.clean_lines('name');

CREATE TRIGGER clean_lines
  BEFORE INSERT OR UPDATE OF price_text,
    quantity_text, payment_method, shipping_method, delivery_time, delivery_from, delivery_to, contact_address, organization_name, tax_code ON public.quotes
  FOR EACH ROW
  EXECUTE FUNCTION
    private.clean_lines('price_text', 'quantity_text', 'payment_method', 'shipping_method', 'delivery_time', 'delivery_from', 'delivery_to', 'contact_address', 'organization_name',
    'tax_code');

COMMENT ON FUNCTION "private"."clean_lines"() IS 'Takes signs that turn the direction out of the texts of one line that are written.';

REVOKE ALL ON FUNCTION "private"."clean_lines"() FROM PUBLIC;

-- What is stored already; nobody changes it, so nothing is checked, told or dated.
do $$
declare
  v_table record;
begin
  for v_table in
    select t.tgrelid::regclass as name, string_agg(format('%1$I = regexp_replace(%1$I, %2$L, '''', ''g'')', a.name, '[\u202a-\u202e\u2066-\u2069]+'), ', ') as changes,
      string_agg(format('%I ~ %L', a.name, '[\u202a-\u202e\u2066-\u2069]'), ' or ') as condition
    from pg_trigger t
    cross join lateral unnest(string_to_array(rtrim(encode(t.tgargs, 'escape'), '\000'), '\000')) as a (name)
    where t.tgfoid = 'private.clean_lines()'::regprocedure group by t.tgrelid
  loop
    execute format('alter table %s disable trigger user', v_table.name);
    begin
      execute format('update %s set %s where %s', v_table.name, v_table.changes, v_table.condition);
    exception when check_violation then
      -- A text of little else stays until it is written again.
      raise notice 'Directions stay in %', v_table.name;
    end;
    execute format('alter table %s enable trigger user', v_table.name);
  end loop;
end $$;
