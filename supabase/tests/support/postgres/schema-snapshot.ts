import type { RealDatabase } from './real-database.ts';

const SCHEMAS = `('public', 'private')`;

/** Everything that migrations make, one definition per line, so that two databases can be compared and a difference be read. */
export async function schemaSnapshot({ sql }: Pick<RealDatabase, 'sql'>): Promise<string[]> {
  const lines = await sql<{ line: string }>(`
    with ours as (
      select c.oid, c.relname, c.relkind, c.relacl, c.relrowsecurity, c.reloptions, format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${SCHEMAS}
    )
    select format('relation %s kind %s rls %s options %s grants %s', name, relkind, relrowsecurity, reloptions, relacl) as line from ours
    union all
    select format('column %s.%s %s not null %s default %s identity %s generated %s grants %s', o.name, a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attacl)
    from ours o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where o.relkind in ('r', 'v', 'p')
    union all
    select format('constraint on %s: %s %s', o.name, k.conname, pg_get_constraintdef(k.oid)) from ours o join pg_constraint k on k.conrelid = o.oid
    union all
    select format('index %s', pg_get_indexdef(o.oid)) from ours o where o.relkind = 'i'
    union all
    select format('view %s as %s', o.name, pg_get_viewdef(o.oid)) from ours o where o.relkind = 'v'
    union all
    select format('trigger on %s: %s', t.tgrelid::regclass, pg_get_triggerdef(t.oid)) from pg_trigger t where not t.tgisinternal
    union all
    select format('policy %s on %s.%s %s %s to %s using %s check %s', policyname, schemaname, tablename, permissive, cmd, roles, qual, with_check)
    from pg_policies where schemaname in ('public', 'private', 'storage')
    union all
    select format('function %s grants %s', pg_get_functiondef(p.oid), p.proacl)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${SCHEMAS} and p.prokind in ('f', 'p')
    union all
    select format('comment on %s %s: %s', classoid::regclass, pg_describe_object(classoid, objoid, objsubid), description)
    from pg_description where objoid in (select oid from ours)
    union all
    select format('bucket %s', b) from storage.buckets b
    order by 1`);
  return lines.map(({ line }) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.\d]*\+\d\d/g, '<time>'));
}
