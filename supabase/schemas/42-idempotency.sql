-- Idempotency: the first answer to a call of `/api` with an Idempotency-Key is kept for 24 hours and sent to repeats:
-- docs/decisions.md#every-write-can-be-repeated. Only the edge function `api` calls this, after it has authorised the
-- caller.

create table private.idempotent_writes (
  subject text not null,
  key text not null,
  request_hash text not null,
  lease uuid not null,
  leased_until timestamptz not null,
  status smallint,
  answer text,
  created_at timestamptz not null default now(),
  primary key (subject, key),
  constraint idempotent_writes_subject_length check (char_length(subject) between 1 and 100),
  constraint idempotent_writes_key_length check (char_length(key) between 1 and 255),
  constraint idempotent_writes_request_hash_length check (char_length(request_hash) between 1 and 100),
  constraint idempotent_writes_answer_length check (char_length(answer) <= 100000),
  constraint idempotent_writes_answer_has_status check ((status is null) = (answer is null))
);
comment on table private.idempotent_writes is 'First answers to writes that named a key, for 24 hours. Without an answer the write is still running.';
comment on column private.idempotent_writes.subject is 'Whose key it is: an account, or the address of a guest. Nobody gets the answers of somebody else.';
comment on column private.idempotent_writes.request_hash is 'Keyed hash of method, path and body: the same key for another request is a mistake of the client.';
comment on column private.idempotent_writes.leased_until is 'A write that has not answered by then has died, and a repeat may run it again.';

create index idempotent_writes_created_idx on private.idempotent_writes (created_at);

create function private.begin_idempotent_write(p_subject text, p_key text, p_request_hash text)
returns table (outcome text, lease uuid, status smallint, answer text)
language plpgsql volatile rows 1 security definer set search_path = ''
as $$
declare
  v_first private.idempotent_writes;
begin
  -- One statement decides who runs, so that of many repeats at the same moment exactly one does.
  insert into private.idempotent_writes as w (subject, key, request_hash, lease, leased_until)
  values (p_subject, p_key, p_request_hash, gen_random_uuid(), now() + interval '2 minutes')
  on conflict (subject, key) do update set
    request_hash = excluded.request_hash, lease = excluded.lease, leased_until = excluded.leased_until,
    status = null, answer = null, created_at = now()
  where w.created_at <= now() - interval '24 hours'
    or (w.status is null and w.leased_until <= now() and w.request_hash = excluded.request_hash)
  returning w.* into v_first;
  if v_first.lease is not null then
    perform private.assert_rate_limit('idempotent_kilobytes', p_subject);
    perform private.consume_rate_limit('idempotent_write', p_subject);
    return query select 'run', v_first.lease, null::smallint, null::text;
    return;
  end if;
  select * into v_first from private.idempotent_writes w where w.subject = p_subject and w.key = p_key;
  return query select
    case
      when v_first.request_hash <> p_request_hash then 'other_request'
      when v_first.status is not null then 'answered'
      else 'running'
    end, null::uuid, v_first.status, v_first.answer;
end $$;
comment on function private.begin_idempotent_write is
  'What to do with a write that names a key: "run" it under the lease, give the first answer ("answered"), wait ("running"), or refuse it ("other_request").';

create function public.begin_idempotent_write(subject text, key text, request_hash text)
returns table (outcome text, lease uuid, status smallint, answer text)
language sql volatile rows 1 security invoker set search_path = ''
as $$ select * from private.begin_idempotent_write(subject, key, request_hash) $$;
comment on function public.begin_idempotent_write is 'For edge functions only: what to do with a write that names a key.';
grant execute on function private.begin_idempotent_write, public.begin_idempotent_write to service_role;

create function private.finish_idempotent_write(p_subject text, p_key text, p_lease uuid, p_status smallint, p_answer text)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_kilobytes integer := greatest(1, ceil(octet_length(p_answer) / 1000.0));
begin
  if p_status is null then
    delete from private.idempotent_writes w where w.subject = p_subject and w.key = p_key and w.lease = p_lease;
  else
    update private.idempotent_writes w set status = p_status, answer = p_answer
    where w.subject = p_subject and w.key = p_key and w.lease = p_lease;
    -- The write is done, so its answer is kept even where it exceeds the limit; the next key is refused.
    perform private.take_room('idempotent_kilobytes', p_subject, v_kilobytes, (r.rule ->> 'max')::integer + v_kilobytes,
      make_interval(secs => (r.rule ->> 'seconds')::integer))
    from (select private.setting('rate_limits') -> 'idempotent_kilobytes') as r (rule);
  end if;
end $$;
comment on function private.finish_idempotent_write is
  'Keeps the answer of a write, and counts its size; without a status the key is free again, as after a failure that a repeat may mend.';

create function public.finish_idempotent_write(subject text, key text, lease uuid, status smallint default null, answer text default null)
returns void
language sql volatile security invoker set search_path = ''
as $$ select private.finish_idempotent_write(subject, key, lease, status, answer) $$;
comment on function public.finish_idempotent_write is 'For edge functions only: keeps the answer of a write.';
grant execute on function private.finish_idempotent_write, public.finish_idempotent_write to service_role;

create function private.sweep_idempotent_writes(p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
  v_deleted integer;
begin
  delete from private.idempotent_writes w where (w.subject, w.key) in (
    select o.subject, o.key from private.idempotent_writes o where o.created_at <= now() - interval '24 hours'
    limit p_limit for update skip locked);
  get diagnostics v_count = row_count;
  delete from private.sent_contents s where (s.sender, s.client_id) in (
    select o.sender, o.client_id from private.sent_contents o where o.created_at <= now() - interval '7 days'
    limit p_limit for update skip locked);
  get diagnostics v_deleted = row_count;
  return v_count + v_deleted;
end $$;
comment on function private.sweep_idempotent_writes is 'Removes a batch of answers that are older than 24 hours; answers how many.';
