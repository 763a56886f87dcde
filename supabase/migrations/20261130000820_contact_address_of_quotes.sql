SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.with_facts (
  p_quote  public.quotes,
  p_fields jsonb
)
  RETURNS public.quotes
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Images, which the form does not have, stay unless they are given; everything else is what is given.
  v_quote public.quotes := jsonb_populate_record(p_quote,
    (select jsonb_object_agg(f, null) from unnest(private.quote_fields()) as f
      where f not in ('post_id', 'client_id', 'images', 'attachments'))
    || '{"description": "", "currency": "USD"}' || private.trimmed(p_fields));
begin
  -- Chosen from a list, so nothing is trimmed.
  v_quote.product_match := p_fields ->> 'product_match';
  v_quote.account_type := coalesce(p_fields ->> 'account_type', 'individual');
  -- docs/decisions.md#the-session-says-who-quotes.
  v_quote.contact_address := (
    select nullif(btrim(a.address), '') from public.accounts a where a.profile_id = private.current_profile_id());
  v_quote.valid_until := private.valid_until(v_quote.valid_until, p_quote.valid_until);
  v_quote.price_value := private.plain_number(v_quote.price_text);
  v_quote.quantity_value := private.plain_number(v_quote.quantity_text);
  v_quote.currency := upper(v_quote.currency);
  if v_quote.account_type <> 'organization' then
    v_quote.organization_name := null;
    v_quote.tax_code := null;
  end if;
  return v_quote;
end $function$;
