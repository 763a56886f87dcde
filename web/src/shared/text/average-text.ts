import type { Language } from '@/shared/i18n/language.ts';

/** An average of stars with its one digit: "4.6". Rounded as the number is stored: 4.35 lies below the middle and is "4.3". */
export const averageText = (average: number, { number }: Pick<Language, 'number'>): string =>
  number(Number(average.toFixed(1)), { minimumFractionDigits: 1 });
