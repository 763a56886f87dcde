SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.recent_texts (
  p_fields text[],
  p_limit  integer
)
  RETURNS TABLE (
    field   text,
    content text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 10000
  SET search_path TO ''
  AS $function$
  -- As they were written: a rule that masks would find nothing in what it has masked. The originals first, because only the
  -- beginning of a long text is read.
  select t.field, concat_ws(E'\n', (
      select string_agg(m.original, E'\n') from private.masked_texts m where m.entity = t.entity and m.entity_id = t.id and m.context = t.field),
    t.content)
  from (
    (select p.created_at, 'posts' as entity, p.id, 'post_title' as field, p.title as content from public.posts p
      where 'post_title' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, 'posts', p.id, 'post_description', concat_ws(E'\n', p.description, p.unit) from public.posts p
      where 'post_description' = any (p_fields) order by p.id desc limit p_limit)
    union all (select p.created_at, 'posts', p.id, 'post_place', concat_ws(E'\n', p.country, p.area, p.delivery_address, p.port) from public.posts p
      where 'post_place' = any (p_fields) order by p.id desc limit p_limit)
    union all (select q.created_at, 'quotes', q.id, 'quote', concat_ws(E'\n', q.description, q.price_text, q.quantity_text, q.payment_method,
        q.shipping_method, q.delivery_time, q.delivery_from, q.delivery_to, q.organization_name, q.status_reason) from public.quotes q
      where 'quote' = any (p_fields) order by q.id desc limit p_limit)
    union all (select k.created_at, 'post_questions', k.id, 'post_description', concat_ws(E'\n', k.question, k.answer) from public.post_questions k
      where 'post_description' = any (p_fields) order by k.id desc limit p_limit)
    union all (select m.created_at, 'messages', m.id, 'message', m.content from public.messages m
      where 'message' = any (p_fields) and m.content <> '' order by m.id desc limit p_limit)
    union all (select p.created_at, 'post_attachments', a.id, 'post_description', a.name
      from public.post_attachments a join public.posts p on p.id = a.post_id where 'post_description' = any (p_fields) order by a.id desc limit p_limit)
    union all (select q.created_at, 'quote_attachments', a.id, 'quote', a.name
      from public.quote_attachments a join public.quotes q on q.id = a.quote_id where 'quote' = any (p_fields) order by a.id desc limit p_limit)
    union all (select m.created_at, 'message_attachments', a.id, 'message', a.name
      from public.message_attachments a join public.messages m on m.id = a.message_id where 'message' = any (p_fields) order by a.id desc limit p_limit)
    union all (select r.created_at, 'reviews', r.id, 'review', concat_ws(E'\n', r.comment, r.reply) from public.reviews r
      where 'review' = any (p_fields) order by r.id desc limit p_limit)
    union all (select p.created_at, 'profiles', p.id, 'profile', concat_ws(E'\n', p.username, p.company_name, p.bio, p.country) from public.profiles p
      where 'profile' = any (p_fields) order by p.id desc limit p_limit)
    union all (select f.created_at, 'feedback', f.id, 'feedback', concat_ws(E'\n', f.subject, f.message) from public.feedback f
      where 'feedback' = any (p_fields) and f.deleted_at is null order by f.id desc limit p_limit)
    order by 1 desc limit p_limit
  ) as t
  order by t.created_at desc
$function$;

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF name ON public.message_attachments
  FOR EACH ROW
  EXECUTE FUNCTION private.filter_content('message name attachments');

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF name ON public.post_attachments
  FOR EACH ROW
  EXECUTE FUNCTION private.filter_content('post_description name documents');

CREATE TRIGGER filter_content
  BEFORE INSERT OR DELETE OR UPDATE OF name ON public.quote_attachments
  FOR EACH ROW
  EXECUTE FUNCTION private.filter_content('quote name attachments');
