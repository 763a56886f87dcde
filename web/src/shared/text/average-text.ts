import type { Language } from '@/shared/i18n/language.ts';

/** An average rating with one digit: "4.6". Rounds the stored number: 4.35 is slightly below the middle, so "4.3". */
export const averageText = (average: number, { number }: Pick<Language, 'number'>): string =>
  number(Number(average.toFixed(1)), { minimumFractionDigits: 1 });
