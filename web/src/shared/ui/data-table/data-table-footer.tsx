import { Group, Select, Text } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { Pager } from '@/shared/ui/pager/pager.tsx';
import { PAGE_SIZES, type TableChange, type TableState } from './table-state.ts';

type DataTableFooterProps<Sort extends string, Filter extends string> = {
  /** Number of rows: "3 users". */
  countText: (total: number) => string;
  total: number;
  isCapped?: boolean;
  state: TableState<Sort, Filter>;
  onChange: (change: TableChange<Sort, Filter>) => void;
};

/** Footer of a table: number of rows, pager, rows per page. */
export function DataTableFooter<Sort extends string, Filter extends string>({
  countText,
  total,
  isCapped,
  state,
  onChange,
}: DataTableFooterProps<Sort, Filter>) {
  const { t } = useLanguage();
  return (
    <Group justify="space-between" mt="md">
      <Text size="sm" c="dimmed" role="status">
        {isCapped ? t('more than {count}', { count: countText(total) }) : countText(total)}
      </Text>
      <Pager page={state.page} pageCount={Math.ceil(total / state.pageSize)} onChange={(page) => onChange({ page })} />
      {total > PAGE_SIZES[0] && (
        <Select
          aria-label={t('Rows per page')}
          w="10rem"
          allowDeselect={false}
          data={PAGE_SIZES.map((size) => ({ value: String(size), label: t('{size} per page', { size }) }))}
          value={String(state.pageSize)}
          onChange={(size) => onChange({ pageSize: Number(size) })}
        />
      )}
    </Group>
  );
}
