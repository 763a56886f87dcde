/** The languages of the product: the code of each, and its name in itself. A new one is a line here and its catalogue. */
export const LOCALES = { en: 'English', vi: 'Tiếng Việt' } as const;

export type Locale = keyof typeof LOCALES;

/** The language of users who have chosen none, and the fallback for missing translations. */
export const DEFAULT_LOCALE = 'en' satisfies Locale;

/** Whether something unknown, such as a stored choice, names a language of the product. */
export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(LOCALES, value);
}
