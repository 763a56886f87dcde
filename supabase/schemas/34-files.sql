-- Files: the uploads that a row can name, the buckets, and the rights to upload, read and delete.

create table private.doomed_uploads (
  bucket_id text not null,
  name text not null,
  doomed_at timestamptz not null default now(),
  primary key (bucket_id, name)
);
comment on table private.doomed_uploads is
  'Files that nobody uses and that are about to be removed: from now on no row may name them, so none is left behind without its file.';

revoke all on table private.doomed_uploads from anon, authenticated, service_role;

create function private.is_own_upload(p_bucket text, p_path text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_path not like (select auth.uid())::text || '/%' then
    return false;
  end if;
  -- Held until the row that names the file is stored: meanwhile no housekeeping takes it for unused.
  perform 1 from storage.objects o where o.bucket_id = p_bucket and o.name = p_path for key share;
  return found and not exists (select 1 from private.doomed_uploads d where d.bucket_id = p_bucket and d.name = p_path);
end $$;
comment on function private.is_own_upload is 'Whether the caller uploaded this file and it is really there.';

-- The path of an upload ends with the extension of its type; the name is used when the receiver saves it.
create function private.attachment_name(p_name text, p_path text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_ending text := substring(p_path from '\.[a-z0-9]+$');
  v_name text := btrim(regexp_replace(private.without_invisible(p_name), '[[:cntrl:]/\\]+', ' ', 'g'));
begin
  -- As the ending of the name, whatever that says, when it is not the one of the path.
  if v_name is null or regexp_replace(lower(v_name), '\.jpeg$', '.jpg') not like '%_' || replace(v_ending, '.jpeg', '.jpg') then
    v_name := coalesce(nullif(v_name, ''), 'document') || v_ending;
  end if;
  return case when char_length(v_name) <= 255 then v_name
    else left(v_name, 255 - char_length(v_ending)) || v_ending end;
end $$;
comment on function private.attachment_name is
  'What an attachment is called: the given name in one line, with the ending of its path, so that a program cannot come as "invoice.exe".';

create function private.assert_own_images(p_bucket text, p_images text[], p_stored text[] default '{}') returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_image text;
begin
  -- A constraint refuses more than five, so no more are looked at. Not a slice: a client may send a list that begins at 7.
  for v_image in select i from unnest(p_images) as i limit 5 loop
    if v_image is null or not (v_image = any (p_stored)
      or (p_bucket = 'post-images' and v_image ~ '^https://[^[:space:]]+$' and char_length(v_image) <= 500)
      or private.is_own_upload(p_bucket, v_image)) then
      perform private.refuse(400, 'invalid_input', 'Unknown image', jsonb_build_object('path', 'images', 'value', left(v_image, 200)));
    end if;
  end loop;
end $$;
comment on function private.assert_own_images is
  'PT400 for an image that the caller did not upload; the images of the stored row stay valid, and posts and quotes may name https addresses.';

create function private.refuse_attachment(p_path text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(400, 'invalid_input', 'Unknown attachment', jsonb_build_object('path', 'attachments', 'value', left(p_path, 200)));
end $$;

create function private.attachments_to_take(p_bucket text, p_attachments jsonb) returns table (path text, name text, size_bytes bigint)
language plpgsql volatile rows 5 security definer set search_path = ''
as $$
declare
  v_attachment jsonb;
begin
  if jsonb_typeof(p_attachments) <> 'array' or jsonb_array_length(p_attachments) > 5 then
    perform private.refuse(400, 'invalid_input', 'File limit exceeded: Maximum 5 files can be attached');
  end if;
  for v_attachment in select * from jsonb_array_elements(p_attachments) loop
    path := v_attachment ->> 'path';
    name := private.attachment_name(v_attachment ->> 'name', path);
    select coalesce((o.metadata ->> 'size')::bigint, 0) into size_bytes from storage.objects o
    where o.bucket_id = p_bucket and o.name = v_attachment ->> 'path' and private.is_own_upload(p_bucket, o.name);
    if size_bytes is null then
      perform private.refuse_attachment(path);
    end if;
    return next;
  end loop;
end $$;
comment on function private.attachments_to_take is
  'Up to five files that the caller uploaded and names as attachments, [{"path", "name"}]; PT400 for any other.';

-- Passes to overwrite -------------------------------------------------------------------------------------------------
--
-- Storage asks for the rights of a client before the bytes arrive, or two hours before, when it signs a link, and stores
-- the row as the owner of all. By then the file can be there, and its row names its version, so an update is an exchange.

create table private.overwrite_passes (
  bucket_id text not null,
  name text not null,
  pass uuid not null default gen_random_uuid(),
  made_at timestamptz not null default now(),
  primary key (bucket_id, name)
);
comment on table private.overwrite_passes is
  'Files that a job is about to overwrite. A pass lives one minute and works once, for a writer who names it.';

revoke all on table private.overwrite_passes from anon, authenticated, service_role;

create function private.leave_overwrite_pass(p_bucket text, p_name text) returns uuid
language sql volatile security definer set search_path = ''
as $$
  delete from private.overwrite_passes p where (p.bucket_id, p.name) in (
    select o.bucket_id, o.name from private.overwrite_passes o
    where o.made_at < now() - interval '1 minute' and (o.bucket_id, o.name) <> (p_bucket, p_name) for update skip locked);
  insert into private.overwrite_passes as p (bucket_id, name) values (p_bucket, p_name)
  on conflict (bucket_id, name) do update set pass = excluded.pass, made_at = excluded.made_at
  returning p.pass
$$;

create function public.leave_overwrite_pass(bucket text, name text) returns uuid
language sql volatile security invoker set search_path = ''
as $$ select private.leave_overwrite_pass(bucket, name) $$;
comment on function public.leave_overwrite_pass is
  'For the edge function `housekeeping` only: lets Storage overwrite a file once within a minute, by a request whose metadata name the answered pass.';
grant execute on function private.leave_overwrite_pass, public.leave_overwrite_pass to service_role;

create function private.refuse_overwriting() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if (new.bucket_id, new.name) is not distinct from (old.bucket_id, old.name) then
    delete from private.overwrite_passes p
    where p.bucket_id = old.bucket_id and p.name = old.name and p.made_at > now() - interval '1 minute'
      -- The embedded Storage, which signs no links to overwrite, tells neither the metadata nor the headers of a request.
      and (p.pass::text = new.user_metadata ->> 'pass' or coalesce(current_setting('request.headers', true), '') = '');
    if found then
      new.user_metadata := old.user_metadata;
      return new;
    end if;
  end if;
  -- Storage answers any other error with 500.
  raise exception using errcode = '42501', message = 'new row violates row-level security policy for table "objects"';
end $$;
comment on function private.refuse_overwriting is 'Refuses other content, or another name, for a stored file, except to a job that has left a pass.';

-- Buckets -------------------------------------------------------------------------------------------------------------
--
-- Files are stored below the auth id of their uploader and never overwritten: {auth id}/{uuid}.{extension}.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('post-images', 'post-images', true, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  ('avatars', 'avatars', true, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  ('news-images', 'news-images', true, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  ('feedback-images', 'feedback-images', false, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  ('quote-documents', 'quote-documents', false, 3145728, array[
    'application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation']),
  ('post-documents', 'post-documents', false, 3145728, array[
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
      when 'post-documents' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?)$'
      when 'message-files' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?|png|jpe?g)$'
      else '/[0-9a-f-]{36}(\.thumb)?\.(png|jpe?g|gif|webp)$' end)
    and (p_bucket <> 'news-images' or private.is_admin())
    -- Under the name of a file that was lost, another one would be shown.
    and (p_name like '%.thumb.%' or not private.is_file_in_use(p_bucket, p_name))
$$;
comment on function private.may_upload is 'Whether the caller may put a new file under this name.';
grant execute on function private.may_upload to authenticated;

-- Storage stores the row of every upload at its end, whichever way it came: plain, in parts, by a signed link, over a file or as a
-- copy. Its first try, whose size can be unknown, is rolled back. Files that jobs write have no owner.
create function private.count_upload() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Anybody can send feedback, so all of its images together have a limit.
  v_owner uuid := case when new.owner_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then new.owner_id::uuid end;
  v_subject text := case when new.bucket_id = 'feedback-images' then 'feedback' else (
    select p.id::text from public.profiles p where p.auth_id = v_owner) end;
  v_bytes bigint := coalesce((new.metadata ->> 'size')::bigint, (new.metadata ->> 'contentLength')::bigint, 0);
  v_is_thumbnail boolean := new.name like '%.thumb.%';
begin
  -- Storage asks for the limits of a bucket when a file is sent there, and not when one of another bucket is copied. Who
  -- asks for a link names the type of that request, and no size yet.
  if new.metadata ? 'size' and exists (select 1 from storage.buckets b
      where b.id = new.bucket_id and (v_bytes > b.file_size_limit or new.metadata ->> 'mimetype' <> all (b.allowed_mime_types))) then
    raise exception using errcode = '42501', message = 'new row violates row-level security policy for table "objects"';
  end if;
  -- A link for an upload works for two hours, whatever becomes of its user.
  if tg_op = 'INSERT' and v_owner is not null and not exists (
      select 1 from public.profiles p join public.accounts a on a.profile_id = p.id
      where p.auth_id = v_owner and a.deleted_at is null and (a.suspended_until is null or a.suspended_until <= now())
        and (new.bucket_id <> 'news-images' or a.role in ('admin', 'main_admin'))) then
    raise exception using errcode = '42501', message = 'new row violates row-level security policy for table "objects"';
  end if;
  -- Jobs write smaller files over those of users, whose owner stays.
  if v_subject is null or (tg_op = 'UPDATE' and v_bytes <= (old.metadata ->> 'size')::bigint) then
    return null;
  end if;
  -- An image and its thumbnail are two files of one upload, so images and thumbnails are counted apart.
  if (v_is_thumbnail and v_bytes > 15000) or (private.setting('rate_limits_enabled') = 'true' and not (
      (v_subject = 'feedback' or private.take_room('upload', v_subject || case when v_is_thumbnail then ' thumbnails' else '' end, 1))
      and private.take_room('upload_kilobytes', v_subject, greatest(1, ceil(v_bytes / 1000.0))::integer))) then
    -- Storage answers any other error with 500.
    raise exception using errcode = '42501', message = 'new row violates row-level security policy for table "objects"';
  end if;
  return null;
end $$;
comment on function private.count_upload is
  'Refuses what a bucket does not take, thumbnails that are too large, more files of a user in an hour and more bytes in a day than their limits, and more bytes of feedback of all; what is removed again stays counted.';

create function private.may_read_file(p_bucket text, p_path text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
begin
  return v_me is not null and case
    when p_bucket in ('quote-documents', 'message-files', 'post-documents') and split_part(p_path, '/', 1) = private.own_folder() then true
    when p_bucket = 'quote-documents' then exists (
      select 1 from public.quote_attachments a join public.quotes q on q.id = a.quote_id
      where a.path = p_path and v_me in (q.supplier_id, q.post_owner_id))
    when p_bucket = 'message-files' then exists (
      select 1 from public.message_attachments a join public.messages m on m.id = a.message_id
      where a.path = p_path and v_me in (m.sender_id, m.recipient_id))
    when p_bucket = 'post-documents' then exists (
      select 1 from public.post_attachments a join public.posts p on p.id = a.post_id
      where a.path = p_path and (not p.is_hidden or p.user_id = v_me or private.is_admin()))
    when p_bucket = 'feedback-images' then private.is_admin() and exists (
      select 1 from public.feedback f where f.deleted_at is null and cardinality(f.images) > 0 and f.images @> array[p_path])
    else false end;
end $$;

create function public.may_read_file(bucket text, path text) returns boolean
language sql stable security invoker set search_path = ''
as $$ select private.may_read_file(bucket, path) $$;
comment on function public.may_read_file is
  'Whether the caller uploaded this file of a private bucket, is a party of its quote or message, sees its post, or as an admin its feedback.';
grant execute on function private.may_read_file, public.may_read_file to authenticated;

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
    when 'post-documents' then exists (select 1 from public.post_attachments a where a.path = p_name)
    when 'avatars' then exists (
      select 1 from public.profiles p where p.id = private.current_profile_id() and p.avatar_path = p_name)
    else false end;
end $$;
comment on function private.is_file_in_use is 'Whether a row still shows this file of the caller; such a file cannot be removed.';
grant execute on function private.is_file_in_use to authenticated;

create function private.own_folder() returns text
language sql stable security definer set search_path = ''
as $$ select (select auth.uid())::text where private.current_profile_id() is not null $$;
comment on function private.own_folder is
  'The folder of the caller in every bucket; null for a token that outlives its session or its account.';
grant execute on function private.own_folder to authenticated;

create policy "users upload below their own folder" on storage.objects for insert to authenticated
  with check (bucket_id in ('post-images', 'avatars', 'news-images', 'quote-documents', 'message-files', 'post-documents')
    and (select private.may_upload(bucket_id, name)));

-- Everybody else opens private files by the short links of `/api/files/link`; feedback uploads through `/api/feedback`.
create policy "users read their own files" on storage.objects for select to authenticated
  using (bucket_id in ('post-images', 'avatars', 'news-images', 'quote-documents', 'message-files', 'post-documents')
    -- By bytes, '0' is the character after '/': a range that the index of names serves in every collation, so a list of a
    -- bucket walks one folder.
    and name ~>=~ (select private.own_folder() || '/') and name ~<~ (select private.own_folder() || '0'));

create policy "users remove their own unused files" on storage.objects for delete to authenticated
  using (bucket_id in ('post-images', 'avatars', 'news-images', 'quote-documents', 'message-files', 'post-documents')
    and name ~>=~ (select private.own_folder() || '/') and name ~<~ (select private.own_folder() || '0')
    and not private.is_file_in_use(bucket_id, name));
