-- Closed requests: what an owner may say about a request beyond its text, until when quotes are wanted, and how it ends. Whether a
-- request is open follows from `closed_at` and `quote_deadline` at any moment, so nothing has to run for it.

alter table public.posts
  add column quantity numeric,
  add column unit text,
  add column target_price numeric,
  add column target_currency text,
  add column needed_by date,
  add column quote_deadline timestamptz,
  add column incoterm text,
  add column closed_at timestamptz,
  add column closed_reason text,
  -- NaN and Infinity are greater than every number.
  add constraint posts_quantity_is_positive check (quantity > 0 and quantity <= 1000000000000 and quantity = round(quantity, 6)),
  add constraint posts_unit_is_clean check (char_length(unit) <= 20 and unit ~ '[^[:space:]]' and unit not like '%@%'),
  add constraint posts_target_price_is_positive
    check (target_price > 0 and target_price <= 1000000000000 and target_price = round(target_price, 6)),
  add constraint posts_target_currency_is_a_code check (target_currency ~ '^[A-Z]{3}$'),
  add constraint posts_target_price_is_whole check ((target_price is null) = (target_currency is null)),
  add constraint posts_needed_by_is_a_day check (needed_by between '2000-01-01' and '9999-12-31'),
  add constraint posts_quote_deadline_is_a_time check (quote_deadline between '2000-01-01 00:00Z' and '9999-12-31 00:00Z'),
  add constraint posts_incoterm_is_known
    check (incoterm in ('EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF')),
  add constraint posts_closed_reason_is_known check (closed_reason in ('awarded', 'found_elsewhere', 'no_need')),
  add constraint posts_closed_state_is_whole check ((closed_at is null) = (closed_reason is null));
comment on column public.posts.target_price is 'For one of its unit, in `target_currency`.';
comment on column public.posts.quote_deadline is 'From this moment on no more quotes are taken.';
comment on column public.posts.closed_at is 'When its owner ended the request; null while they have not, also after the deadline.';

grant select (quantity, unit, target_price, target_currency, needed_by, quote_deadline, incoterm, closed_at, closed_reason)
  on table public.posts to anon, authenticated;
grant insert (quantity, unit, target_price, target_currency, needed_by, quote_deadline, incoterm),
  update (quantity, unit, target_price, target_currency, needed_by, quote_deadline, incoterm) on table public.posts to authenticated;

create function private.is_open(p_post public.posts) returns boolean
language sql stable set search_path = ''
as $$ select p_post.closed_at is null and (p_post.quote_deadline is null or p_post.quote_deadline > now()) $$;
comment on function private.is_open is 'Whether the request takes quotes: neither closed nor over its deadline.';

-- What is written -----------------------------------------------------------------------------------------------------

create or replace function private.check_post_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_auth_id uuid := (select auth.uid());
  v_old public.posts;
begin
  if tg_op = 'INSERT' then
    v_old.images := '{}';
    if v_auth_id is not null then
      perform private.consume_rate_limit('post', new.user_id::text);
    end if;
    -- Held, so that a company which changes meanwhile changes here as well.
    select p.company_name into new.owner_company from public.profiles p where p.id = new.user_id for share;
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
  if tg_op = 'UPDATE' and (new.title, new.description, new.category, new.country, new.area, new.delivery_address, new.port,
      new.images, new.quantity, new.unit, new.target_price, new.target_currency, new.needed_by, new.quote_deadline, new.incoterm)
      is distinct from
      (old.title, old.description, old.category, old.country, old.area, old.delivery_address, old.port,
      old.images, old.quantity, old.unit, old.target_price, old.target_currency, old.needed_by, old.quote_deadline, old.incoterm) then
    new.updated_at := now();
  end if;
  return new;
end $$;
drop trigger check_post_write on public.posts;
create trigger check_post_write before insert or update of title, description, category, country, area, delivery_address,
  port, images, quantity, unit, target_price, target_currency, needed_by, quote_deadline, incoterm on public.posts
  for each row execute function private.check_post_write();

