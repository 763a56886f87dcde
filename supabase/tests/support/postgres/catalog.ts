/**
 * The catalog of a database as facts, so that two databases can be compared: all results of DDL, and the reference rows.
 * It does not depend on a driver; plain Postgres from version 15, PGlite and hosted Supabase answer the same queries.
 */

/** One object with its facts from the catalog. */
// A type and not an interface, which no generic query function would accept as a row.
export type CatalogRow = { object: string; facts: Record<string, unknown> };

/** Runs one statement. All statements must run with the same `search_path`, in both databases of a comparison. */
export type CatalogQuery = (text: string) => Promise<CatalogRow[]>;

/** Type and name of an object, always with its schema. */
const named = (catalog: string, oid: string, column = '0') =>
  `(select i.type || ' ' || i.identity from pg_identify_object('${catalog}'::regclass, ${oid}, ${column}) i)`;

/** Effective privileges: `null` is replaced by the defaults, and the entries are sorted. */
const rights = (list: string, kind: string, owner: string) =>
  `(select string_agg(i::text, ', ' order by i::text collate "C") from unnest(coalesce(${list}, acldefault('${kind}', ${owner}))) i)`;

/** Options of a column without `pg_attver`, which PGlite counts per database. */
const COLUMN_OPTIONS = `(select string_agg(o, ', ' order by o collate "C") from unnest(a.attoptions) o where o not like 'pg\\_attver=%')`;

/** All schemas except the history of migrations, which differs by design. */
const SCHEMAS = `(select n.oid from pg_namespace n
  where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'supabase_migrations'))`;

/** The first object identifier after those of the built-in objects. */
const FIRST_OID = 16384;

/** The objects that were added to a catalog `x` of built-in objects. */
const added = (catalog: string, facts: string) =>
  `select ${named(catalog, 'x.oid')}, jsonb_build_object(${facts}) from ${catalog} x where x.oid >= ${FIRST_OID}`;

