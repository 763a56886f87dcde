import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { writtenReviewsQueryOptions } from './list-written-reviews.ts';
import { ReviewList } from './review-list.tsx';
import { WrittenReviewCard } from './written-review-card.tsx';

type WrittenReviewsProps = { userId: number; /** Starts at 1. */ page: number; onPage: (page: number) => void };

/** The reviews that the user wrote. */
export function WrittenReviews({ userId, page, onPage }: WrittenReviewsProps) {
  const { t } = useLanguage();
  const query = useQuery(writtenReviewsQueryOptions(userId, page));
  return (
    <ReviewList
      query={query}
      onPage={onPage}
      empty={
        <EmptyState
          title={t('You have not written any reviews yet')}
          action={
            <Button component={Link} to={paths.home}>
              {t('Browse requests')}
            </Button>
          }
        >
          {t('Open the page of a user or one of your quotes to review who you did business with.')}
        </EmptyState>
      }
      renderReview={(review) => <WrittenReviewCard review={review} />}
    />
  );
}
