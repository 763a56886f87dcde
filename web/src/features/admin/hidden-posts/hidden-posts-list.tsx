import { useState } from 'react';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FORM_CATEGORIES, categoryLabel } from '@domain/categories.ts';
import { DateInput } from '@/shared/form/date-input.tsx';
import { msg } from '@/shared/i18n/msg.ts';
import { translatedOptions } from '@/shared/i18n/translated-options.ts';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import { FilterSelect, TableToolbar } from '@/shared/ui/data-table/table-toolbar.tsx';
import { useTableState } from '@/shared/ui/data-table/use-table-state.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { hiddenPostsQueryOptions } from './list-hidden-posts.ts';
import { hiddenPostTable } from './hidden-post-table.ts';
import { HiddenPostsBulkBar } from './hidden-posts-bulk-bar.tsx';
import { hiddenPostTableColumns } from './hidden-post-table-columns.tsx';

const HIDDEN_BY = [
  { value: 'owner', label: msg('Owner') },
  { value: 'admin', label: msg('Admin') },
];

/** Hidden posts with filters and with actions for one or many. */
export function HiddenPostsList() {
  const language = useLanguage();
  const { t, plural, number } = language;
  const [state, change] = useTableState(hiddenPostTable);
  const query = useQuery(hiddenPostsQueryOptions(state));
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { filters } = state;
  // Posts that left the page are dropped from the selection: nobody should act on rows they cannot see.
  const posts = query.data?.items.filter(({ id }) => chosen.has(id)) ?? [];
  const selection = { ids: new Set(posts.map(({ id }) => id)), onChange: setChosen };
  const categories = [
    ...new Set([...FORM_CATEGORIES.map((each) => each.value), ...(filters.category ? [filters.category] : [])]),
  ];
  return (
    <Stack gap="md">
      <TableToolbar label={t('Hidden posts')} searchPlaceholder={t('Title or owner')} state={state} onChange={change}>
        <FilterSelect
          label={t('Hidden by')}
          value={filters.hiddenBy}
          options={translatedOptions(HIDDEN_BY, language)}
          onChange={(hiddenBy) => change({ filters: { hiddenBy } })}
        />
        <FilterSelect
          label={t('Category')}
          value={filters.category}
          options={categories.map((value) => ({ value, label: t(categoryLabel(value)) }))}
          onChange={(category) => change({ filters: { category } })}
          searchable
        />
        <DateInput
          label={t('Hidden from')}
          value={filters.from}
          max={filters.to}
          onChange={(from) => change({ filters: { from } })}
        />
        <DateInput
          label={t('Hidden to')}
          value={filters.to}
          min={filters.from}
          onChange={(to) => change({ filters: { to } })}
        />
      </TableToolbar>
      <div>
        <DataTable
          label={t('Hidden posts')}
          errorTitle={t('Failed to load hidden posts')}
          countText={(n) => plural(n, { one: '{n} hidden post', other: '{n} hidden posts' }, { n: number(n) })}
          columns={hiddenPostTableColumns(language)}
          query={query}
          state={state}
          onChange={change}
          rowId={({ id }) => id}
          rowName={({ title }) => title}
          selection={selection}
          isWide
          emptyText={t('There are no hidden posts')}
          narrowedText={t('No hidden posts match these filters')}
        />
      </div>
      {posts.length > 0 && <HiddenPostsBulkBar selection={selection} posts={posts} />}
    </Stack>
  );
}
