import type { Language } from '@/shared/i18n/language.ts';

type Rating = { averageRating: number; totalReviews: number };

/** An average of stars with its one digit: "4.6". */
export const averageText = (average: number, { number }: Pick<Language, 'number'>): string =>
  number(average, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A rating in words: "4.6 out of 5 · 12 reviews". */
export function ratingText({ averageRating, totalReviews }: Rating, language: Language): string {
  const { t, plural } = language;
  if (totalReviews === 0) return t('No reviews yet');
  const average = t('{average} out of 5', { average: averageText(averageRating, language) });
  return `${average} · ${plural(totalReviews, { one: '{n} review', other: '{n} reviews' })}`;
}
