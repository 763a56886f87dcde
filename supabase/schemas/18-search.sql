-- Search: the words of a search, and suggestions for one without results.

-- Two words with at most two typing errors (a letter missing, added or changed, or two swapped) share a spelling, which
-- an index finds in any number of words. The start of a word is enough to search for.
create function private.spellings(p_word text) returns text[]
language sql immutable strict parallel safe cost 5000 set search_path = ''
as $$
  select array_agg(distinct left(s.without_second, greatest(a - 1, 0)) || substr(s.without_second, a + 1))
  from (select left(p_word, 7)) as w (word)
  cross join lateral generate_series(0, char_length(w.word)) as b
  cross join lateral (select left(w.word, greatest(b - 1, 0)) || substr(w.word, b + 1)) as s (without_second)
  cross join lateral generate_series(0, greatest(b - 1, 0)) as a
  where char_length(w.word) >= 3 + sign(a) + sign(b)
$$;
comment on function private.spellings is 'The first seven letters of a word, whole and with up to two of them left out.';

create table private.vocabulary (
  word text collate "C" primary key,
  checked_at timestamptz not null default now(),
  constraint vocabulary_word_length check (char_length(word) between 3 and 30)
);
comment on table private.vocabulary is
  'Words of visible posts, to correct typing errors by. Triggers add, housekeeping removes; a correction is offered only when visible posts have it.';

create index vocabulary_spellings_idx on private.vocabulary using gin (private.spellings(word)) with (fastupdate = off);
create index vocabulary_checked_idx on private.vocabulary (checked_at);

-- Words are only added, in order, so that posts with many common words do not wait for each other.
create function private.keep_vocabulary() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_max_a_day constant integer := 5000;
  v_me bigint := private.current_profile_id();
  v_words text[];
begin
  execute format('select array_agg(w.word order by w.word) from (
      select distinct u.word from posts_after n %s cross join lateral unnest(tsvector_to_array(n.search)) as u (word)
      where not n.is_hidden and char_length(u.word) between 3 and 30 and u.word !~ ''[^[:alpha:]]'') as w
    where not exists (select 1 from private.vocabulary v where v.word = w.word)',
    case when tg_op = 'UPDATE' then 'join posts_before o on o.id = n.id and (o.is_hidden or o.search <> n.search)' end) into v_words;
  -- A word stays for days and fills a page of its index: who makes words up with each edit would fill the disk. Nobody who
  -- writes needs so many, and a correction is only a help.
  if cardinality(v_words) > 0 and (v_me is null or private.setting('rate_limits_enabled') is distinct from 'true'
      or private.take_room('new_words', v_me::text, cardinality(v_words), v_max_a_day, interval '1 day')) then
    insert into private.vocabulary (word) select w.word from unnest(v_words) as w (word) on conflict do nothing;
  end if;
  return null;
end $$;

-- Words ---------------------------------------------------------------------------------------------------------------

