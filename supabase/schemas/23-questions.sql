-- Questions: asked publicly about a post, answered by its owner.

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
  constraint post_questions_answer_length check (char_length(answer) <= 1000 and (answer is null or not private.is_blank(answer))),
  constraint post_questions_answer_is_whole check ((answer is null) = (answered_at is null)),
  constraint post_questions_hidden_reason_length check (char_length(hidden_reason) <= 500),
  constraint post_questions_hidden_state_is_whole check ((hidden_at is null) = (hidden_reason is null)),
  constraint post_questions_client_id_is_unique unique (asker_id, client_id)
);
comment on table public.post_questions is
  'Questions on posts: until they are answered for asker, owner and admins only, then for all who see the post. Only functions write them.';
comment on column public.post_questions.client_id is 'Made by the client, so that a repeated request asks nothing twice.';

create index post_questions_post_idx on public.post_questions (post_id, id);

revoke all on table public.post_questions from anon, authenticated, service_role;
grant select (id, post_id, asker_id, question, answer, answered_at, created_at) on table public.post_questions to anon;
grant select (id, post_id, asker_id, question, answer, answered_at, hidden_at, hidden_reason, created_at)
  on table public.post_questions to authenticated;

-- The subqueries obey the policies of the post, which decide about its visibility.
alter table public.post_questions enable row level security;
create policy "guests read answered questions" on public.post_questions for select to anon
  using (answered_at is not null and hidden_at is null and exists (select 1 from public.posts p where p.id = post_id));
create policy "users read answered questions, asker, owner and admins all" on public.post_questions for select to authenticated
  using (exists (
    select 1 from public.posts p where p.id = post_questions.post_id
      and ((post_questions.answered_at is not null and post_questions.hidden_at is null)
        or (select private.current_profile_id()) in (post_questions.asker_id, p.user_id) or (select private.is_admin()))));

-- Questions and answers -----------------------------------------------------------------------------------------------

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

-- During a deletion of the post this waits, then answers that it is gone.
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
    perform private.assert_same_content('question ' || v_me, p_client_id, jsonb_build_array(p_post_id, p_question), v_id);
    return v_id;
  end if;
  select * into v_post from public.posts p where p.id = p_post_id for key share;
  if v_post.id is null or (v_post.is_hidden and v_post.user_id <> v_me and not private.is_admin()) then
    perform private.refuse(404, 'not_found', 'Post not found');
  elsif v_post.user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot ask about your own post');
  elsif v_post.is_hidden or not private.is_open(v_post) then
    perform private.refuse(409, 'conflict', 'This request is closed');
  end if;
  perform private.assert_other_can_act(v_post.user_id);
  v_text := private.text_of_question(p_question, 'question', 3, 500, 'Question is required', 'Question too long');
  if (select count(*) from public.post_questions k
      where k.post_id = p_post_id and k.asker_id = v_me and k.answered_at is null and k.hidden_at is null) >= 5 then
    perform private.refuse(400, 'invalid_input', 'You have five open questions on this request. Please wait for an answer.', '{"path": "question"}');
  end if;
  perform private.consume_rate_limit('question', v_me::text);
  insert into public.post_questions (post_id, asker_id, question, client_id)
  values (p_post_id, v_me, v_text, coalesce(p_client_id, gen_random_uuid())) returning id into v_id;
  perform private.remember_content('question ' || v_me, p_client_id, jsonb_build_array(p_post_id, p_question));
  perform private.notify(v_post.user_id,
    format('%s asks about "%s"', (select p.username from public.profiles p where p.id = v_me), v_post.title),
    jsonb_build_object('type', 'question_asked', 'postId', p_post_id));
  return v_id;
end $$;

create function public.ask_question(post_id bigint, question text, client_id uuid default null) returns bigint
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.ask_question(post_id, question, client_id);
$$;
comment on function public.ask_question is
  'Asks the owner of an open post something; answers the id of the question. A repeated client_id answers the first. At most five open ones on a post.';
grant execute on function private.ask_question, public.ask_question to authenticated;

