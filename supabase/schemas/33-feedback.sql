-- Feedback: sent by anybody through `/api/feedback`, read and processed by admins only.

create table public.feedback (
  id bigint generated always as identity primary key,
  user_id bigint references public.profiles (id) on delete set null,
  email text not null,
  category text not null,
  subject text not null,
  message text not null,
  images text[] not null default '{}',
  page_path text not null,
  user_agent text not null,
  status text not null default 'new',
  assignee_id bigint references public.profiles (id) on delete set null,
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  folded text not null generated always as (private.fold(subject || E'\n' || message || E'\n' || email || E'\n' || page_path)) stored,
  deleted_at timestamptz,
  constraint feedback_email_length check (char_length(email) between 3 and 254),
  constraint feedback_category_is_known check (category in ('bug', 'suggestion', 'complaint', 'question', 'other')),
  constraint feedback_subject_length check (char_length(subject) between 3 and 100),
  constraint feedback_message_length check (char_length(message) between 10 and 2000),
  constraint feedback_images_count check (cardinality(images) <= 3 and coalesce(array_ndims(images), 1) = 1),
  constraint feedback_page_path_length check (char_length(page_path) <= 500),
  constraint feedback_user_agent_length check (char_length(user_agent) <= 500),
  constraint feedback_status_is_known check (status in ('new', 'in_progress', 'resolved', 'spam')),
  constraint feedback_client_id_is_unique unique (client_id)
);
comment on table public.feedback is 'What people write to the operators. The id is the reference number that they are told.';
comment on column public.feedback.images is 'Paths in the private bucket `feedback-images`.';
comment on column public.feedback.folded is 'What lists find it by.';
comment on column public.feedback.client_id is 'Made by the client, so that a repeated request creates nothing twice.';
comment on column public.feedback.deleted_at is 'When a bulk action deleted it: nobody sees it from then on, and for 30 days it can come back.';

create index feedback_status_idx on public.feedback (status, id desc);
create index feedback_user_idx on public.feedback (user_id) where user_id is not null;
create index feedback_assignee_idx on public.feedback (assignee_id) where assignee_id is not null;
create index feedback_created_idx on public.feedback (created_at) include (status, deleted_at);
create index feedback_deleted_idx on public.feedback (deleted_at) where deleted_at is not null;
create index feedback_images_idx on public.feedback using gin (images) where cardinality(images) > 0;

revoke all on table public.feedback from anon, authenticated, service_role;
grant select (id, user_id, email, category, subject, message, images, page_path, user_agent, status, assignee_id, created_at,
  updated_at, folded) on table public.feedback to authenticated;

alter table public.feedback enable row level security;
create policy "admins read feedback" on public.feedback for select to authenticated
  using (deleted_at is null and (select private.is_admin()));

-- Guests can send as well, and senders must not be forged: the function behind `/api/feedback` names the sender.
create function private.record_feedback(p_feedback jsonb, p_auth_id uuid, p_is_spam boolean) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_feedback public.feedback := jsonb_populate_record(null::public.feedback,
    '{"images": [], "page_path": "", "user_agent": ""}' || private.trimmed(private.known_fields(p_feedback,
      array['email', 'category', 'subject', 'message', 'images', 'page_path', 'user_agent', 'client_id', 'image_hashes'])));
  v_content jsonb;
