import { hasDecimalComma, readTyped, translateNumbers, writeNumber } from '@domain/numbers.ts';
import type { Language } from '@/shared/i18n/language.ts';

/** Converts a number from a locale's format to the English one: docs/numbers.md. */
export const toEnglishNumber = (text: string, { locale }: Language): string =>
  translateNumbers(text, locale, (english) => readTyped(english));

/** Converts a number from the English format for display in another locale: "20.5" is "20,5" in Vietnamese. */
export function fromEnglishNumber(text: string, language: Language): string {
  const { locale } = language;
  const number = readTyped(text);
  if (typeof number !== 'number') return toEnglishNumber(text, language);
  return hasDecimalComma(locale) ? writeNumber(number, locale, false) : text;
}