create function private.equivalent_categories(p_categories text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select case when cardinality(p_categories) > 0 then
    (select array_agg(distinct e.category)
     -- There are 26: of a list of a megabyte, the others would only take time.
     from (select u.category from unnest(p_categories) as u (category) limit 100) as c
     cross join lateral unnest(case
       when c.category in ('agriculture', 'agricultural') then array['agriculture', 'agricultural']
       when c.category in ('textile', 'textiles') then array['textile', 'textiles']
       else array[c.category] end) as e (category)) end
$$;
comment on function private.equivalent_categories is 'Categories to filter by, each with its other spelling; null when none is chosen.';

-- "battery" is the beginning of no plural, and no plural is the beginning of its singular.
create function private.other_number(p_word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select coalesce(array_agg(distinct o.word), '{}')
  from (values ('ies$', 'y'), ('(?<=s|x|z|ch|sh|o)es$', ''), ('ves$', 'f'), ('ves$', 'fe'), ('(?<![sui])s$', ''), ('(?<=[^aeiou])y$', 'ies'),
    ('(?<=l|ea|oa)f$', 'ves'), ('(?<=i)fe$', 'ves')) as e (ending, other)
  cross join lateral (select regexp_replace(p_word, e.ending, e.other)) as o (word)
  where p_word ~ '^[a-z]+$' and p_word ~ e.ending and char_length(o.word) >= 3
$$;
comment on function private.other_number is 'What can be the English singular of a plural, or the plural of a singular that does not begin with it; it need not be a word.';

create function private.search_words(p_search text, p_is_whole boolean default false) returns tsquery[]
language sql immutable set search_path = ''
as $$
  -- Words of three letters and more also match as beginnings: who types "stee" means steel. Of a run each pair of characters must be
  -- there; a single one begins a pair or ends a run.
  select array_agg(concat_ws(' | ', quote_literal(w.lexeme) || w.ending, (
    select string_agg(quote_literal(o.word), ' | ')
    from unnest(private.other_number(w.lexeme) || case when p_is_whole then array[w.lexeme || 's', w.lexeme || 'es'] end) as o (word)))::tsquery)
  from (
    select distinct left(l.lexeme, 100) as lexeme, l.ending
    from private.text_parts(left(p_search, 100)) as p
    cross join lateral (
      select w.word, case when char_length(w.word) >= 3 and not p_is_whole then ':*' else '' end from unnest(p.words || p.numbers) as w (word)
      union all
      select substr(r.run, i, 2), case when char_length(r.run) = 1 then ':*' else '' end
      from unnest(p.runs) as r (run) cross join lateral generate_series(1, greatest(char_length(r.run) - 1, 1)) as i) as l (lexeme, ending)
    order by 1 limit 12) as w
$$;
comment on function private.search_words is
  'Text queries for the words that a person typed, each in singular and plural; on request for whole words only. Null when there is none.';

create function private.search_query(p_search text) returns tsquery
language sql immutable set search_path = ''
as $$ select string_agg('(' || w.word::text || ')', ' & ')::tsquery from unnest(private.search_words(p_search)) as w (word) $$;
comment on function private.search_query is 'Text query for what a person typed; null when it holds no word.';

create function private.rare_words(p_search text) returns tsquery
language sql stable security definer set search_path = ''
as $$
  -- The word index would collect every post with a common word, only to throw most of them away. Which words are common, the
  -- newest posts tell; when all are, it has to. Beside a word that none of them has, one that some have is common.
  with newest as materialized (select p.search from public.posts p order by p.id desc limit 500),
  words as materialized (
    select w.word, case when cardinality(s.words) > 1 then (select count(*) from newest n where n.search @@ w.word) else 0 end as posts
    from (select private.search_words(p_search)) as s (words), unnest(s.words) as w (word)),
  judged as (select '(' || w.word::text || ')' as word, w.posts <= case when min(w.posts) over () = 0 then 1 else 5 end as is_rare from words w)
  select coalesce(string_agg(j.word, ' & ') filter (where j.is_rare), string_agg(j.word, ' & '))::tsquery from judged j
$$;
comment on function private.rare_words is 'Text query for those words of a search that are in 1% of the posts at most, or for all of them.';

create function private.search_mode(p_search text, p_query tsquery) returns text
language sql immutable set search_path = ''
as $$ select case when private.is_blank(p_search) then 'all' when p_query is null then 'nothing' else 'words' end $$;

-- Typo correction -----------------------------------------------------------------------------------------------------
--
-- A word counts as misspelt if no post has it: a word that others write is likelier what was meant than one that looks like it.
-- A correction, or fewer words, are only offered if visible posts have them, so that hidden posts are not revealed.

create function private.similar_words(p_word text) returns table (word text, distance numeric)
language sql stable rows 5 security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with near as materialized (
    select v.word from private.vocabulary v
    where private.spellings(v.word) && private.spellings(p_word)
      and char_length(v.word) between char_length(p_word) - 2 and char_length(p_word) + 3
    limit 200),
  -- As it was typed, and with each pair of neighbours swapped: two swapped letters are one error.
  typed as (
    select p_word as text, 0 as errors
    union all
    select overlay(p_word placing reverse(substr(p_word, i, 2)) from i for 2), 1 from generate_series(1, char_length(p_word) - 1) as i),
  -- Its singular or plural is as near as the word. The beginning of a long one may stand for the whole, but that is less likely.
  parts as (
    select n.word, n.word as part, 0 as ending from near n
    union all
    select n.word, unnest(private.other_number(n.word)), 0 from near n
    union all
    select n.word, left(n.word, l), 0.4 from near n
    cross join lateral generate_series(char_length(p_word) - 1, least(char_length(p_word) + 1, char_length(n.word) - 1)) as l
    where char_length(p_word) >= 7)
  select p.word, min(extensions.levenshtein_less_equal(t.text, p.part, 2) + t.errors + p.ending) as distance
  from parts p cross join typed t
  -- Short words differ by a letter from many others: the first letter is seldom wrong, and of four letters none is taken for another.
  where char_length(p_word) >= 7 or left(p.part, 1) = left(t.text, 1) and (char_length(p_word) > 4 or t.errors = 1 or char_length(p.part) > 4)
  group by p.word
  having min(extensions.levenshtein_less_equal(t.text, p.part, 2) + t.errors + p.ending) < case when char_length(p_word) < 9 then 2 else 3 end
  order by distance, left(p.word, 1) <> left(p_word, 1), p.word
  limit 5
$$;
comment on function private.similar_words is
  'Words of the vocabulary that a misspelt one may stand for, the nearest first: one error in short words, two in long ones.';

create function private.typed_words(p_search text) returns table (nr bigint, typed text, word text)
language sql immutable rows 10 set search_path = ''
as $$
  -- A sign between digits ends no word: "10.5" stays as it is.
  select t.nr, t.typed, private.fold(t.typed)
  from regexp_split_to_table(left(p_search, 100), '(?<![0-9])[!-/:-@\[-`{-~]+|[!-/:-@\[-`{-~]+(?![0-9])|\s+') with ordinality as t (typed, nr)
  where t.typed <> ''
$$;
comment on function private.typed_words is 'The words of a search as they were typed, each with what is looked up of it.';

create function private.correct_search(p_search text) returns text
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  v_texts text[];
  v_text text;
begin
  with words as materialized (
    select w.nr, w.typed, w.word,
      char_length(w.word) between 4 and 30 and w.word !~ '[^[:alpha:]]'
        and (private.text_parts(w.word)).runs is null as is_word,
      exists (select 1 from private.vocabulary v where v.word >= w.word collate "C" and v.word < w.word || chr(1114109) collate "C")
        or exists (select 1 from private.vocabulary v where v.word = any (private.other_number(w.word))) as is_known
    from private.typed_words(p_search) w),
  -- More than a few are no typing errors.
  doubted as materialized (select w.nr, w.word from words w where w.is_word and not w.is_known order by w.nr limit 4),
  similar_ones as materialized (
    select d.nr, s.word, s.distance from doubted d cross join lateral private.similar_words(d.word) s),
  newest as materialized (select p.search from public.posts p where not p.is_hidden order by p.id desc limit 1000),
  -- The likelier of two that are as near is the one that more of the newest posts have.
  ranked as materialized (
    select s.nr, s.word, s.distance, row_number() over (
      partition by s.nr order by s.distance,
        case when s.rivals > 1 then (select count(*) from newest n where n.search @@ quote_literal(s.word)::tsquery) end desc, s.word) as place
    from (select o.*, count(*) over (partition by o.nr, o.distance) as rivals from similar_ones o) as s),
  -- The best for each word; one of them replaced by its second best.
  choices as (
    select 0 as changed, 0::numeric as rank
    union all
    select r.nr, r.distance + 1 from ranked r where r.place = 2
    order by 2 limit 3)
  select array_agg(c.text order by c.rank) into v_texts
  from (
    select c.rank, (
      select string_agg(coalesce((
        select r.word from ranked r where r.nr = w.nr and r.place = case when w.nr = c.changed then 2 else 1 end), w.typed), ' ' order by w.nr)
      from words w) as text
    from choices c) as c
  where exists (select 1 from ranked);
  foreach v_text in array coalesce(v_texts, '{}') loop
    if private.search_ids(private.whole_feed(null, private.search_query(v_text), v_text), 0, 1) <> '{}' then
      return v_text;
    end if;
  end loop;
  return null;
end $$;
comment on function private.correct_search is
  'What a search without results was probably meant to be, with results that everybody sees; null when there is no such thing.';

create function private.fewer_words(p_search text) returns text
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with words as materialized (
    select min(w.nr) as nr, min(w.typed) as typed, private.search_query(w.word) as query
    from private.typed_words(p_search) w where private.search_query(w.word) is not null
    group by w.word order by 1 limit 8),
  newest as materialized (select p.id, p.search from public.posts p where not p.is_hidden order by p.id desc limit 1000),
  judged as materialized (select w.*, (select count(*) from newest n where n.search @@ w.query) as posts from words w),
  -- A word that few of the newest have is rare: its index knows some others.
  looked as (
    select n.id, n.search from newest n
    union
    select f.id, f.search from judged w
    cross join lateral (select p.id, p.search from public.posts p where p.search @@ w.query and not p.is_hidden limit 50) as f
    where w.posts <= 10),
  -- The rarer a word, the more it says: of "office chair" the chair is kept.
  best as (
    select l.id, array_agg(w.nr) as words from looked l join judged w on l.search @@ w.query
    group by l.id order by sum(ln(1001.0 / (w.posts + 1))) desc, l.id desc limit 1)
  select string_agg(w.typed, ' ' order by w.nr) from best b join words w on w.nr = any (b.words)
  where (select count(*) from private.typed_words(p_search)) > 1
$$;
comment on function private.fewer_words is
  'Those of several words that posts which everybody sees have together, in the order typed: the ones that say most, the rare ones; null when they have none.';

create function private.forget_words(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_words text[];
begin
  -- A few at a time, each once a week: one search tells whether a visible post has the word.
  with looked as (
    update private.vocabulary v set checked_at = now()
    where v.word in (
      select o.word from private.vocabulary o where o.checked_at < now() - interval '7 days'
      order by o.checked_at limit least(p_limit, 100) for update skip locked)
    returning v.word)
  select array_agg(l.word) into v_words from looked l;
  delete from private.vocabulary v where v.word = any (v_words)
    and private.search_ids(private.whole_feed(null, quote_literal(v.word)::tsquery, v.word), 0, 1) = '{}';
  return coalesce(cardinality(v_words), 0);
end $$;
comment on function private.forget_words is
  'Looks for posts with the next words and removes those that no visible post has any more; answers at how many it looked.';

create function private.search_hints(p_search text) returns table (corrected text, fewer text)
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_query tsquery := private.search_query(p_search);
begin
  if v_query is null or private.search_ids(private.whole_feed(private.current_profile_id(), v_query, p_search), 0, 1) <> '{}' then
    return;
  end if;
  corrected := private.correct_search(p_search);
  fewer := case when corrected is null then private.fewer_words(p_search) end;
  return next;
end $$;

create function public.search_hints(search text) returns table (corrected text, fewer text)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.search_hints(search) $$;
comment on function public.search_hints is
  'What helps a search that finds nothing: how it was probably meant, else those of its words that have results together; no row for others.';
grant execute on function private.search_hints, public.search_hints to anon, authenticated;
