import type { Language } from '@/shared/i18n/language.ts';

const literally = (sign: string) => sign.replace(/[.]/g, '\\.');

/** The signs between thousands and before decimals: "," and "." in English, "." and "," in Vietnamese. */
function signsOf({ number }: Language): { thousands: string; decimals: string } {
  const [thousands = '', decimals = '.'] = number(12_345.5).match(/\D/g) ?? [];
  return { thousands, decimals };
}

/** A number that somebody typed in the way of a language, in the English way; what is none in that way stays as it is. */
export function toEnglishNumber(text: string, language: Language): string {
  const { thousands, decimals } = signsOf(language);
  if (decimals === '.') return text;
  const [group, mark] = [thousands, decimals].map(literally);
  const isNumber = new RegExp(`^(\\d+|\\d{1,3}(${group}\\d{3})+)(${mark}\\d+)?$`).test(text.trim());
  return isNumber ? text.trim().replaceAll(thousands, '').replace(decimals, '.') : text;
}

/** A number in the English way as a field of another language holds it: "20.5" is "20,5" in Vietnamese. */
export function fromEnglishNumber(text: string, language: Language): string {
  const { decimals } = signsOf(language);
  return /^\d+\.\d+$/.test(text) ? text.replace('.', decimals) : text;
}
