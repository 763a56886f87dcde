import { readAddress, writeAddress, type AddressSchema } from '@/shared/address/address.ts';
import { oneOf, page, search, type Param } from '@/shared/address/param.ts';

export const PAGE_SIZES = [10, 20, 50] as const;
/** Until somebody chooses. */
export const ROWS_PER_PAGE = 20;
const SEARCH_MAX = 100;

export type SortOrder = 'asc' | 'desc';

/** What a table can be sorted and narrowed by. The names are those in the address. */
export type TableSpec<Sort extends string = string, Filter extends string = string> = {
  /** The first is the one before anybody chooses. */
  sorts: readonly [Sort, ...Sort[]];
  filters: Readonly<Record<Filter, Param<string>>>;
  /** The name of the search in the address, "q" without it. */
  searchName?: string;
};

/** What a table shows; pages count from 1, '' means not filtered. */
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

/** The state in an address; what is missing or makes no sense counts as not set. */
export function readTableState<Sort extends string, Filter extends string>(
  spec: TableSpec<Sort, Filter>,
  params: URLSearchParams,
): TableState<Sort, Filter> {
  const [q = ''] = Object.values(readAddress(searchSchema(spec), params));
  return { ...readAddress(orderSchema(spec), params), q, filters: readAddress(spec.filters, params) };
}

/** The address with a change; parameters of others stay. Any change but of the page goes back to page 1. */
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

/** Whether the list is narrowed at all; order and page do not narrow. */
export function isNarrowed({ q, filters }: TableState): boolean {
  return q !== '' || Object.values(filters).some((value) => value !== '');
}

/** The moments of the days chosen by two filters: from the start of the first day to the start of the day after the last, local time. */
export function dayBounds({ from, to }: { from: string; to: string }): {
  since: string | undefined;
  before: string | undefined;
} {
  const since = from ? new Date(`${from}T00:00:00`) : undefined;
  const before = to ? new Date(`${to}T00:00:00`) : undefined;
  before?.setDate(before.getDate() + 1);
  return { since: since?.toISOString(), before: before?.toISOString() };
}
