SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.note_news (
  p_post    public.posts,
  p_topic   text,
  p_message text,
  p_but     bigint       DEFAULT NULL::bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_reverse constant text := case p_topic when 'closed' then 'opened' when 'opened' then 'closed' end;
  v_told bigint;
begin
  if p_post.is_hidden or not exists (select 1 from private.watches w where w.post_id = p_post.id) then
    return;
  end if;
  -- News that the job is telling are left alone: waiting for it could be a deadlock.
  with replaced as (
    delete from private.news_of_watched n where n.id in (
      select o.id from private.news_of_watched o
      where o.post_id = p_post.id and o.topic in (p_topic, v_reverse) for update skip locked)
    returning n.topic, n.last_user_id)
  select r.last_user_id into v_told from replaced r where r.topic = v_reverse;
  -- What is taken back before anybody was told is no news.
  if v_told = 0 then
    return;
  end if;
  -- Who hears that a request is open again reads it anew, with its new deadline.
  if p_topic = 'opened' then
    delete from private.news_of_watched n where n.id in (
      select o.id from private.news_of_watched o where o.post_id = p_post.id and o.topic = 'changed' for update skip locked);
  end if;
  insert into private.news_of_watched (post_id, topic, message, but_user_id) values (p_post.id, p_topic, left(p_message, 600), p_but);
end $function$;
