-- Decisions on quotes: shortlist, accept, decline, and what undoes them; what suppliers do with quotes that are under way; and the
-- history that both parties read. Only the functions below write any of it.

alter table public.quotes
  add column status text not null default 'pending',
  add column status_reason text,
  add column changed_at timestamptz not null default now(),
  add column valid_until date,
  add column revision smallint not null default 0,
  add column version integer not null default 1,
  add column revised_at timestamptz,
  add constraint quotes_status_is_known check (status in ('pending', 'shortlisted', 'accepted', 'declined', 'withdrawn', 'cancelled')),
  add constraint quotes_status_reason_length check
    (status_reason is null or (char_length(status_reason) <= 500 and not private.is_blank(status_reason))),
  add constraint quotes_valid_until_is_a_day check (valid_until between '2000-01-01' and '9999-12-31'),
  add constraint quotes_revisions_are_few check (revision between 0 and 3),
  add constraint quotes_version_is_counted check (version >= 1);
-- Writes every quote: two million take about three minutes, longer than hosted Supabase gives a statement.
set local statement_timeout = 0;
update public.quotes q set changed_at = q.created_at;
comment on column public.quotes.status_reason is 'Why it has this status, as the other party reads it.';
comment on column public.quotes.changed_at is 'When its status or, but for corrections, its facts last changed.';
comment on column public.quotes.valid_until is 'Last day (UTC) on which it can be accepted; null without an end.';
comment on column public.quotes.revision is 'How often its supplier changed it, corrections of the first minutes not counted.';
comment on column public.quotes.version is 'Counts every change of its facts, so that nobody accepts what they have not read.';
comment on column public.quotes.revised_at is 'When it was last changed in a way that counts.';
create index quotes_owner_status_idx on public.quotes (post_owner_id, status, id desc);
create index quotes_supplier_status_idx on public.quotes (supplier_id, status, id desc);

create table public.quote_events (
  id bigint generated always as identity primary key,
  quote_id bigint not null references public.quotes (id) on delete cascade,
  actor_id bigint references public.profiles (id) on delete set null,
  kind text not null,
  from_status text not null,
  to_status text not null,
  reason text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  constraint quote_events_kind_is_known check (kind in ('shortlist', 'unshortlist', 'accept', 'decline', 'reopen', 'withdraw', 'revise',
    'correct', 'cancel')),
  constraint quote_events_facts_are_of_changes check
    ((kind in ('revise', 'correct')) = (before is not null) and (before is null) = (after is null))
);
comment on table public.quote_events is 'What became of a quote, step by step; its two parties read it and nobody changes it.';
comment on column public.quote_events.before is 'The facts that changed, named like their columns, as they were; `after` has the same as they are since.';
create index quote_events_quote_idx on public.quote_events (quote_id, id);
create index quote_events_actor_idx on public.quote_events (actor_id);

revoke all on table public.quote_events from anon, authenticated, service_role;
grant select on table public.quote_events to authenticated;
alter table public.quote_events enable row level security;
create policy "readers of a quote read its history" on public.quote_events for select to authenticated
  using (exists (select 1 from public.quotes q where q.id = quote_id));

-- Reasons are texts for the other party, like the facts.
create trigger filter_reason before update of status_reason on public.quotes
  for each row execute function private.filter_content('quote status_reason reason');

update private.app_settings s
set value = s.value || jsonb_build_object('quote_decision', jsonb_build_object('max', 300, 'seconds', 3600))
where s.key = 'rate_limits';

-- What may become of a quote ------------------------------------------------------------------------------------------

create function private.quote_transitions() returns table (action text, from_status text, to_status text, actor text)
language sql immutable rows 13 set search_path = ''
as $$
  values ('shortlist', 'pending', 'shortlisted', 'owner'),
    ('unshortlist', 'shortlisted', 'pending', 'owner'),
    ('accept', 'pending', 'accepted', 'owner'),
    ('accept', 'shortlisted', 'accepted', 'owner'),
    ('decline', 'pending', 'declined', 'owner'),
    ('decline', 'shortlisted', 'declined', 'owner'),
    ('reopen', 'declined', 'pending', 'owner'),
    ('withdraw', 'pending', 'withdrawn', 'supplier'),
    ('withdraw', 'shortlisted', 'withdrawn', 'supplier'),
    ('revise', 'pending', 'pending', 'supplier'),
    ('revise', 'shortlisted', 'shortlisted', 'supplier'),
    ('cancel', 'accepted', 'cancelled', 'owner'),
    ('cancel', 'accepted', 'cancelled', 'supplier')
