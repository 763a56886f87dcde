-- Scheduled jobs with a million people: a call walks its batch, never a whole table.

-- The folder of a file is compared as what it is, an id in Auth; as text it would be looked for among all people, once a file.
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
        for v_row in
          update public.posts p set images = array_remove(p.images, v_file.name)
          where p.user_id = v_owner and v_file.name = any (p.images) returning p.id, p.title
        loop
          perform private.notify(v_owner, format('A picture was removed from "%s": it is too large or no picture', v_row.title),
            jsonb_build_object('type', 'picture', 'postId', v_row.id));
        end loop;
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

-- Of a deleted broadcast with a million mails that were sent, those that wait are found without them.
create index mail_outbox_unsent_copies_idx on private.mail_outbox (broadcast_id) where status = 'queued';

-- Each audience has a way of its own to its receivers; behind one condition for all, each call could look at everybody.
create or replace function private.broadcast_receivers(p_audience text, p_values text[], p_after bigint, p_limit integer) returns setof bigint
language plpgsql stable rows 500 security definer set search_path = ''
as $$
begin
  case
    when p_audience = 'all' or (p_audience = 'role' and 'user' = any (p_values)) then
      return query
        select a.profile_id from public.accounts a
        where a.profile_id > p_after and a.deleted_at is null and (p_audience = 'all' or a.role = any (p_values))
        order by a.profile_id limit p_limit;
    when p_audience = 'role' then
      return query
        select a.profile_id from public.accounts a
        where a.role <> 'user' and a.role = any (p_values) and a.profile_id > p_after and a.deleted_at is null
        order by a.profile_id limit p_limit;
    when p_audience = 'country' then
      return query
        select r.id from (select distinct v from unnest(p_values) as v) as c
        cross join lateral (
          select p.id from public.profiles p join public.accounts a on a.profile_id = p.id and a.deleted_at is null
          where p.country = c.v and p.id > p_after order by p.id limit p_limit) as r
        order by r.id limit p_limit;
    when p_audience = 'usernames' then
      return query
        select p.id from public.profiles p join public.accounts a on a.profile_id = p.id and a.deleted_at is null
        where lower(p.username) = any (p_values) and p.id > p_after order by p.id limit p_limit;
    when p_audience = 'category' then
      -- People who posted, quoted or liked something of a category are interested in it.
      return query
        select p.id from public.profiles p join public.accounts a on a.profile_id = p.id and a.deleted_at is null
        where p.id > p_after and (
          exists (select 1 from public.posts x where x.user_id = p.id and x.category = any (p_values))
          or exists (select 1 from public.quotes q join public.posts x on x.id = q.post_id where q.supplier_id = p.id and x.category = any (p_values))
          or exists (select 1 from public.post_likes l join public.posts x on x.id = l.post_id where l.user_id = p.id and x.category = any (p_values)))
        order by p.id limit p_limit;
    else
      return;
  end case;
end $$;
