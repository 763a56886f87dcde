-- Bulk actions of admins. Each is a batch that knows what it changed, and can be undone for 30 days.

create table public.moderation_batches (
  id bigint generated always as identity primary key,
  action text not null,
  actor_id bigint not null references public.profiles (id) on delete cascade,
  reason text,
  user_count integer not null default 0,
  post_count integer not null default 0,
  other_count integer not null default 0,
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by bigint references public.profiles (id) on delete set null,
  restored_count integer not null default 0,
  constraint moderation_batches_action_is_known check (action in ('spam', 'hide_posts_of_user', 'hide_posts', 'unhide_posts',
    'feedback_new', 'feedback_in_progress', 'feedback_resolved', 'feedback_spam', 'delete_feedback')),
  constraint moderation_batches_reason_length check (char_length(reason) between 1 and 500),
  constraint moderation_batches_counts_are_not_negative
    check (user_count >= 0 and post_count >= 0 and other_count >= 0 and restored_count >= 0),
  constraint moderation_batches_client_id_is_unique unique (actor_id, client_id)
);
comment on table public.moderation_batches is 'Bulk actions of admins of the last 30 days, with how much each changed.';
comment on column public.moderation_batches.reason is 'What its users are told; of posts that are unhidden, the note to their owners; of feedback, what other admins read.';
comment on column public.moderation_batches.other_count is 'Questions and reviews that were hidden, or feedback that was changed.';
comment on column public.moderation_batches.client_id is 'Made by the client: a large selection is sent in parts that belong to one batch, and a repeated part counts once.';
comment on column public.moderation_batches.restored_count is 'How many of its changes the undo took back; the others had been changed since.';

create index moderation_batches_created_idx on public.moderation_batches (created_at);
create index moderation_batches_undone_by_idx on public.moderation_batches (undone_by) where undone_by is not null;

revoke all on table public.moderation_batches from anon, authenticated, service_role;
grant select (id, action, actor_id, reason, user_count, post_count, other_count, created_at, undone_at, undone_by, restored_count)
  on table public.moderation_batches to authenticated;

alter table public.moderation_batches enable row level security;
create policy "admins read bulk actions" on public.moderation_batches for select to authenticated using ((select private.is_admin()));

create table private.moderation_changes (
  batch_id bigint not null references public.moderation_batches (id) on delete cascade,
  kind text not null,
  subject_id bigint not null,
  user_id bigint references public.profiles (id) on delete cascade,
  before jsonb,
  changed_at timestamptz not null default now(),
  primary key (batch_id, kind, subject_id),
  constraint moderation_changes_kind_is_known check (kind in ('user', 'post', 'question', 'review', 'feedback'))
);
comment on table private.moderation_changes is 'What a bulk action changed, one row a thing, until it is undone or 30 days are over.';
comment on column private.moderation_changes.user_id is 'Whose thing it is.';
comment on column private.moderation_changes.before is 'State before the change; null where the thing was just visible, or not deleted.';
comment on column private.moderation_changes.changed_at is
  'The time that the changed thing has stored as well: where it differs, somebody has changed the thing since.';

create index moderation_changes_user_idx on private.moderation_changes (user_id) where user_id is not null;
create index moderation_changes_changed_idx on private.moderation_changes (changed_at);
create index moderation_changes_subject_idx on private.moderation_changes (subject_id, kind);

revoke all on table private.moderation_changes from anon, authenticated, service_role;

create function private.forget_bulk_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Not those of this transaction. Their time would not tell: one that began earlier can have waited for the bulk action.
  delete from private.moderation_changes c
  where c.kind = tg_argv[0] and c.subject_id = new.id and c.xmin <> pg_current_xact_id()::xid;
  return null;
end $$;
comment on function private.forget_bulk_changes is
  'Who hides or unhides a post, or sets the status of feedback, decides anew: the undo of an earlier bulk action leaves it as it is.';

create function private.open_batch(p_action text, p_reason text, p_client_id uuid) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_batch public.moderation_batches;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  insert into public.moderation_batches (action, actor_id, reason, client_id)
  values (p_action, v_me, p_reason, coalesce(p_client_id, gen_random_uuid()))
  on conflict (actor_id, client_id) do nothing returning * into v_batch;
  if v_batch.id is null then
    select * into v_batch from public.moderation_batches b where b.actor_id = v_me and b.client_id = p_client_id for update;
    if (v_batch.action, v_batch.reason) is distinct from (p_action, p_reason) then
      perform private.refuse(409, 'already_sent_differently', 'An earlier version of this is stored already. Look at it before you send again.',
        jsonb_build_object('storedId', v_batch.id));
    elsif v_batch.undone_at is not null then
      perform private.refuse(409, 'conflict', 'This has been undone already');
    end if;
  end if;
  return v_batch.id;
