-- Quotes: a supplier's answer to a post, with its documents. Only submit_quote() writes them.

create table public.quotes (
  id bigint generated always as identity primary key,
  post_id bigint references public.posts (id) on delete set null,
  post_title text not null,
  post_owner_id bigint references public.profiles (id) on delete set null,
  supplier_id bigint not null references public.profiles (id) on delete cascade,
  product_match text,
  description text not null default '',
  price_text text not null,
  price_value numeric,
  quantity_text text not null,
  quantity_value numeric,
  currency text not null default 'USD',
  payment_method text,
  shipping_method text,
  delivery_time text not null,
  delivery_from text,
  delivery_to text,
  images text[] not null default '{}',
  contact_address text,
  account_type text not null default 'individual',
  organization_name text,
  tax_code text,
  client_id uuid not null default gen_random_uuid(),
  last_message_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  status text not null default 'pending',
  status_reason text,
  changed_at timestamptz not null default now(),
  valid_until date,
  revision smallint not null default 0,
  version integer not null default 1,
  revised_at timestamptz,
  folded text not null generated always as (private.fold(post_title)) stored,
  quoted_request jsonb,
  constraint quotes_product_match_is_known check (product_match in ('high', 'medium', 'different')),
  constraint quotes_description_length check (char_length(description) <= 500),
  constraint quotes_description_is_given check (coalesce(product_match in ('high', 'medium'), false) or not private.is_blank(description)),
  constraint quotes_price_length check (char_length(price_text) <= 20 and not private.is_blank(price_text) and price_text not like '%@%'),
  constraint quotes_price_is_not_negative check (price_value >= 0),
  constraint quotes_quantity_length check (char_length(quantity_text) <= 20 and not private.is_blank(quantity_text)),
  constraint quotes_quantity_is_positive check (quantity_value >= 1),
  constraint quotes_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint quotes_payment_method_is_clean check (char_length(payment_method) <= 50 and payment_method not like '%@%'),
  constraint quotes_shipping_method_is_clean check (char_length(shipping_method) <= 20 and shipping_method not like '%@%'),
  constraint quotes_delivery_time_is_clean check (char_length(delivery_time) <= 20 and not private.is_blank(delivery_time) and delivery_time not like '%@%'),
  constraint quotes_delivery_from_is_clean check (char_length(delivery_from) <= 50 and delivery_from not like '%@%'),
  constraint quotes_delivery_to_is_clean check (char_length(delivery_to) <= 50 and delivery_to not like '%@%'),
  constraint quotes_images_count check (cardinality(images) <= 5),
  constraint quotes_images_are_a_list check (coalesce(array_ndims(images), 1) = 1),
  constraint quotes_contact_address_length check (char_length(contact_address) <= 200),
  constraint quotes_account_type_is_known check (account_type in ('individual', 'organization')),
  constraint quotes_organization_name_length check (char_length(organization_name) <= 100),
  constraint quotes_tax_code_length check (char_length(tax_code) <= 20),
  constraint quotes_organization_is_named check
    (account_type = 'individual' or (not private.is_blank(organization_name) and not private.is_blank(tax_code))),
  constraint quotes_client_id_is_unique unique (supplier_id, client_id),
  constraint quotes_status_is_known check (status in ('pending', 'shortlisted', 'accepted', 'declined', 'withdrawn', 'cancelled')),
  constraint quotes_status_reason_length check
    (status_reason is null or (char_length(status_reason) <= 500 and not private.is_blank(status_reason))),
  constraint quotes_valid_until_is_a_day check (valid_until between '2000-01-01' and '9999-12-31'),
  constraint quotes_revisions_are_few check (revision between 0 and 3),
  constraint quotes_version_is_counted check (version >= 1)
);
comment on table public.quotes is 'A supplier''s offer on one post, seen by the supplier and the owner of the post only.';
comment on column public.quotes.post_title is 'Title at the time of the quote; stays when the post is deleted.';
comment on column public.quotes.folded is 'What lists find it by.';
comment on column public.quotes.price_text is 'As typed; a trigger keeps price_value, the number when it is one.';
comment on column public.quotes.last_message_at is 'When its newest message was sent, kept by a trigger; null without any.';
comment on column public.quotes.status_reason is 'Why it has this status, as the other party reads it.';
comment on column public.quotes.changed_at is 'When its status or, but for corrections, its facts last changed.';
comment on column public.quotes.valid_until is 'Last day (UTC) on which it can be accepted; null without an end.';
comment on column public.quotes.revision is 'How often its supplier changed it, corrections of the first minutes not counted.';
comment on column public.quotes.version is 'Counts every change of its facts, so that nobody accepts what they have not read.';
comment on column public.quotes.revised_at is 'When it was last changed in a way that counts.';
comment on column public.quotes.quoted_request is
  'Quantity, unit, term, day and place of the request when the supplier last wrote the quote, named like its columns: a deal is about these, whatever becomes of the request.';

