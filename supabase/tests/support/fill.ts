import type { RealDatabase } from './real-postgres.ts';

/**
 * Loads many rows as a restore would: `load` runs without triggers and foreign keys, the indexes for words (GIN) are built
 * afterwards, which takes a fraction of the time. Leaves no statistics: `analyze` where plans matter.
 */
export async function fill(database: RealDatabase, load: () => Promise<unknown>): Promise<void> {
  const indexes = await database.sql<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indexrelid in (select oid from pg_class where relam = (select oid from pg_am where amname = 'gin'))
       and indrelid in (select oid from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace))`,
  );
  for (const { name } of indexes) await database.sql(`drop index ${name}`);
  await database.sql('set session_replication_role = replica');
  await load();
  await database.sql('set session_replication_role = origin');
  for (const { definition } of indexes) await database.sql(definition);
}