$$;
comment on function private.quote_transitions is
  'Everything that may become of a quote, and by whose act; the page has the same list, which a test compares.';

create function private.decline_reasons() returns text[]
language sql immutable set search_path = ''
as $$
  select array['The price is too high', 'The delivery takes too long', 'The quality does not fit', 'Another supplier was chosen',
    'No longer needed']
$$;
comment on function private.decline_reasons is 'The reasons that are offered to who declines; own words may follow one behind a colon.';

create function private.today() returns date
language sql stable set search_path = ''
as $$ select (now() at time zone 'utc')::date $$;
comment on function private.today is 'The day that counts for everybody, wherever they are.';

create function private.is_undecided(p_quote public.quotes) returns boolean
language sql immutable set search_path = ''
as $$ select p_quote.status in ('pending', 'shortlisted') $$;

create function private.assert_transition(p_quote public.quotes, p_action text, p_actor text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_done text := case p_action when 'shortlist' then 'shortlisted' when 'unshortlist' then 'taken off the shortlist' when 'accept' then 'accepted'
    when 'decline' then 'declined' when 'reopen' then 'reopened' when 'withdraw' then 'withdrawn' when 'revise' then 'revised'
    when 'cancel' then 'cancelled' end;
  v_to text := (select t.to_status from private.quote_transitions() as t
    where t.action = p_action and t.from_status = p_quote.status and t.actor = p_actor);
begin
  if v_to is null then
    perform private.refuse(409, 'conflict', case
      when exists (select 1 from private.quote_transitions() as t where t.action = p_action and t.from_status = p_quote.status)
        then format('This quote is %s, and only %s can change that in this way', p_quote.status,
          case p_actor when 'owner' then 'its supplier' else 'the owner of the request' end)
      when v_done = p_quote.status then format('This quote is already %s', p_quote.status)
      else format('This quote is %s, so it cannot be %s', p_quote.status, v_done) end,
      jsonb_build_object('status', p_quote.status));
  end if;
  return v_to;
end $$;
comment on function private.assert_transition is
  'The status that an action of a party leads to; PT409 with the present one where the action is not possible.';

-- The post is locked before the quotes and these by their ids, in every function that locks both, so that no two can wait for each
-- other. With the post held, it is neither closed nor deleted before the decision is stored.
create function private.quote_to_act_on(p_quote_id bigint, p_me bigint, p_action text) returns public.quotes
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_quote public.quotes := private.quote_of_party(p_quote_id, p_me);
  v_post public.posts;
begin
  perform private.assert_not_suspended();
  if p_action = 'accept' then
    select * into v_post from public.posts p where p.id = v_quote.post_id for no key update;
    perform 1 from public.quotes q
    where q.post_id = v_post.id and (q.id = p_quote_id or private.is_undecided(q)) order by q.id for update;
  else
    select * into v_post from public.posts p where p.id = v_quote.post_id for share;
  end if;
  perform 1 from public.quotes q where q.id = p_quote_id for update;
  -- As it is behind the lock, and still the caller's.
  v_quote := private.quote_of_party(p_quote_id, p_me);
  perform private.assert_transition(v_quote, p_action, case v_quote.supplier_id when p_me then 'supplier' else 'owner' end);
  perform private.consume_rate_limit('quote_decision', p_me::text);

  -- What ends a quote is always possible; what keeps it under way needs a request and two people who can go on.
  if p_action in ('decline', 'withdraw', 'cancel') then
    return v_quote;
  elsif v_quote.post_id is null or v_post.id is null then
    perform private.refuse(409, 'conflict', 'The request was deleted');
  elsif v_post.is_hidden then
    perform private.refuse(409, 'conflict', 'This request is hidden');
  elsif v_post.closed_at is not null or (p_action = 'revise' and not private.is_open(v_post)) then
    perform private.refuse(409, 'conflict', 'This request is closed');
  elsif private.is_suspended(case v_quote.supplier_id when p_me then v_quote.post_owner_id else v_quote.supplier_id end) then
    perform private.refuse(409, 'conflict', 'The other account is suspended');
  end if;
  return v_quote;
end $$;
comment on function private.quote_to_act_on is
  'Locks the post and the quote for an action of a party and answers the quote; PT403 for strangers, PT409 where its status or its request does not allow the action.';

create function private.assert_version(p_quote public.quotes, p_expected integer, p_message text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_expected is null then
    perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "expectedVersion"}');
  elsif p_expected <> p_quote.version then
    perform private.refuse(409, 'changed_meanwhile', p_message);
  end if;
end $$;

create function private.set_quote_status(p_quote public.quotes, p_actor_id bigint, p_action text, p_status text, p_reason text)
returns public.quotes
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_quote public.quotes;
begin
  update public.quotes q set status = p_status, status_reason = p_reason, changed_at = now()
  where q.id = p_quote.id returning q.* into v_quote;
  -- The reason as it is stored: the content filter may have masked parts of it.
  insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, reason)
  values (v_quote.id, p_actor_id, p_action, p_quote.status, v_quote.status, v_quote.status_reason);
  return v_quote;
