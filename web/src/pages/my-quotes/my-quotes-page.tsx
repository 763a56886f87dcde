import { Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { ACCOUNT_REFRESH_MS } from '@domain/limits.ts';
import { readAllSentQuotes } from '@/features/quotes/api/export-sent-quotes.ts';
import { sentQuotesQueryOptions } from '@/features/quotes/api/list-sent-quotes.ts';
import { QuoteFiltersBar } from '@/features/quotes/components/quote-filters-bar.tsx';
import { SentQuotes } from '@/features/quotes/components/sent-quotes.tsx';
import { isFiltered, readQuoteFilters, writeQuoteFilters, type QuoteFilters } from '@/features/quotes/lib/quote-filters.ts';
import { quotesCsv } from '@/features/quotes/lib/quotes-csv.ts';
import { downloadText } from '@/shared/lib/download-text.ts';
import { useLiveUpdates } from '@/shared/live/use-live-updates.ts';
import { keys } from '@/shared/query-keys.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { toast } from '@/shared/ui/toast.ts';
import { QuoteDrawerWithThread } from '../parts/quote-drawer-with-thread.tsx';
import { useOpenQuote } from '../parts/use-open-quote.ts';
import { useQuoteTalk } from '../parts/use-quote-talk.ts';

/** The quotes that the signed-in user sent, with filters, details and export (B5). */
export default function MyQuotesPage() {
  const me = useCurrentUser();
  return me.status === 'user' ? <MyQuotes userId={me.user.id} /> : null;
}

function MyQuotes({ userId }: { userId: number }) {
  const [params, setParams] = useSearchParams();
  const filters = readQuoteFilters(params);
  const { opened, openQuote, openMessages, forgetMessage, close } = useOpenQuote();
  const { talk } = useQuoteTalk(openMessages);
  useLiveUpdates([keys.quotes.mine, keys.messages.unread], ACCOUNT_REFRESH_MS);
  const { data, isPlaceholderData } = useQuery(sentQuotesQueryOptions(userId, filters));
  // Without any quote there is nothing to narrow, sort or export.
  const hasNone = data?.total === 0 && !isPlaceholderData && !isFiltered(filters);
  const handleChange = (change: Partial<QuoteFilters>) =>
    setParams((current) => writeQuoteFilters(current, change), { replace: true, preventScrollReset: true });
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end">
        <PageTitle title="My quotes">Every quote that you have sent to a buyer</PageTitle>
        {!hasNone && <ExportButton userId={userId} filters={filters} />}
      </Group>
      {!hasNone && <QuoteFiltersBar filters={filters} onChange={handleChange} />}
      <SentQuotes userId={userId} talk={talk} filters={filters} onChange={handleChange} onOpen={openQuote} />
      <QuoteDrawerWithThread userId={userId} opened={opened} onClose={close} onMessageShown={forgetMessage} />
    </Stack>
  );
}

function ExportButton({ userId, filters }: { userId: number; filters: QuoteFilters }) {
  const { mutate, isPending } = useMutation({ mutationFn: () => readAllSentQuotes(userId, filters) });
  const handleExport = () =>
    mutate(undefined, {
      onSuccess: (quotes) => downloadText('my-quotes.csv', 'text/csv;charset=utf-8', quotesCsv(quotes)),
      onError: (error) => toast({ title: 'Export failed', message: error.message, kind: 'destructive' }),
    });
  return (
    <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} loading={isPending} onClick={handleExport}>
      Export CSV
    </Button>
  );
}
