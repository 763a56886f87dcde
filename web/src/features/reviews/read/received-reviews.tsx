import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ratingBarsQueryOptions } from '../rating/count-reviews.ts';
import { receivedReviewsQueryOptions } from './list-received-reviews.ts';
import type { ReviewFilters } from './review-address.ts';
import { RatingSummary } from './rating-summary.tsx';
import { ReceivedReviewCard } from './received-review-card.tsx';
import { ReviewCard } from './review-card.tsx';
import { ReviewList } from './review-list.tsx';

type ReceivedReviewsProps = {
  userId: number;
  /** Whether the viewer is the reviewed user, who can reply. */
  isOwn: boolean;
  filters: ReviewFilters;
  onChange: (filters: ReviewFilters) => void;
};

/** The rating of a user with the reviews behind it. */
export function ReceivedReviews({ userId, isOwn, filters, onChange }: ReceivedReviewsProps) {
  const { t } = useLanguage();
  const query = useQuery(receivedReviewsQueryOptions(userId, filters.rating, filters.page));
  const { isPending } = useQuery(ratingBarsQueryOptions(userId));
  const showAll = () => onChange({ rating: null, page: 1 });
  return (
    <Stack gap="md">
      <RatingSummary
        userId={userId}
        isListPending={query.isPending}
        rating={filters.rating}
        onRating={(rating) => onChange({ rating, page: 1 })}
      />
      <ReviewList
        query={{ ...query, isPending: isPending || query.isPending }}
        onPage={(page) => onChange({ ...filters, page })}
        empty={
          <EmptyState
            title={t('No reviews yet')}
            action={filters.rating !== null && <Button onClick={showAll}>{t('Show all reviews')}</Button>}
          >
            {isOwn && t('People you do business with can review you on your public page.')}
          </EmptyState>
        }
        renderReview={(review) =>
          isOwn ? <ReceivedReviewCard review={review} /> : <ReviewCard review={review} person={review.reviewer} />
        }
      />
    </Stack>
  );
}
