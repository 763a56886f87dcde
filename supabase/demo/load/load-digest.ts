import type { Sql } from 'embedded-supabase/database';

/** The digest that bob gets today, with the newest hit of each search that he saved. */
export async function loadDigest(sql: Sql): Promise<void> {
  await sql(
    `select private.add_mail(a.profile_id, a.email, 'digest', jsonb_build_object('count', count(*), 'items', jsonb_agg(
         jsonb_build_object('kind', 'saved_search', 'message', n.message, 'path', n.data ->> 'path') order by n.id desc)), 'digest daily')
     from public.notifications n
     join public.profiles p on p.id = n.user_id and p.username = 'bob'
     join public.accounts a on a.profile_id = p.id
     where n.data ->> 'type' = 'saved_search' group by a.profile_id, a.email`,
  );
}