/** Each query returns objects and facts; facts of several queries about one object are merged. */
const DEFINITIONS: readonly string[] = [
  `select ${named('pg_namespace', 'n.oid')}, jsonb_build_object('owner', n.nspowner::regrole, 'rights', ${rights('n.nspacl', 'n', 'n.nspowner')})
  from pg_namespace n where n.oid in ${SCHEMAS}`,

  `select ${named('pg_default_acl', 'd.oid')}, jsonb_build_object('rights',
    (select string_agg(i::text, ', ' order by i::text collate "C") from unnest(d.defaclacl) i))
  from pg_default_acl d`,

  `select ${named('pg_extension', 'e.oid')}, jsonb_build_object('schema', e.extnamespace::regnamespace) from pg_extension e`,

  `select ${named('pg_class', 'c.oid')}, jsonb_build_object('kind', c.relkind, 'owner', c.relowner::regrole,
    'row-level security', c.relrowsecurity, 'forced row-level security', c.relforcerowsecurity, 'options', c.reloptions::text,
    'persistence', c.relpersistence, 'replica identity', c.relreplident, 'partition', pg_get_expr(c.relpartbound, c.oid),
    'parents', (select string_agg(${named('pg_class', 'h.inhparent')}, ', ' order by h.inhseqno) from pg_inherits h where h.inhrelid = c.oid),
    'rights', case when c.relkind in ('r', 'p', 'v', 'm', 'f') then ${rights('c.relacl', 'r', 'c.relowner')}
      when c.relkind = 'S' then ${rights('c.relacl', 's', 'c.relowner')} end,
    'columns', (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    'query', case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end)
  from pg_class c where c.relnamespace in ${SCHEMAS} and c.relkind <> 't'`,

  `select ${named('pg_class', 'a.attrelid', 'a.attnum')}, jsonb_build_object('type', format_type(a.atttypid, a.atttypmod),
    'collation', nullif(a.attcollation, 0)::regcollation, 'not null', a.attnotnull, 'default', pg_get_expr(d.adbin, d.adrelid),
    'identity', a.attidentity, 'generated', a.attgenerated, 'storage', a.attstorage, 'compression', a.attcompression,
    'statistics target', a.attstattarget, 'options', ${COLUMN_OPTIONS}, 'rights', ${rights('a.attacl', 'c', 'c.relowner')})
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace in ${SCHEMAS} and c.relkind in ('r', 'v', 'p', 'm', 'f', 'c') and a.attnum > 0 and not a.attisdropped`,

  `select ${named('pg_constraint', 'k.oid')}, jsonb_build_object('definition', pg_get_constraintdef(k.oid), 'valid', k.convalidated)
  from pg_constraint k where k.connamespace in ${SCHEMAS}`,

  `select ${named('pg_class', 'i.indexrelid')}, jsonb_build_object('definition', pg_get_indexdef(i.indexrelid), 'valid', i.indisvalid,
    'clustered', i.indisclustered, 'statistics targets', (select string_agg(a.attstattarget::text, ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = i.indexrelid and a.attstattarget >= 0))
  from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace in ${SCHEMAS}`,

  `select ${named('pg_rewrite', 'r.oid')}, jsonb_build_object('definition', pg_get_ruledef(r.oid), 'enabled', r.ev_enabled)
  from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relnamespace in ${SCHEMAS} and r.rulename <> '_RETURN'`,

  `select ${named('pg_trigger', 't.oid')}, jsonb_build_object('definition', pg_get_triggerdef(t.oid), 'enabled', t.tgenabled)
  from pg_trigger t where not t.tgisinternal`,

  `select ${named('pg_event_trigger', 't.oid')}, jsonb_build_object('event', t.evtevent, 'function', t.evtfoid::regprocedure,
    'tags', t.evttags::text, 'enabled', t.evtenabled, 'owner', t.evtowner::regrole)
  from pg_event_trigger t`,

  `select ${named('pg_policy', 'p.oid')}, jsonb_build_object('command', p.polcmd, 'permissive', p.polpermissive,
    'roles', (select string_agg(r::regrole::text, ', ' order by r::regrole::text) from unnest(p.polroles) r),
    'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
  from pg_policy p`,

  `select ${named('pg_proc', 'p.oid')}, jsonb_build_object('definition',
    case when p.prokind in ('f', 'p') then pg_get_functiondef(p.oid) else pg_get_function_result(p.oid) end,
    'owner', p.proowner::regrole, 'rights', ${rights('p.proacl', 'f', 'p.proowner')})
  from pg_proc p where p.pronamespace in ${SCHEMAS}`,

  `select ${named('pg_type', 't.oid')}, jsonb_build_object('kind', t.typtype, 'owner', t.typowner::regrole,
    'rights', ${rights('t.typacl', 'T', 't.typowner')},
    'labels', (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid),
    'columns', (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped),
    'base', format_type(nullif(t.typbasetype, 0), t.typtypmod), 'not null', t.typnotnull, 'default', t.typdefault)
  from pg_type t where t.typnamespace in ${SCHEMAS} and t.typtype in ('d', 'e', 'c', 'r')
    and not exists (select from pg_class c where c.oid = t.typrelid and c.relkind <> 'c')`,

  `select ${named('pg_class', 's.seqrelid')}, jsonb_build_object('type', s.seqtypid::regtype, 'start', s.seqstart,
    'increment', s.seqincrement, 'maximum', s.seqmax, 'minimum', s.seqmin, 'cache', s.seqcache, 'cycle', s.seqcycle,
    'owned by', (select i.type || ' ' || i.identity || case d.deptype when 'i' then ' as identity' else '' end
      from pg_depend d cross join lateral pg_identify_object(d.refclassid, d.refobjid, d.refobjsubid) i
      where d.classid = 'pg_class'::regclass and d.objid = s.seqrelid and d.objsubid = 0 and d.deptype in ('a', 'i')))
  from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace in ${SCHEMAS}`,

  `select ${named('pg_statistic_ext', 's.oid')}, jsonb_build_object('definition', pg_get_statisticsobjdef(s.oid),
    'statistics target', s.stxstattarget, 'owner', s.stxowner::regrole)
  from pg_statistic_ext s`,

  `select ${named('pg_publication', 'p.oid')}, jsonb_build_object('options', to_jsonb(p) - 'oid' - 'pubowner',
    'tables', (select string_agg(t.schemaname || '.' || t.tablename, ', ' order by t.schemaname, t.tablename)
      from pg_publication_tables t where t.pubname = p.pubname))
  from pg_publication p`,

  `select ${named('pg_ts_config', 'c.oid')}, jsonb_build_object('owner', c.cfgowner::regrole, 'dictionaries',
    (select string_agg(m.maptokentype || ' ' || m.mapdict::regdictionary, ', ' order by m.maptokentype, m.mapseqno)
      from pg_ts_config_map m where m.mapcfg = c.oid))
  from pg_ts_config c where c.oid >= ${FIRST_OID}`,

  added('pg_ts_dict', `'options', x.dictinitoption, 'owner', x.dictowner::regrole`),
  added(
    'pg_collation',
    `'provider', x.collprovider, 'deterministic', x.collisdeterministic, 'owner', x.collowner::regrole`,
  ),
  added('pg_operator', `'function', x.oprcode::regprocedure, 'owner', x.oprowner::regrole`),
  added('pg_opclass', `'default', x.opcdefault, 'owner', x.opcowner::regrole`),
  added('pg_cast', `'function', x.castfunc::regprocedure, 'context', x.castcontext`),
  `select ${named('pg_language', 'l.oid')}, jsonb_build_object('rights', ${rights('l.lanacl', 'L', 'l.lanowner')}) from pg_language l`,

  `select 'database', jsonb_build_object('owner', d.datdba::regrole, 'rights', ${rights('d.datacl', 'd', 'd.datdba')},
    'comment', shobj_description(d.oid, 'pg_database'))
  from pg_database d where d.datname = current_database()`,

  `select coalesce('role ' || nullif(s.setrole, 0)::regrole, 'database'),
    jsonb_build_object(case when s.setdatabase = 0 then 'settings' else 'settings in this database' end,
      (select string_agg(x, ', ' order by x) from unnest(s.setconfig) x))
  from pg_db_role_setting s
  where s.setdatabase in (0, (select d.oid from pg_database d where d.datname = current_database()))`,

  `select (select i.type || ' ' || i.identity from pg_identify_object(d.classoid, d.objoid, d.objsubid) i),
    jsonb_build_object('comment', d.description)
  from pg_description d
  where d.objoid >= ${FIRST_OID} or d.classoid = 'pg_namespace'::regclass and d.objoid = 'public'::regnamespace`,
];

