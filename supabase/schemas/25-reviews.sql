-- Reviews: one per pair of users, with one reply; the rating of a user is the average of the visible ones they
-- received.

create table public.reviews (
  id bigint generated always as identity primary key,
  reviewed_user_id bigint not null references public.profiles (id) on delete cascade,
  reviewer_id bigint not null references public.profiles (id) on delete cascade,
  rating smallint not null,
  comment text not null,
  is_verified_deal boolean not null default false,
  reply text,
  replied_at timestamptz,
  hidden_at timestamptz,
  hidden_by bigint references public.profiles (id) on delete set null,
  hidden_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  has_deal boolean not null default false,
  constraint reviews_rating_is_one_to_five check (rating between 1 and 5),
  constraint reviews_comment_length check (char_length(comment) <= 1000 and not private.is_blank(comment)),
  constraint reviews_reply_length check (char_length(reply) <= 500 and (reply is null or not private.is_blank(reply))),
  constraint reviews_reply_has_its_time check ((reply is null) = (replied_at is null)),
  constraint reviews_hidden_reason_length check (char_length(hidden_reason) <= 500),
  constraint reviews_hidden_state_is_whole check
    ((hidden_at is null) = (hidden_reason is null) and (hidden_at is not null or hidden_by is null)),
  constraint reviews_are_of_others check (reviewed_user_id <> reviewer_id),
  constraint reviews_are_one_per_pair unique (reviewer_id, reviewed_user_id)
);
comment on table public.reviews is 'What one user says of another, and what the other replies.';
comment on column public.reviews.is_verified_deal is 'Whether the two exchanged a quote; kept by triggers. It does not say that they came to a deal.';
comment on column public.reviews.hidden_at is 'When an admin hid the review; a hidden one counts in no rating.';
comment on column public.reviews.has_deal is 'Whether one of the two has accepted a quote of the other that was not cancelled; kept by triggers.';

create index reviews_reviewed_user_idx on public.reviews (reviewed_user_id, created_at desc, id desc);
create index reviews_reviewer_idx on public.reviews (reviewer_id, created_at desc, id desc);
create index reviews_hidden_by_idx on public.reviews (hidden_by) where hidden_by is not null;
create index reviews_created_idx on public.reviews (created_at);

revoke all on table public.reviews from anon, authenticated, service_role;
grant select on table public.reviews to authenticated;

alter table public.reviews enable row level security;
create policy "users read shown and own reviews, admins all" on public.reviews for select to authenticated
  using (hidden_at is null or reviewer_id = (select private.current_profile_id()) or (select private.is_admin()));

-- Rating and dealings -------------------------------------------------------------------------------------------------

create function private.count_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op in ('UPDATE', 'DELETE') and old.hidden_at is null then
    update public.profiles p set rating_count = p.rating_count - 1, rating_sum = p.rating_sum - old.rating
    where p.id = old.reviewed_user_id;
  end if;
  if tg_op in ('INSERT', 'UPDATE') and new.hidden_at is null then
    update public.profiles p set rating_count = p.rating_count + 1, rating_sum = p.rating_sum + new.rating
    where p.id = new.reviewed_user_id;
  end if;
  return null;
end $$;

create function private.have_dealt(p_one bigint, p_other bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.quotes q where q.supplier_id = p_one and q.post_owner_id = p_other)
    or exists (select 1 from public.quotes q where q.supplier_id = p_other and q.post_owner_id = p_one)
$$;
comment on function private.have_dealt is 'Whether one of the two sent the other a quote.';

