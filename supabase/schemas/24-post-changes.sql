-- Changes of a post since suppliers quoted, and its documents.

create table public.post_changes (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz not null default now()
);
comment on table public.post_changes is 'What owners changed of posts that had quotes, for themselves and for those who quoted. Only rules of the database write it.';
comment on column public.post_changes.before is
  'The facts that changed, named like their columns, as they were; `documents` as a list of {"path", "name"}, in old rows of names. `after` has the same as they are since.';

create index post_changes_post_idx on public.post_changes (post_id, id);

revoke all on table public.post_changes from anon, authenticated, service_role;
grant select on table public.post_changes to authenticated;

alter table public.post_changes enable row level security;
create policy "owners and suppliers of a post they see read its changes" on public.post_changes for select to authenticated
  -- The quotes of a supplier are found once, by an index: one by one, a post with many of both takes seconds.
  using (exists (
    select 1 from public.posts p where p.id = post_id and (
      p.user_id = (select private.current_profile_id())
      or p.id in (select q.post_id from public.quotes q where q.supplier_id = (select private.current_profile_id())))));

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

revoke all on table public.post_attachments from anon, authenticated, service_role;
grant select on table public.post_attachments to authenticated;

alter table public.post_attachments enable row level security;
create policy "users read documents of posts they see" on public.post_attachments for select to authenticated
  using (exists (select 1 from public.posts p where p.id = post_id));

-- Notified suppliers --------------------------------------------------------------------------------------------------

create function private.tell_suppliers(p_post_id bigint, p_type text, p_message text, p_but bigint default null) returns void
language sql volatile security definer set search_path = ''
as $$
  -- The newest replaces those that were not read, so that its mail is queued. A row that its receiver is marking as read is left alone.
  delete from public.notifications n where n.id in (
    select o.id from public.notifications o
    where o.user_id in (select q.supplier_id from public.quotes q where q.post_id = p_post_id) and o.user_id is distinct from p_but
      and o.read_at is null and o.data = jsonb_build_object('type', p_type, 'path', '/post/post-' || p_post_id)
    for update skip locked);
  insert into public.notifications (user_id, message, data)
  select distinct q.supplier_id, left(p_message, 600), jsonb_build_object('type', p_type, 'path', '/post/post-' || p_post_id)
  from public.quotes q
  where q.post_id = p_post_id and q.status not in ('withdrawn', 'cancelled') and q.supplier_id is distinct from p_but
  order by q.supplier_id
$$;
comment on function private.tell_suppliers is
  'Notifies every supplier whose quote on a post can still come to something, except one; each has at most one unread notification of it.';

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

create function private.quoted_at(p_quote_id bigint) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select greatest(q.created_at, q.revised_at, (
    select max(e.created_at) from public.quote_events e where e.quote_id = q.id and e.kind in ('revise', 'correct')))
  from public.quotes q where q.id = p_quote_id
$$;
comment on function private.quoted_at is 'When the supplier of a quote last wrote its facts, corrections included.';

create function private.request_facts(p_post public.posts) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_object_agg(f.key, f.value) from jsonb_each(private.post_facts(p_post)) as f
  where f.key in ('quantity', 'unit', 'incoterm', 'needed_by', 'country', 'area', 'delivery_address', 'port')
$$;
comment on function private.request_facts is 'How much of what, where to, by when and on which term: what a deal is about.';

create function private.forget_address() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status = 'cancelled' or (new.post_id is null and new.status <> 'accepted') then
    new.quoted_request := new.quoted_request - 'delivery_address';
  end if;
  return new;
end $$;
comment on function private.forget_address is 'A quote has no address left once its deal is cancelled, or its request deleted without a deal.';

