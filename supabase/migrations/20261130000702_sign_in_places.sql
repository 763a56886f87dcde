SET local check_function_bodies = off;

CREATE TABLE "private"."sign_in_places" (
  "session_id" uuid                     NOT NULL,
  "profile_id" bigint                   NOT NULL,
  "network"    cidr                     NOT NULL,
  "program"    uuid                     NOT NULL,
  "last_at"    timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "sign_in_places_pkey" PRIMARY KEY (session_id)
);

CREATE OR REPLACE FUNCTION private.delete_user (
  p_user_id  bigint,
  p_username text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_account public.accounts;
  v_profile public.profiles;
  v_name text := 'deleted-' || p_user_id;
begin
  perform private.require_main_admin();
  -- Waits for all who write for the user, and lets nobody begin.
  perform pg_advisory_xact_lock(private.account_key(p.auth_id)) from public.profiles p where p.id = p_user_id;
  -- What this changes, in the order in which everybody takes it: what follows would take it in any order. The counters of what the
  -- user liked, too, which change after the counts of the marketplace have.
  perform 1 from public.profiles p where p.id = p_user_id for no key update;
  perform 1 from public.posts p
  where p.user_id = p_user_id or p.id in (select q.post_id from public.quotes q where q.supplier_id = p_user_id) order by p.id
  for update;
  perform 1 from public.quotes q where q.supplier_id = p_user_id or q.post_owner_id = p_user_id order by q.id for update;
  perform private.hold_counters(array(
    select p.id from public.posts p where p.user_id = p_user_id
    union select l.post_id from public.post_likes l where l.user_id = p_user_id));
  perform 1 from public.post_questions k
  where k.asker_id = p_user_id or k.post_id in (select p.id from public.posts p where p.user_id = p_user_id) order by k.id for update;
  perform 1 from public.feedback f where f.user_id = p_user_id order by f.id for update;
  perform 1 from private.watches w where w.user_id = p_user_id order by w.post_id for update;
  perform 1 from public.mutes m where m.user_id = p_user_id order by m.id for update;
  perform 1 from private.saved_searches s where s.user_id = p_user_id order by s.id for update;
  perform 1 from private.notification_preferences n where n.user_id = p_user_id order by n.kind for update;
  -- A sender that has one of these asks whether anybody still waits for it, which a new address ends.
  perform 1 from private.mail_outbox o where o.status = 'queued' and o.user_id = p_user_id order by o.id for update;
  perform private.hold_user_of_auth(p_user_id);
  v_account := private.account_to_manage(p_user_id);
  perform private.require_main_admin();
  select * into v_profile from public.profiles p where p.id = p_user_id;
  if v_profile.username is distinct from p_username then
    perform private.refuse(400, 'invalid_input', 'Type the username to confirm', '{"path": "username"}');
  end if;
  if exists (select 1 from public.profiles p where lower(p.username) = v_name) then
    v_name := private.free_username(v_name);
  end if;
  -- Written before the names are gone; what else was known of the person does not go into the log.
  perform private.audit('delete_user', 'user', p_user_id::text, jsonb_build_object('username', v_profile.username, 'role', v_account.role), null);

  delete from public.posts p where p.user_id = p_user_id;
  delete from public.post_likes l where l.user_id = p_user_id;
  delete from public.notifications n where n.user_id = p_user_id;
  delete from private.notification_preferences n where n.user_id = p_user_id;
  delete from private.watches w where w.user_id = p_user_id;
  delete from public.mutes m where m.user_id = p_user_id;
  delete from private.saved_searches s where s.user_id = p_user_id;
  delete from private.sign_in_places s where s.profile_id = p_user_id;
  perform private.remove_second_factor(v_profile.auth_id);
  -- The agreement stays with the other side: the facts of quotes and the text of messages. Files go: they carry names, stamps and
  -- bank accounts. The job `uploads` removes what no row names.
  update public.quotes q set contact_address = null, images = '{}', account_type = 'individual', organization_name = null, tax_code = null
  where q.supplier_id = p_user_id;
  delete from public.quote_attachments t using public.quotes q where q.id = t.quote_id and q.supplier_id = p_user_id;
  delete from public.message_attachments t using public.messages m where m.id = t.message_id and m.sender_id = p_user_id;
  delete from public.content_hits h where h.user_id = p_user_id;
  -- What a registration wrote was nobody's yet.
  delete from public.content_hits h where h.user_id is null and h.entity = 'profile' and h.entity_id = p_user_id;
  -- What was masked stays so.
  delete from private.masked_texts m where m.user_id = p_user_id;
  delete from private.moderation_changes m where m.user_id = p_user_id;
  update public.feedback f set email = format('deleted-%s@deleted.invalid', p_user_id) where f.user_id = p_user_id;
  update public.profiles p set username = v_name, avatar_path = null, country = null, company_name = null, bio = null where p.id = p_user_id;
  update public.accounts a set role = 'user', first_name = null, last_name = null, phone_number = null, address = null, organization = null,
    tax_code = null, suspended_until = null, suspension_reason = null, suspended_at = null, deleted_at = now() where a.profile_id = p_user_id;

  -- Nobody can sign in as this user any more, and the address is free for a new registration.
  delete from auth.identities i where i.user_id = v_profile.auth_id;
  delete from auth.sessions s where s.user_id = v_profile.auth_id;
  update auth.users u set email = format('deleted-%s@deleted.invalid', p_user_id), raw_user_meta_data = '{}',
    encrypted_password = extensions.crypt(gen_random_uuid()::text, extensions.gen_salt('bf')), banned_until = '9999-12-31'
  where u.id = v_profile.auth_id;
  -- Neither the mails that wait for the user nor the news of this change go out.
  delete from private.mail_outbox o
  where o.status = 'queued' and (o.user_id = p_user_id or o.recipient in (v_account.email, format('deleted-%s@deleted.invalid', p_user_id)));
end $function$;

CREATE OR REPLACE FUNCTION private.housekeep (
  p_job   text,
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_count integer;
begin
  case p_job
    when 'notifications' then
      delete from public.notifications n where n.id in (
        select o.id from public.notifications o where o.created_at < now() - interval '90 days' limit p_limit for update skip locked);
    when 'guest-visits' then
      delete from public.guest_visits g where g.id in (
        select o.id from public.guest_visits o where o.created_at < now() - interval '90 days' limit p_limit for update skip locked);
    when 'rate-limits' then
      -- The longest window is a day.
      delete from private.rate_limit_uses r where (r.action, r.subject) in (
        select o.action, o.subject from private.rate_limit_uses o where o.window_started_at < now() - interval '2 days'
        limit p_limit for update skip locked);
    when 'registrations' then
      delete from private.registration_passes r where r.email in (
        select o.email from private.registration_passes o where o.made_at < now() - interval '1 minute' for update skip locked);
      delete from private.ended_registrations r where r.auth_id in (
        select o.auth_id from private.ended_registrations o where o.ended_at < now() - interval '48 hours' for update skip locked);
      return private.end_registrations(interval '48 hours', least(p_limit, 500));
    when 'content-hits' then
      delete from public.content_hits h where h.id in (
        select o.id from public.content_hits o where o.created_at < now() - interval '30 days' limit p_limit for update skip locked);
    when 'masks' then
      return private.work_on_masks(p_limit);
    when 'bulk-actions' then
      -- Its files are left to the job 'uploads'.
      delete from public.feedback f where f.id in (
        select o.id from public.feedback o where o.deleted_at < now() - interval '30 days' limit p_limit for update skip locked);
      get diagnostics v_count = row_count;
      if v_count > 0 then
        return v_count;
      end if;
      delete from private.moderation_changes m where (m.batch_id, m.kind, m.subject_id) in (
        select o.batch_id, o.kind, o.subject_id from private.moderation_changes o where o.changed_at < now() - interval '30 days'
        limit p_limit for update skip locked);
      get diagnostics v_count = row_count;
      -- A batch goes after what it changed.
      if v_count = 0 then
        delete from public.moderation_batches b where b.id in (
          select o.id from public.moderation_batches o
          where o.created_at < now() - interval '30 days'
            and not exists (select 1 from private.moderation_changes c where c.batch_id = o.id)
          limit p_limit for update skip locked);
      else
        return v_count;
      end if;
    when 'sign-in-places' then
      delete from private.sign_in_places s where s.session_id in (
        select o.session_id from private.sign_in_places o where o.last_at < now() - interval '90 days'
        order by o.last_at limit p_limit for update skip locked);
    when 'empty-searches' then
      delete from private.empty_searches e where (e.day, e.term) in (
        select o.day, o.term from private.empty_searches o where o.day < (now() at time zone 'utc')::date - 90
        limit p_limit for update skip locked);
    when 'audit-log' then
      delete from public.audit_log a where a.id in (
        select o.id from public.audit_log o where o.created_at < now() - interval '2 years' limit p_limit for update skip locked);
    when 'mail-log' then
      delete from private.mail_days d where d.day < (now() at time zone 'utc')::date - 30;
      delete from private.mail_outbox m where m.id in (
        select o.id from private.mail_outbox o
        where o.created_at < now() - interval '30 days' and o.status in ('sent', 'bounced', 'failed') limit p_limit for update skip locked);
    when 'suspensions' then
      -- Over they are by themselves; this takes the mark away and says so in the log. Few at a time: accounts have many indexes.
      with ended as (
        update public.accounts a set suspended_until = null, suspension_reason = null, suspended_at = null
        where a.profile_id in (
          select o.profile_id from public.accounts o where o.suspended_until <= now() limit least(p_limit, 500) for update skip locked)
        returning a.profile_id)
      select count(*) into v_count from ended e
      cross join lateral private.audit('end_suspension', 'user', e.profile_id::text, null, null);
      return v_count;
    when 'repeated-writes' then
      return private.sweep_idempotent_writes(p_limit);
    when 'vocabulary' then
      return private.forget_words(p_limit);
    when 'broadcasts' then
      return private.work_on_broadcasts(p_limit);
    when 'watches' then
      v_count := private.tell_watchers(p_limit);
      return case v_count when 0 then private.remind_watchers(p_limit) else v_count end;
    when 'saved-searches' then
      v_count := private.match_saved_searches(p_limit);
      return case v_count when 0 then private.tell_of_hits(p_limit) else v_count end;
    when 'unquoted-posts' then
      return private.tell_of_unquoted(p_limit);
    when 'flag-rules' then
      return private.stop_common_flags();
    else
      perform private.refuse(404, 'not_found', 'There is no such job');
  end case;
  get diagnostics v_count = row_count;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.is_public_address (
  p_address inet
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select not p_address <<= any (array['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16',
    '::/64', 'fc00::/7', 'fe80::/10']::inet[])
$function$;

CREATE OR REPLACE FUNCTION private.jobs()
  RETURNS TABLE (
    path     text,
    schedule text
  )
  LANGUAGE sql
  IMMUTABLE
  ROWS 25
  SET search_path TO ''
  AS $function$
  values
    ('mail', '* * * * *'),
    ('housekeeping/broadcasts', '* * * * *'),
    ('housekeeping/inspection', '* * * * *'),
    ('housekeeping/thumbnails', '* * * * *'),
    ('housekeeping/masks', '* * * * *'),
    ('housekeeping/watches', '* * * * *'),
    ('housekeeping/saved-searches', '* * * * *'),
    ('housekeeping/suspensions', '*/15 * * * *'),
    ('housekeeping/quote-deadlines', '*/15 * * * *'),
    ('housekeeping/uploads', '20 * * * *'),
    ('housekeeping/repeated-writes', '30 * * * *'),
    ('housekeeping/unquoted-posts', '35 * * * *'),
    ('housekeeping/flag-rules', '40 * * * *'),
    ('housekeeping/registrations', '45 * * * *'),
    ('housekeeping/vocabulary', '50 * * * *'),
    ('housekeeping/notifications', '5 3 * * *'),
    ('housekeeping/guest-visits', '10 3 * * *'),
    ('housekeeping/rate-limits', '15 3 * * *'),
    ('housekeeping/mail-log', '25 3 * * *'),
    ('housekeeping/content-hits', '35 3 * * *'),
    ('housekeeping/bulk-actions', '55 3 * * *'),
    ('housekeeping/empty-searches', '40 3 * * *'),
    ('housekeeping/audit-log', '45 3 * * *'),
    ('housekeeping/sign-in-places', '50 3 * * *'),
    ('housekeeping/exchange-rates', '30 16 * * *')
$function$;

CREATE OR REPLACE FUNCTION private.linked_accounts (
  p_user_id bigint
)
  RETURNS TABLE (
    user_id            bigint,
    username           text,
    email_confirmed_at timestamp with time zone,
    suspended_until    timestamp with time zone,
    deleted_at         timestamp with time zone,
    same_program       boolean,
    accounts           integer,
    last_at            timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 5
  SET search_path TO ''
  AS $function$
declare
  -- A network with more is that of an operator of mobile phones, or of a whole town.
  v_shared_max constant integer := 100;
begin
  perform private.require_admin();
  if not exists (select 1 from public.profiles p where p.id = p_user_id) then
    perform private.refuse(404, 'not_found', 'User not found');
  end if;
  return query
    with places as materialized (
      select s.network, array_agg(s.program) as programs,
        (select count(*)::integer from (
          select distinct o.profile_id from private.sign_in_places o where o.network = s.network limit v_shared_max + 1) as c) as accounts
      from private.sign_in_places s where s.profile_id = p_user_id group by s.network)
    select p.id, p.username, a.email_confirmed_at, a.suspended_until, a.deleted_at,
      bool_or(o.program = any (l.programs)), min(l.accounts), max(o.last_at)
    from places l
    join private.sign_in_places o on o.network = l.network and o.profile_id <> p_user_id
    join public.profiles p on p.id = o.profile_id
    join public.accounts a on a.profile_id = p.id
    where l.accounts <= v_shared_max
    group by p.id, a.profile_id
    order by 6 desc, 7, 8 desc, 1 limit 50;
end $function$;

CREATE OR REPLACE FUNCTION private.note_sign_in_place()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_profile_id bigint;
begin
  if not private.is_public_address(new.ip) then
    return null;
  end if;
  -- The place of a session changes: it moves, and a session that a function made has that of the function at first (`note_device`).
  insert into private.sign_in_places as s (session_id, profile_id, network, program)
  select new.id, p.id, network(set_masklen(new.ip, case family(new.ip) when 4 then 32 else 64 end)), md5(coalesce(new.user_agent, ''))::uuid
  from public.profiles p join public.accounts a on a.profile_id = p.id
  where p.auth_id = new.user_id and a.deleted_at is null
  on conflict (session_id) do update set network = excluded.network, program = excluded.program, last_at = excluded.last_at
  returning s.profile_id into v_profile_id;
  delete from private.sign_in_places s
  where s.session_id in (
    select o.session_id from private.sign_in_places o where o.profile_id = v_profile_id order by o.last_at desc, o.session_id offset 50);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.linked_accounts (
  user_id bigint
)
  RETURNS TABLE (
    user_id            bigint,
    username           text,
    email_confirmed_at timestamp with time zone,
    suspended_until    timestamp with time zone,
    deleted_at         timestamp with time zone,
    same_program       boolean,
    accounts           integer,
    last_at            timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  ROWS 5
  SET search_path TO ''
  AS $function$ select * from private.linked_accounts($1) $function$;

REVOKE ALL ON FUNCTION "public"."linked_accounts"(bigint) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."sign_in_places"
  ADD CONSTRAINT "sign_in_places_profile_id_fkey" FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX sign_in_places_last_idx ON private.sign_in_places USING btree (last_at);

CREATE INDEX sign_in_places_network_idx ON private.sign_in_places USING btree (network, profile_id);

CREATE INDEX sign_in_places_profile_idx ON private.sign_in_places USING btree (profile_id, last_at DESC);

CREATE TRIGGER note_sign_in_place
  AFTER INSERT OR UPDATE OF ip, user_agent ON auth.sessions
  FOR EACH ROW
  WHEN ((new.ip IS NOT NULL))
  EXECUTE FUNCTION private.note_sign_in_place();

COMMENT ON COLUMN "private"."sign_in_places"."network" IS 'The address; of IPv6 the /64 network, of which a household or an office has one.';

COMMENT ON COLUMN "private"."sign_in_places"."program" IS 'MD5 of what the browser calls itself: enough to compare.';

COMMENT ON FUNCTION "public"."linked_accounts"(bigint) IS 'For admins: up to 50 accounts that signed in from a network of a user within 90 days, first those with the same browser, then those of networks with the fewest accounts. Networks of more than 100 accounts do not count.';

COMMENT ON TABLE "private"."sign_in_places" IS 'Network and browser of each session of 90 days, ended ones too, at most 50 of a user. Admins see which accounts share one, not the network.';

REVOKE ALL ON FUNCTION "private"."is_public_address"(inet) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."linked_accounts"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."linked_accounts"(bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."note_sign_in_place"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."linked_accounts"(bigint) TO "authenticated";

select private.schedule_jobs();
