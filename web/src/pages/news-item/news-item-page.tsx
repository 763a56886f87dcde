import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { newsItemQueryOptions } from '@/features/news/get-news-item.ts';
import { readForFirstDraw } from '@/shared/lazy/first-draw.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { BackToNews } from './back-to-news.tsx';
import { NewsArticle } from './news-article.tsx';
import { NewsNotFound } from './news-not-found.tsx';
import classes from './news-item.module.css';

/** The id in an address, or null if it is none. */
function toId(segment = ''): number | null {
  const number = /^[1-9]\d*$/.test(segment) ? Number(segment) : NaN;
  return Number.isSafeInteger(number) ? number : null;
}

readForFirstDraw(async (queryClient) => {
  const id = toId(window.location.pathname.split('/')[2]);
  if (id !== null) await queryClient.prefetchQuery(newsItemQueryOptions(id));
});

function NewsItemSkeleton() {
  const { t } = useLanguage();
  return (
    <div className={classes.page}>
      <BackToNews />
      <div className={classes.article} role="status" aria-label={t('Loading news')}>
        <Skeleton height={20} width="4rem" my={12} radius="xl" />
        <Skeleton height={32} width="80%" />
        <Skeleton height={14} width="12rem" />
        <Skeleton className={classes.coverSkeleton} />
        <Stack gap={8}>
          <Skeleton height={12} />
          <Skeleton height={12} />
          <Skeleton height={12} width="60%" />
        </Stack>
      </div>
    </div>
  );
}

function NewsItemById({ id }: { id: number }) {
  const { t } = useLanguage();
  const { data: item, isPending, error, refetch } = useQuery(newsItemQueryOptions(id));
  if (isPending) return <NewsItemSkeleton />;
  if (item) return <NewsArticle item={item} />;
  if (error)
    return (
      <div className={classes.page}>
        <BackToNews />
        <ErrorState isPage title={t('Failed to load news')} message={error.message} onRetry={() => void refetch()} />
      </div>
    );
  return <NewsNotFound />;
}

/** One news item or event. */
export function NewsItemPage() {
  const id = toId(useParams().id);
  return id === null ? <NewsNotFound /> : <NewsItemById id={id} />;
}
