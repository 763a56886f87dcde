import { Checkbox, Table } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { cellClass } from './cell-class.ts';
import type { Column } from './column.ts';
import { DataTableCardsBar } from './data-table-cards-bar.tsx';
import { DataTableFooter } from './data-table-footer.tsx';
import { DataTableHead } from './data-table-head.tsx';
import { DataTableSkeleton } from './data-table-skeleton.tsx';
import { useHighlight } from '@/shared/ui/highlight/use-highlight.ts';
import { Part } from '@/shared/ui/state/part.tsx';
import { NextActionIfNarrowed } from './next-action-if-narrowed.tsx';
import type { Selection } from './selection.ts';
import type { TableChange, TableState } from './table-state.ts';
import { useHasCards } from './use-has-cards.ts';
import classes from './data-table.module.css';

/** The query of a table; `useQuery` of `{ items, total }` fits. */
export type TableQuery<Row> = {
  data:
    | { items: readonly Row[]; total: number; /** Shows the total as "more than that". */ isCapped?: boolean }
    | undefined;
  isPending: boolean;
  isPlaceholderData: boolean;
  error: Error | null;
  refetch: () => unknown;
};

type Highlight = { id: number | null; onEnd?: () => void };

type DataTableProps<Row, Sort extends string, Filter extends string> = {
  /** Accessible name of the table: "Users". */
  label: string;
  /** Title of the error when no rows could be loaded: "Failed to load users". */
  errorTitle: string;
  /** Number of rows: "3 users". */
  countText: (total: number) => string;
  columns: readonly Column<Row, Sort>[];
  query: TableQuery<Row>;
  state: TableState<Sort, Filter>;
  onChange: (change: TableChange<Sort, Filter>) => void;
  rowId: (row: Row) => number;
  /** Accessible name of a row, for example of its checkbox. */
  rowName: (row: Row) => string;
  /** Opens a row; the first column should have a link or button for the keyboard that does the same. */
  onOpen?: (row: Row) => void;
  /** Makes rows selectable. */
  selection?: Selection;
  /** More space between many short columns. Cards have no sort order, because the toolbar has one. */
  isRoomy?: boolean;
  /** Too wide for a tablet with a navigation, so rows are cards there, too. */
  isWide?: boolean;
  /** Row to scroll to and outline for a while. */
  highlight?: Highlight;
  /** Data attributes that identify a row. */
  rowAttributes?: (row: Row) => Record<`data-${string}`, number>;
  emptyText: string;
  /** Text when filters match nothing; default: `emptyText`. */
  narrowedText?: string;
};

/**
 * A table whose page, order and filters live in the URL and are applied by the database.
 *
 *     const spec = { sorts: ['createdAt', 'name'], filters: { status: optional(['new', 'done']), from: day } } as const satisfies TableSpec;
 *     const [state, change] = useTableState(spec);
 *     const query = useQuery(thingsQueryOptions(state)); // answers { items, total }, with placeholderData: keepPreviousData
 *     <TableToolbar label="Things" state={state} onChange={change}> <FilterSelect …/> <DateInput …/> </TableToolbar>
 *     <DataTable label="Things" errorTitle={t('Failed to load things')} countText={…} columns={columns} query={query} state={state} onChange={change} … />
 *
 * Loading shows skeleton rows; a failure shows "Failed to load things" with Retry. Below 640 px (992 px if `isWide`) rows
 * are cards.
 */