end $$;
comment on function private.set_quote_status is 'Gives a locked quote another status and writes that into its history.';

create function private.tell_party(p_quote public.quotes, p_user_id bigint, p_kind text, p_message text) returns void
language sql volatile security definer set search_path = ''
as $$
  -- The quote leads to the tab of its supplier, the post to that of its owner.
  select private.notify(p_user_id, p_message, jsonb_strip_nulls(jsonb_build_object('type', p_kind,
    case when p_user_id = p_quote.supplier_id then 'quoteId' else 'postId' end,
    case when p_user_id = p_quote.supplier_id then p_quote.id else p_quote.post_id end)))
$$;
comment on function private.tell_party is 'Notifies a party of a quote, with a link to it where they find it.';

create function private.reason_of(p_reason text, p_max integer) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if char_length(btrim(p_reason)) > p_max then
    perform private.refuse(400, 'invalid_input', 'Reason too long', '{"path": "reason"}');
  end if;
  return case when not private.is_blank(p_reason) then btrim(p_reason) end;
end $$;
comment on function private.reason_of is 'An optional reason without blanks around it; null for a blank one, PT400 for one that is too long.';

-- What the owner does -------------------------------------------------------------------------------------------------

create function private.shortlist_quote(p_quote_id bigint, p_is_on boolean) returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_action text := case when p_is_on then 'shortlist' else 'unshortlist' end;
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, v_action);
begin
  v_quote := private.set_quote_status(v_quote, v_me, v_action, case when p_is_on then 'shortlisted' else 'pending' end, null);
  if p_is_on then
    perform private.tell_party(v_quote, v_quote.supplier_id, 'quote_shortlisted',
      format('Your quote on "%s" was shortlisted', v_quote.post_title));
  end if;
  return query select v_quote.status, v_quote.version;
end $$;

create function private.decline_others(p_accepted public.quotes, p_me bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  with others as materialized (
    select q.id, q.status, case when q.supplier_id = p_accepted.supplier_id then 'Another quote of yours was accepted'
      else 'Another supplier was chosen' end as reason
    from public.quotes q where q.post_id = p_accepted.post_id and private.is_undecided(q) order by q.id for update
  ), declined as (
    update public.quotes q set status = 'declined', status_reason = o.reason, changed_at = now()
    from others o where q.id = o.id returning q.id, q.supplier_id, q.post_title, q.status_reason, o.status as from_status
  ), noted as (
    insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, reason)
    select d.id, p_me, 'decline', d.from_status, 'declined', d.status_reason from declined d order by d.id
  )
  -- One for each supplier; who was chosen has heard of that already.
  insert into public.notifications (user_id, message, data)
  select n.supplier_id, left(format('Your quote on "%s" was declined: %s', n.post_title, n.status_reason), 600),
    jsonb_build_object('type', 'quote_declined', 'quoteId', n.id)
  from (select distinct on (d.supplier_id) d.* from declined d order by d.supplier_id, d.id desc) as n
  where n.supplier_id <> p_accepted.supplier_id
  order by n.supplier_id
