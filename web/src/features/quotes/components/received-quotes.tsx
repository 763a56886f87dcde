import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/shared/ui/empty-state.tsx';
import { ErrorState } from '@/shared/ui/error-state.tsx';
import { receivedQuotesQueryOptions } from '../api/list-received-quotes.ts';
import { QUOTES_PER_PAGE } from '../lib/quote-filters.ts';
import type { QuoteTalk } from '../quote.ts';
import { QuoteListFooter } from './quote-list-footer.tsx';
import { QuoteTable, QuoteTableSkeleton } from './quote-table.tsx';

type ReceivedQuotesProps = {
  userId: number;
  talk: QuoteTalk;
  /** Counted from 1. */
  page: number;
  onPage: (page: number) => void;
  onOpen: (quoteId: number) => void;
  litId?: number | null;
  onLitDone?: () => void;
};

/** The quotes on all posts of the user, newest first (B3). */
export function ReceivedQuotes({ userId, talk, page, onPage, onOpen, litId, onLitDone }: ReceivedQuotesProps) {
  const { data, isPending, error, refetch } = useQuery(receivedQuotesQueryOptions(userId, page));
  if (isPending) return <QuoteTableSkeleton />;
  if (!data) return <ErrorState title="Failed to load quotes" message={error.message} onRetry={() => void refetch()} />;
  if (data.quotes.length === 0) {
    return (
      <EmptyState title="No quotes received yet">
        Suppliers' quotes on your purchase requests appear here and below each request.
      </EmptyState>
    );
  }
  return (
    <Stack gap="md">
      <QuoteTable
        quotes={data.quotes}
        talk={talk}
        side="received"
        onOpen={(quote) => onOpen(quote.id)}
        litId={litId}
        onLitDone={onLitDone}
      />
      <QuoteListFooter total={data.total} page={page} pageSize={QUOTES_PER_PAGE} onPage={onPage} />
    </Stack>
  );
}
