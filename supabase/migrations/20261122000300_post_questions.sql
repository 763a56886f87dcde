-- What is asked and what changes under a request: public questions with their answers, what its owner changed since suppliers quoted,
-- and its documents.

create table public.post_questions (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  asker_id bigint not null references public.profiles (id) on delete cascade,
  question text not null,
  answer text,
  answered_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text,
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  constraint post_questions_question_length check (char_length(question) between 3 and 500 and not private.is_blank(question)),
  constraint post_questions_answer_length check (char_length(answer) <= 1000 and answer ~ '[^[:space:]]'),
  constraint post_questions_answer_is_whole check ((answer is null) = (answered_at is null)),
  constraint post_questions_hidden_reason_length check (char_length(hidden_reason) <= 500),
  constraint post_questions_hidden_state_is_whole check ((hidden_at is null) = (hidden_reason is null)),
  constraint post_questions_client_id_is_unique unique (asker_id, client_id)
);
comment on table public.post_questions is
  'Questions on posts: until they are answered for asker, owner and admins only, then for all who see the post. Only functions write them.';
comment on column public.post_questions.client_id is 'Made by the client, so that a repeated request asks nothing twice.';
create index post_questions_post_idx on public.post_questions (post_id, id);

create table public.post_changes (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz not null default now()
);
comment on table public.post_changes is 'What owners changed of posts that had quotes, for themselves and for those who quoted. Only rules of the database write it.';
comment on column public.post_changes.before is
  'The facts that changed, named like their columns, as they were; `documents` are names. `after` has the same as they are since.';
create index post_changes_post_idx on public.post_changes (post_id, id);

create table public.post_attachments (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  path text not null,
  name text not null,
  size_bytes bigint not null,
  constraint post_attachments_path_is_unique unique (path),
  constraint post_attachments_name_length check (char_length(name) between 1 and 255)
);
comment on table public.post_attachments is 'Documents of a post: path in the bucket `post-documents` and the name they had.';
create index post_attachments_post_idx on public.post_attachments (post_id);

revoke all on table public.post_questions, public.post_changes, public.post_attachments from anon, authenticated, service_role;
grant select (id, post_id, asker_id, question, answer, answered_at, created_at) on table public.post_questions to anon;
grant select (id, post_id, asker_id, question, answer, answered_at, hidden_at, hidden_reason, created_at)
  on table public.post_questions to authenticated;
grant select on table public.post_changes, public.post_attachments to authenticated;

-- Whether a post is seen is decided by its own policies, which the subqueries obey.
alter table public.post_questions enable row level security;
create policy "guests read answered questions" on public.post_questions for select to anon
  using (answered_at is not null and hidden_at is null and exists (select 1 from public.posts p where p.id = post_id));
create policy "users read answered questions, asker, owner and admins all" on public.post_questions for select to authenticated
  using (exists (
    select 1 from public.posts p where p.id = post_questions.post_id
      and ((post_questions.answered_at is not null and post_questions.hidden_at is null)
        or (select private.current_profile_id()) in (post_questions.asker_id, p.user_id) or (select private.is_admin()))));

alter table public.post_changes enable row level security;
create policy "parties of quotes on a post they see read its changes" on public.post_changes for select to authenticated
  using (exists (select 1 from public.posts p join public.quotes q on q.post_id = p.id where p.id = post_changes.post_id));

alter table public.post_attachments enable row level security;
create policy "users read documents of posts they see" on public.post_attachments for select to authenticated
  using (exists (select 1 from public.posts p where p.id = post_id));

create trigger a_refuse_suspended before insert or update or delete on public.post_questions
  for each statement execute function private.refuse_suspended();
create trigger a_refuse_suspended before insert or update or delete on public.post_attachments
  for each statement execute function private.refuse_suspended();

