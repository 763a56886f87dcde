SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.documents_of_post (
  p_post_id bigint
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- In no order that says which came first: the same files are the same documents.
  select coalesce(jsonb_agg(jsonb_build_object('path', a.path, 'name', a.name) order by a.name, a.path), '[]')
  from public.post_attachments a where a.post_id = p_post_id
$function$;

CREATE OR REPLACE FUNCTION private.drop_reply()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.restores_text() and (new.rating, new.comment) is distinct from (old.rating, old.comment) then
    new.reply := null;
    new.replied_at := null;
    delete from private.masked_texts m where m.entity = tg_table_name and m.entity_id = new.id and m.field = 'reply';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.finish_inspection (
  p_inspected bigint[],
  p_refused   jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_file record;
  v_row record;
  v_owner bigint;
  v_post_id bigint;
  v_before jsonb;
  v_count integer := 0;
begin
  for v_file in
    select x.bucket_id, x.name, case when split_part(x.name, '/', 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then split_part(x.name, '/', 1)::uuid end as folder
    from jsonb_to_recordset(p_refused) as x (bucket_id text, name text)
    join storage.objects o on o.bucket_id = x.bucket_id and o.name = x.name
    order by x.bucket_id, x.name for update of o
  loop
    v_count := v_count + 1;
    -- From now on no row may name it; a writer who is doing so holds the lock of the file until the row is there.
    insert into private.doomed_uploads (bucket_id, name) values (v_file.bucket_id, v_file.name) on conflict do nothing;
    select p.id into v_owner from public.profiles p where p.auth_id = v_file.folder;
    case v_file.bucket_id
      when 'post-images' then
        perform 1 from public.posts p where p.user_id = v_owner and v_file.name = any (p.images) order by p.id for no key update;
        for v_row in
          update public.posts p set images = array_remove(p.images, v_file.name)
          where p.user_id = v_owner and v_file.name = any (p.images) returning p.id, p.title
        loop
          perform private.notify(v_owner, format('A picture was removed from "%s": it is too large or no picture', v_row.title),
            jsonb_build_object('type', 'picture', 'postId', v_row.id));
        end loop;
        perform 1 from public.quotes q where q.supplier_id = v_owner and v_file.name = any (q.images) order by q.id for no key update;
        update public.quotes q set images = array_remove(q.images, v_file.name)
        where q.supplier_id = v_owner and v_file.name = any (q.images);
      when 'news-images' then
        update public.news_items n set images = array_remove(n.images, v_file.name) where v_file.name = any (n.images);
      when 'avatars' then
        update public.profiles p set avatar_path = null where p.id = v_owner and p.avatar_path = v_file.name;
      when 'quote-documents' then
        delete from public.quote_attachments a where a.path = v_file.name;
      when 'post-documents' then
        select a.post_id into v_post_id from public.post_attachments a where a.path = v_file.name;
        if found then
          perform 1 from public.posts p where p.id = v_post_id for no key update;
          v_before := private.documents_of_post(v_post_id);
          delete from public.post_attachments a where a.path = v_file.name;
          perform private.record_document_change(v_post_id, v_before);
        end if;
      when 'message-files' then
        delete from public.message_attachments a where a.path = v_file.name;
      else
        update public.feedback f set images = array_remove(f.images, v_file.name)
        where cardinality(f.images) > 0 and f.images @> array[v_file.name];
    end case;
  end loop;
  delete from private.new_uploads u where u.id = any (p_inspected);
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION private.read_numbers()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  new.price_value := private.plain_number(new.price_text);
  new.quantity_value := private.plain_number(new.quantity_text);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.record_document_change (
  p_post_id bigint,
  p_before  jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.record_post_change(p_post_id, jsonb_build_object('documents', p_before),
    jsonb_build_object('documents', private.documents_of_post(p_post_id)))
$function$;

CREATE OR REPLACE FUNCTION private.revise_quote (
  p_quote_id         bigint,
  p_quote            jsonb,
  p_expected_version integer
)
  RETURNS TABLE (
    status  text,
    version integer
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_fields jsonb := private.known_fields(p_quote, array_remove(array_remove(private.quote_fields(), 'post_id'), 'client_id'));
  v_quote public.quotes := private.quote_to_act_on(p_quote_id, v_me, 'revise');
  v_new public.quotes := private.with_facts(v_quote, v_fields);
  v_before jsonb := private.quote_facts(v_quote);
  v_after jsonb;
  v_facts jsonb;
  v_since timestamptz := coalesce(v_quote.revised_at, v_quote.created_at);
  v_is_correction boolean;
begin
  perform private.assert_version(v_quote, p_expected_version, 'This quote has just been changed. Please look again.');
  perform private.assert_organization(v_new, v_me);
  perform private.assert_own_images('post-images', v_new.images, v_quote.images);
  update public.quotes q set product_match = v_new.product_match, description = v_new.description, price_text = v_new.price_text,
    quantity_text = v_new.quantity_text, currency = v_new.currency,
    payment_method = v_new.payment_method, shipping_method = v_new.shipping_method, delivery_time = v_new.delivery_time,
    delivery_from = v_new.delivery_from, delivery_to = v_new.delivery_to, images = v_new.images, contact_address = v_new.contact_address,
    account_type = v_new.account_type, organization_name = v_new.organization_name, tax_code = v_new.tax_code, valid_until = v_new.valid_until
  where q.id = v_quote.id returning q.* into v_new;
  -- Attachments stay where none are given, so that a client that knows nothing of them takes none away.
  if v_fields ? 'attachments' then
    delete from public.quote_attachments a where a.quote_id = v_quote.id
      and not v_fields -> 'attachments' @> jsonb_build_array(jsonb_build_object('path', a.path));
    perform private.attach_to_quote(v_quote.id, v_fields -> 'attachments');
  end if;
  v_after := private.quote_facts(v_new);
  select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, v_after -> b.key) into v_before, v_after
  from jsonb_each(v_before) as b where b.value is distinct from v_after -> b.key;
  if v_before is null then
    return query select v_quote.status, v_quote.version;
    return;
  end if;

  v_is_correction := v_since > now() - interval '15 minutes' and not exists (
    select 1 from public.quote_events e where e.quote_id = v_quote.id and e.actor_id = v_quote.post_owner_id and e.created_at >= v_since);
  if not v_is_correction and v_quote.revision >= 3 then
    perform private.refuse(409, 'conflict', format('This quote is %s and has been revised three times, which is the most', v_quote.status),
      jsonb_build_object('status', v_quote.status));
  end if;
  update public.quotes q set version = q.version + 1,
    revision = case when v_is_correction then q.revision else q.revision + 1 end,
    revised_at = case when v_is_correction then q.revised_at else now() end,
    changed_at = case when v_is_correction then q.changed_at else now() end
  where q.id = v_quote.id returning q.* into v_new;
  insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status, before, after)
  values (v_new.id, v_me, case when v_is_correction then 'correct' else 'revise' end, v_quote.status, v_new.status, v_before, v_after);
  -- A new quote is read with its corrected facts. A revision was told with its figures, so its correction is told as well: against
  -- what the owner knew before the revision, or, where it takes the revision back, against the revision.
  if v_is_correction and v_quote.revised_at is not null then
    v_facts := private.quote_facts(v_new);
    select coalesce(jsonb_object_agg(k.key, k.value), v_before) into v_before
    from (
      select v_before || e.before as known from public.quote_events e
      where e.quote_id = v_quote.id and e.kind = 'revise' order by e.id desc limit 1) as t
    cross join lateral jsonb_each(t.known) as k where k.value is distinct from v_facts -> k.key;
    v_after := v_facts;
  end if;
  if not v_is_correction or v_quote.revised_at is not null then
    perform private.tell_party(v_new, v_new.post_owner_id, 'quote_revised', format('%s revised the quote on "%s": %s',
      (select p.username from public.profiles p where p.id = v_me), v_new.post_title, private.facts_as_words(v_before, v_after)));
  end if;
  return query select v_new.status, v_new.version;
end $function$;

CREATE OR REPLACE FUNCTION private.set_post_documents (
  p_post_id   bigint,
  p_documents jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.submit_review (
  p_reviewed_user_id bigint,
  p_rating           integer,
  p_comment          text
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_comment text := btrim(p_comment);
  v_before public.reviews;
  v_after public.reviews;
begin
  if p_reviewed_user_id = v_me then
    perform private.refuse(403, 'forbidden', 'You cannot review yourself');
  elsif not exists (select 1 from public.accounts a where a.profile_id = p_reviewed_user_id and a.deleted_at is null) then
    perform private.refuse(404, 'not_found', 'User not found');
  end if;
  -- One review of a person at a time: the row and the rate limit would otherwise be locked in either order.
  perform pg_advisory_xact_lock(hashtextextended('submit_review', v_me));
  select * into v_before from public.reviews r
  where r.reviewer_id = v_me and r.reviewed_user_id = p_reviewed_user_id for update;
  if v_before.hidden_at is not null then
    perform private.refuse(403, 'forbidden', 'This review was hidden by an administrator');
  elsif v_before.rating = p_rating and v_before.comment = v_comment and private.is_changeable(v_before) then
    -- The same request again: nothing is written twice and nobody hears of it twice (docs/decisions.md#every-write-can-be-repeated).
    return v_before.id;
  end if;
  perform private.consume_rate_limit('review', v_me::text);
  -- Not `on conflict`: the content filter would read the text as one of a new row, and again as it has masked it.
  if v_before.id is null then
    insert into public.reviews (reviewed_user_id, reviewer_id, rating, comment)
    values (p_reviewed_user_id, v_me, p_rating, v_comment) returning * into v_after;
  else
    update public.reviews r set rating = p_rating, comment = v_comment,
      -- A review that can no longer be edited is replaced by a new one, which has no reply yet.
      created_at = case when private.is_changeable(r) then r.created_at else now() end,
      reply = case when private.is_changeable(r) then r.reply end,
      replied_at = case when private.is_changeable(r) then r.replied_at end
    where r.id = v_before.id returning r.* into v_after;
  end if;
  perform private.tell_of_review(v_after);
  return v_after.id;
end $function$;

CREATE OR REPLACE FUNCTION private.tell_of_review (
  p_review public.reviews
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.notify(p_review.reviewed_user_id,
    format('%s left you a %s-star review', (select p.username from public.profiles p where p.id = p_review.reviewer_id), p_review.rating),
    jsonb_build_object('type', 'review'))
$function$;

CREATE OR REPLACE FUNCTION private.update_review (
  p_review_id bigint,
  p_rating    integer,
  p_comment   text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_me bigint := private.require_profile_id();
  v_review public.reviews := private.own_review_to_change(p_review_id, v_me);
  v_comment text := btrim(p_comment);
begin
  if v_review.rating = p_rating and v_review.comment = v_comment then
    return;
  end if;
  perform private.consume_rate_limit('post_edit', v_me::text);
  update public.reviews r set rating = p_rating, comment = v_comment where r.id = v_review.id returning r.* into v_review;
  perform private.tell_of_review(v_review);
end $function$;

CREATE OR REPLACE FUNCTION private.with_facts (
  p_quote  public.quotes,
  p_fields jsonb
)
  RETURNS public.quotes
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_fields jsonb := private.clean_fields(p_fields, array['price_text', 'quantity_text', 'payment_method', 'shipping_method', 'delivery_time',
    'delivery_from', 'delivery_to', 'organization_name', 'tax_code']);
  -- Images, which the form does not have, stay unless they are given; everything else is what is given.
  v_quote public.quotes := jsonb_populate_record(p_quote,
    (select jsonb_object_agg(f, null) from unnest(private.quote_fields()) as f
      where f not in ('post_id', 'client_id', 'images', 'attachments'))
    || '{"description": "", "currency": "USD"}' || private.trimmed(v_fields));
  v_missing record;
begin
  -- Chosen from a list, so nothing is trimmed.
  v_quote.product_match := p_fields ->> 'product_match';
  v_quote.account_type := coalesce(p_fields ->> 'account_type', 'individual');
  -- docs/decisions.md#the-session-says-who-quotes.
  v_quote.contact_address := (
    select nullif(btrim(a.address), '') from public.accounts a where a.profile_id = private.current_profile_id());
  v_quote.valid_until := private.valid_until(v_quote.valid_until, p_quote.valid_until);
  v_quote.currency := upper(v_quote.currency);
  if v_quote.account_type <> 'organization' then
    v_quote.organization_name := null;
    v_quote.tax_code := null;
  end if;
  -- docs/decisions.md#two-kinds-of-clients-send-quotes.
  if p_fields ?| array['product_match', 'account_type'] then
    select * into v_missing from (values (v_quote.payment_method, 'paymentMethod', 'Payment method is required'),
      (v_quote.shipping_method, 'shippingMethod', 'Shipping method is required'),
      (v_quote.delivery_from, 'deliveryFrom', 'Delivery from location is required'),
      (v_quote.delivery_to, 'deliveryTo', 'Delivery to location is required')) as f (value, path, sentence)
    where f.value is null limit 1;
    if found then
      perform private.refuse(400, 'invalid_input', v_missing.sentence, jsonb_build_object('path', v_missing.path));
    end if;
  end if;
  return v_quote;
end $function$;

CREATE TRIGGER read_numbers
  BEFORE INSERT OR UPDATE OF price_text, price_value, quantity_text, quantity_value ON public.quotes
  FOR EACH ROW
  EXECUTE FUNCTION private.read_numbers();

CREATE TRIGGER drop_reply
  BEFORE UPDATE OF rating, COMMENT ON public.reviews
  FOR EACH ROW
  EXECUTE FUNCTION private.drop_reply();

COMMENT ON COLUMN "public"."post_changes"."before" IS 'The facts that changed, named like their columns, as they were; `documents` as a list of {"path", "name"}, in old rows of names. `after` has the same as they are since.';

COMMENT ON COLUMN "public"."quotes"."price_text" IS 'As typed; a trigger keeps price_value, the number when it is one.';

COMMENT ON FUNCTION "private"."documents_of_post"(bigint) IS 'Which documents a post has; another file of the same name is another document.';

COMMENT ON FUNCTION "private"."drop_reply"() IS 'A reply answers the review that its author read: with another rating or comment it goes.';

COMMENT ON FUNCTION "private"."read_numbers"() IS 'The numbers of a quote are those of its texts as everybody reads them: what a rule masks is none.';

COMMENT ON FUNCTION "private"."record_document_change"(bigint, jsonb) IS 'Keeps and tells that a post had other documents; for whatever adds or removes some.';

COMMENT ON FUNCTION "private"."tell_of_review"(public.reviews) IS 'Tells a user of a review of them as it is now, which they can reply to.';

COMMENT ON FUNCTION "public"."submit_review"(bigint, integer, text) IS 'Writes the caller''s review of another user, or replaces the earlier one and drops its reply; answers its id.';

COMMENT ON FUNCTION "public"."update_review"(bigint, integer, text) IS 'Edits a review of the caller''s own within 30 days. Its reply, which answered other words, is dropped.';

REVOKE ALL ON FUNCTION "private"."documents_of_post"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_reply"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_numbers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_document_change"(bigint, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_of_review"(public.reviews) FROM PUBLIC;

-- By hand: quotes whose price or quantity a rule has masked lose its number; the trigger reads all others as they are.
update public.quotes q set price_value = private.plain_number(q.price_text), quantity_value = private.plain_number(q.quantity_text)
where q.price_value is distinct from private.plain_number(q.price_text) or q.quantity_value is distinct from private.plain_number(q.quantity_text);
