import { z } from 'zod';
import { ACCOUNT_TYPES, PRODUCT_MATCHES, type AccountType, type ProductMatch } from '@domain/quote.ts';

export const QUOTES_PER_PAGE = 20;
/** How many rows a page may have. */
export const PAGE_SIZES = ['10', '20', '50'] as const;

export const QUOTE_SORTS = ['sent', 'messages', 'price'] as const;
export type QuoteSort = (typeof QUOTE_SORTS)[number];
export type SortOrder = 'desc' | 'asc';

/** The filters of the list of quotes; '' means any, days as "2026-11-20", pages counted from 1. */
export type QuoteFilters = {
  match: ProductMatch | '';
  accountType: AccountType | '';
  from: string;
  to: string;
  search: string;
  sort: QuoteSort;
  order: SortOrder;
  page: number;
  pageSize: number;
};

export const NO_QUOTE_FILTERS: QuoteFilters = {
  match: '',
  accountType: '',
  from: '',
  to: '',
  search: '',
  sort: 'sent',
  order: 'desc',
  page: 1,
  pageSize: QUOTES_PER_PAGE,
};

const day = z.iso.date().catch('');
const filtersSchema = z.object({
  match: z.enum(PRODUCT_MATCHES).or(z.literal('')).catch(''),
  accountType: z.enum(ACCOUNT_TYPES).or(z.literal('')).catch(''),
  from: day,
  to: day,
  search: z.string().trim().max(200).catch(''),
  sort: z.enum(QUOTE_SORTS).catch('sent'),
  order: z.enum(['desc', 'asc']).catch('desc'),
  page: z.coerce.number().int().positive().catch(1),
  pageSize: z.enum(PAGE_SIZES).transform(Number).catch(QUOTES_PER_PAGE),
});

const FIELDS = [
  'match',
  'accountType',
  'from',
  'to',
  'search',
  'sort',
  'order',
  'page',
  'pageSize',
] as const satisfies (keyof QuoteFilters)[];

/** The filters in an address; what is missing or makes no sense counts as not set. */
export function readQuoteFilters(params: URLSearchParams): QuoteFilters {
  return filtersSchema.parse(Object.fromEntries(FIELDS.map((field) => [field, params.get(field) ?? undefined])));
}

/** The address with other filters; parameters that are no filters stay. Any change but of the page goes back to page 1. */
export function writeQuoteFilters(params: URLSearchParams, change: Partial<QuoteFilters>): URLSearchParams {
  const next = { ...readQuoteFilters(params), page: 1, ...change };
  const written = new URLSearchParams(params);
  for (const field of FIELDS) {
    if (next[field] === NO_QUOTE_FILTERS[field]) written.delete(field);
    else written.set(field, String(next[field]));
  }
  return written;
}

/** Whether the list is narrowed at all; order and page do not narrow. */
export function isFiltered(filters: QuoteFilters): boolean {
  return [filters.match, filters.accountType, filters.from, filters.to, filters.search].some((value) => value !== '');
}

/** The moments between which a quote was sent: from the start of the first day to the start of the day after the last, local time. */
export function dayBounds(filters: Pick<QuoteFilters, 'from' | 'to'>): { since: string | null; before: string | null } {
  const since = filters.from ? new Date(`${filters.from}T00:00:00`) : null;
  const before = filters.to ? new Date(`${filters.to}T00:00:00`) : null;
  before?.setDate(before.getDate() + 1);
  return { since: since?.toISOString() ?? null, before: before?.toISOString() ?? null };
}

/**
 * A text as a pattern of `ilike` that finds it anywhere. Its own wildcards mean themselves; the characters that end a value
 * inside `or(...)` are matched by "any character", so that the pattern needs no quotes there.
 */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&').replace(/[,()"]/g, '_')}%`;
}