const ROW_SOURCES = `
  select format('%I.%I', n.nspname, c.relname) as object, jsonb_build_object('key', coalesce(
    (select jsonb_agg(a.attname order by a.attname) from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
      where i.indrelid = c.oid and i.indisprimary), '[]')) as facts
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relnamespace in ${SCHEMAS}
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

const SEQUENCE_VALUES = `
  select ${named('pg_class', 's.seqrelid')}, jsonb_build_object('last value', pg_sequence_last_value(s.seqrelid))
  from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace in ${SCHEMAS}`;

const unionOf = (queries: readonly string[]) =>
  `select object, facts from (${queries.join('\n  union all ')}) as found (object, facts)`;

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const asOneLine = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);

/** Rows as lines, without empty facts. */
function linesOf(rows: readonly CatalogRow[]): string[] {
  return rows.flatMap(({ object, facts }) =>
    Object.entries(facts)
      .filter(([, value]) => value !== null)
      .map(([property, value]) =>
        [object.replaceAll('pg_catalog.', ''), property, asText(value)].map(asOneLine).join('\t'),
      ),
  );
}

/**
 * All results of DDL in a database.
 * @returns one fact per line, sorted: the object, the property and its value, separated by tabs
 */
export async function definitionsOf(query: CatalogQuery): Promise<string[]> {
  return linesOf(await query(unionOf(DEFINITIONS))).sort();
}

/** Times and secrets differ between databases. */
const withoutTimesAndSecrets = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*(?:\+\d\d:\d\d)?$/, '(a time)')
        .replace(/^[0-9a-f]{64}$/, '(a secret)')
    : value;

/**
 * All rows of a database, and the last values of its sequences. In a database without users these are the reference
 * rows: those inserted by schemas or migrations.
 * @returns lines like those of {@link definitionsOf}
 */
export async function rowsOf(query: CatalogQuery): Promise<string[]> {
  const tables = await query(ROW_SOURCES);
  const rows = await query(
    unionOf([
      SEQUENCE_VALUES,
      ...tables.map(({ object, facts }) => {
        const key = Array.isArray(facts['key']) ? facts['key'].map((name) => `x."${String(name)}"`) : [];
        return `select format('row %s of ${object.replaceAll('%', '%%')}', ${key.length > 0 ? `concat_ws(', ', ${key.join(', ')})` : 'to_jsonb(x)'}), to_jsonb(x)
  from ${object} x`;
      }),
    ]),
  );
  return linesOf(
    rows.map(({ object, facts }) => ({
      object,
      facts: Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, withoutTimesAndSecrets(value)])),
    })),
  ).sort();
}

/**
 * All results of schemas or migrations: definitions and reference rows.
 * @param query runs one statement, as a superuser or as the owner of everything
 * @returns one fact per line, sorted: the object, the property and its value, separated by tabs
 */
export async function catalogOf(query: CatalogQuery): Promise<string[]> {
  return [...(await definitionsOf(query)), ...(await rowsOf(query))].sort();
}

type Facts = ReadonlyMap<string, ReadonlyMap<string, string>>;

function factsOf(lines: readonly string[]): Facts {
  const objects = new Map<string, Map<string, string>>();
  for (const line of lines) {
    const [object = '', property = '', value = ''] = line.split('\t');
    const facts = objects.get(object) ?? new Map<string, string>();
    objects.set(object, facts.set(property, value));
  }
  return objects;
}

const EXCERPT = 80;
const BEFORE = 20;

/** The part of a value from its first difference to another one. */
function excerpt(value: string | undefined, other = ''): string {
  if (value === undefined) return 'nothing';
  let same = 0;
  while (same < value.length && value[same] === other[same]) same += 1;
  const start = value.length <= EXCERPT ? 0 : Math.max(0, same - BEFORE);
  const end = start + EXCERPT;
  return `"${start > 0 ? '…' : ''}${value.slice(start, end)}${end < value.length ? '…' : ''}"`;
}

/**
 * The differences of two catalogs.
 * @param first lines of {@link catalogOf}
 * @param second those of the other database
 * @param names of the two, for the sentences
 * @returns one sentence per object that only one has, and per property that differs; empty if they are equal
 */
export function differences(
  first: readonly string[],
  second: readonly string[],
  [one, other]: readonly [string, string] = ['the first database', 'the second database'],
): string[] {
  const [a, b] = [factsOf(first), factsOf(second)];
  return [...new Set([...a.keys(), ...b.keys()])].sort().flatMap((object) => {
    const [left, right] = [a.get(object), b.get(object)];
    if (!left || !right) return [`${object}: only in ${left ? one : other}`];
    return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((property) => {
      const [was, is] = [left.get(property), right.get(property)];
      if (was === is) return [];
      return [`${object}: ${property} is ${excerpt(was, is)} in ${one}, ${excerpt(is, was)} in ${other}`];
    });
  });
}