$$;
comment on function private.decline_others is 'Declines every undecided quote on the post of an accepted one and tells each supplier once.';

create function private.accept_quote(p_quote_id bigint, p_close_request boolean, p_expected_version integer)
returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'accept');
begin
  perform private.assert_version(v_quote, p_expected_version, 'The supplier has just changed this quote. Please look again.');
  if v_quote.valid_until < private.today() then
    perform private.refuse(409, 'conflict', format('This quote expired on %s', to_char(v_quote.valid_until, 'Mon FMDD, YYYY')));
  end if;
  v_quote := private.set_quote_status(v_quote, v_me, 'accept', 'accepted', null);
  perform private.tell_party(v_quote, v_quote.supplier_id, 'quote_accepted', format('Your quote on "%s" was accepted', v_quote.post_title));
  -- The others are declined first: closing tells those whose quotes are undecided.
  if p_close_request then
    perform private.decline_others(v_quote, v_me);
    perform private.close_post_row(v_quote.post_id, 'awarded');
  end if;
  return query select v_quote.status, v_quote.version;
end $$;

create function private.decline_quote(p_quote_id bigint, p_reason text) returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  -- A reason of the list does not count: own words behind it may be as long as without it.
  v_chosen text := (select r from unnest(private.decline_reasons()) as r where btrim(p_reason) = r or btrim(p_reason) like r || ': %');
  v_reason text := private.reason_of(p_reason, 300 + case when btrim(p_reason) = v_chosen then 0 else coalesce(char_length(v_chosen) + 2, 0) end);
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'decline');
begin
  v_quote := private.set_quote_status(v_quote, v_me, 'decline', 'declined', v_reason);
  perform private.tell_party(v_quote, v_quote.supplier_id, 'quote_declined',
    concat_ws(': ', format('Your quote on "%s" was declined', v_quote.post_title), v_quote.status_reason));
  return query select v_quote.status, v_quote.version;
end $$;

create function private.reopen_quote(p_quote_id bigint) returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'reopen');
begin
  v_quote := private.set_quote_status(v_quote, v_me, 'reopen', 'pending', null);
  perform private.tell_party(v_quote, v_quote.supplier_id, 'quote_reopened', format('Your quote on "%s" is pending again', v_quote.post_title));
  return query select v_quote.status, v_quote.version;
end $$;

-- What the supplier does, and both ------------------------------------------------------------------------------------

create function private.withdraw_quote(p_quote_id bigint, p_reason text) returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_reason text := private.reason_of(p_reason, 300);
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'withdraw');
begin
  v_quote := private.set_quote_status(v_quote, v_me, 'withdraw', 'withdrawn', v_reason);
  perform private.tell_party(v_quote, v_quote.post_owner_id, 'quote_withdrawn', format('%s withdrew the quote on "%s"',
    (select p.username from public.profiles p where p.id = v_me), v_quote.post_title));
  return query select v_quote.status, v_quote.version;
end $$;

create function private.cancel_deal(p_quote_id bigint, p_reason text) returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_reason text := private.required_reason(p_reason);
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'cancel');
begin
  v_quote := private.set_quote_status(v_quote, v_me, 'cancel', 'cancelled', v_reason);
  perform private.tell_party(v_quote, case v_quote.supplier_id when v_me then v_quote.post_owner_id else v_quote.supplier_id end, 'deal_cancelled',
    format('%s cancelled the deal on "%s": %s', (select p.username from public.profiles p where p.id = v_me), v_quote.post_title,
      v_quote.status_reason));
  return query select v_quote.status, v_quote.version;
end $$;

-- Facts: sent and revised ---------------------------------------------------------------------------------------------

create or replace function private.quote_fields() returns text[]
language sql immutable set search_path = ''
as $$
  select array['post_id', 'product_match', 'description', 'price_text', 'quantity_text', 'currency', 'payment_method', 'shipping_method',
    'delivery_time', 'delivery_from', 'delivery_to', 'images', 'contact_address', 'account_type', 'organization_name', 'tax_code',
    'valid_until', 'client_id', 'attachments']
