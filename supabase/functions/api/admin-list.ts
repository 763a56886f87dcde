import type { PostgrestResponse } from '@supabase/supabase-js';
import { z } from 'zod';
import { dataOf } from '../_shared/clients.ts';

/** Page and direction of a list in the admin area. */
export const pageFields = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(['asc', 'desc']).default('desc'),
};

/** Search of a list in the admin area. */
export const searchField = { q: z.string().trim().max(100).optional() };

/** The query parameters that most admin lists share: page, order and search. */
export function listQuery<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return {
    ...pageFields,
    sort: z.enum(sorts).optional(),
    ...searchField,
    from: z.iso.datetime({ offset: true }).optional(),
    to: z.iso.datetime({ offset: true }).optional(),
  };
}

/** A page and the total number of matching rows. */
export const listAnswer = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.number().int() });

type Listed<Query> = {
  gte: (column: 'created_at', value: string) => Query;
  lt: (column: 'created_at', value: string) => Query;
  order: (column: 'id', options: { ascending: boolean }) => Query;
  range: (from: number, to: number) => Query;
};
type Page = { page: number; pageSize: number; order: 'asc' | 'desc'; from?: string; to?: string };

/** Selects one page of a list: filtered by creation time, and ordered by id after any other order. */
export function pageOfList<Query extends Listed<Query>>(list: Query, { page, pageSize, order, from, to }: Page): Query {
  const since = from ? list.gte('created_at', from) : list;
  const before = to ? since.lt('created_at', to) : since;
  return before.order('id', { ascending: order === 'asc' }).range((page - 1) * pageSize, page * pageSize - 1);
}

/** The answer for a page that was queried with its count. */
export function answerOfList<Row, Item>(
  response: PostgrestResponse<Row>,
  { page, pageSize }: Page,
  toItem: (row: Row) => Item,
): { items: Item[]; total: number } {
  // A page after the last row is empty, not an error.
  if (response.status === 416) return { items: [], total: response.count ?? (page - 1) * pageSize };
  const items = dataOf(response).map(toItem);
  return { items, total: response.count ?? items.length };
}
