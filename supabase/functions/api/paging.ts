import type { PostgrestResponse } from '@supabase/supabase-js';
import { z } from 'zod';
import { dataOf } from '../_shared/clients.ts';
import type { ApiContext } from '../_shared/http/context.ts';

/** An integer in a query, from 1. */
export const wholeNumber = (max: number) => z.coerce.number().int().min(1).max(max);

const LIMIT = 'The maximum number of entries';

/** Parameters of a list with numbered pages. */
export const pageQuery = (limitMax: number) => ({
  page: wholeNumber(1_000_000).optional(),
  limit: wholeNumber(limitMax).optional().meta({ description: LIMIT }),
});

/** Parameters of a list with a cursor, newest first: new entries cause no gaps between its pages. */
export const cursorQuery = (limitMax: number) => ({
  before: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'The id of the last entry that you have; the answer has those after it' }),
  limit: wholeNumber(limitMax).optional().meta({ description: LIMIT }),
});

/** Sets the total in the header X-Total-Count. */
export function tellTotal(c: ApiContext, total: number | null): void {
  if (total !== null) c.header('X-Total-Count', String(total));
}

type Links = Partial<Record<'prev' | 'next', Record<string, number>>>;

/** Sets the Link header (RFC 8288) to the neighbouring parts of a list: the same request with other parameters. */
function tellLinks(c: ApiContext, links: Links): void {
  const { pathname, searchParams } = new URL(c.req.url);
  const lines = Object.entries(links).map(([rel, parameters]) => {
    const query = new URLSearchParams(searchParams);
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
    return `<${pathname}?${query}>; rel="${rel}"`;
  });
  if (lines.length > 0) c.header('Link', lines.join(', '));
}

/** Links a page to the previous and the next one; a full page always has a next one. */
export function tellPages(c: ApiContext, { page, limit, count }: { page: number; limit: number; count: number }): void {
  tellLinks(c, {
    ...(page > 1 && { prev: { page: page - 1, limit } }),
    ...(count === limit && { next: { page: page + 1, limit } }),
  });
}

/** The rows of a page that was queried with its count; empty after the last page. */
export function pageOf<Row>(
  c: ApiContext,
  response: PostgrestResponse<Row>,
  { page, limit }: { page: number; limit: number },
): Row[] {
  if (response.error?.code === 'PGRST103') return [];
  const rows = dataOf(response);
  tellTotal(c, response.count);
  tellPages(c, { page, limit, count: rows.length });
  return rows;
}

/** The rows after a cursor, newest first, queried with their count. The first page sets the total. */
export function rowsAfter<Row extends { id: number }>(
  c: ApiContext,
  response: PostgrestResponse<Row>,
  before: number | undefined,
): Row[] {
  const rows = dataOf(response);
  const last = rows.at(-1);
  if (before === undefined) tellTotal(c, response.count);
  if (last && (response.count ?? 0) > rows.length) tellLinks(c, { next: { before: last.id } });
  return rows;
}

/** Restricts a list, newest first, to the rows after a cursor. */
export function after<Query extends { lt: (column: 'id', value: number) => Query; limit: (count: number) => Query }>(
  query: Query,
  { before, limit }: { before?: number | undefined; limit?: number | undefined },
  limitMax: number,
): Query {
  return (before === undefined ? query : query.lt('id', before)).limit(limit ?? limitMax);
}
