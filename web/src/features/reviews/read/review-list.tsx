import type { ReactNode } from 'react';
import { Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { Pager } from '@/shared/ui/pager/pager.tsx';
import { PartItem } from '@/shared/ui/state/part.tsx';
import { PersonSkeleton } from '@/shared/ui/state/person-skeleton.tsx';
import { REVIEWS_PER_PAGE, type Review } from '../shown-review.ts';
import classes from './reviews.module.css';

type ReviewListProps = {
  query: Pick<
    UseQueryResult<{ reviews: Review[]; total: number; page: number }>,
    'data' | 'isPending' | 'error' | 'refetch'
  >;
  onPage: (page: number) => void;
  empty: ReactNode;
  renderReview: (review: Review) => ReactNode;
};

const SKELETONS = 3;

/** A page of reviews, with its loading and error states. */
export function ReviewList({ query, onPage, empty, renderReview }: ReviewListProps) {
  const { t } = useLanguage();
  const { data, isPending, error, refetch } = query;
  if (isPending) {
    return (
      <Stack gap="sm" role="status" aria-label={t('Loading reviews')}>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <div key={index} className={classes.card}>
            <PersonSkeleton lines={['90%', '60%']} />
          </div>
        ))}
      </Stack>
    );
  }
  if (!data || (error && data.reviews.length === 0))
    return <ErrorState title={t('Failed to load reviews')} message={error?.message} onRetry={() => void refetch()} />;
  if (data.reviews.length === 0) return empty;
  return (
    <Stack gap="md">
      <ul className={classes.list}>
        {data.reviews.map((review) => (
          <PartItem key={review.id}>{() => renderReview(review)}</PartItem>
        ))}
      </ul>
      <Pager
        page={data.page}
        pageCount={Math.ceil(data.total / REVIEWS_PER_PAGE)}
        onChange={onPage}
        label={t('Pages of reviews')}
      />
    </Stack>
  );
}
