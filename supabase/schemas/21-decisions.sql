-- Decisions on quotes: shortlist, accept, decline, reopen, withdraw, cancel, and the history that both parties read.
-- Only the functions below write to them.

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
  -- Behind the lock of the quote, so that its steps are in the order in which they happened.
  created_at timestamptz not null default clock_timestamp(),
  constraint quote_events_kind_is_known check (kind in ('shortlist', 'unshortlist', 'accept', 'decline', 'reopen', 'withdraw', 'revise',
    'correct', 'cancel', 'remove_file')),
  constraint quote_events_facts_are_of_changes check
    ((kind in ('revise', 'correct', 'remove_file')) = (before is not null) and (before is null) = (after is null))
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

-- Transitions ---------------------------------------------------------------------------------------------------------

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

-- In every function that locks both, the post is locked first and then the quotes by id, to prevent deadlocks.
-- While the post is locked, it cannot be closed or deleted before the decision is stored.
create function private.quote_to_act_on(p_quote_id bigint, p_me bigint, p_action text) returns public.quotes
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_quote public.quotes := private.quote_of_party(p_quote_id, p_me);
  v_other_id bigint;
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

  v_other_id := case v_quote.supplier_id when p_me then v_quote.post_owner_id else v_quote.supplier_id end;
  -- What ends a quote is always possible; what keeps it under way needs a request and two people who can go on.
  if p_action in ('decline', 'withdraw', 'cancel') then
    return v_quote;
  elsif v_quote.post_id is null or v_post.id is null then
    perform private.refuse(409, 'conflict', 'The request was deleted');
  elsif v_post.is_hidden then
    perform private.refuse(409, 'conflict', 'This request is hidden');
  elsif v_post.closed_at is not null or (p_action = 'revise' and not private.is_open(v_post)) then
    perform private.refuse(409, 'conflict', 'This request is closed');
  end if;
  perform private.assert_other_can_act(v_other_id);
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
  update public.quotes q set status = p_status, status_reason = p_reason, changed_at = clock_timestamp()
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
    case when p_user_id = p_quote.supplier_id then p_quote.id else p_quote.post_id end)), p_quote.id)
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

-- Owner of the post ---------------------------------------------------------------------------------------------------

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
  else
    delete from public.notifications n where n.id in (
      select o.id from public.notifications o
      where o.user_id = v_quote.supplier_id and o.read_at is null and o.data ->> 'type' = 'quote_shortlisted'
        and (o.data ->> 'quoteId')::bigint = v_quote.id for update skip locked);
  end if;
  return query select v_quote.status, v_quote.version;
end $$;

create function public.shortlist_quote(quote_id bigint, is_on boolean) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.shortlist_quote(quote_id, is_on) $$;
comment on function public.shortlist_quote is 'Puts a quote on a post of the caller on the shortlist, or takes it off. Answers its status, as all of these do.';
grant execute on function private.shortlist_quote, public.shortlist_quote to authenticated;

create function private.reasons_of_the_rules() returns text[]
language sql immutable set search_path = ''
as $$
  select array['The request was deleted', 'Another quote of yours was accepted', 'Another supplier was chosen', 'The account was deleted']
$$;
comment on function private.reasons_of_the_rules is 'Why a quote ends by itself: its request was deleted, another quote accepted, of the same supplier or of another one, or its supplier deleted.';

create function private.decline_undecided(p_post_id bigint, p_actor_id bigint, p_chosen_id bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  with others as materialized (
    select q.id, q.status, (private.reasons_of_the_rules())[case when p_chosen_id is null then 1 when q.supplier_id = p_chosen_id then 2 else 3 end] as reason
    from public.quotes q where q.post_id = p_post_id and private.is_undecided(q) order by q.id for update
  ), declined as (
    update public.quotes q set status = 'declined', status_reason = o.reason, changed_at = clock_timestamp()
    from others o where q.id = o.id returning q.id, q.supplier_id, q.post_title, q.status_reason, o.status as from_status
  ), noted as (
    insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, reason)
    select d.id, p_actor_id, 'decline', d.from_status, 'declined', d.status_reason from declined d order by d.id
  )
  -- One for each supplier; who was chosen has heard of that already.
  insert into public.notifications (user_id, message, data)
  select n.supplier_id, left(format('Your quote on "%s" was declined: %s', n.post_title, n.status_reason), 600),
    jsonb_build_object('type', 'quote_declined', 'quoteId', n.id)
  from (select distinct on (d.supplier_id) d.* from declined d order by d.supplier_id, d.id desc) as n
  where n.supplier_id is distinct from p_chosen_id
  order by n.supplier_id
$$;
comment on function private.decline_undecided is
  'Declines every undecided quote on a post, of which one supplier was chosen or which is deleted, and tells each other supplier once.';

-- Quotes on a deleted request are declined. This runs before the deletion, which clears the post of its quotes.
-- Counters and questions, which the deletion locks as well, are locked first, because mails come later in the lock
-- order.
create function private.end_quotes_of_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.quotes q where q.post_id = old.id and private.is_undecided(q)) then
    perform 1 from public.quotes q where q.post_id = old.id order by q.id for update;
    perform private.hold_counters(array[old.id]);
    perform 1 from public.post_questions k where k.post_id = old.id order by k.id for update;
    -- Without a profile the post goes with its owner.
    perform private.decline_undecided(old.id, (select p.id from public.profiles p where p.id = old.user_id), null);
  end if;
  return old;
end $$;

