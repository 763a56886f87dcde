import type { Backend } from '../backend.ts';

/** A table and its rows after the migrations. */
interface Seed {
  table: string;
  columns: string;
  rows: string | null;
}

const SCHEMAS = `n.nspname in ('public', 'private', 'auth') or (n.nspname = 'storage' and c.relname = 'objects')`;

async function readSeeds(sql: Backend['sql']): Promise<Seed[]> {
  const tables = await sql<{ table: string; columns: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table,
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and (${SCHEMAS})
    group by n.nspname, c.relname
    order by 1`);
  const seeds: Seed[] = [];
  for (const { table, columns } of tables) {
    const [found] = await sql<{ rows: string | null }>(`select json_agg(t)::text as rows from ${table} t`);
    seeds.push({ table, columns, rows: found?.rows ?? null });
  }
  return seeds;
}

interface Sequence {
  name: string;
  value: string;
  is_called: boolean;
}

function readSequences(sql: Backend['sql']): Promise<Sequence[]> {
  return sql<Sequence>(`
    select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as value,
      last_value is not null as is_called
    from pg_sequences where schemaname in ('public', 'private')`);
}

/**
 * One statement that restores all tables to their current rows. Must be created before the first test writes. It deletes
 * instead of truncating: the tables are small, and truncation creates new files for each table and index, which takes
 * longer.
 */
export async function resetStatement(sql: Backend['sql']): Promise<string> {
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const statements: string[] = [];
  for (const { table, columns, rows } of await readSeeds(sql)) {
    statements.push(`delete from ${table};`);
    if (rows === null) continue;
    statements.push(`insert into ${table} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${table}, ${literal(rows)});`);
  }
  for (const { name, value, is_called } of await readSequences(sql)) {
    statements.push(`perform setval('${name}', ${value}, ${is_called});`);
  }
  // Disables triggers and foreign keys.
  return `do $reset$ begin
    set local session_replication_role = replica;
    ${statements.join('\n')}
    set local session_replication_role = origin;
  end $reset$`;
}
