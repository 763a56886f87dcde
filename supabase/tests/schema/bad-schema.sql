-- Faults that the schema checks have to find. Not part of the product.
create table public.open_table (id integer, email text);
create table public.unlocked (id integer primary key);
create policy "nobody asked" on public.unlocked for select to authenticated using (true);
create table public.per_row (id integer primary key, owner uuid, other integer references public.unlocked (id));
alter table public.per_row enable row level security;
create policy "calls per row" on public.per_row for select to authenticated using (owner = auth.uid());
create policy "second of its kind" on public.per_row for select to authenticated using (owner is null);
create policy "trusts metadata" on public.per_row for delete to authenticated
  using ((auth.jwt() -> 'user_metadata' ->> 'role') = 'admin');
create index per_row_one on public.per_row (owner);
create index per_row_two on public.per_row (owner);
create view public.as_owner as select * from public.per_row;
create view public.users as select id, email from auth.users;
grant select on public.users to anon, authenticated;
create function public.loose() returns integer language sql as $$ select 1 $$;
