import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { msg } from '@/shared/i18n/msg.ts';
import { paths } from '@/shared/paths.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { DataTableSkeleton } from '@/shared/ui/data-table/data-table-skeleton.tsx';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import { isNarrowed } from '@/shared/ui/data-table/table-state.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { quotesQueryOptions } from './list-quotes.ts';
import { QUOTES_FROM_START, type QuoteTableChange, type QuoteTableState } from './quote-table.ts';
import type { Quote, QuoteSide, QuoteMessages } from '../facts/shown-quote.ts';
import { useOthers } from '../facts/prices-on-requests.ts';
import { quoteTableColumns } from './quote-table-columns.tsx';
import classes from './quote-table.module.css';

const NONE_MATCH = msg('No quotes match these filters');

type QuoteListProps = {
  side: QuoteSide;
  userId: number;
  messages: QuoteMessages;
  state: QuoteTableState;
  onChange: (change: QuoteTableChange) => void;
  onOpen: (quoteId: number) => void;
  highlightedId: number | null;
  onHighlightEnd?: () => void;
};

/** One page of the user's sent or received quotes, filtered and sorted by the URL. */
export function QuoteList({
  side,
  userId,
  messages,
  state,
  onChange,
  onOpen,
  highlightedId,
  onHighlightEnd,
}: QuoteListProps) {
  const language = useLanguage();
  const { t, plural, number } = language;
  const query = useQuery(quotesQueryOptions(side, userId, state));
  const { data, isPending, isPlaceholderData, error } = query;
  const othersOf = useOthers(side === 'received' && data ? data.items : []);
  // An empty result of the previous filters says nothing about the new ones.
  if (isPending || (isPlaceholderData && data?.items.length === 0))
    return <DataTableSkeleton label={t('Quotes')} isWide />;
  const isEmpty = !error && data?.items.length === 0;
  if (isEmpty && isNarrowed(state)) {
    return (
      <EmptyState
        title={t(NONE_MATCH)}
        action={<Button onClick={() => onChange(QUOTES_FROM_START)}>{t('Clear filters')}</Button>}
      />
    );
  }
  if (isEmpty) return <NoQuotes side={side} />;
  const handleOpen = (quote: Quote) => onOpen(quote.id);
  return (
    // One flex child: the table sets its own distance to its footer.
    <div className={classes.frame}>
      <DataTable
        label={t('Quotes')}
        errorTitle={t('Failed to load quotes')}
        countText={(n) => plural(n, { one: '{n} quote', other: '{n} quotes' }, { n: number(n) })}
        columns={quoteTableColumns({ side, messages, othersOf, onOpen: handleOpen }, language)}
        // After a failed refetch, cached quotes stay on screen; a cached empty list could be stale.
        query={{ ...query, error: data?.items.length ? null : error }}
        state={{ ...state, page: data?.page ?? state.page }}
        onChange={onChange}
        rowId={(quote) => quote.id}
        rowName={(quote) => quote.postTitle}
        rowAttributes={(quote) => ({ 'data-quote': quote.id })}
        onOpen={handleOpen}
        highlight={{ id: highlightedId, onEnd: onHighlightEnd }}
        emptyText={t(NONE_MATCH)}
        isRoomy
      />
    </div>
  );
}

function NoQuotes({ side }: { side: QuoteSide }) {
  const { t } = useLanguage();
  if (side === 'received') {
    return (
      <EmptyState title={t('No quotes received yet')}>
        {t("Suppliers' quotes on your purchase requests appear here and below each request.")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('You have not sent any quotes yet')}
      action={
        <Button component={Link} to={paths.home}>
          {t('Browse requests')}
        </Button>
      }
    >
      {t('Find a request that you can supply and send the buyer your price.')}
    </EmptyState>
  );
}
