import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { quotesQueryOptions } from '../api/list-quotes.ts';
import { isFiltered, NO_QUOTE_FILTERS, type QuoteFilters } from '../quote-filters.ts';
import type { QuoteSide, QuoteMessages } from '../quote.ts';
import { QuoteListFooter } from './quote-list-footer.tsx';
import { QuoteTable, QuoteTableSkeleton } from './quote-table.tsx';

type QuoteListProps = {
  side: QuoteSide;
  userId: number;
  messages: QuoteMessages;
  filters: QuoteFilters;
  onChange: (change: Partial<QuoteFilters>) => void;
  onOpen: (quoteId: number) => void;
  highlightedId: number | null;
  onHighlightEnd?: () => void;
};

/** The quotes that the user sent or received: one page of them, narrowed and sorted as the filters say. */
export function QuoteList({
  side,
  userId,
  messages,
  filters,
  onChange,
  onOpen,
  highlightedId,
  onHighlightEnd,
}: QuoteListProps) {
  const { data, isPending, isPlaceholderData, error, refetch } = useQuery(quotesQueryOptions(side, userId, filters));
  // That the last filters left nothing does not say what these leave.
  if (isPending || (isPlaceholderData && data?.quotes.length === 0)) return <QuoteTableSkeleton />;
  if (!data) return <ErrorState title="Failed to load quotes" message={error.message} onRetry={() => void refetch()} />;
  if (data.quotes.length === 0 && isFiltered(filters)) {
    return (
      <EmptyState
        title="No quotes match these filters"
        action={<Button onClick={() => onChange(NO_QUOTE_FILTERS)}>Clear filters</Button>}
      />
    );
  }
  if (data.quotes.length === 0) return <NoQuotes side={side} />;
  return (
    <Stack gap="md">
      <QuoteTable
        quotes={data.quotes}
        messages={messages}
        side={side}
        onOpen={(quote) => onOpen(quote.id)}
        sorting={{ sort: filters.sort, order: filters.order, onSort: (sort, order) => onChange({ sort, order }) }}
        highlightedId={highlightedId}
        onHighlightEnd={onHighlightEnd}
      />
      <QuoteListFooter
        total={data.total}
        page={data.page}
        pageSize={filters.pageSize}
        onPage={(page) => onChange({ page })}
        onPageSize={(pageSize) => onChange({ pageSize })}
      />
    </Stack>
  );
}

function NoQuotes({ side }: { side: QuoteSide }) {
  if (side === 'received') {
    return (
      <EmptyState title="No quotes received yet">
        Suppliers' quotes on your purchase requests appear here and below each request.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="You have not sent any quotes yet"
      action={
        <Button component={Link} to={paths.home}>
          Browse requests
        </Button>
      }
    >
      Find a request that you can supply and send the buyer your price.
    </EmptyState>
  );
}
