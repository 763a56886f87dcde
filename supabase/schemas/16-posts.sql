-- Posts (purchase requests): their content, visibility, writes, hiding, closing, and deadlines.

-- Words of the search -------------------------------------------------------------------------------------------------

-- The search also finds a post by the names of its country and category; a test compares them with those of the page.

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
grant execute on function private.country_words to anon, authenticated, service_role;

create function private.category_words(p_category text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  -- Read before the constraint refuses what is no category: a megabyte would take seconds to fold.
  select replace(left(p_category, 50), '_', ' ') || coalesce(' ' || ($labels${
    "agriculture": "Agricultural", "agricultural": "Agriculture", "food": "Food & Beverage", "textile": "Textiles & Clothing",
    "textiles": "Textile & Clothing", "chemicals": "Chemicals & Plastics", "logistics": "Transport & Logistics",
    "furniture": "Furniture & Decor", "retail": "Retail & E-commerce", "energy": "Energy & Utilities"
  }$labels$::jsonb ->> p_category), '')
$$;
comment on function private.category_words is 'A category, its label and its other spelling.';
grant execute on function private.category_words to anon, authenticated, service_role;

-- Table ---------------------------------------------------------------------------------------------------------------

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
  owner_names text,
  quantity numeric,
  unit text,
  target_price numeric,
  target_currency text,
  needed_by date,
  quote_deadline timestamptz,
  incoterm text,
  closed_at timestamptz,
  closed_reason text,
  search tsvector not null default '',
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
  constraint posts_client_id_is_unique unique (user_id, client_id),
  -- NaN and Infinity are greater than every number.
  constraint posts_quantity_is_positive check (quantity > 0 and quantity <= 1000000000000 and quantity = round(quantity, 6)),
  constraint posts_unit_is_clean check (char_length(unit) <= 20 and (unit is null or not private.is_blank(unit)) and unit not like '%@%'),
  constraint posts_target_price_is_positive
    check (target_price > 0 and target_price <= 1000000000000 and target_price = round(target_price, 6)),
  constraint posts_target_currency_is_a_code check (target_currency ~ '^[A-Z]{3}$'),
  constraint posts_target_price_is_whole check ((target_price is null) = (target_currency is null)),
  constraint posts_needed_by_is_a_day check (needed_by between '2000-01-01' and '9999-12-31'),
  constraint posts_quote_deadline_is_a_time check (quote_deadline between '2000-01-01 00:00Z' and '9999-12-31 00:00Z'),
  constraint posts_incoterm_is_known
    check (incoterm in ('EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF')),
  constraint posts_closed_reason_is_known check (closed_reason in ('awarded', 'found_elsewhere', 'no_need')),
  constraint posts_closed_state_is_whole check ((closed_at is null) = (closed_reason is null))
);
comment on table public.posts is 'Purchase requests. Newest first means highest id first.';
comment on column public.posts.images is 'At most five: paths in the bucket `post-images`, or https addresses.';
comment on column public.posts.client_id is 'Made by the client, so that a repeated request creates nothing twice.';
comment on column public.posts.owner_names is 'Username and company of the owner, kept by triggers: a post is found by them.';
comment on column public.posts.search is 'The words that the post is found by; those of its title have the weight A.';
comment on column public.posts.hidden_by is 'Who hid the post: its owner or an admin.';
comment on column public.posts.target_price is 'For one of its unit, in `target_currency`.';
comment on column public.posts.quote_deadline is 'From this moment on no more quotes are taken.';
comment on column public.posts.closed_at is 'When its owner ended the request; null while they have not, also after the deadline.';

-- The feed index alone answers every page of the unsearched feed, whatever its filters are.
create index posts_feed_idx on public.posts (id desc) include (user_id, is_hidden, country, category);
create index posts_country_idx on public.posts (country, id desc) include (user_id, is_hidden, category);
create index posts_category_idx on public.posts (category, id desc) include (user_id, is_hidden, country);
-- Requests that nobody has closed, and those with a deadline.
create index posts_open_idx on public.posts (id desc) include (user_id, is_hidden, country, category, quote_deadline, closed_at)
  where closed_at is null;
