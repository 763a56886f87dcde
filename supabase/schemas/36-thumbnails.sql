-- Every image gets a thumbnail of at most 15 kB. The page uploads one with each image, but other clients need not, and
-- the database cannot draw. Images that the inspection finds without one, or too large for lists, wait here for the job
-- `thumbnails`.

create table private.images_to_draw (
  id bigint generated always as identity primary key,
  bucket_id text not null,
  source text not null,
  target text not null,
  tries smallint not null default 0,
  turn bigint not null default 1,
  constraint images_to_draw_once unique (bucket_id, target)
);
comment on table private.images_to_draw is
  'Images to be drawn small enough for lists, from one file into another; an avatar, which is its own thumbnail, into itself.';
comment on column private.images_to_draw.tries is
  'How often somebody began: an image that ends the process which draws it is left alone after the third time.';
comment on column private.images_to_draw.turn is
  'Those of one turn are drawn before those of the next; each folder has one in each, as far as it has any.';

create index images_to_draw_next_idx on private.images_to_draw (turn, id);
create index images_to_draw_folder_idx on private.images_to_draw (split_part(target, '/', 1), turn);

revoke all on table private.images_to_draw from anon, authenticated, service_role;

-- Called when the inspection has checked files; refused ones are already marked for deletion.
create function private.note_images_to_draw() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.images_to_draw (bucket_id, source, target)
  select s.bucket_id, o.name, s.target
  from (
    select distinct i.bucket_id, regexp_replace(i.name, '(\.thumb)?\.[a-z]+$', '') as stem,
      regexp_replace(i.name, '(\.thumb)?\.[a-z]+$', '.thumb.webp') as target
    from inspected i where i.bucket_id in ('post-images', 'news-images')
  ) as s
  cross join lateral (
    select f.name from storage.objects f
    where f.bucket_id = s.bucket_id and f.name = any (array[s.stem || '.gif', s.stem || '.jpeg', s.stem || '.jpg', s.stem || '.png', s.stem || '.webp'])
      and not exists (select 1 from private.doomed_uploads d where d.bucket_id = f.bucket_id and d.name = f.name)
    order by f.name limit 1
  ) as o
  where not exists (select 1 from storage.objects t where t.bucket_id = s.bucket_id and t.name = s.target)
    or exists (select 1 from private.doomed_uploads d where d.bucket_id = s.bucket_id and d.name = s.target)
  on conflict do nothing;
  insert into private.images_to_draw (bucket_id, source, target)
  select o.bucket_id, o.name, o.name
  from (select distinct i.name from inspected i where i.bucket_id = 'avatars') as s
  join storage.objects o on o.bucket_id = 'avatars' and o.name = s.name
  where (o.metadata ->> 'size')::bigint > 15000
    and not exists (select 1 from private.doomed_uploads d where d.bucket_id = o.bucket_id and d.name = o.name)
  on conflict do nothing;
  -- Whoever drew it, it is there.
  delete from private.images_to_draw d using inspected i
  where d.bucket_id = i.bucket_id and d.target = i.name and d.source <> d.target
    and exists (select 1 from storage.objects o where o.bucket_id = i.bucket_id and o.name = i.name)
    and not exists (select 1 from private.doomed_uploads x where x.bucket_id = i.bucket_id and x.name = i.name);
  return null;
end $$;
comment on function private.note_images_to_draw is
  'Remembers which of the inspected files are to be drawn: images without a thumbnail, or whose thumbnail was refused, and avatars of more than 15 kB.';

-- A refused thumbnail is drawn after its deletion: until then another run can still be deleting it.
create function private.images_to_draw(p_limit integer) returns table (bucket_id text, source text, target text)
language sql stable rows 10 security definer set search_path = ''
as $$
  select d.bucket_id, d.source, d.target from private.images_to_draw d
  where d.source = d.target
    or not exists (select 1 from storage.objects o where o.bucket_id = d.bucket_id and o.name = d.target)
  order by d.turn, d.id limit least(greatest(p_limit, 1), 1000)
$$;

create function public.images_to_draw(batch integer default 10) returns table (bucket_id text, source text, target text)
language sql stable rows 10 security invoker set search_path = ''
as $$ select * from private.images_to_draw(batch) $$;
comment on function public.images_to_draw is
  'For the edge function `housekeeping` only: images to be drawn small enough for lists, one of each folder before the second of any.';
grant execute on function private.images_to_draw(integer), public.images_to_draw to service_role;

-- An image that crashes the drawing process is moved behind the others of its folder, as if it were new.
create function private.begin_drawing(p_bucket text, p_target text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_tries integer;
begin
  update private.images_to_draw d set tries = d.tries + 1, turn = private.turn_to_draw(p_target)
  where d.bucket_id = p_bucket and d.target = p_target
  returning d.tries into v_tries;
  -- The name of a thumbnail that was refused gets a file again, which nobody is to remove.
  delete from private.doomed_uploads d
  where v_tries is not null and d.bucket_id = p_bucket and d.name = p_target
    and not exists (select 1 from storage.objects o where o.bucket_id = p_bucket and o.name = p_target);
  return coalesce(v_tries, 0);
end $$;

create function public.begin_drawing(bucket text, target text) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.begin_drawing(bucket, target) $$;
comment on function public.begin_drawing is
  'For the edge function `housekeeping` only: counts a try to draw an image and answers how many there were; 0 when somebody else has drawn it.';
grant execute on function private.begin_drawing, public.begin_drawing to service_role;

create function private.finish_drawing(p_bucket text, p_target text, p_is_over boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.images_to_draw d set tries = d.tries - 1 where not p_is_over and d.bucket_id = p_bucket and d.target = p_target;
  delete from private.images_to_draw d where p_is_over and d.bucket_id = p_bucket and d.target = p_target;
$$;

create function public.finish_drawing(bucket text, target text, is_over boolean default true) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.finish_drawing(bucket, target, is_over) $$;
comment on function public.finish_drawing is
  'For the edge function `housekeeping` only: an image that is drawn, or that nobody can draw, is not offered again; one that could not be stored has not been tried.';
grant execute on function private.finish_drawing, public.finish_drawing to service_role;

create function private.turn_to_draw(p_target text) returns bigint
language sql volatile security definer set search_path = ''
as $$
  select 1 + greatest(
    -- Whoever comes later starts with those who are at their turn now, and has none of the past ones.
    (select min(d.turn) - 1 from private.images_to_draw d),
    (select max(d.turn) from private.images_to_draw d where split_part(d.target, '/', 1) = split_part(p_target, '/', 1)), 0)
$$;

create function private.set_turn_to_draw() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  new.turn := private.turn_to_draw(new.target);
  return new;
end $$;