create function private.verify_deal_of_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A review that is replaced is there already for who sends or decides on a quote; its author holds it, so that waiting here could be
  -- for somebody who waits for it.
  if not exists (select 1 from public.reviews r where r.reviewer_id = new.reviewer_id and r.reviewed_user_id = new.reviewed_user_id) then
    -- Its rating is counted there, and who holds that may wait for whoever sends a quote to these two.
    perform 1 from public.profiles p where p.id = new.reviewed_user_id for no key update;
    -- Who sends the other a quote waits until this review is there for them to mark, or this one until the quote is.
    perform pg_advisory_xact_lock(hashtext('private.have_dealt'), private.pair_key(new.reviewer_id, new.reviewed_user_id));
    -- And who decides on one.
    perform 1 from public.quotes q
    where (q.supplier_id, q.post_owner_id) in ((new.reviewer_id, new.reviewed_user_id), (new.reviewed_user_id, new.reviewer_id))
    order by q.id for share;
  end if;
  new.is_verified_deal := private.have_dealt(new.reviewer_id, new.reviewed_user_id);
  new.has_deal := private.have_deal(new.reviewer_id, new.reviewed_user_id);
  return new;
end $$;

create function private.verify_reviews_of_quote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Quotes do not wait for each other.
  perform pg_advisory_xact_lock_shared(hashtext('private.have_dealt'), private.pair_key(new.supplier_id, new.post_owner_id));
  update public.reviews r set is_verified_deal = true
  where not r.is_verified_deal and ((r.reviewer_id = new.supplier_id and r.reviewed_user_id = new.post_owner_id)
    or (r.reviewer_id = new.post_owner_id and r.reviewed_user_id = new.supplier_id));
  return null;
end $$;

-- Writing ------------------------------------------------------------------------------------------------------------

create function private.is_changeable(p_review public.reviews) returns boolean
language sql stable set search_path = ''
as $$ select p_review.created_at > now() - interval '30 days' $$;
comment on function private.is_changeable is 'Whether the author may still edit or delete the review: for 30 days.';

create function private.drop_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.restores_text() and (new.rating, new.comment) is distinct from (old.rating, old.comment) then
    new.reply := null;
    new.replied_at := null;
    delete from private.masked_texts m where m.entity = tg_table_name and m.entity_id = new.id and m.field = 'reply';
  end if;
  return new;
end $$;
comment on function private.drop_reply is 'A reply answers the review that its author read: with another rating or comment it goes.';

create function private.tell_of_review(p_review public.reviews) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.notify(p_review.reviewed_user_id,
    format('%s left you a %s-star review', (select p.username from public.profiles p where p.id = p_review.reviewer_id), p_review.rating),
    jsonb_build_object('type', 'review'))
$$;
comment on function private.tell_of_review is 'Tells a user of a review of them as it is now, which they can reply to.';

create function private.submit_review(p_reviewed_user_id bigint, p_rating integer, p_comment text, p_expected_updated_at timestamptz) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_comment text := btrim(p_comment);
  v_before public.reviews;
  v_after public.reviews;
