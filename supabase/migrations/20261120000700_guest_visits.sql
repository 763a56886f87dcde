-- Guest visits: one row per browser session of a visitor, without anything that names a person.

create table public.guest_visits (
  id bigint generated always as identity primary key,
  session_id text not null,
  page_path text not null,
  referrer text not null,
  created_at timestamptz not null default now(),
  constraint guest_visits_session_is_reported_once unique (session_id),
  constraint guest_visits_session_id_length check (char_length(session_id) between 8 and 64),
  constraint guest_visits_page_path_length check (char_length(page_path) between 1 and 500),
  constraint guest_visits_referrer_length check (char_length(referrer) between 1 and 500)
);
comment on table public.guest_visits is 'Where visitors land and come from; kept for 90 days.';
create index guest_visits_created_idx on public.guest_visits (created_at);

-- Nobody reads or writes rows directly; the edge function reports through the function below.
revoke all on table public.guest_visits from anon, authenticated, service_role;
alter table public.guest_visits enable row level security;

create function private.record_guest_visit(p_session_id text, p_page_path text, p_referrer text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.guest_visits (session_id, page_path, referrer)
  values (p_session_id, left(p_page_path, 500), left(coalesce(nullif(btrim(p_referrer), ''), 'direct'), 500))
  on conflict (session_id) do nothing
$$;

create function public.record_guest_visit(session_id text, page_path text, referrer text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.record_guest_visit(session_id, page_path, referrer) $$;
comment on function public.record_guest_visit is 'For edge functions only: stores the first page of a visitor''s session.';
grant execute on function private.record_guest_visit, public.record_guest_visit to service_role;
