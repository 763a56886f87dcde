import { Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ratingBarsQueryOptions } from '../rating/count-reviews.ts';
import { averageText } from '@/shared/text/average-text.ts';
import classes from './reviews.module.css';
import { Stars } from '../rating/stars.tsx';

type RatingSummaryProps = {
  userId: number;
  /** Whether the reviews are still loading: without any, both placeholders go at once. */
  isListPending: boolean;
  /** The chosen bar, or null. */
  rating: number | null;
  onRating: (rating: number | null) => void;
};

const BARS = ['60%', '45%', '52%', '38%', '42%'];

/** Average, total and five bars. Pressing a bar filters the list by its rating; pressing it again shows all. */
export function RatingSummary({ userId, isListPending, rating, onRating }: RatingSummaryProps) {
  const language = useLanguage();
  const { t, plural } = language;
  const { data, isPending } = useQuery(ratingBarsQueryOptions(userId));
  if (isPending || (isListPending && data?.total === 0)) {
    return (
      <div className={`${classes.summary} ${classes.summarySkeleton}`} aria-hidden>
        <Skeleton height={56} width="6rem" />
        <Stack gap="md">
          {BARS.map((width) => (
            <Skeleton key={width} height={8} width={width} />
          ))}
        </Stack>
      </div>
    );
  }
  if (!data || data.total === 0) return null;
  return (
    <section className={classes.summary} aria-label={t('Rating')}>
      <div className={classes.average}>
        <span className={classes.number}>{averageText(data.average, language)}</span>
        <Stars rating={data.average} size={18} />
        <Text size="sm" c="dimmed">
          {plural(data.total, { one: '{n} review', other: '{n} reviews' })}
        </Text>
      </div>
      <ul className={classes.bars}>
        {data.bars.map((bar) => (
          <li key={bar.rating}>
            <UnstyledButton
              className={classes.bar}
              disabled={bar.reviews === 0}
              aria-pressed={rating === bar.rating}
              aria-label={t('{rating} stars: {reviews}', {
                rating: bar.rating,
                reviews: plural(bar.reviews, { one: '{n} review', other: '{n} reviews' }),
              })}
              onClick={() => onRating(rating === bar.rating ? null : bar.rating)}
            >
              <span>{plural(bar.rating, { one: '{n} star', other: '{n} stars' })}</span>
              <span className={classes.track}>
                <span className={classes.fill} style={{ width: `${(bar.reviews / data.total) * 100}%` }} />
              </span>
              <span className={classes.count}>{bar.reviews}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
