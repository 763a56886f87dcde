SET local check_function_bodies = off;

DROP TRIGGER "copy_company_to_posts" ON "public"."profiles";

DROP INDEX "public"."posts_search_idx";

DROP FUNCTION "private"."copy_company_to_posts"();

DROP FUNCTION "private"."search_words"(text);

ALTER TABLE "public"."posts"
  DROP COLUMN "search";

-- The table is written twice. Nobody wrote these posts, so no trigger fires.
alter table public.posts rename column owner_company to owner_names;
alter table public.posts disable trigger user;
update public.posts p set owner_names = concat_ws(' ', o.username, o.company_name) from public.profiles o where o.id = p.user_id;
alter table public.posts enable trigger user;

CREATE OR REPLACE FUNCTION private.by_relevance (
  p_ids    bigint[],
  p_search text,
  p_ranked integer,
  p_offset bigint,
  p_size   integer
)
  RETURNS bigint[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET jit TO 'off'
  AS $function$
  -- Each word counts: in the title three times, as a whole word once more.
  select array(
    select i.id from unnest(p_ids) with ordinality as i (id, place) join public.posts p on p.id = i.id
    order by case when i.place <= p_ranked then (
        select sum(case when t.title @@ w.word then 3 else 0 end + case when p.search @@ w.whole then 1 else 0 end)
        from unnest(private.search_words(p_search), private.search_words(p_search, true)) as w (word, whole)
        cross join ts_filter(p.search, '{a}') as t (title)) end desc nulls last,
      i.place
    offset p_offset limit p_size)
$function$;

CREATE OR REPLACE FUNCTION private.check_post_write()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_auth_id uuid := (select auth.uid());
  v_old public.posts;
  v_content jsonb;
  v_stored_id bigint;
begin
  if tg_op = 'INSERT' then
    v_old.images := '{}';
    if v_auth_id is not null then
      v_content := private.post_facts(new) || jsonb_build_object('category', new.category, 'images', new.images);
      select p.id into v_stored_id from public.posts p where p.user_id = new.user_id and p.client_id = new.client_id;
      if v_stored_id is null then
        perform private.consume_rate_limit('post', new.user_id::text);
        perform private.remember_content('post ' || new.user_id, new.client_id, v_content);
      else
        -- An equal repeat fails at the unique constraint, which tells the client to read what is stored.
        perform private.assert_same_content('post ' || new.user_id, new.client_id, v_content, v_stored_id);
      end if;
    end if;
    -- Held, so that names which change meanwhile change here as well.
    select concat_ws(' ', p.username, p.company_name) into new.owner_names from public.profiles p where p.id = new.user_id for share;
  else
    v_old := old;
  end if;
  if v_auth_id is not null then
    perform private.assert_own_images('post-images', new.images, v_old.images);
    -- What was in time when it was written stays valid.
    if new.quote_deadline is distinct from v_old.quote_deadline then
      if new.quote_deadline <= now() then
        perform private.refuse(400, 'invalid_input', 'The deadline is in the past', '{"path": "quoteDeadline"}');
      elsif new.quote_deadline > now() + interval '1 year' then
        perform private.refuse(400, 'invalid_input', 'The deadline must be within a year', '{"path": "quoteDeadline"}');
      end if;
    end if;
    if new.needed_by is distinct from v_old.needed_by then
      -- The day on which it still is today somewhere.
      if new.needed_by < (now() at time zone 'utc' - interval '12 hours')::date then
        perform private.refuse(400, 'invalid_input', 'The day is in the past', '{"path": "neededBy"}');
      elsif new.needed_by > now() at time zone 'utc' + interval '5 years' then
        perform private.refuse(400, 'invalid_input', 'The day must be within five years', '{"path": "neededBy"}');
      end if;
    end if;
  end if;
  if tg_op = 'UPDATE' and (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port,
      new.images, new.quantity, new.unit, new.target_price, new.target_currency, new.needed_by, new.quote_deadline, new.incoterm)
      is distinct from
      (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port,
      old.images, old.quantity, old.unit, old.target_price, old.target_currency, old.needed_by, old.quote_deadline, old.incoterm) then
    new.updated_at := now();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.copy_names_to_posts()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform 1 from public.posts p where p.user_id = new.id order by p.id for no key update;
  update public.posts p set owner_names = concat_ws(' ', new.username, new.company_name) where p.user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.correct_search (
  p_search text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET jit TO 'off'
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.fewer_words (
  p_search text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.list_hidden_posts (
  p_filter    private.hidden_post_filter,
  p_sort      text,
  p_direction text,
  p_page      integer,
  p_page_size integer
)
  RETURNS SETOF public.posts
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
  v_direction text := case when p_direction = 'asc' then 'asc' else 'desc' end;
  v_ids bigint[];
  v_place integer := 0;
  v_post public.posts;
begin
  perform private.require_admin();
  execute format('select array(select p.id from public.posts p %s where %s order by %s %s, p.id %s offset $3 limit $4)',
      case p_sort when 'quotes' then 'join public.post_counters c on c.post_id = p.id' end,
      private.hidden_post_condition(p_filter),
      case p_sort when 'title' then 'lower(p.title)' when 'quotes' then 'c.quotes' else 'p.hidden_at' end, v_direction, v_direction)
    into v_ids
    using private.user_patterns(p_filter.search), p_filter, (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size, v_size;
  for v_post in
    select p.* from unnest(v_ids) with ordinality as o (id, place) join public.posts p on p.id = o.id order by o.place
  loop
    -- As in list_posts(), `search` tells the place in the list.
    v_place := v_place + 1;
    v_post.client_id := null;
    v_post.owner_names := null;
    v_post.search := lpad(v_place::text, 4, '0')::tsvector;
    return next v_post;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.list_news (
  p_search    text,
  p_kind      text,
  p_period    text,
  p_page      integer,
  p_page_size integer
)
  RETURNS SETOF public.news_items
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 9), 1), 1000);
  v_offset bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
  v_place integer := 0;
  v_item public.news_items;
begin
  for v_item in
    select n.* from private.visible_news(p_search, p_kind, p_period) n
    order by
      case when p_period = 'upcoming' then n.event_start end,
      case when p_period = 'past' then n.event_start end desc,
      n.is_pinned desc, coalesce(n.published_at, n.created_at) desc, n.id desc
    offset v_offset limit v_size
  loop
    -- As in list_posts(), `search` tells the place in the list.
    v_place := v_place + 1;
    v_item.client_id := null;
    v_item.search := lpad(v_place::text, 4, '0')::tsvector;
    v_item.folded := null;
    return next v_item;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.list_posts (
  p_search     text,
  p_country    text,
  p_categories text[],
  p_page       integer,
  p_page_size  integer,
  p_unquoted   boolean,
  p_sort       text
)
  RETURNS SETOF public.posts
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  AS $function$
declare
  v_filter private.feed_filter := private.feed_filter(p_search, p_country, p_categories, p_unquoted);
  v_mode text := private.search_mode(p_search, v_filter.query);
  v_by_quotes boolean := coalesce(p_sort, '') = 'fewest_quotes';
  -- Only the newest hits are put in order of relevance; the others follow as they lie. So a page of a frequent word reads no more
  -- than its count does, and each hit is on one page.
  v_ranked constant integer := 100;
  v_by_words boolean := coalesce(p_sort, '') = 'relevance' and v_mode = 'words';
  v_size integer := least(greatest(coalesce(p_page_size, 10), 1), 1000);
  v_offset bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
  -- Sorted otherwise than they lie, the newest thousand are put in order.
  v_read bigint := case when v_by_quotes or v_by_words and v_offset < v_ranked then 0 else v_offset end;
  v_read_size integer := case when v_by_quotes then 1000 when v_by_words and v_read = 0 then greatest(v_ranked, v_offset + v_size) else v_size end;
  v_above bigint := 0;
  v_below bigint := 9223372036854775807;
  v_meant private.feed_filter;
  v_ids bigint[];
  v_place integer := 0;
  v_post public.posts;
begin
  if (v_mode <> 'all' or v_filter.unquoted or v_by_quotes) and v_offset >= 1000 then
    return;
  elsif v_mode = 'all' and not v_filter.unquoted and not v_by_quotes
      and v_offset > (case when v_filter.categories is not null and (p_country is not null or cardinality(v_filter.categories) > 1)
        then 100 else 1000 end) then
    -- A deep page: the counts per block tell where it begins.
    select f.above, f.below, f.skip into v_above, v_below, v_read from private.feed_place(v_filter, v_offset) f;
    if v_below is null then
      return;
    end if;
  end if;
  -- Ids first: for the unsearched feed an index-only scan; the wide rows of one page only afterwards.
  if v_mode = 'all' then
    -- Of several categories no index has the ids in order, but the few of one block are soon sorted. A page may go on below it.
    if v_above > 0 and cardinality(v_filter.categories) > 1 then
      v_ids := private.feed_ids('all', v_filter, v_read, v_read_size, v_above, v_below);
    end if;
    if v_ids is null or cardinality(v_ids) < v_read_size then
      v_ids := private.feed_ids('all', v_filter, v_read, v_read_size, p_below => v_below);
    end if;
  elsif v_mode = 'words' then
    v_ids := private.search_ids(v_filter, v_read, v_read_size);
    if v_ids = '{}' then
      v_meant := private.meant_search(p_search, v_filter, v_read = 0);
      v_ids := case when v_meant.query is not null then private.search_ids(v_meant, v_read, v_read_size) else '{}' end;
      v_filter := v_meant;
    end if;
  end if;
  if v_by_words and v_offset < v_ranked then
    v_ids := private.by_relevance(v_ids, v_filter.search, v_ranked, v_offset, v_size);
  elsif v_by_quotes then
    v_ids := array(
      select c.post_id from public.post_counters c where c.post_id = any (v_ids) order by c.quotes, c.post_id desc offset v_offset limit v_size);
  end if;
  for v_post in
    select p.* from public.posts p where p.id = any (v_ids)
    order by array_position(v_ids, p.id)
  loop
    -- Columns that callers have no right to read from the table are not given to them here either. The search tells the place in the
    -- list, to order by: a join of the answer may lose the order of its rows.
    v_place := v_place + 1;
    v_post.client_id := null;
    v_post.owner_names := null;
    v_post.search := lpad(v_place::text, 4, '0')::tsvector;
    return next v_post;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.other_number (
  p_word text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(distinct o.word), '{}')
  from (values ('ies$', 'y'), ('(?<=s|x|z|ch|sh|o)es$', ''), ('ves$', 'f'), ('ves$', 'fe'), ('(?<![sui])s$', ''), ('(?<=[^aeiou])y$', 'ies'),
    ('(?<=l|ea|oa)f$', 'ves'), ('(?<=i)fe$', 'ves')) as e (ending, other)
  cross join lateral (select regexp_replace(p_word, e.ending, e.other)) as o (word)
  where p_word ~ '^[a-z]+$' and p_word ~ e.ending and char_length(o.word) >= 3
$function$;

CREATE OR REPLACE FUNCTION private.rare_words (
  p_search text
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- The word index would collect every post with a common word, only to throw most of them away. Which words are common, the
  -- newest posts tell; when all are, it has to. Beside a word that none of them has, one that some have is common.
  with newest as materialized (select p.search from public.posts p order by p.id desc limit 500),
  words as materialized (
    select w.word, case when cardinality(s.words) > 1 then (select count(*) from newest n where n.search @@ w.word) else 0 end as posts
    from (select private.search_words(p_search)) as s (words), unnest(s.words) as w (word)),
  judged as (select '(' || w.word::text || ')' as word, w.posts <= case when min(w.posts) over () = 0 then 1 else 5 end as is_rare from words w)
  select coalesce(string_agg(j.word, ' & ') filter (where j.is_rare), string_agg(j.word, ' & '))::tsquery from judged j
$function$;

CREATE OR REPLACE FUNCTION private.search_query (
  p_search text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select string_agg('(' || w.word::text || ')', ' & ')::tsquery from unnest(private.search_words(p_search)) as w (word) $function$;

CREATE OR REPLACE FUNCTION private.title_vector (
  p_title text
)
  RETURNS tsvector
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  -- Only a word with a position can have a weight.
  select coalesce(string_agg(quote_literal(w.lexeme) || ':1A', ' '), '')::tsvector from unnest(private.search_vector(p_title)) as w
$function$;

CREATE OR REPLACE FUNCTION private.search_words (
  p_search   text,
  p_is_whole boolean DEFAULT false
)
  RETURNS tsquery[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.similar_words (
  p_word text
)
  RETURNS TABLE (
    word     text,
    distance numeric
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 5
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
  AS $function$
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
$function$;

CREATE TRIGGER copy_names_to_posts
  AFTER UPDATE OF username, company_name ON public.profiles
  FOR EACH ROW
  WHEN (((old.username IS DISTINCT FROM new.username) OR (old.company_name IS DISTINCT FROM new.company_name)))
  EXECUTE FUNCTION private.copy_names_to_posts();

COMMENT ON COLUMN "public"."posts"."owner_names" IS 'Username and company of the owner, kept by triggers: a post is found by them.';

COMMENT ON FUNCTION "private"."by_relevance"(bigint[], text, integer, bigint, integer) IS 'One page of found posts, of which the first ones are put in order: words in titles before others, whole words before beginnings, then as they came.';

COMMENT ON FUNCTION "private"."fewer_words"(text) IS 'Those of several words that posts which everybody sees have together, in the order typed: the ones that say most, the rare ones; null when they have none.';

COMMENT ON FUNCTION "private"."other_number"(text) IS 'What can be the English singular of a plural, or the plural of a singular that does not begin with it; it need not be a word.';

COMMENT ON FUNCTION "private"."title_vector"(text) IS 'The words of a title, with the weight A.';

COMMENT ON FUNCTION "private"."search_words"(text, boolean) IS 'Text queries for the words that a person typed, each in singular and plural; on request for whole words only. Null when there is none.';

COMMENT ON FUNCTION "public"."list_hidden_posts"(text, text, text, timestamp with time zone, timestamp with time zone, text, text, integer, integer) IS 'For admins: one page of the hidden posts, sorted by hiddenAt, title or quotes; hidden_by is owner or admin. `search` tells the place.';

COMMENT ON FUNCTION "public"."list_news"(text, text, text, integer, integer) IS 'One page of news: pinned first, then newest; with the period "upcoming" or "past" only events, by their start. `search` tells the place.';

COMMENT ON FUNCTION "public"."list_posts"(text, text, text[], integer, integer, boolean, text, boolean) IS 'One page of the feed, newest first: visible posts and the caller''s own hidden ones; all, or only those without quotes. The sort "fewest_quotes" puts the newest 1,000 in order, "relevance" the newest 100 that a search finds. `search` tells the place. With as_user PT401, whatever is found, unless the caller''s session is one.';

REVOKE ALL ON FUNCTION "private"."by_relevance"(bigint[], text, integer, bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."copy_names_to_posts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."other_number"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."title_vector"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."title_vector"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."title_vector"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."search_words"(text, boolean) FROM PUBLIC;

ALTER TABLE "public"."posts"
  ADD COLUMN "search" tsvector GENERATED ALWAYS AS
    ((private.title_vector(title) || private.search_vector(((((((((((((description || ' '::text) || COALESCE(area, ''::text)) || ' '::text) || delivery_address) ||
    ' '::text) || COALESCE(port, ''::text)) || ' '::text) || COALESCE(owner_names, ''::text)) || ' '::text) || private.category_words(category)) || ' '::text) ||
    private.country_words(country))))) STORED NOT NULL;

COMMENT ON COLUMN "public"."posts"."search" IS 'The words that the post is found by; those of its title have the weight A.';

CREATE INDEX posts_search_idx ON public.posts USING gin (search, (ARRAY[country]), (ARRAY[category]));

-- What users are called is corrected as other words are.
insert into private.vocabulary (word)
select distinct u.word from (select distinct p.owner_names from public.posts p where not p.is_hidden) as p
cross join lateral unnest(tsvector_to_array(private.search_vector(p.owner_names))) as u (word)
where char_length(u.word) between 3 and 30 and u.word !~ '[^[:alpha:]]'
on conflict do nothing;
