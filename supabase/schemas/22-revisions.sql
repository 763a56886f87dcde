-- Facts of a quote: price, quantity, delivery, validity; their revision by the supplier, and the notification of the
-- other party.

create function private.valid_until(p_given date, p_stored date) returns date
language plpgsql stable set search_path = ''
as $$
begin
  if p_given < private.today() then
    perform private.refuse(400, 'invalid_input', 'The last day is in the past', '{"path": "validUntil"}');
  elsif p_given > private.today() + 365 then
    perform private.refuse(400, 'invalid_input', 'The last day must be within a year', '{"path": "validUntil"}');
  end if;
  return coalesce(p_given, case when p_stored >= private.today() then p_stored end, private.today() + 30);
end $$;
comment on function private.valid_until is
  'The last day of a quote that is sent or revised: the given one, else the stored one while it lasts, else in 30 days; PT400 outside a year.';

create function private.with_facts(p_quote public.quotes, p_fields jsonb) returns public.quotes
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_fields jsonb := private.clean_fields(p_fields, array['price_text', 'quantity_text', 'payment_method', 'shipping_method', 'delivery_time',
    'delivery_from', 'delivery_to', 'organization_name', 'tax_code']);
  -- Images, which the form does not have, stay unless they are given; everything else is what is given.
  v_quote public.quotes := jsonb_populate_record(p_quote,
    (select jsonb_object_agg(f, null) from unnest(private.quote_fields()) as f
      where f not in ('post_id', 'client_id', 'images', 'attachments'))
    || '{"description": "", "currency": "USD"}' || private.trimmed(v_fields));
  v_missing record;
begin
  -- Chosen from a list, so nothing is trimmed.
  v_quote.product_match := p_fields ->> 'product_match';
  v_quote.account_type := coalesce(p_fields ->> 'account_type', 'individual');
  -- docs/decisions.md#the-session-says-who-quotes.
  v_quote.contact_address := (
    select nullif(btrim(a.address), '') from public.accounts a where a.profile_id = private.current_profile_id());
  v_quote.valid_until := private.valid_until(v_quote.valid_until, p_quote.valid_until);
  v_quote.currency := upper(v_quote.currency);
  if v_quote.account_type <> 'organization' then
    v_quote.organization_name := null;
    v_quote.tax_code := null;
  end if;
  -- docs/decisions.md#two-kinds-of-clients-send-quotes.
  if p_fields ?| array['product_match', 'account_type'] then
    select * into v_missing from (values (v_quote.payment_method, 'paymentMethod', 'Payment method is required'),
      (v_quote.shipping_method, 'shippingMethod', 'Shipping method is required'),
      (v_quote.delivery_from, 'deliveryFrom', 'Delivery from location is required'),
      (v_quote.delivery_to, 'deliveryTo', 'Delivery to location is required')) as f (value, path, sentence)
    where f.value is null limit 1;
    if found then
      perform private.refuse(400, 'invalid_input', v_missing.sentence, jsonb_build_object('path', v_missing.path));
    end if;
  end if;
  return v_quote;
end $$;
comment on function private.with_facts is 'A quote with the facts that its supplier gives, as they are stored; PT400 when a client of the whole form leaves a part of it out.';

create function private.read_numbers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.price_value := private.plain_number(new.price_text);
  new.quantity_value := private.plain_number(new.quantity_text);
  return new;
end $$;
comment on function private.read_numbers is 'The numbers of a quote are those of its texts as everybody reads them: what a rule masks is none.';

