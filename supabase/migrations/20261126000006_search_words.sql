set local check_function_bodies = off;

create or replace function private.fold(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  if octet_length(value) = char_length(value) then
    return lower(value);
  end if;
  value := normalize(regexp_replace(value, '([0-9])([\u00bc-\u00be\u2150-\u215e])', '\1 \2', 'g'), nfkd);
  value := regexp_replace(value, '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f'
    || '\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]+', '', 'g');
  value := translate(lower(normalize(value, nfc)), 'đĐðÐøØłŁıħĦŧŦςÆŒÞẞ⁄', 'ddddoollihhttσæœþß/');
  return replace(replace(replace(replace(value, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss');
end $$;
comment on function private.fold is
  'A text as it is compared and searched: without case, accents, invisible characters and compatibility forms. Immutable, so that indexes may use it.';

create or replace function private.text_parts(p_text text, out words text[], out numbers text[], out runs text[])
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_signs constant text := '\s!-/:-@\[-`{-~\u0001-\u0020\u007f-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3006\u3008-\u303f\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\ufffc\ufffd\U0001f000-\U0001faff';
  v_run constant text := '[\u0e01-\u0e3a\u0e40-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]+';
  v_number constant text := '(?<![^' || v_signs || '])[0-9]+(?:[.,/][0-9]+)+';
  v_text text := private.fold(p_text);
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
end $$;
comment on function private.text_parts is 'The words, numbers and runs of a text, folded; the signs in numbers are dots.';

create or replace function private.search_vector(p_text text) returns tsvector
language plpgsql immutable parallel safe set search_path = ''
as $$
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
      select c.letter || lead(c.letter, 1, '') over (partition by r.run order by c.nr)
      from (select distinct unnest(v_parts.runs)) as r (run)
      cross join lateral unnest(string_to_array(r.run, null)) with ordinality as c (letter, nr));
  end if;
  return array_to_tsvector(array(select left(w.word, 100) from unnest(v_words) as w (word)));
end $$;
comment on function private.search_vector is 'The words that a text is found by; search_words() asks for them.';
grant execute on function private.text_parts, private.search_vector to anon, authenticated, service_role;

-- Each table is rewritten once; its indexes follow. Folding changed, so that what is folded in an index is built again.
alter table public.posts drop column search, add column search tsvector not null generated always as ( private.search_vector( title || ' ' || description || ' ' || coalesce(area, '') || ' ' || delivery_address || ' ' || coalesce(port, '') || ' ' || coalesce(owner_company, '') || ' ' || private.category_words(category) || ' ' || private.country_words(country))) stored;
create index posts_search_idx on public.posts using gin (search, (array[country]), (array[category]));
reindex index public.posts_title_trigram_idx;

alter table public.news_items drop column search, add column search tsvector not null generated always as ( private.search_vector(title || ' ' || summary || ' ' || body)) stored,
  add column folded text not null generated always as (private.fold(title || E'\n' || summary)) stored;
create index news_items_search_idx on public.news_items using gin (search);
comment on column public.news_items.folded is 'What the list of admins finds it by.';
grant select (folded) on table public.news_items to authenticated;

drop index public.profiles_words_idx;
alter table public.profiles add column folded text not null generated always as (private.fold(username || ' ' || coalesce(company_name, ''))) stored;
create index profiles_words_idx on public.profiles using gin (folded extensions.gin_trgm_ops);
comment on column public.profiles.folded is 'What lists find a user by.';
grant select (folded) on table public.profiles to authenticated;
reindex index public.accounts_words_idx;

alter table public.quotes add column folded text not null generated always as (private.fold(post_title)) stored;
comment on column public.quotes.folded is 'What lists find it by.';

alter table public.feedback add column folded text not null generated always as (private.fold(subject || E'\n' || message || E'\n' || email || E'\n' || page_path)) stored;
comment on column public.feedback.folded is 'What lists find it by.';
grant select (folded) on table public.feedback to authenticated;

create or replace function private.user_condition(p_filter private.user_filter) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    -- Two questions to two indexes.
    case when not private.is_blank(p_filter.search) then $c$a.profile_id = any (array(
      select w.id from public.profiles w where w.folded like any ($1)
      union
      select w.profile_id from public.accounts w
      where private.fold(w.email || ' ' || coalesce(w.organization, '') || ' ' || coalesce(w.tax_code, '')) like any ($1)))$c$ end,
    case when p_filter.role is not null then 'a.role = ($2).role' end,
    case p_filter.status
      when 'deleted' then 'a.deleted_at is not null'
      when 'suspended' then 'a.deleted_at is null and a.suspended_until > now()'
      when 'unverified' then 'a.deleted_at is null and (a.suspended_until is null or a.suspended_until <= now()) and a.email_confirmed_at is null'
      when 'active' then 'a.deleted_at is null and (a.suspended_until is null or a.suspended_until <= now()) and a.email_confirmed_at is not null' end,
    case when p_filter.verified then 'a.email_confirmed_at is not null' when not p_filter.verified then 'a.email_confirmed_at is null' end,
    case p_filter.account_type
      when 'organization' then 'not private.is_blank(a.organization) and not private.is_blank(a.tax_code)'
      when 'individual' then '(private.is_blank(a.organization) or private.is_blank(a.tax_code))' end,
    case when p_filter.country is not null then 'p.country = ($2).country' end,
    case when p_filter.since is not null then 'a.created_at >= ($2).since' end,
    case when p_filter.before is not null then 'a.created_at < ($2).before' end)
$$;

create or replace function private.user_patterns(p_search text) returns text[]
language sql stable set search_path = ''
as $$
  -- Of fewer than three letters only the beginning of a word counts, where words have blanks between them.
  select case when char_length(w.word) >= 3 or (private.text_parts(w.word)).runs is not null then array['%' || w.word || '%'] else array[w.word || '%', '% ' || w.word || '%'] end
  from (select regexp_replace(private.fold(btrim(left(p_search, 100))), '([\\%_])', '\\\1', 'g') as word) as w
$$;

create or replace function private.search_words(p_search text) returns tsquery[]
language sql immutable set search_path = ''
as $$
  -- Words of three letters and more also match as beginnings: who types "stee" means steel. Of a run each pair of characters must be
  -- there; a single one begins a pair or ends a run.
  select array_agg((quote_literal(w.lexeme) || w.ending)::tsquery)
  from (
    select distinct left(l.lexeme, 100) as lexeme, l.ending
    from private.text_parts(left(p_search, 100)) as p
    cross join lateral (
      select w.word, case when char_length(w.word) >= 3 then ':*' else '' end from unnest(p.words || p.numbers) as w (word)
      union all
      select substr(r.run, i, 2), case when char_length(r.run) = 1 then ':*' else '' end
      from unnest(p.runs) as r (run) cross join lateral generate_series(1, greatest(char_length(r.run) - 1, 1)) as i) as l (lexeme, ending)
    order by 1 limit 12) as w
$$;

create or replace function private.typed_words(p_search text) returns table (nr bigint, typed text, word text)
language sql immutable rows 10 set search_path = ''
as $$
  -- A sign between digits ends no word: "10.5" stays as it is.
  select t.nr, t.typed, private.fold(t.typed)
  from regexp_split_to_table(left(p_search, 100), '(?<![0-9])[!-/:-@\[-`{-~]+|[!-/:-@\[-`{-~]+(?![0-9])|\s+') with ordinality as t (typed, nr)
  where t.typed <> ''
$$;

create or replace function private.correct_search(p_search text) returns text
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
      exists (select 1 from private.vocabulary v where v.word >= w.word collate "C" and v.word < w.word || chr(1114109) collate "C") as is_known
    from private.typed_words(p_search) w),
  -- Words that nobody uses; when there is none, one of the others must be meant otherwise. More than a few are no typing errors.
  doubted as materialized (
    select w.nr, w.word, w.is_known from words w
    where w.is_word and w.is_known = not exists (select 1 from words u where u.is_word and not u.is_known)
    order by w.nr limit 4),
  similar_ones as materialized (
    select d.nr, d.is_known, s.word, s.distance from doubted d cross join lateral private.similar_words(d.word) s where s.word <> d.word),
  newest as materialized (select p.search from public.posts p where not p.is_hidden order by p.id desc limit 1000),
  -- The likelier of two that are as near is the one that more of the newest posts have.
  ranked as materialized (
    select s.nr, s.is_known, s.word, s.distance, row_number() over (
      partition by s.nr order by s.distance,
        case when s.rivals > 1 then (select count(*) from newest n where n.search @@ quote_literal(s.word)::tsquery) end desc, s.word) as place
    from (select o.*, count(*) over (partition by o.nr, o.distance) as rivals from similar_ones o) as s),
  -- The best for each word; one of them replaced by its second best; of known words one at a time.
  choices as (
    select 0 as choice, 0 as changed, 0 as rank where not exists (select 1 from ranked r where r.is_known)
    union all
    select r.place::integer, r.nr::integer, (r.distance * 10 + r.place)::integer from ranked r where r.is_known or r.place = 2
    order by 3 limit 3)
  select array_agg(c.text order by c.rank) into v_texts
  from (
    select c.rank, (
      select string_agg(coalesce((
        select r.word from ranked r
        where r.nr = w.nr and case when r.is_known then w.nr = c.changed and r.place = c.choice
          else r.place = case when w.nr = c.changed then c.choice else 1 end end), w.typed), ' ' order by w.nr)
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

create or replace function private.submit_quote(p_quote jsonb)
returns table (quote_id bigint, post_title text, post_owner_username text)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_fields jsonb := private.known_fields(p_quote, private.quote_fields());
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
    perform private.assert_same_content('quote ' || v_me, v_quote.client_id, p_quote, v_quote_id);
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
    perform private.remember_content('quote ' || v_me, v_quote.client_id, p_quote);
  end if;

  return query
    select q.id, q.post_title, p.username
    from public.quotes q left join public.profiles p on p.id = q.post_owner_id
    where q.id = v_quote_id;
end $$;

create or replace function private.check_news_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_content jsonb;
  v_stored_id bigint;
begin
  if (select auth.uid()) is not null then
    if tg_op = 'INSERT' then
      v_content := to_jsonb(new) - array['id', 'search', 'folded', 'client_id', 'author_id', 'created_at', 'updated_at', 'published_at'];
      select n.id into v_stored_id from public.news_items n where n.author_id = new.author_id and n.client_id = new.client_id;
      if v_stored_id is null then
        perform private.remember_content('news ' || new.author_id, new.client_id, v_content);
      else
        -- An equal repeat fails at the unique constraint, which tells the client to read what is stored.
        perform private.assert_same_content('news ' || new.author_id, new.client_id, v_content, v_stored_id);
      end if;
    end if;
    perform private.assert_own_images('news-images', new.images, case when tg_op = 'UPDATE' then old.images else '{}'::text[] end);
  end if;
  -- A client that does not know of the zone may make news of an event.
  if new.type <> 'event' then
    new.event_zone := null;
  end if;
  -- An item that comes back from the archive keeps its place.
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, now());
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end $$;

create or replace function private.audit_news() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - array['search', 'folded', 'client_id', 'updated_at'] end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - array['search', 'folded', 'client_id', 'updated_at'] end;
begin
  if (select auth.uid()) is not null then
    perform private.audit(case tg_op when 'INSERT' then 'create_news' when 'UPDATE' then 'update_news' else 'delete_news' end,
      'news', coalesce(v_after, v_before) ->> 'id', v_before, v_after);
  end if;
  return null;
end $$;

create or replace function private.list_news(p_search text, p_kind text, p_period text, p_page integer, p_page_size integer)
returns setof public.news_items
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 9), 1), 1000);
  v_offset bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
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
    -- Columns that callers have no right to read from the table are not given to them here either.
    v_item.client_id := null;
    v_item.search := null;
    v_item.folded := null;
    return next v_item;
  end loop;
