SET local check_function_bodies = off;

DROP TRIGGER "filter_content" ON "public"."feedback";

DROP TRIGGER "filter_content" ON "public"."messages";

DROP TRIGGER "filter_content" ON "public"."post_questions";

DROP TRIGGER "filter_content" ON "public"."posts";

DROP TRIGGER "filter_content" ON "public"."profiles";

DROP TRIGGER "filter_content" ON "public"."quotes";

DROP TRIGGER "filter_content" ON "public"."reviews";

DROP INDEX "public"."content_hits_rule_idx";

ALTER TABLE "public"."content_hits"
  DROP CONSTRAINT "content_hits_action_is_known";

DROP FUNCTION "private"."assert_rare_flag"(bigint);

DROP FUNCTION "private"."common_flags"(bigint[], numeric);

DROP FUNCTION "private"."list_content_rules"(text, text, text, boolean, text, text, integer, integer);

DROP FUNCTION "private"."recent_texts"(text[], integer);

DROP FUNCTION "private"."save_content_rule"(bigint, jsonb, boolean);

DROP FUNCTION "private"."too_common"(numeric, integer);

DROP FUNCTION "public"."list_content_rules"(text, text, text, boolean, text, text, integer, integer);

DROP FUNCTION "public"."save_content_rule"(jsonb, bigint);

CREATE TABLE "private"."ended_masks" (
  "id"       bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "rule_id"  bigint                   NOT NULL,
  "ended_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "ended_masks_pkey" PRIMARY KEY (id)
);

CREATE TABLE "private"."masked_texts" (
  "entity"    text                     NOT NULL,
  "entity_id" bigint                   NOT NULL,
  "field"     text                     NOT NULL,
  "context"   text                     NOT NULL,
  "original"  text                     NOT NULL,
  "rule_ids"  bigint[]                 NOT NULL,
  "user_id"   bigint,
  "masked_at" timestamp with time zone NOT NULL DEFAULT now(),
  "is_due"    boolean                  NOT NULL DEFAULT false,
  CONSTRAINT "masked_texts_pkey" PRIMARY KEY (entity, entity_id, field)
);

ALTER TABLE "public"."content_rules"
  ADD COLUMN "trial_since" timestamp WITH time zone;

CREATE OR REPLACE FUNCTION private.assert_rare (
  p_rule         public.content_rules,
  p_is_confirmed boolean
)
  RETURNS numeric
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_common record;
begin
  select * into v_common from private.common_rules(array[p_rule.id], 4000);
  if not found or v_common.share is not null and p_rule.action <> 'flag' and p_is_confirmed then
    return v_common.share;
  elsif v_common.share is null or p_rule.action = 'flag' then
    perform private.refuse_pattern(private.too_common(p_rule.action, v_common.share, v_common.texts));
  end if;
  perform private.refuse(409, 'confirmation_needed', private.too_common(p_rule.action, v_common.share, v_common.texts),
    jsonb_build_object('share', v_common.share, 'texts', v_common.texts));
  -- Not reached.
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.check_post_write()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_auth_id uuid := (select auth.uid());
  v_old public.posts;
  v_content jsonb;
  v_stored_id bigint;
