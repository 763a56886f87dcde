SET local check_function_bodies = off;

DROP TRIGGER "filter_content" ON "public"."posts";

DROP TRIGGER "filter_content" ON "public"."quotes";

DROP FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp WITH time zone, bigint);

DROP FUNCTION "private"."common_rules"(bigint[], numeric);

DROP FUNCTION "private"."deal_of_quote"(bigint);

DROP FUNCTION "private"."enter_judging"(public.content_rules[]);

DROP FUNCTION "private"."queue_mail_to"(text, text, jsonb);

DROP FUNCTION "private"."recent_texts"(text[], integer);

DROP FUNCTION "private"."reply_to_review"(bigint, text);

DROP FUNCTION "private"."resolve_sign_in"(text);

DROP FUNCTION "private"."text_of_closing"(public.posts);

DROP FUNCTION "private"."unentered_rules"(bigint[]);

DROP FUNCTION "public"."deal_of_quote"(bigint);

DROP FUNCTION "public"."reply_to_review"(bigint, text);

DROP FUNCTION "public"."resolve_sign_in"(text);

CREATE TABLE "private"."judgings" (
  "actor_id"  bigint                   NOT NULL,
  "rule"      jsonb                    NOT NULL,
  "is_common" boolean,
  "judged_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "judgings_pkey" PRIMARY KEY (actor_id, RULE)
);

CREATE TABLE "private"."overwrite_passes" (
  "bucket_id" text                     NOT NULL,
  "name"      text                     NOT NULL,
  "pass"      uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "made_at"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "overwrite_passes_pkey" PRIMARY KEY (bucket_id, name)
);

ALTER TABLE "public"."quotes"
  ADD COLUMN "agreed_request" jsonb;

