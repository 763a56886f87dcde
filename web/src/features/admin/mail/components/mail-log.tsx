import { Badge, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mailTemplate, mailTemplates } from '@domain/mail-templates.ts';
import { dayAndTime } from '@/shared/text/dates.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import { FilterSelect, TableToolbar } from '@/shared/ui/data-table/table-toolbar.tsx';
import { useTableState } from '@/shared/ui/data-table/use-table-state.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { mailLogQueryOptions, type MailLogEntry } from '../api/list-mail-log.ts';
import { useRetryMail } from '../api/retry-mail.ts';
import { MAIL_STATUSES, mailLogTable } from '../mail-log-table.ts';

const COLORS: Readonly<Record<string, string>> = { sent: 'green', bounced: 'red', failed: 'red', sending: 'blue' };
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function RetryButton({ entry }: { entry: MailLogEntry }) {
  const retry = useRetryMail();
  if (entry.status !== 'failed' && entry.status !== 'bounced') return null;
  const handleClick = () =>
    void tellOutcome(retry.mutateAsync(entry.id), {
      done: { title: 'Mail queued', message: 'It will be sent within a minute' },
      failed: 'Error sending mail',
    });
  return (
    <Button
      size="xs"
      h={{ base: 44, xs: 32 }}
      variant="default"
      loading={retry.isPending}
      onClick={handleClick}
      aria-label={`Retry mail to ${entry.recipient}`}
    >
      Retry
    </Button>
  );
}

const mailLogTableColumns: readonly Column<MailLogEntry, 'when'>[] = [
  {
    label: 'When',
    sort: 'when',
    render: ({ created_at }) => (
      <Text component="time" inherit dateTime={created_at} title={created_at} style={{ whiteSpace: 'nowrap' }}>
        {dayAndTime(created_at)}
      </Text>
    ),
  },
  { label: 'To', isName: true, render: ({ recipient }) => recipient },
  { label: 'Template', render: ({ template }) => mailTemplate(template)?.label ?? template },
  {
    label: 'Status',
    render: ({ status, attempts }) => (
      <>
        <Badge variant="dot" miw="max-content" color={COLORS[status] ?? 'gray'}>
          {capitalized(status)}
        </Badge>
        {attempts > 1 && (
          <Text size="xs" c="dimmed">
            {attempts} tries
          </Text>
        )}
      </>
    ),
  },
  {
    label: 'Answer',
    render: ({ error, provider_answer }) => (
      <Text size="sm" miw={160} c={error ? undefined : 'dimmed'} maw={320} style={{ overflowWrap: 'anywhere' }}>
        {error ?? provider_answer ?? '–'}
      </Text>
    ),
  },
  { label: 'Action', isActions: true, render: (entry) => <RetryButton entry={entry} /> },
];

/** The mails of the last 30 days and how each ended. */
export function MailLog() {
  const { t, plural, number } = useLanguage();
  const [state, change] = useTableState(mailLogTable);
  const query = useQuery(mailLogQueryOptions(state));
  const { filters } = state;
  return (
    <Stack gap="md">
      <TableToolbar label="Delivery log" searchPlaceholder="Beginning of an address" state={state} onChange={change}>
        <FilterSelect
          label="Status"
          value={filters.status}
          options={MAIL_STATUSES.map((value) => ({ value, label: capitalized(value) }))}
          onChange={(status) => change({ filters: { status } })}
        />
        <FilterSelect
          label="Template"
          value={filters.template}
          options={Object.entries(mailTemplates).map(([value, { label }]) => ({ value, label }))}
          onChange={(template) => change({ filters: { template } })}
        />
      </TableToolbar>
      <DataTable
        label="Delivery log"
        errorTitle={t('Failed to load mails')}
        countText={(n) => plural(n, { one: '{n} mail', other: '{n} mails' }, { n: number(n) })}
        columns={mailLogTableColumns}
        query={query}
        state={state}
        onChange={change}
        rowId={({ id }) => id}
        rowName={({ recipient }) => recipient}
        emptyText="No mail was sent in the last 30 days"
        narrowedText="No mails match these filters"
      />
    </Stack>
  );
}
