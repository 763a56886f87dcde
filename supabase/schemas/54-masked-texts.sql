-- Originals of masked texts. Tables hold the masked text, so that every reader, copy and mail has it; the original is kept for
-- 30 days and put back when the rule that masks it ends. docs/decisions.md#masks-are-stored-originals-are-kept

create table private.masked_texts (
  entity text not null,
  entity_id bigint not null,
  field text not null,
  context text not null,
  original text not null,
  rule_ids bigint[] not null,
  user_id bigint references public.profiles (id) on delete cascade,
  masked_at timestamptz not null default now(),
  is_due boolean not null default false,
  primary key (entity, entity_id, field)
);
comment on table private.masked_texts is 'Originals of texts that rules have masked in the last 30 days, each of one column of one row.';
comment on column private.masked_texts.entity is 'The table of the text.';
comment on column private.masked_texts.context is 'The field of rules that the text was checked as.';
comment on column private.masked_texts.rule_ids is 'The rules that mask the text.';
comment on column private.masked_texts.user_id is 'Who wrote the text; null for guests and registrations.';
comment on column private.masked_texts.is_due is 'Whether one of its rules has ended, so that the job `masks` compares the text with the rules again.';

create index masked_texts_rules_idx on private.masked_texts using gin (rule_ids);
create index masked_texts_due_idx on private.masked_texts (entity, entity_id) where is_due;
create index masked_texts_masked_idx on private.masked_texts (masked_at);
create index masked_texts_user_idx on private.masked_texts (user_id) where user_id is not null;

revoke all on table private.masked_texts from anon, authenticated, service_role;

create table private.ended_masks (
  id bigint generated always as identity primary key,
  rule_id bigint not null,
  ended_at timestamptz not null default now()
);
comment on table private.ended_masks is 'Rules that mask no longer, or otherwise, until the job `masks` has found what they had masked.';

revoke all on table private.ended_masks from anon, authenticated, service_role;

create function private.masks(p_rule public.content_rules) returns boolean
language sql immutable set search_path = ''
as $$ select p_rule.action = 'mask' and p_rule.is_enabled and p_rule.trial_since is null $$;

create function private.note_ended_mask() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.masks(old) and (tg_op = 'DELETE' or not private.masks(new)
      or private.content_rule_facts(old) <> private.content_rule_facts(new)) then
    insert into private.ended_masks (rule_id) values (old.id);
  end if;
  return null;
end $$;

create function private.restores_text() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(current_setting('app.restores_text', true), '') = 'true' $$;
comment on function private.restores_text is
  'Whether a column gets its original back, which is no change by its author: nothing is checked, told or dated.';
grant execute on function private.restores_text to anon, authenticated, service_role;

-- Writing -------------------------------------------------------------------------------------------------------------

create function private.has_ended_mask(p_rule_ids bigint[]) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform 1 from public.content_rules r where r.id = any (p_rule_ids) order by r.id for key share;
  return (select count(*) from public.content_rules r where r.id = any (p_rule_ids) and private.masks(r)) < cardinality(p_rule_ids);
end $$;
comment on function private.has_ended_mask is
  'Whether one of the rules masks no longer, which whoever ended it could not see of a text that is only being written. Holds the others until the commit.';