CREATE OR REPLACE FUNCTION private.add_mail (
  p_user_id  bigint,
  p_email    text,
  p_template text,
  p_data     jsonb,
  p_cause    text                     DEFAULT NULL::text,
  p_at       timestamp with time zone DEFAULT now(),
  p_actor    bigint                   DEFAULT NULL::bigint
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 20;
  v_max_of_admins constant integer := 60;
  v_template private.mail_templates;
  v_data jsonb := coalesce(p_data, '{}');
  v_actor bigint := coalesce(private.current_profile_id(), p_actor);
  v_caused integer;
  v_last timestamptz;
begin
  select * into v_template from private.mail_templates t where t.template = p_template;
  if v_template.template is null then
    raise exception using errcode = '22023', message = format('unknown mail template "%s"', p_template);
  end if;
  -- The event stands whether or not there is somebody to write to.
  if not v_template.is_enabled or private.is_mail_address(p_email) is not true then
    return false;
  end if;
  -- An admin can be kept from anything but the mails about an account, of which their cause makes one in ten minutes.
  if (p_user_id is null and v_actor is not null and not private.is_always_sent(p_template))
    or (v_actor <> p_user_id and p_template <> 'message_received'
      and not (p_cause is not null and private.is_always_sent(p_template) and private.is_admin())) then
    if p_user_id is null then
      select count(*) into v_caused from private.mail_outbox o
      where o.user_id is null and lower(o.recipient) = lower(p_email) and o.created_at > now() - interval '1 hour';
    else
      select count(*) into v_caused from private.mail_outbox o
      where o.user_id = p_user_id and o.actor_id = v_actor and o.created_at > now() - interval '1 hour';
    end if;
    if v_caused >= v_max and private.setting('rate_limits_enabled') = 'true'
      and (p_user_id is null or v_caused >= v_max_of_admins or not private.is_admin()) then
      return false;
    end if;
  end if;
  if p_cause is not null then
    select max(coalesce(o.sent_at, o.created_at)) into v_last from private.mail_outbox o
    where o.user_id = p_user_id and o.cause = p_cause and o.status <> 'queued' and o.created_at > now() - interval '20 minutes';
    insert into private.mail_outbox as o (user_id, recipient, template, data, cause, actor_id, next_attempt_at)
    values (p_user_id, p_email, p_template, v_data, p_cause, v_actor, greatest(p_at, v_last + interval '10 minutes'))
    on conflict (user_id, cause) where cause is not null and status = 'queued' and attempts = 0 do update
    set template = excluded.template, actor_id = excluded.actor_id,
      data = case when o.template = excluded.template then private.joined_mail(o.data, excluded.data) else excluded.data end;
    return true;
  elsif p_template <> 'message_received' then
    insert into private.mail_outbox (user_id, recipient, template, data, actor_id) values (p_user_id, p_email, p_template, v_data, v_actor);
    return true;
  end if;
  insert into private.mail_outbox as o (user_id, recipient, template, data, next_attempt_at)
  values (p_user_id, p_email, p_template, v_data, now() + interval '10 minutes')
  on conflict (user_id) where template = 'message_received' and status = 'queued' and attempts = 0 do update
  set data = private.joined_mail(o.data, excluded.data);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.answer_question (
  p_question_id bigint,
  p_answer      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_question public.post_questions;
  v_post public.posts;
  v_text text;
begin
  -- The post first, as its deletion takes both; who watches it is told, which holds the post as well.
  select p.* into v_post from public.posts p join public.post_questions k on k.post_id = p.id where k.id = p_question_id for key share of p;
  select * into v_question from public.post_questions k where k.id = p_question_id for update;
  if v_post.id is null or v_question.id is null or (v_post.user_id <> v_me and not private.is_admin() and (v_post.is_hidden
      or (v_question.asker_id <> v_me and (v_question.answered_at is null or v_question.hidden_at is not null)))) then
    perform private.refuse(404, 'not_found', 'Question not found');
  elsif v_post.user_id <> v_me then
    perform private.refuse(403, 'forbidden', 'Only the owner of the request can answer');
  end if;
  v_text := private.text_of_question(p_answer, 'answer', 1, 1000, 'Answer is required', 'Answer too long');
  if v_question.answer = v_text then
    return;
  elsif v_question.hidden_at is not null then
    perform private.refuse(409, 'conflict', 'This question was hidden by an administrator');
  elsif v_post.is_hidden then
    -- Asker and suppliers would be sent what nobody may read on the page.
    perform private.refuse(409, 'conflict', 'This request is hidden');
  elsif v_question.answered_at <= now() - interval '15 minutes' then
    perform private.refuse(409, 'conflict', 'This question has been answered');
  elsif v_question.answered_at is not null then
    -- The open pages of the asker hear of each correction.
    perform private.consume_rate_limit('post_edit', v_me::text);
  end if;
  update public.post_questions k set answer = v_text, answered_at = coalesce(k.answered_at, now()) where k.id = p_question_id;
  -- A mistake that is corrected is no second answer.
  if v_question.answered_at is null then
    perform private.note_news(v_post, 'answered', format('A question about "%s" was answered', v_post.title), v_question.asker_id);
    perform private.notify(v_question.asker_id, format('Your question about "%s" was answered', v_post.title),
      jsonb_build_object('type', 'question_answered', 'path', '/post/post-' || v_post.id));
    perform private.tell_suppliers(v_post.id, 'question_answered', format('A question about "%s" was answered', v_post.title),
      v_question.asker_id);
  end if;
end $function$;

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
  v_texts jsonb := private.profile_texts(p_data);
  v_username text := v_texts ->> 'username';
  v_blocked text[];
begin
  -- People who come by a sign-in provider are asked for what is missing on their first page; nobody else may leave it out.
  if p_provider in ('email', 'phone') and (v_username is null or private.terms_version_in_force(p_data ->> 'termsVersion') is null) then
    perform private.refuse(400, 'invalid_input', 'A username and the accepted terms are needed');
  end if;
  if p_provider in ('email', 'phone') and octet_length(p_data::text) > private.user_data_max() then
    perform private.refuse(400, 'invalid_input', 'Data too large', '{"path": "data"}');
  end if;
  if not private.is_clear_name(v_username) then
    perform private.refuse(400, 'invalid_input', 'Username contains invisible characters', '{"path": "username"}');
  elsif v_username ~ '[@<>]' or char_length(v_username) not between 3 and 50 then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "username"}');
  end if;
  if private.is_username_taken(v_username, p_email) then
    perform private.refuse(409, 'conflict', 'Username already exists');
  end if;
  v_blocked := private.blocked_in_profile(v_texts);
  if v_blocked is not null then
    perform private.refuse(400, 'content_not_allowed', 'Your text contains content that is not allowed',
      jsonb_build_object('path', v_blocked[1], 'paths', v_blocked));
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
  select * into v_common from private.common_rules(array[p_rule.id], private.judging_end(4000));
  if not found or p_rule.action <> 'flag' and p_is_confirmed then
    return v_common.share;
  elsif p_rule.action = 'flag' then
    perform private.refuse_pattern(private.too_common(p_rule.action, v_common.share, v_common.texts));
  end if;
  perform private.refuse(409, 'confirmation_needed', private.too_common(p_rule.action, v_common.share, v_common.texts),
    case when v_common.texts is null then '{}' else jsonb_build_object('share', v_common.share, 'texts', v_common.texts) end);
  -- Not reached.
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.assert_request_read (
  p_post public.posts,
  p_read jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_facts jsonb := private.post_facts(p_post);
begin
  perform private.known_fields(p_read, array(select jsonb_object_keys(v_facts)));
  if exists (
      select 1 from jsonb_each(p_read) as r join jsonb_each(v_facts) as f on f.key = r.key
      where case when jsonb_typeof(r.value) = 'number' then r.value <> f.value
        else coalesce(r.value #>> '{}', '') <> coalesce(f.value #>> '{}', '') end) then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.assert_simple_pattern (
  p_pattern text
)
  RETURNS void
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  v_letters text[] := string_to_array(p_pattern, null);
  v_count integer := cardinality(v_letters);
  v_nr integer := 1;
  -- Per open group: whether something in it repeats, and its steps, each as often as it repeats.
  v_repeats boolean[] := array[false];
  v_steps integer[] := array[0];
  -- Of the last letter, set or group.
  v_last_steps integer := 0;
  v_depth integer := 1;
  v_closed boolean := false;
  v_letter text;
  v_bounds text[];
  v_most numeric;
begin
  if p_pattern ~ '^\*\*\*' or p_pattern ~ '\(\?[^:]' or p_pattern ~ '\(\?$' then
    perform private.refuse_pattern('Look-around and options are not supported in a pattern');
  end if;
  while v_nr <= v_count loop
    v_letter := v_letters[v_nr];
    if v_letter = '\' then
      if v_letters[v_nr + 1] ~ '[0-9]' then
        perform private.refuse_pattern('Back references are not supported in a pattern');
      end if;
      v_nr := v_nr + 1;
      v_closed := false;
      v_last_steps := 1;
      v_steps[v_depth] := v_steps[v_depth] + 1;
    elsif v_letter = '[' then
      -- To the closing bracket; one that stands first belongs to the set.
      v_nr := v_nr + case when v_letters[v_nr + 1] = '^' then 2 else 1 end;
      loop
        v_nr := v_nr + case when v_letters[v_nr] = '\' then 2 else 1 end;
        exit when v_nr > v_count or v_letters[v_nr] = ']';
      end loop;
      v_closed := false;
      v_last_steps := 1;
      v_steps[v_depth] := v_steps[v_depth] + 1;
    elsif v_letter = '(' then
      v_depth := v_depth + 1;
      v_repeats[v_depth] := false;
      v_steps[v_depth] := 0;
      if v_letters[v_nr + 1] = '?' then
        v_nr := v_nr + 2;
      end if;
      v_closed := false;
    elsif v_letter = ')' and v_depth > 1 then
      v_closed := v_repeats[v_depth];
      v_last_steps := v_steps[v_depth];
      v_depth := v_depth - 1;
      v_repeats[v_depth] := v_repeats[v_depth] or v_closed;
      v_steps[v_depth] := v_steps[v_depth] + v_last_steps;
    elsif v_letter in ('*', '+', '{') then
      if v_closed then
        perform private.refuse_pattern('A repetition within a repetition is not supported in a pattern');
      end if;
      if v_letter = '{' then
        v_bounds := regexp_match(array_to_string(v_letters[v_nr:], ''), '^\{(\d+)(?:,(\d*))?\}');
        v_most := greatest(v_bounds[1]::numeric, nullif(v_bounds[2], '')::numeric);
        v_steps[v_depth] := v_steps[v_depth] + v_last_steps * (least(coalesce(v_most, 1), 1000)::integer - 1);
        v_nr := v_nr + coalesce(position('}' in array_to_string(v_letters[v_nr:], '')), 1) - 1;
      end if;
      v_repeats[v_depth] := true;
      v_closed := true;
    elsif v_letter <> '?' then
      v_closed := false;
      v_last_steps := 1;
      v_steps[v_depth] := v_steps[v_depth] + 1;
    end if;
    v_nr := v_nr + 1;
  end loop;
  -- To compile a pattern takes a time that grows with the cube of its steps: more than a second for 400 that may be left out.
  if v_steps[1] > 100 then
    perform private.refuse_pattern('A pattern may have at most 100 steps, repetitions counted');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.attach_to_quote (
  p_quote_id    bigint,
  p_attachments jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_file record;
  v_kept text[] := array(select a.path from public.quote_attachments a where a.quote_id = p_quote_id);
begin
  for v_file in select * from private.attachments_to_take('quote-documents', p_attachments) loop
    if v_file.path = any (v_kept) then
      update public.quote_attachments a set name = v_file.name where a.path = v_file.path and a.name <> v_file.name
        and private.is_named(p_attachments, a.path);
      continue;
    end if;
    insert into public.quote_attachments (quote_id, path, name, size_bytes)
    values (p_quote_id, v_file.path, v_file.name, v_file.size_bytes) on conflict (path) do nothing;
    if not found then
      perform private.refuse_attachment(v_file.path);
    end if;
  end loop;
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
  if not private.is_clear_name(p_username) then
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
  where exists (
    select 1 from private.find_content_hits('profile', f.value, 'profiles') as h
    -- A masked name is not the one that its user signs in with.
    where h.action = 'block' or f.key = 'username' and h.action = 'mask')
$function$;

CREATE OR REPLACE FUNCTION private.category_words (
  p_category text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  -- Read before the constraint refuses what is no category: a megabyte would take seconds to fold.
  select replace(left(p_category, 50), '_', ' ') || coalesce(' ' || ($labels${
    "agriculture": "Agricultural", "agricultural": "Agriculture", "food": "Food & Beverage", "textile": "Textiles & Clothing",
    "textiles": "Textile & Clothing", "chemicals": "Chemicals & Plastics", "logistics": "Transport & Logistics",
    "furniture": "Furniture & Decor", "retail": "Retail & E-commerce", "energy": "Energy & Utilities"
  }$labels$::jsonb ->> p_category), '')
$function$;

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
    -- Here, where every mail passes once more, whichever way its subject was hidden or deleted.
    v_mail.data := private.shown_part(v_mail.user_id, v_mail.cause, v_mail.data);
    exit when case
      when v_mail.data is null then false
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

CREATE OR REPLACE FUNCTION private.clean_fields (
  p_fields jsonb,
  p_lines  text[]
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(f.key, case when f.key = any (p_lines) and jsonb_typeof(f.value) = 'string'
    then to_jsonb(private.clean_line(f.value #>> '{}')) else f.value end), '{}')
  from jsonb_each(p_fields) as f
$function$;

CREATE OR REPLACE FUNCTION private.clean_line (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when p_text ~ '[[:cntrl:]\u202a-\u202e\u2066-\u2069]'
    then btrim(regexp_replace(private.without_directions(p_text), '[[:cntrl:]]+', ' ', 'g')) else p_text end
$function$;

CREATE OR REPLACE FUNCTION private.clean_lines()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  v_new jsonb := to_jsonb(new);
  v_changes jsonb;
begin
  -- Where nothing is left, nothing was given.
  select jsonb_object_agg(c.name, case when x.line <> '' or exists (
      select 1 from pg_catalog.pg_attribute a where a.attrelid = tg_relid and a.attname = c.name and a.attnotnull) then x.line end)
  into v_changes
  from unnest(tg_argv) as c (name) cross join lateral private.clean_line(v_new ->> c.name) as x (line)
  where x.line is distinct from v_new ->> c.name;
  return case when v_changes is null then new else jsonb_populate_record(new, v_changes) end;
end $function$;

CREATE OR REPLACE FUNCTION private.common_rules (
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
  v_me bigint := private.current_profile_id();
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
          p_end - case when v_me is null and v_fields <> v_set.fields then (p_end - clock_timestamp()) / 2 else interval '0' end) as c
      loop
        v_common := v_common || rule_id;
        return next;
      end loop;
    end if;
    v_fields := private.fields_of_rule(v_set.fields, true);
    if v_fields <> '{}' and v_me is null then
      -- Housekeeping is nobody who is told anything.
      return query select c.* from private.common_rules_in(v_fields, v_set.ids, p_end) as c where c.rule_id <> all (v_common);
    elsif v_fields <> '{}' then
      if exists (select 1 from private.unjudged_rules(v_set.ids)) then
        raise exception 'unjudged rule';
      end if;
      return query
        select r.id, case when j.is_common then 1.0 end, null::integer
        from public.content_rules r join private.judgings j on j.actor_id = v_me and j.rule = private.content_rule_facts(r)
        where r.id = any (v_set.ids) and r.id <> all (v_common) and j.is_common is distinct from false;
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
  v_read integer := 0;
  -- Of private texts, every rule has a sample of its own, of about half of them.
  v_scale integer := case when v_is_private then 2 else 1 end;
begin
  if clock_timestamp() <= p_end then
    select coalesce(array_agg(u.id) filter (where u.id is not null), '{}'), coalesce(array_agg(t.nr) filter (where u.id is not null), '{}'),
      coalesce(max(t.nr), 0)
    into v_rules, v_texts, v_read
    from private.judged_texts(p_fields, p_rule_ids, p_end) as t left join lateral unnest(t.rule_ids) as u (id) on true;
  end if;
  -- The newest 500 say enough; fewer say nothing.
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
  -- Storage asks for the limits of a bucket when a file is sent there, and not when one of another bucket is copied. Who
  -- asks for a link names the type of that request, and no size yet.
  if new.metadata ? 'size' and exists (select 1 from storage.buckets b
      where b.id = new.bucket_id and (v_bytes > b.file_size_limit or new.metadata ->> 'mimetype' <> all (b.allowed_mime_types))) then
    raise exception using errcode = '42501', message = 'new row violates row-level security policy for table "objects"';
  end if;
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

CREATE OR REPLACE FUNCTION private.create_profile_of_new_user()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_data jsonb := coalesce(new.raw_user_meta_data, '{}');
  v_texts jsonb := private.profile_texts(v_data);
  v_username text := v_texts ->> 'username';
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
  -- Held until the commit: of two registrations of look-alikes at the same moment the second one sees the first.
  perform pg_advisory_xact_lock(hashtextextended('username ' || private.name_skeleton(v_username), 0));
  perform private.assert_new_user(new.raw_app_meta_data ->> 'provider', v_data || jsonb_build_object('username', v_username));

  insert into public.profiles (auth_id, username, avatar_path, country, company_name, bio)
  values (new.id, v_username,
    -- People who register write this data themselves; whether it comes from a provider is what Auth says of the account.
    case when coalesce(new.raw_app_meta_data ->> 'provider', 'email') not in ('email', 'phone')
      and v_avatar ~ '^https://[^[:space:]]+$' and char_length(v_avatar) <= 500 then v_avatar end,
    v_texts ->> 'country', v_texts ->> 'companyName', v_texts ->> 'bio')
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

CREATE OR REPLACE FUNCTION private.deal_of_quote (
  p_quote_id bigint
)
  RETURNS TABLE (
    email            text,
    first_name       text,
    last_name        text,
    phone_number     text,
    address          text,
    country          text,
    company_name     text,
    organization     text,
    tax_code         text,
    delivery_country text,
    delivery_area    text,
    delivery_address text,
    delivery_port    text,
    incoterm         text,
    needed_by        date,
    quantity         numeric,
    unit             text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_of_party(p_quote_id, v_me);
begin
  if v_quote.status <> 'accepted' then
    perform private.refuse(409, 'conflict', 'This quote is not accepted', jsonb_build_object('status', v_quote.status));
  end if;
  return query
    select a.email, a.first_name, a.last_name, a.phone_number, a.address, u.country, u.company_name, a.organization,
      a.tax_code, d.country, d.area, d.delivery_address, d.port, d.incoterm, d.needed_by, d.quantity, d.unit
    from (values (case v_quote.supplier_id when v_me then v_quote.post_owner_id else v_quote.supplier_id end)) as other (id)
    left join public.accounts a on a.profile_id = other.id and a.deleted_at is null and not private.is_suspended(other.id)
    left join public.profiles u on u.id = a.profile_id
    left join lateral jsonb_to_record(v_quote.agreed_request) as d (country text, area text, delivery_address text, port text, incoterm text,
      needed_by date, quantity numeric, unit text) on true;
end $function$;

CREATE OR REPLACE FUNCTION private.delete_hidden_posts (
  p_post_ids bigint[],
  p_reason   text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_reason text := private.required_reason(p_reason);
  v_ids bigint[];
  v_post public.posts;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  v_ids := private.lock_hidden_posts(p_post_ids);
  for v_post in select p.* from public.posts p where p.id = any (v_ids) order by p.id loop
    perform private.audit('delete_post', 'post', v_post.id::text,
      jsonb_build_object('title', v_post.title, 'owner', (select o.username from public.profiles o where o.id = v_post.user_id)),
      jsonb_build_object('reason', v_reason));
    if v_post.user_id <> v_me then
      perform private.notify(v_post.user_id, format('Your post "%s" was deleted: %s', v_post.title, v_reason), '{"type": "post"}');
      perform private.queue_mail(v_post.user_id, 'post_deleted', jsonb_build_object('title', v_post.title, 'reason', v_reason));
    end if;
  end loop;
  delete from public.posts p where p.id = any (v_ids);
  return cardinality(v_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.delete_review_reply (
  p_review_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.received_review(p_review_id, v_me);
begin
  if v_review.reply is null then
    return;
  end if;
  perform private.consume_rate_limit('post_edit', v_me::text);
  update public.reviews r set reply = null, replied_at = null where r.id = v_review.id;
end $function$;

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
  -- Before the profile, like Auth when a proof empties a registration.
  perform private.hold_user_of_auth(p_user_id);
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
  perform 1 from auth.sessions s join public.profiles p on p.auth_id = s.user_id where p.id = p_user_id order by s.id for update of s;
  -- A sender that has one of these asks whether anybody still waits for it, which a new address ends.
  perform 1 from private.mail_outbox o where o.status = 'queued' and o.user_id = p_user_id order by o.id for update;
  -- Each of the posts tells its suppliers.
  perform private.hold_digests(array(select q.supplier_id from public.quotes q where q.post_owner_id = p_user_id));
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
  delete from public.account_notes n where n.profile_id = p_user_id;
  perform private.remove_second_factor(v_profile.auth_id);
  -- The agreement stays with the other side: the facts of quotes and the text of messages. Files go: they carry names, stamps and
  -- bank accounts. The job `uploads` removes what no row names.
  update public.quotes q set contact_address = null, images = '{}', account_type = 'individual', organization_name = null, tax_code = null
  where q.supplier_id = p_user_id;
  update public.quotes q set agreed_request = q.agreed_request - 'delivery_address' where q.post_owner_id = p_user_id;
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

CREATE OR REPLACE FUNCTION private.documents_of_post (
  p_post_id bigint
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- In no order that says which came first: the same files are the same documents.
  select coalesce(jsonb_agg(jsonb_build_object('path', a.path, 'name', a.name) order by a.name, a.path), '[]')
  from public.post_attachments a where a.post_id = p_post_id
$function$;

CREATE OR REPLACE FUNCTION private.drop_reply()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.restores_text() and (new.rating, new.comment) is distinct from (old.rating, old.comment) then
    new.reply := null;
    new.replied_at := null;
    delete from private.masked_texts m where m.entity = tg_table_name and m.entity_id = new.id and m.field = 'reply';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.enter_judging (
  p_rules    public.content_rules[],
  p_verdicts jsonb
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
  insert into private.judgings as j (actor_id, rule, is_common)
  select v_me, v.rule, v.is_common from jsonb_to_recordset(p_verdicts) as v (rule jsonb, is_common boolean) order by v.rule
  on conflict (actor_id, rule) do update set is_common = excluded.is_common, judged_at = excluded.judged_at;
  delete from private.judgings j where j.actor_id = v_me and j.judged_at <= now() - interval '1 minute';
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
    continue when v_new -> v_field[2] is not distinct from v_old -> v_field[2];
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

CREATE OR REPLACE FUNCTION private.filtered_text (
  p_new jsonb,
  p_old jsonb
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case jsonb_typeof(p_new)
    when 'array' then (
      -- A constraint refuses more images.
      select string_agg(i.image, E'\n') from (select e.image from jsonb_array_elements_text(p_new) as e (image) limit 5) as i
      where i.image like 'https:%' and not coalesce(p_old ? i.image, false))
    else private.without_directions(p_new #>> '{}') end
$function$;

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
  v_before jsonb;
  v_count integer := 0;
begin
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
        update public.quotes q set images = array_remove(q.images, v_file.name)
        where q.supplier_id = v_owner and v_file.name = any (q.images);
      when 'news-images' then
        update public.news_items n set images = array_remove(n.images, v_file.name) where v_file.name = any (n.images);
      when 'avatars' then
        update public.profiles p set avatar_path = null where p.id = v_owner and p.avatar_path = v_file.name;
      when 'quote-documents' then
        delete from public.quote_attachments a where a.path = v_file.name;
      when 'post-documents' then
        select a.post_id into v_post_id from public.post_attachments a where a.path = v_file.name;
        if found then
          perform 1 from public.posts p where p.id = v_post_id for no key update;
          v_before := private.documents_of_post(v_post_id);
          delete from public.post_attachments a where a.path = v_file.name;
          perform private.record_document_change(v_post_id, v_before);
        end if;
      when 'message-files' then
        delete from public.message_attachments a where a.path = v_file.name;
      else
        update public.feedback f set images = array_remove(f.images, v_file.name)
        where cardinality(f.images) > 0 and f.images @> array[v_file.name];
    end case;
  end loop;
  delete from private.new_uploads u where u.id = any (p_inspected);
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_judgings (
  p_rules jsonb[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.current_profile_id();
begin
  perform 1 from private.judgings j where j.actor_id = v_me and j.rule = any (p_rules) order by j.rule for update;
  delete from private.judgings j where j.actor_id = v_me and j.rule = any (p_rules);
end $function$;

CREATE OR REPLACE FUNCTION private.forget_registration()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_profile_id bigint;
  v_username text := split_part(new.email, '@', 1);
begin
  -- exchange_proof() alone leaves a time that Auth's own tokens never have.
  if new.confirmation_sent_at > now() - private.proof_life('verify_email') then
    return null;
  end if;
  -- Who is confirmed in the transaction that makes the account has it from the provider that proves the address.
  select p.id into v_profile_id from public.profiles p where p.auth_id = new.id and p.created_at <> now() for no key update;
  if v_profile_id is null then
    return null;
  end if;
  delete from auth.sessions s where s.user_id = new.id;
  -- Auth has linked in this transaction the identity that proves the address now.
  perform private.unlink_providers(new.id, array(
    select i.id from auth.identities i where i.user_id = new.id and i.xmin <> pg_current_xact_id()::xid));
  update auth.users u set encrypted_password = null, raw_user_meta_data = '{}' where u.id = new.id;
  delete from private.masked_texts m where m.entity = 'profiles' and m.entity_id = v_profile_id;
  delete from public.content_hits h where h.entity = 'profile' and h.entity_id = v_profile_id;
  -- A name that a rule refuses would refuse the proof.
  if exists (select 1 from private.find_content_hits('profile', v_username, 'profiles')) then
    v_username := 'user';
  end if;
  loop
    v_username := private.free_username(v_username);
    perform pg_advisory_xact_lock(hashtextextended('username ' || private.name_skeleton(v_username), 0));
    exit when not private.is_username_taken(v_username);
  end loop;
  update public.profiles p set username = v_username, avatar_path = null, country = null, company_name = null, bio = null
  where p.id = v_profile_id;
  update public.accounts a set first_name = null, last_name = null, phone_number = null, address = null, organization = null,
    tax_code = null, terms_version = null, terms_accepted_at = null, locale = null, time_zone = null, digest_hour = 7
  where a.profile_id = v_profile_id;
  return null;
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
    v_candidate := v_base || '-' || case when v_number < 5 then v_number else 1000 + floor(random() * 1000000000) end;
  end loop;
  return v_candidate;
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
  v_unjudged public.content_rules[];
  v_verdicts jsonb;
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
    v_unjudged := array(
      select r from public.content_rules r
      where r.id in (select s.id from jsonb_to_recordset(v_saved) as s (id bigint, is_judged boolean) where s.is_judged)
        and r.is_enabled and r.trial_since is null and private.fields_of_rule(r.fields, true) <> '{}'
      order by r.id);
    -- One that is new is judged with all of them, as below.
    if exists (select 1 from private.unjudged_rules(array(select u.id from unnest(v_unjudged) as u))) then
      v_verdicts := private.judge_in_private(v_unjudged, private.judging_end(8000));
      raise exception using errcode = 'UNDO1';
    end if;
    -- All together, on the whole sample: cut into many rules, a common one would pass.
    return query
      with saved as (
        select s.* from jsonb_to_recordset(v_saved) as s (line integer, status text, message text, id bigint, is_judged boolean)
      ), common as (
        select c.rule_id, c.share, c.texts, r.action
        from private.common_rules(array(select s.id from saved s where s.is_judged), private.judging_end(8000)) as c join public.content_rules r on r.id = c.rule_id
      ), stopped as (
        update public.content_rules r set is_enabled = false, stopped_share = c.share from common c where r.id = c.rule_id
      )
      select s.line, case when c.rule_id is null then s.status else 'failed' end,
        coalesce(s.message, case when c.rule_id is not null then private.too_common(c.action, c.share, c.texts) end)
      from saved s left join common c on c.rule_id = s.id order by s.line;
    perform private.forget_judgings(array(select private.content_rule_facts(u) from unnest(v_unjudged) as u));
  exception when sqlstate 'UNDO1' then
    perform private.enter_judging(v_unjudged, v_verdicts);
  end;
end $function$;

CREATE OR REPLACE FUNCTION private.is_clear_name (
  p_name text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  -- Control characters by their numbers as well: not every locale of a database knows all of them.
  select p_name !~ '[[:cntrl:]\u0080-\u009f\u2028\u2029]' and p_name = private.without_invisible(p_name) and not private.is_blank(private.fold(p_name))
$function$;

CREATE OR REPLACE FUNCTION private.is_in_batch (
  p_batch_id   bigint,
  p_kind       text,
  p_subject_id bigint
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select 1 from private.moderation_changes c where (c.batch_id, c.kind, c.subject_id) = (p_batch_id, p_kind, p_subject_id))
$function$;

CREATE OR REPLACE FUNCTION private.is_named (
  p_attachments jsonb,
  p_path        text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select exists (
    select 1 from jsonb_array_elements(p_attachments) as a (file)
    where a.file ->> 'path' = p_path and not private.is_blank(a.file ->> 'name'))
$function$;

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
  -- A word that nobody else needs, or nothing but words of the marketplace; a number at a word changes nothing. A small L
  -- reads as an i, and an r with an n as an m, here and in the words.
  select exists (
      select 1 from (values (translate(n.name, 'l', 'i')), (translate(n.name, '013l|5$', 'oieiiss'))) as look (name)
      cross join lateral (values (look.name), (replace(look.name, 'rn', 'm'))) as read (name)
      where read.name
          ~ '(^|[^[:alpha:]])(admins?|administrators?|biiiing|marketpiace|moderators?|officiai|postmaster|staff|support|webmaster)($|[^[:alpha:]])'
        or regexp_replace(read.name, '[^[:alpha:]]+', '', 'g')
          ~ '^(admins?|administrators?|biiiing|desk|heip|hotro|kiemduyet|main|marketpiace|moderators?|officiai|piatform|postmaster|quantri(vien)?|root|security|staff|support|system|team|the|webmaster)+$')
    -- Deleted accounts are called this, and the page calls users without a name so.
    or btrim(p_name) ~* '^(deleted-[0-9]+|user *#.*)$'
  from (select private.with_latin_look(left(p_name, 200)) as name) as n
$function$;

CREATE OR REPLACE FUNCTION private.judge_in_private (
  p_rules public.content_rules[],
  p_end   timestamp with time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_set record;
  v_verdicts jsonb := jsonb_build_array();
begin
  perform private.assert_rate_limit('rule_preview', private.require_admin()::text);
  for v_set in select r.fields, array_agg(r.id) as ids from unnest(p_rules) as r group by r.fields, r.action loop
    v_verdicts := v_verdicts || (
      select jsonb_agg(jsonb_build_object('rule', private.content_rule_facts(r),
        'is_common', case when c.rule_id is null then false when c.share is not null then true end))
      from unnest(p_rules) as r
      left join private.common_rules_in(private.fields_of_rule(v_set.fields, true), v_set.ids, p_end) as c on c.rule_id = r.id
      where r.id = any (v_set.ids));
  end loop;
  return v_verdicts;
end $function$;

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
  v_text record;
begin
  select array_agg(r) filter (where r.terms is null), coalesce(bool_or(r.terms is not null), false) into v_patterns, v_has_words
  from public.content_rules r where r.id = any (p_rule_ids);
  nr := 0;
  for v_text in
    -- So few of one author that they say nothing alone, also when those of a sample count twice.
    select t.* from private.recent_texts(p_fields, 2000, private.few_hits() / case when v_is_private then 2 else 1 end) as t
  loop
    exit when clock_timestamp() > p_end;
    nr := nr + 1;
    field := v_text.field;
    content := private.text_of_row(v_text.entity, v_text.id, v_text.field);
    -- A pattern can ask how long a text is.
    rule_ids := array(
      select r.id from unnest(v_patterns) as r where private.suits(r, v_text.entity) and private.rule_finds(r, content));
    if v_has_words then
      -- Words take longest, and stand in the beginning as well.
      rule_ids := rule_ids || array(
        select distinct h.rule_id from private.word_hits(field, private.without_invisible(left(content, 500))) as h
        where h.rule_id = any (p_rule_ids));
    end if;
    if v_is_private and rule_ids <> '{}' then
      rule_ids := array(select r.id from public.content_rules r where r.id = any (rule_ids) and private.is_sampled(r, v_text.entity || ' ' || v_text.id));
    end if;
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.judging_end (
  p_max_ms numeric
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  -- A statement is cut off after eight seconds.
  select least(clock_timestamp() + make_interval(secs => p_max_ms / 1000), statement_timestamp() + interval '6.5 s')
$function$;

CREATE OR REPLACE FUNCTION private.keep_agreed_request()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.status <> 'accepted' then
    new.agreed_request := null;
  elsif tg_op = 'INSERT' or old.status <> 'accepted' then
    new.agreed_request := private.request_as_quoted(new);
  end if;
  return new;
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

CREATE OR REPLACE FUNCTION private.let_go_since (
  p_batch_id bigint
)
  RETURNS bigint[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(
    select a.profile_id from private.moderation_changes c join public.accounts a on a.profile_id = c.subject_id
    where c.batch_id = p_batch_id and c.kind = 'user' and not coalesce(
      a.suspended_until = 'infinity' and a.suspended_at in (c.changed_at, (c.before ->> 'at')::timestamptz), false))
$function$;

CREATE OR REPLACE FUNCTION private.lift_suspension (
  p_user_id     bigint,
  p_brings_back boolean
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_account public.accounts;
  v_hidden private.moderation_changes[] := array[]::private.moderation_changes[];
  v_restored integer := 0;
begin
  perform private.consume_rate_limit('bulk_action', private.require_admin()::text);
  -- Before the account, as posts are.
  if p_brings_back then
    v_hidden := private.hidden_with_suspension(p_user_id);
    perform private.assert_not_of_caller(v_hidden);
  end if;
  -- With nothing to bring back, it would take the caller's account before that of the user, whatever their order.
  if cardinality(v_hidden) > 0 then
    v_restored := private.restore_changes(v_hidden[1:private.bulk_part()], true);
  end if;
  v_account := private.account_to_manage(p_user_id);
  if v_account.suspended_until is null or v_account.suspended_until <= now() then
    perform private.refuse(409, 'conflict', 'This account is not suspended');
  elsif cardinality(v_hidden) > private.bulk_part() then
    perform private.audit('bring_back', 'user', p_user_id::text, null, jsonb_build_object('restored', v_restored));
    return cardinality(v_hidden) - private.bulk_part();
  end if;
  -- The suspension ends with the last call; one mail tells of all of them.
  select v_restored + coalesce(sum((g.after ->> 'restored')::integer), 0) into v_restored
  from public.audit_log g where g.entity_id = p_user_id::text and g.action = 'bring_back' and g.created_at >= v_account.suspended_at;
  update public.accounts a set suspended_until = null, suspension_reason = null, suspended_at = null where a.profile_id = p_user_id;
  perform private.queue_mail(p_user_id, 'suspension_lifted', jsonb_build_object('restored', v_restored), 'suspension');
  perform private.audit('lift_suspension', 'user', p_user_id::text,
    jsonb_build_object('until', case when v_account.suspended_until = 'infinity' then '"permanent"' else to_jsonb(v_account.suspended_until) end,
      'reason', v_account.suspension_reason), case when p_brings_back then jsonb_build_object('restored', v_restored) end);
  return 0;
end $function$;

CREATE OR REPLACE FUNCTION private.limit_notification()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_max constant integer := 60;
  v_max_of_messages constant integer := 120;
  v_max_of_admins constant integer := 200;
  -- Nobody may miss these, however much else there was; what they tell has limits of its own, `quote` and `quote_decision`.
  v_decisions constant text[] := array['quote', 'quote_shortlisted', 'quote_accepted', 'quote_declined', 'quote_reopened', 'quote_withdrawn',
    'quote_revised', 'deal_cancelled'];
  v_sent integer;
  v_told bigint[];
begin
  -- Jobs name whose act they tell.
  new.actor_id := coalesce(private.current_profile_id(), new.actor_id);
  if new.actor_id is null or new.actor_id = new.user_id then
    return new;
  end if;
  select count(*) filter (where coalesce(n.data ->> 'type' <> all (v_decisions), true)),
    array_agg(n.id) filter (where n.data = new.data and n.read_at is null and n.created_at > now() - interval '10 minutes'
      and n.data ->> 'type' = any (array_remove(v_decisions, 'quote') || array['post_closed', 'post_changed', 'review']))
  into v_sent, v_told
  from public.notifications n
  where n.user_id = new.user_id and n.actor_id = new.actor_id and n.created_at > now() - interval '1 hour';
  -- Many accounts together: one row for each conversation is enough, which counts its messages itself.
  if new.data ->> 'type' = 'message' and (
      select n.created_at from public.notifications n
      where n.user_id = new.user_id and n.topic = 'messages' order by n.id desc offset v_max_of_messages - 1 limit 1) > now() - interval '1 hour' then
    v_told := array(
      select n.id from public.notifications n
      where n.user_id = new.user_id and n.actor_id = new.actor_id and n.created_at > now() - interval '1 hour' and n.read_at is null
        and n.data ->> 'type' = 'message' and n.data - 'messageId' = new.data - 'messageId');
    v_told := nullif(v_told, '{}');
  end if;
  -- The last state replaces the one that was not read yet. A row that its receiver is marking as read is left alone.
  if v_told is not null then
    delete from public.notifications n where n.id in (
      select t.id from public.notifications t where t.id = any (v_told) for update skip locked);
  elsif v_sent >= v_max and coalesce(new.data ->> 'type' <> all (v_decisions), true) and private.setting('rate_limits_enabled') = 'true'
    -- Posts are hidden and unhidden hundreds at once.
    and (v_sent >= v_max_of_admins or not private.is_admin() or new.data ->> 'type' = 'post') then
    return null;
  end if;
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
  -- Auth writes again what it has read before a registration was forgotten.
  if not exists (select 1 from public.profiles p where p.auth_id = new.id and p.username = new.raw_user_meta_data ->> 'username') then
    new.raw_user_meta_data := new.raw_user_meta_data - 'username';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.list_users (
  p_filter    private.user_filter,
  p_sort      text,
  p_direction text,
  p_page      integer,
  p_page_size integer
)
  RETURNS SETOF public.accounts
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_page integer := greatest(coalesce(p_page, 1), 1);
  v_size integer := least(greatest(coalesce(p_page_size, 20), 1), 500);
  v_direction text := case when p_direction = 'asc' then 'asc' else 'desc' end;
  v_count integer;
begin
  perform private.require_admin();
  return query execute format(
    'select a.* from public.accounts a join public.profiles p on p.id = a.profile_id where %s order by %s %s %s, a.profile_id %s offset $3 limit $4',
    private.user_condition(p_filter),
    case p_sort when 'username' then 'lower(p.username)' when 'posts' then 'a.post_count' when 'quotes' then 'a.quote_count'
      when 'rating' then 'p.rating_average' when 'lastSeen' then 'a.last_seen_at' else 'a.created_at' end,
    v_direction,
    case when p_sort in ('rating', 'lastSeen') then case v_direction when 'asc' then 'nulls first' else 'nulls last' end end,
    v_direction)
    using private.user_patterns(p_filter.search), p_filter, (v_page - 1)::bigint * v_size, v_size;
  get diagnostics v_count = row_count;
  perform private.note_accounts_read(v_count, jsonb_strip_nulls(jsonb_build_object('search', nullif(btrim(p_filter.search), ''),
    'role', p_filter.role, 'status', p_filter.status, 'verified', p_filter.verified, 'accountType', p_filter.account_type,
    'country', p_filter.country, 'since', p_filter.since, 'before', p_filter.before, 'page', v_page, 'pageSize', v_size)),
    -- More than a page shows is taken away in a file.
    p_is_export => v_size > 100);
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
        perform private.queue_mail(new.user_id, 'quote_received', private.collected(private.item_of_quote(new.quote_id, new.message))
          || jsonb_build_object('title', v_post.title, 'path', '/account?tab=posts&quote=' || new.quote_id, 'pathOfMany', '/compare/' || v_post.id),
          'quotes on post ' || v_post.id, new.id);
      end if;
    when 'message' then
      perform private.queue_mail(new.user_id, 'message_received',
        private.collected(v_data || jsonb_build_object('notificationId', new.id, 'about',
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
      v_item := jsonb_build_object('kind', 'request_watched', 'message', new.message, 'cause',
        case when new.data ->> 'topic' in ('closed', 'opened') then 'state' else new.data ->> 'topic' end || ' of post ' || v_post.id);
      perform private.queue_mail(new.user_id, 'request_watched',
        private.collected(v_item) || jsonb_build_object('title', v_post.title, 'path', v_page), 'watch of post ' || v_post.id, new.id, new.actor_id);
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

CREATE OR REPLACE FUNCTION private.mark_spam (
  p_user_ids  bigint[],
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
  v_me bigint := private.require_admin();
  v_reason text := private.required_reason(p_reason);
  v_batch_id bigint;
  v_users bigint[];
  v_new_users bigint[];
  v_let_go bigint[];
  v_posts bigint[];
  v_reviews bigint[];
  v_questions bigint[];
begin
  if coalesce(cardinality(p_user_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 users', '{"path": "userIds"}');
  end if;
  v_batch_id := private.open_batch('spam', v_reason, p_client_id);
  v_users := array(select a.profile_id from public.accounts a where a.profile_id = any (p_user_ids) and a.role = 'user' and a.deleted_at is null);
  v_let_go := private.let_go_since(v_batch_id);
  -- What is about the caller is left to another admin, as one by one.
  v_reviews := array(
    select r.id from public.reviews r
    where r.reviewer_id = any (v_users) and r.reviewer_id <> all (v_let_go) and r.hidden_at is null and r.reviewed_user_id <> v_me
      and not private.is_in_batch(v_batch_id, 'review', r.id)
    order by r.id desc limit private.bulk_part());
  v_questions := array(
    select k.id from public.post_questions k join public.posts p on p.id = k.post_id
    where k.asker_id = any (v_users) and k.asker_id <> all (v_let_go) and k.hidden_at is null and p.user_id <> v_me
      and not private.is_in_batch(v_batch_id, 'question', k.id)
    order by k.id desc limit private.bulk_part());
  -- Profiles count their reviews.
  perform 1 from public.profiles p
  where p.id in (select r.reviewed_user_id from public.reviews r where r.id = any (v_reviews)) order by p.id for no key update;
  v_posts := private.visible_posts_of(array(select u from unnest(v_users) as u where u <> all (v_let_go)));
  perform private.hold_counters(v_posts);
  perform 1 from public.reviews r where r.id = any (v_reviews) order by r.id for no key update;
  perform 1 from public.post_questions k where k.id = any (v_questions) order by k.id for no key update;
  perform 1 from public.accounts a where a.profile_id = any (v_users || v_me) order by a.profile_id for update;
  perform private.require_admin();
  v_users := array(
    select a.profile_id from public.accounts a
    where a.profile_id = any (v_users) and a.role = 'user' and a.deleted_at is null order by a.profile_id);
  if v_users = '{}' then
    -- Of several, those that cannot be changed are skipped.
    perform private.account_to_manage(p_user_ids[1]);
    perform private.refuse(409, 'conflict', 'You cannot change this account');
  end if;
  -- A repeat decides nothing anew: who was let go since, or suspended by somebody else, stays so, and what was brought back.
  v_let_go := private.let_go_since(v_batch_id);
  v_users := array(select u from unnest(v_users) as u where u <> all (v_let_go) order by u);

  with hidden as (
    update public.reviews r set hidden_at = now(), hidden_by = v_me, hidden_reason = v_reason
    where r.id = any (v_reviews) and r.reviewer_id = any (v_users) and r.hidden_at is null and not private.is_in_batch(v_batch_id, 'review', r.id)
    returning r.id, r.reviewer_id)
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id)
  select v_batch_id, 'review', h.id, h.reviewer_id from hidden h;
  with hidden as (
    update public.post_questions k set hidden_at = now(), hidden_reason = v_reason
    where k.id = any (v_questions) and k.asker_id = any (v_users) and k.hidden_at is null and not private.is_in_batch(v_batch_id, 'question', k.id)
    returning k.id, k.asker_id)
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id)
  select v_batch_id, 'question', h.id, h.asker_id from hidden h;
  with marked as (
    insert into private.moderation_changes (batch_id, kind, subject_id, user_id, before)
    select v_batch_id, 'user', a.profile_id, a.profile_id,
      jsonb_build_object('until', a.suspended_until, 'reason', a.suspension_reason, 'at', a.suspended_at)
    from public.accounts a where a.profile_id = any (v_users) on conflict (batch_id, kind, subject_id) do nothing
    returning subject_id)
  select array_agg(m.subject_id order by m.subject_id) into v_new_users from marked m;
  update public.accounts a set suspended_until = 'infinity', suspension_reason = v_reason, suspended_at = now()
  where a.profile_id = any (v_new_users) and a.suspended_until is distinct from 'infinity';
  v_posts := array(select p.id from public.posts p where p.id = any (v_posts) and p.user_id = any (v_users) order by p.id);
  perform private.hide_in_batch(v_batch_id, v_posts, v_reason, true);
  perform private.audit('mark_spam', 'user', u.id::text, null, jsonb_build_object('reason', v_reason, 'batch', v_batch_id))
  from unnest(v_new_users) as u (id);
  return query select b.* from private.count_batch(v_batch_id) as b;
end $function$;

CREATE OR REPLACE FUNCTION private.may_be_mailed (
  p_user_id     bigint,
  p_about       text,
  p_question_id bigint
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Owners hear of their hidden posts. Decisions have the title that was quoted on.
  select case when p_about ~ '^(answers on|changes of|watch of|deadline of) post \d{1,18}$'
      then exists (select 1 from public.posts p where p.id = substring(p_about from '\d+$')::bigint and (not p.is_hidden or p.user_id = p_user_id))
    when p_about ~ '^review of \d{1,18}$' then exists (
      select 1 from public.reviews r
      where r.reviewer_id = substring(p_about from '\d+$')::bigint and r.reviewed_user_id = p_user_id and r.hidden_at is null)
    else true end
    and (p_question_id is null or exists (select 1 from public.post_questions k where k.id = p_question_id and k.hidden_at is null))
$function$;

CREATE OR REPLACE FUNCTION private.may_change_factor (
  p_auth_id uuid,
  p_is_new  boolean
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return case
    -- Factors go with their user.
    when not exists (select 1 from auth.users u where u.id = p_auth_id) then true
    when p_is_new then coalesce(private.take_password_proof(p_auth_id) = 'password', false)
    else exists (
      select 1 from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id
      where s.user_id = p_auth_id and c.authentication_method = 'totp' and c.updated_at > now() - interval '5 minutes') end;
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
  select coalesce(nullif(regexp_replace(n.name, '[\s\u00a0\u00b7\u1680\u2000-\u2015\u2022\u2028\u2029\u202f\u205f\u2212\u3000._-]+', '', 'g'), ''), n.name)
  -- A capital i, a small L and a one are one stroke in many fonts, and all letters are small here.
  from (select translate(private.with_latin_look(p_name), '01i', 'oll') as name) as n
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

CREATE OR REPLACE FUNCTION private.note_state_of_watched()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.is_open(new) and not private.is_open(old) then
    perform private.note_news(new, 'opened', format('The request "%s" is open again', new.title));
  elsif new.closed_at is not null and old.closed_at is null then
    perform private.note_news(new, 'closed', private.text_of_closing(new.title, new.closed_reason));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.positions (
  p_part text,
  p_text text
)
  RETURNS SETOF integer
  LANGUAGE sql
  IMMUTABLE
  ROWS 5
  SET search_path TO ''
  AS $function$
  -- After each piece but the last one stands the part.
  select x.at from (
    select p.nr, (sum(char_length(p.piece) + char_length(p_part)) over (order by p.nr) - char_length(p_part) + 1)::integer as at
    from string_to_table(p_text, p_part) with ordinality as p (piece, nr)) as x
  where x.at <= char_length(p_text) - char_length(p_part) + 1
  order by x.nr
$function$;

CREATE OR REPLACE FUNCTION private.post_to_moderate (
  p_post_id  bigint,
  p_me       bigint,
  p_is_admin boolean,
  p_refusal  text
)
  RETURNS public.posts
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_post public.posts;
begin
  -- Its owner is told. The counter before the post, as in bulk actions.
  if p_is_admin and exists (select 1 from public.posts p where p.id = p_post_id and p.user_id <> p_me) then
    perform private.consume_rate_limit('bulk_action', p_me::text);
  end if;
  select * into v_post from public.posts p where p.id = p_post_id for update;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> p_me and not p_is_admin) then
    perform private.refuse(404, 'not_found', 'Post not found');
  end if;
  if v_post.user_id <> p_me and not p_is_admin then
    perform private.refuse(403, 'forbidden', p_refusal);
  end if;
  return v_post;
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
  v_me bigint := private.require_admin();
  v_id bigint;
  v_rule public.content_rules;
  v_unjudged public.content_rules[];
  v_verdicts jsonb;
  v_preview jsonb;
begin
  perform private.assert_rate_limit('rule_preview', v_me::text);
  begin
    -- Saved as a trial and taken back: so it is checked, read and compared as it will be.
    v_id := private.save_content_rule(p_rule_id, p_rule || '{"is_enabled": true, "is_trial": true}', false);
    select * into v_rule from public.content_rules r where r.id = v_id;
    v_unjudged := array(select u from private.unjudged_rules(array[v_rule.id]) as u);
    if cardinality(v_unjudged) > 0 then
      v_verdicts := private.judge_in_private(v_unjudged, private.judging_end(2000));
      raise exception using errcode = 'UNDO1';
    end if;
    with judged as materialized (
      select t.* from private.judged_texts(private.fields_of_rule(v_rule.fields, false), array[v_rule.id], private.judging_end(2000)) as t
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
      select j.is_common from private.judgings j
      where j.actor_id = v_me and j.rule = private.content_rule_facts(v_rule) and private.fields_of_rule(v_rule.fields, true) <> '{}'));
    raise exception using errcode = 'UNDO1';
  exception when sqlstate 'UNDO1' then
    null;
  end;
  if cardinality(v_unjudged) > 0 then
    perform private.enter_judging(v_unjudged, v_verdicts);
  else
    perform private.consume_rate_limit('rule_preview', v_me::text);
    perform private.forget_judgings(array[private.content_rule_facts(v_rule)]);
  end if;
  return v_preview;
end $function$;

CREATE OR REPLACE FUNCTION private.profile_texts (
  p_data jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  -- Cut before their signs are put in order, which takes the square of thousands of accents. 200 of them are more than a name has.
  select jsonb_strip_nulls(jsonb_build_object('username', normalize(left(nullif(btrim(p_data ->> 'username'), ''), 200), nfc))
    || private.trimmed(jsonb_build_object(
      'country', left(private.clean_line(left(btrim(p_data ->> 'country'), 1000)), 60),
      'companyName', left(private.clean_line(left(btrim(p_data ->> 'companyName'), 1000)), 100),
      'bio', left(private.without_directions(left(btrim(p_data ->> 'bio'), 1000)), 500))))
$function$;

CREATE OR REPLACE FUNCTION private.prove_password_change (
  p_auth_id    uuid,
  p_session_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_has_password boolean;
begin
  -- The user before the proof, as Auth takes them.
  select coalesce(u.encrypted_password, '') <> '' into v_has_password from auth.users u where u.id = p_auth_id for key share;
  -- Nobody has checked a password that is not there: the first one takes the link of a mail.
  if p_session_id is null and v_has_password is false then
    perform private.refuse(403, 'forbidden', 'You are not allowed to do this');
  end if;
  insert into private.password_proofs as p (auth_id, session_id) values (p_auth_id, p_session_id)
  on conflict (auth_id) do update set session_id = excluded.session_id, made_at = now();
end $function$;

CREATE OR REPLACE FUNCTION private.queue_mail (
  p_user_id         bigint,
  p_template        text,
  p_data            jsonb,
  p_cause           text                     DEFAULT NULL::text,
  p_notification_id bigint                   DEFAULT NULL::bigint,
  p_actor           bigint                   DEFAULT NULL::bigint,
  p_pace            text                     DEFAULT NULL::text,
  p_at              timestamp with time zone DEFAULT now()
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_email text := (select a.email from public.accounts a where a.profile_id = p_user_id);
  v_pace text := coalesce(private.mail_pace(p_user_id, p_template), 'now');
begin
  if v_pace <> 'off' then
    v_pace := coalesce(p_pace, v_pace);
  end if;
  if v_pace = 'now' then
    perform private.add_mail(p_user_id, v_email, p_template, p_data, p_cause, p_at, p_actor);
  elsif v_pace <> 'off' and (select t.is_enabled from private.mail_templates t where t.template = p_template) then
    -- Of a cause that collects nothing, the digest says the last state, as a mail of its own would.
    perform private.add_mail(p_user_id, v_email, 'digest', private.collected(jsonb_build_object('kind', p_template,
      'message', coalesce(p_data ->> 'message', p_data #>> '{items,0,message}'), 'notificationId', p_notification_id,
      'about', coalesce(p_data #>> '{items,0,about}', p_cause), 'path', p_data ->> 'path', 'questionId', p_data #> '{items,0,questionId}',
      'cause', case when p_data ? 'items' then p_data #>> '{items,0,cause}' else p_cause end)), 'digest ' || v_pace, private.next_digest(p_user_id, v_pace), p_actor);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.queue_mail_to (
  p_email    text,
  p_template text,
  p_data     jsonb
)
  RETURNS boolean
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.add_mail(null, p_email, p_template, p_data) $function$;

CREATE OR REPLACE FUNCTION private.quoted_at (
  p_quote_id bigint
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select greatest(q.created_at, q.revised_at, (
    select max(e.created_at) from public.quote_events e where e.quote_id = q.id and e.kind in ('revise', 'correct')))
  from public.quotes q where q.id = p_quote_id
$function$;

CREATE OR REPLACE FUNCTION private.read_numbers()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  new.price_value := private.plain_number(new.price_text);
  new.quantity_value := private.plain_number(new.quantity_text);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.recent_texts (
  p_fields    text[],
  p_limit     integer,
  p_of_author integer
)
  RETURNS TABLE (
    entity text,
    id     bigint,
    field  text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 2000
  SET search_path TO ''
  AS $function$
  select n.entity, n.id, n.field
  from (
    -- Nobody who writes much decides alone which rules are common, nor how long it takes to tell.
    select a.*, row_number() over (partition by a.author order by a.created_at desc, a.id desc) as nr
    from (
      (select p.created_at, 'posts' as entity, p.id, 'post_title' as field, p.user_id::text as author from public.posts p
        where 'post_title' = any (p_fields) order by p.id desc limit p_limit * 5)
      union all (select p.created_at, 'posts', p.id, 'post_description', p.user_id::text from public.posts p
        where 'post_description' = any (p_fields) order by p.id desc limit p_limit * 5)
      union all (select p.created_at, 'posts', p.id, 'post_place', p.user_id::text from public.posts p
        where 'post_place' = any (p_fields) order by p.id desc limit p_limit * 5)
      union all (select q.created_at, 'quotes', q.id, 'quote', q.supplier_id::text from public.quotes q
        where 'quote' = any (p_fields) order by q.id desc limit p_limit * 5)
      union all (select k.created_at, 'post_questions', k.id, 'post_description', k.asker_id::text from public.post_questions k
        where 'post_description' = any (p_fields) order by k.id desc limit p_limit * 5)
      union all (select m.created_at, 'messages', m.id, 'message', m.sender_id::text from public.messages m
        where 'message' = any (p_fields) and m.content <> '' order by m.id desc limit p_limit * 5)
      union all (select p.created_at, 'post_attachments', a.id, 'post_description', p.user_id::text
        from public.post_attachments a join public.posts p on p.id = a.post_id where 'post_description' = any (p_fields) order by a.id desc limit p_limit * 5)
      union all (select q.created_at, 'quote_attachments', a.id, 'quote', q.supplier_id::text
        from public.quote_attachments a join public.quotes q on q.id = a.quote_id where 'quote' = any (p_fields) order by a.id desc limit p_limit * 5)
      union all (select m.created_at, 'message_attachments', a.id, 'message', m.sender_id::text
        from public.message_attachments a join public.messages m on m.id = a.message_id where 'message' = any (p_fields) order by a.id desc limit p_limit * 5)
      union all (select r.created_at, 'reviews', r.id, 'review', r.reviewer_id::text from public.reviews r
        where 'review' = any (p_fields) order by r.id desc limit p_limit * 5)
      union all (select p.created_at, 'profiles', p.id, 'profile', p.id::text from public.profiles p
        where 'profile' = any (p_fields) order by p.id desc limit p_limit * 5)
      union all (select f.created_at, 'feedback', f.id, 'feedback', coalesce(f.user_id::text, lower(f.email)) from public.feedback f
        where 'feedback' = any (p_fields) and f.deleted_at is null order by f.id desc limit p_limit * 5)) as a) as n
  where n.nr <= p_of_author
  order by n.created_at desc, n.id desc limit p_limit
$function$;

CREATE OR REPLACE FUNCTION private.record_document_change (
  p_post_id bigint,
  p_before  jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.record_post_change(p_post_id, jsonb_build_object('documents', p_before),
    jsonb_build_object('documents', private.documents_of_post(p_post_id)))
$function$;

CREATE OR REPLACE FUNCTION private.record_post_change (
  p_post_id bigint,
  p_before  jsonb,
  p_after   jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_post public.posts;
  v_last public.post_changes;
  v_before jsonb := p_before;
  v_after jsonb := p_after;
begin
  if private.differences(p_before, p_after) = '{}' then
    return;
  end if;
  select * into v_post from public.posts p where p.id = p_post_id;
  perform private.note_news(v_post, 'changed', format('The request "%s" changed', v_post.title));
  if not exists (select 1 from public.quotes q where q.post_id = p_post_id) then
    return;
  end if;
  select * into v_last from public.post_changes c where c.post_id = p_post_id order by c.id desc limit 1;
  if v_last.created_at > now() - interval '15 minutes' and not exists (
      select 1 from public.quotes q where q.post_id = p_post_id and private.quoted_at(q.id) >= v_last.created_at) then
    delete from public.post_changes c where c.id = v_last.id;
    v_before := p_before || v_last.before;
    v_after := v_last.after || p_after;
  else
    v_last := null;
  end if;
  if private.differences(v_before, v_after) <> '{}' then
    insert into public.post_changes (post_id, before, after, created_at)
    values (p_post_id, private.differences(v_before, v_after), private.differences(v_after, v_before), coalesce(v_last.created_at, now()));
  end if;
  if not v_post.is_hidden then
    perform private.tell_suppliers(p_post_id, 'post_changed', format('The request "%s" changed', v_post.title));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.recovery_hash (
  p_code text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select encode(extensions.digest(regexp_replace(lower(left(p_code, 100)), '[^0-9a-f]', '', 'g'), 'sha256'), 'hex') $function$;

CREATE OR REPLACE FUNCTION private.refuse_ended_session()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.jwt() ->> 'session_id' is not null
    and not exists (select 1 from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid) then
    perform private.refuse(401, 'unauthorized', 'Authentication required');
  end if;
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

CREATE OR REPLACE FUNCTION private.reply_to_feedback (
  p_feedback_id bigint,
  p_body        text,
  p_client_id   uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_feedback public.feedback;
  v_body text := btrim(p_body);
  v_mail jsonb;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  v_feedback := private.feedback_to_manage(p_feedback_id);
  insert into public.feedback_entries (feedback_id, author_id, kind, body, client_id)
  values (v_feedback.id, v_me, 'reply', v_body, p_client_id)
  on conflict (author_id, client_id) do nothing;
  -- A repeat must not write to the sender again.
  if not found then
    perform private.assert_same_entry(p_feedback_id, 'reply', p_body, p_client_id);
    return;
  end if;
  perform private.remember_content('feedback entry ' || v_me, p_client_id, jsonb_build_array(p_feedback_id, 'reply', p_body));
  if v_feedback.status = 'new' then
    update public.feedback f set status = 'in_progress' where f.id = v_feedback.id;
  end if;
  v_mail := jsonb_build_object('reference', 'FB-' || lpad(v_feedback.id::text, greatest(6, char_length(v_feedback.id::text)), '0'), 'subject', v_feedback.subject,
    'message', v_feedback.message, 'reply', v_body);
  if v_feedback.user_id is null then
    -- A guest has no name to be greeted by, and reads the reply nowhere else.
    if not private.queue_mail_to(v_feedback.email, 'feedback_answered', v_mail || jsonb_build_object('username', 'there')) then
      perform private.refuse(409, 'conflict', 'No mail can be sent to this address now, and a guest reads the reply nowhere else');
    end if;
  else
    perform private.notify(v_feedback.user_id, format('We answered your feedback "%s": %s', v_feedback.subject, v_body),
      jsonb_build_object('type', 'feedback', 'feedbackId', v_feedback.id));
    perform private.queue_mail(v_feedback.user_id, 'feedback_answered', v_mail);
  end if;
  perform private.audit('reply_to_feedback', 'feedback', p_feedback_id::text, null, jsonb_build_object('reply', v_body));
end $function$;

CREATE OR REPLACE FUNCTION private.reply_to_review (
  p_review_id           bigint,
  p_reply               text,
  p_expected_updated_at timestamp with time zone
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.received_review(p_review_id, v_me);
begin
  if private.is_blank(p_reply) then
    perform private.refuse(400, 'invalid_input', 'Reply is required');
  elsif v_review.reply = btrim(p_reply) then
    return;
  elsif v_review.reply is not null then
    perform private.refuse(409, 'conflict', 'You have already replied to this review');
  elsif p_expected_updated_at <> v_review.updated_at then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
  perform private.consume_rate_limit('post_edit', v_me::text);
  update public.reviews r set reply = btrim(p_reply), replied_at = now() where r.id = v_review.id;
end $function$;

CREATE OR REPLACE FUNCTION private.request_as_quoted (
  p_quote public.quotes
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- The post with the changes undone that came after the quote; none of them began before it.
  select jsonb_build_object('quantity', f.facts -> 'quantity', 'unit', f.facts -> 'unit', 'incoterm', f.facts -> 'incoterm',
    'needed_by', f.facts -> 'needed_by', 'country', f.facts -> 'country', 'area', f.facts -> 'area',
    'delivery_address', f.facts -> 'delivery_address', 'port', f.facts -> 'port')
  from public.posts p
  cross join lateral (
    select private.post_facts(p) || coalesce(jsonb_object_agg(u.key, u.value), '{}') as facts
    from (
      select distinct on (b.key) b.key, b.value
      from public.post_changes c cross join lateral jsonb_each(c.before) as b
      where c.post_id = p.id and c.created_at > coalesce(private.quoted_at(p_quote.id), p_quote.created_at)
      order by b.key, c.id) as u) as f
  where p.id = p_quote.post_id
$function$;

CREATE OR REPLACE FUNCTION private.reset_second_factor (
  p_user_id bigint,
  p_reason  text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_auth_id uuid := (select p.auth_id from public.profiles p where p.id = p_user_id);
  v_reason text;
begin
  perform private.require_main_admin();
  v_reason := private.required_reason(p_reason);
  perform private.consume_rate_limit('bulk_action', private.current_profile_id()::text);
  perform private.hold_user_of_auth(p_user_id);
  perform private.account_to_manage(p_user_id, p_main_admins_too => true);
  -- Again behind the lock, as account_to_manage() asks for an admin again.
  perform private.require_main_admin();
  perform set_config('app.second_factor_is_reset', 'true', true);
  if not private.remove_second_factor(v_auth_id) then
    perform private.refuse(409, 'conflict', 'This user has no two-step sign-in');
  end if;
  perform set_config('app.second_factor_is_reset', '', true);
  -- The lost device may still be signed in.
  delete from auth.sessions s where s.user_id = v_auth_id;
  perform private.queue_mail(p_user_id, 'second_factor_reset', jsonb_build_object('reason', v_reason), 'second factor reset');
  perform private.notify(p_user_id, format('Your two-step sign-in was turned off by an administrator: %s', v_reason),
    jsonb_build_object('type', 'second_factor_reset', 'path', '/profile?tab=security'));
  perform private.audit('reset_second_factor', 'user', p_user_id::text, null, jsonb_build_object('reason', v_reason));
end $function$;

CREATE OR REPLACE FUNCTION private.resolve_sign_in (
  p_login text
)
  RETURNS TABLE (
    profile_id   bigint,
    email        text,
    username     text,
    country      text,
    company_name text,
    bio          text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
  -- Two branches, so that each can use its index.
  select p.id, a.email, p.username, p.country, p.company_name, p.bio
  from public.accounts a join public.profiles p on p.id = a.profile_id
  where position('@' in p_login) > 0 and lower(a.email) = lower(btrim(p_login))
  union all
  select p.id, a.email, p.username, p.country, p.company_name, p.bio
  from public.profiles p join public.accounts a on a.profile_id = p.id
  where position('@' in p_login) = 0 and lower(p.username) = lower(btrim(p_login))
$function$;

CREATE OR REPLACE FUNCTION private.retry_mail (
  p_mail_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_mail private.mail_outbox;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  select * into v_mail from private.mail_outbox o where o.id = p_mail_id for update;
  if v_mail.id is null then
    perform private.refuse(404, 'not_found', 'Mail not found');
  elsif v_mail.status not in ('failed', 'bounced') then
    perform private.refuse(409, 'conflict', 'This mail is not one that failed');
  end if;
  -- One try counts as used: a collection of messages that went out stays closed.
  update private.mail_outbox o set status = 'queued', attempts = 1, next_attempt_at = now(), lease = null, lease_until = null
  where o.id = p_mail_id;
  perform private.audit('retry_mail', 'mail', p_mail_id::text, jsonb_build_object('status', v_mail.status), '{"status": "queued"}');
end $function$;

CREATE OR REPLACE FUNCTION private.revise_quote (
  p_quote_id         bigint,
  p_quote            jsonb,
  p_expected_version integer
)
  RETURNS TABLE (
    status  text,
    version integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_fields jsonb := private.known_fields(p_quote, array_remove(array_remove(private.quote_fields(), 'post_id'), 'client_id'));
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'revise');
  v_new public.quotes := private.with_facts(v_quote, v_fields);
  v_before jsonb := private.quote_facts(v_quote);
  v_after jsonb;
  v_facts jsonb;
  v_since timestamptz := coalesce(v_quote.revised_at, v_quote.created_at);
  v_is_correction boolean;
begin
  perform private.assert_version(v_quote, p_expected_version, 'This quote has just been changed. Please look again.');
  perform private.assert_organization(v_new, v_me);
  perform private.assert_own_images('post-images', v_new.images, v_quote.images);
  update public.quotes q set product_match = v_new.product_match, description = v_new.description, price_text = v_new.price_text,
    quantity_text = v_new.quantity_text, currency = v_new.currency,
    payment_method = v_new.payment_method, shipping_method = v_new.shipping_method, delivery_time = v_new.delivery_time,
    delivery_from = v_new.delivery_from, delivery_to = v_new.delivery_to, images = v_new.images, contact_address = v_new.contact_address,
    account_type = v_new.account_type, organization_name = v_new.organization_name, tax_code = v_new.tax_code, valid_until = v_new.valid_until
  where q.id = v_quote.id returning q.* into v_new;
  -- Attachments stay where none are given, so that a client that knows nothing of them takes none away.
  if v_fields ? 'attachments' then
    delete from public.quote_attachments a where a.quote_id = v_quote.id
      and not v_fields -> 'attachments' @> jsonb_build_array(jsonb_build_object('path', a.path));
    perform private.attach_to_quote(v_quote.id, v_fields -> 'attachments');
  end if;
  v_after := private.quote_facts(v_new);
  select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, v_after -> b.key) into v_before, v_after
  from jsonb_each(v_before) as b where b.value is distinct from v_after -> b.key;
  if v_before is null then
    return query select v_quote.status, v_quote.version;
    return;
  end if;

  v_is_correction := v_since > now() - interval '15 minutes' and not exists (
    select 1 from public.quote_events e where e.quote_id = v_quote.id and e.actor_id = v_quote.post_owner_id and e.created_at >= v_since);
  if not v_is_correction and v_quote.revision >= 3 then
    perform private.refuse(409, 'conflict', format('This quote is %s and has been revised three times, which is the most', v_quote.status),
      jsonb_build_object('status', v_quote.status));
  end if;
  update public.quotes q set version = q.version + 1,
    revision = case when v_is_correction then q.revision else q.revision + 1 end,
    revised_at = case when v_is_correction then q.revised_at else now() end,
    changed_at = case when v_is_correction then q.changed_at else now() end
  where q.id = v_quote.id returning q.* into v_new;
  insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, before, after)
  values (v_new.id, v_me, case when v_is_correction then 'correct' else 'revise' end, v_quote.status, v_new.status, v_before, v_after);
  -- A new quote is read with its corrected facts. A revision was told with its figures, so its correction is told as well: against
  -- what the owner knew before the revision, or, where it takes the revision back, against the revision.
  if v_is_correction and v_quote.revised_at is not null then
    v_facts := private.quote_facts(v_new);
    select coalesce(jsonb_object_agg(k.key, k.value), v_before) into v_before
    from (
      select v_before || e.before as known from public.quote_events e
      where e.quote_id = v_quote.id and e.kind = 'revise' order by e.id desc limit 1) as t
    cross join lateral jsonb_each(t.known) as k where k.value is distinct from v_facts -> k.key;
    v_after := v_facts;
  end if;
  if not v_is_correction or v_quote.revised_at is not null then
    perform private.tell_party(v_new, v_new.post_owner_id, 'quote_revised', format('%s revised the quote on "%s": %s',
      (select p.username from public.profiles p where p.id = v_me), v_new.post_title, private.facts_as_words(v_before, v_after)));
  end if;
  return query select v_new.status, v_new.version;
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
  v_unjudged public.content_rules[];
  v_verdicts jsonb;
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
    v_unjudged := array(select u from private.unjudged_rules(array[v_after.id]) as u);
    if cardinality(v_unjudged) > 0 then
      v_verdicts := private.judge_in_private(v_unjudged, private.judging_end(4000));
      raise exception using errcode = 'UNDO1';
    end if;
    v_share := private.assert_rare(v_after, p_is_confirmed);
    perform private.forget_judgings(array[private.content_rule_facts(v_after)]);
  end if;
  perform private.audit(case when v_before.id is null then 'create_content_rule' else 'update_content_rule' end, 'content_rule',
    v_after.id::text, case when v_before.id is not null then to_jsonb(v_before) end,
    to_jsonb(v_after) || case when v_share is null then '{}' else jsonb_build_object('confirmed_share', v_share) end);
  return v_after.id;
exception
  when sqlstate 'UNDO1' then
    perform private.enter_judging(v_unjudged, v_verdicts);
    return null;
  when unique_violation then
    perform private.refuse(409, 'conflict', 'There is a rule with this pattern already', '{"path": "pattern"}');
    -- Not reached.
    return null;
end $function$;

CREATE OR REPLACE FUNCTION private.set_post_documents (
  p_post_id   bigint,
  p_documents jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_post public.posts := private.post_to_moderate(p_post_id, private.require_profile_id(), false, 'You are not allowed to change this post');
  v_before jsonb;
  v_new jsonb;
  v_file record;
  v_is_changed boolean;
begin
  if jsonb_typeof(p_documents) is distinct from 'array' or jsonb_array_length(p_documents) > 5 then
    perform private.refuse(400, 'invalid_input', 'File limit exceeded: Maximum 5 files can be attached', '{"path": "documents"}');
  end if;
  v_before := private.documents_of_post(v_post.id);
  delete from public.post_attachments a
  where a.post_id = v_post.id and not p_documents @> jsonb_build_array(jsonb_build_object('path', a.path));
  v_is_changed := found;
  -- Of those that it has already, only what they are called may change.
  for v_file in
    select a.id, private.attachment_name(d.value ->> 'name', a.path) as name
    from jsonb_array_elements(p_documents) as d join public.post_attachments a on a.post_id = v_post.id and a.path = d.value ->> 'path'
    where private.is_named(p_documents, a.path)
  loop
    update public.post_attachments a set name = v_file.name where a.id = v_file.id and a.name <> v_file.name;
    v_is_changed := v_is_changed or found;
  end loop;
  select coalesce(jsonb_agg(d.value), '[]') into v_new from jsonb_array_elements(p_documents) as d
  where not exists (select 1 from public.post_attachments a where a.post_id = v_post.id and a.path = d.value ->> 'path');
  for v_file in select * from private.attachments_to_take('post-documents', v_new) loop
    insert into public.post_attachments (post_id, path, name, size_bytes)
    values (v_post.id, v_file.path, v_file.name, v_file.size_bytes) on conflict (path) do nothing;
    if not found then
      perform private.refuse_attachment(v_file.path);
    end if;
    v_is_changed := true;
  end loop;
  -- Told to suppliers and watchers, as each edit is.
  if v_is_changed then
    perform private.consume_rate_limit('post_edit', v_post.user_id::text);
  end if;
  perform private.record_document_change(v_post.id, v_before);
end $function$;

CREATE OR REPLACE FUNCTION private.shown_part (
  p_user_id bigint,
  p_cause   text,
  p_data    jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when not private.may_be_mailed(p_user_id, p_cause, null) then null
    when not p_data ? 'items' then p_data
    else (
      select case when i.items is not null then private.with_items(p_data, i.items) end
      from (
        select jsonb_agg(e.item order by e.n) as items from jsonb_array_elements(p_data -> 'items') with ordinality as e (item, n)
        where private.may_be_mailed(p_user_id, e.item ->> 'about', (e.item ->> 'questionId')::bigint)) as i) end
$function$;

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
    -- Nobody stops the rule that finds them by writing more of it.
    select w.rule_id as id
    from (
      select h.rule_id, least(count(*), 3) as counted from public.content_hits h
      where h.action = 'flag' and h.created_at > now() - interval '30 days' and h.rule_id is not null
      group by h.rule_id, h.user_id) as w
    group by w.rule_id having sum(w.counted) > private.few_hits()
  ), stopped as (
    update public.content_rules r set is_enabled = false, stopped_share = c.share
    from suspects s cross join lateral private.common_rules(array[s.id], clock_timestamp() + interval '4 s') as c
    where r.id = s.id and r.kind <> 'built_in' and r.action = 'flag' and c.share is not null
    returning r.id, r.stopped_share
  )
  select count(private.audit('stop_content_rule', 'content_rule', s.id::text, null, jsonb_build_object('stopped_share', s.stopped_share)))
  into v_stopped from stopped s;
  return v_stopped;
end $function$;

CREATE OR REPLACE FUNCTION private.submit_quote (
  p_quote jsonb
)
  RETURNS TABLE (
    quote_id            bigint,
    post_title          text,
    post_owner_username text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_given jsonb := private.known_fields(p_quote, private.quote_fields() || 'expected_request'::text);
  v_fields jsonb := v_given - 'expected_request';
  -- What a repetition has to repeat: by then, the request may have changed.
  v_content jsonb := p_quote - 'expected_request';
  v_quote public.quotes := jsonb_populate_record(null::public.quotes, jsonb_build_object('images', '{}'::text[],
    'client_id', gen_random_uuid(), 'created_at', now(), 'status', 'pending', 'changed_at', now(), 'revision', 0, 'version', 1));
  v_post public.posts;
  v_quote_id bigint;
begin
  v_quote := private.with_facts(v_quote, v_fields);
  select q.id into v_quote_id from public.quotes q where q.supplier_id = v_me and q.client_id = v_quote.client_id;
  if v_quote_id is null then
    -- Held, so that the request is open until the quote is stored.
    select * into v_post from public.posts p where p.id = v_quote.post_id for share;
    if v_post.id is null then
      perform private.refuse(404, 'not_found', 'Post not found');
    elsif v_post.user_id = v_me then
      perform private.refuse(403, 'forbidden', 'You cannot send a quote on your own post');
    elsif v_post.is_hidden then
      perform private.refuse(409, 'conflict', 'This post is not accepting quotes');
    elsif not private.is_open(v_post) then
      perform private.refuse(409, 'conflict', 'This request is closed');
    end if;
    if v_given ? 'expected_request' then
      perform private.assert_request_read(v_post, v_given -> 'expected_request');
    end if;
    perform private.assert_organization(v_quote, v_me);
    begin
      perform private.assert_quote_wait(v_me, v_quote.post_id);
    exception when sqlstate 'PT429' then
      -- The same request twice at the same moment: the other one has just been stored, so answer it again.
      select q.id into v_quote_id from public.quotes q where q.supplier_id = v_me and q.client_id = v_quote.client_id;
      if v_quote_id is null then
        raise;
      end if;
    end;
  end if;

  if v_quote_id is not null then
    perform private.assert_same_content('quote ' || v_me, v_quote.client_id, v_content, v_quote_id);
  else
    perform private.consume_rate_limit('quote', v_me::text);
    perform private.assert_own_images('post-images', v_quote.images);
    v_quote.supplier_id := v_me;
    v_quote.post_title := v_post.title;
    v_quote.post_owner_id := v_post.user_id;
    -- All columns that a new row has: those that are generated or made by triggers take no value.
    insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, product_match, description, price_text, quantity_text,
      currency, payment_method, shipping_method, delivery_time, delivery_from, delivery_to, images, contact_address, account_type,
      organization_name, tax_code, client_id, created_at, status, changed_at, valid_until, revision, version)
    select q.post_id, q.post_title, q.post_owner_id, q.supplier_id, q.product_match, q.description, q.price_text,
      q.quantity_text, q.currency, q.payment_method, q.shipping_method, q.delivery_time, q.delivery_from,
      q.delivery_to, q.images, q.contact_address, q.account_type, q.organization_name, q.tax_code, q.client_id, q.created_at,
      q.status, q.changed_at, q.valid_until, q.revision, q.version
    from (select v_quote.*) as q returning quotes.id into v_quote_id;
    perform private.attach_to_quote(v_quote_id, coalesce(v_fields -> 'attachments', '[]'));
    perform private.remember_content('quote ' || v_me, v_quote.client_id, v_content);
  end if;

  return query
    select q.id, q.post_title, p.username
    from public.quotes q left join public.profiles p on p.id = q.post_owner_id
    where q.id = v_quote_id;
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
  v_after public.reviews;
begin
  if p_reviewed_user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot review yourself');
  elsif not exists (select 1 from public.accounts a where a.profile_id = p_reviewed_user_id and a.deleted_at is null) then
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
    values (p_reviewed_user_id, v_me, p_rating, v_comment) returning * into v_after;
  else
    update public.reviews r set rating = p_rating, comment = v_comment,
      -- A review that can no longer be edited is replaced by a new one, which has no reply yet.
      created_at = case when private.is_changeable(r) then r.created_at else now() end,
      reply = case when private.is_changeable(r) then r.reply end,
      replied_at = case when private.is_changeable(r) then r.replied_at end
    where r.id = v_before.id returning r.* into v_after;
  end if;
  perform private.tell_of_review(v_after);
  return v_after.id;
end $function$;

CREATE OR REPLACE FUNCTION private.suspend_user (
  p_user_id bigint,
  p_reason  text,
  p_days    integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_account public.accounts;
  v_reason text;
  v_until timestamptz := case when p_days is null then 'infinity' else now() + make_interval(days => p_days) end;
begin
  -- The counter before the accounts, as in bulk actions.
  perform private.consume_rate_limit('bulk_action', v_me::text);
  v_account := private.account_to_manage(p_user_id);
  v_reason := private.required_reason(p_reason);
  if p_days not in (1, 7, 14, 30) then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "days"}');
  elsif v_account.suspended_until > now() then
    perform private.refuse(409, 'conflict', 'This account is already suspended');
  end if;
  update public.accounts a set suspended_until = v_until, suspension_reason = v_reason, suspended_at = now() where a.profile_id = p_user_id;
  perform private.queue_mail(p_user_id, 'account_suspended',
    jsonb_build_object('reason', v_reason, 'until', case when p_days is not null then to_jsonb(v_until) end), 'suspension');
  perform private.audit('suspend_user', 'user', p_user_id::text, null,
    jsonb_build_object('until', case when p_days is null then '"permanent"' else to_jsonb(v_until) end, 'reason', v_reason));
end $function$;

CREATE OR REPLACE FUNCTION private.tell_closed (
  p_post public.posts
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.notifications (user_id, message, data)
  -- With the title that they quoted on, as in decisions: a title of now may be one of a hidden post, or of one that is about to be hidden.
  select n.supplier_id, private.text_of_closing(n.post_title, p_post.closed_reason),
    jsonb_build_object('type', 'post_closed', 'quoteId', n.id)
  from (
    select distinct on (q.supplier_id) q.supplier_id, q.id, q.post_title from public.quotes q
    where q.post_id = p_post.id and private.is_undecided(q) order by q.supplier_id, q.id desc) as n
  order by n.supplier_id
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_review (
  p_review public.reviews
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.notify(p_review.reviewed_user_id,
    format('%s left you a %s-star review', (select p.username from public.profiles p where p.id = p_review.reviewer_id), p_review.rating),
    jsonb_build_object('type', 'review'))
$function$;

CREATE OR REPLACE FUNCTION private.terms_version_in_force (
  p_version text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select p_version
  -- The first of its month plus the other days is the same text only for a day that exists.
  where case when p_version ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-[0-9]{2}$'
      then to_char((left(p_version, 7) || '-01')::date + right(p_version, 2)::integer - 1, 'YYYY-MM-DD') = p_version end
    and p_version <= to_char(now() at time zone 'utc', 'YYYY-MM-DD')
$function$;

CREATE OR REPLACE FUNCTION private.text_of_closing (
  p_title  text,
  p_reason text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select left(format('The request "%s" was closed: %s', p_title, case p_reason
    when 'awarded' then 'Awarded' when 'found_elsewhere' then 'Found elsewhere' else 'No need any more' end), 600)
$function$;

CREATE OR REPLACE FUNCTION private.text_of_row (
  p_entity text,
  p_id     bigint,
  p_field  text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- As it was written: a rule that masks would find nothing in what it has masked. The originals first, because only the
  -- beginning of a long text is read.
  select concat_ws(E'\n', (
      select string_agg(m.original, E'\n') from private.masked_texts m where m.entity = p_entity and m.entity_id = p_id and m.context = p_field),
    case p_entity
      when 'posts' then (
        select case p_field when 'post_title' then p.title when 'post_description' then concat_ws(E'\n', p.description, p.unit, private.filtered_text(to_jsonb(p.images), '[]'))
          else concat_ws(E'\n', p.country, p.area, p.delivery_address, p.port) end
        from public.posts p where p.id = p_id)
      when 'quotes' then (
        select concat_ws(E'\n', q.description, q.price_text, q.quantity_text, q.payment_method, q.shipping_method, q.delivery_time,
          q.delivery_from, q.delivery_to, q.organization_name, q.status_reason, private.filtered_text(to_jsonb(q.images), '[]'))
        from public.quotes q where q.id = p_id)
      when 'post_questions' then (select concat_ws(E'\n', k.question, k.answer) from public.post_questions k where k.id = p_id)
      when 'messages' then (select m.content from public.messages m where m.id = p_id)
      when 'post_attachments' then (select a.name from public.post_attachments a where a.id = p_id)
      when 'quote_attachments' then (select a.name from public.quote_attachments a where a.id = p_id)
      when 'message_attachments' then (select a.name from public.message_attachments a where a.id = p_id)
      when 'reviews' then (select concat_ws(E'\n', r.comment, r.reply) from public.reviews r where r.id = p_id)
      when 'profiles' then (select concat_ws(E'\n', p.username, p.company_name, p.bio, p.country) from public.profiles p where p.id = p_id)
      when 'feedback' then (select concat_ws(E'\n', f.subject, f.message) from public.feedback f where f.id = p_id) end)
$function$;

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
    when p_share is null and p_action = 'flag' then 'This rule takes too long to check against the last texts. Make it simpler.'
    when p_share is null then 'The last texts could not be checked in time. Confirm the rule, or try it first.'
    when p_texts is null and p_action = 'flag' then 'This would flag too many messages or quotes. A rule that flags may find 1 % at most.'
    when p_texts is null then 'This would change or refuse many messages or quotes. Confirm it, or try the rule first.'
    when p_action = 'flag' then format('This would flag %s %% of the last %s texts. A rule that flags may find 1 %% at most.', p_share, p_texts)
    else format('This would change or refuse %s %% of the last %s texts. Confirm it, or try the rule first.', p_share, p_texts) end
$function$;

CREATE OR REPLACE FUNCTION private.undo_moderation (
  p_batch_id bigint
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_admin();
  v_batch public.moderation_batches;
  v_restored integer;
  v_left integer;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  select * into v_batch from public.moderation_batches b where b.id = p_batch_id for update;
  if v_batch.id is null then
    perform private.refuse(404, 'not_found', 'Bulk action not found');
  elsif v_batch.undone_at is not null then
    perform private.refuse(409, 'conflict', 'This has been undone already');
  elsif v_batch.created_at <= now() - interval '30 days' then
    perform private.refuse(409, 'conflict', 'A bulk action can be undone for 30 days');
  end if;
  perform private.assert_not_of_caller(array(select c from private.moderation_changes c where c.batch_id = p_batch_id));
  v_restored := private.restore_changes(array(
      select c from private.moderation_changes c where c.batch_id = p_batch_id order by c.kind, c.subject_id limit private.bulk_part()),
    v_batch.action = 'spam');
  select count(*) into v_left from private.moderation_changes c where c.batch_id = p_batch_id;
  update public.moderation_batches b set restored_count = b.restored_count + v_restored,
    undone_at = case when v_left = 0 then now() end, undone_by = case when v_left = 0 then v_me end
  where b.id = p_batch_id;
  if v_left = 0 then
    perform private.audit('undo_bulk_action', 'bulk_action', p_batch_id::text,
      jsonb_build_object('action', v_batch.action, 'reason', v_batch.reason), jsonb_build_object('restored', v_batch.restored_count + v_restored));
  end if;
  return v_left;
end $function$;

CREATE OR REPLACE FUNCTION private.unjudged_rules (
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
      select 1 from private.judgings j
      where j.actor_id = private.current_profile_id() and j.rule = private.content_rule_facts(r)
        -- Of an earlier transaction: one of this one would be undone with it.
        and j.judged_at < now() and j.judged_at > now() - interval '1 minute')
$function$;

CREATE OR REPLACE FUNCTION private.unlink_providers (
  p_auth_id    uuid,
  p_identities uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_providers jsonb;
begin
  delete from auth.identities i where i.user_id = p_auth_id and i.provider <> 'email' and i.id = any (p_identities);
  if found then
    select coalesce(jsonb_agg(distinct i.provider), '["email"]') into v_providers from auth.identities i where i.user_id = p_auth_id;
    update auth.users u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}')
      || jsonb_build_object('provider', v_providers -> 0, 'providers', v_providers)
    where u.id = p_auth_id;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.unlink_providers_of_old_address()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.unlink_providers(new.id, array(
    select i.id from auth.identities i
    where i.user_id = new.id and lower(i.identity_data ->> 'email') is distinct from lower(new.email)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.update_review (
  p_review_id bigint,
  p_rating    integer,
  p_comment   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.own_review_to_change(p_review_id, v_me);
  v_comment text := btrim(p_comment);
begin
  if v_review.rating = p_rating and v_review.comment = v_comment then
    return;
  end if;
  perform private.consume_rate_limit('post_edit', v_me::text);
  update public.reviews r set rating = p_rating, comment = v_comment where r.id = v_review.id returning r.* into v_review;
  perform private.tell_of_review(v_review);
end $function$;

CREATE OR REPLACE FUNCTION private.verify_user_email (
  p_user_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_account public.accounts;
begin
  perform private.require_admin();
  perform private.hold_user_of_auth(p_user_id);
  v_account := private.account_to_manage(p_user_id);
  if v_account.email_confirmed_at is not null then
    perform private.refuse(409, 'conflict', 'This email is already verified');
  end if;
  -- The admin takes the registration as it is.
  perform private.exchange_proof(p.auth_id, 'verify_email') from public.profiles p where p.id = p_user_id;
  update auth.users u set email_confirmed_at = now()
  from public.profiles p where p.id = p_user_id and u.id = p.auth_id;
  perform private.audit('verify_email', 'user', p_user_id::text, '{"verified": false}', '{"verified": true}');
end $function$;

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
  v_fields jsonb := private.clean_fields(p_fields, array['price_text', 'quantity_text', 'payment_method', 'shipping_method', 'delivery_time',
    'delivery_from', 'delivery_to', 'organization_name', 'tax_code']);
  -- Images, which the form does not have, stay unless they are given; everything else is what is given.
  v_quote public.quotes := jsonb_populate_record(p_quote,
    (select jsonb_object_agg(f, null) from unnest(private.quote_fields()) as f
      where f not in ('post_id', 'client_id', 'images', 'attachments'))
    || '{"description": "", "currency": "USD"}' || private.trimmed(v_fields));
  v_missing record;
begin
  -- Chosen from a list, so nothing is trimmed.
  v_quote.product_match := p_fields ->> 'product_match';
  v_quote.account_type := coalesce(p_fields ->> 'account_type', 'individual');
  -- docs/decisions.md#the-session-says-who-quotes.
  v_quote.contact_address := (
    select nullif(btrim(a.address), '') from public.accounts a where a.profile_id = private.current_profile_id());
  v_quote.valid_until := private.valid_until(v_quote.valid_until, p_quote.valid_until);
  v_quote.currency := upper(v_quote.currency);
  if v_quote.account_type <> 'organization' then
    v_quote.organization_name := null;
    v_quote.tax_code := null;
  end if;
  -- docs/decisions.md#two-kinds-of-clients-send-quotes.
  if p_fields ?| array['product_match', 'account_type'] then
    select * into v_missing from (values (v_quote.payment_method, 'paymentMethod', 'Payment method is required'),
      (v_quote.shipping_method, 'shippingMethod', 'Shipping method is required'),
      (v_quote.delivery_from, 'deliveryFrom', 'Delivery from location is required'),
      (v_quote.delivery_to, 'deliveryTo', 'Delivery to location is required')) as f (value, path, sentence)
    where f.value is null limit 1;
    if found then
      perform private.refuse(400, 'invalid_input', v_missing.sentence, jsonb_build_object('path', v_missing.path));
    end if;
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
    'аеорсухіјѕһԁԛԝкмтвнгӏпαορντυικχηεβσωγμ' || 'ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏂᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴ' || 'ꭰꭱꭲꭵꭹꭺꭻꭼꮃꮇꮋꮍꮐꮓꮟꮒꮢꮤꮩꮪꮮꮯꮲꮶꮷᏼ',
    'aeopcyxijshdqwkmtbhrlnaopvtuikxnebowyu' || 'drtiyajewmhygzbhrwvslcpkdb' || 'drtiyajewmhygzbhrwvslcpkdb')
$function$;

CREATE OR REPLACE FUNCTION private.without_directions (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select regexp_replace(p_text, '[\u202a-\u202e\u2066-\u2069]+', '', 'g') $function$;

CREATE OR REPLACE FUNCTION private.word_hits (
  p_context text,
  p_text    text
)
  RETURNS TABLE (
    rule_id  bigint,
    start_at integer,
    length   integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 5
  SET search_path TO ''
  AS $function$
declare
  v_words text[];
  v_keys text[];
  v_starts integer[];
  -- Signs for letters ("c@sino"), one for one, so every position holds.
  v_signless text := case when p_text ~ '[[:alpha:]]\s?[@$€]|[@$€]\s?[[:alpha:]]|[[:alpha:]][!|][[:alpha:]]' then translate(p_text, '@$€!|', 'aseil') else p_text end;
  v_first integer := 1;
  v_last integer;
  v_key text;
begin
  select array_agg(w.word order by w.nr), array_agg(w.start_at order by w.nr),
    array_agg(case when w.word ~ '^[A-Za-z]+$' then lower(w.word) else private.content_key(w.word) end order by w.nr)
  into v_words, v_starts, v_keys from private.content_words(p_text) as w;
  -- Every one, two and three words in a row are looked up; only of longer phrases is the rest compared.
  return query
    with words as (
      select s.is_case_sensitive, t.nr::integer, t.term,
        lead(t.term) over next_ones as second, lead(t.term, 2) over next_ones as third
      from (values (false, v_keys), (true, v_words)) as s (is_case_sensitive, terms)
      cross join lateral unnest(s.terms) with ordinality as t (term, nr)
      where not s.is_case_sensitive or exists (
        select 1 from public.content_rules r where r.is_enabled and r.terms is not null and r.is_case_sensitive)
      window next_ones as (partition by s.is_case_sensitive order by t.nr)),
    lookups as (
      select w.is_case_sensitive, w.nr, 1 as count, w.term as lookup from words w
      union all select w.is_case_sensitive, w.nr, 2, w.term || ' ' || w.second from words w where w.second is not null
      union all select w.is_case_sensitive, w.nr, 3, w.term || ' ' || w.second || ' ' || w.third from words w where w.third is not null),
    with_singulars as (
      select l.is_case_sensitive, l.nr, l.count, l.lookup from lookups l
      union all select l.is_case_sensitive, l.nr, l.count, s.lookup from lookups l cross join lateral private.singulars(l.lookup) as s (lookup)
      where not l.is_case_sensitive and right(l.lookup, 1) = 's')
    select r.id, v_starts[l.nr], v_starts[l.nr + cardinality(r.terms) - 1]
      + char_length(v_words[l.nr + cardinality(r.terms) - 1]) - v_starts[l.nr]
    from with_singulars l
    join public.content_rules r on r.lookup = l.lookup and r.is_case_sensitive = l.is_case_sensitive
    where r.is_enabled and r.terms is not null and p_context = any (r.fields) and least(cardinality(r.terms), 3) = l.count
      and case when cardinality(r.terms) > 3
        then (case when r.is_case_sensitive then v_words else v_keys end)[l.nr:l.nr + cardinality(r.terms) - 1] = r.terms
        else true end;

  if v_signless <> p_text then
    return query
      select r.id, w.start_at, char_length(w.word)
      from private.content_words(v_signless) as w
      cross join lateral private.content_key(w.word) as k (key)
      join public.content_rules r on not r.is_case_sensitive and (r.lookup = k.key or r.lookup in (select private.singulars(k.key)))
      where substr(p_text, w.start_at, char_length(w.word)) <> w.word
        and r.is_enabled and cardinality(r.terms) = 1 and p_context = any (r.fields);
  end if;

  -- Four letters and more, each by itself: "c a s i n o", "c.a.s.i.n.o".
  if v_signless !~ '(?:^|[\s[:punct:]])[^\s[:punct:]](?:[\s[:punct:]]{1,3}[^\s[:punct:]]){3}(?:[\s[:punct:]]|$)' then
    return;
  end if;
  select array_agg(w.word order by w.nr), array_agg(w.start_at order by w.nr) into v_words, v_starts
  from private.content_words(v_signless) as w;
  while v_first <= cardinality(v_words) loop
    v_last := v_first;
    while v_last <= cardinality(v_words) and char_length(v_words[v_last]) = 1
      and v_words[v_last] !~ '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]' loop
      v_last := v_last + 1;
    end loop;
    if v_last - v_first >= 4 then
      v_key := private.content_key(array_to_string(v_words[v_first:v_last - 1], ''));
      -- One letter may become two in another script; then no position would hold.
      if char_length(v_key) = v_last - v_first then
        return query
          select r.id, v_starts[v_first + f.at - 1], v_starts[v_first + f.at + char_length(r.terms[1]) - 2] + 1 - v_starts[v_first + f.at - 1]
          from public.content_rules r cross join lateral private.positions(r.terms[1], v_key) as f (at)
          where r.is_enabled and cardinality(r.terms) = 1 and not r.is_case_sensitive and p_context = any (r.fields)
            and char_length(r.terms[1]) >= 4 and position(r.terms[1] in v_key) > 0;
      end if;
    end if;
    v_first := greatest(v_last, v_first + 1);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.deal_of_quote (
  quote_id bigint
)
  RETURNS TABLE (
    email            text,
    first_name       text,
    last_name        text,
    phone_number     text,
    address          text,
    country          text,
    company_name     text,
    organization     text,
    tax_code         text,
    delivery_country text,
    delivery_area    text,
    delivery_address text,
    delivery_port    text,
    incoterm         text,
    needed_by        date,
    quantity         numeric,
    unit             text
  )
  LANGUAGE sql
  STABLE
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.deal_of_quote(quote_id) $function$;

REVOKE ALL ON FUNCTION "public"."deal_of_quote"(bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.leave_overwrite_pass (
  bucket text,
  name   text
)
  RETURNS uuid
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.leave_overwrite_pass(bucket, name) $function$;

REVOKE ALL ON FUNCTION "public"."leave_overwrite_pass"(text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.reply_to_review (
  review_id           bigint,
  reply               text,
  expected_updated_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.reply_to_review(review_id, reply, expected_updated_at) $function$;

REVOKE ALL ON FUNCTION "public"."reply_to_review"(bigint, text, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.resolve_sign_in (
  login text
)
  RETURNS TABLE (
    profile_id   bigint,
    email        text,
    username     text,
    country      text,
    company_name text,
    bio          text
  )
  LANGUAGE sql
  STABLE
  ROWS 1
  SET search_path TO ''
  AS $function$ select * from private.resolve_sign_in(login) $function$;

REVOKE ALL ON FUNCTION "public"."resolve_sign_in"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.update_profile (
  profile jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_names constant text[] := array['first_name', 'last_name', 'phone_number', 'country', 'address', 'company_name', 'organization',
    'tax_code', 'bio'];
  v_fields jsonb := private.trimmed(private.clean_fields(private.known_fields(profile, v_names), array_remove(v_names, 'bio')));
  v_profile public.profiles := jsonb_populate_record(null::public.profiles, v_fields);
  v_account public.accounts := jsonb_populate_record(null::public.accounts, v_fields);
begin
  -- A field that is left out was forgotten; one that is to be emptied is sent empty.
  if not profile ?& v_names then
    perform private.refuse(400, 'invalid_input', 'Invalid input');
  end if;
  update public.profiles p set
    country = v_profile.country, company_name = v_profile.company_name, bio = v_profile.bio
  where p.id = v_me;
  update public.accounts a set
    first_name = v_account.first_name, last_name = v_account.last_name, phone_number = v_account.phone_number,
    address = v_account.address, organization = v_account.organization, tax_code = v_account.tax_code
  where a.profile_id = v_me;
end $function$;

ALTER TABLE "private"."judgings"
  ADD CONSTRAINT "judgings_actor_id_fkey" FOREIGN KEY (actor_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

-- By hand: a file waits for one inspection.
delete from private.new_uploads u using private.new_uploads later
where (later.bucket_id, later.name) = (u.bucket_id, u.name) and later.id > u.id;

ALTER TABLE "private"."new_uploads"
  ADD CONSTRAINT "new_uploads_once" UNIQUE (bucket_id, name);

CREATE INDEX notifications_actor_idx ON public.notifications USING btree (user_id, actor_id, created_at)
  WHERE (actor_id IS NOT NULL);

CREATE TRIGGER a_forget_registration
  AFTER UPDATE OF email_confirmed_at ON auth.users
  FOR EACH ROW
  WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL)))
  EXECUTE FUNCTION private.forget_registration();

CREATE TRIGGER unlink_providers_of_old_address
  AFTER UPDATE OF email ON auth.users
  FOR EACH ROW
  WHEN ((lower((new.email)::text) IS DISTINCT FROM lower((old.email)::text)))
  EXECUTE FUNCTION private.unlink_providers_of_old_address();

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF title, description, country, area, delivery_address, port, unit, images ON public.posts
  FOR EACH ROW
  EXECUTE FUNCTION
    private.filter_content('post_title title title', 'post_description description description', 'post_place country country', 'post_place area area',
    'post_place delivery_address deliveryAddress', 'post_place port port', 'post_description unit unit', 'post_description images images');

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF description,
    price_text, quantity_text, payment_method, shipping_method, delivery_time, delivery_from, delivery_to, organization_name, images ON public.quotes
  FOR EACH ROW
  EXECUTE FUNCTION
    private.filter_content('quote description description', 'quote price_text price', 'quote quantity_text quantity', 'quote payment_method paymentMethod',
    'quote shipping_method shippingMethod',
    'quote delivery_time deliveryTime', 'quote delivery_from deliveryFrom', 'quote delivery_to deliveryTo', 'quote organization_name organizationName', 'quote images images');

CREATE TRIGGER keep_agreed_request
  BEFORE INSERT OR UPDATE OF status ON public.quotes
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_agreed_request();

CREATE TRIGGER read_numbers
  BEFORE INSERT OR UPDATE OF price_text, price_value, quantity_text, quantity_value ON public.quotes
  FOR EACH ROW
  EXECUTE FUNCTION private.read_numbers();

CREATE TRIGGER drop_reply
  BEFORE UPDATE OF rating, COMMENT ON public.reviews
  FOR EACH ROW
  EXECUTE FUNCTION private.drop_reply();

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

COMMENT ON COLUMN "private"."judgings"."is_common" IS 'Null when the time ran out.';

COMMENT ON COLUMN "public"."post_changes"."before" IS 'The facts that changed, named like their columns, as they were; `documents` as a list of {"path", "name"}, in old rows of names. `after` has the same as they are since.';

COMMENT ON COLUMN "public"."quotes"."agreed_request" IS 'Of an accepted quote: quantity, unit, term, day and place of the request as it was quoted on, named like its columns; else null.';

COMMENT ON COLUMN "public"."quotes"."price_text" IS 'As typed; a trigger keeps price_value, the number when it is one.';

COMMENT ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp with time zone, bigint) IS 'Queues a mail; answers whether it will leave. One cause makes one mail in ten minutes per receiver, with its last state or with all its items; one user causes at most 20 mails an hour for another, an admin 60, and all together 20 to an address of nobody.';

COMMENT ON FUNCTION "private"."assert_new_user"(text, jsonb, text) IS 'PT400 without a clean username and accepted terms, and for a text that a rule blocks; PT409 for a taken username.';

COMMENT ON FUNCTION "private"."assert_rare"(public.content_rules, boolean) IS 'Refuses a rule that finds more than 1 % of the last texts, or takes too long to tell: a flag rule always, any other until it is confirmed. Answers the share that was confirmed, if it is known.';

COMMENT ON FUNCTION "private"."assert_request_read"(public.posts, jsonb) IS 'PT409 when facts of a post are not those that its reader names like the columns: a deal is made on the request that its supplier read.';

COMMENT ON FUNCTION "private"."assert_simple_pattern"(text) IS 'PT400 for a pattern with look-around, back references, repeated repetitions or more than 100 steps: these can take any time.';

COMMENT ON FUNCTION "private"."blocked_in_profile"(jsonb) IS 'Which texts, of those that profile_texts() answers, have something that a rule blocks in profiles, or masks in a username; null for none.';

COMMENT ON FUNCTION "private"."clean_fields"(jsonb, text[]) IS 'The fields with their texts of one line as they are stored, for who reads them before they are.';

COMMENT ON FUNCTION "private"."clean_line"(text) IS 'A text of one line without signs that turn the direction, and with blanks in place of control characters.';

COMMENT ON FUNCTION "private"."clean_lines"() IS 'Takes signs that turn the direction out of the texts of one line that are written, and makes control characters blanks; nothing left is null.';

COMMENT ON FUNCTION "private"."common_rules"(bigint[], timestamp with time zone) IS 'Those of the rules in force that are common in their public fields, with the share, or else in their private ones, as it was judged before. A null share: the time ran out.';

COMMENT ON FUNCTION "private"."count_upload"() IS 'Refuses what a bucket does not take, thumbnails that are too large, more files of a user in an hour and more bytes in a day than their limits, and more bytes of feedback of all; what is removed again stays counted.';

COMMENT ON FUNCTION "private"."documents_of_post"(bigint) IS 'Which documents a post has; another file of the same name is another document.';

COMMENT ON FUNCTION "private"."drop_reply"() IS 'A reply answers the review that its author read: with another rating or comment it goes.';

COMMENT ON FUNCTION "private"."enter_judging"(public.content_rules[], jsonb) IS 'Counts rules that have been judged on private texts, enters them in the audit log and keeps what was found for the next call.';

COMMENT ON FUNCTION "private"."filtered_text"(jsonb, jsonb) IS 'What the rules read of a column: its text without signs that turn the direction, or the new addresses on other sites of a list of images.';

COMMENT ON FUNCTION "private"."forget_judgings"(jsonb[]) IS 'One judging is told once.';

COMMENT ON FUNCTION "private"."forget_registration"() IS 'Leaves nothing of a registration that somebody else than its maker may have confirmed: who reads the mails of an address, or signs in by a provider, has proved the address alone.';

COMMENT ON FUNCTION "private"."import_content_rules"(jsonb) IS 'As the public function; rules that turn out to be too common, or for which the time does not suffice, count as failed and are stored switched off.';

COMMENT ON FUNCTION "private"."is_clear_name"(text) IS 'Whether a name shows all that it consists of: it has no character that nobody sees, and more than blanks and accents.';

COMMENT ON FUNCTION "private"."is_in_batch"(bigint, text, bigint) IS 'Whether an earlier part of a batch has changed a thing: a repeat leaves what somebody has changed back.';

COMMENT ON FUNCTION "private"."is_named"(jsonb, text) IS 'Whether a list of attachments says what a file is called; one that is kept without a name has the one it had.';

COMMENT ON FUNCTION "private"."judge_in_private"(public.content_rules[], timestamp with time zone) IS 'Whether rules are common in private texts. Nobody is told before enter_judging() has stored it: clients can make a call fail, which would undo its entry.';

COMMENT ON FUNCTION "private"."judged_texts"(text[], bigint[], timestamp with time zone) IS 'The last 2,000 texts of the fields, ten of an author, or as many as there is time for, each with those of the rules that find something in it; a private one, of which five are of an author, only with those whose sample it is in.';

COMMENT ON FUNCTION "private"."judging_end"(numeric) IS 'Until when rules may be judged: so long, or what is left of the time of the statement.';

COMMENT ON FUNCTION "private"."keep_agreed_request"() IS 'A deal is made on the request as it was quoted on: its owner can change, hide or delete it afterwards.';

COMMENT ON FUNCTION "private"."keep_used_file"() IS 'Skips the deletion of a file that a row names, whoever asks; the job `uploads` and the inspection take it out of all rows first.';

COMMENT ON FUNCTION "private"."let_go_since"(bigint) IS 'The users of a batch whose suspension is no longer the one that it left.';

COMMENT ON FUNCTION "private"."limit_notification"() IS 'What one user causes for another: at most 60 notifications an hour besides quotes and decisions on them, 200 by an admin, and one unread about the state of a quote or post within ten minutes, with its last words. Whoever gets 120 about messages in an hour, from whomever, gets one of each conversation.';

COMMENT ON FUNCTION "private"."may_be_mailed"(bigint, text, bigint) IS 'Whether a mail may still say what it is about: not of posts, questions and reviews that are hidden or gone by now, whichever way.';

COMMENT ON FUNCTION "private"."name_skeleton"(text) IS 'The form in which usernames are compared: as with_latin_look() makes it, without blanks, dots, underscores and dashes, with 0 as o, and 1 and i as l.';

COMMENT ON FUNCTION "private"."positions"(text, text) IS 'Where a part stands in a text, every time, in letters from 1.';

COMMENT ON FUNCTION "private"."profile_texts"(jsonb) IS 'The texts of a registration as its profile stores them, for who stores them and who reads them before; those that are not given are left out.';

COMMENT ON FUNCTION "private"."queue_mail_to"(text, text, jsonb) IS 'Queues a mail to an address that need not be of a user; answers whether it will leave.';

COMMENT ON FUNCTION "private"."quoted_at"(bigint) IS 'When the supplier of a quote last wrote its facts, corrections included.';

COMMENT ON FUNCTION "private"."read_numbers"() IS 'The numbers of a quote are those of its texts as everybody reads them: what a rule masks is none.';

COMMENT ON FUNCTION "private"."recent_texts"(text[], integer, integer) IS 'The newest texts of fields, at most so many and of each author at most so many.';

COMMENT ON FUNCTION "private"."record_document_change"(bigint, jsonb) IS 'Keeps and tells that a post had other documents; for whatever adds or removes some.';

COMMENT ON FUNCTION "private"."refuse_ended_session"() IS 'PT401 for a token that outlives its session. PostgREST calls it before each request; the embedded gateway asks the same.';

COMMENT ON FUNCTION "private"."refuse_overwriting"() IS 'Refuses other content, or another name, for a stored file, except to a job that has left a pass.';

COMMENT ON FUNCTION "private"."request_as_quoted"(public.quotes) IS 'How much of what, where to, by when and on which term: what the supplier read when they last wrote their quote.';

COMMENT ON FUNCTION "private"."shown_part"(bigint, text, jsonb) IS 'The data of a mail that waits without what is hidden or gone by now; null when nothing is left.';

COMMENT ON FUNCTION "private"."tell_of_review"(public.reviews) IS 'Tells a user of a review of them as it is now, which they can reply to.';

COMMENT ON FUNCTION "private"."text_of_row"(text, bigint, text) IS 'The text of a row that rules for a field read.';

COMMENT ON FUNCTION "private"."unjudged_rules"(bigint[]) IS 'Those of the rules that read private texts and have not just been judged on them for the caller.';

COMMENT ON FUNCTION "private"."unlink_providers"(uuid, uuid[]) IS 'Ends sign-ins to an account by these identities of providers, and no longer names them as its own.';

COMMENT ON FUNCTION "private"."unlink_providers_of_old_address"() IS 'The owner of the old address, an employer perhaps, must not get in by a provider that knows it.';

COMMENT ON FUNCTION "private"."with_facts"(public.quotes, jsonb) IS 'A quote with the facts that its supplier gives, as they are stored; PT400 when a client of the whole form leaves a part of it out.';

COMMENT ON FUNCTION "private"."without_directions"(text) IS 'A text without signs that turn the direction, in which it could be read as other words than are stored.';

COMMENT ON FUNCTION "public"."deal_of_quote"(bigint) IS 'The other party of an accepted quote, all null if that account is suspended or deleted, and what was agreed of the request; PT403 for strangers, PT409 in any other status.';

COMMENT ON FUNCTION "public"."import_content_rules"(jsonb) IS 'For admins: saves up to 200 rules and says of each whether it was created, updated or failed, and why. No rows when some have been judged on messages or quotes, which is entered in the audit log: called again within a minute, all are saved.';

COMMENT ON FUNCTION "public"."leave_overwrite_pass"(text, text) IS 'For the edge function `housekeeping` only: lets Storage overwrite a file once within a minute, by a request whose metadata name the answered pass.';

COMMENT ON FUNCTION "public"."preview_content_rule"(jsonb, bigint) IS 'For admins: how many of the last public texts a rule would find, by field, with up to five examples, and of messages and quotes only whether it is common there. Null when it has been judged on those, which is entered in the audit log, to be called again within a minute; nothing else is stored.';

COMMENT ON FUNCTION "public"."reply_to_review"(bigint, text, timestamp with time zone) IS 'Stores the one reply of the reviewed user; PT409 when there is one, or when the review has changed since the caller read it.';

COMMENT ON FUNCTION "public"."resolve_sign_in"(text) IS 'For edge functions only: the account behind a username or e-mail address, with what its profile stores.';

COMMENT ON FUNCTION "public"."save_content_rule"(jsonb, bigint, boolean) IS 'For admins: changes a rule of the content filter, or creates one when no id is given; its fields are named like their columns, and is_trial makes it count only. PT409 confirmation_needed when it would change or refuse more than 1 % of the last texts and is not confirmed. Answers its id; null when it has been judged on messages or quotes, which is entered in the audit log: called again within a minute, it tells what was found, or is saved.';

COMMENT ON FUNCTION "public"."submit_quote"(jsonb) IS 'Sends a quote on somebody else''s visible post, once in 5 days: its fields named like their columns, `attachments` as a list of {"path", "name"}, `expected_request` as the facts of the post that its supplier read, or PT409. A repeated client_id answers the first quote.';

COMMENT ON FUNCTION "public"."submit_review"(bigint, integer, text) IS 'Writes the caller''s review of another user, or replaces the earlier one and drops its reply; answers its id.';

COMMENT ON FUNCTION "public"."update_review"(bigint, integer, text) IS 'Edits a review of the caller''s own within 30 days. Its reply, which answered other words, is dropped.';

COMMENT ON TABLE "private"."judgings" IS 'What rules of admins have found of private texts, entered in the audit log and counted: told once, by the next call within a minute.';

COMMENT ON TABLE "private"."overwrite_passes" IS 'Files that a job is about to overwrite. A pass lives one minute and works once, for a writer who names it.';

REVOKE ALL ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp WITH time zone, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."assert_request_read"(public.posts, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."blocked_in_profile"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clean_fields"(jsonb, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clean_fields"(jsonb, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."clean_line"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clean_line"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."clean_line"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."common_rules"(bigint[], timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deal_of_quote"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deal_of_quote"(bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."documents_of_post"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_reply"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."enter_judging"(public.content_rules[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."filtered_text"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_judgings"(jsonb[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_registration"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_clear_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_in_batch"(bigint, text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_named"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."judge_in_private"(public.content_rules[], timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."judging_end"(numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_agreed_request"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_used_file"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."leave_overwrite_pass"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."leave_overwrite_pass"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."let_go_since"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_be_mailed"(bigint, text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."positions"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."profile_texts"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_mail_to"(text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quoted_at"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_numbers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recent_texts"(text[], integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_document_change"(bigint, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_ended_session"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_ended_session"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "private"."refuse_ended_session"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."refuse_overwriting"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reply_to_review"(bigint, text, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reply_to_review"(bigint, text, timestamp WITH time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."request_as_quoted"(public.quotes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."resolve_sign_in"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_sign_in"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."shown_part"(bigint, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_review"(public.reviews) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_of_closing"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_of_row"(text, bigint, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unjudged_rules"(bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unlink_providers"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unlink_providers_of_old_address"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."without_directions"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."without_directions"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."without_directions"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."deal_of_quote"(bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."leave_overwrite_pass"(text, text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."reply_to_review"(bigint, text, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."resolve_sign_in"(text) TO "service_role";

-- By hand: the index holds what the function of before made.
reindex index public.profiles_name_skeleton_idx;

-- By hand: settings of roles are not compared.
do $postgrest$ begin
  if exists (select 1 from pg_roles where rolname = 'authenticator') then
    execute format('alter role authenticator in database %I set pgrst.db_pre_request = %L',
      current_database(), 'private.refuse_ended_session');
    notify pgrst, 'reload config';
  end if;
exception when insufficient_privilege then
  -- docs/deploy.md tells how to look and to set it by hand.
  raise warning 'PostgREST does not refuse ended sessions: pgrst.db_pre_request cannot be set';
end $postgrest$;

-- By hand: deals of before are made on the request as it is known today.
update public.quotes q set agreed_request = private.request_as_quoted(q) where q.status = 'accepted';

-- By hand: quotes whose price or quantity a rule has masked lose its number; the trigger reads all others as they are.
update public.quotes q set price_value = private.plain_number(q.price_text), quantity_value = private.plain_number(q.quantity_text)
where q.price_value is distinct from private.plain_number(q.price_text) or q.quantity_value is distinct from private.plain_number(q.quantity_text);
