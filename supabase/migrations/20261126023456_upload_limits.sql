SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.count_upload()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_user text := (select p.id from public.profiles p where p.auth_id = case
    when new.owner_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then new.owner_id::uuid end);
  v_bytes bigint := coalesce((new.metadata ->> 'size')::bigint, (new.metadata ->> 'contentLength')::bigint, 0);
  v_is_thumbnail boolean := new.name like '%.thumb.%';
begin
  -- Jobs write smaller files over those of users, whose owner stays.
  if v_user is null or (tg_op = 'UPDATE' and v_bytes <= (old.metadata ->> 'size')::bigint) then
    return null;
  end if;
  -- An image and its thumbnail are two files of one upload, so images and thumbnails are counted apart.
  if (v_is_thumbnail and v_bytes > 15000) or (private.setting('rate_limits_enabled') = 'true' and not (
      private.take_room('upload', v_user || case when v_is_thumbnail then ' thumbnails' else '' end, 1)
      and private.take_room('upload_kilobytes', v_user, greatest(1, ceil(v_bytes / 1000.0))::integer))) then
    -- Storage answers any other error with 500.
    raise exception using errcode = '42501', message = 'new row violates row-level security policy for table "objects"';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.may_upload (
  p_bucket text,
  p_name   text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.current_profile_id() is not null and not private.is_suspended(private.current_profile_id())
    and p_name ~ ('^' || (select auth.uid())::text || case p_bucket
      when 'quote-documents' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?)$'
      when 'post-documents' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?)$'
      when 'message-files' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?|png|jpe?g)$'
      else '/[0-9a-f-]{36}(\.thumb)?\.(png|jpe?g|gif|webp)$' end)
    and (p_bucket <> 'news-images' or private.is_admin())
$function$;

CREATE OR REPLACE FUNCTION private.take_room (
  p_action  text,
  p_subject text,
  p_amount  integer
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_rule jsonb := private.setting('rate_limits') -> p_action;
  v_max integer := (v_rule ->> 'max')::integer;
  v_window interval := make_interval(secs => (v_rule ->> 'seconds')::integer);
begin
  insert into private.rate_limit_uses as u (action, subject, window_started_at, used)
  select p_action, p_subject, now(), p_amount where p_amount <= v_max
  on conflict (action, subject) do update set
    window_started_at = case when u.window_started_at <= now() - v_window then now() else u.window_started_at end,
    used = case when u.window_started_at <= now() - v_window then p_amount else u.used + p_amount end
  where u.used + p_amount <= v_max or u.window_started_at <= now() - v_window;
  return found;
end $function$;

CREATE TRIGGER count_upload
  AFTER INSERT OR UPDATE OF bucket_id, name, VERSION ON storage.objects
  FOR EACH ROW
  EXECUTE FUNCTION private.count_upload();

COMMENT ON FUNCTION "private"."count_upload"() IS 'Refuses thumbnails that are too large, more files of a user in an hour and more bytes in a day than their limits; what is removed again stays counted.';

COMMENT ON FUNCTION "private"."take_room"(text, text, integer) IS 'Counts an amount, such as the size of an upload, and says whether it was within the limit; what was not is not counted.';

REVOKE ALL ON FUNCTION "private"."count_upload"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_room"(text, text, integer) FROM PUBLIC;

update private.app_settings s set value = s.value || '{"upload_kilobytes": {"max": 300000, "seconds": 86400}}' where s.key = 'rate_limits';
