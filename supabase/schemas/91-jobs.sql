-- Jobs: all scheduled jobs. Hosted Supabase runs them by pg_cron, which calls the edge function at the given path; the
-- local server has its own scheduler for the same list. Times are UTC.

create function private.jobs() returns table (path text, schedule text)
language sql immutable rows 25 set search_path = ''
as $$
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
$$;
comment on function private.jobs is 'Path of the edge function and crontab line of each job.';

-- Address of the functions and secret come from the Vault, under the names `functions_url` and `cron_secret`.
create function private.schedule_jobs() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_job record;
  v_gone text;
begin
  if to_regclass('vault.decrypted_secrets') is null then
    return;
  end if;
  if to_regclass('cron.job') is null then
    if (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net')) < 2 then
      return;
    end if;
    create extension if not exists pg_cron;
    -- Its functions have a schema of their own; the rest would land in `public`.
    create extension if not exists pg_net with schema extensions;
  end if;
  for v_job in select j.path, j.schedule from private.jobs() j loop
    -- Without the two secrets there is nothing to call yet, which is no failure.
    execute format('select cron.schedule(%L, %L, %L)', v_job.path, v_job.schedule, format(
      $call$select net.http_post(url := u.decrypted_secret || '/%s',
        headers := jsonb_build_object('Authorization', 'Bearer ' || s.decrypted_secret), timeout_milliseconds := 120000)
      from vault.decrypted_secrets u, vault.decrypted_secrets s where u.name = 'functions_url' and s.name = 'cron_secret'$call$, v_job.path));
  end loop;
  for v_gone in
    execute format($old$select c.jobname::text from %s c
      where (c.jobname = 'mail' or c.jobname ~ '^housekeeping/') and c.jobname not in (select j.path from private.jobs() j)$old$, to_regclass('cron.job'))
  loop
    execute format('select cron.unschedule(%L)', v_gone);
  end loop;
  -- pg_cron logs every call of every job and deletes nothing.
  execute format('select cron.schedule(%L, %L, %L)', 'cron-log', '50 3 * * *',
    $log$delete from cron.job_run_details where end_time < now() - interval '7 days'$log$);
end $$;
comment on function private.schedule_jobs is
  'Gives pg_cron exactly the jobs of private.jobs(); does nothing where the database has no scheduler. A migration that changes the list calls it.';

select private.schedule_jobs();
