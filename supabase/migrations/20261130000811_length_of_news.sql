SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.check_news_write()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_content jsonb;
  v_stored_id bigint;
begin
  -- Policies and constraints are asked after the words of the search, which take seconds of a text of a megabyte.
  if char_length(concat(new.title, new.summary, new.body, new.location, new.external_url)) > 30000 then
    perform private.refuse(400, 'invalid_input', 'Text too long');
  end if;
  if (select auth.uid()) is not null then
    if tg_op = 'INSERT' then
      v_content := to_jsonb(new) - array['id', 'search', 'folded', 'client_id', 'author_id', 'created_at', 'updated_at', 'published_at'];
      select n.id into v_stored_id from public.news_items n where n.author_id = new.author_id and n.client_id = new.client_id;
      if v_stored_id is null then
        perform private.remember_content('news ' || new.author_id, new.client_id, v_content);
      else
        -- An equal repeat fails at the unique constraint, which tells the client to read what is stored.
        perform private.assert_same_content('news ' || new.author_id, new.client_id, v_content, v_stored_id);
      end if;
    end if;
    perform private.assert_own_images('news-images', new.images, case when tg_op = 'UPDATE' then old.images else '{}'::text[] end);
  end if;
  -- A client that does not know of the zone may make news of an event.
  if new.type <> 'event' then
    new.event_zone := null;
  end if;
  -- An item that comes back from the archive keeps its place.
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, now());
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end $function$;