create index posts_deadline_idx on public.posts (quote_deadline, id desc) include (user_id, is_hidden, country, category, closed_at)
  where closed_at is null and quote_deadline is not null;
create index posts_user_idx on public.posts (user_id, id desc);
create index posts_hidden_idx on public.posts (user_id, id desc) include (country, category) where is_hidden;
create index posts_hidden_by_idx on public.posts (hidden_by) where hidden_by is not null;
create index posts_search_idx on public.posts using gin (search, (array[country]), (array[category]));
-- For admins, who search by part of a title.
create index posts_title_trigram_idx on public.posts using gin (private.fold(title) extensions.gin_trgm_ops);
create index posts_hidden_at_idx on public.posts (hidden_at desc, id desc) where is_hidden;
create index posts_all_hidden_idx on public.posts (id desc) include (country) where is_hidden;
create index posts_closed_idx on public.posts (id desc) include (country, is_hidden) where closed_at is not null;
create index posts_created_idx on public.posts (created_at) include (category, country);
-- The pages of the sitemap.
create index posts_sitemap_idx on public.posts ((id / 1000), updated_at) where not is_hidden;

revoke all on table public.posts from anon, authenticated, service_role;
grant select (id, user_id, title, description, category, country, area, delivery_address, port, images, is_hidden,
  hidden_reason, hidden_by, hidden_at, created_at, updated_at, quantity, unit, target_price, target_currency, needed_by,
  quote_deadline, incoterm, closed_at, closed_reason) on table public.posts to anon;
grant select (id, user_id, title, description, category, country, area, delivery_address, port, images, is_hidden,
  hidden_reason, hidden_by, hidden_at, client_id, created_at, updated_at, quantity, unit, target_price, target_currency,
  needed_by, quote_deadline, incoterm, closed_at, closed_reason) on table public.posts to authenticated;
grant insert (title, description, category, country, area, delivery_address, port, images, client_id, quantity, unit,
  target_price, target_currency, needed_by, quote_deadline, incoterm) on table public.posts to authenticated;
grant update (title, description, category, country, area, delivery_address, port, images, quantity, unit, target_price,
  target_currency, needed_by, quote_deadline, incoterm) on table public.posts to authenticated;
grant delete on table public.posts to authenticated;

alter table public.posts enable row level security;
create policy "guests read visible posts" on public.posts for select to anon using (not is_hidden);
create policy "users read visible and own posts, admins all" on public.posts for select to authenticated
  using (not is_hidden or user_id = (select private.current_profile_id()) or (select private.is_admin()));
create policy "users create their own posts" on public.posts for insert to authenticated
  with check (user_id = (select private.current_profile_id()));
create policy "owners edit their posts" on public.posts for update to authenticated
  using (user_id = (select private.current_profile_id()) and private.is_only_row(tableoid, id));
create policy "owners delete their posts" on public.posts for delete to authenticated
  using (user_id = (select private.current_profile_id()) and private.is_only_row(tableoid, id));

-- Rules of each write -------------------------------------------------------------------------------------------------

create function private.check_post_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_auth_id uuid := (select auth.uid());
  v_old public.posts;
  v_content jsonb;
  v_stored_id bigint;
  v_is_edit boolean;