$$;

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
  -- Images and an address for contact, which the form does not have, stay unless they are given; everything else is what is given.
  v_quote public.quotes := jsonb_populate_record(p_quote,
    (select jsonb_object_agg(f, null) from unnest(private.quote_fields()) as f
      where f not in ('post_id', 'client_id', 'images', 'contact_address', 'attachments'))
    || '{"description": "", "currency": "USD"}' || private.trimmed(p_fields));
begin
  -- Chosen from a list, so nothing is trimmed.
  v_quote.product_match := p_fields ->> 'product_match';
  v_quote.account_type := coalesce(p_fields ->> 'account_type', 'individual');
  v_quote.valid_until := private.valid_until(v_quote.valid_until, p_quote.valid_until);
  v_quote.price_value := private.plain_number(v_quote.price_text);
  v_quote.quantity_value := private.plain_number(v_quote.quantity_text);
  v_quote.currency := upper(v_quote.currency);
  if v_quote.account_type <> 'organization' then
    v_quote.organization_name := null;
    v_quote.tax_code := null;
  end if;
  return v_quote;
end $$;
comment on function private.with_facts is 'A quote with the facts that its supplier gives, as they are stored.';

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

create function private.attach_to_quote(p_quote_id bigint, p_attachments jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_file record;
  v_kept text[] := array(select a.path from public.quote_attachments a where a.quote_id = p_quote_id);
begin
  for v_file in select * from private.attachments_to_take('quote-documents', p_attachments) loop
    continue when v_file.path = any (v_kept);
    insert into public.quote_attachments (quote_id, path, name, size_bytes)
    values (p_quote_id, v_file.path, v_file.name, v_file.size_bytes) on conflict (path) do nothing;
    if not found then
      perform private.refuse_attachment(v_file.path);
    end if;
  end loop;
end $$;
comment on function private.attach_to_quote is
  'Gives a quote up to five files that the caller uploaded; PT400 for one that was sent already, unless this quote has it.';

create or replace function private.submit_quote(p_quote jsonb)
returns table (quote_id bigint, post_title text, post_owner_username text)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_fields jsonb := private.known_fields(p_quote, private.quote_fields());
  v_quote public.quotes := jsonb_populate_record(null::public.quotes, jsonb_build_object('images', '{}'::text[],
    'client_id', gen_random_uuid(), 'created_at', now(), 'status', 'pending', 'changed_at', now(), 'revision', 0, 'version', 1));
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

  if v_quote_id is null then
    perform private.consume_rate_limit('quote', v_me::text);
    perform private.assert_own_images('post-images', v_quote.images);
    v_quote.supplier_id := v_me;
    v_quote.post_title := v_post.title;
    v_quote.post_owner_id := v_post.user_id;
    -- All columns of the row: one that is added later is stored as null here unless v_quote gives it a value, whatever its default.
    insert into public.quotes overriding user value values (v_quote.*) returning id into v_quote_id;
    perform private.attach_to_quote(v_quote_id, coalesce(v_fields -> 'attachments', '[]'));
  end if;

  return query
    select q.id, q.post_title, p.username
    from public.quotes q left join public.profiles p on p.id = q.post_owner_id
    where q.id = v_quote_id;
end $$;

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
  v_fields jsonb := private.known_fields(p_quote, array_remove(array_remove(private.quote_fields(), 'post_id'), 'client_id'));
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'revise');
  v_new public.quotes := private.with_facts(v_quote, v_fields);
  v_before jsonb := private.quote_facts(v_quote);
  v_after jsonb;
  v_since timestamptz := coalesce(v_quote.revised_at, v_quote.created_at);
  v_is_correction boolean;
