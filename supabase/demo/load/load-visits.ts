import { demoVisits } from '../data/visits.ts';
import type { Sql } from 'embedded-supabase/database';

/** Inserts guest visits of the past weeks. */
export async function loadVisits(sql: Sql, now: Date): Promise<void> {
  await sql(
    `insert into public.guest_visits (session_id, page_path, referrer, created_at)
     select r.session_id, r.page_path, r.referrer, $2::timestamptz - make_interval(mins => r.minutes_ago)
     from json_to_recordset($1::json) as r (session_id text, page_path text, referrer text, minutes_ago integer)
     order by r.minutes_ago desc, r.session_id`,
    [
      JSON.stringify(
        demoVisits.map((visit) => ({
          session_id: visit.sessionId,
          page_path: visit.pagePath,
          referrer: visit.referrer,
          minutes_ago: visit.minutesAgo,
        })),
      ),
      now.toISOString(),
    ],
  );
}
