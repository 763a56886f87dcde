import { DateInput } from '@/shared/form/date-input.tsx';
import type { Language } from '@/shared/i18n/language.ts';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import { FilterSelect, TableToolbar } from '@/shared/ui/data-table/table-toolbar.tsx';
import { useTableState } from '@/shared/ui/data-table/use-table-state.ts';
import { Time } from '@/shared/ui/time.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { auditActionsQueryOptions } from './list-audit-actions.ts';
import { auditLogQueryOptions, type AuditEntry } from './list-audit-log.ts';
import { auditTable } from './audit-table.ts';
import { auditWord } from './audit-words.ts';
import { AuditChangesList } from './audit-changes-list.tsx';
import { AuditEntity } from './audit-entity.tsx';

const auditTableColumns = (language: Language): readonly Column<AuditEntry, 'when'>[] => [
  {
    label: language.t('When'),
    sort: 'when',
    render: ({ createdAt }) => <Time iso={createdAt} />,
  },
  { label: language.t('Who'), render: ({ actorUsername }) => actorUsername ?? language.t('System') },
  {
    label: language.t('What'),
    isName: true,
    render: ({ action, entity, entityId }) => (
      <Text inherit component="div" miw={112}>
        {auditWord(action, language)}
        <Text size="xs" c="dimmed">
          <AuditEntity entity={entity} id={entityId} />
        </Text>
      </Text>
    ),
  },
  { label: language.t('Before and after'), isWide: true, render: (entry) => <AuditChangesList entry={entry} /> },
];

/** The audit log: who did what, when, and what changed. */
export function AuditLogTable() {
  const language = useLanguage();
  const { t, plural, number } = language;
  const [state, change] = useTableState(auditTable);
  const query = useQuery(auditLogQueryOptions(state));
  const { data: actions = [] } = useQuery(auditActionsQueryOptions);
  const { filters } = state;
  const options = [...new Set([...actions, ...(filters.action ? [filters.action] : [])])];
  return (
    <Stack gap="md">
      <TableToolbar
        label={t('Audit log')}
        searchPlaceholder={t("Admin's username, or an id")}
        state={state}
        onChange={change}
      >
        <FilterSelect
          label={t('Action')}
          value={filters.action}
          options={options.map((value) => ({ value, label: auditWord(value, language) }))}
          onChange={(action) => change({ filters: { action } })}
          searchable
        />
        <DateInput
          label={t('From')}
          value={filters.from}
          max={filters.to}
          onChange={(from) => change({ filters: { from } })}
        />
        <DateInput
          label={t('To')}
          value={filters.to}
          min={filters.from}
          onChange={(to) => change({ filters: { to } })}
        />
      </TableToolbar>
      <DataTable
        label={t('Audit log')}
        errorTitle={t('Failed to load entries')}
        countText={(n) => plural(n, { one: '{n} entry', other: '{n} entries' }, { n: number(n) })}
        columns={auditTableColumns(language)}
        query={query}
        state={state}
        onChange={change}
        rowId={({ id }) => id}
        rowName={({ action, entityId }) => `${auditWord(action, language)} ${entityId ?? ''}`}
        emptyText={t('Nothing has been logged yet')}
        narrowedText={t('No entries match these filters')}
      />
    </Stack>
  );
}