end $$;
comment on function private.open_batch is
  'Begins a batch of the calling admin, or continues the one with this client id; locks it, before anything that it changes.';

-- Parts ---------------------------------------------------------------------------------------------------------------

-- The posts of a user, or of fifty, can be more than a statement may change, and the embedded database serves nobody else meanwhile.
create function private.bulk_part() returns integer
language sql immutable set search_path = '' as $$ select 200 $$;
comment on function private.bulk_part is 'How many things of a kind one call of a bulk action changes at most.';

create function private.is_in_batch(p_batch_id bigint, p_kind text, p_subject_id bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from private.moderation_changes c where (c.batch_id, c.kind, c.subject_id) = (p_batch_id, p_kind, p_subject_id))
$$;
comment on function private.is_in_batch is 'Whether an earlier part of a batch has changed a thing: a repeat leaves what somebody has changed back.';

-- Spam ----------------------------------------------------------------------------------------------------------------

create function private.visible_posts_of(p_user_ids bigint[]) returns bigint[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids bigint[] := array(
    select p.id from public.posts p where p.user_id = any (p_user_ids) and not p.is_hidden order by p.id desc limit private.bulk_part());
begin
  return array(select p.id from public.posts p where p.id = any (v_ids) and not p.is_hidden order by p.id for no key update);
end $$;
comment on function private.visible_posts_of is 'Locks the newest visible posts of users, as many as one call of a bulk action hides.';

create function private.let_go_since(p_batch_id bigint) returns bigint[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select a.profile_id from private.moderation_changes c join public.accounts a on a.profile_id = c.subject_id
    where c.batch_id = p_batch_id and c.kind = 'user' and not coalesce(
      a.suspended_until = 'infinity' and a.suspended_at in (c.changed_at, (c.before ->> 'at')::timestamptz), false))
$$;
comment on function private.let_go_since is 'The users of a batch whose suspension is no longer the one that it left.';

-- A post that is created at the same moment stays visible.
create function private.mark_spam(p_user_ids bigint[], p_reason text, p_client_id uuid) returns setof public.moderation_batches
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_reason text := private.required_reason(p_reason);
  v_batch_id bigint;
  v_users bigint[];
  v_new_users bigint[];
  v_let_go bigint[];
  v_posts bigint[];
  v_reviews bigint[];
  v_questions bigint[];
begin
  if coalesce(cardinality(p_user_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 users', '{"path": "userIds"}');
  end if;
  v_batch_id := private.open_batch('spam', v_reason, p_client_id);
  v_users := array(select a.profile_id from public.accounts a where a.profile_id = any (p_user_ids) and a.role = 'user' and a.deleted_at is null);
  v_let_go := private.let_go_since(v_batch_id);
  -- What is about the caller is left to another admin, as one by one.
  v_reviews := array(
    select r.id from public.reviews r
    where r.reviewer_id = any (v_users) and r.reviewer_id <> all (v_let_go) and r.hidden_at is null and r.reviewed_user_id <> v_me
      and not private.is_in_batch(v_batch_id, 'review', r.id)
    order by r.id desc limit private.bulk_part());
  v_questions := array(
    select k.id from public.post_questions k join public.posts p on p.id = k.post_id
    where k.asker_id = any (v_users) and k.asker_id <> all (v_let_go) and k.hidden_at is null and p.user_id <> v_me
      and not private.is_in_batch(v_batch_id, 'question', k.id)
    order by k.id desc limit private.bulk_part());
  -- Profiles count their reviews.
  perform 1 from public.profiles p
  where p.id in (select r.reviewed_user_id from public.reviews r where r.id = any (v_reviews)) order by p.id for no key update;
  v_posts := private.visible_posts_of(array(select u from unnest(v_users) as u where u <> all (v_let_go)));
  perform private.hold_counters(v_posts);
  perform 1 from public.reviews r where r.id = any (v_reviews) order by r.id for no key update;
  perform 1 from public.post_questions k where k.id = any (v_questions) order by k.id for no key update;
  perform 1 from public.accounts a where a.profile_id = any (v_users || v_me) order by a.profile_id for update;
  perform private.require_admin();
  v_users := array(
    select a.profile_id from public.accounts a
    where a.profile_id = any (v_users) and a.role = 'user' and a.deleted_at is null order by a.profile_id);
  -- Of several, those that cannot be changed are skipped, in a later part of a run all of them.
  if v_users = '{}' and not exists (select 1 from private.moderation_changes c where c.batch_id = v_batch_id) then
    perform private.account_to_manage(p_user_ids[1]);
    perform private.refuse(409, 'conflict', 'You cannot change this account');
  end if;
  -- A repeat decides nothing anew: who was let go since, or suspended by somebody else, stays so, and what was brought back.
  v_let_go := private.let_go_since(v_batch_id);
  v_users := array(select u from unnest(v_users) as u where u <> all (v_let_go) order by u);

  with hidden as (
    update public.reviews r set hidden_at = now(), hidden_by = v_me, hidden_reason = v_reason
    where r.id = any (v_reviews) and r.reviewer_id = any (v_users) and r.hidden_at is null and not private.is_in_batch(v_batch_id, 'review', r.id)
    returning r.id, r.reviewer_id)
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id)
  select v_batch_id, 'review', h.id, h.reviewer_id from hidden h;
  with hidden as (
    update public.post_questions k set hidden_at = now(), hidden_reason = v_reason
    where k.id = any (v_questions) and k.asker_id = any (v_users) and k.hidden_at is null and not private.is_in_batch(v_batch_id, 'question', k.id)
    returning k.id, k.asker_id)
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id)
  select v_batch_id, 'question', h.id, h.asker_id from hidden h;
  with marked as (
    insert into private.moderation_changes (batch_id, kind, subject_id, user_id, before)
    select v_batch_id, 'user', a.profile_id, a.profile_id,
      jsonb_build_object('until', a.suspended_until, 'reason', a.suspension_reason, 'at', a.suspended_at)
    from public.accounts a where a.profile_id = any (v_users) on conflict (batch_id, kind, subject_id) do nothing
    returning subject_id)
  select array_agg(m.subject_id order by m.subject_id) into v_new_users from marked m;
  update public.accounts a set suspended_until = 'infinity', suspension_reason = v_reason, suspended_at = now()
  where a.profile_id = any (v_new_users) and a.suspended_until is distinct from 'infinity';
  v_posts := array(select p.id from public.posts p where p.id = any (v_posts) and p.user_id = any (v_users) order by p.id);
  perform private.hide_in_batch(v_batch_id, v_posts, v_reason, true);
  perform private.audit('mark_spam', 'user', u.id::text, null, jsonb_build_object('reason', v_reason, 'batch', v_batch_id))
  from unnest(v_new_users) as u (id);
  return query select b.* from private.count_batch(v_batch_id) as b;
end $$;

create function public.mark_spam(user_ids bigint[], reason text, client_id uuid default null) returns setof public.moderation_batches
language sql volatile rows 1 security invoker set search_path = '' as $$ select * from private.mark_spam(user_ids, reason, client_id) $$;
comment on function public.mark_spam is
  'For admins: suspends up to 50 users for good and hides their newest 200 posts, questions and reviews each, without telling them; repeated with its client id, which makes it one batch, the next, until the answered counts stay as they are. Admins, deleted accounts and what is about the caller are skipped.';
grant execute on function private.mark_spam, public.mark_spam to authenticated;

create function private.hide_in_batch(p_batch_id bigint, p_post_ids bigint[], p_reason text, p_is_silent boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id)
  select p_batch_id, 'post', p.id, p.user_id from public.posts p where p.id = any (p_post_ids) and not p.is_hidden
  on conflict (batch_id, kind, subject_id) do update set changed_at = excluded.changed_at;
  if not p_is_silent then
    perform private.hold_digests(array(select p.user_id from public.posts p where p.id = any (p_post_ids)));
  end if;
  perform set_config('app.moderation_is_silent', p_is_silent::text, true);
  update public.posts p set is_hidden = true, hidden_by = private.current_profile_id(), hidden_reason = p_reason, hidden_at = now()
  where p.id = any (p_post_ids) and not p.is_hidden;
  perform set_config('app.moderation_is_silent', 'false', true);
end $$;
comment on function private.hide_in_batch is 'Hides those posts of a batch that are visible, which the caller has locked; silently, or with a notification to each owner.';

create function private.unhide_in_batch(p_batch_id bigint, p_post_ids bigint[], p_note text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id, before)
  select p_batch_id, 'post', p.id, p.user_id, jsonb_build_object('by', p.hidden_by, 'reason', p.hidden_reason, 'at', p.hidden_at)
  from public.posts p where p.id = any (p_post_ids)
  on conflict (batch_id, kind, subject_id) do update set changed_at = excluded.changed_at, before = excluded.before;
  perform private.hold_digests(array(select p.user_id from public.posts p where p.id = any (p_post_ids)));
  -- For notify_of_moderation(), which tells the owner.
  perform set_config('app.moderation_note', coalesce(p_note, ''), true);
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null where p.id = any (p_post_ids);
  perform set_config('app.moderation_note', '', true);
end $$;
comment on function private.unhide_in_batch is 'Unhides hidden posts of a batch, which the caller has locked, with a note to each owner.';

create function private.count_batch(p_batch_id bigint) returns setof public.moderation_batches
language sql volatile rows 1 security definer set search_path = ''
as $$
  update public.moderation_batches b
  set user_count = c.users, post_count = c.posts, other_count = c.others
  from (
    select count(*) filter (where m.kind = 'user') as users, count(*) filter (where m.kind = 'post') as posts,
      count(*) filter (where m.kind not in ('user', 'post')) as others
    from private.moderation_changes m where m.batch_id = p_batch_id) as c
  where b.id = p_batch_id returning b.*
$$;
comment on function private.count_batch is 'Counts what a batch has changed so far.';

-- Posts ---------------------------------------------------------------------------------------------------------------

create function private.posts_to_moderate(p_post_ids bigint[], p_is_hidden boolean) returns bigint[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_posts bigint[];
begin
  if coalesce(cardinality(p_post_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 posts', '{"path": "postIds"}');
  end if;
  v_posts := array(
    select p.id from public.posts p
    where p.id = any (p_post_ids) and p.user_id <> v_me and p.is_hidden = p_is_hidden and p.hidden_by is distinct from p.user_id
    order by p.id for no key update);
  perform private.hold_counters(v_posts);
  perform 1 from public.accounts a where a.profile_id = v_me for share;
  perform private.require_admin();
  return v_posts;
end $$;
comment on function private.posts_to_moderate is
  'Locks those of up to 50 posts of others that are visible, or that admins have hidden: what owners have hidden themselves stays hidden.';

create function private.close_part(p_batch_id bigint) returns setof public.moderation_batches
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
begin
  delete from public.moderation_batches b where b.id = p_batch_id and b.post_count = 0 and b.other_count = 0
    and not exists (select 1 from private.moderation_changes c where c.batch_id = p_batch_id);
  return query select b.* from private.count_batch(p_batch_id) as b;
end $$;
comment on function private.close_part is 'Counts what a batch has changed so far; one that has changed nothing is none.';

create function private.bulk_hide_posts(p_post_ids bigint[], p_reason text, p_client_id uuid) returns setof public.moderation_batches
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_reason text := private.required_reason(p_reason);
  v_batch_id bigint := private.open_batch('hide_posts', v_reason, p_client_id);
begin
  perform private.hide_in_batch(v_batch_id, private.posts_to_moderate(p_post_ids, false), v_reason, false);
  return query select b.* from private.close_part(v_batch_id) as b;
end $$;

create function public.bulk_hide_posts(post_ids bigint[], reason text, client_id uuid default null) returns setof public.moderation_batches
language sql volatile rows 1 security invoker set search_path = '' as $$ select * from private.bulk_hide_posts(post_ids, reason, client_id) $$;
comment on function public.bulk_hide_posts is
  'For admins: hides up to 50 posts of others and tells their owners why. Calls with one client id are one batch, which is answered; nothing is when nothing was visible.';
grant execute on function private.bulk_hide_posts, public.bulk_hide_posts to authenticated;

create function private.bulk_unhide_posts(p_post_ids bigint[], p_note text, p_client_id uuid) returns setof public.moderation_batches
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_note text := private.note_to_owner(p_note);
  v_batch_id bigint := private.open_batch('unhide_posts', v_note, p_client_id);
begin
  perform private.unhide_in_batch(v_batch_id, private.posts_to_moderate(p_post_ids, true), v_note);
  return query select b.* from private.close_part(v_batch_id) as b;
end $$;

create function public.bulk_unhide_posts(post_ids bigint[], note text default null, client_id uuid default null) returns setof public.moderation_batches
language sql volatile rows 1 security invoker set search_path = '' as $$ select * from private.bulk_unhide_posts(post_ids, note, client_id) $$;
comment on function public.bulk_unhide_posts is
  'For admins: unhides those of up to 50 posts that admins have hidden, with a note to their owners. Calls with one client id are one batch, which is answered; nothing is when none was hidden.';
grant execute on function private.bulk_unhide_posts, public.bulk_unhide_posts to authenticated;

-- A post that is created or unhidden a moment later stays visible.
create function private.hide_posts_of_user(p_user_id bigint, p_reason text, p_client_id uuid) returns setof public.moderation_batches
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_reason text;
  v_ids bigint[];
  v_batch_id bigint;
begin
  perform private.require_admin();
  v_reason := private.required_reason(p_reason);
  v_batch_id := private.open_batch('hide_posts_of_user', v_reason, p_client_id);
  -- Before the account: who deletes one of these posts has it, and counts it there.
  v_ids := private.visible_posts_of(array[p_user_id]);
  perform private.hold_counters(v_ids);
  perform private.hold_digests(array[p_user_id]);
  perform private.account_to_manage(p_user_id);
  perform private.hide_in_batch(v_batch_id, v_ids, v_reason, false);
  if v_ids <> '{}' then
    perform private.audit('hide_all_posts', 'user', p_user_id::text, null, jsonb_build_object('posts', cardinality(v_ids), 'reason', v_reason));
  end if;
  return query select b.* from private.close_part(v_batch_id) as b;
end $$;

create function public.hide_posts_of_user(user_id bigint, reason text, client_id uuid default null) returns setof public.moderation_batches
language sql volatile rows 1 security invoker set search_path = '' as $$ select * from private.hide_posts_of_user(user_id, reason, client_id) $$;
comment on function public.hide_posts_of_user is
  'For admins: hides the newest 200 visible posts of a user and tells them why, of 60 an hour; repeated with its client id, which makes it one batch, the next, until the answered count stays as it is. Nothing is answered when nothing was visible.';
grant execute on function private.hide_posts_of_user, public.hide_posts_of_user to authenticated;

-- Feedback ------------------------------------------------------------------------------------------------------------

create function private.feedback_to_change(p_feedback_ids bigint[]) returns bigint[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_feedback bigint[];
begin
  if coalesce(cardinality(p_feedback_ids), 0) not between 1 and 50 then
    perform private.refuse(400, 'invalid_input', 'Choose 1 to 50 messages', '{"path": "feedbackIds"}');
  end if;
  v_feedback := array(
    select f.id from public.feedback f where f.id = any (p_feedback_ids) and f.deleted_at is null order by f.id for update);
  perform 1 from public.accounts a where a.profile_id = v_me for share;
  perform private.require_admin();
  return v_feedback;
end $$;
comment on function private.feedback_to_change is 'Locks what is there of up to 50 ids.';

create function private.bulk_set_feedback_status(p_feedback_ids bigint[], p_status text, p_note text, p_client_id uuid)
returns setof public.moderation_batches
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_batch_id bigint := private.open_batch('feedback_' || p_status, private.note_to_owner(p_note), p_client_id);
  v_feedback bigint[] := private.feedback_to_change(p_feedback_ids);
begin
  with changed as (
    insert into private.moderation_changes (batch_id, kind, subject_id, user_id, before)
    select v_batch_id, 'feedback', f.id, f.user_id, jsonb_build_object('status', f.status)
    from public.feedback f where f.id = any (v_feedback) and f.status <> p_status
    on conflict (batch_id, kind, subject_id) do update set changed_at = excluded.changed_at, before = excluded.before
    returning subject_id, before)
  select array_agg(c.subject_id) into v_feedback from changed c
  cross join lateral private.audit('set_feedback_status', 'feedback', c.subject_id::text, c.before,
    jsonb_build_object('status', p_status, 'batch', v_batch_id));
  update public.feedback f set status = p_status where f.id = any (v_feedback);
  return query select b.* from private.close_part(v_batch_id) as b;
end $$;

create function public.bulk_set_feedback_status(feedback_ids bigint[], status text, note text default null, client_id uuid default null)
returns setof public.moderation_batches
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.bulk_set_feedback_status(feedback_ids, status, note, client_id) $$;
comment on function public.bulk_set_feedback_status is
  'For admins: moves feedback of up to 50 ids to new, in_progress, resolved or spam, with a note for other admins; what has the status or is gone is skipped. Calls with one client id are one batch, which is answered; nothing is when nothing changed.';
grant execute on function private.bulk_set_feedback_status, public.bulk_set_feedback_status to authenticated;

create function private.bulk_delete_feedback(p_feedback_ids bigint[], p_note text, p_client_id uuid) returns setof public.moderation_batches
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_batch_id bigint := private.open_batch('delete_feedback', private.note_to_owner(p_note), p_client_id);
  v_feedback bigint[] := private.feedback_to_change(p_feedback_ids);
begin
  perform private.audit('delete_feedback', 'feedback', f.id::text, private.feedback_for_log(f), jsonb_build_object('batch', v_batch_id))
  from public.feedback f where f.id = any (v_feedback) order by f.id;
  insert into private.moderation_changes (batch_id, kind, subject_id, user_id)
  select v_batch_id, 'feedback', f.id, f.user_id from public.feedback f where f.id = any (v_feedback);
  update public.feedback f set deleted_at = now() where f.id = any (v_feedback);
  return query select b.* from private.close_part(v_batch_id) as b;
end $$;

create function public.bulk_delete_feedback(feedback_ids bigint[], note text default null, client_id uuid default null)
returns setof public.moderation_batches
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.bulk_delete_feedback(feedback_ids, note, client_id) $$;
comment on function public.bulk_delete_feedback is
  'For admins: deletes feedback of up to 50 ids, for good after 30 days, with a note for other admins; what is gone is skipped. Calls with one client id are one batch, which is answered; nothing is when nothing was there.';
grant execute on function private.bulk_delete_feedback, public.bulk_delete_feedback to authenticated;

-- Undo ----------------------------------------------------------------------------------------------------------------

create function private.is_as_left(p_change private.moderation_changes) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case p_change.kind
    when 'post' then exists (
      select 1 from public.posts p join public.moderation_batches b on b.id = p_change.batch_id
      where p.id = p_change.subject_id and p.is_hidden
        and (p.hidden_at, p.hidden_by, p.hidden_reason) = (p_change.changed_at, b.actor_id, b.reason))
    when 'review' then exists (
      select 1 from public.reviews r join public.moderation_batches b on b.id = p_change.batch_id
      where r.id = p_change.subject_id and (r.hidden_at, r.hidden_by, r.hidden_reason) = (p_change.changed_at, b.actor_id, b.reason))
    when 'question' then exists (
      select 1 from public.post_questions k join public.moderation_batches b on b.id = p_change.batch_id
      where k.id = p_change.subject_id and (k.hidden_at, k.hidden_reason) = (p_change.changed_at, b.reason)) end
$$;
comment on function private.is_as_left is 'Whether what a bulk action has hidden is hidden by it still, as nobody has changed it since.';

create function private.assert_not_of_caller(p_changes private.moderation_changes[]) returns void
language sql stable security definer set search_path = ''
as $$
  select private.assert_not_own(array(
    select p.user_id from unnest(p_changes) as c join public.posts p on p.id = c.subject_id where c.kind = 'post'
    union select u from unnest(p_changes) as c join public.reviews r on r.id = c.subject_id, unnest(array[r.reviewer_id, r.reviewed_user_id]) as u
    where c.kind = 'review'
    union select u from unnest(p_changes) as c join public.post_questions k on k.id = c.subject_id join public.posts p on p.id = k.post_id,
      unnest(array[k.asker_id, p.user_id]) as u
    where c.kind = 'question'))
$$;
comment on function private.assert_not_of_caller is 'PT403 for an admin who would bring back what they have written, or what is about them.';

create function private.restore_changes(p_changes private.moderation_changes[], p_is_silent boolean) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_posts bigint[] := array(select c.subject_id from unnest(p_changes) as c where c.kind = 'post');
  v_reviews bigint[] := array(select c.subject_id from unnest(p_changes) as c where c.kind = 'review');
  v_questions bigint[] := array(select c.subject_id from unnest(p_changes) as c where c.kind = 'question');
  v_feedback bigint[] := array(select c.subject_id from unnest(p_changes) as c where c.kind = 'feedback');
  v_me bigint := private.require_admin();
  v_restored integer := 0;
  v_count integer;
begin
  perform 1 from public.profiles p
  where p.id in (select r.reviewed_user_id from public.reviews r where r.id = any (v_reviews)) order by p.id for no key update;
  perform 1 from public.posts p where p.id = any (v_posts) order by p.id for no key update;
  perform private.hold_counters(v_posts);
  perform 1 from public.reviews r where r.id = any (v_reviews) order by r.id for no key update;
  perform 1 from public.post_questions k where k.id = any (v_questions) order by k.id for no key update;
  perform 1 from public.feedback f where f.id = any (v_feedback) order by f.id for update;
  if not p_is_silent then
    perform private.hold_digests(array(select p.user_id from public.posts p where p.id = any (v_posts)));
  end if;
  perform 1 from public.accounts a
  where a.profile_id = v_me or a.profile_id in (select c.user_id from unnest(p_changes) as c) order by a.profile_id for update;
  perform private.require_admin();

  update public.reviews r set hidden_at = null, hidden_by = null, hidden_reason = null
  from unnest(p_changes) as c where c.kind = 'review' and r.id = c.subject_id and private.is_as_left(c);
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  update public.post_questions k set hidden_at = null, hidden_reason = null
  from unnest(p_changes) as c where c.kind = 'question' and k.id = c.subject_id and private.is_as_left(c);
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  update public.feedback f set deleted_at = null
  from unnest(p_changes) as c where c.kind = 'feedback' and f.id = c.subject_id and c.before is null and f.deleted_at = c.changed_at;
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  -- Whoever has set another status since has taken the change away.
  update public.feedback f set status = m.before ->> 'status'
  from unnest(p_changes) as c join private.moderation_changes m on (m.batch_id, m.kind, m.subject_id) = (c.batch_id, c.kind, c.subject_id)
  where c.kind = 'feedback' and f.id = c.subject_id and m.before is not null and f.deleted_at is null;
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  -- An earlier suspension goes on until its own end.
  update public.accounts a set
    suspended_until = case when e.until > now() then e.until end,
    suspension_reason = case when e.until > now() then e.reason end,
    suspended_at = case when e.until > now() then e.at end
  from unnest(p_changes) as c cross join lateral jsonb_to_record(c.before) as e (until timestamptz, reason text, at timestamptz)
  where c.kind = 'user' and a.profile_id = c.subject_id and a.suspended_at = c.changed_at and a.suspended_until = 'infinity';
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  perform set_config('app.moderation_is_silent', p_is_silent::text, true);
  update public.posts p set is_hidden = false, hidden_by = null, hidden_reason = null, hidden_at = null
  from unnest(p_changes) as c where c.kind = 'post' and p.id = c.subject_id and private.is_as_left(c);
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  -- Whoever has hidden and unhidden the post since has taken the change away.
  update public.posts p set is_hidden = true, hidden_by = (select o.id from public.profiles o where o.id = e.by), hidden_reason = e.reason, hidden_at = e.at
  from unnest(p_changes) as c join private.moderation_changes m on (m.batch_id, m.kind, m.subject_id) = (c.batch_id, c.kind, c.subject_id)
    join public.moderation_batches b on b.id = c.batch_id and b.action = 'unhide_posts'
    cross join lateral jsonb_to_record(c.before) as e (by bigint, reason text, at timestamptz)
  where c.kind = 'post' and p.id = c.subject_id and not p.is_hidden;
  get diagnostics v_count = row_count;
  v_restored := v_restored + v_count;
  perform set_config('app.moderation_is_silent', 'false', true);
  delete from private.moderation_changes m using unnest(p_changes) as c
  where (m.batch_id, m.kind, m.subject_id) = (c.batch_id, c.kind, c.subject_id);
  return v_restored;
end $$;
comment on function private.restore_changes is
  'Takes changes of batches back, except what somebody has changed since; forgets the changes and answers how many it took back.';

create function private.hidden_with_suspension(p_user_id bigint) returns private.moderation_changes[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select c from private.moderation_changes c join public.moderation_batches b on b.id = c.batch_id
    where c.user_id = p_user_id and b.action <> 'unhide_posts' and b.undone_at is null and c.changed_at > now() - interval '30 days'
      and private.is_as_left(c)
    order by c.batch_id, c.kind, c.subject_id)
$$;
comment on function private.hidden_with_suspension is 'What bulk actions of the last 30 days have hidden of a user.';

create function private.count_hidden_with_suspension(p_user_id bigint) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return cardinality(private.hidden_with_suspension(p_user_id));
end $$;

create function public.count_hidden_with_suspension(user_id bigint) returns integer
language sql stable security invoker set search_path = '' as $$ select private.count_hidden_with_suspension(user_id) $$;
comment on function public.count_hidden_with_suspension is
  'For admins: how many posts, questions and reviews of a user lift_suspension() brings back.';
grant execute on function private.count_hidden_with_suspension, public.count_hidden_with_suspension to authenticated;

create function private.lift_suspension(p_user_id bigint, p_brings_back boolean, p_suspended_at timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_account public.accounts;
  v_hidden private.moderation_changes[] := array[]::private.moderation_changes[];
  v_restored integer := 0;
begin
  perform private.consume_rate_limit('bulk_action', private.require_admin()::text);
  -- Before the account, as posts are.
  if p_brings_back then
    v_hidden := private.hidden_with_suspension(p_user_id);
    perform private.assert_not_of_caller(v_hidden);
  end if;
  -- With nothing to bring back, it would take the caller's account before that of the user, whatever their order.
  if cardinality(v_hidden) > 0 then
    v_restored := private.restore_changes(v_hidden[1:private.bulk_part()], true);
  end if;
  v_account := private.account_to_manage(p_user_id);
  if v_account.suspended_until is null or v_account.suspended_until <= now() then
    perform private.refuse(409, 'conflict', 'This account is not suspended');
  end if;
  perform private.assert_unchanged(v_account.suspended_at, p_suspended_at);
  if cardinality(v_hidden) > private.bulk_part() then
    perform private.audit('bring_back', 'user', p_user_id::text, null, jsonb_build_object('restored', v_restored));
    return cardinality(v_hidden) - private.bulk_part();
  end if;
  -- The suspension ends with the last call; one mail tells of all of them.
  select v_restored + coalesce(sum((g.after ->> 'restored')::integer), 0) into v_restored
  from public.audit_log g where g.entity_id = p_user_id::text and g.action = 'bring_back' and g.created_at >= v_account.suspended_at;
  update public.accounts a set suspended_until = null, suspension_reason = null, suspended_at = null where a.profile_id = p_user_id;
  perform private.queue_mail(p_user_id, 'suspension_lifted', jsonb_build_object('restored', v_restored), 'suspension');
  perform private.audit('lift_suspension', 'user', p_user_id::text,
    jsonb_build_object('until', case when v_account.suspended_until = 'infinity' then '"permanent"' else to_jsonb(v_account.suspended_until) end,
      'reason', v_account.suspension_reason), case when p_brings_back then jsonb_build_object('restored', v_restored) end);
  return 0;
end $$;

create function public.lift_suspension(user_id bigint, brings_back boolean default false, suspended_at timestamptz default null) returns integer
language sql volatile security invoker set search_path = '' as $$ select private.lift_suspension(user_id, brings_back, suspended_at) $$;
comment on function public.lift_suspension is
  'For admins: ends a suspension before its time and mails the user; on demand brings back what bulk actions of the last 30 days have hidden of them, 200 things a call. Answers how many are left: the suspension ends with the call that leaves none. PT409 for a suspension that began at another time than the given one.';
grant execute on function private.lift_suspension, public.lift_suspension to authenticated;

create function private.undo_moderation(p_batch_id bigint) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_batch public.moderation_batches;
  v_restored integer;
  v_left integer;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  select * into v_batch from public.moderation_batches b where b.id = p_batch_id for update;
  if v_batch.id is null then
    perform private.refuse(404, 'not_found', 'Bulk action not found');
  elsif v_batch.undone_at is not null then
    perform private.refuse(409, 'conflict', 'This has been undone already');
  elsif v_batch.created_at <= now() - interval '30 days' then
    perform private.refuse(409, 'conflict', 'A bulk action can be undone for 30 days');
  end if;
  perform private.assert_not_of_caller(array(select c from private.moderation_changes c where c.batch_id = p_batch_id));
  v_restored := private.restore_changes(array(
      select c from private.moderation_changes c where c.batch_id = p_batch_id order by c.kind, c.subject_id limit private.bulk_part()),
    v_batch.action = 'spam');
  select count(*) into v_left from private.moderation_changes c where c.batch_id = p_batch_id;
  update public.moderation_batches b set restored_count = b.restored_count + v_restored,
    undone_at = case when v_left = 0 then now() end, undone_by = case when v_left = 0 then v_me end
  where b.id = p_batch_id;
  if v_left = 0 then
    perform private.audit('undo_bulk_action', 'bulk_action', p_batch_id::text,
      jsonb_build_object('action', v_batch.action, 'reason', v_batch.reason), jsonb_build_object('restored', v_batch.restored_count + v_restored));
  end if;
  return v_left;
end $$;

create function public.undo_moderation(batch_id bigint) returns integer
language sql volatile security invoker set search_path = '' as $$ select private.undo_moderation(batch_id) $$;
comment on function public.undo_moderation is
  'For admins: takes up to 200 changes of a bulk action back, but none that somebody has changed since; answers how many are left for the next call.';
grant execute on function private.undo_moderation, public.undo_moderation to authenticated;
