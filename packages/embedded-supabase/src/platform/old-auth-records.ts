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

/**
 * The index that finds the old entries; flow states have one. What a user does again within a minute is one entry, so that
 * nobody fills the disk with entries. Repeatable; runs after the tables of Auth.
 */
export const oldAuthRecordsSql = `
create index if not exists audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);
create index if not exists audit_log_entries_actor_idx on auth.audit_log_entries
  ((payload ->> 'actor_id'), (payload ->> 'action'), created_at);

create or replace function auth.log_once_a_minute() returns trigger language plpgsql set search_path = '' as $$
begin
  return case when not exists (
    select from auth.audit_log_entries e
    where e.payload ->> 'actor_id' = new.payload ->> 'actor_id' and e.payload ->> 'action' = new.payload ->> 'action'
      and e.created_at > new.created_at - interval '1 minute') then new end;
end $$;
create or replace trigger log_once_a_minute before insert on auth.audit_log_entries
for each row execute function auth.log_once_a_minute();
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