begin
  if p_auth_id is not null then
    -- The address of a user is the one of the account, whatever was sent.
    select a.profile_id, a.email into v_feedback.user_id, v_feedback.email
    from public.profiles p join public.accounts a on a.profile_id = p.id
    where p.auth_id = p_auth_id and a.deleted_at is null;
    if v_feedback.user_id is null then
      perform private.refuse(401, 'unauthorized', 'Authentication required');
    end if;
  end if;
  insert into public.feedback as f (user_id, email, category, subject, message, images, page_path, user_agent, status, client_id)
  values (v_feedback.user_id, v_feedback.email, v_feedback.category, v_feedback.subject, v_feedback.message, v_feedback.images,
    left(v_feedback.page_path, 500), left(v_feedback.user_agent, 500), case when p_is_spam then 'spam' else 'new' end,
    v_feedback.client_id)
  on conflict (client_id) do nothing
  returning f.id into v_feedback.id;
  v_content := jsonb_build_array(v_feedback.user_id, v_feedback.email, v_feedback.category, v_feedback.subject, v_feedback.message,
    left(v_feedback.page_path, 500), p_feedback -> 'image_hashes');
  if v_feedback.id is null then
    select f.id into v_feedback.id from public.feedback f where f.client_id = v_feedback.client_id;
    perform private.assert_same_content('feedback', v_feedback.client_id, v_content, v_feedback.id);
  else
    perform private.remember_content('feedback', v_feedback.client_id, v_content);
  end if;
  return v_feedback.id;
end $$;

create function public.record_feedback(feedback jsonb, auth_id uuid default null, is_spam boolean default false) returns bigint
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account(auth_id);
  select private.record_feedback(feedback, auth_id, is_spam);
$$;
comment on function public.record_feedback is
  'For edge functions only: stores feedback of a user (by Auth id) or a guest, its fields named like their columns, with the hashes of its images, as a repeat stores them under other names; answers its reference number.';
grant execute on function private.record_feedback, public.record_feedback to service_role;

-- Administration ------------------------------------------------------------------------------------------------------

create table public.feedback_entries (
  id bigint generated always as identity primary key,
  feedback_id bigint not null references public.feedback (id) on delete cascade,
  author_id bigint references public.profiles (id) on delete set null,
  kind text not null,
  body text not null,
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  constraint feedback_entries_kind_is_known check (kind in ('note', 'reply')),
  constraint feedback_entries_body_length check (char_length(body) <= 2000 and not private.is_blank(body)),
  constraint feedback_entries_client_id_is_unique unique (author_id, client_id)
);
comment on table public.feedback_entries is 'Notes of admins among themselves, and replies that went to the sender.';

create index feedback_entries_feedback_idx on public.feedback_entries (feedback_id, id);

revoke all on table public.feedback_entries from anon, authenticated, service_role;
grant select (id, feedback_id, author_id, kind, body, created_at) on table public.feedback_entries to authenticated;

alter table public.feedback_entries enable row level security;
create policy "admins read entries of feedback" on public.feedback_entries for select to authenticated
  using (exists (select 1 from public.feedback f where f.id = feedback_entries.feedback_id));

create function private.feedback_to_manage(p_feedback_id bigint) returns public.feedback
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_feedback public.feedback;
begin
  perform private.require_admin();
  select * into v_feedback from public.feedback f where f.id = p_feedback_id and f.deleted_at is null for update;
  if v_feedback.id is null then
    perform private.refuse(404, 'not_found', 'Feedback not found');
  end if;
  return v_feedback;
end $$;
comment on function private.feedback_to_manage is
  'Locks one feedback for an admin; PT401 for a guest, PT403 for others, PT404 when there is none.';

