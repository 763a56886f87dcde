-- A review is counted in the profile of whom it is about, and was held before it. Whoever sends a quote holds the post, and waits for the
-- reviews of the two to mark them; whoever saves another company holds the profile, and waits for the post: three who waited in a circle.

create function private.hold_profile(p_user_id bigint) returns void
language sql volatile security definer set search_path = ''
as $$ select 1 from public.profiles p where p.id = p_user_id for no key update $$;
comment on function private.hold_profile is 'Locks a profile for who changes a review of it, before the review.';
grant execute on function private.hold_profile to authenticated;

create or replace function public.submit_review(reviewed_user_id bigint, rating integer, comment text) returns bigint
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.hold_profile(reviewed_user_id);
  select private.submit_review(reviewed_user_id, rating, comment);
$$;

create or replace function public.update_review(review_id bigint, rating integer, comment text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_profile(r.reviewed_user_id) from public.reviews r where r.id = review_id;
  select private.update_review(review_id, rating, comment);
$$;

create or replace function public.delete_review(review_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_profile(r.reviewed_user_id) from public.reviews r where r.id = review_id;
  select private.delete_review(review_id);
$$;

create or replace function public.hide_review(review_id bigint, reason text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_profile(r.reviewed_user_id) from public.reviews r where r.id = review_id;
  select private.set_review_hidden(review_id, true, reason);
$$;

create or replace function public.unhide_review(review_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_profile(r.reviewed_user_id) from public.reviews r where r.id = review_id;
  select private.set_review_hidden(review_id, false, null);
$$;