create index quotes_post_idx on public.quotes (post_id, id desc) include (supplier_id, post_owner_id);
create index quotes_owner_idx on public.quotes (post_owner_id, id desc) include (supplier_id);
create index quotes_supplier_idx on public.quotes (supplier_id, id desc) include (post_owner_id);
create index quotes_latest_message_idx on public.quotes (supplier_id, last_message_at desc nulls last, id desc);
create index quotes_created_idx on public.quotes (created_at) include (post_id, supplier_id);
create index quotes_owner_status_idx on public.quotes (post_owner_id, status, id desc);
create index quotes_supplier_status_idx on public.quotes (supplier_id, status, id desc);

revoke all on table public.quotes from anon, authenticated, service_role;
grant select on table public.quotes to authenticated;

alter table public.quotes enable row level security;
-- A list of one's own quotes has the same condition as the policy. The planner assumes that the two are independent,
-- expects one row where there are many, and reads all of them to sort ten. It treats `is not null` as nearly certain,
-- so this form leaves the estimate unchanged. Without a caller the comparison is null, which excludes all rows.
create policy "suppliers and post owners read their quotes" on public.quotes for select to authenticated
  using (nullif((select private.current_profile_id()) = any (array[supplier_id, post_owner_id]), false) is not null);

create table public.quote_attachments (
  id bigint generated always as identity primary key,
  quote_id bigint not null references public.quotes (id) on delete cascade,
  path text not null,
  name text not null,
  size_bytes bigint not null,
  constraint quote_attachments_path_is_unique unique (path),
  constraint quote_attachments_name_length check (char_length(name) between 1 and 255)
);
comment on table public.quote_attachments is 'Documents of a quote: path in the bucket `quote-documents` and the name they had.';

create index quote_attachments_quote_idx on public.quote_attachments (quote_id);

revoke all on table public.quote_attachments from anon, authenticated, service_role;
grant select on table public.quote_attachments to authenticated;

alter table public.quote_attachments enable row level security;
create policy "readers of a quote read its attachments" on public.quote_attachments for select to authenticated
  using (exists (select 1 from public.quotes q where q.id = quote_id));

-- When a supplier last quoted on a post. It outlives the quote itself, so that the waiting time also applies after a
-- deletion.
create table private.quote_waits (
  supplier_id bigint not null references public.profiles (id) on delete cascade,
  post_id bigint not null references public.posts (id) on delete cascade,
  quoted_at timestamptz not null,
  primary key (supplier_id, post_id)
);
comment on table private.quote_waits is 'Last quote per supplier and post, for the rule of one quote in 5 days.';

create index quote_waits_post_idx on private.quote_waits (post_id);

-- Side effects --------------------------------------------------------------------------------------------------------

create function private.announce_quote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_supplier text := (select p.username from public.profiles p where p.id = new.supplier_id);
  v_owner text := (select p.username from public.profiles p where p.id = new.post_owner_id);
begin
  perform private.notify(new.post_owner_id,
    format('You have a new quote on your post "%s" from %s', new.post_title, v_supplier),
    jsonb_build_object('type', 'quote', 'postId', new.post_id), new.id);
  perform private.notify(new.supplier_id,
    format('You sent a quote to "%s" of %s', new.post_title, v_owner),
    jsonb_build_object('type', 'quote', 'quoteId', new.id));
  return null;
end $$;

