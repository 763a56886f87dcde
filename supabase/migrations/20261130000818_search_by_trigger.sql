SET local check_function_bodies = off;

ALTER TABLE "public"."posts"
  ALTER COLUMN "search" DROP EXPRESSION,
  ALTER COLUMN "search" SET DEFAULT ''::tsvector;

CREATE OR REPLACE FUNCTION private.copy_names (
  p_user_id bigint
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_names text := (select concat_ws(' ', o.username, o.company_name) from public.profiles o where o.id = p_user_id);
  v_ids bigint[] := array(
    select p.id from public.posts p where p.user_id = p_user_id and p.owner_names is distinct from v_names order by p.id desc limit 20);
begin
  perform 1 from public.posts p where p.id = any (v_ids) order by p.id for no key update;
  update public.posts p set owner_names = v_names where p.id = any (v_ids);
  return cardinality(v_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.copy_names_to_posts()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_count integer := private.copy_names(new.id);
begin
  if v_count = 20 then
    insert into private.names_to_copy (user_id) values (new.id) on conflict do nothing;
  end if;
  if v_count > 0 and new.id = private.current_profile_id() then
    perform private.consume_rate_limit('post_edit', new.id::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.copy_next_names()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_user_id bigint;
  v_count integer;
begin
  -- With the profile, so that names which change meanwhile are noted anew.
  select n.user_id into v_user_id from private.names_to_copy n join public.profiles p on p.id = n.user_id
  order by n.user_id limit 1 for update of n skip locked for share of p skip locked;
  if not found then
    return 0;
  end if;
  v_count := private.copy_names(v_user_id);
  if v_count < 20 then
    delete from private.names_to_copy n where n.user_id = v_user_id;
  end if;
  return greatest(v_count, 1);
end $function$;

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
    else perform private.refuse(400, 'invalid_input', 'One request writes one row');
  end case;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_rows()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.is_only_row(tg_relid, new.id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.make_post_searchable()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' or (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port, new.owner_names)
      is distinct from (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port, old.owner_names) then
    new.search := private.title_vector(new.title) || private.search_vector(concat_ws(' ', new.description, new.area, new.delivery_address,
      new.port, new.owner_names, private.category_words(new.category), private.country_words(new.country)));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.search_vector (
  p_text text
)
  RETURNS tsvector
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  v_parts record := private.text_parts(p_text);
  v_words text[] := v_parts.words;
begin
  -- "5kg" is found by "kg", "304/316" by "316".
  if array_to_string(v_words, ' ') ~ '[0-9][^0-9 ]' then
    v_words := v_words || array(
      select u.part from unnest(v_words) as w (word)
      cross join lateral unnest(array[substring(w.word from '^[0-9]+'), substring(w.word from '[^0-9]+$')]) as u (part)
      where w.word ~ '^[0-9]+[^0-9]+$');
  end if;
  if v_parts.numbers is not null then
    v_words := v_words || v_parts.numbers || string_to_array(array_to_string(v_parts.numbers, '.'), '.');
  end if;
  -- Each character of a run with the next one; the last stands alone.
  if v_parts.runs is not null then
    v_words := v_words || array(
      select distinct c.letter || lead(c.letter, 1, '') over (partition by r.nr order by c.nr)
      from unnest(v_parts.runs) with ordinality as r (run, nr)
      cross join lateral unnest(string_to_array(r.run, null)) with ordinality as c (letter, nr));
  end if;
  return array_to_tsvector(array(select left(w.word, 100) from unnest(v_words) as w (word)));
end $function$;

CREATE OR REPLACE FUNCTION private.text_parts (
  p_text text,
  OUT    words text[],
  OUT    numbers text[],
  OUT    runs text[]
)
  RETURNS record
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  v_signs constant text := '\s!-/:-@\[-`{-~\u0001-\u0020\u007f-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3006\u3008-\u303f\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\ufffc\ufffd\U0001f000-\U0001faff';
  v_run constant text := '[\u0e01-\u0e3a\u0e40-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]+';
  v_number constant text := '(?<![^' || v_signs || '])[0-9]+(?:[.,/][0-9]+)+';
  -- A letter can fold to eighteen, which no real text needs.
  v_text text := left(private.fold(p_text), 10000);
begin
  if octet_length(v_text) > char_length(v_text) and v_text ~ v_run then
    runs := array(select m.part[1] from regexp_matches(v_text, v_run, 'g') as m (part));
    v_text := regexp_replace(v_text, v_run, ' ', 'g');
  end if;
  if v_text ~ '[0-9][.,/][0-9]' then
    numbers := array(select translate(m.part[1], ',/', '..') from regexp_matches(v_text, v_number, 'g') as m (part));
    v_text := regexp_replace(v_text, v_number, ' ', 'g');
  end if;
  words := array_remove(string_to_array(regexp_replace(v_text, '[' || v_signs || ']+', ' ', 'g'), ' '), '');
end $function$;

CREATE TRIGGER make_searchable
  BEFORE INSERT OR UPDATE OF title, description, category, country, area, delivery_address, port, owner_names ON public.posts
  FOR EACH ROW
  EXECUTE FUNCTION private.make_post_searchable();

COMMENT ON FUNCTION "private"."copy_names"(bigint) IS 'Gives the newest 20 of those posts that have former names of their owner the present ones; answers how many.';

COMMENT ON FUNCTION "private"."is_only_row"(oid, bigint) IS 'PT400 for the second row of a table that a client writes in one request; true for the first.';

COMMENT ON FUNCTION "private"."limit_rows"() IS 'Trigger of every table that clients fill: PT400 for the second new row of a request, before anything is done for it.';

REVOKE ALL ON FUNCTION "private"."make_post_searchable"() FROM PUBLIC;
