SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.tell_deadlines (
  p_limit integer
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_count integer;
begin
  with due as (
    delete from private.deadlines_to_tell d where d.post_id in (
      select o.post_id from private.deadlines_to_tell o where o.quote_deadline <= now()
      order by o.quote_deadline limit least(p_limit, 500) for update skip locked)
    returning d.post_id
  ), told as (
    -- Whoever has closed the request themselves is told nothing that they do not know.
    insert into public.notifications (user_id, message, data)
    select p.user_id, left(format('The deadline of "%s" has passed: %s %s', p.title, c.quotes, case c.quotes when 1 then 'quote' else 'quotes' end), 600),
      jsonb_build_object('type', 'deadline_passed', 'postId', p.id)
    from due d join public.posts p on p.id = d.post_id join public.post_counters c on c.post_id = p.id
    where p.closed_at is null and p.quote_deadline <= now()
    order by p.id
  )
  select count(*) into v_count from due;
  return v_count;
end $function$;
