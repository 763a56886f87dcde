import type { Sql } from 'embedded-supabase/database';

/** bob watches two open requests that he has not quoted on. Changes made while loading notify nobody. */
export async function loadWatches(sql: Sql): Promise<void> {
  await sql(
    `insert into private.watches (post_id, user_id)
     select p.id, b.id from public.posts p join public.profiles b on b.username = 'bob'
     where p.user_id <> b.id and not p.is_hidden and p.closed_at is null and p.quote_deadline > now() + interval '3 days'
       and not exists (select 1 from public.quotes q where q.post_id = p.id and q.supplier_id = b.id)
     order by p.id limit 2`,
  );
  await sql('delete from private.news_of_watched');
}