create function private.is_same_text(p_entity text, p_entity_id bigint, p_field text, p_stored text, p_given text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(g.text = p_stored, false) or exists (
    select 1 from private.masked_texts m
    where m.entity = p_entity and m.entity_id = p_entity_id and m.field = p_field and m.original = g.text)
  from (values (private.without_directions(p_given))) as g (text)
$$;
comment on function private.is_same_text is
  'Whether a text that is sent for a column repeats what is there: as it is read, or as its author wrote it before signs of direction were taken out and parts masked.';

create function private.keep_originals(p_texts jsonb, p_entity text, p_entity_id bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.masked_texts (entity, entity_id, field, context, original, rule_ids, user_id, is_due)
  select p_entity, p_entity_id, x.field, x.context, x.original, x.rule_ids, private.current_profile_id(), private.has_ended_mask(x.rule_ids)
  from jsonb_to_recordset(p_texts) as x (field text, context text, original text, rule_ids bigint[])
$$;

create function private.edit_of_original(p_entity text, p_entity_id bigint, p_field text, p_masked text, p_new text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_original text;
  v_length integer := char_length(p_new);
  v_shorter integer := least(char_length(p_masked), v_length);
  v_head integer := 0;
  v_tail integer := 0;
  v_step integer;
begin
  delete from private.masked_texts m where m.entity = p_entity and m.entity_id = p_entity_id and m.field = p_field returning m.original into v_original;
  if v_original is null or private.is_blank(p_new) then
    return p_new;
  end if;
  -- The longest common beginning, and the longest common end of the rest, found by halving.
  v_step := v_shorter;
  while v_step > 0 loop
    if v_head + v_step <= v_shorter and left(p_masked, v_head + v_step) = left(p_new, v_head + v_step) then
      v_head := v_head + v_step;
    else
      v_step := v_step / 2;
    end if;
  end loop;
  v_step := v_shorter - v_head;
  while v_step > 0 loop
    if v_head + v_tail + v_step <= v_shorter and right(p_masked, v_tail + v_step) = right(p_new, v_tail + v_step) then
      v_tail := v_tail + v_step;
    else
      v_step := v_step / 2;
    end if;
  end loop;
  return left(v_original, v_head) || substr(p_new, v_head + 1, v_length - v_head - v_tail) || right(v_original, v_tail);
end $$;
comment on function private.edit_of_original is
  'What an author makes of a masked text, with the original of the parts that they left as they were; the masked text has the same positions. Takes the original out of its table.';

-- Putting back --------------------------------------------------------------------------------------------------------

create function private.mask_again(p_entity text, p_entity_id bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_text private.masked_texts;
  v_hits record;
  v_content text;
  v_changed integer;
begin
  perform set_config('app.restores_text', 'true', true);
  for v_text in
    select * from private.masked_texts m where m.entity = p_entity and m.entity_id = p_entity_id order by m.field for update
  loop
    select array_agg(h.start_at) as starts, array_agg(h.length) as lengths, array_agg(distinct h.rule_id) as rule_ids into v_hits
    from private.find_content_hits(v_text.context, v_text.original, p_entity) as h where h.action = 'mask';
    v_content := private.mask_content(v_text.original, v_hits.starts, v_hits.lengths);
    begin
      if p_entity = 'posts' and v_text.field = 'title' then
        -- Quotes remember the title of their post.
        perform 1 from public.quotes q where q.post_id = p_entity_id order by q.id for no key update;
        update public.quotes q set post_title = v_content from public.posts p
        where p.id = p_entity_id and q.post_id = p.id and q.post_title = p.title;
      end if;
      execute format('update public.%I set %I = $1 where id = $2 and %I is distinct from $1', p_entity, v_text.field, v_text.field)
      using v_content, p_entity_id;
      get diagnostics v_changed = row_count;
      -- Nobody accepts a quote that reads otherwise than what they have read.
      update public.quotes q set version = q.version + 1 where p_entity = 'quotes' and q.id = p_entity_id and v_changed > 0;
    exception when integrity_constraint_violation then
      -- Somebody else has the name by now. The mask stays.
      v_hits.rule_ids := null;
    end;
    if v_hits.rule_ids is null then
      delete from private.masked_texts m where m.entity = p_entity and m.entity_id = p_entity_id and m.field = v_text.field;
    else
      update private.masked_texts m set rule_ids = v_hits.rule_ids, is_due = private.has_ended_mask(v_hits.rule_ids)
      where m.entity = p_entity and m.entity_id = p_entity_id and m.field = v_text.field;
    end if;
  end loop;
  perform set_config('app.restores_text', 'false', true);
end $$;
comment on function private.mask_again is
  'Compares the originals of a row, which is locked, with the rules as they are, and stores what is to be read now.';

create function private.work_on_masks(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ended record;
  v_next record;
  v_is_held boolean;
  v_count integer;
begin
  select array_agg(e.id) as ids, array_agg(distinct e.rule_id) as rule_ids into v_ended
  from (select * from private.ended_masks m order by m.id limit 100 for update skip locked) as e;
  if v_ended.ids is not null then
    update private.masked_texts m set is_due = true
    where (m.entity, m.entity_id, m.field) in (
      select o.entity, o.entity_id, o.field from private.masked_texts o
      where o.rule_ids && v_ended.rule_ids and not o.is_due limit p_limit for update skip locked);
    get diagnostics v_count = row_count;
    if v_count > 0 then
      return v_count;
    elsif not exists (select 1 from private.masked_texts m where m.rule_ids && v_ended.rule_ids and not m.is_due) then
      delete from private.ended_masks e where e.id = any (v_ended.ids);
    end if;
  end if;

  -- One row a call: it locks as its author would, and waits for nobody but who changes one of its rules.
  for v_next in
    select distinct m.entity, m.entity_id from private.masked_texts m where m.is_due order by m.entity, m.entity_id limit 10
  loop
    execute format('select true from public.%I t where t.id = $1 for no key update skip locked', v_next.entity)
    into v_is_held using v_next.entity_id;
    if v_is_held then
      perform private.mask_again(v_next.entity, v_next.entity_id);
      return 1;
    end if;
    -- A write that ended as something else, such as the repeat of another, leaves an original of no row.
    execute format('delete from private.masked_texts m where m.entity = $1 and m.entity_id = $2
      and not exists (select 1 from public.%I t where t.id = $2)', v_next.entity) using v_next.entity, v_next.entity_id;
    -- What is executed does not set `found`.
    get diagnostics v_count = row_count;
    if v_count > 0 then
      return 1;
    end if;
  end loop;

  delete from private.masked_texts m where (m.entity, m.entity_id, m.field) in (
    select o.entity, o.entity_id, o.field from private.masked_texts o
    where o.masked_at < now() - interval '30 days' limit p_limit for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function private.work_on_masks is
  'Finds what ended rules have masked, puts the originals back, one row a call, and deletes originals after 30 days. Answers how many.';
