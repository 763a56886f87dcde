import { useEffect, useEffectEvent, useState } from 'react';
import { Anchor, Group, SegmentedControl, Stack } from '@mantine/core';
import { Link, useSearchParams } from 'react-router-dom';
import { locateQuote, type QuoteLocation } from '@/features/quotes/api/locate-quote.ts';
import { ReceivedQuotes } from '@/features/quotes/components/received-quotes.tsx';
import { SentQuotes } from '@/features/quotes/components/sent-quotes.tsx';
import { readQuoteFilters, writeQuoteFilters, type QuoteFilters } from '@/features/quotes/lib/quote-filters.ts';
import type { UnreadNumbers } from '@/features/messages/lib/unread.ts';
import type { QuoteTalk } from '@/features/quotes/quote.ts';
import { paths } from '@/shared/paths.ts';
import { UnreadBadge } from '@/shared/ui/unread-badge.tsx';

type MyQuotesPanelProps = {
  userId: number;
  sentCount: number | undefined;
  receivedCount: number | undefined;
  talk: QuoteTalk;
  unread: UnreadNumbers;
  onOpen: (quoteId: number) => void;
  litId: number | null;
  /** Told what was lit, for the announcement. */
  onLit: (announcement: string) => void;
  onLitDone: () => void;
  onMissing: () => void;
};

const label = (name: string, count: number | undefined) => (count === undefined ? name : `${name} (${count})`);

function Labelled({ text, unread }: { text: string; unread: number }) {
  return (
    <>
      {text} <UnreadBadge count={unread} />
    </>
  );
}

/** The Quotes tab (B3): those sent, and those received for own posts. */
export function MyQuotesPanel({
  userId,
  sentCount,
  receivedCount,
  talk,
  unread,
  onOpen,
  litId,
  onLit,
  onLitDone,
  onMissing,
}: MyQuotesPanelProps) {
  const [params, setParams] = useSearchParams();
  const [locatedId, setLocatedId] = useState<number | null>(null);
  const filters = readQuoteFilters(params);
  const side = params.get('side') === 'received' ? 'received' : 'sent';

  const handleChange = (change: Partial<QuoteFilters>) =>
    setParams((current) => writeQuoteFilters(current, change), { replace: true, preventScrollReset: true });

  // The drawer may have been opened at a message of this quote in the meantime, so the rest of the address stays.
  const goTo = useEffectEvent(({ side: list, page }: QuoteLocation) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('side', list);
        next.set('page', String(page));
        return next;
      },
      { replace: true },
    ),
  );

  // Goes to the list and the page on which the asked quote is.
  const seek = useEffectEvent(async (id: number) => {
    // A failed search says nothing about the quote; the list below tells what went wrong.
    const location = await locateQuote(userId, id).catch(() => undefined);
    if (!location) {
      if (location === null) onMissing();
      else onLitDone();
      return;
    }
    goTo(location);
    setLocatedId(id);
    onLit(location.side === 'sent' ? 'Showing the quote you sent' : 'Showing the quote you received');
  });
  useEffect(() => {
    if (litId !== null) void seek(litId);
  }, [litId]);

  const lit = { litId: litId === locatedId ? litId : null, onLitDone };
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Which quotes"
          data={[
            { value: 'sent', label: <Labelled text={label('Sent', sentCount)} unread={unread.sent} /> },
            { value: 'received', label: <Labelled text={label('Received', receivedCount)} unread={unread.received} /> },
          ]}
          value={side}
          onChange={(value) => setParams({ tab: 'quotes', side: value }, { replace: true, preventScrollReset: true })}
        />
        {side === 'sent' && sentCount !== 0 && (
          <Anchor component={Link} to={paths.myQuotes} size="sm" py="sm">
            Filter and export
          </Anchor>
        )}
      </Group>
      {side === 'sent' ? (
        <SentQuotes userId={userId} talk={talk} filters={filters} onChange={handleChange} onOpen={onOpen} {...lit} />
      ) : (
        <ReceivedQuotes
          userId={userId}
          page={filters.page}
          onPage={(page) => handleChange({ page })}
          onOpen={onOpen}
          talk={talk}
          {...lit}
        />
      )}
    </Stack>
  );
}
