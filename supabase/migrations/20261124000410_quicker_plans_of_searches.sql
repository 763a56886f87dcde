-- Words of the newest posts are asked of each post, never of the word index: planning need not know how frequent they are.

create or replace function private.feed_condition(p_mode text, p_filter private.feed_filter) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ',
    case when p_filter.me is null then 'not p.is_hidden' else '(not p.is_hidden or p.user_id = ($1).me)' end,
    -- Said so that only the word index answers: that of a country or category would collect every post there is in it.
    case when p_filter.country is null then null
      when p_mode in ('rare words', 'few posts') then 'array[p.country] @> array[($1).country]'
      else 'p.country = ($1).country' end,
    -- Of one category the index has the ids in order, of several it has not.
    case when p_filter.categories is null then null
      when p_mode in ('rare words', 'few posts') then 'array[p.category] && ($1).categories'
      when cardinality(p_filter.categories) = 1 then 'p.category = (($1).categories)[1]'
      else 'p.category = any (($1).categories)' end,
    case p_mode
      -- A function is not asked of the index, as the operator would be; nor is it looked up in the statistics, which takes longer than
      -- reading some of the posts.
      when 'rare words' then 'p.search @@ (select private.rare_words(($1).search)) and ts_match_vq(p.search, ($1).query)'
      when 'words' then 'ts_match_vq(p.search, ($1).query)'
      when 'few posts' then 'ts_match_vq(p.search, ($1).query)' end,
    -- The few posts that have the words are asked one by one; of all posts those without quotes have an index.
    case when p_filter.unquoted and p_mode = 'all' then 'exists (select 1 from public.post_counters c where c.post_id = p.id and c.quotes = 0)'
      when p_filter.unquoted then '(select c.quotes from public.post_counters c where c.post_id = p.id) = 0' end)
$$;