begin
  if tg_op = 'INSERT' then
    v_old.images := '{}';
    if v_auth_id is not null then
      v_content := private.post_facts(new) || jsonb_build_object('category', new.category, 'images', new.images);
      select p.id into v_stored_id from public.posts p where p.user_id = new.user_id and p.client_id = new.client_id;
      if v_stored_id is null then
        perform private.consume_rate_limit('post', new.user_id::text);
        perform private.remember_content('post ' || new.user_id, new.client_id, v_content);
      else
        perform private.assert_same_content('post ' || new.user_id, new.client_id, v_content, v_stored_id);
        perform private.refuse_repeat('posts_client_id_is_unique');
      end if;
    end if;
    -- Held, so that names which change meanwhile change here as well.
    select concat_ws(' ', p.username, p.company_name) into new.owner_names from public.profiles p where p.id = new.user_id for share;
  else
    v_old := old;
  end if;
  if v_auth_id is not null then
    perform private.assert_own_images('post-images', new.images, v_old.images);
    -- What was in time when it was written stays valid.
    if new.quote_deadline is distinct from v_old.quote_deadline then
      if new.quote_deadline <= now() then
        perform private.refuse(400, 'invalid_input', 'The deadline is in the past', '{"path": "quoteDeadline"}');
      elsif new.quote_deadline > now() + interval '1 year' then
        perform private.refuse(400, 'invalid_input', 'The deadline must be within a year', '{"path": "quoteDeadline"}');
      end if;
    end if;
    if new.needed_by is distinct from v_old.needed_by then
      -- The day on which it still is today somewhere.
      if new.needed_by < (now() at time zone 'utc' - interval '12 hours')::date then
        perform private.refuse(400, 'invalid_input', 'The day is in the past', '{"path": "neededBy"}');
      elsif new.needed_by > now() at time zone 'utc' + interval '5 years' then
        perform private.refuse(400, 'invalid_input', 'The day must be within five years', '{"path": "neededBy"}');
      end if;
    end if;
  end if;
  v_is_edit := tg_op = 'UPDATE' and not private.restores_text() and (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port,
      new.images, new.quantity, new.unit, new.target_price, new.target_currency, new.needed_by, new.quote_deadline, new.incoterm)
      is distinct from
      (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port,
      old.images, old.quantity, old.unit, old.target_price, old.target_currency, old.needed_by, old.quote_deadline, old.incoterm);
  if v_is_edit then
    new.updated_at := now();
  end if;
  -- Each edit, closing and hiding is told to the open pages of everybody who has quoted. What admins hide is limited otherwise.
  if (v_is_edit or tg_op = 'UPDATE' and (new.closed_at, new.is_hidden) is distinct from (old.closed_at, old.is_hidden))
      and new.user_id = private.current_profile_id() then
    perform private.consume_rate_limit('post_edit', new.user_id::text);
  end if;
  return new;
end $$;

-- Not a generated column: Postgres would make it anew with each update of whatever column, so that an admin could not hide the posts of
-- somebody whose texts have thousands of words.
create function private.make_post_searchable() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port, new.owner_names)
      is distinct from (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port, old.owner_names) then
    new.search := private.title_vector(new.title) || private.search_vector(concat_ws(' ', new.description, new.area, new.delivery_address,
      new.port, new.owner_names, private.category_words(new.category), private.country_words(new.country)));
  end if;
  return new;
end $$;

-- The words of each post are made anew, so a hundred posts could take longer than a statement may.
create table private.names_to_copy (
  user_id bigint primary key references public.profiles (id) on delete cascade
);
comment on table private.names_to_copy is 'Users whose older posts do not have their new names yet; the newest get them at once.';

revoke all on table private.names_to_copy from anon, authenticated, service_role;

create function private.copy_names(p_user_id bigint) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_names text := (select concat_ws(' ', o.username, o.company_name) from public.profiles o where o.id = p_user_id);
  v_ids bigint[] := array(
    select p.id from public.posts p where p.user_id = p_user_id and p.owner_names is distinct from v_names order by p.id desc limit 20);
begin
  perform 1 from public.posts p where p.id = any (v_ids) order by p.id for no key update;
  update public.posts p set owner_names = v_names where p.id = any (v_ids);
  return cardinality(v_ids);
end $$;
comment on function private.copy_names is 'Gives the newest 20 of those posts that have former names of their owner the present ones; answers how many.';

create function private.copy_names_to_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer := private.copy_names(new.id);
begin
  if v_count = 20 then
    insert into private.names_to_copy (user_id) values (new.id) on conflict do nothing;
  end if;
  if v_count > 0 and new.id = private.current_profile_id() then
    perform private.consume_rate_limit('post_edit', new.id::text);
  end if;
  return null;
end $$;

