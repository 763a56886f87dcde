import { Group, Select, Text } from '@mantine/core';
import { Pager } from '@/shared/ui/pager/pager.tsx';
import { PAGE_SIZES } from '../quote-filters.ts';

type QuoteListFooterProps = {
  total: number;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
};

const SIZE_OPTIONS = PAGE_SIZES.map((size) => ({ value: size, label: `${size} per page` }));

/** How many quotes there are, the pages, and how many rows each has. */
export function QuoteListFooter({ total, page, pageSize, onPage, onPageSize }: QuoteListFooterProps) {
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {total.toLocaleString('en-US')} {total === 1 ? 'quote' : 'quotes'}
      </Text>
      <Pager page={page} pageCount={Math.ceil(total / pageSize)} onChange={onPage} />
      {total > Number(PAGE_SIZES[0]) && (
        <Select
          aria-label="Rows per page"
          w={140}
          allowDeselect={false}
          data={SIZE_OPTIONS}
          value={String(pageSize)}
          onChange={(size) => onPageSize(Number(size))}
        />
      )}
    </Group>
  );
}
