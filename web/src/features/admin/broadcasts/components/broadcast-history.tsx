import { useState } from 'react';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dateAndTime } from '@/shared/text/dates.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import { FilterSelect, TableToolbar } from '@/shared/ui/data-table/table-toolbar.tsx';
import { useTableState } from '@/shared/ui/data-table/use-table-state.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCancelBroadcast } from '../api/cancel-broadcast.ts';
import { useDeleteBroadcast } from '../api/delete-broadcast.ts';
import { broadcastsQueryOptions, type Broadcast } from '../api/list-broadcasts.ts';
import { audienceText } from '../audience-text.ts';
import { BROADCAST_STATUSES, broadcastTable } from '../broadcast-table.ts';

type Asked = { act: 'cancel' | 'delete'; broadcast: Broadcast };

const COLORS: Readonly<Record<string, string>> = { sent: 'green', sending: 'blue', scheduled: 'yellow' };
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`);

const broadcastTableColumns = (ask: (asked: Asked) => void): readonly Column<Broadcast, 'when' | 'delivered'>[] => [
  {
    label: 'Message',
    isName: true,
    render: ({ message, audience, audience_values, with_email }) => (
      <>
        <Text size="sm" miw={260} style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {audienceText(audience, audience_values)}
          {with_email && ' · also by email'}
        </Text>
      </>
    ),
  },
  { label: 'Sent by', render: ({ sent_by }) => sent_by ?? 'Deleted user' },
  {
    label: 'When',
    sort: 'when',
    render: ({ send_at }) => (
      <Text component="time" inherit dateTime={send_at} title={send_at} style={{ whiteSpace: 'nowrap' }}>
        {dateAndTime(send_at)}
      </Text>
    ),
  },
  {
    label: 'Status',
    render: ({ status }) => (
      <Badge variant="dot" miw="max-content" color={COLORS[status] ?? 'gray'}>
        {capitalized(status)}
      </Badge>
    ),
  },
  {
    label: 'Delivered',
    sort: 'delivered',
    isNumber: true,
    render: ({ delivered, receivers }) =>
      `${delivered.toLocaleString('en-US')} of ${Math.max(receivers, delivered).toLocaleString('en-US')}`,
  },
  { label: 'Read', isNumber: true, render: ({ read_count, delivered }) => percent(read_count, delivered) },
  {
    label: 'Actions',
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
            Cancel
          </Button>
        )}
        <Button size="xs" h={{ base: 44, xs: 32 }} variant="default" onClick={() => ask({ act: 'delete', broadcast })}>
          Delete
        </Button>
      </Group>
    ),
  },
];

/** The broadcasts so far, with how many users got and read each. */
export function BroadcastHistory() {
  const { t, plural, number } = useLanguage();
  const [state, change] = useTableState(broadcastTable);
  const query = useQuery(broadcastsQueryOptions(state));
  const cancel = useCancelBroadcast();
  const remove = useDeleteBroadcast();
  const [asked, setAsked] = useState<Asked | null>(null);
  const isDelete = asked?.act === 'delete';

  const handleConfirm = async () => {
    if (!asked) return;
    const { mutateAsync, done, failed } = isDelete
      ? { mutateAsync: remove.mutateAsync, done: 'Notification deleted', failed: 'Error deleting notification' }
      : { mutateAsync: cancel.mutateAsync, done: 'Notification cancelled', failed: 'Error cancelling notification' };
    await tellOutcome(mutateAsync(asked.broadcast.id), { done, failed });
  };

  return (
    <Stack gap="md">
      <TableToolbar label="History" searchPlaceholder="Part of a message" state={state} onChange={change}>
        <FilterSelect
          label="Status"
          value={state.filters.status}
          options={BROADCAST_STATUSES.map((value) => ({ value, label: capitalized(value) }))}
          onChange={(status) => change({ filters: { status } })}
        />
      </TableToolbar>
      <DataTable
        label="History"
        errorTitle={t('Failed to load notifications')}
        countText={(n) => plural(n, { one: '{n} notification', other: '{n} notifications' }, { n: number(n) })}
        columns={broadcastTableColumns(setAsked)}
        query={query}
        state={state}
        onChange={change}
        rowId={({ id }) => id}
        rowName={({ message }) => message}
        emptyText="No notifications have been sent yet"
        narrowedText="No notifications match these filters"
      />
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={isDelete ? 'Delete this notification?' : 'Cancel this notification?'}
        confirmLabel={isDelete ? 'Delete' : 'Cancel notification'}
        cancelLabel={isDelete ? 'Cancel' : 'Keep'}
        isDestructive
        onConfirm={handleConfirm}
      >
        {isDelete
          ? 'Copies that nobody has read yet are removed. Those that were read stay.'
          : 'It will not be sent to anybody.'}
      </ConfirmDialog>
    </Stack>
  );
}
