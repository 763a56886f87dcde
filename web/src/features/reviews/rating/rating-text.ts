import type { Language } from '@/shared/i18n/language.ts';
import { averageText } from '@/shared/text/average-text.ts';

type Rating = { averageRating: number; totalReviews: number };

/** A rating in words: "4.6 out of 5 · 12 reviews". */
export function ratingText({ averageRating, totalReviews }: Rating, language: Language): string {
  const { t, plural } = language;
  if (totalReviews === 0) return t('No reviews yet');
  const average = t('{average} out of 5', { average: averageText(averageRating, language) });
  return `${average} · ${plural(totalReviews, { one: '{n} review', other: '{n} reviews' })}`;
}
