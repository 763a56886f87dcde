SET local check_function_bodies = off;

DROP FUNCTION "private"."shape_of_search"(private.saved_searches);

CREATE OR REPLACE FUNCTION private.list_search_hits (
  p_id bigint
)
  RETURNS TABLE (
    post_id bigint,
    told_at timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 100
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
begin
  if not exists (select 1 from private.saved_searches s where s.id = p_id and s.user_id = v_me) then
    perform private.refuse(404, 'not_found', 'Saved search not found');
  end if;
  return query
    select h.post_id, h.told_at from private.saved_search_hits h where h.search_id = p_id and h.told_at is not null
    order by h.told_at desc, h.post_id desc limit 100;
end $function$;

CREATE OR REPLACE FUNCTION private.mail_of_hits (
  p_search          private.saved_searches,
  p_hits            integer,
  p_notification_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_about constant text := 'saved search ' || p_search.id;
  v_waiting integer;
  v_last timestamptz;
begin
  if p_search.pace = 'off' then
    return;
  end if;
  -- What waits in a mail and was not read counts on.
  with mails as (
    select o.data from private.mail_outbox o
    where o.user_id = p_search.user_id and o.status = 'queued' and o.attempts = 0
      and o.cause = case p_search.pace when 'now' then 'saved searches' else 'digest ' || p_search.pace end
    for update)
  select coalesce(sum(substring(i.item ->> 'message' from '^\d+')::integer), 0) into v_waiting
  from mails m cross join jsonb_array_elements(m.data -> 'items') as i (item)
  where i.item ->> 'about' = v_about and not exists (
    select 1 from public.notifications n where n.id = (i.item ->> 'notificationId')::bigint and n.read_at is not null);
  select max(coalesce(o.sent_at, o.created_at)) into v_last from private.mail_outbox o
  where o.user_id = p_search.user_id and o.template = 'saved_search' and o.status <> 'queued' and o.created_at > now() - interval '2 hours';
  perform private.queue_mail(p_search.user_id, 'saved_search', private.collected(jsonb_build_object('kind', 'saved_search',
      'message', private.text_of_hits(p_search.name, p_hits + v_waiting), 'notificationId', p_notification_id, 'about', v_about, 'cause', v_about))
    || jsonb_build_object('path', private.path_of_hits(p_search, p_hits + v_waiting), 'pathOfMany', '/notifications'),
    'saved searches', p_notification_id, p_pace => p_search.pace, p_at => greatest(now(), v_last + interval '1 hour'));
end $function$;

CREATE OR REPLACE FUNCTION private.match_posts (
  p_posts bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_example private.saved_searches;
  v_condition text;
begin
  for v_example in
    select distinct on (s.shape) s.* from private.saved_searches s order by s.shape
  loop
    v_condition := replace(private.feed_condition(case when v_example.query is null then 'all' else 'words' end,
      private.filter_of_search(v_example)), '($1)', '(w.filter)');
    execute format($match$
      with wanted as materialized (
        select s.id, s.user_id, s.created_at, private.filter_of_search(s) as filter from private.saved_searches s
        where s.shape = $2),
      found as materialized (
        select w.id as search_id, p.id as post_id
        from private.posts_to_match n
        join public.posts p on p.id = n.post_id
        cross join wanted w
        where n.post_id = any ($1) and n.noted_at >= w.created_at and p.user_id <> w.user_id and not p.is_hidden and private.is_open(p)
          and not private.is_suspended(p.user_id) and %1$s
          and not exists (
            select 1 from jsonb_populate_record(null::public.posts, n.before) as p where not p.is_hidden and private.is_open(p) and %1$s))
      insert into private.saved_search_hits (search_id, post_id)
      select h.search_id, h.post_id
      -- With the search, whose deletion takes its hits with it.
      from (select f.search_id, f.post_id from found f join private.saved_searches s on s.id = f.search_id
        where not private.is_suspended(s.user_id) order by 1, 2 for key share of s skip locked) as h
      on conflict do nothing$match$, v_condition)
    using p_posts, v_example.shape;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.path_of_hits (
  p_search private.saved_searches,
  p_hits   integer
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select private.path_of_search(p_search) || '&saved=' || p_search.id || '&since=' || floor(extract(epoch from min(n.told_at)))::bigint
  from (select h.told_at from private.saved_search_hits h where h.search_id = p_search.id and h.told_at is not null
    order by h.told_at desc limit p_hits) as n
$function$;

CREATE OR REPLACE FUNCTION private.shape_of_search (
  p_search     text,
  p_country    text,
  p_categories text[],
  p_unquoted   boolean,
  p_open       boolean,
  p_closing    integer,
  p_posted     integer
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select (p_search is not null)::integer + 2 * (p_country is not null)::integer + 4 * p_unquoted::integer + 8 * p_open::integer
    + 16 * (p_closing is not null)::integer + 32 * (p_posted is not null)::integer
    + 64 * least(coalesce(cardinality(private.equivalent_categories(p_categories)), 0), 2)
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_hits (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_count integer := 0;
  v_search private.saved_searches;
  v_hits integer;
  v_unread integer;
  v_notification_id bigint;
begin
  for v_search in
    select s.* from private.saved_searches s
    where s.id in (select h.search_id from private.saved_search_hits h where h.told_at is null)
    order by s.user_id, s.id limit least(p_limit, 200) for no key update skip locked
  loop
    v_count := v_count + 1;
    delete from private.saved_search_hits h using public.posts p
    where h.search_id = v_search.id and h.told_at is null and p.id = h.post_id
      and (p.is_hidden or not private.is_open(p) or private.is_suspended(p.user_id));
    update private.saved_search_hits h set told_at = now() where h.search_id = v_search.id and h.told_at is null;
    get diagnostics v_hits = row_count;
    continue when v_hits = 0;
    -- One row for each search: the newest replaces the one that was not read, and counts on. A row that its receiver is
    -- marking as read is left alone.
    with replaced as (
      delete from public.notifications n where n.id in (
        select o.id from public.notifications o
        where o.user_id = v_search.user_id and o.read_at is null and o.data ->> 'type' = 'saved_search'
          and o.data ->> 'path' like '%&saved=' || v_search.id || '&%' for update skip locked)
      returning n.message)
    select coalesce(sum(substring(r.message from '^\d+')::integer), 0) into v_unread from replaced r;
    v_notification_id := null;
    insert into public.notifications (user_id, message, data)
    values (v_search.user_id, private.text_of_hits(v_search.name, v_hits + v_unread),
      jsonb_build_object('type', 'saved_search', 'path', private.path_of_hits(v_search, v_hits + v_unread)))
    returning id into v_notification_id;
    perform private.mail_of_hits(v_search, v_hits, v_notification_id);
  end loop;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION public.list_search_hits (
  id bigint
)
  RETURNS TABLE (
    post_id bigint,
    told_at timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  ROWS 100
  SET search_path TO ''
  AS $function$ select * from private.list_search_hits(id) $function$;

REVOKE ALL ON FUNCTION "public"."list_search_hits"(bigint) FROM PUBLIC, "anon", "service_role";

CREATE INDEX saved_search_hits_told_idx ON private.saved_search_hits USING btree (search_id, told_at DESC, post_id DESC)
  WHERE (told_at IS NOT NULL);

COMMENT ON FUNCTION "private"."path_of_hits"(private.saved_searches, integer) IS 'The address of a saved search that names its newest hits: since when they were told, in seconds.';

COMMENT ON FUNCTION "private"."shape_of_search"(text, text, text[], boolean, boolean, integer, integer) IS 'Searches of one shape, which filter by the same things, have one condition of the feed.';

COMMENT ON FUNCTION "public"."list_search_hits"(bigint) IS 'The newest 100 posts that a saved search of the caller found and told of.';

REVOKE ALL ON FUNCTION "private"."list_search_hits"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_search_hits"(bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."path_of_hits"(private.saved_searches, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shape_of_search"(text, text, text[], boolean, boolean, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_search_hits"(bigint) TO "authenticated";

ALTER TABLE "private"."saved_searches"
  ADD COLUMN "shape" integer GENERATED ALWAYS AS (private.shape_of_search(search, country, categories, unquoted, open, closing, posted)) STORED;

CREATE INDEX saved_searches_shape_idx ON private.saved_searches USING btree (shape);