create function private.accept_quote(p_quote_id bigint, p_close_request boolean, p_expected_version integer)
returns table (status text, version integer)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'accept');
begin
  -- Without a version the caller accepts what they read last, so a quote that changed a moment ago is refused.
  if p_expected_version is not null then
    perform private.assert_version(v_quote, p_expected_version, 'The supplier has just changed this quote. Please look again.');
  elsif exists (
    select 1 from public.quote_events e where e.quote_id = v_quote.id and e.kind in ('revise', 'correct')
      and e.created_at > now() - interval '15 minutes') then
    perform private.refuse(409, 'changed_meanwhile', 'The supplier has just changed this quote. Please look again.');
  end if;
  if v_quote.valid_until < private.today() then
    perform private.refuse(409, 'conflict', format('This quote expired on %s', to_char(v_quote.valid_until, 'Mon FMDD, YYYY')));
  end if;
  -- Each accepted quote shows its parties to each other: nobody collects the data of a whole trade in a day.
  perform private.consume_rate_limit('accept', v_me::text);
  if p_close_request then
    perform private.hold_digests(array(select q.supplier_id from public.quotes q where q.post_id = v_quote.post_id));
  end if;
  v_quote := private.set_quote_status(v_quote, v_me, 'accept', 'accepted', null);
  perform private.tell_party(v_quote, v_quote.supplier_id, 'quote_accepted', format('Your quote on "%s" was accepted', v_quote.post_title));
  -- The others are declined first: closing tells those whose quotes are undecided.
  if p_close_request then
    perform private.decline_undecided(v_quote.post_id, v_me, v_quote.supplier_id);
    perform private.close_post_row(v_quote.post_id, 'awarded');
  end if;
  return query select v_quote.status, v_quote.version;
end $$;

create function public.accept_quote(quote_id bigint, close_request boolean, expected_version integer default null) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.accept_quote(quote_id, close_request, expected_version) $$;
comment on function public.accept_quote is
  'Accepts a quote on a post of the caller, in the version that they have read, or unchanged for 15 minutes; with `close_request` the post closes and all undecided quotes on it are declined.';
grant execute on function private.accept_quote, public.accept_quote to authenticated;

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

create function public.decline_quote(quote_id bigint, reason text default null) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.decline_quote(quote_id, reason) $$;
comment on function public.decline_quote is 'Declines a quote on a post of the caller, with a reason that its supplier reads.';
grant execute on function private.decline_quote, public.decline_quote to authenticated;

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

create function public.reopen_quote(quote_id bigint) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.reopen_quote(quote_id) $$;
comment on function public.reopen_quote is 'Makes a declined quote on a post of the caller pending again, unless the post is closed.';
grant execute on function private.reopen_quote, public.reopen_quote to authenticated;

-- Supplier, and both parties ------------------------------------------------------------------------------------------

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

create function public.withdraw_quote(quote_id bigint, reason text default null) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.withdraw_quote(quote_id, reason) $$;
comment on function public.withdraw_quote is 'Withdraws an undecided quote of the caller for good; the wait until the next one is not shortened.';
grant execute on function private.withdraw_quote, public.withdraw_quote to authenticated;

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

create function public.cancel_deal(quote_id bigint, reason text) returns table (status text, version integer)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.cancel_deal(quote_id, reason) $$;
comment on function public.cancel_deal is 'Cancels an accepted quote, by either party and with a reason.';
grant execute on function private.cancel_deal, public.cancel_deal to authenticated;

-- Only an accepted quote opens what profiles keep private, and only to its two parties. A suspended or deleted account gives nothing;
-- what was agreed stays, whatever becomes of the request.
create function private.deal_of_quote(p_quote_id bigint)
returns table (email text, first_name text, last_name text, phone_number text, address text, country text,
  company_name text, organization text, tax_code text, delivery_country text, delivery_area text, delivery_address text, delivery_port text,
  incoterm text, needed_by date, quantity numeric, unit text)
language plpgsql stable rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_quote public.quotes := private.quote_of_party(p_quote_id, v_me);
begin
  if v_quote.status <> 'accepted' then
    perform private.refuse(409, 'conflict', 'This quote is not accepted', jsonb_build_object('status', v_quote.status));
  end if;
  return query
    select a.email, a.first_name, a.last_name, a.phone_number, a.address, u.country, u.company_name, a.organization,
      a.tax_code, d.country, d.area, d.delivery_address, d.port, d.incoterm, d.needed_by, d.quantity, d.unit
    from (values (case v_quote.supplier_id when v_me then v_quote.post_owner_id else v_quote.supplier_id end)) as other (id)
    left join public.accounts a on a.profile_id = other.id and a.deleted_at is null and not private.is_suspended(other.id)
    left join public.profiles u on u.id = a.profile_id
    left join lateral jsonb_to_record(v_quote.quoted_request) as d (country text, area text, delivery_address text, port text, incoterm text,
      needed_by date, quantity numeric, unit text) on true;
end $$;

create function public.deal_of_quote(quote_id bigint)
returns table (email text, first_name text, last_name text, phone_number text, address text, country text,
  company_name text, organization text, tax_code text, delivery_country text, delivery_area text, delivery_address text, delivery_port text,
  incoterm text, needed_by date, quantity numeric, unit text)
language sql stable rows 1 security invoker set search_path = ''
as $$ select * from private.deal_of_quote(quote_id) $$;
comment on function public.deal_of_quote is
  'The other party of an accepted quote, all null if that account is suspended or deleted, and what was agreed of the request; PT403 for strangers, PT409 in any other status.';
grant execute on function private.deal_of_quote, public.deal_of_quote to authenticated;
