import { Button, Group, Select, Skeleton, Stack, Switch, Text } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import type { ExchangeRates } from '@domain/exchange-rates.ts';
import { shownStatus } from '@domain/quote-status.ts';
import { reckoningOf } from '@domain/quote-comparison.ts';
import { postQueryOptions } from '@/features/posts/detail/get-post.ts';
import type { Post } from '@/features/posts/shown-post.ts';
import { quotesOfPostQueryOptions } from '@/features/quotes/compare/list-quotes-of-post.ts';
import { ComparisonTable } from '@/features/quotes/compare/comparison-table.tsx';
import { comparisonCsv, comparisonFileName } from '@/features/quotes/compare/comparison-csv.ts';
import { comparisonTable, isOpenQuote } from '@/features/quotes/compare/comparison-rows.ts';
import { COMPARED_MIN, comparedOf, comparisonAddress } from '@/features/quotes/compare/comparison-state.ts';
import { useColumnOrder } from '@/features/quotes/compare/use-column-order.ts';
import { DecisionHint, DecisionPanel } from '@/features/quotes/decide/decision-panel.tsx';
import { SplitButton } from '@/features/quotes/decide/split-button.tsx';
import { currencyOptions } from '@/shared/form/currencies.ts';
import type { Quote } from '@/features/quotes/facts/shown-quote.ts';
import { useToday } from '@/features/quotes/facts/use-today.ts';
import { id as idParam } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { ACCOUNT_REFRESH_MS, useLiveUpdates } from '@/shared/live/use-live-updates.ts';
import { exchangeRatesQueryOptions } from '@/shared/money/list-exchange-rates.ts';
import { paths } from '@/shared/paths.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { downloadText } from '@/shared/text/download-text.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { NotAvailable } from '@/shared/ui/state/not-available.tsx';
import { SheetSkeleton } from '@/shared/ui/state/sheet-skeleton.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { searchOptions } from '@/shared/form/search-options.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './compare-page.module.css';
import { QuoteChoice } from './quote-choice.tsx';

/** Comparison of the quotes on an own post; owners only. */
export function ComparePage() {
  const { postId: segment = '' } = useParams();
  const postId = idParam.read(segment);
  return postId === null ? <ComparisonNotAvailable /> : <ComparisonOfPost postId={postId} />;
}

function ComparisonNotAvailable() {
  const { t } = useLanguage();
  return (
    <NotAvailable
      title={t('This comparison is not available')}
      action={
        <Button component={Link} to={paths.account({ tab: 'posts' })} mt="xs">
          {t('My posts')}
        </Button>
      }
    >
      {t('Only the owner of a request can compare its quotes.')}
    </NotAvailable>
  );
}

function ComparisonOfPost({ postId }: { postId: number }) {
  const { t } = useLanguage();
  const current = useCurrentUser();
  const userId = current.status === 'user' ? current.user.id : null;
  const post = useQuery(postQueryOptions(postId));
  const isOwn = Boolean(post.data) && post.data?.userId === userId;
  const quotes = useQuery({ ...quotesOfPostQueryOptions(postId), enabled: isOwn });
  const rates = useQuery({ ...exchangeRatesQueryOptions, enabled: isOwn });
  useLiveUpdates([keys.posts.detail(postId), keys.posts.quotes(postId)], ACCOUNT_REFRESH_MS);
  // Without the exchange rates a wrong price could be marked best, and a downloaded file would keep that.
  if (post.isPending || (isOwn && (quotes.isPending || rates.isPending))) {
    return (
      <Stack gap="lg">
        <CompareTitle post={post.data} />
        <Group gap="md" className={classes.toolbar}>
          <Skeleton className={classes.awaited} width="8.5rem" />
          <Skeleton className={`${classes.awaited} ${classes.currency}`} />
          <Skeleton height={20} width="9.5rem" />
          <Skeleton className={`${classes.awaited} ${classes.files}`} width="6rem" />
        </Group>
        <SheetSkeleton label={t('Loading comparison')} isTable />
      </Stack>
    );
  }
  const items = quotes.data?.quotes ?? [];
  const failed = [post, quotes].find(({ error, data }) => error && (!data || items.length < COMPARED_MIN));
  if (failed?.error) {
    return (
      <Stack gap="lg">
        <CompareTitle post={post.data} />
        <ErrorState
          title={t('Failed to load quotes')}
          message={failed.error.message}
          onRetry={() => void failed.refetch()}
        />
      </Stack>
    );
  }
  if (!post.data || !isOwn || userId === null) return <ComparisonNotAvailable />;
  if (items.length < COMPARED_MIN) {
    return (
      <Stack gap="lg">
        <CompareTitle post={post.data} />
        <EmptyState
          title={t('There are not two quotes to compare yet')}
          action={
            <Button component={Link} to={paths.account({ tab: 'posts' })} mt="xs">
              {t('My posts')}
            </Button>
          }
        />
      </Stack>
    );
  }
  return <ComparisonOfQuotes key={postId} post={post.data} quotes={items} rates={rates} userId={userId} />;
}