create function private.answer_question(p_question_id bigint, p_answer text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_me bigint := private.require_profile_id();
  v_question public.post_questions;
  v_post public.posts;
  v_text text;
begin
  -- The post first, as its deletion takes both; who watches it is told, which holds the post as well.
  select p.* into v_post from public.posts p join public.post_questions k on k.post_id = p.id where k.id = p_question_id for key share of p;
  select * into v_question from public.post_questions k where k.id = p_question_id for update;
  if v_post.id is null or v_question.id is null or (v_post.user_id <> v_me and not private.is_admin() and (v_post.is_hidden
      or (v_question.asker_id <> v_me and (v_question.answered_at is null or v_question.hidden_at is not null)))) then
    perform private.refuse(404, 'not_found', 'Question not found');
  elsif v_post.user_id <> v_me then
    perform private.refuse(403, 'forbidden', 'Only the owner of the request can answer');
  end if;
  v_text := private.text_of_question(p_answer, 'answer', 1, 1000, 'Answer is required', 'Answer too long');
  if private.is_same_text('post_questions', v_question.id, 'answer', v_question.answer, v_text) then
    return;
  elsif v_question.hidden_at is not null then
    perform private.refuse(409, 'conflict', 'This question was hidden by an administrator');
  elsif v_post.is_hidden then
    -- Asker and suppliers would be sent what nobody may read on the page.
    perform private.refuse(409, 'conflict', 'This request is hidden');
  elsif v_question.answered_at <= now() - interval '15 minutes' then
    perform private.refuse(409, 'conflict', 'This question has been answered');
  elsif v_question.answered_at is not null then
    -- The open pages of the asker hear of each correction.
    perform private.consume_rate_limit('post_edit', v_me::text);
  end if;
  update public.post_questions k set answer = v_text, answered_at = coalesce(k.answered_at, now()) where k.id = p_question_id;
  -- A mistake that is corrected is no second answer.
  if v_question.answered_at is null then
    perform private.note_news(v_post, 'answered', format('A question about "%s" was answered', v_post.title), v_question.asker_id);
    perform private.notify(v_question.asker_id, format('Your question about "%s" was answered', v_post.title),
      -- Named, as the answer of another question must not replace it.
      jsonb_build_object('type', 'question_answered', 'path', '/post/post-' || v_post.id, 'questionId', v_question.id));
    perform private.tell_suppliers(v_post.id, 'question_answered', format('A question about "%s" was answered', v_post.title),
      v_question.asker_id);
  end if;
end $$;

create function public.answer_question(question_id bigint, answer text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.hold_account();
  select private.answer_question(question_id, answer);
$$;
comment on function public.answer_question is
  'Answers a question on a post of the caller, for all who see the post; for 15 minutes the answer can be corrected.';
grant execute on function private.answer_question, public.answer_question to authenticated;

create function private.set_question_hidden(p_question_id bigint, p_reason text, p_hidden_at timestamptz default null) returns void
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
  perform private.assert_not_own(array[v_before.asker_id, (select p.user_id from public.posts p where p.id = v_before.post_id)]);
  perform private.assert_unchanged(v_before.hidden_at, p_hidden_at);
  update public.post_questions k set hidden_at = case when p_reason is not null then now() end, hidden_reason = p_reason
  where k.id = p_question_id;
  perform private.audit(case when p_reason is null then 'unhide_question' else 'hide_question' end, 'question', p_question_id::text,
    jsonb_build_object('reason', v_before.hidden_reason), jsonb_build_object('reason', p_reason));
end $$;
comment on function private.set_question_hidden is 'Hides a question with a reason, or unhides it without one.';

create function private.hide_question(p_question_id bigint, p_reason text) returns void
language sql volatile security definer set search_path = ''
as $$ select private.set_question_hidden(p_question_id, private.required_reason(p_reason)) $$;

create function public.hide_question(question_id bigint, reason text) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.hide_question(question_id, reason) $$;
comment on function public.hide_question is 'For admins: hides a question with its answer, for a reason that asker and owner read.';
grant execute on function private.hide_question, public.hide_question to authenticated;

create function private.unhide_question(p_question_id bigint, p_hidden_at timestamptz) returns void
language sql volatile security definer set search_path = ''
as $$ select private.set_question_hidden(p_question_id, null, p_hidden_at) $$;

create function public.unhide_question(question_id bigint, hidden_at timestamptz default null) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.unhide_question(question_id, hidden_at) $$;
comment on function public.unhide_question is 'For admins: unhides a question, unless it was hidden at another time than the given one (PT409).';
grant execute on function private.unhide_question, public.unhide_question to authenticated;

-- Unanswered questions are deleted; answered questions stay for other readers.
create function private.drop_questions_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.post_questions k where k.asker_id = new.profile_id and k.answered_at is null;
  return null;
end $$;

-- What waits for the caller -------------------------------------------------------------------------------------------

-- Reads as the caller, so that row-level security bounds what is counted.
create function public.account_desk()
returns table (quotes_to_decide integer, questions_to_answer integer, asked_post_ids bigint[], closing_post_ids bigint[])
language sql stable rows 1 security invoker set search_path = ''
as $$
  with me as (select private.current_profile_id() as id),
    asked as (
      select k.post_id, count(*) as questions from public.post_questions k
      where k.answered_at is null and k.hidden_at is null
        -- Nobody answers on a hidden request.
        and k.post_id in (select p.id from public.posts p where p.user_id = (select me.id from me) and not p.is_hidden)
      group by k.post_id)
  select
    (select count(*)::integer from public.quotes q join public.posts p on p.id = q.post_id
      where q.post_owner_id = (select me.id from me) and q.status in ('pending', 'shortlisted')
        and (q.valid_until is null or q.valid_until >= (now() at time zone 'utc')::date)
        and p.closed_at is null and not p.is_hidden),
    coalesce((select sum(a.questions)::integer from asked a), 0),
    coalesce((select array_agg(a.post_id order by a.post_id) from asked a), '{}'),
    coalesce((select array_agg(p.id order by p.id) from public.posts p
      where p.user_id = (select me.id from me) and p.closed_at is null and not p.is_hidden
        and p.quote_deadline > now() and p.quote_deadline <= now() + interval '7 days'), '{}')
$$;
comment on function public.account_desk is
  'What waits for the caller: quotes that can still be decided, open questions with their posts, and own posts that close within seven days.';
grant execute on function public.account_desk to authenticated;