export function DataTable<Row, Sort extends string, Filter extends string>(props: DataTableProps<Row, Sort, Filter>) {
  const { errorTitle, countText, query, state, onChange } = props;
  const { data, isPending, error, refetch } = query;
  if (isPending) return <DataTableSkeleton label={props.label} isWide={props.isRoomy || props.isWide} />;
  if (error || !data) {
    return <ErrorState title={errorTitle} message={error?.message} onRetry={() => void refetch()} />;
  }
  if (data.items.length === 0) {
    return (
      <NextActionIfNarrowed state={state} total={data.total} onChange={onChange}>
        {(isNarrowed, action) => (
          <EmptyState title={isNarrowed ? (props.narrowedText ?? props.emptyText) : props.emptyText} action={action} />
        )}
      </NextActionIfNarrowed>
    );
  }
  return (
    <>
      <Rows {...props} rows={data.items} isStale={query.isPlaceholderData} />
      <DataTableFooter
        countText={countText}
        total={data.total}
        isCapped={data.isCapped}
        state={state}
        onChange={onChange}
      />
    </>
  );
}

type RowsProps<Row, Sort extends string, Filter extends string> = DataTableProps<Row, Sort, Filter> & {
  rows: readonly Row[];
  isStale: boolean;
};

function Rows<Row, Sort extends string, Filter extends string>(props: RowsProps<Row, Sort, Filter>) {
  const {
    label,
    columns,
    rows,
    isStale,
    state,
    onChange,
    rowId,
    onOpen,
    selection,
    isRoomy = false,
    isWide = false,
  } = props;
  const hasCards = useHasCards(isRoomy || isWide);
  const ids = rows.map(rowId);
  return (
    <div
      className={classes.frame}
      aria-busy={isStale}
      data-roomy={isRoomy || undefined}
      data-cards={hasCards || undefined}
    >
      {!isRoomy && (
        <DataTableCardsBar columns={columns} ids={ids} selection={selection} state={state} onChange={onChange} />
      )}
      <Table
        className={classes.table}
        highlightOnHover={Boolean(onOpen)}
        verticalSpacing="sm"
        horizontalSpacing={isWide ? 6 : 8}
        aria-label={label}
      >
        <DataTableHead columns={columns} ids={ids} selection={selection} state={state} onChange={onChange} />
        <Table.Tbody>
          {rows.map((row) => (
            <DataTableRow key={rowId(row)} {...props} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

type DataTableRowProps<Row> = Pick<
  DataTableProps<Row, string, string>,
  'rowId' | 'rowName' | 'onOpen' | 'selection' | 'highlight' | 'rowAttributes'
> & { columns: readonly Column<Row>[]; row: Row };

function DataTableRow<Row>({
  row,
  columns,
  rowId,
  rowName,
  onOpen,
  selection,
  highlight,
  rowAttributes,
}: DataTableRowProps<Row>) {
  const { t } = useLanguage();
  const id = rowId(row);
  const isHighlighted = highlight?.id === id;
  const { ref, className } = useHighlight<HTMLTableRowElement>(isHighlighted, () => highlight?.onEnd?.());
  return (
    <Table.Tr
      ref={ref}
      className={className}
      data-row={id}
      {...rowAttributes?.(row)}
      data-highlighted={isHighlighted || undefined}
      data-clickable={onOpen ? true : undefined}
      onClick={onOpen && ((event) => isOnControl(event.target) || onOpen(row))}
    >
      {selection && (
        <Table.Td className={classes.check}>
          <Checkbox
            aria-label={t('Select {row}', { row: rowName(row) })}
            checked={selection.ids.has(id)}
            onChange={(event) => selection.onChange(toggled(selection.ids, id, event.currentTarget.checked))}
          />
        </Table.Td>
      )}
      {columns.map((column) => (
        <Table.Td
          key={column.label}
          className={cellClass(column)}
          data-label={column.isName || column.isWide || column.isActions ? undefined : column.label}
          data-number={column.isNumber || undefined}
        >
          <Part>{() => column.render(row)}</Part>
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** Links, buttons and checkboxes in a row handle their own clicks. */
function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label') !== null;
}

function toggled(ids: ReadonlySet<number>, id: number, isOn: boolean): ReadonlySet<number> {
  const next = new Set(ids);
  if (isOn) next.add(id);
  else next.delete(id);
  return next;
}
