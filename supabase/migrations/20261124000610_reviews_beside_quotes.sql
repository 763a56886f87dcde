-- The first quote between two people and the first review of one by the other at the same moment: neither saw the other, and the review
-- did not say that the two exchanged a quote.

create function private.pair_key(p_one bigint, p_other bigint) returns integer
language sql immutable set search_path = ''
as $$ select hashtext(format('%s %s', least(p_one, p_other), greatest(p_one, p_other))) & 1023 $$;
comment on function private.pair_key is
  'What stands for two people in a lock. Of a thousand, so that a load of many quotes fits into the memory for locks; who shares one waits a moment longer.';

create or replace function private.verify_deal_of_review() returns trigger
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

create or replace function private.verify_reviews_of_quote() returns trigger
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
