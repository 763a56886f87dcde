import { Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from '@domain/feedback.ts';
import { age } from '@/shared/text/dates.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import { FilterDay, FilterSelect, TableToolbar } from '@/shared/ui/data-table/table-toolbar.tsx';
import { useTableState } from '@/shared/ui/data-table/use-table-state.ts';
import { assigneesQueryOptions } from '../api/list-assignees.ts';
import { feedbackListQueryOptions } from '../api/list-feedback.ts';
import { feedbackTable, type FeedbackState } from '../feedback-table-spec.ts';
import type { Feedback } from '../feedback.ts';
import { FeedbackStatusBadge } from './feedback-status-badge.tsx';
import classes from './feedback-table.module.css';

const feedbackTableColumns = (onOpen: (id: number) => void): readonly Column<Feedback, FeedbackState['sort']>[] => [
  { label: '#', render: ({ id }) => <span className={classes.number}>{id}</span> },
  { label: 'Category', sort: 'category', render: ({ categoryLabel }) => categoryLabel },
  {
    label: 'Subject',
    sort: 'subject',
    isName: true,
    render: ({ id, subject }) => (
      <UnstyledButton className={classes.subject} onClick={() => onOpen(id)}>
        {subject}
      </UnstyledButton>
    ),
  },
  {
    label: 'From',
    render: ({ sender, email }) => (
      <>
        {sender?.username ?? 'Guest'}
        <Text size="xs" c="dimmed" className={classes.long}>
          {email}
        </Text>
      </>
    ),
  },
  { label: 'Page', render: ({ pagePath }) => <span className={classes.long}>{pagePath || '–'}</span> },
  { label: 'Status', sort: 'status', render: ({ status }) => <FeedbackStatusBadge status={status} /> },
  { label: 'Assignee', render: ({ assignee }) => assignee?.username ?? '–' },
  {
    label: 'Age',
    sort: 'age',
    render: ({ createdAt }) => (
      <time dateTime={createdAt} title={createdAt} className={classes.number}>
        {age(createdAt)}
      </time>
    ),
  },
];

/** All feedback with its filters in the address. */
export function FeedbackTable({ onOpen }: { onOpen: (id: number) => void }) {
  const [state, change] = useTableState(feedbackTable);
  const query = useQuery(feedbackListQueryOptions(state));
  const { data: admins = [] } = useQuery(assigneesQueryOptions);
  const { filters } = state;
  const assignees = [
    { value: 'none', label: 'Nobody' },
    ...admins.map(({ id, username }) => ({ value: String(id), label: username })),
  ];
  return (
    <Stack gap="md">
      <TableToolbar label="Feedback" searchPlaceholder="Number, text, email or page" state={state} onChange={change}>
        <FilterSelect
          label="Category"
          value={filters.category}
          options={FEEDBACK_CATEGORIES}
          onChange={(category) => change({ filters: { category } })}
        />
        <FilterSelect
          label="Status"
          value={filters.status}
          options={FEEDBACK_STATUSES}
          onChange={(status) => change({ filters: { status } })}
        />
        <FilterSelect
          label="Assignee"
          value={filters.assignee}
          options={assignees}
          onChange={(assignee) => change({ filters: { assignee } })}
        />
        <FilterDay
          label="From"
          value={filters.from}
          max={filters.to}
          onChange={(from) => change({ filters: { from } })}
        />
        <FilterDay label="To" value={filters.to} min={filters.from} onChange={(to) => change({ filters: { to } })} />
      </TableToolbar>
      <DataTable
        label="Feedback"
        noun={['message', 'messages']}
        columns={feedbackTableColumns(onOpen)}
        query={query}
        state={state}
        onChange={change}
        rowId={({ id }) => id}
        rowName={({ subject }) => subject}
        onOpen={({ id }) => onOpen(id)}
        emptyText="No feedback yet"
        narrowedText="No feedback matches these filters"
      />
    </Stack>
  );
}
