-- Content filter: rules of admins that texts are checked against when they are written (B22).
--
-- Words and phrases are compared word by word through an index, so 2,000 of them cost no more than one. Patterns are run one
-- after the other; what they may cost is bounded when they are saved: their form is restricted, each is timed on texts made to
-- be hard for it, and all together have a budget.

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
  constraint content_rules_kind_is_known check (kind in ('word', 'phrase', 'regex', 'built_in')),
  constraint content_rules_pattern_length check (char_length(pattern) between 1 and 100 and not private.is_blank(pattern)),
  constraint content_rules_action_is_known check (action in ('block', 'mask', 'flag')),
  constraint content_rules_fields_are_known check (fields <@ array['post_title', 'post_description', 'post_place', 'quote',
    'message', 'review', 'profile', 'feedback'] and cardinality(fields) between 1 and 8),
  constraint content_rules_are_unique unique (kind, pattern, is_case_sensitive)
);
comment on table public.content_rules is 'What may not, or not unseen, be written (B22); changed by admins through functions only.';
comment on column public.content_rules.terms is 'The words of a word or phrase in the form in which texts are compared.';
comment on column public.content_rules.lookup is 'The first three of the terms: what a text is searched for, by index.';
comment on column public.content_rules.needle is 'A part that every match of the pattern holds, lower case: texts without it need no search.';
comment on column public.content_rules.cost_ms is 'Longest time that a pattern took for a text of 5,000 characters when it was saved.';
create index content_rules_lookup_idx on public.content_rules (lookup) where is_enabled and terms is not null;
create index content_rules_pattern_idx on public.content_rules (id) where is_enabled and terms is null;

create table public.content_hits (
  id bigint generated always as identity primary key,
  rule_id bigint references public.content_rules (id) on delete set null,
  rule_name text not null,
  action text not null,
  context text not null,
  entity text not null,
  entity_id bigint,
  user_id bigint references public.profiles (id) on delete cascade,
  excerpt text,
  refusal_id uuid,
  created_at timestamptz not null default now(),
  reviewed_at timestamptz,
  reviewed_by bigint references public.profiles (id) on delete set null,
  constraint content_hits_action_is_known check (action in ('block', 'mask', 'flag')),
  constraint content_hits_rule_name_length check (char_length(rule_name) <= 120),
  constraint content_hits_excerpt_length check (char_length(excerpt) <= 60),
  constraint content_hits_refusal_counts_once unique (refusal_id, rule_id)
);
comment on table public.content_hits is 'What the content filter found in the last 30 days; of a refused text only that it was refused.';
comment on column public.content_hits.excerpt is
  'Around the first hit of a flagged text, once for each text: admins read it through functions, which log it for private texts.';
create index content_hits_created_idx on public.content_hits (created_at desc);
create index content_hits_rule_idx on public.content_hits (rule_id, created_at);
create index content_hits_user_idx on public.content_hits (user_id);
create index content_hits_reviewer_idx on public.content_hits (reviewed_by) where reviewed_by is not null;
create index content_hits_waiting_idx on public.content_hits (created_at desc) where action = 'flag' and reviewed_at is null and excerpt is not null;

revoke all on table public.content_rules, public.content_hits from anon, authenticated, service_role;
grant select on table public.content_rules to authenticated;
grant select (id, rule_id, rule_name, action, context, entity, entity_id, user_id, created_at, reviewed_at, reviewed_by)
  on table public.content_hits to authenticated;

alter table public.content_rules enable row level security;
create policy "admins read the content rules" on public.content_rules for select to authenticated
  using ((select private.is_admin()));
alter table public.content_hits enable row level security;
create policy "admins read what the filter found" on public.content_hits for select to authenticated
  using ((select private.is_admin()));

-- A refusal carries a sealed note of the rules that refused, so that its count survives the rollback and nobody can invent one.
insert into private.app_settings (key, value)
values ('content_refusal_secret', to_jsonb(encode(extensions.gen_random_bytes(32), 'hex')));
update private.app_settings s
set value = s.value || jsonb_build_object('content_report', jsonb_build_object('max', 60, 'seconds', 3600))
where s.key = 'rate_limits';

-- The form in which texts are compared ---------------------------------------------------------------------------------

