SET local check_function_bodies = off;

DROP FUNCTION "private"."blocked_in_profile"(jsonb);

DROP FUNCTION "private"."deal_of_quote"(bigint);

DROP FUNCTION "private"."resolve_sign_in"(text);

DROP FUNCTION "public"."deal_of_quote"(bigint);

DROP FUNCTION "public"."resolve_sign_in"(text);

ALTER TABLE "public"."quotes"
  ADD COLUMN "agreed_request" jsonb;

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

CREATE TRIGGER keep_agreed_request
  BEFORE INSERT OR UPDATE OF status ON public.quotes
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_agreed_request();

COMMENT ON COLUMN "public"."quotes"."agreed_request" IS 'Of an accepted quote: quantity, unit, term, day and place of the request as it was quoted on, named like its columns; else null.';

COMMENT ON FUNCTION "private"."blocked_in_profile"(jsonb) IS 'Which texts, of those that profile_texts() answers, have something that a rule blocks in profiles, or masks in a username; null for none.';

COMMENT ON FUNCTION "private"."is_clear_name"(text) IS 'Whether a name shows all that it consists of: it has no character that nobody sees, and more than blanks and accents.';

COMMENT ON FUNCTION "private"."keep_agreed_request"() IS 'A deal is made on the request as it was quoted on: its owner can change, hide or delete it afterwards.';

COMMENT ON FUNCTION "private"."limit_notification"() IS 'What one user causes for another: at most 60 notifications an hour besides quotes and decisions on them, 200 by an admin, and one unread about the state of a quote or post within ten minutes, with its last words. Whoever gets 120 about messages in an hour, from whomever, gets one of each conversation.';

COMMENT ON FUNCTION "private"."profile_texts"(jsonb) IS 'The texts of a registration as its profile stores them, for who stores them and who reads them before; those that are not given are left out.';

COMMENT ON FUNCTION "private"."quoted_at"(bigint) IS 'When the supplier of a quote last wrote its facts, corrections included.';

COMMENT ON FUNCTION "private"."request_as_quoted"(public.quotes) IS 'How much of what, where to, by when and on which term: what the supplier read when they last wrote their quote.';

COMMENT ON FUNCTION "public"."deal_of_quote"(bigint) IS 'The other party of an accepted quote, all null if that account is suspended or deleted, and what was agreed of the request; PT403 for strangers, PT409 in any other status.';

COMMENT ON FUNCTION "public"."resolve_sign_in"(text) IS 'For edge functions only: the account behind a username or e-mail address, with what its profile stores.';

REVOKE ALL ON FUNCTION "private"."blocked_in_profile"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deal_of_quote"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deal_of_quote"(bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_clear_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_agreed_request"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."profile_texts"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quoted_at"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_as_quoted"(public.quotes) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."resolve_sign_in"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_sign_in"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."deal_of_quote"(bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."resolve_sign_in"(text) TO "service_role";

-- Deals of before are made on the request as it is known today.
UPDATE public.quotes q SET agreed_request = private.request_as_quoted(q) WHERE q.status = 'accepted';