create function private.set_feedback_status(p_feedback_id bigint, p_status text, p_expected text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
begin
  -- Said twice is harmless, and the log tells of changes only.
  if v_feedback.status is distinct from p_status then
    if v_feedback.status <> p_expected then
      perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
    end if;
    update public.feedback f set status = p_status where f.id = p_feedback_id;
    perform private.audit('set_feedback_status', 'feedback', p_feedback_id::text,
      jsonb_build_object('status', v_feedback.status), jsonb_build_object('status', p_status));
  end if;
end $$;

create function public.set_feedback_status(feedback_id bigint, status text, expected text default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.set_feedback_status(feedback_id, status, expected) $$;
comment on function public.set_feedback_status is
  'For admins: moves feedback to new, in_progress, resolved or spam, unless its status is no longer the expected one (PT409).';
grant execute on function private.set_feedback_status, public.set_feedback_status to authenticated;

create function private.assign_feedback(p_feedback_id bigint, p_to_me boolean, p_expected bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
  v_assignee bigint := case when p_to_me then private.current_profile_id() end;
begin
  if v_feedback.assignee_id is distinct from v_assignee then
    if coalesce(v_feedback.assignee_id, 0) <> p_expected then
      perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
    end if;
    update public.feedback f set assignee_id = v_assignee where f.id = p_feedback_id;
    perform private.audit('assign_feedback', 'feedback', p_feedback_id::text,
      jsonb_build_object('assignee_id', v_feedback.assignee_id), jsonb_build_object('assignee_id', v_assignee));
  end if;
end $$;

create function public.assign_feedback(feedback_id bigint, to_me boolean, expected bigint default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.assign_feedback(feedback_id, to_me, expected) $$;
comment on function public.assign_feedback is
  'For admins: takes feedback over, or leaves it to nobody, unless its assignee is no longer the expected one, 0 for nobody (PT409).';
grant execute on function private.assign_feedback, public.assign_feedback to authenticated;

create function private.assert_same_entry(p_feedback_id bigint, p_kind text, p_body text, p_client_id uuid) returns void
language sql stable security definer set search_path = ''
as $$
  select private.assert_same_content('feedback entry ' || e.author_id, p_client_id, jsonb_build_array(p_feedback_id, p_kind, p_body), e.id)
  from public.feedback_entries e where e.author_id = private.current_profile_id() and e.client_id = p_client_id
$$;
comment on function private.assert_same_entry is 'PT409 when the caller sent another note or reply under this client id.';

create function private.add_feedback_note(p_feedback_id bigint, p_body text, p_client_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
begin
  insert into public.feedback_entries (feedback_id, author_id, kind, body, client_id)
  values (v_feedback.id, private.current_profile_id(), 'note', btrim(p_body), p_client_id)
  on conflict (author_id, client_id) do nothing;
  if not found then
    perform private.assert_same_entry(p_feedback_id, 'note', p_body, p_client_id);
  else
    perform private.remember_content('feedback entry ' || private.current_profile_id(), p_client_id, jsonb_build_array(p_feedback_id, 'note', p_body));
    -- For delete_feedback().
    update public.feedback f set updated_at = now() where f.id = v_feedback.id;
    perform private.audit('add_feedback_note', 'feedback', p_feedback_id::text, null, jsonb_build_object('note', btrim(p_body)));
  end if;
end $$;

create function public.add_feedback_note(feedback_id bigint, body text, client_id uuid) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.add_feedback_note(feedback_id, body, client_id) $$;
comment on function public.add_feedback_note is 'For admins: writes a note that only admins see; the same client id writes it once.';
grant execute on function private.add_feedback_note, public.add_feedback_note to authenticated;

create function private.hears_of_reply(p_feedback public.feedback) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.accounts a where a.profile_id = p_feedback.user_id and a.deleted_at is null)
    and (exists (
        select 1 from public.notifications n
        where n.user_id = p_feedback.user_id and n.created_at = now() and (n.data ->> 'feedbackId')::bigint = p_feedback.id)
      or (exists (select 1 from public.accounts a where a.profile_id = p_feedback.user_id and a.email_confirmed_at is not null)
        and coalesce(private.mail_pace(p_feedback.user_id, 'feedback_answered'), 'now') <> 'off'
        and exists (select 1 from private.mail_templates t where t.template = 'feedback_answered' and t.is_enabled)))
$$;
comment on function private.hears_of_reply is 'Whether the user who sent feedback is told of the reply that this transaction has written.';

create function private.reply_to_feedback(p_feedback_id bigint, p_body text, p_client_id uuid, p_last_reply bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_admin();
  v_feedback public.feedback;
  v_body text := btrim(p_body);
  v_mail jsonb;
begin
  perform private.consume_rate_limit('bulk_action', v_me::text);
  v_feedback := private.feedback_to_manage(p_feedback_id);
  insert into public.feedback_entries (feedback_id, author_id, kind, body, client_id)
  values (v_feedback.id, v_me, 'reply', v_body, p_client_id)
  on conflict (author_id, client_id) do nothing;
  -- A repeat must not write to the sender again.
  if not found then
    perform private.assert_same_entry(p_feedback_id, 'reply', p_body, p_client_id);
    return;
  elsif exists (
    select 1 from public.feedback_entries e
    where e.feedback_id = v_feedback.id and e.kind = 'reply' and e.id > p_last_reply and (e.author_id, e.client_id) is distinct from (v_me, p_client_id)) then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  end if;
  perform private.remember_content('feedback entry ' || v_me, p_client_id, jsonb_build_array(p_feedback_id, 'reply', p_body));
  update public.feedback f set status = case f.status when 'new' then 'in_progress' else f.status end where f.id = v_feedback.id;
  v_mail := jsonb_build_object('reference', 'FB-' || lpad(v_feedback.id::text, greatest(6, char_length(v_feedback.id::text)), '0'), 'subject', v_feedback.subject,
    'message', v_feedback.message, 'reply', v_body);
  if v_feedback.user_id is null then
    -- A guest has no name to be greeted by, and reads the reply nowhere else.
    if not private.queue_mail_to(v_feedback.email, 'feedback_answered', v_mail || jsonb_build_object('username', 'there')) then
      perform private.refuse(409, 'conflict', 'No mail can be sent to this address now, and a guest reads the reply nowhere else');
    end if;
  else
    perform private.notify(v_feedback.user_id, format('We answered your feedback "%s": %s', v_feedback.subject, v_body),
      jsonb_build_object('type', 'feedback', 'feedbackId', v_feedback.id));
    perform private.queue_mail(v_feedback.user_id, 'feedback_answered', v_mail);
    if not private.hears_of_reply(v_feedback) then
      perform private.refuse(409, 'conflict', 'Nobody would read this reply, as its account is deleted or is told neither on the page nor by mail');
    end if;
  end if;
  perform private.audit('reply_to_feedback', 'feedback', p_feedback_id::text, null, jsonb_build_object('reply', v_body));
end $$;

create function public.reply_to_feedback(feedback_id bigint, body text, client_id uuid, last_reply bigint default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.reply_to_feedback(feedback_id, body, client_id, last_reply) $$;
comment on function public.reply_to_feedback is
  'For admins: answers the sender by mail, and users by notification as well; the same client id writes once. PT409 when there is a reply after the given one, 0 for none.';
grant execute on function private.reply_to_feedback, public.reply_to_feedback to authenticated;

create function private.feedback_for_log(p_feedback public.feedback) returns jsonb
language sql stable set search_path = ''
as $$ select to_jsonb(p_feedback) - array['client_id', 'user_agent', 'images', 'updated_at', 'deleted_at', 'folded'] $$;
comment on function private.feedback_for_log is 'What the audit log keeps of feedback that is deleted.';

create function private.delete_feedback(p_feedback_id bigint, p_expected_updated_at timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_feedback public.feedback := private.feedback_to_manage(p_feedback_id);
begin
  perform private.assert_unchanged(v_feedback.updated_at, p_expected_updated_at);
  delete from public.feedback f where f.id = v_feedback.id;
  insert into private.doomed_uploads (bucket_id, name)
  select 'feedback-images', i from unnest(v_feedback.images) as i on conflict do nothing;
  perform private.audit('delete_feedback', 'feedback', p_feedback_id::text, private.feedback_for_log(v_feedback), null);
end $$;

create function public.delete_feedback(feedback_id bigint, expected_updated_at timestamptz default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.delete_feedback(feedback_id, expected_updated_at) $$;
comment on function public.delete_feedback is
  'For admins: deletes feedback for good, unless it has changed or was answered since the given time (PT409); the next run of housekeeping removes its files.';
grant execute on function private.delete_feedback, public.delete_feedback to authenticated;
