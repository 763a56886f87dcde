SET local check_function_bodies = off;

DROP TRIGGER "filter_content" ON "public"."posts";

DROP TRIGGER "filter_content" ON "public"."quotes";

DROP FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp WITH time zone, bigint);

DROP FUNCTION "private"."queue_mail_to"(text, text, jsonb);

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
  v_blocked text[];
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
  v_blocked := private.blocked_in_profile(p_data);
  if v_blocked is not null then
    perform private.refuse(400, 'content_not_allowed', 'Your text contains content that is not allowed',
      jsonb_build_object('path', v_blocked[1], 'paths', v_blocked));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.blocked_in_profile (
  p_fields jsonb
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array_agg(f.key order by f.key) from jsonb_each_text(p_fields) as f
  where f.key in ('username', 'companyName', 'bio', 'country') and exists (
    select 1 from private.find_content_hits('profile', private.without_directions(left(f.value, 1000))) as h where h.action = 'block')
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

CREATE OR REPLACE FUNCTION private.without_directions (
  p_text text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select regexp_replace(p_text, '[\u202a-\u202e\u2066-\u2069]+', '', 'g') $function$;

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

COMMENT ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp with time zone, bigint) IS 'Queues a mail; answers whether it will leave. One cause makes one mail in ten minutes per receiver, with its last state or with all its items; one user causes at most 20 mails an hour for another, an admin 60, and all together 20 to an address of nobody.';

COMMENT ON FUNCTION "private"."assert_new_user"(text, jsonb, text) IS 'PT400 without a clean username and accepted terms, and for a text that a rule blocks; PT409 for a taken username.';

COMMENT ON FUNCTION "private"."blocked_in_profile"(jsonb) IS 'Which fields of a registration have something that a rule blocks in profiles; null for none.';

COMMENT ON FUNCTION "private"."count_upload"() IS 'Refuses what a bucket does not take, thumbnails that are too large, more files of a user in an hour and more bytes in a day than their limits, and more bytes of feedback of all; what is removed again stays counted.';

COMMENT ON FUNCTION "private"."filtered_text"(jsonb, jsonb) IS 'What the rules read of a column: its text without signs that turn the direction, or the new addresses on other sites of a list of images.';

COMMENT ON FUNCTION "private"."queue_mail_to"(text, text, jsonb) IS 'Queues a mail to an address that need not be of a user; answers whether it will leave.';

COMMENT ON FUNCTION "private"."without_directions"(text) IS 'A text without signs that turn the direction, in which it could be read as other words than are stored.';

REVOKE ALL ON FUNCTION "private"."add_mail"(bigint, text, text, jsonb, text, timestamp WITH time zone, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."blocked_in_profile"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."filtered_text"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_mail_to"(text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."without_directions"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."without_directions"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."without_directions"(text) TO "service_role";
