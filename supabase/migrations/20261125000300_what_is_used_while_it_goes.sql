-- A broadcast that is deleted while people read their copies of it, and a content rule that goes while a text is checked by it.

-- A copy that somebody is just reading is read, and not waited for: who reads it waits to be counted by the broadcast.
create or replace function private.clear_broadcast(p_id bigint, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mails integer;
  v_copies integer;
begin
  delete from private.mail_outbox o where o.id in (
    select m.id from private.mail_outbox m where m.broadcast_id = p_id and m.status = 'queued' limit p_limit for update skip locked);
  get diagnostics v_mails = row_count;
  delete from public.notifications n where n.id in (
    select c.id from public.notifications c where c.broadcast_id = p_id and c.read_at is null limit p_limit for update skip locked);
  get diagnostics v_copies = row_count;
  update private.broadcasts b set is_cleared = true
  where b.id = p_id and not exists (select 1 from private.mail_outbox m where m.broadcast_id = p_id and m.status = 'queued')
    and not exists (select 1 from public.notifications c where c.broadcast_id = p_id and c.read_at is null);
  return v_mails + v_copies;
end $$;

-- Held, so that the rule is there until its hit is stored, or has found nothing.
create or replace function private.record_content_hits(p_hits jsonb, p_entity text, p_entity_id bigint, p_user_id bigint, p_refusal_id uuid)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.content_hits (rule_id, rule_name, action, context, entity, entity_id, user_id, excerpt, refusal_id)
  select r.id, r.kind || ': ' || r.pattern, x.action, x.context, p_entity, p_entity_id, p_user_id, left(x.excerpt, 60), p_refusal_id
  from jsonb_to_recordset(p_hits) as x (rule_id bigint, action text, context text, excerpt text)
  join public.content_rules r on r.id = x.rule_id
  order by r.id for key share of r
  on conflict (refusal_id, rule_id) do nothing;
end $$;
