import type { Connection } from '@supabase/lite';
import { databaseError } from './database-error.ts';

/** Levels of embedded tables in one request: `posts(quotes(supplier(…)))` has three. */
const DEEPEST_EMBED = 4;
/** Embedded tables in one request, however they are nested. */
const MOST_EMBEDS = 20;
/** Conditions in one request, as `or=(…)` or one by one. */
const MOST_CONDITIONS = 200;
/** Levels of the JSON in a body: the database reads each with a call of its own. */
const DEEPEST_VALUE = 100;

type Query = Parameters<Connection['onPostgrestAST']>[0];

/**
 * Refuses queries that no page needs and that may take for ever: with regular expressions anywhere, too many embedded tables or
 * levels of them, too many conditions, or JSON nested too deeply. It looks at the query as `@supabase/lite` has parsed it, so that
 * nothing is understood in two ways. The refusal reaches the client as an error of PostgREST.
 */
export function refuseCostlyQueries(connection: Connection): void {
  const check = connection.onPostgrestAST.bind(connection);
  connection.onPostgrestAST = async (query, vars) => {
    const refusal = refusalOf(query);
    if (refusal !== undefined) throw databaseError('PGRST100', refusal);
    return check(query, vars);
  };
}

function refusalOf(query: Query): string | undefined {
  const { depth, embeds, conditions, regex } = measure({ select: query.select, join: query.join, where: query.where });
  if (regex) return 'Regular expressions (match, imatch) are not accepted';
  if (depth > DEEPEST_EMBED) return `More than ${String(DEEPEST_EMBED)} levels of embedded resources are not accepted`;
  if (embeds > MOST_EMBEDS) return `More than ${String(MOST_EMBEDS)} embedded resources are not accepted`;
  if (conditions > MOST_CONDITIONS) return `More than ${String(MOST_CONDITIONS)} conditions are not accepted`;
  if (isDeeper(query.values, DEEPEST_VALUE) || isDeeper(query.args, DEEPEST_VALUE))
    return `More than ${String(DEEPEST_VALUE)} levels of JSON are not accepted`;
  return undefined;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

interface Measures {
  depth: number;
  embeds: number;
  conditions: number;
  regex: boolean;
}

/** Walks through a part of a query. An embedded table is an object with a selection of its own; operators begin with `$`. */
function measure(part: unknown): Measures {
  const sum: Measures = { depth: 0, embeds: 0, conditions: 0, regex: false };
  if (typeof part !== 'object' || part === null) return sum;
  for (const [key, value] of Object.entries(part)) {
    const isEmbed = !Array.isArray(part) && key !== 'select' && isObject(value) && 'select' in value;
    if (/^\$(?!(?:and|or|not)$)[a-z]/i.test(key)) sum.conditions += 1;
    if (/^\$i?regex/.test(key)) sum.regex = true;
    const inner = measure(value);
    sum.depth = Math.max(sum.depth, inner.depth + (isEmbed ? 1 : 0));
    sum.embeds += inner.embeds + (isEmbed ? 1 : 0);
    sum.conditions += inner.conditions;
    sum.regex ||= inner.regex;
  }
  return sum;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
