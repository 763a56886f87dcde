export const PAGE_SIZES = [10, 20, 50] as const;
const ROWS_PER_PAGE = 20;
const SEARCH_MAX = 100;

export type SortOrder = 'asc' | 'desc';

/** What a filter may be: one of these values, a day as "2026-11-20", or a short text. */
type FilterKind = readonly string[] | 'day' | 'text';

/** What a table can be sorted and narrowed by. The names are those in the address. */
export type TableSpec<Sort extends string = string, Filter extends string = string> = {
  sorts: readonly Sort[];
  /** Before anybody chooses: the first of `sorts`, descending unless told otherwise. */
  defaultOrder?: SortOrder;
  filters: Readonly<Record<Filter, FilterKind>>;
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

function readFilter(kind: FilterKind, value: string): string {
  if (kind === 'text') return value.slice(0, SEARCH_MAX);
  if (kind === 'day') return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
  return kind.includes(value) ? value : '';
}

function filterNames<Filter extends string>(spec: TableSpec<string, Filter>): Filter[] {
  const names: Filter[] = [];
  for (const name in spec.filters) names.push(name);
  return names;
}

/** The state in an address; what is missing or makes no sense counts as not set. */
export function readTableState<Sort extends string, Filter extends string>(
  spec: TableSpec<Sort, Filter>,
  params: URLSearchParams,
): TableState<Sort, Filter> {
  const [defaultSort] = spec.sorts;
  if (defaultSort === undefined) throw new Error('A table needs something to sort by');
  const page = Number(params.get('page'));
  const filters: Partial<Record<Filter, string>> = {};
  for (const name of filterNames(spec)) filters[name] = readFilter(spec.filters[name], params.get(name) ?? '');
  const order = params.get('order');
  return {
    page: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
    pageSize: PAGE_SIZES.find((size) => String(size) === params.get('pageSize')) ?? ROWS_PER_PAGE,
    sort: spec.sorts.find((sort) => sort === params.get('sort')) ?? defaultSort,
    order: order === 'asc' || order === 'desc' ? order : (spec.defaultOrder ?? 'desc'),
    q: (params.get('q') ?? '').trim().slice(0, SEARCH_MAX),
    // Every name of the specification has been given a value above.
    filters: filters as Record<Filter, string>,
  };
}

/** The address with a change; parameters of others stay. Any change but of the page goes back to page 1. */
export function writeTableState<Sort extends string, Filter extends string>(
  spec: TableSpec<Sort, Filter>,
  params: URLSearchParams,
  change: TableChange<Sort, Filter>,
): URLSearchParams {
  const before = readTableState(spec, params);
  const initial = readTableState(spec, new URLSearchParams());
  const { filters, ...next } = { ...before, page: 1, ...change, filters: { ...before.filters, ...change.filters } };
  const { filters: noFilters, ...rest } = initial;
  const written = new URLSearchParams(params);
  const set = (name: string, value: string | number, unset: string | number) =>
    value === unset ? written.delete(name) : written.set(name, String(value));
  for (const name of ['page', 'pageSize', 'sort', 'order', 'q'] as const) set(name, next[name], rest[name]);
  for (const name of filterNames(spec)) set(name, filters[name], noFilters[name]);
  return written;
}

/** Whether the list is narrowed at all; order and page do not narrow. */
export function isNarrowed({ q, filters }: TableState): boolean {
  return q !== '' || Object.values(filters).some((value) => value !== '');
}

/** The moments of the days chosen by two filters: from the start of the first day to the start of the day after the last, local time. */
export function dayBounds(from: string, to: string): { since: string | undefined; before: string | undefined } {
  const since = from ? new Date(`${from}T00:00:00`) : undefined;
  const before = to ? new Date(`${to}T00:00:00`) : undefined;
  before?.setDate(before.getDate() + 1);
  return { since: since?.toISOString(), before: before?.toISOString() };
}
