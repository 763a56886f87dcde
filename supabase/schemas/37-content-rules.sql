-- Rules of the content filter: their definition, and where they match in a text.
--
-- Words and phrases are compared word by word through an index, so 2,000 of them cost no more than one. Patterns run
-- one after the other; their cost is bounded when they are saved: their form is restricted, each is timed on worst-case
-- texts, and all together have a budget.

create table public.content_rules (
  id bigint generated always as identity primary key,
  kind text not null,
  pattern text not null,
  action text not null,
  fields text[] not null,
  is_case_sensitive boolean not null default false,
  is_enabled boolean not null default true,
  terms text[],
  lookup text,
  needle text,
  cost_ms numeric(8, 2) not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  stopped_share numeric(4, 1),
  trial_since timestamptz,
  constraint content_rules_kind_is_known check (kind in ('word', 'phrase', 'regex', 'built_in')),
  constraint content_rules_pattern_length check (char_length(pattern) between 1 and 100 and not private.is_blank(pattern)),
  constraint content_rules_action_is_known check (action in ('block', 'mask', 'flag')),
  constraint content_rules_fields_are_known check (fields <@ array['post_title', 'post_description', 'post_place', 'quote',
    'message', 'review', 'profile', 'feedback'] and cardinality(fields) between 1 and 8),
  constraint content_rules_are_unique unique (kind, pattern, is_case_sensitive)
);
comment on table public.content_rules is 'Texts that may not be written, or not without being seen; changed by admins, through functions only.';
comment on column public.content_rules.stopped_share is
  'Percentage of the last texts for which a flag rule was switched off by itself; null for all others.';
comment on column public.content_rules.trial_since is
  'Since when the rule, as it is now, runs as a trial, which counts its hits and changes nothing; null for a rule in force.';
comment on column public.content_rules.terms is 'The words of a word or phrase in the form in which texts are compared.';
comment on column public.content_rules.lookup is 'The first three of the terms: what a text is searched for, by index.';
comment on column public.content_rules.needle is 'A part that every match of the pattern holds, lower case: texts without it need no search.';
comment on column public.content_rules.cost_ms is 'Longest time that a pattern took for a text of 5,000 characters when it was saved.';

create index content_rules_lookup_idx on public.content_rules (lookup) where is_enabled and terms is not null;
create index content_rules_pattern_idx on public.content_rules (id) where is_enabled and terms is null;

revoke all on table public.content_rules from anon, authenticated, service_role;
grant select on table public.content_rules to authenticated;

alter table public.content_rules enable row level security;
create policy "admins read the content rules" on public.content_rules for select to authenticated
  using ((select private.is_admin()));

-- The form in which texts are compared ---------------------------------------------------------------------------------

