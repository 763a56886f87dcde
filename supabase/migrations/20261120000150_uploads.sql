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
