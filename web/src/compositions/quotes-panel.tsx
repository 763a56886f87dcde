import { useEffect, useEffectEvent, useState } from 'react';
import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { todayUtc } from '@domain/quote-status.ts';
import { receivedQuotesCountQueryOptions, sentQuotesCountQueryOptions } from '@/features/quotes/list/count-quotes.ts';
import { quotesQueryOptions, readAllQuotes } from '@/features/quotes/list/list-quotes.ts';
import { locateQuote, type QuoteLocation } from '@/features/quotes/list/locate-quote.ts';
import { QuoteFiltersBar } from '@/features/quotes/list/quote-filters-bar.tsx';
import { QuoteList } from '@/features/quotes/list/quote-list.tsx';
import { QUOTES_FROM_START, quoteTable, type QuoteTableState } from '@/features/quotes/list/quote-table.ts';
import { readAddress, writeAddress } from '@/shared/address/address.ts';
import { optional } from '@/shared/address/param.ts';
import { quotesCsv } from '@/features/quotes/list/quotes-csv.ts';
import { firstSide } from '@/compositions/first-side.ts';
import type { QuoteSide, QuoteMessages } from '@/features/quotes/facts/shown-quote.ts';
import type { UnreadNumbers } from '@/features/messages/unread/unread-numbers.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { downloadText } from '@/shared/text/download-text.ts';
import { DataTableSkeleton } from '@/shared/ui/data-table/data-table-skeleton.tsx';
import { isNarrowed, writeTableState } from '@/shared/ui/data-table/table-state.ts';
import { useTableState } from '@/shared/ui/data-table/use-table-state.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { UnreadBadge } from '@/shared/ui/unread-badge.tsx';

type QuotesPanelProps = {
  userId: number;
  messages: QuoteMessages;
  unread: UnreadNumbers;
  onOpen: (quoteId: number) => void;
  /** Quote to scroll to and highlight. */
  highlightedId?: number | null;
  /** Called with the text to announce for a highlighted quote. */
  onHighlight?: (announcement: string) => void;
  onHighlightEnd?: () => void;
  onMissing?: () => void;
};

const FILE_NAMES = { sent: 'my-quotes.csv', received: 'received-quotes.csv' } as const satisfies Record<
  QuoteSide,
  string
>;

/** URL state: which list is shown. */
const sideAddress = { side: optional(['sent', 'received']) };

/** The URL of a page of an unfiltered list; other parameters stay. */
function addressOf({ side, page }: QuoteLocation): URLSearchParams {
  const cleared = writeTableState(quoteTable, new URLSearchParams(window.location.search), QUOTES_FROM_START);
  return writeTableState(quoteTable, writeAddress(sideAddress, cleared, { side }), { page });
}

function Labelled({ name, count, unread }: { name: string; count: number | undefined; unread: number }) {
  return (
    <>
      {count === undefined ? name : `${name} (${count})`} <UnreadBadge count={unread} />
    </>
  );
}

/** The signed-in user's sent and received quotes, each list with sorting, filters, details and export. */
export function QuotesPanel({
  userId,
  messages,
  unread,
  onOpen,
  highlightedId = null,
  onHighlight,
  onHighlightEnd,
  onMissing,
}: QuotesPanelProps) {
  const { t } = useLanguage();
  const [params, setParams] = useSearchParams();
  const [locatedId, setLocatedId] = useState<number | null>(null);
  const sent = useQuery(sentQuotesCountQueryOptions(userId));
  const received = useQuery(receivedQuotesCountQueryOptions(userId));
  const isCounting = sent.isPending || received.isPending;
  const asked = readAddress(sideAddress, params).side;
  const side = firstSide(asked, isCounting ? null : { sent: sent.data, received: received.data });

  // Keeps the rest of the URL: the drawer can have been opened at a message of this quote in the meantime.
  const goTo = useEffectEvent((location: QuoteLocation) => setParams(addressOf(location), { replace: true }));
  // Navigates to the list and page of the requested quote.
  const seek = useEffectEvent(async (id: number) => {
    // A failed lookup says nothing about the quote; the list below reports the problem.
    const location = await locateQuote(userId, id).catch(() => undefined);
    if (!location) {
      if (location === null) onMissing?.();
      else onHighlightEnd?.();
      return;
    }
    goTo(location);
    setLocatedId(id);
    onHighlight?.(location.side === 'sent' ? t('Showing the quote you sent') : t('Showing the quote you received'));
  });
  useEffect(() => {
    if (highlightedId !== null) void seek(highlightedId);
  }, [highlightedId]);

  const [state, change] = useTableState(quoteTable);
  const { data, isPlaceholderData } = useQuery({
    ...quotesQueryOptions(side ?? 'sent', userId, state),
    enabled: side !== null,
  });
  // An empty list needs no filters, sorting or export.
  const hasNone = data?.total === 0 && !isPlaceholderData && !isNarrowed(state) && state.page === 1;
  const handleSide = (value: string) =>
    setParams(addressOf({ side: value === 'received' ? 'received' : 'sent', page: 1 }), {
      replace: true,
      preventScrollReset: true,
    });

  return (
    <Stack gap="md">
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t('Which quotes')}
          data={[
            { value: 'sent', label: <Labelled name={t('Sent')} count={sent.data} unread={unread.sent} /> },
            {
              value: 'received',
              label: <Labelled name={t('Received')} count={received.data} unread={unread.ofDeletedPosts} />,
            },
          ]}
          value={side ?? ''}
          onChange={handleSide}
        />
        {!hasNone && <ExportButton side={side} userId={userId} state={state} />}
      </Group>
      {!hasNone && <QuoteFiltersBar side={side ?? 'sent'} state={state} onChange={change} />}
      {side ? (
        <QuoteList
          // A new key per list, so that one never shows as placeholder data of the other.
          key={side}
          side={side}
          userId={userId}
          messages={messages}
          state={state}
          onChange={change}
          onOpen={onOpen}
          highlightedId={highlightedId === locatedId ? highlightedId : null}
          onHighlightEnd={onHighlightEnd}
        />
      ) : (
        <DataTableSkeleton label={t('Quotes')} isWide />
      )}
    </Stack>
  );
}

type ExportButtonProps = {
  /** Null until it is known which list to show. */
  side: QuoteSide | null;
  userId: number;
  state: QuoteTableState;
};

function ExportButton({ side, userId, state }: ExportButtonProps) {
  const { t } = useLanguage();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (exported: QuoteSide) => readAllQuotes(exported, userId, state),
  });
  const handleExport = (exported: QuoteSide) =>
    void mutateAsync(exported).then(
      (quotes) => downloadText(FILE_NAMES[exported], 'text/csv;charset=utf-8', quotesCsv(exported, quotes, todayUtc())),
      (error) => tellFailure(t('Export failed'), error),
    );
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={isPending}
      disabled={side === null}
      onClick={() => side && handleExport(side)}
    >
      {t('Export CSV')}
    </Button>
  );
}
