-- Flagged texts: their list, reading one, and taking them off the list.

create function private.is_private_context(p_context text) returns boolean
language sql immutable set search_path = ''
as $$ select p_context in ('message', 'quote') $$;
comment on function private.is_private_context is 'Whether only two people read what is written there.';

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

create function public.list_flagged_content(page integer default 1, page_size integer default 20)
returns table (id bigint, rule_name text, context text, entity text, entity_id bigint, user_id bigint, username text, excerpt text,
  created_at timestamptz, total bigint)
language sql stable rows 20 security invoker set search_path = ''
as $$ select * from private.list_flagged_content(page, page_size) $$;
comment on function public.list_flagged_content is
  'For admins: what rules flagged in the last 30 days and nobody has looked at, newest first; each row carries the total.';

create function public.read_flagged_content(hit_id bigint) returns text
language sql volatile security invoker set search_path = ''
as $$ select private.read_flagged_content(hit_id) $$;
comment on function public.read_flagged_content is
  'For admins: at most 60 characters around what a rule flagged; each look at a private text is in the audit log.';

create function public.review_flagged_content(hit_ids bigint[]) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.review_flagged_content(hit_ids) $$;
comment on function public.review_flagged_content is 'For admins: takes flagged texts off the list; up to 100 at once.';

grant execute on function private.list_flagged_content, private.review_flagged_content, private.read_flagged_content,
  public.read_flagged_content, public.list_flagged_content, public.review_flagged_content to authenticated;