-- Edits in quick succession are one change: it grows for 15 minutes, or until somebody quotes on it or changes their quote.
create function private.record_post_change(p_post_id bigint, p_before jsonb, p_after jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
  v_last public.post_changes;
  v_before jsonb := p_before;
  v_after jsonb := p_after;
begin
  if private.differences(p_before, p_after) = '{}' then
    return;
  end if;
  select * into v_post from public.posts p where p.id = p_post_id;
  perform private.note_news(v_post, 'changed', format('The request "%s" changed', v_post.title));
  if not exists (select 1 from public.quotes q where q.post_id = p_post_id) then
    return;
  end if;
  select * into v_last from public.post_changes c where c.post_id = p_post_id order by c.id desc limit 1;
  if v_last.created_at > now() - interval '15 minutes' and not exists (
      select 1 from public.quotes q where q.post_id = p_post_id and private.quoted_at(q.id) >= v_last.created_at) then
    delete from public.post_changes c where c.id = v_last.id;
    v_before := p_before || v_last.before;
    v_after := v_last.after || p_after;
  else
    v_last := null;
  end if;
  if private.differences(v_before, v_after) <> '{}' then
    insert into public.post_changes (post_id, before, after, created_at)
    values (p_post_id, private.differences(v_before, v_after), private.differences(v_after, v_before),
      coalesce(v_last.created_at, clock_timestamp()));
  end if;
  if not v_post.is_hidden then
    perform private.tell_suppliers(p_post_id, 'post_changed', format('The request "%s" changed', v_post.title));
  end if;
end $$;
comment on function private.record_post_change is 'Keeps what changed of a post that has quotes, and tells those who quoted or watch.';

create function private.note_post_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.restores_text() then
    perform private.record_post_change(new.id, private.post_facts(old), private.post_facts(new));
  end if;
  return null;
end $$;

-- Documents -----------------------------------------------------------------------------------------------------------

create function private.documents_of_post(p_post_id bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  -- In no order that says which came first: the same files are the same documents.
  select coalesce(jsonb_agg(jsonb_build_object('path', a.path, 'name', a.name) order by a.name, a.path), '[]')
  from public.post_attachments a where a.post_id = p_post_id
$$;
comment on function private.documents_of_post is 'Which documents a post has; another file of the same name is another document.';

create function private.record_document_change(p_post_id bigint, p_before jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.record_post_change(p_post_id, jsonb_build_object('documents', p_before),
    jsonb_build_object('documents', private.documents_of_post(p_post_id)))
$$;
comment on function private.record_document_change is 'Keeps and tells that a post had other documents; for whatever adds or removes some.';

create function private.set_post_documents(p_post_id bigint, p_documents jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts := private.post_to_moderate(p_post_id, private.require_profile_id(), false, 'You are not allowed to change this post');
  v_before jsonb;
  v_new jsonb;
  v_file record;
  v_is_changed boolean;
begin
  if jsonb_typeof(p_documents) is distinct from 'array' or jsonb_array_length(p_documents) > 5 then
    perform private.refuse(400, 'invalid_input', 'File limit exceeded: Maximum 5 files can be attached', '{"path": "documents"}');
  end if;
  v_before := private.documents_of_post(v_post.id);
  delete from public.post_attachments a
  where a.post_id = v_post.id and not p_documents @> jsonb_build_array(jsonb_build_object('path', a.path));
  v_is_changed := found;
  -- Of those that it has already, only what they are called may change.
  for v_file in
    select a.id, private.attachment_name(d.value ->> 'name', a.path) as name
    from jsonb_array_elements(p_documents) as d join public.post_attachments a on a.post_id = v_post.id and a.path = d.value ->> 'path'
    where private.is_named(p_documents, a.path)
  loop
    update public.post_attachments a set name = v_file.name where a.id = v_file.id and a.name <> v_file.name;
    v_is_changed := v_is_changed or found;
  end loop;
  select coalesce(jsonb_agg(d.value), '[]') into v_new from jsonb_array_elements(p_documents) as d
  where not exists (select 1 from public.post_attachments a where a.post_id = v_post.id and a.path = d.value ->> 'path');
  for v_file in select * from private.attachments_to_take('post-documents', v_new) loop
    insert into public.post_attachments (post_id, path, name, size_bytes)
    values (v_post.id, v_file.path, v_file.name, v_file.size_bytes) on conflict (path) do nothing;
    if not found then
      perform private.refuse_attachment(v_file.path);
    end if;
    v_is_changed := true;
  end loop;
  -- Told to suppliers and watchers, as each edit is.
  if v_is_changed then
    perform private.consume_rate_limit('post_edit', v_post.user_id::text);
  end if;
  perform private.record_document_change(v_post.id, v_before);
end $$;

create function public.set_post_documents(post_id bigint, documents jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.set_post_documents(post_id, documents) $$;
comment on function public.set_post_documents is
  'Gives a post of the caller these documents and no others: up to five files of the bucket `post-documents` as a list of {"path", "name"}.';
grant execute on function private.set_post_documents, public.set_post_documents to authenticated;