create function private.copy_next_names() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user_id bigint;
  v_count integer;
begin
  -- With the profile, so that names which change meanwhile are noted anew.
  select n.user_id into v_user_id from private.names_to_copy n join public.profiles p on p.id = n.user_id
  order by n.user_id limit 1 for update of n skip locked for share of p skip locked;
  if not found then
    return 0;
  end if;
  v_count := private.copy_names(v_user_id);
  if v_count < 20 then
    delete from private.names_to_copy n where n.user_id = v_user_id;
  end if;
  return greatest(v_count, 1);
end $$;
comment on function private.copy_next_names is 'Copies new names of one user to up to 20 of their posts; answers how many, 0 when there is nothing to do.';

-- Hide and unhide ----------------------------------------------------------------------------------------------------

create function private.post_to_moderate(p_post_id bigint, p_me bigint, p_is_admin boolean, p_refusal text) returns public.posts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
begin
  -- Its owner is told. The counter before the post, as in bulk actions.
  if p_is_admin and exists (select 1 from public.posts p where p.id = p_post_id and p.user_id <> p_me) then
    perform private.consume_rate_limit('bulk_action', p_me::text);
  end if;
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
  -- Hiding twice is harmless. Neither replaces the hiding of the other, whose end would then publish the post against the other's will.
  if v_post.is_hidden and v_is_owner and v_post.hidden_by <> v_post.user_id then
    perform private.refuse(403, 'forbidden', 'This post was hidden by an administrator');
  elsif v_post.is_hidden and not v_is_owner and v_post.hidden_by = v_post.user_id then
    perform private.refuse(409, 'conflict', 'This post was hidden by its owner');
  elsif v_post.is_hidden then
    return;
  end if;
  update public.posts p set
    is_hidden = true,
    hidden_by = v_me,
    hidden_reason = coalesce(v_reason, case when not v_is_owner then 'Violation of the marketplace rules' end),
    hidden_at = now()
  where p.id = p_post_id;
end $$;

