/**
 * Rows of every kind, of everybody: what the permission matrices look at. Each row has a label that says whose it is.
 * A table without rows or label here makes the matrices fail, so a new table cannot be forgotten.
 */

/** The people of the fixture: two who deal with each other, one who deals with anna only, and an admin. */
export const CAST = [
  { username: 'anna', role: 'user' },
  { username: 'bob', role: 'user' },
  { username: 'carl', role: 'user' },
  { username: 'adam', role: 'admin' },
] as const;

const username = (id: string) => `(select p.username from public.profiles p where p.id = ${id})`;
const title = (id: string) => `(select p.title from public.posts p where p.id = ${id})`;

/** Label of a row of each public table and of a stored file, as an SQL expression on the row `t`. */
export const LABELS: Readonly<Record<string, string>> = {
  account_notes: `'about ' || ${username('t.profile_id')}`,
  accounts: username('t.profile_id'),
  audit_log: 't.action',
  content_hits: `t.context || ' of ' || ${username('t.user_id')}`,
  content_rules: 't.pattern',
  exchange_rates: 't.currency',
  message_attachments: 't.name',
  messages: `${username('t.sender_id')} || ' to ' || ${username('t.recipient_id')} || ' on ' || (select q.post_title from public.quotes q where q.id = t.quote_id)`,
  moderation_batches: 't.action',
  feedback: `'feedback of ' || coalesce(${username('t.user_id')}, t.email)`,
  feedback_entries: 't.kind',
  guest_visits: 't.session_id',
  mutes: `${username('t.user_id')} || ' mutes ' || ${title('t.post_id')}`,
  news_items: 't.title',
  notifications: `'to ' || ${username('t.user_id')}`,
  post_attachments: 't.name',
  post_changes: `'change of ' || ${title('t.post_id')}`,
  post_counters: title('t.post_id'),
  post_likes: `${username('t.user_id')} || ' likes ' || ${title('t.post_id')}`,
  post_questions: 't.question',
  post_totals: `t.country || '/' || t.category`,
  posts: 't.title',
  profiles: 't.username',
  quote_attachments: 't.name',
  quote_events: `t.kind || ' of the quote of ' || (select ${username('q.supplier_id')} from public.quotes q where q.id = t.quote_id)`,
  quotes: `${username('t.supplier_id')} || ' to ' || ${username('t.post_owner_id')}`,
  reviews: `${username('t.reviewer_id')} || ' of ' || ${username('t.reviewed_user_id')}`,
  'storage.objects': `t.user_metadata ->> 'label'`,
};