create function private.content_key(p_word text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  v_key text := p_word;
begin
  if octet_length(v_key) > char_length(v_key) then
    -- Letters of other scripts that look Latin, lower and upper case.
    v_key := translate(private.with_latin_letters(normalize(v_key, nfkc)),
      'аеорсухіѕјһԁԛԝёкмтнвАВЕКМНОРСТУХІЅЈЁΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαειυρκντ',
      'aeopcyxisjhdqwekmthbabekmhopctyxisjeabezhikmnoptyxoaeiupkvt');
    v_key := private.fold(v_key);
  end if;
  v_key := lower(v_key);
  -- Digits for letters ("v1agra", "c4s1n0"), where letters are the greater part, or half and one comes first: product codes and
  -- numbers stay as they are.
  if char_length(v_key) >= 4 and v_key ~ '[013457]'
    and char_length(translate(v_key, '0123456789', '')) * 2 >= char_length(v_key) + (v_key ~ '^[0-9]')::integer then
    v_key := translate(v_key, '013457', 'oieast');
  end if;
  return v_key;
end $$;
comment on function private.content_key is
  'One word as the filter compares it: lower case, without accents, look-alike letters and digits as the letters they stand for.';

create function private.content_words(p_text text) returns table (nr bigint, word text, start_at integer)
language sql immutable parallel safe rows 50 set search_path = ''
as $$
  -- Everything but white space, punctuation and symbols belongs to a word, in any script and whatever the locale; Chinese,
  -- Japanese and Korean characters, which stand without spaces, are each a word of their own.
  select row_number() over (order by s.nr), s.part, s.start_at
  from (
    select m.nr, m.part[1] as part, (sum(char_length(m.part[1])) over (order by m.nr) - char_length(m.part[1]) + 1)::integer as start_at
    from regexp_matches(p_text, '[\s!-/:-@\[-`{-~\u0001-\u0020\u007f-\u00bf\u00d7\u00f7\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\s!-/:-@\[-`{-~\u0001-\u0020\u007f-\u00bf\u00d7\u00f7\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+', 'g')
      with ordinality as m (part, nr)) as s
  where s.part !~ '^[\s!-/:-@\[-`{-~\u0001-\u0020\u007f-\u00bf\u00d7\u00f7\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]'
$$;
comment on function private.content_words is 'The words of a text in order, each with its position.';

create function private.content_terms(p_pattern text, p_is_case_sensitive boolean) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array_agg(case when p_is_case_sensitive then w.word else private.content_key(w.word) end order by w.nr)
  from private.content_words(private.without_invisible(p_pattern)) as w
$$;
comment on function private.content_terms is 'The words of a rule as texts are compared with them; null without any.';

-- The built-in kinds -----------------------------------------------------------------------------------------------------

create function private.built_in_pattern(p_name text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case p_name
    when 'email' then
      '[a-z0-9][a-z0-9._%+-]{0,63}(?:@|＠)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{2,24}){1,3}'
      || '|[a-z0-9][a-z0-9._%+-]{0,63}\s{0,2}[@＠]\s{0,2}[a-z0-9-]{1,63}\s?(?:\.|\(?dot\)?)\s?(?:com|net|org|vn|cn|io|ru|uk|de|fr|jp|kr|eu)(?![a-z0-9])'
      || '|[a-z0-9][a-z0-9._%+-]{0,63}\s{0,2}[(\[{<]\s?(?:at|a|@)\s?[)\]}>]\s{0,2}[a-z0-9-]{1,63}\s{0,2}(?:\.|[(\[{<]\s?(?:dot|\.)\s?[)\]}>]|\sdot\s)\s{0,2}[a-z]{2,24}'
      || '|[a-z0-9][a-z0-9._%+-]{0,63}\sat\s[a-z0-9-]{1,63}\sdot\s[a-z]{2,24}'
    when 'url' then
      'h(?:tt|xx)ps?\s?:\s?//[^\s,;"<>]{2,200}'
      || '|(?<![a-z0-9@.-])www\s?\.\s?[a-z0-9-]{1,63}[^\s,;"<>]{0,200}'
      || '|(?<![a-z0-9@._-])[a-z0-9-]{2,63}(?:\.[a-z0-9-]{2,63}){0,2}\.(?:com|net|org|info|biz|vn|cn|io|ru|eu|app|shop|store|xyz|online|site)(?![a-z0-9@-])(?:/[^\s,;"<>]{0,200})?'
      || '|(?<![a-z0-9@.-])[a-z0-9-]{2,63}\s?[(\[{]\s?(?:dot|\.)\s?[)\]}]\s?(?:com|net|org|info|biz|vn|cn|io|ru|eu)(?![a-z0-9])'
    when 'phone' then
      -- International, or with a leading zero, or after a word that announces a number. HS codes such as 0901.11.1000 stay.
      '(?<![0-9])(?:\+|00)\s?[1-9](?:[\s().·_-]{0,3}[0-9]){7,13}(?![0-9])'
      || '|(?<![0-9.])(?!0[0-9]{3}\.[0-9]{2}(?:\.[0-9]{2,4})?(?![0-9]))\(?0(?:[\s().·_-]{0,3}[0-9]){8,10}(?![0-9])'
      || '|(?<![0-9])\(?[2-9][0-9]{2}\)?[\s.-]{1,2}[0-9]{3}[.-][0-9]{4}(?![0-9])'
      || '|(?:tel|phone|call|mobile|mob|cell|hotline|sđt|sdt|đt)(?:ephone)?(?:\s?(?:no|number|nr))?\s{0,2}[.:#=]{0,2}\s{0,2}(?:\+|\()?[0-9](?:[\s().·_-]{0,3}[0-9]){6,13}(?![0-9])'
    when 'messenger' then
      '(?<![a-z0-9])(?:zalo|whats\s?app|we\s?chat|weixin|viber|telegram|skype|kakao\s?(?:talk)?|messenger|facebook|instagram)(?:\s?(?:id|no|nr|number|me|us|at|is))?\s{0,2}[:=@#(+-]\s{0,2}[@+]?[a-z0-9][a-z0-9_.+-]{2,40}'
      || '|(?<![a-z0-9])(?:zalo|whats\s?app|we\s?chat|weixin|viber|telegram|skype|kakao\s?(?:talk)?)\s?(?:id|no|nr|number|me|us|at|is)?\s?\+?[0-9](?:[\s().-]{0,3}[0-9]){5,14}'
      || '|(?<![a-z0-9])(?:line|qq|imo|signal)\s?id\s{0,2}[:=#]?\s{0,2}[a-z0-9_.@-]{3,40}'
      || '|(?<![a-z0-9.])(?:t|wa|m|fb)\.me/\S{2,100}'
      || '|(?<![a-z0-9._%+@-])@[a-z][a-z0-9_.]{3,30}'
    when 'look_alike' then
      '[A-Za-z\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf\u0400-\u04ff]{0,40}'
      || '(?:[A-Za-z][\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf\u0400-\u04ff]'
      || '|[\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf\u0400-\u04ff][A-Za-z]|[A-Za-z][\u200b\u2060\ufeff]{1,9}[A-Za-z])'
      || '[A-Za-z\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf\u0400-\u04ff]{0,40}'
    when 'accents' then
      '[^\s\u0300-\u036f]?[\u0300-\u036f]{3,40}'
  end
$$;
comment on function private.built_in_pattern is
  'Pattern of a built-in kind; null for an unknown name. `accents` finds letters buried under three accents and more.';

create function private.built_in_needle(p_name text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case p_name
    when 'email' then '[@＠]|(?:[(\[{<]\s?|\s)(?:at|a)(?:\s?[)\]}>]|\s)'
    when 'url' then 'https?|hxxp|www|[a-z0-9-]\.[a-z]|[(\[{]\s?(?:dot|\.)'
    when 'phone' then '[0-9][^0-9]?[^0-9]?[^0-9]?[0-9][^0-9]?[^0-9]?[^0-9]?[0-9]'
    when 'messenger' then 'zalo|whats|chat|weixin|viber|gram|skype|kakao|messenger|facebook|\sid|\.me/|@'
    when 'look_alike' then '[\u0391-\u03a7\u03bd\u03bf\u0400-\u04ff\u200b\u2060\ufeff]'
    when 'accents' then '[\u0300-\u036f]'
  end
$$;
comment on function private.built_in_needle is
  'A quick pattern that every match of a built-in kind holds: texts without it need no search.';

-- Hits in a text -------------------------------------------------------------------------------------------------------

create function private.pattern_hits(p_text text, p_pattern text, p_is_case_sensitive boolean)
returns table (start_at integer, length integer)
language plpgsql immutable rows 5 set search_path = ''
as $$
declare
  -- A hit is put between two control characters, which no text has, and these tell where it is: the functions that answer
  -- positions search the text to its end each time.
  v_marked text := regexp_replace(translate(p_text, U&'\0001\0002', '  '), p_pattern, U&'\0001\\&\0002',
    case when p_is_case_sensitive then 'g' else 'gi' end);
  v_piece text;
begin
  start_at := 1 + char_length(split_part(v_marked, U&'\0001', 1));
  -- Each piece is a hit and what follows it, up to the next one.
  for v_piece in select p.piece from string_to_table(v_marked, U&'\0001') with ordinality as p (piece, nr) where p.nr > 1 order by p.nr loop
    length := position(U&'\0002' in v_piece) - 1;
    if length > 0 then
      return next;
    end if;
    start_at := start_at + char_length(v_piece) - 1;
  end loop;
end $$;

create function private.singulars(p_words text) returns setof text
language sql immutable strict rows 2 set search_path = ''
as $$
  select left(p_words, -1) where p_words ~ '[^ ]{2}[^ s]s$' and p_words !~ '(?:^| )(?:news|lens|does|this)$'
  union all select left(p_words, -2) where p_words ~ '[^ ]{2}(?:s|x|z|ch|sh|o)es$'
  union all select left(p_words, -3) || 'y' where p_words ~ '[^ ]{3}ies$'
$$;
comment on function private.singulars is 'Of words whose last one may be an English plural, what they are in the singular.';

create function private.positions(p_part text, p_text text) returns setof integer
language sql immutable rows 5 set search_path = ''
as $$
  -- After each piece but the last one stands the part.
  select x.at from (
    select p.nr, (sum(char_length(p.piece) + char_length(p_part)) over (order by p.nr) - char_length(p_part) + 1)::integer as at
    from string_to_table(p_text, p_part) with ordinality as p (piece, nr)) as x
  where x.at <= char_length(p_text) - char_length(p_part) + 1
  order by x.nr
$$;
comment on function private.positions is 'Where a part stands in a text, every time, in letters from 1.';

create function private.word_hits(p_context text, p_text text) returns table (rule_id bigint, start_at integer, length integer)
language plpgsql stable rows 5 security definer set search_path = ''
as $$
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
end $$;
comment on function private.word_hits is
  'Where words and phrases of the rules stand in a text, also in the plural, with signs for letters, and one letter at a time.';

create function private.rule_hits(p_context text, p_text text) returns table (rule_id bigint, start_at integer, length integer)
language plpgsql stable rows 5 security definer set search_path = ''
as $$
declare
  v_plain text := private.without_invisible(p_text);
  v_lower text := lower(v_plain);
  v_positions integer[];
  v_rule public.content_rules;
  v_last integer;
begin
  if v_plain <> p_text then
    -- Where each visible character stands in the text as it was written.
    v_positions := array(
      select c.nr::integer from unnest(string_to_array(p_text, null)) with ordinality as c (letter, nr)
      where private.without_invisible(c.letter) <> '' order by c.nr);
  end if;
  if exists (select 1 from public.content_rules r where r.is_enabled and r.terms is not null and p_context = any (r.fields)) then
    for rule_id, start_at, length in select h.rule_id, h.start_at, h.length from private.word_hits(p_context, v_plain) as h loop
      v_last := start_at + length - 1;
      start_at := coalesce(v_positions[start_at], start_at);
      length := coalesce(v_positions[v_last], v_last) - start_at + 1;
      return next;
    end loop;
  end if;
  for v_rule in select r.* from public.content_rules r where r.is_enabled and r.terms is null and p_context = any (r.fields) loop
    rule_id := v_rule.id;
    if v_rule.kind = 'regex' then
      continue when v_rule.needle is not null and position(v_rule.needle in v_lower) = 0;
    else
      continue when (case when v_rule.pattern = 'look_alike' then p_text else v_plain end) !~* private.built_in_needle(v_rule.pattern);
      if v_rule.pattern = 'look_alike' then
        -- Hidden characters inside a word are what this kind looks for, so it reads the text as it was written.
        return query select v_rule.id, h.start_at, h.length
          from private.pattern_hits(p_text, private.built_in_pattern(v_rule.pattern), true) as h;
        continue;
      end if;
    end if;
    for start_at, length in
      select h.start_at, h.length from private.pattern_hits(v_plain,
        case v_rule.kind when 'regex' then v_rule.pattern else private.built_in_pattern(v_rule.pattern) end,
        v_rule.is_case_sensitive) as h
    loop
      v_last := start_at + length - 1;
      start_at := coalesce(v_positions[start_at], start_at);
      length := coalesce(v_positions[v_last], v_last) - start_at + 1;
      return next;
    end loop;
  end loop;
end $$;

-- Names of files have dates, numbers and what made them, as in "Scan 05-11-2024 (1).pdf" and "WhatsApp-Image-2024-09-01.jpeg".
create function private.suits(p_rule public.content_rules, p_table text) returns boolean
language sql immutable set search_path = ''
as $$ select p_table not like '%attachments' or p_rule.kind <> 'built_in' or p_rule.pattern not in ('messenger', 'phone', 'url') $$;
comment on function private.suits is 'Whether a rule is made for the texts of a table: kinds that look for a contact in sentences are not for the names of files.';

create function private.find_content_hits(p_context text, p_text text, p_table text default '')
returns table (rule_id bigint, kind text, pattern text, action text, start_at integer, length integer)
language sql stable rows 5 security definer set search_path = ''
as $$
  -- No checked column is longer; what a constraint is going to refuse need not be read to its end.
  select r.id, r.kind, r.pattern, case when r.trial_since is null then r.action else 'trial' end, h.start_at, h.length
  from private.rule_hits(p_context, left(p_text, 5000)) as h join public.content_rules r on r.id = h.rule_id
  where private.suits(r, p_table)
$$;
comment on function private.find_content_hits is
  'All hits of the enabled rules of a context in a text, in no order, those of a trial with that as their action; positions count characters from 1. With a maximum, what stands behind many hits would pass.';

create function private.mask_content(p_text text, p_starts integer[], p_lengths integer[]) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_text text := p_text;
begin
  -- As long as before, so that every position and every limit of a length still holds.
  for v_nr in 1..coalesce(cardinality(p_starts), 0) loop
    v_text := overlay(v_text placing regexp_replace(substr(p_text, p_starts[v_nr], p_lengths[v_nr]), '\S', '*', 'g')
      from p_starts[v_nr] for p_lengths[v_nr]);
  end loop;
  return v_text;
end $$;
