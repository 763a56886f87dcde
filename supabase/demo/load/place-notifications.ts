import type { Sql } from 'embedded-supabase/database';

const UNREAD_OF_ANNA = 4;
const UNREAD_OF_OTHERS = 1;

/**
 * The triggers have written the notifications with the current time. Dates each back to its event, numbers them in that
 * order, and marks all but the newest as read: a user who answered a message has read it, too. A message is read when
 * its notification is.
 */
export async function placeNotifications(sql: Sql, now: Date): Promise<void> {
  await sql(
    `update public.notifications n set created_at = coalesce(
       (select q.created_at from public.quotes q
        where n.data ->> 'type' = 'quote' and (
          q.id = (n.data ->> 'quoteId')::bigint
          or (q.post_id = (n.data ->> 'postId')::bigint
            and n.message = format('You have a new quote on your post "%s" from %s', q.post_title,
              (select p.username from public.profiles p where p.id = q.supplier_id))))),
       (select m.created_at from public.messages m where n.data ->> 'type' = 'message' and m.id = (n.data ->> 'messageId')::bigint),
       (select max(t.created_at) from private.saved_search_hits h join public.posts t on t.id = h.post_id
        where n.data ->> 'type' = 'saved_search' and h.search_id = substring(n.data ->> 'path' from 'saved=(\\d+)')::bigint),
       (select t.hidden_at from public.posts t where n.data ->> 'type' = 'post' and t.id = (n.data ->> 'postId')::bigint),
       n.created_at)`,
  );
  await sql(
    `with taken as (delete from public.notifications returning user_id, message, data, created_at),
     placed as (
       select t.*, row_number() over (partition by t.user_id order by a.is_answered, t.created_at desc, t.message) as newness,
         p.username = 'anna' as is_anna
       from taken t join public.profiles p on p.id = t.user_id
       cross join lateral (select exists (
         select 1 from public.messages m join public.messages r on r.quote_id = m.quote_id and r.id > m.id
         where t.data ->> 'type' = 'message' and m.id = (t.data ->> 'messageId')::bigint and r.sender_id = t.user_id)
         as is_answered) as a)
     insert into public.notifications (user_id, message, data, created_at, read_at)
     select user_id, message, data, created_at,
       case when newness > case when is_anna then $1::integer else $2::integer end
         then least($3::timestamptz, created_at + interval '3 hours') end
     from placed order by created_at, message`,
    [UNREAD_OF_ANNA, UNREAD_OF_OTHERS, now.toISOString()],
  );
  await sql(
    `update public.messages m set read_at = n.read_at from public.notifications n
     where n.data ->> 'type' = 'message' and m.id = (n.data ->> 'messageId')::bigint`,
  );
}