update private.app_settings s
set value = s.value || jsonb_build_object('question', jsonb_build_object('max', 20, 'seconds', 86400))
where s.key = 'rate_limits';
insert into private.notification_kinds (kind) values ('question_asked'), ('question_answered'), ('post_changed');

-- Questions are filtered ----------------------------------------------------------------------------------------------

-- By the rules for the description of a post: below it they stand, for the same readers.
create trigger filter_content before insert or update of question, answer on public.post_questions
  for each row execute function private.filter_content('post_description question question', 'post_description answer answer');

create or replace function private.recent_texts(p_fields text[], p_limit integer) returns table (content text)
language sql stable rows 10000 security definer set search_path = ''
as $$
  select t.content from (
    (select p.created_at, p.title as content from public.posts p where 'post_title' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, p.description from public.posts p where 'post_description' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, concat_ws(E'\n', p.area, p.delivery_address, p.port) from public.posts p
      where 'post_place' = any (p_fields) order by p.id desc limit p_limit)
    union all (select q.created_at, concat_ws(E'\n', q.description, q.price_text, q.quantity_text, q.payment_method, q.shipping_method,
        q.delivery_time, q.delivery_from, q.delivery_to, q.organization_name) from public.quotes q
      where 'quote' = any (p_fields) order by q.id desc limit p_limit)
    union all (select k.created_at, concat_ws(E'\n', k.question, k.answer) from public.post_questions k
      where 'post_description' = any (p_fields) order by k.id desc limit p_limit)
    union all (select m.created_at, m.content from public.messages m where 'message' = any (p_fields) and m.content <> '' order by m.id desc limit p_limit)
    union all (select r.created_at, concat_ws(E'\n', r.comment, r.reply) from public.reviews r where 'review' = any (p_fields) order by r.id desc limit p_limit)
    union all (select p.created_at, concat_ws(E'\n', p.username, p.company_name, p.bio, p.country) from public.profiles p
      where 'profile' = any (p_fields) order by p.id desc limit p_limit)
    union all (select f.created_at, concat_ws(E'\n', f.subject, f.message) from public.feedback f where 'feedback' = any (p_fields) order by f.id desc limit p_limit)
  ) as t
  order by t.created_at desc limit p_limit
$$;

-- Who is told ---------------------------------------------------------------------------------------------------------

create function private.tell_suppliers(p_post_id bigint, p_type text, p_message text, p_but bigint default null) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.notifications (user_id, message, data)
  select s.supplier_id, left(p_message, 600), d.data
  from (select distinct q.supplier_id from public.quotes q
    where q.post_id = p_post_id and q.status not in ('withdrawn', 'cancelled')) as s
  cross join (select jsonb_build_object('type', p_type, 'path', '/post/post-' || p_post_id) as data) as d
  where s.supplier_id is distinct from p_but and not exists (
    select 1 from public.notifications n where n.user_id = s.supplier_id and n.read_at is null and n.data = d.data)
  order by s.supplier_id
$$;
comment on function private.tell_suppliers is
  'Tells everybody whose quote on a post can still come to something, but for one, and but for those who have not read the last time yet.';

-- Ask and answer ------------------------------------------------------------------------------------------------------

