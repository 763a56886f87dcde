import { Badge, Skeleton, Stack, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import { useQuery } from '@tanstack/react-query';
import { REQUEST_DELETED, shownStatus, type QuoteEventKind } from '@domain/quote-status.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { Part } from '@/shared/ui/state/part.tsx';
import { quoteEventsQueryOptions } from './list-quote-events.ts';
import { factChanges, type FactChange, type QuoteEvent } from './quote-event.ts';
import { reasonText } from '../facts/reason-text.ts';
import type { Quote } from '../facts/shown-quote.ts';
import { useToday } from '../facts/use-today.ts';
import { StatusBadge } from '../status/quote-status-badge.tsx';
import classes from './quote-history.module.css';

const DEEDS = {
  shortlist: msg('put the quote on the shortlist'),
  unshortlist: msg('took the quote off the shortlist'),
  accept: msg('accepted the quote'),
  decline: msg('declined the quote'),
  reopen: msg('undid the decline'),
  withdraw: msg('withdrew the quote'),
  revise: msg('revised the quote'),
  correct: msg('corrected the quote'),
  cancel: msg('cancelled the deal'),
  remove_file: msg('A file was removed: it is too large or not of its type'),
} as const satisfies Record<QuoteEventKind, string>;

/** Labels of the steps that leave the status as it is. */
const BADGES: Partial<Record<QuoteEventKind, string>> = {
  revise: msg('Revised'),
  correct: msg('Corrected'),
  remove_file: msg('Attachments'),
};

type QuoteHistoryProps = { quote: Quote; userId: number };

/** The history of a quote, newest step first: who did what and why, and which facts changed. */
export function QuoteHistory({ quote, userId }: QuoteHistoryProps) {
  const { t, calendarDay } = useLanguage();
  const today = useToday();
  const { data, isPending, error, refetch } = useQuery(quoteEventsQueryOptions(quote.id));
  const nameOf = (id: number | null): string => {
    if (id === userId) return t('You');
    return [quote.supplier, quote.owner].find((party) => party?.id === id)?.username ?? t('A deleted account');
  };
  return (
    <>
      {isPending && <Skeleton height={40} aria-busy />}
      {error && !data && (
        <ErrorState title={t('Failed to load history')} message={error.message} onRetry={() => void refetch()} />
      )}
      {data && (
        <ol className={classes.steps}>
          {shownStatus(quote, today) === 'expired' && quote.validUntil !== null && (
            <li>
              <StatusBadge status="expired" />
              <Text size="sm">{t('{date} was its last day.', { date: calendarDay(quote.validUntil) })}</Text>
            </li>
          )}
          {data.map((event) => (
            <Part key={event.id} fallback={null}>
              {() => <Step event={event} name={nameOf(event.actorId)} />}
            </Part>
          ))}
          <li>
            <StatusBadge status="pending" />
            <Deed name={nameOf(quote.supplier.id)} deed={t('sent the quote')} at={quote.createdAt} />
          </li>
        </ol>
      )}
    </>
  );
}

function Step({ event, name }: { event: QuoteEvent; name: string }) {
  const language = useLanguage();
  const { t } = language;
  const changes = factChanges(event, language);
  const badge = BADGES[event.kind];
  return (
    <li>
      {badge ? (
        <Badge variant="default" miw="max-content">
          {t(badge)}
        </Badge>
      ) : (
        <StatusBadge status={event.status} />
      )}
      <Stack gap={4} miw={0}>
        {/* These ended with their request; no one declined them. */}
        {event.reason === REQUEST_DELETED ? (
          <Deed name={reasonText(REQUEST_DELETED, language)} deed="" at={event.createdAt} />
        ) : (
          <Deed name={event.kind === 'remove_file' ? '' : name} deed={t(DEEDS[event.kind])} at={event.createdAt} />
        )}
        {event.reason && event.reason !== REQUEST_DELETED && (
          <Text size="sm" className={classes.reason}>
            {reasonText(event.reason, language)}
          </Text>
        )}
        {changes.length > 0 && <Changes changes={changes} />}
      </Stack>
    </li>
  );
}

function Deed({ name, deed, at }: { name: string; deed: string; at: string }) {
  const { dayAndTime } = useLanguage();
  return (
    <Text size="sm" component="div" className={classes.deed}>
      <span>
        <bdi>{name}</bdi> {deed}
      </span>
      <Text span inherit c="dimmed">
        <time dateTime={at} title={at}>
          {dayAndTime(at)}
        </time>
      </Text>
    </Text>
  );
}

function Changes({ changes }: { changes: readonly FactChange[] }) {
  const { t } = useLanguage();
  return (
    <Table layout="fixed" withTableBorder verticalSpacing={4} fz="xs" className={classes.changes}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('Fact')}</Table.Th>
          <Table.Th scope="col">{t('Before')}</Table.Th>
          <Table.Th scope="col">{t('After')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ name, before, after }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{t(name)}</Table.Th>
            <Table.Td>{before || '–'}</Table.Td>
            <Table.Td>{after || '–'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
