import type { Sql } from 'embedded-supabase/database';

/** The time a number of minutes before `now`, in ISO form. */
export const timeBefore = (now: Date, minutes: number): string =>
  new Date(now.getTime() - minutes * 60_000).toISOString();

/** The ids of the loaded accounts, by username. */
export async function readProfileIds(sql: Sql): Promise<(username: string) => number | undefined> {
  const profiles = await sql<{ id: number; username: string }>('select id::integer, username from public.profiles');
  const ids = new Map(profiles.map(({ id, username }) => [username, id]));
  return (username) => ids.get(username);
}

/** Inserts records in order, without the properties that are not columns of the table. */
export async function insertRecords(
  sql: Sql,
  schema: string,
  table: string,
  records: readonly Record<string, unknown>[],
): Promise<void> {
  const existing = await sql<{ column_name: string }>(
    `select column_name::text from information_schema.columns where table_schema = $1 and table_name = $2`,
    [schema, table],
  );
  const known = new Set(existing.map((row) => row.column_name));
  const columns = Object.keys(records[0] ?? {})
    .filter((column) => known.has(column))
    .join(', ');
  await sql(
    `insert into ${schema}.${table} (${columns}) select ${columns} from json_populate_recordset(null::${schema}.${table}, $1::json)`,
    [JSON.stringify(records)],
  );
}
