import { demoReviews } from '../data/reviews.ts';
import { authIdOf } from './demo-ids.ts';
import type { Sql } from 'embedded-supabase/database';

/** Inserts reviews with their replies and notifications. */
export async function loadReviews(sql: Sql, now: Date): Promise<void> {
  const rows = demoReviews.map((review, position) => ({
    position,
    reviewer: authIdOf(review.reviewer),
    reviewed: authIdOf(review.reviewed),
    rating: review.rating,
    comment: review.comment,
    reply: review.reply,
    minutes_ago: review.minutesAgo,
  }));
  await sql(
    `with written as (
       insert into public.reviews (reviewer_id, reviewed_user_id, rating, comment, reply, replied_at, created_at, updated_at)
       select w.id, p.id, r.rating, r.comment, r.reply,
         case when r.reply is not null then t.at + ($2::timestamptz - t.at) / 5 end, t.at, t.at
       from json_to_recordset($1::json) as r (position integer, reviewer uuid, reviewed uuid, rating smallint, comment text, reply text, minutes_ago integer)
       join public.profiles w on w.auth_id = r.reviewer
       join public.profiles p on p.auth_id = r.reviewed
       cross join lateral (select $2::timestamptz - make_interval(mins => r.minutes_ago) as at) as t
       order by r.position
       returning reviewer_id, reviewed_user_id, rating, created_at)
     insert into public.notifications (user_id, message, data, created_at)
     select v.reviewed_user_id, format('%s left you a %s-star review', w.username, v.rating),
       jsonb_build_object('type', 'review'), v.created_at
     from written v join public.profiles w on w.id = v.reviewer_id`,
    [JSON.stringify(rows), now.toISOString()],
  );
}
