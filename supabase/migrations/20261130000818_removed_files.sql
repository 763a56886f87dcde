SET local check_function_bodies = off;

ALTER TABLE "public"."quote_events"
  DROP CONSTRAINT "quote_events_facts_are_of_changes";

ALTER TABLE "public"."quote_events"
  DROP CONSTRAINT "quote_events_kind_is_known";

CREATE OR REPLACE FUNCTION private.finish_inspection (
  p_inspected bigint[],
  p_refused   jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_file record;
  v_row record;
  v_owner bigint;
  v_post_id bigint;
  v_message_id bigint;
  v_before jsonb;
  v_count integer := 0;
begin
  -- Before the file, as those who add files to what they hold.
  perform 1 from public.posts p where p.id in (
    select a.post_id from public.post_attachments a join jsonb_to_recordset(p_refused) as x (bucket_id text, name text)
      on x.bucket_id = 'post-documents' and x.name = a.path) order by p.id for no key update;
  perform 1 from public.quotes q where q.id in (
    select a.quote_id from public.quote_attachments a join jsonb_to_recordset(p_refused) as x (bucket_id text, name text)
      on x.bucket_id = 'quote-documents' and x.name = a.path) order by q.id for no key update;
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
        perform private.remove_file_of_quote(q.id, v_file.name) from public.quotes q
        where q.supplier_id = v_owner and v_file.name = any (q.images);
      when 'news-images' then
        update public.news_items n set images = array_remove(n.images, v_file.name) where v_file.name = any (n.images);
      when 'avatars' then
        update public.profiles p set avatar_path = null where p.id = v_owner and p.avatar_path = v_file.name;
      when 'quote-documents' then
        perform private.remove_file_of_quote(a.quote_id, v_file.name) from public.quote_attachments a where a.path = v_file.name;
      when 'post-documents' then
        select a.post_id into v_post_id from public.post_attachments a where a.path = v_file.name;
        if found then
          perform 1 from public.posts p where p.id = v_post_id for no key update;
          v_before := private.documents_of_post(v_post_id);
          delete from public.post_attachments a where a.path = v_file.name;
          perform private.record_document_change(v_post_id, v_before);
          perform private.tell_of_removed_file(p.user_id, p.title, jsonb_build_object('postId', p.id)) from public.posts p where p.id = v_post_id;
        end if;
      when 'message-files' then
        delete from public.message_attachments a where a.path = v_file.name returning a.message_id into v_message_id;
        if found then
          perform private.tell_of_removed_file(m.sender_id, q.post_title, jsonb_build_object('quoteId', q.id, 'messageId', m.id), q.id)
          from public.messages m join public.quotes q on q.id = m.quote_id where m.id = v_message_id;
        end if;
      else
        update public.feedback f set images = array_remove(f.images, v_file.name)
        where cardinality(f.images) > 0 and f.images @> array[v_file.name];
    end case;
  end loop;
  delete from private.new_uploads u where u.id = any (p_inspected);
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.remove_file_of_quote (
  p_quote_id bigint,
  p_path     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_quote public.quotes;
  v_before jsonb;
  v_after jsonb;
begin
  select * into v_quote from public.quotes q where q.id = p_quote_id for no key update;
  v_before := private.quote_facts(v_quote);
  delete from public.quote_attachments a where a.path = p_path;
  update public.quotes q set images = array_remove(q.images, p_path), version = q.version + 1
  where q.id = v_quote.id returning q.* into v_quote;
  v_after := private.quote_facts(v_quote);
  v_before := private.differences(v_before, v_after);
  insert into public.quote_events (quote_id, kind, from_status, to_status, before, after)
  values (v_quote.id, 'remove_file', v_quote.status, v_quote.status, v_before,
    (select jsonb_object_agg(b.key, v_after -> b.key) from jsonb_each(v_before) as b));
  perform private.tell_of_removed_file(v_quote.supplier_id, v_quote.post_title, jsonb_build_object('quoteId', v_quote.id), v_quote.id);
end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_removed_file (
  p_user_id  bigint,
  p_title    text,
  p_target   jsonb,
  p_quote_id bigint DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.notify(p_user_id, format('A file was removed from "%s": it is too large or not of its type', p_title),
    p_target || '{"type": "picture"}', p_quote_id)
$function$;

ALTER TABLE "public"."quote_events"
  ADD CONSTRAINT "quote_events_facts_are_of_changes" CHECK ((((kind = ANY (ARRAY['revise'::text, 'correct'::text, 'remove_file'::text])) = (before IS
    NOT NULL)) AND ((before IS NULL) = (after IS NULL))));

ALTER TABLE "public"."quote_events"
  ADD CONSTRAINT "quote_events_kind_is_known"
    CHECK
    ((kind = ANY (ARRAY['shortlist'::text, 'unshortlist'::text, 'accept'::text, 'decline'::text, 'reopen'::text, 'withdraw'::text, 'revise'::text, 'correct'::text, 'cancel'::text,
    'remove_file'::text])));

COMMENT ON FUNCTION "private"."remove_file_of_quote"(bigint, text) IS 'Takes a refused file out of a quote. Both parties read in the history that it was there; who has read the quote with it decides on another version.';

REVOKE ALL ON FUNCTION "private"."remove_file_of_quote"(bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_removed_file"(bigint, text, jsonb, bigint) FROM PUBLIC;
