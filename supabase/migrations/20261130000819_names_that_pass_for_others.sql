SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.free_username (
  p_wish text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_base text := left(regexp_replace(private.fold(coalesce(p_wish, '')), '[^a-z0-9.-]+', '-', 'g'), 16);
  v_candidate text;
  v_number integer := 1;
begin
  v_base := btrim(v_base, '-.');
  if char_length(v_base) < 3 then
    v_base := 'user-' || v_base;
    v_base := rtrim(v_base, '-');
  end if;
  -- No number makes these free.
  if private.is_reserved_name(v_base) then
    v_base := 'user';
  end if;
  v_candidate := v_base;
  while private.is_username_taken(v_candidate) loop
    v_number := v_number + 1;
    v_candidate := v_base || '-' || v_number;
  end loop;
  return v_candidate;
end $function$;

CREATE OR REPLACE FUNCTION private.is_reserved_name (
  p_name text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  -- A word that nobody else needs, or nothing but words of the marketplace.
  select private.with_latin_look(p_name)
      ~ '(^|[^[:alnum:]])(admins?|administrators?|billing|marketplace|moderators?|official|postmaster|staff|support|webmaster)($|[^[:alnum:]])'
    or regexp_replace(private.with_latin_look(p_name), '[^[:alnum:]]+', '', 'g')
      ~ '^(admins?|administrators?|billing|help|main|marketplace|moderators?|official|platform|postmaster|root|security|staff|support|system|team|the|webmaster)+$'
    -- Deleted accounts are called this, and the page calls users without a name so.
    or btrim(p_name) ~* '^(deleted-[0-9]+|user *#.*)$'
$function$;

CREATE OR REPLACE FUNCTION private.name_skeleton (
  p_name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  select coalesce(nullif(regexp_replace(n.name, '[\s\u00a0\u1680\u2000-\u2015\u2028\u2029\u202f\u205f\u2212\u3000._-]+', '', 'g'), ''), n.name)
  from (select private.with_latin_look(p_name) as name) as n
$function$;

CREATE OR REPLACE FUNCTION private.with_latin_look (
  p_name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  -- Cherokee in both cases: not every locale of a database has the small ones.
  select translate(private.with_latin_letters(private.fold(private.without_invisible(p_name))),
    'аеорсухіјѕһԁԛԝкмтвнгӏαορντυικχηεβσωγμ' || 'ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏂᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴ' || 'ꭰꭱꭲꭵꭹꭺꭻꭼꮃꮇꮋꮍꮐꮓꮟꮒꮢꮤꮩꮪꮮꮯꮲꮶꮷᏼ',
    'aeopcyxijshdqwkmtbhrlaopvtuikxnebowyu' || 'drtiyajewmhygzbhrwvslcpkdb' || 'drtiyajewmhygzbhrwvslcpkdb')
$function$;

COMMENT ON FUNCTION "private"."name_skeleton"(text) IS 'The form in which usernames are compared: as with_latin_look() makes it, without blanks, dots, underscores and dashes.';

COMMENT ON FUNCTION "private"."with_latin_look"(text) IS 'A name without case and accents, look-alikes as Latin letters.';

REVOKE ALL ON FUNCTION "private"."with_latin_look"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."with_latin_look"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."with_latin_look"(text) TO "service_role";

-- It holds what the old function answered.
reindex index public.profiles_name_skeleton_idx;
