SET local check_function_bodies = off;

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
  -- A word that nobody else needs, or nothing but words of the marketplace; a number at a word changes nothing.
  select exists (
      select 1 from (values (n.name), (translate(n.name, '013', 'oie'))) as look (name)
      where look.name
          ~ '(^|[^[:alpha:]])(admins?|administrators?|billing|marketplace|moderators?|official|postmaster|staff|support|webmaster)($|[^[:alpha:]])'
        or regexp_replace(look.name, '[^[:alpha:]]+', '', 'g')
          ~ '^(admins?|administrators?|billing|help|hotro|kiemduyet|main|marketplace|moderators?|official|platform|postmaster|quantri(vien)?|root|security|staff|support|system|team|the|webmaster)+$')
    -- Deleted accounts are called this, and the page calls users without a name so.
    or btrim(p_name) ~* '^(deleted-[0-9]+|user *#.*)$'
  from (select private.with_latin_look(left(p_name, 200)) as name) as n
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
  select coalesce(nullif(regexp_replace(n.name, '[\s\u00a0\u00b7\u1680\u2000-\u2015\u2022\u2028\u2029\u202f\u205f\u2212\u3000._-]+', '', 'g'), ''), n.name)
  -- A capital i, a small L and a one are one stroke in many fonts, and all letters are small here.
  from (select translate(private.with_latin_look(p_name), '01i', 'oll') as name) as n
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
    'аеорсухіјѕһԁԛԝкмтвнгӏпαορντυικχηεβσωγμ' || 'ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏂᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴ' || 'ꭰꭱꭲꭵꭹꭺꭻꭼꮃꮇꮋꮍꮐꮓꮟꮒꮢꮤꮩꮪꮮꮯꮲꮶꮷᏼ',
    'aeopcyxijshdqwkmtbhrlnaopvtuikxnebowyu' || 'drtiyajewmhygzbhrwvslcpkdb' || 'drtiyajewmhygzbhrwvslcpkdb')
$function$;

COMMENT ON FUNCTION "private"."name_skeleton"(text) IS 'The form in which usernames are compared: as with_latin_look() makes it, without blanks, dots, underscores and dashes, with 0 as o, and 1 and i as l.';

-- By hand: the index holds what the function of before made.
reindex index public.profiles_name_skeleton_idx;
