SET local check_function_bodies = off;

DROP POLICY "users read their own files" ON "storage"."objects";

DROP POLICY "users remove their own unused files" ON "storage"."objects";

CREATE OR REPLACE FUNCTION private.begin_idempotent_write (
  p_subject      text,
  p_key          text,
  p_request_hash text
)
  RETURNS TABLE (
    outcome text,
    lease   uuid,
    status  smallint,
    answer  text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_first private.idempotent_writes;
begin
  -- One statement decides who runs, so that of many repeats at the same moment exactly one does.
  insert into private.idempotent_writes as w (subject, key, request_hash, lease, leased_until)
  values (p_subject, p_key, p_request_hash, gen_random_uuid(), now() + interval '2 minutes')
  on conflict (subject, key) do update set
    request_hash = excluded.request_hash, lease = excluded.lease, leased_until = excluded.leased_until,
    status = null, answer = null, created_at = now()
  where w.created_at <= now() - interval '24 hours'
    or (w.status is null and w.leased_until <= now() and w.request_hash = excluded.request_hash)
  returning w.* into v_first;
  if v_first.lease is not null then
    perform private.assert_rate_limit('idempotent_kilobytes', p_subject);
    perform private.consume_rate_limit('idempotent_write', p_subject);
    return query select 'run', v_first.lease, null::smallint, null::text;
    return;
  end if;
  select * into v_first from private.idempotent_writes w where w.subject = p_subject and w.key = p_key;
  return query select
    case
      when v_first.request_hash <> p_request_hash then 'other_request'
      when v_first.status is not null then 'answered'
      else 'running'
    end, null::uuid, v_first.status, v_first.answer;
end $function$;

CREATE OR REPLACE FUNCTION private.default_rate_limits()
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'post',                jsonb_build_object('max', 100, 'seconds', 86400),
    'post_edit',           jsonb_build_object('max', 60,  'seconds', 600),
    'quote',               jsonb_build_object('max', 100, 'seconds', 86400),
    'quote_decision',      jsonb_build_object('max', 300, 'seconds', 3600),
    'accept',              jsonb_build_object('max', 50,  'seconds', 86400),
    'question',            jsonb_build_object('max', 20,  'seconds', 86400),
    'message',             jsonb_build_object('max', 30,  'seconds', 60),
    'like',                jsonb_build_object('max', 120, 'seconds', 60),
    'upload',              jsonb_build_object('max', 120, 'seconds', 3600),
    'upload_kilobytes',    jsonb_build_object('max', 300000, 'seconds', 86400),
    'review',              jsonb_build_object('max', 20,  'seconds', 86400),
    'feedback',            jsonb_build_object('max', 10,  'seconds', 86400),
    'login',               jsonb_build_object('max', 10,  'seconds', 900),
    'login_address',       jsonb_build_object('max', 50,  'seconds', 900),
    'password',            jsonb_build_object('max', 300, 'seconds', 3600),
    'second_factor',       jsonb_build_object('max', 10,  'seconds', 3600),
    'register',            jsonb_build_object('max', 20,  'seconds', 3600),
    'availability',        jsonb_build_object('max', 120, 'seconds', 60),
    'forgot_password',     jsonb_build_object('max', 5,   'seconds', 3600),
    'verify_email',        jsonb_build_object('max', 5,   'seconds', 900),
    'mail_proof',          jsonb_build_object('max', 30,  'seconds', 900),
    'mail_of_auth',        jsonb_build_object('max', 20,  'seconds', 86400),
    'resend_verification', jsonb_build_object('max', 1,   'seconds', 60),
    'resend_verification_daily', jsonb_build_object('max', 5, 'seconds', 86400),
    'broadcast',           jsonb_build_object('max', 10,  'seconds', 86400),
    'test_mail',           jsonb_build_object('max', 20,  'seconds', 3600),
    'bulk_action',         jsonb_build_object('max', 300, 'seconds', 3600),
    'account_read',        jsonb_build_object('max', 2000, 'seconds', 3600),
    'rule_preview',        jsonb_build_object('max', 300, 'seconds', 3600),
    'content_report',      jsonb_build_object('max', 60,  'seconds', 3600),
    'idempotent_write',    jsonb_build_object('max', 3600, 'seconds', 3600),
    'idempotent_kilobytes', jsonb_build_object('max', 100000, 'seconds', 86400),
    'empty_search',        jsonb_build_object('max', 600, 'seconds', 3600),
    'guest_access',        jsonb_build_object('max', 120, 'seconds', 3600))
