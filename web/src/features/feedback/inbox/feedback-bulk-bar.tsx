import { useRef, useState } from 'react';
import { Button, Menu, Text } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { IconChevronDown } from '@tabler/icons-react';
import { FEEDBACK_STATUSES } from '@domain/feedback.ts';
import { HIDE_NOTE_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { BulkBar } from '@/shared/ui/data-table/bulk-bar.tsx';
import type { Selection } from '@/shared/ui/data-table/selection.ts';
import { BulkReasonDialog } from '@/shared/ui/dialog/bulk-reason-dialog.tsx';
import { useLastShown } from '@/shared/ui/dialog/use-last-shown.ts';
import { useChangeMany, type FeedbackChange } from './change-many.ts';
import type { FeedbackState } from './feedback-table-spec.ts';
import { listFeedbackIds } from './list-feedback.ts';

type FeedbackBulkBarProps = {
  state: FeedbackState;
  selection: Selection;
  /** Feedback that matches the filters. */
  total: number;
};

/** Sets the status of all selected feedback, or deletes it, on whichever page it is. */
export function FeedbackBulkBar({ state, selection, total }: FeedbackBulkBarProps) {
  const { t, plural, number } = useLanguage();
  const [change, setChange] = useState<FeedbackChange | null>(null);
  const shown = useLastShown(change);
  const statusButton = useRef<HTMLButtonElement>(null);
  const ids = [...selection.ids];
  const handleClose = () => {
    setChange(null);
    // The menu item that opened the dialog is unmounted by then, so the dialog cannot return the focus to it.
    if (change !== 'delete') statusButton.current?.focus();
  };
  return (
    <BulkBar
      label={t('Chosen feedback')}
      chosenText={plural(
        ids.length,
        { one: '{n} message chosen', other: '{n} messages chosen' },
        { n: number(ids.length) },
      )}
      selection={selection}
      all={{ total, listIds: () => listFeedbackIds(state) }}
    >
      <Menu position="top-end">
        <Menu.Target>
          <Button
            ref={statusButton}
            size="xs"
            variant="default"
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            {t('Set status')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {FEEDBACK_STATUSES.map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => setChange(value)}>
              {t(label)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" variant="light" color="red" onClick={() => setChange('delete')}>
        {t('Delete')}
      </Button>
      {shown !== null && (
        <ChangeDialog
          // Another change is other content, with a client id of its own.
          key={shown}
          change={shown}
          ids={ids}
          opened={change !== null}
          onClose={handleClose}
          onDone={() => selection.onChange(new Set())}
        />
      )}
    </BulkBar>
  );
}

type ChangeDialogProps = {
  change: FeedbackChange;
  ids: readonly number[];
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
};

function ChangeDialog({ change, ids, ...dialog }: ChangeDialogProps) {
  const { t, plural, number } = useLanguage();
  const action = useChangeMany(change);
  const isDeletion = change === 'delete';
  const status = t(FEEDBACK_STATUSES.find(({ value }) => value === change)?.label ?? '');
  const chosen = ids.length;
  const n = number(chosen);
  const doneText = (count: number) => {
    const done = { n: number(count), status };
    const skipped = { n: number(chosen - count), status };
    return isDeletion
      ? {
          title: plural(count, { one: '{n} message deleted', other: '{n} messages deleted' }, done),
          message: count < chosen ? t('{n} skipped: no longer there', skipped) : undefined,
        }
      : {
          title: plural(
            count,
            { one: '{n} message marked as {status}', other: '{n} messages marked as {status}' },
            done,
          ),
          message: count < chosen ? t('{n} skipped: already "{status}", or no longer there', skipped) : undefined,
        };
  };
  return (
    <BulkReasonDialog
      {...dialog}
      ids={ids}
      action={action}
      title={
        isDeletion
          ? plural(chosen, { one: 'Delete {n} message', other: 'Delete {n} messages' }, { n })
          : plural(
              chosen,
              { one: 'Mark {n} message as {status}', other: 'Mark {n} messages as {status}' },
              { n, status },
            )
      }
      label={t('Reason (optional)')}
      description={t('Only admins see this')}
      maxLength={HIDE_NOTE_MAX}
      confirmLabel={isDeletion ? t('Delete') : t('Set status')}
      isDestructive={isDeletion}
      doneText={doneText}
    >
      <Text size="sm">
        {t('It can be undone for 30 days under Audit log, Bulk actions.')} {t('Nobody is told.')}
      </Text>
    </BulkReasonDialog>
  );
}
