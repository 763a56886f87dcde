SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.account_desk()
  RETURNS TABLE (
    quotes_to_decide    integer,
    questions_to_answer integer,
    asked_post_ids      bigint[],
    closing_post_ids    bigint[]
  )
  LANGUAGE sql
  STABLE
  ROWS 1
  SET search_path TO ''
  AS $function$
  with me as (select private.current_profile_id() as id),
    asked as (
      select k.post_id, count(*) as questions from public.post_questions k
      where k.answered_at is null and k.hidden_at is null
        and k.post_id in (select p.id from public.posts p where p.user_id = (select me.id from me))
      group by k.post_id)
  select
    (select count(*)::integer from public.quotes q join public.posts p on p.id = q.post_id
      where q.post_owner_id = (select me.id from me) and q.status in ('pending', 'shortlisted')
        and (q.valid_until is null or q.valid_until >= (now() at time zone 'utc')::date)
        and p.closed_at is null and not p.is_hidden),
    coalesce((select sum(a.questions)::integer from asked a), 0),
    coalesce((select array_agg(a.post_id order by a.post_id) from asked a), '{}'),
    coalesce((select array_agg(p.id order by p.id) from public.posts p
      where p.user_id = (select me.id from me) and p.closed_at is null and not p.is_hidden
        and p.quote_deadline > now() and p.quote_deadline <= now() + interval '7 days'), '{}')
$function$;

REVOKE ALL ON FUNCTION "public"."account_desk"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_conversations (
  search text    DEFAULT NULL::text,
  page   integer DEFAULT 1
)
  RETURNS TABLE (
    quote_id    bigint,
    post_title  text,
    user_id     bigint,
    username    text,
    avatar_path text,
    message     text,
    is_own      boolean,
    is_deleted  boolean,
    sent_at     timestamp with time zone,
    total       integer
  )
  LANGUAGE sql
  STABLE
  ROWS 20
  SET search_path TO ''
  AS $function$
  with me as (select private.current_profile_id() as id),
    found as (
      select q.id, q.post_title, q.last_message_at, o.id as user_id, o.username, o.avatar_path, count(*) over ()::integer as total
      from public.quotes q
      left join public.profiles o on o.id = case when q.supplier_id = (select me.id from me) then q.post_owner_id else q.supplier_id end
      where (q.supplier_id = (select me.id from me) or q.post_owner_id = (select me.id from me)) and q.last_message_at is not null
        and (search is null or position(private.fold(btrim(search)) in q.folded) > 0
          or position(private.fold(btrim(search)) in o.folded) > 0)
      order by q.last_message_at desc, q.id desc
      limit 20 offset (greatest(coalesce(page, 1), 1) - 1)::bigint * 20)
  select f.id, f.post_title, f.user_id, f.username, f.avatar_path, l.content, l.sender_id = (select me.id from me),
    l.deleted_at is not null, l.created_at, f.total
  from found f
  cross join lateral (
    select m.content, m.sender_id, m.deleted_at, m.created_at from public.messages m where m.quote_id = f.id order by m.id desc limit 1) as l
  order by f.last_message_at desc, f.id desc
$function$;

REVOKE ALL ON FUNCTION "public"."list_conversations"(text, integer) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "public"."account_desk"() IS 'What waits for the caller: quotes that can still be decided, open questions with their posts, and own posts that close within seven days.';

COMMENT ON FUNCTION "public"."list_conversations"(text, integer) IS 'A page of 20 conversations of the caller with the last message of each, newest first; all, or those whose request or other party contains the words.';

GRANT EXECUTE ON FUNCTION "public"."account_desk"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list_conversations"(text, integer) TO "authenticated";