drop trigger filter_content on public.posts;
create trigger filter_content before insert or update of title, description, area, delivery_address, port, unit on public.posts
  for each row execute function private.filter_content('post_title title title', 'post_description description description',
    'post_place area area', 'post_place delivery_address deliveryAddress', 'post_place port port', 'post_description unit unit');

-- Close and re-open ---------------------------------------------------------------------------------------------------

create function private.tell_closed(p_post public.posts) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.notifications (user_id, message, data)
  select q.supplier_id, left(format('The request "%s" was closed: %s', p_post.title, case p_post.closed_reason
      when 'awarded' then 'Awarded' when 'found_elsewhere' then 'Found elsewhere' else 'No need any more' end), 600),
    jsonb_build_object('type', 'post_closed', 'quoteId', max(q.id))
  from public.quotes q where q.post_id = p_post.id
  group by q.supplier_id order by q.supplier_id
$$;
comment on function private.tell_closed is 'Tells everybody whose quote was not decided on that the request is closed, once each.';

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
end $$;

create function public.close_post(post_id bigint, reason text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.close_post(post_id, reason) $$;
comment on function public.close_post is
  'Closes a post of the caller, so that it takes no more quotes: awarded, found_elsewhere or no_need. One that is closed stays as it is.';

create function public.reopen_post(post_id bigint, quote_deadline timestamptz default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.reopen_post(post_id, quote_deadline) $$;
comment on function public.reopen_post is
  'Opens a closed post of the caller again, until a new deadline when one is given; PT400 without one where the old one has passed.';

grant execute on function private.close_post, private.reopen_post, public.close_post, public.reopen_post to authenticated;

-- From now on the type of a notification is its kind.
create or replace function private.notification_kind(p_message text, p_data jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case p_data ->> 'type'
    when 'quote' then case when p_data ? 'postId' then 'quote_received' else 'quote_sent' end
    when 'message' then 'message_received'
    when 'post' then case when p_message like '%" is visible again' then 'post_unhidden' else 'post_hidden' end
    when 'review' then 'review_received'
    when 'feedback' then 'feedback_answered'
    else p_data ->> 'type' end
$$;
insert into private.notification_kinds (kind) values ('post_closed'), ('deadline_passed');

-- Deadlines -----------------------------------------------------------------------------------------------------------

-- A list of its own: posts need no further index for it, and who takes a row from it is the one who tells.
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
create trigger note_new_deadline after insert on public.posts
  for each row when (new.quote_deadline is not null) execute function private.note_deadline();
create trigger note_changed_deadline after update of quote_deadline on public.posts
  for each row when (old.quote_deadline is distinct from new.quote_deadline) execute function private.note_deadline();

create function private.tell_deadlines(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  with due as (
    delete from private.deadlines_to_tell d where d.post_id in (
      select o.post_id from private.deadlines_to_tell o where o.quote_deadline <= now()
      order by o.quote_deadline limit p_limit for update skip locked)
    returning d.post_id
  ), told as (
    -- Whoever has closed the request themselves is told nothing that they do not know.
    insert into public.notifications (user_id, message, data)
    select p.user_id, left(format('The deadline of "%s" has passed: %s %s', p.title, c.quotes, case c.quotes when 1 then 'quote' else 'quotes' end), 600),
      jsonb_build_object('type', 'deadline_passed', 'postId', p.id)
    from due d join public.posts p on p.id = d.post_id join public.post_counters c on c.post_id = p.id
    where p.closed_at is null and p.quote_deadline <= now()
    order by p.id
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

do $cron$
begin
  if to_regclass('cron.job') is null or to_regclass('vault.decrypted_secrets') is null then
    return;
  end if;
  perform cron.schedule('housekeeping/quote-deadlines', '*/15 * * * *',
    $call$select net.http_post(url := u.decrypted_secret || '/housekeeping/quote-deadlines',
      headers := jsonb_build_object('Authorization', 'Bearer ' || s.decrypted_secret), timeout_milliseconds := 120000)
    from vault.decrypted_secrets u, vault.decrypted_secrets s where u.name = 'functions_url' and s.name = 'cron_secret'$call$);
end $cron$;