end $$;

create or replace function private.delete_feedback(p_feedback_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
begin
  delete from public.feedback f where f.id = v_feedback.id;
  perform private.audit('delete_feedback', 'feedback', p_feedback_id::text,
    to_jsonb(v_feedback) - array['client_id', 'user_agent', 'images', 'updated_at', 'folded'], null);
end $$;

create or replace function private.content_key(p_word text) returns text
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

create or replace function private.hidden_post_condition(p_filter private.hidden_post_filter) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ', 'p.is_hidden',
    case when not private.is_blank(p_filter.search) then $c$p.id = any (array(
      select w.id from public.posts w where w.is_hidden and private.fold(w.title) like any ($1)
      union
      select w.id from public.posts w where w.is_hidden and w.user_id in (
        select o.id from public.profiles o where o.folded like any ($1))))$c$ end,
    case p_filter.hidden_by
      when 'owner' then '(p.hidden_by is null or p.hidden_by = p.user_id)'
      when 'admin' then 'p.hidden_by <> p.user_id' end,
    case when p_filter.category is not null then 'p.category = ($2).category' end,
    case when p_filter.since is not null then 'p.hidden_at >= ($2).since' end,
    case when p_filter.before is not null then 'p.hidden_at < ($2).before' end)
$$;

-- Words behind signs are new.
insert into private.vocabulary (word)
select s.word from ts_stat('select search from public.posts where not is_hidden') as s
where char_length(s.word) between 3 and 30 and s.word !~ '[^[:alpha:]]'
on conflict do nothing;

-- Derives the words of the rules again; what was counted of them stays.
update public.content_rules r set terms = private.content_terms(r.pattern, r.is_case_sensitive) where r.kind in ('word', 'phrase');

analyze public.posts, public.news_items, public.profiles, public.quotes, public.feedback;

-- An index needs it when users edit their profile.
grant execute on function private.name_skeleton to anon, authenticated, service_role;