/** Without a post, which is still loading or failed to, a space keeps the line of its title. */
function CompareTitle({ post }: { post: Post | null | undefined }) {
  const { t } = useLanguage();
  return (
    <PageTitle
      title={t('Compare quotes')}
      tabTitle={post ? t('Compare quotes: {title}', { title: post.title }) : undefined}
    >
      {post ? (
        <Link to={paths.post(post)} className={classes.post} title={post.title}>
          {post.title}
        </Link>
      ) : (
        '\u00a0'
      )}
    </PageTitle>
  );
}

type ComparisonOfQuotesProps = {
  post: Post;
  quotes: readonly Quote[];
  rates: UseQueryResult<ExchangeRates>;
  userId: number;
};

function ComparisonOfQuotes({ post, quotes, rates, userId }: ComparisonOfQuotesProps) {
  const language = useLanguage();
  const { t, calendarDay } = language;
  const today = useToday();
  const [state, change] = useAddress(comparisonAddress);
  const inOrder = useColumnOrder(quotes, today);
  const compared = comparedOf(inOrder, state.with, (quote) => isOpenQuote(shownStatus(quote, today)));
  const wanted = post.quantity === null ? null : { quantity: post.quantity, unit: post.unit };
  // Of all quotes, so that the choice of some does not change the numbers that other pages have, too.
  const { unit, currency } = reckoningOf(quotes, { wanted, currency: state.currency || post.targetCurrency });
  const currencies = currencyOptions(language, currency);
  const request = {
    quotes: compared,
    wanted,
    asked: {
      target:
        post.targetPrice === null || post.targetCurrency === null
          ? null
          : { price: post.targetPrice, currency: post.targetCurrency },
      unit: post.unit,
      neededBy: post.neededBy,
      incoterm: post.incoterm,
    },
    unit,
    currency,
    rates: rates.data ?? new Map(),
    today,
    sort: state.sort,
    order: state.order,
    hasDifferencesOnly: state.differences,
  };
  const table = comparisonTable(request, language);
  const replace = { replace: true, preventScrollReset: true };
  return (
    <Stack gap="lg" className={classes.page}>
      <CompareTitle post={post} />
      <Group gap="md" className={classes.toolbar}>
        <QuoteChoice quotes={quotes} compared={compared} onChange={(ids) => change({ with: ids }, replace)} />
        <Select
          aria-label={t('Currency')}
          data={currencies}
          value={currency}
          searchable
          filter={searchOptions}
          allowDeselect={false}
          maxDropdownHeight={260}
          nothingFoundMessage={t('No options found')}
          className={classes.currency}
          onChange={(value) => change({ currency: value ?? '' }, replace)}
        />
        <Switch
          label={t('Only differences')}
          checked={state.differences}
          onChange={(event) => change({ differences: event.currentTarget.checked }, replace)}
        />
        <Group gap="xs" className={classes.files}>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            title={t('Export CSV')}
            onClick={() =>
              downloadText(comparisonFileName(post), 'text/csv;charset=utf-8', comparisonCsv(request, table))
            }
          >
            {t('Export CSV')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            title={t('Print')}
            onClick={() => window.print()}
          >
            {t('Print')}
          </Button>
        </Group>
      </Group>
      {rates.error && (
        <ErrorState
          title={t('Failed to load exchange rates')}
          message={rates.error.message}
          onRetry={() => void rates.refetch()}
        />
      )}
      <ComparisonTable
        title={post.title}
        table={table}
        sort={state.sort}
        order={state.order}
        onSort={(sort) => change(sort, replace)}
        renderActions={({ quote, column }) => (
          <DecisionPanel
            quote={quote}
            userId={userId}
            currency={currency}
            isQuiet={!column.isBestPrice}
            ShortButtons={SplitButton}
          />
        )}
        renderHint={(quote) => <DecisionHint quote={quote} userId={userId} />}
      />
      <div>
        {table.notes.map((note) => (
          <Text key={note} size="sm" c="dimmed" className={classes.note}>
            {note}
          </Text>
        ))}
        <Text className={classes.printed}>{t('As of {date}', { date: calendarDay(today) })}</Text>
      </div>
    </Stack>
  );
}
