-- One person's images do not keep those of everybody else waiting: on hosted Supabase one large image a minute is drawn, and a person
-- may store 120 an hour.

drop index private.images_to_draw_next_idx;
alter table private.images_to_draw add column turn bigint not null default 1;
comment on column private.images_to_draw.turn is
  'Those of one turn are drawn before those of the next; each folder has one in each, as far as it has any.';
create index images_to_draw_next_idx on private.images_to_draw (turn, id);
create index images_to_draw_folder_idx on private.images_to_draw (split_part(target, '/', 1), turn);
update private.images_to_draw d set turn = w.place
from (select i.id, row_number() over (partition by split_part(i.target, '/', 1) order by i.id) as place from private.images_to_draw i) as w
where w.id = d.id;

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
create trigger set_turn_to_draw before insert on private.images_to_draw
  for each row execute function private.set_turn_to_draw();

create or replace function private.images_to_draw(p_limit integer) returns table (bucket_id text, source text, target text)
language sql stable rows 10 security definer set search_path = ''
as $$
  select d.bucket_id, d.source, d.target from private.images_to_draw d
  where d.source = d.target
    or not exists (select 1 from storage.objects o where o.bucket_id = d.bucket_id and o.name = d.target)
  order by d.turn, d.id limit least(greatest(p_limit, 1), 1000)
$$;
comment on function public.images_to_draw is
  'For the edge function `housekeeping` only: images to be drawn small enough for lists, one of each folder before the second of any.';

-- An image that ends the process which draws it goes behind the others of its folder, as if it had come now.
create or replace function private.begin_drawing(p_bucket text, p_target text) returns integer
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

-- A file is used when a row names it or it is the thumbnail of such a file, as for whoever removes their own files: any other beside
-- it, of the same name but for its ending, was kept for good.
create or replace function private.used_uploads(p_bucket text, p_names text[]) returns setof text
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
