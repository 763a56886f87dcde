-- Inspection: the database cannot look into files, and Storage takes them for what they say. So a job reads every new one, and
-- what is not what it says, or would fill the memory of whoever looks at it, is taken out of the rows that name it and removed.

create table private.inspected_until (
  is_only boolean primary key default true,
  created_at timestamptz not null,
  id uuid not null,
  constraint inspected_until_is_one_row check (is_only)
);
comment on table private.inspected_until is 'The last file that was looked into; those after it are new.';
revoke all on table private.inspected_until from anon, authenticated, service_role;
insert into private.inspected_until (created_at, id) values ('-infinity', '00000000-0000-0000-0000-000000000000');

create function private.uploads_to_inspect(p_limit integer)
returns table (id uuid, bucket_id text, name text, created_at timestamptz)
language sql stable rows 100 security definer set search_path = ''
as $$
  select o.id, o.bucket_id, o.name, o.created_at
  from storage.objects o, private.inspected_until u
  where (o.created_at, o.id) > (u.created_at, u.id)
  order by o.created_at, o.id limit least(greatest(p_limit, 1), 1000)
$$;

create function private.finish_inspection(p_created_at timestamptz, p_id uuid, p_refused jsonb) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_file record;
  v_row record;
  v_owner bigint;
  v_count integer := 0;
begin
  for v_file in
    select x.bucket_id, x.name from jsonb_to_recordset(p_refused) as x (bucket_id text, name text)
    join storage.objects o on o.bucket_id = x.bucket_id and o.name = x.name
    order by x.bucket_id, x.name for update of o
  loop
    v_count := v_count + 1;
    -- From now on no row may name it; whoever is doing so holds the lock of the file until his row is there.
    insert into private.doomed_uploads (bucket_id, name) values (v_file.bucket_id, v_file.name) on conflict do nothing;
    select p.id into v_owner from public.profiles p where p.auth_id::text = split_part(v_file.name, '/', 1);
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
      when 'message-files' then
        delete from public.message_attachments a where a.path = v_file.name;
      else
        update public.feedback f set images = array_remove(f.images, v_file.name) where v_file.name = any (f.images);
    end case;
  end loop;
  -- A file that is being stored right now has an earlier time than some that are there, so the last half minute is read again.
  if p_created_at < now() - interval '30 seconds' then
    update private.inspected_until u set created_at = p_created_at, id = p_id where (u.created_at, u.id) < (p_created_at, p_id);
  else
    update private.inspected_until u set created_at = now() - interval '30 seconds', id = '00000000-0000-0000-0000-000000000000'
    where u.created_at < now() - interval '30 seconds';
  end if;
  return v_count;
end $$;

create function public.uploads_to_inspect(batch integer default 50)
returns table (id uuid, bucket_id text, name text, created_at timestamptz)
language sql stable rows 100 security invoker set search_path = ''
as $$ select * from private.uploads_to_inspect($1) $$;
comment on function public.uploads_to_inspect(integer) is
  'For the edge function `housekeeping` only: files that nobody has looked into yet, in the order in which they came.';

create function public.finish_inspection(created_at timestamptz, id uuid, refused jsonb) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.finish_inspection($1, $2, $3) $$;
comment on function public.finish_inspection(timestamptz, uuid, jsonb) is
  'For the edge function `housekeeping` only: notes up to which file everything was looked into, and takes those that were refused out of all rows.';

grant execute on function private.uploads_to_inspect(integer), private.finish_inspection(timestamptz, uuid, jsonb),
  public.uploads_to_inspect(integer), public.finish_inspection(timestamptz, uuid, jsonb) to service_role;
