import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isReviewDue } from '@/features/quotes/deal/review-due.ts';
import type { Quote } from '@/features/quotes/facts/shown-quote.ts';
import { myReviewOfQueryOptions } from '@/features/reviews/write/get-my-review-of.ts';
import { ReviewButton } from '@/features/reviews/write/review-button.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';

type ReviewOfPartyProps = { quote: Quote; userId: number; other: { id: number; username: string } };

/**
 * The button to review the other party of a quote; once the delivery time of a deal has passed, with a question. Beside
 * a quote that is no deal a review that is already written needs no second word.
 */
export function ReviewOfParty({ quote, userId, other }: ReviewOfPartyProps) {
  const { t } = useLanguage();
  const { data: review } = useQuery(myReviewOfQueryOptions(other.id, userId));
  if (quote.status !== 'accepted' && review !== null) return null;
  return (
    <Stack gap="xs">
      {review === null && isReviewDue(quote) && (
        <Text size="sm">{t('How was the deal with {username}?', { username: other.username })}</Text>
      )}
      <ReviewButton user={other} w="fit-content" />
    </Stack>
  );
}
