-- Uploads: which files a row may name. Buckets and their policies follow in the chapter `storage`, once all that has files is there.

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

-- The path of an upload ends as its type was allowed to; the name is what the receiver saves it under.
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
