import { Group, Select, Text } from '@mantine/core';
import { Pager } from '@/shared/ui/pager/pager.tsx';
import { PAGE_SIZES, type TableChange, type TableState } from './table-state.ts';

const SIZE_OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} per page` }));

type DataTableFooterProps<Sort extends string, Filter extends string> = {
  noun: readonly [one: string, many: string];
  total: number;
  isCapped?: boolean;
  state: TableState<Sort, Filter>;
  onChange: (change: TableChange<Sort, Filter>) => void;
};

/** How many rows there are, the pages, and how many rows each has. */
export function DataTableFooter<Sort extends string, Filter extends string>({
  noun,
  total,
  isCapped,
  state,
  onChange,
}: DataTableFooterProps<Sort, Filter>) {
  return (
    <Group justify="space-between" mt="md">
      <Text size="sm" c="dimmed" role="status">
        {isCapped && 'more than '}
        {total.toLocaleString('en-US')} {total === 1 ? noun[0] : noun[1]}
      </Text>
      <Pager page={state.page} pageCount={Math.ceil(total / state.pageSize)} onChange={(page) => onChange({ page })} />
      {total > PAGE_SIZES[0] && (
        <Select
          aria-label="Rows per page"
          w={140}
          allowDeselect={false}
          data={SIZE_OPTIONS}
          value={String(state.pageSize)}
          onChange={(size) => onChange({ pageSize: Number(size) })}
        />
      )}
    </Group>
  );
}
