import type { Sql } from 'embedded-supabase/database';

const SEARCHES = [
  { name: 'Furniture & Decor', pace: 'now', categories: ['furniture'] },
  { name: 'Textiles & Clothing, Open only', pace: 'daily', categories: ['textiles'], open: true },
  { name: 'organic', pace: 'weekly', search: 'organic', categories: [] },
];

/** bob saved three searches a month ago; the job has notified him of their new hits since. */
export async function loadSavedSearches(sql: Sql, now: Date): Promise<void> {
  const since = new Date(now);
  since.setUTCDate(since.getUTCDate() - 30);
  await sql(
    `insert into private.saved_searches (user_id, name, pace, search, categories, open, created_at)
     select b.id, s.name, s.pace, s.search, s.categories, coalesce(s.open, false), $2::timestamptz
     from jsonb_to_recordset($1::jsonb) as s (name text, pace text, search text, categories text[], open boolean)
     join public.profiles b on b.username = 'bob'`,
    [JSON.stringify(SEARCHES), since.toISOString()],
  );
  await sql(
    `delete from private.posts_to_match m using public.posts p where p.id = m.post_id and p.created_at < $1::timestamptz`,
    [since.toISOString()],
  );
  while ((await run(sql, 'match_saved_searches')) + (await run(sql, 'tell_of_hits')) > 0);
}

async function run(sql: Sql, job: 'match_saved_searches' | 'tell_of_hits'): Promise<number> {
  const [row] = await sql<{ count: number }>(`select private.${job}(100) as count`);
  return row?.count ?? 0;
}
