import type pg from 'pg';

/** Runs one or several statements, always on the same connection. */
type Sql = <T extends pg.QueryResultRow>(text: string) => Promise<T[]>;

/** The indexes that enforce no constraint. */
const INDEXES = `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not i.indisunique and not i.indisexclusion`;

/**
 * Loads many rows like a restore: `load` runs without foreign keys and without triggers, but the one that makes the words of
 * posts, and the indexes are built afterwards, which takes a fraction of the time and leaves them compact. It leaves no
 * statistics: run `analyze` if plans matter.
 */
export async function bulkLoad(sql: Sql, load: () => Promise<unknown>): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }>(INDEXES);
  await sql(indexes.map(({ name }) => `drop index ${name}`).join(';'));
  await sql('set session_replication_role = replica');
  await sql('alter table public.posts enable always trigger make_searchable');
  await load();
  await sql('alter table public.posts enable trigger make_searchable');
  await sql('set session_replication_role = origin');
  await sql(indexes.map(({ definition }) => definition).join(';'));
}