create function private.assert_organization(p_quote public.quotes, p_me bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_quote.account_type = 'organization' and exists (
      select 1 from public.accounts a
      where a.profile_id = p_me and (private.is_blank(a.organization) or private.is_blank(a.tax_code))) then
    perform private.refuse(400, 'invalid_input', 'Please update your organization details in My Profile before sending quotes');
  end if;
end $$;

create function private.is_named(p_attachments jsonb, p_path text) returns boolean
language sql immutable set search_path = ''
as $$
  select exists (
    select 1 from jsonb_array_elements(p_attachments) as a (file)
    where a.file ->> 'path' = p_path and not private.is_blank(a.file ->> 'name'))
$$;
comment on function private.is_named is 'Whether a list of attachments says what a file is called; one that is kept without a name has the one it had.';

create function private.attach_to_quote(p_quote_id bigint, p_attachments jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_file record;
  v_kept text[] := array(select a.path from public.quote_attachments a where a.quote_id = p_quote_id);
begin
  for v_file in select * from private.attachments_to_take('quote-documents', p_attachments) loop
    if v_file.path = any (v_kept) then
      update public.quote_attachments a set name = v_file.name where a.path = v_file.path and a.name <> v_file.name
        and private.is_named(p_attachments, a.path);
      continue;
    end if;
    insert into public.quote_attachments (quote_id, path, name, size_bytes)
    values (p_quote_id, v_file.path, v_file.name, v_file.size_bytes) on conflict (path) do nothing;
    if not found then
      perform private.refuse_attachment(v_file.path);
    end if;
  end loop;
end $$;
comment on function private.attach_to_quote is
  'Gives a quote up to five files that the caller uploaded; PT400 for one that was sent already, unless this quote has it.';

create function private.quote_facts(p_quote public.quotes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(f.key, f.value)
    || jsonb_build_object('attachments', (
      select coalesce(jsonb_agg(jsonb_build_object('path', a.path, 'name', a.name) order by a.id), '[]')
      from public.quote_attachments a where a.quote_id = p_quote.id))
  from jsonb_each(to_jsonb(p_quote)) as f
  where f.key = any (private.quote_fields()) and f.key not in ('post_id', 'client_id')
$$;
comment on function private.quote_facts is 'What its supplier may revise of a quote, named like the fields that they send.';

create function private.facts_as_words(p_before jsonb, p_after jsonb) returns text
language sql stable set search_path = ''
as $$
  -- In the order of the form. Long ones, and the texts of documents, are only named.
  select string_agg(w.word || case when w.is_short then format(' (%s → %s)', coalesce(w.old, '–'), coalesce(w.new, '–')) else '' end, ', ' order by w.place)
  from (
    select f.place, f.word, f.is_short, x.key, case when x.key = 'valid_until' then to_char((x.value #>> '{}')::date, 'Mon FMDD, YYYY') else p_before ->> x.key end as old,
      case when x.key = 'valid_until' then to_char((p_after ->> x.key)::date, 'Mon FMDD, YYYY') else p_after ->> x.key end as new
    from jsonb_each(p_before) as x (key, value)
    join (values (1, 'product_match', 'match', false), (2, 'price_text', 'price', true), (3, 'currency', 'currency', true),
      (4, 'quantity_text', 'minimum quantity', true), (5, 'delivery_time', 'delivery time', true), (6, 'payment_method', 'payment', false),
      (7, 'shipping_method', 'shipping', false), (8, 'delivery_from', 'delivery from', false), (9, 'delivery_to', 'delivery to', false),
      (10, 'valid_until', 'valid until', true), (11, 'description', 'description', false), (12, 'attachments', 'attachments', false),
      (13, 'images', 'images', false), (14, 'account_type', 'account type', false), (15, 'organization_name', 'organization', false),
      (16, 'tax_code', 'tax code', false), (17, 'contact_address', 'contact address', false)) as f (place, key, word, is_short) on f.key = x.key
  ) as w
$$;
comment on function private.facts_as_words is 'What changed of a quote, for the notification of its owner: "price (12 → 11), description".';

create function private.revise_quote(p_quote_id bigint, p_quote jsonb, p_expected_version integer)
returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_given jsonb := private.known_fields(p_quote,
    array_remove(array_remove(private.quote_fields(), 'post_id'), 'client_id') || 'expected_request'::text);
  v_fields jsonb := v_given - 'expected_request';
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'revise');
  v_post public.posts;
  v_new public.quotes := private.with_facts(v_quote, v_fields);
  v_before jsonb := private.quote_facts(v_quote);
  v_after jsonb;
  v_facts jsonb;
  v_since timestamptz := coalesce(v_quote.revised_at, v_quote.created_at);
  v_is_correction boolean;
begin
  perform private.assert_version(v_quote, p_expected_version, 'This quote has just been changed. Please look again.');
  select * into v_post from public.posts p where p.id = v_quote.post_id;
  if v_given ? 'expected_request' then
    perform private.assert_request_read(v_post, v_given -> 'expected_request');
  end if;
  perform private.assert_organization(v_new, v_me);
  perform private.assert_own_images('post-images', v_new.images, v_quote.images);
  update public.quotes q set product_match = v_new.product_match, description = v_new.description, price_text = v_new.price_text,
    quantity_text = v_new.quantity_text, currency = v_new.currency,
    payment_method = v_new.payment_method, shipping_method = v_new.shipping_method, delivery_time = v_new.delivery_time,
    delivery_from = v_new.delivery_from, delivery_to = v_new.delivery_to, images = v_new.images, contact_address = v_new.contact_address,
    account_type = v_new.account_type, organization_name = v_new.organization_name, tax_code = v_new.tax_code, valid_until = v_new.valid_until
  where q.id = v_quote.id returning q.* into v_new;
  -- Attachments stay where none are given, so that a client that knows nothing of them takes none away.
  if v_fields ? 'attachments' then
    delete from public.quote_attachments a where a.quote_id = v_quote.id
      and not v_fields -> 'attachments' @> jsonb_build_array(jsonb_build_object('path', a.path));
    perform private.attach_to_quote(v_quote.id, v_fields -> 'attachments');
  end if;
  v_after := private.quote_facts(v_new);
  select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, v_after -> b.key) into v_before, v_after
  from jsonb_each(v_before) as b where b.value is distinct from v_after -> b.key;
  if v_before is null then
    return query select v_quote.status, v_quote.version;
    return;
  end if;

  v_is_correction := v_since > now() - interval '15 minutes' and not exists (
    select 1 from public.quote_events e where e.quote_id = v_quote.id and e.actor_id = v_quote.post_owner_id and e.created_at >= v_since);
  if not v_is_correction and v_quote.revision >= 3 then
    perform private.refuse(409, 'conflict', format('This quote is %s and has been revised three times, which is the most', v_quote.status),
      jsonb_build_object('status', v_quote.status));
  end if;
  update public.quotes q set version = q.version + 1, quoted_request = private.request_facts(v_post),
    revision = case when v_is_correction then q.revision else q.revision + 1 end,
    revised_at = case when v_is_correction then q.revised_at else clock_timestamp() end,
    changed_at = case when v_is_correction then q.changed_at else clock_timestamp() end
  where q.id = v_quote.id returning q.* into v_new;
  insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, before, after)
  values (v_new.id, v_me, case when v_is_correction then 'correct' else 'revise' end, v_quote.status, v_new.status, v_before, v_after);
  -- A new quote is read with its corrected facts. A revision was told with its figures, so its correction is told as well: against
  -- what the owner knew before the revision, or, where it takes the revision back, against the revision.
  if v_is_correction and v_quote.revised_at is not null then
    v_facts := private.quote_facts(v_new);
    select coalesce(jsonb_object_agg(k.key, k.value), v_before) into v_before
    from (
      select v_before || e.before as known from public.quote_events e
      where e.quote_id = v_quote.id and e.kind = 'revise' order by e.id desc limit 1) as t
    cross join lateral jsonb_each(t.known) as k where k.value is distinct from v_facts -> k.key;
    v_after := v_facts;
  end if;
  if not v_is_correction or v_quote.revised_at is not null then
    perform private.tell_party(v_new, v_new.post_owner_id, 'quote_revised', format('%s revised the quote on "%s": %s',
      (select p.username from public.profiles p where p.id = v_me), v_new.post_title, private.facts_as_words(v_before, v_after)));
  end if;
  return query select v_new.status, v_new.version;
end $$;

create function public.revise_quote(quote_id bigint, quote jsonb, expected_version integer) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.revise_quote(quote_id, quote, expected_version) $$;
comment on function public.revise_quote is
  'Gives an undecided quote of the caller other facts: the fields of submit_quote() without `post_id` and `client_id`, `expected_request` included. Three times; corrections within 15 minutes do not count, equal facts change nothing.';
grant execute on function private.revise_quote, public.revise_quote to authenticated;