begin
  perform private.assert_version(v_quote, p_expected_version, 'This quote has just been changed. Please look again.');
  perform private.assert_organization(v_new, v_me);
  perform private.assert_own_images('post-images', v_new.images, v_quote.images);
  update public.quotes q set product_match = v_new.product_match, description = v_new.description, price_text = v_new.price_text,
    price_value = v_new.price_value, quantity_text = v_new.quantity_text, quantity_value = v_new.quantity_value, currency = v_new.currency,
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
  update public.quotes q set version = q.version + 1,
    revision = case when v_is_correction then q.revision else q.revision + 1 end,
    revised_at = case when v_is_correction then q.revised_at else now() end,
    changed_at = case when v_is_correction then q.changed_at else now() end
  where q.id = v_quote.id returning q.* into v_new;
  insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, before, after)
  values (v_new.id, v_me, case when v_is_correction then 'correct' else 'revise' end, v_quote.status, v_new.status, v_before, v_after);
  -- Of a quote that the owner has just been told of, they read the corrected facts.
  if not v_is_correction then
    perform private.tell_party(v_new, v_new.post_owner_id, 'quote_revised', format('%s revised the quote on "%s": %s',
      (select p.username from public.profiles p where p.id = v_me), v_new.post_title, private.facts_as_words(v_before, v_after)));
  end if;
  return query select v_new.status, v_new.version;
end $$;

-- For clients ---------------------------------------------------------------------------------------------------------

create function public.shortlist_quote(quote_id bigint, is_on boolean) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.shortlist_quote(quote_id, is_on) $$;
comment on function public.shortlist_quote is 'Puts a quote on a post of the caller on the shortlist, or takes it off. Answers its status, as all of these do.';

create function public.accept_quote(quote_id bigint, close_request boolean, expected_version integer) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.accept_quote(quote_id, close_request, expected_version) $$;
comment on function public.accept_quote is
  'Accepts a quote on a post of the caller, in the version that they have read; with `close_request` the post closes and all undecided quotes on it are declined.';

create function public.decline_quote(quote_id bigint, reason text default null) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.decline_quote(quote_id, reason) $$;
comment on function public.decline_quote is 'Declines a quote on a post of the caller, with a reason that its supplier reads.';

create function public.reopen_quote(quote_id bigint) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.reopen_quote(quote_id) $$;
comment on function public.reopen_quote is 'Makes a declined quote on a post of the caller pending again, unless the post is closed.';

create function public.withdraw_quote(quote_id bigint, reason text default null) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.withdraw_quote(quote_id, reason) $$;
comment on function public.withdraw_quote is 'Withdraws an undecided quote of the caller for good; the wait until the next one is not shortened.';

create function public.cancel_deal(quote_id bigint, reason text) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.cancel_deal(quote_id, reason) $$;
comment on function public.cancel_deal is 'Cancels an accepted quote, by either party and with a reason.';

create function public.revise_quote(quote_id bigint, quote jsonb, expected_version integer) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.revise_quote(quote_id, quote, expected_version) $$;
comment on function public.revise_quote is
  'Gives an undecided quote of the caller other facts: the fields of submit_quote() without `post_id` and `client_id`. Three times; corrections within 15 minutes do not count, equal facts change nothing.';

grant execute on function private.shortlist_quote, private.accept_quote, private.decline_quote, private.reopen_quote, private.withdraw_quote,
  private.cancel_deal, private.revise_quote, public.shortlist_quote, public.accept_quote, public.decline_quote, public.reopen_quote,
  public.withdraw_quote, public.cancel_deal, public.revise_quote to authenticated;

-- What other chapters say of it ---------------------------------------------------------------------------------------

create or replace function private.conversation_closed_reason(p_quote public.quotes, p_me bigint) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when p_quote.post_id is null then 'The request was deleted, so this conversation is closed'
    when p_quote.status = 'withdrawn' then 'This quote was withdrawn, so this conversation is closed'
    when private.is_suspended(p_me) then 'Your account is suspended, so you cannot send messages'
    when private.is_suspended(case when p_quote.supplier_id = p_me then p_quote.post_owner_id else p_quote.supplier_id end)
      then 'The other account is suspended, so this conversation is closed'
  end
$$;

-- Whose account goes, cannot be taken at their word any more; and the history keeps nothing that the quote itself does not keep.
create function private.end_quotes_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_quote public.quotes;
begin
  for v_quote in select * from public.quotes q where q.supplier_id = new.profile_id and private.is_undecided(q) order by q.id for update loop
    perform private.set_quote_status(v_quote, new.profile_id, 'withdraw', 'withdrawn', 'The account was deleted');
  end loop;
  update public.quote_events e set before = e.before - v_private.facts, after = e.after - v_private.facts
  from public.quotes q, (values (array['contact_address', 'images', 'account_type', 'organization_name', 'tax_code', 'attachments'])) as v_private (facts)
  where q.id = e.quote_id and q.supplier_id = new.profile_id and e.before is not null;
  return null;
