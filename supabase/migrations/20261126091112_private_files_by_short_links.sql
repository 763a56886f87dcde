SET local check_function_bodies = off;

drop policy "users read their own files, parties their documents" on storage.objects;

alter policy "users remove their own unused files" on storage.objects
  using (bucket_id in ('post-images', 'avatars', 'news-images', 'quote-documents', 'message-files', 'post-documents')
    and (storage.foldername(name))[1] = (select private.own_folder())
    and not private.is_file_in_use(bucket_id, name));

DROP FUNCTION "private"."may_read_document"(text, text);

CREATE OR REPLACE FUNCTION private.delete_feedback (
  p_feedback_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
begin
  delete from public.feedback f where f.id = v_feedback.id;
  insert into private.doomed_uploads (bucket_id, name)
  select 'feedback-images', i from unnest(v_feedback.images) as i on conflict do nothing;
  perform private.audit('delete_feedback', 'feedback', p_feedback_id::text,
    to_jsonb(v_feedback) - array['client_id', 'user_agent', 'images', 'updated_at', 'folded'], null);
end $function$;

CREATE OR REPLACE FUNCTION private.may_read_file (
  p_bucket text,
  p_path   text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
      select 1 from public.feedback f where cardinality(f.images) > 0 and f.images @> array[p_path])
    else false end;
end $function$;

CREATE OR REPLACE FUNCTION public.may_read_file (
  bucket text,
  path   text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select private.may_read_file(bucket, path) $function$;

REVOKE ALL ON FUNCTION "public"."may_read_file"(text, text) FROM PUBLIC, "anon", "service_role";

create policy "users read their own files" on storage.objects for select to authenticated
  using (bucket_id in ('post-images', 'avatars', 'news-images', 'quote-documents', 'message-files', 'post-documents')
    and (storage.foldername(name))[1] = (select private.own_folder()));

COMMENT ON FUNCTION "public"."delete_feedback"(bigint) IS 'For admins: deletes feedback for good; the next run of housekeeping removes its files.';

COMMENT ON FUNCTION "public"."may_read_file"(text, text) IS 'Whether the caller uploaded this file of a private bucket, is a party of its quote or message, sees its post, or as an admin its feedback.';

REVOKE ALL ON FUNCTION "private"."may_read_file"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_read_file"(text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."may_read_file"(text, text) TO "authenticated";
