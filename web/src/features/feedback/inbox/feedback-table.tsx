import { Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from '@domain/feedback.ts';
import { DateInput } from '@/shared/form/date-input.tsx';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import { FilterSelect, TableToolbar } from '@/shared/ui/data-table/table-toolbar.tsx';
import { useSelection } from '@/shared/ui/data-table/use-selection.ts';
import { useTableState } from '@/shared/ui/data-table/use-table-state.ts';
import { assigneesQueryOptions } from './list-assignees.ts';
import { feedbackListQueryOptions } from './list-feedback.ts';
import { feedbackTable, type FeedbackState } from './feedback-table-spec.ts';
import type { Feedback } from './shown-feedback.ts';
import { FeedbackBulkBar } from './feedback-bulk-bar.tsx';
import { FeedbackStatusBadge } from './feedback-status-badge.tsx';
import classes from './feedback-table.module.css';

const feedbackTableColumns = (
  onOpen: (id: number) => void,
  { t, age }: Language,
): readonly Column<Feedback, FeedbackState['sort']>[] => [
  { label: '#', render: ({ id }) => <span className={classes.number}>{id}</span> },
  { label: t('Category'), sort: 'category', render: ({ categoryLabel }) => t(categoryLabel) },
  {
    label: t('Subject'),
    sort: 'subject',
    isName: true,
    render: ({ id, subject }) => (
      <UnstyledButton className={classes.subject} onClick={() => onOpen(id)}>
        {subject}
      </UnstyledButton>
    ),
  },
  {
    label: t('From', {}, 'sender'),
    render: ({ sender, email }) => (
      <>
        {sender?.username ?? t('Guest')}
        <Text size="xs" c="dimmed" className={`${classes.long} ${classes.email}`}>
          {email}
        </Text>
      </>
    ),
  },
  { label: t('Page'), render: ({ pagePath }) => <span className={classes.long}>{pagePath || '–'}</span> },
  { label: t('Status'), sort: 'status', render: ({ status }) => <FeedbackStatusBadge status={status} /> },
  { label: t('Assignee'), render: ({ assignee }) => assignee?.username ?? '–' },
  {
    label: t('Age'),
    sort: 'age',
    render: ({ createdAt }) => (
      <time dateTime={createdAt} title={createdAt} className={classes.number}>
        {age(createdAt)}
      </time>
    ),
  },
];

/** All feedback, with its filters in the URL. */
export function FeedbackTable({ onOpen }: { onOpen: (id: number) => void }) {
  const language = useLanguage();
  const { t, plural, number } = language;
  const [state, change] = useTableState(feedbackTable);
  const query = useQuery(feedbackListQueryOptions(state));
  const selection = useSelection(state);
  const { data: admins = [] } = useQuery(assigneesQueryOptions);
  const { filters } = state;
  const assignees = [
    { value: 'none', label: t('Nobody') },
    ...admins.map(({ id, username }) => ({ value: String(id), label: username })),
  ];
  return (
    <Stack gap="md">
      <TableToolbar
        label={t('Feedback')}
        searchPlaceholder={t('Number, text, email or page')}
        state={state}
        onChange={change}
      >
        <FilterSelect
          label={t('Category')}
          value={filters.category}
          options={FEEDBACK_CATEGORIES.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={(category) => change({ filters: { category } })}
        />
        <FilterSelect
          label={t('Status')}
          value={filters.status}
          options={FEEDBACK_STATUSES.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={(status) => change({ filters: { status } })}
        />
        <FilterSelect
          label={t('Assignee')}
          value={filters.assignee}
          options={assignees}
          onChange={(assignee) => change({ filters: { assignee } })}
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
        label={t('Feedback')}
        errorTitle={t('Failed to load messages', {}, 'feedback')}
        countText={(n) => plural(n, { one: '{n} message', other: '{n} messages' }, { n: number(n) })}
        columns={feedbackTableColumns(onOpen, language)}
        query={query}
        state={state}
        onChange={change}
        rowId={({ id }) => id}
        rowName={({ subject }) => subject}
        onOpen={({ id }) => onOpen(id)}
        selection={selection}
        isWide
        emptyText={t('No feedback yet')}
        narrowedText={t('No feedback matches these filters')}
      />
      {selection.ids.size > 0 && <FeedbackBulkBar state={state} selection={selection} total={query.data?.total ?? 0} />}
    </Stack>
  );
}
