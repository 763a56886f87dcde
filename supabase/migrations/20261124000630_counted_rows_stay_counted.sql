-- What is counted elsewhere cannot be truncated, which no trigger of a row hears of: the counts would stay.

create function private.refuse_truncate() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '55000', message = 'What is counted elsewhere is deleted row by row, not truncated';
end $$;
comment on function private.refuse_truncate is 'For tables whose rows triggers count; a restored backup brings rows and counts together, and runs no triggers.';

create trigger refuse_truncate before truncate on public.posts for each statement execute function private.refuse_truncate();
create trigger refuse_truncate before truncate on public.post_likes for each statement execute function private.refuse_truncate();
create trigger refuse_truncate before truncate on public.quotes for each statement execute function private.refuse_truncate();
create trigger refuse_truncate before truncate on public.reviews for each statement execute function private.refuse_truncate();