-- Zero-width, direction and filling characters, variation selectors and tags: they hide words from a filter and show nothing.
create function private.without_invisible(p_text text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case when octet_length(p_text) = char_length(p_text) then p_text
    else regexp_replace(p_text, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]+', '', 'g') end
$$;
comment on function private.without_invisible(text) is 'The text without characters that nobody sees.';

create function private.content_key(p_word text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  v_key text := p_word;
begin
  if octet_length(v_key) > char_length(v_key) then
    -- Letters of other scripts that look Latin, lower and upper case.
    v_key := translate(normalize(v_key, nfkc),
      'аеорсухіѕјһԁԛԝёкмтнвАВЕКМНОРСТУХІЅЈЁΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαειυρκντ',
      'aeopcyxisjhdqwekmthbabekmhopctyxisjeabezhikmnoptyxoaeiupkvt');
    v_key := translate(private.fold(regexp_replace(v_key, '[\u0300-\u036f]+', '', 'g')), U&'\0131\0307', 'i');
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
comment on function private.content_key(text) is
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
comment on function private.content_words(text) is 'The words of a text in order, each with its position.';

create function private.content_terms(p_pattern text, p_is_case_sensitive boolean) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array_agg(case when p_is_case_sensitive then w.word else private.content_key(w.word) end order by w.nr)
  from private.content_words(private.without_invisible(p_pattern)) as w
$$;
comment on function private.content_terms(text, boolean) is 'The words of a rule as texts are compared with them; null without any.';

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
comment on function private.built_in_pattern(text) is
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
comment on function private.built_in_needle(text) is
  'A quick pattern that every match of a built-in kind holds: texts without it need no search.';

-- What is found in a text ------------------------------------------------------------------------------------------------

create function private.pattern_hits(p_text text, p_pattern text, p_is_case_sensitive boolean)
returns table (start_at integer, length integer)
language plpgsql immutable rows 5 set search_path = ''
as $$
declare
  -- A hit is put between two control characters, which no text has, and these tell where it is: the functions that answer
  -- positions search the text to its end each time.
  v_text text := translate(p_text, U&'\0001\0002', '  ');
  v_flags text := case when p_is_case_sensitive then '' else 'i' end;
  v_marked text;
  v_from integer := 1;
begin
  -- Twenty hits of one pattern say enough.
  for v_hit in 1..20 loop
    exit when v_from > char_length(v_text);
    v_marked := regexp_replace(v_text, p_pattern, U&'\0001\\&\0002', v_from, 1, v_flags);
    start_at := position(U&'\0001' in v_marked);
    exit when start_at = 0;
    length := position(U&'\0002' in v_marked) - start_at - 1;
    if length > 0 then
      return next;
    end if;
    v_from := start_at + greatest(length, 1);
  end loop;
end $$;

create function private.singulars(p_words text) returns setof text
language sql immutable strict rows 2 set search_path = ''
as $$
  select left(p_words, -1) where p_words ~ '[^ ]{2}[^ s]s$' and p_words !~ '(?:^| )(?:news|lens|does|this)$'
  union all select left(p_words, -2) where p_words ~ '[^ ]{2}(?:s|x|z|ch|sh|o)es$'
  union all select left(p_words, -3) || 'y' where p_words ~ '[^ ]{3}ies$'
$$;
comment on function private.singulars(text) is 'Of words whose last one may be an English plural, what they are in the singular.';

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
          from public.content_rules r cross join lateral (select position(r.terms[1] in v_key) as at) as f
          where r.is_enabled and cardinality(r.terms) = 1 and not r.is_case_sensitive and p_context = any (r.fields)
            and char_length(r.terms[1]) >= 4 and f.at > 0;
      end if;
    end if;
    v_first := greatest(v_last, v_first + 1);
  end loop;
end $$;
comment on function private.word_hits(text, text) is
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

create function private.find_content_hits(p_context text, p_text text)
returns table (rule_id bigint, kind text, pattern text, action text, start_at integer, length integer)
language sql stable rows 5 security definer set search_path = ''
as $$
  -- No checked column is longer; what a constraint is going to refuse need not be read to its end.
  select r.id, r.kind, r.pattern, r.action, h.start_at, h.length
  from private.rule_hits(p_context, left(p_text, 5000)) as h join public.content_rules r on r.id = h.rule_id
  order by h.start_at, h.length, r.id
  limit 200
$$;
comment on function private.find_content_hits(text, text) is
  'What the enabled rules of a context find in a text; positions count characters from 1.';

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

-- The check of a write -----------------------------------------------------------------------------------------------------

create function private.record_content_hits(p_hits jsonb, p_entity text, p_entity_id bigint, p_user_id bigint, p_refusal_id uuid)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.content_hits (rule_id, rule_name, action, context, entity, entity_id, user_id, excerpt, refusal_id)
  select r.id, r.kind || ': ' || r.pattern, x.action, x.context, p_entity, p_entity_id, p_user_id, left(x.excerpt, 60), p_refusal_id
  from jsonb_to_recordset(p_hits) as x (rule_id bigint, action text, context text, excerpt text)
  join public.content_rules r on r.id = x.rule_id
  on conflict (refusal_id, rule_id) do nothing;
end $$;

create function private.refuse_content(p_hits jsonb, p_paths text[], p_entity text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_note text := jsonb_build_object('hits', p_hits, 'entity', p_entity, 'user', private.current_profile_id(), 'at', now(),
    'id', gen_random_uuid())::text;
begin
  perform private.refuse(400, 'content_not_allowed', 'Your text contains content that is not allowed',
    jsonb_build_object('path', p_paths[1], 'paths', p_paths,
      'refusal', translate(encode(convert_to(v_note, 'utf8'), 'base64'), E'\n', '')
        || '.' || encode(extensions.hmac(v_note, private.setting('content_refusal_secret') #>> '{}', 'sha256'), 'hex')));
end $$;
comment on function private.refuse_content(jsonb, text[], text) is
  'Refuses a write: PT400 with the fields in the detail, and a sealed note of the rules for report_refused_content().';

-- Arguments: "context column path" each; the path is the field's name in forms and in `/api`.
create function private.filter_content() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_new jsonb := to_jsonb(new);
  v_old jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  v_entity text := rtrim(tg_table_name, 's');
  v_field text[];
  v_text text;
  v_found record;
  v_changes jsonb := '{}';
  v_hits jsonb := '[]';
  v_refused jsonb := '[]';
  v_paths text[] := '{}';
begin
  foreach v_text in array tg_argv loop
    v_field := string_to_array(v_text, ' ');
    v_text := v_new ->> v_field[2];
    continue when private.is_blank(v_text) or v_text is not distinct from v_old ->> v_field[2];
    for v_found in
      select h.action, array_agg(h.start_at order by h.start_at) as starts, array_agg(h.length order by h.start_at) as lengths,
        jsonb_agg(distinct jsonb_build_object('rule_id', h.rule_id, 'action', h.action, 'context', v_field[1])) as rules,
        -- Each rule counts once; of the text is kept what stands around the first hit, and nothing of what is masked.
        jsonb_agg(jsonb_build_object('rule_id', h.rule_id, 'action', h.action, 'context', v_field[1],
          'excerpt', case when h.nr = 1 and h.action <> 'mask'
            then substr(v_text, greatest(1, h.start_at - (60 - least(h.length, 60)) / 2), 60) end)
          order by h.start_at) filter (where h.nr_of_rule = 1) as hits
      from (
        select f.*, row_number() over (partition by f.action = 'mask' order by f.start_at, f.length, f.rule_id) as nr,
          row_number() over (partition by f.rule_id order by f.start_at, f.length) as nr_of_rule
        from private.find_content_hits(v_field[1], v_text) as f) as h
      group by h.action
    loop
      -- A registration cannot say which field is wrong, so it passes and is looked at instead.
      if v_found.action = 'block' and not (tg_table_name = 'profiles' and tg_op = 'INSERT') then
        v_refused := v_refused || v_found.rules;
        v_paths := v_paths || v_field[3];
      else
        v_hits := v_hits || replace(v_found.hits::text, '"action": "block"', '"action": "flag"')::jsonb;
      end if;
      if v_found.action = 'mask' then
        v_changes := v_changes || jsonb_build_object(v_field[2], private.mask_content(v_text, v_found.starts, v_found.lengths));
      end if;
    end loop;
  end loop;
  if v_refused <> '[]' then
    perform private.refuse_content(v_refused, v_paths, v_entity);
  end if;
  if v_hits <> '[]' then
    perform private.record_content_hits(v_hits, v_entity, (v_new ->> 'id')::bigint, private.current_profile_id(), null);
  end if;
  if v_changes <> '{}' then
    new := jsonb_populate_record(new, v_changes);
  end if;
  return new;
end $$;
comment on function private.filter_content() is
  'Checks the named columns when they are written: refuses, masks, or lets pass and notes it for review (B22).';

create trigger filter_content before insert or update of title, description, area, delivery_address, port on public.posts
  for each row execute function private.filter_content('post_title title title', 'post_description description description',
    'post_place area area', 'post_place delivery_address deliveryAddress', 'post_place port port');
create trigger filter_content before insert or update of description, price_text, quantity_text, payment_method, shipping_method,
  delivery_time, delivery_from, delivery_to, organization_name on public.quotes
  for each row execute function private.filter_content('quote description description', 'quote price_text price',
    'quote quantity_text quantity', 'quote payment_method paymentMethod', 'quote shipping_method shippingMethod',
    'quote delivery_time deliveryTime', 'quote delivery_from deliveryFrom', 'quote delivery_to deliveryTo',
    'quote organization_name organizationName');
create trigger filter_content before insert or update of content on public.messages
  for each row execute function private.filter_content('message content content');
create trigger filter_content before insert or update of subject, message on public.feedback
  for each row execute function private.filter_content('feedback subject subject', 'feedback message message');
create trigger filter_content before insert or update of comment, reply on public.reviews
  for each row execute function private.filter_content('review comment comment', 'review reply reply');
create trigger filter_content before insert or update of username, company_name, bio, country on public.profiles
  for each row execute function private.filter_content('profile username username', 'profile company_name companyName',
    'profile bio bio', 'profile country country');

create function private.report_refused_content(p_refusal text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
  v_note text;
  v_facts jsonb;
begin
  begin
    v_note := convert_from(decode(split_part(p_refusal, '.', 1), 'base64'), 'utf8');
  exception when others then
    v_note := null;
  end;
  if v_note is null or encode(extensions.hmac(v_note, private.setting('content_refusal_secret') #>> '{}', 'sha256'), 'hex')
      <> split_part(p_refusal, '.', 2) then
    perform private.refuse(400, 'invalid_input', 'Invalid input');
  end if;
  v_facts := v_note::jsonb;
  -- What an edge function writes, such as the feedback of a visitor, names nobody.
  if (v_facts ->> 'user')::bigint <> coalesce(v_me, 0) or (v_facts ->> 'at')::timestamptz < now() - interval '1 hour' then
    perform private.refuse(400, 'invalid_input', 'Invalid input');
  end if;
  perform private.consume_rate_limit('content_report', coalesce(v_me::text, 'visitors'));
  perform private.record_content_hits(v_facts -> 'hits', v_facts ->> 'entity', null, v_me, (v_facts ->> 'id')::uuid);
end $$;

-- Rules: what may be saved -------------------------------------------------------------------------------------------------

create function private.refuse_pattern(p_message text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(400, 'invalid_input', p_message, '{"path": "pattern"}');
end $$;

create function private.assert_simple_pattern(p_pattern text) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  v_letters text[] := string_to_array(p_pattern, null);
  v_count integer := cardinality(v_letters);
  v_nr integer := 1;
  -- Per open group: whether something in it repeats.
  v_repeats boolean[] := array[false];
  v_depth integer := 1;
  v_closed boolean := false;
  v_letter text;
  v_bounds text[];
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
    elsif v_letter = '[' then
      -- To the closing bracket; one that stands first belongs to the set.
      v_nr := v_nr + case when v_letters[v_nr + 1] = '^' then 2 else 1 end;
      loop
        v_nr := v_nr + case when v_letters[v_nr] = '\' then 2 else 1 end;
        exit when v_nr > v_count or v_letters[v_nr] = ']';
      end loop;
      v_closed := false;
    elsif v_letter = '(' then
      v_depth := v_depth + 1;
      v_repeats[v_depth] := false;
      if v_letters[v_nr + 1] = '?' then
        v_nr := v_nr + 2;
      end if;
      v_closed := false;
    elsif v_letter = ')' and v_depth > 1 then
      v_closed := v_repeats[v_depth];
      v_depth := v_depth - 1;
      v_repeats[v_depth] := v_repeats[v_depth] or v_closed;
    elsif v_letter in ('*', '+', '{') then
      if v_closed then
        perform private.refuse_pattern('A repetition within a repetition is not supported in a pattern');
      end if;
      if v_letter = '{' then
        v_bounds := regexp_match(array_to_string(v_letters[v_nr:], ''), '^\{(\d+)(?:,(\d*))?\}');
        if greatest(v_bounds[1]::integer, nullif(v_bounds[2], '')::integer) > 50 then
          perform private.refuse_pattern('A repetition may have at most 50 steps');
        end if;
        v_nr := v_nr + coalesce(position('}' in array_to_string(v_letters[v_nr:], '')), 1) - 1;
      end if;
      v_repeats[v_depth] := true;
      v_closed := true;
    elsif v_letter <> '?' then
      v_closed := false;
    end if;
    v_nr := v_nr + 1;
  end loop;
end $$;
comment on function private.assert_simple_pattern(text) is
  'PT400 for a pattern with look-around, back references, repeated repetitions or more than 50 steps: these can take any time.';

create function private.pattern_needle(p_pattern text) returns text
language sql immutable set search_path = ''
as $$
  -- Whatever may be left out or is not plain is cut away; sets within sets and alternatives are too much to think about.
  select case when position('|' in p_pattern) = 0 and position('[[' in p_pattern) = 0 then (
    select n.part from regexp_split_to_table(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(lower(p_pattern), '\\(?:[xuc0-9][0-9a-f]*|.)', '.', 'g'),
            '\[[^]]*\]', '.', 'g'),
          '\(.*\)', '.'),
        '[a-z0-9 ](?:[*?]|\{[^}]*\})', '.', 'g'),
      '[^a-z0-9 ]+') as n (part)
    where char_length(n.part) >= 3 order by char_length(n.part) desc limit 1) end
$$;
comment on function private.pattern_needle(text) is 'The longest plain part that every match of a pattern holds; null without one.';

create function private.pattern_cost(p_pattern text, p_is_case_sensitive boolean) returns numeric
language plpgsql volatile set search_path = ''
as $$
declare
  v_literal text := regexp_replace(p_pattern, '\\.|[][(){}|*+?^$.]', '', 'g');
  v_seeds text[] := array['a', '0', ' ', 'a ', 'a0', '0-', 'ab@cd.', 'The quick brown fox 0912 345 678. ',
      coalesce(nullif(v_literal, ''), 'x'), coalesce(nullif(v_literal, ''), 'x') || ' ']
    || array(select distinct l from unnest(string_to_array(v_literal, null)) as l limit 12);
  v_seed text;
  v_text text;
  v_started timestamptz;
  v_took numeric;
  v_worst numeric := 0;
begin
  -- Short texts first: what is slow there is refused before it can be slow for long. What takes its time is measured again,
  -- because the machine may have been busy with something else.
  foreach v_seed in array v_seeds loop
    for v_size in 1..3 loop
      v_text := left(repeat(v_seed, 5000), (array[200, 1000, 4999])[v_size]) || '!';
      v_took := null;
      for v_try in 1..3 loop
        v_started := clock_timestamp();
        perform private.pattern_hits(v_text, p_pattern, p_is_case_sensitive);
        v_took := least(v_took, extract(epoch from clock_timestamp() - v_started) * 1000);
        exit when v_took <= 1;
      end loop;
      if v_took > 50 then
        perform private.refuse_pattern('The pattern takes longer than 50 ms');
      end if;
      v_worst := greatest(v_worst, v_took);
    end loop;
  end loop;
  return round(v_worst, 2);
end $$;
comment on function private.pattern_cost(text, boolean) is
  'Longest time in ms that a pattern takes for texts that are hard for it; PT400 above 50 ms.';

create function private.prepare_content_rule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The table's constraints refuse these with less to say.
  if new.kind not in ('word', 'phrase', 'regex', 'built_in') or private.is_blank(new.pattern) or char_length(new.pattern) > 100 then
    return new;
  end if;
  new.terms := null;
  new.lookup := null;
  new.needle := case when tg_op = 'UPDATE' and new.kind = 'regex' then old.needle end;
  new.cost_ms := case when tg_op = 'UPDATE' then old.cost_ms else 0 end;
  if new.kind in ('word', 'phrase') then
    new.pattern := btrim(new.pattern);
    new.cost_ms := 0;
    new.terms := private.content_terms(new.pattern, new.is_case_sensitive);
    new.lookup := array_to_string(new.terms[1:3], ' ');
    if new.terms is null then
      perform private.refuse_pattern('The pattern has no letter or digit');
    elsif new.kind = 'word' and new.pattern ~ '\s' then
      perform private.refuse_pattern('A word has no spaces. Use a phrase.');
    end if;
  elsif new.kind = 'built_in' then
    new.cost_ms := 0;
    new.is_case_sensitive := false;
    if private.built_in_pattern(new.pattern) is null then
      perform private.refuse_pattern('Unknown built-in kind');
    end if;
  elsif tg_op = 'INSERT' or (new.kind, new.pattern, new.is_case_sensitive) is distinct from (old.kind, old.pattern, old.is_case_sensitive) then
    perform private.assert_simple_pattern(new.pattern);
    begin
      if '' ~ new.pattern then
        perform private.refuse_pattern('The pattern matches an empty text');
      end if;
    exception when invalid_regular_expression then
      perform private.refuse_pattern('This is not a valid pattern');
    end;
    new.needle := private.pattern_needle(new.pattern);
    new.cost_ms := private.pattern_cost(new.pattern, new.is_case_sensitive);
  end if;
  if new.is_enabled and new.cost_ms > 0 and new.cost_ms + (
      select coalesce(sum(r.cost_ms), 0) from public.content_rules r where r.is_enabled and r.id <> new.id) > 500 then
    perform private.refuse_pattern('All patterns together would take longer than 500 ms. Disable another one first.');
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  elsif (select count(*) from public.content_rules) >= 2000 then
    perform private.refuse_pattern('There are 2,000 rules already. Delete another one first.');
  end if;
  return new;
end $$;
create trigger prepare_content_rule before insert or update on public.content_rules
  for each row execute function private.prepare_content_rule();

-- A rule that flags is for what is rare: one that finds every other text would put what people write to each other before admins.

create function private.recent_texts(p_fields text[], p_limit integer) returns table (content text)
language sql stable rows 10000 security definer set search_path = ''
as $$
  select t.content from (
    (select p.created_at, p.title as content from public.posts p where 'post_title' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, p.description from public.posts p where 'post_description' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, concat_ws(E'\n', p.area, p.delivery_address, p.port) from public.posts p
      where 'post_place' = any (p_fields) order by p.id desc limit p_limit)
    union all (select q.created_at, concat_ws(E'\n', q.description, q.price_text, q.quantity_text, q.payment_method, q.shipping_method,
        q.delivery_time, q.delivery_from, q.delivery_to, q.organization_name) from public.quotes q
      where 'quote' = any (p_fields) order by q.id desc limit p_limit)
    union all (select m.created_at, m.content from public.messages m where 'message' = any (p_fields) and m.content <> '' order by m.id desc limit p_limit)
    union all (select r.created_at, concat_ws(E'\n', r.comment, r.reply) from public.reviews r where 'review' = any (p_fields) order by r.id desc limit p_limit)
    union all (select p.created_at, concat_ws(E'\n', p.username, p.company_name, p.bio, p.country) from public.profiles p
      where 'profile' = any (p_fields) order by p.id desc limit p_limit)
    union all (select f.created_at, concat_ws(E'\n', f.subject, f.message) from public.feedback f where 'feedback' = any (p_fields) order by f.id desc limit p_limit)
  ) as t
  order by t.created_at desc limit p_limit
$$;

create function private.rule_finds(p_rule public.content_rules, p_text text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_plain text := private.without_invisible(left(p_text, 5000));
begin
  if p_rule.terms is not null then
    return exists (select 1 from private.word_hits(p_rule.fields[1], v_plain) as h where h.rule_id = p_rule.id);
  elsif p_rule.kind = 'regex' then
    return case when p_rule.is_case_sensitive then v_plain ~ p_rule.pattern else v_plain ~* p_rule.pattern end;
  elsif p_rule.pattern = 'look_alike' then
    return left(p_text, 5000) ~ private.built_in_pattern(p_rule.pattern);
  end if;
  return v_plain ~* private.built_in_needle(p_rule.pattern) and v_plain ~* private.built_in_pattern(p_rule.pattern);
end $$;

create function private.assert_rare_flag(p_rule_id bigint, p_budget_ms numeric) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rule public.content_rules := (select r from public.content_rules r where r.id = p_rule_id and r.is_enabled and r.action = 'flag');
  v_end timestamptz := clock_timestamp() + make_interval(secs => p_budget_ms / 1000);
  v_text text;
  v_read integer := 0;
  v_found integer := 0;
begin
  if v_rule.id is null then
    return;
  end if;
  -- The newest first; where the time is not enough for all, as many as it is enough for, a few in any case.
  for v_text in select t.content from private.recent_texts(v_rule.fields, case when p_budget_ms < 200 then 20 else 10000 end) as t loop
    exit when v_read >= 20 and clock_timestamp() > v_end;
    v_read := v_read + 1;
    v_found := v_found + private.rule_finds(v_rule, v_text)::integer;
  end loop;
  -- A handful says nothing in a marketplace that has just begun.
  if v_found > 10 and v_found * 100 > v_read then
    perform private.refuse_pattern(format(
      'This would flag %s %% of the last %s texts. A rule that flags may find 1 %% at most.', round(100.0 * v_found / v_read, 1), v_read));
  end if;
end $$;
comment on function private.assert_rare_flag(bigint, numeric) is
  'PT400 with the share when an enabled rule that flags would find more than 1 % of the last 10,000 texts of its fields; bounded in time.';

-- What admins do -------------------------------------------------------------------------------------------------------------

create function private.save_content_rule(p_rule_id bigint, p_rule jsonb, p_budget_ms numeric default 2000) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.content_rules;
  v_rule public.content_rules;
  v_after public.content_rules;
begin
  perform private.require_admin();
  v_rule := jsonb_populate_record(null::public.content_rules, '{"is_case_sensitive": false, "is_enabled": true}'
    || private.known_fields(p_rule, array['kind', 'pattern', 'action', 'fields', 'is_case_sensitive', 'is_enabled']));
  if coalesce(p_rule_id, 0) = 0 then
    insert into public.content_rules (kind, pattern, action, fields, is_case_sensitive, is_enabled)
    values (v_rule.kind, v_rule.pattern, v_rule.action, v_rule.fields, v_rule.is_case_sensitive, v_rule.is_enabled)
    returning * into v_after;
    perform private.assert_rare_flag(v_after.id, p_budget_ms);
    perform private.audit('create_content_rule', 'content_rule', v_after.id::text, null, to_jsonb(v_after));
  else
    select * into v_before from public.content_rules r where r.id = p_rule_id for update;
    if v_before.id is null then
      perform private.refuse(404, 'not_found', 'Rule not found');
    end if;
    update public.content_rules r set kind = v_rule.kind, pattern = v_rule.pattern, action = v_rule.action, fields = v_rule.fields,
      is_case_sensitive = v_rule.is_case_sensitive, is_enabled = v_rule.is_enabled
    where r.id = p_rule_id returning * into v_after;
    if (v_after.kind, v_after.pattern, v_after.action, v_after.fields, v_after.is_case_sensitive, v_after.is_enabled) is distinct from
        (v_before.kind, v_before.pattern, v_before.action, v_before.fields, v_before.is_case_sensitive, v_before.is_enabled) then
      perform private.assert_rare_flag(v_after.id, p_budget_ms);
    end if;
    perform private.audit('update_content_rule', 'content_rule', p_rule_id::text, to_jsonb(v_before), to_jsonb(v_after));
  end if;
  return v_after.id;
exception when unique_violation then
  perform private.refuse(409, 'conflict', 'There is a rule with this pattern already', '{"path": "pattern"}');
  -- Not reached.
  return null;
end $$;

create function private.delete_content_rule(p_rule_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.content_rules;
begin
  perform private.require_admin();
  delete from public.content_rules r where r.id = p_rule_id returning * into v_before;
  if v_before.id is null then
    perform private.refuse(404, 'not_found', 'Rule not found');
  end if;
  perform private.audit('delete_content_rule', 'content_rule', p_rule_id::text, to_jsonb(v_before), null);
end $$;

create function private.import_content_rules(p_rules jsonb) returns table (line integer, status text, message text)
language plpgsql volatile rows 100 security definer set search_path = ''
as $$
declare
  v_rule jsonb;
  v_id bigint;
begin
  perform private.require_admin();
  if jsonb_typeof(p_rules) <> 'array' or jsonb_array_length(p_rules) > 2000 then
    perform private.refuse(400, 'invalid_input', 'At most 2,000 rules can be imported at once');
  end if;
  for v_rule, line in select r.value, r.ordinality from jsonb_array_elements(p_rules) with ordinality as r loop
    message := null;
    begin
      v_rule := private.trimmed(v_rule);
      select r.id into v_id from public.content_rules r
      where r.kind = v_rule ->> 'kind' and r.pattern = v_rule ->> 'pattern'
        and r.is_case_sensitive = coalesce((v_rule ->> 'is_case_sensitive')::boolean, false);
      status := case when v_id is null then 'created' else 'updated' end;
      perform private.save_content_rule(v_id, v_rule, 2000 / jsonb_array_length(p_rules));
    exception
      when sqlstate 'PT400' or sqlstate 'PT409' then
        status := 'failed';
        message := sqlerrm;
      when data_exception or integrity_constraint_violation then
        status := 'failed';
        message := 'Invalid input';
    end;
    return next;
  end loop;
end $$;

create function private.list_content_rules(p_search text, p_kind text, p_action text, p_is_enabled boolean, p_sort text,
  p_order text, p_page integer, p_page_size integer)
returns table (id bigint, kind text, pattern text, action text, fields text[], is_case_sensitive boolean, is_enabled boolean,
  cost_ms numeric, hits bigint, updated_at timestamptz, total bigint)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 1000);
  v_is_descending boolean := coalesce(p_order, 'desc') <> 'asc';
begin
  perform private.require_admin();
  return query
    select r.id, r.kind, r.pattern, r.action, r.fields, r.is_case_sensitive, r.is_enabled, r.cost_ms, coalesce(c.hits, 0),
      r.updated_at, count(*) over ()
    from public.content_rules r
    left join (
      select h.rule_id, count(*) as hits from public.content_hits h
      where h.created_at >= now() - interval '30 days' group by h.rule_id) as c on c.rule_id = r.id
    where (private.is_blank(p_search) or position(private.fold(btrim(p_search)) in private.fold(r.pattern)) > 0)
      and (p_kind is null or r.kind = p_kind) and (p_action is null or r.action = p_action)
      and (p_is_enabled is null or r.is_enabled = p_is_enabled)
    order by
      case when not v_is_descending then case p_sort when 'pattern' then r.pattern when 'kind' then r.kind when 'action' then r.action end end,
      case when v_is_descending then case p_sort when 'pattern' then r.pattern when 'kind' then r.kind when 'action' then r.action end end desc,
      case when p_sort = 'hits' then coalesce(c.hits, 0) * case when v_is_descending then -1 else 1 end end,
      case when v_is_descending then -r.id else r.id end
    limit v_size offset (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
end $$;

create function private.test_content(p_context text, p_text text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_hits jsonb;
  v_masked text := p_text;
begin
  perform private.require_admin();
  if char_length(p_text) > 5000 then
    perform private.refuse(400, 'invalid_input', 'Text too long', '{"path": "text"}');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('ruleId', h.rule_id, 'kind', h.kind, 'pattern', h.pattern, 'action', h.action,
      'start', h.start_at, 'length', h.length) order by h.start_at, h.length), '[]'),
    private.mask_content(p_text, array_agg(h.start_at) filter (where h.action = 'mask'), array_agg(h.length) filter (where h.action = 'mask'))
  into v_hits, v_masked from private.find_content_hits(p_context, p_text) as h;
  return jsonb_build_object(
    'verdict', case when v_hits @> '[{"action": "block"}]' then 'blocked' when v_hits @> '[{"action": "flag"}]' then 'flagged' else 'allowed' end,
    'hits', v_hits, 'masked', v_masked);
end $$;

create function private.is_private_context(p_context text) returns boolean
language sql immutable set search_path = ''
as $$ select p_context in ('message', 'quote') $$;
comment on function private.is_private_context(text) is 'Whether only two people read what is written there.';

create function private.list_flagged_content(p_page integer, p_page_size integer)
returns table (id bigint, rule_name text, context text, entity text, entity_id bigint, user_id bigint, username text, excerpt text,
  created_at timestamptz, total bigint)
language plpgsql stable rows 20 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
begin
  perform private.require_admin();
  return query
    select h.id, h.rule_name, h.context, h.entity, h.entity_id, h.user_id, p.username,
      case when private.is_private_context(h.context) then null else h.excerpt end, h.created_at, count(*) over ()
    from public.content_hits h left join public.profiles p on p.id = h.user_id
    where h.action = 'flag' and h.reviewed_at is null and h.excerpt is not null and h.created_at >= now() - interval '30 days'
    order by h.created_at desc, h.id desc
    limit v_size offset (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
end $$;

create function private.read_flagged_content(p_hit_id bigint) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_hit public.content_hits;
begin
  perform private.require_admin();
  select * into v_hit from public.content_hits h
  where h.id = p_hit_id and h.action = 'flag' and h.excerpt is not null and h.created_at >= now() - interval '30 days';
  if v_hit.id is null then
    perform private.refuse(404, 'not_found', 'Flagged text not found');
  end if;
  if private.is_private_context(v_hit.context) then
    perform private.audit('read_private_text', v_hit.entity, v_hit.entity_id::text, null,
      jsonb_build_object('finding', v_hit.id, 'rule', v_hit.rule_name));
  end if;
  return v_hit.excerpt;
end $$;

create function private.review_flagged_content(p_hit_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_reviewed bigint[];
begin
  with reviewed as (
    update public.content_hits h set reviewed_at = now(), reviewed_by = v_me
    where h.id = any (p_hit_ids[:100]) and h.action = 'flag' and h.reviewed_at is null returning h.id)
  select array_agg(r.id order by r.id) into v_reviewed from reviewed r;
  if v_reviewed is not null then
    perform private.audit('review_flagged_content', 'content_hit', v_reviewed[1]::text, null, jsonb_build_object('ids', v_reviewed));
  end if;
end $$;

create function public.save_content_rule(rule jsonb, rule_id bigint default null) returns bigint
language sql volatile security invoker set search_path = ''
as $$ select private.save_content_rule(rule_id, rule) $$;
comment on function public.save_content_rule(jsonb, bigint) is
  'For admins: changes a rule of the content filter, or creates one when no id is given; its fields are named like their columns. Answers its id.';

create function public.delete_content_rule(rule_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.delete_content_rule($1) $$;
comment on function public.delete_content_rule(bigint) is 'For admins: deletes a rule of the content filter; what it found stays listed.';

create function public.import_content_rules(rules jsonb) returns table (line integer, status text, message text)
language sql volatile rows 100 security invoker set search_path = ''
as $$ select * from private.import_content_rules($1) $$;
comment on function public.import_content_rules(jsonb) is
  'For admins: saves up to 2,000 rules and says of each whether it was created, updated or failed, and why.';

create function public.list_content_rules(search text default null, kind text default null, action text default null,
  is_enabled boolean default null, sort text default null, sort_order text default null, page integer default 1, page_size integer default 20)
returns table (id bigint, kind text, pattern text, action text, fields text[], is_case_sensitive boolean, is_enabled boolean,
  cost_ms numeric, hits bigint, updated_at timestamptz, total bigint)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_content_rules($1, $2, $3, $4, $5, $6, $7, $8) $$;
comment on function public.list_content_rules(text, text, text, boolean, text, text, integer, integer) is
  'For admins: one page of the rules with their hits in 30 days; each row carries the total.';

create function public.test_content(context text, content text) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select private.test_content($1, $2) $$;
comment on function public.test_content(text, text) is
  'For admins: what the filter would make of a text: verdict, hits with their positions, masked text. Nothing is stored.';

create function public.list_flagged_content(page integer default 1, page_size integer default 20)
returns table (id bigint, rule_name text, context text, entity text, entity_id bigint, user_id bigint, username text, excerpt text,
  created_at timestamptz, total bigint)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_flagged_content($1, $2) $$;
comment on function public.list_flagged_content(integer, integer) is
  'For admins: what rules flagged in the last 30 days and nobody has looked at, newest first; each row carries the total.';

create function public.read_flagged_content(hit_id bigint) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.read_flagged_content($1) $$;
comment on function public.read_flagged_content(bigint) is
  'For admins: at most 60 characters around what a rule flagged; each look at a private text is in the audit log.';

create function public.review_flagged_content(hit_ids bigint[]) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.review_flagged_content($1) $$;
comment on function public.review_flagged_content(bigint[]) is 'For admins: takes flagged texts off the list; up to 100 at once.';

create function public.report_refused_content(refusal text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.report_refused_content($1) $$;
comment on function public.report_refused_content(text) is
  'Counts a refusal that the caller was answered; the refusal itself had to undo everything, its count included.';

grant execute on function
  private.save_content_rule(bigint, jsonb, numeric), private.delete_content_rule(bigint),
  private.import_content_rules(jsonb),
  private.list_content_rules(text, text, text, boolean, text, text, integer, integer), private.test_content(text, text),
  private.list_flagged_content(integer, integer), private.review_flagged_content(bigint[]),
  private.read_flagged_content(bigint), public.read_flagged_content(bigint),
  public.save_content_rule(jsonb, bigint), public.delete_content_rule(bigint),
  public.import_content_rules(jsonb),
  public.list_content_rules(text, text, text, boolean, text, text, integer, integer), public.test_content(text, text),
  public.list_flagged_content(integer, integer), public.review_flagged_content(bigint[])
  to authenticated;
grant execute on function private.report_refused_content(text), public.report_refused_content(text) to anon, authenticated;

-- Where it starts ------------------------------------------------------------------------------------------------------------

-- Nothing is refused or changed until an admin decides so: contact details in quotes and reviews, which the terms do not allow,
-- and disguised words anywhere are put on the list for review.
insert into public.content_rules (kind, pattern, action, fields) values
  ('built_in', 'email', 'flag', array['quote', 'review']),
  ('built_in', 'phone', 'flag', array['quote', 'review']),
  ('built_in', 'url', 'flag', array['quote', 'review']),
  ('built_in', 'messenger', 'flag', array['quote', 'review']),
  ('built_in', 'look_alike', 'flag', array['post_title', 'post_description', 'quote', 'review', 'profile']),
  ('built_in', 'accents', 'flag', array['post_title', 'post_description', 'quote', 'review', 'profile']);
