SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.assert_request_read (
  p_post public.posts,
  p_read jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_facts jsonb := private.post_facts(p_post);
begin
  perform private.known_fields(p_read, array(select jsonb_object_keys(v_facts)));
  if exists (
      select 1 from jsonb_each(p_read) as r join jsonb_each(v_facts) as f on f.key = r.key
      where case when jsonb_typeof(r.value) = 'number' then r.value <> f.value
        else coalesce(r.value #>> '{}', '') <> coalesce(f.value #>> '{}', '') end) then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
end $function$;

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

CREATE OR REPLACE FUNCTION private.submit_quote (
  p_quote jsonb
)
  RETURNS TABLE (
    quote_id            bigint,
    post_title          text,
    post_owner_username text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_given jsonb := private.known_fields(p_quote, private.quote_fields() || 'expected_request'::text);
  v_fields jsonb := v_given - 'expected_request';
  -- What a repetition has to repeat: by then, the request may have changed.
  v_content jsonb := p_quote - 'expected_request';
  v_quote public.quotes := jsonb_populate_record(null::public.quotes, jsonb_build_object('images', '{}'::text[],
    'client_id', gen_random_uuid(), 'created_at', now(), 'status', 'pending', 'changed_at', now(), 'revision', 0, 'version', 1));
  v_post public.posts;
  v_quote_id bigint;
begin
  v_quote := private.with_facts(v_quote, v_fields);
  select q.id into v_quote_id from public.quotes q where q.supplier_id = v_me and q.client_id = v_quote.client_id;
  if v_quote_id is null then
    -- Held, so that the request is open until the quote is stored.
    select * into v_post from public.posts p where p.id = v_quote.post_id for share;
    if v_post.id is null then
      perform private.refuse(404, 'not_found', 'Post not found');
    elsif v_post.user_id = v_me then
      perform private.refuse(403, 'forbidden', 'You cannot send a quote on your own post');
    elsif v_post.is_hidden then
      perform private.refuse(409, 'conflict', 'This post is not accepting quotes');
    elsif not private.is_open(v_post) then
      perform private.refuse(409, 'conflict', 'This request is closed');
    end if;
    if v_given ? 'expected_request' then
      perform private.assert_request_read(v_post, v_given -> 'expected_request');
    end if;
    perform private.assert_organization(v_quote, v_me);
    begin
      perform private.assert_quote_wait(v_me, v_quote.post_id);
    exception when sqlstate 'PT429' then
      -- The same request twice at the same moment: the other one has just been stored, so answer it again.
      select q.id into v_quote_id from public.quotes q where q.supplier_id = v_me and q.client_id = v_quote.client_id;
      if v_quote_id is null then
        raise;
      end if;
    end;
  end if;

  if v_quote_id is not null then
    perform private.assert_same_content('quote ' || v_me, v_quote.client_id, v_content, v_quote_id);
  else
    perform private.consume_rate_limit('quote', v_me::text);
    perform private.assert_own_images('post-images', v_quote.images);
    v_quote.supplier_id := v_me;
    v_quote.post_title := v_post.title;
    v_quote.post_owner_id := v_post.user_id;
    -- All columns that a new row has: those that are generated take no value.
    insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, product_match, description, price_text, price_value, quantity_text,
      quantity_value, currency, payment_method, shipping_method, delivery_time, delivery_from, delivery_to, images, contact_address, account_type,
      organization_name, tax_code, client_id, created_at, status, changed_at, valid_until, revision, version)
    select q.post_id, q.post_title, q.post_owner_id, q.supplier_id, q.product_match, q.description, q.price_text, q.price_value,
      q.quantity_text, q.quantity_value, q.currency, q.payment_method, q.shipping_method, q.delivery_time, q.delivery_from,
      q.delivery_to, q.images, q.contact_address, q.account_type, q.organization_name, q.tax_code, q.client_id, q.created_at,
      q.status, q.changed_at, q.valid_until, q.revision, q.version
    from (select v_quote.*) as q returning quotes.id into v_quote_id;
    perform private.attach_to_quote(v_quote_id, coalesce(v_fields -> 'attachments', '[]'));
    perform private.remember_content('quote ' || v_me, v_quote.client_id, v_content);
  end if;

  return query
    select q.id, q.post_title, p.username
    from public.quotes q left join public.profiles p on p.id = q.post_owner_id
    where q.id = v_quote_id;
end $function$;

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

COMMENT ON FUNCTION "private"."assert_request_read"(public.posts, jsonb) IS 'PT409 when facts of a post are not those that its reader names like the columns: a deal is made on the request that its supplier read.';

COMMENT ON FUNCTION "private"."assert_simple_pattern"(text) IS 'PT400 for a pattern with look-around, back references, repeated repetitions or more than 100 steps: these can take any time.';

COMMENT ON FUNCTION "private"."positions"(text, text) IS 'Where a part stands in a text, every time, in letters from 1.';

COMMENT ON FUNCTION "public"."submit_quote"(jsonb) IS 'Sends a quote on somebody else''s visible post, once in 5 days: its fields named like their columns, `attachments` as a list of {"path", "name"}, `expected_request` as the facts of the post that its supplier read, or PT409. A repeated client_id answers the first quote.';

REVOKE ALL ON FUNCTION "private"."assert_request_read"(public.posts, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."positions"(text, text) FROM PUBLIC;