/** One statement that writes the rows, as the owner of the database; the people have to exist. */
export const FIXTURE = `do $fixture$
declare
  v_anna public.profiles := (select p from public.profiles p where p.username = 'anna');
  v_bob public.profiles := (select p from public.profiles p where p.username = 'bob');
  v_carl public.profiles := (select p from public.profiles p where p.username = 'carl');
  v_adam public.profiles := (select p from public.profiles p where p.username = 'adam');
  v_annas bigint;
  v_bobs bigint;
  v_quote bigint;
  v_message bigint;
  v_deal record;
  v_talk record;
begin
  -- Their owners follow: one of them was an admin when she uploaded.
  insert into storage.objects (bucket_id, name, user_metadata)
  select f.bucket, format('%s/%s', f.owner, f.file), jsonb_build_object('label', f.label)
  from (values
    ('post-images', v_anna.auth_id, '00000000-0000-4000-8000-000000000001.png', 'picture in a post of anna'),
    ('post-images', v_anna.auth_id, '00000000-0000-4000-8000-000000000001.thumb.webp', 'thumbnail in a post of anna'),
    ('post-images', v_anna.auth_id, '00000000-0000-4000-8000-000000000002.png', 'unused picture of anna'),
    ('post-images', v_bob.auth_id, '00000000-0000-4000-8000-000000000003.png', 'picture in a quote of bob'),
    ('post-images', v_bob.auth_id, '00000000-0000-4000-8000-000000000004.gif', 'unused picture of bob'),
    ('avatars', v_anna.auth_id, '00000000-0000-4000-8000-000000000005.png', 'avatar of anna'),
    ('avatars', v_bob.auth_id, '00000000-0000-4000-8000-000000000006.png', 'former avatar of bob'),
    ('news-images', v_adam.auth_id, '00000000-0000-4000-8000-000000000007.png', 'picture in news of adam'),
    ('news-images', v_adam.auth_id, '00000000-0000-4000-8000-000000000013.png', 'unused news picture of adam'),
    ('news-images', v_anna.auth_id, '00000000-0000-4000-8000-000000000008.png', 'news picture of anna'),
    ('feedback-images', v_anna.auth_id, '00000000-0000-4000-8000-000000000014.png', 'picture in feedback of anna'),
    ('quote-documents', v_bob.auth_id, '00000000-0000-4000-8000-000000000009.pdf', 'document of bob to anna'),
    ('quote-documents', v_bob.auth_id, '00000000-0000-4000-8000-000000000010.pdf', 'unsent document of bob'),
    ('quote-documents', v_anna.auth_id, '00000000-0000-4000-8000-000000000011.pdf', 'document of anna to bob'),
    ('quote-documents', v_carl.auth_id, '00000000-0000-4000-8000-000000000012.pdf', 'document of carl to anna'),
    ('post-documents', v_anna.auth_id, '00000000-0000-4000-8000-000000000016.pdf', 'document in a post of anna'),
    ('post-documents', v_anna.auth_id, '00000000-0000-4000-8000-000000000017.pdf', 'document in a hidden post of anna'),
    ('post-documents', v_bob.auth_id, '00000000-0000-4000-8000-000000000018.pdf', 'unused document of bob'),
    ('message-files', v_bob.auth_id, '00000000-0000-4000-8000-000000000013.pdf', 'message file of bob to anna'),
    ('message-files', v_anna.auth_id, '00000000-0000-4000-8000-000000000014.png', 'message file of anna to carl'),
    ('message-files', v_bob.auth_id, '00000000-0000-4000-8000-000000000015.jpg', 'unsent message file of bob')
  ) as f (bucket, owner, file, label);
  update storage.objects o set owner_id = split_part(o.name, '/', 1) where o.owner_id is null;
  update public.profiles p set avatar_path = p.auth_id || '/00000000-0000-4000-8000-000000000005.png' where p.id = v_anna.id;

  insert into public.posts (user_id, title, description, category, country, delivery_address, images)
  values (v_anna.id, 'visible of anna', 'x', 'food', 'vn', 'x', array[v_anna.auth_id || '/00000000-0000-4000-8000-000000000001.png'])
  returning id into v_annas;
  insert into public.posts (user_id, title, description, category, country, delivery_address)
  values (v_bob.id, 'visible of bob', 'x', 'energy', 'de', 'x') returning id into v_bobs;
  insert into public.posts (user_id, title, description, category, country, delivery_address, is_hidden, hidden_by, hidden_at, hidden_reason)
  values (v_anna.id, 'hidden by anna', 'x', 'food', 'vn', 'x', true, v_anna.id, now(), null),
    (v_anna.id, 'hidden by adam', 'x', 'food', 'vn', 'x', true, v_adam.id, now(), 'Violation of the marketplace rules');
  insert into public.post_attachments (post_id, path, name, size_bytes)
  select p.id, o.name, o.user_metadata ->> 'label', 1
  from (values ('visible of anna', 'document in a post of anna'), ('hidden by anna', 'document in a hidden post of anna')) as d (title, label)
  join public.posts p on p.title = d.title join storage.objects o on o.user_metadata ->> 'label' = d.label;
  insert into public.post_questions (post_id, asker_id, question, answer, answered_at, hidden_at, hidden_reason) values
    (v_annas, v_carl.id, 'open of carl to anna', null, null, null, null),
    (v_annas, v_carl.id, 'answered of carl to anna', 'x', now(), null, null),
    (v_annas, v_carl.id, 'hidden of carl to anna', 'x', now(), now(), 'x'),
    (v_bobs, v_anna.id, 'open of anna to bob', null, null, null, null);
  insert into public.post_questions (post_id, asker_id, question, answer, answered_at)
  select p.id, v_bob.id, 'answered of bob on ' || p.title, 'x', now() from public.posts p where p.title = 'hidden by anna';
  insert into public.post_changes (post_id, before, after)
  select p.id, '{"title": "x"}', '{"title": "y"}' from public.posts p where p.title in ('visible of anna', 'visible of bob', 'hidden by anna');
  insert into public.post_likes (post_id, user_id) values (v_annas, v_bob.id), (v_bobs, v_anna.id);

  for v_deal in
    select * from (values
      (v_annas, 'visible of anna', v_anna.id, v_bob.id, 'document of bob to anna'),
      (v_annas, 'visible of anna', v_anna.id, v_carl.id, 'document of carl to anna'),
      (v_bobs, 'visible of bob', v_bob.id, v_anna.id, 'document of anna to bob')) as d (post, title, owner, supplier, document)
  loop
    insert into public.quotes (post_id, post_title, post_owner_id, supplier_id, description, price_text, quantity_text, delivery_time, images)
    select v_deal.post, v_deal.title, v_deal.owner, v_deal.supplier, 'x', '1', '1', 'x', array(
      select o.name from storage.objects o
      where v_deal.supplier = v_bob.id and o.user_metadata ->> 'label' = 'picture in a quote of bob')
    returning id into v_quote;
    insert into public.quote_events (quote_id, actor_id, kind, from_status, to_status)
    values (v_quote, v_deal.owner, 'decline', 'pending', 'declined'), (v_quote, v_deal.owner, 'reopen', 'declined', 'pending');
    insert into public.quote_attachments (quote_id, path, name, size_bytes)
    select v_quote, o.name, v_deal.document, 1 from storage.objects o where o.user_metadata ->> 'label' = v_deal.document;
    for v_talk in
      select * from (values (v_deal.supplier, v_deal.owner), (v_deal.owner, v_deal.supplier)) as t (sender, recipient)
    loop
      insert into public.messages (quote_id, sender_id, recipient_id, content, client_id)
      values (v_quote, v_talk.sender, v_talk.recipient, 'x', gen_random_uuid()) returning id into v_message;
      insert into public.message_attachments (message_id, path, name, size_bytes)
      select v_message, o.name, o.user_metadata ->> 'label', 1 from storage.objects o
      where o.user_metadata ->> 'label' = format('message file of %s to %s',
        (select p.username from public.profiles p where p.id = v_talk.sender),
        (select p.username from public.profiles p where p.id = v_talk.recipient))
        and not exists (select 1 from public.message_attachments a where a.path = o.name);
    end loop;
  end loop;

  insert into public.reviews (reviewed_user_id, reviewer_id, rating, comment)
  values (v_anna.id, v_bob.id, 5, 'x'), (v_bob.id, v_anna.id, 4, 'x');
  insert into public.reviews (reviewed_user_id, reviewer_id, rating, comment, hidden_at, hidden_by, hidden_reason)
  values (v_anna.id, v_carl.id, 1, 'x', now(), v_adam.id, 'x');
  delete from public.notifications;
  insert into public.notifications (user_id, message) values (v_anna.id, 'x'), (v_bob.id, 'x');
  insert into public.mutes (user_id, post_id) values (v_anna.id, v_annas), (v_bob.id, v_annas);
  insert into public.account_notes (profile_id, author_id, note) values (v_bob.id, v_adam.id, 'x');
  insert into public.moderation_batches (action, actor_id) values ('spam', v_adam.id);
  insert into public.audit_log (actor_id, actor_username, action, entity, entity_id) values (v_adam.id, 'adam', 'hide_post', 'post', '1');
  insert into public.content_hits (rule_name, action, context, entity, entity_id, user_id)
  values ('built_in: email', 'flag', 'quote', 'quote', v_quote, v_bob.id), ('word: scam', 'block', 'post_title', 'post', null, v_anna.id);
  insert into public.news_items (author_id, title, status, images) values
    (v_adam.id, 'published news', 'published', array[v_adam.auth_id || '/00000000-0000-4000-8000-000000000007.png']),
    (v_adam.id, 'draft news', 'draft', '{}'),
    (v_adam.id, 'archived news', 'archived', '{}');
  insert into public.feedback (user_id, email, category, subject, message, page_path, user_agent, assignee_id) values
    (v_anna.id, 'anna@example.com', 'bug', 'Subject', 'A long message', '/', 'x', v_adam.id),
    (null, 'guest@example.com', 'bug', 'Subject', 'A long message', '/', 'x', null);
  insert into public.feedback_entries (feedback_id, author_id, kind, body)
  select f.id, v_adam.id, k.kind, 'x' from public.feedback f cross join unnest(array['note', 'reply']) as k (kind)
  where f.user_id = v_anna.id;
  insert into public.guest_visits (session_id, page_path, referrer) values ('session-1', '/', 'direct');
  insert into public.exchange_rates (currency, day, usd_per_unit, source) values ('EUR', current_date, 1.16, 'Admin');
end $fixture$`;
