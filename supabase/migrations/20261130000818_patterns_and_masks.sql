SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.assert_simple_pattern (
  p_pattern text
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  v_letters text[] := string_to_array(p_pattern, null);
  v_count integer := cardinality(v_letters);
  v_nr integer := 1;
  -- Per open group: whether something in it repeats, and its steps, each as often as it repeats.
  v_repeats boolean[] := array[false];
  v_steps integer[] := array[0];
  -- Of the last letter, set or group.
  v_last_steps integer := 0;
  v_depth integer := 1;
  v_closed boolean := false;
  v_letter text;
  v_bounds text[];
  v_most numeric;
begin
  if p_pattern ~ '^\*\*\*' or p_pattern ~ '\(\?[^:]' or p_pattern ~ '\(\?$' then
    perform private.refuse_pattern('Look-around and options are not supported in a pattern');
  end if;
  while v_nr <= v_count loop
    v_letter := v_letters[v_nr];
    if v_letter = '\' then
      if v_letters[v_nr + 1] ~ '[0-9]' then
        perform private.refuse_pattern('Back references are not supported in a pattern');
      end if;
      v_nr := v_nr + 1;
      v_closed := false;
      v_last_steps := 1;
      v_steps[v_depth] := v_steps[v_depth] + 1;
    elsif v_letter = '[' then
      -- To the closing bracket; one that stands first belongs to the set.
      v_nr := v_nr + case when v_letters[v_nr + 1] = '^' then 2 else 1 end;
      loop
        v_nr := v_nr + case when v_letters[v_nr] = '\' then 2 else 1 end;
        exit when v_nr > v_count or v_letters[v_nr] = ']';
      end loop;
      v_closed := false;
      v_last_steps := 1;
      v_steps[v_depth] := v_steps[v_depth] + 1;
    elsif v_letter = '(' then
      v_depth := v_depth + 1;
      v_repeats[v_depth] := false;
      v_steps[v_depth] := 0;
      if v_letters[v_nr + 1] = '?' then
        v_nr := v_nr + 2;
      end if;
      v_closed := false;
    elsif v_letter = ')' and v_depth > 1 then
      v_closed := v_repeats[v_depth];
      v_last_steps := v_steps[v_depth];
      v_depth := v_depth - 1;
      v_repeats[v_depth] := v_repeats[v_depth] or v_closed;
      v_steps[v_depth] := v_steps[v_depth] + v_last_steps;
    elsif v_letter in ('*', '+', '{') then
      if v_closed then
        perform private.refuse_pattern('A repetition within a repetition is not supported in a pattern');
      end if;
      if v_letter = '{' then
        v_bounds := regexp_match(array_to_string(v_letters[v_nr:], ''), '^\{(\d+)(?:,(\d*))?\}');
        v_most := greatest(v_bounds[1]::numeric, nullif(v_bounds[2], '')::numeric);
        v_steps[v_depth] := v_steps[v_depth] + v_last_steps * (least(coalesce(v_most, 1), 1000)::integer - 1);
        v_nr := v_nr + coalesce(position('}' in array_to_string(v_letters[v_nr:], '')), 1) - 1;
      end if;
      v_repeats[v_depth] := true;
      v_closed := true;
    elsif v_letter <> '?' then
      v_closed := false;
      v_last_steps := 1;
      v_steps[v_depth] := v_steps[v_depth] + 1;
    end if;
    v_nr := v_nr + 1;
  end loop;
  -- To compile a pattern takes a time that grows with the cube of its steps: more than a second for 400 that may be left out.
  if v_steps[1] > 100 then
    perform private.refuse_pattern('A pattern may have at most 100 steps, repetitions counted');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.positions (
  p_part text,
  p_text text
)
  RETURNS SETOF integer
  LANGUAGE sql
  IMMUTABLE
  ROWS 5
  SET search_path TO ''
  AS $function$
  -- After each piece but the last one stands the part.
  select x.at from (
    select p.nr, (sum(char_length(p.piece) + char_length(p_part)) over (order by p.nr) - char_length(p_part) + 1)::integer as at
    from string_to_table(p_text, p_part) with ordinality as p (piece, nr)) as x
  where x.at <= char_length(p_text) - char_length(p_part) + 1
  order by x.nr
$function$;

CREATE OR REPLACE FUNCTION private.word_hits (
  p_context text,
  p_text    text
)
  RETURNS TABLE (
    rule_id  bigint,
    start_at integer,
    length   integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 5
  SET search_path TO ''
  AS $function$
declare
  v_words text[];
  v_keys text[];
  v_starts integer[];
  -- Signs for letters ("c@sino"), one for one, so every position holds.
  v_signless text := case when p_text ~ '[[:alpha:]]\s?[@$€]|[@$€]\s?[[:alpha:]]|[[:alpha:]][!|][[:alpha:]]' then translate(p_text, '@$€!|', 'aseil') else p_text end;
  v_first integer := 1;
  v_last integer;
  v_key text;
begin
  select array_agg(w.word order by w.nr), array_agg(w.start_at order by w.nr),
    array_agg(case when w.word ~ '^[A-Za-z]+$' then lower(w.word) else private.content_key(w.word) end order by w.nr)
  into v_words, v_starts, v_keys from private.content_words(p_text) as w;
  -- Every one, two and three words in a row are looked up; only of longer phrases is the rest compared.
  return query
    with words as (
      select s.is_case_sensitive, t.nr::integer, t.term,
        lead(t.term) over next_ones as second, lead(t.term, 2) over next_ones as third
      from (values (false, v_keys), (true, v_words)) as s (is_case_sensitive, terms)
      cross join lateral unnest(s.terms) with ordinality as t (term, nr)
      where not s.is_case_sensitive or exists (
        select 1 from public.content_rules r where r.is_enabled and r.terms is not null and r.is_case_sensitive)
      window next_ones as (partition by s.is_case_sensitive order by t.nr)),
    lookups as (
      select w.is_case_sensitive, w.nr, 1 as count, w.term as lookup from words w
      union all select w.is_case_sensitive, w.nr, 2, w.term || ' ' || w.second from words w where w.second is not null
      union all select w.is_case_sensitive, w.nr, 3, w.term || ' ' || w.second || ' ' || w.third from words w where w.third is not null),
    with_singulars as (
      select l.is_case_sensitive, l.nr, l.count, l.lookup from lookups l
      union all select l.is_case_sensitive, l.nr, l.count, s.lookup from lookups l cross join lateral private.singulars(l.lookup) as s (lookup)
      where not l.is_case_sensitive and right(l.lookup, 1) = 's')
    select r.id, v_starts[l.nr], v_starts[l.nr + cardinality(r.terms) - 1]
      + char_length(v_words[l.nr + cardinality(r.terms) - 1]) - v_starts[l.nr]
    from with_singulars l
    join public.content_rules r on r.lookup = l.lookup and r.is_case_sensitive = l.is_case_sensitive
    where r.is_enabled and r.terms is not null and p_context = any (r.fields) and least(cardinality(r.terms), 3) = l.count
      and case when cardinality(r.terms) > 3
        then (case when r.is_case_sensitive then v_words else v_keys end)[l.nr:l.nr + cardinality(r.terms) - 1] = r.terms
        else true end;

  if v_signless <> p_text then
    return query
      select r.id, w.start_at, char_length(w.word)
      from private.content_words(v_signless) as w
      cross join lateral private.content_key(w.word) as k (key)
      join public.content_rules r on not r.is_case_sensitive and (r.lookup = k.key or r.lookup in (select private.singulars(k.key)))
      where substr(p_text, w.start_at, char_length(w.word)) <> w.word
        and r.is_enabled and cardinality(r.terms) = 1 and p_context = any (r.fields);
  end if;

  -- Four letters and more, each by itself: "c a s i n o", "c.a.s.i.n.o".
  if v_signless !~ '(?:^|[\s[:punct:]])[^\s[:punct:]](?:[\s[:punct:]]{1,3}[^\s[:punct:]]){3}(?:[\s[:punct:]]|$)' then
    return;
  end if;
  select array_agg(w.word order by w.nr), array_agg(w.start_at order by w.nr) into v_words, v_starts
  from private.content_words(v_signless) as w;
  while v_first <= cardinality(v_words) loop
    v_last := v_first;
    while v_last <= cardinality(v_words) and char_length(v_words[v_last]) = 1
      and v_words[v_last] !~ '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]' loop
      v_last := v_last + 1;
    end loop;
    if v_last - v_first >= 4 then
      v_key := private.content_key(array_to_string(v_words[v_first:v_last - 1], ''));
      -- One letter may become two in another script; then no position would hold.
      if char_length(v_key) = v_last - v_first then
        return query
          select r.id, v_starts[v_first + f.at - 1], v_starts[v_first + f.at + char_length(r.terms[1]) - 2] + 1 - v_starts[v_first + f.at - 1]
          from public.content_rules r cross join lateral private.positions(r.terms[1], v_key) as f (at)
          where r.is_enabled and cardinality(r.terms) = 1 and not r.is_case_sensitive and p_context = any (r.fields)
            and char_length(r.terms[1]) >= 4 and position(r.terms[1] in v_key) > 0;
      end if;
    end if;
    v_first := greatest(v_last, v_first + 1);
  end loop;
end $function$;

COMMENT ON FUNCTION "private"."assert_simple_pattern"(text) IS 'PT400 for a pattern with look-around, back references, repeated repetitions or more than 100 steps: these can take any time.';

COMMENT ON FUNCTION "private"."positions"(text, text) IS 'Where a part stands in a text, every time, in letters from 1.';

REVOKE ALL ON FUNCTION "private"."positions"(text, text) FROM PUBLIC;
