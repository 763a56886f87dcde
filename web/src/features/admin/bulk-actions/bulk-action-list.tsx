import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Language } from '@/shared/i18n/language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import { useTableState } from '@/shared/ui/data-table/use-table-state.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { Time } from '@/shared/ui/time.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { bulkActionTable } from './bulk-action-table.ts';
import { bulkActionsQueryOptions, type BulkAction } from './list-bulk-actions.ts';
import { useUndoBulkAction } from './undo-bulk-action.ts';

const LABELS: Readonly<Record<string, string>> = {
  spam: msg('Spam'),
  hide_posts_of_user: msg('Hide all posts'),
  hide_posts: msg('Hide posts'),
  unhide_posts: msg('Unhide posts'),
  feedback_new: msg('Feedback: New'),
  feedback_in_progress: msg('Feedback: In progress'),
  feedback_resolved: msg('Feedback: Resolved'),
  feedback_spam: msg('Feedback: Spam'),
  delete_feedback: msg('Delete feedback'),
};
const labelOf = ({ action }: BulkAction, { t }: Language) => t(LABELS[action] ?? action);

/** "5 users, 50 posts". */
function extentText({ action, users, posts, others }: BulkAction, { plural, number }: Language): string {
  return [
    users > 0 && plural(users, { one: '{n} user', other: '{n} users' }, { n: number(users) }),
    posts > 0 && plural(posts, { one: '{n} post', other: '{n} posts' }, { n: number(posts) }),
    others > 0 &&
      (action.includes('feedback')
        ? plural(others, { one: '{n} message', other: '{n} messages' }, { n: number(others) })
        : plural(others, { one: '{n} question or review', other: '{n} questions and reviews' }, { n: number(others) })),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

const bulkActionColumns = (language: Language): readonly Column<BulkAction, 'when'>[] => [
  { label: language.t('When'), sort: 'when', render: ({ createdAt }) => <Time iso={createdAt} /> },
  { label: language.t('Who'), render: ({ actorUsername }) => actorUsername },
  {
    label: language.t('What'),
    isName: true,
    render: (action) => (
      <Text inherit component="div" miw={112}>
        {labelOf(action, language)}
        <Text size="xs" c="dimmed">
          {extentText(action, language)}
        </Text>
      </Text>
    ),
  },
  {
    label: language.t('Reason'),
    isWide: true,
    render: ({ reason }) => (
      <Text inherit lineClamp={3} title={reason ?? undefined} dir="auto">
        {reason ?? '–'}
      </Text>
    ),
  },
  { label: language.t('Actions'), isActions: true, render: (action) => <UndoCell action={action} /> },
];

/** The bulk actions of all admins of the last 30 days, with their undo. */
export function BulkActionList() {
  const language = useLanguage();
  const { t, plural, number } = language;
  const [state, change] = useTableState(bulkActionTable);
  const query = useQuery(bulkActionsQueryOptions(state));
  return (
    <DataTable
      label={t('Bulk actions')}
      errorTitle={t('Failed to load bulk actions')}
      countText={(n) => plural(n, { one: '{n} bulk action', other: '{n} bulk actions' }, { n: number(n) })}
      columns={bulkActionColumns(language)}
      query={query}
      state={state}
      onChange={change}
      rowId={({ id }) => id}
      rowName={(action) => labelOf(action, language)}
      emptyText={t('No bulk actions in the last 30 days')}
    />
  );
}

function UndoCell({ action }: { action: BulkAction }) {
  const language = useLanguage();
  const { t, rich, plural, number } = language;
  const [isOpen, dialog] = useDisclosure(false);
  const undo = useUndoBulkAction();
  if (action.undoneAt !== null) {
    return (
      <Text size="sm" c="dimmed">
        {rich('Undone by {name}, {time}', {
          name: action.undoneByUsername ?? t('A former admin'),
          time: <Time iso={action.undoneAt} />,
        })}
        <br />
        {plural(
          action.restored,
          { one: '{n} thing restored', other: '{n} things restored' },
          { n: number(action.restored) },
        )}
      </Text>
    );
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        {t('Undo')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={t('Undo bulk action')}
        confirmLabel={t('Undo')}
        onConfirm={() => tellOutcome(undo.mutateAsync({ id: action.id }), { done: t('Bulk action undone') })}
      >
        {t('{action}: {extent}. What somebody has changed since stays as it is.', {
          action: labelOf(action, language),
          extent: extentText(action, language),
        })}
      </ConfirmDialog>
    </>
  );
}
