import type { MiddlewareHandler } from 'hono';

/**
 * Characters of a name or value in a query, and their number. The longest of the page are a selection and a hundred ids.
 * Lists of columns (`columns`, `on_conflict`) are cut in a time that grows with their square.
 */
const PARAMETER_MAX = 4_000;
const PARAMETERS_MAX = 100;
/** Parsing takes a time that grows with the square of such a gap. The slashes can be escaped. */
const GAP = /\s{100}|(?:[/\\]|%2f){100}/i;

/** Requests with more conditions are not even parsed: parsing blocks the thread of this server longer than most queries run. */
const CONDITIONS_MAX = 50;
/** Queries that embed more tables are not parsed: the names of one within the other take a time that grows with its square. */
const EMBEDS_MAX = 20;

/** Why an address is not read; undefined if it is. */
function refusalOfAddress(url: string, longestPath: number): string | undefined {
  // Names and values never contain a zero byte, and neither database nor file system accepts one.
  if (url.includes('%00')) return 'A zero byte is not accepted';
  const { pathname, searchParams } = new URL(url);
  if (pathname.length > longestPath) return 'The path is too long';
  const parameters = [...searchParams];
  if (parameters.length > PARAMETERS_MAX || parameters.flat().some((text) => text.length > PARAMETER_MAX))
    return `More than ${String(PARAMETERS_MAX)} parameters, or ones of more than ${String(PARAMETER_MAX)} characters, are not accepted`;
  if (GAP.test(pathname) || GAP.test(textOf(searchParams)))
    return 'A hundred blanks or slashes in a row are not accepted';
  return undefined;
}

const textOf = (parameters: URLSearchParams) => [...parameters].map((pair) => pair.join('=')).join('&');

/** Refuses an address that takes long to parse, before anything looks at it. */
export function limitAddress(longestPath: number, refuse: (message: string) => Response): MiddlewareHandler {
  return async (c, next) => {
    const message = refusalOfAddress(c.req.url, longestPath);
    return message === undefined ? next() : refuse(message);
  };
}

/** Why a query of REST is not parsed; undefined if it is. */
export function refusalOfQuery(url: string): string | undefined {
  const { searchParams } = new URL(url);
  // Operators and groups, more than any valid query has: `id.eq.1`, `title.not.ilike(any).{a}`, `and(…)`.
  const conditions = textOf(searchParams).match(/[.=][a-z]{2,}(\([a-z]+\))?\.|(and|or)\s*\(/g) ?? [];
  if (conditions.length > CONDITIONS_MAX) return `More than ${String(CONDITIONS_MAX)} conditions are not accepted`;
  if ((searchParams.get('select') ?? '').split('(').length > EMBEDS_MAX + 1)
    return `More than ${String(EMBEDS_MAX)} embedded tables are not accepted`;
  return undefined;
}
