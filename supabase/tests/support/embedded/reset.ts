import type { Backend } from '../backend.ts';

const SCHEMAS = `n.nspname in ('public', 'private', 'auth') or (n.nspname = 'storage' and c.relname = 'objects')`;

/**
 * One statement that restores all tables to their current rows. Must be created before the first test writes. It deletes
 * instead of truncating: the tables are small, and truncation creates new files for each table and index, which takes
 * longer.
 */
export async function resetStatement(sql: Backend['sql']): Promise<string> {
  const tables = await sql<{ table: string; columns: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table,
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and (${SCHEMAS})
    group by n.nspname, c.relname
    order by 1`);
  const statements: string[] = [];
  for (const { table, columns } of tables) {
    statements.push(`delete from ${table};`);
    const [found] = await sql<{ rows: string | null }>(`select quote_literal(json_agg(t)) as rows from ${table} t`);
    if (found?.rows)
      statements.push(`insert into ${table} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${table}, ${found.rows});`);
  }
  const [sequences] = await sql<{ restored: string }>(`
    select string_agg(format('perform setval(%L, %s, %L);', format('%I.%I', schemaname, sequencename),
      coalesce(last_value, start_value), last_value is not null), chr(10)) as restored
    from pg_sequences where schemaname in ('public', 'private')`);
  // Disables triggers and foreign keys.
  return `do $reset$ begin
    set local session_replication_role = replica;
    ${statements.join('\n')}
    ${sequences?.restored ?? ''}
    set local session_replication_role = origin;
  end $reset$`;
}
