import type { Sql } from '../database/database.ts';
import type { CronJob } from './scheduler.ts';

/** Rows of one statement: the embedded database does one at a time. */
const BATCH = 1_000;

/**
 * What the auth server writes and never deletes, with the time after which nothing reads it. Hosted Auth deletes its flow
 * states by itself, and its log there belongs to the operator.
 */
const RECORDS = [
  { table: 'auth.flow_state', age: '1 day' },
  { table: 'auth.audit_log_entries', age: '90 days' },
] as const;

/** The index that finds the old entries; flow states have one. Repeatable; runs after the tables of Auth. */
export const oldAuthRecordsSql = `
create index if not exists audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);
`;

/** The server does it by itself, at a time at which few use it. */
export const OLD_AUTH_RECORDS: CronJob = { schedule: '55 2 * * *', path: 'old records of Auth' };

/** Deletes the old log entries and flow states of Auth, in batches. */
export async function deleteOldAuthRecords(sql: Sql): Promise<void> {
  for (const { table, age } of RECORDS) {
    let deleted: unknown[];
    do {
      deleted = await sql(
        `delete from ${table} where id in (
          select id from ${table} where created_at < now() - $1::interval order by created_at limit $2::integer)
        returning 1`,
        [age, BATCH],
      );
    } while (deleted.length === BATCH);
  }
}
