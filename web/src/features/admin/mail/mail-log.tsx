import { Badge, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MAIL_NAMES, mailIn } from '@domain/mail-templates.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import { FilterSelect, TableToolbar } from '@/shared/ui/data-table/table-toolbar.tsx';
import { useTableState } from '@/shared/ui/data-table/use-table-state.ts';
import { Time } from '@/shared/ui/time.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { mailLogQueryOptions, type MailLogEntry } from './list-mail-log.ts';
import { useRetryMail } from './retry-mail.ts';
import { MAIL_STATUSES, mailLogTable } from './mail-log-table.ts';

const COLORS: Readonly<Record<string, string>> = { sent: 'green', bounced: 'red', failed: 'red', sending: 'blue' };

const STATUS_LABELS: Readonly<Record<string, string>> = {
  queued: msg('Queued'),
  sending: msg('Sending'),
  sent: msg('Sent'),
  bounced: msg('Bounced'),
  failed: msg('Failed'),
};

function MailStatus({ entry: { status, attempts } }: { entry: MailLogEntry }) {
  const { t } = useLanguage();
  return (
    <>
      <Badge variant="dot" miw="max-content" color={COLORS[status] ?? 'gray'}>
        {t(STATUS_LABELS[status] ?? status)}
      </Badge>
      {attempts > 1 && (
        <Text size="xs" c="dimmed">
          {t('{attempts} tries', { attempts })}
        </Text>
      )}
    </>
  );
}

function MailLabel({ name }: { name: string }) {
  const { locale } = useLanguage();
  return mailIn(locale, name)?.template.label ?? name;
}

function ServerAnswer({ entry: { error, provider_answer } }: { entry: MailLogEntry }) {
  const { message } = useLanguage();
  const answer = error ?? provider_answer;
  return (
    <Text size="sm" miw={160} c={error ? undefined : 'dimmed'} maw={320} style={{ overflowWrap: 'anywhere' }}>
      {answer === null ? '–' : message(answer)}
    </Text>
  );
}

function RetryButton({ entry }: { entry: MailLogEntry }) {
  const { t } = useLanguage();
  const retry = useRetryMail();
  if (entry.status !== 'failed' && entry.status !== 'bounced') return null;
  const handleClick = () =>
    void tellOutcome(retry.mutateAsync(entry.id), {
      done: { title: t('Mail queued'), message: t('It will be sent within a minute') },
      failed: t('Error sending mail'),
    });
  return (
    <Button
      size="xs"
      h={{ base: 44, xs: 32 }}
      variant="default"
      loading={retry.isPending}
      onClick={handleClick}
      aria-label={t('Retry mail to {recipient}', { recipient: entry.recipient })}
    >
      {t('Retry')}
    </Button>
  );
}

const columnsIn = ({ t }: Language): readonly Column<MailLogEntry, 'when'>[] => [
  { label: t('When'), sort: 'when', render: ({ created_at }) => <Time iso={created_at} format="dayAndTime" /> },
  { label: t('To', {}, 'receiver'), isName: true, render: ({ recipient }) => recipient },
  { label: t('Template'), render: ({ template }) => <MailLabel name={template} /> },
  { label: t('Status'), render: (entry) => <MailStatus entry={entry} /> },
  { label: t('Answer'), render: (entry) => <ServerAnswer entry={entry} /> },
  { label: t('Action'), isActions: true, render: (entry) => <RetryButton entry={entry} /> },
];

/** Mails of the last 30 days with their delivery status. */
export function MailLog() {
  const language = useLanguage();
  const { t, plural, number, locale } = language;
  const [state, change] = useTableState(mailLogTable);
  const query = useQuery(mailLogQueryOptions(state));
  const { filters } = state;
  return (
    <Stack gap="md">
      <TableToolbar
        label={t('Delivery log')}
        searchPlaceholder={t('Beginning of an address')}
        state={state}
        onChange={change}
      >
        <FilterSelect
          label={t('Status')}
          value={filters.status}
          options={MAIL_STATUSES.map((value) => ({ value, label: t(STATUS_LABELS[value] ?? value) }))}
          onChange={(status) => change({ filters: { status } })}
        />
        <FilterSelect
          label={t('Template')}
          value={filters.template}
          options={MAIL_NAMES.map((value) => ({ value, label: mailIn(locale, value)?.template.label ?? value }))}
          onChange={(template) => change({ filters: { template } })}
        />
      </TableToolbar>
      <DataTable
        label={t('Delivery log')}
        errorTitle={t('Failed to load mails')}
        countText={(n) => plural(n, { one: '{n} mail', other: '{n} mails' }, { n: number(n) })}
        columns={columnsIn(language)}
        query={query}
        state={state}
        onChange={change}
        rowId={({ id }) => id}
        rowName={({ recipient }) => recipient}
        emptyText={t('No mail was sent in the last 30 days')}
        narrowedText={t('No mails match these filters')}
      />
    </Stack>
  );
}
