SET local check_function_bodies = off;

CREATE TABLE "private"."overwrite_passes" (
  "bucket_id" text                     NOT NULL,
  "name"      text                     NOT NULL,
  "pass"      uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "made_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "overwrite_passes_pkey" PRIMARY KEY (bucket_id, name)
);

CREATE OR REPLACE FUNCTION private.count_upload()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Anybody can send feedback, so all of its images together have a limit.
  v_owner uuid := case when new.owner_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then new.owner_id::uuid end;
  v_subject text := case when new.bucket_id = 'feedback-images' then 'feedback' else (
    select p.id::text from public.profiles p where p.auth_id = v_owner) end;
  v_bytes bigint := coalesce((new.metadata ->> 'size')::bigint, (new.metadata ->> 'contentLength')::bigint, 0);
  v_is_thumbnail boolean := new.name like '%.thumb.%';
begin
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
end $function$;

CREATE OR REPLACE FUNCTION private.keep_used_file()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if old.bucket_id in ('post-images', 'avatars', 'news-images', 'feedback-images', 'quote-documents', 'post-documents', 'message-files')
    and not exists (select 1 from private.doomed_uploads d where d.bucket_id = old.bucket_id and d.name = old.name)
    and exists (select private.used_uploads(old.bucket_id, array[old.name]))
  then
    -- As for a file that the policy hides: Storage answers that it has removed none.
    return null;
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.leave_overwrite_pass (
  p_bucket text,
  p_name   text
)
  RETURNS uuid
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  delete from private.overwrite_passes p where (p.bucket_id, p.name) in (
    select o.bucket_id, o.name from private.overwrite_passes o
    where o.made_at < now() - interval '1 minute' and (o.bucket_id, o.name) <> (p_bucket, p_name) for update skip locked);
  insert into private.overwrite_passes as p (bucket_id, name) values (p_bucket, p_name)
  on conflict (bucket_id, name) do update set pass = excluded.pass, made_at = excluded.made_at
  returning p.pass
$function$;

CREATE OR REPLACE FUNCTION private.note_new_upload()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- An inspection that is under way has read other content, and ends with the former number.
  insert into private.new_uploads (bucket_id, name) values (new.bucket_id, new.name)
  on conflict (bucket_id, name) do update set id = default, tries = 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_overwriting()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.leave_overwrite_pass (
  bucket text,
  name   text
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.leave_overwrite_pass(bucket, name) $function$;

REVOKE ALL ON FUNCTION "public"."leave_overwrite_pass"(text, text) FROM PUBLIC, "anon", "authenticated";

delete from private.new_uploads u using private.new_uploads later
where (later.bucket_id, later.name) = (u.bucket_id, u.name) and later.id > u.id;

ALTER TABLE "private"."new_uploads"
  ADD CONSTRAINT "new_uploads_once" UNIQUE (bucket_id, name);

CREATE TRIGGER keep_used_file
  BEFORE DELETE ON storage.objects
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_used_file();

CREATE TRIGGER refuse_overwriting
  BEFORE UPDATE OF bucket_id, name, VERSION, metadata ON storage.objects
  FOR EACH ROW
  WHEN
    (((old.bucket_id IS DISTINCT FROM new.bucket_id) OR (old.name IS DISTINCT FROM new.name) OR (old.version IS DISTINCT FROM new.version) OR (old.metadata IS DISTINCT FROM
    new.metadata)))
  EXECUTE FUNCTION private.refuse_overwriting();

COMMENT ON FUNCTION "private"."keep_used_file"() IS 'Skips the deletion of a file that a row names, whoever asks; the job `uploads` and the inspection take it out of all rows first.';

COMMENT ON FUNCTION "private"."refuse_overwriting"() IS 'Refuses other content, or another name, for a stored file, except to a job that has left a pass.';

COMMENT ON FUNCTION "public"."leave_overwrite_pass"(text, text) IS 'For the edge function `housekeeping` only: lets Storage overwrite a file once within a minute, by a request whose metadata name the answered pass.';

COMMENT ON TABLE "private"."overwrite_passes" IS 'Files that a job is about to overwrite. A pass lives one minute and works once, for a writer who names it.';

REVOKE ALL ON FUNCTION "private"."keep_used_file"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."leave_overwrite_pass"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."leave_overwrite_pass"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_overwriting"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."leave_overwrite_pass"(text, text) TO "service_role";
