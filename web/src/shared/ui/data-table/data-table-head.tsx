import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { Column } from './column.ts';
import type { Selection } from './selection.ts';
import type { TableChange, TableState } from './table-state.ts';
import { cellClass } from './cell-class.ts';
import { SelectAll } from './select-all.tsx';
import classes from './data-table.module.css';

type DataTableHeadProps<Row, Sort extends string, Filter extends string> = {
  columns: readonly Column<Row, Sort>[];
  /** Ids of the rows on screen, for "Select all". */
  ids: readonly number[];
  selection?: Selection;
  state: TableState<Sort, Filter>;
  onChange: (change: TableChange<Sort, Filter>) => void;
};

/** Column heads; a click sorts, another one reverses the order. */
export function DataTableHead<Row, Sort extends string, Filter extends string>({
  columns,
  ids,
  selection,
  state,
  onChange,
}: DataTableHeadProps<Row, Sort, Filter>) {
  return (
    <Table.Thead>
      <Table.Tr>
        {selection && (
          <Table.Th className={classes.check}>
            <SelectAll ids={ids} selection={selection} />
          </Table.Th>
        )}
        {columns.map(({ label, sort, isNumber, isLabelHidden, ...kind }) => (
          <Table.Th
            key={label}
            className={cellClass(kind)}
            data-number={isNumber || undefined}
            aria-sort={sort && sortedBy(sort, state)}
          >
            {sort ? (
              <UnstyledButton
                className={classes.sort}
                onClick={() =>
                  onChange({ sort, order: state.sort === sort && state.order === 'desc' ? 'asc' : 'desc' })
                }
              >
                {label}
                <SortIcon direction={sortedBy(sort, state)} />
              </UnstyledButton>
            ) : (
              <HeadLabel label={label} isHidden={isLabelHidden} />
            )}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

function HeadLabel({ label, isHidden }: { label: string; isHidden: boolean | undefined }) {
  return isHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label;
}

function sortedBy(sort: string, state: TableState): 'none' | 'ascending' | 'descending' {
  if (state.sort !== sort) return 'none';
  return state.order === 'asc' ? 'ascending' : 'descending';
}

function SortIcon({ direction }: { direction: 'none' | 'ascending' | 'descending' }) {
  const Icon = { none: IconSelector, ascending: IconArrowUp, descending: IconArrowDown }[direction];
  return <Icon size={14} aria-hidden />;
}
