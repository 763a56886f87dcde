SET local check_function_bodies = off;

DROP TRIGGER "check_post_write" ON "public"."posts";

CREATE TABLE "private"."names_to_copy" (
  "user_id" bigint NOT NULL,
  CONSTRAINT "names_to_copy_pkey" PRIMARY KEY (user_id)
);

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
  select * into v_question from public.post_questions k where k.id = p_question_id for update;
  select * into v_post from public.posts p where p.id = v_question.post_id;
  if v_post.id is null or (v_post.user_id <> v_me and not private.is_admin() and (v_post.is_hidden
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
  v_is_edit boolean;
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
  v_is_edit := tg_op = 'UPDATE' and not private.restores_text() and (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port,
      new.images, new.quantity, new.unit, new.target_price, new.target_currency, new.needed_by, new.quote_deadline, new.incoterm)
      is distinct from
      (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port,
      old.images, old.quantity, old.unit, old.target_price, old.target_currency, old.needed_by, old.quote_deadline, old.incoterm);
  if v_is_edit then
    new.updated_at := now();
  end if;
  -- Each edit, closing and hiding is told to the open pages of everybody who has quoted. What admins hide is limited otherwise.
  if (v_is_edit or tg_op = 'UPDATE' and (new.closed_at, new.is_hidden) is distinct from (old.closed_at, old.is_hidden))
      and new.user_id = private.current_profile_id() then
    perform private.consume_rate_limit('post_edit', new.user_id::text);
  end if;
  return new;
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
    select p.id from public.posts p where p.user_id = p_user_id and p.owner_names is distinct from v_names order by p.id desc limit 100);
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
  if v_count = 100 then
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
  if v_count < 100 then
    delete from private.names_to_copy n where n.user_id = v_user_id;
  end if;
  return greatest(v_count, 1);
end $function$;

CREATE OR REPLACE FUNCTION private.equivalent_categories (
  p_categories text[]
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when cardinality(p_categories) > 0 then
    (select array_agg(distinct e.category)
     -- There are 26: of a list of a megabyte, the others would only take time.
     from (select u.category from unnest(p_categories) as u (category) limit 100) as c
     cross join lateral unnest(case
       when c.category in ('agriculture', 'agricultural') then array['agriculture', 'agricultural']
       when c.category in ('textile', 'textiles') then array['textile', 'textiles']
       else array[c.category] end) as e (category)) end
$function$;

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
    ('housekeeping/names', '* * * * *'),
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

CREATE OR REPLACE FUNCTION private.mail_of_account_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_profile public.profiles;
  v_data jsonb;
begin
  select * into v_profile from public.profiles p where p.auth_id = new.id;
  -- Earlier mails prove nothing any more: neither those to the old address nor those asked for before the new password.
  if (new.email, new.encrypted_password) is distinct from (old.email, old.encrypted_password) then
    delete from private.mail_proofs p where p.auth_id = new.id;
  end if;
  if new.encrypted_password is distinct from old.encrypted_password and new.encrypted_password is not null then
    -- One cause: whoever changes it again and again uses up the mails of a day for everybody.
    perform private.queue_mail(v_profile.id, 'password_changed', '{}', 'password');
  end if;
  -- Both addresses hear of it: the old one may be all that the real owner still has.
  if new.email is distinct from old.email and old.email is not null then
    v_data := jsonb_strip_nulls(jsonb_build_object('username', v_profile.username, 'oldEmail', old.email, 'newEmail', new.email,
      'locale', (select a.locale from public.accounts a where a.profile_id = v_profile.id)));
    perform private.queue_mail_to(old.email, 'email_changed', v_data);
    perform private.queue_mail_to(new.email, 'email_changed', v_data);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_suspended()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Policies show such a session no rows: its update would change none and look like a success.
  if (select auth.uid()) is not null and private.current_profile_id() is null then
    perform private.refuse_stranger();
  end if;
  perform private.assert_not_suspended();
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
  select coalesce(jsonb_agg(a.name order by a.id), '[]') into v_before from public.post_attachments a where a.post_id = v_post.id;
  delete from public.post_attachments a
  where a.post_id = v_post.id and not p_documents @> jsonb_build_array(jsonb_build_object('path', a.path));
  v_is_changed := found;
  -- Those that it has already stay as they are.
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
  perform private.record_post_change(v_post.id, jsonb_build_object('documents', v_before), jsonb_build_object('documents',
    (select coalesce(jsonb_agg(a.name order by a.id), '[]') from public.post_attachments a where a.post_id = v_post.id)));
end $function$;

ALTER TABLE "private"."names_to_copy"
  ADD CONSTRAINT "names_to_copy_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE TRIGGER check_post_write
  BEFORE INSERT OR UPDATE OF title,
    description,
    category,
    country, area, delivery_address, port, images, quantity, unit, target_price, target_currency, needed_by, quote_deadline, incoterm, closed_at, is_hidden ON public.posts
  FOR EACH ROW
  EXECUTE FUNCTION private.check_post_write();

COMMENT ON FUNCTION "private"."copy_names"(bigint) IS 'Gives the newest 100 of those posts that have former names of their owner the present ones; answers how many.';

COMMENT ON FUNCTION "private"."copy_next_names"() IS 'Copies new names of one user to up to 100 of their posts; answers how many, 0 when there is nothing to do.';

COMMENT ON FUNCTION "private"."refuse_suspended"() IS 'Trigger of every table that people write: neither suspended users may, nor a session that is nobody''s, as before its second step.';

COMMENT ON TABLE "private"."names_to_copy" IS 'Users whose older posts do not have their new names yet; the newest get them at once.';

REVOKE ALL ON FUNCTION "private"."copy_names"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."copy_next_names"() FROM PUBLIC;

select private.schedule_jobs();
