SET local check_function_bodies = off;

DROP POLICY "parties of quotes on a post they see read its changes" ON "public"."post_changes";

DROP TRIGGER "end_quotes_of_deleted" ON "public"."accounts";

DROP TRIGGER "filter_reason" ON "public"."quotes";

DROP FUNCTION "private"."delete_user"(bigint, text);

DROP FUNCTION "private"."end_quotes_of_deleted"();

DROP FUNCTION "public"."delete_user"(bigint, text);

ALTER TABLE "private"."news_of_watched"
  ADD COLUMN "created_at" timestamp WITH time zone NOT NULL DEFAULT now();

CREATE OR REPLACE FUNCTION private.blocked_in_profile (
  p_texts jsonb
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array_agg(f.key order by f.key) from jsonb_each_text(p_texts) as f
  where not (f.key = 'username' and private.is_given_name(f.value)) and exists (
    select 1 from private.find_content_hits('profile', f.value, 'profiles') as h
    -- A masked name is not the one that its user signs in with.
    where h.action = 'block' or f.key = 'username' and h.action = 'mask')
$function$;

CREATE OR REPLACE FUNCTION private.decline_undecided (
  p_post_id   bigint,
  p_actor_id  bigint,
  p_chosen_id bigint
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with others as materialized (
    select q.id, q.status, (private.reasons_of_the_rules())[case when p_chosen_id is null then 1 when q.supplier_id = p_chosen_id then 2 else 3 end] as reason
    from public.quotes q where q.post_id = p_post_id and private.is_undecided(q) order by q.id for update
  ), declined as (
    update public.quotes q set status = 'declined', status_reason = o.reason, changed_at = clock_timestamp()
    from others o where q.id = o.id returning q.id, q.supplier_id, q.post_title, q.status_reason, o.status as from_status
  ), noted as (
    insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, reason)
    select d.id, p_actor_id, 'decline', d.from_status, 'declined', d.status_reason from declined d order by d.id
  )
  -- One for each supplier; who was chosen has heard of that already.
  insert into public.notifications (user_id, message, data)
  select n.supplier_id, left(format('Your quote on "%s" was declined: %s', n.post_title, n.status_reason), 600),
    jsonb_build_object('type', 'quote_declined', 'quoteId', n.id)
  from (select distinct on (d.supplier_id) d.* from declined d order by d.supplier_id, d.id desc) as n
  where n.supplier_id is distinct from p_chosen_id
  order by n.supplier_id
$function$;

CREATE OR REPLACE FUNCTION private.delete_part_of_user (
  p_user_id   bigint,
  p_username  text,
  p_post_ids  bigint[],
  p_quote_ids bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_reason constant text := (private.reasons_of_the_rules())[4];
  v_account public.accounts;
begin
  perform 1 from public.posts p
  where p.id = any (p_post_ids) or p.id in (select q.post_id from public.quotes q where q.id = any (p_quote_ids)) order by p.id for update;
  perform 1 from public.quotes q where q.id = any (p_quote_ids) or q.post_id = any (p_post_ids) order by q.id for update;
  perform private.hold_counters(p_post_ids);
  perform 1 from public.post_questions k where k.post_id = any (p_post_ids) order by k.id for update;
  perform private.hold_digests(array(select q.supplier_id from public.quotes q where q.post_id = any (p_post_ids)));
  v_account := private.user_to_delete(p_user_id, p_username);
  -- Nothing is begun between the parts, also where the last one does not come.
  if v_account.suspended_until is distinct from 'infinity' then
    update public.accounts a set suspended_until = 'infinity', suspension_reason = v_reason, suspended_at = now()
    where a.profile_id = p_user_id;
    perform private.audit('suspend_user', 'user', p_user_id::text, null, jsonb_build_object('until', 'permanent', 'reason', v_reason));
  end if;
  delete from public.posts p where p.id = any (p_post_ids);
  perform private.end_quotes(p_user_id, p_quote_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.delete_user (
  p_user_id  bigint,
  p_username text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_posts bigint[];
  v_quotes bigint[];
  v_account public.accounts;
  v_profile public.profiles;
  v_name text := 'deleted-' || p_user_id;
begin
  perform private.require_main_admin();
  -- Waits for all who write for the user, and lets nobody begin.
  perform pg_advisory_xact_lock(private.account_key(p.auth_id)) from public.profiles p where p.id = p_user_id;
  -- Before the profile, like Auth when a proof empties a registration.
  perform private.hold_user_of_auth(p_user_id);
  -- What this changes, in the order in which everybody takes it: what follows would take it in any order. The counters of what the
  -- user liked, too, which change after the counts of the marketplace have.
  perform 1 from public.profiles p where p.id = p_user_id for no key update;
  v_posts := private.posts_to_delete(p_user_id);
  if exists (select 1 from public.posts p where p.user_id = p_user_id and p.id <> all (v_posts)) then
    perform private.delete_part_of_user(p_user_id, p_username, v_posts, '{}');
    return false;
  end if;
  v_quotes := private.quotes_to_end(p_user_id, private.deletion_part());
  if cardinality(v_quotes) = private.deletion_part() then
    perform private.delete_part_of_user(p_user_id, p_username, '{}', v_quotes);
    return false;
  end if;
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
  perform 1 from auth.sessions s join public.profiles p on p.auth_id = s.user_id where p.id = p_user_id order by s.id for update of s;
  -- A sender that has one of these asks whether anybody still waits for it, which a new address ends.
  perform 1 from private.mail_outbox o where o.status = 'queued' and o.user_id = p_user_id order by o.id for update;
  -- Each of the posts tells its suppliers.
  perform private.hold_digests(array(select q.supplier_id from public.quotes q where q.post_owner_id = p_user_id));
  v_account := private.user_to_delete(p_user_id, p_username);
  select * into v_profile from public.profiles p where p.id = p_user_id;
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
  delete from public.account_notes n where n.profile_id = p_user_id;
  perform private.remove_second_factor(v_profile.auth_id);
  perform private.end_quotes(p_user_id, private.quotes_to_end(p_user_id, null));
  delete from public.message_attachments t using public.messages m where m.id = t.message_id and m.sender_id = p_user_id;
  delete from public.content_hits h where h.user_id = p_user_id;
  -- What a registration wrote was nobody's yet.
  delete from public.content_hits h where h.user_id is null and h.entity = 'profile' and h.entity_id = p_user_id;
  -- What was masked stays so.
  delete from private.masked_texts m where m.user_id = p_user_id;
  delete from private.moderation_changes m where m.user_id = p_user_id;
  delete from private.mail_secrets s where s.name = 'unsubscribe ' || p_user_id;
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
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.deletion_part()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 500 $function$;

CREATE OR REPLACE FUNCTION private.drop_mails_about (
  p_user_id bigint,
  p_about   text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.mail_outbox o where o.user_id = p_user_id and o.status = 'queued' and o.cause like any (p_about);
  perform private.drop_mail_items(p_user_id, p_about);
end $function$;

CREATE OR REPLACE FUNCTION private.drop_mails_of_muted (
  p_user_id  bigint,
  p_quote_id bigint,
  p_post_id  bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Decisions are called by the quote or post alone, so they stay.
  v_about text[] := array(
    select '% quote ' || q.id from public.quotes q
    where p_user_id in (q.supplier_id, q.post_owner_id) and (q.id = p_quote_id or q.post_id = p_post_id))
    || ('% post ' || p_post_id);
begin
  perform private.drop_mails_about(p_user_id, v_about);
end $function$;

CREATE OR REPLACE FUNCTION private.drop_surplus_notifications (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 10000;
  v_count integer;
begin
  -- Who got fewer than 100 in two days cannot get beyond it in the 90 days that they are kept. A run may have fallen out.
  with receivers as materialized (
    select n.user_id from public.notifications n where n.created_at > now() - interval '2 days'
    group by n.user_id having count(*) >= v_max / 100)
  delete from public.notifications n where n.id in (
    select o.id from receivers r
    cross join lateral (select l.id from public.notifications l where l.user_id = r.user_id order by l.id desc offset v_max limit 1) as newest
    join public.notifications o on o.user_id = r.user_id and o.id <= newest.id
    limit p_limit for update of o skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.end_quotes (
  p_user_id   bigint,
  p_quote_ids bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.set_quote_status(q, p_user_id, 'withdraw', 'withdrawn', (private.reasons_of_the_rules())[4])
  from (
    select q from public.quotes q
    where q.id = any (p_quote_ids) and q.supplier_id = p_user_id and private.is_undecided(q) order by q.id) as undecided;
  update public.quotes q set contact_address = null, account_type = 'individual', tax_code = null
  where q.id = any (p_quote_ids) and q.supplier_id = p_user_id
    and (num_nonnulls(q.contact_address, q.tax_code) > 0 or q.account_type <> 'individual');
  -- Files carry names, stamps and bank accounts. The job `uploads` removes what no row names.
  update public.quotes q set images = '{}', organization_name = null
  where q.id = any (p_quote_ids) and q.supplier_id = p_user_id and (q.organization_name is not null or q.images <> '{}');
  delete from public.quote_attachments t using public.quotes q
  where t.quote_id = any (p_quote_ids) and q.id = t.quote_id and q.supplier_id = p_user_id;
  update public.quote_events e set before = e.before - private.names_in_quotes(), after = e.after - private.names_in_quotes()
  from public.quotes q
  where e.quote_id = any (p_quote_ids) and e.before is not null and q.id = e.quote_id and q.supplier_id = p_user_id;
  update public.quotes q set quoted_request = q.quoted_request - 'delivery_address'
  where q.id = any (p_quote_ids) and q.post_owner_id = p_user_id;
end $function$;

CREATE OR REPLACE FUNCTION private.filter_content()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_new jsonb := to_jsonb(new);
  v_old jsonb := coalesce(to_jsonb(old), '{}');
  v_id bigint := coalesce(v_new ->> 'id', v_old ->> 'id')::bigint;
  v_entity text := rtrim(tg_table_name, 's');
  v_field text[];
  v_text text;
  v_is_list boolean;
  v_found record;
  v_changes jsonb := '{}';
  v_originals jsonb := '[]';
  v_hits jsonb := '[]';
  v_refused jsonb := '[]';
  v_paths text[] := '{}';
begin
  if tg_op = 'DELETE' then
    delete from private.masked_texts m where m.entity = tg_table_name and m.entity_id = v_id;
    return old;
  elsif private.restores_text() then
    return new;
  end if;
  -- The constraints are asked after the rules and after the columns that are made of a text, which take seconds of many long ones.
  if (select sum(char_length(v_new ->> c)) from (select split_part(a, ' ', 2) as c from unnest(tg_argv) as a) as columns
      where jsonb_typeof(v_new -> c) = 'string') > 10000 then
    perform private.refuse(400, 'invalid_input', 'Text too long');
  end if;
  foreach v_text in array tg_argv loop
    v_field := string_to_array(v_text, ' ');
    continue when v_new -> v_field[2] is not distinct from v_old -> v_field[2]
      or v_field[2] = 'username' and private.is_given_name(v_new ->> 'username');
    v_text := private.filtered_text(v_new -> v_field[2], v_old -> v_field[2]);
    v_is_list := coalesce(jsonb_typeof(v_new -> v_field[2]) = 'array', false);
    if not v_is_list then
      if tg_op = 'UPDATE' then
        v_text := private.edit_of_original(tg_table_name, v_id, v_field[2], v_old ->> v_field[2], v_text);
      end if;
      if v_text is distinct from v_new ->> v_field[2] then
        v_changes := v_changes || jsonb_build_object(v_field[2], v_text);
      end if;
    end if;
    continue when private.is_blank(v_text);
    for v_found in
      select h.action, array_agg(h.start_at order by h.start_at) as starts, array_agg(h.length order by h.start_at) as lengths,
        jsonb_agg(distinct h.rule_id) as rule_ids,
        jsonb_agg(distinct jsonb_build_object('rule_id', h.rule_id, 'action', h.action, 'context', v_field[1])) as rules,
        -- Each rule counts once; of the text is kept what stands around the first hit, and nothing of what is masked.
        jsonb_agg(jsonb_build_object('rule_id', h.rule_id, 'action', h.action, 'context', v_field[1],
          'excerpt', case when h.nr = 1 and h.action <> 'mask' then substr(v_text, greatest(1, h.start_at - (60 - least(h.length, 60)) / 2), 60) end)
          order by h.start_at) filter (where h.nr_of_rule = 1) as hits
      from (
        select f.*, row_number() over (partition by f.action = 'mask', f.action = 'trial' order by f.start_at, f.length, f.rule_id) as nr,
          row_number() over (partition by f.rule_id order by f.start_at, f.length) as nr_of_rule
        from private.find_content_hits(v_field[1], v_text, tg_table_name) as f) as h
      group by h.action
    loop
      -- Half an address is none.
      if v_found.action = 'block' or v_found.action = 'mask' and v_is_list then
        v_refused := v_refused || v_found.rules;
        v_paths := v_paths || v_field[3];
      else
        v_hits := v_hits || v_found.hits;
      end if;
      if v_found.action = 'mask' and not v_is_list then
        v_changes := v_changes || jsonb_build_object(v_field[2], private.mask_content(v_text, v_found.starts, v_found.lengths));
        v_originals := v_originals || jsonb_build_object('field', v_field[2], 'context', v_field[1], 'original', v_text, 'rule_ids', v_found.rule_ids);
      end if;
    end loop;
  end loop;
  if v_refused <> '[]' then
    perform private.refuse_content(v_refused, v_paths, v_entity);
  end if;
  if v_hits <> '[]' then
    perform private.record_content_hits(v_hits, v_entity, v_id, private.current_profile_id(), null);
  end if;
  if v_originals <> '[]' then
    perform private.keep_originals(v_originals, tg_table_name, v_id);
  end if;
  if v_changes <> '{}' then
    new := jsonb_populate_record(new, v_changes);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.free_username (
  p_wish text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_base text := left(regexp_replace(private.fold(coalesce(p_wish, '')), '[^a-z0-9.-]+', '-', 'g'), 16);
  v_candidate text;
  v_number integer := 1;
begin
  v_base := btrim(v_base, '-.');
  if char_length(v_base) < 3 then
    v_base := 'user-' || v_base;
    v_base := rtrim(v_base, '-');
  end if;
  -- No number makes these free.
  if private.is_reserved_name(v_base) or private.is_reserved_name(v_base || '-2')
      or private.blocked_in_profile(jsonb_build_object('username', v_base)) is not null then
    v_base := 'user';
  end if;
  v_candidate := v_base;
  while private.is_username_taken(v_candidate) loop
    v_number := v_number + 1;
    -- Two who ask at once, or one who took the first numbers, cost nobody anything.
    v_candidate := v_base || '-' || case when v_number < 5 then v_number else 1000 + floor(random() * 999000) end;
  end loop;
  return v_candidate;
end $function$;

CREATE OR REPLACE FUNCTION private.has_heard_of_opening (
  p_quote public.quotes,
  p_since timestamp with time zone
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
      select 1 from public.notifications n
      where n.user_id = p_quote.supplier_id and n.created_at >= p_since
        and n.data = jsonb_build_object('type', 'post_closed', 'quoteId', p_quote.id, 'topic', 'taken_back'))
    or exists (
      select 1 from concat('quote ', p_quote.id, ' opened') as c (cause) join private.mail_outbox o on o.user_id = p_quote.supplier_id
        and (o.cause = c.cause and o.created_at >= p_since
          -- A digest is older than what it has collected last.
          or (o.status = 'queued' or o.created_at >= p_since) and o.data -> 'items' @> jsonb_build_array(jsonb_build_object('about', c.cause))))
$function$;

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
      get diagnostics v_count = row_count;
      return case v_count when 0 then private.drop_surplus_notifications(p_limit) else v_count end;
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
    when 'names' then
      return private.copy_next_names();
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
        where o.created_at < now() - interval '30 days'
          and (o.status in ('sent', 'bounced', 'failed') or (o.status = 'queued' and o.template <> 'broadcast' and o.next_attempt_at < private.stale_before()))
        limit p_limit for update skip locked);
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

CREATE OR REPLACE FUNCTION private.is_given_name (
  p_username text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select p_username ~ '^(user(-[1-9][0-9]{0,5})?|deleted-[0-9]+)$' $function$;

CREATE OR REPLACE FUNCTION private.is_muted (
  p_notification public.notifications
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Kinds that are not named are heard: decisions, moderation, security, what is about no request.
  select coalesce(n.data ->> 'type' in ('quote', 'message', 'question_asked', 'question_answered', 'post_changed', 'deadline_passed',
      'request_watched', 'deadline_near', 'request_unquoted')
    and private.is_muted(n.user_id, q.id,
      coalesce(q.post_id, (n.data ->> 'postId')::bigint, substring(n.data ->> 'path' from '^/post/post-(\d{1,18})$')::bigint)), false)
  from (select (p_notification).*) as n
  left join public.quotes q on q.id = case when n.data ->> 'type' = 'message'
    then (select m.quote_id from public.messages m where m.id = (n.data ->> 'messageId')::bigint)
    else coalesce((n.data ->> 'quoteId')::bigint, n.quote_id) end
$function$;

CREATE OR REPLACE FUNCTION private.item_of_now (
  p_item jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when p_item ? 'quote' then jsonb_strip_nulls(private.item_of_quote((p_item ->> 'quoteId')::bigint, p_item ->> 'message')
      || jsonb_build_object('path', p_item -> 'path'))
    when p_item ? 'quoteId' then (
      select p_item from public.quotes q where q.id = (p_item ->> 'quoteId')::bigint and q.status <> 'withdrawn')
    when p_item ? 'messageId' then (
      select p_item from public.messages m where m.id = (p_item ->> 'messageId')::bigint and m.deleted_at is null)
    when p_item ? 'since' then (
      select p_item || jsonb_build_object('message', private.text_of_hits(s.name, n.hits))
      from private.saved_searches s cross join lateral private.hits_since(s.id, (p_item ->> 'since')::timestamptz) as n (hits)
      where s.id = substring(p_item ->> 'about' from '^saved search (\d{1,18})$')::bigint and n.hits > 0)
    when p_item ? 'questionId' then (
      select p_item || jsonb_strip_nulls(jsonb_build_object('question', case when p_item ? 'question' then k.question end,
        'answer', case when p_item ? 'answer' then k.answer end))
      from public.post_questions k where k.id = (p_item ->> 'questionId')::bigint and k.hidden_at is null)
    when p_item ->> 'kind' = 'request_unquoted' then (
      select p_item || jsonb_build_object('message', private.text_of_unquoted(p.id, p.title))
      from public.posts p where p.id = substring(p_item ->> 'about' from ' post (\d{1,18})$')::bigint)
    else p_item end
$function$;

CREATE OR REPLACE FUNCTION private.list_content_rules (
  p_search     text,
  p_kind       text,
  p_action     text,
  p_is_enabled boolean,
  p_is_trial   boolean,
  p_sort       text,
  p_order      text,
  p_page       integer,
  p_page_size  integer
)
  RETURNS TABLE (
    id                bigint,
    kind              text,
    pattern           text,
    action            text,
    fields            text[],
    is_case_sensitive boolean,
    is_enabled        boolean,
    cost_ms           numeric,
    stopped_share     numeric,
    trial_since       timestamp with time zone,
    hits              bigint,
    updated_at        timestamp with time zone,
    total             bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 1000);
  v_is_descending boolean := coalesce(p_order, 'desc') <> 'asc';
  v_part text := private.fold(btrim(left(p_search, 100)));
begin
  perform private.require_admin();
  -- Counted for the page only, unless the counts make the order.
  return query
    select (p.rule).id, (p.rule).kind, (p.rule).pattern, (p.rule).action, (p.rule).fields, (p.rule).is_case_sensitive, (p.rule).is_enabled,
      (p.rule).cost_ms, (p.rule).stopped_share, (p.rule).trial_since, coalesce(p.hits, private.count_hits_of_rule(p.rule)),
      (p.rule).updated_at, p.total
    from (
      select f.* from (
        select r as rule, case when p_sort = 'hits' then private.count_hits_of_rule(r) end as hits, count(*) over () as total
        from public.content_rules r
        where (private.is_blank(v_part) or position(v_part in private.fold(r.pattern)) > 0)
          and (p_kind is null or r.kind = p_kind) and (p_action is null or r.action = p_action)
          and (p_is_enabled is null or r.is_enabled = p_is_enabled) and (p_is_trial is null or (r.trial_since is not null) = p_is_trial)) as f
      order by
        case when not v_is_descending then case p_sort when 'pattern' then (f.rule).pattern when 'kind' then (f.rule).kind when 'action' then (f.rule).action end end,
        case when v_is_descending then case p_sort when 'pattern' then (f.rule).pattern when 'kind' then (f.rule).kind when 'action' then (f.rule).action end end desc,
        f.hits * case when v_is_descending then -1 else 1 end,
        case when v_is_descending then -(f.rule).id else (f.rule).id end
      limit v_size offset (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size) as p;
end $function$;

CREATE OR REPLACE FUNCTION private.mail_of_decision()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_is_of_supplier boolean := new.data ? 'quoteId';
  v_quote_id bigint := coalesce((new.data ->> 'quoteId')::bigint, new.quote_id);
  v_template text := private.preference_of(new.data ->> 'type');
  v_is_open boolean := case when new.data ->> 'type' = 'post_closed' then new.data ? 'topic' end;
  -- A closing is taken back apart from what was decided on the quote.
  v_cause text := concat('quote ', v_quote_id,
    case when v_is_open then ' opened' when not v_is_open then ' closed' when not v_is_of_supplier then ' to its owner' end);
begin
  -- A decision that was taken back before its mail left is not mailed; one that was mailed is taken back by mail.
  if new.data ->> 'type' = 'quote_reopened' then
    delete from private.mail_outbox o where o.user_id = new.user_id and o.cause = v_cause and o.status = 'queued' and o.attempts = 0;
    -- Where a digest collects the decisions, this one takes the place of the decline.
    if private.mail_pace(new.user_id, 'quote_declined') in ('now', 'off') and (
        select o.template from private.mail_outbox o where o.user_id = new.user_id and o.cause = v_cause order by o.id desc limit 1)
        is distinct from 'quote_declined' then
      return new;
    end if;
  end if;
  perform private.queue_mail(new.user_id, v_template, jsonb_strip_nulls(jsonb_build_object('message', new.message,
    'title', (select q.post_title from public.quotes q where q.id = v_quote_id),
    'path', case when v_is_of_supplier then '/my-quotes?quote=' else '/account?tab=posts&quote=' end || v_quote_id,
    'isOpen', v_is_open)), v_cause, new.id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.mail_of_notification()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_post public.posts;
  v_data jsonb := jsonb_build_object('message', new.message);
  v_item jsonb;
  v_page text;
  v_cause text;
begin
  select * into v_post from public.posts p
  where p.id = coalesce(new.data ->> 'postId', substring(new.data ->> 'path' from '^/post/post-(\d{1,18})$'))::bigint;
  v_page := '/post/post-' || v_post.id;
  if new.data ?| array['postId', 'path'] then
    v_data := v_data || jsonb_build_object('title', v_post.title);
  end if;
  case new.data ->> 'type'
    when 'quote' then
      if new.data ? 'postId' then
        perform private.queue_mail(new.user_id, 'quote_received', private.collected(private.item_of_quote(new.quote_id, new.message)
            || jsonb_build_object('path', '/account?tab=posts&quote=' || new.quote_id))
          || jsonb_build_object('title', v_post.title, 'path', '/account?tab=posts&quote=' || new.quote_id, 'pathOfMany', '/compare/' || v_post.id),
          'quotes on post ' || v_post.id, new.id);
      end if;
    when 'message' then
      perform private.queue_mail(new.user_id, 'message_received',
        private.collected(v_data || jsonb_build_object('notificationId', new.id, 'messageId', new.data -> 'messageId', 'about',
          'message on quote ' || (select m.quote_id from public.messages m where m.id = (new.data ->> 'messageId')::bigint))), null, new.id);
    when 'post' then
      if v_post.is_hidden then
        perform private.queue_mail(new.user_id, 'post_hidden', v_data || jsonb_build_object('reason', v_post.hidden_reason));
      elsif v_post.id is not null then
        perform private.queue_mail(new.user_id, 'post_unhidden', v_data);
      end if;
    when 'question_asked' then
      select jsonb_build_object('message', new.message, 'asker', p.username, 'question', k.question, 'questionId', k.id) into v_item
      from public.post_questions k join public.profiles p on p.id = k.asker_id
      where k.post_id = v_post.id and k.asker_id = coalesce(new.actor_id, k.asker_id) order by k.id desc limit 1;
      perform private.queue_mail(new.user_id, 'question_asked',
        private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'questions on post ' || v_post.id, new.id);
    when 'question_answered' then
      -- Suppliers who quoted are told as well; only the asker waits for it.
      select jsonb_build_object('message', new.message, 'question', k.question, 'answer', k.answer, 'questionId', k.id) into v_item
      from public.post_questions k
      where k.post_id = v_post.id and k.asker_id = new.user_id and k.answered_at = now() order by k.id desc limit 1;
      if found then
        perform private.queue_mail(new.user_id, 'question_answered',
          private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'answers on post ' || v_post.id, new.id);
      end if;
    when 'post_changed' then
      -- Only a quote that waits or binds may have to change as well.
      if exists (select 1 from public.quotes q where q.post_id = v_post.id and q.supplier_id = new.user_id
          and (private.is_undecided(q) or q.status = 'accepted')) then
        -- Owners seldom stop at one change.
        perform private.queue_mail(new.user_id, 'request_changed', v_data || jsonb_build_object('path', v_page),
          'changes of post ' || v_post.id, new.id, p_at => now() + interval '10 minutes');
      end if;
    when 'request_watched' then
      v_cause := 'watch of post ' || v_post.id;
      v_item := jsonb_build_object('kind', 'request_watched', 'message', new.message, 'cause',
        case when new.data ->> 'topic' in ('closed', 'opened') then 'state' else new.data ->> 'topic' end || ' of post ' || v_post.id,
        'about', v_cause, 'isOpen', case new.data ->> 'topic' when 'closed' then false when 'opened' then true end);
      perform private.queue_mail(new.user_id, 'request_watched',
        private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), v_cause, new.id, new.actor_id);
    when 'deadline_near' then
      perform private.queue_mail(new.user_id, 'deadline_near', v_data || jsonb_build_object('path', v_page),
        'deadline of post ' || v_post.id, new.id, new.actor_id);
    when 'deadline_passed' then
      perform private.queue_mail(new.user_id, 'deadline_passed', v_data || jsonb_build_object('path', v_page),
        'end of post ' || v_post.id, new.id);
    when 'request_unquoted' then
      perform private.queue_mail(new.user_id, 'request_unquoted', v_data || jsonb_build_object('path', v_page),
        'quotes missing on post ' || v_post.id, new.id);
    else
      -- A rating that is changed is one mail.
      perform private.queue_mail(new.user_id, 'review_received', v_data, 'review of ' || new.actor_id, new.id);
  end case;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.mark_messages_read (
  p_quote_id bigint,
  p_up_to    bigint
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_of_party(p_quote_id, v_me);
  v_read text[];
begin
  with marked as (
    update public.messages m set read_at = now() where m.id in (
      -- Whoever is sent thousands reads them in as many steps; all at once would take longer than a statement may.
      select o.id from public.messages o
      where o.quote_id = v_quote.id and o.recipient_id = v_me and o.read_at is null and o.id <= coalesce(p_up_to, o.id)
      order by o.id desc limit 2000)
      and m.read_at is null
    returning m.id)
  select array_agg(marked.id::text) into v_read from marked;
  -- A message that has been read needs no notification.
  if v_read is not null then
    update public.notifications n set read_at = now() from unnest(v_read) as r (id)
    where n.user_id = v_me and n.read_at is null and n.data ->> 'type' = 'message' and n.data ->> 'messageId' = r.id;
  end if;
  return coalesce(cardinality(v_read), 0);
end $function$;

CREATE OR REPLACE FUNCTION private.names_in_quotes()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array['contact_address', 'images', 'account_type', 'organization_name', 'tax_code', 'attachments'] $function$;

CREATE OR REPLACE FUNCTION private.note_news (
  p_post    public.posts,
  p_topic   text,
  p_message text,
  p_but     bigint       DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_reverse constant text := case p_topic when 'closed' then 'opened' when 'opened' then 'closed' end;
  v_told bigint;
begin
  -- How a request stands is told once it is shown again; what happened to it meanwhile is not.
  if p_post.is_hidden and v_reverse is null or not exists (select 1 from private.watches w where w.post_id = p_post.id) then
    return;
  end if;
  -- News that the job is telling are left alone: waiting for it could be a deadlock.
  with replaced as (
    delete from private.news_of_watched n where n.id in (
      select o.id from private.news_of_watched o
      where o.post_id = p_post.id and o.topic in (p_topic, v_reverse) for update skip locked)
    returning n.topic, n.last_user_id)
  select r.last_user_id into v_told from replaced r where r.topic = v_reverse;
  -- What is taken back before anybody was told is no news.
  if v_told = 0 then
    return;
  end if;
  -- Who hears that a request is open again reads it anew, with its new deadline.
  if p_topic = 'opened' then
    delete from private.news_of_watched n where n.id in (
      select o.id from private.news_of_watched o where o.post_id = p_post.id and o.topic = 'changed' for update skip locked);
  end if;
  insert into private.news_of_watched (post_id, topic, message, but_user_id) values (p_post.id, p_topic, left(p_message, 600), p_but);
end $function$;

CREATE OR REPLACE FUNCTION private.posts_to_delete (
  p_user_id bigint
)
  RETURNS bigint[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(
    select w.id
    from (
      select p.id, row_number() over newest_first as n, sum(1 + coalesce(c.quotes, 0)) over newest_first as work
      from public.posts p left join public.post_counters c on c.post_id = p.id where p.user_id = p_user_id
      window newest_first as (order by p.id desc)) as w
    where w.n = 1 or w.work <= private.deletion_part() order by w.id)
$function$;

CREATE OR REPLACE FUNCTION private.quotes_to_end (
  p_user_id bigint,
  p_limit   integer
)
  RETURNS bigint[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(
    select q.id from public.quotes q
    where q.supplier_id = p_user_id and (private.is_undecided(q)
        or num_nonnulls(q.contact_address, q.organization_name, q.tax_code) > 0 or q.images <> '{}' or q.account_type <> 'individual'
        or exists (select 1 from public.quote_attachments t where t.quote_id = q.id)
        or exists (select 1 from public.quote_events e
          where e.quote_id = q.id and (e.before ?| private.names_in_quotes() or e.after ?| private.names_in_quotes())))
      or q.post_owner_id = p_user_id and q.post_id is null and q.quoted_request ? 'delivery_address'
    order by q.id limit p_limit)
$function$;

CREATE OR REPLACE FUNCTION private.reasons_of_the_rules()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select array['The request was deleted', 'Another quote of yours was accepted', 'Another supplier was chosen', 'The account was deleted']
$function$;

CREATE OR REPLACE FUNCTION private.send_event (
  p_user_id bigint,
  p_kind    text,
  p_ids     jsonb  DEFAULT '{}'::jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- What reaches more users at once is left to the clocks of their pages.
  v_max constant integer := 50;
  v_event text := concat_ws(' ', p_kind, p_user_id, p_ids);
  v_known text := current_setting('app.sent_events', true);
  v_sent text[];
begin
  -- Thousands of rows can follow, and reading the list takes longer than the rest.
  if v_known = 'full' then
    return;
  end if;
  v_sent := coalesce(nullif(v_known, ''), '{}')::text[];
  if p_user_id is null or v_event = any (v_sent)
    or to_regprocedure('realtime.send(jsonb, text, text, boolean)') is null
    -- The last event of an account tells its pages to look at their session.
    or (p_kind <> 'account' and exists (
      select 1 from public.accounts a where a.profile_id = p_user_id and (a.deleted_at is not null or a.suspended_until > now()))) then
    return;
  end if;
  perform set_config('app.sent_events', case when cardinality(v_sent) + 1 >= v_max then 'full' else (v_sent || v_event)::text end, true);
  -- A write never waits for Realtime.
  lock table realtime.messages in row exclusive mode nowait;
  perform realtime.send(p_ids, p_kind, 'user:' || p_user_id, true);
exception when others then
  raise warning '%', sqlerrm;
end $function$;

CREATE OR REPLACE FUNCTION private.set_watch (
  p_post_id bigint,
  p_is_on   boolean
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
  -- Two calls of a user wait for each other, since together they could pass the maximum.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  if p_is_on is not true then
    delete from private.watches w where w.post_id = p_post_id and w.user_id = v_me;
    -- Also of a request that was hidden meanwhile.
    if found then
      perform private.drop_mails_about(v_me, array['watch of post ' || p_post_id, 'deadline of post ' || p_post_id]);
      return;
    end if;
  end if;
  select * into v_post from public.posts p where p.id = p_post_id for key share;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
    perform private.refuse(404, 'not_found', 'Post not found');
  elsif p_is_on is not true then
    return;
  elsif v_post.user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot watch your own post');
  end if;
  perform private.assert_not_suspended();
  -- Neither requests that have ended count nor those that were watched by quoting: nobody can know of them all.
  if (select count(*) from private.watches w join public.posts p on p.id = w.post_id
      where w.user_id = v_me and w.post_id <> p_post_id and p.closed_at is null and (p.quote_deadline is null or p.quote_deadline > now())
        and not exists (select 1 from public.quotes q where q.post_id = w.post_id and q.supplier_id = v_me)) >= v_max then
    perform private.refuse(409, 'conflict', 'You watch 500 open requests, which is the most');
  end if;
  perform private.watch(v_post, v_me);
end $function$;

CREATE OR REPLACE FUNCTION private.stop_common_flags()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_end constant timestamptz := clock_timestamp() + interval '5 s';
  v_rule public.content_rules;
  v_share numeric;
  v_stopped integer := 0;
begin
  for v_rule in
    -- Only rules with hits can be common; each alone, so that a new one does not stop the others.
    select r.* from (
      select w.rule_id as id
      from (
        -- Nobody stops the rule that finds them by writing more of it.
        select h.rule_id, least(count(*), 3) as counted from public.content_hits h
        where h.action = 'flag' and h.created_at > now() - interval '30 days' and h.rule_id is not null
        group by h.rule_id, h.user_id) as w
      group by w.rule_id having sum(w.counted) > private.few_hits()) as s
    join public.content_rules r on r.id = s.id and r.kind <> 'built_in' and r.action = 'flag' and r.is_enabled
    -- There is not always time for all, so that each has its turn.
    order by random()
  loop
    exit when clock_timestamp() > v_end;
    select c.share into v_share from private.common_rules(array[v_rule.id], v_end) as c;
    -- An admin may have changed it meanwhile.
    update public.content_rules r set is_enabled = false, stopped_share = v_share
    where r.id = v_rule.id and r.updated_at = v_rule.updated_at and v_share is not null;
    if found then
      perform private.audit('stop_content_rule', 'content_rule', v_rule.id::text, null, jsonb_build_object('stopped_share', v_share));
      v_stopped := v_stopped + 1;
    end if;
  end loop;
  return v_stopped;
end $function$;

CREATE OR REPLACE FUNCTION private.take_closing_back (
  p_post public.posts
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with told as materialized (
    select n.id, n.user_id, n.read_at from public.notifications n
    where n.created_at = p_post.closed_at and n.data ->> 'type' = 'post_closed'
      and (n.data ->> 'quoteId')::bigint in (select q.id from public.quotes q where q.post_id = p_post.id)
    order by n.id for update skip locked),
  dropped as (delete from public.notifications n where n.id in (select t.id from told t where t.read_at is null)),
  -- A mail leaves whether or not its notification is read, and also where the page shows none.
  mailed as (
    select o.user_id from public.quotes q cross join concat('quote ', q.id, ' closed') as c (cause)
    join private.mail_outbox o on o.user_id = q.supplier_id and o.status in ('sending', 'sent') and coalesce(o.sent_at, now()) >= p_post.closed_at
      and (o.cause = c.cause or o.data -> 'items' @> jsonb_build_array(jsonb_build_object('about', c.cause)))
    where q.post_id = p_post.id)
  insert into public.notifications (user_id, message, data)
  -- By their quote and the title that they quoted on, like the closing: the post may be hidden. Of the closing's kind, so that whoever
  -- chose to hear of the one hears of the other.
  select t.user_id, private.text_of_opening(q.post_title),
    jsonb_build_object('type', 'post_closed', 'quoteId', q.id, 'topic', 'taken_back')
  from (select t.user_id from told t where t.read_at is not null union select m.user_id from mailed m) as t
  cross join lateral (
    select o.id, o.post_title from public.quotes o where o.post_id = p_post.id and o.supplier_id = t.user_id order by o.id desc limit 1) as q
  order by t.user_id
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_unquoted (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_last private.unquoted_posts_told;
  v_count integer;
begin
  select * into v_last from private.unquoted_posts_told u for update skip locked;
  if not found then
    return 0;
  end if;
  with looked as materialized (
    select p.id, p.user_id, p.title, p.created_at, private.is_open(p) and not p.is_hidden as is_shown from public.posts p
    where (p.created_at, p.id) > (v_last.created_at, v_last.post_id) and p.created_at <= now() - interval '48 hours'
    order by p.created_at, p.id limit least(p_limit, 500)
  ), told as (
    insert into public.notifications (user_id, message, data)
    select l.user_id, private.text_of_unquoted(l.id, l.title), jsonb_build_object('type', 'request_unquoted', 'path', '/post/post-' || l.id)
    from looked l join public.post_counters c on c.post_id = l.id
    where l.is_shown and c.quotes = 0 and not private.is_suspended(l.user_id)
    order by l.user_id, l.id
  ), noted as (
    update private.unquoted_posts_told u set created_at = n.created_at, post_id = n.id
    from (select l.created_at, l.id from looked l order by l.created_at desc, l.id desc limit 1) as n where u.is_only_row)
  select count(*) into v_count from looked;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_watchers (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_news record;
  v_users bigint[];
  v_data jsonb;
  v_size constant integer := least(p_limit, 500);
begin
  -- With the post, whose deletion takes the rest with it.
  select n.id, n.post_id, n.topic, n.but_user_id, n.last_user_id, n.created_at, p.user_id as owner_id,
    -- As it stands now, in words that are shown now.
    case n.topic when 'closed' then private.text_of_closing(p.title, p.closed_reason) when 'opened' then private.text_of_opening(p.title) else n.message end as message,
    s.is_kept_back or n.topic = 'closed' and p.closed_at is null or n.topic = 'opened' and not private.is_open(p) as is_silent into v_news
  from private.news_of_watched n join public.posts p on p.id = n.post_id cross join lateral (
    select p.is_hidden or private.is_suspended(p.user_id) as is_kept_back) as s
  where n.topic not in ('closed', 'opened') or not s.is_kept_back
  order by n.id limit 1 for update of n skip locked for key share of p skip locked;
  if not found then
    return 0;
  end if;
  v_data := jsonb_build_object('type', 'request_watched', 'path', '/post/post-' || v_news.post_id, 'topic', v_news.topic);
  -- Locked before notifications and mails, as by the deletion of a user.
  v_users := array(
    select w.user_id from private.watches w where w.post_id = v_news.post_id and w.user_id > v_news.last_user_id
    order by w.user_id limit v_size for key share);
  if not v_news.is_silent then
    -- The newest replaces the one that was not read. A row that its receiver is marking as read is left alone.
    delete from public.notifications n where n.id in (
      select o.id from public.notifications o
      where o.user_id = any (v_users) and o.read_at is null and o.data = v_data for update skip locked);
    insert into public.notifications (user_id, message, data, actor_id)
    select u.id, v_news.message, v_data, v_news.owner_id from unnest(v_users) as u (id)
    where u.id is distinct from v_news.but_user_id
      -- Suppliers are told by their quote.
      and not exists (
        select 1 from public.quotes q where q.post_id = v_news.post_id and q.supplier_id = u.id
          and case v_news.topic when 'opened' then private.has_heard_of_opening(q, v_news.created_at) when 'closed' then private.is_undecided(q) or q.status = 'accepted'
            else q.status not in ('withdrawn', 'cancelled') end)
    order by u.id;
  end if;
  if cardinality(v_users) < v_size then
    delete from private.news_of_watched n where n.id = v_news.id;
  else
    update private.news_of_watched n set last_user_id = v_users[v_size] where n.id = v_news.id;
  end if;
  return greatest(cardinality(v_users), 1);
end $function$;

CREATE OR REPLACE FUNCTION private.text_of_unquoted (
  p_post_id bigint,
  p_title   text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select left(format(case
    when exists (select 1 from public.post_questions k where k.post_id = p_post_id and k.answered_at is null and k.hidden_at is null)
      then 'No quote on "%s" for 48 hours: suppliers wait for your answer'
    else 'No quote on "%s" for 48 hours: add details or photos, or share its link' end, p_title), 600)
$function$;

CREATE OR REPLACE FUNCTION private.user_to_delete (
  p_user_id  bigint,
  p_username text
)
  RETURNS public.accounts
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_account public.accounts := private.account_to_manage(p_user_id);
begin
  perform private.require_main_admin();
  if not exists (select 1 from public.profiles p where p.id = p_user_id and p.username = p_username) then
    perform private.refuse(400, 'invalid_input', 'Type the username to confirm', '{"path": "username"}');
  end if;
  return v_account;
end $function$;

CREATE OR REPLACE FUNCTION private.visible_news (
  p_search text,
  p_kind   text,
  p_period text
)
  RETURNS SETOF public.news_items
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 100
  SET search_path TO ''
  AS $function$
  -- Read once, not for each item.
  with q as materialized (
    select private.is_blank(left(p_search, 100)) as is_all, private.search_query(p_search) as words, private.is_admin() as is_admin)
  select n.*
  from public.news_items n cross join q
  where (n.status = 'published' or q.is_admin)
    and (q.is_all or n.search @@ q.words)
    and (p_kind is null or n.type = p_kind)
    and (p_period is null
      or n.type = 'event' and (coalesce(n.event_end, n.event_start) >= now()) = (p_period = 'upcoming'))
$function$;

CREATE OR REPLACE FUNCTION public.delete_user (
  user_id  bigint,
  username text
)
  RETURNS boolean
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.delete_user(user_id, username) $function$;

REVOKE ALL ON FUNCTION "public"."delete_user"(bigint, text) FROM PUBLIC, "anon", "service_role";

CREATE TRIGGER filter_reason
  BEFORE UPDATE OF status_reason ON public.quotes
  FOR EACH ROW
  WHEN (((new.status_reason IS NULL) OR (new.status_reason <> ALL (private.reasons_of_the_rules()))))
  EXECUTE FUNCTION private.filter_content('quote status_reason reason');

CREATE POLICY "owners and suppliers of a post they see read its changes" ON "public"."post_changes"
  FOR SELECT
  TO "authenticated"
  USING ((EXISTS ( SELECT 1
   FROM public.posts p
  WHERE ((p.id = post_changes.post_id) AND ((p.user_id = ( SELECT private.current_profile_id() AS current_profile_id)) OR (p.id IN ( SELECT q.post_id
           FROM public.quotes q
          WHERE (q.supplier_id = ( SELECT private.current_profile_id() AS current_profile_id)))))))));

COMMENT ON FUNCTION "private"."delete_part_of_user"(bigint, text, bigint[], bigint[]) IS 'Deletes these posts of a user and ends these quotes; suspends the user for good, until the rest is deleted.';

COMMENT ON FUNCTION "private"."deletion_part"() IS 'How many posts with their quotes, or else quotes, one call of delete_user() deletes or changes at most.';

COMMENT ON FUNCTION "private"."drop_mails_about"(bigint, text[]) IS 'Drops the mails that wait for a user about some things, and takes these out of the collected ones.';

COMMENT ON FUNCTION "private"."drop_surplus_notifications"(integer) IS 'Deletes the oldest notifications of those who have more than 10,000, so that nothing that reads all of a user takes longer than a statement may; answers how many.';

COMMENT ON FUNCTION "private"."end_quotes"(bigint, bigint[]) IS 'Withdraws those of these quotes that are undecided, and takes out of them, and out of deals of the user, what names the person.';

COMMENT ON FUNCTION "private"."has_heard_of_opening"(public.quotes, timestamp with time zone) IS 'Whether a supplier was told by their quote that a request is open again.';

COMMENT ON FUNCTION "private"."is_given_name"(text) IS 'Whether the product gives this name, to a user who has none or is gone: no rule refuses it. It is too short for a telephone number, and the other is reserved.';

COMMENT ON FUNCTION "private"."item_of_now"(jsonb) IS 'What an item of a mail says now, with the terms of its quote, the words of its question, the number of hits of its search and what a request without quotes waits for; null when it is withdrawn, deleted, hidden or gone.';

COMMENT ON FUNCTION "private"."names_in_quotes"() IS 'What names the person, in a quote and in its history. The rest is the agreement, which stays with the other side.';

COMMENT ON FUNCTION "private"."posts_to_delete"(bigint) IS 'The newest posts of a user, as many as one call deletes: at least one, however many quotes it has.';

COMMENT ON FUNCTION "private"."quotes_to_end"(bigint, integer) IS 'Quotes of a user that are undecided or name the person, and deals on deleted requests of theirs, which keep the address; without a limit all of them.';

COMMENT ON FUNCTION "private"."reasons_of_the_rules"() IS 'Why a quote ends by itself: its request was deleted, another quote accepted, of the same supplier or of another one, or its supplier deleted.';

COMMENT ON FUNCTION "private"."text_of_unquoted"(bigint, text) IS 'What the owner of a request without quotes can do for it now.';

COMMENT ON FUNCTION "private"."user_to_delete"(bigint, text) IS 'Locks an account that the calling main admin may delete, whose username was typed.';

COMMENT ON FUNCTION "public"."delete_user"(bigint, text) IS 'For main admins: deletes a user whose name was typed. Posts and files go; quotes, messages and reviews stay with their readers, without the name. Answers false after a part, which suspends a user with thousands of posts or quotes: repeated until it answers true.';

COMMENT ON FUNCTION "public"."mark_messages_read"(bigint, bigint) IS 'Marks the newest 2,000 unread messages that the caller received on a quote as read, those up to an id when one is given, and their notifications; answers how many: 2,000 mean that there may be more.';

REVOKE ALL ON FUNCTION "private"."delete_part_of_user"(bigint, text, bigint[], bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_user"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_user"(bigint, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."deletion_part"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_mails_about"(bigint, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_surplus_notifications"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_quotes"(bigint, bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_heard_of_opening"(public.quotes, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_given_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."names_in_quotes"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."posts_to_delete"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quotes_to_end"(bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reasons_of_the_rules"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_of_unquoted"(bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."user_to_delete"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_user"(bigint, text) TO "authenticated";

-- The end of a closing had another kind, and its link led nowhere.
UPDATE public.notifications SET data = jsonb_build_object('type', 'post_closed', 'quoteId', substring(data ->> 'path' from '\d+$')::bigint, 'topic', 'taken_back')
WHERE data ->> 'type' = 'request_watched' AND data ->> 'topic' = 'taken_back';

-- The mail tells of both now: a subject of one's own would say of an opening that the request was closed.
UPDATE private.mail_texts SET subject = NULL WHERE template = 'request_closed' AND subject IS NOT NULL;
