import { demoFeedback } from '../data/feedback.ts';
import { stableUuid } from '../data/random.ts';
import type { DemoTarget } from 'embedded-supabase/demo-target';

const HOUR = 3_600_000;
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0 Safari/537.36';

/** Inserts the feedback, with the notes and replies of the admins. */
export async function loadFeedback({ sql }: Pick<DemoTarget, 'sql'>, now: Date): Promise<void> {
  const rows = demoFeedback.toReversed().map(({ hoursAgo, ...feedback }, position) => ({
    ...feedback,
    position,
    client_id: stableUuid('feedback', feedback.subject),
    page_path: feedback.pagePath,
    created_at: new Date(now.getTime() - hoursAgo * HOUR).toISOString(),
  }));
  await sql(
    `insert into public.feedback (user_id, email, category, subject, message, page_path, user_agent, status, assignee_id, client_id,
       created_at, updated_at)
     select p.id, coalesce(a.email, r.email), r.category, r.subject, r.message, r.page_path, $2, r.status,
       (select x.id from public.profiles x where x.username = r.assignee), r.client_id, r.created_at, r.created_at
     from json_to_recordset($1::json) as r (position integer, client_id uuid, username text, email text, category text, subject text,
       message text, page_path text, status text, assignee text, created_at timestamptz)
     left join public.profiles p on p.username = r.username
     left join public.accounts a on a.profile_id = p.id
     order by r.position`,
    [JSON.stringify(rows), USER_AGENT],
  );
  await sql(
    `insert into public.feedback_entries (feedback_id, author_id, kind, body, client_id, created_at)
     select f.id, f.assignee_id, e.kind, e.body, md5(e.body)::uuid, f.created_at + e.after
     from json_to_recordset($1::json) as r (client_id uuid, note text, reply text)
     join public.feedback f on f.client_id = r.client_id
     cross join lateral (values ('note', r.note, interval '20 minutes'), ('reply', r.reply, interval '1 hour')) as e (kind, body, after)
     where e.body is not null
     order by f.id, e.after`,
    [JSON.stringify(rows)],
  );
}
