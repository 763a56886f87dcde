import type { DemoTarget } from 'embedded-supabase/demo-target';
import { demoSuspension } from '../data/moderation.ts';

/**
 * Inserts the moderation before the start of the demo: a suspension in force, and the audit log of it, of the hidden
 * posts and of adam's role, in order of time. Also sets when each user was last seen: when they last wrote something.
 */
export async function loadModeration({ sql }: Pick<DemoTarget, 'sql'>, now: Date): Promise<void> {
  await sql(
    `update public.accounts a set last_seen_at = greatest(a.created_at,
       (select max(p.created_at) from public.posts p where p.user_id = a.profile_id),
       (select max(q.created_at) from public.quotes q where q.supplier_id = a.profile_id),
       (select max(m.created_at) from public.messages m where m.sender_id = a.profile_id))`,
  );
  const { username, by, reason, daysAgo, days } = demoSuspension;
  await sql(
    `update public.accounts a set suspended_until = $2::timestamptz + make_interval(days => $3::int), suspension_reason = $4
     from public.profiles p where p.id = a.profile_id and p.username = $1`,
    [username, now.toISOString(), days - daysAgo, reason],
  );
  await sql(
    `insert into public.audit_log (actor_id, actor_username, action, entity, entity_id, before, after, created_at)
     select e.actor_id, e.actor_username, e.action, e.entity, e.entity_id, e.before, e.after, e.created_at
     from (
       select admin.id as actor_id, admin.username as actor_username, 'hide_post' as action, 'post' as entity, t.id::text as entity_id,
         jsonb_build_object('title', t.title, 'hidden', false, 'reason', null) as before,
         jsonb_build_object('title', t.title, 'hidden', true, 'reason', t.hidden_reason) as after, t.hidden_at as created_at
       from public.posts t join public.profiles admin on admin.id = t.hidden_by where t.hidden_by <> t.user_id
       union all
       select admin.id, admin.username, 'suspend_user', 'user', a.profile_id::text, null,
         jsonb_build_object('until', a.suspended_until, 'reason', a.suspension_reason), $1::timestamptz - make_interval(days => $3::int)
       from public.accounts a cross join public.profiles admin where a.suspended_until is not null and admin.username = $2
       union all
       select main.id, main.username, 'change_role', 'user', a.profile_id::text, '{"role": "user"}'::jsonb, '{"role": "admin"}'::jsonb, a.created_at + interval '2 hours'
       from public.accounts a join public.profiles main on main.username = 'mona' where a.role = 'admin') as e
     order by e.created_at`,
    [now.toISOString(), by, daysAgo],
  );
}
