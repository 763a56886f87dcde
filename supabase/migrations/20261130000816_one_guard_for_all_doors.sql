SET local check_function_bodies = off;

COMMENT ON COLUMN "public"."content_hits"."created_at" IS NULL;

DROP POLICY "users edit their own account" ON "public"."accounts";

DROP POLICY "admins delete news" ON "public"."news_items";

DROP POLICY "admins edit news" ON "public"."news_items";

DROP POLICY "owners delete their posts" ON "public"."posts";

DROP POLICY "owners edit their posts" ON "public"."posts";

DROP POLICY "users edit their own profile" ON "public"."profiles";

DROP TRIGGER "a_limit_rows" ON "public"."account_notes";

DROP TRIGGER "a_limit_rows" ON "public"."accounts";

DROP TRIGGER "a_limit_rows" ON "public"."news_items";

DROP TRIGGER "a_limit_rows" ON "public"."posts";

DROP TRIGGER "a_limit_rows" ON "public"."profiles";

ALTER TABLE "private"."mail_templates"
  DROP CONSTRAINT "mail_templates_account_mails_are_on";

ALTER TABLE "public"."content_hits"
  DROP CONSTRAINT "content_hits_of_trials_tell_nothing_private";

DROP FUNCTION "private"."find_content_hits"(text, text);

DROP FUNCTION "private"."list_mail_templates"(text);

DROP FUNCTION "private"."recent_texts"(text[], integer);

DROP FUNCTION "private"."told_hits"(text, bigint);

DROP FUNCTION "public"."list_mail_templates"(text);

ALTER TABLE "public"."posts"
  ALTER COLUMN "search" DROP EXPRESSION,
  ALTER COLUMN "search" SET DEFAULT ''::tsvector;

CREATE OR REPLACE FUNCTION private.assert_new_user (
  p_provider text,
  p_data     jsonb,
  p_email    text  DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_username text := nullif(btrim(p_data ->> 'username'), '');
begin
  -- People who come by a sign-in provider are asked for what is missing on their first page; nobody else may leave it out.
  if p_provider in ('email', 'phone') and (v_username is null or private.terms_version_in_force(p_data ->> 'termsVersion') is null) then
    perform private.refuse(400, 'invalid_input', 'A username and the accepted terms are needed');
  end if;
  if p_provider in ('email', 'phone') and octet_length(p_data::text) > private.user_data_max() then
    perform private.refuse(400, 'invalid_input', 'Data too large', '{"path": "data"}');
  end if;
  if v_username ~ '[[:cntrl:]]' or v_username <> private.without_invisible(v_username)
      or (v_username is not null and private.is_blank(v_username)) then
    perform private.refuse(400, 'invalid_input', 'Username contains invisible characters', '{"path": "username"}');
  elsif v_username ~ '[@<>]' or char_length(v_username) not between 3 and 50 then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "username"}');
  end if;
  if private.is_username_taken(normalize(v_username, nfc), p_email) then
    perform private.refuse(409, 'conflict', 'Username already exists');
  end if;
