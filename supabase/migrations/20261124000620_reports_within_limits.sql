-- Reports of empty searches: whoever used up the limit is not searched for any more, and a report of a search that does have results
-- counts as well, so that nobody can have the database search by reports without end.

create or replace function private.report_empty_search(p_search text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_term text := left(regexp_replace(private.fold(btrim(left(p_search, 200))), '\s+', ' ', 'g'), 60);
  v_subject text := coalesce(private.current_profile_id()::text, 'guests');
  v_has_posts boolean;
begin
  -- A term that may be somebody's address or number is not kept, nor is one that has a result after all.
  if char_length(v_term) < 2 or v_term ~* private.built_in_pattern('email') or v_term ~ '([0-9][^0-9]{0,3}){7}' then
    return;
  end if;
  begin
    perform private.assert_rate_limit('empty_search', v_subject);
    v_has_posts := private.count_posts(v_term, null, null, false) > 0;
    -- Only now: all guests count in one row, which nobody should hold while searching.
    perform private.consume_rate_limit('empty_search', v_subject);
  exception when sqlstate 'PT429' then
    -- Nobody waits for this report, so nobody hears that there were too many.
    return;
  end;
  if v_has_posts then
    return;
  end if;
  -- A list that a person can read: new terms are no longer taken once a day has a thousand.
  update private.empty_searches e set searches = e.searches + 1 where e.day = (now() at time zone 'utc')::date and e.term = v_term;
  if not found and (select count(*) from private.empty_searches e where e.day = (now() at time zone 'utc')::date) < 1000 then
    insert into private.empty_searches as e (day, term) values ((now() at time zone 'utc')::date, v_term)
    on conflict (day, term) do update set searches = e.searches + 1;
  end if;
end $$;
