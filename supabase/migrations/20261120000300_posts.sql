-- Posts (purchase requests) with their counters, likes, totals, feed and search.

-- What a post can be found by beside its own text. Immutable, because the search column is made of it, so the lists stand here;
-- a test compares them with those that the page shows.

create function private.country_words(p_country text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  -- As people write them, in English and at home. Words that mean something else as well, such as most codes and many names in
  -- other languages, would find every post of a country.
  select coalesce($names${
    "af": "Afghanistan", "al": "Albania", "dz": "Algeria", "ao": "Angola", "ar": "Argentina", "am": "Armenia",
    "au": "Australia", "at": "Austria Österreich", "az": "Azerbaijan", "bh": "Bahrain", "bd": "Bangladesh", "by": "Belarus",
    "be": "Belgium België Belgique", "bo": "Bolivia", "ba": "Bosnia and Herzegovina", "br": "Brazil Brasil", "bn": "Brunei",
    "bg": "Bulgaria", "kh": "Cambodia Kampuchea", "cm": "Cameroon", "ca": "Canada", "cl": "Chile", "cn": "China",
    "co": "Colombia", "cr": "Costa Rica", "hr": "Croatia Hrvatska", "cu": "Cuba", "cy": "Cyprus",
    "cz": "Czech Republic Czechia Česko", "cd": "Democratic Republic of the Congo DRC", "dk": "Denmark Danmark",
    "do": "Dominican Republic", "ec": "Ecuador", "eg": "Egypt", "sv": "El Salvador", "ee": "Estonia", "et": "Ethiopia",
    "fj": "Fiji", "fi": "Finland Suomi", "fr": "France", "ge": "Georgia", "de": "Germany Deutschland", "gh": "Ghana",
    "gr": "Greece Hellas", "gt": "Guatemala", "hn": "Honduras", "hk": "Hong Kong Hongkong", "hu": "Hungary Magyarország",
    "is": "Iceland", "in": "India Bharat", "id": "Indonesia", "ir": "Iran", "iq": "Iraq", "ie": "Ireland", "il": "Israel",
    "it": "Italy Italia", "ci": "Ivory Coast Côte d''Ivoire", "jm": "Jamaica", "jp": "Japan Nippon", "jo": "Jordan",
    "kz": "Kazakhstan", "ke": "Kenya", "kw": "Kuwait", "kg": "Kyrgyzstan", "la": "Laos", "lv": "Latvia", "lb": "Lebanon",
    "ly": "Libya", "lt": "Lithuania", "lu": "Luxembourg", "mo": "Macau Macao", "mg": "Madagascar", "my": "Malaysia",
    "mv": "Maldives", "mt": "Malta", "mu": "Mauritius", "mx": "Mexico México", "md": "Moldova", "mn": "Mongolia",
    "me": "Montenegro", "ma": "Morocco", "mz": "Mozambique", "mm": "Myanmar Burma", "na": "Namibia", "np": "Nepal",
    "nl": "Netherlands Holland Nederland", "nz": "New Zealand", "ni": "Nicaragua", "ng": "Nigeria", "mk": "North Macedonia",
    "no": "Norway Norge", "om": "Oman", "pk": "Pakistan", "ps": "Palestine", "pa": "Panama", "pg": "Papua New Guinea",
    "py": "Paraguay", "pe": "Peru", "ph": "Philippines", "pl": "Poland Polska", "pt": "Portugal", "qa": "Qatar",
    "ro": "Romania România", "ru": "Russia Russian Federation", "rw": "Rwanda", "sa": "Saudi Arabia KSA", "sn": "Senegal",
    "rs": "Serbia", "sg": "Singapore", "sk": "Slovakia", "si": "Slovenia", "za": "South Africa RSA",
    "kr": "South Korea Korea", "es": "Spain España", "lk": "Sri Lanka", "sd": "Sudan", "se": "Sweden Sverige",
    "ch": "Switzerland Schweiz Suisse Svizzera", "sy": "Syria", "tw": "Taiwan", "tj": "Tajikistan", "tz": "Tanzania",
    "th": "Thailand", "tn": "Tunisia", "tr": "Turkey Türkiye", "tm": "Turkmenistan", "ug": "Uganda", "ua": "Ukraine",
    "ae": "United Arab Emirates UAE Emirates", "gb": "United Kingdom UK Great Britain England Scotland Wales",
    "us": "United States United States of America USA US", "uy": "Uruguay", "uz": "Uzbekistan", "ve": "Venezuela",
    "vn": "Vietnam Viet Nam VN", "ye": "Yemen", "zm": "Zambia", "zw": "Zimbabwe"
  }$names$::jsonb ->> lower(p_country), p_country)
$$;
comment on function private.country_words(text) is 'Names of a country, by its code; any other text as it is.';

create function private.category_words(p_category text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select replace(p_category, '_', ' ') || coalesce(' ' || ($labels${
    "agriculture": "Agricultural", "agricultural": "Agriculture", "food": "Food & Beverage", "textile": "Textiles & Clothing",
    "textiles": "Textile & Clothing", "chemicals": "Chemicals & Plastics", "logistics": "Transport & Logistics",
    "furniture": "Furniture & Decor", "retail": "Retail & E-commerce", "energy": "Energy & Utilities"
  }$labels$::jsonb ->> p_category), '')
$$;
comment on function private.category_words(text) is 'A category, its label and its other spelling.';
grant execute on function private.country_words(text), private.category_words(text) to anon, authenticated, service_role;

create table public.posts (
  id bigint generated always as identity primary key,
  user_id bigint not null default private.current_profile_id() references public.profiles (id) on delete cascade,
  title text not null,
  description text not null,
  category text not null,
  country text not null,
  area text,
  delivery_address text not null,
  port text,
  images text[] not null default '{}',
  is_hidden boolean not null default false,
  hidden_reason text,
  hidden_by bigint references public.profiles (id) on delete set null,
  hidden_at timestamptz,
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  owner_company text,
  search tsvector not null generated always as (
    to_tsvector('simple', private.fold(
      title || ' ' || description || ' ' || coalesce(area, '') || ' ' || delivery_address || ' ' || coalesce(port, '')
      || ' ' || coalesce(owner_company, '') || ' ' || private.category_words(category) || ' ' || private.country_words(country)))) stored,
  constraint posts_title_length check (char_length(title) <= 200 and not private.is_blank(title)),
  constraint posts_description_length check (char_length(description) <= 5000 and not private.is_blank(description)),
  constraint posts_category_is_known check (category in (
    'service', 'technology', 'industrial', 'agriculture', 'food', 'textile', 'electronics', 'automotive', 'construction',
    'energy', 'healthcare', 'education', 'finance', 'retail', 'logistics', 'entertainment', 'travel', 'real_estate',
    'legal', 'consulting', 'other', 'agricultural', 'textiles', 'chemicals', 'furniture', 'manufacturing')),
  constraint posts_country_length check (char_length(country) <= 60 and not private.is_blank(country)),
  constraint posts_area_length check (char_length(area) <= 30),
  constraint posts_delivery_address_length check (char_length(delivery_address) <= 100 and not private.is_blank(delivery_address)),
  constraint posts_port_length check (char_length(port) <= 50),
  constraint posts_images_count check (cardinality(images) <= 5),
  constraint posts_images_are_a_list check (coalesce(array_ndims(images), 1) = 1),
  constraint posts_hidden_reason_length check (char_length(hidden_reason) <= 500),
  constraint posts_hidden_state_is_whole check (is_hidden or (hidden_reason is null and hidden_by is null and hidden_at is null)),
  constraint posts_client_id_is_unique unique (user_id, client_id)
);
comment on table public.posts is 'Purchase requests. Newest first means highest id first.';
comment on column public.posts.images is 'At most five: paths in the bucket `post-images`, or https addresses.';
comment on column public.posts.client_id is 'Made by the client, so that a repeated request creates nothing twice.';
comment on column public.posts.owner_company is 'Company of the owner, kept by triggers: a post is found by it.';
comment on column public.posts.hidden_by is 'Who hid the post: its owner or an admin.';

-- The feed index answers every page of the unsearched feed by itself, whatever is filtered.
create index posts_feed_idx on public.posts (id desc) include (user_id, is_hidden, country, category);
create index posts_country_idx on public.posts (country, id desc) include (user_id, is_hidden, category);
create index posts_category_idx on public.posts (category, id desc) include (user_id, is_hidden, country);
create index posts_user_idx on public.posts (user_id, id desc);
create index posts_hidden_idx on public.posts (user_id, id desc) include (country, category) where is_hidden;
create index posts_hidden_by_idx on public.posts (hidden_by) where hidden_by is not null;
create index posts_search_idx on public.posts using gin (search);
-- For admins, who look for a part of a title.
create index posts_title_trigram_idx on public.posts using gin (private.fold(title) extensions.gin_trgm_ops);

-- Counters change with every like and quote: apart from the wide, much indexed row of the post.
create table public.post_counters (
  post_id bigint primary key references public.posts (id) on delete cascade,
  likes integer not null default 0,
  quotes integer not null default 0,
  constraint post_counters_are_not_negative check (likes >= 0 and quotes >= 0)
) with (fillfactor = 70);
comment on table public.post_counters is 'Likes and quotes of each post, kept by triggers.';

create index post_counters_unquoted_idx on public.post_counters (post_id) where quotes = 0;

create table public.post_likes (
  post_id bigint not null references public.posts (id) on delete cascade,
  user_id bigint not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
comment on table public.post_likes is 'Who likes which post, each pair once.';
create index post_likes_post_idx on public.post_likes (post_id);

create table public.post_totals (
  country text not null,
  category text not null,
  visible_count integer not null,
  primary key (country, category),
  constraint post_totals_are_not_negative check (visible_count >= 0)
) with (fillfactor = 70);
comment on table public.post_totals is
  'Number of visible posts per country and category, kept by triggers: exact totals for the pager and values for the filters.';

create table private.post_blocks (
  block bigint primary key,
  visible_count integer not null,
  constraint post_blocks_are_not_negative check (visible_count >= 0)
) with (fillfactor = 70);
comment on table private.post_blocks is
  'Number of visible posts per 1,000 ids, kept by triggers: where a deep page of the whole feed begins.';

-- Two words that differ by two typing errors at most (a letter missing, added or changed, or two swapped) have a spelling in
-- common, which an index finds however many words there are. The beginning of a word is enough to look for.
create function private.spellings(p_word text) returns text[]
language sql immutable strict parallel safe cost 5000 set search_path = ''
as $$
  select array_agg(distinct left(s.without_second, greatest(a - 1, 0)) || substr(s.without_second, a + 1))
  from (select left(p_word, 7)) as w (word)
  cross join lateral generate_series(0, char_length(w.word)) as b
  cross join lateral (select left(w.word, greatest(b - 1, 0)) || substr(w.word, b + 1)) as s (without_second)
  cross join lateral generate_series(0, greatest(b - 1, 0)) as a
  where char_length(w.word) >= 3 + sign(a) + sign(b)
$$;
comment on function private.spellings(text) is 'The first seven letters of a word, whole and with up to two of them left out.';

create table private.vocabulary (
  word text collate "C" primary key,
  checked_at timestamptz not null default now(),
  constraint vocabulary_word_length check (char_length(word) between 3 and 30)
);
comment on table private.vocabulary is
  'Words of visible posts, to correct typing errors by. Triggers add, housekeeping removes; a correction is offered only when visible posts have it.';
create index vocabulary_spellings_idx on private.vocabulary using gin (private.spellings(word)) with (fastupdate = off);
create index vocabulary_checked_idx on private.vocabulary (checked_at);

-- Grants -------------------------------------------------------------------------------------------------------------

revoke all on table public.posts, public.post_counters, public.post_likes, public.post_totals
  from anon, authenticated, service_role;
grant select (id, user_id, title, description, category, country, area, delivery_address, port, images, is_hidden,
  hidden_reason, hidden_by, hidden_at, created_at, updated_at) on table public.posts to anon;
grant select (id, user_id, title, description, category, country, area, delivery_address, port, images, is_hidden,
  hidden_reason, hidden_by, hidden_at, client_id, created_at, updated_at) on table public.posts to authenticated;
grant insert (title, description, category, country, area, delivery_address, port, images, client_id)
  on table public.posts to authenticated;
grant update (title, description, category, country, area, delivery_address, port, images)
  on table public.posts to authenticated;
grant delete on table public.posts to authenticated;
grant select on table public.post_counters, public.post_totals to anon, authenticated;
grant select on table public.post_likes to authenticated;

-- Row-level security -------------------------------------------------------------------------------------------------

alter table public.posts enable row level security;
create policy "visitors read visible posts" on public.posts for select to anon using (not is_hidden);
create policy "users read visible and own posts, admins all" on public.posts for select to authenticated
  using (not is_hidden or user_id = (select private.current_profile_id()) or (select private.is_admin()));
create policy "users create their own posts" on public.posts for insert to authenticated
  with check (user_id = (select private.current_profile_id()));
create policy "owners edit their posts" on public.posts for update to authenticated
  using (user_id = (select private.current_profile_id())) with check (user_id = (select private.current_profile_id()));
create policy "owners delete their posts" on public.posts for delete to authenticated
  using (user_id = (select private.current_profile_id()));

-- The counters of a post are seen by whoever sees the post: the subquery obeys the policies above.
alter table public.post_counters enable row level security;
create policy "visitors read counters of visible posts" on public.post_counters for select to anon
  using (exists (select 1 from public.posts p where p.id = post_id));
create policy "users read counters of posts they see" on public.post_counters for select to authenticated
  using (exists (select 1 from public.posts p where p.id = post_id));

alter table public.post_likes enable row level security;
create policy "users read their own likes" on public.post_likes for select to authenticated
  using (user_id = (select private.current_profile_id()));

alter table public.post_totals enable row level security;
create policy "visitors read totals" on public.post_totals for select to anon using (true);
create policy "users read totals" on public.post_totals for select to authenticated using (true);

-- Triggers -----------------------------------------------------------------------------------------------------------

create function private.check_post_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_auth_id uuid := (select auth.uid());
  v_old_images text[] := case when tg_op = 'UPDATE' then old.images else '{}'::text[] end;
  v_image text;
begin
  if tg_op = 'INSERT' then
    if v_auth_id is not null then
      perform private.consume_rate_limit('post', new.user_id::text);
    end if;
    -- Held, so that a company which changes meanwhile changes here as well.
    select p.company_name into new.owner_company from public.profiles p where p.id = new.user_id for share;
  end if;
  -- Clients may name only pictures that they uploaded themselves; those of the stored post stay valid. A constraint
  -- refuses more than five, so no more are looked at.
  if v_auth_id is not null then
    foreach v_image in array new.images[:5] loop
      if v_image is null or not (v_image = any (v_old_images)
        or (v_image ~ '^https://[^[:space:]]+$' and char_length(v_image) <= 500)
        or private.is_own_upload('post-images', v_image)) then
        perform private.refuse(400, 'invalid_input', 'Unknown image',
          jsonb_build_object('path', 'images', 'value', left(v_image, 200)));
      end if;
    end loop;
  end if;
  if tg_op = 'UPDATE' and (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port,
      new.images) is distinct from
      (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port, old.images) then
    new.updated_at := now();
  end if;
  return new;
end $$;

create function private.is_own_upload(p_bucket text, p_path text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_path not like (select auth.uid())::text || '/%' then
    return false;
  end if;
  -- Held until the row that names the file is stored: meanwhile no housekeeping takes it for unused.
  perform 1 from storage.objects o where o.bucket_id = p_bucket and o.name = p_path for key share;
  return found and not exists (select 1 from private.doomed_uploads d where d.bucket_id = p_bucket and d.name = p_path);
end $$;
comment on function private.is_own_upload(text, text) is 'Whether the caller uploaded this file and it is really there.';

create trigger check_post_write before insert or update of title, description, category, country, area, delivery_address,
  port, images on public.posts for each row execute function private.check_post_write();

create function private.copy_company_to_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.posts p set owner_company = new.company_name where p.user_id = new.id;
  return null;
end $$;
create trigger copy_company_to_posts after update of company_name on public.profiles
  for each row when (old.company_name is distinct from new.company_name) execute function private.copy_company_to_posts();

-- Words are only added, in order, so that posts which share most of them do not wait for each other.
create function private.keep_vocabulary() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  execute format('insert into private.vocabulary (word)
    select w.word from (
      select distinct u.word from posts_after n %s cross join lateral unnest(tsvector_to_array(n.search)) as u (word)
      where not n.is_hidden and char_length(u.word) between 3 and 30 and u.word !~ ''[^[:alpha:]]'') as w
    where not exists (select 1 from private.vocabulary v where v.word = w.word)
    order by w.word on conflict do nothing',
    case when tg_op = 'UPDATE' then 'join posts_before o on o.id = n.id and (o.is_hidden or o.search <> n.search)' end);
  return null;
end $$;
create trigger keep_vocabulary_of_new after insert on public.posts
  referencing new table as posts_after for each statement execute function private.keep_vocabulary();
create trigger keep_vocabulary_of_changed after update on public.posts
  referencing old table as posts_before new table as posts_after for each statement execute function private.keep_vocabulary();

create function private.change_post_total(p_country text, p_category text, p_change integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.post_totals as t (country, category, visible_count) values (p_country, p_category, greatest(p_change, 0))
  on conflict (country, category) do update set visible_count = t.visible_count + p_change;
  if p_change < 0 then
    delete from public.post_totals t where t.country = p_country and t.category = p_category and t.visible_count = 0;
  end if;
end $$;

create function private.change_post_block(p_block bigint, p_change integer) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.post_blocks as b (block, visible_count) values (p_block, greatest(p_change, 0))
  on conflict (block) do update set visible_count = b.visible_count + p_change
$$;

-- Once per statement, so that a large load is fast, and in a fixed order, so that two edits that swap countries cannot
-- wait for each other.
create function private.keep_post_totals() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_changes text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select id, country, category, 1 as change from posts_after where not is_hidden' end,
    case when tg_op <> 'INSERT' then 'select id, country, category, -1 as change from posts_before where not is_hidden' end);
  v_change record;
begin
  for v_change in execute format('select c.id / 1000 as block, sum(c.change)::integer as change from (%s) as c
      group by c.id / 1000 having sum(c.change) <> 0 order by 1', v_changes) loop
    perform private.change_post_block(v_change.block, v_change.change);
  end loop;
  for v_change in execute format('select c.country, c.category, sum(c.change)::integer as change from (%s) as c
      group by c.country, c.category having sum(c.change) <> 0 order by 1, 2', v_changes) loop
    perform private.change_post_total(v_change.country, v_change.category, v_change.change);
  end loop;
  return null;
end $$;
create trigger keep_post_totals_of_new after insert on public.posts
  referencing new table as posts_after for each statement execute function private.keep_post_totals();
create trigger keep_post_totals_of_changed after update on public.posts
  referencing old table as posts_before new table as posts_after for each statement execute function private.keep_post_totals();
create trigger keep_post_totals_of_deleted after delete on public.posts
  referencing old table as posts_before for each statement execute function private.keep_post_totals();

create function private.create_post_counters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.post_counters (post_id) select n.id from posts_after n;
  return null;
end $$;
create trigger create_post_counters after insert on public.posts
  referencing new table as posts_after for each statement execute function private.create_post_counters();

create function private.count_post_like() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.post_counters c set likes = c.likes + 1 where c.post_id = new.post_id;
  else
    update public.post_counters c set likes = c.likes - 1 where c.post_id = old.post_id;
  end if;
  return null;
end $$;
create trigger count_post_like after insert or delete on public.post_likes
  for each row execute function private.count_post_like();

-- Like ---------------------------------------------------------------------------------------------------------------

create function private.set_post_like(p_post_id bigint, p_liked boolean) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
begin
  if not exists (select 1 from public.posts p where p.id = p_post_id
      and (not p.is_hidden or p.user_id = v_me or private.is_admin())) then
    perform private.refuse(404, 'not_found', 'Post not found');
  end if;
  perform private.consume_rate_limit('like', v_me::text);
  if p_liked then
    insert into public.post_likes (post_id, user_id) values (p_post_id, v_me) on conflict do nothing;
  else
    delete from public.post_likes l where l.post_id = p_post_id and l.user_id = v_me;
  end if;
  return (select c.likes from public.post_counters c where c.post_id = p_post_id);
end $$;

create function public.set_post_like(post_id bigint, liked boolean) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.set_post_like($1, $2) $$;
comment on function public.set_post_like(bigint, boolean) is 'Likes or unlikes a post for the caller, however often it is said; answers the new number of likes.';
grant execute on function private.set_post_like(bigint, boolean), public.set_post_like(bigint, boolean) to authenticated;

-- Hide and unhide ----------------------------------------------------------------------------------------------------

create function private.post_to_moderate(p_post_id bigint, p_me bigint, p_is_admin boolean, p_refusal text) returns public.posts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
begin
  select * into v_post from public.posts p where p.id = p_post_id for update;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> p_me and not p_is_admin) then
    perform private.refuse(404, 'not_found', 'Post not found');
  end if;
  if v_post.user_id <> p_me and not p_is_admin then
    perform private.refuse(403, 'forbidden', p_refusal);
  end if;
  return v_post;
end $$;
comment on function private.post_to_moderate(bigint, bigint, boolean, text) is
  'Locks a post for its owner or an admin; PT404 for whoever may not see it, PT403 for others.';

create function private.hide_post(p_post_id bigint, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_is_admin boolean := private.is_admin();
  v_post public.posts := private.post_to_moderate(p_post_id, v_me, v_is_admin, 'You are not allowed to hide this post');
  v_is_owner boolean := v_post.user_id = v_me;
  v_reason text := case when private.is_blank(p_reason) then null else btrim(p_reason) end;
begin
  if char_length(v_reason) > 500 then
    perform private.refuse(400, 'invalid_input', 'Reason too long');
  end if;
  -- Hiding twice is harmless: neither may an owner replace an admin's decision, nor does a repeat rewrite the first.
  if v_post.is_hidden and (v_is_owner or v_post.hidden_by is distinct from v_post.user_id) then
    return;
  end if;
  update public.posts p set
    is_hidden = true,
    hidden_by = v_me,
    hidden_reason = coalesce(v_reason, case when not v_is_owner then 'Violation of the marketplace rules' end),
    hidden_at = now()
  where p.id = p_post_id;
end $$;

create function private.unhide_post(p_post_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_is_admin boolean := private.is_admin();
  v_post public.posts := private.post_to_moderate(p_post_id, v_me, v_is_admin, 'You are not allowed to unhide this post');
begin
  if not v_is_admin and v_post.hidden_by is not null and v_post.hidden_by <> v_post.user_id then
    perform private.refuse(403, 'forbidden', 'This post was hidden by an administrator');
  end if;
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null
  where p.id = p_post_id and p.is_hidden;
end $$;

create function public.hide_post(post_id bigint, reason text default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.hide_post($1, $2) $$;
comment on function public.hide_post(bigint, text) is 'Hides a post: by its owner, or by an admin for a violation (table B10).';

create function public.unhide_post(post_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.unhide_post($1) $$;
comment on function public.unhide_post(bigint) is 'Shows a hidden post again; its owner cannot undo what an admin did (table B10).';

grant execute on function private.hide_post(bigint, text), private.unhide_post(bigint),
  public.hide_post(bigint, text), public.unhide_post(bigint) to authenticated;

-- Feed and search ----------------------------------------------------------------------------------------------------
--
-- `@@` is not leakproof, so under a policy it would run after the policy, without its index. The functions below run as
-- their owner and repeat the visibility rule of the feed instead: visible posts, and the caller's own hidden ones. They
-- plan dynamically, because the best plan for a rare word is the worst for a common one.

create function private.equivalent_categories(p_categories text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select case when cardinality(p_categories) > 0 then
    (select array_agg(distinct e.category)
     from unnest(p_categories) as c (category)
     cross join lateral unnest(case
       when c.category in ('agriculture', 'agricultural') then array['agriculture', 'agricultural']
       when c.category in ('textile', 'textiles') then array['textile', 'textiles']
       else array[c.category] end) as e (category)) end
$$;
comment on function private.equivalent_categories(text[]) is 'Categories to filter by, each with its other spelling; null when none is chosen.';

create function private.search_words(p_search text) returns tsquery[]
language sql immutable set search_path = ''
as $$
  -- Words of three letters and more also match as beginnings: who types "stee" means steel.
  select array_agg((quote_literal(w.lexeme) || case when char_length(w.lexeme) >= 3 then ':*' else '' end)::tsquery)
  from (select l.lexeme from unnest(to_tsvector('simple', private.fold(left(p_search, 100)))) as l limit 12) as w
$$;
comment on function private.search_words(text) is 'Text queries for the words that a person typed; null when there is none.';

create function private.search_query(p_search text) returns tsquery
language sql immutable set search_path = ''
as $$ select string_agg(w.word::text, ' & ')::tsquery from unnest(private.search_words(p_search)) as w (word) $$;
comment on function private.search_query(text) is 'Text query for what a person typed; null when it holds no word.';

create function private.rare_words(p_search text) returns tsquery
language sql stable security definer set search_path = ''
as $$
  -- The word index would collect every post with a common word, only to throw most of them away. Which words are common, the
  -- newest posts tell; when all are, it has to.
  with newest as materialized (select p.search from public.posts p order by p.id desc limit 1000),
  words as (
    select w.word, cardinality(s.words) = 1 or (select count(*) from newest n where n.search @@ w.word) <= 10 as is_rare
    from (select private.search_words(p_search)) as s (words), unnest(s.words) as w (word))
  select coalesce(string_agg(w.word::text, ' & ') filter (where w.is_rare), string_agg(w.word::text, ' & '))::tsquery from words w
$$;
comment on function private.rare_words(text) is 'Text query for those words of a search that are in 1% of the posts at most, or for all of them.';

create function private.feed_condition(p_mode text, p_me bigint, p_country text, p_categories text[], p_unquoted boolean) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws(' and ',
    case when p_me is null then 'not p.is_hidden' else '(not p.is_hidden or p.user_id = $1)' end,
    case when p_country is not null then 'p.country = $2' end,
    -- Of one category the index has the ids in order, of several it has not.
    case when cardinality(p_categories) = 1 then 'p.category = ($3)[1]' when p_categories is not null then 'p.category = any ($3)' end,
    case p_mode
      when 'words' then 'p.search @@ $4'
      -- A function is not asked of the index, as the operator would be.
      when 'rare words' then 'p.search @@ (select private.rare_words($5)) and ts_match_vq(p.search, $4)' end,
    -- The few posts that have the words are asked one by one; of all posts those without quotes have an index.
    case when p_unquoted and p_mode = 'all' then 'exists (select 1 from public.post_counters c where c.post_id = p.id and c.quotes = 0)'
      when p_unquoted then '(select c.quotes from public.post_counters c where c.post_id = p.id) = 0' end)
$$;
comment on function private.feed_condition(text, bigint, text, text[], boolean) is
  'SQL condition on posts p with $1 caller, $2 country, $3 categories, $4 query, $5 folded search.';

create function private.search_mode(p_search text, p_query tsquery) returns text
language sql immutable set search_path = ''
as $$ select case when private.is_blank(p_search) then 'all' when p_query is null then 'nothing' else 'words' end $$;

create function private.feed_ids(p_mode text, p_me bigint, p_country text, p_categories text[], p_unquoted boolean, p_query tsquery,
  p_search text, p_above bigint, p_below bigint, p_order text, p_offset bigint, p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids bigint[];
begin
  execute format(
      'select array(select p.id from public.posts p where p.id > $6 and p.id < $7 and %s order by p.id %s offset $8 limit $9)',
      private.feed_condition(p_mode, p_me, p_country, p_categories, p_unquoted), p_order)
    into v_ids
    using p_me, p_country, p_categories, p_query, private.fold(left(p_search, 100)), p_above, p_below, p_offset, p_size;
  return v_ids;
end $$;
comment on function private.feed_ids(text, bigint, text, text[], boolean, tsquery, text, bigint, bigint, text, bigint, integer) is
  'Ids of one stretch of the feed between two ids, in the given order of ids.';

-- The planner guesses that any beginning of a word is in 0.5% of the posts: it would walk the whole feed to find ten of a rare
-- one, and collect half of the posts for a common one. So these two say which way to go: by the word index, or from the
-- newest post down. A plan of a kind that is switched off looks so dear that it would be compiled first, which takes far longer
-- than running it: no compiling.
create function private.feed_ids_by_word(p_me bigint, p_country text, p_categories text[], p_unquoted boolean, p_query tsquery,
  p_search text, p_offset bigint, p_size integer) returns bigint[]
language sql stable security definer set search_path = '' set enable_seqscan = off set enable_indexscan = off
  set enable_indexonlyscan = off set jit = off
as $$
  select private.feed_ids('rare words', p_me, p_country, p_categories, p_unquoted, p_query, p_search, 0, 9223372036854775807, 'desc',
    p_offset, p_size)
$$;

create function private.feed_ids_of_newest(p_me bigint, p_country text, p_categories text[], p_unquoted boolean, p_query tsquery,
  p_search text, p_newest bigint, p_offset bigint, p_size integer) returns bigint[]
language sql stable security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off
  set jit = off
as $$
  select private.feed_ids('words', p_me, p_country, p_categories, p_unquoted, p_query, p_search,
    (select max(p.id) from public.posts p) - p_newest, 9223372036854775807, 'desc', p_offset, p_size)
$$;

create function private.newest_unquoted_ids(p_me bigint, p_country text, p_categories text[], p_query tsquery, p_newest bigint,
  p_offset bigint, p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off set jit = off
as $$
declare
  v_ids bigint[];
begin
  execute format(
      'select array(select p.id from (
         select c.post_id from public.post_counters c where c.quotes = 0 order by c.post_id desc limit $5) as u
       join public.posts p on p.id = u.post_id where %s order by p.id desc offset $6 limit $7)',
      private.feed_condition('words', p_me, p_country, p_categories, false))
    into v_ids
    using p_me, p_country, p_categories, p_query, p_newest, p_offset, p_size;
  return v_ids;
end $$;
comment on function private.newest_unquoted_ids(bigint, text, text[], tsquery, bigint, bigint, integer) is
  'Ids of those of the newest posts without quotes that have the words.';

create function private.search_ids(p_me bigint, p_country text, p_categories text[], p_unquoted boolean, p_query tsquery, p_search text,
  p_offset bigint, p_size integer) returns bigint[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_newest constant bigint := 2000;
  v_unquoted constant bigint := 5000;
  v_wanted bigint := p_offset + p_size;
  v_ids bigint[];
begin
  -- Where nearly every post has quotes, the few without are looked at instead of all that have a common word.
  if p_unquoted and not exists (select 1 from public.post_counters c where c.quotes = 0 order by c.post_id desc offset v_unquoted limit 1) then
    return private.newest_unquoted_ids(p_me, p_country, p_categories, p_query, v_unquoted, p_offset, p_size);
  end if;
  -- A common word fills the page from the newest posts; for all others the word index is quicker. Whether many newest
  -- posts are worth a look, the first of them tell.
  if v_wanted * 100 <= v_newest
    or cardinality(private.feed_ids_of_newest(p_me, p_country, p_categories, p_unquoted, p_query, p_search, v_newest, 0, 10)) = 10 then
    v_ids := private.feed_ids_of_newest(p_me, p_country, p_categories, p_unquoted, p_query, p_search,
      greatest(v_newest, v_wanted * 100), p_offset, p_size);
  end if;
  if v_ids is null or cardinality(v_ids) < p_size then
    v_ids := private.feed_ids_by_word(p_me, p_country, p_categories, p_unquoted, p_query, p_search, p_offset, p_size);
  end if;
  return v_ids;
end $$;

-- Typing errors --------------------------------------------------------------------------------------------------------
--
-- Only when no post of the whole feed has the words they are taken for misspelt. A correction, and fewer words, are offered only
-- when posts that everybody sees have them: nothing is said of what is in hidden ones.

create function private.similar_words(p_word text) returns table (word text, distance numeric)
language sql stable rows 5 security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with near as materialized (
    select v.word from private.vocabulary v
    where private.spellings(v.word) && private.spellings(p_word)
      and char_length(v.word) between char_length(p_word) - 2 and char_length(p_word) + 3
    limit 200),
  -- As it was typed, and with each pair of neighbours swapped: two swapped letters are one error.
  typed as (
    select p_word as text, 0 as errors
    union all
    select overlay(p_word placing reverse(substr(p_word, i, 2)) from i for 2), 1 from generate_series(1, char_length(p_word) - 1) as i),
  -- Who types the beginning of a word may mean it, but less likely so.
  parts as (
    select n.word, n.word as part, 0 as ending from near n
    union all
    select n.word, left(n.word, l), 0.4 from near n
    cross join lateral generate_series(char_length(p_word) - 1, least(char_length(p_word) + 1, char_length(n.word) - 1)) as l)
  select p.word, min(extensions.levenshtein_less_equal(t.text, p.part, 2) + t.errors + p.ending) as distance
  from parts p cross join typed t
  group by p.word
  having min(extensions.levenshtein_less_equal(t.text, p.part, 2) + t.errors + p.ending) < case when char_length(p_word) < 7 then 2 else 3 end
  order by distance, left(p.word, 1) <> left(p_word, 1), p.word
  limit 5
$$;
comment on function private.similar_words(text) is
  'Words of the vocabulary that a misspelt one may stand for, the nearest first: one error in short words, two in long ones.';

create function private.typed_words(p_search text) returns table (nr bigint, typed text, word text)
language sql immutable rows 10 set search_path = ''
as $$
  select t.nr, t.typed, btrim(private.fold(t.typed), '.,;:!?"''()')
  from regexp_split_to_table(btrim(left(p_search, 100)), '\s+') with ordinality as t (typed, nr)
  where t.typed <> ''
$$;
comment on function private.typed_words(text) is 'The words of a search as they were typed, each with what is looked up of it.';

create function private.correct_search(p_search text) returns text
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  v_texts text[];
  v_text text;
begin
  with words as materialized (
    select w.nr, w.typed, w.word,
      char_length(w.word) between 4 and 30 and w.word !~ '[^[:alpha:]]' as is_word,
      exists (select 1 from private.vocabulary v where v.word >= w.word collate "C" and v.word < w.word || chr(1114109) collate "C") as is_known
    from private.typed_words(p_search) w),
  -- Words that nobody uses; when there is none, one of the others must be meant otherwise. More than a few are no typing errors.
  doubted as materialized (
    select w.nr, w.word, w.is_known from words w
    where w.is_word and w.is_known = not exists (select 1 from words u where u.is_word and not u.is_known)
    order by w.nr limit 4),
  similar_ones as materialized (
    select d.nr, d.is_known, s.word, s.distance from doubted d cross join lateral private.similar_words(d.word) s where s.word <> d.word),
  newest as materialized (select p.search from public.posts p where not p.is_hidden order by p.id desc limit 1000),
  -- The likelier of two that are as near is the one that more of the newest posts have.
  ranked as materialized (
    select s.nr, s.is_known, s.word, s.distance, row_number() over (
      partition by s.nr order by s.distance, (select count(*) from newest n where n.search @@ quote_literal(s.word)::tsquery) desc, s.word) as place
    from similar_ones s),
  -- The best for each word; one of them replaced by its second best; of known words one at a time.
  choices as (
    select 0 as choice, 0 as changed, 0 as rank where not exists (select 1 from ranked r where r.is_known)
    union all
    select r.place::integer, r.nr::integer, (r.distance * 10 + r.place)::integer from ranked r where r.is_known or r.place = 2
    order by 3 limit 3)
  select array_agg(c.text order by c.rank) into v_texts
  from (
    select c.rank, (
      select string_agg(coalesce((
        select r.word from ranked r
        where r.nr = w.nr and case when r.is_known then w.nr = c.changed and r.place = c.choice
          else r.place = case when w.nr = c.changed then c.choice else 1 end end), w.typed), ' ' order by w.nr)
      from words w) as text
    from choices c) as c
  where exists (select 1 from ranked);
  foreach v_text in array coalesce(v_texts, '{}') loop
    if private.search_ids(null, null, null, false, private.search_query(v_text), v_text, 0, 1) <> '{}' then
      return v_text;
    end if;
  end loop;
  return null;
end $$;
comment on function private.correct_search(text) is
  'What a search without results was probably meant to be, with results that everybody sees; null when there is no such thing.';

create function private.fewer_words(p_search text) returns text
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with words as materialized (
    select min(w.nr) as nr, min(w.typed) as typed, private.search_query(w.word) as query
    from private.typed_words(p_search) w where private.search_query(w.word) is not null
    group by w.word order by 1 limit 8),
  newest as materialized (select p.id, p.search from public.posts p where not p.is_hidden order by p.id desc limit 1000),
  -- A word that few of the newest have is rare: its index knows some others.
  looked as (
    select n.id, n.search from newest n
    union
    select f.id, f.search from words w
    cross join lateral (select p.id, p.search from public.posts p where p.search @@ w.query and not p.is_hidden limit 50) as f
    where (select count(*) from newest n where n.search @@ w.query) <= 10),
  best as (
    select l.id, array_agg(w.nr) as words from looked l join words w on l.search @@ w.query
    group by l.id order by count(*) desc, l.id desc limit 1)
  select string_agg(w.typed, ' ' order by w.nr) from best b join words w on w.nr = any (b.words)
  where (select count(*) from private.typed_words(p_search)) > 1
$$;
comment on function private.fewer_words(text) is
  'Those of several words that posts which everybody sees have together: most of them, in the order typed; null when they have none.';

create function private.forget_words(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_words text[];
begin
  -- A few at a time, each once a week: one search tells whether a visible post has the word.
  with looked as (
    update private.vocabulary v set checked_at = now()
    where v.word in (
      select o.word from private.vocabulary o where o.checked_at < now() - interval '7 days'
      order by o.checked_at limit least(p_limit, 100) for update skip locked)
    returning v.word)
  select array_agg(l.word) into v_words from looked l;
  delete from private.vocabulary v where v.word = any (v_words)
    and private.search_ids(null, null, null, false, quote_literal(v.word)::tsquery, v.word, 0, 1) = '{}';
  return coalesce(cardinality(v_words), 0);
end $$;
comment on function private.forget_words(integer) is
  'Looks for posts with the next words and removes those that no visible post has any more; answers at how many it looked.';

create function private.meant_search(p_search text, p_query tsquery, p_me bigint) returns text
language sql stable security definer set search_path = ''
as $$
  select private.correct_search(p_search) where private.search_ids(p_me, null, null, false, p_query, p_search, 0, 1) = '{}'
$$;
comment on function private.meant_search(text, tsquery, bigint) is 'The correction of a search that has no result in the whole feed; null for all others.';

create function private.search_hints(p_search text) returns table (corrected text, fewer text)
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_query tsquery := private.search_query(p_search);
begin
  if v_query is null or private.search_ids(private.current_profile_id(), null, null, false, v_query, p_search, 0, 1) <> '{}' then
    return;
  end if;
  corrected := private.correct_search(p_search);
  fewer := case when corrected is null then private.fewer_words(p_search) end;
  return next;
end $$;

create function public.search_hints(search text) returns table (corrected text, fewer text)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.search_hints($1) $$;
comment on function public.search_hints(text) is
  'What helps a search that finds nothing: how it was probably meant, else those of its words that have results together; no row for others.';
grant execute on function private.search_hints(text), public.search_hints(text) to anon, authenticated;

create function private.count_posts(p_search text, p_country text, p_categories text[], p_unquoted boolean) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
  v_categories text[] := private.equivalent_categories(p_categories);
  v_query tsquery := private.search_query(p_search);
  v_mode text := private.search_mode(p_search, v_query);
  v_unquoted boolean := coalesce(p_unquoted, false);
  v_meant text;
  v_count bigint;
begin
  if v_mode = 'all' and v_unquoted then
    return cardinality(private.feed_ids('all', v_me, p_country, v_categories, true, null, null, 0, 9223372036854775807, 'desc', 0, 1001));
  elsif v_mode = 'all' then
    select coalesce(sum(t.visible_count), 0) into v_count from public.post_totals t
    where (p_country is null or t.country = p_country) and (v_categories is null or t.category = any (v_categories));
    return v_count + (
      select count(*) from public.posts p
      where p.is_hidden and p.user_id = v_me
        and (p_country is null or p.country = p_country) and (v_categories is null or p.category = any (v_categories)));
  end if;
  -- Counting a common word to the end would cost more than finding it: 1001 stands for "more than 1,000".
  if v_mode = 'words' then
    v_count := cardinality(private.search_ids(v_me, p_country, v_categories, v_unquoted, v_query, p_search, 0, 1001));
    v_meant := case when v_count = 0 then private.meant_search(p_search, v_query, v_me) end;
    if v_meant is not null then
      v_count := cardinality(private.search_ids(v_me, p_country, v_categories, v_unquoted, private.search_query(v_meant), v_meant, 0, 1001));
    end if;
  end if;
  return coalesce(v_count, 0);
end $$;

create function private.feed_blocks(p_me bigint) returns table (block bigint, in_block bigint, skipped bigint)
language sql stable rows 500 security definer set search_path = ''
as $$
  with counted as (
    select c.block, sum(c.posts)::bigint as in_block
    from (
      select b.block, b.visible_count as posts from private.post_blocks b
      union all
      select p.id / 1000, 1 from public.posts p where p.is_hidden and p.user_id = p_me) as c
    group by c.block)
  select c.block, c.in_block, (sum(c.in_block) over (order by c.block desc))::bigint - c.in_block
  from counted c
$$;
comment on function private.feed_blocks(bigint) is
  'Blocks of the caller''s feed: posts in each, and how many newer posts lie before it.';

create function private.list_posts(p_search text, p_country text, p_categories text[], p_page integer, p_page_size integer,
  p_unquoted boolean, p_sort text)
returns setof public.posts
language plpgsql stable rows 10 security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
  v_categories text[] := private.equivalent_categories(p_categories);
  v_query tsquery := private.search_query(p_search);
  v_mode text := private.search_mode(p_search, v_query);
  v_unquoted boolean := coalesce(p_unquoted, false);
  v_by_quotes boolean := coalesce(p_sort, '') = 'fewest_quotes';
  v_size integer := least(greatest(coalesce(p_page_size, 10), 1), 1000);
  v_offset bigint := (greatest(coalesce(p_page, 1), 1) - 1)::bigint * v_size;
  -- Sorted otherwise than they lie, the newest thousand are put in order.
  v_read bigint := case when v_by_quotes then 0 else v_offset end;
  v_read_size integer := case when v_by_quotes then 1000 else v_size end;
  v_total bigint;
  v_below bigint := 9223372036854775807;
  v_order text := 'desc';
  v_meant text;
  v_ids bigint[];
  v_post public.posts;
begin
  if (v_mode <> 'all' or v_unquoted or v_by_quotes) and v_offset >= 1000 then
    return;
  elsif v_mode = 'all' and v_offset > 1000 and p_country is null and v_categories is null then
    -- A deep page of the whole feed: the counts per block tell where it begins.
    select (f.block + 1) * 1000, v_offset - f.skipped into v_below, v_read
    from private.feed_blocks(v_me) f
    where f.skipped <= v_offset and f.skipped + f.in_block > v_offset;
    if not found then
      return;
    end if;
  elsif v_mode = 'all' and v_offset > 1000 then
    -- A deep page of a filtered feed is read from the nearer end.
    v_total := private.count_posts(null, p_country, p_categories, false);
    if v_offset >= v_total then
      return;
    elsif v_offset > v_total / 2 then
      v_order := 'asc';
      v_read_size := least(v_size, v_total - v_offset);
      v_read := v_total - v_offset - v_read_size;
    end if;
  end if;
  -- Ids first: for the unsearched feed an index-only scan; the wide rows of one page only afterwards.
  if v_mode = 'all' then
    v_ids := private.feed_ids('all', v_me, p_country, v_categories, v_unquoted, null, null, 0, v_below, v_order, v_read, v_read_size);
  elsif v_mode = 'words' then
    v_ids := private.search_ids(v_me, p_country, v_categories, v_unquoted, v_query, p_search, v_read, v_read_size);
    v_meant := case when v_ids = '{}' then private.meant_search(p_search, v_query, v_me) end;
    if v_meant is not null then
      v_ids := private.search_ids(v_me, p_country, v_categories, v_unquoted, private.search_query(v_meant), v_meant, v_read, v_read_size);
    end if;
  end if;
  if v_by_quotes then
    v_ids := array(
      select c.post_id from public.post_counters c where c.post_id = any (v_ids) order by c.quotes, c.post_id desc offset v_offset limit v_size);
  end if;
  for v_post in
    select p.* from public.posts p where p.id = any (v_ids)
    order by case when v_by_quotes then array_position(v_ids, p.id) end, p.id desc
  loop
    -- What callers have no right to read from the table, they do not get here either.
    v_post.client_id := null;
    v_post.owner_company := null;
    v_post.search := null;
    return next v_post;
  end loop;
end $$;

create function public.count_posts(search text default null, country text default null, categories text[] default null,
  unquoted boolean default false)
returns bigint
language sql stable security invoker set search_path = ''
as $$ select private.count_posts($1, $2, $3, $4) $$;
comment on function public.count_posts(text, text, text[], boolean) is
  'Number of posts in the feed with these filters; with a search, or without quotes, 1001 stands for "more than 1,000".';

create function public.list_posts(search text default null, country text default null, categories text[] default null,
  page integer default 1, page_size integer default 10, unquoted boolean default false, sort text default 'newest')
returns setof public.posts
language sql stable rows 10 security invoker set search_path = ''
as $$ select * from private.list_posts($1, $2, $3, $4, $5, $6, $7) $$;
comment on function public.list_posts(text, text, text[], integer, integer, boolean, text) is
  'One page of the feed, newest first: visible posts and the caller''s own hidden ones (§2 Home, C21, C26); all, or those without quotes only. The sort "fewest_quotes" puts the newest 1,000 in order.';

grant execute on function private.count_posts(text, text, text[], boolean),
  private.list_posts(text, text, text[], integer, integer, boolean, text), public.count_posts(text, text, text[], boolean),
  public.list_posts(text, text, text[], integer, integer, boolean, text) to anon, authenticated;
