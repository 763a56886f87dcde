-- A broadcast that is deleted while people read their copies of it, a content rule that goes while a text is checked by it, and a picture
-- that is taken out of many posts.

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

-- In the order of their ids, in which others take several as well.
create or replace function private.finish_inspection(p_inspected bigint[], p_refused jsonb) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_file record;
  v_row record;
  v_owner bigint;
  v_count integer := 0;
begin
  for v_file in
    select x.bucket_id, x.name, case when split_part(x.name, '/', 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then split_part(x.name, '/', 1)::uuid end as folder
    from jsonb_to_recordset(p_refused) as x (bucket_id text, name text)
    join storage.objects o on o.bucket_id = x.bucket_id and o.name = x.name
    order by x.bucket_id, x.name for update of o
  loop
    v_count := v_count + 1;
    -- From now on no row may name it; a writer who is doing so holds the lock of the file until the row is there.
    insert into private.doomed_uploads (bucket_id, name) values (v_file.bucket_id, v_file.name) on conflict do nothing;
    select p.id into v_owner from public.profiles p where p.auth_id = v_file.folder;
    case v_file.bucket_id
      when 'post-images' then
        perform 1 from public.posts p where p.user_id = v_owner and v_file.name = any (p.images) order by p.id for no key update;
        for v_row in
          update public.posts p set images = array_remove(p.images, v_file.name)
          where p.user_id = v_owner and v_file.name = any (p.images) returning p.id, p.title
        loop
          perform private.notify(v_owner, format('A picture was removed from "%s": it is too large or no picture', v_row.title),
            jsonb_build_object('type', 'picture', 'postId', v_row.id));
        end loop;
        perform 1 from public.quotes q where q.supplier_id = v_owner and v_file.name = any (q.images) order by q.id for no key update;
        update public.quotes q set images = array_remove(q.images, v_file.name)
        where q.supplier_id = v_owner and v_file.name = any (q.images);
      when 'news-images' then
        update public.news_items n set images = array_remove(n.images, v_file.name) where v_file.name = any (n.images);
      when 'avatars' then
        update public.profiles p set avatar_path = null where p.id = v_owner and p.avatar_path = v_file.name;
      when 'quote-documents' then
        delete from public.quote_attachments a where a.path = v_file.name;
      when 'post-documents' then
        delete from public.post_attachments a where a.path = v_file.name;
      when 'message-files' then
        delete from public.message_attachments a where a.path = v_file.name;
      else
        update public.feedback f set images = array_remove(f.images, v_file.name)
        where cardinality(f.images) > 0 and f.images @> array[v_file.name];
    end case;
  end loop;
  delete from private.new_uploads u where u.id = any (p_inspected);
  return v_count;
end $$;
