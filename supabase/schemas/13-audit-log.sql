-- Audit log: all actions of admins, and their sign-ins, written by private.audit().

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id bigint,
  actor_username text,
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  constraint audit_log_action_length check (char_length(action) between 1 and 60),
  constraint audit_log_entity_length check (char_length(entity) between 1 and 60),
  constraint audit_log_entity_id_length check (char_length(entity_id) <= 200)
);
comment on table public.audit_log is
  'Every act of an admin: who did what and when, the state before and after. Rows are added by the database and never change.';
comment on column public.audit_log.actor_id is
  'Id of the profile; no foreign key, because the log outlives accounts. Null for what no person did.';
comment on column public.audit_log.actor_username is 'Name of the actor at that time.';

create index audit_log_actor_idx on public.audit_log (actor_username, id desc);
create index audit_log_action_idx on public.audit_log (action, id desc);
create index audit_log_entity_idx on public.audit_log (entity_id, id desc);
create index audit_log_created_idx on public.audit_log (created_at);

revoke all on table public.audit_log from anon, authenticated, service_role;
grant select on table public.audit_log to authenticated;

alter table public.audit_log enable row level security;
create policy "admins read the audit log" on public.audit_log for select to authenticated using ((select private.is_admin()));

-- A trigger in addition to missing rights, so that a faulty function that runs as the owner is refused as well.
create function private.refuse_audit_log_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '42501', message = 'The audit log cannot be changed';
end $$;

create function private.audit(p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_username, action, entity, entity_id, before, after)
  select me.id, (select p.username from public.profiles p where p.id = me.id), p_action, p_entity, p_entity_id, p_before, p_after
  from (select private.current_profile_id() as id) as me
  -- Whoever saves what is there has changed nothing.
  where p_before is null or p_before - 'updated_at' is distinct from p_after - 'updated_at'
$$;
comment on function private.audit is
  'Writes what the caller changed to the audit log, for rules of the database only: audit(''suspend_user'', ''user'', id, before, after). Leave secrets out.';

create function private.assert_not_own(p_user_ids bigint[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.current_profile_id() = any (p_user_ids) then
    perform private.refuse(403, 'forbidden', 'Another admin decides about what is yours');
  end if;
end $$;
comment on function private.assert_not_own is 'PT403 for an admin who moderates what one of these users has written or received, and is that user.';

-- Every sign-in creates a session: by password, provider, or link of a mail. A token refresh does not.
create function private.audit_sign_in() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.audit_log (actor_id, actor_username, action, entity, entity_id)
  select p.id, p.username, 'sign_in', 'user', p.id::text
  from public.profiles p join public.accounts a on a.profile_id = p.id
  where p.auth_id = new.user_id and a.role <> 'user';
  return null;
end $$;

create function private.audit_actions() returns setof text
language plpgsql stable rows 40 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- From one action to the next along the index: a few steps, however long the log is.
  return query
    with recursive actions (action) as (
      (select a.action from public.audit_log a order by a.action limit 1)
      union all
      select (select a.action from public.audit_log a where a.action > actions.action order by a.action limit 1)
      from actions where actions.action is not null)
    select actions.action from actions where actions.action is not null;
end $$;

create function public.audit_actions() returns setof text
language sql stable rows 40 security invoker set search_path = ''
as $$ select * from private.audit_actions() $$;
comment on function public.audit_actions is 'For admins: every action that the audit log holds, to filter by.';
grant execute on function private.audit_actions, public.audit_actions to authenticated;
