-- Settings: limits and switches on the admins' page. Settings that are not listed here, including secrets, can neither
-- be read nor changed.

create function private.list_app_settings() returns table (key text, value jsonb, updated_at timestamptz, default_value jsonb)
language plpgsql stable rows 30 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select s.key, s.value, s.updated_at, to_jsonb(s.key = 'rate_limits_enabled') from private.app_settings s
    where s.key in ('rate_limits_enabled', 'staff_second_factor')
    union all
    select 'rate_limits.' || r.key, r.value, s.updated_at, private.default_rate_limits() -> r.key
    from private.app_settings s cross join lateral jsonb_each(s.value) as r where s.key = 'rate_limits'
    order by 1;
end $$;

create function public.list_app_settings() returns table (key text, value jsonb, updated_at timestamptz, default_value jsonb)
language sql stable rows 30 security invoker set search_path = ''
as $$ select * from private.list_app_settings() $$;
comment on function public.list_app_settings is 'For admins: the switches and limits that can be changed; a limit is {"max", "seconds"}. With the values that a new marketplace starts with.';
grant execute on function private.list_app_settings, public.list_app_settings to authenticated;

create function private.checked_rate_limit(p_value jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  -- A day at most: uses are forgotten after two. And at least one: none at all would lock out whoever could change it back.
  v_most constant jsonb := jsonb_build_object('max', 1000000, 'seconds', 86400);
  v_name text;
begin
  for v_name in select jsonb_object_keys(v_most) loop
    if jsonb_typeof(p_value -> v_name) is distinct from 'number'
      or (p_value ->> v_name)::numeric not between 1 and (v_most ->> v_name)::numeric
      or (p_value ->> v_name)::numeric % 1 <> 0 then
      perform private.refuse(400, 'invalid_input', format('A whole number from 1 to %s', v_most ->> v_name),
        jsonb_build_object('path', 'value.' || v_name));
    end if;
  end loop;
  return jsonb_build_object('max', (p_value ->> 'max')::numeric::integer, 'seconds', (p_value ->> 'seconds')::numeric::integer);
end $$;
comment on function private.checked_rate_limit is 'A limit with its two whole numbers and nothing else; PT400 for what is none.';

create function private.save_app_setting(p_key text, p_value jsonb, p_expected jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text := split_part(p_key, '.', 1);
  v_is_switch boolean := p_key in ('rate_limits_enabled', 'staff_second_factor');
  v_limit text := nullif(substr(p_key, char_length('rate_limits.') + 1), '');
  v_stored jsonb;
  v_before jsonb;
  v_after jsonb;
begin
  -- A main admin: whoever takes the limits away may try passwords without end.
  perform private.require_main_admin();
  select s.value into v_stored from private.app_settings s where s.key = v_key for update;
  v_before := case when v_is_switch then v_stored when v_key = 'rate_limits' then v_stored -> v_limit end;
  if v_before is null then
    perform private.refuse(404, 'not_found', 'Setting not found');
  elsif v_is_switch then
    if jsonb_typeof(p_value) is distinct from 'boolean' then
      perform private.refuse(400, 'invalid_input', 'Invalid input', '{"path": "value"}');
    elsif p_key = 'staff_second_factor' and p_value = 'true' and not private.has_second_factor() then
      -- Nobody locks themselves out.
      perform private.refuse(409, 'conflict', 'Turn on two-step sign-in for your own account first');
    end if;
    v_after := p_value;
  else
    v_after := private.checked_rate_limit(p_value);
  end if;
  if v_before is distinct from p_expected then
    perform private.refuse(409, 'changed_meanwhile', 'Somebody else has just changed this. Please look again.');
  elsif v_before = v_after then
    return;
  end if;
  update private.app_settings s
  set value = case when v_is_switch then v_after else jsonb_set(s.value, array[v_limit], v_after) end, updated_at = now()
  where s.key = v_key;
  perform private.audit('save_setting', 'setting', p_key, jsonb_build_object('value', v_before), jsonb_build_object('value', v_after));
end $$;

create function public.save_app_setting(key text, value jsonb, expected jsonb) returns void
language sql volatile security invoker set search_path = ''
as $$ select private.save_app_setting(key, value, expected) $$;
comment on function public.save_app_setting is
  'For main admins: changes a switch or limit; PT409 when it is no longer what the caller has seen.';
grant execute on function private.save_app_setting, public.save_app_setting to authenticated;
