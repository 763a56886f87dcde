import type { Sql } from '../database/database.ts';
import type { CronJob } from './scheduler.ts';

/** The embedded database has no autovacuum. */
export const VACUUM: CronJob = { schedule: '15 * * * *', path: 'vacuum' };

/**
 * Frees the space of deleted and former rows for new ones, table by table, so that requests wait for one table at most. A
 * table without changes takes half a millisecond.
 * @throws what failed of one table, after all others
 */
export async function vacuumTables(sql: Sql): Promise<void> {
  const tables = await sql<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'm') and c.relpersistence = 'p'`,
  );
  const failed: unknown[] = [];
  for (const { name } of tables) await sql(`vacuum ${name}`).catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}