end $$;
create trigger end_quotes_of_deleted after update of deleted_at on public.accounts
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.end_quotes_of_deleted();

-- A review says more once one of the two has accepted a quote of the other.
alter table public.reviews add column has_deal boolean not null default false;
comment on column public.reviews.has_deal is 'Whether one of the two has accepted a quote of the other that was not cancelled; kept by triggers.';

create function private.have_deal(p_one bigint, p_other bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.quotes q where q.supplier_id = p_one and q.post_owner_id = p_other and q.status = 'accepted')
    or exists (select 1 from public.quotes q where q.supplier_id = p_other and q.post_owner_id = p_one and q.status = 'accepted')
$$;

create or replace function private.verify_deal_of_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.is_verified_deal := private.have_dealt(new.reviewer_id, new.reviewed_user_id);
  new.has_deal := private.have_deal(new.reviewer_id, new.reviewed_user_id);
  return new;
end $$;

create function private.mark_deal_of_reviews() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'accepted' or (tg_op = 'UPDATE' and old.status = 'accepted') then
    update public.reviews r set has_deal = not r.has_deal
    where r.id = any (array(
      select x.id from public.reviews x
      where (x.reviewer_id, x.reviewed_user_id) in ((new.supplier_id, new.post_owner_id), (new.post_owner_id, new.supplier_id))
        and x.has_deal <> private.have_deal(x.reviewer_id, x.reviewed_user_id)
      order by x.id for update));
  end if;
  return null;
end $$;
create trigger mark_deal_of_reviews after insert or update of status on public.quotes
  for each row execute function private.mark_deal_of_reviews();

-- Only those are told that a post is closed whose quote is undecided.
create or replace function private.tell_closed(p_post public.posts) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.notifications (user_id, message, data)
  select q.supplier_id, left(format('The request "%s" was closed: %s', p_post.title, case p_post.closed_reason
      when 'awarded' then 'Awarded' when 'found_elsewhere' then 'Found elsewhere' else 'No need any more' end), 600),
    jsonb_build_object('type', 'post_closed', 'quoteId', max(q.id))
  from public.quotes q where q.post_id = p_post.id and private.is_undecided(q)
  group by q.supplier_id order by q.supplier_id
$$;

-- First of the triggers, so that nobody mails an account that is gone either.
create function private.skip_deleted_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.accounts a where a.profile_id = new.user_id and a.deleted_at is not null) then
    return null;
  end if;
  return new;
end $$;
create trigger a_skip_deleted_account before insert on public.notifications
  for each row when (new.broadcast_id is null) execute function private.skip_deleted_account();

insert into private.notification_kinds (kind) values ('quote_shortlisted'), ('quote_accepted'), ('quote_declined'), ('quote_reopened'),
  ('quote_withdrawn'), ('quote_revised'), ('deal_cancelled');
insert into private.mail_templates (template, is_optional) values ('quote_accepted', true), ('quote_declined', true), ('quote_changed', true);

create function private.mail_of_decision() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_quote_id text := new.data ->> 'quoteId';
  v_template text := case when new.data ->> 'type' in ('quote_accepted', 'quote_declined') then new.data ->> 'type' else 'quote_changed' end;
begin
  perform private.queue_mail(new.user_id, v_template, jsonb_build_object('message', new.message,
    'title', coalesce((select q.post_title from public.quotes q where q.id = v_quote_id::bigint),
      (select p.title from public.posts p where p.id = (new.data ->> 'postId')::bigint), ''),
    'path', coalesce('/my-quotes?quote=' || v_quote_id, '/account?tab=posts')));
  return new;
end $$;
-- Before, so that a kind of notification that is switched off can still be mailed.
create trigger mail_of_decision before insert on public.notifications
  for each row when (new.data ->> 'type' in ('quote_accepted', 'quote_declined', 'quote_withdrawn', 'quote_revised', 'deal_cancelled'))
  execute function private.mail_of_decision();
