SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.deal_of_quote (
  p_quote_id bigint
)
  RETURNS TABLE (
    email            text,
    first_name       text,
    last_name        text,
    phone_number     text,
    address          text,
    country          text,
    company_name     text,
    organization     text,
    tax_code         text,
    delivery_country text,
    delivery_area    text,
    delivery_address text,
    delivery_port    text,
    incoterm         text,
    needed_by        date
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_of_party(p_quote_id, v_me);
begin
  if v_quote.status <> 'accepted' then
    perform private.refuse(409, 'conflict', 'This quote is not accepted', jsonb_build_object('status', v_quote.status));
  end if;
  return query
    select a.email, a.first_name, a.last_name, a.phone_number, a.address, u.country, u.company_name, a.organization,
      a.tax_code, p.country, p.area, p.delivery_address, p.port, p.incoterm, p.needed_by
    from (values (case v_quote.supplier_id when v_me then v_quote.post_owner_id else v_quote.supplier_id end)) as other (id)
    left join public.accounts a on a.profile_id = other.id and a.deleted_at is null and not private.is_suspended(other.id)
    left join public.profiles u on u.id = a.profile_id
    left join public.posts p on p.id = v_quote.post_id and (not p.is_hidden or p.user_id = v_me);
end $function$;

CREATE OR REPLACE FUNCTION public.deal_of_quote (
  quote_id bigint
)
  RETURNS TABLE (
    email            text,
    first_name       text,
    last_name        text,
    phone_number     text,
    address          text,
    country          text,
    company_name     text,
    organization     text,
    tax_code         text,
    delivery_country text,
    delivery_area    text,
    delivery_address text,
    delivery_port    text,
    incoterm         text,
    needed_by        date
  )
  LANGUAGE sql
  STABLE
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.deal_of_quote(quote_id) $function$;

REVOKE ALL ON FUNCTION "public"."deal_of_quote"(bigint) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "public"."deal_of_quote"(bigint) IS 'The other party of an accepted quote, all null if that account is suspended or deleted, and where to deliver; PT403 for strangers, PT409 in any other status.';

REVOKE ALL ON FUNCTION "private"."deal_of_quote"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deal_of_quote"(bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."deal_of_quote"(bigint) TO "authenticated";