-- Deleting the supplier's profile deletes their quotes, too.
create function private.count_quote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.post_counters c set quotes = c.quotes + 1 where c.post_id = new.post_id;
  else
    update public.post_counters c set quotes = c.quotes - 1 where c.post_id = old.post_id;
  end if;
  return null;
end $$;

create function private.count_quotes_of_users() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_change record;
begin
  for v_change in execute format('select c.supplier_id, count(*)::integer as quotes from %s as c group by c.supplier_id order by 1',
      case tg_op when 'INSERT' then 'quotes_after' else 'quotes_before' end) loop
    update public.accounts a set quote_count = a.quote_count + case tg_op when 'INSERT' then v_change.quotes else -v_change.quotes end
    where a.profile_id = v_change.supplier_id and (tg_op = 'DELETE' or a.deleted_at is null);
    if tg_op = 'INSERT' and not found then
      perform private.refuse(401, 'unauthorized', 'Authentication required');
    end if;
  end loop;
  return null;
end $$;

-- Submission ---------------------------------------------------------------------------------------------------------

create function private.plain_number(p_text text) returns numeric
language sql immutable set search_path = ''
as $$ select case when btrim(p_text) ~ '^-?[0-9]{1,15}(\.[0-9]{1,6})?$' then btrim(p_text)::numeric end $$;
comment on function private.plain_number is 'The number that a text is, or null when it is more than a plain number.';