create function private.text_of_question(p_text text, p_path text, p_min integer, p_max integer, p_required text, p_too_long text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_text text := btrim(coalesce(p_text, ''), E' \t\r\n');
begin
  if private.is_blank(v_text) then
    perform private.refuse(400, 'invalid_input', p_required, jsonb_build_object('path', p_path));
  elsif char_length(v_text) < p_min then
    perform private.refuse(400, 'invalid_input', format('At least %s characters', p_min), jsonb_build_object('path', p_path));
  elsif char_length(v_text) > p_max then
    perform private.refuse(400, 'invalid_input', p_too_long, jsonb_build_object('path', p_path));
  end if;
  return v_text;
end $$;
comment on function private.text_of_question is 'A question or answer without blanks around it; PT400 when it is empty, too short or too long.';

create function private.ask_question(p_post_id bigint, p_question text, p_client_id uuid) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_text text;
  v_post public.posts;
  v_id bigint;
begin
  -- One after the other for each person, so that neither a repeat nor the sixth question slips through beside another.
  perform 1 from public.profiles p where p.id = v_me for no key update;
  select k.id into v_id from public.post_questions k where k.asker_id = v_me and k.client_id = p_client_id;
  if v_id is not null then
    return v_id;
  end if;
  select * into v_post from public.posts p where p.id = p_post_id;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
    perform private.refuse(404, 'not_found', 'Post not found');
  elsif v_post.user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot ask about your own post');
  elsif v_post.is_hidden or not private.is_open(v_post) then
    perform private.refuse(409, 'conflict', 'This request is closed');
  end if;
  v_text := private.text_of_question(p_question, 'question', 3, 500, 'Question is required', 'Question too long');
  if (select count(*) from public.post_questions k
      where k.post_id = p_post_id and k.asker_id = v_me and k.answered_at is null) >= 5 then
    perform private.refuse(400, 'invalid_input', 'You have five open questions on this request. Please wait for an answer.', '{"path": "question"}');
  end if;
  perform private.consume_rate_limit('question', v_me::text);
  insert into public.post_questions (post_id, asker_id, question, client_id)
  values (p_post_id, v_me, v_text, coalesce(p_client_id, gen_random_uuid())) returning id into v_id;
  perform private.notify(v_post.user_id,
    format('%s asks about "%s"', (select p.username from public.profiles p where p.id = v_me), v_post.title),
    jsonb_build_object('type', 'question_asked', 'postId', p_post_id));
  return v_id;
end $$;

create function private.answer_question(p_question_id bigint, p_answer text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_question public.post_questions;
  v_post public.posts;
  v_text text;
begin
  select * into v_question from public.post_questions k where k.id = p_question_id for update;
  select * into v_post from public.posts p where p.id = v_question.post_id;
  if v_post.id is null or (v_post.user_id <> v_me and not private.is_admin() and (v_post.is_hidden
      or (v_question.asker_id <> v_me and (v_question.answered_at is null or v_question.hidden_at is not null)))) then
    perform private.refuse(404, 'not_found', 'Question not found');
  elsif v_post.user_id <> v_me then
    perform private.refuse(403, 'forbidden', 'Only the owner of the request can answer');
  end if;
  v_text := private.text_of_question(p_answer, 'answer', 1, 1000, 'Answer is required', 'Answer too long');
  if v_question.answer = v_text then
    return;
  elsif v_question.hidden_at is not null then
    perform private.refuse(409, 'conflict', 'This question was hidden by an administrator');
  elsif v_question.answered_at <= now() - interval '15 minutes' then
    perform private.refuse(409, 'conflict', 'This question has been answered');
  end if;
  update public.post_questions k set answer = v_text, answered_at = coalesce(k.answered_at, now()) where k.id = p_question_id;
  -- A mistake that is corrected is no second answer.
  if v_question.answered_at is null then
    perform private.notify(v_question.asker_id, format('Your question about "%s" was answered', v_post.title),
      jsonb_build_object('type', 'question_answered', 'path', '/post/post-' || v_post.id));
    perform private.tell_suppliers(v_post.id, 'question_answered', format('A question about "%s" was answered', v_post.title),
      v_question.asker_id);
  end if;
end $$;

create function private.set_question_hidden(p_question_id bigint, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.post_questions;
begin
  perform private.require_admin();
  select * into v_before from public.post_questions k where k.id = p_question_id for update;
  if v_before.id is null then
    perform private.refuse(404, 'not_found', 'Question not found');
  elsif (v_before.hidden_at is not null) = (p_reason is not null) then
    -- Doing it twice is harmless: a repeat does not rewrite the first decision.
    return;
  end if;
  update public.post_questions k set hidden_at = case when p_reason is not null then now() end, hidden_reason = p_reason
  where k.id = p_question_id;
  perform private.audit(case when p_reason is null then 'unhide_question' else 'hide_question' end, 'question', p_question_id::text,
    jsonb_build_object('reason', v_before.hidden_reason), jsonb_build_object('reason', p_reason));
end $$;
comment on function private.set_question_hidden is 'Hides a question with a reason, or unhides it without one.';

create function private.hide_question(p_question_id bigint, p_reason text) returns void
language sql volatile security definer set search_path = ''
as $$ select private.set_question_hidden(p_question_id, private.required_reason(p_reason)) $$;
create function private.unhide_question(p_question_id bigint) returns void
language sql volatile security definer set search_path = ''
as $$ select private.set_question_hidden(p_question_id, null) $$;

create function public.ask_question(post_id bigint, question text, client_id uuid default null) returns bigint
language sql volatile security invoker set search_path = ''
as $$ select private.ask_question(post_id, question, client_id) $$;
comment on function public.ask_question is
  'Asks the owner of an open post something; answers the id of the question. A repeated client_id answers the first. At most five open ones on a post.';
create function public.answer_question(question_id bigint, answer text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.answer_question(question_id, answer) $$;
comment on function public.answer_question is
  'Answers a question on a post of the caller, for all who see the post; for 15 minutes the answer can be corrected.';
create function public.hide_question(question_id bigint, reason text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.hide_question(question_id, reason) $$;
comment on function public.hide_question is 'For admins: hides a question with its answer, for a reason that asker and owner read.';
create function public.unhide_question(question_id bigint) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.unhide_question(question_id) $$;
comment on function public.unhide_question is 'For admins: unhides a question.';
grant execute on function private.ask_question, private.answer_question, private.hide_question, private.unhide_question,
  public.ask_question, public.answer_question, public.hide_question, public.unhide_question to authenticated;

-- Nobody is there any more to whom an answer would matter; what was answered is of use to others.
create function private.drop_questions_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.post_questions k where k.asker_id = new.profile_id and k.answered_at is null;
  return null;
end $$;
create trigger drop_questions_of_deleted after update of deleted_at on public.accounts
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.drop_questions_of_deleted();

-- Changes -------------------------------------------------------------------------------------------------------------

create function private.post_facts(p_post public.posts) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('title', p_post.title, 'description', p_post.description, 'quantity', p_post.quantity, 'unit', p_post.unit,
    'target_price', p_post.target_price, 'target_currency', p_post.target_currency, 'needed_by', p_post.needed_by,
    'quote_deadline', p_post.quote_deadline, 'incoterm', p_post.incoterm, 'country', p_post.country, 'area', p_post.area,
    'delivery_address', p_post.delivery_address, 'port', p_post.port)
$$;
comment on function private.post_facts is 'What suppliers rely on when they quote, named like the columns.';

create function private.differences(p_from jsonb, p_to jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_from) as f where f.value is distinct from p_to -> f.key
$$;

-- What is edited in one go is one change: it grows for 15 minutes, until somebody quotes on it.
create function private.record_post_change(p_post_id bigint, p_before jsonb, p_after jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
  v_last public.post_changes;
  v_before jsonb := p_before;
  v_after jsonb := p_after;
begin
  if private.differences(p_before, p_after) = '{}' or not exists (select 1 from public.quotes q where q.post_id = p_post_id) then
    return;
  end if;
  select * into v_last from public.post_changes c where c.post_id = p_post_id order by c.id desc limit 1;
  if v_last.created_at > now() - interval '15 minutes' and not exists (
      select 1 from public.quotes q where q.post_id = p_post_id and q.created_at >= v_last.created_at) then
    delete from public.post_changes c where c.id = v_last.id;
    v_before := p_before || v_last.before;
    v_after := v_last.after || p_after;
  else
    v_last := null;
  end if;
  if private.differences(v_before, v_after) <> '{}' then
    insert into public.post_changes (post_id, before, after, created_at)
    values (p_post_id, private.differences(v_before, v_after), private.differences(v_after, v_before), coalesce(v_last.created_at, now()));
  end if;
  select * into v_post from public.posts p where p.id = p_post_id;
  if not v_post.is_hidden then
    perform private.tell_suppliers(p_post_id, 'post_changed', format('The request "%s" changed', v_post.title));
  end if;
end $$;
comment on function private.record_post_change is 'Keeps what changed of a post that has quotes, and tells those who quoted.';

create function private.note_post_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_post_change(new.id, private.post_facts(old), private.post_facts(new));
  return null;
end $$;
create trigger note_post_change after update of title, description, quantity, unit, target_price, target_currency, needed_by,
  quote_deadline, incoterm, country, area, delivery_address, port on public.posts
  for each row execute function private.note_post_change();

-- Documents -----------------------------------------------------------------------------------------------------------

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select 'post-documents', 'post-documents', b.public, b.file_size_limit, b.allowed_mime_types
from storage.buckets b where b.id = 'quote-documents'
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.set_post_documents(p_post_id bigint, p_documents jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts := private.post_to_moderate(p_post_id, private.require_profile_id(), false, 'You are not allowed to change this post');
  v_before jsonb;
  v_new jsonb;
  v_file record;
begin
  if jsonb_typeof(p_documents) is distinct from 'array' or jsonb_array_length(p_documents) > 5 then
    perform private.refuse(400, 'invalid_input', 'File limit exceeded: Maximum 5 files can be attached', '{"path": "documents"}');
  end if;
  select coalesce(jsonb_agg(a.name order by a.id), '[]') into v_before from public.post_attachments a where a.post_id = v_post.id;
  delete from public.post_attachments a
  where a.post_id = v_post.id and not p_documents @> jsonb_build_array(jsonb_build_object('path', a.path));
  -- Those that it has already stay as they are.
  select coalesce(jsonb_agg(d.value), '[]') into v_new from jsonb_array_elements(p_documents) as d
  where not exists (select 1 from public.post_attachments a where a.post_id = v_post.id and a.path = d.value ->> 'path');
  for v_file in select * from private.attachments_to_take('post-documents', v_new) loop
    insert into public.post_attachments (post_id, path, name, size_bytes)
    values (v_post.id, v_file.path, v_file.name, v_file.size_bytes) on conflict (path) do nothing;
    if not found then
      perform private.refuse_attachment(v_file.path);
    end if;
  end loop;
  perform private.record_post_change(v_post.id, jsonb_build_object('documents', v_before), jsonb_build_object('documents',
    (select coalesce(jsonb_agg(a.name order by a.id), '[]') from public.post_attachments a where a.post_id = v_post.id)));
end $$;

create function public.set_post_documents(post_id bigint, documents jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.set_post_documents(post_id, documents) $$;
comment on function public.set_post_documents is
  'Gives a post of the caller these documents and no others: up to five files of the bucket `post-documents` as a list of {"path", "name"}.';
grant execute on function private.set_post_documents, public.set_post_documents to authenticated;

-- The bucket in the rules of files ------------------------------------------------------------------------------------

create or replace function private.may_upload(p_bucket text, p_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.current_profile_id() is not null and not private.is_suspended(private.current_profile_id())
    and p_name ~ ('^' || (select auth.uid())::text || case p_bucket
      when 'quote-documents' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?)$'
      when 'post-documents' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?)$'
      when 'message-files' then '/[0-9a-f-]{36}\.(pdf|docx?|xlsx?|pptx?|png|jpe?g)$'
      else '/[0-9a-f-]{36}(\.thumb)?\.(png|jpe?g|gif|webp)$' end)
    and (p_bucket <> 'news-images' or private.is_admin())
    and (private.setting('rate_limits_enabled') <> 'true' or (
      -- An image and its thumbnail are two files of one upload, so images and thumbnails are counted apart.
      select count(*) from storage.objects o
      where o.bucket_id = p_bucket and o.name like (select auth.uid())::text || '/%'
        and (o.name like '%.thumb.%') = (p_name like '%.thumb.%')
        and o.created_at > now() - make_interval(secs => (private.setting('rate_limits') #>> '{upload,seconds}')::integer))
      < (private.setting('rate_limits') #>> '{upload,max}')::integer)
$$;

create or replace function private.may_read_document(p_bucket text, p_name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me bigint := private.current_profile_id();
begin
  return case p_bucket
    when 'quote-documents' then exists (
      select 1 from public.quote_attachments a join public.quotes q on q.id = a.quote_id
      where a.path = p_name and v_me in (q.supplier_id, q.post_owner_id))
    when 'message-files' then exists (
      select 1 from public.message_attachments a join public.messages m on m.id = a.message_id
      where a.path = p_name and v_me in (m.sender_id, m.recipient_id))
    when 'post-documents' then v_me is not null and exists (
      select 1 from public.post_attachments a join public.posts p on p.id = a.post_id
      where a.path = p_name and (not p.is_hidden or p.user_id = v_me or private.is_admin()))
    else false end;
end $$;
comment on function private.may_read_document is
  'Whether the caller is a party of the quote or message that this file belongs to, or sees its post.';

create or replace function private.is_file_in_use(p_bucket text, p_name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case p_bucket
    when 'post-images' then
      exists (select 1 from public.posts p where p.user_id = private.current_profile_id()
        and (p_name = any (p.images) or exists (
          select 1 from unnest(p.images) as i (path) where regexp_replace(i.path, '\.[a-z]+$', '.thumb.webp') = p_name)))
      or exists (select 1 from public.quotes q where q.supplier_id = private.current_profile_id()
        and (p_name = any (q.images) or exists (
          select 1 from unnest(q.images) as i (path) where regexp_replace(i.path, '\.[a-z]+$', '.thumb.webp') = p_name)))
    -- Any admin may have put the image into an item.
    when 'news-images' then exists (select 1 from public.news_items n
      where p_name = any (n.images) or exists (
        select 1 from unnest(n.images) as i (path) where regexp_replace(i.path, '\.[a-z]+$', '.thumb.webp') = p_name))
    when 'quote-documents' then exists (select 1 from public.quote_attachments a where a.path = p_name)
    when 'message-files' then exists (select 1 from public.message_attachments a where a.path = p_name)
    when 'post-documents' then exists (select 1 from public.post_attachments a where a.path = p_name)
    when 'avatars' then exists (
      select 1 from public.profiles p where p.id = private.current_profile_id() and p.avatar_path = p_name)
    else false end;
end $$;

alter policy "users upload below their own folder" on storage.objects
  with check (bucket_id in ('post-images', 'avatars', 'news-images', 'quote-documents', 'message-files', 'post-documents')
    and (select private.may_upload(bucket_id, name)));

alter policy "users read their own files, parties their documents" on storage.objects
  using ((bucket_id in ('post-images', 'avatars', 'news-images', 'quote-documents', 'message-files', 'post-documents')
      and (storage.foldername(name))[1] = (select private.own_folder()))
    or (bucket_id in ('quote-documents', 'message-files', 'post-documents') and private.may_read_document(bucket_id, name))
    or (bucket_id = 'feedback-images' and (select private.is_admin())));

alter policy "users remove their own unused files" on storage.objects
  using ((bucket_id in ('post-images', 'avatars', 'news-images', 'quote-documents', 'message-files', 'post-documents')
      and (storage.foldername(name))[1] = (select private.own_folder())
      and not private.is_file_in_use(bucket_id, name))
    or (bucket_id = 'feedback-images' and (select private.is_admin())));

create or replace function private.used_uploads(p_bucket text, p_names text[]) returns setof text
language plpgsql stable rows 500 security definer set search_path = ''
as $$
declare
  -- Images are shown by people of their folder; so the search stays within their rows.
  v_owners bigint[] := array(
    select p.id from public.profiles p
    where p.auth_id in (
      select f.folder::uuid from (select distinct split_part(n, '/', 1) as folder from unnest(p_names) as n) as f
      where f.folder ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'));
begin
  case p_bucket
    when 'feedback-images' then
      return query select i from public.feedback f, unnest(f.images) as i
        where cardinality(f.images) > 0 and f.images && p_names and i = any (p_names);
    when 'quote-documents' then
      return query select a.path from public.quote_attachments a where a.path = any (p_names);
    when 'post-documents' then
      return query select a.path from public.post_attachments a where a.path = any (p_names);
    when 'message-files' then
      return query select a.path from public.message_attachments a where a.path = any (p_names);
    when 'post-images', 'avatars', 'news-images' then
      -- A thumbnail is used as long as its image is.
      return query
        with shown as (
          select unnest(p.images) as path from public.posts p where p_bucket = 'post-images' and p.user_id = any (v_owners)
          union all select unnest(q.images) from public.quotes q where p_bucket = 'post-images' and q.supplier_id = any (v_owners)
          union all select p.avatar_path from public.profiles p where p_bucket = 'avatars' and p.id = any (v_owners)
          union all select unnest(n.images) from public.news_items n where p_bucket = 'news-images'
        ), stems as materialized (select distinct regexp_replace(s.path, '(\.thumb)?\.[a-z]+$', '') as stem from shown s)
        select n from unnest(p_names) as n join stems s on s.stem = regexp_replace(n, '(\.thumb)?\.[a-z]+$', '');
    else
      -- A bucket that this rule does not know is left alone.
      return query select unnest(p_names);
  end case;
end $$;

create or replace function private.finish_inspection(p_inspected bigint[], p_refused jsonb) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_file record;
  v_row record;
  v_owner bigint;
  v_count integer := 0;
begin
  for v_file in
    select x.bucket_id, x.name from jsonb_to_recordset(p_refused) as x (bucket_id text, name text)
    join storage.objects o on o.bucket_id = x.bucket_id and o.name = x.name
    order by x.bucket_id, x.name for update of o
  loop
    v_count := v_count + 1;
    -- From now on no row may name it; a writer who is doing so holds the lock of the file until the row is there.
    insert into private.doomed_uploads (bucket_id, name) values (v_file.bucket_id, v_file.name) on conflict do nothing;
    select p.id into v_owner from public.profiles p where p.auth_id::text = split_part(v_file.name, '/', 1);
    case v_file.bucket_id
      when 'post-images' then
        for v_row in
          update public.posts p set images = array_remove(p.images, v_file.name)
          where p.user_id = v_owner and v_file.name = any (p.images) returning p.id, p.title
        loop
          perform private.notify(v_owner, format('A picture was removed from "%s": it is too large or no picture', v_row.title),
            jsonb_build_object('type', 'picture', 'postId', v_row.id));
        end loop;
        update public.quotes q set images = array_remove(q.images, v_file.name)
        where q.supplier_id = v_owner and v_file.name = any (q.images);
      when 'news-images' then
        update public.news_items n set images = array_remove(n.images, v_file.name) where v_file.name = any (n.images);
      when 'avatars' then
        update public.profiles p set avatar_path = null where p.id = v_owner and p.avatar_path = v_file.name;
      when 'quote-documents' then
        delete from public.quote_attachments a where a.path = v_file.name;
      when 'post-documents' then
        delete from public.post_attachments a where a.path = v_file.name;
      when 'message-files' then
        delete from public.message_attachments a where a.path = v_file.name;
      else
        update public.feedback f set images = array_remove(f.images, v_file.name) where v_file.name = any (f.images);
    end case;
  end loop;
  delete from private.new_uploads u where u.id = any (p_inspected);
  return v_count;
end $$;
