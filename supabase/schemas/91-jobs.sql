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
  -- Its functions have a schema of their own; what is left of it would land in `public`.
  create extension if not exists pg_net with schema extensions;
  for v_job in
    select * from (values
      ('mail', '* * * * *'), ('housekeeping/broadcasts', '* * * * *'), ('housekeeping/inspection', '* * * * *'), ('housekeeping/uploads', '20 * * * *'),
      ('housekeeping/notifications', '5 3 * * *'), ('housekeeping/guest-visits', '10 3 * * *'), ('housekeeping/rate-limits', '15 3 * * *'),
      ('housekeeping/suspensions', '*/15 * * * *'), ('housekeeping/mail-log', '25 3 * * *'), ('housekeeping/content-hits', '35 3 * * *'), ('housekeeping/empty-searches', '40 3 * * *'),
      ('housekeeping/audit-log', '45 3 * * *'), ('housekeeping/vocabulary', '50 * * * *'),
      ('housekeeping/repeated-writes', '30 * * * *')) as j (path, schedule)
  loop
    -- Without the two secrets there is nothing to call yet, which is no failure.
    execute format('select cron.schedule(%L, %L, %L)', v_job.path, v_job.schedule, format(
      $call$select net.http_post(url := u.decrypted_secret || '/%s',
        headers := jsonb_build_object('Authorization', 'Bearer ' || s.decrypted_secret), timeout_milliseconds := 120000)
      from vault.decrypted_secrets u, vault.decrypted_secrets s where u.name = 'functions_url' and s.name = 'cron_secret'$call$, v_job.path));
  end loop;
  -- pg_cron notes every call of every job and forgets none.
  perform cron.schedule('cron-log', '50 3 * * *', $call$delete from cron.job_run_details where end_time < now() - interval '7 days'$call$);
end $cron$;

do $cron$
begin
  if to_regclass('cron.job') is null or to_regclass('vault.decrypted_secrets') is null then
    return;
  end if;
  perform cron.schedule('housekeeping/quote-deadlines', '*/15 * * * *',
    $call$select net.http_post(url := u.decrypted_secret || '/housekeeping/quote-deadlines',
      headers := jsonb_build_object('Authorization', 'Bearer ' || s.decrypted_secret), timeout_milliseconds := 120000)
    from vault.decrypted_secrets u, vault.decrypted_secrets s where u.name = 'functions_url' and s.name = 'cron_secret'$call$);
end $cron$;

-- The schedule, where the database can keep one, as in the chapter housekeeping. The job does nothing without an address.
do $cron$
begin
  if not (exists (select 1 from pg_extension where extname = 'pg_cron') and to_regclass('vault.decrypted_secrets') is not null) then
    return;
  end if;
  perform cron.schedule('housekeeping/exchange-rates', '30 16 * * *',
    $call$select net.http_post(url := u.decrypted_secret || '/housekeeping/exchange-rates',
      headers := jsonb_build_object('Authorization', 'Bearer ' || s.decrypted_secret), timeout_milliseconds := 120000)
    from vault.decrypted_secrets u, vault.decrypted_secrets s where u.name = 'functions_url' and s.name = 'cron_secret'$call$);
end $cron$;

-- The schedule, where the database can keep one, as in the chapter housekeeping.
do $cron$
begin
  if not (exists (select 1 from pg_extension where extname = 'pg_cron') and to_regclass('vault.decrypted_secrets') is not null) then
    return;
  end if;
  perform cron.schedule('housekeeping/thumbnails', '* * * * *',
    $call$select net.http_post(url := u.decrypted_secret || '/housekeeping/thumbnails',
      headers := jsonb_build_object('Authorization', 'Bearer ' || s.decrypted_secret), timeout_milliseconds := 120000)
    from vault.decrypted_secrets u, vault.decrypted_secrets s where u.name = 'functions_url' and s.name = 'cron_secret'$call$);
end $cron$;
