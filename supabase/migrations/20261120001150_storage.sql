-- Storage: buckets with limits, and who may put, read and remove which file.
-- Files live below the folder of their uploader's auth id and are never overwritten: {auth id}/{uuid}.{extension}.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('post-images', 'post-images', true, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  ('avatars', 'avatars', true, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  ('news-images', 'news-images', true, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  ('feedback-images', 'feedback-images', false, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  ('quote-documents', 'quote-documents', false, 3145728, array[
    'application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation']),
  ('message-files', 'message-files', false, 3145728, array[
    'application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'image/png', 'image/jpeg'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.may_upload(p_bucket text, p_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.current_profile_id() is not null and not private.is_suspended(private.current_profile_id())
    and p_name ~ ('^' || (select auth.uid())::text || case p_bucket
      when 'quote-documents' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?)$'
      when 'message-files' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?|png|jpe?g)$'
      else '/[0-9a-f-]{36}(\.thumb)?\.(png|jpe?g|gif|webp)$' end)
    and (p_bucket <> 'news-images' or private.is_admin())
    and (private.setting('rate_limits_enabled') <> 'true' or (
      -- An image and its thumbnail are two files of one upload, so images and thumbnails are counted apart.
      select count(*) from storage.objects o
      where o.bucket_id = p_bucket and o.name like (select auth.uid())::text || '/%'
        and (o.name like '%.thumb.%') = (p_name like '%.thumb.%')
        and o.created_at > now() - make_interval(secs => (private.setting('rate_limits') #>> '{upload,seconds}')::integer))
      < (private.setting('rate_limits') #>> '{upload,max}')::integer)
$$;
comment on function private.may_upload is 'Whether the caller may put a new file under this name.';

-- In plpgsql, which looks its tables up when it runs: chapters after this one add files of their own.
create function private.may_read_document(p_bucket text, p_name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
begin
  return case p_bucket
    when 'quote-documents' then exists (
      select 1 from public.quote_attachments a join public.quotes q on q.id = a.quote_id
      where a.path = p_name and v_me in (q.supplier_id, q.post_owner_id))
    when 'message-files' then exists (
      select 1 from public.message_attachments a join public.messages m on m.id = a.message_id
      where a.path = p_name and v_me in (m.sender_id, m.recipient_id))
    else false end;
end $$;
comment on function private.may_read_document is
  'Whether the caller is a party of the quote or message that this file belongs to.';

create function private.is_file_in_use(p_bucket text, p_name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case p_bucket
    when 'post-images' then
      exists (select 1 from public.posts p where p.user_id = private.current_profile_id()
        and (p_name = any (p.images) or exists (
          select 1 from unnest(p.images) as i (path) where regexp_replace(i.path, '\.[a-z]+$', '.thumb.webp') = p_name)))
      or exists (select 1 from public.quotes q where q.supplier_id = private.current_profile_id()
        and (p_name = any (q.images) or exists (
          select 1 from unnest(q.images) as i (path) where regexp_replace(i.path, '\.[a-z]+$', '.thumb.webp') = p_name)))
    -- Any admin may have put the image into an item.
    when 'news-images' then exists (select 1 from public.news_items n
      where p_name = any (n.images) or exists (
        select 1 from unnest(n.images) as i (path) where regexp_replace(i.path, '\.[a-z]+$', '.thumb.webp') = p_name))
    when 'quote-documents' then exists (select 1 from public.quote_attachments a where a.path = p_name)
    when 'message-files' then exists (select 1 from public.message_attachments a where a.path = p_name)
    when 'avatars' then exists (
      select 1 from public.profiles p where p.id = private.current_profile_id() and p.avatar_path = p_name)
    else false end;
end $$;
comment on function private.is_file_in_use is 'Whether a row still shows this file of the caller; such a file cannot be removed.';

create function private.own_folder() returns text
language sql stable security definer set search_path = ''
as $$ select (select auth.uid())::text where private.current_profile_id() is not null $$;
comment on function private.own_folder is
  'The folder of the caller in every bucket; null for a token that outlives its session or its account.';

grant execute on function private.may_upload, private.may_read_document, private.is_file_in_use, private.own_folder
  to authenticated;

create policy "users upload below their own folder" on storage.objects for insert to authenticated
  with check (bucket_id in ('post-images', 'avatars', 'news-images', 'quote-documents', 'message-files')
    and (select private.may_upload(bucket_id, name)));

-- Images of feedback come in through `/api/feedback`, which anybody may call; only admins see and remove them.
create policy "users read their own files, parties their documents" on storage.objects for select to authenticated
  using ((bucket_id in ('post-images', 'avatars', 'news-images', 'quote-documents', 'message-files')
      and (storage.foldername(name))[1] = (select private.own_folder()))
    or (bucket_id in ('quote-documents', 'message-files') and private.may_read_document(bucket_id, name))
    or (bucket_id = 'feedback-images' and (select private.is_admin())));

create policy "users remove their own unused files" on storage.objects for delete to authenticated
  using ((bucket_id in ('post-images', 'avatars', 'news-images', 'quote-documents', 'message-files')
      and (storage.foldername(name))[1] = (select private.own_folder())
      and not private.is_file_in_use(bucket_id, name))
    or (bucket_id = 'feedback-images' and (select private.is_admin())));
