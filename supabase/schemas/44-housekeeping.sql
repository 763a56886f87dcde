-- Housekeeping: deletes expired data in small batches with short locks. The edge function `housekeeping` repeats a job
-- until nothing is left; every job is idempotent.

create table private.upload_sweep (
  is_only_row boolean primary key default true,
  bucket_id text not null default '',
  name text not null default '',
  constraint upload_sweep_is_one_row check (is_only_row)
);
comment on table private.upload_sweep is 'The last file that was looked at; the next run continues behind it, and starts over after the last file.';

revoke all on table private.upload_sweep from anon, authenticated, service_role;

insert into private.upload_sweep default values;

-- A file is in use when a row names it, or when it is the thumbnail of such a file. The rows of the folders' owners are
-- read once, not once per file.
create function private.used_uploads(p_bucket text, p_names text[]) returns setof text
language plpgsql stable rows 500 security definer set search_path = ''
as $$
declare
  -- Images are shown by people of their folder; so the search stays within their rows.
  v_owners bigint[] := array(
    select p.id from public.profiles p
    where p.auth_id in (
      select f.folder::uuid from (select distinct split_part(n, '/', 1) as folder from unnest(p_names) as n) as f
      where f.folder ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'));
begin
  case p_bucket
    when 'feedback-images' then
      return query select i from public.feedback f, unnest(f.images) as i
        where cardinality(f.images) > 0 and f.images && p_names and i = any (p_names);
    when 'quote-documents' then
      return query select a.path from public.quote_attachments a where a.path = any (p_names);
    when 'post-documents' then
      return query select a.path from public.post_attachments a where a.path = any (p_names);
    when 'message-files' then
      return query select a.path from public.message_attachments a where a.path = any (p_names);
    when 'post-images', 'avatars', 'news-images' then
      return query
        with shown as (
          select unnest(p.images) as path from public.posts p where p_bucket = 'post-images' and p.user_id = any (v_owners)
          union all select unnest(q.images) from public.quotes q where p_bucket = 'post-images' and q.supplier_id = any (v_owners)
          union all select p.avatar_path from public.profiles p where p_bucket = 'avatars' and p.id = any (v_owners)
          union all select unnest(n.images) from public.news_items n where p_bucket = 'news-images'
        ), used as materialized (
          select s.path from shown s union select regexp_replace(s.path, '\.[a-z]+$', '.thumb.webp') from shown s)
        select n from unnest(p_names) as n join used u on u.path = n;
    else
      -- A bucket that this rule does not know is left alone.
      return query select unnest(p_names);
  end case;
end $$;
comment on function private.used_uploads is 'Those of the files of a bucket that a row shows, or that are thumbnails of such a file.';

-- The policy asks before it waits for the lock of `is_own_upload`, so it misses the row that is being stored.
create function private.keep_used_file() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if old.bucket_id in ('post-images', 'avatars', 'news-images', 'feedback-images', 'quote-documents', 'post-documents', 'message-files')
    and not exists (select 1 from private.doomed_uploads d where d.bucket_id = old.bucket_id and d.name = old.name)
    and exists (select private.used_uploads(old.bucket_id, array[old.name]))
  then
    -- As for a file that the policy hides: Storage answers that it has removed none.
    return null;
  end if;
  return old;
end $$;
comment on function private.keep_used_file is
  'Skips the deletion of a file that a row names, whoever asks; the job `uploads` and the inspection take it out of all rows first.';

create function private.doom_unused_uploads(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_from private.upload_sweep;
  v_last record;
  v_window record;
  v_looked integer := 0;
  v_names text[];
begin
  -- One run at a time; the next one goes on where this one was.
  select * into v_from from private.upload_sweep u for update skip locked;
  if not found then
    return 0;
  end if;
  for v_window in
    select w.bucket_id, array_agg(w.name) as names, count(*)::integer as files,
      coalesce(array_agg(w.name) filter (where w.created_at < now() - interval '24 hours'), '{}') as old
    from (
      select o.bucket_id, o.name, o.created_at from storage.objects o
      where (o.bucket_id, o.name) > (v_from.bucket_id, v_from.name)
      order by o.bucket_id, o.name limit p_limit) as w
    group by w.bucket_id order by w.bucket_id
  loop
    v_looked := v_looked + v_window.files;
    v_names := array(select unnest(v_window.old) except select private.used_uploads(v_window.bucket_id, v_window.old));
    -- Locked first and looked at once more: a row that takes a file holds the lock of `is_own_upload`.
    v_names := array(
      select o.name from storage.objects o where o.bucket_id = v_window.bucket_id and o.name = any (v_names)
      order by o.name for update skip locked);
    insert into private.doomed_uploads (bucket_id, name)
    select v_window.bucket_id, n from unnest(v_names) as n
    where n not in (select private.used_uploads(v_window.bucket_id, v_names))
    on conflict do nothing;
  end loop;
  select o.bucket_id, o.name into v_last from storage.objects o
  where (o.bucket_id, o.name) > (v_from.bucket_id, v_from.name)
  order by o.bucket_id, o.name offset greatest(v_looked, 1) - 1 limit 1;
  -- Files that are gone need not be remembered.
  delete from private.doomed_uploads d
  where (d.bucket_id, d.name) > (v_from.bucket_id, v_from.name)
    and (v_looked < p_limit or (d.bucket_id, d.name) <= (v_last.bucket_id, v_last.name))
    and not exists (select 1 from storage.objects o where o.bucket_id = d.bucket_id and o.name = d.name);
  update private.upload_sweep u set
    bucket_id = case when v_looked < p_limit then '' else v_last.bucket_id end,
    name = case when v_looked < p_limit then '' else v_last.name end
  where u.is_only_row;
  return v_looked;
end $$;
comment on function private.doom_unused_uploads is
  'Looks at the next files for those that are older than 24 hours and that no row shows; from then on none may. Answers how many it looked at: fewer than asked for at the end of all.';

create function public.doom_unused_uploads(batch integer default 1000) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.doom_unused_uploads(batch) $$;
comment on function public.doom_unused_uploads is
  'For the edge function `housekeeping` only: looks at the next files for unused ones; fewer than asked for are the last.';
grant execute on function private.doom_unused_uploads, public.doom_unused_uploads to service_role;

create function private.doomed_uploads(p_after_bucket text, p_after_name text, p_limit integer) returns table (bucket_id text, name text)
language sql stable rows 100 security definer set search_path = ''
as $$
  select d.bucket_id, d.name from private.doomed_uploads d
  where (d.bucket_id, d.name) > (p_after_bucket, p_after_name) order by d.bucket_id, d.name limit p_limit
$$;
comment on function private.doomed_uploads is
  'Files to be removed through the storage API, those that an earlier run left behind as well.';

create function public.doomed_uploads(after_bucket text default '', after_name text default '', batch integer default 100)
returns table (bucket_id text, name text)
language sql stable rows 100 security invoker set search_path = ''
as $$ select * from private.doomed_uploads(after_bucket, after_name, batch) $$;
comment on function public.doomed_uploads is
  'For the edge function `housekeeping` only: the next unused files older than 24 hours, which no row may name any more.';
grant execute on function private.doomed_uploads, public.doomed_uploads to service_role;

create function private.drop_surplus_notifications(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
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
end $$;
comment on function private.drop_surplus_notifications is
  'Deletes the oldest notifications of those who have more than 10,000, so that nothing that reads all of a user takes longer than a statement may; answers how many.';

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
end $$;

create function public.housekeep(job text, batch integer default 5000) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.housekeep(job, batch) $$;
comment on function public.housekeep is 'For the edge function `housekeeping` only: one batch of a job; answers how many rows it handled.';
grant execute on function private.housekeep, public.housekeep to service_role;
