-- Posts (purchase requests) with their counters, likes and totals.

-- Words by which a post can be found besides its own text. Immutable, because the search column is made of it, so the lists stand here;
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
comment on function private.country_words is 'Names of a country, by its code; any other text as it is.';

create function private.category_words(p_category text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select replace(p_category, '_', ' ') || coalesce(' ' || ($labels${
    "agriculture": "Agricultural", "agricultural": "Agriculture", "food": "Food & Beverage", "textile": "Textiles & Clothing",
    "textiles": "Textile & Clothing", "chemicals": "Chemicals & Plastics", "logistics": "Transport & Logistics",
    "furniture": "Furniture & Decor", "retail": "Retail & E-commerce", "energy": "Energy & Utilities"
  }$labels$::jsonb ->> p_category), '')
$$;
comment on function private.category_words is 'A category, its label and its other spelling.';
grant execute on function private.country_words, private.category_words to anon, authenticated, service_role;

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
comment on function private.spellings is 'The first seven letters of a word, whole and with up to two of them left out.';

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
create policy "guests read visible posts" on public.posts for select to anon using (not is_hidden);
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
create policy "guests read counters of visible posts" on public.post_counters for select to anon
  using (exists (select 1 from public.posts p where p.id = post_id));
create policy "users read counters of posts they see" on public.post_counters for select to authenticated
  using (exists (select 1 from public.posts p where p.id = post_id));

alter table public.post_likes enable row level security;
create policy "users read their own likes" on public.post_likes for select to authenticated
  using (user_id = (select private.current_profile_id()));

alter table public.post_totals enable row level security;
create policy "guests read totals" on public.post_totals for select to anon using (true);
create policy "users read totals" on public.post_totals for select to authenticated using (true);

create trigger a_refuse_suspended before insert or update or delete on public.posts for each statement execute function private.refuse_suspended();
create trigger a_refuse_suspended before insert or update or delete on public.post_likes for each statement execute function private.refuse_suspended();

-- Triggers -----------------------------------------------------------------------------------------------------------

create function private.check_post_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_auth_id uuid := (select auth.uid());
  v_old_images text[] := case when tg_op = 'UPDATE' then old.images else '{}'::text[] end;
begin
  if tg_op = 'INSERT' then
    if v_auth_id is not null then
      perform private.consume_rate_limit('post', new.user_id::text);
    end if;
    -- Held, so that a company which changes meanwhile changes here as well.
    select p.company_name into new.owner_company from public.profiles p where p.id = new.user_id for share;
  end if;
  if v_auth_id is not null then
    perform private.assert_own_images('post-images', new.images, v_old_images);
  end if;
  if tg_op = 'UPDATE' and (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port,
      new.images) is distinct from
      (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port, old.images) then
    new.updated_at := now();
  end if;
  return new;
end $$;

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

create function private.count_posts_of_users() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_change record;
begin
  -- In the order of ids, so that two statements cannot wait for each other.
  for v_change in execute format('select c.user_id, count(*)::integer as posts from %s as c group by c.user_id order by 1',
      case tg_op when 'INSERT' then 'posts_after' else 'posts_before' end) loop
    update public.accounts a set post_count = a.post_count + case tg_op when 'INSERT' then v_change.posts else -v_change.posts end
    where a.profile_id = v_change.user_id;
  end loop;
  return null;
end $$;
create trigger count_new_posts_of_users after insert on public.posts
  referencing new table as posts_after for each statement execute function private.count_posts_of_users();
create trigger count_deleted_posts_of_users after delete on public.posts
  referencing old table as posts_before for each statement execute function private.count_posts_of_users();

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
as $$ select private.set_post_like(post_id, liked) $$;
comment on function public.set_post_like is 'Likes or unlikes a post for the caller, however often it is said; answers the new number of likes.';
grant execute on function private.set_post_like, public.set_post_like to authenticated;

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
comment on function private.post_to_moderate is
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
as $$ select private.hide_post(post_id, reason) $$;
comment on function public.hide_post is 'Hides a post: by its owner, or by an admin for a violation of the rules.';

create function public.unhide_post(post_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.unhide_post(post_id) $$;
comment on function public.unhide_post is 'Unhides a post; its owner cannot undo what an admin did.';

grant execute on function private.hide_post, private.unhide_post, public.hide_post, public.unhide_post to authenticated;
