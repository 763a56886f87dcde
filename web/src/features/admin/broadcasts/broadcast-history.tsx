import { useState } from 'react';
import type { Language } from '@/shared/i18n/language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { useLastShown } from '@/shared/ui/dialog/use-last-shown.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import { FilterSelect, TableToolbar } from '@/shared/ui/data-table/table-toolbar.tsx';
import { useTableState } from '@/shared/ui/data-table/use-table-state.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCancelBroadcast } from './cancel-broadcast.ts';
import { useDeleteBroadcast } from './delete-broadcast.ts';
import { broadcastsQueryOptions, type Broadcast } from './list-broadcasts.ts';
import { audienceText } from './audience-text.ts';
import { BROADCAST_STATUSES, broadcastTable } from './broadcast-table.ts';

type Asked = { act: 'cancel' | 'delete'; broadcast: Broadcast };

const COLORS: Readonly<Record<string, string>> = { sent: 'green', sending: 'blue', scheduled: 'yellow' };
const STATUS_LABELS: Readonly<Record<string, string>> = {
  scheduled: msg('Scheduled'),
  sending: msg('Sending'),
  sent: msg('Sent'),
  cancelled: msg('Cancelled'),
};
const percent = (part: number, whole: number, { number }: Language) =>
  whole === 0 ? '–' : number(Math.round((part / whole) * 100) / 100, { style: 'percent' });

const broadcastTableColumns = (
  ask: (asked: Asked) => void,
  language: Language,
): readonly Column<Broadcast, 'when' | 'delivered'>[] => {
  const { t, number, dateAndTime } = language;
  return [
    {
      label: t('Message', {}, 'broadcast'),
      isName: true,
      render: ({ message, audience, audience_values, with_email }) => (
        <>
          <Text size="sm" miw={260} style={{ overflowWrap: 'anywhere' }} dir="auto">
            {message}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {audienceText(audience, audience_values, language)}
            {with_email && ` · ${t('also by email')}`}
          </Text>
        </>
      ),
    },
    { label: t('Sent by'), render: ({ sent_by }) => sent_by ?? t('Deleted user') },
    {
      label: t('When'),
      sort: 'when',
      render: ({ send_at }) => (
        <Text component="time" inherit dateTime={send_at} title={send_at} style={{ whiteSpace: 'nowrap' }}>
          {dateAndTime(send_at)}
        </Text>
      ),
    },
    {
      label: t('Status'),
      render: ({ status }) => (
        <Badge variant="dot" miw="max-content" color={COLORS[status] ?? 'gray'}>
          {t(STATUS_LABELS[status] ?? status)}
        </Badge>
      ),
    },
    {
      label: t('Delivered'),
      sort: 'delivered',
      isNumber: true,
      render: ({ delivered, receivers, mails, mails_sent }) => (
        <>
          {t('{part} of {whole}', { part: number(delivered), whole: number(Math.max(receivers, delivered)) })}
          {mails !== null && mails_sent !== null && (
            <Text size="xs" c="dimmed">
              {t('{part} of {whole} mails', { part: number(mails_sent), whole: number(mails) })}
            </Text>
          )}
        </>
      ),
    },
    {
      label: t('Read', {}, 'state'),
      isNumber: true,
      render: ({ read_count, delivered }) => percent(read_count, delivered, language),
    },
    {
      label: t('Actions'),
      isActions: true,
      render: (broadcast) => (
        <Group gap="xs" wrap="nowrap">
          {broadcast.status === 'scheduled' && (
            <Button
              size="xs"
              h={{ base: 44, xs: 32 }}
              variant="default"
              onClick={() => ask({ act: 'cancel', broadcast })}
            >
              {t('Cancel')}
            </Button>
          )}
          <Button
            size="xs"
            h={{ base: 44, xs: 32 }}
            variant="default"
            onClick={() => ask({ act: 'delete', broadcast })}
          >
            {t('Delete')}
          </Button>
        </Group>
      ),
    },
  ];
};

/** Past broadcasts with the number of users who got and read each. */
export function BroadcastHistory() {
  const language = useLanguage();
  const { t, plural, number } = language;
  const [state, change] = useTableState(broadcastTable);
  const query = useQuery(broadcastsQueryOptions(state));
  const cancel = useCancelBroadcast();
  const remove = useDeleteBroadcast();
  const [asked, setAsked] = useState<Asked | null>(null);
  const isDelete = useLastShown(asked)?.act === 'delete';

  const handleConfirm = async () => {
    if (!asked) return;
    const { mutateAsync, done, failed } = isDelete
      ? { mutateAsync: remove.mutateAsync, done: t('Notification deleted'), failed: t('Error deleting notification') }
      : {
          mutateAsync: cancel.mutateAsync,
          done: t('Notification cancelled'),
          failed: t('Error cancelling notification'),
        };
    await tellOutcome(mutateAsync(asked.broadcast.id), { done, failed });
  };

  return (
    <Stack gap="md">
      <TableToolbar label={t('History')} searchPlaceholder={t('Part of a message')} state={state} onChange={change}>
        <FilterSelect
          label={t('Status')}
          value={state.filters.status}
          options={BROADCAST_STATUSES.map((value) => ({ value, label: t(STATUS_LABELS[value] ?? value) }))}
          onChange={(status) => change({ filters: { status } })}
        />
      </TableToolbar>
      <DataTable
        label={t('History')}
        errorTitle={t('Failed to load notifications')}
        countText={(n) => plural(n, { one: '{n} notification', other: '{n} notifications' }, { n: number(n) })}
        columns={broadcastTableColumns(setAsked, language)}
        query={query}
        state={state}
        onChange={change}
        rowId={({ id }) => id}
        rowName={({ message }) => message}
        emptyText={t('No notifications have been sent yet')}
        narrowedText={t('No notifications match these filters')}
      />
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={isDelete ? t('Delete this notification?') : t('Cancel this notification?')}
        confirmLabel={isDelete ? t('Delete') : t('Cancel notification')}
        cancelLabel={isDelete ? t('Cancel') : t('Keep')}
        isDestructive
        onConfirm={handleConfirm}
      >
        {isDelete
          ? t('Copies that nobody has read yet are removed. Those that were read stay.')
          : t('It will not be sent to anybody.')}
      </ConfirmDialog>
    </Stack>
  );
}