end $function$;

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
    case when v_common.texts is null then '{}' else jsonb_build_object('share', v_common.share, 'texts', v_common.texts) end);
  -- Not reached.
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.begin_registration (
  p_address  text,
  p_email    text,
  p_username text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.consume_rate_limit('register', private.network_of(p_address));
  -- Answered instead of raised, which would not count.
  if p_username ~ '[[:cntrl:]]' or p_username <> private.without_invisible(p_username) or private.is_blank(p_username) then
    return 'invisible';
  elsif private.is_username_taken(p_username, p_email) then
    return 'username';
  elsif private.email_exists(p_email) then
    return 'email';
  end if;
  insert into private.registration_passes as p (email) values (lower(btrim(p_email)))
  on conflict (email) do update set made_at = now();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.claim_mail (
  p_mail_id     bigint,
  p_site        text    DEFAULT NULL::text,
  p_has_mailbox boolean DEFAULT false
)
  RETURNS TABLE (
    mail_id           bigint,
    lease             uuid,
    recipient         text,
    template          text,
    data              jsonb,
    username          text,
    subject           text,
    body              text,
    unsubscribe_token text,
    locale            text,
    local_subject     text,
    local_body        text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_mail private.mail_outbox;
  v_lease uuid := gen_random_uuid();
  v_left integer;
  v_reserve integer;
  v_held_by text := private.hold_mails(p_site, p_has_mailbox);
begin
  -- Mails with secrets use no server but that of the installation, which is the mailbox.
  if v_held_by = 'off' or (v_held_by is not null and not p_has_mailbox) then
    return;
  end if;
  -- Its sender stopped while it spoke with the mail server, so it may have arrived. A mail that comes twice is worse than one
  -- that an admin sends again.
  update private.mail_outbox o set status = 'failed', error = 'The sender stopped before it knew whether the mail was taken.'
  where o.status = 'sending' and o.lease_until < now();

  select s.daily_cap - coalesce((select d.sent from private.mail_days d where d.day = (now() at time zone 'utc')::date), 0),
    s.daily_cap / 10 into v_left, v_reserve
  from private.mail_settings s;
  loop
    select * into v_mail from private.mail_outbox o
    where o.status = 'queued' and o.next_attempt_at <= now() and (p_mail_id is null or o.id = p_mail_id)
      and o.template in ('verify_email', 'reset_password', 'confirm_email')
    order by o.next_attempt_at, o.id
    limit 1 for update skip locked;
    if v_mail.id is null and v_held_by is null then
      select * into v_mail from private.mail_outbox o
      where o.status = 'queued' and o.next_attempt_at <= now() and (p_mail_id is null or o.id = p_mail_id)
        and (o.template <> 'broadcast' or v_left > v_reserve) and (v_left > 0 or private.is_always_sent(o.template))
      order by o.template = 'broadcast', o.next_attempt_at, o.id
      limit 1 for update skip locked;
    end if;
    if v_mail.id is null then
      return;
    end if;
    if v_mail.template in ('digest', 'saved_search') then
      v_mail.data := private.unread_digest(v_mail.user_id, v_mail.data);
    end if;
    exit when case
      -- Nobody asks for it any more, or not for this address.
      when private.proof_life(v_mail.template) is not null then exists (
        select 1 from private.mail_proofs m join public.profiles p on p.auth_id = m.auth_id
        where p.id = v_mail.user_id and m.kind = v_mail.template and m.address = v_mail.recipient)
      -- People who have read their messages meanwhile need no mail about them.
      when v_mail.template = 'message_received' then v_mail.attempts > 0 or exists (
        select 1 from jsonb_array_elements(v_mail.data -> 'items') as i (item)
        left join public.notifications n on n.id = (i.item ->> 'notificationId')::bigint
        where n.read_at is null)
      when v_mail.template in ('digest', 'saved_search') then v_mail.data -> 'items' <> '[]'
      else true end;
    delete from private.mail_outbox o where o.id = v_mail.id;
  end loop;

  insert into private.mail_days as d (day, sent) values ((now() at time zone 'utc')::date, 1)
  -- A mail about the security of an account counts, but is never kept back by the others.
  on conflict (day) do update set sent = d.sent + 1
  where d.sent < (select s.daily_cap from private.mail_settings s) or private.is_always_sent(v_mail.template);
  if not found then
    return;
  end if;

  update private.mail_outbox o set status = 'sending', attempts = o.attempts + 1, lease = v_lease, lease_until = now() + interval '5 minutes'
  where o.id = v_mail.id;
  return query
    select v_mail.id, v_lease, v_mail.recipient, t.template,
      case when private.proof_life(t.template) is null then v_mail.data else private.make_proof(v_mail.user_id, t.template, v_mail.recipient) end,
      coalesce((select private.name_in_mail(p.id, p.username, t.template in ('verify_email', 'confirm_email') or a.email_confirmed_at is null)
        from public.profiles p join public.accounts a on a.profile_id = p.id where p.id = v_mail.user_id), v_mail.data ->> 'username'),
      english.subject, english.body,
      case when (t.is_optional or t.template = 'digest') and v_mail.user_id is not null then private.unsubscribe_token(v_mail.user_id, t.template
        -- A mail about one saved search ends that one.
        || case when jsonb_array_length(v_mail.data -> 'items') = 1 then coalesce('-' || substring(v_mail.data #>> '{items,0,about}' from '^saved search (\d+)$'), '') else '' end) end,
      l.locale, own.subject, own.body
    from private.mail_templates t
    -- The language that the receiver reads now, whenever the mail was queued; the mail itself names one if nobody's account does.
    cross join (select coalesce(v_mail.data ->> 'locale', (select a.locale from public.accounts a where a.profile_id = v_mail.user_id), 'en')) as l (locale)
    left join private.mail_texts english on english.template = t.template and english.locale = 'en'
    left join private.mail_texts own on own.template = t.template and own.locale = l.locale and l.locale <> 'en'
    where t.template = v_mail.template;
end $function$;

CREATE OR REPLACE FUNCTION private.clean_lines()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  v_new jsonb := to_jsonb(new);
  v_changes jsonb;
begin
  select jsonb_object_agg(c.name, btrim(regexp_replace(regexp_replace(v_new ->> c.name, '[\u202a-\u202e\u2066-\u2069]+', '', 'g'), '[[:cntrl:]]+', ' ', 'g')))
  into v_changes
  from unnest(tg_argv) as c (name) where v_new ->> c.name ~ '[[:cntrl:]\u202a-\u202e\u2066-\u2069]';
  return case when v_changes is null then new else jsonb_populate_record(new, v_changes) end;
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
  v_fields text[];
  v_common bigint[];
begin
  for v_set in
    select r.fields, array_agg(r.id) as ids from public.content_rules r
    where r.id = any (p_rule_ids) and r.is_enabled and r.trial_since is null group by r.fields, r.action
  loop
    v_common := '{}';
    v_fields := private.fields_of_rule(v_set.fields, false);
    if v_fields <> '{}' then
      for rule_id, share, texts in
        select c.* from private.common_rules_in(v_fields, v_set.ids,
          -- Half of the time is for the private ones.
          v_end - case when v_fields <> v_set.fields then (v_end - clock_timestamp()) / 2 else interval '0' end) as c
      loop
        v_common := v_common || rule_id;
        return next;
      end loop;
    end if;
    v_fields := private.fields_of_rule(v_set.fields, true);
    if v_fields <> '{}' then
      return query select c.* from private.common_rules_in(v_fields, v_set.ids, v_end) as c where c.rule_id <> all (v_common);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.common_rules_in (
  p_fields   text[],
  p_rule_ids bigint[],
  p_end      timestamp with time zone
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
  v_is_private boolean := private.fields_of_rule(p_fields, true) <> '{}';
  v_rules bigint[];
  v_texts integer[];
  v_read integer;
  -- Of private texts, every rule has a sample of its own, of about half of them.
  v_scale integer := case when v_is_private then 2 else 1 end;
begin
  select coalesce(array_agg(u.id) filter (where u.id is not null), '{}'), coalesce(array_agg(t.nr) filter (where u.id is not null), '{}'),
    coalesce(max(t.nr), 0)
  into v_rules, v_texts, v_read
  from private.judged_texts(p_fields, p_rule_ids, p_end) as t left join lateral unnest(t.rule_ids) as u (id) on true;
  -- The newest 500 say enough; fewer say nothing, so the rules are not accepted.
  if clock_timestamp() > p_end and v_read < 500 then
    return query select i, null::numeric, null::integer from unnest(p_rule_ids) as i;
    return;
  end if;
  -- A handful says nothing in a marketplace that has just begun. Many rare rules find as much as a common one, so the others are
  -- judged together as well.
  return query
    with hits as (
      select h.id, h.text from unnest(v_rules, v_texts) as h (id, text)
    ), common as (
      select h.id, v_scale * count(*) as found from hits h
      group by h.id having v_scale * count(*) > private.few_hits() and v_scale * count(*) * 100 > v_read
    ), rare as (
      select v_scale * count(distinct h.text) as found from hits h where h.id not in (select c.id from common c)
    ), found as (
      select c.id, c.found from common c
      union all
      select i, r.found from rare r cross join unnest(p_rule_ids) as i
      where cardinality(p_rule_ids) > 1 and r.found > private.few_hits() and r.found * 20 > v_read and i not in (select c.id from common c)
    )
    select f.id, case when v_is_private then 1.0 else round(100.0 * f.found / v_read, 1) end, case when not v_is_private then v_read end
    from found f;
end $function$;

CREATE OR REPLACE FUNCTION private.copy_names (
  p_user_id bigint
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_names text := (select concat_ws(' ', o.username, o.company_name) from public.profiles o where o.id = p_user_id);
  v_ids bigint[] := array(
    select p.id from public.posts p where p.user_id = p_user_id and p.owner_names is distinct from v_names order by p.id desc limit 20);
begin
  perform 1 from public.posts p where p.id = any (v_ids) order by p.id for no key update;
  update public.posts p set owner_names = v_names where p.id = any (v_ids);
  return cardinality(v_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.copy_names_to_posts()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_count integer := private.copy_names(new.id);
begin
  if v_count = 20 then
    insert into private.names_to_copy (user_id) values (new.id) on conflict do nothing;
  end if;
  if v_count > 0 and new.id = private.current_profile_id() then
    perform private.consume_rate_limit('post_edit', new.id::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.copy_next_names()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_user_id bigint;
  v_count integer;
begin
  -- With the profile, so that names which change meanwhile are noted anew.
  select n.user_id into v_user_id from private.names_to_copy n join public.profiles p on p.id = n.user_id
  order by n.user_id limit 1 for update of n skip locked for share of p skip locked;
  if not found then
    return 0;
  end if;
  v_count := private.copy_names(v_user_id);
  if v_count < 20 then
    delete from private.names_to_copy n where n.user_id = v_user_id;
  end if;
  return greatest(v_count, 1);
end $function$;

CREATE OR REPLACE FUNCTION private.create_profile_of_new_user()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_data jsonb := coalesce(new.raw_user_meta_data, '{}');
  v_username text := nullif(btrim(v_data ->> 'username'), '');
  v_phone text := nullif(btrim(v_data ->> 'phoneNumber'), '');
  v_avatar text := v_data ->> 'avatar_url';
  v_terms text := private.terms_version_in_force(v_data ->> 'termsVersion');
  v_id bigint;
begin
  if v_username is null then
    perform private.assert_new_user(new.raw_app_meta_data ->> 'provider', v_data);
    v_username := private.free_username(
      coalesce(v_data ->> 'preferred_username', v_data ->> 'user_name', split_part(new.email, '@', 1)));
  end if;
  v_username := normalize(v_username, nfc);
  -- Held until the commit: of two registrations of look-alikes at the same moment the second one sees the first.
  perform pg_advisory_xact_lock(hashtextextended('username ' || private.name_skeleton(v_username), 0));
  perform private.assert_new_user(new.raw_app_meta_data ->> 'provider', v_data || jsonb_build_object('username', v_username));

  insert into public.profiles (auth_id, username, avatar_path, country, company_name, bio)
  values (new.id, v_username,
    -- People who register write this data themselves; whether it comes from a provider is what Auth says of the account.
    case when coalesce(new.raw_app_meta_data ->> 'provider', 'email') not in ('email', 'phone')
      and v_avatar ~ '^https://[^[:space:]]+$' and char_length(v_avatar) <= 500 then v_avatar end,
    left(nullif(btrim(v_data ->> 'country'), ''), 60),
    case when not private.is_blank(v_data ->> 'companyName') then left(btrim(v_data ->> 'companyName'), 100) end,
    left(nullif(btrim(v_data ->> 'bio'), ''), 500))
  returning id into v_id;

  insert into public.accounts (profile_id, email, first_name, last_name, phone_number, address, organization, tax_code,
    terms_version, terms_accepted_at, email_confirmed_at, last_seen_at)
  values (v_id, coalesce(new.email, ''),
    left(nullif(btrim(v_data ->> 'firstName'), ''), 50),
    left(nullif(btrim(v_data ->> 'lastName'), ''), 50),
    case when v_phone ~ '^\+?[0-9 ()-]{6,20}$' then v_phone end,
    left(nullif(btrim(v_data ->> 'address'), ''), 200),
    left(nullif(btrim(v_data ->> 'organization'), ''), 100),
    left(nullif(btrim(v_data ->> 'taxCode'), ''), 20),
    v_terms, case when v_terms is not null then now() end, new.email_confirmed_at, new.last_sign_in_at);
  -- limit_user_data() takes out what profile and account have now.
  update auth.users u set raw_user_meta_data = v_data where u.id = new.id;
  return new;
exception when unique_violation then
  -- Two registrations of one name at the same moment: the index decides, the answer is the same.
  perform private.refuse(409, 'conflict', 'Username already exists');
end $function$;

CREATE OR REPLACE FUNCTION private.enter_judging (
  p_rules public.content_rules[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_rule public.content_rules;
begin
  -- As previews, ten rules of an import as one: a list of 2,000 words can still be imported.
  for v_previews in 1 .. ceil(cardinality(p_rules) / 10.0) loop
    perform private.consume_rate_limit('rule_preview', v_me::text);
  end loop;
  foreach v_rule in array p_rules loop
    -- A new rule has no id before it is saved.
    perform private.audit('judge_content_rule', 'content_rule', (select r.id::text from public.content_rules r where r.id = v_rule.id), null,
      private.content_rule_facts(v_rule));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.fields_of_rule (
  p_fields     text[],
  p_is_private boolean
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select array(select f.field from unnest(p_fields) as f (field) where private.is_private_context(f.field) = p_is_private) $function$;

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
  -- The constraints are asked after the rules and after the columns that are made of a text, which take seconds of many long ones.
  if (select sum(char_length(v_new ->> split_part(a, ' ', 2))) from unnest(tg_argv) as a) > 10000 then
    perform private.refuse(400, 'invalid_input', 'Text too long');
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
  p_text    text,
  p_table   text DEFAULT ''::text
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
  where private.suits(r, p_table)
$function$;

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
  if private.is_reserved_name(v_base) or private.is_reserved_name(v_base || '-2') then
    v_base := 'user';
  end if;
  v_candidate := v_base;
  while private.is_username_taken(v_candidate) loop
    v_number := v_number + 1;
    -- Two who ask at once, or one who took the first numbers, cost nobody anything.
    v_candidate := v_base || '-' || case when v_number < 5 then v_number else 1000 + floor(random() * 1000000000) end;
  end loop;
  return v_candidate;
end $function$;

CREATE OR REPLACE FUNCTION private.hide_posts_of_user (
  p_user_id   bigint,
  p_reason    text,
  p_client_id uuid
)
  RETURNS SETOF public.moderation_batches
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_reason text;
  v_ids bigint[];
  v_batch_id bigint;
begin
  perform private.require_admin();
  v_reason := private.required_reason(p_reason);
  v_batch_id := private.open_batch('hide_posts_of_user', v_reason, p_client_id);
  -- Before the account: who deletes one of these posts has it, and counts it there.
  v_ids := private.visible_posts_of(array[p_user_id]);
  perform private.hold_counters(v_ids);
  perform private.hold_digests(array[p_user_id]);
  perform private.account_to_manage(p_user_id);
  perform private.hide_in_batch(v_batch_id, v_ids, v_reason, false);
  if v_ids <> '{}' then
    perform private.audit('hide_all_posts', 'user', p_user_id::text, null, jsonb_build_object('posts', cardinality(v_ids), 'reason', v_reason));
  end if;
  return query select b.* from private.close_part(v_batch_id) as b;
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
  v_unentered public.content_rules[];
begin
  perform private.require_admin();
  if jsonb_typeof(p_rules) <> 'array' or jsonb_array_length(p_rules) > 200 then
    perform private.refuse(400, 'invalid_input', 'At most 200 rules can be imported at once');
  end if;
  begin
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
    v_unentered := array(
      select u from private.unentered_rules(array(
        select r.id from jsonb_to_recordset(v_saved) as s (id bigint, is_judged boolean) join public.content_rules r on r.id = s.id
        where s.is_judged and r.is_enabled and r.trial_since is null)) as u);
    if cardinality(v_unentered) > 0 then
      raise exception using errcode = 'UNDO1';
    end if;
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
  exception when sqlstate 'UNDO1' then
    perform private.enter_judging(v_unentered);
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.is_always_sent (
  p_template text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select p_template in ('verify_email', 'reset_password', 'confirm_email', 'password_changed', 'email_changed', 'second_factor_on',
    'second_factor_off', 'second_factor_reset', 'account_suspended', 'suspension_lifted')
$function$;

CREATE OR REPLACE FUNCTION private.is_only_row (
  p_table oid,
  p_id    bigint
)
  RETURNS boolean
  LANGUAGE plpgsql
  COST 10000
  SET search_path TO ''
  AS $function$
declare
  v_setting text := 'private.row_of_' || p_table;
begin
  case coalesce(current_setting(v_setting, true), '')
    when '' then perform set_config(v_setting, p_id::text, true);
    when p_id::text then null;
    else perform private.refuse(400, 'invalid_input', 'One request writes one row');
  end case;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.is_reserved_name (
  p_name text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  -- A word that nobody else needs, or nothing but words of the marketplace.
  select private.with_latin_look(left(p_name, 200))
      ~ '(^|[^[:alnum:]])(admins?|administrators?|billing|marketplace|moderators?|official|postmaster|staff|support|webmaster)($|[^[:alnum:]])'
    or regexp_replace(private.with_latin_look(left(p_name, 200)), '[^[:alnum:]]+', '', 'g')
      ~ '^(admins?|administrators?|billing|help|main|marketplace|moderators?|official|platform|postmaster|root|security|staff|support|system|team|the|webmaster)+$'
    -- Deleted accounts are called this, and the page calls users without a name so.
    or btrim(p_name) ~* '^(deleted-[0-9]+|user *#.*)$'
$function$;

CREATE OR REPLACE FUNCTION private.is_sampled (
  p_rule     public.content_rules,
  p_text_key text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select get_byte(extensions.hmac((private.content_rule_facts(p_rule) - 'action')::text || p_text_key,
    private.setting('content_sample_secret') #>> '{}', 'sha256'), 0) < 128
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
  v_is_private boolean := private.fields_of_rule(p_fields, true) <> '{}';
  v_key text;
begin
  -- Housekeeping is nobody who is told anything.
  if v_is_private and private.current_profile_id() is not null and exists (select 1 from private.unentered_rules(p_rule_ids)) then
    raise exception 'unentered rule';
  end if;
  select array_agg(r) filter (where r.terms is null), coalesce(bool_or(r.terms is not null), false) into v_patterns, v_has_words
  from public.content_rules r where r.id = any (p_rule_ids);
  nr := 0;
  for field, content, v_key in select t.field, t.content, t.key from private.recent_texts(p_fields, 2000) as t loop
    exit when clock_timestamp() > p_end;
    nr := nr + 1;
    rule_ids := array(
      select r.id from unnest(v_patterns) as r where private.suits(r, split_part(v_key, ' ', 1)) and private.rule_finds(r, content));
    if v_has_words then
      rule_ids := rule_ids || array(
        select distinct h.rule_id from private.word_hits(field, private.without_invisible(left(content, 5000))) as h
        where h.rule_id = any (p_rule_ids));
    end if;
    if v_is_private and rule_ids <> '{}' then
      rule_ids := array(select r.id from public.content_rules r where r.id = any (rule_ids) and private.is_sampled(r, v_key));
    end if;
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_identity_data()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  new.identity_data := private.only_fields(new.identity_data, '{sub, email, phone, email_verified, phone_verified}');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_rows()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.is_only_row(tg_relid, new.id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_user_data()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if coalesce(new.raw_app_meta_data ->> 'provider', 'email') in ('email', 'phone') and octet_length(new.raw_user_meta_data::text)
      > greatest(private.user_data_max(), coalesce(octet_length(old.raw_user_meta_data::text), 0)) then
    perform private.refuse(400, 'invalid_input', 'Data too large', '{"path": "data"}');
  end if;
  -- Read after the registration: the mark by /api, the name by the page of a verified address.
  new.raw_user_meta_data := private.only_fields(new.raw_user_meta_data, '{username, registrationMark}');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.list_mail_templates (
  p_locale text
)
  RETURNS TABLE (
    template       text,
    is_optional    boolean,
    is_always_sent boolean,
    is_enabled     boolean,
    subject        text,
    body           text,
    updated_at     timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 20
  SET search_path TO ''
  AS $function$
begin
  perform private.require_admin();
  perform private.assert_language(p_locale);
  return query
    select t.template, t.is_optional, private.is_always_sent(t.template), t.is_enabled, x.subject, x.body, greatest(t.updated_at, x.updated_at)
    from private.mail_templates t left join private.mail_texts x on x.template = t.template and x.locale = p_locale
    order by t.template;
end $function$;

CREATE OR REPLACE FUNCTION private.make_post_searchable()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' or (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port, new.owner_names)
      is distinct from (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port, old.owner_names) then
    new.search := private.title_vector(new.title) || private.search_vector(concat_ws(' ', new.description, new.area, new.delivery_address,
      new.port, new.owner_names, private.category_words(new.category), private.country_words(new.country)));
  end if;
  return new;
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
    from private.find_content_hits(v_text.context, v_text.original, p_entity) as h where h.action = 'mask';
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

CREATE OR REPLACE FUNCTION private.name_skeleton (
  p_name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  select coalesce(nullif(regexp_replace(n.name, '[\s\u00a0\u1680\u2000-\u2015\u2028\u2029\u202f\u205f\u2212\u3000._-]+', '', 'g'), ''), n.name)
  from (select private.with_latin_look(p_name) as name) as n
$function$;

CREATE OR REPLACE FUNCTION private.notification_kind (
  p_message text,
  p_data    jsonb
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case p_data ->> 'type'
    when 'quote' then case when p_data ? 'postId' then 'quote_received' else 'quote_sent' end
    when 'message' then 'message_received'
    -- A note can follow.
    when 'post' then case when p_message like '%" is visible again%' and p_message not like '%" was hidden: %' then 'post_unhidden' else 'post_hidden' end
    when 'review' then 'review_received'
    when 'feedback' then 'feedback_answered'
    else p_data ->> 'type' end
$function$;

CREATE OR REPLACE FUNCTION private.only_fields (
  p_data  jsonb,
  p_names text[]
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_data) as f where f.key = any (p_names) $function$;

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
  v_me bigint := private.require_admin();
  v_id bigint;
  v_rule public.content_rules;
  v_private text[];
  v_unentered public.content_rules[];
  v_preview jsonb;
begin
  -- Those with private fields are counted where they are entered.
  if not exists (select 1 from jsonb_path_query(p_rule, 'lax $.fields[*]') as f (field) where private.is_private_context(f.field #>> '{}')) then
    perform private.consume_rate_limit('rule_preview', v_me::text);
  end if;
  begin
    -- Saved as a trial and taken back: so it is checked, read and compared as it will be.
    v_id := private.save_content_rule(p_rule_id, p_rule || '{"is_enabled": true, "is_trial": true}', false);
    select * into v_rule from public.content_rules r where r.id = v_id;
    v_unentered := array(select u from private.unentered_rules(array[v_rule.id]) as u);
    if cardinality(v_unentered) > 0 then
      raise exception using errcode = 'UNDO1';
    end if;
    v_private := private.fields_of_rule(v_rule.fields, true);
    with judged as materialized (
      select t.* from private.judged_texts(private.fields_of_rule(v_rule.fields, false), array[v_rule.id], clock_timestamp() + interval '2 s') as t
    ), counted as (
      select j.field, count(*) as texts, count(*) filter (where j.rule_ids <> '{}') as hits from judged j group by j.field
    ), examples as (
      select j.field, translate(substr(j.content, greatest(1, h.start_at - (60 - least(h.length, 60)) / 2), 60), E'\r\n', '  ') as excerpt
      from (select * from judged e where e.rule_ids <> '{}' order by e.nr limit 5) as j
      cross join lateral (
        select f.start_at, f.length from private.find_content_hits(j.field, j.content) as f where f.rule_id = v_rule.id
        order by f.start_at limit 1) as h
      order by j.nr
    )
    select jsonb_build_object('texts', coalesce(sum(c.texts), 0), 'hits', coalesce(sum(c.hits), 0),
      'fields', coalesce(jsonb_agg(to_jsonb(c) order by c.hits desc, c.field), '[]'),
      'examples', (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from examples e))
    into v_preview from counted c;
    -- Unknown when the time ran out.
    v_preview := v_preview || jsonb_build_object('isCommonInPrivate', (
      select case when count(*) = 0 then false when bool_and(c.share is not null) then true end
      from private.common_rules_in(v_private, array[v_rule.id], clock_timestamp() + interval '2 s') as c
      having v_private <> '{}'));
    raise exception using errcode = 'UNDO1';
  exception when sqlstate 'UNDO1' then
    null;
  end;
  if cardinality(v_unentered) > 0 then
    perform private.enter_judging(v_unentered);
  end if;
  return v_preview;
end $function$;

CREATE OR REPLACE FUNCTION private.recent_texts (
  p_fields text[],
  p_limit  integer
)
  RETURNS TABLE (
    field   text,
    content text,
    key     text
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
    t.content), t.entity || ' ' || t.id
  from (
    (select p.created_at, 'posts' as entity, p.id, 'post_title' as field, p.title as content from public.posts p
      where 'post_title' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, 'posts', p.id, 'post_description', concat_ws(E'\n', p.description, p.unit) from public.posts p
      where 'post_description' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, 'posts', p.id, 'post_place', concat_ws(E'\n', p.country, p.area, p.delivery_address, p.port) from public.posts p
      where 'post_place' = any (p_fields) order by p.id desc limit p_limit)
    union all (select q.created_at, 'quotes', q.id, 'quote', concat_ws(E'\n', q.description, q.price_text, q.quantity_text, q.payment_method,
        q.shipping_method, q.delivery_time, q.delivery_from, q.delivery_to, q.organization_name, q.status_reason) from public.quotes q
      where 'quote' = any (p_fields) order by q.id desc limit p_limit)
    union all (select k.created_at, 'post_questions', k.id, 'post_description', concat_ws(E'\n', k.question, k.answer) from public.post_questions k
      where 'post_description' = any (p_fields) order by k.id desc limit p_limit)
    union all (select m.created_at, 'messages', m.id, 'message', m.content from public.messages m
      where 'message' = any (p_fields) and m.content <> '' order by m.id desc limit p_limit)
    union all (select p.created_at, 'post_attachments', a.id, 'post_description', a.name
      from public.post_attachments a join public.posts p on p.id = a.post_id where 'post_description' = any (p_fields) order by a.id desc limit p_limit)
    union all (select q.created_at, 'quote_attachments', a.id, 'quote', a.name
      from public.quote_attachments a join public.quotes q on q.id = a.quote_id where 'quote' = any (p_fields) order by a.id desc limit p_limit)
    union all (select m.created_at, 'message_attachments', a.id, 'message', a.name
      from public.message_attachments a join public.messages m on m.id = a.message_id where 'message' = any (p_fields) order by a.id desc limit p_limit)
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

CREATE OR REPLACE FUNCTION private.record_content_hits (
  p_hits       jsonb,
  p_entity     text,
  p_entity_id  bigint,
  p_user_id    bigint,
  p_refusal_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  with added as (
  insert into public.content_hits (rule_id, rule_name, action, context, entity, entity_id, user_id, excerpt, refusal_id)
  select r.id, r.kind || ': ' || r.pattern, x.action, x.context, p_entity, p_entity_id, p_user_id, left(x.excerpt, 60), p_refusal_id
  from jsonb_to_recordset(p_hits) as x (rule_id bigint, action text, context text, excerpt text)
  join public.content_rules r on r.id = x.rule_id
  -- Trials are free, so many could spell out what somebody writes, word by word.
  where x.action <> 'trial' or not private.is_private_context(x.context)
  order by r.id for key share of r
  on conflict (refusal_id, rule_id) do nothing
  returning id, rule_id, action, context
  )
  -- A text that is edited again and again is one thing to look at: its last state.
  delete from public.content_hits h using added a
  where h.id <> a.id and (h.rule_id, h.action, h.context) = (a.rule_id, a.action, a.context) and h.reviewed_at is null
    and h.user_id = p_user_id and h.entity = p_entity and h.entity_id = p_entity_id and h.created_at > now() - interval '1 day';
end $function$;

CREATE OR REPLACE FUNCTION private.restore_changes (
  p_changes   private.moderation_changes[],
  p_is_silent boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_posts bigint[] := array(select c.subject_id from unnest(p_changes) as c where c.kind = 'post');
  v_reviews bigint[] := array(select c.subject_id from unnest(p_changes) as c where c.kind = 'review');
  v_questions bigint[] := array(select c.subject_id from unnest(p_changes) as c where c.kind = 'question');
  v_feedback bigint[] := array(select c.subject_id from unnest(p_changes) as c where c.kind = 'feedback');
  v_me bigint := private.require_admin();
  v_restored integer := 0;
  v_count integer;
begin
  perform 1 from public.profiles p
  where p.id in (select r.reviewed_user_id from public.reviews r where r.id = any (v_reviews)) order by p.id for no key update;
  perform 1 from public.posts p where p.id = any (v_posts) order by p.id for no key update;
  perform private.hold_counters(v_posts);
  perform 1 from public.reviews r where r.id = any (v_reviews) order by r.id for no key update;
  perform 1 from public.post_questions k where k.id = any (v_questions) order by k.id for no key update;
  perform 1 from public.feedback f where f.id = any (v_feedback) order by f.id for update;
  if not p_is_silent then
    perform private.hold_digests(array(select p.user_id from public.posts p where p.id = any (v_posts)));
  end if;
  perform 1 from public.accounts a
  where a.profile_id = v_me or a.profile_id in (select c.user_id from unnest(p_changes) as c) order by a.profile_id for update;
  perform private.require_admin();

  update public.reviews r set hidden_at = null, hidden_by = null, hidden_reason = null
  from unnest(p_changes) as c where c.kind = 'review' and r.id = c.subject_id and private.is_as_left(c);
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  update public.post_questions k set hidden_at = null, hidden_reason = null
  from unnest(p_changes) as c where c.kind = 'question' and k.id = c.subject_id and private.is_as_left(c);
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  update public.feedback f set deleted_at = null
  from unnest(p_changes) as c where c.kind = 'feedback' and f.id = c.subject_id and c.before is null and f.deleted_at = c.changed_at;
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  -- Whoever has set another status since has taken the change away.
  update public.feedback f set status = m.before ->> 'status'
  from unnest(p_changes) as c join private.moderation_changes m on (m.batch_id, m.kind, m.subject_id) = (c.batch_id, c.kind, c.subject_id)
  where c.kind = 'feedback' and f.id = c.subject_id and m.before is not null and f.deleted_at is null;
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  -- An earlier suspension goes on until its own end.
  update public.accounts a set
    suspended_until = case when e.until > now() then e.until end,
    suspension_reason = case when e.until > now() then e.reason end,
    suspended_at = case when e.until > now() then e.at end
  from unnest(p_changes) as c cross join lateral jsonb_to_record(c.before) as e (until timestamptz, reason text, at timestamptz)
  where c.kind = 'user' and a.profile_id = c.subject_id and a.suspended_at = c.changed_at and a.suspended_until = 'infinity';
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  perform set_config('app.moderation_is_silent', p_is_silent::text, true);
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null
  from unnest(p_changes) as c where c.kind = 'post' and p.id = c.subject_id and private.is_as_left(c);
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  -- Whoever has hidden and unhidden the post since has taken the change away.
  update public.posts p set is_hidden = true, hidden_by = (select o.id from public.profiles o where o.id = e.by), hidden_reason = e.reason, hidden_at = e.at
  from unnest(p_changes) as c join private.moderation_changes m on (m.batch_id, m.kind, m.subject_id) = (c.batch_id, c.kind, c.subject_id)
    join public.moderation_batches b on b.id = c.batch_id and b.action = 'unhide_posts'
    cross join lateral jsonb_to_record(c.before) as e (by bigint, reason text, at timestamptz)
  where c.kind = 'post' and p.id = c.subject_id and not p.is_hidden;
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  perform set_config('app.moderation_is_silent', 'false', true);
  delete from private.moderation_changes m using unnest(p_changes) as c
  where (m.batch_id, m.kind, m.subject_id) = (c.batch_id, c.kind, c.subject_id);
  return v_restored;
end $function$;

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
  v_unentered public.content_rules[];
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
    v_unentered := array(select u from private.unentered_rules(array[v_after.id]) as u);
    if cardinality(v_unentered) > 0 then
      raise exception using errcode = 'UNDO1';
    end if;
    v_share := private.assert_rare(v_after, p_is_confirmed);
  end if;
  perform private.audit(case when v_before.id is null then 'create_content_rule' else 'update_content_rule' end, 'content_rule',
    v_after.id::text, case when v_before.id is not null then to_jsonb(v_before) end,
    to_jsonb(v_after) || case when v_share is null then '{}' else jsonb_build_object('confirmed_share', v_share) end);
  return v_after.id;
exception
  when sqlstate 'UNDO1' then
    perform private.enter_judging(v_unentered);
    return null;
  when unique_violation then
    perform private.refuse(409, 'conflict', 'There is a rule with this pattern already', '{"path": "pattern"}');
    -- Not reached.
    return null;
end $function$;

CREATE OR REPLACE FUNCTION private.save_mail_template (
  p_template   text,
  p_is_enabled boolean,
  p_subject    text,
  p_body       text,
  p_locale     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_before private.mail_templates;
  v_after private.mail_templates;
  v_text_before private.mail_texts;
  v_subject text := nullif(btrim(p_subject), '');
  v_body text := nullif(btrim(p_body, E' \n\t'), '');
begin
  perform private.require_admin();
  perform private.assert_language(p_locale);
  select * into v_before from private.mail_templates t where t.template = p_template for update;
  if v_before.template is null then
    perform private.refuse(404, 'not_found', 'Template not found');
  elsif p_is_enabled is false and private.is_always_sent(p_template) then
    perform private.refuse(400, 'invalid_input', 'This mail is always sent', '{"path": "isEnabled"}');
  end if;
  select * into v_text_before from private.mail_texts x where x.template = p_template and x.locale = p_locale;
  if private.is_always_sent(p_template)
      and (v_subject, v_body) is distinct from (v_text_before.subject, v_text_before.body) then
    perform private.require_main_admin();
  end if;
  perform private.assert_mail_text(v_before, 'subject', v_subject);
  perform private.assert_mail_text(v_before, 'body', v_body);
  update private.mail_templates t set is_enabled = coalesce(p_is_enabled, t.is_enabled), updated_at = now()
  where t.template = p_template returning * into v_after;
  if v_subject is null and v_body is null then
    delete from private.mail_texts x where x.template = p_template and x.locale = p_locale;
  else
    insert into private.mail_texts as x (template, locale, subject, body) values (p_template, p_locale, v_subject, v_body)
    on conflict (template, locale) do update set subject = excluded.subject, body = excluded.body, updated_at = now();
  end if;
  perform private.audit('save_mail_template', 'mail_template', p_template,
    to_jsonb(v_before) || jsonb_build_object('locale', p_locale, 'subject', v_text_before.subject, 'body', v_text_before.body),
    to_jsonb(v_after) || jsonb_build_object('locale', p_locale, 'subject', v_subject, 'body', v_body));
end $function$;

CREATE OR REPLACE FUNCTION private.search_vector (
  p_text text
)
  RETURNS tsvector
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  v_parts record := private.text_parts(p_text);
  v_words text[] := v_parts.words;
begin
  -- "5kg" is found by "kg", "304/316" by "316".
  if array_to_string(v_words, ' ') ~ '[0-9][^0-9 ]' then
    v_words := v_words || array(
      select u.part from unnest(v_words) as w (word)
      cross join lateral unnest(array[substring(w.word from '^[0-9]+'), substring(w.word from '[^0-9]+$')]) as u (part)
      where w.word ~ '^[0-9]+[^0-9]+$');
  end if;
  if v_parts.numbers is not null then
    v_words := v_words || v_parts.numbers || string_to_array(array_to_string(v_parts.numbers, '.'), '.');
  end if;
  -- Each character of a run with the next one; the last stands alone.
  if v_parts.runs is not null then
    v_words := v_words || array(
      select distinct c.letter || lead(c.letter, 1, '') over (partition by r.nr order by c.nr)
      from unnest(v_parts.runs) with ordinality as r (run, nr)
      cross join lateral unnest(string_to_array(r.run, null)) with ordinality as c (letter, nr));
  end if;
  return array_to_tsvector(array(select left(w.word, 100) from unnest(v_words) as w (word)));
end $function$;

CREATE OR REPLACE FUNCTION private.second_factor_changed()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_auth_id uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
  v_user_id bigint := (
    select p.id from public.profiles p join public.accounts a on a.profile_id = p.id where p.auth_id = v_auth_id and a.deleted_at is null);
begin
  if v_user_id is null then
    return null;
  elsif tg_op = 'UPDATE' then
    perform private.queue_mail(v_user_id, 'second_factor_on', '{}', 'second factor on');
  elsif not exists (select 1 from auth.mfa_factors f where f.user_id = v_auth_id and f.status = 'verified') then
    delete from private.recovery_codes r where r.user_id = v_user_id;
    if current_setting('app.second_factor_is_reset', true) is distinct from 'true' then
      perform private.queue_mail(v_user_id, 'second_factor_off', '{}', 'second factor off');
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.suits (
  p_rule  public.content_rules,
  p_table text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select p_table not like '%attachments' or p_rule.kind <> 'built_in' or p_rule.pattern not in ('messenger', 'phone', 'url') $function$;

CREATE OR REPLACE FUNCTION private.text_parts (
  p_text text,
  OUT    words text[],
  OUT    numbers text[],
  OUT    runs text[]
)
  RETURNS record
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  v_signs constant text := '\s!-/:-@\[-`{-~\u0001-\u0020\u007f-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3006\u3008-\u303f\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\ufffc\ufffd\U0001f000-\U0001faff';
  v_run constant text := '[\u0e01-\u0e3a\u0e40-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]+';
  v_number constant text := '(?<![^' || v_signs || '])[0-9]+(?:[.,/][0-9]+)+';
  -- A letter can fold to eighteen, which no real text needs.
  v_text text := left(private.fold(p_text), 1000 + 2 * char_length(p_text));
begin
  if octet_length(v_text) > char_length(v_text) and v_text ~ v_run then
    runs := array(select m.part[1] from regexp_matches(v_text, v_run, 'g') as m (part));
    v_text := regexp_replace(v_text, v_run, ' ', 'g');
  end if;
  if v_text ~ '[0-9][.,/][0-9]' then
    numbers := array(select translate(m.part[1], ',/', '..') from regexp_matches(v_text, v_number, 'g') as m (part));
    v_text := regexp_replace(v_text, v_number, ' ', 'g');
  end if;
  words := array_remove(string_to_array(regexp_replace(v_text, '[' || v_signs || ']+', ' ', 'g'), ' '), '');
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
    when p_texts is null and p_action = 'flag' then 'This would flag too many messages or quotes. A rule that flags may find 1 % at most.'
    when p_texts is null then 'This would change or refuse many messages or quotes. Confirm it, or try the rule first.'
    when p_action = 'flag' then format('This would flag %s %% of the last %s texts. A rule that flags may find 1 %% at most.', p_share, p_texts)
    else format('This would change or refuse %s %% of the last %s texts. Confirm it, or try the rule first.', p_share, p_texts) end
$function$;

CREATE OR REPLACE FUNCTION private.unentered_rules (
  p_rule_ids bigint[]
)
  RETURNS SETOF public.content_rules
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  AS $function$
  select r.* from public.content_rules r
  where r.id = any (p_rule_ids) and private.fields_of_rule(r.fields, true) <> '{}'
    and not exists (
      select 1 from public.audit_log a
      where a.action = 'judge_content_rule' and a.actor_id = private.current_profile_id() and a.after = private.content_rule_facts(r)
        -- Of an earlier transaction: one of this one would be undone with it.
        and a.created_at < now() and a.created_at > now() - interval '1 minute')
$function$;

CREATE OR REPLACE FUNCTION private.with_facts (
  p_quote  public.quotes,
  p_fields jsonb
)
  RETURNS public.quotes
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Images, which the form does not have, stay unless they are given; everything else is what is given.
  v_quote public.quotes := jsonb_populate_record(p_quote,
    (select jsonb_object_agg(f, null) from unnest(private.quote_fields()) as f
      where f not in ('post_id', 'client_id', 'images', 'attachments'))
    || '{"description": "", "currency": "USD"}' || private.trimmed(p_fields));
begin
  -- Chosen from a list, so nothing is trimmed.
  v_quote.product_match := p_fields ->> 'product_match';
  v_quote.account_type := coalesce(p_fields ->> 'account_type', 'individual');
  -- docs/decisions.md#the-session-says-who-quotes.
  v_quote.contact_address := (
    select nullif(btrim(a.address), '') from public.accounts a where a.profile_id = private.current_profile_id());
  v_quote.valid_until := private.valid_until(v_quote.valid_until, p_quote.valid_until);
  v_quote.price_value := private.plain_number(v_quote.price_text);
  v_quote.quantity_value := private.plain_number(v_quote.quantity_text);
  v_quote.currency := upper(v_quote.currency);
  if v_quote.account_type <> 'organization' then
    v_quote.organization_name := null;
    v_quote.tax_code := null;
  end if;
  return v_quote;
end $function$;

CREATE OR REPLACE FUNCTION private.with_latin_look (
  p_name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  -- Cherokee in both cases: not every locale of a database has the small ones.
  select translate(private.with_latin_letters(private.fold(private.without_invisible(p_name))),
    'аеорсухіјѕһԁԛԝкмтвнгӏαορντυικχηεβσωγμ' || 'ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏂᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴ' || 'ꭰꭱꭲꭵꭹꭺꭻꭼꮃꮇꮋꮍꮐꮓꮟꮒꮢꮤꮩꮪꮮꮯꮲꮶꮷᏼ',
    'aeopcyxijshdqwkmtbhrlaopvtuikxnebowyu' || 'drtiyajewmhygzbhrwvslcpkdb' || 'drtiyajewmhygzbhrwvslcpkdb')
$function$;

CREATE OR REPLACE FUNCTION public.list_mail_templates (
  locale text DEFAULT 'en'::text
)
  RETURNS TABLE (
    template       text,
    is_optional    boolean,
    is_always_sent boolean,
    is_enabled     boolean,
    subject        text,
    body           text,
    updated_at     timestamp with time zone
  )
  LANGUAGE sql
  STABLE
  ROWS 20
  SET search_path TO ''
  AS $function$ select * from private.list_mail_templates(locale) $function$;

REVOKE ALL ON FUNCTION "public"."list_mail_templates"(text) FROM PUBLIC, "anon", "service_role";

CREATE TRIGGER limit_identity_data
  BEFORE INSERT OR UPDATE OF identity_data ON auth.identities
  FOR EACH ROW
  WHEN ((new.provider = ANY (ARRAY['email'::text, 'phone'::text])))
  EXECUTE FUNCTION private.limit_identity_data();

CREATE TRIGGER a_limit_rows
  BEFORE INSERT ON public.account_notes
  FOR EACH ROW
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.limit_rows();

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF name ON public.message_attachments
  FOR EACH ROW
  EXECUTE FUNCTION private.filter_content('message name attachments');

CREATE TRIGGER a_limit_rows
  BEFORE INSERT ON public.news_items
  FOR EACH ROW
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.limit_rows();

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF name ON public.post_attachments
  FOR EACH ROW
  EXECUTE FUNCTION private.filter_content('post_description name documents');

CREATE TRIGGER a_limit_rows
  BEFORE INSERT ON public.posts
  FOR EACH ROW
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.limit_rows();

CREATE TRIGGER make_searchable
  BEFORE INSERT OR UPDATE OF title, description, category, country, area, delivery_address, port, owner_names ON public.posts
  FOR EACH ROW
  EXECUTE FUNCTION private.make_post_searchable();

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF name ON public.quote_attachments
  FOR EACH ROW
  EXECUTE FUNCTION private.filter_content('quote name attachments');

CREATE POLICY "users edit their own account" ON "public"."accounts"
  FOR UPDATE
  TO "authenticated"
  USING (((profile_id = ( SELECT private.current_profile_id() AS current_profile_id)) AND private.is_only_row(tableoid, profile_id)));

CREATE POLICY "admins delete news" ON "public"."news_items"
  FOR DELETE
  TO "authenticated"
  USING ((( SELECT private.is_admin() AS is_admin) AND private.is_only_row(tableoid, id)));

CREATE POLICY "admins edit news" ON "public"."news_items"
  FOR UPDATE
  TO "authenticated"
  USING ((( SELECT private.is_admin() AS is_admin) AND private.is_only_row(tableoid, id)));

CREATE POLICY "owners delete their posts" ON "public"."posts"
  FOR DELETE
  TO "authenticated"
  USING (((user_id = ( SELECT private.current_profile_id() AS current_profile_id)) AND private.is_only_row(tableoid, id)));

CREATE POLICY "owners edit their posts" ON "public"."posts"
  FOR UPDATE
  TO "authenticated"
  USING (((user_id = ( SELECT private.current_profile_id() AS current_profile_id)) AND private.is_only_row(tableoid, id)));

CREATE POLICY "users edit their own profile" ON "public"."profiles"
  FOR UPDATE
  TO "authenticated"
  USING (((id = ( SELECT private.current_profile_id() AS current_profile_id)) AND private.is_only_row(tableoid, id)));

COMMENT ON FUNCTION "private"."clean_lines"() IS 'Takes signs that turn the direction out of the texts of one line that are written, and makes control characters blanks.';

COMMENT ON FUNCTION "private"."common_rules"(bigint[], numeric) IS 'Those of the rules in force that are common in their public fields, with the share, or else in their private ones, as common_rules_in() tells it.';

COMMENT ON FUNCTION "private"."common_rules_in"(text[], bigint[], timestamp with time zone) IS 'Those of the rules that find more than 1 % of the last 2,000 texts of these fields, public or private ones, or together more than 5 %, with the share and the number of texts; of private ones, 1 and null stand for every answer. A null share means that the time ran out before 500 texts were read.';

COMMENT ON FUNCTION "private"."copy_names"(bigint) IS 'Gives the newest 20 of those posts that have former names of their owner the present ones; answers how many.';

COMMENT ON FUNCTION "private"."copy_next_names"() IS 'Copies new names of one user to up to 20 of their posts; answers how many, 0 when there is nothing to do.';

COMMENT ON FUNCTION "private"."enter_judging"(public.content_rules[]) IS 'Counts rules and enters them in the audit log; called again within a minute, what called this may judge them on private texts.';

COMMENT ON FUNCTION "private"."few_hits"() IS 'So many hits say nothing of a rule.';

COMMENT ON FUNCTION "private"."find_content_hits"(text, text, text) IS 'All hits of the enabled rules of a context in a text, in no order, those of a trial with that as their action; positions count characters from 1. With a maximum, what stands behind many hits would pass.';

COMMENT ON FUNCTION "private"."is_always_sent"(text) IS 'True for mails about the security of an account, or a decision about it: no switch and no cap holds them back, and main admins write them.';

COMMENT ON FUNCTION "private"."is_only_row"(oid, bigint) IS 'PT400 for the second row of a table that a client writes in one request; true for the first.';

COMMENT ON FUNCTION "private"."is_sampled"(public.content_rules, text) IS 'Whether a rule is judged on a private text: about half of them, other ones for each rule, so that two rules that differ in one text tell nothing of it.';

COMMENT ON FUNCTION "private"."judged_texts"(text[], bigint[], timestamp with time zone) IS 'The last 2,000 texts of the fields, or as many as there is time for, each with those of the rules that find something in it; a private one only with those whose sample it is in.';

COMMENT ON FUNCTION "private"."limit_identity_data"() IS 'Keeps what Auth itself says of a user who registered; it copies there all that they sent.';

COMMENT ON FUNCTION "private"."limit_rows"() IS 'Trigger of every table that clients fill: PT400 for the second new row of a request, before anything is done for it.';

COMMENT ON FUNCTION "private"."limit_user_data"() IS 'Keeps what is read later of the data that Auth has of a user; PT400 when it adds more to them than they may have.';

COMMENT ON FUNCTION "private"."name_skeleton"(text) IS 'The form in which usernames are compared: as with_latin_look() makes it, without blanks, dots, underscores and dashes.';

COMMENT ON FUNCTION "private"."save_content_rule"(bigint, jsonb, boolean, boolean) IS 'As the public function; a rule that is not judged is never entered.';

COMMENT ON FUNCTION "private"."suits"(public.content_rules, text) IS 'Whether a rule is made for the texts of a table: kinds that look for a contact in sentences are not for the names of files.';

COMMENT ON FUNCTION "private"."unentered_rules"(bigint[]) IS 'Those of the rules that read private texts and that the caller has not just entered in the audit log to be judged.';

COMMENT ON FUNCTION "private"."with_latin_look"(text) IS 'A name without case and accents, look-alikes as Latin letters.';

COMMENT ON FUNCTION "public"."import_content_rules"(jsonb) IS 'For admins: saves up to 200 rules and says of each whether it was created, updated or failed, and why. No rows when some would be judged on messages or quotes and have only been entered in the audit log: called again within a minute, they are judged and saved.';

COMMENT ON FUNCTION "public"."list_content_hits"(text, bigint, integer, integer) IS 'For admins: what rules blocked, masked, flagged or found on trial in the last 30 days, newest first; pages end with the 10,000th hit. Each row carries the total, where 10001 stands for "more than 10,000".';

COMMENT ON FUNCTION "public"."list_mail_templates"(text) IS 'For admins: every mail, with what was changed of its text in a language; null is the default.';

COMMENT ON FUNCTION "public"."preview_content_rule"(jsonb, bigint) IS 'For admins: how many of the last public texts a rule would find, by field, with up to five examples, and of messages and quotes only whether it is common there. Null when it would be judged on those and has only been entered in the audit log, to be called again within a minute; nothing else is stored.';

COMMENT ON FUNCTION "public"."save_content_rule"(jsonb, bigint, boolean) IS 'For admins: changes a rule of the content filter, or creates one when no id is given; its fields are named like their columns, and is_trial makes it count only. PT409 confirmation_needed when it would change or refuse more than 1 % of the last texts and is not confirmed. Answers its id; null when it would be judged on messages or quotes and has only been entered in the audit log: called again within a minute, it is judged and saved.';

COMMENT ON FUNCTION "public"."save_mail_template"(text, boolean, text, text, text) IS 'For admins: switches a mail on or off in all languages and stores its text in one; without subject or body the default of that language comes back. Only main admins change the text of mails that are always sent.';

REVOKE ALL ON FUNCTION "private"."common_rules_in"(text[], bigint[], timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."enter_judging"(public.content_rules[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fields_of_rule"(text[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_content_hits"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_always_sent"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_only_row"(oid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_only_row"(oid, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_sampled"(public.content_rules, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_identity_data"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_mail_templates"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_mail_templates"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."make_post_searchable"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."only_fields"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recent_texts"(text[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."suits"(public.content_rules, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unentered_rules"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_latin_look"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."with_latin_look"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."with_latin_look"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."list_mail_templates"(text) TO "authenticated";

UPDATE private.mail_templates SET is_enabled = TRUE WHERE private.is_always_sent(template) AND NOT is_enabled;

ALTER TABLE "private"."mail_templates"
  ADD CONSTRAINT "mail_templates_account_mails_are_on" CHECK ((is_enabled OR (NOT private.is_always_sent(template))));

DELETE FROM public.content_hits WHERE action = 'trial' AND private.is_private_context(context);

ALTER TABLE "public"."content_hits"
  ADD CONSTRAINT "content_hits_of_trials_are_public" CHECK (((action <> 'trial'::text) OR (NOT private.is_private_context(context))));

-- The triggers take out what profiles and accounts have.
UPDATE auth.users u SET raw_user_meta_data = u.raw_user_meta_data
WHERE u.raw_user_meta_data - ARRAY['username', 'registrationMark'] <> '{}';

UPDATE auth.identities i SET identity_data = i.identity_data
WHERE i.provider IN ('email', 'phone')
  AND i.identity_data - ARRAY['sub', 'email', 'phone', 'email_verified', 'phone_verified'] <> '{}';

INSERT INTO private.app_settings (key, value)
VALUES ('content_sample_secret', to_jsonb(encode(extensions.gen_random_bytes(32), 'hex')));

-- It holds what the old function answered.
REINDEX INDEX public.profiles_name_skeleton_idx;
