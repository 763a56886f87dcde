import { hasDecimalComma, readTyped, translateNumbers, writeNumber } from '@domain/numbers.ts';
import type { Language } from '@/shared/i18n/language.ts';

/** A number typed in the format of a language, in the English format: docs/numbers.md. */
export const toEnglishNumber = (text: string, { locale }: Language): string =>
  translateNumbers(text, locale, (english) => readTyped(english));

/** A number in the English format as a field in another language shows it: "20.5" is "20,5" in Vietnamese. */
export function fromEnglishNumber(text: string, language: Language): string {
  const { locale } = language;
  const number = readTyped(text);
  if (typeof number !== 'number') return toEnglishNumber(text, language);
  return hasDecimalComma(locale) ? writeNumber(number, locale, false) : text;
}
