import { Group, Select } from '@mantine/core';
import { msg } from '@/shared/i18n/msg.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Column } from './column.ts';
import type { Selection } from './selection.ts';
import { SelectAll } from './select-all.tsx';
import type { SortOrder, TableChange, TableState } from './table-state.ts';
import classes from './data-table.module.css';

const ORDERS = [
  { order: 'asc', text: msg('{label}, ascending') },
  { order: 'desc', text: msg('{label}, descending') },
] as const satisfies readonly { order: SortOrder; text: string }[];

type DataTableCardsBarProps<Row, Sort extends string, Filter extends string> = {
  columns: readonly Column<Row, Sort>[];
  ids: readonly number[];
  selection?: Selection;
  state: TableState<Sort, Filter>;
  onChange: (change: TableChange<Sort, Filter>) => void;
};

/** Replaces the column heads when rows are cards: sort order and "Select all". */
export function DataTableCardsBar<Row, Sort extends string, Filter extends string>({
  columns,
  ids,
  selection,
  state,
  onChange,
}: DataTableCardsBarProps<Row, Sort, Filter>) {
  const { t } = useLanguage();
  const options = columns.flatMap(({ label, sort }) =>
    sort
      ? ORDERS.map(({ order, text }) => ({ value: `${sort} ${order}`, label: t(text, { label }), sort, order }))
      : [],
  );
  if (options.length === 0 && !selection) return null;
  const handleOrder = (value: string | null) => {
    const chosen = options.find((option) => option.value === value);
    if (chosen) onChange({ sort: chosen.sort, order: chosen.order });
  };
  return (
    <Group className={classes.cardsBar} justify="space-between">
      {options.length > 0 && (
        <Select
          aria-label={t('Order')}
          data={options.map(({ value, label }) => ({ value, label }))}
          value={`${state.sort} ${state.order}`}
          // A table's default sort key need not be one of its columns.
          placeholder={t('Default order')}
          onChange={handleOrder}
          allowDeselect={false}
        />
      )}
      {selection && <SelectAll ids={ids} selection={selection} withLabel />}
    </Group>
  );
}
