import { useEffect, type ReactNode } from 'react';
import { Button, Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { useQuery } from '@tanstack/react-query';
import { msg } from '@/shared/i18n/msg.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { Pager } from '@/shared/ui/pager/pager.tsx';
import { PartItem } from '@/shared/ui/state/part.tsx';
import { newsQueryOptions } from './list-news.ts';
import { NEWS_PER_PAGE, type NewsFilters } from './news-filters.ts';
import type { NewsSummary } from '../news-item.ts';
import { NewsCard } from './news-card.tsx';
import classes from './news-list.module.css';

type NewsListProps = {
  filters: NewsFilters;
  onPage: (page: number) => void;
  /** Called if the page is out of range. */
  onPageGone: () => void;
  onClearSearch: () => void;
  /** Admin actions for an item. */
  renderMenu: (item: NewsSummary) => ReactNode;
};

const NO_EVENTS = { upcoming: msg('No upcoming events'), past: msg('No past events') } as const;
const SKELETON_CARDS = 6;
/** First row on a wide screen. */
const CARDS_ABOVE_FOLD = 3;
const CARDS_PER_ROW = { base: 1, xs: 2, md: 3 };

function NewsListSkeleton() {
  const { t } = useLanguage();
  return (
    <SimpleGrid cols={CARDS_PER_ROW} role="status" aria-label={t('Loading news')}>
      {Array.from({ length: SKELETON_CARDS }, (_, index) => (
        <Paper key={index} withBorder className={classes.skeleton} aria-hidden data-testid="news-skeleton">
          <Skeleton radius={0} className={classes.cover} />
          <Stack gap="sm" p="md">
            <Skeleton height={20} width="4rem" radius="xl" />
            <Skeleton height={18} width="85%" />
            <Skeleton height={12} />
            <Skeleton height={12} width="60%" />
            <Skeleton height={12} width="35%" mt="xs" />
          </Stack>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function EmptyNews({ filters, onClearSearch }: Pick<NewsListProps, 'filters' | 'onClearSearch'>) {
  const { t } = useLanguage();
  if (filters.q) {
    return (
      <EmptyState
        title={t('No news matches "{term}"', { term: filters.q })}
        action={
          <Button mt="xs" onClick={onClearSearch}>
            {t('Clear search')}
          </Button>
        }
      />
    );
  }
  if (filters.tab === 'events') return <EmptyState title={t(NO_EVENTS[filters.period])} />;
  return <EmptyState title={t('No news yet')}>{t('What happens on the marketplace will show here.')}</EmptyState>;
}

/** One page of news: skeletons, error, hint, or cards with a pager. */
export function NewsList({ filters, onPage, onPageGone, onClearSearch, renderMenu }: NewsListProps) {
  const { t } = useLanguage();
  const { data, isPending, error, refetch } = useQuery(newsQueryOptions(filters));
  const isPageGone = data?.items.length === 0 && filters.page > 1;
  useEffect(() => {
    if (isPageGone) onPageGone();
  }, [isPageGone, onPageGone]);

  if (isPending || isPageGone) return <NewsListSkeleton />;
  if (error) {
    return <ErrorState title={t('Failed to load news')} message={error.message} onRetry={() => void refetch()} />;
  }
  if (data.items.length === 0) return <EmptyNews filters={filters} onClearSearch={onClearSearch} />;
  return (
    <Stack gap="lg">
      <SimpleGrid component="ul" cols={CARDS_PER_ROW} className={classes.list}>
        {data.items.map((item, index) => (
          <PartItem key={item.id}>
            {() => <NewsCard item={item} menu={renderMenu(item)} isAboveFold={index < CARDS_ABOVE_FOLD} />}
          </PartItem>
        ))}
      </SimpleGrid>
      <Pager
        page={filters.page}
        pageCount={Math.ceil(data.total / NEWS_PER_PAGE)}
        onChange={onPage}
        label={t('Pages of news')}
      />
    </Stack>
  );
}
