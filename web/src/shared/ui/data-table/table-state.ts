import { readAddress, writeAddress, type AddressSchema } from '@/shared/address/address.ts';
import { oneOf, page, search, type Param } from '@/shared/address/param.ts';

export const PAGE_SIZES = [10, 20, 50] as const;
/** Default rows per page. */
export const ROWS_PER_PAGE = 20;
const SEARCH_MAX = 100;

export type SortOrder = 'asc' | 'desc';

/** Sort keys and filters of a table, by their names in the URL. */
export type TableSpec<Sort extends string = string, Filter extends string = string> = {
  /** The first one is the default. */
  sorts: readonly [Sort, ...Sort[]];
  filters: Readonly<Record<Filter, Param<string>>>;
  /** Name of the search parameter; default: "q". */
  searchName?: string;
};

/** The state of a table; pages start at 1, '' is unfiltered. */
export type TableState<Sort extends string = string, Filter extends string = string> = {
  page: number;
  pageSize: number;
  sort: Sort;
  order: SortOrder;
  q: string;
  filters: Record<Filter, string>;
};

export type TableChange<Sort extends string, Filter extends string> = Partial<
  Omit<TableState<Sort, Filter>, 'filters'> & { filters: Partial<Record<Filter, string>> }
>;

const pageSize: Param<number> = oneOf<number>(PAGE_SIZES, ROWS_PER_PAGE);
const order = oneOf<SortOrder>(['desc', 'asc'], 'desc');
const orderSchema = <Sort extends string>({ sorts }: TableSpec<Sort>) => ({
  page,
  pageSize,
  sort: oneOf(sorts, sorts[0]),
  order,
});
const searchSchema = ({ searchName = 'q' }: TableSpec): AddressSchema<Record<string, string>> => ({
  [searchName]: search(SEARCH_MAX),
});

/** Reads the state from a query string; missing or invalid values count as unset. */
export function readTableState<Sort extends string, Filter extends string>(
  spec: TableSpec<Sort, Filter>,
  params: URLSearchParams,
): TableState<Sort, Filter> {
  const [q = ''] = Object.values(readAddress(searchSchema(spec), params));
  return { ...readAddress(orderSchema(spec), params), q, filters: readAddress(spec.filters, params) };
}

/**
 * Writes a state change into a query string, keeping unknown parameters. Any change except of the page returns to page
 * 1.
 */
export function writeTableState<Sort extends string, Filter extends string>(
  spec: TableSpec<Sort, Filter>,
  params: URLSearchParams,
  { q, filters = {}, ...change }: TableChange<Sort, Filter>,
): URLSearchParams {
  const ordered = writeAddress(orderSchema(spec), params, change);
  const { searchName = 'q' } = spec;
  const searched = q === undefined ? ordered : writeAddress(searchSchema(spec), ordered, { [searchName]: q });
  return writeAddress<Record<Filter, string>>(spec.filters, searched, filters);
}

/** Whether any filter or search is set; order and page do not count. */
export function isNarrowed({ q, filters }: TableState): boolean {
  return q !== '' || Object.values(filters).some((value) => value !== '');
}

/** The instants of two date filters in local time: start of the first day to start of the day after the last. */
export function dayBounds({ from, to }: { from: string; to: string }): {
  since: string | undefined;
  before: string | undefined;
} {
  const since = from ? new Date(`${from}T00:00:00`) : undefined;
  const before = to ? new Date(`${to}T00:00:00`) : undefined;
  before?.setDate(before.getDate() + 1);
  return { since: since?.toISOString(), before: before?.toISOString() };
}