begin
  if p_reviewed_user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot review yourself');
  elsif not exists (select 1 from public.accounts a where a.profile_id = p_reviewed_user_id and a.deleted_at is null) then
    perform private.refuse(404, 'not_found', 'User not found');
  end if;
  -- One review of a person at a time: the row and the rate limit would otherwise be locked in either order.
  perform pg_advisory_xact_lock(hashtextextended('submit_review', v_me));
  select * into v_before from public.reviews r
  where r.reviewer_id = v_me and r.reviewed_user_id = p_reviewed_user_id for update;
  if v_before.hidden_at is not null then
    perform private.refuse(403, 'forbidden', 'This review was hidden by an administrator');
  elsif v_before.rating = p_rating and private.is_same_text('reviews', v_before.id, 'comment', v_before.comment, v_comment)
      and private.is_changeable(v_before) then
    -- The same request again: nothing is written twice and nobody hears of it twice (docs/decisions.md#every-write-can-be-repeated).
    return v_before.id;
  end if;
  perform private.assert_unchanged(coalesce(v_before.updated_at, '-infinity'), p_expected_updated_at);
  perform private.consume_rate_limit('review', v_me::text);
  -- Not `on conflict`: the content filter would read the text as one of a new row, and again as it has masked it.
  if v_before.id is null then
    insert into public.reviews (reviewed_user_id, reviewer_id, rating, comment)
    values (p_reviewed_user_id, v_me, p_rating, v_comment) returning * into v_after;
  else
    update public.reviews r set rating = p_rating, comment = v_comment,
      -- A review that can no longer be edited is replaced by a new one, which has no reply yet.
      created_at = case when private.is_changeable(r) then r.created_at else now() end,
      reply = case when private.is_changeable(r) then r.reply end,
      replied_at = case when private.is_changeable(r) then r.replied_at end
    where r.id = v_before.id returning r.* into v_after;
  end if;
  perform private.tell_of_review(v_after);
  return v_after.id;
end $$;

create function public.submit_review(reviewed_user_id bigint, rating integer, comment text, expected_updated_at timestamptz default null) returns bigint
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.hold_profile(reviewed_user_id);
  select private.submit_review(reviewed_user_id, rating, comment, expected_updated_at);
$$;
comment on function public.submit_review is
  'Writes the caller''s review of another user, or replaces the earlier one and drops its reply; answers its id. PT409 when the earlier one was changed at another time than the given one, -infinity for none.';
grant execute on function private.submit_review, public.submit_review to authenticated;

create function private.own_review_to_change(p_review_id bigint, p_me bigint) returns public.reviews
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_review public.reviews;
begin
  select * into v_review from public.reviews r where r.id = p_review_id for update;
  if v_review.id is null or (v_review.reviewer_id <> p_me and v_review.hidden_at is not null and not private.is_admin()) then
    perform private.refuse(404, 'not_found', 'Review not found');
  elsif v_review.reviewer_id <> p_me then
    perform private.refuse(403, 'forbidden', 'You are not allowed to change this review');
  elsif v_review.hidden_at is not null then
    perform private.refuse(403, 'forbidden', 'This review was hidden by an administrator');
  elsif not private.is_changeable(v_review) then
    perform private.refuse(403, 'forbidden', 'A review can be changed for 30 days');
  end if;
  return v_review;
end $$;
comment on function private.own_review_to_change is
  'Locks a review for its author; PT404 for whoever may not see it, PT403 for others, after 30 days and when it is hidden.';

create function private.update_review(p_review_id bigint, p_rating integer, p_comment text, p_expected_updated_at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.own_review_to_change(p_review_id, v_me);
  v_comment text := btrim(p_comment);
begin
  if v_review.rating = p_rating and private.is_same_text('reviews', v_review.id, 'comment', v_review.comment, v_comment) then
    return;
  end if;
  perform private.assert_unchanged(v_review.updated_at, p_expected_updated_at);
  if private.is_deleted(v_review.reviewed_user_id) then
    perform private.refuse(404, 'not_found', 'User not found');
  end if;
  perform private.consume_rate_limit('post_edit', v_me::text);
  update public.reviews r set rating = p_rating, comment = v_comment where r.id = v_review.id returning r.* into v_review;
  perform private.tell_of_review(v_review);
end $$;

create function public.update_review(review_id bigint, rating integer, comment text, expected_updated_at timestamptz default null) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_profile(r.reviewed_user_id) from public.reviews r where r.id = review_id;
  select private.update_review(review_id, rating, comment, expected_updated_at);
$$;
comment on function public.update_review is 'Edits a review of the caller''s own within 30 days. Its reply, which answered other words, is dropped. PT409 when it has changed since the caller read it.';
grant execute on function private.update_review, public.update_review to authenticated;

create function private.delete_review(p_review_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.own_review_to_change(p_review_id, v_me);
begin
  delete from public.reviews r where r.id = v_review.id;
end $$;

create function public.delete_review(review_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_profile(r.reviewed_user_id) from public.reviews r where r.id = review_id;
  select private.delete_review(review_id);
$$;
comment on function public.delete_review is 'Deletes a review of the caller''s own within 30 days.';
grant execute on function private.delete_review, public.delete_review to authenticated;

create function private.read_notification_of_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.notifications n set read_at = now() where n.id in (
    select o.id from public.notifications o
    where o.user_id = old.reviewed_user_id and o.actor_id = old.reviewer_id and o.read_at is null and o.data ->> 'type' = 'review'
    for update skip locked);
  return null;
end $$;

create function private.received_review(p_review_id bigint, p_me bigint) returns public.reviews
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_review public.reviews;
begin
  select * into v_review from public.reviews r where r.id = p_review_id and r.hidden_at is null for update;
  if v_review.id is null then
    perform private.refuse(404, 'not_found', 'Review not found');
  elsif v_review.reviewed_user_id <> p_me then
    perform private.refuse(403, 'forbidden', 'You can reply to reviews of yourself only');
  end if;
  return v_review;
end $$;
comment on function private.received_review is
  'Locks a shown review for the user of whom it is; PT404 when there is none, PT403 for others.';

create function private.reply_to_review(p_review_id bigint, p_reply text, p_expected_updated_at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.received_review(p_review_id, v_me);
begin
  if private.is_blank(p_reply) then
    perform private.refuse(400, 'invalid_input', 'Reply is required');
  elsif private.is_same_text('reviews', v_review.id, 'reply', v_review.reply, btrim(p_reply)) then
    return;
  elsif v_review.reply is not null then
    perform private.refuse(409, 'conflict', 'You have already replied to this review');
  end if;
  perform private.assert_unchanged(v_review.updated_at, p_expected_updated_at);
  perform private.consume_rate_limit('post_edit', v_me::text);
  update public.reviews r set reply = btrim(p_reply), replied_at = now() where r.id = v_review.id;
end $$;

create function public.reply_to_review(review_id bigint, reply text, expected_updated_at timestamptz default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.reply_to_review(review_id, reply, expected_updated_at) $$;
comment on function public.reply_to_review is
  'Stores the one reply of the reviewed user; PT409 when there is one, or when the review has changed since the caller read it.';
grant execute on function private.reply_to_review, public.reply_to_review to authenticated;

create function private.delete_review_reply(p_review_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.received_review(p_review_id, v_me);
begin
  if v_review.reply is null then
    return;
  end if;
  perform private.consume_rate_limit('post_edit', v_me::text);
  update public.reviews r set reply = null, replied_at = null where r.id = v_review.id;
end $$;

create function public.delete_review_reply(review_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.delete_review_reply(review_id) $$;
comment on function public.delete_review_reply is 'Deletes the caller''s reply to a review of themselves.';
grant execute on function private.delete_review_reply, public.delete_review_reply to authenticated;

-- Moderation ---------------------------------------------------------------------------------------------------------

create function private.set_review_hidden(p_review_id bigint, p_is_hidden boolean, p_reason text, p_hidden_at timestamptz default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_before public.reviews;
begin
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', 'You are not allowed to hide reviews');
  elsif p_is_hidden and private.is_blank(p_reason) then
    perform private.refuse(400, 'invalid_input', 'Reason is required');
  elsif char_length(btrim(p_reason)) > 500 then
    perform private.refuse(400, 'invalid_input', 'Reason too long');
  end if;
  select * into v_before from public.reviews r where r.id = p_review_id for update;
  if v_before.id is null then
    perform private.refuse(404, 'not_found', 'Review not found');
  elsif (v_before.hidden_at is not null) = p_is_hidden then
    -- Doing it twice is harmless: a repeat does not rewrite the first decision.
    return;
  end if;
  perform private.assert_not_own(array[v_before.reviewer_id, v_before.reviewed_user_id]);
  perform private.assert_unchanged(v_before.hidden_at, p_hidden_at);
  update public.reviews r set
    hidden_at = case when p_is_hidden then now() end,
    hidden_by = case when p_is_hidden then v_me end,
    hidden_reason = case when p_is_hidden then btrim(p_reason) end
  where r.id = p_review_id;
  perform private.audit(case when p_is_hidden then 'hide_review' else 'unhide_review' end, 'review', p_review_id::text,
    jsonb_build_object('reason', v_before.hidden_reason), jsonb_build_object('reason', case when p_is_hidden then btrim(p_reason) end));
end $$;
grant execute on function private.set_review_hidden to authenticated;

create function public.hide_review(review_id bigint, reason text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_profile(r.reviewed_user_id) from public.reviews r where r.id = review_id;
  select private.set_review_hidden(review_id, true, reason);
$$;
comment on function public.hide_review is 'For admins: hides a review with a reason, which its author reads.';
grant execute on function public.hide_review to authenticated;

create function public.unhide_review(review_id bigint, hidden_at timestamptz default null) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_profile(r.reviewed_user_id) from public.reviews r where r.id = review_id;
  select private.set_review_hidden(review_id, false, null, hidden_at);
$$;
comment on function public.unhide_review is 'For admins: unhides a review, unless it was hidden at another time than the given one (PT409).';
grant execute on function public.unhide_review to authenticated;

-- Totals -------------------------------------------------------------------------------------------------------------

create function public.count_reviews(user_id bigint) returns table (rating smallint, reviews bigint)
language sql stable rows 5 security invoker set search_path = ''
as $$
  select r.rating, count(*) from public.reviews r
  where r.reviewed_user_id = $1 and r.hidden_at is null
  group by r.rating order by r.rating desc
$$;
comment on function public.count_reviews is 'How many visible reviews a user has of each rating.';
grant execute on function public.count_reviews to authenticated;

-- Locks ---------------------------------------------------------------------------------------------------------------
--
-- A simultaneous first quote and first review between two users would not see each other, and the review would stay
-- unverified.

create function private.pair_key(p_one bigint, p_other bigint) returns integer
language sql immutable set search_path = ''
as $$ select hashtext(format('%s %s', least(p_one, p_other), greatest(p_one, p_other))) & 1023 $$;
comment on function private.pair_key is
  'What stands for two people in a lock. Of a thousand, so that a load of many quotes fits into the memory for locks; who shares one waits a moment longer.';

-- Reviews are counted in the profile of the reviewed user, so the profile is locked before them: docs/decisions.md#everybody-takes-rows-in-one-order.

create function private.hold_profile(p_user_id bigint) returns void
language sql volatile security definer set search_path = ''
as $$ select 1 from public.profiles p where p.id = p_user_id for no key update $$;
comment on function private.hold_profile is 'Locks a profile for who changes a review of it, before the review.';
grant execute on function private.hold_profile to authenticated;

create function private.have_deal(p_one bigint, p_other bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.quotes q where q.supplier_id = p_one and q.post_owner_id = p_other and q.status = 'accepted')
    or exists (select 1 from public.quotes q where q.supplier_id = p_other and q.post_owner_id = p_one and q.status = 'accepted')
$$;

create function private.mark_deal_of_reviews() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'accepted' or (tg_op = 'UPDATE' and old.status = 'accepted') then
    -- Of two deals that begin or end at once, the second sees what became of the first. Not the lock of first reviews, who wait for
    -- the quote that is held here.
    perform pg_advisory_xact_lock(hashtext('private.have_deal'), private.pair_key(new.supplier_id, new.post_owner_id));
    update public.reviews r set has_deal = not r.has_deal
    where r.id = any (array(
      select x.id from public.reviews x
      where (x.reviewer_id, x.reviewed_user_id) in ((new.supplier_id, new.post_owner_id), (new.post_owner_id, new.supplier_id))
        and x.has_deal <> private.have_deal(x.reviewer_id, x.reviewed_user_id)
      order by x.id for update));
  end if;
  return null;
end $$;