$function$;

CREATE OR REPLACE FUNCTION private.finish_idempotent_write (
  p_subject text,
  p_key     text,
  p_lease   uuid,
  p_status  smallint,
  p_answer  text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_kilobytes integer := greatest(1, ceil(octet_length(p_answer) / 1000.0));
begin
  if p_status is null then
    delete from private.idempotent_writes w where w.subject = p_subject and w.key = p_key and w.lease = p_lease;
  else
    update private.idempotent_writes w set status = p_status, answer = p_answer
    where w.subject = p_subject and w.key = p_key and w.lease = p_lease;
    -- The write is done, so its answer is kept even where it exceeds the limit; the next key is refused.
    perform private.take_room('idempotent_kilobytes', p_subject, v_kilobytes, (r.rule ->> 'max')::integer + v_kilobytes,
      make_interval(secs => (r.rule ->> 'seconds')::integer))
    from (select private.setting('rate_limits') -> 'idempotent_kilobytes') as r (rule);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.set_mute (
  p_is_on    boolean,
  p_quote_id bigint,
  p_post_id  bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 500;
  v_me bigint := private.require_profile_id();
  v_post public.posts;
begin
  if num_nonnulls(p_quote_id, p_post_id) <> 1 then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "quote_id"}');
  end if;
  -- Two calls of a user wait for each other, since together they could pass the maximum.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  if p_is_on is not true then
    delete from public.mutes m where m.user_id = v_me and (m.quote_id = p_quote_id or m.post_id = p_post_id);
    -- Also of a request that was hidden meanwhile.
    if found then
      return;
    end if;
  end if;
  if p_quote_id is not null then
    perform private.quote_of_party(p_quote_id, v_me);
  else
    select * into v_post from public.posts p where p.id = p_post_id for key share;
    if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
      perform private.refuse(404, 'not_found', 'Post not found');
    end if;
  end if;
  if p_is_on is not true then
    return;
  end if;
  perform private.assert_not_suspended();
  if (select count(*) from public.mutes m where m.user_id = v_me and (m.quote_id = p_quote_id or m.post_id = p_post_id) is not true) >= v_max then
    perform private.refuse(409, 'conflict', 'You have muted 500 conversations and requests, which is the most');
  end if;
  insert into public.mutes (user_id, quote_id, post_id) values (v_me, p_quote_id, p_post_id) on conflict do nothing;
  -- Nothing of it counts any more, neither in the bell nor in a mail that waits. Looked for among the newest that are
  -- unread: who lets ninety days of them lie could keep the database at it.
  update public.notifications n set read_at = now() where n.id in (
    select o.id from public.notifications o
    where o.id in (select u.id from public.notifications u where u.user_id = v_me and u.read_at is null order by u.id desc limit 5000)
      and private.is_muted(o) for update skip locked);
  perform private.drop_mails_of_muted(v_me, p_quote_id, p_post_id);
end $function$;

CREATE POLICY "users read their own files" ON "storage"."objects"
  FOR SELECT
  TO "authenticated"
  USING
    (((bucket_id = ANY (ARRAY['post-images'::text, 'avatars'::text, 'news-images'::text, 'quote-documents'::text, 'message-files'::text, 'post-documents'::text])) AND (name ~>=~ (
    SELECT (private.own_folder() || '/'::text))) AND (name ~<~ ( SELECT (private.own_folder() || '0'::text)))));

CREATE POLICY "users remove their own unused files" ON "storage"."objects"
  FOR DELETE
  TO "authenticated"
  USING
    (((bucket_id = ANY (ARRAY['post-images'::text, 'avatars'::text, 'news-images'::text, 'quote-documents'::text, 'message-files'::text, 'post-documents'::text])) AND (name ~>=~ (
    SELECT (private.own_folder() || '/'::text))) AND (name ~<~ ( SELECT (private.own_folder() || '0'::text))) AND (NOT private.is_file_in_use(bucket_id, name))));

COMMENT ON FUNCTION "private"."finish_idempotent_write"(text, text, uuid, smallint, text) IS 'Keeps the answer of a write, and counts its size; without a status the key is free again, as after a failure that a repeat may mend.';

update private.app_settings
set value = value || jsonb_build_object('idempotent_kilobytes', private.default_rate_limits() -> 'idempotent_kilobytes') where key = 'rate_limits';
