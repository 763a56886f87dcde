import { z } from 'zod';

/** What every list of the admin area takes beside its filters: page, size, order and search. */
export function listQuery<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return {
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
    sort: z.enum(sorts).optional(),
    order: z.enum(['asc', 'desc']).default('desc'),
    q: z.string().trim().max(100).optional(),
    from: z.iso.datetime({ offset: true }).optional(),
    to: z.iso.datetime({ offset: true }).optional(),
  };
}

/** A page and how many rows match in all. */
export const listAnswer = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.number().int() });

/**
 * A text anywhere in one of some columns, for `or(...)` of PostgREST. Wildcards mean themselves; the characters that end
 * a value there are matched by "any character", so that the pattern needs no quotes.
 */
export function anywhere(columns: readonly string[], text: string): string {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&').replace(/[,()"]/g, '_')}%`;
  return columns.map((column) => `${column}.ilike.${pattern}`).join(',');
}
