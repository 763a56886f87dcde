import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LISTED_STATES } from '@domain/listed-state.ts';
import { searchCountries } from '@/shared/form/search-options.ts';
import { countriesIn } from '@/shared/i18n/country-names.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import { FilterSelect, TableToolbar } from '@/shared/ui/data-table/table-toolbar.tsx';
import { useSelection } from '@/shared/ui/data-table/use-selection.ts';
import { useTableState } from '@/shared/ui/data-table/use-table-state.ts';
import { PostsBulkBar } from './posts-bulk-bar.tsx';
import { allPostColumns, STATE_LABELS } from './all-post-columns.tsx';
import { allPostTable } from './all-post-table.ts';
import { allPostsQueryOptions } from './list-all-posts.ts';

/** All posts with search, filters and bulk actions. */
export function AllPostsList() {
  const language = useLanguage();
  const { t, plural, number } = language;
  const [state, change] = useTableState(allPostTable);
  const query = useQuery(allPostsQueryOptions(state));
  const selection = useSelection(state);
  const { filters } = state;
  return (
    <Stack gap="md">
      <TableToolbar label={t('Posts')} searchPlaceholder={t('Words or owner')} state={state} onChange={change}>
        <FilterSelect
          label={t('Status')}
          value={filters.state}
          options={LISTED_STATES.map((value) => ({ value, label: t(STATE_LABELS[value]) }))}
          onChange={(value) => change({ filters: { state: value } })}
        />
        <FilterSelect
          label={t('Country')}
          value={filters.country}
          options={countriesIn(language).map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(country) => change({ filters: { country } })}
          searchable
          filter={searchCountries}
        />
      </TableToolbar>
      <div>
        <DataTable
          label={t('Posts')}
          errorTitle={t('Failed to load posts')}
          countText={(n) => plural(n, { one: '{n} post', other: '{n} posts' }, { n: number(n) })}
          columns={allPostColumns(language)}
          query={query}
          state={state}
          onChange={change}
          rowId={({ id }) => id}
          rowName={({ title }) => title}
          selection={selection}
          isWide
          emptyText={t('No posts match these filters')}
        />
      </div>
      {selection.ids.size > 0 && <PostsBulkBar state={state} selection={selection} total={query.data?.total ?? 0} />}
    </Stack>
  );
}