begin
  if tg_op = 'INSERT' then
    v_old.images := '{}';
    if v_auth_id is not null then
      v_content := private.post_facts(new) || jsonb_build_object('category', new.category, 'images', new.images);
      select p.id into v_stored_id from public.posts p where p.user_id = new.user_id and p.client_id = new.client_id;
      if v_stored_id is null then
        perform private.consume_rate_limit('post', new.user_id::text);
        perform private.remember_content('post ' || new.user_id, new.client_id, v_content);
      else
        -- An equal repeat fails at the unique constraint, which tells the client to read what is stored.
        perform private.assert_same_content('post ' || new.user_id, new.client_id, v_content, v_stored_id);
      end if;
    end if;
    -- Held, so that names which change meanwhile change here as well.
    select concat_ws(' ', p.username, p.company_name) into new.owner_names from public.profiles p where p.id = new.user_id for share;
  else
    v_old := old;
  end if;
  if v_auth_id is not null then
    perform private.assert_own_images('post-images', new.images, v_old.images);
    -- What was in time when it was written stays valid.
    if new.quote_deadline is distinct from v_old.quote_deadline then
      if new.quote_deadline <= now() then
        perform private.refuse(400, 'invalid_input', 'The deadline is in the past', '{"path": "quoteDeadline"}');
      elsif new.quote_deadline > now() + interval '1 year' then
        perform private.refuse(400, 'invalid_input', 'The deadline must be within a year', '{"path": "quoteDeadline"}');
      end if;
    end if;
    if new.needed_by is distinct from v_old.needed_by then
      -- The day on which it still is today somewhere.
      if new.needed_by < (now() at time zone 'utc' - interval '12 hours')::date then
        perform private.refuse(400, 'invalid_input', 'The day is in the past', '{"path": "neededBy"}');
      elsif new.needed_by > now() at time zone 'utc' + interval '5 years' then
        perform private.refuse(400, 'invalid_input', 'The day must be within five years', '{"path": "neededBy"}');
      end if;
    end if;
  end if;
  if tg_op = 'UPDATE' and not private.restores_text() and (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port,
      new.images, new.quantity, new.unit, new.target_price, new.target_currency, new.needed_by, new.quote_deadline, new.incoterm)
      is distinct from
      (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port,
      old.images, old.quantity, old.unit, old.target_price, old.target_currency, old.needed_by, old.quote_deadline, old.incoterm) then
    new.updated_at := now();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.common_rules (
  p_rule_ids  bigint[],
  p_budget_ms numeric
)
  RETURNS TABLE (
    rule_id bigint,
    share   numeric,
    texts   integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  AS $function$
declare
  v_end timestamptz := clock_timestamp() + make_interval(secs => p_budget_ms / 1000);
  v_set record;
  v_rules bigint[];
  v_texts integer[];
  v_read integer;
begin
  for v_set in
    select r.fields, array_agg(r.id) as ids from public.content_rules r
    where r.id = any (p_rule_ids) and r.is_enabled and r.trial_since is null group by r.fields, r.action
  loop
    select coalesce(array_agg(u.id) filter (where u.id is not null), '{}'), coalesce(array_agg(t.nr) filter (where u.id is not null), '{}'),
      coalesce(max(t.nr), 0)
    into v_rules, v_texts, v_read
    from private.judged_texts(v_set.fields, v_set.ids, v_end) as t left join lateral unnest(t.rule_ids) as u (id) on true;
    -- The newest 500 say enough; fewer say nothing, so the rules are not accepted.
    if clock_timestamp() > v_end and v_read < 500 then
      return query select i, null::numeric, v_read from unnest(v_set.ids) as i;
      continue;
    end if;
    -- A handful says nothing in a marketplace that has just begun. Many rare rules find as much as a common one, so the others are
    -- judged together as well.
    return query
      with hits as (
        select h.id, h.text from unnest(v_rules, v_texts) as h (id, text)
      ), common as (
        select h.id, count(*) as found from hits h group by h.id having count(*) > 10 and count(*) * 100 > v_read
      ), rare as (
        select count(distinct h.text) as found from hits h where h.id not in (select c.id from common c)
      )
      select c.id, round(100.0 * c.found / v_read, 1), v_read from common c
      union all
      select i, round(100.0 * r.found / v_read, 1), v_read from rare r cross join unnest(v_set.ids) as i
      where cardinality(v_set.ids) > 1 and r.found > 10 and r.found * 20 > v_read and i not in (select c.id from common c);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.content_rule_facts (
  p_rule public.content_rules
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('kind', p_rule.kind, 'pattern', p_rule.pattern, 'action', p_rule.action, 'fields', p_rule.fields,
    'is_case_sensitive', p_rule.is_case_sensitive)
$function$;

CREATE OR REPLACE FUNCTION private.count_hits_of_rule (
  p_rule public.content_rules
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select count(*) from (
    select 1 from public.content_hits h
    where h.rule_id = p_rule.id and h.created_at >= greatest(now() - interval '30 days', p_rule.trial_since)
      and (h.action = 'trial') = (p_rule.trial_since is not null)
    limit 10000) as c
$function$;

CREATE OR REPLACE FUNCTION private.default_rate_limits()
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'post',                jsonb_build_object('max', 100, 'seconds', 86400),
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
    'rule_preview',        jsonb_build_object('max', 300, 'seconds', 3600),
    'content_report',      jsonb_build_object('max', 60,  'seconds', 3600),
    'idempotent_write',    jsonb_build_object('max', 3600, 'seconds', 3600),
    'empty_search',        jsonb_build_object('max', 600, 'seconds', 3600),
    'guest_access',        jsonb_build_object('max', 120, 'seconds', 3600))
$function$;

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

CREATE OR REPLACE FUNCTION private.edit_of_original (
  p_entity    text,
  p_entity_id bigint,
  p_field     text,
  p_masked    text,
  p_new       text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_original text;
  v_length integer := char_length(p_new);
  v_shorter integer := least(char_length(p_masked), v_length);
  v_head integer := 0;
  v_tail integer := 0;
  v_step integer;
begin
  delete from private.masked_texts m where m.entity = p_entity and m.entity_id = p_entity_id and m.field = p_field returning m.original into v_original;
  if v_original is null or private.is_blank(p_new) then
    return p_new;
  end if;
  -- The longest common beginning, and the longest common end of the rest, found by halving.
  v_step := v_shorter;
  while v_step > 0 loop
    if v_head + v_step <= v_shorter and left(p_masked, v_head + v_step) = left(p_new, v_head + v_step) then
      v_head := v_head + v_step;
    else
      v_step := v_step / 2;
    end if;
  end loop;
  v_step := v_shorter - v_head;
  while v_step > 0 loop
    if v_head + v_tail + v_step <= v_shorter and right(p_masked, v_tail + v_step) = right(p_new, v_tail + v_step) then
      v_tail := v_tail + v_step;
    else
      v_step := v_step / 2;
    end if;
  end loop;
  return left(v_original, v_head) || substr(p_new, v_head + 1, v_length - v_head - v_tail) || right(v_original, v_tail);
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
  foreach v_text in array tg_argv loop
    v_field := string_to_array(v_text, ' ');
    v_text := v_new ->> v_field[2];
    continue when v_text is not distinct from v_old ->> v_field[2];
    if tg_op = 'UPDATE' then
      v_text := private.edit_of_original(tg_table_name, v_id, v_field[2], v_old ->> v_field[2], v_text);
      if v_text is distinct from v_new ->> v_field[2] then
        v_changes := v_changes || jsonb_build_object(v_field[2], v_text);
      end if;
    end if;
    continue when private.is_blank(v_text);
    for v_found in
      select h.action, array_agg(h.start_at order by h.start_at) as starts, array_agg(h.length order by h.start_at) as lengths,
        jsonb_agg(distinct h.rule_id) as rule_ids,
        jsonb_agg(distinct jsonb_build_object('rule_id', h.rule_id, 'action', h.action, 'context', v_field[1])) as rules,
        -- Each rule counts once; of the text is kept what stands around the first hit, and nothing of what is masked. A trial may
        -- find too much to show what is private.
        jsonb_agg(jsonb_build_object('rule_id', h.rule_id, 'action', h.action, 'context', v_field[1],
          'excerpt', case when h.nr = 1 and h.action <> 'mask' and not (h.action = 'trial' and private.is_private_context(v_field[1]))
            then substr(v_text, greatest(1, h.start_at - (60 - least(h.length, 60)) / 2), 60) end)
          order by h.start_at) filter (where h.nr_of_rule = 1) as hits
      from (
        select f.*, row_number() over (partition by f.action = 'mask', f.action = 'trial' order by f.start_at, f.length, f.rule_id) as nr,
          row_number() over (partition by f.rule_id order by f.start_at, f.length) as nr_of_rule
        from private.find_content_hits(v_field[1], v_text) as f) as h
      group by h.action
    loop
      -- A registration cannot say which field is wrong, so it passes and is looked at instead.
      if v_found.action = 'block' and not (tg_table_name = 'profiles' and tg_op = 'INSERT') then
        v_refused := v_refused || v_found.rules;
        v_paths := v_paths || v_field[3];
      else
        v_hits := v_hits || replace(v_found.hits::text, '"action": "block"', '"action": "flag"')::jsonb;
      end if;
      if v_found.action = 'mask' then
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

CREATE OR REPLACE FUNCTION private.find_content_hits (
  p_context text,
  p_text    text
)
  RETURNS TABLE (
    rule_id  bigint,
    kind     text,
    pattern  text,
    action   text,
    start_at integer,
    length   integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 5
  SET search_path TO ''
  AS $function$
  -- No checked column is longer; what a constraint is going to refuse need not be read to its end.
  select r.id, r.kind, r.pattern, case when r.trial_since is null then r.action else 'trial' end, h.start_at, h.length
  from private.rule_hits(p_context, left(p_text, 5000)) as h join public.content_rules r on r.id = h.rule_id
  order by h.start_at, h.length, r.id
  limit 200
$function$;

CREATE OR REPLACE FUNCTION private.has_ended_mask (
  p_rule_ids bigint[]
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform 1 from public.content_rules r where r.id = any (p_rule_ids) order by r.id for key share;
  return (select count(*) from public.content_rules r where r.id = any (p_rule_ids) and private.masks(r)) < cardinality(p_rule_ids);
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

CREATE OR REPLACE FUNCTION private.import_content_rules (
  p_rules jsonb
)
  RETURNS TABLE (
    line    integer,
    status  text,
    message text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 100
  SET search_path TO ''
  AS $function$
declare
  v_rule jsonb;
  v_before public.content_rules;
  v_line integer;
  v_id bigint;
  v_saved jsonb := jsonb_build_array();
begin
  perform private.require_admin();
  if jsonb_typeof(p_rules) <> 'array' or jsonb_array_length(p_rules) > 2000 then
    perform private.refuse(400, 'invalid_input', 'At most 2,000 rules can be imported at once');
  end if;
  for v_rule, v_line in select r.value, r.ordinality from jsonb_array_elements(p_rules) with ordinality as r loop
    begin
      v_rule := private.trimmed(v_rule);
      select * into v_before from public.content_rules r
      where r.kind = v_rule ->> 'kind' and r.pattern = v_rule ->> 'pattern'
        and r.is_case_sensitive = coalesce((v_rule ->> 'is_case_sensitive')::boolean, false);
      v_id := private.save_content_rule(v_before.id, v_rule, false, false);
      v_saved := v_saved || (
        select jsonb_build_object('line', v_line, 'status', case when v_before.id is null then 'created' else 'updated' end, 'id', v_id,
          -- What is in force already and stays the same has been confirmed; flag rules are judged whenever they come.
          'is_judged', r.action = 'flag' or not coalesce(v_before.is_enabled and v_before.trial_since is null
            and private.content_rule_facts(v_before) = private.content_rule_facts(r), false))
        from public.content_rules r where r.id = v_id);
    exception
      when sqlstate 'PT400' or sqlstate 'PT409' then
        v_saved := v_saved || jsonb_build_object('line', v_line, 'status', 'failed', 'message', sqlerrm);
      when data_exception or integrity_constraint_violation then
        v_saved := v_saved || jsonb_build_object('line', v_line, 'status', 'failed', 'message', 'Invalid input');
    end;
  end loop;
  -- All together, on the whole sample: cut into many rules, a common one would pass.
  return query
    with saved as (
      select s.* from jsonb_to_recordset(v_saved) as s (line integer, status text, message text, id bigint, is_judged boolean)
    ), common as (
      select c.rule_id, c.share, c.texts, r.action
      from private.common_rules(array(select s.id from saved s where s.is_judged), 5000) as c join public.content_rules r on r.id = c.rule_id
    ), stopped as (
      update public.content_rules r set is_enabled = false, stopped_share = c.share from common c where r.id = c.rule_id
    )
    select s.line, case when c.rule_id is null then s.status else 'failed' end,
      coalesce(s.message, case when c.rule_id is not null then private.too_common(c.action, c.share, c.texts) end)
    from saved s left join common c on c.rule_id = s.id order by s.line;
end $function$;

CREATE OR REPLACE FUNCTION private.jobs()
  RETURNS TABLE (
    path     text,
    schedule text
  )
  LANGUAGE sql
  IMMUTABLE
  ROWS 24
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
    ('housekeeping/exchange-rates', '30 16 * * *')
$function$;

CREATE OR REPLACE FUNCTION private.judged_texts (
  p_fields   text[],
  p_rule_ids bigint[],
  p_end      timestamp with time zone
)
  RETURNS TABLE (
    nr       integer,
    field    text,
    content  text,
    rule_ids bigint[]
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 2000
  SET search_path TO ''
  AS $function$
declare
  v_patterns public.content_rules[];
  v_has_words boolean;
begin
  select array_agg(r) filter (where r.terms is null), coalesce(bool_or(r.terms is not null), false) into v_patterns, v_has_words
  from public.content_rules r where r.id = any (p_rule_ids);
  nr := 0;
  for field, content in select t.field, t.content from private.recent_texts(p_fields, 2000) as t loop
    exit when clock_timestamp() > p_end;
    nr := nr + 1;
    rule_ids := array(select r.id from unnest(v_patterns) as r where private.rule_finds(r, content));
    if v_has_words then
      rule_ids := rule_ids || array(
        select distinct h.rule_id from private.word_hits(field, private.without_invisible(left(content, 5000))) as h
        where h.rule_id = any (p_rule_ids));
    end if;
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_originals (
  p_texts     jsonb,
  p_entity    text,
  p_entity_id bigint
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into private.masked_texts (entity, entity_id, field, context, original, rule_ids, user_id, is_due)
  select p_entity, p_entity_id, x.field, x.context, x.original, x.rule_ids, private.current_profile_id(), private.has_ended_mask(x.rule_ids)
  from jsonb_to_recordset(p_texts) as x (field text, context text, original text, rule_ids bigint[])
$function$;

CREATE OR REPLACE FUNCTION private.list_content_hits (
  p_action    text,
  p_rule_id   bigint,
  p_page      integer,
  p_page_size integer
)
  RETURNS TABLE (
    id               bigint,
    rule_id          bigint,
    rule_name        text,
    action           text,
    context          text,
    entity           text,
    entity_id        bigint,
    user_id          bigint,
    username         text,
    excerpt          text,
    has_private_text boolean,
    created_at       timestamp with time zone,
    reviewed_at      timestamp with time zone,
    total            bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
declare
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 100);
  v_first bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
  v_condition text := concat_ws(' and ', 'h.created_at >= now() - interval ''30 days''',
    case when p_action is not null then 'h.action = $1' end, case when p_rule_id is not null then 'h.rule_id = $2' end);
  v_total bigint;
  v_ids bigint[];
begin
  perform private.require_admin();
  execute format('select count(*) from (select 1 from public.content_hits h where %s limit 10001) as c', v_condition)
  into v_total using p_action, p_rule_id;
  execute format('select array(select h.id from public.content_hits h where %s order by h.created_at desc, h.id desc limit $3 offset $4)', v_condition)
  into v_ids using p_action, p_rule_id, greatest(least(v_size, 10000 - v_first), 0), v_first;
  -- Of what is private, only flagged texts have words, which are read one by one.
  return query
    select h.id, h.rule_id, h.rule_name, h.action, h.context, h.entity, h.entity_id, h.user_id, p.username,
      case when not private.is_private_context(h.context) then h.excerpt end,
      private.is_private_context(h.context) and h.excerpt is not null, h.created_at, h.reviewed_at, v_total
    from public.content_hits h left join public.profiles p on p.id = h.user_id
    where h.id = any (v_ids)
    order by h.created_at desc, h.id desc;
end $function$;

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
        where (private.is_blank(p_search) or position(private.fold(btrim(p_search)) in private.fold(r.pattern)) > 0)
          and (p_kind is null or r.kind = p_kind) and (p_action is null or r.action = p_action)
          and (p_is_enabled is null or r.is_enabled = p_is_enabled) and (p_is_trial is null or (r.trial_since is not null) = p_is_trial)) as f
      order by
        case when not v_is_descending then case p_sort when 'pattern' then (f.rule).pattern when 'kind' then (f.rule).kind when 'action' then (f.rule).action end end,
        case when v_is_descending then case p_sort when 'pattern' then (f.rule).pattern when 'kind' then (f.rule).kind when 'action' then (f.rule).action end end desc,
        f.hits * case when v_is_descending then -1 else 1 end,
        case when v_is_descending then -(f.rule).id else (f.rule).id end
      limit v_size offset (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size) as p;
end $function$;

CREATE OR REPLACE FUNCTION private.mask_again (
  p_entity    text,
  p_entity_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_text private.masked_texts;
  v_hits record;
  v_content text;
begin
  perform set_config('app.restores_text', 'true', true);
  for v_text in
    select * from private.masked_texts m where m.entity = p_entity and m.entity_id = p_entity_id order by m.field for update
  loop
    select array_agg(h.start_at) as starts, array_agg(h.length) as lengths, array_agg(distinct h.rule_id) as rule_ids into v_hits
    from private.find_content_hits(v_text.context, v_text.original) as h where h.action = 'mask';
    v_content := private.mask_content(v_text.original, v_hits.starts, v_hits.lengths);
    begin
      if p_entity = 'posts' and v_text.field = 'title' then
        -- Quotes remember the title of their post.
        perform 1 from public.quotes q where q.post_id = p_entity_id order by q.id for no key update;
        update public.quotes q set post_title = v_content from public.posts p
        where p.id = p_entity_id and q.post_id = p.id and q.post_title = p.title;
      end if;
      execute format('update public.%I set %I = $1 where id = $2', p_entity, v_text.field) using v_content, p_entity_id;
    exception when integrity_constraint_violation then
      -- Somebody else has the name by now. The mask stays.
      v_hits.rule_ids := null;
    end;
    if v_hits.rule_ids is null then
      delete from private.masked_texts m where m.entity = p_entity and m.entity_id = p_entity_id and m.field = v_text.field;
    else
      update private.masked_texts m set rule_ids = v_hits.rule_ids, is_due = private.has_ended_mask(v_hits.rule_ids)
      where m.entity = p_entity and m.entity_id = p_entity_id and m.field = v_text.field;
    end if;
  end loop;
  perform set_config('app.restores_text', 'false', true);
end $function$;

CREATE OR REPLACE FUNCTION private.masks (
  p_rule public.content_rules
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select p_rule.action = 'mask' and p_rule.is_enabled and p_rule.trial_since is null $function$;

CREATE OR REPLACE FUNCTION private.note_ended_mask()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.masks(old) and (tg_op = 'DELETE' or not private.masks(new)
      or private.content_rule_facts(old) <> private.content_rule_facts(new)) then
    insert into private.ended_masks (rule_id) values (old.id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_post_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.restores_text() then
    perform private.record_post_change(new.id, private.post_facts(old), private.post_facts(new));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.preview_content_rule (
  p_rule_id bigint,
  p_rule    jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_id bigint;
  v_rule public.content_rules;
  v_preview jsonb;
begin
  perform private.consume_rate_limit('rule_preview', private.require_admin()::text);
  begin
    -- Saved as a trial and taken back: so it is checked, read and compared as it will be.
    v_id := private.save_content_rule(p_rule_id, p_rule || '{"is_enabled": true, "is_trial": true}', false);
    select * into v_rule from public.content_rules r where r.id = v_id;
    with judged as materialized (
      select t.* from private.judged_texts(v_rule.fields, array[v_rule.id], clock_timestamp() + interval '2 s') as t
    ), counted as (
      select j.field, count(*) as texts, count(*) filter (where j.rule_ids <> '{}') as hits from judged j group by j.field
    ), examples as (
      select j.field, translate(substr(j.content, greatest(1, h.start_at - (60 - least(h.length, 60)) / 2), 60), E'\r\n', '  ') as excerpt
      from (
        select * from judged e where e.rule_ids <> '{}' and not private.is_private_context(e.field) order by e.nr limit 5) as j
      cross join lateral (
        select f.start_at, f.length from private.find_content_hits(j.field, j.content) as f where f.rule_id = v_rule.id
        order by f.start_at limit 1) as h
      order by j.nr
    )
    select jsonb_build_object('texts', coalesce(sum(c.texts), 0), 'hits', coalesce(sum(c.hits), 0),
      'fields', coalesce(jsonb_agg(jsonb_build_object('field', c.field, 'texts', c.texts, 'hits', c.hits) order by c.hits desc, c.field), '[]'),
      'examples', (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from examples e))
    into v_preview from counted c;
    raise exception using errcode = 'UNDO1';
  exception when sqlstate 'UNDO1' then
    return v_preview;
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.recent_texts (
  p_fields text[],
  p_limit  integer
)
  RETURNS TABLE (
    field   text,
    content text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 10000
  SET search_path TO ''
  AS $function$
  -- As they were written: a rule that masks would find nothing in what it has masked. The originals first, because only the
  -- beginning of a long text is read.
  select t.field, concat_ws(E'\n', (
      select string_agg(m.original, E'\n') from private.masked_texts m where m.entity = t.entity and m.entity_id = t.id and m.context = t.field),
    t.content)
  from (
    (select p.created_at, 'posts' as entity, p.id, 'post_title' as field, p.title as content from public.posts p
      where 'post_title' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, 'posts', p.id, 'post_description', p.description from public.posts p
      where 'post_description' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, 'posts', p.id, 'post_place', concat_ws(E'\n', p.country, p.area, p.delivery_address, p.port) from public.posts p
      where 'post_place' = any (p_fields) order by p.id desc limit p_limit)
    union all (select q.created_at, 'quotes', q.id, 'quote', concat_ws(E'\n', q.description, q.price_text, q.quantity_text, q.payment_method,
        q.shipping_method, q.delivery_time, q.delivery_from, q.delivery_to, q.organization_name) from public.quotes q
      where 'quote' = any (p_fields) order by q.id desc limit p_limit)
    union all (select k.created_at, 'post_questions', k.id, 'post_description', concat_ws(E'\n', k.question, k.answer) from public.post_questions k
      where 'post_description' = any (p_fields) order by k.id desc limit p_limit)
    union all (select m.created_at, 'messages', m.id, 'message', m.content from public.messages m
      where 'message' = any (p_fields) and m.content <> '' order by m.id desc limit p_limit)
    union all (select r.created_at, 'reviews', r.id, 'review', concat_ws(E'\n', r.comment, r.reply) from public.reviews r
      where 'review' = any (p_fields) order by r.id desc limit p_limit)
    union all (select p.created_at, 'profiles', p.id, 'profile', concat_ws(E'\n', p.username, p.company_name, p.bio, p.country) from public.profiles p
      where 'profile' = any (p_fields) order by p.id desc limit p_limit)
    union all (select f.created_at, 'feedback', f.id, 'feedback', concat_ws(E'\n', f.subject, f.message) from public.feedback f
      where 'feedback' = any (p_fields) and f.deleted_at is null order by f.id desc limit p_limit)
    order by 1 desc limit p_limit
  ) as t
  order by t.created_at desc
$function$;

CREATE OR REPLACE FUNCTION private.restores_text()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$ select coalesce(current_setting('app.restores_text', true), '') = 'true' $function$;

CREATE OR REPLACE FUNCTION private.save_content_rule (
  p_rule_id      bigint,
  p_rule         jsonb,
  p_is_confirmed boolean,
  p_is_judged    boolean DEFAULT true
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_before public.content_rules;
  v_rule public.content_rules;
  v_after public.content_rules;
  v_trial_since timestamptz;
  v_share numeric;
begin
  perform private.require_admin();
  v_rule := jsonb_populate_record(null::public.content_rules, '{"is_case_sensitive": false, "is_enabled": true}'
    || private.known_fields(p_rule, array['kind', 'pattern', 'action', 'fields', 'is_case_sensitive', 'is_enabled', 'is_trial']));
  v_trial_since := case when (p_rule ->> 'is_trial')::boolean then now() end;
  if coalesce(p_rule_id, 0) = 0 then
    insert into public.content_rules (kind, pattern, action, fields, is_case_sensitive, is_enabled, trial_since)
    values (v_rule.kind, v_rule.pattern, v_rule.action, v_rule.fields, v_rule.is_case_sensitive, v_rule.is_enabled, v_trial_since)
    returning * into v_after;
  else
    select * into v_before from public.content_rules r where r.id = p_rule_id for update;
    if v_before.id is null then
      perform private.refuse(404, 'not_found', 'Rule not found');
    end if;
    update public.content_rules r set kind = v_rule.kind, pattern = v_rule.pattern, action = v_rule.action, fields = v_rule.fields,
      is_case_sensitive = v_rule.is_case_sensitive, is_enabled = v_rule.is_enabled, stopped_share = null, trial_since = v_trial_since
    where r.id = p_rule_id returning * into v_after;
    -- The hits of a trial are those of the rule as it is.
    if v_trial_since is not null and v_before.trial_since is not null
        and private.content_rule_facts(v_before) = private.content_rule_facts(v_after) then
      update public.content_rules r set trial_since = v_before.trial_since where r.id = p_rule_id returning * into v_after;
    end if;
  end if;
  if p_is_judged and v_after.is_enabled and v_after.trial_since is null
      and (v_before.is_enabled, v_before.trial_since, private.content_rule_facts(v_before))
        is distinct from (true, null::timestamptz, private.content_rule_facts(v_after)) then
    v_share := private.assert_rare(v_after, p_is_confirmed);
  end if;
  perform private.audit(case when v_before.id is null then 'create_content_rule' else 'update_content_rule' end, 'content_rule',
    v_after.id::text, case when v_before.id is not null then to_jsonb(v_before) end,
    to_jsonb(v_after) || case when v_share is null then '{}' else jsonb_build_object('confirmed_share', v_share) end);
  return v_after.id;
exception when unique_violation then
  perform private.refuse(409, 'conflict', 'There is a rule with this pattern already', '{"path": "pattern"}');
  -- Not reached.
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.stop_common_flags()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_stopped integer;
begin
  -- Only rules with hits can be common; each alone, so that a new one does not stop the others.
  with suspects as (
    select h.rule_id as id from public.content_hits h
    where h.action = 'flag' and h.created_at > now() - interval '30 days' and h.rule_id is not null
    group by h.rule_id having count(*) > 10
  ), stopped as (
    update public.content_rules r set is_enabled = false, stopped_share = c.share
    from suspects s cross join lateral private.common_rules(array[s.id], 4000) as c
    where r.id = s.id and r.kind <> 'built_in' and r.action = 'flag' and c.share is not null
    returning r.id, r.stopped_share
  )
  select count(private.audit('stop_content_rule', 'content_rule', s.id::text, null, jsonb_build_object('stopped_share', s.stopped_share)))
  into v_stopped from stopped s;
  return v_stopped;
end $function$;

CREATE OR REPLACE FUNCTION private.submit_review (
  p_reviewed_user_id bigint,
  p_rating           integer,
  p_comment          text
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_comment text := btrim(p_comment);
  v_before public.reviews;
  v_id bigint;
begin
  if p_reviewed_user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot review yourself');
  elsif not exists (select 1 from public.profiles p where p.id = p_reviewed_user_id) then
    perform private.refuse(404, 'not_found', 'User not found');
  end if;
  -- One review of a person at a time: the row and the rate limit would otherwise be locked in either order.
  perform pg_advisory_xact_lock(hashtextextended('submit_review', v_me));
  select * into v_before from public.reviews r
  where r.reviewer_id = v_me and r.reviewed_user_id = p_reviewed_user_id for update;
  if v_before.hidden_at is not null then
    perform private.refuse(403, 'forbidden', 'This review was hidden by an administrator');
  elsif v_before.rating = p_rating and v_before.comment = v_comment and private.is_changeable(v_before) then
    -- The same request again: nothing is written twice and nobody hears of it twice (docs/decisions.md#every-write-can-be-repeated).
    return v_before.id;
  end if;
  perform private.consume_rate_limit('review', v_me::text);
  -- Not `on conflict`: the content filter would read the text as one of a new row, and again as it has masked it.
  if v_before.id is null then
    insert into public.reviews (reviewed_user_id, reviewer_id, rating, comment)
    values (p_reviewed_user_id, v_me, p_rating, v_comment) returning id into v_id;
  else
    update public.reviews r set rating = p_rating, comment = v_comment,
      -- A review that can no longer be edited is replaced by a new one, which has no reply yet.
      created_at = case when private.is_changeable(r) then r.created_at else now() end,
      reply = case when private.is_changeable(r) then r.reply end,
      replied_at = case when private.is_changeable(r) then r.replied_at end
    where r.id = v_before.id returning r.id into v_id;
  end if;
  perform private.notify(p_reviewed_user_id,
    format('%s left you a %s-star review', (select p.username from public.profiles p where p.id = v_me), p_rating),
    jsonb_build_object('type', 'review'));
  return v_id;
end $function$;

CREATE OR REPLACE FUNCTION private.too_common (
  p_action text,
  p_share  numeric,
  p_texts  integer
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when p_share is null then 'This rule takes too long to check against the last texts. Make it simpler.'
    when p_action = 'flag' then format('This would flag %s %% of the last %s texts. A rule that flags may find 1 %% at most.', p_share, p_texts)
    else format('This would change or refuse %s %% of the last %s texts. Confirm it, or try the rule first.', p_share, p_texts) end
$function$;

CREATE OR REPLACE FUNCTION private.touch_updated_at()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if not private.restores_text() then
    new.updated_at := now();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.work_on_masks (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ended record;
  v_next record;
  v_is_held boolean;
  v_count integer;
begin
  select array_agg(e.id) as ids, array_agg(distinct e.rule_id) as rule_ids into v_ended
  from (select * from private.ended_masks m order by m.id limit 100 for update skip locked) as e;
  if v_ended.ids is not null then
    update private.masked_texts m set is_due = true
    where (m.entity, m.entity_id, m.field) in (
      select o.entity, o.entity_id, o.field from private.masked_texts o
      where o.rule_ids && v_ended.rule_ids and not o.is_due limit p_limit for update skip locked);
    get diagnostics v_count = row_count;
    if v_count > 0 then
      return v_count;
    elsif not exists (select 1 from private.masked_texts m where m.rule_ids && v_ended.rule_ids and not m.is_due) then
      delete from private.ended_masks e where e.id = any (v_ended.ids);
    end if;
  end if;

  -- One row a call: it locks as its author would, and waits for nobody but who changes one of its rules.
  for v_next in
    select distinct m.entity, m.entity_id from private.masked_texts m where m.is_due order by m.entity, m.entity_id limit 10
  loop
    execute format('select true from public.%I t where t.id = $1 for no key update skip locked', v_next.entity)
    into v_is_held using v_next.entity_id;
    if v_is_held then
      perform private.mask_again(v_next.entity, v_next.entity_id);
      return 1;
    end if;
    -- A write that ended as something else, such as the repeat of another, leaves an original of no row.
    execute format('delete from private.masked_texts m where m.entity = $1 and m.entity_id = $2
      and not exists (select 1 from public.%I t where t.id = $2)', v_next.entity) using v_next.entity, v_next.entity_id;
    if found then
      return 1;
    end if;
  end loop;

  delete from private.masked_texts m where (m.entity, m.entity_id, m.field) in (
    select o.entity, o.entity_id, o.field from private.masked_texts o
    where o.masked_at < now() - interval '30 days' limit p_limit for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION public.list_content_hits (
  action    text    DEFAULT NULL::text,
  rule_id   bigint  DEFAULT NULL::bigint,
  page      integer DEFAULT 1,
  page_size integer DEFAULT 20
)
  RETURNS TABLE (
    id               bigint,
    rule_id          bigint,
    rule_name        text,
    action           text,
    context          text,
    entity           text,
    entity_id        bigint,
    user_id          bigint,
    username         text,
    excerpt          text,
    has_private_text boolean,
    created_at       timestamp with time zone,
    reviewed_at      timestamp with time zone,
    total            bigint
  )
  LANGUAGE sql
  STABLE
  ROWS 20
  SET search_path TO ''
  AS $function$ select * from private.list_content_hits($1, $2, page, page_size) $function$;

REVOKE ALL ON FUNCTION "public"."list_content_hits"(text, bigint, integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.list_content_rules (
  search     text    DEFAULT NULL::text,
  kind       text    DEFAULT NULL::text,
  action     text    DEFAULT NULL::text,
  is_enabled boolean DEFAULT NULL::boolean,
  is_trial   boolean DEFAULT NULL::boolean,
  sort       text    DEFAULT NULL::text,
  sort_order text    DEFAULT NULL::text,
  page       integer DEFAULT 1,
  page_size  integer DEFAULT 20
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
  LANGUAGE sql
  STABLE
  ROWS 20
  SET search_path TO ''
  AS $function$ select * from private.list_content_rules(search, kind, action, is_enabled, is_trial, sort, sort_order, page, page_size) $function$;

REVOKE ALL ON FUNCTION "public"."list_content_rules"(text, text, text, boolean, boolean, text, text, integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.preview_content_rule (
  rule    jsonb,
  rule_id bigint DEFAULT NULL::bigint
)
  RETURNS jsonb
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.preview_content_rule(rule_id, rule) $function$;

REVOKE ALL ON FUNCTION "public"."preview_content_rule"(jsonb, bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.save_content_rule (
  rule         jsonb,
  rule_id      bigint  DEFAULT NULL::bigint,
  is_confirmed boolean DEFAULT false
)
  RETURNS bigint
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.save_content_rule(rule_id, rule, is_confirmed) $function$;

REVOKE ALL ON FUNCTION "public"."save_content_rule"(jsonb, bigint, boolean) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "private"."masked_texts"
  ADD CONSTRAINT "masked_texts_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."content_hits"
  ADD CONSTRAINT "content_hits_action_is_known" CHECK ((action = ANY (ARRAY['block'::text, 'mask'::text, 'flag'::text, 'trial'::text])));

CREATE INDEX masked_texts_due_idx ON private.masked_texts USING btree (entity, entity_id)
  WHERE is_due;

CREATE INDEX masked_texts_masked_idx ON private.masked_texts USING btree (masked_at);

CREATE INDEX masked_texts_rules_idx ON private.masked_texts USING gin (rule_ids);

CREATE INDEX masked_texts_user_idx ON private.masked_texts USING btree (user_id)
  WHERE (user_id IS NOT NULL);

CREATE INDEX content_hits_action_idx ON public.content_hits USING btree (action, created_at DESC);

CREATE INDEX content_hits_of_nobody_idx ON public.content_hits USING btree (entity_id)
  WHERE (user_id IS NULL);

CREATE INDEX content_hits_rule_idx ON public.content_hits USING btree (rule_id, created_at) INCLUDE (action);

CREATE TRIGGER note_ended_mask
  AFTER DELETE OR UPDATE ON public.content_rules
  FOR EACH ROW
  EXECUTE FUNCTION private.note_ended_mask();

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF subject, message ON public.feedback
  FOR EACH ROW
  EXECUTE FUNCTION private.filter_content('feedback subject subject', 'feedback message message');

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF content ON public.messages
  FOR EACH ROW
  EXECUTE FUNCTION private.filter_content('message content content');

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF question, answer ON public.post_questions
  FOR EACH ROW
  EXECUTE FUNCTION private.filter_content('post_description question question', 'post_description answer answer');

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF title, description, country, area, delivery_address, port, unit ON public.posts
  FOR EACH ROW
  EXECUTE FUNCTION
    private.filter_content('post_title title title', 'post_description description description', 'post_place country country', 'post_place area area',
    'post_place delivery_address deliveryAddress', 'post_place port port', 'post_description unit unit');

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF username, company_name, bio, country ON public.profiles
  FOR EACH ROW
  EXECUTE FUNCTION private.filter_content('profile username username', 'profile company_name companyName', 'profile bio bio', 'profile country country');

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF description,
    price_text, quantity_text, payment_method, shipping_method, delivery_time, delivery_from, delivery_to, organization_name ON public.quotes
  FOR EACH ROW
  EXECUTE FUNCTION
    private.filter_content('quote description description', 'quote price_text price', 'quote quantity_text quantity', 'quote payment_method paymentMethod',
    'quote shipping_method shippingMethod',
    'quote delivery_time deliveryTime', 'quote delivery_from deliveryFrom', 'quote delivery_to deliveryTo', 'quote organization_name organizationName');

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF COMMENT, reply ON public.reviews
  FOR EACH ROW
  EXECUTE FUNCTION private.filter_content('review comment comment', 'review reply reply');

COMMENT ON COLUMN "private"."masked_texts"."context" IS 'The field of rules that the text was checked as.';

COMMENT ON COLUMN "private"."masked_texts"."entity" IS 'The table of the text.';

COMMENT ON COLUMN "private"."masked_texts"."is_due" IS 'Whether one of its rules has ended, so that the job `masks` compares the text with the rules again.';

COMMENT ON COLUMN "private"."masked_texts"."rule_ids" IS 'The rules that mask the text.';

COMMENT ON COLUMN "private"."masked_texts"."user_id" IS 'Who wrote the text; null for guests and registrations.';

COMMENT ON COLUMN "public"."content_hits"."excerpt" IS 'Around the first hit of a flagged text, or of a trial in a public one, once for each text: admins read it through functions, which log it for private texts.';

COMMENT ON COLUMN "public"."content_rules"."trial_since" IS 'Since when the rule, as it is now, runs as a trial, which counts its hits and changes nothing; null for a rule in force.';

COMMENT ON FUNCTION "private"."assert_rare"(public.content_rules, boolean) IS 'Refuses a rule that finds more than 1 % of the last texts, or takes too long to tell: a flag rule always, any other until it is confirmed. Answers the share that was confirmed.';

COMMENT ON FUNCTION "private"."common_rules"(bigint[], numeric) IS 'Those of the rules in force that find more than 1 % of the last 2,000 texts of their fields, or together more than 5 %, with the share; a null share means that the time ran out before 500 texts were read.';

COMMENT ON FUNCTION "private"."content_rule_facts"(public.content_rules) IS 'A rule without its state: what it looks for, where, and what it does.';

COMMENT ON FUNCTION "private"."count_hits_of_rule"(public.content_rules) IS 'Hits of a rule in the last 30 days, of a trial since it began; at most 10,000.';

COMMENT ON FUNCTION "private"."edit_of_original"(text, bigint, text, text, text) IS 'What an author makes of a masked text, with the original of the parts that they left as they were; the masked text has the same positions. Takes the original out of its table.';

COMMENT ON FUNCTION "private"."filter_content"() IS 'Checks the named columns when they are written: refuses, masks and keeps the original, or lets pass and notes it for review.';

COMMENT ON FUNCTION "private"."find_content_hits"(text, text) IS 'Hits of the enabled rules of a context in a text, those of a trial with that as their action; positions count characters from 1.';

COMMENT ON FUNCTION "private"."has_ended_mask"(bigint[]) IS 'Whether one of the rules masks no longer, which whoever ended it could not see of a text that is only being written. Holds the others until the commit.';

COMMENT ON FUNCTION "private"."import_content_rules"(jsonb) IS 'As the public function; rules that turn out to be too common count as failed and are stored switched off.';

COMMENT ON FUNCTION "private"."judged_texts"(text[], bigint[], timestamp with time zone) IS 'The last 2,000 texts of the fields, or as many as there is time for, each with those of the rules that find something in it.';

COMMENT ON FUNCTION "private"."mask_again"(text, bigint) IS 'Compares the originals of a row, which is locked, with the rules as they are, and stores what is to be read now.';

COMMENT ON FUNCTION "private"."restores_text"() IS 'Whether a column gets its original back, which is no change by its author: nothing is checked, told or dated.';

COMMENT ON FUNCTION "private"."work_on_masks"(integer) IS 'Finds what ended rules have masked, puts the originals back, one row a call, and deletes originals after 30 days. Answers how many.';

COMMENT ON FUNCTION "public"."list_content_hits"(text, bigint, integer, integer) IS 'For admins: what rules blocked, masked, flagged or found on trial in the last 30 days, newest first; pages end with the 10,000th hit. Each row carries the total, where 10001 stands for "more than 10,000".';

COMMENT ON FUNCTION "public"."list_content_rules"(text, text, text, boolean, boolean, text, text, integer, integer) IS 'For admins: one page of the rules with their hits in 30 days, of a trial since it began; each row carries the total.';

COMMENT ON FUNCTION "public"."preview_content_rule"(jsonb, bigint) IS 'For admins: how many of the last texts a rule would find, by field, with up to five examples that are not private. Nothing is stored.';

COMMENT ON FUNCTION "public"."save_content_rule"(jsonb, bigint, boolean) IS 'For admins: changes a rule of the content filter, or creates one when no id is given; its fields are named like their columns, and is_trial makes it count only. PT409 confirmation_needed when it would change or refuse more than 1 % of the last texts and is not confirmed. Answers its id.';

COMMENT ON TABLE "private"."ended_masks" IS 'Rules that mask no longer, or otherwise, until the job `masks` has found what they had masked.';

COMMENT ON TABLE "private"."masked_texts" IS 'Originals of texts that rules have masked in the last 30 days, each of one column of one row.';

REVOKE ALL ON FUNCTION "private"."assert_rare"(public.content_rules, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."common_rules"(bigint[], numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."content_rule_facts"(public.content_rules) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_hits_of_rule"(public.content_rules) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."edit_of_original"(text, bigint, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_ended_mask"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."judged_texts"(text[], bigint[], timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_originals"(jsonb, text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_content_hits"(text, bigint, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_content_hits"(text, bigint, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_content_rules"(text, text, text, boolean, boolean, text, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_content_rules"(text, text, text, boolean, boolean, text, text, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."mask_again"(text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."masks"(public.content_rules) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_ended_mask"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."preview_content_rule"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."preview_content_rule"(bigint, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."recent_texts"(text[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restores_text"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."restores_text"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."restores_text"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."save_content_rule"(bigint, jsonb, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."save_content_rule"(bigint, jsonb, boolean, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."too_common"(text, numeric, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."work_on_masks"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_content_hits"(text, bigint, integer, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."list_content_rules"(text, text, text, boolean, boolean, text, text, integer, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."preview_content_rule"(jsonb, bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."save_content_rule"(jsonb, bigint, boolean) TO "authenticated";

select private.schedule_jobs();

update private.app_settings s set value = jsonb_build_object('rule_preview', private.default_rate_limits() -> 'rule_preview') || s.value where s.key = 'rate_limits';