create function private.assert_quote_wait(p_supplier_id bigint, p_post_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_wait constant interval := interval '5 days';
  v_quoted_at timestamptz;
begin
  -- One statement decides, so that of many quotes at the same moment exactly one passes.
  insert into private.quote_waits as w (supplier_id, post_id, quoted_at) values (p_supplier_id, p_post_id, now())
  on conflict (supplier_id, post_id) do update set quoted_at = now() where w.quoted_at <= now() - v_wait
  returning w.quoted_at into v_quoted_at;
  if v_quoted_at is null then
    select w.quoted_at into v_quoted_at from private.quote_waits w
    where w.supplier_id = p_supplier_id and w.post_id = p_post_id;
    perform private.refuse(429, 'quote_wait', 'Quote limit exceeded: you can send one quote per post every 5 days',
      jsonb_build_object('daysToWait', least(5, greatest(1, ceil(extract(epoch from v_quoted_at + v_wait - now()) / 86400)))));
  end if;
end $$;
comment on function private.assert_quote_wait is
  'Takes the supplier''s place for 5 days on this post; PT429 with {"daysToWait": 1..5} when it is taken.';

create function private.quote_fields() returns text[]
language sql immutable set search_path = ''
as $$
  select array['post_id', 'product_match', 'description', 'price_text', 'quantity_text', 'currency', 'payment_method', 'shipping_method',
    'delivery_time', 'delivery_from', 'delivery_to', 'images', 'contact_address', 'account_type', 'organization_name', 'tax_code',
    'valid_until', 'client_id', 'attachments']
$$;
comment on function private.quote_fields is
  'The fields that the sender of a quote may write, as grants list them for tables that clients write to: columns of quotes, and `attachments`.';

create function private.assert_request_read(p_post public.posts, p_read jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb := private.post_facts(p_post);
begin
  perform private.known_fields(p_read, array(select jsonb_object_keys(v_facts)));
  if exists (
      select 1 from jsonb_each(p_read) as r join jsonb_each(v_facts) as f on f.key = r.key
      where case when jsonb_typeof(r.value) = 'number' then r.value <> f.value
        else coalesce(r.value #>> '{}', '') <> coalesce(f.value #>> '{}', '') end) then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
end $$;
comment on function private.assert_request_read is
  'PT409 when facts of a post are not those that its reader names like the columns: a deal is made on the request that its supplier read.';

create function private.submit_quote(p_quote jsonb)
returns table (quote_id bigint, post_title text, post_owner_username text)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_given jsonb := private.known_fields(p_quote, private.quote_fields() || 'expected_request'::text);
  v_fields jsonb := v_given - 'expected_request';
  -- What a repetition has to repeat: by then, the request may have changed.
  v_content jsonb := p_quote - 'expected_request';
  v_quote public.quotes := jsonb_populate_record(null::public.quotes, jsonb_build_object('images', '{}'::text[],
    'client_id', gen_random_uuid(), 'status', 'pending', 'revision', 0, 'version', 1));
  v_post public.posts;
  v_quote_id bigint;
begin
  v_quote := private.with_facts(v_quote, v_fields);
  select q.id into v_quote_id from public.quotes q where q.supplier_id = v_me and q.client_id = v_quote.client_id;
  if v_quote_id is null then
    -- Held, so that the request is open until the quote is stored.
    select * into v_post from public.posts p where p.id = v_quote.post_id for share;
    if v_post.id is null then
      perform private.refuse(404, 'not_found', 'Post not found');
    elsif v_post.user_id = v_me then
      perform private.refuse(403, 'forbidden', 'You cannot send a quote on your own post');
    elsif v_post.is_hidden then
      perform private.refuse(409, 'conflict', 'This post is not accepting quotes');
    elsif not private.is_open(v_post) then
      perform private.refuse(409, 'conflict', 'This request is closed');
    end if;
    perform private.assert_other_can_act(v_post.user_id);
    if v_given ? 'expected_request' then
      perform private.assert_request_read(v_post, v_given -> 'expected_request');
    end if;
    perform private.assert_organization(v_quote, v_me);
    begin
      perform private.assert_quote_wait(v_me, v_quote.post_id);
    exception when sqlstate 'PT429' then
      -- The same request twice at the same moment: the other one has just been stored, so answer it again.
      select q.id into v_quote_id from public.quotes q where q.supplier_id = v_me and q.client_id = v_quote.client_id;
      if v_quote_id is null then
        raise;
      end if;
    end;
  end if;

  if v_quote_id is not null then
    perform private.assert_same_content('quote ' || v_me, v_quote.client_id, v_content, v_quote_id);
  else
    perform private.consume_rate_limit('quote', v_me::text);
    perform private.assert_own_images('post-images', v_quote.images);
    v_quote.supplier_id := v_me;
    v_quote.post_title := v_post.title;
    v_quote.post_owner_id := v_post.user_id;
    v_quote.quoted_request := private.request_facts(v_post);
    -- Behind the lock of the post: what is compared with changes of the request is in the order in which they happened.
    v_quote.created_at := clock_timestamp();
    v_quote.changed_at := v_quote.created_at;
    -- All columns that a new row has: those that are generated or made by triggers take no value.
    insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, product_match, description, price_text, quantity_text,
      currency, payment_method, shipping_method, delivery_time, delivery_from, delivery_to, images, contact_address, account_type,
      organization_name, tax_code, client_id, created_at, status, changed_at, valid_until, revision, version, quoted_request)
    select q.post_id, q.post_title, q.post_owner_id, q.supplier_id, q.product_match, q.description, q.price_text,
      q.quantity_text, q.currency, q.payment_method, q.shipping_method, q.delivery_time, q.delivery_from,
      q.delivery_to, q.images, q.contact_address, q.account_type, q.organization_name, q.tax_code, q.client_id, q.created_at,
      q.status, q.changed_at, q.valid_until, q.revision, q.version, q.quoted_request
    from (select v_quote.*) as q returning quotes.id into v_quote_id;
    perform private.attach_to_quote(v_quote_id, coalesce(v_fields -> 'attachments', '[]'));
    perform private.remember_content('quote ' || v_me, v_quote.client_id, v_content);
  end if;

  return query
    select q.id, q.post_title, p.username
    from public.quotes q left join public.profiles p on p.id = q.post_owner_id
    where q.id = v_quote_id;
end $$;

create function public.submit_quote(quote jsonb)
returns table (quote_id bigint, post_title text, post_owner_username text)
language sql volatile rows 1 security invoker set search_path = ''
as $$
  select private.hold_account();
  select * from private.submit_quote(quote);
$$;
comment on function public.submit_quote is
  'Sends a quote on somebody else''s visible post, once in 5 days: its fields named like their columns, `attachments` as a list of {"path", "name"}, `expected_request` as the facts of the post that its supplier read, or PT409. A repeated client_id answers the first quote.';
grant execute on function private.submit_quote, public.submit_quote to authenticated;
