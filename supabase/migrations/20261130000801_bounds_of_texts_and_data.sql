SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.assert_new_user (
  p_provider text,
  p_data     jsonb,
  p_email    text  DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_username text := nullif(btrim(p_data ->> 'username'), '');
begin
  -- People who come by a sign-in provider are asked for what is missing on their first page; nobody else may leave it out.
  if p_provider in ('email', 'phone') and (v_username is null or private.terms_version_in_force(p_data ->> 'termsVersion') is null) then
    perform private.refuse(400, 'invalid_input', 'A username and the accepted terms are needed');
  end if;
  if p_provider in ('email', 'phone') and octet_length(p_data::text) > private.user_data_max() then
    perform private.refuse(400, 'invalid_input', 'Data too large', '{"path": "data"}');
  end if;
  if v_username <> private.without_invisible(v_username) or (v_username is not null and private.is_blank(v_username)) then
    perform private.refuse(400, 'invalid_input', 'Username contains invisible characters', '{"path": "username"}');
  end if;
  if private.is_username_taken(normalize(v_username, nfc), p_email) then
    perform private.refuse(409, 'conflict', 'Username already exists');
  end if;
end $function$;

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
  -- The constraints are asked after the words of the search, which take seconds of a text of a megabyte.
  if char_length(concat(new.title, new.description, new.country, new.area, new.delivery_address, new.port, new.unit)) > 10000 then
    perform private.refuse(400, 'invalid_input', 'Text too long');
  end if;
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
  if tg_op = 'UPDATE' and not private.restores_text() and (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port,
      new.images, new.quantity, new.unit, new.target_price, new.target_currency, new.needed_by, new.quote_deadline, new.incoterm)
      is distinct from
      (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port,
      old.images, old.quantity, old.unit, old.target_price, old.target_currency, old.needed_by, old.quote_deadline, old.incoterm) then
    new.updated_at := now();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_user_data()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if octet_length(new.raw_user_meta_data::text)
      > greatest(private.user_data_max(), coalesce(octet_length(old.raw_user_meta_data::text), 0)) then
    perform private.refuse(400, 'invalid_input', 'Data too large', '{"path": "data"}');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.list_broadcasts (
  p_page      integer,
  p_page_size integer,
  p_status    text,
  p_q         text,
  p_sort      text,
  p_order     text
)
  RETURNS TABLE (
    id              bigint,
    message         text,
    link_kind       text,
    link_id         bigint,
    audience        text,
    audience_values text[],
    with_email      boolean,
    status          text,
    send_at         timestamp with time zone,
    receivers       integer,
    delivered       integer,
    read_count      integer,
    sent_by         text,
    created_at      timestamp with time zone,
    finished_at     timestamp with time zone,
    total           integer,
    mails           integer,
    mails_sent      integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
begin
  perform private.require_admin();
  return query
    select b.id, b.message, b.link_kind, b.link_id, b.audience, b.audience_values[:20], b.with_email, b.status, b.send_at, b.receivers,
      b.delivered, b.read_count, p.username, b.created_at, b.finished_at, (count(*) over ())::integer,
      case when m.is_known then (select count(*)::integer from private.mail_outbox o where o.broadcast_id = b.id) end,
      case when m.is_known then (select count(*)::integer from private.mail_outbox o where o.broadcast_id = b.id and o.status = 'sent') end
    from private.broadcasts b left join public.profiles p on p.id = b.created_by
    -- The log of mails forgets them.
    cross join lateral (select b.with_email and b.send_at > now() - interval '29 days') as m (is_known)
    where b.status <> 'deleted' and (p_status is null or b.status = p_status)
      and (p_q is null or position(private.fold(left(p_q, 100)) in private.fold(b.message)) > 0)
    order by case when p_sort = 'delivered' then b.delivered * case when p_order = 'asc' then 1 else -1 end end,
      case when p_order = 'asc' then b.send_at end, case when p_order is distinct from 'asc' then b.send_at end desc, b.id desc
    limit v_size offset (least(greatest(coalesce(p_page, 1), 1), 1000000) - 1)::bigint * v_size;
end $function$;

CREATE OR REPLACE FUNCTION private.list_content_rules (
  p_search     text,
  p_kind       text,
  p_action     text,
  p_is_enabled boolean,
  p_is_trial   boolean,
  p_sort       text,
  p_order      text,
  p_page       integer,
  p_page_size  integer
)
  RETURNS TABLE (
    id                bigint,
    kind              text,
    pattern           text,
    action            text,
    fields            text[],
    is_case_sensitive boolean,
    is_enabled        boolean,
    cost_ms           numeric,
    stopped_share     numeric,
    trial_since       timestamp with time zone,
    hits              bigint,
    updated_at        timestamp with time zone,
    total             bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 1000);
  v_is_descending boolean := coalesce(p_order, 'desc') <> 'asc';
begin
  perform private.require_admin();
  -- Counted for the page only, unless the counts make the order.
  return query
    select (p.rule).id, (p.rule).kind, (p.rule).pattern, (p.rule).action, (p.rule).fields, (p.rule).is_case_sensitive, (p.rule).is_enabled,
      (p.rule).cost_ms, (p.rule).stopped_share, (p.rule).trial_since, coalesce(p.hits, private.count_hits_of_rule(p.rule)),
      (p.rule).updated_at, p.total
    from (
      select f.* from (
        select r as rule, case when p_sort = 'hits' then private.count_hits_of_rule(r) end as hits, count(*) over () as total
        from public.content_rules r
        where (private.is_blank(p_search) or position(private.fold(btrim(left(p_search, 100))) in private.fold(r.pattern)) > 0)
          and (p_kind is null or r.kind = p_kind) and (p_action is null or r.action = p_action)
          and (p_is_enabled is null or r.is_enabled = p_is_enabled) and (p_is_trial is null or (r.trial_since is not null) = p_is_trial)) as f
      order by
        case when not v_is_descending then case p_sort when 'pattern' then (f.rule).pattern when 'kind' then (f.rule).kind when 'action' then (f.rule).action end end,
        case when v_is_descending then case p_sort when 'pattern' then (f.rule).pattern when 'kind' then (f.rule).kind when 'action' then (f.rule).action end end desc,
        f.hits * case when v_is_descending then -1 else 1 end,
        case when v_is_descending then -(f.rule).id else (f.rule).id end
      limit v_size offset (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size) as p;
end $function$;

CREATE OR REPLACE FUNCTION private.user_data_max()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 16000 $function$;

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
    is_muted    boolean,
    sent_at     timestamp with time zone,
    total       integer
  )
  LANGUAGE sql
  STABLE
  ROWS 20
  SET search_path TO ''
  AS $function$
  -- Folded once, not for each conversation.
  with me as materialized (select private.current_profile_id() as id, private.fold(btrim(left(search, 100))) as words),
    found as (
      select q.id, q.post_id, q.post_title, q.last_message_at, o.id as user_id, o.username, o.avatar_path, count(*) over ()::integer as total
      from public.quotes q
      left join public.profiles o on o.id = case when q.supplier_id = (select me.id from me) then q.post_owner_id else q.supplier_id end
      where (q.supplier_id = (select me.id from me) or q.post_owner_id = (select me.id from me)) and q.last_message_at is not null
        and (search is null or position((select me.words from me) in q.folded) > 0
          or position((select me.words from me) in o.folded) > 0)
      order by q.last_message_at desc, q.id desc
      limit 20 offset (greatest(coalesce(page, 1), 1) - 1)::bigint * 20)
  select f.id, f.post_title, f.user_id, f.username, f.avatar_path, l.content, l.sender_id = (select me.id from me),
    l.deleted_at is not null, exists (select 1 from public.mutes m where m.quote_id = f.id or m.post_id = f.post_id), l.created_at, f.total
  from found f
  cross join lateral (
    select m.content, m.sender_id, m.deleted_at, m.created_at from public.messages m where m.quote_id = f.id order by m.id desc limit 1) as l
  order by f.last_message_at desc, f.id desc
$function$;

CREATE TRIGGER b_limit_user_data
  BEFORE UPDATE OF raw_user_meta_data ON auth.users
  FOR EACH ROW
  EXECUTE FUNCTION private.limit_user_data();

COMMENT ON FUNCTION "private"."limit_user_data"() IS 'PT400 when Auth adds more to the data of a user than they may have.';

COMMENT ON FUNCTION "private"."user_data_max"() IS 'Bytes of the data that a user has at Auth, several times what a registration sends: Auth adds to them without a limit, and answers them all each time.';

REVOKE ALL ON FUNCTION "private"."limit_user_data"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."user_data_max"() FROM PUBLIC;