create function public.hide_post(post_id bigint, reason text default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.hide_post(post_id, reason) $$;
comment on function public.hide_post is
  'Hides a post: by its owner, or by an admin for a violation of the rules. Refused where the other has hidden it: PT403 for the owner, PT409 for an admin.';
grant execute on function private.hide_post, public.hide_post to authenticated;

create function private.unhide_post(p_post_id bigint, p_hidden_at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_is_admin boolean := private.is_admin();
  v_post public.posts := private.post_to_moderate(p_post_id, v_me, v_is_admin, 'You are not allowed to unhide this post');
begin
  if (not v_is_admin or v_post.user_id = v_me) and v_post.hidden_by is not null and v_post.hidden_by <> v_post.user_id then
    perform private.refuse(403, 'forbidden', 'This post was hidden by an administrator');
  elsif v_post.is_hidden and v_post.user_id <> v_me and v_post.hidden_by = v_post.user_id and p_hidden_at is null then
    perform private.refuse(409, 'conflict', 'This post was hidden by its owner');
  elsif v_post.user_id <> v_me then
    perform private.assert_unchanged(v_post.hidden_at, p_hidden_at);
  end if;
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null
  where p.id = p_post_id and p.is_hidden;
end $$;

create function public.unhide_post(post_id bigint, hidden_at timestamptz default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.unhide_post(post_id, hidden_at) $$;
comment on function public.unhide_post is
  'Unhides a post; its owner cannot undo what an admin did. PT409 for an admin who names another time of hiding than the stored one, or none of a post that its owner has hidden.';
grant execute on function private.unhide_post, public.unhide_post to authenticated;

create function private.is_open(p_post public.posts) returns boolean
language sql stable set search_path = ''
as $$ select p_post.closed_at is null and (p_post.quote_deadline is null or p_post.quote_deadline > now()) $$;
comment on function private.is_open is 'Whether the request takes quotes: neither closed nor over its deadline.';

-- Close and reopen ----------------------------------------------------------------------------------------------------

create function private.text_of_closing(p_title text, p_reason text) returns text
language sql immutable set search_path = ''
as $$
  select left(format('The request "%s" was closed: %s', p_title, case p_reason
    when 'awarded' then 'Awarded' when 'found_elsewhere' then 'Found elsewhere' else 'No need any more' end), 600)
$$;

create function private.text_of_opening(p_title text) returns text
language sql immutable set search_path = ''
as $$ select left(format('The request "%s" is open again', p_title), 600) $$;

-- Only suppliers with an undecided quote are notified that a post is closed, and those who watch it.
create function private.tell_closed(p_post public.posts) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.notifications (user_id, message, data)
  -- With the title that they quoted on, as in decisions: a title of now may be one of a hidden post, or of one that is about to be hidden.
  select n.supplier_id, private.text_of_closing(n.post_title, p_post.closed_reason),
    jsonb_build_object('type', 'post_closed', 'quoteId', n.id)
  from (
    select distinct on (q.supplier_id) q.supplier_id, q.id, q.post_title from public.quotes q
    where q.post_id = p_post.id and private.is_undecided(q) order by q.supplier_id, q.id desc) as n
  order by n.supplier_id
$$;
comment on function private.tell_closed is 'Tells everybody whose quote was not decided on that the request is closed, once each.';

-- What waits in a mail or a digest is not mailed either: private.is_still_so().
create function private.take_closing_back(p_post public.posts) returns void
language sql volatile security definer set search_path = ''
as $$
  with told as materialized (
    select n.id, n.user_id, n.read_at from public.notifications n
    where n.created_at = p_post.closed_at and n.data ->> 'type' = 'post_closed'
      and (n.data ->> 'quoteId')::bigint in (select q.id from public.quotes q where q.post_id = p_post.id)
    order by n.id for update skip locked),
  dropped as (delete from public.notifications n where n.id in (select t.id from told t where t.read_at is null)),
  -- A mail leaves whether or not its notification is read, and also where the page shows none.
  mailed as (
    select o.user_id from public.quotes q cross join concat('quote ', q.id, ' closed') as c (cause)
    join private.mail_outbox o on o.user_id = q.supplier_id and o.status in ('sending', 'sent') and coalesce(o.sent_at, now()) >= p_post.closed_at
      and (o.cause = c.cause or o.data -> 'items' @> jsonb_build_array(jsonb_build_object('about', c.cause)))
    where q.post_id = p_post.id)
  insert into public.notifications (user_id, message, data)
  -- By their quote and the title that they quoted on, like the closing: the post may be hidden. Of the closing's kind, so that whoever
  -- chose to hear of the one hears of the other.
  select t.user_id, private.text_of_opening(q.post_title),
    jsonb_build_object('type', 'post_closed', 'quoteId', q.id, 'topic', 'taken_back')
  from (select t.user_id from told t where t.read_at is not null union select m.user_id from mailed m) as t
  cross join lateral (
    select o.id, o.post_title from public.quotes o where o.post_id = p_post.id and o.supplier_id = t.user_id order by o.id desc limit 1) as q
  order by t.user_id
$$;
comment on function private.take_closing_back is
  'Drops the notifications of the last closing of a post, given as it was closed, that nobody has read, and tells whoever has read of it, on the page or in a mail, that it is open again.';

create function private.close_post_row(p_post_id bigint, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
begin
  update public.posts p set closed_at = now(), closed_reason = p_reason
  where p.id = p_post_id and p.closed_at is null returning p.* into v_post;
  if found then
    perform private.tell_closed(v_post);
  end if;
end $$;
comment on function private.close_post_row is 'Closes a post that the caller has locked; one that is closed stays as it is.';

create function private.close_post(p_post_id bigint, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts := private.post_to_moderate(p_post_id, private.require_profile_id(), false, 'You are not allowed to close this post');
begin
  if p_reason is null or p_reason not in ('awarded', 'found_elsewhere', 'no_need') then
    perform private.refuse(400, 'invalid_input', 'Choose a reason', '{"path": "reason"}');
  end if;
  perform private.assert_not_suspended();
  perform private.close_post_row(v_post.id, p_reason);
end $$;

create function public.close_post(post_id bigint, reason text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.close_post(post_id, reason) $$;
comment on function public.close_post is
  'Closes a post of the caller, so that it takes no more quotes: awarded, found_elsewhere or no_need. One that is closed stays as it is.';
grant execute on function private.close_post, public.close_post to authenticated;

create function private.reopen_post(p_post_id bigint, p_quote_deadline timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts := private.post_to_moderate(p_post_id, private.require_profile_id(), false, 'You are not allowed to re-open this post');
begin
  if p_quote_deadline is null and v_post.quote_deadline <= now() then
    perform private.refuse(400, 'invalid_input', 'The deadline has passed. Choose a new one.', '{"path": "quoteDeadline"}');
  end if;
  perform private.assert_not_suspended();
  update public.posts p set closed_at = null, closed_reason = null, quote_deadline = coalesce(p_quote_deadline, p.quote_deadline)
  where p.id = v_post.id and (p.closed_at is not null or p.quote_deadline is distinct from coalesce(p_quote_deadline, p.quote_deadline));
  perform private.take_closing_back(v_post);
end $$;

create function public.reopen_post(post_id bigint, quote_deadline timestamptz default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.reopen_post(post_id, quote_deadline) $$;
comment on function public.reopen_post is
  'Opens a closed post of the caller again, until a new deadline when one is given; PT400 without one where the old one has passed.';
grant execute on function private.reopen_post, public.reopen_post to authenticated;

-- Deadlines -----------------------------------------------------------------------------------------------------------

-- A separate table: posts need no further index, and only the run that takes a row notifies.
create table private.deadlines_to_tell (
  post_id bigint primary key references public.posts (id) on delete cascade,
  quote_deadline timestamptz not null
);
comment on table private.deadlines_to_tell is 'Deadlines of whose end the owner has not been told.';

create index deadlines_to_tell_idx on private.deadlines_to_tell (quote_deadline);

revoke all on table private.deadlines_to_tell from anon, authenticated, service_role;

create function private.note_deadline() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.quote_deadline is null then
    delete from private.deadlines_to_tell d where d.post_id = new.id;
  else
    insert into private.deadlines_to_tell as d (post_id, quote_deadline) values (new.id, new.quote_deadline)
    on conflict (post_id) do update set quote_deadline = excluded.quote_deadline;
  end if;
  return null;
end $$;

-- Each notification queues a mail, so a batch of more than 500 could outlast the statement timeout.
create function private.tell_deadlines(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  with due as (
    delete from private.deadlines_to_tell d where d.post_id in (
      select o.post_id from private.deadlines_to_tell o where o.quote_deadline <= now()
      order by o.quote_deadline limit least(p_limit, 500) for update skip locked)
    returning d.post_id
  ), told as (
    -- Whoever has closed the request themselves is told nothing that they do not know.
    insert into public.notifications (user_id, message, data)
    select p.user_id, left(format('The deadline of "%s" has passed: %s %s', p.title, c.quotes, case c.quotes when 1 then 'quote' else 'quotes' end), 600),
      jsonb_build_object('type', 'deadline_passed', 'postId', p.id)
    from due d join public.posts p on p.id = d.post_id join public.post_counters c on c.post_id = p.id
    where p.closed_at is null and p.quote_deadline <= now()
    -- Their digests are locked in this order.
    order by p.user_id, p.id
  )
  select count(*) into v_count from due;
  return v_count;
end $$;
comment on function private.tell_deadlines is
  'Tells owners that the deadline of their request has passed, each deadline once; answers how many deadlines it took from the list.';

create function public.tell_deadlines(batch integer default 1000) returns integer
language sql volatile security invoker set search_path = ''
as $$ select private.tell_deadlines(batch) $$;
comment on function public.tell_deadlines is
  'For the edge function `housekeeping` only: tells owners whose deadline has passed; answers how many deadlines it handled.';
grant execute on function private.tell_deadlines, public.tell_deadlines to service_role;
