-- Housekeeping: what is removed after its time, in small batches that lock nothing for long. The edge function `housekeeping`
-- repeats a job until nothing is left; running one twice changes nothing.

create table private.doomed_uploads (
  bucket_id text not null,
  name text not null,
  doomed_at timestamptz not null default now(),
  primary key (bucket_id, name)
);
comment on table private.doomed_uploads is
  'Files that nobody uses and that are about to be removed: from now on no row may name them, so none is left behind without its file.';
revoke all on table private.doomed_uploads from anon, authenticated, service_role;

create function private.is_upload_used(p_bucket text, p_name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Pictures are shown by people of their folder; so the search stays within their rows.
  v_owner bigint := (select p.id from public.profiles p where p.auth_id::text = split_part(p_name, '/', 1));
  v_stem text := regexp_replace(p_name, '(\.thumb)?\.[a-z]+$', '');
begin
  return case p_bucket
    when 'post-images' then
      exists (select 1 from public.posts p, unnest(p.images) as i where p.user_id = v_owner and regexp_replace(i, '\.[a-z]+$', '') = v_stem)
      or exists (select 1 from public.quotes q, unnest(q.images) as i where q.supplier_id = v_owner and regexp_replace(i, '\.[a-z]+$', '') = v_stem)
    when 'avatars' then exists (
      select 1 from public.profiles p where p.id = v_owner and regexp_replace(p.avatar_path, '(\.thumb)?\.[a-z]+$', '') = v_stem)
    when 'news-images' then exists (select 1 from public.news_items n, unnest(n.images) as i where regexp_replace(i, '\.[a-z]+$', '') = v_stem)
    when 'feedback-images' then exists (select 1 from public.feedback f where p_name = any (f.images))
    when 'quote-documents' then exists (select 1 from public.quote_attachments a where a.path = p_name)
    when 'message-files' then exists (select 1 from public.message_attachments a where a.path = p_name)
    -- A bucket that this rule does not know is left alone.
    else true end;
end $$;
comment on function private.is_upload_used(text, text) is 'Whether any row shows this file, or the picture that it is the thumbnail of.';

create function private.doom_unused_uploads(p_limit integer) returns table (bucket_id text, name text)
language plpgsql volatile rows 100 security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  -- Locked first and looked at afterwards: a row that takes a file holds the lock of `is_own_upload`.
  v_ids := array(
    select o.id from storage.objects o
    where o.created_at < now() - interval '24 hours' and not private.is_upload_used(o.bucket_id, o.name)
    order by o.created_at limit p_limit for update skip locked);
  insert into private.doomed_uploads as d (bucket_id, name)
  select o.bucket_id, o.name from storage.objects o where o.id = any (v_ids) and not private.is_upload_used(o.bucket_id, o.name)
  on conflict do nothing;
  delete from private.doomed_uploads d where not exists (
    select 1 from storage.objects o where o.bucket_id = d.bucket_id and o.name = d.name);
  return query select d.bucket_id, d.name from private.doomed_uploads d order by d.doomed_at limit p_limit;
end $$;
comment on function private.doom_unused_uploads(integer) is
  'Files older than 24 hours that no row shows, to be removed through the storage API; those that an earlier run left behind as well.';

create function private.housekeep(p_job text, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
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
    when 'content-hits' then
      delete from public.content_hits h where h.id in (
        select o.id from public.content_hits o where o.created_at < now() - interval '30 days' limit p_limit for update skip locked);
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
      -- Over they are by themselves; this takes the mark away and says so in the log.
      with ended as (
        update public.accounts a set suspended_until = null, suspension_reason = null
        where a.profile_id in (
          select o.profile_id from public.accounts o where o.suspended_until <= now() limit p_limit for update skip locked)
        returning a.profile_id)
      select count(*) into v_count from ended e
      cross join lateral private.audit('end_suspension', 'user', e.profile_id::text, null, null);
      return v_count;
    when 'repeated-writes' then
      return private.sweep_idempotent_writes();
    when 'vocabulary' then
      return private.forget_words(p_limit);
    when 'broadcasts' then
      return private.work_on_broadcasts(p_limit);
    else
      raise exception using errcode = 'PT404', message = 'There is no such job';
  end case;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

create function public.housekeep(job text, batch integer default 5000) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.housekeep($1, $2) $$;
comment on function public.housekeep(text, integer) is 'For the edge function `housekeeping` only: one batch of a job; answers how many rows it handled.';

create function public.doom_unused_uploads(batch integer default 100) returns table (bucket_id text, name text)
language sql volatile rows 100 security invoker set search_path = ''
as $$ select * from private.doom_unused_uploads($1) $$;
comment on function public.doom_unused_uploads(integer) is
  'For the edge function `housekeeping` only: unused files older than 24 hours, which no row may name any more.';

grant execute on function private.housekeep(text, integer), public.housekeep(text, integer),
  private.doom_unused_uploads(integer), public.doom_unused_uploads(integer) to service_role;

-- Somebody waits before the screen for these mails: they leave at once where the database can call a function, else with the next
-- run of the queue.
create function private.send_at_once() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_url text;
  v_secret text;
begin
  if to_regclass('vault.decrypted_secrets') is null or to_regnamespace('net') is null then
    return null;
  end if;
  execute $call$
    select (select decrypted_secret from vault.decrypted_secrets where name = 'functions_url'),
      (select decrypted_secret from vault.decrypted_secrets where name = 'cron_secret')$call$ into v_url, v_secret;
  if v_url is not null and v_secret is not null then
    execute 'select net.http_post(url := $1, headers := $2)'
      using format('%s/mail/%s', v_url, new.id), jsonb_build_object('Authorization', 'Bearer ' || v_secret);
  end if;
  return null;
end $$;
create trigger send_at_once after insert on private.mail_outbox
  for each row when (new.template in ('verify_email', 'reset_password', 'confirm_email')) execute function private.send_at_once();

-- The schedule, where the database can keep one: hosted Supabase has both extensions, the local server its own scheduler. The
-- address of the functions and the secret come from the Vault, under the names `functions_url` and `cron_secret`.
do $cron$
declare
  v_job record;
begin
  if not (exists (select 1 from pg_available_extensions where name = 'pg_cron') and exists (select 1 from pg_available_extensions where name = 'pg_net')
    and to_regclass('vault.decrypted_secrets') is not null) then
    return;
  end if;
  create extension if not exists pg_cron;
  create extension if not exists pg_net;
  for v_job in
    select * from (values
      ('mail', '* * * * *'), ('housekeeping/broadcasts', '* * * * *'), ('housekeeping/inspection', '* * * * *'), ('housekeeping/uploads', '20 * * * *'),
      ('housekeeping/notifications', '5 3 * * *'), ('housekeeping/guest-visits', '10 3 * * *'), ('housekeeping/rate-limits', '15 3 * * *'),
      ('housekeeping/suspensions', '*/15 * * * *'), ('housekeeping/mail-log', '25 3 * * *'), ('housekeeping/content-hits', '35 3 * * *'), ('housekeeping/empty-searches', '40 3 * * *'),
      ('housekeeping/audit-log', '45 3 * * *'), ('housekeeping/vocabulary', '50 * * * *'),
      ('housekeeping/repeated-writes', '30 * * * *')) as j (path, schedule)
  loop
    execute format('select cron.schedule(%L, %L, %L)', v_job.path, v_job.schedule, format(
      $call$select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'functions_url') || '/%s',
        headers := jsonb_build_object('Authorization', 'Bearer ' || (select decrypted_secret from vault.decrypted_secrets where name = 'cron_secret')),
        timeout_milliseconds := 120000)$call$, v_job.path));
  end loop;
end $cron$;
